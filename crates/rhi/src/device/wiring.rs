//! A shader against what its pipeline gives it, by reflection: what is missing is named before any driver sees it. A driver
//! trusts all of this, so that it is not a matter of validation levels.

use super::slots::Slotted;
use crate::backend::Enabled;
use crate::core::Core;
use crate::desc::{Constant, ConstantValue, PushLayout, ShaderStage, VertexLayout};
use crate::error::{Code, Error};
use crate::limits::MAX_SAMPLERS_PER_STAGE;
use crate::object::BindGroupLayout;
use crate::object::stage_names;
use crate::reflected::{self, numbers};
use crate::usage::Stages;
use candor_shader::{Binding, Count, EntryPoint, Reflection, Scalar, Slot, Stage, reflect};

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

/// Reads a shader and finds its entry point. The first part of an error's detail names the shader.
pub(super) fn read(
    label: &str,
    stage: Stages,
    s: &ShaderStage<'_>,
) -> Result<(String, Reflection, EntryPoint), Error> {
    let shader = reflected::shader(stage, s.entry);
    let r = reflect(s.spirv).map_err(|e| Error::new(Code::ShaderInvalid, label, format!("{shader}: {e}")))?;
    let wanted = match stage {
        Stages::VERTEX => Stage::Vertex,
        Stages::TESSELLATION_CONTROL => Stage::TessellationControl,
        Stages::TESSELLATION_EVALUATION => Stage::TessellationEvaluation,
        Stages::GEOMETRY => Stage::Geometry,
        Stages::FRAGMENT => Stage::Fragment,
        _ => Stage::Compute,
    };
    match r.entry_points.iter().find(|e| e.name == s.entry && e.stage == wanted) {
        Some(entry) => {
            let entry = entry.clone();
            Ok((shader, r, entry))
        }
        None => {
            let all: Vec<_> =
                r.entry_points.iter().map(|e| format!("'{}' ({:?})", e.name, e.stage)).collect();
            let stage = stage_names(stage);
            let there = all.join(", ");
            let detail = format!("'{}' was asked for in the {stage} stage, there is {there}", s.entry);
            Err(Error::new(Code::EntryPoint, label, detail))
        }
    }
}

