//! Limits that keep a small file from asking for a large machine. A file that goes beyond one is not refused: what is
//! too much is left out, with an outcome that names the limit.

/// Bounds on what loading may use. The defaults are far above what real assets need.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file (asset, buffer or image) that are read. A larger file is an error.
    pub file_bytes: u64,
    /// Bytes of all files together. More is an error.
    pub total_file_bytes: u64,
    /// Pixels along one side of an image.
    pub image_side: u32,
    /// Bytes of all decoded images together.
    pub image_bytes: u64,
    /// Bytes of all vertex and index data together, after conversion to lists. A small file gets less: see
    /// [`Limits::geometry_for`].
    pub geometry_bytes: u64,
    /// Meshes drawn, counted with repetition, and nodes visited: a small graph of shared children can name many.
    pub instances: usize,
    /// Numbers looked at by checks of accessor data; beyond it no more of these errors are found.
    pub checked_numbers: u64,
    /// Numbers read to pose meshes: weights, morph targets, joints. Beyond it meshes are drawn as they are.
    pub posed_numbers: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 2 << 30,
            total_file_bytes: 4 << 30,
            // The largest 2D texture of many GPUs.
            image_side: 16384,
            image_bytes: 2 << 30,
            geometry_bytes: 4 << 30,
            instances: 1_000_000,
            checked_numbers: 500_000_000,
            posed_numbers: 500_000_000,
        }
    }
}

/// Geometry that any file may have, however small.
const GEOMETRY_FLOOR: u64 = 256 << 20;
/// Bytes of geometry for each byte that was read: one 16-bit index of a mesh without normals becomes a whole vertex.
const GEOMETRY_PER_BYTE: u64 = 64;

impl Limits {
    /// Bytes of geometry that a file may have when this many bytes were read of it and what it names. Without this, a
    /// few lines that repeat one accessor could ask for the whole of `geometry_bytes`.
    pub fn geometry_for(&self, read_bytes: u64) -> u64 {
        GEOMETRY_FLOOR.saturating_add(read_bytes.saturating_mul(GEOMETRY_PER_BYTE)).min(self.geometry_bytes)
    }
}
