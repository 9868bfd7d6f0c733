//! Numbers out of properties: as integers, reals, booleans, text or flag names, however the report has them.

use crate::report::Property;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A number that compares exactly across integers and reals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer or a bit set.
    Int(i128),
    /// A real number.
    Float(f64),
}

impl Number {
    /// Which of the two is greater; `None` for a NaN.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(&b)),
            (a, b) => a.as_f64().partial_cmp(&b.as_f64()),
        }
    }

    /// As a real number.
    pub fn as_f64(self) -> f64 {
        match self {
            // Limits are at most 64 bits wide and compared for order only.
            Self::Int(v) => v as f64,
            Self::Float(v) => v,
        }
    }

    /// As an unsigned integer; `None` when it is negative, too large or not whole.
    pub fn as_u64(self) -> Option<u64> {
        match self {
            Self::Int(v) => u64::try_from(v).ok(),
            Self::Float(v) => (v >= 0.0 && v.fract() == 0.0 && v < 1.8e19).then_some(v as u64),
        }
    }

    /// Reads a number as a person or an old report writes it: decimal, `0x` hexadecimal, a real.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            return u64::from_str_radix(hex, 16).ok().map(Self::from);
        }
        if let Ok(v) = text.parse::<i64>() {
            return Some(Self::from(v));
        }
        if let Ok(v) = text.parse::<u64>() {
            return Some(Self::from(v));
        }
        text.parse::<f64>().ok().filter(|v| v.is_finite()).map(Self::Float)
    }

    /// The number that a property holds, whatever way it is written; `None` for names and arrays. Flags by name add up.
    pub fn of(p: &Property) -> Option<Self> {
        match p {
            Property::Bool(v) => Some(Self::Int(i128::from(*v))),
            Property::Int(v) => Some(Self::from(*v)),
            Property::Signed(v) => Some(Self::from(*v)),
            Property::Float(v) => Some(Self::Float(*v)),
            Property::Text(t) => Self::parse(t).or_else(|| flag(t).map(Self::from)),
            Property::List(list) => {
                let mut bits = 0;
                for p in list {
                    let Property::Text(t) = p else { return None };
                    bits |= flag(t)?;
                }
                Some(Self::from(bits))
            }
        }
    }
}

macro_rules! from_int {
    ($($t:ty)*) => {$(
        impl From<$t> for Number {
            fn from(v: $t) -> Self {
                Self::Int(i128::from(v))
            }
        }
    )*};
}
from_int!(u32 u64 i32 i64);

impl From<f64> for Number {
    fn from(v: f64) -> Self {
        Self::Float(v)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(v) => write!(f, "{v}"),
            Self::Float(v) => write!(f, "{v}"),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(v) => match (u64::try_from(*v), i64::try_from(*v)) {
                (Ok(v), _) => s.serialize_u64(v),
                (_, Ok(v)) => s.serialize_i64(v),
                _ => s.serialize_str(&v.to_string()),
            },
            Self::Float(v) => s.serialize_f64(*v),
        }
    }
}

/// Flags that limits hold, by the names of the Vulkan registry.
const FLAGS: &[(&str, u64)] = &[
    ("VK_SUBGROUP_FEATURE_BASIC_BIT", 1),
    ("VK_SUBGROUP_FEATURE_VOTE_BIT", 2),
    ("VK_SUBGROUP_FEATURE_ARITHMETIC_BIT", 4),
    ("VK_SUBGROUP_FEATURE_BALLOT_BIT", 8),
    ("VK_SUBGROUP_FEATURE_SHUFFLE_BIT", 16),
    ("VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT", 32),
    ("VK_SUBGROUP_FEATURE_CLUSTERED_BIT", 64),
    ("VK_SUBGROUP_FEATURE_QUAD_BIT", 128),
    ("VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV", 256),
    ("VK_SUBGROUP_FEATURE_ROTATE_BIT", 512),
    ("VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT", 1024),
    ("VK_SHADER_STAGE_VERTEX_BIT", 1),
    ("VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT", 2),
    ("VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT", 4),
    ("VK_SHADER_STAGE_GEOMETRY_BIT", 8),
    ("VK_SHADER_STAGE_FRAGMENT_BIT", 16),
    ("VK_SHADER_STAGE_COMPUTE_BIT", 32),
    ("VK_SHADER_STAGE_TASK_BIT_EXT", 64),
    ("VK_SHADER_STAGE_MESH_BIT_EXT", 128),
    ("VK_SHADER_STAGE_RAYGEN_BIT_KHR", 256),
    ("VK_SHADER_STAGE_ANY_HIT_BIT_KHR", 512),
    ("VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR", 1024),
    ("VK_SHADER_STAGE_MISS_BIT_KHR", 2048),
    ("VK_SHADER_STAGE_INTERSECTION_BIT_KHR", 4096),
    ("VK_SHADER_STAGE_CALLABLE_BIT_KHR", 8192),
    ("VK_SHADER_STAGE_ALL_GRAPHICS", 31),
    ("VK_SHADER_STAGE_ALL", 0x7fff_ffff),
    ("VK_RESOLVE_MODE_NONE", 0),
    ("VK_RESOLVE_MODE_SAMPLE_ZERO_BIT", 1),
    ("VK_RESOLVE_MODE_AVERAGE_BIT", 2),
    ("VK_RESOLVE_MODE_MIN_BIT", 4),
    ("VK_RESOLVE_MODE_MAX_BIT", 8),
];

fn flag(name: &str) -> Option<u64> {
    if let Some(count) = name.strip_prefix("VK_SAMPLE_COUNT_").and_then(|n| n.strip_suffix("_BIT")) {
        return count.parse().ok();
    }
    let plain = |n: &str| n.strip_suffix("_KHR").unwrap_or(n).to_owned();
    FLAGS.iter().find(|f| f.0 == name || plain(f.0) == plain(name)).map(|f| f.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_however_it_is_written() {
        let int = |v: i64| Some(Number::from(v));
        assert_eq!(Number::of(&Property::Text("4294967295".into())), int(4_294_967_295));
        assert_eq!(Number::of(&Property::Text(" 0x10 ".into())), int(16));
        assert_eq!(Number::of(&Property::Text("16.5".into())), Some(Number::Float(16.5)));
        assert_eq!(Number::of(&Property::Text("NVIDIA".into())), None);
        assert_eq!(Number::of(&Property::Bool(true)), int(1));
        let names = ["VK_SAMPLE_COUNT_1_BIT", "VK_SAMPLE_COUNT_4_BIT"].map(|n| Property::Text(n.into()));
        assert_eq!(Number::of(&Property::List(names.into())), int(5));
        let sizes = [65535u64, 65535, 65535].map(Property::Int);
        assert_eq!(Number::of(&Property::List(sizes.into())), None);
    }

    #[test]
    fn integers_and_reals_compare() {
        assert_eq!(Number::from(16u32).compare(Number::Float(16.0)), Some(Ordering::Equal));
        assert_eq!(Number::from(u64::MAX).compare(Number::from(u64::MAX - 1)), Some(Ordering::Greater));
        assert_eq!(Number::from(-8).compare(Number::from(7u32)), Some(Ordering::Less));
        assert_eq!(Number::Float(f64::NAN).compare(Number::from(1)), None);
    }
}
