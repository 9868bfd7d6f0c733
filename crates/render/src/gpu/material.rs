//! Materials: factors in one uniform buffer, reached by a dynamic offset; one bind group for each combination of textures and
//! samplers that occurs.

use super::shared::Shared;
use crate::error::RenderError;
use crate::scene::{self, Alpha, Scene};
use candor_caps::{Reason, Refused};
use candor_rhi::*;
use candor_shader::layout::{self, TEXTURE_COUNT, UvTransform};
use std::collections::HashMap;
use std::mem::size_of;

/// Coordinate sets that the shaders read.
const UV_SETS: usize = 2;
/// Reflectance at normal incidence of a dielectric with an index of refraction of 1.5 (glTF 2.0, appendix B.2.2).
const DIELECTRIC_F0: f32 = 0.04;
/// Level of detail up to which a sampler without mip levels goes: enough to tell minification from magnification (the Vulkan
/// specification's mapping of OpenGL's filters, section "Samplers").
const NO_MIPS_LOD: f32 = 0.25;

/// What alpha means, as far as pipelines differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum AlphaKind {
    Opaque,
    Mask,
    Blend,
}

/// A material as draws need it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Material {
    pub(crate) group: u32,
    pub(crate) offset: u32,
    pub(crate) alpha: AlphaKind,
    pub(crate) unlit: bool,
    pub(crate) double_sided: bool,
}

/// Textures and samplers of a material, by slot: indices into the scene's, none for white.
type Textures = [Option<(u32, u32)>; TEXTURE_COUNT];

/// All materials of a scene.
#[derive(Debug)]
pub(crate) struct Materials {
    pub(crate) list: Vec<Material>,
    pub(crate) groups: Vec<BindGroup>,
    /// Anisotropy that the groups' samplers were made with.
    anisotropy: u32,
    /// None where there are no materials.
    uniforms: Option<Buffer>,
    /// What a slot without a texture shows; none where every slot has one.
    white: Option<View>,
    combinations: Vec<Textures>,
    samplers: Vec<scene::Sampler>,
}

fn alpha_kind(alpha: Alpha) -> AlphaKind {
    match alpha {
        Alpha::Opaque => AlphaKind::Opaque,
        Alpha::Mask { .. } => AlphaKind::Mask,
        Alpha::Blend => AlphaKind::Blend,
    }
}

fn uv_transform(t: Option<&scene::TextureRef>) -> UvTransform {
    let Some(t) = t else { return UvTransform::default() };
    let (m, o) = (t.transform.matrix2, t.transform.translation);
    let set = t.uv.min(UV_SETS - 1) as f32;
    UvTransform { row0: [m.x_axis.x, m.y_axis.x, o.x, set], row1: [m.x_axis.y, m.y_axis.y, o.y, 0.0] }
}

fn uniform(m: &scene::Material) -> layout::Material {
    let flag = |on: bool| if on { 1.0 } else { 0.0 };
    let cutoff = match m.alpha {
        Alpha::Mask { cutoff } => cutoff,
        Alpha::Opaque | Alpha::Blend => 0.0,
    };
    layout::Material {
        base_color: m.base_color.to_array(),
        emissive: m.emissive.extend(m.occlusion_strength).to_array(),
        factors: [m.metallic, m.roughness, m.normal_scale, cutoff],
        params: [flag(m.normal_texture.is_some()), DIELECTRIC_F0, flag(m.alpha == Alpha::Blend), 0.0],
        uv: m.textures().map(uv_transform),
    }
}

