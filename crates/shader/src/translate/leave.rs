//! Loops that are left from inside a switch.
//!
//! SPIR-V may branch out of a loop from inside a switch in it, and compilers do: Slang puts the body of a loop with a condition into
//! a switch of one case. No language has a word for it, and the translator takes such a branch for one out of the switch alone,
//! so that the loop never ends. Here a switch of one case that is left at one place goes away; out of any other
//! a flag is carried, by which the loop is left after the switch.

use super::TranslateError;
use super::rewrite::Writer;
use crate::spirv::inst::{Inst, Instructions};
use crate::spirv::op;
use std::collections::{HashMap, HashSet};

const PHI: u16 = 245;
const SELECTION_MERGE: u16 = 247;
const LABEL: u16 = 248;
const BRANCH: u16 = 249;
const BRANCH_CONDITIONAL: u16 = 250;
/// The last instruction of a block is one of `OpBranch` to `OpUnreachable`, or of those of ray queries and meshes.
const LAST: std::ops::RangeInclusive<u16> = BRANCH..=255;
const OTHER_LAST: [u16; 5] = [4416, 4448, 4449, 5294, 5380];
/// Storage class `Function`.
const OWN: u32 = 7;

/// One instruction.
type Op = (u16, Vec<u32>);

#[derive(Debug, Clone)]
struct Block {
    label: u32,
    body: Vec<Op>,
    merge: Option<Op>,
    last: Op,
}

impl Block {
    /// Where in the operands of the last instruction labels stand.
    fn label_places(&self) -> Vec<usize> {
        let count = self.last.1.len();
        match self.last.0 {
            BRANCH => vec![0],
            BRANCH_CONDITIONAL => vec![1, 2],
            // Selector and default, then pairs of a literal and a label; literals of 64 bits are refused before.
            op::SWITCH => std::iter::once(1).chain((3..count).step_by(2)).collect(),
            _ => Vec::new(),
        }
    }

    fn targets(&self) -> Vec<u32> {
        self.label_places().into_iter().filter_map(|i| self.last.1.get(i).copied()).collect()
    }

    /// Turns branches to one block into branches to another.
    fn redirect(&mut self, from: u32, to: u32) {
        for place in self.label_places() {
            if let Some(label) = self.last.1.get_mut(place)
                && *label == from
            {
                *label = to;
            }
        }
    }

    fn has_phi(&self) -> bool {
        self.body.iter().any(|(opcode, _)| *opcode == PHI)
    }
}

/// What the module must have for the flags.
#[derive(Default)]
struct Needs {
    bool_type: Option<u32>,
    /// New ids of a pointer to a boolean, true and false.
    made: Option<[u32; 3]>,
    new_bool: bool,
}

/// The module without such loops.
pub(super) fn leave(words: &[u32]) -> Result<Option<Vec<u32>>, TranslateError> {
    let mut out = Writer::new(words)?;
    let mut needs = Needs::default();
    let mut functions: Vec<Vec<Op>> = Vec::new();
    let mut before = Vec::new();
    let mut changed = false;
    let mut current: Vec<Op> = Vec::new();
    let mut inside = false;
    let mut wide = HashSet::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        let taken = (inst.opcode, inst.operands.to_vec());
        match inst.opcode {
            op::TYPE_BOOL => needs.bool_type = inst.operands.first().copied(),
            op::TYPE_INT if inst.get(1)? > 32 => {
                wide.insert(inst.get(0)?);
            }
            op::FUNCTION => inside = true,
            op::SWITCH if is_wide(&inst, &current, &wide) => {
                let why = "a switch over integers of 64 bits is not followed".to_owned();
                return Err(TranslateError::Parser { why });
            }
            _ => {}
        }
        if !inside {
            before.push(taken);
            continue;
        }
        current.push(taken);
        if inst.opcode == op::FUNCTION_END {
            inside = false;
            let function = std::mem::take(&mut current);
            let (function, own) = one_function(function, &mut out, &mut needs)?;
            changed |= own;
            functions.push(function);
        }
    }
    if !changed {
        return Ok(None);
    }
    for (opcode, operands) in &before {
        out.put(*opcode, operands);
    }
    if let (Some([pointer, yes, no]), Some(bool_type)) = (needs.made, needs.bool_type) {
        if needs.new_bool {
            out.put(op::TYPE_BOOL, &[bool_type]);
        }
        out.put(op::TYPE_POINTER, &[pointer, OWN, bool_type]);
        out.put(op::CONSTANT_TRUE, &[bool_type, yes]);
        out.put(op::CONSTANT_FALSE, &[bool_type, no]);
    }
    for (opcode, operands) in functions.iter().flatten() {
        out.put(*opcode, operands);
    }
    Ok(Some(out.finish()))
}

