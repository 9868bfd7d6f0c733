//! The same pictures drawn by Candor and by Vulkan itself, on the same driver with the same shaders: equal to the bit.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;
mod native;

use ash::vk;
use bed::{Bed, QUAD, WAIT, push};
use candor_rhi::backend::FormatSupport;
use candor_rhi::*;
use native::{Native, State};

const RGBA8: Format = Format::Rgba8Unorm;
const FILL: &str = "proof_draw.fs_color";
const TRIANGLE: [&str; 2] = ["triangle.vs_main", "triangle.fs_main"];
const SIZE: [u32; 2] = [61, 47];

/// What both draw.
#[derive(Default)]
struct Scene<'a> {
    clear: [f32; 4],
    /// 0 stands for 1.
    samples: u32,
    blend: bool,
    /// With a depth attachment, cleared to 1, in which what is nearer wins.
    depth: bool,
    /// With a stencil in that attachment: the triangle leaves 1, and each rectangle is drawn where its number is and adds 1 there.
    stencil: bool,
    /// A triangle with a colour in each corner.
    triangle: bool,
    /// Rectangles after it: left, bottom, right, top in clip space; depth left and right; colour.
    quads: &'a [([f32; 4], [f32; 2], [f32; 4])],
}

/// Both, on one device, and its name.
fn beds(name: &str) -> Option<(Bed, Native)> {
    let (bed, native) = (Bed::new(name)?, Native::new(name)?);
    assert_eq!(bed.device.info().name, native.name, "both have the first device");
    Some((bed, native))
}

/// A format with depth and stencil that the device has: one of the two is always there.
fn stencil_format(b: &Bed) -> (Format, vk::Format) {
    let float = Format::Depth32FloatStencil8;
    if b.device.format_support(float).0.contains(FormatSupport::DEPTH) {
        (float, vk::Format::D32_SFLOAT_S8_UINT)
    } else {
        (Format::Depth24UnormStencil8, vk::Format::D24_UNORM_S8_UINT)
    }
}

fn by_candor(b: &Bed, s: &Scene<'_>) -> Vec<u8> {
    let [w, h] = SIZE;
    let t = b.target(RGBA8, w, h);
    let samples = s.samples.max(1);
    let many = (samples > 1).then(|| {
        let desc = TextureDesc {
            samples: Samples::Exact(samples),
            usage: TextureUsage::COLOR,
            ..TextureDesc::color_target("samples", RGBA8, w, h)
        };
        let texture = b.device.create_texture(&desc).unwrap().value;
        (b.device.create_view(&texture, &ViewDesc::default()).unwrap(), texture)
    });
    let format = if s.stencil { stencil_format(b).0 } else { Format::Depth32Float };
    let z = s.depth.then(|| b.depth(format, w, h));
    let colors = [ColorState { blend: s.blend.then_some(Blend::ALPHA), ..RGBA8.into() }];
    let state = |face| {
        let state = DepthState { compare: Compare::Less, ..DepthState::standard(format) };
        let state = if s.stencil { state.stencil(StencilState::both(face)) } else { state };
        s.depth.then_some(state)
    };
    let leaves = state(StencilFace::REPLACE);
    let adds = state(StencilFace { pass: StencilOp::IncrementClamp, ..StencilFace::EQUAL });
    let desc = RasterPipelineDesc { colors: &colors, samples, ..Default::default() };
    let triangle = b.pipeline(TRIANGLE[0], TRIANGLE[1], &RasterPipelineDesc { depth: leaves, ..desc });
    let quad = b.pipeline(QUAD, FILL, &RasterPipelineDesc { depth: adds, ..desc });
    b.frame(&t, |batch, v| {
        let color = match &many {
            None => Color::clear(v, s.clear),
            Some((many, _)) => Color { resolve: Some(v), ..Color::clear(many, s.clear) },
        };
        let depth = z.as_ref().map(|z| Depth::clear(&z.view, 1.0));
        batch.raster(&RasterDesc { color: &[color], depth, ..Default::default() }, |r| {
            if s.triangle {
                r.pipeline(&triangle);
                if s.stencil {
                    r.stencil_reference(1);
                }
                r.draw(0..3, 0..1);
            }
            for (number, (rect, depths, color)) in (1..).zip(s.quads) {
                r.pipeline(&quad);
                if s.stencil {
                    r.stencil_reference(number);
                }
                r.push(0, &push(*rect, *depths, *color));
                r.draw(0..6, 0..1);
            }
        });
    })
}

