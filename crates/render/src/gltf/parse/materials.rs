//! Materials, textures and samplers.

use crate::gltf::extensions::{MATERIAL_TEXTURES, Place, Used, unreadable_source};
use crate::gltf::json::Json;
use crate::gltf::schema::{Obj, Range, Reader};
use candor_caps::Reason;
use glam::{Vec2, Vec3, Vec4};

#[derive(Debug, Default)]
pub(crate) struct Texture {
    pub(crate) at: String,
    pub(crate) sampler: Option<usize>,
    pub(crate) source: Option<usize>,
    /// An extension gives another source, in a format that is not read.
    pub(crate) other_source: Option<Reason>,
    /// The image that `EXT_texture_webp` names, with the pointer to it.
    pub(crate) webp: Option<(String, Option<usize>)>,
}

#[derive(Debug, Default)]
pub(crate) struct Sampler {
    pub(crate) mag: Option<u64>,
    pub(crate) min: Option<u64>,
    pub(crate) wrap_s: Option<u64>,
    pub(crate) wrap_t: Option<u64>,
}

/// `KHR_texture_transform`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform {
    pub(crate) offset: Vec2,
    pub(crate) rotation: f32,
    pub(crate) scale: Vec2,
    pub(crate) tex_coord: Option<u32>,
}

/// Where a material uses a texture.
#[derive(Debug)]
pub(crate) struct TextureInfo {
    pub(crate) at: String,
    pub(crate) index: Option<usize>,
    /// `None`: it is there and cannot be used.
    pub(crate) tex_coord: Option<u32>,
    /// With the pointer to it.
    pub(crate) transform: Option<(String, Transform)>,
}

impl TextureInfo {
    /// The coordinate set that counts.
    pub(crate) fn set(&self) -> u32 {
        let transformed = self.transform.as_ref().and_then(|(_, t)| t.tex_coord);
        transformed.or(self.tex_coord).unwrap_or(0)
    }
}

#[derive(Debug)]
pub(crate) struct Material {
    pub(crate) name: String,
    pub(crate) base_color: Vec4,
    pub(crate) base_color_texture: Option<TextureInfo>,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
    pub(crate) metallic_roughness_texture: Option<TextureInfo>,
    pub(crate) normal_texture: Option<(TextureInfo, f32)>,
    pub(crate) occlusion_texture: Option<(TextureInfo, f32)>,
    pub(crate) emissive: Vec3,
    pub(crate) emissive_strength: f32,
    pub(crate) emissive_texture: Option<TextureInfo>,
    pub(crate) alpha_mode: Option<String>,
    pub(crate) alpha_cutoff: f32,
    pub(crate) double_sided: bool,
    pub(crate) unlit: bool,
    /// Textures of extensions that are not drawn.
    pub(crate) others: Vec<TextureInfo>,
    /// An extension that needs tangents.
    pub(crate) anisotropic: bool,
    pub(crate) clearcoat_normal: bool,
}

impl Material {
    /// Every use of a texture.
    pub(crate) fn infos(&self) -> impl Iterator<Item = &TextureInfo> {
        self.base_color_texture
            .iter()
            .chain(&self.metallic_roughness_texture)
            .chain(self.normal_texture.iter().map(|(t, _)| t))
            .chain(self.occlusion_texture.iter().map(|(t, _)| t))
            .chain(&self.emissive_texture)
            .chain(&self.others)
    }

    pub(crate) fn needs_tangents(&self) -> bool {
        self.normal_texture.is_some() || self.anisotropic || self.clearcoat_normal
    }
}

pub(crate) fn texture(r: &mut Reader<'_>, o: &Obj<'_>) -> Texture {
    let (sampler, source) = (r.index(o, "sampler"), r.index(o, "source"));
    let extensions = r.extensions(o, Place::Texture);
    let webp = extensions.get("EXT_texture_webp").map(|o| (o.pointer("source"), r.index(o, "source")));
    Texture { at: o.at.clone(), sampler, source, other_source: unreadable_source(&extensions), webp }
}

const WRAPS: &[u64] = &[33071, 33648, 10497];

