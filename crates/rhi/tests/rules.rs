//! One broken rule for each code. Every entry breaks exactly its own rule, and the sentence names object, rule and remedy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod said;
#[path = "cases/wired.rs"]
mod wired;
mod world;

use candor_rhi::backend::Enabled;
use candor_rhi::interop::AdoptBuffer;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::ops::Range;
use std::time::Duration;
use world::{SOON, STAGE, World, pass, raster, shader, window};

/// How a rule is broken.
enum Rule {
    /// By this; the only error must have the code, and its label must be this one.
    Broken(&'static str, fn(&World) -> Error),
}

use Rule::Broken;

/// Every code; one that is new has no entry, and the test below says so.
fn rule(code: Code) -> Option<Rule> {
    Some(match code {
        Code::ZeroSize => Broken("mesh", |w| buffer(w, BufferDesc { size_bytes: 0, ..mesh() })),
        Code::TooLarge => Broken("mesh", |w| buffer(w, BufferDesc { size_bytes: 1 << 40, ..mesh() })),
        Code::NoUsage => Broken("mesh", |w| buffer(w, BufferDesc { usage: BufferUsage::empty(), ..mesh() })),
        Code::MissingUsage => Broken("still", |w| {
            let b = w.buffer("still", BufferUsage::VERTEX);
            w.device.write_buffer(&b, 0, &[0; 4]).unwrap_err()
        }),
        Code::ForeignObject => Broken("theirs", |w| {
            let other = World::new(NullDesc::default());
            let (_t, v) = other.target("theirs");
            in_batch(w, |b| b.raster(&pass(&[Color::clear(&v, [0.0; 4])]), |_| {}))
        }),
        Code::FormatUnsupported => Broken("map", |w| {
            texture(
                w,
                TextureDesc { format: Some(Format::Bc1RgbaUnorm), usage: TextureUsage::COLOR, ..map() },
            )
        }),
        Code::SampleCount => Broken("map", |w| {
            texture(w, TextureDesc { samples: Samples::Exact(8), usage: TextureUsage::COLOR, ..map() })
        }),
        Code::MipLevels => Broken("map", |w| texture(w, TextureDesc { mips: 6, ..map() })),
        Code::TextureShape => Broken("shape", |w| {
            let d = TextureDesc { label: "shape", ..map() };
            let with = |dim, size, layers| {
                let d = TextureDesc { dim, size, layers, ..d };
                let e = w.device.create_texture(&d).unwrap_err();
                assert_eq!(e.code(), Code::TextureShape, "{e}");
                e
            };
            with(TextureDim::D1, [16, 64, 1], 1);
            with(TextureDim::D2, [16, 16, 4], 1);
            with(TextureDim::Cube, [16, 8, 1], 6);
            with(TextureDim::Cube, [16, 16, 1], 7);
            with(TextureDim::D3, [16, 16, 4], 3)
        }),
        Code::ViewRange => Broken("part", |w| {
            let t = w.texture(&map());
            w.device.create_view(&t, &ViewDesc { label: "part", mip: 1, ..Default::default() }).unwrap_err()
        }),
        Code::BufferRange => Broken("mesh", |w| {
            let b = w.device.create_buffer(&mesh()).unwrap();
            w.device.write_buffer(&b, 1020, &[0; 8]).unwrap_err()
        }),
        Code::DataLength => {
            Broken("mesh", |w| buffer(w, BufferDesc { contents: Contents::Data(&[0; 12]), ..mesh() }))
        }
        Code::NotMappable => Broken("mesh", |w| {
            buffer(w, BufferDesc { memory: Memory::Upload, usage: BufferUsage::STORAGE_WRITE, ..mesh() })
        }),
        Code::CopyAlignment => Broken("mesh", |w| {
            let b = w.device.create_buffer(&mesh()).unwrap();
            w.device.write_buffer(&b, 2, &[0; 4]).unwrap_err()
        }),
        Code::ArenaFull => Broken("arena", |w| {
            let d = ArenaDesc { label: "arena", size_bytes: 64, usage: BufferUsage::UNIFORM };
            w.device.create_arena(&d).unwrap().alloc(65, 1).unwrap_err()
        }),
        Code::SamplerState => Broken("downwards", |w| {
            let d = SamplerDesc { label: "downwards", lod: [2.0, 1.0], ..Default::default() };
            w.device.create_sampler(&d).map(drop).unwrap_err()
        }),
        Code::ImmutableSamplers => Broken("baked", |w| {
            let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Sampler)];
            let samplers = [ImmutableSamplers { binding: 0, samplers: &[] }];
            let d = BindGroupLayoutDesc { label: "baked", entries: &entries, samplers: &samplers };
            w.device.create_bind_group_layout(&d).unwrap_err()
        }),
        Code::TooManyGroups => Broken("wide", |w| {
            let l = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
            pipeline(w, RasterPipelineDesc { label: "wide", groups: &[&l; 5], ..Default::default() })
        }),
        Code::DuplicateBinding => Broken("twice", |w| {
            let e = LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture);
            layout(w, "twice", &[e, e])
        }),
        Code::BindingNumber => Broken("far", |w| {
            layout(w, "far", &[LayoutEntry::new(1000, Stages::FRAGMENT, BindingKind::Texture)])
        }),
        Code::GroupEntries => Broken("short", |w| {
            let l = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
            w.device
                .create_bind_group(&BindGroupDesc { label: "short", layout: &l, entries: &[] })
                .unwrap_err()
        }),
        Code::TooManyDynamic => Broken("moving", |w| {
            let kind = BindingKind::Uniform { dynamic: true };
            layout(
                w,
                "moving",
                &(0..9).map(|i| LayoutEntry::new(i, Stages::VERTEX, kind)).collect::<Vec<_>>(),
            )
        }),
        Code::OffsetAlignment => Broken("odd", |w| {
            let b = w.buffer("constants", BufferUsage::UNIFORM);
            let l = w.layout(&[LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: false })]);
            let entries = [GroupEntry::buffer_range(0, &b, 4, 64)];
            w.device
                .create_bind_group(&BindGroupDesc { label: "odd", layout: &l, entries: &entries })
                .unwrap_err()
        }),
        Code::PushSize => Broken("long", |w| {
            let push = PushLayout { stages: Stages::VERTEX, bytes: 132 };
            pipeline(w, RasterPipelineDesc { label: "long", push, ..Default::default() })
        }),
        Code::TooManySamplers => Broken("rich", |w| {
            let all: Vec<_> =
                (0..17).map(|i| LayoutEntry::new(i, Stages::FRAGMENT, BindingKind::Sampler)).collect();
            layout(w, "rich", &all)
        }),
        Code::BindingArray => Broken("empty", |w| {
            layout(w, "empty", &[LayoutEntry::new(2, Stages::FRAGMENT, BindingKind::Texture).array(0)])
        }),
        Code::TooManyBindings => Broken("atlas", |w| {
            layout(w, "atlas", &[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture).array(17)])
        }),
        Code::SpecConstant => Broken("constant", |w| {
            let constants = [Constant { id: 9, value: ConstantValue::U32(1) }];
            let shader = ShaderStage { constants: &constants, ..STAGE };
            let d = ComputePipelineDesc { label: "constant", shader, ..Default::default() };
            w.device.create_compute_pipeline(&d).unwrap_err()
        }),
        Code::ShaderInvalid => Broken("text", |w| {
            let vertex = ShaderStage { spirv: &[1, 2, 3], entry: "main", constants: &[] };
            w.device.create_raster_pipeline(&RasterPipelineDesc { vertex, ..plain("text") }).unwrap_err()
        }),
        Code::EntryPoint => Broken("nameless", |w| {
            let vertex = ShaderStage { entry: "", ..STAGE };
            w.device.create_raster_pipeline(&RasterPipelineDesc { vertex, ..plain("nameless") }).unwrap_err()
        }),
        Code::ShaderBinding => Broken("unbound", |w| {
            let d = ComputePipelineDesc {
                label: "unbound",
                shader: shader("compute_fill.cs_main"),
                ..Default::default()
            };
            w.device.create_compute_pipeline(&d).unwrap_err()
        }),
        Code::VertexInput => Broken("bare", |w| {
            let entries = [LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true })];
            let item = w.layout(&entries);
            let d = RasterPipelineDesc {
                label: "bare",
                groups: &[&item],
                vertex: shader("w1.vs_main"),
                fragment: Some(shader("w1.fs0")),
                colors: &[ColorState::from(Format::Rgba8Unorm)],
                ..Default::default()
            };
            w.device.create_raster_pipeline(&d).unwrap_err()
        }),
        Code::Workgroup => Broken("wide", |_| {
            let limits = Limits { max_workgroup_invocations: 32, ..Limits::default() };
            let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
            let words = BindingKind::Storage { dynamic: false, write: true };
            let layout = w.layout(&[LayoutEntry::new(0, Stages::COMPUTE, words)]);
            let d = ComputePipelineDesc {
                label: "wide",
                groups: &[&layout],
                push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
                shader: shader("compute_fill.cs_main"),
            };
            w.device.create_compute_pipeline(&d).unwrap_err()
        }),
        Code::VertexLayout => Broken("tight", |w| {
            let attributes = [Attribute { location: 0, format: VertexFormat::F32x4, offset: 4 }];
            let buffers = [VertexLayout { stride: 16, attributes: &attributes, ..Default::default() }];
            pipeline(w, RasterPipelineDesc { label: "tight", buffers: &buffers, ..Default::default() })
        }),
        Code::TargetCount => Broken("many", |w| {
            let colors = [ColorState::from(Format::Rgba8Unorm); 9];
            pipeline(w, RasterPipelineDesc { label: "many", colors: &colors, ..Default::default() })
        }),
        Code::PipelineState => Broken("restart", |w| {
            pipeline(
                w,
                RasterPipelineDesc { label: "restart", primitive_restart: true, ..Default::default() },
            )
        }),
        Code::NotEnabled => Broken("clamped", |_| {
            let w = World::new(NullDesc { without: Enabled::DEPTH_CLAMP, ..Default::default() });
            let depth = DepthState { clamp: true, ..DepthState::reversed(Format::Depth32Float) };
            pipeline(&w, RasterPipelineDesc { label: "clamped", depth: Some(depth), ..Default::default() })
        }),
        Code::StageInterface => Broken("blind", |w| {
            let d = RasterPipelineDesc { fragment: Some(shader("proof_state.fs_valued")), ..plain("blind") };
            w.device.create_raster_pipeline(&d).unwrap_err()
        }),
        Code::AttachmentSize => Broken("small", |w| {
            let (_t, a) = w.target("large");
            let small = w.texture(&TextureDesc::color_target("small", Format::Rgba8Unorm, 32, 64));
            let b = w.view(&small);
            in_batch(w, |x| x.raster(&pass(&[Color::load(&a), Color::load(&b)]), |_| {}))
        }),
        Code::AttachmentView => Broken("chain", |w| {
            let t = TextureDesc { mips: 3, ..TextureDesc::color_target("chain", Format::Rgba8Unorm, 64, 64) };
            let t = w.texture(&t);
            let v = w.view(&t);
            in_batch(w, |b| b.raster(&pass(&[Color::load(&v)]), |_| {}))
        }),
        Code::UseConflict => Broken("loop", |w| {
            let (_t, v) = w.target("loop");
            let g = w.sampling("itself", &v, Stages::FRAGMENT);
            let color = [Color::load(&v)];
            let d = RasterDesc { groups: &[&g], ..pass(&color) };
            in_batch(w, |b| b.raster(&d, |_| {}))
        }),
        Code::ResolveTarget => Broken("to", |w| {
            let ((_a, from), (_b, to)) = (w.target("from"), w.target("to"));
            let color = [Color { resolve: Some(&to), ..Color::load(&from) }];
            in_batch(w, |b| b.raster(&pass(&color), |_| {}))
        }),
        Code::SettledWrite => Broken("rested", |w| {
            let (t, v) = w.target("rested");
            let mut b = w.device.batch();
            b.settle(&[&t]);
            b.submit().unwrap().wait(SOON).unwrap();
            in_batch(w, |b| b.raster(&pass(&[Color::load(&v)]), |_| {}))
        }),
        Code::ViewMask => Broken("", |w| {
            let (_t, v) = w.target("one layer");
            let color = [Color::load(&v)];
            in_batch(w, |b| b.raster(&RasterDesc { view_mask: 0b11, ..pass(&color) }, |_| {}))
        }),
        Code::ReadOnlyDepth => Broken("writes", |w| {
            let t = w.texture(&TextureDesc::depth_target("depth", Format::Depth32Float, 16, 16));
            let v = w.view(&t);
            let depth = Some(DepthState::reversed(Format::Depth32Float));
            let p = w.pipeline(&RasterPipelineDesc { label: "writes", depth, ..Default::default() });
            let d = RasterDesc { label: "pass", depth: Some(Depth::read_only(&v)), ..Default::default() };
            in_batch(w, |b| b.raster(&d, |r| r.pipeline(&p)))
        }),
        Code::Transient => Broken("samples", |w| {
            let usage = TextureUsage::TRANSIENT | TextureUsage::SAMPLED;
            let d = TextureDesc::color_target("samples", Format::Rgba8Unorm, 4, 4);
            w.device.create_texture(&TextureDesc { usage, ..d }).unwrap_err()
        }),
        Code::TargetMismatch => Broken("deep", |w| {
            let depth = Some(DepthState::reversed(Format::Depth32Float));
            let p = w.pipeline(&RasterPipelineDesc { label: "deep", depth, ..Default::default() });
            in_pass(w, |r| r.pipeline(&p))
        }),
        Code::GroupLayout => Broken("other", |w| {
            let b = w.buffer("constants", BufferUsage::UNIFORM);
            let l = w.layout(&[LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: false })]);
            let g = w.group("other", &l, &[GroupEntry::buffer(0, &b)]);
            let p = w.pipeline(&RasterPipelineDesc::default());
            in_pass(w, |r| {
                r.pipeline(&p);
                r.group(0, &g, []);
            })
        }),
        Code::DynamicOffset => Broken("moved", |w| {
            let b = w.buffer("constants", BufferUsage::UNIFORM);
            let l = w.layout(&[LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: true })]);
            let g = w.group("moved", &l, &[GroupEntry::buffer_range(0, &b, 0, 256)]);
            let p = w.pipeline(&RasterPipelineDesc { groups: &[&l], ..Default::default() });
            in_pass(w, |r| {
                r.pipeline(&p);
                r.group(0, &g, [1024]);
            })
        }),
        Code::Incomplete => Broken("the pipeline", |w| in_pass(w, |r| r.draw(0..3, 0..1))),
        Code::UndeclaredUse => Broken("hidden", |w| {
            let (_t, v) = w.target("written");
            let l = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
            let g = w.group("hidden", &l, &[GroupEntry::view(0, &v)]);
            let p = w.pipeline(&RasterPipelineDesc { groups: &[&l], ..Default::default() });
            in_pass(w, |r| {
                r.pipeline(&p);
                r.group(0, &g, []);
            })
        }),
        Code::PushRange => Broken("", |w| {
            let push = PushLayout { stages: Stages::VERTEX, bytes: 16 };
            let p = w.pipeline(&RasterPipelineDesc { push, ..Default::default() });
            in_pass(w, |r| {
                r.pipeline(&p);
                r.push(8, &[0; 16]);
            })
        }),
        Code::VertexBufferSlot => Broken("mesh", |w| {
            let b = w.device.create_buffer(&mesh()).unwrap();
            for wrong in [2, 1023, 1024] {
                let told = in_pass(w, |r| r.vertex_buffer(0, &b, wrong));
                assert!(told.to_string().contains(&format!("offset {wrong}")), "{told}");
            }
            in_pass(w, |r| r.vertex_buffer(16, &b, 0))
        }),
        Code::IndexRange => Broken("", |w| {
            let b = w.buffer("indices", BufferUsage::INDEX);
            let p = w.pipeline(&RasterPipelineDesc::default());
            in_pass(w, |r| {
                r.pipeline(&p);
                r.index_buffer(&b, 0, IndexFormat::U32);
                r.draw_indexed(0..257, 0, 0..1);
            })
        }),
        Code::IndirectRange => Broken("arguments", |w| {
            let b = w.buffer("arguments", BufferUsage::INDIRECT);
            let p = w.pipeline(&RasterPipelineDesc::default());
            in_pass(w, |r| {
                r.pipeline(&p);
                r.draw_indirect(&b, 1012, 1);
            })
        }),
        Code::DispatchSize => Broken("", |w| {
            let d = ComputePipelineDesc { label: "work", shader: STAGE, ..Default::default() };
            let p = w.device.create_compute_pipeline(&d).unwrap();
            in_batch(w, |b| {
                b.compute(&ComputeDesc { label: "pass", ..Default::default() }, |c| {
                    c.pipeline(&p);
                    c.dispatch(65536, 1, 1);
                });
            })
        }),
        Code::Viewport => Broken("", |w| {
            let v = Viewport { x: 0.0, y: 0.0, width: f32::NAN, height: 1.0, min_depth: 0.0, max_depth: 1.0 };
            in_pass(w, |r| r.viewport(v))
        }),
        Code::Scissor => Broken("", |w| in_pass(w, |r| r.scissor(Rect { x: -1, y: 0, width: 1, height: 1 }))),
        Code::CopyRange => Broken("map", |w| {
            let usage = TextureUsage::COPY_SRC;
            let t = w.texture(&TextureDesc { usage, ..map() });
            let r = Region { origin: [8, 0, 0], size: [16, 16, 1], ..Region::level(&t, 0) };
            in_batch(w, |b| {
                drop(b.read_texture(&r));
            })
        }),
        Code::CopyFormat => Broken("to", |w| {
            let of = |label, format, usage| {
                w.texture(&TextureDesc { label, format: Some(format), usage, ..map() })
            };
            let a = of("from", Format::Rgba8Unorm, TextureUsage::COPY_SRC);
            let b = of("to", Format::R32Float, TextureUsage::COPY_TARGET);
            let copy = Copy::Texture { src: Region::level(&a, 0), dst: Region::level(&b, 0) };
            in_batch(w, |x| x.copies("copy", &[copy]))
        }),
        Code::ResolveMode => Broken("to", |w| {
            let of = |label, samples| {
                let d = TextureDesc::depth_target(label, Format::Depth32Float, 16, 16);
                let t = w.texture(&TextureDesc { samples, usage: TextureUsage::DEPTH, ..d });
                (w.view(&t), t)
            };
            let ((from, _a), (to, _b)) = (of("from", Samples::Exact(4)), of("to", Samples::Exact(1)));
            let resolve = DepthResolve { view: &to, depth: Some(ResolveMode::Average), stencil: None };
            let depth = Some(Depth { resolve: Some(resolve), ..Depth::clear(&from, 0.0) });
            in_batch(w, |b| b.raster(&RasterDesc { label: "pass", depth, ..Default::default() }, |_| {}))
        }),
        Code::CopyOverlap => Broken("to", |w| {
            let b = w.buffer("to", BufferUsage::COPY_TARGET);
            let fill = |offset| Copy::Fill { dst: &b, offset, size: 16, value: 0 };
            in_batch(w, |x| x.copies("fill", &[fill(0), fill(32), fill(12)]))
        }),
        Code::BlitFormat => Broken("to", |w| {
            let usage = TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
            let of = |label, format| w.texture(&TextureDesc { label, format: Some(format), usage, ..map() });
            let (a, b) = (of("from", Format::Rgba8Unorm), of("to", Format::Rgba8Uint));
            let (src, dst) = (Region::level(&a, 0), Region::level(&b, 0));
            in_batch(w, |x| x.copies("blit", &[Copy::Blit { src, dst, filter: Filter::Nearest }]))
        }),
        Code::ClearValue => Broken("map", |w| {
            let t = w.texture(&TextureDesc { usage: TextureUsage::COPY_TARGET, ..map() });
            let clear = Copy::Clear { dst: Levels::all(&t), value: ClearValue::Uint([1; 4]) };
            in_batch(w, |x| x.copies("clear", &[clear]))
        }),
        Code::QueryRange => Broken("seen", |w| {
            let d = QuerySetDesc { label: "seen", kind: QueryKind::Occlusion, count: 4 };
            let set = w.device.create_query_set(&d).unwrap();
            in_batch(w, |b| {
                drop(b.read_queries(QueryRange { set: &set, first: 2, count: 3 }));
            })
        }),
        Code::QueryUnwritten => Broken("seen", |w| {
            let d = QuerySetDesc { label: "seen", kind: QueryKind::Occlusion, count: 4 };
            let set = w.device.create_query_set(&d).unwrap();
            in_batch(w, |b| {
                drop(b.read_queries(QueryRange { set: &set, first: 2, count: 2 }));
            })
        }),
        Code::DebugGroup => Broken("", |w| in_pass(w, |r| r.push_group("open"))),
        Code::CopyQueue => Broken("depth", |w| {
            let usage = TextureUsage::COPY_SRC | TextureUsage::DEPTH;
            let d = TextureDesc { usage, ..TextureDesc::depth_target("depth", Format::Depth32Float, 8, 8) };
            let t = w.texture(&d);
            let b = w.buffer("to", BufferUsage::COPY_TARGET);
            in_batch(w, |x| {
                let dst = BufferSide { buffer: &b, offset: 0, row_bytes: 0, rows: 0 };
                let copy = Copy::TextureToBuffer { src: Region::level(&t, 0), dst };
                x.copies_on(Queue::Copy, "copy", &[copy]);
            })
        }),
        Code::SlotNotRecorded => Broken("later", |w| {
            let (_t, v) = w.target("target");
            in_batch(w, |b| {
                let d = RasterDesc { label: "later", color: &[Color::load(&v)], ..Default::default() };
                drop(b.raster_slot(&d).unwrap());
            })
        }),
        Code::PassCutShort => Broken("", |w| {
            let (_t, v) = w.target("target");
            in_batch(w, |b| {
                let fall = || std::panic::resume_unwind(Box::new(()));
                let record = || b.raster(&pass(&[Color::load(&v)]), |_| fall());
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(record)).unwrap_err();
            })
        }),
        Code::DrawRange => Broken("", |w| {
            let p = w.pipeline(&RasterPipelineDesc::default());
            in_pass(w, |r| {
                r.pipeline(&p);
                r.draw(Range { start: 5, end: 2 }, 0..1);
            })
        }),
        Code::CopyDimension => Broken("plane", |w| {
            let of =
                |label, dim, usage| w.texture(&TextureDesc { label, dim, usage, size: [8, 1, 1], ..map() });
            let a = of("line", TextureDim::D1, TextureUsage::COPY_SRC);
            let b = of("plane", TextureDim::D2, TextureUsage::COPY_TARGET);
            let copy = Copy::Texture { src: Region::level(&a, 0), dst: Region::level(&b, 0) };
            in_batch(w, |x| x.copies("copy", &[copy]))
        }),
        Code::SplitCount => Broken("", |w| {
            let (_t, v) = w.target("target");
            in_batch(w, |b| {
                let d = RasterDesc { label: "parts", color: &[Color::load(&v)], ..Default::default() };
                assert_eq!(b.raster_split(&d, 65).len(), 0);
            })
        }),
        Code::DeviceLost => Broken("mesh", |_| {
            let w = World::new(NullDesc { lose_at_submit: Some(1), ..Default::default() });
            w.device.batch().submit().unwrap_err();
            buffer(&w, mesh())
        }),
        Code::OutOfMemory => Broken("mesh", |_| {
            buffer(&World::new(NullDesc { memory_bytes: Some(1000), ..Default::default() }), mesh())
        }),
        Code::Driver => Broken("hopeless", |_| {
            let w = World::new(NullDesc { fail_late: Some("hope".into()), ..Default::default() });
            let _p = w.pipeline(&plain("hopeless"));
            w.device.poll();
            only(w.device.faults())
        }),
        Code::Timeout => Broken("", |_| {
            let timing = null::Timing::Late { polls: u32::MAX };
            let w = World::new(NullDesc { timing, ..Default::default() });
            let receipt = w.device.batch().submit().unwrap();
            receipt.wait(Duration::ZERO).unwrap_err()
        }),
        Code::Closed => Broken("mesh", |w| {
            let again = w.device.clone();
            assert!(w.device.clone().close(SOON).destroyed);
            again.create_buffer(&mesh()).unwrap_err()
        }),
        Code::OverBudget => Broken("mesh", |_| {
            let desc = DeviceDesc { memory_budget_bytes: Some(3), ..Default::default() };
            let device = Device::with(null::NullBackend::new(NullDesc::default()), &desc);
            device.create_buffer(&mesh()).unwrap_err()
        }),
        Code::BackendTaken => Broken("mesh", |w| {
            let second = Device::new(w.null.clone());
            assert_eq!(second.state(), DeviceState::Refused);
            second.create_buffer(&mesh()).unwrap_err()
        }),
        Code::NotPortable => Broken("mixed", |_| {
            let deny = DeviceDesc { portability: Portability::Deny, ..Default::default() };
            let device = Device::with(null::NullBackend::new(NullDesc::default()), &deny);
            let usage = BufferUsage::UNIFORM | BufferUsage::VERTEX;
            device.create_buffer(&BufferDesc { label: "mixed", usage, ..mesh() }).unwrap_err()
        }),
        Code::Invalid => Broken("pipeline", |_| {
            let desc = DeviceDesc {
                validation: Validation::Basic,
                on_finding: ValidationAction::Refuse,
                ..Default::default()
            };
            let device = Device::with(NullBackend::new(NullDesc::default()), &desc);
            let never = DepthState { compare: Compare::Never, ..DepthState::standard(Format::Depth32Float) };
            let stages = RasterPipelineDesc {
                vertex: shader("triangle.vs_main"),
                fragment: Some(shader("triangle.fs_main")),
                ..plain("pipeline")
            };
            device.create_raster_pipeline(&RasterPipelineDesc { depth: Some(never), ..stages }).unwrap_err()
        }),
        Code::NoDoor => Broken("guest", |_| {
            let w = World::new(NullDesc { no_doors: true, ..Default::default() });
            adopt(&w, &AdoptBuffer { label: "guest", ..guest() })
        }),
        Code::Adoption => {
            Broken("guest", |w| adopt(w, &AdoptBuffer { label: "guest", size_bytes: 5, ..guest() }))
        }
        Code::ForeignJoin => Broken("semaphore", |w| {
            in_batch(w, |b| {
                for n in 0..=interop::MAX_JOINS as u64 {
                    // SAFETY: Null waits for nothing.
                    #[allow(unsafe_code)]
                    unsafe {
                        b.wait_foreign(Raw(1), n);
                    }
                }
            })
        }),
        Code::SurfaceWish => Broken("window", |w| {
            let mut s = w.device.create_surface("window", &window()).unwrap();
            let config = SurfaceConfig { present_modes: &[], size: [8; 2], ..SurfaceConfig::default() };
            surface_error(s.configure(&config).unwrap_err())
        }),
        Code::SurfaceTurn => Broken("window", |w| {
            let mut s = w.device.create_surface("window", &window()).unwrap();
            let _ = s.configure(&SurfaceConfig { size: [8; 2], ..SurfaceConfig::default() }).unwrap();
            let _out = s.acquire(SOON).unwrap();
            surface_error(s.acquire(SOON).unwrap_err())
        }),
        Code::HdrMetadata => Broken("window", |w| {
            let mut s = w.device.create_surface("window", &window()).unwrap();
            let _ = s.configure(&SurfaceConfig { size: [8; 2], ..SurfaceConfig::default() }).unwrap();
            let dark = HdrMetadata { luminance: [1.0, 0.5], ..HdrMetadata::bt2020(1000.0) };
            surface_error(s.set_hdr_metadata(&dark).unwrap_err())
        }),
        other => Broken("wired", wired::broken(other)?),
    })
}

