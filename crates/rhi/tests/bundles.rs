//! Bundles and statistics on Null.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::backend::Enabled;
use candor_rhi::null::{Logged, NullDesc};
use candor_rhi::*;
use world::{SOON, World, depth, logging, pass, refused};

fn bundle_desc() -> BundleDesc<'static> {
    BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() }
}

#[test]
fn a_bundle_runs_in_passes_with_its_targets_and_counts_as_its_commands() {
    let w = logging();
    let p = w.pipeline(&RasterPipelineDesc::default());
    let bundle = w
        .device
        .create_bundle(&bundle_desc(), |b| {
            for i in 0..3 {
                b.pipeline(&p);
                b.draw(0..3 * (i + 1), 0..2);
            }
        })
        .unwrap();
    assert_eq!(bundle.stats().draws, 3);
    // It keeps what it names.
    drop(p);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let before = w.device.stats();
    for _ in 0..2 {
        let mut b = w.device.batch();
        b.raster(&pass(&color), |r| {
            r.execute(&bundle);
            r.execute(&bundle);
        });
        b.raster_slot(&pass(&color)).unwrap().record(|r| r.execute(&bundle));
        b.submit().unwrap().wait(SOON).unwrap();
    }
    let done = w.device.stats().since(&before);
    assert_eq!(done.draws, 18);
    let log = w.null.take_log();
    let draws: Vec<_> = log.iter().filter(|l| matches!(l, Logged::Draw(..))).collect();
    assert_eq!(draws[..3], [&Logged::Draw(3, 2), &Logged::Draw(6, 2), &Logged::Draw(9, 2)]);
    assert_eq!(draws.len(), 18);
    assert_eq!(w.null.null_stats().pipelines, 6, "what repeats itself is left out");
    drop(bundle);
    w.device.poll();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn a_bundle_is_refused_where_it_does_not_belong() {
    let w = World::new(NullDesc::default());
    let p = w.pipeline(&RasterPipelineDesc::default());
    let (t, v) = w.target("target");
    let color = [Color::load(&v)];
    let plain = w.device.create_bundle(&bundle_desc(), |b| b.pipeline(&p)).unwrap();
    // Other targets, another device.
    let (_d, z) = depth(&w, Format::Depth32Float, 1);
    let d = TextureDesc::color_target("small", Format::Rgba8Unorm, 16, 16);
    let small = w.view(&w.texture(&d));
    let small = [Color::load(&small)];
    let deep = RasterDesc { depth: Some(Depth::clear(&z, 0.0)), ..pass(&small) };
    assert_eq!(refused(&w, |b| b.raster(&deep, |r| r.execute(&plain))).0, Code::TargetMismatch);
    let other = World::new(NullDesc::default());
    let theirs = other.device.create_bundle(&bundle_desc(), |_| {}).unwrap();
    assert_eq!(refused(&w, |b| b.raster(&pass(&color), |r| r.execute(&theirs))).0, Code::ForeignObject);
    // Nothing is bound afterwards.
    let (code, sentence) = refused(&w, |b| {
        b.raster(&pass(&color), |r| {
            r.pipeline(&p);
            r.execute(&plain);
            r.draw(0..3, 0..1);
        });
    });
    assert_eq!(code, Code::Incomplete, "{sentence}");
    // What passes write must be declared where the bundle runs.
    let (_s, source) = w.target("source");
    let l = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
    let g = w.group("reads", &l, &[GroupEntry::view(0, &source)]);
    let sampling = w.pipeline(&RasterPipelineDesc { groups: &[&l], ..Default::default() });
    let mesh = w.buffer("mesh", BufferUsage::VERTEX | BufferUsage::COPY_TARGET);
    let reading = w
        .device
        .create_bundle(&bundle_desc(), |b| {
            b.pipeline(&sampling);
            b.group(0, &g, []);
            b.vertex_buffer(0, &mesh, 0);
            b.draw(0..3, 0..1);
        })
        .unwrap();
    let run = |groups: &[&BindGroup], uses: &[Use<'_>]| {
        let mut b = w.device.batch();
        b.raster(&RasterDesc { groups, uses, ..pass(&color) }, |r| r.execute(&reading));
        b.submit().err().map(|e| (e.errors[0].code(), e.errors[0].label().to_owned()))
    };
    let uses = [Use::Buffer(&mesh, Access::VERTEX, Stages::empty())];
    assert_eq!(run(&[], &uses), Some((Code::UndeclaredUse, "reads".into())));
    assert_eq!(run(&[&g], &[]), Some((Code::UndeclaredUse, "mesh".into())));
    assert_eq!(run(&[&g], &uses), None);
    drop(t);
}

#[test]
fn what_a_pass_refuses_a_bundle_refuses_when_it_is_recorded() {
    let w = World::new(NullDesc::default());
    let p = w.pipeline(&RasterPipelineDesc::default());
    let indices = w.buffer("indices", BufferUsage::INDEX);
    let code = |f: &dyn Fn(&mut BundleEncoder<'_>)| {
        w.device.create_bundle(&bundle_desc(), |b| f(b)).unwrap_err().code()
    };
    assert_eq!(code(&|b| b.draw(0..3, 0..1)), Code::Incomplete);
    let depth = Some(DepthState::reversed(Format::Depth32Float));
    let deep = w.pipeline(&RasterPipelineDesc { depth, ..Default::default() });
    assert_eq!(code(&|b| b.pipeline(&deep)), Code::TargetMismatch);
    assert_eq!(
        code(&|b| {
            b.pipeline(&p);
            b.index_buffer(&indices, 0, IndexFormat::U32);
            b.draw_indexed(0..257, 0, 0..1);
        }),
        Code::IndexRange
    );
    let e = w.device.create_bundle(&BundleDesc { label: "bundle", ..Default::default() }, |_| {});
    assert_eq!(e.unwrap_err().code(), Code::TargetCount);
    let w = World::new(NullDesc { without: Enabled::INDIRECT_COUNT, ..Default::default() });
    let (p, args) =
        (w.pipeline(&RasterPipelineDesc::default()), w.buffer("arguments", BufferUsage::INDIRECT));
    let e = w.device.create_bundle(&bundle_desc(), |b| {
        b.pipeline(&p);
        b.draw_indirect_count(&args, 0, &args, 64, 1);
    });
    let e = e.unwrap_err();
    assert_eq!((e.code(), e.place().and_then(|p| p.command)), (Code::NotEnabled, Some(1)));
}
