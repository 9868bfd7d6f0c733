//! Khronos profiles JSON (schema 0.8 and the draft before it): what `vulkaninfo` and vulkan.gpuinfo.org export of a
//! device, and what a profile author requires. Both have the same shape; which one a file is follows from its content.

use super::blocks::{Block, BlockLines};
use super::build;
use super::json::{Any, AnySeed, Map, Notes, OnMap, OnSeq, skip};
use super::names::{self, Compare};
use super::requirement::{ProfileSet, QueueRequirement, Requirement, RequirementProfile};
use super::{Broken, Document};
use crate::report::{Body, DeviceReport, FormatFeatures, Property, VulkanReport};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One profile's own lines.
#[derive(Debug, Default)]
struct Profile {
    name: String,
    api_version: Option<String>,
    label: Option<String>,
    description: Option<String>,
    /// All of these; each is a list of which one is enough.
    capabilities: Vec<Vec<String>>,
    optionals: Vec<Vec<String>>,
    builds_on: Vec<String>,
    fallback: Vec<String>,
}

/// A file as it is read, both halves in whatever order.
#[derive(Debug, Default)]
struct File {
    profiles: Vec<Profile>,
    blocks: Vec<(String, Block)>,
    has_blocks: bool,
    /// The draft before 0.8 wrote both halves as lists.
    as_lists: bool,
    notes: Notes,
}

/// Reads a profiles file.
pub(crate) fn read<'de, D: serde::Deserializer<'de>>(
    d: D,
    source: &str,
) -> Result<Result<Document, Broken>, D::Error> {
    let mut file = File::default();
    Map(&mut file).deserialize(d)?;
    Ok(file.finish(source))
}

impl<'de> OnMap<'de> for File {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "profiles" => map.next_value_seed(Either(&mut Profiles(self))),
            "capabilities" => {
                self.has_blocks = true;
                map.next_value_seed(Either(&mut Blocks(self)))
            }
            "$schema" | "contributors" | "history" => skip(map),
            _ => {
                self.notes.add(format!("{key} at the top of the file was ignored"));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, _: &str) {}
}

/// Something that is written as an object with names as keys, or, in the draft, as a list of objects with a `name`.
trait Named<'de>: OnMap<'de> + OnSeq<'de> {}

/// Reads either way.
struct Either<'s, T>(&'s mut T);

impl<'de, T: Named<'de>> DeserializeSeed<'de> for Either<'_, T> {
    type Value = ();
    fn deserialize<D: serde::Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de, T: Named<'de>> serde::de::Visitor<'de> for Either<'_, T> {
    type Value = ();
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object or a list")
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        Map(self.0).visit_map(map)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while self.0.item(&mut seq)? {}
        Ok(())
    }
}

struct Profiles<'f>(&'f mut File);

impl<'de> Named<'de> for Profiles<'_> {}

impl<'de> OnMap<'de> for Profiles<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let mut profile = Profile { name: key.into_owned(), ..Profile::default() };
        map.next_value_seed(Map(&mut ProfileLines(&mut profile, &mut self.0.notes)))?;
        self.0.profiles.push(profile);
        Ok(())
    }
    fn not_a_map(&mut self, _: &str) {}
}

impl<'de> OnSeq<'de> for Profiles<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let mut profile = Profile::default();
        let lines = &mut ProfileLines(&mut profile, &mut self.0.notes);
        if seq.next_element_seed(Map(lines))?.is_none() {
            return Ok(false);
        }
        self.0.as_lists = true;
        self.0.profiles.push(profile);
        Ok(true)
    }
    fn not_a_seq(&mut self, _: &str) {}
}

struct ProfileLines<'p>(&'p mut Profile, &'p mut Notes);

