//! What pipelines and passes must keep to, rule by rule, on a device that draws nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod world;

use candor_rhi::backend::Enabled;
use candor_rhi::null::NullDesc;
use candor_rhi::*;
use world::{World, logging, made, raster, shader, told, usual, without};

#[test]
fn a_vertex_layout_without_stride_or_attributes_or_beyond_the_device_gets_a_sentence() {
    let w = usual();
    let attribute = Attribute { location: 0, format: VertexFormat::F32x4, offset: 0 };
    let attributes = [attribute];
    let good = VertexLayout { stride: 16, attributes: &attributes, ..Default::default() };
    let with = |w: &World, b: VertexLayout<'_>| {
        let buffers = [good, b];
        let buffers = if b.attributes.is_empty() || b.attributes[0].location != 0 {
            &buffers[..]
        } else {
            &buffers[1..]
        };
        made(w, RasterPipelineDesc { buffers, ..Default::default() })
    };
    assert!(with(&w, good).is_ok());
    told(with(&w, VertexLayout { stride: 0, ..good }), Code::VertexLayout, &["buffer 0 has a stride of 0"]);
    told(
        with(&w, VertexLayout { attributes: &[], ..good }),
        Code::VertexLayout,
        &["buffer 1 has no attributes"],
    );
    told(with(&w, VertexLayout { stride: 2049, ..good }), Code::VertexLayout, &["2049", "2048"]);
    let far = [Attribute { offset: 2048, ..attribute }];
    let far = VertexLayout { beyond_stride: true, attributes: &far, ..good };
    told(with(&w, far), Code::VertexLayout, &["2048", "2047"]);
    for (n, parts) in [(0, &["every 0 instances"][..]), (1 << 17, &["131072", "65536"][..])] {
        let step = StepMode::EveryInstances(n);
        told(with(&w, VertexLayout { step, ..good }), Code::VertexLayout, parts);
    }
    let constant = VertexLayout { step: StepMode::Constant, ..good };
    told(with(&w, constant), Code::VertexLayout, &["buffer 0 is constant", "stride of 16"]);
    assert!(with(&w, VertexLayout { stride: 0, ..constant }).is_ok());
    // Any stride and stepping that the device has.
    for (stride, step) in
        [(20, StepMode::Vertex), (2048, StepMode::Instance), (16, StepMode::EveryInstances(3))]
    {
        assert!(with(&w, VertexLayout { stride, step, ..good }).is_ok(), "{stride} {step:?}");
    }
    let every = VertexLayout { step: StepMode::EveryInstances(2), ..good };
    told(with(&without(Enabled::INSTANCE_STEP), every), Code::NotEnabled, &["instance-step-rate"]);
    // What a GPU reads at the address of an attribute lies at a multiple of what it is made of.
    let bytes = |format, offset| [Attribute { location: 1, format, offset }];
    told(
        with(&w, VertexLayout { stride: 18, ..good }),
        Code::VertexLayout,
        &["stride of 18", "F32x4", "multiples of 4"],
    );
    for (format, offset, align) in
        [(VertexFormat::F32, 2, 4), (VertexFormat::U16x2, 3, 2), (VertexFormat::Unorm10x3a2, 1, 4)]
    {
        let parts = [format!("byte {offset}"), format!("multiples of {align}")];
        let parts: Vec<_> = parts.iter().map(String::as_str).collect();
        told(
            with(&w, VertexLayout { attributes: &bytes(format, offset), ..good }),
            Code::VertexLayout,
            &parts,
        );
    }
    let odd = VertexLayout { stride: 7, attributes: &bytes(VertexFormat::U8x4, 3), ..good };
    assert!(with(&w, odd).is_ok(), "bytes lie anywhere");
    let short = VertexLayout { stride: 8, ..good };
    told(with(&w, short), Code::VertexLayout, &["byte 16", "stride of 8"]);
    let short = VertexLayout { beyond_stride: true, ..short };
    assert!(with(&w, short).is_ok());
    told(
        with(&without(Enabled::BEYOND_STRIDE), short),
        Code::NotEnabled,
        &["vertex-attributes-beyond-stride"],
    );
}

