//! A selection on the Vulkan that is installed here, and on installations that are broken in real ways. What is broken is broken
//! for a child process: this test program again, with another environment.
#![cfg(feature = "vulkan")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "everything here is a test or a part of one")]

mod fake;

use candor::caps::{Feature, Requests};
use candor::rhi::backend::Enabled;
use candor::{
    ApiValidation, Backend, BackendKind, Environment, Instance, InstanceDesc, Registry, SelectDesc,
    SelectError, Software, Stage, Verdict,
};
use fake::Scripted;
use serde_json::Value;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

fn vulkan() -> SelectDesc {
    SelectDesc {
        backend: Backend::Only(BackendKind::Vulkan),
        environment: Some(Environment::empty()),
        app_name: "candor's tests".into(),
        app_version: 1,
        probe_limit: fake::LONG,
        ..SelectDesc::default()
    }
}

/// Candor with every claim granted, so that what it enables and draws with is the device's to say.
fn claiming_all() -> Instance {
    let registry = Arc::new(Registry::new());
    Instance::new(InstanceDesc { claims: Arc::new(Scripted::default()), registry, ..InstanceDesc::default() })
}

/// Says why a test can't run, where the reason is that Vulkan is not here.
fn skip(test: &str, e: &SelectError) {
    eprintln!("SKIP {test} [vulkan]: {}", e.to_string().replace('\n', ";"));
}

#[test]
fn a_device_is_chosen_and_draws_and_the_validation_layer_is_silent() {
    let selected = match Instance::default().select(&vulkan()) {
        Ok(s) => s,
        Err(e) => return skip("a_device_is_chosen_and_draws", &e),
    };
    assert_eq!(selected.info().backend, BackendKind::Vulkan);
    let c = selected.report.candidate(BackendKind::Vulkan).unwrap();
    let stages: Vec<Stage> = c.stages.iter().map(|s| s.stage).collect();
    assert_eq!(stages, [Stage::Load, Stage::Enumerate]);
    let a = c.adapters.iter().find(|a| a.verdict == Verdict::Taken).unwrap();
    let stages: Vec<Stage> = a.stages.iter().map(|s| s.stage).collect();
    assert_eq!(stages, [Stage::Resolve, Stage::CreateDevice, Stage::Draw]);
    assert!(a.stages[2].says.contains("16 pixels of the probe are right"));
    // Nothing more is enabled than the base set and robust access.
    let plan = &selected.resolution.plan;
    let bits: usize = plan.features.iter().map(|s| s.bits.len()).sum();
    let base = ["dynamicRendering", "synchronization2", "timelineSemaphore"];
    let robust = selected.is_on("candor-robust-buffer-access");
    // Each with a bit of its own.
    let stricter = ["candor-robust-buffer-access-2", "candor-robust-image-access", "candor-ready-pipelines"];
    let stricter = stricter.into_iter().filter(|s| selected.is_on(s)).count();
    let all = base.len() + usize::from(robust) + stricter;
    assert!(base.iter().all(|b| plan.sets(b)) && bits == all, "{plan}");
    assert_eq!(selected.device.enabled().contains(Enabled::ROBUST_ACCESS), robust);
    let v = selected.report.validation.clone().unwrap();
    assert_eq!(v.messages, [""; 0]);
    assert!(v.says.contains("VK_LAYER_KHRONOS_validation"), "{}", v.says);
    assert_eq!(selected.validation_messages(), [""; 0]);
}

#[test]
fn a_device_that_lacks_all_that_candor_prefers_is_chosen_and_draws_all_the_same() {
    let hiding = candor_vulkan::VulkanHiding { hidden: candor_vulkan::Hide::ALL.to_vec() };
    let desc = InstanceDesc {
        drivers: vec![Arc::new(hiding)],
        registry: Arc::new(Registry::new()),
        ..InstanceDesc::default()
    };
    let selected = match Instance::new(desc).select(&vulkan()) {
        Ok(s) => s,
        Err(e) => return skip("a_device_that_lacks_all_that_candor_prefers", &e),
    };
    let lacking = ["candor-dynamic-rendering", "candor-synchronization2", "candor-timeline-semaphore"];
    for name in lacking {
        let row = selected.report.answers.iter().find(|a| a.what == name).unwrap();
        assert!(!row.is_on() && row.instead.is_some(), "{row:?}");
        assert!(selected.report.to_string().contains(row.instead.as_deref().unwrap()), "{}", selected.report);
    }
    let plan = &selected.resolution.plan;
    assert!(plan.has_device_extension("VK_KHR_maintenance1") && plan.api_version == 1 << 22, "{plan}");
    assert_eq!(selected.report.validation.clone().unwrap().messages, [""; 0]);
    assert_eq!(selected.validation_messages(), [""; 0]);
}