/// Whether the selector of a switch has a type of 64 bits; it was made in this function or is a constant, which has few cases.
fn is_wide(inst: &Inst<'_>, function: &[Op], wide: &HashSet<u32>) -> bool {
    let selector = inst.operands.first().copied().unwrap_or(0);
    function.iter().any(|(_, o)| matches!(o.as_slice(), [ty, id, ..] if *id == selector && wide.contains(ty)))
}

/// A function without such loops, and whether it changed.
fn one_function(
    function: Vec<Op>,
    out: &mut Writer,
    needs: &mut Needs,
) -> Result<(Vec<Op>, bool), TranslateError> {
    if !function.iter().any(|(opcode, _)| *opcode == op::SWITCH) {
        return Ok((function, false));
    }
    let (head, mut blocks) = split(&function);
    let mut changed = false;
    // Each round removes one switch or one way out of it to a loop; ways out to outer loops are found in later rounds.
    let mut rounds = 0;
    while let Some(found) = find(&blocks) {
        rounds += 1;
        if rounds > function.len() {
            let why = "the switches and loops of a function are not nested".to_owned();
            return Err(TranslateError::Parser { why });
        }
        changed = true;
        if found.plain {
            let block = &mut blocks[found.switch];
            block.merge = None;
            block.last = (BRANCH, block.last.1.get(1).copied().into_iter().collect());
        } else {
            carry(&mut blocks, &found, out, needs)?;
        }
    }
    if !changed {
        return Ok((function, false));
    }
    let mut joined = head;
    for block in blocks {
        joined.push((LABEL, vec![block.label]));
        joined.extend(block.body);
        joined.extend(block.merge);
        joined.push(block.last);
    }
    joined.push((op::FUNCTION_END, Vec::new()));
    Ok((joined, true))
}

/// What stands before the first block, and the blocks.
fn split(function: &[Op]) -> (Vec<Op>, Vec<Block>) {
    let (mut head, mut blocks) = (Vec::new(), Vec::<Block>::new());
    for (opcode, operands) in function {
        let one = (*opcode, operands.clone());
        match (*opcode, blocks.last_mut()) {
            (LABEL, _) => blocks.push(Block {
                label: operands.first().copied().unwrap_or(0),
                body: Vec::new(),
                merge: None,
                last: (255, Vec::new()),
            }),
            (op::FUNCTION_END, _) => {}
            (_, None) => head.push(one),
            (SELECTION_MERGE | op::LOOP_MERGE, Some(block)) => block.merge = Some(one),
            (last, Some(block)) if LAST.contains(&last) || OTHER_LAST.contains(&last) => block.last = one,
            (_, Some(block)) => block.body.push(one),
        }
    }
    (head, blocks)
}

/// A switch out of which a loop is left.
struct Found {
    switch: usize,
    /// Where the switch ends.
    merge: u32,
    /// Where the loop ends.
    exit: u32,
    /// The blocks of the switch.
    region: HashSet<u32>,
    /// It has one case and is left at one place, so that it is no switch at all.
    plain: bool,
}

