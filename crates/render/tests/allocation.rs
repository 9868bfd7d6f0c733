//! From the third identical frame on, a frame allocates nothing, whether or not the frames before it have finished.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_render::scene::{Alpha, Camera, CameraChoice, showcase};
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer, SceneGpu};
use candor_rhi::driver::ApiValidation;
use candor_rhi::*;
use candor_vulkan::Hide;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

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

const PATIENCE: Duration = Duration::from_secs(60);

/// Allocations of each of several frames on this thread. The driver's own are C's and are not counted.
fn counts(mut frame: impl FnMut()) -> [u64; 8] {
    std::array::from_fn(|_| {
        let before = COUNT.get();
        frame();
        COUNT.get() - before
    })
}

#[track_caller]
fn assert_steady(counts: [u64; 8]) {
    assert_eq!(counts[2..], [0; 6], "{counts:?}");
}

/// The driver as it is, and as the least of devices.
const DEVICES: [&[Hide]; 2] = [&[], Hide::ALL];

/// A device with a renderer that has drawn nothing yet.
struct Fresh {
    renderer: Renderer,
    scene: SceneGpu,
    camera: Camera,
    device: Device,
    _instance: Box<dyn driver::Instance>,
}

impl Fresh {
    fn new(hidden: &[Hide]) -> Option<Self> {
        let (device, instance) = gpu::vulkan_without(ApiValidation::Off, hidden)?;
        let settings =
            RenderSettings { size: Size::new(64, 64), shadow_size: 64, ..RenderSettings::default() };
        let (mut renderer, _) = Renderer::new(&device, &settings).unwrap();
        let mut scene = showcase();
        // Something that is blended, so that sorting is part of it.
        for m in scene.materials.iter_mut().take(9) {
            m.alpha = Alpha::Blend;
        }
        let camera = CameraChoice::Index(0).resolve(&scene, 1.0).unwrap();
        let before = COUNT.get();
        let mut scene = renderer.upload(&scene).unwrap();
        assert!(COUNT.get() > before, "the counter counts");
        renderer.prepare(&mut scene).unwrap();
        Some(Self { renderer, scene, camera, device, _instance: instance })
    }

    fn frame(&mut self) {
        self.renderer.frame(&self.scene, &self.camera).unwrap();
    }

    fn frame_to_its_end(&mut self) {
        self.frame();
        self.device.wait_idle(PATIENCE).unwrap();
    }
}

#[test]
fn frames_that_overlap_allocate_nothing_from_the_third_on() {
    for hidden in DEVICES {
        let Some(mut f) = Fresh::new(hidden) else { return };
        assert_steady(counts(|| f.frame()));
    }
}

#[test]
fn frames_that_end_before_the_next_allocate_nothing_from_the_third_on() {
    for hidden in DEVICES {
        let Some(mut f) = Fresh::new(hidden) else { return };
        assert_steady(counts(|| f.frame_to_its_end()));
        assert_steady(counts(|| f.frame()));
    }
}

#[test]
fn after_a_change_of_settings_the_third_frame_allocates_nothing_again() {
    for hidden in DEVICES {
        let Some(mut f) = Fresh::new(hidden) else { return };
        f.frame();
        for (name, text) in
            [("size", "96x40"), ("msaa", "1"), ("shadows", "off"), ("shadows", "on"), ("msaa", "4")]
        {
            let mut settings = f.renderer.settings().clone();
            settings.set(name, text).unwrap();
            assert!(f.renderer.apply(&settings).iter().all(|(_, o)| o.is_ok()));
            f.renderer.prepare(&mut f.scene).unwrap();
            assert_steady(counts(|| f.frame()));
        }
    }
}

#[test]
fn uploads_in_every_frame_allocate_nothing_from_the_third_on() {
    for hidden in DEVICES {
        let Some(mut f) = Fresh::new(hidden) else { return };
        let usage = BufferUsage::STORAGE | BufferUsage::COPY_DST;
        let buffer = BufferDesc { label: "table", size_bytes: 4096, usage, ..BufferDesc::default() };
        let buffer = f.device.create_buffer(&buffer).unwrap();
        let texture = TextureDesc::sampled("video", Format::Rgba8Unorm, 8, 8, Contents::Data(&[1; 256]));
        let texture = f.device.create_texture(&TextureDesc {
            usage: TextureUsage::SAMPLED | TextureUsage::COPY_DST,
            ..texture
        });
        let texture = texture.unwrap().value;
        for wait in [false, true] {
            assert_steady(counts(|| {
                f.device.write_buffer(&buffer, 0, &[7; 4096]).unwrap();
                f.device.write_texture(&texture, &[8; 256]).unwrap();
                if wait { f.frame_to_its_end() } else { f.frame() }
            }));
        }
    }
}

#[test]
fn passes_recorded_later_allocate_nothing_from_the_third_batch_on() {
    for hidden in DEVICES {
        let Some((device, _instance)) = gpu::vulkan_without(ApiValidation::Off, hidden) else { return };
        let targets: Vec<_> = (0..70)
            .map(|_| {
                let t = device.create_texture(&TextureDesc::color_target("target", Format::Rgba8Unorm, 8, 8));
                device.create_view(&t.unwrap().value, &ViewDesc::default()).unwrap()
            })
            .collect();
        device.wait_idle(PATIENCE).unwrap();
        let mut receipts = [const { None::<Receipt> }; 3];
        let mut n = 0;
        assert_steady(counts(|| {
            let receipt: &mut Option<Receipt> = &mut receipts[n % 3];
            n += 1;
            if let Some(earlier) = receipt.take() {
                earlier.wait(PATIENCE).unwrap();
            }
            let mut batch = device.batch();
            for target in &targets {
                let color = [Color::clear(target, [0.5; 4])];
                let desc = RasterDesc { label: "recorded later", color: &color, ..RasterDesc::default() };
                batch.raster_slot(&desc).unwrap().record(|_| {});
            }
            *receipt = Some(batch.submit().unwrap());
        }));
    }
}

#[test]
fn a_graph_whose_passes_are_declared_in_any_order_allocates_nothing_from_the_third_frame_on() {
    let (device, _) = gpu::null();
    let mut graph = candor_graph::Graph::default();
    let step = candor_graph::Transient::color(Format::Rgba8Unorm, 8, 8);
    const NAMES: [&str; 5] = ["e", "d", "c", "b", "a"];
    let mut ran = Vec::with_capacity(64);
    assert_steady(counts(|| {
        let mut frame = graph.frame();
        let steps = NAMES.map(|name| frame.transient(name, step));
        let picture = frame.imported("picture");
        frame.pass("picture", &[steps[0]], &[picture]);
        for i in 0..5 {
            frame.pass(NAMES[i], steps.get(i + 1..i + 2).unwrap_or_default(), &[steps[i]]);
        }
        let mut run = frame.compile(&device).unwrap();
        let mut passes = 0;
        while run.next_pass().is_some() {
            passes += 1;
        }
        run.finish().unwrap();
        ran.push(passes);
    }));
    assert_eq!(ran, [6; 8]);
}
