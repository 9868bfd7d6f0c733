//! Tangents where a model brings none: MikkTSpace, which is what normal maps are baked against.
//!
//! The algorithm comes from the crate `bevy_mikktspace` (safe Rust, maintained); glTF asks for exactly this default.
//! It answers one tangent per corner of a triangle, so vertices whose corners disagree are split here.

use super::{Primitive, Topology};
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

struct Corners<'a> {
    primitive: &'a Primitive,
    uv: &'a [Vec2],
    tangents: Vec<Vec4>,
}

impl Corners<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        let k = face * 3 + corner;
        self.primitive.indices.as_ref().map_or(k, |i| i.get(k).map_or(0, |&v| v as usize))
    }
}

impl Geometry for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.primitive.draw_count() / 3
    }
    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }
    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.primitive.positions.get(self.vertex(face, vert)).copied().unwrap_or_default().to_array()
    }
    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        let normals = self.primitive.normals.as_deref().unwrap_or_default();
        normals.get(self.vertex(face, vert)).copied().unwrap_or(Vec3::Y).to_array()
    }
    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        // MikkTSpace expects v to point up; glTF's points down.
        let uv = self.uv.get(self.vertex(face, vert)).copied().unwrap_or_default();
        [uv.x, 1.0 - uv.y]
    }
    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, vert: usize) {
        if let (Some(space), Some(slot)) = (space, self.tangents.get_mut(face * 3 + vert)) {
            *slot = Vec4::from_array(space.tangent_encoded());
        }
    }
}

/// A unit tangent with sign 1 or -1; any that is perpendicular to the normal where there is no direction.
pub fn sanitize(tangent: Vec4, normal: Vec3) -> Vec4 {
    let unit = super::unit(tangent.truncate()).unwrap_or_else(|| normal.any_orthonormal_vector());
    unit.extend(if tangent.w < 0.0 { -1.0 } else { 1.0 })
}

/// Computes tangents for a triangle list with normals from coordinate set `uv`, splitting vertices where corners differ.
/// Anything else is left as it is.
pub fn generate(primitive: &mut Primitive, uv: usize) {
    if primitive.topology != Topology::Triangles || primitive.normals.is_none() {
        return;
    }
    let corners = primitive.draw_count();
    let tangents = {
        let uv = primitive.uvs.get(uv).map(Vec::as_slice).unwrap_or_default();
        let mut geometry = Corners { primitive, uv, tangents: vec![Vec4::ZERO; corners] };
        // The one error (a face that is no triangle or quad) cannot occur: every face has three corners.
        let _ = generate_tangents(&mut geometry);
        geometry.tangents
    };
    split(primitive, &tangents);
}

/// Gives each vertex the tangent of its corners; a vertex with several is repeated.
fn split(primitive: &mut Primitive, corner_tangents: &[Vec4]) {
    let n = primitive.positions.len();
    let normals = primitive.normals.clone().unwrap_or_default();
    let mut tangents: Vec<Option<Vec4>> = vec![None; n];
    let mut extra: HashMap<(u32, [u32; 4]), u32> = HashMap::new();
    let mut sources: Vec<u32> = Vec::new();
    let mut indices: Vec<u32> = match primitive.indices.take() {
        Some(indices) => indices,
        None => (0..n as u32).collect(),
    };
    for (index, corner) in indices.iter_mut().zip(corner_tangents) {
        let source = *index as usize;
        let tangent = sanitize(*corner, normals.get(source).copied().unwrap_or(Vec3::Y));
        let Some(slot) = tangents.get_mut(source) else { continue };
        match slot {
            None => *slot = Some(tangent),
            Some(have) if *have == tangent => {}
            Some(_) => {
                let key = (*index, tangent.to_array().map(f32::to_bits));
                *index = *extra.entry(key).or_insert_with(|| {
                    sources.push(source as u32);
                    tangents.push(Some(tangent));
                    (tangents.len() - 1) as u32
                });
            }
        }
    }
    repeat(&mut primitive.positions, &sources);
    if let Some(v) = &mut primitive.normals {
        repeat(v, &sources);
    }
    if let Some(v) = &mut primitive.colors {
        repeat(v, &sources);
    }
    for v in &mut primitive.uvs {
        repeat(v, &sources);
    }
    let normals = primitive.normals.as_deref().unwrap_or_default();
    let unused = |i: usize| sanitize(Vec4::ZERO, normals.get(i).copied().unwrap_or(Vec3::Y));
    primitive.tangents =
        Some(tangents.iter().enumerate().map(|(i, t)| t.unwrap_or_else(|| unused(i))).collect());
    primitive.indices = Some(indices);
}

fn repeat<T: Copy>(values: &mut Vec<T>, sources: &[u32]) {
    values.reserve(sources.len());
    for &s in sources {
        if let Some(&v) = values.get(s as usize) {
            values.push(v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(uv: [Vec2; 4]) -> Primitive {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::X - Vec3::Z, -Vec3::Z];
        Primitive {
            normals: Some(vec![Vec3::Y; 4]),
            uvs: vec![uv.to_vec()],
            indices: Some(vec![0, 1, 2, 0, 2, 3]),
            positions,
            ..Primitive::default()
        }
    }

    #[test]
    fn a_flat_quad_gets_the_direction_of_u_and_the_sign_of_v() {
        // u along +x, v (down in the image) along +z: bitangent = cross(n, t) * w points to -z, up in the image.
        let mut p = quad([Vec2::new(0., 1.), Vec2::new(1., 1.), Vec2::new(1., 0.), Vec2::new(0., 0.)]);
        generate(&mut p, 0);
        let t = p.tangents.as_ref().unwrap();
        assert_eq!(t.len(), 4);
        for t in t {
            assert!(t.abs_diff_eq(Vec4::new(1., 0., 0., 1.), 1e-5), "{t}");
            assert!((Vec3::Y.cross(t.truncate()) * t.w).abs_diff_eq(Vec3::NEG_Z, 1e-5));
        }
    }

    #[test]
    fn corners_that_disagree_split_their_vertex() {
        // The second triangle's coordinates are mirrored, so the shared edge cannot share tangents.
        let mut p = quad([Vec2::new(0., 1.), Vec2::new(1., 1.), Vec2::new(0., 0.), Vec2::new(1., 1.)]);
        generate(&mut p, 0);
        let n = p.positions.len();
        assert!(n > 4, "{n}");
        assert!(p.indices.as_ref().unwrap().iter().all(|&i| (i as usize) < n));
        assert_eq!((p.normals.unwrap().len(), p.uvs[0].len(), p.tangents.unwrap().len()), (n, n, n));
    }

    #[test]
    fn degenerate_coordinates_still_give_unit_tangents() {
        let mut p = quad([Vec2::ZERO; 4]);
        generate(&mut p, 0);
        assert!(p.tangents.unwrap().iter().all(|t| (t.truncate().length() - 1.0).abs() < 1e-5));
    }
}
