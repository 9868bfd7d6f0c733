//! The tools that every reader shares: streaming visitors that never fail on a wrong type (they note it and go on),
//! numbers that come as text, and the relaxed second try for files that are not strict JSON.
//!
//! Nothing here knows a schema.

use crate::suggest::brief;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// What a reader noticed and ignored or repaired: one sentence each, in order, without repeats, and bounded.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    list: Vec<String>,
    more: usize,
}

impl Notes {
    /// A file with more to complain about than this is not worth reading to the end of the list.
    const MOST: usize = 40;

    pub(crate) fn add(&mut self, note: impl Into<String>) {
        let note = brief(note);
        if self.list.contains(&note) {
            return;
        }
        if self.list.len() < Self::MOST {
            self.list.push(note);
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn take(&mut self) -> Vec<String> {
        let mut list = std::mem::take(&mut self.list);
        if self.more > 0 {
            list.push(format!("{} more notes of this kind are left out", self.more));
        }
        list
    }
}

/// Something that takes the entries of an object one by one.
pub(crate) trait OnMap<'de> {
    /// One entry; the value must be consumed.
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error>;
    /// There was `found` where an object was expected.
    fn not_a_map(&mut self, found: &str);
}

/// Something that takes the items of an array one by one.
pub(crate) trait OnSeq<'de> {
    /// One item, consumed if there is one; `false` at the end.
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error>;
    /// There was `found` where an array was expected.
    fn not_a_seq(&mut self, found: &str);
}

/// Reads an object into what it holds.
pub(crate) struct Map<'s, T>(pub(crate) &'s mut T);
/// Reads an array into what it holds.
pub(crate) struct Seq<'s, T>(pub(crate) &'s mut T);

/// The visits of everything that isn't a container, all ending in one call.
macro_rules! scalars_are_wrong {
    ($wrong:ident) => {
        fn visit_bool<E>(self, _: bool) -> Result<(), E> {
            self.0.$wrong("a boolean");
            Ok(())
        }
        fn visit_u64<E>(self, _: u64) -> Result<(), E> {
            self.0.$wrong("a number");
            Ok(())
        }
        fn visit_i64<E>(self, _: i64) -> Result<(), E> {
            self.0.$wrong("a number");
            Ok(())
        }
        fn visit_f64<E>(self, _: f64) -> Result<(), E> {
            self.0.$wrong("a number");
            Ok(())
        }
        fn visit_str<E>(self, _: &str) -> Result<(), E> {
            self.0.$wrong("text");
            Ok(())
        }
        fn visit_unit<E>(self) -> Result<(), E> {
            self.0.$wrong("null");
            Ok(())
        }
    };
}

impl<'de, T: OnMap<'de>> DeserializeSeed<'de> for Map<'_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de, T: OnMap<'de>> Visitor<'de> for Map<'_, T> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Text(key)) = map.next_key_seed(Text::SEED)? {
            self.0.entry(key, &mut map)?;
        }
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        // Exporters in PHP write an empty object as an empty array.
        let mut any = false;
        while seq.next_element::<IgnoredAny>()?.is_some() {
            any = true;
        }
        if any {
            self.0.not_a_map("an array");
        }
        Ok(())
    }
    scalars_are_wrong!(not_a_map);
}

impl<'de, T: OnSeq<'de>> DeserializeSeed<'de> for Seq<'_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de, T: OnSeq<'de>> Visitor<'de> for Seq<'_, T> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while self.0.item(&mut seq)? {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut any = false;
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            any = true;
        }
        if any {
            self.0.not_a_seq("an object");
        }
        Ok(())
    }
    scalars_are_wrong!(not_a_seq);
}

/// Text, borrowed from the input where it holds no escape.
pub(crate) struct Text<'de>(pub(crate) Cow<'de, str>);

impl Text<'_> {
    pub(crate) const SEED: TextSeed = TextSeed;
}

pub(crate) struct TextSeed;

impl<'de> DeserializeSeed<'de> for TextSeed {
    type Value = Text<'de>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Text<'de>, D::Error> {
        d.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for TextSeed {
    type Value = Text<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }
    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(v)))
    }
    fn visit_str<E>(self, v: &str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(v.to_owned())))
    }
}

/// Any value, small ones only: members of property structs, flags, names. Depth is bounded by the parser's own limit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Any<'de> {
    Null,
    Bool(bool),
    Int(u64),
    Signed(i64),
    Float(f64),
    Text(Cow<'de, str>),
    List(Vec<Any<'de>>),
    Object(Vec<(Cow<'de, str>, Any<'de>)>),
}

impl Any<'_> {
    /// What this is, for a sentence.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Signed(_) | Self::Float(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// As a boolean, also from 0 and 1 and from the words.
    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(v) => Some(*v),
            Self::Int(0) => Some(false),
            Self::Int(1) => Some(true),
            Self::Text(t) => match t.as_ref() {
                "true" | "1" | "VK_TRUE" => Some(true),
                "false" | "0" | "VK_FALSE" => Some(false),
                _ => None,
            },
            Self::Null
            | Self::Int(_)
            | Self::Signed(_)
            | Self::Float(_)
            | Self::List(_)
            | Self::Object(_) => None,
        }
    }

    /// As an unsigned number, also from text in decimal or hexadecimal.
    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Int(v) => Some(*v),
            Self::Signed(v) => u64::try_from(*v).ok(),
            Self::Float(v) => whole(*v),
            Self::Text(t) => unsigned(t),
            Self::Null | Self::Bool(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// As a 32-bit unsigned number.
    pub(crate) fn as_u32(&self) -> Option<u32> {
        self.as_u64().and_then(|v| u32::try_from(v).ok())
    }

    /// As text.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(t) => Some(t),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Signed(_)
            | Self::Float(_)
            | Self::List(_)
            | Self::Object(_) => None,
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(o) => o.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Signed(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::List(_) => None,
        }
    }
}

