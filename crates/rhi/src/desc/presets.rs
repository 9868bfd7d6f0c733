//! Descriptors of the usual cases, in one line each. What differs is changed with the rest of the structure:
//! `TextureDesc { mips: 4, ..TextureDesc::sampled(..) }`.

use super::*;
use crate::format::Format;

/// ```
/// use candor_rhi::{null::*, *};
/// # fn main() -> Result<(), Error> {
/// # let device = Device::new(NullBackend::new(NullDesc::default()));
/// let vertices = device.create_buffer(&BufferDesc::vertex("mesh", &[0; 96]))?;
/// let indices = device.create_buffer(&BufferDesc::index("mesh", &[0; 12]))?;
/// let camera = device.create_buffer(&BufferDesc::uniform("camera", 256))?;
/// let particles = device.create_buffer(&BufferDesc::storage("particles", 1 << 16))?;
/// let draws = device.create_buffer(&BufferDesc::indirect("draws", 1024))?;
/// let staging = device.create_buffer(&BufferDesc::upload("staging", 4096, BufferUsage::COPY_SRC))?;
/// let result = device.create_buffer(&BufferDesc::readback("result", 4096))?;
/// device.write_buffer(&camera, 0, &[0; 64])?;
/// # Ok(())
/// # }
/// ```
impl<'a> BufferDesc<'a> {
    /// Vertices that are given now and may be written again.
    pub fn vertex(label: &'a str, data: &'a [u8]) -> Self {
        Self::filled(label, BufferUsage::VERTEX, data)
    }

    /// Indices, likewise.
    pub fn index(label: &'a str, data: &'a [u8]) -> Self {
        Self::filled(label, BufferUsage::INDEX, data)
    }

    fn filled(label: &'a str, usage: BufferUsage, data: &'a [u8]) -> Self {
        let (size_bytes, contents) = (data.len() as u64, Contents::Data(data));
        Self { label, size_bytes, usage: usage | BufferUsage::COPY_DST, contents, ..Self::default() }
    }

    /// Uniforms of so many bytes that are written now and then. What changes in every frame comes from an [`crate::Arena`].
    pub fn uniform(label: &'a str, size_bytes: u64) -> Self {
        Self { label, size_bytes, usage: BufferUsage::UNIFORM | BufferUsage::COPY_DST, ..Self::default() }
    }

    /// A buffer that shaders read and write, and that copies fill and read.
    pub fn storage(label: &'a str, size_bytes: u64) -> Self {
        let usage = BufferUsage::STORAGE
            | BufferUsage::STORAGE_WRITE
            | BufferUsage::COPY_DST
            | BufferUsage::COPY_TARGET
            | BufferUsage::COPY_SRC;
        Self { label, size_bytes, usage, ..Self::default() }
    }

    /// Arguments of indirect draws and dispatches that shaders or the host write.
    pub fn indirect(label: &'a str, size_bytes: u64) -> Self {
        let usage = BufferUsage::INDIRECT | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_DST;
        Self { label, size_bytes, usage, ..Self::default() }
    }

    /// Memory that the host writes at any time, used by the GPU as told.
    pub fn upload(label: &'a str, size_bytes: u64, usage: BufferUsage) -> Self {
        Self { label, size_bytes, usage, memory: Memory::Upload, ..Self::default() }
    }

    /// Memory that copies fill and the host reads.
    pub fn readback(label: &'a str, size_bytes: u64) -> Self {
        Self { label, size_bytes, memory: Memory::Readback, ..Self::default() }
    }
}

