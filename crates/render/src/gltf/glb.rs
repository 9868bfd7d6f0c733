//! The binary container: a header, then chunks. Layout: glTF 2.0 specification, section 4.4.

use super::codes::Code;
use super::finding::Findings;

/// The first four bytes of a binary file.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";
const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;

/// The parts of a container.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Glb<'a> {
    pub(crate) json: Option<&'a [u8]>,
    pub(crate) bin: Option<&'a [u8]>,
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// Takes a container apart. What is wrong with it is among the findings; parts that can be had are still answered.
pub(crate) fn parse<'a>(bytes: &'a [u8], findings: &mut Findings) -> Glb<'a> {
    let mut glb = Glb::default();
    let (Some(magic), Some(version), Some(declared)) = (bytes.get(..4), u32_at(bytes, 4), u32_at(bytes, 8))
    else {
        let message = format!("the file has {} bytes, a header has {HEADER_BYTES}", bytes.len());
        findings.push(Code::GlbUnexpectedEndOfHeader, "", message);
        return glb;
    };
    if magic != MAGIC {
        findings.push(
            Code::GlbInvalidMagic,
            "",
            "the file does not start with 'glTF', so it is no binary glTF",
        );
        return glb;
    }
    if version != 2 {
        findings.push(
            Code::GlbInvalidVersion,
            "",
            format!("its container version is {version}, only 2 exists"),
        );
        return glb;
    }
    let declared = declared as usize;
    if declared <= HEADER_BYTES {
        let message = format!("the declared length {declared} leaves no room for a chunk");
        findings.push(Code::GlbLengthTooSmall, "", message);
    }
    chunks(bytes, declared, &mut glb, findings);
    glb
}

fn chunks<'a>(bytes: &'a [u8], declared: usize, glb: &mut Glb<'a>, findings: &mut Findings) {
    let mut at = HEADER_BYTES;
    let mut number = 0u32;
    while at != declared && at < bytes.len() {
        let (Some(length), Some(kind)) = (u32_at(bytes, at), u32_at(bytes, at + 4)) else {
            let message = format!("the file ends inside the header of chunk {number}, at byte {at}");
            findings.push(Code::GlbUnexpectedEndOfChunkHeader, "", message);
            return;
        };
        let start = at + CHUNK_HEADER_BYTES;
        let length = length as usize;
        let name = format!("chunk {number} (type 0x{kind:08x}) at byte {at}");
        if !length.is_multiple_of(4) {
            let message = format!("{name} has {length} bytes, which is no multiple of 4");
            findings.push(Code::GlbChunkLengthUnaligned, "", message);
        }
        if start.saturating_add(length) > declared {
            let message =
                format!("{name} has {length} bytes, which do not fit the declared length {declared}");
            findings.push(Code::GlbChunkTooBig, "", message);
        }
        if number == 0 && kind != JSON {
            findings.push(Code::GlbUnexpectedFirstChunk, "", format!("{name} comes first, JSON has to"));
        }
        if kind == BIN && number > 1 && glb.bin.is_none() {
            findings.push(Code::GlbUnexpectedBinChunk, "", format!("{name} has to be the second chunk"));
        }
        if kind == JSON && length == 0 {
            findings.push(Code::GlbEmptyChunk, "", format!("{name} holds the JSON, but has no bytes"));
        }
        let data = bytes.get(start..start.saturating_add(length));
        let Some(data) = data else {
            let has = bytes.len().saturating_sub(start);
            let message = format!("{name} has {length} bytes, of which the file has {has}");
            findings.push(Code::GlbUnexpectedEndOfChunkData, "", message);
            return;
        };
        let slot = match kind {
            JSON => Some(&mut glb.json),
            BIN => Some(&mut glb.bin),
            _ => None,
        };
        match slot {
            Some(have) if have.is_some() => {
                findings.push(
                    Code::GlbDuplicateChunk,
                    "",
                    format!("{name}: there is one of this type before"),
                );
            }
            Some(empty) => *empty = Some(data),
            None => {}
        }
        at = start + length;
        number += 1;
    }
    if at != declared {
        let message = format!("the declared length is {declared}, the chunks end at {at}");
        findings.push(Code::GlbLengthMismatch, "", message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(declared: Option<u32>, chunks: &[(u32, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend(2u32.to_le_bytes());
        bytes.extend(0u32.to_le_bytes());
        for (kind, data) in chunks {
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(kind.to_le_bytes());
            bytes.extend(*data);
        }
        let length = declared.unwrap_or(bytes.len() as u32);
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    #[test]
    fn chunks_are_found_and_wrong_lengths_are_named() {
        let mut findings = Findings::default();
        let good = glb(None, &[(JSON, b"{}  "), (BIN, b"1234"), (7, b"abcd")]);
        let parts = parse(&good, &mut findings);
        assert_eq!(parts, Glb { json: Some(b"{}  "), bin: Some(b"1234") });
        assert!(findings.is_empty());

        let long = glb(Some(1000), &[(JSON, b"{}  ")]);
        assert!(parse(&long, &mut findings).json.is_some());
        assert!(findings.contains(Code::GlbLengthMismatch) && !findings.refuses());

        for cut in 0..good.len() - 12 {
            let mut findings = Findings::default();
            parse(&good[..cut], &mut findings);
            assert!(!findings.is_empty(), "{cut}");
        }
    }
}
