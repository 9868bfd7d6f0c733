//! Checks that look at every element of an accessor. The work is bounded: each check runs once for each accessor, however
//! often it is used, and all of them together within a budget.

use super::{Checker, ElementCheck};
use crate::gltf::access::{Buffers, Elements, elements};
use crate::gltf::codes::Code;
use crate::gltf::finding::{Findings, Notes};
use crate::gltf::parse::buffers::{Accessor, Component};
use crate::gltf::parse::meshes::Primitive;
use crate::gltf::parse::{Document, at, each};
use candor_caps::Reason;
use std::collections::{HashMap, HashSet};

/// How far directions and quaternions may be from unit length (the validator's thresholds, which admit 8-bit components).
const UNIT_VECTOR: f64 = 0.00674;
const UNIT_QUATERNION: f64 = 0.00769;
/// What each weight may add to the error of their sum (the validator's step for 32-bit floats).
pub(crate) const WEIGHT_STEP: f64 = 2e-7;

struct Data<'a, 'b> {
    d: &'a Document,
    buffers: &'b Buffers,
    findings: &'a mut Findings,
    budget: u64,
    exhausted: bool,
    /// Greatest index, how many are the restart value and where the first of those is.
    index_facts: HashMap<usize, IndexFacts>,
}

#[derive(Clone, Copy)]
struct IndexFacts {
    greatest: (u32, u64),
    restart: Option<u64>,
}

pub(super) fn run(c: &mut Checker<'_>, buffers: &Buffers, budget: u64, notes: &mut Notes) {
    let scheduled = std::mem::take(&mut c.scheduled);
    let readable: Vec<bool> =
        c.d.accessors.iter().map(|a| a.as_ref().is_some_and(|a| c.is_aligned(a))).collect();
    let mut data =
        Data { d: c.d, buffers, findings: c.findings, budget, exhausted: false, index_facts: HashMap::new() };
    let is_readable = |i: usize| readable.get(i).copied().unwrap_or(false);
    for (i, accessor) in each(&data.d.accessors) {
        data.sparse_indices(accessor);
        if is_readable(i) && accessor.sparse.is_none() {
            data.bounds(accessor);
        } else if is_readable(i) && accessor.component == Some(Component::F32) {
            data.base_floats(accessor);
        }
    }
    let mut done = HashSet::new();
    for (index, check, pointer) in scheduled {
        // A sparse accessor's base values are not what it stands for.
        let is_sparse = at(&data.d.accessors, Some(index)).is_some_and(|a| a.sparse.is_some());
        if is_readable(index) && !is_sparse && done.insert((index, check.clone())) {
            data.element_check(index, &check, &pointer);
        }
    }
    data.influences(&readable);
    if data.exhausted {
        notes.refused("accessor data is not checked to the end", "", || Reason::OverLimit {
            what: "numbers looked at by checks of accessor data".into(),
            asked: "all of them".into(),
            allowed: budget.into(),
        });
    }
}

