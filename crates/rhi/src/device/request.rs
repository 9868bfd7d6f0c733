//! Pipelines that frames do not wait for, and what the driver keeps of pipelines from run to run.

use super::Device;
use crate::backend::{CacheKey, Fault, PipelineCache};
use crate::core::Core;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{BindGroupLayout, ComputePipeline, RasterPipeline};
use crate::pending::Pending;
use std::convert::Infallible;
use std::sync::Arc;

/// A pipeline, and whether it was there already.
#[derive(Debug)]
pub struct Prewarmed<T> {
    /// The pipeline.
    pub pipeline: T,
    /// The driver said that its cache had it. Drivers that do not tell are taken to have made it.
    pub was_ready: bool,
}

impl Device {
    /// Makes a raster pipeline as [`Device::create_raster_pipeline`] does, and tells whether the driver's cache had it. Where it had, and
    /// the driver tells, nobody has waited.
    ///
    /// # Errors
    /// As there.
    pub fn prewarm_raster_pipeline(
        &self,
        d: &RasterPipelineDesc<'_>,
    ) -> Result<Prewarmed<RasterPipeline>, Error> {
        let core = &self.core;
        match self.check_raster(d)?.ready(core, d)? {
            Ok(pipeline) => Ok(Prewarmed { pipeline, was_ready: true }),
            Err(checked) => {
                core.blocks(d.label)?;
                Ok(Prewarmed { pipeline: checked.make(core, d)?, was_ready: false })
            }
        }
    }

    /// Likewise a compute pipeline.
    ///
    /// # Errors
    /// As [`Device::create_compute_pipeline`].
    pub fn prewarm_compute_pipeline(
        &self,
        d: &ComputePipelineDesc<'_>,
    ) -> Result<Prewarmed<ComputePipeline>, Error> {
        let core = &self.core;
        match self.check_compute(d)?.ready(core, d)? {
            Ok(pipeline) => Ok(Prewarmed { pipeline, was_ready: true }),
            Err(checked) => {
                core.blocks(d.label)?;
                Ok(Prewarmed { pipeline: checked.make(core, d.label, d.shader)?, was_ready: false })
            }
        }
    }

    /// Asks for a raster pipeline that is made on a thread of the device. The description is checked and copied now. What the driver's
    /// cache has, where the driver tells, is there at once.
    ///
    /// What frames draw as long as it is not there is said by [`Meanwhile`](crate::Meanwhile), for each use;
    /// [`Device::on_pipeline`] tells when it arrives.
    ///
    /// # Errors
    /// A description that is not allowed. What the driver answers later stands in the [`Pending`].
    pub fn request_raster_pipeline(
        &self,
        d: &RasterPipelineDesc<'_>,
    ) -> Result<Pending<RasterPipeline>, Error> {
        let core = &self.core;
        let checked = match self.check_raster(d)?.ready(core, d)? {
            Ok(pipeline) => return Ok(Pending::there(core, d.label, pipeline)),
            Err(checked) => checked,
        };
        let Ok(state) = RasterState::of(d, |s| Ok::<_, Infallible>(OwnedStage::of(s)));
        let (groups, push) = (owned(d.groups), d.push);
        let (pending, sender) = Pending::new(core, d.label);
        let job = move |core: &Arc<Core>| {
            if sender.is_unwanted() {
                return false;
            }
            let groups: Vec<_> = groups.iter().collect();
            let label = sender.label();
            let made =
                core.alive(label).and_then(|()| state.lend(label, &groups, push, |d| checked.make(core, d)));
            sender.send(made);
            true
        };
        core.workshop.add(core, d.label, Box::new(job));
        Ok(pending)
    }

    /// Asks for a compute pipeline, as [`Device::request_raster_pipeline`] does.
    ///
    /// # Errors
    /// As there.
    pub fn request_compute_pipeline(
        &self,
        d: &ComputePipelineDesc<'_>,
    ) -> Result<Pending<ComputePipeline>, Error> {
        let core = &self.core;
        let checked = match self.check_compute(d)?.ready(core, d)? {
            Ok(pipeline) => return Ok(Pending::there(core, d.label, pipeline)),
            Err(checked) => checked,
        };
        let (shader, groups) = (OwnedStage::of(&d.shader), owned(d.groups));
        let (pending, sender) = Pending::new(core, d.label);
        let job = move |core: &Arc<Core>| {
            // They keep the numbers of their layouts as long as the pipeline is not there to do so.
            let _groups = groups;
            if sender.is_unwanted() {
                return false;
            }
            let label = sender.label();
            let made = core.alive(label).and_then(|()| checked.make(core, label, shader.lend()));
            sender.send(made);
            true
        };
        core.workshop.add(core, d.label, Box::new(job));
        Ok(pending)
    }

    /// Has a function called for each pipeline that was asked for and has arrived or failed, with its label: the sign to draw again. It
    /// is called on a thread of the device, and must neither wait for that device nor own a handle of it. There is one function at a
    /// time; it goes with the last handle. Programs that draw all the time compare [`crate::Stats::pipelines_arrived`] instead.
    pub fn on_pipeline(&self, signal: impl Fn(&str) + Send + Sync + 'static) {
        self.core.workshop.on_arrival(Some(Arc::new(signal)));
    }

    /// What the contents of the driver's pipeline cache fit; nothing where the backend has no cache that can be kept.
    pub fn pipeline_cache_key(&self) -> Option<CacheKey> {
        self.core.backend.pipeline_cache().map(PipelineCache::key)
    }

    /// The contents of the driver's pipeline cache, to be kept for a later run.
    ///
    /// # Errors
    /// A backend without a cache that can be kept, or the driver's answer.
    pub fn pipeline_cache_data(&self) -> Result<Vec<u8>, Error> {
        self.cache()?.data().map_err(|f| self.core.fault(CACHE, f))
    }

    /// Adds contents of an earlier run to the driver's pipeline cache. What they say of themselves is compared with the device before
    /// the driver sees them; that they are whole is for their keeper to know, as `candor-pipelines` does.
    ///
    /// # Errors
    /// Contents that are not this device's, a backend without a cache that can be kept, or the driver's answer.
    pub fn load_pipeline_cache(&self, data: &[u8]) -> Result<(), Error> {
        self.cache()?.load(data).map_err(|f| match f {
            Fault::Invalid(why) => Error::new(Code::CacheData, CACHE, why),
            other => self.core.fault(CACHE, other),
        })
    }

    fn cache(&self) -> Result<&dyn PipelineCache, Error> {
        self.core.alive(CACHE)?;
        self.core.backend.pipeline_cache().ok_or_else(|| {
            let detail = format!("the {} backend has none that can be kept", self.info().backend);
            Error::new(Code::NotEnabled, CACHE, detail)
        })
    }
}

/// What errors of the cache are called after.
const CACHE: &str = "pipeline cache";

fn owned(groups: &[&BindGroupLayout]) -> Vec<BindGroupLayout> {
    groups.iter().map(|g| (*g).clone()).collect()
}
