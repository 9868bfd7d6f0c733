//! Bind group layouts, bind groups, and what a pipeline expects to be bound.

use super::{Device, detail};
use crate::backend::{NativeEntry, NativeResource};
use crate::core::{LayoutSamplers, next_layout_id};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::limits::{Limits, MAX_BIND_GROUPS, MAX_BINDING_NUMBERS, MAX_DYNAMIC_OFFSETS, MAX_PUSH_BYTES};
use crate::object::Sampler;
use crate::object::{
    BindGroup, BindGroupLayout, Interface, Keep, Kind, LayoutInner, NO_LAYOUT, Obj, SETTLED, Tracked,
};
use crate::record::Raw;
use crate::reflected::laid;
use crate::sync::lock;
use crate::track::{Place, Touch};
use crate::usage::{Access, Layout, SubRange, Usage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Device {
    /// Makes a bind group layout. Two layouts with the same entries and samplers are the same layout.
    ///
    /// # Errors
    /// A binding number that occurs twice or is too large, an array without a length or with dynamic offsets, more than 8 dynamic bindings, more
    /// than 16 samplers in a stage, more of another kind than the device allows, a detail or samplers that do not fit their entry,
    /// or the driver's answer.
    pub fn create_bind_group_layout(&self, d: &BindGroupLayoutDesc<'_>) -> Result<BindGroupLayout, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let mut entries = d.entries.to_vec();
        entries.sort_by_key(|e| e.binding);
        if let Some(w) = entries.windows(2).find(|w| w[0].binding == w[1].binding) {
            return err(Code::DuplicateBinding, format!("binding {} occurs twice", w[0].binding));
        }
        if let Some(e) = entries.last().filter(|e| e.binding >= MAX_BINDING_NUMBERS) {
            let detail =
                format!("binding {} was asked for, {} is the largest", e.binding, MAX_BINDING_NUMBERS - 1);
            return err(Code::BindingNumber, detail);
        }
        if let Some(e) = entries.iter().find(|e| e.stages.is_empty()) {
            return err(Code::NoUsage, format!("binding {} is visible to no stage", e.binding));
        }
        let fits = entries.iter().try_for_each(detail::entry);
        fits.map_err(|(code, detail)| Error::new(code, d.label, detail))?;
        let dynamic = entries.iter().filter(|e| is_dynamic(e.kind)).count();
        if dynamic > MAX_DYNAMIC_OFFSETS {
            return err(
                Code::TooManyDynamic,
                format!("{dynamic} were asked for, {MAX_DYNAMIC_OFFSETS} are allowed"),
            );
        }
        if let Some(e) = entries.iter().find(|e| e.count == 0 || (e.count > 1 && is_dynamic(e.kind))) {
            let what = if e.count == 0 { "has a length of 0" } else { "is an array with dynamic offsets" };
            return err(Code::BindingArray, format!("binding {} {what}", e.binding));
        }
        super::binding_limits::check(&core.limits, d.label, &[&entries])?;
        let samplers = self.layout_samplers(d, &entries)?;
        let key = (entries.into_boxed_slice(), samplers);
        let mut known = lock(&core.layouts);
        if let Some(inner) = known.get(&key) {
            return Ok(BindGroupLayout { inner });
        }
        let native = core.backend.create_group_layout(&key.0, &key.1, d.label);
        let native = native.map_err(|f| core.fault(d.label, f))?;
        let keep = d.samplers.iter().flat_map(|s| s.samplers).map(|s| s.obj.clone()).collect();
        let keep = Keep::Many(keep);
        let obj = core.adopt(Kind::BindGroupLayout, native, d.label, SETTLED, keep)?;
        let mut immutable: Vec<_> = d.samplers.iter().map(|s| (s.binding, all_compare(s.samplers))).collect();
        immutable.sort_unstable();
        let immutable = immutable.into_boxed_slice();
        let inner = Arc::new(LayoutInner { id: next_layout_id(), entries: key.0.clone(), immutable, obj });
        known.insert(key, &inner);
        Ok(BindGroupLayout { inner })
    }

    /// Handles of the samplers that are part of a layout, by binding.
    fn layout_samplers(
        &self,
        d: &BindGroupLayoutDesc<'_>,
        entries: &[LayoutEntry],
    ) -> Result<LayoutSamplers, Error> {
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let mut all: Vec<(u32, Box<[Raw]>)> = Vec::with_capacity(d.samplers.len());
        for s in d.samplers {
            let b = s.binding;
            let Some(e) = entries.iter().find(|e| e.binding == b && e.kind == BindingKind::Sampler) else {
                return err(Code::ImmutableSamplers, format!("binding {b} is no sampler of the layout"));
            };
            if s.samplers.len() != e.count as usize {
                let detail = format!("binding {b} has {} of them and counts {}", s.samplers.len(), e.count);
                return err(Code::ImmutableSamplers, detail);
            }
            if all.iter().any(|(other, _)| *other == b) {
                return err(Code::ImmutableSamplers, format!("binding {b} is filled twice"));
            }
            if let Some(s) = s.samplers.iter().find(|s| !Arc::ptr_eq(&s.obj.core, &self.core)) {
                return err(Code::ForeignObject, format!("sampler '{}'", s.label()));
            }
            let fits = s.samplers.iter().try_for_each(|s| detail::sampler(e, s));
            fits.map_err(|(code, detail)| Error::new(code, d.label, format!("binding {b}: {detail}")))?;
            all.push((b, s.samplers.iter().map(|s| s.obj.native.raw).collect()));
        }
        all.sort_by_key(|(b, _)| *b);
        Ok(all.into_boxed_slice())
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
        if let Some(e) = d.entries.iter().find(|e| layout.is_immutable(e.binding)) {
            let detail = format!("binding {}, which an entry of the group fills again", e.binding);
            return Err(err(Code::ImmutableSamplers, detail));
        }
        let open = layout.entries.len() - layout.immutable.len();
        if d.entries.len() != open {
            let detail = format!("{} entries for a layout of {open}", d.entries.len());
            return Err(err(Code::GroupEntries, detail));
        }
        let of = |e: &LayoutEntry| match &*layout.obj.label {
            "" => format!("binding {}", e.binding),
            label => format!("binding {} of layout '{label}'", e.binding),
        };
        let mut filled = Filled::new(&core.limits, layout.entries.len());
        for e in layout.entries.iter().filter(|e| !layout.is_immutable(e.binding)) {
            let Some(given) = d.entries.iter().find(|g| g.binding == e.binding) else {
                let detail = format!("{} is missing: {}", of(e), laid(e));
                return Err(err(Code::GroupEntries, detail));
            };
            self.fill_all(&mut filled, e, &given.resource)
                .map_err(|(code, detail)| err(code, format!("{}: {detail}", of(e))))?;
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
            _layout: d.layout.inner.clone(),
        })
    }

    /// Fills every element of a binding.
    fn fill_all(&self, f: &mut Filled, e: &LayoutEntry, given: &Resource<'_>) -> Result<(), (Code, String)> {
        let len = match given {
            Resource::Buffer { .. } | Resource::View(_) | Resource::Sampler(_) => 1,
            Resource::Buffers(all) => all.len(),
            Resource::Views(all) => all.len(),
            Resource::Samplers(all) => all.len(),
        };
        if len != e.count as usize {
            return Err((Code::GroupEntries, format!("the layout counts {}, {len} were given", e.count)));
        }
        f.element = 0;
        let one = |f: &mut Filled, r: Resource<'_>| {
            self.fill(f, e, &r)?;
            f.element += 1;
            Ok(())
        };
        match given {
            Resource::Buffers(all) => all
                .iter()
                .map(|p| Resource::Buffer { buffer: p.buffer, offset: p.offset, size: p.size })
                .try_for_each(|r| one(f, r)),
            Resource::Views(all) => all.iter().try_for_each(|v| one(f, Resource::View(v))),
            Resource::Samplers(all) => all.iter().try_for_each(|s| one(f, Resource::Sampler(s))),
            Resource::Buffer { .. } | Resource::View(_) | Resource::Sampler(_) => one(f, *given),
        }
        .map_err(|(code, detail)| match e.count {
            1 => (code, detail),
            _ => (code, format!("element {}: {detail}", f.element)),
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
                detail::sampler(e, s)?;
                let resource = NativeResource::Sampler(s.obj.native.raw);
                f.push(e, resource);
                f.keep.push(s.obj.clone());
                Ok(())
            }
            (_, given) => {
                let given = match given {
                    Resource::Buffer { .. } | Resource::Buffers(_) => "a buffer",
                    Resource::View(_) | Resource::Views(_) => "a view",
                    Resource::Sampler(_) | Resource::Samplers(_) => "a sampler",
                };
                Err((Code::GroupEntries, format!("the layout has {}, {given} was given", laid(e))))
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
        detail::buffer(e, size, b.label())?;
        if dynamic {
            f.dynamic_max[f.n_dynamic] = u32::try_from(rest - size).unwrap_or(u32::MAX);
            f.dynamic_align = f.dynamic_align.max(align);
            f.n_dynamic += 1;
        }
        let resource = NativeResource::Buffer { raw: b.raw, offset: r.offset, size };
        f.push(e, resource);
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
        detail::view(e, v)?;
        let layout = Layout::of(v.place.resource.kind, access);
        let resource = NativeResource::View { raw: v.raw, layout };
        f.push(e, resource);
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
        let entries: Vec<&[LayoutEntry]> = groups.iter().map(|g| g.entries()).collect();
        super::binding_limits::check(&core.limits, label, &entries)?;
        let key = (group_ids, push);
        let mut known = lock(&core.interfaces);
        if let Some(i) = known.get(&key) {
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
            layouts: groups.iter().map(|g| g.inner.clone()).collect(),
            obj,
        });
        known.insert(key, &interface);
        Ok(interface)
    }
}

/// Whether all of some samplers compare (or none does); nothing where they differ.
fn all_compare(samplers: &[&Sampler]) -> Option<bool> {
    let (first, rest) = samplers.split_first()?;
    rest.iter().all(|s| s.compares == first.compares).then_some(first.compares)
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
    /// Element of the binding that is filled next.
    element: u32,
}

impl Filled {
    fn push(&mut self, e: &LayoutEntry, resource: NativeResource) {
        let (binding, kind, element) = (e.binding, e.kind, self.element);
        self.native.push(NativeEntry { binding, element, kind, resource });
    }

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
            element: 0,
        }
    }

    /// Few groups name more than one; what is not used would have to be given back.
    fn track(&mut self, t: Tracked) {
        self.tracked.reserve_exact(1);
        self.tracked.push(t);
    }
}
