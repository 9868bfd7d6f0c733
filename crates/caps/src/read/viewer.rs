//! What devsim JSON and a VulkanCapsViewer save have in common: both list extensions, formats, queues, memory and the
//! `extended` features and properties in the same way, under different keys at the top.

use super::Broken;
use super::blocks::{Bits, PropertyMembers, QueueMembers};
use super::build;
use super::json::{Any, AnySeed, Map, Notes, OnMap, OnSeq, Seq, skip};
use super::names;
use crate::report::{Body, DeviceReport, FormatFeatures, MemoryReport, Property, QueueFamily, VulkanReport};
use serde::de::{MapAccess, SeqAccess};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A report as it comes together.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) vulkan: VulkanReport,
    pub(super) notes: Notes,
}

impl Gathered {
    /// The value of `key` is a struct of feature bits.
    pub(super) fn features<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let bits = self.vulkan.features.entry(name.to_owned()).or_default();
        map.next_value_seed(Map(&mut Bits(name, bits, &mut self.notes)))
    }

    /// The value of `key` is a property struct.
    pub(super) fn properties<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let mut members = PropertyMembers::new(name, &mut self.vulkan.properties, &mut self.notes);
        map.next_value_seed(Map(&mut members))?;
        members.done();
        Ok(())
    }

    /// The value is a list of `{extensionName, specVersion}`.
    pub(super) fn extensions<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        let mut all = None;
        map.next_value_seed(Seq(&mut ExtensionList(&mut all, &mut self.notes)))?;
        self.vulkan.extensions.append(&mut all.unwrap_or_default());
        Ok(())
    }

    /// The value is an object with a list of instance extensions.
    pub(super) fn instance<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        let all = &mut self.vulkan.instance_extensions;
        map.next_value_seed(Map(&mut Instance(all, &mut self.notes)))
    }

    /// The value is a list of formats, each `{formatID, ...}` or `[id, {...}]`.
    pub(super) fn formats<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        let all = &mut self.vulkan.formats;
        map.next_value_seed(Seq(&mut FormatList(all, &mut self.notes)))
    }

    /// The value is a list of queue families.
    pub(super) fn queues<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        let all = &mut self.vulkan.queue_families;
        map.next_value_seed(Seq(&mut QueueList(all, &mut self.notes)))
    }

    /// The value is `VkPhysicalDeviceMemoryProperties`.
    pub(super) fn memory<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        let memory = &mut self.vulkan.memory;
        map.next_value_seed(Map(&mut Memory(memory, &mut self.notes)))
    }

    /// The value holds `devicefeatures2` and `deviceproperties2`.
    pub(super) fn extended<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        map.next_value_seed(Map(&mut Extended(self)))
    }

    /// Ends the reading: what the 1.0 properties say of the adapter goes to the head of the report.
    pub(super) fn finish(mut self, source: String) -> Result<DeviceReport, Broken> {
        let base = self.vulkan.properties.get("VkPhysicalDeviceProperties");
        let value = |m: &str| base.and_then(|b| b.get(m));
        let number = |m: &str| match value(m) {
            Some(Property::Int(v)) => u32::try_from(*v).ok(),
            _ => None,
        };
        let text = |m: &str| match value(m) {
            Some(Property::Text(t)) => Some(t.clone()),
            _ => None,
        };
        let stated = number("apiVersion").or_else(|| text("apiVersion").and_then(|t| build::version(&t)));
        let Some(api_version) = stated else {
            let rule = "give it as Vulkan packs it, such as 4206845 for 1.3.253";
            return Err(Broken::at("the device's apiVersion", "is missing or not a version", rule));
        };
        let (vendor_id, device_id) = (number("vendorID"), number("deviceID"));
        let driver = super::profiles::driver_words(&self.vulkan.properties)
            .or_else(|| number("driverVersion").map(|v| build::driver_version_text(vendor_id, v)));
        let (name, device_type) = (text("deviceName"), value("deviceType").and_then(build::device_type));
        self.vulkan.api_version = api_version;
        Ok(DeviceReport {
            schema: DeviceReport::SCHEMA,
            name,
            vendor_id,
            device_id,
            driver,
            device_type,
            source,
            faults: Vec::new(),
            notes: self.notes.take(),
            body: Body::Vulkan(Box::new(self.vulkan)),
        })
    }
}

/// This list and those below are there once anything was listed: what is not a list records nothing.
struct ExtensionList<'g>(&'g mut Option<BTreeMap<String, u32>>, &'g mut Notes);

impl<'de> OnSeq<'de> for ExtensionList<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let all = self.0.get_or_insert_default();
        let Some(v) = seq.next_element_seed(AnySeed)? else { return Ok(false) };
        match v.get("extensionName").and_then(Any::as_str) {
            Some(name) => {
                let revision = v.get("specVersion").and_then(Any::as_u32).unwrap_or(1);
                all.insert(name.to_owned(), revision);
            }
            None => self.1.add("an extension without a name was ignored"),
        }
        Ok(true)
    }
    fn not_a_seq(&mut self, found: &str) {
        self.1.add(format!("extensions are {found} instead of an array; ignored"));
    }
}

struct Instance<'g>(&'g mut Option<BTreeMap<String, u32>>, &'g mut Notes);

impl<'de> OnMap<'de> for Instance<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "extensions" => map.next_value_seed(Seq(&mut ExtensionList(self.0, self.1))),
            _ => skip(map),
        }
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("instance is {found} instead of an object; ignored"));
    }
}

struct FormatList<'g>(&'g mut Option<BTreeMap<String, FormatFeatures>>, &'g mut Notes);

