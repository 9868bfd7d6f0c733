//! Mip chains: by blits where the device has them for the format, else drawn by a pipeline of Candor's own.

use super::copies::Refusal;
use super::regions::{Levels, blittable};
use super::{Batch, BatchInner, Color, RasterDesc, Region};
use crate::backend::{Load, Store};
use crate::core::Core;
use crate::desc::{BindGroupDesc, Filter, GroupEntry, TextureDim, TextureUsage, ViewDesc, ViewDim};
use crate::device::Device;
use crate::error::{Code, Error};
use crate::format::Class;
use crate::queue::Queue;
use crate::sync::lock;
use crate::usage::SubRange;

const LABEL: &str = "generate mips";

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
        let blit = blittable(&self.core, t, t, Filter::Linear);
        let prepared = lock(&self.core.internal).iter().any(|m| m.format == t.info.format);
        if blit.is_err() && prepared {
            return self.draw_mips(range);
        }
        if let Err((code, label, detail)) = inner.blit_mips(&self.core, range) {
            inner.fail_pass(LABEL, code, &label, detail);
        }
    }

    /// As [`Batch::generate_mips`], always drawn: each texel is the average of what it covers, for odd sizes too. Needs
    /// `Device::prepare_mips` for the format, and a texture of two dimensions with `SAMPLED` and `COLOR`. Views of the levels are
    /// made for each call.
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
        if !t.info.usage.contains(TextureUsage::SAMPLED | TextureUsage::COLOR) {
            return err(Code::MissingUsage, "SAMPLED or COLOR is missing");
        }
        if !matches!(t.info.dim, TextureDim::D2 | TextureDim::Cube) || t.info.samples != 1 {
            return err(Code::BlitFormat, "mips are drawn for two dimensions and one sample");
        }
        let found = lock(&self.core.internal).iter().find(|m| m.format == t.info.format).cloned();
        let Some(mips) = found else {
            return err(Code::BlitFormat, "its pipeline is not there: `Device::prepare_mips` makes it");
        };
        let device = Device::lent(&self.core);
        let view = |mip: u16, layer: u16| {
            device.create_view(
                t,
                &ViewDesc {
                    dim: ViewDim::D2,
                    mip: mip.into(),
                    mips: 1,
                    layer: layer.into(),
                    layers: 1,
                    ..ViewDesc::default()
                },
            )
        };
        for mip in range.mip + 1..range.mip + range.mips {
            for layer in range.layer..range.layer + range.layers {
                let (above, to) = (view(mip - 1, layer)?, view(mip, layer)?);
                let entries = [GroupEntry::view(0, &above)];
                let d = BindGroupDesc { label: LABEL, layout: &mips.layout, entries: &entries };
                let group = device.create_bind_group(&d)?;
                let color = [Color { view: &to, load: Load::Discard, store: Store::Store, resolve: None }];
                let desc =
                    RasterDesc { label: LABEL, color: &color, groups: &[&group], ..RasterDesc::default() };
                self.raster(&desc, |p| {
                    p.pipeline(&mips.pipeline);
                    p.group(0, &group, []);
                    p.draw(0..3, 0..1);
                });
            }
        }
        Ok(())
    }
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
