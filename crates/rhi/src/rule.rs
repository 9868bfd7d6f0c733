//! Lists of rules with stable codes, and the sentence that a broken one is told in: errors, portable limits and validation alike.

use crate::error::Place;
use std::fmt;

/// Findings of one kind that are kept apart; what comes later is only counted.
pub(crate) const KEPT: usize = 256;

/// Makes an enum out of a list: name, code, rule, remedy.
macro_rules! rules {
    ($(#[$meta:meta])* $list:ident { $($(#[$doc:meta])* $name:ident = $id:literal, $rule:literal, $remedy:literal;)* }) => {
        $(#[$meta])*
        #[non_exhaustive]
        pub enum $list { $($(#[$doc])* $name),* }

        impl $list {
            /// Every code.
            pub const ALL: &'static [$list] = &[$($list::$name),*];
            /// The code as it is printed.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }
            /// The rule in words.
            pub fn rule(self) -> &'static str {
                match self { $(Self::$name => $rule),* }
            }
            /// What to do.
            pub fn remedy(self) -> &'static str {
                match self { $(Self::$name => $remedy),* }
            }
        }
    };
}
pub(crate) use rules;

/// What a sentence is made of.
pub(crate) struct Sentence<'a> {
    pub(crate) id: &'a str,
    pub(crate) place: Option<&'a Place>,
    pub(crate) label: &'a str,
    pub(crate) rule: &'a str,
    pub(crate) detail: &'a str,
    pub(crate) remedy: &'a str,
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] ", self.id)?;
        if let Some(p) = self.place {
            write!(f, "pass '{}'", p.pass)?;
            if let Some(n) = p.command {
                write!(f, ", command {n}")?;
            }
            f.write_str(": ")?;
        }
        if !self.label.is_empty() {
            write!(f, "'{}': ", self.label)?;
        }
        f.write_str(self.rule)?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, "; {}", self.remedy)
    }
}

/// Keeps a finding that is not known yet, and counts one that is. Yields what was kept for the first time.
pub(crate) fn keep<'a, T>(
    kept: &'a mut Vec<T>,
    more: &mut u64,
    is: impl Fn(&T) -> bool,
    count: impl FnOnce(&mut T) -> &mut u64,
    make: impl FnOnce() -> T,
) -> Option<&'a T> {
    if let Some(known) = kept.iter_mut().find(|k| is(k)) {
        *count(known) += 1;
        return None;
    }
    if kept.len() == KEPT {
        *more += 1;
        return None;
    }
    kept.push(make());
    kept.last()
}
