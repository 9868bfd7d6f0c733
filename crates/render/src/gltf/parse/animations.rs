//! Animations: channels that move nodes, and samplers that say how. A file whose animations are broken is broken, whichever
//! of them is played.

use crate::gltf::extensions::Place;
use crate::gltf::schema::{Obj, Reader};

#[derive(Debug, Default)]
pub(crate) struct Animation {
    pub(crate) at: String,
    pub(crate) name: String,
    pub(crate) channels: Option<Vec<Channel>>,
    pub(crate) samplers: Option<Vec<Sampler>>,
}

#[derive(Debug, Default)]
pub(crate) struct Channel {
    pub(crate) at: String,
    pub(crate) sampler: Option<usize>,
    pub(crate) target: Option<Target>,
}

#[derive(Debug, Default)]
pub(crate) struct Target {
    pub(crate) at: String,
    pub(crate) node: Option<usize>,
    pub(crate) path: Option<Path>,
    /// What it moves is named by `KHR_animation_pointer`.
    pub(crate) pointer: bool,
}

/// What a channel moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    Translation,
    Rotation,
    Scale,
    Weights,
}

#[derive(Debug, Default)]
pub(crate) struct Sampler {
    pub(crate) at: String,
    pub(crate) input: Option<usize>,
    pub(crate) output: Option<usize>,
    /// `None`: none that exists.
    pub(crate) interpolation: Option<Interpolation>,
}

/// How values between two keys are found. glTF 2.0, appendix C.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Interpolation {
    #[default]
    Linear,
    Step,
    Cubic,
}

impl Sampler {
    pub(crate) fn is_cubic(&self) -> bool {
        self.interpolation == Some(Interpolation::Cubic)
    }
}

pub(crate) fn animation(r: &mut Reader<'_>, o: &Obj<'_>) -> Animation {
    let channels = r.objects_required(o, "channels");
    let channels = channels.map(|list| list.iter().map(|o| channel(r, o)).collect());
    let samplers = r.objects_required(o, "samplers");
    let samplers = samplers.map(|list| list.iter().map(|o| sampler(r, o)).collect());
    r.extensions(o, Place::Other);
    Animation { at: o.at.clone(), name: r.name(o), channels, samplers }
}

fn channel(r: &mut Reader<'_>, o: &Obj<'_>) -> Channel {
    let sampler = r.index_required(o, "sampler");
    let target = r.object_required(o, "target").map(|o| {
        let extensions = r.extensions(&o, Place::ChannelTarget);
        let node = r.index(&o, "node");
        if !o.has("path") {
            r.missing(&o, "path");
        }
        let pointer = extensions.get("KHR_animation_pointer").is_some();
        let path = if pointer {
            None
        } else {
            match r.word(&o, "path", &["translation", "rotation", "scale", "weights"]) {
                Some("translation") => Some(Path::Translation),
                Some("rotation") => Some(Path::Rotation),
                Some("scale") => Some(Path::Scale),
                Some("weights") => Some(Path::Weights),
                _ => None,
            }
        };
        Target { at: o.at.clone(), node, path, pointer }
    });
    r.extensions(o, Place::Other);
    Channel { at: o.at.clone(), sampler, target }
}

fn sampler(r: &mut Reader<'_>, o: &Obj<'_>) -> Sampler {
    let input = r.index_required(o, "input");
    let interpolation = match r.word(o, "interpolation", &["LINEAR", "STEP", "CUBICSPLINE"]) {
        Some("CUBICSPLINE") => Some(Interpolation::Cubic),
        Some("STEP") => Some(Interpolation::Step),
        Some(_) => Some(Interpolation::Linear),
        None if o.has("interpolation") => None,
        None => Some(Interpolation::default()),
    };
    let output = r.index_required(o, "output");
    r.extensions(o, Place::Other);
    Sampler { at: o.at.clone(), input, output, interpolation }
}
