//! Decoded images and samplers.

use std::sync::Arc;

/// How the bytes of an image are to be read. Decided by the material slot that uses the image, never by the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Colour: sRGB transfer function on red, green and blue, linear alpha.
    #[default]
    Srgb,
    /// Data: normals, roughness, occlusion.
    Linear,
}

/// A decoded image, eight bits a channel, rows from the top. One picture that is used as colour and as data is two
/// images that share their pixels.
#[derive(Clone, PartialEq)]
pub struct Image {
    /// Its name, for labels.
    pub name: String,
    /// Width in pixels, at least 1.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
    /// Red, green, blue, alpha; `width * height * 4` bytes.
    pub rgba8: Arc<[u8]>,
    /// How the bytes are to be read.
    pub encoding: Encoding,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({:?} {}x{} {:?})", self.name, self.width, self.height, self.encoding)
    }
}

impl Image {
    /// A loud checkerboard of magenta and black: what stands in for a picture that could not be had.
    pub fn fallback(name: impl Into<String>, encoding: Encoding) -> Self {
        const SIZE: u32 = 16;
        const CELL: u32 = 4;
        let mut rgba8 = Vec::with_capacity((SIZE * SIZE * 4) as usize);
        for y in 0..SIZE {
            for x in 0..SIZE {
                let on = (x / CELL + y / CELL).is_multiple_of(2);
                rgba8.extend_from_slice(if on { &[255, 0, 255, 255] } else { &[0, 0, 0, 255] });
            }
        }
        Self { name: name.into(), width: SIZE, height: SIZE, rgba8: rgba8.into(), encoding }
    }

    /// One colour: what stands in for missing data (a normal map, roughness), where a checkerboard would mislead.
    pub fn solid(name: impl Into<String>, rgba: [u8; 4], encoding: Encoding) -> Self {
        Self { name: name.into(), width: 1, height: 1, rgba8: rgba.to_vec().into(), encoding }
    }
}

/// How texels are chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest one.
    Nearest,
    /// Weighted by distance.
    #[default]
    Linear,
}

/// What lies outside 0..1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The image mirrored.
    Mirror,
    /// The edge.
    Clamp,
}

/// A sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// Magnification.
    pub mag: Filter,
    /// Minification.
    pub min: Filter,
    /// Between mip levels; `None`: only the first level.
    pub mip: Option<Filter>,
    /// Along u.
    pub wrap_u: Wrap,
    /// Along v.
    pub wrap_v: Wrap,
}

impl Default for Sampler {
    /// Trilinear and repeating.
    fn default() -> Self {
        Self {
            mag: Filter::Linear,
            min: Filter::Linear,
            mip: Some(Filter::Linear),
            wrap_u: Wrap::Repeat,
            wrap_v: Wrap::Repeat,
        }
    }
}
