//! Makes typical mistakes with layouts, and shows what a program is told.
//!
//! `cargo run -p candor-rhi --example mistakes -- write` writes `docs/mistakes.md`, from the root of the repository; without arguments
//! the text is shown. What the page shows of a mistake is its function below, and the message of the run. A test compares the file
//! with what would be written.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::time::Duration;

const FILE: &str = "docs/mistakes.md";

#[allow(dead_code, reason = "the test takes the text alone")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        None => println!("{}", text()?),
        Some("write") => std::fs::write(FILE, text()?)?,
        Some(other) => return Err(format!("usage: mistakes [write], not {other}").into()),
    }
    Ok(())
}

type Mistake = fn(&Device) -> Result<(), Error>;

macro_rules! mistakes {
    ($($name:ident),* $(,)?) => {
        const MISTAKES: &[(&str, Mistake)] = &[$((stringify!($name), $name)),*];
    };
}

mistakes!(
    forgotten_binding,
    swapped_kinds,
    unseen_by_a_stage,
    read_only,
    other_dimension,
    grown_block,
    sampler_that_does_not_compare,
    short_push_data,
    forgotten_attribute,
    integers_for_floats,
    integer_target,
    shared_number,
    binding_that_nobody_uses,
);

/// A binding is forgotten
///
/// `mips.slang` samples `source` (binding 0) through `linearClamp` (binding 1). The layout has the texture alone.
fn forgotten_binding(device: &Device) -> Result<(), Error> {
    let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = layout(device, "copy", &entries)?;
    let groups = [&layout];
    let desc =
        RasterPipelineDesc { label: "copy", groups: &groups, ..drawing("mips.vs_main", "mips.fs_main")? };
    device.create_raster_pipeline(&desc).map(drop)
}

/// Kinds are mixed up
///
/// The same shader; texture and sampler have each other's number.
fn swapped_kinds(device: &Device) -> Result<(), Error> {
    let entries = [
        LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Sampler),
        LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Texture),
    ];
    let layout = layout(device, "copy", &entries)?;
    let groups = [&layout];
    let desc =
        RasterPipelineDesc { label: "copy", groups: &groups, ..drawing("mips.vs_main", "mips.fs_main")? };
    device.create_raster_pipeline(&desc).map(drop)
}

/// A stage does not see a binding
///
/// Both stages of `w1.slang` read the constants `item`, the vertex shader for the place and the fragment shader for the colour.
fn unseen_by_a_stage(device: &Device) -> Result<(), Error> {
    let entries = [LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: true })];
    let layout = layout(device, "item", &entries)?;
    let groups = [&layout];
    let desc = RasterPipelineDesc { label: "item", groups: &groups, ..drawing("w1.vs_main", "w1.fs0")? };
    device.create_raster_pipeline(&desc).map(drop)
}

/// What is written is laid out for reading
///
/// `compute_fill.slang` fills a `RWStructuredBuffer`.
fn read_only(device: &Device) -> Result<(), Error> {
    let kind = BindingKind::Storage { dynamic: false, write: false };
    let layout = layout(device, "words", &[LayoutEntry::new(0, Stages::COMPUTE, kind)])?;
    let push = PushLayout { stages: Stages::COMPUTE, bytes: 16 };
    let groups = [&layout];
    let shader = stage("compute_fill.cs_main")?;
    let desc = ComputePipelineDesc { label: "fill", groups: &groups, push, shader };
    device.create_compute_pipeline(&desc).map(drop)
}

/// A texture has another dimension
///
/// The shader samples a `TextureCube`, and the layout says that two dimensions are bound.
fn other_dimension(device: &Device) -> Result<(), Error> {
    let flat = BindingDetail::Texture { dim: ViewDim::D2, class: Class::Float, multisampled: false };
    let entries = [
        LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
        LayoutEntry::new(4, Stages::FRAGMENT, BindingKind::Texture).detail(flat),
    ];
    let layout = layout(device, "environment", &entries)?;
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let groups = [&layout];
    let drawing = drawing("proof_sample.vs_uv", "proof_sample.fs_cube")?;
    let desc = RasterPipelineDesc { label: "sky", groups: &groups, push, ..drawing };
    device.create_raster_pipeline(&desc).map(drop)
}

