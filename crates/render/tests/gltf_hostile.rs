//! Files that are broken on purpose, or by chance: the loader answers each in finite time and memory, with a scene that
//! keeps its promises or with an error that says why.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)] // helpers of tests

use candor_render::gltf::{Code, LoadError, LoadOptions, Loaded, load, load_bytes};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn options() -> LoadOptions {
    LoadOptions::default()
}

fn text(json: &str) -> Result<Loaded, LoadError> {
    load_bytes(json.as_bytes(), "test.gltf", None, &options())
}

/// A file with these members beside the asset's version.
fn with(members: &str) -> Result<Loaded, LoadError> {
    text(&format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#))
}

fn notes(loaded: &Loaded) -> String {
    loaded.outcomes.iter().map(|n| format!("{n}\n")).collect()
}

#[test]
fn a_count_of_four_billion_takes_no_memory() {
    let attributes = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]"#;
    let accessor = |count: &str| {
        format!(
            r#"{attributes},"accessors":[{{"componentType":5126,"type":"VEC3","count":{count},"min":[0,0,0],"max":[0,0,0]}}]"#
        )
    };
    for count in ["4294967295", "9007199254740991"] {
        let loaded = with(&accessor(count)).unwrap();
        assert!(loaded.scene.is_empty());
        assert!(
            notes(&loaded).contains("bytes of vertex and index data that are left"),
            "{}",
            notes(&loaded)
        );
    }
    // With a buffer view that many elements do not fit.
    let view = r#","bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]"#;
    for count in ["2", "4294967295", "18446744073709551615"] {
        let bound = accessor(count).replace(r#""componentType""#, r#""bufferView":0,"componentType""#) + view;
        let error = with(&bound).unwrap_err();
        assert!(error.findings().contains(Code::AccessorTooLong), "{error}");
    }
    let loaded = with(&accessor("1e300")).unwrap();
    assert!(loaded.warnings.contains(Code::ValueNotInRange) && notes(&loaded).contains("count of its data"));
    let one = accessor("1").replace(r#""componentType""#, r#""bufferView":0,"componentType""#) + view;
    assert!(with(&one.replace("VEC3", "NOTHING")).unwrap().scene.is_empty());
}

#[test]
fn one_accessor_used_a_thousand_times_is_bounded() {
    let primitive = r#"{"attributes":{"POSITION":0,"NORMAL":0},"mode":0}"#;
    let primitives = vec![primitive; 1000].join(",");
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{primitives}]}}],"nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],
        "accessors":[{{"componentType":5126,"type":"VEC3","count":1000,"min":[0,0,0],"max":[0,0,0]}}]}}"#
    );
    let mut options = options();
    options.limits.geometry_bytes = 1 << 20;
    let loaded = load_bytes(json.as_bytes(), "x.gltf", None, &options).unwrap();
    let counts = loaded.scene.counts();
    assert!(counts.primitives > 5 && counts.primitives < 50, "{counts:?}");
    assert!(notes(&loaded).contains("more of the same"));
}

#[test]
fn targets_and_nodes_that_share_accessors_are_bounded() {
    // A thousand targets over one accessor, for each of a thousand nodes with weights of their own.
    let bytes = [0u8; 48];
    let data: String = "A".repeat(bytes.len() / 3 * 4);
    let targets = vec![r#"{"POSITION":0}"#; 1000].join(",");
    let weights = vec!["1"; 1000].join(",");
    let node = format!(r#"{{"mesh":0,"weights":[{weights}]}}"#);
    let nodes = vec![node.as_str(); 1000].join(",");
    let scene: Vec<String> = (0..1000).map(|i| i.to_string()).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":0,"targets":[{targets}]}}]}}],
        "nodes":[{nodes}],"scenes":[{{"nodes":[{}]}}],"buffers":[{{"byteLength":48,"uri":"data:application/octet-stream;base64,{data}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":4,"min":[0,0,0],"max":[0,0,0]}}]}}"#,
        scene.join(",")
    );
    let mut options = options();
    options.limits.posed_numbers = 50_000;
    let loaded = load_bytes(json.as_bytes(), "x.gltf", None, &options).unwrap();
    loaded.scene.validate().unwrap();
    // Every node is drawn; of the first ones the targets are applied, then the limit is named.
    assert_eq!(loaded.scene.instances.len(), 1000);
    let said = notes(&loaded);
    assert!(
        said.contains("numbers read to pose meshes that are left") && said.contains("more of the same"),
        "{said}"
    );
}