pub(crate) fn sampler(r: &mut Reader<'_>, o: &Obj<'_>) -> Sampler {
    let sampler = Sampler {
        mag: r.one_of(o, "magFilter", &[9728, 9729]),
        min: r.one_of(o, "minFilter", &[9728, 9729, 9984, 9985, 9986, 9987]),
        wrap_s: r.one_of(o, "wrapS", WRAPS),
        wrap_t: r.one_of(o, "wrapT", WRAPS),
    };
    r.extensions(o, Place::Other);
    sampler
}

fn texture_info(r: &mut Reader<'_>, o: &Obj<'_>) -> TextureInfo {
    let index = r.index_required(o, "index");
    let set =
        |r: &mut Reader<'_>, o: &Obj<'_>| r.uint(o, "texCoord", 0, u64::from(u32::MAX)).map(|v| v as u32);
    let tex_coord = if o.has("texCoord") { set(r, o) } else { Some(0) };
    let extensions = r.extensions(o, Place::TextureInfo);
    let transform = extensions.get("KHR_texture_transform").map(|o| {
        let offset = r.vector::<2>(o, "offset", Range::ANY).map_or(Vec2::ZERO, Vec2::from_array);
        let rotation = r.float(o, "rotation", Range::ANY).unwrap_or(0.0);
        let scale = r.vector::<2>(o, "scale", Range::ANY).map_or(Vec2::ONE, Vec2::from_array);
        let tex_coord = set(r, o);
        r.extensions(o, Place::Other);
        (o.at.clone(), Transform { offset, rotation, scale, tex_coord })
    });
    TextureInfo { at: o.at.clone(), index, tex_coord, transform }
}

fn slot(r: &mut Reader<'_>, o: &Obj<'_>, name: &str) -> Option<TextureInfo> {
    r.object(o, name).map(|o| texture_info(r, &o))
}

/// A slot with a number beside its texture.
fn slot_with(
    r: &mut Reader<'_>,
    o: &Obj<'_>,
    name: &str,
    number: &str,
    range: Range,
) -> Option<(TextureInfo, f32)> {
    let o = r.object(o, name)?;
    let info = texture_info(r, &o);
    Some((info, r.float(&o, number, range).unwrap_or(1.0)))
}

pub(crate) fn material(r: &mut Reader<'_>, o: &Obj<'_>) -> Material {
    let pbr = r.object(o, "pbrMetallicRoughness");
    let mut m = Material {
        name: r.name(o),
        base_color: Vec4::ONE,
        base_color_texture: None,
        metallic: 1.0,
        roughness: 1.0,
        metallic_roughness_texture: None,
        normal_texture: None,
        occlusion_texture: None,
        emissive: Vec3::ZERO,
        emissive_strength: 1.0,
        emissive_texture: None,
        alpha_mode: None,
        alpha_cutoff: 0.5,
        double_sided: false,
        unlit: false,
        others: Vec::new(),
        anisotropic: false,
        clearcoat_normal: false,
    };
    if let Some(pbr) = &pbr {
        m.base_color = r.vector::<4>(pbr, "baseColorFactor", Range::UNIT).map_or(Vec4::ONE, Vec4::from_array);
        m.base_color_texture = slot(r, pbr, "baseColorTexture");
        m.metallic = r.float(pbr, "metallicFactor", Range::UNIT).unwrap_or(1.0);
        m.roughness = r.float(pbr, "roughnessFactor", Range::UNIT).unwrap_or(1.0);
        m.metallic_roughness_texture = slot(r, pbr, "metallicRoughnessTexture");
        r.extensions(pbr, Place::Other);
    }
    m.normal_texture = slot_with(r, o, "normalTexture", "scale", Range::ANY);
    m.occlusion_texture = slot_with(r, o, "occlusionTexture", "strength", Range::UNIT);
    m.emissive_texture = slot(r, o, "emissiveTexture");
    m.emissive = r.vector::<3>(o, "emissiveFactor", Range::UNIT).map_or(Vec3::ZERO, Vec3::from_array);
    m.alpha_mode = r.word(o, "alphaMode", &["OPAQUE", "MASK", "BLEND"]).map(str::to_owned);
    m.alpha_cutoff = r.float(o, "alphaCutoff", Range::NOT_NEGATIVE).unwrap_or(0.5);
    m.double_sided = r.boolean(o, "doubleSided");
    let extensions = r.extensions(o, Place::Material);
    m.unlit = extensions.get("KHR_materials_unlit").is_some();
    if let Some(o) = extensions.get("KHR_materials_emissive_strength") {
        m.emissive_strength = r.float(o, "emissiveStrength", Range::NOT_NEGATIVE).unwrap_or(1.0);
    }
    others(r, &extensions, &mut m);
    m
}

