//! Passes, attachments, queries, copies, frames.

use crate::kit::{Case, Kit, alone, in_pass};
use crate::world::window;
use candor_rhi::FindingCode as F;
use candor_rhi::*;

const NONE: TextureUsage = TextureUsage::empty();

pub(crate) fn case(code: F) -> Option<Case> {
    match code {
        F::TextureUnwritten => in_pass("map", |k| {
            let (_t, v) = k.target("map", TextureUsage::SAMPLED);
            let (group, p) = k.loading(&v);
            k.pass_with(&[&group], |r| {
                r.pipeline(&p);
                r.group(0, &group, []);
                r.draw(0..3, 0..1);
            });
            let color = [Color::clear(&v, [0.0; 4])];
            k.submit(|b| {
                b.raster(&RasterDesc { label: "after", color: &color, ..Default::default() }, |_| {})
            });
        }),
        F::TextureDiscarded => in_pass("map", |k| {
            let (_t, v) = k.target("map", TextureUsage::SAMPLED);
            let (group, p) = k.loading(&v);
            let given_up = [Color { store: Store::Discard, ..Color::clear(&v, [0.0; 4]) }];
            let (_t, to) = k.target("target", NONE);
            let color = [Color::clear(&to, [0.0; 4])];
            k.submit(|b| {
                b.raster(&RasterDesc { label: "before", color: &given_up, ..Default::default() }, |_| {});
                let d = RasterDesc { label: "pass", color: &color, groups: &[&group], ..Default::default() };
                b.raster(&d, |r| {
                    r.pipeline(&p);
                    r.group(0, &group, []);
                    r.draw(0..3, 0..1);
                });
            });
        }),
        F::LoadUnwritten => in_pass("target", |k| {
            let (_t, v) = k.target("target", NONE);
            drawn(k, &[Color::load(&v)], None);
        }),
        F::LoadDiscarded => in_pass("target", |k| {
            let (_t, v) = k.target("target", NONE);
            let given_up = [Color { store: Store::Discard, ..Color::clear(&v, [0.0; 4]) }];
            k.submit(|b| {
                b.raster(&RasterDesc { label: "before", color: &given_up, ..Default::default() }, |_| {});
            });
            drawn(k, &[Color::load(&v)], None);
        }),
        F::ClearRange => in_pass("target", |k| clear(k, Format::Rgba8Unorm, [0.0, 1.5, 0.0, 1.0])),
        F::ClearNan => in_pass("target", |k| clear(k, Format::Rgba16Float, [0.0, f32::NAN, 0.0, 1.0])),
        F::ClearInteger => in_pass("target", |k| clear(k, Format::Rgba8Uint, [1.0, 0.0, 0.0, 0.0])),
        F::EmptyRaster => in_pass("", |k| {
            let (_t, v) = k.target("target", NONE);
            let cleared = [Color::clear(&v, [0.0; 4])];
            let loaded = [Color::load(&v)];
            k.submit(|b| {
                b.raster(&RasterDesc { label: "before", color: &cleared, ..Default::default() }, |_| {});
                b.raster(&RasterDesc { label: "pass", color: &loaded, ..Default::default() }, |_| {});
            });
        }),
        F::EmptyCompute => in_pass("", |k| {
            k.submit(|b| b.compute(&ComputeDesc { label: "pass", ..Default::default() }, |_| {}))
        }),
        F::StoreUnread => in_pass("target", |k| {
            let (_t, v) = k.target("target", NONE);
            for label in ["before", "pass"] {
                let color = [Color::clear(&v, [0.0; 4])];
                k.submit(|b| b.raster(&RasterDesc { label, color: &color, ..Default::default() }, |_| {}));
            }
        }),
        F::ResolvedStored => in_pass("many", |k| {
            let d = TextureDesc {
                samples: Samples::Exact(4),
                usage: TextureUsage::COLOR,
                ..TextureDesc::color_target("many", Format::Rgba8Unorm, 64, 64)
            };
            let (_t, many) = k.texture(&d);
            for (label, store) in [("before", Store::Store), ("pass", Store::Discard)] {
                let (_t, one) = k.target("one", NONE);
                let color = [Color { resolve: Some(&one), store, ..Color::clear(&many, [0.0; 4]) }];
                k.submit(|b| b.raster(&RasterDesc { label, color: &color, ..Default::default() }, |_| {}));
            }
        }),
        F::DepthUnused => in_pass("depth", |k| {
            depth_loaded(k, |s| DepthState { write: false, compare: Compare::Always, ..s })
        }),
        F::DepthOnlyTested => in_pass("depth", |k| depth_loaded(k, |s| DepthState { write: false, ..s })),
        F::UnnamedPass => Some(Case {
            label: "",
            pass: Some(""),
            program: |k| {
                let (_t, v) = k.target("target", NONE);
                let color = [Color::clear(&v, [0.0; 4])];
                k.submit(|b| b.raster(&RasterDesc { color: &color, ..Default::default() }, |_| {}));
            },
        }),
        F::OcclusionEmpty => in_pass("queries", |k| {
            let d = QuerySetDesc { label: "queries", kind: QueryKind::Occlusion, count: 2 };
            let set = k.w.device.create_query_set(&d).unwrap();
            let occlusion = Some(QueryRange { set: &set, first: 0, count: 2 });
            queried(k, &PassQueries { occlusion, ..Default::default() }, |r, p| {
                r.begin_occlusion(0);
                r.end_occlusion();
                r.pipeline(p);
                r.draw(0..3, 0..1);
            });
        }),
        F::StatisticsEmpty => in_pass("queries", |k| {
            let kind = QueryKind::Statistics(Statistics::all());
            let d = QuerySetDesc { label: "queries", kind, count: 1 };
            let set = k.w.device.create_query_set(&d).unwrap();
            queried(k, &PassQueries { statistics: Some((&set, 0)), ..Default::default() }, |_, _| {});
        }),
        F::CopyTextureUnwritten => alone("map", |k| {
            let t = copied(k, "map", TextureUsage::COPY_SRC);
            k.submit(|b| drop(b.read_texture(&Region::level(&t, 0))));
        }),
        F::CopyBufferUnwritten => alone("words", |k| {
            let words = k.buffer("words", 64, BufferUsage::COPY_SRC, Contents::Undefined);
            k.submit(|b| drop(b.read_buffer(&words, 0..64)));
        }),
        F::BlitUnscaled => alone("to", |k| {
            let from = TextureDesc {
                usage: TextureUsage::COPY_SRC,
                contents: Contents::Zero,
                ..TextureDesc::color_target("from", Format::Rgba8Unorm, 8, 8)
            };
            let from = k.w.device.create_texture(&from).unwrap().value;
            let to = copied(k, "to", TextureUsage::COPY_TARGET);
            let (src, dst) = (Region::level(&from, 0), Region::level(&to, 0));
            k.submit(|b| b.copies("blit", &[Copy::Blit { src, dst, filter: Filter::Nearest }]));
        }),
        F::EmptyBatch => alone("batch", |k| k.submit(|_| {})),
        F::PresentUndrawn => alone("window", |k| {
            let mut surface = k.w.device.create_surface("window", &window()).unwrap();
            let _ = surface.configure(&SurfaceConfig { size: [64, 64], ..Default::default() }).unwrap();
            let frame = surface.acquire(crate::world::SOON).unwrap().into_frame();
            k.submit(|b| b.present(frame));
        }),
        _ => None,
    }
}