fn surface_error(state: SurfaceState) -> Error {
    match state {
        SurfaceState::Failed(e) => e,
        other => panic!("{other}"),
    }
}

fn guest() -> AdoptBuffer<'static> {
    let none = usage::Usage::NONE;
    AdoptBuffer { label: "", size_bytes: 16, usage: BufferUsage::STORAGE, now: none, left: None }
}

fn adopt(w: &World, d: &AdoptBuffer<'_>) -> Error {
    let raw = w.null.make_foreign(Kind::Buffer);
    // SAFETY: the object is as it is told.
    #[allow(unsafe_code)]
    unsafe {
        w.device.adopt_buffer(raw, d).unwrap_err()
    }
}

fn mesh() -> BufferDesc<'static> {
    let usage = BufferUsage::VERTEX | BufferUsage::COPY_DST;
    BufferDesc { label: "mesh", size_bytes: 1024, usage, ..Default::default() }
}

fn map() -> TextureDesc<'static> {
    TextureDesc::sampled("map", Format::Rgba8Unorm, 16, 16, Contents::Undefined)
}

fn plain(label: &str) -> RasterPipelineDesc<'_> {
    raster(&RasterPipelineDesc { label, ..Default::default() })
}

fn buffer(w: &World, d: BufferDesc<'_>) -> Error {
    w.device.create_buffer(&d).unwrap_err()
}

