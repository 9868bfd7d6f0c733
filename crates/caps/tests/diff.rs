//! Comparing two reports: against sets worked out from the files themselves, and rules that hold for any two.
#![allow(clippy::unwrap_used, clippy::print_stderr)] // helpers of tests

mod device;
mod inputs;

use candor_caps::diff::{Kind, More};
use candor_caps::read::{Document, read};
use candor_caps::report::{FormatFeatures, Property};
use candor_caps::{Body, Capability, DeviceReport, Diff, Feature, Value, VulkanReport, diff};
use device::Device;
use std::collections::BTreeSet;
use std::path::Path;

fn vulkan(report: &mut DeviceReport) -> &mut VulkanReport {
    match &mut report.body {
        Body::Vulkan(v) => v,
        Body::Null => panic!("a Null report"),
    }
}

fn bare() -> DeviceReport {
    Device::bare(3).0
}

/// The rows as `kind name more`.
fn rows(d: &Diff) -> Vec<String> {
    d.differences.iter().map(|d| format!("{:?} {} {}", d.kind, d.name, d.more)).collect()
}

fn load(dir: &Path, name: &str) -> DeviceReport {
    match read(&std::fs::read(dir.join(name)).unwrap(), name).unwrap() {
        Document::Device(d) => *d,
        other => panic!("{name} was read as a {}", other.class()),
    }
}

#[test]
fn a_capability_and_its_feature_follow_from_an_extension_and_a_bit() {
    let (a, mut b) = (bare(), bare());
    let vk = vulkan(&mut b);
    vk.extensions.insert("VK_EXT_mesh_shader".into(), 1);
    let bits = [("meshShader", true), ("taskShader", true), ("multiviewMeshShader", false)];
    let bits = bits.map(|(n, on)| (n.to_owned(), on));
    vk.features.insert("VkPhysicalDeviceMeshShaderFeaturesEXT".into(), bits.into());
    let d = diff(&a, &b);
    let expected = [
        "Capability mesh-shader B",
        "Capability task-shader B",
        "Feature mesh-shading B",
        "Extension VK_EXT_mesh_shader B",
        "FeatureBit VkPhysicalDeviceMeshShaderFeaturesEXT::meshShader B",
        "FeatureBit VkPhysicalDeviceMeshShaderFeaturesEXT::taskShader B",
    ];
    assert_eq!(rows(&d), expected);
    let extension = d.of(Kind::Extension).next().unwrap();
    assert_eq!((&extension.a, &extension.b), (&Some(Value::Bool(false)), &Some(Value::Bool(true))));
    assert!(!d.equal && d.same_api);
    assert!(rows(&diff(&b, &a)).iter().all(|r| r.ends_with(" A")));
}

#[test]
fn the_same_bit_and_property_under_other_names_are_no_difference() {
    let (mut a, mut b) = (bare(), bare());
    let one = |name: &str, on| [(name.to_owned(), on)].into();
    vulkan(&mut a).features.insert("VkPhysicalDeviceVulkan11Features".into(), one("multiview", true));
    vulkan(&mut b).features.insert("VkPhysicalDeviceMultiviewFeaturesKHR".into(), one("multiview", true));
    let property = |name: &str| [(name.to_owned(), Property::Int(7))].into();
    vulkan(&mut a)
        .properties
        .insert("VkPhysicalDeviceVulkan11Properties".into(), property("subgroupSupportedOperations"));
    vulkan(&mut b)
        .properties
        .insert("VkPhysicalDeviceSubgroupProperties".into(), property("supportedOperations"));
    assert_eq!(rows(&diff(&a, &b)), [""; 0]);
    // A bit that is false and one that is not there can't be enabled either way.
    vulkan(&mut a).features.insert("VkPhysicalDeviceFeatures".into(), one("wideLines", false));
    assert_eq!(diff(&a, &b).of(Kind::FeatureBit).count(), 0);
}

