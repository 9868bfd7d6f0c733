//! Shaders for devices of Vulkan 1.0, which read SPIR-V 1.0: shaders are compiled to 1.3.
//!
//! Of what came between the two Candor's shaders use one thing, storage buffers in a storage class of their own. In SPIR-V 1.0 they
//! are uniform variables whose block is a `BufferBlock` (SPIR-V specification, "Storage Class", and the extension
//! `SPV_KHR_storage_buffer_storage_class`, which says how the two forms correspond). Whatever else is newer is refused by its
//! number.

use candor_rhi::backend::Fault;
use std::collections::{HashMap, HashSet};

/// Words before the first instruction.
const HEADER: usize = 5;
const VERSION_1_0: u32 = 0x0001_0000;
const UNIFORM: u32 = 2;
const STORAGE_BUFFER: u32 = 12;
const BLOCK: u32 = 2;
const BUFFER_BLOCK: u32 = 3;
/// The capability that SPIR-V 1.3 took in from `SPV_KHR_multiview`.
const MULTI_VIEW: u32 = 4439;

const OP_EXTENSION: u32 = 10;
const OP_CAPABILITY: u32 = 17;
const OP_TYPE_ARRAY: u32 = 28;
const OP_TYPE_RUNTIME_ARRAY: u32 = 29;
const OP_TYPE_POINTER: u32 = 32;
const OP_VARIABLE: u32 = 59;
const OP_DECORATE: u32 = 71;
const OP_MODULE_PROCESSED: u32 = 330;
/// The first and the last instruction of SPIR-V 1.1 to 1.3, and those of the core after that; what is above came with extensions.
const SINCE_1_1: std::ops::RangeInclusive<u32> = 319..=366;
const SINCE_1_4: std::ops::RangeInclusive<u32> = 400..=403;

/// The instructions of a module, as opcode and all words of each.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (this, after) = rest.split_at_checked((first >> 16).max(1) as usize)?;
        rest = after;
        Some((first & 0xffff, this))
    })
}

/// The same shader in SPIR-V 1.0.
pub(crate) fn to_1_0(words: &[u32], entry: &str) -> Result<Vec<u32>, Fault> {
    let refuse = |what: String| {
        Err(Fault::Unavailable(format!(
            "'{entry}' {what}, and this device reads SPIR-V 1.0; compile the shader for it or require Vulkan 1.1"
        )))
    };
    // What pointers point to, by storage class; what arrays consist of.
    let (mut stored, mut uniform) = (HashSet::new(), HashSet::new());
    let mut elements = HashMap::new();
    for (op, i) in instructions(words) {
        match (op, i) {
            (OP_TYPE_POINTER, [_, _, STORAGE_BUFFER, to]) => {
                stored.insert(*to);
            }
            (OP_TYPE_POINTER, [_, _, UNIFORM, to]) => {
                uniform.insert(*to);
            }
            (OP_TYPE_ARRAY, [_, id, of, _]) | (OP_TYPE_RUNTIME_ARRAY, [_, id, of]) => {
                elements.insert(*id, *of);
            }
            (OP_MODULE_PROCESSED, _) => {}
            (op, _) if SINCE_1_1.contains(&op) || SINCE_1_4.contains(&op) => {
                return refuse(format!("has instruction {op}, which came with a later version"));
            }
            _ => {}
        }
    }
    // An array of buffers is decorated at its element.
    let within = |ids: HashSet<u32>| -> HashSet<u32> {
        let of = |id: &u32| elements.get(id).copied();
        let inner: Vec<u32> = ids.iter().filter_map(of).collect();
        ids.into_iter().chain(inner).collect()
    };
    let (stored, uniform) = (within(stored), within(uniform));
    let mut out = Vec::with_capacity(words.len());
    out.extend(words.iter().take(HEADER));
    if let Some(version) = out.get_mut(1) {
        *version = VERSION_1_0;
    }
    let mut named = false;
    for (op, i) in instructions(words) {
        // Extensions stand after the last capability.
        if op != OP_CAPABILITY && !named {
            named = true;
            if instructions(words).any(|(op, i)| op == OP_CAPABILITY && i.get(1) == Some(&MULTI_VIEW)) {
                out.extend(extension("SPV_KHR_multiview"));
            }
        }
        let at = out.len();
        match (op, i) {
            (OP_MODULE_PROCESSED, _) => continue,
            (OP_EXTENSION, [_, name @ ..]) if is_storage_class(name) => continue,
            (OP_DECORATE, [_, id, BLOCK, ..]) if stored.contains(id) => {
                if uniform.contains(id) {
                    return refuse(format!(
                        "has a block (id {id}) that is a uniform and a storage buffer at once"
                    ));
                }
                out.extend(i);
                out[at + 2] = BUFFER_BLOCK;
            }
            (OP_TYPE_POINTER, [_, _, STORAGE_BUFFER, _]) => {
                out.extend(i);
                out[at + 2] = UNIFORM;
            }
            (OP_VARIABLE, [_, _, _, STORAGE_BUFFER, ..]) => {
                out.extend(i);
                out[at + 3] = UNIFORM;
            }
            _ => out.extend(i),
        }
    }
    Ok(out)
}

