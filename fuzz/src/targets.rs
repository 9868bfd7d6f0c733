//! What is called, and which promises are looked at besides not panicking.

use candor_caps::read::{Document, ProfileSet, read};
use candor_caps::report::{Body, DeviceReport, VulkanReport};
use candor_caps::{Feature, Requests, Tier, diff, registry, resolve};
use candor_capture::{CaptureFile, ReplayDesc, replay};
use candor_pipelines::{PipelineManifest, PrewarmOptions, ShaderSet, prewarm};
use candor_render::gltf::{Class, LoadError, LoadOptions, load_bytes};
use candor_render::scene::CameraChoice;
use candor_rhi::Device;
use std::fmt::Display;
use std::time::Duration;

/// How the input is called in errors.
const NAME: &str = "fuzz-input";
/// An error is a sentence, whatever the input holds.
const LONGEST_SENTENCE: usize = 16 << 10;
/// Profiles of one file that are asked for.
const PROFILES: usize = 8;

/// An error names the file, and does not repeat all of it.
pub(crate) fn sentence(error: &dyn Display) {
    let text = error.to_string();
    let head: String = text.chars().take(300).collect();
    assert!(!text.is_empty() && text.len() < LONGEST_SENTENCE, "{} bytes of sentence: {head}", text.len());
}

/// A device that has nothing.
fn bare() -> DeviceReport {
    let vulkan = VulkanReport { api_version: registry::version(1, 3), ..VulkanReport::default() };
    DeviceReport {
        schema: DeviceReport::SCHEMA,
        name: None,
        vendor_id: None,
        device_id: None,
        driver: None,
        device_type: None,
        source: NAME.to_owned(),
        body: Body::Vulkan(Box::new(vulkan)),
        faults: Vec::new(),
        notes: Vec::new(),
    }
}

fn resolved(report: &DeviceReport, requests: &Requests) {
    let answer = resolve(report, requests);
    let _ = answer.to_string();
    let _ = answer.plan.to_string();
}

/// Reports and profiles in all formats.
pub fn report(data: &[u8]) {
    match read(data, NAME) {
        Ok(Document::Device(device)) => {
            let mut all = Requests::new();
            Feature::ALL.iter().for_each(|f| all.add(*f, Tier::Optional));
            resolved(&device, &all);
            let same = diff(&device, &device);
            assert!(same.equal && same.differences.is_empty(), "{:?}", same.differences.first());
            let _ = diff(&device, &bare());
            // What Candor writes it reads again.
            let Ok(text) = serde_json::to_vec(&*device) else { panic!("a report can't be written") };
            match read(&text, NAME) {
                Ok(Document::Device(again)) => same_body(&device, &again),
                Ok(other) => panic!("a report was written as a {}", other.class()),
                Err(e) => panic!("a report was written that can't be read: {e}"),
            }
        }
        Ok(Document::Requirements(set) | Document::ParserTest(set)) => profiles(&set),
        Err(e) => {
            sentence(&e);
            assert!(e.to_string().contains(NAME), "{e}");
        }
    }
}

fn same_body(written: &DeviceReport, read: &DeviceReport) {
    if written.body != read.body {
        let (a, b) = (format!("{:#?}", written.body), format!("{:#?}", read.body));
        let first = a.lines().zip(b.lines()).find(|(x, y)| x != y);
        panic!("a report was written and read as another: {first:?}");
    }
}

fn profiles(set: &ProfileSet) {
    for profile in set.profiles.iter().take(PROFILES) {
        let _ = profile.requirement.to_string();
        match set.base_requirements(&profile.name, &[]) {
            Ok(judgeable) => {
                let mut requests = Requests::new();
                match judgeable.add_to(&mut requests) {
                    Ok(()) => resolved(&bare(), &requests),
                    Err(e) => sentence(&e),
                }
            }
            Err(e) => sentence(&e),
        }
    }
}

/// A file of requests.
pub fn requests_toml(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Requests::from_toml(text, NAME) {
        Ok(requests) => resolved(&bare(), &requests),
        Err(e) => {
            sentence(&e);
            assert!(e.to_string().contains(NAME), "{e}");
        }
    }
}

/// Manifests of pipelines: what is read is written and read as the same, and made on Null or refused.
pub fn manifest(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let read = match PipelineManifest::parse(text) {
        Ok(read) => read,
        Err(e) => return sentence(&e),
    };
    let written = read.to_text();
    match PipelineManifest::parse(&written) {
        // Numbers that are none differ from themselves.
        Ok(again) => assert_eq!(again.to_text(), written),
        Err(e) => panic!("a manifest was written that can't be read: {e}"),
    }
    let device = Device::new(crate::frame::null_backend());
    let options = PrewarmOptions { threads: 1, ..PrewarmOptions::default() };
    let report = prewarm(&device, &read, &ShaderSet::builtin(), &options);
    assert_eq!(report.outcomes.len(), read.len());
    report.failures().for_each(|(_, why)| sentence(why));
}

