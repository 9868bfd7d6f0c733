//! A damaged file is refused with a sentence, wherever the damage is; nothing in it can do harm where it is replayed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bed;

use bed::{WAIT, null};
use candor_capture::{CaptureFile, Damage, ReplayDesc, ReplayError, VERSION, replay, sections};
use candor_rhi::*;
use std::time::Duration;

/// A frame with a pass of each kind, copies, queries, an upload, and something that the host writes.
fn small() -> CaptureFile {
    let (device, capture) = null();
    let data: Vec<u8> = (0..64).collect();
    let buffer = |label, usage, memory| {
        let contents = Contents::Data(&data);
        device.create_buffer(&BufferDesc { label, size_bytes: 64, usage, memory, contents }).unwrap()
    };
    let a = buffer("a", BufferUsage::COPY_SRC | BufferUsage::VERTEX, Memory::Upload);
    let b =
        buffer("b", BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC | BufferUsage::INDEX, Memory::Device);
    let d = TextureDesc::color_target("target", Format::Rgba8Unorm, 4, 4);
    let target = device.create_texture(&d).unwrap().value;
    let view = device.create_view(&target, &ViewDesc::default()).unwrap();
    let stage = |name: &str| {
        let s = candor_shader::get(name).unwrap();
        ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] }
    };
    let pipeline = device
        .create_raster_pipeline(&RasterPipelineDesc {
            label: "quad",
            vertex: stage("proof_draw.vs_quad"),
            fragment: Some(stage("proof_draw.fs_color")),
            push: PushLayout { stages: Stages::RASTER, bytes: 64 },
            colors: &[Format::Rgba8Unorm.into()],
            ..Default::default()
        })
        .unwrap();
    let set = QuerySetDesc { label: "times", kind: QueryKind::Timestamp, count: 2 };
    let set = device.create_query_set(&set).unwrap();
    capture.begin(&device).unwrap();
    device.write_buffer(&a, 4, &[9; 8]).unwrap();
    let mut batch = device.batch();
    batch.push_group("frame");
    let copy = Copy::Buffer { src: &a, src_offset: 0, dst: &b, dst_offset: 0, size: 32 };
    batch.copies("copy", &[copy, Copy::Fill { dst: &b, offset: 32, size: 32, value: 7 }]);
    let queries = PassQueries {
        timestamps: Some(Timestamps { set: &set, begin: Some(0), end: Some(1) }),
        ..Default::default()
    };
    let pass = RasterDesc {
        label: "pass",
        color: &[Color::clear(&view, [0.5; 4])],
        uses: &[Use::Buffer(&b, Access::INDEX, Stages::empty())],
        queries: Some(&queries),
        ..Default::default()
    };
    batch.raster(&pass, |p| {
        p.pipeline(&pipeline);
        p.push(0, &[0; 64]);
        p.viewport(Viewport { x: 0.0, y: 0.0, width: 4.0, height: 2.0, min_depth: 0.0, max_depth: 1.0 });
        p.index_buffer(&b, 0, IndexFormat::U16);
        p.draw_indexed(0..6, 0, 0..1);
        p.marker("drawn");
    });
    batch.pop_group();
    let readback = batch.read_buffer(&b, 0..64);
    batch.submit().unwrap().wait(WAIT).unwrap();
    let mut expected = data[..32].to_vec();
    expected[4..12].fill(9);
    expected.extend(7u32.to_le_bytes().repeat(8));
    assert_eq!(readback.wait(WAIT).unwrap(), expected);
    let file = capture.end().unwrap();
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

#[test]
fn what_is_wrong_within_is_refused_or_does_no_harm() {
    let whole = sections::open(&small().write()).unwrap();
    let (device, _) = null();
    let desc = ReplayDesc { timeout: Duration::from_secs(5), ..Default::default() };
    let (mut damaged, mut replayed) = (0, 0);
    for section in [0, 2, 3] {
        for at in 0..whole[section].len() {
            for value in [0, 1, 0x7f, 0xff, whole[section][at] ^ 1, whole[section][at].wrapping_add(1)] {
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
    assert!(damaged > 500 && replayed > 500, "{damaged} were damaged, {replayed} could be replayed");
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
    assert_eq!(list.len(), 3, "{list:#?}");
    assert!(list[0].contains("texture 'target'") && list[0].contains("colour attachment"), "{list:#?}");
    assert!(list[1].contains("raster pipeline 'quad'"), "{list:#?}");
    assert!(list[2].contains("query set 'times'") && list[2].contains("timestamps"), "{list:#?}");
    assert!(null.take_log().is_empty());
    assert_eq!(file.needs(), Enabled::empty());
    let other = ReplayDesc { targets: &["c"], ..Default::default() };
    let (device, _) = bed::null();
    let e = replay(&device, &file, &other).unwrap_err().to_string();
    assert!(e.contains("no texture or buffer 'c'") && e.contains("'target'"), "{e}");
    let other = ReplayDesc { targets: &["target"], ..Default::default() };
    assert_eq!(replay(&device, &file, &other).unwrap().outputs[0].bytes.len(), 64);
}
