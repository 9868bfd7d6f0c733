//! The workloads through Candor.

use crate::workload::*;
use candor_caps::{Requests, resolve};
use candor_rhi::driver::{ApiValidation, Driver, LoadDesc};
use candor_rhi::*;
use candor_shader::get;
use candor_vulkan::VulkanDriver;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(30);

pub struct Side {
    pub device: Device,
    kind: Workload,
    checked: bool,
    pub layouts: Vec<BindGroupLayout>,
    pub pipelines: Vec<RasterPipeline>,
    groups: Vec<BindGroup>,
    buffers: Vec<Buffer>,
    textures: Vec<Texture>,
    pub views: Vec<View>,
    recorded: Option<Batch>,
    /// The workload's draws, recorded once: one bundle, or one for each source of w2.
    bundles: Vec<Bundle>,
}

/// A device on the first adapter, with Candor's base set alone.
pub fn device() -> Device {
    let desc =
        LoadDesc { validation: ApiValidation::Off, app_name: "candor-bench".into(), ..LoadDesc::default() };
    let instance = VulkanDriver.load(&desc).expect("Vulkan is there");
    let adapters = instance.adapters().expect("adapters can be listed");
    let requests = Requests::new().on_candor_vulkan().expect("Candor's base set is valid");
    let resolution = resolve(&adapters[0].report, &requests);
    assert!(resolution.requirements_met, "{resolution}");
    Device::new(instance.create_device(0, &resolution.plan).expect("a device"))
}

/// The draws of w1 and w1p: one text for two types, the pass with its checks and the pass without.
macro_rules! draws {
    ($side:ident, $pass:ident, $push:expr) => {{
        let mut data = push(0);
        for i in 0..DRAWS {
            let d = draw(i);
            if i % PIPELINE_EVERY == 0 {
                $pass.pipeline(&$side.pipelines[d.pipeline as usize]);
            }
            if i % BUFFER_EVERY == 0 {
                $pass.vertex_buffer(0, &$side.buffers[d.buffer as usize], 0);
            }
            $pass.group(0, &$side.groups[0], [d.item * ITEM_STRIDE]);
            if $push {
                data[1] = push_green(i);
                $pass.push(0, crate::bytes(&data));
            }
            $pass.draw(0..3, 0..1);
        }
    }};
}

/// The draws of a pass of w2.
macro_rules! reads {
    ($side:ident, $pass:ident, $source:ident) => {{
        $pass.pipeline(&$side.pipelines[0]);
        $pass.group(0, $source, []);
        for _ in 0..PASS_DRAWS {
            $pass.draw(0..3, 0..1);
        }
    }};
}

impl Side {
    pub fn new(kind: Workload, checked: bool) -> Self {
        let device = device();
        let format = Format::Rgba8Unorm;
        let n_textures = if kind == Workload::W2 { 2 } else { 1 };
        let textures: Vec<_> = (0..n_textures)
            .map(|_| {
                let d = TextureDesc::color_target("target", format, SIDE, SIDE);
                device.create_texture(&d).expect("a texture").value
            })
            .collect();
        let views: Vec<_> =
            textures.iter().map(|t| device.create_view(t, &ViewDesc::default()).expect("a view")).collect();
        let mut side = Self {
            device,
            kind,
            checked,
            layouts: Vec::new(),
            pipelines: Vec::new(),
            groups: Vec::new(),
            buffers: Vec::new(),
            textures,
            views,
            bundles: Vec::new(),
            recorded: None,
        };
        match kind {
            Workload::W1 | Workload::W1p => side.first(format),
            Workload::W2 => side.second(format),
            Workload::W3 => side.third(format),
        }
        side
    }

