//! The commands that explain: on good and bad input, with exit codes, as text and as JSON.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use run::{candor, candor_in, inputs, live, scratch, text};
use serde_json::Value;
use std::path::{Path, PathBuf};

const H200: &str = "vulkaninfo/nvidia_h200_580.159.04_linux.json";

fn report(name: &str) -> Option<PathBuf> {
    inputs("device-reports").map(|d| d.join(name))
}

/// A report of Candor's own format in a file: a device of Vulkan 1.3 with nothing.
fn bare_device(dir: &Path) -> PathBuf {
    let file = dir.join("bare.json");
    let json = serde_json::json!({
        "schema": 1, "name": "Bare", "vendor_id": 1, "device_id": 2, "driver": null, "device_type": "cpu",
        "source": "made by a test",
        "body": { "api": "vulkan", "api_version": (1 << 22) | (3 << 12), "extensions": {},
            "instance_extensions": {}, "features": {}, "properties": {}, "formats": {}, "queue_families": [],
            "memory": { "heaps": [], "types": [] } }
    });
    std::fs::write(&file, json.to_string()).unwrap();
    file
}

#[test]
fn ray_query_is_the_one_thing_that_the_h200_lacks_of_ray_tracing() {
    let Some(file) = report(H200) else { return };
    let args = ["resolve", "--require", "ray-tracing", "--report", text(&file)];
    let ran = candor(&args).ends(1).says(&["NVIDIA H200", "the device lacks ray-query"]);
    let row = ran.out.lines().find(|l| l.starts_with("ray-tracing ")).unwrap();
    let device = row.split("; not implemented").next().unwrap();
    for there in ["acceleration-structure", "ray-tracing-pipeline", "buffer-device-address"] {
        assert!(!device.contains(there), "{device}");
    }
    let json = candor(&[&args[..], &["--json"]].concat()).ends(1).json();
    let refused = &json["devices"][0]["device"]["refused"][0];
    assert_eq!(refused["feature"], "ray-tracing");
    let lacks: Vec<_> = refused["lacks"].as_array().unwrap().iter().map(|l| &l["capability"]).collect();
    assert_eq!(lacks, ["ray-query"]);
    assert_eq!(json["met"], false);
}

#[test]
fn ray_tracing_pipelines_of_the_h200_are_met_with_the_exact_plan() {
    let Some(file) = report(H200) else { return };
    let args = ["resolve", "--require", "ray-tracing-pipelines", "--report", text(&file)];
    let ran = candor(&args).ends(0);
    let plan: Vec<&str> =
        ran.out.lines().skip_while(|l| *l != "To enable, exactly:").skip(1).map(str::trim).collect();
    let expected = [
        "Vulkan 1.4",
        "device extension VK_KHR_acceleration_structure",
        "device extension VK_KHR_deferred_host_operations",
        "device extension VK_KHR_ray_tracing_pipeline",
        "VkPhysicalDeviceAccelerationStructureFeaturesKHR::accelerationStructure",
        "VkPhysicalDeviceRayTracingPipelineFeaturesKHR::rayTracingPipeline",
        "VkPhysicalDeviceVulkan12Features::bufferDeviceAddress",
    ];
    assert_eq!(plan, expected);
    let json = candor(&[&args[..], &["--json"]].concat()).ends(0).json();
    let plan = &json["devices"][0]["device"]["plan"];
    let listed = |key: &str| plan[key].as_array().unwrap().clone();
    let in_text: Vec<Value> =
        expected.iter().filter_map(|l| l.strip_prefix("device extension ")).map(Value::from).collect();
    assert_eq!(listed("device_extensions"), in_text);
    let bits: Vec<String> = listed("features")
        .iter()
        .flat_map(|s| {
            s["bits"]
                .as_array()
                .unwrap()
                .iter()
                .map(move |b| format!("{}::{}", s["name"].as_str().unwrap(), b["name"].as_str().unwrap()))
        })
        .collect();
    assert_eq!(bits, expected[4..]);
}

