//! Where the program runs, as far as the system's own files tell: in a sandbox, a container or a virtual machine, and with which
//! GPU device nodes. It explains a selection and never decides one: some sandboxes pass a GPU through, so everything is probed
//! all the same.

use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Host {
    /// Operating system and architecture that the program was built for.
    pub system: String,
    /// Signs of a sandbox, a container or a virtual machine, the narrowest first.
    pub inside: Vec<Sign>,
    /// Device nodes by which GPUs are reached.
    pub gpu_nodes: Vec<String>,
    /// Device nodes of GPUs were looked for; where not, nothing follows from an empty list.
    pub looked_for_nodes: bool,
    /// What would bring a GPU in, where none is shown and that is known; one sentence each.
    pub advice: Vec<String>,
}

/// A sign of what stands between the program and the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// Of what.
    pub of: Enclosure,
    /// One sentence, with the file that shows it.
    pub says: String,
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)
    }
}

/// What can stand between a program and the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enclosure {
    /// gVisor: a kernel of its own in user space.
    #[serde(rename = "gvisor")]
    GVisor,
    /// The first Windows Subsystem for Linux, which translates system calls and has no GPU.
    Wsl1,
    /// The second: a virtual machine, with Windows' GPUs behind `/dev/dxg`.
    Wsl2,
    /// Docker.
    Docker,
    /// Podman.
    Podman,
    /// A pod of Kubernetes.
    Kubernetes,
    /// A Flatpak.
    Flatpak,
    /// A snap.
    Snap,
    /// LXC, systemd-nspawn or another container.
    Container,
    /// System calls are filtered.
    SystemCallFilter,
    /// A user namespace that does not hold all users.
    UserNamespace,
    /// A virtual machine.
    VirtualMachine,
}

impl Enclosure {
    /// What brings a GPU in.
    fn advice(self) -> Option<&'static str> {
        match self {
            Self::GVisor => Some("gVisor passes NVIDIA GPUs through when runsc is started with --nvproxy"),
            Self::Wsl1 => {
                Some("WSL 1 has no GPU: convert the distribution with `wsl --set-version NAME 2` on Windows")
            }
            Self::Wsl2 => Some(
                "WSL 2 shows Windows' GPUs as /dev/dxg: update Windows' graphics driver and run `wsl --update`",
            ),
            Self::Docker => Some(
                "Docker passes GPUs in with --device /dev/dri (Intel, AMD) or --gpus all with the NVIDIA container toolkit",
            ),
            Self::Podman => Some(
                "Podman passes GPUs in with --device /dev/dri (Intel, AMD) or --device nvidia.com/gpu=all",
            ),
            Self::Kubernetes => Some(
                "Kubernetes gives a pod GPUs that it asks for (resources.limits) by the vendor's device plugin",
            ),
            Self::Flatpak => Some("a Flatpak sees GPUs with the permission --device=dri"),
            Self::Snap => Some("a snap sees GPUs when its plug opengl is connected"),
            Self::Container | Self::SystemCallFilter | Self::UserNamespace | Self::VirtualMachine => None,
        }
    }
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
/// Files that are there in one kind of container alone.
const MARKS: [(&str, Enclosure, &str); 4] = [
    (".dockerenv", Enclosure::Docker, "Docker"),
    ("run/.containerenv", Enclosure::Podman, "Podman"),
    ("var/run/secrets/kubernetes.io", Enclosure::Kubernetes, "Kubernetes"),
    (".flatpak-info", Enclosure::Flatpak, "Flatpak"),
];
/// What managers of containers call themselves in control groups, in `/run/systemd/container` and in security labels.
const MANAGERS: [(&str, Enclosure); 10] = [
    ("kubepods", Enclosure::Kubernetes),
    ("docker", Enclosure::Docker),
    ("podman", Enclosure::Podman),
    ("libpod", Enclosure::Podman),
    ("snap.", Enclosure::Snap),
    ("containerd", Enclosure::Container),
    ("lxc", Enclosure::Container),
    ("systemd-nspawn", Enclosure::Container),
    ("bwrap", Enclosure::Container),
    // The label that SELinux gives what runs in a container.
    ("container_t", Enclosure::Container),
];
/// Files in which they do so.
const MANAGED: [&str; 3] = ["run/systemd/container", "proc/self/cgroup", "proc/self/attr/current"];

impl Host {
    /// The machine that this runs on.
    pub fn look() -> Self {
        Self::look_below(Path::new("/"))
    }

    /// The same for system files below another root.
    pub fn look_below(root: &Path) -> Self {
        let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
        if !cfg!(target_os = "linux") {
            let (inside, gpu_nodes, advice) = (Vec::new(), Vec::new(), Vec::new());
            return Self { system, inside, gpu_nodes, looked_for_nodes: false, advice };
        }
        let (inside, gpu_nodes) = (signs(root), nodes(root));
        let advised = |s: &Sign| s.of.advice().map(str::to_owned);
        let advice =
            if gpu_nodes.is_empty() { inside.iter().filter_map(advised).collect() } else { Vec::new() };
        Self { system, inside, gpu_nodes, looked_for_nodes: true, advice }
    }

