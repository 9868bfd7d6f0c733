//! Copies that are more than moving bytes: clears, blits, copies between formats; and which copies of a list get in
//! each other's way.

use super::copies::Refusal;
use super::{BatchInner, Region};
use crate::backend::{FormatSupport, NativeCopy, TextureSide};
use crate::core::Core;
use crate::desc::{Filter, TextureUsage};
use crate::error::Code;
use crate::format::{Aspects, Class, Format};
use crate::object::Texture;
use crate::record::Raw;
use crate::usage::{Access, Stages, SubRange, Usage};

const DST: Usage = Usage::new(Access::COPY_DST, Stages::empty());

/// Mip levels and layers of a texture. Zero counts stand for "all that remain".
#[derive(Debug, Clone, Copy)]
pub struct Levels<'a> {
    /// Texture.
    pub texture: &'a Texture,
    /// First mip level.
    pub mip: u32,
    /// Number of mip levels.
    pub mips: u32,
    /// First layer.
    pub layer: u32,
    /// Number of layers.
    pub layers: u32,
    /// Aspects; none stands for all.
    pub aspects: Option<Aspects>,
}

impl<'a> Levels<'a> {
    /// All of a texture.
    pub fn all(texture: &'a Texture) -> Self {
        Self { texture, mip: 0, mips: 0, layer: 0, layers: 0, aspects: None }
    }

    pub(super) fn range(&self) -> Result<SubRange, Refusal> {
        let i = &self.texture.info;
        let count = |asked: u32, first: u32, all: u32| {
            let n = if asked == 0 { all.saturating_sub(first) } else { asked };
            (n > 0 && u64::from(first) + u64::from(n) <= u64::from(all)).then_some(n)
        };
        let all = i.format.info().aspects;
        let aspects = self.aspects.unwrap_or(all);
        let err = |detail: String| Err((Code::CopyRange, self.texture.label().to_owned(), detail));
        let (Some(mips), Some(layers)) =
            (count(self.mips, self.mip, i.mips), count(self.layers, self.layer, i.layers))
        else {
            return err(format!(
                "mips {}+{} of {}, layers {}+{} of {}",
                self.mip, self.mips, i.mips, self.layer, self.layers, i.layers
            ));
        };
        if aspects.is_empty() || !all.contains(aspects) {
            return err(format!("{} has no {aspects:?}", i.format));
        }
        Ok(SubRange {
            mip: self.mip as u16,
            mips: mips as u16,
            layer: self.layer as u16,
            layers: layers as u16,
            aspects,
        })
    }
}

/// What a texture is cleared to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClearValue {
    /// Floating point and normalised colour, linear, red first.
    Float([f32; 4]),
    /// Unsigned integers, red first.
    Uint([u32; 4]),
    /// Signed integers, red first.
    Sint([i32; 4]),
    /// Depth from 0 to 1, and stencil; what the format or the range lacks is not looked at.
    Depth(f32, u32),
}

/// Formats whose texels are the same bits: the name without how the bits are read.
fn family(f: Format) -> &'static str {
    let mut name = f.name();
    if f.is_depth() {
        return name;
    }
    for suffix in ["Srgb", "Unorm", "Snorm", "Uint", "Sint", "Ufloat", "Float"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    name
}

/// May texels of one be copied to the other as they are? Formats of one family, and blocks to uncompressed formats of 32-bit
/// or 16-bit components that take as many bytes as a block, and back (what D3D12 and Vulkan both allow).
pub(super) fn copyable(a: Format, b: Format) -> bool {
    const CARRIERS: [&str; 3] = ["Rg32", "Rgba16", "Rgba32"];
    let carries = |plain: Format, blocks: Format| {
        !plain.is_compressed() && blocks.is_compressed() && CARRIERS.contains(&family(plain))
    };
    let same_bytes = a.info().block_bytes == b.info().block_bytes;
    family(a) == family(b) || same_bytes && (carries(a, b) || carries(b, a))
}

/// Size in texels of the destination of a copy between textures, and the region that it is.
pub(super) fn sized<'a>(size: [u32; 3], layers: u32, src: &Region<'_>, dst: &Region<'a>) -> Region<'a> {
    let (a, b) = (src.texture.info.format.info().block, dst.texture.info.format.info().block);
    if a == b {
        return Region { size, layers, ..*dst };
    }
    let level = dst.texture.info.level_size(dst.mip);
    let scaled = |axis: usize, from: u8, to: u8| {
        let texels = size[axis].div_ceil(u32::from(from)).saturating_mul(u32::from(to));
        let room = level[axis].saturating_sub(dst.origin[axis]);
        // The last block of a level may stand over its edge.
        if texels > room && texels - room < u32::from(to) { room } else { texels }
    };
    Region { size: [scaled(0, a.0, b.0), scaled(1, a.1, b.1), size[2]], layers, ..*dst }
}

