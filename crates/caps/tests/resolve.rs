//! What people were bitten by elsewhere, each made in code and each coming out right.

#![allow(clippy::unwrap_used)]

mod device;

use candor_caps::base::{candor_vulkan, candor_vulkan_prefers};
use candor_caps::choose::{
    DEPTH_STENCIL_FORMATS, Samples, choose_depth_format, choose_samples, sample_counts,
};
use candor_caps::evidence::{State, at_least, bit, extension, format, format_feature as ff};
use candor_caps::rank::{Candidate, rank};
use candor_caps::report::{Body, DeviceType, DriverFault, FormatFeatures, Property};
use candor_caps::resolution::Lack;
use candor_caps::{
    Ask, BaseRequirement, Capability, CustomCapability, CustomFeature, Evidence, Feature, LimitRequest,
    Number, Outcome, Requests, Resolution, Tier, check, reported_limit, resolve,
};
use device::{Device, faults, queue, refusal};

const RQ: &str = "VkPhysicalDeviceRayQueryFeaturesKHR";
const V12: &str = "VkPhysicalDeviceVulkan12Features";
const V13: &str = "VkPhysicalDeviceVulkan13Features";

fn base(name: &str, evidence: Evidence) -> Requests {
    let mut r = Requests::new();
    r.add_base(BaseRequirement { name: name.to_owned(), evidence }).unwrap();
    r
}

fn need(limit: &str, value: u64) -> Requests {
    let mut r = Requests::new();
    r.add_limit(LimitRequest::new(limit, Ask::Need(value.into())).unwrap());
    r
}

fn all_features(tier: Tier) -> Requests {
    Feature::ALL.iter().fold(Requests::new(), |r, f| r.with(*f, tier))
}

#[test]
fn a_device_that_has_everything_has_every_feature_and_a_plan_without_fault() {
    for minor in 1..=4 {
        let d = Device::full(minor);
        let r = resolve(&d.0, &all_features(Tier::Required));
        assert!(r.requirements_met, "Vulkan 1.{minor}: {r}");
        assert_eq!(r.enabled.len(), Feature::ALL.len());
        assert_eq!(faults(&d.0, &r.plan), [""; 0], "Vulkan 1.{minor}");
        for c in Capability::ALL {
            check(&d.0, *c).unwrap_or_else(|lack| panic!("{lack}"));
        }
    }
}

#[test]
fn a_bare_device_is_refused_nearly_everything_and_enables_nothing() {
    let d = Device::bare(3);
    let r = resolve(&d.0, &all_features(Tier::Optional));
    assert!(r.requirements_met, "optional features do not fail the requirements");
    let on: Vec<&str> = r.enabled.iter().map(|e| e.feature.as_ref()).collect();
    let core = [
        "compute",
        "occlusion-queries",
        "comparison-samplers",
        "immutable-comparison-samplers",
        "triangle-fans",
        "cull-mode",
    ];
    assert_eq!(on, core);
    assert!(r.plan.is_empty(), "{}", r.plan);
}

#[test]
fn an_extension_that_is_listed_with_its_bit_false_is_refused_for_the_bit() {
    let mut d = Device::full(3);
    d.bit(RQ, "rayQuery", false);
    let r = resolve(&d.0, &Requests::new().require(Feature::RayQuery));
    assert!(!r.requirements_met);
    let why = refusal(&r, "ray-query");
    assert_eq!(why, format!("ray-query: the device lacks ray-query (bit rayQuery of {RQ} is false)"));
    assert!(!r.plan.has_device_extension("VK_KHR_ray_query"));
}

#[test]
fn a_bit_that_is_true_without_its_extension_is_refused_for_the_extension() {
    let mut d = Device::full(3);
    d.without("VK_KHR_ray_query");
    let why = refusal(&resolve(&d.0, &Requests::new().require(Feature::RayQuery)), "ray-query");
    assert_eq!(why, "ray-query: the device lacks ray-query (extension VK_KHR_ray_query is not listed)");
}

