//! Which animation of a file is played, and at which moment.

use super::parse::animations::Animation;
use super::parse::{Document, each};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Which animation of a file poses its nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AnimationChoice {
    /// The first of the file; the rest pose where it has none.
    #[default]
    First,
    /// None: the rest pose.
    Rest,
    /// The one at this place in the file, counted from 0.
    Index(usize),
    /// The first one of this name.
    Named(String),
}

impl FromStr for AnimationChoice {
    type Err = Infallible;

    /// `none`, digits for an index, anything else for a name.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.parse() {
            _ if text == "none" => Self::Rest,
            Ok(index) => Self::Index(index),
            Err(_) => Self::Named(text.to_owned()),
        })
    }
}

impl fmt::Display for AnimationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("the first"),
            Self::Rest => f.write_str("none"),
            Self::Index(index) => write!(f, "{index}"),
            Self::Named(name) => write!(f, "'{name}'"),
        }
    }
}

impl AnimationChoice {
    /// The index in the document. `Err`: the file has no such animation.
    pub(super) fn find(&self, d: &Document) -> Result<Option<usize>, ()> {
        match self {
            Self::First => Ok(each(&d.animations).map(|(i, _)| i).next()),
            Self::Rest => Ok(None),
            Self::Index(index) => match d.animations.get(*index) {
                Some(Some(_)) => Ok(Some(*index)),
                _ => Err(()),
            },
            Self::Named(name) => {
                let found = each(&d.animations).find(|(_, a)| a.name == *name);
                found.map(|(i, _)| Some(i)).ok_or(())
            }
        }
    }
}

/// The animation that posed a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Its place in the file.
    pub index: usize,
    /// Its name; empty if it has none.
    pub name: String,
    /// The moment that was asked for, in seconds from its start.
    pub time_s: f32,
    /// The time of its last key, in seconds; from there on nothing moves.
    pub end_s: f32,
}

/// `animation 1 'Run'`.
pub(super) fn label(index: usize, animation: &Animation) -> String {
    if animation.name.is_empty() {
        format!("animation {index}")
    } else {
        format!("animation {index} '{}'", animation.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_from_text() {
        let parse = |text: &str| text.parse::<AnimationChoice>().unwrap();
        assert_eq!(parse("none"), AnimationChoice::Rest);
        assert_eq!(parse("12"), AnimationChoice::Index(12));
        for name in ["Run", "-1", "1.5", "None", "", "99999999999999999999999"] {
            assert_eq!(parse(name), AnimationChoice::Named(name.into()));
        }
    }
}
