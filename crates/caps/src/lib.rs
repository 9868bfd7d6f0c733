//! Features, capabilities and evidence; device reports; resolution.
//!
//! Pure: no GPU, no unsafe code, no I/O beyond reading the files it is handed. It may not know any backend.
#![forbid(unsafe_code)]

pub mod base;
pub mod capability;
pub mod choose;
pub mod evidence;
pub mod feature;
pub mod number;
pub mod outcome;
pub mod plan;
pub mod rank;
pub mod registry;
pub mod report;
pub mod requests;
pub mod resolution;
pub mod resolve;

mod assemble;
mod exclude;
mod probe;
mod suggest;
mod view;

pub use capability::{AnyCapability, Capability, CustomCapability};
pub use evidence::{Evidence, State};
pub use feature::{AnyFeature, CustomFeature, Feature, FeatureKind};
pub use number::Number;
pub use outcome::{Granted, Outcome, Reason, Refused, Until, Value};
pub use plan::{FeatureBit, FeatureStruct, Name, Plan};
pub use report::{Body, DeviceReport, VulkanReport};
pub use requests::{Ask, LimitRequest, Requests, Tier};
pub use resolution::{BaseRequirement, Resolution};
pub use resolve::{check, reported_limit, resolve};
