//! Small changes to SPIR-V, each a function from words to words, or to nothing where there is nothing to change.

use super::TranslateError;
use crate::error::ShaderError;
use crate::reflection::{BindingKind, EntryPoint, Reflection, SamplerUse};
use crate::spirv::inst::{HEADER_WORDS, Inst, Instructions, header};
use crate::spirv::op;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Decorations, by the numbers of the SPIR-V specification, section "Decoration".
pub(super) mod deco {
    pub(crate) const SPEC_ID: u32 = 1;
    pub(crate) const BUILT_IN: u32 = 11;
    pub(crate) const NON_WRITABLE: u32 = 24;
    pub(crate) const NON_READABLE: u32 = 25;
    pub(crate) const LOCATION: u32 = 30;
    pub(crate) const INDEX: u32 = 32;
    pub(crate) const BINDING: u32 = 33;
    pub(crate) const DESCRIPTOR_SET: u32 = 34;
}

/// Storage classes likewise.
pub(super) const UNIFORM_CONSTANT: u32 = 0;
const OUTPUT: u32 = 3;
const PRIVATE: u32 = 6;
const BUILTIN_POINT_SIZE: u32 = 1;

/// Takes what a change made; whether it made something.
pub(super) fn apply(
    words: &mut Cow<'_, [u32]>,
    change: impl FnOnce(&[u32]) -> Result<Option<Vec<u32>>, TranslateError>,
) -> Result<bool, TranslateError> {
    let made = change(words)?;
    let changed = made.is_some();
    if let Some(made) = made {
        *words = Cow::Owned(made);
    }
    Ok(changed)
}

/// A module that is written anew.
pub(super) struct Writer {
    words: Vec<u32>,
    next: u32,
}

impl Writer {
    /// With the header of a module.
    pub(super) fn new(words: &[u32]) -> Result<Self, ShaderError> {
        let header = header(words)?;
        let mut out = Vec::with_capacity(words.len() + 64);
        out.extend_from_slice(&words[..HEADER_WORDS]);
        Ok(Self { words: out, next: header.bound })
    }

    pub(super) fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn put(&mut self, opcode: u16, operands: &[u32]) {
        // Operands come from an instruction, whose length fits, with few more.
        let length = u32::try_from(operands.len() + 1).unwrap_or(u32::MAX);
        self.words.push(length << 16 | u32::from(opcode));
        self.words.extend_from_slice(operands);
    }

    pub(super) fn copy(&mut self, inst: &Inst<'_>) {
        self.put(inst.opcode, inst.operands);
    }

    pub(super) fn finish(mut self) -> Vec<u32> {
        if let Some(bound) = self.words.get_mut(3) {
            *bound = self.next;
        }
        self.words
    }
}

/// Index 0 where a module only says index 1: a location that is written twice is for dual-source blending, and index 0 is the
/// default that the translator does not know.
pub(super) fn blend_indices(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let (mut indexed, mut outputs) = (HashSet::new(), HashSet::new());
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::INDEX, ..]) => {
                indexed.insert(*id);
            }
            (op::VARIABLE, [_, id, OUTPUT, ..]) => {
                outputs.insert(*id);
            }
            _ => {}
        }
    }
    if indexed.is_empty() {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        out.copy(&inst);
        if let (op::DECORATE, [id, deco::LOCATION, ..]) = (inst.opcode, inst.operands)
            && outputs.contains(id)
            && !indexed.contains(id)
        {
            out.put(op::DECORATE, &[*id, deco::INDEX, 0]);
        }
    }
    Ok(Some(out.finish()))
}

/// The size of points becomes a variable that nobody reads. Direct3D and WebGPU draw points one pixel large.
pub(super) fn without_point_size(words: &[u32], entry: &str) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut sizes = HashSet::new();
    let mut pointers = HashMap::new();
    let mut written = false;
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::BUILT_IN, BUILTIN_POINT_SIZE]) => {
                sizes.insert(*id);
            }
            (op::TYPE_POINTER, [id, OUTPUT, to]) => {
                pointers.insert(*id, *to);
            }
            _ => {}
        }
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::BUILT_IN, BUILTIN_POINT_SIZE]) if sizes.contains(id) => {}
            (op::ENTRY_POINT, _) => {
                let (name, at) = inst.text(2)?;
                let mut operands = inst.operands[..at].to_vec();
                let kept = inst.rest(at).iter().filter(|id| !sizes.contains(*id));
                operands.extend(kept);
                written |= name == entry && operands.len() < inst.operands.len();
                out.put(op::ENTRY_POINT, &operands);
            }
            (op::VARIABLE, [ty, id, OUTPUT, rest @ ..]) if sizes.contains(id) => {
                let Some(to) = pointers.get(ty) else { return Ok(None) };
                let pointer = out.id();
                out.put(op::TYPE_POINTER, &[pointer, PRIVATE, *to]);
                out.put(op::VARIABLE, &[&[pointer, *id, PRIVATE], rest].concat());
            }
            _ => out.copy(&inst),
        }
    }
    Ok(written.then(|| out.finish()))
}

