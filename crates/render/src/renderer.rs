//! The renderer: settings in, pictures out, an answer for everything that was asked.

mod coming;

use crate::error::RenderError;
use crate::features::{self, FeatureStatus};
use crate::frame::{self, FrameRing};
use crate::gpu::SceneGpu;
use crate::gpu::scene::{Draw, next_id};
use crate::gpu::shared::Shared;
use crate::passes::{self, FrameContext, FrameDrawn};
use crate::picture::{Picture, RenderReport};
use crate::plan::{PipelineTable, Plan};
use crate::scene::{Camera, Scene};
use crate::settings::{Applied, RenderSettings, apply};
use crate::targets::{Groups, Output};
use crate::view::outside;
use candor_caps::{Reason, Refused};
use candor_graph::{Graph, GraphError};
use candor_rhi::{Device, Region, Store, Texture, TextureUsage, View};
use candor_shader::Overrides;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long the device may take to finish what it was given.
const PATIENCE: Duration = Duration::from_secs(600);

/// What one frame did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct FrameReport {
    /// Number of the frame, from 1.
    pub frame: u64,
    /// Draw calls, the shadow map's included.
    pub draws: u32,
    /// Those of the shadow map.
    pub shadow_draws: u32,
    /// Draw calls left out because nothing of them is in view.
    pub culled: u32,
    /// Vertices that the draw calls run through, the shadow map's included.
    pub vertices: u64,
    /// Passes.
    pub passes: u32,
    /// Barriers derived.
    pub barriers: u64,
    /// Bytes uploaded through staging memory.
    pub upload_bytes: u64,
    /// Pipelines for which a frame of the device waited meanwhile; none of the renderer's own do, since a frame whose pipelines do
    /// not exist is refused.
    pub pipelines_late: u64,
    /// Time for which the frame waited for an earlier one, since only so many may be on their way.
    #[serde(rename = "wait_time_ms", serialize_with = "crate::picture::ms")]
    pub wait_time: Duration,
    /// Time to declare, record and submit the frame, on this thread.
    #[serde(rename = "record_time_ms", serialize_with = "crate::picture::ms")]
    pub record_time: Duration,
}

/// The standard renderer on one device.
#[derive(Debug)]
pub struct Renderer {
    id: u64,
    device: Device,
    shared: Shared,
    table: PipelineTable,
    settings: RenderSettings,
    ring: FrameRing,
    graph: Graph,
    groups: Groups,
    output: Output,
    /// What the picture is used for, beside being drawn.
    picture: TextureUsage,
    /// A scene was prepared whose sun may throw shadows on something.
    casts: bool,
    plan: Option<Plan>,
    /// Settings that wait for their pipelines.
    coming: Option<coming::Coming>,
    frames: u64,
}

impl Renderer {
    /// A renderer with these settings, as far as they can be had; the second part says what became of each. Its picture can be
    /// copied from.
    ///
    /// # Errors
    /// The device refuses what every frame needs.
    pub fn new(device: &Device, settings: &RenderSettings) -> Result<(Self, Applied), RenderError> {
        Self::with_picture(device, settings, TextureUsage::COPY_SRC)
    }

    /// The same with a picture for other uses, such as [`TextureUsage::SAMPLED`]: a texture that is made for what nobody does with
    /// it may be slower. [`Renderer::render`] needs [`TextureUsage::COPY_SRC`].
    ///
    /// # Errors
    /// As [`Renderer::new`].
    pub fn with_picture(
        device: &Device,
        settings: &RenderSettings,
        picture: TextureUsage,
    ) -> Result<(Self, Applied), RenderError> {
        Self::with_overrides(device, settings, picture, &Overrides::new())
    }

    /// The same with shaders of a game in place of Candor's own. What became of each was told when it was added.
    ///
    /// # Errors
    /// As [`Renderer::new`].
    pub fn with_overrides(
        device: &Device,
        settings: &RenderSettings,
        picture: TextureUsage,
        overrides: &Overrides,
    ) -> Result<(Self, Applied), RenderError> {
        // What is refused falls back to what every device has.
        let plain = RenderSettings { shadows: false, msaa: 1, anisotropy: 1, ..RenderSettings::default() };
        let (plain, _) = apply::judge(device, &plain, &plain);
        let (wanted, applied) = apply::judge(device, &plain, settings);
        match Self::with(device, wanted, picture, overrides) {
            Ok(renderer) => Ok((renderer, applied)),
            Err(_) => {
                // Something can't be made: field by field, so that each has its answer.
                let mut renderer = Self::with(device, plain, picture, overrides)?;
                let applied = renderer.apply(settings);
                Ok((renderer, applied))
            }
        }
    }

