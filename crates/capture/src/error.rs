//! What can go wrong, each as one sentence.

use thiserror::Error;

/// A file that is no capture, or a damaged one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {rule}; get the file anew, or capture the frame again with this version of Candor")]
pub struct Damage {
    /// Where: the header, or a section with the byte in it.
    pub place: String,
    /// Which rule does not hold, with what was found.
    pub rule: String,
}

impl Damage {
    pub(crate) fn new(place: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { place: place.into(), rule: rule.into() }
    }
}

/// Why there is no capture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// A capture has begun and not ended.
    #[error("a capture has begun already; end it first")]
    Begun,
    /// None has begun.
    #[error("no capture has begun; begin one before the frame")]
    NotBegun,
    /// The device stands on another backend.
    #[error("{what} is unknown to this handle; begin with the device that was made on the armed backend")]
    Foreign {
        /// The object that gave it away.
        what: String,
    },
    /// Nothing was submitted in between.
    #[error(
        "nothing was submitted since the capture began; end it after the frame's last batch was submitted"
    )]
    Empty,
    /// Something of the frame was not seen.
    #[error("the frame cannot be captured: {why}")]
    Incomplete {
        /// What, and what to do.
        why: String,
    },
    /// Contents could not be read.
    #[error("the contents of buffers and textures could not be read: {0}")]
    Device(#[from] candor_rhi::Error),
}

/// Why a frame was not replayed, or not to its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The device cannot do it. Nothing was run.
    #[error("the device cannot run this frame: {}", list.join("; "))]
    Refused {
        /// Everything that stands against it.
        list: Vec<String>,
    },
    /// There is no such target.
    #[error("the frame has no texture or buffer '{asked}'; it has {there}")]
    NoTarget {
        /// The label that was asked for.
        asked: String,
        /// Labels that exist.
        there: String,
    },
    /// A batch was refused, or the device failed.
    #[error("submission {submission} of the frame: {why}")]
    Failed {
        /// Which one, counted from 0.
        submission: usize,
        /// What was answered.
        why: String,
    },
    /// A result could not be read back.
    #[error("the result could not be read back: {0}")]
    Device(#[from] candor_rhi::Error),
}
