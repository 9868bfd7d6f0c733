//! From the third identical frame on, a frame allocates nothing.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_render::scene::{CameraChoice, showcase};
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer};
use candor_rhi::driver::ApiValidation;
use candor_vulkan::Hide;
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

#[test]
fn nothing_is_allocated_from_the_third_frame() {
    nothing_is_allocated(&[]);
}

#[test]
fn nothing_is_allocated_from_the_third_frame_on_the_least_of_devices() {
    nothing_is_allocated(Hide::ALL);
}

fn nothing_is_allocated(hidden: &[Hide]) {
    // The driver's own allocations are C's and are not counted here.
    let Some((device, _instance)) = gpu::vulkan_without(ApiValidation::Off, hidden) else { return };
    let settings = RenderSettings { size: Size::new(64, 64), shadow_size: 64, ..RenderSettings::default() };
    let (mut renderer, _) = Renderer::new(&device, &settings).unwrap();
    let mut scene = showcase();
    // Something that is blended, so that sorting is part of it.
    for m in scene.materials.iter_mut().take(9) {
        m.alpha = candor_render::scene::Alpha::Blend;
    }
    let mut on_gpu = renderer.upload(&scene).unwrap();
    let camera = CameraChoice::Index(0).resolve(&scene, 1.0).unwrap();
    renderer.prepare(&mut on_gpu).unwrap();
    let mut counts = Vec::with_capacity(8);
    for _ in 0..8 {
        let before = COUNT.get();
        renderer.frame(&on_gpu, &camera).unwrap();
        counts.push(COUNT.get() - before);
    }
    assert!(counts[0] > 0, "the counter counts");
    // Frames overlap: what finishes late is used again one frame later.
    assert_eq!(counts[4..], [0; 4], "{counts:?}");
    device.wait_idle(std::time::Duration::from_secs(60)).unwrap();
    let steady: Vec<u64> = (0..4)
        .map(|_| {
            let before = COUNT.get();
            renderer.frame(&on_gpu, &camera).unwrap();
            device.wait_idle(std::time::Duration::from_secs(60)).unwrap();
            COUNT.get() - before
        })
        .collect();
    assert_eq!(steady, [0; 4]);
}
