//! Layouts that are derived from shaders, beside layouts that are written by hand: the same pictures on the Vulkan driver that is there,
//! under the validation layer, which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, push, stage};
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const SIZE: u32 = 16;

/// Four texels of different colours, each a quarter of the picture when it is stretched without a filter.
const TEXELS: [[u8; 4]; 4] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];

fn derive(b: &Bed, shaders: &[(Stages, ShaderStage<'_>)], dynamic: &[(u32, u32)]) -> DerivedLayouts {
    b.device.derive_layouts(&DeriveDesc { label: "derived", shaders, dynamic }).unwrap()
}

fn by_hand(b: &Bed, entries: &[LayoutEntry], push: PushLayout) -> DerivedLayouts {
    let d = BindGroupLayoutDesc { label: "by hand", entries, samplers: &[] };
    DerivedLayouts { groups: vec![b.device.create_bind_group_layout(&d).unwrap()], push }
}

fn group(b: &Bed, layout: &BindGroupLayout, entries: &[GroupEntry<'_>]) -> BindGroup {
    b.device.create_bind_group(&BindGroupDesc { label: "group", layout, entries }).unwrap()
}

fn pipeline(b: &Bed, l: &DerivedLayouts, d: &RasterPipelineDesc<'_>) -> RasterPipeline {
    let (groups, colors) = (l.groups(), [RGBA8.into()]);
    let d = RasterPipelineDesc { label: "p", groups: &groups, push: l.push, colors: &colors, ..*d };
    b.device.create_raster_pipeline(&d).unwrap()
}

fn texture(b: &Bed, size: u32, data: &[u8]) -> (Texture, View) {
    let d = TextureDesc::sampled("texels", RGBA8, size, size, Contents::Data(data));
    let t = b.device.create_texture(&d).unwrap().value;
    let v = b.device.create_view(&t, &ViewDesc::default()).unwrap();
    (t, v)
}

/// Two rectangles from one buffer of constants, by dynamic offsets.
fn items(b: &Bed, l: &DerivedLayouts) -> Vec<u8> {
    let mut constants = vec![0f32; 72];
    // Offset and scale, then colour (w1.slang): the left half red, the right half green.
    constants[..8].copy_from_slice(&[-1.0, -1.0, 1.0, 2.0, 1.0, 0.0, 0.0, 1.0]);
    constants[64..].copy_from_slice(&[0.0, -1.0, 1.0, 2.0, 0.0, 1.0, 0.0, 1.0]);
    let constants = b.buffer(BufferUsage::UNIFORM, bytemuck::cast_slice(&constants));
    let corners: [f32; 12] = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0];
    let mesh = b.buffer(BufferUsage::VERTEX, bytemuck::cast_slice(&corners));
    let g = group(b, &l.groups[0], &[GroupEntry::buffer_range(0, &constants, 0, 32)]);
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let (vertex, fragment) = (stage("w1.vs_main"), Some(stage("w1.fs0")));
    let p = pipeline(b, l, &RasterPipelineDesc { vertex, fragment, buffers: &buffers, ..Default::default() });
    let t = b.target(RGBA8, SIZE, SIZE);
    b.frame(&t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.vertex_buffer(0, &mesh, 0);
            for offset in [0, 256] {
                r.group(0, &g, [offset]);
                r.draw(0..6, 0..1);
            }
        });
    })
}

#[test]
fn constants_by_dynamic_offsets_look_the_same_through_a_derived_layout() {
    let Some(b) = Bed::new("derived constants") else { return };
    let shaders = [(Stages::VERTEX, stage("w1.vs_main")), (Stages::FRAGMENT, stage("w1.fs0"))];
    let derived = items(&b, &derive(&b, &shaders, &[(0, 0)]));
    let uniform = BindingKind::Uniform { dynamic: true };
    let entries = [LayoutEntry::new(0, Stages::RASTER, uniform)];
    let written = items(&b, &by_hand(&b, &entries, PushLayout::default()));
    for (i, p) in derived.chunks_exact(4).enumerate() {
        let expected = if i as u32 % SIZE < SIZE / 2 { [255, 0, 0, 255] } else { [0, 255, 0, 255] };
        assert_eq!(p, expected, "pixel {i}");
    }
    assert_eq!(derived, written);
    b.silent();
}

