//! Depth that a pass only tests, and that the same pass and the next ones sample, over and over: nothing is lost, nothing races.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, column, push, stage};
use candor_rhi::*;

const SHOW: &str = "proof_sample.fs_depth";
const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
const DEPTHS: [f32; 4] = [0.125, 0.375, 0.625, 0.875];

#[test]
fn depth_that_is_only_tested_is_sampled_in_the_same_pass_and_after_it() {
    let Some(b) = Bed::new("read-only depth") else { return };
    let (format, size) = (Format::Depth32Float, 8);
    let z = b.depth(format, size, size);
    let (t, seen) = (b.target(Format::R32Float, size, size), b.target(Format::R32Float, size, size));
    let entries = [LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = BindGroupLayoutDesc { label: "layout", entries: &entries };
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
