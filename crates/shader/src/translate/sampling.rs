//! Where values between stages are taken: at the centroid or at each sample. The translator's reader drops both unless another kind of
//! interpolation is said too, so that they are put back.

use super::TranslateError;
use crate::spirv::inst::Instructions;
use crate::spirv::op;
use naga::{Binding, Interpolation, Module, Sampling, ShaderStage, TypeInner};
use std::collections::HashMap;

/// Decorations `Centroid`, `Sample` and `Location`, and storage classes `Input` and `Output`.
const CENTROID: u32 = 16;
const SAMPLE: u32 = 17;
const LOCATION: u32 = 30;
const INPUT: u32 = 1;
const OUTPUT: u32 = 3;

/// Puts back what a module says of the inputs of a fragment shader or the outputs of a vertex shader.
pub(super) fn restore(module: &mut Module, words: &[u32], stage: ShaderStage) -> Result<(), TranslateError> {
    let class = match stage {
        ShaderStage::Fragment => INPUT,
        ShaderStage::Vertex => OUTPUT,
        _ => return Ok(()),
    };
    let said = said(words, class)?;
    if said.is_empty() {
        return Ok(());
    }
    let put = |binding: &mut Option<Binding>| {
        if let Some(Binding::Location { location, interpolation, sampling, .. }) = binding
            && let Some(own) = said.get(location)
            && *interpolation != Some(Interpolation::Flat)
        {
            *sampling = Some(*own);
        }
    };
    let Some(entry) = module.entry_points.first_mut() else { return Ok(()) };
    if stage == ShaderStage::Fragment {
        entry.function.arguments.iter_mut().for_each(|argument| put(&mut argument.binding));
        return Ok(());
    }
    let Some(result) = &mut entry.function.result else { return Ok(()) };
    put(&mut result.binding);
    let mut ty = module.types[result.ty].clone();
    if let TypeInner::Struct { members, .. } = &mut ty.inner {
        members.iter_mut().for_each(|member| put(&mut member.binding));
        if ty != module.types[result.ty] {
            module.types.replace(result.ty, ty);
        }
    }
    Ok(())
}

/// By location.
fn said(words: &[u32], class: u32) -> Result<HashMap<u32, Sampling>, TranslateError> {
    let (mut where_taken, mut locations) = (HashMap::new(), HashMap::new());
    let mut own = Vec::new();
    for inst in Instructions::new(words) {
        let inst = inst?;
        match (inst.opcode, inst.operands) {
            (op::DECORATE, [id, CENTROID]) => {
                where_taken.insert(*id, Sampling::Centroid);
            }
            (op::DECORATE, [id, SAMPLE]) => {
                where_taken.insert(*id, Sampling::Sample);
            }
            (op::DECORATE, [id, LOCATION, location]) => {
                locations.insert(*id, *location);
            }
            (op::MEMBER_DECORATE, [_, _, CENTROID | SAMPLE]) => {
                let why = "a member of a block is taken at the centroid or at each sample; make it a variable of its own";
                return Err(TranslateError::Parser { why: why.to_owned() });
            }
            (op::VARIABLE, [_, id, of, ..]) if *of == class => own.push(*id),
            _ => {}
        }
    }
    let one = |id: u32| Some((locations.get(&id).copied()?, where_taken.get(&id).copied()?));
    Ok(own.into_iter().filter_map(one).collect())
}
