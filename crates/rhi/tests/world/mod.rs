//! A Null device with a few objects, for tests that look at rules and barriers.
#![allow(dead_code, missing_docs, reason = "each test binary uses its own part")]
#![allow(unreachable_pub, clippy::unwrap_used)]

use candor_rhi::null::{NoWindow, NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::Arc;
use std::time::Duration;

/// Long enough for anything that ends.
pub const SOON: Duration = Duration::from_secs(5);

/// `void main() {}` as a vertex, a fragment and a compute shader: header, capability, memory model, three entry points, two
/// execution modes, two types, one function (SPIR-V specification, "Binary Form").
#[rustfmt::skip]
pub const SPIRV: [u32; 48] = [
    0x0723_0203, 0x0001_0300, 0, 5, 0, // version 1.3, ids below 5
    2 << 16 | 17, 1, // OpCapability Shader
    3 << 16 | 14, 0, 1, // OpMemoryModel Logical GLSL450
    5 << 16 | 15, 0, 1, MAIN, 0, // OpEntryPoint Vertex
    5 << 16 | 15, 4, 1, MAIN, 0, // OpEntryPoint Fragment
    5 << 16 | 15, 5, 1, MAIN, 0, // OpEntryPoint GLCompute
    3 << 16 | 16, 1, 7, // OpExecutionMode OriginUpperLeft
    6 << 16 | 16, 1, 17, 1, 1, 1, // OpExecutionMode LocalSize
    2 << 16 | 19, 2, // OpTypeVoid
    3 << 16 | 33, 3, 2, // OpTypeFunction
    5 << 16 | 54, 2, 1, 0, 3, // OpFunction
    2 << 16 | 248, 4, // OpLabel
    1 << 16 | 253, // OpReturn
    1 << 16 | 56, // OpFunctionEnd
];
/// "main" in four bytes.
const MAIN: u32 = u32::from_le_bytes(*b"main");

pub const STAGE: ShaderStage<'static> = ShaderStage { spirv: &SPIRV, entry: "main", constants: &[] };

pub struct World {
    pub device: Device,
    pub null: Arc<NullBackend>,
}

impl World {
    pub fn new(desc: NullDesc) -> Self {
        let null = NullBackend::new(desc);
        Self { device: Device::new(null.clone()), null }
    }

    pub fn buffer(&self, label: &str, usage: BufferUsage) -> Buffer {
        let d = BufferDesc {
            label,
            size_bytes: 1024,
            usage,
            contents: Contents::Undefined,
            ..Default::default()
        };
        self.device.create_buffer(&d).unwrap()
    }

    pub fn texture(&self, d: &TextureDesc<'_>) -> Texture {
        let d = TextureDesc { contents: Contents::Undefined, ..*d };
        self.device.create_texture(&d).unwrap().value
    }

    pub fn target(&self, label: &str) -> (Texture, View) {
        let t = self.texture(&TextureDesc {
            usage: TextureUsage::COLOR
                | TextureUsage::SAMPLED
                | TextureUsage::COPY_SRC
                | TextureUsage::COPY_TARGET,
            ..TextureDesc::color_target(label, Format::Rgba8Unorm, 64, 64)
        });
        let v = self.view(&t);
        (t, v)
    }

    pub fn view(&self, t: &Texture) -> View {
        self.device.create_view(t, &ViewDesc::default()).unwrap()
    }

    pub fn layout(&self, entries: &[LayoutEntry]) -> BindGroupLayout {
        self.device
            .create_bind_group_layout(&BindGroupLayoutDesc { label: "layout", entries, samplers: &[] })
            .unwrap()
    }

    pub fn group(&self, label: &str, layout: &BindGroupLayout, entries: &[GroupEntry<'_>]) -> BindGroup {
        self.device.create_bind_group(&BindGroupDesc { label, layout, entries }).unwrap()
    }

    /// A group of one texture that a stage samples.
    pub fn sampling(&self, label: &str, v: &View, stages: Stages) -> BindGroup {
        let layout = self.layout(&[LayoutEntry::new(0, stages, BindingKind::Texture)]);
        self.group(label, &layout, &[GroupEntry::view(0, v)])
    }

    /// A group of one storage buffer.
    pub fn storing(&self, label: &str, b: &Buffer, stages: Stages, write: bool) -> BindGroup {
        let layout =
            self.layout(&[LayoutEntry::new(0, stages, BindingKind::Storage { dynamic: false, write })]);
        self.group(label, &layout, &[GroupEntry::buffer(0, b)])
    }

    pub fn pipeline(&self, d: &RasterPipelineDesc<'_>) -> RasterPipeline {
        self.device.create_raster_pipeline(&raster(d)).unwrap()
    }
}

/// The rest of a pipeline for one 8-bit target.
pub fn raster<'a>(d: &RasterPipelineDesc<'a>) -> RasterPipelineDesc<'a> {
    const COLOR: [ColorState; 1] =
        [ColorState { format: Format::Rgba8Unorm, blend: None, write: WriteMask::all() }];
    let colors: &[ColorState] = if d.colors.is_empty() && d.depth.is_none() { &COLOR } else { d.colors };
    RasterPipelineDesc { vertex: STAGE, fragment: Some(STAGE), colors, ..*d }
}

pub fn window() -> Arc<dyn SurfaceTarget> {
    Arc::new(NoWindow)
}

/// A device that keeps nothing.
pub fn usual() -> World {
    World::new(NullDesc::default())
}

/// A device that keeps every barrier and command.
pub fn logging() -> World {
    World::new(NullDesc { log: true, ..Default::default() })
}

/// A device that was granted everything but this.
pub fn without(e: backend::Enabled) -> World {
    World::new(NullDesc { without: e, ..Default::default() })
}

/// A shader of the library.
pub fn shader(name: &str) -> ShaderStage<'static> {
    let s = candor_shader::get(name).unwrap();
    ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] }
}

/// A pass with these colour attachments and no more.
pub fn pass<'a>(color: &'a [Color<'a>]) -> RasterDesc<'a> {
    RasterDesc { label: "pass", color, ..Default::default() }
}

/// A depth target that can be copied.
pub fn depth(w: &World, format: Format, samples: u32) -> (Texture, View) {
    let d = TextureDesc::depth_target("depth", format, 16, 16);
    let usage = TextureUsage::DEPTH | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let t = w.texture(&TextureDesc { samples: Samples::Exact(samples), usage, ..d });
    let v = w.view(&t);
    (t, v)
}

/// A pipeline for one 8-bit target without a look at shaders.
pub fn made(w: &World, d: RasterPipelineDesc<'_>) -> Result<RasterPipeline, Error> {
    w.device.create_raster_pipeline(&raster(&d))
}

/// The error has this code, and its sentence has all of these parts.
#[track_caller]
pub fn told<T>(r: Result<T, Error>, code: Code, parts: &[&str]) {
    let Err(e) = r else { panic!("{code:?} {parts:?}: nothing was refused") };
    let sentence = e.to_string();
    assert_eq!(e.code(), code, "{sentence}");
    for part in parts {
        assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
    }
}

/// The only error of a batch.
pub fn refused(w: &World, f: impl FnOnce(&mut Batch)) -> (Code, String) {
    let mut b = w.device.batch();
    f(&mut b);
    let e = b.submit().unwrap_err();
    assert_eq!((e.errors.len(), e.more), (1, 0), "{e}");
    (e.errors[0].code(), e.errors[0].to_string())
}
