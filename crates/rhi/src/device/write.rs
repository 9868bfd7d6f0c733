//! Writes of textures from the host.

use super::Device;
use super::texture::sampled_reads;
use crate::backend::NativeCopy;
use crate::batch::{Region, Rows, check_region};
use crate::core::Shared;
use crate::desc::{DataLayout, TextureUsage};
use crate::error::{Code, Error};
use crate::object::{SETTLED, Texture};
use crate::sync::lock;
use crate::upload::{Destination, check_length, texture_copies};
use std::sync::atomic::Ordering;

impl Texture {
    fn destination(&self) -> Destination<'_> {
        Destination { obj: &self.obj, resource: self.resource, reads: sampled_reads(), again: true }
    }
}

/// Must the contents be made zero before a part of them is written?
pub(super) fn zero_first(shared: &mut Shared, slot: u32) -> bool {
    slot != SETTLED && std::mem::take(&mut shared.states.get_mut(slot).wants_zero)
}

impl Device {
    fn check_texture_write(&self, t: &Texture) -> Result<(), Error> {
        let core = &self.core;
        core.alive(t.label())?;
        let err = |code, detail: String| Err(Error::new(code, t.label(), detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        if !t.info.usage.contains(TextureUsage::COPY_DST) {
            return err(Code::MissingUsage, "COPY_DST is missing".into());
        }
        if t.obj.settled.load(Ordering::Acquire) {
            return err(Code::SettledWrite, "the texture was settled".into());
        }
        if t.info.samples != 1 {
            return err(Code::CopyFormat, format!("{} samples", t.info.samples));
        }
        Ok(())
    }

    /// Writes a whole texture again: every layer in turn with all its mip levels, tightly packed; of depth with stencil the depth. The
    /// next batch that is submitted carries it, before its passes and after all earlier batches. The texture needs `COPY_DST`.
    ///
    /// # Errors
    /// A texture that [`crate::Batch::settle`] has settled, a missing usage, several samples, data of another length, or the
    /// driver's answer.
    pub fn write_texture(&self, t: &Texture, data: &[u8]) -> Result<(), Error> {
        let core = &self.core;
        self.check_texture_write(t)?;
        check_length(&t.info, t.label(), data.len())?;
        let shared = &mut *lock(&core.shared);
        let staged = shared.uploads.stage(core, data);
        let staged = staged.map_err(|f| core.fault(t.label(), f))?;
        let copies = texture_copies(&t.info, t.resource.raw, staged);
        if t.info.format.info().aspects.bits().count_ones() > 1 && zero_first(shared, t.resource.slot) {
            shared.uploads.push(&t.destination(), [t.zero()]);
        }
        shared.uploads.push(&t.destination(), copies);
        Ok(())
    }

    /// Writes a part of a texture: a box of one mip level in one or more layers, of one aspect. The next batch that is submitted
    /// carries it, before its passes and after all earlier batches; writes are made in the order of the calls. The texture needs
    /// `COPY_DST`, and the box consists of whole blocks or ends with its level. `data` holds layer after layer, slice after
    /// slice, and row of blocks after row of blocks, from the top; what lies between rows is not read.
    ///
    /// ```
    /// use candor_rhi::{null::*, *};
    /// # fn main() -> Result<(), Error> {
    /// let device = Device::new(NullBackend::new(NullDesc::default()));
    /// let atlas = TextureDesc::sampled("atlas", Format::R8Unorm, 256, 256, Contents::Zero);
    /// let atlas = device.create_texture(&atlas)?.value;
    /// let glyph = Region { origin: [32, 64, 0], size: [8, 12, 1], ..Region::level(&atlas, 0) };
    /// device.write_texture_region(&glyph, &[255; 8 * 12], DataLayout::TIGHT)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A region outside the texture, rows that do not hold it, fewer bytes than it takes, a texture that [`crate::Batch::settle`]
    /// has settled, a missing usage, several samples, or the driver's answer.
    pub fn write_texture_region(
        &self,
        dst: &Region<'_>,
        data: &[u8],
        layout: DataLayout,
    ) -> Result<(), Error> {
        let (core, t) = (&self.core, dst.texture);
        self.check_texture_write(t)?;
        let c = check_region(dst)?;
        let format = t.info.format;
        let rows = Rows::new(format, &c, (layout.row_bytes, layout.rows))
            .map_err(|detail| Error::new(Code::CopyRange, t.label(), detail))?;
        if rows.bytes > data.len() as u64 {
            let detail = format!("{} bytes were given, {} are needed for the region", data.len(), rows.bytes);
            return Err(Error::new(Code::DataLength, t.label(), detail));
        }
        let shared = &mut *lock(&core.shared);
        let staged = match rows.is_tight() {
            true => shared.uploads.stage(core, &data[..rows.bytes as usize]),
            false => {
                let (pitch, high) = (rows.pitch as usize, rows.rows as usize);
                let slice = pitch * rows.row_pitch as usize;
                let starts = (0..rows.slices as usize * high).map(|i| i / high * slice + i % high * pitch);
                shared.uploads.stage_rows(core, data, starts, rows.packed as usize)
            }
        };
        let (src, offset) = staged.map_err(|f| core.fault(t.label(), f))?;
        let (bw, bh) = format.info().block;
        let copy = NativeCopy::Upload {
            src,
            offset,
            row_texels: c.size[0].next_multiple_of(bw.into()),
            rows: c.size[1].next_multiple_of(bh.into()),
            dst: c.side,
            size: c.size,
        };
        if zero_first(shared, t.resource.slot) {
            shared.uploads.push(&t.destination(), [t.zero()]);
        }
        shared.uploads.push_one(&t.destination(), copy);
        Ok(())
    }
}

impl Texture {
    fn zero(&self) -> NativeCopy {
        NativeCopy::Zero { raw: self.resource.raw, range: self.resource.whole() }
    }
}
