//! A machine without a Vulkan loader: the program runs where the system's libraries are all there but that one.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod run;

use run::{Ran, candor, candor_by, scratch, text};
use std::path::PathBuf;
use std::process::Command;

const TEST: &str = "without_a_loader_the_answer_is_no_and_says_how_to_get_it";

/// Shows the folder of the loader without it, to the program that follows and to nobody else: the folder itself is kept under
/// another name, and links to all of its files but the loader take its place. `$1` is a scratch folder, `$2` the loader's.
const HIDE: &str = r#"set -e
work="$1" folder="$2"
shift 2
mkdir "$work/real" "$work/shown"
mount --bind "$folder" "$work/real"
ln -s "$work"/real/* "$work/shown/"
rm "$work"/shown/libvulkan.so*
mount --bind "$work/shown" "$folder"
exec "$@"
"#;

/// A namespace of mounts of one's own: root may have one, and others where the system lets them be root in it.
fn unshare() -> Option<Vec<&'static str>> {
    let ways = [vec!["unshare", "--mount"], vec!["unshare", "--map-root-user", "--mount"]];
    ways.into_iter().find(|way| {
        let tried = Command::new(way[0]).args(&way[1..]).args(["mount", "--bind", "/tmp", "/tmp"]).output();
        tried.is_ok_and(|o| o.status.success())
    })
}

/// Runs `candor` where no loader is.
fn without_loader(way: &[&str], name: &str, args: &[&str], loader: &std::path::Path) -> Ran {
    let work = scratch(name);
    let folder = loader.parent().unwrap();
    let hide = ["sh", "-c", HIDE, "hide", text(&work), text(folder)];
    candor_by(&[way, &hide].concat(), args)
}

#[test]
fn without_a_loader_the_answer_is_no_and_says_how_to_get_it() {
    let json = candor(&["doctor", "--json"]).json();
    let Some(file) = json["loader"]["file"].as_str() else {
        // Nothing to hide: this machine is the one that the test wants.
        return no_loader(|args| candor(args));
    };
    let loader = PathBuf::from(file).canonicalize().unwrap();
    let Some(way) = unshare() else {
        return eprintln!("SKIP {TEST}: nobody but root may hide a library here (unshare --mount)");
    };
    let mut n = 0;
    no_loader(|args| {
        n += 1;
        without_loader(&way, &format!("no-loader-{n}"), args, &loader)
    });
}

fn no_loader(mut run: impl FnMut(&[&str]) -> Ran) {
    let doctor = run(&["doctor", "--json"]).ends(1).json();
    if !doctor["loader"].is_null() {
        return eprintln!("SKIP {TEST}: there is another loader at {}", doctor["loader"]["file"]);
    }
    let needed = |m: &&serde_json::Value| m["needed"] == true;
    let missing: Vec<_> = doctor["missing"].as_array().unwrap().iter().filter(needed).collect();
    assert_eq!(missing[0]["what"], "loader", "{missing:?}");
    assert_eq!(doctor["backends"][0]["loads"], false);
    let _ = run(&["doctor"]).ends(1).says(&[
        "Vulkan loader: missing",
        "Missing: the Vulkan loader",
        "sudo apt-get install libvulkan1",
        "brew install vulkan-loader",
    ]);
    let how = doctor["missing"][0]["how"][0]["how"].as_str().unwrap();
    let said = ["the Vulkan loader (libvulkan) could not be loaded", "the Vulkan loader is missing", how];
    let png = scratch("no-loader").join("showcase.png");
    let _ = run(&["demo", "-o", text(&png)]).ends(1).complains(&said).complains(&["[S004]"]);
    assert!(!png.exists(), "a picture was left behind");
    let _ = run(&["caps"]).ends(1).complains(&said).complains(&["no device is here"]);
}
