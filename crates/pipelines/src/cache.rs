//! What the driver has compiled, kept on disk from run to run. A file is judged whole before the driver sees any of it, and whatever is
//! wrong with it ends the same way: pipelines are compiled anew, the file is written again, and an outcome says why.

use crate::ShaderHash;
use candor_rhi::backend::CacheKey;
use candor_rhi::{Code, Device};
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a file begins with.
const MAGIC: [u8; 8] = *b"candorpc";
/// The version of the file.
const VERSION: u32 = 1;
/// Bytes before the contents: magic, version, backend's name (16), vendor, device, driver's version, UUID (16), hash of the shaders
/// (16), length (8), checksum of the contents, checksum of all before it. Numbers begin with their lowest byte.
const HEADER: usize = 88;
/// Where the parts of the header begin.
const AT_VERSION: usize = 8;
const AT_KEY: usize = 12;
const AT_SHADERS: usize = 56;
const AT_LENGTH: usize = 72;
const AT_SUM: usize = 80;
const AT_HEADER_SUM: usize = 84;
/// No cache is larger than this; a file that is, is none.
const LARGEST: u64 = 1 << 30;

/// A file for the contents of the driver's pipeline cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheFile {
    path: PathBuf,
}

/// What was found when the file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "it says whether pipelines are compiled anew, and why"]
pub enum CacheFound {
    /// The driver has it.
    Loaded {
        /// Bytes of its contents.
        bytes: usize,
    },
    /// There is no file.
    Missing,
    /// The backend has no cache that can be kept.
    NoCache,
    /// It cannot be read.
    Unreadable {
        /// What the system says.
        why: String,
    },
    /// It is something else.
    NotACache,
    /// Another version of Candor wrote it.
    OtherVersion {
        /// The version.
        found: u32,
    },
    /// It was written for another driver or device.
    Foreign {
        /// What differs.
        what: String,
    },
    /// It was written for other shaders.
    OtherShaders,
    /// It ends too early, or goes on too long.
    WrongLength {
        /// Bytes that there are.
        has: u64,
        /// Bytes that there should be.
        should: u64,
    },
    /// A checksum is wrong.
    Damaged {
        /// The part whose checksum it is.
        part: &'static str,
    },
    /// The driver's own look at it.
    Refused {
        /// What is wrong.
        why: String,
    },
}

impl CacheFound {
    /// Does the driver have it?
    pub fn is_loaded(&self) -> bool {
        matches!(self, Self::Loaded { .. })
    }

    /// A short word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Loaded { .. } => "loaded",
            Self::Missing => "missing",
            Self::NoCache => "no-cache",
            Self::Unreadable { .. } => "unreadable",
            Self::NotACache => "not-a-cache",
            Self::OtherVersion { .. } => "other-version",
            Self::Foreign { .. } => "foreign",
            Self::OtherShaders => "other-shaders",
            Self::WrongLength { .. } => "wrong-length",
            Self::Damaged { .. } => "damaged",
            Self::Refused { .. } => "refused",
        }
    }
}

impl fmt::Display for CacheFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loaded { bytes } => {
                return write!(f, "the pipeline cache was loaded: {bytes} bytes of this driver's");
            }
            Self::NoCache => {
                return f.write_str(
                    "the backend has no pipeline cache that can be kept: pipelines are compiled anew",
                );
            }
            Self::Missing => f.write_str("there is no pipeline cache yet")?,
            Self::Unreadable { why } => write!(f, "the pipeline cache cannot be read ({why})")?,
            Self::NotACache => f.write_str("the file is no pipeline cache of Candor's")?,
            Self::OtherVersion { found } => {
                write!(f, "the pipeline cache has version {found} of the file, {VERSION} is known")?;
            }
            Self::Foreign { what } => {
                write!(f, "the pipeline cache is of another driver or device ({what})")?
            }
            Self::OtherShaders => f.write_str("the pipeline cache is of other shaders")?,
            Self::WrongLength { has, should } => {
                write!(f, "the pipeline cache has {has} bytes, it should have {should}")?;
            }
            Self::Damaged { part } => {
                write!(f, "the pipeline cache is damaged: the checksum of its {part} is wrong")?
            }
            Self::Refused { why } => write!(f, "the pipeline cache is not for this driver ({why})")?,
        }
        f.write_str(": pipelines are compiled anew, and the file is written again")
    }
}