impl<'de> OnMap<'de> for ProfileLines<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        if matches!(key.as_ref(), "version" | "contributors" | "history" | "status" | "date" | "stage") {
            return skip(map);
        }
        let value = map.next_value_seed(AnySeed)?;
        let text = || value.as_str().map(str::to_owned);
        match key.as_ref() {
            "name" => self.0.name = text().unwrap_or_default(),
            "api-version" => self.0.api_version = text(),
            "label" => self.0.label = text(),
            "description" => self.0.description = text(),
            "capabilities" => self.0.capabilities = choices(&value),
            "optionals" => self.0.optionals = choices(&value),
            "profiles" => self.0.builds_on = choices(&value).concat(),
            "fallback" => self.0.fallback = choices(&value).concat(),
            // The configuration of the generator; empty text means none.
            "required-profiles" => {
                self.0.builds_on.extend(text().filter(|t| !t.is_empty()));
            }
            _ => self.1.add(format!("{key} of profile {} was ignored", self.0.name)),
        }
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.1.add(format!("profile {} is {found} instead of an object and was ignored", self.0.name));
    }
}

/// `["a", ["b", "c"]]`: a, and b or c.
fn choices(value: &Any<'_>) -> Vec<Vec<String>> {
    let Any::List(list) = value else {
        return value.as_str().map(|t| vec![vec![t.to_owned()]]).unwrap_or_default();
    };
    let one = |v: &Any<'_>| match v {
        Any::List(inner) => inner.iter().filter_map(Any::as_str).map(str::to_owned).collect(),
        other => other.as_str().map(str::to_owned).into_iter().collect::<Vec<_>>(),
    };
    list.iter().map(one).filter(|c| !c.is_empty()).collect()
}

struct Blocks<'f>(&'f mut File);

impl<'de> Named<'de> for Blocks<'_> {}

impl<'de> OnMap<'de> for Blocks<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let mut block = Block::default();
        let mut name = key.into_owned();
        map.next_value_seed(Map(&mut BlockLines(&mut block, &mut name, &mut self.0.notes)))?;
        self.0.blocks.push((name, block));
        Ok(())
    }
    fn not_a_map(&mut self, _: &str) {}
}

impl<'de> OnSeq<'de> for Blocks<'_> {
    fn item<A: SeqAccess<'de>>(&mut self, seq: &mut A) -> Result<bool, A::Error> {
        let (mut block, mut name) = (Block::default(), String::new());
        let lines = &mut BlockLines(&mut block, &mut name, &mut self.0.notes);
        if seq.next_element_seed(Map(lines))?.is_none() {
            return Ok(false);
        }
        self.0.as_lists = true;
        self.0.blocks.push((name, block));
        Ok(true)
    }
    fn not_a_seq(&mut self, _: &str) {}
}

impl File {
    fn finish(mut self, source: &str) -> Result<Document, Broken> {
        if self.profiles.is_empty() {
            return Err(Broken::at("profiles", "names no profile", "give at least one"));
        }
        if !self.has_blocks {
            return Err(Broken::at(
                "capabilities",
                "is missing: the file names profiles and holds none of what they stand for",
                "hand in the profiles file that was generated from it",
            ));
        }
        if self.as_lists {
            self.notes.add("profiles are a list, as in the draft before 0.8");
        }
        if let Some(block) = self.device_block() {
            return self.device(block, source);
        }
        self.requirements(source)
    }

    /// The block that describes a device: the only one that the only profile names, under the name that exporters use;
    /// in the draft, whose files configured a simulated device, the only one there is.
    fn device_block(&self) -> Option<usize> {
        let [profile] = self.profiles.as_slice() else { return None };
        let named = match profile.capabilities.as_slice() {
            [one] if one.len() == 1 => self.blocks.iter().position(|(n, _)| *n == one[0]),
            _ => None,
        };
        match named {
            Some(i) if self.blocks[i].0 == "device" => Some(i),
            _ if self.as_lists && self.blocks.len() == 1 => Some(0),
            _ => None,
        }
    }

