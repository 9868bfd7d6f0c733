//! Matrices of a camera, and what it sees: reversed depth, and the planes that cull.

use crate::scene::{Aabb, Camera, Projection};
use glam::{Mat4, Vec3, Vec4};

/// World to clip space, depth 1 near and 0 far, y up. An infinite far plane stays infinite.
pub(crate) fn view_proj(camera: &Camera, aspect: f32) -> Mat4 {
    projection(&camera.projection, aspect) * camera.view()
}

fn projection(p: &Projection, aspect: f32) -> Mat4 {
    match *p {
        Projection::Perspective { yfov, aspect: own, znear, zfar } => {
            let tan = (yfov * 0.5).tan().max(1e-6);
            // All that the camera's own frame holds stays in the picture, whatever its shape.
            let (tan_x, tan_y) = cover(tan * own.unwrap_or(aspect), tan, aspect);
            let (a, b) = match zfar {
                Some(far) if far > znear => (znear / (far - znear), far * znear / (far - znear)),
                _ => (0.0, znear),
            };
            Mat4::from_cols(
                Vec4::new(1.0 / tan_x, 0.0, 0.0, 0.0),
                Vec4::new(0.0, 1.0 / tan_y, 0.0, 0.0),
                Vec4::new(0.0, 0.0, a, -1.0),
                Vec4::new(0.0, 0.0, b, 0.0),
            )
        }
        Projection::Orthographic { xmag, ymag, znear, zfar } => {
            let (x, y) = cover(xmag, ymag, aspect);
            let depth = zfar - znear;
            Mat4::from_cols(
                Vec4::new(1.0 / x, 0.0, 0.0, 0.0),
                Vec4::new(0.0, 1.0 / y, 0.0, 0.0),
                Vec4::new(0.0, 0.0, 1.0 / depth, 0.0),
                Vec4::new(0.0, 0.0, zfar / depth, 1.0),
            )
        }
    }
}

/// The smallest half extents of this aspect around the given ones.
fn cover(x: f32, y: f32, aspect: f32) -> (f32, f32) {
    if x <= y * aspect { (y * aspect, y) } else { (x, x / aspect) }
}

/// `Frame::eye`: where the camera is, or in which direction it lies.
pub(crate) fn eye(camera: &Camera) -> Vec4 {
    match camera.projection {
        Projection::Perspective { .. } => camera.eye().extend(1.0),
        Projection::Orthographic { .. } => (-camera.forward()).extend(0.0),
    }
}

/// Planes of what is seen, normals inwards, without the far plane.
pub(crate) fn planes(view_proj: &Mat4) -> [Vec4; 5] {
    let (x, y, z, w) = (view_proj.row(0), view_proj.row(1), view_proj.row(2), view_proj.row(3));
    // Reversed depth: the near plane is z = w.
    [w + x, w - x, w + y, w - y, w - z]
}

/// Lies nothing of the box within the planes?
pub(crate) fn outside(planes: &[Vec4], bounds: &Aabb) -> bool {
    planes.iter().any(|p| {
        let n = p.truncate();
        let farthest = Vec3::select(n.cmpgt(Vec3::ZERO), bounds.max, bounds.min);
        n.dot(farthest) + p.w < 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ndc(m: &Mat4, p: Vec3) -> Vec3 {
        m.project_point3(p)
    }

    #[test]
    fn depth_runs_from_one_near_to_zero_far_with_y_up() {
        let camera = Camera::look_at("c", Vec3::ZERO, Vec3::NEG_Z, 0.5);
        let m = view_proj(&camera, 2.0);
        assert!((ndc(&m, Vec3::new(0., 0., -0.5)).z - 1.0).abs() < 1e-6);
        assert!(ndc(&m, Vec3::new(0., 0., -1e9)).z < 1e-6);
        assert!(ndc(&m, Vec3::new(0., 1., -5.)).y > 0.0 && ndc(&m, Vec3::new(1., 0., -5.)).x > 0.0);
        let finite = Projection::Perspective { yfov: 1.0, aspect: None, znear: 0.5, zfar: Some(10.0) };
        let m = view_proj(&Camera { projection: finite, ..camera.clone() }, 1.0);
        assert!((ndc(&m, Vec3::new(0., 0., -10.)).z).abs() < 1e-6);
        assert!((ndc(&m, Vec3::new(0., 0., -0.5)).z - 1.0).abs() < 1e-6);
        let ortho = Projection::Orthographic { xmag: 2.0, ymag: 2.0, znear: 0.0, zfar: 10.0 };
        let m = view_proj(&Camera { projection: ortho, ..camera }, 1.0);
        assert_eq!(ndc(&m, Vec3::new(2., -2., -10.)), Vec3::new(1.0, -1.0, 0.0));
        assert_eq!(ndc(&m, Vec3::ZERO).z, 1.0);
    }

    #[test]
    fn a_cameras_own_frame_stays_in_the_picture() {
        for aspect in [0.5, 1.0, 3.0] {
            let own = Projection::Perspective { yfov: 1.0, aspect: Some(1.5), znear: 0.1, zfar: None };
            let camera = Camera { projection: own, ..Camera::look_at("c", Vec3::ZERO, Vec3::NEG_Z, 0.1) };
            let m = view_proj(&camera, aspect);
            let t = 0.5f32.tan();
            let corner = ndc(&m, Vec3::new(t * 1.5, t, -1.0));
            assert!(corner.x <= 1.0 + 1e-5 && corner.y <= 1.0 + 1e-5, "{aspect}: {corner}");
            assert!((corner.x.max(corner.y) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn boxes_are_culled_only_when_nothing_of_them_is_seen() {
        let camera = Camera::look_at("c", Vec3::new(0., 0., 5.), Vec3::ZERO, 0.1);
        let planes = planes(&view_proj(&camera, 1.0));
        let at = |c: Vec3| Aabb { min: c - 0.5, max: c + 0.5 };
        assert!(!outside(&planes, &at(Vec3::ZERO)));
        assert!(outside(&planes, &at(Vec3::new(0., 0., 8.))));
        assert!(outside(&planes, &at(Vec3::new(9., 0., 0.))));
        let around = Aabb { min: Vec3::splat(-100.), max: Vec3::splat(100.) };
        assert!(!outside(&planes, &around));
    }
}
