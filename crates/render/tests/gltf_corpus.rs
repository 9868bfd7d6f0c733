//! The loader against the official validator, over every asset of the test inputs: each error that the validator reports
//! is found and has the class that its code promises, and none is reported that the validator does not know of.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)] // helpers of tests

use candor_render::gltf::{AnimationChoice, Class, Code, LoadError, LoadOptions, Loaded, load};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folder of test inputs, or `None` with a line that says so.
fn inputs() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let folder = std::env::var_os("CANDOR_INPUTS").map_or_else(|| PathBuf::from(default), PathBuf::from);
    let scenes = folder.join("scenes");
    if scenes.join("SOURCES.tsv").is_file() {
        return Some(scenes);
    }
    eprintln!("skipped: no test inputs at {} (set CANDOR_INPUTS)", scenes.display());
    None
}

/// One line of the list of assets.
struct Asset {
    path: PathBuf,
    file: String,
    /// The validator's error codes.
    errors: BTreeSet<String>,
    /// How many errors it counts; not a number where it could not tell that this is glTF at all.
    count: String,
    features: String,
}

/// Code and pointer of each error in the report of the validator beside a file, or `None` if there is no report.
fn report(path: &Path) -> Option<BTreeSet<(String, String)>> {
    let mut name = path.as_os_str().to_owned();
    name.push(".report.json");
    let text = std::fs::read_to_string(PathBuf::from(name)).ok()?;
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let errors = report["issues"]["messages"].as_array().unwrap().iter().filter(|m| m["severity"] == 0);
    let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
    Some(errors.map(|m| (text(&m["code"]), text(&m["pointer"]))).collect())
}

fn assets(scenes: &Path) -> Vec<Asset> {
    let text = std::fs::read_to_string(scenes.join("SOURCES.tsv")).unwrap();
    let mut out = Vec::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |k: usize| cells.get(k).copied().unwrap_or_default();
        let path = scenes.join(cell(0));
        let listed = cell(8).split(',').filter(|c| !c.is_empty()).map(str::to_owned).collect();
        // Where the validator's program gave up before it began, its library's report still has a code.
        let errors = if cell(6) == "fatal" {
            report(&path).unwrap().into_iter().map(|(code, _)| code).collect()
        } else {
            listed
        };
        let count = cell(6).to_owned();
        out.push(Asset { path, file: cell(0).to_owned(), errors, count, features: cell(9).to_owned() });
    }
    out
}

/// Codes that are found although the validator does not report them, each with the reason.
fn is_expected_besides(file: &str, code: Code) -> bool {
    // An empty chunk is not valid JSON either; the validator says so for two of them, not for one.
    (file, code) == ("validator/glb/empty_json_chunk.glb", Code::InvalidJson)
}

fn found(result: &Result<Loaded, LoadError>) -> BTreeSet<Code> {
    let findings = match result {
        Ok(loaded) => &loaded.warnings,
        Err(error) => error.findings(),
    };
    findings.counts().keys().copied().collect()
}