    /// A renderer with settings that were judged.
    fn with(
        device: &Device,
        settings: RenderSettings,
        picture: TextureUsage,
        overrides: &Overrides,
    ) -> Result<Self, RenderError> {
        let shared = Shared::new(device, overrides.clone())?;
        let ring = FrameRing::new(device)?;
        let groups = Groups::new(device, &shared, &ring)?;
        let output = Output::new(device, settings.size, picture)?;
        let mut renderer = Self {
            id: next_id(),
            device: device.clone(),
            shared,
            table: PipelineTable::default(),
            settings,
            ring,
            graph: Graph::default(),
            groups,
            output,
            picture,
            casts: false,
            plan: None,
            coming: None,
            frames: 0,
        };
        let settings = renderer.settings.clone();
        renderer.make_textures(&settings)?;
        Ok(renderer)
    }

    /// Puts settings in force, as far as they can be had. A field that is refused keeps its value; the others do not suffer.
    pub fn apply(&mut self, asked: &RenderSettings) -> Applied {
        self.coming = None;
        let (mut s, mut applied) = apply::judge(&self.device, &self.settings, asked);
        if s == self.settings {
            return applied;
        }
        if (s.size, s.msaa) != (self.settings.size, self.settings.msaa) {
            let old = (self.settings.shadows, self.settings.shadow_size);
            let resized = RenderSettings { shadows: old.0, shadow_size: old.1, ..s.clone() };
            if let Err(e) = self.resize(&resized) {
                (s.size, s.msaa) = (self.settings.size, self.settings.msaa);
                let why = refused(&e, "the frame's targets");
                (applied.size, applied.msaa) = (Err(why.clone()), Err(why));
            }
        }
        if (s.shadows, s.shadow_size) != (self.settings.shadows, self.settings.shadow_size)
            && let Err(e) = self.make_textures(&s)
        {
            (s.shadows, s.shadow_size) = (self.settings.shadows, self.settings.shadow_size);
            let why = refused(&e, "the shadow map");
            (applied.shadows, applied.shadow_size) = (Err(why.clone()), Err(why));
        }
        // The graph is left with the frame as it will be, and with no other texture.
        if self.make_textures(&s).is_ok() {
            self.graph.trim();
        }
        self.settings = s;
        self.plan = None;
        applied
    }

    /// Makes what frames under these settings draw into, so that no frame does. The shadow map waits for a scene that needs it.
    fn make_textures(&mut self, s: &RenderSettings) -> Result<(), RenderError> {
        let mut frame = self.graph.frame();
        let declared = passes::declare(&mut frame, s, s.shadows && self.casts);
        let mut run = frame.compile(&self.device)?;
        while let Some(turn) = run.next_pass() {
            declared.fit(&mut self.groups, &self.device, &self.shared, &self.ring, &turn)?;
        }
        if !s.shadows {
            self.groups.forget_shadow_map();
        }
        Ok(run.finish()?)
    }

    /// As [`Renderer::make_textures`], with a picture of another size.
    fn resize(&mut self, s: &RenderSettings) -> Result<(), RenderError> {
        let output = if s.size == self.settings.size {
            None
        } else {
            Some(Output::new(&self.device, s.size, self.picture)?)
        };
        self.make_textures(s)?;
        if let Some(output) = output {
            self.output = output;
        }
        Ok(())
    }

    /// The settings in force.
    pub fn settings(&self) -> &RenderSettings {
        &self.settings
    }

    /// Every feature of a renderer, with whether it is on, available, or why not.
    pub fn features(&self) -> Vec<FeatureStatus> {
        features::list(&self.device, &self.settings)
    }

    /// The device that it draws with.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Uploads a scene: meshes, textures with their mip levels, materials.
    ///
    /// # Errors
    /// A scene that doesn't keep its invariants, or the device's answer.
    pub fn upload(&self, scene: &Scene) -> Result<SceneGpu, RenderError> {
        let mut on_gpu = SceneGpu::new(&self.device, &self.shared, self.id, scene)?;
        let beyond = frame::lights_beyond(&scene.lights);
        if beyond > 0 {
            let most = candor_shader::layout::MAX_LIGHTS as u32;
            let asked = most + beyond as u32;
            on_gpu.note_refused(
                Reason::OverLimit {
                    what: "lights beside the sun".into(),
                    asked: asked.into(),
                    allowed: most.into(),
                }
                .into(),
            );
        }
        Ok(on_gpu)
    }

    /// Makes every pipeline, group and texture that frames of this scene need under the settings in force. Returns how many pipelines
    /// were made. Cheap when nothing is missing; otherwise it waits for the device, so that frames begin with everything in place.
    ///
    /// # Errors
    /// A scene of another renderer, or the device's answer.
    pub fn prepare(&mut self, scene: &mut SceneGpu) -> Result<usize, RenderError> {
        if scene.renderer != self.id {
            return Err(RenderError::ForeignScene);
        }
        let before = self.table.len();
        let anisotropy = self.settings.anisotropy;
        scene.materials.bind(&self.device, &self.shared, &scene.textures, anisotropy)?;
        if self.plan.as_ref().is_none_or(|p| p.scene != scene.id) {
            let sun = frame::casts(&scene.bounds, &scene.lights, self.settings.default_sun);
            if !self.casts && sun && scene.draws.iter().any(Draw::is_lit) {
                self.casts = true;
                let settings = self.settings.clone();
                self.make_textures(&settings).inspect_err(|_| self.casts = false)?;
            }
            let plan = Plan::new(&self.device, &self.shared, &mut self.table, scene, &self.settings)?;
            // What loading needed, and what new settings replaced, goes now; else its memory would be given back in the middle of
            // some later frame.
            self.device.wait_idle(PATIENCE)?;
            self.plan = Some(plan);
        }
        Ok(self.table.len() - before)
    }