#[test]
fn an_animation_over_four_billion_times_takes_no_memory() {
    let loaded = with(
        r#""nodes":[{"translation":[1,2,3]}],"scenes":[{"nodes":[0]}],
        "accessors":[{"componentType":5126,"type":"SCALAR","count":4294967295,"min":[0],"max":[0]},
          {"componentType":5126,"type":"VEC3","count":4294967295},{"componentType":5126,"type":"MAT4","count":4294967295}],
        "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":1}]}],
        "skins":[{"joints":[0],"inverseBindMatrices":2}]"#,
    )
    .unwrap();
    assert_eq!(loaded.played.unwrap().end_s, 0.0);
}

#[test]
fn nodes_that_share_children_are_bounded() {
    // Forty levels of two nodes, each with both nodes of the next level as children: 2^40 paths.
    let mut nodes = Vec::new();
    for level in 0..40 {
        let next = (level + 1) * 2;
        for _ in 0..2 {
            nodes.push(format!(r#"{{"children":[{},{}]}}"#, next, next + 1));
        }
    }
    nodes.push("{}".into());
    nodes.push("{}".into());
    let mut options = options();
    options.limits.instances = 10_000;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{}],"scenes":[{{"nodes":[0]}}]}}"#,
        nodes.join(",")
    );
    let loaded = load_bytes(json.as_bytes(), "x.gltf", None, &options).unwrap();
    assert!(loaded.warnings.contains(Code::NodeParentOverride));
    assert!(notes(&loaded).contains("nodes of the scene, counted with repetition: 10001 was asked for"));
}

