//! What the loader makes of each part of glTF that it reads.
#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use candor_render::gltf::{
    Code, LoadError, LoadOptions, Loaded, Progress, Stage, load_bytes, load_with_progress,
};
use candor_render::scene::{Alpha, Encoding, Filter, LightKind, Primitive, Projection, Topology, Wrap};
use common::{Case, base64, data, floats, json, png};
use glam::{Mat4, Vec2, Vec3, Vec4};

fn load((bytes, name): Case) -> Loaded {
    let loaded = load_bytes(&bytes, name, None, &LoadOptions::default()).unwrap();
    loaded.scene.validate().unwrap();
    loaded
}

/// As [`load`], and nothing is wrong with the file.
fn clean(case: Case) -> Loaded {
    let loaded = load(case);
    let all: Vec<String> = loaded.warnings.list().iter().map(ToString::to_string).collect();
    assert!(all.is_empty(), "{all:?}");
    loaded
}

fn notes(loaded: &Loaded) -> String {
    loaded.outcomes.iter().map(|n| format!("{n}\n")).collect()
}

const DRAWN: &str = r#","nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0"#;
/// Five points on a bow, so that no strip or fan of them is degenerate.
const FIVE: [f32; 15] = [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0., -1., 0.5, 0.];
const FIVE_ACCESSOR: &str = r#""componentType":5126,"type":"VEC3","count":5,"min":[-1,0,0],"max":[1,1,0]"#;

/// The primitive of five points with these members, one more accessor and more members of the root.
fn five(accessor: Option<(&str, &[u8])>, attributes: &str, members: &str, more: &str) -> Case {
    let positions = floats(&FIVE);
    let mut parts = vec![(FIVE_ACCESSOR, positions.as_slice())];
    parts.extend(accessor);
    let mesh = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{attributes}}}{members}}}]}}]{DRAWN}{more}"#
    );
    data(&parts, &mesh)
}

fn only(loaded: &Loaded) -> &Primitive {
    &loaded.scene.meshes[0].primitives[0]
}

