//! Declarations: what a pass reads and writes. Order is the order of declaration; barriers are derived here.

use super::{Batch, BatchInner, Depth};
use crate::backend::{Enabled, Load, PassPart, RasterPlan, Store};
use crate::core::{COLOR, Core};
use crate::desc::{BufferUsage, TextureUsage};
use crate::error::{Code, Error, Place};
use crate::limits::MAX_COLOR_TARGETS;
use crate::object::{BindGroup, Buffer, LAYERED, SETTLED, TargetKey, Texture, UNUSUAL, View, attach_key};
use crate::query::PassQueries;
use crate::queue::Queue;
use crate::record::{Cmd, ComputePass, ComputeStart, Declared, RasterPass, calls};
use crate::stats::PassKind;
use crate::track::{Conflict, List};
use crate::usage::{Access, Layout, Stages, SubRange, Usage};

/// A use that is neither an attachment nor in a bind group.
#[derive(Debug, Clone, Copy)]
pub enum Use<'a> {
    /// Of a view.
    View(&'a View, Access, Stages),
    /// Of a whole texture.
    Texture(&'a Texture, Access, Stages),
    /// Of a buffer.
    Buffer(&'a Buffer, Access, Stages),
}

/// A colour attachment.
#[derive(Debug, Clone, Copy)]
pub struct Color<'a> {
    /// View of one mip level. One of several layers is drawn into by layer: by a geometry shader's choice, or by view.
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

/// A raster pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct RasterDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Colour attachments, at most 8.
    pub color: &'a [Color<'a>],
    /// Depth attachment.
    pub depth: Option<Depth<'a>>,
    /// Views that each draw goes to, one layer of every attachment each, the first in the lowest bit; 0 for none. Layers without a
    /// view are left as they are. Needs multiview.
    pub view_mask: u32,
    /// Uses beside attachments and groups: tracked vertex, index and indirect buffers.
    pub uses: &'a [Use<'a>],
    /// Groups that the pass will bind, as far as they name what passes write. Others need not be here.
    pub groups: &'a [&'a BindGroup],
    /// Queries that it writes.
    pub queries: Option<&'a PassQueries<'a>>,
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
    /// Where it runs.
    pub queue: Queue,
    /// Queries that it writes.
    pub queries: Option<&'a PassQueries<'a>>,
}

impl Batch {
    /// Declares a raster pass and records it at once.
    #[inline]
    pub fn raster(&mut self, d: &RasterDesc<'_>, record: impl FnOnce(&mut RasterPass<'_>)) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let core = &*self.core;
        let cmd = inner.begin_raster(core, d);
        if cmd == Cmd::NULL {
            return;
        }
        let open = Recording { inner, label: &d.label };
        let inner = &mut *open.inner;
        let declared = Declared { groups: d.groups, extra: &inner.extra };
        let mut pass = RasterPass::new(cmd, core, inner.key, declared, &mut inner.latch);
        record(&mut pass);
        // Errors, queries and open groups all say so in one place.
        let busy = pass.close();
        let stats = pass.stats();
        inner.pass_stats.add(&stats);
        let moved = stats.others != 0;
        calls::end_raster(&*core.backend, cmd, d.label);
        if moved {
            inner.viewport = [0; 2];
        }
        if busy {
            inner.end_busy(core, cmd, d.label);
        }
        open.end();
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
        if !inner.check_queue(core, d.label, d.queue) {
            return;
        }
        inner.start_on(d.queue);
        if !inner.declare_groups(core, d.queue, d.groups, move || d.label)
            || !inner.declare_uses(core, d.label, d.uses)
        {
            return;
        }
        // What another queue writes into a set would not be ordered with what the main one resolves.
        let timed = inner.timing.on && d.queue == Queue::Main;
        inner.queried = d.queries.is_some() || timed || core.follower.is_some();
        if inner.queried {
            if d.queries.is_some() && d.queue != Queue::Main {
                let detail = "queries are written on the main queue";
                return inner.fail_pass(d.label, Code::QueryRange, "", detail);
            }
            if !inner.declare_queries(core, d.label, d.queries, (PassKind::Compute, timed)) {
                return;
            }
        }
        let Some(cmd) = inner.inline_list(core, d.queue) else { return };
        if inner.queried {
            inner.begin_queries(core, cmd);
        }
        let barriers = match inner.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => return inner.conflict(d.label, c, &[], d.groups, d.uses),
        };
        inner.stats.barriers += barriers.len() as u64;
        inner.stats.compute_passes += 1;
        calls::begin_compute(&*core.backend, cmd, barriers, d.label);
        let open = Recording { inner, label: &d.label };
        let inner = &mut *open.inner;
        let mut pass = ComputePass::new(ComputeStart {
            cmd,
            table: &core.table,
            backend: &*core.backend,
            device: core.id,
            max_workgroups: core.limits.max_workgroups,
            serial: d.order == Order::Serial,
            declared: Declared { groups: d.groups, extra: &inner.extra },
            marked: core.marked,
            latch: &mut inner.latch,
        });
        record(&mut pass);
        pass.close();
        let stats = pass.stats;
        calls::end_compute(&*core.backend, cmd, d.label);
        if inner.queried {
            inner.end_queries(core, cmd);
        }
        inner.pass_stats.add(&stats);
        if inner.latch.count != 0 {
            inner.collect(d.label);
        }
        open.end();
    }
}