#[test]
fn what_is_granted_is_enabled_and_nothing_else() {
    let requests = Requests::new()
        .require(Feature::Compute)
        .require(Feature::IndependentBlending)
        .optional(Feature::AnisotropicFiltering)
        .optional(Feature::RayTracing)
        .optional(Feature::Present);
    let selected = match claiming_all().select(&SelectDesc { requests, ..vulkan() }) {
        Ok(s) => s,
        Err(e) => return skip("what_is_granted_is_enabled_and_nothing_else", &e),
    };
    let on = selected.device.enabled();
    assert!(on.contains(Enabled::INDEPENDENT_BLEND | Enabled::COMPUTE));
    assert_eq!(on.contains(Enabled::ANISOTROPY), selected.is_on(Feature::AnisotropicFiltering));
    assert!(!on.intersects(Enabled::WIREFRAME | Enabled::DEPTH_CLAMP | Enabled::CUBE_ARRAYS));
    // Without a window no surface is made: that comes later.
    assert_eq!(on.contains(Enabled::PRESENT), selected.is_on(Feature::Present));
    assert!(selected.surface.is_none());
    assert_eq!(selected.answers().iter().filter(|a| a.kind == candor::AnswerKind::Feature).count(), 5);
    assert_eq!(selected.validation_messages(), [""; 0]);
}

/// Candor's own claims, on a real device: a feature is on exactly where the device has it, a proof of all that it needs exists,
/// and the renderer has it where it is one of the renderer's.
#[test]
fn a_feature_is_on_exactly_where_the_device_has_it_and_candor_has_a_proof() {
    use candor::caps::FeatureKind;
    use candor::proofs::{Status, status};
    let requests = Feature::ALL.iter().fold(Requests::new(), |r, f| r.optional(*f));
    let selected = match Instance::default().select(&SelectDesc { requests, ..vulkan() }) {
        Ok(s) => s,
        Err(e) => return skip("a_feature_is_on_exactly_where", &e),
    };
    let built = |f: &Feature| f.kind() == FeatureKind::Device || candor::render::is_built(*f);
    let proved = |f: &Feature| {
        built(f) && f.capabilities().iter().all(|c| status(*c, BackendKind::Vulkan) == Status::Proved)
    };
    for f in Feature::ALL {
        let row = selected.report.answer(f).unwrap();
        let there = selected.device_resolution.is_enabled(f);
        assert_eq!(row.is_on(), proved(f) && there, "{row:?}");
        if let Err(refused) = &row.outcome {
            assert_eq!(refused.why.code() == "not-implemented", !proved(f), "{row:?}");
        }
    }
    assert!(selected.is_on(Feature::Compute) && !selected.is_on(Feature::RayTracing));
    assert!(selected.is_on(Feature::Shadows) && !selected.is_on(Feature::Ssao));
    assert_eq!(selected.validation_messages(), [""; 0]);
}

#[test]
fn instance_extensions_are_enabled_on_a_real_loader() {
    use candor::caps::BaseRequirement;
    use candor::caps::evidence::instance_extension;
    let mut requests = Requests::new();
    let evidence = instance_extension("VK_KHR_surface");
    requests.add_base(BaseRequirement { name: "surfaces".into(), evidence }).unwrap();
    match claiming_all().select(&SelectDesc { requests, ..vulkan() }) {
        Ok(selected) => {
            let c = selected.report.candidate(BackendKind::Vulkan).unwrap();
            let a = c.adapters.iter().find(|a| a.verdict == Verdict::Taken).unwrap();
            let stages: Vec<Stage> = a.stages.iter().map(|s| s.stage).collect();
            let expected = [Stage::Resolve, Stage::Load, Stage::Enumerate, Stage::CreateDevice, Stage::Draw];
            assert_eq!(stages, expected);
            assert_eq!(selected.validation_messages(), [""; 0]);
        }
        Err(e) => skip("instance_extensions_are_enabled_on_a_real_loader", &e),
    }
}

