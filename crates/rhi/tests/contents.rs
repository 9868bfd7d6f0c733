//! What objects contain: read back at one moment where a layer wants that, and zero where it was promised.
#![allow(clippy::unwrap_used, clippy::panic)]

mod world;

use candor_rhi::backend::{Backend, NativeCopy};
use candor_rhi::layer::{Event, Layer, Layered, Made, Watch};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::{Arc, Mutex};
use world::{SOON, World, told};

/// What a layer was shown.
#[derive(Default)]
struct Seen {
    zeros: usize,
    buffers: Vec<BufferUsage>,
    textures: Vec<TextureUsage>,
}

#[derive(Default)]
struct Shows {
    copies: bool,
    seen: Arc<Mutex<Seen>>,
}

struct List(Arc<Mutex<Seen>>);

impl Watch for List {
    fn event(&mut self, e: &Event<'_>) {
        if let Event::Copies(all) = e {
            let zeros = all.iter().filter(|c| matches!(c, NativeCopy::Zero { .. })).count();
            self.0.lock().unwrap().zeros += zeros;
        }
    }
}

impl Layer for Shows {
    type List = List;
    fn list(&self) -> List {
        List(self.seen.clone())
    }
    fn reopen(&self, _list: &mut List, _queue: Queue) {}
    fn wants_copies(&self) -> bool {
        self.copies
    }
    fn made(&self, made: &Made<'_>, _native: Native) {
        let mut seen = self.seen.lock().unwrap();
        match made {
            Made::Buffer(plan) => seen.buffers.push(plan.usage),
            Made::Texture { info, .. } => seen.textures.push(info.usage),
            _ => {}
        }
    }
}

/// A layer that wants copies, and within it one that is shown what the backend is asked for.
fn layers() -> (World, Arc<Layered<Shows>>, Arc<Layered<Shows>>) {
    let null = NullBackend::new(NullDesc::default());
    let inner = Layered::new(null.clone() as Arc<dyn Backend>, Shows::default());
    let outer = Layered::new(inner.clone() as Arc<dyn Backend>, Shows { copies: true, ..Shows::default() });
    (World { device: Device::new(outer.clone()), null }, inner, outer)
}

#[test]
fn a_layer_that_wants_copies_has_everything_made_for_them() {
    let (w, inner, outer) = layers();
    let data: Vec<u8> = (0..64).collect();
    let buffer = |label, usage, memory| {
        let contents = Contents::Data(&data);
        w.device.create_buffer(&BufferDesc { label, size_bytes: 64, usage, memory, contents }).unwrap()
    };
    let _a = buffer("settled", BufferUsage::VERTEX, Memory::Device);
    let _b = buffer("upload", BufferUsage::UNIFORM, Memory::Upload);
    let _c = buffer("written", BufferUsage::STORAGE_WRITE, Memory::Device);
    let _d = buffer("back", BufferUsage::empty(), Memory::Readback);
    let t = TextureDesc::sampled("texture", Format::Rgba8Unorm, 4, 4, Contents::Data(&data));
    let _t = w.device.create_texture(&t).unwrap();
    let many = TextureDesc::color_target("samples", Format::Rgba8Unorm, 4, 4);
    let many = TextureDesc { usage: TextureUsage::COLOR, samples: Samples::Exact(4), ..many };
    let _m = w.device.create_texture(&many).unwrap();
    {
        let (asked, given) = (outer.layer().seen.lock().unwrap(), inner.layer().seen.lock().unwrap());
        let at = |s: &Seen, u: BufferUsage| s.buffers.contains(&u);
        assert!(at(&asked, BufferUsage::VERTEX) && at(&given, BufferUsage::VERTEX | BufferUsage::COPY_SRC));
        assert!(at(&asked, BufferUsage::UNIFORM) && at(&given, BufferUsage::UNIFORM | BufferUsage::COPY_SRC));
        assert!(
            at(&asked, BufferUsage::empty()) && at(&given, BufferUsage::empty()),
            "read back by the host alone"
        );
        assert_eq!(asked.textures, [t.usage, TextureUsage::COLOR]);
        assert_eq!(given.textures, [t.usage | TextureUsage::COPY_SRC, TextureUsage::COLOR]);
    }
    let mut all = Vec::new();
    w.device.read_objects(SOON, |c| all.push((c.label, c.data))).unwrap();
    for label in ["settled", "upload", "written", "texture"] {
        let found = all.iter().find(|(l, _)| l == label).unwrap_or_else(|| panic!("{label}"));
        assert_eq!(found.1, Ok(vec![(Aspects::COLOR, data.clone())]), "{label}");
    }
    let samples = &all.iter().find(|(l, _)| l == "samples").unwrap().1;
    assert!(samples.as_ref().is_err_and(|why| why.contains("4 samples")), "{samples:?}");
    assert!(all.iter().all(|(l, _)| l != "back"));
    assert_eq!(w.null.misuse(), Vec::<String>::new());
}

#[test]
fn without_such_a_layer_contents_are_not_read() {
    let w = world::usual();
    told(w.device.read_objects(SOON, |_| {}), Code::NotEnabled, &["copies out of every object"]);
}

#[test]
fn compressed_textures_that_passes_write_are_made_zero_by_data() {
    let (w, inner, _) = layers();
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_TARGET | TextureUsage::COPY_SRC;
    let make = |format| {
        let t = TextureDesc { usage, ..TextureDesc::color_target("t", format, 8, 8) };
        w.device.create_texture(&t).unwrap().value
    };
    let read = |t: &Texture| {
        let mut b = w.device.batch();
        let read = b.read_texture(&Region::level(t, 0));
        b.submit().unwrap().wait(SOON).unwrap();
        (read.wait(SOON).unwrap(), inner.layer().seen.lock().unwrap().zeros)
    };
    // No API clears blocks.
    assert_eq!(read(&make(Format::Bc1RgbaUnorm)), (vec![0; 32], 0));
    assert_eq!(w.device.stats().upload_bytes, 32);
    assert_eq!(read(&make(Format::Rgba8Unorm)), (vec![0; 256], 1));
}

#[test]
fn rows_without_end_are_refused() {
    let w = world::usual();
    let (t, _) = w.target("t");
    let b = w.buffer("b", BufferUsage::COPY_SRC);
    for (row_bytes, rows) in [(u32::MAX - 3, u32::MAX), (256, u32::MAX), (u32::MAX - 3, 64)] {
        let src = BufferSide { buffer: &b, offset: 0, row_bytes, rows };
        let (code, why) = world::refused(&w, |batch| {
            batch.copies("copy", &[Copy::BufferToTexture { src, dst: Region::level(&t, 0) }]);
        });
        assert_eq!(code, Code::CopyRange, "{why}");
    }
}
