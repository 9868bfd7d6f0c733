//! `setup`: what is missing to run Candor, installed where that can be done, else the exact commands. Installs nothing that is
//! there, and says what it did.

use crate::run::{self, Result, bad_input, failure};
use crate::vulkan::Found;
use std::io::IsTerminal as _;
use std::process::Command;

/// Packages of Debian and Ubuntu.
const LOADER: &str = "libvulkan1";
const DRIVER: &str = "mesa-vulkan-drivers";
const VALIDATION: &str = "vulkan-validationlayers";
const CXX: &str = "g++";
const GLSLANG: &str = "glslang-tools";
/// A screen for the tests that open windows, and what windows are opened with.
const SCREEN: [&str; 7] =
    ["xvfb", "libx11-6", "libx11-xcb1", "libxcursor1", "libxi6", "libxrandr2", "libxkbcommon-x11-0"];

/// Wanted, and not needed for Vulkan to be usable.
fn is_extra(package: &str) -> bool {
    [VALIDATION, CXX, GLSLANG].contains(&package) || SCREEN.contains(&package)
}

pub(crate) fn run(args: &[&str]) -> Result {
    match args {
        [] => ensure(),
        ["--print"] => {
            report(&Found::now());
            println!("\n{}", instructions());
            Ok(())
        }
        other => Err(bad_input(format!("`setup` takes nothing or --print, not \"{}\"", other.join(" ")))),
    }
}

/// Makes sure that Vulkan can run here.
pub(crate) fn ensure() -> Result {
    let found = Found::now();
    let wanted = missing(&found);
    let needed: Vec<&str> = wanted.iter().copied().filter(|p| !is_extra(p)).collect();
    if wanted.is_empty() {
        report(&found);
        println!("nothing to install");
        return Ok(());
    }
    let installed = match apt() {
        Apt::Ready(prefix) => install(&prefix, &wanted).or_else(|why| {
            // The layer is wanted, not needed: a package that does not exist here must not keep the rest away.
            if needed.is_empty() || needed == wanted { Err(why) } else { install(&prefix, &needed) }
        }),
        Apt::Not(why) => Err(failure(why)),
    };
    let now = Found::now();
    report(&now);
    // What is said is what is there now, and not what a package manager was asked for.
    let still = missing(&now);
    let done: Vec<&str> = wanted.iter().copied().filter(|p| !still.contains(p)).collect();
    if !done.is_empty() {
        println!("installed: {}", done.join(", "));
    }
    if !still.is_empty() {
        let why = installed.err().map(|why| format!(" ({why})")).unwrap_or_default();
        println!("not installed: {}{why}", still.join(", "));
    }
    if now.usable() {
        return Ok(());
    }
    Err(failure(format!("there is no usable Vulkan here; install it and try again:\n\n{}", instructions())))
}

/// The packages that bring what is not there.
fn missing(found: &Found) -> Vec<&'static str> {
    let list = [
        (LOADER, found.loader.is_none()),
        (DRIVER, found.drivers.is_empty()),
        (VALIDATION, found.validation.is_none()),
        (CXX, !found.cxx),
        (GLSLANG, !found.glslang),
    ];
    let screen = SCREEN.map(|package| (package, !found.screen));
    let all = list.iter().chain(&screen);
    all.filter(|(_, missing)| *missing).map(|(package, _)| *package).collect()
}

fn report(found: &Found) {
    match &found.loader {
        Some(path) => println!("Vulkan loader: {}", path.display()),
        None => println!("Vulkan loader: missing"),
    }
    for driver in &found.drivers {
        println!("Vulkan driver: {} (Vulkan {})", driver.library.display(), driver.api_version);
    }
    if found.drivers.is_empty() {
        println!("Vulkan driver: missing");
    }
    for broken in &found.broken {
        println!("unusable driver: {broken}");
    }
    match &found.validation {
        Some(layer) => println!("validation layer: {} (Vulkan {})", layer.file.display(), layer.api_version),
        None => println!("validation layer: missing (optional)"),
    }
    if !found.cxx {
        println!("C++ compiler: missing (the tests' picture metric is built with it)");
    }
    if !found.glslang {
        println!("glslangValidator: missing (checks the shaders in GLSL)");
    }
    if !found.screen {
        println!("Xvfb: missing (the tests that open windows use it)");
    }
}