/// The instruction that names an extension, which a core version took in later.
fn extension(name: &str) -> Vec<u32> {
    let mut bytes = name.as_bytes().to_vec();
    // The end of the name, up to a whole word.
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    let words = bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w));
    std::iter::once((bytes.len() as u32 / 4 + 1) << 16 | OP_EXTENSION).chain(words).collect()
}

/// Is this the name of the extension that the rewriting makes needless?
fn is_storage_class(name: &[u32]) -> bool {
    let bytes = name.iter().flat_map(|w| w.to_le_bytes()).take_while(|b| *b != 0);
    bytes.eq(b"SPV_KHR_storage_buffer_storage_class".iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rustfmt::skip]
    const WORDS: &[u32] = &[
        0x0723_0203, 0x0001_0300, 0, 20, 0,
        // Decorate 1 Block; Decorate 2 Block
        3 << 16 | OP_DECORATE, 1, BLOCK,
        3 << 16 | OP_DECORATE, 2, BLOCK,
        // ModuleProcessed
        2 << 16 | OP_MODULE_PROCESSED, 0,
        // 4 = array of 1; 5 = pointer to 4 in a storage buffer; 6 = pointer to 2 in a uniform
        3 << 16 | OP_TYPE_RUNTIME_ARRAY, 4, 1,
        4 << 16 | OP_TYPE_POINTER, 5, STORAGE_BUFFER, 4,
        4 << 16 | OP_TYPE_POINTER, 6, UNIFORM, 2,
        4 << 16 | OP_VARIABLE, 5, 7, STORAGE_BUFFER,
        4 << 16 | OP_VARIABLE, 6, 8, UNIFORM,
    ];

    #[test]
    fn several_views_name_their_extension_after_the_capabilities() {
        let capability = |c| [2 << 16 | OP_CAPABILITY, c];
        let words = [&WORDS[..5], &capability(1), &capability(MULTI_VIEW), &[3 << 16 | 14, 0, 1]].concat();
        let older = to_1_0(&words, "main").unwrap();
        let all: Vec<_> = instructions(&older).map(|(op, _)| op).collect();
        assert_eq!(all, [OP_CAPABILITY, OP_CAPABILITY, OP_EXTENSION, 14]);
        let (_, named) = instructions(&older).nth(2).unwrap();
        let name: Vec<u8> = named[1..].iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(name, b"SPV_KHR_multiview\0\0\0");
        assert!(!to_1_0(WORDS, "main").unwrap().iter().any(|w| w & 0xffff == OP_EXTENSION));
    }

    #[test]
    fn storage_buffers_become_uniform_variables_with_buffer_blocks() {
        #[rustfmt::skip]
        let expected = [
            0x0723_0203, VERSION_1_0, 0, 20, 0,
            3 << 16 | OP_DECORATE, 1, BUFFER_BLOCK,
            3 << 16 | OP_DECORATE, 2, BLOCK,
            3 << 16 | OP_TYPE_RUNTIME_ARRAY, 4, 1,
            4 << 16 | OP_TYPE_POINTER, 5, UNIFORM, 4,
            4 << 16 | OP_TYPE_POINTER, 6, UNIFORM, 2,
            4 << 16 | OP_VARIABLE, 5, 7, UNIFORM,
            4 << 16 | OP_VARIABLE, 6, 8, UNIFORM,
        ];
        assert_eq!(to_1_0(WORDS, "main").unwrap(), expected);
    }

    #[test]
    fn what_is_newer_is_refused_by_its_number() {
        let mut words = WORDS.to_vec();
        words.extend([2 << 16 | 333, 9]);
        let why = to_1_0(&words, "main").unwrap_err().to_string();
        assert!(
            why.contains("'main'") && why.contains("instruction 333") && why.contains("SPIR-V 1.0"),
            "{why}"
        );
    }

    #[test]
    fn a_block_of_both_kinds_is_refused() {
        let mut words = WORDS.to_vec();
        words.extend([4 << 16 | OP_TYPE_POINTER, 10, UNIFORM, 1]);
        let why = to_1_0(&words, "main").unwrap_err().to_string();
        assert!(why.contains("uniform and a storage buffer"), "{why}");
    }

    #[test]
    fn what_is_cut_off_or_empty_ends_the_walk() {
        for n in 0..WORDS.len() {
            let _ = to_1_0(&WORDS[..n], "main");
        }
        assert_eq!(instructions(&[0; 8]).count(), 3);
    }
}