#[test]
fn on_candor_ray_tracing_is_refused_as_not_implemented_whatever_the_device_has() {
    let Some(file) = report(H200) else { return };
    for feature in ["ray-tracing", "ray-tracing-pipelines"] {
        let args = ["resolve", "--require", feature, "--report", text(&file), "--on-candor"];
        let _ = candor(&args).ends(1).says(&["not implemented"]);
        let json = candor(&[&args[..], &["--json"]].concat()).ends(1).json();
        let row = &json["devices"][0]["features"][0];
        assert_eq!(row["candor"], "not-implemented");
        assert_eq!(row["candor_reason"]["code"], "not-implemented");
        assert_eq!(json["devices"][0]["candor"]["requirements_met"], false);
        assert_eq!(json["on_candor"], true);
    }
}

#[test]
fn what_is_optional_does_not_decide() {
    let dir = scratch("optional");
    let bare = bare_device(&dir);
    let _ =
        candor(&["resolve", "--optional", "ray-tracing", "--report", text(&bare)]).ends(0).says(&["missing"]);
    let _ = candor(&["resolve", "--require", "ray-tracing", "--report", text(&bare)]).ends(1);
    // What Candor prefers does not decide either; what it needs of any device does.
    let on_candor = ["resolve", "--optional", "ray-tracing", "--on-candor", "--report"];
    let _ = candor(&[&on_candor[..], &[text(&bare)]].concat()).ends(0);
    let old =
        std::fs::read_to_string(&bare).unwrap().replace(&((1 << 22) | (3 << 12)).to_string(), "4194304");
    let file = dir.join("old.json");
    std::fs::write(&file, old).unwrap();
    let ran = candor(&[&on_candor[..], &[text(&file)]].concat()).ends(1);
    let _ = ran.says(&["Candor needs on top of that", "candor-vulkan"]);
    // The stronger tier wins, and that is said.
    let both = ["resolve", "--optional", "msaa", "--require", "msaa", "--report", text(&bare)];
    let _ = candor(&both).ends(1).says(&["asked for as optional too"]);
}

#[test]
fn text_and_json_hold_the_same_rows() {
    let Some(file) = report(H200) else { return };
    let ask = [
        "resolve",
        "--require",
        "bindless,ray-tracing",
        "--optional",
        "mesh-shading,hdr-display,msaa=unused",
        "--report",
        text(&file),
    ];
    let shown = candor(&ask).ends(1).out;
    let json = candor(&[&ask[..], &["--json"]].concat()).ends(1).json();
    let rows = json["devices"][0]["features"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    let words = |v: &Value| match v.as_str().unwrap() {
        "unknown" => "not recorded".to_owned(),
        "not-implemented" => "not implemented yet".to_owned(),
        other => other.to_owned(),
    };
    for r in rows {
        let name = r["feature"].as_str().unwrap();
        let line = shown.lines().find(|l| l.starts_with(&format!("{name} "))).unwrap();
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect();
        let expected = [
            name.to_owned(),
            r["tier"].as_str().unwrap().to_owned(),
            words(&r["device"]),
            words(&r["candor"]),
        ];
        assert_eq!(cells[..4], expected, "{line}");
        if let Some(what) = r["device_reason"]["text"].as_str() {
            assert!(line.contains(what.split_once(": ").unwrap().1), "{line}\n{what}");
        }
    }
}

#[test]
fn a_folder_of_reports_is_resolved_one_by_one() {
    let dir = scratch("folder");
    let _ = bare_device(&dir);
    std::fs::write(dir.join("broken.json"), "{").unwrap();
    let args = ["resolve", "--require", "compute", "--report", text(&dir)];
    let _ = candor(&args).ends(1).says(&["Bare", "broken.json", "refused"]);
    let json = candor(&[&args[..], &["--json"]].concat()).ends(1).json();
    assert_eq!(json["devices"].as_array().unwrap().len(), 1);
    assert_eq!(json["skipped"][0]["class"], "refused");
}

#[test]
fn a_file_of_requests_and_a_profile_are_asked_for() {
    let dir = scratch("requests");
    let bare = bare_device(&dir);
    let toml = dir.join("game.toml");
    std::fs::write(
        &toml,
        "[features]\nbig-world = \"required\"\n[limits]\nmaxPushConstantsSize = 128\n\
         [capability.own-memory]\ndevice-memory-bytes = 2147483648\n\
         [feature.big-world]\ndescription = \"All\"\ncapabilities = [\"own-memory\"]\n",
    )
    .unwrap();
    let args = ["resolve", "--features", text(&toml), "--report", text(&bare)];
    let ran = candor(&args).ends(1).says(&["big-world", "own-memory", "maxPushConstantsSize"]);
    assert!(
        !ran.out.contains("not implemented yet"),
        "a program's own capability is its own business:\n{}",
        ran.out
    );
    // A feature that the file defines can be named on the command line.
    let _ = candor(&[&args[..], &["--optional", "big-world"]].concat())
        .ends(1)
        .says(&["asked for as optional too"]);

    let profile = dir.join("profile.json");
    std::fs::write(
        &profile,
        r#"{"profiles": {"VP_X_own": {"api-version": "1.1.0", "capabilities": ["a"]}},
            "capabilities": {"a": {"extensions": {"VK_KHR_swapchain": 1}}}}"#,
    )
    .unwrap();
    let args = ["resolve", "--profile", text(&profile), "--report", text(&bare)];
    let _ = candor(&args).ends(1).says(&["VK_KHR_swapchain"]);
    let _ =
        candor(&[&args[..], &["--profile-name", "VP_Y"]].concat()).ends(2).complains(&["VP_Y", "VP_X_own"]);
    let _ = candor(&["resolve", "--profile", text(&bare), "--report", text(&bare)])
        .ends(2)
        .complains(&["--report"]);
    let _ = candor(&["resolve", "--require", "compute", "--report", text(&profile)])
        .ends(2)
        .complains(&["requirement profile", "--profile"]);
}

