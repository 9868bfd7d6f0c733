//! What is looked at before a translator sees a module: its size, and what would make its text or its recursion grow without bound.

use super::TranslateError;
use crate::spirv::inst::{Instructions, header};
use crate::spirv::op;
use std::collections::HashMap;

/// Words of a module: 4 MiB, the largest known of single shaders are below a quarter of it.
const MAX_WORDS: usize = 1 << 20;
/// Instructions of one function; an expression nests at most so deep.
const MAX_FUNCTION: u64 = 1 << 16;
/// Selections and loops of one function; statements nest at most so deep.
const MAX_BLOCKS: u64 = 1 << 12;
/// Types of a module; a type nests at most so deep.
const MAX_TYPES: u64 = 1 << 14;
/// Scalars of a variable that a shader has for itself, since some languages write out its initial value.
const MAX_LOCAL: u64 = 1 << 16;

/// Storage classes `Private` and `Function`.
const OWN: [u32; 2] = [6, 7];
const UNDEF: u16 = 1;
const CONSTANT_NULL: u16 = 46;
const SELECTION_MERGE: u16 = 247;

/// Refuses a module beyond the limits.
pub(super) fn module(words: &[u32]) -> Result<(), TranslateError> {
    let within = |what, found: u64, allowed: u64| {
        if found > allowed { Err(TranslateError::TooComplex { what, found, allowed }) } else { Ok(()) }
    };
    within("the number of words of the module", words.len() as u64, MAX_WORDS as u64)?;
    header(words)?;
    let (mut instructions, mut blocks, mut types) = (0, 0, 0);
    let mut scalars: HashMap<u32, u64> = HashMap::new();
    let mut pointers: HashMap<u32, u32> = HashMap::new();
    let mut constants: HashMap<u32, u32> = HashMap::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        let of = |id: Option<&u32>| id.and_then(|id| scalars.get(id)).copied().unwrap_or(1);
        instructions += 1;
        let o = inst.operands;
        match inst.opcode {
            op::FUNCTION => (instructions, blocks) = (0, 0),
            op::LOOP_MERGE | SELECTION_MERGE => {
                blocks += 1;
                within("the number of selections and loops of a function", blocks, MAX_BLOCKS)?;
            }
            op::FUNCTION_END => {
                within("the number of instructions of a function", instructions, MAX_FUNCTION)?;
            }
            op::TYPE_VOID..=op::TYPE_FUNCTION => {
                types += 1;
                within("the number of types", types, MAX_TYPES)?;
                let count = match inst.opcode {
                    op::TYPE_VECTOR | op::TYPE_MATRIX => of(o.get(1)).saturating_mul(u64::from(inst.get(2)?)),
                    op::TYPE_ARRAY => {
                        let length = constants.get(&inst.get(2)?).copied().unwrap_or(1);
                        of(o.get(1)).saturating_mul(u64::from(length))
                    }
                    op::TYPE_STRUCT => inst.rest(1).iter().fold(0, |n, m| of(Some(m)).saturating_add(n)),
                    _ => 1,
                };
                if inst.opcode == op::TYPE_POINTER {
                    pointers.insert(inst.get(0)?, inst.get(2)?);
                }
                scalars.insert(inst.get(0)?, count);
            }
            op::CONSTANT | op::SPEC_CONSTANT => {
                constants.insert(inst.get(1)?, inst.get(2)?);
            }
            op::VARIABLE if OWN.contains(&inst.get(2)?) => {
                let count = of(pointers.get(&inst.get(0)?));
                within("the number of scalars of a variable", count, MAX_LOCAL)?;
            }
            UNDEF | CONSTANT_NULL => {
                within("the number of scalars of a value", of(o.first()), MAX_LOCAL)?;
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(body: &[(u16, &[u32])]) -> Vec<u32> {
        let mut words = vec![crate::spirv::inst::MAGIC, 0x0001_0300, 0, 100, 0];
        for (opcode, operands) in body {
            words.push((operands.len() as u32 + 1) << 16 | u32::from(*opcode));
            words.extend_from_slice(operands);
        }
        words
    }

    #[test]
    fn an_array_of_arrays_that_text_would_write_out_is_refused() {
        let float: (u16, &[u32]) = (op::TYPE_FLOAT, &[1, 32]);
        let length: (u16, &[u32]) = (op::CONSTANT, &[1, 2, 1000]);
        let inner: (u16, &[u32]) = (op::TYPE_ARRAY, &[3, 1, 2]);
        let outer: (u16, &[u32]) = (op::TYPE_ARRAY, &[4, 3, 2]);
        let pointer: (u16, &[u32]) = (op::TYPE_POINTER, &[5, 7, 4]);
        let of_inner: (u16, &[u32]) = (op::TYPE_POINTER, &[6, 7, 3]);
        let large = words(&[float, length, inner, outer, pointer, (op::VARIABLE, &[5, 8, 7])]);
        let why = module(&large).unwrap_err();
        assert_eq!(why.code(), "translate-too-complex");
        assert!(why.to_string().contains("1000000"), "{why}");
        assert!(module(&words(&[float, length, inner, of_inner, (op::VARIABLE, &[6, 8, 7])])).is_ok());
        // A storage buffer may be as large as it likes.
        assert!(module(&words(&[float, length, inner, outer, pointer, (op::VARIABLE, &[5, 8, 12])])).is_ok());
    }

    #[test]
    fn nesting_is_bounded() {
        let mut body: Vec<(u16, &[u32])> = vec![(op::FUNCTION, &[1, 2, 0, 3])];
        body.extend(std::iter::repeat_n((SELECTION_MERGE, &[4, 0][..]), 5000));
        let why = module(&words(&body)).unwrap_err();
        assert!(why.to_string().contains("selections and loops"), "{why}");
        let types: Vec<(u16, &[u32])> = std::iter::repeat_n((op::TYPE_FLOAT, &[1, 32][..]), 20_000).collect();
        assert!(module(&words(&types)).unwrap_err().to_string().contains("types"));
        assert!(module(&vec![0; MAX_WORDS + 1]).unwrap_err().to_string().contains("words"));
    }
}
