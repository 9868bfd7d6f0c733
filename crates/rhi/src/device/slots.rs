//! One binding of a shader beside the entry of its layout: each way in which they can differ has its own code.

use super::wiring::Wiring;
use crate::backend::Enabled;
use crate::desc::{BindingDetail, BindingKind, Constant, LayoutEntry};
use crate::error::{Code, Error};
use crate::object::{BindGroupLayout, stage_names};
use crate::reflected::{self, class, dim, gives, laid, named, numbers, storage_format, wanted};
use crate::usage::Stages;
use candor_shader::{Binding, BindingKind as Found, Count, SamplerUse, Slot, Texture};

/// A binding while it is compared; `shader` names its shader in errors.
pub(super) struct Slotted<'a> {
    pub(super) stage: Stages,
    pub(super) shader: &'a str,
    pub(super) binding: &'a Binding,
}

/// A fault's code, and what the layout says in place of what is wanted.
type Fault = (Code, String);

/// Is it a kind that a layout can say?
pub(super) fn holdable(kind: Found) -> bool {
    match kind {
        Found::UniformBuffer
        | Found::StorageBuffer { .. }
        | Found::SampledTexture(_)
        | Found::StorageTexture { .. }
        | Found::Sampler(_) => true,
        Found::CombinedTextureSampler(_)
        | Found::UniformTexelBuffer(_)
        | Found::StorageTexelBuffer(_)
        | Found::InputAttachment
        | Found::AccelerationStructure => false,
    }
}

/// The length of a binding's array, as the constants make it.
pub(super) fn length(b: &Binding, constants: &[Constant]) -> Count {
    let set = constants.iter().find(|c| Some(c.id) == b.length_constant);
    match (b.count, set) {
        (Count::Array(_), Some(c)) => Count::Array(u32::try_from(c.value.bits()).unwrap_or(u32::MAX)),
        (count, _) => count,
    }
}

impl Wiring<'_> {
    pub(super) fn check_binding(&self, s: &Slotted<'_>, constants: &[Constant]) -> Result<(), Error> {
        let b = s.binding;
        let Slot { set, binding } = b.slot;
        let what = named(b.slot, &b.name);
        let err = |code, detail: String| Err(self.error(code, format!("{} {detail}", s.shader)));
        if !holdable(b.kind) {
            return err(Code::BindingUnsupported, format!("declares {what} as {}", wanted(b)));
        }
        let Some(layout) = self.groups.get(set as usize) else {
            let n = self.groups.len();
            return err(
                Code::ShaderBinding,
                format!("uses {what}, {}; the pipeline has {n} groups", wanted(b)),
            );
        };
        let said = reflected::layout(layout, set);
        let Some(entry) = layout.entries().iter().find(|e| e.binding == binding) else {
            let all: Vec<_> = layout.entries().iter().map(|e| e.binding.to_string()).collect();
            let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
            return err(
                Code::ShaderBinding,
                format!("uses {what}, {}; {said} has no binding {binding}, it has {all}", wanted(b)),
            );
        };
        if !entry.stages.contains(s.stage) {
            let seen = stage_names(entry.stages);
            return err(Code::BindingStage, format!("uses {what}; {said} shows it to {seen} alone"));
        }
        self.fits(b, entry, constants)
            .and_then(|()| sampler(b, entry, layout))
            .or_else(|(code, there)| err(code, format!("has {what} as {}; {said} {there}", wanted(b))))?;
        let (granted, capability) = match b.kind {
            Found::UniformBuffer | Found::StorageBuffer { .. } => {
                (Enabled::BUFFER_INDEXING, "buffer-array-indexing")
            }
            _ => (Enabled::TEXTURE_INDEXING, "texture-array-indexing"),
        };
        if b.indexed && !self.core.enabled.contains(granted) {
            let detail = format!("{capability}: {} picks among the elements of {what}", s.shader);
            return Err(self.error(Code::NotEnabled, detail));
        }
        Ok(())
    }

    fn fits(&self, b: &Binding, e: &LayoutEntry, constants: &[Constant]) -> Result<(), Fault> {
        let same = match (e.kind, b.kind) {
            (BindingKind::Uniform { .. }, Found::UniformBuffer)
            | (BindingKind::Storage { .. }, Found::StorageBuffer { .. })
            | (BindingKind::Texture, Found::SampledTexture(_))
            | (BindingKind::StorageTexture { .. }, Found::StorageTexture { .. })
            | (BindingKind::Sampler, Found::Sampler(_)) => true,
            (
                BindingKind::Uniform { .. }
                | BindingKind::Storage { .. }
                | BindingKind::Texture
                | BindingKind::StorageTexture { .. }
                | BindingKind::Sampler,
                _,
            ) => false,
        };
        let has = || format!("has {} there", laid(e));
        if !same {
            return Err((Code::BindingType, has()));
        }
        let unwritable = match (e.kind, b.kind) {
            (BindingKind::Storage { write: false, .. }, Found::StorageBuffer { read_only }) => !read_only,
            (BindingKind::StorageTexture { write: false }, Found::StorageTexture { write, .. }) => write,
            _ => false,
        };
        if unwritable {
            return Err((Code::BindingAccess, has()));
        }
        match length(b, constants) {
            Count::One => {}
            Count::Array(n) if n <= e.count => {}
            Count::Array(n) => {
                return Err((Code::BindingLength, format!("counts {}, the shader's array of {n}", e.count)));
            }
            Count::Unbounded => {
                let detail = "needs a length, which the shader's array leaves open; give it one";
                return Err((Code::BindingLength, detail.into()));
            }
        }
        match (b.kind, e.detail) {
            (Found::SampledTexture(t), BindingDetail::Texture { class, multisampled, .. }) => {
                shaped(&t, e, multisampled)?;
                classed(&t, class, e)
            }
            (Found::StorageTexture { texture, format, .. }, BindingDetail::StorageTexture { .. }) => {
                shaped(&texture, e, false)?;
                formatted(&texture, format, e)
            }
            (Found::UniformBuffer | Found::StorageBuffer { .. }, _) => self.sized(b, e),
            _ => Ok(()),
        }
    }

    /// The block fits what the layout lets be bound, and what the device lets be.
    fn sized(&self, b: &Binding, e: &LayoutEntry) -> Result<(), Fault> {
        let bytes = b.block.as_ref().map_or(0, |b| b.size_bytes);
        let l = &self.core.limits;
        let most = if b.kind == Found::UniformBuffer { l.max_uniform_range } else { l.max_storage_range };
        if u64::from(bytes) > most {
            let detail =
                format!("cannot help it: the block has {bytes} bytes, the device binds {most} at most");
            return Err((Code::BindingSize, detail));
        }
        match e.detail {
            BindingDetail::MinSize(n) if bytes > n => {
                Err((Code::BindingSize, format!("has {} there, the block has {bytes}", laid(e))))
            }
            _ => Ok(()),
        }
    }
}

