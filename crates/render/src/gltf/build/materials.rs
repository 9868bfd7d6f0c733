//! Materials, samplers and images of the scene.

use super::Builder;
use crate::gltf::parse::at;
use crate::gltf::parse::materials::{Material as Source, TextureInfo};
use crate::scene::material::texture_transform;
use crate::scene::{Alpha, Encoding, Filter, Image, Material, Sampler, TextureRef, Wrap};
use candor_caps::Reason;
use glam::Affine2;

/// What a material uses a texture for: it decides how the bytes are read and what stands in for a missing picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    BaseColor,
    Emissive,
    Normal,
    Data,
}

impl Slot {
    fn encoding(self) -> Encoding {
        match self {
            Self::BaseColor | Self::Emissive => Encoding::Srgb,
            Self::Normal | Self::Data => Encoding::Linear,
        }
    }

    /// Loud for the base colour; elsewhere what changes nothing, since a pattern there would mislead.
    fn stand_in(self) -> Image {
        match self {
            Self::BaseColor => Image::fallback("stand-in for a colour", self.encoding()),
            Self::Emissive => Image::solid("stand-in for emission", [0, 0, 0, 255], self.encoding()),
            Self::Normal => Image::solid("stand-in for normals", [128, 128, 255, 255], self.encoding()),
            Self::Data => Image::solid("stand-in for data", [255; 4], self.encoding()),
        }
    }
}

fn wrap(code: Option<u64>) -> Wrap {
    match code {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    }
}

