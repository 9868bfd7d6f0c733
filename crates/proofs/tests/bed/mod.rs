//! A device on the first Vulkan adapter under the validation layer, and the few calls that every picture needs.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use candor_proofs::requests;
use candor_rhi::backend::Backend;
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::*;
use candor_shader::get;
use candor_vulkan::{Hide, VulkanHiding};
use std::sync::Arc;
use std::time::Duration;

pub const WAIT: Duration = Duration::from_secs(60);
pub const QUAD: &str = "proof_draw.vs_quad";
pub const PUSH: PushLayout = PushLayout { stages: Stages::RASTER, bytes: 64 };

pub struct Bed {
    pub instance: Box<dyn Instance>,
    pub device: Device,
    pub validated: bool,
}

pub struct Target {
    pub texture: Texture,
    pub view: View,
}

pub fn stage(name: &str) -> ShaderStage<'static> {
    let s = get(name).unwrap();
    ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] }
}

/// What the shaders of `lib/proof.slang` take.
pub fn push(rect: [f32; 4], depths: [f32; 2], color: [f32; 4]) -> [u8; 64] {
    let mut words = [0.0f32; 16];
    words[..4].copy_from_slice(&rect);
    words[4..6].copy_from_slice(&depths);
    words[8..12].copy_from_slice(&color);
    bytemuck::cast(words)
}

pub fn column(i: usize, n: usize) -> [f32; 4] {
    let edge = |i: usize| 2.0 * i as f32 / n as f32 - 1.0;
    [edge(i), -1.0, edge(i + 1), 1.0]
}

/// What is hidden from these tests: a module that is named after it holds them (see `lesser.rs`), or nothing.
fn hidden() -> Vec<Hide> {
    let here = module_path!();
    let all = [
        ("without_dynamic_rendering", &[Hide::DynamicRendering][..]),
        ("without_synchronization2", &[Hide::Synchronization2]),
        ("without_timeline_semaphores", &[Hide::TimelineSemaphores]),
        ("without_any", &[Hide::DynamicRendering, Hide::Synchronization2, Hide::TimelineSemaphores]),
        ("on_vulkan_1_0", Hide::ALL),
    ];
    let named = all.iter().find(|(module, _)| here.contains(module));
    assert_eq!(named.is_none(), !here.starts_with("lesser::"), "{here}");
    named.map_or(Vec::new(), |(_, hidden)| hidden.to_vec())
}

impl Bed {
    pub fn new(name: &str) -> Option<Self> {
        Self::with(name, ApiValidation::On)
    }

    /// With the validation layer as asked; `On` may be missing.
    pub fn with(name: &str, validation: ApiValidation) -> Option<Self> {
        Self::on(name, validation, |backend| backend)
    }

    /// On a backend that stands before the one that is there.
    pub fn on(
        name: &str,
        validation: ApiValidation,
        by: impl FnOnce(Arc<dyn Backend>) -> Arc<dyn Backend>,
    ) -> Option<Self> {
        Self::described(name, validation, &DeviceDesc::default(), by)
    }

    /// The same, with choices that are Candor's own.
    pub fn described(
        name: &str,
        validation: ApiValidation,
        desc: &DeviceDesc,
        by: impl FnOnce(Arc<dyn Backend>) -> Arc<dyn Backend>,
    ) -> Option<Self> {
        let driver = VulkanHiding { hidden: hidden() };
        let load = |validation| {
            driver.load(&LoadDesc { validation, app_name: "candor-proofs".into(), ..Default::default() })
        };
        let instance = match load(validation).or_else(|_| load(ApiValidation::Off)) {
            Ok(i) => i,
            Err(why) => {
                eprintln!("SKIP {name} [vulkan]: {why}");
                return None;
            }
        };
        let adapters = instance.adapters().unwrap();
        // A driver newer than the layer is asked for what the layer does not know.
        drop(instance.validation_messages());
        let Some(adapter) = adapters.first() else {
            eprintln!("SKIP {name} [vulkan]: no vulkan adapter");
            return None;
        };
        let requests = requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
        let resolution = candor_caps::resolve(&adapter.report, &requests);
        assert!(resolution.requirements_met, "{resolution}");
        for h in &driver.hidden {
            let used = h.feature().is_some_and(|f| resolution.plan.sets(f));
            assert!(!used, "{h:?} is hidden and used all the same");
        }
        let device = Device::with(by(instance.create_device(0, &resolution.plan).unwrap()), desc);
        let (validated, why) = instance.validation();
        if !validated && validation != ApiValidation::Off {
            eprintln!("SKIP validation of {name}: {why}");
        }
        Some(Self { instance, device, validated })
    }

    /// The validation layer has said nothing.
    pub fn silent(&self) {
        if self.validated {
            assert_eq!(self.instance.validation_messages(), Vec::<String>::new());
        }
    }

    fn seen(&self, d: &TextureDesc<'_>) -> Target {
        let texture = self.device.create_texture(d).unwrap().value;
        let view = self.device.create_view(&texture, &ViewDesc::default()).unwrap();
        Target { texture, view }
    }

    /// A buffer with contents, which can be read back.
    pub fn buffer(&self, usage: BufferUsage, data: &[u8]) -> Buffer {
        let usage = usage | BufferUsage::COPY_DST | BufferUsage::COPY_SRC;
        let (size_bytes, contents) = (data.len() as u64, Contents::Data(data));
        let d = BufferDesc { label: "b", size_bytes, usage, contents, ..Default::default() };
        self.device.create_buffer(&d).unwrap()
    }

    pub fn target(&self, format: Format, w: u32, h: u32) -> Target {
        self.seen(&TextureDesc::color_target("target", format, w, h))
    }

    pub fn depth(&self, format: Format, w: u32, h: u32) -> Target {
        self.seen(&TextureDesc::depth_target("depth", format, w, h))
    }

    pub fn pipeline(&self, vertex: &str, fragment: &str, d: &RasterPipelineDesc<'_>) -> RasterPipeline {
        let (vertex, fragment) = (stage(vertex), Some(stage(fragment)));
        let push = if vertex.spirv == stage(QUAD).spirv { PUSH } else { PushLayout::default() };
        let d = RasterPipelineDesc { label: "pipeline", vertex, fragment, push, ..*d };
        self.device.create_raster_pipeline(&d).unwrap()
    }

    /// Records, submits, waits; the target's bytes.
    pub fn frame(&self, t: &Target, record: impl FnOnce(&mut Batch, &View)) -> Vec<u8> {
        let mut batch = self.device.batch();
        record(&mut batch, &t.view);
        let readback = batch.read_texture(&Region::level(&t.texture, 0));
        batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
        readback.wait(WAIT).unwrap()
    }
}
