//! Candor's own report JSON: what [`DeviceReport`] serialises to. A field that this build doesn't know is ignored with a
//! note; a newer format is refused, since its fields may mean something else.

use super::{Broken, Document};
use crate::report::{
    Body, DeviceReport, DeviceType, DriverFault, FormatFeatures, MemoryReport, Property, QueueFamily,
    VulkanReport,
};
use crate::suggest::brief;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The report with everything optional, so that what is missing gets a sentence, and with the body's tag as a plain
/// field, so that unknown fields inside it are seen (a tagged enum would swallow them).
#[derive(Deserialize)]
struct Own {
    schema: Option<u32>,
    name: Option<String>,
    vendor_id: Option<u32>,
    device_id: Option<u32>,
    driver: Option<String>,
    device_type: Option<DeviceType>,
    source: Option<String>,
    body: Option<OwnBody>,
    #[serde(default)]
    faults: Vec<DriverFault>,
    #[serde(default)]
    notes: Vec<String>,
}

#[derive(Deserialize)]
struct OwnBody {
    api: Option<String>,
    api_version: Option<u32>,
    #[serde(default)]
    extensions: BTreeMap<String, u32>,
    instance_extensions: Option<BTreeMap<String, u32>>,
    #[serde(default)]
    features: BTreeMap<String, BTreeMap<String, bool>>,
    #[serde(default)]
    properties: BTreeMap<String, BTreeMap<String, Property>>,
    formats: Option<BTreeMap<String, FormatFeatures>>,
    queue_families: Option<Vec<QueueFamily>>,
    memory: Option<MemoryReport>,
}

/// Just the number of the format, which decides whether the rest may be looked at.
#[derive(Deserialize)]
pub(crate) struct Schema {
    pub(crate) schema: Option<u32>,
}

/// Reads Candor's own report.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    d: D,
    source: &str,
) -> Result<Result<Document, Broken>, D::Error> {
    let mut unknown = Vec::new();
    let own: Own = serde_ignored::deserialize(d, |path| unknown.push(path.to_string()))?;
    Ok(finish(own, unknown, source))
}

fn finish(own: Own, unknown: Vec<String>, source: &str) -> Result<Document, Broken> {
    let missing =
        |at: &str| Broken::at(at, "is missing", "write the report with a Candor that reads it back");
    if own.schema.is_none() {
        return Err(missing("schema"));
    }
    let body = own.body.ok_or_else(|| missing("body"))?;
    let vulkan = match body.api.as_deref() {
        Some("vulkan") => Body::Vulkan(Box::new(VulkanReport {
            api_version: body.api_version.ok_or_else(|| missing("body.api_version"))?,
            extensions: body.extensions,
            instance_extensions: body.instance_extensions,
            features: body.features,
            properties: body.properties,
            formats: body.formats,
            queue_families: body.queue_families,
            memory: body.memory,
        })),
        Some("null") => Body::Null,
        Some(other) => {
            let what = format!("is '{other}'");
            return Err(Broken::at("body.api", &what, "this build reads 'vulkan' and 'null'"));
        }
        None => return Err(missing("body.api")),
    };
    let mut notes = own.notes;
    notes.extend(
        unknown.iter().map(|path| brief(format!("field {path} is not known to this build and was ignored"))),
    );
    Ok(Document::Device(Box::new(DeviceReport {
        schema: DeviceReport::SCHEMA,
        name: own.name,
        vendor_id: own.vendor_id,
        device_id: own.device_id,
        driver: own.driver,
        device_type: own.device_type,
        source: own.source.unwrap_or_else(|| source.to_owned()),
        body: vulkan,
        faults: own.faults,
        notes,
    })))
}
