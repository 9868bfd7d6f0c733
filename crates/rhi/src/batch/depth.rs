//! The depth attachment of a pass: depth and stencil, each with what becomes of it, and the resolve of their samples.

use super::BatchInner;
use crate::backend::{Load, Store};
use crate::core::{Core, DEPTH, DEPTH_READ};
use crate::desc::TextureUsage;
use crate::error::Code;
use crate::format::Aspects;
use crate::limits::ResolveModes;
use crate::object::{LAYERED, READ_ONLY, TargetKey, UNUSUAL, View, attach_key};
use crate::usage::{Access, Layout, Stages, Usage};

/// A depth attachment that is resolved, and what it is resolved to: the resolve is work of the colour stage (Vulkan
/// specification, "Render Pass Multisample Resolve Operations").
const RESOLVED: Usage = Usage::new(Access::DEPTH.union(Access::COLOR), Stages::empty());

/// A depth attachment.
#[derive(Debug, Clone, Copy)]
pub struct Depth<'a> {
    /// View of one mip level, with as many layers as the colour attachments have.
    pub view: &'a View,
    /// Depth and stencil are tested and not written; the texture may then be sampled in the same pass.
    pub read_only: bool,
    /// At the beginning: depth and stencil.
    pub load: Load<(f32, u32)>,
    /// At the end.
    pub store: Store,
    /// What becomes of stencil, where it differs from what becomes of depth.
    pub stencil: Option<StencilOps>,
    /// Where the samples go at the end.
    pub resolve: Option<DepthResolve<'a>>,
}

impl<'a> Depth<'a> {
    /// Cleared, kept.
    pub fn clear(view: &'a View, depth: f32) -> Self {
        let load = Load::Clear((depth, 0));
        Self { view, read_only: false, load, store: Store::Store, stencil: None, resolve: None }
    }
    /// Kept.
    pub fn load(view: &'a View) -> Self {
        Self { load: Load::Load, ..Self::clear(view, 0.0) }
    }
    /// Only tested.
    pub fn read_only(view: &'a View) -> Self {
        Self { read_only: true, ..Self::load(view) }
    }

    /// What becomes of stencil at the beginning and at the end.
    pub fn stencil_ops(&self) -> StencilOps {
        let load = match self.load {
            Load::Load => Load::Load,
            Load::Clear((_, stencil)) => Load::Clear(stencil),
            Load::Discard => Load::Discard,
        };
        self.stencil.unwrap_or(StencilOps { load, store: self.store })
    }
}

/// What becomes of stencil.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StencilOps {
    /// At the beginning.
    pub load: Load<u32>,
    /// At the end.
    pub store: Store,
}

/// How the samples of a pixel become one value. Numbered as `VkResolveModeFlagBits`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ResolveMode {
    /// The value of sample 0; every device that resolves depth has it.
    SampleZero = 1,
    /// The average.
    Average = 2,
    /// The smallest.
    Min = 4,
    /// The largest.
    Max = 8,
}

/// A resolve of depth, stencil or both.
#[derive(Debug, Clone, Copy)]
pub struct DepthResolve<'a> {
    /// A single-sampled view of the same format and size.
    pub view: &'a View,
    /// How depth is resolved; none leaves the target's depth as it is.
    pub depth: Option<ResolveMode>,
    /// How stencil is resolved; none leaves the target's stencil as it is.
    pub stencil: Option<ResolveMode>,
}

