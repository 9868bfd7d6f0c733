//! The live report against what `vulkaninfo` exports of the same device, and a device made from a plan. Skipped, aloud,
//! where there is no loader, no device or no `vulkaninfo`.
// Helpers outside of `#[test]` functions are test code too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use ash::vk;
use candor_caps::plan::{FeatureBit, FeatureStruct, Plan};
use candor_caps::read::{Document, read};
use candor_caps::registry;
use candor_caps::report::{Body, DeviceReport, Property, VulkanReport};
use candor_caps::{Feature, Requests, Tier, resolve};
use candor_caps_ash::{DeviceChain, InstanceParts, Live};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::Mutex;

/// An instance for as long as a test needs it.
struct Host {
    entry: ash::Entry,
    instance: ash::Instance,
    api_version: u32,
    properties2: bool,
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: tests destroy their devices before the host goes.
        unsafe { self.instance.destroy_instance(None) }
    }
}

impl Host {
    /// With the newest version that the loader knows.
    fn newest() -> Option<Self> {
        // SAFETY: as in `new`.
        let entry = unsafe { ash::Entry::load() }.ok();
        // SAFETY: a global function.
        let version = entry.and_then(|e| unsafe { e.try_enumerate_instance_version() }.ok().flatten());
        Self::new(version.unwrap_or(vk::API_VERSION_1_0))
    }

    fn new(api_version: u32) -> Option<Self> {
        Self::with(api_version, false)
    }

    /// With or without the extension by which a 1.0 instance asks for more.
    fn with(api_version: u32, properties2: bool) -> Option<Self> {
        // SAFETY: loading the system's Vulkan loader has no precondition that a test could break.
        let entry = match unsafe { ash::Entry::load() } {
            Ok(entry) => entry,
            Err(e) => {
                eprintln!("skipped: no Vulkan loader ({e})");
                return None;
            }
        };
        let mut plan = Plan { api_version, ..Plan::default() };
        if properties2 {
            plan.instance_extensions.push("VK_KHR_get_physical_device_properties2".into());
        }
        let parts = InstanceParts::new(&plan).unwrap();
        let app = vk::ApplicationInfo::default().api_version(parts.api_version());
        let info = parts.create_info().application_info(&app);
        // SAFETY: `info` and what it points to are alive.
        match unsafe { entry.create_instance(&info, None) } {
            Ok(instance) => Some(Self { entry, instance, api_version, properties2 }),
            Err(e) => {
                eprintln!("skipped: no Vulkan instance ({e})");
                None
            }
        }
    }

    fn live(&self) -> Live<'_> {
        Live {
            entry: &self.entry,
            instance: &self.instance,
            instance_api_version: self.api_version,
            properties2: self.properties2,
        }
    }

    fn device(&self) -> Option<vk::PhysicalDevice> {
        // SAFETY: the instance is alive.
        let all = unsafe { self.instance.enumerate_physical_devices() }.unwrap_or_default();
        if all.is_empty() {
            eprintln!("skipped: a Vulkan loader, but no device");
        }
        all.first().copied()
    }

    fn report(&self, device: vk::PhysicalDevice) -> DeviceReport {
        // SAFETY: the device is of this instance, which is alive and was created as it says.
        unsafe { self.live().report(device) }.unwrap()
    }
}

fn vulkan(d: &DeviceReport) -> &VulkanReport {
    match &d.body {
        Body::Vulkan(v) => v,
        Body::Null => panic!("{} isn't a Vulkan report", d.source),
    }
}

