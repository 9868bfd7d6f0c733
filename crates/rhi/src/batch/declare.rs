//! Declarations: what a pass reads and writes. Order is the order of declaration; barriers are derived here.

use super::{Batch, BatchInner};
use crate::backend::{ColorPlan, DepthPlan, Load, PassPart, RasterPlan, Store};
use crate::core::Core;
use crate::desc::{BufferUsage, TextureUsage};
use crate::error::{Code, Error, Place};
use crate::format::Aspects;
use crate::limits::MAX_COLOR_TARGETS;
use crate::object::{BindGroup, Buffer, SETTLED, TargetKey, View};
use crate::record::{Cmd, ComputePass, ComputeStart, Declared, RasterPass, Raw, calls};
use crate::track::Conflict;
use crate::usage::{Access, Stages, SubRange, Usage};

/// A use that is neither an attachment nor in a bind group.
#[derive(Debug, Clone, Copy)]
pub enum Use<'a> {
    /// Of a view.
    View(&'a View, Access, Stages),
    /// Of a buffer.
    Buffer(&'a Buffer, Access, Stages),
}

/// A colour attachment.
#[derive(Debug, Clone, Copy)]
pub struct Color<'a> {
    /// View of one mip level and one layer.
    pub view: &'a View,
    /// At the beginning; colours are linear, red first.
    pub load: Load<[f32; 4]>,
    /// At the end.
    pub store: Store,
    /// A single-sampled view that the samples are averaged into at the end.
    pub resolve: Option<&'a View>,
}

impl<'a> Color<'a> {
    /// Cleared, kept.
    pub fn clear(view: &'a View, color: [f32; 4]) -> Self {
        Self { view, load: Load::Clear(color), store: Store::Store, resolve: None }
    }
    /// Kept.
    pub fn load(view: &'a View) -> Self {
        Self { view, load: Load::Load, store: Store::Store, resolve: None }
    }
}

/// A depth attachment.
#[derive(Debug, Clone, Copy)]
pub struct Depth<'a> {
    /// View of one mip level and one layer.
    pub view: &'a View,
    /// Tested and not written; it may then be sampled in the same pass.
    pub read_only: bool,
    /// At the beginning: depth and stencil.
    pub load: Load<(f32, u32)>,
    /// At the end.
    pub store: Store,
}

impl<'a> Depth<'a> {
    /// Cleared, kept.
    pub fn clear(view: &'a View, depth: f32) -> Self {
        Self { view, read_only: false, load: Load::Clear((depth, 0)), store: Store::Store }
    }
    /// Only tested.
    pub fn read_only(view: &'a View) -> Self {
        Self { view, read_only: true, load: Load::Load, store: Store::Store }
    }
}

/// A raster pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct RasterDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Colour attachments, at most 8.
    pub color: &'a [Color<'a>],
    /// Depth attachment.
    pub depth: Option<Depth<'a>>,
    /// Uses beside attachments and groups: tracked vertex, index and indirect buffers.
    pub uses: &'a [Use<'a>],
    /// Groups that the pass will bind, as far as they name what passes write. Others need not be here.
    pub groups: &'a [&'a BindGroup],
}

/// Are dispatches of a pass ordered?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// They may overlap.
    #[default]
    Unordered,
    /// Each sees what the last one wrote.
    Serial,
}

/// A compute pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct ComputeDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Uses beside groups: indirect buffers.
    pub uses: &'a [Use<'a>],
    /// Groups that the pass will bind, as far as they name what passes write.
    pub groups: &'a [&'a BindGroup],
    /// Are dispatches ordered?
    pub order: Order,
}

const COLOR: Usage = Usage::new(Access::COLOR, Stages::empty());
const DEPTH: Usage = Usage::new(Access::DEPTH, Stages::empty());
const DEPTH_READ: Usage = Usage::new(Access::DEPTH_READ, Stages::empty());

/// What the attachments of a pass share.
#[derive(Clone, Copy)]
struct Frame {
    size: [u32; 2],
    samples: u8,
}

