//! The portable limits. Each entry breaks its own rule and no other, on a device that takes more than every device does: the
//! object is made, and the finding names it.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::limits::PORTABLE;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use world::{STAGE, World};

/// Null with the alignment and the room for bindings that most desktop devices have.
fn world(portability: Portability) -> World {
    let least = Limits::default();
    let limits = Limits {
        uniform_offset_alignment: 16,
        storage_offset_alignment: 16,
        bindings_per_stage: least.bindings_per_pipeline,
        max_dynamic_uniform_buffers: 72,
        ..least
    };
    let null = NullBackend::new(NullDesc { limits: Some(limits), ..NullDesc::default() });
    World { device: Device::with(null.clone(), &DeviceDesc { portability, ..Default::default() }), null }
}

const UNIFORM: BindingKind = BindingKind::Uniform { dynamic: false };
const DYNAMIC: BindingKind = BindingKind::Uniform { dynamic: true };
const STORAGE: BindingKind = BindingKind::Storage { dynamic: false, write: false };

/// So many bindings of a kind.
fn some(w: &World, n: u32, stages: Stages, kind: BindingKind) -> BindGroupLayout {
    w.layout(&(0..n).map(|i| LayoutEntry::new(i, stages, kind)).collect::<Vec<_>>())
}

/// A raster pipeline that is called as given.
fn raster(w: &World, label: &str, groups: &[&BindGroupLayout], push: u32) -> Result<(), Error> {
    let push = PushLayout { stages: Stages::VERTEX, bytes: push };
    let push = if push.bytes == 0 { PushLayout::default() } else { push };
    let d = RasterPipelineDesc { label, groups, push, ..RasterPipelineDesc::default() };
    w.device.create_raster_pipeline(&world::raster(&d)).map(drop)
}

fn colors(w: &World, label: &str, formats: &[Format]) -> Result<(), Error> {
    let colors: Vec<_> = formats.iter().map(|f| ColorState::from(*f)).collect();
    let d = RasterPipelineDesc { label, colors: &colors, ..RasterPipelineDesc::default() };
    w.device.create_raster_pipeline(&world::raster(&d)).map(drop)
}

/// Several layers of a texture into a buffer.
fn copy(w: &World, label: &str, offset: u64, row_bytes: u32, height: u32, layers: u32) -> Result<(), Error> {
    let usage = TextureUsage::COPY_SRC;
    let d = TextureDesc { usage, layers, ..TextureDesc::color_target("map", Format::Rgba8Unorm, 16, height) };
    let map = w.texture(&d);
    let b = BufferDesc {
        label,
        size_bytes: 65536,
        usage: BufferUsage::COPY_TARGET,
        contents: Contents::Undefined,
        ..BufferDesc::default()
    };
    let buffer = w.device.create_buffer(&b)?;
    let dst = BufferSide { buffer: &buffer, offset, row_bytes, rows: 0 };
    let mut batch = w.device.batch();
    batch.copies("copy", &[Copy::TextureToBuffer { src: Region { layers, ..Region::level(&map, 0) }, dst }]);
    batch.submit().map(drop).map_err(|mut e| e.errors.remove(0))
}

/// Binds a group with a dynamic offset several times, in a raster and in a compute pass.
fn dynamic(w: &World, label: &str, offset: u32) -> Result<(), Error> {
    let buffer = w.buffer("constants", BufferUsage::UNIFORM);
    let layout = some(w, 1, Stages::all(), DYNAMIC);
    let entries = [GroupEntry::buffer_range(0, &buffer, 0, 64)];
    let group = w.device.create_bind_group(&BindGroupDesc { label, layout: &layout, entries: &entries })?;
    let p = w.pipeline(&RasterPipelineDesc { groups: &[&layout], ..RasterPipelineDesc::default() });
    let compute = ComputePipelineDesc { groups: &[&layout], shader: STAGE, ..Default::default() };
    let compute = w.device.create_compute_pipeline(&compute)?;
    let (_t, v) = w.target("target");
    let mut batch = w.device.batch();
    let color = [Color::load(&v)];
    batch.raster(&RasterDesc { label: "pass", color: &color, ..RasterDesc::default() }, |pass| {
        pass.pipeline(&p);
        for _ in 0..3 {
            pass.group(0, &group, [offset]);
            pass.draw(0..3, 0..1);
        }
    });
    batch.compute(&ComputeDesc { label: "work", ..ComputeDesc::default() }, |pass| {
        pass.pipeline(&compute);
        pass.group(0, &group, [offset]);
        pass.dispatch(1, 1, 1);
    });
    batch.submit().map(drop).map_err(|mut e| e.errors.remove(0))
}

