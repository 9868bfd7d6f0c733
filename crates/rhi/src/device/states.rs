//! What a pipeline's vertex layout, targets and fixed states must keep to.

use super::Device;
use crate::backend::{Enabled, FormatSupport};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::format::{Aspects, Format};
use crate::limits::{MAX_COLOR_TARGETS, MAX_VERTEX_BUFFERS};

/// Do its components hold floating-point numbers, or colour in sRGB?
fn is_float_or_srgb(f: Format) -> bool {
    f.info().srgb || f.info().name.contains("Float")
}

impl Device {
    pub(super) fn check_vertex_layout(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let err = |detail: String| Err(Error::new(Code::VertexLayout, d.label, detail));
        let most = (self.core.limits.max_vertex_buffers as usize).min(MAX_VERTEX_BUFFERS);
        if d.buffers.len() > most {
            return err(format!("{} vertex buffers were asked for, {most} are allowed", d.buffers.len()));
        }
        let mut locations = Vec::new();
        for (slot, b) in d.buffers.iter().enumerate() {
            self.check_vertex_buffer(d.label, slot, b)?;
            for a in b.attributes {
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

    pub(super) fn check_targets(&self, d: &RasterPipelineDesc<'_>, samples: u32) -> Result<(), Error> {
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

    /// One vertex buffer: stride, stepping, and that each attribute lies where the device lets it lie.
    fn check_vertex_buffer(&self, label: &str, slot: usize, b: &VertexLayout<'_>) -> Result<(), Error> {
        let err = |detail: String| Err(Error::new(Code::VertexLayout, label, detail));
        let (l, enabled) = (&self.core.limits, self.core.enabled);
        if b.attributes.is_empty() {
            return err(format!("buffer {slot} has no attributes; leave it out, or name at least one"));
        }
        let constant = b.step == StepMode::Constant;
        if b.stride == 0 && !constant {
            return err(format!(
                "buffer {slot} has a stride of 0; give the bytes from one vertex to the next, or say `StepMode::Constant`"
            ));
        }
        if b.stride != 0 && constant {
            return err(format!("buffer {slot} is constant and has a stride of {} bytes; give 0", b.stride));
        }
        if b.stride > l.max_vertex_stride {
            let most = l.max_vertex_stride;
            return err(format!("buffer {slot} has a stride of {} bytes, {most} are allowed", b.stride));
        }
        match b.step {
            StepMode::Vertex | StepMode::Instance | StepMode::EveryInstances(1) | StepMode::Constant => {}
            StepMode::EveryInstances(0) => {
                return err(format!("buffer {slot} steps every 0 instances; 1 is the least"));
            }
            StepMode::EveryInstances(_) if !enabled.contains(Enabled::INSTANCE_STEP) => {
                return Err(Error::new(Code::NotEnabled, label, "instance-step-rate"));
            }
            StepMode::EveryInstances(n) if n > l.max_instance_step => {
                let most = l.max_instance_step;
                return err(format!("buffer {slot} steps every {n} instances, {most} are allowed"));
            }
            StepMode::EveryInstances(_) => {}
        }
        if b.beyond_stride && !enabled.contains(Enabled::BEYOND_STRIDE) {
            return Err(Error::new(Code::NotEnabled, label, "vertex-attributes-beyond-stride"));
        }
        for a in b.attributes {
            let end = u64::from(a.offset) + u64::from(a.format.bytes());
            if !b.beyond_stride && !constant && end > u64::from(b.stride) {
                return err(format!(
                    "location {} ends at byte {end} of a stride of {} in buffer {slot}",
                    a.location, b.stride
                ));
            }
            let align = a.format.alignment();
            for (what, bytes) in [("lies at byte", a.offset), ("has a stride of", b.stride)] {
                if !bytes.is_multiple_of(align) {
                    return err(format!(
                        "location {} {what} {bytes} in buffer {slot}; {:?} takes multiples of {align}",
                        a.location, a.format
                    ));
                }
            }
            if a.offset > l.max_attribute_offset {
                let most = l.max_attribute_offset;
                return err(format!("location {} lies at byte {}, {most} is allowed", a.location, a.offset));
            }
        }
        Ok(())
    }

    pub(super) fn check_states(&self, d: &RasterPipelineDesc<'_>, samples: u32) -> Result<(), Error> {
        let err = |code, detail: &str| Err(Error::new(code, d.label, detail));
        let enabled = self.core.enabled;
        let needs = [
            (d.polygon != PolygonMode::Fill, Enabled::WIREFRAME, "wireframe"),
            (d.topology == Topology::TriangleFan, Enabled::TRIANGLE_FANS, "triangle-fans"),
            (d.topology.has_adjacency(), Enabled::GEOMETRY, "geometry-shader"),
            (d.conservative, Enabled::CONSERVATIVE, "conservative-rasterization"),
            (d.logic_op.is_some(), Enabled::LOGIC_OPS, "logic-ops"),
            (d.view_mask != 0, Enabled::MULTIVIEW, "multiview"),
        ];
        if let Some((.., name)) = needs.into_iter().find(|(asked, e, _)| *asked && !enabled.contains(*e)) {
            return err(Code::NotEnabled, name);
        }
        if d.primitive_restart && !d.topology.is_connected() {
            return err(Code::PipelineState, "primitive restart needs a strip or a fan");
        }
        if let Some(s) = &d.depth {
            self.check_depth(d.label, s)?;
        }
        if d.alpha_to_coverage && d.colors.is_empty() {
            return err(Code::PipelineState, "coverage from alpha needs a colour target");
        }
        if let Some(mask) = d.sample_mask
            && u64::from(mask) & ((1 << samples.min(32)) - 1) == 0
        {
            let detail = format!("the sample mask {mask:#x} leaves none of {samples} samples");
            return err(Code::PipelineState, &detail);
        }
        self.check_line_width(d)?;
        self.check_blend(d)?;
        let views = self.core.limits.max_views;
        if d.view_mask >> views.min(31) != 0 {
            return err(Code::ViewMask, &format!("a mask of {:#b}, {views} views are allowed", d.view_mask));
        }
        Ok(())
    }

    fn check_depth(&self, label: &str, s: &DepthState) -> Result<(), Error> {
        let err = |code, detail: &str| Err(Error::new(code, label, detail));
        let enabled = self.core.enabled;
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
        let aspects = s.format.info().aspects;
        if !aspects.contains(Aspects::DEPTH) && (s.write || s.compare != Compare::Always) {
            let detail = format!("{} has no depth to test or write; see `DepthState::ignored`", s.format);
            return err(Code::PipelineState, &detail);
        }
        let Some(stencil) = &s.stencil else { return Ok(()) };
        if !aspects.contains(Aspects::STENCIL) {
            return err(Code::PipelineState, &format!("{} has no stencil to test or write", s.format));
        }
        let masks = |f: &StencilFace| (f.read_mask, f.write_mask);
        if masks(&stencil.front) != masks(&stencil.back) && !enabled.contains(Enabled::SEPARATE_STENCIL) {
            return err(Code::NotEnabled, "separate-stencil-reference");
        }
        Ok(())
    }

    fn check_line_width(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let width = d.line_width;
        if width == 0.0 || width == 1.0 {
            return Ok(());
        }
        if !self.core.enabled.contains(Enabled::WIDE_LINES) {
            return Err(Error::new(Code::NotEnabled, d.label, "wide-lines"));
        }
        let [least, most] = self.core.limits.line_width;
        if (least..=most).contains(&width) {
            return Ok(());
        }
        let detail = format!("lines {width} pixels wide were asked for, {least} to {most} is allowed");
        Err(Error::new(Code::PipelineState, d.label, detail))
    }

    fn check_blend(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let err = |code, detail: &str| Err(Error::new(code, d.label, detail));
        let enabled = self.core.enabled;
        let blends = || d.colors.iter().filter_map(|c| c.blend);
        if d.logic_op.is_some() {
            if blends().next().is_some() {
                return err(
                    Code::PipelineState,
                    "a logical operation takes the place of blends; leave them out",
                );
            }
            if let Some(c) = d.colors.iter().find(|c| is_float_or_srgb(c.format)) {
                let detail = format!("a logical operation has no meaning for {}", c.format);
                return err(Code::PipelineState, &detail);
            }
        }
        let any = |parts: fn(&Blend) -> [BlendFactor; 4], f: fn(BlendFactor) -> bool| {
            blends().any(|b| parts(&b).into_iter().any(f))
        };
        let color = |b: &Blend| [b.color.src, b.color.dst, b.color.src, b.color.dst];
        let all = |b: &Blend| [b.color.src, b.color.dst, b.alpha.src, b.alpha.dst];
        if any(color, BlendFactor::is_constant_alpha) && !enabled.contains(Enabled::CONSTANT_ALPHA) {
            return err(Code::NotEnabled, "constant-alpha-blend-factors");
        }
        if any(all, BlendFactor::is_dual) {
            if !enabled.contains(Enabled::DUAL_SOURCE) {
                return err(Code::NotEnabled, "dual-source-blending");
            }
            let (n, most) = (d.colors.len(), self.core.limits.max_dual_source_targets);
            if n > most as usize {
                let detail = format!("{n} targets beside a blend with a second colour, {most} is allowed");
                return err(Code::PipelineState, &detail);
            }
        }
        Ok(())
    }
}