#[test]
fn coverage_counts_devices_and_lists_what_it_skipped() {
    let Some(dir) = inputs("device-reports") else { return };
    let args = ["coverage", text(&dir), "--require", "bindless", "--optional", "ray-tracing"];
    let json = candor(&[&args[..], &["--json"]].concat()).ends(0).json();
    let number = |v: &Value| v.as_u64().unwrap();
    let (reports, met) = (number(&json["reports"]), number(&json["met"]));
    // 195 devices, and two exports by vulkaninfo among the parser tests.
    assert_eq!(reports, 197);
    assert!(met > 100 && met < reports, "{met}");
    assert_eq!(json["unmet"].as_array().unwrap().len() as u64, reports - met);
    let skipped = json["skipped"].as_array().unwrap();
    let class = |c: &str| skipped.iter().filter(|s| s["class"] == c).count();
    assert_eq!((class("requirement profile"), class("parser test"), class("refused")), (30, 35, 1));
    assert!(skipped.iter().all(|s| !s["reason"].as_str().unwrap().is_empty()));
    assert!(json["time_ms"].as_f64().unwrap() > 0.0);

    let shown =
        candor(&args).ends(0).says(&[&format!("runs on {met} of {reports} devices"), "263 files in"]).out;
    for list in ["lacks", "unknown"] {
        for r in json[list].as_array().unwrap() {
            let (n, why) = (number(&r["devices"]), r["reason"].as_str().unwrap());
            assert!(
                shown.lines().any(|l| l.trim_start().starts_with(&format!("{n} ")) && l.ends_with(why)),
                "{n} {why}"
            );
        }
    }
    for s in skipped {
        assert!(shown.contains(s["file"].as_str().unwrap()), "{s}");
    }
}

