//! What people were bitten by elsewhere, on reports of devices that do it. The right answers were read from the files by
//! hand.
// Helpers outside of `#[test]` functions are test code too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod inputs;

use candor_caps::evidence;
use candor_caps::read::{Document, read};
use candor_caps::{BaseRequirement, DeviceReport, Requests, Resolution, State, Tier, resolve};
use std::path::Path;

const H200: &str = "vulkaninfo/nvidia_h200_580.159.04_linux.json";
const MOLTENVK: &str = "gpuinfo-profiles/vp_gpuinfo_apple_m1_0_2_2209_macos_26_5_1.json";
const MOLTENVK_WITHOUT_ARGUMENT_BUFFERS: &str = "gpuinfo-profiles/vp_gpuinfo_apple_m1_0_2_2012_osx_13_5.json";
const KOSMICKRISP: &str = "gpuinfo-profiles/vp_gpuinfo_apple_m1_26_1_99_macos_26_5_0.json";
const SKYLAKE: &str =
    "gpuinfo-profiles/vp_gpuinfo_intel_r__hd_graphics_530__skl_gt2__21_1_99_ubuntu_21_02.json";
const VULKAN_1_0: &str = "vvl-profiles/adreno_540.json";

fn device(dir: &Path, file: &str) -> DeviceReport {
    match read(&std::fs::read(dir.join(file)).unwrap(), file).unwrap() {
        Document::Device(d) => *d,
        other => panic!("{file} was read as a {}", other.class()),
    }
}

fn require(d: &DeviceReport, features: &str) -> Resolution {
    let mut requests = Requests::new();
    requests.add_text(features, Tier::Required).unwrap();
    resolve(d, &requests)
}

/// The capabilities that keep a feature off.
fn lacking(r: &Resolution, feature: &str) -> Vec<String> {
    let refused = r.refusal(feature).unwrap_or_else(|| panic!("{feature} isn't refused: {r}"));
    refused.lacks.iter().map(|c| c.capability.to_string()).collect()
}

#[test]
fn the_h200_lacks_ray_query_alone_and_its_pipelines_have_an_exact_plan() {
    let Some(dir) = inputs::device_reports() else { return };
    let d = device(&dir, H200);
    let all = require(&d, "ray-tracing");
    assert!(!all.requirements_met);
    assert_eq!(lacking(&all, "ray-tracing"), ["ray-query"]);
    assert!(all.plan.is_empty(), "{}", all.plan);
    let pipelines = require(&d, "ray-tracing-pipelines");
    assert!(pipelines.requirements_met, "{pipelines}");
    let extensions =
        ["VK_KHR_acceleration_structure", "VK_KHR_deferred_host_operations", "VK_KHR_ray_tracing_pipeline"];
    assert_eq!(pipelines.plan.device_extensions, extensions);
    for bit in ["accelerationStructure", "rayTracingPipeline", "bufferDeviceAddress"] {
        assert!(pipelines.plan.sets(bit), "{bit}: {}", pipelines.plan);
    }
}

#[test]
fn descriptor_indexing_with_tiny_tables_is_not_bindless() {
    let Some(dir) = inputs::device_reports() else { return };
    let r = require(&device(&dir, MOLTENVK_WITHOUT_ARGUMENT_BUFFERS), "bindless");
    assert_eq!(lacking(&r, "bindless"), ["large-descriptor-tables"]);
    let why = r.refusal("bindless").unwrap().to_string();
    assert!(why.contains("maxDescriptorSetUpdateAfterBindSampledImages") && why.contains("is 640"), "{why}");
    assert!(require(&device(&dir, MOLTENVK), "bindless").requirements_met);
}

#[test]
fn what_a_portability_subset_takes_away_is_seen() {
    let Some(dir) = inputs::device_reports() else { return };
    let fans = "triangle-fans";
    let r = require(&device(&dir, MOLTENVK_WITHOUT_ARGUMENT_BUFFERS), fans);
    assert!(r.refusal(fans).unwrap().to_string().contains("VK_KHR_portability_subset takes it away"), "{r}");
    for (file, subset) in [(MOLTENVK, true), (KOSMICKRISP, false)] {
        let r = require(&device(&dir, file), fans);
        assert!(r.requirements_met, "{r}");
        assert_eq!(r.plan.has_device_extension("VK_KHR_portability_subset"), subset, "{}", r.plan);
    }
}

#[test]
fn no_timestamp_bits_are_no_timestamps() {
    let Some(dir) = inputs::device_reports() else { return };
    let r = require(&device(&dir, KOSMICKRISP), "timestamps");
    assert!(r.refusal("timestamps").unwrap().to_string().contains("0 timestamp bits"), "{r}");
    assert!(require(&device(&dir, MOLTENVK), "timestamps").requirements_met);
}

#[test]
fn a_true_bit_of_an_extension_that_is_not_listed_is_not_met() {
    let Some(dir) = inputs::device_reports() else { return };
    let d = device(&dir, SKYLAKE);
    let bit = evidence::bit("VkPhysicalDevicePerformanceQueryFeaturesKHR", "performanceCounterQueryPools");
    let mut requests = Requests::new();
    requests.add_base(BaseRequirement { name: "counters".to_owned(), evidence: bit }).unwrap();
    let r = resolve(&d, &requests);
    assert_eq!(r.base[0].state, State::Missing);
    assert!(r.base[0].to_string().contains("extension VK_KHR_performance_query"), "{r}");
    assert!(r.plan.is_empty(), "{}", r.plan);
}

#[test]
fn a_vulkan_1_0_device_gets_answers_too() {
    let Some(dir) = inputs::device_reports() else { return };
    let r = require(&device(&dir, VULKAN_1_0), "compute,timestamps,multiview");
    assert!(r.is_enabled("compute") && r.is_enabled("timestamps"), "{r}");
    assert_eq!(lacking(&r, "multiview"), ["multiview"]);
}

#[test]
fn what_a_database_export_cannot_record_is_unknown_and_not_missing() {
    let Some(dir) = inputs::device_reports() else { return };
    let mut requests = Requests::new();
    let heap = evidence::Leaf::Heap { flags: 1, min_bytes: 1 };
    requests.add_base(BaseRequirement { name: "memory".to_owned(), evidence: heap.into() }).unwrap();
    let r = resolve(&device(&dir, MOLTENVK), &requests);
    assert_eq!(r.base[0].state, State::Unknown, "{r}");
    assert!(!r.requirements_met && r.only_unknown(), "{r}");
    let r = resolve(&device(&dir, "capsviewer/NVIDIA_GeForce_RTX_4070.json"), &requests);
    assert!(r.requirements_met, "{r}");
}
