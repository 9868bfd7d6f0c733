//! The file around the data: a header with a checksum, and compressed sections with one each. All numbers are little endian.
//!
//! ```text
//! magic (8)  version (4)  bytes of the file (8)  sections (4)
//! for each section: name (4)  offset (8)  bytes stored (8)  bytes unpacked (8)  CRC-32 of the stored bytes (4)
//! CRC-32 of all of the above (4)
//! the sections, one after the other without gaps, each a zlib stream
//! ```

use crate::error::Damage;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// Version of the format that this crate writes, and the only one that it reads.
pub const VERSION: u32 = 2;

pub(crate) const MAGIC: [u8; 8] = *b"\x89CANDOR\n";
/// Names of the sections in their order, with the most bytes that each may unpack to.
pub(crate) const SECTIONS: [(&str, u64); 4] =
    [("INFO", 1 << 20), ("BLOB", 8 << 30), ("OBJS", 256 << 20), ("STEP", 1 << 30)];
const ENTRY: usize = 4 + 8 + 8 + 8 + 4;
const FIXED: usize = 8 + 4 + 8 + 4;
const HEADER: usize = FIXED + SECTIONS.len() * ENTRY + 4;
/// A byte of a zlib stream unpacks to at most so many (RFC 1951: 258 bytes for two bits, rounded up).
const RATIO: u64 = 1040;
/// Level of compression: higher ones take several times as long for a few per cent.
const LEVEL: u8 = 3;

/// Puts sections into a file.
pub(crate) fn pack(sections: [&[u8]; SECTIONS.len()]) -> Vec<u8> {
    let stored = sections.map(|raw| compress_to_vec_zlib(raw, LEVEL));
    let total = HEADER + stored.iter().map(Vec::len).sum::<usize>();
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(total as u64).to_le_bytes());
    out.extend_from_slice(&(SECTIONS.len() as u32).to_le_bytes());
    let mut at = HEADER as u64;
    for (((name, _), raw), stored) in SECTIONS.iter().zip(sections).zip(&stored) {
        out.extend_from_slice(name.as_bytes());
        for n in [at, stored.len() as u64, raw.len() as u64] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.extend_from_slice(&crc32fast::hash(stored).to_le_bytes());
        at += stored.len() as u64;
    }
    let sum = crc32fast::hash(&out);
    out.extend_from_slice(&sum.to_le_bytes());
    stored.iter().for_each(|s| out.extend_from_slice(s));
    out
}

fn word<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut out = [0; N];
    if let Some(found) = bytes.get(at..at + N) {
        out.copy_from_slice(found);
    }
    out
}

/// Takes a file apart, after each number and each checksum was looked at.
pub(crate) fn unpack(bytes: &[u8]) -> Result<[Vec<u8>; SECTIONS.len()], Damage> {
    let header = |rule: String| Err(Damage::new("header", rule));
    if bytes.len() < MAGIC.len() || bytes[..MAGIC.len()] != MAGIC {
        return header("it does not begin as a capture does".into());
    }
    let version = u32::from_le_bytes(word(bytes, 8));
    if bytes.len() >= 12 && version != VERSION {
        return header(format!("it is of version {version}, version {VERSION} can be read"));
    }
    if bytes.len() < HEADER {
        return header(format!("{HEADER} bytes belong to it, {} are there", bytes.len()));
    }
    let total = u64::from_le_bytes(word(bytes, 12));
    if total != bytes.len() as u64 {
        return header(format!("the file was written with {total} bytes, {} are there", bytes.len()));
    }
    let sum = u32::from_le_bytes(word(bytes, HEADER - 4));
    if sum != crc32fast::hash(&bytes[..HEADER - 4]) {
        return header("its checksum does not fit".into());
    }
    let count = u32::from_le_bytes(word(bytes, 20));
    if count as usize != SECTIONS.len() {
        return header(format!("it names {count} sections, {} belong to a capture", SECTIONS.len()));
    }
    let mut out: [Vec<u8>; SECTIONS.len()] = Default::default();
    let mut at = HEADER as u64;
    for (i, ((name, most), out)) in SECTIONS.iter().zip(&mut out).enumerate() {
        let entry = FIXED + i * ENTRY;
        let section = |rule: String| Err(Damage::new(format!("section {name}"), rule));
        if word::<4>(bytes, entry) != *name.as_bytes() {
            return section("the header names another section in its place".into());
        }
        let [offset, stored, raw] = [4, 12, 20].map(|o| u64::from_le_bytes(word(bytes, entry + o)));
        let end = offset.checked_add(stored).filter(|end| offset == at && *end <= total);
        let Some(end) = end else {
            return section(format!(
                "it lies at {offset} with {stored} bytes, where {at} to {total} are free"
            ));
        };
        if raw > *most || raw > stored.saturating_mul(RATIO) {
            return section(format!(
                "{stored} bytes are to unpack to {raw}, at most {most} and {RATIO} times as many can be"
            ));
        }
        let bytes_of = bytes.get(offset as usize..end as usize).unwrap_or(&[]);
        if crc32fast::hash(bytes_of) != u32::from_le_bytes(word(bytes, entry + 28)) {
            return section("its checksum does not fit".into());
        }
        match decompress_to_vec_zlib_with_limit(bytes_of, raw as usize) {
            Ok(data) if data.len() as u64 == raw => *out = data,
            Ok(data) => return section(format!("it unpacks to {} bytes instead of {raw}", data.len())),
            Err(e) => return section(format!("it cannot be unpacked: {e}")),
        }
        at = end;
    }
    if at != total {
        return header(format!("the sections end at {at}, the file at {total}"));
    }
    Ok(out)
}
