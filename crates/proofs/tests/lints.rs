//! What is beyond the portable limits is noted on a real driver as it is on Null: the rules lie above both.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, push, stage};
use candor_rhi::limits::PORTABLE;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;

const FORMAT: Format = Format::Rgba8Unorm;

/// Breaks some of the rules, each once, with offsets at multiples of `align`.
fn beyond(device: &Device, align: u32) -> Lints {
    let buffer = |label, size_bytes, usage| {
        device.create_buffer(&BufferDesc { label, size_bytes, usage, ..BufferDesc::default() }).unwrap()
    };
    let _mixed = buffer("mixed", 256, BufferUsage::UNIFORM | BufferUsage::VERTEX);
    let constants = buffer("constants", 2048, BufferUsage::UNIFORM);
    let kind = |dynamic| BindingKind::Uniform { dynamic };
    let layout = |dynamic| {
        let entries = [LayoutEntry::new(0, Stages::RASTER, kind(dynamic))];
        device
            .create_bind_group_layout(&BindGroupLayoutDesc {
                label: "layout",
                entries: &entries,
                samplers: &[],
            })
            .unwrap()
    };
    let (fixed, moving) = (layout(false), layout(true));
    let group = |label, layout, offset| {
        let entries = [GroupEntry::buffer_range(0, &constants, offset, 256)];
        device.create_bind_group(&BindGroupDesc { label, layout, entries: &entries }).unwrap()
    };
    let (_odd, moved) = (group("odd", &fixed, u64::from(align)), group("moved", &moving, 0));
    let colors = [ColorState::from(FORMAT)];
    let (one, four) = ([&moving], [&fixed; 4]);
    let pipeline = |label, groups| {
        let (vertex, fragment) = (stage(QUAD), Some(stage("proof_draw.fs_color")));
        let d = RasterPipelineDesc { label, groups, vertex, fragment, push: PUSH, ..Default::default() };
        device.create_raster_pipeline(&RasterPipelineDesc { colors: &colors, ..d }).unwrap()
    };
    let (draws, _wide) = (pipeline("draws", &one[..]), pipeline("wide", &four[..]));
    let target = device.create_texture(&TextureDesc::color_target("target", FORMAT, 8, 8)).unwrap().value;
    let view = device.create_view(&target, &ViewDesc::default()).unwrap();
    let pixels = buffer("pixels", 4096, BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC);
    let mut batch = device.batch();
    let color = [Color::clear(&view, [0.0; 4])];
    batch.raster(&RasterDesc { label: "pass", color: &color, ..RasterDesc::default() }, |pass| {
        pass.pipeline(&draws);
        pass.push(0, &push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [1.0; 4]));
        for _ in 0..2 {
            pass.group(0, &moved, [align]);
            pass.draw(0..6, 0..1);
        }
    });
    let dst = BufferSide { buffer: &pixels, offset: 256, row_bytes: 0, rows: 0 };
    batch.copies("copy", &[Copy::TextureToBuffer { src: Region::level(&target, 0), dst }]);
    let all = batch.read_buffer(&pixels, 256..512);
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    if device.info().backend != BackendKind::Null {
        assert!(all.wait(WAIT).unwrap().iter().all(|b| *b == 255), "what is not portable works here");
    }
    device.lints()
}

#[test]
fn a_real_driver_and_null_are_told_the_same() {
    let Some(b) = Bed::new("a_real_driver_and_null_are_told_the_same") else { return };
    let align = b.device.limits().uniform_offset_alignment;
    let null = NullDesc { limits: Some(b.device.limits().clone()), ..NullDesc::default() };
    let there = beyond(&b.device, align);
    assert_eq!(there, beyond(&Device::new(NullBackend::new(null)), align));
    let found: Vec<_> = there.kept.iter().map(|l| (l.code, l.label.as_str(), l.count)).collect();
    let mut expected = vec![(LintCode::UniformOnly, "mixed", 1)];
    let offsets = align < PORTABLE.offset_alignment;
    expected.extend(offsets.then_some((LintCode::BindingOffset, "odd", 1)));
    expected.push((LintCode::GroupsWithPush, "wide", 1));
    expected.extend(offsets.then_some((LintCode::DynamicOffset, "moved", 1)));
    expected.extend([(LintCode::CopyOffset, "pixels", 1), (LintCode::CopyRow, "pixels", 1)]);
    assert_eq!(found, expected);
    b.silent();
}
