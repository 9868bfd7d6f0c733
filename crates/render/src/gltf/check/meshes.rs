//! Primitives: their attributes against each other, their indices, material and morph targets.

use super::{AccessorUsage, Checker, ElementCheck, ViewUsage};
use crate::gltf::codes::Code;
use crate::gltf::parse::buffers::{Accessor, Component, Format, Shape};
use crate::gltf::parse::meshes::{Primitive, indexed};
use crate::gltf::parse::{at, each};
use crate::gltf::schema::step;
use std::collections::{HashMap, HashSet};

/// Accessors that lie in one buffer view without a stride.
type Sharing = HashMap<usize, HashSet<usize>>;

/// The formats that an attribute may have; `None`: any. glTF 2.0, 3.7.2.1 and 3.7.2.2, and `KHR_mesh_quantization`.
fn allowed(semantic: &str, f: Format, quantized: bool, morph: bool) -> Option<bool> {
    use Component::{F32, I8, I16, U8, U16};
    let name = indexed(semantic).map_or(semantic, |(n, _)| n);
    let (c, n) = (f.component, f.normalized);
    let float = c == F32 && !n;
    let signed = matches!(c, I8 | I16);
    let unsigned = matches!(c, U8 | U16);
    let more = match name {
        "POSITION" => quantized && (signed || (unsigned && !morph)),
        "NORMAL" | "TANGENT" => quantized && signed && n,
        "TEXCOORD" if morph => (signed || unsigned) && n || quantized && signed,
        "TEXCOORD" => unsigned && n || quantized && (signed || unsigned),
        "COLOR" => (unsigned || morph && signed) && n,
        "JOINTS" if !morph => unsigned && !n,
        "WEIGHTS" if !morph => unsigned && n,
        _ => false,
    };
    let shape = match name {
        "POSITION" | "NORMAL" => f.shape == Shape::Vec3,
        "TANGENT" => f.shape == if morph { Shape::Vec3 } else { Shape::Vec4 },
        "TEXCOORD" => f.shape == Shape::Vec2,
        "COLOR" => matches!(f.shape, Shape::Vec3 | Shape::Vec4),
        "JOINTS" | "WEIGHTS" if !morph => f.shape == Shape::Vec4,
        _ => return None,
    };
    Some(shape && (more || float && name != "JOINTS"))
}

