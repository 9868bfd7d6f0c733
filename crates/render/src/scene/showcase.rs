//! The built-in showcase: a small courtyard made in code, so that a first picture needs no asset file.
//!
//! What it is there to show: metals and dielectrics over the range of roughness, a normal map and a roughness map on the
//! ground, curved and hard-edged shadow casters, instances that share a mesh, a mirrored instance.

use super::{
    Camera, Encoding, Image, Instance, Light, Material, Mesh, Sampler, Scene, TextureRef, shapes,
    shapes::Builder,
};
use glam::{Affine2, Mat4, Vec3};

/// Pixels along one side of the ground's images.
const TILE_PIXELS: u32 = 512;
/// Stones along one side of the ground's images.
const STONES: u32 = 4;
/// Half the side of the ground in metres, and how often its images repeat over it.
const GROUND: (f32, f32) = (16.0, 8.0);

/// Reflectance of metals at normal incidence, linear, from measured indices of refraction (rounded; the values that
/// physically based rendering tables commonly list).
const METALS: [(&str, Vec3); 3] = [
    ("gold", Vec3::new(1.0, 0.77, 0.34)),
    ("copper", Vec3::new(0.96, 0.64, 0.54)),
    ("silver", Vec3::new(0.97, 0.96, 0.92)),
];
/// Colours of the painted spheres, linear.
const PAINTS: [(&str, Vec3); 3] = [
    ("red", Vec3::new(0.55, 0.03, 0.02)),
    ("teal", Vec3::new(0.01, 0.22, 0.24)),
    ("cream", Vec3::new(0.75, 0.68, 0.52)),
];
/// From polished to matt, one sphere each.
const ROUGHNESS: [f32; 6] = [0.05, 0.2, 0.35, 0.5, 0.7, 0.9];

/// The showcase scene.
pub fn showcase() -> Scene {
    let mut scene = Scene { samplers: vec![Sampler::default()], ..Scene::default() };
    ground(&mut scene);
    spheres(&mut scene);
    sculptures(&mut scene);
    architecture(&mut scene);
    scene.lights.push(Light::sun(Vec3::new(0.72, -0.74, -0.28), Vec3::new(1.0, 0.94, 0.84), 3.4));
    scene.cameras.push(Camera::look_at("front", Vec3::new(3.6, 3.5, 8.8), Vec3::new(-0.05, 0.7, -0.6), 0.1));
    scene.cameras.push(Camera::look_at("low", Vec3::new(-3.6, 0.75, 5.2), Vec3::new(0.6, 0.7, -0.6), 0.05));
    scene
}

/// Adds a mesh of one material and returns its index.
fn mesh(scene: &mut Scene, name: &str, builder: Builder, material: Material) -> usize {
    let material = scene.add_material(material);
    let primitives = vec![builder.finish(material, false, false)];
    scene.add_mesh(Mesh { name: name.into(), primitives })
}

fn place(scene: &mut Scene, name: &str, mesh: usize, world: Mat4) {
    scene.instances.push(Instance::new(name, mesh, world));
}

fn at(x: f32, y: f32, z: f32) -> Mat4 {
    Mat4::from_translation(Vec3::new(x, y, z))
}

fn ground(scene: &mut Scene) {
    let maps = ground_maps(TILE_PIXELS);
    let first = scene.images.len();
    scene.images.extend(maps);
    let slot =
        |k: usize| Some(TextureRef { image: first + k, sampler: 0, uv: 0, transform: Affine2::IDENTITY });
    let material = scene.add_material(Material {
        base_color_texture: slot(0),
        metallic: 0.0,
        metallic_roughness_texture: slot(1),
        normal_texture: slot(2),
        occlusion_texture: slot(1),
        uv_sets: vec![0],
        ..Material::dielectric("paving", Vec3::ONE, 1.0)
    });
    let primitive = shapes::ground(GROUND.0, GROUND.1).finish(material, true, true);
    let mesh = scene.add_mesh(Mesh { name: "ground".into(), primitives: vec![primitive] });
    place(scene, "ground", mesh, Mat4::IDENTITY);
}

