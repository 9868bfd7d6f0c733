//! Specialisation constants get their values: no language but WGSL can leave them open, and the translator does not compute with
//! them.

use super::rewrite::{Writer, apply, deco};
use super::{Target, TranslateError};
use crate::spirv::inst::{Inst, Instructions};
use crate::spirv::op;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

const SPEC_CONSTANT_OP: u16 = 52;
const CONSTANT_NULL: u16 = 46;
/// Execution modes `LocalSize` and `LocalSizeId`, and the built-in `WorkgroupSize`.
const LOCAL_SIZE: u32 = 17;
const LOCAL_SIZE_ID: u32 = 38;
const WORKGROUP_SIZE: u32 = 25;

/// Gives every constant its value. For WGSL they stay open where none has a value and none is computed with; their ids.
pub(super) fn settle(
    words: &mut Cow<'_, [u32]>,
    target: Target,
    values: &[(u32, u64)],
) -> Result<Vec<u32>, TranslateError> {
    let declared = Declared::read(words)?;
    for (id, _) in values {
        if !declared.ids.values().any(|there| there == id) {
            return Err(TranslateError::Constant { id: *id, why: "the module has none of this id" });
        }
    }
    if declared.ids.is_empty() && !declared.computed {
        return Ok(Vec::new());
    }
    if target == Target::Wgsl && values.is_empty() && !declared.computed && !declared.structural {
        let mut open: Vec<u32> = declared.ids.into_values().collect();
        open.sort_unstable();
        return Ok(open);
    }
    let values: BTreeMap<u32, u64> = values.iter().copied().collect();
    apply(words, |w| bake(w, &declared, &values).map(Some))?;
    Ok(Vec::new())
}

#[derive(Default)]
struct Declared {
    /// From a constant in the module to its id in the API.
    ids: HashMap<u32, u32>,
    /// There are constants that are computed from others.
    computed: bool,
    /// Constants set a workgroup's size, the length of an array or parts of a composite.
    structural: bool,
    /// Composites that are the workgroup's size.
    workgroup: HashMap<u32, Vec<u32>>,
}

impl Declared {
    fn read(words: &[u32]) -> Result<Self, TranslateError> {
        let mut out = Self::default();
        let mut sizes = Vec::new();
        let mut specs = Vec::new();
        for inst in Instructions::new(words) {
            let inst = inst?;
            match (inst.opcode, inst.operands) {
                (op::DECORATE, [id, deco::SPEC_ID, spec]) => {
                    out.ids.insert(*id, *spec);
                }
                (op::DECORATE, [id, deco::BUILT_IN, WORKGROUP_SIZE]) => sizes.push(*id),
                (op::SPEC_CONSTANT | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE, [_, id, ..]) => {
                    specs.push(*id);
                }
                (op::SPEC_CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE, [_, id, parts @ ..]) => {
                    out.structural |= inst.opcode == op::SPEC_CONSTANT_COMPOSITE;
                    if sizes.contains(id) {
                        out.workgroup.insert(*id, parts.to_vec());
                    }
                }
                (SPEC_CONSTANT_OP, _) => out.computed = true,
                (op::EXECUTION_MODE_ID, [_, LOCAL_SIZE_ID, ..]) => out.structural = true,
                (op::TYPE_ARRAY, [_, _, length]) if specs.contains(length) => out.structural = true,
                _ => {}
            }
        }
        Ok(out)
    }
}

/// What is known of scalars of 32 bits and less, and of booleans.
#[derive(Default)]
struct Known {
    values: HashMap<u32, u32>,
    floats: Vec<u32>,
    scalars: Vec<u32>,
}

