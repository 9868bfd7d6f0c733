//! Vertices of a primitive in their pose: morph targets added, then joints blended. glTF 2.0, 3.7.2.2 and 3.7.3.

use super::Builder;
use super::pose::Joints;
use crate::gltf::check::WEIGHT_STEP;
use crate::gltf::codes::Code;
use crate::gltf::parse::meshes::Primitive as Source;
use crate::gltf::values::Values;
use crate::scene::{Primitive, Topology, unit};
use candor_caps::Reason;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};

/// How a primitive is posed.
#[derive(Default, Clone)]
pub(super) struct Posing {
    /// Weights of the morph targets; those beyond the end are zero.
    pub(super) weights: Vec<f32>,
    /// From the bind pose to the world.
    pub(super) joints: Option<Joints>,
}

/// A primitive on its way, with the tangents that the file gives and the coordinate sets that the material uses.
pub(super) struct Draft<'a> {
    pub(super) out: &'a mut Primitive,
    pub(super) tangents: &'a mut Option<Vec<Vec4>>,
    pub(super) uv_sets: &'a [u32],
}

/// The influences of one vertex.
struct Influences {
    blend: Mat4,
    sum: f32,
    /// How far the sum may be from 1 for the precision of its numbers.
    tolerance: f64,
}

/// Pairs of joints and weights, four of each for a vertex.
type Sets<'a> = Vec<(Values<'a>, Values<'a>)>;

impl<'a> Builder<'a> {
    /// Poses a primitive. What cannot be done is a note or a finding; `false`: it cannot be drawn.
    pub(super) fn deform(&mut self, p: &Source, draft: &mut Draft<'_>, posing: &Posing) -> bool {
        let morphed = self.morph(p, draft, &posing.weights);
        if posing.weights.iter().any(|&w| w != 0.0) {
            draft.tidy();
        }
        if let Err(why) = morphed {
            self.notes.refused("a morph target is not applied", &p.at, || why);
        }
        if let Some(joints) = &posing.joints {
            match self.skin(p, draft, joints) {
                Ok(true) => {}
                Ok(false) => return false,
                Err(why) => self.notes.refused("a mesh is not skinned", &p.at, || why),
            }
        }
        let finite = draft.out.positions.iter().all(|v| v.is_finite());
        if !finite {
            self.not_drawn(p, "its pose moves vertices beyond what 32-bit floats hold");
        }
        finite
    }

    fn morph(&mut self, p: &Source, draft: &mut Draft<'_>, weights: &[f32]) -> Result<(), Reason> {
        let targets = p.targets.iter().flatten().zip(weights).filter(|(_, w)| **w != 0.0);
        for (target, &weight) in targets {
            for (name, index) in target {
                // An attribute that is not drawn, or that is not there to be changed, costs nothing.
                if !draft.has(name) {
                    continue;
                }
                let values = self.paid_values(*index)?;
                if values.is_zero() {
                    continue;
                }
                let count = values.count.min(draft.out.positions.len() as u64);
                self.spend(count.saturating_mul(values.format.shape.components()))?;
                draft.add(name, &values, weight);
            }
        }
        Ok(())
    }