impl Builder<'_> {
    /// The default sampler, then those of the document at their index plus one.
    pub(super) fn samplers(&mut self) {
        let (nearest, linear) = (Filter::Nearest, Filter::Linear);
        let sampler = |s: &crate::gltf::parse::materials::Sampler| {
            let (min, mip) = match s.min {
                Some(9728) => (nearest, None),
                Some(9729) => (linear, None),
                Some(9984) => (nearest, Some(nearest)),
                Some(9985) => (linear, Some(nearest)),
                Some(9986) => (nearest, Some(linear)),
                _ => (linear, Some(linear)),
            };
            let mag = if s.mag == Some(9728) { nearest } else { linear };
            Sampler { mag, min, mip, wrap_u: wrap(s.wrap_s), wrap_v: wrap(s.wrap_t) }
        };
        self.scene.samplers.push(Sampler::default());
        for s in &self.d.samplers {
            self.scene.samplers.push(s.as_ref().map(sampler).unwrap_or_default());
        }
    }

    /// The scene's material for one of the document, or the default material.
    pub(super) fn material(&mut self, index: Option<usize>) -> usize {
        let index = index.filter(|&i| at(&self.d.materials, Some(i)).is_some());
        if let Some(&done) = self.materials.get(&index) {
            return done;
        }
        let d = self.d;
        let material = match at(&d.materials, index) {
            Some(source) => self.convert(source, index.unwrap_or(0)),
            None => Material { name: "default".into(), ..Material::default() },
        };
        let done = self.scene.add_material(material);
        self.materials.insert(index, done);
        done
    }

    fn convert(&mut self, m: &Source, index: usize) -> Material {
        let slots = [
            m.base_color_texture.as_ref(),
            m.metallic_roughness_texture.as_ref(),
            m.normal_texture.as_ref().map(|(t, _)| t),
            m.occlusion_texture.as_ref().map(|(t, _)| t),
            m.emissive_texture.as_ref(),
        ];
        let mut uv_sets: Vec<u32> = slots.into_iter().flatten().map(TextureInfo::set).collect();
        uv_sets.sort_unstable();
        uv_sets.dedup();
        let mut texture = |info: Option<&TextureInfo>, slot: Slot| -> Option<TextureRef> {
            info.map(|info| self.texture(info, slot, &uv_sets))
        };
        let [base, metallic_roughness, normal, occlusion, emissive] = slots;
        let base_color_texture = texture(base, Slot::BaseColor);
        let metallic_roughness_texture = texture(metallic_roughness, Slot::Data);
        let normal_texture = texture(normal, Slot::Normal);
        let occlusion_texture = texture(occlusion, Slot::Data);
        let emissive_texture = texture(emissive, Slot::Emissive);
        let glow = m.emissive * m.emissive_strength;
        Material {
            name: if m.name.is_empty() { format!("material {index}") } else { m.name.clone() },
            base_color: m.base_color,
            base_color_texture,
            metallic: m.metallic,
            roughness: m.roughness,
            metallic_roughness_texture,
            normal_texture,
            normal_scale: m.normal_texture.as_ref().map_or(1.0, |(_, scale)| *scale),
            occlusion_texture,
            occlusion_strength: m.occlusion_texture.as_ref().map_or(1.0, |(_, strength)| *strength),
            emissive: glow.clamp(glam::Vec3::ZERO, glam::Vec3::splat(f32::MAX)),
            emissive_texture,
            alpha: match m.alpha_mode.as_deref() {
                Some("MASK") => Alpha::Mask { cutoff: m.alpha_cutoff },
                Some("BLEND") => Alpha::Blend,
                _ => Alpha::Opaque,
            },
            double_sided: m.double_sided,
            unlit: m.unlit,
            uv_sets,
        }
    }

    fn texture(&mut self, info: &TextureInfo, slot: Slot, uv_sets: &[u32]) -> TextureRef {
        let d = self.d;
        let texture = at(&d.textures, info.index);
        let source = texture.and_then(|t| t.source).filter(|&s| at(&d.images, Some(s)).is_some());
        if let Some(texture) = texture {
            if let Some(why) = &texture.other_source {
                let got = if source.is_some() { "the image beside it" } else { "a stand-in" };
                let why = || why.clone();
                self.notes.adjusted(
                    "an image is of a format that is not read",
                    &texture.at,
                    "its image",
                    got,
                    why,
                );
            } else if source.is_none() {
                self.notes.adjusted("a texture has no image", &texture.at, "its image", "a stand-in", || {
                    Reason::Invalid { what: "the texture".into(), rule: "it names no image".into() }
                });
            }
        }
        let image = self.image(source, slot);
        let sampler = texture.and_then(|t| t.sampler).filter(|&s| s < d.samplers.len()).map_or(0, |s| s + 1);
        let uv = uv_sets.iter().position(|&s| s == info.set()).unwrap_or(0);
        let transform = info.transform.as_ref().map_or(Affine2::IDENTITY, |(_, t)| {
            let affine = texture_transform(t.offset, t.rotation, t.scale);
            if affine.is_finite() { affine } else { Affine2::IDENTITY }
        });
        TextureRef { image, sampler, uv, transform }
    }

    fn image(&mut self, source: Option<usize>, slot: Slot) -> usize {
        let picture = source.and_then(|s| self.pictures.get(s)).and_then(Option::as_ref);
        // Pictures differ only by how they are read; stand-ins differ by slot and are shared by all that lack theirs.
        let key = match (picture.is_some(), slot.encoding()) {
            (true, Encoding::Srgb) => (source, Slot::BaseColor),
            (true, Encoding::Linear) => (source, Slot::Data),
            (false, _) => (None, slot),
        };
        if let Some(&done) = self.images.get(&key) {
            return done;
        }
        let image = match picture {
            Some(picture) => {
                let name = at(&self.d.images, source).map(|i| i.name.clone()).filter(|n| !n.is_empty());
                Image {
                    name: name.unwrap_or_else(|| format!("image {}", source.unwrap_or(0))),
                    width: picture.width,
                    height: picture.height,
                    rgba8: picture.rgba8.clone(),
                    encoding: slot.encoding(),
                }
            }
            None => slot.stand_in(),
        };
        self.scene.images.push(image);
        let done = self.scene.images.len() - 1;
        self.images.insert(key, done);
        done
    }
}
