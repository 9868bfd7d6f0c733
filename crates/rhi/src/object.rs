//! Objects: owned values, neither `Copy` nor `Clone`. Recording borrows them; a drop hands them to the device, which
//! destroys them once no batch can be using them.

use crate::core::Core;
use crate::desc::{BufferUsage, Memory, TextureDim, TextureUsage, ViewDim};
use crate::error::Code;
use crate::format::{Class, Format};
use crate::label::Label;
use crate::limits::{MAX_BIND_GROUPS, MAX_DYNAMIC_OFFSETS};
use crate::lint::LintCode;
use crate::record::Raw;
use crate::track;
use crate::usage::{Layout, Stages, SubRange, Usage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kind of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the field's standard names")]
pub enum Kind {
    Buffer,
    Texture,
    View,
    Sampler,
    BindGroupLayout,
    BindGroup,
    PipelineLayout,
    RasterPipeline,
    ComputePipeline,
    QuerySet,
    Surface,
    Swapchain,
    /// An image of a swapchain, which goes with it.
    SurfaceImage,
}

/// A native handle together with what its backend needs to destroy it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Native {
    /// What the command table takes.
    pub raw: Raw,
    /// The backend's own; nobody else reads it.
    pub aux: u64,
}

/// No slot in the state table: the object is settled.
pub(crate) const SETTLED: u32 = u32::MAX;

/// What every object has.
#[derive(Debug)]
pub(crate) struct Obj {
    pub(crate) core: Arc<Core>,
    pub(crate) kind: Kind,
    pub(crate) native: Native,
    /// Slot in the state table, or [`SETTLED`].
    pub(crate) slot: u32,
    /// Index into the device's register of live objects.
    pub(crate) entry: u32,
    pub(crate) label: Label,
    /// A tracked texture that has been settled since.
    pub(crate) settled: AtomicBool,
    /// What it needs: a view its texture, a group what it names, a pipeline its layout.
    pub(crate) keep: Keep,
}

/// Objects that an object needs. One, which is what views and pipelines need, takes no memory of its own.
#[derive(Debug, Default)]
pub(crate) enum Keep {
    #[default]
    None,
    One(Arc<Obj>),
    Many(Box<[Arc<Obj>]>),
}

impl std::ops::Deref for Keep {
    type Target = [Arc<Obj>];
    fn deref(&self) -> &[Arc<Obj>] {
        match self {
            Self::None => &[],
            Self::One(o) => std::slice::from_ref(o),
            Self::Many(all) => all,
        }
    }
}

impl Drop for Obj {
    fn drop(&mut self) {
        self.core.retire(self);
    }
}

/// A buffer.
#[derive(Debug)]
pub struct Buffer {
    pub(crate) raw: Raw,
    pub(crate) size: u64,
    pub(crate) device: u32,
    pub(crate) usage: BufferUsage,
    /// Slot in the state table, or [`SETTLED`].
    pub(crate) slot: u32,
    /// The device's number when it is settled and has vertex usage, else 0, which is no device's.
    pub(crate) vertex_key: u32,
    /// Bytes in words of 4, rounded up.
    pub(crate) words: u64,
    pub(crate) memory: Memory,
    pub(crate) obj: Arc<Obj>,
}

impl Buffer {
    /// Size in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.size
    }
    /// What it may be used for.
    pub fn usage(&self) -> BufferUsage {
        self.usage
    }
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
    pub(crate) fn resource(&self) -> track::Resource {
        Self::resource_of(self.slot, self.raw)
    }
    pub(crate) fn resource_of(slot: u32, raw: Raw) -> track::Resource {
        track::Resource {
            slot,
            kind: crate::usage::ResourceKind::Buffer,
            aspects: SubRange::BUFFER.aspects,
            mips: 1,
            layers: 1,
            exclusive: false,
            raw,
        }
    }
}

/// A texture.
#[derive(Debug)]
pub struct Texture {
    pub(crate) info: TextureInfo,
    pub(crate) resource: track::Resource,
    pub(crate) device: u32,
    pub(crate) obj: Arc<Obj>,
}

