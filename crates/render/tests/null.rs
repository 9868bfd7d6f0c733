//! Whole frames without a GPU: nothing is misused, every setting answers, a frame that isn't prepared is refused.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_caps::feature::FeatureKind;
use candor_caps::{Feature, Outcome};
use candor_render::scene::{CameraChoice, Scene};
use candor_render::settings::{Background, Polygon, Size};
use candor_render::{FeatureState, RenderError, RenderSettings, Renderer};
use candor_rhi::Device;
use candor_rhi::null::{NullBackend, NullDesc, Timing};
use std::sync::LazyLock;

/// Made once, since it is made in code.
fn showcase() -> &'static Scene {
    static SCENE: LazyLock<Scene> = LazyLock::new(candor_render::scene::showcase);
    &SCENE
}

fn small() -> RenderSettings {
    RenderSettings { size: Size::new(64, 48), shadow_size: 64, ..RenderSettings::default() }
}

fn run(device: &Device, scene: &Scene, settings: &RenderSettings, frames: u32) -> candor_render::Picture {
    let (mut renderer, applied) = Renderer::new(device, settings).unwrap();
    assert!(applied.msaa.is_ok() && applied.size == Ok(Outcome::Applied));
    let mut on_gpu = renderer.upload(scene).unwrap();
    let camera = CameraChoice::Auto.resolve(scene, 1.0).unwrap();
    renderer.render(&mut on_gpu, &camera, frames, &mut |_| {}).unwrap()
}

#[test]
fn frames_are_declared_and_recorded_without_misuse_at_any_timing() {
    for timing in [Timing::Immediate, Timing::Late { polls: 3 }, Timing::OutOfOrder] {
        let backend = NullBackend::new(NullDesc { timing, ..NullDesc::default() });
        let device = Device::new(backend.clone());
        let picture = run(&device, showcase(), &small(), 5);
        let last = picture.report.last;
        assert_eq!((picture.rgba8.len(), last.frame, last.passes), (64 * 48 * 4, 5, 3));
        assert!(last.shadow_draws > 50 && last.draws > last.shadow_draws, "{last:?}");
        assert_eq!((last.upload_bytes, picture.report.pipelines_late), (0, 0));
        assert!(picture.report.pipelines > 3);
        assert_eq!(backend.misuse(), Vec::<String>::new());
        drop(device);
    }
}

#[test]
fn an_empty_scene_is_a_picture() {
    let (device, backend) = gpu::null();
    let picture = run(&device, &Scene::default(), &small(), 1);
    assert_eq!(picture.report.last.draws, 2, "sky and tonemap");
    assert_eq!(backend.misuse(), Vec::<String>::new());
}

#[test]
fn everything_is_given_back() {
    let (device, backend) = gpu::null();
    run(&device, showcase(), &small(), 3);
    device.poll();
    assert_eq!(device.usage().live_objects, 0, "{:?}", device.usage());
    assert_eq!(backend.misuse(), Vec::<String>::new());
}

#[test]
fn settings_that_change_leave_no_texture_behind() {
    let (device, backend) = gpu::null();
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let mut scene = renderer.upload(showcase()).unwrap();
    let camera = CameraChoice::Auto.resolve(showcase(), 1.0).unwrap();
    let mut draw = |settings: &RenderSettings| {
        let _ = renderer.apply(settings);
        renderer.prepare(&mut scene).unwrap();
        let passes = renderer.frame(&scene, &camera).unwrap().passes;
        device.poll();
        (passes, device.usage().live_objects, device.usage().waiting_objects)
    };
    let changed = [
        (RenderSettings { size: Size::new(80, 20), ..small() }, 3),
        (RenderSettings { msaa: 1, ..small() }, 3),
        (RenderSettings { shadow_size: 128, ..small() }, 3),
        (RenderSettings { shadows: false, ..small() }, 2),
    ];
    // Every pipeline that they need exists from here on.
    for (settings, _) in &changed {
        draw(settings);
    }
    let before = draw(&small());
    for (settings, passes) in &changed {
        assert_eq!(draw(settings).0, *passes);
        assert_eq!(draw(&small()), before);
    }
    assert_eq!(backend.misuse(), Vec::<String>::new());
}

