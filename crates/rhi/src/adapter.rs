//! What can be told of an adapter before a device is made, the same for every backend.

use candor_caps::report::DeviceType;
use std::fmt;
use std::str::FromStr;

macro_rules! backends {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// A graphics API that Candor can stand on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum BackendKind { $($(#[$doc])* $name),* }

        impl BackendKind {
            /// Every backend, in this build or not.
            pub const ALL: &'static [BackendKind] = &[$(BackendKind::$name),*];
            /// Name as it is written in `CANDOR_BACKEND`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

backends! {
    /// Vulkan.
    Vulkan = "vulkan";
    /// Direct3D 12.
    D3d12 = "d3d12";
    /// Direct3D 11.
    D3d11 = "d3d11";
    /// OpenGL and OpenGL ES.
    Gl = "gl";
    /// WebGPU.
    WebGpu = "webgpu";
    /// Metal.
    Metal = "metal";
    /// Does everything but draw.
    Null = "null";
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no backend's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no backend; valid are vulkan, d3d12, d3d11, gl, webgpu, metal, and null (or none, headless)"
)]
pub struct UnknownBackend(pub String);

impl FromStr for BackendKind {
    type Err = UnknownBackend;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let name = s.trim().to_ascii_lowercase();
        match name.as_str() {
            "none" | "headless" => return Ok(Self::Null),
            _ => {}
        }
        Self::ALL.iter().copied().find(|b| b.name() == name).ok_or_else(|| UnknownBackend(s.to_owned()))
    }
}

/// Who an adapter is.
#[derive(Debug, Clone, PartialEq)]
pub struct AdapterInfo {
    /// API.
    pub backend: BackendKind,
    /// Name as the driver gives it.
    pub name: String,
    /// PCI or Khronos vendor id; 0 when unknown.
    pub vendor_id: u32,
    /// Device id within the vendor; 0 when unknown.
    pub device_id: u32,
    /// Driver, with its version.
    pub driver: String,
    /// Version of the API that the device offers, in the API's own words.
    pub api_version: String,
    /// Kind of device.
    pub device_type: DeviceType,
    /// Bytes of memory that only the device has.
    pub dedicated_memory_bytes: u64,
    /// Bytes of memory that it shares with the host.
    pub shared_memory_bytes: u64,
}

impl AdapterInfo {
    /// Vendor by name, where the id is a known one (PCI-SIG and Khronos registers).
    pub fn vendor(&self) -> &'static str {
        match self.vendor_id {
            0x1002 | 0x1022 => "AMD",
            0x10DE => "NVIDIA",
            0x8086 => "Intel",
            0x106B => "Apple",
            0x13B5 => "Arm",
            0x5143 => "Qualcomm",
            0x1010 => "Imagination",
            0x14E4 => "Broadcom",
            0x1AE0 => "Google",
            0x10005 => "Mesa",
            _ => "unknown vendor",
        }
    }
}

impl fmt::Display for AdapterInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {} {}, {})", self.name, self.vendor(), self.backend, self.api_version, self.driver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_a_wrong_one_lists_what_is_valid() {
        for b in BackendKind::ALL {
            assert_eq!(b.name().parse(), Ok(*b));
        }
        for alias in ["none", "headless", " NULL "] {
            assert_eq!(alias.parse(), Ok(BackendKind::Null));
        }
        let err = "opengl".parse::<BackendKind>().unwrap_err().to_string();
        assert!(BackendKind::ALL.iter().all(|b| err.contains(b.name())), "{err}");
    }
}
