//! What shaders want beside what layouts say: the sentences, what a layout can say, and layouts that are derived.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

#[path = "cases/wired.rs"]
mod wired;
mod world;

use candor_rhi::null::NullDesc;
use candor_rhi::*;
use world::{World, raster, shader, told, usual};

fn said(code: Code) -> String {
    let e = wired::broken(code).unwrap()(&usual());
    assert_eq!(e.code(), code, "{e}");
    e.to_string()
}

/// Each names the pipeline, the shader with its stage, the binding by name and number, what is wanted and what the layout says.
#[test]
fn sentences_name_pipeline_shader_binding_and_layout() {
    let fragment = |entry: &str| format!("the fragment shader '{entry}'");
    let cases: &[(Code, &str, &[&str])] = &[
        (
            Code::BindingType,
            &fragment("fs_main"),
            &["'source' (binding 0 of group 0)", "a D2 texture of floats", "'layout' has a sampler there"],
        ),
        (
            Code::BindingStage,
            &fragment("fs_main"),
            &["'source' (binding 0 of group 0)", "'layout' shows it to vertex alone"],
        ),
        (
            Code::BindingAccess,
            "the compute shader 'cs_main'",
            &["'words' (binding 0 of group 0)", "that it writes", "a storage buffer that shaders only read"],
        ),
        (
            Code::BindingLength,
            "the compute shader 'cs_buffers'",
            &["'inputs' (binding 1 of group 0)", "counts 3", "array of 4"],
        ),
        (
            Code::BindingShape,
            &fragment("fs_cube"),
            &["'cube' (binding 4 of group 0)", "a Cube texture of floats", "a D2 texture of floats there"],
        ),
        (
            Code::BindingClass,
            &fragment("fs_main"),
            &["'source' (binding 0 of group 0)", "of floats;", "of unsigned integers there"],
        ),
        (
            Code::StorageFormat,
            "the compute shader 'cs_image'",
            &[
                "'hdr' (binding 2 of group 0)",
                "in Rgba16Float that it writes",
                "in Rgba8Unorm that shaders write",
            ],
        ),
        (
            Code::BindingSize,
            "the vertex shader 'vs_main'",
            &["'item' (binding 0 of group 0)", "32 bytes", "dynamic offset of at least 16 bytes"],
        ),
        (
            Code::SamplerUse,
            &fragment("fs_compare"),
            &[
                "'compared' (binding 2 of group 0)",
                "a sampler that compares;",
                "a sampler that does not compare there",
            ],
        ),
        (Code::PushStage, "the compute shader 'cs_main'", &["16 bytes", "shows to vertex"]),
        (Code::PushBlock, "the compute shader 'cs_main'", &["16 bytes", "the pipeline has 12"]),
        (
            Code::VertexClass,
            "the vertex shader 'vs_main'",
            &["location 0", "reads floats", "vertex buffer 0 has U32x2", "unsigned integers"],
        ),
        (Code::TargetClass, &fragment("fs_main"), &["writes floats", "target 0", "Rgba8Uint"]),
        (Code::TooManyPairs, "the compute shader 'cs_pairs'", &["18 pairs", "16 are allowed"]),
        (
            Code::BindingUnsupported,
            &fragment("main"),
            &["'albedo' (binding 0 of group 0)", "a texture and its sampler in one binding"],
        ),
        (
            Code::StagesDisagree,
            &fragment("fs_main"),
            &[
                "binding 0 of group 0 is 'item', a uniform buffer",
                "the vertex shader 'vs_main'",
                "'source', a D2 texture of floats",
            ],
        ),
    ];
    for (code, shader, parts) in cases {
        let sentence = said(*code);
        for part in [&["'wired'", shader][..], parts].concat() {
            assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
        }
    }
}

#[test]
fn workgroups_and_constants_are_told_with_their_shader() {
    let limits = Limits { max_workgroup_size: [32, 32, 32], ..Limits::default() };
    let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    let layout = w.layout(&[LayoutEntry::new(
        0,
        Stages::COMPUTE,
        BindingKind::Storage { dynamic: false, write: true },
    )]);
    let d = ComputePipelineDesc {
        label: "fill",
        groups: &[&layout],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader: shader("compute_fill.cs_main"),
    };
    told(
        w.device.create_compute_pipeline(&d),
        Code::Workgroup,
        &["'fill'", "the compute shader 'cs_main'", "64x1x1, 64 invocations", "up to 32x32x32"],
    );
    let constants = [Constant { id: 7, value: ConstantValue::I32(1) }];
    let fragment = Some(ShaderStage { constants: &constants, ..shader("proof_state.fs_constants") });
    let d = raster(&RasterPipelineDesc { label: "scaled", ..Default::default() });
    told(
        w.device.create_raster_pipeline(&RasterPipelineDesc { fragment, ..d }),
        Code::SpecConstant,
        &["'scaled'", "the fragment shader 'fs_constants'", "constant 7 ('SCALE') as Float(32)", "I32(1)"],
    );
}

