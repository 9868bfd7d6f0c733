//! `render` and `demo`: pictures from good input, sentences from bad input.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use image::GenericImageView as _;
use run::{candor, candor_in, inputs, live, scratch, text};
use std::path::{Path, PathBuf};

/// Arguments of a small and quick picture.
const SMALL: &[&str] = &["--size", "96x64", "--msaa", "1", "--set", "shadow-size=128"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A triangle in a file of its own, with whatever else its asset says.
fn triangle(dir: &Path, name: &str, extra: &str) -> PathBuf {
    let file = dir.join(name);
    let points: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    std::fs::write(dir.join("points.bin"), points.iter().flat_map(|p| p.to_le_bytes()).collect::<Vec<_>>())
        .unwrap();
    let json = format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "scene": 0, "scenes": [{{ "nodes": [0] }}], "nodes": [{{ "mesh": 0 }}],
            "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 0 }} }}] }}],
            "accessors": [{{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }}],
            "bufferViews": [{{ "buffer": 0, "byteLength": 36 }}], "buffers": [{{ "uri": "points.bin", "byteLength": 36 }}] {extra} }}"#
    );
    std::fs::write(&file, json).unwrap();
    file
}

#[test]
fn the_showcase_becomes_a_picture_with_the_whole_account() {
    if !live() {
        return;
    }
    let dir = scratch("demo");
    let (png, json) = (dir.join("new/folder/showcase.png"), dir.join("account.json"));
    let args = ["demo", "-o", text(&png), "--json", text(&json), "--validation", "full"];
    let ran = candor(&with(&args, SMALL)).ends(0);
    let picture = image::open(&png).unwrap();
    assert_eq!(picture.dimensions(), (96, 64));
    let colours: std::collections::BTreeSet<[u8; 4]> = picture.to_rgba8().pixels().map(|p| p.0).collect();
    assert!(colours.len() > 100, "{} colours are no showcase", colours.len());

    let account: serde_json::Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(account["picture"]["width"], 96);
    assert_eq!(account["picture"]["empty"], false);
    assert_ne!(account["selection"]["taken"]["backend"], "null");
    assert_eq!(account["findings"], serde_json::json!([]), "the standard renderer means what it does");
    assert_eq!(account["beyond_portable"], serde_json::json!([]), "the standard renderer is portable");
    // Filtering at grazing angles is asked for where the device has it, and then given.
    let answers = account["selection"]["answers"].as_array().unwrap();
    let asked = answers.iter().find(|a| a["what"] == "anisotropic-filtering").unwrap();
    assert_eq!(asked["tier"], "optional");
    let set = account["settings"].as_array().unwrap().iter().find(|s| s["name"] == "anisotropy").unwrap();
    let granted = asked["outcome"]["outcome"] == "applied";
    assert_eq!(set["outcome"] == "applied", granted, "{asked}\n{set}");
    assert!(account["statistics"]["draws a frame"].as_u64().unwrap() > 10);
    assert_eq!(account["statistics"]["pipelines made late"], 0);
    assert_eq!(account["scene"]["warnings"].as_array().unwrap().len(), 0);
    // What the account says in JSON stands in the text too.
    for s in account["settings"].as_array().unwrap() {
        let line =
            ran.out.lines().find(|l| l.starts_with(&format!("{} ", s["name"].as_str().unwrap()))).unwrap();
        assert!(line.contains(s["text"].as_str().unwrap()), "{line}\n{s}");
        assert_eq!(s["asked"], ["size", "msaa", "shadow-size"].contains(&s["name"].as_str().unwrap()));
    }
    for f in account["features"].as_array().unwrap() {
        let (name, state) = (f["feature"].as_str().unwrap(), f["state"].as_str().unwrap());
        assert!(ran.out.lines().any(|l| l.starts_with(&format!("{name} ")) && l.contains(state)), "{f}");
    }
    // What the renderer says is on, the selection has granted: neither claims what the other doesn't.
    let answers = account["selection"]["answers"].as_array().unwrap();
    for f in account["features"].as_array().unwrap().iter().filter(|f| f["state"] == "on") {
        let row = answers.iter().find(|a| a["what"] == f["feature"]).unwrap_or_else(|| panic!("{f}"));
        assert_eq!(row["outcome"]["outcome"], "applied", "{row}");
    }
    for (name, value) in account["statistics"].as_object().unwrap() {
        assert!(ran.out.contains(name), "{name} {value}");
    }
    let name = account["selection"]["taken"]["adapter"]["name"].as_str().unwrap();
    assert!(ran.out.contains(name) && ran.out.contains("Taken: vulkan"));
    assert!(ran.err.is_empty() || account["validation_messages"] != serde_json::json!([]), "{}", ran.err);
}

