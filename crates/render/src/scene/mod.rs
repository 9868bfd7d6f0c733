//! The neutral scene: plain owned data that a loader or a program fills and the renderer draws.
//!
//! It exists so that the renderer knows no file format and a loader knows no GPU. Conventions are glTF's: right-handed,
//! y up, front faces counter-clockwise, metres, radians; lights in candela (point, spot) and lux (directional);
//! colours are linear unless an [`Image`] says otherwise. Nothing here may know a device, a pass or a file.
//!
//! What the renderer may rely on is stated by [`Scene::validate`]: indices in range, attribute arrays of equal length,
//! finite numbers, references that resolve.

pub mod bounds;
pub mod camera;
pub mod image;
pub mod light;
pub mod material;
pub mod shapes;
pub mod showcase;
pub mod tangents;
mod validate;

pub use bounds::Aabb;
pub use camera::{Camera, CameraChoice, Projection};
pub use image::{Encoding, Filter, Image, Sampler, Wrap};
pub use light::{Light, LightKind};
pub use material::{Alpha, Material, TextureRef};
pub use showcase::showcase;

use glam::{Mat4, Vec2, Vec3, Vec4};

/// Everything that can be drawn, with the cameras and lights that were found beside it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Meshes, each drawn by any number of instances.
    pub meshes: Vec<Mesh>,
    /// Materials; every primitive names one.
    pub materials: Vec<Material>,
    /// Decoded images.
    pub images: Vec<Image>,
    /// Samplers; every texture reference names one.
    pub samplers: Vec<Sampler>,
    /// What is drawn where.
    pub instances: Vec<Instance>,
    /// Cameras in world space; of a glTF file in the order of its own list, one for each node that carries one.
    pub cameras: Vec<Camera>,
    /// Lights in world space.
    pub lights: Vec<Light>,
}

/// A mesh: primitives that move together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Its name, for labels.
    pub name: String,
    /// Its parts, each with one material.
    pub primitives: Vec<Primitive>,
}

/// How indices (or vertices, without indices) form primitives. Strips, loops and fans become lists when a scene is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Topology {
    /// One vertex each.
    Points,
    /// Two vertices each.
    Lines,
    /// Three vertices each.
    #[default]
    Triangles,
}

impl Topology {
    /// Vertices per primitive.
    pub fn arity(self) -> usize {
        match self {
            Self::Points => 1,
            Self::Lines => 2,
            Self::Triangles => 3,
        }
    }
}

/// A part of a mesh with one material. All attribute arrays that are present are as long as `positions`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Primitive {
    /// How the vertices are joined.
    pub topology: Topology,
    /// Positions in metres, in the mesh's own space. Never empty.
    pub positions: Vec<Vec3>,
    /// Unit normals. Always there for triangles; points and lines without them are drawn without lighting.
    pub normals: Option<Vec<Vec3>>,
    /// Unit tangents, with the bitangent's sign in `w`. There whenever the material has a normal map and the topology is triangles.
    pub tangents: Option<Vec<Vec4>>,
    /// One array for each entry of the material's [`Material::uv_sets`], in that order.
    pub uvs: Vec<Vec<Vec2>>,
    /// Linear colours that multiply the base colour, in 0..=1.
    pub colors: Option<Vec<Vec4>>,
    /// Indices into the attribute arrays; a multiple of the topology's arity. `None`: vertices in order.
    pub indices: Option<Vec<u32>>,
    /// Index into [`Scene::materials`].
    pub material: usize,
    /// Bounds of the positions.
    pub bounds: Aabb,
}

impl Primitive {
    /// How many vertices one draw call runs through.
    pub fn draw_count(&self) -> usize {
        self.indices.as_ref().map_or(self.positions.len(), Vec::len)
    }

    /// Bytes of vertex and index data.
    pub fn size_bytes(&self) -> usize {
        let vertices = self.positions.len();
        let vec3s = 1 + usize::from(self.normals.is_some());
        let vec4s = usize::from(self.tangents.is_some()) + usize::from(self.colors.is_some());
        vertices * (vec3s * 12 + vec4s * 16 + self.uvs.len() * 8)
            + self.indices.as_ref().map_or(0, Vec::len) * 4
    }
}

