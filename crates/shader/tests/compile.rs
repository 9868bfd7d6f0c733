//! Sources of all languages to SPIR-V, and what is wrong with them, told with its place.
#![cfg(feature = "compile")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use candor_shader::compile::{Included, ShaderDesc, ShaderErrors, SourceLanguage, compile};
use candor_shader::translate::{Options, Target};
use candor_shader::{BindingKind, Slot, Stage};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

const WGSL: &str = "
struct Params { tint: vec4<f32>, }
@group(0) @binding(0) var<uniform> params: Params;
@group(1) @binding(2) var image: texture_2d<f32>;
@group(1) @binding(3) var linear: sampler;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4(f32(i), f32(i & 1u), 0.5, 1.0);
}
@fragment fn fs() -> @location(0) vec4<f32> {
    return params.tint * textureSample(image, linear, vec2(0.5));
}
";

const GLSL: &str = "#version 450
layout(set = 0, binding = 0) uniform Params { vec4 tint; } params;
layout(set = 1, binding = 2) uniform texture2D image;
layout(set = 1, binding = 3) uniform sampler linear;
layout(location = 0) out vec4 color;
void main() { color = params.tint * texture(sampler2D(image, linear), vec2(0.5)); }
";

fn files(
    of: &[(&str, &str)],
) -> impl Fn(&str, &str) -> Result<Option<Included>, String> + Send + Sync + use<> {
    let all: HashMap<String, String> = of.iter().map(|(n, t)| ((*n).into(), (*t).into())).collect();
    move |asked: &str, _: &str| {
        Ok(all.get(asked).map(|text| Included { name: asked.to_owned(), text: text.clone() }))
    }
}

#[track_caller]
fn refused(desc: &ShaderDesc, code: &str) -> ShaderErrors {
    let why = compile(desc).unwrap_err();
    assert_eq!(why.code(), code, "{why}");
    why
}

/// The place of the first fault.
fn place(why: &ShaderErrors) -> (&str, u32, u32) {
    let first = &why.list[0];
    (first.file.as_str(), first.line, first.column)
}

/// slangc, where it is here.
fn slangc(name: &str) -> Option<PathBuf> {
    let target = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/tools/slangtorch-1.3.22/slangtorch/bin/slangc");
    let stated = std::env::var_os("SLANGC").map(PathBuf::from);
    let found = stated.into_iter().chain([target]).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("SKIP {name}: slangc is not here");
    }
    found
}

#[test]
fn wgsl_and_glsl_say_the_same_of_themselves() {
    let wgsl = compile(&ShaderDesc::wgsl("both", WGSL)).unwrap();
    let glsl = compile(&ShaderDesc::glsl("fragment", Stage::Fragment, GLSL)).unwrap();
    for (shader, entry) in [(&wgsl, "fs"), (&glsl, "main")] {
        let r = shader.reflection();
        assert_eq!(r.version, [1, 3]);
        // Shader, and Sampled1D, which every device has.
        assert!(r.capabilities.iter().all(|c| [1, 43].contains(c)), "{:?}", r.capabilities);
        let kind =
            |set, binding| r.at(Slot { set, binding }).next().map(|b| (b.name.as_str(), &b.kind)).unwrap();
        assert_eq!(kind(0, 0), ("params", &BindingKind::UniformBuffer));
        assert!(matches!(kind(1, 2), ("image", BindingKind::SampledTexture(_))));
        assert!(matches!(kind(1, 3), ("linear", BindingKind::Sampler(_))));
        let point = r.entry_point(entry).unwrap();
        assert_eq!((point.stage, point.outputs.len()), (Stage::Fragment, 1));
        for target in [Target::Wgsl, Target::Msl, Target::Glsl450, Target::Hlsl51] {
            shader.translate(entry, target, &Options::default()).unwrap();
        }
    }
    assert_eq!(wgsl.entry_points().len(), 2);
    assert!(wgsl.files().is_empty());
    // SPIR-V is handed on as it is.
    let bytes: Vec<u8> = wgsl.words().iter().flat_map(|w| w.to_le_bytes()).collect();
    let again = compile(&ShaderDesc::new("again", SourceLanguage::Spirv, bytes)).unwrap();
    assert_eq!((again.hash(), again.words()), (wgsl.hash(), wgsl.words()));
}

