//! Volumes and lines: stored to, sampled between slices, read back.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, WAIT, stage};
use candor_rhi::*;

const SIDE: u32 = 4;

#[test]
fn volumes_are_stored_to_and_sampled_between_their_slices() {
    let Some(b) = Bed::new("volumes") else { return };
    let d = &b.device;
    let volume = |label| {
        let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        let desc = TextureDesc::volume(label, Format::Rgba8Unorm, [SIDE; 3], Contents::Zero);
        let t = d.create_texture(&TextureDesc { usage, ..desc }).unwrap().value;
        let v = d.create_view(&t, &ViewDesc::default()).unwrap();
        (t, v)
    };
    let ((first, first_view), (second, second_view)) = (volume("first"), volume("second"));
    let line = [10, 80, 150, 220];
    let row = TextureDesc::sampled("row", Format::R8Unorm, SIDE, 1, Contents::Data(&line));
    let row = d.create_texture(&TextureDesc { dim: TextureDim::D1, ..row }).unwrap().value;
    let row = d.create_view(&row, &ViewDesc::default()).unwrap();
    let sampler = d.create_sampler(&SamplerDesc::linear("between")).unwrap().value;
    let make = |shader: &str, entries: &[(u32, BindingKind, Resource<'_>)]| {
        let layout: Vec<_> =
            entries.iter().map(|(i, kind, _)| LayoutEntry::new(*i, Stages::COMPUTE, *kind)).collect();
        let layout = BindGroupLayoutDesc { label: "layout", entries: &layout, samplers: &[] };
        let layout = d.create_bind_group_layout(&layout).unwrap();
        let filled: Vec<_> =
            entries.iter().map(|(binding, _, r)| GroupEntry { binding: *binding, resource: *r }).collect();
        let group = BindGroupDesc { label: "group", layout: &layout, entries: &filled };
        let group = d.create_bind_group(&group).unwrap();
        let groups = [&layout];
        let desc = ComputePipelineDesc {
            label: shader,
            groups: &groups,
            shader: stage(shader),
            ..Default::default()
        };
        (d.create_compute_pipeline(&desc).unwrap(), group)
    };
    let stored = BindingKind::StorageTexture { write: true };
    let store = make("proof_volume.cs_store", &[(1, stored, Resource::View(&first_view))]);
    let turn = make(
        "proof_volume.cs_turn",
        &[
            (0, BindingKind::Texture, Resource::View(&first_view)),
            (1, stored, Resource::View(&second_view)),
            (2, BindingKind::Sampler, Resource::Sampler(&sampler)),
            (3, BindingKind::Texture, Resource::View(&row)),
        ],
    );
    let mut batch = d.batch();
    for (p, group) in [&store, &turn] {
        let pass = ComputeDesc { label: "volume", groups: &[group], ..Default::default() };
        batch.compute(&pass, |c| {
            c.pipeline(p);
            c.group(0, group, []);
            c.dispatch(1, 1, 1);
        });
    }
    let read = [&first, &second].map(|t| batch.read_texture(&Region::level(t, 0)));
    // One slice of the second alone.
    let slice = Region { origin: [0, 0, 2], size: [SIDE, SIDE, 1], ..Region::level(&second, 0) };
    let slice = batch.read_texture(&slice);
    batch.submit().unwrap_or_else(|e| panic!("{e}"));
    let [first, second] = read.map(|r| r.wait(WAIT).unwrap());
    let texels = |bytes: &[u8], model: &dyn Fn([u32; 3]) -> [f32; 4]| {
        for (i, got) in bytes.chunks_exact(4).enumerate() {
            let i = i as u32;
            let at = [i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE)];
            let expected = model(at);
            let near = got.iter().zip(expected).all(|(g, e)| (f32::from(*g) - e).abs() <= 1.0);
            assert!(near, "{at:?}: {got:?} instead of {expected:?}");
        }
    };
    let steps = |n: f32| n.min(3.0) * 51.0;
    texels(&first, &|[x, y, z]| [steps(x as f32), steps(y as f32), steps(z as f32), 255.0]);
    texels(&second, &|[x, y, z]| {
        // Half way to the next slice, and the last one at the end.
        let between = if x == 3 { 3.0 } else { x as f32 + 0.5 };
        [steps(z as f32), steps(y as f32), steps(between), f32::from(line[x as usize])]
    });
    let whole = (SIDE * SIDE * 4) as usize;
    assert_eq!(slice.wait(WAIT).unwrap(), second[2 * whole..3 * whole]);
    b.silent();
}