/// What numbers of material extensions may be that are not drawn: extension, member, how many numbers, range.
/// From the extensions' schemas (KhronosGroup/glTF, `extensions/2.0/Khronos`).
const NUMBERS: &[(&str, &str, usize, Range)] = &[
    ("KHR_materials_anisotropy", "anisotropyStrength", 1, Range::UNIT),
    ("KHR_materials_anisotropy", "anisotropyRotation", 1, Range::ANY),
    ("KHR_materials_clearcoat", "clearcoatFactor", 1, Range::UNIT),
    ("KHR_materials_clearcoat", "clearcoatRoughnessFactor", 1, Range::UNIT),
    ("KHR_materials_dispersion", "dispersion", 1, Range::NOT_NEGATIVE),
    ("KHR_materials_iridescence", "iridescenceFactor", 1, Range::UNIT),
    ("KHR_materials_iridescence", "iridescenceIor", 1, Range::between(1.0, f64::INFINITY)),
    ("KHR_materials_iridescence", "iridescenceThicknessMinimum", 1, Range::NOT_NEGATIVE),
    ("KHR_materials_iridescence", "iridescenceThicknessMaximum", 1, Range::NOT_NEGATIVE),
    ("KHR_materials_pbrSpecularGlossiness", "diffuseFactor", 4, Range::UNIT),
    ("KHR_materials_pbrSpecularGlossiness", "specularFactor", 3, Range::UNIT),
    ("KHR_materials_pbrSpecularGlossiness", "glossinessFactor", 1, Range::UNIT),
    ("KHR_materials_sheen", "sheenColorFactor", 3, Range::UNIT),
    ("KHR_materials_sheen", "sheenRoughnessFactor", 1, Range::UNIT),
    ("KHR_materials_specular", "specularFactor", 1, Range::UNIT),
    ("KHR_materials_specular", "specularColorFactor", 3, Range::NOT_NEGATIVE),
    ("KHR_materials_transmission", "transmissionFactor", 1, Range::UNIT),
    ("KHR_materials_volume", "thicknessFactor", 1, Range::NOT_NEGATIVE),
    ("KHR_materials_volume", "attenuationDistance", 1, Range::POSITIVE),
    ("KHR_materials_volume", "attenuationColor", 3, Range::UNIT),
];

/// Extensions that are not drawn: their numbers and the references of their textures are still looked at.
fn others(r: &mut Reader<'_>, extensions: &Used<'_>, m: &mut Material) {
    for (name, member, count, range) in NUMBERS {
        let Some(o) = extensions.get(name) else { continue };
        if *count == 1 {
            r.float(o, member, *range);
        } else {
            r.floats(o, member, Some(*count), *range);
        }
    }
    // The index of refraction may be 0, which means infinite, or at least 1.
    if let Some(o) = extensions.get("KHR_materials_ior")
        && o.get("ior") != Some(&Json::Number(0.0))
    {
        r.float(o, "ior", Range::between(1.0, f64::INFINITY));
    }
    for (name, slots) in MATERIAL_TEXTURES {
        let Some(o) = extensions.get(name) else { continue };
        for slot_name in *slots {
            m.others.extend(slot(r, o, slot_name));
        }
        m.anisotropic |= *name == "KHR_materials_anisotropy" && o.has("anisotropyTexture");
        m.clearcoat_normal |= o.has("clearcoatNormalTexture");
    }
}
