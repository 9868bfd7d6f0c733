//! What of Vulkan is installed, by the rules by which the loader itself looks: libraries, driver manifests, layer manifests.
//!
//! The program `candor` looks in the same places (`crates/cli/src/installed.rs`) and says more of what it finds. That crate needs
//! the renderer and a device; this one is the first that a newcomer builds, so that it keeps the few lines for itself.

use crate::run;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What was found.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) loader: Option<PathBuf>,
    /// Manifests whose library is there.
    pub(crate) drivers: Vec<Manifest>,
    /// Manifests that cannot be used, each with the reason.
    pub(crate) broken: Vec<String>,
    pub(crate) validation: Option<Manifest>,
    /// A C++ compiler, which the tests' picture metric is built with.
    pub(crate) cxx: bool,
    /// A screen for the tests that open windows; no other system than Linux needs one.
    pub(crate) screen: bool,
    /// What checks shaders in GLSL.
    pub(crate) glslang: bool,
}

/// A driver or layer manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) file: PathBuf,
    pub(crate) library: PathBuf,
    pub(crate) api_version: String,
}

impl Found {
    pub(crate) fn now() -> Self {
        let libraries = known_libraries();
        let cxx = ["c++", "g++", "clang++"].iter().any(|c| run::in_path(c).is_some());
        let mut found = Self {
            loader: loader(&libraries),
            drivers: Vec::new(),
            broken: Vec::new(),
            validation: None,
            cxx: cxx || std::env::var_os("CXX").is_some(),
            screen: cfg!(not(target_os = "linux")) || run::in_path("Xvfb").is_some(),
            glslang: run::in_path("glslangValidator").is_some(),
        };
        for file in driver_manifests() {
            match read(&file, "ICD", &libraries) {
                Ok(Some(manifest)) => found.drivers.push(manifest),
                Ok(None) => {}
                Err(why) => found.broken.push(format!("{}: {why}", file.display())),
            }
        }
        found.validation = manifests_in(&folders("explicit_layer.d"))
            .iter()
            .filter(|f| f.to_string_lossy().contains("validation"))
            .find_map(|f| read(f, "layer", &libraries).ok().flatten());
        found
    }

    /// Whether Vulkan can run here, as far as files tell.
    pub(crate) fn usable(&self) -> bool {
        self.loader.is_some() && !self.drivers.is_empty()
    }
}

/// The devices that the drivers offer, by `vulkaninfo` where it is installed, else the manifests.
pub(crate) fn devices(found: &Found) -> Vec<String> {
    let summary = run::in_path("vulkaninfo").and_then(|path| {
        // A driver that hangs must not hang the tests.
        run::output_within(Command::new(path).arg("--summary"), Duration::from_secs(60)).ok()
    });
    let devices = summary.map(|text| parse_summary(&text)).unwrap_or_default();
    if devices.is_empty() {
        found.drivers.iter().map(|d| format!("Vulkan {}: {}", d.api_version, d.library.display())).collect()
    } else {
        devices
    }
}

/// One line a device from the text of `vulkaninfo --summary`.
fn parse_summary(text: &str) -> Vec<String> {
    let mut devices: Vec<[String; 3]> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("GPU") && line.ends_with(':') {
            devices.push(Default::default());
        }
        let (Some(device), Some((key, value))) = (devices.last_mut(), line.split_once('=')) else { continue };
        let value = value.trim();
        match key.trim() {
            "apiVersion" => device[0] = value.split_whitespace().next().unwrap_or_default().to_owned(),
            "deviceName" => device[1] = value.to_owned(),
            "driverInfo" => device[2] = value.to_owned(),
            _ => {}
        }
    }
    devices.iter().map(|[api, name, driver]| format!("Vulkan {api}: {name} ({driver})")).collect()
}

/// Shared libraries by `ldconfig`, which knows the folders that the dynamic linker searches.
fn known_libraries() -> Vec<PathBuf> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"]
        .iter()
        .find_map(|program| run::output(Command::new(program).arg("-p")).ok())
        .map(|text| text.lines().filter_map(|l| l.split_once("=> ")).map(|(_, p)| PathBuf::from(p)).collect())
        .unwrap_or_default()
}

fn in_libraries(name: &str, libraries: &[PathBuf]) -> Option<PathBuf> {
    let from_environment = std::env::var_os("LD_LIBRARY_PATH")
        .map(|paths| std::env::split_paths(&paths).map(|dir| dir.join(name)).collect::<Vec<_>>())
        .unwrap_or_default();
    from_environment.into_iter().find(|p| p.is_file()).or_else(|| {
        libraries.iter().find(|p| p.file_name().is_some_and(|n| n == name) && p.is_file()).cloned()
    })
}

fn loader(libraries: &[PathBuf]) -> Option<PathBuf> {
    if cfg!(windows) {
        let system = PathBuf::from(std::env::var_os("SystemRoot")?).join("System32").join("vulkan-1.dll");
        return system.is_file().then_some(system);
    }
    if cfg!(target_os = "macos") {
        let sdk = std::env::var_os("VULKAN_SDK").map(|sdk| PathBuf::from(sdk).join("lib"));
        let folders = ["/usr/local/lib", "/opt/homebrew/lib"].map(PathBuf::from);
        return sdk.into_iter().chain(folders).map(|dir| dir.join("libvulkan.1.dylib")).find(|f| f.is_file());
    }
    in_libraries("libvulkan.so.1", libraries)
}