#[test]
fn an_unknown_format_is_named_with_the_nearest_that_exists() {
    assert_eq!("F16x4".parse::<VertexFormat>().unwrap(), VertexFormat::F16x4);
    assert_eq!("unorm10x3a2".parse::<VertexFormat>().unwrap(), VertexFormat::Unorm10x3a2);
    let why = "F32x5".parse::<VertexFormat>().unwrap_err().to_string();
    assert!(why.contains("'F32x5'") && why.contains("F32x4"), "{why}");
    assert!(!"".parse::<VertexFormat>().unwrap_err().to_string().is_empty());
}

#[test]
fn specialisation_constants_are_set_once_by_a_known_id_and_with_their_type() {
    let w = usual();
    let with = |constants: &[Constant]| {
        made_with(&w, ShaderStage { constants, ..shader("proof_state.fs_constants") })
    };
    let set = |id, value| Constant { id, value };
    let (swap, scale, shift) = (ConstantValue::Bool(true), ConstantValue::F32(0.5), ConstantValue::I32(-3));
    assert!(with(&[set(3, swap), set(7, scale), set(8, shift)]).is_ok());
    assert!(with(&[set(7, scale)]).is_ok() && with(&[]).is_ok());
    told(with(&[set(4, swap)]), Code::SpecConstant, &["fragment", "no constant 4", "3, 7, 8"]);
    told(with(&[set(7, scale), set(7, scale)]), Code::SpecConstant, &["constant 7", "twice"]);
    told(with(&[set(3, scale)]), Code::SpecConstant, &["constant 3", "a boolean", "F32(0.5)"]);
    told(with(&[set(7, shift)]), Code::SpecConstant, &["constant 7", "Float(32)", "I32(-3)"]);
    told(with(&[set(8, ConstantValue::U32(1))]), Code::SpecConstant, &["constant 8", "Sint(32)"]);
}

fn made_with(w: &World, fragment: ShaderStage<'_>) -> Result<RasterPipeline, Error> {
    let d = raster(&RasterPipelineDesc { label: "made", ..Default::default() });
    w.device.create_raster_pipeline(&RasterPipelineDesc { fragment: Some(fragment), ..d })
}

#[test]
fn a_stage_reads_what_the_one_before_it_writes_and_writes_what_its_target_takes() {
    let w = usual();
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let with = |vertex: &str, fragment: &str, format: Format| {
        w.device.create_raster_pipeline(&RasterPipelineDesc {
            label: "pair",
            push,
            vertex: shader(vertex),
            fragment: Some(shader(fragment)),
            colors: &[format.into()],
            ..Default::default()
        })
    };
    let rgba = Format::Rgba8Unorm;
    assert!(with("proof_draw.vs_column", "proof_draw.fs_column", rgba).is_ok());
    assert!(with("proof_draw.vs_column", "proof_draw.fs_color", rgba).is_ok());
    told(
        with("proof_draw.vs_quad", "proof_draw.fs_column", rgba),
        Code::StageInterface,
        &["fragment", "location 0", "vertex", "does not write"],
    );
    told(
        with("proof_sample.vs_uv", "proof_draw.fs_column", rgba),
        Code::StageInterface,
        &["location 0", "2 of Float(32)", "1 of Uint(32)"],
    );
    told(
        with("proof_draw.vs_quad", "proof_draw.fs_color", Format::Rgba8Uint),
        Code::TargetClass,
        &["'fs_color'", "target 0", "Rgba8Uint", "floats"],
    );
}

/// The shaders of the geometry proof in a pipeline.
fn geometry(w: &World, geometry: &str, topology: Topology) -> Result<RasterPipeline, Error> {
    w.device.create_raster_pipeline(&RasterPipelineDesc {
        label: "geometry",
        vertex: shader("proof_geometry.vs_seed"),
        geometry: Some(shader(geometry)),
        fragment: Some(shader("proof_geometry.fs_color")),
        topology,
        colors: &[Format::Rgba8Unorm.into()],
        ..Default::default()
    })
}

