//! Cameras: those of a file, one that frames everything, one that is written on a command line.

use super::{Aabb, Scene};
use candor_caps::{Reason, Refused, Value};
use glam::{Mat4, Vec3};
use std::fmt;
use std::str::FromStr;

/// How a camera maps depth and width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// With a vanishing point.
    Perspective {
        /// Vertical field of view in radians.
        yfov: f32,
        /// Width by height; `None`: that of the picture.
        aspect: Option<f32>,
        /// Metres to the near plane, above 0.
        znear: f32,
        /// Metres to the far plane; `None`: infinitely far.
        zfar: Option<f32>,
    },
    /// Parallel.
    Orthographic {
        /// Half the width in metres.
        xmag: f32,
        /// Half the height in metres.
        ymag: f32,
        /// Metres to the near plane.
        znear: f32,
        /// Metres to the far plane.
        zfar: f32,
    },
}

/// A camera in world space. It looks along its own negative z with y up, as in glTF.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// Its name, for labels.
    pub name: String,
    /// How it projects.
    pub projection: Projection,
    /// From the camera's space to the world: a rotation and a translation, no scale.
    pub world: Mat4,
}

/// Vertical field of view of cameras that are not from a file: 40 degrees, close to a 50 mm lens on a small sensor.
const YFOV: f32 = 40.0 * std::f32::consts::PI / 180.0;
/// Where the framing camera stands, seen from the middle of what it frames: three-quarter view from slightly above.
const THREE_QUARTER: Vec3 = Vec3::new(0.62, 0.42, 1.0);
/// Room around what is framed, as a factor on the distance.
const MARGIN: f32 = 1.1;
/// The aspect that [`auto`] frames for; a wider picture shows more at the sides.
const AUTO_ASPECT: f32 = 16.0 / 9.0;

impl Camera {
    /// A perspective camera at `eye` that looks at `target`. A degenerate pair (same point, straight up or down) still
    /// gives a valid camera.
    pub fn look_at(name: impl Into<String>, eye: Vec3, target: Vec3, znear: f32) -> Self {
        let forward = (target - eye).try_normalize().unwrap_or(Vec3::NEG_Z);
        let up = if forward.cross(Vec3::Y).length_squared() < 1e-8 { Vec3::NEG_Z } else { Vec3::Y };
        let right = forward.cross(up).normalize_or(Vec3::X);
        let world = Mat4::from_cols(
            right.extend(0.0),
            right.cross(forward).extend(0.0),
            (-forward).extend(0.0),
            eye.extend(1.0),
        );
        let projection = Projection::Perspective { yfov: YFOV, aspect: None, znear, zfar: None };
        Self { name: name.into(), projection, world }
    }

    /// Where it stands.
    pub fn eye(&self) -> Vec3 {
        self.world.w_axis.truncate()
    }

    /// Unit vector along which it looks.
    pub fn forward(&self) -> Vec3 {
        -self.world.z_axis.truncate()
    }

    /// From the world to the camera's space.
    pub fn view(&self) -> Mat4 {
        self.world.inverse()
    }
}

/// A camera that frames the whole bounds in a three-quarter view, for a 16:9 picture.
pub fn auto(bounds: &Aabb) -> Camera {
    auto_for(bounds, AUTO_ASPECT)
}

/// As [`auto`], for a picture of this aspect (width by height).
pub fn auto_for(bounds: &Aabb, aspect: f32) -> Camera {
    let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { AUTO_ASPECT };
    let bounds = if bounds.is_empty() { Aabb { min: Vec3::NEG_ONE, max: Vec3::ONE } } else { *bounds };
    let center = bounds.center();
    // A single point still needs a distance, in proportion to where it is so that f32 can tell eye and target apart.
    let radius = bounds.radius().max(center.length() * 1e-4).max(1e-3);
    let back = THREE_QUARTER.normalize();
    let right = Vec3::Y.cross(back).normalize();
    let up = back.cross(right);
    let (tan_y, tan_x) = ((YFOV * 0.5).tan(), (YFOV * 0.5).tan() * aspect);
    // The nearest distance at which each corner lies inside the frustum.
    let distance = bounds.corners().into_iter().fold(radius, |most, corner| {
        let c = corner - center;
        let sideways = (c.dot(right).abs() / tan_x).max(c.dot(up).abs() / tan_y);
        most.max(c.dot(back) + sideways)
    });
    let distance = distance * MARGIN;
    let znear = ((distance - radius) * 0.5).max(distance * 1e-3);
    Camera::look_at("auto", center + back * distance, center, znear)
}

