//! A frame of queries, copies, mip chains, bundles and timed passes allocates nothing once a few equal frames have run.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, QUAD, column, push};
use candor_rhi::driver::ApiValidation;
use candor_rhi::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends has no counter any more, and nobody who reads it.
    let _ = COUNT.try_with(|c| c.set(c.get() + 1));
}

// SAFETY: hands everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        count();
        // SAFETY: by contract.
        unsafe { System.alloc(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        // SAFETY: by contract.
        unsafe { System.dealloc(p, l) }
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, n: usize) -> *mut u8 {
        count();
        // SAFETY: by contract.
        unsafe { System.realloc(p, l, n) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Batches that a device has ready, each of which must have run once.
const WARM: usize = 5;

#[test]
fn equal_frames_of_every_command_allocate_nothing() {
    // Names for debuggers are made for each pass: they are C's strings.
    let Some(b) = Bed::with("allocations", ApiValidation::Off) else { return };
    let d = &b.device;
    let of = |label, mips, usage| {
        let desc = TextureDesc::color_target(label, Format::Rgba8Unorm, 32, 32);
        d.create_texture(&TextureDesc { mips, usage: desc.usage | usage, ..desc }).unwrap().value
    };
    let (target, chain) =
        (of("target", 1, TextureUsage::COPY_TARGET), of("chain", 6, TextureUsage::COPY_TARGET));
    let view = d.create_view(&target, &ViewDesc::default()).unwrap();
    let set = |kind| d.create_query_set(&QuerySetDesc { label: "set", kind, count: 16 }).unwrap();
    let (times, seen) = (set(QueryKind::Timestamp), set(QueryKind::PreciseOcclusion));
    // llvmpipe 25.0 counts wrongly, so that it is not granted there.
    let counting = d.enabled().contains(backend::Enabled::STATISTICS);
    let counts = counting.then(|| set(QueryKind::Statistics(Statistics::VERTICES | Statistics::PRIMITIVES)));
    let usage = BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC;
    let out = d.create_buffer(&BufferDesc { label: "out", size_bytes: 1024, usage, ..Default::default() });
    let out = out.unwrap();
    let colors = [Format::Rgba8Unorm.into()];
    let p = b.pipeline(
        QUAD,
        "proof_draw.fs_color",
        &RasterPipelineDesc { colors: &colors, ..Default::default() },
    );
    let desc = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    let bundle = d.create_bundle(&desc, |e| {
        for i in 0..8 {
            e.pipeline(&p);
            e.push(0, &push(column(i, 8), [0.5; 2], [1.0; 4]));
            e.draw(0..6, 0..1);
        }
    });
    let bundle = bundle.unwrap();
    d.time_passes(d.limits().timestamp_bits > 0).unwrap();
    let frame = || {
        let mut batch = d.batch();
        batch.push_group("frame");
        batch.timestamp(&times, 0);
        let queries = PassQueries {
            timestamps: Some(Timestamps { set: &times, begin: Some(1), end: Some(2) }),
            occlusion: Some(QueryRange { set: &seen, first: 0, count: 16 }),
            statistics: counts.as_ref().map(|c| (c, 0)),
        };
        let color = [Color::clear(&view, [0.0; 4])];
        let pass = RasterDesc { label: "pass", color: &color, queries: Some(&queries), ..Default::default() };
        batch.raster(&pass, |r| {
            r.begin_occlusion(3);
            r.execute(&bundle);
            r.end_occlusion();
        });
        let level = |t, mip| Region::level(t, mip);
        let part = |x| Region { origin: [x, 0, 0], size: [8, 8, 1], ..level(&chain, 0) };
        batch.copies(
            "copies",
            &[
                Copy::Texture { src: Region { size: [8, 8, 1], ..level(&target, 0) }, dst: part(0) },
                Copy::Blit { src: level(&target, 0), dst: part(8), filter: Filter::Linear },
                Copy::Fill { dst: &out, offset: 0, size: 512, value: 7 },
            ],
        );
        batch.generate_mips(&Levels::all(&chain));
        let value = ClearValue::Float([0.5; 4]);
        batch.copies("clear", &[Copy::Clear { dst: Levels::all(&target), value }]);
        batch.resolve_queries(QueryRange { set: &times, first: 0, count: 3 }, &out, 512);
        batch.resolve_queries(QueryRange { set: &seen, first: 0, count: 16 }, &out, 640);
        if let Some(counts) = &counts {
            batch.resolve_queries(QueryRange { set: counts, first: 0, count: 1 }, &out, 800);
        }
        batch.pop_group();
        batch.submit().unwrap();
        d.wait_idle(bed::WAIT).unwrap();
        d.pass_times(|t| assert!(t.len() < 2));
    };
    let allocations: Vec<_> = (0..2 * WARM)
        .map(|_| {
            let before = COUNT.get();
            frame();
            COUNT.get() - before
        })
        .collect();
    assert!(allocations[0] > 0, "the counter counts");
    assert_eq!(allocations[WARM..], [0; WARM], "{allocations:?}");
}
