//! No frame waits for a pipeline, whatever is switched: on a strict device, under the validation layer, with every setting that exists.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr, reason = "helpers of tests")]

mod gpu;

use candor_caps::Outcome;
use candor_pipelines::{PipelineManifest, PrewarmOptions};
use candor_render::pipelines::{Scope, manifest};
use candor_render::scene::{
    Alpha, Camera, CameraChoice, Instance, Material, Mesh, Scene, Topology, showcase,
};
use candor_render::settings::Size;
use candor_render::{RenderError, RenderSettings, Renderer, SceneGpu};
use candor_rhi::driver::ApiValidation;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::{Code, Device, DeviceDesc, PipelinePolicy};
use glam::{Mat4, Vec3};

const STRICT: PipelinePolicy = PipelinePolicy::Strict;
const FRAMES: usize = 200;
/// Of the parts of a scene with everything one in so many is drawn here.
const FEW: usize = 37;

/// Two values of every setting that there is, of which one differs from what is in force at any time.
fn values(name: &str) -> Option<[&'static str; 2]> {
    Some(match name {
        "size" => ["64x48", "48x64"],
        "msaa" => ["1", "4"],
        "shadow-size" => ["128", "256"],
        "exposure" => ["0.5", "1"],
        "tonemap" => ["none", "aces"],
        "background" => ["0.1,0.2,0.3", "sky"],
        "ambient" => ["0.5", "1"],
        "default-sun" => ["off", "auto"],
        "anisotropy" => ["1", "8"],
        "polygon" => ["line", "fill"],
        "cull" => ["none", "material"],
        "shadows" | "dither" => ["off", "on"],
        _ => return None,
    })
}

/// Further values of settings with more than two on which pipelines depend.
const MORE: [(&str, &str); 5] =
    [("polygon", "point"), ("cull", "front"), ("cull", "back"), ("msaa", "2"), ("msaa", "8")];

/// Something of everything that pipelines tell apart: points, lines and triangles, with and without each attribute, mirrored, masked,
/// blended, unlit, seen from both sides. Of these parts every so manieth: a software driver compiles at the first draw.
fn everything(step: usize) -> Scene {
    let mut scene = showcase();
    let (materials, meshes) = (scene.materials.len(), scene.meshes.len());
    for alpha in [Alpha::Opaque, Alpha::Mask { cutoff: 0.5 }, Alpha::Blend] {
        for (unlit, double_sided) in [(false, false), (false, true), (true, false), (true, true)] {
            scene.add_material(Material { alpha, unlit, double_sided, ..Material::default() });
        }
    }
    if step != 1 {
        // They are a scene of their own.
        scene.instances.clear();
    }
    let with = scene.meshes.iter().flat_map(|m| &m.primitives).find(|p| p.topology == Topology::Triangles);
    let triangles = with.unwrap().clone();
    for material in materials..scene.materials.len() {
        for topology in [Topology::Points, Topology::Lines, Topology::Triangles] {
            for lacks in 0..4 {
                let mut p = triangles.clone();
                (p.material, p.topology) = (material, topology);
                p.colors = (lacks & 1 == 0).then(|| vec![glam::Vec4::ONE; p.positions.len()]);
                // Its materials have no textures.
                (p.tangents, p.uvs) = (None, Vec::new());
                if lacks & 2 != 0 {
                    // Triangles always have normals.
                    p.normals = p.normals.filter(|_| topology == Topology::Triangles);
                }
                if let Some(i) = &mut p.indices {
                    i.truncate(i.len() / 6 * 6);
                }
                scene.add_mesh(Mesh { name: "part".into(), primitives: vec![p] });
            }
        }
    }
    for mesh in (meshes..scene.meshes.len()).step_by(step) {
        let at = Mat4::from_translation(Vec3::new((mesh % 12) as f32 - 6.0, 1.0, (mesh / 12) as f32 - 6.0));
        scene.instances.push(Instance::new("part", mesh, at));
        scene.instances.push(Instance::new("part", mesh, at * Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))));
    }
    scene
}

fn strict() -> Option<(Device, Box<dyn candor_rhi::driver::Instance>)> {
    let choices = DeviceDesc { pipelines: STRICT, ..DeviceDesc::default() };
    gpu::vulkan_as(ApiValidation::Auto, &[], &choices)
}

