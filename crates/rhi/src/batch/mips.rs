//! Mip chains: by blits where the device has them for the format, else drawn by a pipeline of Candor's own.

use super::copies::{Copy, Refusal};
use super::regions::{Levels, blittable};
use super::{Batch, BatchInner, Color, RasterDesc, Region};
use crate::backend::{Enabled, FormatSupport, Load, Store};
use crate::core::Core;
use crate::desc::{
    BindGroupDesc, Contents, Filter, GroupEntry, TextureDesc, TextureDim, TextureUsage, ViewDesc, ViewDim,
};
use crate::device::{Device, MipPipeline};
use crate::error::{Code, Error};
use crate::format::Class;
use crate::object::{BindGroup, Texture, View};
use crate::queue::Queue;
use crate::usage::SubRange;
use std::ops::Range;

const LABEL: &str = "generate mips";
/// Layers or slices that are drawn elsewhere before they are copied: what that takes stays small, and passes seldom wait for copies.
const SCRATCH_LAYERS: u32 = 16;

impl Batch {
    /// Makes the levels after the first of a range out of the one above each: for even sizes the average of four texels (eight of a
    /// volume), each layer for itself. sRGB is averaged as linear light. By filtered blits, for which the texture needs `COPY_SRC`
    /// and `COPY_TARGET`; where the device has none for the format, as [`Batch::draw_mips`].
    pub fn generate_mips(&mut self, range: &Levels<'_>) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if !inner.errors.is_empty() {
            return;
        }
        let t = range.texture;
        let made = match blittable(&self.core, t, t, Filter::Linear) {
            Ok(()) => inner.blit_mips(&self.core, range),
            Err(_) if MipPipeline::find(&self.core, t.info.format, t.info.dim).is_some() => {
                return self.draw_mips(range);
            }
            Err((code, label, why)) => check(&self.core, range).and_then(|_| {
                let support = self.core.backend.format_support(t.info.format).0;
                let drawable = t.info.samples == 1 && support.contains(FormatSupport::COLOR);
                let hint = if drawable { "; `Device::prepare_mips` lets levels be drawn" } else { "" };
                Err((code, label, format!("{why}{hint}")))
            }),
        };
        if let Err((code, label, detail)) = made {
            inner.fail_pass(LABEL, code, &label, detail);
        }
    }

    /// As [`Batch::generate_mips`], always drawn: each texel is the average of what it covers, for odd sizes too. Needs
    /// `Device::prepare_mips` for its format and dimensions, one sample, and a texture with `SAMPLED` and `COLOR`; slices of a
    /// volume are attached where view-2d-of-3d was granted. What cannot be attached is drawn into a texture that is made for the
    /// call and copied, for which the texture needs `COPY_TARGET`. Views of the levels are made for each call, one for each layer
    /// or slice.
    pub fn draw_mips(&mut self, range: &Levels<'_>) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if !inner.errors.is_empty() {
            return;
        }
        if let Err(e) = self.draw_levels(range)
            && let Some(inner) = self.inner.as_deref_mut()
        {
            let (code, label, detail) = e.into_parts();
            inner.fail_pass(LABEL, code, &label, detail);
        }
    }

    fn draw_levels(&mut self, r: &Levels<'_>) -> Result<(), Error> {
        let t = r.texture;
        let range = check(&self.core, r).map_err(Error::from)?;
        let err = |code, detail: &str| Err(Error::new(code, t.label(), detail));
        if !t.info.usage.contains(TextureUsage::SAMPLED) {
            return err(Code::MissingUsage, "SAMPLED is missing");
        }
        if t.info.samples != 1 {
            return err(Code::BlitFormat, "mips are drawn with one sample");
        }
        let attached = attachable(&self.core, t)?;
        let Some(mips) = MipPipeline::find(&self.core, t.info.format, t.info.dim) else {
            return err(
                Code::BlitFormat,
                "its pipeline is not there: `Device::prepare_mips` makes it for a format and dimensions",
            );
        };
        if range.mips < 2 {
            return Ok(());
        }
        let device = Device::lent(&self.core);
        let scratch = if attached { None } else { Some(scratch(&device, t, &range)?) };
        let chain = Chain { device: &device, t, first: u32::from(range.mip) + 1, mips: &mips, scratch };
        for mip in chain.first..u32::from(range.mip) + u32::from(range.mips) {
            let parts = match t.info.dim {
                TextureDim::D3 => 0..t.info.level_size(mip)[2],
                TextureDim::D1 | TextureDim::D2 | TextureDim::Cube => {
                    u32::from(range.layer)..u32::from(range.layer) + u32::from(range.layers)
                }
            };
            self.draw_level(&chain, mip, parts)?;
        }
        Ok(())
    }

    /// Draws the layers or slices of one level.
    fn draw_level(&mut self, chain: &Chain<'_>, mip: u32, parts: Range<u32>) -> Result<(), Error> {
        let volume = chain.t.info.dim == TextureDim::D3;
        // All slices of a volume are made out of the whole level above.
        let whole = if volume { Some(chain.source(mip, 0)?) } else { None };
        let at_once = chain.scratch.as_ref().map_or(parts.len() as u32, |s| s.info.layers);
        for start in parts.clone().step_by(at_once as usize) {
            let drawn = start..parts.end.min(start + at_once);
            for part in drawn.clone() {
                let own;
                let group = match &whole {
                    Some(group) => group,
                    None => {
                        own = chain.source(mip, part)?;
                        &own
                    }
                };
                let to = chain.target(mip, part, part - start)?;
                let color = [Color { view: &to, load: Load::Discard, store: Store::Store, resolve: None }];
                let desc =
                    RasterDesc { label: LABEL, color: &color, groups: &[group], ..RasterDesc::default() };
                self.raster(&desc, |p| {
                    p.pipeline(&chain.mips.pipeline);
                    p.group(0, group, []);
                    if volume {
                        p.push(0, &part.to_ne_bytes());
                    }
                    p.draw(0..3, 0..1);
                });
                if self.inner.as_deref().is_none_or(|i| !i.errors.is_empty()) {
                    return Ok(());
                }
            }
            if let Some(scratch) = &chain.scratch {
                let copies: Vec<_> = drawn.map(|part| chain.copy(scratch, mip, part, part - start)).collect();
                self.copies(LABEL, &copies);
            }
        }
        Ok(())
    }
}

