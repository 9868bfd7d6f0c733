//! Ten thousand frames of objects of every kind, each made and dropped within its frame: what the device and the process hold after
//! a thousand of them, they hold after all. One test, since the process is looked at as a whole.
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::print_stdout)]

#[path = "sweep/frame.rs"]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "a part of it is used here")]
mod frame;
#[path = "sweep/window.rs"]
#[allow(missing_docs, unreachable_pub)]
mod window;

use candor_rhi::driver::{ApiValidation, Driver, LoadDesc};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::surface::SurfaceTarget;
use candor_rhi::*;
use candor_vulkan::VulkanDriver;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Frames after which nothing may grow any more, and all of them.
const WARM: u64 = 1_000;
const ALL: u64 = 10_000;
/// Bytes by which what Rust allocates may differ: an object is there or not as the frame ends, lists grow in steps.
const HEAP_NOISE: u64 = 64 << 10;
/// Bytes by which the process may grow between them, for pages that its allocators have broken up: less than an object's label for
/// each frame on Null, and the steps in which drivers take memory for themselves: 1 MiB in lavapipe, once 8 MiB in NVIDIA's 580.
const PAGES: u64 = 512 << 10;
const DRIVERS_PAGES: u64 = 12 << 20;

/// Counts what the process has allocated.
struct Counting;

static HEAP: AtomicU64 = AtomicU64::new(0);

// SAFETY: hands everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        HEAP.fetch_add(l.size() as u64, Relaxed);
        // SAFETY: by contract.
        unsafe { System.alloc(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        HEAP.fetch_sub(l.size() as u64, Relaxed);
        // SAFETY: by contract.
        unsafe { System.dealloc(p, l) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    memory: MemoryStats,
    usage: (usize, usize),
    /// Open files of the process.
    files: usize,
    /// Bytes allocated by Rust.
    heap: u64,
    /// Bytes of the process in memory.
    resident: u64,
}

impl Held {
    fn of(d: &Device) -> Self {
        d.wait_idle(frame::WAIT).unwrap();
        let u = d.usage();
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages: u64 = statm.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or_default();
        let files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        // What other programs do to the heaps is no growth of this one.
        let memory = MemoryStats { heaps: Heaps::default(), ..d.memory() };
        let usage = (u.live_objects, u.waiting_objects);
        Self { memory, usage, files, heap: HEAP.load(Relaxed), resident: pages * 4096 }
    }
}

/// Objects that differ from frame to frame, so that nothing that is kept by what it looks like stays.
fn odd(d: &Device, n: u64) -> Result<(), Error> {
    let desc = SamplerDesc { lod: [0.0, n as f32], ..SamplerDesc::nearest("odd") };
    let sampler = d.create_sampler(&desc)?.value;
    let label = format!("odd, and with a label that is longer than most, in frame {n}");
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, BindingKind::Sampler)];
    let samplers = [ImmutableSamplers { binding: 0, samplers: &[&sampler] }];
    d.create_bind_group_layout(&BindGroupLayoutDesc {
        label: &label,
        entries: &entries,
        samplers: &samplers,
    })?;
    let usage = BufferUsage::UNIFORM | BufferUsage::VERTEX;
    let d2 = BufferDesc { label: &label, size_bytes: 4 * (1 + n % 1000), usage, ..BufferDesc::default() };
    d.create_buffer(&d2)?;
    let set = [LayoutEntry::new(0, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write: true })];
    let set = BindGroupLayoutDesc { label: &label, entries: &set, samplers: &[] };
    let set = d.create_bind_group_layout(&set)?;
    let shader = frame::stage("compute_fill.cs_main");
    d.create_compute_pipeline(&ComputePipelineDesc {
        label: &label,
        groups: &[&set],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader,
    })?;
    d.create_raster_pipeline(&RasterPipelineDesc {
        label: &label,
        push: PushLayout { stages: Stages::FRAGMENT, bytes: 16 },
        vertex: frame::stage("probe.vs_main"),
        fragment: Some(frame::stage("probe.fs_main")),
        colors: &[Format::Rgba8Unorm.into()],
        ..Default::default()
    })?;
    Ok(())
}

fn run(name: &str, d: &Device, window: Option<&Arc<dyn SurfaceTarget>>, pages: u64) {
    let pipes = frame::Pipes::new(d).unwrap();
    let mut warm = None;
    for n in 1..=ALL {
        if let Err(stop) = frame::render_with(d, window, &pipes, false) {
            panic!("{name}, frame {n}: {}", stop.sentence());
        }
        odd(d, n).unwrap();
        d.poll();
        if n == WARM {
            warm = Some(Held::of(d));
        }
    }
    let (warm, end) = (warm.unwrap(), Held::of(d));
    println!("{name}: after {WARM} frames {warm:?}\n{name}: after {ALL} frames {end:?}");
    assert_eq!((warm.memory, warm.usage, warm.files), (end.memory, end.usage, end.files), "{name}");
    let grown = end.heap.saturating_sub(warm.heap);
    assert!(grown <= HEAP_NOISE, "{name}: {grown} bytes more are allocated than after {WARM} frames");
    let grown = end.resident.saturating_sub(warm.resident);
    assert!(grown <= pages, "{name}: {grown} bytes more are in memory than after {WARM} frames");
}

#[test]
fn ten_thousand_frames_leave_nothing_behind() {
    let limits = Limits { timestamp_bits: 64, timestamp_period_ns: 1.0, ..Limits::default() };
    let null = NullBackend::new(NullDesc { limits: Some(limits), ..NullDesc::default() });
    let window = window::window();
    run("null", &Device::new(null.clone()), Some(&window), PAGES);
    assert_eq!((null.misuse(), null.live()), (Vec::<String>::new(), 0));

    let load = LoadDesc { validation: ApiValidation::Off, ..LoadDesc::default() };
    let instance = match VulkanDriver.load(&load) {
        Ok(i) => i,
        Err(why) => return eprintln!("SKIP growth on vulkan [vulkan]: {why}"),
    };
    let adapters = instance.adapters().unwrap();
    let Some(adapter) = adapters.first() else {
        return eprintln!("SKIP growth on vulkan [vulkan]: no vulkan adapter");
    };
    let requests = candor_proofs::requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
    let plan = candor_caps::resolve(&adapter.report, &requests).plan;
    let device = Device::new(instance.create_device(0, &plan).unwrap());
    run("vulkan", &device, None, DRIVERS_PAGES);
}
