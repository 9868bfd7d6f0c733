//! Types, constants and global variables. A type may only name types that stand before it, so none contains itself, and its size
//! is known when it is read.

use super::declarations::{Declarations, deco};
use super::inst::Inst;
use super::op;
use crate::error::ShaderError;
use crate::reflection::{Block, Member, Sample, Scalar};
use std::collections::HashMap;

/// Storage classes, by the numbers of the SPIR-V specification, section "Storage Class".
pub(super) mod class {
    pub(crate) const UNIFORM_CONSTANT: u32 = 0;
    pub(crate) const INPUT: u32 = 1;
    pub(crate) const UNIFORM: u32 = 2;
    pub(crate) const OUTPUT: u32 = 3;
    pub(crate) const PUSH_CONSTANT: u32 = 9;
    pub(crate) const STORAGE_BUFFER: u32 = 12;
}

/// Members of all blocks of a module together, so that a damaged one cannot describe more than fits in memory.
const MAX_MEMBERS: usize = 1 << 16;
/// Structures inside structures.
const MAX_DEPTH: u32 = 16;

#[derive(Debug, Clone)]
pub(super) enum Type {
    Bool,
    Scalar(Scalar),
    Vector { of: u32, count: u32 },
    Matrix { column: u32, columns: u32 },
    Image(Image),
    Sampler,
    SampledImage { image: u32 },
    Array { of: u32, length: u32 },
    RuntimeArray { of: u32 },
    Struct { members: Vec<u32> },
    Pointer { to: u32 },
    AccelerationStructure,
    Other,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    pub(super) sample: Sample,
    pub(super) dimension: u32,
    pub(super) depth: bool,
    pub(super) arrayed: bool,
    pub(super) multisampled: bool,
    pub(super) sampled: u32,
    pub(super) format: u32,
}

#[derive(Debug, Clone)]
pub(super) struct Constant {
    /// The low and high word of the value.
    pub(super) bits: u64,
    pub(super) ty: u32,
    pub(super) spec: bool,
    /// The constituents of a composite.
    pub(super) parts: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub(super) id: u32,
    pub(super) ty: u32,
    pub(super) class: u32,
}

#[derive(Debug, Default)]
pub(super) struct Types {
    types: HashMap<u32, Type>,
    sizes: HashMap<u32, u32>,
    pub(super) constants: HashMap<u32, Constant>,
    pub(super) variables: Vec<Variable>,
    members_made: std::cell::Cell<usize>,
    /// Arrays whose length a specialisation constant sets, with the constant's id in the module.
    pub(super) open_arrays: HashMap<u32, u32>,
}

impl Types {
    pub(super) fn get(&self, id: u32) -> Result<&Type, ShaderError> {
        self.types.get(&id).ok_or(ShaderError::Undefined { id, wanted: "a type" })
    }

    /// The type that a variable's pointer points to.
    pub(super) fn pointee(&self, variable: Variable) -> Result<u32, ShaderError> {
        match self.get(variable.ty)? {
            Type::Pointer { to } => Ok(*to),
            _ => Err(ShaderError::Undefined { id: variable.ty, wanted: "a pointer type" }),
        }
    }