    /// Draws one frame of a prepared scene to [`Renderer::output`] and submits it.
    ///
    /// # Errors
    /// A scene that is not prepared under the settings in force, or the device's answer.
    pub fn frame(&mut self, scene: &SceneGpu, camera: &Camera) -> Result<FrameReport, RenderError> {
        self.draw(scene, camera, Store::Store)
    }

    /// Draws a frame whose picture is kept or not.
    fn draw(
        &mut self,
        scene: &SceneGpu,
        camera: &Camera,
        picture: Store,
    ) -> Result<FrameReport, RenderError> {
        let asked = Instant::now();
        let Some(plan) = self.plan.as_mut().filter(|p| p.scene == scene.id) else {
            return Err(RenderError::NotPrepared);
        };
        self.ring.wait()?;
        let start = Instant::now();
        let before = self.device.stats();
        let view = frame::view(&scene.bounds, &scene.lights, camera, &self.settings);
        plan.sort_blend(scene, view.eye, view.forward);
        let offset = self.ring.write(&self.device, &view.uniforms)?;
        let mut frame = self.graph.frame();
        // Nobody looks at the shadow map where nothing is in view that it falls on.
        let shadows =
            view.shadows && scene.draws.iter().any(|d| d.is_lit() && !outside(&view.planes, &d.bounds));
        let declared = passes::declare(&mut frame, &self.settings, shadows);
        let mut run = frame.compile(&self.device)?;
        let mut batch = self.device.batch();
        let mut drawn = FrameDrawn::default();
        while let Some(turn) = run.next_pass() {
            declared.fit(&mut self.groups, &self.device, &self.shared, &self.ring, &turn)?;
            let context = FrameContext {
                table: &self.table,
                scene,
                plan,
                output: &self.output,
                picture,
                groups: &self.groups,
                settings: &self.settings,
                view: &view,
                resources: &declared.resources,
                turn,
                offset,
            };
            declared.record(&mut batch, &context, &mut drawn)?;
        }
        run.finish()?;
        let FrameDrawn { shadow, forward } = drawn;
        let receipt = batch.submit()?;
        self.ring.submitted(receipt);
        self.frames += 1;
        let after = self.device.stats();
        Ok(FrameReport {
            frame: self.frames,
            draws: (after.draws - before.draws) as u32,
            shadow_draws: shadow.draws,
            culled: forward.culled,
            vertices: shadow.vertices + forward.vertices,
            passes: (after.raster_passes - before.raster_passes) as u32,
            barriers: after.barriers - before.barriers,
            upload_bytes: after.upload_bytes - before.upload_bytes,
            pipelines_late: after.pipelines_late - before.pipelines_late,
            wait_time: start - asked,
            record_time: start.elapsed(),
        })
    }

    /// The texture that frames end in: sRGB, for the uses that the renderer was made with.
    pub fn output(&self) -> (&Texture, &View) {
        (&self.output.texture, &self.output.view)
    }

    /// Draws `frames` frames of a scene, waits for them, and reads the last one back, which alone is kept. `progress` is told after each frame.
    ///
    /// # Errors
    /// As [`Renderer::prepare`] and [`Renderer::frame`]; 0 frames.
    pub fn render(
        &mut self,
        scene: &mut SceneGpu,
        camera: &Camera,
        frames: u32,
        progress: &mut dyn FnMut(u32),
    ) -> Result<Picture, RenderError> {
        if frames == 0 {
            return Err(RenderError::NoFrames);
        }
        let start = Instant::now();
        let pipelines = self.prepare(scene)?;
        // Uploads of the scene travel with the first batch, so that they are counted apart.
        let mut report =
            RenderReport { frames, pipelines, prepare_time: start.elapsed(), ..RenderReport::default() };
        let start = Instant::now();
        for n in 1..=frames {
            // Nobody can look at the pictures before the last.
            let picture = if n == frames { Store::Store } else { Store::Discard };
            report.last = self.draw(scene, camera, picture)?;
            report.pipelines_late += report.last.pipelines_late;
            progress(n);
        }
        let mut batch = self.device.batch();
        let readback = batch.read_texture(&Region::level(&self.output.texture, 0));
        batch.submit()?;
        let rgba8 = readback.wait(PATIENCE)?;
        report.frames_time = start.elapsed();
        let size = self.settings.size;
        Ok(Picture { width: size.width, height: size.height, rgba8, report })
    }
}

/// A failure to make something as the answer to a setting.
fn refused(e: &RenderError, what: &str) -> Refused {
    match e {
        RenderError::Device(e) | RenderError::Graph(GraphError::Texture { why: e, .. }) => e.clone().into(),
        other => Reason::Invalid { what: what.into(), rule: other.to_string() }.into(),
    }
}