/// Rows of spheres in front: three metals, three paints, each from polished to matt.
fn spheres(scene: &mut Scene) {
    let radius = 0.3;
    let rows = METALS.iter().map(|m| (m, true)).chain(PAINTS.iter().map(|m| (m, false)));
    for (row, (&(name, color), metal)) in rows.enumerate() {
        for (column, &roughness) in ROUGHNESS.iter().enumerate() {
            let label = format!("{name} {roughness}");
            let material = if metal {
                Material::metal(&label, color, roughness)
            } else {
                Material::dielectric(&label, color, roughness)
            };
            let sphere = mesh(scene, &label, shapes::sphere(radius, 48), material);
            let x = column as f32 * 0.78 - 1.95;
            let z = 3.4 - row as f32 * 0.78;
            place(scene, &label, sphere, at(x, radius, z));
        }
    }
}

/// On and beside the pedestals in the middle.
fn sculptures(scene: &mut Scene) {
    let marble = Material::dielectric("marble", Vec3::new(0.72, 0.70, 0.66), 0.35);
    let pedestal = mesh(scene, "pedestal", shapes::rounded_box(Vec3::new(0.62, 0.4, 0.62), 0.08, 6), marble);
    for (i, x) in [-2.3, 0.0, 2.3].into_iter().enumerate() {
        place(scene, &format!("pedestal {i}"), pedestal, at(x, 0.4, -2.4));
    }
    let brass = Material::metal("brushed brass", Vec3::new(0.89, 0.75, 0.42), 0.28);
    let torus = mesh(scene, "torus", shapes::torus(0.55, 0.19, 96, 40), brass);
    let upright = Mat4::from_rotation_y(0.5) * Mat4::from_rotation_x(std::f32::consts::FRAC_PI_2);
    place(scene, "torus", torus, at(0.0, 1.54, -2.4) * upright);

    let gem = Material::dielectric("cut stone", Vec3::new(0.05, 0.16, 0.42), 0.08);
    let icosphere = mesh(scene, "icosphere", shapes::icosphere(0.52, 1), gem);
    place(scene, "icosphere", icosphere, at(-2.3, 1.3, -2.4) * Mat4::from_rotation_y(0.3));

    let lacquer = Material::dielectric("lacquer", Vec3::new(0.62, 0.16, 0.02), 0.12);
    let cube = mesh(scene, "rounded box", shapes::rounded_box(Vec3::splat(0.36), 0.1, 8), lacquer);
    place(scene, "rounded box", cube, at(2.3, 1.16, -2.4) * Mat4::from_rotation_y(0.6));
    let spin = Mat4::from_rotation_y(-0.4);
    place(
        scene,
        "rounded box on top",
        cube,
        at(2.3, 1.72, -2.4) * spin * Mat4::from_scale(Vec3::splat(0.55)),
    );

    let clay = Material::dielectric("clay", Vec3::new(0.45, 0.20, 0.12), 0.85);
    // A full belly under a narrow neck, closed at the foot and open above.
    let vase: Vec<(f32, f32)> = (0..=40)
        .map(|i| {
            let t = i as f32 / 40.0;
            let belly = (t * std::f32::consts::PI * 0.86 + 0.28).sin().powi(2);
            let lip = 0.05 * ((t - 0.86) / 0.14).max(0.0).powi(2);
            (0.13 + 0.24 * belly + lip, 0.95 * t)
        })
        .rev()
        .chain([(0.0, 0.0)])
        .collect();
    let vase = mesh(scene, "vase", shapes::lathe(&vase, 64, 0.6), Material { double_sided: true, ..clay });
    place(scene, "vase", vase, at(3.2, 0.0, 0.6));
    place(scene, "vase, small", vase, at(3.75, 0.0, 1.35) * Mat4::from_scale(Vec3::splat(0.62)));

    let slate = Material::dielectric("slate", Vec3::new(0.06, 0.07, 0.08), 0.55);
    let cone = mesh(scene, "cone", shapes::cone(0.42, 1.15, 64), slate);
    place(scene, "cone", cone, at(-3.4, 0.0, 0.4));
    let glow = Material {
        emissive: Vec3::new(2.4, 1.3, 0.45),
        ..Material::dielectric("lamp", Vec3::new(0.9, 0.8, 0.6), 0.4)
    };
    let lamp = mesh(scene, "lamp", shapes::sphere(0.16, 32), glow);
    place(scene, "lamp on the cone", lamp, at(-3.4, 1.26, 0.4));
}

