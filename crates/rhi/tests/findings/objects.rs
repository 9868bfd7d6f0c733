//! Objects: what their descriptors tell, and what became of them.

use crate::kit::{Case, Kit, alone};
use crate::world::shader;
use candor_rhi::FindingCode as F;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;

pub(crate) fn case(code: F) -> Option<Case> {
    match code {
        F::BindingOverlap => alone("group", |k| {
            let words = k.buffer("words", 256, k.writable(), Contents::Zero);
            let storage = |binding, write| {
                LayoutEntry::new(binding, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write })
            };
            let layout = k.w.layout(&[storage(0, true), storage(1, false)]);
            k.w.group("group", &layout, &[GroupEntry::buffer(0, &words), GroupEntry::buffer(1, &words)]);
        }),
        F::OutputDropped => alone("pipeline", |k| {
            let push = PushLayout { stages: Stages::FRAGMENT, bytes: 64 };
            k.raster("triangle.vs_main", "proof_draw.fs_two", RasterPipelineDesc { push, ..d() });
        }),
        F::TargetUnwritten => alone("pipeline", |k| colors(k, &[RGBA8.into(), RGBA8.into()])),
        F::DepthNever => alone("pipeline", |k| {
            let depth = DepthState { compare: Compare::Never, ..DepthState::standard(Format::Depth32Float) };
            k.triangle_pipeline(|d| d.depth = Some(depth));
        }),
        F::StencilNever => alone("pipeline", |k| {
            let format = Format::Depth24UnormStencil8;
            let face = StencilFace { compare: Compare::Never, ..StencilFace::KEEP };
            let depth = DepthState::standard(format).stencil(StencilState::both(face));
            k.triangle_pipeline(|d| d.depth = Some(depth));
        }),
        F::BlendMasked => alone("pipeline", |k| {
            let masked = ColorState { blend: Some(Blend::ADD), write: WriteMask::empty(), format: RGBA8 };
            colors(k, &[RGBA8.into(), masked]);
        }),
        F::DrawsNothing => alone("pipeline", |k| {
            colors(k, &[ColorState { write: WriteMask::empty(), ..RGBA8.into() }]);
        }),
        F::PushUnread => alone("pipeline", |k| {
            k.triangle_pipeline(|d| d.push = PushLayout { stages: Stages::VERTEX, bytes: 16 });
        }),
        F::VertexBufferUnread => alone("pipeline", |k| {
            let attributes = [Attribute { location: 3, format: VertexFormat::F32, offset: 0 }];
            let buffers = [VertexLayout { stride: 4, attributes: &attributes, ..Default::default() }];
            k.raster("triangle.vs_main", "triangle.fs_main", RasterPipelineDesc { buffers: &buffers, ..d() });
        }),
        F::CoverageSingle => alone("pipeline", |k| drop(k.triangle_pipeline(|d| d.alpha_to_coverage = true))),
        F::DestinationAlpha => alone("pipeline", |k| {
            let part = BlendPart { src: BlendFactor::DstAlpha, dst: BlendFactor::Zero, op: BlendOp::Add };
            let blend = Some(Blend { color: part, alpha: part });
            colors(k, &[ColorState { blend, ..Format::Rg8Unorm.into() }]);
        }),
        F::AnisotropyNearest => alone("sampler", |k| {
            let anisotropy = Anisotropy::AtMost(4.0);
            let s = SamplerDesc { anisotropy, ..SamplerDesc::nearest("sampler") };
            let _ = k.w.device.create_sampler(&s).unwrap();
        }),
        F::ObjectUnused => alone("spare", |k| {
            k.buffer("spare", 64, BufferUsage::INDEX, Contents::Undefined);
        }),
        F::UsageUnused => alone("words", |k| {
            let usage = BufferUsage::COPY_SRC | BufferUsage::INDEX;
            let words = k.buffer("words", 64, usage, Contents::Zero);
            k.submit(|b| drop(b.read_buffer(&words, 0..64)));
        }),
        F::ObjectChurn => alone("words", |k| {
            for _ in 0..20 {
                let words = k.buffer("words", 64, BufferUsage::COPY_SRC, Contents::Zero);
                k.submit(|b| drop(b.read_buffer(&words, 0..64)));
                drop(words);
                k.drain();
            }
        }),
        F::PipelineChurn => alone("pipeline", |k| {
            let (_t, v) = k.target("target", TextureUsage::empty());
            for _ in 0..20 {
                let p = k.triangle_pipeline(|_| {});
                let color = [Color { store: Store::Discard, ..Color::clear(&v, [0.0; 4]) }];
                let d = RasterDesc { label: "pass", color: &color, ..Default::default() };
                k.submit(|b| {
                    b.raster(&d, |r| {
                        r.pipeline(&p);
                        r.draw(0..3, 0..1);
                    });
                });
                drop(p);
                k.drain();
            }
        }),
        F::ReadbackRead => alone("words", |k| {
            let d = BufferDesc {
                label: "words",
                size_bytes: 64,
                usage: BufferUsage::INDEX,
                memory: Memory::Readback,
                ..Default::default()
            };
            let words = k.w.device.create_buffer(&d).unwrap();
            let p = k.triangle_pipeline(|_| {});
            let (_t, v) = k.target("target", TextureUsage::empty());
            let color = [Color::clear(&v, [0.0; 4])];
            let uses = [Use::Buffer(&words, Access::INDEX, Stages::empty())];
            let d = RasterDesc { label: "pass", color: &color, uses: &uses, ..Default::default() };
            k.submit(|b| {
                b.raster(&d, |r| {
                    r.pipeline(&p);
                    r.index_buffer(&words, 0, IndexFormat::U16);
                    r.draw_indexed(0..3, 0, 0..1);
                });
            });
        }),
        F::BindingUnused => alone("layout", |k| {
            let words = BindingKind::Storage { dynamic: false, write: true };
            let layout = k.w.layout(&[
                LayoutEntry::new(0, Stages::COMPUTE, words),
                LayoutEntry::new(1, Stages::COMPUTE, BindingKind::Texture),
            ]);
            let d = ComputePipelineDesc {
                label: "compute",
                groups: &[&layout],
                shader: shader("proof_compute.cs_increment"),
                ..Default::default()
            };
            k.w.device.create_compute_pipeline(&d).unwrap();
        }),
        _ => None,
    }
}

fn d() -> RasterPipelineDesc<'static> {
    RasterPipelineDesc::default()
}

fn colors(k: &Kit, colors: &[ColorState]) {
    let d = RasterPipelineDesc {
        label: "pipeline",
        vertex: shader("triangle.vs_main"),
        fragment: Some(shader("triangle.fs_main")),
        colors,
        ..Default::default()
    };
    k.w.device.create_raster_pipeline(&d).unwrap();
}
