//! Translation: every shader of Candor to every language, and each thing that a language cannot say.

mod asm;

use asm::Uses;
use candor_shader::translate::{
    ClipSpace, Language, Options, Target, TranslateError, Translation, check_wgsl, translate,
};
use candor_shader::{Shader, Slot, Stage, get, reflect, shaders};

fn plain() -> Options {
    Options { bound_loops: false, ..Options::default() }
}

fn to(name: &str, target: Target) -> Result<Translation, TranslateError> {
    let shader = get(name).unwrap_or_else(|why| panic!("{why}"));
    translate(shader.words(), shader.entry_point, target, &plain())
}

fn is_translated(stage: Stage) -> bool {
    matches!(stage, Stage::Vertex | Stage::Fragment | Stage::Compute)
}

fn all() -> impl Iterator<Item = (&'static Shader, Target)> {
    shaders::ALL.iter().flat_map(|s| Target::ALL.iter().map(move |t| (*s, *t)))
}

/// The shaders of the renderer, for which nothing may be missing but compute where there is none.
#[test]
fn the_renderer_comes_in_every_language() {
    let needed =
        ["internal_mips", "mips", "pbr", "probe", "shadow", "sky", "tonemap", "triangle", "w1", "w1p", "w2"];
    for (shader, target) in all().filter(|(s, _)| needed.contains(&s.module)) {
        let made = to(&shader.name(), target).unwrap_or_else(|why| panic!("{}: {why}", shader.name()));
        assert!(made.source.len() > 100, "{} {target}", shader.name());
        if target == Target::Wgsl {
            check_wgsl(&made.source).unwrap_or_else(|why| panic!("{}: {why}", shader.name()));
        }
    }
}

#[test]
fn every_shader_is_translated_alike_each_time_or_refused_with_a_reason() {
    let mut made = 0;
    for (shader, target) in all() {
        let name = shader.name();
        let (first, again) = (to(&name, target), to(&name, target));
        assert_eq!(first, again, "{name} {target}");
        match first {
            Ok(text) => {
                made += 1;
                assert_eq!(text.target, target);
                if target == Target::Wgsl {
                    check_wgsl(&text.source).unwrap_or_else(|why| panic!("{name}: {why}"));
                }
            }
            Err(why) => {
                // What takes the bits of a double apart is read, and then found to be no conversion.
                let codes = ["translate-stage", "translate-lacks"];
                let known = codes.contains(&why.code()) || name == "proof_constants.cs_doubles";
                assert!(known, "{name} {target}: {} {why}", why.code());
                assert!(why.to_string().contains(target.name()), "{why}");
                assert!(!why.to_string().contains("naga"), "{why}");
            }
        }
    }
    assert!(made > 700, "{made}");
}

#[test]
fn every_resource_has_its_place_and_no_two_share_one() {
    for (shader, target) in all() {
        let Ok(text) = to(&shader.name(), target) else { continue };
        let reflection = shader.reflection().unwrap();
        let point = reflection.entry_point(shader.entry_point).unwrap();
        let mut found: Vec<Slot> = text.bindings.iter().map(|b| b.slot).collect();
        found.extend(text.pairs.iter().filter_map(|p| p.sampler));
        found.sort();
        found.dedup();
        assert_eq!(found, point.uses, "{} {target}", shader.name());
        assert_eq!(text.push.is_some(), point.push_size_bytes > 0, "{} {target}", shader.name());
        let places: Vec<_> = text.bindings.iter().chain(&text.push).map(|b| b.place).collect();
        for (i, place) in places.iter().enumerate() {
            let shared = place.index.is_some() && places[..i].contains(place);
            assert!(!shared, "{} {target}: {place:?} twice", shader.name());
        }
        for name in text.pairs.iter().map(|p| &p.name) {
            assert!(text.source.contains(&format!(" {name};")), "{} {target}: {name}", shader.name());
        }
    }
}

#[test]
fn positions_stay_as_they_are_unless_the_clip_space_is_that_of_opengl() {
    let shader = get("proof_state.vs_position").unwrap();
    for target in Target::ALL {
        let text = to("proof_state.vs_position", *target).unwrap().source;
        // It passes a position on: nothing is subtracted or negated, nothing is multiplied.
        let text = text.replace("->", "");
        assert!(!text.contains('-') && !text.contains(" * "), "{target}: {text}");
        let turned = Options { clip: ClipSpace::OpenGl, ..plain() };
        let text = translate(shader.words(), shader.entry_point, *target, &turned).unwrap().source;
        let adjusted =
            text.contains("gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);");
        assert_eq!(adjusted, target.language() == Language::Glsl, "{target}");
    }
}

