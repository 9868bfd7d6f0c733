//! Nodes and what they carry or what groups them: cameras, lights, skins, scenes.

use crate::gltf::codes::Code;
use crate::gltf::extensions::Place;
use crate::gltf::schema::{Obj, Range, Reader, single};
use glam::{Mat4, Quat, Vec3, Vec4};

/// How far a rotation may be from unit length (the validator's threshold, which admits 8-bit components).
const UNIT_ROTATION: f64 = 0.00769;
/// How far a matrix may be from what its translation, rotation and scale make (the validator's threshold).
const DECOMPOSITION: f32 = 0.00005;

#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) at: String,
    pub(crate) name: String,
    pub(crate) camera: Option<usize>,
    pub(crate) children: Vec<Option<usize>>,
    pub(crate) skin: Option<usize>,
    pub(crate) mesh: Option<usize>,
    pub(crate) matrix: Option<Mat4>,
    pub(crate) translation: Option<Vec3>,
    pub(crate) rotation: Option<Quat>,
    pub(crate) scale: Option<Vec3>,
    /// Weights of the morph targets of its mesh.
    pub(crate) weights: Option<Vec<f32>>,
    /// It has `KHR_lights_punctual`; the index inside, if it is one.
    pub(crate) light: Option<Option<usize>>,
}

impl Node {
    /// From its own space to its parent's, with what an animation puts in the place of its own numbers.
    pub(crate) fn local(
        &self,
        translation: Option<Vec3>,
        rotation: Option<Quat>,
        scale: Option<Vec3>,
    ) -> Mat4 {
        self.matrix.unwrap_or_else(|| {
            Mat4::from_scale_rotation_translation(
                scale.or(self.scale).unwrap_or(Vec3::ONE),
                rotation.or(self.rotation).unwrap_or(Quat::IDENTITY),
                translation.or(self.translation).unwrap_or(Vec3::ZERO),
            )
        })
    }
}

pub(crate) fn node(r: &mut Reader<'_>, o: &Obj<'_>) -> Node {
    let mut n = Node { at: o.at.clone(), name: r.name(o), ..Node::default() };
    n.matrix = r.vector::<16>(o, "matrix", Range::ANY).map(|m| Mat4::from_cols_array(&m));
    n.translation = r.vector::<3>(o, "translation", Range::ANY).map(Vec3::from_array);
    n.rotation = rotation(r, o);
    n.scale = r.vector::<3>(o, "scale", Range::ANY).map(Vec3::from_array);
    n.camera = r.index(o, "camera");
    n.children = r.indices(o, "children").unwrap_or_default();
    n.mesh = r.index(o, "mesh");
    n.skin = r.index(o, "skin");
    n.weights = r.floats(o, "weights", None, Range::ANY).map(singles);
    if n.mesh.is_none() {
        for (name, there) in [("skin", n.skin.is_some()), ("weights", n.weights.is_some())] {
            if there {
                r.findings.push(Code::UnsatisfiedDependency, o.pointer(name), format!("{name} needs mesh"));
            }
        }
    }
    if let Some(matrix) = n.matrix {
        let at = o.pointer("matrix");
        if n.translation.is_some() || n.rotation.is_some() || n.scale.is_some() {
            let message = "the node has a matrix and translation, rotation or scale as well";
            r.findings.push(Code::NodeMatrixTrs, &at, message);
        }
        if !is_trs(&matrix) {
            let message = "it is not made of a translation, a rotation and a scale";
            r.findings.push(Code::NodeMatrixNonTrs, &at, message);
        }
    }
    let extensions = r.extensions(o, Place::Node);
    n.light = extensions.get("KHR_lights_punctual").map(|o| r.index_required(o, "light"));
    n
}

/// As 32-bit floats that are finite.
pub(crate) fn singles(numbers: Vec<f64>) -> Vec<f32> {
    numbers.into_iter().map(single).collect()
}

