//! Khronos profiles JSON, one capability block: extensions, features, properties, formats and queue families, streamed
//! into the collections that a device report is made of.

use super::build;
use super::json::{Any, AnySeed, Map, Notes, OnMap, OnSeq, Seq, Text, skip};
use super::names::{self, Members};
use crate::report::{FormatFeatures, Property, QueueFamily};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One capability block. The parts of a device export are moved from here into its report.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) extensions: BTreeMap<String, u32>,
    pub(super) features: BTreeMap<String, BTreeMap<String, bool>>,
    pub(super) properties: BTreeMap<String, BTreeMap<String, Property>>,
    pub(super) formats: Option<BTreeMap<String, FormatFeatures>>,
    pub(super) queue_families: Option<Vec<QueueFamily>>,
    /// What is in the block and in no device report.
    pub(super) unrecorded: Vec<String>,
}

/// The lines of a block; its name may be among them.
pub(super) struct BlockLines<'b>(
    pub(super) &'b mut Block,
    pub(super) &'b mut String,
    pub(super) &'b mut Notes,
);

impl<'de> OnMap<'de> for BlockLines<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let (block, notes) = (&mut *self.0, &mut *self.2);
        match key.as_ref() {
            "extensions" => map.next_value_seed(Map(&mut Extensions(&mut block.extensions, notes))),
            "features" => map.next_value_seed(Map(&mut Features(&mut block.features, notes))),
            "properties" => map.next_value_seed(Map(&mut Properties(&mut block.properties, notes))),
            "formats" => map.next_value_seed(Map(&mut Formats(&mut block.formats, notes))),
            "queueFamiliesProperties" => {
                let families = &mut block.queue_families;
                map.next_value_seed(Seq(&mut Queues(families, &mut block.unrecorded, notes)))
            }
            "name" => {
                if let Some(name) = map.next_value_seed(AnySeed)?.as_str() {
                    name.clone_into(self.1);
                }
                Ok(())
            }
            "videoProfiles" => {
                block.unrecorded.push("video profiles".to_owned());
                notes.add("video profiles are not part of a device report and were ignored");
                skip(map)
            }
            _ => {
                notes.add(format!("{key} of capability block {} was ignored", self.1));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, found: &str) {
        self.2.add(format!("capability block {} is {found} instead of an object; ignored", self.1));
    }
}

struct Extensions<'b>(&'b mut BTreeMap<String, u32>, &'b mut Notes);

impl<'de> OnMap<'de> for Extensions<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let value = map.next_value_seed(AnySeed)?;
        let revision = value.as_u32().unwrap_or_else(|| {
            self.1.add(format!("the revision of {key} is {}; 1 was assumed", value.what()));
            1
        });
        self.0.insert(key.into_owned(), revision);
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("extensions are {found} instead of an object; ignored"));
    }
}

struct Features<'b>(&'b mut BTreeMap<String, BTreeMap<String, bool>>, &'b mut Notes);

impl<'de> OnMap<'de> for Features<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        // The 1.0 struct may come alone or inside the one that heads the chain.
        let name = match key.as_ref() {
            "VkPhysicalDeviceFeatures2" | "VkPhysicalDeviceFeatures2KHR" => "VkPhysicalDeviceFeatures",
            other => other,
        };
        let bits = self.0.entry(name.to_owned()).or_default();
        map.next_value_seed(Map(&mut Bits(name, bits, self.1)))
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("features are {found} instead of an object; ignored"));
    }
}

/// The bits of one feature struct.
pub(super) struct Bits<'b>(
    pub(super) &'b str,
    pub(super) &'b mut BTreeMap<String, bool>,
    pub(super) &'b mut Notes,
);

impl<'de> OnMap<'de> for Bits<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        if key == "features" && self.0 == "VkPhysicalDeviceFeatures" {
            return map.next_value_seed(Map(&mut Bits(self.0, self.1, self.2)));
        }
        let value = map.next_value_seed(AnySeed)?;
        let Some(on) = value.as_bool() else {
            self.2.add(format!("{}::{key} holds {} and was ignored", self.0, value.what()));
            return Ok(());
        };
        if let Some(old) = self.1.insert(key.as_ref().to_owned(), on)
            && old != on
        {
            self.2.add(format!("{}::{key} is stated twice and differently; the last one counts", self.0));
        }
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.2.add(format!("{} is {found} instead of an object; ignored", self.0));
    }
}

struct Properties<'b>(&'b mut BTreeMap<String, BTreeMap<String, Property>>, &'b mut Notes);