#[test]
fn a_binding_that_is_not_there_is_told_with_those_that_are() {
    let w = usual();
    let with = |groups: &[&BindGroupLayout]| {
        w.device.create_raster_pipeline(&RasterPipelineDesc {
            groups,
            vertex: shader("mips.vs_main"),
            fragment: Some(shader("mips.fs_main")),
            ..raster(&RasterPipelineDesc { label: "copy", ..Default::default() })
        })
    };
    let l = w.layout(&[
        LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
        LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Sampler),
    ]);
    told(
        with(&[&l]),
        Code::ShaderBinding,
        &[
            "'copy'",
            "'fs_main'",
            "'linearClamp' (binding 1 of group 0)",
            "'layout' has no binding 1, it has 0, 3",
        ],
    );
    told(with(&[]), Code::ShaderBinding, &["'source' (binding 0 of group 0)", "the pipeline has 0 groups"]);
}

/// The module without the instructions that name things (SPIR-V specification: OpName and OpMemberName).
fn nameless(words: &[u32]) -> Vec<u32> {
    let (header, mut rest) = words.split_at(5);
    let mut out = header.to_vec();
    while let Some(first) = rest.first() {
        let (inst, after) = rest.split_at((first >> 16) as usize);
        if !matches!(first & 0xffff, 5 | 6) {
            out.extend_from_slice(inst);
        }
        rest = after;
    }
    out
}

#[test]
fn a_binding_without_a_name_is_told_by_its_number() {
    let w = usual();
    let words = nameless(shader("mips.fs_main").spirv);
    let fragment = Some(ShaderStage { spirv: &words, ..shader("mips.fs_main") });
    let d = raster(&RasterPipelineDesc { label: "bare", ..Default::default() });
    let d = RasterPipelineDesc { vertex: shader("mips.vs_main"), fragment, ..d };
    let e = w.device.create_raster_pipeline(&d).unwrap_err().to_string();
    assert!(e.contains("uses binding 0 of group 0, a D2 texture of floats"), "{e}");
    // What is stripped of a shader that comes with Candor are no names.
    let kept = candor_shader::strip_debug(shader("mips.fs_main").spirv).unwrap();
    let fragment = Some(ShaderStage { spirv: &kept, ..shader("mips.fs_main") });
    let e = w.device.create_raster_pipeline(&RasterPipelineDesc { fragment, ..d }).unwrap_err().to_string();
    assert!(e.contains("'source' (binding 0 of group 0)"), "{e}");
}

