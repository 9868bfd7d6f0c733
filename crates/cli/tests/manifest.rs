//! `manifest`: what is listed, compared and made, as a user sees it.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use run::{candor, live, scratch, text};

#[test]
fn a_manifest_is_built_listed_and_checked_both_ways() {
    let dir = scratch("manifest");
    let file = dir.join("all.toml");
    let built = candor(&["manifest", "build", "-o", text(&file), "--json"]).ends(0).json();
    let count = built["pipelines"].as_u64().unwrap();
    assert!((100..=1000).contains(&count), "{count}");
    let listed = candor(&["manifest", "list", text(&file), "--json"]).ends(0).json();
    assert_eq!(listed["pipelines"].as_array().unwrap().len() as u64, count);
    candor(&["manifest", "list"]).ends(0).says(&["sky: 4 samples", "tonemap: aces", "pbr.fs_main.mask"]);
    candor(&["manifest", "check", text(&file)]).ends(0).says(&["lists all", "and no other"]);

    let preset = dir.join("preset.toml");
    let args = ["--scope", "settings", "--set", "msaa=1", "--set", "shadows=off"];
    let build = ["manifest", "build", "-o", text(&preset)];
    candor(&[&build[..], &args[..]].concat()).ends(0).says(&["preset.toml", "pipelines of"]);
    candor(&[&["manifest", "check", text(&preset)][..], &args[..]].concat()).ends(0);
    let checked = candor(&["manifest", "check", text(&preset), "--json"]).ends(1).json();
    assert_eq!(checked["agrees"], false);
    assert!(checked["differences"].as_array().unwrap().iter().all(|d| d["how"] == "not-listed"), "{checked}");

    // What only the file has, what has another state, and what has other shaders.
    let all = std::fs::read_to_string(&file).unwrap();
    let changed = all.replacen("name = \"sky: 4 samples\"", "name = \"sky: 5 samples\"", 1);
    let changed = changed.replacen("name = \"tonemap: aces\"", "name = \"tonemap: aces\"\nsamples = 2", 1);
    std::fs::write(&file, changed).unwrap();
    candor(&["manifest", "check", text(&file)]).ends(1).says(&[
        "'sky: 5 samples': the manifest lists it, and the program cannot create it",
        "'sky: 4 samples': the program can create it, and the manifest does not list it",
        "'tonemap: aces': it is listed with another layout, target or state",
        "3 differ; build it anew",
    ]);
    // A program's own pipelines come in as another file.
    let own = dir.join("own.toml");
    let entry = all.split("\n\n").find(|e| e.contains("\"tonemap: none\"")).unwrap();
    let layout = all.split("\n\n").find(|e| e.contains("[[layout]]\nname = \"tonemap\"")).unwrap();
    let entry = entry.replace("tonemap: none", "mine");
    std::fs::write(&own, format!("candor-pipelines = 1\n{layout}\n{entry}\n")).unwrap();
    candor(&["manifest", "list", "--own", text(&own)]).ends(0).says(&["mine"]);
}

#[test]
fn what_cannot_be_read_gets_line_field_and_rule() {
    let dir = scratch("manifest-bad");
    let file = dir.join("bad.toml");
    std::fs::write(&file, "candor-pipelines = 1\n\n[[raster]]\nname = \"a\"\nvertex = \"x\"\n").unwrap();
    candor(&["manifest", "check", text(&file)]).ends(2).complains(&[
        "bad.toml",
        "line 5",
        "'vertex' of raster 'a'",
    ]);
    candor(&["manifest", "list", text(&dir.join("none"))]).ends(2).complains(&["can't be read"]);
    candor(&["manifest", "build", "--set", "msaa=1"]).ends(2).complains(&["--scope settings"]);
    candor(&["manifest", "build", "--json"]).ends(2).complains(&["-o"]);
    candor(&["manifest", "build", "--scope", "settings", "--set", "mssa=1"]).ends(2).complains(&["msaa"]);
}

#[test]
fn everything_is_made_on_a_device_cold_and_warm() {
    let dir = scratch("manifest-prewarm");
    let cache = dir.join("cache.bin");
    let null = ["manifest", "prewarm", "--backend", "null", "--cache", text(&cache), "--json"];
    let cold = candor(&null).ends(0).json();
    assert_eq!((&cold["cache_before"][0], &cold["cache_after"][0]), (&"missing".into(), &"written".into()));
    assert_eq!((&cold["ready"], &cold["refused"]), (&0.into(), &0.into()));
    let warm = candor(&null).ends(0).json();
    assert_eq!((&warm["cache_before"][0], &warm["cache_after"][0]), (&"loaded".into(), &"unchanged".into()));
    assert_eq!(warm["ready"], warm["made"], "Null tells what its cache has");
    let mut damaged = std::fs::read(&cache).unwrap();
    damaged[100] ^= 1;
    std::fs::write(&cache, damaged).unwrap();
    candor(&null[..6])
        .ends(0)
        .says(&["the pipeline cache is damaged: the checksum of its contents is wrong"]);

    // A manifest for any device has what this one cannot have, which is told by name.
    let file = dir.join("all.toml");
    candor(&["manifest", "build", "-o", text(&file)]).ends(0);
    let made = candor(&["manifest", "prewarm", text(&file), "--backend", "null", "--json"]).ends(1).json();
    let refused: Vec<_> =
        made["pipelines"].as_array().unwrap().iter().filter(|p| p["result"] == "refused").collect();
    assert!(!refused.is_empty() && refused.iter().all(|p| p["why"].as_str().unwrap().contains("C007")));
}

#[test]
fn a_picture_begins_cold_and_then_warm() {
    if !live() {
        return;
    }
    let dir = scratch("pipeline-cache");
    let [cache, png] = ["cache.bin", "out.png"].map(|n| dir.join(n));
    let demo = ["demo", "-o", text(&png), "--size", "64x48", "--set", "shadow-size=128", "--pipeline-cache"];
    let run = || {
        let account = candor(&[&demo[..], &[text(&cache), "--json", "-"]].concat()).ends(0).json();
        let outcomes: Vec<_> =
            account["pipeline_cache"].as_array().unwrap().iter().map(|o| o["outcome"].clone()).collect();
        let late = account["statistics"]["pipelines made late"].clone();
        (outcomes, late)
    };
    assert_eq!(run(), (vec!["missing".into(), "written".into()], 0.into()));
    let (outcomes, late) = run();
    assert_eq!((outcomes[0].as_str(), late), (Some("loaded"), 0.into()), "{outcomes:?}");
}
