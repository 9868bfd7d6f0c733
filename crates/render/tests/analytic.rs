//! Pictures that can be worked out by hand: no stored image is needed to tell right from wrong.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

#[path = "gpu/build.rs"]
mod build;
mod gpu;

use build::*;
use candor_render::RenderSettings;
use candor_render::scene::*;
use candor_render::settings::{CullOverride, Polygon, Tonemap};
use candor_rhi::Device;
use candor_rhi::driver::{self, ApiValidation};
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::PI;

/// A device, and the validation layer's messages, which must be none.
struct Bench {
    device: Device,
    instance: Box<dyn driver::Instance>,
}

impl Bench {
    fn new() -> Option<Self> {
        gpu::vulkan(ApiValidation::Auto).map(|(device, instance)| Self { device, instance })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let messages = gpu::faults(&*self.instance);
        assert!(messages.is_empty() || std::thread::panicking(), "{messages:#?}");
    }
}

fn scene(materials: Vec<Material>) -> Scene {
    Scene { materials, samplers: vec![nearest()], ..Scene::default() }
}

/// A matt white dielectric.
fn chalk() -> Material {
    Material::dielectric("chalk", Vec3::ONE, 1.0)
}

/// What `pbr` gives for a dielectric of colour `c` in sunlight of `e` lux, by the formulas that its source names.
fn dielectric(c: f32, roughness: f32, n: Vec3, l: Vec3, v: Vec3, e: f32) -> f32 {
    let f0 = 0.04f32;
    let (n_l, n_v) = (n.dot(l), n.dot(v).abs().max(1e-4));
    if n_l <= 0.0 {
        return 0.0;
    }
    let h = (l + v).normalize();
    let (n_h, v_h) = (n.dot(h), v.dot(h));
    let a = roughness * roughness;
    let f = f0 + (1.0 - f0) * (1.0 - v_h).powi(5);
    let d = a * a / (PI * ((n_h * n_h) * (a * a - 1.0) + 1.0).powi(2));
    let lambda = |x: f32, y: f32| x * (y * y * (1.0 - a * a) + a * a).sqrt();
    let vis = 0.5 / (lambda(n_l, n_v) + lambda(n_v, n_l));
    let r =
        [1.0 - roughness, roughness * -0.0275 + 0.0425, roughness * -0.572 + 1.04, roughness * 0.022 - 0.04];
    let a004 = (r[0] * r[0]).min((-9.28 * n_v).exp2()) * r[0] + r[1];
    let energy = (-1.04 * a004 + r[2]).clamp(0.0, 1.0) + (1.04 * a004 + r[3]).clamp(0.0, 1.0);
    let compensation = 1.0 + f0 * (1.0 / energy.max(0.1) - 1.0);
    ((1.0 - f) * c / PI + f * d * vis * compensation) * n_l * e
}

#[test]
fn colours_of_a_texture_come_out_as_they_went_in() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![poster()]);
    let pixels = [[128, 128, 128, 255], [255, 0, 64, 255], [1, 2, 3, 255], [10, 200, 254, 255]];
    s.images.push(image(2, &pixels, Encoding::Srgb));
    add(&mut s, quad(0), Mat4::IDENTITY);
    let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
    // The image stands upright and not mirrored.
    for (at, want) in [((16, 16), 0), ((48, 16), 1), ((16, 48), 2), ((48, 48), 3)] {
        let [r, g, b, _] = pixels[want];
        assert_pixel(&p, at, [r, g, b], 1);
    }
    assert!(p.rgba8.chunks_exact(4).all(|t| t[3] == 255), "opaque");
    // Through the tonemapper as well, since what is unlit is shown as it is.
    let settings = RenderSettings { tonemap: Tonemap::Aces, exposure: 3.0, ..plain(64, 64) };
    let p = shoot(&b.device, &s, &front(1.0), &settings);
    for (at, want) in [((16, 16), 0), ((48, 16), 1), ((16, 48), 2), ((48, 48), 3)] {
        let [r, g, b, _] = pixels[want];
        assert_pixel(&p, at, [r, g, b], 2);
    }
}

