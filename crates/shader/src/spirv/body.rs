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
    /// Textures with the samplers that they are sampled with.
    pub(super) pairs: HashSet<[u32; 2]>,
}

/// What a function and all that it calls touch.
#[derive(Debug, Default)]
pub(super) struct Reached {
    pub(super) globals: HashSet<u32>,
    pub(super) pairs: HashSet<[u32; 2]>,
}

/// How a global was used in sampling.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Sampling {
    pub(super) filtered: bool,
    pub(super) compared: bool,
}

/// An id that nothing has.
const ANYTHING: u32 = 0;

/// How a storage image was used.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Stored {
    pub(super) read: bool,
    pub(super) written: bool,
}

#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) functions: HashMap<u32, Function>,
    pub(super) sampling: HashMap<u32, Sampling>,
    pub(super) stored: HashMap<u32, Stored>,
    /// By what the elements of a global are picked; [`ANYTHING`] where it is handed on to a function.
    pub(super) picked: HashMap<u32, HashSet<u32>>,
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
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => {
                if let (from, Some(by)) = (inst.get(2)?, inst.operands.get(3))
                    && globals.contains(&from)
                {
                    self.picked.entry(from).or_default().insert(*by);
                }
            }
            op::FUNCTION_CALL => {
                for global in inst.rest(3).iter().filter(|id| globals.contains(id)) {
                    self.picked.entry(*global).or_default().insert(ANYTHING);
                }
            }
            _ => {}
        }
        match inst.opcode {
            op::LOAD | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT => {
                let (result, from) = (inst.get(1)?, inst.get(2)?);
                if let Some(from) = root(&self.roots, from) {
                    self.roots.insert(result, from);
                }
            }
            op::IMAGE_READ | op::IMAGE_WRITE | op::IMAGE_TEXEL_POINTER | op::FUNCTION_CALL => {
                // What is handed on to a function may be read and written there.
                let (images, reads, writes) = match inst.opcode {
                    op::IMAGE_READ => (inst.operands.get(2..3), true, false),
                    op::IMAGE_WRITE => (inst.operands.get(..1), false, true),
                    op::IMAGE_TEXEL_POINTER => (inst.operands.get(2..3), true, true),
                    _ => (inst.operands.get(3..), true, true),
                };
                for global in images.unwrap_or_default().iter().filter_map(|id| root(&self.roots, *id)) {
                    let stored = self.stored.entry(global).or_default();
                    stored.read |= reads;
                    stored.written |= writes;
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
                if let ([Some(texture), Some(sampler)], Some(id)) = (pair, self.current)
                    && let Some(function) = self.functions.get_mut(&id)
                {
                    function.pairs.insert([texture, sampler]);
                }
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
    pub(super) fn reached(&self, entry: u32, work: &mut usize) -> Result<Reached, ShaderError> {
        let mut seen = HashSet::from([entry]);
        let mut open = vec![entry];
        let mut reached = Reached::default();
        while let Some(id) = open.pop() {
            let function =
                self.functions.get(&id).ok_or(ShaderError::Undefined { id, wanted: "a function" })?;
            *work += 1 + function.globals.len() + function.calls.len() + function.pairs.len();
            if *work > MAX_WORK {
                let what = "the number of functions and globals reached from all entry points together";
                return Err(ShaderError::TooComplex { what, allowed: MAX_WORK });
            }
            reached.globals.extend(&function.globals);
            reached.pairs.extend(&function.pairs);
            open.extend(function.calls.iter().filter(|id| seen.insert(**id)));
        }
        Ok(reached)
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
