//! A small reader of SPIR-V that reflects and does nothing else.
//!
//! It is written for modules that nobody has checked: every length, id and string is looked at before it is used, work and
//! memory are bounded by the size of the module, and what is wrong comes back as a sentence. It does not validate: a module
//! that reads well may still be refused by a driver.

mod body;
mod declarations;
pub(crate) mod inst;
mod modes;
mod reflect;
mod strip;
mod types;

pub use reflect::reflect;
pub use strip::strip_debug;

/// Opcodes, by the numbers of the SPIR-V specification, section "Instructions".
pub(crate) mod op {
    pub(crate) const SOURCE_CONTINUED: u16 = 2;
    pub(crate) const SOURCE: u16 = 3;
    pub(crate) const SOURCE_EXTENSION: u16 = 4;
    pub(crate) const NAME: u16 = 5;
    pub(crate) const MEMBER_NAME: u16 = 6;
    pub(crate) const STRING: u16 = 7;
    pub(crate) const LINE: u16 = 8;
    pub(crate) const EXT_INST: u16 = 12;
    pub(crate) const ENTRY_POINT: u16 = 15;
    pub(crate) const EXECUTION_MODE: u16 = 16;
    pub(crate) const CAPABILITY: u16 = 17;
    pub(crate) const TYPE_VOID: u16 = 19;
    pub(crate) const TYPE_BOOL: u16 = 20;
    pub(crate) const TYPE_INT: u16 = 21;
    pub(crate) const TYPE_FLOAT: u16 = 22;
    pub(crate) const TYPE_VECTOR: u16 = 23;
    pub(crate) const TYPE_MATRIX: u16 = 24;
    pub(crate) const TYPE_IMAGE: u16 = 25;
    pub(crate) const TYPE_SAMPLER: u16 = 26;
    pub(crate) const TYPE_SAMPLED_IMAGE: u16 = 27;
    pub(crate) const TYPE_ARRAY: u16 = 28;
    pub(crate) const TYPE_RUNTIME_ARRAY: u16 = 29;
    pub(crate) const TYPE_STRUCT: u16 = 30;
    pub(crate) const TYPE_POINTER: u16 = 32;
    pub(crate) const TYPE_FUNCTION: u16 = 33;
    pub(crate) const CONSTANT_TRUE: u16 = 41;
    pub(crate) const CONSTANT_FALSE: u16 = 42;
    pub(crate) const CONSTANT: u16 = 43;
    pub(crate) const CONSTANT_COMPOSITE: u16 = 44;
    pub(crate) const SPEC_CONSTANT_TRUE: u16 = 48;
    pub(crate) const SPEC_CONSTANT_FALSE: u16 = 49;
    pub(crate) const SPEC_CONSTANT: u16 = 50;
    pub(crate) const SPEC_CONSTANT_COMPOSITE: u16 = 51;
    pub(crate) const FUNCTION: u16 = 54;
    pub(crate) const FUNCTION_END: u16 = 56;
    pub(crate) const FUNCTION_CALL: u16 = 57;
    pub(crate) const VARIABLE: u16 = 59;
    pub(crate) const IMAGE_TEXEL_POINTER: u16 = 60;
    pub(crate) const LOAD: u16 = 61;
    pub(crate) const STORE: u16 = 62;
    pub(crate) const ACCESS_CHAIN: u16 = 65;
    pub(crate) const IN_BOUNDS_ACCESS_CHAIN: u16 = 66;
    pub(crate) const DECORATE: u16 = 71;
    pub(crate) const MEMBER_DECORATE: u16 = 72;
    pub(crate) const VECTOR_SHUFFLE: u16 = 79;
    pub(crate) const COMPOSITE_EXTRACT: u16 = 81;
    pub(crate) const COMPOSITE_INSERT: u16 = 82;
    pub(crate) const COPY_OBJECT: u16 = 83;
    pub(crate) const SAMPLED_IMAGE: u16 = 86;
    pub(crate) const IMAGE_SAMPLE_IMPLICIT_LOD: u16 = 87;
    pub(crate) const IMAGE_SAMPLE_DREF_IMPLICIT_LOD: u16 = 89;
    pub(crate) const IMAGE_SAMPLE_DREF_EXPLICIT_LOD: u16 = 90;
    pub(crate) const IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD: u16 = 93;
    pub(crate) const IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD: u16 = 94;
    pub(crate) const IMAGE_FETCH: u16 = 95;
    pub(crate) const IMAGE_DREF_GATHER: u16 = 97;
    pub(crate) const IMAGE_READ: u16 = 98;
    pub(crate) const IMAGE_WRITE: u16 = 99;
    pub(crate) const LOOP_MERGE: u16 = 246;
    pub(crate) const SWITCH: u16 = 251;
    pub(crate) const IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD: u16 = 305;
    pub(crate) const IMAGE_SPARSE_DREF_GATHER: u16 = 315;
    pub(crate) const NO_LINE: u16 = 317;
    pub(crate) const MODULE_PROCESSED: u16 = 330;
    pub(crate) const EXECUTION_MODE_ID: u16 = 331;
    pub(crate) const TYPE_ACCELERATION_STRUCTURE: u16 = 5341;
}
