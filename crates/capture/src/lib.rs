//! One frame with all that it needs in one file, and its replay on any backend: a bug report that travels.
//!
//! [`Capture::arm`] puts a layer around a backend, before its device is made. [`CaptureHandle::begin`] reads what every buffer and
//! texture contains, [`CaptureHandle::end`] gives a [`CaptureFile`] with what was submitted in between and with the objects that
//! it names. [`replay`] makes those objects on a device of any backend, fills them, and records the frame through
//! [`candor_rhi::Batch`], so that barriers are derived anew and every rule is checked anew.
//!
//! What a pass declares is derived from what its commands bind: the groups, and the buffers with vertices, indices and arguments.
#![forbid(unsafe_code)]

mod check;
mod codec;
mod container;
mod error;
mod file;
mod gather;
mod layer;
mod listing;
mod model;
mod needs;
mod objects;
mod replay;
mod run;
mod watch;
mod words;

pub use container::VERSION;
pub use error::{CaptureError, Damage, ReplayError};
pub use file::{CaptureFile, Info, Summary};
pub use layer::{Capture, CaptureHandle};
pub use replay::{Output, OutputKind, ReplayDesc, Replayed, replay};

/// The sections of a file without their compression and checksums, for tests that damage what lies within.
#[doc(hidden)]
pub mod sections {
    use crate::container;
    use crate::error::Damage;

    /// Takes a file apart.
    ///
    /// # Errors
    /// As [`crate::CaptureFile::read`].
    pub fn open(bytes: &[u8]) -> Result<[Vec<u8>; 4], Damage> {
        container::unpack(bytes)
    }

    /// Puts a file together.
    pub fn seal(sections: [&[u8]; 4]) -> Vec<u8> {
        container::pack(sections)
    }
}
