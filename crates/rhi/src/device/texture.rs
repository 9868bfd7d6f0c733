//! Textures.

use super::Device;
use crate::backend::{Enabled, FormatSupport, NativeCopy};
use crate::batch::Shape;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{Keep, Kind, Native, SETTLED, Texture, TextureInfo};
use crate::sync::lock;
use crate::track;
use crate::upload::{Destination, Strips, check_length, texture_copies, zeros};
use crate::usage::{Access, ResourceKind, Stages, Usage};
use candor_caps::{Granted, Outcome, Reason, Value};

pub(super) fn sampled_reads() -> Usage {
    Usage::new(Access::SAMPLED, Stages::all())
}

/// A texture as the tracker knows it.
pub(crate) fn texture_of(info: &TextureInfo, native: Native, slot: u32) -> track::Resource {
    track::Resource {
        slot,
        kind: match () {
            // Layouts of depth are for what can be attached; what is only filled and sampled is read like colour.
            () if info.format.is_depth() && info.usage.contains(TextureUsage::DEPTH) => ResourceKind::Depth,
            () if info.usage.contains(TextureUsage::STORAGE) => ResourceKind::Storage,
            () => ResourceKind::Color,
        },
        aspects: info.format.info().aspects,
        mips: info.mips as u16,
        layers: info.layers as u16,
        exclusive: !info.shared,
        raw: native.raw,
    }
}

/// What of a usage a format is not offered for, in words.
pub(super) fn lacking(support: FormatSupport, usage: TextureUsage) -> Option<&'static str> {
    let needs = [
        (TextureUsage::SAMPLED, FormatSupport::SAMPLED, "sampled"),
        (TextureUsage::STORAGE, FormatSupport::STORAGE, "stored to"),
        (TextureUsage::COLOR, FormatSupport::COLOR, "a colour attachment"),
        (TextureUsage::DEPTH, FormatSupport::DEPTH, "a depth attachment"),
        (TextureUsage::COPY_SRC, FormatSupport::COPY_SRC, "copied from"),
        (TextureUsage::COPY_DST.union(TextureUsage::COPY_TARGET), FormatSupport::COPY_DST, "copied to"),
    ];
    let lacks = |(u, needs, _): &&(_, _, _)| usage.intersects(*u) && !support.contains(*needs);
    needs.iter().find(lacks).map(|(_, _, what)| *what)
}

impl Device {
    /// Makes a texture. A wish for samples that was lowered is among the outcomes.
    ///
    /// # Errors
    /// A size, count, format, usage or length of data that is not allowed, or the driver's answer.
    pub fn create_texture(&self, d: &TextureDesc<'_>) -> Result<Granted<Texture>, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let mut outcomes = Vec::new();
        let info = self.texture_info(d, &mut outcomes)?;
        if let Contents::Data(data) = d.contents {
            check_length(&info, d.label, data.len())?;
        }
        let native = core.new_texture(&info, d.label).map_err(|f| core.fault(d.label, f))?;
        let tracked = info.usage.intersects(TextureUsage::TRACKED);
        // No API clears compressed blocks: they are filled.
        let zero_later = tracked && d.contents == Contents::Zero && !info.format.is_compressed();
        let zero_later = zero_later && !info.usage.contains(TextureUsage::TRANSIENT);
        let slot = if tracked { lock(&core.shared).states.add(zero_later) } else { SETTLED };
        let obj = core.adopt(Kind::Texture, native, d.label, slot, Keep::None)?;
        let resource = texture_of(&info, native, slot);
        let texture = Texture { info, resource, device: core.id, obj };
        core.note_contents(&texture.obj, resource, Shape::Texture(info));
        self.fill_new_texture(&texture, d.contents, tracked)?;
        Ok(Granted { value: texture, outcomes })
    }

    fn fill_new_texture(&self, t: &Texture, contents: Contents<'_>, tracked: bool) -> Result<(), Error> {
        let core = &self.core;
        let d = Destination { obj: &t.obj, resource: t.resource, reads: sampled_reads(), again: false };
        match contents {
            Contents::Zero if tracked && !t.info.format.is_compressed() => Ok(()),
            Contents::Undefined if tracked => Ok(()),
            // A settled texture must come to rest in its read layout, whatever it contains.
            Contents::Zero | Contents::Undefined if t.info.format.is_compressed() => {
                let strips = Strips::new(&t.info);
                let zeros = zeros(strips.bytes()).map_err(|f| core.fault(t.label(), f))?;
                let mut shared = lock(&core.shared);
                let staged = shared.uploads.stage(core, &zeros).map_err(|f| core.fault(t.label(), f))?;
                shared.uploads.push(&d, strips.copies(&t.info, t.resource.raw, staged));
                Ok(())
            }
            Contents::Zero | Contents::Undefined => {
                let zero = NativeCopy::Zero { raw: t.resource.raw, range: t.resource.whole() };
                lock(&core.shared).uploads.push(&d, [zero]);
                Ok(())
            }
            Contents::Data(data) => {
                check_length(&t.info, t.label(), data.len())?;
                let mut shared = lock(&core.shared);
                let staged = shared.uploads.stage(core, data);
                let staged = staged.map_err(|f| core.fault(t.label(), f))?;
                let copies = texture_copies(&t.info, t.resource.raw, staged);
                shared.uploads.push(&d, copies);
                Ok(())
            }
        }
    }