#[test]
fn every_mode_becomes_a_list_with_and_without_indices() {
    let plain: [(u64, Topology, Option<Vec<u32>>); 7] = [
        (0, Topology::Points, None),
        (1, Topology::Lines, Some(vec![0, 1, 2, 3])),
        (2, Topology::Lines, Some(vec![0, 1, 1, 2, 2, 3, 3, 4, 4, 0])),
        (3, Topology::Lines, Some(vec![0, 1, 1, 2, 2, 3, 3, 4])),
        (4, Topology::Triangles, Some(vec![0, 1, 2])),
        (5, Topology::Triangles, Some(vec![0, 1, 2, 1, 3, 2, 2, 3, 4])),
        (6, Topology::Triangles, Some(vec![1, 2, 0, 2, 3, 0, 3, 4, 0])),
    ];
    let normal = r#""componentType":5126,"type":"VEC3","count":5"#;
    let up = floats(&[0., 0., 1.].repeat(5));
    for (mode, topology, list) in plain {
        // With normals nothing is taken apart, so the list itself can be looked at.
        let members = format!(r#","mode":{mode}"#);
        let loaded = load(five(Some((normal, &up)), r#","NORMAL":1"#, &members, ""));
        let p = only(&loaded);
        assert_eq!((p.topology, &p.indices, p.positions.len()), (topology, &list, 5), "mode {mode}");
        for component in [(5121, 1), (5123, 2), (5125, 4)] {
            let accessor = format!(r#""componentType":{},"type":"SCALAR","count":5"#, component.0);
            let bytes: Vec<u8> =
                (0..5u32).flat_map(|i| i.to_le_bytes().into_iter().take(component.1)).collect();
            let members = format!(r#","mode":{mode},"indices":1"#);
            let loaded = load(five(Some((&accessor, &bytes)), "", &members, ""));
            let p = only(&loaded);
            let drawn = list.as_ref().map_or(5, Vec::len);
            assert_eq!((p.topology, p.draw_count()), (topology, drawn), "mode {mode} {component:?}");
            assert_eq!(p.normals.is_some(), topology == Topology::Triangles);
        }
    }
}

#[test]
fn a_restart_value_cuts_a_strip_and_a_short_remainder_is_left_out() {
    let accessor = r#""componentType":5121,"type":"SCALAR","count":7"#;
    let loaded = load(five(Some((accessor, &[0, 1, 2, 255, 2, 3, 4])), "", r#","mode":5,"indices":1"#, ""));
    assert!(loaded.warnings.contains(Code::AccessorIndexPrimitiveRestart));
    let p = only(&loaded);
    let corners: Vec<Vec3> = [0, 1, 2, 2, 3, 4].map(|i| Vec3::from_slice(&FIVE[i * 3..])).to_vec();
    assert_eq!(p.positions, corners);
    let two = r#""componentType":5121,"type":"SCALAR","count":2"#;
    let loaded = load(five(Some((two, &[0, 1])), "", r#","mode":4,"indices":1"#, ""));
    assert!(loaded.scene.is_empty() && notes(&loaded).contains("no complete point, line or triangle"));
    assert!(notes(&loaded).contains("nothing that can be drawn"));
}

#[test]
fn vertex_colours_of_all_types_are_the_same_colours() {
    let half = |max: f32| (max * 0.5).round() as u16;
    let u8s: Vec<u8> = [0, half(255.0) as u8, 255, 255].repeat(5);
    let u16s: Vec<u8> =
        [0, half(65535.0), 65535, 65535].repeat(5).iter().flat_map(|v| v.to_le_bytes()).collect();
    let f32s = floats(&[0., 0.5, 1., 1.].repeat(5));
    let rgb = floats(&[0., 0.5, 1.].repeat(5));
    for (accessor, bytes) in [
        (r#""componentType":5126,"type":"VEC4","count":5"#, f32s),
        (r#""componentType":5126,"type":"VEC3","count":5"#, rgb),
        (r#""componentType":5121,"type":"VEC4","count":5,"normalized":true"#, u8s),
        (r#""componentType":5123,"type":"VEC4","count":5,"normalized":true"#, u16s),
    ] {
        let loaded = load(five(Some((accessor, &bytes)), r#","COLOR_0":1"#, r#","mode":0"#, ""));
        for c in only(&loaded).colors.as_ref().unwrap() {
            assert!(c.abs_diff_eq(Vec4::new(0., 0.5, 1., 1.), 0.003), "{accessor}: {c}");
        }
    }
}

#[test]
fn quantized_positions_are_read_with_stride_and_normalisation() {
    let bytes: Vec<u8> = [[0i16, 0, 0, 9], [32767, 0, 0, 9], [0, -32768, 0, 9]]
        .iter()
        .flatten()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let accessor = r#""componentType":5122,"type":"VEC3","count":3,"normalized":true,"min":[0,-32768,0],"max":[32767,0,0]"#;
    let extension =
        r#","extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"]"#;
    let mesh =
        format!(r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]{DRAWN}{extension}"#);
    let (file, name) = data(&[(accessor, &bytes)], &mesh);
    let text =
        String::from_utf8(file).unwrap().replace(r#""byteOffset":0,"#, r#""byteOffset":0,"byteStride":8,"#);
    let loaded = clean((text.into_bytes(), name));
    assert_eq!(only(&loaded).positions, [Vec3::ZERO, Vec3::X, Vec3::NEG_Y]);
}

#[test]
fn missing_normals_are_flat_and_missing_tangents_follow_the_coordinates() {
    let uv = floats(&[0., 1., 1., 1., 1., 0., 0., 0., 0., 0.5]);
    let accessor = r#""componentType":5126,"type":"VEC2","count":5"#;
    let material = format!(
        r#","materials":[{{"normalTexture":{{"index":0,"scale":0.5}}}}],"textures":[{{"source":0}}],
        "images":[{{"uri":"data:image/png;base64,{}"}}]"#,
        base64(&png())
    );
    let loaded =
        clean(five(Some((accessor, &uv)), r#","TEXCOORD_0":1"#, r#","mode":6,"material":0"#, &material));
    let p = only(&loaded);
    assert_eq!((p.positions.len(), p.normals.as_ref().unwrap()[0]), (9, Vec3::Z));
    let t = p.tangents.as_ref().unwrap()[0];
    assert!(t.abs_diff_eq(Vec4::new(1., 0., 0., 1.), 1e-4), "{t}");
    assert_eq!(loaded.scene.materials[0].normal_scale, 0.5);
    assert_eq!(loaded.scene.images[0].encoding, Encoding::Linear);
}

#[test]
fn coordinate_sets_are_packed_and_the_transform_may_choose_another() {
    let uv = floats(&[0.25; 10]);
    let accessor = r#""componentType":5126,"type":"VEC2","count":5"#;
    let image = format!(r#"{{"uri":"data:image/png;base64,{}"}}"#, base64(&png()));
    let material = format!(
        r#","extensionsUsed":["KHR_texture_transform"],"images":[{image}],"textures":[{{"source":0,"sampler":0}}],
        "samplers":[{{"magFilter":9728,"minFilter":9985,"wrapS":33071,"wrapT":33648}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0,"texCoord":3,
        "extensions":{{"KHR_texture_transform":{{"offset":[0.5,0],"scale":[2,4],"texCoord":0}}}}}}}},
        "emissiveTexture":{{"index":0,"texCoord":5}},"occlusionTexture":{{"index":0,"strength":0.25}}}}]"#
    );
    let loaded =
        load(five(Some((accessor, &uv)), r#","TEXCOORD_0":1"#, r#","mode":0,"material":0"#, &material));
    assert!(loaded.warnings.contains(Code::MeshPrimitiveTooFewTexcoords));
    let m = &loaded.scene.materials[0];
    assert_eq!(m.uv_sets, [0, 5]);
    let (base, glow, occlusion) =
        (m.base_color_texture.unwrap(), m.emissive_texture.unwrap(), m.occlusion_texture.unwrap());
    assert_eq!((base.uv, glow.uv, occlusion.uv, m.occlusion_strength), (0, 1, 0, 0.25));
    assert_eq!(base.transform.transform_point2(Vec2::ONE), Vec2::new(2.5, 4.0));
    let s = loaded.scene.samplers[base.sampler];
    assert_eq!((s.mag, s.min, s.mip), (Filter::Nearest, Filter::Linear, Some(Filter::Nearest)));
    assert_eq!((s.wrap_u, s.wrap_v), (Wrap::Clamp, Wrap::Mirror));
    let p = only(&loaded);
    assert_eq!((p.uvs[0][4], p.uvs[1][4]), (Vec2::splat(0.25), Vec2::ZERO));
    // One picture, read as colour and as data.
    let images = &loaded.scene.images;
    assert_eq!(images.len(), 2);
    assert!(std::sync::Arc::ptr_eq(&images[0].rgba8, &images[1].rgba8));
    assert_eq!(images[occlusion.image].encoding, Encoding::Linear);
    assert_eq!((base.image, images[base.image].encoding), (glow.image, Encoding::Srgb));
}

#[test]
fn materials_carry_every_factor() {
    let material = r#","extensionsUsed":["KHR_materials_unlit","KHR_materials_emissive_strength"],"materials":[{"name":"m",
        "pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0.5,"roughnessFactor":0.6},
        "emissiveFactor":[1,0.5,0],"alphaMode":"MASK","alphaCutoff":0.7,"doubleSided":true,
        "extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":4}}},
        {"alphaMode":"BLEND"}]"#;
    let loaded = clean(five(
        None,
        "",
        r#","mode":6,"material":0},{"attributes":{"POSITION":0},"mode":6,"material":1},{"attributes":{"POSITION":0},"mode":6"#,
        material,
    ));
    let [m, blend, default] = loaded.scene.materials.as_slice() else { panic!() };
    assert_eq!((m.base_color, m.metallic, m.roughness), (Vec4::new(0.1, 0.2, 0.3, 0.4), 0.5, 0.6));
    assert_eq!((m.emissive, m.alpha), (Vec3::new(4., 2., 0.), Alpha::Mask { cutoff: 0.7 }));
    assert!(m.double_sided && m.unlit && m.name == "m");
    assert_eq!((blend.alpha, blend.metallic), (Alpha::Blend, 1.0));
    assert_eq!(
        (default.alpha, default.base_color, default.name.as_str()),
        (Alpha::Opaque, Vec4::ONE, "default")
    );
}

#[test]
fn nodes_cameras_and_lights_are_in_world_space() {
    let more = r#","extensionsUsed":["KHR_lights_punctual"],
        "extensions":{"KHR_lights_punctual":{"lights":[
            {"type":"directional","intensity":3,"color":[1,0.5,0.25]},
            {"type":"point","intensity":20,"range":5},
            {"type":"spot","spot":{"innerConeAngle":0.1,"outerConeAngle":0.2}}]}},
        "cameras":[{"type":"perspective","perspective":{"yfov":0.7,"znear":0.1,"aspectRatio":1.5}},
            {"type":"orthographic","orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":10}}]"#;
    let (file, name) = five(None, "", r#","mode":6"#, more);
    let nodes = r#""nodes":[
        {"translation":[1,2,3],"scale":[-2,2,2],"children":[1,2,3]},
        {"mesh":0,"matrix":[0,0,-1,0, 0,1,0,0, 1,0,0,0, 0,0,5,1]},
        {"camera":0,"rotation":[0,0.7071068,0,0.7071068],"extensions":{"KHR_lights_punctual":{"light":0}}},
        {"camera":1,"mesh":0,"extensions":{"KHR_lights_punctual":{"light":1}},"children":[4]},
        {"rotation":[0.7071068,0,0,0.7071068],"extensions":{"KHR_lights_punctual":{"light":2}}}]"#;
    let text = String::from_utf8(file).unwrap().replace(r#""nodes":[{"mesh":0}]"#, nodes);
    let loaded = clean((text.into_bytes(), name));
    let scene = &loaded.scene;
    let parent = Mat4::from_translation(Vec3::new(1., 2., 3.)) * Mat4::from_scale(Vec3::new(-2., 2., 2.));
    let turned = Mat4::from_translation(Vec3::Z * 5.) * Mat4::from_rotation_y(std::f32::consts::FRAC_PI_2);
    assert!(scene.instances[0].world.abs_diff_eq(parent * turned, 1e-5));
    assert!(scene.instances.iter().all(|i| i.flipped) && scene.instances.len() == 2);
    assert_eq!(scene.meshes.len(), 1);
    // The first camera looks along -x of its parent, which is mirrored: +x of the world.
    let [first, second] = scene.cameras.as_slice() else { panic!() };
    assert!(first.forward().abs_diff_eq(Vec3::X, 1e-5) && first.eye() == Vec3::new(1., 2., 3.));
    assert_eq!(
        first.projection,
        Projection::Perspective { yfov: 0.7, aspect: Some(1.5), znear: 0.1, zfar: None }
    );
    assert_eq!(second.projection, Projection::Orthographic { xmag: 2., ymag: 3., znear: 0., zfar: 10. });
    let [sun, point, spot] = scene.lights.as_slice() else { panic!() };
    assert!(sun.direction.abs_diff_eq(Vec3::X, 1e-5));
    assert_eq!((sun.kind, sun.intensity, sun.color), (LightKind::Directional, 3., Vec3::new(1., 0.5, 0.25)));
    assert_eq!(
        (point.kind, point.range, point.position),
        (LightKind::Point, Some(5.), Vec3::new(1., 2., 3.))
    );
    assert_eq!(spot.kind, LightKind::Spot { inner_angle: 0.1, outer_angle: 0.2 });
    assert!(spot.direction.abs_diff_eq(Vec3::Y, 1e-5), "{}", spot.direction);
}

#[test]
fn the_scene_that_is_drawn() {
    let base = |scenes: &str| {
        let (file, name) = five(None, "", r#","mode":6"#, "");
        let text = String::from_utf8(file).unwrap();
        let nodes =
            r#""nodes":[{"mesh":0,"name":"a"},{"mesh":0,"name":"b","children":[2]},{"mesh":0,"name":"c"}]"#;
        let text = text.replace(
            r#""nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0"#,
            &format!("{nodes}{scenes}"),
        );
        let loaded = clean((text.into_bytes(), name));
        let names: Vec<String> = loaded.scene.instances.iter().map(|i| i.name.clone()).collect();
        (names.concat(), notes(&loaded))
    };
    assert_eq!(base(r#","scenes":[{"nodes":[0]},{"nodes":[1]}],"scene":1"#), ("bc".into(), String::new()));
    let (names, notes) = base(r#","scenes":[{"nodes":[0]},{"nodes":[1]}]"#);
    assert!(names == "a" && notes.contains("adjusted from the default scene to scene 0"), "{notes}");
    assert_eq!(base(r#","scenes":[{"nodes":[1]}]"#), ("bc".into(), String::new()));
    let (names, notes) = base("");
    assert!(names == "abc" && notes.contains("to all root nodes"), "{notes}");
}

#[test]
fn extensions_are_named_ignored_when_optional_and_refused_when_required() {
    let optional = clean(json(r#""extensionsUsed":["EXT_one","KHR_materials_sheen"]"#));
    assert!(notes(&optional).contains("/extensionsUsed/0: refused: EXT_one: not implemented"));
    assert!(notes(&optional).contains("KHR_materials_sheen"));
    let (bytes, name) = json(
        r#""extensionsUsed":["EXT_one","EXT_two","KHR_materials_unlit"],"extensionsRequired":["EXT_two","KHR_materials_unlit","EXT_one"],"nodes":[{"mesh":7}]"#,
    );
    let error = load_bytes(&bytes, name, None, &LoadOptions::default()).unwrap_err();
    let LoadError::UnsupportedRequired { extensions, findings, .. } = &error else { panic!("{error}") };
    assert_eq!(extensions, &["EXT_two", "EXT_one"]);
    assert!(findings.contains(Code::UnresolvedReference));
    assert!(error.to_string().contains("requires EXT_two, EXT_one, which Candor does not have"), "{error}");
    // What is not glTF 2 at all is broken first.
    let bytes = br#"{"asset":{"version":"1.0"},"extensionsUsed":["A_b"],"extensionsRequired":["A_b"]}"#;
    let error = load_bytes(bytes, "x.gltf", None, &LoadOptions::default()).unwrap_err();
    assert!(matches!(error, LoadError::Broken { .. }));
}

#[test]
fn pictures_that_cannot_be_had_get_a_stand_in_that_shows() {
    let bytes = base64(b"RIFF\0\0\0\0WEBPVP8 ");
    let textures = format!(
        r#","images":[{{"uri":"data:image/webp;base64,{bytes}"}}],"textures":[{{"source":0}},{{}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}},"metallicRoughnessTexture":{{"index":1}}}},
        "normalTexture":{{"index":1}}}}]"#
    );
    let uv = floats(&[0.; 10]);
    let accessor = r#""componentType":5126,"type":"VEC2","count":5"#;
    let loaded =
        load(five(Some((accessor, &uv)), r#","TEXCOORD_0":1"#, r#","mode":6,"material":0"#, &textures));
    let m = &loaded.scene.materials[0];
    let pixel = |t: Option<candor_render::scene::TextureRef>| {
        let image = &loaded.scene.images[t.unwrap().image];
        (image.width, [image.rgba8[0], image.rgba8[1], image.rgba8[2]])
    };
    assert_eq!(pixel(m.base_color_texture), (16, [255, 0, 255]));
    assert_eq!(pixel(m.metallic_roughness_texture), (1, [255, 255, 255]));
    assert_eq!(pixel(m.normal_texture), (1, [128, 128, 255]));
    let notes = notes(&loaded);
    assert!(
        notes.contains("/images/0: adjusted from image/webp to a stand-in: image/webp images"),
        "{notes}"
    );
    assert!(notes.contains("/textures/1: adjusted from its image to a stand-in"), "{notes}");
    assert!(loaded.warnings.contains(Code::ImageNonEnabledMimeType));
}

#[test]
fn a_placeholder_buffer_is_no_error_but_nothing_is_drawn_from_it() {
    let loaded = clean(json(&format!(
        r#""buffers":[{{"byteLength":36}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,1]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]{DRAWN}"#
    )));
    assert!(loaded.scene.is_empty());
    assert!(notes(&loaded).contains("a buffer without content"), "{}", notes(&loaded));
}

#[test]
fn a_member_that_is_there_twice_counts_with_its_last_value() {
    let (bytes, name) = json(
        r#""nodes":[{"camera":9,"camera":0,"name":"n"}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}],"scenes":[{"nodes":[0]}]"#,
    );
    let loaded = clean((bytes, name));
    assert_eq!(loaded.scene.cameras[0].name, "n");
}

#[test]
fn progress_goes_through_the_stages_in_order() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("progress.gltf");
    let image = format!(r#","images":[{{"uri":"data:image/png;base64,{}"}}]"#, base64(&png()));
    std::fs::write(&path, five(None, "", r#","mode":6"#, &image).0).unwrap();
    let mut seen: Vec<Progress> = Vec::new();
    let loaded = load_with_progress(&path, &LoadOptions::default(), &mut |p| seen.push(p)).unwrap();
    assert!(!loaded.scene.is_empty());
    let mut stages: Vec<Stage> = seen.iter().map(|p| p.stage).collect();
    stages.dedup();
    assert_eq!(stages, [Stage::Parse, Stage::Buffers, Stage::Check, Stage::Images, Stage::Meshes]);
    assert!(seen.iter().all(|p| p.done <= p.total));
}

#[test]
fn numbers_of_extensions_that_are_not_drawn_are_checked_too() {
    let material = |extension: &str, members: &str| {
        let more = format!(
            r#""extensionsUsed":["{extension}"],"materials":[{{"extensions":{{"{extension}":{{{members}}}}}}}]"#
        );
        load(json(&more)).warnings
    };
    assert!(material("KHR_materials_clearcoat", r#""clearcoatFactor":2"#).contains(Code::ValueNotInRange));
    assert!(material("KHR_materials_volume", r#""attenuationDistance":0"#).contains(Code::ValueNotInRange));
    assert!(material("KHR_materials_ior", r#""ior":0.5"#).contains(Code::ValueNotInRange));
    assert!(material("KHR_materials_ior", r#""ior":0"#).is_empty());
    assert!(material("KHR_materials_sheen", r#""sheenColorFactor":[0,0.5,1]"#).is_empty());
}

#[test]
fn what_is_said_can_be_read_by_programs() {
    let loaded = load(json(r#""extensionsUsed":["EXT_one"],"materials":[{"alphaCutoff":-1}],"nodes":[]"#));
    let warnings = loaded.warnings.to_json();
    assert_eq!(warnings["counts"]["VALUE_NOT_IN_RANGE"], 1);
    assert_eq!(warnings["findings"][0]["code"], "VALUE_NOT_IN_RANGE");
    assert_eq!(warnings["findings"][0]["pointer"], "/materials/0/alphaCutoff");
    let note = serde_json::to_value(&loaded.outcomes[0]).unwrap();
    assert_eq!(note["refused"]["code"], "not-implemented");
    assert_eq!(note["pointer"], "/extensionsUsed/0");
    assert!(note["text"].as_str().unwrap().contains("EXT_one"));
}

#[test]
fn an_attribute_that_cannot_be_had_is_left_out_by_name() {
    let loaded = load(five(
        Some((r#""componentType":5126,"type":"VEC7","count":5"#, &[0; 60])),
        r#","NORMAL":1"#,
        r#","mode":6"#,
        "",
    ));
    assert!(!loaded.scene.is_empty());
    assert!(
        notes(&loaded).contains("the attribute NORMAL: its data is of no type that exists"),
        "{}",
        notes(&loaded)
    );
    let loaded = load(five(None, "", r#","mode":4"#, ""));
    assert!(notes(&loaded).contains("the last 2 of 5 vertices: 3 make one primitive"), "{}", notes(&loaded));
}

#[test]
fn a_node_that_is_listed_twice_is_drawn_once_and_under_two_parents_twice() {
    let base = |nodes: &str, scene: &str| {
        let (file, name) = five(None, "", r#","mode":6"#, "");
        let drawn = r#""nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]"#;
        let text = String::from_utf8(file)
            .unwrap()
            .replace(drawn, &format!(r#""nodes":[{nodes}],"scenes":[{{"nodes":[{scene}]}}]"#));
        load((text.into_bytes(), name))
    };
    let loaded = base(r#"{"mesh":0}"#, "0,0");
    assert!(loaded.warnings.contains(Code::DuplicateElements));
    assert_eq!(loaded.scene.instances.len(), 1);
    let loaded = base(r#"{"children":[2]},{"children":[2],"translation":[1,0,0]},{"mesh":0}"#, "0,1");
    assert!(loaded.warnings.contains(Code::NodeParentOverride));
    assert_eq!(loaded.scene.instances.len(), 2);
    let loaded = base(r#"{"children":[1]},{"children":[2]},{"mesh":0,"children":[0]}"#, "1");
    assert!(loaded.warnings.contains(Code::NodeLoop) && loaded.warnings.contains(Code::SceneNonRootNode));
    assert_eq!(loaded.scene.instances.len(), 1);
}

#[test]
fn cameras_stand_in_the_order_of_the_file() {
    let perspective = |name: &str| {
        format!(r#"{{"name":"{name}","type":"perspective","perspective":{{"yfov":1,"znear":1}}}}"#)
    };
    let loaded = clean(json(&format!(
        r#""cameras":[{},{}],"nodes":[{{"camera":1}},{{"camera":0}}],"scenes":[{{"nodes":[0,1]}}]"#,
        perspective("first"),
        perspective("second")
    )));
    let names: Vec<&str> = loaded.scene.cameras.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
}
