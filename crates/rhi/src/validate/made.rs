//! Objects that are made and destroyed: what a descriptor alone tells, and what became of an object by its end.

use super::contents::Contents;
use super::facts::{Facts, factors};
use super::objects::{BufferFacts, GroupFacts, LayoutFacts, Objects, SamplerFacts, TextureFacts, ViewFacts};
use super::{Finding, FindingCode as F};
use crate::backend::{BufferPlan, NativeEntry, NativeResource, RasterPipelinePlan, SamplerPlan};
use crate::desc::{
    BindingKind, BlendFactor, BufferUsage, Compare, Filter, Memory, StencilOp, TextureDim, TextureUsage,
    ViewDim,
};
use crate::layer::Made;
use crate::object::{Kind, Native, stage_names};
use crate::record::Raw;
use crate::reflected::laid;
use crate::usage::SubRange;
use candor_shader::Interface;
use std::collections::HashMap;

/// Submissions in a row for each of which an object like the last one is made, from which on that is told.
const CHURN: u32 = 16;
/// Objects of one kind and label that may be alive at once and still count as one that is made anew: as many as batches may be on
/// their way, and the new one.
const CHURN_ALIVE: u32 = 4;

type Found = Vec<Finding>;

fn find(out: &mut Found, code: F, label: &str, detail: impl Into<String>) {
    out.push(Finding { code, label: label.to_owned(), detail: detail.into(), place: None, count: 1 });
}

/// What is wrong with an object that is to be made.
pub(super) fn judge(objects: &Objects, made: &Made<'_>, out: &mut Found) {
    match made {
        Made::Buffer(p) => buffer(p, out),
        Made::Sampler(p) => sampler(p, out),
        Made::Group { layout, entries, label } => overlaps(objects, layout.raw, entries, label, out),
        Made::RasterPipeline(p) => raster(p, out),
        Made::ComputePipeline { .. }
        | Made::Texture { .. }
        | Made::View(_)
        | Made::GroupLayout { .. }
        | Made::Interface { .. }
        | Made::QuerySet(_) => {}
    }
}

fn buffer(p: &BufferPlan<'_>, out: &mut Found) {
    let read = p.usage
        & (BufferUsage::VERTEX
            | BufferUsage::INDEX
            | BufferUsage::UNIFORM
            | BufferUsage::STORAGE
            | BufferUsage::INDIRECT);
    if p.memory == Memory::Readback && !read.is_empty() {
        find(out, F::ReadbackRead, p.label, format!("{} in readback memory", names(read)));
    }
}

pub(super) fn names<B: bitflags::Flags>(bits: B) -> String {
    bits.iter_names().map(|(n, _)| n).collect::<Vec<_>>().join(" | ")
}

fn sampler(p: &SamplerPlan<'_>, out: &mut Found) {
    if p.anisotropy > 1.0 && p.filter[..2].contains(&Filter::Nearest) {
        let detail = format!("anisotropy {} with {:?} and {:?}", p.anisotropy, p.filter[0], p.filter[1]);
        find(out, F::AnisotropyNearest, p.label, detail);
    }
}

/// Does a binding kind write?
pub(super) fn kind_writes(kind: BindingKind) -> bool {
    matches!(kind, BindingKind::Storage { write: true, .. } | BindingKind::StorageTexture { write: true })
}

fn overlaps(objects: &Objects, layout: Raw, entries: &[NativeEntry], label: &str, out: &mut Found) {
    let Some(_known) = objects.layouts.get(&layout) else { return };
    let dynamic = |e: &NativeEntry| {
        matches!(e.kind, BindingKind::Uniform { dynamic: true } | BindingKind::Storage { dynamic: true, .. })
    };
    for (i, a) in entries.iter().enumerate() {
        let NativeResource::Buffer { raw, offset, size } = a.resource else { continue };
        for b in &entries[i + 1..] {
            let NativeResource::Buffer { raw: other, offset: at, size: n } = b.resource else { continue };
            let apart = raw != other
                || offset.saturating_add(size) <= at
                || at.saturating_add(n) <= offset
                || dynamic(a)
                || dynamic(b);
            if !apart && (kind_writes(a.kind) || kind_writes(b.kind)) {
                let detail = format!(
                    "bindings {} and {} of '{}': {offset}..{} and {at}..{}",
                    a.binding,
                    b.binding,
                    objects.buffer_label(raw),
                    offset.saturating_add(size),
                    at.saturating_add(n)
                );
                find(out, F::BindingOverlap, label, detail);
            }
        }
    }
}