#[test]
fn geometry_shaders_take_what_is_drawn_and_give_no_more_than_the_device_allows() {
    let w = usual();
    let points = "proof_geometry.gs_columns";
    assert!(geometry(&w, points, Topology::Points).is_ok());
    assert!(geometry(&w, "proof_geometry.gs_line_neighbours", Topology::LineStripAdjacency).is_ok());
    told(
        geometry(&w, points, Topology::Triangles),
        Code::StageInterface,
        &["takes Points", "draws Triangles"],
    );
    told(geometry(&w, "proof_geometry.fs_color", Topology::Points), Code::EntryPoint, &["geometry stage"]);
    told(
        geometry(&without(Enabled::GEOMETRY), points, Topology::Points),
        Code::NotEnabled,
        &["geometry-shader"],
    );
    let limited = |limits| World::new(NullDesc { limits: Some(limits), ..Default::default() });
    let few = limited(Limits { max_geometry_vertices: 3, ..Limits::default() });
    told(geometry(&few, points, Topology::Points), Code::PipelineState, &["4 vertices", "3 are allowed"]);
    let once = limited(Limits { max_geometry_invocations: 1, ..Limits::default() });
    told(geometry(&once, points, Topology::Points), Code::PipelineState, &["2 invocations", "1 are allowed"]);
    let adjacent = RasterPipelineDesc { topology: Topology::LinesAdjacency, ..Default::default() };
    assert!(made(&w, adjacent).is_ok());
    told(made(&without(Enabled::GEOMETRY), adjacent), Code::NotEnabled, &["geometry-shader"]);
}

fn tessellated(
    w: &World,
    control: &str,
    evaluation: &str,
    patch_vertices: u32,
) -> Result<RasterPipeline, Error> {
    let of = |name: &str| shader(&format!("proof_tessellation.{name}"));
    w.device.create_raster_pipeline(&RasterPipelineDesc {
        label: "patches",
        push: PushLayout { stages: Stages::RASTER | Stages::TESSELLATION, bytes: 64 },
        vertex: of("vs_corner"),
        tessellation: Some(Tessellation { control: of(control), evaluation: of(evaluation), patch_vertices }),
        fragment: Some(shader("proof_draw.fs_color")),
        topology: Topology::Patches,
        colors: &[Format::Rgba8Unorm.into()],
        ..Default::default()
    })
}

#[test]
fn patches_are_of_the_size_that_the_shaders_take() {
    let w = usual();
    assert!(tessellated(&w, "hs_quad", "ds_quad", 4).is_ok());
    told(tessellated(&w, "hs_quad", "ds_quad", 3), Code::StageInterface, &["patches of 4", "patches of 3"]);
    told(tessellated(&w, "hs_quad", "ds_triangle", 4), Code::StageInterface, &["patches of 3", "puts out 4"]);
    for n in [0, 33] {
        told(tessellated(&w, "hs_quad", "ds_quad", n), Code::PipelineState, &[&n.to_string(), "1 to 32"]);
    }
    told(tessellated(&w, "ds_quad", "ds_quad", 4), Code::EntryPoint, &["tessellation control stage"]);
    for (e, control, evaluation, name) in [
        (Enabled::TESSELLATION, "hs_quad", "ds_quad", "tessellation-shader"),
        (Enabled::TESSELLATION_ISOLINES, "hs_lines", "ds_lines", "tessellation-isolines"),
        (Enabled::TESSELLATION_POINTS, "hs_points", "ds_quad", "tessellation-point-mode"),
    ] {
        assert!(tessellated(&w, control, evaluation, 4).is_ok(), "{name}");
        told(tessellated(&without(e), control, evaluation, 4), Code::NotEnabled, &[name]);
    }
    let patches = RasterPipelineDesc { topology: Topology::Patches, ..Default::default() };
    told(made(&w, patches), Code::PipelineState, &["patches need tessellation"]);
    let t = Tessellation {
        control: shader("proof_tessellation.hs_quad"),
        evaluation: shader("proof_tessellation.ds_quad"),
        patch_vertices: 4,
    };
    told(
        made(&w, RasterPipelineDesc { tessellation: Some(t), ..Default::default() }),
        Code::PipelineState,
        &["Triangles"],
    );
}

