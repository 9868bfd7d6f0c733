//! Files that are judged whole before anything in them is believed: a header with a kind, a version, a length and a hash of the
//! contents. A file is written beside its place and then takes it, so that a reader in this process or another has the old one or
//! the new one.

use crate::ShaderHash;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use thiserror::Error;

/// Kind (8 bytes), version (4), length of the contents (8), their hash (16), hash of the header so far (16). Numbers begin with
/// their lowest byte.
pub(crate) const HEADER: usize = 52;
const AT_VERSION: usize = 8;
const AT_LENGTH: usize = 12;
const AT_HASH: usize = 20;
const AT_HEADER_HASH: usize = 36;
/// No file is larger than this; one that is, is none of ours.
const LARGEST: u64 = 1 << 30;

/// What is wrong with a file. Each is a sentence's second half: "the package ...".
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SealError {
    /// It is not there or cannot be read.
    #[error("cannot be read: {why}")]
    Unreadable {
        /// What the system says.
        why: String,
        /// There is no such file.
        missing: bool,
    },
    /// It is something else.
    #[error("does not begin as one does; it is another file")]
    OtherKind,
    /// Another version wrote it.
    #[error("is of version {found}, and version {known} is read; make it again with this version of Candor")]
    Version {
        /// The version in the file.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// It ends too early, or goes on too long.
    #[error("has {has} bytes and should have {should}; it was cut off or added to, make it again")]
    Length {
        /// Bytes that there are.
        has: u64,
        /// Bytes that there should be.
        should: u64,
    },
    /// A hash is wrong.
    #[error("is damaged: the hash of its {part} is another; make it again")]
    Damaged {
        /// The part whose hash it is.
        part: &'static str,
    },
}

/// The kind of a file: what it begins with, and the version of what is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seal {
    pub(crate) kind: [u8; 8],
    pub(crate) version: u32,
}

impl Seal {
    /// Contents with their header.
    pub(crate) fn close(self, contents: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER + contents.len());
        out.extend(self.kind);
        out.extend(self.version.to_le_bytes());
        out.extend((contents.len() as u64).to_le_bytes());
        out.extend(hash_of(contents));
        let so_far = hash_of(&out);
        out.extend(so_far);
        out.extend(contents);
        out
    }

    /// The contents of a file, where all that it says of itself is so.
    pub(crate) fn open(self, file: &[u8]) -> Result<&[u8], SealError> {
        let cut = |should: u64| SealError::Length { has: file.len() as u64, should };
        if !file.starts_with(&self.kind) {
            let begins = !file.is_empty() && self.kind.starts_with(file);
            return Err(if begins { cut(HEADER as u64) } else { SealError::OtherKind });
        }
        let Some((header, contents)) = file.split_at_checked(HEADER) else {
            return Err(cut(HEADER as u64));
        };
        let number =
            |from: usize, to: usize| header[from..to].iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        let version = number(AT_VERSION, AT_LENGTH) as u32;
        if header[AT_HEADER_HASH..] != hash_of(&header[..AT_HEADER_HASH]) {
            return Err(SealError::Damaged { part: "header" });
        }
        if version != self.version {
            return Err(SealError::Version { found: version, known: self.version });
        }
        let length = number(AT_LENGTH, AT_HASH);
        if length != contents.len() as u64 {
            return Err(cut(length.saturating_add(HEADER as u64)));
        }
        if header[AT_HASH..AT_HEADER_HASH] != hash_of(contents) {
            return Err(SealError::Damaged { part: "contents" });
        }
        Ok(contents)
    }
}

fn hash_of(bytes: &[u8]) -> [u8; 16] {
    ShaderHash::of_bytes(bytes.iter().copied()).0.to_le_bytes()
}

/// A whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, SealError> {
    let unreadable = |e: io::Error| SealError::Unreadable {
        why: e.to_string(),
        missing: matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    };
    let has = fs::metadata(path).map_err(unreadable)?.len();
    if has > LARGEST {
        return Err(SealError::Length { has, should: LARGEST });
    }
    fs::read(path).map_err(unreadable)
}

/// Ending of files that are being written.
pub(crate) const NEW: &str = "new";

/// Writes a file so that whoever reads meanwhile has the old one or the new one. Of two who write at once the last one stays.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    /// Tells writers in one process apart.
    static WRITERS: AtomicU32 = AtomicU32::new(0);
    let n = WRITERS.fetch_add(1, Ordering::Relaxed);
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(format!(".{}.{n}.{NEW}", std::process::id()));
    let beside = PathBuf::from(beside);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = fs::File::create(&beside)
        .and_then(|mut out| out.write_all(bytes))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What cannot be removed is found by its ending later.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal { kind: *b"test\r\n\x1a\n", version: 3 };

    #[test]
    fn every_flipped_bit_and_every_cut_is_seen() {
        let file = SEAL.close(b"contents");
        assert_eq!(SEAL.open(&file), Ok(&b"contents"[..]));
        for at in 0..file.len() * 8 {
            let mut bad = file.clone();
            bad[at / 8] ^= 1 << (at % 8);
            assert!(SEAL.open(&bad).is_err(), "bit {at}");
        }
        for length in 0..file.len() {
            assert!(SEAL.open(&file[..length]).is_err(), "{length}");
        }
        let longer = [&file[..], b"x"].concat();
        assert_eq!(SEAL.open(&longer), Err(SealError::Length { has: 61, should: 60 }));
    }

    #[test]
    fn another_version_and_another_kind_are_told() {
        let file = Seal { version: 2, ..SEAL }.close(b"");
        assert_eq!(SEAL.open(&file), Err(SealError::Version { found: 2, known: 3 }));
        assert_eq!(SEAL.open(b"something else"), Err(SealError::OtherKind));
        assert_eq!(SEAL.open(b""), Err(SealError::OtherKind));
        assert!(matches!(SEAL.open(b"test"), Err(SealError::Length { has: 4, .. })));
    }
}
