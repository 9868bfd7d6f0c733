//! Buffers, textures, views and samplers.

use super::Device;
use crate::backend::{BufferPlan, FormatSupport, NativeCopy, SamplerPlan, ViewPlan};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::format::{Aspects, Format};
use crate::object::{
    Buffer, Keep, Kind, LAYERED, Native, SETTLED, Sampler, Texture, TextureInfo, View, attach_key,
};
use crate::sync::lock;
use crate::track;
use crate::upload::{Destination, check_length, texture_copies};
use crate::usage::{Access, ResourceKind, Stages, SubRange, Usage};
use candor_caps::{Granted, Outcome, Reason, Value};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Uploads of buffers are made in multiples of this (Vulkan specification, `vkCmdFillBuffer`; D3D12 and WebGPU alike).
const BUFFER_UNIT: u64 = 4;

fn buffer_reads(usage: BufferUsage) -> Usage {
    let mut access = Access::empty();
    for (u, a) in [
        (BufferUsage::VERTEX, Access::VERTEX),
        (BufferUsage::INDEX, Access::INDEX),
        (BufferUsage::UNIFORM, Access::UNIFORM),
        (BufferUsage::STORAGE, Access::STORAGE_READ),
        (BufferUsage::INDIRECT, Access::INDIRECT),
        (BufferUsage::COPY_SRC, Access::COPY_SRC),
    ] {
        if usage.contains(u) {
            access |= a;
        }
    }
    Usage::new(access, Stages::all())
}

fn sampled_reads() -> Usage {
    Usage::new(Access::SAMPLED, Stages::all())
}