#[test]
fn other_stages_name_the_way_around() {
    for (shader, target) in all().filter(|(s, _)| !is_translated(s.stage)) {
        let why = to(&shader.name(), target).unwrap_err();
        assert_eq!(why.code(), "translate-stage");
        let (text, way) =
            (why.to_string(), if target.language() == Language::Glsl { "GL_ARB_gl_spirv" } else { "" });
        assert!(text.contains(shader.entry_point) && text.contains(way), "{text}");
    }
}

#[test]
fn older_opengl_has_neither_compute_nor_storage() {
    for target in [Target::Glsl330, Target::GlslEs300] {
        for shader in shaders::ALL.iter().filter(|s| s.stage == Stage::Compute) {
            assert_eq!(
                to(&shader.name(), target).unwrap_err().code(),
                "translate-stage",
                "{}",
                shader.name()
            );
        }
        let why = to("proof_vertex.vs_storage", target).unwrap_err();
        assert_eq!(why.code(), "translate-lacks");
        assert!(why.to_string().contains("storage buffer \"first\""), "{why}");
    }
}

#[test]
fn hlsl_has_plain_samplers_and_5_0_has_no_spaces() {
    for (shader, target) in all().filter(|(_, t)| t.language() == Language::Hlsl) {
        let Ok(text) = to(&shader.name(), target) else { continue };
        let source = &text.source;
        assert!(!source.contains("Heap") && !source.contains("SamplerIndexArray"), "{source}");
        for bound in text.bindings.iter().filter(|b| b.place.class == candor_shader::Class::Sampler) {
            let (index, space) = (bound.place.index.unwrap(), bound.place.space);
            let space = if space == 0 { String::new() } else { format!(", space{space}") };
            let declared = format!("State {} : register(s{index}{space});", bound.name);
            assert!(source.contains(&declared), "{declared} in {source}");
        }
        if target == Target::Hlsl50 {
            assert!(!source.contains(", space") && !source.contains("ConstantBuffer<"), "{source}");
        }
    }
    // An array takes the registers after it, so that it has a space of its own.
    let text = to("proof_binding.cs_pairs", Target::Hlsl51).unwrap();
    let wide = text.bindings.iter().find(|b| b.name == "wide").unwrap();
    assert_eq!((wide.place.index, wide.place.space, wide.count), (Some(0), 8 * 14, 9));
    assert!(text.source.contains("wide[9] : register(t0, space112);"), "{}", text.source);
}

#[test]
fn push_data_is_a_uniform_buffer_where_the_options_say() {
    let text = to("probe.fs_main", Target::Wgsl).unwrap();
    assert!(text.source.contains("@group(3) @binding(0) \nvar<uniform> push: "), "{}", text.source);
    let text = to("probe.fs_main", Target::Glsl330).unwrap();
    let push = text.push.unwrap();
    assert_eq!(push.place.index, None);
    assert!(text.source.contains(&format!("layout(std140) uniform {} {{", push.name)), "{}", text.source);
    let text = to("pbr.fs_main", Target::Hlsl50).unwrap();
    assert!(text.source.contains("cbuffer draw : register(b2)"), "{}", text.source);
    let text = to("pbr.fs_main", Target::Msl).unwrap();
    assert!(text.source.contains("draw [[buffer(2)]]"), "{}", text.source);

    let shader = get("compute_fill.cs_main").unwrap();
    let taken = Options { push: Slot { set: 0, binding: 0 }, ..plain() };
    let why = translate(shader.words(), shader.entry_point, Target::Wgsl, &taken).unwrap_err();
    assert_eq!(why.code(), "translate-occupied");
    assert!(why.to_string().contains("\"words\""), "{why}");
    for target in Target::ALL {
        let why = translate(&asm::tight_push(), "main", *target, &plain()).unwrap_err();
        assert_eq!(why.code(), "translate-push", "{target}: {why}");
        assert!(why.to_string().contains("\"Tight\""), "{why}");
    }
}

