//! Validation on a real driver: it finds what it finds on Null, and in the proofs nothing but what they mean to do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, QUAD, WAIT, push};
use candor_proofs::{claims, requests, verify};
use candor_rhi::driver::ApiValidation;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::collections::BTreeSet;

fn full() -> DeviceDesc {
    DeviceDesc {
        portability: Portability::Off,
        validation: Validation::Full,
        on_finding: ValidationAction::Report,
        ..DeviceDesc::default()
    }
}

fn bed(name: &str, desc: &DeviceDesc) -> Option<Bed> {
    Bed::described(name, ApiValidation::On, desc, |backend| backend)
}

/// What proofs do on purpose: draws and dispatches of nothing, clears beyond the format, tests that nothing passes.
const MEANT: [FindingCode; 5] = [
    FindingCode::EmptyDraw,
    FindingCode::ClearRange,
    FindingCode::EmptyDispatch,
    FindingCode::DepthNever,
    FindingCode::StencilNever,
];

#[test]
fn proofs_give_no_wrong_picture_but_where_they_mean_to() {
    let Some(b) = bed("proofs under validation", &full()) else { return };
    let adapter = b.instance.adapters().unwrap().remove(0);
    let requests = requests(BackendKind::Vulkan).on_candor_vulkan().unwrap();
    let resolution = candor_caps::resolve(&adapter.report, &requests);
    let report = verify(&b.device, &claims(&resolution));
    assert_eq!(report.disproved().count(), 0, "{report}");
    let found = b.device.findings();
    let wrong = found.kept.iter().filter(|f| f.code.level() == Validation::Basic);
    let wrong: Vec<_> = wrong.filter(|f| !MEANT.contains(&f.code)).map(ToString::to_string).collect();
    assert_eq!(wrong, Vec::<String>::new());
    b.silent();
}

/// Draws nothing, draws from a place that is odd, and copies what nobody wrote.
fn program(device: &Device) -> BTreeSet<(FindingCode, String)> {
    let target = device.create_texture(&TextureDesc::color_target("target", Format::Rgba8Unorm, 8, 8));
    let target = target.unwrap().value;
    let view = device.create_view(&target, &ViewDesc::default()).unwrap();
    let words = BufferDesc {
        label: "words",
        size_bytes: 64,
        usage: BufferUsage::COPY_SRC,
        contents: Contents::Undefined,
        ..Default::default()
    };
    let words = device.create_buffer(&words).unwrap();
    let colors = [ColorState::from(Format::Rgba8Unorm)];
    let p = RasterPipelineDesc {
        label: "quad",
        vertex: bed::stage(QUAD),
        fragment: Some(bed::stage("proof_draw.fs_color")),
        push: bed::PUSH,
        colors: &colors,
        ..Default::default()
    };
    let p = device.create_raster_pipeline(&p).unwrap();
    let mut batch = device.batch();
    let color = [Color::clear(&view, [0.0, 2.0, 0.0, 1.0])];
    batch.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
        r.pipeline(&p);
        r.push(0, &push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [1.0; 4]));
        r.scissor(Rect { x: 64, y: 0, width: 8, height: 8 });
        r.draw(0..5, 0..1);
    });
    drop(batch.read_buffer(&words, 0..64));
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    device.findings().kept.into_iter().map(|f| (f.code, f.label)).collect()
}

#[test]
fn a_real_driver_and_null_are_found_the_same() {
    let Some(b) = bed("findings", &full()) else { return };
    let null = NullBackend::new(NullDesc::default());
    let found = program(&b.device);
    assert_eq!(found, program(&Device::with(null, &full())));
    let expected = [
        (FindingCode::ClearRange, "target"),
        (FindingCode::CopyBufferUnwritten, "words"),
        (FindingCode::PartialPrimitive, "quad"),
        (FindingCode::ScissorOutside, ""),
    ];
    assert_eq!(found, expected.map(|(c, l)| (c, l.to_owned())).into());
    b.silent();
}

#[test]
fn a_device_that_refuses_takes_what_means_what_it_does() {
    let desc = DeviceDesc { on_finding: ValidationAction::Refuse, ..full() };
    let Some(b) = bed("refusing", &desc) else { return };
    let t = b.target(Format::Rgba8Unorm, 4, 4);
    let colors = [ColorState::from(Format::Rgba8Unorm)];
    let p = b.pipeline(
        QUAD,
        "proof_draw.fs_color",
        &RasterPipelineDesc { colors: &colors, ..Default::default() },
    );
    let bytes = b.frame(&t, |batch, v| {
        let color = [Color::clear(v, [0.0; 4])];
        batch.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.push(0, &push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [1.0; 4]));
            r.draw(0..6, 0..1);
        });
    });
    assert_eq!(bytes, [255; 64]);
    b.silent();
}
