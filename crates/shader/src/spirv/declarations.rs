//! What a module says before its types: capabilities, entry points, execution modes, names and decorations.

use super::inst::Inst;
use super::modes::Modes;
use super::op;
use crate::error::ShaderError;
use std::collections::HashMap;

/// Decorations, by the numbers of the SPIR-V specification, section "Decoration".
pub(super) mod deco {
    pub(crate) const SPEC_ID: u32 = 1;
    pub(crate) const BLOCK: u32 = 2;
    pub(crate) const BUFFER_BLOCK: u32 = 3;
    pub(crate) const ROW_MAJOR: u32 = 4;
    pub(crate) const ARRAY_STRIDE: u32 = 6;
    pub(crate) const MATRIX_STRIDE: u32 = 7;
    pub(crate) const BUILT_IN: u32 = 11;
    pub(crate) const PATCH: u32 = 15;
    pub(crate) const NON_WRITABLE: u32 = 24;
    pub(crate) const NON_READABLE: u32 = 25;
    pub(crate) const LOCATION: u32 = 30;
    pub(crate) const COMPONENT: u32 = 31;
    pub(crate) const INDEX: u32 = 32;
    pub(crate) const BINDING: u32 = 33;
    pub(crate) const DESCRIPTOR_SET: u32 = 34;
    pub(crate) const OFFSET: u32 = 35;
}

/// `OpExecutionMode LocalSize` and `LocalSizeId`.
const MODE_LOCAL_SIZE: u32 = 17;
const MODE_LOCAL_SIZE_ID: u32 = 38;

/// The values of the decorations that reflection reads, each with its first literal (0 where it has none).
#[derive(Debug, Default, Clone)]
pub(super) struct Decorations(Vec<(u32, u32)>);

impl Decorations {
    pub(super) fn get(&self, decoration: u32) -> Option<u32> {
        self.0.iter().find(|(d, _)| *d == decoration).map(|(_, v)| *v)
    }

    pub(super) fn has(&self, decoration: u32) -> bool {
        self.get(decoration).is_some()
    }

    fn set(&mut self, decoration: u32, value: u32) {
        // A module repeats none of these; a damaged one must not make the list long.
        if !self.has(decoration) {
            self.0.push((decoration, value));
        }
    }
}

#[derive(Debug)]
pub(super) struct RawEntry {
    pub(super) model: u32,
    pub(super) function: u32,
    pub(super) name: String,
    pub(super) interface: Vec<u32>,
}

/// A workgroup size, in numbers or in ids of constants.
#[derive(Debug, Clone, Copy)]
pub(super) enum LocalSize {
    Literal([u32; 3]),
    Ids([u32; 3]),
}

#[derive(Debug, Default)]
pub(super) struct Declarations {
    pub(super) capabilities: Vec<u32>,
    pub(super) entries: Vec<RawEntry>,
    pub(super) local_sizes: HashMap<u32, LocalSize>,
    pub(super) modes: HashMap<u32, Modes>,
    names: HashMap<u32, String>,
    member_names: HashMap<(u32, u32), String>,
    decorations: HashMap<u32, Decorations>,
    member_decorations: HashMap<(u32, u32), Decorations>,
}

static NONE: Decorations = Decorations(Vec::new());

impl Declarations {
    pub(super) fn name(&self, id: u32) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    pub(super) fn member_name(&self, id: u32, member: u32) -> &str {
        self.member_names.get(&(id, member)).map_or("", String::as_str)
    }

    pub(super) fn of(&self, id: u32) -> &Decorations {
        self.decorations.get(&id).unwrap_or(&NONE)
    }

    pub(super) fn of_member(&self, id: u32, member: u32) -> &Decorations {
        self.member_decorations.get(&(id, member)).unwrap_or(&NONE)
    }

    /// Takes what belongs here; leaves every other instruction alone.
    pub(super) fn take(&mut self, inst: &Inst<'_>, bound: u32) -> Result<(), ShaderError> {
        match inst.opcode {
            op::CAPABILITY => {
                let capability = inst.get(0)?;
                if !self.capabilities.contains(&capability) {
                    self.capabilities.push(capability);
                }
                // The specification has about 250; a damaged module must not make the search above slow.
                if self.capabilities.len() > 1024 {
                    return Err(ShaderError::TooComplex {
                        what: "the number of capabilities",
                        allowed: 1024,
                    });
                }
            }
            op::ENTRY_POINT => {
                let (name, next) = inst.text(2)?;
                self.entries.push(RawEntry {
                    model: inst.get(0)?,
                    function: inst.id(1, bound)?,
                    name,
                    interface: inst.rest(next).to_vec(),
                });
            }
            op::EXECUTION_MODE | op::EXECUTION_MODE_ID => {
                let (entry, mode) = (inst.id(0, bound)?, inst.get(1)?);
                if mode == MODE_LOCAL_SIZE {
                    let size = [inst.get(2)?, inst.get(3)?, inst.get(4)?];
                    self.local_sizes.insert(entry, LocalSize::Literal(size));
                } else if mode == MODE_LOCAL_SIZE_ID {
                    let ids = [inst.id(2, bound)?, inst.id(3, bound)?, inst.id(4, bound)?];
                    self.local_sizes.insert(entry, LocalSize::Ids(ids));
                } else {
                    self.modes.entry(entry).or_default().take(mode, inst)?;
                }
            }
            op::NAME => {
                self.names.insert(inst.id(0, bound)?, inst.text(1)?.0);
            }
            op::MEMBER_NAME => {
                self.member_names.insert((inst.id(0, bound)?, inst.get(1)?), inst.text(2)?.0);
            }
            op::DECORATE => {
                let (id, decoration) = (inst.id(0, bound)?, inst.get(1)?);
                if let Some(value) = literal(inst, decoration, 2)? {
                    self.decorations.entry(id).or_default().set(decoration, value);
                }
            }
            op::MEMBER_DECORATE => {
                let (id, member, decoration) = (inst.id(0, bound)?, inst.get(1)?, inst.get(2)?);
                if let Some(value) = literal(inst, decoration, 3)? {
                    self.member_decorations.entry((id, member)).or_default().set(decoration, value);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The literal of a decoration that reflection reads; `None` for one that it does not read.
fn literal(inst: &Inst<'_>, decoration: u32, operand: usize) -> Result<Option<u32>, ShaderError> {
    match decoration {
        deco::BLOCK
        | deco::BUFFER_BLOCK
        | deco::ROW_MAJOR
        | deco::NON_WRITABLE
        | deco::NON_READABLE
        | deco::PATCH => Ok(Some(0)),
        deco::SPEC_ID
        | deco::ARRAY_STRIDE
        | deco::MATRIX_STRIDE
        | deco::BUILT_IN
        | deco::LOCATION
        | deco::COMPONENT
        | deco::INDEX
        | deco::BINDING
        | deco::DESCRIPTOR_SET
        | deco::OFFSET => inst.get(operand).map(Some),
        _ => Ok(None),
    }
}
