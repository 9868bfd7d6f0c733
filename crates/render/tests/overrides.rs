//! A game's shader in place of one of the renderer's, compiled when the program runs.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_render::scene::{CameraChoice, showcase};
use candor_render::settings::Size;
use candor_render::{RenderSettings, Renderer};
use candor_rhi::TextureUsage;
use candor_rhi::driver::ApiValidation;
use candor_shader::Overrides;
use candor_shader::compile::{ShaderDesc, compile};

const RED: &str = "@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0, 0.0, 0.0, 1.0); }";

#[test]
fn a_game_s_tonemapper_is_drawn_with() {
    let Some((device, instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let red = compile(&ShaderDesc::wgsl("red", RED)).unwrap();
    let mut overrides = Overrides::new();
    let told = overrides.add("tonemap.fs_main", red.entry("fs"));
    assert!(told.is_applied(), "{told}");
    // The sky is given no such buffer, and stays.
    let greedy = RED.replace("@fragment", "@group(2) @binding(5) var<uniform> u: vec4f;\n@fragment");
    let greedy = compile(&ShaderDesc::wgsl("greedy", &greedy.replace("vec4f(1.0", "u + vec4f(1.0"))).unwrap();
    let told = overrides.add("sky.fs_main", greedy.entry("fs"));
    assert!(!told.is_applied() && told.to_string().contains("binding 5 of group 2"), "{told}");

    let settings = RenderSettings { size: Size::new(32, 32), shadow_size: 256, ..RenderSettings::default() };
    let scene = showcase();
    let camera = CameraChoice::Index(0).resolve(&scene, 1.0).unwrap();
    let picture = |overrides: &Overrides| {
        let (mut renderer, _) =
            Renderer::with_overrides(&device, &settings, TextureUsage::COPY_SRC, overrides).unwrap();
        let mut on_gpu = renderer.upload(&scene).unwrap();
        renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).unwrap().rgba8
    };
    assert!(picture(&overrides).chunks(4).all(|p| p == [255, 0, 0, 255]));
    assert!(picture(&Overrides::new()).chunks(4).any(|p| p != [255, 0, 0, 255]));
    let messages = gpu::faults(&*instance);
    assert!(messages.is_empty(), "{messages:#?}");
}
