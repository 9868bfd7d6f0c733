//! From JSON to typed, owned data: every object of the file that Candor reads, each with its JSON pointer.
//!
//! Own structs and not the crate `gltf`: that one refuses files that have to be drawn here with a warning, panics on some
//! that are broken, and keeps no pointers to say where. Everything is optional here on purpose: an object that is
//! partly wrong is still read, so that all its errors are found; what may be used is decided by the checks.

pub(crate) mod animations;
pub(crate) mod buffers;
pub(crate) mod materials;
pub(crate) mod meshes;
pub(crate) mod nodes;

use super::codes::Code;
use super::extensions::{Extensions, Place};
use super::schema::{Obj, Reader};
use animations::Animation;
use buffers::{Accessor, Buffer, BufferView, Image};
use materials::{Material, Sampler, Texture};
use meshes::Mesh;
use nodes::{Camera, Light, Node, Scene, Skin};

/// A collection of the root; an element that is no object is a gap.
pub(crate) type List<T> = Vec<Option<T>>;

/// Everything in a file.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) accessors: List<Accessor>,
    pub(crate) animations: List<Animation>,
    pub(crate) buffers: List<Buffer>,
    pub(crate) views: List<BufferView>,
    pub(crate) cameras: List<Camera>,
    pub(crate) images: List<Image>,
    pub(crate) lights: List<Light>,
    /// The root has `KHR_lights_punctual`.
    pub(crate) has_lights: bool,
    pub(crate) materials: List<Material>,
    pub(crate) meshes: List<Mesh>,
    pub(crate) nodes: List<Node>,
    pub(crate) samplers: List<Sampler>,
    pub(crate) scene: Option<usize>,
    pub(crate) scenes: List<Scene>,
    pub(crate) skins: List<Skin>,
    pub(crate) textures: List<Texture>,
    /// `KHR_mesh_quantization` is declared.
    pub(crate) quantized: bool,
    /// `EXT_texture_webp` is declared.
    pub(crate) webp: bool,
}

/// The element, if the index is there, in range and no gap.
pub(crate) fn at<T>(list: &[Option<T>], index: Option<usize>) -> Option<&T> {
    list.get(index?)?.as_ref()
}

/// Elements that are no gaps, with their indices.
pub(crate) fn each<T>(list: &[Option<T>]) -> impl Iterator<Item = (usize, &T)> {
    list.iter().enumerate().filter_map(|(i, item)| item.as_ref().map(|item| (i, item)))
}

/// Reads the root. `None`: it is not glTF 2, so nothing in it has a known meaning.
pub(crate) fn document(r: &mut Reader<'_>, root: &Obj<'_>) -> Option<Document> {
    let used = r.strings(root, "extensionsUsed");
    let required = r.strings(root, "extensionsRequired");
    r.extensions = Extensions::new(used, required);
    r.extensions.check(root, r.findings, r.notes);
    asset(r, root)?;

    let mut d = Document {
        quantized: r.extensions.is_used("KHR_mesh_quantization"),
        webp: r.extensions.is_used("EXT_texture_webp"),
        ..Document::default()
    };
    d.accessors = list(r, root, "accessors", buffers::accessor);
    d.animations = list(r, root, "animations", animations::animation);
    d.buffers = list(r, root, "buffers", buffers::buffer);
    d.views = list(r, root, "bufferViews", buffers::view);
    d.cameras = list(r, root, "cameras", nodes::camera);
    d.images = list(r, root, "images", buffers::image);
    d.materials = list(r, root, "materials", materials::material);
    d.meshes = list(r, root, "meshes", meshes::mesh);
    d.nodes = list(r, root, "nodes", nodes::node);
    d.samplers = list(r, root, "samplers", materials::sampler);
    d.scenes = list(r, root, "scenes", nodes::scene);
    d.scene = r.index(root, "scene");
    if d.scene.is_some() && at(&d.scenes, d.scene).is_none() {
        unresolved(r, root, "scene", d.scene);
    }
    d.skins = list(r, root, "skins", nodes::skin);
    d.textures = list(r, root, "textures", materials::texture);
    let extensions = r.extensions(root, Place::Root);
    if let Some(lights) = extensions.get("KHR_lights_punctual") {
        d.has_lights = true;
        let objects = r.objects_required(lights, "lights").unwrap_or_default();
        d.lights = objects.iter().map(|o| Some(nodes::light(r, o))).collect();
    }
    Some(d)
}

fn list<T>(
    r: &mut Reader<'_>,
    root: &Obj<'_>,
    name: &str,
    mut read: impl FnMut(&mut Reader<'_>, &Obj<'_>) -> T,
) -> List<T> {
    let objects = r.collection(root, name);
    objects.iter().map(|o| o.as_ref().map(|o| read(r, o))).collect()
}

fn unresolved(r: &mut Reader<'_>, o: &Obj<'_>, name: &str, index: Option<usize>) {
    if let Some(index) = index {
        r.findings.push(Code::UnresolvedReference, o.pointer(name), format!("there is no element {index}"));
    }
}

/// `None`: no version of glTF that Candor reads.
fn asset(r: &mut Reader<'_>, root: &Obj<'_>) -> Option<()> {
    let asset = r.object_required(root, "asset")?;
    r.extensions(&asset, Place::Other);
    if !asset.has("version") {
        r.missing(&asset, "version");
    }
    let version = version(r, &asset, "version");
    let least = self::version(r, &asset, "minVersion");
    if let (Some(v), Some(least)) = (version, least)
        && least > v
    {
        let message = format!("minVersion {}.{} is above version {}.{}", least.0, least.1, v.0, v.1);
        r.findings.push(Code::AssetMinVersionGreaterThanVersion, asset.pointer("minVersion"), message);
    }
    let (major, _) = version?;
    if major != 2 {
        let message = format!("version {major} of glTF; Candor reads version 2, convert the asset first");
        r.findings.push(Code::UnknownAssetMajorVersion, asset.pointer("version"), message);
        return None;
    }
    Some(())
}

fn version(r: &mut Reader<'_>, asset: &Obj<'_>, name: &str) -> Option<(u64, u64)> {
    let text = r.string(asset, name)?;
    let number = |s: &str| -> Option<u64> {
        let digits = !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        // More digits than u64 holds is a version too, only not one that exists.
        digits.then(|| s.parse().unwrap_or(u64::MAX))
    };
    let parsed = text.split_once('.').and_then(|(a, b)| Some((number(a)?, number(b)?)));
    if parsed.is_none() {
        let message = format!("'{text}' is not of the form major.minor");
        r.findings.push(Code::PatternMismatch, asset.pointer(name), message);
    }
    parsed
}