#[test]
fn what_a_backend_must_add_is_told() {
    let name = "proof_draw.vs_column";
    for target in [Target::Glsl450, Target::GlslEs300] {
        let uniform = to(name, target).unwrap().extras.first_instance.unwrap();
        assert!(to(name, target).unwrap().source.contains(&format!("uniform uint {uniform};")));
        assert_eq!(to("proof_draw.fs_column", target).unwrap().extras.first_instance, None);
    }
    let five = to(name, Target::Hlsl50).unwrap();
    assert_eq!(five.extras.draw_constants.unwrap().index, Some(1));
    assert!(
        five.source.contains("cbuffer NagaConstantsBuffer : register(b1) { NagaConstants _NagaConstants; }")
    );
    let six = to(name, Target::Hlsl60).unwrap();
    assert!(six.source.contains("register(b0, space4)"), "{}", six.source);
    assert_eq!(to("proof_draw.fs_column", Target::Hlsl60).unwrap().extras.draw_constants, None);
    let metal = to("compute_fill.cs_main", Target::Msl).unwrap();
    assert_eq!(metal.extras.buffer_sizes.unwrap().index, Some(2));
    assert_eq!(metal.language_version, Some((2, 1)));
    assert_eq!(to("probe.fs_main", Target::Msl).unwrap().extras.buffer_sizes, None);
    assert_eq!(to("proof_numbers.cs_ballot", Target::Wgsl).unwrap().extensions[..], ["subgroups"]);
    let inputs = to("pbr.vs_main", Target::GlslEs300).unwrap().inputs;
    let names: Vec<&str> = inputs.iter().map(|i| &*i.name).collect();
    assert_eq!(names[0], "_p2vs_location0");
    assert_eq!(inputs.iter().map(|i| i.location).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(to("pbr.vs_main", Target::Hlsl50).unwrap().inputs[5].name, "LOC5");
}

#[test]
fn values_are_taken_at_each_sample_where_the_source_says_so() {
    for (target, word) in [
        (Target::Wgsl, "@interpolate(perspective, sample)"),
        (Target::Msl, "sample_perspective"),
        (Target::Glsl450, "sample in vec2"),
        (Target::Hlsl50, "sample float2"),
    ] {
        let text = to("proof_state.fs_at_sample", target).unwrap().source;
        assert!(text.contains(word), "{text}");
        assert!(!to("proof_state.fs_at_pixel", target).unwrap().source.contains(word));
    }
}

#[test]
fn points_are_pixels_where_the_api_has_no_size() {
    for target in Target::ALL {
        let text = to("proof_draw.vs_points", *target).unwrap();
        let fixed = matches!(target.language(), Language::Wgsl | Language::Hlsl);
        assert_eq!(text.points_are_pixels, fixed, "{target}");
        assert!(!to("proof_draw.vs_quad", *target).unwrap().points_are_pixels);
        let written = ["gl_PointSize = ", "[[point_size]]"].iter().any(|w| text.source.contains(w));
        assert_eq!(written, !fixed, "{}", text.source);
    }
}

#[test]
fn constants_are_open_in_wgsl_and_have_values_elsewhere() {
    let shader = get("proof_binding.cs_constants").unwrap();
    let with = |target, constants: &[(u32, u64)]| {
        let options = Options { constants: constants.to_vec(), ..plain() };
        translate(shader.words(), shader.entry_point, target, &options)
    };
    let open = with(Target::Wgsl, &[]).unwrap();
    assert_eq!(*open.open_constants, [0, 1]);
    assert!(open.source.contains("@id(0) override FIRST: u32 = 4u;"), "{}", open.source);
    let closed = with(Target::Wgsl, &[(0, 77)]).unwrap();
    assert!(closed.open_constants.is_empty() && !closed.source.contains("override"), "{}", closed.source);
    for target in Target::ALL.iter().filter(|t| t.has_compute()) {
        let text = with(*target, &[(0, 77), (1, 88)]).unwrap().source;
        assert!(text.contains("77u") && text.contains("88u"), "{target}: {text}");
        assert!(!with(*target, &[(1, 88)]).unwrap().source.contains("77u"));
    }
    let why = with(Target::Msl, &[(9, 1)]).unwrap_err();
    assert_eq!(why.code(), "translate-constant");
    // All 64 bits.
    let shader = get("proof_constants.cs_longs").unwrap();
    let options = Options { constants: vec![(1, 0x1234_5678_9abc_def0)], ..plain() };
    let text = translate(shader.words(), shader.entry_point, Target::Msl, &options).unwrap().source;
    assert!(text.contains(&0x1234_5678_9abc_def0_u64.to_string()), "{text}");
    // One that is computed from another.
    let shader = get("proof_state.fs_constants").unwrap();
    let options = Options { constants: vec![(3, 1), (7, u64::from(2.5f32.to_bits())), (8, 100)], ..plain() };
    for target in Target::ALL {
        let text = translate(shader.words(), shader.entry_point, *target, &options).unwrap();
        assert!(text.source.contains("2.5") && text.source.contains("228"), "{target}: {}", text.source);
        assert!(text.open_constants.is_empty());
    }
}

#[test]
fn a_texture_with_two_samplers_is_refused_in_glsl_by_all_names() {
    let words = asm::separate(Uses { filter: true, compare: true, load: false });
    for target in Target::ALL {
        let result = translate(&words, "main", *target, &plain());
        if target.language() == Language::Glsl {
            let why = result.unwrap_err();
            assert_eq!(why.code(), "translate-two-samplers");
            let text = why.to_string();
            assert!(["\"shadow\"", "\"plain\"", "\"comparison\""].iter().all(|n| text.contains(n)), "{text}");
        } else {
            result.unwrap_or_else(|why| panic!("{target}: {why}"));
        }
    }
}

#[test]
fn a_depth_texture_is_compared_or_read_in_glsl_and_not_both() {
    let both = asm::separate(Uses { filter: false, compare: true, load: true });
    let compared = asm::separate(Uses { filter: false, compare: true, load: false });
    let read = asm::separate(Uses { filter: false, compare: false, load: true });
    for target in Target::ALL.iter().filter(|t| t.language() == Language::Glsl) {
        let why = translate(&both, "main", *target, &plain()).unwrap_err();
        assert_eq!(why.code(), "translate-loaded-and-compared", "{why}");
        assert!(why.to_string().contains("\"shadow\""), "{why}");
        let text = translate(&compared, "main", *target, &plain()).unwrap();
        assert!(text.source.contains("sampler2DShadow"), "{}", text.source);
        assert_eq!(text.pairs[0].sampler, Some(Slot { set: 0, binding: 2 }));
        let text = translate(&read, "main", *target, &plain()).unwrap();
        assert!(text.source.contains("sampler2D ") && text.source.contains("texelFetch"), "{}", text.source);
        assert_eq!(text.pairs[0].sampler, None);
    }
    for target in [Target::Wgsl, Target::Msl, Target::Hlsl50] {
        assert!(translate(&both, "main", target, &plain()).is_ok());
    }
}

#[test]
fn a_loop_that_is_left_from_inside_a_switch_ends() {
    // Slang puts the body of a loop into a switch of one case, which is none.
    for name in ["internal_mips.fs_main", "pbr.fs_main", "proof_binding.cs_push"] {
        let text = to(name, Target::Wgsl).unwrap();
        assert!(text.source.contains("loop {") && !text.source.contains("switch"), "{}", text.source);
    }
    for (nested, target) in [false, true].into_iter().flat_map(|n| Target::ALL.iter().map(move |t| (n, *t))) {
        if !target.has_compute() {
            continue;
        }
        let text = translate(&asm::left_from_switch(nested, false), "main", target, &plain())
            .unwrap_or_else(|why| panic!("{target}: {why}"))
            .source;
        // Set where the loop is left, asked for after each switch. Other languages have flags of their own.
        if target == Target::Wgsl {
            check_wgsl(&text).unwrap();
            assert_eq!(text.matches(" = true;").count(), 1 + usize::from(nested), "{text}");
            assert_eq!(text.matches(" = false;").count(), 1 + usize::from(nested), "{text}");
        }
        let why = translate(&asm::left_from_switch(nested, true), "main", target, &plain()).unwrap_err();
        assert!(why.to_string().contains("OpPhi"), "{why}");
    }
}

#[test]
fn a_combined_texture_and_sampler_is_split() {
    let words = asm::combined(None);
    for target in Target::ALL {
        let text =
            translate(&words, "main", *target, &plain()).unwrap_or_else(|why| panic!("{target}: {why}"));
        let (picture, sampler) = (Slot { set: 1, binding: 3 }, Slot { set: 1, binding: 503 });
        if target.language() == Language::Glsl {
            assert_eq!((text.pairs[0].texture, text.pairs[0].sampler), (picture, Some(sampler)));
        } else {
            let slots: Vec<Slot> = text.bindings.iter().map(|b| b.slot).collect();
            assert_eq!(slots, [picture, sampler], "{target}");
            assert!(text.source.contains("picture_sampler"), "{}", text.source);
        }
        if *target == Target::Wgsl {
            check_wgsl(&text.source).unwrap();
        }
    }
    // A sampler of its own keeps its type, and its place where the other goes.
    assert!(translate(&asm::combined(Some(4)), "main", Target::Msl, &plain()).is_ok());
    let why = translate(&asm::combined(Some(503)), "main", Target::Msl, &plain()).unwrap_err();
    assert_eq!(why.code(), "translate-occupied");
    assert!(why.to_string().contains("\"other\""), "{why}");
    let moved = Options { split_sampler_offset: 20, ..plain() };
    let text = translate(&asm::combined(Some(503)), "main", Target::Wgsl, &moved).unwrap();
    assert!(text.source.contains("@group(1) @binding(23)"), "{}", text.source);
}

/// What the GLSL compiler of others makes, where it is installed.
#[test]
fn combined_ones_of_a_glsl_compiler_are_split() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, made) = (folder.join("combined.frag"), folder.join("combined.spv"));
    let text = "#version 450\nlayout(set = 0, binding = 0) uniform sampler2D one;\n\
                layout(set = 0, binding = 1) uniform sampler2DShadow two;\nlayout(location = 0) in vec3 at;\n\
                layout(location = 0) out vec4 color;\nvoid main() {\n    ivec2 size = textureSize(one, 0);\n\
                \x20   color = texture(one, at.xy) * texture(two, at) + texelFetch(one, size / 2, 0);\n}\n";
    std::fs::write(&source, text).unwrap();
    let run =
        std::process::Command::new("glslangValidator").arg("-V").arg(&source).arg("-o").arg(&made).output();
    let Ok(run) = run else {
        println!("SKIP combined_ones_of_a_glsl_compiler_are_split: glslangValidator is not installed");
        return;
    };
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    let words = candor_shader::words_from_bytes(&std::fs::read(&made).unwrap()).unwrap();
    let combined = reflect(&words).unwrap();
    assert_eq!(combined.bindings.len(), 2);
    for target in Target::ALL {
        let text =
            translate(&words, "main", *target, &plain()).unwrap_or_else(|why| panic!("{target}: {why}"));
        if target.language() == Language::Glsl {
            let samplers: Vec<u32> = text.pairs.iter().filter_map(|p| Some(p.sampler?.binding)).collect();
            assert_eq!(samplers, [500, 501], "{target}");
        } else {
            assert_eq!(text.bindings.len(), 4, "{target}");
        }
    }
}

