//! What goes into a plan and what does not.

#![allow(clippy::unwrap_used)]

mod device;

use candor_caps::evidence::{State, all, any, base_bit, bit, extension, instance_extension, version};
use candor_caps::{
    BaseRequirement, CustomCapability, CustomFeature, Evidence, Feature, Requests, Tier, resolve,
};
use device::{Device, PORTABILITY, faults, refusal};

const V12: &str = "VkPhysicalDeviceVulkan12Features";

fn base(name: &str, evidence: Evidence) -> Requests {
    let mut r = Requests::new();
    r.add_base(BaseRequirement { name: name.to_owned(), evidence }).unwrap();
    r
}

fn all_features(tier: Tier) -> Requests {
    Feature::ALL.iter().fold(Requests::new(), |r, f| r.with(*f, tier))
}

#[test]
fn nothing_asked_for_nothing_enabled() {
    let r = resolve(&Device::full(4).0, &Requests::new());
    assert!(r.requirements_met && r.plan.device_extensions.is_empty() && r.plan.features.is_empty());
}

#[test]
fn on_an_older_core_the_dependencies_are_followed_through_their_extensions() {
    let d = Device::full(1);
    let r = resolve(&d.0, &Requests::new().require(Feature::RayTracingPipelines));
    let list: Vec<&str> = r.plan.device_extensions.iter().map(AsRef::as_ref).collect();
    let exact = [
        "VK_EXT_descriptor_indexing",
        "VK_KHR_acceleration_structure",
        "VK_KHR_buffer_device_address",
        "VK_KHR_deferred_host_operations",
        "VK_KHR_ray_tracing_pipeline",
        "VK_KHR_shader_float_controls",
        "VK_KHR_spirv_1_4",
    ];
    assert_eq!(list, exact);
    assert!(r.plan.has_bit("VkPhysicalDeviceBufferDeviceAddressFeaturesKHR", "bufferDeviceAddress"));
    assert_eq!(faults(&d.0, &r.plan), [""; 0]);
}

#[test]
fn nothing_that_was_asked_for_is_forgotten_in_the_final_list() {
    let d = Device::full(3);
    let named =
        ["VK_KHR_swapchain", "VK_KHR_shader_non_semantic_info", "VK_KHR_maintenance5", "VK_KHR_maintenance6"];
    let requests = base("engine", all(named.map(extension))).require(Feature::MemoryBudget);
    let plan = resolve(&d.0, &requests).plan;
    for e in named.iter().chain(&["VK_EXT_memory_budget"]) {
        assert!(plan.has_device_extension(e), "{e}");
    }
    assert!(plan.has_instance_extension("VK_KHR_surface"), "the swapchain depends on it");
    assert_eq!(plan.device_extensions.len(), 5, "{plan}");
}

#[test]
fn an_extension_asked_for_by_name_is_listed_where_it_is_and_need_not_be_where_the_core_has_it() {
    let by_name = base("engine", extension("VK_KHR_shader_non_semantic_info"));
    let mut d = Device::full(3);
    assert!(resolve(&d.0, &by_name).plan.has_device_extension("VK_KHR_shader_non_semantic_info"));
    d.without("VK_KHR_shader_non_semantic_info");
    let r = resolve(&d.0, &by_name);
    assert!(r.requirements_met && r.plan.device_extensions.is_empty(), "{r}");
    let mut old = Device::full(2);
    old.without("VK_KHR_shader_non_semantic_info");
    let r = resolve(&old.0, &by_name);
    let said = "engine: the device lacks extension VK_KHR_shader_non_semantic_info (not listed, \
                and the device is older than Vulkan 1.3)";
    assert_eq!(r.unmet()[0].to_string(), said);
}

#[test]
fn every_struct_is_in_the_plan_once_and_none_is_lost_behind_another() {
    let d = Device::full(2);
    let requests = Requests::new()
        .require(Feature::MeshShading)
        .require(Feature::RayQuery)
        .require(Feature::Float16)
        .require(Feature::Wireframe)
        .require(Feature::Multiview);
    let plan = resolve(&d.0, &requests).plan;
    let structs: Vec<&str> = plan.features.iter().map(|s| s.name).collect();
    let exact = [
        "VkPhysicalDeviceFeatures",
        "VkPhysicalDeviceAccelerationStructureFeaturesKHR",
        "VkPhysicalDeviceMeshShaderFeaturesEXT",
        "VkPhysicalDeviceRayQueryFeaturesKHR",
        "VkPhysicalDeviceVulkan11Features",
        "VkPhysicalDeviceVulkan12Features",
    ];
    assert_eq!(structs, exact);
    assert_eq!(faults(&d.0, &plan), [""; 0]);
}

