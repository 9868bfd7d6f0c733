//! Removes what only a debugger reads, so that what is checked in depends on the source's meaning alone and no validation layer
//! stumbles over a source language that it does not know. Names stay: reflection and error messages need them.

use super::inst::{HEADER_WORDS, Instructions, header};
use super::op;
use crate::error::ShaderError;

/// The module without sources, file names and lines.
///
/// # Errors
///
/// As [`crate::reflect`] for a module whose header or instruction lengths are damaged.
pub fn strip_debug(words: &[u32]) -> Result<Vec<u32>, ShaderError> {
    header(words)?;
    let mut out = Vec::with_capacity(words.len());
    out.extend_from_slice(&words[..HEADER_WORDS]);
    for inst in Instructions::new(words) {
        let inst = inst?;
        let debug = matches!(
            inst.opcode,
            op::SOURCE
                | op::SOURCE_CONTINUED
                | op::SOURCE_EXTENSION
                | op::STRING
                | op::LINE
                | op::NO_LINE
                | op::MODULE_PROCESSED
        );
        if !debug {
            out.extend_from_slice(&words[inst.word..=inst.word + inst.operands.len()]);
        }
    }
    Ok(out)
}
