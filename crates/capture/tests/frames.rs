//! What a frame finds when it begins, and what the host does while it runs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bed;

use bed::frame::{null, stage};
use bed::{Bed, WAIT};
use candor_capture::{CaptureError, CaptureFile, ReplayDesc, Replayed, replay};
use candor_rhi::*;

const READABLE: BufferUsage = BufferUsage::COPY_TARGET.union(BufferUsage::COPY_SRC);

fn again(bed: &Bed, file: &CaptureFile, targets: &[&str]) -> Replayed {
    let file = CaptureFile::read(&file.write()).unwrap();
    let other = Bed::new("replay", &[]).unwrap();
    let out = replay(&other.device, &file, &ReplayDesc { targets, ..Default::default() }).unwrap();
    other.silent();
    bed.silent();
    out
}

fn bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i * 7 + i / 256) as u8).collect()
}

/// A texture with contents, all of which a frame copies to a buffer.
struct Filled {
    texture: Texture,
    buffer: Buffer,
    data: Vec<u8>,
    aspect: Aspects,
}

impl Filled {
    fn new(d: &Device, label: &str, t: &TextureDesc<'_>) -> Self {
        let format = t.format.unwrap();
        let aspect = if format.is_depth() { Aspects::DEPTH } else { Aspects::COLOR };
        let (layers, mips) = (t.layers.max(if t.dim == TextureDim::Cube { 6 } else { 1 }), t.mips.max(1));
        let level = |mip: u32| t.size.map(|s| (s >> mip).max(1));
        let n: u64 = (0..mips).map(|m| format.level_bytes(level(m))).sum::<u64>() * u64::from(layers);
        let mut data = bytes(n as usize);
        if format == Format::Depth32Float {
            let depths = (0..n / 4).flat_map(|i| (i as f32 / n as f32).to_le_bytes());
            data = depths.collect();
        }
        let usage = TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
        let desc = TextureDesc { label, usage, contents: Contents::Data(&data), ..*t };
        let texture = d.create_texture(&desc).unwrap().value;
        let label = &format!("{label} out");
        let desc = BufferDesc { label, size_bytes: 1 << 16, usage: READABLE, ..Default::default() };
        let buffer = d.create_buffer(&desc).unwrap();
        Self { texture, buffer, data, aspect }
    }

    /// Copies all of it, and tells where each piece lies: offset in the buffer and length.
    fn copy(&self, batch: &mut Batch) -> Vec<(usize, usize)> {
        let i = self.texture.info();
        let (mut at, mut pieces, mut list) = (0, Vec::new(), Vec::new());
        for layer in 0..i.layers {
            for mip in 0..i.mips {
                let n = i.format.level_bytes(i.level_size(mip)) as usize;
                let src = Region { layer, aspect: Some(self.aspect), ..Region::level(&self.texture, mip) };
                let dst = BufferSide { buffer: &self.buffer, offset: at as u64, row_bytes: 0, rows: 0 };
                list.push(Copy::TextureToBuffer { src, dst });
                pieces.push((at, n));
                at += n.next_multiple_of(512);
            }
        }
        batch.copies("read", &list);
        pieces
    }
}