/// How apt can be run.
enum Apt {
    /// With these words in front.
    Ready(Vec<&'static str>),
    /// Why it cannot.
    Not(String),
}

fn apt() -> Apt {
    if run::in_path("apt-get").is_none() {
        return Apt::Not("apt-get is not here".into());
    }
    let root = run::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if root {
        return Apt::Ready(Vec::new());
    }
    if run::in_path("sudo").is_none() {
        return Apt::Not("not root, and there is no sudo".into());
    }
    if std::io::stdin().is_terminal() {
        return Apt::Ready(vec!["sudo"]);
    }
    // Without a terminal sudo cannot ask; it may not need to.
    match run::output(Command::new("sudo").args(["-n", "true"])) {
        Ok(_) => Apt::Ready(vec!["sudo", "-n"]),
        Err(_) => Apt::Not("not root, and sudo has no terminal on which to ask".into()),
    }
}

fn install(prefix: &[&str], packages: &[&str]) -> Result {
    let command = |args: &[&str]| {
        let mut words = prefix.iter().copied().chain(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        let mut command = Command::new(words.next().unwrap_or("env"));
        command.args(words).args(args);
        command
    };
    let mut get = vec!["install", "-y", "-q", "--no-install-recommends"];
    get.extend_from_slice(packages);
    // The lists may be missing, or so old that what they name is gone.
    let lists = std::fs::read_dir("/var/lib/apt/lists").is_ok_and(|d| {
        d.filter_map(|e| e.ok()).any(|e| e.file_name().to_string_lossy().contains("_Packages"))
    });
    if lists && run::check(&mut command(&get)).is_ok() {
        return Ok(());
    }
    run::check(&mut command(&["update", "-q"]))?;
    run::check(&mut command(&get))
}

/// The commands for every platform, its own first where it is known.
fn instructions() -> String {
    let mut all = [
        (
            "debian ubuntu",
            "Debian, Ubuntu:  sudo apt-get install libvulkan1 mesa-vulkan-drivers vulkan-validationlayers g++ \
             glslang-tools xvfb libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0",
        ),
        (
            "fedora rhel",
            "Fedora:          sudo dnf install vulkan-loader mesa-vulkan-drivers vulkan-validation-layers gcc-c++ glslang",
        ),
        (
            "arch",
            "Arch:            sudo pacman -S vulkan-icd-loader vulkan-swrast vulkan-validation-layers gcc glslang\n\
             \x20                (for a GPU also vulkan-radeon, vulkan-intel or nvidia-utils)",
        ),
        (
            "windows",
            "Windows:         install the driver of the GPU's maker, which brings the loader, then\n\
             \x20                winget install --id KhronosGroup.VulkanSDK",
        ),
        ("macos", "macOS:           brew install vulkan-loader molten-vk vulkan-validationlayers"),
    ];
    let here = platform();
    all.sort_by_key(|(ids, _)| !ids.split(' ').any(|id| here.iter().any(|h| h == id)));
    all.map(|(_, text)| text).join("\n")
}

/// The names by which this platform may be known: of the distribution and of those that it is like.
fn platform() -> Vec<String> {
    if cfg!(windows) {
        return vec!["windows".into()];
    }
    if cfg!(target_os = "macos") {
        return vec!["macos".into()];
    }
    parse_os_release(&std::fs::read_to_string("/etc/os-release").unwrap_or_default())
}

fn parse_os_release(text: &str) -> Vec<String> {
    let value = |key: &str| {
        text.lines()
            .find_map(|l| l.strip_prefix(key)?.strip_prefix('=').map(|v| v.trim_matches('"').to_owned()))
    };
    let ids = [value("ID"), value("ID_LIKE")];
    ids.into_iter()
        .flatten()
        .flat_map(|v| v.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_known_by_themselves_and_by_their_parents() {
        assert_eq!(parse_os_release("NAME=x\nID=debian\n"), ["debian"]);
        assert_eq!(parse_os_release("ID=\"pop\"\nID_LIKE=\"ubuntu debian\"\n"), ["pop", "ubuntu", "debian"]);
        assert!(parse_os_release("").is_empty());
    }

    #[test]
    fn nothing_is_installed_that_is_there() {
        use crate::vulkan::Manifest;
        let manifest = Manifest { file: "m".into(), library: "l".into(), api_version: "1.3".into() };
        let mut found = Found {
            loader: None,
            drivers: Vec::new(),
            broken: Vec::new(),
            validation: None,
            cxx: false,
            screen: false,
            glslang: false,
        };
        let all: Vec<_> = [LOADER, DRIVER, VALIDATION, CXX, GLSLANG].into_iter().chain(SCREEN).collect();
        assert_eq!(missing(&found), all);
        (found.cxx, found.screen, found.glslang) = (true, true, true);
        found.drivers.push(manifest.clone());
        assert!(!found.usable());
        assert_eq!(missing(&found), [LOADER, VALIDATION]);
        found.loader = Some("libvulkan.so.1".into());
        assert!(found.usable());
        assert_eq!(missing(&found), [VALIDATION]);
        found.validation = Some(manifest);
        assert!(missing(&found).is_empty());
    }

    #[test]
    fn every_platform_has_its_command() {
        let text = instructions();
        for word in ["apt-get install", "dnf install", "pacman -S", "winget install", "brew install"] {
            assert!(text.contains(word), "{word}");
        }
    }
}
