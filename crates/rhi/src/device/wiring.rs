//! A shader against what its pipeline gives it, by reflection: what is missing is named before any driver sees it. A driver
//! trusts all of this, so that it is not a matter of validation levels.

use crate::backend::Enabled;
use crate::core::Core;
use crate::desc::{BindingKind, Constant, ConstantValue, PushLayout, ShaderStage, VertexLayout};
use crate::error::{Code, Error};
use crate::format::Class;
use crate::limits::MAX_SAMPLERS_PER_STAGE;
use crate::object::BindGroupLayout;
use crate::object::stage_names;
use crate::usage::Stages;
use candor_shader::{
    Binding, BindingKind as Found, Count, EntryPoint, Reflection, SamplerUse, Scalar, Slot, Stage, reflect,
};

/// What a pipeline gives its shaders.
pub(super) struct Wiring<'a> {
    pub(super) label: &'a str,
    pub(super) groups: &'a [&'a BindGroupLayout],
    pub(super) push: PushLayout,
    pub(super) core: &'a Core,
}

/// SPIR-V capabilities that need nothing but a device (SPIR-V specification, section "Capability"): Matrix, Shader, Sampled1D,
/// Image1D, ImageQuery, DerivativeControl.
const ALWAYS: [u32; 6] = [0, 1, 43, 44, 50, 51];
/// Those that a granted capability gives: Geometry, Tessellation, Float16, Float64, Int64, Int64Atomics,
/// UniformBufferArrayDynamicIndexing, SampledImageArrayDynamicIndexing, StorageBufferArrayDynamicIndexing,
/// StorageImageArrayDynamicIndexing, ClipDistance, SampleRateShading, SampledCubeArray, StorageImageExtendedFormats,
/// InterpolationFunction, StorageImageReadWithoutFormat, StorageImageWriteWithoutFormat, MultiView.
const GRANTED: &[(u32, Enabled)] = &[
    (2, Enabled::GEOMETRY),
    (3, Enabled::TESSELLATION),
    (9, Enabled::FLOAT16),
    (10, Enabled::FLOAT64),
    (11, Enabled::INT64),
    (12, Enabled::INT64_ATOMICS),
    (28, Enabled::BUFFER_INDEXING),
    (29, Enabled::TEXTURE_INDEXING),
    (30, Enabled::BUFFER_INDEXING),
    (31, Enabled::TEXTURE_INDEXING),
    (32, Enabled::CLIP_DISTANCES),
    (35, Enabled::SAMPLE_RATE),
    (45, Enabled::CUBE_ARRAYS),
    (49, Enabled::STORAGE_FORMATS),
    (52, Enabled::SAMPLE_RATE),
    (55, Enabled::STORAGE_READ_ANY),
    (56, Enabled::STORAGE_WRITE_ANY),
    (4439, Enabled::MULTIVIEW),
];
/// GroupNonUniform and its seven kinds, in the order of `Limits::subgroup_operations`; in compute shaders.
const SUBGROUPS: std::ops::RangeInclusive<u32> = 61..=68;

