//! What is kept of a command list until it is submitted: its events as plain data, in memory that is used again.

use crate::backend::{Load, Mark, NativeCopy, PassPart, RasterPlan, Store};
use crate::layer::{Command, Event, Watch};
use crate::query::PassQueryPlan;
use crate::record::{Raw, Rect, Viewport};

/// A run of one of the list's stores: where it begins and how long it is.
pub(super) type Run = (u32, u32);

/// An event.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rec {
    Begin(PassRec),
    EndRaster,
    BeginCompute {
        label: Run,
    },
    EndCompute,
    Serial,
    Queries(PassQueryPlan),
    Mark,
    /// Foreign code, which may do anything to anything that batches write.
    Foreign,
    Copy(NativeCopy),
    Time,
    Draw {
        vertices: u32,
        instances: u32,
        first_vertex: u32,
        first_instance: u32,
    },
    DrawIndexed {
        indices: u32,
        instances: u32,
        base_vertex: i32,
        first_instance: u32,
    },
    Indirect {
        indexed: bool,
        args: Raw,
        offset: u64,
        most: u32,
        stride: u32,
        count: Option<(Raw, u64)>,
    },
    BeginQuery {
        set: Raw,
        index: u32,
    },
    EndQuery,
    Groups {
        first: u32,
        groups: Run,
        offsets: Run,
    },
    Pipeline(Raw),
    Push {
        offset: u32,
        data: Run,
    },
    Vertex {
        slot: u32,
        buffer: Raw,
        offset: u64,
    },
    Index {
        buffer: Raw,
        offset: u64,
        format: i32,
    },
    Dispatch([u32; 3]),
    DispatchIndirect {
        buffer: Raw,
        offset: u64,
    },
    Viewport(Viewport),
    Scissor(Rect),
    BlendConstant,
    StencilReference {
        faces: u32,
        reference: u32,
    },
}

/// A raster pass that begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct PassRec {
    pub(super) label: Run,
    pub(super) color: Run,
    pub(super) depth: Option<DepthRec>,
    pub(super) size: [u32; 2],
    pub(super) part: PassPart,
    /// Every layer has a view.
    pub(super) all: bool,
}

/// A colour attachment.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColorRec {
    pub(super) view: Raw,
    pub(super) load: Load<[f32; 4]>,
    pub(super) store: Store,
    pub(super) resolve: Option<Raw>,
}

/// A depth attachment.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthRec {
    pub(super) view: Raw,
    pub(super) read_only: bool,
    pub(super) load: Load<()>,
    pub(super) store: Store,
    pub(super) stencil_load: Load<()>,
    pub(super) stencil_store: Store,
    pub(super) resolve: Option<(Raw, bool, bool)>,
}

/// The events of a list.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    pub(super) recs: Vec<Rec>,
    pub(super) text: String,
    pub(super) colors: Vec<ColorRec>,
    pub(super) raws: Vec<Raw>,
    pub(super) words: Vec<u32>,
    pub(super) bytes: Vec<u8>,
}

fn kept<T: Copy>(store: &mut Vec<T>, new: &[T]) -> Run {
    let at = store.len() as u32;
    store.extend_from_slice(new);
    (at, new.len() as u32)
}

pub(super) fn run<T>(store: &[T], r: Run) -> &[T] {
    store.get(r.0 as usize..(r.0 + r.1) as usize).unwrap_or(&[])
}

fn plain<C>(l: &Load<C>) -> Load<()> {
    match l {
        Load::Load => Load::Load,
        Load::Clear(_) => Load::Clear(()),
        Load::Discard => Load::Discard,
    }
}

impl Noted {
    pub(super) fn clear(&mut self) {
        self.recs.clear();
        self.text.clear();
        self.colors.clear();
        self.raws.clear();
        self.words.clear();
        self.bytes.clear();
    }

    pub(super) fn label(&self, r: Run) -> &str {
        self.text.get(r.0 as usize..(r.0 + r.1) as usize).unwrap_or_default()
    }

    fn text(&mut self, s: &str) -> Run {
        let at = self.text.len() as u32;
        self.text.push_str(s);
        (at, s.len() as u32)
    }