/// What became of the file when it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "it says whether the next run begins warm, and why not"]
pub enum CacheKept {
    /// It was written.
    Written {
        /// Bytes of its contents.
        bytes: usize,
    },
    /// It has all that there is already.
    Unchanged,
    /// The backend has no cache that can be kept.
    NoCache,
    /// The driver does not hand its cache out.
    Refused {
        /// What it says.
        why: String,
    },
    /// The disk is full.
    DiskFull {
        /// What the system says.
        why: String,
    },
    /// It cannot be written.
    NotWritable {
        /// What the system says.
        why: String,
    },
}

impl CacheKept {
    /// Will the next run find what this one knows?
    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Written { .. } | Self::Unchanged)
    }

    /// A short word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Written { .. } => "written",
            Self::Unchanged => "unchanged",
            Self::NoCache => "no-cache",
            Self::Refused { .. } => "refused",
            Self::DiskFull { .. } => "disk-full",
            Self::NotWritable { .. } => "not-writable",
        }
    }
}

impl fmt::Display for CacheKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Written { bytes } => return write!(f, "the pipeline cache was written: {bytes} bytes"),
            Self::Unchanged => return f.write_str("the pipeline cache has all of it already"),
            Self::NoCache => {
                return f.write_str(
                    "the backend has no pipeline cache that can be kept: the next run compiles anew",
                );
            }
            Self::Refused { why } => write!(f, "the driver does not hand its pipeline cache out ({why})")?,
            Self::DiskFull { why } => {
                write!(f, "the disk is full, so that the pipeline cache is not kept ({why})")?
            }
            Self::NotWritable { why } => write!(f, "the pipeline cache cannot be written ({why})")?,
        }
        f.write_str(": nothing is lost but time, the next run compiles anew")
    }
}

/// Where files are written.
trait Disk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write>>;
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
}

struct RealDisk;

impl Disk for RealDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write>> {
        if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        Ok(Box::new(fs::File::create(path)?))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}

impl CacheFile {
    /// A cache in this file, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file and hands it to the driver, if it is whole and for these shaders on this device. Call it before pipelines are
    /// made; `shaders` is [`PipelineManifest::shaders_hash`](crate::PipelineManifest::shaders_hash).
    pub fn load(&self, device: &Device, shaders: ShaderHash) -> CacheFound {
        let Some(key) = device.pipeline_cache_key() else { return CacheFound::NoCache };
        let data = match read(&self.path) {
            Ok(data) => data,
            Err(found) => return found,
        };
        let contents = match judge(&data, &key, shaders) {
            Ok(contents) => contents,
            Err(found) => return found,
        };
        match device.load_pipeline_cache(contents) {
            Ok(()) => CacheFound::Loaded { bytes: contents.len() },
            Err(e) => CacheFound::Refused { why: e.to_string() },
        }
    }

    /// Writes what the driver has now: into a file beside it, which then takes its place, so that whoever reads meanwhile, in this
    /// process or another, reads the old one or the new one. Of two who write at once the last one stays.
    pub fn keep(&self, device: &Device, shaders: ShaderHash) -> CacheKept {
        self.keep_on(&RealDisk, device, shaders)
    }