#[test]
fn a_plan_has_one_way_to_carry_feature_bits() {
    let plan = resolve(&Device::full(3).0, &all_features(Tier::Required)).plan;
    let base: Vec<_> = plan.features.iter().filter(|s| s.is_base()).collect();
    assert_eq!(base.len(), 1);
    assert_eq!(base[0].s_type, 1_000_059_000, "the base bits travel inside of VkPhysicalDeviceFeatures2");
    let json = serde_json::to_value(&plan).unwrap();
    let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let all = [
        "api_version",
        "device_extensions",
        "enumerate_portability",
        "features",
        "instance_extensions",
        "queues",
    ];
    assert_eq!(keys, all, "nowhere else");
}

#[test]
fn the_core_struct_is_preferred_and_never_beside_the_promoted_one() {
    let requests =
        Requests::new().on_candor_vulkan().unwrap().require(Feature::Float16).require(Feature::Bindless);
    for minor in 1..=4 {
        let d = Device::full(minor);
        let r = resolve(&d.0, &requests);
        assert!(r.requirements_met);
        assert_eq!(faults(&d.0, &r.plan), [""; 0]);
        assert_eq!(r.plan.has_bit(V12, "timelineSemaphore"), minor >= 2);
    }
    // A report without the core's struct gets the promoted ones.
    let mut d = Device::full(2);
    d.vk().features.remove(V12);
    let r = resolve(&d.0, &requests);
    assert!(r.plan.has_bit("VkPhysicalDeviceTimelineSemaphoreFeatures", "timelineSemaphore"), "{}", r.plan);
    assert_eq!(faults(&d.0, &r.plan), [""; 0]);
}

#[test]
fn an_extension_that_brings_a_core_bit_with_it_has_that_bit_set() {
    let d = Device::full(2);
    let requests = base("b", extension("VK_EXT_descriptor_indexing")).require(Feature::Float16);
    let plan = resolve(&d.0, &requests).plan;
    assert!(plan.has_device_extension("VK_EXT_descriptor_indexing"));
    assert!(plan.has_bit(V12, "shaderFloat16") && plan.has_bit(V12, "descriptorIndexing"), "{plan}");
}

#[test]
fn a_bit_that_needs_another_brings_it_along_or_is_refused_with_it() {
    const RT: &str = "VkPhysicalDeviceRayTracingPipelineFeaturesKHR";
    let mixed = "rayTracingPipelineShaderGroupHandleCaptureReplayMixed";
    let mut d = Device::full(3);
    let r = resolve(&d.0, &base("b", bit(RT, mixed)));
    assert!(
        r.plan.has_bit(RT, mixed) && r.plan.has_bit(RT, "rayTracingPipelineShaderGroupHandleCaptureReplay")
    );
    d.bit(RT, "rayTracingPipelineShaderGroupHandleCaptureReplay", false);
    let r = resolve(&d.0, &base("b", bit(RT, mixed)));
    assert!(r.base[0].to_string().contains("bit rayTracingPipelineShaderGroupHandleCaptureReplay of"), "{r}");
}

#[test]
fn unrecorded_instance_extensions_are_relied_on_as_dependencies_and_said_so() {
    let mut d = Device::full(3);
    d.vk().instance_extensions = None;
    let r = resolve(&d.0, &Requests::new().require(Feature::Present).optional(Feature::HdrDisplay));
    assert!(r.requirements_met && r.plan.has_instance_extension("VK_KHR_surface"));
    assert!(r.notes.iter().any(|n| n.contains("relies on VK_KHR_surface")), "{:?}", r.notes);
    assert_eq!(r.refusal("hdr-display").unwrap().state, State::Unknown);
    let by_name = resolve(&d.0, &base("b", instance_extension("VK_EXT_debug_utils")));
    assert_eq!(by_name.base[0].state, State::Unknown);
}

