//! Labels of objects. Every object has one and most are short, so that a short one lies in the object and takes no memory of
//! its own.

use std::ops::Deref;
use std::sync::Arc;

/// Bytes that lie in the label itself: with the length and the kind it is as large as three words.
const SHORT: usize = 22;

/// A label. Clones of a long one share it.
#[derive(Debug, Clone)]
pub(crate) enum Label {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Arc<str>),
}

const _: () = assert!(size_of::<Label>() == 24);

impl From<&str> for Label {
    fn from(s: &str) -> Self {
        let mut bytes = [0; SHORT];
        match bytes.get_mut(..s.len()) {
            Some(room) => {
                room.copy_from_slice(s.as_bytes());
                Self::Short { len: s.len() as u8, bytes }
            }
            None => Self::Long(s.into()),
        }
    }
}

impl Deref for Label {
    type Target = str;
    fn deref(&self) -> &str {
        match self {
            // The bytes are those of a whole string, so that they are one.
            Self::Short { len, bytes } => {
                bytes.get(..usize::from(*len)).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default()
            }
            Self::Long(s) => s,
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_every_length_come_back() {
        let alphabet = "abcdefghijklmnopqrstuvwxyzäöü";
        for n in 0..=alphabet.chars().count() {
            let text: String = alphabet.chars().rev().take(n).collect();
            let label = Label::from(text.as_str());
            assert_eq!(&*label, text);
            assert_eq!(label.to_string(), text);
            assert_eq!(matches!(label, Label::Short { .. }), text.len() <= SHORT, "{text}");
        }
    }
}
