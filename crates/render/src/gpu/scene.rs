//! A scene on the GPU: geometry, textures, materials, and the list of what is drawn.

use super::geometry::{self, Geometry};
use super::material::{AlphaKind, Materials};
use super::shared::Shared;
use super::texture;
use crate::error::RenderError;
use crate::scene::{Aabb, Light, Scene, Topology};
use candor_caps::{Outcome, Refused};
use candor_rhi::{Device, View};
use candor_shader::layout;
use glam::{Mat3, Mat4, Vec3};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of the push data of a draw, by which equal ones are found.
const PUSH_WORDS: usize = size_of::<layout::Draw>() / size_of::<u32>();

/// What pipelines differ by, as far as the scene decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Permutation {
    pub(crate) alpha: AlphaKind,
    pub(crate) unlit: bool,
    pub(crate) double_sided: bool,
    /// The world matrix mirrors.
    pub(crate) flipped: bool,
    pub(crate) topology: u8,
    /// Bit `i`: attribute `i` is a constant.
    pub(crate) missing: u8,
}

impl Permutation {
    pub(crate) fn topology(self) -> Topology {
        match self.topology {
            0 => Topology::Points,
            1 => Topology::Lines,
            _ => Topology::Triangles,
        }
    }
}

fn topology_number(t: Topology) -> u8 {
    match t {
        Topology::Points => 0,
        Topology::Lines => 1,
        Topology::Triangles => 2,
    }
}

/// One draw call: a primitive at a place.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) primitive: u32,
    pub(crate) material: u32,
    pub(crate) permutation: Permutation,
    /// Index of its push data; draws with the same data have the same.
    pub(crate) push: u32,
    /// In world space.
    pub(crate) bounds: Aabb,
}

impl Draw {
    /// Does light fall on it?
    pub(crate) fn is_lit(&self) -> bool {
        !self.permutation.unlit
    }
}

/// A scene on the GPU. Made by `Renderer::upload`, drawn by the same renderer.
#[derive(Debug)]
pub struct SceneGpu {
    pub(crate) id: u64,
    pub(crate) renderer: u64,
    pub(crate) geometry: Geometry,
    /// By image; none for those that no material names.
    pub(crate) textures: Vec<Option<View>>,
    pub(crate) materials: Materials,
    pub(crate) draws: Vec<Draw>,
    pub(crate) pushes: Vec<layout::Draw>,
    pub(crate) lights: Vec<Light>,
    pub(crate) bounds: Aabb,
    outcomes: Vec<Outcome>,
    refused: Vec<Refused>,
}

/// Numbers scenes and renderers in this process.
pub(crate) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl SceneGpu {
    pub(crate) fn new(
        device: &Device,
        shared: &Shared,
        renderer: u64,
        scene: &Scene,
    ) -> Result<Self, RenderError> {
        scene.validate().map_err(RenderError::Scene)?;
        let (mut outcomes, mut refused) = (Vec::new(), Vec::new());
        let geometry = geometry::upload(device, scene)?;
        let textures = texture::upload(device, shared, scene, &mut outcomes)?;
        let materials = Materials::upload(device, scene, &mut refused)?;
        let (draws, pushes) = draws(scene, &geometry, &materials);
        let bounds = scene.bounds();
        let lights = scene.lights.clone();
        let id = next_id();
        Ok(Self {
            id,
            renderer,
            geometry,
            textures,
            materials,
            draws,
            pushes,
            lights,
            bounds,
            outcomes,
            refused,
        })
    }

    /// Bounds of everything that is drawn, in world space.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// What was adjusted while the scene was uploaded.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What of the scene is not drawn as asked.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    pub(crate) fn note_refused(&mut self, why: Refused) {
        if !self.refused.contains(&why) {
            self.refused.push(why);
        }
    }

    /// Draw calls of a frame in which everything is seen, not counting shadows.
    pub fn draw_count(&self) -> usize {
        self.draws.len()
    }
}

