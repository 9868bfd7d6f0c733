//! What can go wrong between a scene and its picture.

use candor_graph::GraphError;
use candor_rhi::{Error, SubmitError};

/// Rendering failed. The sentence names what, the rule, and what to do.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The device refused an object or was lost.
    #[error("{0}")]
    Device(#[from] Error),
    /// A batch was not submitted.
    #[error("{0}")]
    Submit(#[from] SubmitError),
    /// The frame's passes don't fit together, or a texture that lives only within the frame could not be made.
    #[error("{0}")]
    Graph(#[from] GraphError),
    /// A scene that doesn't keep its invariants.
    #[error("the scene can't be drawn: {}; correct what fills it", .0.join("; "))]
    Scene(Vec<String>),
    /// A scene of another renderer.
    #[error("the scene was uploaded by another renderer; upload it with the one that draws it")]
    ForeignScene,
    /// A pipeline that the frame needs doesn't exist, and frames may not wait for one.
    #[error(
        "the frame's pipelines do not exist yet, and no frame waits for one; call `Renderer::prepare` with the scene before its first frame and after every change of settings"
    )]
    NotPrepared,
    /// A pipeline cannot be listed in a manifest.
    #[error("{0}")]
    Manifest(#[from] candor_pipelines::AddError),
    /// No picture was asked for.
    #[error("0 frames were asked for; ask for at least one")]
    NoFrames,
}
