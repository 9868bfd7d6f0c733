//! Pipelines. What can be checked is checked here; what only the driver knows arrives as its answer, or late through `poll`.

use super::Device;
use super::wiring::Wiring;
use crate::backend::{Enabled, RasterPipelinePlan};
use crate::core::Core;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{ComputePipeline, Interface, Keep, Kind, Native, RasterPipeline, SETTLED, TargetKey};
use crate::record::{PUSH_BIT, vertex_bit};
use crate::sync::lock;
use crate::usage::Stages;
use std::sync::Arc;

fn need(interface: &Interface) -> u32 {
    // A group without bindings need not be bound.
    let groups = interface.layouts.iter().enumerate().filter(|(_, l)| !l.entries.is_empty());
    let bits = groups.fold(0, |bits, (i, _)| bits | 1 << i);
    if interface.push_bytes > 0 { bits | PUSH_BIT } else { bits }
}

/// The stages of a raster pipeline with their shaders, in the order in which they run.
fn stages<'a>(d: &'a RasterPipelineDesc<'a>) -> impl Iterator<Item = (Stages, &'a ShaderStage<'a>)> {
    let tessellation = d.tessellation.as_ref();
    [
        (Stages::VERTEX, Some(&d.vertex)),
        (Stages::TESSELLATION_CONTROL, tessellation.map(|t| &t.control)),
        (Stages::TESSELLATION_EVALUATION, tessellation.map(|t| &t.evaluation)),
        (Stages::GEOMETRY, d.geometry.as_ref()),
        (Stages::FRAGMENT, d.fragment.as_ref()),
    ]
    .into_iter()
    .filter_map(|(stage, shader)| shader.map(|s| (stage, s)))
}

/// What is known of a raster pipeline once its description has been checked.
pub(super) struct CheckedRaster {
    interface: Arc<Interface>,
    samples: u32,
    inputs: u64,
    target: TargetKey,
    need: u32,
    writes_depth: bool,
}

/// Likewise of a compute pipeline.
pub(super) struct CheckedCompute {
    interface: Arc<Interface>,
}

impl CheckedRaster {
    fn plan<'a>(&self, desc: &'a RasterPipelineDesc<'a>) -> RasterPipelinePlan<'a> {
        let (layout, samples, inputs) = (self.interface.layout, self.samples, self.inputs);
        RasterPipelinePlan { desc, layout, samples, inputs }
    }

    /// The pipeline, where the driver's cache has it and the driver says so; else what was checked.
    pub(super) fn ready(
        self,
        core: &Arc<Core>,
        d: &RasterPipelineDesc<'_>,
    ) -> Result<Result<RasterPipeline, Self>, Error> {
        let ready = core.backend.create_ready_raster_pipeline(&self.plan(d));
        match ready.map_err(|f| core.fault(d.label, f))? {
            Some(native) => Ok(Ok(self.adopt(core, d.label, native)?)),
            None => Ok(Err(self)),
        }
    }

    /// Has the driver make it, which may take long.
    pub(super) fn make(self, core: &Arc<Core>, d: &RasterPipelineDesc<'_>) -> Result<RasterPipeline, Error> {
        let native =
            core.backend.create_raster_pipeline(&self.plan(d)).map_err(|f| core.fault(d.label, f))?;
        self.adopt(core, d.label, native)
    }

    /// What the driver has made as a pipeline.
    fn adopt(self, core: &Arc<Core>, label: &str, native: Native) -> Result<RasterPipeline, Error> {
        let Self { interface, target, need, writes_depth, .. } = self;
        lock(&core.stats).pipelines_created += 1;
        let keep = Keep::One(interface.obj.clone());
        let obj = core.adopt(Kind::RasterPipeline, native, label, SETTLED, keep)?;
        let layout = interface.layout;
        Ok(RasterPipeline { raw: native.raw, layout, target, need, writes_depth, interface, obj })
    }
}

impl CheckedCompute {
    /// As [`CheckedRaster::ready`].
    pub(super) fn ready(
        self,
        core: &Arc<Core>,
        d: &ComputePipelineDesc<'_>,
    ) -> Result<Result<ComputePipeline, Self>, Error> {
        let ready = core.backend.create_ready_compute_pipeline(self.interface.layout, d.shader, d.label);
        match ready.map_err(|f| core.fault(d.label, f))? {
            Some(native) => Ok(Ok(self.adopt(core, d.label, native)?)),
            None => Ok(Err(self)),
        }
    }

    /// As [`CheckedRaster::make`].
    pub(super) fn make(
        self,
        core: &Arc<Core>,
        label: &str,
        shader: ShaderStage<'_>,
    ) -> Result<ComputePipeline, Error> {
        let native = core.backend.create_compute_pipeline(self.interface.layout, shader, label);
        self.adopt(core, label, native.map_err(|f| core.fault(label, f))?)
    }

