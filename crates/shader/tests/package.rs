//! Packages that are read back, and those that are damaged.
#![cfg(all(feature = "package", feature = "compile"))]
#![allow(clippy::unwrap_used, clippy::panic)]

use candor_shader::compile::{ShaderDesc, compile};
use candor_shader::package::{Package, PackageError, PackagedShader, PackagedText, RefusedText};
use candor_shader::translate::{ClipSpace, Options, Target};
use candor_shader::{Overrides, shaders};

fn shader(module: &str, n: u32) -> PackagedShader {
    let text = format!("@compute @workgroup_size({n}) fn main() {{}}");
    let made = compile(&ShaderDesc::wgsl(module, &text)).unwrap();
    let texts = Target::ALL.iter().map(|&target| {
        let text = made.translate("main", target, &Options::default());
        let text = text.map_err(|e| RefusedText { code: e.code().into(), why: e.to_string() });
        PackagedText { target, clip: ClipSpace::Standard, text }
    });
    PackagedShader::new(module, made.words(), "main", texts.collect()).unwrap()
}

fn package() -> Package {
    Package::new(vec![shader("b", 2), shader("a", 1)]).unwrap()
}

#[test]
fn what_was_written_is_read() {
    let path = std::env::temp_dir().join(format!("candor-package-{}.shaders", std::process::id()));
    package().write(&path).unwrap();
    let read = Package::read(&path).unwrap();
    assert_eq!(read, package());
    std::fs::remove_file(&path).unwrap();
    let names: Vec<&str> = read.shaders().iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["a.main", "b.main"]);
    let b = read.get("b.main").unwrap();
    assert_eq!(b.reflection.entry_points[0].workgroup_size, Some([2, 1, 1]));
    let text = b.text(Target::Hlsl60, ClipSpace::OpenGl).unwrap();
    assert!(text.source.contains("numthreads(2, 1, 1)") && text.target == Target::Hlsl60, "{}", text.source);
    assert_eq!(b.text(Target::GlslEs300, ClipSpace::Standard).unwrap_err().code, "translate-stage");
    let why = read.get("c.main").unwrap_err().to_string();
    assert!(why.contains("a.main, b.main"), "{why}");
    assert!(matches!(Package::read(&path), Err(PackageError::File(_))));
}

#[test]
fn the_same_shaders_make_the_same_bytes() {
    let other = Package::new(vec![shader("a", 1), shader("b", 2)]).unwrap();
    assert_eq!(package().to_bytes(), other.to_bytes());
    let twice = Package::new(vec![shader("a", 1), shader("a", 2)]).unwrap_err();
    assert!(twice.to_string().contains("\"a.main\""));
}

#[test]
fn damaged_packages_are_refused_with_a_sentence() {
    let good = package().to_bytes().unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        let why = Package::from_bytes(&bad).unwrap_err().to_string();
        assert!(why.starts_with("the package "), "{why}");
        assert!(Package::from_bytes(&good[..at]).is_err());
    }
    // Contents that are whole and wrong.
    let contents = &good[52..];
    assert_eq!(Package::from_contents(contents).unwrap(), package());
    let text = String::from_utf8_lossy(contents);
    let hash = package().shaders()[0].hash().to_string();
    let at = text.find(&hash).unwrap();
    for (from, to) in [(8, b'!'), (at, b'x'), (contents.len() - 1, 1)] {
        let mut bad = contents.to_vec();
        bad[from] = to;
        assert!(matches!(Package::from_contents(&bad), Err(PackageError::Contents { .. })));
    }
    assert!(Package::from_contents(&[0xff; 8]).is_err());
    assert!(Package::from_contents(&[]).is_err());
}

#[test]
fn a_package_takes_the_place_of_shaders_of_its_names() {
    let own = &shaders::TONEMAP_FS_MAIN;
    let named =
        |module: &str, entry: &str| PackagedShader::new(module, own.words(), entry, Vec::new()).unwrap();
    let mut overrides = Overrides::new();
    let told = overrides.add_package(
        &Package::new(vec![named("tonemap", "fs_main"), named("sky", "fs_main"), named("mine", "fs_main")])
            .unwrap(),
    );
    let told: Vec<(&str, bool)> = told.iter().map(|o| (o.name(), o.is_applied())).collect();
    assert_eq!(told, [("mine.fs_main", false), ("sky.fs_main", false), ("tonemap.fs_main", true)]);
    assert_eq!(overrides.len(), 1);
}
