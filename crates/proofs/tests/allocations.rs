//! A frame of uploads, readbacks, queries, copies, mip chains, bundles, timed passes and foreign code allocates nothing once a few
//! equal frames have run.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod bed;

use ash::vk;
use bed::{Bed, QUAD, column, push};
use candor_rhi::driver::ApiValidation;
use candor_rhi::interop::{AdoptTexture, Standing};
use candor_rhi::usage::Usage;
use candor_rhi::*;
use candor_vulkan::interop;
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
    // A texture of its own stands in for one of somebody else.
    let host = of("host", 1, TextureUsage::COPY_TARGET);
    let guest = AdoptTexture {
        label: "guest",
        info: *host.info(),
        now: Standing::NEW,
        left: Some(Usage::new(Access::SAMPLED, Stages::FRAGMENT)),
    };
    // SAFETY: the image is as told, is used as this texture alone, and outlives it.
    let guest = unsafe { interop::adopt_image(d, interop::image(d, &host).unwrap(), &guest) }.unwrap();
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
    let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
    let native = interop::handles(d).unwrap().device;
    let timelines = d.info().api_version.as_str() >= "1.2";
    // SAFETY: a valid description, where timeline semaphores are taken.
    let line = timelines.then(|| unsafe { native.create_semaphore(&info, None) }.unwrap());
    let reached = Cell::new(0);
    d.time_passes(d.limits().timestamp_bits > 0).unwrap();
    let atlas = TextureDesc::sampled("atlas", Format::Rgba8Unorm, 32, 32, Contents::Zero);
    let atlas = d.create_texture(&atlas).unwrap().value;
    let words = b.buffer(BufferUsage::STORAGE, &[0; 4096]);
    let data = [7; 4096];
    let here = BufferDesc { size_bytes: 64, memory: Memory::Readback, ..Default::default() };
    let here = d.create_buffer(&here).unwrap();
    let arena = ArenaDesc { label: "arena", size_bytes: 4096, usage: BufferUsage::UNIFORM };
    let mut arena = d.create_arena(&arena).unwrap();
    let mut frame = || {
        for i in 0..8 {
            let tile = Region { origin: [4 * i, 0, 0], size: [4, 4, 1], ..Region::level(&atlas, 0) };
            d.write_texture_region(&tile, &data, DataLayout { row_bytes: 40, rows: 0 }).unwrap();
            d.write_buffer(&words, u64::from(i) * 512, &data[..512]).unwrap();
        }
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
        let value = ClearValue::Float([0.2; 4]);
        batch.copies("clear", &[Copy::Clear { dst: Levels::all(&target), value }]);
        batch.resolve_queries(QueryRange { set: &times, first: 0, count: 3 }, &out, 512);
        batch.resolve_queries(QueryRange { set: &seen, first: 0, count: 16 }, &out, 640);
        if let Some(counts) = &counts {
            batch.resolve_queries(QueryRange { set: counts, first: 0, count: 1 }, &out, 800);
        }
        let uses = [Use::Texture(&guest, Access::COPY_DST, Stages::empty())];
        let theirs = ForeignDesc { label: "theirs", uses: &uses };
        // SAFETY: nothing is recorded; the semaphore rises, and outlives the batch.
        unsafe {
            interop::record(d, &mut batch, &theirs, |_, _| {}).unwrap();
            if let Some(line) = line {
                interop::wait_semaphore(&mut batch, line, Some(reached.get()));
                reached.set(reached.get() + 1);
                interop::signal_semaphore(&mut batch, line, Some(reached.get()));
            }
        }
        batch.release("to others", &[Use::Texture(&target, Access::COPY_SRC, Stages::empty())]);
        let down = Copy::Buffer { src: &words, src_offset: 0, dst: &here, dst_offset: 0, size: 64 };
        batch.copies("down", &[down]);
        let picture = batch.read_texture(&Region { size: [4, 4, 1], ..Region::level(&target, 0) });
        let results = batch.read_queries(QueryRange { set: &times, first: 0, count: 3 });
        batch.pop_group();
        let offset = arena.push(&data[..64], 256).unwrap();
        batch.submit().unwrap();
        arena.end_frame();
        d.wait_idle(bed::WAIT).unwrap();
        let (mut texels, mut ticks, mut bytes) = ([0; 64], [0; 3], [0; 64]);
        assert!(picture.try_read(&mut texels).unwrap() && results.try_read(&mut ticks).unwrap());
        assert!(d.read_buffer(&here, 0, &mut bytes).unwrap());
        assert_eq!((texels, bytes, offset % 256), ([51; 64], [7; 64], 0));
        d.pass_times(|t| assert!(t.len() < 3));
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
    // SAFETY: the device is idle.
    unsafe { native.destroy_semaphore(line.unwrap_or_default(), None) };
}
