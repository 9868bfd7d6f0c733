//! `FACTS.tsv` is an oracle computed by somebody else's script. Every cell of it is reproduced from what the readers
//! made of the files. What the columns mean was worked out from the data and is written beside each.
// Helpers outside of `#[test]` functions are test code too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod inputs;

use candor_caps::evidence::{self, Evidence};
use candor_caps::read::{Document, read};
use candor_caps::report::{Body, DeviceReport, Property, VulkanReport};
use candor_caps::{BaseRequirement, Requests, State, resolve};

/// Cells that are wrong in the oracle, each with the reason: file, column, what the oracle says, what is right.
///
/// The file writes its formats only as `VkFormatProperties3`, whose flags have names of their own
/// (`VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT`). The bits are there, for all three formats and both tilings; the
/// oracle's script knew the older names only.
const EXCEPTIONS: [(&str, &str, &str, &str); 3] = [
    ("synthetic/vvl_max_profile.json", "D24S8", "0", "1"),
    ("synthetic/vvl_max_profile.json", "D32S8", "0", "1"),
    ("synthetic/vvl_max_profile.json", "R32F_linear", "0", "1"),
];

const SAMPLED_IMAGE_FILTER_LINEAR: u64 = 1 << 12;
const COLOR_ATTACHMENT: u64 = 1 << 7;
const DEPTH_STENCIL_ATTACHMENT: u64 = 1 << 9;

/// The cell that the readers lead to; empty where the report doesn't record it.
fn cell(column: &str, d: &DeviceReport, v: &VulkanReport) -> String {
    match column {
        // The name, which a database export has only in its label. Where the label has no system behind it
        // (vulkaninfo), the oracle left the driver's version in.
        "device" => d.name.clone().unwrap_or_default(),
        "vendor" => vendor(d.vendor_id.unwrap_or_default()),
        "api_version" => {
            let v = v.api_version;
            format!("{}.{}.{}", v >> 22, v >> 12 & 0x3ff, v & 0xfff)
        }
        // 1.0 bits.
        "geometryShader"
        | "tessellationShader"
        | "multiDrawIndirect"
        | "drawIndirectFirstInstance"
        | "samplerAnisotropy"
        | "fillModeNonSolid"
        | "wideLines" => base_bit(v, column),
        "BC" => base_bit(v, "textureCompressionBC"),
        "ETC2" => base_bit(v, "textureCompressionETC2"),
        "ASTC" => base_bit(v, "textureCompressionASTC_LDR"),
        // Folded over core, KHR and EXT: true in any struct that has the bit; empty where no struct has it.
        "dynamicRendering"
        | "synchronization2"
        | "timelineSemaphore"
        | "bufferDeviceAddress"
        | "runtimeDescriptorArray"
        | "descriptorBindingPartiallyBound"
        | "shaderFloat16"
        | "samplerFilterMinmax"
        | "drawIndirectCount" => {
            let mut states = v.features.values().filter_map(|s| s.get(column).copied()).peekable();
            if states.peek().is_none() { String::new() } else { digit(states.any(|on| on)) }
        }
        // Extensions in the list.
        "meshShaderEXT" => word(v.extensions.contains_key("VK_EXT_mesh_shader")),
        "rayQuery" => word(v.extensions.contains_key("VK_KHR_ray_query")),
        "portability" => word(v.extensions.contains_key("VK_KHR_portability_subset")),
        // Limits under short names.
        "maxPerStageSamplers" => limit(v, "maxPerStageDescriptorSamplers"),
        "minUniformAlign" => limit(v, "minUniformBufferOffsetAlignment"),
        "maxUniformRange" => limit(v, "maxUniformBufferRange"),
        "maxSamplerAlloc" => limit(v, "maxSamplerAllocationCount"),
        "wgInvocations" => limit(v, "maxComputeWorkGroupInvocations"),
        "maxPushConstantsSize" | "maxBoundDescriptorSets" | "maxColorAttachments" | "maxImageDimension2D" => {
            limit(v, column)
        }
        // Optimal tiling; a format that is not listed is an empty cell, though others are listed.
        "D24S8" => format(v, "VK_FORMAT_D24_UNORM_S8_UINT", DEPTH_STENCIL_ATTACHMENT),
        "D32S8" => format(v, "VK_FORMAT_D32_SFLOAT_S8_UINT", DEPTH_STENCIL_ATTACHMENT),
        "R32F_linear" => format(v, "VK_FORMAT_R32_SFLOAT", SAMPLED_IMAGE_FILTER_LINEAR),
        "B10G11R11_color" => format(v, "VK_FORMAT_B10G11R11_UFLOAT_PACK32", COLOR_ATTACHMENT),
        // One number for each queue family.
        "timestampValidBits" => {
            let bits = v.queue_families.iter().flatten().map(|q| q.timestamp_valid_bits.to_string());
            bits.collect::<Vec<_>>().join("/")
        }
        other => panic!("column {other} of the oracle has no meaning here yet"),
    }
}