/// ```
/// use candor_rhi::{null::*, *};
/// # fn main() -> Result<(), Error> {
/// # let device = Device::new(NullBackend::new(NullDesc::default()));
/// let color = device.create_texture(&TextureDesc::color_target("color", Format::Rgba16Float, 64, 64))?.value;
/// let depth = device.create_texture(&TextureDesc::depth_target("depth", Format::Depth32Float, 64, 64))?.value;
/// let image = TextureDesc::sampled("image", Format::Rgba8UnormSrgb, 4, 4, Contents::Data(&[0; 64]));
/// let image = device.create_texture(&image)?.value;
/// let sky = device.create_texture(&TextureDesc::cube("sky", Format::Rgba16Float, 32, Contents::Zero))?.value;
/// let tiles = TextureDesc::array("tiles", Format::Bc7RgbaUnorm, [64, 64], 12, Contents::Zero);
/// let tiles = device.create_texture(&tiles)?.value;
/// let fog = device.create_texture(&TextureDesc::volume("fog", Format::R8Unorm, [16; 3], Contents::Zero))?.value;
/// let out = device.create_texture(&TextureDesc::storage("out", Format::Rgba8Unorm, 64, 64))?.value;
/// # Ok(())
/// # }
/// ```
impl<'a> TextureDesc<'a> {
    /// A 2D colour target that can be sampled and read back.
    pub fn color_target(label: &'a str, format: Format, width: u32, height: u32) -> Self {
        let usage = TextureUsage::COLOR | TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        Self { label, format: Some(format), size: [width, height, 1], usage, ..Self::default() }
    }

    /// A 2D depth target that can be sampled.
    pub fn depth_target(label: &'a str, format: Format, width: u32, height: u32) -> Self {
        let usage = TextureUsage::DEPTH | TextureUsage::SAMPLED;
        Self { label, format: Some(format), size: [width, height, 1], usage, ..Self::default() }
    }

    /// A 2D texture that is filled by the host and sampled.
    pub fn sampled(label: &'a str, format: Format, width: u32, height: u32, contents: Contents<'a>) -> Self {
        let usage = TextureUsage::SAMPLED | TextureUsage::COPY_DST;
        Self { label, format: Some(format), size: [width, height, 1], usage, contents, ..Self::default() }
    }

    /// A cube of faces of so many texels an edge, filled and sampled likewise.
    pub fn cube(label: &'a str, format: Format, edge: u32, contents: Contents<'a>) -> Self {
        Self { dim: TextureDim::Cube, ..Self::sampled(label, format, edge, edge, contents) }
    }

    /// An array of 2D layers, likewise.
    pub fn array(
        label: &'a str,
        format: Format,
        [width, height]: [u32; 2],
        layers: u32,
        contents: Contents<'a>,
    ) -> Self {
        Self { layers, ..Self::sampled(label, format, width, height, contents) }
    }

    /// A volume of width, height and depth, likewise.
    pub fn volume(label: &'a str, format: Format, size: [u32; 3], contents: Contents<'a>) -> Self {
        Self { dim: TextureDim::D3, size, ..Self::sampled(label, format, size[0], size[1], contents) }
    }

    /// A 2D texture that shaders write, sample and read, and that can be read back.
    pub fn storage(label: &'a str, format: Format, width: u32, height: u32) -> Self {
        let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        Self { label, format: Some(format), size: [width, height, 1], usage, ..Self::default() }
    }
}

/// ```
/// use candor_rhi::{null::*, *};
/// # fn main() -> Result<(), Error> {
/// # let device = Device::new(NullBackend::new(NullDesc::default()));
/// let nearest = device.create_sampler(&SamplerDesc::nearest("texels"))?.value;
/// let linear = device.create_sampler(&SamplerDesc::linear("images"))?.value;
/// let tiled = device.create_sampler(&SamplerDesc::linear_repeat("tiles"))?.value;
/// let sharp = device.create_sampler(&SamplerDesc::anisotropic("ground", 8.0))?;
/// // Fewer than 8 are an outcome.
/// # let _ = sharp.outcomes;
/// let shadow = device.create_sampler(&SamplerDesc::shadow("sun", Compare::GreaterEqual))?.value;
/// # Ok(())
/// # }
/// ```
impl<'a> SamplerDesc<'a> {
    /// Linear, clamped.
    pub fn clamp(label: &'a str) -> Self {
        Self { label, address: [AddressMode::Clamp; 3], ..Self::default() }
    }

    /// [`SamplerDesc::clamp`] by the name that goes with the next one.
    pub fn linear(label: &'a str) -> Self {
        Self::clamp(label)
    }