#[test]
fn up_is_up_and_right_is_right() {
    let Some(b) = Bench::new() else { return };
    let color = |c: Vec3| Material { base_color: c.extend(1.0), unlit: true, ..Material::default() };
    let mut s = scene(vec![color(Vec3::X), color(Vec3::Y)]);
    let plain_quad = |m| Primitive { uvs: Vec::new(), ..quad(m) };
    let small = Mat4::from_scale(Vec3::splat(0.2));
    add(&mut s, plain_quad(0), Mat4::from_translation(Vec3::new(0.0, 0.7, 0.0)) * small);
    add(&mut s, plain_quad(1), Mat4::from_translation(Vec3::new(0.7, 0.0, 0.0)) * small);
    let p = shoot(&b.device, &s, &front(1.0), &plain(100, 100));
    assert_pixel(&p, (50, 15), [255, 0, 0], 0);
    assert_pixel(&p, (85, 50), [0, 255, 0], 0);
    assert_pixel(&p, (50, 85), [0, 0, 0], 0);
}

#[test]
fn mip_levels_average_light_and_not_codes() {
    let Some(b) = Bench::new() else { return };
    // A checker of black and white, one texel a square, seen so small that only its average is left.
    for (encoding, average) in [(Encoding::Srgb, srgb(0.5)), (Encoding::Linear, srgb(128.0 / 255.0))] {
        let mut s = scene(vec![poster()]);
        let checker = |i: u32| if (i % 64 + i / 64).is_multiple_of(2) { [255; 4] } else { [0, 0, 0, 255] };
        s.images.push(image(64, &(0..64 * 64).map(checker).collect::<Vec<_>>(), encoding));
        s.samplers = vec![Sampler::default()];
        add(&mut s, quad(0), Mat4::IDENTITY);
        let p = shoot(&b.device, &s, &front(1.0), &plain(8, 8));
        assert_pixel(&p, (3, 3), [average; 3], 2);
    }
}

#[test]
fn a_sphere_in_the_sun_is_as_bright_as_the_formula_says() {
    let Some(b) = Bench::new() else { return };
    let (roughness, albedo, lux) = (0.7, 0.6, 2.5);
    let mut s = scene(vec![Material::dielectric("grey", Vec3::splat(albedo), roughness)]);
    add(&mut s, shapes::sphere(1.0, 96).finish(0, false, false), Mat4::IDENTITY);
    let l = Vec3::new(0.5, 0.6, 0.7).normalize();
    s.lights.push(Light::sun(-l, Vec3::ONE, lux));
    let size = 200;
    let p = shoot(&b.device, &s, &front(1.25), &plain(size, size));
    let mut compared = 0;
    for y in (5..size).step_by(13) {
        for x in (5..size).step_by(13) {
            let at = |k: u32| ((k as f32 + 0.5) / size as f32 * 2.0 - 1.0) * 1.25;
            let (px, py) = (at(x), -at(y));
            let r2 = px * px + py * py;
            if r2 > 1.05 {
                assert_pixel(&p, (x, y), [0, 0, 0], 0);
                continue;
            } else if r2 > 0.9 {
                continue;
            }
            let n = Vec3::new(px, py, (1.0 - r2).sqrt());
            if n.dot(l).abs() < 0.03 {
                continue;
            }
            let want = srgb(dielectric(albedo, roughness, n, l, Vec3::Z, lux));
            assert_pixel(&p, (x, y), [want; 3], 2);
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn a_shadow_lies_where_the_sun_puts_it() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![chalk()]);
    let ground = Mat4::from_rotation_x(-PI / 2.0) * Mat4::from_scale(Vec3::splat(4.0));
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, ground);
    // A square plate one metre above the ground, 1.2 m wide. Seen from above it hides itself only.
    let plate = Mat4::from_translation(Vec3::Y)
        * Mat4::from_rotation_x(-PI / 2.0)
        * Mat4::from_scale(Vec3::splat(0.6));
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, plate);
    let travel = Vec3::new(1.3, -1.0, 0.8);
    s.lights.push(Light::sun(travel, Vec3::ONE, 2.0));
    let (size, half) = (400, 4.0);
    for shadow_size in [512, 2048] {
        let settings = RenderSettings { shadows: true, shadow_size, ..plain(size, size) };
        let p = shoot(&b.device, &s, &above(half), &settings);
        // A point one metre up throws its shadow at x + 1.3, z + 0.8.
        // A texel of the shadow map is as wide as the diagonal's share, and longer on the ground the flatter the light falls in.
        let texel = 2.0 * half * 2.0f32.sqrt() / shadow_size as f32 / -travel.normalize().y;
        let margin = 3.0 * texel + 2.0 * half / size as f32;
        let (mut dark, mut light) = (0, 0);
        for y in 0..size {
            for x in 0..size {
                let at = |k: u32| ((k as f32 + 0.5) / size as f32 * 2.0 - 1.0) * half;
                let (wx, wz) = (at(x), at(y));
                let plate = wx.abs().max(wz.abs());
                let edge = (wx - 1.3).abs().max((wz - 0.8).abs());
                if plate < 0.6 + 0.02 {
                    continue;
                }
                if edge < 0.6 - margin {
                    assert_pixel(&p, (x, y), [0; 3], 0);
                    dark += 1;
                } else if edge > 0.6 + margin && wx.abs().max(wz.abs()) < half - 0.1 {
                    let n = Vec3::Y;
                    let want = srgb(dielectric(1.0, 1.0, n, -travel.normalize(), n, 2.0));
                    assert_pixel(&p, (x, y), [want; 3], 1);
                    light += 1;
                }
            }
        }
        assert!(dark > 1500 && light > 100_000, "{dark} {light}");
    }
}

