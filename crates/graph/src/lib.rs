//! The render graph: which passes a frame needs, and the textures that live only inside it.
//!
//! A frame declares resources and passes, in any order. [`Frame::compile`] puts the passes in the order in which they feed each
//! other, leaves out those whose results nobody reads, and finds a texture for every transient resource: one that an earlier pass
//! of the frame no longer needs, one of an earlier frame, or a new one. The passes are then declared on a batch and recorded in
//! that order. Barriers are the batch's: the graph may not know any. A frame that is like the one before it allocates nothing.
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
//! frame.pass("show", &[scene], &[screen]);
//!
//! let mut batch = device.batch();
//! let mut run = frame.compile(&device)?;
//! while let Some(pass) = run.next_pass() {
//!     if pass.id() == draw {
//!         let color = [Color::clear(pass.view(scene)?, [0.0; 4])];
//!         batch.raster(&RasterDesc { label: "draw", color: &color, ..Default::default() }, |_| {});
//!     } else {
//!         let color = [Color::clear(&screen_view, [0.0; 4])];
//!         let uses = [Use::View(pass.view(scene)?, Access::SAMPLED, Stages::FRAGMENT)];
//!         batch.raster(&RasterDesc { label: "show", color: &color, uses: &uses, ..Default::default() }, |_| {});
//!     }
//! }
//! run.finish()?;
//! # batch.submit().unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod frame;
mod order;
mod pool;
mod run;

pub use error::{GraphCode, GraphError};
pub use frame::{Frame, Id, PassId};
pub use pool::{PoolStats, Transient};
pub use run::{Context, Run};

use frame::{Declared, Resource};
use order::Order;
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
    order: Order,
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

    /// Drops every texture that the frame compiled last does not use: to be called when the frame has changed for good, since
    /// equal frames drop nothing.
    pub fn trim(&mut self) {
        self.pool.trim();
    }

    /// What the pool holds.
    pub fn pool(&self) -> PoolStats {
        self.pool.stats()
    }

    fn pass_name(&self, pass: u32) -> String {
        self.passes.get(pass as usize).map(|p| self.name(p.name).to_owned()).unwrap_or_default()
    }

    fn name(&self, range: (u32, u32)) -> &str {
        self.names.get(range.0 as usize..range.1 as usize).unwrap_or_default()
    }
}
