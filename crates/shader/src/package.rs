//! Compiled shaders in one file that a program loads: SPIR-V, every language's text with what a backend binds by, reflection, hashes.
//!
//! A package has a header that says what it is, of which version, how long, and the hash of its contents. The contents are a JSON
//! document, its length before it, and the SPIR-V of each shader after it, as the document says. All of it is judged before any of
//! it is believed.

use crate::reflection::{Reflection, Stage};
use crate::sealed::{self, Seal, SealError};
use crate::text::{ClipSpace, Target, Text, Translation};
use crate::{Code, ShaderError, ShaderHash};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

const SEAL: Seal = Seal { kind: *b"candorsh", version: 1 };

/// One entry point of a module.
#[derive(Debug, Clone, PartialEq)]
pub struct PackagedShader {
    /// Its name: `module.entry_point`.
    pub name: String,
    /// The entry point.
    pub entry_point: String,
    /// The stage.
    pub stage: Stage,
    /// The SPIR-V of the module.
    pub words: Vec<u32>,
    /// What it says of itself.
    pub reflection: Reflection,
    /// In every language.
    pub texts: Vec<PackagedText>,
}

/// A shader in one language, or why it is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredText", into = "StoredText")]
pub struct PackagedText {
    /// The language.
    pub target: Target,
    /// What positions mean.
    pub clip: ClipSpace,
    /// The text with what a backend binds by, or the code and the sentence of its refusal.
    pub text: Result<Translation, RefusedText>,
}

/// Why there is no text in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedText {
    /// The code of the translation's error.
    pub code: String,
    /// The sentence.
    pub why: String,
}

/// As it stands in a document.
#[derive(Serialize, Deserialize)]
struct StoredText {
    target: Target,
    clip: ClipSpace,
    #[serde(flatten)]
    text: StoredResult,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredResult {
    Made { source: Text, binds: Box<Translation> },
    Refused(RefusedText),
}

impl From<StoredText> for PackagedText {
    fn from(stored: StoredText) -> Self {
        let text = match stored.text {
            StoredResult::Made { source, binds } => {
                Ok(Translation { target: stored.target, source, ..*binds })
            }
            StoredResult::Refused(why) => Err(why),
        };
        Self { target: stored.target, clip: stored.clip, text }
    }
}

impl From<PackagedText> for StoredText {
    fn from(told: PackagedText) -> Self {
        let text = match told.text {
            Ok(binds) => StoredResult::Made { source: binds.source.clone(), binds: Box::new(binds) },
            Err(why) => StoredResult::Refused(why),
        };
        Self { target: told.target, clip: told.clip, text }
    }
}

impl PackagedShader {
    /// From a module.
    ///
    /// # Errors
    ///
    /// [`ShaderError`] where the words are no module, or [`ShaderError::Unknown`] where it has no such entry point.
    pub fn new(
        module: &str,
        words: &[u32],
        entry_point: &str,
        texts: Vec<PackagedText>,
    ) -> Result<Self, ShaderError> {
        let reflection = crate::reflect(words)?;
        let Some(point) = reflection.entry_point(entry_point) else {
            let all: Vec<&str> = reflection.entry_points.iter().map(|e| e.name.as_str()).collect();
            return Err(ShaderError::Unknown {
                name: format!("{module}.{entry_point}"),
                nearest: all.join(", "),
            });
        };
        let stage = point.stage;
        let name = format!("{module}.{entry_point}");
        Ok(Self {
            name,
            entry_point: entry_point.to_owned(),
            stage,
            words: words.to_vec(),
            reflection,
            texts,
        })
    }

    /// What a pipeline's stage is made of.
    pub fn code(&self) -> Code<'_> {
        Code { words: &self.words, entry: &self.entry_point }
    }

    /// A number for its words, the same on every machine.
    pub fn hash(&self) -> ShaderHash {
        ShaderHash::of(&self.words)
    }

    /// The text in a language; what does not depend on the clip space is there once.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn text(&self, target: Target, clip: ClipSpace) -> Result<&Translation, RefusedText> {
        let of = |clip| self.texts.iter().find(|t| t.target == target && t.clip == clip);
        match of(clip).or_else(|| of(ClipSpace::Standard)).map(|t| &t.text) {
            Some(Ok(text)) => Ok(text),
            Some(Err(why)) => Err(why.clone()),
            None => {
                let why = format!("the package was built without {target}; build it again with it");
                Err(RefusedText { code: "package-without".into(), why })
            }
        }
    }
}

/// Compiled shaders of a program.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Package {
    /// In the order of their names.
    shaders: Vec<PackagedShader>,
}

/// Why a package is not read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The file as a whole.
    #[error("the package {0}")]
    File(#[from] SealError),
    /// It cannot be written.
    #[error("the package cannot be written: {why}; choose another folder or make room")]
    Write {
        /// What the system says.
        why: String,
    },
    /// What is in it.
    #[error("the package is whole and says what is not so: {why}; make it again with this version of Candor")]
    Contents {
        /// What is wrong.
        why: String,
    },
    /// Two shaders of one name.
    #[error("two shaders of the package are called \"{name}\"; rename a file or an entry point")]
    Twice {
        /// The name.
        name: String,
    },
    /// No shader has this name.
    #[error("the package has no shader \"{name}\"; it has {there}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Those that are there.
        there: String,
    },
}