#[test]
fn ray_tracing_without_ray_query_names_the_one_capability_that_is_missing() {
    let mut d = Device::full(3);
    d.without("VK_KHR_ray_query").vk().features.remove(RQ);
    let r =
        resolve(&d.0, &Requests::new().require(Feature::RayTracing).optional(Feature::RayTracingPipelines));
    let lacks = &r.refusal("ray-tracing").unwrap().lacks;
    assert_eq!(lacks.len(), 1);
    let expected =
        format!("ray-query (extension VK_KHR_ray_query is not listed; bit rayQuery of {RQ} is not reported)");
    assert_eq!(lacks[0].to_string(), expected);
    assert!(r.is_enabled(Feature::RayTracingPipelines));
    let list: Vec<&str> = r.plan.device_extensions.iter().map(AsRef::as_ref).collect();
    let exact =
        ["VK_KHR_acceleration_structure", "VK_KHR_deferred_host_operations", "VK_KHR_ray_tracing_pipeline"];
    assert_eq!(list, exact);
    assert!(r.plan.has_bit(V12, "bufferDeviceAddress"));
    let bits: usize = r.plan.features.iter().map(|s| s.bits.len()).sum();
    assert_eq!(bits, 3, "{}", r.plan);
}

#[test]
fn a_listed_extension_whose_dependency_is_not_listed_is_refused_by_the_dependency() {
    let mut d = Device::full(3);
    d.without("VK_KHR_deferred_host_operations");
    let why = refusal(&resolve(&d.0, &Requests::new().require(Feature::RayQuery)), "ray-query");
    let said = "extension VK_KHR_acceleration_structure is listed, but not what it depends on: \
                VK_KHR_deferred_host_operations";
    assert!(why.contains(said), "{why}");
}

#[test]
fn a_limit_asked_for_far_above_what_is_reported_is_refused_with_both_numbers() {
    let mut d = Device::full(3);
    d.limit("maxPushConstantsSize", 128);
    let r = resolve(&d.0, &need("maxPushConstantsSize", 1 << 20));
    assert!(!r.requirements_met);
    let said = "limit maxPushConstantsSize: 1048576 was asked for, at most 128 is allowed";
    assert_eq!(r.limits[0].outcome.as_ref().unwrap_err().to_string(), said);
    let mut prefer = Requests::new();
    prefer.add_limit(LimitRequest::new("maxPushConstantsSize", Ask::UpTo(256.into())).unwrap());
    let r = resolve(&d.0, &prefer);
    assert!(r.requirements_met);
    assert_eq!(r.limits[0].granted, Some(128.into()));
    assert!(matches!(r.limits[0].outcome, Ok(Outcome::Adjusted { .. })));
    d.limit("minUniformBufferOffsetAlignment", 256);
    let r = resolve(&d.0, &need("minUniformBufferOffsetAlignment", 64));
    let said = "limit minUniformBufferOffsetAlignment: 64 or less was asked for, the device needs 256";
    assert_eq!(r.unmet()[0].to_string(), said);
}

#[test]
fn a_limit_of_0_of_all_ones_or_given_as_text_is_a_number() {
    let mut d = Device::full(3);
    let met = |d: &Device, v: u64| resolve(&d.0, &need("maxSamplerAllocationCount", v)).requirements_met;
    d.limit("maxSamplerAllocationCount", 0);
    assert!(!met(&d, 1) && met(&d, 0));
    d.limit("maxSamplerAllocationCount", 0xffff_ffff);
    assert!(met(&d, 0xffff_ffff) && met(&d, 4000) && !met(&d, 1 << 32));
    d.property("VkPhysicalDeviceLimits", "maxSamplerAllocationCount", Property::Text("4000".into()));
    assert!(met(&d, 4000) && !met(&d, 4001));
    assert_eq!(reported_limit(&d.0, "maxSamplerAllocationCount"), Some(4000.into()));
    d.property("VkPhysicalDeviceLimits", "maxSamplerAllocationCount", Property::Text("plenty".into()));
    assert!(!met(&d, 1));
    let lacks = resolve(&d.0, &base("b", at_least("maxSamplerAllocationCount", 1u32)));
    assert_eq!(lacks.base[0].state, State::Unknown);
    assert!(lacks.base[0].to_string().contains("('plenty', which is not a number)"), "{}", lacks.base[0]);
}

