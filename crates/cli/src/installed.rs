//! What of Vulkan is installed, by the rules by which the loader itself looks ("Architecture of the Vulkan Loader Interfaces"):
//! the loader's library, manifests of drivers, manifests of layers. Nothing is loaded here.

use serde::Serialize;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The layer that `ApiValidation::Auto` looks for.
pub(crate) const VALIDATION_LAYER: &str = "VK_LAYER_KHRONOS_validation";

/// The loader's library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Loader {
    /// The file.
    pub(crate) file: PathBuf,
    /// Its version, as far as the file's name tells it.
    pub(crate) version: Option<String>,
}

/// A manifest of a driver or a layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Manifest {
    /// The file.
    pub(crate) file: PathBuf,
    /// The library as the manifest names it; for a path, resolved against the manifest's folder.
    pub(crate) library: Option<String>,
    /// The version of Vulkan that it states.
    pub(crate) api_version: Option<String>,
    /// The version of a layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) implementation_version: Option<String>,
    /// Why it can't be used, as far as files tell.
    pub(crate) problem: Option<String>,
}

/// Where the loader is, if it is.
pub(crate) fn loader() -> Option<Loader> {
    let file = if cfg!(windows) {
        PathBuf::from(variable("SystemRoot")?).join("System32").join("vulkan-1.dll")
    } else if cfg!(target_os = "macos") {
        let sdk = variable("VULKAN_SDK").map(|sdk| PathBuf::from(sdk).join("lib"));
        let folders = ["/usr/local/lib", "/opt/homebrew/lib"].map(PathBuf::from);
        sdk.into_iter().chain(folders).map(|d| d.join("libvulkan.1.dylib")).find(|f| f.is_file())?
    } else {
        library("libvulkan.so.1")?
    };
    if !file.is_file() {
        return None;
    }
    // libvulkan.so.1 is a link to libvulkan.so.1.3.239.
    let real = file.canonicalize().unwrap_or_else(|_| file.clone());
    let name = real.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let version = name.split_once(".so.").map(|(_, v)| v.to_owned()).filter(|v| v.contains('.'));
    Some(Loader { file, version })
}

/// A library that the dynamic linker finds by a bare name.
fn library(name: &str) -> Option<PathBuf> {
    let listed = std::env::split_paths(&variable("LD_LIBRARY_PATH").unwrap_or_default())
        .map(|d| d.join(name))
        .find(|p| p.is_file());
    listed.or_else(|| {
        let text = ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"]
            .iter()
            .find_map(|program| Command::new(program).arg("-p").output().ok())?;
        String::from_utf8_lossy(&text.stdout)
            .lines()
            .filter_map(|l| l.split_once("=> ").map(|(_, p)| PathBuf::from(p)))
            .find(|p| p.file_name().is_some_and(|n| n == name) && p.is_file())
    })
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|v| !v.is_empty())
}

/// Folders in which the loader looks for manifests of a kind.
fn folders(kind: &str) -> Vec<PathBuf> {
    let home = variable("HOME").map(PathBuf::from);
    let list = |name: &str, default: &str| -> Vec<PathBuf> {
        std::env::split_paths(&variable(name).unwrap_or_else(|| default.into())).collect()
    };
    let mut roots = Vec::new();
    roots.extend(variable("XDG_CONFIG_HOME").map(PathBuf::from).or(home.as_ref().map(|h| h.join(".config"))));
    roots.extend(list("XDG_CONFIG_DIRS", "/etc/xdg"));
    roots.extend(["/usr/local/etc", "/etc"].map(PathBuf::from));
    if cfg!(target_os = "macos") {
        roots.extend(["/opt/homebrew/etc", "/opt/homebrew/share"].map(PathBuf::from));
    }
    roots.extend(variable("XDG_DATA_HOME").map(PathBuf::from).or(home.map(|h| h.join(".local/share"))));
    roots.extend(list("XDG_DATA_DIRS", "/usr/local/share:/usr/share"));
    let mut out: Vec<PathBuf> = Vec::new();
    for root in roots {
        let folder = root.join("vulkan").join(kind);
        if !out.contains(&folder) {
            out.push(folder);
        }
    }
    out
}

fn manifests_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    files
}

