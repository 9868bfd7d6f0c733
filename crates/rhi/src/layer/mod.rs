//! Layers: a backend around another backend, with a command table around its table.
//!
//! A [`Layer`] sees every object that is made, every event of every command list, and every submission, and may refuse a call
//! before the backend is asked. What it learns of lists it keeps with the list, so that threads which record never meet. Where there
//! is no layer, nothing of this is in the way: the device calls the backend's own table.

mod counting;
mod faults;
mod interop;
mod layered;

pub use counting::{Counted, Counting};
pub use faults::{FaultPlan, Faults, Injected, Site};
pub use layered::{Layered, Lists};

use crate::backend::*;
use crate::batch::RasterDesc;
use crate::desc::{LayoutEntry, PushLayout, ShaderStage};
use crate::interop::Join;
use crate::object::{Kind, Native, TextureInfo};
use crate::query::{PassQueryPlan, QuerySetDesc};
use crate::queue::Queue;
use crate::record::{Raw, Rect, Viewport};
use crate::surface::{Shown, SurfaceAnswer, SwapchainPlan};
use crate::track::List;

/// An object that is made.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the fields are the arguments of the backend's method")]
pub enum Made<'a> {
    Buffer(&'a BufferPlan<'a>),
    Texture { info: &'a TextureInfo, label: &'a str },
    View(&'a ViewPlan<'a>),
    Sampler(&'a SamplerPlan<'a>),
    GroupLayout { entries: &'a [LayoutEntry], samplers: &'a [(u32, Box<[Raw]>)], label: &'a str },
    Group { layout: Native, entries: &'a [NativeEntry], label: &'a str },
    Interface { groups: &'a [Raw], push: PushLayout },
    RasterPipeline(&'a RasterPipelinePlan<'a>),
    ComputePipeline { layout: Raw, shader: ShaderStage<'a>, label: &'a str },
    QuerySet(&'a QuerySetDesc<'a>),
}

impl Made<'_> {
    /// Kind of the object.
    pub fn kind(&self) -> Kind {
        match self {
            Made::Buffer(_) => Kind::Buffer,
            Made::Texture { .. } => Kind::Texture,
            Made::View(_) => Kind::View,
            Made::Sampler(_) => Kind::Sampler,
            Made::GroupLayout { .. } => Kind::BindGroupLayout,
            Made::Group { .. } => Kind::BindGroup,
            Made::Interface { .. } => Kind::PipelineLayout,
            Made::RasterPipeline(_) => Kind::RasterPipeline,
            Made::ComputePipeline { .. } => Kind::ComputePipeline,
            Made::QuerySet(_) => Kind::QuerySet,
        }
    }
}

