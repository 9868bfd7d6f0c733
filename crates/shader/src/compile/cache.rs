//! What was compiled, kept on disk from run to run.
//!
//! An entry's name is a hash of all that its contents depend on: the source with what it includes, defines, language, stage, entry
//! point, the target, and the version of what compiles. Every entry is judged whole before it is believed; what is wrong with one
//! ends as if it were not there, and is told.

use super::{Compiled, Diagnostic, ShaderDesc, ShaderErrors, Source, SourceLanguage, compile, read, slangc};
use crate::ShaderHash;
use crate::sealed::{self, Seal, SealError};
#[cfg(feature = "package")]
use crate::text::{Target, Translation};
#[cfg(feature = "package")]
use crate::translate::{Options, TranslateError};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const SEAL: Seal = Seal { kind: *b"candorsc", version: 1 };
/// What compiles, beside slangc: this crate and its translator.
const COMPILER: &str = concat!("candor-shader ", env!("CARGO_PKG_VERSION"), ", naga 30, cache 1");
/// Ending of entries.
const ENTRY: &str = "shader";
/// Files that were being written so long ago were left behind by a process that ended.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);
/// An entry is marked as used once in so long.
const USED_STEP: Duration = Duration::from_secs(60);

/// A folder of compiled shaders. Several processes may use one at once.
#[derive(Debug, Clone)]
pub struct ShaderCache {
    folder: PathBuf,
    most_bytes: u64,
}

/// Whether the cache had it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "it says whether the cache works"]
pub enum Cached {
    /// It was there.
    Hit,
    /// It was not, and is now.
    Made,
    /// What was there was wrong, and is right now.
    Remade {
        /// What was wrong: "the entry ...".
        why: SealError,
    },
    /// It was made and cannot be kept.
    NotKept {
        /// What the system says.
        why: String,
    },
}

impl fmt::Display for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hit => f.write_str("the shader cache had it"),
            Self::Made => f.write_str("the shader cache has it now"),
            Self::Remade { why } => {
                write!(f, "the entry of the shader cache {why}: the shader was compiled anew")
            }
            Self::NotKept { why } => {
                write!(
                    f,
                    "the shader cache cannot be written ({why}): nothing is lost but time, the next run compiles anew"
                )
            }
        }
    }
}

impl ShaderCache {
    /// A cache in this folder, which need not exist, of at most so many bytes.
    pub fn new(folder: impl Into<PathBuf>, most_bytes: u64) -> Self {
        Self { folder: folder.into(), most_bytes }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles, or takes what was compiled of the same sources by the same compiler.
    ///
    /// # Errors
    ///
    /// As [`compile`]; faults are not kept.
    pub fn compile(&self, desc: &ShaderDesc) -> Result<(Compiled, Cached), ShaderErrors> {
        let language = desc.source_language()?;
        let (key, files) = source_key(desc, language)?;
        let damaged = SealError::Damaged { part: "SPIR-V" };
        let found = self.read(&key).and_then(|bytes| {
            let Some(bytes) = bytes else { return Ok(None) };
            let words = crate::words_from_bytes(&bytes).map_err(|_| damaged.clone())?;
            Compiled::new(desc, language, words, files).map(Some).map_err(|_| damaged)
        });
        let fault = match found {
            Ok(Some(found)) => return Ok((found, Cached::Hit)),
            Ok(None) => None,
            Err(why) => Some(why),
        };
        let made = compile(desc)?;
        let bytes: Vec<u8> = made.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        let kept = self.keep(&key, &bytes).and_then(|()| self.trim());
        Ok((made, told(kept, fault)))
    }

    /// Translates an entry point, or takes the same translation.
    ///
    /// # Errors
    ///
    /// As [`translate`](crate::translate::translate); refusals are not kept.
    #[cfg(feature = "package")]
    pub fn translate(
        &self,
        words: &[u32],
        entry: &str,
        target: Target,
        options: &Options,
    ) -> Result<(Translation, Cached), TranslateError> {
        let of = ShaderHash::of(words);
        let key =
            hash_of(&["text", COMPILER, &of.to_string(), entry, target.name(), &format!("{options:?}")]);
        let (found, fault) = match self.read(&key) {
            Ok(found) => (found, None),
            Err(why) => (None, Some(why)),
        };
        let stored = found.map(|bytes| serde_json::from_slice::<(String, Translation)>(&bytes));
        let fault =
            fault.or_else(|| matches!(stored, Some(Err(_))).then_some(SealError::Damaged { part: "text" }));
        if let Some(Ok((source, binds))) = stored {
            return Ok((Translation { target, source: source.into(), ..binds }, Cached::Hit));
        }
        let made = crate::translate::translate(words, entry, target, options)?;
        let kept = serde_json::to_vec(&(&made.source, &made))
            .map_err(io::Error::other)
            .and_then(|bytes| self.keep(&key, &bytes))
            .and_then(|()| self.trim());
        Ok((made, told(kept, fault)))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.{ENTRY}"))
    }

    /// An entry, which is used now.
    fn read(&self, key: &str) -> Result<Option<Vec<u8>>, SealError> {
        let path = self.path(key);
        let file = match sealed::read(&path) {
            Ok(file) => file,
            Err(SealError::Unreadable { missing: true, .. }) => return Ok(None),
            Err(why) => return Err(why),
        };
        let contents = SEAL.open(&file)?;
        // It says of itself which it is, so that files cannot be mistaken for one another.
        let (own, contents) = contents.split_at_checked(key.len()).unwrap_or_default();
        if own != key.as_bytes() {
            return Err(SealError::Damaged { part: "key" });
        }
        touch(&path);
        Ok(Some(contents.to_vec()))
    }

    fn keep(&self, key: &str, contents: &[u8]) -> io::Result<()> {
        sealed::write(&self.path(key), &SEAL.close(&[key.as_bytes(), contents].concat()))
    }

    /// Removes what was used longest ago until the rest is within the bound, and what was left half written.
    fn trim(&self) -> io::Result<()> {
        let now = SystemTime::now();
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            // Another process may have removed it meanwhile.
            let Ok(meta) = fs::metadata(&path) else { continue };
            let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            match path.extension().and_then(|e| e.to_str()) {
                Some(ENTRY) => entries.push((used, meta.len(), path)),
                Some(sealed::NEW) if now.duration_since(used).is_ok_and(|age| age > LEFT_BEHIND) => {
                    let _ = fs::remove_file(&path);
                }
                _ => {}
            }
        }
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in entries {
            if total <= self.most_bytes {
                break;
            }
            let _ = fs::remove_file(path);
            total -= bytes;
        }
        Ok(())
    }
}

