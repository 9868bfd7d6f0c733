//! Layouts derived from shaders. What comes out says all that the shaders say, so that groups are checked against it.

use super::slots::{holdable, length};
use super::{Device, wiring};
use crate::desc::{
    BindGroupLayoutDesc, BindingDetail, BindingKind, DeriveDesc, DerivedLayouts, LayoutEntry, PushLayout,
};
use crate::error::{Code, Error};
use crate::format::Class;
use crate::limits::MAX_BIND_GROUPS;
use crate::object::stage_names;
use crate::reflected::{class, dim, laid, named, storage_format, wanted};
use crate::usage::Stages;
use candor_shader::{Binding, BindingKind as Found, Count, SamplerUse, Slot};
use std::collections::BTreeMap;

/// A binding of the layouts to be, and the shader that wanted it first.
struct Merged {
    entry: LayoutEntry,
    by: String,
    name: String,
}

impl Device {
    /// Layouts of bind groups and push data that fit some shaders: with all their bindings and no others, visible to the stages that
    /// use them, writable where a shader writes, of the sizes, shapes and formats that the shaders declare. Equal layouts are one, so
    /// that pipelines whose shaders want the same share groups. Samplers that are part of a layout are not derived.
    ///
    /// # Errors
    /// A shader that cannot be read or lacks its entry point, shaders that want different things at one binding, a binding that no
    /// layout can have, a dynamic offset for what is no buffer of the shaders, or what [`Device::create_bind_group_layout`] refuses.
    pub fn derive_layouts(&self, d: &DeriveDesc<'_>) -> Result<DerivedLayouts, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let mut all: BTreeMap<Slot, Merged> = BTreeMap::new();
        let mut push = PushLayout::default();
        for (stage, s) in d.shaders {
            if stage.bits().count_ones() != 1 {
                let detail = format!(
                    "'{}' was given with the stages '{}'; give each shader the one stage in which it runs",
                    s.entry,
                    stage_names(*stage)
                );
                return err(Code::EntryPoint, detail);
            }
            let (shader, r, entry) = wiring::read(d.label, *stage, s)?;
            for b in entry.uses.iter().flat_map(|slot| r.at(*slot)) {
                let what = named(b.slot, &b.name);
                if !holdable(b.kind) {
                    let detail = format!("{shader} declares {what} as {}", wanted(b));
                    return err(Code::BindingUnsupported, detail);
                }
                if b.slot.set as usize >= MAX_BIND_GROUPS {
                    return err(Code::TooManyGroups, format!("{shader} uses {what}"));
                }
                let count = match length(b, s.constants) {
                    Count::One => 1,
                    Count::Array(n) => n,
                    Count::Unbounded => {
                        let detail = format!("{shader} leaves the length of {what} open; give it one");
                        return err(Code::BindingLength, detail);
                    }
                };
                let dynamic = d.dynamic.contains(&(b.slot.set, b.slot.binding));
                let Some(entry) = entry_of(*stage, b, count, dynamic) else { continue };
                match all.get_mut(&b.slot) {
                    None => {
                        let (by, name) = (shader.clone(), b.name.clone());
                        drop(all.insert(b.slot, Merged { entry, by, name }));
                    }
                    Some(m) => match join(&m.entry, &entry) {
                        Some(both) => m.entry = both,
                        None => {
                            let called = |name: &str, e: &LayoutEntry| {
                                let as_what =
                                    if name.is_empty() { String::new() } else { format!("'{name}', ") };
                                format!("{as_what}{}", laid(e))
                            };
                            let detail = format!(
                                "{} is {} to {}, and {} to {shader}",
                                named(b.slot, ""),
                                called(&m.name, &m.entry),
                                m.by,
                                called(&b.name, &entry)
                            );
                            return err(Code::StagesDisagree, detail);
                        }
                    },
                }
            }
            if entry.push_size_bytes > 0 {
                push.stages |= *stage;
                push.bytes = push.bytes.max(entry.push_size_bytes.saturating_add(3) & !3);
            }
        }
        for (set, binding) in d.dynamic {
            let buffer = |k| matches!(k, BindingKind::Uniform { .. } | BindingKind::Storage { .. });
            match all.get(&Slot { set: *set, binding: *binding }) {
                Some(m) if buffer(m.entry.kind) => {}
                there => {
                    let is = there.map_or("used by no shader".to_owned(), |m| laid(&m.entry));
                    return err(Code::DynamicBinding, format!("binding {binding} of group {set} is {is}"));
                }
            }
        }
        let n = all.keys().next_back().map_or(0, |last| last.set + 1);
        let groups = (0..n).map(|set| {
            let entries: Vec<_> = all.iter().filter(|(s, _)| s.set == set).map(|(_, m)| m.entry).collect();
            let label =
                if d.label.is_empty() { format!("group {set}") } else { format!("{}, group {set}", d.label) };
            let d = BindGroupLayoutDesc { label: &label, entries: &entries, samplers: &[] };
            self.create_bind_group_layout(&d)
        });
        Ok(DerivedLayouts { groups: groups.collect::<Result<_, _>>()?, push })
    }
}