fn bake(words: &[u32], declared: &Declared, set: &BTreeMap<u32, u64>) -> Result<Vec<u32>, TranslateError> {
    let mut known = Known::default();
    // Sizes of workgroups stand before the constants that they are made of.
    let mut out = Writer::new(words)?;
    for inst in Instructions::new(words) {
        known.constant(&inst?, declared, set, &mut out)?;
    }
    let mut out = Writer::new(words)?;
    let mut known_again = Known::default();
    for inst in Instructions::new(words) {
        let inst = inst?;
        let value = |id: &u32| {
            known.values.get(id).copied().ok_or(TranslateError::Constant {
                id: *id,
                why: "it sets the size of a workgroup, and its value is not known",
            })
        };
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [_, deco::SPEC_ID, ..] | [_, deco::BUILT_IN, WORKGROUP_SIZE]) => {}
            (op::EXECUTION_MODE_ID, [entry, LOCAL_SIZE_ID, sides @ ..]) => {
                let sides: Vec<u32> = sides.iter().map(value).collect::<Result<_, _>>()?;
                out.put(op::EXECUTION_MODE, &[&[*entry, LOCAL_SIZE], &sides[..]].concat());
            }
            (op::EXECUTION_MODE, [entry, LOCAL_SIZE, ..]) if !declared.workgroup.is_empty() => {
                // A module has one such constant.
                let parts = declared.workgroup.values().next().cloned().unwrap_or_default();
                let sides: Vec<u32> = parts.iter().map(value).collect::<Result<_, _>>()?;
                out.put(op::EXECUTION_MODE, &[&[*entry, LOCAL_SIZE], &sides[..]].concat());
            }
            _ => {
                if !known_again.constant(&inst, declared, set, &mut out)? {
                    out.copy(&inst);
                }
            }
        }
    }
    Ok(out.finish())
}