#[test]
fn a_limit_that_is_not_asked_for_comes_from_the_report() {
    let mut d = Device::bare(3);
    d.limit("maxImageDimension2D", 16384);
    let index = "VkPhysicalDeviceDescriptorIndexingPropertiesEXT";
    d.property(index, "maxPerStageUpdateAfterBindResources", Property::Int(500_000));
    assert_eq!(reported_limit(&d.0, "maxImageDimension2D"), Some(16384.into()));
    assert_eq!(reported_limit(&d.0, "maxPerStageUpdateAfterBindResources"), Some(500_000.into()));
    assert_eq!(reported_limit(&d.0, "maxImageDimension3D"), None);
}

#[test]
fn bindless_with_tiny_update_after_bind_limits_is_refused_by_the_limit() {
    let mut d = Device::full(3);
    for s in ["VkPhysicalDeviceDescriptorIndexingProperties", "VkPhysicalDeviceVulkan12Properties"] {
        d.property(s, "maxPerStageDescriptorUpdateAfterBindSampledImages", Property::Int(128));
        d.property(s, "maxPerStageUpdateAfterBindResources", Property::Int(159));
    }
    let r = resolve(&d.0, &Requests::new().require(Feature::Bindless));
    let lacks = &r.refusal("bindless").unwrap().lacks;
    assert_eq!(lacks.len(), 1, "the bits are true");
    let why = lacks[0].to_string();
    assert!(why.contains("maxPerStageDescriptorUpdateAfterBindSampledImages"), "{why}");
    assert!(why.contains("is 128 and has to be at least 65536"), "{why}");
    assert!(why.contains("maxPerStageUpdateAfterBindResources"), "every limit is named: {why}");
}

#[test]
fn an_alias_under_the_other_name_is_the_same_thing() {
    // The extension's struct only, on a device whose core has it.
    let mut d = Device::bare(2);
    d.bit("VkPhysicalDeviceFloat16Int8FeaturesKHR", "shaderFloat16", true);
    assert_eq!(check(&d.0, Capability::ShaderFloat16), Ok(()));
    let plan =
        resolve(&d.0, &base("b", bit("VkPhysicalDeviceShaderFloat16Int8Features", "shaderFloat16"))).plan;
    assert!(plan.has_bit("VkPhysicalDeviceShaderFloat16Int8Features", "shaderFloat16"), "{plan}");
    assert!(plan.device_extensions.is_empty());
    // The core's struct only, asked for under the extension's name.
    let mut d = Device::bare(2);
    d.bit(V12, "shaderFloat16", true);
    let plan = resolve(&d.0, &base("b", bit("VkPhysicalDeviceFloat16Int8FeaturesKHR", "shaderFloat16"))).plan;
    assert!(plan.has_bit(V12, "shaderFloat16"), "{plan}");
    // The extension under its newer name, asked for under its older name, and the other way round.
    for (listed, asked) in [("KHR", "EXT"), ("EXT", "KHR")] {
        let mut d = Device::bare(3);
        d.extension(&format!("VK_{listed}_robustness2"));
        d.bit(&format!("VkPhysicalDeviceRobustness2Features{listed}"), "nullDescriptor", true);
        let r = resolve(
            &d.0,
            &base("b", bit(format!("VkPhysicalDeviceRobustness2Features{asked}"), "nullDescriptor")),
        );
        assert!(r.requirements_met, "{r}");
        assert_eq!(r.plan.device_extensions, [format!("VK_{listed}_robustness2")]);
        assert_eq!(r.plan.features[0].name, format!("VkPhysicalDeviceRobustness2Features{listed}"));
    }
    // A limit under the extension's name.
    let mut d = Device::full(3);
    let gathered = d.vk().properties.remove("VkPhysicalDeviceDescriptorIndexingProperties").unwrap();
    d.vk().properties.remove("VkPhysicalDeviceVulkan12Properties");
    d.vk().properties.insert("VkPhysicalDeviceDescriptorIndexingPropertiesEXT".into(), gathered);
    assert_eq!(check(&d.0, Capability::LargeDescriptorTables), Ok(()));
}