#[test]
fn a_file_is_rendered_and_the_account_goes_to_the_standard_output() {
    if !live() {
        return;
    }
    let dir = scratch("file");
    let (scene, png) = (triangle(&dir, "triangle.gltf", ""), dir.join("t.png"));
    let args = [
        "render",
        text(&scene),
        "-o",
        text(&png),
        "--json",
        "-",
        "--frames",
        "3",
        "--set",
        "background=0,0,0",
    ];
    let account = candor(&with(&args, SMALL)).ends(0).json();
    assert_eq!(account["scene"]["vertices"], 3);
    assert_eq!(account["statistics"]["frames"], 3);
    let picture = image::open(&png).unwrap().to_rgba8();
    let lit = picture.pixels().filter(|p| p.0[..3] != [0, 0, 0]).count();
    assert!(lit > 50 && lit < 96 * 64 / 2, "{lit} pixels of a triangle");
    // Other cameras see it elsewhere, or not at all.
    let away = with(
        &[
            "render",
            text(&scene),
            "-o",
            text(&png),
            "--set",
            "background=0,0,0",
            "--camera",
            "eye=0,0,5,target=0,0,10",
        ],
        SMALL,
    );
    let _ = candor(&away).ends(0);
    let picture = image::open(&png).unwrap().to_rgba8();
    assert!(picture.pixels().all(|p| p.0[..3] == [0, 0, 0]), "it is behind the camera");
}

#[test]
fn what_the_device_has_less_of_is_adjusted_and_said() {
    if !live() {
        return;
    }
    let dir = scratch("adjusted");
    let (scene, png) = (triangle(&dir, "t.gltf", ""), dir.join("t.png"));
    let args = ["render", text(&scene), "-o", text(&png), "--size", "32x32", "--msaa", "64", "--json", "-"];
    let account = candor(&args).ends(0).json();
    let msaa = account["settings"].as_array().unwrap().iter().find(|s| s["name"] == "msaa").unwrap();
    let got = msaa["value"].as_u64().unwrap();
    assert!(
        got == 64 || (msaa["outcome"] == "adjusted" && msaa["text"].as_str().unwrap().contains("from 64")),
        "{msaa}"
    );
}