fn by_vulkan(n: &Native, s: &Scene<'_>, with_stencil: vk::Format) -> Vec<u8> {
    use vk::{ImageAspectFlags as Aspect, ImageLayout as Layout, ImageUsageFlags as Usage};
    let (format, aspect, layout) = if s.stencil {
        let both = Aspect::DEPTH | Aspect::STENCIL;
        (with_stencil, both, Layout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL)
    } else {
        (vk::Format::D32_SFLOAT, Aspect::DEPTH, Layout::DEPTH_ATTACHMENT_OPTIMAL)
    };
    let samples = s.samples.max(1);
    let one = n.image(native::COLOR, SIZE, 1, Usage::COLOR_ATTACHMENT | Usage::TRANSFER_SRC, Aspect::COLOR);
    let many =
        (samples > 1).then(|| n.image(native::COLOR, SIZE, samples, Usage::COLOR_ATTACHMENT, Aspect::COLOR));
    let z = s.depth.then(|| n.image(format, SIZE, samples, Usage::DEPTH_STENCIL_ATTACHMENT, aspect));
    let (over, one_minus) = (vk::BlendFactor::SRC_ALPHA, vk::BlendFactor::ONE_MINUS_SRC_ALPHA);
    let blend = vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(true)
        .src_color_blend_factor(over)
        .dst_color_blend_factor(one_minus)
        .src_alpha_blend_factor(vk::BlendFactor::ONE)
        .dst_alpha_blend_factor(one_minus);
    let face = |compare, pass| {
        let keep = vk::StencilOp::KEEP;
        vk::StencilOpState {
            fail_op: keep,
            pass_op: pass,
            depth_fail_op: keep,
            compare_op: compare,
            compare_mask: 0xff,
            write_mask: 0xff,
            reference: 0,
        }
    };
    let state = |face: vk::StencilOpState| State {
        samples,
        blend: s.blend.then_some(blend),
        depth: s.depth.then_some(format),
        depth_stencil: vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(s.depth)
            .depth_write_enable(s.depth)
            .depth_compare_op(vk::CompareOp::LESS)
            .stencil_test_enable(s.stencil)
            .front(face)
            .back(face),
    };
    let leaves = state(face(vk::CompareOp::ALWAYS, vk::StencilOp::REPLACE));
    let adds = state(face(vk::CompareOp::EQUAL, vk::StencilOp::INCREMENT_AND_CLAMP));
    let triangle = n.raster(TRIANGLE, 0, &leaves);
    let quad = n.raster([QUAD, FILL], 64, &adds);
    let out = n.buffer(&vec![0; (SIZE[0] * SIZE[1] * 4) as usize]);
    n.submit(|d, list| {
        let to_color = [Layout::UNDEFINED, Layout::COLOR_ATTACHMENT_OPTIMAL];
        for image in [Some(one), many].into_iter().flatten() {
            n.turn(list, image, Aspect::COLOR, to_color);
        }
        let color = vk::RenderingAttachmentInfo::default()
            .image_view(many.unwrap_or(one).view)
            .image_layout(Layout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: s.clear } });
        let color = [if many.is_some() {
            color
                .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                .resolve_image_view(one.view)
                .resolve_image_layout(Layout::COLOR_ATTACHMENT_OPTIMAL)
        } else {
            color
        }];
        let [width, height] = SIZE;
        let area = vk::Rect2D { extent: vk::Extent2D { width, height }, ..Default::default() };
        let depth = z.map(|z| {
            n.turn(list, z, aspect, [Layout::UNDEFINED, layout]);
            vk::RenderingAttachmentInfo::default()
                .image_view(z.view)
                .image_layout(layout)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::DONT_CARE)
                .clear_value(vk::ClearValue {
                    depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 },
                })
        });
        let mut info =
            vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&color);
        if let Some(depth) = &depth {
            info = info.depth_attachment(depth);
            if s.stencil {
                info = info.stencil_attachment(depth);
            }
        }
        // SAFETY: the list is open.
        let refer = |number| unsafe {
            if s.stencil {
                d.cmd_set_stencil_reference(list, vk::StencilFaceFlags::FRONT_AND_BACK, number);
            }
        };
        // Clip space has y up.
        let (w, h) = (width as f32, height as f32);
        let viewport = vk::Viewport { x: 0.0, y: h, width: w, height: -h, min_depth: 0.0, max_depth: 1.0 };
        // SAFETY: the list is open, everything that is named is alive until it has finished, and the pipelines fit the attachments.
        unsafe {
            d.cmd_begin_rendering(list, &info);
            d.cmd_set_viewport(list, 0, &[viewport]);
            d.cmd_set_scissor(list, 0, &[area]);
            if s.triangle {
                d.cmd_bind_pipeline(list, vk::PipelineBindPoint::GRAPHICS, triangle.pipeline);
                refer(1);
                d.cmd_draw(list, 3, 1, 0, 0);
            }
            for (number, (rect, depths, color)) in (1..).zip(s.quads) {
                let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
                d.cmd_bind_pipeline(list, vk::PipelineBindPoint::GRAPHICS, quad.pipeline);
                refer(number);
                d.cmd_push_constants(list, quad.layout, stages, 0, &push(*rect, *depths, *color));
                d.cmd_draw(list, 6, 1, 0, 0);
            }
            d.cmd_end_rendering(list);
            let turn = [Layout::COLOR_ATTACHMENT_OPTIMAL, Layout::TRANSFER_SRC_OPTIMAL];
            n.turn(list, one, Aspect::COLOR, turn);
            let region = [image_copy([0; 2], SIZE)];
            d.cmd_copy_image_to_buffer(list, one.image, Layout::TRANSFER_SRC_OPTIMAL, out.buffer, &region);
        }
    });
    n.read(out)
}