fn texture(w: &World, d: TextureDesc<'_>) -> Error {
    w.device.create_texture(&d).unwrap_err()
}

fn layout(w: &World, label: &str, entries: &[LayoutEntry]) -> Error {
    w.device.create_bind_group_layout(&BindGroupLayoutDesc { label, entries, samplers: &[] }).unwrap_err()
}

fn pipeline(w: &World, d: RasterPipelineDesc<'_>) -> Error {
    w.device.create_raster_pipeline(&raster(&d)).unwrap_err()
}

fn only(mut errors: Vec<Error>) -> Error {
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

fn in_batch(w: &World, f: impl FnOnce(&mut Batch)) -> Error {
    let mut b = w.device.batch();
    f(&mut b);
    let e = b.submit().unwrap_err();
    assert_eq!(e.more, 0);
    only(e.errors)
}

fn in_pass(w: &World, f: impl FnOnce(&mut RasterPass<'_>)) -> Error {
    let (_t, v) = w.target("target");
    let e = in_batch(w, |b| b.raster(&pass(&[Color::load(&v)]), f));
    assert_eq!(e.place().map(|p| p.pass.as_str()), Some("pass"), "{e}");
    assert!(e.place().and_then(|p| p.command).is_some(), "the command is numbered: {e}");
    e
}

#[test]
fn each_code_is_broken_by_its_own_test() {
    for code in Code::ALL {
        match rule(*code).unwrap_or_else(|| panic!("{code:?} ({}) is broken by no test", code.id())) {
            Broken(label, f) => {
                let w = World::new(NullDesc::default());
                let e = f(&w);
                assert_eq!(e.code(), *code, "{e}");
                assert_eq!(e.label(), label, "{e}");
                let sentence = e.to_string();
                let words = said::words(*code);
                for part in [code.id(), code.rule(), code.remedy(), label].iter().chain(words) {
                    assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
                }
                let plain = said::PLAIN.contains(code);
                let told = sentence.contains(&format!("{} (", code.rule()));
                assert!(plain || told, "what was asked and is allowed is missing in: {sentence}");
                assert!(w.null.misuse().is_empty(), "{:?}", w.null.misuse());
            }
        }
    }
}

#[test]
fn ids_are_unique_and_sorted() {
    let ids: Vec<_> = Code::ALL.iter().map(|c| c.id()).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
}

#[test]
fn a_view_of_depth_and_stencil_is_attached_and_one_of_either_is_sampled() {
    let w = World::new(NullDesc::default());
    let t = w.texture(&TextureDesc::depth_target("both", Format::Depth32FloatStencil8, 16, 16));
    let both = w.view(&t);
    let l = w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
    let sampled = |v: &View| {
        let entries = [GroupEntry::view(0, v)];
        w.device.create_bind_group(&BindGroupDesc { label: "sampled", layout: &l, entries: &entries })
    };
    let e = sampled(&both).unwrap_err();
    assert_eq!(e.code(), Code::GroupEntries, "{e}");
    assert!(e.to_string().contains("`ViewDesc::aspects`"), "{e}");
    for aspects in [format::Aspects::DEPTH, format::Aspects::STENCIL] {
        let d = ViewDesc { aspects: Some(aspects), ..Default::default() };
        assert!(sampled(&w.device.create_view(&t, &d).unwrap()).is_ok(), "{aspects:?}");
    }
    let mut b = w.device.batch();
    b.raster(&RasterDesc { depth: Some(Depth::clear(&both, 0.0)), ..Default::default() }, |_| {});
    b.submit().unwrap();
}

/// `NotEnabled`, for each thing that a device may have been created without.
#[test]
fn what_was_not_granted_is_refused_by_name() {
    let without = |e| World::new(NullDesc { without: e, ..Default::default() });
    let depth = DepthState::reversed(Format::Depth32Float);
    let d = RasterPipelineDesc::default();
    let told = |e: Error, what: &str| {
        assert_eq!(e.code(), Code::NotEnabled, "{e}");
        assert!(e.to_string().contains(what), "{e}");
    };
    for polygon in [PolygonMode::Line, PolygonMode::Point] {
        told(pipeline(&without(Enabled::WIREFRAME), RasterPipelineDesc { polygon, ..d }), "wireframe");
    }
    let bias = DepthBias { slope: 1.0, clamp: 0.1, ..Default::default() };
    let biased = Some(DepthState { bias, ..depth });
    told(
        pipeline(&without(Enabled::DEPTH_BIAS_CLAMP), RasterPipelineDesc { depth: biased, ..d }),
        "depth-bias-clamp",
    );
    let plain = ColorState::from(Format::Rgba8Unorm);
    let colors = [plain, ColorState { blend: Some(Blend::ADD), ..plain }];
    let colors = RasterPipelineDesc { colors: &colors, ..d };
    told(pipeline(&without(Enabled::INDEPENDENT_BLEND), colors), "independent-blending");
    let w = without(Enabled::COMPUTE);
    let compute = ComputePipelineDesc { shader: STAGE, ..Default::default() };
    told(w.device.create_compute_pipeline(&compute).unwrap_err(), "compute");
    told(in_batch(&w, |b| b.compute(&ComputeDesc::default(), |_| {})), "compute");
    let w = without(Enabled::CUBE_ARRAYS);
    let cubes = w.texture(&TextureDesc { dim: TextureDim::Cube, layers: 12, ..map() });
    told(w.device.create_view(&cubes, &ViewDesc::default()).unwrap_err(), "cube-arrays");
    let w = without(Enabled::MULTI_DRAW_INDIRECT);
    let (b, p) = (w.buffer("arguments", BufferUsage::INDIRECT), w.pipeline(&d));
    told(
        in_pass(&w, |r| {
            r.pipeline(&p);
            r.draw_indirect(&b, 0, 2);
        }),
        "multi-draw-indirect",
    );
    let w = without(Enabled::INDIRECT_COUNT);
    let (b, p) = (w.buffer("arguments", BufferUsage::INDIRECT), w.pipeline(&d));
    told(
        in_pass(&w, |r| {
            r.pipeline(&p);
            r.draw_indirect_count(&b, 0, &b, 64, 2);
        }),
        "indirect-count",
    );
    let set = |w: &World, kind| {
        w.device.create_query_set(&QuerySetDesc { label: "queries", kind, count: 1 }).unwrap_err()
    };
    told(set(&without(Enabled::STATISTICS), QueryKind::Statistics(Statistics::all())), "pipeline-statistics");
    told(set(&without(Enabled::PRECISE_OCCLUSION), QueryKind::PreciseOcclusion), "precise-occlusion-query");
    told(set(&World::new(NullDesc::default()), QueryKind::Timestamp), "timestamps");
    told(World::new(NullDesc::default()).device.time_passes(true).unwrap_err(), "timestamps");
}
