//! What is made of a scene before its first frame: every pipeline that it can need, and its draws in order.
//!
//! Frames never create a pipeline. A plan belongs to one scene under one state of the settings.

use crate::error::RenderError;
use crate::gpu::material::AlphaKind;
use crate::gpu::scene::{Permutation, SceneGpu};
use crate::gpu::shared::Shared;
use crate::passes::draws::Reads;
use crate::passes::{forward, shadow, sky, tonemap};
use crate::scene::Topology;
use crate::settings::{Background, CullOverride, Polygon, RenderSettings, Tonemap};
use candor_rhi::{Device, Error, RasterPipeline};
use std::collections::HashMap;

/// Everything by which pipelines differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PipelineKey {
    Forward { permutation: Permutation, samples: u32, polygon: Polygon, cull: CullOverride },
    Shadow { reads: Reads, missing: u8, faces: shadow::Faces },
    Sky { samples: u32 },
    Tonemap { kind: Tonemap },
}

/// All pipelines so far.
#[derive(Debug, Default)]
pub(crate) struct PipelineTable {
    list: Vec<RasterPipeline>,
    index: HashMap<PipelineKey, u32>,
}

impl PipelineTable {
    /// The number of a pipeline, which is made if it does not exist.
    fn ensure(&mut self, device: &Device, shared: &Shared, key: PipelineKey) -> Result<u32, Error> {
        if let Some(i) = self.index.get(&key) {
            return Ok(*i);
        }
        let pipeline = match key {
            PipelineKey::Forward { permutation, samples, polygon, cull } => {
                forward::pipeline(device, shared, permutation, samples, polygon, cull)?
            }
            PipelineKey::Shadow { reads, missing, faces } => {
                shadow::pipeline(device, shared, reads, missing, faces)?
            }
            PipelineKey::Sky { samples } => sky::pipeline(device, shared, samples)?,
            PipelineKey::Tonemap { kind } => tonemap::pipeline(device, shared, kind)?,
        };
        let i = self.list.len() as u32;
        self.list.push(pipeline);
        self.index.insert(key, i);
        Ok(i)
    }

    pub(crate) fn get(&self, i: u32) -> Option<&RasterPipeline> {
        self.list.get(i as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// A draw with its pipeline.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planned {
    /// Index into the scene's draws.
    pub(crate) draw: u32,
    pub(crate) pipeline: u32,
    /// Distance along the view, for what is blended.
    pub(crate) depth: f32,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) scene: u64,
    pub(crate) opaque: Vec<Planned>,
    /// Sorted anew in every frame.
    pub(crate) blend: Vec<Planned>,
    pub(crate) shadow: Vec<Planned>,
    pub(crate) sky: Option<u32>,
    pub(crate) tonemap: u32,
}

impl Plan {
    /// Makes what is missing and puts the draws in order.
    pub(crate) fn new(
        device: &Device,
        shared: &Shared,
        table: &mut PipelineTable,
        scene: &SceneGpu,
        s: &RenderSettings,
    ) -> Result<Self, RenderError> {
        let samples = s.msaa.max(1);
        let sky = match s.background {
            Background::Sky => Some(table.ensure(device, shared, PipelineKey::Sky { samples })?),
            Background::Color(_) => None,
        };
        let tonemap = table.ensure(device, shared, PipelineKey::Tonemap { kind: s.tonemap })?;
        let mut plan =
            Self { scene: scene.id, opaque: Vec::new(), blend: Vec::new(), shadow: Vec::new(), sky, tonemap };
        for (i, d) in (0u32..).zip(&scene.draws) {
            let permutation = d.permutation;
            let (polygon, cull) = (s.polygon, s.cull);
            let key = PipelineKey::Forward { permutation, samples, polygon, cull };
            let planned = |pipeline| Planned { draw: i, pipeline, depth: 0.0 };
            let forward = planned(table.ensure(device, shared, key)?);
            match permutation.alpha {
                AlphaKind::Opaque | AlphaKind::Mask => plan.opaque.push(forward),
                AlphaKind::Blend => plan.blend.push(forward),
            }
            let casts =
                permutation.topology() == Topology::Triangles && permutation.alpha != AlphaKind::Blend;
            if s.shadows && casts {
                let reads = shadow::reads(permutation);
                let missing = reads.missing(permutation.missing);
                let faces = shadow::faces(permutation, s.cull);
                let key = PipelineKey::Shadow { reads, missing, faces };
                plan.shadow.push(planned(table.ensure(device, shared, key)?));
            }
        }
        // Alike draws follow each other, so that little has to be set between them.
        let key = |p: &Planned| {
            let d = scene.draws.get(p.draw as usize);
            let m = d.and_then(|d| scene.materials.list.get(d.material as usize));
            (p.pipeline, m.map(|m| (m.group, m.offset)), d.map(|d| d.primitive))
        };
        plan.opaque.sort_by_key(key);
        plan.shadow.sort_by_key(key);
        Ok(plan)
    }

    /// Puts what is blended in order, the farthest first.
    pub(crate) fn sort_blend(&mut self, scene: &SceneGpu, eye: glam::Vec3, forward: glam::Vec3) {
        for p in &mut self.blend {
            let center = scene.draws.get(p.draw as usize).map(|d| d.bounds.center()).unwrap_or_default();
            p.depth = (center - eye).dot(forward);
        }
        self.blend.sort_unstable_by(|a, b| b.depth.total_cmp(&a.depth).then(a.draw.cmp(&b.draw)));
    }
}
