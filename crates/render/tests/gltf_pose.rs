//! Animations of glTF files at a moment: against numbers worked out by hand, and for real models against an evaluation of the
//! same files by another program in double precision.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod common;
mod posing;

use candor_render::gltf::{AnimationChoice, Code, LoadError, LoadOptions, Loaded, load, load_bytes};
use candor_render::scene::Aabb;
use common::{floats, json};
use glam::{Mat4, Vec3};
use posing::{F32, at, first, moved, near, notes, options, translation};
use std::path::PathBuf;

fn model(file: &str, choice: &str, time_s: f32) -> Option<Loaded> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let scenes = std::env::var_os("CANDOR_INPUTS").map_or_else(default, PathBuf::from).join("scenes");
    if !scenes.is_dir() {
        eprintln!("SKIP poses of models: no scenes at {} (set CANDOR_INPUTS)", scenes.display());
        return None;
    }
    let loaded = load(&scenes.join(file), &options(choice, time_s)).unwrap();
    loaded.scene.validate().unwrap();
    Some(loaded)
}

/// File, animation, moment, least and greatest corner of all vertices.
type Model = (&'static str, &'static str, f32, [f32; 3], [f32; 3]);

const FOX: &str = "bevy/animated/Fox.glb";
const MAN: &str = "draco-testdata/CesiumMan/glTF_Binary/CesiumMan.glb";
const SKIN: &str = "bevy/SimpleSkin/SimpleSkin.gltf";
const CUBE: &str = "draco-testdata/KhronosSampleModels/AnimatedMorphCube/glTF/AnimatedMorphCube.gltf";
const FACES: &str = "bevy/animated/MorphStressTest.gltf";
const TRIANGLE: &str = "bevy/animated/AnimatedTriangle.gltf";
const BOX: &str = "bevy/animated/BoxAnimated.gltf";
const SPARSE: &str = "draco-testdata/KhronosSampleModels/SimpleSparseAccessor/glTF/SimpleSparseAccessor.gltf";

#[rustfmt::skip]
const MODELS: &[Model] = &[
    (SPARSE, "none", 0.0, [0., 0., 0.], [6., 4., 0.]),
    (SKIN, "0", 0.0, [-0.5, 0., 0.], [0.5, 2., 0.]),
    (SKIN, "0", 0.75, [-1.1152, 0., 0.], [0.5383, 1.84444, 0.]),
    (SKIN, "0", 1.0, [-1., 0., 0.], [0.5, 1.5, 0.]),
    (SKIN, "0", 2.0, [-1.06083, 0., 0.], [0.55178, 2.06049, 0.]),
    ("draco-testdata/simple_skin.gltf", "0", 1.0, [-1., 0., 0.], [0.5, 1.5, 0.]),
    (CUBE, "Square", 0.0, [-1., -1., -1.], [1., 1., 1.]),
    (CUBE, "Square", 1.0, [-1., -1., -1.], [1., 1., -0.29422]),
    (CUBE, "Square", 2.5, [-1., -1., -1.], [1., 1., 0.16508]),
    (FACES, "Individuals", 0.7, [-2., -0.1, -0.5], [2., 1.23896, 0.5]),
    (FACES, "Pulse", 0.7, [-2., -0.1, -0.5], [2., 1.5, 0.5]),
    (FACES, "TheWave", 0.7, [-2., -0.1, -0.5], [2., 1.48264, 0.5]),
    (FOX, "none", 0.0, [-12.59272, -0.12174, -88.09501], [12.59272, 78.9072, 66.62486]),
    (FOX, "Survey", 0.0, [-29.89978, -0.13067, -84.3404], [11.59534, 74.64207, 56.65284]),
    (FOX, "Survey", 1.7, [-11.59651, -0.1307, -84.91232], [18.53742, 77.72589, 67.44333]),
    (FOX, "1", 0.3, [-12.64091, -1.11315, -91.44818], [12.54452, 75.47473, 69.98184]),
    (FOX, "Run", 0.5, [-13.14519, -1.25169, -95.98852], [14.06211, 73.81708, 68.20671]),
    ("draco-testdata/Fox/glTF/Fox.gltf", "Run", 0.5, [-13.14519, -1.25169, -95.98852], [14.06211, 73.81708, 68.20671]),
    (MAN, "none", 0.0, [-0.131, 0., -0.56914], [0.18095, 1.50655, 0.56914]),
    (MAN, "0", 0.0, [-0.45121, -0.0083, -0.19434], [0.46187, 1.44155, 0.30181]),
    (MAN, "0", 0.8, [-0.49105, -0.01773, -0.18966], [0.46566, 1.46531, 0.22181]),
    (TRIANGLE, "0", 0.3, [-0.95106, -0.30902, 0.], [0., 0.95106, 0.]),
    (BOX, "0", 1.6, [-0.5, -0.5, -0.59691], [0.5, 3.09495, 0.59691]),
];

