//! Morph targets, skins and sparse accessors of glTF files, against numbers worked out by hand.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
mod posing;

use candor_render::gltf::{Code, LoadOptions, Loaded, load_bytes};
use candor_render::scene::Instance;
use common::{Case, data, floats};
use glam::{Mat4, Vec2, Vec3, Vec4};
use posing::{F32, at, first, moved, near, notes, translation};

/// A triangle with two morph targets of every attribute.
fn morphed(mesh: &str, node: &str, more: &str) -> Case {
    let vec3 = format!(r#"{F32},"type":"VEC3","count":3"#);
    let bounded = format!(r#"{vec3},"min":[0,0,0],"max":[1,1,0]"#);
    let uv = format!(r#"{F32},"type":"VEC2","count":3"#);
    let bytes4 = r#""componentType":5121,"type":"VEC4","count":3,"normalized":true"#;
    let signed = r#""componentType":5120,"type":"VEC4","count":3,"normalized":true"#;
    let tangent = format!(r#"{F32},"type":"VEC4","count":3"#);
    let rows = |row: &[f32]| floats(&row.repeat(3));
    let moved = format!(r#"{vec3},"min":[0,0,2],"max":[0,0,2]"#);
    let raised = format!(r#"{vec3},"min":[4,0,0],"max":[4,0,0]"#);
    let parts: [(&str, Vec<u8>); 11] = [
        (&bounded, floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0.])),
        (&vec3, rows(&[0., 0., 1.])),
        (&tangent, rows(&[1., 0., 0., -1.])),
        (&uv, floats(&[0., 0., 1., 0., 0., 1.])),
        (bytes4, [51u8, 102, 153, 204].repeat(3)),
        // The first target.
        (&moved, rows(&[0., 0., 2.])),
        (&vec3, rows(&[1., 0., 0.])),
        (&vec3, rows(&[0., 1., 0.])),
        (&uv, floats(&[1., 0., 0., 1., 1., 0.])),
        (signed, [0u8, 127, 129, 129].repeat(3)),
        // The second target moves positions alone.
        (&raised, rows(&[4., 0., 0.])),
    ];
    let views: Vec<(&str, &[u8])> = parts.iter().map(|(a, b)| (*a, b.as_slice())).collect();
    let text = format!(
        r#""images":[{{"uri":"data:image/png;base64,{}"}}],"textures":[{{"source":0}}],
        "materials":[{{"normalTexture":{{"index":0}}}}],
        "meshes":[{{"primitives":[{{"material":0,
          "attributes":{{"POSITION":0,"NORMAL":1,"TANGENT":2,"TEXCOORD_0":3,"COLOR_0":4}},
          "targets":[{{"POSITION":5,"NORMAL":6,"TANGENT":7,"TEXCOORD_0":8,"COLOR_0":9}},{{"POSITION":10}}]}}]{mesh}}}],
        "nodes":[{{"mesh":0{node}}}],"scenes":[{{"nodes":[0]}}],"scene":0{more}"#,
        common::base64(&common::png())
    );
    data(&views, &text)
}

#[test]
fn every_attribute_is_morphed_and_made_good() {
    let loaded = at(&morphed(r#","weights":[0.5,0.25]"#, "", ""), 0.0);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let (_, p) = first(&loaded);
    assert_eq!(p.positions, [Vec3::new(1., 0., 1.), Vec3::new(2., 0., 1.), Vec3::new(1., 1., 1.)]);
    let half = Vec3::new(0.5, 0., 1.).normalize();
    assert!(p.normals.as_ref().unwrap().iter().all(|n| n.abs_diff_eq(half, 1e-6)));
    // The tangent leans to y; its sign stays.
    let tangent = Vec3::new(1., 0.5, 0.).normalize().extend(-1.0);
    let got = p.tangents.as_ref().unwrap()[0];
    assert!(got.abs_diff_eq(tangent, 1e-5), "{got} {tangent}");
    assert_eq!(p.uvs[0], [Vec2::new(0.5, 0.), Vec2::new(1., 0.5), Vec2::new(0.5, 1.)]);
    let color = p.colors.as_ref().unwrap()[0];
    assert!(color.abs_diff_eq(Vec4::new(0.2, 0.9, 0.1, 0.3), 1e-6), "{color}");
    assert!(notes(&loaded).contains("a mesh that is skinned or morphed to one pose"), "{}", notes(&loaded));
    // Beyond what colours may be they are cut off.
    let loaded = at(&morphed(r#","weights":[2,0]"#, "", ""), 0.0);
    assert_eq!(first(&loaded).1.colors.as_ref().unwrap()[0], Vec4::new(0.2, 1., 0., 0.));
}

#[test]
fn weights_are_the_animations_then_the_nodes_then_the_meshs() {
    let x = |case: &Case, time| first(&at(case, time)).1.positions[0];
    let mesh = r#","weights":[1,0]"#;
    assert_eq!(x(&morphed("", "", ""), 0.0), Vec3::ZERO);
    assert_eq!(x(&morphed(mesh, "", ""), 0.0), Vec3::Z * 2.0);
    let node = r#","weights":[0,1]"#;
    assert_eq!(x(&morphed(mesh, node, ""), 0.0), Vec3::X * 4.0);
    // Too few are warned of and the rest is zero, too many as well.
    assert_eq!(x(&morphed(r#","weights":[1]"#, "", ""), 0.0), Vec3::Z * 2.0);
    assert_eq!(x(&morphed(r#","weights":[1,0,9]"#, "", ""), 0.0), Vec3::Z * 2.0);
    // Two keys of two weights each, as bytes; times and values take places behind the others.
    let uri = common::base64(&[floats(&[0., 1.]), vec![0, 255, 255, 0]].concat());
    let animated = |node: &str, keys: &str| {
        let (bytes, name) = morphed(mesh, node, "");
        let text = String::from_utf8(bytes).unwrap();
        let text = text.replacen(
            r#"],"bufferViews":["#,
            &format!(
                r#",{{"byteLength":12,"uri":"data:application/octet-stream;base64,{uri}"}}],"bufferViews":[
                {{"buffer":1,"byteLength":8}},{{"buffer":1,"byteOffset":8,"byteLength":4}},"#
            ),
            1,
        );
        // Accessors name views by place, and two stand before them now.
        let (head, tail) = text.split_at(text.find(r#""accessors""#).unwrap());
        let mut tail = tail.to_owned();
        for k in (0..11).rev() {
            tail = tail.replace(&format!(r#""bufferView":{k},"#), &format!(r#""bufferView":{},"#, k + 2));
        }
        let more = r#",{"bufferView":0,"componentType":5126,"type":"SCALAR","count":2,"min":[0],"max":[1]},
            {"bufferView":1,"componentType":5121,"type":"SCALAR","count":4,"normalized":true}],"images""#;
        let tail = tail.replacen(r#"],"images""#, more, 1);
        let animation = format!(
            r#","animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"weights"}}}}],
            "samplers":[{{"input":11,"output":12{keys}}}]}}]}}"#
        );
        let text = head.to_owned() + tail.strip_suffix('}').unwrap() + &animation;
        (text.into_bytes(), name)
    };
    let case = animated(node, "");
    for (time, want) in [(0.0, [4., 0., 0.]), (0.5, [2., 0., 1.]), (1.0, [0., 0., 2.])] {
        assert!(near(x(&case, time), want), "{time}: {}", x(&case, time));
    }
    let case = animated("", r#","interpolation":"STEP""#);
    assert_eq!(x(&case, 0.9), Vec3::X * 4.0);
}

/// Joints and weights of the three vertices of a triangle, as accessors with their bytes.
struct Influence<'a> {
    joints: (&'a str, Vec<u8>),
    weights: (&'a str, Vec<u8>),
}

const J8: &str = r#""componentType":5121,"type":"VEC4","count":3"#;
const J16: &str = r#""componentType":5123,"type":"VEC4","count":3"#;
const W32: &str = r#""componentType":5126,"type":"VEC4","count":3"#;
const W8: &str = r#""componentType":5121,"type":"VEC4","count":3,"normalized":true"#;
const W16: &str = r#""componentType":5123,"type":"VEC4","count":3,"normalized":true"#;

/// A triangle moved by two joints: node 1 at (10, 0, 0), node 2 below it at (10, 20, 0). The mesh's own node is far away and
/// scaled, which must not matter.
fn skinned(sets: &[Influence<'_>], skin: &str, normals: bool) -> Case {
    let vec3 = format!(r#"{F32},"type":"VEC3","count":3"#);
    let bounded = format!(r#"{vec3},"min":[0,0,0],"max":[1,1,0]"#);
    let (triangle, up) = (floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0.]), floats(&[0., 0., 1.].repeat(3)));
    let matrices: Vec<f32> = [Vec3::ZERO, Vec3::new(0., -1., 0.)]
        .iter()
        .flat_map(|t| Mat4::from_translation(*t).to_cols_array())
        .collect();
    let matrices = floats(&matrices);
    let mut parts: Vec<(&str, &[u8])> = vec![
        (&bounded, &triangle),
        (r#""componentType":5126,"type":"MAT4","count":2"#, &matrices),
        (&vec3, &up),
    ];
    let mut attributes = String::new();
    for (k, set) in sets.iter().enumerate() {
        attributes += &format!(r#","JOINTS_{k}":{},"WEIGHTS_{k}":{}"#, parts.len(), parts.len() + 1);
        parts.push((set.joints.0, &set.joints.1));
        parts.push((set.weights.0, &set.weights.1));
    }
    if normals {
        attributes += r#","NORMAL":2"#;
    }
    data(
        &parts,
        &format!(
            r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{attributes}}}}}]}}],
            "nodes":[{{"mesh":0,"skin":0,"translation":[500,0,0],"scale":[3,3,3]}},
              {{"translation":[10,0,0],"children":[2]}},{{"translation":[0,20,0]}}],
            "skins":[{{"joints":[1,2]{skin}}}],"scenes":[{{"nodes":[0,1]}}],"scene":0"#
        ),
    )
}

fn u16s(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

const BIND: &str = r#","inverseBindMatrices":1"#;
/// By the first joint alone, by the second alone, by one fifth and four fifths.
const JOINTS: [u8; 12] = [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0];
const WEIGHTS: [f32; 12] = [1., 0., 0., 0., 1., 0., 0., 0., 0.2, 0.8, 0., 0.];

fn influence(joints: &[u8; 12], weights: &[f32; 12]) -> Influence<'static> {
    Influence { joints: (J8, joints.to_vec()), weights: (W32, floats(weights)) }
}

#[test]
fn joints_move_vertices_and_the_meshs_node_does_not() {
    let wide = u16s(&JOINTS.map(u16::from));
    let w8 = WEIGHTS.map(|w| (w * 255.0).round() as u8).to_vec();
    let w16 = u16s(&WEIGHTS.map(|w| (w * 65535.0).round() as u16));
    for (joints, weights) in [
        ((J8, JOINTS.to_vec()), (W32, floats(&WEIGHTS))),
        ((J16, wide.clone()), (W32, floats(&WEIGHTS))),
        ((J8, JOINTS.to_vec()), (W8, w8.clone())),
        ((J16, wide), (W16, w16)),
    ] {
        let loaded = at(&skinned(&[Influence { joints, weights }], BIND, true), 0.0);
        assert!(!notes(&loaded).contains("refused"), "{}", notes(&loaded));
        let (instance, p) = first(&loaded);
        assert_eq!((instance.world, loaded.scene.instances.len()), (Mat4::IDENTITY, 1));
        // The third: (0, 1, 0) by the first is (10, 1, 0), by the second (10, 20, 0).
        let want = [[10., 0., 0.], [11., 19., 0.], [10., 16.2, 0.]];
        for (got, want) in p.positions.iter().zip(want) {
            assert!(got.abs_diff_eq(Vec3::from_array(want), 1e-4), "{got} {want:?}");
        }
        assert_eq!(p.normals.as_ref().unwrap()[2], Vec3::Z);
    }
    // Without inverse bind matrices they are the identity.
    let loaded = at(&skinned(&[influence(&JOINTS, &WEIGHTS)], "", true), 0.0);
    let want = [[10., 0., 0.], [11., 20., 0.], [10., 17., 0.]];
    assert!(first(&loaded).1.positions.iter().zip(want).all(|(p, w)| near(*p, w)));
    // Two sets: half of each vertex by each.
    let half = [0.5, 0., 0., 0.].repeat(3).try_into().unwrap();
    let sets = [influence(&[0; 12], &half), influence(&[1; 12], &half)];
    let (bytes, name) = skinned(&sets, BIND, true);
    let loaded = at(&(bytes, name), 0.0);
    assert!(near(first(&loaded).1.positions[1], [11., 9.5, 0.]), "{}", first(&loaded).1.positions[1]);
}

#[test]
fn weights_are_normalised_with_an_outcome() {
    let weights = [2., 0., 0., 0., 0., 0., 0., 0., 0.1, 0.4, 0., 0.];
    let loaded = at(&skinned(&[influence(&JOINTS, &weights)], BIND, true), 0.0);
    let p = &first(&loaded).1.positions;
    assert!(near(p[0], [10., 0., 0.]) && near(p[1], [11., 0., 0.]) && near(p[2], [10., 16.2, 0.]), "{p:?}");
    let said = notes(&loaded);
    assert!(said.contains("weights of 2 of 3 vertices as they are to a sum of 1"), "{said}");
    assert!(said.contains("1 of 3 vertices without a weight to the skin's first joint"), "{said}");
    assert!(loaded.warnings.contains(Code::AccessorWeightsNonNormalized));
    // A negative weight counts as none.
    let weights = [1., -1., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.];
    let loaded =
        at(&skinned(&[influence(&[0, 1, 0, 0].repeat(3).try_into().unwrap(), &weights)], BIND, true), 0.0);
    assert!(near(first(&loaded).1.positions[0], [10., 0., 0.]));
}

#[test]
fn a_mirrored_pose_keeps_its_front_and_flat_normals_follow_the_pose() {
    let mirror = |case: Case| {
        let text = String::from_utf8(case.0).unwrap();
        let text = text.replace(r#""translation":[10,0,0],"#, r#""scale":[-1,1,1],"#);
        (text.into_bytes(), case.1)
    };
    for normals in [true, false] {
        let set = [influence(&[0; 12], &[1., 0., 0., 0.].repeat(3).try_into().unwrap())];
        let loaded = at(&mirror(skinned(&set, "", normals)), 0.0);
        let (instance, p) = first(&loaded);
        assert!(!instance.flipped);
        let indices = p.indices.clone().unwrap_or_else(|| (0..3).collect());
        let [a, b, c] = [0, 1, 2].map(|k| p.positions[indices[k] as usize]);
        // Seen from the side of the normal the corners still go counter-clockwise.
        let face = (b - a).cross(c - a).normalize();
        assert_eq!(face, Vec3::Z);
        assert_eq!(p.normals.as_ref().unwrap()[0], Vec3::Z);
        assert_eq!(loaded.scene.bounds().min, Vec3::new(-1., 0., 0.));
    }
    // Turned by a joint about x, a triangle without normals faces where it was turned to.
    let set = [influence(&[0; 12], &[1., 0., 0., 0.].repeat(3).try_into().unwrap())];
    let (bytes, name) = skinned(&set, "", false);
    let text = String::from_utf8(bytes).unwrap();
    let turned = r#""rotation":[0.70710678,0,0,0.70710678],"#;
    let loaded = at(&(text.replace(r#""translation":[10,0,0],"#, turned).into_bytes(), name), 0.0);
    assert!(near(first(&loaded).1.normals.as_ref().unwrap()[0], [0., -1., 0.]));
}

#[test]
fn a_joint_that_does_not_exist_refuses_the_file_even_where_data_is_sparse() {
    let (bytes, name) = skinned(&[influence(&[2; 12], &WEIGHTS)], BIND, true);
    let error = load_bytes(&bytes, name, None, &LoadOptions::default()).unwrap_err();
    assert!(error.findings().contains(Code::AccessorJointsIndexOob));
    // The checks do not look into sparse accessors; what is read is checked all the same.
    let (bytes, name) = skinned(&[influence(&[2; 12], &WEIGHTS)], BIND, true);
    let sparse =
        r#","sparse":{"count":1,"indices":{"bufferView":3,"componentType":5121},"values":{"bufferView":3}}"#;
    let text = String::from_utf8(bytes).unwrap();
    let text =
        text.replace(&format!("{{\"bufferView\":3,{J8}}}"), &format!("{{\"bufferView\":3,{J8}{sparse}}}"));
    assert!(text.contains("sparse"));
    let error = load_bytes(text.as_bytes(), name, None, &LoadOptions::default()).unwrap_err();
    assert!(error.findings().contains(Code::AccessorJointsIndexOob), "{error}");
}

#[test]
fn a_mesh_with_and_without_joints_is_drawn_in_two_parts() {
    let (bytes, name) = skinned(&[influence(&JOINTS, &WEIGHTS)], BIND, true);
    let text = String::from_utf8(bytes).unwrap();
    let text = text.replace(r#""primitives":["#, r#""primitives":[{"attributes":{"POSITION":0}},"#);
    let loaded = at(&(text.into_bytes(), name), 0.0);
    let [skinned, rigid] = loaded.scene.instances.as_slice() else { panic!() };
    assert_eq!((skinned.world, rigid.world.w_axis.x), (Mat4::IDENTITY, 500.0));
    let one = |i: &Instance| loaded.scene.meshes[i.mesh].primitives.len();
    assert_eq!((one(skinned), one(rigid)), (1, 1));
    // Without a skin's joints the mesh is what it is.
    let (bytes, name) = skinned_without_joints();
    let loaded = load_bytes(&bytes, name, None, &LoadOptions::default()).unwrap();
    assert_eq!(loaded.scene.instances[0].world.w_axis.x, 500.0);
    assert!(notes(&loaded).contains("it has no joints"), "{}", notes(&loaded));
}

fn skinned_without_joints() -> Case {
    let (bytes, name) = skinned(&[influence(&JOINTS, &WEIGHTS)], "", true);
    (String::from_utf8(bytes).unwrap().replace(r#""joints":[1,2]"#, r#""joints":[]"#).into_bytes(), name)
}

/// A strip of five points with these members in the accessors of positions and indices.
fn sparse(positions: &str, indices: &str) -> Case {
    let points = floats(&[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0., -1., 0.5, 0.]);
    let places = [1u8, 0, 0, 0, 4, 0, 0, 0];
    let values = floats(&[9., 8., 7., -5., -6., -7.]);
    let bounds = r#""componentType":5126,"type":"VEC3","count":5,"min":[-5,-6,-7],"max":[9,8,7]"#;
    let more = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":0}]}],
        "nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0"#;
    data(
        &[
            (&format!("{bounds}{positions}"), &points),
            (&format!(r#""componentType":5121,"type":"SCALAR","count":5{indices}"#), &[0, 1, 2, 3, 4]),
            (r#""componentType":5125,"type":"SCALAR","count":2"#, &places),
            (r#""componentType":5126,"type":"VEC3","count":2"#, &values),
        ],
        more,
    )
}

const PLACED: &str =
    r#","sparse":{"count":2,"indices":{"bufferView":2,"componentType":5125},"values":{"bufferView":3}}"#;

#[test]
fn sparse_accessors_replace_what_their_view_holds_or_zeros() {
    let plain = first(&at(&sparse("", ""), 0.0)).1.positions.clone();
    let replaced = [Vec3::new(9., 8., 7.), Vec3::new(-5., -6., -7.)];
    let case = sparse(PLACED, "");
    let loaded = at(&case, 0.0);
    assert!(loaded.warnings.is_empty() && loaded.outcomes.is_empty(), "{}", notes(&loaded));
    assert_eq!(first(&loaded).1.positions, [plain[0], replaced[0], plain[2], plain[3], replaced[1]]);
    let without = |case: Case, view: &str| {
        let text = String::from_utf8(case.0).unwrap();
        (text.replacen(view, "", 1).into_bytes(), case.1)
    };
    let loaded = at(&without(case, r#""bufferView":0,"#), 0.0);
    assert_eq!(first(&loaded).1.positions, [Vec3::ZERO, replaced[0], Vec3::ZERO, Vec3::ZERO, replaced[1]]);
    // Places 1 and 4 of the indices get 2 and 3, from the middle of their own view.
    let few = r#","sparse":{"count":2,"indices":{"bufferView":2,"componentType":5125},
        "values":{"bufferView":1,"byteOffset":2}}"#;
    let indices = |loaded: &Loaded| first(loaded).1.indices.clone().unwrap();
    assert_eq!(indices(&at(&sparse("", few), 0.0)), [0, 2, 2, 3, 3]);
    let loaded = at(&without(sparse("", ""), r#""bufferView":1,"#), 0.0);
    assert_eq!(indices(&loaded), [0; 5]);
}

#[test]
fn matrices_times_values_and_targets_may_be_sparse() {
    // A skin whose second matrix alone is written; the first is zero and takes its vertices to one point.
    let (bytes, name) = skinned(&[influence(&JOINTS, &WEIGHTS)], BIND, true);
    let text = String::from_utf8(bytes).unwrap();
    let place = common::base64(&[1, 0, 0, 0]);
    let text = text.replace(
        r#"{"bufferView":1,"componentType":5126,"type":"MAT4","count":2}"#,
        r#"{"componentType":5126,"type":"MAT4","count":2,"sparse":{"count":1,
          "indices":{"bufferView":5,"componentType":5121},"values":{"bufferView":1,"byteOffset":64}}}"#,
    );
    let text = text.replace(r#"],"accessors""#, r#",{"buffer":1,"byteLength":1}],"accessors""#).replace(
        r#"],"bufferViews""#,
        &format!(
            r#",{{"byteLength":4,"uri":"data:application/octet-stream;base64,{place}"}}],"bufferViews""#
        ),
    );
    let loaded = at(&(text.into_bytes(), name), 0.0);
    let p = &first(&loaded).1.positions;
    assert!(near(p[0], [10., 0., 0.]) && near(p[1], [11., 19., 0.]), "{p:?} {}", notes(&loaded));
    // Values without a view are zero at every time.
    let two = format!(r#"{F32},"type":"VEC3","count":2"#);
    let (bytes, name) = moved(&[0., 1.], (&two, &floats(&[1., 1., 1., 3., 5., 7.])), "translation", "LINEAR");
    let text = String::from_utf8(bytes).unwrap().replace(r#"{"bufferView":2,"#, "{");
    assert_eq!(translation(&(text.into_bytes(), name), 0.5), Vec3::ZERO);
}

#[test]
fn posing_has_a_limit_that_is_named() {
    let mut options = LoadOptions::default();
    options.limits.posed_numbers = 10;
    let (bytes, name) = skinned(&[influence(&JOINTS, &WEIGHTS)], BIND, true);
    let loaded = load_bytes(&bytes, name, None, &options).unwrap();
    loaded.scene.validate().unwrap();
    assert!(
        notes(&loaded).contains("numbers read to pose meshes that are left: 24 was asked for, at most 10")
    );
    let (bytes, name) = morphed(r#","weights":[1,1]"#, "", "");
    let loaded = load_bytes(&bytes, name, None, &options).unwrap();
    loaded.scene.validate().unwrap();
    assert!(notes(&loaded).contains("numbers read to pose meshes"), "{}", notes(&loaded));
}

#[test]
fn a_pose_beyond_what_floats_hold_is_not_drawn() {
    let (bytes, name) = skinned(&[influence(&JOINTS, &WEIGHTS)], BIND, true);
    let text = String::from_utf8(bytes).unwrap();
    let huge = r#""translation":[3e38,0,0],"scale":[3e38,1,1],"#;
    let loaded = at(&(text.replace(r#""translation":[10,0,0],"#, huge).into_bytes(), name), 0.0);
    assert!(loaded.scene.is_empty() && notes(&loaded).contains("beyond what 32-bit floats hold"));
}