#[test]
fn textures_of_every_shape_are_there_again() {
    let Some(bed) = Bed::new("contents", &[]) else { return };
    let d = &bed.device;
    let of = |format, size, layers, mips, dim| TextureDesc {
        format: Some(format),
        size,
        layers,
        mips,
        dim,
        ..Default::default()
    };
    let all = [
        ("layers", of(Format::Rgba8Unorm, [8, 4, 1], 3, 3, TextureDim::D2)),
        ("odd", of(Format::R8Unorm, [5, 3, 1], 2, 3, TextureDim::D2)),
        ("volume", of(Format::R16Float, [4, 4, 4], 1, 3, TextureDim::D3)),
        ("cube", of(Format::Rg8Unorm, [4, 4, 1], 6, 1, TextureDim::Cube)),
        ("depth", of(Format::Depth32Float, [6, 5, 1], 1, 1, TextureDim::D2)),
    ];
    let filled: Vec<_> = all.iter().map(|(label, t)| Filled::new(d, label, t)).collect();
    bed.capture.begin(d).unwrap();
    let mut batch = d.batch();
    let pieces: Vec<_> = filled.iter().map(|f| f.copy(&mut batch)).collect();
    batch.submit().unwrap();
    let file = bed.capture.end().unwrap();
    assert_eq!(file.missing(), Vec::<String>::new());
    let labels = all.map(|(label, _)| format!("{label} out"));
    let out = again(&bed, &file, &labels.each_ref().map(String::as_str));
    for (label, (f, pieces)) in labels.iter().zip(filled.iter().zip(pieces)) {
        let o = out.outputs.iter().find(|o| o.label == *label).unwrap_or_else(|| panic!("{label}"));
        let there: Vec<u8> = pieces.iter().flat_map(|(at, n)| o.bytes[*at..at + n].iter().copied()).collect();
        assert!(there == f.data, "{label} differs");
    }
}

#[test]
fn depth_and_stencil_are_there_again() {
    let Some(bed) = Bed::new("stencil", &[]) else { return };
    let d = &bed.device;
    let usage = TextureUsage::DEPTH | TextureUsage::COPY_SRC;
    let t = TextureDesc { usage, ..TextureDesc::depth_target("both", Format::Depth32FloatStencil8, 4, 4) };
    let t = d.create_texture(&t).unwrap().value;
    let mut batch = d.batch();
    batch.copies("clear", &[Copy::Clear { dst: Levels::all(&t), value: ClearValue::Depth(0.25, 77) }]);
    batch.submit().unwrap();
    let buffer = |label| {
        let desc = BufferDesc { label, size_bytes: 64, usage: READABLE, ..Default::default() };
        d.create_buffer(&desc).unwrap()
    };
    let (depths, stencils) = (buffer("depths"), buffer("stencils"));
    bed.capture.begin(d).unwrap();
    let mut batch = d.batch();
    let read = |aspect, buffer| Copy::TextureToBuffer {
        src: Region { aspect: Some(aspect), ..Region::level(&t, 0) },
        dst: BufferSide { buffer, offset: 0, row_bytes: 0, rows: 0 },
    };
    batch.copies("read", &[read(Aspects::DEPTH, &depths), read(Aspects::STENCIL, &stencils)]);
    batch.submit().unwrap();
    let out = again(&bed, &bed.capture.end().unwrap(), &["depths", "stencils"]);
    assert_eq!(out.outputs[0].bytes, 0.25f32.to_le_bytes().repeat(16));
    assert_eq!(out.outputs[1].bytes[..16], [77; 16]);
}