/// A call that can fail, before it is made.
#[derive(Debug, Clone, Copy)]
pub enum Gate<'a> {
    /// An object is to be made.
    Make(Made<'a>),
    /// Bytes are to be written into a buffer.
    WriteHost {
        /// The buffer.
        buffer: Native,
        /// Offset in bytes.
        offset: u64,
        /// Bytes.
        data: &'a [u8],
    },
    /// Bytes are to be read from a buffer.
    ReadHost {
        /// The buffer.
        buffer: Native,
        /// Offset in bytes.
        offset: u64,
        /// Size in bytes.
        size: usize,
    },
    /// A list is to be opened.
    Open(Queue),
    /// What a raster pass begins with is to be made.
    PrepareRaster(&'a RasterDesc<'a>),
    /// A surface of this label is to be made.
    Surface(&'a str),
    /// Lists are to be submitted.
    Submit(&'a [Part]),
    /// It is asked whether work has finished.
    Finished(Timepoint),
    /// Work is to be waited for.
    Wait(Timepoint),
    /// The main queue is to wait for foreign semaphores, and to signal some.
    Join(&'a [Join], &'a [Join]),
}

/// A call for a window that can fail, before it is made.
#[derive(Debug, Clone, Copy)]
pub enum WindowGate<'a> {
    /// A surface is asked what it offers.
    Offer(Native),
    /// A swapchain is to be made.
    Swapchain(&'a SwapchainPlan<'a>),
    /// An image is to be acquired.
    Acquire(Native),
    /// It is to be waited until a frame of a swapchain, by its number, was shown.
    Shown(Native, u64),
    /// It is asked when frames of a swapchain were shown.
    Times(Native),
    /// An image is to be presented with the next submission.
    Present(&'a Shown),
}

/// A draw-path command, with the arguments of the table's entry of that name.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the fields are the arguments of the Vulkan command of that name")]
pub enum Command<'a> {
    Draw {
        vertices: u32,
        instances: u32,
        first_vertex: u32,
        first_instance: u32,
    },
    DrawIndexed {
        indices: u32,
        instances: u32,
        first_index: u32,
        base_vertex: i32,
        first_instance: u32,
    },
    DrawIndirect {
        indexed: bool,
        buffer: Raw,
        offset: u64,
        count: u32,
        stride: u32,
    },
    DrawIndirectCount {
        indexed: bool,
        args: Raw,
        offset: u64,
        count: Raw,
        count_offset: u64,
        most: u32,
        stride: u32,
    },
    BeginQuery {
        set: Raw,
        index: u32,
        flags: u32,
    },
    EndQuery {
        set: Raw,
        index: u32,
    },
    Groups {
        bind_point: i32,
        layout: Raw,
        first: u32,
        groups: &'a [Raw],
        offsets: &'a [u32],
    },
    Pipeline {
        bind_point: i32,
        pipeline: Raw,
    },
    Push {
        layout: Raw,
        stages: u32,
        offset: u32,
        data: &'a [u8],
    },
    VertexBuffers {
        first: u32,
        buffers: &'a [Raw],
        offsets: &'a [u64],
    },
    IndexBuffer {
        buffer: Raw,
        offset: u64,
        format: i32,
    },
    Dispatch([u32; 3]),
    DispatchIndirect {
        buffer: Raw,
        offset: u64,
    },
    /// As it is handed to the backend: see [`crate::record::ViewportStyle`].
    Viewport(Viewport),
    Scissor(Rect),
    BlendConstant([f32; 4]),
    StencilReference {
        faces: u32,
        reference: u32,
    },
}

/// What happens to a command list.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// Barriers between passes. Their neutral terms are there where [`Layer::wants_notes`].
    Barriers(&'a List),
    /// A raster pass begins.
    BeginRaster(&'a RasterPlan<'a>),
    /// It ends.
    EndRaster(&'a str),
    /// A compute pass begins.
    BeginCompute(&'a List, &'a str),
    /// It ends.
    EndCompute(&'a str),
    /// Dispatches before are ordered before those after.
    Serial,
    /// Queries of a pass are made ready.
    BeginQueries(&'a PassQueryPlan),
    /// Queries around a pass end.
    EndQueries(&'a PassQueryPlan),
    /// A time is written: set and query.
    Timestamp(Raw, u32),
    /// A mark for debuggers.
    Mark(Mark<'a>),
    /// Foreign code records a pass of this label: what it does is not shown.
    Foreign(&'a str),
    /// A list of copies.
    Copies(&'a [NativeCopy]),
    /// A command of a pass.
    Command(Command<'a>),
}

/// What a layer keeps for a command list.
pub trait Watch: Send + 'static {
    /// Something happens to the list. It is shown before the backend is told.
    fn event(&mut self, e: &Event<'_>);
}

/// Nothing is kept.
impl Watch for () {
    fn event(&mut self, _e: &Event<'_>) {}
}

/// What a layer may keep from a backend, to see what happens without it.
#[derive(Debug, Clone, Copy)]
pub enum Withheld<'a> {
    /// A list of barriers that is not empty. It was shown.
    Barriers(&'a List),
    /// A mark that a pass has begun or ended ([`crate::backend::Breadcrumbs::write_mark`]).
    Crumb,
}

/// What stands around a backend. Every method has the meaning "nothing to say" by default.
pub trait Layer: Send + Sync + 'static {
    /// What it keeps for a command list.
    type List: Watch;

    /// For a new list.
    fn list(&self) -> Self::List;
    /// A list is used again.
    fn reopen(&self, list: &mut Self::List, queue: Queue);
    /// Does it read barriers in neutral terms?
    fn wants_notes(&self) -> bool {
        false
    }
    /// Does it read marks?
    fn wants_marks(&self) -> bool {
        false
    }
    /// Is everything to be made such that it can be copied from ([`Backend::copies_out`])? It is shown as it was asked for.
    fn wants_copies(&self) -> bool {
        false
    }
    /// A call that can fail is about to be made.
    ///
    /// # Errors
    /// What it is to fail with, without the backend being asked.
    fn before(&self, _gate: &Gate<'_>) -> Result<(), Fault> {
        Ok(())
    }
    /// A call for a window is about to be made.
    ///
    /// # Errors
    /// As for [`Layer::before`].
    fn before_window(&self, _gate: &WindowGate<'_>) -> Result<(), SurfaceAnswer> {
        Ok(())
    }
    /// Is this kept from the backend?
    fn withholds(&self, _what: &Withheld<'_>) -> bool {
        false
    }
    /// An object was made.
    fn made(&self, _made: &Made<'_>, _native: Native) {}
    /// An object that was made belongs to somebody else, who may write it unseen.
    fn adopted(&self, _kind: Kind, _native: Native) {}
    /// A swapchain was made, with these images.
    fn made_swapchain(&self, _plan: &SwapchainPlan<'_>, _native: Native, _images: &[Native]) {}
    /// An object is destroyed.
    fn destroyed(&self, _kind: Kind, _native: Native) {}
    /// Bytes were read from a buffer.
    fn has_read(&self, _buffer: Native, _offset: u64, _data: &[u8]) {}
    /// Lists were handed to the backend, which took them or answered with a fault.
    fn submitted(
        &self,
        _parts: &[Part],
        _lists: &mut Lists<'_, Self>,
        _shown: &[Shown],
        _answer: &Result<(), Fault>,
    ) {
    }
    /// Memory, as the backend tells it.
    fn memory(&self, m: MemoryStats) -> MemoryStats {
        m
    }
}
