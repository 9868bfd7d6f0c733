//! A device report from a live Vulkan device, and the creation chain from a plan, for people who have a renderer of their
//! own on `ash`.
//!
//! * [`Live::report`] asks a physical device everything and gives the same [`DeviceReport`](candor_caps::DeviceReport) that
//!   a saved file gives.
//! * [`InstanceParts`] and [`DeviceChain`] turn a [`Plan`](candor_caps::Plan) into create infos.
//!
//! Which structs there are comes from the registry's tables, not from the version of the binding.

mod chain;
mod create;
mod layout;
mod live;
#[rustfmt::skip]
mod tables;

pub use create::{DeviceChain, InstanceParts};
pub use live::Live;
