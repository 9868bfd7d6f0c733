//! The validation layer's silence means something: it speaks when one of the barriers that Candor derives is left out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;
mod leaves_out;

use bed::{Bed, PUSH, QUAD, WAIT, push, stage};
use candor_rhi::driver::ApiValidation;
use candor_rhi::*;
use leaves_out::LeavesOut;

const SIDE: u32 = 8;
const WORDS: u32 = 64;

/// Two dispatches, of which the second adds one to what the first has made of zeros, a picture, a second one that samples the first, and both read back: every
/// step needs the one before.
fn frame(b: &Bed) -> (Vec<u8>, Vec<u8>) {
    let d = &b.device;
    let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
    let size_bytes = u64::from(WORDS) * 4;
    let [zeros, ones, words] = ["zeros", "ones", "words"].map(|label| {
        d.create_buffer(&BufferDesc { label, size_bytes, usage, ..Default::default() }).unwrap()
    });
    let group = |stages, kinds: &[BindingKind], filled: &[GroupEntry<'_>]| {
        let numbered = (0..).zip(kinds);
        let entries: Vec<_> = numbered.map(|(i, kind)| LayoutEntry::new(i, stages, *kind)).collect();
        let layout = BindGroupLayoutDesc { label: "layout", entries: &entries, ..Default::default() };
        let layout = d.create_bind_group_layout(&layout).unwrap();
        let desc = BindGroupDesc { label: "group", layout: &layout, entries: filled };
        let group = d.create_bind_group(&desc).unwrap();
        (layout, group)
    };
    let storage = |write| BindingKind::Storage { dynamic: false, write };
    let adds = |to, from| {
        let filled = [GroupEntry::buffer(0, to), GroupEntry::buffer(1, from)];
        group(Stages::COMPUTE, &[storage(true), storage(false)], &filled)
    };
    let (layout, once) = adds(&ones, &zeros);
    let (_, again) = adds(&words, &ones);
    let add = ComputePipelineDesc {
        groups: &[&layout],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader: stage("proof_compute.cs_add"),
        ..Default::default()
    };
    let add = d.create_compute_pipeline(&add).unwrap();
    let format = Format::Rgba8Unorm;
    let (first, second) = (b.target(format, SIDE, SIDE), b.target(format, SIDE, SIDE));
    let (layout, samples) =
        group(Stages::FRAGMENT, &[BindingKind::Texture], &[GroupEntry::view(0, &first.view)]);
    let colors = [format.into()];
    let fill = RasterPipelineDesc { colors: &colors, ..Default::default() };
    let load = b.pipeline(
        QUAD,
        "proof_sample.fs_load",
        &RasterPipelineDesc { groups: &[&layout], push: PUSH, ..fill },
    );
    let fill = b.pipeline(QUAD, "proof_draw.fs_color", &fill);

    let mut batch = d.batch();
    for group in [&once, &again] {
        batch.compute(&ComputeDesc { groups: &[group], ..Default::default() }, |c| {
            c.pipeline(&add);
            c.group(0, group, []);
            c.push(&bytemuck::cast::<_, [u8; 16]>([0, WORDS, 0, 0]));
            c.dispatch(WORDS / 64, 1, 1);
        });
    }
    let full = push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [0.0, 1.0, 0.0, 1.0]);
    batch.raster(&RasterDesc { color: &[Color::clear(&first.view, [0.0; 4])], ..Default::default() }, |r| {
        r.pipeline(&fill);
        r.push(0, &full);
        r.draw(0..6, 0..1);
    });
    let color = [Color::clear(&second.view, [0.0; 4])];
    batch.raster(&RasterDesc { color: &color, groups: &[&samples], ..Default::default() }, |r| {
        r.pipeline(&load);
        r.group(0, &samples, []);
        r.push(0, &full);
        r.draw(0..6, 0..1);
    });
    let picture = batch.read_texture(&Region::level(&second.texture, 0));
    let counts = batch.read_buffer(&words, 0..size_bytes);
    batch.submit().unwrap().wait(WAIT).unwrap();
    (picture.wait(WAIT).unwrap(), counts.wait(WAIT).unwrap())
}

#[test]
fn a_barrier_that_is_left_out_is_reported() {
    let mut faulty = None;
    let by = |backend| {
        let without = LeavesOut::around(backend);
        faulty = Some(without.clone());
        without as _
    };
    let Some(b) = Bed::on("barriers that are left out", ApiValidation::On, by) else { return };
    if !b.validated {
        return;
    }
    let faulty = faulty.unwrap();
    faulty.layer().leave_out(None);
    let (picture, counts) = frame(&b);
    assert_eq!(picture, [0, 255, 0, 255].repeat((SIDE * SIDE) as usize));
    assert_eq!(counts, [2, 0, 0, 0].repeat(WORDS as usize));
    b.silent();
    let lists = faulty.layer().seen();
    assert!(lists > 4, "{lists} lists of barriers");
    let (mut hazards, mut silent) = (0, Vec::new());
    for n in 0..lists {
        faulty.layer().leave_out(Some(n));
        frame(&b);
        let said = b.instance.validation_messages();
        hazards += usize::from(said.iter().any(|m| m.contains("SYNC-HAZARD")));
        if said.is_empty() {
            silent.push(n);
        }
    }
    assert!(hazards >= 2, "the order of buffers is in no layout: synchronisation alone can tell");
    // The last list makes the copies visible to the host, whose reads no layer sees.
    assert!(
        silent.iter().all(|n| n + 1 == lists),
        "nothing was said without the lists {silent:?} of {lists}"
    );
    // What was reported is gone, and with every barrier in its place nothing more is said.
    faulty.layer().leave_out(None);
    frame(&b);
    b.silent();
}