#[test]
fn nothing_drawable_is_an_empty_picture_and_an_outcome() {
    if !live() {
        return;
    }
    let dir = scratch("nothing");
    let (scene, png) = (dir.join("empty.gltf"), dir.join("empty.png"));
    std::fs::write(&scene, r#"{ "asset": { "version": "2.0" } }"#).unwrap();
    let args = with(&["render", text(&scene), "-o", text(&png), "--json", "-"], SMALL);
    let account = candor(&args).ends(0).json();
    assert_eq!(account["picture"]["empty"], true);
    assert!(!account["scene"]["outcomes"].as_array().unwrap().is_empty());
    assert_eq!(image::open(&png).unwrap().dimensions(), (96, 64));
}

#[test]
fn extensions_that_are_not_here_are_named() {
    let dir = scratch("extensions");
    let png = dir.join("t.png");
    let both = r#", "extensionsUsed": ["XX_magic"], "extensionsRequired": ["XX_magic"]"#;
    let required = triangle(&dir, "required.gltf", both);
    let _ = candor(&with(&["render", text(&required), "-o", text(&png)], SMALL))
        .ends(1)
        .complains(&["XX_magic", "required.gltf"]);
    assert!(!png.exists(), "a picture was left behind");
    if live() {
        let used = triangle(&dir, "used.gltf", r#", "extensionsUsed": ["XX_magic"]"#);
        let _ = candor(&with(&["render", text(&used), "-o", text(&png)], SMALL)).ends(0).says(&["XX_magic"]);
    }
}

#[test]
fn scenes_among_the_inputs_end_with_the_right_code() {
    let Some(dir) = inputs("scenes") else { return };
    if !live() {
        return;
    }
    let png = scratch("inputs").join("p.png");
    let run = |scene: &str| candor(&with(&["render", text(&dir.join(scene)), "-o", text(&png)], SMALL));
    let _ = run("draco-testdata/Box/glTF_Binary/Box.glb").ends(0).says(&["Wrote", "96x64"]);
    let _ = run("draco-testdata/KhronosSampleModels/Duck/glTF/Duck.gltf").ends(0).says(&["2399 vertices"]);
    let _ = run("validator/node/valid.gltf").ends(0);
    let _ = run("validator").ends(2).complains(&["is a folder"]);
}

#[test]
fn bad_input_gets_a_sentence_and_the_code_2() {
    let dir = scratch("bad-render");
    let scene = triangle(&dir, "ok.gltf", "");
    let put = |name: &str, text: &[u8]| {
        let file = dir.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (cut, glb) = (put("cut.gltf", b"{\"asset\": "), put("short.glb", b"glTF\x02\x00"));
    let no_buffer = triangle(&dir, "lost.gltf", "").to_str().unwrap().to_owned();
    std::fs::write(&no_buffer, std::fs::read_to_string(&scene).unwrap().replace("points.bin", "gone.bin"))
        .unwrap();
    let png = dir.join("out.png");
    let (scene, png, folder) = (text(&scene), text(&png), text(&dir));
    let nowhere = format!("{folder}/no/such/out.png");
    let account = format!("{folder}/no/such/account.json");
    let blocked = format!("{scene}/below/a/file.png");
    let cases: &[(&[&str], &[&str])] = &[
        (&["--size", "0x0"], &["0x0", "at least one pixel"]),
        (&["--size", "640x0"], &["640x0"]),
        (&["--size", "big"], &["size", "'big'", "1280x720"]),
        (&["--size", "-1x5"], &["'-1x5'"]),
        (&["--msaa", "-4"], &["'-4'"]),
        (&["--camera", "-1"], &["'-1'"]),
        (&["--size", "99999999999x1"], &["99999999999x1"]),
        (&["--msaa", "3"], &["msaa", "3 was asked for", "1, 2, 4, 8"]),
        (&["--msaa", "0"], &["msaa"]),
        (&["--msaa", "many"], &["'many'", "whole number"]),
        (&["--frames", "0"], &["--frames"]),
        (&["--frames", "x"], &["--frames"]),
        (&["--set", "blom=on"], &["blom", "bloom", "shadow-size"]),
        (&["--set", "tonemap=filmic"], &["tonemap", "'filmic'", "aces or none"]),
        (&["--set", "exposure=inf"], &["exposure", "finite"]),
        (&["--set", "exposure"], &["name=value", "exposure"]),
        (&["--camera", "7"], &["camera", "7"]),
        (&["--camera", "left"], &["'left'", "auto"]),
        (&["--camera", "eye=1,2"], &["eye"]),
        (&["--backend", "bogus"], &["--backend", "'bogus' is no backend", "vulkan"]),
        (&["--json", &account], &["no/such"]),
        (&["--json", folder], &["is a folder"]),
        (&["-o", &nowhere], &["no/such/out.png", "can't be written"]),
        (&["-o", &blocked], &["can't be written"]),
        (&["-o", folder], &["is a folder"]),
        (&["--nosuch"], &["--nosuch"]),
    ];
    for (args, words) in cases {
        let out: &[&str] = if args.contains(&"-o") { &[] } else { &["-o", png] };
        let _ = candor(&with(&with(&["render", scene], out), args)).ends(2).complains(words);
    }
    for (scene, word) in [
        (cut.as_str(), "cut.gltf"),
        (&glb, "short.glb"),
        (&no_buffer, "gone.bin"),
        ("no/such.gltf", "no/such.gltf"),
        (folder, "is a folder"),
    ] {
        let _ = candor(&["render", scene, "-o", png]).ends(2).complains(&[word]);
    }
    let _ = candor_in(&["render", scene, "-o", png], &[("CANDOR_BACKEND", "bogus")]).ends(2).complains(&[
        "CANDOR_BACKEND",
        "'bogus'",
        "vulkan",
    ]);
    let _ = candor_in(&["demo", "-o", png], &[("CANDOR_BACKEND", "metal")])
        .ends(2)
        .complains(&["CANDOR_BACKEND", "metal"]);
    let _ = candor(&["demo", "-o", &blocked]).ends(2).complains(&["can't be made"]);
    assert!(!Path::new(png).exists(), "a picture was left behind");
}

#[test]
fn what_can_not_be_had_is_no_picture() {
    let dir = scratch("no");
    let (scene, png) = (triangle(&dir, "t.gltf", ""), dir.join("out.png"));
    let args = ["render", text(&scene), "-o", text(&png)];
    // Null draws nothing: neither fallen back to nor taken by request.
    let _ = candor(&with(&args, &["--backend", "null"])).ends(1).complains(&["Null", "no picture"]);
    let _ = candor_in(&args, &[("CANDOR_BACKEND", "null")]).ends(1).complains(&["CANDOR_BACKEND", "Null"]);
    let broken = dir.join("gone.json");
    std::fs::write(&broken, r#"{"ICD": {"library_path": "./gone.so", "api_version": "1.3.0"}}"#).unwrap();
    let env = [("VK_DRIVER_FILES", text(&broken)), ("VK_ICD_FILENAMES", text(&broken))];
    let _ = candor_in(&args, &env).ends(1).complains(&["vulkan", "candor doctor"]);
    if live() {
        let _ = candor(&with(&args, &["--size", "100000x100000"])).ends(1).complains(&["100000", "at most"]);
        let _ = candor(&with(&args, &["--set", "ssao=on"])).ends(1).complains(&["ssao", "not implemented"]);
        let _ =
            candor(&with(&args, &["--adapter", "no such adapter"])).ends(1).complains(&["no such adapter"]);
    }
    assert!(!png.exists(), "a picture was left behind");
}

#[test]
fn a_pose_is_picked_by_animation_and_time() {
    let dir = scratch("pose");
    let png = dir.join("pose.png");
    let times = "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=";
    // One second from the origin to x = 1; a triangle at rest has no animation.
    let extra = |name: &str| {
        format!(
            r#", "animations": [{{ {name} "channels": [{{ "sampler": 0, "target": {{ "node": 0, "path": "translation" }} }}],
                "samplers": [{{ "input": 1, "output": 2 }}] }}]"#
        )
    };
    let file = triangle(&dir, "moves.gltf", &extra(r#""name": "slide","#));
    let json = std::fs::read_to_string(&file).unwrap();
    let json = json.replace(
        r#""max": [1, 1, 0] }]"#,
        r#""max": [1, 1, 0] },
            { "bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1] },
            { "bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3" }]"#,
    );
    let json = json.replace(
        r#""byteLength": 36 }], "buffers": ["#,
        &format!(
            r#""byteLength": 36 }}, {{ "buffer": 1, "byteLength": 8 }}, {{ "buffer": 1, "byteOffset": 8, "byteLength": 24 }}],
            "buffers": [{{ "uri": "{times}", "byteLength": 32 }}, "#
        ),
    );
    // The new buffer stands first; views name it so.
    let json = json
        .replace(r#""buffer": 1"#, r#""buffer": 9"#)
        .replace(r#""buffer": 0"#, r#""buffer": 1"#)
        .replace(r#""buffer": 9"#, r#""buffer": 0"#);
    std::fs::write(&file, json).unwrap();
    let rest = triangle(&dir, "rests.gltf", "");

    let base = ["render", text(&file), "-o", text(&png)];
    let _ = candor(&with(&base, &["--animation", "run"])).ends(2).complains(&[
        "moves.gltf has no animation 'run'",
        "0 'slide'",
        "ask for none",
    ]);
    let _ = candor(&["render", text(&rest), "-o", text(&png), "--animation", "0"])
        .ends(2)
        .complains(&["it has none at all"]);
    for time in ["-1", "soon", "inf", "NaN", ""] {
        let _ = candor(&with(&base, &["--time", time])).ends(2).complains(&["--time", "0 or more"]);
    }
    let _ = candor(&["render", "--time", "1", "-o", text(&png)]).ends(2).complains(&["SCENE"]);
    if !live() {
        return;
    }
    let mut pictures = Vec::new();
    for (args, says) in [
        (&["--time", "0.5"][..], "0 'slide'; drawn: 0 'slide' at 0.5 s of 1 s"),
        (&["--animation", "slide", "--time", "2"], "adjusted from 2 s to 1 s"),
        (&["--animation", "none"], "drawn: the rest pose"),
    ] {
        let camera = ["--camera", "eye=0,0,4,target=0,0,0"];
        let _ = candor(&with(&with(&base, SMALL), &with(&camera, args))).ends(0).says(&[says]);
        pictures.push(image::open(&png).unwrap().to_rgba8());
        // A captured frame is in the same pose.
        let frame = dir.join("pose.candor");
        let capture = ["capture", text(&file), "-o", text(&frame)];
        let _ = candor(&with(&with(&capture, SMALL), &with(&camera, args))).ends(0);
        let _ = candor(&["replay", text(&frame), "-o", text(&png)]).ends(0);
        assert!(pictures.last() == Some(&image::open(&png).unwrap().to_rgba8()), "{args:?}");
    }
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
}

#[test]
fn a_level_of_validation_that_is_none_is_told_with_those_that_there_are() {
    let _ = candor(&["render", "--validation", "loud"]).ends(2).complains(&["'loud'", "off, basic and full"]);
}
