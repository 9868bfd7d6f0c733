//! The invariants that the renderer relies on, as one function that tests call on every scene.

use super::{Alpha, Image, LightKind, Material, Primitive, Projection, Scene, Topology};

/// Collects violations; each is one sentence that names the object.
struct Faults(Vec<String>);

impl Faults {
    fn check(&mut self, holds: bool, sentence: impl FnOnce() -> String) {
        if !holds {
            self.0.push(sentence());
        }
    }
}

impl Scene {
    /// Checks every invariant that the renderer relies on.
    ///
    /// # Errors
    /// One sentence for each violation, naming the object.
    pub fn validate(&self) -> Result<(), Vec<String>> {
        let mut faults = Faults(Vec::new());
        for (m, mesh) in self.meshes.iter().enumerate() {
            for (p, primitive) in mesh.primitives.iter().enumerate() {
                let at = format!("primitive {p} of mesh {m} '{}'", mesh.name);
                match self.materials.get(primitive.material) {
                    Some(material) => self.primitive(&mut faults, &at, primitive, material),
                    None => faults.0.push(format!("{at}: material {} does not exist", primitive.material)),
                }
            }
        }
        for (i, material) in self.materials.iter().enumerate() {
            self.material(&mut faults, &format!("material {i} '{}'", material.name), material);
        }
        for (i, image) in self.images.iter().enumerate() {
            check_image(&mut faults, &format!("image {i} '{}'", image.name), image);
        }
        for (i, instance) in self.instances.iter().enumerate() {
            let at = format!("instance {i} '{}'", instance.name);
            faults.check(instance.mesh < self.meshes.len(), || {
                format!("{at}: mesh {} does not exist", instance.mesh)
            });
            faults.check(instance.world.is_finite(), || format!("{at}: its matrix is not finite"));
            let mirrors = glam::Mat3::from_mat4(instance.world).determinant() < 0.0;
            faults.check(mirrors == instance.flipped, || {
                format!("{at}: flipped is {}, its matrix says {mirrors}", instance.flipped)
            });
        }
        self.cameras_and_lights(&mut faults);
        if faults.0.is_empty() { Ok(()) } else { Err(faults.0) }
    }

    fn primitive(&self, faults: &mut Faults, at: &str, p: &Primitive, material: &Material) {
        let n = p.positions.len();
        faults.check(n > 0, || format!("{at}: it has no vertices"));
        faults.check(p.positions.iter().all(|v| v.is_finite()), || format!("{at}: a position is not finite"));
        faults.check(p.topology != Topology::Triangles || p.normals.is_some(), || {
            format!("{at}: triangles without normals")
        });
        if let Some(normals) = &p.normals {
            faults.check(normals.len() == n, || format!("{at}: {} normals for {n} vertices", normals.len()));
            faults.check(normals.iter().all(|v| (v.length() - 1.0).abs() < 1e-3), || {
                format!("{at}: a normal is not of unit length")
            });
        }
        let wants_tangents = material.normal_texture.is_some() && p.topology == Topology::Triangles;
        faults.check(!wants_tangents || p.tangents.is_some(), || {
            format!("{at}: its material has a normal map, but it has no tangents")
        });
        if let Some(tangents) = &p.tangents {
            faults
                .check(tangents.len() == n, || format!("{at}: {} tangents for {n} vertices", tangents.len()));
            let good = |t: &glam::Vec4| (t.truncate().length() - 1.0).abs() < 1e-3 && t.w.abs() == 1.0;
            faults.check(tangents.iter().all(good), || {
                format!("{at}: a tangent is not of unit length or its sign is neither 1 nor -1")
            });
        }
        faults.check(p.uvs.len() == material.uv_sets.len(), || {
            format!("{at}: {} coordinate sets, its material uses {}", p.uvs.len(), material.uv_sets.len())
        });
        for (k, uv) in p.uvs.iter().enumerate() {
            faults.check(uv.len() == n, || {
                format!("{at}: {} coordinates in set {k} for {n} vertices", uv.len())
            });
            faults.check(uv.iter().all(|v| v.is_finite()), || {
                format!("{at}: a coordinate of set {k} is not finite")
            });
        }
        if let Some(colors) = &p.colors {
            faults.check(colors.len() == n, || format!("{at}: {} colours for {n} vertices", colors.len()));
            let inside = |c: &glam::Vec4| c.to_array().iter().all(|v| (0.0..=1.0).contains(v));
            faults.check(colors.iter().all(inside), || format!("{at}: a colour is not within 0..=1"));
        }
        if let Some(indices) = &p.indices {
            faults.check(!indices.is_empty(), || format!("{at}: its index list is empty"));
            if let Some(&most) = indices.iter().max() {
                faults.check((most as usize) < n, || format!("{at}: index {most}, but only {n} vertices"));
            }
        }
        let arity = p.topology.arity();
        faults.check(p.draw_count().is_multiple_of(arity), || {
            format!("{at}: {} vertices to draw, not a multiple of {arity}", p.draw_count())
        });
        faults.check(p.bounds == super::Aabb::of(&p.positions), || {
            format!("{at}: its bounds are not those of its positions")
        });
    }