/// A pass while it is recorded. A panic leaves it open in its list, so that the batch is not submitted.
pub(super) struct Recording<'a, 'd> {
    pub(super) inner: &'a mut BatchInner,
    /// Where the label is: it is only read for an error.
    pub(super) label: &'a &'d str,
}

impl Recording<'_, '_> {
    /// The pass has ended as it should.
    #[inline(always)]
    pub(super) fn end(self) {
        std::mem::forget(self);
    }
}

impl Drop for Recording<'_, '_> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        self.inner.cut_short(self.label);
    }
}

impl BatchInner {
    /// What is left of a pass that had errors or queries.
    #[cold]
    #[inline(never)]
    fn end_busy(&mut self, core: &Core, cmd: Cmd, label: &str) {
        if self.queried {
            self.end_queries(core, cmd);
        }
        if self.latch.count != 0 {
            self.collect(label);
        }
    }

    /// The recording of a pass has panicked.
    #[cold]
    pub(super) fn cut_short(&mut self, pass: &str) {
        self.fail_pass(pass, Code::PassCutShort, "", "its recording panicked");
    }

    #[inline(always)]
    pub(super) fn start(&mut self) {
        self.extra.uses.clear();
        self.tracker.begin_pass();
    }

    pub(super) fn start_on(&mut self, queue: Queue) {
        self.extra.uses.clear();
        self.tracker.begin_pass_on(queue);
    }

