//! Shaders as text: the languages, and what a backend must know of a text to bind by it.

use crate::reflection::Slot;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

macro_rules! targets {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $language:ident;)*) => {
        /// A language that shaders are translated to, with its version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Target {
            $($(#[$doc])* $variant,)*
        }

        impl Target {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name, such as `"glsl-es-3.10"`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The language without its version.
            pub const fn language(self) -> Language {
                match self {
                    $(Self::$variant => Language::$language,)*
                }
            }
        }
    };
}

targets! {
    /// WebGPU's language, as browsers take it.
    Wgsl = "wgsl", Wgsl;
    /// Metal's language, 2.1 or the version that [`Translation::language_version`] tells.
    Msl = "msl", Msl;
    /// OpenGL 4.5.
    Glsl450 = "glsl-4.50", Glsl;
    /// OpenGL 3.3.
    Glsl330 = "glsl-3.30", Glsl;
    /// OpenGL ES 3.1.
    GlslEs310 = "glsl-es-3.10", Glsl;
    /// OpenGL ES 3.0.
    GlslEs300 = "glsl-es-3.00", Glsl;
    /// Direct3D 11.
    Hlsl50 = "hlsl-5.0", Hlsl;
    /// Direct3D 12 with the compiler that writes DXBC.
    Hlsl51 = "hlsl-5.1", Hlsl;
    /// Direct3D 12 with the compiler that writes DXIL, as the language of 2018 (`-HV 2018`).
    Hlsl60 = "hlsl-6.0", Hlsl;
}

/// A language without its version; each is a feature of this crate, by which Candor's own shaders come in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Language {
    Wgsl,
    Msl,
    Glsl,
    Hlsl,
}

impl Language {
    /// Its name, which is that of the feature, and the ending of files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Msl => "msl",
            Self::Glsl => "glsl",
            Self::Hlsl => "hlsl",
        }
    }
}

impl Target {
    /// Whether the text gives each resource a number; else a program finds them by name after linking.
    pub const fn has_binding_numbers(self) -> bool {
        !matches!(self, Self::Glsl330 | Self::GlslEs300)
    }

    /// Whether it has compute shaders and storage buffers.
    pub const fn has_compute(self) -> bool {
        !matches!(self, Self::Glsl330 | Self::GlslEs300)
    }

    /// Whether contexts of this version may lack clip control, so that vertex shaders are also there in
    /// [`ClipSpace::OpenGl`].
    pub const fn may_lack_clip_control(self) -> bool {
        matches!(self, Self::Glsl330 | Self::GlslEs310 | Self::GlslEs300)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let found = Self::ALL.iter().find(|t| t.name() == name);
        found.copied().ok_or_else(|| UnknownTarget { name: name.to_owned() })
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(from)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// A name that no [`Target`] has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no target \"{name}\"; wgsl, msl, glsl-4.50, glsl-3.30, glsl-es-3.10, glsl-es-3.00, hlsl-5.0, hlsl-5.1 and \
     hlsl-6.0 are"
)]
pub struct UnknownTarget {
    /// The name that was asked for.
    pub name: String,
}

/// What the positions of a vertex shader mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClipSpace {
    /// y up, depth from 0 to 1, as the source says: every API but OpenGL, and OpenGL with `glClipControl(GL_UPPER_LEFT,
    /// GL_ZERO_TO_ONE)`.
    #[default]
    Standard,
    /// For OpenGL without clip control: y is turned round, so that row 0 of a target is the upper one, and depth runs
    /// from -1 to 1. Front faces are wound the other way there.
    OpenGl,
}

/// A text that does not change or is made at run time.
pub type Text = Cow<'static, str>;
/// A list likewise.
pub type List<T> = Cow<'static, [T]>;