    fn device(mut self, block: usize, source: &str) -> Result<Document, Broken> {
        let profile = self.profiles.swap_remove(0);
        let (block_name, block) = self.blocks.swap_remove(block);
        if !profile.capabilities.concat().contains(&block_name) {
            self.notes.add(format!(
                "profile {} names capability block {}, which isn't there; {} was taken",
                profile.name,
                profile.capabilities.concat().join(", "),
                if block_name.is_empty() { "the only one" } else { block_name.as_str() }
            ));
        }
        let vulkan = |member: &str| block.properties.get("VkPhysicalDeviceProperties")?.get(member);
        let number = |member: &str| match vulkan(member) {
            Some(Property::Int(v)) => u32::try_from(*v).ok(),
            _ => None,
        };
        let stated = match profile.api_version.as_deref() {
            Some(t) => Some(build::version(t).ok_or_else(|| {
                Broken::at(
                    &format!("profiles.{}.api-version", profile.name),
                    &format!("is '{t}'"),
                    "give it as three numbers, such as 1.3.250",
                )
            })?),
            None => None,
        };
        let Some(api_version) = stated.or_else(|| number("apiVersion")) else {
            let at = format!("profiles.{}.api-version", profile.name);
            return Err(Broken::at(&at, "is missing", "give it as three numbers, such as 1.3.250"));
        };
        if let Some(own) = number("apiVersion")
            && own >> 12 != api_version >> 12
        {
            self.notes.add(format!(
                "the profile states Vulkan {} and the device {}; the profile counts",
                build::version_text(api_version),
                build::version_text(own)
            ));
        }
        let text = |member: &str| match vulkan(member) {
            Some(Property::Text(t)) => Some(t.clone()),
            _ => None,
        };
        // A profile has one list for both kinds; a synthetic device may state instance extensions in it.
        let (of_instance, extensions): (BTreeMap<_, _>, BTreeMap<_, _>) =
            block.extensions.into_iter().partition(|(name, _)| names::is_instance_extension(name));
        if !of_instance.is_empty() {
            self.notes.add(format!("{} of the extensions are of the instance", of_instance.len()));
        }
        let (label_name, label_driver) = split_label(profile.label.as_deref().unwrap_or_default());
        let vendor_id = number("vendorID");
        let driver = driver_words(&block.properties)
            .or(label_driver)
            .or_else(|| number("driverVersion").map(|v| build::driver_version_text(vendor_id, v)));
        let report = DeviceReport {
            schema: DeviceReport::SCHEMA,
            name: text("deviceName").or(label_name),
            vendor_id,
            device_id: number("deviceID"),
            driver,
            device_type: vulkan("deviceType").and_then(build::device_type),
            source: format!("{source} (Khronos profile)"),
            faults: Vec::new(),
            notes: self.notes.take(),
            body: Body::Vulkan(Box::new(VulkanReport {
                api_version,
                extensions,
                instance_extensions: (!of_instance.is_empty()).then_some(of_instance),
                features: block.features,
                properties: block.properties,
                formats: block.formats,
                queue_families: block.queue_families,
                memory: None,
            })),
        };
        Ok(Document::Device(Box::new(report)))
    }

    fn requirements(mut self, source: &str) -> Result<Document, Broken> {
        let tests = self.profiles.iter().all(|p| p.name.starts_with("VP_") && p.name.contains("_test_"));
        let blocks = std::mem::take(&mut self.blocks);
        let mut profiles = Vec::new();
        for p in std::mem::take(&mut self.profiles) {
            let at = format!("profiles.{}.api-version", p.name);
            let Some(t) = &p.api_version else {
                return Err(Broken::at(&at, "is missing", "give it as three numbers, such as 1.3.250"));
            };
            let Some(api_version) = build::version(t) else {
                let rule = "give it as three numbers, such as 1.3.250";
                return Err(Broken::at(&at, &format!("is '{t}'"), rule));
            };
            let mut parts = vec![Requirement::ApiVersion(api_version)];
            parts.extend(self.pick(&p.name, &p.capabilities, &blocks)?);
            let optional = self.pick(&p.name, &p.optionals, &blocks)?;
            profiles.push(RequirementProfile {
                requirement: Requirement::AllOf { name: Some(p.name.clone()), parts },
                name: p.name,
                label: p.label,
                description: p.description,
                api_version,
                optional,
                builds_on: p.builds_on,
                fallback: p.fallback,
            });
        }
        let set = ProfileSet { source: source.to_owned(), profiles, notes: self.notes.take() };
        Ok(if tests { Document::ParserTest(set) } else { Document::Requirements(set) })
    }