#[test]
fn a_group_binds_what_the_layout_says() {
    let w = usual();
    let texture = |dim, class, multisampled| BindingDetail::Texture { dim, class, multisampled };
    let with = |kind, detail, entry: GroupEntry<'_>| {
        let layout = w.layout(&[LayoutEntry::new(0, Stages::COMPUTE, kind).detail(detail)]);
        w.device.create_bind_group(&BindGroupDesc { label: "group", layout: &layout, entries: &[entry] })
    };
    let view = |format, layers, usage| {
        let d = TextureDesc { layers, usage, ..TextureDesc::color_target("map", format, 8, 8) };
        w.view(&w.texture(&d))
    };
    let (flat, layered) = (
        view(Format::Rgba8Unorm, 1, TextureUsage::SAMPLED),
        view(Format::Rgba8Unorm, 2, TextureUsage::SAMPLED),
    );
    let at = |v| GroupEntry::view(0, v);
    let whole = texture(ViewDim::D2, Class::Float, false);
    assert!(with(BindingKind::Texture, whole, at(&flat)).is_ok());
    told(
        with(BindingKind::Texture, whole, at(&layered)),
        Code::BindingShape,
        &["'group'", "binding 0 of layout 'layout'", "'map' is D2Array", "a D2 texture of floats"],
    );
    let many = texture(ViewDim::D2, Class::Float, true);
    told(with(BindingKind::Texture, many, at(&flat)), Code::BindingShape, &["samples 1", "multisampled"]);
    for class in [Class::Uint, Class::Sint, Class::Depth] {
        let detail = texture(ViewDim::D2, class, false);
        told(with(BindingKind::Texture, detail, at(&flat)), Code::BindingClass, &["Rgba8Unorm gives floats"]);
    }
    // Depth can be read as floats, and stencil as unsigned integers.
    let d = TextureDesc::depth_target("depth", Format::Depth32FloatStencil8, 8, 8);
    let t = w.texture(&d);
    let aspect = |aspects| {
        w.device.create_view(&t, &ViewDesc { aspects: Some(aspects), ..Default::default() }).unwrap()
    };
    let (depth, stencil) = (aspect(Aspects::DEPTH), aspect(Aspects::STENCIL));
    let class = |class| texture(ViewDim::D2, class, false);
    for (v, c) in [(&depth, Class::Depth), (&depth, Class::Float), (&stencil, Class::Uint)] {
        assert!(with(BindingKind::Texture, class(c), at(v)).is_ok(), "{c:?}");
    }
    told(with(BindingKind::Texture, class(Class::Float), at(&stencil)), Code::BindingClass, &["unsigned"]);

    let stored = view(Format::Rgba16Float, 1, TextureUsage::STORAGE);
    let kind = BindingKind::StorageTexture { write: true };
    let detail = |format| BindingDetail::StorageTexture { dim: ViewDim::D2, format };
    for format in [None, Some(Format::Rgba16Float)] {
        assert!(with(kind, detail(format), at(&stored)).is_ok(), "{format:?}");
    }
    let other = detail(Some(Format::Rgba8Unorm));
    told(with(kind, other, at(&stored)), Code::StorageFormat, &["Rgba16Float", "Rgba8Unorm"]);

    let constants = w.buffer("constants", BufferUsage::UNIFORM);
    let kind = BindingKind::Uniform { dynamic: false };
    let part = |size| GroupEntry::buffer_range(0, &constants, 0, size);
    assert!(with(kind, BindingDetail::MinSize(256), part(256)).is_ok());
    told(
        with(kind, BindingDetail::MinSize(256), part(252)),
        Code::BindingSize,
        &["252 bytes of buffer 'constants'", "at least 256"],
    );

    let plain = w.device.create_sampler(&SamplerDesc::nearest("plain")).unwrap().value;
    let compares = |compares| BindingDetail::Sampler { compares };
    let entry = || GroupEntry::sampler(0, &plain);
    assert!(with(BindingKind::Sampler, compares(false), entry()).is_ok());
    told(
        with(BindingKind::Sampler, compares(true), entry()),
        Code::SamplerUse,
        &["'plain' does not compare", "a sampler that compares"],
    );
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, BindingKind::Sampler).detail(compares(true))];
    let samplers = [ImmutableSamplers { binding: 0, samplers: &[&plain] }];
    let d = BindGroupLayoutDesc { label: "baked", entries: &entries, samplers: &samplers };
    told(w.device.create_bind_group_layout(&d), Code::SamplerUse, &["'baked'", "binding 0", "'plain'"]);
}

#[test]
fn a_detail_is_of_its_kind_and_exact() {
    let w = usual();
    let laid = |kind, detail| {
        let entries = [LayoutEntry::new(0, Stages::COMPUTE, kind).detail(detail)];
        w.device.create_bind_group_layout(&BindGroupLayoutDesc {
            label: "said",
            entries: &entries,
            samplers: &[],
        })
    };
    let shape = |dim, multisampled| BindingDetail::Texture { dim, class: Class::Float, multisampled };
    for (kind, detail) in [
        (BindingKind::Texture, shape(ViewDim::Auto, false)),
        (BindingKind::Texture, shape(ViewDim::Cube, true)),
        (BindingKind::Texture, BindingDetail::Sampler { compares: true }),
        (BindingKind::Uniform { dynamic: false }, shape(ViewDim::D2, false)),
        (
            BindingKind::StorageTexture { write: true },
            BindingDetail::StorageTexture { dim: ViewDim::Auto, format: None },
        ),
        (BindingKind::StorageTexture { write: true }, shape(ViewDim::D2, false)),
    ] {
        told(laid(kind, detail), Code::BindingDetail, &["'said'", "binding 0"]);
    }
    let one = laid(BindingKind::Texture, shape(ViewDim::D2, false)).unwrap();
    assert_eq!(one.entries()[0].detail, shape(ViewDim::D2, false));
}

