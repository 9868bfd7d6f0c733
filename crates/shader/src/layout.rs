//! What the CPU writes for Candor's shaders: the same structures as in `shaders/lib`, made of four-component vectors and 4x4
//! matrices only, so that every packing rule gives the same offsets. A test compares each with what the compiled shaders say.
//!
//! Matrices are stored by columns.

use bytemuck::{Pod, Zeroable};

/// Four floats.
pub type Float4 = [f32; 4];
/// Four columns of four floats.
pub type Float4x4 = [[f32; 4]; 4];

/// Punctual lights of a frame.
pub const MAX_LIGHTS: usize = 16;
/// Textures of a material.
pub const TEXTURE_COUNT: usize = 5;

/// [`Light::position_kind`], fourth component: a light without a position.
pub const LIGHT_DIRECTIONAL: f32 = 0.0;
/// [`Light::position_kind`], fourth component: a point light.
pub const LIGHT_POINT: f32 = 1.0;
/// [`Light::position_kind`], fourth component: a spot light.
pub const LIGHT_SPOT: f32 = 2.0;

/// A light of `KHR_lights_punctual`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct Light {
    /// Position in world space; the kind of light.
    pub position_kind: Float4,
    /// Unit direction in which the light travels; range in metres, 0 for none.
    pub direction_range: Float4,
    /// Colour times intensity: lux for a directional light, candela for the others; unused.
    pub color: Float4,
    /// Scale and offset of the angular attenuation: `1 / max(0.001, cos(inner) - cos(outer))` and `-cos(outer) * scale`; unused, unused.
    pub spot: Float4,
}

/// Group 0, binding 0 of `pbr`, `shadow` and `sky`: what is the same for every draw of a frame.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct Frame {
    /// World space to clip space; depth is reversed (1 near, 0 far).
    pub view_proj: Float4x4,
    /// Its inverse.
    pub inv_view_proj: Float4x4,
    /// World space to the clip space of the shadow map (0 near, 1 far).
    pub shadow_view_proj: Float4x4,
    /// Eye in world space and 1; for an orthographic camera the unit direction towards the viewer and 0.
    pub eye: Float4,
    /// Unit direction towards the sun; cosine of the radius of its disc in the sky.
    pub sun_direction: Float4,
    /// Illuminance of the sun in lux; radiance of its disc relative to that.
    pub sun_color: Float4,
    /// Radiance at the zenith; unused.
    pub sky_color: Float4,
    /// Radiance at the horizon; unused.
    pub horizon_color: Float4,
    /// Radiance of the lower hemisphere; unused.
    pub ground_color: Float4,
    /// Exposure, by which `pbr` (what is lit) and `sky` multiply what they write; number of lights; 1 where the tonemapper is ACES; unused.
    pub params: Float4,
    /// 1 / resolution of the shadow map; offset along the normal in metres; depth bias; 1 for shadows, 0 for none.
    pub shadow_params: Float4,
    /// The first `params[1]` are used.
    pub lights: [Light; MAX_LIGHTS],
}

/// Push data of `pbr` and `shadow`: what differs from draw to draw, 128 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct Draw {
    /// Model to world space.
    pub model: Float4x4,
    /// First column of the normal matrix (inverse transpose of the model's upper 3x3); unused.
    pub normal0: Float4,
    /// Second column; unused.
    pub normal1: Float4,
    /// Third column; unused.
    pub normal2: Float4,
    /// 1 where the primitive has normals, 0 to draw it unlit; -1 where the determinant of the model is negative, else 1; unused, unused.
    pub params: Float4,
}

/// Where a texture is read (`KHR_texture_transform`).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct UvTransform {
    /// First row of the 2x2 part; translation in u; set of coordinates, 0 or 1.
    pub row0: Float4,
    /// Second row of the 2x2 part; translation in v; unused.
    pub row1: Float4,
}

impl Default for UvTransform {
    fn default() -> Self {
        Self { row0: [1.0, 0.0, 0.0, 0.0], row1: [0.0, 1.0, 0.0, 0.0] }
    }
}

/// Index of a texture in [`Material::uv`]; texture `i` is binding `1 + i` of group 1, its sampler binding `6 + i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
#[allow(missing_docs)]
pub enum TextureSlot {
    BaseColor = 0,
    MetallicRoughness = 1,
    Normal = 2,
    Occlusion = 3,
    Emissive = 4,
}

/// Group 1, binding 0 of `pbr` and `shadow`: the factors of a glTF material.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Material {
    /// Base colour, linear, and alpha.
    pub base_color: Float4,
    /// Emissive factor times strength; occlusion strength.
    pub emissive: Float4,
    /// Metallic; roughness; normal scale; alpha cutoff.
    pub factors: Float4,
    /// 1 where there is a normal map; reflectance of a dielectric at normal incidence; 1 where alpha is blended; unused.
    pub params: Float4,
    /// By [`TextureSlot`].
    pub uv: [UvTransform; TEXTURE_COUNT],
}

impl Default for Material {
    /// The default material of glTF 2.0.
    fn default() -> Self {
        Self {
            base_color: [1.0; 4],
            emissive: [0.0, 0.0, 0.0, 1.0],
            factors: [1.0, 1.0, 1.0, 0.5],
            params: [0.0, 0.04, 0.0, 0.0],
            uv: [UvTransform::default(); TEXTURE_COUNT],
        }
    }
}

/// Push data of `probe`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct ProbePush {
    /// The colour that fills the target.
    pub color: Float4,
}

/// Push data of `tonemap`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct TonemapPush {
    /// Exposure on top of [`Frame::params`]; amplitude of the dither in steps of an 8-bit target; unused, unused.
    pub params: Float4,
}

/// Push data of `compute_fill`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct FillPush {
    /// Factor; number of words to write; unused, unused.
    pub params: [u32; 4],
}

/// Group 0, binding 0 of `w1` and `w1p`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct W1Item {
    /// Offset in clip space, scale.
    pub offset_scale: Float4,
    /// Colour.
    pub color: Float4,
}

/// Push data of `w1p`, 64 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct W1Push {
    /// Added to the colour.
    pub color: Float4,
    /// Added to the position in x and y.
    pub offset: Float4,
    /// Not read.
    pub unused: [Float4; 2],
}

/// Locations of the vertex attributes of `pbr` and `shadow`.
pub mod attribute {
    /// Three floats.
    pub const POSITION: u32 = 0;
    /// Three floats.
    pub const NORMAL: u32 = 1;
    /// Four floats, the fourth is the sign of the bitangent.
    pub const TANGENT: u32 = 2;
    /// Two floats.
    pub const UV0: u32 = 3;
    /// Two floats.
    pub const UV1: u32 = 4;
    /// Four floats.
    pub const COLOR: u32 = 5;
}