#[test]
fn faults_have_file_line_and_column() {
    let why =
        refused(&ShaderDesc::wgsl("a.wgsl", "fn f() -> f32 {\n    return nothing;\n}"), "shader-syntax");
    assert_eq!(place(&why), ("a.wgsl", 2, 12));
    assert_eq!(why.list[0].source_line, "    return nothing;");
    assert_eq!(why.list[0].length, 7);
    assert!(why.to_string().ends_with("\n        return nothing;\n               ^^^^^^^"), "{why}");

    let why = refused(
        &ShaderDesc::wgsl("b.wgsl", "@vertex fn vs() -> @location(0) vec4<f32> {\n return vec4(0.0); }"),
        "shader-invalid",
    );
    assert_eq!((why.list[0].line, why.list[0].stage), (1, Some(Stage::Vertex)));
    assert!(why.list[0].remedy.contains("position"), "{why}");

    let text = "#version 450\nvoid main() {\n    float a = b;\n}\n";
    let why = refused(&ShaderDesc::glsl("c.vert", Stage::Vertex, text), "shader-syntax");
    assert_eq!(place(&why), ("c.vert", 3, 15));
    assert_eq!(why.list[0].stage, Some(Stage::Vertex));
}

#[test]
fn faults_in_included_files_are_told_there() {
    let inner =
        files(&[("x.wgsl", "fn one() -> f32 {\n    return zwei;\n}\n"), ("y.wgsl", "#include \"x.wgsl\"\n")]);
    let text = "const A = 1;\n#include \"y.wgsl\"\nfn f() { }\n";
    let why = refused(&ShaderDesc::wgsl("main.wgsl", text).includes(inner), "shader-syntax");
    assert_eq!(place(&why), ("x.wgsl", 2, 12));
    assert_eq!(why.files, ["y.wgsl", "x.wgsl"]);
    let good = files(&[("x.wgsl", "#pragma once\nconst B = 1u;\n"), ("y.wgsl", "#include \"x.wgsl\"\n")]);
    let text = "#include \"x.wgsl\"\n#include \"y.wgsl\"\n#include \"x.wgsl\"\n@compute @workgroup_size(B) fn main() {}\n";
    let made = compile(&ShaderDesc::wgsl("main.wgsl", text).includes(good)).unwrap();
    assert_eq!(made.files(), ["x.wgsl", "y.wgsl"]);
}

#[test]
fn includes_that_do_not_end_are_refused() {
    let text = "#include \"a.wgsl\"\n";
    let cycle = files(&[("a.wgsl", "\n#include \"b.wgsl\"\n"), ("b.wgsl", "#include \"a.wgsl\"\n")]);
    let why = refused(&ShaderDesc::wgsl("m", text).includes(cycle), "shader-include-cycle");
    assert_eq!(place(&why), ("b.wgsl", 1, 2));
    assert!(why.to_string().contains("a.wgsl -> b.wgsl -> a.wgsl"), "{why}");
    let deep = |asked: &str, _: &str| {
        let n: u32 = asked.parse().unwrap_or(0);
        Ok(Some(Included { name: asked.to_owned(), text: format!("#include \"{}\"\n", n + 1) }))
    };
    refused(&ShaderDesc::wgsl("m", "#include \"0\"\n").includes(deep), "shader-include-depth");
    let why = refused(&ShaderDesc::wgsl("m", "\n#include <gone.wgsl>\n"), "shader-include-missing");
    assert_eq!(place(&why), ("m", 2, 2));
    let broken = |_: &str, _: &str| Err("the disk is gone".to_owned());
    let why = refused(&ShaderDesc::wgsl("m", text).includes(broken), "shader-include");
    assert!(why.to_string().contains("the disk is gone"));
}

