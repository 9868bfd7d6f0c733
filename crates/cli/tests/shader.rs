//! `candor shader`: what comes back, and what is written.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod run;

use candor::shader::package::Package;
use candor::shader::{ClipSpace, Overrides, Target};
use run::candor;
use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("candor-cli-shader-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("lib")).unwrap();
    path
}

const FILL: &str = "#include \"lib/size.wgsl\"\n@compute @workgroup_size(SIZE) fn main() {}\n";
/// A tonemapper of a game: red, whatever is drawn.
const TONEMAP: &str = "@fragment fn fs_main() -> @location(0) vec4f { return vec4f(1.0, 0.0, 0.0, 1.0); }\n";

fn shaders(name: &str) -> PathBuf {
    let at = folder(name);
    fs::write(at.join("fill.wgsl"), FILL).unwrap();
    fs::write(at.join("lib/size.wgsl"), "const SIZE = 8u;\n").unwrap();
    fs::write(at.join("tonemap.wgsl"), TONEMAP).unwrap();
    fs::write(at.join("plain.vert"), "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n").unwrap();
    at
}

#[test]
fn a_folder_becomes_a_package_that_a_program_loads() {
    let at = shaders("build");
    let (folder, file) = (at.to_str().unwrap().to_owned(), at.join("game.shaders"));
    let cache = at.join("cache");
    let args = ["shader", "build", &folder, "-o", file.to_str().unwrap(), "--cache", cache.to_str().unwrap()];
    let ran = candor(&args).ends(0);
    ran.says(&["3 compiled, 0 failed, 1 only included", "game.shaders"]);
    let package = Package::read(&file).unwrap();
    let names: Vec<&str> = package.shaders().iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["fill.main", "plain.vert.main", "tonemap.fs_main"]);
    let plain = package.get("plain.vert.main").unwrap();
    let text = |clip| plain.text(Target::Glsl330, clip).unwrap().source.clone();
    assert_ne!(text(ClipSpace::Standard), text(ClipSpace::OpenGl));
    // With the cache it is the same to the byte.
    let first = fs::read(&file).unwrap();
    candor(&args).ends(0);
    assert_eq!(fs::read(&file).unwrap(), first);
    // The game's own tonemapper takes the place of Candor's.
    let mut overrides = Overrides::new();
    let told: Vec<String> = overrides.add_package(&package).iter().map(ToString::to_string).collect();
    assert!(told.contains(&"\"tonemap.fs_main\" takes the place of Candor's own".to_owned()), "{told:?}");
    assert_eq!((told.len(), overrides.len()), (3, 1));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn faults_are_shown_where_they_are() {
    let at = shaders("faults");
    fs::write(at.join("lib/size.wgsl"), "const SIZE = nothing;\n").unwrap();
    let folder = at.to_str().unwrap();
    candor(&["shader", "check", folder])
        .ends(1)
        .complains(&["candor::shader-syntax", "size.wgsl:1:14", "const SIZE = nothing;"])
        .says(&["FAILED", "2 compiled"]);
    let json = candor(&["shader", "check", folder, "--json"]).ends(1).json();
    assert_eq!(json["holds"], false);
    let failed: Vec<_> =
        json["files"].as_array().unwrap().iter().filter(|f| f["outcome"] == "failed").collect();
    assert!(
        failed.iter().any(|f| f["faults"][0]["line"] == 1 && f["faults"][0]["column"] == 14),
        "{failed:?}"
    );
    candor(&["shader", "build", folder, "-o", at.join("x").to_str().unwrap()]).ends(1);
    assert!(!at.join("x").exists(), "a package is whole or not there");
    candor(&["shader", "check", "no/such/file.wgsl"]).ends(2);
    candor(&["shader", "check", at.join("lib").join("none").to_str().unwrap()]).ends(2);
    candor(&["shader", "translate", folder, "--target", "glsl"]).ends(2).complains(&["there is no target"]);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_compiler_that_crashes_or_hangs_is_a_sentence() {
    let at = shaders("crash");
    let file = at.join("tonemap.wgsl");
    let file = file.to_str().unwrap();
    candor(&["shader", "check", file, "--misbehave", "crash"])
        .ends(1)
        .complains(&["candor::shader-crash", "ended badly"]);
    candor(&["shader", "check", file, "--misbehave", "hang", "--limit", "1"]).ends(1).complains(&[
        "candor::shader-time",
        "after 1 s",
        "--limit",
    ]);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn texts_are_printed_or_written_and_refusals_are_told() {
    let at = shaders("translate");
    let one = at.join("tonemap.wgsl");
    let one = one.to_str().unwrap();
    candor(&["shader", "translate", one, "--target", "hlsl-6.0"]).ends(0).says(&["SV_Target0"]);
    let out = at.join("out");
    candor(&["shader", "translate", at.to_str().unwrap(), "-o", out.to_str().unwrap()])
        .ends(0)
        .says(&["no glsl-3.30", "compute shaders begin with"]);
    assert!(out.join("plain.vert.main.glsl-3.30.opengl-clip.glsl").is_file());
    // What is asked for by name and cannot be had is a no.
    let fill = at.join("fill.wgsl");
    let fill = fill.to_str().unwrap();
    candor(&["shader", "check", fill, "--target", "glsl-es-3.00"])
        .ends(1)
        .says(&["compute shaders begin with"]);
    candor(&["shader", "reflect", fill]).ends(0).says(&["workgroups of 8x1x1"]);
    let json = candor(&["shader", "reflect", fill, "--json"]).ends(0).json();
    assert_eq!(json["files"][0]["reflection"]["entry_points"][0]["workgroup_size"][0], 8);
    fs::remove_dir_all(at).unwrap();
}