#[test]
fn validation_off_is_off_and_software_can_be_chosen_or_ruled_out() {
    let selected = match claiming_all().select(&SelectDesc { validation: ApiValidation::Off, ..vulkan() }) {
        Ok(s) => s,
        Err(e) => return skip("validation_off_is_off", &e),
    };
    assert!(!selected.report.validation.as_ref().unwrap().in_use);
    let forced = claiming_all().select(&SelectDesc { software: Software::Force, ..vulkan() });
    let forbidden = claiming_all().select(&SelectDesc { software: Software::Forbid, ..vulkan() });
    let cpu = |s: &candor::Selected| s.info().device_type == candor::caps::report::DeviceType::Cpu;
    assert!(forced.as_ref().map_or(true, cpu) && !forbidden.as_ref().is_ok_and(cpu));
    assert!(forced.is_ok() || forbidden.is_ok(), "one of them must admit the adapter that is here");
}

#[test]
fn without_a_loader_the_next_backend_is_taken_and_the_path_is_named() {
    let path = PathBuf::from("/no/such/folder/libvulkan.so.1");
    let missing = candor_vulkan::VulkanLibrary { path: path.clone() };
    let instance = Instance::new(InstanceDesc {
        drivers: vec![Arc::new(missing)],
        registry: Arc::new(Registry::new()),
        ..InstanceDesc::default()
    });
    let e = instance.select(&vulkan()).unwrap_err();
    for part in ["vulkan: load failed", path.to_str().unwrap(), "could not be loaded"] {
        assert!(e.to_string().contains(part), "{e}");
    }
    let request = SelectDesc { backend: Backend::Auto, allow_null: true, ..vulkan() };
    assert_eq!(instance.select(&request).unwrap().info().backend, BackendKind::Null);
    assert!(instance.loadable_backends(fake::LONG)[0].loaded.is_err());
}

/// Set for the child process: the story goes to its standard output. The value says how it validates.
const CHILD: &str = "CANDOR_TEST_STORY";
const MARK: &str = "STORY ";
/// For the child: how many milliseconds a step may take.
const LIMIT: &str = "CANDOR_TEST_LIMIT";

/// What this very process finds, with the environment that it has. As a child it is asked about broken environments.
#[test]
fn a_selection_by_the_processs_own_environment_tells_its_story() {
    let as_child = std::env::var(CHILD);
    let validation = if as_child.as_deref() == Ok("on") { ApiValidation::On } else { ApiValidation::Auto };
    let request = SelectDesc {
        environment: None,
        allow_null: true,
        validation,
        probe_limit: std::env::var(LIMIT).map_or(fake::LONG, |ms| Duration::from_millis(ms.parse().unwrap())),
        ..SelectDesc::default()
    };
    let story = match Instance::default().select(&request) {
        Ok(selected) => serde_json::to_value(&selected.report).unwrap(),
        Err(e) => match e.report() {
            Some(report) => serde_json::to_value(report).unwrap(),
            None => serde_json::json!({ "code": e.code(), "says": e.to_string() }),
        },
    };
    if as_child.is_ok() {
        println!("\n{MARK}{story}");
        let hung = |c: &Value| c["verdict"] == "hung";
        if story["candidates"].as_array().is_some_and(|all| all.iter().any(hung)) {
            // The loader's own lock is held by the thread that hangs, and its exit handler would wait for it.
            std::io::Write::flush(&mut std::io::stdout()).unwrap();
            std::process::abort();
        }
    } else {
        let taken = story["taken"]["backend"].as_str();
        assert!(taken.is_some(), "Null is allowed, and always works: {story}");
    }
}

fn read(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut all = Vec::new();
        from.read_to_end(&mut all).unwrap();
        String::from_utf8_lossy(&all).into_owned()
    })
}

