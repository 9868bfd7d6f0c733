//! Reports made in code: a device that has everything the registry knows, one that has nothing, and ways to change them.
#![allow(dead_code, clippy::expect_used)]

use candor_caps::evidence::Leaf;
use candor_caps::registry::{self, ExtensionKind};
use candor_caps::report::{
    Body, DeviceReport, DeviceType, FormatFeatures, MemoryReport, Property, QueueFamily, VulkanReport,
};
use candor_caps::{Capability, Plan, Resolution};
use std::collections::BTreeMap;

pub(crate) const PORTABILITY: &str = "VK_KHR_portability_subset";

/// Extensions that take something away or are of no use to a device with all the rest.
fn useful(name: &str) -> bool {
    name != PORTABILITY
}

/// A report under construction.
pub(crate) struct Device(pub(crate) DeviceReport);

pub(crate) fn vulkan(report: &DeviceReport) -> &VulkanReport {
    match &report.body {
        Body::Vulkan(vk) => vk,
        Body::Null => panic!("a Null report"),
    }
}

impl Device {
    /// Vulkan 1.`minor` with a queue that draws and nothing else. Everything is recorded, so that nothing is unknown.
    pub(crate) fn bare(minor: u32) -> Self {
        let vk = VulkanReport {
            api_version: registry::version(1, minor) | 100,
            instance_extensions: Some(BTreeMap::new()),
            formats: Some(BTreeMap::from([("VK_FORMAT_R8_UNORM".to_owned(), FormatFeatures::default())])),
            queue_families: Some(vec![queue(7, 64)]),
            memory: Some(MemoryReport { heaps: vec![(1 << 30, 1)], types: vec![(0, 1)] }),
            ..VulkanReport::default()
        };
        Self(DeviceReport {
            schema: DeviceReport::SCHEMA,
            name: Some("Test GPU".to_owned()),
            vendor_id: None,
            device_id: None,
            driver: None,
            device_type: Some(DeviceType::Discrete),
            source: "made in code".to_owned(),
            body: Body::Vulkan(Box::new(vk)),
            faults: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Everything that the registry knows and Vulkan 1.`minor` may have.
    pub(crate) fn full(minor: u32) -> Self {
        let mut d = Self::bare(minor);
        let vk = d.vk();
        vk.queue_families = Some(vec![queue(0xf, 64), queue(0xe, 64), queue(0xc, 64)]);
        let list = |kind| registry::extensions().iter().filter(move |e| e.kind == kind && useful(e.name));
        vk.extensions = list(ExtensionKind::Device).map(|e| (e.name.to_owned(), 1)).collect();
        vk.instance_extensions =
            Some(list(ExtensionKind::Instance).map(|e| (e.name.to_owned(), 1)).collect());
        for s in registry::feature_structs() {
            let gathered =
                s.name.strip_prefix("VkPhysicalDeviceVulkan1").and_then(|n| n.strip_suffix("Features"));
            // Vulkan11Features came with 1.2.
            if gathered.and_then(|v| v.parse::<u32>().ok()).is_some_and(|v| v.max(2) > minor) {
                continue;
            }
            let bits = s.members.iter().map(|m| ((*m).to_owned(), true)).collect();
            vk.features.insert(s.name.to_owned(), bits);
        }
        vk.features.remove("VkPhysicalDevicePortabilitySubsetFeaturesKHR");
        for p in registry::property_structs() {
            let value = |k: u8| match k {
                b'M' => Property::Int(u64::from(u32::MAX)),
                b'm' => Property::Int(1),
                b'b' => Property::Int(0xffff_ffff),
                _ => Property::Int(1),
            };
            let members = p.members.iter().zip(p.kinds.bytes()).map(|(m, k)| ((*m).to_owned(), value(k)));
            vk.properties.insert(p.name.to_owned(), members.collect());
        }
        let range = Property::List(vec![Property::Float(0.5), Property::Float(64.0)]);
        d.property("VkPhysicalDeviceLimits", "lineWidthRange", range);
        let all = FormatFeatures { linear: u64::MAX, optimal: u64::MAX, buffer: u64::MAX };
        for c in Capability::ALL {
            for leaf in c.evidence().leaves() {
                if let Leaf::Format { format, .. } = leaf {
                    d.format(format, all);
                }
            }
        }
        d
    }

    pub(crate) fn vk(&mut self) -> &mut VulkanReport {
        match &mut self.0.body {
            Body::Vulkan(vk) => vk,
            Body::Null => panic!("a Null report"),
        }
    }

    pub(crate) fn extension(&mut self, name: &str) -> &mut Self {
        self.vk().extensions.insert(name.to_owned(), 1);
        self
    }

    pub(crate) fn without(&mut self, extension: &str) -> &mut Self {
        self.vk().extensions.remove(extension);
        self
    }

    pub(crate) fn bit(&mut self, feature_struct: &str, bit: &str, value: bool) -> &mut Self {
        self.vk().features.entry(feature_struct.to_owned()).or_default().insert(bit.to_owned(), value);
        self
    }

    pub(crate) fn property(&mut self, property_struct: &str, member: &str, value: Property) -> &mut Self {
        let members = self.vk().properties.entry(property_struct.to_owned()).or_default();
        members.insert(member.to_owned(), value);
        self
    }

    pub(crate) fn limit(&mut self, member: &str, value: u64) -> &mut Self {
        self.property("VkPhysicalDeviceLimits", member, Property::Int(value))
    }

    pub(crate) fn format(&mut self, name: &str, features: FormatFeatures) -> &mut Self {
        self.vk().formats.get_or_insert_default().insert(name.to_owned(), features);
        self
    }
}

pub(crate) fn queue(flags: u32, timestamp_valid_bits: u32) -> QueueFamily {
    QueueFamily {
        flags,
        count: 1,
        timestamp_valid_bits,
        min_image_transfer_granularity: [1, 1, 1],
        present: None,
    }
}

/// What is wrong with a plan for a report: things it enables that the report hasn't got, structs of extensions that are not
/// enabled, duplicates, a promoted struct beside the one that gathers it, dependencies that are not enabled.
pub(crate) fn faults(report: &DeviceReport, plan: &Plan) -> Vec<String> {
    let vk = vulkan(report);
    let minor = registry::minor_of(vk.api_version);
    let mut wrong = Vec::new();
    for e in &plan.device_extensions {
        if !vk.extensions.contains_key(e.as_ref()) {
            wrong.push(format!("{e} is not listed"));
        }
    }
    for e in &plan.instance_extensions {
        if vk.instance_extensions.as_ref().is_some_and(|list| !list.contains_key(e.as_ref())) {
            wrong.push(format!("instance extension {e} is not listed"));
        }
    }
    let enabled = |name: &str| plan.has_device_extension(name) || plan.has_instance_extension(name);
    for e in plan.device_extensions.iter().chain(&plan.instance_extensions) {
        if let Some(d) = registry::extension(e).and_then(|e| e.depends)
            && e != PORTABILITY // has to be enabled wherever it is listed (VUID-VkDeviceCreateInfo-pProperties-04451)
            && !holds(d, minor, &enabled)
        {
            wrong.push(format!("{e} is enabled without what it depends on"));
        }
    }
    let sorted = |list: &[candor_caps::Name]| list.is_sorted_by(|a, b| a < b);
    if !sorted(&plan.device_extensions) || !sorted(&plan.instance_extensions) {
        wrong.push("extensions are not sorted or listed twice".to_owned());
    }
    let mut seen = Vec::new();
    for (i, s) in plan.features.iter().enumerate() {
        let info = registry::feature_struct(s.name).expect("a struct of the registry");
        if seen.contains(&info.name) {
            wrong.push(format!("{} is chained twice", info.name));
        }
        seen.push(info.name);
        if s.is_base() != (i == 0 && s.name == "VkPhysicalDeviceFeatures") {
            wrong.push("the base struct is not the first".to_owned());
        }
        let provided = info.providers.iter().any(|(by, _)| match by {
            registry::Provider::Core(v) => *v <= minor,
            registry::Provider::Extension(e) => enabled(registry::extensions()[usize::from(*e)].name),
        });
        if !provided {
            wrong.push(format!("{} has neither the version nor an enabled extension", s.name));
        }
        for b in &s.bits {
            if info.members[b.index as usize] != b.name || s.member_count as usize != info.members.len() {
                wrong.push(format!("{}::{} has the wrong place", s.name, b.name));
            }
            if !reports_true(vk, info, b.name) {
                wrong.push(format!("{}::{} is not reported as true", s.name, b.name));
            }
        }
    }
    for v in 1..=registry::NEWEST_MINOR {
        let gathering = format!("VkPhysicalDeviceVulkan1{v}Features");
        if plan.features.iter().any(|s| s.name == gathering) {
            for s in &plan.features {
                let info = registry::feature_struct(s.name).expect("a struct of the registry");
                let core = info.providers.iter().any(|p| p.0 == registry::Provider::Core(v));
                let gathers = info.name.starts_with("VkPhysicalDeviceVulkan1");
                if core && !gathers {
                    wrong.push(format!("{} stands beside {gathering}", s.name));
                }
            }
        }
    }
    wrong
}

fn reports_true(vk: &VulkanReport, info: &registry::FeatureStructInfo, bit: &str) -> bool {
    let names = std::iter::once(info.name).chain(info.aliases.iter().copied());
    names.filter_map(|n| vk.features.get(n)).any(|bits| bits.get(bit) == Some(&true))
}

fn holds(d: &registry::Dependency, minor: u32, enabled: &dyn Fn(&str) -> bool) -> bool {
    use registry::{Dependency as D, Provider};
    match d {
        D::Core(v) => *v <= minor,
        D::All(of) => of.iter().all(|d| holds(d, minor, enabled)),
        D::Any(of) => of.iter().any(|d| holds(d, minor, enabled)),
        D::Extension(e) => {
            let mut at = &registry::extensions()[usize::from(*e)];
            loop {
                if enabled(at.name) {
                    return true;
                }
                match at.promoted_to {
                    Some(Provider::Core(v)) => return v <= minor,
                    Some(Provider::Extension(to)) => at = &registry::extensions()[usize::from(to)],
                    None => return false,
                }
            }
        }
    }
}

/// The sentence by which a feature is refused.
pub(crate) fn refusal(r: &Resolution, feature: &str) -> String {
    r.refusal(feature).unwrap_or_else(|| panic!("{feature} was not refused: {r}")).to_string()
}