impl Wiring<'_> {
    fn error(&self, code: Code, detail: String) -> Error {
        Error::new(code, self.label, detail)
    }

    /// Checks one stage and yields its entry point.
    pub(super) fn check(&self, stage: Stages, s: &ShaderStage<'_>) -> Result<EntryPoint, Error> {
        let name = stage_names(stage);
        let reflection = reflect(s.spirv);
        let r = reflection.map_err(|e| self.error(Code::ShaderInvalid, format!("the {name} shader: {e}")))?;
        self.check_capabilities(stage, &name, &r)?;
        let wanted = match stage {
            Stages::VERTEX => Stage::Vertex,
            Stages::TESSELLATION_CONTROL => Stage::TessellationControl,
            Stages::TESSELLATION_EVALUATION => Stage::TessellationEvaluation,
            Stages::GEOMETRY => Stage::Geometry,
            Stages::FRAGMENT => Stage::Fragment,
            _ => Stage::Compute,
        };
        let Some(entry) = r.entry_points.iter().find(|e| e.name == s.entry && e.stage == wanted) else {
            let all: Vec<_> =
                r.entry_points.iter().map(|e| format!("'{}' ({:?})", e.name, e.stage)).collect();
            let detail =
                format!("'{}' was asked for in the {name} stage, there is {}", s.entry, all.join(", "));
            return Err(self.error(Code::EntryPoint, detail));
        };
        for slot in &entry.uses {
            for binding in r.bindings.iter().filter(|b| b.slot == *slot) {
                self.check_binding(stage, &name, binding, s.constants)?;
            }
        }
        self.check_pairs(&name, &r, entry)?;
        self.check_constants(&name, &r, s.constants)?;
        if entry.push_size_bytes > 0 && !self.push.stages.contains(stage) {
            let detail = format!(
                "the {name} shader reads push data, which the layout gives to {}",
                if self.push.bytes == 0 { "nobody".to_owned() } else { stage_names(self.push.stages) }
            );
            return Err(self.error(Code::ShaderBinding, detail));
        }
        if entry.push_size_bytes > self.push.bytes {
            let detail = format!(
                "the {name} shader reads {} bytes of push data, the layout has {}",
                entry.push_size_bytes, self.push.bytes
            );
            return Err(self.error(Code::ShaderBinding, detail));
        }
        Ok(entry.clone())
    }

    fn check_capabilities(&self, stage: Stages, name: &str, r: &Reflection) -> Result<(), Error> {
        let operations = if stage == Stages::COMPUTE { self.core.limits.subgroup_operations } else { 0 };
        let granted = |c: u32| {
            ALWAYS.contains(&c)
                || GRANTED.iter().any(|(n, e)| *n == c && self.core.enabled.contains(*e))
                || (SUBGROUPS.contains(&c) && operations & 1 << (c - SUBGROUPS.start()) != 0)
        };
        match r.capabilities.iter().find(|c| !granted(**c)) {
            None => Ok(()),
            Some(c) => {
                let detail = format!(
                    "the {name} shader declares SPIR-V capability {c}, which no granted capability gives"
                );
                Err(self.error(Code::NotEnabled, detail))
            }
        }
    }

    fn check_binding(
        &self,
        stage: Stages,
        name: &str,
        b: &Binding,
        set_constants: &[Constant],
    ) -> Result<(), Error> {
        let Slot { set, binding } = b.slot;
        let what = if b.name.is_empty() { String::new() } else { format!(" '{}'", b.name) };
        let err = |detail: String| {
            let detail = format!("the {name} shader's binding {binding} of group {set}{what} {detail}");
            Err(self.error(Code::ShaderBinding, detail))
        };
        let Some(layout) = self.groups.get(set as usize) else {
            return err(format!("has no group: the pipeline has {}", self.groups.len()));
        };
        let Some(entry) = layout.entries().iter().find(|e| e.binding == binding) else {
            return err(format!("is not in the layout '{}'", layout.label()));
        };
        if !entry.stages.contains(stage) {
            return err(format!("is visible to {} alone", stage_names(entry.stages)));
        }
        let sized = set_constants.iter().find(|c| Some(c.id) == b.length_constant);
        let count = match (b.count, sized) {
            (Count::Array(_), Some(c)) => Count::Array(u32::try_from(c.value.bits()).unwrap_or(u32::MAX)),
            (count, _) => count,
        };
        match count {
            Count::One => {}
            Count::Array(n) if n <= entry.count => {}
            Count::Array(n) => {
                return err(format!("is an array of {n}, the layout has {}", entry.count));
            }
            Count::Unbounded => {
                return err("is an array whose length the shader leaves open; give it one".to_owned());
            }
        }
        let fits = match (entry.kind, b.kind) {
            (BindingKind::Uniform { .. }, Found::UniformBuffer)
            | (BindingKind::Texture, Found::SampledTexture(_))
            | (BindingKind::Sampler, Found::Sampler(_)) => true,
            (BindingKind::Storage { write, .. }, Found::StorageBuffer { read_only }) => write || read_only,
            (BindingKind::StorageTexture { write }, Found::StorageTexture { write: writes, .. }) => {
                write || !writes
            }
            _ => false,
        };
        if !fits {
            return err(format!("is {:?}, the layout says {:?}", b.kind, entry.kind));
        }
        let (granted, capability) = match b.kind {
            Found::UniformBuffer | Found::StorageBuffer { .. } => {
                (Enabled::BUFFER_INDEXING, "buffer-array-indexing")
            }
            _ => (Enabled::TEXTURE_INDEXING, "texture-array-indexing"),
        };
        if b.indexed && !self.core.enabled.contains(granted) {
            let detail = format!(
                "{capability}: the {name} shader picks among the elements of binding {binding} of group {set}{what}"
            );
            return Err(self.error(Code::NotEnabled, detail));
        }
        let immutable =
            layout.inner.immutable.iter().find(|(n, _)| *n == binding).map(|(_, compares)| *compares);
        let unlike = match (b.kind, immutable) {
            (Found::Sampler(SamplerUse::Comparison), Some(compares)) => compares != Some(true),
            (Found::Sampler(SamplerUse::Filtering), Some(compares)) => compares != Some(false),
            _ => false,
        };
        if unlike {
            let used =
                if matches!(b.kind, Found::Sampler(SamplerUse::Comparison)) { "compares" } else { "filters" };
            return err(format!("{used}, which the samplers that are part of the layout do not all do"));
        }
        Ok(())
    }

    /// Pairs of texture and sampler, which are units of their own to some APIs.
    fn check_pairs(&self, name: &str, r: &Reflection, entry: &EntryPoint) -> Result<(), Error> {
        let count = |slot: Slot| {
            let many = |b: &Binding| match b.count {
                Count::One | Count::Unbounded => 1,
                Count::Array(n) => n,
            };
            r.at(slot).map(many).max().unwrap_or(1)
        };
        let sum = |n: u32, [t, s]: &[Slot; 2]| n.saturating_add(count(*t).max(count(*s)));
        // Each element of an array is a unit of its own.
        let pairs = entry.sampled.iter().fold(0, sum);
        if pairs <= MAX_SAMPLERS_PER_STAGE {
            return Ok(());
        }
        let detail = format!(
            "the {name} shader samples {pairs} pairs of a texture and a sampler, {MAX_SAMPLERS_PER_STAGE} are allowed"
        );
        Err(self.error(Code::TooManySamplers, detail))
    }

    /// Each constant that is set exists, once, with its type.
    fn check_constants(&self, name: &str, r: &Reflection, set: &[Constant]) -> Result<(), Error> {
        let err = |detail: String| Err(self.error(Code::SpecConstant, format!("the {name} shader {detail}")));
        for (i, c) in set.iter().enumerate() {
            if set[..i].iter().any(|o| o.id == c.id) {
                return err(format!("has constant {} set twice", c.id));
            }
            let Some(found) = r.spec_constants.iter().find(|s| s.id == c.id) else {
                let ids: Vec<_> = r.spec_constants.iter().map(|s| s.id.to_string()).collect();
                let there = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
                return err(format!("has no constant {}; there is {there}", c.id));
            };
            let same = match c.value {
                ConstantValue::Bool(_) => found.scalar.is_none(),
                ConstantValue::I32(_) => found.scalar == Some(Scalar::Sint(32)),
                ConstantValue::U32(_) => found.scalar == Some(Scalar::Uint(32)),
                ConstantValue::F32(_) => found.scalar == Some(Scalar::Float(32)),
                ConstantValue::I64(_) => found.scalar == Some(Scalar::Sint(64)),
                ConstantValue::U64(_) => found.scalar == Some(Scalar::Uint(64)),
                ConstantValue::F64(_) => found.scalar == Some(Scalar::Float(64)),
            };
            if !same {
                let ty = found.scalar.map_or("a boolean".to_owned(), |s| format!("{s:?}"));
                return err(format!("has constant {} as {ty}, {:?} was given", c.id, c.value));
            }
        }
        Ok(())
    }

    /// Every input of the vertex shader has an attribute of its class.
    pub(super) fn check_inputs(&self, entry: &EntryPoint, buffers: &[VertexLayout<'_>]) -> Result<(), Error> {
        for i in &entry.inputs {
            for location in i.location..i.location.saturating_add(i.locations) {
                let mut all = buffers.iter().flat_map(|b| b.attributes);
                let what = if i.name.is_empty() { String::new() } else { format!(" '{}'", i.name) };
                let Some(a) = all.find(|a| a.location == location) else {
                    let detail = format!("location {location}{what} has no attribute");
                    return Err(self.error(Code::VertexInput, detail));
                };
                let same = match i.scalar {
                    Scalar::Float(_) => a.format.class() == Class::Float,
                    Scalar::Sint(_) => a.format.class() == Class::Sint,
                    Scalar::Uint(_) => a.format.class() == Class::Uint,
                };
                if !same {
                    let detail = format!(
                        "location {location}{what} is {:?}, the attribute is {}",
                        i.scalar,
                        a.format.name()
                    );
                    return Err(self.error(Code::VertexInput, detail));
                }
            }
        }
        Ok(())
    }

    /// The workgroup, as the constants make it, fits the device.
    pub(super) fn check_workgroup(&self, entry: &EntryPoint, set: &[Constant]) -> Result<(), Error> {
        if entry.local_size_id {
            let detail = "a workgroup size by LocalSizeId; compile it to a WorkgroupSize constant".to_owned();
            return Err(self.error(Code::NotEnabled, detail));
        }
        let Some(mut size) = entry.workgroup_size else { return Ok(()) };
        for (side, id) in size.iter_mut().zip(entry.workgroup_constants) {
            if let Some(c) = set.iter().find(|c| Some(c.id) == id) {
                *side = u32::try_from(c.value.bits()).unwrap_or(u32::MAX);
            }
        }
        let l = &self.core.limits;
        let invocations = size.iter().map(|n| u64::from(*n)).product::<u64>();
        let sides = size.iter().zip(l.max_workgroup_size).all(|(n, most)| (1..=most).contains(n));
        if sides && invocations <= u64::from(l.max_workgroup_invocations) {
            return Ok(());
        }
        let detail = format!(
            "{}x{}x{} was asked for, from 1 up to {:?} and {} together are allowed",
            size[0], size[1], size[2], l.max_workgroup_size, l.max_workgroup_invocations
        );
        Err(self.error(Code::Workgroup, detail))
    }
}