fn raster(p: &RasterPipelinePlan<'_>, out: &mut Found) {
    let d = p.desc;
    let (facts, outputs) = Facts::raster(p);
    let Some(r) = &facts.raster else { return };
    let written = |i: u32| {
        let has = |all: &[Interface]| {
            all.iter().any(|o| (o.location..o.location.saturating_add(o.locations)).contains(&i))
        };
        outputs.as_deref().is_some_and(has)
    };
    // A shader that cannot be read is not judged.
    if d.fragment.is_none() || outputs.is_some() {
        for o in outputs.iter().flatten() {
            if o.location as usize >= d.colors.len() {
                let detail = format!("location {} of {} targets", o.location, d.colors.len());
                find(out, F::OutputDropped, d.label, detail);
            }
        }
        for (i, c) in d.colors.iter().enumerate() {
            if !c.write.is_empty() && !written(i as u32) {
                let detail = format!("target {i} in {} has write mask {}", c.format, names(c.write));
                find(out, F::TargetUnwritten, d.label, detail);
            }
        }
    }
    if d.depth.is_some_and(|s| {
        s.compare == Compare::Never
            && !s.stencil.is_some_and(|s| {
                [s.front, s.back].iter().any(|f| {
                    f.write_mask != 0 && (f.fail != StencilOp::Keep || f.depth_fail != StencilOp::Keep)
                })
            })
    }) {
        find(out, F::DepthNever, d.label, "");
    }
    if let Some(s) = d.depth.and_then(|s| s.stencil)
        && [s.front, s.back]
            .iter()
            .all(|f| f.compare == Compare::Never && (f.write_mask == 0 || f.fail == StencilOp::Keep))
    {
        find(out, F::StencilNever, d.label, "");
    }
    for (i, c) in d.colors.iter().enumerate() {
        if c.write.is_empty() && c.blend.is_some() {
            find(out, F::BlendMasked, d.label, format!("target {i} in {} has no write mask", c.format));
        }
        let destination = |f: BlendFactor| {
            matches!(
                f,
                BlendFactor::DstAlpha | BlendFactor::OneMinusDstAlpha | BlendFactor::SrcAlphaSaturated
            )
        };
        let alpha = c.format.info().components == 4;
        if !alpha
            && !c.write.is_empty()
            && c.blend.is_some_and(|b| factors(&b)[..2].iter().any(|f| destination(*f)))
        {
            find(out, F::DestinationAlpha, d.label, format!("target {i} is {}", c.format));
        }
    }
    let writes_nothing = d.colors.iter().all(|c| c.write.is_empty())
        && !r.writes_depth()
        && !facts.used.iter().any(|u| u.writes());
    if writes_nothing {
        find(out, F::DrawsNothing, d.label, "");
    }
    if d.push.bytes > 0 && facts.push_bytes == 0 {
        find(out, F::PushUnread, d.label, format!("{} bytes", d.push.bytes));
    }
    for (i, b) in r.buffers.iter().enumerate() {
        if b.end == 0 {
            find(out, F::VertexBufferUnread, d.label, format!("buffer {i}"));
        }
    }
    if d.alpha_to_coverage && p.samples == 1 {
        find(out, F::CoverageSingle, d.label, "1 sample");
    }
}

/// Labels that are remembered; beyond these, those of which nothing is alive are forgotten.
const CHURN_LABELS: usize = 4096;

/// Counts objects that are made like one before.
#[derive(Debug, Default)]
pub(super) struct Churn {
    known: HashMap<(Kind, Box<str>), Run>,
}

#[derive(Debug, Default)]
struct Run {
    submission: u64,
    length: u32,
    alive: u32,
}