#[test]
fn the_portability_extension_is_always_enabled_and_what_it_takes_away_is_seen() {
    let mut d = Device::full(3);
    d.extension(PORTABILITY);
    let s = "VkPhysicalDevicePortabilitySubsetFeaturesKHR";
    for m in candor_caps::registry::feature_struct(s).unwrap().members {
        d.bit(s, m, *m != "triangleFans" && *m != "mutableComparisonSamplers");
    }
    let asked = Requests::new()
        .optional(Feature::TriangleFans)
        .optional(Feature::ComparisonSamplers)
        .require(Feature::ImmutableComparisonSamplers)
        .require(Feature::PolygonMode);
    let r = resolve(&d.0, &asked);
    assert!(r.requirements_met, "{r}");
    let said = "triangle-fans: the device lacks triangle-fans (portability bit triangleFans is false: \
                VK_KHR_portability_subset takes it away)";
    assert_eq!(refusal(&r, "triangle-fans"), said);
    assert!(r.refusal("comparison-samplers").is_some());
    assert!(r.plan.has_device_extension(PORTABILITY));
    assert!(r.plan.has_bit(s, "pointPolygons"), "what is there has to be switched on: {}", r.plan);
    assert!(r.plan.enumerate_portability && r.plan.has_instance_extension("VK_KHR_portability_enumeration"));
    assert_eq!(faults(&d.0, &r.plan), [""; 0]);
    let nothing = resolve(&d.0, &Requests::new());
    assert_eq!(nothing.plan.device_extensions, [PORTABILITY]);
}

#[test]
fn an_any_of_puts_the_first_branch_that_is_met_into_the_plan() {
    let evidence = any([
        all([version(1, 4), base_bit("logicOp")]),
        extension("VK_EXT_not_there"),
        all([base_bit("wideLines"), extension("VK_EXT_line_rasterization")]),
        base_bit("alphaToOne"),
    ]);
    let d = Device::full(3);
    let plan = resolve(&d.0, &base("b", evidence)).plan;
    assert_eq!(plan.device_extensions, ["VK_EXT_line_rasterization"]);
    assert!(plan.sets("wideLines") && !plan.sets("logicOp") && !plan.sets("alphaToOne"), "{plan}");
}

#[test]
fn an_extension_newer_than_the_tables_can_be_asked_for_by_name() {
    let mut d = Device::bare(3);
    let asked = base("b", extension("VK_NEW_thing"));
    assert!(!resolve(&d.0, &asked).requirements_met);
    let mistyped = resolve(&d.0, &base("b", extension("VK_KHR_swapchian")));
    let note = "VK_KHR_swapchian is not in the Vulkan registry (header 360); did you mean VK_KHR_swapchain?";
    assert_eq!(mistyped.notes, [note]);
    d.extension("VK_NEW_thing");
    assert_eq!(resolve(&d.0, &asked).plan.device_extensions, ["VK_NEW_thing"]);
}

#[test]
fn a_struct_that_was_not_promoted_with_its_extension_needs_the_extension() {
    let (s, b) = ("VkPhysicalDeviceExtendedDynamicStateFeaturesEXT", "extendedDynamicState");
    let mut d = Device::bare(3);
    assert!(resolve(&d.0, &base("b", extension("VK_EXT_extended_dynamic_state"))).requirements_met);
    d.bit(s, b, true);
    let r = resolve(&d.0, &base("b", bit(s, b)));
    assert_eq!(r.base[0].state, State::Missing, "the core has the commands and not the struct");
    d.extension("VK_EXT_extended_dynamic_state");
    let r = resolve(&d.0, &base("b", bit(s, b)));
    assert!(r.requirements_met && r.plan.has_bit(s, b) && r.plan.device_extensions.len() == 1, "{r}");
}

#[test]
fn what_may_not_be_enabled_together_is_refused_by_the_rule_and_the_optional_one_gives_way() {
    let d = Device::full(3);
    let by_base = base("old-address", extension("VK_EXT_buffer_device_address"));
    let r = resolve(&d.0, &by_base.clone().optional(Feature::RayQuery).require(Feature::Wireframe));
    assert!(r.requirements_met, "{r}");
    let why = refusal(&r, "ray-query");
    assert!(
        why.contains("bit bufferDeviceAddress of VkPhysicalDeviceVulkan12Features beside extension"),
        "{why}"
    );
    assert!(why.contains("VUID-VkDeviceCreateInfo-pNext-04748"), "{why}");
    assert!(!r.plan.sets("bufferDeviceAddress") && !r.plan.has_device_extension("VK_KHR_ray_query"));
    assert!(!resolve(&d.0, &by_base.require(Feature::RayQuery)).requirements_met);
    let own = CustomCapability::new(
        "nv-rate",
        "",
        bit("VkPhysicalDeviceShadingRateImageFeaturesNV", "shadingRateImage"),
    );
    let own = CustomFeature::new("nv-rate", "", [own.unwrap().into()]).unwrap();
    let r = resolve(&d.0, &Requests::new().optional(Feature::VariableRateShading).require(own));
    assert!(r.is_enabled("nv-rate") && r.refusal("variable-rate-shading").is_some(), "{r}");
}