/// Under which name a property struct goes into the report. The parts of the 1.0 struct have their own names.
fn property_struct_name(key: &str) -> &str {
    match key {
        "VkPhysicalDeviceProperties2" | "VkPhysicalDeviceProperties2KHR" => "VkPhysicalDeviceProperties",
        other => other,
    }
}

impl<'de> OnMap<'de> for Properties<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let name = property_struct_name(&key);
        let mut members = PropertyMembers::new(name, self.0, self.1);
        map.next_value_seed(Map(&mut members))?;
        members.done();
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("properties are {found} instead of an object; ignored"));
    }
}

/// The members of one property struct.
pub(super) struct PropertyMembers<'b> {
    name: &'b str,
    members: Option<Members>,
    all: &'b mut BTreeMap<String, BTreeMap<String, Property>>,
    own: BTreeMap<String, Property>,
    notes: &'b mut Notes,
}

const SUBGROUPS: &str = "VkPhysicalDeviceSubgroupProperties";

/// An exporter once printed the members of the one under the name of the other (VulkanCapsViewer issue 188).
const DENSITY_MAP: &str = "VkPhysicalDeviceDescriptorBufferDensityMapPropertiesEXT";
const DESCRIPTOR_BUFFER: &str = "VkPhysicalDeviceDescriptorBufferPropertiesEXT";

impl<'b> PropertyMembers<'b> {
    pub(super) fn new(
        name: &'b str,
        all: &'b mut BTreeMap<String, BTreeMap<String, Property>>,
        notes: &'b mut Notes,
    ) -> Self {
        Self { name, members: names::members(name), all, own: BTreeMap::new(), notes }
    }

    /// Puts the members where they belong. They are gathered apart, so that the outer map is searched once for each
    /// struct and not for each member.
    pub(super) fn done(mut self) {
        match self.all.get_mut(self.name) {
            Some(m) if m.is_empty() => *m = self.own,
            Some(m) => m.append(&mut self.own),
            None => {
                self.all.insert(self.name.to_owned(), self.own);
            }
        }
    }
}

impl<'de> OnMap<'de> for PropertyMembers<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let nested = match (self.name, key.as_ref()) {
            ("VkPhysicalDeviceProperties", "limits") => Some("VkPhysicalDeviceLimits"),
            ("VkPhysicalDeviceProperties", "sparseProperties") => Some("VkPhysicalDeviceSparseProperties"),
            ("VkPhysicalDeviceProperties", "properties") => Some("VkPhysicalDeviceProperties"),
            // Viewers put it there; it is a struct of its own.
            ("VkPhysicalDeviceProperties", "subgroupProperties") => Some(SUBGROUPS),
            _ => None,
        };
        if let Some(nested) = nested {
            let mut members = PropertyMembers::new(nested, self.all, self.notes);
            map.next_value_seed(Map(&mut members))?;
            members.done();
            return Ok(());
        }
        let value = map.next_value_seed(AnySeed)?;
        if self.name == DENSITY_MAP && names::kind(self.members, &key).is_none() {
            self.notes.add(format!("members of {DESCRIPTOR_BUFFER} stood under {DENSITY_MAP}; put right"));
            let members = names::members(DESCRIPTOR_BUFFER);
            if let Some(v) = build::property(DESCRIPTOR_BUFFER, members, &key, value, self.notes) {
                self.all.entry(DESCRIPTOR_BUFFER.to_owned()).or_default().insert(key.into_owned(), v);
            }
            return Ok(());
        }
        if let Some(v) = build::property(self.name, self.members, &key, value, self.notes) {
            self.own.insert(key.into_owned(), v);
        }
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.notes.add(format!("{} is {found} instead of an object; ignored", self.name));
    }
}

/// What is not a list of formats records none, which is not the same as an empty list.
struct Formats<'b>(&'b mut Option<BTreeMap<String, FormatFeatures>>, &'b mut Notes);

impl<'de> OnMap<'de> for Formats<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let mut features = FormatFeatures::default();
        map.next_value_seed(Map(&mut FormatStructs(&key, &mut features, self.1)))?;
        let known = self.0.get_or_insert_default().entry(key.into_owned()).or_default();
        known.linear |= features.linear;
        known.optimal |= features.optimal;
        known.buffer |= features.buffer;
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("formats are {found} instead of an object; ignored"));
    }
}

struct FormatStructs<'b>(&'b str, &'b mut FormatFeatures, &'b mut Notes);

