//! RenderDoc is refused where it is not, and told what to do where it is: by a library of its name that counts what it is told.
#![cfg(all(unix, not(target_vendor = "apple"), not(target_os = "android")))]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use candor_rhi::driver::{ApiValidation, Driver, LoadDesc};
use candor_vulkan::VulkanDriver;
use candor_vulkan::renderdoc::{RenderDoc, is_here};
use std::path::Path;
use std::process::Command;

/// Entries in the order of `renderdoc_app.h`, in units of pointers: version 0, trigger 15, start 19, capturing 20, end 21.
const FAKE: &str = r"
#include <stdint.h>
#include <stddef.h>
int told[4];
static int running, version = 10102;
void set_version(int v) { version = v; }
static void get_version(int *a, int *b, int *c) { *a = 1; *b = 6; *c = 0; }
static void trigger(void) { told[0]++; }
static void start(void *d, void *w) { if (told[3]) return; told[1] += d == NULL && w == NULL; running = 1; }
static uint32_t capturing(void) { return running; }
static uint32_t end(void *d, void *w) { told[2] += d == NULL && w == NULL; running = 0; return told[2] == 1; }
static void *table[22];
int RENDERDOC_GetAPI(int asked, void **out) {
    if (asked != version) return 0;
    table[0] = get_version; table[15] = trigger; table[19] = start; table[20] = capturing; table[21] = end;
    *out = table;
    return 1;
}
";

/// Whether devices that are made now show passes to debuggers, without the validation layer.
fn marks() -> Option<bool> {
    let desc = LoadDesc { validation: ApiValidation::Off, ..Default::default() };
    let instance = VulkanDriver.load(&desc).ok()?;
    let adapters = instance.adapters().ok()?;
    let requests = candor_caps::Requests::new().on_candor_vulkan().unwrap();
    let plan = candor_caps::resolve(&adapters.first()?.report, &requests).plan;
    Some(instance.create_device(0, &plan).ok()?.wants_marks())
}

#[test]
fn it_is_found_where_it_is_and_told_what_to_do() {
    let e = RenderDoc::attach().unwrap_err().to_string();
    assert!(!is_here() && e.contains("RenderDoc") && e.contains("not in this process"), "{e}");
    let before = marks();

    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, library) = (dir.join("fake.c"), dir.join("librenderdoc.so"));
    std::fs::write(&source, FAKE).unwrap();
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wl,-soname,librenderdoc.so", "-o"])
        .args([&library, &source])
        .status();
    if !built.is_ok_and(|s| s.success()) {
        eprintln!("SKIP a library in RenderDoc's place: no C compiler");
        return;
    }
    // SAFETY: the library was made above and does nothing when it is loaded.
    let fake = unsafe { libloading::Library::new(&library) }.unwrap();
    // SAFETY: the library has this function.
    let set_version = unsafe { fake.get::<unsafe extern "C" fn(i32)>(b"set_version") }.unwrap();
    // SAFETY: as above.
    unsafe { set_version(1) };
    let e = RenderDoc::attach().unwrap_err().to_string();
    assert!(is_here() && e.contains("1.1.2"), "{e}");
    // SAFETY: as above.
    unsafe { set_version(10102) };
    let doc = RenderDoc::attach().unwrap();
    assert_eq!(doc.version(), [1, 6, 0]);
    // SAFETY: the library has these numbers, which nobody changes while they are read.
    let numbers = unsafe { fake.get::<*mut [i32; 4]>(b"told") }.unwrap();
    // SAFETY: as above.
    let told = || unsafe { **numbers };

    doc.trigger();
    assert_eq!(told(), [1, 0, 0, 0]);
    assert!(doc.end().unwrap_err().to_string().contains("start one first"));
    doc.start().unwrap();
    assert!(doc.is_capturing() && doc.start().unwrap_err().to_string().contains("captures already"));
    doc.end().unwrap();
    assert_eq!(told(), [1, 1, 1, 0]);
    doc.start().unwrap();
    assert!(doc.end().unwrap_err().to_string().contains("its log says why"));
    // Without a device it does not begin.
    // SAFETY: as above.
    unsafe { (**numbers)[3] = 1 };
    assert!(doc.start().unwrap_err().to_string().contains("no device"));

    match (before, marks()) {
        (Some(without), Some(with)) => assert!(!without && with, "{without} {with}"),
        _ => eprintln!("SKIP marks for RenderDoc [vulkan]: no vulkan device"),
    }
}