impl Batch {
    /// Declares a raster pass and records it at once.
    #[inline]
    pub fn raster(&mut self, d: &RasterDesc<'_>, record: impl FnOnce(&mut RasterPass<'_>)) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let core = &*self.core;
        let Some((cmd, key)) = inner.begin_raster(core, d, None) else { return };
        let declared = Declared { groups: &inner.groups, uses: &inner.uses };
        let multi = core.enabled.contains(crate::backend::Enabled::MULTI_DRAW_INDIRECT);
        let mut pass = RasterPass::new(cmd, &core.table, key, core.id, multi, declared, &mut inner.latch);
        record(&mut pass);
        let stats = pass.stats();
        calls::end_raster(&*core.backend, cmd, d.label);
        inner.stats.raster_passes += 1;
        inner.stats.add_pass(&stats);
        if inner.latch.count != 0 {
            inner.collect(d.label);
        }
    }

    /// Declares a compute pass and records it at once.
    pub fn compute(&mut self, d: &ComputeDesc<'_>, record: impl FnOnce(&mut ComputePass<'_>)) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let core = &*self.core;
        if !inner.errors.is_empty() {
            return;
        }
        if !core.enabled.contains(crate::backend::Enabled::COMPUTE) {
            return inner.fail_pass(d.label, Code::NotEnabled, "", "compute");
        }
        inner.start();
        if !inner.declare_rest(core, d.label, d.uses, d.groups) {
            return;
        }
        let Some(cmd) = inner.inline_list(core) else { return };
        let barriers = match inner.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => return inner.conflict(d.label, c, &[], d.groups, d.uses),
        };
        inner.stats.barriers += barriers.len() as u64;
        inner.stats.compute_passes += 1;
        calls::begin_compute(&*core.backend, cmd, barriers, d.label);
        let mut pass = ComputePass::new(ComputeStart {
            cmd,
            table: &core.table,
            backend: &*core.backend,
            device: core.id,
            max_workgroups: core.limits.max_workgroups,
            serial: d.order == Order::Serial,
            declared: Declared { groups: &inner.groups, uses: &inner.uses },
            latch: &mut inner.latch,
        });
        record(&mut pass);
        let stats = pass.stats;
        calls::end_compute(&*core.backend, cmd, d.label);
        inner.stats.add_pass(&stats);
        if inner.latch.count != 0 {
            inner.collect(d.label);
        }
    }
}

impl BatchInner {
    #[inline]
    pub(super) fn start(&mut self) {
        self.groups.clear();
        self.uses.clear();
        self.tracker.begin_pass();
    }

