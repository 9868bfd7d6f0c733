//! Candor's own base set over the reports of real devices.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use run::{candor, inputs, scratch, text};

#[test]
fn candors_base_set_runs_on_all_real_devices_but_those_that_are_named() {
    let Some(dir) = inputs("device-reports") else { return };
    // The table beside the reports tells the simulated, software and synthetic ones.
    let table = dir.join("FACTS.tsv");
    let args = ["coverage", "--base", "--table", text(&table), "--where", "kind=real device"];
    let json = candor(&[&args[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(json["reports"], 146);
    let percent = json["base"]["met_percent"].as_f64().unwrap();
    assert!(percent >= 98.0, "{percent} %");
    // Vulkan 1.0 without negative viewports: nothing less will do.
    let unmet = json["unmet"].as_array().unwrap();
    let source = |u: &serde_json::Value| u["source"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(unmet.iter().map(source).collect::<Vec<_>>(), ["powervr_rogue_ge8300.json (Khronos profile)"]);

    let shown = candor(&args).ends(0);
    let met = json["met"].as_u64().unwrap();
    let first = format!("Candor's own base set runs on {met} of 146 devices ({percent:.1} %). It needs: ");
    let needs: Vec<&str> =
        json["base"]["needs"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    let shown = shown.says(&[&format!("{first}{}.", needs.join(", "))]).out;
    for u in unmet {
        let row = shown.lines().find(|l| l.contains(u["source"].as_str().unwrap())).unwrap();
        assert!(row.contains("candor-vulkan: the device lacks Vulkan 1.1"), "{row}");
    }
    let preferred = json["preferred"].as_array().unwrap();
    let instead = json["base"]["instead"].as_array().unwrap();
    assert_eq!(preferred.len(), instead.len());
    for p in preferred {
        let name = p["name"].as_str().unwrap();
        let numbers = ["on", "missing", "unknown"].map(|k| p[k].as_u64().unwrap());
        assert_eq!(numbers.iter().sum::<u64>(), 146, "{name}");
        let words = instead.iter().find(|i| i["preferred"] == *name).unwrap()["instead"].as_str().unwrap();
        let row = shown.lines().find(|l| l.starts_with(&format!("{name} "))).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], numbers.map(|n| n.to_string()), "{row}");
        assert!(row.ends_with(words), "{row}");
    }
    let missing = |name: &str| preferred.iter().find(|p| p["name"] == name).unwrap()["missing"].as_u64();
    assert_eq!(missing("candor-dynamic-rendering"), Some(15));
    assert_eq!(missing("candor-synchronization2"), Some(28));
    assert_eq!(missing("candor-timeline-semaphore"), Some(4));
}

#[test]
fn the_base_set_is_asked_beside_what_else_is_required() {
    let Some(dir) = inputs("device-reports") else { return };
    let file = dir.join("vulkaninfo/nvidia_h200_580.159.04_linux.json");
    let args = ["coverage", "--base", "--require", "compute", "--optional", "msaa", text(&file)];
    let _ = candor(&args)
        .ends(0)
        .says(&["The required set, with Candor's own base set, runs on 1 of 1 devices (100.0 %)", "msaa"]);
    let optional = ["coverage", "--base", "--optional", "msaa", text(&file)];
    let _ = candor(&optional).ends(0).says(&["Candor's own base set runs on 1 of 1 devices"]);
    let json = candor(&["coverage", "--require", "compute", text(&file), "--json"]).ends(0).json();
    assert!(json.get("base").is_none() && json.get("preferred").is_none(), "nobody asked for it: {json}");
    let _ = candor(&["coverage", text(&file)]).ends(2).complains(&["nothing is asked for"]);
}

#[test]
fn a_table_that_does_not_name_reports_gets_a_sentence() {
    let dir = scratch("tables");
    let table = dir.join("table.tsv");
    let ask = |contents: &str, rows: &[&str]| {
        std::fs::write(&table, contents).unwrap();
        let rows = rows.iter().flat_map(|r| ["--where", r]);
        let args: Vec<&str> =
            ["coverage", "--base", "--table", text(&table)].into_iter().chain(rows).collect();
        candor(&args).ends(2)
    };
    ask("name\tkind\na\tb\n", &[]).complains(&["no column 'file'", "name, kind"]);
    ask("file\tkind\na.json\tb\n", &["kind=c"]).complains(&["no row with kind=c"]);
    ask("file\tkind\na.json\tb\n", &["sort=c"]).complains(&["no column 'sort'"]);
    ask("file\tkind\na.json\tb\n", &["kind"]).complains(&["--where 'kind'", "COLUMN=VALUE"]);
    ask("file\tkind\na.json\tb\n", &["kind=b"]).complains(&["a.json", "no such file"]);
    candor(&["coverage", "--base", "--table", text(&dir.join("none.tsv"))]).ends(2).complains(&["none.tsv"]);
}
