//! A rendering hardware interface and renderer that tells the truth.
//!
//! This crate chooses: it finds out which backends can be loaded, resolves a program's requests against every adapter, takes
//! the best that works, and tells the whole story. Everything else comes from the crates below it, which are here under
//! [`rhi`], [`caps`], [`shader`], [`graph`], [`render`] and [`proofs`].
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
mod grant;
mod host;
mod instance;
mod order;
mod print;
mod proved;
mod report;
mod request;
mod walk;
mod worker;

pub use candor_caps as caps;
pub use candor_graph as graph;
pub use candor_proofs as proofs;
pub use candor_render as render;
pub use candor_rhi as rhi;
pub use candor_shader as shader;

pub use candor_rhi::BackendKind;
pub use candor_rhi::driver::ApiValidation as Validation;
pub use claims::{Claim, Claims};
pub use error::SelectError;
pub use host::Host;
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
    ADAPTER_VARIABLE, AdapterWish, BACKEND_VARIABLE, Backend, Environment, PROBE_LIMIT, SelectDesc, Software,
};
pub use walk::Selected;
pub use worker::Registry;

/// What most programs need.
pub mod prelude {
    pub use crate::rhi::*;
    pub use crate::{
        AdapterWish, Backend, Instance, InstanceDesc, SelectDesc, SelectError, Selected, SelectionReport,
        Software, Validation,
    };
    pub use candor_caps::{Capability, Feature, Outcome, Reason, Refused, Requests, Tier};
}