/// What `vulkaninfo` exports of its first device.
fn vulkaninfo() -> Option<DeviceReport> {
    let dir = std::env::temp_dir().join(format!("candor-vulkaninfo-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("report.json");
    let run =
        std::process::Command::new("vulkaninfo").args(["-j", "-o", "report.json"]).current_dir(&dir).output();
    let bytes = match run {
        Ok(out) => std::fs::read(&file)
            .ok()
            .or_else(|| {
                // Some versions choose the name themselves.
                let any = std::fs::read_dir(&dir)
                    .ok()?
                    .flatten()
                    .find(|f| f.path().extension() == Some("json".as_ref()))?;
                std::fs::read(any.path()).ok()
            })
            .or_else(|| {
                eprintln!("skipped: vulkaninfo wrote no profile: {}", String::from_utf8_lossy(&out.stderr));
                None
            }),
        Err(e) => {
            eprintln!("skipped: no vulkaninfo ({e})");
            None
        }
    };
    let _ = std::fs::remove_dir_all(&dir);
    match read(&bytes?, "vulkaninfo").unwrap() {
        Document::Device(d) => Some(*d),
        other => panic!("vulkaninfo's export was read as a {}", other.class()),
    }
}

/// Under the registry's own names, aliases folded.
fn folded<T: Clone>(all: &BTreeMap<String, BTreeMap<String, T>>) -> BTreeMap<String, BTreeMap<String, T>> {
    let own = |name: &str| {
        let feature = registry::feature_struct(name).map(|s| s.name);
        feature.or_else(|| registry::property_struct(name).map(|s| s.name)).unwrap_or(name).to_owned()
    };
    all.iter().map(|(k, v)| (own(k), v.clone())).collect()
}

#[test]
fn the_live_report_agrees_with_what_vulkaninfo_exports() {
    let Some(host) = Host::newest() else { return };
    let Some(device) = host.device() else { return };
    let live = host.report(device);
    let Some(other) = vulkaninfo() else { return };
    if live.name != other.name {
        eprintln!("skipped: vulkaninfo's first device is {:?}, the loader's {:?}", other.name, live.name);
        return;
    }
    let (mine, theirs) = (vulkan(&live), vulkan(&other));
    assert_eq!(mine.api_version, theirs.api_version);
    assert_eq!(
        (live.vendor_id, live.device_id, live.device_type),
        (other.vendor_id, other.device_id, other.device_type)
    );
    assert_eq!(live.driver, other.driver);
    assert_eq!(mine.extensions, theirs.extensions);
    assert_eq!(mine.queue_families, theirs.queue_families);

    let mut wrong = Vec::new();
    let mut compared = 0;
    let (a, b) = (folded(&mine.features), folded(&theirs.features));
    for (s, bits) in &b {
        let Some(own) = a.get(s) else {
            wrong.push(format!("{s} is not in the live report"));
            continue;
        };
        for (bit, on) in bits {
            compared += 1;
            if own.get(bit) != Some(on) {
                wrong.push(format!("{s}::{bit}: live {:?}, vulkaninfo {on}", own.get(bit)));
            }
        }
    }
    let (a, b) = (folded(&mine.properties), folded(&theirs.properties));
    for (s, members) in &b {
        let Some(own) = a.get(s) else {
            wrong.push(format!("{s} is not in the live report"));
            continue;
        };
        for (member, theirs) in members {
            compared += 1;
            // What a pointer leads to (lists of image layouts, of layered APIs) is no limit and not in the live report.
            let pointer =
                member.strip_prefix('p').is_some_and(|m| m.starts_with(|c: char| c.is_ascii_uppercase()));
            if pointer && !own.contains_key(member) {
                continue;
            }
            // Exported by name, a flag set loses the bits that have none, and so does an enum whose value has none; a name
            // may have lost its vendor since.
            let named = |mine: &Property| match (mine, theirs) {
                (Property::Int(a), Property::Int(b)) => is_flags(s, member) && a & b == *b,
                (Property::Int(_), Property::Text(b)) => b.starts_with("VK_UNKNOWN_"),
                (Property::Text(a), Property::Text(b)) => b
                    .strip_prefix(a.as_str())
                    .is_some_and(|v| v.starts_with('_') && v[1..].chars().all(|c| c.is_ascii_uppercase())),
                _ => false,
            };
            let same = own.get(member).is_some_and(|mine| equal(mine, theirs) || named(mine));
            if !same {
                wrong.push(format!("{s}::{member}: live {:?}, vulkaninfo {theirs:?}", own.get(member)));
            }
        }
    }
    let none = BTreeMap::new();
    let (a, b) = (mine.formats.as_ref().unwrap(), theirs.formats.as_ref().unwrap_or(&none));
    for (format, theirs) in b {
        compared += 1;
        let own = a.get(format).copied().unwrap_or_default();
        // Older versions don't know all names of the bits above 30, and some don't export those bits at all.
        let same = |own: u64, theirs: u64| own & theirs == theirs && (own ^ theirs) & 0x7fff_ffff == 0;
        let same = same(own.linear, theirs.linear)
            && same(own.optimal, theirs.optimal)
            && same(own.buffer, theirs.buffer);
        if !same {
            wrong.push(format!("{format}: live {:?}, vulkaninfo {theirs:?}", a.get(format)));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 500, "only {compared} values were compared");
    eprintln!("{compared} values of {} agree with vulkaninfo's", live.name.as_deref().unwrap_or_default());

    // What vulkaninfo doesn't export.
    assert!(!mine.memory.as_ref().unwrap().heaps.is_empty());
    assert!(mine.instance_extensions.as_ref().unwrap().contains_key("VK_KHR_surface"));
    // And the report survives being saved.
    let saved = serde_json::to_vec(&live).unwrap();
    assert_eq!(read(&saved, "saved.json"), Ok(Document::Device(Box::new(live))));
}

fn is_flags(property_struct: &str, member: &str) -> bool {
    registry::property_struct(property_struct)
        .is_some_and(|s| s.members.iter().zip(s.kinds.bytes()).any(|(m, kind)| *m == member && kind == b'b'))
}

/// Equal, where whole numbers and real ones are the same, as JSON has it.
fn equal(a: &Property, b: &Property) -> bool {
    let number = |p: &Property| match p {
        Property::Int(v) => Some(*v as f64),
        Property::Signed(v) => Some(*v as f64),
        Property::Float(v) => Some(*v),
        Property::Bool(_) | Property::Text(_) | Property::List(_) => None,
    };
    match (a, b) {
        (Property::List(a), Property::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Property::Int(a), Property::Int(b)) => a == b,
        _ => a == b || number(a).zip(number(b)).is_some_and(|(a, b)| (a - b).abs() <= 1e-6 * b.abs()),
    }
}

#[test]
fn an_old_instance_records_what_it_may_ask_and_says_so() {
    let Some(host) = Host::new(vk::API_VERSION_1_0) else { return };
    let Some(device) = host.device() else { return };
    let d = host.report(device);
    let v = vulkan(&d);
    assert_eq!(v.features.keys().collect::<Vec<_>>(), ["VkPhysicalDeviceFeatures"]);
    assert_eq!(v.properties.len(), 3);
    assert!(
        matches!(v.properties["VkPhysicalDeviceLimits"]["maxImageDimension2D"], Property::Int(n) if n >= 4096)
    );
    assert!(d.notes.iter().any(|n| n.contains("only what 1.0 knows")), "{:?}", d.notes);

    // With the extension, what extensions bring is asked, and what versions gathered is not.
    let Some(host) = Host::with(vk::API_VERSION_1_0, true) else { return };
    let Some(device) = host.device() else { return };
    let more = host.report(device);
    let (v, more_v) = (vulkan(&d), vulkan(&more));
    assert!(!more_v.features.contains_key("VkPhysicalDeviceVulkan11Features"));
    let core = "VkPhysicalDeviceFeatures";
    assert_eq!(more_v.features[core], v.features[core]);
    let all = registry::feature_structs().iter();
    let by_extension = |s: &&registry::FeatureStructInfo| {
        s.providers.iter().any(|(by, _)| match by {
            registry::Provider::Extension(i) => {
                v.extensions.contains_key(registry::extensions()[usize::from(*i)].name)
            }
            registry::Provider::Core(_) => false,
        })
    };
    assert_eq!(more_v.features.len(), 1 + all.filter(by_extension).count());
    assert_eq!(more_v.formats.as_ref().map(BTreeMap::is_empty), Some(false));

    let Some(host) = Host::new(vk::API_VERSION_1_1) else { return };
    let Some(device) = host.device() else { return };
    let d = host.report(device);
    assert!(!vulkan(&d).features.contains_key("VkPhysicalDeviceVulkan13Features"));
    assert!(vulkan(&d).features.contains_key("VkPhysicalDeviceMultiviewFeatures"));
    if registry::minor_of(vulkan(&d).api_version) > 1 {
        assert!(d.notes.iter().any(|n| n.contains("created for Vulkan 1.1")), "{:?}", d.notes);
    }
}

/// Errors that the validation layer has called out, over the whole process.
static ERRORS: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "system" fn called_out(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut std::ffi::c_void,
) -> vk::Bool32 {
    // SAFETY: the layer hands over valid data for the time of the call.
    let message = unsafe { (*data).message_as_c_str() };
    let message = message.map_or_else(String::new, |m| m.to_string_lossy().into_owned());
    ERRORS.lock().unwrap().push(message);
    vk::FALSE
}

const VALIDATION: &CStr = c"VK_LAYER_KHRONOS_validation";

#[test]
fn a_device_is_created_from_a_resolved_plan() {
    let Some(host) = Host::newest() else { return };
    let Some(device) = host.device() else { return };
    let report = host.report(device);
    // Everything that the device has of what Candor knows, in one plan: the largest chain there is here.
    let mut requests = Requests::new();
    for f in Feature::ALL {
        requests.add(*f, Tier::Optional);
    }
    let resolution = resolve(&report, &requests);
    let mut plan = resolution.plan.clone();
    assert!(!plan.features.is_empty(), "{plan}");

    // SAFETY: a global function.
    let layers = unsafe { host.entry.enumerate_instance_layer_properties() }.unwrap();
    let checked = layers.iter().any(|l| l.layer_name_as_c_str() == Ok(VALIDATION));
    if checked {
        plan.instance_extensions.push("VK_EXT_debug_utils".into());
    } else {
        eprintln!("not checked by the validation layer, which is not installed");
    }
    let parts = InstanceParts::new(&plan).unwrap();
    let app = vk::ApplicationInfo::default().api_version(parts.api_version());
    let names = [VALIDATION.as_ptr()];
    let mut watch = vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
        .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
        .pfn_user_callback(Some(called_out));
    let mut info = parts.create_info().application_info(&app);
    if checked {
        info = info.enabled_layer_names(&names).push_next(&mut watch);
    }
    let family = vulkan(&report).queue_families.as_ref().unwrap();
    let graphics = family.iter().position(|q| q.flags & vk::QueueFlags::GRAPHICS.as_raw() != 0).unwrap();
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(u32::try_from(graphics).unwrap())
        .queue_priorities(&[1.0])];
    let chain = DeviceChain::new(&plan).unwrap();
    // SAFETY: what the create infos point to is alive; everything is destroyed in the reverse order.
    unsafe {
        let instance = host.entry.create_instance(&info, None).unwrap();
        let messenger = checked.then(|| {
            let f = ash::ext::debug_utils::Instance::new(&host.entry, &instance);
            let messenger = f.create_debug_utils_messenger(&watch, None).unwrap();
            (f, messenger)
        });
        let all = instance.enumerate_physical_devices().unwrap();
        let same = |d: &&vk::PhysicalDevice| {
            let p = instance.get_physical_device_properties(**d);
            Some(p.device_id) == report.device_id && Some(p.vendor_id) == report.vendor_id
        };
        let made = instance.create_device(*all.iter().find(same).unwrap(), &chain.create_info(&queues), None);
        let made = made.map_err(|e| format!("{e}: {plan}")).unwrap();
        made.destroy_device(None);
        if let Some((f, messenger)) = messenger {
            f.destroy_debug_utils_messenger(messenger, None);
        }
        instance.destroy_instance(None);
    }
    // A layer that is older than the registry tables doesn't know every struct; that alone is no error of the chain.
    let mut errors = ERRORS.lock().unwrap();
    errors.retain(|e| {
        !(e.contains("VUID-VkDeviceCreateInfo-pNext-pNext") && e.contains("unknown VkStructureType"))
    });
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    eprintln!(
        "a device with {} extensions and {} structs of features was created{}",
        plan.device_extensions.len(),
        plan.features.len(),
        if checked { ", and the validation layer had nothing to say" } else { "" }
    );
}

#[test]
fn a_device_is_created_with_every_bit_that_two_structs_have() {
    let Some(host) = Host::new(vk::API_VERSION_1_2) else { return };
    let Some(device) = host.device() else { return };
    let d = host.report(device);
    let mut plan = Plan { api_version: vk::API_VERSION_1_2, ..Plan::default() };
    for name in ["VkPhysicalDeviceFeatures", "VkPhysicalDeviceVulkan12Features"] {
        let Some(bits) = vulkan(&d).features.get(name) else { continue };
        let s = registry::feature_struct(name).unwrap();
        let on = |(i, m): (usize, &&'static str)| {
            bits[*m].then(|| FeatureBit { name: m, index: u32::try_from(i).unwrap() })
        };
        plan.features.push(FeatureStruct {
            name: s.name,
            s_type: s.s_type,
            member_count: u32::try_from(s.members.len()).unwrap(),
            bits: s.members.iter().enumerate().filter_map(on).collect(),
        });
    }
    let chain = DeviceChain::new(&plan).unwrap();
    let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
    // SAFETY: the physical device is of this instance; the chain and the queues outlive the call; the device is destroyed
    // before the instance.
    unsafe {
        let made = host.instance.create_device(device, &chain.create_info(&queues), None).unwrap();
        made.destroy_device(None);
    }
}
