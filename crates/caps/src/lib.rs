//! Features, capabilities and evidence; device reports; resolution.
//!
//! Three layers, as data: a [`Feature`] is what a user turns on (`ray-tracing`), a [`Capability`] what hardware and API must
//! offer for it (`ray-query`), and [`Evidence`] what the API reports (an extension in a list, a bit that is true, a limit).
//! [`resolve()`] puts [`Requests`] to a [`DeviceReport`] and answers with a [`Resolution`]: what is on, what is refused with
//! every missing leaf, and the [`Plan`] for creating the device.
//!
//! ```
//! use candor_caps::report::{Body, VulkanReport};
//! use candor_caps::{DeviceReport, Feature, Requests, registry, resolve};
//!
//! let mut vulkan = VulkanReport { api_version: registry::version(1, 3), ..VulkanReport::default() };
//! vulkan.extensions.insert("VK_EXT_mesh_shader".to_owned(), 1);
//! let bits = [("meshShader", true), ("taskShader", false)].map(|(bit, on)| (bit.to_owned(), on));
//! vulkan.features.insert("VkPhysicalDeviceMeshShaderFeaturesEXT".to_owned(), bits.into());
//! let report = DeviceReport {
//!     schema: DeviceReport::SCHEMA,
//!     name: Some("A GPU".to_owned()),
//!     vendor_id: None,
//!     device_id: None,
//!     driver: None,
//!     device_type: None,
//!     source: "made by hand".to_owned(),
//!     body: Body::Vulkan(Box::new(vulkan)),
//!     faults: Vec::new(),
//!     notes: Vec::new(),
//! };
//!
//! let answer = resolve(&report, &Requests::new().require(Feature::MeshShading));
//! assert!(!answer.requirements_met);
//! assert_eq!(
//!     answer.refusal(Feature::MeshShading).unwrap().to_string(),
//!     "mesh-shading: the device lacks task-shader \
//!      (bit taskShader of VkPhysicalDeviceMeshShaderFeaturesEXT is false)"
//! );
//! ```
//!
//! Pure: no GPU, no unsafe code, no I/O beyond reading the files it is handed. It may not know any backend.
#![forbid(unsafe_code)]

pub mod base;
pub mod capability;
pub mod choose;
pub mod coverage;
pub mod diff;
pub mod evidence;
pub mod feature;
pub mod number;
pub mod outcome;
pub mod plan;
pub mod rank;
pub mod read;
pub mod registry;
pub mod report;
pub mod requests;
pub mod resolution;
pub mod resolve;

mod assemble;
mod exclude;
mod named;
mod probe;
mod suggest;
mod told;
mod view;

pub use capability::{AnyCapability, Capability, CustomCapability};
pub use diff::{Diff, diff};
pub use evidence::{Evidence, State};
pub use feature::{AnyFeature, CustomFeature, Feature, FeatureKind};
pub use number::Number;
pub use outcome::{Granted, Outcome, Reason, Refused, Until, Value};
pub use plan::{FeatureBit, FeatureStruct, Name, Plan};
pub use report::{Body, DeviceReport, VulkanReport};
pub use requests::{Ask, LimitRequest, Requests, Tier};
pub use resolution::{BaseRequirement, Resolution};
pub use resolve::{check, reported_limit, resolve};
pub use suggest::brief;
