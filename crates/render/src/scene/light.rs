//! Punctual lights, in the units of `KHR_lights_punctual`.

use glam::Vec3;

/// What kind of light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightKind {
    /// Parallel rays. Intensity in lux.
    Directional,
    /// In all directions from a point. Intensity in candela.
    Point,
    /// A cone from a point. Intensity in candela.
    Spot {
        /// Half angle in radians up to which the light is full.
        inner_angle: f32,
        /// Half angle in radians from which there is none; above `inner_angle`, at most a right angle.
        outer_angle: f32,
    },
}

/// A light in world space.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Its name, for labels.
    pub name: String,
    /// What kind.
    pub kind: LightKind,
    /// Linear colour.
    pub color: Vec3,
    /// Lux or candela, by kind.
    pub intensity: f32,
    /// Metres at which the light ends; `None`: never. No meaning for a directional light.
    pub range: Option<f32>,
    /// Where it is. No meaning for a directional light.
    pub position: Vec3,
    /// Unit vector along which the light travels. No meaning for a point light.
    pub direction: Vec3,
}

impl Light {
    /// A sun.
    pub fn sun(direction: Vec3, color: Vec3, lux: f32) -> Self {
        Self {
            name: "sun".into(),
            kind: LightKind::Directional,
            color,
            intensity: lux,
            range: None,
            position: Vec3::ZERO,
            direction: super::unit(direction).unwrap_or(Vec3::NEG_Y),
        }
    }
}
