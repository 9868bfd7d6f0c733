//! Shaders of a game in place of those that come with Candor.

use crate::library::Shader;
use crate::reflection::{BindingKind, Count, EntryPoint, Reflection, SamplerUse, Stage};
use crate::{Code, ShaderError};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Shaders by the names of those that they take the place of. A renderer looks here first.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    all: HashMap<String, Override>,
}

#[derive(Debug, Clone)]
struct Override {
    words: Arc<[u32]>,
    entry: String,
}

/// What became of one shader of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a shader that is refused is not drawn with"]
pub enum Overridden {
    /// It takes the place of the one of its name.
    Applied {
        /// The name.
        name: String,
    },
    /// It does not, and the one that comes with Candor stays.
    Refused {
        /// The name.
        name: String,
        /// Why not.
        why: String,
    },
}

impl Overridden {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Self::Applied { name } | Self::Refused { name, .. } => name,
        }
    }

    /// It takes the place of the one of its name.
    pub fn is_applied(&self) -> bool {
        matches!(self, Self::Applied { .. })
    }
}

impl fmt::Display for Overridden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Applied { name } => write!(f, "\"{name}\" takes the place of Candor's own"),
            Self::Refused { name, why } => write!(f, "\"{name}\" is refused, and Candor's own stays: {why}"),
        }
    }
}

impl Overrides {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Takes a shader for the one of its name, such as `"tonemap.fs_main"`: the stage must be the same, and it may ask for no more
    /// than that one is given: bindings of the same kind, push data, inputs; and must give what that one gives.
    pub fn add(&mut self, name: &str, code: Code<'_>) -> Overridden {
        match fits(name, code) {
            Ok(()) => {
                let made = Override { words: code.words.into(), entry: code.entry.to_owned() };
                self.all.insert(name.to_owned(), made);
                Overridden::Applied { name: name.to_owned() }
            }
            Err(why) => Overridden::Refused { name: name.to_owned(), why },
        }
    }

    /// What a pipeline is made of where Candor's own code asks for this shader.
    pub fn code<'a>(&'a self, shader: &'static Shader) -> Code<'a> {
        if self.all.is_empty() {
            return shader.code();
        }
        match self.all.get(&shader.name()) {
            Some(found) => Code { words: &found.words, entry: &found.entry },
            None => shader.code(),
        }
    }

    /// The same by name.
    ///
    /// # Errors
    ///
    /// As [`get`](crate::get).
    pub fn get<'a>(&'a self, name: &str) -> Result<Code<'a>, ShaderError> {
        crate::get(name).map(|shader| self.code(shader))
    }
}

fn fits(name: &str, code: Code<'_>) -> Result<(), String> {
    let own = crate::get(name).map_err(|e| e.to_string())?;
    let there = own.reflection().map_err(|e| e.to_string())?;
    let here = crate::reflect(code.words).map_err(|e| e.to_string())?;
    let was = there.entry_point(own.entry_point).ok_or("Candor's own has no such entry point")?;
    let Some(is) = here.entry_points.iter().find(|e| e.name == code.entry && e.stage == was.stage) else {
        let all: Vec<String> =
            here.entry_points.iter().map(|e| format!("{} ({:?})", e.name, e.stage)).collect();
        return Err(format!(
            "it must be a {:?} shader \"{}\", and there is {}",
            was.stage,
            code.entry,
            all.join(", ")
        ));
    };
    asks_no_more(&here, is, &there, was)?;
    let missing = was.outputs.iter().find(|o| {
        !is.outputs.iter().any(|n| {
            (n.location, n.index, n.scalar, n.per_patch) == (o.location, o.index, o.scalar, o.per_patch)
                && n.components >= o.components
        })
    });
    match missing {
        Some(o) => Err(format!(
            "it gives no output at location {} of {:?} and {} components, which the next stage or the target takes",
            o.location, o.scalar, o.components
        )),
        None => Ok(()),
    }
}

