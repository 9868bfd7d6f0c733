//! A user's shaders: WGSL, GLSL, Slang, HLSL or SPIR-V, from a file or from memory, to SPIR-V.
//!
//! SPIR-V is what a shader is in Candor: [`Compiled`] holds its words and what they say of themselves; every other language is
//! translated from them. WGSL and GLSL are read by `naga`, Slang and HLSL by slangc where it is installed.
//!
//! ```
//! use candor_shader::compile::{ShaderDesc, compile};
//!
//! let fill = compile(&ShaderDesc::wgsl("fill", "@compute @workgroup_size(WIDTH) fn main() {}").define("WIDTH", "64"))?;
//! assert_eq!(fill.reflection().entry_points[0].workgroup_size, Some([64, 1, 1]));
//! # Ok::<(), candor_shader::compile::ShaderErrors>(())
//! ```
//!
//! Whatever is handed in ends as a result: readers run behind limits on size and nesting, on a thread with a stack of its own, and
//! a panic of theirs is an error; slangc is a process of its own with a time limit. Where a program is built with `panic = "abort"`, a
//! panic of a reader ends it: there only a process of its own helps, as the `candor` program has it.

mod cache;
mod condition;
mod error;
mod include;
mod limits;
mod macros;
mod preprocess;
mod read;
mod slangc;
mod token;
mod watch;

pub use cache::{Cached, ShaderCache};
pub use error::{Diagnostic, ShaderErrors};
pub use include::{Folders, Included, Includes};
pub use watch::{Reloaded, WatchId, Watcher};

use crate::reflection::{EntryPoint, Reflection, Stage};
use crate::translate::{Options, Target, TranslateError, Translation};
use crate::{Code, ShaderHash};
use include::Nothing;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long slangc may take.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The code of a source that is only there to be included.
pub const NO_ENTRY_POINT: &str = "shader-no-entry-point";
/// Bytes of a SPIR-V module that are read.
const MAX_SPIRV: usize = 4 << 20;

macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $endings:expr;)*) => {
        /// A language of sources.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum SourceLanguage {
            $($(#[$doc])* $variant,)*
        }

        impl SourceLanguage {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The endings of its files.
            pub const fn endings(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => $endings,)*
                }
            }
        }
    };
}

languages! {
    /// Slang, by slangc.
    Slang = "slang", &["slang"];
    /// WebGPU's language, with a preprocessor.
    Wgsl = "wgsl", &["wgsl"];
    /// Vulkan's GLSL, one stage a file.
    Glsl = "glsl", &["glsl", "vert", "frag", "comp"];
    /// HLSL, by slangc.
    Hlsl = "hlsl", &["hlsl", "fx"];
    /// SPIR-V, as it is.
    Spirv = "spirv", &["spv"];
}

impl SourceLanguage {
    /// By the ending of a file.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.iter().find(|l| l.endings().contains(&ending.as_str())).copied()
    }
}

impl fmt::Display for SourceLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for SourceLanguage {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names: Vec<&str> = Self::ALL.iter().map(|l| l.name()).collect();
        let found = Self::ALL.iter().find(|l| l.name() == name).copied();
        found.ok_or_else(|| format!("there is no source language \"{name}\"; {} are", names.join(", ")))
    }
}

/// Where a source comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Text or the bytes of SPIR-V.
    Bytes(Vec<u8>),
    /// A file.
    File(PathBuf),
}

/// A shader that is to be compiled.
#[derive(Clone)]
pub struct ShaderDesc {
    /// How it is called in errors. With a source from memory, included files are looked for beside a file of this name.
    pub name: String,
    /// Its source.
    pub source: Source,
    /// The language; by the ending of the file or of the name where it is not stated.
    pub language: Option<SourceLanguage>,
    /// The stage, for GLSL and for HLSL that does not tell; by an ending such as `.vert`, `.frag` or `.vert.glsl` where it is not stated.
    pub stage: Option<Stage>,
    /// The entry point, for HLSL that does not mark it; goes with [`Self::stage`].
    pub entry: Option<String>,
    /// Macros and their values.
    pub defines: Vec<(String, String)>,
    /// Values of `override` constants of WGSL, by name or number; those that have none get their default. They are settled here.
    pub constants: Vec<(String, f64)>,
    /// What finds included files and imported modules; [`Folders`] of [`Self::folders`] where it is `None`.
    pub includes: Option<Arc<dyn Includes>>,
    /// Folders of included files.
    pub folders: Vec<PathBuf>,
    /// The Slang compiler; `SLANGC` from the environment, then `slangc` in `PATH`, where it is `None`.
    pub slangc: Option<PathBuf>,
    /// How long slangc may take.
    pub time_limit: Duration,
}

