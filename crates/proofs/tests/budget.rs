//! Heaps and budgets of the Vulkan device that is here: what is told fits what is allocated, and what exceeds the program's own
//! budget leaves nothing behind.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod bed;

use bed::Bed;
use candor_rhi::driver::ApiValidation;
use candor_rhi::*;

const LARGE: u64 = 64 << 20;

fn buffer(b: &Bed, size_bytes: u64) -> Result<Buffer, Error> {
    let (usage, contents) = (BufferUsage::STORAGE, Contents::Undefined);
    b.device.create_buffer(&BufferDesc { label: "large", size_bytes, usage, contents, ..Default::default() })
}

fn usage(b: &Bed) -> Option<u64> {
    let known = |h: &Heap| match h.budget {
        HeapBudget::Known { usage_bytes, .. } => Some(usage_bytes),
        HeapBudget::Unknown => None,
    };
    b.device.memory().heaps.iter().map(known).sum()
}

#[test]
fn heaps_are_told_and_a_gpus_use_grows_with_what_is_allocated() {
    let Some(b) = Bed::new("budgets of heaps") else { return };
    let heaps = b.device.memory().heaps;
    assert!(!heaps.is_empty() && heaps.iter().all(|h| h.size_bytes > 0), "{heaps:?}");
    assert!(heaps.iter().any(|h| h.device_local), "{heaps:?}");
    let Some(before) = usage(&b) else {
        assert_eq!(b.device.memory_pressure(), MemoryPressure::Unknown);
        return eprintln!("SKIP budgets of heaps: the driver tells none (VK_EXT_memory_budget)");
    };
    for h in heaps.iter() {
        let HeapBudget::Known { budget_bytes, .. } = h.budget else { panic!("{heaps:?}") };
        assert!((1..=h.size_bytes).contains(&budget_bytes), "{heaps:?}");
    }
    // Larger than what the allocator keeps ready.
    let all: Vec<_> = (0..8).map(|_| buffer(&b, LARGE).unwrap()).collect();
    let after = usage(&b).unwrap();
    // A software driver tells what the machine uses, and memory that nobody has written takes none.
    let cpu = b.device.info().device_type == candor_caps::report::DeviceType::Cpu;
    assert!(cpu || after >= before + 4 * LARGE, "{before} and {after} with {} more", 8 * LARGE);
    assert_ne!(b.device.memory_pressure(), MemoryPressure::Unknown);
    drop(all);
    b.silent();
}

#[test]
fn the_programs_own_budget_counts_what_objects_take_on_the_device() {
    let desc = DeviceDesc { memory_budget_bytes: Some(LARGE), ..DeviceDesc::default() };
    let Some(b) = Bed::described("own budget", ApiValidation::On, &desc, |backend| backend) else { return };
    let half = buffer(&b, LARGE / 2).unwrap();
    let refused = buffer(&b, LARGE / 2 + 4).unwrap_err();
    assert_eq!(refused.code(), Code::OverBudget, "{refused}");
    // Its texels would fit; what the driver needs for them beside does not, or just does.
    let side = 2048;
    let texture = TextureDesc {
        contents: Contents::Undefined,
        ..TextureDesc::color_target("texture", Format::Rgba8Unorm, side, side)
    };
    let mut held = Vec::new();
    let refused = loop {
        match b.device.create_texture(&texture) {
            Ok(t) => held.push(t),
            Err(e) => break e,
        }
        assert!(b.device.memory().used_bytes <= LARGE);
    };
    assert_eq!(refused.code(), Code::OverBudget, "{refused}");
    assert!(held.len() <= 2 && b.device.memory().used_bytes <= LARGE);
    drop((half, held));
    b.device.poll();
    assert_eq!(b.device.memory().used_bytes, 0);
    assert!(buffer(&b, LARGE / 2).is_ok(), "there is room again");
    b.silent();
}
