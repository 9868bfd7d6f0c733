//! The objects of a frame on the device that replays it. All are made before anything runs, and what cannot be made is told by name,
//! all of it at once.

use crate::file::CaptureFile;
use crate::model::{CopyOp, Entry, Fill, Id, Made, Object, Op, RasterMade, Stage, Step};
use candor_rhi::*;
use std::collections::HashSet;

/// An object on the device. What another one could not be made of is missing too, and is not told again.
#[derive(Debug)]
pub(crate) enum Here {
    Buffer(Buffer),
    Texture(Texture),
    View(View),
    Sampler(Sampler),
    Layout(BindGroupLayout),
    Group(BindGroup),
    Raster(RasterPipeline),
    Compute(ComputePipeline),
    Queries(QuerySet),
    Missing,
}

/// All of them.
#[derive(Debug)]
pub(crate) struct OnDevice {
    all: Vec<Here>,
}

/// What replaying does to objects beyond what the program asked for.
#[derive(Debug, Default)]
struct Extra {
    /// They are filled by copies.
    filled: HashSet<Id>,
    /// They are read back.
    read: HashSet<Id>,
}

impl Extra {
    fn of(file: &CaptureFile, read: &[Id]) -> Self {
        let mut extra = Self { read: read.iter().copied().collect(), ..Self::default() };
        for step in &file.steps {
            let Step::Submit { ops, .. } = step else { continue };
            for op in ops {
                let Op::Copies { list, .. } = op else { continue };
                // Clears need no more than an attachment has.
                let filled = list.iter().filter(|c| !matches!(c, CopyOp::Clear { .. }));
                extra.filled.extend(filled.map(CopyOp::written));
            }
        }
        extra
    }
}

type Refused = Option<String>;

impl OnDevice {
    /// Makes all objects, and tells what cannot be made.
    pub(crate) fn make(device: &Device, file: &CaptureFile, read: &[Id]) -> (Self, Vec<String>) {
        let extra = Extra::of(file, read);
        let mut here = Self { all: Vec::with_capacity(file.objects.len()) };
        let mut refused = Vec::new();
        for (i, o) in file.objects.iter().enumerate() {
            let made = match here.one(device, Id(i as u32), o, &extra) {
                Ok(made) => made,
                Err(why) => {
                    refused.extend(why.map(|why| format!("{}: {why}", o.made.kind())));
                    Here::Missing
                }
            };
            here.all.push(made);
        }
        (here, refused)
    }

    fn one(&self, device: &Device, id: Id, o: &Object, extra: &Extra) -> Result<Here, Refused> {
        let label = o.label.as_str();
        let first = o.contents.first().map_or(Contents::Zero, |(_, blob)| Contents::Data(&blob.0));
        let say = |e: Error| Some(e.to_string());
        Ok(match &o.made {
            Made::Buffer { size, usage, memory } => {
                let mut usage = *usage;
                match memory {
                    Memory::Device => {
                        usage.set(
                            BufferUsage::COPY_TARGET,
                            usage.contains(BufferUsage::COPY_TARGET) || extra.filled.contains(&id),
                        );
                    }
                    // What the host reads is written by copies all the same.
                    Memory::Readback => usage -= BufferUsage::TRACKED,
                    Memory::Upload => {}
                }
                if extra.read.contains(&id) && *memory != Memory::Readback {
                    usage |= BufferUsage::COPY_SRC;
                }
                let d = BufferDesc { label, size_bytes: *size, usage, memory: *memory, contents: first };
                Here::Buffer(device.create_buffer(&d).map_err(say)?)
            }
            Made::Texture(i) => {
                let mut usage = i.usage;
                if extra.filled.contains(&id) || o.contents.len() > 1 {
                    usage |= TextureUsage::COPY_TARGET;
                }
                if extra.read.contains(&id) && i.samples == 1 {
                    usage |= TextureUsage::COPY_SRC;
                }
                // What lives within one pass alone is neither filled nor read.
                let transient = i.usage.contains(TextureUsage::TRANSIENT);
                if transient {
                    usage = i.usage;
                }
                let d = TextureDesc {
                    label,
                    dim: i.dim,
                    format: Some(i.format),
                    size: i.size,
                    layers: i.layers,
                    mips: i.mips,
                    samples: Samples::Exact(i.samples),
                    usage,
                    shared_queues: i.shared,
                    contents: if transient { Contents::Undefined } else { first },
                };
                Here::Texture(device.create_texture(&d).map_err(say)?.value)
            }
            Made::View { texture, dim, format, range } => {
                let d = ViewDesc {
                    label,
                    dim: *dim,
                    format: Some(*format),
                    aspects: Some(range.aspects),
                    mip: range.mip.into(),
                    mips: range.mips.into(),
                    layer: range.layer.into(),
                    layers: range.layers.into(),
                };
                Here::View(device.create_view(self.texture(*texture).ok_or(None)?, &d).map_err(say)?)
            }
            Made::Sampler(s) => {
                let d = SamplerDesc {
                    label,
                    mag: s.filter[0],
                    min: s.filter[1],
                    mip: s.filter[2],
                    address: s.address,
                    anisotropy: if s.anisotropy == 1.0 {
                        Anisotropy::Off
                    } else {
                        Anisotropy::Exact(s.anisotropy)
                    },
                    compare: s.compare,
                    lod: s.lod,
                    lod_bias: s.lod_bias,
                };
                Here::Sampler(device.create_sampler(&d).map_err(say)?.value)
            }
            Made::GroupLayout { entries, samplers } => {
                let all = samplers.iter().map(|(binding, ids)| {
                    let samplers: Option<Vec<&Sampler>> = ids.iter().map(|id| self.sampler(*id)).collect();
                    samplers.map(|s| (*binding, s))
                });
                let all: Vec<_> = all.collect::<Option<_>>().ok_or(None)?;
                let samplers: Vec<_> = all
                    .iter()
                    .map(|(binding, samplers)| ImmutableSamplers { binding: *binding, samplers })
                    .collect();
                let d = BindGroupLayoutDesc { label, entries, samplers: &samplers };
                Here::Layout(device.create_bind_group_layout(&d).map_err(say)?)
            }
            Made::Group { layout, entries } => self.group(device, label, *layout, entries)?,
            Made::Raster(r) => self.raster(device, label, r)?,
            Made::Compute { interface, shader } => {
                let groups = self.layouts(&interface.groups)?;
                let shader = stage(shader);
                let d = ComputePipelineDesc { label, groups: &groups, push: interface.push, shader };
                Here::Compute(device.create_compute_pipeline(&d).map_err(say)?)
            }
            Made::Queries { kind, count } => {
                let d = QuerySetDesc { label, kind: *kind, count: *count };
                Here::Queries(device.create_query_set(&d).map_err(say)?)
            }
        })
    }

