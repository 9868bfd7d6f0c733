//! Every scene among the inputs: rendered or refused for a reason, and none crashes. One device draws them all, small.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use candor::{Instance, SelectDesc};
use candor_render::gltf::{Class, LoadError, LoadOptions, load};
use candor_render::scene::CameraChoice;
use candor_render::settings::{Background, Size};
use candor_render::{RenderSettings, Renderer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const SIDE: u32 = 64;

/// One triangle, mirrored: it shows its back, which is not drawn.
const FROM_BEHIND: &str = "draco-testdata/one_face_123_mirror.gltf";

/// The files in which the official validator found no error.
fn valid(dir: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(dir.join("SOURCES.tsv")).unwrap();
    let mut lines = text.lines().map(|l| l.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|c| *c == name).unwrap();
    let (file, errors) = (column("file"), column("validator_errors"));
    lines.filter(|l| l[errors] == "0").map(|l| l[file].to_owned()).collect()
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "gltf" || e == "glb") {
            out.push(path);
        }
    }
    out.sort();
}

#[test]
fn every_scene_is_rendered_or_refused_for_a_reason() {
    let Some(dir) = run::inputs("scenes") else { return };
    let selected = match Instance::default().select(&SelectDesc::default()) {
        Ok(s) => s,
        Err(e) => {
            eprintln!("SKIP every scene: no device draws here: {e}");
            return;
        }
    };
    let mut paths = Vec::new();
    files(&dir, &mut paths);
    assert!(!paths.is_empty());
    // A colour that no sun and no sky gives, the same everywhere: what differs from it was drawn.
    let settings = RenderSettings {
        size: Size::new(SIDE, SIDE),
        msaa: 1,
        shadow_size: 128,
        background: Background::Color([1.0, 0.0, 1.0]),
        dither: false,
        ..RenderSettings::default()
    };
    let (mut renderer, applied) = Renderer::new(&selected.device, &settings).unwrap();
    assert!(applied.size.is_ok() && applied.background.is_ok());

    let (mut rendered, mut with_warnings, mut with_outcomes, mut empty) = (0, 0, 0, Vec::new());
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let (mut failed, mut invisible) = (Vec::new(), Vec::new());
    let valid = valid(&dir);
    assert!(valid.len() > 100, "{}", valid.len());
    for path in &paths {
        let name = path.strip_prefix(&dir).unwrap().display().to_string();
        let loaded = match load(path, &LoadOptions::default()) {
            Ok(l) => l,
            Err(e) => {
                assert!(e.to_string().contains(path.file_name().unwrap().to_str().unwrap()), "{e}");
                let why = match &e {
                    LoadError::UnsupportedRequired { extensions, .. } => {
                        format!("requires {}", extensions.join(", "))
                    }
                    _ => {
                        assert!(!valid.contains(&name), "{name} is valid, and it is refused: {e}");
                        let first = e.findings().counts().keys().find(|c| c.class() == Class::Refuse);
                        format!("broken: {}", first.unwrap())
                    }
                };
                *refused.entry(why).or_default() += 1;
                continue;
            }
        };
        let draw = |renderer: &mut Renderer| {
            let camera = CameraChoice::Auto.resolve(&loaded.scene, 1.0).map_err(|e| e.to_string())?;
            let mut on_gpu = renderer.upload(&loaded.scene).map_err(|e| e.to_string())?;
            renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).map_err(|e| e.to_string())
        };
        let picture = match draw(&mut renderer) {
            Ok(p) => p,
            Err(e) => {
                failed.push(format!("{name}: {e}"));
                continue;
            }
        };
        assert_eq!(picture.rgba8.len(), (SIDE * SIDE * 4) as usize, "{name}");
        rendered += 1;
        with_warnings += usize::from(!loaded.warnings.is_empty());
        with_outcomes += usize::from(!loaded.outcomes.is_empty());
        let background = picture.pixel(0, 0);
        let drawn = picture.rgba8.chunks_exact(4).any(|p| p != background);
        if loaded.scene.is_empty() {
            assert!(!drawn, "{name} has nothing drawable, and something was drawn");
            assert!(!loaded.outcomes.is_empty(), "{name} is empty, and no outcome says so");
            empty.push(name);
        } else if !drawn && loaded.scene.bounds().half_extent().max_element() > 0.0 {
            // All in one point is drawn and covers no pixel; anything else has to be seen.
            invisible.push(name);
        }
    }
    eprintln!("{} scenes on {}:", paths.len(), selected.info());
    eprintln!(
        "  rendered {rendered}: {with_warnings} with warnings, {with_outcomes} with outcomes, {} with nothing drawable",
        empty.len()
    );
    for (why, n) in &refused {
        eprintln!("  refused {n}: {why}");
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(invisible, [FROM_BEHIND], "drawable, and nothing of it is seen");
    assert_eq!(rendered + refused.values().sum::<usize>(), paths.len());
}