#[test]
fn limits_say_which_is_better() {
    let (mut a, mut b) = (bare(), bare());
    let limits = |list: Vec<(&str, Property)>| list.into_iter().map(|(n, p)| (n.to_owned(), p)).collect();
    let ints = |v: [u64; 3]| Property::List(v.map(Property::Int).to_vec());
    vulkan(&mut a).properties.insert(
        "VkPhysicalDeviceLimits".into(),
        limits(vec![
            ("maxImageDimension2D", Property::Int(16384)),
            ("minUniformBufferOffsetAlignment", Property::Int(64)),
            ("framebufferColorSampleCounts", Property::Int(0b0101)),
            ("maxComputeWorkGroupCount", ints([65535, 65535, 65535])),
            ("maxComputeWorkGroupSize", ints([1024, 1024, 64])),
            ("maxSamplerAnisotropy", Property::Float(16.0)),
        ]),
    );
    vulkan(&mut b).properties.insert(
        "VkPhysicalDeviceLimits".into(),
        limits(vec![
            ("maxImageDimension2D", Property::Text("0x8000".into())),
            ("minUniformBufferOffsetAlignment", Property::Int(256)),
            ("framebufferColorSampleCounts", Property::Int(0b1001)),
            ("maxComputeWorkGroupCount", ints([65535, 65535, 70000])),
            ("maxComputeWorkGroupSize", ints([512, 1024, 128])),
            ("maxSamplerAnisotropy", Property::Float(16.0)),
            ("maxBoundDescriptorSets", Property::Int(8)),
        ]),
    );
    let expected = [
        "Limit VkPhysicalDeviceLimits.framebufferColorSampleCounts neither",
        "Limit VkPhysicalDeviceLimits.maxBoundDescriptorSets unknown",
        "Limit VkPhysicalDeviceLimits.maxComputeWorkGroupCount B",
        "Limit VkPhysicalDeviceLimits.maxComputeWorkGroupSize neither",
        "Limit VkPhysicalDeviceLimits.maxImageDimension2D B",
        "Limit VkPhysicalDeviceLimits.minUniformBufferOffsetAlignment A",
    ];
    let d = diff(&a, &b);
    let all = rows(&d);
    assert_eq!(
        all.iter().filter(|r| r.starts_with("Limit")).collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    let aligned = d.of(Kind::Limit).find(|d| d.name.ends_with("Alignment")).unwrap();
    assert_eq!((&aligned.a, &aligned.b), (&Some(Value::Int(64)), &Some(Value::Int(256))));
}

#[test]
fn formats_name_what_only_one_side_has_and_a_list_that_is_not_recorded_is_one_row() {
    let (mut a, mut b) = (bare(), bare());
    let format = |optimal| FormatFeatures { optimal, ..FormatFeatures::default() };
    vulkan(&mut a).formats = Some([("VK_FORMAT_R8_UNORM".to_owned(), format(0b011))].into());
    vulkan(&mut b).formats = Some([("VK_FORMAT_R8_UNORM".to_owned(), format(0b101))].into());
    let d = diff(&a, &b);
    let row = d.of(Kind::Format).next().unwrap();
    assert_eq!((row.name.as_str(), row.more), ("VK_FORMAT_R8_UNORM (optimal)", More::Neither));
    assert_eq!(row.a, Some(Value::Text("storage image".into())));
    vulkan(&mut b).formats = None;
    let d = diff(&a, &b);
    let only: Vec<_> = d.of(Kind::Format).collect();
    assert_eq!((only.len(), only[0].more, &only[0].b), (1, More::Unknown, &None));
}

#[test]
fn who_a_device_is_counts_as_no_difference() {
    let (mut a, mut b) = (bare(), bare());
    (b.name, b.driver, b.device_id) = (Some("Another".into()), Some("1.2".into()), Some(9));
    for (r, v) in [(&mut a, 1), (&mut b, 2)] {
        let uuid = [("deviceUUID".to_owned(), Property::Int(v))].into();
        vulkan(r).properties.insert("VkPhysicalDeviceIDProperties".into(), uuid);
    }
    let d = diff(&a, &b);
    assert!(d.equal && d.differences.iter().all(|d| d.kind == Kind::Identity) && d.differences.len() >= 4);
    let null = DeviceReport { body: Body::Null, ..bare() };
    let d = diff(&null, &bare());
    assert!(!d.equal && !d.same_api);
    assert_eq!(d.of(Kind::Extension).count(), 0);
    assert!(diff(&null, &null).equal);
}

/// Extensions, bits and limits of two real reports, taken from the files without the readers.
#[test]
fn two_real_devices_differ_in_what_their_files_differ_in() {
    let Some(dir) = inputs::device_reports() else { return };
    let names = ["vulkaninfo/nvidia_h200_580.159.04_linux.json", "vulkaninfo/lavapipe_mesa25.0.7.json"];
    let [a, b] = names.map(|n| load(&dir, n));
    let d = diff(&a, &b);
    let json = names.map(|n| {
        let text = std::fs::read_to_string(dir.join(n)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        json["capabilities"]["device"].clone()
    });
    let extensions: [BTreeSet<&str>; 2] = [0, 1]
        .map(|i: usize| json[i]["extensions"].as_object().unwrap().keys().map(String::as_str).collect());
    for (more, i) in [(More::A, 0), (More::B, 1)] {
        let only: BTreeSet<&str> = extensions[i].difference(&extensions[1 - i]).copied().collect();
        let found = d.of(Kind::Extension).filter(|d| matches!(d.a, Some(Value::Bool(_))) && d.more == more);
        assert_eq!(found.map(|d| d.name.as_str()).collect::<BTreeSet<_>>(), only);
        assert!(only.len() > 3, "{only:?}");
    }
    let limits =
        |i: usize| json[i]["properties"]["VkPhysicalDeviceProperties"]["limits"].as_object().unwrap();
    let mut compared = 0;
    for (name, value) in limits(0) {
        let (Some(x), Some(y)) = (value.as_u64(), limits(1).get(name).and_then(|v| v.as_u64())) else {
            continue;
        };
        let full = format!("VkPhysicalDeviceLimits.{name}");
        let row = d.differences.iter().find(|d| d.name == full);
        assert_eq!(row.is_none(), x == y, "{name}: {x} {y}");
        if let (Some(row), true) = (row, name.starts_with("max")) {
            assert_eq!(row.more, if x > y { More::A } else { More::B }, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn every_report_equals_itself_and_turned_round_the_sides_are_turned() {
    let Some(dir) = inputs::device_reports() else { return };
    let mut devices = Vec::new();
    for (name, path) in inputs::json_files(&dir) {
        if let Ok(Document::Device(d)) = read(&std::fs::read(path).unwrap(), &name) {
            devices.push(*d);
        }
    }
    assert!(devices.len() > 150, "{}", devices.len());
    for pair in devices.windows(2).step_by(4) {
        let [a, b] = pair else { unreachable!() };
        let same = diff(a, a);
        assert!(same.equal && same.differences.is_empty(), "{}: {:?}", a.source, same.differences.first());
        let (there, back) = (diff(a, b), diff(b, a));
        assert_eq!(there.differences.len(), back.differences.len());
        for (x, y) in there.differences.iter().zip(&back.differences) {
            let turned = match x.more {
                More::A => More::B,
                More::B => More::A,
                other => other,
            };
            assert_eq!((&x.name, &x.a, &x.b, turned), (&y.name, &y.b, &y.a, y.more));
        }
        // What one side has more of is never more than there is.
        assert!(there.of(Kind::Capability).count() <= Capability::ALL.len());
        assert!(there.of(Kind::Feature).count() <= Feature::ALL.len());
    }
}