/// Which camera to render with: `auto`, an index, or `eye=x,y,z,target=x,y,z`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum CameraChoice {
    /// Frames everything.
    #[default]
    Auto,
    /// The scene's camera with this index.
    Index(usize),
    /// A camera at a place.
    LookAt {
        /// Where it stands.
        eye: Vec3,
        /// What it looks at.
        target: Vec3,
    },
}

impl fmt::Display for CameraChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Index(i) => write!(f, "{i}"),
            Self::LookAt { eye: e, target: t } => {
                write!(f, "eye={},{},{},target={},{},{}", e.x, e.y, e.z, t.x, t.y, t.z)
            }
        }
    }
}

const FORMS: &str = "a camera is 'auto', an index such as 0, or a place such as eye=2,1,3,target=0,0,0 (target may be left out)";

fn invalid(text: &str, rule: &str) -> Refused {
    Reason::Invalid { what: format!("camera '{text}'"), rule: format!("{rule}; {FORMS}") }.into()
}

impl FromStr for CameraChoice {
    type Err = Refused;

    /// Reads what a user wrote after `--camera`.
    fn from_str(text: &str) -> Result<Self, Refused> {
        let s = text.trim();
        if s == "auto" {
            return Ok(Self::Auto);
        }
        if !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit()) {
            return s.parse().map(Self::Index).map_err(|_| invalid(text, "that index is too large"));
        }
        if !s.contains('=') {
            return Err(invalid(text, "that is none of the forms known"));
        }
        let (mut eye, mut target) = (None, None);
        let mut current: Option<(&str, Vec<f32>)> = None;
        // Commas separate both the numbers and the two keys, so a part with '=' starts the next vector.
        for part in s.split(',') {
            let number = match part.split_once('=') {
                Some((key, number)) => {
                    store(text, current.take(), &mut eye, &mut target)?;
                    current = Some((key.trim(), Vec::new()));
                    number
                }
                None => part,
            };
            let Some((key, values)) = &mut current else {
                return Err(invalid(text, "it must start with 'eye='"));
            };
            let value: f32 = number
                .trim()
                .parse()
                .map_err(|_| invalid(text, &format!("'{}' after '{key}=' is not a number", number.trim())))?;
            values.push(value);
        }
        store(text, current, &mut eye, &mut target)?;
        let eye = eye.ok_or_else(|| invalid(text, "it does not say where the eye is"))?;
        let target = target.unwrap_or(Vec3::ZERO);
        if eye == target {
            return Err(invalid(text, "eye and target are the same point"));
        }
        Ok(Self::LookAt { eye, target })
    }
}

fn store(
    text: &str,
    vector: Option<(&str, Vec<f32>)>,
    eye: &mut Option<Vec3>,
    target: &mut Option<Vec3>,
) -> Result<(), Refused> {
    let Some((key, values)) = vector else { return Ok(()) };
    let slot = match key {
        "eye" => eye,
        "target" => target,
        other => return Err(invalid(text, &format!("'{other}' is not a key, only 'eye' and 'target' are"))),
    };
    if slot.is_some() {
        return Err(invalid(text, &format!("'{key}' is given twice")));
    }
    let &[x, y, z] = values.as_slice() else {
        return Err(invalid(text, &format!("'{key}' has {} numbers, it needs 3", values.len())));
    };
    let v = Vec3::new(x, y, z);
    if !v.is_finite() {
        return Err(invalid(text, &format!("'{key}' is not finite")));
    }
    *slot = Some(v);
    Ok(())
}

