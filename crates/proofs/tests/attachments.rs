//! What becomes of attachments at the ends of passes and of parts of passes.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, column, push, stage};
use candor_rhi::*;

const SHOW: &str = "proof_sample.fs_depth";
const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
const DEPTHS: [f32; 4] = [0.125, 0.375, 0.625, 0.875];

/// Nothing is lost, nothing races, over and over.
#[test]
fn depth_that_is_only_tested_is_sampled_in_the_same_pass_and_after_it() {
    let Some(b) = Bed::new("read-only depth") else { return };
    let (format, size) = (Format::Depth32Float, 8);
    let z = b.depth(format, size, size);
    let (t, seen) = (b.target(Format::R32Float, size, size), b.target(Format::R32Float, size, size));
    let entries = [LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = BindGroupLayoutDesc { label: "layout", entries: &entries, samplers: &[] };
    let layout = b.device.create_bind_group_layout(&layout).unwrap();
    let group = BindGroupDesc { label: "group", layout: &layout, entries: &[GroupEntry::view(3, &z.view)] };
    let group = b.device.create_bind_group(&group).unwrap();

    let fill = DepthState { compare: Compare::Always, ..DepthState::standard(format) };
    let fill = RasterPipelineDesc {
        label: "fill",
        vertex: stage(QUAD),
        push: PUSH,
        depth: Some(fill),
        ..Default::default()
    };
    let fill = b.device.create_raster_pipeline(&fill).unwrap();
    let colors = [Format::R32Float.into()];
    let layouts = [&layout];
    let show = RasterPipelineDesc { colors: &colors, groups: &layouts, ..Default::default() };
    let tested = DepthState { write: false, compare: Compare::LessEqual, ..DepthState::standard(format) };
    let beside = RasterPipelineDesc { depth: Some(tested), ..show };
    let (beside, after) = (b.pipeline(QUAD, SHOW, &beside), b.pipeline(QUAD, SHOW, &show));

    for round in 0..3 {
        let mut batch = b.device.batch();
        if round == 0 {
            let d = RasterDesc { depth: Some(Depth::clear(&z.view, 1.0)), ..Default::default() };
            batch.raster(&d, |r| {
                r.pipeline(&fill);
                for (i, depth) in DEPTHS.iter().enumerate() {
                    r.push(0, &push(column(i, 4), [*depth; 2], [0.0; 4]));
                    r.draw(0..6, 0..1);
                }
            });
        }
        let (t_color, seen_color) = ([Color::clear(&t.view, [0.0; 4])], [Color::clear(&seen.view, [0.0; 4])]);
        let depth = Some(Depth::read_only(&z.view));
        let d = RasterDesc { color: &t_color, depth, groups: &[&group], ..Default::default() };
        batch.raster(&d, |r| {
            r.pipeline(&beside);
            r.group(0, &group, []);
            // In front of the two farther columns only.
            r.push(0, &push(FULL, [0.5; 2], [0.0; 4]));
            r.draw(0..6, 0..1);
        });
        batch.raster(&RasterDesc { color: &seen_color, groups: &[&group], ..Default::default() }, |r| {
            r.pipeline(&after);
            r.group(0, &group, []);
            r.push(0, &push(FULL, [0.5; 2], [0.0; 4]));
            r.draw(0..6, 0..1);
        });
        let reads = [&t, &seen].map(|t| batch.read_texture(&Region::level(&t.texture, 0)));
        batch.submit().unwrap().wait(WAIT).unwrap();
        let [inside, later] = reads.map(|r| r.wait(WAIT).unwrap());
        let columns = |bytes: &[u8]| {
            let texel = |i: usize| f32::from_le_bytes(bytes[i * 4..][..4].try_into().unwrap());
            std::array::from_fn::<f32, 4, _>(|c| texel(c * 2))
        };
        assert_eq!(columns(&inside), [0.0, 0.0, 0.625, 0.875], "round {round}");
        assert_eq!(columns(&later), DEPTHS, "round {round}");
    }
    b.silent();
}

/// Samples outlive the parts and not the pass.
#[test]
fn a_split_pass_resolves_what_all_of_its_parts_drew() {
    let Some(b) = Bed::new("split resolve") else { return };
    const PARTS: usize = 4;
    let format = Format::Rgba8Unorm;
    let t = b.target(format, PARTS as u32, 4);
    let many = TextureDesc { samples: Samples::Exact(4), ..TextureDesc::color_target("many", format, 4, 4) };
    let many = b.device.create_texture(&many).unwrap().value;
    let many = b.device.create_view(&many, &ViewDesc::default()).unwrap();
    let colors = [format.into()];
    let d = RasterPipelineDesc { colors: &colors, samples: 4, ..Default::default() };
    let p = b.pipeline(QUAD, "proof_draw.fs_color", &d);
    let bytes = b.frame(&t, |batch, v| {
        let clear = Color::clear(&many, [0.0; 4]);
        let color = [Color { store: Store::Discard, resolve: Some(v), ..clear }];
        let d = RasterDesc { label: "split", color: &color, ..Default::default() };
        for (i, slot) in batch.raster_split(&d, PARTS).enumerate() {
            slot.record(|r| {
                r.pipeline(&p);
                r.push(0, &push(column(i, PARTS), [0.5; 2], [(i + 1) as f32 * 0.2; 4]));
                r.draw(0..6, 0..1);
            });
        }
    });
    let model: Vec<u8> = (0..64).map(|i| 51 * (i as u8 / 4 % 4 + 1)).collect();
    assert_eq!(bytes, model);
    b.silent();
}
