//! Shaders beside layouts, vertex buffers and targets that do not fit them: one program for each code. Every label is "wired".

use crate::world::{STAGE, World, raster, shader};
use candor_rhi::*;

const LABEL: &str = "wired";
const STORAGE: BindingKind = BindingKind::Storage { dynamic: false, write: true };

/// What breaks the code; nothing for codes that are not about this.
pub(crate) fn broken(code: Code) -> Option<fn(&World) -> Error> {
    Some(match code {
        Code::BindingType => |w| mips(w, [BindingKind::Sampler, BindingKind::Texture], Stages::FRAGMENT),
        Code::BindingStage => |w| mips(w, [BindingKind::Texture, BindingKind::Sampler], Stages::VERTEX),
        Code::BindingAccess => |w| {
            let read = BindingKind::Storage { dynamic: false, write: false };
            compute(w, "compute_fill.cs_main", &[at(0, read)], PUSH16)
        },
        Code::BindingLength => |w| {
            let entries = [
                at(0, STORAGE),
                at(1, STORAGE).array(3),
                at(2, BindingKind::Uniform { dynamic: false }).array(3),
            ];
            compute(w, "proof_binding.cs_buffers", &entries, PUSH16)
        },
        Code::BindingShape => |w| {
            let flat = BindingDetail::Texture { dim: ViewDim::D2, class: Class::Float, multisampled: false };
            let entries = [
                LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
                LayoutEntry::new(4, Stages::FRAGMENT, BindingKind::Texture).detail(flat),
            ];
            sampled(w, "proof_sample.fs_cube", &entries)
        },
        Code::BindingClass => |w| {
            let whole = BindingDetail::Texture { dim: ViewDim::D2, class: Class::Uint, multisampled: false };
            let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture).detail(whole)];
            let d = RasterPipelineDesc { vertex: shader("w2.vs_main"), ..fragment("w2.fs_main") };
            pipeline(w, &entries, d)
        },
        Code::StorageFormat => |w| {
            let detail = BindingDetail::StorageTexture { dim: ViewDim::D2, format: Some(Format::Rgba8Unorm) };
            let entries = [
                at(2, BindingKind::StorageTexture { write: true }).detail(detail),
                at(3, BindingKind::Texture),
            ];
            compute(w, "proof_compute.cs_image", &entries, PUSH16)
        },
        Code::BindingSize => |w| {
            let kind = BindingKind::Uniform { dynamic: true };
            let small = LayoutEntry::new(0, Stages::RASTER, kind).detail(BindingDetail::MinSize(16));
            pipeline(w, &[small], RasterPipelineDesc { vertex: shader("w1.vs_main"), ..fragment("w1.fs0") })
        },
        Code::SamplerUse => |w| {
            let plain = BindingDetail::Sampler { compares: false };
            let entries = [
                LayoutEntry::new(2, Stages::FRAGMENT, BindingKind::Sampler).detail(plain),
                LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture),
            ];
            sampled(w, "proof_sample.fs_compare", &entries)
        },
        Code::PushStage => |w| {
            let push = PushLayout { stages: Stages::VERTEX, bytes: 16 };
            compute(w, "compute_fill.cs_main", &[at(0, STORAGE)], push)
        },
        Code::PushBlock => |w| {
            let push = PushLayout { stages: Stages::COMPUTE, bytes: 12 };
            compute(w, "compute_fill.cs_main", &[at(0, STORAGE)], push)
        },
        Code::VertexClass => |w| {
            let attributes = [Attribute { location: 0, format: VertexFormat::U32x2, offset: 0 }];
            let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
            let d =
                RasterPipelineDesc { vertex: shader("w1.vs_main"), buffers: &buffers, ..fragment("w1.fs0") };
            let item = LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true });
            pipeline(w, &[item], d)
        },
        Code::TargetClass => |w| {
            let colors = [ColorState::from(Format::Rgba8Uint)];
            let vertex = shader("triangle.vs_main");
            pipeline(w, &[], RasterPipelineDesc { vertex, colors: &colors, ..fragment("triangle.fs_main") })
        },
        Code::TooManyPairs => |w| {
            let entries = [
                at(0, STORAGE),
                at(13, BindingKind::Texture).array(9),
                at(14, BindingKind::Sampler),
                at(15, BindingKind::Sampler),
            ];
            compute(w, "proof_binding.cs_pairs", &entries, PushLayout::default())
        },
        Code::BindingDetail => |w| {
            let entries = [at(0, BindingKind::Sampler).detail(BindingDetail::MinSize(4))];
            let d = BindGroupLayoutDesc { label: LABEL, entries: &entries, samplers: &[] };
            w.device.create_bind_group_layout(&d).unwrap_err()
        },
        Code::StagesDisagree => |w| {
            derive(
                w,
                &[(Stages::VERTEX, shader("w1.vs_main")), (Stages::FRAGMENT, shader("w2.fs_main"))],
                &[],
            )
        },
        Code::DynamicBinding => |w| derive(w, &[(Stages::FRAGMENT, shader("w2.fs_main"))], &[(0, 0)]),
        Code::BindingUnsupported => |w| {
            let fragment = ShaderStage { spirv: &COMBINED, ..STAGE };
            pipeline(w, &[], RasterPipelineDesc { fragment: Some(fragment), ..raster(&labelled()) })
        },
        _ => return None,
    })
}