/// What draws the levels of a texture.
struct Chain<'a> {
    device: &'a Device,
    t: &'a Texture,
    /// The first level that is drawn.
    first: u32,
    mips: &'a MipPipeline,
    /// Where it is drawn before it is copied, if the levels cannot be attached.
    scratch: Option<Texture>,
}

impl Chain<'_> {
    /// The level above, as a shader reads it.
    fn source(&self, mip: u32, layer: u32) -> Result<BindGroup, Error> {
        let above = self.view(self.t, mip - 1, layer, layer_dim(self.t.info.dim))?;
        let entries = [GroupEntry::view(0, &above)];
        let d = BindGroupDesc { label: LABEL, layout: &self.mips.layout, entries: &entries };
        self.device.create_bind_group(&d)
    }

    /// Where a layer or slice is drawn: itself, or a layer of the scratch texture.
    fn target(&self, mip: u32, part: u32, slot: u32) -> Result<View, Error> {
        match &self.scratch {
            Some(s) => self.view(s, self.scratch_mip(s, mip), slot, layer_dim(s.info.dim)),
            None if self.t.info.dim == TextureDim::D3 => self.view(self.t, mip, part, ViewDim::D2),
            None => self.view(self.t, mip, part, layer_dim(self.t.info.dim)),
        }
    }

    fn copy<'c>(&'c self, scratch: &'c Texture, mip: u32, part: u32, slot: u32) -> Copy<'c> {
        let src = Region { layer: slot, ..Region::level(scratch, self.scratch_mip(scratch, mip)) };
        let level = Region::level(self.t, mip);
        let dst = match self.t.info.dim {
            TextureDim::D3 => Region { origin: [0, 0, part], ..level },
            TextureDim::D1 | TextureDim::D2 | TextureDim::Cube => Region { layer: part, ..level },
        };
        Copy::Texture { src, dst }
    }

    /// Its chain begins with the first level that is drawn, and is shorter where a volume is deeper than it is wide and high.
    fn scratch_mip(&self, scratch: &Texture, mip: u32) -> u32 {
        (mip - self.first).min(scratch.info.mips - 1)
    }

    fn view(&self, t: &Texture, mip: u32, layer: u32, dim: ViewDim) -> Result<View, Error> {
        self.device.create_view(t, &ViewDesc { dim, mip, mips: 1, layer, layers: 1, ..ViewDesc::default() })
    }
}