/// Behind: an arch between columns, and stairs on both sides, the second a mirrored instance of the first.
fn architecture(scene: &mut Scene) {
    let stone = Material::dielectric("sandstone", Vec3::new(0.55, 0.45, 0.32), 0.8);
    let arch = mesh(scene, "arch", shapes::arch(2.4, 1.7, 0.45, 0.7, 48), stone.clone());
    place(scene, "arch", arch, at(0.0, 0.0, -5.2));
    let column = [
        (0.0, 2.9),
        (0.38, 2.9),
        (0.38, 2.72),
        (0.26, 2.6),
        (0.30, 0.34),
        (0.40, 0.22),
        (0.40, 0.0),
        (0.0, 0.0),
    ];
    let column = mesh(scene, "column", shapes::lathe(&column, 48, 0.0), stone.clone());
    for (i, x) in [-4.2, -2.6, 2.6, 4.2].into_iter().enumerate() {
        place(scene, &format!("column {i}"), column, at(x, 0.0, -5.2));
    }
    let mut beams = Builder::default();
    for x in [-3.4, 3.4] {
        beams.cuboid(Vec3::new(x, 3.06, -5.2), Vec3::new(1.25, 0.16, 0.38));
    }
    let beams = mesh(scene, "beams", beams, stone.clone());
    place(scene, "beams", beams, Mat4::IDENTITY);
    let mut stairs = shapes::stairs(1.6, 0.18, 0.32, 5);
    stairs.cuboid(Vec3::new(1.0, 0.55, -0.8), Vec3::new(0.14, 0.55, 0.86));
    let stairs = mesh(scene, "stairs", stairs, Material { name: "steps".into(), ..stone });
    place(scene, "stairs, right", stairs, at(4.7, 0.0, -2.2));
    let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    place(scene, "stairs, left", stairs, at(-4.7, 0.0, -2.2) * mirror);
}

/// A number in 0..1 that looks random and repeats exactly (an integer mix; no source of chance is wanted here).
fn hash(x: u32, y: u32, seed: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    ((h ^ (h >> 15)) >> 8) as f32 / (1 << 24) as f32
}

/// Smooth noise in 0..1 that repeats after `period` cells along both axes.
fn noise(x: f32, y: f32, period: u32, seed: u32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (fx, fy) = (smooth(x - x0), smooth(y - y0));
    let wrap = |v: f32, d: u32| (v as i64).rem_euclid(i64::from(period)) as u32 % period + d;
    let corner = |dx: u32, dy: u32| hash(wrap(x0, dx) % period, wrap(y0, dy) % period, seed);
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx;
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx;
    top + (bottom - top) * fy
}

/// Noise of several sizes, repeating over 0..1.
fn layered(u: f32, v: f32, first: u32, seed: u32) -> f32 {
    let octave = |k: u32| {
        let cells = first << k;
        noise(u * cells as f32, v * cells as f32, cells, seed + k) / (2u32 << k) as f32
    };
    (0..4).map(octave).sum::<f32>() / 0.9375
}

/// What the paving is like at one place of its image.
struct Stone {
    /// Height in units of the image's side.
    height: f32,
    /// 1 on a stone, 0 in a joint.
    top: f32,
    /// Differs from stone to stone, 0..1.
    tone: f32,
    /// Light or dark square of the checker.
    light: bool,
    /// Fine variation, 0..1.
    grain: f32,
}

fn stone(u: f32, v: f32) -> Stone {
    let cells = STONES as f32;
    let (cx, cy) = ((u * cells).floor(), (v * cells).floor());
    let (x, y) = (cx.rem_euclid(cells) as u32, cy.rem_euclid(cells) as u32);
    let (fx, fy) = (u * cells - cx, v * cells - cy);
    // Distance to the nearest edge of the stone, in stones; its edge wavers a little.
    let waver = (layered(u, v, 16, 7) - 0.5) * 0.012;
    let edge = fx.min(1.0 - fx).min(fy.min(1.0 - fy)) + waver;
    let t = ((edge - 0.012) / 0.03).clamp(0.0, 1.0);
    let top = t * t * (3.0 - 2.0 * t);
    let grain = layered(u, v, 32, 11);
    let slope = (fx - 0.5) * (hash(x, y, 3) - 0.5) + (fy - 0.5) * (hash(x, y, 4) - 0.5);
    let height = top * (0.006 + 0.0025 * slope) + 0.0009 * grain + 0.0012 * layered(u, v, 8, 5) * top;
    Stone { height, top, tone: hash(x, y, 1), light: (x + y).is_multiple_of(2), grain }
}

fn to_srgb(linear: f32) -> u8 {
    let c = linear.clamp(0.0, 1.0);
    let s = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    (s * 255.0 + 0.5) as u8
}