#[test]
fn what_is_not_there_or_damaged_is_named() {
    let shader = get("pbr.fs_main").unwrap();
    let why = translate(shader.words(), "nothing", Target::Msl, &plain()).unwrap_err();
    assert_eq!(why.code(), "translate-entry-point");
    assert!(why.to_string().contains("\"nothing\"") && why.to_string().contains("fs_main"), "{why}");
    let why = translate(&[1, 2, 3], "main", Target::Msl, &plain()).unwrap_err();
    assert_eq!(why.code(), "shader-too-short");
    let why = check_wgsl("fn f( {").unwrap_err();
    assert_eq!(why.code(), "translate-invalid");
}

/// Any word of a module may be anything: the answer is a text or an error, and never a panic.
#[test]
fn damaged_modules_are_refused_or_translated() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let shaders: Vec<&Shader> =
        ["tonemap.fs_main", "shadow.vs_main", "proof_compute.cs_turn", "proof_state.fs_constants"]
            .iter()
            .map(|n| get(n).unwrap())
            .collect();
    for round in 0..400 {
        let shader = shaders[round % shaders.len()];
        let mut words = shader.words().to_vec();
        for _ in 0..=random() % 3 {
            let at = 5 + random() as usize % (words.len() - 5);
            words[at] = match random() % 3 {
                0 => words[at] ^ 1 << (random() % 32),
                1 => random() as u32 % 128,
                _ => words[5 + random() as usize % (words.len() - 5)],
            };
        }
        let target = Target::ALL[random() as usize % Target::ALL.len()];
        let _ = translate(&words, shader.entry_point, target, &plain());
    }
}
