//! A manifest as text and back: exactly, and with a sentence for everything that cannot be read.
#![allow(clippy::unwrap_used, clippy::panic)]

use candor_pipelines::*;
use candor_rhi::format::Class;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use proptest::prelude::*;
use proptest::sample::select;

fn any_of<T: std::fmt::Debug + Clone + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    select(all)
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0f32), Just(1.0), Just(-2.5), Just(f32::MAX), Just(1e-30), -1e3f32..1e3]
}

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Zäß \"\\\\#=\\[\\]'.,:+-]{1,20}"
}

fn shader() -> impl Strategy<Value = ShaderRef> {
    let value = prop_oneof![
        any::<bool>().prop_map(ConstantValue::Bool),
        any::<i32>().prop_map(ConstantValue::I32),
        any::<u32>().prop_map(ConstantValue::U32),
        number().prop_map(ConstantValue::F32),
        any::<i64>().prop_map(ConstantValue::I64),
        any::<u64>().prop_map(ConstantValue::U64),
        number().prop_map(|v| ConstantValue::F64(f64::from(v) / 3.0)),
    ];
    let constant = (any::<u32>(), value).prop_map(|(id, value)| Constant { id, value });
    ("[a-z_]{1,8}\\.[a-z_0-9.]{1,12}", any::<u128>(), prop::collection::vec(constant, 0..3))
        .prop_map(|(name, hash, constants)| ShaderRef { name, hash: ShaderHash(hash), constants })
}

fn stages() -> impl Strategy<Value = Stages> {
    (0u8..64).prop_map(Stages::from_bits_truncate)
}

fn push() -> impl Strategy<Value = PushLayout> {
    (stages(), any::<u32>()).prop_map(|(stages, bytes)| PushLayout { stages, bytes })
}

fn buffer() -> impl Strategy<Value = OwnedVertexLayout> {
    let step = prop_oneof![
        Just(StepMode::Vertex),
        Just(StepMode::Instance),
        Just(StepMode::Constant),
        any::<u32>().prop_map(StepMode::EveryInstances)
    ];
    let attribute = (any::<u32>(), any_of(VertexFormat::ALL), any::<u32>());
    let attribute = attribute.prop_map(|(location, format, offset)| Attribute { location, format, offset });
    (any::<u32>(), step, prop::collection::vec(attribute, 0..4), any::<bool>()).prop_map(
        |(stride, step, attributes, beyond_stride)| OwnedVertexLayout {
            stride,
            step,
            attributes,
            beyond_stride,
        },
    )
}

const COMPARES: [Compare; 8] = [
    Compare::Never,
    Compare::Less,
    Compare::Equal,
    Compare::LessEqual,
    Compare::Greater,
    Compare::NotEqual,
    Compare::GreaterEqual,
    Compare::Always,
];
const STENCILS: [StencilOp; 8] = [
    StencilOp::Keep,
    StencilOp::Zero,
    StencilOp::Replace,
    StencilOp::IncrementClamp,
    StencilOp::DecrementClamp,
    StencilOp::Invert,
    StencilOp::IncrementWrap,
    StencilOp::DecrementWrap,
];
const FACTORS: [BlendFactor; 6] = [
    BlendFactor::Zero,
    BlendFactor::OneMinusSrc,
    BlendFactor::SrcAlphaSaturated,
    BlendFactor::OneMinusConstantAlpha,
    BlendFactor::Src1,
    BlendFactor::OneMinusSrc1Alpha,
];
const OPS: [BlendOp; 5] =
    [BlendOp::Add, BlendOp::Subtract, BlendOp::ReverseSubtract, BlendOp::Min, BlendOp::Max];

fn face() -> impl Strategy<Value = StencilFace> {
    let op = || any_of(&STENCILS);
    (any_of(&COMPARES), op(), op(), op(), any::<u8>(), any::<u8>()).prop_map(
        |(compare, fail, depth_fail, pass, read_mask, write_mask)| StencilFace {
            compare,
            fail,
            depth_fail,
            pass,
            read_mask,
            write_mask,
        },
    )
}