impl fmt::Debug for ShaderDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShaderDesc")
            .field("name", &self.name)
            .field("language", &self.language)
            .field("stage", &self.stage)
            .field("defines", &self.defines)
            .finish_non_exhaustive()
    }
}

impl ShaderDesc {
    /// From memory.
    pub fn new(name: &str, language: SourceLanguage, source: impl Into<Vec<u8>>) -> Self {
        Self { language: Some(language), ..Self::from(name.to_owned(), Source::Bytes(source.into())) }
    }

    /// WGSL from memory.
    pub fn wgsl(name: &str, source: &str) -> Self {
        Self::new(name, SourceLanguage::Wgsl, source)
    }

    /// GLSL from memory.
    pub fn glsl(name: &str, stage: Stage, source: &str) -> Self {
        Self { stage: Some(stage), ..Self::new(name, SourceLanguage::Glsl, source) }
    }

    /// A file, whose name tells the language.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self::from(path.to_string_lossy().into_owned(), Source::File(path))
    }

    fn from(name: String, source: Source) -> Self {
        Self {
            name,
            source,
            language: None,
            stage: None,
            entry: None,
            defines: Vec::new(),
            constants: Vec::new(),
            includes: None,
            folders: Vec::new(),
            slangc: None,
            time_limit: TIME_LIMIT,
        }
    }

    /// With one more macro.
    #[must_use]
    pub fn define(mut self, name: &str, value: &str) -> Self {
        self.defines.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With this to find what is included.
    #[must_use]
    pub fn includes(mut self, includes: impl Includes + 'static) -> Self {
        self.includes = Some(Arc::new(includes));
        self
    }

    fn path(&self) -> &Path {
        match &self.source {
            Source::Bytes(_) => Path::new(&self.name),
            Source::File(path) => path,
        }
    }

    /// The language, stated or by the name.
    ///
    /// # Errors
    ///
    /// Where neither tells.
    pub fn source_language(&self) -> Result<SourceLanguage, ShaderErrors> {
        self.language.or_else(|| SourceLanguage::of(self.path())).ok_or_else(|| {
            let message = "neither the description nor the name tells its language".to_owned();
            let remedy =
                "state the language, or use an ending: slang, wgsl, glsl, vert, frag, comp, hlsl, spv";
            ShaderErrors::one(&self.name, Diagnostic::whole("shader-language", &self.name, message, remedy))
        })
    }

    /// The stage, stated or by the name.
    fn source_stage(&self) -> Option<Stage> {
        let name = self.path().file_name()?.to_str()?.to_ascii_lowercase();
        let by_name = name.rsplit('.').take(2).find_map(|part| match part {
            "vert" => Some(Stage::Vertex),
            "frag" => Some(Stage::Fragment),
            "comp" => Some(Stage::Compute),
            _ => None,
        });
        self.stage.or(by_name)
    }

    /// What is found for an included file.
    fn finder(&self) -> Box<dyn Includes + '_> {
        match (&self.includes, &self.source) {
            (Some(own), _) => Box::new(|asked: &str, from: &str| own.find(asked, from)),
            // A name is no path.
            (None, Source::Bytes(_)) if self.folders.is_empty() => Box::new(Nothing),
            (None, _) => Box::new(Folders(self.folders.clone())),
        }
    }

    /// What the source is made of: text or the bytes of SPIR-V.
    fn bytes(&self, most: usize) -> Result<Vec<u8>, ShaderErrors> {
        let fail = |code, why: String| {
            Err(ShaderErrors::one(&self.name, Diagnostic::whole(code, &self.name, why, "")))
        };
        match &self.source {
            Source::Bytes(bytes) if bytes.len() > most => fail(
                "shader-source-size",
                format!("the source has {} bytes, and at most {most} are read", bytes.len()),
            ),
            Source::Bytes(bytes) => Ok(bytes.clone()),
            Source::File(path) => {
                include::read_bytes(path, most).or_else(|why| fail("shader-source-read", why))
            }
        }
    }

    fn text(&self) -> Result<String, ShaderErrors> {
        String::from_utf8(self.bytes(limits::MAX_TEXT)?).map_err(|e| {
            let message = format!(
                "the source is not UTF-8: byte {} is no part of a character",
                e.utf8_error().valid_up_to()
            );
            let remedy = "save it as UTF-8, or state the language where it is SPIR-V";
            ShaderErrors::one(
                &self.name,
                Diagnostic::whole("shader-source-text", &self.name, message, remedy),
            )
        })
    }
}