#[test]
fn states_that_do_not_go_together_are_named() {
    let w = usual();
    let d = RasterPipelineDesc::default();
    let state = |d, parts: &[&str]| told(made(&w, d), Code::PipelineState, parts);
    let both = Format::Depth32FloatStencil8;
    let ignored = DepthState::ignored;
    let stencil = StencilState::both(StencilFace::REPLACE);
    assert!(made(&w, RasterPipelineDesc { depth: Some(ignored(both).stencil(stencil)), ..d }).is_ok());
    assert!(
        made(&w, RasterPipelineDesc { depth: Some(ignored(Format::Stencil8).stencil(stencil)), ..d }).is_ok()
    );
    let deep = ignored(Format::Depth32Float).stencil(stencil);
    state(RasterPipelineDesc { depth: Some(deep), ..d }, &["Depth32Float has no stencil"]);
    let flat = DepthState { write: true, ..ignored(Format::Stencil8) };
    state(RasterPipelineDesc { depth: Some(flat), ..d }, &["Stencil8 has no depth"]);
    state(RasterPipelineDesc { sample_mask: Some(0b10), ..d }, &["0x2", "none of 1"]);
    assert!(made(&w, RasterPipelineDesc { sample_mask: Some(0b1000), samples: 4, ..d }).is_ok());
    for width in [0.5, 9.0, f32::NAN, -1.0] {
        state(RasterPipelineDesc { line_width: width, ..d }, &["1 to 8"]);
    }
    assert!(made(&w, RasterPipelineDesc { line_width: 8.0, ..d }).is_ok());
    state(
        RasterPipelineDesc { primitive_restart: true, topology: Topology::Lines, ..d },
        &["strip or a fan"],
    );
    for topology in [Topology::TriangleFan, Topology::LineStripAdjacency, Topology::TriangleStrip] {
        assert!(made(&w, RasterPipelineDesc { primitive_restart: true, topology, ..d }).is_ok());
    }
    let rgba = ColorState::from(Format::Rgba8Unorm);
    let xor =
        |c: ColorState| RasterPipelineDesc { logic_op: Some(LogicOp::Xor), colors: vec![c].leak(), ..d };
    assert!(made(&w, xor(rgba)).is_ok());
    state(xor(ColorState { blend: Some(Blend::ADD), ..rgba }), &["leave them out"]);
    for format in [Format::Rgba16Float, Format::Rgba8UnormSrgb] {
        state(xor(format.into()), &[format.name()]);
    }
}

#[test]
fn a_blend_with_a_second_colour_needs_that_colour_and_has_one_target() {
    let w = usual();
    let part = BlendPart { src: BlendFactor::One, dst: BlendFactor::Src1, op: BlendOp::Add };
    let dual = ColorState { blend: Some(Blend { color: part, alpha: part }), ..Format::Rgba8Unorm.into() };
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let with = |w: &World, fragment: &str, colors: &[ColorState]| {
        let fragment = Some(shader(fragment));
        let d = RasterPipelineDesc {
            label: "dual",
            vertex: shader("proof_draw.vs_quad"),
            fragment,
            push,
            colors,
            ..Default::default()
        };
        w.device.create_raster_pipeline(&d)
    };
    assert!(with(&w, "proof_state.fs_dual", &[dual]).is_ok());
    told(with(&w, "proof_draw.fs_color", &[dual]), Code::StageInterface, &["target 0", "second colour"]);
    told(with(&w, "proof_state.fs_dual", &[dual, dual]), Code::PipelineState, &["2 targets", "1 is allowed"]);
    told(
        with(&without(Enabled::DUAL_SOURCE), "proof_state.fs_dual", &[dual]),
        Code::NotEnabled,
        &["dual-source-blending"],
    );
}

