//! What works here and not on every backend. Each limit of [`PORTABLE`] is a rule; what goes beyond one is made all the same,
//! and noted once for each rule and label when it is made or declared. Nothing here runs for a command, but for the first
//! dynamic offset of a group that only this device takes.
//!
//! Bind groups and bytes of push data have no rule of their own: their portable limits are hard ones, so that more is an
//! error everywhere.

use crate::desc::{BindingKind, BufferUsage, ColorState, PushLayout};
use crate::error::{Code, Error};
use crate::format::{Class, Format};
use crate::limits::{MAX_BIND_GROUPS, MAX_PUSH_BYTES, PORTABLE};
use crate::object::{BindGroupLayout, stage_names};
use crate::rule::{Sentence, keep, rules};
use crate::sync::{Mutex, lock};
use crate::usage::Stages;
use std::fmt;

const _: () =
    assert!(PORTABLE.bind_groups as usize == MAX_BIND_GROUPS && PORTABLE.push_bytes == MAX_PUSH_BYTES);

/// What becomes of a use that is beyond the portable limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Portability {
    /// Nothing: the program is for this device.
    Off,
    /// It is noted in [`Device::lints`](crate::Device::lints) and, once, in the log.
    #[default]
    Warn,
    /// It is an error with [`Code::NotPortable`].
    Deny,
}

macro_rules! lints {
    ($($list:tt)*) => {
        rules! {
            /// The portable rule that was broken. Codes are stable.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            LintCode { $($list)* }
        }
    };
}

lints! {
    /// Four bind groups beside push data.
    GroupsWithPush = "P001", "a pipeline with push data has at most 3 bind groups", "put bindings together, or the push data into a uniform buffer";
    /// Too many uniform buffers with a dynamic offset.
    DynamicUniforms = "P002", "all groups of a pipeline have at most 8 uniform buffers with a dynamic offset", "use fewer, or push data";
    /// Too many textures or samplers. A texture that is read through two samplers counts once here and twice on GL.
    TextureSamplers = "P003", "a stage has at most 16 pairs of texture and sampler", "put textures together into arrays, or split the pass";
    /// Too many uniform buffers.
    UniformBuffers = "P004", "a stage has at most 11 uniform buffers", "put constants together, or name only the stages that read them";
    /// Too many storage buffers.
    StorageBuffers = "P005", "a stage has at most 8 storage buffers", "put data together, or name only the stages that use it";
    /// A storage buffer in the vertex stage.
    VertexStorage = "P006", "the vertex stage has no storage buffers", "use vertex attributes, a uniform buffer or a texture, or name only the stages that read it";
    /// Too many bytes of colour.
    ColorBytes = "P007", "the colour targets of a pipeline have at most 32 bytes a sample, as WebGPU counts them", "use smaller formats or fewer targets";
    /// The offset of a buffer binding.
    BindingOffset = "P008", "the offset of a uniform or storage binding is a multiple of 256", "place the data at multiples of `limits::PORTABLE.offset_alignment`";
    /// A dynamic offset. Counted once for each group.
    DynamicOffset = "P009", "a dynamic offset is a multiple of 256", "place the data at multiples of `limits::PORTABLE.offset_alignment`";
    /// Rows of a copy.
    CopyRow = "P010", "the rows of a copy between a buffer and a texture begin at multiples of 256 bytes", "set `BufferSide::row_bytes` to a multiple of `limits::PORTABLE.copy_row_alignment`";
    /// The offset of a copy in its buffer.
    CopyOffset = "P011", "a copy between a buffer and a texture, and each layer of it, begins at a multiple of 512 bytes in the buffer", "place the data at multiples of `limits::PORTABLE.copy_offset_alignment`";
    /// A uniform buffer that is something else as well.
    UniformOnly = "P012", "a uniform buffer has no other usage but uploads and being copied from", "make a buffer of its own for the rest";
}

/// A rule that an object broke. One sentence by `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// The rule.
    pub code: LintCode,
    /// Label of the object.
    pub label: String,
    /// What was asked and what is portable, as it was the first time.
    pub detail: String,
    /// How often this label broke this rule.
    pub count: u64,
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, rule, remedy) = (self.code.id(), self.code.rule(), self.code.remedy());
        Sentence { id, place: None, label: &self.label, rule, detail: &self.detail, remedy }.fmt(f)?;
        if self.count > 1 {
            write!(f, " [{} times]", self.count)?;
        }
        Ok(())
    }
}

fn sentence(f: &mut impl fmt::Write, code: LintCode, detail: &str) -> fmt::Result {
    write!(f, "{} ({detail}); {}", code.rule(), code.remedy())
}

/// What a device has noted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lints {
    /// One for each rule and label, in the order in which they were first broken; at most 256.
    pub kept: Vec<Lint>,
    /// Uses beyond these that were counted and not kept.
    pub more: u64,
}