    fn pick(
        &mut self,
        profile: &str,
        chosen: &[Vec<String>],
        blocks: &[(String, Block)],
    ) -> Result<Vec<Requirement>, Broken> {
        let mut all = Vec::new();
        for any in chosen {
            let mut parts = Vec::new();
            for name in any {
                let Some((_, block)) = blocks.iter().find(|(n, _)| n == name) else {
                    let have: Vec<_> = blocks.iter().map(|(n, _)| n.as_str()).collect();
                    return Err(Broken::at(
                        &format!("profiles.{profile}.capabilities"),
                        &format!("names block '{name}', which the file doesn't hold"),
                        &format!("name one of these: {}", have.join(", ")),
                    ));
                };
                parts.push(needs(name, block, &mut self.notes));
            }
            match parts.len() {
                1 => all.extend(parts),
                _ => all.push(Requirement::AnyOf { parts }),
            }
        }
        Ok(all)
    }
}

/// What one block asks for.
fn needs(name: &str, block: &Block, notes: &mut Notes) -> Requirement {
    let mut parts = Vec::new();
    for (ext, &revision) in &block.extensions {
        let name = ext.clone();
        parts.push(if names::is_instance_extension(ext) {
            Requirement::InstanceExtension { name, revision }
        } else {
            Requirement::Extension { name, revision }
        });
    }
    for (structure, bits) in &block.features {
        for (bit, &on) in bits {
            if on {
                parts.push(Requirement::Feature { structure: structure.clone(), bit: bit.clone() });
            } else {
                notes.add("bits that a requirement states as false ask for nothing and were ignored");
            }
        }
    }
    for (structure, members) in &block.properties {
        for (member, value) in members {
            let compare = names::compare(structure, member).unwrap_or_else(|| {
                notes.add(format!(
                    "{structure}::{member} is not in the registry's tables; it has to be equal"
                ));
                Compare::Exact
            });
            if compare == Compare::Never {
                notes.add(format!("{structure}::{member} is no limit and is not compared"));
                continue;
            }
            parts.push(Requirement::Property {
                structure: structure.clone(),
                member: member.clone(),
                compare,
                value: value.clone(),
            });
        }
    }
    for (format, &features) in block.formats.iter().flatten() {
        if features != FormatFeatures::default() {
            parts.push(Requirement::Format { format: format.clone(), features });
        }
    }
    for q in block.queue_families.iter().flatten() {
        parts.push(Requirement::Queue(QueueRequirement {
            flags: q.flags,
            count: q.count,
            timestamp_valid_bits: q.timestamp_valid_bits,
            max_image_transfer_granularity: q.min_image_transfer_granularity,
        }));
    }
    for what in &block.unrecorded {
        parts.push(Requirement::Unrecorded { what: what.clone() });
    }
    Requirement::AllOf { name: Some(name.to_owned()), parts }
}

/// `NAME driver VERSION on SYSTEM`, as exporters word a label: the name and the driver's version.
fn split_label(label: &str) -> (Option<String>, Option<String>) {
    if label.is_empty() {
        return (None, None);
    }
    match label.split_once(" driver ") {
        Some((name, rest)) => {
            let driver = rest.split_once(" on ").map_or(rest, |(d, _)| d);
            (Some(name.to_owned()), Some(driver.to_owned()))
        }
        None => (Some(label.to_owned()), None),
    }
}

/// The driver as it names itself, in whichever struct it does.
pub(super) fn driver_words(properties: &BTreeMap<String, BTreeMap<String, Property>>) -> Option<String> {
    let structs = [
        "VkPhysicalDeviceVulkan12Properties",
        "VkPhysicalDeviceDriverProperties",
        "VkPhysicalDeviceDriverPropertiesKHR",
    ];
    structs.iter().find_map(|s| {
        let members = properties.get(*s)?;
        let text = |m: &str| match members.get(m) {
            Some(Property::Text(t)) => t.as_str(),
            _ => "",
        };
        let words = format!("{} {}", text("driverName"), text("driverInfo"));
        let words = words.trim();
        (!words.is_empty()).then(|| words.to_owned())
    })
}
