//! How many bindings a stage and a pipeline may have: the device's limits, and those that hold anywhere.

use crate::desc::{BindingKind, LayoutEntry};
use crate::error::{Code, Error};
use crate::limits::{BindingLimits, Limits, MAX_SAMPLERS_PER_STAGE};
use crate::object::stage_names;
use crate::usage::Stages;

const NONE: BindingLimits = BindingLimits {
    uniform_buffers: 0,
    storage_buffers: 0,
    textures: 0,
    storage_textures: 0,
    samplers: 0,
    total: 0,
};

/// Bindings by kind.
fn count<'a>(entries: impl Iterator<Item = &'a LayoutEntry>) -> BindingLimits {
    let mut n = NONE;
    for e in entries {
        let kind = match e.kind {
            BindingKind::Uniform { .. } => &mut n.uniform_buffers,
            BindingKind::Storage { .. } => &mut n.storage_buffers,
            BindingKind::Texture => &mut n.textures,
            BindingKind::StorageTexture { .. } => &mut n.storage_textures,
            BindingKind::Sampler => &mut n.samplers,
        };
        *kind = kind.saturating_add(e.count);
        // Samplers are no resources of their own to any API that counts them all (Vulkan, `maxPerStageResources`).
        if e.kind != BindingKind::Sampler {
            n.total = n.total.saturating_add(e.count);
        }
    }
    n
}

/// What exceeds its limit, in words.
fn beyond(n: &BindingLimits, most: &BindingLimits) -> Option<String> {
    let kinds = [
        ("uniform buffers", n.uniform_buffers, most.uniform_buffers),
        ("storage buffers", n.storage_buffers, most.storage_buffers),
        ("textures", n.textures, most.textures),
        ("storage textures", n.storage_textures, most.storage_textures),
        ("samplers", n.samplers, most.samplers),
        ("bindings in all", n.total, most.total),
    ];
    let (what, asked, allowed) = kinds.into_iter().find(|(_, asked, allowed)| asked > allowed)?;
    Some(format!("{asked} {what}, {allowed} are allowed"))
}

/// Checks the groups of a pipeline, or one layout on its own.
pub(super) fn check(limits: &Limits, label: &str, groups: &[&[LayoutEntry]]) -> Result<(), Error> {
    let all = || groups.iter().copied().flatten();
    for stage in Stages::all().iter() {
        let n = count(all().filter(|e| e.stages.contains(stage)));
        if n.samplers > MAX_SAMPLERS_PER_STAGE {
            let detail = format!(
                "the {} stage has {} samplers, {MAX_SAMPLERS_PER_STAGE} are allowed",
                stage_names(stage),
                n.samplers
            );
            return Err(Error::new(Code::TooManySamplers, label, detail));
        }
        if let Some(what) = beyond(&n, &limits.bindings_per_stage) {
            let detail = format!("the {} stage has {what}", stage_names(stage));
            return Err(Error::new(Code::TooManyBindings, label, detail));
        }
    }
    if let Some(what) = beyond(&count(all()), &limits.bindings_per_pipeline) {
        return Err(Error::new(Code::TooManyBindings, label, format!("the pipeline has {what}")));
    }
    let dynamic = [
        ("uniform", BindingKind::Uniform { dynamic: true }, limits.max_dynamic_uniform_buffers),
        ("storage", BindingKind::Storage { dynamic: true, write: false }, limits.max_dynamic_storage_buffers),
    ];
    for (what, kind, most) in dynamic {
        let same = |k: BindingKind| match k {
            BindingKind::Storage { dynamic, .. } => kind == BindingKind::Storage { dynamic, write: false },
            other => other == kind,
        };
        let n = all().filter(|e| same(e.kind)).count();
        if n > most as usize {
            let detail =
                format!("the pipeline has {n} {what} buffers with a dynamic offset, {most} are allowed");
            return Err(Error::new(Code::TooManyBindings, label, detail));
        }
    }
    Ok(())
}