#[test]
fn files_are_found_beside_and_in_folders() {
    let folder = std::env::temp_dir().join(format!("candor-compile-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("lib")).unwrap();
    std::fs::write(folder.join("main.comp"), "#version 450\n#include \"lib/a.glsl\"\n#include \"b.glsl\"\nlayout(local_size_x = A * B) in;\nvoid main() {}\n").unwrap();
    std::fs::write(folder.join("lib/a.glsl"), "#define A 4\n").unwrap();
    std::fs::write(folder.join("lib/b.glsl"), "#define B 8\n").unwrap();
    let mut desc = ShaderDesc::file(folder.join("main.comp"));
    refused(&desc, "shader-include-missing");
    desc.folders.push(folder.join("lib"));
    let made = compile(&desc).unwrap();
    assert_eq!(made.entry_points()[0].workgroup_size, Some([32, 1, 1]));
    assert_eq!(made.files().len(), 3);
    let gone = refused(&ShaderDesc::file(folder.join("none.wgsl")), "shader-source-read");
    assert!(gone.to_string().contains("none.wgsl"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn conditions_and_macros_choose_code() {
    let text = "
#define TWICE(x) ((x) * 2u)
#define SIZE TWICE(BASE + \\
    1u)
#if defined(LARGE) && LARGE > 1
const N = SIZE;
#elif BASE == 3
const N = 7u;
#else
#error neither
#endif
#ifndef LARGE
#  undef BASE
#endif
@compute @workgroup_size(N) fn main() { let a = TWICE(
    1u,
); }
";
    let desc = ShaderDesc::wgsl("m", &text.replace("1u,\n", "1u\n"));
    let size = |d: &ShaderDesc| compile(d).map(|c| c.entry_points()[0].workgroup_size.unwrap()[0]);
    assert_eq!(size(&desc.clone().define("BASE", "3u").define("LARGE", "2")), Ok(8));
    assert_eq!(size(&desc.clone().define("BASE", "3")), Ok(7));
    let why = refused(&desc, "shader-preprocess");
    assert_eq!(place(&why), ("m", 10, 2));
    assert!(why.to_string().contains("#error neither"));
    // A column after a macro is the source's.
    let why = refused(
        &ShaderDesc::wgsl("m", "const A = LONG; const B = x;").define("LONG", "1234567890"),
        "shader-syntax",
    );
    assert_eq!(place(&why), ("m", 1, 27));
    let why = refused(&ShaderDesc::wgsl("m", text), "shader-preprocess");
    assert!(why.to_string().contains("#error"), "{why}");
    for bad in [
        "#if 1\n",
        "#endif\n",
        "#else\n",
        "#nothing\n",
        "#include\n",
        "#define\n",
        "#if 1 +\n#endif\n",
        "#define F(a) a\nF(1, 2)\n",
    ] {
        let why = compile(&ShaderDesc::wgsl("m", bad)).unwrap_err();
        assert!(why.code().starts_with("shader-"), "{bad}: {why}");
    }
    refused(&ShaderDesc::wgsl("m", "").define("1", ""), "shader-define");
}

#[test]
fn what_grows_without_bound_is_refused() {
    let bomb: String = (0..40).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    refused(&ShaderDesc::wgsl("m", &format!("{bomb}A40\n")), "shader-preprocess");
    refused(
        &ShaderDesc::glsl("m", Stage::Vertex, &format!("#version 450\n{bomb}#define A0\nA40\n")),
        "shader-preprocess",
    );
    let call: String = (0..40).map(|n| format!("#define F{}(x) F{n}(x x)\n", n + 1)).collect();
    refused(&ShaderDesc::wgsl("m", &format!("#define F0(x) x\n{call}F40(a)\n")), "shader-preprocess");
    refused(&ShaderDesc::wgsl("m", &"(".repeat(100_000)), "shader-source-nesting");
    refused(
        &ShaderDesc::glsl(
            "m",
            Stage::Vertex,
            &format!("#version 450\nvoid main() {{ int a = {} 1; }}", "-".repeat(100_000)),
        ),
        "shader-source-nesting",
    );
    refused(&ShaderDesc::wgsl("m", &" ".repeat(2 << 20)), "shader-source-size");
    refused(&ShaderDesc::wgsl("m", &"\\\n".repeat(400_000)), "shader-no-entry-point");
    let open = format!("#define F(x) x\n{}", "F(\n".repeat(200_000));
    assert!(compile(&ShaderDesc::wgsl("m", &open)).is_err());
}

#[test]
fn deep_but_allowed_nesting_has_room() {
    let deep = |open: &str, close: &str, n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
    let text = format!("#version 450\nvoid main() {{ int a = {}; }}\n", deep("(", ")", 250));
    compile(&ShaderDesc::glsl("m", Stage::Fragment, &text)).unwrap();
    for unary in ["-", "!", "~", "+ +", "1 + ", "1 ? 1 : "] {
        let text = format!("#version 450\nvoid main() {{ int a = {} 1; }}\n", unary.repeat(4000));
        // Whatever it is, it comes back.
        let _ = compile(&ShaderDesc::glsl("m", Stage::Vertex, &text));
        let _ = compile(&ShaderDesc::wgsl("m", &format!("const A = {} 1;", unary.repeat(4000))));
    }
    for branch in ["if (true) ", "for (;;) ", "while (true) ", "do ", "if (true) {} else "] {
        let text = format!("#version 450\nvoid main() {{ {} ; }}\n", branch.repeat(1900));
        let _ = compile(&ShaderDesc::glsl("m", Stage::Vertex, &text));
        let text = format!("fn main() {{ {} {{ }} }}\n", branch.repeat(1900));
        let _ = compile(&ShaderDesc::wgsl("m", &text));
    }
}

#[test]
fn what_it_is_must_be_known() {
    let mut desc = ShaderDesc::wgsl("nothing.txt", "");
    desc.language = None;
    refused(&desc, "shader-language");
    desc.name = "a.wgsl".into();
    assert_eq!(compile(&desc).unwrap_err().code(), "shader-no-entry-point");
    let why =
        refused(&ShaderDesc::new("a", SourceLanguage::Glsl, "#version 450\nvoid main() {}"), "shader-stage");
    assert!(why.to_string().contains("state it"), "{why}");
    assert!(
        compile(&ShaderDesc::new("a.frag.glsl", SourceLanguage::Glsl, "#version 450\nvoid main() {}"))
            .is_ok()
    );
    refused(&ShaderDesc::glsl("a", Stage::Geometry, "#version 450\nvoid main() {}"), "shader-stage");
    refused(&ShaderDesc::new("a", SourceLanguage::Wgsl, vec![0xff]), "shader-source-text");
    refused(&ShaderDesc::new("a", SourceLanguage::Spirv, vec![0; 7]), "shader-not-words");
    refused(&ShaderDesc::new("a", SourceLanguage::Spirv, vec![0; 20]), "shader-bad-magic");
}

#[test]
fn without_slangc_it_says_so() {
    let mut desc = ShaderDesc::new("a", SourceLanguage::Slang, "");
    desc.slangc = Some("/no/such/slangc".into());
    let why = refused(&desc, "shader-no-slangc");
    assert!(why.to_string().contains("SLANGC"), "{why}");
}

#[test]
fn slang_and_hlsl_go_through_slangc() {
    let Some(slangc) = slangc("slang_and_hlsl_go_through_slangc") else { return };
    let text = "
#include \"lib/inc.slang\"
import other;
[shader(\"vertex\")]
float4 vs(uint i : SV_VulkanVertexID) : SV_Position { return float4(helper(i), two(), DEPTH, 1); }
[shader(\"fragment\")]
float4 fs() : SV_Target { return float4(1, 2, 3, 4); }
";
    let lib = [
        ("lib/inc.slang", "float helper(float x) { return x; }"),
        ("other.slang", "module other; public float two() { return 2; }"),
    ];
    let mut desc =
        ShaderDesc::new("main", SourceLanguage::Slang, text).includes(files(&lib)).define("DEPTH", "0.5");
    desc.slangc = Some(slangc.clone());
    let made = compile(&desc).unwrap();
    assert_eq!(made.entry_points().len(), 2);
    assert_eq!(made.files(), ["lib/inc.slang", "other.slang"]);
    // A fault in what is included is told there.
    let lib = [("lib/inc.slang", "\nfloat helper(float x) { return y; }"), lib[1]];
    let why = refused(&desc.clone().includes(files(&lib)), "shader-slangc");
    assert_eq!(place(&why), ("lib/inc.slang", 2, 32));
    assert!(why.list[0].source_line.contains("return y") && why.list[0].message.contains("'y'"), "{why}");
    desc.time_limit = Duration::ZERO;
    refused(&desc, "shader-time");

    let text = "float4 main(float4 p : POSITION) : SV_Position { return p * SCALE; }";
    let mut desc = ShaderDesc::new("old.hlsl", SourceLanguage::Hlsl, text).define("SCALE", "2.0");
    desc.slangc = Some(slangc);
    desc.stage = Some(Stage::Vertex);
    let made = compile(&desc).unwrap();
    assert_eq!(made.entry_points()[0].name, "main");
    desc.defines.clear();
    let why = refused(&desc, "shader-slangc");
    assert_eq!(place(&why), ("old.hlsl", 1, 61));
}

#[test]
fn overrides_are_settled() {
    let text = "override N: u32 = 4u; @id(7) override M: u32; @compute @workgroup_size(N * M) fn main() {}";
    let mut desc = ShaderDesc::wgsl("m", text);
    let why = refused(&desc, "shader-constant");
    assert!(why.to_string().contains("by its name or number"), "{why}");
    desc.constants = vec![("7".into(), 2.0)];
    assert_eq!(compile(&desc).unwrap().entry_points()[0].workgroup_size, Some([8, 1, 1]));
    desc.constants.push(("N".into(), 16.0));
    assert_eq!(compile(&desc).unwrap().entry_points()[0].workgroup_size, Some([32, 1, 1]));
}

#[test]
fn what_is_indexed_by_a_signed_number_is_kept_within_bounds_and_translated() {
    let text = "
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1) fn main() {
    var own = array(1.0, 2.0, 3.0);
    let at = i32(out[0]);
    own[at] = 4.0;
    out[1] = own[at - 1];
}
";
    let made = compile(&ShaderDesc::wgsl("m", text)).unwrap();
    for target in
        [Target::Wgsl, Target::Msl, Target::Glsl450, Target::GlslEs310, Target::Hlsl50, Target::Hlsl60]
    {
        let text = made.translate("main", target, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!(text.source.contains("min("), "{}", text.source);
    }
}

#[test]
fn a_fault_does_not_repeat_half_of_the_source() {
    let text = format!("fn f() {{ a /*{} }}", "b = c;\n".repeat(2000));
    let why = compile(&ShaderDesc::wgsl("m", &text)).unwrap_err();
    assert!(why.list[0].message.chars().count() <= 501, "{}", why.list[0].message.len());
}