impl Known {
    /// Takes a type or a constant; whether it wrote another in its place.
    fn constant(
        &mut self,
        inst: &Inst<'_>,
        declared: &Declared,
        set: &BTreeMap<u32, u64>,
        out: &mut Writer,
    ) -> Result<bool, TranslateError> {
        let given = |id: &u32| declared.ids.get(id).and_then(|spec| set.get(spec)).copied();
        match (inst.opcode, inst.operands) {
            (op::TYPE_BOOL, [id]) => self.scalars.push(*id),
            (op::TYPE_INT, [id, width, ..]) if *width <= 32 => self.scalars.push(*id),
            (op::TYPE_FLOAT, [id, width, ..]) if *width <= 32 => {
                self.scalars.push(*id);
                self.floats.push(*id);
            }
            (op::CONSTANT, [ty, id, value]) if self.scalars.contains(ty) => {
                self.values.insert(*id, *value);
            }
            (CONSTANT_NULL, [ty, id]) if self.scalars.contains(ty) => {
                self.values.insert(*id, 0);
            }
            (op::CONSTANT_TRUE | op::CONSTANT_FALSE, [_, id]) => {
                self.values.insert(*id, u32::from(inst.opcode == op::CONSTANT_TRUE));
            }
            (op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE, [ty, id]) => {
                let value = given(id).unwrap_or(u64::from(inst.opcode == op::SPEC_CONSTANT_TRUE));
                self.boolean(*ty, *id, value != 0, out);
                return Ok(true);
            }
            (op::SPEC_CONSTANT, [ty, id, default]) => {
                let [value, _] = given(id).map_or([*default, 0], halves);
                self.values.insert(*id, value);
                out.put(op::CONSTANT, &[*ty, *id, value]);
                return Ok(true);
            }
            (op::SPEC_CONSTANT, [ty, id, low, high]) => {
                let [low, high] = given(id).map_or([*low, *high], halves);
                out.put(op::CONSTANT, &[*ty, *id, low, high]);
                return Ok(true);
            }
            (op::SPEC_CONSTANT_COMPOSITE, operands) => {
                out.put(op::CONSTANT_COMPOSITE, operands);
                return Ok(true);
            }
            (SPEC_CONSTANT_OP, [ty, id, opcode, from @ ..]) => {
                let unknown = TranslateError::Constant {
                    id: *id,
                    why: "it is computed in a way that is not followed; only scalars of 32 bits are",
                };
                let operands: Option<Vec<u32>> = from.iter().map(|id| self.values.get(id).copied()).collect();
                let value = operands
                    .filter(|_| self.scalars.contains(ty) && !self.floats.contains(ty))
                    .and_then(|o| compute(*opcode, &o))
                    .ok_or(unknown)?;
                match value {
                    Value::Word(value) => {
                        self.values.insert(*id, value);
                        out.put(op::CONSTANT, &[*ty, *id, value]);
                    }
                    Value::Truth(value) => self.boolean(*ty, *id, value, out),
                }
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    fn boolean(&mut self, ty: u32, id: u32, value: bool, out: &mut Writer) {
        self.values.insert(id, u32::from(value));
        out.put(if value { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE }, &[ty, id]);
    }
}

/// The low and the high word.
fn halves(bits: u64) -> [u32; 2] {
    [(bits & 0xffff_ffff) as u32, (bits >> 32) as u32]
}

#[derive(Debug, PartialEq)]
enum Value {
    Word(u32),
    Truth(bool),
}

/// The operations of `OpSpecConstantOp` on integers and booleans, by the opcodes of the SPIR-V specification; division by zero and
/// shifts by more than the width have no value.
fn compute(opcode: u32, o: &[u32]) -> Option<Value> {
    let signed = |w: u32| w.cast_signed();
    let word = |w: i32| Some(Value::Word(w.cast_unsigned()));
    Some(match (opcode, o) {
        // UConvert and SConvert between widths of at most 32 bits.
        (113 | 114, [a]) => Value::Word(*a),
        (126, [a]) => return word(signed(*a).wrapping_neg()),
        (128, [a, b]) => Value::Word(a.wrapping_add(*b)),
        (130, [a, b]) => Value::Word(a.wrapping_sub(*b)),
        (132, [a, b]) => Value::Word(a.wrapping_mul(*b)),
        (134, [a, b]) => Value::Word(a.checked_div(*b)?),
        (135, [a, b]) => return word(signed(*a).checked_div(signed(*b))?),
        (137, [a, b]) => Value::Word(a.checked_rem(*b)?),
        (138, [a, b]) => return word(signed(*a).checked_rem(signed(*b))?),
        // The remainder takes the sign of the divisor.
        (139, [a, b]) => {
            let (a, b) = (signed(*a), signed(*b));
            let rest = a.checked_rem(b)?;
            return word(if rest != 0 && (rest < 0) != (b < 0) { rest.wrapping_add(b) } else { rest });
        }
        (194, [a, b]) => Value::Word(a.checked_shr(*b)?),
        (195, [a, b]) => return word(signed(*a).checked_shr(*b)?),
        (196, [a, b]) => Value::Word(a.checked_shl(*b)?),
        (197, [a, b]) => Value::Word(a | b),
        (198, [a, b]) => Value::Word(a ^ b),
        (199, [a, b]) => Value::Word(a & b),
        (200, [a]) => Value::Word(!a),
        (164 | 170, [a, b]) => Value::Truth(a == b),
        (165 | 171, [a, b]) => Value::Truth(a != b),
        (166, [a, b]) => Value::Truth(*a != 0 || *b != 0),
        (167, [a, b]) => Value::Truth(*a != 0 && *b != 0),
        (168, [a]) => Value::Truth(*a == 0),
        (169, [c, a, b]) => Value::Word(if *c != 0 { *a } else { *b }),
        (172, [a, b]) => Value::Truth(a > b),
        (173, [a, b]) => Value::Truth(signed(*a) > signed(*b)),
        (174, [a, b]) => Value::Truth(a >= b),
        (175, [a, b]) => Value::Truth(signed(*a) >= signed(*b)),
        (176, [a, b]) => Value::Truth(a < b),
        (177, [a, b]) => Value::Truth(signed(*a) < signed(*b)),
        (178, [a, b]) => Value::Truth(a <= b),
        (179, [a, b]) => Value::Truth(signed(*a) <= signed(*b)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_computed_as_the_specification_says() {
        let minus = |n: i32| (-n).cast_unsigned();
        assert_eq!(compute(128, &[u32::MAX, 2]), Some(Value::Word(1)));
        assert_eq!(compute(135, &[minus(7), 2]), Some(Value::Word(minus(3))));
        assert_eq!(compute(138, &[minus(7), 3]), Some(Value::Word(minus(1))));
        assert_eq!(compute(139, &[minus(7), 3]), Some(Value::Word(2)));
        assert_eq!(compute(195, &[minus(8), 1]), Some(Value::Word(minus(4))));
        assert_eq!(compute(173, &[1, minus(1)]), Some(Value::Truth(true)));
        assert_eq!(compute(172, &[1, minus(1)]), Some(Value::Truth(false)));
        assert_eq!(compute(169, &[0, 5, 6]), Some(Value::Word(6)));
        // What has no value has none.
        assert_eq!(compute(134, &[1, 0]), None);
        assert_eq!(compute(135, &[i32::MIN.cast_unsigned(), minus(1)]), None);
        assert_eq!(compute(196, &[1, 32]), None);
        assert_eq!(compute(129, &[1, 1]), None);
    }
}
