//! The sun's view: an orthographic box around what can be seen and what can throw a shadow into it.

use crate::scene::Aabb;
use glam::{Mat4, Vec3, Vec4};

/// Extents are rounded up to this part of the scene's size, so that a moving camera changes them rarely.
const EXTENT_STEPS: f32 = 32.0;
/// Room around the box, in texels: what the filter reaches beyond its centre.
const BORDER_TEXELS: f32 = 4.0;

/// The sun's view of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShadowFit {
    /// World to the shadow map's clip space, depth 0 near and 1 far.
    pub(crate) view_proj: Mat4,
    /// Width of a texel in metres.
    pub(crate) texel: f32,
    /// Depth of the box in metres.
    pub(crate) depth: f32,
}

/// Fits the sun's view. `sun` points to the sun. `planes` bound what the camera sees, `near` are points where that begins.
pub(crate) fn fit(scene: &Aabb, planes: &[Vec4], near: &[Vec3], sun: Vec3, size: u32) -> Option<ShadowFit> {
    if scene.is_empty() {
        return None;
    }
    let (right, up) = basis(sun);
    let whole = extents(scene.corners().into_iter(), right, up, sun)?;
    let inside = near.iter().copied().filter(|p| p.cmpge(scene.min).all() && p.cmple(scene.max).all());
    let seen = extents(seen_points(scene, planes).chain(inside), right, up, sun).unwrap_or(whole);
    let radius = scene.radius().max(1e-4);
    let step = radius / EXTENT_STEPS;
    let side = |k: usize| (seen.1[k] - seen.0[k]).max(step);
    let wanted = side(0).max(side(1));
    let texels = size as f32;
    let extent = (wanted / step).ceil() * step * texels / (texels - 2.0 * BORDER_TEXELS).max(1.0);
    let texel = extent / texels;
    // Whole texels, so that an edge of a shadow does not crawl when the box moves.
    let snap = |k: usize| ((seen.0[k] + seen.1[k]) * 0.5 / texel).round() * texel;
    let (cx, cy) = (snap(0), snap(1));
    // Light travels along -sun: what lies nearest to the sun has depth 0.
    let (near, far) = (whole.1[2], whole.0[2]);
    // Flat scenes and scenes far from the origin need room that a float can tell.
    let pad = ((near - far) * 0.01).max(radius * 0.01).max(scene.center().length() * 1e-5);
    let (near, far) = (near + pad, far - pad);
    let depth = near - far;
    let (sx, sz) = (2.0 / extent, -1.0 / depth);
    let view_proj = Mat4::from_cols(
        Vec4::new(right.x * sx, up.x * sx, sun.x * sz, 0.0),
        Vec4::new(right.y * sx, up.y * sx, sun.y * sz, 0.0),
        Vec4::new(right.z * sx, up.z * sx, sun.z * sz, 0.0),
        Vec4::new(-cx * sx, -cy * sx, -near * sz, 1.0),
    );
    view_proj.is_finite().then_some(ShadowFit { view_proj, texel, depth })
}

/// Two directions across the light.
fn basis(sun: Vec3) -> (Vec3, Vec3) {
    let helper = if sun.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y };
    let right = helper.cross(sun).normalize();
    (right, sun.cross(right))
}

fn extents(
    points: impl Iterator<Item = Vec3>,
    right: Vec3,
    up: Vec3,
    sun: Vec3,
) -> Option<([f32; 3], [f32; 3])> {
    let mut range: Option<(Vec3, Vec3)> = None;
    for p in points {
        let l = Vec3::new(p.dot(right), p.dot(up), p.dot(sun));
        range = Some(range.map_or((l, l), |(a, b)| (a.min(l), b.max(l))));
    }
    range.map(|(a, b)| (a.to_array(), b.to_array()))
}

/// Most corners of a face of the box after it was cut: four, and one more for each plane.
const CORNERS: usize = 4 + 8;

/// A convex polygon.
#[derive(Clone, Copy)]
struct Polygon {
    points: [Vec3; CORNERS],
    count: usize,
}

