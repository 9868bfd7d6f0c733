//! What a program asks of a selection, and what a person overrides from outside. Nothing here looks at the machine, except
//! [`Environment::from_process`], which is the one place where the environment is read.

use candor_caps::Requests;
use candor_rhi::SurfaceTarget;
use candor_rhi::driver::ApiValidation;
use candor_rhi::{BackendKind, DeviceDesc};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Name of the variable that overrides the backend.
pub const BACKEND_VARIABLE: &str = "CANDOR_BACKEND";
/// Name of the variable that overrides the adapter.
pub const ADAPTER_VARIABLE: &str = "CANDOR_ADAPTER";

/// Name of the variable that asks for a capture of one frame.
pub const CAPTURE_VARIABLE: &str = "CANDOR_CAPTURE";
/// Name of the variable that overrides how much Candor's own validation looks for.
pub const VALIDATION_VARIABLE: &str = "CANDOR_VALIDATION";

/// How long one step of a probe may take before its thread is abandoned: well above what a cold driver needs on a busy machine.
pub const PROBE_LIMIT: Duration = Duration::from_secs(20);
/// A shorter time for a step is refused: it would condemn every backend unheard.
pub const SHORTEST_LIMIT: Duration = Duration::from_millis(1);

/// Which backend is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Backend {
    /// The platform's order.
    #[default]
    Auto,
    /// This one first, then the platform's order.
    Prefer(BackendKind),
    /// This one or none.
    Only(BackendKind),
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Prefer(b) => write!(f, "{b} if it works"),
            Self::Only(b) => write!(f, "only {b}"),
        }
    }
}

/// Which adapter of a backend is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum AdapterWish {
    /// The best that meets the requirements.
    #[default]
    Any,
    /// The one at this place in the API's own order, counted from 0.
    Index(usize),
    /// One whose name contains this, whatever the case of its letters.
    Name(String),
}

impl AdapterWish {
    /// A number is an index, anything else part of a name; nothing at all is no wish.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        match text.parse() {
            Ok(index) => Self::Index(index),
            Err(_) if text.is_empty() => Self::Any,
            Err(_) => Self::Name(text.to_owned()),
        }
    }

    pub(crate) fn admits(&self, index: usize, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Index(wanted) => *wanted == index,
            Self::Name(part) => name.to_lowercase().contains(&part.to_lowercase()),
        }
    }
}

impl fmt::Display for AdapterWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Index(i) => write!(f, "number {i}"),
            Self::Name(n) => write!(f, "named like '{n}'"),
        }
    }
}

/// What becomes of software rasterisers. Null is none: whether it may be taken is said by [`SelectDesc::allow_null`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Software {
    /// They come last.
    #[default]
    Any,
    /// Only they are taken.
    Force,
    /// They are never taken.
    Forbid,
}

impl fmt::Display for Software {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any => "allowed, and last",
            Self::Force => "the only ones allowed",
            Self::Forbid => "forbidden",
        })
    }
}

/// The overrides that a person gives from outside of the program. An empty value counts as not given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Environment {
    /// `CANDOR_BACKEND`: a backend's name; `none` and `headless` stand for Null. It stands in for the program's wish and means
    /// this backend or none: who sets it wants to see that backend, not another that works.
    pub backend: Option<String>,
    /// `CANDOR_ADAPTER`: an index or part of a name.
    pub adapter: Option<String>,
    /// `CANDOR_CAPTURE`: the number of a frame, counted from 1, a colon and the file that it is written to. [`crate::Frame`] heeds it; a
    /// program with frames of its own sees in the selection's notes that it was given.
    pub capture: Option<String>,
    /// `CANDOR_VALIDATION`: `off`, `basic` or `full`, in place of [`DeviceDesc::validation`].
    pub validation: Option<String>,
}

impl Environment {
    /// What the process was started with.
    pub fn from_process() -> Self {
        // What is not Unicode is kept in part, so that it is refused and not ignored.
        let read = |name| std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        Self {
            backend: read(BACKEND_VARIABLE),
            adapter: read(ADAPTER_VARIABLE),
            capture: read(CAPTURE_VARIABLE),
            validation: read(VALIDATION_VARIABLE),
        }
    }

