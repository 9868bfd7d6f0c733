//! From a scene to a picture in a file: what `render` and `demo` share.

use crate::account::{Account, FeatureRow, Picture, Pose, Said, SceneAccount, Setting, warnings};
use crate::args::{PictureArgs, PoseArgs};
use crate::choice;
use crate::fail::Fail;
use crate::remedy::first_help;
use candor::capture::CaptureFile;
use candor::rhi::DeviceDesc;
use candor::{AdapterWish, Backend, BackendKind, Environment, Instance, SelectDesc, SelectError, Selected};
use candor_caps::choose::{Samples, choose_samples};
use candor_caps::{Feature, Outcome, Reason, Refused, Requests};
use candor_render::gltf::{self, AnimationChoice, LoadError, LoadOptions, Loaded, Stage};
use candor_render::scene::{Camera, CameraChoice, showcase};
use candor_render::settings::RenderSettings;
use candor_render::{Applied, FeatureState, Renderer, SceneGpu};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long the device may take to end.
const PATIENCE: Duration = Duration::from_secs(60);
/// What the built-in scene is called.
const SHOWCASE: &str = "showcase (built in)";

/// What is rendered, read from the command line and checked as far as no device is needed for it.
#[derive(Clone)]
pub(crate) struct Job {
    /// A file; the showcase where there is none.
    pub(crate) scene: Option<PathBuf>,
    /// The picture.
    pub(crate) output: PathBuf,
    settings: RenderSettings,
    /// Settings that the command line names.
    asked: Vec<String>,
    camera: CameraChoice,
    frames: u32,
    select: SelectDesc,
    pose: LoadOptions,
}

impl Job {
    /// Checks the command line.
    pub(crate) fn new(scene: Option<PathBuf>, args: &PictureArgs, output: PathBuf) -> Result<Self, Fail> {
        let mut settings = RenderSettings::default();
        let mut asked = Vec::new();
        let mut set = |name: &str, text: &str| {
            asked.push(name.to_owned());
            settings.set(name, text).map_err(|e| setting_fail(name, &e))
        };
        if let Some(size) = &args.size {
            set("size", size)?;
        }
        if let Some(msaa) = &args.msaa {
            set("msaa", msaa)?;
        }
        for s in &args.set {
            let Some((name, text)) = s.split_once('=') else {
                let message = format!("--set '{s}' is not name=value");
                return Err(Fail::input("setting", message)
                    .help(format!("settings are {}", RenderSettings::NAMES.join(", "))));
            };
            set(name.trim(), text.trim())?;
        }
        if settings.size.width == 0 || settings.size.height == 0 {
            return Err(Fail::input(
                "setting",
                format!("size {} was asked for; a picture has at least one pixel", settings.size),
            ));
        }
        // What no device has is no question to a device.
        let _ = choose_samples(Samples::Exact(settings.msaa), &[u64::MAX])
            .map_err(|e| Fail::input("setting", format!("msaa: {e}")))?;
        let camera = match (&args.camera, &scene) {
            (Some(text), _) => text.parse().map_err(|e: Refused| Fail::input("camera", e.to_string()))?,
            (None, Some(_)) => CameraChoice::Auto,
            // It has a camera of its own, made for it.
            (None, None) => CameraChoice::Index(0),
        };
        let (backend, adapter) = device(args.backend.as_deref(), args.adapter.as_deref())?;
        let device = DeviceDesc { validation: args.validation, ..DeviceDesc::default() };
        let select = SelectDesc { backend, adapter, requests: requests(), device, ..choice::desc() };
        let pose = LoadOptions::default();
        Ok(Self { scene, output, settings, asked, camera, frames: args.frames, select, pose })
    }

    /// In the pose of an animation at a moment, in seconds.
    pub(crate) fn posed(mut self, args: &PoseArgs) -> Result<Self, Fail> {
        let (animation, time) = (args.animation.as_deref(), args.time.as_str());
        let seconds = time.trim().parse().ok().filter(|t: &f32| t.is_finite() && *t >= 0.0);
        let seconds = seconds.ok_or_else(|| {
            let message = format!("--time '{time}': a moment is a number of seconds, 0 or more");
            Fail::input("time", message).help("leave it out for the start of the animation")
        })?;
        let choice = match animation.map(str::parse) {
            None => AnimationChoice::default(),
            Some(Ok(choice)) => choice,
            Some(Err(never)) => match never {},
        };
        self.pose = LoadOptions::at(choice, seconds);
        Ok(self)
    }

