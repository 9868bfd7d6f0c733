//! Prewarming on Null: everything is made once, on several threads, and what is not made says why.
#![allow(clippy::unwrap_used, clippy::panic)]

use candor_pipelines::*;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

fn device(desc: NullDesc) -> Device {
    let strict = DeviceDesc { pipelines: PipelinePolicy::Strict, ..Default::default() };
    Device::with(NullBackend::new(desc), &strict)
}

/// Forty raster pipelines, a compute pipeline with a layout, and mips.
fn manifest(shaders: &ShaderSet) -> PipelineManifest {
    let mut m = PipelineManifest::new();
    for i in 0..40 {
        let color = ColorState {
            write: WriteMask::from_bits_truncate(i % 16),
            ..ColorState::opaque(Format::Rgba8Unorm)
        };
        m.add_raster(
            shaders,
            &RasterPipelineDesc {
                label: &format!("triangle {i}"),
                vertex: shaders.stage("triangle.vs_main").unwrap(),
                fragment: shaders.stage("triangle.fs_main"),
                colors: &[color],
                cull: [Cull::None, Cull::Front, Cull::Back][usize::from(i / 16)],
                ..Default::default()
            },
        )
        .unwrap();
    }
    let maker = device(NullDesc::default());
    let kind = BindingKind::Storage { dynamic: false, write: true };
    let entries = [LayoutEntry::new(0, Stages::COMPUTE, kind)];
    let d = BindGroupLayoutDesc { label: "numbers", entries: &entries, samplers: &[] };
    let layout = maker.create_bind_group_layout(&d).unwrap();
    m.add_compute(
        shaders,
        &ComputePipelineDesc {
            label: "fill",
            groups: &[&layout],
            push: PushLayout { stages: Stages::COMPUTE, bytes: 64 },
            shader: shaders.stage("compute_fill.cs_main").unwrap(),
        },
    )
    .unwrap();
    m.add_mips(Format::Rgba8Unorm, TextureDim::D2);
    m
}

#[test]
fn everything_is_made_once_with_progress_and_is_found_by_name() {
    let shaders = ShaderSet::builtin();
    let (m, device) = (manifest(&shaders), device(NullDesc::default()));
    let seen = Mutex::new(Vec::new());
    let progress = |o: &PipelineOutcome, n: usize| seen.lock().unwrap().push((o.name.clone(), n));
    let options = PrewarmOptions { threads: 4, progress: Some(&progress), ..Default::default() };
    let mut report = prewarm(&device, &m, &shaders, &options);
    assert!(report.is_complete(), "{:?}", report.outcomes);
    assert_eq!((report.threads, report.pipelines.len(), report.outcomes.len()), (4, 41, 42));
    let names: Vec<_> = report.outcomes.iter().map(|o| o.name.clone()).collect();
    assert_eq!(names, m.names().collect::<Vec<_>>());
    let mut seen = seen.into_inner().unwrap();
    seen.sort_by_key(|(_, n)| *n);
    assert_eq!(seen.iter().map(|(_, n)| *n).collect::<Vec<_>>(), (1..=42).collect::<Vec<_>>());
    assert_eq!(device.internal_pipelines(), ["internal mips Rgba8Unorm D2"]);
    assert!(report.pipelines.compute("fill").is_some() && report.pipelines.raster("fill").is_none());
    assert_eq!(report.pipelines.take_raster("triangle 3").unwrap().label(), "triangle 3");
    assert!(report.pipelines.raster("triangle 3").is_none());
    let s = device.stats();
    assert_eq!((s.pipelines_created, s.pipelines_late), (42, 0));
}

#[test]
fn a_device_with_a_warm_cache_has_them_all_ready() {
    let shaders = ShaderSet::builtin();
    let m = manifest(&shaders);
    let path = std::env::temp_dir().join(format!("candor-prewarm-{}.bin", std::process::id()));
    let file = CacheFile::new(&path);
    let run = || {
        let device = device(NullDesc::default());
        let found = file.load(&device, m.shaders_hash());
        let report = prewarm(&device, &m, &shaders, &PrewarmOptions::default());
        assert!(report.is_complete());
        (found.code(), report.ready(), file.keep(&device, m.shaders_hash()).code())
    };
    assert_eq!([run(), run()], [("missing", 0, "written"), ("loaded", 41, "unchanged")]);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_cancelled_is_told_and_not_made() {
    let shaders = ShaderSet::builtin();
    let (m, device) = (manifest(&shaders), device(NullDesc::default()));
    let cancel = AtomicBool::new(false);
    let progress = |_: &PipelineOutcome, n: usize| cancel.store(n >= 5, Ordering::Relaxed);
    let options = PrewarmOptions { threads: 1, cancel: Some(&cancel), progress: Some(&progress) };
    let report = prewarm(&device, &m, &shaders, &options);
    assert_eq!((report.pipelines.len(), report.failures().count()), (5, 37));
    assert!(report.failures().all(|(_, why)| *why == Failure::Cancelled));
}

#[test]
fn each_failure_has_its_name_and_hides_no_other() {
    let shaders = ShaderSet::builtin();
    let mut m = manifest(&shaders);
    m.raster[3].state.vertex.name = "none.vs_main".into();
    m.raster[5].state.vertex.hash = ShaderHash(1);
    m.raster[7].state.samples = 3;
    m.compute[0].groups = vec!["nothing".into()];
    let report = prewarm(&device(NullDesc::default()), &m, &shaders, &PrewarmOptions::default());
    let told: Vec<_> = report.failures().map(|(name, why)| format!("{name}: {why}")).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("triangle 3: there is no shader 'none.vs_main'"), "{told:?}");
    assert!(told[1].contains("00000000000000000000000000000001 is listed"), "{told:?}");
    assert!(told[2].starts_with("triangle 7: [C007]"), "{told:?}");
    assert!(told[3].starts_with("fill:") && told[3].contains("'nothing'"), "{told:?}");
    assert_eq!(report.pipelines.len(), 37);
}

#[test]
fn in_a_frame_of_a_strict_device_nothing_is_prewarmed_by_its_thread() {
    let shaders = ShaderSet::builtin();
    let (m, device) = (manifest(&shaders), device(NullDesc::default()));
    let batch = device.batch();
    let options = PrewarmOptions { threads: 1, ..Default::default() };
    let report = prewarm(&device, &m, &shaders, &options);
    assert_eq!(report.failures().count(), 42);
    let (_, why) = report.failures().next().unwrap();
    assert!(why.to_string().contains("C089"), "{why}");
    batch.submit().unwrap();
}
