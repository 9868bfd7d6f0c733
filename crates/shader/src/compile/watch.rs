//! Shaders that are compiled again when their files change, in development.

use super::{Compiled, ShaderDesc, ShaderErrors, Source, compile};
use crate::ShaderHash;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// Shaders from files, and the files that each depends on. It asks the files when [`Self::poll`] is called, and has no thread.
#[derive(Debug, Default)]
pub struct Watcher {
    all: Vec<Watched>,
}

/// A shader of a [`Watcher`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WatchId(usize);

#[derive(Debug)]
struct Watched {
    desc: ShaderDesc,
    current: Option<Arc<Compiled>>,
    fault: Option<ShaderErrors>,
    files: BTreeMap<String, Seen>,
}

/// A file as it was when it was looked at; nothing where it was not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    modified: Option<SystemTime>,
    bytes: u64,
    hash: Option<ShaderHash>,
}

/// What became of a shader whose files changed.
#[derive(Debug, Clone)]
#[must_use = "pipelines are made anew from what was compiled, and faults are shown"]
pub enum Reloaded {
    /// It was compiled. Make pipelines of it, and draw with the old ones until they are there.
    Changed {
        /// Which.
        id: WatchId,
        /// It.
        shader: Arc<Compiled>,
    },
    /// The files changed and the result did not.
    Same {
        /// Which.
        id: WatchId,
    },
    /// It cannot be compiled. What was compiled before stays.
    Failed {
        /// Which.
        id: WatchId,
        /// What is wrong.
        why: ShaderErrors,
    },
}

impl Reloaded {
    /// Which shader.
    pub fn id(&self) -> WatchId {
        match self {
            Self::Changed { id, .. } | Self::Same { id } | Self::Failed { id, .. } => *id,
        }
    }
}

impl fmt::Display for Reloaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { shader, .. } => write!(f, "\"{}\" was compiled again", shader.name()),
            Self::Same { .. } => f.write_str("a file changed, and the shader did not"),
            Self::Failed { why, .. } => write!(f, "{why}\nthe one from before stays"),
        }
    }
}

impl Watcher {
    /// Without shaders.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles a shader and watches its files. One that cannot be compiled is watched too, so that it can be mended.
    pub fn add(&mut self, desc: ShaderDesc) -> (WatchId, Result<Arc<Compiled>, ShaderErrors>) {
        let id = WatchId(self.all.len());
        let mut watched = Watched { desc, current: None, fault: None, files: BTreeMap::new() };
        watched.build();
        let result = match (&watched.current, &watched.fault) {
            (_, Some(why)) => Err(why.clone()),
            (Some(shader), None) => Ok(shader.clone()),
            // It is one or the other.
            (None, None) => {
                Err(ShaderErrors { name: watched.desc.name.clone(), list: Vec::new(), files: Vec::new() })
            }
        };
        self.all.push(watched);
        (id, result)
    }

    /// What was compiled last without a fault.
    pub fn get(&self, id: WatchId) -> Option<&Arc<Compiled>> {
        self.all.get(id.0)?.current.as_ref()
    }

    /// What is wrong with a shader now, while the one from before is drawn with.
    pub fn fault(&self, id: WatchId) -> Option<&ShaderErrors> {
        self.all.get(id.0)?.fault.as_ref()
    }

    /// Looks at the files and compiles what depends on those that changed; nothing where nothing did. Call it once in a while, beside
    /// the frames where compiling takes long.
    pub fn poll(&mut self) -> Vec<Reloaded> {
        let mut out = Vec::new();
        for (at, watched) in self.all.iter_mut().enumerate() {
            if !watched.changed() {
                continue;
            }
            let id = WatchId(at);
            let before = watched.current.clone();
            watched.build();
            out.push(match (&watched.fault, &watched.current) {
                (Some(why), _) => Reloaded::Failed { id, why: why.clone() },
                (None, Some(shader)) if before.is_none_or(|b| b.words() != shader.words()) => {
                    Reloaded::Changed { id, shader: shader.clone() }
                }
                (None, _) => Reloaded::Same { id },
            });
        }
        out
    }
}

impl Watched {
    fn build(&mut self) {
        // Looked at first: what changes while it is compiled is seen the next time.
        let own = match &self.desc.source {
            Source::File(path) => Some(path.to_string_lossy().into_owned()),
            Source::Bytes(_) => None,
        };
        let old: Vec<String> = self.files.keys().cloned().chain(own).collect();
        let before: BTreeMap<String, Seen> =
            old.into_iter().map(|name| (name.clone(), Seen::of(&name))).collect();
        let files = match compile(&self.desc) {
            Ok(made) => {
                let files = made.files().to_vec();
                self.fault = None;
                if self.current.as_ref().is_none_or(|c| **c != made) {
                    self.current = Some(Arc::new(made));
                }
                // What is no longer included is no longer watched.
                self.files.clear();
                files
            }
            Err(why) => {
                let files = why.files.clone();
                self.fault = Some(why);
                files
            }
        };
        let failed = self.fault.is_some();
        for name in files.into_iter().chain(before.keys().filter(|_| failed).cloned()) {
            let seen = before.get(&name).copied().unwrap_or_else(|| Seen::of(&name));
            self.files.insert(name, seen);
        }
    }

    fn changed(&mut self) -> bool {
        let mut changed = false;
        for (name, seen) in &mut self.files {
            let now = seen.again(name);
            changed |= now.hash != seen.hash;
            *seen = now;
        }
        changed
    }
}

impl Seen {
    fn of(name: &str) -> Self {
        let meta = fs::metadata(name).ok();
        let hash =
            super::include::read_bytes(Path::new(name), super::MAX_SPIRV).ok().map(ShaderHash::of_bytes);
        Self {
            modified: meta.as_ref().and_then(|m| m.modified().ok()),
            bytes: meta.map_or(0, |m| m.len()),
            hash,
        }
    }

    /// As it is now; the contents are read where time or size changed, or where the time is so late that it may stand still.
    fn again(&self, name: &str) -> Self {
        let meta = fs::metadata(name).ok();
        let modified = meta.as_ref().and_then(|m| m.modified().ok());
        let bytes = meta.map_or(0, |m| m.len());
        let settled =
            modified.is_some_and(|m| SystemTime::now().duration_since(m).is_ok_and(|d| d.as_secs() > 2));
        if settled && (modified, bytes) == (self.modified, self.bytes) { *self } else { Self::of(name) }
    }
}