    /// There is a sign of this.
    pub fn is_inside(&self, of: Enclosure) -> bool {
        self.inside.iter().any(|s| s.of == of)
    }

    /// One sentence for each thing that was seen.
    pub fn sentences(&self) -> Vec<String> {
        let mut out = vec![format!("the program was built for {}", self.system)];
        out.extend(self.inside.iter().map(ToString::to_string));
        if !self.gpu_nodes.is_empty() {
            out.push(format!("GPU device nodes are there: {}", self.gpu_nodes.join(", ")));
        } else if self.looked_for_nodes {
            let place = if self.inside.is_empty() { "this machine" } else { "this sandbox" };
            out.push(format!("{place} shows no GPU device node, so what is found is software, if anything"));
        }
        out.extend(self.advice.iter().cloned());
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
    use std::io::Read as _;
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(root.join(file)) {
        // What was read before an error counts.
        let _ = file.take(LONGEST).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).to_lowercase()
}

/// So many bytes of a system file are read.
const LONGEST: u64 = 1 << 16;

/// The value of a line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|l| l.strip_prefix(name)?.trim_start().strip_prefix(':')).map(str::trim)
}

fn signs(root: &Path) -> Vec<Sign> {
    let mut out: Vec<Sign> = Vec::new();
    containers(root, &mut out);
    let mut add = |of, says: &str| out.push(Sign { of, says: says.to_owned() });
    let status = text(root, "proc/self/status");
    // 1: only what reads, writes and ends is left; 2: a filter decides (Linux, Documentation/filesystems/proc).
    if field(&status, "seccomp").is_some_and(|v| v == "1" || v == "2") {
        let says =
            "its system calls are filtered, so that a driver's may fail (Seccomp in /proc/self/status)";
        add(Enclosure::SystemCallFilter, says);
    }
    // Inside, outside, how many: the first namespace holds all of them.
    let map = text(root, "proc/self/uid_map");
    if !map.trim().is_empty() && map.split_whitespace().ne(["0", "0", "4294967295"]) {
        let says = "it runs in a user namespace, so that device nodes may not open (/proc/self/uid_map)";
        add(Enclosure::UserNamespace, says);
    }
    let version = text(root, "proc/version");
    if GVISOR.iter().any(|sign| version.contains(sign)) {
        add(Enclosure::GVisor, "it runs in gVisor, a sandbox with a kernel of its own (/proc/version)");
    }
    let is_wsl = version.contains("microsoft");
    // The second one's kernel is Microsoft's build of Linux, `...-microsoft-standard-WSL2`.
    if is_wsl && (version.contains("standard") || version.contains("wsl2")) {
        add(Enclosure::Wsl2, "it runs in the Windows Subsystem for Linux 2 (/proc/version)");
    } else if is_wsl {
        add(Enclosure::Wsl1, "it runs in the Windows Subsystem for Linux 1 (/proc/version)");
    }
    let flags = text(root, "proc/cpuinfo");
    let virtual_cpu = |l: &str| l.starts_with("flags") && l.split_whitespace().any(|f| f == "hypervisor");
    let product = text(root, "sys/class/dmi/id/product_name");
    let hypervisor = text(root, "sys/hypervisor/type");
    let named = match (product.trim(), hypervisor.trim()) {
        ("", "") => String::new(),
        ("", kind) => format!(", {kind}"),
        (product, _) => format!(", {product}"),
    };
    if flags.lines().any(virtual_cpu) {
        let says = format!("it runs in a virtual machine (/proc/cpuinfo has the flag hypervisor{named})");
        add(Enclosure::VirtualMachine, &says);
    } else if root.join("proc/device-tree/hypervisor").exists() || !hypervisor.trim().is_empty() {
        let says = format!("it runs in a virtual machine (the system names its hypervisor{named})");
        add(Enclosure::VirtualMachine, &says);
    }
    out
}

fn containers(root: &Path, out: &mut Vec<Sign>) {
    for (file, of, name) in MARKS {
        if root.join(file).exists() {
            out.push(Sign { of, says: format!("it runs in a container ({name}: /{file} is there)") });
        }
    }
    for file in MANAGED {
        let told = text(root, file);
        for (name, of) in MANAGERS {
            let known = |s: &Sign| s.of == of;
            // A container of a kind that has been named is not named again by a word that many share.
            let shared = of == Enclosure::Container && !out.is_empty();
            if told.contains(name) && !out.iter().any(known) && !shared {
                let name = name.trim_end_matches('.');
                out.push(Sign { of, says: format!("it runs in a container (/{file} names {name})") });
            }
        }
    }
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