/// How one layer is seen.
fn layer_dim(dim: TextureDim) -> ViewDim {
    match dim {
        TextureDim::D1 => ViewDim::D1,
        TextureDim::D2 | TextureDim::Cube => ViewDim::D2,
        TextureDim::D3 => ViewDim::D3,
    }
}

/// Can the levels be attached? What cannot must be copied to.
fn attachable(core: &Core, t: &Texture) -> Result<bool, Error> {
    let color = t.info.usage.contains(TextureUsage::COLOR);
    if color && (t.info.dim != TextureDim::D3 || core.enabled.contains(Enabled::SLICE_VIEWS)) {
        return Ok(true);
    }
    if t.info.usage.contains(TextureUsage::COPY_TARGET) {
        return Ok(false);
    }
    Err(match color {
        true => Error::new(
            Code::NotEnabled,
            t.label(),
            "view-2d-of-3d, which attaches slices of volumes; with COPY_TARGET they are drawn elsewhere and copied",
        ),
        false => Error::new(Code::MissingUsage, t.label(), "COLOR or COPY_TARGET is missing"),
    })
}

/// A texture whose layers stand in for those of a range, or for a volume's slices.
fn scratch(device: &Device, t: &Texture, range: &SubRange) -> Result<Texture, Error> {
    let [width, height, depth] = t.info.level_size(u32::from(range.mip) + 1);
    let (dim, parts) = match t.info.dim {
        TextureDim::D1 => (TextureDim::D1, u32::from(range.layers)),
        TextureDim::D2 | TextureDim::Cube => (TextureDim::D2, u32::from(range.layers)),
        TextureDim::D3 => (TextureDim::D2, depth),
    };
    let most = width.max(height).ilog2() + 1;
    let made = device.create_texture(&TextureDesc {
        label: t.label(),
        dim,
        format: Some(t.info.format),
        size: [width, height, 1],
        layers: parts.min(SCRATCH_LAYERS),
        mips: (u32::from(range.mips) - 1).min(most),
        usage: TextureUsage::COLOR | TextureUsage::COPY_SRC,
        contents: Contents::Undefined,
        ..TextureDesc::default()
    })?;
    Ok(made.value)
}

/// The range, if its texels can be averaged.
fn check(core: &Core, r: &Levels<'_>) -> Result<SubRange, Refusal> {
    let t = r.texture;
    if t.device != core.id {
        return Err((Code::ForeignObject, t.label().to_owned(), String::new()));
    }
    if t.info.format.info().class != Class::Float {
        let detail = format!("{} cannot be averaged", t.info.format);
        return Err((Code::BlitFormat, t.label().to_owned(), detail));
    }
    r.range()
}

impl BatchInner {
    fn blit_mips(&mut self, core: &Core, r: &Levels<'_>) -> Result<(), Refusal> {
        let t = r.texture;
        let range = check(core, r)?;
        for mip in u32::from(range.mip) + 1..u32::from(range.mip) + u32::from(range.mips) {
            let level = |mip| Region {
                layer: range.layer.into(),
                layers: range.layers.into(),
                ..Region::level(t, mip)
            };
            self.start();
            self.copies.clear();
            let blit = self.declare_blit(core, &level(mip - 1), &level(mip), Filter::Linear)?;
            self.copies.push(blit);
            self.record_copies(core, Queue::Main, LABEL);
        }
        Ok(())
    }
}
