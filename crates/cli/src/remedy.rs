//! How to get what is missing, on every system, the one at hand first.

use crate::installed;
use serde::Serialize;

/// Something that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Missing {
    /// The library that finds drivers.
    Loader,
    /// A driver with a device.
    Driver,
    /// The Khronos validation layer; wanted, not needed.
    ValidationLayer,
}

/// What to do on one system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Remedy {
    /// The system.
    pub(crate) system: &'static str,
    /// The command, or what to do where there is none.
    pub(crate) how: String,
}

impl Missing {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Loader => "the Vulkan loader",
            Self::Driver => "a Vulkan driver with a device",
            Self::ValidationLayer => "the Khronos validation layer (optional; explains misuse of Vulkan)",
        }
    }

    /// What to do, for the system at hand first.
    pub(crate) fn remedies(self) -> Vec<Remedy> {
        let [debian, fedora, arch, windows, macos] = match self {
            Self::Loader => [
                "sudo apt-get install libvulkan1",
                "sudo dnf install vulkan-loader",
                "sudo pacman -S vulkan-icd-loader",
                "install the driver of the GPU's maker, which brings the loader",
                "brew install vulkan-loader",
            ],
            Self::Driver => [
                "sudo apt-get install mesa-vulkan-drivers (for NVIDIA: nvidia-driver)",
                "sudo dnf install mesa-vulkan-drivers (for NVIDIA: akmod-nvidia of RPM Fusion)",
                "sudo pacman -S vulkan-radeon, vulkan-intel or nvidia-utils; without a GPU vulkan-swrast",
                "install the driver of the GPU's maker",
                "brew install molten-vk",
            ],
            Self::ValidationLayer => [
                "sudo apt-get install vulkan-validationlayers",
                "sudo dnf install vulkan-validation-layers",
                "sudo pacman -S vulkan-validation-layers",
                "winget install --id KhronosGroup.VulkanSDK",
                "brew install vulkan-validationlayers",
            ],
        };
        let mut all = [
            ("Debian, Ubuntu", "debian ubuntu", debian),
            ("Fedora", "fedora rhel", fedora),
            ("Arch", "arch", arch),
            ("Windows", "windows", windows),
            ("macOS", "macos", macos),
        ];
        let here = platform();
        all.sort_by_key(|(_, ids, _)| !ids.split(' ').any(|id| here.iter().any(|h| h == id)));
        all.map(|(system, _, how)| Remedy { system, how: how.to_owned() }).to_vec()
    }
}

/// What to do when no device is here: how to get the loader on this system, where that is missing, and who says the rest.
pub(crate) fn first_help() -> String {
    let doctor = "`candor doctor` says what is missing and how to get it";
    match (installed::loader(), Missing::Loader.remedies().into_iter().next()) {
        (None, Some(Remedy { system, how })) => {
            format!("{} is missing ({system}: {how}); {doctor}", Missing::Loader.words())
        }
        _ => doctor.to_owned(),
    }
}

/// The names by which this system may be known: its own and of those that it is like.
fn platform() -> Vec<String> {
    match std::env::consts::OS {
        "linux" => parse_os_release(&std::fs::read_to_string("/etc/os-release").unwrap_or_default()),
        other => vec![other.to_owned()],
    }
}

fn parse_os_release(text: &str) -> Vec<String> {
    let value = |key: &str| {
        let line = text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix('='));
        line.map(|v| v.trim_matches('"').to_owned())
    };
    let ids = [value("ID"), value("ID_LIKE")].into_iter().flatten();
    ids.flat_map(|v| v.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_its_remedy_and_names_are_read() {
        for m in [Missing::Loader, Missing::Driver, Missing::ValidationLayer] {
            assert_eq!(m.remedies().len(), 5);
            assert!(m.remedies().iter().all(|r| !r.how.is_empty()));
        }
        assert_eq!(parse_os_release("ID=pop\nID_LIKE=\"ubuntu debian\"\n"), ["pop", "ubuntu", "debian"]);
    }
}