impl BatchInner {
    pub(super) fn declare_clear(
        &mut self,
        core: &Core,
        dst: &Levels<'_>,
        value: ClearValue,
    ) -> Result<NativeCopy, Refusal> {
        let t = dst.texture;
        let err = |code, detail: String| Err((code, t.label().to_owned(), detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let can = TextureUsage::COPY_TARGET | TextureUsage::COLOR | TextureUsage::DEPTH;
        if t.info.usage.contains(TextureUsage::TRANSIENT) {
            return err(Code::Transient, "it was to be cleared by a copy".into());
        }
        if !t.info.usage.intersects(can) {
            return err(Code::MissingUsage, "COPY_TARGET, COLOR or DEPTH is missing".into());
        }
        if t.info.format.is_compressed() {
            return err(Code::ClearValue, format!("{} is stored in blocks", t.info.format));
        }
        let range = dst.range()?;
        let fits = match (value, t.info.format.info().class) {
            (ClearValue::Float(c), Class::Float) => c.iter().all(|x| !x.is_nan()),
            (ClearValue::Uint(_), Class::Uint) | (ClearValue::Sint(_), Class::Sint) => true,
            (ClearValue::Depth(depth, stencil), Class::Depth) => {
                let depth_fits = !range.aspects.contains(Aspects::DEPTH) || (0.0..=1.0).contains(&depth);
                depth_fits && (!range.aspects.contains(Aspects::STENCIL) || stencil <= 0xff)
            }
            _ => false,
        };
        if !fits {
            return err(Code::ClearValue, format!("{value:?} for {}", t.info.format));
        }
        let all = SubRange { aspects: t.resource.aspects, ..range };
        self.touch(core, t.resource, all, DST);
        Ok(NativeCopy::Clear { raw: t.resource.raw, range, value })
    }

    pub(super) fn declare_blit(
        &mut self,
        core: &Core,
        src: &Region<'_>,
        dst: &Region<'_>,
        filter: Filter,
    ) -> Result<NativeCopy, Refusal> {
        let a = self.declare_region(core, src, false)?;
        let b = self.declare_region(core, &Region { layers: a.side.layers, ..*dst }, true)?;
        let err = |code, t: &Texture, detail: String| Err((code, t.label().to_owned(), detail));
        if src.aspect != dst.aspect {
            return err(Code::BlitFormat, dst.texture, format!("{:?} to {:?}", src.aspect, dst.aspect));
        }
        blittable(core, src.texture, dst.texture, filter)?;
        let (from, to) = (whole_aspect(src, a.side), whole_aspect(dst, b.side));
        Ok(NativeCopy::Blit { src: from, src_size: a.size, dst: to, dst_size: b.size, filter })
    }

    /// Does a copy of the list write what another one writes? They are swept from top to bottom.
    pub(super) fn check_overlap(&mut self, label_of: impl Fn(Raw) -> String) -> Result<(), Refusal> {
        if self.copies.len() < 2 {
            return Ok(());
        }
        self.written.clear();
        for c in &self.copies {
            all_written(c, &mut self.written);
        }
        self.written.sort_unstable_by_key(|w| (w.raw.0, w.mip, w.low[1]));
        for (i, a) in self.written.iter().enumerate() {
            let rest = self.written.get(i + 1..).unwrap_or(&[]);
            let near = rest.iter().take_while(|b| (b.raw, b.mip) == (a.raw, a.mip) && b.low[1] < a.high[1]);
            for b in near {
                if meet(a, b) {
                    let place =
                        |w: &Written| format!("{:?}..{:?} of level {}", &w.low[..], &w.high[..], w.mip);
                    let detail = format!("{} and {}, by x, y, z and layer", place(a), place(b));
                    return Err((Code::CopyOverlap, label_of(a.raw), detail));
                }
            }
        }
        Ok(())
    }
}

/// A place that a copy writes: a box of a level, or bytes of a buffer as rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    raw: Raw,
    mip: u32,
    aspects: Aspects,
    /// x, y, z, layer.
    low: [u64; 4],
    high: [u64; 4],
}

/// Do two places of one resource have something in common?
pub(crate) fn meet(a: &Written, b: &Written) -> bool {
    a.mip == b.mip
        && a.aspects.intersects(b.aspects)
        && (0..4).all(|x| a.low[x] < b.high[x] && b.low[x] < a.high[x])
}

/// What a copy writes, when that is one place.
pub(crate) fn written(c: &NativeCopy) -> Option<Written> {
    let bytes = |raw, offset: u64, size: u64| Written {
        raw,
        mip: 0,
        aspects: Aspects::COLOR,
        low: [0, offset, 0, 0],
        high: [1, offset.saturating_add(size), 1, 1],
    };
    let texels = |s: &TextureSide, size: [u32; 3]| {
        let low = [s.origin[0], s.origin[1], s.origin[2], s.layer].map(u64::from);
        let size = [size[0], size[1], size[2], s.layers].map(u64::from);
        let high = [0, 1, 2, 3].map(|i| low[i] + size[i]);
        Written { raw: s.raw, mip: s.mip, aspects: s.aspect, low, high }
    };
    Some(match c {
        NativeCopy::Buffer { dst, dst_offset, size, .. } => bytes(*dst, *dst_offset, *size),
        NativeCopy::Fill { dst, offset, size, .. } => bytes(*dst, *offset, *size),
        NativeCopy::Queries { dst, offset, count, words, .. } => {
            bytes(*dst, *offset, u64::from(*count) * u64::from(*words) * 8)
        }
        // Its rows may lie between those of another: only the first byte is surely written.
        NativeCopy::Download { dst, offset, .. } => bytes(*dst, *offset, 1),
        NativeCopy::Upload { dst, size, .. } => texels(dst, *size),
        NativeCopy::Texture { dst, size, .. } => texels(dst, *size),
        NativeCopy::Blit { dst, dst_size, .. } => texels(dst, *dst_size),
        NativeCopy::Zero { .. } | NativeCopy::Clear { .. } => return None,
    })
}

fn all_written(c: &NativeCopy, out: &mut Vec<Written>) {
    match c {
        NativeCopy::Zero { raw, range } | NativeCopy::Clear { raw, range, .. } => {
            for mip in range.mip..range.mip + range.mips {
                let (low, high) = (u64::from(range.layer), u64::from(range.layer + range.layers));
                let max = u64::from(u32::MAX);
                let (low, high) = ([0, 0, 0, low], [max, max, max, high]);
                out.push(Written { raw: *raw, mip: mip.into(), aspects: range.aspects, low, high });
            }
        }
        _ => out.extend(written(c)),
    }
}

/// All aspects of a region that names none.
pub(super) fn whole_aspect(r: &Region<'_>, side: TextureSide) -> TextureSide {
    match r.aspect {
        Some(_) => side,
        None => TextureSide { aspect: r.texture.info.format.info().aspects, ..side },
    }
}

pub(super) fn blittable(core: &Core, src: &Texture, dst: &Texture, filter: Filter) -> Result<(), Refusal> {
    let (a, b) = (&src.info, &dst.info);
    let err = |t: &Texture, detail: String| Err((Code::BlitFormat, t.label().to_owned(), detail));
    if a.samples != 1 || b.samples != 1 {
        return err(dst, format!("{} samples to {}", a.samples, b.samples));
    }
    let (from, to) = (a.format.info().class, b.format.info().class);
    let depth_differs = from == Class::Depth && a.format != b.format;
    if from != to || depth_differs {
        return err(dst, format!("{} to {}", a.format, b.format));
    }
    if filter == Filter::Linear && from != Class::Float {
        return err(src, format!("{} is not filtered", a.format));
    }
    let (support, _) = core.backend.format_support(a.format);
    if !support.contains(FormatSupport::BLIT_SRC) {
        return err(src, format!("{} is no source of a blit here", a.format));
    }
    if filter == Filter::Linear && !support.contains(FormatSupport::LINEAR) {
        return err(src, format!("{} is not filtered here", a.format));
    }
    if !core.backend.format_support(b.format).0.contains(FormatSupport::BLIT_DST) {
        return err(dst, format!("{} is no destination of a blit here", b.format));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_formats_of_the_same_bits() {
        use Format::*;
        for (a, b) in [
            (Rgba8Unorm, Rgba8UnormSrgb),
            (Rgba8Snorm, Rgba8Uint),
            (R32Float, R32Sint),
            (Bc6hRgbFloat, Bc6hRgbUfloat),
            (Bc7RgbaUnormSrgb, Rgba32Uint),
            (Rg32Uint, Bc1RgbaUnorm),
            (Rgba16Float, Etc2Rgb8Unorm),
        ] {
            assert!(copyable(a, b) && copyable(b, a), "{a} {b}");
        }
        for (a, b) in [
            (Rgba8Unorm, Bgra8Unorm),
            (Rgba8Unorm, R32Float),
            (Depth32Float, R32Float),
            (Bc1RgbaUnorm, Bc4RUnorm),
            (Bc1RgbaUnorm, Rgba32Uint),
            (Rgb10a2Unorm, Rgba8Unorm),
        ] {
            assert!(!copyable(a, b) && !copyable(b, a), "{a} {b}");
        }
    }
}
