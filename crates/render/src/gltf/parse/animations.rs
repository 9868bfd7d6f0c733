//! Animations. They are not played yet, but a file whose animations are broken is broken.

use crate::gltf::extensions::Place;
use crate::gltf::schema::{Obj, Reader};

#[derive(Debug, Default)]
pub(crate) struct Animation {
    pub(crate) at: String,
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
    pub(crate) cubic: Option<bool>,
}

pub(crate) fn animation(r: &mut Reader<'_>, o: &Obj<'_>) -> Animation {
    let channels = r.objects_required(o, "channels");
    let channels = channels.map(|list| list.iter().map(|o| channel(r, o)).collect());
    let samplers = r.objects_required(o, "samplers");
    let samplers = samplers.map(|list| list.iter().map(|o| sampler(r, o)).collect());
    r.extensions(o, Place::Other);
    Animation { at: o.at.clone(), channels, samplers }
}

fn channel(r: &mut Reader<'_>, o: &Obj<'_>) -> Channel {
    let sampler = r.index_required(o, "sampler");
    let target = r.object_required(o, "target").map(|o| {
        let extensions = r.extensions(&o, Place::ChannelTarget);
        let node = r.index(&o, "node");
        if !o.has("path") {
            r.missing(&o, "path");
        }
        let path = if extensions.get("KHR_animation_pointer").is_some() {
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
        Target { at: o.at.clone(), node, path }
    });
    r.extensions(o, Place::Other);
    Channel { at: o.at.clone(), sampler, target }
}

fn sampler(r: &mut Reader<'_>, o: &Obj<'_>) -> Sampler {
    let input = r.index_required(o, "input");
    let cubic = match r.word(o, "interpolation", &["LINEAR", "STEP", "CUBICSPLINE"]) {
        Some(word) => Some(word == "CUBICSPLINE"),
        None if o.has("interpolation") => None,
        None => Some(false),
    };
    let output = r.index_required(o, "output");
    r.extensions(o, Place::Other);
    Sampler { at: o.at.clone(), input, output, cubic }
}