#[test]
fn a_frame_that_is_not_prepared_is_refused_and_makes_no_pipeline() {
    let (device, _) = gpu::null();
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let scene = showcase();
    let mut on_gpu = renderer.upload(scene).unwrap();
    let camera = CameraChoice::Auto.resolve(scene, 1.0).unwrap();
    assert_eq!(renderer.frame(&on_gpu, &camera), Err(RenderError::NotPrepared));
    assert!(renderer.prepare(&mut on_gpu).unwrap() > 0);
    assert_eq!(renderer.frame(&on_gpu, &camera).unwrap().pipelines_late, 0);
    assert_eq!(renderer.prepare(&mut on_gpu).unwrap(), 0, "everything is there");
    let _ = renderer.apply(&RenderSettings { msaa: 1, ..small() });
    assert_eq!(renderer.frame(&on_gpu, &camera), Err(RenderError::NotPrepared));
    renderer.prepare(&mut on_gpu).unwrap();
    assert_eq!(renderer.frame(&on_gpu, &camera).unwrap().pipelines_late, 0);
    let (mut other, _) = Renderer::new(&device, &small()).unwrap();
    assert_eq!(other.prepare(&mut on_gpu), Err(RenderError::ForeignScene));
    assert_eq!(other.render(&mut on_gpu, &camera, 0, &mut |_| {}), Err(RenderError::NoFrames));
}

#[test]
fn every_setting_answers_and_a_refused_one_keeps_its_value() {
    let (device, _) = gpu::null();
    let (mut renderer, applied) = Renderer::new(&device, &small()).unwrap();
    let code = |o: &Result<Outcome, candor_caps::Refused>| match o {
        Ok(Outcome::Applied) => "applied",
        Ok(Outcome::Adjusted { .. }) => "adjusted",
        Ok(Outcome::Pending { .. }) => "pending",
        Err(e) => e.why.code(),
    };
    // Null has no anisotropy.
    let remarkable: Vec<_> = applied.remarkable().map(|(n, o)| (n, code(o))).collect();
    assert_eq!(remarkable, [("anisotropy", "adjusted")]);
    assert_eq!(renderer.settings().anisotropy, 1);

    let wild = RenderSettings {
        size: Size::new(0, 5),
        msaa: 8,
        shadow_size: 1 << 20,
        exposure: f32::NAN,
        ambient: -1.0,
        anisotropy: 0,
        background: Background::Color([f32::INFINITY, 0.0, 0.0]),
        polygon: Polygon::Line,
        ssao: true,
        bloom: true,
        taa: true,
        ..small()
    };
    let applied = renderer.apply(&wild);
    let remarkable: Vec<_> = applied.remarkable().map(|(n, o)| (n, code(o))).collect();
    assert_eq!(
        remarkable,
        [
            ("size", "invalid"),
            ("msaa", "adjusted"),
            ("shadow-size", "adjusted"),
            ("exposure", "invalid"),
            ("background", "invalid"),
            ("ambient", "invalid"),
            ("anisotropy", "invalid"),
            ("ssao", "not-implemented"),
            ("taa", "not-implemented"),
            ("bloom", "not-implemented"),
        ]
    );
    let json = serde_json::to_value(&applied).unwrap();
    assert_eq!(json["bloom"]["outcome"], "refused");
    assert_eq!(json["bloom"]["why"]["code"], "not-implemented");
    assert_eq!((&json["msaa"]["outcome"], &json["fog"]["outcome"]), (&"adjusted".into(), &"applied".into()));
    assert_eq!(serde_json::to_value(renderer.settings()).unwrap()["size"], "64x48");
    let s = renderer.settings();
    assert_eq!((s.size, s.msaa, s.shadow_size, s.exposure), (Size::new(64, 48), 4, 4096, 1.0));
    assert_eq!((s.background, s.polygon, s.ssao), (Background::Sky, Polygon::Line, false));
}

#[test]
fn features_cover_the_list_and_say_why_not() {
    let (device, _) = gpu::null();
    let (renderer, _) = Renderer::new(&device, &small()).unwrap();
    let features = renderer.features();
    let all: Vec<_> = Feature::ALL.iter().copied().filter(|f| f.kind() == FeatureKind::Renderer).collect();
    assert_eq!(features.iter().map(|f| f.feature).collect::<Vec<_>>(), all);
    let state = |f: Feature| features.iter().find(|s| s.feature == f).map(|s| s.state.clone()).unwrap();
    assert_eq!(state(Feature::Shadows), FeatureState::On);
    assert_eq!(state(Feature::PolygonMode), FeatureState::Available);
    assert!(
        matches!(state(Feature::Ssao), FeatureState::Unavailable(why) if why.code() == "not-implemented")
    );
    for f in &features {
        if let Some(setting) = f.setting {
            assert!(RenderSettings::NAMES.contains(&setting), "{setting}");
        }
    }
}

#[test]
fn a_scene_that_breaks_its_invariants_is_named() {
    let (device, _) = gpu::null();
    let (renderer, _) = Renderer::new(&device, &small()).unwrap();
    let mut scene = showcase().clone();
    scene.instances[0].mesh = 10_000;
    let error = renderer.upload(&scene).unwrap_err().to_string();
    assert!(error.contains("mesh 10000 does not exist"), "{error}");
}