const PUSH16: PushLayout = PushLayout { stages: Stages::COMPUTE, bytes: 16 };

fn at(binding: u32, kind: BindingKind) -> LayoutEntry {
    LayoutEntry::new(binding, Stages::COMPUTE, kind)
}

fn labelled() -> RasterPipelineDesc<'static> {
    RasterPipelineDesc { label: LABEL, ..Default::default() }
}

fn fragment(name: &str) -> RasterPipelineDesc<'static> {
    RasterPipelineDesc { fragment: Some(shader(name)), ..raster(&labelled()) }
}

fn pipeline(w: &World, entries: &[LayoutEntry], d: RasterPipelineDesc<'_>) -> Error {
    let layout = w.layout(entries);
    w.device.create_raster_pipeline(&RasterPipelineDesc { groups: &[&layout], ..d }).unwrap_err()
}

fn mips(w: &World, kinds: [BindingKind; 2], stages: Stages) -> Error {
    let entries = [LayoutEntry::new(0, stages, kinds[0]), LayoutEntry::new(1, stages, kinds[1])];
    pipeline(w, &entries, RasterPipelineDesc { vertex: shader("mips.vs_main"), ..fragment("mips.fs_main") })
}

fn sampled(w: &World, name: &str, entries: &[LayoutEntry]) -> Error {
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let vertex = shader("proof_sample.vs_uv");
    pipeline(w, entries, RasterPipelineDesc { vertex, push, ..fragment(name) })
}

fn compute(w: &World, name: &str, entries: &[LayoutEntry], push: PushLayout) -> Error {
    let layout = w.layout(entries);
    let d = ComputePipelineDesc { label: LABEL, groups: &[&layout], push, shader: shader(name) };
    w.device.create_compute_pipeline(&d).unwrap_err()
}

fn derive(w: &World, shaders: &[(Stages, ShaderStage<'_>)], dynamic: &[(u32, u32)]) -> Error {
    w.device.derive_layouts(&DeriveDesc { label: LABEL, shaders, dynamic }).unwrap_err()
}

/// A fragment shader that loads a texture which has its sampler in itself, as GLSL's `sampler2D` (SPIR-V specification, "Binary
/// Form").
#[rustfmt::skip]
const COMBINED: [u32; 71] = [
    0x0723_0203, 0x0001_0300, 0, 11, 0, // version 1.3, ids below 11
    2 << 16 | 17, 1, // OpCapability Shader
    3 << 16 | 14, 0, 1, // OpMemoryModel Logical GLSL450
    5 << 16 | 15, 4, 1, u32::from_le_bytes(*b"main"), 0, // OpEntryPoint Fragment
    3 << 16 | 16, 1, 7, // OpExecutionMode OriginUpperLeft
    4 << 16 | 5, 5, u32::from_le_bytes(*b"albe"), u32::from_le_bytes(*b"do\0\0"), // OpName
    4 << 16 | 71, 5, 34, 0, // OpDecorate DescriptorSet 0
    4 << 16 | 71, 5, 33, 0, // OpDecorate Binding 0
    2 << 16 | 19, 2, // OpTypeVoid
    3 << 16 | 33, 3, 2, // OpTypeFunction
    3 << 16 | 22, 4, 32, // OpTypeFloat
    9 << 16 | 25, 6, 4, 1, 0, 0, 0, 1, 0, // OpTypeImage 2D, sampled
    3 << 16 | 27, 7, 6, // OpTypeSampledImage
    4 << 16 | 32, 8, 0, 7, // OpTypePointer UniformConstant
    4 << 16 | 59, 8, 5, 0, // OpVariable
    5 << 16 | 54, 2, 1, 0, 3, // OpFunction
    2 << 16 | 248, 9, // OpLabel
    4 << 16 | 61, 7, 10, 5, // OpLoad
    1 << 16 | 253, // OpReturn
    1 << 16 | 56, // OpFunctionEnd
];