/// A block has grown and its buffer has not
///
/// The constants of `w1.slang` are two `float4`; only the first is bound. A layout that says how large the block is, as derived ones
/// do, has it told when the group is made.
fn grown_block(device: &Device) -> Result<(), Error> {
    let shaders = [(Stages::VERTEX, stage("w1.vs_main")?), (Stages::FRAGMENT, stage("w1.fs0")?)];
    let layouts = device.derive_layouts(&DeriveDesc { label: "item", shaders: &shaders, dynamic: &[] })?;
    let usage = BufferUsage::UNIFORM;
    let constants = BufferDesc { label: "constants", size_bytes: 16, usage, ..Default::default() };
    let constants = device.create_buffer(&constants)?;
    let entries = [GroupEntry::buffer(0, &constants)];
    let desc = BindGroupDesc { label: "item", layout: &layouts.groups[0], entries: &entries };
    device.create_bind_group(&desc).map(drop)
}

/// A shadow map has the wrong sampler
///
/// The shader compares a depth; the sampler that is part of the layout does not.
fn sampler_that_does_not_compare(device: &Device) -> Result<(), Error> {
    let sampler = device.create_sampler(&SamplerDesc::clamp("linear"))?.value;
    let entries = [
        LayoutEntry::new(2, Stages::FRAGMENT, BindingKind::Sampler),
        LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture),
    ];
    let samplers = [ImmutableSamplers { binding: 2, samplers: &[&sampler] }];
    let desc = BindGroupLayoutDesc { label: "shadow", entries: &entries, samplers: &samplers };
    let layout = device.create_bind_group_layout(&desc)?;
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let groups = [&layout];
    let drawing = drawing("proof_sample.vs_uv", "proof_sample.fs_compare")?;
    let desc = RasterPipelineDesc { label: "shadowed", groups: &groups, push, ..drawing };
    device.create_raster_pipeline(&desc).map(drop)
}

/// Push data is too short
///
/// The push data of `proof_draw.slang` is four `float4`, and the pipeline has three.
fn short_push_data(device: &Device) -> Result<(), Error> {
    let push = PushLayout { stages: Stages::RASTER, bytes: 48 };
    let drawing = drawing("proof_draw.vs_quad", "proof_draw.fs_color")?;
    device.create_raster_pipeline(&RasterPipelineDesc { label: "quad", push, ..drawing }).map(drop)
}

/// An attribute is forgotten
///
/// The vertex shader of `w1.slang` reads a position, and the pipeline has no vertex buffer.
fn forgotten_attribute(device: &Device) -> Result<(), Error> {
    let entries = [LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true })];
    let layout = layout(device, "item", &entries)?;
    let groups = [&layout];
    let desc = RasterPipelineDesc { label: "item", groups: &groups, ..drawing("w1.vs_main", "w1.fs0")? };
    device.create_raster_pipeline(&desc).map(drop)
}

/// An attribute gives integers where floats are read
///
/// Bytes that are meant as fractions of 255 are `Unorm8x4`; `U8x4` gives whole numbers.
fn integers_for_floats(device: &Device) -> Result<(), Error> {
    let entries = [LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true })];
    let layout = layout(device, "item", &entries)?;
    let groups = [&layout];
    let attributes = [Attribute { location: 0, format: VertexFormat::U8x4, offset: 0 }];
    let buffers = [VertexLayout { stride: 4, attributes: &attributes, ..Default::default() }];
    let drawing = drawing("w1.vs_main", "w1.fs0")?;
    let desc = RasterPipelineDesc { label: "item", groups: &groups, buffers: &buffers, ..drawing };
    device.create_raster_pipeline(&desc).map(drop)
}

/// A target takes integers
///
/// The fragment shader of `triangle.slang` writes a `float4`.
fn integer_target(device: &Device) -> Result<(), Error> {
    let colors = [ColorState::from(Format::Rgba8Uint)];
    let drawing = drawing("triangle.vs_main", "triangle.fs_main")?;
    let desc = RasterPipelineDesc { label: "triangle", colors: &colors, ..drawing };
    device.create_raster_pipeline(&desc).map(drop)
}