type Use = fn(&World, &str) -> Result<(), Error>;

/// What breaks a rule, and the same just within it.
fn uses(code: LintCode) -> Option<(Use, Use)> {
    fn textures(w: &World, label: &str, n: u32) -> Result<(), Error> {
        let (a, b) = (
            some(w, 9, Stages::FRAGMENT, BindingKind::Texture),
            some(w, n - 9, Stages::FRAGMENT, BindingKind::Texture),
        );
        let samplers = some(w, 2, Stages::FRAGMENT, BindingKind::Sampler);
        raster(w, label, &[&a, &b, &samplers], 0)
    }
    fn bound(w: &World, label: &str, offset: u64) -> Result<(), Error> {
        let buffer = w.buffer("data", BufferUsage::STORAGE);
        let layout = some(w, 1, Stages::FRAGMENT, STORAGE);
        let entries = [GroupEntry::buffer_range(0, &buffer, offset, 64)];
        w.device.create_bind_group(&BindGroupDesc { label, layout: &layout, entries: &entries }).map(drop)
    }
    fn used(w: &World, label: &str, usage: BufferUsage) -> Result<(), Error> {
        let usage = usage | BufferUsage::UNIFORM;
        let d = BufferDesc { label, size_bytes: 64, usage, ..BufferDesc::default() };
        w.device.create_buffer(&d).map(drop)
    }
    Some(match code {
        LintCode::GroupsWithPush => (
            |w, l| raster(w, l, &[&some(w, 1, Stages::FRAGMENT, UNIFORM); 4], 16),
            |w, l| {
                raster(w, l, &[&some(w, 1, Stages::FRAGMENT, UNIFORM); 3], 16)?;
                raster(w, l, &[&some(w, 1, Stages::FRAGMENT, UNIFORM); 4], 0)
            },
        ),
        LintCode::DynamicUniforms => (
            |w, l| {
                let (a, b) = (some(w, 8, Stages::VERTEX, DYNAMIC), some(w, 1, Stages::FRAGMENT, DYNAMIC));
                raster(w, l, &[&a, &b], 0)
            },
            |w, l| {
                let (a, b) = (some(w, 8, Stages::VERTEX, DYNAMIC), some(w, 1, Stages::FRAGMENT, UNIFORM));
                raster(w, l, &[&a, &b], 0)
            },
        ),
        LintCode::TextureSamplers => (|w, l| textures(w, l, 17), |w, l| textures(w, l, 16)),
        LintCode::UniformBuffers => (
            |w, l| {
                let (a, b) = (some(w, 6, Stages::RASTER, UNIFORM), some(w, 6, Stages::FRAGMENT, UNIFORM));
                raster(w, l, &[&a, &b], 0)
            },
            |w, l| {
                let (a, b) = (some(w, 6, Stages::RASTER, UNIFORM), some(w, 5, Stages::FRAGMENT, UNIFORM));
                raster(w, l, &[&a, &b], 0)
            },
        ),
        LintCode::StorageBuffers => (
            |w, l| {
                let groups = [&some(w, 9, Stages::COMPUTE, STORAGE)];
                let d =
                    ComputePipelineDesc { label: l, groups: &groups, shader: STAGE, ..Default::default() };
                w.device.create_compute_pipeline(&d).map(drop)
            },
            |w, l| {
                let groups = [&some(w, 8, Stages::COMPUTE, STORAGE)];
                let d =
                    ComputePipelineDesc { label: l, groups: &groups, shader: STAGE, ..Default::default() };
                w.device.create_compute_pipeline(&d).map(drop)
            },
        ),
        LintCode::VertexStorage => (
            |w, l| raster(w, l, &[&some(w, 1, Stages::RASTER, STORAGE)], 0),
            |w, l| raster(w, l, &[&some(w, 1, Stages::FRAGMENT, STORAGE)], 0),
        ),
        LintCode::ColorBytes => (
            |w, l| {
                colors(w, l, &[Format::Rgba16Float, Format::Rgba32Float, Format::R8Unorm, Format::Rgba8Unorm])
            },
            |w, l| colors(w, l, &[Format::Rgba8Unorm; 4]),
        ),
        LintCode::BindingOffset => (|w, l| bound(w, l, 272), |w, l| bound(w, l, 256)),
        LintCode::DynamicOffset => (|w, l| dynamic(w, l, 64), |w, l| dynamic(w, l, 256)),
        LintCode::CopyRow => (
            |w, l| copy(w, l, 512, 64, 16, 1),
            // A single row may be as short as it is.
            |w, l| copy(w, l, 512, 256, 16, 1).and_then(|()| copy(w, l, 0, 64, 1, 1)),
        ),
        LintCode::CopyOffset => (|w, l| copy(w, l, 256, 256, 16, 1), |w, l| copy(w, l, 512, 256, 16, 3)),
        LintCode::UniformOnly => (
            |w, l| used(w, l, BufferUsage::VERTEX),
            |w, l| used(w, l, BufferUsage::COPY_DST | BufferUsage::COPY_SRC),
        ),
        _ => return None,
    })
}