    /// Loads, selects, draws, writes.
    pub(crate) fn run(&self) -> Result<Account, Fail> {
        let start = Instant::now();
        let Loaded { scene, warnings: found, outcomes: notes, animations, played } = self.load()?;
        let load_time = start.elapsed();
        let camera = self.camera.resolve(&scene, self.settings.size.aspect());
        let camera = camera.map_err(|e| Fail::input("camera", e.to_string()))?;
        let selected = self.select()?;
        let start = Instant::now();
        let (mut renderer, applied) =
            Renderer::new(&selected.device, &self.settings).map_err(|e| Fail::no("render", e.to_string()))?;
        self.insist(&applied)?;
        let mut on_gpu = renderer.upload(&scene).map_err(|e| Fail::no("render", e.to_string()))?;
        let upload_time = start.elapsed();
        let drawn = self.draw(&mut renderer, &mut on_gpu, &camera, self.frames)?;
        let png = drawn.png().map_err(|e| Fail::no("png", format!("the picture can't be encoded: {e}")))?;
        std::fs::write(&self.output, &png).map_err(|e| unwritable(&self.output, PICTURE, &e))?;

        let mut outcomes: Vec<Said> = notes.iter().map(Said::note).collect();
        outcomes.extend(on_gpu.outcomes().iter().map(|o| Said::of("", &Ok(o.clone()))));
        outcomes.extend(on_gpu.refused().iter().map(|r| Said::of("", &Err(r.clone()))));
        let counts = scene.counts();
        let (memory, usage, r) = (selected.device.memory(), selected.device.usage(), &drawn.report);
        let (settings, features) = (self.rows(renderer.settings(), &applied), features(&renderer));
        // Some findings are told at the end of an object.
        drop((on_gpu, renderer));
        let ended = selected.device.wait_idle(PATIENCE);
        ended.map_err(|e| Fail::no("render", e.to_string()))?;
        let ms = |d: Duration| ((d.as_secs_f64() * 1e6).round() / 1e3).into();
        Ok(Account {
            picture: Picture {
                file: self.output.display().to_string(),
                width: drawn.width,
                height: drawn.height,
                bytes: png.len(),
                empty: scene.is_empty(),
                camera: self.camera.to_string(),
            },
            scene: SceneAccount {
                name: self.name(),
                meshes: counts.meshes,
                primitives: counts.primitives,
                instances: counts.instances,
                materials: counts.materials,
                images: counts.images,
                vertices: counts.vertices,
                indices: counts.indices,
                animations,
                pose: played.map(Pose::from),
                warnings: warnings(&found),
                outcomes,
            },
            settings,
            features,
            statistics: vec![
                ("frames", r.frames.into()),
                ("draws a frame", r.last.draws.into()),
                ("draws of the shadow map", r.last.shadow_draws.into()),
                ("draws left out of view", r.last.culled.into()),
                ("vertices a frame", r.last.vertices.into()),
                ("passes a frame", r.last.passes.into()),
                ("barriers a frame", r.last.barriers.into()),
                ("bytes uploaded a frame", r.last.upload_bytes.into()),
                ("pipelines made before the first frame", r.pipelines.into()),
                ("pipelines made late", r.pipelines_late.into()),
                ("memory in use, bytes", memory.used_bytes.into()),
                ("memory taken from the driver, bytes", memory.reserved_bytes.into()),
                ("allocations from the driver", memory.blocks.into()),
                ("live objects", usage.live_objects.into()),
                ("time to load, ms", ms(load_time)),
                ("time to upload, ms", ms(upload_time)),
                ("time to make pipelines, ms", ms(r.prepare_time)),
                ("time of all frames and the readback, ms", ms(r.frames_time)),
                ("time the last frame waited for its turn, ms", ms(r.last.wait_time)),
                ("time to record the last frame, ms", ms(r.last.record_time)),
            ],
            beyond_portable: selected.device.lints().kept.iter().map(ToString::to_string).collect(),
            findings: selected.device.findings().kept.iter().map(ToString::to_string).collect(),
            validation_messages: selected.validation_messages(),
            resolution: selected.resolution.clone(),
            selection: selected.report.clone(),
        })
    }