/// Files and folders that an environment variable lists; `None` where it isn't set.
fn listed(name: &str) -> Option<Vec<PathBuf>> {
    let value = variable(name)?;
    let paths = std::env::split_paths(&value).filter(|p| !p.as_os_str().is_empty());
    Some(paths.flat_map(|p| if p.is_dir() { manifests_in(&p) } else { vec![p] }).collect())
}

/// Which environment variable takes the place of the search for drivers, if any.
pub(crate) fn driver_override() -> Option<&'static str> {
    ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].into_iter().find(|n| variable(n).is_some())
}

/// Every driver manifest that the loader would look at. On Windows they stand in the registry, and only what environment
/// variables name is found.
pub(crate) fn drivers() -> Vec<Manifest> {
    let files = match driver_override() {
        Some(name) => listed(name).unwrap_or_default(),
        None => {
            let mut files = listed("VK_ADD_DRIVER_FILES").unwrap_or_default();
            files.extend(folders("icd.d").iter().flat_map(|f| manifests_in(f)));
            files
        }
    };
    files.iter().filter_map(|f| read(f, "ICD")).collect()
}

/// The manifest of the Khronos validation layer.
pub(crate) fn validation_layer() -> Option<Manifest> {
    let files = listed("VK_LAYER_PATH").unwrap_or_else(|| {
        let mut files = listed("VK_ADD_LAYER_PATH").unwrap_or_default();
        files.extend(folders("explicit_layer.d").iter().flat_map(|f| manifests_in(f)));
        files
    });
    let is_validation = |f: &PathBuf| {
        let text = std::fs::read(f).unwrap_or_default();
        let json: Value = serde_json::from_slice(&text).unwrap_or_default();
        json["layer"]["name"] == VALIDATION_LAYER
    };
    files.iter().find(|f| is_validation(f)).and_then(|f| read(f, "layer"))
}

/// `None` for a manifest of something else.
fn read(file: &Path, section: &str) -> Option<Manifest> {
    let broken = |problem: String| {
        let (library, api_version, implementation_version) = (None, None, None);
        let problem = Some(problem);
        Some(Manifest { file: file.to_owned(), library, api_version, implementation_version, problem })
    };
    let bytes = match std::fs::read(file) {
        Ok(b) => b,
        Err(e) => return broken(format!("the manifest can't be read: {e}")),
    };
    let json: Value = match serde_json::from_slice(&bytes) {
        Ok(j) => j,
        Err(e) => return broken(format!("the manifest is not JSON: {e}")),
    };
    let body = json.get(section)?;
    let text = |key: &str| body.get(key).and_then(Value::as_str).map(str::to_owned);
    let Some(path) = text("library_path") else { return broken("the manifest names no library".into()) };
    // A bare name is left to the dynamic linker; a path is relative to the manifest.
    let (library, problem) = if path.contains(['/', '\\']) {
        let full = file.parent().unwrap_or(Path::new("")).join(&path);
        let problem = (!full.is_file()).then(|| format!("its library {} is not there", full.display()));
        (full.display().to_string(), problem)
    } else {
        (path, None)
    };
    Some(Manifest {
        file: file.to_owned(),
        library: Some(library),
        api_version: text("api_version"),
        implementation_version: text("implementation_version"),
        problem,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_what_is_wrong_with_it() {
        let dir = std::env::temp_dir().join(format!("candor-installed-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let file = dir.join("a.json");
        let put = |text: &str| std::fs::write(&file, text).unwrap();
        let problem = || read(&file, "ICD").unwrap().problem.unwrap_or_default();
        put(r#"{"ICD": {"library_path": "./gone.so", "api_version": "1.3.0"}}"#);
        assert!(problem().contains("gone.so is not there"), "{}", problem());
        std::fs::write(dir.join("here.so"), "").unwrap();
        put(r#"{"ICD": {"library_path": "./here.so", "api_version": "1.3.0"}}"#);
        assert_eq!(read(&file, "ICD").unwrap().api_version.as_deref(), Some("1.3.0"));
        assert_eq!(problem(), "");
        assert_eq!(read(&file, "layer"), None);
        put(r#"{"ICD": {}}"#);
        assert!(problem().contains("names no library"));
        put("{");
        assert!(problem().contains("not JSON"));
        std::fs::remove_dir_all(&dir).unwrap();
        assert!(problem().contains("can't be read"));
    }
}