/// Between a buffer with packed rows and a part of an image.
fn image_copy(origin: [i32; 2], [width, height]: [u32; 2]) -> vk::BufferImageCopy {
    vk::BufferImageCopy {
        image_subresource: layer(),
        image_offset: vk::Offset3D { x: origin[0], y: origin[1], z: 0 },
        image_extent: vk::Extent3D { width, height, depth: 1 },
        ..Default::default()
    }
}

fn layer() -> vk::ImageSubresourceLayers {
    vk::ImageSubresourceLayers {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        layer_count: 1,
        ..Default::default()
    }
}

/// Equal to the bit, and at least so many colours, so that an empty picture does not do.
fn same(candor: &[u8], vulkan: &[u8], colors: usize) {
    let pixels = |bytes: &[u8]| bytes.as_chunks::<4>().0.to_vec();
    let (a, b) = (pixels(candor), pixels(vulkan));
    assert_eq!(a.len(), b.len());
    if let Some(i) = (0..a.len()).find(|i| a[*i] != b[*i]) {
        let (x, y) = (i as u32 % SIZE[0], i as u32 / SIZE[0]);
        let different = a.iter().zip(&b).filter(|(a, b)| a != b).count();
        panic!("{different} pixels differ; {x},{y}: {:?} by Candor, {:?} by Vulkan", a[i], b[i]);
    }
    let mut kinds = b;
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= colors, "{} colours", kinds.len());
}

fn compare(name: &str, scene: &Scene<'_>, colors: usize) {
    let Some((b, n)) = beds(name) else { return };
    same(&by_candor(&b, scene), &by_vulkan(&n, scene, stencil_format(&b).1), colors);
    b.silent();
    n.silent();
}

