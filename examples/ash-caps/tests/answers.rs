//! The program's answers on reports of an M1 under its two Vulkan drivers, which differ. What is right was read from the
//! reports by hand:
//!
//! * MoltenVK 0.2.2209 (Vulkan 1.4.334) lists swapchain, shader-non-semantic-info and maintenance5, whose bit is true. It
//!   does not list maintenance6; Vulkan 1.4 took that in, and a database export doesn't record the 1.4 features.
//! * KosmicKrisp 26.1.99 (Vulkan 1.3.348) lists swapchain and shader-non-semantic-info, neither maintenance5 nor 6, which
//!   1.3 doesn't have.
//! * MoltenVK 0.2.2009 (Vulkan 1.2.236) lists only swapchain of the four, and 1.2 has none of the others.
//! * None of them lists an extension of ray tracing.
// Helpers outside of `#[test]` functions are test code too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::path::PathBuf;
use std::process::Command;

const MOLTENVK: &str = "vp_gpuinfo_apple_m1_0_2_2209_macos_26_5_1.json";
const KOSMICKRISP: &str = "vp_gpuinfo_apple_m1_26_1_99_macos_26_5_0.json";
const OLD_MOLTENVK: &str = "vp_gpuinfo_apple_m1_0_2_2009_osx_12_6.json";

fn reports() -> Option<PathBuf> {
    let base = std::env::var_os("CANDOR_INPUTS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let dir = base.join("device-reports");
    if dir.is_dir() {
        return Some(dir);
    }
    eprintln!("skipped: no device reports in {} (set CANDOR_INPUTS to the folder of inputs)", dir.display());
    None
}

/// Exit code, output and errors of the program.
fn run(args: &[PathBuf]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_ash-caps")).args(args).output().unwrap();
    let text = |b: &[u8]| String::from_utf8(b.to_vec()).unwrap();
    (out.status.code().unwrap(), text(&out.stdout), text(&out.stderr))
}

/// The lines that say what became of the base extensions.
fn base(output: &str) -> Vec<&str> {
    output.lines().filter(|l| l.starts_with("base: ")).collect()
}

#[test]
fn an_m1_answers_differently_under_its_two_drivers() {
    let Some(dir) = reports() else { return };
    let dir = dir.join("gpuinfo-profiles");
    let answers = [MOLTENVK, KOSMICKRISP, OLD_MOLTENVK].map(|f| run(&[dir.join(f)]).1);
    for a in &answers {
        assert!(base(a).contains(&"base: VK_KHR_swapchain: met"), "{a}");
        for lacking in ["VK_KHR_acceleration_structure", "VK_KHR_ray_tracing_pipeline", "VK_KHR_ray_query"] {
            assert!(a.contains(&format!("extension {lacking} is not listed")), "{a}");
        }
    }
    let line = |answer: &str, extension: &str| {
        let start = format!("base: {extension}: ");
        base(answer).into_iter().find_map(|l| l.strip_prefix(&start)).unwrap().to_owned()
    };
    let [molten, kosmic, old] = &answers;
    assert_eq!(line(molten, "VK_KHR_shader_non_semantic_info"), "met");
    assert_eq!(line(molten, "VK_KHR_maintenance5"), "met");
    assert!(!line(molten, "VK_KHR_maintenance6").starts_with("the device lacks"), "{molten}");

    assert_eq!(line(kosmic, "VK_KHR_shader_non_semantic_info"), "met");
    for lacking in ["VK_KHR_maintenance5", "VK_KHR_maintenance6"] {
        assert!(line(kosmic, lacking).starts_with("the device lacks"), "{kosmic}");
    }
    for lacking in ["VK_KHR_shader_non_semantic_info", "VK_KHR_maintenance5", "VK_KHR_maintenance6"] {
        assert!(line(old, lacking).starts_with("the device lacks"), "{old}");
    }
    assert_ne!(base(molten), base(kosmic));
}

#[test]
fn the_exit_code_says_yes_no_or_bad_input() {
    let Some(dir) = reports() else { return };
    let good = dir.join("vulkaninfo/lavapipe_mesa25.0.7.json");
    let bad = dir.join("gpuinfo-profiles").join(KOSMICKRISP);
    let (code, out, _) = run(std::slice::from_ref(&good));
    assert_eq!(code, 0, "{out}");
    for named in ["on: ray-tracing (optional)", "device extension VK_KHR_maintenance6", "VK_KHR_ray_query"] {
        assert!(out.contains(named), "{out}");
    }
    assert_eq!(run(&[good.clone(), bad]).0, 1);
    let profile = dir.join("requirement-profiles/Khronos/VP_KHR_roadmap.json");
    let (code, _, err) = run(&[good, profile, PathBuf::from("no-such-file.json")]);
    assert_eq!(code, 2);
    assert!(err.contains("is a requirement profile, not a device"), "{err}");
    assert!(err.contains("no-such-file.json: "), "{err}");
}

#[test]
fn this_machine_gets_an_answer_or_a_sentence() {
    let (code, out, err) = run(&[]);
    match code {
        0 => assert!(out.contains("the device was created as planned"), "{out}{err}"),
        1 if err.is_empty() => assert!(out.contains("SKIP ash-caps: "), "{out}"),
        1 => assert!(err.contains("; install "), "{err}"),
        other => panic!("exit code {other}: {out}{err}"),
    }
    eprintln!("on this machine: exit code {code}");
}