impl<'de> OnMap<'de> for FormatStructs<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "VkFormatProperties" | "VkFormatProperties3" | "VkFormatProperties3KHR" | "formatProperties" => {
                map.next_value_seed(Map(&mut FormatMembers(self.0, self.1, self.2)))
            }
            "VkFormatProperties2" | "VkFormatProperties2KHR" => {
                map.next_value_seed(Map(&mut FormatStructs(self.0, self.1, self.2)))
            }
            other => {
                self.2.add(format!("{other} among the formats was ignored"));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, found: &str) {
        self.2.add(format!("{} is {found} instead of an object; ignored", self.0));
    }
}

struct FormatMembers<'b>(&'b str, &'b mut FormatFeatures, &'b mut Notes);

impl<'de> OnMap<'de> for FormatMembers<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let mut flags = FlagNames(self.0, 0, self.2);
        let slot = match key.as_ref() {
            "linearTilingFeatures" => &mut self.1.linear,
            "optimalTilingFeatures" => &mut self.1.optimal,
            "bufferFeatures" => &mut self.1.buffer,
            other => {
                flags.2.add(format!("{other} of a format was ignored"));
                return skip(map);
            }
        };
        map.next_value_seed(FlagsSeed(&mut flags))?;
        *slot |= flags.1;
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.2.add(format!("{} is {found} instead of an object; ignored", self.0));
    }
}

/// Flags by name, added up as they pass: most of a report's bytes are these.
struct FlagNames<'b>(&'b str, u64, &'b mut Notes);
struct FlagsSeed<'s, 'b>(&'s mut FlagNames<'b>);

impl<'de> DeserializeSeed<'de> for FlagsSeed<'_, '_> {
    type Value = ();
    fn deserialize<D: serde::Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> serde::de::Visitor<'de> for FlagsSeed<'_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("flags")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let FlagNames(format, bits, notes) = self.0;
        while let Some(Text(name)) = seq.next_element_seed(Text::SEED)? {
            match names::flag(&name) {
                Some(b) => *bits |= b,
                None => notes.add(format!("{format}: flag {name} is not known and was ignored")),
            }
        }
        Ok(())
    }
    fn visit_u64<E>(self, v: u64) -> Result<(), E> {
        self.0.1 |= v;
        Ok(())
    }
    fn visit_i64<E>(self, v: i64) -> Result<(), E> {
        self.0.1 |= build::format_bits(&Any::Signed(v), self.0.0, self.0.2);
        Ok(())
    }
    fn visit_str<E>(self, v: &str) -> Result<(), E> {
        let value = Any::List(vec![Any::Text(v.into())]);
        self.0.1 |= build::format_bits(&value, self.0.0, self.0.2);
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// As with formats, what is not a list records none.
struct Queues<'b>(&'b mut Option<Vec<QueueFamily>>, &'b mut Vec<String>, &'b mut Notes);

impl<'de> OnSeq<'de> for Queues<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let families = self.0.get_or_insert_default();
        let mut family = QueueFamily::default();
        let structs = &mut QueueStructs(&mut family, self.1, self.2);
        if seq.next_element_seed(Map(structs))?.is_none() {
            return Ok(false);
        }
        families.push(family);
        Ok(true)
    }
    fn not_a_seq(&mut self, found: &str) {
        self.2.add(format!("queue families are {found} instead of an array; ignored"));
    }
}

struct QueueStructs<'b>(&'b mut QueueFamily, &'b mut Vec<String>, &'b mut Notes);

impl<'de> OnMap<'de> for QueueStructs<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "VkQueueFamilyProperties" | "queueFamilyProperties" => {
                map.next_value_seed(Map(&mut QueueMembers(self.0, self.2)))
            }
            "VkQueueFamilyProperties2" | "VkQueueFamilyProperties2KHR" => {
                map.next_value_seed(Map(&mut QueueStructs(self.0, self.1, self.2)))
            }
            other => {
                if !self.1.iter().any(|u| u == other) {
                    self.1.push(other.to_owned());
                }
                self.2
                    .add(format!("{other} of a queue family is not part of a device report and was ignored"));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, found: &str) {
        self.2.add(format!("a queue family is {found} instead of an object; ignored"));
    }
}

/// The members of one queue family.
pub(super) struct QueueMembers<'b>(pub(super) &'b mut QueueFamily, pub(super) &'b mut Notes);

impl<'de> OnMap<'de> for QueueMembers<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let value = map.next_value_seed(AnySeed)?;
        build::queue_member(self.0, &key, &value, self.1);
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("a queue family is {found} instead of an object; ignored"));
    }
}
