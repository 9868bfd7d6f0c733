//! The same frame on its way to Candor: a device that ash has made is adopted, and one pass after another moves.

use crate::ash_renderer::AshRenderer;
use crate::scene::{BAR, GROUND, Rect, SIZE, SKY};
use ash::vk;
use candor_caps::Plan;
use candor_rhi::interop::{AdoptTexture, Standing};
use candor_rhi::usage::Usage;
use candor_rhi::*;
use candor_shader::Shader;
use candor_shader::shaders::{PROOF_DRAW_FS_COLOR, PROOF_DRAW_VS_QUAD, TRIANGLE_FS_MAIN, TRIANGLE_VS_MAIN};
use candor_vulkan::interop::{self, ForeignDevice};
use std::error::Error;
use std::time::Duration;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Long enough for a frame on any device.
const SOON: Duration = Duration::from_secs(60);

const FORMAT: Format = Format::Rgba8Unorm;
/// Drawn on by passes of colour.
const DRAWN: Usage = Usage::new(Access::COLOR, Stages::empty());

/// What Candor needs on the device of the ash renderer, which lends it and lives longer.
pub(crate) struct Moved<'a> {
    ash: &'a AshRenderer,
    rect: RasterPipeline,
    triangle: RasterPipeline,
    view: View,
    image: Texture,
    device: Device,
}

impl<'a> Moved<'a> {
    /// Adopts device and image.
    pub(crate) fn new(ash: &'a AshRenderer) -> Result<Self> {
        // What `AshRenderer` has enabled, and nothing else: Candor does the rest without.
        let bits = [
            ("VkPhysicalDeviceVulkan12Features", "timelineSemaphore"),
            ("VkPhysicalDeviceVulkan13Features", "dynamicRendering"),
            ("VkPhysicalDeviceVulkan13Features", "synchronization2"),
        ];
        let plan = Plan::told(vk::API_VERSION_1_3, &[], &[], &bits)?;
        let foreign = ForeignDevice {
            entry: ash.entry.clone(),
            instance: ash.instance.clone(),
            physical: ash.physical,
            device: ash.device.clone(),
            queue: ash.queue,
            family: ash.family,
            plan: &plan,
        };
        // SAFETY: the handles belong together, were made as the plan says, and are alive until `ash` is dropped, after this. One thread
        // uses the queue.
        let device = Device::new(unsafe { interop::adopt_device(&foreign) }?);
        let info = TextureInfo {
            dim: TextureDim::D2,
            format: FORMAT,
            size: [SIZE[0], SIZE[1], 1],
            layers: 1,
            mips: 1,
            samples: 1,
            usage: TextureUsage::COLOR | TextureUsage::COPY_SRC,
            shared: false,
        };
        // Between batches the image is as ash's passes want it.
        let adopted = AdoptTexture { label: "ash's image", info, now: Standing::NEW, left: Some(DRAWN) };
        // SAFETY: it was made like this, and outlives the device of Candor.
        let image = unsafe { interop::adopt_image(&device, ash.image, &adopted) }?;
        let view = device.create_view(&image, &ViewDesc::default())?;
        let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
        let rect = pipeline(&device, "rectangle", [&PROOF_DRAW_VS_QUAD, &PROOF_DRAW_FS_COLOR], push)?;
        let none = PushLayout::default();
        let triangle = pipeline(&device, "triangle", [&TRIANGLE_VS_MAIN, &TRIANGLE_FS_MAIN], none)?;
        Ok(Self { ash, rect, triangle, view, image, device })
    }

    /// One pass has moved. It is a batch of its own between two submissions of ash.
    pub(crate) fn one_pass(&self) -> Result<Vec<u8>> {
        use vk::ImageLayout as L;
        self.ash.submit(|list| {
            self.ash.turn(list, [L::UNDEFINED, L::COLOR_ATTACHMENT_OPTIMAL]);
            self.ash.sky(list);
        })?;
        // SAFETY: the submission leaves the image so, and Candor comes next in the queue.
        unsafe { interop::resume_image(&self.device, &self.image, DRAWN, L::COLOR_ATTACHMENT_OPTIMAL) }?;
        let mut batch = self.device.batch();
        self.triangle(&mut batch);
        batch.submit()?;
        self.ash.submit(|list| {
            self.ash.bar(list);
            self.ash.turn(list, [L::COLOR_ATTACHMENT_OPTIMAL, L::TRANSFER_SRC_OPTIMAL]);
            self.ash.copy(list);
        })?;
        self.ash.read()
    }

    /// The frame has moved: one batch, in which ash records the passes that are still its own.
    pub(crate) fn one_batch(&self) -> Result<Vec<u8>> {
        let mut batch = self.device.batch();
        let uses = [Use::View(&self.view, Access::COLOR, Stages::empty())];
        // Last frame's contents are not needed, and the layout is what the last batch or the last submission left: nothing is kept.
        // SAFETY: nothing uses the image any more, since each frame was read back.
        unsafe { interop::resume_image(&self.device, &self.image, Usage::NONE, vk::ImageLayout::UNDEFINED) }?;
        // SAFETY: both draw on what is declared, end what they begin, and keep nothing.
        unsafe {
            let sky = ForeignDesc { label: "ash's sky", uses: &uses };
            interop::record(&self.device, &mut batch, &sky, |_, list| self.ash.sky(list))?;
            self.triangle(&mut batch);
            let bar = ForeignDesc { label: "ash's bar", uses: &uses };
            interop::record(&self.device, &mut batch, &bar, |_, list| self.ash.bar(list))?;
        }
        self.finish(batch)
    }

    /// All passes have moved. Device and image are ash's still.
    pub(crate) fn all(&self) -> Result<Vec<u8>> {
        let mut batch = self.device.batch();
        let clear = [Color::clear(&self.view, SKY)];
        let sky = RasterDesc { label: "sky", color: &clear, ..Default::default() };
        batch.raster(&sky, |pass| self.draw_rect(pass, &GROUND));
        self.triangle(&mut batch);
        let load = [Color::load(&self.view)];
        let bar = RasterDesc { label: "bar", color: &load, ..Default::default() };
        batch.raster(&bar, |pass| self.draw_rect(pass, &BAR));
        self.finish(batch)
    }

    fn triangle(&self, batch: &mut Batch) {
        let load = [Color::load(&self.view)];
        batch.raster(&RasterDesc { label: "triangle", color: &load, ..Default::default() }, |pass| {
            pass.pipeline(&self.triangle);
            pass.draw(0..3, 0..1);
        });
    }

    fn draw_rect(&self, pass: &mut RasterPass<'_>, rect: &Rect) {
        pass.pipeline(&self.rect);
        pass.push(0, bytemuck::bytes_of(&rect.push()));
        pass.draw(0..6, 0..1);
    }

    fn finish(&self, mut batch: Batch) -> Result<Vec<u8>> {
        let picture = batch.read_texture(&Region::level(&self.image, 0));
        batch.submit()?.wait(SOON)?;
        Ok(picture.wait(SOON)?)
    }
}

fn pipeline(
    device: &Device,
    label: &str,
    shaders: [&'static Shader; 2],
    push: PushLayout,
) -> Result<RasterPipeline> {
    let stage = |s: &'static Shader| ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] };
    let [vertex, fragment] = shaders.map(stage);
    let colors = [FORMAT.into()];
    let desc = RasterPipelineDesc {
        label,
        vertex,
        fragment: Some(fragment),
        colors: &colors,
        push,
        ..Default::default()
    };
    Ok(device.create_raster_pipeline(&desc)?)
}