impl BatchInner {
    /// The depth format's part of the target key.
    #[inline(never)]
    pub(super) fn declare_depth(
        &mut self,
        core: &Core,
        pass: &str,
        d: &Depth<'_>,
        (first, attach): (&View, u64),
        all: bool,
    ) -> Option<u64> {
        let v = d.view;
        if (v.depth_key ^ attach) & !UNUSUAL != 0 || u32::from(v.layers) != self.layers {
            self.refuse_attachment(core, pass, v, TextureUsage::DEPTH, first);
            return None;
        }
        let aspects = v.place.resource.aspects;
        if let Load::Clear((depth, _)) = d.load
            && aspects.contains(Aspects::DEPTH)
            && !(0.0..=1.0).contains(&depth)
        {
            self.fail_pass(pass, Code::ClearValue, v.label(), format!("depth {depth}, 0 to 1 is allowed"));
            return None;
        }
        let kept = aspects.contains(Aspects::DEPTH) && matches!(d.load, Load::Load)
            || aspects.contains(Aspects::STENCIL) && matches!(d.stencil_ops().load, Load::Load);
        let all_kept = matches!((d.load, d.stencil_ops().load), (Load::Load, Load::Load));
        if v.depth_key & UNUSUAL != 0 {
            let ops = d.stencil_ops();
            let store = |aspect, store| if aspects.contains(aspect) { store } else { Store::Discard };
            let stores = [store(Aspects::DEPTH, d.store), store(Aspects::STENCIL, ops.store)];
            let store = if stores.contains(&Store::Store) { Store::Store } else { Store::Discard };
            if !self.check_transient(pass, v, kept, store) {
                return None;
            }
        }
        if d.read_only && !all_kept {
            self.fail_pass(pass, Code::PipelineState, v.label(), "a read-only depth attachment is loaded");
            return None;
        }
        if let Some(r) = &d.resolve {
            if !self.declare_depth_resolve(core, pass, d, r) {
                return None;
            }
            let scopes = core.touch(v.place.resource.kind, RESOLVED).scopes;
            self.tracker.touch(&v.place, RESOLVED, Layout::Depth, all && !kept, &scopes);
        } else {
            let (usage, layout, scopes) = match d.read_only {
                true => (DEPTH_READ, Layout::DepthRead, &core.depth_read_scopes),
                false => (DEPTH, Layout::Depth, &core.depth_scopes),
            };
            self.tracker.touch(&v.place, usage, layout, all && !kept, scopes);
        }
        let read_only = if d.read_only { READ_ONLY } else { 0 };
        Some(TargetKey::new(0, Some(v.format), 0).rest | read_only)
    }

    #[cold]
    #[inline(never)]
    fn declare_depth_resolve(
        &mut self,
        core: &Core,
        pass: &str,
        d: &Depth<'_>,
        r: &DepthResolve<'_>,
    ) -> bool {
        let (from, to) = (d.view, r.view);
        let layered = from.depth_key as u8 & LAYERED;
        if to.depth_key & !UNUSUAL != attach_key(core.id, from.size, 1 | layered) || to.layers != from.layers
        {
            self.refuse_attachment(core, pass, to, TextureUsage::DEPTH, from);
            return false;
        }
        if from.samples == 1 || to.format != from.format || d.read_only {
            let kind = if d.read_only { ", read only," } else { "" };
            let detail = format!("from {} samples of {}{kind} to {}", from.samples, from.format, to.format);
            self.fail_pass(pass, Code::ResolveTarget, to.label(), detail);
            return false;
        }
        let aspects = from.place.resource.aspects;
        let both = aspects.contains(Aspects::DEPTH | Aspects::STENCIL);
        let has = &core.limits.depth_resolve;
        let offered = |mode: Option<ResolveMode>, aspect: Aspects, modes: ResolveModes| match mode {
            None => true,
            Some(m) => aspects.contains(aspect) && modes.bits() & m as u8 != 0,
        };
        let alone = r.depth.is_none() || r.stencil.is_none();
        let together = !both || r.depth == r.stencil || has.independent || alone && has.independent_none;
        let fits =
            offered(r.depth, Aspects::DEPTH, has.depth) && offered(r.stencil, Aspects::STENCIL, has.stencil);
        if from.layers > 1 && !has.layers && fits && together {
            let detail = format!("of {} layers of {}; the device resolves one", from.layers, from.format);
            self.fail_pass(pass, Code::ResolveMode, to.label(), detail);
            return false;
        }
        if !fits || !together || r.depth.is_none() && r.stencil.is_none() {
            let detail = format!(
                "{:?} of depth and {:?} of stencil of {}; the device has {:?} and {:?}{}",
                r.depth,
                r.stencil,
                from.format,
                has.depth,
                has.stencil,
                if has.independent { "" } else { ", both alike" }
            );
            self.fail_pass(pass, Code::ResolveMode, to.label(), detail);
            return false;
        }
        let scopes = core.touch(to.place.resource.kind, RESOLVED).scopes;
        self.tracker.touch(&to.place, RESOLVED, Layout::Depth, !both || !alone, &scopes);
        true
    }
}