#[test]
fn a_core_version_never_implies_an_optional_bit() {
    let mut d = Device::full(3);
    for s in [V12, "VkPhysicalDeviceShaderFloat16Int8Features"] {
        d.bit(s, "shaderFloat16", false);
    }
    let why = check(&d.0, Capability::ShaderFloat16).unwrap_err().to_string();
    assert_eq!(why, format!("shader-float16 (bit shaderFloat16 of {V12} is false)"));
    // An extension without a struct of its own that the core took in as optional.
    d.bit(V12, "drawIndirectCount", false);
    d.without("VK_KHR_draw_indirect_count").without("VK_AMD_draw_indirect_count");
    assert!(check(&d.0, Capability::IndirectCount).is_err());
    let r = resolve(&d.0, &base("b", extension("VK_KHR_draw_indirect_count")));
    assert!(!r.requirements_met, "Vulkan 1.3 alone does not have it");
    d.extension("VK_AMD_draw_indirect_count");
    let plan = resolve(&d.0, &Requests::new().require(Feature::IndirectCount)).plan;
    assert_eq!(plan.device_extensions, ["VK_AMD_draw_indirect_count"], "the branch that is met");
    assert!(plan.features.is_empty());
}

#[test]
fn a_promoted_extension_need_not_be_listed() {
    let mut d = Device::bare(3);
    d.bit(V13, "synchronization2", true);
    assert_eq!(check(&d.0, Capability::Synchronization2), Ok(()));
    let mut old = Device::bare(2);
    old.bit(V13, "synchronization2", true);
    let why = check(&old.0, Capability::Synchronization2).unwrap_err().to_string();
    let said = "extension VK_KHR_synchronization2 is not listed, and the device is older than Vulkan 1.3";
    assert!(why.contains(said), "{why}");
}

#[test]
fn sample_sets_that_differ_share_what_they_share() {
    let mut d = Device::full(3);
    d.limit("framebufferColorSampleCounts", 0b101).limit("framebufferDepthSampleCounts", 0b111);
    assert_eq!(sample_counts(&d.0), 0b101);
    assert_eq!(choose_samples(Samples::AtMost(2), &[sample_counts(&d.0)]).unwrap().value, 1);
    assert_eq!(check(&d.0, Capability::Msaa4), Ok(()));
    let names = ["VK_SAMPLE_COUNT_1_BIT", "VK_SAMPLE_COUNT_2_BIT"].map(|n| Property::Text(n.into()));
    d.property("VkPhysicalDeviceLimits", "framebufferDepthSampleCounts", Property::List(names.into()));
    assert_eq!(sample_counts(&d.0), 0b001);
    let why = check(&d.0, Capability::Msaa4).unwrap_err().to_string();
    assert_eq!(why, "msaa-4 (limit framebufferDepthSampleCounts is 0x3: it lacks 4)");
}

#[test]
fn without_d24s8_depth_falls_to_d32s8_and_says_so() {
    let mut d = Device::full(3);
    d.vk().formats.as_mut().unwrap().remove("VK_FORMAT_D24_UNORM_S8_UINT");
    let got = choose_depth_format(&d.0, DEPTH_STENCIL_FORMATS[0], &DEPTH_STENCIL_FORMATS[1..]).unwrap();
    assert_eq!(got.value, "VK_FORMAT_D32_SFLOAT_S8_UINT");
    let said = "adjusted from VK_FORMAT_D24_UNORM_S8_UINT to VK_FORMAT_D32_SFLOAT_S8_UINT: the depth format: \
                VK_FORMAT_D24_UNORM_S8_UINT was asked for, only VK_FORMAT_D32_SFLOAT_S8_UINT is offered";
    assert_eq!(got.outcomes[0].to_string(), said);
    let none = Device::bare(3);
    let why =
        choose_depth_format(&none.0, DEPTH_STENCIL_FORMATS[0], &DEPTH_STENCIL_FORMATS[1..]).unwrap_err();
    assert_eq!(why.why.code(), "not-offered");
    let plan = resolve(&d.0, &base("b", format("VK_FORMAT_D24_UNORM_S8_UINT", ff::DEPTH_STENCIL_ATTACHMENT)));
    let said = "b: the device lacks format VK_FORMAT_D24_UNORM_S8_UINT (optimal) for depth-stencil attachment (lacks depth-stencil attachment)";
    assert_eq!(plan.base[0].to_string(), said);
}