/// A texture of 8x8 with nothing in it, for copies alone.
fn copied(k: &Kit, label: &str, usage: TextureUsage) -> Texture {
    k.w.texture(&TextureDesc { usage, ..TextureDesc::color_target(label, Format::Rgba8Unorm, 8, 8) })
}

/// A pass that draws a triangle to these attachments.
fn drawn(k: &Kit, color: &[Color<'_>], depth: Option<(Depth<'_>, DepthState)>) {
    let p = k.triangle_pipeline(|d| d.depth = depth.map(|d| d.1));
    let d = RasterDesc { label: "pass", color, depth: depth.map(|d| d.0), ..Default::default() };
    k.submit(|b| {
        b.raster(&d, |r| {
            r.pipeline(&p);
            r.draw(0..3, 0..1);
        });
    });
}

/// A pass that loads depth which an earlier one has cleared.
fn depth_loaded(k: &Kit, state: fn(DepthState) -> DepthState) {
    let (_t, z) = k.depth(Format::Depth32Float);
    let before = RasterDesc { label: "before", depth: Some(Depth::clear(&z, 1.0)), ..Default::default() };
    k.submit(|b| b.raster(&before, |_| {}));
    let (_t, v) = k.target("target", NONE);
    let state = state(DepthState::standard(Format::Depth32Float));
    drawn(k, &[Color::clear(&v, [0.0; 4])], Some((Depth::load(&z), state)));
}

fn clear(k: &Kit, format: Format, color: [f32; 4]) {
    let d = TextureDesc { usage: TextureUsage::COLOR, ..TextureDesc::color_target("target", format, 8, 8) };
    let (_t, v) = k.texture(&d);
    let color = [Color::clear(&v, color)];
    k.submit(|b| b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |_| {}));
}

/// A pass with queries.
fn queried(k: &Kit, q: &PassQueries<'_>, f: impl FnOnce(&mut RasterPass<'_>, &RasterPipeline)) {
    let p = k.triangle_pipeline(|_| {});
    let (_t, v) = k.target("target", NONE);
    let color = [Color::clear(&v, [0.0; 4])];
    let d = RasterDesc { label: "pass", color: &color, queries: Some(q), ..Default::default() };
    k.submit(|b| b.raster(&d, |r| f(r, &p)));
}