/// Two shaders give one number to different things
///
/// Binding 0 is constants to one shader and a texture to the other, so that no layout serves both.
fn shared_number(device: &Device) -> Result<(), Error> {
    let shaders = [(Stages::VERTEX, stage("w1.vs_main")?), (Stages::FRAGMENT, stage("w2.fs_main")?)];
    device.derive_layouts(&DeriveDesc { label: "mixed", shaders: &shaders, dynamic: &[] }).map(drop)
}

/// A layout has a binding that nobody uses
///
/// Pipelines may share a layout and leave out what they do not need, so that this is no error. Full validation judges a layout by
/// all pipelines that were made with it, when the last of what holds it is gone.
fn binding_that_nobody_uses(device: &Device) -> Result<(), Error> {
    let entries = [
        LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
        LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
    ];
    let layout = layout(device, "source", &entries)?;
    let groups = [&layout];
    let drawing = drawing("w2.vs_main", "w2.fs_main")?;
    device.create_raster_pipeline(&RasterPipelineDesc { label: "load", groups: &groups, ..drawing }).map(drop)
}

fn layout(device: &Device, label: &str, entries: &[LayoutEntry]) -> Result<BindGroupLayout, Error> {
    device.create_bind_group_layout(&BindGroupLayoutDesc { label, entries, samplers: &[] })
}

/// A shader that comes with Candor.
fn stage(name: &str) -> Result<ShaderStage<'static>, Error> {
    let s = candor_shader::get(name).map_err(|e| Error::new(Code::ShaderInvalid, name, e.to_string()))?;
    Ok(ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] })
}

/// Two shaders and one target of 8 bits.
fn drawing(vertex: &str, fragment: &str) -> Result<RasterPipelineDesc<'static>, Error> {
    const COLORS: &[ColorState] =
        &[ColorState { format: Format::Rgba8Unorm, blend: None, write: WriteMask::all() }];
    let (vertex, fragment) = (stage(vertex)?, Some(stage(fragment)?));
    Ok(RasterPipelineDesc { vertex, fragment, colors: COLORS, ..Default::default() })
}

/// What a program is told of a mistake, as an error or by validation.
fn told(name: &str, mistake: Mistake) -> Result<String, String> {
    let desc = DeviceDesc { validation: Validation::Full, ..Default::default() };
    let device = Device::with(NullBackend::new(NullDesc::default()), &desc);
    if let Err(e) = mistake(&device) {
        return Ok(e.to_string());
    }
    device.wait_idle(Duration::from_secs(5)).map_err(|e| e.to_string())?;
    device.poll();
    match &device.findings().kept[..] {
        [one] => Ok(one.to_string()),
        other => Err(format!("'{name}' is told {} findings, one is meant", other.len())),
    }
}

/// A function of this file: the lines of its comment, and its body.
fn source(name: &str) -> Option<(Vec<&'static str>, String)> {
    let lines: Vec<_> = include_str!("mistakes.rs").lines().collect();
    let at = lines.iter().position(|l| l.starts_with(&format!("fn {name}(")))?;
    let comment = lines[..at].iter().rev().map_while(|l| l.strip_prefix("///")).map(str::trim);
    let mut comment: Vec<_> = comment.collect();
    comment.reverse();
    let body = lines[at + 1..].iter().take_while(|l| **l != "}");
    let body = body.map(|l| format!("{}\n", l.strip_prefix("    ").unwrap_or(l))).collect();
    Some((comment, body))
}

/// What the file contains.
pub(crate) fn text() -> Result<String, String> {
    let mut out = String::from(
        "# Typical mistakes\n\n\
         Written by `cargo run -p candor-rhi --example mistakes -- write`; changes here are lost. Each piece of code below was run on the \
         Null backend, which checks as every backend does, and each message is what came of it. [rules.md](rules.md) lists all rules.\n\n\
         Names of bindings come from reflection: where a shader was compiled without names, a message has the number alone. \
         `Device::derive_layouts` makes layouts that fit the shaders, so that none of the mistakes with layouts can be made.\n",
    );
    for (name, mistake) in MISTAKES {
        let (comment, body) = source(name).ok_or_else(|| format!("'{name}' is not in the source"))?;
        let [title, _, text @ ..] = &comment[..] else { return Err(format!("'{name}' has no comment")) };
        let (text, message) = (text.join(" "), told(name, *mistake)?);
        out += &format!("\n## {title}\n\n{text}\n\n```rust,ignore\n{body}```\n\n> {message}\n");
    }
    Ok(out)
}