    /// Linear, repeated.
    pub fn linear_repeat(label: &'a str) -> Self {
        Self { label, ..Self::default() }
    }

    /// Linear, repeated, with an anisotropy of so much or, where it is not offered, less.
    pub fn anisotropic(label: &'a str, at_most: f32) -> Self {
        Self { anisotropy: Anisotropy::AtMost(at_most), ..Self::linear_repeat(label) }
    }

    /// Nearest, clamped.
    pub fn nearest(label: &'a str) -> Self {
        let n = Filter::Nearest;
        Self { label, mag: n, min: n, mip: n, address: [AddressMode::Clamp; 3], ..Self::default() }
    }

    /// For shadow maps: compares, linear, clamped.
    pub fn shadow(label: &'a str, compare: Compare) -> Self {
        Self { compare: Some(compare), ..Self::clamp(label) }
    }
}

impl ColorState {
    /// What is drawn replaces what is there.
    pub const fn opaque(format: Format) -> Self {
        Self { format, blend: None, write: WriteMask::all() }
    }

    /// By alpha: [`Blend::ALPHA`].
    pub const fn alpha_blend(format: Format) -> Self {
        Self { blend: Some(Blend::ALPHA), ..Self::opaque(format) }
    }

    /// By alpha that colour was multiplied with before: [`Blend::PREMULTIPLIED`].
    pub const fn premultiplied(format: Format) -> Self {
        Self { blend: Some(Blend::PREMULTIPLIED), ..Self::opaque(format) }
    }

    /// Added to what is there: [`Blend::ADD`].
    pub const fn additive(format: Format) -> Self {
        Self { blend: Some(Blend::ADD), ..Self::opaque(format) }
    }
}

/// ```no_run
/// # use candor_rhi::*;
/// # fn make(device: &Device, vertex: ShaderStage<'_>, fragment: ShaderStage<'_>) -> Result<(), Error> {
/// let (hdr, depth) = (Format::Rgba16Float, Some(Format::Depth32Float));
/// let colors = [ColorState::opaque(hdr)];
/// device.create_raster_pipeline(&RasterPipelineDesc::opaque("solid", vertex, fragment, &colors, depth))?;
/// let colors = [ColorState::premultiplied(hdr)];
/// device.create_raster_pipeline(&RasterPipelineDesc::blended("glass", vertex, fragment, &colors, depth))?;
/// let colors = [ColorState::opaque(hdr)];
/// device.create_raster_pipeline(&RasterPipelineDesc::fullscreen("tonemap", vertex, fragment, &colors))?;
/// # Ok(())
/// # }
/// ```
impl<'a> RasterPipelineDesc<'a> {
    /// Triangles that hide what is behind them: back faces are left out, depth is reversed, tested and written.
    pub fn opaque(
        label: &'a str,
        vertex: ShaderStage<'a>,
        fragment: ShaderStage<'a>,
        colors: &'a [ColorState],
        depth: Option<Format>,
    ) -> Self {
        let depth = depth.map(DepthState::reversed);
        Self { cull: Cull::Back, depth, ..Self::fullscreen(label, vertex, fragment, colors) }
    }

    /// Triangles through which others are seen, from both sides: depth is reversed and tested, not written. How they blend is said by
    /// the colour targets.
    pub fn blended(
        label: &'a str,
        vertex: ShaderStage<'a>,
        fragment: ShaderStage<'a>,
        colors: &'a [ColorState],
        depth: Option<Format>,
    ) -> Self {
        let depth = depth.map(|f| DepthState { write: false, ..DepthState::reversed(f) });
        Self { depth, ..Self::fullscreen(label, vertex, fragment, colors) }
    }

    /// One triangle over the whole target, whose corners the vertex shader makes out of their numbers: `draw(0..3, 0..1)`.
    pub fn fullscreen(
        label: &'a str,
        vertex: ShaderStage<'a>,
        fragment: ShaderStage<'a>,
        colors: &'a [ColorState],
    ) -> Self {
        Self { label, vertex, fragment: Some(fragment), colors, cull: Cull::None, ..Self::default() }
    }
}