/// Folders that the loader searches for manifests ("Architecture of the Vulkan Loader Interfaces", Linux and macOS).
fn folders(kind: &str) -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let home = variable("HOME").map(PathBuf::from);
    let list = |name: &str, default: &str| -> Vec<PathBuf> {
        std::env::split_paths(&variable(name).unwrap_or_else(|| default.into())).collect()
    };
    let mut roots = Vec::new();
    roots.extend(variable("XDG_CONFIG_HOME").map(PathBuf::from).or(home.as_ref().map(|h| h.join(".config"))));
    roots.extend(list("XDG_CONFIG_DIRS", "/etc/xdg"));
    roots.extend(["/usr/local/etc", "/etc", "/opt/homebrew/etc", "/opt/homebrew/share"].map(PathBuf::from));
    roots.extend(variable("XDG_DATA_HOME").map(PathBuf::from).or(home.map(|h| h.join(".local/share"))));
    roots.extend(list("XDG_DATA_DIRS", "/usr/local/share:/usr/share"));
    let mut out: Vec<PathBuf> = roots.into_iter().map(|root| root.join("vulkan").join(kind)).collect();
    if kind == "explicit_layer.d" {
        out.splice(0..0, list("VK_LAYER_PATH", "").into_iter().filter(|p| !p.as_os_str().is_empty()));
    }
    out
}

fn manifests_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "json") && !out.contains(f));
        files.sort();
        out.extend(files);
    }
    out
}

/// `VK_DRIVER_FILES` and its older name replace the search; `VK_ADD_DRIVER_FILES` adds to it.
fn driver_manifests() -> Vec<PathBuf> {
    let listed = |name: &str| {
        let value = std::env::var_os(name).filter(|v| !v.is_empty())?;
        let paths =
            std::env::split_paths(&value).flat_map(|p| if p.is_dir() { manifests_in(&[p]) } else { vec![p] });
        Some(paths.collect::<Vec<_>>())
    };
    listed("VK_DRIVER_FILES").or_else(|| listed("VK_ICD_FILENAMES")).unwrap_or_else(|| {
        let mut out = listed("VK_ADD_DRIVER_FILES").unwrap_or_default();
        out.extend(manifests_in(&folders("icd.d")));
        out
    })
}

/// `None` for a manifest that describes something else.
fn read(file: &Path, section: &str, libraries: &[PathBuf]) -> Result<Option<Manifest>, String> {
    let text = std::fs::read(file).map_err(|e| format!("it cannot be read: {e}"))?;
    let json: Value = serde_json::from_slice(&text).map_err(|e| format!("it is not JSON: {e}"))?;
    let Some(body) = json.get(section) else { return Ok(None) };
    let path = body.get("library_path").and_then(Value::as_str).ok_or("it names no library")?;
    // A bare name is left to the dynamic linker; a path is relative to the manifest.
    let library = if path.contains(['/', '\\']) {
        let full = file.parent().unwrap_or(Path::new("")).join(path);
        if full.is_file() { Some(full) } else { None }
    } else {
        in_libraries(path, libraries)
    };
    let api_version =
        body.get("api_version").and_then(Value::as_str).unwrap_or("of unknown version").to_owned();
    match library {
        Some(library) => Ok(Some(Manifest { file: file.to_owned(), library, api_version })),
        None => Err(format!("its library {path} is not there")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = run::target().join("xtask-tests").join(name);
        std::fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn devices_are_read_from_a_summary() {
        let text = "Devices:\n========\nGPU0:\n\tapiVersion         = 1.3.230 (4206822)\n\tdeviceName         = llvmpipe\n\
                    \tdriverInfo         = Mesa 22.3.6\nGPU1:\n\tdeviceName = B\n";
        assert_eq!(parse_summary(text), ["Vulkan 1.3.230: llvmpipe (Mesa 22.3.6)", "Vulkan : B ()"]);
        assert!(parse_summary("no devices").is_empty());
    }

    #[test]
    fn a_manifest_counts_only_with_its_library() {
        let dir = scratch("manifests");
        let file = dir.join("a.json");
        let put = |text: &str| std::fs::write(&file, text).unwrap();
        put(r#"{"ICD": {"library_path": "./there.so", "api_version": "1.3.0"}}"#);
        std::fs::write(dir.join("there.so"), "").unwrap();
        assert_eq!(read(&file, "ICD", &[]).unwrap().unwrap().api_version, "1.3.0");
        assert_eq!(read(&file, "layer", &[]), Ok(None));
        put(r#"{"ICD": {"library_path": "./gone.so"}}"#);
        assert!(read(&file, "ICD", &[]).unwrap_err().contains("./gone.so"));
        put(r#"{"ICD": {"library_path": "libbare.so"}}"#);
        assert!(read(&file, "ICD", &[]).is_err());
        assert!(read(&file, "ICD", &[dir.join("libbare.so")]).is_err(), "a list that is out of date");
        put("{");
        assert!(read(&file, "ICD", &[]).unwrap_err().contains("not JSON"));
        put("[1]");
        assert_eq!(read(&file, "ICD", &[]), Ok(None));
    }
}
