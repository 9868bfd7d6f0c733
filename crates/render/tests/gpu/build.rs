//! Small scenes whose pictures can be worked out by hand.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests, each of which uses a part"
)]

use candor_render::scene::*;
use candor_render::settings::{Background, DefaultSun, Size, Tonemap};
use candor_render::{Picture, RenderSettings, Renderer};
use candor_rhi::Device;
use glam::{Affine2, Mat4, Vec2, Vec3};

/// Nothing that changes a colour: no tonemapper, no dither, no light but the scene's.
pub fn plain(width: u32, height: u32) -> RenderSettings {
    RenderSettings {
        size: Size::new(width, height),
        msaa: 1,
        shadows: false,
        tonemap: Tonemap::None,
        dither: false,
        ambient: 0.0,
        background: Background::Color([0.0; 3]),
        default_sun: DefaultSun::Off,
        ..RenderSettings::default()
    }
}

/// Looks along -z at the square from -half to half; a pixel's colour is that of the point below its centre.
pub fn front(half: f32) -> Camera {
    let projection = Projection::Orthographic { xmag: half, ymag: half, znear: 0.1, zfar: 100.0 };
    Camera { name: "front".into(), projection, world: Mat4::from_translation(Vec3::new(0.0, 0.0, 50.0)) }
}

/// Looks straight down; x to the right, -z up.
pub fn above(half: f32) -> Camera {
    let world = Mat4::from_translation(Vec3::new(0.0, 50.0, 0.0))
        * Mat4::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    Camera { world, ..front(half) }
}

/// A square from -1 to 1 that faces +z, with the image upright on it.
pub fn quad(material: usize) -> Primitive {
    let positions: Vec<_> =
        [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| Vec3::new(x, y, 0.)).into();
    let uv = [(0., 1.), (1., 1.), (1., 0.), (0., 0.)].map(|(u, v)| Vec2::new(u, v));
    Primitive {
        bounds: Aabb::of(&positions),
        positions,
        normals: Some(vec![Vec3::Z; 4]),
        tangents: Some(vec![Vec3::X.extend(1.0); 4]),
        uvs: vec![uv.to_vec()],
        indices: Some(vec![0, 1, 2, 0, 2, 3]),
        material,
        ..Primitive::default()
    }
}

/// Adds a primitive as a mesh of its own at a place.
pub fn add(scene: &mut Scene, primitive: Primitive, world: Mat4) {
    let mesh = scene.add_mesh(Mesh { name: "test".into(), primitives: vec![primitive] });
    scene.instances.push(Instance::new("test", mesh, world));
}

/// An image of these pixels, the top row first.
pub fn image(width: u32, pixels: &[[u8; 4]], encoding: Encoding) -> Image {
    let rgba8 = pixels.concat().into();
    Image { name: "test".into(), width, height: pixels.len() as u32 / width, rgba8, encoding }
}

/// A material that shows an image as it is.
pub fn poster() -> Material {
    Material { base_color_texture: Some(texture(0)), unlit: true, uv_sets: vec![0], ..Material::default() }
}

/// Image `image` through sampler 0.
pub fn texture(image: usize) -> TextureRef {
    TextureRef { image, sampler: 0, uv: 0, transform: Affine2::IDENTITY }
}

/// A sampler that shows texels as they are.
pub fn nearest() -> Sampler {
    Sampler { mag: Filter::Nearest, min: Filter::Nearest, mip: None, ..Sampler::default() }
}

/// Renders one frame.
pub fn shoot(device: &Device, scene: &Scene, camera: &Camera, settings: &RenderSettings) -> Picture {
    let (mut renderer, applied) = Renderer::new(device, settings).unwrap();
    for (name, outcome) in applied.iter() {
        assert!(outcome.is_ok(), "{name}: {outcome:?}");
    }
    let mut on_gpu = renderer.upload(scene).unwrap();
    renderer.render(&mut on_gpu, camera, 1, &mut |_| {}).unwrap()
}

/// An eight-bit sRGB value as linear light (IEC 61966-2-1).
pub fn linear(v: u8) -> f32 {
    let c = f32::from(v) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// Linear light as an eight-bit sRGB value.
pub fn srgb(v: f32) -> u8 {
    let c = v.clamp(0.0, 1.0);
    let e = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    (e * 255.0 + 0.5) as u8
}

/// Asserts that a pixel has a colour, up to a number of steps.
#[track_caller]
pub fn assert_pixel(p: &Picture, (x, y): (u32, u32), want: [u8; 3], steps: u8) {
    let got = p.pixel(x, y);
    let far = got.iter().zip(want).any(|(g, w)| g.abs_diff(w) > steps);
    assert!(!far, "pixel {x},{y} is {got:?}, not {want:?} within {steps}");
}
