//! A device report from a live device: everything that the device says of itself, asked generically from the registry's
//! tables, so that the live device and a saved file take the same path.

use crate::chain::{Blocks, flags_size};
use crate::layout::Layout;
use ash::vk;
use candor_caps::read::formats;
use candor_caps::registry::{self, Provider};
use candor_caps::report::{
    Body, DeviceReport, DeviceType, FormatFeatures, MemoryReport, Property, QueueFamily, VulkanReport,
};
use candor_caps::{Reason, Refused};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::mem::offset_of;

/// An instance and how it was created, which decides what may be asked through it.
#[derive(Clone, Copy)]
pub struct Live<'a> {
    /// The loader.
    pub entry: &'a ash::Entry,
    /// The instance.
    pub instance: &'a ash::Instance,
    /// `VkApplicationInfo::apiVersion` that the instance was created with; 0 counts as 1.0.
    pub instance_api_version: u32,
    /// `VK_KHR_get_physical_device_properties2` was enabled. Without it, and below 1.1, only Vulkan 1.0 can be asked.
    pub properties2: bool,
}

impl std::fmt::Debug for Live<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live")
            .field("instance_api_version", &self.instance_api_version)
            .field("properties2", &self.properties2)
            .finish_non_exhaustive()
    }
}

const GET_2: &CStr = c"VK_KHR_get_physical_device_properties2";

/// What may be asked of one device.
struct Reach {
    /// Minor version of Vulkan 1 that instance and device share.
    minor: u32,
    extensions: BTreeMap<String, u32>,
    /// The functions that take a chain: those of 1.1, or those of the extension.
    two: Two,
}

enum Two {
    None,
    Core,
    Extension(ash::khr::get_physical_device_properties2::Instance),
}

impl Reach {
    fn has(&self, provider: Provider) -> bool {
        match provider {
            Provider::Core(minor) => minor <= self.minor,
            Provider::Extension(i) => registry::extensions()
                .get(usize::from(i))
                .is_some_and(|e| self.extensions.contains_key(e.name)),
        }
    }

    fn lists(&self, extension: &str) -> bool {
        self.extensions.contains_key(extension)
    }
}

fn driver(call: &str, answer: vk::Result) -> Refused {
    Reason::Driver { call: call.to_owned(), answer: format!("{answer:?}") }.into()
}