#[test]
fn caps_shows_every_feature_of_a_report() {
    let Some(file) = report(H200) else { return };
    let json = candor(&["caps", "--report", text(&file), "--json"]).ends(0).json();
    let device = &json["devices"][0];
    assert_eq!(
        (device["name"].as_str(), device["api_version"].as_str()),
        (Some("NVIDIA H200"), Some("1.4.312"))
    );
    let rows = device["features"].as_array().unwrap();
    // The device has all that ambient occlusion needs; the renderer has none.
    let row = |name: &str| rows.iter().find(|r| r["feature"] == name).unwrap();
    assert_eq!((&row("ssao")["device"], &row("ssao")["candor"]), (&"on".into(), &"not-implemented".into()));
    assert_eq!((&row("shadows")["device"], &row("shadows")["candor"]), (&"on".into(), &"on".into()));
    let all = candor(&["features", "--json"]).ends(0).json();
    let names = |v: &Value, key: &str| {
        v.as_array().unwrap().iter().map(|r| r[key].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&device["features"], "feature"), names(&all["features"], "name"));
    let shown = candor(&["caps", "--report", text(&file)]).ends(0).says(&["NVIDIA H200", "1.4.312"]).out;
    let on = rows.iter().filter(|r| r["device"] == "on").count();
    assert!(shown.contains(&format!("{on} of {} features on the device", rows.len())), "{shown}");
    for r in rows {
        assert!(shown.lines().any(|l| l.starts_with(r["feature"].as_str().unwrap())), "{r}");
    }
}

#[test]
fn a_live_device_answers_and_its_saved_report_answers_alike() {
    if !live() {
        return;
    }
    let dir = scratch("live");
    let saved = dir.join("saved.json");
    let first = candor(&["caps", "--backend", "vulkan", "--adapter", "0", "--save", text(&saved), "--json"])
        .ends(0)
        .json();
    let again = candor(&["caps", "--report", text(&saved), "--json"]).ends(0).json();
    assert_eq!(first["devices"][0]["features"], again["devices"][0]["features"]);
    let _ = candor(&["resolve", "--require", "compute", "--adapter", "0"]).ends(0);
    let name = first["devices"][0]["name"].as_str().unwrap();
    let _ = candor(&["resolve", "--require", "compute", "--adapter", name]).ends(0);
    let _ = candor_in(&["caps"], &[("CANDOR_ADAPTER", "no such adapter")])
        .ends(2)
        .complains(&["CANDOR_ADAPTER", name]);
    let _ = candor(&["caps", "--adapter", "99"]).ends(2).complains(&["'99'", name]);
    let nowhere = dir.join("no/such/folder/file.json");
    let _ = candor(&["caps", "--adapter", "0", "--save", text(&nowhere)])
        .ends(2)
        .complains(&["can't be written"]);
}

#[test]
fn null_accepts_everything_and_says_what_it_is() {
    let args = ["resolve", "--require", "ray-tracing", "--backend", "null"];
    let _ = candor(&args).ends(0).says(&["accepts everything and draws nothing"]);
    let _ = candor_in(&["resolve", "--require", "ray-tracing"], &[("CANDOR_BACKEND", "headless")]).ends(0);
    // The variable outranks the flag.
    let _ =
        candor_in(&["caps", "--backend", "vulkan"], &[("CANDOR_BACKEND", "null")]).ends(0).says(&["Null"]);
}

#[test]
fn a_driver_that_can_not_be_loaded_is_told_by_name() {
    let dir = scratch("drivers");
    let manifest = dir.join("gone.json");
    std::fs::write(
        &manifest,
        r#"{"file_format_version": "1.0.0", "ICD": {"library_path": "./gone.so", "api_version": "1.3.0"}}"#,
    )
    .unwrap();
    let env = [("VK_DRIVER_FILES", text(&manifest)), ("VK_ICD_FILENAMES", text(&manifest))];
    let json = candor_in(&["doctor", "--json"], &env).ends(1).json();
    assert_eq!(json["driver_override"], "VK_DRIVER_FILES");
    let driver = &json["drivers"][0];
    assert_eq!(driver["loads"], false);
    assert!(driver["problem"].as_str().unwrap().contains("gone.so is not there"), "{driver}");
    let missing: Vec<&str> =
        json["missing"].as_array().unwrap().iter().map(|m| m["what"].as_str().unwrap()).collect();
    assert!(missing.contains(&"driver"), "{missing:?}");
    let _ = candor_in(&["doctor"], &env).ends(1).says(&[
        "gone.so is not there",
        "apt-get install mesa-vulkan-drivers",
        "brew install",
        "pacman",
    ]);
    let _ = candor_in(&["caps"], &env).ends(1).complains(&["no device is here", "candor doctor"]);
    // A library that is none.
    std::fs::write(dir.join("gone.so"), "this is no library").unwrap();
    let json = candor_in(&["doctor", "--json"], &env).ends(1).json();
    assert_eq!(json["drivers"][0]["loads"], false, "{json}");
    assert!(!json["drivers"][0]["problem"].as_str().unwrap().is_empty());
}

