//! Candor's own shaders, by name and as constants.

use crate::Code;
use crate::error::ShaderError;
use crate::reflection::{Reflection, Stage};
use crate::shaders;
use crate::text::{ClipSpace, Target, Translation};

/// One compiled entry point.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    /// The source file, without its ending.
    pub module: &'static str,
    /// The entry point, which pipeline creation asks for.
    pub entry_point: &'static str,
    /// The permutation; empty for the plain one.
    pub permutation: &'static str,
    /// The stage.
    pub stage: Stage,
    pub(crate) words: &'static [u32],
}

impl Shader {
    /// The SPIR-V.
    pub fn words(&self) -> &'static [u32] {
        self.words
    }

    /// What a pipeline's stage is made of.
    pub fn code(&self) -> Code<'static> {
        Code { words: self.words, entry: self.entry_point }
    }

    /// Its name: `module.entry_point`, and `.permutation` where it has one.
    pub fn name(&self) -> String {
        let dot = if self.permutation.is_empty() { "" } else { "." };
        format!("{}.{}{dot}{}", self.module, self.entry_point, self.permutation)
    }

    /// The shader in another language, with what a backend binds by. Which languages are compiled in is a matter of this crate's
    /// features `wgsl`, `msl`, `glsl` and `hlsl`.
    ///
    /// # Errors
    ///
    /// [`ShaderError::NotCompiledIn`] without the feature, [`ShaderError::NotInTarget`] with the reason where the language cannot say
    /// what the shader does.
    pub fn text(&self, target: Target) -> Result<&'static Translation, ShaderError> {
        self.text_in(target, ClipSpace::Standard)
    }

    /// The same for a clip space: vertex shaders in GLSL 3.30 and GLSL ES are there for both.
    ///
    /// # Errors
    ///
    /// As [`Self::text`]. A fragment or compute shader, and any shader where clip control is always there, is the same in both.
    pub fn text_in(&self, target: Target, clip: ClipSpace) -> Result<&'static Translation, ShaderError> {
        crate::texts::find(self, target, clip)
    }

    /// What it must be given and what it gives.
    ///
    /// # Errors
    ///
    /// None for a shader that comes with Candor: a test reads every one.
    pub fn reflection(&self) -> Result<Reflection, ShaderError> {
        crate::reflect(self.words)
    }
}

/// The shader of this name, such as `"pbr.vs_main"` or `"pbr.fs_main.mask"`. Code that knows the name when it is compiled uses a
/// constant of [`mod@shaders`] instead.
///
/// # Errors
///
/// [`ShaderError::Unknown`], which lists the names of the same module, or the modules.
pub fn get(name: &str) -> Result<&'static Shader, ShaderError> {
    let mut parts = name.splitn(3, '.');
    let (module, entry) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let permutation = parts.next().unwrap_or_default();
    let found = |s: &&&Shader| s.module == module && s.entry_point == entry && s.permutation == permutation;
    shaders::ALL.iter().find(found).copied().ok_or_else(|| {
        let mut near: Vec<String> =
            shaders::ALL.iter().filter(|s| s.module == module).map(|s| s.name()).collect();
        if near.is_empty() {
            near = shaders::ALL.iter().map(|s| s.module.to_owned()).collect();
            near.dedup();
        }
        ShaderError::Unknown { name: name.to_owned(), nearest: near.join(", ") }
    })
}

/// Little-endian bytes to words while compiling, so that the words are aligned and right on every machine.
pub(crate) const fn to_words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    assert!(bytes.len() == N * 4, "a compiled shader is not a whole number of words");
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = u32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]);
        i += 1;
    }
    words
}

/// The words of a file below `shaders/compiled`.
macro_rules! compiled {
    ($file:literal) => {{
        const BYTES: &[u8] = include_bytes!(concat!("../../../shaders/compiled/", $file));
        static WORDS: [u32; BYTES.len() / 4] = $crate::library::to_words(BYTES);
        &WORDS
    }};
}
pub(crate) use compiled;