    /// `Ok(false)`: a vertex names a joint that does not exist, which refuses the file.
    fn skin(&mut self, p: &Source, draft: &mut Draft<'_>, joints: &[Mat4]) -> Result<bool, Reason> {
        let mut sets = Sets::new();
        for k in 0..p.joints {
            let names = [format!("JOINTS_{k}"), format!("WEIGHTS_{k}")];
            let [j, w] = names.map(|name| p.attribute(&name));
            sets.push((self.paid_values(j)?, self.paid_values(w)?));
        }
        let count = draft.out.positions.len();
        self.spend((count as u64).saturating_mul(8).saturating_mul(sets.len() as u64))?;
        let (mut scaled, mut without, mut mirrored) = (0u64, 0u64, 0usize);
        for vertex in 0..count {
            let Some(mut i) = self.influences(p, &sets, vertex as u64, joints) else { return Ok(false) };
            if i.sum > 0.0 {
                scaled += u64::from((f64::from(i.sum) - 1.0).abs() > i.tolerance);
                i.blend *= 1.0 / i.sum;
            } else {
                without += 1;
                i.blend = joints.first().copied().unwrap_or(Mat4::IDENTITY);
            }
            // The last row is known; dividing has left it a little off.
            (i.blend.x_axis.w, i.blend.y_axis.w, i.blend.z_axis.w, i.blend.w_axis.w) = (0.0, 0.0, 0.0, 1.0);
            mirrored += usize::from(draft.place(vertex, &i.blend));
        }
        if mirrored * 2 > count {
            draft.turn_over();
        }
        if scaled > 0 {
            let (asked, got) = (format!("weights of {scaled} of {count} vertices as they are"), "a sum of 1");
            self.notes.adjusted("weights are normalised", &p.at, asked, got, || Reason::Invalid {
                what: "the weights of joints".into(),
                rule: "those of one vertex have to add up to 1, so they are divided by their sum".into(),
            });
        }
        if without > 0 {
            let asked = format!("{without} of {count} vertices without a weight");
            self.notes.adjusted("vertices without a weight", &p.at, asked, "the skin's first joint", || {
                Reason::Invalid {
                    what: "the weights of joints".into(),
                    rule: "a vertex that no joint moves has no place, so the first joint moves it".into(),
                }
            });
        }
        Ok(true)
    }

    /// The blended matrix of one vertex, not yet divided by the sum of its weights. `None`: a joint does not exist.
    fn influences(
        &mut self,
        p: &Source,
        sets: &Sets<'_>,
        vertex: u64,
        joints: &[Mat4],
    ) -> Option<Influences> {
        let mut out = Influences { blend: Mat4::ZERO, sum: 0.0, tolerance: 0.0 };
        for (set, (indices, weights)) in sets.iter().enumerate() {
            for component in 0..4 {
                let index = indices.unsigned(vertex, component);
                let Some(joint) = joints.get(index as usize) else {
                    let pointer = format!("{}/attributes/JOINTS_{set}", p.at);
                    let message = format!("vertex {vertex} names joint {index} of {}", joints.len());
                    self.findings.push(Code::AccessorJointsIndexOob, pointer, message);
                    return None;
                };
                // Negative weights have been named; they count as zero.
                let weight = weights.finite(vertex, component).max(0.0);
                if weight > 0.0 {
                    out.blend += *joint * weight;
                    out.sum += weight;
                    out.tolerance += WEIGHT_STEP;
                }
            }
        }
        Some(out)
    }
}

/// The cofactor matrix: it takes normals where the matrix takes surfaces, whatever its scale, except that it turns them
/// round where the matrix mirrors.
fn cofactors(m: &Mat3) -> Mat3 {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
}