/// A mesh at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// Its name, for labels.
    pub name: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// From the mesh's space to the world.
    pub world: Mat4,
    /// The world matrix mirrors: front faces are wound the other way round.
    pub flipped: bool,
}

impl Instance {
    /// An instance of `mesh`, with `flipped` taken from the sign of the matrix's determinant.
    pub fn new(name: impl Into<String>, mesh: usize, world: Mat4) -> Self {
        Self { name: name.into(), mesh, world, flipped: glam::Mat3::from_mat4(world).determinant() < 0.0 }
    }
}

impl Scene {
    /// Vertices above which [`Scene::bounds`] transforms the corners of each primitive's box instead of every vertex.
    const EXACT_BOUNDS_VERTICES: usize = 4_000_000;

    /// World bounds of everything that is drawn. Empty when nothing is.
    pub fn bounds(&self) -> Aabb {
        let vertices_of = |m: &Mesh| m.primitives.iter().map(|p| p.positions.len()).sum::<usize>();
        let total: usize = self
            .instances
            .iter()
            .filter_map(|i| self.meshes.get(i.mesh))
            .fold(0, |sum, m| sum.saturating_add(vertices_of(m)));
        let mut bounds = Aabb::EMPTY;
        for instance in &self.instances {
            let Some(mesh) = self.meshes.get(instance.mesh) else { continue };
            for primitive in &mesh.primitives {
                if total <= Self::EXACT_BOUNDS_VERTICES {
                    for &p in &primitive.positions {
                        bounds.add(instance.world.transform_point3(p));
                    }
                } else {
                    bounds.merge(&primitive.bounds.transformed(&instance.world));
                }
            }
        }
        bounds
    }

    /// Nothing would be drawn.
    pub fn is_empty(&self) -> bool {
        !self.instances.iter().any(|i| self.meshes.get(i.mesh).is_some_and(|m| !m.primitives.is_empty()))
    }

    /// Counts over everything, for a statistics line.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            meshes: self.meshes.len(),
            materials: self.materials.len(),
            images: self.images.len(),
            instances: self.instances.len(),
            ..Counts::default()
        };
        for primitive in self.meshes.iter().flat_map(|m| &m.primitives) {
            counts.primitives += 1;
            counts.vertices += primitive.positions.len();
            counts.indices += primitive.indices.as_ref().map_or(0, Vec::len);
        }
        counts
    }

    /// Adds a mesh and returns its index.
    pub fn add_mesh(&mut self, mesh: Mesh) -> usize {
        self.meshes.push(mesh);
        self.meshes.len() - 1
    }

    /// Adds a material and returns its index.
    pub fn add_material(&mut self, material: Material) -> usize {
        self.materials.push(material);
        self.materials.len() - 1
    }
}

/// How much a scene holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Meshes.
    pub meshes: usize,
    /// Primitives over all meshes.
    pub primitives: usize,
    /// Instances.
    pub instances: usize,
    /// Materials.
    pub materials: usize,
    /// Images.
    pub images: usize,
    /// Vertices over all primitives, not multiplied by instances.
    pub vertices: usize,
    /// Indices over all primitives, not multiplied by instances.
    pub indices: usize,
}

/// The direction of a vector. Scaled first, so that very long and very short vectors have one too; `None` for zero and
/// for what is not finite.
pub(crate) fn unit(v: Vec3) -> Option<Vec3> {
    let size = v.abs().max_element();
    (v.is_finite() && size > 0.0).then(|| (v / size).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_vector_but_zero_has_a_direction() {
        for v in
            [Vec3::X, Vec3::splat(f32::MAX), Vec3::splat(f32::MIN_POSITIVE), Vec3::new(1e-45, 0.0, -1e-45)]
        {
            assert!((unit(v).unwrap().length() - 1.0).abs() < 1e-6, "{v}");
        }
        assert!([Vec3::ZERO, Vec3::NAN, Vec3::INFINITY].into_iter().all(|v| unit(v).is_none()));
    }
}