impl Checker<'_> {
    pub(super) fn meshes(&mut self) {
        let d = self.d;
        let mut sharing = Sharing::new();
        for (_, mesh) in each(&d.meshes) {
            for primitive in mesh.primitives.iter().flatten() {
                let vertices = self.attributes(primitive, &mut sharing);
                self.indices(primitive, vertices);
                self.material(primitive);
                self.targets(primitive, &mut sharing);
            }
        }
    }

    /// Answers how many vertices there are: as many as the first attribute has elements.
    fn attributes(&mut self, p: &Primitive, sharing: &mut Sharing) -> Option<u64> {
        let d = self.d;
        let mut vertices: Option<Option<u64>> = None;
        for (name, index) in &p.attributes {
            let pointer = format!("{}/attributes/{}", p.at, step(name));
            let Some(accessor) = self.resolve(&d.accessors, *index, || pointer.clone()) else { continue };
            let Some(index) = *index else { continue };
            self.vertex_data(name, index, accessor, &pointer, false);
            match vertices {
                None => vertices = Some(accessor.count),
                Some(first) if first != accessor.count => {
                    let (have, first) = (accessor.count.unwrap_or(0), first.unwrap_or(0));
                    let message = format!("{have} elements, the primitive's first attribute has {first}");
                    self.find(Code::MeshPrimitiveUnequalAccessorCount, &pointer, message);
                }
                Some(_) => {}
            }
            self.shared_view(index, accessor, &pointer, sharing);
        }
        vertices.flatten()
    }

    /// What holds for attributes and morph targets alike.
    fn vertex_data(&mut self, name: &str, index: usize, accessor: &Accessor, pointer: &str, morph: bool) {
        self.use_accessor(index, AccessorUsage::Attribute, pointer);
        self.use_view(accessor.view, ViewUsage::Vertices, pointer);
        if name == "POSITION" && (accessor.min.is_none() || accessor.max.is_none()) {
            let message = "positions have to declare min and max";
            self.find(Code::MeshPrimitivePositionAccessorWithoutBounds, pointer, message);
        }
        let Some(format) = accessor.format() else { return };
        match allowed(name, format, self.d.quantized, morph) {
            Some(false) => {
                let message = format!("'{name}' cannot be {format}");
                self.find(Code::MeshPrimitiveAttributesAccessorInvalidFormat, pointer, message);
            }
            Some(true) if morph => {}
            Some(true) => {
                let check = match name {
                    "NORMAL" => Some(ElementCheck::Unit),
                    "TANGENT" => Some(ElementCheck::UnitSign),
                    "COLOR_0" if format.component == Component::F32 => Some(ElementCheck::Clamped),
                    _ => None,
                };
                if let Some(check) = check {
                    self.schedule(index, check, pointer.to_owned());
                }
            }
            None if format.component == Component::U32 && !morph => {
                let message = format!("'{name}' is {format}; attributes cannot be UNSIGNED_INT");
                self.find(Code::MeshPrimitiveAttributesAccessorUnsignedInt, pointer, message);
            }
            None => {}
        }
        let view = at(&self.d.views, accessor.view);
        let packed = view.is_some_and(|v| v.stride.is_none());
        let offset = accessor.offset.is_some_and(|o| !o.is_multiple_of(4));
        if offset || (packed && !format.element_bytes().is_multiple_of(4)) {
            let message = "vertices do not start on multiples of 4 bytes";
            self.find(Code::MeshPrimitiveAccessorUnaligned, pointer, message);
        }
    }

    /// Two accessors may share a buffer view only if it has a stride.
    fn shared_view(&mut self, index: usize, accessor: &Accessor, pointer: &str, sharing: &mut Sharing) {
        let Some(view) = accessor.view else { return };
        if at(&self.d.views, Some(view)).is_none_or(|v| v.stride.is_some()) {
            return;
        }
        let users = sharing.entry(view).or_default();
        if users.insert(index) && users.len() > 1 {
            let message = "several accessors use this buffer view, so it has to have a stride";
            self.find(Code::MeshPrimitiveAccessorWithoutBytestride, pointer, message);
        }
    }

    fn indices(&mut self, p: &Primitive, vertices: Option<u64>) {
        let d = self.d;
        let pointer = format!("{}/indices", p.at);
        let Some(accessor) = self.resolve(&d.accessors, p.indices, || pointer.clone()) else { return };
        let Some(index) = p.indices else { return };
        self.use_accessor(index, AccessorUsage::Indices, &pointer);
        self.use_view(accessor.view, ViewUsage::Indices, &pointer);
        if at(&d.views, accessor.view).is_some_and(|v| v.stride.is_some()) {
            let message = "indices have no stride";
            self.find(Code::MeshPrimitiveIndicesAccessorWithBytestride, &pointer, message);
        }
        let Some(format) = accessor.format() else { return };
        let unsigned = matches!(format.component, Component::U8 | Component::U16 | Component::U32);
        if format.shape != Shape::Scalar || !unsigned || format.normalized {
            let message = format!("indices cannot be {format}");
            self.find(Code::MeshPrimitiveIndicesAccessorInvalidFormat, &pointer, message);
        } else {
            self.schedule(index, ElementCheck::Indices { vertices }, pointer);
        }
    }

    fn material(&mut self, p: &Primitive) {
        let d = self.d;
        let pointer = format!("{}/material", p.at);
        let Some(material) = self.resolve(&d.materials, p.material, || pointer.clone()) else { return };
        let has_space = p.has("NORMAL") && p.has("TANGENT");
        if !has_space && material.needs_tangents() && material.normal_texture.is_none() {
            let message = "the material needs tangents, the primitive has none, and there is no normal map to compute them for";
            self.find(Code::MeshPrimitiveNoTangentSpace, &pointer, message);
        }
        for info in material.infos() {
            let transformed = info.transform.as_ref().and_then(|(at, t)| Some((at, t.tex_coord?)));
            let own = info.tex_coord.map(|t| (&info.at, t));
            for (place, set) in own.into_iter().chain(transformed) {
                if set >= p.tex_coords {
                    let message = format!("the texture at {place} needs TEXCOORD_{set}");
                    self.find(Code::MeshPrimitiveTooFewTexcoords, &pointer, message);
                }
            }
        }
    }

    fn targets(&mut self, p: &Primitive, sharing: &mut Sharing) {
        let d = self.d;
        for (i, target) in p.targets.iter().flatten().enumerate() {
            for (name, index) in target {
                let pointer = format!("{}/targets/{i}/{}", p.at, step(name));
                let Some(accessor) = self.resolve(&d.accessors, *index, || pointer.clone()) else { continue };
                let Some(index) = *index else { continue };
                let base = at(&d.accessors, p.attribute(name));
                match base {
                    None => {
                        let message = format!("the primitive has no '{name}' to be changed");
                        self.find(Code::MeshPrimitiveMorphTargetNoBaseAccessor, &pointer, message);
                    }
                    Some(base) if base.count != accessor.count => {
                        let (have, want) = (accessor.count.unwrap_or(0), base.count.unwrap_or(0));
                        let message = format!("{have} elements, the attribute itself has {want}");
                        self.find(Code::MeshPrimitiveMorphTargetInvalidAttributeCount, &pointer, message);
                    }
                    Some(_) => {}
                }
                self.vertex_data(name, index, accessor, &pointer, true);
                self.shared_view(index, accessor, &pointer, sharing);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_attributes() {
        let f = |shape, component, normalized| Format { shape, component, normalized };
        let (v2, v3, v4) = (Shape::Vec2, Shape::Vec3, Shape::Vec4);
        for (name, format, quantized, morph, want) in [
            ("POSITION", f(v3, Component::F32, false), false, false, Some(true)),
            ("POSITION", f(v4, Component::F32, false), false, false, Some(false)),
            ("POSITION", f(v3, Component::U16, false), false, false, Some(false)),
            ("POSITION", f(v3, Component::U16, false), true, false, Some(true)),
            ("POSITION", f(v3, Component::U16, false), true, true, Some(false)),
            ("NORMAL", f(v3, Component::I8, true), true, false, Some(true)),
            ("NORMAL", f(v3, Component::I8, false), true, false, Some(false)),
            ("TANGENT", f(v3, Component::F32, false), false, true, Some(true)),
            ("TEXCOORD_3", f(v2, Component::U8, true), false, false, Some(true)),
            ("TEXCOORD_3", f(v2, Component::U8, false), false, false, Some(false)),
            ("COLOR_0", f(v4, Component::U16, true), false, false, Some(true)),
            ("JOINTS_0", f(v4, Component::F32, false), false, false, Some(false)),
            ("JOINTS_0", f(v4, Component::U8, false), false, false, Some(true)),
            ("_OWN", f(v2, Component::U32, false), false, false, None),
        ] {
            assert_eq!(allowed(name, format, quantized, morph), want, "{name} {format}");
        }
    }
}
