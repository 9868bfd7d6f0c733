//! `candor verify`: what is proved, and that a proof that hangs, crashes or fails is counted and named.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;
#[cfg(target_os = "linux")]
#[path = "../../candor/tests/xvfb/mod.rs"]
mod xvfb;

use run::{candor, candor_in, live, scratch, text};
use serde_json::Value;

/// Proofs that every device of Candor's base set can run, and one claim that no device has.
const SOME: &str = "rasterization,compute,depth-clamp,device-local-memory";

fn entry<'a>(json: &'a Value, capability: &str) -> &'a Value {
    let entries = json["devices"][0]["entries"].as_array().unwrap();
    entries.iter().find(|e| e["capability"] == capability).unwrap()
}

#[test]
fn every_claim_holds_on_the_device_that_is_here() {
    if !live() {
        return;
    }
    let dir = scratch("verify");
    let (json, html) = (dir.join("report.json"), dir.join("report.html"));
    let args = ["verify", "--backend", "vulkan", "--json", text(&json), "--html", text(&html)];
    let ran = candor(&args).ends(0).says(&["No claim is disproved.", " 0 disproved, ", "DRIVER OFFERS IT"]);
    let file: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(file["holds"], true);
    assert_eq!(entry(&file, "rasterization")["verdict"], "proved");
    assert!(entry(&file, "rasterization")["time_ms"].is_u64());
    let page = std::fs::read_to_string(&html).unwrap();
    for d in file["devices"].as_array().unwrap() {
        let entries = d["entries"].as_array().unwrap();
        let count = |verdict: &str| entries.iter().filter(|e| e["verdict"] == verdict).count() as u64;
        let counts = ["proved", "disproved", "not-claimed"].map(count);
        assert_eq!(
            counts.map(Value::from),
            [&d["proved"], &d["disproved"], &d["not_claimed"]].map(Clone::clone)
        );
        assert!(counts[0] > 20, "{counts:?}");
        // Text and page hold what the JSON holds: a line for each capability, with its reason.
        for e in entries {
            let name = e["capability"].as_str().unwrap();
            let verdict = e["verdict"].as_str().unwrap().replace('-', " ");
            let why = e["why"].as_str().unwrap_or_default();
            let starts = |l: &&str| l.split_whitespace().next() == Some(name);
            let line = ran.out.lines().find(starts).unwrap_or_else(|| panic!("no line for {name}"));
            assert!(line.contains(&verdict) && line.contains(why), "{e} against {line}");
            assert!(page.contains(&format!("<td>{name}</td>")), "{name} is not on the page");
            // What is not claimed has a reason; what was proved is offered.
            assert_eq!(why.is_empty(), verdict == "proved", "{e}");
            assert!(e["offered"] == true || verdict != "proved", "{e}");
        }
        let offered = entries.iter().filter(|e| e["verdict"] == "not-claimed" && e["offered"] == true);
        assert_eq!(Value::from(offered.count() as u64), d["offered_not_claimed"]);
    }
}

#[test]
fn a_proof_that_hangs_crashes_or_fails_is_counted_and_named() {
    if !live() {
        return;
    }
    let wrong = "rasterization=hang,compute=crash,depth-clamp=fail";
    let args = ["verify", "--only", SOME, "--adapter", "0", "--limit", "2", "--misbehave", wrong];
    let ran =
        candor(&args).ends(1).says(&["3 claims are disproved.", "0 proved, 3 disproved, 1 not claimed"]);
    let json = candor(&[&args[..], &["--json", "-"]].concat()).ends(1).json();
    assert_eq!(json["holds"], false);
    assert_eq!(json["limit_seconds"], 2);
    assert_eq!(json["devices"][0]["disproved"], 3);
    for (capability, why) in [
        ("rasterization", "it had not ended after 2 s, and its process was killed"),
        ("compute", "its process crashed (signal: 6 (SIGABRT)"),
        ("depth-clamp", "a test made it go wrong"),
    ] {
        let e = entry(&json, capability);
        assert_eq!(e["verdict"], "disproved", "{e}");
        assert!(e["why"].as_str().unwrap().starts_with(why), "{e}");
        let line = ran.out.lines().find(|l| l.starts_with(&format!("{capability} "))).unwrap();
        assert!(line.contains("DISPROVED") && line.contains(why), "{line}");
    }
    // What goes well beside them is proved, and what is not claimed says why.
    let args = ["verify", "--only", "rasterization, compute", "--misbehave", "compute=crash", "--json", "-"];
    let json = candor(&args).ends(1).json();
    assert_eq!(entry(&json, "rasterization")["verdict"], "proved");
    assert_eq!(json["devices"][0]["entries"].as_array().unwrap().len(), 2);
}

#[test]
fn null_claims_nothing() {
    let json = candor(&["verify", "--backend", "null", "--json", "-"]).ends(0).json();
    let device = &json["devices"][0];
    assert_eq!((&device["proved"], &device["disproved"]), (&Value::from(0), &Value::from(0)));
    assert_eq!(entry(&json, "compute")["why"], "the Null backend accepts everything and draws nothing");
}

#[test]
fn bad_input_ends_with_two_and_a_sentence() {
    candor(&["verify", "--only", "telepathy"]).ends(2).complains(&[
        "--only: ",
        "'telepathy'",
        "rasterization",
    ]);
    candor(&["verify", "--backend", "glide"]).ends(2).complains(&["'glide' is no backend"]);
    candor(&["verify", "--limit", "0"]).ends(2).complains(&["--limit"]);
    candor(&["verify", "--backend", "null", "--adapter", "9"]).ends(2).complains(&["no adapter is '9'"]);
    let dir = scratch("verify-bad");
    candor(&["verify", "--html", text(&dir)]).ends(2).complains(&["is a folder; the report is a file"]);
    let nowhere = dir.join("none/report.json");
    candor(&["verify", "--json", text(&nowhere)]).ends(2).complains(&["there is no folder"]);
    candor(&["verify", "--misbehave", "compute=dance"]).ends(2).complains(&["compute=dance"]);
    candor(&["probe-proof", "vulkan", "0", "telepathy"]).ends(2).complains(&["'telepathy'"]);
    // The override from outside outranks the flag, as everywhere.
    let args = ["verify", "--backend", "vulkan", "--json", "-"];
    let json = candor_in(&args, &[("CANDOR_BACKEND", "null")]).ends(0).json();
    assert_eq!(json["devices"][0]["backend"], "null");
}

#[test]
#[cfg(target_os = "linux")]
fn presentation_is_proved_where_there_is_a_screen_and_not_claimed_elsewhere() {
    if !live() {
        return;
    }
    let only = ["verify", "--backend", "vulkan", "--only", "present", "--json", "-"];
    let nowhere = candor_in(&only, &[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")]).ends(0).json();
    let unseen = entry(&nowhere, "present");
    assert_eq!(unseen["verdict"], "not-claimed");
    assert!(unseen["why"].as_str().unwrap().contains("window"), "{unseen}");
    match xvfb::Server::start() {
        Ok(server) => {
            let seen = candor_in(&only, &[("DISPLAY", server.display.as_str())]).ends(0).json();
            assert_eq!(entry(&seen, "present")["verdict"], "proved", "{seen}");
        }
        Err(why) => eprintln!("SKIP presentation [vulkan]: {why}"),
    }
}
