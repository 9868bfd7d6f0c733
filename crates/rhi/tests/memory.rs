//! What a device holds and what it allows itself: memory beyond the program's budget is refused, whoever asks for it, and what
//! was there before stays as it was.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use world::{SOON, World, told};

fn allowing(budget: u64) -> World {
    let null = NullBackend::new(NullDesc::default());
    let desc = DeviceDesc { memory_budget_bytes: Some(budget), ..DeviceDesc::default() };
    World { device: Device::with(null.clone(), &desc), null }
}

fn buffer(w: &World, label: &str, size_bytes: u64) -> Result<Buffer, Error> {
    let usage = BufferUsage::STORAGE | BufferUsage::COPY_DST | BufferUsage::COPY_SRC;
    let contents = Contents::Undefined;
    w.device.create_buffer(&BufferDesc { label, size_bytes, usage, contents, ..Default::default() })
}

#[test]
fn what_exceeds_the_programs_budget_is_refused_with_the_numbers() {
    let w = allowing(1000);
    let first = buffer(&w, "first", 600).unwrap();
    told(buffer(&w, "second", 404), Code::OverBudget, &["'second'", "404 bytes", "600 of 1000"]);
    let texture = TextureDesc {
        usage: TextureUsage::COLOR,
        contents: Contents::Undefined,
        ..TextureDesc::color_target("target", Format::Rgba8Unorm, 8, 16)
    };
    told(w.device.create_texture(&texture), Code::OverBudget, &["'target'", "512 bytes", "600 of 1000"]);
    let exact = buffer(&w, "exact", 400).unwrap();
    assert_eq!(w.device.memory().used_bytes, 1000);
    drop(first);
    w.device.poll();
    assert!(w.device.create_texture(&texture).is_ok(), "there is room again");
    drop(exact);
    assert_eq!(w.device.state(), DeviceState::Alive);
}

#[test]
fn what_candor_makes_for_itself_counts_too() {
    let w = allowing(16384);
    let b = buffer(&w, "b", 4096).unwrap();
    // The ring of uploads takes an eighth; what does not fit in it comes in blocks that are larger than all of this.
    told(w.device.write_buffer(&b, 0, &[1; 4096]), Code::OverBudget, &["'b'", "6144 of 16384"]);
    w.device.write_buffer(&b, 0, &[1; 2048]).unwrap();
    let c = buffer(&w, "c", 8192).unwrap();
    let mut batch = w.device.batch();
    let readback = batch.read_buffer(&b, 0..4096);
    assert_eq!(readback.wait(SOON).unwrap_err().code(), Code::OverBudget);
    let refused = batch.submit().unwrap_err();
    assert_eq!(refused.errors[0].code(), Code::OverBudget, "{refused}");
    drop(c);
    w.device.poll();
    let mut batch = w.device.batch();
    let readback = batch.read_buffer(&b, 0..4096);
    batch.submit().unwrap();
    assert_eq!(readback.wait(SOON).unwrap().len(), 4096);
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn pressure_is_told_before_it_hurts() {
    let w = allowing(1000);
    let fill = |used_bytes| Fill { of: BudgetOf::Program, used_bytes, budget_bytes: 1000 };
    let _a = buffer(&w, "a", 500).unwrap();
    assert_eq!(w.device.memory_pressure(), MemoryPressure::Low(fill(500)));
    let _b = buffer(&w, "b", 300).unwrap();
    assert_eq!(w.device.memory_pressure(), MemoryPressure::High(fill(800)));
    let _c = buffer(&w, "c", 152).unwrap();
    assert_eq!(w.device.memory_pressure(), MemoryPressure::Critical(fill(952)));
    assert_eq!(world::usual().device.memory_pressure(), MemoryPressure::Unknown);
}

#[test]
fn a_heaps_budget_is_in_the_statistics_of_a_frame() {
    let w = World::new(NullDesc { heap_budget: Some(4096), ..Default::default() });
    let _b = buffer(&w, "b", 1024).unwrap();
    let memory = w.device.frame_stats(&w.device.stats()).memory;
    assert_eq!(memory.used_bytes, 1024);
    let budget = HeapBudget::Known { budget_bytes: 4096, usage_bytes: 1024 };
    assert_eq!(memory.heaps.iter().map(|h| h.budget).collect::<Vec<_>>(), [budget]);
    let fill = Fill { of: BudgetOf::Heap(0), used_bytes: 1024, budget_bytes: 4096 };
    assert_eq!(w.device.memory_pressure(), MemoryPressure::Low(fill));
    // The driver's own end is told apart from the program's.
    let small = World::new(NullDesc { memory_bytes: Some(1000), ..Default::default() });
    told(buffer(&small, "b", 1024), Code::OutOfMemory, &["'b'"]);
}

#[test]
fn memory_is_given_back() {
    let w = allowing(1 << 20);
    for _ in 0..3 {
        drop((w.target("target"), buffer(&w, "b", 1000).unwrap()));
        w.device.poll();
        assert_eq!(w.device.memory().used_bytes, 0);
    }
}

#[test]
fn a_buffer_that_no_host_has_memory_for_is_refused() {
    let limits = Limits { max_buffer_bytes: u64::MAX, ..Default::default() };
    let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    let d =
        BufferDesc { label: "all", size_bytes: 1 << 62, usage: BufferUsage::COPY_SRC, ..Default::default() };
    for memory in [Memory::Device, Memory::Upload] {
        let e = w.device.create_buffer(&BufferDesc { memory, ..d }).unwrap_err();
        assert_eq!((e.code(), e.label()), (Code::OutOfMemory, "all"), "{e}");
    }
}
