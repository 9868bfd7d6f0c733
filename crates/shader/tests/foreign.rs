//! What modules of other compilers have and Candor's own never do.
#![cfg(feature = "compile")]
#![allow(clippy::unwrap_used, clippy::panic)]

use candor_shader::Slot;
use candor_shader::compile::{ShaderDesc, compile};
use candor_shader::translate::{Options, Target, translate};

const TEXTURED: &str = "
@group(0) @binding(3) var image: texture_2d<f32>;
@group(0) @binding(4) var linear: sampler;
@fragment fn fs() -> @location(0) vec4<f32> { return textureSample(image, linear, vec2(0.5)); }
";

/// Instructions of a module, each with its words.
fn instructions(words: &[u32]) -> Vec<Vec<u32>> {
    let mut out = Vec::new();
    let mut rest = &words[5..];
    while let Some(first) = rest.first() {
        let (inst, left) = rest.split_at((first >> 16) as usize);
        out.push(inst.to_vec());
        rest = left;
    }
    out
}

/// The module with its instructions changed.
fn changed(words: &[u32], change: impl Fn(Vec<u32>) -> Vec<Vec<u32>>) -> Vec<u32> {
    words[..5].iter().copied().chain(instructions(words).into_iter().flat_map(change).flatten()).collect()
}

fn text(opcode: u32, before: &[u32], text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() + 4 - text.len() % 4, 0);
    let words = bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap()));
    let mut out: Vec<u32> = before.iter().copied().chain(words).collect();
    out.insert(0, (out.len() as u32 + 1) << 16 | opcode);
    out
}

#[test]
fn a_texture_and_a_sampler_at_one_place_are_taken_apart() {
    let made = compile(&ShaderDesc::wgsl("t", TEXTURED)).unwrap();
    // The sampler's binding becomes the texture's (OpDecorate 71, Binding 33).
    let words = changed(made.words(), |i| {
        let sampler = i[0] & 0xffff == 71 && i[2..] == [33, 4];
        vec![if sampler { vec![i[0], i[1], 33, 3] } else { i }]
    });
    for &target in Target::ALL {
        let made = translate(&words, "fs", target, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let slots: Vec<Slot> = made.bindings.iter().map(|b| b.slot).collect();
        let pairs = made.pairs.iter().map(|p| p.sampler);
        let sampler = Slot { set: 0, binding: 503 };
        assert!(slots.contains(&sampler) || pairs.clone().any(|s| s == Some(sampler)), "{target}: {slots:?}");
    }
}

#[test]
fn names_for_other_tools_and_instructions_without_a_meaning_are_left_out() {
    let made = compile(&ShaderDesc::wgsl("t", TEXTURED)).unwrap();
    let words = changed(made.words(), |i| match i[0] & 0xffff {
        // After the memory model.
        14 => vec![i],
        // Before the first import.
        11 => vec![
            text(10, &[], "SPV_GOOGLE_hlsl_functionality1"),
            text(10, &[], "SPV_KHR_non_semantic_info"),
            i,
        ],
        _ => vec![i],
    });
    assert!(words.len() > made.words().len());
    for &target in Target::ALL {
        translate(&words, "fs", target, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn whole_numbers_that_a_vertex_shader_gives_are_flat_though_it_is_not_said() {
    let source = "
struct Out { @builtin(position) at: vec4<f32>, @location(0) @interpolate(flat) n: vec2<u32>, }
@vertex fn vs(@builtin(vertex_index) i: u32) -> Out { return Out(vec4(1.0), vec2(i, 1u)); }
";
    let made = compile(&ShaderDesc::wgsl("t", source)).unwrap();
    let flat = |i: &Vec<u32>| i[0] & 0xffff == 71 && i[2..] == [14];
    assert!(instructions(made.words()).iter().any(flat));
    let words = changed(made.words(), |i| if flat(&i) { Vec::new() } else { vec![i] });
    for &target in Target::ALL {
        translate(&words, "vs", target, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn texels_are_fetched_by_unsigned_coordinates() {
    let source = "
@group(0) @binding(0) var image: texture_2d<f32>;
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(image, vec3<u32>(at.xyz).xy, 0);
}
";
    let made = compile(&ShaderDesc::wgsl("t", source)).unwrap();
    for &target in Target::ALL {
        translate(made.words(), "fs", target, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    }
}
