//! Simple solids made in code, for the showcase and for tests. Counter-clockwise from outside, coordinates with v down.

use super::{Aabb, Primitive, Topology, tangents};
use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};

/// Grows a triangle list.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<Vec2>,
    indices: Vec<u32>,
}

impl Builder {
    /// Adds a vertex and returns its index. The normal is made unit.
    pub fn vertex(&mut self, position: Vec3, normal: Vec3, uv: Vec2) -> u32 {
        self.positions.push(position);
        self.normals.push(normal.normalize_or(Vec3::Y));
        self.uvs.push(uv);
        (self.positions.len() - 1) as u32
    }

    /// Adds a triangle unless two of its corners are the same.
    pub fn triangle(&mut self, a: u32, b: u32, c: u32) {
        if a != b && b != c && a != c {
            self.indices.extend([a, b, c]);
        }
    }

    /// Adds a grid of `columns` by `rows` cells; `at` answers position, normal and coordinates for (u, v) in 0..=1.
    /// Counter-clockwise where u turned towards v is seen clockwise, that is u to the right and v downwards.
    pub fn grid(&mut self, columns: u32, rows: u32, at: impl Fn(f32, f32) -> (Vec3, Vec3, Vec2)) {
        let first = self.positions.len() as u32;
        for j in 0..=rows {
            for i in 0..=columns {
                let (p, n, uv) = at(i as f32 / columns as f32, j as f32 / rows as f32);
                self.vertex(p, n, uv);
            }
        }
        let row = columns + 1;
        for j in 0..rows {
            for i in 0..columns {
                let a = first + j * row + i;
                self.triangle(a, a + row, a + row + 1);
                self.triangle(a, a + row + 1, a + 1);
            }
        }
    }

    /// A flat polygon (convex, counter-clockwise seen from where `normal` points) as a fan, with planar coordinates.
    pub fn polygon(&mut self, points: &[Vec3], normal: Vec3) {
        let u = normal.any_orthonormal_vector();
        let v = u.cross(normal);
        let corners: Vec<u32> =
            points.iter().map(|&p| self.vertex(p, normal, Vec2::new(p.dot(u), p.dot(v)))).collect();
        for pair in corners.windows(2).skip(1) {
            if let (Some(&first), &[b, c]) = (corners.first(), pair) {
                self.triangle(first, b, c);
            }
        }
    }

    /// A box of the given half extents around a middle, with hard edges.
    pub fn cuboid(&mut self, center: Vec3, half: Vec3) {
        for (n, u) in [
            (Vec3::X, Vec3::NEG_Z),
            (Vec3::NEG_X, Vec3::Z),
            (Vec3::Y, Vec3::X),
            (Vec3::NEG_Y, Vec3::X),
            (Vec3::Z, Vec3::X),
            (Vec3::NEG_Z, Vec3::NEG_X),
        ] {
            let v = u.cross(n); // v down: u, v and n are left-handed on purpose
            self.grid(1, 1, |s, t| {
                let p = center + half * (n + u * (s * 2.0 - 1.0) + v * (t * 2.0 - 1.0));
                let size = (half * 2.0 * u).length() * s;
                (p, n, Vec2::new(size, (half * 2.0 * v).length() * t))
            });
        }
    }

    /// The finished triangle list with one coordinate set, and tangents where they are wanted.
    pub fn finish(self, material: usize, with_uvs: bool, with_tangents: bool) -> Primitive {
        let mut primitive = Primitive {
            topology: Topology::Triangles,
            bounds: Aabb::of(&self.positions),
            positions: self.positions,
            normals: Some(self.normals),
            tangents: None,
            uvs: vec![self.uvs],
            colors: None,
            indices: Some(self.indices),
            material,
        };
        if with_tangents {
            tangents::generate(&mut primitive, 0);
        }
        if !with_uvs {
            primitive.uvs.clear();
        }
        primitive
    }
}

