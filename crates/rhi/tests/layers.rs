//! A layer changes nothing that the backend sees, and may refuse what the backend would have done.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::backend::{Backend, Fault};
use candor_rhi::layer::{Counted, Event, Gate, Layer, Layered, Lists, Watch};
use candor_rhi::null::{Logged, NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use world::{SOON, World, logging, pass};

/// A device with everything that a frame can have: copies, a bundle, both kinds of passes, a slot, a split, queries.
fn frame(w: &World) -> Vec<Logged> {
    let p = w.pipeline(&RasterPipelineDesc::default());
    let strip = w
        .pipeline(&RasterPipelineDesc { topology: Topology::TriangleStrip, ..RasterPipelineDesc::default() });
    let indices = w.buffer("indices", BufferUsage::INDEX);
    let args = w.buffer("args", BufferUsage::INDIRECT);
    let vertices = w.buffer("vertices", BufferUsage::VERTEX);
    let bundle = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    let bundle = w.device.create_bundle(&bundle, |b| {
        b.pipeline(&p);
        b.draw(0..6, 0..1);
    });
    let bundle = bundle.unwrap();
    let (a, va) = w.target("a");
    let (_b, vb) = w.target("b");
    let sampled = w.sampling("sampled", &va, Stages::FRAGMENT);
    let stored =
        w.buffer("stored", BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_DST);
    w.device.write_buffer(&stored, 0, &[7; 1024]).unwrap();
    let storing = w.storing("storing", &stored, Stages::COMPUTE, true);
    let layout = w.layout(&[LayoutEntry::new(
        0,
        Stages::COMPUTE,
        BindingKind::Storage { dynamic: false, write: true },
    )]);
    let compute = ComputePipelineDesc {
        label: "compute",
        shader: world::STAGE,
        groups: &[&layout],
        ..Default::default()
    };
    let compute = w.device.create_compute_pipeline(&compute).unwrap();
    w.null.take_log();

    let mut batch = w.device.batch();
    batch.push_group("frame");
    batch.compute(
        &ComputeDesc { label: "compute", groups: &[&storing], order: Order::Serial, ..Default::default() },
        |c| {
            c.pipeline(&compute);
            c.group(0, &storing, []);
            c.dispatch(1, 2, 3);
            c.dispatch(4, 5, 6);
        },
    );
    batch.raster(&pass(&[Color::load(&va)]), |r| {
        r.pipeline(&p);
        r.vertex_buffer(0, &vertices, 0);
        r.viewport(Viewport { x: 0.0, y: 0.0, width: 8.0, height: 8.0, min_depth: 0.0, max_depth: 1.0 });
        r.draw(0..9, 0..2);
        r.pipeline(&strip);
        r.index_buffer(&indices, 0, IndexFormat::U16);
        r.draw_indexed(0..5, 0, 0..3);
        r.draw_indirect(&args, 0, 4);
        r.draw_indirect_count(&args, 0, &args, 64, 3);
        r.execute(&bundle);
    });
    let color = [Color::load(&vb)];
    let second = RasterDesc { groups: &[&sampled], ..pass(&color) };
    if let Some(slot) = batch.raster_slot(&second) {
        slot.record(|r| r.execute(&bundle));
    }
    for part in batch.raster_split(&second, 2) {
        part.record(|r| {
            r.pipeline(&p);
            r.draw(0..3, 0..1);
        });
    }
    let back = batch.read_texture(&Region::level(&a, 0));
    batch.pop_group();
    batch.submit().unwrap().wait(SOON).unwrap();
    block_on(&w.device, back, SOON).unwrap().unwrap();
    w.null.take_log()
}

#[test]
fn a_counting_device_does_what_another_does_and_counts() {
    let plain = logging();
    let expected = frame(&plain);
    assert_eq!(plain.device.frame_stats(&Stats::default()).geometry, Geometry::Off);
    let null = NullBackend::new(NullDesc { log: true, ..Default::default() });
    let desc = DeviceDesc { count_geometry: true, ..Default::default() };
    let w = World { device: Device::with(null.clone(), &desc), null };
    let before = w.device.stats();
    let log = frame(&w);
    assert_eq!(log, expected);
    let known = Counted {
        // The list, the strip, the bundle twice, and two parts.
        vertices: 9 * 2 + 5 * 3 + 6 * 2 + 3 * 2,
        triangles: 3 * 2 + 3 * 3 + 2 * 2 + 2,
        indirect_draws: 5,
    };
    assert_eq!(w.device.frame_stats(&before).geometry, Geometry::Known(known));
    // Lists are used again, and count anew.
    frame(&w);
    assert_eq!(w.device.stats().triangles, known.triangles * 2);
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

/// Counts what it is shown, and refuses the first buffer after it was told to.
#[derive(Default)]
struct Seen {
    events: Arc<AtomicU64>,
    refuse: AtomicU64,
    submissions: Mutex<Vec<usize>>,
}

struct SeenList(Arc<AtomicU64>);

impl Watch for SeenList {
    fn event(&mut self, _e: &Event<'_>) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl Layer for Seen {
    type List = SeenList;
    fn list(&self) -> SeenList {
        SeenList(self.events.clone())
    }
    fn reopen(&self, _list: &mut SeenList, _queue: Queue) {}
    fn before(&self, gate: &Gate<'_>) -> Result<(), Fault> {
        let buffer = matches!(gate, Gate::Make(m) if m.kind() == Kind::Buffer);
        if buffer && self.refuse.swap(0, Relaxed) == 1 {
            return Err(Fault::OutOfMemory("device"));
        }
        Ok(())
    }
    fn submitted(
        &self,
        _parts: &[candor_rhi::backend::Part],
        lists: &mut Lists<'_, Self>,
        _shown: &[candor_rhi::surface::Shown],
        _answer: &Result<(), Fault>,
    ) {
        self.submissions.lock().unwrap().push(lists.len());
    }
}

#[test]
fn layers_stand_around_each_other_and_may_refuse() {
    let null = NullBackend::new(NullDesc { log: true, ..Default::default() });
    let inner = Layered::new(null.clone() as Arc<dyn Backend>, Seen::default());
    let outer = Layered::new(inner.clone() as Arc<dyn Backend>, Seen::default());
    let w = World { device: Device::new(outer.clone()), null };
    assert_eq!(frame(&w), frame(&logging()));
    let seen = |l: &Layered<Seen>| l.layer().events.load(Relaxed);
    assert!(seen(&inner) > 20, "{}", seen(&inner));
    assert_eq!(seen(&inner), seen(&outer));
    assert_eq!(*inner.layer().submissions.lock().unwrap(), *outer.layer().submissions.lock().unwrap());
    outer.layer().refuse.store(1, Relaxed);
    let d = BufferDesc { label: "refused", size_bytes: 4, usage: BufferUsage::VERTEX, ..Default::default() };
    world::told(w.device.create_buffer(&d).map(|_| ()), Code::OutOfMemory, &["refused", "device memory"]);
    w.device.create_buffer(&d).unwrap();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}