fn text(name: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = name.iter().map(|c| c.to_ne_bytes()[0]).take_while(|b| *b != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn listed(all: Vec<vk::ExtensionProperties>) -> BTreeMap<String, u32> {
    all.into_iter().map(|e| (text(&e.extension_name), e.spec_version)).collect()
}

impl Live<'_> {
    /// Everything that one physical device says of itself: extensions of device and instance, every feature and property
    /// struct that a listed extension or its version defines, every format, queue family and memory heap. Presentation is
    /// not asked, since that takes a surface ([`Self::ask_present`]).
    ///
    /// # Errors
    /// A driver call failed.
    ///
    /// # Safety
    /// `physical_device` must come from `self.instance`, that instance from `self.entry`, and neither may be destroyed
    /// during the call. `instance_api_version` and `properties2` must be true of the instance.
    pub unsafe fn report(&self, physical_device: vk::PhysicalDevice) -> Result<DeviceReport, Refused> {
        // SAFETY: the caller vouches for the handles.
        let (base, base_bytes) = unsafe { self.base(physical_device) };
        // SAFETY: as above.
        let extensions = unsafe { self.instance.enumerate_device_extension_properties(physical_device) }
            .map_err(|e| driver("vkEnumerateDeviceExtensionProperties", e))?;
        // SAFETY: a global function, and the loader is alive.
        let instance_extensions = unsafe { self.entry.enumerate_instance_extension_properties(None) }
            .map_err(|e| driver("vkEnumerateInstanceExtensionProperties", e))?;
        let minor = registry::minor_of(base.api_version).min(registry::minor_of(self.instance_api_version));
        let two = if minor >= 1 {
            Two::Core
        } else if self.properties2 {
            Two::Extension(ash::khr::get_physical_device_properties2::Instance::new(
                self.entry,
                self.instance,
            ))
        } else {
            Two::None
        };
        let reach = Reach { minor, extensions: listed(extensions), two };
        let mut notes = Vec::new();
        if matches!(reach.two, Two::None) {
            notes.push(format!(
                "the instance was created for Vulkan 1.0 without {}: only what 1.0 knows is recorded",
                GET_2.to_string_lossy()
            ));
        } else if minor < registry::minor_of(base.api_version) {
            notes.push(format!(
                "the instance was created for Vulkan 1.{minor}: what later versions gather is not recorded"
            ));
        }
        // SAFETY: the caller vouches for the handles, for these calls and the ones below.
        let features = unsafe { self.features(physical_device, &reach) };
        // SAFETY: as above.
        let properties = unsafe { self.properties(physical_device, &base, &base_bytes, &reach) };
        // SAFETY: as above.
        let formats = unsafe { self.formats(physical_device, &reach) };
        // SAFETY: as above.
        let queues = unsafe { self.instance.get_physical_device_queue_family_properties(physical_device) };
        // SAFETY: as above.
        let memory = unsafe { self.instance.get_physical_device_memory_properties(physical_device) };
        Ok(DeviceReport {
            schema: DeviceReport::SCHEMA,
            name: Some(text(&base.device_name)),
            vendor_id: Some(base.vendor_id),
            device_id: Some(base.device_id),
            driver: driver_words(&properties),
            device_type: device_type(base.device_type),
            source: "live device".to_owned(),
            faults: Vec::new(),
            notes,
            body: Body::Vulkan(Box::new(VulkanReport {
                api_version: base.api_version,
                extensions: reach.extensions,
                instance_extensions: Some(listed(instance_extensions)),
                features,
                properties,
                formats: Some(formats),
                queue_families: Some(queues.iter().map(queue_family).collect()),
                memory: Some(memory_report(&memory)),
            })),
        })
    }

    /// Asks for every queue family of a report whether it can present to a surface, and writes the answer into it.
    ///
    /// # Errors
    /// A driver call failed, or the report is not of a Vulkan device.
    ///
    /// # Safety
    /// As for [`Self::report`], for the same physical device; `surface` must be of the same instance, which has
    /// `VK_KHR_surface` enabled, and alive.
    pub unsafe fn ask_present(
        &self,
        report: &mut DeviceReport,
        physical_device: vk::PhysicalDevice,
        surface: vk::SurfaceKHR,
    ) -> Result<(), Refused> {
        let Body::Vulkan(v) = &mut report.body else {
            let rule = "only a Vulkan device is asked through a Vulkan surface".to_owned();
            return Err(Reason::Invalid { what: report.source.clone(), rule }.into());
        };
        let f = ash::khr::surface::Instance::new(self.entry, self.instance);
        for (i, family) in (0u32..).zip(v.queue_families.iter_mut().flatten()) {
            // SAFETY: the caller vouches for the handles; the index is that of a family that the device reported.
            let answer = unsafe { f.get_physical_device_surface_support(physical_device, i, surface) };
            let answer = answer.map_err(|e| driver("vkGetPhysicalDeviceSurfaceSupportKHR", e))?;
            family.present = Some(answer);
        }
        Ok(())
    }

    /// The 1.0 properties, as a struct and as the bytes that the driver wrote, padding included, over zeroes.
    ///
    /// # Safety
    /// As for [`Self::report`].
    unsafe fn base(&self, device: vk::PhysicalDevice) -> (vk::PhysicalDeviceProperties, Blocks) {
        let mut block = Blocks::default();
        block.push(0, size_of::<vk::PhysicalDeviceProperties>());
        let to = block.first().cast::<vk::PhysicalDeviceProperties>();
        // SAFETY: the block is as large as the struct and aligned for u64, which is the most that the struct asks for; all
        // zeroes are a value of it. The caller vouches for the handles.
        let base = unsafe {
            (self.instance.fp_v1_0().get_physical_device_properties)(device, to);
            *to
        };
        (base, block)
    }

    /// # Safety
    /// As for [`Self::report`].
    unsafe fn features(
        &self,
        device: vk::PhysicalDevice,
        reach: &Reach,
    ) -> BTreeMap<String, BTreeMap<String, bool>> {
        let base = "VkPhysicalDeviceFeatures";
        // The first block is `VkPhysicalDeviceFeatures2`: a header and the bits of 1.0.
        let mut blocks = Blocks::default();
        let mut asked = Vec::new();
        for s in registry::feature_structs() {
            if s.name == base {
                blocks = Blocks::default();
                blocks.push(s.s_type, flags_size(s.members.len()));
                asked = vec![(base, s.members)];
                break;
            }
        }
        if !matches!(reach.two, Two::None) {
            for s in registry::feature_structs().iter().filter(|s| s.name != base) {
                if let Some((_, name)) = s.providers.iter().find(|(by, _)| reach.has(*by)) {
                    blocks.push(s.s_type, flags_size(s.members.len()));
                    asked.push((*name, s.members));
                }
            }
        }
        // SAFETY: the chain holds structs of devices' extensions and versions only, each zeroed and as large as the
        // registry says; its head is as large as `VkPhysicalDeviceFeatures2`.
        unsafe {
            let head = &mut *blocks.first().cast::<vk::PhysicalDeviceFeatures2<'_>>();
            match &reach.two {
                Two::Core => self.instance.get_physical_device_features2(device, head),
                Two::Extension(f) => f.get_physical_device_features2(device, head),
                Two::None => head.features = self.instance.get_physical_device_features(device),
            }
        }
        let read = |(i, (name, members)): (usize, &(&str, &[&str]))| {
            let bits = members.iter().enumerate().map(|(m, bit)| ((*bit).to_owned(), blocks.flag(i, m)));
            ((*name).to_owned(), bits.collect())
        };
        asked.iter().enumerate().map(read).collect()
    }

    /// # Safety
    /// As for [`Self::report`].
    unsafe fn properties(
        &self,
        device: vk::PhysicalDevice,
        base: &vk::PhysicalDeviceProperties,
        base_bytes: &Blocks,
        reach: &Reach,
    ) -> BTreeMap<String, BTreeMap<String, Property>> {
        let mut out = BTreeMap::new();
        out.insert("VkPhysicalDeviceProperties".to_owned(), base_properties(base));
        let inner = [
            ("VkPhysicalDeviceLimits", offset_of!(vk::PhysicalDeviceProperties, limits)),
            ("VkPhysicalDeviceSparseProperties", offset_of!(vk::PhysicalDeviceProperties, sparse_properties)),
        ];
        for (name, at) in inner {
            if let (Some(layout), Some(bytes)) = (Layout::find(name), base_bytes.bytes(0).get(at..)) {
                out.insert(name.to_owned(), layout.read(bytes));
            }
        }
        if matches!(reach.two, Two::None) {
            return out;
        }
        let mut blocks = Blocks::default();
        let mut asked = Vec::new();
        for p in registry::property_structs() {
            let Some(layout) = Layout::find(p.name).filter(|l| l.s_type != 0) else { continue };
            if p.providers.iter().any(|by| reach.has(*by)) {
                blocks.push(layout.s_type, layout.size());
                asked.push(layout);
            }
        }
        let mut head = vk::PhysicalDeviceProperties2 { p_next: blocks.first(), ..Default::default() };
        // SAFETY: the chain holds structs of the device's extensions and versions only, each zeroed (so that pointers in it
        // are null, which asks for counts) and as large as the registry says.
        unsafe {
            match &reach.two {
                Two::Core => self.instance.get_physical_device_properties2(device, &mut head),
                Two::Extension(f) => f.get_physical_device_properties2(device, &mut head),
                Two::None => {}
            }
        }
        for (i, layout) in asked.iter().enumerate() {
            out.insert(layout.name.to_owned(), layout.read(blocks.bytes(i)));
        }
        out
    }

    /// # Safety
    /// As for [`Self::report`].
    unsafe fn formats(&self, device: vk::PhysicalDevice, reach: &Reach) -> BTreeMap<String, FormatFeatures> {
        let three = reach.minor >= 3 || reach.lists("VK_KHR_format_feature_flags2");
        let mut out = BTreeMap::new();
        for f in formats() {
            // A driver need not survive the number of a format that it has not heard of.
            let known = f.core.is_some_and(|minor| minor <= reach.minor) || reach.lists(f.extension);
            if !known {
                continue;
            }
            let format = vk::Format::from_raw(f.number);
            let mut wide = vk::FormatProperties3::default();
            let mut two = vk::FormatProperties2::default();
            if three {
                two = two.push_next(&mut wide);
            }
            // SAFETY: the caller vouches for the handles; the chain is one struct, allowed as `three` says.
            let narrow = unsafe {
                match &reach.two {
                    Two::Core => {
                        self.instance.get_physical_device_format_properties2(device, format, &mut two)
                    }
                    Two::Extension(x) => x.get_physical_device_format_properties2(device, format, &mut two),
                    Two::None => {
                        two.format_properties =
                            self.instance.get_physical_device_format_properties(device, format);
                    }
                }
                two.format_properties
            };
            let features = FormatFeatures {
                linear: u64::from(narrow.linear_tiling_features.as_raw())
                    | wide.linear_tiling_features.as_raw(),
                optimal: u64::from(narrow.optimal_tiling_features.as_raw())
                    | wide.optimal_tiling_features.as_raw(),
                buffer: u64::from(narrow.buffer_features.as_raw()) | wide.buffer_features.as_raw(),
            };
            if features != FormatFeatures::default() {
                out.insert(f.name.to_owned(), features);
            }
        }
        out
    }
}

fn base_properties(p: &vk::PhysicalDeviceProperties) -> BTreeMap<String, Property> {
    let int = |v: u32| Property::Int(u64::from(v));
    let uuid = p.pipeline_cache_uuid.iter().map(|b| int(u32::from(*b))).collect();
    let kind = match p.device_type {
        vk::PhysicalDeviceType::DISCRETE_GPU => "VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU",
        vk::PhysicalDeviceType::INTEGRATED_GPU => "VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU",
        vk::PhysicalDeviceType::VIRTUAL_GPU => "VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU",
        vk::PhysicalDeviceType::CPU => "VK_PHYSICAL_DEVICE_TYPE_CPU",
        _ => "VK_PHYSICAL_DEVICE_TYPE_OTHER",
    };
    BTreeMap::from([
        ("apiVersion".to_owned(), int(p.api_version)),
        ("driverVersion".to_owned(), int(p.driver_version)),
        ("vendorID".to_owned(), int(p.vendor_id)),
        ("deviceID".to_owned(), int(p.device_id)),
        ("deviceType".to_owned(), Property::Text(kind.to_owned())),
        ("deviceName".to_owned(), Property::Text(text(&p.device_name))),
        ("pipelineCacheUUID".to_owned(), Property::List(uuid)),
    ])
}

fn device_type(t: vk::PhysicalDeviceType) -> Option<DeviceType> {
    Some(match t {
        vk::PhysicalDeviceType::DISCRETE_GPU => DeviceType::Discrete,
        vk::PhysicalDeviceType::INTEGRATED_GPU => DeviceType::Integrated,
        vk::PhysicalDeviceType::VIRTUAL_GPU => DeviceType::Virtual,
        vk::PhysicalDeviceType::CPU => DeviceType::Cpu,
        vk::PhysicalDeviceType::OTHER => DeviceType::Other,
        _ => return None,
    })
}

/// The driver as it names itself, in whichever struct it does.
fn driver_words(properties: &BTreeMap<String, BTreeMap<String, Property>>) -> Option<String> {
    let structs = ["VkPhysicalDeviceVulkan12Properties", "VkPhysicalDeviceDriverProperties"];
    structs.iter().filter_map(|s| properties.get(*s)).find_map(|own| {
        let word = |m: &str| match own.get(m) {
            Some(Property::Text(t)) => t.as_str(),
            _ => "",
        };
        let words = format!("{} {}", word("driverName"), word("driverInfo"));
        Some(words.trim().to_owned()).filter(|w| !w.is_empty())
    })
}

fn queue_family(q: &vk::QueueFamilyProperties) -> QueueFamily {
    let g = q.min_image_transfer_granularity;
    QueueFamily {
        flags: q.queue_flags.as_raw(),
        count: q.queue_count,
        timestamp_valid_bits: q.timestamp_valid_bits,
        min_image_transfer_granularity: [g.width, g.height, g.depth],
        present: None,
    }
}

fn memory_report(m: &vk::PhysicalDeviceMemoryProperties) -> MemoryReport {
    let heaps = m.memory_heaps_as_slice().iter().map(|h| (h.size, h.flags.as_raw()));
    let types = m.memory_types_as_slice().iter().map(|t| (t.heap_index, t.property_flags.as_raw()));
    MemoryReport { heaps: heaps.collect(), types: types.collect() }
}
