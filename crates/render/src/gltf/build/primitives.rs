//! Primitives of the scene: attributes read and made safe, strips and fans as lists, normals and tangents where they are
//! missing.

use super::deform::{Draft, Posing};
use super::{Builder, topology};
use crate::gltf::codes::Code;
use crate::gltf::parse::at;
use crate::gltf::parse::buffers::Shape;
use crate::gltf::parse::meshes::Primitive as Source;
use crate::gltf::values::{Values, values};
use crate::scene::{Aabb, Primitive, Topology, tangents, unit};
use candor_caps::Reason;
use glam::{Vec2, Vec3, Vec4};

fn unit_or(v: Vec3, other: Vec3) -> Vec3 {
    unit(v).unwrap_or(other)
}

impl<'a> Builder<'a> {
    /// The scene's primitive in its pose. `None`: it cannot be drawn, which a note or finding says.
    pub(super) fn primitive(&mut self, p: &Source, posing: &Posing) -> Option<Primitive> {
        let Some(position) = p.attribute("POSITION") else {
            self.not_drawn(p, "it has no positions");
            return None;
        };
        let positions = self.values(position, p, None)?;
        let count = positions.count;
        let indices = match p.indices {
            Some(index) => Some(self.values(index, p, None)?),
            None => None,
        };
        let material_index = self.material(p.material);
        let material = self.scene.materials.get(material_index)?.clone();
        let topology = topology::list_of(p.mode);
        let is_triangles = topology == Topology::Triangles;

        // Memory is planned before any is taken.
        let elements = indices.as_ref().map_or(count, |v| v.count);
        let corners = topology::list_len(p.mode, elements);
        let per_vertex = 12 + 12 + 16 + 16 + 8 * material.uv_sets.len() as u64;
        let bytes = count.saturating_mul(per_vertex).saturating_add(corners.saturating_mul(4));
        if !self.charge(p, bytes, count.max(corners)) {
            return None;
        }

        let list = self.list(p, count, indices.as_ref())?;
        let mut out = Primitive {
            topology,
            positions: (0..count).map(|i| Vec3::from_array(positions.vector(i))).collect(),
            indices: list,
            material: material_index,
            ..Primitive::default()
        };
        out.uvs = material.uv_sets.iter().map(|set| self.uvs(p, *set, count)).collect();
        out.colors = self.colors(p, count);
        out.normals = self.normals(p, count);
        let normal_map = material.normal_texture.filter(|_| is_triangles).map(|t| t.uv);
        let mut given = normal_map.and_then(|_| self.tangents(p, count));
        let mut draft = Draft { out: &mut out, tangents: &mut given, uv_sets: &material.uv_sets };
        if !self.deform(p, &mut draft, posing) {
            return None;
        }
        let flat = is_triangles && out.normals.is_none();
        if flat {
            let corners = out.draw_count() as u64;
            if !self.charge(p, corners.saturating_mul(per_vertex), corners) {
                return None;
            }
            flatten(&mut out);
        }
        if let Some(slot) = normal_map {
            match given.filter(|_| !flat) {
                Some(given) => {
                    let normals = out.normals.as_deref().unwrap_or_default();
                    let pairs = given.into_iter().zip(normals);
                    out.tangents = Some(pairs.map(|(t, n)| tangents::sanitize(t, *n)).collect());
                }
                None => tangents::generate(&mut out, slot),
            }
        }
        out.bounds = Aabb::of(&out.positions);
        Some(out)
    }

    /// Takes bytes from what is left for geometry; `false`, with a note: there are not so many.
    fn charge(&mut self, p: &Source, bytes: u64, elements: u64) -> bool {
        let allowed = self.geometry_left;
        if bytes <= allowed && elements <= u64::from(u32::MAX) {
            self.geometry_left -= bytes;
            return true;
        }
        self.notes.refused("a primitive is too large", &p.at, || Reason::OverLimit {
            what: "bytes of vertex and index data that are left".into(),
            asked: bytes.into(),
            allowed: allowed.into(),
        });
        false
    }

    pub(super) fn not_drawn(&mut self, p: &Source, why: &str) {
        self.notes.refused("a primitive is not drawn", &p.at, || Reason::Invalid {
            what: "the primitive".into(),
            rule: format!("{why}, so it is not drawn"),
        });
    }

