//! Bundles: commands that are recorded once and run in many passes.

use super::Device;
use crate::batch::detail;
use crate::error::{Code, Error, Place};
use crate::format::Format;
use crate::limits::MAX_COLOR_TARGETS;
use crate::object::TargetKey;
use crate::record::{Bundle, BundleEncoder, Latch, record_bundle};

/// The passes that a bundle can run in.
#[derive(Debug, Clone, Copy, Default)]
pub struct BundleDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// Formats of the colour targets.
    pub colors: &'a [Format],
    /// Format of the depth attachment.
    pub depth: Option<Format>,
    /// Samples; 0 stands for 1.
    pub samples: u32,
}

impl Device {
    /// Records a bundle. It keeps alive what it names and may be dropped at any time.
    ///
    /// # Errors
    /// No or too many targets, or the first command that a pass would have refused.
    pub fn create_bundle(
        &self,
        d: &BundleDesc<'_>,
        f: impl FnOnce(&mut BundleEncoder<'_>),
    ) -> Result<Bundle, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        if d.colors.len() > MAX_COLOR_TARGETS || d.colors.is_empty() && d.depth.is_none() {
            let detail = format!("{} colour targets", d.colors.len());
            return Err(Error::new(Code::TargetCount, d.label, detail));
        }
        let mut target = TargetKey::new(core.id, d.depth, d.samples.max(1));
        for (i, format) in d.colors.iter().enumerate() {
            target.add(i, *format);
        }
        let mut latch = Latch::default();
        let bundle = record_bundle(core, target, d.label, &mut latch, f);
        match latch.kept.first() {
            None => Ok(bundle),
            Some(l) => {
                let place =
                    Place { pass: d.label.to_owned(), command: Some(l.command), more: latch.count - 1 };
                Err(Error::new(l.code, l.label.as_str(), detail(l)).at(place))
            }
        }
    }
}
