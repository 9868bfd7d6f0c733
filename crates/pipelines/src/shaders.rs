//! Shaders by name: what a manifest names, and where the words of a name are.

use crate::ShaderHash;
use candor_rhi::{OwnedStage, ShaderStage};
use std::collections::HashMap;
use std::sync::Arc;

/// A shader of a set.
#[derive(Debug)]
struct Known {
    name: String,
    entry: String,
    words: Arc<[u32]>,
    hash: ShaderHash,
}

/// Shaders with their names: Candor's own and the program's.
#[derive(Debug, Default)]
pub struct ShaderSet {
    list: Vec<Known>,
    names: HashMap<String, usize>,
    /// The first of each kind.
    contents: HashMap<(ShaderHash, String), usize>,
}

impl ShaderSet {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shaders that come with Candor, named as [`candor_shader::get`] names them.
    pub fn builtin() -> Self {
        let mut set = Self::new();
        for s in candor_shader::shaders::ALL {
            set.add(s.name(), s.words(), s.entry_point);
        }
        set
    }

    /// Adds a shader by a name without blanks. One of the same name is replaced, as by a program that brings its own.
    pub fn add(&mut self, name: impl Into<String>, words: &[u32], entry: &str) {
        let (name, hash) = (name.into(), ShaderHash::of(words));
        let known = Known { name: name.clone(), entry: entry.to_owned(), words: words.into(), hash };
        let i = self.list.len();
        if let Some(old) = self.names.insert(name, i).and_then(|i| self.list.get(i)) {
            let key = (old.hash, old.entry.clone());
            self.contents.remove(&key);
        }
        self.contents.entry((hash, entry.to_owned())).or_insert(i);
        self.list.push(known);
    }

    fn known(&self, name: &str) -> Option<&Known> {
        self.names.get(name).and_then(|i| self.list.get(*i))
    }

    /// The stage of a name, without constants.
    pub fn stage(&self, name: &str) -> Option<ShaderStage<'_>> {
        let s = self.known(name)?;
        Some(ShaderStage { spirv: &s.words, entry: &s.entry, constants: &[] })
    }

    /// The hash of a name's shader.
    pub fn hash(&self, name: &str) -> Option<ShaderHash> {
        self.known(name).map(|s| s.hash)
    }

    /// One hash for the whole set, whatever the order in which it was filled: what a cache of pipelines may be kept by where there is
    /// no manifest.
    pub fn hash_of_all(&self) -> ShaderHash {
        let mut all: Vec<_> =
            self.names.iter().filter_map(|(n, i)| Some((n, self.list.get(*i)?.hash))).collect();
        all.sort_unstable();
        crate::hash::of_named(all.into_iter().map(|(n, h)| (n.as_str(), h)))
    }

    pub(crate) fn owned(&self, name: &str) -> Option<OwnedStage> {
        let s = self.known(name)?;
        Some(OwnedStage { spirv: s.words.clone(), entry: s.entry.clone(), constants: Vec::new() })
    }

    /// The name of a shader.
    pub(crate) fn name_of(&self, stage: &ShaderStage<'_>) -> Result<(&str, ShaderHash), ShaderHash> {
        let hash = ShaderHash::of(stage.spirv);
        let found = self.contents.get(&(hash, stage.entry.to_owned())).and_then(|i| self.list.get(*i));
        found.map(|s| (s.name.as_str(), hash)).ok_or(hash)
    }
}