/// Depth textures that nobody compares become textures of colours, since GLSL can only compare a depth texture. One type for
/// compared and other textures cannot be changed.
pub(super) fn uncompared_depth(
    words: &[u32],
    reflection: &Reflection,
    entry: &EntryPoint,
) -> Result<Option<Vec<u32>>, TranslateError> {
    let is_comparison = |slot| {
        reflection
            .at(slot)
            .any(|b| matches!(b.kind, BindingKind::Sampler(SamplerUse::Comparison | SamplerUse::Both)))
    };
    let compared = |slot| entry.sampled.iter().any(|[t, s]| *t == slot && is_comparison(*s));
    let (mut depth, mut pointers) = (HashSet::new(), HashMap::new());
    let (mut sets, mut bindings) = (HashMap::new(), HashMap::new());
    let mut kept = HashSet::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::DESCRIPTOR_SET, set]) => {
                sets.insert(*id, *set);
            }
            (op::DECORATE, [id, deco::BINDING, binding]) => {
                bindings.insert(*id, *binding);
            }
            (op::TYPE_IMAGE, [id, _, _, 1, ..]) => {
                depth.insert(*id);
            }
            (op::TYPE_POINTER, [id, UNIFORM_CONSTANT, to]) => {
                pointers.insert(*id, *to);
            }
            (op::VARIABLE, [ty, id, UNIFORM_CONSTANT, ..]) => {
                let image = pointers.get(ty).filter(|to| depth.contains(*to));
                if let (Some(image), Some(set), Some(binding)) = (image, sets.get(id), bindings.get(id))
                    && compared(crate::Slot { set: *set, binding: *binding })
                {
                    kept.insert(*image);
                }
            }
            _ => {}
        }
    }
    depth.retain(|image| !kept.contains(image));
    if depth.is_empty() {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::TYPE_IMAGE, [id, sample, dimension, _, rest @ ..]) if depth.contains(id) => {
                out.put(op::TYPE_IMAGE, &[&[*id, *sample, *dimension, 0], rest].concat());
            }
            _ => out.copy(&inst),
        }
    }
    Ok(Some(out.finish()))
}

/// Storage textures that are only read or only written say so, where the compiler did not: languages allow more formats then.
pub(super) fn storage_access(
    words: &[u32],
    reflection: &Reflection,
) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut sets = HashMap::new();
    let mut said = HashSet::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, deco::DESCRIPTOR_SET, set]) => {
                sets.insert(*id, *set);
            }
            (op::DECORATE, [id, deco::NON_READABLE | deco::NON_WRITABLE]) => {
                said.insert(*id);
            }
            _ => {}
        }
    }
    let mut out = Writer::new(words)?;
    let mut changed = false;
    for inst in Instructions::new(words) {
        let inst = inst?;
        out.copy(&inst);
        let (op::DECORATE, [id, deco::BINDING, binding]) = (inst.opcode, inst.operands) else { continue };
        let Some(set) = sets.get(id).filter(|_| !said.contains(id)) else { continue };
        // A slot that is declared twice is left alone.
        let mut at = reflection.at(crate::Slot { set: *set, binding: *binding });
        let (Some(only), None) = (at.next(), at.next()) else { continue };
        let decoration = match only.kind {
            BindingKind::StorageTexture { read: true, write: false, .. } => deco::NON_WRITABLE,
            BindingKind::StorageTexture { read: false, write: true, .. } => deco::NON_READABLE,
            _ => continue,
        };
        out.put(op::DECORATE, &[*id, decoration]);
        changed = true;
    }
    Ok(changed.then(|| out.finish()))
}

/// The unsigned minimum of GLSL.std.450.
const UMIN: u32 = 38;
const BITCAST: u16 = 124;

/// Operands of an unsigned minimum that are signed are turned first: SPIR-V takes them as they are, and so the translator writes
/// indices that it keeps within bounds, but it does not read them.
pub(super) fn unsigned_minima(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut types = HashMap::new();
    let (mut declared, mut numbers) = (HashSet::new(), HashMap::new());
    let mut found = false;
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::TYPE_INT, [id, width, signed]) => {
                declared.insert(*id);
                numbers.insert(*id, (*width, *signed));
            }
            (op::TYPE_VOID..=op::TYPE_FUNCTION, [id, ..]) => {
                declared.insert(*id);
            }
            (code, [ty, id, rest @ ..]) if declared.contains(ty) => {
                types.insert(*id, *ty);
                if let (op::EXT_INST, [_, UMIN, a, b]) = (code, rest) {
                    found |= [a, b].iter().any(|o| types.get(*o).is_some_and(|t| t != ty));
                }
            }
            _ => {}
        }
    }
    if !found {
        return Ok(None);
    }
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        let inst = inst?;
        let (op::EXT_INST, [ty, id, set, UMIN, a, b]) = (inst.opcode, inst.operands) else {
            out.copy(&inst);
            continue;
        };
        let operands = [*a, *b].map(|operand| {
            let from = types.get(&operand).and_then(|t| numbers.get(t));
            match (from, numbers.get(ty)) {
                (Some((width, 1)), Some((same, 0))) if width == same => {
                    let turned = out.id();
                    out.put(BITCAST, &[*ty, turned, operand]);
                    turned
                }
                _ => operand,
            }
        });
        out.put(op::EXT_INST, &[*ty, *id, *set, UMIN, operands[0], operands[1]]);
    }
    Ok(Some(out.finish()))
}