#[test]
fn shadows_touch_what_throws_them_and_lit_faces_have_none_of_their_own() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![chalk()]);
    let ground = Mat4::from_rotation_x(-PI / 2.0) * Mat4::from_scale(Vec3::splat(4.0));
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, ground);
    let mut cube = shapes::Builder::default();
    cube.cuboid(Vec3::new(0.0, 0.5, 0.0), Vec3::splat(0.5));
    add(&mut s, cube.finish(0, false, false), Mat4::IDENTITY);
    // From the left, low: the shadow lies to the right of the cube, from x = 0.5 on.
    let travel = Vec3::new(1.0, -0.6, 0.0);
    s.lights.push(Light::sun(travel, Vec3::ONE, 2.0));
    let (size, half) = (400, 4.0);
    let settings = RenderSettings { shadows: true, ..plain(size, size) };
    let p = shoot(&b.device, &s, &above(half), &settings);
    let pixel = |wx: f32, wz: f32| {
        let at = |w: f32| ((w / half * 0.5 + 0.5) * size as f32) as u32;
        (at(wx), at(wz))
    };
    let mut x = 0.53;
    while x < 2.0 {
        for z in [-0.4, 0.0, 0.4] {
            assert_pixel(&p, pixel(x, z), [0; 3], 0);
        }
        x += 0.02;
    }
    // Top of the cube and ground before it: one colour, without a trace of their own shadow.
    let want = srgb(dielectric(1.0, 1.0, Vec3::Y, -travel.normalize(), Vec3::Y, 2.0));
    for i in 0..40 {
        let t = i as f32 / 40.0;
        assert_pixel(&p, pixel(-0.45 + 0.9 * t, 0.1), [want; 3], 1);
        assert_pixel(&p, pixel(-3.5 + 2.9 * t, 0.3), [want; 3], 1);
    }
}

#[test]
fn multisampled_edges_lie_between_the_two_colours() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![Material { unlit: true, ..Material::default() }]);
    let tilt = Mat4::from_rotation_z(0.2) * Mat4::from_scale(Vec3::splat(0.6));
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, tilt);
    let values = |msaa| {
        let p = shoot(&b.device, &s, &front(1.0), &RenderSettings { msaa, ..plain(128, 128) });
        let mut v: Vec<u8> = p.rgba8.chunks_exact(4).map(|t| t[0]).collect();
        v.sort_unstable();
        v.dedup();
        v
    };
    assert_eq!(values(1), [0, 255]);
    // A quarter, a half, three quarters of white, in linear light.
    let near = |v: u8, w: f32| v.abs_diff(srgb(w)) <= 1;
    let four = values(4);
    assert!(four.len() == 5 && (0..5).all(|i| near(four[i], i as f32 / 4.0)), "{four:?}");
}

#[test]
fn a_bump_is_bright_on_the_suns_side() {
    let Some(b) = Bench::new() else { return };
    // Left half leans to the left (-x), right half to the right, lower halves down: a bump.
    let lean = |x: f32, y: f32| {
        let n = Vec3::new(x, y, 1.0).normalize() * 0.5 + 0.5;
        let c = (n * 255.0 + 0.5).to_array().map(|v| v as u8);
        [c[0], c[1], c[2], 255]
    };
    let pixels = [lean(-0.5, 0.5), lean(0.5, 0.5), lean(-0.5, -0.5), lean(0.5, -0.5)];
    let mut s = scene(vec![Material { normal_texture: Some(texture(0)), uv_sets: vec![0], ..chalk() }]);
    s.images.push(image(2, &pixels, Encoding::Linear));
    add(&mut s, quad(0), Mat4::IDENTITY);
    // The sun stands to the upper right.
    s.lights.push(Light::sun(Vec3::new(-0.6, -0.4, -1.0), Vec3::ONE, 2.0));
    for (world, name) in [
        (Mat4::IDENTITY, "as it is"),
        // Mirrored: the image is seen the other way round, and is still a bump.
        (Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)), "mirrored"),
        (Mat4::from_rotation_z(PI / 2.0), "turned"),
    ] {
        s.instances[0] = Instance::new("test", 0, world);
        let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
        let at = |x, y| p.pixel(x, y)[0];
        let (ul, ur, ll, lr) = (at(16, 16), at(48, 16), at(16, 48), at(48, 48));
        assert!(ur > ul && ur > lr && ul > ll && lr > ll && ll > 0, "{name}: {ul} {ur} {ll} {lr}");
    }
}