/// What the document says of a shader.
#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    entry_point: String,
    stage: Stage,
    /// Words before those of this one, and its own.
    words: [u64; 2],
    hash: String,
    reflection: Reflection,
    texts: Vec<PackagedText>,
}

#[derive(Serialize, Deserialize)]
struct Document {
    shaders: Vec<Entry>,
}

impl Package {
    /// Bytes of a file before its contents.
    pub const HEADER_BYTES: usize = sealed::HEADER;

    /// Of shaders with different names.
    ///
    /// # Errors
    ///
    /// [`PackageError::Twice`].
    pub fn new(mut shaders: Vec<PackagedShader>) -> Result<Self, PackageError> {
        shaders.sort_by(|a, b| a.name.cmp(&b.name));
        match shaders.windows(2).find(|w| w[0].name == w[1].name) {
            Some(two) => Err(PackageError::Twice { name: two[0].name.clone() }),
            None => Ok(Self { shaders }),
        }
    }

    /// The shaders in the order of their names.
    pub fn shaders(&self) -> &[PackagedShader] {
        &self.shaders
    }

    /// The shader of this name.
    ///
    /// # Errors
    ///
    /// [`PackageError::Unknown`], which lists those that are there.
    pub fn get(&self, name: &str) -> Result<&PackagedShader, PackageError> {
        self.shaders.iter().find(|s| s.name == name).ok_or_else(|| {
            let all: Vec<&str> = self.shaders.iter().map(|s| s.name.as_str()).collect();
            PackageError::Unknown { name: name.to_owned(), there: all.join(", ") }
        })
    }

    /// As the bytes of a file, the same for the same shaders.
    ///
    /// # Errors
    ///
    /// [`PackageError::Contents`] where a text cannot be written, which none of this crate's is.
    pub fn to_bytes(&self) -> Result<Vec<u8>, PackageError> {
        let mut before = 0;
        let entry = |s: &PackagedShader| {
            let words = [before, s.words.len() as u64];
            before += words[1];
            Entry {
                name: s.name.clone(),
                entry_point: s.entry_point.clone(),
                stage: s.stage,
                words,
                hash: s.hash().to_string(),
                reflection: s.reflection.clone(),
                texts: s.texts.clone(),
            }
        };
        let document = Document { shaders: self.shaders.iter().map(entry).collect() };
        let text =
            serde_json::to_vec(&document).map_err(|e| PackageError::Contents { why: e.to_string() })?;
        let mut contents = (text.len() as u64).to_le_bytes().to_vec();
        contents.extend(text);
        contents.extend(self.shaders.iter().flat_map(|s| &s.words).flat_map(|w| w.to_le_bytes()));
        Ok(SEAL.close(&contents))
    }

    /// Writes a file so that whoever reads meanwhile has the old one or the new one.
    ///
    /// # Errors
    ///
    /// [`PackageError::Write`].
    pub fn write(&self, path: &Path) -> Result<(), PackageError> {
        let bytes = self.to_bytes()?;
        sealed::write(path, &bytes).map_err(|e| PackageError::Write { why: e.to_string() })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`PackageError`] with what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, PackageError> {
        Self::from_bytes(&sealed::read(path)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PackageError> {
        Self::from_contents(SEAL.open(bytes)?)
    }

    /// The same of what is behind the header, which is for those who test readers.
    ///
    /// # Errors
    ///
    /// [`PackageError::Contents`].
    pub fn from_contents(contents: &[u8]) -> Result<Self, PackageError> {
        let wrong = |why: String| PackageError::Contents { why };
        let (length, rest) =
            contents.split_first_chunk().ok_or_else(|| wrong("it has no document".into()))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok();
        let split = length.and_then(|length| rest.split_at_checked(length));
        let (text, words) = split.ok_or_else(|| wrong("its document is longer than the file".into()))?;
        let document: Document =
            serde_json::from_slice(text).map_err(|e| wrong(format!("its document: {e}")))?;
        let words = crate::words_from_bytes(words).map_err(|e| wrong(e.to_string()))?;
        let shader = |e: Entry| {
            let told = |why: &str| wrong(format!("the shader \"{}\" {why}", e.name));
            let from = usize::try_from(e.words[0]).ok();
            let to = usize::try_from(e.words[0].saturating_add(e.words[1])).ok();
            let own = from.zip(to).and_then(|(from, to)| words.get(from..to));
            let own = own.ok_or_else(|| told("lies outside of the file"))?;
            if ShaderHash::of(own).to_string() != e.hash {
                return Err(told("has another hash"));
            }
            let reflection = crate::reflect(own).map_err(|why| told(&format!("is not to be read: {why}")))?;
            let point = reflection.entry_point(&e.entry_point).is_some_and(|p| p.stage == e.stage);
            if !point || reflection != e.reflection {
                return Err(told("is not what the document says of it"));
            }
            Ok(PackagedShader {
                name: e.name,
                entry_point: e.entry_point,
                stage: e.stage,
                words: own.to_vec(),
                reflection,
                texts: e.texts,
            })
        };
        Self::new(document.shaders.into_iter().map(shader).collect::<Result<_, _>>()?)
    }
}

#[cfg(feature = "builtin")]
impl crate::Overrides {
    /// Takes each shader of a package for the one of its name, with an outcome for each.
    pub fn add_package(&mut self, package: &Package) -> Vec<crate::Overridden> {
        package.shaders.iter().map(|s| self.add(&s.name, s.code())).collect()
    }
}
