//! What a file must keep beyond its words: every object that is named is there and of the right kind.

use crate::error::Damage;
use crate::file::{CaptureFile, is_target};
use crate::model::*;

pub(crate) fn all(file: &mut CaptureFile) -> Result<(), Damage> {
    let kinds: Vec<&'static str> = file.objects.iter().map(|o| o.made.kind()).collect();
    let fits = |id: Id, wanted: &str, before: usize| {
        let found = kinds.get(id.0 as usize).filter(|_| (id.0 as usize) < before);
        let of_kind = |k: &&&str| **k == wanted || (wanted == PIPELINE && k.ends_with(PIPELINE));
        match found.filter(of_kind) {
            Some(_) => None,
            None => {
                let there = found.map_or("none is there".to_owned(), |k| format!("it is a {k}"));
                Some(format!("object {} must be a {wanted} among the first {before}, {there}", id.0))
            }
        }
    };
    for (i, o) in file.objects.iter_mut().enumerate() {
        let mut broken = None;
        o.made.ids(&mut |id, wanted| broken = broken.take().or_else(|| fits(*id, wanted, i)));
        if let Some(rule) = broken {
            return Err(Damage::new(format!("object {i}, {} '{}'", o.made.kind(), o.label), rule));
        }
        if let Some(rule) = contents(o) {
            return Err(Damage::new(format!("object {i}, {} '{}'", o.made.kind(), o.label), rule));
        }
    }
    let n = kinds.len();
    for (i, s) in file.steps.iter_mut().enumerate() {
        let mut broken = None;
        s.ids(&mut |id, wanted| broken = broken.take().or_else(|| fits(*id, wanted, n)));
        if let Step::Submit { ops, .. } = s {
            for op in ops.iter() {
                broken = broken.or_else(|| op_fits(op, &kinds));
            }
        }
        if let Some(rule) = broken {
            return Err(Damage::new(format!("step {i}"), rule));
        }
    }
    let missing = file.missing.iter().map(|(id, _)| id);
    for id in file.targets.iter().chain(missing) {
        if !file.objects.get(id.0 as usize).is_some_and(|o| is_target(&o.made)) {
            return Err(Damage::new("targets", format!("object {} is no texture and no buffer", id.0)));
        }
    }
    Ok(())
}

/// Contents lie in buffers and textures, one blob for each aspect.
fn contents(o: &Object) -> Option<String> {
    let aspects: Vec<_> = match &o.made {
        Made::Buffer { .. } => vec![candor_rhi::Aspects::COLOR],
        Made::Texture(i) => i.format.info().aspects.iter().collect(),
        _ => Vec::new(),
    };
    let there: Vec<_> = o.contents.iter().map(|(a, _)| *a).collect();
    (!there.is_empty() && there != aspects)
        .then(|| format!("it has contents of {there:?}, not of {aspects:?}"))
}

/// Pipelines are of their pass's kind, and a pass has at least one part.
fn op_fits(op: &Op, kinds: &[&'static str]) -> Option<String> {
    let (commands, wanted): (Vec<&Act>, _) = match op {
        Op::Raster(r) if r.parts.is_empty() => return Some(format!("pass '{}' has no part", r.label)),
        Op::Raster(r) => (r.parts.iter().flatten().collect(), "raster pipeline"),
        Op::Compute(c) => (c.commands.iter().collect(), "compute pipeline"),
        Op::Copies { .. } | Op::Timestamp { .. } | Op::Mark(_) => return None,
    };
    commands.iter().find_map(|c| match c {
        Act::Pipeline(id) => {
            let kind = kinds.get(id.0 as usize).copied().unwrap_or_default();
            (kind != wanted).then(|| format!("object {} must be a {wanted}, it is a {kind}", id.0))
        }
        _ => None,
    })
}