fn to_unit(v: f32) -> u8 {
    (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Base colour, occlusion-roughness-metallic and normal map of the paving, repeating without a seam.
fn ground_maps(size: u32) -> [Image; 3] {
    let step = 1.0 / size as f32;
    let stones: Vec<Stone> = (0..size * size)
        .map(|i| stone(((i % size) as f32 + 0.5) * step, ((i / size) as f32 + 0.5) * step))
        .collect();
    let height =
        |x: u32, y: u32| stones.get(((y % size) * size + x % size) as usize).map_or(0.0, |s| s.height);
    let bytes = (size * size * 4) as usize;
    let mut maps = [Vec::with_capacity(bytes), Vec::with_capacity(bytes), Vec::with_capacity(bytes)];
    for (y, row) in (0..size).zip(stones.chunks(size as usize)) {
        for (x, s) in (0..size).zip(row) {
            let base = if s.light { Vec3::new(0.42, 0.39, 0.34) } else { Vec3::new(0.16, 0.155, 0.16) };
            let color = base * (0.84 + 0.22 * s.tone) * (0.86 + 0.28 * s.grain);
            let color = Vec3::new(0.10, 0.092, 0.08).lerp(color, s.top);
            let polish = if s.light { 0.42 } else { 0.30 };
            let roughness = 0.9 + (polish + 0.22 * s.tone + 0.18 * s.grain - 0.9) * s.top;
            let occlusion = 0.55 + 0.45 * s.top;
            let normal = Vec3::new(
                height(x + size - 1, y) - height(x + 1, y),
                // Rows run downwards, y of a normal map upwards.
                height(x, y + 1) - height(x, y + size - 1),
                2.0 * step,
            )
            .normalize();
            let n = normal * 0.5 + 0.5;
            let pixels = [
                [to_srgb(color.x), to_srgb(color.y), to_srgb(color.z), 255],
                [to_unit(occlusion), to_unit(roughness), 0, 255],
                [to_unit(n.x), to_unit(n.y), to_unit(n.z), 255],
            ];
            for (map, pixel) in maps.iter_mut().zip(pixels) {
                map.extend_from_slice(&pixel);
            }
        }
    }
    let [color, surface, normal] = maps;
    let image = |name: &str, pixels: Vec<u8>, encoding| Image {
        name: name.into(),
        width: size,
        height: size,
        rgba8: pixels.into(),
        encoding,
    };
    [
        image("paving colour", color, Encoding::Srgb),
        image("paving occlusion, roughness, metallic", surface, Encoding::Linear),
        image("paving normal", normal, Encoding::Linear),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_showcase_keeps_every_invariant_and_has_what_it_promises() {
        let scene = showcase();
        scene.validate().unwrap();
        let counts = scene.counts();
        assert!(counts.instances > 50 && counts.vertices < 200_000, "{counts:?}");
        assert!(scene.materials.iter().any(|m| m.metallic == 1.0 && m.roughness < 0.1));
        assert!(scene.materials.iter().any(|m| m.metallic == 0.0 && m.roughness < 0.1));
        assert!(scene.materials.iter().any(|m| m.normal_texture.is_some()));
        assert!(scene.instances.iter().any(|i| i.flipped));
        assert!(scene.lights.iter().any(|l| l.direction.y < -0.3));
        let bounds = scene.bounds();
        assert!(bounds.min.y > -0.01 && bounds.max.y < 4.0, "{bounds:?}");
    }

    #[test]
    fn the_paving_repeats_without_a_seam_and_its_normals_point_out() {
        let [color, surface, normal] = ground_maps(64);
        assert!(normal.rgba8.chunks_exact(4).all(|p| p[2] > 128));
        let mean =
            |k: usize| normal.rgba8.chunks_exact(4).map(|p| f32::from(p[k])).sum::<f32>() / (64.0 * 64.0);
        assert!((mean(0) - 127.5).abs() < 2.0 && (mean(1) - 127.5).abs() < 2.0);
        let rough: Vec<u8> = surface.rgba8.chunks_exact(4).map(|p| p[1]).collect();
        assert!(rough.iter().max().unwrap() - rough.iter().min().unwrap() > 80);
        assert_eq!(color.encoding, Encoding::Srgb);
        for v in [0.1, 0.37, 0.8] {
            assert!((stone(0.0, v).height - stone(1.0, v).height).abs() < 1e-6);
            assert!((stone(v, 0.0).height - stone(v, 1.0).height).abs() < 1e-6);
        }
    }
}
