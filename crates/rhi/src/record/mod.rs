//! The command table and the passes that call through it: the one module of this crate with `unsafe` in it.
//!
//! Draw-path commands go through a neutral C function table, one per device. Its signatures are those of the thinnest API,
//! so that the Vulkan backend stores the driver's own entry points; other backends store shims that [`shims`] makes from a
//! safe trait. Everything else is one virtual call on [`crate::backend::Backend`].
//!
//! What every call here relies on, and what establishes it:
//! * the command list is open and recorded by one thread: a pass owns it, is not `Clone`, and every command takes the pass
//!   exclusively;
//! * every handle belongs to the device: bind groups carry layout ids that are unique in the process, pipelines and passes
//!   a target key with the device's number, buffers the device's number; each is compared before the call;
//! * every handle is alive until the GPU has finished: it was borrowed from its owner when it was named, and a dropped
//!   object outlives the batches that could have named it ([`crate::epoch`]).
#![allow(unsafe_code)]

mod bundle;
pub(crate) mod calls;
mod compute;
mod held;
mod indirect;
mod latch;
mod marks;
mod raster;
mod shim;
mod table;
mod unchecked;
mod watched;

pub(crate) use bundle::record as record_bundle;
pub use bundle::{Bundle, BundleEncoder};
pub use compute::ComputePass;
pub(crate) use compute::ComputeStart;
pub(crate) use held::Held;
pub(crate) use latch::{Latch, Latched};
pub(crate) use raster::{Declared, Extra, INDIRECT_COUNT, PUSH_BIT, vertex_bit};
pub use raster::{IndexFormat, RasterPass};
pub use shim::{Recorder, shims};
pub use table::{Cmd, Commands, DrawCount, Hot, Raw, Rect, Viewport, ViewportStyle};
pub use unchecked::{Trust, Unchecked};
pub(crate) use watched::Watched;
