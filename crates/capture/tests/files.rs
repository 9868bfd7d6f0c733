//! A damaged file is refused with a sentence, wherever the damage is; nothing in it can do harm where it is replayed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bed;

use bed::frame::null;
use candor_capture::{CaptureFile, Damage, ReplayDesc, ReplayError, VERSION, replay, sections};
use candor_rhi::*;
use std::time::Duration;

/// A frame with something of everything; replayed on the same device it gives the same.
fn small() -> CaptureFile {
    let (device, capture) = null();
    let (file, expected) = bed::frame::small(&device, &capture);
    let out = replay(&device, &file, &ReplayDesc::default()).unwrap();
    assert_eq!(out.outputs.len(), 1);
    assert_eq!((out.outputs[0].label.as_str(), &out.outputs[0].bytes), ("b", &expected));
    file
}

fn refused(bytes: &[u8]) -> Damage {
    let e = CaptureFile::read(bytes).map(|_| ()).expect_err("damage was not seen");
    let text = e.to_string();
    assert!(!e.place.is_empty() && !e.rule.is_empty() && text.len() < 600, "{text}");
    e
}

#[test]
fn every_byte_that_is_changed_or_missing_is_noticed() {
    let bytes = small().write();
    assert_eq!(CaptureFile::read(&bytes).unwrap().write(), bytes);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        refused(&damaged);
        refused(&bytes[..at]);
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(refused(&longer).rule.contains("are there"));
}

#[test]
fn what_layouts_say_of_their_bindings_is_kept() {
    let listing = CaptureFile::read(&small().write()).unwrap().listing();
    for part in ["class: Float, multisampled: false", "Sampler { compares: false }", "MinSize(32)"] {
        assert!(listing.contains(part), "'{part}' is missing in: {listing}");
    }
}