#[test]
fn states_that_were_not_granted_are_refused_by_name() {
    let d = RasterPipelineDesc::default();
    let part = BlendPart { src: BlendFactor::ConstantAlpha, dst: BlendFactor::Zero, op: BlendOp::Add };
    let alpha = [ColorState { blend: Some(Blend { color: part, alpha: part }), ..Format::Rgba8Unorm.into() }];
    let back = StencilFace { read_mask: 1, ..StencilFace::KEEP };
    let unlike = StencilState { front: StencilFace::KEEP, back };
    let depth = DepthState::ignored(Format::Depth32FloatStencil8).stencil(unlike);
    for (e, d, name) in [
        (Enabled::WIDE_LINES, RasterPipelineDesc { line_width: 2.0, ..d }, "wide-lines"),
        (
            Enabled::TRIANGLE_FANS,
            RasterPipelineDesc { topology: Topology::TriangleFan, ..d },
            "triangle-fans",
        ),
        (Enabled::CONSERVATIVE, RasterPipelineDesc { conservative: true, ..d }, "conservative-rasterization"),
        (Enabled::LOGIC_OPS, RasterPipelineDesc { logic_op: Some(LogicOp::Or), ..d }, "logic-ops"),
        (Enabled::CONSTANT_ALPHA, RasterPipelineDesc { colors: &alpha, ..d }, "constant-alpha-blend-factors"),
        (
            Enabled::SEPARATE_STENCIL,
            RasterPipelineDesc { depth: Some(depth), ..d },
            "separate-stencil-reference",
        ),
        (Enabled::MULTIVIEW, RasterPipelineDesc { view_mask: 3, ..d }, "multiview"),
    ] {
        assert!(made(&usual(), d).is_ok(), "{name}");
        told(made(&without(e), d), Code::NotEnabled, &[name]);
    }
    // What a shader asks for.
    let w = without(Enabled::SAMPLE_RATE);
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let (vertex, fragment) = (shader("proof_state.vs_uv"), Some(shader("proof_state.fs_at_sample")));
    let colors = [Format::Rgba8Unorm.into()];
    let d = RasterPipelineDesc { vertex, fragment, push, colors: &colors, ..d };
    assert!(usual().device.create_raster_pipeline(&d).is_ok());
    told(w.device.create_raster_pipeline(&d), Code::NotEnabled, &["fragment", "capability 35"]);
    // Commands.
    let w = without(Enabled::SEPARATE_STENCIL);
    let (_t, v) = w.target("target");
    let color = [Color::load(&v)];
    let record = |front, back| {
        let mut b = w.device.batch();
        b.raster(&RasterDesc { color: &color, ..Default::default() }, |r| r.stencil_references(front, back));
        b.submit().map_err(|mut e| e.errors.remove(0))
    };
    assert!(record(4, 4).is_ok());
    told(record(4, 5), Code::NotEnabled, &["separate-stencil-reference"]);
}

#[test]
fn views_are_layers_of_every_attachment_and_the_same_in_pass_and_pipeline() {
    let w = usual();
    let layers = |label, n| {
        let t = w.texture(&TextureDesc {
            layers: n,
            ..TextureDesc::color_target(label, Format::Rgba8Unorm, 16, 16)
        });
        let v = w.view(&t);
        (t, v)
    };
    let ((_a, three), (_b, two)) = (layers("three", 3), layers("two", 2));
    let pass = |colors: &[Color<'_>], view_mask, p: Option<&RasterPipeline>| {
        let mut b = w.device.batch();
        b.raster(&RasterDesc { label: "views", color: colors, view_mask, ..Default::default() }, |r| {
            if let Some(p) = p {
                r.pipeline(p);
            }
        });
        b.submit().map_err(|mut e| e.errors.remove(0))
    };
    let load = Color::load;
    assert!(pass(&[load(&three)], 0, None).is_ok());
    assert!(pass(&[load(&three)], 0b101, None).is_ok());
    told(pass(&[load(&two)], 0b101, None), Code::ViewMask, &["0b101", "2 layers"]);
    told(pass(&[load(&three), load(&two)], 0, None), Code::AttachmentSize, &["2 layers", "3 layers"]);
    let many = World::new(NullDesc {
        limits: Some(Limits { max_views: 2, ..Limits::default() }),
        ..Default::default()
    });
    told(
        made(&many, RasterPipelineDesc { view_mask: 0b100, ..Default::default() }),
        Code::ViewMask,
        &["0b100", "2 views"],
    );
    let p = |view_mask| made(&w, RasterPipelineDesc { label: "p", view_mask, ..Default::default() }).unwrap();
    let (plain, right, wrong) = (p(0), p(0b101), p(0b011));
    assert!(pass(&[load(&three)], 0b101, Some(&right)).is_ok());
    assert!(pass(&[load(&three)], 0, Some(&plain)).is_ok());
    told(pass(&[load(&three)], 0b101, Some(&wrong)), Code::TargetMismatch, &["'p'"]);
    told(pass(&[load(&three)], 0b101, Some(&plain)), Code::TargetMismatch, &["views"]);
    told(pass(&[load(&three)], 0, Some(&right)), Code::TargetMismatch, &["views"]);
    let g = RasterPipelineDesc {
        geometry: Some(shader("proof_geometry.gs_columns")),
        view_mask: 1,
        ..Default::default()
    };
    told(made(&w, g), Code::PipelineState, &["several views", "vertex and fragment"]);
    let few = World::new(NullDesc {
        limits: Some(Limits { max_pass_layers: 2, ..Limits::default() }),
        ..Default::default()
    });
    let t = few
        .texture(&TextureDesc { layers: 3, ..TextureDesc::color_target("deep", Format::Rgba8Unorm, 16, 16) });
    let v = few.view(&t);
    let mut b = few.device.batch();
    b.raster(&RasterDesc { color: &[load(&v)], ..Default::default() }, |_| {});
    told(b.submit().map_err(|mut e| e.errors.remove(0)), Code::AttachmentView, &["3 layers", "2 that"]);
}