    /// Declares a raster pass and begins it, in the inline list or in a given one. `None`: an error was noted.
    #[inline]
    pub(super) fn begin_raster(
        &mut self,
        core: &Core,
        d: &RasterDesc<'_>,
        list: Option<Cmd>,
    ) -> Option<(Cmd, TargetKey)> {
        let (key, size, depth) = self.declare_raster(core, d)?;
        let cmd = match list {
            Some(cmd) => cmd,
            None => self.inline_list(core)?,
        };
        let barriers = match self.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => {
                self.conflict(d.label, c, d.color, d.groups, d.uses);
                return None;
            }
        };
        self.stats.barriers += barriers.len() as u64;
        let part = PassPart::Whole;
        let plan = RasterPlan { label: d.label, barriers, color: &self.color, depth, size, part };
        calls::begin_raster(&*core.backend, cmd, &plan);
        Some((cmd, key))
    }

    /// Declares; barriers are read by `tracker.end_pass` afterwards.
    #[inline]
    pub(super) fn declare_raster(
        &mut self,
        core: &Core,
        d: &RasterDesc<'_>,
    ) -> Option<(TargetKey, [u32; 2], Option<DepthPlan>)> {
        if !self.errors.is_empty() {
            return None;
        }
        self.start();
        self.color.clear();
        let n = d.color.len();
        if n > MAX_COLOR_TARGETS || (n == 0 && d.depth.is_none()) {
            self.fail_pass(d.label, Code::TargetCount, "", format!("{n} colour targets"));
            return None;
        }
        let first = d.color.first().map(|c| c.view).or(d.depth.as_ref().map(|x| x.view))?;
        let frame = Frame { size: first.size, samples: first.samples };
        let mut colors = 0;
        for (i, c) in d.color.iter().enumerate() {
            let v = c.view;
            if !fits(core, v, TextureUsage::COLOR, frame) {
                self.refuse_attachment(core, d.label, v, TextureUsage::COLOR, frame);
                return None;
            }
            colors |= (v.format as u64 + 1) << (8 * i);
            let kept = matches!(c.load, Load::Load);
            self.tracker.touch(&v.resource, &v.range, v.whole, COLOR, !kept);
            let mut resolve = Raw::NULL;
            if let Some(target) = c.resolve {
                if !self.declare_resolve(core, d.label, v, target) {
                    return None;
                }
                resolve = target.raw;
            }
            self.color.push(ColorPlan { view: v.raw, load: c.load, store: c.store, resolve });
        }
        let mut depth_plan = None;
        let mut depth_format = None;
        if let Some(depth) = &d.depth {
            depth_plan = Some(self.declare_depth(core, d.label, depth, frame)?);
            depth_format = Some(depth.view.format);
        }
        let mut key = TargetKey::new(core.id, depth_format, u32::from(frame.samples));
        key.colors = colors;
        if !self.declare_rest(core, d.label, d.uses, d.groups) {
            return None;
        }
        Some((key, frame.size, depth_plan))
    }

    fn declare_depth(&mut self, core: &Core, pass: &str, d: &Depth<'_>, frame: Frame) -> Option<DepthPlan> {
        let v = d.view;
        if !fits(core, v, TextureUsage::DEPTH, frame) {
            self.refuse_attachment(core, pass, v, TextureUsage::DEPTH, frame);
            return None;
        }
        let kept = matches!(d.load, Load::Load);
        if d.read_only && !kept {
            self.fail_pass(pass, Code::PipelineState, v.label(), "a read-only depth attachment is loaded");
            return None;
        }
        let usage = if d.read_only { DEPTH_READ } else { DEPTH };
        self.tracker.touch(&v.resource, &v.range, v.whole, usage, !kept);
        let aspects: Aspects = v.resource.aspects;
        Some(DepthPlan { view: v.raw, aspects, read_only: d.read_only, load: d.load, store: d.store })
    }

    #[cold]
    #[inline(never)]
    fn declare_resolve(&mut self, core: &Core, pass: &str, from: &View, to: &View) -> bool {
        let frame = Frame { size: from.size, samples: 1 };
        if !fits(core, to, TextureUsage::COLOR, frame) {
            self.refuse_attachment(core, pass, to, TextureUsage::COLOR, frame);
            return false;
        }
        if from.samples == 1 || to.format != from.format {
            let detail = format!("from {} samples of {} to {}", from.samples, from.format, to.format);
            self.fail_pass(pass, Code::ResolveTarget, to.label(), detail);
            return false;
        }
        self.tracker.touch(&to.resource, &to.range, to.whole, COLOR, true);
        true
    }

    #[inline]
    pub(super) fn declare_rest(&mut self, core: &Core, pass: &str, uses: &[Use<'_>], groups: &[&BindGroup]) -> bool {
        for g in groups {
            if g.device != core.id {
                self.fail_pass(pass, Code::ForeignObject, g.label(), "");
                return false;
            }
            self.groups.push(g.raw);
            for t in &g.tracked {
                self.tracker.touch(&t.resource, &t.range, t.whole, t.usage, false);
            }
        }
        uses.iter().all(|u| self.declare_use(core, pass, u))
    }

    fn declare_use(&mut self, core: &Core, pass: &str, u: &Use<'_>) -> bool {
        let (device, label, resource, range, whole, access, stages) = match u {
            Use::View(v, access, stages) => (v.device, v.label(), v.resource, v.range, v.whole, *access, *stages),
            Use::Buffer(b, access, stages) => {
                (b.device, b.label(), b.resource(), SubRange::BUFFER, true, *access, *stages)
            }
        };
        if device != core.id {
            self.fail_pass(pass, Code::ForeignObject, label, "");
            return false;
        }
        let allowed = match u {
            Use::View(v, access, _) => view_allows(v, *access),
            Use::Buffer(b, access, _) => buffer_allows(b, *access),
        };
        if !allowed {
            self.fail_pass(pass, Code::MissingUsage, label, format!("{access:?} was declared"));
            return false;
        }
        if resource.slot == SETTLED {
            return true;
        }
        let usage = Usage::new(access, stages);
        self.uses.push((resource.slot, usage));
        self.tracker.touch(&resource, &range, whole, usage, false);
        true
    }

    #[cold]
    #[inline(never)]
    fn refuse_attachment(&mut self, core: &Core, pass: &str, v: &View, usage: TextureUsage, frame: Frame) {
        let (code, detail) = if v.device != core.id {
            (Code::ForeignObject, String::new())
        } else if !v.usage.contains(usage) {
            (Code::MissingUsage, format!("{usage:?} is missing"))
        } else if v.range.mips != 1 || v.range.layers != 1 {
            (Code::AttachmentView, format!("{} mip levels, {} layers", v.range.mips, v.range.layers))
        } else {
            let [w, h] = v.size;
            let [fw, fh] = frame.size;
            let detail =
                format!("{w}x{h} with {} samples beside {fw}x{fh} with {}", v.samples, frame.samples);
            (Code::AttachmentSize, detail)
        };
        self.fail_pass(pass, code, v.label(), detail);
    }

    /// Names the two uses that cannot stand beside each other.
    #[cold]
    #[inline(never)]
    pub(super) fn conflict(
        &mut self,
        pass: &str,
        c: Conflict,
        color: &[Color<'_>],
        groups: &[&BindGroup],
        uses: &[Use<'_>],
    ) {
        let in_color = color.iter().find(|x| x.view.resource.slot == c.slot).map(|x| x.view.label());
        let in_uses = || {
            uses.iter().find_map(|u| match u {
                Use::View(v, ..) if v.resource.slot == c.slot => Some(v.label()),
                Use::Buffer(b, ..) if b.slot == c.slot => Some(b.label()),
                Use::View(..) | Use::Buffer(..) => None,
            })
        };
        let in_groups = || {
            groups.iter().find_map(|g| {
                let i = g.tracked.iter().position(|t| t.resource.slot == c.slot)?;
                let mut named = g.obj.keep.iter().filter(|o| {
                    o.slot == c.slot || o.keep.first().is_some_and(|t| t.slot == c.slot)
                });
                named.next().map(|o| &*o.label).or(Some(g.label())).filter(|_| i < g.tracked.len())
            })
        };
        let label = in_color.or_else(in_uses).or_else(in_groups).unwrap_or_default().to_owned();
        let detail = format!("{:?} and {:?}", c.earlier.access(), c.later.access());
        let place = Place { pass: pass.to_owned(), command: None, more: 0 };
        self.fail(Error::new(Code::UseConflict, label, detail).at(place));
    }
}

#[inline]
fn fits(core: &Core, v: &View, usage: TextureUsage, f: Frame) -> bool {
    v.device == core.id
        && v.usage.contains(usage)
        && v.range.mips == 1
        && v.range.layers == 1
        && v.size == f.size
        && v.samples == f.samples
}

fn view_allows(v: &View, access: Access) -> bool {
    [
        (Access::SAMPLED, TextureUsage::SAMPLED),
        (Access::STORAGE_READ, TextureUsage::STORAGE),
        (Access::STORAGE_WRITE, TextureUsage::STORAGE),
    ]
    .iter()
    .fold(access, |left, (a, u)| if v.usage.contains(*u) { left - *a } else { left })
    .is_empty()
}

fn buffer_allows(b: &Buffer, access: Access) -> bool {
    [
        (Access::VERTEX, BufferUsage::VERTEX),
        (Access::INDEX, BufferUsage::INDEX),
        (Access::UNIFORM, BufferUsage::UNIFORM),
        (Access::INDIRECT, BufferUsage::INDIRECT),
        (Access::STORAGE_READ, BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE),
        (Access::STORAGE_WRITE, BufferUsage::STORAGE_WRITE),
    ]
    .iter()
    .fold(access, |left, (a, u)| if b.usage.intersects(*u) { left - *a } else { left })
    .is_empty()
}