#[test]
fn a_block_is_no_larger_than_what_the_device_binds() {
    let limits = Limits { max_uniform_range: 24, ..Limits::default() };
    let w = World::new(NullDesc { limits: Some(limits), ..Default::default() });
    let entries = [LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: false })];
    let layout = w.layout(&entries);
    let groups = [&layout];
    let d = raster(&RasterPipelineDesc { label: "big", groups: &groups, ..Default::default() });
    let d = RasterPipelineDesc { vertex: shader("w1.vs_main"), ..d };
    told(
        w.device.create_raster_pipeline(&d),
        Code::BindingSize,
        &["'item' (binding 0", "32 bytes", "binds 24"],
    );
}

fn derived(w: &World, shaders: &[(Stages, &str)], dynamic: &[(u32, u32)]) -> DerivedLayouts {
    let shaders: Vec<_> = shaders.iter().map(|(s, name)| (*s, shader(name))).collect();
    w.device.derive_layouts(&DeriveDesc { label: "derived", shaders: &shaders, dynamic }).unwrap()
}

#[test]
fn derived_layouts_say_what_the_shaders_declare() {
    let w = usual();
    let d =
        derived(&w, &[(Stages::VERTEX, "pbr.vs_main"), (Stages::FRAGMENT, "pbr.fs_main.mask")], &[(0, 0)]);
    let [frame, material] = d.groups()[..] else { panic!("{} groups", d.groups.len()) };
    assert_eq!((frame.label(), material.label()), ("derived, group 0", "derived, group 1"));
    let both = Stages::VERTEX | Stages::FRAGMENT;
    let texture = |class| BindingDetail::Texture { dim: ViewDim::D2, class, multisampled: false };
    let fragment = |n, kind, detail| LayoutEntry::new(n, Stages::FRAGMENT, kind).detail(detail);
    assert_eq!(
        frame.entries(),
        [
            LayoutEntry::new(0, both, BindingKind::Uniform { dynamic: true })
                .detail(BindingDetail::MinSize(1344)),
            fragment(1, BindingKind::Texture, texture(Class::Depth)),
            fragment(2, BindingKind::Sampler, BindingDetail::Sampler { compares: true }),
        ]
    );
    assert_eq!(material.entries().len(), 11);
    assert_eq!(material.entries()[1], fragment(1, BindingKind::Texture, texture(Class::Float)));
    assert_eq!((d.push.stages, d.push.bytes), (both, 128));

    // The same again is the same, and so is a layout that says as much by hand.
    let again =
        derived(&w, &[(Stages::FRAGMENT, "pbr.fs_main.mask"), (Stages::VERTEX, "pbr.vs_main")], &[(0, 0)]);
    assert_eq!(again.groups[0].entries(), frame.entries());
    let by_hand = w.layout(frame.entries());
    assert_eq!(by_hand.label(), "derived, group 0");
}

#[test]
fn derived_layouts_make_pipelines_and_serve_several() {
    let w = usual();
    let stages = [(Stages::VERTEX, "w1.vs_main"), (Stages::FRAGMENT, "w1.fs0"), (Stages::FRAGMENT, "w1.fs1")];
    let d = derived(&w, &stages, &[(0, 0)]);
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let pipeline = |fragment: &str| {
        let p = raster(&RasterPipelineDesc { label: "item", buffers: &buffers, ..Default::default() });
        let groups = d.groups();
        let (vertex, fragment) = (shader("w1.vs_main"), Some(shader(fragment)));
        let p = RasterPipelineDesc { groups: &groups, push: d.push, vertex, fragment, ..p };
        w.device.create_raster_pipeline(&p).unwrap()
    };
    let (one, two) = (pipeline("w1.fs0"), pipeline("w1.fs1"));
    let items = w.buffer("items", BufferUsage::UNIFORM);
    let mesh = w.buffer("mesh", BufferUsage::VERTEX);
    let group = w.group("item", &d.groups[0], &[GroupEntry::buffer_range(0, &items, 0, 32)]);
    let (_t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&world::pass(&[Color::clear(&v, [0.0; 4])]), |r| {
        for (p, offset) in [(&one, 0), (&two, 256)] {
            r.pipeline(p);
            r.group(0, &group, [offset]);
            r.vertex_buffer(0, &mesh, 0);
            r.draw(0..3, 0..1);
        }
    });
    b.submit().unwrap();
    // A group that is too small for the block is refused where it is made.
    let entries = [GroupEntry::buffer_range(0, &items, 0, 16)];
    let small = BindGroupDesc { label: "small", layout: &d.groups[0], entries: &entries };
    told(w.device.create_bind_group(&small), Code::BindingSize, &["'small'", "16 bytes", "at least 32"]);
}