impl Churn {
    pub(super) fn made(&mut self, kind: Kind, label: &str, submission: u64, out: &mut Found) {
        let watched = matches!(
            kind,
            Kind::Buffer
                | Kind::Texture
                | Kind::View
                | Kind::Sampler
                | Kind::BindGroup
                | Kind::QuerySet
                | Kind::RasterPipeline
                | Kind::ComputePipeline
        );
        if !watched || label.is_empty() {
            return;
        }
        if self.known.len() >= CHURN_LABELS {
            self.known.retain(|_, run| run.alive > 0);
        }
        let run = self.known.entry((kind, label.into())).or_default();
        run.alive += 1;
        if run.length > 0 && run.submission == submission {
            return;
        }
        run.length = if run.length > 0 && run.submission + 1 == submission { run.length + 1 } else { 1 };
        run.submission = submission;
        if run.length == CHURN && run.alive <= CHURN_ALIVE {
            run.length = 0;
            let pipeline = matches!(kind, Kind::RasterPipeline | Kind::ComputePipeline);
            let code = if pipeline { F::PipelineChurn } else { F::ObjectChurn };
            let detail = format!(
                "a {kind:?} of this label was made for each of {CHURN} submissions, at most one is needed"
            );
            find(out, code, label, detail);
        }
    }

    pub(super) fn destroyed(&mut self, kind: Kind, label: &str) {
        if let Some(run) = self.known.get_mut(&(kind, Box::from(label))) {
            run.alive = run.alive.saturating_sub(1);
        }
    }
}

/// Label of an object to be made, where it can churn.
pub(super) fn label_of<'a>(made: &Made<'a>) -> &'a str {
    match *made {
        // Readbacks are made by batches, each for itself.
        Made::Buffer(p) if is_own(p) => "",
        Made::Buffer(p) => p.label,
        Made::Texture { label, .. } | Made::Group { label, .. } | Made::ComputePipeline { label, .. } => {
            label
        }
        Made::View(p) => p.label,
        Made::Sampler(p) => p.label,
        Made::RasterPipeline(p) => p.desc.label,
        Made::QuerySet(d) => d.label,
        Made::GroupLayout { .. } | Made::Interface { .. } => "",
    }
}

/// A buffer that Candor makes for itself: no program's buffer is filled by the GPU alone in memory of the host, and staging is
/// copied from and no more.
fn is_own(p: &BufferPlan<'_>) -> bool {
    p.memory != Memory::Device && (p.filled || p.usage == BufferUsage::COPY_SRC)
}

/// Notes an object that was made.
pub(super) fn note(objects: &mut Objects, contents: &mut Contents, made: &Made<'_>, native: Native) {
    let raw = native.raw;
    match *made {
        Made::Buffer(p) => {
            let (label, own) = (p.label.into(), is_own(p));
            let facts = BufferFacts { label, size: p.size, usage: p.usage, own };
            objects.buffers.insert(raw, facts);
            contents.add_buffer(raw, p.memory != Memory::Device);
        }
        Made::Texture { info, label } => {
            objects.textures.insert(raw, TextureFacts { label: label.into(), info: *info });
            contents.add_texture(raw, info);
        }
        Made::View(p) => {
            let sliced = p.info.dim == TextureDim::D3 && p.dim != ViewDim::D3;
            let range = if sliced { SubRange { layer: 0, layers: 1, ..p.range } } else { p.range };
            let facts = ViewFacts {
                label: p.label.into(),
                texture: p.texture.raw,
                dim: p.dim,
                format: p.format,
                range,
                sliced,
                samples: p.info.samples,
            };
            objects.views.insert(raw, facts);
        }
        Made::Sampler(p) => {
            objects.samplers.insert(raw, SamplerFacts::new(p));
        }
        Made::GroupLayout { entries, samplers, label } => {
            let first = |s: &(u32, Box<[Raw]>)| s.1.first().map(|raw| (s.0, *raw));
            let samplers = samplers.iter().filter_map(first).collect();
            let facts =
                LayoutFacts { label: label.into(), entries: entries.into(), samplers, ..Default::default() };
            objects.layouts.insert(raw, facts);
        }
        Made::Group { layout, entries, label } => {
            let known = objects.layouts.get(&layout.raw);
            let of = |k: &LayoutFacts| {
                let dynamic = |kind| {
                    matches!(
                        kind,
                        BindingKind::Uniform { dynamic: true } | BindingKind::Storage { dynamic: true, .. }
                    )
                };
                k.entries.iter().filter(|e| dynamic(e.kind)).map(|e| e.binding).collect()
            };
            let dynamic = known.map(of).unwrap_or_default();
            for e in entries {
                use_entry(objects, contents, e);
            }
            let facts =
                GroupFacts { label: label.into(), layout: layout.raw, entries: entries.into(), dynamic };
            objects.groups.insert(raw, facts);
        }
        Made::Interface { groups, .. } => drop(objects.interfaces.insert(raw, groups.into())),
        Made::RasterPipeline(p) => {
            let facts = Facts::raster(p).0;
            objects.count_bindings(&facts);
            objects.raster.insert(raw, facts);
        }
        Made::ComputePipeline { layout, shader, label } => {
            let facts = Facts::compute(layout, &shader, label);
            objects.count_bindings(&facts);
            objects.compute.insert(raw, facts);
        }
        Made::QuerySet(d) => drop(objects.queries.insert(raw, d.label.into())),
    }
}

