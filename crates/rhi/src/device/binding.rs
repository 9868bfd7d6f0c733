//! Bind group layouts, bind groups, and what a pipeline expects to be bound.

use super::Device;
use crate::backend::{NativeEntry, NativeResource};
use crate::core::next_layout_id;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::limits::{Limits, MAX_BIND_GROUPS, MAX_DYNAMIC_OFFSETS, MAX_PUSH_BYTES};
use crate::object::{
    BindGroup, BindGroupLayout, Interface, Keep, Kind, LayoutInner, NO_LAYOUT, Obj, SETTLED, Tracked,
};
use crate::sync::lock;
use crate::track::{Place, Touch};
use crate::usage::{Access, Layout, Stages, SubRange, Usage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

/// Samplers that one stage may see: the least that any current API guarantees (D3D11, D3D12 tier 1, GL, Vulkan's 16).
const MAX_SAMPLERS_PER_STAGE: usize = 16;

impl Device {
    /// Makes a bind group layout. Two layouts with the same entries are the same layout.
    ///
    /// # Errors
    /// A binding number that occurs twice, more than 8 dynamic bindings, more than 16 samplers in a stage, or the driver's answer.
    pub fn create_bind_group_layout(&self, d: &BindGroupLayoutDesc<'_>) -> Result<BindGroupLayout, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let mut entries = d.entries.to_vec();
        entries.sort_by_key(|e| e.binding);
        if let Some(w) = entries.windows(2).find(|w| w[0].binding == w[1].binding) {
            return err(Code::DuplicateBinding, format!("binding {} occurs twice", w[0].binding));
        }
        if let Some(e) = entries.iter().find(|e| e.stages.is_empty()) {
            return err(Code::NoUsage, format!("binding {} is visible to no stage", e.binding));
        }
        let dynamic = entries.iter().filter(|e| is_dynamic(e.kind)).count();
        if dynamic > MAX_DYNAMIC_OFFSETS {
            return err(
                Code::TooManyDynamic,
                format!("{dynamic} were asked for, {MAX_DYNAMIC_OFFSETS} are allowed"),
            );
        }
        for stage in Stages::all().iter() {
            let samplers =
                entries.iter().filter(|e| e.stages.contains(stage) && e.kind == BindingKind::Sampler).count();
            if samplers > MAX_SAMPLERS_PER_STAGE {
                let stage = crate::object::stage_names(stage);
                let detail =
                    format!("the {stage} stage has {samplers}, {MAX_SAMPLERS_PER_STAGE} are allowed");
                return err(Code::TooManySamplers, detail);
            }
        }
        let key = entries.into_boxed_slice();
        let mut known = lock(&core.layouts);
        if let Some(inner) = known.get(&key).and_then(Weak::upgrade) {
            return Ok(BindGroupLayout { inner });
        }
        let native = core.backend.create_group_layout(&key, d.label).map_err(|f| core.fault(d.label, f))?;
        let obj = core.adopt(Kind::BindGroupLayout, native, d.label, SETTLED, Keep::None)?;
        let inner = Arc::new(LayoutInner { id: next_layout_id(), entries: key.clone(), obj });
        known.insert(key, Arc::downgrade(&inner));
        Ok(BindGroupLayout { inner })
    }

    /// Makes a bind group. It holds what it names.
    ///
    /// # Errors
    /// Entries that are not exactly the layout's, a resource of another kind, usage or device, a range or offset that is not allowed, or
    /// the driver's answer.
    pub fn create_bind_group(&self, d: &BindGroupDesc<'_>) -> Result<BindGroup, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let layout = &*d.layout.inner;
        let err = |code, detail: String| Error::new(code, d.label, detail);
        if !Arc::ptr_eq(&layout.obj.core, core) {
            return Err(err(Code::ForeignObject, format!("its layout '{}'", layout.obj.label)));
        }
        if d.entries.len() != layout.entries.len() {
            let detail = format!("{} entries for a layout of {}", d.entries.len(), layout.entries.len());
            return Err(err(Code::GroupEntries, detail));
        }
        let mut filled = Filled::new(&core.limits, layout.entries.len());
        for e in &layout.entries {
            let Some(given) = d.entries.iter().find(|g| g.binding == e.binding) else {
                return Err(err(Code::GroupEntries, format!("binding {} is missing", e.binding)));
            };
            self.fill(&mut filled, e, &given.resource)
                .map_err(|(code, detail)| err(code, format!("binding {}: {detail}", e.binding)))?;
            if let Resource::Buffer { offset, .. } = given.resource {
                core.lints.binding(d.label, e.binding, offset)?;
            }
        }
        let native = core.backend.create_group(layout.obj.native, &filled.native, d.label);
        let native = native.map_err(|f| core.fault(d.label, f))?;
        let mut keep = filled.keep;
        keep.push(layout.obj.clone());
        let obj =
            core.adopt(Kind::BindGroup, native, d.label, SETTLED, Keep::Many(keep.into_boxed_slice()))?;
        Ok(BindGroup {
            raw: native.raw,
            layout_key: if filled.tracked.is_empty() { layout.id } else { NO_LAYOUT },
            layout_id: layout.id,
            device: core.id,
            n_dynamic: filled.n_dynamic as u32,
            dynamic_max: filled.dynamic_max,
            align_mask: core.lints.dynamic_align(filled.dynamic_align) - 1,
            device_mask: filled.dynamic_align - 1,
            odd_offset_noted: AtomicBool::new(false),
            tracked: filled.tracked.into_boxed_slice(),
            obj,
        })
    }

    fn fill(&self, f: &mut Filled, e: &LayoutEntry, given: &Resource<'_>) -> Result<(), (Code, String)> {
        match (e.kind, given) {
            (BindingKind::Uniform { dynamic }, Resource::Buffer { buffer, offset, size }) => {
                let r = BufferRange { buffer, offset: *offset, size: *size };
                let limit = self.core.limits.max_uniform_range;
                let usage = Usage::new(Access::UNIFORM, e.stages);
                self.fill_buffer(f, e, &r, BufferUsage::UNIFORM, f.uniform_align, limit, usage, dynamic)
            }
            (BindingKind::Storage { dynamic, write }, Resource::Buffer { buffer, offset, size }) => {
                let r = BufferRange { buffer, offset: *offset, size: *size };
                let limit = self.core.limits.max_storage_range;
                let (needs, access) = match write {
                    true => (BufferUsage::STORAGE_WRITE, Access::STORAGE_WRITE),
                    false => (BufferUsage::STORAGE, Access::STORAGE_READ),
                };
                let usage = Usage::new(access, e.stages);
                self.fill_buffer(f, e, &r, needs, f.storage_align, limit, usage, dynamic)
            }
            (BindingKind::Texture, Resource::View(view)) => {
                self.fill_view(f, e, view, TextureUsage::SAMPLED, Access::SAMPLED)
            }
            (BindingKind::StorageTexture { write }, Resource::View(view)) => {
                let access = if write { Access::STORAGE_WRITE } else { Access::STORAGE_READ };
                self.fill_view(f, e, view, TextureUsage::STORAGE, access)
            }
            (BindingKind::Sampler, Resource::Sampler(s)) => {
                if !Arc::ptr_eq(&s.obj.core, &self.core) {
                    return Err((Code::ForeignObject, format!("sampler '{}'", s.label())));
                }
                let resource = NativeResource::Sampler(s.obj.native.raw);
                f.native.push(NativeEntry { binding: e.binding, kind: e.kind, resource });
                f.keep.push(s.obj.clone());
                Ok(())
            }
            (kind, given) => {
                let given = match given {
                    Resource::Buffer { .. } => "a buffer",
                    Resource::View(_) => "a view",
                    Resource::Sampler(_) => "a sampler",
                };
                Err((Code::GroupEntries, format!("the layout says {kind:?}, {given} was given")))
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call site for each kind of buffer binding")]
    fn fill_buffer(
        &self,
        f: &mut Filled,
        e: &LayoutEntry,
        r: &BufferRange<'_>,
        needs: BufferUsage,
        align: u32,
        limit: u64,
        usage: Usage,
        dynamic: bool,
    ) -> Result<(), (Code, String)> {
        let b = r.buffer;
        if b.device != self.core.id {
            return Err((Code::ForeignObject, format!("buffer '{}'", b.label())));
        }
        // A buffer that shaders write may also be bound for reading.
        let writable = needs == BufferUsage::STORAGE && b.usage.contains(BufferUsage::STORAGE_WRITE);
        if !b.usage.contains(needs) && !writable {
            return Err((Code::MissingUsage, format!("buffer '{}' lacks {needs:?}", b.label())));
        }
        if !r.offset.is_multiple_of(u64::from(align)) {
            return Err((Code::OffsetAlignment, format!("offset {} is no multiple of {align}", r.offset)));
        }
        let rest = b.size.saturating_sub(r.offset);
        // A dynamic binding to the end of the buffer would leave no room for an offset; the limit of a range is the natural size.
        let size = if r.size == 0 { rest.min(limit) } else { r.size };
        if size == 0 || size > rest {
            let detail =
                format!("{}+{size} lies outside buffer '{}' of {} bytes", r.offset, b.label(), b.size);
            return Err((Code::BufferRange, detail));
        }
        if size > limit {
            return Err((
                Code::TooLarge,
                format!("a range of {size} bytes was asked for, {limit} are allowed"),
            ));
        }
        if dynamic {
            f.dynamic_max[f.n_dynamic] = u32::try_from(rest - size).unwrap_or(u32::MAX);
            f.dynamic_align = f.dynamic_align.max(align);
            f.n_dynamic += 1;
        }
        let resource = NativeResource::Buffer { raw: b.raw, offset: r.offset, size };
        f.native.push(NativeEntry { binding: e.binding, kind: e.kind, resource });
        f.keep.push(b.obj.clone());
        if b.slot != SETTLED {
            f.track(self.tracked(self.core.place(b.resource(), SubRange::BUFFER), usage));
        }
        Ok(())
    }

    fn fill_view(
        &self,
        f: &mut Filled,
        e: &LayoutEntry,
        v: &crate::object::View,
        needs: TextureUsage,
        access: Access,
    ) -> Result<(), (Code, String)> {
        if v.device != self.core.id {
            return Err((Code::ForeignObject, format!("view '{}'", v.label())));
        }
        if !v.usage.contains(needs) {
            return Err((Code::MissingUsage, format!("view '{}' lacks {needs:?}", v.label())));
        }
        if v.both_aspects {
            let detail = "shows depth and stencil at once; name one of them in `ViewDesc::aspects`";
            return Err((Code::GroupEntries, format!("view '{}' {detail}", v.label())));
        }
        let layout = Layout::of(v.place.resource.kind, access);
        let resource = NativeResource::View { raw: v.raw, layout };
        f.native.push(NativeEntry { binding: e.binding, kind: e.kind, resource });
        f.keep.push(v.obj.clone());
        let settled = v.obj.keep.first().is_some_and(|t| t.settled.load(Ordering::Acquire));
        if v.place.resource.slot != SETTLED && !settled {
            let usage = Usage::new(access, e.stages);
            f.track(self.tracked(v.place, usage));
        }
        Ok(())
    }

    /// A use of a bind group, in the backend's own terms.
    fn tracked(&self, place: Place, usage: Usage) -> Tracked {
        let Touch { layout, scopes, .. } = self.core.touch(place.resource.kind, usage);
        Tracked { place, usage, layout, scopes }
    }

    /// The interface of a pipeline; equal ones are one native layout.
    pub(super) fn interface(
        &self,
        label: &str,
        groups: &[&BindGroupLayout],
        push: PushLayout,
    ) -> Result<Arc<Interface>, Error> {
        let core = &self.core;
        if groups.len() > MAX_BIND_GROUPS {
            let detail = format!("{} were asked for, {MAX_BIND_GROUPS} are allowed", groups.len());
            return Err(Error::new(Code::TooManyGroups, label, detail));
        }
        if push.bytes > core.limits.max_push_bytes.min(MAX_PUSH_BYTES) || !push.bytes.is_multiple_of(4) {
            let max = core.limits.max_push_bytes.min(MAX_PUSH_BYTES);
            return Err(Error::new(
                Code::PushSize,
                label,
                format!("{} bytes were asked for, {max} are allowed", push.bytes),
            ));
        }
        if push.bytes > 0 && push.stages.is_empty() {
            return Err(Error::new(Code::NoUsage, label, "push data is visible to no stage"));
        }
        let mut group_ids = [0; MAX_BIND_GROUPS];
        for (i, g) in groups.iter().enumerate() {
            if !Arc::ptr_eq(&g.inner.obj.core, core) {
                return Err(Error::new(
                    Code::ForeignObject,
                    label,
                    format!("the layout of group {i}, '{}'", g.label()),
                ));
            }
            group_ids[i] = g.inner.id;
        }
        let key = (group_ids, push);
        let mut known = lock(&core.interfaces);
        if let Some(i) = known.get(&key).and_then(Weak::upgrade) {
            return Ok(i);
        }
        let raws: Vec<_> = groups.iter().map(|g| g.inner.obj.native.raw).collect();
        let made = core.backend.create_interface(&raws, push);
        let (native, push_stages) = made.map_err(|f| core.fault(label, f))?;
        let keep = Keep::Many(groups.iter().map(|g| g.inner.obj.clone()).collect());
        let obj = core.adopt(Kind::PipelineLayout, native, label, SETTLED, keep)?;
        let interface = Arc::new(Interface {
            layout: native.raw,
            group_ids,
            push_stages,
            push_bytes: push.bytes,
            _layouts: groups.iter().map(|g| g.inner.clone()).collect(),
            obj,
        });
        known.insert(key, Arc::downgrade(&interface));
        Ok(interface)
    }
}

fn is_dynamic(kind: BindingKind) -> bool {
    matches!(kind, BindingKind::Uniform { dynamic: true } | BindingKind::Storage { dynamic: true, .. })
}

struct BufferRange<'a> {
    buffer: &'a crate::object::Buffer,
    offset: u64,
    size: u64,
}

/// A group while it is put together.
struct Filled {
    native: Vec<NativeEntry>,
    keep: Vec<Arc<Obj>>,
    tracked: Vec<Tracked>,
    n_dynamic: usize,
    dynamic_max: [u32; MAX_DYNAMIC_OFFSETS],
    dynamic_align: u32,
    uniform_align: u32,
    storage_align: u32,
}

impl Filled {
    fn new(limits: &Limits, entries: usize) -> Self {
        Self {
            native: Vec::with_capacity(entries),
            // The layout comes last.
            keep: Vec::with_capacity(entries + 1),
            tracked: Vec::new(),
            n_dynamic: 0,
            dynamic_max: [0; MAX_DYNAMIC_OFFSETS],
            dynamic_align: 1,
            uniform_align: limits.uniform_offset_alignment.max(1),
            storage_align: limits.storage_offset_alignment.max(1),
        }
    }

    /// Few groups name more than one; what is not used would have to be given back.
    fn track(&mut self, t: Tracked) {
        self.tracked.reserve_exact(1);
        self.tracked.push(t);
    }
}