/// The story of a child with these variables.
fn child<V: AsRef<std::ffi::OsStr>>(variables: &[(&str, V)]) -> Value {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_selection_by_the_processs_own_environment_tells_its_story", "--nocapture"]);
    for name in
        ["CANDOR_BACKEND", "CANDOR_ADAPTER", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"]
    {
        command.env_remove(name);
    }
    command.env(CHILD, "auto").envs(variables.iter().map(|(k, v)| (k, v)));
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (out, err) = (process.stdout.take().unwrap(), process.stderr.take().unwrap());
    let (text, errors) = (read(out), read(err));
    let end = Instant::now() + 2 * fake::LONG;
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > end {
            process.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (text, errors) = (text.join().unwrap(), errors.join().unwrap());
    let line = text.lines().find_map(|l| l.strip_prefix(MARK));
    let line = line.unwrap_or_else(|| panic!("the child did not end well: {text}\n{errors}"));
    let story: Value = serde_json::from_str(line).unwrap();
    let left_behind = story["candidates"][0]["verdict"] == "hung";
    assert_eq!(status.success(), !left_behind, "the child did not end as it should: {text}\n{errors}");
    story
}

/// A child whose loader looks for drivers in these manifests alone, under the variable's new and old name.
fn child_with_drivers(manifests: &str) -> Value {
    child(&[("VK_DRIVER_FILES", manifests), ("VK_ICD_FILENAMES", manifests)])
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("candor-select-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, contents: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    fn manifest(&self, name: &str, library: &str) -> String {
        let body = serde_json::json!({
            "file_format_version": "1.0.0",
            "ICD": { "library_path": library, "api_version": "1.3.0" }
        });
        self.put(name, &body.to_string()).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The loader is here, or there is nothing to break.
fn loader(test: &str) -> bool {
    let own = Instance::default().loadable_backends(fake::LONG);
    let vulkan = own.iter().find(|l| l.backend == BackendKind::Vulkan).unwrap();
    if let Err(why) = &vulkan.loaded {
        eprintln!("SKIP {test} [vulkan]: {why}");
    }
    vulkan.loaded.is_ok()
}

#[cfg(target_os = "linux")]
#[test]
fn broken_drivers_are_refused_and_null_is_taken_where_it_is_allowed() {
    if !loader("broken_drivers_are_refused") {
        return;
    }
    let folder = Folder::new("drivers");
    let no_elf = folder.put("libno_elf.so", "this is no library\n");
    let cut = folder.put("libcut.so", "\x7fELF\x02\x01\x01");
    let empty = folder.put("libempty.so", "");
    let cases = [
        ("a missing library", folder.manifest("missing.json", "/no/such/libdriver.so")),
        ("a file that is no library", folder.manifest("no_elf.json", no_elf.to_str().unwrap())),
        ("a library that was cut off", folder.manifest("cut.json", cut.to_str().unwrap())),
        ("an empty file", folder.manifest("empty.json", empty.to_str().unwrap())),
        ("a library that is no driver", folder.manifest("libc.json", "libc.so.6")),
        ("a manifest that is no JSON", folder.put("bad.json", "{ ICD").display().to_string()),
        ("a manifest without a library", folder.put("none.json", "{\"ICD\": {}}").display().to_string()),
        ("a missing manifest", "/no/such/manifest.json".to_owned()),
    ];
    for (name, manifest) in &cases {
        let story = child_with_drivers(manifest);
        let vulkan = &story["candidates"][0];
        assert_eq!(vulkan["backend"], "vulkan", "{name}");
        assert_eq!(vulkan["verdict"], "refused", "{name}: {vulkan}");
        let why = vulkan["why"].as_str().unwrap();
        // Loaders word a damaged manifest in their own ways.
        let words = ["no usable driver", "lists no adapter", "a driver's manifest is damaged"];
        assert!(words.iter().any(|w| why.contains(w)), "{name}: {why}");
        assert_eq!(story["taken"]["backend"], "null", "{name}");
    }
    // Several that are broken are as one.
    let all: Vec<&str> = cases.iter().map(|c| c.1.as_str()).collect();
    assert_eq!(child_with_drivers(&all.join(":"))["taken"]["backend"], "null");
}

#[cfg(target_os = "linux")]
#[test]
fn a_driver_that_works_is_taken_beside_one_that_is_broken() {
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let files =
        folders.iter().filter_map(|f| std::fs::read_dir(f).ok()).flatten().flatten().map(|e| e.path());
    let software = |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("lvp_icd"));
    let Some(lavapipe) = files.into_iter().find(software) else {
        return eprintln!(
            "SKIP a_driver_that_works_is_taken_beside_one_that_is_broken [vulkan]: no lavapipe here"
        );
    };
    let folder = Folder::new("beside");
    let broken = folder.manifest("missing.json", "/no/such/libdriver.so");
    let story = child_with_drivers(&format!("{broken}:{}", lavapipe.display()));
    assert_eq!(story["taken"]["backend"], "vulkan", "{story}");
    assert!(story["taken"]["adapter"]["name"].as_str().unwrap().contains("llvmpipe"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_broken_loader_is_refused_by_name() {
    let folder = Folder::new("loader");
    folder.put("libvulkan.so.1", "this is no library\n");
    let story = child(&[("LD_LIBRARY_PATH", &folder.0)]);
    let vulkan = &story["candidates"][0];
    let why = vulkan["why"].as_str().unwrap();
    assert!(why.starts_with("load failed: the Vulkan loader (libvulkan) could not be loaded"), "{why}");
    assert_eq!(vulkan["stages"][0]["stage"], "load");
    assert_eq!(story["taken"]["backend"], "null");
}

#[test]
fn the_process_environment_overrides_and_is_reported() {
    let story = child(&[("CANDOR_BACKEND", "headless"), ("CANDOR_ADAPTER", "Nul")]);
    assert_eq!(story["taken"]["backend"], "null");
    assert_eq!(story["asked"]["overrides"].as_array().unwrap().len(), 2);
    assert_eq!(story["candidates"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_overrides_from_the_process_are_refused_and_list_what_is_valid() {
    let wrong = child(&[("CANDOR_BACKEND", "opengl")]);
    assert_eq!(wrong["code"], "S001");
    assert!(wrong["says"].as_str().unwrap().contains("valid here are vulkan, null"), "{wrong}");
    let elsewhere = child(&[("CANDOR_BACKEND", "metal")]);
    assert_eq!(elsewhere["code"], "S002");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let no_text = child(&[("CANDOR_BACKEND", std::ffi::OsStr::from_bytes(b"vulk\xff"))]);
        assert_eq!(no_text["code"], "S001", "what is no text is not ignored: {no_text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn whether_the_validation_layer_is_there_is_said() {
    if !loader("whether_the_validation_layer_is_there_is_said") {
        return;
    }
    // An empty folder for layers takes the place of the system's.
    let folder = Folder::new("layers");
    let layers = folder.0.display().to_string();
    let auto = child(&[("VK_LAYER_PATH", layers.as_str())]);
    if auto["taken"]["backend"] == "vulkan" {
        assert_eq!(auto["validation"]["in_use"], false);
        assert_eq!(auto["validation"]["says"], "VK_LAYER_KHRONOS_validation is not installed");
    }
    let on = child(&[("VK_LAYER_PATH", layers.as_str()), (CHILD, "on")]);
    let why = on["candidates"][0]["why"].as_str().unwrap();
    assert!(why.contains("VK_LAYER_KHRONOS_validation was asked for and is not installed"), "{why}");
    assert_eq!(on["taken"]["backend"], "null");
}

/// A manifest that is a pipe which nobody writes to: whoever opens it waits for ever.
#[cfg(target_os = "linux")]
#[test]
fn a_real_loader_that_hangs_is_left_behind() {
    if !loader("a_real_loader_that_hangs_is_left_behind") {
        return;
    }
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    let story = child(&[("VK_DRIVER_FILES", pipe), ("VK_ICD_FILENAMES", pipe), (LIMIT, "500")]);
    let vulkan = &story["candidates"][0];
    assert_eq!(vulkan["verdict"], "hung", "{vulkan}");
    assert!(vulkan["why"].as_str().unwrap().contains("not entered again in this process"), "{vulkan}");
    assert!(story["notes"][0].as_str().unwrap().contains("std::process::abort"), "{story}");
    assert_eq!(story["taken"]["backend"], "null");
}