fn both(code: LintCode) -> (Use, Use) {
    uses(code).unwrap_or_else(|| panic!("{code:?} ({}) is broken by no test", code.id()))
}

#[test]
fn each_rule_is_broken_alone_and_the_object_is_made() {
    for code in LintCode::ALL {
        let (beyond, within) = both(*code);
        let w = world(Portability::Warn);
        within(&w, "plain").unwrap();
        assert_eq!(w.device.lints(), Lints::default(), "{code:?}");
        beyond(&w, "theirs").unwrap();
        let lints = w.device.lints();
        assert_eq!((lints.kept.len(), lints.more), (1, 0), "{lints:?}");
        let lint = &lints.kept[0];
        assert_eq!((lint.code, lint.label.as_str(), lint.count), (*code, "theirs", 1), "{lint}");
        let sentence = lint.to_string();
        for part in [code.id(), code.rule(), code.remedy(), "'theirs'", "portable"] {
            assert!(sentence.contains(part), "'{part}' is missing in: {sentence}");
        }
        assert!(w.null.misuse().is_empty(), "{:?}", w.null.misuse());
    }
}

#[test]
fn the_same_again_is_counted_and_another_label_is_another_finding() {
    for code in LintCode::ALL {
        let (beyond, _) = both(*code);
        let w = world(Portability::Warn);
        for label in ["first", "second", "first"] {
            beyond(&w, label).unwrap();
        }
        let found: Vec<_> = w.device.lints().kept.into_iter().map(|l| (l.label, l.count)).collect();
        assert_eq!(found, [("first".to_owned(), 2), ("second".to_owned(), 1)], "{code:?}");
    }
}

#[test]
fn what_is_denied_is_an_error_that_says_the_same() {
    for code in LintCode::ALL {
        let (beyond, within) = both(*code);
        let w = world(Portability::Deny);
        within(&w, "plain").unwrap();
        let e = beyond(&w, "theirs").unwrap_err();
        assert_eq!((e.code(), e.label()), (Code::NotPortable, "theirs"), "{e}");
        assert!(e.to_string().contains(code.id()), "{e}");
        assert_eq!(w.device.lints(), Lints::default(), "{code:?}");
    }
}

#[test]
fn a_device_that_nobody_asks_to_be_portable_says_nothing() {
    for code in LintCode::ALL {
        let w = world(Portability::Off);
        both(*code).0(&w, "theirs").unwrap();
        assert_eq!(w.device.lints(), Lints::default(), "{code:?}");
    }
}

#[test]
fn codes_are_unique_and_sorted() {
    let ids: Vec<_> = LintCode::ALL.iter().map(|c| c.id()).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
}

/// A rule speaks of the number that it looks at.
#[test]
fn rules_name_the_numbers_of_the_table() {
    let p = PORTABLE;
    for (code, number) in [
        (LintCode::GroupsWithPush, p.bind_groups_with_push),
        (LintCode::DynamicUniforms, p.dynamic_uniform_buffers),
        (LintCode::TextureSamplers, p.texture_samplers_per_stage),
        (LintCode::UniformBuffers, p.uniform_buffers_per_stage),
        (LintCode::StorageBuffers, p.storage_buffers_per_stage),
        (LintCode::ColorBytes, p.color_bytes_per_sample),
        (LintCode::BindingOffset, p.offset_alignment),
        (LintCode::DynamicOffset, p.offset_alignment),
        (LintCode::CopyRow, p.copy_row_alignment),
        (LintCode::CopyOffset, p.copy_offset_alignment),
    ] {
        assert!(code.rule().split(' ').any(|w| w == number.to_string()), "{code:?}: {}", code.rule());
    }
}