#[test]
fn a_group_that_no_shader_uses_is_empty_and_need_not_be_bound() {
    let w = usual();
    let d = derived(&w, &[(Stages::FRAGMENT, "shadow.fs_mask")], &[]);
    assert_eq!(d.groups.len(), 2);
    assert!(d.groups[0].entries().is_empty());
    let empty = [w.layout(&[])];
    let groups: Vec<_> = empty.iter().collect();
    let p = w.pipeline(&RasterPipelineDesc { groups: &groups, ..Default::default() });
    let (_t, v) = w.target("target");
    let mut b = w.device.batch();
    b.raster(&world::pass(&[Color::clear(&v, [0.0; 4])]), |r| {
        r.pipeline(&p);
        r.draw(0..3, 0..1);
    });
    b.submit().unwrap();
}

#[test]
fn what_cannot_be_derived_is_told() {
    let w = usual();
    let derive = |shaders: &[(Stages, ShaderStage<'_>)]| {
        w.device.derive_layouts(&DeriveDesc { label: "derived", shaders, dynamic: &[] })
    };
    let fragment = shader("w2.fs_main");
    for stages in [Stages::empty(), Stages::RASTER] {
        told(derive(&[(stages, fragment)]), Code::EntryPoint, &["'derived'", "'fs_main'", "one stage"]);
    }
    told(derive(&[(Stages::VERTEX, fragment)]), Code::EntryPoint, &["vertex stage", "(Fragment)"]);
    told(
        derive(&[(Stages::FRAGMENT, ShaderStage { spirv: &[1, 2, 3], ..fragment })]),
        Code::ShaderInvalid,
        &["the fragment shader 'fs_main'"],
    );
    // A storage buffer that one shader writes and another reads is one that is written.
    let all = [
        (Stages::COMPUTE, shader("proof_compute.cs_increment")),
        (Stages::COMPUTE, shader("proof_compute.cs_turn")),
    ];
    let d = derive(&all).unwrap();
    let kinds: Vec<_> = d.groups[0].entries().iter().map(|e| e.kind).collect();
    let storage = |write| BindingKind::Storage { dynamic: false, write };
    assert_eq!(kinds, [storage(true), storage(false)]);
    assert_eq!(derive(&[]).unwrap().groups.len(), 0);
}

#[test]
fn a_layout_that_several_pipelines_share_has_no_unused_binding_while_one_of_them_uses_it() {
    let found = |fragments: &[&str]| {
        let desc = DeviceDesc { validation: Validation::Full, ..Default::default() };
        let null = null::NullBackend::new(NullDesc::default());
        let w = World { device: Device::with(null.clone(), &desc), null };
        let kinds = [BindingKind::Texture, BindingKind::Sampler];
        let entries: Vec<_> =
            (0..).zip(kinds).map(|(i, kind)| LayoutEntry::new(i, Stages::FRAGMENT, kind)).collect();
        let layout = w.layout(&entries);
        for fragment in fragments {
            let groups = [&layout];
            let d = raster(&RasterPipelineDesc { label: "shared", groups: &groups, ..Default::default() });
            let d =
                RasterPipelineDesc { vertex: shader("mips.vs_main"), fragment: Some(shader(fragment)), ..d };
            w.device.create_raster_pipeline(&d).unwrap();
        }
        drop(layout);
        w.device.wait_idle(world::SOON).unwrap();
        w.device.poll();
        let kept = w.device.findings().kept;
        kept.iter()
            .filter(|f| f.code == FindingCode::BindingUnused)
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(found(&["w2.fs_main", "mips.fs_main"]), Vec::<String>::new());
    let [unused] = &found(&["w2.fs_main"])[..] else { panic!("the sampler is not told") };
    for part in ["V082", "'layout'", "binding 1", "a sampler, visible to fragment", "no shader of 'shared'"] {
        assert!(unused.contains(part), "'{part}' is missing in: {unused}");
    }
    // Without a pipeline there is nothing to judge by.
    assert_eq!(found(&[]), Vec::<String>::new());
}
