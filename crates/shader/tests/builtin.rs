//! Candor's own shaders: each reads well, keeps to the portable limits, and agrees with the structures that the CPU fills.

use candor_shader::layout::*;
use candor_shader::{
    BindingKind, Block, Count, Member, Reflection, SamplerUse, Scalar, Shader, ShaderError, Slot, Stage, get,
    reflect, shaders,
};
use std::mem::{offset_of, size_of};

fn reflection(shader: &Shader) -> Reflection {
    shader.reflection().unwrap_or_else(|e| panic!("{}: {e}", shader.name()))
}

fn block(shader: &Shader, set: u32, binding: u32) -> Block {
    let reflection = reflection(shader);
    let slot = Slot { set, binding };
    let found =
        reflection.at(slot).next().unwrap_or_else(|| panic!("{} has nothing at {slot:?}", shader.name()));
    found.block.clone().unwrap_or_else(|| panic!("{} has no block at {slot:?}", shader.name()))
}

fn push(shader: &Shader) -> Block {
    reflection(shader).push.unwrap_or_else(|| panic!("{} has no push data", shader.name()))
}

/// Compares every member by name, offset and size, and that none is left out on either side.
fn same(block: &[Member], expected: &[(&str, usize, usize)]) {
    let found: Vec<_> =
        block.iter().map(|m| (m.name.as_str(), m.offset_bytes as usize, m.size_bytes as usize)).collect();
    assert_eq!(found, expected);
}

macro_rules! fields {
    ($type:ty { $($field:ident: $name:literal),* $(,)? }) => {
        &[$(($name, offset_of!($type, $field), {
            fn size<T, F>(_: fn(&T) -> &F) -> usize { size_of::<F>() }
            size(|v: &$type| &v.$field)
        })),*]
    };
}

#[test]
fn every_shader_is_one_entry_point_of_its_stated_stage() {
    assert!(shaders::ALL.len() >= 30, "{}", shaders::ALL.len());
    for shader in shaders::ALL {
        let reflection = reflection(shader);
        assert_eq!(reflection.version, [1, 3], "{}", shader.name());
        let [entry] = reflection.entry_points.as_slice() else {
            panic!("{} has {} entry points", shader.name(), reflection.entry_points.len())
        };
        assert_eq!((entry.name.as_str(), entry.stage), (shader.entry_point, shader.stage));
        assert!(std::ptr::eq(get(&shader.name()).unwrap(), *shader), "{}", shader.name());
    }
}

#[test]
fn the_json_beside_the_words_says_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/compiled");
    for shader in shaders::ALL {
        let text = std::fs::read_to_string(format!("{folder}/{}.json", shader.module)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let entry =
            json["shaders"].as_array().unwrap().iter().find(|s| s["name"] == shader.name().as_str()).unwrap();
        let read: Reflection = serde_json::from_value(entry["reflection"].clone()).unwrap();
        assert_eq!(read, reflection(shader), "{}", shader.name());
    }
}

