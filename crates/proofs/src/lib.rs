//! Proofs: for each capability that Candor claims a small render or dispatch with readback that passes only where the
//! capability really works.
//!
//! [`proof`] is an exhaustive match over the built-in capabilities, so that adding one without saying how it is proved does not
//! compile. [`status`] tells what a backend implements; selection refuses the rest. [`verify`] runs the proofs of all that a
//! device was granted and gives the matrix that the documentation shows.
//!
//! A proof must be able to fail. Each draws in such a way that a driver which ignores the capability gives another picture;
//! the tests run each check without the capability as well and see it
//! disproved.
#![forbid(unsafe_code)]

mod binding;
mod compute;
mod formats;
mod kit;
mod list;
mod memory;
mod present;
mod queries;
mod queues;
mod raster;
mod report;
mod sampling;
mod stages;
mod state;
mod stencil;
mod storage;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod through;
mod vertex;
mod volume;

pub use list::proof;
pub use present::Screen;
pub use report::{
    Claims, Entry, Matrix, Report, Verdict, claims, is_seen, offers, requests, requests_on_screen, run,
    run_on_screen, unclaimed, verify,
};

use candor_caps::Capability;
use candor_rhi::{BackendKind, Device, Error};

/// How a capability is proved.
#[derive(Debug, Clone, Copy)]
pub enum Proof {
    /// By running this on a device that was granted the capability.
    Run(fn(&Device) -> Result<(), Disproved>),
    /// By running this on such a device with a window that is seen: [`run_on_screen`].
    OnScreen(fn(&Device, &mut Screen<'_>) -> Result<(), Disproved>),
    /// Not yet: Candor does not claim the capability. One sentence says why.
    NotYet(&'static str),
}

/// Why a claim does not hold on a device.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Disproved {
    /// It was drawn or computed, and the result is wrong.
    #[error("{what}: {got} instead of {expected}")]
    Wrong {
        /// What was looked at.
        what: String,
        /// What it shows.
        got: String,
        /// What it has to show.
        expected: String,
    },
    /// The device refused what it must accept.
    #[error("it was refused: {0}")]
    Refused(#[from] Error),
    /// A batch was refused.
    #[error("{0}")]
    NotSubmitted(#[from] candor_rhi::SubmitError),
    /// A shader of the proof is not in this build.
    #[error("{0}")]
    Shader(#[from] candor_shader::ShaderError),
}

/// What a backend makes of a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It implements the capability, and there is a proof.
    Proved,
    /// It does not, or there is none: selection refuses the capability, whatever the device says.
    NotYet {
        /// One sentence.
        why: &'static str,
    },
}

/// Does this backend implement the capability, and is there a proof?
pub fn status(capability: Capability, backend: BackendKind) -> Status {
    const NO_BACKEND: &str = "this backend does not exist yet";
    match backend {
        BackendKind::Vulkan => match proof(capability) {
            Proof::Run(_) | Proof::OnScreen(_) => Status::Proved,
            Proof::NotYet(why) => Status::NotYet { why },
        },
        BackendKind::Null => Status::NotYet { why: "the Null backend accepts everything and draws nothing" },
        BackendKind::D3d12
        | BackendKind::D3d11
        | BackendKind::Gl
        | BackendKind::WebGpu
        | BackendKind::Metal => Status::NotYet { why: NO_BACKEND },
    }
}