fn rotation(r: &mut Reader<'_>, o: &Obj<'_>) -> Option<Quat> {
    let q = r.floats(o, "rotation", Some(4), Range::between(-1.0, 1.0))?;
    let length = q.iter().map(|v| v * v).sum::<f64>().sqrt();
    if (1.0 - length).abs() > UNIT_ROTATION {
        let message = format!("the rotation has length {length}, not 1");
        r.findings.push(Code::RotationNonUnit, o.pointer("rotation"), message);
    }
    let &[x, y, z, w] = q.as_slice() else { return None };
    let q = Vec4::new(x as f32, y as f32, z as f32, w as f32);
    Some(q.try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4))
}

fn is_trs(m: &Mat4) -> bool {
    if *m == Mat4::IDENTITY {
        return true;
    }
    let row = m.row(3);
    let determinant = m.determinant();
    if row != Vec4::W || determinant == 0.0 || !determinant.is_finite() {
        return false;
    }
    let (scale, rotation, translation) = m.to_scale_rotation_translation();
    let again = Mat4::from_scale_rotation_translation(scale, rotation, translation);
    let (a, b) = (m.to_cols_array(), again.to_cols_array());
    let norm = |v: &[f32; 16]| v.iter().map(|x| x.abs()).fold(0.0, f32::max);
    let difference: [f32; 16] = std::array::from_fn(|i| a.get(i).unwrap_or(&0.0) - b.get(i).unwrap_or(&0.0));
    norm(&difference) < DECOMPOSITION * norm(&a).max(1.0)
}

#[derive(Debug, Default)]
pub(crate) struct Skin {
    pub(crate) at: String,
    pub(crate) inverse_bind_matrices: Option<usize>,
    pub(crate) skeleton: Option<usize>,
    pub(crate) joints: Option<Vec<Option<usize>>>,
}

pub(crate) fn skin(r: &mut Reader<'_>, o: &Obj<'_>) -> Skin {
    if !o.has("joints") {
        r.missing(o, "joints");
    }
    let skin = Skin {
        at: o.at.clone(),
        inverse_bind_matrices: r.index(o, "inverseBindMatrices"),
        skeleton: r.index(o, "skeleton"),
        joints: r.indices(o, "joints"),
    };
    r.extensions(o, Place::Other);
    skin
}

#[derive(Debug, Default)]
pub(crate) struct Scene {
    pub(crate) at: String,
    pub(crate) nodes: Vec<Option<usize>>,
}

pub(crate) fn scene(r: &mut Reader<'_>, o: &Obj<'_>) -> Scene {
    let nodes = r.indices(o, "nodes").unwrap_or_default();
    r.extensions(o, Place::Other);
    Scene { at: o.at.clone(), nodes }
}

/// Numbers as the file has them, where they can be used.
#[derive(Debug)]
pub(crate) enum Projection {
    Perspective { aspect: Option<f32>, yfov: Option<f32>, zfar: Option<f32>, znear: Option<f32> },
    Orthographic { xmag: Option<f32>, ymag: Option<f32>, zfar: Option<f32>, znear: Option<f32> },
}

#[derive(Debug)]
pub(crate) struct Camera {
    pub(crate) at: String,
    pub(crate) name: String,
    pub(crate) projection: Option<Projection>,
}

pub(crate) fn camera(r: &mut Reader<'_>, o: &Obj<'_>) -> Camera {
    if o.has("perspective") && o.has("orthographic") {
        let message = "exactly one of perspective and orthographic has to be there";
        r.findings.push(Code::OneOfMismatch, &o.at, message);
    }
    if !o.has("type") {
        r.missing(o, "type");
    }
    let projection = match r.word(o, "type", &["perspective", "orthographic"]) {
        Some("perspective") => r.object_required(o, "perspective").map(|o| perspective(r, &o)),
        Some("orthographic") => r.object_required(o, "orthographic").map(|o| orthographic(r, &o)),
        _ => None,
    };
    r.extensions(o, Place::Other);
    Camera { at: o.at.clone(), name: r.name(o), projection }
}

fn far_behind_near(r: &mut Reader<'_>, o: &Obj<'_>, zfar: Option<f32>, znear: Option<f32>) {
    if let (Some(far), Some(near)) = (zfar, znear)
        && far <= near
    {
        let message = format!("zfar {far} is not above znear {near}");
        r.findings.push(Code::CameraZfarLequalZnear, &o.at, message);
    }
}