    fn material(&self, faults: &mut Faults, at: &str, m: &Material) {
        for texture in m.textures().into_iter().flatten() {
            faults.check(texture.image < self.images.len(), || {
                format!("{at}: image {} does not exist", texture.image)
            });
            faults.check(texture.sampler < self.samplers.len(), || {
                format!("{at}: sampler {} does not exist", texture.sampler)
            });
            faults.check(texture.uv < m.uv_sets.len(), || {
                format!("{at}: coordinate set {} does not exist", texture.uv)
            });
            faults
                .check(texture.transform.is_finite(), || format!("{at}: a texture transform is not finite"));
        }
        let unit = |v: f32| (0.0..=1.0).contains(&v);
        faults.check(m.base_color.to_array().into_iter().all(unit), || {
            format!("{at}: its base colour is not within 0..=1")
        });
        faults.check(unit(m.metallic) && unit(m.roughness) && unit(m.occlusion_strength), || {
            format!("{at}: metallic, roughness or occlusion strength is not within 0..=1")
        });
        faults.check(m.normal_scale.is_finite(), || format!("{at}: its normal scale is not finite"));
        faults.check(m.emissive.is_finite() && m.emissive.min_element() >= 0.0, || {
            format!("{at}: its emitted colour is negative or not finite")
        });
        if let Alpha::Mask { cutoff } = m.alpha {
            faults.check(cutoff.is_finite() && cutoff >= 0.0, || {
                format!("{at}: its alpha cutoff is negative or not finite")
            });
        }
    }

    fn cameras_and_lights(&self, faults: &mut Faults) {
        for (i, camera) in self.cameras.iter().enumerate() {
            let at = format!("camera {i} '{}'", camera.name);
            faults.check(camera.world.is_finite(), || format!("{at}: its matrix is not finite"));
            let good = match camera.projection {
                Projection::Perspective { yfov, aspect, znear, zfar } => {
                    yfov > 0.0
                        && yfov < std::f32::consts::PI
                        && aspect.is_none_or(|a| a > 0.0 && a.is_finite())
                        && znear > 0.0
                        && znear.is_finite()
                        && zfar.is_none_or(|f| f > znear && f.is_finite())
                }
                Projection::Orthographic { xmag, ymag, znear, zfar } => {
                    xmag > 0.0
                        && xmag.is_finite()
                        && ymag > 0.0
                        && ymag.is_finite()
                        && znear >= 0.0
                        && zfar > znear
                        && zfar.is_finite()
                }
            };
            faults.check(good, || format!("{at}: its projection is not valid: {:?}", camera.projection));
        }
        for (i, light) in self.lights.iter().enumerate() {
            let at = format!("light {i} '{}'", light.name);
            faults.check(
                light.color.is_finite() && light.intensity >= 0.0 && light.intensity.is_finite(),
                || format!("{at}: its colour or intensity is not finite"),
            );
            faults.check(light.position.is_finite() && (light.direction.length() - 1.0).abs() < 1e-3, || {
                format!("{at}: its position is not finite or its direction not of unit length")
            });
            faults.check(light.range.is_none_or(|r| r > 0.0 && r.is_finite()), || {
                format!("{at}: its range is not positive")
            });
            if let LightKind::Spot { inner_angle, outer_angle } = light.kind {
                let most = std::f32::consts::FRAC_PI_2;
                faults.check(inner_angle >= 0.0 && outer_angle > inner_angle && outer_angle <= most, || {
                    format!("{at}: its cone angles {inner_angle} and {outer_angle} are not in order")
                });
            }
        }
    }
}

fn check_image(faults: &mut Faults, at: &str, image: &Image) {
    let size = u64::from(image.width) * u64::from(image.height) * 4;
    faults.check(size > 0 && image.rgba8.len() as u64 == size, || {
        format!("{at}: {} bytes for {}x{} pixels", image.rgba8.len(), image.width, image.height)
    });
}