impl Draft<'_> {
    fn has(&self, name: &str) -> bool {
        match name {
            "POSITION" => true,
            "NORMAL" => self.out.normals.is_some(),
            "TANGENT" => self.tangents.is_some(),
            "COLOR_0" => self.out.colors.is_some(),
            _ => self.uv(name).is_some(),
        }
    }

    /// Which of the primitive's coordinate sets an attribute is.
    fn uv(&self, name: &str) -> Option<usize> {
        self.uv_sets.iter().position(|set| name == format!("TEXCOORD_{set}"))
    }

    /// Adds a target's values, weighted.
    fn add(&mut self, name: &str, values: &Values<'_>, weight: f32) {
        fn each<T: std::ops::AddAssign>(list: Option<&mut Vec<T>>, count: u64, delta: impl Fn(u64) -> T) {
            for (i, slot) in (0..count).zip(list.into_iter().flatten()) {
                *slot += delta(i);
            }
        }
        let n = values.count;
        let vec3 = |i| Vec3::from_array(values.vector(i)) * weight;
        match name {
            "POSITION" => each(Some(&mut self.out.positions), n, vec3),
            "NORMAL" => each(self.out.normals.as_mut(), n, vec3),
            // The sign stays as it is.
            "TANGENT" => each(self.tangents.as_mut(), n, |i| vec3(i).extend(0.0)),
            "COLOR_0" => each(self.out.colors.as_mut(), n, |i| Vec4::from_array(values.vector(i)) * weight),
            _ => {
                let list = self.uv(name).and_then(|k| self.out.uvs.get_mut(k));
                each(list, n, |i| Vec2::from_array(values.vector(i)) * weight);
            }
        }
    }

    /// Brings what was added to back to what it has to be.
    fn tidy(&mut self) {
        for n in self.out.normals.iter_mut().flatten() {
            *n = unit(*n).unwrap_or(Vec3::Y);
        }
        for c in self.out.colors.iter_mut().flatten() {
            // Comparing first turns what is not a number into the least.
            *c = c.max(Vec4::ZERO).min(Vec4::ONE);
        }
        for v in self.out.uvs.iter_mut().flatten() {
            if !v.is_finite() {
                *v = Vec2::ZERO;
            }
        }
    }

    /// Moves one vertex; answers whether that mirrors.
    fn place(&mut self, vertex: usize, m: &Mat4) -> bool {
        let linear = Mat3::from_mat4(*m);
        let is_mirrored = linear.determinant() < 0.0;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        if let Some(v) = self.out.positions.get_mut(vertex) {
            *v = m.transform_point3(*v);
        }
        if let Some(n) = self.out.normals.as_mut().and_then(|n| n.get_mut(vertex)) {
            let turned = unit(cofactors(&linear) * *n * sign).or_else(|| unit(linear * *n));
            *n = turned.unwrap_or(*n);
        }
        if let Some(t) = self.tangents.as_mut().and_then(|t| t.get_mut(vertex)) {
            *t = (linear * t.truncate()).extend(t.w * sign);
        }
        is_mirrored
    }

    /// Turns every triangle round, so that what was its front still is.
    fn turn_over(&mut self) {
        if self.out.topology != Topology::Triangles {
            return;
        }
        let count = self.out.positions.len() as u32;
        let indices = self.out.indices.get_or_insert_with(|| (0..count).collect());
        for triangle in indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_stay_upright_on_surfaces() {
        for m in [
            Mat3::from_diagonal(Vec3::new(2.0, 1.0, 0.5)),
            Mat3::from_diagonal(Vec3::new(-1.0, 3.0, 1.0)),
            Mat3::from_cols(Vec3::new(1.0, 0.5, 0.0), Vec3::Y, Vec3::new(0.3, 0.0, -2.0)),
        ] {
            let (a, b) = (Vec3::new(1.0, 2.0, -1.0), Vec3::new(0.5, -1.0, 2.0));
            let n = cofactors(&m) * a.cross(b) * m.determinant().signum();
            assert!(n.dot(m * a).abs() < 1e-4 && n.dot(m * b).abs() < 1e-4);
            // On the side where the moved normal lies as well.
            assert!(n.dot(m * a.cross(b)) > 0.0);
        }
    }

    #[test]
    fn a_primitive_that_is_turned_over_shows_its_front() {
        let mut out = Primitive { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], ..Primitive::default() };
        let mut draft =
            Draft { out: &mut out, tangents: &mut Some(vec![Vec3::X.extend(1.0); 3]), uv_sets: &[] };
        let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        assert!((0..3).all(|v| draft.place(v, &mirror)));
        draft.turn_over();
        assert_eq!(draft.tangents.as_ref().unwrap()[0], Vec4::new(-1.0, 0.0, 0.0, -1.0));
        assert_eq!(out.indices, Some(vec![0, 2, 1]));
    }
}