#[test]
fn doctor_tells_what_is_here() {
    let json = candor(&["doctor", "--json"]).json();
    let names: Vec<&str> =
        json["backends"].as_array().unwrap().iter().map(|b| b["backend"].as_str().unwrap()).collect();
    assert_eq!(names, ["vulkan", "d3d12", "d3d11", "gl", "webgpu", "metal", "null"]);
    let shown = candor(&["doctor"]).out;
    for b in json["backends"].as_array().unwrap() {
        let line = shown.lines().find(|l| l.starts_with(b["backend"].as_str().unwrap())).unwrap();
        let yes = |k: &str| if b[k] == true { "yes" } else { "no" };
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(cells[1..3], [yes("compiled_in"), yes("loads")], "{line}");
    }
    if let Some(file) = json["loader"]["file"].as_str() {
        assert!(shown.contains(file));
    }
    if live() {
        let _ = candor(&["doctor"]).ends(0);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn doctor_states_the_sandbox_and_asks_the_drivers_all_the_same() {
    let dir = scratch("sandbox");
    let put = |file: &str, text: &str| {
        let path = dir.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put("proc/version", "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016\n");
    put(".dockerenv", "");
    let args = ["doctor", "--root", text(&dir)];
    let (ran, plain) = (candor(&args), candor(&["doctor"]));
    assert_eq!(ran.code, plain.code, "what is chosen does not depend on it");
    let says =
        ["it runs in gVisor", "/.dockerenv is there", "this sandbox shows no GPU device node", "--nvproxy"];
    let head = ran.out.split("BACKEND").next().unwrap();
    assert!(says.iter().all(|s| head.contains(s)), "{head}");
    let json = candor(&[&args[..], &["--json"]].concat()).json();
    let signs: Vec<&str> =
        json["host"]["inside"].as_array().unwrap().iter().map(|s| s["of"].as_str().unwrap()).collect();
    assert_eq!(signs, ["docker", "gvisor"]);
    // The selection tells the same.
    assert_eq!(json["choice"]["report"]["host"], json["host"]);
    put("dev/dri/renderD128", "");
    let json = candor(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(json["host"]["gpu_nodes"], serde_json::json!(["/dev/dri/renderD128"]));
    assert_eq!(json["host"]["advice"], serde_json::json!([]));
    let _ = candor(&["doctor", "--root", "/no/such/folder"]).ends(2).complains(&["--root", "no such folder"]);
}

#[test]
fn features_lists_capabilities_and_degradation() {
    let _ = candor(&["features", "bindless"]).ends(0).says(&[
        "bindless (device)",
        "needs    partially-bound",
        "without  binds a group",
    ]);
    let json = candor(&["features", "--json"]).ends(0).json();
    let all = json["features"].as_array().unwrap();
    assert!(all.len() > 60);
    let shown = candor(&["features"]).ends(0).out;
    for f in all {
        let (name, about) = (f["name"].as_str().unwrap(), f["description"].as_str().unwrap());
        assert!(shown.contains(&format!("{name} ({}): {about}\n", f["kind"].as_str().unwrap())), "{name}");
        assert!(!f["capabilities"].as_array().unwrap().is_empty());
    }
    let _ = candor(&["features", "bindles"]).ends(2).complains(&["did you mean 'bindless'"]);
}

#[test]
fn bad_input_gets_a_sentence_and_the_code_2() {
    let dir = scratch("bad");
    let bare = bare_device(&dir);
    let put = |name: &str, text: &[u8]| {
        let file = dir.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (cut, binary) = (put("cut.json", b"{\"schema\": 1, \"name\": "), put("binary.json", b"\xff\xfe\x00"));
    let (empty, other) = (put("empty.json", b""), put("other.json", b"{\"a\": 1}"));
    let (toml, typo) =
        (put("bad.toml", b"[features\n"), put("typo.toml", b"[featurs]\nbindless = \"required\"\n"));
    let (latin, tier) =
        (put("latin.toml", b"# \xe4\n"), put("tier.toml", b"[features]\nbindless = \"must\"\n"));
    let (bare, folder) = (text(&bare), text(&dir));
    let empty_folder = scratch("bad-empty");
    let cases: &[(&[&str], &[&str])] = &[
        (&["resolve", "--nosuch"], &["--nosuch"]),
        (&["nosuch"], &["nosuch"]),
        (&["resolve", "--report", bare], &["nothing is asked for", "--require"]),
        (&["resolve", "--require", "", "--report", bare], &["nothing is asked for"]),
        (
            &["resolve", "--require", "bindles", "--report", bare],
            &["there is no feature 'bindles'", "did you mean 'bindless'"],
        ),
        (&["resolve", "--require", "bindless=maybe", "--report", bare], &["unused, optional, required"]),
        (&["resolve", "--require", "a,,b", "--report", bare], &["candor features"]),
        (&["resolve", "--require", "compute", "--report", "no/such.json"], &["no/such.json"]),
        (&["resolve", "--require", "compute", "--report", &cut], &["cut.json, line 1"]),
        (&["resolve", "--require", "compute", "--report", &binary], &["binary.json", "UTF-8"]),
        (&["resolve", "--require", "compute", "--report", &empty], &["empty.json", "empty"]),
        (
            &["resolve", "--require", "compute", "--report", &other],
            &["not a device report", "VulkanCapsViewer"],
        ),
        (&["resolve", "--require", "compute", "--report", text(&empty_folder)], &["no JSON file"]),
        (
            &["resolve", "--require", "compute", "--report", bare, "--backend", "vulkan"],
            &["one or the other"],
        ),
        (
            &["resolve", "--require", "compute", "--backend", "opengl"],
            &["--backend", "'opengl' is no backend", "vulkan, null"],
        ),
        (&["resolve", "--require", "compute", "--backend", "metal"], &["no metal backend", "vulkan, null"]),
        (&["resolve", "--features", &toml, "--report", bare], &["bad.toml, line 1", "not TOML"]),
        (
            &["resolve", "--features", &typo, "--report", bare],
            &["typo.toml, line 1", "'featurs'", "did you mean 'feature"],
        ),
        (&["resolve", "--features", &latin, "--report", bare], &["latin.toml", "UTF-8"]),
        (&["resolve", "--features", &tier, "--report", bare], &["tier.toml, line 2", "'must'"]),
        (&["resolve", "--features", folder, "--report", bare], &["is a folder"]),
        (&["resolve", "--features", "no/such.toml", "--report", bare], &["no/such.toml"]),
        (&["resolve", "--profile-name", "X", "--report", bare], &["--profile"]),
        (&["coverage", "--require", "compute"], &["<DIR>"]),
        (&["coverage", folder], &["nothing is asked for"]),
        (&["coverage", "no/such", "--require", "compute"], &["no/such", "no such file or folder"]),
        (&["coverage", text(&empty_folder), "--require", "compute"], &["no JSON file"]),
        (&["coverage", &cut, "--require", "compute"], &["none of 1 files", "cut.json"]),
        (&["caps", "--report", folder, "--save", "x.json", "--adapter", "0"], &["one or the other"]),
        (&["probe-adapters", "bogus"], &["'bogus' is no backend"]),
    ];
    for (args, words) in cases {
        let _ = candor(args).ends(2).complains(words);
    }
    for bad in ["bogus", "d3d12"] {
        let env = [("CANDOR_BACKEND", bad)];
        let _ = candor_in(&["caps"], &env).ends(2).complains(&["CANDOR_BACKEND", bad, "vulkan, null"]);
        let _ = candor_in(&["resolve", "--require", "compute"], &env).ends(2).complains(&["CANDOR_BACKEND"]);
    }
    // For programs the failure is an object on the standard output as well.
    let json = candor(&["resolve", "--require", "bindles", "--report", bare, "--json"]).ends(2).json();
    assert_eq!(json["error"]["code"], "requests");
    assert!(json["error"]["message"].as_str().unwrap().contains("did you mean 'bindless'"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_candor"))
        .arg("features")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(out.stderr.is_empty());
}

#[test]
fn two_devices_are_compared_with_the_same_content_in_text_and_json() {
    let Some(h200) = report(H200) else { return };
    let dir = scratch("diff");
    let bare = bare_device(&dir);
    let args = ["caps", "--diff", text(&h200), text(&bare)];
    let ran = candor(&args).ends(1).says(&[
        "A: NVIDIA H200",
        "B: Bare",
        "ray-tracing-pipeline",
        "VK_KHR_swapchain",
    ]);
    let json = candor(&[&args[..], &["--json"]].concat()).ends(1).json();
    assert_eq!((&json["equal"], &json["same_api"]), (&Value::Bool(false), &Value::Bool(true)));
    let differences = json["differences"].as_array().unwrap();
    assert!(differences.len() > 300, "{}", differences.len());
    for d in differences {
        let (name, more) = (d["name"].as_str().unwrap(), d["more"].as_str().unwrap());
        let more = more.replace('a', "A").replace('b', "B");
        let starts = |l: &&str| {
            l.starts_with(&format!("{name} ")) && (more.len() > 1 || l.contains(&format!(" {more} ")))
        };
        assert!(ran.out.lines().any(|l| starts(&l)), "{d}");
    }
    let row = |name: &str| differences.iter().find(|d| d["name"] == name).unwrap();
    let mesh = row("mesh-shader");
    assert_eq!(
        (&mesh["kind"], &mesh["a"], &mesh["b"], &mesh["more"]),
        (&"capability".into(), &true.into(), &false.into(), &"a".into())
    );
    let limit = row("VkPhysicalDeviceLimits.maxImageDimension2D");
    assert_eq!((&limit["a"], &limit["b"], &limit["more"]), (&32768.into(), &Value::Null, &"unknown".into()));

    let _ = candor(&["caps", "--diff", text(&h200), text(&h200)]).ends(0).says(&["Equal"]);
    let _ = candor(&["caps", "--diff", text(&h200)]).ends(2);
    let gone = dir.join("gone.json");
    let _ =
        candor(&["caps", "--diff", text(&h200), text(&gone)]).ends(2).complains(&["gone.json is not there"]);
    let _ = candor(&["caps", "--diff", text(&h200), text(&dir)]).ends(2).complains(&["is a folder"]);
    std::fs::write(&gone, "{").unwrap();
    let _ = candor(&["caps", "--diff", text(&gone), text(&h200)]).ends(2).complains(&["gone.json"]);
    let _ = candor(&["caps", "--diff", text(&h200), text(&bare), "--adapter", "0"]).ends(2);
    // That no device is here is bad input and no difference.
    let none = [("VK_DRIVER_FILES", "/nowhere.json"), ("VK_ICD_FILENAMES", "/nowhere.json")];
    let _ =
        candor_in(&["caps", "--diff", text(&h200), "live"], &none).ends(2).complains(&["no device is here"]);
    if live() {
        let _ = candor(&["caps", "--diff", "live", "live:0"]).ends(0).says(&["Equal"]);
        let _ =
            candor(&["caps", "--diff", "live", "live:no such adapter"]).ends(2).complains(&["no adapter is"]);
        let _ = candor(&["caps", "--diff", "live", text(&bare)]).ends(1);
    }
}
