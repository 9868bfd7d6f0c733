//! Pipelines before they are needed: prewarmed at load, and asked for beside the frames when a setting needs others, which comes into
//! force with them.

use super::{Renderer, refused};
use crate::error::RenderError;
use crate::gpu::SceneGpu;
use crate::pipelines::{self, PipelineKey, Scope};
use crate::plan;
use crate::settings::{Applied, RenderSettings, apply};
use candor_caps::{Outcome, Until};
use candor_pipelines::{Pipelines, PrewarmOptions, PrewarmReport, ShaderSet, prewarm};
use candor_rhi::{Pending, RasterPipeline};
use std::collections::HashMap;

/// Settings that wait for their pipelines.
#[derive(Debug)]
pub(super) struct Coming {
    settings: RenderSettings,
    pipelines: HashMap<PipelineKey, Pending<RasterPipeline>>,
}

impl Renderer {
    /// Makes every pipeline of a scope on all cores, before the first frame; what exists already is not made again. Load the driver's
    /// cache first ([`candor_pipelines::CacheFile`]).
    ///
    /// # Errors
    /// The device refuses a layout. What becomes of each pipeline stands in the report, whose pipelines are the renderer's now.
    pub fn prewarm(
        &mut self,
        scope: &Scope<'_>,
        options: &PrewarmOptions<'_>,
    ) -> Result<PrewarmReport, RenderError> {
        let (mut list, shaders) = (candor_pipelines::PipelineManifest::new(), ShaderSet::builtin());
        for key in pipelines::keys(&self.device, scope) {
            // Those that draw mip levels were made with the renderer.
            if !self.table.has(&key) && !matches!(key, PipelineKey::Mips { .. }) {
                key.describe(&self.shared.layouts, |d| list.add_raster(&shaders, d))?;
            }
        }
        let mut report = prewarm(&self.device, &list, &shaders, options);
        self.adopt(&mut report.pipelines);
        Ok(report)
    }

    /// Takes over the renderer's pipelines that were prewarmed elsewhere, by their names; the others stay. Returns how many.
    pub fn adopt(&mut self, made: &mut Pipelines) -> usize {
        let mut taken = 0;
        for key in pipelines::keys(&self.device, &Scope::Device) {
            if self.table.has(&key) || made.is_empty() {
                continue;
            }
            if let Some(p) = made.take_raster(&key.name()) {
                self.table.add(key, p);
                taken += 1;
            }
        }
        taken
    }

    /// Asks for settings without waiting: those whose pipelines exist come into force now, as by [`Renderer::apply`]. Else what is
    /// missing is made beside the frames, all settings in force stay so, and those that change are [`Outcome::Pending`] until
    /// [`Renderer::settle`] finds everything there. What was asked for before and has not come into force yet is forgotten.
    pub fn request(&mut self, asked: &RenderSettings, scene: &SceneGpu) -> Applied {
        let before = self.coming.take();
        let (granted, mut applied) = apply::judge(&self.device, &self.settings, asked);
        let mut missing: Vec<_> = plan::needs(scene, &granted).filter(|k| !self.table.has(k)).collect();
        if missing.is_empty() {
            return self.apply(asked);
        }
        let mut known = before.map(|c| c.pipelines).unwrap_or_default();
        let mut pipelines = HashMap::new();
        let mut last = String::new();
        for key in missing.drain(..) {
            if pipelines.contains_key(&key) {
                continue;
            }
            let pending = match known.remove(&key) {
                Some(pending) => Ok(pending),
                None => key.describe(&self.shared.layouts, |d| self.device.request_raster_pipeline(d)),
            };
            match pending {
                Ok(pending) => {
                    last = key.name();
                    pipelines.insert(key, pending);
                }
                Err(e) => {
                    let why = refused(&e.into(), "a pipeline of the renderer");
                    applied.refuse_changes(&self.settings, &granted, &why);
                    return applied;
                }
            }
        }
        let pending = Outcome::Pending { until: Until::PipelineReady(last) };
        applied.defer_changes(&self.settings, &granted, &pending);
        self.coming = Some(Coming { settings: asked.clone(), pipelines });
        applied
    }

    /// How many pipelines are still missing before settings that were asked for come into force.
    pub fn missing(&self) -> usize {
        self.coming.as_ref().map_or(0, |c| c.pipelines.values().filter(|p| !p.is_ready()).count())
    }

    /// Puts settings in force that [`Renderer::request`] has left for later, where all of their pipelines have arrived: to be called
    /// between frames, it never waits for a pipeline. Nothing: none are waited for, or something is still missing.
    ///
    /// # Errors
    /// A pipeline could not be made: the settings that needed it are forgotten, and those in force stay. As [`Renderer::prepare`].
    pub fn settle(&mut self, scene: &mut SceneGpu) -> Result<Option<Applied>, RenderError> {
        if self.coming.as_ref().is_none_or(|c| c.pipelines.values().any(|p| !p.is_ready())) {
            return Ok(None);
        }
        let Some(coming) = self.coming.take() else { return Ok(None) };
        let mut failed = None;
        for (key, pending) in coming.pipelines {
            match pending.take() {
                Ok(Ok(p)) => drop(self.table.add(key, p)),
                Ok(Err(e)) => failed = Some(e),
                // It was ready a moment ago.
                Err(_) => {}
            }
        }
        if let Some(e) = failed {
            return Err(e.into());
        }
        let applied = self.apply(&coming.settings);
        self.prepare(scene)?;
        Ok(Some(applied))
    }
}