    /// No overrides.
    pub fn empty() -> Self {
        Self::default()
    }

    fn given(value: &Option<String>) -> Option<&str> {
        value.as_deref().map(str::trim).filter(|v| !v.is_empty())
    }

    pub(crate) fn backend(&self) -> Option<&str> {
        Self::given(&self.backend)
    }

    pub(crate) fn adapter(&self) -> Option<&str> {
        Self::given(&self.adapter)
    }

    pub(crate) fn capture(&self) -> Option<&str> {
        Self::given(&self.capture)
    }

    pub(crate) fn validation(&self) -> Option<&str> {
        Self::given(&self.validation)
    }
}

/// A window to present to.
#[derive(Clone)]
pub struct Window(pub Arc<dyn SurfaceTarget>);

impl<T: SurfaceTarget> From<Arc<T>> for Window {
    fn from(window: Arc<T>) -> Self {
        Self(window)
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Window")
    }
}

/// What is asked of a selection. The default asks for any device that draws, and not for Null.
#[derive(Debug, Clone)]
pub struct SelectDesc {
    /// Which backend.
    pub backend: Backend,
    /// Which adapter of it.
    pub adapter: AdapterWish,
    /// Features with their tiers, base requirements, limits.
    pub requests: Requests,
    /// Null, which draws nothing, may be taken when nothing else works.
    pub allow_null: bool,
    /// Software rasterisers.
    pub software: Software,
    /// Name of the application, for the driver.
    pub app_name: String,
    /// Version of the application in its own numbering, for the driver.
    pub app_version: u32,
    /// The API's own validation layer.
    pub validation: ApiValidation,
    /// The window to present to: where `present` is asked for, its surface is made last ([`crate::Selected::surface`]).
    pub window: Option<Window>,
    /// What is Candor's own about the device that is handed over: portable limits, counting, validation.
    pub device: DeviceDesc,
    /// Make the device such that frames of it can be captured: [`crate::Selected::capture`]. Each command of a list then takes a way of
    /// its own.
    pub capture: bool,
    /// How long each step of a probe (load, enumerate, create a device, draw, make a surface) may take; at least
    /// [`SHORTEST_LIMIT`].
    pub probe_limit: Duration,
    /// Overrides from outside; `None` reads those of the process.
    pub environment: Option<Environment>,
}

impl Default for SelectDesc {
    fn default() -> Self {
        Self {
            backend: Backend::Auto,
            adapter: AdapterWish::Any,
            requests: Requests::new(),
            allow_null: false,
            software: Software::Any,
            app_name: String::new(),
            app_version: 0,
            validation: ApiValidation::Auto,
            window: None,
            device: DeviceDesc::default(),
            capture: false,
            probe_limit: PROBE_LIMIT,
            environment: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_is_wished_for_by_index_or_by_part_of_its_name() {
        assert_eq!(AdapterWish::parse(" 2 "), AdapterWish::Index(2));
        assert_eq!(AdapterWish::parse(""), AdapterWish::Any);
        let wish = AdapterWish::parse("GeForce");
        assert!(wish.admits(0, "NVIDIA geforce RTX 4090") && !wish.admits(0, "llvmpipe"));
        assert!(AdapterWish::Index(1).admits(1, "x") && !AdapterWish::Index(1).admits(0, "x"));
    }

    #[test]
    fn an_empty_variable_is_no_override() {
        let (blank, empty) = (Some("  ".into()), Some(String::new()));
        let blank =
            Environment { backend: blank.clone(), adapter: empty, validation: blank, ..Environment::empty() };
        assert_eq!((blank.backend(), blank.adapter(), blank.validation()), (None, None, None));
        let gl = Environment { backend: Some(" gl ".into()), ..Environment::empty() };
        assert_eq!(gl.backend(), Some("gl"));
    }
}