    /// Takes a type, a constant or a variable; leaves every other instruction alone.
    pub(super) fn take(
        &mut self,
        inst: &Inst<'_>,
        decls: &Declarations,
        bound: u32,
    ) -> Result<(), ShaderError> {
        let made = match inst.opcode {
            op::TYPE_VOID | op::TYPE_FUNCTION => Type::Other,
            op::TYPE_BOOL => Type::Bool,
            op::TYPE_INT => {
                let width = inst.get(1)?;
                Type::Scalar(if inst.get(2)? == 0 { Scalar::Uint(width) } else { Scalar::Sint(width) })
            }
            op::TYPE_FLOAT => Type::Scalar(Scalar::Float(inst.get(1)?)),
            op::TYPE_VECTOR => Type::Vector { of: self.known(inst, 1, bound)?, count: inst.get(2)? },
            op::TYPE_MATRIX => Type::Matrix { column: self.known(inst, 1, bound)?, columns: inst.get(2)? },
            op::TYPE_IMAGE => Type::Image(self.image(inst, bound)?),
            op::TYPE_SAMPLER => Type::Sampler,
            op::TYPE_SAMPLED_IMAGE => Type::SampledImage { image: self.known(inst, 1, bound)? },
            op::TYPE_ARRAY => {
                let of = self.known(inst, 1, bound)?;
                let constant = inst.id(2, bound)?;
                let length = self
                    .constants
                    .get(&constant)
                    .ok_or(ShaderError::Undefined { id: constant, wanted: "a constant" })?;
                if length.spec {
                    self.open_arrays.insert(inst.id(0, bound)?, constant);
                }
                Type::Array { of, length: u32::try_from(length.bits).unwrap_or(u32::MAX) }
            }
            op::TYPE_RUNTIME_ARRAY => Type::RuntimeArray { of: self.known(inst, 1, bound)? },
            op::TYPE_STRUCT => {
                let mut members = Vec::with_capacity(inst.rest(1).len());
                for i in 1..inst.operands.len() {
                    // A pointer that was declared forward may stand here before its definition.
                    members.push(inst.id(i, bound)?);
                }
                Type::Struct { members }
            }
            op::TYPE_POINTER => Type::Pointer { to: inst.id(2, bound)? },
            op::TYPE_ACCELERATION_STRUCTURE => Type::AccelerationStructure,
            op::CONSTANT_TRUE
            | op::CONSTANT_FALSE
            | op::CONSTANT
            | op::CONSTANT_COMPOSITE
            | op::SPEC_CONSTANT_TRUE
            | op::SPEC_CONSTANT_FALSE
            | op::SPEC_CONSTANT
            | op::SPEC_CONSTANT_COMPOSITE => return self.constant(inst, bound),
            op::VARIABLE => {
                self.variables.push(Variable {
                    ty: inst.id(0, bound)?,
                    id: inst.id(1, bound)?,
                    class: inst.get(2)?,
                });
                return Ok(());
            }
            _ => return Ok(()),
        };
        let id = inst.id(0, bound)?;
        let size = self.size_of(id, &made, decls);
        if self.types.insert(id, made).is_some() {
            return Err(ShaderError::Redefined { word: inst.word, id });
        }
        self.sizes.insert(id, size);
        Ok(())
    }

    /// Operand `i` as the id of a type that was read before.
    fn known(&self, inst: &Inst<'_>, i: usize, bound: u32) -> Result<u32, ShaderError> {
        let id = inst.id(i, bound)?;
        self.get(id).map(|_| id)
    }

    fn image(&self, inst: &Inst<'_>, bound: u32) -> Result<Image, ShaderError> {
        let sample = match self.get(inst.id(1, bound)?)? {
            Type::Scalar(Scalar::Sint(_)) => Sample::Sint,
            Type::Scalar(Scalar::Uint(_)) => Sample::Uint,
            _ => Sample::Float,
        };
        Ok(Image {
            sample,
            dimension: inst.get(2)?,
            depth: inst.get(3)? == 1,
            arrayed: inst.get(4)? == 1,
            multisampled: inst.get(5)? == 1,
            sampled: inst.get(6)?,
            format: inst.get(7)?,
        })
    }

    fn constant(&mut self, inst: &Inst<'_>, bound: u32) -> Result<(), ShaderError> {
        let (ty, id) = (inst.id(0, bound)?, inst.id(1, bound)?);
        let mut parts = Vec::new();
        let bits = match inst.opcode {
            op::CONSTANT_TRUE | op::SPEC_CONSTANT_TRUE => 1,
            op::CONSTANT_FALSE | op::SPEC_CONSTANT_FALSE => 0,
            op::CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE => {
                parts = inst.rest(2).to_vec();
                0
            }
            _ => u64::from(inst.get(2)?) | u64::from(inst.rest(3).first().copied().unwrap_or(0)) << 32,
        };
        let spec = matches!(
            inst.opcode,
            op::SPEC_CONSTANT_TRUE
                | op::SPEC_CONSTANT_FALSE
                | op::SPEC_CONSTANT
                | op::SPEC_CONSTANT_COMPOSITE
        );
        if self.constants.insert(id, Constant { bits, ty, spec, parts }).is_some() {
            return Err(ShaderError::Redefined { word: inst.word, id });
        }
        Ok(())
    }

    /// Bytes of a type by its own decorations; a matrix's stride and order stand at the member that holds it.
    pub(super) fn size(&self, id: u32) -> u32 {
        self.sizes.get(&id).copied().unwrap_or(0)
    }