    fn keep_on(&self, disk: &dyn Disk, device: &Device, shaders: ShaderHash) -> CacheKept {
        let Some(key) = device.pipeline_cache_key() else { return CacheKept::NoCache };
        let contents = match device.pipeline_cache_data() {
            Ok(contents) => contents,
            Err(e) if e.code() == Code::NotEnabled => return CacheKept::NoCache,
            Err(e) => return CacheKept::Refused { why: e.to_string() },
        };
        let file = [&header(&key, shaders, &contents)[..], &contents].concat();
        if read(&self.path).is_ok_and(|old| old == file) {
            return CacheKept::Unchanged;
        }
        match self.write(disk, &file) {
            Ok(()) => CacheKept::Written { bytes: contents.len() },
            Err(e) if matches!(e.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => {
                CacheKept::DiskFull { why: e.to_string() }
            }
            Err(e) => CacheKept::NotWritable { why: e.to_string() },
        }
    }

    fn write(&self, disk: &dyn Disk, file: &[u8]) -> io::Result<()> {
        /// Tells writers in one process apart.
        static WRITERS: AtomicU32 = AtomicU32::new(0);
        let n = WRITERS.fetch_add(1, Ordering::Relaxed);
        let mut beside = self.path.clone().into_os_string();
        beside.push(format!(".{}.{n}.new", std::process::id()));
        let beside = PathBuf::from(beside);
        let written = disk
            .create(&beside)
            .and_then(|mut out| out.write_all(file).and_then(|()| out.flush()))
            .and_then(|()| disk.rename(&beside, &self.path));
        if written.is_err()
            && let Err(e) = fs::remove_file(&beside)
            && e.kind() != ErrorKind::NotFound
        {
            tracing::debug!("{} stays behind: {e}", beside.display());
        }
        written
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CacheFound> {
    let unreadable = |e: io::Error| match e.kind() {
        ErrorKind::NotFound => CacheFound::Missing,
        _ => CacheFound::Unreadable { why: e.to_string() },
    };
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(CacheFound::WrongLength { has: size, should: LARGEST });
    }
    fs::read(path).map_err(unreadable)
}

/// The part of a header that says for whom the contents are.
fn key_bytes(key: &CacheKey) -> Vec<u8> {
    let mut out = key.backend.name().as_bytes().to_vec();
    out.resize(16, 0);
    for n in [key.vendor_id, key.device_id, key.driver_version] {
        out.extend(n.to_le_bytes());
    }
    out.extend(key.uuid);
    out
}

fn header(key: &CacheKey, shaders: ShaderHash, contents: &[u8]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend(key_bytes(key));
    out.extend(shaders.0.to_le_bytes());
    out.extend((contents.len() as u64).to_le_bytes());
    out.extend(crc32fast::hash(contents).to_le_bytes());
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

/// The contents of a file, where all that it says of itself is so.
fn judge<'d>(data: &'d [u8], key: &CacheKey, shaders: ShaderHash) -> Result<&'d [u8], CacheFound> {
    let word = |at: usize| {
        let bytes = data.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        u32::from_le_bytes(bytes.unwrap_or_default())
    };
    let cut = |should: u64| Err(CacheFound::WrongLength { has: data.len() as u64, should });
    if !data.starts_with(&MAGIC) {
        let begins = MAGIC.starts_with(data);
        return if begins { cut(HEADER as u64) } else { Err(CacheFound::NotACache) };
    }
    if data.len() < HEADER {
        return cut(HEADER as u64);
    }
    if word(AT_VERSION) != VERSION {
        return Err(CacheFound::OtherVersion { found: word(AT_VERSION) });
    }
    let (before, _) = data.split_at(AT_HEADER_SUM);
    if crc32fast::hash(before) != word(AT_HEADER_SUM) {
        return Err(CacheFound::Damaged { part: "header" });
    }
    if let Some(what) = differs(data, key) {
        return Err(CacheFound::Foreign { what });
    }
    if data.get(AT_SHADERS..AT_LENGTH) != Some(&shaders.0.to_le_bytes()[..]) {
        return Err(CacheFound::OtherShaders);
    }
    let length = u64::from(word(AT_LENGTH)) | u64::from(word(AT_LENGTH + 4)) << 32;
    let contents = data.get(HEADER..).unwrap_or_default();
    if length != contents.len() as u64 {
        return cut(length.saturating_add(HEADER as u64));
    }
    if crc32fast::hash(contents) != word(AT_SUM) {
        return Err(CacheFound::Damaged { part: "contents" });
    }
    Ok(contents)
}

/// What of a header's key is another one than this device's.
fn differs(data: &[u8], key: &CacheKey) -> Option<String> {
    let here = key_bytes(key);
    let there = data.get(AT_KEY..AT_SHADERS).unwrap_or_default();
    let number = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        u32::from_le_bytes(word.unwrap_or_default())
    };
    if there.get(..16) != here.get(..16) {
        let name = String::from_utf8_lossy(there.get(..16).unwrap_or_default());
        return Some(format!("backend {}, this is {}", name.trim_end_matches('\0'), key.backend));
    }
    for (what, at) in [("vendor", 16), ("device", 20), ("driver version", 24)] {
        let (is, was) = (number(&here, at), number(there, at));
        if is != was {
            return Some(format!("{what} {was:#x}, this is {is:#x}"));
        }
    }
    (there != here).then(|| "the driver's UUID is another".to_owned())
}

#[cfg(test)]
mod tests;