#[test]
fn structures_are_laid_out_as_the_shaders_read_them() {
    let frame = block(&shaders::PBR_FS_MAIN, 0, 0);
    assert_eq!(frame.size_bytes as usize, size_of::<Frame>());
    same(
        &frame.members,
        fields!(Frame {
            view_proj: "viewProj",
            inv_view_proj: "invViewProj",
            shadow_view_proj: "shadowViewProj",
            eye: "eye",
            sun_direction: "sunDirection",
            sun_color: "sunColor",
            sky_color: "skyColor",
            horizon_color: "horizonColor",
            ground_color: "groundColor",
            params: "params",
            shadow_params: "shadowParams",
            lights: "lights",
        }),
    );
    let lights = frame.member("lights").unwrap();
    assert_eq!(lights.stride_bytes, Some(size_of::<Light>() as u32));
    same(
        &lights.members,
        fields!(Light {
            position_kind: "positionKind",
            direction_range: "directionRange",
            color: "color",
            spot: "spot"
        }),
    );

    let material = block(&shaders::PBR_FS_MAIN_MASK, 1, 0);
    assert_eq!(material.size_bytes as usize, size_of::<Material>());
    same(
        &material.members,
        fields!(Material {
            base_color: "baseColor",
            emissive: "emissive",
            factors: "factors",
            params: "params",
            uv: "uv"
        }),
    );
    let uv = material.member("uv").unwrap();
    assert_eq!(uv.stride_bytes, Some(size_of::<UvTransform>() as u32));
    same(&uv.members, fields!(UvTransform { row0: "row0", row1: "row1" }));

    let draw = push(&shaders::PBR_VS_MAIN);
    assert_eq!(size_of::<Draw>(), 128);
    same(
        &draw.members,
        fields!(Draw {
            model: "model",
            normal0: "normal0",
            normal1: "normal1",
            normal2: "normal2",
            params: "params"
        }),
    );
    for other in [&shaders::SHADOW_VS_MAIN, &shaders::SHADOW_VS_MASK, &shaders::PBR_FS_MAIN] {
        assert_eq!(push(other).members, draw.members, "{}", other.name());
    }
    for other in [&shaders::SHADOW_VS_MASK, &shaders::SKY_FS_MAIN, &shaders::PBR_VS_MAIN] {
        assert_eq!(block(other, 0, 0).members, frame.members, "{}", other.name());
    }
    assert_eq!(block(&shaders::SHADOW_FS_MASK, 1, 0).members, material.members);

    same(&push(&shaders::PROBE_FS_MAIN).members, fields!(ProbePush { color: "color" }));
    same(&push(&shaders::TONEMAP_FS_MAIN).members, fields!(TonemapPush { params: "params" }));
    same(&push(&shaders::COMPUTE_FILL_CS_MAIN).members, fields!(FillPush { params: "params" }));
    for item in [&shaders::W1_VS_MAIN, &shaders::W1_FS3, &shaders::W1P_VS_MAIN] {
        same(&block(item, 0, 0).members, fields!(W1Item { offset_scale: "offsetScale", color: "color" }));
    }
    let w1p = push(&shaders::W1P_FS0);
    assert_eq!((w1p.size_bytes as usize, size_of::<W1Push>()), (64, 64));
    same(&w1p.members[..2], &fields!(W1Push { color: "color", offset: "offset", unused: "unused" })[..2]);
}

#[test]
fn bindings_are_of_the_kinds_that_the_renderer_makes() {
    let pbr = reflection(&shaders::PBR_FS_MAIN);
    let kind = |set, binding| pbr.at(Slot { set, binding }).next().unwrap().kind;
    assert!(matches!(kind(0, 1), BindingKind::SampledTexture(t) if t.depth));
    assert_eq!(kind(0, 2), BindingKind::Sampler(SamplerUse::Comparison));
    for i in 1..=5 {
        assert!(matches!(kind(1, i), BindingKind::SampledTexture(t) if !t.depth), "texture {i}");
        assert_eq!(kind(1, i + 5), BindingKind::Sampler(SamplerUse::Filtering), "sampler {i}");
    }
    let fill = reflection(&shaders::COMPUTE_FILL_CS_MAIN);
    assert_eq!(fill.bindings[0].kind, BindingKind::StorageBuffer { read_only: false });
    assert_eq!(fill.entry_points[0].workgroup_size, Some([64, 1, 1]));
    // What a permutation does not read, it does not ask for.
    assert!(reflection(&shaders::PBR_FS_MAIN_UNLIT).at(Slot { set: 0, binding: 1 }).next().is_none());
    assert_eq!(reflection(&shaders::SHADOW_VS_MAIN).bindings.len(), 1);
}

#[test]
fn vertex_inputs_and_targets_are_named_with_their_formats() {
    let entry = reflection(&shaders::PBR_VS_MAIN).entry_points.remove(0);
    let inputs: Vec<_> = entry.inputs.iter().map(|i| (i.location, i.components)).collect();
    use attribute::*;
    assert_eq!(inputs, [(POSITION, 3), (NORMAL, 3), (TANGENT, 4), (UV0, 2), (UV1, 2), (COLOR, 4)]);
    assert!(entry.inputs.iter().all(|i| i.scalar == Scalar::Float(32)));
    let target = &reflection(&shaders::PBR_FS_MAIN).entry_points[0].outputs;
    assert_eq!(target.iter().map(|o| (o.location, o.components)).collect::<Vec<_>>(), [(0, 4)]);
    assert!(reflection(&shaders::SHADOW_FS_MASK).entry_points[0].outputs.is_empty());
    // BuiltIn PointSize is 1: points need it, triangles must not have it.
    assert!(reflection(&shaders::PBR_VS_MAIN_POINTS).entry_points[0].builtin_outputs.contains(&1));
    assert!(!entry.builtin_outputs.contains(&1));
}

