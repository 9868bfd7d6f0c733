//! In which order backends are tried: the request first, then the platform's order. Pure.

use crate::request::Backend;
use candor_rhi::BackendKind;

/// What decides the order where the request does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Windows.
    Windows,
    /// macOS, iOS and their kin.
    Apple,
    /// A browser.
    Browser,
    /// Linux, Android, the BSDs and everything else.
    Other,
}

impl Platform {
    /// The one that this was built for.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_vendor = "apple") {
            Self::Apple
        } else if cfg!(target_family = "wasm") {
            Self::Browser
        } else {
            Self::Other
        }
    }

    /// The order of `Backend::Auto`.
    pub const fn order(self) -> &'static [BackendKind] {
        use BackendKind::{D3d11, D3d12, Gl, Metal, Vulkan, WebGpu};
        match self {
            Self::Windows => &[D3d12, Vulkan, D3d11, Gl],
            Self::Apple => &[Metal, Vulkan],
            Self::Browser => &[WebGpu, Gl],
            Self::Other => &[Vulkan, Gl],
        }
    }
}

/// A backend to be tried, and why it stands where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) backend: BackendKind,
    pub(crate) why: String,
}

/// Backends in the order in which they are tried. `by` says who asked, where it was not the program.
pub(crate) fn order(asked: Backend, by: Option<&str>, platform: Platform) -> Vec<Wanted> {
    let by = by.unwrap_or("the program");
    let mut out = Vec::new();
    match asked {
        Backend::Only(backend) => {
            return vec![Wanted { backend, why: format!("asked for by {by}, and no other") }];
        }
        Backend::Prefer(backend) => out.push(Wanted { backend, why: format!("asked for first, by {by}") }),
        Backend::Auto => {}
    }
    for (i, backend) in platform.order().iter().enumerate() {
        if out.iter().all(|w: &Wanted| w.backend != *backend) {
            let why = format!("number {} in this platform's order", i + 1);
            out.push(Wanted { backend: *backend, why });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use BackendKind::*;

    fn kinds(asked: Backend, platform: Platform) -> Vec<BackendKind> {
        order(asked, None, platform).into_iter().map(|w| w.backend).collect()
    }

    #[test]
    fn the_request_goes_first_and_the_platforms_order_follows() {
        assert_eq!(kinds(Backend::Auto, Platform::Windows), [D3d12, Vulkan, D3d11, Gl]);
        assert_eq!(kinds(Backend::Auto, Platform::Apple), [Metal, Vulkan]);
        assert_eq!(kinds(Backend::Auto, Platform::Browser), [WebGpu, Gl]);
        assert_eq!(kinds(Backend::Auto, Platform::Other), [Vulkan, Gl]);
        assert_eq!(kinds(Backend::Prefer(Gl), Platform::Windows), [Gl, D3d12, Vulkan, D3d11]);
        assert_eq!(kinds(Backend::Prefer(Metal), Platform::Other), [Metal, Vulkan, Gl]);
        assert_eq!(kinds(Backend::Only(Gl), Platform::Windows), [Gl]);
        let named = order(Backend::Only(Null), Some("CANDOR_BACKEND"), Platform::Other);
        assert!(named[0].why.contains("by CANDOR_BACKEND"), "{named:?}");
    }
}
