//! What a draw or dispatch reads and writes through its groups.

use super::contents::Part;
use super::facts::{Facts, Used};
use super::objects::{GroupFacts, SamplerFacts, ViewFacts};
use super::race::Place;
use super::walk::Walk;
use super::{FindingCode as F, made};
use crate::backend::{FormatSupport, NativeEntry, NativeResource};
use crate::record::Raw;
use crate::reflected::{self, named};
use candor_shader::{BindingKind as Found, Texture};

impl<'a> Walk<'a> {
    fn bound_group(&self, set: u32) -> Option<&'a GroupFacts> {
        let raw = self.bound.groups.get(set as usize)?.raw;
        self.objects.groups.get(&raw)
    }

    /// Looks at everything that the shaders of a pipeline use.
    pub(super) fn use_bindings(&mut self, facts: &'a Facts, compute: bool) {
        let groups = self.objects.interfaces.get(&facts.layout).map_or(0, |g| g.len());
        for g in self.bound.groups.iter_mut().take(groups) {
            g.waits = false;
        }
        if self.bound.judged && !compute {
            return;
        }
        self.bound.judged = true;
        for u in &facts.used {
            let Some(g) = self.bound_group(u.slot.set) else { continue };
            let mut entries = g.entries.iter().filter(|e| e.binding == u.slot.binding);
            let (first, second) = (entries.next(), entries.next());
            let Some(first) = first else { continue };
            self.use_entry(u, g, first, second.is_none(), compute);
            for e in second.into_iter().chain(entries) {
                self.use_entry(u, g, e, false, compute);
            }
        }
        for [texture, sampler] in &facts.sampled {
            let (Some(of), Some(with)) = (self.bound_group(texture.set), self.bound_group(sampler.set))
            else {
                continue;
            };
            let Some(s) = self.objects.sampler_at(with, sampler.binding) else { continue };
            for e in of.entries.iter().filter(|e| e.binding == texture.binding) {
                if let Some(v) = self.objects.view_of(e) {
                    self.sampled(v, s);
                }
            }
        }
    }

    fn sampled(&mut self, v: &ViewFacts, s: &SamplerFacts) {
        let with = || format!("{} with sampler '{}'", v.format, s.label);
        if s.filters && !s.compares && !(self.support)(v.format).contains(FormatSupport::LINEAR) {
            self.find(F::FilterUnsupported, &v.label, with);
        }
        if s.compares && !v.format.is_depth() {
            self.find(F::CompareColor, &v.label, with);
        }
        let last = f32::from(v.range.mips.saturating_sub(1));
        if s.lod_min >= last + 1.0 {
            let detail = || format!("level {} of sampler '{}', the last is {last}", s.lod_min, s.label);
            self.find(F::LodBeyond, &v.label, detail);
        }
    }

    /// `alone`: the binding has one element, which the shader can but read.
    fn use_entry(&mut self, u: &Used, g: &GroupFacts, e: &NativeEntry, alone: bool, compute: bool) {
        let writes = u.writes() && made::kind_writes(e.kind);
        let place = match e.resource {
            NativeResource::Buffer { raw, offset, size } => {
                let at = g.dynamic.iter().position(|b| *b == e.binding);
                let offsets = self.bound.groups.get(u.slot.set as usize).map(|b| &b.offsets);
                let moved = at.and_then(|i| offsets?.get(i).copied()).unwrap_or(0);
                let start = offset.saturating_add(u64::from(moved));
                self.use_buffer(u, (raw, start, size), writes, alone);
                Place::Bytes { raw, start, end: start.saturating_add(size) }
            }
            NativeResource::View { raw, .. } => {
                let Some(v) = self.objects.views.get(&raw) else { return };
                self.use_view(u, v, writes, alone);
                Place::Texels { raw: v.texture, range: v.range }
            }
            NativeResource::Sampler(_) => return,
        };
        if compute && let Some(pass) = &mut self.pass {
            let dispatch = pass.draws;
            let Some((code, other)) = pass.race.touch(place, writes, dispatch) else { return };
            let label = match place {
                Place::Bytes { raw, .. } => self.objects.buffer_label(raw),
                Place::Texels { raw, .. } => self.objects.texture_label(raw),
            };
            let detail = || format!("dispatches {} and {}, counted from 0", other - 1, dispatch - 1);
            self.find(code, label, detail);
        }
    }

    fn use_buffer(&mut self, u: &Used, (raw, start, size): (Raw, u64, u64), writes: bool, alone: bool) {
        let label = self.objects.buffer_label(raw);
        let slot = u.slot;
        if u64::from(u.block) > size {
            let detail =
                || format!("{}: {size} bytes are bound, the block has {}", named(slot, &u.name), u.block);
            self.find(F::BlockSize, label, detail);
        }
        if writes {
            self.contents.write_buffer(raw, start, size);
        } else if alone && self.contents.buffer_lacks(raw, start, size) {
            let detail = || format!("bytes {start}..{}, {}", start + size, named(slot, &u.name));
            self.find(F::BufferUnwritten, label, detail);
        }
    }

    fn use_view(&mut self, u: &Used, v: &ViewFacts, writes: bool, alone: bool) {
        let label = self.objects.texture_label(v.texture);
        let shape = match u.kind {
            Found::SampledTexture(t) | Found::StorageTexture { texture: t, .. } => t,
            _ => return,
        };
        self.shape(u, v, &shape);
        let Some(t) = self.contents.textures.get_mut(&v.texture) else { return };
        if writes {
            return t.set(&v.range, Part::Written);
        }
        let lacking = t.lacks_all(&v.range);
        t.read(&v.range);
        let code = match lacking {
            Some(Part::Never) => F::TextureUnwritten,
            Some(Part::Discarded) => F::TextureDiscarded,
            _ => return,
        };
        if alone {
            let detail = || named(u.slot, &u.name);
            self.find(code, label, detail);
        }
    }

    fn shape(&mut self, u: &Used, v: &ViewFacts, t: &Texture) {
        let dim = reflected::dim(t);
        let slot = u.slot;
        if dim != v.dim || t.multisampled != (v.samples > 1) {
            let many = if t.multisampled { "several samples" } else { "one sample" };
            let detail = || {
                format!(
                    "{}: the view is {:?} with samples {}, the shader has {dim:?} of {many}",
                    named(slot, &u.name),
                    v.dim,
                    v.samples
                )
            };
            self.find(F::TextureShape, &v.label, detail);
        }
        let gives = v.format.class(v.range.aspects);
        if !reflected::gives(gives, reflected::class(&Texture { depth: false, ..*t })) {
            let detail = || {
                format!(
                    "{}: {} gives {gives:?}, the shader has {:?}",
                    named(slot, &u.name),
                    v.format,
                    t.sample
                )
            };
            return self.find(F::TextureClass, &v.label, detail);
        }
        if let Found::StorageTexture { format, .. } = u.kind
            && let Some(declared) = reflected::storage_format(format).filter(|f| *f != v.format)
        {
            let detail = || {
                format!("{}: the view is in {}, the shader has {declared}", named(slot, &u.name), v.format)
            };
            self.find(F::StorageFormat, &v.label, detail);
        }
    }
}