/// A shader that was compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    name: String,
    language: SourceLanguage,
    words: Vec<u32>,
    reflection: Reflection,
    files: Vec<String>,
}

impl Compiled {
    fn new(
        desc: &ShaderDesc,
        language: SourceLanguage,
        words: Vec<u32>,
        files: Vec<String>,
    ) -> Result<Self, ShaderErrors> {
        match crate::reflect(&words) {
            Ok(reflection) if reflection.entry_points.is_empty() => {
                let why = "it has no entry point, so that it can only be included".to_owned();
                let remedy = "mark a function as one: @vertex, @fragment, @compute in WGSL, [shader(\"vertex\")] in Slang and HLSL";
                let fault = Diagnostic::whole(NO_ENTRY_POINT, &desc.name, why, remedy);
                Err(ShaderErrors { files, ..ShaderErrors::one(&desc.name, fault) })
            }
            Ok(reflection) => Ok(Self { name: desc.name.clone(), language, words, reflection, files }),
            Err(why) => {
                let fault = Diagnostic::whole(why.code(), &desc.name, why.to_string(), "");
                Err(ShaderErrors { files, ..ShaderErrors::one(&desc.name, fault) })
            }
        }
    }

    /// As the description calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it was written in.
    pub fn language(&self) -> SourceLanguage {
        self.language
    }

    /// The SPIR-V.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// What it must be given and what it gives.
    pub fn reflection(&self) -> &Reflection {
        &self.reflection
    }

    /// The entry points.
    pub fn entry_points(&self) -> &[EntryPoint] {
        &self.reflection.entry_points
    }

    /// The files that were read, the source itself first where it is one.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// A number for its words, the same on every machine.
    pub fn hash(&self) -> ShaderHash {
        ShaderHash::of(&self.words)
    }

    /// An entry point for a pipeline, which says what there is where it is not there.
    pub fn entry<'a>(&'a self, entry: &'a str) -> Code<'a> {
        Code { words: &self.words, entry }
    }

    /// An entry point in another language.
    ///
    /// # Errors
    ///
    /// As [`translate`](crate::translate::translate).
    pub fn translate(
        &self,
        entry: &str,
        target: Target,
        options: &Options,
    ) -> Result<Translation, TranslateError> {
        crate::translate::translate(&self.words, entry, target, options)
    }
}

/// Compiles.
///
/// # Errors
///
/// [`ShaderErrors`]: every fault with its place, the source line and what to do.
pub fn compile(desc: &ShaderDesc) -> Result<Compiled, ShaderErrors> {
    let language = desc.source_language()?;
    match language {
        SourceLanguage::Spirv => {
            let bytes = desc.bytes(MAX_SPIRV)?;
            let files = match &desc.source {
                Source::File(path) => vec![path.to_string_lossy().into_owned()],
                Source::Bytes(_) => Vec::new(),
            };
            let words = crate::words_from_bytes(&bytes).map_err(|why| {
                ShaderErrors::one(&desc.name, Diagnostic::whole(why.code(), &desc.name, why.to_string(), ""))
            })?;
            Compiled::new(desc, language, words, files)
        }
        SourceLanguage::Wgsl | SourceLanguage::Glsl => read::compile(desc, language),
        SourceLanguage::Slang | SourceLanguage::Hlsl => slangc::compile(desc, language),
    }
}