fn shaped(t: &Texture, e: &LayoutEntry, many: bool) -> Result<(), Fault> {
    let said = match e.detail {
        BindingDetail::Texture { dim, .. } | BindingDetail::StorageTexture { dim, .. } => dim,
        _ => return Ok(()),
    };
    if said == dim(t) && t.multisampled == many {
        return Ok(());
    }
    Err((Code::BindingShape, format!("has {} there", laid(e))))
}

fn classed(t: &Texture, said: crate::format::Class, e: &LayoutEntry) -> Result<(), Fault> {
    if gives(said, class(t)) {
        return Ok(());
    }
    Err((Code::BindingClass, format!("has {} there, which does not give {}", laid(e), numbers(class(t)))))
}

fn formatted(t: &Texture, number: u32, e: &LayoutEntry) -> Result<(), Fault> {
    let BindingDetail::StorageTexture { format: Some(said), .. } = e.detail else { return Ok(()) };
    let there = || format!("has {} there", laid(e));
    if said.info().class != class(t) {
        return Err((Code::BindingClass, there()));
    }
    match storage_format(number) {
        Some(f) if f != said => Err((Code::StorageFormat, there())),
        _ => Ok(()),
    }
}

/// Samplers that are part of the layout, or of which it says something, compare where the shader compares.
fn sampler(b: &Binding, e: &LayoutEntry, layout: &BindGroupLayout) -> Result<(), Fault> {
    let compares = match b.kind {
        Found::Sampler(SamplerUse::Comparison) => true,
        Found::Sampler(SamplerUse::Filtering) => false,
        _ => return Ok(()),
    };
    if let Some((_, all)) = layout.inner.immutable.iter().find(|(n, _)| *n == e.binding)
        && *all != Some(compares)
    {
        let which = if compares { "do not all compare" } else { "do not all filter alone" };
        return Err((Code::SamplerUse, format!("has samplers of its own there that {which}")));
    }
    match e.detail {
        BindingDetail::Sampler { compares: said } if said != compares => {
            Err((Code::SamplerUse, format!("has {} there", laid(e))))
        }
        _ => Ok(()),
    }
}
