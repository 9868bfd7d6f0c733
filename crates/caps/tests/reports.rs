//! Every file among the device reports loads or is refused with a sentence, and the classes come out as counted.

mod inputs;

use candor_caps::read::{Document, ReadError, read};
use candor_caps::report::Body;
use std::collections::BTreeMap;

#[test]
fn every_report_loads_or_is_refused_with_a_sentence() {
    let Some(dir) = inputs::device_reports() else { return };
    let mut classes: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut refused = Vec::new();
    let mut notes: BTreeMap<String, usize> = BTreeMap::new();
    let files = inputs::json_files(&dir);
    for (name, path) in &files {
        let folder = name.split('/').next().unwrap().to_owned();
        let class = match read(&std::fs::read(path).unwrap(), name) {
            Ok(document) => {
                for n in document.notes() {
                    *notes.entry(n.clone()).or_default() += 1;
                }
                if let Document::Device(d) = &document {
                    assert!(d.source.starts_with(name.as_str()), "{name}: {}", d.source);
                    assert!(matches!(d.body, Body::Vulkan(_)), "{name}");
                }
                document.class()
            }
            Err(e) => {
                refused.push((name.clone(), e));
                "refused"
            }
        };
        *classes.entry((folder, class)).or_default() += 1;
    }
    for (note, n) in &notes {
        println!("{n:5} {note}");
    }
    for r in &refused {
        println!("{}", r.1);
    }
    let counted: Vec<_> = classes.iter().map(|((f, c), n)| format!("{f} {c} {n}")).collect();
    println!("{}", counted.join("\n"));
}