fn vendor(id: u32) -> String {
    match id {
        0x1002 => "AMD".into(),
        0x1010 => "Imagination".into(),
        0x106b => "Apple".into(),
        0x10de => "NVIDIA".into(),
        0x13b5 => "ARM".into(),
        0x14e4 => "Broadcom".into(),
        0x1ae0 => "Google (SwiftShader)".into(),
        0x5143 => "Qualcomm".into(),
        0x8086 => "Intel".into(),
        0x10005 => "Mesa (software)".into(),
        other => other.to_string(),
    }
}

fn digit(on: bool) -> String {
    u8::from(on).to_string()
}

fn word(on: bool) -> String {
    if on { "True".into() } else { "False".into() }
}

fn base_bit(v: &VulkanReport, bit: &str) -> String {
    let base = v.features.get("VkPhysicalDeviceFeatures");
    base.and_then(|b| b.get(bit)).map_or_else(String::new, |on| digit(*on))
}

fn limit(v: &VulkanReport, name: &str) -> String {
    match v.properties.get("VkPhysicalDeviceLimits").and_then(|l| l.get(name)) {
        Some(Property::Int(n)) => n.to_string(),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

fn format(v: &VulkanReport, name: &str, bit: u64) -> String {
    let listed = v.formats.as_ref().and_then(|f| f.get(name));
    listed.map_or_else(String::new, |f| digit(f.optimal & bit != 0))
}

#[test]
fn every_fact_of_the_oracle_is_reproduced() {
    let Some(dir) = inputs::device_reports() else { return };
    let tsv = std::fs::read_to_string(dir.join("FACTS.tsv")).unwrap();
    let mut lines = tsv.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let (mut cells, mut files, mut used) = (0, 0, 0);
    let mut wrong = Vec::new();
    for line in lines {
        let row: Vec<&str> = line.split('\t').collect();
        assert_eq!(row.len(), columns.len(), "{line}");
        let file = row[0];
        files += 1;
        let document = read(&std::fs::read(dir.join(file)).unwrap(), file).unwrap();
        let Document::Device(d) = &document else { panic!("{file} was read as a {}", document.class()) };
        let Body::Vulkan(v) = &d.body else { panic!("{file} isn't a Vulkan report") };
        for (column, expected) in columns.iter().zip(&row).skip(1) {
            // `kind` is a judgement on where the file came from, not a fact in it.
            if *column == "kind" {
                continue;
            }
            cells += 1;
            let got = cell(column, d, v);
            let named = EXCEPTIONS.iter().find(|e| e.0 == file && e.1 == *column);
            if let Some((.., oracle, right)) = named {
                used += 1;
                assert_eq!(
                    (oracle, right),
                    (expected, &got.as_str()),
                    "{file} {column}: no exception any more"
                );
                continue;
            }
            let with_driver = *column == "device" && expected.starts_with(&format!("{got} driver "));
            if got != *expected && !with_driver {
                wrong.push(format!("{file}: {column}: expected '{expected}', got '{got}'"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells} facts differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((files, used), (169, EXCEPTIONS.len()));
    println!("{cells} facts of {files} reports reproduced, {used} of them against the oracle");
}

/// The columns that are yes or no, as evidence.
fn questions() -> Vec<(&'static str, Evidence)> {
    let v12 = |b: &'static str| (b, evidence::bit("VkPhysicalDeviceVulkan12Features", b));
    let v13 = |b: &'static str| (b, evidence::bit("VkPhysicalDeviceVulkan13Features", b));
    let base = |b: &'static str| (b, evidence::base_bit(b));
    let use_of = |column, format, bit| (column, evidence::format(format, bit));
    vec![
        base("geometryShader"),
        base("tessellationShader"),
        base("multiDrawIndirect"),
        base("drawIndirectFirstInstance"),
        base("samplerAnisotropy"),
        base("fillModeNonSolid"),
        base("wideLines"),
        ("BC", evidence::base_bit("textureCompressionBC")),
        ("ETC2", evidence::base_bit("textureCompressionETC2")),
        ("ASTC", evidence::base_bit("textureCompressionASTC_LDR")),
        v13("dynamicRendering"),
        v13("synchronization2"),
        v12("timelineSemaphore"),
        v12("bufferDeviceAddress"),
        v12("runtimeDescriptorArray"),
        v12("descriptorBindingPartiallyBound"),
        v12("shaderFloat16"),
        v12("samplerFilterMinmax"),
        v12("drawIndirectCount"),
        ("meshShaderEXT", evidence::extension("VK_EXT_mesh_shader")),
        ("rayQuery", evidence::extension("VK_KHR_ray_query")),
        ("portability", evidence::extension("VK_KHR_portability_subset")),
        use_of("D24S8", "VK_FORMAT_D24_UNORM_S8_UINT", DEPTH_STENCIL_ATTACHMENT),
        use_of("D32S8", "VK_FORMAT_D32_SFLOAT_S8_UINT", DEPTH_STENCIL_ATTACHMENT),
        use_of("R32F_linear", "VK_FORMAT_R32_SFLOAT", SAMPLED_IMAGE_FILTER_LINEAR),
        use_of("B10G11R11_color", "VK_FORMAT_B10G11R11_UFLOAT_PACK32", COLOR_ATTACHMENT),
    ]
}

/// The engine asks more than the oracle (a bit and what defines it), so that it may refuse where the oracle says yes; each
/// such cell is counted. It never says yes where the oracle says no or has nothing.
#[test]
fn the_engine_never_contradicts_the_oracle() {
    let Some(dir) = inputs::device_reports() else { return };
    let questions = questions();
    let mut requests = Requests::new();
    for (name, evidence) in &questions {
        let (name, evidence) = ((*name).to_owned(), evidence.clone());
        requests.add_base(BaseRequirement { name, evidence }).unwrap();
    }
    let tsv = std::fs::read_to_string(dir.join("FACTS.tsv")).unwrap();
    let columns: Vec<&str> = tsv.lines().next().unwrap().split('\t').collect();
    let (mut yes, mut no, mut silent, mut wrong, mut stricter) = (0, 0, 0, Vec::new(), Vec::new());
    for line in tsv.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let file = row[0];
        let Document::Device(d) = read(&std::fs::read(dir.join(file)).unwrap(), file).unwrap() else {
            panic!("{file} isn't a device")
        };
        let resolution = resolve(&d, &requests);
        for answer in &resolution.base {
            let at = columns.iter().position(|c| *c == answer.name).unwrap();
            let exception = EXCEPTIONS.iter().find(|e| e.0 == file && e.1 == answer.name);
            let fact = exception.map_or(row[at], |e| e.3);
            match (fact, answer.state) {
                ("1" | "True", State::Met) => yes += 1,
                ("0" | "False", State::Missing) => no += 1,
                ("", State::Missing | State::Unknown) => silent += 1,
                ("1" | "True", _) => stricter.push(format!("{file}: {answer}")),
                _ => wrong.push(format!("{file}: {} is '{fact}', the engine says {answer}", answer.name)),
            }
        }
    }
    println!("{yes} yes, {no} no, {silent} not recorded");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Six devices of an unfinished driver list dynamic rendering and not what it depends on, with which no device may be
    // created (VUID-vkCreateDevice-ppEnabledExtensionNames-01387).
    let known = |s: &&String| {
        s.starts_with("vulkaninfo/panvk_")
            && s.contains("dynamicRendering")
            && s.contains("not what it depends on")
    };
    let other: Vec<_> = stricter.iter().filter(|s| !known(s)).cloned().collect();
    assert!(other.is_empty(), "{}", other.join("\n"));
    assert_eq!(stricter.len(), 6);
    assert_eq!(yes + no + silent + stricter.len(), 169 * questions.len());
}