#[test]
fn a_clear_is_the_same() {
    compare("reference clear", &Scene { clear: [0.1, 0.5, 0.9, 0.3], ..Default::default() }, 1);
}

#[test]
fn a_triangle_is_the_same() {
    compare("reference triangle", &Scene { triangle: true, ..Default::default() }, 100);
}

#[test]
fn blending_is_the_same() {
    let quads = [
        ([-0.9, -0.8, 0.3, 0.4], [0.5; 2], [0.9, 0.2, 0.1, 0.37]),
        ([-0.2, -0.3, 0.8, 0.9], [0.5; 2], [0.1, 0.7, 0.6, 0.71]),
    ];
    let scene = Scene {
        blend: true,
        triangle: true,
        clear: [0.2, 0.4, 0.6, 0.8],
        quads: &quads,
        ..Default::default()
    };
    compare("reference blend", &scene, 100);
}

#[test]
fn depth_is_the_same() {
    // Two rectangles that go through each other and through the triangle, which lies at 0.5.
    let quads = [
        ([-0.9, -0.8, 0.9, 0.4], [0.1, 0.93], [0.9, 0.2, 0.1, 1.0]),
        ([-0.7, -0.3, 0.8, 0.9], [0.87, 0.2], [0.1, 0.7, 0.6, 1.0]),
    ];
    let scene = Scene { depth: true, triangle: true, quads: &quads, ..Default::default() };
    compare("reference depth", &scene, 50);
}

#[test]
fn stencil_is_the_same() {
    let quads = [
        ([-0.5, -0.9, 0.9, 0.2], [0.1, 0.8], [0.9, 0.2, 0.1, 1.0]),
        ([-0.7, -0.4, 0.3, 0.9], [0.0, 0.1], [0.1, 0.7, 0.6, 1.0]),
    ];
    let scene = Scene { depth: true, stencil: true, triangle: true, quads: &quads, ..Default::default() };
    compare("reference stencil", &scene, 50);
}

#[test]
fn resolved_samples_are_the_same() {
    compare("reference samples", &Scene { samples: 4, triangle: true, ..Default::default() }, 100);
}

#[test]
fn copies_are_the_same() {
    use vk::{ImageAspectFlags as Aspect, ImageLayout as Layout, ImageUsageFlags as Usage};
    let Some((b, n)) = beds("reference copy") else { return };
    let pattern: Vec<u8> = (0..16 * 16 * 4u32).map(|i| (i * 37 % 251) as u8).collect();
    let (from, to, size) = ([3, 2], [5, 7], [9, 8]);

    let a = TextureDesc::sampled("a", RGBA8, 16, 16, Contents::Data(&pattern));
    let a =
        b.device.create_texture(&TextureDesc { usage: a.usage | TextureUsage::COPY_SRC, ..a }).unwrap().value;
    let t = TextureDesc::color_target("t", RGBA8, SIZE[0], SIZE[1]);
    let t = TextureDesc { usage: t.usage | TextureUsage::COPY_TARGET, ..t };
    let t = b.device.create_texture(&t).unwrap().value;
    let side = |texture, [x, y]: [u32; 2]| Region {
        origin: [x, y, 0],
        size: [size[0], size[1], 1],
        ..Region::level(texture, 0)
    };
    let mut batch = b.device.batch();
    batch.copies("copy", &[Copy::Texture { src: side(&a, from), dst: side(&t, to) }]);
    let readback = batch.read_texture(&Region::level(&t, 0));
    batch.submit().unwrap().wait(WAIT).unwrap();
    let candor = readback.wait(WAIT).unwrap();

    let usage = Usage::TRANSFER_SRC | Usage::TRANSFER_DST;
    let image = |size| n.image(native::COLOR, size, 1, usage, Aspect::COLOR);
    let (a, t) = (image([16, 16]), image(SIZE));
    let (data, out) = (n.buffer(&pattern), n.buffer(&vec![0; candor.len()]));
    n.submit(|d, list| {
        let offset = |[x, y]: [u32; 2]| vk::Offset3D { x: x as i32, y: y as i32, z: 0 };
        let part = vk::ImageCopy {
            src_subresource: layer(),
            src_offset: offset(from),
            dst_subresource: layer(),
            dst_offset: offset(to),
            extent: vk::Extent3D { width: size[0], height: size[1], depth: 1 },
        };
        let (src, dst) = (Layout::TRANSFER_SRC_OPTIMAL, Layout::TRANSFER_DST_OPTIMAL);
        for image in [a, t] {
            n.turn(list, image, Aspect::COLOR, [Layout::UNDEFINED, dst]);
        }
        // SAFETY: the list is open, and everything that is named is alive until it has finished.
        unsafe {
            let zero = vk::ClearColorValue::default();
            d.cmd_clear_color_image(list, t.image, dst, &zero, &[native::whole(Aspect::COLOR)]);
            let fill = [image_copy([0; 2], [16, 16])];
            d.cmd_copy_buffer_to_image(list, data.buffer, a.image, dst, &fill);
            n.after_everything(list);
            n.turn(list, a, Aspect::COLOR, [dst, src]);
            d.cmd_copy_image(list, a.image, src, t.image, dst, &[part]);
            n.turn(list, t, Aspect::COLOR, [dst, src]);
            let all = [image_copy([0; 2], SIZE)];
            d.cmd_copy_image_to_buffer(list, t.image, src, out.buffer, &all);
        }
    });
    same(&candor, &n.read(out), 60);
    b.silent();
    n.silent();
}