impl Polygon {
    /// What lies on the inner side of a plane.
    fn cut(&self, plane: Vec4) -> Self {
        let mut out = Self { points: [Vec3::ZERO; CORNERS], count: 0 };
        let distance = |p: Vec3| plane.truncate().dot(p) + plane.w;
        let mut push = |p: Vec3| {
            if let Some(slot) = out.points.get_mut(out.count) {
                *slot = p;
                out.count += 1;
            }
        };
        for i in 0..self.count {
            let (a, b) = (self.points[i], self.points[(i + 1) % self.count]);
            let (da, db) = (distance(a), distance(b));
            if da >= 0.0 {
                push(a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                push(a + (b - a) * (da / (da - db)));
            }
        }
        out
    }
}

/// Corners of the box's faces as far as they lie within the planes.
fn seen_points(scene: &Aabb, planes: &[Vec4]) -> impl Iterator<Item = Vec3> {
    const FACES: [[usize; 4]; 6] =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let corners = scene.corners();
    FACES.into_iter().flat_map(move |face| {
        let mut polygon = Polygon { points: [Vec3::ZERO; CORNERS], count: 4 };
        for (slot, corner) in polygon.points.iter_mut().zip(face) {
            *slot = corners[corner];
        }
        for plane in planes {
            polygon = polygon.cut(*plane);
        }
        polygon.points.into_iter().take(polygon.count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Camera;
    use crate::view;

    const BOX: Aabb = Aabb { min: Vec3::new(-10., 0., -10.), max: Vec3::new(10., 3., 10.) };

    fn sun() -> Vec3 {
        Vec3::new(0.5, 0.8, 0.3).normalize()
    }

    #[test]
    fn everything_lies_within_depth_and_nearer_to_the_sun_is_less() {
        let f = fit(&BOX, &[], &[], sun(), 1024).unwrap();
        for c in BOX.corners() {
            let p = f.view_proj.project_point3(c);
            assert!((0.0..=1.0).contains(&p.z) && p.x.abs() < 1.0 && p.y.abs() < 1.0, "{p}");
        }
        let a = f.view_proj.project_point3(Vec3::ZERO);
        let b = f.view_proj.project_point3(sun());
        assert!(b.z < a.z && (b - a).truncate().length() < 1e-5);
        assert!(((a.z - b.z) * f.depth - 1.0).abs() < 1e-4, "a metre is a metre");
        let across = basis(sun()).0 * f.texel;
        let step = (f.view_proj.project_point3(across) - a).x * 512.0;
        assert!((step - 1.0).abs() < 1e-3, "a texel is a texel: {step}");
    }

    #[test]
    fn a_near_camera_gets_finer_texels_over_all_that_it_sees() {
        let camera = Camera::look_at("c", Vec3::new(0., 2., 4.), Vec3::new(0., 0., 2.), 0.1);
        let m = view::view_proj(&camera, 1.0);
        let planes = view::planes(&m);
        let near = fit(&BOX, &planes, &[camera.eye()], sun(), 1024).unwrap();
        let far = fit(&BOX, &[], &[], sun(), 1024).unwrap();
        assert!(near.texel < far.texel, "{} {}", near.texel, far.texel);
        let inverse = m.inverse();
        for (x, y) in [(-0.99, -0.99), (0.99, -0.99), (0.0, -0.5)] {
            // Where the ray through the pixel meets the ground.
            let a = inverse.project_point3(Vec3::new(x, y, 1.0));
            let b = inverse.project_point3(Vec3::new(x, y, 0.5));
            let p = a + (b - a) * (a.y / (a.y - b.y));
            let q = near.view_proj.project_point3(p);
            assert!(q.x.abs() <= 1.0 && q.y.abs() <= 1.0, "{p} {q}");
        }
    }

    #[test]
    fn suns_overhead_and_flat_scenes_still_give_a_view() {
        for sun in [Vec3::Y, Vec3::NEG_Y, Vec3::X, Vec3::Z] {
            assert!(fit(&BOX, &[], &[], sun, 512).unwrap().texel > 0.0);
        }
        let flat = Aabb { min: Vec3::new(-1., 0., -1.), max: Vec3::new(1., 0., 1.) };
        assert!(fit(&flat, &[], &[], Vec3::Y, 512).unwrap().depth > 0.0);
        let point = Aabb { min: Vec3::ONE, max: Vec3::ONE };
        assert!(fit(&point, &[], &[], sun(), 512).unwrap().view_proj.is_finite());
        assert!(fit(&Aabb::EMPTY, &[], &[], sun(), 512).is_none());
    }
}