#[test]
fn linear_filtering_of_32_bit_floats_is_asked_format_by_format() {
    let mut d = Device::full(3);
    let unfiltered = FormatFeatures { optimal: ff::SAMPLED, ..FormatFeatures::default() };
    d.format("VK_FORMAT_R32G32B32A32_SFLOAT", unfiltered);
    let why =
        refusal(&resolve(&d.0, &Requests::new().require(Feature::Float32Filtering)), "float32-filtering");
    let said = "float32-filtering: the device lacks float32-filtering (format VK_FORMAT_R32G32B32A32_SFLOAT (optimal) \
                lacks linear filtering)";
    assert_eq!(why, said);
}

#[test]
fn bgra8_storage_that_can_only_be_written_is_granted_for_writing_and_refused_for_reading() {
    let mut d = Device::full(3);
    d.bit("VkPhysicalDeviceFeatures", "shaderStorageImageReadWithoutFormat", false);
    let written =
        FormatFeatures { optimal: ff::STORAGE | ff::STORAGE_WRITE_WITHOUT_FORMAT, ..Default::default() };
    d.format("VK_FORMAT_B8G8R8A8_UNORM", written);
    assert_eq!(check(&d.0, Capability::Bgra8StorageWrite), Ok(()));
    let why = check(&d.0, Capability::Bgra8StorageRead).unwrap_err();
    let said = "bgra8-storage-read (one of: (bit shaderStorageImageReadWithoutFormat of VkPhysicalDeviceFeatures is \
                false), or (format VK_FORMAT_B8G8R8A8_UNORM (optimal) lacks storage read without format))";
    assert_eq!(why.to_string(), said);
    assert!(matches!(why.lacks[0], Lack::OneOf { .. }));
}

#[test]
fn timestamps_need_a_queue_that_draws_and_has_bits() {
    let mut d = Device::full(3);
    d.vk().queue_families = Some(vec![queue(7, 0), queue(2, 64)]);
    let why = refusal(&resolve(&d.0, &Requests::new().require(Feature::Timestamps)), "timestamps");
    assert!(why.contains("the families are graphics, compute, transfer x1 with 0 timestamp bits"), "{why}");
    d.vk().queue_families = Some(vec![queue(7, 36)]);
    assert!(resolve(&d.0, &Requests::new().require(Feature::Timestamps)).requirements_met);
}

#[test]
fn a_vulkan_1_0_device_is_answered_and_candors_own_base_takes_it_with_maintenance1() {
    let mut d = Device::bare(0);
    d.bit("VkPhysicalDeviceFeatures", "samplerAnisotropy", true).limit("maxSamplerAnisotropy", 16);
    let features_2 = "VK_KHR_get_physical_device_properties2";
    let asked = Requests::new().require(Feature::AnisotropicFiltering);
    let why = refusal(&resolve(&d.0, &asked), "anisotropic-filtering");
    assert!(why.contains(&format!("instance extension {features_2} is not listed")), "{why}");
    d.vk().instance_extensions.as_mut().unwrap().insert(features_2.into(), 2);
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met && r.plan.has_instance_extension(features_2), "{r}");
    let asked = asked.on_candor_vulkan().unwrap();
    let r = resolve(&d.0, &asked);
    assert!(!r.requirements_met);
    let unmet: Vec<String> = r.unmet().iter().map(ToString::to_string).collect();
    assert_eq!(unmet.len(), candor_vulkan().len(), "all of it is named: {unmet:?}");
    let version = "candor-vulkan: the device lacks Vulkan 1.1 (not there: the device has 1.0.100), or extension \
                   VK_KHR_maintenance1 (not listed, and the device is older than Vulkan 1.1)";
    assert!(unmet.contains(&version.to_owned()), "{unmet:?}");
    d.vk().extensions.insert("VK_KHR_maintenance1".into(), 2);
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met, "{r}");
    assert_eq!(r.plan.device_extensions, ["VK_KHR_maintenance1"]);
}