fn depth() -> impl Strategy<Value = DepthState> {
    let stencil = prop::option::of((face(), face()).prop_map(|(front, back)| StencilState { front, back }));
    let bias = (number(), number(), number());
    let bias = bias.prop_map(|(constant, slope, clamp)| DepthBias { constant, slope, clamp });
    (any_of(Format::ALL), any_of(&COMPARES), any::<bool>(), bias, any::<bool>(), stencil).prop_map(
        |(format, compare, write, bias, clamp, stencil)| DepthState {
            format,
            compare,
            write,
            bias,
            clamp,
            stencil,
        },
    )
}

fn color() -> impl Strategy<Value = ColorState> {
    let part = || {
        (any_of(&FACTORS), any_of(&FACTORS), any_of(&OPS)).prop_map(|(src, dst, op)| BlendPart {
            src,
            dst,
            op,
        })
    };
    let blend = prop::option::of((part(), part()).prop_map(|(color, alpha)| Blend { color, alpha }));
    (any_of(Format::ALL), blend, 0u8..16).prop_map(|(format, blend, write)| ColorState {
        format,
        blend,
        write: WriteMask::from_bits_truncate(write),
    })
}

fn state() -> impl Strategy<Value = RasterState<ShaderRef>> {
    let tessellation = prop::option::of((shader(), shader(), any::<u32>()).prop_map(
        |(control, evaluation, patch_vertices)| OwnedTessellation { control, evaluation, patch_vertices },
    ));
    let stages = (shader(), tessellation, prop::option::of(shader()), prop::option::of(shader()));
    let topology = any_of(&[
        Topology::Points,
        Topology::LineStripAdjacency,
        Topology::Triangles,
        Topology::TriangleFan,
        Topology::Patches,
    ]);
    let shape = (
        prop::collection::vec(buffer(), 0..3),
        topology,
        any::<bool>(),
        any_of(&[PolygonMode::Fill, PolygonMode::Line, PolygonMode::Point]),
        number(),
        any::<bool>(),
        any_of(&[Cull::None, Cull::Front, Cull::Back]),
        any_of(&[FrontFace::Ccw, FrontFace::Cw]),
    );
    let out = (
        prop::option::of(depth()),
        prop::collection::vec(color(), 0..4),
        any::<u32>(),
        prop::option::of(any::<u32>()),
        any::<bool>(),
        prop::option::of(any_of(&[LogicOp::Clear, LogicOp::Nand, LogicOp::OrInverted])),
        any::<u32>(),
    );
    (stages, shape, out).prop_map(|(s, h, o)| RasterState {
        vertex: s.0,
        tessellation: s.1,
        geometry: s.2,
        fragment: s.3,
        buffers: h.0,
        topology: h.1,
        primitive_restart: h.2,
        polygon: h.3,
        line_width: h.4,
        conservative: h.5,
        cull: h.6,
        front: h.7,
        depth: o.0,
        colors: o.1,
        samples: o.2,
        sample_mask: o.3,
        alpha_to_coverage: o.4,
        logic_op: o.5,
        view_mask: o.6,
    })
}

fn layout() -> impl Strategy<Value = LayoutItem> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|dynamic| BindingKind::Uniform { dynamic }),
        (any::<bool>(), any::<bool>()).prop_map(|(dynamic, write)| BindingKind::Storage { dynamic, write }),
        Just(BindingKind::Texture),
        any::<bool>().prop_map(|write| BindingKind::StorageTexture { write }),
        Just(BindingKind::Sampler),
    ];
    let dim = || any_of(&[ViewDim::D1, ViewDim::D2, ViewDim::D2Array, ViewDim::CubeArray, ViewDim::D3]);
    let class = any_of(&[Class::Float, Class::Uint, Class::Sint, Class::Depth]);
    let detail = prop_oneof![
        Just(BindingDetail::Any),
        any::<u32>().prop_map(BindingDetail::MinSize),
        (dim(), class, any::<bool>()).prop_map(|(dim, class, multisampled)| BindingDetail::Texture {
            dim,
            class,
            multisampled
        }),
        (dim(), prop::option::of(any_of(Format::ALL)))
            .prop_map(|(dim, format)| BindingDetail::StorageTexture { dim, format }),
        any::<bool>().prop_map(|compares| BindingDetail::Sampler { compares }),
    ];
    let entry = (any::<u32>(), stages(), kind, any::<u32>(), detail).prop_map(
        |(binding, stages, kind, count, detail)| LayoutEntry { binding, stages, kind, count, detail },
    );
    let address = || {
        any_of(&[
            AddressMode::Repeat,
            AddressMode::MirrorOnce,
            AddressMode::Clamp,
            AddressMode::Border(BorderColor::OpaqueBlack),
            AddressMode::Border(BorderColor::OpaqueWhite),
        ])
    };
    let filter = || any_of(&[Filter::Nearest, Filter::Linear]);
    let sampler = (
        (filter(), filter(), filter()),
        (address(), address(), address()),
        number(),
        prop::option::of(any_of(&COMPARES)),
        (number(), number(), number()),
    )
        .prop_map(|(f, a, anisotropy, compare, (least, most, lod_bias))| SamplerState {
            filter: f.into(),
            address: a.into(),
            anisotropy,
            compare,
            lod: [least, most],
            lod_bias,
        });
    let samplers = prop::collection::btree_map(any::<u32>(), prop::collection::vec(sampler, 1..3), 0..3);
    (name(), prop::collection::vec(entry, 0..4), samplers).prop_map(|(name, entries, s)| LayoutItem {
        name,
        entries,
        samplers: s.into_iter().collect(),
    })
}