    /// What an accessor holds. `None`: it cannot be had; the note says that the attribute of this name is left out, or
    /// that the primitive cannot be drawn without.
    fn values(&mut self, index: usize, p: &Source, attribute: Option<&str>) -> Option<Values<'a>> {
        let (d, buffers) = (self.d, self.buffers);
        let accessor = at(&d.accessors, Some(index))?;
        match values(d, buffers, accessor) {
            Ok(values) => Some(values),
            Err(why) => {
                match attribute {
                    None => self.not_drawn(p, why),
                    Some(name) => {
                        self.notes.refused("an attribute is left out", &p.at, || Reason::Invalid {
                            what: format!("the attribute {name}"),
                            rule: format!("{why}, so the primitive is drawn without it"),
                        });
                    }
                }
                None
            }
        }
    }

    /// The index list after conversion; the inner `None`: vertices in order.
    fn list(&mut self, p: &Source, count: u64, indices: Option<&Values<'_>>) -> Option<Option<Vec<u32>>> {
        let topology = topology::list_of(p.mode);
        let mut list = Vec::new();
        match indices {
            None if topology::is_list(p.mode, count as usize) => return Some(None),
            None => {
                let run: Vec<u32> = (0..count as u32).collect();
                topology::append(p.mode, &run, &mut list);
            }
            Some(values) => {
                let mut run = Vec::with_capacity(values.count as usize);
                let restart = values.format.component.bounds().1 as u32;
                for i in 0..values.count {
                    let v = values.unsigned(i, 0);
                    if v == restart {
                        topology::append(p.mode, &run, &mut list);
                        run.clear();
                    } else if u64::from(v) >= count {
                        let message = format!("index {v} at {i}, but there are {count} positions");
                        self.findings.push(Code::AccessorIndexOob, format!("{}/indices", p.at), message);
                        return None;
                    } else {
                        run.push(v);
                    }
                }
                topology::append(p.mode, &run, &mut list);
            }
        }
        let elements = indices.map_or(count, |v| v.count);
        let arity = topology.arity() as u64;
        if matches!(p.mode, 1 | 4) && !elements.is_multiple_of(arity) && !list.is_empty() {
            self.notes.refused("vertices are left over", &p.at, || Reason::Invalid {
                what: format!("the last {} of {elements} vertices", elements % arity),
                rule: format!("{arity} make one primitive, so they are not drawn"),
            });
        }
        if list.is_empty() {
            self.not_drawn(p, "its vertices make no complete point, line or triangle");
            return None;
        }
        Some(Some(list))
    }

    /// An optional attribute as one value for each vertex; what is missing at the end gets the default.
    fn attribute<const N: usize, T: Copy>(
        &mut self,
        p: &Source,
        name: &str,
        count: u64,
        default: T,
        make: impl Fn(Shape, [f32; N]) -> T,
    ) -> Option<Vec<T>> {
        let index = p.attribute(name)?;
        let values = self.values(index, p, Some(name))?;
        let shape = at(&self.d.accessors, Some(index))?.shape?;
        let have = values.count.min(count);
        let mut out: Vec<T> = (0..have).map(|i| make(shape, values.vector(i))).collect();
        out.resize(count as usize, default);
        Some(out)
    }

    fn uvs(&mut self, p: &Source, set: u32, count: u64) -> Vec<Vec2> {
        let name = format!("TEXCOORD_{set}");
        let uvs = self.attribute::<2, _>(p, &name, count, Vec2::ZERO, |_, v| Vec2::from_array(v));
        uvs.unwrap_or_else(|| vec![Vec2::ZERO; count as usize])
    }

    fn colors(&mut self, p: &Source, count: u64) -> Option<Vec<Vec4>> {
        self.attribute::<4, _>(p, "COLOR_0", count, Vec4::ONE, |shape, v| {
            let color = Vec4::from_array(v);
            let color = if shape == Shape::Vec3 { color.with_w(1.0) } else { color };
            color.clamp(Vec4::ZERO, Vec4::ONE)
        })
    }

    fn normals(&mut self, p: &Source, count: u64) -> Option<Vec<Vec3>> {
        let unit = |v: [f32; 3]| unit_or(Vec3::from_array(v), Vec3::Y);
        self.attribute::<3, _>(p, "NORMAL", count, Vec3::Y, |_, v| unit(v))
    }

    fn tangents(&mut self, p: &Source, count: u64) -> Option<Vec<Vec4>> {
        self.attribute::<4, _>(p, "TANGENT", count, Vec4::ZERO, |_, v| Vec4::from_array(v))
    }
}

/// Gives every triangle corners and a normal of its own, as glTF asks for where normals are missing.
fn flatten(p: &mut Primitive) {
    let order: Vec<u32> = p.indices.take().unwrap_or_else(|| (0..p.positions.len() as u32).collect());
    fn spread<T: Copy + Default>(values: &[T], order: &[u32]) -> Vec<T> {
        order.iter().map(|&i| values.get(i as usize).copied().unwrap_or_default()).collect()
    }
    p.positions = spread(&p.positions, &order);
    p.colors = p.colors.take().map(|c| spread(&c, &order));
    p.uvs = p.uvs.iter().map(|uv| spread(uv, &order)).collect();
    let mut normals = Vec::with_capacity(order.len());
    for t in p.positions.chunks(3) {
        let normal = match *t {
            [a, b, c] => face_normal(a, b, c),
            _ => Vec3::Y,
        };
        normals.extend(std::iter::repeat_n(normal, t.len()));
    }
    p.normals = Some(normals);
}

/// Scaled before it is multiplied, so that very small and very large triangles have a normal too.
fn face_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let (u, v) = (b - a, c - a);
    let size = u.abs().max_element().max(v.abs().max_element());
    if size > 0.0 && size.is_finite() { unit_or((u / size).cross(v / size), Vec3::Y) } else { Vec3::Y }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_normals_do_not_depend_on_size() {
        for size in [1e-30f32, 1.0, 1e18, 1e30] {
            let n = face_normal(Vec3::ZERO, Vec3::X * size, Vec3::Y * size);
            assert!(n.abs_diff_eq(Vec3::Z, 1e-6), "{size}: {n}");
        }
        assert_eq!(face_normal(Vec3::ONE, Vec3::ONE, Vec3::ONE), Vec3::Y);
        assert_eq!(face_normal(Vec3::MIN, Vec3::MAX, Vec3::ZERO), Vec3::Y);
    }

    #[test]
    fn flattening_repeats_shared_vertices() {
        let mut p = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
            uvs: vec![vec![Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE]],
            indices: Some(vec![0, 1, 2, 0, 2, 3]),
            ..Primitive::default()
        };
        flatten(&mut p);
        assert_eq!((p.positions.len(), p.indices.is_none()), (6, true));
        assert_eq!(p.normals.unwrap(), [Vec3::Z, Vec3::Z, Vec3::Z, Vec3::X, Vec3::X, Vec3::X]);
        assert_eq!(p.uvs[0][5], Vec2::ONE);
    }
}