#[test]
fn what_candor_prefers_is_taken_where_it_is_and_decides_nothing() {
    let asked = Requests::new().on_candor_vulkan().unwrap();
    let preferred = candor_vulkan_prefers();
    let on = |r: &Resolution| r.preferred.iter().filter(|p| p.state == State::Met).count();
    let r = resolve(&Device::full(3).0, &asked);
    assert!(r.requirements_met && on(&r) == preferred.len(), "{r}");
    for bit in ["dynamicRendering", "synchronization2", "timelineSemaphore"] {
        assert!(r.plan.sets(bit), "{}", r.plan);
    }
    let none = "VK_EXT_load_store_op_none";
    assert!(!r.plan.has_device_extension(none), "dynamic rendering has it: {}", r.plan);
    let r = resolve(&Device::bare(1).0, &asked);
    assert!(r.requirements_met && on(&r) == 0 && r.plan.features.is_empty(), "{r}");
    assert!(r.unmet().is_empty(), "{r}");
    for p in &r.preferred {
        assert!(r.to_string().contains(&format!("preferred: {}: the device lacks", p.name)), "{r}");
    }
    let mut d = Device::bare(1);
    d.vk().extensions.insert(none.into(), 1);
    let r = resolve(&d.0, &asked);
    assert_eq!((on(&r), r.plan.device_extensions.as_slice()), (1, &[none.into()][..]), "{r}");
}

#[test]
fn a_preference_gives_way_to_what_is_asked_for() {
    // Vulkan 1.2 and later allow no second shading rate beside the fragment shading rate.
    let d = Device::full(3);
    let bit = |s: &'static str, b: &'static str| candor_caps::evidence::bit(s, b);
    let rate = bit("VkPhysicalDeviceFragmentShadingRateFeaturesKHR", "pipelineFragmentShadingRate");
    let image = bit("VkPhysicalDeviceShadingRateImageFeaturesNV", "shadingRateImage");
    let named = |name: &str, evidence| BaseRequirement { name: name.into(), evidence };
    let mut asked = Requests::new();
    asked.add_preference(named("a wish", image.clone())).unwrap();
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met && r.plan.sets("shadingRateImage"), "{r}");
    let capability = CustomCapability::new("rate", "", rate).unwrap();
    let feature = CustomFeature::new("my-rate", "", [capability.into()]).unwrap();
    let r = resolve(&d.0, &asked.optional(feature));
    assert!(r.requirements_met && r.is_enabled("my-rate"), "{r}");
    assert!(!r.plan.sets("shadingRateImage") && r.preferred[0].state == State::Missing, "{r}");
    assert!(r.preferred[0].to_string().contains("beside"), "{r}");
}

#[test]
fn a_gpu_comes_before_a_cpu_and_one_that_presents_before_one_that_cannot() {
    let (mut cpu, mut gpu) = (Device::full(4), Device::full(3));
    cpu.0.device_type = Some(DeviceType::Cpu);
    cpu.0.name = Some("Software".into());
    gpu.0.device_type = Some(DeviceType::Integrated);
    let asked = Requests::new().require(Feature::Compute);
    let (rc, rg) = (resolve(&cpu.0, &asked), resolve(&gpu.0, &asked));
    let c = Candidate { report: &cpu.0, resolution: &rc, can_present: Some(true) };
    let g = Candidate { report: &gpu.0, resolution: &rg, can_present: Some(true) };
    let order = rank(&[c, g]);
    assert_eq!((order[0].index, order[1].index), (1, 0));
    assert_eq!(order[1].reason, "Software (CPU) comes after Test GPU (integrated GPU)");
    assert!(order[0].reason.starts_with("Test GPU is taken of 2"), "{}", order[0].reason);
    let blind = Candidate { can_present: Some(false), ..g };
    let order = rank(&[blind, c]);
    assert_eq!(order[0].index, 1);
    assert_eq!(order[1].reason, "Test GPU can't present, Software can");
    let lacking = resolve(&Device::bare(1).0, &Requests::new().require(Feature::MeshShading));
    let order = rank(&[Candidate { report: &gpu.0, resolution: &lacking, can_present: None }, c]);
    assert!(!order[1].fits && order[1].reason.contains("does not meet the requirements"), "{order:?}");
}

