//! A validating Null device, and objects that break no rule by themselves.

use crate::world::{SOON, World, shader};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;

/// A program that breaks a rule, and what the finding names.
pub(crate) struct Case {
    pub(crate) label: &'static str,
    pub(crate) pass: Option<&'static str>,
    pub(crate) program: fn(&Kit),
}

/// A case in a pass that is named "pass".
pub(crate) fn in_pass(label: &'static str, program: fn(&Kit)) -> Option<Case> {
    Some(Case { label, pass: Some("pass"), program })
}

/// A case in no pass.
pub(crate) fn alone(label: &'static str, program: fn(&Kit)) -> Option<Case> {
    Some(Case { label, pass: None, program })
}

pub(crate) struct Kit {
    pub(crate) w: World,
}

pub(crate) fn kit(validation: Validation, on_finding: ValidationAction) -> Kit {
    kit_on(NullDesc::default(), validation, on_finding)
}

pub(crate) fn kit_on(desc: NullDesc, validation: Validation, on_finding: ValidationAction) -> Kit {
    let limits = desc.limits.clone().unwrap_or_default();
    let limits = Some(Limits { max_anisotropy: 16.0, ..limits });
    let null = NullBackend::new(NullDesc { limits, ..desc });
    let desc = DeviceDesc { validation, on_finding, portability: Portability::Off, ..Default::default() };
    Kit { w: World { device: Device::with(null.clone(), &desc), null } }
}

/// All push data of the proofs' shaders.
pub(crate) const PUSH: [u8; 64] = [0; 64];
const SIZE: u32 = 64;

impl Kit {
    /// Everything that was dropped is destroyed.
    pub(crate) fn drain(&self) {
        self.w.device.wait_idle(SOON).unwrap();
        self.w.device.poll();
    }

    pub(crate) fn buffer(
        &self,
        label: &str,
        size_bytes: u64,
        usage: BufferUsage,
        contents: Contents<'_>,
    ) -> Buffer {
        let d = BufferDesc { label, size_bytes, usage, contents, ..Default::default() };
        self.w.device.create_buffer(&d).unwrap()
    }

    /// What a buffer that shaders write is made with.
    pub(crate) fn writable(&self) -> BufferUsage {
        BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE
    }

    /// A colour target with nothing in it.
    pub(crate) fn target(&self, label: &str, usage: TextureUsage) -> (Texture, View) {
        let d = TextureDesc {
            usage: TextureUsage::COLOR | usage,
            ..TextureDesc::color_target(label, Format::Rgba8Unorm, SIZE, SIZE)
        };
        self.texture(&d)
    }

    /// A texture with nothing in it, and a view of all of it.
    pub(crate) fn texture(&self, d: &TextureDesc<'_>) -> (Texture, View) {
        let t = self.w.texture(d);
        let v = self.w.view(&t);
        (t, v)
    }

    /// A depth target.
    pub(crate) fn depth(&self, format: Format) -> (Texture, View) {
        let d = TextureDesc::depth_target("depth", format, SIZE, SIZE);
        self.texture(&TextureDesc { usage: TextureUsage::DEPTH, ..d })
    }

    pub(crate) fn raster(&self, vertex: &str, fragment: &str, d: RasterPipelineDesc<'_>) -> RasterPipeline {
        let colors = [ColorState::from(Format::Rgba8Unorm)];
        let none = d.colors.is_empty();
        let colors = if none { &colors[..] } else { d.colors };
        let d = RasterPipelineDesc {
            vertex: shader(vertex),
            fragment: Some(shader(fragment)),
            colors,
            label: if d.label.is_empty() { "pipeline" } else { d.label },
            ..d
        };
        self.w.device.create_raster_pipeline(&d).unwrap()
    }