/// A namespace of numbers by which a language binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// WGSL: binding of the group [`Place::space`].
    Binding,
    /// HLSL: register `b`.
    Constants,
    /// HLSL: register `t`.
    Resource,
    /// HLSL: register `u`.
    Unordered,
    /// HLSL: register `s`. MSL: sampler index.
    Sampler,
    /// MSL: buffer index.
    Buffer,
    /// MSL: texture index. GLSL: texture unit.
    Texture,
    /// GLSL: binding point of a uniform block.
    UniformBlock,
    /// GLSL: binding point of a shader storage block.
    StorageBlock,
    /// GLSL: image unit.
    Image,
}

/// Where a text takes a resource from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The namespace.
    pub class: Class,
    /// The first number; `None` where the program gives it one by the resource's name (GLSL 3.30, GLSL ES 3.00).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// HLSL: register space. WGSL: group. Else 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub space: u32,
}

fn is_zero(space: &u32) -> bool {
    *space == 0
}

/// One resource of the module and where the text takes it from. Samplers have none in GLSL: see [`Translation::pairs`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// Where the module has it.
    pub slot: Slot,
    /// Its name in the text; GLSL: of the block, image or sampler uniform.
    pub name: Text,
    /// Where the text has it.
    pub place: Place,
    /// How many numbers it takes.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
}

/// A target whose translation is told beside.
fn any() -> Target {
    Target::Wgsl
}

fn one() -> u32 {
    1
}

fn is_one(count: &u32) -> bool {
    *count == 1
}

/// GLSL: a sampler uniform, which stands for a texture and the sampler that it is used with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Name of the uniform.
    pub name: Text,
    /// The texture.
    pub texture: Slot,
    /// The sampler; `None` where the texture is only loaded from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampler: Option<Slot>,
}

/// A vertex input or a fragment output and its name: GLSL a variable, HLSL a semantic, else empty, since numbers do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// The location.
    pub location: u32,
    /// The name.
    pub name: Text,
}

/// What a text asks of the backend beside the module's own resources.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extras {
    /// GLSL: the name of a `uint` uniform that holds the first instance of a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_instance: Option<Text>,
    /// HLSL: a constant buffer of three words: first vertex, first instance, unused; for a dispatch the numbers of workgroups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_constants: Option<Place>,
    /// MSL: a buffer of a `uint` for each storage buffer that ends in a runtime array, its size in bytes, in the order of
    /// [`Translation::bindings`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer_sizes: Option<Place>,
}

/// One entry point in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translation {
    /// The language.
    #[serde(skip, default = "any")]
    pub target: Target,
    /// The text.
    #[serde(skip)]
    pub source: Text,
    /// The entry point's name in it.
    pub entry_point: Text,
    /// The version of the language that it needs, where that is not the target's own (MSL).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language_version: Option<(u8, u8)>,
    /// Resources in the order of their slots.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub bindings: List<Bound>,
    /// Push data: a uniform buffer in every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<Bound>,
    /// GLSL: textures with their samplers.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub pairs: List<Pair>,
    /// Vertex stage: inputs.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub inputs: List<Located>,
    /// Fragment stage: outputs.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub outputs: List<Located>,
    /// What it asks for beside.
    #[serde(default)]
    pub extras: Extras,
    /// Extensions of the language that it turns on.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub extensions: List<Text>,
    /// Ids of specialisation constants that can still be set when the pipeline is made (WGSL); the others have their values.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub open_constants: List<u32>,
    /// The module gives points a size, and this API draws all points one pixel large (WGSL, HLSL).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub points_are_pixels: bool,
}

fn is_empty<T: Clone>(list: &List<T>) -> bool {
    list.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_targets_lead_back_to_them() {
        for target in Target::ALL {
            assert_eq!(target.name().parse(), Ok(*target));
            assert!(target.name().starts_with(target.language().name()));
            assert!(UnknownTarget { name: String::new() }.to_string().contains(target.name()));
        }
        assert!("glsl".parse::<Target>().unwrap_err().to_string().contains("\"glsl\""));
    }
}