/// Marks a file as used now, unless it is marked lately.
fn touch(path: &Path) {
    let now = SystemTime::now();
    let lately = fs::metadata(path)
        .and_then(|m| m.modified())
        .is_ok_and(|t| now.duration_since(t).is_ok_and(|d| d < USED_STEP));
    if !lately && let Ok(file) = fs::File::options().append(true).open(path) {
        // Without the mark it is removed earlier than need be.
        let _ = file.set_modified(now);
    }
}

fn told(kept: io::Result<()>, fault: Option<SealError>) -> Cached {
    match (kept, fault) {
        (Err(why), _) => Cached::NotKept { why: why.to_string() },
        (Ok(()), Some(why)) => Cached::Remade { why },
        (Ok(()), None) => Cached::Made,
    }
}

/// A hash of parts that cannot run into one another.
fn hash_of(parts: &[&str]) -> String {
    let parts = parts.iter().flat_map(|p| (p.len() as u64).to_le_bytes().into_iter().chain(p.bytes()));
    ShaderHash::of_bytes(parts).to_string()
}

/// A hash of all that a result depends on, and the files that were read for it.
fn source_key(desc: &ShaderDesc, language: SourceLanguage) -> Result<(String, Vec<String>), ShaderErrors> {
    let (mut parts, mut files) = (Vec::new(), Vec::new());
    match language {
        SourceLanguage::Spirv => {
            parts.push(ShaderHash::of_bytes(desc.bytes(super::MAX_SPIRV)?).to_string());
            if let Source::File(path) = &desc.source {
                files.push(path.to_string_lossy().into_owned());
            }
        }
        SourceLanguage::Wgsl | SourceLanguage::Glsl => {
            let (expanded, read) = read::expand(desc, language)?;
            // Macros are in it.
            parts.push(expanded.text);
            files = read;
        }
        SourceLanguage::Slang | SourceLanguage::Hlsl => {
            let version = slangc::version(desc).ok_or_else(|| {
                let why = "slangc is not here or does not say its version".to_owned();
                let remedy = "install it and set SLANGC to it or put it in PATH";
                ShaderErrors::one(&desc.name, Diagnostic::whole("shader-no-slangc", &desc.name, why, remedy))
            })?;
            let (sources, read) = slangc::gather(desc)?;
            parts.push(version);
            parts.extend(desc.folders.iter().map(|f| f.to_string_lossy().into_owned()));
            parts.push("sources".into());
            parts.extend(sources.into_iter().flat_map(|(name, text)| [name, text]));
            parts.push("defines".into());
            parts.extend(desc.defines.iter().flat_map(|(name, value)| [name.clone(), value.clone()]));
            files = read;
        }
    }
    let stage = format!("{:?} {:?} {:?}", desc.source_stage(), desc.entry, desc.constants);
    let mut all = vec!["source", COMPILER, language.name(), &stage];
    all.extend(parts.iter().map(String::as_str));
    Ok((hash_of(&all), files))
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
