//! What is known of a pipeline: what its shaders use, by reflection, and the states that draws are judged by.

use crate::backend::RasterPipelinePlan;
use crate::desc::Compare;
use crate::desc::{
    Blend, BlendFactor, ColorState, DepthState, RasterPipelineDesc, ShaderStage, StencilFace, StencilOp,
    StepMode, Topology,
};
use crate::record::Raw;
use candor_shader::{BindingKind as Found, Interface, Slot, Stage, reflect};

/// A binding that a shader of the pipeline uses.
#[derive(Debug, Clone)]
pub(super) struct Used {
    pub(super) slot: Slot,
    /// Empty where names were stripped.
    pub(super) name: Box<str>,
    pub(super) kind: Found,
    /// Bytes of the block that it declares.
    pub(super) block: u32,
}

impl Used {
    /// May the shader write it?
    pub(super) fn writes(&self) -> bool {
        match self.kind {
            Found::StorageBuffer { read_only } => !read_only,
            Found::StorageTexture { write, .. } => write,
            _ => false,
        }
    }
}

/// A vertex buffer of a pipeline.
#[derive(Debug, Clone, Copy)]
pub(super) struct VertexFacts {
    pub(super) stride: u32,
    pub(super) step: StepMode,
    /// Bytes from the beginning of a vertex to the end of its last attribute that the shader reads.
    pub(super) end: u32,
    /// What the buffer's offset must be a multiple of.
    pub(super) align: u32,
}

/// A pipeline.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) label: Box<str>,
    pub(super) layout: Raw,
    pub(super) used: Vec<Used>,
    /// Textures with the samplers that they are sampled with.
    pub(super) sampled: Vec<[Slot; 2]>,
    /// Bytes of push data that shaders read.
    pub(super) push_bytes: u32,
    pub(super) raster: Option<Raster>,
}

/// What a raster pipeline has besides.
#[derive(Debug, Clone, Default)]
pub(super) struct Raster {
    pub(super) topology: Topology,
    pub(super) patch: u32,
    pub(super) restart: bool,
    pub(super) buffers: Vec<VertexFacts>,
    pub(super) colors: Vec<ColorState>,
    pub(super) depth: Option<DepthState>,
}

impl Raster {
    /// Does a blend name the constant?
    pub(super) fn blends_with_constant(&self) -> bool {
        let constant = |f: BlendFactor| {
            f.is_constant_alpha() || matches!(f, BlendFactor::Constant | BlendFactor::OneMinusConstant)
        };
        self.colors
            .iter()
            .filter(|c| !c.write.is_empty())
            .filter_map(|c| c.blend)
            .any(|b| factors(&b).into_iter().any(constant))
    }

    fn faces(&self) -> Option<[StencilFace; 2]> {
        self.depth.and_then(|d| d.stencil).map(|s| [s.front, s.back])
    }

    /// Does stencil name the reference?
    pub(super) fn uses_reference(&self) -> bool {
        self.faces().is_some_and(|f| {
            f.iter().any(|f| compares(f) || [f.fail, f.depth_fail, f.pass].contains(&StencilOp::Replace))
        })
    }

    /// Bits of the reference that no test looks at, where one is made.
    pub(super) fn masked_reference(&self) -> u32 {
        let tested = self.faces().into_iter().flatten().filter(compares);
        tested.fold(None, |all: Option<u32>, f| Some(all.unwrap_or(0) | u32::from(!f.read_mask))).unwrap_or(0)
    }

    /// Does it look at depth or stencil, or change it?
    pub(super) fn looks_at_depth(&self) -> bool {
        self.depth.is_some_and(|d| d.writes() || d.compare != Compare::Always)
            || self.faces().is_some_and(|f| f.iter().any(compares))
    }

    pub(super) fn writes_depth(&self) -> bool {
        self.depth.is_some_and(|d| d.writes())
    }
}

fn compares(f: &StencilFace) -> bool {
    !matches!(f.compare, Compare::Always | Compare::Never)
}

pub(super) fn factors(b: &Blend) -> [BlendFactor; 4] {
    [b.color.src, b.color.dst, b.alpha.src, b.alpha.dst]
}

fn stages<'a>(d: &'a RasterPipelineDesc<'a>) -> impl Iterator<Item = (Stage, &'a ShaderStage<'a>)> {
    let t = d.tessellation.as_ref();
    [
        (Stage::Vertex, Some(&d.vertex)),
        (Stage::TessellationControl, t.map(|t| &t.control)),
        (Stage::TessellationEvaluation, t.map(|t| &t.evaluation)),
        (Stage::Geometry, d.geometry.as_ref()),
        (Stage::Fragment, d.fragment.as_ref()),
    ]
    .into_iter()
    .filter_map(|(stage, shader)| shader.map(|s| (stage, s)))
}

impl Facts {
    /// Adds what a stage uses, and yields its inputs and outputs. The shader was checked: what cannot be read is left out.
    fn add(&mut self, stage: Stage, s: &ShaderStage<'_>) -> Option<(Vec<Interface>, Vec<Interface>)> {
        let r = reflect(s.spirv).ok()?;
        let entry = r.entry_points.iter().find(|e| e.stage == stage && e.name == s.entry)?;
        for slot in &entry.uses {
            for b in r.at(*slot) {
                let block = b.block.as_ref().map_or(0, |b| b.size_bytes);
                self.used.push(Used { slot: *slot, name: b.name.as_str().into(), kind: b.kind, block });
            }
        }
        self.sampled.extend(entry.sampled.iter().copied());
        self.push_bytes = self.push_bytes.max(entry.push_size_bytes);
        Some((entry.inputs.clone(), entry.outputs.clone()))
    }

    pub(super) fn compute(layout: Raw, shader: &ShaderStage<'_>, label: &str) -> Self {
        let mut facts = Self { label: label.into(), layout, ..Self::default() };
        facts.add(Stage::Compute, shader);
        facts
    }

    /// With the outputs of the fragment shader, where there is one that can be read.
    pub(super) fn raster(plan: &RasterPipelinePlan<'_>) -> (Self, Option<Vec<Interface>>) {
        let d = plan.desc;
        let mut facts = Self { label: d.label.into(), layout: plan.layout, ..Self::default() };
        let (mut inputs, mut outputs) = (None, None);
        for (stage, shader) in stages(d) {
            let ends = facts.add(stage, shader);
            match stage {
                Stage::Vertex => inputs = ends.map(|e| e.0),
                Stage::Fragment => outputs = ends.map(|e| e.1),
                _ => {}
            }
        }
        let reads = |location: u32| {
            inputs.as_ref().is_none_or(|all| {
                all.iter().any(|i| (i.location..i.location.saturating_add(i.locations)).contains(&location))
            })
        };
        let buffers = d.buffers.iter().map(|b| {
            let read = || b.attributes.iter().filter(|a| reads(a.location));
            VertexFacts {
                stride: b.stride,
                step: b.step,
                end: read().map(|a| a.offset + a.format.bytes()).max().unwrap_or(0),
                align: read().map(|a| a.format.alignment()).max().unwrap_or(1),
            }
        });
        facts.raster = Some(Raster {
            topology: d.topology,
            patch: d.tessellation.map_or(0, |t| t.patch_vertices),
            restart: d.primitive_restart,
            buffers: buffers.collect(),
            colors: d.colors.to_vec(),
            depth: d.depth,
        });
        (facts, outputs)
    }
}