/// A sphere from meridians and parallels.
pub fn sphere(radius: f32, segments: u32) -> Builder {
    let mut b = Builder::default();
    b.grid(segments.max(3), (segments / 2).max(2), |u, v| {
        let (theta, phi) = (u * TAU, v * PI);
        let n = Vec3::new(phi.sin() * theta.cos(), phi.cos(), -phi.sin() * theta.sin());
        (n * radius, n, Vec2::new(u, v))
    });
    b
}

/// A torus around the y axis.
pub fn torus(major: f32, minor: f32, segments: u32, sides: u32) -> Builder {
    let mut b = Builder::default();
    b.grid(segments.max(3), sides.max(3), |u, v| {
        let (theta, phi) = (u * TAU, -v * TAU);
        let out = Vec3::new(theta.cos(), 0.0, -theta.sin());
        let n = out * phi.cos() + Vec3::Y * phi.sin();
        (out * major + n * minor, n, Vec2::new(u * 4.0, v))
    });
    b
}

/// An icosahedron, divided and blown up to a sphere, with flat faces.
pub fn icosphere(radius: f32, divisions: u32) -> Builder {
    let g = (1.0 + 5f32.sqrt()) * 0.5;
    let p = [
        Vec3::new(-1., g, 0.),
        Vec3::new(1., g, 0.),
        Vec3::new(-1., -g, 0.),
        Vec3::new(1., -g, 0.),
        Vec3::new(0., -1., g),
        Vec3::new(0., 1., g),
        Vec3::new(0., -1., -g),
        Vec3::new(0., 1., -g),
        Vec3::new(g, 0., -1.),
        Vec3::new(g, 0., 1.),
        Vec3::new(-g, 0., -1.),
        Vec3::new(-g, 0., 1.),
    ];
    const FACES: [[usize; 3]; 20] = [
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    let mut faces: Vec<[Vec3; 3]> = FACES.iter().map(|f| f.map(|i| p[i].normalize())).collect();
    for _ in 0..divisions.min(6) {
        faces = faces
            .iter()
            .flat_map(|&[a, b, c]| {
                let mid = |p: Vec3, q: Vec3| (p + q).normalize();
                let (ab, bc, ca) = (mid(a, b), mid(b, c), mid(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    let mut b = Builder::default();
    for face in faces {
        let [x, y, z] = face.map(|v| v * radius);
        let n = (y - x).cross(z - x);
        let [x, y, z] = [x, y, z].map(|v| b.vertex(v, n, Vec2::ZERO));
        b.triangle(x, y, z);
    }
    b
}

/// A surface of revolution around y: `profile` from top to bottom as (radius, height). Segments that meet at less than
/// `smooth` radians share a normal, the others have a hard edge.
pub fn lathe(profile: &[(f32, f32)], segments: u32, smooth: f32) -> Builder {
    // In the plane of the profile; its x is away from the axis.
    let normal = |a: (f32, f32), b: (f32, f32)| Vec2::new(a.1 - b.1, b.0 - a.0).normalize_or(Vec2::X);
    let normals: Vec<Vec2> =
        profile.iter().zip(profile.iter().skip(1)).map(|(&a, &b)| normal(a, b)).collect();
    let blend = |n: Vec2, other: Option<&Vec2>| match other {
        Some(&other) if n.dot(other) > smooth.cos() => (n + other).normalize_or(n),
        _ => n,
    };
    let mut b = Builder::default();
    for (k, (pair, &n)) in profile.windows(2).zip(&normals).enumerate() {
        let &[(r0, y0), (r1, y1)] = pair else { continue };
        let n0 = blend(n, k.checked_sub(1).and_then(|k| normals.get(k)));
        let n1 = blend(n, normals.get(k + 1));
        b.grid(segments.max(3), 1, |u, v| {
            let out = Vec3::new((u * TAU).cos(), 0.0, -(u * TAU).sin());
            let (r, y) = (r0 + (r1 - r0) * v, y0 + (y1 - y0) * v);
            let n = n0.lerp(n1, v);
            (out * r + Vec3::Y * y, out * n.x + Vec3::Y * n.y, Vec2::new(u, v))
        });
    }
    b
}

/// A closed cylinder that stands on y = 0.
pub fn cylinder(radius: f32, height: f32, segments: u32) -> Builder {
    lathe(&[(0.0, height), (radius, height), (radius, 0.0), (0.0, 0.0)], segments, 0.0)
}

/// A closed cone that stands on y = 0.
pub fn cone(radius: f32, height: f32, segments: u32) -> Builder {
    lathe(&[(0.0, height), (radius, 0.0), (0.0, 0.0)], segments, 0.0)
}

/// A box around the origin with its edges and corners rounded: six grids, bent where they come near an edge.
pub fn rounded_box(half: Vec3, rounding: f32, divisions: u32) -> Builder {
    let rounding = rounding.clamp(1e-4, half.min_element());
    let core = half - Vec3::splat(rounding);
    let mut b = Builder::default();
    let n = divisions.max(2);
    // Cells crowd towards the ends, so that the flat middle is one cell and the rounding gets the rest.
    let spread = |t: f32, half: f32, core: f32| {
        let k = (t * (2 * n + 1) as f32).round();
        let arc = |s: f32| rounding * (s * std::f32::consts::FRAC_PI_4).tan();
        if k <= n as f32 {
            -core - arc(1.0 - k / n as f32)
        } else {
            core + arc((k - n as f32 - 1.0) / n as f32)
        }
        .clamp(-half, half)
    };
    for (axis, u) in [
        (Vec3::X, Vec3::NEG_Z),
        (Vec3::NEG_X, Vec3::Z),
        (Vec3::Y, Vec3::X),
        (Vec3::NEG_Y, Vec3::X),
        (Vec3::Z, Vec3::X),
        (Vec3::NEG_Z, Vec3::NEG_X),
    ] {
        let v = u.cross(axis);
        let size = |d: Vec3, e: Vec3| (d * e).length();
        b.grid(2 * n + 1, 2 * n + 1, |s, t| {
            let flat = axis * half
                + u * spread(s, size(u, half), size(u, core))
                + v * spread(t, size(v, half), size(v, core));
            let inner = flat.clamp(-core, core);
            let normal = (flat - inner).normalize_or(axis);
            (inner + normal * rounding, normal, Vec2::new(s, t))
        });
    }
    b
}

/// A round arch that stands on y = 0 and faces z: two legs joined by half a ring, of rectangular section.
pub fn arch(span: f32, leg: f32, thickness: f32, depth: f32, segments: u32) -> Builder {
    let (inner, outer) = (span * 0.5, span * 0.5 + thickness);
    let n = segments.max(4);
    // The outline runs from the right foot over the top to the left foot.
    let outline = |r: f32, i: u32| match i {
        0 => (Vec3::new(r, 0.0, 0.0), Vec3::X),
        i if i == n + 2 => (Vec3::new(-r, 0.0, 0.0), Vec3::NEG_X),
        i => {
            let (sin, cos) = (PI * (i - 1) as f32 / n as f32).sin_cos();
            let out = Vec3::new(cos, sin, 0.0);
            (out * r + Vec3::Y * leg, out)
        }
    };
    let mut b = Builder::default();
    let z = Vec3::Z * depth * 0.5;
    let mut quad = |p: [(Vec3, Vec3); 4]| {
        let [a, c, d, e] = p.map(|(p, n)| b.vertex(p, n, Vec2::new(p.x + p.z, -p.y)));
        b.triangle(a, c, d);
        b.triangle(a, d, e);
    };
    for i in 0..n + 2 {
        let ((o0, n0), (o1, n1)) = (outline(outer, i), outline(outer, i + 1));
        let ((i0, _), (i1, _)) = (outline(inner, i), outline(inner, i + 1));
        quad([(o0 + z, n0), (o0 - z, n0), (o1 - z, n1), (o1 + z, n1)]);
        quad([(i0 - z, -n0), (i0 + z, -n0), (i1 + z, -n1), (i1 - z, -n1)]);
        quad([(i0 + z, Vec3::Z), (o0 + z, Vec3::Z), (o1 + z, Vec3::Z), (i1 + z, Vec3::Z)]);
        quad([(o0 - z, Vec3::NEG_Z), (i0 - z, Vec3::NEG_Z), (i1 - z, Vec3::NEG_Z), (o1 - z, Vec3::NEG_Z)]);
    }
    b
}

/// A square on y = 0, seen from above, whose coordinates repeat `tiles` times.
pub fn ground(half: f32, tiles: f32) -> Builder {
    let mut b = Builder::default();
    b.grid(8, 8, |u, v| {
        let p = Vec3::new((u * 2.0 - 1.0) * half, 0.0, (v * 2.0 - 1.0) * half);
        (p, Vec3::Y, Vec2::new(u, v) * tiles)
    });
    b
}

/// Stairs that rise towards negative z from y = 0.
pub fn stairs(width: f32, rise: f32, run: f32, steps: u32) -> Builder {
    let mut b = Builder::default();
    for i in 0..steps {
        let height = rise * (i + 1) as f32;
        let center = Vec3::new(0.0, height * 0.5, -run * (i as f32 + 0.5));
        b.cuboid(center, Vec3::new(width * 0.5, height * 0.5, run * 0.5));
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signed volume by the divergence theorem: positive when every face looks outwards.
    fn volume(p: &Primitive) -> f32 {
        let at = |i: u32| p.positions[i as usize];
        let tri = p.indices.as_ref().unwrap().chunks_exact(3);
        tri.map(|t| at(t[0]).dot(at(t[1]).cross(at(t[2])))).sum::<f32>() / 6.0
    }

    #[test]
    fn solids_are_closed_and_look_outwards() {
        let h = Vec3::new(1., 2., 3.);
        let r: f32 = 0.2;
        // A rounded box is its core, slabs on the faces, quarter cylinders on the edges and a sphere in the corners.
        let c = h - r;
        let slabs = 8.0 * r * (c.x * c.y + c.y * c.z + c.z * c.x);
        let rounded =
            8.0 * c.x * c.y * c.z + slabs + 2.0 * PI * r * r * (c.x + c.y + c.z) + 4.0 / 3.0 * PI * r * r * r;
        for (name, b, want) in [
            ("sphere", sphere(1.0, 64), 4.0 / 3.0 * PI),
            ("torus", torus(1.0, 0.25, 96, 48), 2.0 * PI * PI * 0.0625),
            ("icosphere", icosphere(1.0, 4), 4.0 / 3.0 * PI),
            ("cylinder", cylinder(0.5, 2.0, 96), PI * 0.5),
            ("cone", cone(0.5, 3.0, 96), PI * 0.25),
            ("box", rounded_box(h, r, 8), rounded),
            ("arch", arch(2.0, 1.0, 0.5, 0.5, 64), 0.5 * (2.0 * 0.5 + PI * 0.5 * (2.25 - 1.0))),
        ] {
            let p = b.finish(0, false, false);
            let got = volume(&p);
            assert!((got / want - 1.0).abs() < 0.02, "{name}: {got} {want}");
            // Each normal agrees with the face that it belongs to.
            let n = p.normals.as_ref().unwrap();
            for t in p.indices.as_ref().unwrap().chunks_exact(3) {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| p.positions[i as usize]);
                let face = (b - a).cross(c - a);
                if face.length() > 1e-7 {
                    for &i in t {
                        assert!(face.dot(n[i as usize]) > -1e-6, "{name} at {a}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_ground_looks_up() {
        let p = ground(2.0, 4.0).finish(0, true, true);
        let t = &p.indices.as_ref().unwrap()[..3];
        let [a, b, c] = [t[0], t[1], t[2]].map(|i| p.positions[i as usize]);
        assert!((b - a).cross(c - a).y > 0.0);
        assert!(p.tangents.unwrap().iter().all(|t| t.abs_diff_eq(glam::Vec4::new(1., 0., 0., 1.), 1e-5)));
    }
}
