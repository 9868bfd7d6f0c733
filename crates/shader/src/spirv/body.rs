//! What functions touch: which globals, which other functions, which samplers they compare with.
//!
//! Where an operand might be an id or a number, it is taken for an id, so that a use may be reported that is none, and never
//! the other way round. The instructions that carry numbers in ordinary code are known and read exactly.

use super::inst::Inst;
use super::op;
use crate::error::ShaderError;
use std::collections::{HashMap, HashSet};

/// Bounds the walk over a damaged module with very many entry points; a real one stays below a thousandth of it.
const MAX_WORK: usize = 1 << 22;

#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) globals: HashSet<u32>,
    pub(super) calls: HashSet<u32>,
}

/// How a global was used in sampling.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Sampling {
    pub(super) filtered: bool,
    pub(super) compared: bool,
}

#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) functions: HashMap<u32, Function>,
    pub(super) sampling: HashMap<u32, Sampling>,
    current: Option<u32>,
    /// From a pointer, a loaded image or sampler to the global that it came from.
    roots: HashMap<u32, u32>,
    /// From a sampled image to the globals of its image and its sampler.
    pairs: HashMap<u32, [Option<u32>; 2]>,
}

impl Bodies {
    pub(super) fn inside(&self) -> bool {
        self.current.is_some()
    }

    /// Starts a function, takes an instruction of it, or ends it.
    pub(super) fn take(
        &mut self,
        inst: &Inst<'_>,
        globals: &HashSet<u32>,
        bound: u32,
    ) -> Result<(), ShaderError> {
        match inst.opcode {
            op::FUNCTION => {
                let id = inst.id(1, bound)?;
                if self.functions.insert(id, Function::default()).is_some() {
                    return Err(ShaderError::Redefined { word: inst.word, id });
                }
                self.current = Some(id);
                return Ok(());
            }
            op::FUNCTION_END => {
                self.current = None;
                return Ok(());
            }
            _ => {}
        }
        let Some(function) = self.current.and_then(|id| self.functions.get_mut(&id)) else { return Ok(()) };
        if inst.opcode == op::FUNCTION_CALL {
            function.calls.insert(inst.id(2, bound)?);
        }
        for id in value_operands(inst) {
            if globals.contains(id) {
                function.globals.insert(*id);
            }
        }
        self.trace(inst, globals)
    }

    /// Follows images and samplers from their globals to where they are sampled.
    fn trace(&mut self, inst: &Inst<'_>, globals: &HashSet<u32>) -> Result<(), ShaderError> {
        let root = |roots: &HashMap<u32, u32>, id: u32| {
            if globals.contains(&id) { Some(id) } else { roots.get(&id).copied() }
        };
        match inst.opcode {
            op::LOAD | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT => {
                let (result, from) = (inst.get(1)?, inst.get(2)?);
                if let Some(from) = root(&self.roots, from) {
                    self.roots.insert(result, from);
                }
            }
            op::SAMPLED_IMAGE => {
                let pair = [root(&self.roots, inst.get(2)?), root(&self.roots, inst.get(3)?)];
                self.pairs.insert(inst.get(1)?, pair);
            }
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_DREF_GATHER
            | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_DREF_GATHER
                if inst.opcode != op::IMAGE_FETCH =>
            {
                let image = inst.get(2)?;
                let pair = self.pairs.get(&image).copied().unwrap_or([root(&self.roots, image), None]);
                for global in pair.into_iter().flatten() {
                    let sampling = self.sampling.entry(global).or_default();
                    if compares(inst.opcode) {
                        sampling.compared = true;
                    } else {
                        sampling.filtered = true;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Every global that a function and what it calls touch. `work` counts over all entry points of a module.
    pub(super) fn reached(&self, entry: u32, work: &mut usize) -> Result<HashSet<u32>, ShaderError> {
        let mut seen = HashSet::from([entry]);
        let mut open = vec![entry];
        let mut globals = HashSet::new();
        while let Some(id) = open.pop() {
            let function =
                self.functions.get(&id).ok_or(ShaderError::Undefined { id, wanted: "a function" })?;
            *work += 1 + function.globals.len() + function.calls.len();
            if *work > MAX_WORK {
                let what = "the number of functions and globals reached from all entry points together";
                return Err(ShaderError::TooComplex { what, allowed: MAX_WORK });
            }
            globals.extend(&function.globals);
            open.extend(function.calls.iter().filter(|id| seen.insert(**id)));
        }
        Ok(globals)
    }
}

fn compares(opcode: u16) -> bool {
    // The sparse forms stand in the same order as the others.
    let plain = if opcode >= op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD {
        opcode - op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD + op::IMAGE_SAMPLE_IMPLICIT_LOD
    } else {
        opcode
    };
    matches!(
        plain,
        op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD
            | op::IMAGE_DREF_GATHER
    )
}

/// The operands of an instruction that may be ids of variables.
fn value_operands<'a>(inst: &Inst<'a>) -> &'a [u32] {
    let upto = |from: usize, to: usize| {
        let end = inst.operands.len().min(to);
        inst.operands.get(from..end).unwrap_or_default()
    };
    match inst.opcode {
        op::LINE | op::NO_LINE | op::LOOP_MERGE..=op::SWITCH => &[],
        op::VARIABLE => &[],
        op::LOAD | op::COMPOSITE_EXTRACT => upto(2, 3),
        op::STORE => upto(0, 2),
        op::COMPOSITE_INSERT | op::VECTOR_SHUFFLE => upto(2, 4),
        op::EXT_INST => inst.rest(4),
        op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_READ => upto(2, 5),
        op::IMAGE_WRITE => upto(0, 3),
        _ => inst.operands,
    }
}