    /// Loads, selects, and captures the last of the frames while it is drawn and read back.
    pub(crate) fn capture(&self) -> Result<(CaptureFile, candor_render::Picture), Fail> {
        let scene = self.load()?.scene;
        let camera = self.camera.resolve(&scene, self.settings.size.aspect());
        let camera = camera.map_err(|e| Fail::input("camera", e.to_string()))?;
        let selected =
            Self { select: SelectDesc { capture: true, ..self.select.clone() }, ..self.clone() }.select()?;
        let Some(capture) = &selected.capture else {
            return Err(Fail::no("capture", "the device was made without a layer for captures"));
        };
        let failed = |e: &dyn std::fmt::Display| Fail::no("capture", e.to_string());
        let (mut renderer, applied) =
            Renderer::new(&selected.device, &self.settings).map_err(|e| Fail::no("render", e.to_string()))?;
        self.insist(&applied)?;
        let mut on_gpu = renderer.upload(&scene).map_err(|e| Fail::no("render", e.to_string()))?;
        if self.frames > 1 {
            self.draw(&mut renderer, &mut on_gpu, &camera, self.frames - 1)?;
        }
        capture.begin(&selected.device).map_err(|e| failed(&e))?;
        let picture = self.draw(&mut renderer, &mut on_gpu, &camera, 1)?;
        let file = capture.end().map_err(|e| failed(&e))?;
        Ok((file, picture))
    }

    fn name(&self) -> String {
        self.scene.as_ref().map_or_else(|| SHOWCASE.to_owned(), |p| p.display().to_string())
    }

    fn load(&self) -> Result<Loaded, Fail> {
        let Some(path) = &self.scene else {
            return Ok(Loaded {
                scene: showcase(),
                warnings: Default::default(),
                outcomes: Vec::new(),
                animations: Vec::new(),
                played: None,
            });
        };
        if path.is_dir() {
            return Err(Fail::input(
                "scene",
                format!("{} is a folder; a scene is a .gltf or .glb file", path.display()),
            ));
        }
        let bar = bar(1, "loading");
        let loaded = gltf::load_with_progress(path, &self.pose, &mut |p| {
            bar.set_message(match p.stage {
                Stage::Parse => "parsing",
                Stage::Buffers => "reading buffers",
                Stage::Check => "checking",
                Stage::Images => "decoding images",
                Stage::Meshes => "making meshes",
                _ => "loading",
            });
            bar.set_length(p.total);
            bar.set_position(p.done);
        });
        bar.finish_and_clear();
        loaded.map_err(|e| match &e {
            LoadError::UnsupportedRequired { .. } => Fail::no(e.code(), e.to_string()),
            _ => Fail::input(e.code(), e.to_string()),
        })
    }

    fn select(&self) -> Result<Selected, Fail> {
        let selected = selected(&self.select)?;
        if selected.info().backend == BackendKind::Null {
            let by = match Environment::from_process().backend {
                Some(_) => candor::BACKEND_VARIABLE,
                None => "--backend",
            };
            let message = format!("{by} asks for Null, which draws nothing: there would be no picture");
            return Err(Fail::no("select", message)
                .help("name a backend that draws, or none for the best that works"));
        }
        Ok(selected)
    }

    /// What the command line names is meant: where it is refused, there is no picture.
    fn insist(&self, applied: &Applied) -> Result<(), Fail> {
        let refused: Vec<String> = applied
            .iter()
            .filter(|(name, _)| self.asked.iter().any(|a| a == name))
            .filter_map(|(name, r)| r.as_ref().err().map(|e| setting_text(name, e)))
            .collect();
        if refused.is_empty() {
            return Ok(());
        }
        Err(Fail::no("setting", refused.join("; ")).help("leave it out, or ask for what the sentence allows"))
    }

    fn draw(
        &self,
        renderer: &mut Renderer,
        on_gpu: &mut SceneGpu,
        camera: &Camera,
        frames: u32,
    ) -> Result<candor_render::Picture, Fail> {
        let bar = bar(u64::from(frames), "drawing");
        let drawn = renderer.render(on_gpu, camera, frames, &mut |n| bar.set_position(u64::from(n)));
        bar.finish_and_clear();
        drawn.map_err(|e| Fail::no("render", e.to_string()))
    }

    fn rows(&self, in_force: &RenderSettings, applied: &Applied) -> Vec<Setting> {
        let row = |(name, result): (&'static str, &Result<Outcome, Refused>)| {
            Some(Setting {
                name,
                value: in_force.get(name)?,
                asked: self.asked.iter().any(|a| a == name),
                said: Said::of(name, result),
            })
        };
        applied.iter().filter_map(row).collect()
    }
}