    /// Three vertices, in no need of anything.
    pub(crate) fn triangle_pipeline(&self, f: impl FnOnce(&mut RasterPipelineDesc<'_>)) -> RasterPipeline {
        let mut d = RasterPipelineDesc::default();
        f(&mut d);
        self.raster("triangle.vs_main", "triangle.fs_main", d)
    }

    /// Positions of two floats, one after the other.
    pub(crate) fn mesh_pipeline(&self, f: impl FnOnce(&mut RasterPipelineDesc<'_>)) -> RasterPipeline {
        let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
        let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
        let mut d = RasterPipelineDesc { buffers: &buffers, ..Default::default() };
        f(&mut d);
        self.raster("proof_state.vs_position", "proof_state.fs_constants", d)
    }

    /// A value of four floats for each instance; takes push data.
    pub(crate) fn instance_pipeline(&self) -> RasterPipeline {
        let attributes = [Attribute { location: 0, format: VertexFormat::F32x4, offset: 0 }];
        let step = StepMode::Instance;
        let buffers = [VertexLayout { stride: 16, step, attributes: &attributes, ..Default::default() }];
        let push = PushLayout { stages: Stages::VERTEX, bytes: 64 };
        let d = RasterPipelineDesc { buffers: &buffers, push, ..Default::default() };
        self.raster("proof_state.vs_stepped", "proof_state.fs_valued", d)
    }

    /// A sampler, a group of a view and it, and the pipeline that samples.
    pub(crate) fn sampling(&self, v: &View, d: SamplerDesc<'_>) -> (Sampler, BindGroup, RasterPipeline) {
        let sampler = self.w.device.create_sampler(&d).unwrap().value;
        let layout = self.w.layout(&[
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
            LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
        ]);
        let entries = [GroupEntry::view(0, v), GroupEntry::sampler(1, &sampler)];
        let group = self.w.group("group", &layout, &entries);
        let groups = [&layout];
        let d = RasterPipelineDesc { groups: &groups, ..Default::default() };
        let pipeline = self.raster("mips.vs_main", "mips.fs_main", d);
        (sampler, group, pipeline)
    }

    /// A group of a view, and the pipeline that loads its texels.
    pub(crate) fn loading(&self, v: &View) -> (BindGroup, RasterPipeline) {
        let layout = self.w.layout(&[LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)]);
        let group = self.w.group("group", &layout, &[GroupEntry::view(0, v)]);
        let groups = [&layout];
        let d = RasterPipelineDesc { groups: &groups, ..Default::default() };
        (group, self.raster("w2.vs_main", "w2.fs_main", d))
    }

    /// A pipeline that adds one to each word, and the group of its words.
    pub(crate) fn incrementing(&self, words: &Buffer) -> (ComputePipeline, BindGroup) {
        let kind = BindingKind::Storage { dynamic: false, write: true };
        let layout = self.w.layout(&[LayoutEntry::new(0, Stages::COMPUTE, kind)]);
        let d = ComputePipelineDesc {
            label: "compute",
            groups: &[&layout],
            shader: shader("proof_compute.cs_increment"),
            ..Default::default()
        };
        let pipeline = self.w.device.create_compute_pipeline(&d).unwrap();
        (pipeline, self.w.group("words", &layout, &[GroupEntry::buffer(0, words)]))
    }

    pub(crate) fn submit(&self, f: impl FnOnce(&mut Batch)) {
        let mut b = self.w.device.batch();
        f(&mut b);
        b.submit().unwrap().wait(SOON).unwrap();
    }

    /// A pass of one cleared target of 64x64.
    pub(crate) fn pass(&self, f: impl FnOnce(&mut RasterPass<'_>)) {
        self.pass_with(&[], f);
    }

    /// The same with groups.
    pub(crate) fn pass_with(&self, groups: &[&BindGroup], f: impl FnOnce(&mut RasterPass<'_>)) {
        let (_t, v) = self.target("target", TextureUsage::empty());
        let color = [Color::clear(&v, [0.0; 4])];
        let d = RasterDesc { label: "pass", color: &color, groups, ..Default::default() };
        self.submit(|b| b.raster(&d, f));
    }

    /// A pass that draws a triangle after something was set.
    pub(crate) fn triangle(&self, set: impl FnOnce(&mut RasterPass<'_>)) {
        let p = self.triangle_pipeline(|_| {});
        self.pass(|r| {
            r.pipeline(&p);
            set(r);
            r.draw(0..3, 0..1);
        });
    }
}
