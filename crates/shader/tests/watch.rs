//! Files that change while a program runs. Nothing here waits: contents are compared, whatever the clock of the files says.
#![cfg(feature = "compile")]
#![allow(clippy::unwrap_used, clippy::panic)]

use candor_shader::compile::{Reloaded, ShaderDesc, Watcher};
use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("candor-watch-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const MAIN: &str = "#include \"lib.wgsl\"\n@compute @workgroup_size(N) fn main() {}\n";

#[test]
fn what_depends_on_a_changed_file_is_compiled_and_nothing_else() {
    let at = folder("depends");
    fs::write(at.join("lib.wgsl"), "const N = 4;").unwrap();
    fs::write(at.join("a.wgsl"), MAIN).unwrap();
    fs::write(at.join("b.wgsl"), "@compute @workgroup_size(1) fn main() {}").unwrap();
    let mut watcher = Watcher::new();
    let (a, first) = watcher.add(ShaderDesc::file(at.join("a.wgsl")));
    let (b, _) = watcher.add(ShaderDesc::file(at.join("b.wgsl")));
    assert_eq!(first.unwrap().entry_points()[0].workgroup_size, Some([4, 1, 1]));
    assert!(watcher.poll().is_empty());

    fs::write(at.join("lib.wgsl"), "const N = 8;").unwrap();
    let told = watcher.poll();
    assert!(matches!(&told[..], [Reloaded::Changed { id, .. }] if *id == a), "{told:?}");
    assert_eq!(watcher.get(a).unwrap().entry_points()[0].workgroup_size, Some([8, 1, 1]));
    assert!(watcher.poll().is_empty());

    // A comment changes the file and not the shader.
    fs::write(at.join("b.wgsl"), "// b\n@compute @workgroup_size(1) fn main() {}").unwrap();
    assert!(matches!(&watcher.poll()[..], [Reloaded::Same { id }] if *id == b));

    // What is no longer included does not count.
    fs::write(at.join("a.wgsl"), "@compute @workgroup_size(2) fn main() {}").unwrap();
    assert_eq!(watcher.poll().len(), 1);
    fs::write(at.join("lib.wgsl"), "const N = 16;").unwrap();
    assert!(watcher.poll().is_empty());
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_fault_leaves_the_old_one_and_is_mended() {
    let at = folder("fault");
    fs::write(at.join("lib.wgsl"), "const N = 4;").unwrap();
    fs::write(at.join("a.wgsl"), MAIN).unwrap();
    let mut watcher = Watcher::new();
    let (id, first) = watcher.add(ShaderDesc::file(at.join("a.wgsl")));
    let first = first.unwrap();

    fs::write(at.join("lib.wgsl"), "const N = ;").unwrap();
    let told = watcher.poll();
    let [Reloaded::Failed { why, .. }] = &told[..] else { panic!("{told:?}") };
    assert!(
        why.list[0].file.ends_with("lib.wgsl") && told[0].to_string().ends_with("the one from before stays")
    );
    assert_eq!(watcher.get(id), Some(&first));
    assert!(watcher.fault(id).is_some());
    assert!(watcher.poll().is_empty(), "a fault is told once");

    fs::remove_file(at.join("lib.wgsl")).unwrap();
    assert!(matches!(&watcher.poll()[..], [Reloaded::Failed { .. }]));
    fs::write(at.join("lib.wgsl"), "const N = 5;").unwrap();
    assert!(matches!(&watcher.poll()[..], [Reloaded::Changed { .. }]));
    assert!(watcher.fault(id).is_none());
    assert_ne!(watcher.get(id), Some(&first));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn one_that_was_never_right_is_watched_too() {
    let at = folder("never");
    let mut watcher = Watcher::new();
    let (id, result) = watcher.add(ShaderDesc::file(at.join("later.wgsl")));
    assert!(result.is_err() && watcher.get(id).is_none());
    fs::write(at.join("later.wgsl"), "@compute @workgroup_size(1) fn main() {}").unwrap();
    assert!(matches!(&watcher.poll()[..], [Reloaded::Changed { .. }]));
    assert!(watcher.get(id).is_some());
    fs::remove_dir_all(at).unwrap();
}