#[test]
fn a_header_that_is_wrong_is_told_by_its_rule() {
    let bytes = small().write();
    let mut other = bytes.clone();
    other[8..12].copy_from_slice(&(VERSION + 1).to_le_bytes());
    let e = refused(&other).to_string();
    assert!(e.contains(&format!("of version {}", VERSION + 1)) && e.contains("header"), "{e}");
    assert!(refused(b"{}").rule.contains("does not begin as a capture"));
    // A size that would take all memory, sealed as if it were right.
    let mut absurd = bytes.clone();
    let raw = 24 + 32 + 20;
    absurd[raw..raw + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    let header = 24 + 4 * 32;
    let sum = crc32fast::hash(&absurd[..header]);
    absurd[header..header + 4].copy_from_slice(&sum.to_le_bytes());
    let e = refused(&absurd).to_string();
    assert!(e.contains("section BLOB") && e.contains("unpack"), "{e}");
}

/// Bytes of a section that are left alone between two that are changed; the fuzzer changes all.
const STEP: usize = 3;

#[test]
fn what_is_wrong_within_is_refused_or_does_no_harm() {
    let whole = sections::open(&small().write()).unwrap();
    let (device, _) = null();
    let desc = ReplayDesc { timeout: Duration::from_secs(5), ..Default::default() };
    let (mut damaged, mut replayed) = (0, 0);
    for section in [0, 2, 3] {
        for at in (0..whole[section].len()).step_by(STEP) {
            for value in [0xff, whole[section][at] ^ 1] {
                let mut parts = whole.clone();
                if parts[section][at] == value {
                    continue;
                }
                parts[section][at] = value;
                let bytes = sections::seal([&parts[0], &parts[1], &parts[2], &parts[3]]);
                match CaptureFile::read(&bytes) {
                    Err(e) => {
                        damaged += 1;
                        assert!(!e.rule.is_empty());
                    }
                    Ok(file) => {
                        assert_eq!(CaptureFile::read(&file.write()).unwrap().listing(), file.listing());
                        match replay(&device, &file, &desc) {
                            Ok(_) => replayed += 1,
                            Err(e) => assert!(!e.to_string().is_empty()),
                        }
                    }
                }
            }
        }
    }
    assert!(damaged > 100 && replayed > 100, "{damaged} were damaged, {replayed} could be replayed");
}

#[test]
fn an_object_that_is_not_there_is_named() {
    let whole = sections::open(&small().write()).unwrap();
    // The targets stand in the last bytes: one of them, then nothing missing and no notes.
    let mut steps = whole[3].clone();
    let n = steps.len();
    assert_eq!(steps[n - 4..][0], 1, "one target");
    steps[n - 3] = 0x7f;
    let e = refused(&sections::seal([&whole[0], &whole[1], &whole[2], &steps])).to_string();
    assert!(e.contains("targets") && e.contains("object 127"), "{e}");
}

#[test]
fn what_a_device_lacks_is_told_all_at_once_and_nothing_runs() {
    use candor_rhi::backend::{Enabled, FormatSupport};
    use candor_rhi::null::{NullBackend, NullDesc};
    let file = small();
    let desc = NullDesc { no_format: FormatSupport::COLOR, log: true, ..Default::default() };
    let null = NullBackend::new(NullDesc {
        limits: Some(Limits { timestamp_bits: 0, ..Default::default() }),
        ..desc
    });
    let device = Device::new(null.clone());
    let Err(ReplayError::Refused { list }) = replay(&device, &file, &ReplayDesc::default()) else { panic!() };
    let told = |kind: &str, label: &str, why: &str| {
        assert!(
            list.iter().any(|l| l.starts_with(kind) && l.contains(label) && l.contains(why)),
            "{list:#?}"
        );
    };
    assert_eq!(list.len(), 7, "{list:#?}");
    told("texture", "'target'", "colour attachment");
    told("raster pipeline", "'quad'", "colour attachment");
    told("query set", "'times'", "timestamps");
    assert!(null.take_log().is_empty());
    assert_eq!(file.needs(), Enabled::COMPUTE | Enabled::SEPARATE_STENCIL);
    let other = ReplayDesc { targets: &["c"], ..Default::default() };
    let (device, _) = bed::frame::null();
    let e = replay(&device, &file, &other).unwrap_err().to_string();
    assert!(e.contains("no texture or buffer 'c'") && e.contains("'target'"), "{e}");
    let other = ReplayDesc { targets: &["target"], ..Default::default() };
    assert_eq!(replay(&device, &file, &other).unwrap().outputs[0].bytes.len(), 64);
}

#[test]
fn a_binding_number_from_a_file_is_as_bounded_as_any() {
    let (device, capture) = null();
    let entries = [LayoutEntry::new(999, Stages::FRAGMENT, BindingKind::Texture)];
    let d = BindGroupLayoutDesc { label: "far", entries: &entries, samplers: &[] };
    let layout = device.create_bind_group_layout(&d).unwrap();
    let picture = TextureDesc::sampled("picture", Format::Rgba8Unorm, 1, 1, Contents::Data(&[0; 4]));
    let picture = device.create_texture(&picture).unwrap().value;
    let view = device.create_view(&picture, &ViewDesc::default()).unwrap();
    let entries = [GroupEntry::view(999, &view)];
    let group = BindGroupDesc { label: "group", layout: &layout, entries: &entries };
    let group = device.create_bind_group(&group).unwrap();
    let target = TextureDesc::color_target("target", Format::Rgba8Unorm, 4, 4);
    let target = device.create_texture(&target).unwrap().value;
    let view = device.create_view(&target, &ViewDesc::default()).unwrap();
    let stage = bed::frame::stage;
    let desc = RasterPipelineDesc {
        vertex: stage("proof_draw.vs_quad"),
        fragment: Some(stage("proof_draw.fs_color")),
        colors: &[Format::Rgba8Unorm.into()],
        groups: &[&layout],
        push: PushLayout { stages: Stages::RASTER, bytes: 64 },
        ..Default::default()
    };
    let pipeline = device.create_raster_pipeline(&desc).unwrap();
    capture.begin(&device).unwrap();
    let mut batch = device.batch();
    let color = [Color::clear(&view, [0.0; 4])];
    batch.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
        r.pipeline(&pipeline);
        r.group(0, &group, []);
    });
    batch.submit().unwrap();
    let file = capture.end().unwrap();
    assert!(replay(&device, &file, &ReplayDesc::default()).is_ok());
    // 999 and the largest number, in groups of seven bits.
    let (good, bad) = ([0xe7, 0x07], [0xff, 0xff, 0xff, 0xff, 0x0f]);
    let mut parts = sections::open(&file.write()).unwrap();
    let mut changed = 0;
    for part in [0, 2] {
        let places: Vec<_> =
            parts[part].windows(2).enumerate().filter(|(_, w)| *w == good).map(|(i, _)| i).collect();
        for at in places.into_iter().rev() {
            parts[part].splice(at..at + 2, bad);
            changed += 1;
        }
    }
    assert_eq!(changed, 2, "one in the layout, one in the group");
    let bytes = sections::seal([&parts[0], &parts[1], &parts[2], &parts[3]]);
    let file = CaptureFile::read(&bytes).unwrap();
    let Err(e) = replay(&device, &file, &ReplayDesc::default()) else { panic!("it was taken") };
    let told = e.to_string();
    assert!(told.contains("C017") && told.contains("4294967295"), "{told}");
}