#[test]
fn stages_fit_together() {
    let pairs = [
        (&shaders::TRIANGLE_VS_MAIN, &shaders::TRIANGLE_FS_MAIN),
        (&shaders::PBR_VS_MAIN, &shaders::PBR_FS_MAIN),
        (&shaders::PBR_VS_MAIN_POINTS, &shaders::PBR_FS_MAIN_UNLIT_MASK),
        (&shaders::SHADOW_VS_MASK, &shaders::SHADOW_FS_MASK),
        (&shaders::SKY_VS_MAIN, &shaders::SKY_FS_MAIN),
        (&shaders::MIPS_VS_MAIN, &shaders::MIPS_FS_MAIN),
    ];
    for (vertex, fragment) in pairs {
        let outputs = reflection(vertex).entry_points.remove(0).outputs;
        for input in reflection(fragment).entry_points.remove(0).inputs {
            let from = outputs.iter().find(|o| o.location == input.location);
            let from = from.unwrap_or_else(|| panic!("{} does not write {input:?}", vertex.name()));
            assert_eq!(
                (from.scalar, from.components),
                (input.scalar, input.components),
                "{}",
                fragment.name()
            );
        }
    }
}

#[test]
fn the_portable_limits_are_kept() {
    for shader in shaders::ALL {
        let name = shader.name();
        let reflection = reflection(shader);
        assert!(reflection.bindings.iter().all(|b| b.slot.set < 3), "{name}");
        assert!(reflection.push.as_ref().is_none_or(|p| p.size_bytes <= 128), "{name}");
        let many = |f: fn(&BindingKind) -> bool| reflection.bindings.iter().filter(|b| f(&b.kind)).count();
        assert!(many(|k| matches!(k, BindingKind::SampledTexture(_))) <= 16, "{name}");
        assert!(many(|k| matches!(k, BindingKind::Sampler(_))) <= 16, "{name}");
        assert!(many(|k| matches!(k, BindingKind::UniformBuffer)) <= 11, "{name}");
        assert_eq!(many(|k| matches!(k, BindingKind::CombinedTextureSampler(_))), 0, "{name}");
        // A proof is there to go beyond.
        if shader.module.starts_with("proof_") {
            continue;
        }
        assert!(reflection.bindings.iter().all(|b| b.count == Count::One), "{name}");
        // SPIR-V capabilities Shader (1) and ImageQuery (50): what every translator and every device takes. Sampled1D (43) is only
        // in what is used where there are textures of one dimension, and when it is asked for.
        let lines = name == "internal_mips.fs_line";
        assert!(
            reflection.capabilities.iter().all(|c| [1, 50].contains(c) || lines && *c == 43),
            "{name}: {:?}",
            reflection.capabilities
        );
        if shader.stage == Stage::Vertex {
            assert_eq!(many(|k| matches!(k, BindingKind::StorageBuffer { .. })), 0, "{name}");
        }
    }
}

#[test]
fn an_unknown_name_lists_its_neighbours() {
    let near = get("pbr.fs_main.gold").unwrap_err();
    assert!(
        matches!(&near, ShaderError::Unknown { nearest, .. } if nearest.contains("pbr.fs_main.mask")),
        "{near}"
    );
    let far = get("gold").unwrap_err().to_string();
    assert!(far.contains("tonemap") && far.contains("\"gold\""), "{far}");
    assert_eq!(get("").unwrap_err().code(), "shader-unknown");
}

#[test]
fn no_debug_information_is_left() {
    // OpSource is opcode 3; a validation layer of 2023 refuses the number that stands for Slang in it.
    for shader in shaders::ALL {
        let words = candor_shader::strip_debug(shader.words()).unwrap();
        assert_eq!(words, shader.words(), "{}", shader.name());
        reflect(&words).unwrap();
    }
}