#[test]
fn what_is_computed_is_the_same() {
    const WORDS: u32 = 256;
    let Some((b, n)) = beds("reference compute") else { return };
    let (shader, params) = ("compute_fill.cs_main", bytemuck::cast::<_, [u8; 16]>([7u32, 200, 0, 0]));
    let zeros = [0; WORDS as usize * 4];

    let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
    let desc = BufferDesc { label: "words", size_bytes: zeros.len() as u64, usage, ..Default::default() };
    let words = b.device.create_buffer(&desc).unwrap();
    let kind = BindingKind::Storage { dynamic: false, write: true };
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, kind)];
    let layout = b
        .device
        .create_bind_group_layout(&BindGroupLayoutDesc {
            label: "l",
            entries: &entries,
            ..Default::default()
        })
        .unwrap();
    let entries = [GroupEntry::buffer(0, &words)];
    let group = BindGroupDesc { label: "g", layout: &layout, entries: &entries };
    let group = b.device.create_bind_group(&group).unwrap();
    let pipeline = ComputePipelineDesc {
        groups: &[&layout],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader: bed::stage(shader),
        ..Default::default()
    };
    let pipeline = b.device.create_compute_pipeline(&pipeline).unwrap();
    let mut batch = b.device.batch();
    batch.compute(&ComputeDesc { groups: &[&group], ..Default::default() }, |c| {
        c.pipeline(&pipeline);
        c.group(0, &group, []);
        c.push(&params);
        c.dispatch(WORDS / 64, 1, 1);
    });
    let readback = batch.read_buffer(&words, 0..zeros.len() as u64);
    batch.submit().unwrap().wait(WAIT).unwrap();
    let candor = readback.wait(WAIT).unwrap();

    let words = n.buffer(&zeros);
    let (p, set) = n.compute(shader, words);
    n.submit(|d, list| {
        // SAFETY: the list is open, and everything that is named is alive until it has finished.
        unsafe {
            d.cmd_bind_pipeline(list, vk::PipelineBindPoint::COMPUTE, p.pipeline);
            d.cmd_bind_descriptor_sets(list, vk::PipelineBindPoint::COMPUTE, p.layout, 0, &[set], &[]);
            d.cmd_push_constants(list, p.layout, vk::ShaderStageFlags::COMPUTE, 0, &params);
            d.cmd_dispatch(list, WORDS / 64, 1, 1);
        }
    });
    assert_eq!(candor, n.read(words));
    assert_eq!(candor[199 * 4..200 * 4], (199 * 7 + 1u32).to_le_bytes(), "the last word that is written");
    b.silent();
    n.silent();
}
