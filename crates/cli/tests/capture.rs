//! `capture` and `replay`: a frame out of one process is the same picture in another, and a damaged file gets a sentence.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use run::{candor, candor_in, live, scratch, text};

const SMALL: &[&str] = &["--size", "96x64", "--set", "shadow-size=128", "--set", "anisotropy=1"];
/// A second, independent driver, where Chromium is installed.
const SWIFTSHADER: &str = "/usr/lib/chromium/vk_swiftshader_icd.json";

#[test]
fn a_frame_travels_from_one_process_to_another() {
    if !live() {
        return;
    }
    let dir = scratch("capture");
    let [file, png, again, other] = ["f.candor", "f.png", "again.png", "other.png"].map(|n| dir.join(n));
    let args = [&["capture", "-o", text(&file), "--png", text(&png), "--frames", "2", "--json", "-"], SMALL];
    let account = candor(&args.concat()).ends(0).json();
    assert_eq!(account["targets"], serde_json::json!(["picture"]));
    assert_eq!(account["notes"], serde_json::json!([]));
    assert!(account["raster_passes"].as_u64().unwrap() >= 3, "{account}");

    let ran = candor(&["replay", text(&file), "-o", text(&again), "--json"]).ends(0).json();
    assert_eq!(ran["notes"], serde_json::json!([]));
    assert_eq!(ran["results"][0]["size"], serde_json::json!([96, 64, 1]));
    assert!(std::fs::read(&png).unwrap() == std::fs::read(&again).unwrap(), "another picture");

    let listed = candor(&["replay", text(&file), "--list"]).ends(0);
    listed.says(&[
        "raster pass 'shadow'",
        "texture 'picture'",
        "raster pipeline 'tonemap: aces'",
        "target: ",
        "DrawIndexed",
    ]);
    candor(&["replay", text(&file), "--backend", "null"]).ends(0).says(&[
        "was replayed on",
        "(null)",
        "picture",
    ]);
    candor(&["replay", text(&file), "--backend", "null", "-o", text(&again)])
        .ends(1)
        .complains(&["Null draws nothing"]);
    candor(&["replay", text(&file), "--target", "lit frame", "-o", text(&other)])
        .ends(1)
        .complains(&["'lit frame'", "Rgba16Float"]);
    candor(&["replay", text(&file), "--target", "nothing"]).ends(2).complains(&["'nothing'", "'picture'"]);

    if !std::path::Path::new(SWIFTSHADER).exists() {
        eprintln!("SKIP replay on another driver: SwiftShader is not at {SWIFTSHADER}");
        return;
    }
    let env = [("VK_DRIVER_FILES", SWIFTSHADER), ("VK_ICD_FILENAMES", SWIFTSHADER)];
    let ran = candor_in(&["replay", text(&file), "-o", text(&other)], &env).ends(0);
    ran.says(&["SwiftShader"]);
    // Two rasterisers differ at edges, and hardly anywhere else.
    let [a, b] = [&png, &other].map(|p| image::open(p).unwrap().to_rgba8());
    let far =
        a.pixels().zip(b.pixels()).filter(|(a, b)| a.0.iter().zip(b.0).any(|(x, y)| x.abs_diff(y) > 16));
    let far = far.count();
    assert!(far * 50 < 96 * 64, "{far} pixels differ by far");
}

#[test]
fn what_is_no_capture_is_bad_input() {
    let dir = scratch("no-capture");
    let file = dir.join("f.candor");
    std::fs::write(&file, b"\x89CANDOR\n\x09\0\0\0").unwrap();
    candor(&["replay", text(&file)]).ends(2).complains(&[
        "candor::capture",
        "f.candor",
        "of version 9",
        "version 2",
    ]);
    candor(&["replay", text(&dir.join("none"))]).ends(2).complains(&["candor::file", "can't be read"]);
    let json = candor(&["replay", text(&file), "--list", "--json"]).ends(2).json();
    assert_eq!(json["error"]["code"], "capture");
    let folder = dir.join("missing/f.candor");
    candor(&["capture", "-o", text(&folder)])
        .ends(2)
        .complains(&["candor::output", "the frame can't be written"]);
    // A name that promises something else than a PNG.
    let tiff = dir.join("a.tiff");
    for args in [["render", "-o"], ["demo", "-o"], ["capture", "--png"]] {
        candor(&[args[0], args[1], text(&tiff)]).ends(2).complains(&["a.tiff", "pictures are PNG"]);
    }
}