    fn begin(&mut self, p: &RasterPlan<'_>) {
        let d = p.desc;
        let label = self.text(d.label);
        let at = self.colors.len() as u32;
        self.colors.extend(d.color.iter().map(|c| ColorRec {
            view: c.view.raw(),
            load: c.load,
            store: c.store,
            resolve: c.resolve.map(|v| v.raw()),
        }));
        let depth = d.depth.as_ref().map(|d| {
            let stencil = d.stencil_ops();
            DepthRec {
                view: d.view.raw(),
                read_only: d.read_only,
                load: plain(&d.load),
                store: d.store,
                stencil_load: plain(&stencil.load),
                stencil_store: stencil.store,
                resolve: d.resolve.map(|r| (r.view.raw(), r.depth.is_some(), r.stencil.is_some())),
            }
        });
        let all = d.view_mask == 0 || d.view_mask.count_ones() == p.layers;
        let color = (at, d.color.len() as u32);
        self.recs.push(Rec::Begin(PassRec { label, color, depth, size: p.size, part: p.part, all }));
    }

    fn command(&mut self, c: &Command<'_>) {
        let rec = match *c {
            Command::Draw { vertices, instances, first_vertex, first_instance } => {
                Rec::Draw { vertices, instances, first_vertex, first_instance }
            }
            Command::DrawIndexed { indices, instances, base_vertex, first_instance, first_index: _ } => {
                Rec::DrawIndexed { indices, instances, base_vertex, first_instance }
            }
            Command::DrawIndirect { indexed, buffer, offset, count, stride } => {
                Rec::Indirect { indexed, args: buffer, offset, most: count, stride, count: None }
            }
            Command::DrawIndirectCount { indexed, args, offset, count, count_offset, most, stride } => {
                Rec::Indirect { indexed, args, offset, most, stride, count: Some((count, count_offset)) }
            }
            Command::BeginQuery { set, index, .. } => Rec::BeginQuery { set, index },
            Command::EndQuery { .. } => Rec::EndQuery,
            Command::Groups { first, groups, offsets, .. } => {
                let groups = kept(&mut self.raws, groups);
                Rec::Groups { first, groups, offsets: kept(&mut self.words, offsets) }
            }
            Command::Pipeline { pipeline, .. } => Rec::Pipeline(pipeline),
            Command::Push { offset, data, .. } => Rec::Push { offset, data: kept(&mut self.bytes, data) },
            Command::VertexBuffers { first, buffers, offsets } => {
                for (i, (buffer, offset)) in buffers.iter().zip(offsets).enumerate() {
                    let (slot, buffer, offset) = (first + i as u32, *buffer, *offset);
                    self.recs.push(Rec::Vertex { slot, buffer, offset });
                }
                return;
            }
            Command::IndexBuffer { buffer, offset, format } => Rec::Index { buffer, offset, format },
            Command::Dispatch(counts) => Rec::Dispatch(counts),
            Command::DispatchIndirect { buffer, offset } => Rec::DispatchIndirect { buffer, offset },
            Command::Viewport(v) => Rec::Viewport(v),
            Command::Scissor(r) => Rec::Scissor(r),
            Command::BlendConstant(_) => Rec::BlendConstant,
            Command::StencilReference { faces, reference } => Rec::StencilReference { faces, reference },
        };
        self.recs.push(rec);
    }
}

impl Watch for Noted {
    fn event(&mut self, e: &Event<'_>) {
        match *e {
            // What barriers order is declared, and judged by the tracker.
            Event::Barriers(_) | Event::EndQueries(_) => {}
            Event::BeginRaster(p) => self.begin(p),
            Event::EndRaster(_) => self.recs.push(Rec::EndRaster),
            Event::BeginCompute(_, label) => {
                let label = self.text(label);
                self.recs.push(Rec::BeginCompute { label });
            }
            Event::EndCompute(_) => self.recs.push(Rec::EndCompute),
            Event::Serial => self.recs.push(Rec::Serial),
            Event::BeginQueries(p) => self.recs.push(Rec::Queries(*p)),
            Event::Timestamp(..) => self.recs.push(Rec::Time),
            Event::Foreign(_) => self.recs.push(Rec::Foreign),
            Event::Mark(Mark::At(_)) => {}
            Event::Mark(_) => self.recs.push(Rec::Mark),
            Event::Copies(copies) => self.recs.extend(copies.iter().map(|c| Rec::Copy(*c))),
            Event::Command(ref c) => self.command(c),
        }
    }
}
