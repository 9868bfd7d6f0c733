//! A rendering hardware interface and renderer that tells the truth.
//!
//! This crate chooses: it finds out which backends can be loaded, resolves a program's requests against every adapter, takes
//! the best that works, and tells the whole story. Everything else comes from the crates below it, which are here under
//! [`rhi`], [`caps`], [`shader`], [`graph`], [`render`] and [`proofs`].
//!
//! A selection goes through candidates in order: what the program asks for first, then the platform's order ([`Platform`]). Of
//! each it loads the API, lists the adapters, resolves the requirements against every one, ranks those that meet them (able to
//! present where that is asked, then discrete, integrated, virtual, software, then by optional features that are on), creates a
//! device, draws with it, and last makes a surface. Any failure goes on to the next adapter, then to the next backend. Each step
//! has a time limit; a driver that exceeds it is left behind on its thread and not entered again in this process.
//!
//! A person overrides from outside: `CANDOR_BACKEND` names a backend (`vulkan`, `d3d12`, `d3d11`, `gl`, `webgpu`, `metal`; `null`,
//! `none` and `headless` are Null), `CANDOR_ADAPTER` an adapter by index or part of its name, `CANDOR_VALIDATION` a level of Candor's
//! own validation (`off`, `basic`, `full`). A wrong value is an error.
//!
//! Null, which draws nothing, is taken only where the program allows it or somebody asks for it.
//!
//! ```no_run
//! use candor::prelude::*;
//!
//! let requests = Requests::new().require(Feature::Compute).optional(Feature::AnisotropicFiltering);
//! let selected = Instance::default().select(&SelectDesc { requests, ..SelectDesc::default() })?;
//! println!("{}", selected.report);
//! let device = selected.device;
//! # Ok::<(), candor::SelectError>(())
//! ```
#![forbid(unsafe_code)]

mod attempt;
mod claims;
mod draw;
mod error;
mod frame;
mod grant;
mod host;
mod instance;
mod order;
mod planned;
mod print;
mod proved;
mod report;
mod request;
pub mod threads;
mod walk;
mod worker;

#[cfg(feature = "vulkan")]
pub use candor_vulkan::renderdoc;

pub use candor_caps as caps;
pub use candor_capture as capture;
pub use candor_graph as graph;
pub use candor_proofs as proofs;
pub use candor_render as render;
pub use candor_rhi as rhi;
pub use candor_shader as shader;

pub use candor_rhi::driver::ApiValidation;
pub use candor_rhi::{BackendKind, Validation};
pub use claims::{Claim, Claims, NotYet, not_yet};
pub use error::SelectError;
pub use frame::{Begun, Encoder, Frame, FrameDesc, FrameError, Turn};
pub use host::{Enclosure, Host, Sign};
pub use instance::{
    Instance, InstanceDesc, Loadable, built_in_drivers, compiled_backends, loadable_backends,
};
pub use order::Platform;
pub use proved::Proofs;
pub use report::{
    AdapterName, AdapterReport, Answer, AnswerKind, Asked, CandidateReport, SelectionReport, Stage,
    StageReport, Taken, ValidationReport, Verdict,
};
pub use request::{
    ADAPTER_VARIABLE, AdapterWish, BACKEND_VARIABLE, Backend, CAPTURE_VARIABLE, Environment, PROBE_LIMIT,
    SHORTEST_LIMIT, SelectDesc, Software, VALIDATION_VARIABLE, Window,
};
pub use walk::Selected;
pub use worker::Registry;

/// What most programs need. `rhi::Copy` and `rhi::Error` are left out: their names mean something else to most Rust code.
pub mod prelude {
    #[cfg(feature = "compile")]
    pub use crate::shader::compile::{Compiled, ShaderDesc, compile};
    pub use crate::{
        AdapterWish, ApiValidation, Backend, Begun, Frame, FrameDesc, Instance, InstanceDesc, SelectDesc,
        SelectError, Selected, SelectionReport, Software, Validation, Window,
    };
    pub use candor_caps::{Capability, Feature, Granted, Outcome, Reason, Refused, Requests, Tier};
    pub use candor_rhi::{
        Access, Acquired, AdapterInfo, AddressMode, Anisotropy, Aspects, Attribute, BackendKind, Batch,
        BindGroup, BindGroupDesc, BindGroupLayout, BindGroupLayoutDesc, BindingDetail, BindingKind, Blend,
        BlendFactor, BlendOp, BlendPart, BorderColor, Breadcrumbs, Buffer, BufferDesc, BufferSide,
        BufferUsage, Class, Color, ColorState, Compare, ComputeDesc, ComputePass, ComputePipeline,
        ComputePipelineDesc, Contents, Cull, Depth, DepthBias, DepthState, DeriveDesc, DerivedLayouts,
        Device, DeviceDesc, DeviceState, Filter, Format, FrontFace, GroupEntry, IndexFormat, LayoutEntry,
        Limits, Load, Memory, MemoryPressure, Order, PolygonMode, Portability, PresentMode, PushLayout,
        RasterDesc, RasterPass, RasterPipeline, RasterPipelineDesc, Readback, Receipt, Rect, Region,
        Resource, Sampler, SamplerDesc, Samples, ShaderStage, Slot, Slots, Stages, StepMode, Store,
        SubmitError, Surface, SurfaceConfig, SurfaceFormat, SurfaceFrame, SurfaceState, Texture, TextureDesc,
        TextureDim, TextureUsage, Topology, Use, VertexFormat, VertexLayout, View, ViewDesc, ViewDim,
        Viewport, WriteMask,
    };
}