#[test]
fn a_chain_of_many_nodes_and_loops_of_nodes_end() {
    let n = 100_000;
    let chain: Vec<String> = (0..n).map(|i| format!(r#"{{"children":[{}]}}"#, i + 1)).collect();
    let loaded = with(&format!(r#""nodes":[{},{{}}],"scenes":[{{"nodes":[0]}}]"#, chain.join(","))).unwrap();
    assert!(loaded.warnings.is_empty());
    let loop_of_three =
        r#""nodes":[{"children":[1]},{"children":[2,1]},{"children":[0]}],"scenes":[{"nodes":[0,1]}]"#;
    let loaded = with(loop_of_three).unwrap();
    assert!(loaded.warnings.contains(Code::NodeLoop));
}

#[test]
fn many_skins_under_a_long_chain_end() {
    let n = 30_000;
    let chain: Vec<String> = (0..n).map(|i| format!(r#"{{"children":[{}]}}"#, i + 1)).collect();
    let skin = format!(r#"{{"joints":[{n}],"skeleton":0}}"#);
    let skins = vec![skin.as_str(); 20_000].join(",");
    let start = Instant::now();
    let loaded = with(&format!(r#""nodes":[{},{{}}],"skins":[{skins}]"#, chain.join(","))).unwrap();
    assert!(notes(&loaded).contains("steps up the node hierarchy"), "{}", notes(&loaded));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn deep_nesting_is_refused_with_a_sentence() {
    for open in ["[", "{\"a\":"] {
        let error = text(&open.repeat(2_000_000)).unwrap_err();
        assert!(error.to_string().contains("nested more than"), "{error}");
    }
}

#[test]
fn many_members_and_many_extensions_take_linear_time() {
    let start = Instant::now();
    let n = 40_000;
    let members: Vec<String> = (0..n).map(|i| format!(r#""_A{i}":0"#)).collect();
    let used: Vec<String> = (0..n).map(|i| format!(r#""X_{i}""#)).collect();
    let objects: Vec<String> = (0..n).map(|i| format!(r#""X_{i}":{{}}"#)).collect();
    let json = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{{}}}}}]}}],"extensionsUsed":[{}],"extensions":{{{}}}"#,
        members.join(","),
        used.join(","),
        objects.join(",")
    );
    let error = with(&json).unwrap_err();
    assert!(error.findings().contains(Code::UnresolvedReference));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn an_image_that_claims_to_be_huge_is_replaced() {
    // A PNG header of 100000 by 100000 pixels with a right checksum, then nothing.
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(100_000u32.to_be_bytes());
    png.extend(100_000u32.to_be_bytes());
    png.extend([8, 6, 0, 0, 0]);
    let crc = crc32(&png[12..]);
    png.extend(crc.to_be_bytes());
    png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    let folder = scratch("huge-image");
    std::fs::write(folder.join("huge.png"), png).unwrap();
    let json = r#"{"asset":{"version":"2.0"},"images":[{"uri":"huge.png"}],"textures":[{"source":0}],
        "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}]}"#;
    let loaded = load_bytes(json.as_bytes(), "x.gltf", Some(&folder), &options()).unwrap();
    let notes = notes(&loaded);
    assert!(
        notes.contains("pixels along a side of an image: 100000 was asked for, at most 16384"),
        "{notes}"
    );
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |mut crc, &b| {
        crc ^= u32::from(b);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
        crc
    })
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn files_outside_the_folder_are_not_read() {
    let folder = scratch("traversal/inner");
    std::fs::write(folder.join("../secret.bin"), [1; 16]).unwrap();
    std::fs::write(folder.join("a b.bin"), [1; 16]).unwrap();
    std::fs::create_dir_all(folder.join("folder.bin")).unwrap();
    let try_uri = |uri: &str| {
        let json =
            format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":16,"uri":"{uri}"}}]}}"#);
        load_bytes(json.as_bytes(), "x.gltf", Some(&folder), &options())
    };
    assert!(try_uri("a%20b.bin").is_ok());
    for (uri, part) in [
        ("../secret.bin", "leads out of the asset's folder"),
        ("%2E%2E/secret.bin", "leads out of the asset's folder"),
        ("/etc/passwd", "leads out of the asset's folder"),
        ("https://example.com/a.bin", "is not relative"),
        ("missing.bin", "cannot be found"),
        ("folder.bin", "is no plain file"),
    ] {
        let error = try_uri(uri).unwrap_err();
        assert!(
            error.findings().contains(Code::IoError) && error.to_string().contains(part),
            "{uri}: {error}"
        );
    }
    let mut options = options();
    options.limits.file_bytes = 15;
    let json = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":16,"uri":"a%20b.bin"}]}"#;
    let error = load_bytes(json.as_bytes(), "x.gltf", Some(&folder), &options).unwrap_err();
    assert!(error.to_string().contains("16 bytes, at most 15"), "{error}");
    let missing = load(Path::new("no/such/file.gltf"), &LoadOptions::default()).unwrap_err();
    assert!(missing.to_string().contains("'no/such/file.gltf' cannot be found"), "{missing}");
}

/// A small generator of numbers, so that a failure can be repeated.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

const NUMBERS: &[&str] = &[
    "-1",
    "0",
    "1",
    "2",
    "3.5",
    "255",
    "65536",
    "4294967295",
    "18446744073709551616",
    "1e38",
    "-1e309",
    "1e-320",
    "null",
];
const WORDS: &[&str] = &["{}", "[]", "\"\"", "true", "{\"extensions\":{\"a\":1}}", "[0,0]", "\"data:,\""];

fn mutate(original: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        match chance.below(8) {
            0 => bytes.truncate(at),
            1 => {
                if let Some(b) = bytes.get_mut(at) {
                    *b ^= 1 << chance.below(8);
                }
            }
            2 => {
                let n = chance.below(8).min(bytes.len().saturating_sub(at));
                bytes.drain(at..at + n);
            }
            3 => {
                let b = chance.next() as u8;
                bytes.insert(at, b);
            }
            4 => {
                // A value in front of the next comma or bracket.
                if let Some(end) = bytes.iter().skip(at).position(|b| b":[,".contains(b)) {
                    let word = WORDS[chance.below(WORDS.len())];
                    let start = at + end + 1;
                    let stop = bytes.iter().skip(start).position(|b| b",]}".contains(b));
                    bytes.splice(start..start + stop.unwrap_or(0), word.bytes());
                }
            }
            _ => {
                // The next number becomes another.
                let Some(start) = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|p| at + p) else {
                    continue;
                };
                let length =
                    bytes.iter().skip(start).take_while(|b| b.is_ascii_digit() || **b == b'.').count();
                let number = NUMBERS[chance.below(NUMBERS.len())];
                bytes.splice(start..start + length, number.bytes());
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn mutated_files_never_panic_and_scenes_keep_their_promises() {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let folder = std::env::var_os("CANDOR_INPUTS").map_or_else(|| PathBuf::from(default), PathBuf::from);
    let scenes = folder.join("scenes");
    let mut seeds: Vec<(String, PathBuf, Vec<u8>)> = Vec::new();
    let mut folders = vec![scenes.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|e| e.path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if (name.ends_with(".gltf") || name.ends_with(".glb"))
                && path.metadata().unwrap().len() < 12_000
            {
                seeds.push((name, folder.clone(), std::fs::read(&path).unwrap()));
            }
        }
    }
    if seeds.is_empty() {
        eprintln!("skipped: no test inputs at {} (set CANDOR_INPUTS)", scenes.display());
        return;
    }
    seeds.sort();
    let mut options = options();
    options.limits.geometry_bytes = 64 << 20;
    options.limits.image_bytes = 64 << 20;
    options.limits.instances = 10_000;
    let seed = std::env::var("CANDOR_MUTATION_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0x9E37_79B9_7F4A_7C15);
    let seconds = std::env::var("CANDOR_MUTATION_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(4);
    let mut chance = Chance(seed);
    let (start, mut rounds, mut loaded) = (Instant::now(), 0u64, 0u64);
    while start.elapsed() < Duration::from_secs(seconds) || rounds < 500 {
        let (name, folder, original) = &seeds[chance.below(seeds.len())];
        let state = chance.0;
        let bytes = mutate(original, &mut chance);
        let begun = Instant::now();
        let result = load_bytes(&bytes, name, Some(folder), &options);
        assert!(begun.elapsed() < Duration::from_secs(10), "{name}, state {state:#x}: {:?}", begun.elapsed());
        match result {
            Ok(l) => {
                loaded += 1;
                assert!(!l.warnings.refuses(), "{name}");
                if let Err(faults) = l.scene.validate() {
                    let kept = scratch("mutated").join(name);
                    std::fs::write(&kept, &bytes).unwrap();
                    panic!("{name}, kept as {}: {faults:?}", kept.display());
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        rounds += 1;
    }
    println!("{rounds} mutated files: {loaded} load, {} are refused", rounds - loaded);
}

#[test]
fn a_refusal_has_a_finding_and_long_words_of_the_file_are_cut_short() {
    // A header that promises more, and nothing behind it.
    let header = [&b"glTF"[..], &2u32.to_le_bytes(), &100u32.to_le_bytes()].concat();
    let error = load_bytes(&header, "x.glb", None, &options()).unwrap_err();
    assert!(error.findings().contains(Code::GlbUnexpectedFirstChunk), "{error}");
    let long = "x".repeat(100_000);
    for json in [
        format!(r#"{{"asset":{{"version":"{long}"}}}}"#),
        format!(
            r#"{{"asset":{{"version":"2.0"}},"extensionsUsed":["{long}"],"extensionsRequired":["{long}"]}}"#
        ),
        format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":1,"uri":"{long}"}}]}}"#),
        format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"children":[7],"extras":{{}}}}],"{long}":1}}"#),
    ] {
        let error = text(&json).unwrap_err();
        assert!(error.to_string().len() < 2000, "{} bytes", error.to_string().len());
        assert!(error.findings().list().iter().all(|f| f.to_string().len() < 2000));
    }
    let loaded = with(&format!(
        r#""extensionsUsed":["{long}"],"nodes":[{{"name":"{long}"}}],"animations":[{{"name":"{long}","channels":[{{"sampler":0,"target":
        {{"node":0,"path":"scale"}}}}],"samplers":[{{"input":0,"output":1}}]}}],"accessors":[{{"componentType":5126,"type":"SCALAR",
        "count":1,"min":[0],"max":[0]}},{{"componentType":5126,"type":"VEC3","count":1}}]"#
    ))
    .unwrap();
    assert!(loaded.outcomes.len() >= 2 && loaded.outcomes.iter().all(|n| n.to_string().len() < 3000));
}
