//! Tangents where a model brings none: MikkTSpace, which is what normal maps are baked against.
//!
//! The algorithm comes from the crate `bevy_mikktspace` (safe Rust, maintained), with its corrections of two known bugs of
//! the original that it recommends where results need not be equal to the byte; glTF asks for this algorithm.
//! It answers one tangent per corner of a triangle, so vertices whose corners disagree are split here.
//!
//! MikkTSpace recurses around a vertex and compares its triangles pair by pair. A mesh in which very many corners meet in
//! one point, or whose coordinates are beyond reason, therefore gets the plain derivation instead: the direction in
//! which u grows, averaged over the triangles of a vertex.

use super::{Aabb, Primitive, Topology};
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Corners in one point up to which MikkTSpace is used.
const MOST_CORNERS: u32 = 512;
/// Texture coordinates up to which MikkTSpace is used: beyond, 32-bit floats cannot tell neighbouring texels apart.
const LARGEST_UV: f32 = 1e6;

struct Corners<'a> {
    primitive: &'a Primitive,
    uv: &'a [Vec2],
    /// Brings positions into a box of size 1, which changes no tangent and keeps products within 32-bit floats.
    center: Vec3,
    scale: f32,
    tangents: Vec<Vec4>,
}

impl Corners<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        let k = face * 3 + corner;
        self.primitive.indices.as_ref().map_or(k, |i| i.get(k).map_or(0, |&v| v as usize))
    }

    fn place(&self, vertex: usize) -> Vec3 {
        let p = self.primitive.positions.get(vertex).copied().unwrap_or_default();
        // Halves first: the difference of two numbers may be twice as large as f32 holds.
        (p * 0.5 - self.center * 0.5) * self.scale
    }

    fn is_within_reason(&self) -> bool {
        let mut corners: HashMap<[u32; 3], u32> = HashMap::new();
        let faces = self.primitive.draw_count() / 3;
        (0..faces * 3).all(|k| {
            let vertex = self.vertex(k / 3, k % 3);
            // Zero has two signs; adding 0 leaves one.
            let key = (self.place(vertex) + Vec3::ZERO).to_array().map(f32::to_bits);
            let count = corners.entry(key).or_default();
            *count += 1;
            let uv = self.uv.get(vertex).copied().unwrap_or_default();
            *count <= MOST_CORNERS && uv.abs().max_element() <= LARGEST_UV
        })
    }

    /// The direction in which u grows over each triangle, added up by vertex, apart for the two orientations.
    fn derive(&mut self) {
        let faces = self.primitive.draw_count() / 3;
        let mut sums = vec![[Vec3::ZERO; 2]; self.primitive.positions.len()];
        let mut signs = Vec::with_capacity(faces);
        for face in 0..faces {
            let v = [0, 1, 2].map(|k| self.vertex(face, k));
            let [a, b, c] = v.map(|i| self.place(i));
            let [s, t, u] = v.map(|i| self.uv.get(i).copied().unwrap_or_default());
            let (e1, e2, d1, d2) = (b - a, c - a, t - s, u - s);
            // v points down in glTF's images, so the sign of the area is turned round.
            let area = d2.x * d1.y - d1.x * d2.y;
            let direction = super::unit((e1 * d2.y - e2 * d1.y) * -area.signum()).unwrap_or(Vec3::ZERO);
            let side = usize::from(area < 0.0);
            signs.push(side);
            for i in v {
                if let Some(sum) = sums.get_mut(i).and_then(|s| s.get_mut(side)) {
                    *sum += direction * e1.cross(e2).length().max(f32::MIN_POSITIVE);
                }
            }
        }
        for (face, &side) in signs.iter().enumerate() {
            for k in 0..3 {
                let vertex = self.vertex(face, k);
                let normal =
                    self.primitive.normals.as_ref().and_then(|n| n.get(vertex)).copied().unwrap_or(Vec3::Y);
                let sum = sums.get(vertex).and_then(|s| s.get(side)).copied().unwrap_or_default();
                let flat = super::unit(sum).map(|t| t - normal * t.dot(normal)).unwrap_or_default();
                let sign = if side == 0 { 1.0 } else { -1.0 };
                if let Some(slot) = self.tangents.get_mut(face * 3 + k) {
                    *slot = flat.extend(sign);
                }
            }
        }
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
        self.place(self.vertex(face, vert)).to_array()
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
        let bounds = Aabb::of(&primitive.positions);
        let size = bounds.half_extent().max_element();
        let scale = if size > 0.0 && size.is_finite() { (1.0 / size).min(f32::MAX) } else { 1.0 };
        let tangents = vec![Vec4::ZERO; corners];
        let mut geometry = Corners { primitive, uv, center: bounds.center(), scale, tangents };
        if geometry.is_within_reason() {
            // The one error (a face that is no triangle or quad) cannot occur: every face has three corners.
            let _ = generate_tangents(&mut geometry);
        } else {
            geometry.derive();
        }
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

    #[test]
    fn a_fan_of_very_many_triangles_ends_and_agrees_with_a_small_one() {
        let fan = |n: u32| {
            let at = |i: u32| Vec2::from_angle(i as f32 / n as f32 * std::f32::consts::TAU);
            let mut positions = vec![Vec3::ZERO];
            positions.extend((0..=n).map(|i| Vec3::new(at(i).x, 0.0, -at(i).y)));
            // Seen from above, u to the right and v downwards.
            let uv = positions.iter().map(|p| Vec2::new(p.x, p.z)).collect();
            let mut p = Primitive {
                normals: Some(vec![Vec3::Y; positions.len()]),
                indices: Some((1..=n).flat_map(|i| [0, i, i + 1]).collect()),
                uvs: vec![uv],
                positions,
                ..Primitive::default()
            };
            generate(&mut p, 0);
            p
        };
        for n in [12, 100_000] {
            let p = fan(n);
            assert_eq!(p.positions.len(), n as usize + 2);
            let off =
                p.tangents.unwrap().into_iter().find(|t| !t.abs_diff_eq(Vec4::new(1., 0., 0., 1.), 1e-3));
            assert_eq!(off, None, "{n}");
        }
    }

    #[test]
    fn the_plain_derivation_splits_mirrored_coordinates_as_well() {
        let uv = [Vec2::new(0., 1.), Vec2::new(1., 1.), Vec2::new(0., 0.), Vec2::new(1., 1.)];
        let mut p = quad(uv.map(|v| v * 1e7));
        generate(&mut p, 0);
        let signs: Vec<f32> = p.tangents.unwrap().iter().map(|t| t.w).collect();
        assert!(signs.contains(&1.0) && signs.contains(&-1.0) && signs.len() > 4, "{signs:?}");
        let uv = [Vec2::new(0., 1.), Vec2::new(1., 1.), Vec2::new(1., 0.), Vec2::new(0., 0.)];
        let (mut small, mut large) = (quad(uv), quad(uv.map(|v| v * 1e7)));
        generate(&mut small, 0);
        generate(&mut large, 0);
        for (a, b) in small.tangents.unwrap().iter().zip(large.tangents.unwrap()) {
            assert!(a.abs_diff_eq(b, 1e-5), "{a} {b}");
        }
    }

    #[test]
    fn any_finite_triangles_get_unit_tangents() {
        let mut state = 7u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        const VALUES: [f32; 12] =
            [0.0, -0.0, 1.0, -1.0, 0.5, 1e-30, 1e-42, 1e30, f32::MAX, f32::MIN, 3.0, -1e-7];
        for _ in 0..3000 {
            let n = 3 + next() % 9;
            let mut value = || VALUES[next() as usize % VALUES.len()];
            let positions: Vec<Vec3> = (0..n).map(|_| Vec3::new(value(), value(), value())).collect();
            let uv = (0..n).map(|_| Vec2::new(value(), value())).collect();
            let normals =
                (0..n).map(|_| super::super::unit(Vec3::new(value(), value(), value())).unwrap_or(Vec3::X));
            let normals = normals.collect();
            let indices = (0..3 * (1 + next() % 8)).map(|_| next() % n).collect();
            let mut p = Primitive {
                positions,
                normals: Some(normals),
                uvs: vec![uv],
                indices: Some(indices),
                ..Primitive::default()
            };
            generate(&mut p, 0);
            let t = p.tangents.unwrap();
            assert_eq!(t.len(), p.positions.len());
            assert!(t.iter().all(|t| (t.truncate().length() - 1.0).abs() < 1e-3 && t.w.abs() == 1.0));
        }
    }
}
