//! The render graph: which passes a frame needs, and the textures that live only inside it.
//!
//! A frame declares resources and passes in order. [`Frame::compile`] leaves out passes whose results nobody reads and finds a
//! texture for every transient resource: one that an earlier pass of the frame no longer needs, one of an earlier frame, or a
//! new one. The passes are then recorded in order of declaration. Barriers are the batch's: the graph may not know any.
//!
//! ```
//! # use candor_rhi::{*, null::*};
//! # use candor_graph::{Graph, Transient};
//! # let device = Device::new(NullBackend::new(NullDesc::default()));
//! # let d = TextureDesc::color_target("screen", Format::Rgba8Unorm, 64, 64);
//! # let screen = device.create_texture(&d)?.value;
//! # let screen_view = device.create_view(&screen, &ViewDesc::default())?;
//! let mut graph = Graph::default();
//! let mut frame = graph.frame();
//! let screen = frame.imported("screen");
//! let scene = frame.transient("scene", Transient::color(Format::Rgba16Float, 64, 64));
//! let draw = frame.pass("draw", &[], &[scene]);
//! let show = frame.pass("show", &[scene], &[screen]);
//!
//! let mut batch = device.batch();
//! let mut run = frame.compile(&device)?;
//! if let Some(pass) = run.pass(draw)? {
//!     let color = [Color::clear(pass.view(scene)?, [0.0; 4])];
//!     batch.raster(&RasterDesc { label: "draw", color: &color, ..Default::default() }, |_| {});
//! }
//! if let Some(pass) = run.pass(show)? {
//!     let color = [Color::clear(&screen_view, [0.0; 4])];
//!     let uses = [Use::View(pass.view(scene)?, Access::SAMPLED, Stages::FRAGMENT)];
//!     batch.raster(&RasterDesc { label: "show", color: &color, uses: &uses, ..Default::default() }, |_| {});
//! }
//! run.finish()?;
//! # batch.submit().unwrap();
//! # Ok::<(), candor_graph::GraphError>(())
//! ```
#![forbid(unsafe_code)]

mod frame;
mod pool;
mod run;

pub use frame::{Frame, Id, PassId};
pub use pool::{PoolStats, Transient};
pub use run::{Context, Run};

use frame::{Declared, Resource};
use pool::Pool;

/// A graph: what its frames are declared in, and the pool of its transient textures. It belongs to one device.
#[derive(Debug, Default)]
pub struct Graph {
    /// Counts frames, so that what belongs to another one is told.
    number: u32,
    /// Names of the frame, one after the other.
    names: String,
    resources: Vec<Resource>,
    passes: Vec<Declared>,
    /// Resources that passes read and write, one pass after the other.
    uses: Vec<u32>,
    pool: Pool,
}

impl Graph {
    /// Begins a frame. What an earlier one declared is forgotten, its textures stay in the pool.
    pub fn frame(&mut self) -> Frame<'_> {
        self.number = self.number.wrapping_add(1);
        self.names.clear();
        self.resources.clear();
        self.passes.clear();
        self.uses.clear();
        Frame { graph: self, error: None }
    }

    /// What the pool holds.
    pub fn pool(&self) -> PoolStats {
        self.pool.stats()
    }

    fn name(&self, range: (u32, u32)) -> &str {
        self.names.get(range.0 as usize..range.1 as usize).unwrap_or_default()
    }
}

/// What is wrong with a frame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Two resources or two passes under one name.
    #[error("the {what} '{name}' is declared twice in one frame; give each its own name")]
    Twice {
        /// Resource or pass.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A resource or pass of another frame.
    #[error("pass '{pass}' names a {what} of another frame; declare it in this one")]
    Foreign {
        /// Resource or pass.
        what: &'static str,
        /// The pass.
        pass: String,
    },
    /// A transient resource is read and nothing was written to it before.
    #[error("pass '{pass}' reads '{resource}', which no earlier pass writes; declare the writing pass first")]
    ReadBeforeWrite {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// A pass asks for what it did not declare.
    #[error("pass '{pass}' uses '{resource}' and declares neither a read nor a write of it; declare it")]
    Undeclared {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// The graph has no view of what was imported.
    #[error("'{resource}' was imported, so that the program holds its view; pass '{pass}' must use that one")]
    Imported {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// Passes are recorded in another order, or twice.
    #[error("pass '{pass}' is recorded out of turn; record each pass once, in the order of declaration")]
    Order {
        /// The pass.
        pass: String,
    },
    /// A pass that is needed was not recorded.
    #[error("pass '{pass}' is needed and was not recorded; record it, or do not declare it")]
    NotRecorded {
        /// The pass.
        pass: String,
    },
    /// A transient texture could not be made.
    #[error("transient '{resource}': {why}")]
    Texture {
        /// The resource.
        resource: String,
        /// The device's answer.
        why: candor_rhi::Error,
    },
    /// A call to the device failed.
    #[error("{0}")]
    Device(#[from] candor_rhi::Error),
}
