//! A shader against what its pipeline gives it, by reflection: what is missing is named before any driver sees it. A driver
//! trusts all of this, so that it is not a matter of validation levels.

use crate::backend::Enabled;
use crate::core::Core;
use crate::desc::{BindingKind, PushLayout, ShaderStage, VertexLayout};
use crate::error::{Code, Error};
use crate::format::Class;
use crate::object::BindGroupLayout;
use crate::object::stage_names;
use crate::usage::Stages;
use candor_shader::{
    Binding, BindingKind as Found, Count, EntryPoint, Reflection, Scalar, Slot, Stage, reflect,
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
/// Those that a granted capability gives: Float16, Float64, Int64, Int64Atomics, ClipDistance, SampledCubeArray.
const GRANTED: [(u32, Enabled); 6] = [
    (9, Enabled::FLOAT16),
    (10, Enabled::FLOAT64),
    (11, Enabled::INT64),
    (12, Enabled::INT64_ATOMICS),
    (32, Enabled::CLIP_DISTANCES),
    (45, Enabled::CUBE_ARRAYS),
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
                self.check_binding(stage, &name, binding)?;
            }
        }
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

    fn check_binding(&self, stage: Stages, name: &str, b: &Binding) -> Result<(), Error> {
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
        if !matches!(b.count, Count::One) {
            return err(format!("is an array ({:?}), which layouts do not have yet", b.count));
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

    /// The workgroup fits the device.
    pub(super) fn check_workgroup(&self, entry: &EntryPoint) -> Result<(), Error> {
        let Some(size) = entry.workgroup_size else { return Ok(()) };
        let l = &self.core.limits;
        let invocations = size.iter().map(|n| u64::from(*n)).product::<u64>();
        let sides = size.iter().zip(l.max_workgroup_size).all(|(n, most)| *n <= most);
        if sides && invocations <= u64::from(l.max_workgroup_invocations) {
            return Ok(());
        }
        let detail = format!(
            "{}x{}x{} was asked for, {:?} and {} together are allowed",
            size[0], size[1], size[2], l.max_workgroup_size, l.max_workgroup_invocations
        );
        Err(self.error(Code::Workgroup, detail))
    }
}