/// Shape and use of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureInfo {
    /// Shape.
    pub dim: TextureDim,
    /// Format.
    pub format: Format,
    /// Size of mip level 0 in texels.
    pub size: [u32; 3],
    /// Layers.
    pub layers: u32,
    /// Mip levels.
    pub mips: u32,
    /// Samples.
    pub samples: u32,
    /// Usage.
    pub usage: TextureUsage,
    /// Several queues may use it at once.
    pub shared: bool,
}

impl TextureInfo {
    /// An image of a surface: width and height in texels.
    pub fn of_surface(format: Format, [width, height]: [u32; 2]) -> Self {
        Self {
            dim: TextureDim::D2,
            format,
            size: [width, height, 1],
            layers: 1,
            mips: 1,
            samples: 1,
            usage: TextureUsage::COLOR,
            shared: false,
        }
    }

    /// Size of a mip level in texels.
    pub fn level_size(&self, mip: u32) -> [u32; 3] {
        self.size.map(|s| (s >> mip).max(1))
    }

    /// Bytes of its texels; a driver may need more for them.
    pub(crate) fn texel_bytes(&self) -> u64 {
        let level = |mip| self.format.level_bytes(self.level_size(mip));
        let all = (0..self.mips).map(level).fold(0, u64::saturating_add);
        all.saturating_mul(u64::from(self.layers)).saturating_mul(u64::from(self.samples.max(1)))
    }
}

impl Texture {
    /// Shape and use.
    pub fn info(&self) -> &TextureInfo {
        &self.info
    }
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
}

/// Beside the samples in an attachment's number: the view has several layers. Their number is compared apart.
pub(crate) const LAYERED: u8 = 1 << 7;

/// In an attachment's number: the view takes the long way of declaring a pass, since it shows slices of a volume or a transient
/// texture. Devices are numbered below it.
pub(crate) const UNUSUAL: u64 = 1 << 63;

/// One number for device, size and samples of an attachment: 24, 2 x 16 and 8 bits, the highest of which is [`LAYERED`]. Equal
/// numbers, none of them 0, may stand in one pass.
pub(crate) fn attach_key(device: u32, size: [u32; 2], samples: u8) -> u64 {
    u64::from(device) << 40
        | u64::from(size[0] & 0xffff) << 24
        | u64::from(size[1] & 0xffff) << 8
        | u64::from(samples)
}

/// A view: a range of a texture's subresources.
#[derive(Debug)]
pub struct View {
    pub(crate) raw: Raw,
    /// What an attachment must share with the others and with the device: see [`attach_key`].
    pub(crate) color_key: u64,
    pub(crate) depth_key: u64,
    pub(crate) device: u32,
    pub(crate) format: Format,
    pub(crate) samples: u8,
    /// Size of the view's first mip level.
    pub(crate) size: [u32; 2],
    pub(crate) usage: TextureUsage,
    pub(crate) place: track::Place,
    /// Layers, or slices of a volume.
    pub(crate) layers: u16,
    /// It shows some slices of a volume's level and not all, which the tracker does not tell apart.
    pub(crate) part_of_level: bool,
    /// The view shows depth and stencil at once: it can be attached and not sampled.
    pub(crate) both_aspects: bool,
    /// Dimension that a shader sees; not `Auto`.
    pub(crate) dim: ViewDim,
    /// What a shader reads.
    pub(crate) class: Class,
    pub(crate) obj: Arc<Obj>,
}

