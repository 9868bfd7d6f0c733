//! What VulkanCapsViewer saves to a file.

use super::json::{Map, OnMap, skip};
use super::viewer::Gathered;
use super::{Broken, Document};
use serde::de::{DeserializeSeed, Deserializer, MapAccess};
use std::borrow::Cow;

/// Reads a VulkanCapsViewer save.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    d: D,
    source: &str,
) -> Result<Result<Document, Broken>, D::Error> {
    let mut file = File(Gathered::default());
    Map(&mut file).deserialize(d)?;
    let report = file.0.finish(format!("{source} (VulkanCapsViewer)"));
    Ok(report.map(|r| Document::Device(Box::new(r))))
}

struct File(Gathered);

impl<'de> OnMap<'de> for File {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let to = &mut self.0;
        match key.as_ref() {
            "extensions" => to.extensions(map),
            "formats" => to.formats(map),
            "queues" => to.queues(map),
            "memory" => to.memory(map),
            "extended" => to.extended(map),
            "instance" => to.instance(map),
            "features" => to.features("VkPhysicalDeviceFeatures", map),
            "properties" => to.properties("VkPhysicalDeviceProperties", map),
            // `core11` and its like: what each version of Vulkan gathered into structs of its own.
            core if core.starts_with("core") && core[4..].bytes().all(|b| b.is_ascii_digit()) => {
                let version = &core[4..];
                map.next_value_seed(Map(&mut Core { version, to }))
            }
            // Of the machine and its surface, not of the device; `profiles` is what the viewer judged itself.
            "environment"
            | "layers"
            | "platformdetails"
            | "surfacecapabilites"
            | "surfacecapabilities"
            | "profiles" => skip(map),
            name => {
                to.notes.add(format!("{name} at the top of the file was ignored"));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, _: &str) {}
}

struct Core<'g> {
    version: &'g str,
    to: &'g mut Gathered,
}

impl<'de> OnMap<'de> for Core<'_> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "features" => self.to.features(&format!("VkPhysicalDeviceVulkan{}Features", self.version), map),
            "properties" => {
                self.to.properties(&format!("VkPhysicalDeviceVulkan{}Properties", self.version), map)
            }
            other => {
                self.to.notes.add(format!("core{}.{other} was ignored", self.version));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, found: &str) {
        self.to.notes.add(format!("core{} is {found} instead of an object; ignored", self.version));
    }
}
