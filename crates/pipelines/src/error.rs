//! What is wrong with a manifest, and with what is put into one.

use thiserror::Error;

/// A manifest cannot be read: where, what, and what may stand there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, {field}: {rule}")]
pub struct ManifestError {
    /// Line, from 1.
    pub line: usize,
    /// The field and what it belongs to, or what stands there in place of one.
    pub field: String,
    /// The rule that is broken, with what is there and what is allowed.
    pub rule: String,
}

/// A pipeline cannot be put into a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AddError {
    /// A shader that the set does not have.
    #[error(
        "pipeline '{pipeline}': the shader with entry point '{entry}' and hash {hash} is in no set; add it to the `ShaderSet` by a name"
    )]
    UnknownShader {
        /// The pipeline.
        pipeline: String,
        /// Its shader's entry point.
        entry: String,
        /// Its shader's hash.
        hash: crate::ShaderHash,
    },
    /// A name that something else has.
    #[error("{kind} '{name}' is in the manifest already and is another one; give each its own name")]
    Taken {
        /// What it is.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A name that cannot be written.
    #[error("{kind} '{name}' cannot be named so: {rule}")]
    Name {
        /// What it is.
        kind: &'static str,
        /// The name.
        name: String,
        /// What a name has to be.
        rule: &'static str,
    },
}