/// A group that names a resource counts as a use of it.
fn use_entry(objects: &Objects, contents: &mut Contents, e: &NativeEntry) {
    match (e.resource, e.kind) {
        (NativeResource::Buffer { raw, .. }, BindingKind::Uniform { .. }) => {
            contents.use_buffer(raw, BufferUsage::UNIFORM);
        }
        (NativeResource::Buffer { raw, .. }, kind) => {
            let both = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE;
            contents.use_buffer(raw, if kind_writes(kind) { both } else { BufferUsage::STORAGE });
        }
        (NativeResource::View { raw, .. }, kind) => {
            let Some(v) = objects.views.get(&raw) else { return };
            let usage = match kind {
                BindingKind::StorageTexture { .. } => TextureUsage::STORAGE,
                _ => TextureUsage::SAMPLED,
            };
            contents.use_texture(v.texture, usage);
        }
        (NativeResource::Sampler(_), _) => {}
    }
}

/// What became of an object that is destroyed.
pub(super) fn end(objects: &Objects, contents: &Contents, kind: Kind, raw: Raw, out: &mut Found) {
    let unused = |out: &mut Found, label: &str, kind: &str| {
        find(out, F::ObjectUnused, label, format!("the {kind} was used by nothing that was submitted"));
    };
    match kind {
        Kind::Buffer => {
            let (Some(facts), Some(known)) = (objects.buffers.get(&raw), contents.buffers.get(&raw)) else {
                return;
            };
            if facts.own {
                return;
            }
            if known.used.is_empty() {
                return unused(out, &facts.label, "buffer");
            }
            let idle = facts.usage - known.used;
            if !idle.is_empty() {
                let detail = format!(
                    "{} was asked for, {} was used",
                    names(facts.usage),
                    names(known.used & facts.usage)
                );
                find(out, F::UsageUnused, &facts.label, detail);
            }
        }
        Kind::Texture => {
            let (Some(facts), Some(known)) = (objects.textures.get(&raw), contents.textures.get(&raw)) else {
                return;
            };
            if known.used.is_empty() {
                return unused(out, &facts.label, "texture");
            }
            // Where a texture may have no memory, every use goes with that.
            let usage = facts.info.usage - TextureUsage::TRANSIENT;
            let idle = usage - known.used;
            if !idle.is_empty() {
                let detail =
                    format!("{} was asked for, {} was used", names(usage), names(known.used & usage));
                find(out, F::UsageUnused, &facts.label, detail);
            }
        }
        Kind::BindGroupLayout => {
            let Some(facts) = objects.layouts.get(&raw).filter(|l| l.pipelines > 0) else { return };
            let labels: Vec<_> = facts.labels.iter().map(|l| format!("'{l}'")).collect();
            let more = facts.pipelines as usize > labels.len();
            let who = format!("{}{}", labels.join(", "), if more { " and others" } else { "" });
            for e in facts.entries.iter().filter(|e| !facts.used.contains(&e.binding)) {
                let seen = stage_names(e.stages);
                let detail = format!(
                    "binding {}, {}, visible to {seen}, is used by no shader of {who}",
                    e.binding,
                    laid(e)
                );
                find(out, F::BindingUnused, &facts.label, detail);
            }
        }
        _ => {}
    }
}
