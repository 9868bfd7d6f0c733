//! A raster pipeline's description that owns what it says: for what is made later, written to a file or read from one. Its shaders
//! are of any kind, since a file names them and a device takes their words.

use super::{
    Attribute, ColorState, Cull, DepthState, FrontFace, LogicOp, PolygonMode, PushLayout, RasterPipelineDesc,
    ShaderStage, StepMode, Tessellation, Topology, VertexLayout,
};
use crate::object::BindGroupLayout;
use std::sync::Arc;

/// One stage's shader: [`ShaderStage`] with what it borrows.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnedStage {
    /// SPIR-V words.
    pub spirv: Arc<[u32]>,
    /// Entry point.
    pub entry: String,
    /// Specialisation constants that are set.
    pub constants: Vec<super::Constant>,
}

impl OwnedStage {
    /// A copy of a stage.
    pub fn of(stage: &ShaderStage<'_>) -> Self {
        Self { spirv: stage.spirv.into(), entry: stage.entry.into(), constants: stage.constants.into() }
    }

    /// The stage, as a device takes it.
    pub fn lend(&self) -> ShaderStage<'_> {
        ShaderStage { spirv: &self.spirv, entry: &self.entry, constants: &self.constants }
    }
}

/// Tessellation, as [`Tessellation`] says it.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnedTessellation<S> {
    /// Control shader.
    pub control: S,
    /// Evaluation shader.
    pub evaluation: S,
    /// Vertices of a patch as it is drawn.
    pub patch_vertices: u32,
}

/// One vertex buffer's layout, as [`VertexLayout`] says it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnedVertexLayout {
    /// Bytes from one vertex to the next.
    pub stride: u32,
    /// How often it steps.
    pub step: StepMode,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Attributes may reach past the stride.
    pub beyond_stride: bool,
}

/// All of a raster pipeline but its name, its groups and its push data, as [`RasterPipelineDesc`] says it, with shaders of type `S`.
#[derive(Debug, Clone, PartialEq, Default)]
#[allow(missing_docs, reason = "the fields are those of `RasterPipelineDesc`")]
pub struct RasterState<S> {
    pub vertex: S,
    pub tessellation: Option<OwnedTessellation<S>>,
    pub geometry: Option<S>,
    pub fragment: Option<S>,
    pub buffers: Vec<OwnedVertexLayout>,
    pub topology: Topology,
    pub primitive_restart: bool,
    pub polygon: PolygonMode,
    pub line_width: f32,
    pub conservative: bool,
    pub cull: Cull,
    pub front: FrontFace,
    pub depth: Option<DepthState>,
    pub colors: Vec<ColorState>,
    pub samples: u32,
    pub sample_mask: Option<u32>,
    pub alpha_to_coverage: bool,
    pub logic_op: Option<LogicOp>,
    pub view_mask: u32,
}