fn small() -> RenderSettings {
    RenderSettings { size: Size::new(48, 64), shadow_size: 256, ..RenderSettings::default() }
}

fn camera(scene: &Scene) -> Camera {
    CameraChoice::Index(0).resolve(scene, 1.0).unwrap()
}

/// Every setting in turn, then further values; settings that do not exist yet are refused, not left out.
fn changes(renderer: &mut Renderer) -> Vec<(&'static str, &'static str)> {
    let mut all = Vec::new();
    for turn in 0..2 {
        for name in RenderSettings::NAMES {
            match values(name) {
                Some(v) => all.push((*name, v[turn])),
                None => {
                    let mut asked = renderer.settings().clone();
                    asked.set(name, "on").unwrap();
                    let applied = renderer.apply(&asked);
                    let (_, answer) = applied.iter().find(|(n, _)| n == name).unwrap();
                    let why = answer.as_ref().expect_err("a setting that exists is switched by this test");
                    assert_eq!(why.why.code(), "not-implemented", "{name}: {why}");
                }
            }
        }
        all.extend(MORE);
    }
    all
}

#[test]
fn two_hundred_frames_with_everything_switched_make_no_pipeline_after_prewarming() {
    let Some((device, instance)) = strict() else { return };
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let scenes = [showcase(), everything(FEW)];
    let mut on_gpu: Vec<SceneGpu> = scenes.iter().map(|s| renderer.upload(s).unwrap()).collect();
    let report = renderer.prewarm(&Scope::Device, &PrewarmOptions::default()).unwrap();
    assert!(report.is_complete(), "{:?}", report.failures().collect::<Vec<_>>());
    let made = device.stats();
    assert_eq!(made.pipelines_created as usize, manifest(&device, &Scope::Device).unwrap().len());
    let changes = changes(&mut renderer);
    let mut settings = renderer.settings().clone();
    for n in 0..FRAMES {
        let (name, text) = changes[n % changes.len()];
        settings.set(name, text).unwrap();
        let applied = renderer.apply(&settings);
        assert!(applied.iter().all(|(_, o)| o.is_ok()), "{name}={text}: {applied:?}");
        // Lowered wishes stay lowered.
        settings = renderer.settings().clone();
        let which = n / 2 % 2;
        renderer.prepare(&mut on_gpu[which]).unwrap();
        let report = renderer.frame(&on_gpu[which], &camera(&scenes[which])).unwrap();
        assert_eq!(report.pipelines_late, 0);
    }
    let s = device.stats();
    assert_eq!((s.pipelines_created, s.pipelines_late), (made.pipelines_created, 0));
    assert_eq!((s.pipelines_waited, s.pipelines_skipped, s.pipelines_replaced), (0, 0, 0));
    device.wait_idle(std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(gpu::faults(&*instance), Vec::<String>::new());
}

#[test]
fn two_hundred_frames_go_on_under_the_old_settings_while_pipelines_of_new_ones_are_made() {
    let Some((device, instance)) = strict() else { return };
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let scene = everything(FEW);
    let mut on_gpu = renderer.upload(&scene).unwrap();
    let settings = small();
    let report = renderer.prewarm(&Scope::Settings(&settings), &PrewarmOptions::default()).unwrap();
    assert!(report.is_complete());
    renderer.prepare(&mut on_gpu).unwrap();
    let changes = changes(&mut renderer);
    let mut wanted = renderer.settings().clone();
    let (mut deferred, mut settled) = (0, 0);
    for n in 0..FRAMES {
        if n % 5 == 0 {
            let (name, text) = changes[n / 5 % changes.len()];
            wanted.set(name, text).unwrap();
            let before = renderer.settings().clone();
            let applied = renderer.request(&wanted, &on_gpu);
            let waits = applied.iter().any(|(_, o)| matches!(o, Ok(Outcome::Pending { .. })));
            assert_eq!(waits, *renderer.settings() == before && renderer.missing() > 0 || waits);
            if waits {
                deferred += 1;
                assert_eq!(*renderer.settings(), before, "{name}={text} waits, and the old ones stay");
            } else {
                renderer.prepare(&mut on_gpu).unwrap();
            }
        }
        settled += usize::from(renderer.settle(&mut on_gpu).unwrap().is_some());
        let report = renderer.frame(&on_gpu, &camera(&scene)).unwrap();
        assert_eq!(report.pipelines_late, 0);
    }
    // What is still missing arrives.
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while renderer.missing() > 0 {
        assert!(std::time::Instant::now() < end);
        std::thread::yield_now();
    }
    settled += usize::from(renderer.settle(&mut on_gpu).unwrap().is_some());
    renderer.frame(&on_gpu, &camera(&scene)).unwrap();
    assert!(deferred > 0 && settled > 0, "{deferred} {settled}");
    let s = device.stats();
    assert_eq!((s.pipelines_late, s.pipelines_waited), (0, 0));
    assert!(s.pipelines_arrived > 0);
    device.wait_idle(std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(gpu::faults(&*instance), Vec::<String>::new());
}

fn null(desc: NullDesc) -> (Device, std::sync::Arc<NullBackend>) {
    let backend = NullBackend::new(desc);
    let choices = DeviceDesc { pipelines: STRICT, ..DeviceDesc::default() };
    (Device::with(backend.clone(), &choices), backend)
}

#[test]
fn what_a_scene_needs_is_listed_and_what_is_listed_can_be_made() {
    let (device, _) = null(NullDesc::default());
    let listed = manifest(&device, &Scope::Device).unwrap();
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let mut on_gpu = renderer.upload(&everything(1)).unwrap();
    renderer.prepare(&mut on_gpu).unwrap();
    let all = device.stats().pipelines_created as usize;
    let preset = manifest(&device, &Scope::Settings(&small())).unwrap();
    assert_eq!(all, preset.len(), "a scene with everything needs what the preset lists, and nothing else");
    assert!(preset.names().all(|n| listed.names().any(|l| l == n)));
    let text = listed.to_text();
    let read = PipelineManifest::parse(&text).unwrap();
    assert_eq!(read.compare(&listed), []);
    let report = renderer.prewarm(&Scope::Device, &PrewarmOptions::default()).unwrap();
    assert!(report.is_complete());
    assert_eq!(device.stats().pipelines_created as usize, listed.len());
    // Again there is nothing left to do.
    assert_eq!(renderer.prewarm(&Scope::Device, &PrewarmOptions::default()).unwrap().outcomes, []);
}

#[test]
fn settings_whose_pipelines_fail_are_forgotten_and_the_old_ones_stay() {
    use candor_rhi::layer::{FaultPlan, Faults, Injected, Site};
    let faults = Faults::around(NullBackend::new(NullDesc::default()));
    let device = Device::new(faults.clone());
    let (mut renderer, _) = Renderer::new(&device, &small()).unwrap();
    let scene = showcase();
    let mut on_gpu = renderer.upload(&scene).unwrap();
    renderer.prepare(&mut on_gpu).unwrap();
    let plan = FaultPlan { site: Site::RasterPipeline, nth: 2, fault: Injected::OutOfDeviceMemory };
    faults.layer().plan(Some(plan));
    let before = renderer.settings().clone();
    let asked = RenderSettings { tonemap: candor_render::settings::Tonemap::None, ..before.clone() };
    let applied = renderer.request(&asked, &on_gpu);
    assert!(matches!(applied.tonemap, Ok(Outcome::Pending { .. })) && applied.msaa == Ok(Outcome::Applied));
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while renderer.missing() > 0 {
        assert!(std::time::Instant::now() < end);
    }
    let failed = renderer.settle(&mut on_gpu).unwrap_err();
    assert!(matches!(&failed, RenderError::Device(e) if e.code() == Code::OutOfMemory), "{failed}");
    assert_eq!(*renderer.settings(), before);
    renderer.frame(&on_gpu, &camera(&scene)).unwrap();
    assert!(renderer.settle(&mut on_gpu).unwrap().is_none());
    faults.layer().plan(None);
    // Asked for again, it comes.
    let _ = renderer.request(&asked, &on_gpu);
    while renderer.missing() > 0 {
        assert!(std::time::Instant::now() < end);
    }
    assert_eq!(renderer.settle(&mut on_gpu).unwrap().unwrap().tonemap, Ok(Outcome::Applied));
    renderer.frame(&on_gpu, &camera(&scene)).unwrap();
}