/// Collects what is noted.
#[derive(Debug, Default)]
pub(crate) struct Linter {
    pub(crate) mode: Portability,
    found: Mutex<Lints>,
}

impl Linter {
    pub(crate) fn new(mode: Portability) -> Self {
        Self { mode, found: Mutex::default() }
    }

    pub(crate) fn found(&self) -> Lints {
        lock(&self.found).clone()
    }

    /// A rule was broken.
    ///
    /// # Errors
    /// Where that is denied.
    #[cold]
    pub(crate) fn note(
        &self,
        code: LintCode,
        label: &str,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Error> {
        match self.mode {
            Portability::Off => return Ok(()),
            Portability::Deny => {
                let mut why = format!("{}: ", code.id());
                // Writing to a string does not fail.
                let _ = sentence(&mut why, code, &detail());
                return Err(Error::new(Code::NotPortable, label, why));
            }
            Portability::Warn => {}
        }
        let mut found = lock(&self.found);
        let Lints { kept, more } = &mut *found;
        let make = || Lint { code, label: label.to_owned(), detail: detail(), count: 1 };
        if let Some(lint) = keep(kept, more, |l| l.code == code && l.label == label, |l| &mut l.count, make) {
            tracing::warn!("not portable: {lint}");
        }
        Ok(())
    }

    fn at_most(
        &self,
        code: LintCode,
        label: &str,
        who: impl fmt::Display,
        asked: u32,
        portable: u32,
    ) -> Result<(), Error> {
        if asked <= portable {
            return Ok(());
        }
        self.note(code, label, || format!("{who} has {asked}, {portable} are portable"))
    }

    fn multiple(&self, code: LintCode, label: &str, what: &str, asked: u64, unit: u32) -> Result<(), Error> {
        if asked.is_multiple_of(u64::from(unit)) {
            return Ok(());
        }
        self.note(code, label, || format!("{what} is {asked}, multiples of {unit} are portable"))
    }

    /// A buffer's usage.
    pub(crate) fn buffer(&self, label: &str, usage: BufferUsage) -> Result<(), Error> {
        let alone = BufferUsage::UNIFORM | BufferUsage::COPY_DST | BufferUsage::COPY_SRC;
        if !usage.contains(BufferUsage::UNIFORM) || alone.contains(usage) {
            return Ok(());
        }
        let names = |u: BufferUsage| u.iter_names().map(|(n, _)| n).collect::<Vec<_>>().join(" | ");
        self.note(LintCode::UniformOnly, label, || {
            format!("{} was asked for, {} is portable", names(usage), names(usage & alone))
        })
    }

    /// Groups and push data of a pipeline.
    pub(crate) fn interface(
        &self,
        label: &str,
        groups: &[&BindGroupLayout],
        push: PushLayout,
    ) -> Result<(), Error> {
        if self.mode == Portability::Off {
            return Ok(());
        }
        let p = &PORTABLE;
        if push.bytes > 0 {
            let (asked, most) = (groups.len() as u32, p.bind_groups_with_push);
            self.at_most(LintCode::GroupsWithPush, label, "the pipeline", asked, most)?;
        }
        let all = || groups.iter().flat_map(|g| g.entries());
        let dynamic = all().filter(|e| e.kind == BindingKind::Uniform { dynamic: true }).count() as u32;
        let most = p.dynamic_uniform_buffers;
        self.at_most(LintCode::DynamicUniforms, label, "the pipeline", dynamic, most)?;
        for stage in Stages::all().iter() {
            let mut n = Bindings::default();
            all().filter(|e| e.stages.contains(stage)).for_each(|e| n.add(e.kind, e.count));
            let who = format_args!("the {} stage", stage_names(stage)).to_string();
            // Every texture and every sampler that is used is in one pair at least.
            let pairs = n.textures.max(n.samplers);
            self.at_most(LintCode::TextureSamplers, label, &who, pairs, p.texture_samplers_per_stage)?;
            self.at_most(LintCode::UniformBuffers, label, &who, n.uniforms, p.uniform_buffers_per_stage)?;
            let (code, most) = match stage == Stages::VERTEX {
                true => (LintCode::VertexStorage, p.storage_buffers_in_vertex),
                false => (LintCode::StorageBuffers, p.storage_buffers_per_stage),
            };
            self.at_most(code, label, &who, n.storages, most)?;
        }
        Ok(())
    }

    /// Colour targets of a pipeline. A pass that draws has the same ones.
    pub(crate) fn colors(&self, label: &str, colors: &[ColorState]) -> Result<(), Error> {
        let bytes = color_bytes(colors.iter().map(|c| c.format));
        if bytes <= PORTABLE.color_bytes_per_sample {
            return Ok(());
        }
        self.note(LintCode::ColorBytes, label, || {
            format!("{bytes} bytes were asked for, {} are portable", PORTABLE.color_bytes_per_sample)
        })
    }

    /// Offset of a binding of a group.
    pub(crate) fn binding(&self, label: &str, binding: u32, offset: u64) -> Result<(), Error> {
        let unit = PORTABLE.offset_alignment;
        if offset.is_multiple_of(u64::from(unit)) {
            return Ok(());
        }
        let what = format!("the offset of binding {binding}");
        self.multiple(LintCode::BindingOffset, label, &what, offset, unit)
    }

    /// Alignment that dynamic offsets are looked at with, where the device's own is this.
    pub(crate) fn dynamic_align(&self, device: u32) -> u32 {
        match self.mode {
            Portability::Off => device,
            Portability::Warn | Portability::Deny => device.max(PORTABLE.offset_alignment),
        }
    }

    /// The buffer's side of a copy with a texture: bytes of a row, bytes of a layer, and how many rows and layers there are.
    pub(crate) fn copy(
        &self,
        label: &str,
        offset: u64,
        row: (u32, u64),
        layer: (u64, u32),
    ) -> Result<(), Error> {
        let unit = PORTABLE.copy_offset_alignment;
        self.multiple(LintCode::CopyOffset, label, "the offset", offset, unit)?;
        // A single row can be as long as an API likes to have it.
        if row.1 > 1 {
            let row_bytes = u64::from(row.0);
            let unit = PORTABLE.copy_row_alignment;
            self.multiple(LintCode::CopyRow, label, "a row's size in bytes", row_bytes, unit)?;
        }
        if layer.1 > 1 {
            self.multiple(LintCode::CopyOffset, label, "a layer's size in bytes", layer.0, unit)?;
        }
        Ok(())
    }
}

/// Bindings that one stage sees.
#[derive(Default)]
struct Bindings {
    uniforms: u32,
    storages: u32,
    textures: u32,
    samplers: u32,
}

impl Bindings {
    fn add(&mut self, kind: BindingKind, count: u32) {
        let n = match kind {
            BindingKind::Uniform { .. } => &mut self.uniforms,
            BindingKind::Storage { .. } => &mut self.storages,
            BindingKind::Texture => &mut self.textures,
            BindingKind::Sampler => &mut self.samplers,
            BindingKind::StorageTexture { .. } => return,
        };
        *n = n.saturating_add(count);
    }
}

/// Bytes of colour a sample (WebGPU specification, "Calculating color attachment bytes per sample", with the table of texture
/// format capabilities): every target begins at a multiple of its component's size.
fn color_bytes(formats: impl Iterator<Item = Format>) -> u32 {
    formats.fold(0u32, |sum, f| {
        let (cost, align) = color_cost(f);
        sum.next_multiple_of(align) + cost
    })
}

/// Cost and alignment of a target, in bytes. Normalised and packed formats of four bytes cost eight: tile memory widens them.
fn color_cost(format: Format) -> (u32, u32) {
    let i = format.info();
    let (bytes, components) = (u32::from(i.block_bytes), u32::from(i.components));
    match format {
        Format::Rgb10a2Unorm | Format::Rgb10a2Uint | Format::Rg11b10Float | Format::Rgb9e5Float => (8, 4),
        _ if bytes == 4 && components == 4 && i.class == Class::Float => (8, 1),
        _ => (bytes, (bytes / components.max(1)).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::KEPT;

    #[test]
    fn colour_is_counted_as_webgpu_counts_it() {
        let bytes = |formats: &[Format]| color_bytes(formats.iter().copied());
        assert_eq!(bytes(&[Format::R8Unorm, Format::R32Float]), 8);
        assert_eq!(bytes(&[Format::R32Float, Format::R8Unorm]), 5);
        assert_eq!(bytes(&[Format::Rgba8Unorm; 4]), 32);
        assert_eq!(bytes(&[Format::Bgra8UnormSrgb, Format::Rgba8Uint]), 12);
        assert_eq!(bytes(&[Format::Rgba16Float, Format::Rg11b10Float, Format::Rgba32Float]), 32);
        assert_eq!(bytes(&[Format::R8Uint, Format::Rg16Float, Format::Rgb10a2Unorm]), 16);
    }

    #[test]
    fn findings_are_bounded_and_the_rest_is_counted() {
        let linter = Linter::new(Portability::Warn);
        for i in 0..KEPT + 3 {
            linter.buffer(&format!("b{i}"), BufferUsage::UNIFORM | BufferUsage::INDEX).unwrap();
        }
        linter.buffer("b7", BufferUsage::UNIFORM | BufferUsage::VERTEX).unwrap();
        let found = linter.found();
        assert_eq!((found.kept.len(), found.more, found.kept[7].count), (KEPT, 3, 2));
    }
}