/// The entry that a binding needs; none for what no layout can have.
fn entry_of(stage: Stages, b: &Binding, count: u32, dynamic: bool) -> Option<LayoutEntry> {
    let size = || match b.block.as_ref().map_or(0, |b| b.size_bytes) {
        0 => BindingDetail::Any,
        bytes => BindingDetail::MinSize(bytes),
    };
    let (kind, detail) = match b.kind {
        Found::UniformBuffer => (BindingKind::Uniform { dynamic }, size()),
        Found::StorageBuffer { read_only } => (BindingKind::Storage { dynamic, write: !read_only }, size()),
        Found::SampledTexture(t) => {
            let (dim, class, multisampled) = (dim(&t), class(&t), t.multisampled);
            (BindingKind::Texture, BindingDetail::Texture { dim, class, multisampled })
        }
        Found::StorageTexture { texture, format, write, .. } => {
            let (dim, format) = (dim(&texture), storage_format(format));
            (BindingKind::StorageTexture { write }, BindingDetail::StorageTexture { dim, format })
        }
        Found::Sampler(used) => {
            let detail = match used {
                SamplerUse::Comparison => BindingDetail::Sampler { compares: true },
                SamplerUse::Filtering => BindingDetail::Sampler { compares: false },
                SamplerUse::Both | SamplerUse::Unknown => BindingDetail::Any,
            };
            (BindingKind::Sampler, detail)
        }
        Found::CombinedTextureSampler(_)
        | Found::UniformTexelBuffer(_)
        | Found::StorageTexelBuffer(_)
        | Found::InputAttachment
        | Found::AccelerationStructure => return None,
    };
    Some(LayoutEntry { binding: b.slot.binding, stages: stage, kind, count, detail })
}

/// What satisfies both, where something does.
fn join(a: &LayoutEntry, b: &LayoutEntry) -> Option<LayoutEntry> {
    use BindingDetail as D;
    use BindingKind as K;
    let kind = match (a.kind, b.kind) {
        (K::Storage { dynamic, write: x }, K::Storage { write: y, .. }) => {
            K::Storage { dynamic, write: x || y }
        }
        (K::StorageTexture { write: x }, K::StorageTexture { write: y }) => {
            K::StorageTexture { write: x || y }
        }
        (x, y) if x == y => x,
        _ => return None,
    };
    let detail = match (a.detail, b.detail) {
        (D::Any, other) | (other, D::Any) => other,
        (D::MinSize(x), D::MinSize(y)) => D::MinSize(x.max(y)),
        (D::Texture { dim, class: x, multisampled }, D::Texture { dim: e, class: y, multisampled: m })
            if dim == e && multisampled == m =>
        {
            let class = match (x, y) {
                (Class::Depth, Class::Float) | (Class::Float, Class::Depth) => Class::Depth,
                (x, y) if x == y => x,
                _ => return None,
            };
            D::Texture { dim, class, multisampled }
        }
        (D::StorageTexture { dim, format: x }, D::StorageTexture { dim: e, format: y }) if dim == e => {
            let format = match (x, y) {
                (None, other) | (other, None) => other,
                (x, y) if x == y => x,
                _ => return None,
            };
            D::StorageTexture { dim, format }
        }
        (x, y) if x == y => x,
        _ => return None,
    };
    Some(LayoutEntry { stages: a.stages | b.stages, count: a.count.max(b.count), kind, detail, ..*a })
}
