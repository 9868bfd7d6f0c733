//! Materials: glTF's metallic-roughness model with factors and textures.

use glam::{Affine2, Vec2, Vec3, Vec4};

/// What alpha means.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Alpha {
    /// Nothing.
    #[default]
    Opaque,
    /// Below the cutoff there is nothing, above it everything.
    Mask {
        /// The cutoff.
        cutoff: f32,
    },
    /// Coverage, blended over what lies behind (straight, not premultiplied).
    Blend,
}

/// A texture as one slot of a material uses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureRef {
    /// Index into [`super::Scene::images`].
    pub image: usize,
    /// Index into [`super::Scene::samplers`].
    pub sampler: usize,
    /// Index into [`Material::uv_sets`], and so into [`super::Primitive::uvs`].
    pub uv: usize,
    /// Applied to the coordinates before sampling (`KHR_texture_transform`).
    pub transform: Affine2,
}

/// The matrix of `KHR_texture_transform`: translation times rotation times scale. The rotation is counter-clockwise
/// as seen with v pointing down, which is how glTF's images lie.
pub fn texture_transform(offset: Vec2, rotation: f32, scale: Vec2) -> Affine2 {
    let (sin, cos) = rotation.sin_cos();
    Affine2::from_cols(Vec2::new(cos, -sin) * scale.x, Vec2::new(sin, cos) * scale.y, offset)
}

/// A material. Textures multiply their factors.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name, for labels.
    pub name: String,
    /// Linear base colour and alpha.
    pub base_color: Vec4,
    /// sRGB colour and alpha.
    pub base_color_texture: Option<TextureRef>,
    /// 0 dielectric, 1 metal.
    pub metallic: f32,
    /// Perceptual roughness, 0 to 1.
    pub roughness: f32,
    /// Roughness in green, metallic in blue; linear.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// Tangent-space normals, y up; linear.
    pub normal_texture: Option<TextureRef>,
    /// Multiplies x and y of the sampled normal.
    pub normal_scale: f32,
    /// Occlusion of indirect light in red; linear.
    pub occlusion_texture: Option<TextureRef>,
    /// 0 none, 1 as the texture says.
    pub occlusion_strength: f32,
    /// Linear emitted colour, strength included, so it may be above 1.
    pub emissive: Vec3,
    /// sRGB emitted colour.
    pub emissive_texture: Option<TextureRef>,
    /// What alpha means.
    pub alpha: Alpha,
    /// Both sides are seen; the normal of a back face is turned round.
    pub double_sided: bool,
    /// The base colour is shown as it is, without lighting.
    pub unlit: bool,
    /// Which of the file's coordinate sets (`TEXCOORD_n`) the slots use; primitives carry exactly these, in this order.
    pub uv_sets: Vec<u32>,
}

impl Default for Material {
    /// glTF's defaults: white, fully metallic and fully rough. [`Material::dielectric`] is what one mostly wants in code.
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: Vec4::ONE,
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            uv_sets: Vec::new(),
        }
    }
}

impl Material {
    /// A dielectric of one colour.
    pub fn dielectric(name: impl Into<String>, color: Vec3, roughness: f32) -> Self {
        Self { name: name.into(), base_color: color.extend(1.0), metallic: 0.0, roughness, ..Self::default() }
    }

    /// A metal of one colour (its reflectance at normal incidence).
    pub fn metal(name: impl Into<String>, color: Vec3, roughness: f32) -> Self {
        Self { metallic: 1.0, ..Self::dielectric(name, color, roughness) }
    }

    /// The five texture slots, for code that treats them alike.
    pub fn textures(&self) -> [Option<&TextureRef>; 5] {
        [
            self.base_color_texture.as_ref(),
            self.metallic_roughness_texture.as_ref(),
            self.normal_texture.as_ref(),
            self.occlusion_texture.as_ref(),
            self.emissive_texture.as_ref(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_is_counter_clockwise_with_v_down() {
        let turn = texture_transform(Vec2::ZERO, std::f32::consts::FRAC_PI_2, Vec2::ONE);
        // (1, 0) points right; counter-clockwise on a screen with v down is up, which is (0, -1).
        assert!(turn.transform_point2(Vec2::X).abs_diff_eq(Vec2::NEG_Y, 1e-6));
        let all = texture_transform(Vec2::new(0.5, 0.25), 0.0, Vec2::new(2.0, 3.0));
        assert_eq!(all.transform_point2(Vec2::ONE), Vec2::new(2.5, 3.25));
    }
}