impl<'de> OnSeq<'de> for FormatList<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let all = self.0.get_or_insert_default();
        let Some(v) = seq.next_element_seed(AnySeed)? else { return Ok(false) };
        let (id, body) = match &v {
            Any::List(pair) => (pair.first(), pair.get(1)),
            other => (other.get("formatID"), Some(other)),
        };
        let number = id.and_then(Any::as_u64).and_then(|n| i64::try_from(n).ok());
        let (Some(number), Some(Any::Object(members))) = (number, body) else {
            self.1.add("a format without a number was ignored");
            return Ok(true);
        };
        let Some(name) = names::format(number) else {
            self.1.add(format!("format number {number} is not in the registry's tables and was ignored"));
            return Ok(true);
        };
        let mut features = FormatFeatures::default();
        for (key, value) in members {
            if !matches!(key.as_ref(), "formatID" | "supported") {
                build::format_member(&mut features, key, value, name, self.1);
            }
        }
        all.insert(name.to_owned(), features);
        Ok(true)
    }
    fn not_a_seq(&mut self, found: &str) {
        self.1.add(format!("formats are {found} instead of an array; ignored"));
    }
}

struct QueueList<'g>(&'g mut Option<Vec<QueueFamily>>, &'g mut Notes);

impl<'de> OnSeq<'de> for QueueList<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let all = self.0.get_or_insert_default();
        let mut family = QueueFamily::default();
        if seq.next_element_seed(Map(&mut QueueMembers(&mut family, self.1)))?.is_none() {
            return Ok(false);
        }
        all.push(family);
        Ok(true)
    }
    fn not_a_seq(&mut self, found: &str) {
        self.1.add(format!("queue families are {found} instead of an array; ignored"));
    }
}

struct Memory<'g>(&'g mut Option<MemoryReport>, &'g mut Notes);

impl<'de> OnMap<'de> for Memory<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let value = map.next_value_seed(AnySeed)?;
        let (Any::List(list), true) = (&value, key == "memoryHeaps" || key == "memoryTypes") else {
            if !matches!(key.as_ref(), "memoryHeapCount" | "memoryTypeCount") {
                self.1.add(format!("{key} of the memory properties was ignored"));
            }
            return Ok(());
        };
        let memory = self.0.get_or_insert_default();
        for v in list {
            let wide = |m| v.get(m).and_then(Any::as_u64);
            let narrow = |m| v.get(m).and_then(Any::as_u32);
            if key == "memoryHeaps" {
                match (wide("size"), narrow("flags")) {
                    (Some(size), Some(flags)) => memory.heaps.push((size, flags)),
                    _ => self.1.add("a memory heap without size or flags was ignored"),
                }
            } else {
                match (narrow("heapIndex"), narrow("propertyFlags")) {
                    (Some(heap), Some(flags)) => memory.types.push((heap, flags)),
                    _ => self.1.add("a memory type without heap or flags was ignored"),
                }
            }
        }
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("memory is {found} instead of an object; ignored"));
    }
}

struct Extended<'g>(&'g mut Gathered);

impl<'de> OnMap<'de> for Extended<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let properties = match key.as_ref() {
            "devicefeatures2" => false,
            "deviceproperties2" => true,
            other => {
                self.0.notes.add(format!("extended.{other} was ignored"));
                return skip(map);
            }
        };
        map.next_value_seed(Seq(&mut ExtendedList { to: self.0, properties }))
    }
    fn not_a_map(&mut self, found: &str) {
        self.0.notes.add(format!("extended is {found} instead of an object; ignored"));
    }
}

/// `{extension, name, supported}` or `{extension, name, value}`: bits and members that name their extension and not
/// their struct.
struct ExtendedList<'g> {
    to: &'g mut Gathered,
    properties: bool,
}

impl<'de> OnSeq<'de> for ExtendedList<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let Some(mut v) = seq.next_element_seed(AnySeed)? else { return Ok(false) };
        let notes = &mut self.to.notes;
        let text = |m| v.get(m).and_then(Any::as_str).map(str::to_owned);
        let (Some(extension), Some(name)) = (text("extension"), text("name")) else {
            notes.add("an extended feature or property without extension or name was ignored");
            return Ok(true);
        };
        let find = |e: &str| match self.properties {
            true => names::property_struct(e, &name),
            false => names::feature_struct(e, &name),
        };
        // Extensions once had an experimental form, which the registry no longer knows.
        let structure = find(&extension).or_else(|| find(&extension.replace("VK_KHX_", "VK_KHR_")));
        let Some(structure) = structure else {
            notes.add(format!("{extension}: {name} belongs to no struct that is known and was ignored"));
            return Ok(true);
        };
        if extension.starts_with("VK_KHX_") {
            notes.add(format!(
                "{extension} is experimental; its contents were taken for those of {structure}"
            ));
        }
        let key = if self.properties { "value" } else { "supported" };
        let value = match &mut v {
            Any::Object(o) => o.iter().position(|(k, _)| k == key).map(|i| o.swap_remove(i).1),
            _ => None,
        };
        let Some(value) = value else {
            notes.add(format!("{extension}: {name} has no {key} and was ignored"));
            return Ok(true);
        };
        let vulkan = &mut self.to.vulkan;
        if self.properties {
            let members = names::members(structure);
            if let Some(p) = build::property(structure, members, &name, value, notes) {
                vulkan.properties.entry(structure.to_owned()).or_default().insert(name, p);
            }
        } else if let Some(on) = value.as_bool() {
            vulkan.features.entry(structure.to_owned()).or_default().insert(name, on);
        } else {
            notes.add(format!("{extension}: {name} holds {} and was ignored", value.what()));
        }
        Ok(true)
    }
    fn not_a_seq(&mut self, found: &str) {
        self.to.notes.add(format!("extended features are {found} instead of an array; ignored"));
    }
}