/// Which device the command line names.
pub(crate) fn device(backend: Option<&str>, adapter: Option<&str>) -> Result<(Backend, AdapterWish), Fail> {
    let backend = match backend {
        None => Backend::Auto,
        Some(name) => Backend::Only(name.parse().map_err(|e| {
            let names: Vec<&str> = candor::compiled_backends().iter().map(|b| b.name()).collect();
            Fail::input("backend", format!("--backend: {e}"))
                .help(format!("this build has {}", names.join(", ")))
        })?),
    };
    Ok((backend, adapter.map_or(AdapterWish::Any, AdapterWish::parse)))
}

/// A device, or why there is none.
pub(crate) fn selected(desc: &SelectDesc) -> Result<Selected, Fail> {
    Instance::default().select(desc).map_err(|e| match &e {
        SelectError::UnknownBackend { .. }
        | SelectError::UnknownValidation { .. }
        | SelectError::NotCompiled { .. }
        | SelectError::Requests(_) => Fail::input("select", e.to_string()),
        _ => Fail::no("select", e.to_string()).help(first_help()),
    })
}

/// What the standard renderer asks of a device. What it can't do without is required; for the rest there are settings.
fn requests() -> Requests {
    let required = [Feature::Forward, Feature::HdrTarget, Feature::Tonemap];
    let optional = [
        Feature::Shadows,
        Feature::ShadowResolutionChange,
        Feature::ProceduralSky,
        Feature::Msaa,
        Feature::CullMode,
        Feature::PolygonMode,
        Feature::AnisotropicFiltering,
    ];
    let all = required.into_iter().fold(Requests::new(), Requests::require);
    optional.into_iter().fold(all, Requests::optional)
}

fn features(renderer: &Renderer) -> Vec<FeatureRow> {
    let row = |f: candor_render::FeatureStatus| {
        let (state, reason) = match f.state {
            FeatureState::On => ("on", None),
            FeatureState::Available => ("available", None),
            FeatureState::Unavailable(why) => ("unavailable", Some(why)),
        };
        let text = match (&reason, f.setting) {
            (Some(why), _) => why.to_string(),
            (None, Some(setting)) => format!("by the setting {setting}"),
            (None, None) => String::new(),
        };
        FeatureRow { feature: f.feature.name(), state, reason, text }
    };
    renderer.features().into_iter().map(row).collect()
}

fn setting_text(name: &str, e: &Refused) -> String {
    let text = e.to_string();
    if text.contains(name) { text } else { format!("setting {name}: {text}") }
}

fn setting_fail(name: &str, e: &Refused) -> Fail {
    let fail = Fail::input("setting", setting_text(name, e));
    match &e.why {
        Reason::NotOffered { .. } => fail.help("a setting is written --set name=value"),
        _ => match RenderSettings::list().iter().find(|i| i.name == name) {
            Some(info) => fail.help(format!("{name}: {} Default: {}", info.about, info.default)),
            None => fail,
        },
    }
}

/// What most outputs are.
pub(crate) const PICTURE: &str = "the picture";

pub(crate) fn unwritable(path: &Path, what: &str, e: &std::io::Error) -> Fail {
    Fail::input("output", format!("{}: {what} can't be written: {e}", path.display()))
        .help("name a file in a folder that exists and may be written to")
}

/// Can a picture be written there, and does the name say what it will be?
pub(crate) fn picture_to(path: &Path) -> Result<(), Fail> {
    if let Some(ending) = path.extension().filter(|e| !e.eq_ignore_ascii_case("png")) {
        let ending = ending.to_string_lossy();
        return Err(Fail::input(
            "output",
            format!("{}: .{ending} is not written; pictures are PNG", path.display()),
        )
        .help("name a file that ends in .png"));
    }
    writable(path, PICTURE)
}

/// Can a file be written? Asked before anything is rendered. A file that is there stays as it is.
pub(crate) fn writable(path: &Path, what: &str) -> Result<(), Fail> {
    if path.is_dir() {
        return Err(Fail::input("output", format!("{} is a folder; {what} is a file", path.display())));
    }
    let existed = path.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|e| unwritable(path, what, &e))?;
    if !existed {
        // It was only a trial; what fails later must not leave an empty picture behind.
        std::fs::remove_file(path).map_err(|e| unwritable(path, what, &e))?;
    }
    Ok(())
}

/// A progress bar on the error output; nothing where that is no terminal.
fn bar(length: u64, message: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(message);
    if let Ok(style) = ProgressStyle::with_template("{msg:18} {wide_bar} {pos}/{len}") {
        bar.set_style(style);
    }
    bar
}