impl Wiring<'_> {
    pub(super) fn error(&self, code: Code, detail: String) -> Error {
        Error::new(code, self.label, detail)
    }

    /// Checks one stage and yields its entry point.
    pub(super) fn check(&self, stage: Stages, s: &ShaderStage<'_>) -> Result<EntryPoint, Error> {
        let (shader, r, entry) = read(self.label, stage, s)?;
        self.check_capabilities(stage, &shader, &r)?;
        for slot in &entry.uses {
            for binding in r.at(*slot) {
                self.check_binding(&Slotted { stage, shader: &shader, binding }, s.constants)?;
            }
        }
        self.check_pairs(&shader, &r, &entry)?;
        self.check_constants(&shader, &r, s.constants)?;
        let asked = entry.push_size_bytes;
        if asked > 0 && !self.push.stages.contains(stage) {
            let seen = if self.push.bytes == 0 { "nobody".into() } else { stage_names(self.push.stages) };
            let detail =
                format!("{shader} reads {asked} bytes of push data, which the pipeline shows to {seen}");
            return Err(self.error(Code::PushStage, detail));
        }
        if asked > self.push.bytes {
            let there = self.push.bytes;
            let detail = format!("{shader} reads {asked} bytes of push data, the pipeline has {there}");
            return Err(self.error(Code::PushBlock, detail));
        }
        Ok(entry)
    }

    fn check_capabilities(&self, stage: Stages, shader: &str, r: &Reflection) -> Result<(), Error> {
        let operations = if stage == Stages::COMPUTE { self.core.limits.subgroup_operations } else { 0 };
        let granted = |c: u32| {
            ALWAYS.contains(&c)
                || GRANTED.iter().any(|(n, e)| *n == c && self.core.enabled.contains(*e))
                || (SUBGROUPS.contains(&c) && operations & 1 << (c - SUBGROUPS.start()) != 0)
        };
        match r.capabilities.iter().find(|c| !granted(**c)) {
            None => Ok(()),
            Some(c) => {
                let detail =
                    format!("{shader} declares SPIR-V capability {c}, which no granted capability gives");
                Err(self.error(Code::NotEnabled, detail))
            }
        }
    }

    /// Pairs of texture and sampler, which are units of their own to some APIs.
    fn check_pairs(&self, shader: &str, r: &Reflection, entry: &EntryPoint) -> Result<(), Error> {
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
            "{shader} samples {pairs} pairs of a texture and a sampler, {MAX_SAMPLERS_PER_STAGE} are allowed"
        );
        Err(self.error(Code::TooManyPairs, detail))
    }

    /// Each constant that is set exists, once, with its type.
    fn check_constants(&self, shader: &str, r: &Reflection, set: &[Constant]) -> Result<(), Error> {
        let err = |detail: String| Err(self.error(Code::SpecConstant, format!("{shader} {detail}")));
        let called = |id: u32, name: &str| {
            if name.is_empty() { format!("constant {id}") } else { format!("constant {id} ('{name}')") }
        };
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
                return err(format!("has {} as {ty}, {:?} was given", called(c.id, &found.name), c.value));
            }
        }
        Ok(())
    }

    /// Every input of the vertex shader has an attribute of its class.
    pub(super) fn check_inputs(&self, entry: &EntryPoint, buffers: &[VertexLayout<'_>]) -> Result<(), Error> {
        let shader = reflected::shader(Stages::VERTEX, &entry.name);
        for i in &entry.inputs {
            let what = if i.name.is_empty() { String::new() } else { format!(" '{}'", i.name) };
            let wants = numbers(reflected::scalar(i.scalar));
            for location in i.location..i.location.saturating_add(i.locations) {
                let all = buffers.iter().enumerate();
                let mut all = all.flat_map(|(slot, b)| b.attributes.iter().map(move |a| (slot, a)));
                let Some((slot, a)) = all.find(|(_, a)| a.location == location) else {
                    let n = buffers.len();
                    let there = match n {
                        0 => "; the pipeline has no vertex buffers".to_owned(),
                        _ => format!(", for which none of {n} vertex buffers has an attribute"),
                    };
                    let detail = format!(
                        "{shader} reads {} {wants} at location {location}{what}{there}",
                        i.components
                    );
                    return Err(self.error(Code::VertexInput, detail));
                };
                if a.format.class() != reflected::scalar(i.scalar) {
                    let detail = format!(
                        "{shader} reads {wants} at location {location}{what}, where vertex buffer {slot} has {}, which gives {}",
                        a.format.name(),
                        numbers(a.format.class())
                    );
                    return Err(self.error(Code::VertexClass, detail));
                }
            }
        }
        Ok(())
    }

    /// The workgroup, as the constants make it, fits the device.
    pub(super) fn check_workgroup(&self, entry: &EntryPoint, set: &[Constant]) -> Result<(), Error> {
        let shader = reflected::shader(Stages::COMPUTE, &entry.name);
        if entry.local_size_id {
            let detail = format!(
                "{shader} has a workgroup size by LocalSizeId; compile it to a WorkgroupSize constant"
            );
            return Err(self.error(Code::NotEnabled, detail));
        }
        let Some(mut size) = entry.workgroup_size else { return Ok(()) };
        for (side, id) in size.iter_mut().zip(entry.workgroup_constants) {
            if let Some(c) = set.iter().find(|c| Some(c.id) == id) {
                *side = u32::try_from(c.value.bits()).unwrap_or(u32::MAX);
            }
        }
        let l = &self.core.limits;
        let invocations = size.iter().map(|n| u64::from(*n)).fold(1u64, u64::saturating_mul);
        let sides = size.iter().zip(l.max_workgroup_size).all(|(n, most)| (1..=most).contains(n));
        if sides && invocations <= u64::from(l.max_workgroup_invocations) {
            return Ok(());
        }
        let [x, y, z] = size;
        let [a, b, c] = l.max_workgroup_size;
        let detail = format!(
            "{shader} has a workgroup of {x}x{y}x{z}, {invocations} invocations; up to {a}x{b}x{c} and {} invocations are allowed",
            l.max_workgroup_invocations
        );
        Err(self.error(Code::Workgroup, detail))
    }
}
