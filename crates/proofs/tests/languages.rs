//! One triangle and one dispatch, written in WGSL, in GLSL and in Slang: the same to the bit, and the validation layer is silent.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, WAIT};
use candor_rhi::*;
use candor_shader::compile::{ShaderDesc, compile};
use candor_shader::{Stage, get};

type Shader<'a> = candor_shader::Code<'a>;

const TRIANGLE_WGSL: &str = "
struct Varyings { @builtin(position) position: vec4<f32>, @location(0) color: vec3<f32>, }
@vertex fn vs(@builtin(vertex_index) vertex: u32) -> Varyings {
    var positions = array(vec2(0.0, 0.75), vec2(-0.75, -0.75), vec2(0.75, -0.75));
    var colors = array(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0));
    return Varyings(vec4(positions[vertex % 3u], 0.5, 1.0), colors[vertex % 3u]);
}
@fragment fn fs(i: Varyings) -> @location(0) vec4<f32> { return vec4(i.color, 1.0); }
";

const TRIANGLE_VERT: &str = "#version 450
layout(location = 0) out vec3 color;
void main() {
    vec2 positions[3] = vec2[3](vec2(0.0, 0.75), vec2(-0.75, -0.75), vec2(0.75, -0.75));
    vec3 colors[3] = vec3[3](vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0));
    gl_Position = vec4(positions[gl_VertexIndex % 3], 0.5, 1.0);
    color = colors[gl_VertexIndex % 3];
}
";

const TRIANGLE_FRAG: &str = "#version 450
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;
void main() { result = vec4(color, 1.0); }
";

const FILL_WGSL: &str = "
var<immediate> params: vec4<u32>;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(64) fn cs(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < params.y) { words[id.x] = id.x * params.x + 1u; }
}
";

const FILL_COMP: &str = "#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uvec4 params; } push;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < push.params.y) { words[i] = i * push.params.x + 1u; }
}
";

fn triangle(b: &Bed, vertex: Shader<'_>, fragment: Shader<'_>) -> Vec<u8> {
    let t = b.target(Format::Rgba8Unorm, 61, 47);
    let pipeline = RasterPipelineDesc {
        label: "triangle",
        vertex: vertex.into(),
        fragment: Some(fragment.into()),
        colors: &[Format::Rgba8Unorm.into()],
        ..RasterPipelineDesc::default()
    };
    let pipeline = b.device.create_raster_pipeline(&pipeline).unwrap();
    b.frame(&t, |batch, view| {
        let color = [Color::clear(view, [0.25, 0.5, 0.75, 1.0])];
        batch.raster(&RasterDesc { label: "triangle", color: &color, ..RasterDesc::default() }, |p| {
            p.pipeline(&pipeline);
            p.draw(0..3, 0..1);
        });
    })
}

fn fill(b: &Bed, code: Shader<'_>) -> Vec<u32> {
    let zeros = [0; 1024];
    let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE;
    let words = b.buffer(usage, &zeros);
    let kind = BindingKind::Storage { dynamic: false, write: true };
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, kind)];
    let layout = BindGroupLayoutDesc { label: "words", entries: &entries, samplers: &[] };
    let layout = b.device.create_bind_group_layout(&layout).unwrap();
    let group = BindGroupDesc { label: "words", layout: &layout, entries: &[GroupEntry::buffer(0, &words)] };
    let group = b.device.create_bind_group(&group).unwrap();
    let push = PushLayout { stages: Stages::COMPUTE, bytes: 16 };
    let desc = ComputePipelineDesc { label: "fill", groups: &[&layout], push, shader: code.into() };
    let pipeline = b.device.create_compute_pipeline(&desc).unwrap();
    let mut batch = b.device.batch();
    batch.compute(&ComputeDesc { groups: &[&group], ..ComputeDesc::default() }, |c| {
        c.pipeline(&pipeline);
        c.group(0, &group, []);
        c.push(&bytemuck::cast::<[u32; 4], [u8; 16]>([7, 200, 0, 0]));
        c.dispatch(4, 1, 1);
    });
    let readback = batch.read_buffer(&words, 0..1024);
    batch.submit().unwrap().wait(WAIT).unwrap();
    let bytes = readback.wait(WAIT).unwrap();
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn a_triangle_is_the_same_in_every_language() {
    let Some(b) = Bed::new("a_triangle_is_the_same_in_every_language") else { return };
    let slang =
        triangle(&b, get("triangle.vs_main").unwrap().code(), get("triangle.fs_main").unwrap().code());
    // It is a triangle with its corners where they belong: red above, green below to the left.
    let pixel = |x: usize, y: usize| &slang[(y * 61 + x) * 4..][..4];
    assert_eq!(pixel(0, 0), [64, 128, 191, 255]);
    assert!(pixel(30, 8)[0] > 200 && pixel(10, 39)[1] > 200 && pixel(50, 39)[2] > 200);
    let wgsl = compile(&ShaderDesc::wgsl("triangle", TRIANGLE_WGSL)).unwrap();
    assert_eq!(triangle(&b, wgsl.entry("vs"), wgsl.entry("fs")), slang);
    let [vertex, fragment] = [(Stage::Vertex, TRIANGLE_VERT), (Stage::Fragment, TRIANGLE_FRAG)]
        .map(|(stage, text)| compile(&ShaderDesc::glsl("triangle", stage, text)).unwrap());
    assert_eq!(triangle(&b, vertex.entry("main"), fragment.entry("main")), slang);
    // A stage of one language meets one of another.
    assert_eq!(triangle(&b, vertex.entry("main"), wgsl.entry("fs")), slang);
    b.silent();
}

#[test]
fn a_dispatch_is_the_same_in_every_language() {
    let Some(b) = Bed::new("a_dispatch_is_the_same_in_every_language") else { return };
    let slang = fill(&b, get("compute_fill.cs_main").unwrap().code());
    assert_eq!((slang[0], slang[199], slang[200]), (1, 199 * 7 + 1, 0));
    let wgsl = compile(&ShaderDesc::wgsl("fill", FILL_WGSL)).unwrap();
    assert_eq!(fill(&b, wgsl.entry("cs")), slang);
    let glsl = compile(&ShaderDesc::glsl("fill", Stage::Compute, FILL_COMP)).unwrap();
    assert_eq!(fill(&b, glsl.entry("main")), slang);
    b.silent();
}

#[test]
fn a_wrong_entry_point_is_named_before_a_driver_sees_it() {
    let Some(b) = Bed::new("a_wrong_entry_point_is_named_before_a_driver_sees_it") else { return };
    let wgsl = compile(&ShaderDesc::wgsl("triangle", TRIANGLE_WGSL)).unwrap();
    let desc =
        RasterPipelineDesc { label: "t", vertex: wgsl.entry("main").into(), ..RasterPipelineDesc::default() };
    let why = b.device.create_raster_pipeline(&desc).unwrap_err();
    assert_eq!(why.code(), Code::EntryPoint);
    assert!(why.to_string().contains("'vs' (Vertex)"), "{why}");
    b.silent();
}
