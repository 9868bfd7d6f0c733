//! devsim JSON: the format of the device simulation layer, which vulkan.gpuinfo.org exported before profiles.

use super::json::{Map, OnMap, skip};
use super::viewer::Gathered;
use super::{Broken, Document};
use serde::de::{DeserializeSeed, Deserializer, MapAccess};
use std::borrow::Cow;

/// Reads a devsim file.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    d: D,
    source: &str,
) -> Result<Result<Document, Broken>, D::Error> {
    let mut file = File(Gathered::default());
    Map(&mut file).deserialize(d)?;
    let report = file.0.finish(format!("{source} (devsim)"));
    Ok(report.map(|r| Document::Device(Box::new(r))))
}

struct File(Gathered);

impl<'de> OnMap<'de> for File {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let to = &mut self.0;
        match key.as_ref() {
            "ArrayOfVkExtensionProperties" => to.extensions(map),
            "ArrayOfVkFormatProperties" => to.formats(map),
            "ArrayOfVkQueueFamilyProperties" => to.queues(map),
            "VkPhysicalDeviceMemoryProperties" => to.memory(map),
            "extended" => to.extended(map),
            "instance" => to.instance(map),
            // Of the machine and its surface, not of the device.
            "$schema"
            | "comments"
            | "environment"
            | "platformdetails"
            | "surfacecapabilites"
            | "surfacecapabilities"
            | "ArrayOfVkLayerProperties" => skip(map),
            // Later versions of the format name further structs as Vulkan does.
            name if name.starts_with("VkPhysicalDevice") && name.contains("Features") => {
                to.features(name, map)
            }
            name if name.starts_with("VkPhysicalDevice") && name.contains("Properties") => {
                to.properties(name, map)
            }
            name => {
                to.notes.add(format!("{name} at the top of the file was ignored"));
                skip(map)
            }
        }
    }
    fn not_a_map(&mut self, _: &str) {}
}
