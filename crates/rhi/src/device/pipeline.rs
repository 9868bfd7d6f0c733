//! Pipelines. What can be checked is checked here; what only the driver knows arrives as its answer, or late through `poll`.

use super::Device;
use super::wiring::Wiring;
use crate::backend::{Enabled, FormatSupport, RasterPipelinePlan};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::limits::{MAX_COLOR_TARGETS, MAX_VERTEX_BUFFERS};
use crate::object::{ComputePipeline, Interface, Keep, Kind, RasterPipeline, SETTLED, TargetKey};
use crate::record::{PUSH_BIT, topology_bits, vertex_bit};
use crate::sync::lock;
use crate::usage::Stages;
use std::sync::Arc;

fn need(interface: &Interface) -> u32 {
    let groups = interface.group_ids.iter().enumerate().filter(|(_, id)| **id != 0);
    let bits = groups.fold(0, |bits, (i, _)| bits | 1 << i);
    if interface.push_bytes > 0 { bits | PUSH_BIT } else { bits }
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
        let wiring = Wiring { label: d.label, groups: d.groups, push: d.push, core };
        let vertex = wiring.check(Stages::VERTEX, &d.vertex)?;
        if let Some(f) = &d.fragment {
            wiring.check(Stages::FRAGMENT, f)?;
        }
        self.check_vertex_layout(d)?;
        wiring.check_inputs(&vertex, d.buffers)?;
        self.check_targets(d, samples)?;
        self.check_states(d)?;
        let interface = self.interface(d.label, d.groups, d.push)?;
        core.lints.interface(d.label, d.groups, d.push)?;
        core.lints.colors(d.label, d.colors)?;
        let plan = RasterPipelinePlan { desc: d, layout: interface.layout, samples };
        let native = core.backend.create_raster_pipeline(&plan).map_err(|f| core.fault(d.label, f))?;
        lock(&core.stats).pipelines_created += 1;
        let mut target = TargetKey::new(core.id, d.depth.map(|s| s.format), samples);
        for (i, c) in d.colors.iter().enumerate() {
            target.add(i, c.format);
        }
        let buffers = d.buffers.iter().enumerate().filter(|(_, b)| !b.attributes.is_empty());
        let need = buffers.fold(need(&interface), |bits, (i, _)| bits | vertex_bit(i as u32))
            | topology_bits(d.topology);
        let keep = Keep::One(interface.obj.clone());
        let obj = core.adopt(Kind::RasterPipeline, native, d.label, SETTLED, keep)?;
        Ok(RasterPipeline { raw: native.raw, layout: interface.layout, target, need, interface, obj })
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
        wiring.check_workgroup(&entry)?;
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

    fn check_vertex_layout(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let err = |detail: String| Err(Error::new(Code::VertexLayout, d.label, detail));
        let most = (self.core.limits.max_vertex_buffers as usize).min(MAX_VERTEX_BUFFERS);
        if d.buffers.len() > most {
            return err(format!("{} vertex buffers were asked for, {most} are allowed", d.buffers.len()));
        }
        let mut locations = Vec::new();
        for (slot, b) in d.buffers.iter().enumerate() {
            for a in b.attributes {
                let end = u64::from(a.offset) + u64::from(a.format.bytes());
                if b.stride != 0 && end > u64::from(b.stride) {
                    return err(format!(
                        "location {} ends at byte {end} of a stride of {} in buffer {slot}",
                        a.location, b.stride
                    ));
                }
                if locations.contains(&a.location) {
                    return err(format!("location {} occurs twice", a.location));
                }
                locations.push(a.location);
            }
        }
        let most = self.core.limits.max_vertex_attributes;
        if locations.len() > most as usize || locations.iter().any(|l| *l >= most) {
            return err(format!("{} attributes were asked for, {most} are allowed", locations.len()));
        }
        Ok(())
    }

    fn check_targets(&self, d: &RasterPipelineDesc<'_>, samples: u32) -> Result<(), Error> {
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        if d.colors.len() > MAX_COLOR_TARGETS || (d.colors.is_empty() && d.depth.is_none()) {
            return err(
                Code::TargetCount,
                format!("{} colour targets and {} depth", d.colors.len(), d.depth.is_some() as u32),
            );
        }
        let offered =
            |counts: u32| samples < 32 && samples.is_power_of_two() && (counts | 0b10) & (1 << samples) != 0;
        for c in d.colors {
            let (support, counts) = self.format_support(c.format);
            if !support.contains(FormatSupport::COLOR) {
                return err(
                    Code::FormatUnsupported,
                    format!("{} cannot be a colour attachment here", c.format),
                );
            }
            if c.blend.is_some() && !support.contains(FormatSupport::BLEND) {
                return err(Code::FormatUnsupported, format!("{} cannot be blended here", c.format));
            }
            if !offered(counts) {
                return err(Code::SampleCount, format!("{samples} samples of {} were asked for", c.format));
            }
        }
        if let Some(depth) = &d.depth {
            let (support, counts) = self.format_support(depth.format);
            if !support.contains(FormatSupport::DEPTH) {
                return err(
                    Code::FormatUnsupported,
                    format!("{} cannot be a depth attachment here", depth.format),
                );
            }
            if !offered(counts) {
                return err(
                    Code::SampleCount,
                    format!("{samples} samples of {} were asked for", depth.format),
                );
            }
        }
        if d.colors.windows(2).any(|w| w[0].blend != w[1].blend || w[0].write != w[1].write)
            && !self.core.enabled.contains(Enabled::INDEPENDENT_BLEND)
        {
            return err(Code::NotEnabled, "independent-blending".into());
        }
        Ok(())
    }

    fn check_states(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let err = |code, detail: &str| Err(Error::new(code, d.label, detail));
        let enabled = self.core.enabled;
        if d.polygon != PolygonMode::Fill && !enabled.contains(Enabled::WIREFRAME) {
            return err(Code::NotEnabled, "wireframe");
        }
        let strip = matches!(d.topology, Topology::LineStrip | Topology::TriangleStrip);
        if d.primitive_restart && !strip {
            return err(Code::PipelineState, "primitive restart needs a strip");
        }
        if let Some(s) = &d.depth {
            if s.clamp && !enabled.contains(Enabled::DEPTH_CLAMP) {
                return err(Code::NotEnabled, "depth-clamp");
            }
            let b = s.bias;
            if [b.constant, b.slope, b.clamp].iter().any(|x| !x.is_finite()) {
                return err(Code::PipelineState, "the depth bias is not finite");
            }
            if b.clamp != 0.0 && !enabled.contains(Enabled::DEPTH_BIAS_CLAMP) {
                return err(Code::NotEnabled, "depth-bias-clamp");
            }
        }
        if d.alpha_to_coverage && d.colors.is_empty() {
            return err(Code::PipelineState, "coverage from alpha needs a colour target");
        }
        Ok(())
    }
}

const _: () = {
    // A pipeline is shared between threads that record.
    const fn shared<T: Send + Sync>() {}
    shared::<RasterPipeline>();
    shared::<Arc<Interface>>();
};