/// A texture that rests in its sampled state is read without harm, and is there for draws before and after.
#[test]
fn settled_textures_stay_where_they_rest() {
    let Some(bed) = Bed::new("settled", &[]) else { return };
    let d = &bed.device;
    let data = bytes(64);
    let sampled = TextureDesc::sampled("never written", Format::Rgba8Unorm, 4, 4, Contents::Data(&data));
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_TARGET;
    let settled = TextureDesc { label: "settled", usage, ..sampled };
    let [a, b] = [sampled, settled].map(|t| d.create_texture(&t).unwrap().value);
    let mut batch = d.batch();
    batch.settle(&[&b]);
    batch.submit().unwrap();
    let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = BindGroupLayoutDesc { label: "one", entries: &entries, samplers: &[] };
    let layout = d.create_bind_group_layout(&layout).unwrap();
    let groups = [&a, &b].map(|t| {
        let v = d.create_view(t, &ViewDesc::default()).unwrap();
        d.create_bind_group(&BindGroupDesc {
            label: "g",
            layout: &layout,
            entries: &[GroupEntry::view(0, &v)],
        })
        .unwrap()
    });
    let pipeline = RasterPipelineDesc {
        label: "show",
        groups: &[&layout],
        vertex: stage("proof_draw.vs_quad"),
        fragment: Some(stage("proof_sample.fs_load")),
        push: PushLayout { stages: Stages::RASTER, bytes: 64 },
        colors: &[Format::Rgba8Unorm.into()],
        ..Default::default()
    };
    let pipeline = d.create_raster_pipeline(&pipeline).unwrap();
    let mut words = [0.0f32; 16];
    words[..4].copy_from_slice(&[-1.0, -1.0, 1.0, 1.0]);
    let draw = |label, group: &BindGroup| {
        let target =
            d.create_texture(&TextureDesc::color_target(label, Format::Rgba8Unorm, 4, 4)).unwrap().value;
        let view = d.create_view(&target, &ViewDesc::default()).unwrap();
        let mut batch = d.batch();
        let pass = RasterDesc { label, color: &[Color::clear(&view, [0.0; 4])], ..Default::default() };
        batch.raster(&pass, |p| {
            p.pipeline(&pipeline);
            p.group(0, group, []);
            p.push(0, bytemuck::cast_slice(&words));
            p.draw(0..6, 0..1);
        });
        let readback = batch.read_texture(&Region::level(&target, 0));
        batch.submit().unwrap();
        assert_eq!(readback.wait(WAIT).unwrap(), data, "{label}");
    };
    bed.capture.begin(d).unwrap();
    draw("first", &groups[0]);
    draw("second", &groups[1]);
    let file = bed.capture.end().unwrap();
    draw("after", &groups[1]);
    let out = again(&bed, &file, &["first", "second"]);
    assert!(out.outputs.iter().all(|o| o.bytes == data));
}

#[test]
fn what_the_host_writes_between_submissions_comes_in_its_place() {
    let Some(bed) = Bed::new("host", &[]) else { return };
    let d = &bed.device;
    let before = bytes(256);
    let (memory, usage) = (Memory::Upload, BufferUsage::COPY_SRC);
    let desc =
        BufferDesc { label: "host", size_bytes: 256, usage, memory, contents: Contents::Data(&before) };
    let host = d.create_buffer(&desc).unwrap();
    let desc = BufferDesc { label: "results", size_bytes: 768, usage: READABLE, ..Default::default() };
    let results = d.create_buffer(&desc).unwrap();
    let take = |n: u64| {
        let mut batch = d.batch();
        let copy = Copy::Buffer { src: &host, src_offset: 0, dst: &results, dst_offset: 256 * n, size: 256 };
        batch.copies("take", &[copy]);
        batch.submit().unwrap().wait(WAIT).unwrap();
    };
    bed.capture.begin(d).unwrap();
    take(0);
    d.write_buffer(&host, 16, &[1; 32]).unwrap();
    take(1);
    d.write_buffer(&host, 32, &[2; 32]).unwrap();
    take(2);
    let mut expected = before.repeat(3);
    expected[256 + 16..256 + 48].fill(1);
    expected[512 + 16..512 + 48].fill(1);
    expected[512 + 32..512 + 64].fill(2);
    let file = bed.capture.end().unwrap();
    assert!(file.listing().contains("256 bytes to #0 'results'"), "{}", file.listing());
    assert_eq!(again(&bed, &file, &[]).outputs[0].bytes, expected);
}

