//! Extensions: which ones Candor draws with, which ones it knows well enough to check, where each may stand.

use super::codes::Code;
use super::finding::{Findings, GLTF_READER, Notes};
use super::schema::Obj;
use candor_caps::Reason;
use std::collections::HashSet;

/// Objects that known extensions may stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Root,
    Node,
    Material,
    Primitive,
    TextureInfo,
    Texture,
    ChannelTarget,
    Other,
}

/// Those that Candor draws with. Any other is ignored where it is optional and refused where it is required.
pub const SUPPORTED: &[&str] = &[
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
];

/// Those that the official validator knows, with their places (its list of default extensions).
const KNOWN: &[(&str, &[Place])] = &[
    ("EXT_texture_webp", &[Place::Texture]),
    ("KHR_animation_pointer", &[Place::ChannelTarget]),
    ("KHR_lights_punctual", &[Place::Root, Place::Node]),
    ("KHR_materials_anisotropy", &[Place::Material]),
    ("KHR_materials_clearcoat", &[Place::Material]),
    ("KHR_materials_dispersion", &[Place::Material]),
    ("KHR_materials_emissive_strength", &[Place::Material]),
    ("KHR_materials_ior", &[Place::Material]),
    ("KHR_materials_iridescence", &[Place::Material]),
    ("KHR_materials_pbrSpecularGlossiness", &[Place::Material]),
    ("KHR_materials_sheen", &[Place::Material]),
    ("KHR_materials_specular", &[Place::Material]),
    ("KHR_materials_transmission", &[Place::Material]),
    ("KHR_materials_unlit", &[Place::Material]),
    ("KHR_materials_variants", &[Place::Root, Place::Primitive]),
    ("KHR_materials_volume", &[Place::Material]),
    ("KHR_mesh_quantization", &[]),
    ("KHR_node_visibility", &[Place::Node]),
    ("KHR_texture_transform", &[Place::TextureInfo]),
];

/// Textures inside material extensions that Candor does not draw with: their references are still checked.
pub(crate) const MATERIAL_TEXTURES: &[(&str, &[&str])] = &[
    ("KHR_materials_anisotropy", &["anisotropyTexture"]),
    ("KHR_materials_clearcoat", &["clearcoatTexture", "clearcoatRoughnessTexture", "clearcoatNormalTexture"]),
    ("KHR_materials_iridescence", &["iridescenceTexture", "iridescenceThicknessTexture"]),
    ("KHR_materials_pbrSpecularGlossiness", &["diffuseTexture", "specularGlossinessTexture"]),
    ("KHR_materials_sheen", &["sheenColorTexture", "sheenRoughnessTexture"]),
    ("KHR_materials_specular", &["specularTexture", "specularColorTexture"]),
    ("KHR_materials_transmission", &["transmissionTexture"]),
    ("KHR_materials_volume", &["thicknessTexture"]),
];

/// What a file declares.
#[derive(Debug, Default, Clone)]
pub(crate) struct Extensions {
    used: Vec<String>,
    required: Vec<String>,
    used_names: HashSet<String>,
    required_names: HashSet<String>,
}

impl Extensions {
    pub(crate) fn new(used: Vec<String>, required: Vec<String>) -> Self {
        let used_names = used.iter().cloned().collect();
        let required_names = required.iter().cloned().collect();
        Self { used, required, used_names, required_names }
    }

    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.used_names.contains(name)
    }

    pub(crate) fn places(name: &str) -> Option<&'static [Place]> {
        KNOWN.iter().find(|(n, _)| *n == name).map(|(_, p)| *p)
    }

    /// Those that the file requires and Candor lacks, without repetition.
    pub(crate) fn unsupported_required(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let lacking = self.required.iter().filter(|name| !SUPPORTED.contains(&name.as_str()));
        lacking.filter(|name| seen.insert(name.as_str())).cloned().collect()
    }

    /// Errors in the two lists themselves, and a note for each optional extension that is ignored.
    pub(crate) fn check(&self, root: &Obj<'_>, findings: &mut Findings, notes: &mut Notes) {
        for (i, name) in self.used.iter().enumerate() {
            let at = format!("/extensionsUsed/{i}");
            if name == "KHR_mesh_quantization" && !self.required_names.contains(name) {
                let message =
                    format!("'{name}' cannot be optional, it has to be in extensionsRequired as well");
                findings.push(Code::NonRequiredExtension, &at, message);
            }
            if !SUPPORTED.contains(&name.as_str()) && !self.required_names.contains(name) {
                notes.not_implemented("an optional extension is ignored", &at, name);
            }
        }
        for (i, name) in self.required.iter().enumerate() {
            if !self.used_names.contains(name) {
                let message = format!("'{name}' is required but not in extensionsUsed");
                findings.push(Code::UnusedExtensionRequired, format!("/extensionsRequired/{i}"), message);
            }
        }
        if root.has("extensionsRequired") && !root.has("extensionsUsed") {
            let message = "extensionsRequired needs extensionsUsed";
            findings.push(Code::UnsatisfiedDependency, "/extensionsRequired", message);
        }
    }
}

/// The extension objects of one object that count.
#[derive(Default)]
pub(crate) struct Used<'a> {
    known: Vec<(&'a str, Obj<'a>)>,
    /// Declared, but not known to the validator: their content is not looked at.
    pub(crate) unknown: Vec<(&'a str, Obj<'a>)>,
}

impl<'a> Used<'a> {
    pub(crate) fn push(&mut self, name: &'a str, object: Obj<'a>) {
        self.known.push((name, object));
    }
    pub(crate) fn push_unknown(&mut self, name: &'a str, object: Obj<'a>) {
        self.unknown.push((name, object));
    }
    pub(crate) fn get(&self, name: &str) -> Option<&Obj<'a>> {
        self.known.iter().find(|(n, _)| *n == name).map(|(_, o)| o)
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.unknown.is_empty()
    }
}

/// A texture that a material extension gives in a format Candor does not read, for the note.
pub(crate) fn unreadable_source(used: &Used<'_>) -> Option<Reason> {
    let format = if used.get("EXT_texture_webp").is_some() {
        "WebP images (EXT_texture_webp)".to_owned()
    } else {
        let (name, _) = used.unknown.iter().find(|(n, _)| n.contains("texture"))?;
        format!("images of {name}")
    };
    Some(Reason::NotImplemented { what: format, part: GLTF_READER.into() })
}
