//! What tests of poses share: loading at a moment, and a triangle that an animation moves.
#![allow(dead_code, missing_docs, unreachable_pub)] // each test uses some of it

use crate::common::{Case, data, floats};
use candor_render::gltf::{LoadOptions, Loaded, load_bytes};
use candor_render::scene::{Instance, Primitive};
use glam::Vec3;

pub const F32: &str = r#""componentType":5126"#;

pub fn options(choice: &str, time_s: f32) -> LoadOptions {
    LoadOptions::at(choice.parse().unwrap(), time_s)
}

/// Loads at a moment of the first animation; every promise of the scene is kept.
pub fn at((bytes, name): &Case, time_s: f32) -> Loaded {
    let loaded = load_bytes(bytes, name, None, &options("0", time_s));
    let loaded = loaded.or_else(|_| load_bytes(bytes, name, None, &options("none", 0.0))).unwrap();
    loaded.scene.validate().unwrap();
    loaded
}

pub fn notes(loaded: &Loaded) -> String {
    loaded.outcomes.iter().map(|n| format!("{n}\n")).collect()
}

pub fn near(a: Vec3, b: [f32; 3]) -> bool {
    a.abs_diff_eq(Vec3::from_array(b), 1e-5 * b.iter().fold(1.0, |m: f32, v| m.max(v.abs())))
}

/// An instance and its first primitive.
pub fn first(loaded: &Loaded) -> (&Instance, &Primitive) {
    let instance = &loaded.scene.instances[0];
    (instance, &loaded.scene.meshes[instance.mesh].primitives[0])
}
/// A triangle whose node is moved: accessors of the triangle, of times and of values.
pub fn moved(times: &[f32], values: (&str, &[u8]), path: &str, interpolation: &str) -> Case {
    let triangle = floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
    let (first, last) = (times.first().unwrap(), times.last().unwrap());
    let input = format!(r#"{F32},"type":"SCALAR","count":{},"min":[{first}],"max":[{last}]"#, times.len());
    let more = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "nodes":[{{"mesh":0,"translation":[7,7,7],"scale":[2,2,2]}}],"scenes":[{{"nodes":[0]}}],"scene":0,
        "animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"{path}"}}}}],
        "samplers":[{{"input":1,"output":2,"interpolation":"{interpolation}"}}]}}]"#
    );
    let positions = format!(r#"{F32},"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]"#);
    data(&[(&positions, &triangle), (&input, &floats(times)), values], &more)
}

pub fn translation(case: &Case, time: f32) -> Vec3 {
    let loaded = at(case, time);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    first(&loaded).0.world.w_axis.truncate()
}
