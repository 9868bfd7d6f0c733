//! Where the program runs, as far as the system's own files tell: in a container or a sandbox, and with which GPU device nodes.
//! It explains a selection and never decides one: some sandboxes pass a GPU through, so everything is probed all the same.

use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Host {
    /// Operating system and architecture that the program was built for.
    pub system: String,
    /// Signs of a sandbox, a container or a virtual machine, one sentence each with the file that shows it.
    pub inside: Vec<String>,
    /// Device nodes by which GPUs are reached.
    pub gpu_nodes: Vec<String>,
    /// Device nodes of GPUs were looked for; where not, nothing follows from an empty list.
    pub looked_for_nodes: bool,
}

/// Files by which Linux shows GPUs: DRM nodes, NVIDIA's, WSL's, AMD's compute driver, Arm's Mali, Qualcomm's.
const GPU_NODES: [(&str, &str); 6] = [
    ("dev/dri", "renderD"),
    ("dev", "nvidia"),
    ("dev", "dxg"),
    ("dev", "kfd"),
    ("dev", "mali"),
    ("dev", "kgsl-3d"),
];
/// NVIDIA's nodes that are there without a GPU behind them.
const NOT_GPUS: [&str; 4] = ["nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset"];
/// What gVisor says in /proc/version: a kernel release of its own in newer versions, and always this build date (gVisor, package
/// `linux`, `LINUX_VERSION`).
const GVISOR: [&str; 2] = ["gvisor", "sun jan 10 15:06:54 pst 2016"];

impl Host {
    /// The machine that this runs on.
    pub fn look() -> Self {
        Self::look_below(Path::new("/"))
    }

    /// The same for system files below another root.
    pub fn look_below(root: &Path) -> Self {
        let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
        if !cfg!(target_os = "linux") {
            let (inside, gpu_nodes) = (Vec::new(), Vec::new());
            return Self { system, inside, gpu_nodes, looked_for_nodes: false };
        }
        Self { system, inside: signs(root), gpu_nodes: nodes(root), looked_for_nodes: true }
    }

    /// One sentence for each thing that was seen.
    pub fn sentences(&self) -> Vec<String> {
        let mut out = vec![format!("the program was built for {}", self.system)];
        out.extend(self.inside.iter().cloned());
        if !self.gpu_nodes.is_empty() {
            out.push(format!("GPU device nodes are there: {}", self.gpu_nodes.join(", ")));
        } else if self.looked_for_nodes {
            let place = if self.inside.is_empty() { "this machine" } else { "this sandbox" };
            out.push(format!("{place} shows no GPU device node, so what is found is software, if anything"));
        }
        out
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences().join("; "))
    }
}

/// System files are short; what is longer is not read to its end.
fn text(root: &Path, file: &str) -> String {
    let read = std::fs::read(root.join(file)).unwrap_or_default();
    String::from_utf8_lossy(&read[..read.len().min(1 << 16)]).to_lowercase()
}

fn signs(root: &Path) -> Vec<String> {
    let mut out = Vec::new();
    let version = text(root, "proc/version");
    if GVISOR.iter().any(|sign| version.contains(sign)) {
        out.push("it runs in gVisor, a sandbox with a kernel of its own (/proc/version)".to_owned());
    }
    if version.contains("microsoft") {
        out.push("it runs in the Windows Subsystem for Linux (/proc/version)".to_owned());
    }
    let files = [(".dockerenv", "Docker"), ("run/.containerenv", "Podman")];
    for (file, name) in files {
        if root.join(file).exists() {
            out.push(format!("it runs in a container ({name}: /{file} is there)"));
        }
    }
    let groups = text(root, "proc/self/cgroup");
    let engine = ["docker", "kubepods", "containerd", "libpod", "lxc"].iter().find(|e| groups.contains(*e));
    if let (Some(engine), true) = (engine, out.is_empty()) {
        out.push(format!("it runs in a container (/proc/self/cgroup names {engine})"));
    }
    let flags = text(root, "proc/cpuinfo");
    let virtual_cpu = |l: &str| l.starts_with("flags") && l.split_whitespace().any(|f| f == "hypervisor");
    if flags.lines().any(virtual_cpu) {
        out.push("it runs in a virtual machine (/proc/cpuinfo has the flag hypervisor)".to_owned());
    }
    out
}

fn nodes(root: &Path) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (folder, start) in GPU_NODES {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(start) && !NOT_GPUS.contains(&name.as_str()) && !entry.path().is_dir() {
                out.push(PathBuf::from("/").join(folder).join(name).display().to_string());
            }
        }
    }
    out.sort();
    out
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    fn root(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("candor-host-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).unwrap();
        for (file, text) in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn sandboxes_and_device_nodes_are_told_from_system_files() {
        let gvisor = root(
            "gvisor",
            &[
                ("proc/version", "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016\n"),
                (".dockerenv", ""),
            ],
        );
        let host = Host::look_below(&gvisor);
        assert!(host.inside[0].contains("gVisor") && host.inside[1].contains("/.dockerenv"), "{host}");
        assert!(host.to_string().contains("no GPU device node"), "{host}");

        let metal = root(
            "metal",
            &[
                ("proc/version", "Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)"),
                ("proc/self/cgroup", "0::/user.slice/user-1000.slice"),
                ("proc/cpuinfo", "flags\t\t: fpu vme de\n"),
                ("dev/dri/renderD128", ""),
                ("dev/dri/card0", ""),
                ("dev/nvidia0", ""),
                ("dev/nvidiactl", ""),
            ],
        );
        let host = Host::look_below(&metal);
        assert_eq!(host.inside, [""; 0]);
        assert_eq!(host.gpu_nodes, ["/dev/dri/renderD128", "/dev/nvidia0"]);

        let pod = root(
            "pod",
            &[
                ("proc/self/cgroup", "12:cpu:/kubepods/burstable/pod1"),
                ("proc/cpuinfo", "flags : fpu hypervisor"),
            ],
        );
        let host = Host::look_below(&pod);
        assert!(host.inside[0].contains("kubepods") && host.inside[1].contains("virtual machine"), "{host}");
        for r in [gvisor, metal, pod] {
            std::fs::remove_dir_all(r).unwrap();
        }
    }
}
