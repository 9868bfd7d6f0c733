//! The rendering hardware interface: descriptors, handles, outcomes, encoders, Null.
//!
//! One concrete [`Device`] type stands on any [`backend::Backend`]. Resources are owned values, borrowed while they are
//! recorded. A [`Batch`] declares passes in order; barriers are derived from the declarations; each pass may be recorded on
//! any thread; `submit` takes all of it or nothing.
//!
//! Conventions: clip space has y up and depth from 0 to 1; framebuffer, texture and fragment coordinates begin at the top
//! left; a front face is judged as it is seen on the screen; new resources read as zero.
#![deny(unsafe_code)]

pub mod adapter;
mod arena;
pub mod backend;
mod batch;
mod core;
mod desc;
mod device;
pub mod driver;
pub mod epoch;
mod error;
pub mod format;
mod future;
pub mod interop;
mod known;
mod label;
pub mod layer;
mod leaks;
pub mod limits;
pub mod lint;
mod loss;
mod memory;
pub mod null;
mod object;
pub mod query;
pub mod queue;
mod readback;
pub mod record;
mod reflected;
mod ring;
mod rule;
mod stats;
pub mod surface;
mod sync;
pub mod track;
mod upload;
pub mod usage;
pub mod validate;

pub use adapter::{AdapterInfo, BackendKind};
pub use arena::{Arena, ArenaDesc, Piece};
pub use backend::{Load, Store};
pub use batch::{
    Batch, BufferSide, ClearValue, Color, ComputeDesc, Copy, Depth, DepthResolve, ForeignDesc, Levels,
    ObjectContents, Order, RasterDesc, Region, ResolveMode, Slot, Slots, StencilOps, SubmitError, Use,
};
pub use candor_caps::{Granted, Outcome, Reason, Refused, Until, Value};
pub use desc::*;
pub use device::{BundleDesc, CloseReport, Device, DeviceState, Mapped, Usage as DeviceUsage};
pub use error::{Code, Error, Place};
pub use format::{Aspects, Class, Format, UnknownFormat, VertexFormat};
pub use future::{Receipt, block_on};
pub use leaks::{LeakWatch, Leaks};
pub use limits::Limits;
pub use lint::{Lint, LintCode, Lints, Portability};
pub use loss::{Breadcrumbs, Crumb, Loss, Trail};
pub use memory::{BudgetOf, Fill, Heap, HeapBudget, Heaps, MAX_HEAPS, MemoryPressure, MemoryStats};
pub use object::{
    BindGroup, BindGroupLayout, Buffer, ComputePipeline, Kind, Native, RasterPipeline, Sampler, Texture,
    TextureInfo, View,
};
pub use query::{PassQueries, QueryKind, QueryRange, QuerySet, QuerySetDesc, Statistics, Timestamps};
pub use queue::Queue;
pub use readback::{QueryResults, Readback};
pub use record::{
    Bundle, BundleEncoder, Cmd, ComputePass, IndexFormat, RasterPass, Raw, Rect, Trust, Unchecked, Viewport,
};
pub use stats::{FrameStats, Geometry, GpuTimes, PassKind, PassStats, PassTime, Stats};
pub use surface::{
    Acquired, ColorSpace, Configured, HdrMetadata, Pacing, PresentMode, PresentTime, PresentTimes, Surface,
    SurfaceConfig, SurfaceFormat, SurfaceFrame, SurfaceState, SurfaceTarget,
};
pub use upload::UploadMemory;
pub use usage::{Access, Stages};
pub use validate::{Finding, FindingCode, Findings, Validation, ValidationAction};