    fn first(&mut self, format: Format) {
        let d = &self.device;
        let entries = [LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true })];
        let layout = d
            .create_bind_group_layout(&BindGroupLayoutDesc { label: "item", entries: &entries, samplers: &[] })
            .expect("a layout");
        let items = items();
        let usage = BufferUsage::UNIFORM | BufferUsage::COPY_DST;
        let contents = Contents::Data(&items);
        let size_bytes = items.len() as u64;
        let uniform = d.create_buffer(&BufferDesc {
            label: "items",
            size_bytes,
            usage,
            contents,
            ..Default::default()
        });
        let uniform = uniform.expect("a buffer");
        let filled = [GroupEntry::buffer_range(0, &uniform, 0, 32)];
        let group = d.create_bind_group(&BindGroupDesc { label: "item", layout: &layout, entries: &filled });
        self.groups.push(group.expect("a group"));
        self.buffers = (0..BUFFERS)
            .map(|i| {
                let data = vertices(i);
                let usage = BufferUsage::VERTEX | BufferUsage::COPY_DST;
                let (size_bytes, contents) = (data.len() as u64, Contents::Data(&data));
                d.create_buffer(&BufferDesc {
                    label: "vertices",
                    size_bytes,
                    usage,
                    contents,
                    ..Default::default()
                })
                .expect("a buffer")
            })
            .collect();
        self.buffers.push(uniform);
        let (module, push) = match self.kind {
            Workload::W1p => ("w1p", PushLayout { stages: Stages::RASTER, bytes: PUSH_BYTES as u32 }),
            _ => ("w1", PushLayout::default()),
        };
        let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
        let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
        let vertex = get(&format!("{module}.vs_main")).expect("a shader");
        for i in 0..PIPELINES {
            let fragment = get(&format!("{module}.fs{i}")).expect("a shader");
            let p = d.create_raster_pipeline(&RasterPipelineDesc {
                label: "w1",
                groups: &[&layout],
                push,
                vertex: ShaderStage { spirv: vertex.words(), entry: vertex.entry_point, constants: &[] },
                fragment: Some(ShaderStage { spirv: fragment.words(), entry: fragment.entry_point, constants: &[] }),
                buffers: &buffers,
                colors: &[format.into()],
                ..Default::default()
            });
            self.pipelines.push(p.expect("a pipeline"));
        }
    }

    fn second(&mut self, format: Format) {
        let d = &self.device;
        let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
        let layout = d
            .create_bind_group_layout(&BindGroupLayoutDesc { label: "source", entries: &entries, samplers: &[] })
            .expect("a layout");
        for v in &self.views {
            let filled = [GroupEntry::view(0, v)];
            let g =
                d.create_bind_group(&BindGroupDesc { label: "source", layout: &layout, entries: &filled });
            self.groups.push(g.expect("a group"));
        }
        self.fullscreen("w2", &layout, format);
    }

    fn third(&mut self, format: Format) {
        let entries = [
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Uniform { dynamic: false }),
            LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Texture),
        ];
        let desc = BindGroupLayoutDesc { label: "objects", entries: &entries, samplers: &[] };
        let layout = self.device.create_bind_group_layout(&desc).expect("a layout");
        self.fullscreen("w3", &layout, format);
        self.layouts.push(layout);
    }

    /// A pipeline without vertex buffers, from the shaders of a module.
    fn fullscreen(&mut self, module: &str, layout: &BindGroupLayout, format: Format) {
        let [vertex, fragment] =
            ["vs_main", "fs_main"].map(|e| get(&format!("{module}.{e}")).expect("a shader"));
        let p = self.device.create_raster_pipeline(&RasterPipelineDesc {
            label: module,
            groups: &[layout],
            vertex: ShaderStage { spirv: vertex.words(), entry: vertex.entry_point, constants: &[] },
            fragment: Some(ShaderStage { spirv: fragment.words(), entry: fragment.entry_point, constants: &[] }),
            colors: &[format.into()],
            ..Default::default()
        });
        self.pipelines.push(p.expect("a pipeline"));
    }

    /// Draws come from bundles.
    pub fn bundled(kind: Workload) -> Self {
        let mut side = Self::new(kind, true);
        let desc = BundleDesc { label: "draws", colors: &[Format::Rgba8Unorm], ..Default::default() };
        let groups = if kind == Workload::W2 { 2 } else { 1 };
        for from in 0..groups {
            let bundle = side.device.create_bundle(&desc, |p| match kind {
                Workload::W1 | Workload::W1p => {
                    let mut data = push(0);
                    for i in 0..DRAWS {
                        let d = draw(i);
                        p.pipeline(&side.pipelines[d.pipeline as usize]);
                        p.vertex_buffer(0, &side.buffers[d.buffer as usize], 0);
                        p.group(0, &side.groups[0], [d.item * ITEM_STRIDE]);
                        if kind == Workload::W1p {
                            data[1] = (i % 7 * 8) as f32 / 255.0;
                            p.push(0, crate::bytes(&data));
                        }
                        p.draw(0..3, 0..1);
                    }
                }
                Workload::W2 => {
                    p.pipeline(&side.pipelines[0]);
                    p.group(0, &side.groups[from], []);
                    (0..PASS_DRAWS).for_each(|_| p.draw(0..3, 0..1));
                }
                Workload::W3 => {}
            });
            side.bundles.push(bundle.expect("a bundle"));
        }
        side
    }

    fn replay(&self, batch: &mut Batch) {
        let passes = if self.kind == Workload::W2 { PASSES as usize } else { 1 };
        for i in 0..passes {
            let (to, from) = match self.kind {
                Workload::W2 => (1 - i % 2, i % 2),
                Workload::W1 | Workload::W1p | Workload::W3 => (0, 0),
            };
            let color = [Color::clear(&self.views[to], [0.0; 4])];
            let source = [&self.groups[from]];
            let groups: &[_] = if self.kind == Workload::W2 { &source } else { &[] };
            let desc = RasterDesc { label: "bundle", color: &color, groups, ..Default::default() };
            batch.raster(&desc, |p| p.execute(&self.bundles[from]));
        }
    }

    fn record_frame(&self) -> Batch {
        let mut batch = self.device.batch();
        if !self.bundles.is_empty() {
            self.replay(&mut batch);
            return batch;
        }
        match (self.kind, self.checked) {
            (Workload::W1, true) => self.w1::<false>(&mut batch),
            (Workload::W1, false) => self.w1_unchecked::<false>(&mut batch),
            (Workload::W1p, true) => self.w1::<true>(&mut batch),
            (Workload::W1p, false) => self.w1_unchecked::<true>(&mut batch),
            (Workload::W2, true) => self.w2(&mut batch),
            (Workload::W2, false) => self.w2_unchecked(&mut batch),
            (Workload::W3, _) => unreachable!("objects are not recorded"),
        }
        batch
    }

    /// w1, or with `PUSH` w1p.
    fn w1<const PUSH: bool>(&self, batch: &mut Batch) {
        let color = [Color::clear(&self.views[0], [0.0; 4])];
        batch.raster(&RasterDesc { label: "w1", color: &color, ..Default::default() }, |p| {
            draws!(self, p, PUSH)
        });
    }

    fn w1_unchecked<const PUSH: bool>(&self, batch: &mut Batch) {
        let color = [Color::clear(&self.views[0], [0.0; 4])];
        batch.raster(&RasterDesc { label: "w1", color: &color, ..Default::default() }, |p| {
            // SAFETY: the same commands as `w1`, which the checks accept.
            let mut p = unsafe { p.unchecked() };
            draws!(self, p, PUSH);
        });
    }

    fn w2(&self, batch: &mut Batch) {
        self.chain(batch, |p, source| reads!(self, p, source));
    }

    fn w2_unchecked(&self, batch: &mut Batch) {
        self.chain(batch, |p, source| {
            // SAFETY: the same commands as `w2`, which the checks accept.
            let mut p = unsafe { p.unchecked() };
            reads!(self, p, source);
        });
    }

    /// The passes of w2, each of which reads what the last one wrote.
    #[inline(always)]
    fn chain(&self, batch: &mut Batch, record: impl Fn(&mut RasterPass<'_>, &BindGroup)) {
        for i in 0..PASSES as usize {
            let (to, from) = (1 - i % 2, i % 2);
            let color = [Color::clear(&self.views[to], [0.0; 4])];
            let source = &self.groups[from];
            let desc = RasterDesc { label: "w2", color: &color, groups: &[source], ..Default::default() };
            batch.raster(&desc, |p| record(p, source));
        }
    }

    /// Submits and waits.
    pub fn submit(&self, batch: Batch) {
        batch.submit().expect("the batch is right").wait(SECOND).expect("it finishes");
    }

    /// What the target holds.
    pub fn read_target(&self) -> Vec<u8> {
        let mut batch = self.device.batch();
        let readback = batch.read_texture(&Region::level(&self.textures[0], 0));
        self.submit(batch);
        readback.wait(SECOND).expect("the image arrives")
    }
}

impl crate::Contender for Side {
    fn prepare(&mut self) {
        let mut batch = self.device.batch();
        let color = [Color::clear(&self.views[0], [0.0; 4])];
        batch.raster(&RasterDesc { label: "clear", color: &color, ..Default::default() }, |_| {});
        self.submit(batch);
    }
    fn record(&mut self) {
        self.recorded = Some(self.record_frame());
    }
    fn finish(&mut self) {
        let batch = self.recorded.take().expect("a frame was recorded");
        self.submit(batch);
    }
    fn image(&mut self) -> Vec<u8> {
        self.read_target()
    }
}