impl View {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
    /// Its format.
    pub fn format(&self) -> Format {
        self.format
    }
    /// Samples of its texture.
    pub fn samples(&self) -> u32 {
        u32::from(self.samples)
    }
    /// Its native handle, for backends.
    #[inline]
    pub fn raw(&self) -> Raw {
        self.raw
    }
    /// Number of its layers or slices, for backends.
    #[inline]
    pub fn layers(&self) -> u32 {
        u32::from(self.layers)
    }
    /// Aspects of its texture, for backends.
    #[inline]
    pub fn texture_aspects(&self) -> crate::format::Aspects {
        self.place.resource.aspects
    }
    /// Width and height of its first mip level.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

/// A sampler.
#[derive(Debug)]
pub struct Sampler {
    /// It compares.
    pub(crate) compares: bool,
    pub(crate) obj: Arc<Obj>,
}

impl Sampler {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
}

/// Layout of bind groups. Two layouts with the same entries are the same layout.
#[derive(Debug, Clone)]
pub struct BindGroupLayout {
    pub(crate) inner: Arc<LayoutInner>,
}

#[derive(Debug)]
pub(crate) struct LayoutInner {
    /// Unique in the process, so that a foreign device's group differs by itself.
    pub(crate) id: u32,
    pub(crate) entries: Box<[crate::desc::LayoutEntry]>,
    /// Bindings whose samplers are part of the layout, sorted, and whether all of them compare (or none).
    pub(crate) immutable: Box<[(u32, Option<bool>)]>,
    pub(crate) obj: Arc<Obj>,
}

impl LayoutInner {
    /// Are the samplers of a binding part of the layout?
    pub(crate) fn is_immutable(&self, binding: u32) -> bool {
        self.immutable.iter().any(|(b, _)| *b == binding)
    }
}

impl BindGroupLayout {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.inner.obj.label
    }
    /// Its entries, by binding number.
    pub fn entries(&self) -> &[crate::desc::LayoutEntry] {
        &self.inner.entries
    }
}

/// One tracked resource that a bind group names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tracked {
    pub(crate) place: track::Place,
    pub(crate) usage: Usage,
    pub(crate) layout: Layout,
    pub(crate) scopes: track::Scopes,
}

/// A number that no layout and no empty index has.
pub(crate) const NO_LAYOUT: u32 = u32::MAX;

/// A bind group.
#[derive(Debug)]
pub struct BindGroup {
    pub(crate) raw: Raw,
    /// The layout's number, or [`NO_LAYOUT`] when the group names tracked resources, so that binding it takes the slow way.
    pub(crate) layout_key: u32,
    pub(crate) n_dynamic: u32,
    /// Largest dynamic offset of each dynamic binding that keeps it within its buffer.
    pub(crate) dynamic_max: [u32; MAX_DYNAMIC_OFFSETS],
    /// Alignment of dynamic offsets that every backend takes (or, where nobody asks for that, the device), minus one.
    pub(crate) align_mask: u32,
    pub(crate) layout_id: u32,
    pub(crate) device: u32,
    pub(crate) tracked: Box<[Tracked]>,
    /// Alignment of dynamic offsets that the device takes, minus one.
    pub(crate) device_mask: u32,
    /// A dynamic offset that only this device takes was noted.
    pub(crate) odd_offset_noted: AtomicBool,
    pub(crate) obj: Arc<Obj>,
    /// An equal layout that is made while the group lives is the same one, so that the group fits it.
    pub(crate) _layout: Arc<LayoutInner>,
}

impl BindGroup {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }

    /// A dynamic offset that is not what every backend takes: may it pass here? It is noted once for the group.
    ///
    /// # Errors
    /// The broken rule, and what is allowed.
    #[cold]
    pub(crate) fn judge_offset(&self, k: usize, offset: u32) -> Result<(), (Code, u64)> {
        if offset > self.dynamic_max[k] || offset & self.device_mask != 0 {
            return Err((Code::DynamicOffset, u64::from(self.dynamic_max[k])));
        }
        if offset & self.align_mask == 0 || self.odd_offset_noted.load(Ordering::Relaxed) {
            return Ok(());
        }
        let unit = crate::limits::PORTABLE.offset_alignment;
        let noted = self.obj.core.lints.note(LintCode::DynamicOffset, self.label(), || {
            format!("dynamic offset {k} is {offset}, multiples of {unit} are portable")
        });
        match noted {
            Ok(()) => {
                self.odd_offset_noted.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(_) => Err((Code::NotPortable, u64::from(unit))),
        }
    }
}

