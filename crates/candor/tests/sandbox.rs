//! Sandboxes are told from the system's own files, stated in the report, and probed like any machine. The files are made here, below
//! a root of each test's own.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // helpers of tests

mod fake;

use candor::rhi::BackendKind::{Gl, Vulkan};
use candor::{Enclosure, Host, Registry, SelectDesc, Verdict};
use fake::{Act, FakeDriver, Scripted, desc, instance, instance_on, story};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A root with these files; gone when it is dropped.
struct Root(PathBuf);

impl Root {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("root-{name}"));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).unwrap();
        for (file, text) in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(root)
    }

    fn look(&self) -> Host {
        Host::look_below(&self.0)
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const DEBIAN: &str = "Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)";
const GVISOR: &str = "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016\n";
const GVISOR_NOW: &str = "Linux version 6.12.0-gVisor #1 SMP Sun Jan 10 15:06:54 PST 2016\n";
const WSL1: &str = "Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com) (gcc version 5.4.0 (GCC) ) #1237-Microsoft\n";
const WSL2: &str =
    "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d701f84f1) (gcc (GCC) 11.2.0)\n";
const PLAIN_STATUS: &str = "Name:\tcat\nNoNewPrivs:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n";

#[test]
fn every_enclosure_is_told_by_its_own_files() {
    use Enclosure::{
        Container, Docker, Flatpak, GVisor, Kubernetes, Podman, Snap, SystemCallFilter, UserNamespace,
        VirtualMachine, Wsl1, Wsl2,
    };
    let hypervisor = "processor\t: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n";
    #[allow(clippy::type_complexity)] // a table
    let cases: &[(&str, &[(&str, &str)], &[Enclosure])] = &[
        ("gvisor", &[("proc/version", GVISOR)], &[GVisor]),
        ("gvisor-now", &[("proc/version", GVISOR_NOW), (".dockerenv", "")], &[Docker, GVisor]),
        ("wsl1", &[("proc/version", WSL1)], &[Wsl1]),
        ("wsl2", &[("proc/version", WSL2), ("proc/cpuinfo", hypervisor)], &[Wsl2, VirtualMachine]),
        ("docker", &[("proc/version", DEBIAN), (".dockerenv", "")], &[Docker]),
        ("docker-by-group", &[("proc/self/cgroup", "12:cpu:/docker/0123\n")], &[Docker]),
        ("docker-by-label", &[("proc/self/attr/current", "docker-default (enforce)\n")], &[Docker]),
        ("podman", &[("run/.containerenv", "")], &[Podman]),
        (
            "podman-rootless",
            &[
                ("run/.containerenv", ""),
                ("proc/self/uid_map", "         0       1000          1\n         1     100000      65536\n"),
            ],
            &[Podman, UserNamespace],
        ),
        (
            "pod",
            &[(".dockerenv", ""), ("proc/self/cgroup", "12:cpu:/kubepods/burstable/pod1/docker-0123\n")],
            &[Docker, Kubernetes],
        ),
        ("pod-by-secret", &[("var/run/secrets/kubernetes.io/serviceaccount/token", "x")], &[Kubernetes]),
        ("nspawn", &[("run/systemd/container", "systemd-nspawn\n")], &[Container]),
        (
            "lxc",
            &[("proc/self/cgroup", "4:cpuset:/lxc/web\n"), ("run/systemd/container", "lxc")],
            &[Container],
        ),
        ("selinux", &[("proc/self/attr/current", "system_u:system_r:container_t:s0:c1,c2\0")], &[Container]),
        ("flatpak", &[(".flatpak-info", "[Application]\n")], &[Flatpak]),
        ("snap", &[("proc/self/attr/current", "snap.viewer.viewer (enforce)\n")], &[Snap]),
        (
            "filter",
            &[("proc/self/status", "Name:\tcat\nSeccomp:\t2\nSeccomp_filters:\t1\n")],
            &[SystemCallFilter],
        ),
        ("vm-arm", &[("proc/device-tree/hypervisor/compatible", "xen,xen")], &[VirtualMachine]),
        ("xen", &[("sys/hypervisor/type", "xen\n")], &[VirtualMachine]),
        (
            "metal",
            &[
                ("proc/version", DEBIAN),
                ("proc/self/status", PLAIN_STATUS),
                ("proc/self/uid_map", "         0          0 4294967295\n"),
                ("proc/self/cgroup", "0::/user.slice/user-1000.slice/session-2.scope\n"),
                ("proc/self/attr/current", "unconfined\n"),
                ("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme de\n"),
                ("sys/class/dmi/id/product_name", "ThinkPad X1\n"),
            ],
            &[],
        ),
        ("empty", &[], &[]),
    ];
    for (name, files, expected) in cases {
        let host = Root::new(name, files).look();
        let found: Vec<Enclosure> = host.inside.iter().map(|s| s.of).collect();
        assert_eq!(&found, expected, "{name}: {host}");
        assert!(expected.iter().all(|e| host.is_inside(*e)));
        // Each sentence names the file that shows it, and says that no GPU is shown.
        assert!(host.inside.iter().all(|s| s.says.contains("/") || s.says.contains("system")), "{host}");
        let place = if expected.is_empty() { "this machine" } else { "this sandbox" };
        assert!(host.to_string().contains(&format!("{place} shows no GPU device node")), "{host}");
    }
}

#[test]
fn device_nodes_are_listed_and_without_them_the_way_in_is_named() {
    let nodes =
        ["dev/dri/renderD128", "dev/dri/card0", "dev/nvidia0", "dev/nvidiactl", "dev/dxg", "dev/null"];
    let nodes: Vec<(&str, &str)> = nodes.iter().map(|n| (*n, "")).collect();
    let host = Root::new("nodes", &[&nodes[..], &[(".dockerenv", "")]].concat()).look();
    assert_eq!(host.gpu_nodes, ["/dev/dri/renderD128", "/dev/dxg", "/dev/nvidia0"]);
    assert!(host.advice.is_empty() && host.is_inside(Enclosure::Docker));
    for (name, files, advice) in [
        ("a-docker", (".dockerenv", ""), "--device /dev/dri"),
        ("a-gvisor", ("proc/version", GVISOR), "--nvproxy"),
        ("a-wsl2", ("proc/version", WSL2), "/dev/dxg"),
        ("a-wsl1", ("proc/version", WSL1), "--set-version"),
        ("a-flatpak", (".flatpak-info", ""), "--device=dri"),
    ] {
        let host = Root::new(name, &[files]).look();
        assert!(host.advice.iter().any(|a| a.contains(advice)), "{host}");
        assert!(host.to_string().contains(advice), "{host}");
    }
    // A system file without an end is read in part.
    let long = format!("{}\nSeccomp:\t2\n", "x".repeat(1 << 20));
    assert!(Root::new("long", &[("proc/self/status", &long)]).look().inside.is_empty());
}

fn gvisor() -> Host {
    Root::new("select-gvisor", &[("proc/version", GVISOR), (".dockerenv", "")]).look()
}

#[test]
fn a_sandbox_is_stated_and_probed_like_any_machine() {
    let (inside, outside) = (FakeDriver::new(Vulkan), FakeDriver::new(Vulkan));
    let sandboxed = instance_on(gvisor(), &[&inside], Scripted::default(), Arc::default());
    let report = sandboxed.select(&desc()).unwrap().report.clone();
    let _ = instance(&[&outside]).select(&desc()).unwrap();
    // The very same calls were made.
    assert!(!inside.calls().is_empty());
    assert_eq!(inside.calls(), outside.calls());
    assert!(report.host.is_inside(Enclosure::GVisor));
    let text = report.to_string();
    for says in
        ["it runs in gVisor", "/.dockerenv is there", "this sandbox shows no GPU device node", "--nvproxy"]
    {
        assert!(text.contains(says), "{text}");
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["host"]["inside"][1]["of"], "gvisor");
    assert!(json["host"]["inside"][1]["says"].as_str().unwrap().contains("/proc/version"));
    assert_eq!(json["host"]["gpu_nodes"], serde_json::json!([]));
}

#[test]
fn a_probe_that_hangs_in_a_sandbox_is_cut_off_and_the_next_is_tried() {
    let mut hangs = FakeDriver::new(Vulkan);
    hangs.load = Act::Hangs;
    let works = FakeDriver::new(Gl);
    let registry: Arc<Registry> = Arc::default();
    let sandboxed = instance_on(gvisor(), &[&hangs, &works], Scripted::default(), registry.clone());
    let quick = SelectDesc { probe_limit: Duration::from_secs(2), ..desc() };
    let selected = sandboxed.select(&quick).unwrap();
    assert_eq!(selected.info().backend, Gl);
    assert_eq!(selected.report.candidate(Vulkan).unwrap().verdict, Verdict::Hung);
    assert!(registry.abandoned(Vulkan).is_some());
    // With nothing that works the error tells both: where it runs and what was tried.
    let alone = instance_on(gvisor(), &[&hangs], Scripted::default(), registry);
    let error = alone.select(&quick).unwrap_err();
    assert!(story(&error).host.is_inside(Enclosure::GVisor));
    assert!(story(&error).to_string().contains("it runs in gVisor"), "{error}");
    hangs.gate.open();
}