#[test]
fn both_sides_of_a_double_sided_face_are_lit_by_what_they_face() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![Material { double_sided: true, ..chalk() }, chalk()]);
    let flat = |m| Primitive { uvs: Vec::new(), ..quad(m) };
    let turned = Mat4::from_rotation_y(PI);
    add(
        &mut s,
        flat(0),
        Mat4::from_translation(Vec3::new(-0.5, 0.0, 0.0)) * turned * Mat4::from_scale(Vec3::splat(0.4)),
    );
    add(
        &mut s,
        flat(1),
        Mat4::from_translation(Vec3::new(0.5, 0.0, 0.0)) * turned * Mat4::from_scale(Vec3::splat(0.4)),
    );
    s.lights.push(Light::sun(Vec3::NEG_Z, Vec3::ONE, 2.0));
    let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
    let want = srgb(dielectric(1.0, 1.0, Vec3::Z, Vec3::Z, Vec3::Z, 2.0));
    assert_pixel(&p, (16, 32), [want; 3], 1);
    assert_pixel(&p, (48, 32), [0; 3], 0);
    let p = shoot(&b.device, &s, &front(1.0), &RenderSettings { cull: CullOverride::None, ..plain(64, 64) });
    assert_pixel(&p, (48, 32), [want; 3], 1);
    let p = shoot(&b.device, &s, &front(1.0), &RenderSettings { cull: CullOverride::Front, ..plain(64, 64) });
    assert_pixel(&p, (48, 32), [want; 3], 1);
    // A mirrored instance shows its front.
    s.instances[1] = Instance::new(
        "test",
        1,
        Mat4::from_translation(Vec3::new(0.5, 0.0, 0.0)) * Mat4::from_scale(Vec3::new(-0.4, 0.4, 0.4)),
    );
    let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
    assert_pixel(&p, (48, 32), [want; 3], 1);
}

#[test]
fn what_is_blended_covers_what_lies_behind_in_any_order() {
    let Some(b) = Bench::new() else { return };
    let glass = |c: Vec3| Material {
        base_color: c.extend(0.5),
        alpha: Alpha::Blend,
        unlit: true,
        double_sided: true,
        ..Material::default()
    };
    let flat = |m| Primitive { uvs: Vec::new(), ..quad(m) };
    for order in [[0.0, 1.0], [1.0, 0.0]] {
        let mut s = scene(vec![glass(Vec3::X), glass(Vec3::Y)]);
        // Green lies nearer, whichever comes first.
        let (red, green) = (if order[0] == 0.0 { 0 } else { 1 }, if order[0] == 0.0 { 1 } else { 0 });
        let z = |m: usize| if m == 1 { 1.0 } else { 0.0 };
        for m in [red, green] {
            add(&mut s, flat(m), Mat4::from_translation(Vec3::new(0.0, 0.0, z(m))));
        }
        let p = shoot(&b.device, &s, &front(1.0), &plain(16, 16));
        assert_pixel(&p, (8, 8), [srgb(0.25), srgb(0.5), 0], 1);
        assert_eq!(p.pixel(8, 8)[3], 255, "the picture stays opaque");
    }
}

#[test]
fn alpha_below_the_cutoff_is_not_there_and_throws_no_shadow() {
    let Some(b) = Bench::new() else { return };
    let fence = Material {
        base_color_texture: Some(texture(0)),
        alpha: Alpha::Mask { cutoff: 0.5 },
        uv_sets: vec![0],
        double_sided: true,
        ..chalk()
    };
    let mut s = scene(vec![chalk(), fence]);
    s.images.push(image(2, &[[255, 255, 255, 255], [255, 255, 255, 100]], Encoding::Srgb));
    let down = Mat4::from_rotation_x(-PI / 2.0);
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, down * Mat4::from_scale(Vec3::splat(4.0)));
    add(&mut s, quad(1), Mat4::from_translation(Vec3::Y) * down * Mat4::from_scale(Vec3::splat(0.6)));
    s.lights.push(Light::sun(Vec3::new(0.0, -1.0, 1.5), Vec3::ONE, 2.0));
    let settings = RenderSettings { shadows: true, ..plain(400, 400) };
    let p = shoot(&b.device, &s, &above(4.0), &settings);
    let pixel = |wx: f32, wz: f32| (((wx / 8.0 + 0.5) * 400.0) as u32, ((wz / 8.0 + 0.5) * 400.0) as u32);
    // The plate's left half is there and throws its shadow 1.5 m down the picture; the right half does neither.
    assert_pixel(&p, pixel(-0.3, 1.5), [0; 3], 0);
    let (left, right) = (p.pixel(pixel(-0.3, 0.0).0, pixel(-0.3, 0.0).1), pixel(0.3, 1.5));
    assert!(p.pixel(right.0, right.1)[0] > 100 && left[0] > 100);
}

