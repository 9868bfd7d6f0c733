//! Transient attachments: what is drawn into them is resolved and read, and nothing else is kept.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, PUSH, QUAD, column, push};
use candor_rhi::*;

#[test]
fn samples_and_depth_live_for_one_pass() {
    let Some(b) = Bed::new("transient attachments") else { return };
    let (d, format) = (&b.device, Format::Rgba8Unorm);
    let make = |usage, format| {
        let desc = TextureDesc {
            usage: usage | TextureUsage::TRANSIENT,
            samples: Samples::Exact(4),
            ..TextureDesc::color_target("transient", format, 8, 8)
        };
        let made = d.create_texture(&desc).unwrap();
        assert_eq!(made.outcomes.is_empty(), d.limits().lazy_memory, "{:?}", made.outcomes);
        d.create_view(&made.value, &ViewDesc::default()).unwrap()
    };
    let (samples, depth) =
        (make(TextureUsage::COLOR, format), make(TextureUsage::DEPTH, Format::Depth32Float));
    let colors = [format.into()];
    let desc = RasterPipelineDesc {
        colors: &colors,
        depth: Some(DepthState::standard(Format::Depth32Float)),
        samples: 4,
        push: PUSH,
        ..Default::default()
    };
    let p = b.pipeline(QUAD, "proof_draw.fs_color", &desc);
    let target = b.target(format, 8, 8);
    for round in 0..4u8 {
        let bytes = b.frame(&target, |batch, view| {
            let color = [Color {
                view: &samples,
                load: Load::Clear([0.0, 0.0, f32::from(round) / 255.0, 1.0]),
                store: Store::Discard,
                resolve: Some(view),
            }];
            let depth = Depth { store: Store::Discard, ..Depth::clear(&depth, 1.0) };
            batch.raster(&RasterDesc { color: &color, depth: Some(depth), ..Default::default() }, |r| {
                r.pipeline(&p);
                // The nearer one stays, whatever the order.
                let near = push(column(0, 2), [0.25; 2], [1.0, 0.0, 0.0, 1.0]);
                let far = push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [0.0, 1.0, 0.0, 1.0]);
                let order = if round % 2 == 0 { [near, far] } else { [far, near] };
                for p in order.iter().take(if round == 3 { 0 } else { 2 }) {
                    r.push(0, p);
                    r.draw(0..6, 0..1);
                }
            });
        });
        for (i, texel) in bytes.chunks_exact(4).enumerate() {
            let expected = match (round, i % 8 < 4) {
                (3, _) => [0, 0, 3, 255],
                (_, true) => [255, 0, 0, 255],
                (_, false) => [0, 255, 0, 255],
            };
            assert_eq!(texel, expected, "round {round}, texel {i}");
        }
    }
    b.silent();
}
