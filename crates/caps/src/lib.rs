//! Features, capabilities and evidence; device reports; resolution.
//!
//! Pure: no GPU, no unsafe code, no I/O beyond reading the files it is handed. It may not know any backend.
#![forbid(unsafe_code)]

pub mod coverage;
pub mod outcome;
pub mod read;
pub mod report;

pub use outcome::{Granted, Outcome, Reason, Refused, Until, Value};
pub use report::{Body, DeviceReport, VulkanReport};