#[test]
fn points_lines_and_vertex_colours_are_drawn() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![Material::default()]);
    let points: Vec<Vec3> = [-0.5, 0.5].map(|x| Vec3::new(x + 0.5 / 32.0, 0.5 / 32.0, 0.0)).into();
    let colors = vec![Vec4::new(1.0, 0.0, 0.0, 1.0), Vec4::new(0.0, 0.0, 1.0, 1.0)];
    let base = Primitive {
        bounds: Aabb::of(&points),
        positions: points,
        colors: Some(colors),
        ..Primitive::default()
    };
    add(&mut s, Primitive { topology: Topology::Points, ..base.clone() }, Mat4::IDENTITY);
    let lower = Mat4::from_translation(Vec3::new(0.0, -0.5, 0.0));
    add(&mut s, Primitive { topology: Topology::Lines, ..base }, lower);
    let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
    let lit = |y: u32| (0..64).filter(|x| p.pixel(*x, y)[..3] != [0; 3]).count();
    let total: usize = (0..64).map(lit).sum();
    assert_pixel(&p, (16, 31), [255, 0, 0], 0);
    assert_pixel(&p, (48, 31), [0, 0, 255], 0);
    // Two points, and a line of about 32 pixels whose colour runs from red to blue.
    assert!((30..=38).contains(&total), "{total}");
    let middle = p.pixel(32, 47);
    assert!(middle[0] > 100 && middle[2] > 100, "{middle:?}");
}

#[test]
fn wireframe_leaves_faces_open() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![Material { unlit: true, ..Material::default() }]);
    add(&mut s, Primitive { uvs: Vec::new(), ..quad(0) }, Mat4::from_scale(Vec3::splat(0.8)));
    let count = |polygon| {
        let p = shoot(&b.device, &s, &front(1.0), &RenderSettings { polygon, ..plain(64, 64) });
        p.rgba8.chunks_exact(4).filter(|t| t[0] > 0).count()
    };
    let (fill, line, point) = (count(Polygon::Fill), count(Polygon::Line), count(Polygon::Point));
    assert!(fill > 2400 && line > 200 && line < 400 && (4..=6).contains(&point), "{fill} {line} {point}");
}

#[test]
fn a_texture_transform_turns_scales_and_moves() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![poster()]);
    let pixels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    s.images.push(image(2, &pixels, Encoding::Srgb));
    add(&mut s, quad(0), Mat4::IDENTITY);
    // Half a turn in u: left and right change places.
    let moved = material::texture_transform(Vec2::new(0.5, 0.0), 0.0, Vec2::ONE);
    s.materials[0].base_color_texture = Some(TextureRef { transform: moved, ..texture(0) });
    let p = shoot(&b.device, &s, &front(1.0), &plain(64, 64));
    assert_pixel(&p, (16, 16), [0, 255, 0], 0);
    assert_pixel(&p, (48, 48), [0, 0, 255], 0);
}

#[test]
fn a_mirror_shows_the_sky_above_and_the_ground_below() {
    let Some(b) = Bench::new() else { return };
    let mut s = scene(vec![Material::metal("mirror", Vec3::ONE, 0.0)]);
    add(&mut s, shapes::sphere(1.0, 96).finish(0, false, false), Mat4::IDENTITY);
    let settings = RenderSettings { ambient: 1.0, ..plain(200, 200) };
    let p = shoot(&b.device, &s, &front(1.1), &settings);
    let sum = |x, y| p.pixel(x, y)[..3].iter().map(|c| u32::from(*c)).sum::<u32>();
    let [r, _, blue, _] = p.pixel(100, 40);
    assert!(
        blue > r && sum(100, 40) > sum(100, 160) && sum(100, 160) > 100,
        "{} {}",
        sum(100, 40),
        sum(100, 160)
    );
}