#[test]
fn layers_without_a_view_keep_what_they_contain() {
    let w = logging();
    let t = w.texture(&TextureDesc {
        layers: 3,
        ..TextureDesc::color_target("views", Format::Rgba8Unorm, 16, 16)
    });
    let v = w.view(&t);
    let old = |view_mask| {
        let mut b = w.device.batch();
        b.raster(&RasterDesc { color: &[Color::load(&v)], ..Default::default() }, |_| {});
        b.raster(
            &RasterDesc { color: &[Color::clear(&v, [0.0; 4])], view_mask, ..Default::default() },
            |_| {},
        );
        let barriers = b.last_barriers();
        b.submit().unwrap();
        barriers[0].old
    };
    assert_eq!(old(0), candor_rhi::usage::Layout::Undefined);
    assert_eq!(old(0b111), candor_rhi::usage::Layout::Undefined);
    assert_eq!(old(0b101), candor_rhi::usage::Layout::Color);
}

#[test]
fn a_pipeline_that_only_tests_depth_fits_a_pass_in_which_it_is_read_only() {
    let w = usual();
    let format = Format::Depth32FloatStencil8;
    let t = w.texture(&TextureDesc {
        usage: TextureUsage::DEPTH,
        ..TextureDesc::depth_target("depth", format, 64, 64)
    });
    let v = w.view(&t);
    let (_c, color) = w.target("color");
    let with = |depth: DepthState| {
        let p = made(
            &w,
            RasterPipelineDesc {
                label: "p",
                depth: Some(depth),
                colors: &[Format::Rgba8Unorm.into()],
                ..Default::default()
            },
        );
        let p = p.unwrap();
        let mut b = w.device.batch();
        let colors = [Color::load(&color)];
        let d = RasterDesc { color: &colors, depth: Some(Depth::read_only(&v)), ..Default::default() };
        b.raster(&d, |r| r.pipeline(&p));
        b.submit().map_err(|mut e| e.errors.remove(0))
    };
    let tests = DepthState { write: false, ..DepthState::reversed(format) };
    assert!(with(tests).is_ok());
    assert!(with(tests.stencil(StencilState::both(StencilFace::EQUAL))).is_ok());
    told(with(DepthState::reversed(format)), Code::ReadOnlyDepth, &["'p'"]);
    told(with(tests.stencil(StencilState::both(StencilFace::REPLACE))), Code::ReadOnlyDepth, &["'p'"]);
    let unwritten = StencilFace { write_mask: 0, ..StencilFace::REPLACE };
    assert!(with(tests.stencil(StencilState::both(unwritten))).is_ok());
}
