//! A scene on the GPU, and what all scenes of a renderer share.

pub(crate) mod geometry;
pub(crate) mod material;
pub(crate) mod scene;
pub(crate) mod shared;
pub(crate) mod texture;

pub use scene::SceneGpu;

use candor_rhi::Format;

/// The lit frame, in linear radiance times exposure.
pub(crate) const COLOR_FORMAT: Format = Format::Rgba16Float;
/// Depth of the frame (reversed) and of the shadow map.
pub(crate) const DEPTH_FORMAT: Format = Format::Depth32Float;
/// The finished picture.
pub(crate) const OUTPUT_FORMAT: Format = Format::Rgba8UnormSrgb;