/// A whole number that arrived as a real one; too large for 64 bits becomes the largest.
pub(crate) fn whole(v: f64) -> Option<u64> {
    // `as` saturates, which is the meaning wanted: 1.8446744073709552e19 is how some writers put 2^64 - 1.
    (v >= 0.0 && v.fract() == 0.0).then_some(v as u64)
}

/// An unsigned number given as text: decimal, or hexadecimal with `0x`.
pub(crate) fn unsigned(t: &str) -> Option<u64> {
    let t = t.trim();
    match t.strip_prefix("0x").or_else(|| t.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None if t.starts_with(|c: char| c.is_ascii_digit()) => t.parse().ok(),
        None => None,
    }
}

pub(crate) struct AnySeed;

impl<'de> DeserializeSeed<'de> for AnySeed {
    type Value = Any<'de>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Any<'de>, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnySeed {
    type Value = Any<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Any<'de>, E> {
        Ok(Any::Null)
    }
    fn visit_bool<E>(self, v: bool) -> Result<Any<'de>, E> {
        Ok(Any::Bool(v))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Any<'de>, E> {
        Ok(Any::Int(v))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Any<'de>, E> {
        Ok(u64::try_from(v).map_or(Any::Signed(v), Any::Int))
    }
    fn visit_f64<E>(self, v: f64) -> Result<Any<'de>, E> {
        Ok(Any::Float(v))
    }
    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Any<'de>, E> {
        Ok(Any::Text(Cow::Borrowed(v)))
    }
    fn visit_str<E>(self, v: &str) -> Result<Any<'de>, E> {
        Ok(Any::Text(Cow::Owned(v.to_owned())))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Any<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(v) = seq.next_element_seed(AnySeed)? {
            list.push(v);
        }
        Ok(Any::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Any<'de>, A::Error> {
        let mut object = Vec::new();
        while let Some(Text(k)) = map.next_key_seed(Text::SEED)? {
            object.push((k, map.next_value_seed(AnySeed)?));
        }
        Ok(Any::Object(object))
    }
}

/// Reads and drops a value.
pub(crate) fn skip<'de, A: MapAccess<'de>>(map: &mut A) -> Result<(), A::Error> {
    map.next_value::<IgnoredAny>().map(|_| ())
}

/// A copy of nearly-JSON with comments and trailing commas blanked out, so that every position stays what it was;
/// the sentences say what was blanked. `None` when there is nothing to blank.
pub(crate) fn relax(bytes: &[u8]) -> Option<(Vec<u8>, Vec<&'static str>)> {
    let mut out = bytes.to_vec();
    let (mut comments, mut commas) = (false, false);
    let mut pending_comma: Option<usize> = None;
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'"' => {
                pending_comma = None;
                i += 1;
                while i < bytes.len() && bytes[i] != b'"' {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                comments = true;
                while i < bytes.len() && bytes[i] != b'\n' {
                    out[i] = b' ';
                    i += 1;
                }
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                comments = true;
                let end = bytes[i + 2..].windows(2).position(|w| w == b"*/");
                let end = end.map_or(bytes.len(), |p| i + 2 + p + 2);
                for b in &mut out[i..end] {
                    if *b != b'\n' {
                        *b = b' ';
                    }
                }
                i = end;
                continue;
            }
            b',' => pending_comma = Some(i),
            b'}' | b']' => {
                if let Some(at) = pending_comma.take() {
                    out[at] = b' ';
                    commas = true;
                }
            }
            b if b.is_ascii_whitespace() => {}
            _ => pending_comma = None,
        }
        i += 1;
    }
    let mut notes = Vec::new();
    if comments {
        notes.push("not strict JSON: comments were ignored");
    }
    if commas {
        notes.push("not strict JSON: trailing commas were ignored");
    }
    (!notes.is_empty()).then_some((out, notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relaxing_blanks_comments_and_trailing_commas_but_nothing_inside_text() {
        let input = br#"{ // one
 "a": "x,}//", /* two
 */ "b": [1, 2, ], "c\"": 3 , }"#;
        let (out, notes) = relax(input).unwrap();
        assert_eq!(out.len(), input.len());
        let v: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(v, serde_json::json!({"a": "x,}//", "b": [1, 2], "c\"": 3}));
        assert_eq!(notes.len(), 2);
        assert!(relax(b"{\"a\": [1, 2]}").is_none());
    }

    #[test]
    fn relaxing_survives_what_ends_in_the_middle() {
        for cut in [&b"\"abc\\"[..], b"/*", b"/* *", b"//", b"{,", b"\"", b"/"] {
            let _ = relax(cut);
        }
    }

    #[test]
    fn numbers_are_read_from_text() {
        assert_eq!(unsigned("0x2eec00000"), Some(0x2_eec0_0000));
        assert_eq!(unsigned("18446744073709551615"), Some(u64::MAX));
        assert_eq!(unsigned("551.81"), None);
        assert_eq!(unsigned("-1"), None);
        assert_eq!(whole(1.844_674_407_370_955_2e19), Some(u64::MAX));
        assert_eq!(whole(0.5), None);
    }

    #[test]
    fn notes_do_not_repeat_and_are_bounded() {
        let mut notes = Notes::default();
        for i in 0..100 {
            notes.add("same");
            notes.add(format!("note {i}"));
        }
        let list = notes.take();
        assert_eq!(list.len(), Notes::MOST + 1);
        assert_eq!(list[Notes::MOST], "61 more notes of this kind are left out");
    }
}