const SHADERS: [&str; 2] = ["proof_sample.vs_uv", "proof_sample.fs_sample"];

/// A texture of two by two texels over the whole target.
fn stretched(b: &Bed, l: &DerivedLayouts) -> Vec<u8> {
    let (_t, texels) = texture(b, 2, TEXELS.as_flattened());
    let sampler = b.device.create_sampler(&SamplerDesc::nearest("nearest")).unwrap().value;
    let g = group(b, &l.groups[0], &[GroupEntry::view(0, &texels), GroupEntry::sampler(1, &sampler)]);
    let (vertex, fragment) = (stage(SHADERS[0]), Some(stage(SHADERS[1])));
    let p = pipeline(b, l, &RasterPipelineDesc { vertex, fragment, ..Default::default() });
    let t = b.target(RGBA8, SIZE, SIZE);
    let mut seen = push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [1.0; 4]);
    // The whole texture: a scale of one and no shift.
    seen[48..].copy_from_slice(bytemuck::cast_slice(&[1f32, 1.0, 0.0, 0.0]));
    b.frame(&t, |batch, v| {
        let color = [Color::clear(v, [0.0; 4])];
        batch.raster(&RasterDesc { color: &color, groups: &[&g], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.group(0, &g, []);
            r.push(0, &seen);
            r.draw(0..6, 0..1);
        });
    })
}

#[test]
fn a_sampled_texture_looks_the_same_through_a_derived_layout() {
    let Some(b) = Bed::new("derived sampling") else { return };
    let shaders = [(Stages::VERTEX, stage(SHADERS[0])), (Stages::FRAGMENT, stage(SHADERS[1]))];
    let derived = stretched(&b, &derive(&b, &shaders, &[]));
    let written = [
        LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
        LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
    ];
    assert_eq!(derived, stretched(&b, &by_hand(&b, &written, PUSH)));
    for (i, p) in derived.chunks_exact(4).enumerate() {
        let (x, y) = (i as u32 % SIZE, i as u32 / SIZE);
        let texel = 2 * (y * 2 / SIZE) + x * 2 / SIZE;
        assert_eq!(p, TEXELS[texel as usize], "pixel {x},{y}");
    }
    b.silent();
}

/// The module with its bindings in group 1 (SPIR-V specification: OpDecorate DescriptorSet).
fn in_second_group(words: &[u32]) -> Vec<u32> {
    let mut out = words.to_vec();
    let mut at = 5;
    while at < out.len() {
        if out[at] == (4 << 16 | 71) && out[at + 2] == 34 {
            out[at + 3] = 1;
        }
        at += (out[at] >> 16) as usize;
    }
    out
}

#[test]
fn a_group_that_no_shader_uses_need_not_be_bound() {
    let Some(b) = Bed::new("derived gap") else { return };
    let words = in_second_group(stage("w2.fs_main").spirv);
    let fragment = ShaderStage { spirv: &words, ..stage("w2.fs_main") };
    let l = derive(&b, &[(Stages::VERTEX, stage("w2.vs_main")), (Stages::FRAGMENT, fragment)], &[]);
    assert_eq!(l.groups.iter().map(|g| g.entries().len()).collect::<Vec<_>>(), [0, 1]);
    let data: Vec<u8> = (0..SIZE * SIZE).flat_map(|i| [i as u8 / 2, 254, 0, 100]).collect();
    let (_t, texels) = texture(&b, SIZE, &data);
    let g = group(&b, &l.groups[1], &[GroupEntry::view(0, &texels)]);
    let vertex = stage("w2.vs_main");
    let p = pipeline(&b, &l, &RasterPipelineDesc { vertex, fragment: Some(fragment), ..Default::default() });
    let t = b.target(RGBA8, SIZE, SIZE);
    let bytes = b.frame(&t, |batch, v| {
        let color = [Color::clear(v, [0.0; 4])];
        batch.raster(&RasterDesc { color: &color, groups: &[&g], ..Default::default() }, |r| {
            r.pipeline(&p);
            r.group(1, &g, []);
            r.draw(0..3, 0..1);
        });
    });
    // One step more than what is in the texture (w2.slang).
    let expected: Vec<u8> = data.iter().map(|b| b + 1).collect();
    assert_eq!(bytes, expected);
    b.silent();
}