fn asks_no_more(
    here: &Reflection,
    is: &EntryPoint,
    there: &Reflection,
    was: &EntryPoint,
) -> Result<(), String> {
    if let Some(more) = here.capabilities.iter().find(|c| !there.capabilities.contains(c) && **c > 1) {
        return Err(format!("it declares SPIR-V capability {more}, which Candor's own does without"));
    }
    for binding in here.bindings.iter().filter(|b| is.uses.contains(&b.slot)) {
        let what =
            format!("binding {} of group {} (\"{}\")", binding.slot.binding, binding.slot.set, binding.name);
        let Some(given) = there.at(binding.slot).find(|b| was.uses.contains(&b.slot)) else {
            return Err(format!("it reads {what}, which the shader of this name is not given"));
        };
        let sampler =
            |k: &BindingKind| matches!(k, BindingKind::Sampler(SamplerUse::Comparison | SamplerUse::Both));
        let same = match (&binding.kind, &given.kind) {
            (BindingKind::StorageBuffer { read_only }, BindingKind::StorageBuffer { read_only: given }) => {
                *read_only || !given
            }
            (a @ BindingKind::Sampler(_), b @ BindingKind::Sampler(_)) => sampler(a) == sampler(b),
            (BindingKind::SampledTexture(a), BindingKind::SampledTexture(b)) => {
                (a.dimension, a.arrayed, a.multisampled, a.sample)
                    == (b.dimension, b.arrayed, b.multisampled, b.sample)
            }
            (a, b) => a == b,
        };
        if !same {
            return Err(format!("its {what} is {:?}, and what is given is {:?}", binding.kind, given.kind));
        }
        let fits = match (binding.count, given.count) {
            (Count::Array(n), Count::Array(m)) => n <= m,
            (a, b) => a == b,
        };
        if !fits {
            return Err(format!("its {what} is an array of another length than is given"));
        }
        let size = |b: &crate::Binding| b.block.as_ref().map_or(0, |b| b.size_bytes);
        if matches!(binding.kind, BindingKind::UniformBuffer) && size(binding) > size(given) {
            return Err(format!("its {what} has {} bytes, and {} are given", size(binding), size(given)));
        }
    }
    if is.push_size_bytes > was.push_size_bytes {
        return Err(format!(
            "it reads {} bytes of push data, and {} are given",
            is.push_size_bytes, was.push_size_bytes
        ));
    }
    for input in &is.inputs {
        let given = was.inputs.iter().find(|i| i.location == input.location);
        if !given.is_some_and(|i| i.scalar == input.scalar && i.components >= input.components) {
            let what = format!(
                "location {} (\"{}\") as {} components of {:?}",
                input.location, input.name, input.components, input.scalar
            );
            return Err(format!("it reads {what}, which the shader of this name is not given"));
        }
    }
    if is.stage == Stage::Compute && is.workgroup_size != was.workgroup_size {
        return Err(format!(
            "its workgroups are {:?} large, and must be {:?}",
            is.workgroup_size, was.workgroup_size
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shaders;

    #[test]
    fn a_shader_that_fits_takes_the_place_and_others_are_refused_with_why() {
        let mut all = Overrides::new();
        let tonemap = &shaders::TONEMAP_FS_MAIN;
        assert_eq!(all.code(tonemap).words, tonemap.words());
        let took = all.add("tonemap.fs_main", shaders::TONEMAP_FS_NONE.code());
        assert!(took.is_applied(), "{took}");
        assert_eq!(all.code(tonemap).entry, "fs_none");
        assert_eq!(all.get("tonemap.fs_main").unwrap(), shaders::TONEMAP_FS_NONE.code());
        assert_eq!(all.code(&shaders::SKY_FS_MAIN), shaders::SKY_FS_MAIN.code());
        for (name, code, why) in [
            ("tonemap.fs_mian", tonemap.code(), "tonemap.fs_none"),
            ("tonemap.fs_main", shaders::TONEMAP_VS_MAIN.code(), "must be a Fragment shader"),
            ("tonemap.fs_main", shaders::PBR_FS_MAIN.code(), "what is given is"),
            ("tonemap.fs_main", Code { words: &[], entry: "x" }, "header"),
        ] {
            let refused = all.add(name, code);
            assert!(!refused.is_applied() && refused.to_string().contains(why), "{refused}");
        }
        assert_eq!(all.len(), 1);
    }
}
