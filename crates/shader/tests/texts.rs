//! What is checked in beside the SPIR-V is what translation gives today, and each shader has an answer for each language.
#![cfg(all(feature = "translate", feature = "wgsl", feature = "msl", feature = "glsl", feature = "hlsl"))]

use candor_shader::translate::{Language, Options, TranslateError, translate};
use candor_shader::{ClipSpace, ShaderError, Stage, Target, get, shaders};

#[test]
fn every_text_is_what_translation_gives() {
    let mut texts = 0;
    for (shader, target) in shaders::ALL.iter().flat_map(|s| Target::ALL.iter().map(move |t| (*s, *t))) {
        for clip in [ClipSpace::Standard, ClipSpace::OpenGl] {
            // A clip space of its own is for vertex shaders of contexts that may lack clip control.
            let turns = shader.stage == Stage::Vertex && target.may_lack_clip_control();
            let own = if turns { clip } else { ClipSpace::Standard };
            let options = Options { clip: own, bound_loops: false, ..Options::default() };
            let made = translate(shader.words(), shader.entry_point, target, &options);
            match (shader.text_in(target, clip), made) {
                (Ok(text), Ok(made)) => {
                    assert_eq!(*text, made, "{} {target}", shader.name());
                    texts += 1;
                }
                (Err(ShaderError::NotInTarget { code, why, .. }), Err(made)) => {
                    assert_eq!((code, why), (made.code(), &*made.to_string()), "{} {target}", shader.name());
                }
                // Straight from the source.
                (Ok(text), Err(TranslateError::Stage { .. })) if target.language() == Language::Hlsl => {
                    assert!(text.source.contains(shader.entry_point), "{} {target}", shader.name());
                }
                (text, made) => panic!("{} {target}: {text:?} and {made:?}", shader.name()),
            }
        }
    }
    assert!(texts > 1400, "{texts}");
}

#[test]
fn a_text_that_is_not_there_says_why() {
    let shader = get("proof_compute.cs_turn").unwrap();
    let why = shader.text(Target::GlslEs300).unwrap_err();
    assert_eq!(why.code(), "shader-not-in-target");
    assert!(why.to_string().contains("OpenGL ES 3.1"), "{why}");
    let why = ShaderError::NotCompiledIn { name: "a.b".into(), target: Target::Msl, feature: "msl" };
    assert!(why.to_string().contains("feature \"msl\""), "{why}");
    let quad = get("proof_draw.vs_quad").unwrap();
    let turned = quad.text_in(Target::Glsl330, ClipSpace::OpenGl).unwrap();
    assert!(turned.source.contains("-gl_Position.y"));
    assert_ne!(quad.text(Target::Glsl330).unwrap(), turned);
}

#[test]
fn the_reflection_file_answers_for_every_language() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/compiled");
    for shader in shaders::ALL {
        let text = std::fs::read_to_string(format!("{folder}/{}.json", shader.module)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let own = json["shaders"].as_array().unwrap().iter().find(|s| s["name"] == shader.name()).unwrap();
        for target in Target::ALL {
            let said = &own["targets"][target.name()];
            match shader.text(*target) {
                Ok(text) => {
                    assert_eq!(*said, serde_json::to_value(text).unwrap(), "{} {target}", shader.name())
                }
                Err(_) => assert!(
                    !said["refused"].is_null() && !said["why"].is_null(),
                    "{} {target}",
                    shader.name()
                ),
            }
        }
    }
}