    /// Entries come one for each element, and go in one for each binding.
    fn group(&self, device: &Device, label: &str, layout: Id, entries: &[Entry]) -> Result<Here, Refused> {
        let layout = self.layout(layout).ok_or(None)?;
        let mut all: Vec<(u32, All<'_>)> = Vec::new();
        for e in entries {
            let last = all.last_mut().filter(|(b, _)| *b == e.binding).map(|(_, a)| a);
            match (&e.fill, last) {
                (Fill::Buffer { buffer, offset, size }, last) => {
                    let buffer = self.buffer(*buffer).ok_or(None)?;
                    let part = BufferPart { buffer, offset: *offset, size: *size };
                    match last {
                        Some(All::Buffers(parts)) => parts.push(part),
                        _ => all.push((e.binding, All::Buffers(vec![part]))),
                    }
                }
                (Fill::View(v), last) => match (self.view(*v).ok_or(None)?, last) {
                    (v, Some(All::Views(views))) => views.push(v),
                    (v, _) => all.push((e.binding, All::Views(vec![v]))),
                },
                (Fill::Sampler(s), last) => match (self.sampler(*s).ok_or(None)?, last) {
                    (s, Some(All::Samplers(samplers))) => samplers.push(s),
                    (s, _) => all.push((e.binding, All::Samplers(vec![s]))),
                },
            }
        }
        let entries: Vec<GroupEntry<'_>> = all.iter().map(|(binding, all)| all.entry(*binding)).collect();
        let group = device.create_bind_group(&BindGroupDesc { label, layout, entries: &entries });
        Ok(Here::Group(group.map_err(|e| Some(e.to_string()))?))
    }

    fn raster(&self, device: &Device, label: &str, r: &RasterMade) -> Result<Here, Refused> {
        let groups = self.layouts(&r.interface.groups)?;
        let made =
            r.state.lend_with(label, &groups, r.interface.push, stage, |d| device.create_raster_pipeline(d));
        Ok(Here::Raster(made.map_err(|e| Some(e.to_string()))?))
    }

    fn layouts(&self, ids: &[Id]) -> Result<Vec<&BindGroupLayout>, Refused> {
        ids.iter().map(|id| self.layout(*id)).collect::<Option<_>>().ok_or(None)
    }
}

/// What fills a binding.
enum All<'a> {
    Buffers(Vec<BufferPart<'a>>),
    Views(Vec<&'a View>),
    Samplers(Vec<&'a Sampler>),
}

impl<'a> All<'a> {
    fn entry(&'a self, binding: u32) -> GroupEntry<'a> {
        match self {
            // A dynamic binding is no array.
            Self::Buffers(parts) => match parts.as_slice() {
                [p] => GroupEntry::buffer_range(binding, p.buffer, p.offset, p.size),
                parts => GroupEntry::buffers(binding, parts),
            },
            Self::Views(views) => GroupEntry::views(binding, views),
            Self::Samplers(samplers) => GroupEntry::samplers(binding, samplers),
        }
    }
}

fn stage(s: &Stage) -> ShaderStage<'_> {
    ShaderStage { spirv: &s.spirv.0, entry: &s.entry, constants: &s.constants }
}

macro_rules! finders {
    ($($name:ident, $variant:ident, $t:ty;)*) => {
        impl OnDevice {
            $(pub(crate) fn $name(&self, id: Id) -> Option<&$t> {
                match self.all.get(id.0 as usize) {
                    Some(Here::$variant(found)) => Some(found),
                    _ => None,
                }
            })*
        }
    };
}
finders! {
    buffer, Buffer, Buffer;
    texture, Texture, Texture;
    view, View, View;
    sampler, Sampler, Sampler;
    layout, Layout, BindGroupLayout;
    group_of, Group, BindGroup;
    raster_pipeline, Raster, RasterPipeline;
    compute_pipeline, Compute, ComputePipeline;
    queries, Queries, QuerySet;
}