/// Names made unique, groups made to exist.
fn manifest() -> impl Strategy<Value = PipelineManifest> {
    let raster = (name(), push(), state(), any::<usize>());
    let compute = (name(), push(), shader(), any::<usize>());
    let mips = (any_of(Format::ALL), any_of(&[TextureDim::D1, TextureDim::D2, TextureDim::D3]));
    (
        prop::collection::vec(layout(), 0..4),
        prop::collection::vec(raster, 0..4),
        prop::collection::vec(compute, 0..3),
        prop::collection::vec(mips, 0..3),
    )
        .prop_map(|(mut layouts, raster, compute, mips)| {
            layouts.iter_mut().enumerate().for_each(|(i, l)| l.name.push_str(&format!("l{i}")));
            let groups = |n: usize| -> Vec<String> {
                layouts
                    .iter()
                    .cycle()
                    .skip(n % 7)
                    .take(layouts.len().min(n % 4))
                    .map(|l| l.name.clone())
                    .collect()
            };
            let mut m = PipelineManifest::new();
            for (i, (name, push, state, n)) in raster.into_iter().enumerate() {
                let (name, groups) = (format!("{name}r{i}"), groups(n));
                m.raster.push(RasterEntry { name, groups, push, state });
            }
            for (i, (name, push, shader, n)) in compute.into_iter().enumerate() {
                let (name, groups) = (format!("{name}c{i}"), groups(n));
                m.compute.push(ComputeEntry { name, groups, push, shader });
            }
            mips.into_iter().for_each(|(f, d)| m.add_mips(f, d));
            m.layouts = layouts;
            m
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_exactly(m in manifest()) {
        let text = m.to_text();
        let read = PipelineManifest::parse(&text);
        prop_assert_eq!(read.as_ref().map_err(|e| format!("{e}\n{text}")), Ok(&m));
        prop_assert_eq!(m.compare(&m), vec![]);
    }

    #[test]
    fn damaged_text_is_read_or_refused_and_never_panics(m in manifest(), at in any::<prop::sample::Index>(), c in any::<char>()) {
        let mut chars: Vec<char> = m.to_text().chars().collect();
        let i = at.index(chars.len());
        chars[i] = c;
        let text: String = chars.into_iter().collect();
        if let Err(e) = PipelineManifest::parse(&text) {
            prop_assert!(e.line >= 1 && e.line <= text.lines().count() + 1, "{}", e);
        }
    }
}

const GOOD: &str = "candor-pipelines = 1

[[layout]]
name = \"frame\"
bindings = [
  \"0 vertex+fragment uniform dynamic\",
  \"1 fragment sampler\",
]

[[raster]]
name = \"lit\"
groups = [\"frame\"]
push = \"vertex 64\"
vertex = \"pbr.vs_main 00000000000000000000000000000001 3=u32:1\"
fragment = \"pbr.fs_main 00000000000000000000000000000002\"
buffers = [\"vertex stride=12 0:F32x3@0\"]
depth = \"Depth32Float greater-equal write\"
colors = [\"Rgba16Float color=src-alpha,one-minus-src-alpha,add alpha=one,zero,add\"]
samples = 4

[[mips]]
format = \"Rgba8Unorm\"
dim = \"2d\"
";

#[test]
fn every_fault_of_a_file_is_told_by_line_field_and_rule() {
    assert_eq!(PipelineManifest::parse(GOOD).unwrap().len(), 2);
    let told = |from: &str, to: &str, line: usize, parts: &[&str]| {
        assert!(GOOD.contains(from), "{from}");
        let e = PipelineManifest::parse(&GOOD.replacen(from, to, 1)).expect_err(to);
        let text = e.to_string();
        assert_eq!(e.line, line, "{text}");
        assert!(parts.iter().all(|p| text.contains(p)), "{text}");
    };
    told("candor-pipelines = 1", "candor-pipelines = 2", 1, &["version 2", "1 is known", "build it anew"]);
    told("candor-pipelines = 1\n", "\n", 1, &["'candor-pipelines' of the manifest", "missing"]);
    told("name = \"frame\"", "name = frame", 4, &["the text"]);
    told("name = \"frame\"", "name = \"\"", 4, &["'name' of layout", "one line"]);
    told(
        "+fragment uniform",
        "+fragmend uniform",
        6,
        &["'bindings' of layout 'frame'", "'fragmend'", "geometry"],
    );
    told("uniform dynamic", "uniform dynamik", 6, &["'dynamik' is too much", "written as"]);
    told("1 fragment sampler", "1 fragment sampler compares=no", 7, &["'no' is no choice"]);
    told("1 fragment sampler", "1 fragment texture shows=2d", 7, &["'2d' is no texture", "shows=2d,float"]);
    told("1 fragment sampler", "1 fragment", 7, &["something is missing"]);
    told(
        "1 fragment sampler",
        "1 fragment samplers",
        7,
        &["'samplers' is no kind of binding", "storage-texture"],
    );
    told("name = \"lit\"", "label = \"lit\"", 10, &["'name' of raster", "missing"]);
    told(
        "groups = [\"frame\"]",
        "groups = [\"fram\"]",
        12,
        &["'groups' of raster 'lit'", "no layout 'fram'"],
    );
    told("push = \"vertex 64\"", "push = 64", 13, &["'push'", "a text stands here"]);
    told("vertex 64", "vertex", 13, &["something is missing"]);
    told("00000000000000000000000000000001", "1", 14, &["'vertex'", "'1' is no hash"]);
    told("3=u32:1", "3=u33:1", 14, &["'u33' is no type", "bool"]);
    told("3=u32:1", "3=u32:-1", 14, &["'-1' is no value"]);
    told("0:F32x3@0", "0:F32x5@0", 16, &["'buffers'", "'0:F32x5@0'", "format"]);
    told("vertex stride", "vertices stride", 16, &["'vertices' is no step", "instances=N"]);
    told("greater-equal", "more", 17, &["'depth'", "'more' is no comparison", "less-equal"]);
    told("Rgba16Float color", "Rgba16float color", 18, &["'colors'", "'Rgba16float' is no format"]);
    told("alpha=one,zero,add", "write=rgb", 18, &["alpha=... is missing"]);
    told("one,zero,add", "one,zero", 18, &["'one,zero' is no blend"]);
    told("samples = 4", "samples = -4", 19, &["'samples'", "not negative"]);
    told("samples = 4", "samples = 4.5", 19, &["whole number"]);
    told("samples = 4", "sample = 4", 19, &["'sample' of raster 'lit'", "unknown", "samples"]);
    told("samples = 4", "stencil-front = \"always keep,keep,keep read=1 write=1\"", 19, &["'stencil-back'"]);
    told("samples = 4", "patch-vertices = 4", 10, &["'tessellation-evaluation'"]);
    told("dim = \"2d\"", "dim = \"4d\"", 23, &["'dim' of mips", "'4d' is no dimensions", "3d"]);
    told("[[mips]]", "[mips]", 21, &["'mips'", "[[...]]"]);
    told("[[mips]]", "[[raster]]\nname = \"lit\"\n[[mips]]", 22, &["'lit' too"]);
    told("[[mips]]", "[[layout]]\nname = \"frame\"\n[[mips]]", 22, &["'frame' too"]);
    told(
        "[[mips]]",
        "[[computer]]\nname = \"c\"\n[[mips]]",
        21,
        &["'computer' of the manifest", "compute, mips"],
    );
}

fn device() -> Device {
    Device::new(NullBackend::new(NullDesc::default()))
}

fn add(m: &mut PipelineManifest, shaders: &ShaderSet, label: &str, cull: Cull) -> Result<(), AddError> {
    m.add_raster(
        shaders,
        &RasterPipelineDesc {
            label,
            vertex: shaders.stage("triangle.vs_main").unwrap(),
            fragment: shaders.stage("triangle.fs_main"),
            colors: &[Format::Rgba8Unorm.into()],
            cull,
            ..Default::default()
        },
    )
}

#[test]
fn what_a_program_can_create_is_compared_with_what_is_listed_both_ways() {
    let shaders = ShaderSet::builtin();
    let (mut listed, mut program) = (PipelineManifest::new(), PipelineManifest::new());
    for (m, names) in [(&mut listed, ["both", "other", "old"]), (&mut program, ["both", "new", "other"])] {
        for n in names {
            add(m, &shaders, n, Cull::None).unwrap();
        }
    }
    program.raster[2].state.cull = Cull::Back;
    program.raster[0].state.vertex.hash = ShaderHash(1);
    program.add_mips(Format::Rgba8Unorm, TextureDim::Cube);
    let told: Vec<_> = listed.compare(&program).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "'both': its shaders have changed since it was listed (triangle.vs_main)",
            "'old': the manifest lists it, and the program cannot create it",
            "'other': it is listed with another layout, target or state",
            "'internal mips Rgba8Unorm D2': the program can create it, and the manifest does not list it",
            "'new': the program can create it, and the manifest does not list it",
        ]
    );
}

#[test]
fn a_name_stands_for_one_pipeline_and_a_layout_for_its_contents() {
    let (shaders, device) = (ShaderSet::builtin(), device());
    let mut m = PipelineManifest::new();
    add(&mut m, &shaders, "a", Cull::None).unwrap();
    add(&mut m, &shaders, "a", Cull::None).unwrap();
    let e = add(&mut m, &shaders, "a", Cull::Back).unwrap_err().to_string();
    assert!(e.contains("pipeline 'a'") && e.contains("its own name"), "{e}");
    let e = add(&mut m, &shaders, "", Cull::None).unwrap_err().to_string();
    assert!(e.contains("label"), "{e}");
    let none = ShaderSet::new();
    let d = RasterPipelineDesc {
        label: "b",
        vertex: shaders.stage("triangle.vs_main").unwrap(),
        ..Default::default()
    };
    let e = m.add_raster(&none, &d).unwrap_err().to_string();
    assert!(e.contains("'b'") && e.contains("vs_main") && e.contains("ShaderSet"), "{e}");

    let layout = |label: &str, binding: u32, samplers: &[&Sampler]| {
        let entries = [LayoutEntry::new(binding, Stages::FRAGMENT, BindingKind::Sampler)];
        let samplers = [ImmutableSamplers { binding, samplers }];
        let samplers = if samplers[0].samplers.is_empty() { &[][..] } else { &samplers };
        device.create_bind_group_layout(&BindGroupLayoutDesc { label, entries: &entries, samplers }).unwrap()
    };
    let clamp = device.create_sampler(&SamplerDesc::clamp("clamp")).unwrap().value;
    let (a, b, c) = (layout("group", 0, &[]), layout("group", 1, &[]), layout("group", 0, &[&clamp]));
    let d = RasterPipelineDesc { label: "b", groups: &[&a, &b, &c, &a], ..d };
    m.add_raster(&shaders, &d).unwrap();
    assert_eq!(m.raster[1].groups, ["group", "group 2", "group 3", "group"]);
    assert_eq!(m.layouts[2].samplers, [(0, vec![*clamp.state()])]);
    let mut all = PipelineManifest::new();
    all.add_all(&m).unwrap();
    all.add_all(&m).unwrap();
    assert_eq!(all.compare(&m), []);
    assert_eq!(PipelineManifest::parse(&all.to_text()).unwrap(), all);
}