    fn size_of(&self, id: u32, ty: &Type, decls: &Declarations) -> u32 {
        match ty {
            Type::Bool => 4,
            Type::Scalar(Scalar::Float(w) | Scalar::Sint(w) | Scalar::Uint(w)) => w / 8,
            Type::Vector { of, count } => self.size(*of).saturating_mul(*count),
            Type::Matrix { column, columns } => self.size(*column).saturating_mul(*columns),
            Type::Array { of, length } => {
                decls.of(id).get(deco::ARRAY_STRIDE).unwrap_or(self.size(*of)).saturating_mul(*length)
            }
            Type::Struct { members } => (0..)
                .zip(members)
                .map(|(i, m)| {
                    let decorations = decls.of_member(id, i);
                    decorations
                        .get(deco::OFFSET)
                        .unwrap_or(0)
                        .saturating_add(self.member_size(id, i, *m, decls))
                })
                .max()
                .unwrap_or(0),
            // A buffer device address.
            Type::Pointer { .. } => 8,
            Type::Image(_)
            | Type::Sampler
            | Type::SampledImage { .. }
            | Type::RuntimeArray { .. }
            | Type::AccelerationStructure
            | Type::Other => 0,
        }
    }

    /// Bytes of a member: the matrix stride and order are its own, also through an array.
    fn member_size(&self, parent: u32, member: u32, ty: u32, decls: &Declarations) -> u32 {
        let decorations = decls.of_member(parent, member);
        match self.types.get(&ty) {
            Some(Type::Matrix { column, columns }) => {
                let rows = match self.types.get(column) {
                    Some(Type::Vector { count, .. }) => *count,
                    _ => 0,
                };
                let vectors = if decorations.has(deco::ROW_MAJOR) { rows } else { *columns };
                decorations
                    .get(deco::MATRIX_STRIDE)
                    .map_or_else(|| self.size(ty), |stride| stride.saturating_mul(vectors))
            }
            _ => self.size(ty),
        }
    }

    /// The layout of a structure, as a block.
    pub(super) fn block(&self, id: u32, decls: &Declarations) -> Result<Block, ShaderError> {
        Ok(Block {
            name: decls.name(id).to_owned(),
            size_bytes: self.size(id),
            members: self.members(id, decls, 0)?,
        })
    }

    fn members(&self, id: u32, decls: &Declarations, depth: u32) -> Result<Vec<Member>, ShaderError> {
        let Type::Struct { members } = self.get(id)? else { return Ok(Vec::new()) };
        if depth > MAX_DEPTH {
            return Err(ShaderError::TooComplex {
                what: "the depth of structures in a block",
                allowed: MAX_DEPTH as usize,
            });
        }
        let made = self.members_made.get() + members.len();
        self.members_made.set(made);
        if made > MAX_MEMBERS {
            return Err(ShaderError::TooComplex {
                what: "the number of members of all blocks",
                allowed: MAX_MEMBERS,
            });
        }
        let mut out = Vec::with_capacity(members.len());
        for (i, &member) in (0..).zip(members) {
            // Slang wraps an array in a structure with the one member "data".
            let inner = self.unwrap_slang_array(member, decls);
            let (element, stride_bytes) = match self.types.get(&inner) {
                Some(Type::Array { of, .. } | Type::RuntimeArray { of }) => {
                    (*of, Some(decls.of(inner).get(deco::ARRAY_STRIDE).unwrap_or(self.size(*of))))
                }
                _ => (inner, None),
            };
            let members = match self.types.get(&element) {
                Some(Type::Struct { .. }) => self.members(element, decls, depth + 1)?,
                _ => Vec::new(),
            };
            out.push(Member {
                name: decls.member_name(id, i).to_owned(),
                offset_bytes: decls.of_member(id, i).get(deco::OFFSET).unwrap_or(0),
                size_bytes: self.member_size(id, i, member, decls),
                stride_bytes,
                members,
            });
        }
        Ok(out)
    }

    fn unwrap_slang_array(&self, id: u32, decls: &Declarations) -> u32 {
        match self.types.get(&id) {
            Some(Type::Struct { members }) if decls.name(id).starts_with("_Array_") => {
                match members.as_slice() {
                    [only] if matches!(self.types.get(only), Some(Type::Array { .. })) => *only,
                    _ => id,
                }
            }
            _ => id,
        }
    }
}
