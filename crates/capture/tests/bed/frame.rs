//! A small frame with something of everything, for tests of files and for the fuzzer.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::missing_panics_doc, missing_docs)]

use candor_capture::{Capture, CaptureFile, CaptureHandle};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::Arc;
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(60);

/// A Null backend with timestamps.
pub fn null_backend() -> Arc<NullBackend> {
    let limits = Limits { timestamp_bits: 64, timestamp_period_ns: 1.0, ..Limits::default() };
    NullBackend::new(NullDesc { limits: Some(limits), ..NullDesc::default() })
}

/// An armed Null device.
pub fn null() -> (Device, CaptureHandle) {
    let (backend, capture) = Capture::arm(null_backend());
    (Device::new(backend), capture)
}

/// A shader of the library.
pub fn stage(name: &str) -> ShaderStage<'static> {
    let s = candor_shader::get(name).unwrap();
    ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] }
}

/// The frame, with what its buffer 'b' contains in the end.
pub fn small(device: &Device, capture: &CaptureHandle) -> (CaptureFile, Vec<u8>) {
    let data: Vec<u8> = (0..64).collect();
    let buffer = |label, usage, memory| {
        let contents = Contents::Data(&data);
        device.create_buffer(&BufferDesc { label, size_bytes: 64, usage, memory, contents }).unwrap()
    };
    let a = buffer("a", BufferUsage::COPY_SRC | BufferUsage::VERTEX, Memory::Upload);
    let usage = BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC | BufferUsage::INDEX | BufferUsage::INDIRECT;
    let b = buffer("b", usage, Memory::Device);
    let words = buffer("words", BufferUsage::STORAGE_WRITE, Memory::Device);
    let target = |label, samples| {
        let usage = TextureUsage::COLOR
            | if samples == 1 {
                TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET
            } else {
                TextureUsage::empty()
            };
        let d = TextureDesc {
            usage,
            samples: Samples::Exact(samples),
            ..TextureDesc::color_target(label, Format::Rgba8Unorm, 4, 4)
        };
        let t = device.create_texture(&d).unwrap().value;
        let v = device.create_view(&t, &ViewDesc::default()).unwrap();
        (t, v)
    };
    let ((other, _), (target, view), (_samples, many)) =
        (target("other", 1), target("target", 1), target("samples", 4));
    let depth = TextureDesc::depth_target("depth", Format::Depth32FloatStencil8, 4, 4);
    let depth = device.create_texture(&depth).unwrap().value;
    let depth = device.create_view(&depth, &ViewDesc::default()).unwrap();
    let picture =
        [Contents::Data(&data)].map(|c| TextureDesc::sampled("picture", Format::Rgba8Unorm, 4, 4, c))[0];
    let picture = device.create_texture(&picture).unwrap().value;
    let picture = device.create_view(&picture, &ViewDesc::default()).unwrap();
    let sampler = device.create_sampler(&SamplerDesc::clamp("clamp")).unwrap().value;
    let entries = [
        LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture).detail(BindingDetail::Texture {
            dim: ViewDim::D2,
            class: Class::Float,
            multisampled: false,
        }),
        LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler)
            .detail(BindingDetail::Sampler { compares: false }),
    ];
    let samplers = [ImmutableSamplers { binding: 1, samplers: &[&sampler] }];
    let d = BindGroupLayoutDesc { label: "sampled", entries: &entries, samplers: &samplers };
    let sampled = device.create_bind_group_layout(&d).unwrap();
    let entries = [GroupEntry::view(0, &picture)];
    let d = BindGroupDesc { label: "picture", layout: &sampled, entries: &entries };
    let group = device.create_bind_group(&d).unwrap();
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let face = StencilFace::REPLACE;
    let quad = RasterPipelineDesc {
        label: "quad",
        groups: &[&sampled],
        vertex: stage("proof_sample.vs_uv"),
        fragment: Some(stage("proof_sample.fs_sample")),
        push,
        colors: &[Format::Rgba8Unorm.into()],
        depth: Some(DepthState::standard(Format::Depth32FloatStencil8).stencil(StencilState::both(face))),
        ..Default::default()
    };
    let quad = device.create_raster_pipeline(&quad).unwrap();
    let plain = |label, samples| {
        let d = RasterPipelineDesc {
            label,
            vertex: stage("proof_draw.vs_quad"),
            fragment: Some(stage("proof_draw.fs_color")),
            push,
            samples,
            colors: &[ColorState { blend: Some(Blend::ALPHA), ..Format::Rgba8Unorm.into() }],
            ..Default::default()
        };
        device.create_raster_pipeline(&d).unwrap()
    };
    let (single, multi) = (plain("single", 1), plain("multi", 4));
    let kind = BindingKind::Storage { dynamic: true, write: true };
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, kind).detail(BindingDetail::MinSize(32))];
    let d = BindGroupLayoutDesc { label: "storing", entries: &entries, ..Default::default() };
    let storing = device.create_bind_group_layout(&d).unwrap();
    let entries = [GroupEntry::buffer_range(0, &words, 0, 32)];
    let d = BindGroupDesc { label: "words", layout: &storing, entries: &entries };
    let stored = device.create_bind_group(&d).unwrap();
    let fill = ComputePipelineDesc {
        label: "fill",
        groups: &[&storing],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader: stage("compute_fill.cs_main"),
    };
    let fill = device.create_compute_pipeline(&fill).unwrap();
    let set = |label, kind| device.create_query_set(&QuerySetDesc { label, kind, count: 2 }).unwrap();
    let (times, seen) = (set("times", QueryKind::Timestamp), set("seen", QueryKind::Occlusion));
    let bundle = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    let bundle = device.create_bundle(&bundle, |e| {
        e.pipeline(&single);
        e.push(0, &[0; 64]);
        e.draw(0..6, 0..1);
    });
    let bundle = bundle.unwrap();

    capture.begin(device).unwrap();
    device.write_buffer(&a, 4, &[9; 8]).unwrap();
    let mut batch = device.batch();
    batch.push_group("frame");
    let copy = Copy::Buffer { src: &a, src_offset: 0, dst: &b, dst_offset: 0, size: 32 };
    batch.copies("copy", &[copy, Copy::Fill { dst: &b, offset: 32, size: 32, value: 7 }]);
    let compute =
        ComputeDesc { label: "compute", groups: &[&stored], order: Order::Serial, ..Default::default() };
    batch.compute(&compute, |c| {
        c.pipeline(&fill);
        c.group(0, &stored, [0]);
        c.push(&[1; 16]);
        c.dispatch(1, 1, 1);
        c.dispatch(1, 1, 1);
    });
    let pass = RasterDesc {
        label: "samples",
        color: &[Color { resolve: Some(&view), ..Color::clear(&many, [0.5; 4]) }],
        ..Default::default()
    };
    for slot in batch.raster_split(&pass, 2) {
        slot.record(|p| {
            p.pipeline(&multi);
            p.push(0, &[0; 64]);
            p.draw(0..6, 0..1);
        });
    }
    let queries = PassQueries {
        timestamps: Some(Timestamps { set: &times, begin: Some(0), end: Some(1) }),
        occlusion: Some(QueryRange { set: &seen, first: 0, count: 2 }),
        statistics: None,
    };
    let pass = RasterDesc {
        label: "pass",
        color: &[Color::load(&view)],
        depth: Some(Depth { load: Load::Clear((1.0, 3)), ..Depth::clear(&depth, 1.0) }),
        uses: &[
            Use::Buffer(&b, Access::INDEX, Stages::empty()),
            Use::Buffer(&b, Access::INDIRECT, Stages::empty()),
        ],
        queries: Some(&queries),
        ..Default::default()
    };
    batch.raster(&pass, |p| {
        p.pipeline(&quad);
        p.group(0, &group, []);
        p.push(0, &[0; 64]);
        p.viewport(Viewport { x: 0.0, y: 0.0, width: 4.0, height: 2.0, min_depth: 0.0, max_depth: 1.0 });
        p.scissor(Rect { x: 1, y: 0, width: 2, height: 2 });
        p.stencil_references(1, 2);
        p.blend_constant([0.25; 4]);
        p.index_buffer(&b, 0, IndexFormat::U16);
        p.begin_occlusion(1);
        p.draw_indexed(0..6, 0, 0..1);
        p.end_occlusion();
        p.draw_indirect(&b, 0, 1);
        p.marker("drawn");
    });
    batch.raster(&RasterDesc { label: "bundle", color: &[Color::load(&view)], ..Default::default() }, |p| {
        p.execute(&bundle);
    });
    batch.pop_group();
    batch.submit().unwrap();
    let mut batch = device.batch();
    let half = Region { size: [2, 2, 1], ..Region::level(&target, 0) };
    let corner = Region { texture: &other, origin: [2, 2, 0], ..half };
    batch.copies("corner", &[Copy::Texture { src: half, dst: corner }]);
    let value = ClearValue::Float([0.5; 4]);
    batch.copies("clear", &[Copy::Clear { dst: Levels::all(&target), value }]);
    batch.copies("blit", &[Copy::Blit { src: half, dst: corner, filter: Filter::Linear }]);
    let results = batch.read_queries(QueryRange { set: &seen, first: 0, count: 2 });
    let readback = batch.read_buffer(&b, 0..64);
    batch.submit().unwrap().wait(WAIT).unwrap();
    let _ = results.wait(WAIT).unwrap();
    let mut expected = data[..32].to_vec();
    expected[4..12].fill(9);
    expected.extend(7u32.to_le_bytes().repeat(8));
    assert_eq!(readback.wait(WAIT).unwrap(), expected);
    (capture.end().unwrap(), expected)
}