    /// Declares a raster pass and begins it in the inline list. Null: an error was noted. The pass's target key is left in `key`.
    pub(super) fn begin_raster(&mut self, core: &Core, d: &RasterDesc<'_>) -> Cmd {
        let Some(size) = self.declare_raster(core, d, 1) else { return Cmd::NULL };
        let mut cmd = self.inline;
        if cmd == Cmd::NULL {
            cmd = self.open_inline(core, Queue::Main);
            if cmd == Cmd::NULL {
                return Cmd::NULL;
            }
        }
        self.queried = d.queries.is_some() || self.watched;
        if self.queried {
            if !self.declare_queries(core, d.label, d.queries, (PassKind::Raster, self.timing.on)) {
                return Cmd::NULL;
            }
            self.latch.open = true;
            self.begin_queries(core, cmd);
        }
        let barriers = match self.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => {
                self.conflict(d.label, c, d.color, d.groups, d.uses);
                return Cmd::NULL;
            }
        };
        self.stats.barriers += barriers.len() as u64;
        self.stats.raster_passes += 1;
        let viewport = self.viewport != size;
        self.viewport = size;
        let layers = self.layers;
        let plan = RasterPlan { desc: d, barriers, viewport, size, layers, part: PassPart::Whole };
        calls::begin_raster(&*core.backend, cmd, &plan);
        cmd
    }

    /// Declares a raster pass and begins it in lists of its own, one after the other. Yields the first one's place among the
    /// batch's lists; `None`: an error was noted.
    pub(super) fn begin_raster_in(&mut self, core: &Core, d: &RasterDesc<'_>, parts: usize) -> Option<usize> {
        let size = self.declare_raster(core, d, parts)?;
        self.queried = d.queries.is_some() || self.watched;
        if self.queried {
            let whole = d.queries.filter(|q| q.occlusion.is_some() || q.statistics.is_some());
            if whole.is_some() && parts > 1 {
                let detail = "a pass of several parts writes times alone";
                self.fail_pass(d.label, Code::QueryRange, "", detail);
                return None;
            }
            if !self.declare_queries(core, d.label, d.queries, (PassKind::Raster, self.timing.on)) {
                return None;
            }
        }
        if !self.open_parts(core, parts) {
            return None;
        }
        let first = self.lists.len() - parts;
        if self.queried {
            self.begin_queries(core, self.lists[first]);
        }
        let barriers = match self.tracker.end_pass() {
            Ok(b) => b,
            Err(c) => {
                self.conflict(d.label, c, d.color, d.groups, d.uses);
                return None;
            }
        };
        self.stats.barriers += barriers.len() as u64;
        self.stats.raster_passes += 1;
        let none = List::default();
        for (i, cmd) in self.lists[first..].iter().enumerate() {
            let (first, last) = (i == 0, i + 1 == parts);
            let part = match (first, last) {
                (true, true) => PassPart::Whole,
                (true, false) => PassPart::First,
                (false, false) => PassPart::Middle,
                (false, true) => PassPart::Last,
            };
            let barriers = if first { barriers } else { &none };
            let layers = self.layers;
            let plan = RasterPlan { desc: d, barriers, viewport: true, size, layers, part };
            calls::begin_raster(&*core.backend, *cmd, &plan);
        }
        Some(first)
    }

    /// Declares attachments, groups and uses; what they need is in the tracker. Yields the size; `None`: an error was noted.
    #[inline(always)]
    fn declare_raster(&mut self, core: &Core, d: &RasterDesc<'_>, parts: usize) -> Option<[u32; 2]> {
        if !self.errors.is_empty() {
            return None;
        }
        self.start();
        let size = match d.color {
            // The usual case in one line of thought: one colour target and nothing else.
            [c] if d.depth.is_none()
                && c.resolve.is_none()
                && d.view_mask == 0
                && (c.view.color_key >> 40) as u32 == core.unprepared =>
            {
                let v = c.view;
                self.layers = u32::from(v.place.range.layers);
                let discard = !matches!(c.load, Load::Load);
                self.tracker.touch(&v.place, COLOR, Layout::Color, discard, &core.color_scopes);
                let rest = u64::from(core.unprepared) << 32 | u64::from(v.samples);
                self.key = TargetKey { colors: v.format as u64 + 1, rest };
                v.size
            }
            _ => self.declare_targets(core, d, parts)?,
        };
        if !self.declare_groups(core, Queue::Main, d.groups, move || d.label) {
            return None;
        }
        if !d.uses.is_empty() && !self.declare_uses(core, d.label, d.uses) {
            return None;
        }
        Some(size)
    }

    /// Declares attachments of every kind and leaves the target key in `key`. Yields the size.
    #[inline(never)]
    fn declare_targets(&mut self, core: &Core, d: &RasterDesc<'_>, parts: usize) -> Option<[u32; 2]> {
        let (first, attach) = match (d.color, &d.depth) {
            ([c, ..], _) => (c.view, c.view.color_key),
            ([], Some(z)) => (z.view, z.view.depth_key),
            ([], None) => {
                self.refuse_count(d);
                return None;
            }
        };
        let n = d.color.len();
        if n > MAX_COLOR_TARGETS {
            self.refuse_count(d);
            return None;
        }
        if ((attach & !UNUSUAL) >> 40) as u32 != core.id {
            let usage = if n > 0 { TextureUsage::COLOR } else { TextureUsage::DEPTH };
            self.refuse_attachment(core, d.label, first, usage, first);
            return None;
        }
        self.layers = u32::from(first.layers);
        if d.view_mask != 0 && !self.check_views(core, d) {
            return None;
        }
        // Layers without a view keep what they contain.
        let all = d.view_mask == 0 || d.view_mask.count_ones() == self.layers;
        let mut key = TargetKey { colors: 0, rest: u64::from(core.id) << 32 | u64::from(first.samples) };
        key = key.with_views(d.view_mask);
        for (i, c) in d.color.iter().enumerate() {
            let v = c.view;
            if (v.color_key ^ attach) & !UNUSUAL != 0 || u32::from(v.layers) != self.layers {
                self.refuse_attachment(core, d.label, v, TextureUsage::COLOR, first);
                return None;
            }
            key.add(i, v.format);
            let kept = matches!(c.load, Load::Load);
            if v.color_key & UNUSUAL != 0 && !self.check_transient(d.label, v, kept, c.store) {
                return None;
            }
            let discard = all && !v.part_of_level && !kept;
            self.tracker.touch(&v.place, COLOR, Layout::Color, discard, &core.color_scopes);
            if let Some(target) = c.resolve
                && !self.declare_resolve(core, d.label, v, target, all)
            {
                return None;
            }
        }
        if let Some(depth) = &d.depth {
            key.rest |= self.declare_depth(core, d.label, depth, (first, attach), all)?;
        }
        self.key = key;
        if core.unprepared != core.id {
            let kinds: &[PassPart] = match parts {
                0 | 1 => &[PassPart::Whole],
                2 => &[PassPart::First, PassPart::Last],
                _ => &[PassPart::First, PassPart::Middle, PassPart::Last],
            };
            for part in kinds {
                if let Err(fault) = core.backend.prepare_raster(d, first.size, *part) {
                    self.fail(core.fault(d.label, fault));
                    return None;
                }
            }
        }
        Some(first.size)
    }

    #[cold]
    #[inline(never)]
    fn refuse_count(&mut self, d: &RasterDesc<'_>) {
        self.fail_pass(d.label, Code::TargetCount, "", format!("{} colour targets", d.color.len()));
    }

    /// The views were granted, and each is a layer.
    #[inline(never)]
    fn check_views(&mut self, core: &Core, d: &RasterDesc<'_>) -> bool {
        if !core.enabled.contains(Enabled::MULTIVIEW) {
            self.fail_pass(d.label, Code::NotEnabled, "", "multiview");
            return false;
        }
        let (views, layers, most) =
            (u32::BITS - d.view_mask.leading_zeros(), self.layers, core.limits.max_views);
        if views > most.min(layers) {
            let detail = format!(
                "a mask of {:#b} was asked for, {most} views are allowed and there are {layers} layers",
                d.view_mask
            );
            self.fail_pass(d.label, Code::ViewMask, "", detail);
            return false;
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn declare_resolve(&mut self, core: &Core, pass: &str, from: &View, to: &View, all: bool) -> bool {
        let layered = from.color_key as u8 & LAYERED;
        if to.color_key & !UNUSUAL != attach_key(core.id, from.size, 1 | layered) || to.layers != from.layers
        {
            self.refuse_attachment(core, pass, to, TextureUsage::COLOR, from);
            return false;
        }
        if from.samples == 1 || to.format != from.format {
            let detail = format!("from {} samples of {} to {}", from.samples, from.format, to.format);
            self.fail_pass(pass, Code::ResolveTarget, to.label(), detail);
            return false;
        }
        if to.color_key & UNUSUAL != 0 && !self.check_transient(pass, to, false, Store::Store) {
            return false;
        }
        let discard = all && !to.part_of_level;
        self.tracker.touch(&to.place, COLOR, Layout::Color, discard, &core.color_scopes);
        true
    }

    /// Nothing is kept in a transient texture.
    #[cold]
    pub(super) fn check_transient(&mut self, pass: &str, v: &View, loaded: bool, store: Store) -> bool {
        if !v.usage.contains(TextureUsage::TRANSIENT) {
            return true;
        }
        let what = match (loaded, store) {
            (false, Store::Discard) => return true,
            (true, _) => "it was to be loaded",
            (false, Store::Store) => "it was to be stored",
        };
        self.fail_pass(pass, Code::Transient, v.label(), what);
        false
    }

    /// Declares what groups name and passes write. `false`: an error was noted. The label is only read for that: a raster pass
    /// has no register to keep it in.
    #[inline(always)]
    fn declare_groups<'d>(
        &mut self,
        core: &Core,
        queue: Queue,
        groups: &[&BindGroup],
        label: impl Fn() -> &'d str,
    ) -> bool {
        for g in groups {
            if g.device != core.id {
                self.fail_pass(label(), Code::ForeignObject, g.label(), "");
                return false;
            }
            for t in &g.tracked {
                if queue == Queue::Main {
                    self.tracker.touch(&t.place, t.usage, t.layout, false, &t.scopes);
                } else {
                    // Other queues know no stages but this one, whatever the layout names besides.
                    let usage = Usage::new(t.usage.access(), Stages::COMPUTE);
                    let scopes = core.touch(t.place.resource.kind, usage).scopes;
                    self.tracker.touch(&t.place, usage, t.layout, false, &scopes);
                }
            }
        }
        true
    }

    #[inline(never)]
    fn declare_uses(&mut self, core: &Core, pass: &str, uses: &[Use<'_>]) -> bool {
        uses.iter().all(|u| self.declare_use(core, pass, u))
    }

    fn declare_use(&mut self, core: &Core, pass: &str, u: &Use<'_>) -> bool {
        let allowed = match u {
            Use::View(v, access, _) => texture_allows(v.usage, *access),
            Use::Texture(t, access, _) => texture_allows(t.info.usage, *access),
            Use::Buffer(b, access, _) => buffer_allows(b.usage, *access),
        };
        self.declare_allowed(core, pass, u, allowed)
    }

    /// Declares a use, where its access is allowed.
    pub(super) fn declare_allowed(&mut self, core: &Core, pass: &str, u: &Use<'_>, allowed: bool) -> bool {
        let (device, label, resource, range, access, stages) = match u {
            Use::View(v, access, stages) => {
                (v.device, v.label(), v.place.resource, v.place.range, *access, *stages)
            }
            Use::Texture(t, access, stages) => {
                (t.device, t.label(), t.resource, t.resource.whole(), *access, *stages)
            }
            Use::Buffer(b, access, stages) => {
                (b.device, b.label(), b.resource(), SubRange::BUFFER, *access, *stages)
            }
        };
        if device != core.id {
            self.fail_pass(pass, Code::ForeignObject, label, "");
            return false;
        }
        if !allowed {
            self.fail_pass(pass, Code::MissingUsage, label, format!("{access:?} was declared"));
            return false;
        }
        if resource.slot == SETTLED {
            return true;
        }
        let usage = Usage::new(access, stages);
        self.extra.uses.push((resource.slot, usage));
        self.touch(core, resource, range, usage);
        true
    }

    #[cold]
    #[inline(never)]
    pub(super) fn refuse_attachment(
        &mut self,
        core: &Core,
        pass: &str,
        v: &View,
        usage: TextureUsage,
        beside: &View,
    ) {
        let (code, detail) = if v.device != core.id {
            (Code::ForeignObject, String::new())
        } else if !v.usage.contains(usage) {
            (Code::MissingUsage, format!("{usage:?} is missing"))
        } else if v.place.range.mips != 1 || v.layers() > core.limits.max_pass_layers {
            let (range, most) = (&v.place.range, core.limits.max_pass_layers);
            let detail = format!("{} mip levels, {} layers of {most} that are allowed", range.mips, v.layers);
            (Code::AttachmentView, detail)
        } else {
            let shape = |v: &View| {
                let [w, h] = v.size;
                format!("{w}x{h} with {} layers and {} samples", v.layers, v.samples)
            };
            (Code::AttachmentSize, format!("{} beside {}", shape(v), shape(beside)))
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
        let in_color = color.iter().find(|x| x.view.place.resource.slot == c.slot).map(|x| x.view.label());
        let in_uses = || {
            uses.iter().find_map(|u| match u {
                Use::View(v, ..) if v.place.resource.slot == c.slot => Some(v.label()),
                Use::Texture(t, ..) if t.resource.slot == c.slot => Some(t.label()),
                Use::Buffer(b, ..) if b.slot == c.slot => Some(b.label()),
                Use::View(..) | Use::Texture(..) | Use::Buffer(..) => None,
            })
        };
        let in_groups = || {
            groups.iter().find_map(|g| {
                let i = g.tracked.iter().position(|t| t.place.resource.slot == c.slot)?;
                let mut named = g
                    .obj
                    .keep
                    .iter()
                    .filter(|o| o.slot == c.slot || o.keep.first().is_some_and(|t| t.slot == c.slot));
                named.next().map(|o| &*o.label).or(Some(g.label())).filter(|_| i < g.tracked.len())
            })
        };
        let label = in_color.or_else(in_uses).or_else(in_groups).unwrap_or_default().to_owned();
        let detail = format!("{:?} and {:?}", c.earlier.access(), c.later.access());
        let place = Place { pass: pass.to_owned(), command: None, more: 0 };
        self.fail(Error::new(Code::UseConflict, label, detail).at(place));
    }
}

fn texture_allows(usage: TextureUsage, access: Access) -> bool {
    [
        (Access::SAMPLED, TextureUsage::SAMPLED),
        (Access::STORAGE_READ, TextureUsage::STORAGE),
        (Access::STORAGE_WRITE, TextureUsage::STORAGE),
    ]
    .iter()
    .fold(access, |left, (a, u)| if usage.contains(*u) { left - *a } else { left })
    .is_empty()
}

pub(super) fn buffer_allows(usage: BufferUsage, access: Access) -> bool {
    [
        (Access::VERTEX, BufferUsage::VERTEX),
        (Access::INDEX, BufferUsage::INDEX),
        (Access::UNIFORM, BufferUsage::UNIFORM),
        (Access::INDIRECT, BufferUsage::INDIRECT),
        (Access::STORAGE_READ, BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE),
        (Access::STORAGE_WRITE, BufferUsage::STORAGE_WRITE),
    ]
    .iter()
    .fold(access, |left, (a, u)| if usage.intersects(*u) { left - *a } else { left })
    .is_empty()
}