/// Where the view mask stands in [`TargetKey::rest`]: it has [`crate::limits::MAX_VIEWS`] bits.
const VIEWS_SHIFT: u32 = 16;
/// In [`TargetKey::rest`] of a pass: depth and stencil are only tested. No pipeline's key has it, so that binding one to such
/// a pass takes the slow way.
pub(crate) const READ_ONLY: u64 = 1 << 31;

/// What the passes of a pipeline's targets look like, packed to compare in two words: formats plus one by byte, then depth
/// format, samples, view mask and the device's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct TargetKey {
    pub(crate) colors: u64,
    pub(crate) rest: u64,
}

impl TargetKey {
    pub(crate) fn new(device: u32, depth: Option<Format>, samples: u32) -> Self {
        let depth = depth.map_or(0, |f| f as u64 + 1);
        Self { colors: 0, rest: u64::from(device) << 32 | depth << 8 | u64::from(samples) }
    }
    /// The same for draws that go to these views.
    pub(crate) fn with_views(mut self, view_mask: u32) -> Self {
        self.rest |= u64::from(view_mask) << VIEWS_SHIFT;
        self
    }
    #[inline]
    pub(crate) fn add(&mut self, index: usize, format: Format) {
        self.colors |= (format as u64 + 1) << (8 * index);
    }
    /// In words.
    pub(crate) fn text(self) -> String {
        let format = |n: u64| match n.checked_sub(1).and_then(|n| Format::ALL.get(n as usize)) {
            Some(f) => f.to_string(),
            None => "none".to_owned(),
        };
        let last = (64 - self.colors.leading_zeros()).div_ceil(8);
        let colors: Vec<_> = (0..last).map(|i| format(self.colors >> (8 * i) & 0xff)).collect();
        let colors = if colors.is_empty() { "none".to_owned() } else { colors.join(", ") };
        let (depth, samples) = (format(self.rest >> 8 & 0xff), self.rest & 0xff);
        let views = self.rest >> VIEWS_SHIFT & ((1 << crate::limits::MAX_VIEWS) - 1);
        format!("colours {colors}, depth {depth}, {samples} samples, view mask {views:#b}")
    }
}

/// What a pipeline expects to be bound, and the layout through which it is bound.
#[derive(Debug)]
pub(crate) struct Interface {
    pub(crate) layout: Raw,
    pub(crate) group_ids: [u32; MAX_BIND_GROUPS],
    /// Native stage flags of push data, and its size.
    pub(crate) push_stages: u32,
    pub(crate) push_bytes: u32,
    /// Keeps the layouts' numbers from being given to others.
    pub(crate) layouts: Box<[Arc<LayoutInner>]>,
    pub(crate) obj: Arc<Obj>,
}

/// A raster pipeline.
#[derive(Debug)]
pub struct RasterPipeline {
    pub(crate) raw: Raw,
    pub(crate) layout: Raw,
    pub(crate) target: TargetKey,
    /// Bits of [`crate::record`] that a draw needs.
    pub(crate) need: u32,
    /// It may change depth or stencil.
    pub(crate) writes_depth: bool,
    pub(crate) interface: Arc<Interface>,
    pub(crate) obj: Arc<Obj>,
}

impl RasterPipeline {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
}

/// A compute pipeline.
#[derive(Debug)]
pub struct ComputePipeline {
    pub(crate) raw: Raw,
    pub(crate) layout: Raw,
    pub(crate) device: u32,
    pub(crate) need: u32,
    pub(crate) interface: Arc<Interface>,
    pub(crate) obj: Arc<Obj>,
}

impl ComputePipeline {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
}

/// Names a stage for messages.
pub(crate) fn stage_names(stages: Stages) -> String {
    let mut names = Vec::new();
    for (stage, name) in [
        (Stages::VERTEX, "vertex"),
        (Stages::TESSELLATION_CONTROL, "tessellation control"),
        (Stages::TESSELLATION_EVALUATION, "tessellation evaluation"),
        (Stages::GEOMETRY, "geometry"),
        (Stages::FRAGMENT, "fragment"),
        (Stages::COMPUTE, "compute"),
    ] {
        if stages.contains(stage) {
            names.push(name);
        }
    }
    names.join("+")
}