/// A list of features as on a command line.
pub fn requests_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut requests = Requests::new();
    match requests.add_text(text, Tier::Required) {
        Ok(()) => resolved(&bare(), &requests),
        Err(e) => {
            sentence(&e);
            assert!(requests.features().is_empty(), "something of a list that is wrong was taken over");
        }
    }
}

/// glTF, both containers, in the pose of a moment.
pub fn gltf(data: &[u8]) {
    let mut options = LoadOptions::default();
    options.time_s = (data.len() % 64) as f32 / 16.0;
    // Small, so that a run gets through many files.
    let limits = &mut options.limits;
    (limits.image_side, limits.image_bytes) = (1024, 16 << 20);
    (limits.geometry_bytes, limits.instances) = (64 << 20, 20_000);
    (limits.checked_numbers, limits.posed_numbers) = (5_000_000, 5_000_000);
    match load_bytes(data, NAME, None, &options) {
        Ok(loaded) => {
            if let Err(faults) = loaded.scene.validate() {
                panic!("the scene breaks its promises: {}", faults.join("; "));
            }
            assert!(!loaded.warnings.refuses());
            let _ = loaded.warnings.to_json();
            loaded.outcomes.iter().for_each(|n| sentence(n));
            let _ = (loaded.scene.bounds(), loaded.scene.counts());
            let cameras = (0..loaded.scene.cameras.len().min(4)).map(CameraChoice::Index);
            for camera in cameras.chain([CameraChoice::Auto]) {
                if let Err(e) = camera.resolve(&loaded.scene, 1.5) {
                    sentence(&e);
                }
            }
        }
        Err(e) => {
            sentence(&e);
            assert!(e.to_string().contains(NAME), "{e}");
            if matches!(e, LoadError::Broken { .. }) {
                let named = e.findings().list().iter().any(|f| f.code.class() == Class::Refuse);
                assert!(named, "refused, and no finding says why");
            }
            e.findings().list().iter().for_each(|f| sentence(f));
        }
    }
}

/// Files of captured frames.
pub fn capture(data: &[u8]) {
    match CaptureFile::read(data) {
        Ok(file) => replayed(&file),
        Err(e) => sentence(&e),
    }
}

/// What lies in such a file, in a file whose checksums are right.
pub fn capture_frame(data: &[u8]) {
    let (lengths, mut rest) = data.split_at_checked(16).unwrap_or((&[], &[]));
    let mut sections = [&[][..]; 4];
    for (section, n) in sections.iter_mut().zip(lengths.chunks_exact(4)) {
        let n = n.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b)).min(rest.len());
        (*section, rest) = rest.split_at(n);
    }
    capture(&candor_capture::sections::seal(sections));
}

/// What can be read is written as it was, listed, and replayed on Null or refused.
fn replayed(file: &CaptureFile) {
    let again = file.write();
    match CaptureFile::read(&again) {
        Ok(same) => assert_eq!(same.listing(), file.listing()),
        Err(e) => panic!("a capture was written that can't be read: {e}"),
    }
    let device = Device::new(crate::frame::null_backend());
    let desc = ReplayDesc { timeout: Duration::from_secs(5), ..ReplayDesc::default() };
    if let Err(e) = replay(&device, file, &desc) {
        assert!(!e.to_string().is_empty());
    }
}

/// SPIR-V modules.
pub fn spirv(data: &[u8]) {
    let words = match candor_shader::words_from_bytes(data) {
        Ok(words) => words,
        Err(e) => return sentence(&e),
    };
    let whole = candor_shader::reflect(&words);
    if let Err(e) = &whole {
        sentence(e);
    }
    match candor_shader::strip_debug(&words) {
        Ok(stripped) => {
            assert!(stripped.len() <= words.len());
            assert_eq!(candor_shader::strip_debug(&stripped).ok().as_ref(), Some(&stripped));
            assert!(whole.is_err() || candor_shader::reflect(&stripped).is_ok());
        }
        Err(e) => {
            sentence(&e);
            assert!(whole.is_err(), "a module that can be read can't be stripped: {e}");
        }
    }
}

/// Panics on every third input.
pub fn panics(data: &[u8]) {
    assert!(!data.len().is_multiple_of(3), "told to panic");
}

/// Asks for more memory than a process of the runner has, on every third input.
pub fn takes_memory(data: &[u8]) {
    if data.len().is_multiple_of(3) {
        let all: Vec<u8> = vec![1; 8 << 30];
        assert_eq!(all.last(), Some(&1));
    }
}
