//! Meshes: primitives, their attributes by name, morph targets.

use crate::gltf::codes::Code;
use crate::gltf::extensions::Place;
use crate::gltf::parse::nodes;
use crate::gltf::schema::{Attributes, Obj, Range, Reader, step};
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) name: String,
    pub(crate) primitives: Option<Vec<Primitive>>,
    /// Default weights of the morph targets.
    pub(crate) weights: Option<Vec<f32>>,
}

#[derive(Debug, Default)]
pub(crate) struct Primitive {
    pub(crate) at: String,
    /// In the file's order.
    pub(crate) attributes: Attributes,
    /// The same by name, since a file may have very many.
    by_name: HashMap<String, Option<usize>>,
    pub(crate) indices: Option<usize>,
    pub(crate) material: Option<usize>,
    /// 0 to 6, as in OpenGL.
    pub(crate) mode: u64,
    pub(crate) targets: Option<Vec<Attributes>>,
    /// Sets numbered from 0 without a gap; 0 if there is a gap.
    pub(crate) tex_coords: u32,
    pub(crate) joints: u32,
    pub(crate) weights: u32,
}

impl Primitive {
    pub(crate) fn attribute(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied().flatten()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }
}

pub(crate) const TRIANGLES: u64 = 4;
const LAST_MODE: u64 = 6;

pub(crate) fn mesh(r: &mut Reader<'_>, o: &Obj<'_>) -> Mesh {
    let weights = r.floats(o, "weights", None, Range::ANY);
    let primitives = r.objects_required(o, "primitives");
    let primitives: Option<Vec<Primitive>> =
        primitives.map(|list| list.iter().map(|o| primitive(r, o)).collect());
    if let Some(primitives) = &primitives {
        let count = |p: &Primitive| p.targets.as_ref().map_or(0, Vec::len);
        let first = primitives.first().map_or(0, count);
        for p in primitives.iter().filter(|p| count(p) != first) {
            let at = if count(p) > 0 { format!("{}/targets", p.at) } else { p.at.clone() };
            let message = format!("{} morph targets, the first primitive has {first}", count(p));
            r.findings.push(Code::MeshPrimitivesUnequalTargetsCount, at, message);
        }
        if let Some(weights) = weights.as_ref().filter(|w| w.len() != first) {
            let message = format!("{} weights for {first} morph targets", weights.len());
            r.findings.push(Code::MeshInvalidWeightsCount, o.pointer("weights"), message);
        }
    }
    r.extensions(o, Place::Other);
    Mesh { name: r.name(o), primitives, weights: weights.map(nodes::singles) }
}

/// The number of an indexed semantic: digits without a leading zero.
pub(crate) fn set_number(text: &str) -> Option<u32> {
    let leading_zero = text.len() > 1 && text.starts_with('0');
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // So many digits that u32 overflows is a valid name; no such set will ever be asked for.
    (digits && !leading_zero).then(|| text.parse().unwrap_or(u32::MAX))
}

/// Splits `TEXCOORD_1`; `None` for anything that is not a name, an underscore and a number.
pub(crate) fn indexed(semantic: &str) -> Option<(&str, u32)> {
    let (name, number) = semantic.split_once('_')?;
    Some((name, set_number(number)?))
}

fn primitive(r: &mut Reader<'_>, o: &Obj<'_>) -> Primitive {
    let mode = r.uint(o, "mode", 0, LAST_MODE).unwrap_or(TRIANGLES);
    let attributes = r.object_required(o, "attributes");
    let attributes = attributes.and_then(|o| r.index_map(&o));
    let mut p = Primitive { at: o.at.clone(), mode, ..Primitive::default() };
    if let Some(attributes) = attributes {
        p.by_name = attributes.iter().cloned().collect();
        p.attributes = attributes;
        semantics(r, &mut p);
    }
    p.targets = r.index_maps(o, "targets");
    for (i, target) in p.targets.iter().flatten().enumerate() {
        for (name, _) in target {
            let indexed = indexed(name).is_some_and(|(n, _)| matches!(n, "TEXCOORD" | "COLOR"));
            if !name.starts_with('_')
                && !matches!(name.as_str(), "POSITION" | "NORMAL" | "TANGENT")
                && !indexed
            {
                invalid(r, format!("{}/targets/{i}/{}", o.at, step(name)), name);
            }
        }
    }
    p.indices = r.index(o, "indices");
    p.material = r.index(o, "material");
    r.extensions(o, Place::Primitive);
    p
}

fn invalid(r: &mut Reader<'_>, at: String, name: &str) {
    let message = format!("'{name}' is no attribute; names of one's own start with '_'");
    r.findings.push(Code::MeshPrimitiveInvalidAttribute, at, message);
}

/// Names of attributes, and for indexed ones how many sets there are without a gap.
fn semantics(r: &mut Reader<'_>, p: &mut Primitive) {
    let at = format!("{}/attributes", p.at);
    let mut sets = [("COLOR", 0u64, 0u64), ("JOINTS", 0, 0), ("WEIGHTS", 0, 0), ("TEXCOORD", 0, 0)];
    for (name, _) in &p.attributes {
        if name.starts_with('_') || matches!(name.as_str(), "POSITION" | "NORMAL" | "TANGENT") {
            continue;
        }
        let known =
            indexed(name).and_then(|(n, k)| sets.iter_mut().find(|(s, _, _)| *s == n).map(|s| (s, k)));
        match known {
            Some(((_, count, end), number)) => {
                *count += 1;
                *end = (*end).max(u64::from(number) + 1);
            }
            None => invalid(r, format!("{at}/{}", step(name)), name),
        }
    }
    let counts = sets.map(|(name, count, end)| {
        if count == end {
            return count as u32;
        }
        let message =
            format!("sets of {name} start with 0 and leave no gap; there are {count}, the last is {end}");
        r.findings.push(Code::MeshPrimitiveIndexedSemanticContinuity, &at, message);
        0
    });
    let [_, joints, weights, tex_coords] = counts;
    (p.joints, p.weights, p.tex_coords) = (joints, weights, tex_coords);
    if joints != weights {
        let message = format!("{joints} sets of JOINTS, {weights} of WEIGHTS; each needs the other");
        r.findings.push(Code::MeshPrimitiveJointsWeightsMismatch, &at, message);
        (p.joints, p.weights) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexed_semantics_are_split() {
        assert_eq!(indexed("TEXCOORD_0"), Some(("TEXCOORD", 0)));
        assert_eq!(indexed("COLOR_12"), Some(("COLOR", 12)));
        for bad in ["TEXCOORD_", "TEXCOORD_00", "TEXCOORD_01", "TEXCOORD_1_1", "TEXCOORD_D", "TEXCOORD", ""] {
            assert_eq!(indexed(bad), None, "{bad}");
        }
    }
}