#[test]
fn a_device_whose_families_all_say_no_cannot_present() {
    let mut d = Device::full(3);
    for q in d.vk().queue_families.as_mut().unwrap() {
        q.present = Some(false);
    }
    let why = refusal(&resolve(&d.0, &Requests::new().require(Feature::Present)), "present");
    assert!(why.contains("every family says that it can't"), "{why}");
    d.vk().queue_families.as_mut().unwrap()[1].present = Some(true);
    assert!(resolve(&d.0, &Requests::new().require(Feature::Present)).requirements_met);
}

#[test]
fn two_needs_that_are_missing_are_both_named() {
    let mut d = Device::full(3);
    d.without("VK_KHR_ray_query").bit(
        "VkPhysicalDeviceRayTracingPipelineFeaturesKHR",
        "rayTracingPipeline",
        false,
    );
    d.bit(RQ, "rayQuery", false);
    let r = resolve(&d.0, &Requests::new().require(Feature::RayTracing));
    let f = r.refusal("ray-tracing").unwrap();
    assert_eq!(
        f.lacks.iter().map(|c| c.capability.as_ref()).collect::<Vec<_>>(),
        ["ray-tracing-pipeline", "ray-query"]
    );
    assert_eq!(f.leaves().len(), 3, "the extension, its bit, and the other bit: {f}");
}

#[test]
fn what_a_report_cannot_record_is_unknown_and_counted_apart() {
    let mut d = Device::full(3);
    d.vk().memory = None;
    d.0.device_type = None;
    d.vk().queue_families = None;
    let heap = CustomCapability::new(
        "vram",
        "Own memory",
        candor_caps::evidence::Leaf::Heap { flags: 1, min_bytes: 1 << 30 }.into(),
    )
    .unwrap();
    let own = CustomFeature::new("big-world", "A big world", [heap.into()]).unwrap();
    let r = resolve(
        &d.0,
        &Requests::new().require(own).require(Feature::AsyncCompute).require(Feature::Wireframe),
    );
    assert!(!r.requirements_met && r.only_unknown());
    assert_eq!((r.missing().count(), r.unknown().count()), (0, 2));
    let said = "big-world: the report does not record vram (a device-local memory heap of 1073741824 bytes or more is not \
                recorded: the report has no memory heaps)";
    assert_eq!(refusal(&r, "big-world"), said);
    // A struct that the report does not list is unknown while its extension is listed.
    d.vk().features.remove(RQ);
    let r = resolve(&d.0, &Requests::new().require(Feature::RayQuery));
    assert_eq!(r.refusal("ray-query").unwrap().state, State::Unknown);
}

#[test]
fn the_stronger_tier_wins_and_the_resolution_says_so() {
    let d = Device::bare(3);
    let r = resolve(&d.0, &Requests::new().require(Feature::Msaa).optional(Feature::Msaa));
    assert!(!r.requirements_met);
    assert_eq!(r.notes, ["msaa was asked for as optional too; required is in force"]);
}

#[test]
fn null_accepts_everything_and_says_that_it_is_null() {
    let mut d = Device::bare(3);
    d.0.body = Body::Null;
    let mut asked = all_features(Tier::Required).on_candor_vulkan().unwrap();
    asked.add_limit(LimitRequest::new("maxPushConstantsSize", Ask::Need(Number::from(4096u32))).unwrap());
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met && r.plan.is_empty() && r.refused.is_empty());
    assert_eq!(r.notes, ["this is Null: it accepts everything and draws nothing"]);
    assert_eq!(check(&d.0, Capability::RayQuery), Ok(()));
}

