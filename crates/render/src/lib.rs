//! The standard renderer, its scene and its glTF loader.
//!
//! [`RenderSettings`] say what is wanted; [`Renderer::apply`] answers for each field; [`Renderer::upload`] brings a
//! [`scene::Scene`] to the GPU; [`Renderer::prepare`] makes every pipeline that its frames need; [`Renderer::frame`] draws
//! one, and [`Renderer::render`] does all of that and reads the picture back.
#![forbid(unsafe_code)]

mod error;
mod features;
mod frame;
pub mod gltf;
mod gpu;
mod passes;
mod picture;
pub mod pipelines;
mod plan;
mod renderer;
pub mod scene;
pub mod settings;
mod shadow_fit;
mod targets;
mod view;

/// This part of Candor, in reasons.
const PART: &str = "standard renderer";

pub use error::RenderError;
pub use features::{FeatureState, FeatureStatus, is_built};
pub use gpu::SceneGpu;
pub use picture::{Picture, RenderReport};
pub use renderer::{FrameReport, Renderer};
pub use settings::{Applied, RenderSettings};