#[test]
fn models_stand_where_another_evaluation_puts_them() {
    for &(file, choice, time, min, max) in MODELS {
        let Some(loaded) = model(file, choice, time) else { return };
        let bounds = loaded.scene.bounds();
        let near = |a: Vec3, b: [f32; 3]| a.abs_diff_eq(Vec3::from_array(b), 2e-5 * bounds.radius().max(1.0));
        assert!(near(bounds.min, min) && near(bounds.max, max), "{file} {choice} {time}: {bounds:?}");
        assert!(!notes(&loaded).contains("refused"), "{file}: {}", notes(&loaded));
    }
}

/// The nine animations of this model move one cube each: every interpolation of scale, rotation and translation.
#[test]
fn every_interpolation_moves_its_cube() {
    #[rustfmt::skip]
    let cubes: [[f32; 6]; 9] = [
        [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0],
        [-4.263, -0.9667, -0.9666, -2.3297, 0.9667, 0.9667],
        [2.3465, -0.9936, -0.9847, 4.3337, 0.9936, 1.0026],
        [-1.0, 2.3564, -1.0, 1.0, 4.3564, 1.0],
        [2.3176, 2.339, -1.0, 4.3525, 4.3739, 1.0],
        [-4.3624, 2.3054, -1.0, -2.2604, 4.4074, 1.0],
        [-1.0, 5.0, -1.0, 1.0, 7.0, 1.0],
        [2.3052, 5.2744, -1.0, 4.3052, 7.2744, 1.0],
        [-4.2976, 5.64, -1.0, -2.2976, 7.64, 1.0],
    ];
    let file = "draco-testdata/InterpolationTest/glTF/InterpolationTest.gltf";
    for (k, [x0, y0, z0, x1, y1, z1]) in cubes.into_iter().enumerate() {
        let Some(loaded) = model(file, &k.to_string(), 0.9) else { return };
        let instance = &loaded.scene.instances[k];
        let mut b = Aabb::EMPTY;
        for p in &loaded.scene.meshes[instance.mesh].primitives {
            p.positions.iter().for_each(|v| b.add(instance.world.transform_point3(*v)));
        }
        let near = |a: Vec3, b: [f32; 3]| a.abs_diff_eq(Vec3::from_array(b), 2e-4);
        assert!(near(b.min, [x0, y0, z0]) && near(b.max, [x1, y1, z1]), "animation {k}: {b:?}");
    }
}

