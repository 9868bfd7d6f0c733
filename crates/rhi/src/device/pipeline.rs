//! Pipelines. What can be checked is checked here; what only the driver knows arrives as its answer, or late through `poll`.

use super::Device;
use super::wiring::Wiring;
use crate::backend::{Enabled, RasterPipelinePlan};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{ComputePipeline, Interface, Keep, Kind, RasterPipeline, SETTLED, TargetKey};
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

impl Device {
    /// Makes a raster pipeline.
    ///
    /// # Errors
    /// A shader, layout, vertex layout, target or state that is not allowed, or the driver's answer.
    pub fn create_raster_pipeline(&self, d: &RasterPipelineDesc<'_>) -> Result<RasterPipeline, Error> {
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
        let plan = RasterPipelinePlan { desc: d, layout: interface.layout, samples, inputs };
        let native = core.backend.create_raster_pipeline(&plan).map_err(|f| core.fault(d.label, f))?;
        lock(&core.stats).pipelines_created += 1;
        let depth = d.depth.map(|s| s.format);
        let mut target = TargetKey::new(core.id, depth, samples).with_views(d.view_mask);
        for (i, c) in d.colors.iter().enumerate() {
            target.add(i, c.format);
        }
        let slots = 0..d.buffers.len() as u32;
        let need = slots.fold(need(&interface), |bits, i| bits | vertex_bit(i));
        let keep = Keep::One(interface.obj.clone());
        let obj = core.adopt(Kind::RasterPipeline, native, d.label, SETTLED, keep)?;
        Ok(RasterPipeline {
            raw: native.raw,
            layout: interface.layout,
            target,
            need,
            writes_depth: d.depth.is_some_and(|s| s.writes()),
            interface,
            obj,
        })
    }

    /// Makes a compute pipeline.
    ///
    /// # Errors
    /// A shader or layout that is not allowed, a device without compute, or the driver's answer.
    pub fn create_compute_pipeline(&self, d: &ComputePipelineDesc<'_>) -> Result<ComputePipeline, Error> {
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
        let native = core.backend.create_compute_pipeline(interface.layout, d.shader, d.label);
        let native = native.map_err(|f| core.fault(d.label, f))?;
        lock(&core.stats).pipelines_created += 1;
        let keep = Keep::One(interface.obj.clone());
        let obj = core.adopt(Kind::ComputePipeline, native, d.label, SETTLED, keep)?;
        let need = need(&interface);
        Ok(ComputePipeline {
            raw: native.raw,
            layout: interface.layout,
            device: core.id,
            need,
            interface,
            obj,
        })
    }
}

const _: () = {
    // A pipeline is shared between threads that record.
    const fn shared<T: Send + Sync>() {}
    shared::<RasterPipeline>();
    shared::<Arc<Interface>>();
};
