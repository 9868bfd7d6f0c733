//! glTF 2.0, `.gltf` and `.glb`, into the neutral [`crate::scene`], with a diagnosis of what is wrong with the file.
//!
//! Loading goes in stages, each a module: the container (`glb`), the text (`json`), typed data (`parse`), the official
//! validator's checks (`check`), bytes (`resources`, `access`, `images`), the scene (`build`). All errors of a file are
//! found before it is decided ([`codes`]) whether it loads with warnings or is refused. Nothing here may panic, hang or
//! allocate out of proportion, whatever the file says; [`Limits`] bound what is in proportion but large.
//!
//! Own readers instead of the crate `gltf`: see the comments of `parse` and `json`.

mod access;
mod build;
mod check;
pub mod codes;
mod extensions;
mod finding;
mod glb;
mod images;
mod json;
mod limits;
mod parse;
mod play;
mod resources;
mod schema;
mod textures;
mod uri;
mod values;

pub use codes::{Class, Code};
pub use extensions::SUPPORTED as SUPPORTED_EXTENSIONS;
pub use finding::{Finding, Findings, LoadError, Note};
pub use limits::Limits;
pub use play::{AnimationChoice, Played};

use crate::scene::Scene;
use check::Checker;
use finding::Notes;
use json::Json;
use resources::Files;
use schema::{Obj, Reader};
use std::path::Path;

/// How to load.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LoadOptions {
    /// Bounds on what loading may use.
    pub limits: Limits,
    /// Which animation poses the scene; by default the first of the file.
    pub animation: AnimationChoice,
    /// At which moment, in seconds from the start of the animation. What is not a finite number counts as 0.
    pub time_s: f32,
}

impl LoadOptions {
    /// The pose of an animation at a moment, in seconds.
    pub fn at(animation: AnimationChoice, time_s: f32) -> Self {
        Self { animation, time_s, ..Self::default() }
    }
}

/// What loading is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Reading and parsing the asset itself.
    Parse,
    /// Reading buffers.
    Buffers,
    /// Checking.
    Check,
    /// Reading and decoding images.
    Images,
    /// Making meshes.
    Meshes,
}

/// How far loading is: `done` of `total` pieces of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// Pieces done.
    pub done: u64,
    /// Pieces in all.
    pub total: u64,
}

/// A scene, with everything that is to be said about how it came to be.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "the warnings and outcomes say what was really done; look at them or hand them on"]
pub struct Loaded {
    /// The scene. It keeps every invariant of [`Scene::validate`].
    pub scene: Scene,
    /// Errors of the file that do not keep it from being drawn.
    pub warnings: Findings,
    /// What the file asks for and does not get, or not in that way.
    pub outcomes: Vec<Note>,
    /// The names of the file's animations, in its order; an empty one has no name.
    pub animations: Vec<String>,
    /// The animation whose pose the scene has; `None`: the rest pose.
    pub played: Option<Played>,
}

/// Loads a file.
///
/// # Errors
/// The file or something that it names is broken, or it requires extensions that Candor does not have.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, LoadError> {
    load_with_progress(path, options, &mut |_| {})
}

