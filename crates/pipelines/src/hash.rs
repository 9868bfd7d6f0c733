//! One hash for many shaders.

use candor_shader::ShaderHash;

/// Of shaders with their names, in this order.
pub(crate) fn of_named<'n>(all: impl Iterator<Item = (&'n str, ShaderHash)>) -> ShaderHash {
    let each = |(name, hash): (&'n str, ShaderHash)| name.bytes().chain([0]).chain(hash.0.to_le_bytes());
    ShaderHash::of_bytes(all.flat_map(each))
}