fn perspective(r: &mut Reader<'_>, o: &Obj<'_>) -> Projection {
    let yfov = r.float_required(o, "yfov", Range::POSITIVE);
    let zfar = r.float(o, "zfar", Range::POSITIVE);
    let znear = r.float_required(o, "znear", Range::POSITIVE);
    far_behind_near(r, o, zfar, znear);
    let aspect = r.float(o, "aspectRatio", Range::POSITIVE);
    r.extensions(o, Place::Other);
    Projection::Perspective { aspect, yfov, zfar, znear }
}

fn orthographic(r: &mut Reader<'_>, o: &Obj<'_>) -> Projection {
    let xmag = r.float_required(o, "xmag", Range::ANY);
    let ymag = r.float_required(o, "ymag", Range::ANY);
    let zfar = r.float_required(o, "zfar", Range::POSITIVE);
    let znear = r.float_required(o, "znear", Range::NOT_NEGATIVE);
    far_behind_near(r, o, zfar, znear);
    for (name, mag) in [("xmag", xmag), ("ymag", ymag)] {
        if mag == Some(0.0) {
            r.findings.push(Code::CameraXmagYmagZero, o.pointer(name), format!("{name} is 0"));
        }
    }
    r.extensions(o, Place::Other);
    Projection::Orthographic { xmag, ymag, zfar, znear }
}

#[derive(Debug)]
pub(crate) struct Light {
    pub(crate) at: String,
    pub(crate) name: String,
    /// `None`: no kind that exists.
    pub(crate) kind: Option<&'static str>,
    pub(crate) color: Vec3,
    pub(crate) intensity: f32,
    pub(crate) range: Option<f32>,
    /// Inner and outer half angle.
    pub(crate) cone: (f32, f32),
}

const RIGHT_ANGLE: f64 = std::f64::consts::FRAC_PI_2;

pub(crate) fn light(r: &mut Reader<'_>, o: &Obj<'_>) -> Light {
    const KINDS: [&str; 3] = ["directional", "point", "spot"];
    let color = r.vector::<3>(o, "color", Range::UNIT).map_or(Vec3::ONE, Vec3::from_array);
    let intensity = r.float(o, "intensity", Range::NOT_NEGATIVE).unwrap_or(1.0);
    if !o.has("type") {
        r.missing(o, "type");
    }
    let word = r.word(o, "type", &KINDS);
    let kind = KINDS.into_iter().find(|k| Some(*k) == word);
    let mut cone = (0.0, std::f32::consts::FRAC_PI_4);
    if kind == Some("spot")
        && let Some(spot) = r.object_required(o, "spot")
    {
        let inner_range = Range::NOT_NEGATIVE.below(RIGHT_ANGLE);
        let outer_range = Range::POSITIVE.at_most(RIGHT_ANGLE);
        cone.0 = r.float(&spot, "innerConeAngle", inner_range).unwrap_or(cone.0);
        cone.1 = r.float(&spot, "outerConeAngle", outer_range).unwrap_or(cone.1);
        if cone.1 <= cone.0 {
            let message = format!("the outer angle {} is not above the inner angle {}", cone.1, cone.0);
            r.findings.push(Code::KhrLightsPunctualLightSpotAngles, spot.pointer("outerConeAngle"), message);
        }
        r.extensions(&spot, Place::Other);
    }
    let range = r.float(o, "range", Range::POSITIVE);
    r.extensions(o, Place::Other);
    Light { at: o.at.clone(), name: r.name(o), kind, color, intensity, range, cone }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shear_is_no_translation_rotation_and_scale() {
        let trs = Mat4::from_scale_rotation_translation(
            Vec3::new(-2.0, 3.0, 0.5),
            Quat::from_euler(glam::EulerRot::XYZ, 0.4, 1.0, -2.0),
            Vec3::new(10.0, 2.0, 3.0),
        );
        assert!(is_trs(&trs) && is_trs(&Mat4::IDENTITY));
        let mut shear = Mat4::IDENTITY;
        shear.y_axis.x = 0.5;
        assert!(!is_trs(&shear) && !is_trs(&Mat4::ZERO));
        let mut projective = Mat4::IDENTITY;
        projective.x_axis.w = 0.1;
        assert!(!is_trs(&projective));
    }
}