impl<'b> Data<'_, 'b> {
    /// The elements, if the budget has room for them.
    fn read(&mut self, accessor: &Accessor) -> Option<Elements<'b>> {
        let e = elements(self.d, self.buffers, accessor)?;
        let cost = e.count.saturating_mul(e.components());
        if cost > self.budget {
            self.exhausted = true;
            return None;
        }
        self.budget -= cost;
        Some(e)
    }

    fn not_finite(
        &mut self,
        accessor: &Accessor,
        e: &Elements<'_>,
        element: u64,
        component: u64,
        value: f64,
    ) {
        let index = element * e.components() + component;
        self.findings.push_with(Code::AccessorInvalidFloat, || {
            (accessor.at.clone(), format!("number {index} is {value}"))
        });
    }

    fn base_floats(&mut self, accessor: &Accessor) {
        let Some(e) = self.read(accessor) else { return };
        for i in 0..e.count {
            for k in 0..e.components() {
                let v = e.raw(i, k);
                if !v.is_finite() {
                    self.not_finite(accessor, &e, i, k, v);
                }
            }
        }
    }

    /// Numbers that are not finite; least and greatest against what is declared.
    fn bounds(&mut self, accessor: &Accessor) {
        if accessor.component != Some(Component::F32) && accessor.min.is_none() && accessor.max.is_none() {
            return;
        }
        let Some(e) = self.read(accessor) else { return };
        let declared = |list: &Option<Vec<f64>>, k: usize| {
            let v = list.as_ref().and_then(|l| l.get(k)).copied();
            // Declared floats count as the 32-bit numbers that they are written for.
            v.map(|v| if accessor.component == Some(Component::F32) { f64::from(v as f32) } else { v })
        };
        for k in 0..e.components() {
            let (low, high) = (declared(&accessor.min, k as usize), declared(&accessor.max, k as usize));
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            let (mut below, mut above) = (0u64, 0u64);
            for i in 0..e.count {
                let v = e.raw(i, k);
                if !v.is_finite() {
                    self.not_finite(accessor, &e, i, k, v);
                }
                least = least.min(v);
                most = most.max(v);
                below += u64::from(low.is_some_and(|low| v < low));
                above += u64::from(high.is_some_and(|high| v > high));
            }
            if let Some(low) = low.filter(|&low| low != least) {
                let (at, message) =
                    (format!("{}/min/{k}", accessor.at), format!("min is {low}, the least is {least}"));
                self.findings.push(Code::AccessorMinMismatch, &at, message);
                if below > 0 {
                    self.findings.push_with(Code::AccessorElementOutOfMinBound, || {
                        (at.clone(), format!("{below} numbers are below min {low}"))
                    });
                }
            }
            if let Some(high) = high.filter(|&high| high != most) {
                let (at, message) =
                    (format!("{}/max/{k}", accessor.at), format!("max is {high}, the greatest is {most}"));
                self.findings.push(Code::AccessorMaxMismatch, &at, message);
                if above > 0 {
                    self.findings.push_with(Code::AccessorElementOutOfMaxBound, || {
                        (at.clone(), format!("{above} numbers are above max {high}"))
                    });
                }
            }
        }
    }

    fn sparse_indices(&mut self, accessor: &Accessor) {
        let Some(sparse) = &accessor.sparse else { return };
        let (Some(count), Some((view, offset, Some(component))), Some(base)) =
            (sparse.count, sparse.indices, accessor.count)
        else {
            return;
        };
        let indices = Accessor {
            view,
            offset,
            component: Some(component),
            shape: Some(crate::gltf::parse::buffers::Shape::Scalar),
            count: Some(count),
            ..Accessor::default()
        };
        let Some(e) = self.read(&indices) else { return };
        let at = &sparse.at;
        let mut last: Option<u32> = None;
        for i in 0..e.count {
            let v = e.unsigned(i);
            if last.is_some_and(|l| v <= l) {
                self.findings.push_with(Code::AccessorSparseIndicesNonIncreasing, || {
                    (at.clone(), format!("index {v} at {i} does not rise"))
                });
            }
            if u64::from(v) >= base {
                self.findings.push_with(Code::AccessorSparseIndexOob, || {
                    (at.clone(), format!("index {v} at {i} of {base} elements"))
                });
            }
            last = Some(v);
        }
    }

    fn element_check(&mut self, index: usize, check: &ElementCheck, pointer: &str) {
        let d = self.d;
        let Some(accessor) = at(&d.accessors, Some(index)) else { return };
        if let ElementCheck::Indices { vertices } = check {
            return self.indices(index, accessor, *vertices, pointer);
        }
        let Some(e) = self.read(accessor) else { return };
        match check {
            ElementCheck::Unit | ElementCheck::UnitSign => {
                self.units(&e, matches!(check, ElementCheck::UnitSign), pointer);
            }
            ElementCheck::Clamped => self.clamped(&e, pointer),
            ElementCheck::Times => self.times(&e, pointer),
            ElementCheck::Quaternions { cubic } => self.quaternions(&e, *cubic, pointer),
            ElementCheck::BindMatrices => self.bind_matrices(&e, pointer),
            ElementCheck::Indices { .. } => {}
        }
    }

    fn indices(&mut self, index: usize, accessor: &Accessor, vertices: Option<u64>, pointer: &str) {
        let facts = match self.index_facts.get(&index) {
            Some(&facts) => facts,
            None => {
                let Some(e) = self.read(accessor) else { return };
                let restart = e.format.component.bounds().1 as u32;
                let mut facts = IndexFacts { greatest: (0, 0), restart: None };
                for i in 0..e.count {
                    let v = e.unsigned(i);
                    if v == restart {
                        facts.restart = facts.restart.or(Some(i));
                    } else if v > facts.greatest.0 {
                        facts.greatest = (v, i);
                    }
                }
                self.index_facts.insert(index, facts);
                facts
            }
        };
        let (greatest, place) = facts.greatest;
        if let Some(vertices) = vertices.filter(|&n| u64::from(greatest) >= n) {
            self.findings.push_with(Code::AccessorIndexOob, || {
                (
                    pointer.to_owned(),
                    format!("index {greatest} at {place}, but there are {vertices} vertices"),
                )
            });
        }
        if let Some(place) = facts.restart {
            self.findings.push_with(Code::AccessorIndexPrimitiveRestart, || {
                (pointer.to_owned(), format!("the value at {place} means restart, which glTF does not have"))
            });
        }
    }

    fn units(&mut self, e: &Elements<'_>, sign: bool, pointer: &str) {
        for i in 0..e.count {
            let length = (0..3).map(|k| e.value(i, k).powi(2)).sum::<f64>().sqrt();
            if (length - 1.0).abs() > UNIT_VECTOR {
                self.findings.push_with(Code::AccessorVector3NonUnit, || {
                    (pointer.to_owned(), format!("element {i} has length {length}, not 1"))
                });
            }
            if sign && e.value(i, 3).abs() != 1.0 {
                self.findings.push_with(Code::AccessorInvalidSign, || {
                    (
                        pointer.to_owned(),
                        format!("the sign of element {i} is {}, neither 1 nor -1", e.value(i, 3)),
                    )
                });
            }
        }
    }

    fn clamped(&mut self, e: &Elements<'_>, pointer: &str) {
        for i in 0..e.count {
            for k in 0..e.components() {
                let v = e.raw(i, k);
                if !(0.0..=1.0).contains(&v) && v.is_finite() {
                    self.findings.push_with(Code::AccessorNonClamped, || {
                        (pointer.to_owned(), format!("{v} in element {i} is not between 0 and 1"))
                    });
                }
            }
        }
    }

    fn times(&mut self, e: &Elements<'_>, pointer: &str) {
        let mut last = 0.0;
        for i in 0..e.count {
            let v = e.raw(i, 0);
            if v < 0.0 {
                self.findings.push_with(Code::AccessorAnimationInputNegative, || {
                    (pointer.to_owned(), format!("time {v} at {i} is negative"))
                });
                continue;
            }
            if i > 0 && v <= last {
                self.findings.push_with(Code::AccessorAnimationInputNonIncreasing, || {
                    (pointer.to_owned(), format!("time {v} at {i} does not rise"))
                });
            }
            last = v;
        }
    }

    fn quaternions(&mut self, e: &Elements<'_>, cubic: bool, pointer: &str) {
        for i in (0..e.count).filter(|i| !cubic || i % 3 == 1) {
            let length = (0..4).map(|k| e.value(i, k).powi(2)).sum::<f64>().sqrt();
            if (length - 1.0).abs() > UNIT_QUATERNION {
                self.findings.push_with(Code::AccessorAnimationSamplerOutputNonNormalizedQuaternion, || {
                    (pointer.to_owned(), format!("rotation {i} has length {length}, not 1"))
                });
            }
        }
    }

    fn bind_matrices(&mut self, e: &Elements<'_>, pointer: &str) {
        for i in 0..e.count {
            for (k, want) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
                let v = e.raw(i, k);
                if v != want {
                    self.findings.push_with(Code::AccessorInvalidIbm, || {
                        (
                            pointer.to_owned(),
                            format!("component {k} of matrix {i} is {v}, it has to be {want}"),
                        )
                    });
                }
            }
        }
    }

    /// Joints and weights together.
    fn influences(&mut self, readable: &[bool]) {
        let d = self.d;
        // The fewest joints of any skin that a mesh is used with.
        let mut joints: HashMap<usize, usize> = HashMap::new();
        for (_, node) in each(&d.nodes) {
            let count = at(&d.skins, node.skin).and_then(|s| s.joints.as_ref()).map(Vec::len);
            if let (Some(mesh), Some(count)) = (node.mesh, count) {
                joints.entry(mesh).and_modify(|c| *c = count.min(*c)).or_insert(count);
            }
        }
        let mut done = HashSet::new();
        for (m, mesh) in each(&d.meshes) {
            let Some(&joints) = joints.get(&m).filter(|&&c| c > 0) else { continue };
            for p in mesh.primitives.iter().flatten().filter(|p| p.joints > 0) {
                self.primitive_influences(p, joints, readable, &mut done);
            }
        }
    }

    fn primitive_influences(
        &mut self,
        p: &Primitive,
        joints: usize,
        readable: &[bool],
        done: &mut HashSet<(Vec<usize>, usize)>,
    ) {
        let d = self.d;
        let ids = (0..p.joints).flat_map(|k| [format!("JOINTS_{k}"), format!("WEIGHTS_{k}")]);
        let Some(ids) = ids.map(|name| p.attribute(&name)).collect::<Option<Vec<usize>>>() else { return };
        let aligned = |i: &usize| readable.get(*i).copied().unwrap_or(false);
        if !ids.iter().all(aligned) || !done.insert((ids.clone(), joints)) {
            return;
        }
        let mut sets = Vec::new();
        for id in ids {
            let Some(accessor) = at(&d.accessors, Some(id)).filter(|a| a.sparse.is_none()) else { return };
            let Some(e) = self.read(accessor).filter(|e| e.components() == 4) else { return };
            sets.push(e);
        }
        let Some(count) = sets.first().map(|e| e.count) else { return };
        if sets.iter().any(|e| e.count != count) {
            return;
        }
        for vertex in 0..count {
            self.vertex_influences(p, &sets, vertex, joints);
        }
    }

    fn vertex_influences(&mut self, p: &Primitive, sets: &[Elements<'_>], vertex: u64, joints: usize) {
        let mut used: Vec<u32> = Vec::new();
        let (mut sum, mut threshold) = (0f32, 0f64);
        let at = |set: usize, name: &str| format!("{}/attributes/{name}_{set}", p.at);
        for component in 0..4 {
            for (set, pair) in sets.chunks_exact(2).enumerate() {
                let [indices, weights] = pair else { continue };
                let joint = indices.raw(vertex, component) as u32;
                if joint as usize >= joints {
                    self.findings.push_with(Code::AccessorJointsIndexOob, || {
                        (at(set, "JOINTS"), format!("vertex {vertex} names joint {joint} of {joints}"))
                    });
                    continue;
                }
                let weight = weights.value(vertex, component);
                if weight == 0.0 {
                    continue;
                }
                let twice = used.contains(&joint);
                if twice {
                    self.findings.push_with(Code::AccessorJointsIndexDuplicate, || {
                        (at(set, "JOINTS"), format!("vertex {vertex} names joint {joint} twice"))
                    });
                }
                used.push(joint);
                if weight < 0.0 {
                    self.findings.push_with(Code::AccessorWeightsNegative, || {
                        (at(set, "WEIGHTS"), format!("weight {weight} of vertex {vertex} is negative"))
                    });
                } else if !twice {
                    sum += weight as f32;
                    threshold += WEIGHT_STEP;
                }
            }
        }
        if (f64::from(sum) - 1.0).abs() > threshold {
            for set in 0..sets.len() / 2 {
                self.findings.push_with(Code::AccessorWeightsNonNormalized, || {
                    (at(set, "WEIGHTS"), format!("the weights of vertex {vertex} add up to {sum}, not 1"))
                });
            }
        }
    }
}
