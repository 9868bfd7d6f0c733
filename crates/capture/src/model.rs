//! A captured frame as data. Objects are named by their number; what they contain, and shaders, are blobs that may be shared.

use candor_rhi::backend::{Load, Store};
use candor_rhi::usage::SubRange;
use candor_rhi::*;
use std::sync::Arc;

/// Number of an object: while a frame is captured, unique in the process; in a file, its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(pub(crate) u32);

/// Bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Blob(pub(crate) Arc<[u8]>);

/// Words of a shader.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Spirv(pub(crate) Arc<[u32]>);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Object {
    pub(crate) label: String,
    pub(crate) made: Made,
    /// What it contains when the frame begins, by aspect; empty for zero.
    pub(crate) contents: Vec<(Aspects, Blob)>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Made {
    Buffer { size: u64, usage: BufferUsage, memory: Memory },
    Texture(TextureInfo),
    View { texture: Id, dim: ViewDim, format: Format, range: SubRange },
    Sampler(SamplerMade),
    GroupLayout { entries: Vec<LayoutEntry>, samplers: Vec<(u32, Vec<Id>)> },
    Group { layout: Id, entries: Vec<Entry> },
    Raster(Box<RasterMade>),
    Compute { interface: InterfaceMade, shader: Stage },
    Queries { kind: QueryKind, count: u32 },
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SamplerMade {
    pub(crate) filter: [Filter; 3],
    pub(crate) address: [AddressMode; 3],
    pub(crate) anisotropy: f32,
    pub(crate) compare: Option<Compare>,
    pub(crate) lod: [f32; 2],
    pub(crate) lod_bias: f32,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) binding: u32,
    pub(crate) element: u32,
    pub(crate) fill: Fill,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    Buffer { buffer: Id, offset: u64, size: u64 },
    View(Id),
    Sampler(Id),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct InterfaceMade {
    pub(crate) groups: Vec<Id>,
    pub(crate) push: PushLayout,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stage {
    pub(crate) spirv: Spirv,
    pub(crate) entry: String,
    pub(crate) constants: Vec<Constant>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RasterMade {
    pub(crate) interface: InterfaceMade,
    pub(crate) state: RasterState<Stage>,
}

/// What happens, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// The host writes into a buffer in upload memory.
    Write { buffer: Id, offset: u64, data: Blob },
    /// A batch is submitted.
    Submit { ops: Vec<Op>, shown: Vec<Id> },
}

/// What a batch does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Op {
    Raster(RasterOp),
    Compute(ComputeOp),
    Copies { queue: Queue, list: Vec<CopyOp> },
    Timestamp { set: Id, index: u32 },
    Mark(MarkOp),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MarkOp {
    Begin(String),
    End,
    At(String),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RasterOp {
    pub(crate) label: String,
    pub(crate) colors: Vec<ColorOp>,
    pub(crate) depth: Option<DepthOp>,
    pub(crate) view_mask: u32,
    pub(crate) queries: Option<QueriesOp>,
    /// One list, or several where the pass was split.
    pub(crate) parts: Vec<Vec<Act>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ColorOp {
    pub(crate) view: Id,
    pub(crate) load: Load<[f32; 4]>,
    pub(crate) store: Store,
    pub(crate) resolve: Option<Id>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DepthOp {
    pub(crate) view: Id,
    pub(crate) read_only: bool,
    pub(crate) load: Load<(f32, u32)>,
    pub(crate) store: Store,
    pub(crate) stencil: Option<(Load<u32>, Store)>,
    pub(crate) resolve: Option<(Id, Option<ResolveMode>, Option<ResolveMode>)>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct QueriesOp {
    pub(crate) timestamps: Option<(Id, Option<u32>, Option<u32>)>,
    pub(crate) occlusion: Option<(Id, u32, u32)>,
    pub(crate) statistics: Option<(Id, u32)>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ComputeOp {
    pub(crate) label: String,
    pub(crate) queue: Queue,
    pub(crate) serial: bool,
    pub(crate) queries: Option<QueriesOp>,
    pub(crate) commands: Vec<Act>,
}

/// A command of a pass.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Act {
    Pipeline(Id),
    Group { index: u32, group: Id, offsets: Vec<u32> },
    Push { offset: u32, data: Vec<u8> },
    VertexBuffer { slot: u32, buffer: Id, offset: u64 },
    IndexBuffer { buffer: Id, offset: u64, format: IndexFormat },
    Draw { vertices: u32, instances: u32, first_vertex: u32, first_instance: u32 },
    DrawIndexed { indices: u32, instances: u32, first_index: u32, base_vertex: i32, first_instance: u32 },
    DrawIndirect { indexed: bool, buffer: Id, offset: u64, count: u32 },
    DrawIndirectCount { indexed: bool, args: Id, offset: u64, count: Id, count_offset: u64, most: u32 },
    Viewport(Viewport),
    Scissor(Rect),
    BlendConstant([f32; 4]),
    StencilReferences { front: u32, back: u32 },
    BeginQuery(u32),
    EndQuery,
    Dispatch([u32; 3]),
    DispatchIndirect { buffer: Id, offset: u64 },
    Mark(MarkOp),
}

/// One side of a copy in a texture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Side {
    pub(crate) texture: Id,
    pub(crate) aspect: Aspects,
    pub(crate) mip: u32,
    pub(crate) layer: u32,
    pub(crate) layers: u32,
    pub(crate) origin: [u32; 3],
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CopyOp {
    Buffer {
        src: Id,
        src_offset: u64,
        dst: Id,
        dst_offset: u64,
        size: u64,
    },
    /// Data that lay in the host's memory.
    Data {
        dst: Id,
        offset: u64,
        data: Blob,
    },
    Fill {
        dst: Id,
        offset: u64,
        size: u64,
        value: u32,
    },
    Upload {
        src: Id,
        offset: u64,
        row_texels: u32,
        rows: u32,
        dst: Side,
        size: [u32; 3],
    },
    /// Texels that lay in the host's memory, tightly packed.
    Texels {
        data: Blob,
        dst: Side,
        size: [u32; 3],
    },
    Download {
        src: Side,
        size: [u32; 3],
        dst: Id,
        offset: u64,
        row_texels: u32,
        rows: u32,
    },
    Texture {
        src: Side,
        dst: Side,
        size: [u32; 3],
    },
    Blit {
        src: Side,
        src_size: [u32; 3],
        dst: Side,
        dst_size: [u32; 3],
        filter: Filter,
    },
    Clear {
        texture: Id,
        range: SubRange,
        value: ClearValue,
    },
    Queries {
        set: Id,
        first: u32,
        count: u32,
        dst: Id,
        offset: u64,
    },
}

/// A pipeline of either kind.
pub(crate) const PIPELINE: &str = "pipeline";

macro_rules! visit {
    ($($t:ident => |$v:ident, $f:ident| $body:block)*) => {
        $(impl $t {
            /// Shows every number of an object, to be read or changed, with the kind that it must be of.
            pub(crate) fn ids(&mut self, $f: &mut dyn FnMut(&mut Id, &'static str)) {
                let $v = self;
                $body
            }
        })*
    };
}

visit! {
    Made => |v, f| {
        match v {
            Made::Buffer { .. } | Made::Texture(_) | Made::Sampler(_) | Made::Queries { .. } => {}
            Made::View { texture, .. } => f(texture, "texture"),
            Made::GroupLayout { samplers, .. } => {
                samplers.iter_mut().flat_map(|(_, all)| all).for_each(|s| f(s, "sampler"));
            }
            Made::Group { layout, entries } => {
                f(layout, "group layout");
                for e in entries {
                    match &mut e.fill {
                        Fill::Buffer { buffer, .. } => f(buffer, "buffer"),
                        Fill::View(view) => f(view, "view"),
                        Fill::Sampler(sampler) => f(sampler, "sampler"),
                    }
                }
            }
            Made::Raster(r) => r.interface.ids(f),
            Made::Compute { interface, .. } => interface.ids(f),
        }
    }
    InterfaceMade => |v, f| {
        v.groups.iter_mut().for_each(|g| f(g, "group layout"));
    }
    Step => |v, f| {
        match v {
            Step::Write { buffer, .. } => f(buffer, "buffer"),
            Step::Submit { ops, shown } => {
                ops.iter_mut().for_each(|o| o.ids(f));
                shown.iter_mut().for_each(|t| f(t, "texture"));
            }
        }
    }
    Op => |v, f| {
        match v {
            Op::Raster(r) => {
                for c in &mut r.colors {
                    f(&mut c.view, "view");
                    c.resolve.iter_mut().for_each(|v| f(v, "view"));
                }
                if let Some(d) = &mut r.depth {
                    f(&mut d.view, "view");
                    d.resolve.iter_mut().for_each(|(v, ..)| f(v, "view"));
                }
                r.queries.iter_mut().for_each(|q| q.ids(f));
                r.parts.iter_mut().flatten().for_each(|c| c.ids(f));
            }
            Op::Compute(c) => {
                c.queries.iter_mut().for_each(|q| q.ids(f));
                c.commands.iter_mut().for_each(|c| c.ids(f));
            }
            Op::Copies { list, .. } => list.iter_mut().for_each(|c| c.ids(f)),
            Op::Timestamp { set, .. } => f(set, "query set"),
            Op::Mark(_) => {}
        }
    }
    QueriesOp => |v, f| {
        v.timestamps.iter_mut().for_each(|(s, ..)| f(s, "query set"));
        v.occlusion.iter_mut().for_each(|(s, ..)| f(s, "query set"));
        v.statistics.iter_mut().for_each(|(s, _)| f(s, "query set"));
    }
    Act => |v, f| {
        match v {
            Act::Pipeline(id) => f(id, PIPELINE),
            Act::Group { group, .. } => f(group, "group"),
            Act::VertexBuffer { buffer: id, .. }
            | Act::IndexBuffer { buffer: id, .. }
            | Act::DrawIndirect { buffer: id, .. }
            | Act::DispatchIndirect { buffer: id, .. } => f(id, "buffer"),
            Act::DrawIndirectCount { args, count, .. } => {
                f(args, "buffer");
                f(count, "buffer");
            }
            Act::Push { .. }
            | Act::Draw { .. }
            | Act::DrawIndexed { .. }
            | Act::Viewport(_)
            | Act::Scissor(_)
            | Act::BlendConstant(_)
            | Act::StencilReferences { .. }
            | Act::BeginQuery(_)
            | Act::EndQuery
            | Act::Dispatch(_)
            | Act::Mark(_) => {}
        }
    }
    CopyOp => |v, f| {
        match v {
            CopyOp::Buffer { src, dst, .. } => {
                f(src, "buffer");
                f(dst, "buffer");
            }
            CopyOp::Data { dst, .. } | CopyOp::Fill { dst, .. } => f(dst, "buffer"),
            CopyOp::Upload { src, dst, .. } => {
                f(src, "buffer");
                f(&mut dst.texture, "texture");
            }
            CopyOp::Texels { dst, .. } => f(&mut dst.texture, "texture"),
            CopyOp::Download { src, dst, .. } => {
                f(&mut src.texture, "texture");
                f(dst, "buffer");
            }
            CopyOp::Texture { src, dst, .. } | CopyOp::Blit { src, dst, .. } => {
                f(&mut src.texture, "texture");
                f(&mut dst.texture, "texture");
            }
            CopyOp::Clear { texture, .. } => f(texture, "texture"),
            CopyOp::Queries { set, dst, .. } => {
                f(set, "query set");
                f(dst, "buffer");
            }
        }
    }
}

impl Made {
    /// What it is called in sentences.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Made::Buffer { .. } => "buffer",
            Made::Texture(_) => "texture",
            Made::View { .. } => "view",
            Made::Sampler(_) => "sampler",
            Made::GroupLayout { .. } => "group layout",
            Made::Group { .. } => "group",
            Made::Raster(_) => "raster pipeline",
            Made::Compute { .. } => "compute pipeline",
            Made::Queries { .. } => "query set",
        }
    }
}

impl CopyOp {
    /// What it writes.
    pub(crate) fn written(&self) -> Id {
        match self {
            CopyOp::Buffer { dst, .. }
            | CopyOp::Data { dst, .. }
            | CopyOp::Fill { dst, .. }
            | CopyOp::Download { dst, .. }
            | CopyOp::Queries { dst, .. } => *dst,
            CopyOp::Upload { dst, .. }
            | CopyOp::Texels { dst, .. }
            | CopyOp::Texture { dst, .. }
            | CopyOp::Blit { dst, .. } => dst.texture,
            CopyOp::Clear { texture, .. } => *texture,
        }
    }
}