fn find(blocks: &[Block]) -> Option<Found> {
    let by_label: HashMap<u32, &Block> = blocks.iter().map(|b| (b.label, b)).collect();
    let reach = |from: &[u32], stop: &HashSet<u32>| -> HashSet<u32> {
        let mut seen: HashSet<u32> = from.iter().copied().filter(|l| !stop.contains(l)).collect();
        let mut open: Vec<u32> = seen.iter().copied().collect();
        while let Some(label) = open.pop() {
            for target in by_label.get(&label).map(|b| b.targets()).unwrap_or_default() {
                if !stop.contains(&target) && seen.insert(target) {
                    open.push(target);
                }
            }
        }
        seen
    };
    let loops: Vec<(HashSet<u32>, u32, u32)> = blocks
        .iter()
        .filter_map(|b| match b.merge.as_ref()? {
            (op::LOOP_MERGE, o) => match o.as_slice() {
                [exit, next, ..] => Some((reach(&[b.label], &HashSet::from([*exit])), *exit, *next)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    // The innermost switches come last, and must be first.
    for (switch, block) in blocks.iter().enumerate().rev() {
        let (Some((SELECTION_MERGE, merge)), op::SWITCH) = (&block.merge, block.last.0) else { continue };
        let Some(&merge) = merge.first() else { continue };
        let around: Vec<_> = loops.iter().filter(|(inside, ..)| inside.contains(&block.label)).collect();
        if around.is_empty() {
            continue;
        }
        let mut stop = HashSet::from([merge, block.label]);
        stop.extend(around.iter().flat_map(|(_, exit, next)| [*exit, *next]));
        let region = reach(&block.targets(), &stop);
        let leaves =
            |exit: u32| region.iter().any(|l| by_label.get(l).is_some_and(|b| b.targets().contains(&exit)));
        let Some((_, exit, _)) = around.iter().find(|(_, exit, _)| *exit != merge && leaves(*exit)) else {
            continue;
        };
        let into_merge = blocks.iter().flat_map(Block::targets).filter(|t| *t == merge).count();
        let plain = block.targets().len() == 1 && into_merge <= 1;
        return Some(Found { switch, merge, exit: *exit, region, plain });
    }
    None
}

/// Sets a flag where the loop is left and leaves the switch instead; leaves the loop after the switch by the flag.
fn carry(
    blocks: &mut Vec<Block>,
    found: &Found,
    out: &mut Writer,
    needs: &mut Needs,
) -> Result<(), TranslateError> {
    let bool_type = *needs.bool_type.get_or_insert_with(|| {
        needs.new_bool = true;
        out.id()
    });
    let [pointer, yes, no] = *needs.made.get_or_insert_with(|| [out.id(), out.id(), out.id()]);
    let has_phi = |label: u32| blocks.iter().any(|b| b.label == label && b.has_phi());
    if has_phi(found.merge) || has_phi(found.exit) {
        let why =
            "a loop is left from inside a switch to where values meet (OpPhi); compile without optimisation";
        return Err(TranslateError::Parser { why: why.to_owned() });
    }
    let (flag, set, value, leave, rest) = (out.id(), out.id(), out.id(), out.id(), out.id());
    if let Some(first) = blocks.first_mut() {
        first.body.insert(0, (op::VARIABLE, vec![pointer, flag, OWN]));
    }
    let header = blocks[found.switch].label;
    for block in blocks.iter_mut() {
        if block.label == header {
            block.body.push((op::STORE, vec![flag, no]));
        }
        if found.region.contains(&block.label) {
            block.redirect(found.exit, set);
        } else if block.label != header {
            // What comes from elsewhere, such as the next turn of a loop that begins there, does not ask.
            block.redirect(found.merge, rest);
        }
        for (_, operands) in block.body.iter_mut().filter(|(opcode, _)| *opcode == PHI) {
            for parent in operands.iter_mut().skip(3).step_by(2).filter(|p| **p == found.merge) {
                *parent = rest;
            }
        }
    }
    let Some(at) = blocks.iter().position(|b| b.label == found.merge) else { return Ok(()) };
    let merge = &mut blocks[at];
    let after = Block {
        label: rest,
        body: std::mem::take(&mut merge.body),
        merge: merge.merge.take(),
        last: std::mem::replace(&mut merge.last, (BRANCH_CONDITIONAL, vec![value, leave, rest])),
    };
    merge.body = vec![(op::LOAD, vec![bool_type, value, flag])];
    merge.merge = Some((SELECTION_MERGE, vec![rest, 0]));
    let exit = Block { label: leave, body: Vec::new(), merge: None, last: (BRANCH, vec![found.exit]) };
    blocks.splice(at + 1..at + 1, [exit, after]);
    // It belongs to the switch, and stands before its end.
    let setting = Block {
        label: set,
        body: vec![(op::STORE, vec![flag, yes])],
        merge: None,
        last: (BRANCH, vec![found.merge]),
    };
    blocks.insert(at, setting);
    Ok(())
}