/// A texture as the tracker knows it.
pub(crate) fn texture_of(info: &TextureInfo, native: Native, slot: u32) -> track::Resource {
    track::Resource {
        slot,
        kind: match () {
            () if info.format.is_depth() => ResourceKind::Depth,
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

impl Device {
    /// Makes a buffer.
    ///
    /// # Errors
    /// Zero or too large a size, no usage, data of another length, memory that does not go with the usage, or the driver's
    /// answer.
    pub fn create_buffer(&self, d: &BufferDesc<'_>) -> Result<Buffer, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        if d.size_bytes == 0 {
            return err(Code::ZeroSize, "a buffer of 0 bytes was asked for".into());
        }
        if d.size_bytes > core.limits.max_buffer_bytes {
            let max = core.limits.max_buffer_bytes;
            return err(
                Code::TooLarge,
                format!("{} bytes were asked for, at most {max} are allowed", d.size_bytes),
            );
        }
        if d.usage.is_empty() && d.memory != Memory::Readback {
            return err(Code::NoUsage, "the usage is empty".into());
        }
        let tracked_usage = d.usage.intersects(BufferUsage::TRACKED);
        if d.memory != Memory::Device && tracked_usage {
            let detail = format!("{:?} memory was asked for a buffer that the GPU writes", d.memory);
            return err(Code::NotMappable, detail);
        }
        if let Contents::Data(data) = d.contents
            && data.len() as u64 != d.size_bytes
        {
            return err(
                Code::DataLength,
                format!("{} bytes were given for a buffer of {}", data.len(), d.size_bytes),
            );
        }
        core.lints.buffer(d.label, d.usage)?;
        let size = d.size_bytes.next_multiple_of(BUFFER_UNIT);
        let plan = BufferPlan {
            label: d.label,
            size,
            usage: d.usage,
            memory: d.memory,
            filled: d.memory == Memory::Device,
        };
        let native = core.new_buffer(&plan).map_err(|f| core.fault(d.label, f))?;
        let tracked = tracked_usage || d.memory == Memory::Readback;
        let zero_later = tracked && d.memory == Memory::Device && d.contents == Contents::Zero;
        let slot = if tracked { lock(&core.shared).states.add(zero_later) } else { SETTLED };
        let obj = core.adopt(Kind::Buffer, native, d.label, slot, Keep::None)?;
        let buffer = Buffer {
            raw: native.raw,
            size: d.size_bytes,
            device: core.id,
            usage: d.usage,
            slot,
            vertex_key: if slot == SETTLED && d.usage.contains(BufferUsage::VERTEX) { core.id } else { 0 },
            memory: d.memory,
            obj,
        };
        self.fill_new_buffer(&buffer, d, size)?;
        Ok(buffer)
    }

    fn fill_new_buffer(&self, buffer: &Buffer, d: &BufferDesc<'_>, size: u64) -> Result<(), Error> {
        let core = &self.core;
        match (d.memory, d.contents) {
            (_, Contents::Undefined) => Ok(()),
            (Memory::Device, Contents::Zero) if buffer.slot != SETTLED => Ok(()),
            (Memory::Device, Contents::Zero) => {
                let fill = NativeCopy::Fill { dst: buffer.raw, offset: 0, size, value: 0 };
                self.queue_buffer(buffer, false, fill);
                Ok(())
            }
            (Memory::Device, Contents::Data(data)) => self.stage_buffer(buffer, 0, data, false),
            (Memory::Upload | Memory::Readback, Contents::Data(data)) => {
                core.backend.write_host(buffer.obj.native, 0, data).map_err(|f| core.fault(d.label, f))
            }
            (Memory::Upload | Memory::Readback, Contents::Zero) => core
                .backend
                .write_host(buffer.obj.native, 0, &vec![0; size as usize])
                .map_err(|f| core.fault(d.label, f)),
        }
    }

    fn queue_buffer(&self, buffer: &Buffer, again: bool, copy: NativeCopy) {
        let d = Destination {
            obj: &buffer.obj,
            kind: ResourceKind::Buffer,
            range: SubRange::BUFFER,
            reads: buffer_reads(buffer.usage),
            again,
        };
        lock(&self.core.shared).uploads.push(&d, [copy]);
    }

    fn stage_buffer(&self, buffer: &Buffer, offset: u64, data: &[u8], again: bool) -> Result<(), Error> {
        let core = &self.core;
        let mut shared = lock(&core.shared);
        let staged = shared.uploads.stage(core, data);
        let (src, src_offset) = staged.map_err(|f| core.fault(buffer.label(), f))?;
        let size = (data.len() as u64).next_multiple_of(BUFFER_UNIT);
        let copy = NativeCopy::Buffer { src, src_offset, dst: buffer.raw, dst_offset: offset, size };
        let d = Destination {
            obj: &buffer.obj,
            kind: ResourceKind::Buffer,
            range: SubRange::BUFFER,
            reads: buffer_reads(buffer.usage),
            again,
        };
        shared.uploads.push(&d, [copy]);
        Ok(())
    }

    /// Writes into a buffer. Upload memory is written at once: the caller sees to it that no running batch reads the range. Device
    /// memory is written by the next batch that is submitted, before its passes and after all earlier batches; the buffer
    /// needs `COPY_DST`.
    ///
    /// # Errors
    /// A range outside the buffer, an offset or (but at the end of the buffer) a length that is not a multiple of 4, a
    /// missing usage, or the driver's answer.
    pub fn write_buffer(&self, buffer: &Buffer, offset: u64, data: &[u8]) -> Result<(), Error> {
        let core = &self.core;
        core.alive(buffer.label())?;
        let err = |code, detail: String| Err(Error::new(code, buffer.label(), detail));
        if buffer.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let end = offset.saturating_add(data.len() as u64);
        if data.is_empty() || end > buffer.size {
            return err(
                Code::BufferRange,
                format!("{offset}..{end} was asked for in a buffer of {} bytes", buffer.size),
            );
        }
        match buffer.memory {
            Memory::Upload => core
                .backend
                .write_host(buffer.obj.native, offset, data)
                .map_err(|f| core.fault(buffer.label(), f)),
            Memory::Readback => err(Code::NotMappable, "the buffer is in readback memory".into()),
            Memory::Device => {
                if !buffer.usage.contains(BufferUsage::COPY_DST) {
                    return err(Code::MissingUsage, "COPY_DST is missing".into());
                }
                let whole_words = offset.is_multiple_of(BUFFER_UNIT)
                    && (end.is_multiple_of(BUFFER_UNIT) || end == buffer.size);
                if !whole_words {
                    return err(Code::CopyAlignment, format!("{offset}..{end} was asked for"));
                }
                self.stage_buffer(buffer, offset, data, true)
            }
        }
    }

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
        let zero_later = tracked && d.contents == Contents::Zero;
        let slot = if tracked { lock(&core.shared).states.add(zero_later) } else { SETTLED };
        let obj = core.adopt(Kind::Texture, native, d.label, slot, Keep::None)?;
        let resource = texture_of(&info, native, slot);
        let texture = Texture { info, resource, device: core.id, obj };
        self.fill_new_texture(&texture, d.contents, tracked)?;
        Ok(Granted { value: texture, outcomes })
    }

    fn fill_new_texture(&self, t: &Texture, contents: Contents<'_>, tracked: bool) -> Result<(), Error> {
        let core = &self.core;
        let d = Destination {
            obj: &t.obj,
            kind: t.resource.kind,
            range: t.resource.whole(),
            reads: sampled_reads(),
            again: false,
        };
        match contents {
            Contents::Zero if tracked => Ok(()),
            Contents::Undefined if tracked => Ok(()),
            // A settled texture must come to rest in its read layout, whatever it contains.
            Contents::Zero | Contents::Undefined if t.info.format.is_compressed() => {
                // No API clears compressed blocks.
                let bytes =
                    (0..t.info.mips).map(|m| t.info.format.level_bytes(t.info.level_size(m))).sum::<u64>();
                let zeros = vec![0; (bytes * u64::from(t.info.layers)) as usize];
                self.fill_new_texture(t, Contents::Data(&zeros), tracked)
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
            return err(
                Code::ViewRange,
                format!("a cube of {}x{} with {layers} layers was asked for", size[0], size[1]),
            );
        }
        let most = 32 - size.iter().max().copied().unwrap_or(1).leading_zeros();
        if mips > most {
            return err(Code::MipLevels, format!("{mips} were asked for, {most} exist"));
        }
        if d.usage.is_empty() {
            return err(Code::NoUsage, "the usage is empty".into());
        }
        let (support, attachment_samples) = core.backend.format_support(format);
        for (usage, needs, name) in [
            (TextureUsage::SAMPLED, FormatSupport::SAMPLED, "sampled"),
            (TextureUsage::STORAGE, FormatSupport::STORAGE, "stored to"),
            (TextureUsage::COLOR, FormatSupport::COLOR, "a colour attachment"),
            (TextureUsage::DEPTH, FormatSupport::DEPTH, "a depth attachment"),
        ] {
            if d.usage.contains(usage) && !support.contains(needs) {
                return err(Code::FormatUnsupported, format!("{format} cannot be {name} here"));
            }
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

    /// Writes a whole settled texture again: every layer in turn with all its mip levels, tightly packed. The next batch that
    /// is submitted carries it, before its passes. The texture needs `COPY_DST`.
    ///
    /// # Errors
    /// A tracked texture (use a copy in a batch), a missing usage, data of another length, or the driver's answer.
    pub fn write_texture(&self, t: &Texture, data: &[u8]) -> Result<(), Error> {
        let core = &self.core;
        core.alive(t.label())?;
        let err = |code, detail: &str| Err(Error::new(code, t.label(), detail));
        if t.device != core.id {
            return err(Code::ForeignObject, "");
        }
        if t.resource.slot != SETTLED || t.obj.settled.load(Ordering::Acquire) {
            return err(
                Code::SettledWrite,
                "passes write this texture, so that it is filled by a copy in a batch",
            );
        }
        if !t.info.usage.contains(TextureUsage::COPY_DST) {
            return err(Code::MissingUsage, "COPY_DST is missing");
        }
        check_length(&t.info, t.label(), data.len())?;
        let mut shared = lock(&core.shared);
        let staged = shared.uploads.stage(core, data);
        let staged = staged.map_err(|f| core.fault(t.label(), f))?;
        let copies = texture_copies(&t.info, t.resource.raw, staged);
        let d = Destination {
            obj: &t.obj,
            kind: t.resource.kind,
            range: t.resource.whole(),
            reads: sampled_reads(),
            again: true,
        };
        shared.uploads.push(&d, copies);
        Ok(())
    }

    /// Makes a view.
    ///
    /// # Errors
    /// A range outside the texture, a shape that does not fit, or the driver's answer.
    pub fn create_view(&self, t: &Texture, d: &ViewDesc<'_>) -> Result<View, Error> {
        let core = &self.core;
        let label = if d.label.is_empty() { t.label() } else { d.label };
        core.alive(label)?;
        let err = |code, detail: String| Err(Error::new(code, label, detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let i = &t.info;
        let count =
            |asked: u32, first: u32, all: u32| if asked == 0 { all.saturating_sub(first) } else { asked };
        let (mips, layers) = (count(d.mips, d.mip, i.mips), count(d.layers, d.layer, i.layers));
        let within =
            |first: u32, n: u32, all: u32| n > 0 && u64::from(first) + u64::from(n) <= u64::from(all);
        if !within(d.mip, mips, i.mips) || !within(d.layer, layers, i.layers) {
            let detail = format!(
                "mips {}+{mips} of {}, layers {}+{layers} of {} were asked for",
                d.mip, i.mips, d.layer, i.layers
            );
            return err(Code::ViewRange, detail);
        }
        let all = i.format.info().aspects;
        let aspects = d.aspects.unwrap_or(all);
        if aspects.is_empty() || !all.contains(aspects) {
            return err(Code::ViewRange, format!("{} has no such aspect", i.format));
        }
        let format = d.format.unwrap_or(i.format);
        if format != i.format && !same_but_srgb(format, i.format) {
            let detail = format!("{format} was asked for of a texture in {}", i.format);
            return err(Code::FormatUnsupported, detail);
        }
        let dim = view_dim(d.dim, i.dim, layers);
        let fits = match dim {
            ViewDim::Auto => false,
            ViewDim::D1 => i.dim == TextureDim::D1 && layers == 1,
            ViewDim::D2 => matches!(i.dim, TextureDim::D2 | TextureDim::Cube) && layers == 1,
            ViewDim::D2Array => matches!(i.dim, TextureDim::D2 | TextureDim::Cube),
            ViewDim::D3 => i.dim == TextureDim::D3,
            ViewDim::Cube => i.dim == TextureDim::Cube && layers == 6,
            ViewDim::CubeArray => i.dim == TextureDim::Cube && layers % 6 == 0,
        };
        if !fits {
            return err(
                Code::ViewRange,
                format!("a {dim:?} view of {layers} layers of a {:?} texture was asked for", i.dim),
            );
        }
        if dim == ViewDim::CubeArray && !core.enabled.contains(crate::backend::Enabled::CUBE_ARRAYS) {
            return err(Code::NotEnabled, "cube-arrays".into());
        }
        // Depth and stencil change state together: not every device can tell their layouts apart.
        let range = SubRange {
            mip: d.mip as u16,
            mips: mips as u16,
            layer: d.layer as u16,
            layers: layers as u16,
            aspects: all,
        };
        let seen = sampled_aspects(i, aspects);
        let plan = ViewPlan {
            label,
            texture: t.obj.native,
            info: i,
            dim,
            format,
            range: SubRange { aspects: seen, ..range },
        };
        let native = core.backend.create_view(&plan).map_err(|f| core.fault(label, f))?;
        let obj = core.adopt(Kind::View, native, label, SETTLED, Keep::One(t.obj.clone()))?;
        let size = i.level_size(d.mip);
        let key = |usage| {
            let attachable = i.usage.contains(usage) && mips == 1 && layers <= core.limits.max_pass_layers;
            let layered = if layers > 1 { LAYERED } else { 0 };
            if attachable { attach_key(core.id, [size[0], size[1]], i.samples as u8 | layered) } else { 0 }
        };
        Ok(View {
            raw: native.raw,
            color_key: key(TextureUsage::COLOR),
            depth_key: key(TextureUsage::DEPTH),
            device: core.id,
            format,
            samples: i.samples as u8,
            size: [size[0], size[1]],
            usage: i.usage,
            place: core.place(t.resource, range),
            both_aspects: seen.contains(Aspects::DEPTH | Aspects::STENCIL),
            obj,
        })
    }

    /// Makes a sampler. Wishes that were lowered are among the outcomes. Equal samplers are one native object.
    ///
    /// # Errors
    /// An anisotropy that was asked for exactly and is not offered, numbers that are not finite, or the driver's answer.
    pub fn create_sampler(&self, d: &SamplerDesc<'_>) -> Result<Granted<Sampler>, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let mut outcomes = Vec::new();
        let most = core.limits.max_anisotropy;
        let anisotropy = match d.anisotropy {
            Anisotropy::Off => 1.0,
            Anisotropy::Exact(n) if (1.0..=most).contains(&n) => n,
            Anisotropy::Exact(n) => {
                let detail = format!("anisotropy {n} was asked for, 1 to {most} is allowed");
                return Err(Error::new(Code::TooLarge, d.label, detail));
            }
            Anisotropy::AtMost(n) => {
                let got = if n.is_finite() { n.clamp(1.0, most) } else { 1.0 };
                if got != n {
                    let what = "anisotropy".to_owned();
                    let why = Reason::OverLimit { what, asked: Value::from(n), allowed: Value::from(most) };
                    outcomes.push(Outcome::Adjusted { asked: Value::from(n), got: Value::from(got), why });
                }
                got
            }
        };
        let numbers = [d.lod[0], d.lod[1], d.lod_bias];
        if numbers.iter().any(|n| !n.is_finite()) || d.lod[0] > d.lod[1] {
            let detail = format!("level of detail {} to {}, bias {}", d.lod[0], d.lod[1], d.lod_bias);
            return Err(Error::new(Code::PipelineState, d.label, detail));
        }
        let most = core.limits.max_lod_bias;
        if d.lod_bias.abs() > most {
            let detail = format!("a bias of {} was asked for, {} to {most} is allowed", d.lod_bias, -most);
            return Err(Error::new(Code::TooLarge, d.label, detail));
        }
        let plan = SamplerPlan {
            label: d.label,
            filter: [d.mag, d.min, d.mip],
            address: d.address,
            anisotropy,
            compare: d.compare,
            lod: d.lod,
            lod_bias: d.lod_bias,
        };
        let key = sampler_key(&plan);
        let mut known = lock(&core.samplers);
        if let Some(obj) = known.get(&key).and_then(std::sync::Weak::upgrade) {
            return Ok(Granted { value: Sampler { compares: d.compare.is_some(), obj }, outcomes });
        }
        let native = core.backend.create_sampler(&plan).map_err(|f| core.fault(d.label, f))?;
        let obj = core.adopt(Kind::Sampler, native, d.label, SETTLED, Keep::None)?;
        known.insert(key, Arc::downgrade(&obj));
        Ok(Granted { value: Sampler { compares: d.compare.is_some(), obj }, outcomes })
    }
}

fn view_dim(asked: ViewDim, texture: TextureDim, layers: u32) -> ViewDim {
    match (asked, texture) {
        (ViewDim::Auto, TextureDim::D1) => ViewDim::D1,
        (ViewDim::Auto, TextureDim::D2) if layers == 1 => ViewDim::D2,
        (ViewDim::Auto, TextureDim::D2) => ViewDim::D2Array,
        (ViewDim::Auto, TextureDim::D3) => ViewDim::D3,
        (ViewDim::Auto, TextureDim::Cube) if layers == 6 => ViewDim::Cube,
        (ViewDim::Auto, TextureDim::Cube) if layers.is_multiple_of(6) => ViewDim::CubeArray,
        (ViewDim::Auto, TextureDim::Cube) if layers == 1 => ViewDim::D2,
        (ViewDim::Auto, TextureDim::Cube) => ViewDim::D2Array,
        (other, _) => other,
    }
}

/// A view that can be sampled sees one aspect; one that is only attached sees all.
fn sampled_aspects(i: &TextureInfo, asked: Aspects) -> Aspects {
    let both = Aspects::DEPTH | Aspects::STENCIL;
    let attached_only = !i.usage.contains(TextureUsage::SAMPLED);
    if asked == both && !attached_only && !i.usage.contains(TextureUsage::DEPTH) {
        Aspects::DEPTH
    } else {
        asked
    }
}

fn same_but_srgb(a: Format, b: Format) -> bool {
    let pairs = [
        (Format::Rgba8Unorm, Format::Rgba8UnormSrgb),
        (Format::Bgra8Unorm, Format::Bgra8UnormSrgb),
        (Format::Bc1RgbaUnorm, Format::Bc1RgbaUnormSrgb),
        (Format::Bc3RgbaUnorm, Format::Bc3RgbaUnormSrgb),
        (Format::Bc7RgbaUnorm, Format::Bc7RgbaUnormSrgb),
    ];
    pairs.iter().any(|(x, y)| (a, b) == (*x, *y) || (a, b) == (*y, *x))
}

fn sampler_key(p: &SamplerPlan<'_>) -> Vec<u32> {
    let address = |a: AddressMode| match a {
        AddressMode::Repeat => 0,
        AddressMode::Mirror => 1,
        AddressMode::Clamp => 2,
        AddressMode::Border(c) => 3 + c as u32,
    };
    let mut key: Vec<u32> = p.filter.iter().map(|f| *f as u32).collect();
    key.extend(p.address.iter().map(|a| address(*a)));
    key.push(p.compare.map_or(u32::MAX, |c| c as u32));
    key.extend([p.anisotropy, p.lod[0], p.lod[1], p.lod_bias].map(f32::to_bits));
    key
}