    /// As [`CheckedRaster::adopt`].
    fn adopt(self, core: &Arc<Core>, label: &str, native: Native) -> Result<ComputePipeline, Error> {
        let interface = self.interface;
        lock(&core.stats).pipelines_created += 1;
        let keep = Keep::One(interface.obj.clone());
        let obj = core.adopt(Kind::ComputePipeline, native, label, SETTLED, keep)?;
        let (layout, need) = (interface.layout, need(&interface));
        Ok(ComputePipeline { raw: native.raw, layout, device: core.id, need, interface, obj })
    }
}

impl Device {
    /// Makes a raster pipeline. What it takes the driver to do so, this thread waits for: in a frame that is late, which
    /// [`crate::Stats::pipelines_late`] counts and [`PipelinePolicy::Strict`] refuses; [`Device::request_raster_pipeline`] does not
    /// wait.
    ///
    /// # Errors
    /// A shader, layout, vertex layout, target or state that is not allowed, a frame that would wait on a strict device, or the
    /// driver's answer.
    pub fn create_raster_pipeline(&self, d: &RasterPipelineDesc<'_>) -> Result<RasterPipeline, Error> {
        let checked = self.check_raster(d)?;
        self.core.blocks(d.label)?;
        checked.make(&self.core, d)
    }

    /// All that Candor can know of it.
    pub(super) fn check_raster(&self, d: &RasterPipelineDesc<'_>) -> Result<CheckedRaster, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let samples = d.samples.max(1);
        self.check_stage_list(d)?;
        let wiring = Wiring { label: d.label, groups: d.groups, push: d.push, core };
        let mut chain = Vec::with_capacity(5);
        for (stage, shader) in stages(d) {
            chain.push((stage, wiring.check(stage, shader)?));
        }
        self.check_vertex_layout(d)?;
        let mut inputs = 0;
        if let Some((_, vertex)) = chain.first() {
            wiring.check_inputs(vertex, d.buffers)?;
            let locations =
                vertex.inputs.iter().flat_map(|i| i.location..i.location.saturating_add(i.locations));
            inputs = locations.filter_map(|l| 1u64.checked_shl(l)).fold(0, |bits, bit| bits | bit);
        }
        self.check_targets(d, samples)?;
        self.check_states(d, samples)?;
        self.check_chain(d, &chain)?;
        let interface = self.interface(d.label, d.groups, d.push)?;
        core.lints.interface(d.label, d.groups, d.push)?;
        core.lints.colors(d.label, d.colors)?;
        let depth = d.depth.map(|s| s.format);
        let mut target = TargetKey::new(core.id, depth, samples).with_views(d.view_mask);
        for (i, c) in d.colors.iter().enumerate() {
            target.add(i, c.format);
        }
        let slots = 0..d.buffers.len() as u32;
        let need = slots.fold(need(&interface), |bits, i| bits | vertex_bit(i));
        let writes_depth = d.depth.is_some_and(|s| s.writes());
        Ok(CheckedRaster { interface, samples, inputs, target, need, writes_depth })
    }

    /// Makes a compute pipeline; of waiting is said what [`Device::create_raster_pipeline`] says.
    ///
    /// # Errors
    /// A shader or layout that is not allowed, a device without compute, a frame that would wait on a strict device, or the
    /// driver's answer.
    pub fn create_compute_pipeline(&self, d: &ComputePipelineDesc<'_>) -> Result<ComputePipeline, Error> {
        let checked = self.check_compute(d)?;
        self.core.blocks(d.label)?;
        checked.make(&self.core, d.label, d.shader)
    }

    /// All that Candor can know of it.
    pub(super) fn check_compute(&self, d: &ComputePipelineDesc<'_>) -> Result<CheckedCompute, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        if !core.enabled.contains(Enabled::COMPUTE) {
            return Err(Error::new(Code::NotEnabled, d.label, "compute"));
        }
        let wiring = Wiring { label: d.label, groups: d.groups, push: d.push, core };
        let entry = wiring.check(Stages::COMPUTE, &d.shader)?;
        wiring.check_workgroup(&entry, d.shader.constants)?;
        let interface = self.interface(d.label, d.groups, d.push)?;
        core.lints.interface(d.label, d.groups, d.push)?;
        Ok(CheckedCompute { interface })
    }
}

const _: () = {
    // A pipeline is shared between threads that record.
    const fn shared<T: Send + Sync>() {}
    shared::<RasterPipeline>();
    shared::<Arc<Interface>>();
};