    pub(crate) fn texture_info(
        &self,
        d: &TextureDesc<'_>,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<TextureInfo, Error> {
        let core = &self.core;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let Some(format) = d.format else {
            return err(Code::FormatUnsupported, "no format was given".into());
        };
        let mut size = d.size;
        let sides = match d.dim {
            TextureDim::D1 => 1,
            TextureDim::D2 | TextureDim::Cube => 2,
            TextureDim::D3 => 3,
        };
        for s in &mut size[sides..] {
            if *s > 1 {
                let [w, h, depth] = d.size;
                return err(
                    Code::TextureShape,
                    format!("{:?} of {w}x{h}x{depth} texels was asked for", d.dim),
                );
            }
            *s = 1;
        }
        let default_layers = if d.dim == TextureDim::Cube { 6 } else { 1 };
        let layers = if d.layers == 0 { default_layers } else { d.layers };
        let mips = d.mips.max(1);
        if size.contains(&0) {
            return err(Code::ZeroSize, format!("{}x{}x{} texels were asked for", size[0], size[1], size[2]));
        }
        let l = &core.limits;
        let side = match d.dim {
            TextureDim::D1 | TextureDim::D2 => l.max_texture_2d,
            TextureDim::D3 => l.max_texture_3d,
            TextureDim::Cube => l.max_texture_cube,
        };
        if let Some(s) = size[..sides].iter().find(|s| **s > side) {
            return err(
                Code::TooLarge,
                format!("a side of {s} texels was asked for, at most {side} are allowed"),
            );
        }
        if layers > l.max_texture_layers {
            return err(
                Code::TooLarge,
                format!("{layers} layers were asked for, at most {} are allowed", l.max_texture_layers),
            );
        }
        if d.dim == TextureDim::Cube && (layers % 6 != 0 || size[0] != size[1]) {
            let detail = format!("a cube of {}x{} with {layers} layers was asked for", size[0], size[1]);
            return err(Code::TextureShape, detail);
        }
        if d.dim == TextureDim::D3 && layers > 1 {
            return err(Code::TextureShape, format!("a volume of {layers} layers was asked for"));
        }
        let most = 32 - size.iter().max().copied().unwrap_or(1).leading_zeros();
        if mips > most {
            return err(Code::MipLevels, format!("{mips} were asked for, {most} exist"));
        }
        if (d.usage - TextureUsage::VIEW_FORMATS).is_empty() {
            return err(Code::NoUsage, "the usage is empty".into());
        }
        if d.usage.contains(TextureUsage::VIEW_FORMATS) {
            if !core.enabled.contains(Enabled::VIEW_FORMATS) {
                return err(Code::NotEnabled, "texture-view-formats".into());
            }
            if format.is_depth() || format.is_compressed() {
                return err(Code::FormatUnsupported, format!("{format} is read as no other format"));
            }
        }
        if d.usage.contains(TextureUsage::TRANSIENT) {
            let rest = d.usage - TextureUsage::TRANSIENT;
            let attached = rest == TextureUsage::COLOR || rest == TextureUsage::DEPTH;
            if !attached || mips > 1 || matches!(d.contents, Contents::Data(_)) {
                let data = if matches!(d.contents, Contents::Data(_)) { ", with data" } else { "" };
                return err(Code::Transient, format!("{rest:?} and {mips} mip levels were asked for{data}"));
            }
            if !l.lazy_memory {
                let (asked, got) = (Value::from("no memory"), Value::from("memory"));
                let why = Reason::NotOffered {
                    what: "memory".into(),
                    asked: asked.clone(),
                    offered: vec![got.clone()],
                };
                outcomes.push(Outcome::Adjusted { asked, got, why });
            }
        }
        let (support, attachment_samples) = core.backend.format_support(format);
        if let Some(what) = lacking(support, d.usage) {
            return err(Code::FormatUnsupported, format!("{format} cannot be {what} here"));
        }
        let attachment = d.usage.intersects(TextureUsage::COLOR | TextureUsage::DEPTH);
        let offered = if attachment { attachment_samples | 0b10 } else { 0b10 };
        let samples = self.granted_samples(d, offered, outcomes)?;
        if samples > 1
            && (mips > 1
                || d.dim != TextureDim::D2
                || !matches!(d.contents, Contents::Zero | Contents::Undefined))
        {
            return err(
                Code::SampleCount,
                "a multisampled texture is two-dimensional, with one mip level and no data".into(),
            );
        }
        let shared = d.shared_queues || !d.usage.intersects(TextureUsage::TRACKED);
        Ok(TextureInfo { dim: d.dim, format, size, layers, mips, samples, usage: d.usage, shared })
    }

    /// Settles a wish for samples; `offered` has bit n set for n samples.
    fn granted_samples(
        &self,
        d: &TextureDesc<'_>,
        offered: u32,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<u32, Error> {
        let has = |n: u32| n < 32 && n.is_power_of_two() && offered & (1 << n) != 0;
        let list = || (0..32).filter(|n| has(*n)).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
        match d.samples {
            Samples::Exact(n) if has(n) => Ok(n),
            Samples::Exact(n) => {
                let detail = format!("{n} samples were asked for, {} are offered", list());
                Err(Error::new(Code::SampleCount, d.label, detail))
            }
            Samples::AtMost(n) => {
                let got = (1..=n.min(31)).rev().find(|n| has(*n)).unwrap_or(1);
                if got != n {
                    let offered = (0..32).filter(|n| has(*n)).map(Value::from).collect();
                    let why = Reason::NotOffered { what: "samples".into(), asked: Value::from(n), offered };
                    outcomes.push(Outcome::Adjusted { asked: Value::from(n), got: Value::from(got), why });
                }
                Ok(got)
            }
        }
    }
}