impl Materials {
    /// Uploads the factors. Groups follow with [`Materials::bind`].
    pub(crate) fn upload(
        device: &Device,
        scene: &Scene,
        refused: &mut Vec<Refused>,
    ) -> Result<Self, RenderError> {
        let align = device.limits().uniform_offset_alignment.max(1) as usize;
        let stride = size_of::<layout::Material>().next_multiple_of(align.max(256));
        let mut bytes = vec![0; stride * scene.materials.len()];
        let mut known: HashMap<Textures, u32> = HashMap::new();
        let mut combinations = Vec::new();
        let mut list = Vec::with_capacity(scene.materials.len());
        for (i, m) in scene.materials.iter().enumerate() {
            let offset = i * stride;
            if let Some(place) = bytes.get_mut(offset..offset + size_of::<layout::Material>()) {
                place.copy_from_slice(bytemuck::bytes_of(&uniform(m)));
            }
            if m.uv_sets.len() > UV_SETS {
                let what = format!("coordinate sets beyond {UV_SETS} in material '{}'", m.name);
                refused.push(Reason::NotImplemented { what, part: crate::PART.to_owned() }.into());
            }
            let textures: Textures = m.textures().map(|t| t.map(|t| (t.image as u32, t.sampler as u32)));
            let group = *known.entry(textures).or_insert_with(|| {
                combinations.push(textures);
                combinations.len() as u32 - 1
            });
            list.push(Material {
                group,
                offset: u32::try_from(offset).unwrap_or(u32::MAX),
                alpha: alpha_kind(m.alpha),
                unlit: m.unlit,
                double_sided: m.double_sided,
            });
        }
        let uniforms = BufferDesc {
            label: "materials",
            size_bytes: bytes.len() as u64,
            usage: BufferUsage::UNIFORM | BufferUsage::COPY_DST,
            contents: Contents::Data(&bytes),
            ..BufferDesc::default()
        };
        let uniforms = if bytes.is_empty() { None } else { Some(device.create_buffer(&uniforms)?) };
        let bare = combinations.iter().flatten().any(Option::is_none);
        let white = if bare { Some(white(device)?) } else { None };
        let samplers = scene.samplers.clone();
        Ok(Self { list, groups: Vec::new(), anisotropy: 0, uniforms, white, combinations, samplers })
    }

    /// Makes the groups, unless they are there with this anisotropy.
    pub(crate) fn bind(
        &mut self,
        device: &Device,
        shared: &Shared,
        textures: &[Option<View>],
        anisotropy: u32,
    ) -> Result<(), RenderError> {
        if self.anisotropy == anisotropy {
            return Ok(());
        }
        let Some(uniforms) = &self.uniforms else { return Ok(()) };
        let mut samplers = Vec::with_capacity(self.samplers.len());
        for s in &self.samplers {
            samplers.push(device.create_sampler(&sampler_desc(s, anisotropy))?.value);
        }
        let mut groups = Vec::with_capacity(self.combinations.len());
        for combination in &self.combinations {
            let size = size_of::<layout::Material>() as u64;
            let mut entries = vec![GroupEntry::buffer_range(0, uniforms, 0, size)];
            for (slot, used) in (0u32..).zip(combination) {
                // A group that lacks a view is refused with that.
                let view = used.and_then(|u| textures.get(u.0 as usize)?.as_ref()).or(self.white.as_ref());
                let sampler = used.and_then(|u| samplers.get(u.1 as usize)).unwrap_or(&shared.clamp);
                entries.extend(view.map(|view| GroupEntry::view(1 + slot, view)));
                entries.push(GroupEntry::sampler(1 + TEXTURE_COUNT as u32 + slot, sampler));
            }
            let desc = BindGroupDesc { label: "material", layout: &shared.material, entries: &entries };
            groups.push(device.create_bind_group(&desc)?);
        }
        self.groups = groups;
        self.anisotropy = anisotropy;
        Ok(())
    }
}

fn white(device: &Device) -> Result<View, Error> {
    let desc = TextureDesc::sampled("white", Format::Rgba8Unorm, 1, 1, Contents::Data(&[255; 4]));
    let texture = device.create_texture(&desc)?.value;
    device.create_view(&texture, &ViewDesc::default())
}

fn sampler_desc(s: &scene::Sampler, anisotropy: u32) -> SamplerDesc<'static> {
    let filter = |f| match f {
        scene::Filter::Nearest => Filter::Nearest,
        scene::Filter::Linear => Filter::Linear,
    };
    let wrap = |w| match w {
        scene::Wrap::Repeat => AddressMode::Repeat,
        scene::Wrap::Mirror => AddressMode::Mirror,
        scene::Wrap::Clamp => AddressMode::Clamp,
    };
    // Anisotropy and nearest filtering contradict each other; D3D12 can't even say both.
    let smooth = s.mag == scene::Filter::Linear
        && s.min == scene::Filter::Linear
        && s.mip == Some(scene::Filter::Linear);
    SamplerDesc {
        label: "material",
        mag: filter(s.mag),
        min: filter(s.min),
        mip: s.mip.map_or(Filter::Nearest, filter),
        address: [wrap(s.wrap_u), wrap(s.wrap_v), AddressMode::Repeat],
        anisotropy: if smooth && anisotropy > 1 {
            Anisotropy::AtMost(anisotropy as f32)
        } else {
            Anisotropy::Off
        },
        lod: [0.0, if s.mip.is_some() { 1000.0 } else { NO_MIPS_LOD }],
        ..SamplerDesc::default()
    }
}