#[test]
fn a_resolution_is_the_same_as_json_and_as_text() {
    let mut d = Device::full(3);
    d.without("VK_KHR_ray_query");
    let r = resolve(&d.0, &Requests::new().require(Feature::RayTracing).optional(Feature::Wireframe));
    let json = serde_json::to_value(&r).unwrap();
    assert_eq!(json["requirements_met"], false);
    assert_eq!(json["enabled"][0]["feature"], "wireframe");
    assert_eq!(json["refused"][0]["lacks"][0]["capability"], "ray-query");
    let leaf = &json["refused"][0]["lacks"][0]["lacks"][0]["leaf"];
    assert_eq!(
        (&leaf["leaf"]["name"], &leaf["found"]),
        (&"VK_KHR_ray_query".into(), &"is not listed".into())
    );
    let text = r.to_string();
    assert!(
        text.contains("on: wireframe (optional)") && text.contains("off: ray-tracing: the device lacks"),
        "{text}"
    );
}

#[test]
fn an_array_is_asked_as_a_whole_or_element_by_element() {
    let mut d = Device::bare(3);
    let sizes = [1024u64, 1024, 64].map(Property::Int);
    d.property("VkPhysicalDeviceLimits", "maxComputeWorkGroupSize", Property::List(sizes.into()));
    assert!(resolve(&d.0, &need("maxComputeWorkGroupSize[0]", 1024)).requirements_met);
    assert!(resolve(&d.0, &need("maxComputeWorkGroupSize", 64)).requirements_met);
    let r = resolve(&d.0, &need("maxComputeWorkGroupSize[2]", 128));
    let said = "limit maxComputeWorkGroupSize[2]: 128 was asked for, at most 64 is allowed";
    assert_eq!(r.unmet()[0].to_string(), said);
    assert_eq!(reported_limit(&d.0, "maxComputeWorkGroupSize[1]"), Some(1024.into()));
    let r = resolve(&d.0, &base("b", at_least("maxComputeWorkGroupSize", 128u32)));
    assert_eq!(r.base[0].state, State::Missing);
    assert!(r.base[0].to_string().contains("[1024, 1024, 64]"), "{}", r.base[0]);
    assert!(resolve(&d.0, &need("maxComputeWorkGroupSize[3]", 1)).only_unknown());
}

#[test]
fn a_known_driver_fault_refuses_what_is_reported_and_is_its_own_reason() {
    let mut d = Device::full(3);
    let asked = Requests::new().optional(Feature::AnisotropicFiltering).optional(Feature::Timestamps);
    assert!(resolve(&d.0, &asked).is_enabled(Feature::AnisotropicFiltering));
    d.0.faults.push(DriverFault {
        capability: Capability::AnisotropicFiltering.to_string(),
        symptom: "the texture is sampled at its corner".into(),
        source: "made up".into(),
    });
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met && r.is_enabled(Feature::Timestamps));
    let refusal = r.refusal(Feature::AnisotropicFiltering).unwrap();
    let why = refusal.reason();
    assert_eq!(why.code(), "driver-fault");
    assert_eq!(
        why.to_string(),
        "anisotropic-filtering: known driver fault: the texture is sampled at its corner"
    );
    assert!(!format!("{:?}", r.plan).contains("samplerAnisotropy"), "nothing of it is enabled");
    assert_eq!(check(&d.0, Capability::AnisotropicFiltering).unwrap_err().reason(), why);
    // Where the device lacks it as well, that comes first and the fault is named beside it.
    d.bit("VkPhysicalDeviceFeatures", "samplerAnisotropy", false);
    let why = resolve(&d.0, &asked).refusal(Feature::AnisotropicFiltering).unwrap().reason();
    assert_eq!(why.code(), "device-lacks");
    assert!(why.to_string().contains("samplerAnisotropy") && why.to_string().contains("known driver fault"));
    // A saved report has it too.
    let text = serde_json::to_string(&d.0).unwrap();
    let document = candor_caps::read::read(text.as_bytes(), "saved.json").unwrap();
    let candor_caps::read::Document::Device(saved) = document else { panic!("no device: {document:?}") };
    assert_eq!(saved.faults, d.0.faults);
}