impl<S> RasterState<S> {
    /// A copy of a description; `stage` makes what stands for a shader.
    ///
    /// # Errors
    /// The first that `stage` answers with.
    pub fn of<E>(
        d: &RasterPipelineDesc<'_>,
        mut stage: impl FnMut(&ShaderStage<'_>) -> Result<S, E>,
    ) -> Result<Self, E> {
        let tessellation = match &d.tessellation {
            Some(t) => Some(OwnedTessellation {
                control: stage(&t.control)?,
                evaluation: stage(&t.evaluation)?,
                patch_vertices: t.patch_vertices,
            }),
            None => None,
        };
        Ok(Self {
            vertex: stage(&d.vertex)?,
            tessellation,
            geometry: d.geometry.as_ref().map(&mut stage).transpose()?,
            fragment: d.fragment.as_ref().map(&mut stage).transpose()?,
            buffers: d.buffers.iter().map(OwnedVertexLayout::of).collect(),
            topology: d.topology,
            primitive_restart: d.primitive_restart,
            polygon: d.polygon,
            line_width: d.line_width,
            conservative: d.conservative,
            cull: d.cull,
            front: d.front,
            depth: d.depth,
            colors: d.colors.to_vec(),
            samples: d.samples,
            sample_mask: d.sample_mask,
            alpha_to_coverage: d.alpha_to_coverage,
            logic_op: d.logic_op,
            view_mask: d.view_mask,
        })
    }

    /// Every shader, in the order in which the stages run.
    pub fn stages(&self) -> impl Iterator<Item = &S> {
        let tessellation = self.tessellation.iter().flat_map(|t| [&t.control, &t.evaluation]);
        std::iter::once(&self.vertex).chain(tessellation).chain(&self.geometry).chain(&self.fragment)
    }

    /// The same with other shaders.
    ///
    /// # Errors
    /// The first that `stage` answers with.
    pub fn with_stages<T, E>(&self, mut stage: impl FnMut(&S) -> Result<T, E>) -> Result<RasterState<T>, E> {
        let tessellation = match &self.tessellation {
            Some(t) => Some(OwnedTessellation {
                control: stage(&t.control)?,
                evaluation: stage(&t.evaluation)?,
                patch_vertices: t.patch_vertices,
            }),
            None => None,
        };
        Ok(RasterState {
            vertex: stage(&self.vertex)?,
            tessellation,
            geometry: self.geometry.as_ref().map(&mut stage).transpose()?,
            fragment: self.fragment.as_ref().map(&mut stage).transpose()?,
            buffers: self.buffers.clone(),
            topology: self.topology,
            primitive_restart: self.primitive_restart,
            polygon: self.polygon,
            line_width: self.line_width,
            conservative: self.conservative,
            cull: self.cull,
            front: self.front,
            depth: self.depth,
            colors: self.colors.clone(),
            samples: self.samples,
            sample_mask: self.sample_mask,
            alpha_to_coverage: self.alpha_to_coverage,
            logic_op: self.logic_op,
            view_mask: self.view_mask,
        })
    }
}

impl OwnedVertexLayout {
    /// A copy of a layout.
    pub fn of(v: &VertexLayout<'_>) -> Self {
        let (stride, step, beyond_stride) = (v.stride, v.step, v.beyond_stride);
        Self { stride, step, attributes: v.attributes.to_vec(), beyond_stride }
    }

    /// The layout, as a pipeline takes it.
    pub fn lend(&self) -> VertexLayout<'_> {
        let (stride, step, beyond_stride) = (self.stride, self.step, self.beyond_stride);
        VertexLayout { stride, step, attributes: &self.attributes, beyond_stride }
    }
}

impl<S> RasterState<S> {
    /// Shows the description, as a device takes it; `stage` gives the words of a shader.
    pub fn lend_with<R>(
        &self,
        label: &str,
        groups: &[&BindGroupLayout],
        push: PushLayout,
        stage: impl for<'s> Fn(&'s S) -> ShaderStage<'s>,
        look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
    ) -> R {
        let buffers: Vec<_> = self.buffers.iter().map(OwnedVertexLayout::lend).collect();
        let tessellation = self.tessellation.as_ref().map(|t| Tessellation {
            control: stage(&t.control),
            evaluation: stage(&t.evaluation),
            patch_vertices: t.patch_vertices,
        });
        look(&RasterPipelineDesc {
            label,
            groups,
            push,
            vertex: stage(&self.vertex),
            tessellation,
            geometry: self.geometry.as_ref().map(&stage),
            fragment: self.fragment.as_ref().map(&stage),
            buffers: &buffers,
            topology: self.topology,
            primitive_restart: self.primitive_restart,
            polygon: self.polygon,
            line_width: self.line_width,
            conservative: self.conservative,
            cull: self.cull,
            front: self.front,
            depth: self.depth,
            colors: &self.colors,
            samples: self.samples,
            sample_mask: self.sample_mask,
            alpha_to_coverage: self.alpha_to_coverage,
            logic_op: self.logic_op,
            view_mask: self.view_mask,
        })
    }
}

impl RasterState<OwnedStage> {
    /// Shows the description, as a device takes it.
    pub fn lend<R>(
        &self,
        label: &str,
        groups: &[&BindGroupLayout],
        push: PushLayout,
        look: impl FnOnce(&RasterPipelineDesc<'_>) -> R,
    ) -> R {
        self.lend_with(label, groups, push, OwnedStage::lend, look)
    }
}