/// Loads a file and says how far it is.
///
/// # Errors
/// As [`load`].
pub fn load_with_progress(
    path: &Path,
    options: &LoadOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Loaded, LoadError> {
    progress(Progress { stage: Stage::Parse, done: 0, total: 1 });
    let mut files = Files::new(path.parent(), &options.limits);
    match files.read(path) {
        Ok(bytes) => {
            let is_glb = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb"));
            from_bytes(&bytes, (is_glb, path), options, &mut files, progress)
        }
        Err(why) => {
            let mut findings = Findings::default();
            findings.push(Code::IoError, "", why);
            Err(LoadError::Broken { path: path.to_owned(), findings })
        }
    }
}

/// Loads from memory. `name` stands in messages; files beside the asset are looked for in `folder`, if there is one.
///
/// # Errors
/// As [`load`].
pub fn load_bytes(
    bytes: &[u8],
    name: &str,
    folder: Option<&Path>,
    options: &LoadOptions,
) -> Result<Loaded, LoadError> {
    let mut files = Files::new(folder, &options.limits);
    files.read_bytes = bytes.len() as u64;
    let is_glb = name.to_ascii_lowercase().ends_with(".glb");
    from_bytes(bytes, (is_glb, Path::new(name)), options, &mut files, &mut |_| {})
}

/// `is_glb`: by its name. By its content it may be all the same.
fn from_bytes(
    bytes: &[u8],
    (is_glb, path): (bool, &Path),
    options: &LoadOptions,
    files: &mut Files<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Loaded, LoadError> {
    let mut findings = Findings::default();
    let mut notes = Notes::default();
    let is_glb = is_glb || bytes.starts_with(glb::MAGIC);
    let (json, bin) = if is_glb {
        let parts = glb::parse(bytes, &mut findings);
        (parts.json, parts.bin)
    } else {
        (Some(bytes), None)
    };
    let broken = |findings| LoadError::Broken { path: path.to_owned(), findings };
    if json.is_none() && !findings.refuses() {
        findings.push(Code::GlbUnexpectedFirstChunk, "", "the file ends before its first chunk");
    }
    let Some(root) = json.and_then(|text| parse_root(text, &mut findings)) else {
        return Err(broken(findings));
    };
    let mut reader =
        Reader { findings: &mut findings, notes: &mut notes, extensions: extensions::Extensions::default() };
    let document = parse::document(&mut reader, &Obj { members: &root, at: String::new() });
    let unsupported = reader.extensions.unsupported_required();
    drop(root);
    let Some(mut document) = document else {
        return Err(broken(findings));
    };

    if !unsupported.is_empty() {
        // Without what is required it is not known what the rest means, so nothing else decides.
        let _ = Checker::run(&document, &mut findings);
        return Err(LoadError::UnsupportedRequired {
            path: path.to_owned(),
            extensions: unsupported,
            findings,
        });
    }
    let buffers = resources::buffers(&mut document, bin, is_glb, files, &mut findings, progress);
    progress(Progress { stage: Stage::Check, done: 0, total: 2 });
    let checker = Checker::run(&document, &mut findings);
    progress(Progress { stage: Stage::Check, done: 1, total: 2 });
    checker.run_data(&buffers, files.limits.checked_numbers, &mut notes);
    let pictures = textures::pictures(&document, &buffers, files, &mut findings, &mut notes, progress);
    if findings.refuses() {
        return Err(broken(findings));
    }
    let animations: Vec<String> =
        document.animations.iter().map(|a| a.as_ref().map_or_else(String::new, |a| a.name.clone())).collect();
    let Ok(animation) = options.animation.find(&document) else {
        let (path, choice) = (path.to_owned(), options.animation.clone());
        return Err(LoadError::NoAnimation { path, choice, animations, findings });
    };
    let input = build::Input {
        document: &document,
        buffers: &buffers,
        pictures: &pictures,
        limits: files.limits,
        read_bytes: files.read_bytes,
        animation,
        time_s: if options.time_s.is_finite() { options.time_s } else { 0.0 },
    };
    let (scene, played) = build::scene(&input, &mut findings, &mut notes, progress);
    if findings.refuses() {
        return Err(broken(findings));
    }
    Ok(Loaded { scene, warnings: findings, outcomes: notes.finish(), animations, played })
}

fn parse_root(text: &[u8], findings: &mut Findings) -> Option<Vec<(String, Json)>> {
    match json::parse(text) {
        Ok(Json::Object(members)) => Some(members),
        Ok(other) => {
            let message = format!("{} stands where the asset's object should be", other.brief());
            findings.push(Code::TypeMismatch, "", message);
            None
        }
        Err(error) => {
            let message = format!("at byte {}: {}", error.offset, error.message);
            findings.push(Code::InvalidJson, "", message);
            None
        }
    }
}