#[test]
fn every_asset_of_the_corpus_is_judged_as_the_validator_does() {
    let Some(scenes) = inputs() else { return };
    let mut wrong = Vec::new();
    let (mut loaded, mut empty, mut warned) = (0, 0, 0);
    let mut refused: BTreeMap<String, u32> = BTreeMap::new();
    let assets = assets(&scenes);
    assert!(assets.len() > 300, "{}", assets.len());
    for asset in &assets {
        let result = load(&asset.path, &LoadOptions::default());
        let found = found(&result);
        let file = asset.file.as_str();
        match &result {
            Ok(l) => {
                loaded += 1;
                empty += usize::from(l.scene.is_empty());
                warned += usize::from(!l.warnings.is_empty());
                if let Err(faults) = l.scene.validate() {
                    wrong.push(format!("{file}: the scene breaks its promises: {faults:?}"));
                }
            }
            Err(error) => {
                let first = error.findings().list().iter().find(|f| f.code.class() == Class::Refuse);
                let reason = match error {
                    LoadError::UnsupportedRequired { extensions, .. } => {
                        format!("requires {}", extensions.join(", "))
                    }
                    _ => first.map_or_else(String::new, |f| f.code.to_string()),
                };
                *refused.entry(reason).or_default() += 1;
            }
        }
        let errors = &asset.errors;
        // Every error that is counted has a code, or this test looks at less than there is.
        assert_eq!(asset.count == "0", errors.is_empty(), "{file}");
        let mut must_refuse = false;
        for name in errors {
            let Some(code) = Code::from_name(name) else {
                wrong.push(format!("{file}: {name} is not in the table of codes"));
                continue;
            };
            if !found.contains(&code) {
                wrong.push(format!("{file}: {name} is not found"));
            }
            must_refuse |= code.class() == Class::Refuse;
        }
        for code in &found {
            if !errors.contains(code.as_str()) && !is_expected_besides(file, *code) {
                let findings = match &result {
                    Ok(l) => l.warnings.clone(),
                    Err(e) => e.findings().clone(),
                };
                let first = findings.list().iter().find(|f| f.code == *code).map(ToString::to_string);
                wrong.push(format!("{file}: {code} is invented: {first:?}"));
            }
        }
        let unsupported = matches!(result, Err(LoadError::UnsupportedRequired { .. }));
        let requires_unknown = asset.features.contains("KHR_draco_mesh_compression")
            || file == "validator/root/undefined_used_extensions.gltf";
        if unsupported != requires_unknown {
            wrong.push(format!(
                "{file}: unsupported required extension: {unsupported}, expected {requires_unknown}"
            ));
        }
        if !unsupported && must_refuse != result.is_err() {
            wrong.push(format!("{file}: refused is {}, expected {must_refuse}", result.is_err()));
        }
    }
    println!("{} assets: {loaded} load ({warned} with warnings, {empty} with nothing to draw)", assets.len());
    for (reason, count) in &refused {
        println!("{count:5} refused: {reason}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Everything that people made (not the validator's own tests) is drawn, and nothing of it is lost without a word.
#[test]
fn real_models_are_drawn() {
    let Some(scenes) = inputs() else { return };
    for asset in assets(&scenes).iter().filter(|a| !a.file.starts_with("validator/")) {
        let file = asset.file.as_str();
        let loaded = match load(&asset.path, &LoadOptions::default()) {
            Ok(loaded) => loaded,
            Err(LoadError::UnsupportedRequired { extensions, .. }) => {
                assert_eq!(extensions, ["KHR_draco_mesh_compression"], "{file}");
                continue;
            }
            Err(error) => panic!("{file}: {error}"),
        };
        let counts = loaded.scene.counts();
        println!("{file}: {counts:?} {:?}", loaded.scene.bounds());
        for note in &loaded.outcomes {
            println!("    {note}");
        }
        let is_empty = file == "trimesh/empty_nodes.glb";
        assert_eq!(loaded.scene.is_empty(), is_empty, "{file}");
        if is_empty {
            assert!(loaded.outcomes.iter().any(|n| n.to_string().contains("nothing that can be drawn")));
        }
    }
}

/// Findings name the same places as the validator does.
#[test]
fn findings_point_to_where_the_validator_points() {
    let Some(scenes) = inputs() else { return };
    let (mut same, mut wrong) = (0, Vec::new());
    for asset in assets(&scenes) {
        let Some(expected) = report(&asset.path) else { continue };
        let result = load(&asset.path, &LoadOptions::default());
        let findings = match &result {
            Ok(loaded) => &loaded.warnings,
            Err(error) => error.findings(),
        };
        let places: BTreeSet<(&str, &str)> =
            findings.list().iter().map(|f| (f.code.as_str(), f.pointer.as_str())).collect();
        for (code, pointer) in &expected {
            // Of a code with very many findings only the first few are kept with their places.
            let many = Code::from_name(code).and_then(|c| findings.counts().get(&c)).is_some_and(|&n| n > 12);
            if places.contains(&(code.as_str(), pointer.as_str())) {
                same += 1;
            } else if !many && asset.errors.contains(code) {
                let own: Vec<&str> = places.iter().filter(|(c, _)| c == code).map(|(_, p)| *p).collect();
                wrong.push(format!("{}: {code} at '{pointer}', here at {own:?}", asset.file));
            }
        }
    }
    println!("{same} findings at the same place");
    assert!(same > 250 && wrong.is_empty(), "{same} same, {} not:\n{}", wrong.len(), wrong.join("\n"));
}

/// Models whose size is known, so that strides, offsets and transforms are right and not only accepted.
#[test]
fn known_models_have_their_known_bounds() {
    let Some(scenes) = inputs() else { return };
    let cases = [
        ("draco-testdata/Box/glTF_Binary/Box.glb", [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]),
        ("trimesh/BoxInterleaved.glb", [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]),
        ("trimesh/Duck.glb", [-0.692985, 0.0992937, -0.613282], [0.961799, 1.6397, 0.539252]),
        ("bevy/animated/Fox.glb", [-12.592718, -0.12174477, -88.095], [12.592718, 78.90719, 66.62486]),
        ("draco-testdata/Triangle/glTF/Triangle_translation_only_matrix.gltf", [1., 0., 0.], [2., 1., 0.]),
        // The file turns the model from z up to y up: it stands on the ground, 1.5 m tall.
        (
            "draco-testdata/CesiumMan/glTF_Binary/CesiumMan.glb",
            [-0.131, 0., -0.569137],
            [0.180954, 1.50655, 0.569137],
        ),
    ];
    for (file, min, max) in cases {
        let rest = LoadOptions::at(AnimationChoice::Rest, 0.0);
        let loaded = load(&scenes.join(file), &rest).unwrap();
        let bounds = loaded.scene.bounds();
        let near =
            |a: glam::Vec3, b: [f32; 3]| a.abs_diff_eq(glam::Vec3::from_array(b), 1e-4 * bounds.radius());
        assert!(near(bounds.min, min) && near(bounds.max, max), "{file}: {bounds:?}");
    }
}