#[test]
fn samples_that_the_frame_goes_on_with_are_told_to_be_missing() {
    let Some(bed) = Bed::new("samples", &[]) else { return };
    let d = &bed.device;
    let desc = TextureDesc::color_target("samples", Format::Rgba8Unorm, 4, 4);
    let desc = TextureDesc { samples: Samples::Exact(4), usage: TextureUsage::COLOR, ..desc };
    let samples = d.create_texture(&desc).unwrap().value;
    let samples = d.create_view(&samples, &ViewDesc::default()).unwrap();
    let single =
        d.create_texture(&TextureDesc::color_target("single", Format::Rgba8Unorm, 4, 4)).unwrap().value;
    let single = d.create_view(&single, &ViewDesc::default()).unwrap();
    let frame = |load: Color<'_>| {
        let mut batch = d.batch();
        let color = [Color { resolve: Some(&single), ..load }];
        batch.raster(&RasterDesc { label: "resolve", color: &color, ..Default::default() }, |_| {});
        batch.submit().unwrap();
    };
    frame(Color::clear(&samples, [1.0; 4]));
    bed.capture.begin(d).unwrap();
    frame(Color::load(&samples));
    let file = bed.capture.end().unwrap();
    let missing = file.missing();
    assert!(
        missing.len() == 1 && missing[0].contains("texture 'samples'") && missing[0].contains("4 samples"),
        "{missing:?}"
    );
    assert_eq!(again(&bed, &file, &[]).notes, missing);
    bed.capture.begin(d).unwrap();
    frame(Color::clear(&samples, [0.2; 4]));
    frame(Color::load(&samples));
    let file = bed.capture.end().unwrap();
    assert_eq!(file.missing(), Vec::<String>::new());
    assert_eq!(again(&bed, &file, &[]).outputs[0].bytes, [51; 64]);
}

#[test]
fn a_capture_that_cannot_be_whole_says_why() {
    let (d, capture) = null();
    assert_eq!(capture.end(), Err(CaptureError::NotBegun));
    capture.begin(&d).unwrap();
    assert_eq!(capture.begin(&d), Err(CaptureError::Begun));
    assert_eq!(capture.end(), Err(CaptureError::Empty));
    // A batch that was opened before is seen in part only.
    let desc = BufferDesc { label: "b", size_bytes: 16, usage: READABLE, ..Default::default() };
    let b = d.create_buffer(&desc).unwrap();
    let mut early = d.batch();
    early.copies("early", &[Copy::Fill { dst: &b, offset: 0, size: 16, value: 1 }]);
    capture.begin(&d).unwrap();
    early.submit().unwrap();
    let Err(CaptureError::Incomplete { why }) = capture.end() else { panic!() };
    assert!(why.contains("before the capture began"), "{why}");
    // A device that is not the armed one.
    let (other, _) = null();
    let _kept = other.create_buffer(&desc).unwrap();
    drop(b);
    d.wait_idle(WAIT).unwrap();
    let e = capture.begin(&other).unwrap_err();
    assert!(matches!(&e, CaptureError::Foreign { .. }) && e.to_string().contains("'b'"), "{e}");
    let plain = Device::new(candor_rhi::null::NullBackend::new(Default::default()));
    assert!(matches!(capture.begin(&plain), Err(CaptureError::Device(_))));
}

#[test]
fn the_same_frame_is_the_same_file() {
    let (a, b) = (null(), null());
    let [a, b] = [a, b].map(|(d, c)| bed::frame::small(&d, &c).0.write());
    assert_eq!(a, b);
}

/// Queues that the device does not have are made up for by order, which is told.
#[test]
fn work_of_other_queues_runs_on_the_main_one_where_there_is_no_other() {
    use candor_rhi::backend::Enabled;
    use candor_rhi::null::{NullBackend, NullDesc};
    let (d, capture) = null();
    let desc = BufferDesc { label: "b", size_bytes: 16, usage: READABLE, ..Default::default() };
    let [a, b] = [(); 2].map(|()| d.create_buffer(&desc).unwrap());
    capture.begin(&d).unwrap();
    let mut batch = d.batch();
    batch.copies_on(Queue::Copy, "fill", &[Copy::Fill { dst: &a, offset: 0, size: 16, value: 0x0303_0303 }]);
    let copy = Copy::Buffer { src: &a, src_offset: 0, dst: &b, dst_offset: 0, size: 16 };
    batch.copies("copy", &[copy]);
    batch.submit().unwrap();
    let file = capture.end().unwrap();
    let here = replay(&d, &file, &ReplayDesc::default()).unwrap();
    assert_eq!((here.outputs[0].bytes.as_slice(), here.notes.len()), (&[3; 16][..], 0));
    let lesser = NullBackend::new(NullDesc { without: Enabled::ASYNC_COPY, ..Default::default() });
    let there = replay(&Device::new(lesser), &file, &ReplayDesc::default()).unwrap();
    assert_eq!(there.outputs, here.outputs);
    assert!(there.notes.len() == 1 && there.notes[0].contains("Copy queue"), "{:?}", there.notes);
}

