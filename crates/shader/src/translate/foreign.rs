//! What modules of other compilers say that means nothing here or can be said otherwise.

use super::TranslateError;
use super::rewrite::{UNIFORM_CONSTANT, Writer, deco};
use crate::spirv::inst::Instructions;
use crate::spirv::op;
use std::collections::{HashMap, HashSet};

const EXTENSION: u16 = 10;
const EXT_INST_IMPORT: u16 = 11;
const DECORATE_STRING: u16 = 5632;
const MEMBER_DECORATE_STRING: u16 = 5633;
/// Extensions that only carry names (SPV_GOOGLE_hlsl_functionality1, SPV_GOOGLE_user_type) or instructions that any tool may leave
/// out (SPV_KHR_non_semantic_info).
const OF_NAMES: [&str; 4] = [
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_user_type",
    "SPV_KHR_non_semantic_info",
];
/// The decoration that couples a buffer with its counter (SPV_GOOGLE_hlsl_functionality1).
const COUNTER_BUFFER: u32 = 5634;
const DECORATE_ID: u16 = 332;
const FLAT: u32 = 14;
const OUTPUT: u32 = 3;

/// Leaves out names for other tools, and instructions without a meaning.
pub(super) fn nameless(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut sets = HashSet::new();
    let mut out = Writer::new(words)?;
    let mut changed = false;
    for inst in Instructions::new(words) {
        let inst = inst?;
        let drop = match (inst.opcode, inst.operands) {
            (EXTENSION, _) => OF_NAMES.contains(&inst.text(0)?.0.as_str()),
            (EXT_INST_IMPORT, [id, ..]) if inst.text(1)?.0.starts_with("NonSemantic.") => {
                sets.insert(*id);
                true
            }
            (op::EXT_INST, [_, _, set, ..]) => sets.contains(set),
            (DECORATE_STRING | MEMBER_DECORATE_STRING, _) => true,
            (DECORATE_ID, [_, COUNTER_BUFFER, ..]) => true,
            _ => false,
        };
        changed |= drop;
        if !drop {
            out.copy(&inst);
        }
    }
    Ok(changed.then(|| out.finish()))
}

/// Variables by what they are made of.
#[derive(Default)]
struct Variables {
    samplers: HashSet<u32>,
    images: HashSet<u32>,
    integers: HashSet<u32>,
    pointers: HashMap<u32, u32>,
    sets: HashMap<u32, u32>,
    bindings: HashMap<u32, u32>,
    flat: HashSet<u32>,
    located: HashSet<u32>,
    /// Of resources and of outputs: the variable and its type.
    resources: Vec<(u32, u32)>,
    outputs: Vec<(u32, u32)>,
}

impl Variables {
    fn read(words: &[u32]) -> Result<Self, TranslateError> {
        let mut v = Self::default();
        for inst in Instructions::new(words) {
            let inst = inst?;
            match (inst.opcode, inst.operands) {
                (op::TYPE_SAMPLER, [id, ..]) => drop(v.samplers.insert(*id)),
                (op::TYPE_IMAGE, [id, ..]) => drop(v.images.insert(*id)),
                (op::TYPE_INT, [id, ..]) => drop(v.integers.insert(*id)),
                (op::TYPE_VECTOR, [id, of, ..]) if v.integers.contains(of) => drop(v.integers.insert(*id)),
                (op::TYPE_POINTER, [id, _, to]) => drop(v.pointers.insert(*id, *to)),
                (op::DECORATE, [id, deco::DESCRIPTOR_SET, n]) => drop(v.sets.insert(*id, *n)),
                (op::DECORATE, [id, deco::BINDING, n]) => drop(v.bindings.insert(*id, *n)),
                (op::DECORATE, [id, deco::LOCATION, ..]) => drop(v.located.insert(*id)),
                (op::DECORATE, [id, FLAT]) => drop(v.flat.insert(*id)),
                (op::VARIABLE, [ty, id, class, ..]) => {
                    let to = v.pointers.get(ty).copied().unwrap_or_default();
                    match *class {
                        UNIFORM_CONSTANT => v.resources.push((*id, to)),
                        OUTPUT => v.outputs.push((*id, to)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Ok(v)
    }
}

/// A texture and a sampler at one place, which is how HLSL says that they are combined: the sampler goes where those of split ones go.
pub(super) fn apart(words: &[u32], offset: u32) -> Result<Option<Vec<u32>>, TranslateError> {
    let v = Variables::read(words)?;
    let slot = |id: &u32| Some((*v.sets.get(id)?, *v.bindings.get(id)?));
    let textures: HashSet<(u32, u32)> =
        v.resources.iter().filter(|(_, to)| v.images.contains(to)).filter_map(|(id, _)| slot(id)).collect();
    let moved: HashSet<u32> = v
        .resources
        .iter()
        .filter(|(id, to)| v.samplers.contains(to) && slot(id).is_some_and(|s| textures.contains(&s)))
        .map(|(id, _)| *id)
        .collect();
    if moved.is_empty() {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::BINDING, n]) if moved.contains(id) => {
                out.put(op::DECORATE, &[*id, deco::BINDING, n.saturating_add(offset)]);
            }
            _ => out.copy(&inst),
        }
    }
    Ok(Some(out.finish()))
}

/// Whole numbers that a vertex shader gives are not interpolated, which Vulkan lets it leave unsaid and other languages do not.
pub(super) fn flat_outputs(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let v = Variables::read(words)?;
    let unsaid: HashSet<u32> = v
        .outputs
        .iter()
        .filter(|(id, to)| v.integers.contains(to) && v.located.contains(id) && !v.flat.contains(id))
        .map(|(id, _)| *id)
        .collect();
    if unsaid.is_empty() {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        out.copy(&inst);
        if let (op::DECORATE, [id, deco::LOCATION, ..]) = (inst.opcode, inst.operands)
            && unsaid.contains(id)
        {
            out.put(op::DECORATE, &[*id, FLAT]);
        }
    }
    Ok(Some(out.finish()))
}

/// Pairs and triples of unsigned numbers, where texels are fetched by unsigned coordinates: the translator looks for them, and knows only
/// of those that the module declares.
pub(super) fn coordinates(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let (mut unsigned, mut fetches) = (None, false);
    let mut missing = vec![2, 3];
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::TYPE_INT, [id, 32, 0]) => unsigned = Some(*id),
            (op::TYPE_VECTOR, [_, of, count]) if Some(*of) == unsigned => missing.retain(|n| n != count),
            (op::IMAGE_FETCH | op::IMAGE_READ | op::IMAGE_WRITE, _) => fetches = true,
            _ => {}
        }
    }
    let Some(unsigned) = unsigned.filter(|_| fetches && !missing.is_empty()) else { return Ok(None) };
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        if inst.opcode == op::FUNCTION {
            for count in missing.drain(..) {
                let vector = out.id();
                out.put(op::TYPE_VECTOR, &[vector, unsigned, count]);
            }
        }
        out.copy(&inst);
    }
    Ok(Some(out.finish()))
}