impl CameraChoice {
    /// The camera that this choice means for a scene and a picture of this aspect (width by height).
    ///
    /// # Errors
    /// The index of a camera that the scene does not have.
    pub fn resolve(&self, scene: &Scene, aspect: f32) -> Result<Camera, Refused> {
        match *self {
            Self::Auto => Ok(auto_for(&scene.bounds(), aspect)),
            Self::LookAt { eye, target } => {
                let near = (eye.distance(target) * 0.01).max(1e-4);
                Ok(Camera::look_at("command line", eye, target, near))
            }
            Self::Index(i) => scene.cameras.get(i).cloned().ok_or_else(|| {
                let asked = Value::from(i as u64);
                let offered = (0..scene.cameras.len().min(64)).map(|i| Value::from(i as u64)).collect();
                Reason::NotOffered { what: "camera of this scene, by index".into(), asked, offered }.into()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(camera: &Camera, aspect: f32, p: Vec3) -> bool {
        let v = camera.view().transform_point3(p);
        let t = (YFOV * 0.5).tan();
        v.z < 0.0 && v.x.abs() <= -v.z * t * aspect && v.y.abs() <= -v.z * t
    }

    #[test]
    fn the_framing_camera_sees_every_corner_and_stands_in_front_and_above() {
        let boxes = [
            Aabb { min: Vec3::NEG_ONE, max: Vec3::ONE },
            Aabb { min: Vec3::new(-100., 0., -1.), max: Vec3::new(100., 0.1, 1.) },
            Aabb { min: Vec3::new(0., 0., -1.), max: Vec3::new(0.1, 300., 1.) },
            Aabb { min: Vec3::splat(1000.), max: Vec3::splat(1000.) },
            Aabb { min: Vec3::splat(1e-6), max: Vec3::splat(2e-6) },
            Aabb::EMPTY,
        ];
        for bounds in boxes {
            for aspect in [0.5, 1.0, 16.0 / 9.0, 3.0, f32::NAN] {
                let camera = auto_for(&bounds, aspect);
                let aspect = if aspect.is_nan() { 16.0 / 9.0 } else { aspect };
                let Projection::Perspective { znear, .. } = camera.projection else { panic!() };
                assert!(camera.world.is_finite() && znear > 0.0);
                if !bounds.is_empty() {
                    let depth = |c: Vec3| -camera.view().transform_point3(c).z;
                    assert!(bounds.corners().iter().all(|&c| depth(c) > znear), "{bounds:?}");
                    assert!(
                        bounds.corners().iter().all(|&c| inside(&camera, aspect, c)),
                        "{bounds:?} {aspect}"
                    );
                }
                assert!(camera.forward().y < 0.0 && camera.forward().z < 0.0);
            }
        }
    }

    #[test]
    fn what_a_user_writes_is_read_and_written_back() {
        for (text, want) in [
            ("auto", CameraChoice::Auto),
            ("0", CameraChoice::Index(0)),
            ("12", CameraChoice::Index(12)),
            (
                "eye=1,2.5,-3e1,target=0,0,0.5",
                CameraChoice::LookAt { eye: Vec3::new(1., 2.5, -30.), target: Vec3::new(0., 0., 0.5) },
            ),
            (
                "target=1,1,1, eye = 1, 2, 3",
                CameraChoice::LookAt { eye: Vec3::new(1., 2., 3.), target: Vec3::ONE },
            ),
            ("eye=1,2,3", CameraChoice::LookAt { eye: Vec3::new(1., 2., 3.), target: Vec3::ZERO }),
        ] {
            let got: CameraChoice = text.parse().unwrap();
            assert_eq!(got, want, "{text}");
            assert_eq!(got.to_string().parse::<CameraChoice>().unwrap(), want);
        }
    }

    #[test]
    fn what_cannot_be_read_gets_a_sentence() {
        for (text, part) in [
            ("", "none of the forms"),
            ("Auto", "none of the forms"),
            ("-1", "none of the forms"),
            ("99999999999999999999999", "too large"),
            ("eye=1,2", "'eye' has 2 numbers, it needs 3"),
            ("eye=1,2,x", "'x' after 'eye=' is not a number"),
            ("eye=1,2,inf", "not finite"),
            ("eye=1,2,3,eye=1,2,3", "given twice"),
            ("up=0,1,0", "'up' is not a key"),
            ("1,eye=1,2,3", "start with 'eye='"),
            ("target=1,2,3", "where the eye is"),
            ("eye=0,0,0", "the same point"),
        ] {
            let error = text.parse::<CameraChoice>().unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("a camera is 'auto'"), "{text}: {error}");
        }
    }

    #[test]
    fn an_index_that_is_not_there_is_refused_with_what_is() {
        let error = CameraChoice::Index(3).resolve(&Scene::default(), 1.0).unwrap_err();
        assert_eq!(error.to_string(), "camera of this scene, by index: 3 was asked for, none is offered");
        assert_eq!(error.why.code(), "not-offered");
    }
}