/// The draw calls, and the push data that they share.
fn draws(scene: &Scene, geometry: &Geometry, materials: &Materials) -> (Vec<Draw>, Vec<layout::Draw>) {
    let (mut draws, mut pushes) = (Vec::new(), Vec::new());
    let mut known = HashMap::new();
    for instance in &scene.instances {
        let Some(mesh) = scene.meshes.get(instance.mesh) else { continue };
        let Some(first) = geometry.meshes.get(instance.mesh) else { continue };
        for (index, p) in (*first..).zip(&mesh.primitives) {
            let Some(on_gpu) = geometry.primitives.get(index as usize) else { continue };
            let Some(material) = materials.list.get(on_gpu.material as usize) else { continue };
            let data = push(&instance.world, instance.flipped, on_gpu.lit);
            let push = *known.entry(bytemuck::cast::<_, [u32; PUSH_WORDS]>(data)).or_insert_with(|| {
                pushes.push(data);
                pushes.len() as u32 - 1
            });
            draws.push(Draw {
                primitive: index,
                material: on_gpu.material,
                permutation: Permutation {
                    alpha: material.alpha,
                    unlit: material.unlit,
                    double_sided: material.double_sided,
                    flipped: instance.flipped,
                    topology: topology_number(on_gpu.topology),
                    missing: on_gpu.missing,
                },
                push,
                bounds: p.bounds.transformed(&instance.world),
            });
        }
    }
    (draws, pushes)
}

fn push(world: &Mat4, flipped: bool, lit: bool) -> layout::Draw {
    let normal = normal_matrix(&Mat3::from_mat4(*world));
    layout::Draw {
        model: world.to_cols_array_2d(),
        normal0: normal.x_axis.extend(0.0).to_array(),
        normal1: normal.y_axis.extend(0.0).to_array(),
        normal2: normal.z_axis.extend(0.0).to_array(),
        params: [if lit { 1.0 } else { 0.0 }, if flipped { -1.0 } else { 1.0 }, 0.0, 0.0],
    }
}

/// The inverse transpose up to a positive factor, also where there is no inverse: cofactors, with the determinant's sign.
fn normal_matrix(m: &Mat3) -> Mat3 {
    let (a, b, c) = (m.x_axis, m.y_axis, m.z_axis);
    // Scaled first, so that very small and very large models do not run out of exponents.
    let size = a.abs().max(b.abs()).max(c.abs()).max_element();
    if !size.is_finite() || size <= 0.0 {
        return Mat3::IDENTITY;
    }
    let (a, b, c) = (a / size, b / size, c / size);
    let (x, y, z) = (b.cross(c), c.cross(a), a.cross(b));
    let sign = if a.dot(x) < 0.0 { -1.0 } else { 1.0 };
    let cofactors = Mat3::from_cols(x * sign, y * sign, z * sign);
    let largest = [x, y, z].into_iter().fold(Vec3::ZERO, |m, v| m.max(v.abs())).max_element();
    if largest > 0.0 { cofactors * (1.0 / largest) } else { Mat3::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_stay_perpendicular_and_outside_under_any_matrix() {
        let models = [
            Mat3::IDENTITY,
            Mat3::from_diagonal(Vec3::new(1.0, 2.0, 3.0)),
            Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)),
            Mat3::from_diagonal(Vec3::splat(1e-12)),
            Mat3::from_cols(Vec3::X, Vec3::new(0.7, 1.0, 0.0), Vec3::Z),
        ];
        for m in models {
            let n = (normal_matrix(&m) * Vec3::Y).normalize();
            assert!(n.dot((m * Vec3::X).normalize()).abs() < 1e-5, "{m}");
            assert!(n.dot((m * Vec3::Z).normalize()).abs() < 1e-5, "{m}");
            assert!(n.dot((m * Vec3::Y).normalize()) > 0.0, "{m}");
        }
        let flat = normal_matrix(&Mat3::from_diagonal(Vec3::new(1.0, 0.0, 1.0)));
        assert_eq!((flat * Vec3::Y).normalize(), Vec3::Y);
    }
}