#[test]
fn steps_lines_and_splines_between_keys() {
    let three = format!(r#"{F32},"type":"VEC3","count":3"#);
    let keys = floats(&[0., 0., 0., 4., 8., -4., 4., 0., 0.]);
    let step = moved(&[1., 2., 4.], (&three, &keys), "translation", "STEP");
    let line = moved(&[1., 2., 4.], (&three, &keys), "translation", "LINEAR");
    for (time, stepped, straight) in [
        (0.0, [0., 0., 0.], [0., 0., 0.]),
        (1.0, [0., 0., 0.], [0., 0., 0.]),
        (1.25, [0., 0., 0.], [1., 2., -1.]),
        (1.99, [0., 0., 0.], [3.96, 7.92, -3.96]),
        (2.0, [4., 8., -4.], [4., 8., -4.]),
        (3.0, [4., 8., -4.], [4., 4., -2.]),
        (4.0, [4., 0., 0.], [4., 0., 0.]),
        (9.0, [4., 0., 0.], [4., 0., 0.]),
    ] {
        assert!(near(translation(&step, time), stepped), "step {time}");
        assert!(near(translation(&line, time), straight), "line {time}: {}", translation(&line, time));
    }
    // A cubic Hermite spline through the values and slopes of a cubic polynomial is that polynomial. Tangents that no
    // spline has (before the first and behind the last key) must not matter.
    let p = |t: f32| [t * t * t - 2.0 * t, 1.0 - t * t, 3.0 * t];
    let slope = |t: f32| [3.0 * t * t - 2.0, -2.0 * t, 3.0];
    let nine = format!(r#"{F32},"type":"VEC3","count":9"#);
    let times = [0.5, 1.5, 4.0];
    let keys: Vec<f32> = times
        .iter()
        .enumerate()
        .flat_map(|(i, &t)| {
            let into = if i == 0 { [1e9; 3] } else { slope(t) };
            let out = if i == 2 { [-1e9; 3] } else { slope(t) };
            [into, p(t), out].concat()
        })
        .collect();
    let spline = moved(&times, (&nine, &floats(&keys)), "translation", "CUBICSPLINE");
    for time in [0.5, 0.75, 1.0, 1.5, 2.0, 3.25, 4.0] {
        assert!(near(translation(&spline, time), p(time)), "{time}: {}", translation(&spline, time));
    }
    assert!(near(translation(&spline, 0.0), p(0.5)) && near(translation(&spline, 99.0), p(4.0)));
}

#[test]
fn rotations_go_the_shorter_way_at_even_speed_in_every_type() {
    // From no turn to 120 degrees about z; the second key is written with the opposite sign, which is the same turn.
    let (s, c) = (60f32.to_radians().sin(), 60f32.to_radians().cos());
    let keys = [[0., 0., 0., 1.], [0., 0., -s, -c]].concat();
    let i8s: Vec<u8> = keys.iter().map(|v| (v * 127.0).round() as i8 as u8).collect();
    let i16s: Vec<u8> = keys.iter().flat_map(|v| ((v * 32767.0).round() as i16).to_le_bytes()).collect();
    // Unsigned types have no negative numbers: the same turn with the other sign.
    let positive: Vec<f32> = keys.iter().map(|v| v.abs()).collect();
    let u8s: Vec<u8> = positive.iter().map(|v| (v * 255.0).round() as u8).collect();
    let u16s: Vec<u8> = positive.iter().flat_map(|v| ((v * 65535.0).round() as u16).to_le_bytes()).collect();
    for (component, bytes, precision) in [
        (5126, floats(&keys), 1e-6),
        (5120, i8s, 0.01),
        (5121, u8s, 0.01),
        (5122, i16s, 1e-4),
        (5123, u16s, 1e-4),
    ] {
        let normalized = component != 5126;
        let accessor =
            format!(r#""componentType":{component},"type":"VEC4","count":2,"normalized":{normalized}"#);
        let case = moved(&[0., 3.], (&accessor, &bytes), "rotation", "LINEAR");
        for (time, degrees) in [(0.0, 0f32), (0.75, 30.0), (1.5, 60.0), (3.0, 120.0)] {
            let world = first(&at(&case, time)).0.world;
            let want = Mat4::from_scale_rotation_translation(
                Vec3::splat(2.0),
                glam::Quat::from_rotation_z(degrees.to_radians()),
                Vec3::splat(7.0),
            );
            assert!(world.abs_diff_eq(want, precision * 2.0), "{component} {time}: {world}");
        }
    }
    // Splines are normalised: the middle of these is (0, 0, s/2, (1+c)/2) before that, with slopes of zero.
    let zero = [0f32; 4];
    let keys = [zero, [0., 0., 0., 1.], zero, zero, [0., 0., s, c], zero].concat();
    let six = format!(r#"{F32},"type":"VEC4","count":6"#);
    let case = moved(&[0., 1.], (&six, &floats(&keys)), "rotation", "CUBICSPLINE");
    let x = first(&at(&case, 0.5)).0.world.x_axis.truncate() / 2.0;
    assert!(near(x, [0.5, 60f32.to_radians().sin(), 0.]), "{x}");
}

#[test]
fn scales_move_and_what_is_not_moved_stays() {
    let two = format!(r#"{F32},"type":"VEC3","count":2"#);
    let case = moved(&[0., 1.], (&two, &floats(&[1., 1., 1., 3., 5., -7.])), "scale", "LINEAR");
    let loaded = at(&case, 0.5);
    let (instance, _) = first(&loaded);
    assert_eq!(
        instance.world,
        Mat4::from_scale_rotation_translation(Vec3::new(2., 3., -3.), glam::Quat::IDENTITY, Vec3::splat(7.))
    );
    assert!(instance.flipped);
    let played = loaded.played.as_ref().unwrap();
    assert_eq!((played.index, played.time_s, played.end_s, played.name.as_str()), (0, 0.5, 1.0, ""));
    assert!(notes(&loaded).contains("/animations/0: adjusted from animation 0 to its pose at 0.5 s"));
    assert!(notes(&loaded).contains("posing on the GPU, anew for each picture"), "{}", notes(&loaded));
    let rest = load_bytes(&case.0, case.1, None, &options("none", 0.0)).unwrap();
    assert_eq!((first(&rest).0.world.x_axis.x, rest.played), (2.0, None));
    assert_eq!(rest.outcomes, []);
}

#[test]
fn which_animation_and_which_moment_are_answered() {
    let two = format!(r#"{F32},"type":"VEC3","count":2"#);
    let (bytes, name) = moved(&[0., 2.], (&two, &floats(&[0., 0., 0., 1., 1., 1.])), "translation", "LINEAR");
    let text = String::from_utf8(bytes).unwrap();
    let one = text.split_once(r#""animations":["#).unwrap().1.strip_suffix("]}").unwrap().to_owned();
    let named = |n: &str| one.replacen('{', &format!(r#"{{"name":"{n}","#), 1);
    let all = format!("{},{},{}", named("walk"), named("run"), named("run"));
    let text = text.replace(&one, &all).into_bytes();
    let get = |choice: &str, time| load_bytes(&text, name, None, &options(choice, time));
    assert_eq!(get("run", 0.0).unwrap().played.unwrap().index, 1);
    assert_eq!(get("2", 0.0).unwrap().played.unwrap().index, 2);
    let first = load_bytes(&text, name, None, &LoadOptions::default()).unwrap();
    assert_eq!((first.played.as_ref().unwrap().index, first.animations.len()), (0, 3));
    assert!(notes(&first).contains("adjusted from animation 0 'walk' of 3 to its pose at 0 s"));
    let late = get("run", 2.5).unwrap();
    assert!(notes(&late).contains("adjusted from 2.5 s to 2 s: the moment of 2.5 s"), "{}", notes(&late));
    assert_eq!(get("run", 2.0).unwrap().outcomes.len(), 1);
    let rest = get("none", 1.0).unwrap();
    assert!(notes(&rest).contains("adjusted from the moment of 1 s to the rest pose"), "{}", notes(&rest));
    for (choice, asked) in [("swim", "'swim'"), ("3", "3"), ("", "''")] {
        let error = get(choice, 0.0).unwrap_err();
        assert!(matches!(error, LoadError::NoAnimation { .. }) && error.code() == "gltf-no-animation");
        let text = error.to_string();
        assert!(text.contains(&format!("has no animation {asked}")), "{text}");
        assert!(
            text.contains("ask for none, or for one of 3 by number or name: 0 'walk', 1 'run'"),
            "{text}"
        );
    }
    let (bytes, name) = json("");
    let error = load_bytes(&bytes, name, None, &options("0", 0.0)).unwrap_err();
    assert!(error.to_string().contains("has no animation 0: it has none at all"), "{error}");
    let loaded = load_bytes(&bytes, name, None, &LoadOptions::at(AnimationChoice::First, f32::NAN)).unwrap();
    assert_eq!(loaded.played, None);
}

#[test]
fn channels_that_cannot_be_played_are_outcomes() {
    let two = format!(r#"{F32},"type":"VEC3","count":2"#);
    let base = moved(&[0., 1.], (&two, &floats(&[1., 1., 1., 3., 5., 7.])), "scale", "LINEAR");
    let with = |from: &str, to: &str| {
        let text = String::from_utf8(base.0.clone()).unwrap();
        assert!(text.contains(from), "{from}");
        let loaded = at(&(text.replace(from, to).into_bytes(), base.1), 1.0);
        assert_eq!(first(&loaded).0.world.x_axis.x, 2.0, "{to}");
        (notes(&loaded), loaded.warnings)
    };
    let pointer =
        r#""target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0/scale"}}}"#;
    let (said, _) = with(
        r#""target":{"node":0,"path":"scale"}"#,
        &format!(r#"{pointer}}}],"extensionsUsed":["KHR_animation_pointer"],"x":[{{"y":0"#),
    );
    // What is not declared is not looked at, so the declaration has to be in its place.
    assert!(said.contains("names no node or nothing of a node"), "{said}");
    let text = String::from_utf8(base.0.clone()).unwrap();
    let text = text.replace(r#""target":{"node":0,"path":"scale"}"#, pointer);
    let text = text.replacen(r#""meshes""#, r#""extensionsUsed":["KHR_animation_pointer"],"meshes""#, 1);
    let loaded = at(&(text.into_bytes(), base.1), 1.0);
    assert!(
        notes(&loaded).contains("/animations/0/channels/0: refused: KHR_animation_pointer"),
        "{}",
        notes(&loaded)
    );
    let (said, warnings) =
        with(r#""translation":[7,7,7],"scale":[2,2,2]"#, r#""matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]"#);
    assert!(
        said.contains("the node has a matrix") && warnings.contains(Code::AnimationChannelTargetNodeMatrix)
    );
    let (said, warnings) = with(r#""interpolation":"LINEAR""#, r#""interpolation":"CUBICSPLINE""#);
    assert!(said.contains("6 values are needed, there are 2"), "{said}");
    assert!(warnings.contains(Code::AnimationSamplerOutputAccessorInvalidCount));
    let (said, _) = with(r#""path":"scale""#, r#""path":"weights""#.replace("weights", "size").as_str());
    assert!(said.contains("the channel") && said.contains("names no node or nothing"), "{said}");
}
