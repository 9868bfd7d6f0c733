//! A number for the words of a shader, the same on every machine.

use std::fmt;
use std::str::FromStr;

/// A hash of a shader's SPIR-V: 128 bits of FNV-1a ("The FNV Non-Cryptographic Hash Algorithm", RFC 9923), written as 32 hexadecimal
/// digits. It tells one's own shaders apart, and is no defence against somebody who wants two to look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShaderHash(pub u128);

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl ShaderHash {
    /// Of bytes.
    pub fn of_bytes(bytes: impl IntoIterator<Item = u8>) -> Self {
        Self(bytes.into_iter().fold(BASIS, |h, b| (h ^ u128::from(b)).wrapping_mul(PRIME)))
    }

    /// Of words, each from its lowest byte up.
    pub fn of(words: &[u32]) -> Self {
        Self::of_bytes(words.iter().flat_map(|w| w.to_le_bytes()))
    }
}

impl fmt::Display for ShaderHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for ShaderHash {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let digits = s.len() == 32 && s.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let read = if digits { u128::from_str_radix(s, 16).ok() } else { None };
        read.map(Self).ok_or_else(|| format!("'{s}' is no hash: 32 digits from 0 to f are"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_is_published_and_reads_back() {
        assert_eq!(ShaderHash::of_bytes([]).0, BASIS);
        let a = ShaderHash::of_bytes(*b"a");
        assert_eq!(a.to_string(), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(a.to_string().parse(), Ok(a));
        assert_eq!(ShaderHash::of(&[0x0403_0201]), ShaderHash::of_bytes([1, 2, 3, 4]));
        for bad in ["", "d2", "D228CB696F1A8CAF78912B704E4A8964", "+228cb696f1a8caf78912b704e4a8964"] {
            assert!(bad.parse::<ShaderHash>().is_err(), "{bad}");
        }
    }
}