/// A frame of a window is about what it presents.
#[test]
fn what_is_presented_is_the_target() {
    let (d, capture) = null();
    let mut surface = d.create_surface("window", &bed::window()).unwrap();
    let config = SurfaceConfig { size: [8, 4], ..Default::default() };
    let _ = surface.configure(&config).unwrap();
    let mut show = |color| {
        let frame = surface.acquire(WAIT).unwrap().into_frame();
        let mut batch = d.batch();
        let pass =
            RasterDesc { label: "frame", color: &[Color::clear(frame.view(), color)], ..Default::default() };
        batch.raster(&pass, |_| {});
        batch.present(frame);
        batch.submit().unwrap().wait(WAIT).unwrap();
    };
    show([0.0; 4]);
    capture.begin(&d).unwrap();
    show([1.0; 4]);
    let file = capture.end().unwrap();
    assert_eq!(file.targets().collect::<Vec<_>>(), ["window"]);
    assert!(file.listing().contains("present #0 'window'"), "{}", file.listing());
    show([0.5; 4]);
    let out = replay(&d, &CaptureFile::read(&file.write()).unwrap(), &ReplayDesc::default()).unwrap();
    assert_eq!(out.outputs[0].bytes.len(), 8 * 4 * 4);
}

/// The times that Candor measures for itself are no part of a frame; the program's own queries are, as far as the frame asks them.
#[test]
fn queries_of_before_and_of_candor_itself_are_left_out() {
    let (d, capture) = null();
    d.time_passes(true).unwrap();
    let target =
        d.create_texture(&TextureDesc::color_target("target", Format::Rgba8Unorm, 4, 4)).unwrap().value;
    let view = d.create_view(&target, &ViewDesc::default()).unwrap();
    let set = QuerySetDesc { label: "times", kind: QueryKind::Timestamp, count: 4 };
    let set = d.create_query_set(&set).unwrap();
    let pass = |batch: &mut Batch, first: u32| {
        let timestamps = Some(Timestamps { set: &set, begin: Some(first), end: Some(first + 1) });
        let queries = PassQueries { timestamps, ..Default::default() };
        let color = [Color::clear(&view, [0.0; 4])];
        let pass = RasterDesc { label: "pass", color: &color, queries: Some(&queries), ..Default::default() };
        batch.raster(&pass, |_| {});
    };
    let mut batch = d.batch();
    pass(&mut batch, 0);
    batch.submit().unwrap().wait(WAIT).unwrap();
    capture.begin(&d).unwrap();
    let mut batch = d.batch();
    pass(&mut batch, 2);
    let [before, now] = [0, 2].map(|first| batch.read_queries(QueryRange { set: &set, first, count: 2 }));
    batch.submit().unwrap().wait(WAIT).unwrap();
    before.wait(WAIT).unwrap();
    now.wait(WAIT).unwrap();
    let file = capture.end().unwrap();
    assert_eq!(file.notes().len(), 1, "{:?}", file.notes());
    assert!(file.notes()[0].contains("'times'") && file.notes()[0].contains("before the frame"));
    let listing = file.listing();
    assert!(!listing.contains("pass times") && listing.contains("results 2+2 of"), "{listing}");
    assert_eq!(replay(&d, &file, &ReplayDesc::default()).unwrap().notes, file.notes());
    // What the program read is there to be read again.
    let out = replay(&d, &file, &ReplayDesc { targets: &["readback"], ..Default::default() }).unwrap();
    assert!(out.outputs[0].kind == candor_capture::OutputKind::Buffer && out.outputs[0].bytes.len() >= 16);
}
