//! `candor caps`: what a device has, by feature, and what Candor makes of it.

use super::resolve::{devices, not_yet, rows};
use crate::args::Caps as Args;
use crate::fail::{Exit, Fail};
use crate::on_candor::{Row, Standing, backend_of, both};
use crate::show::{Answer, show, to_json};
use candor_caps::coverage::Skipped;
use candor_caps::report::DeviceType;
use candor_caps::{Body, DeviceReport, Feature, Requests, Tier, choose};
use serde::Serialize;
use std::path::Path;

#[derive(Debug, Serialize)]
struct Caps {
    devices: Vec<Device>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<Skipped>,
}

#[derive(Debug, Serialize)]
struct Device {
    name: Option<String>,
    source: String,
    backend: &'static str,
    vendor_id: Option<u32>,
    device_id: Option<u32>,
    driver: Option<String>,
    device_type: Option<DeviceType>,
    /// In the API's own words.
    api_version: Option<String>,
    /// Bytes of memory of the device's own, where the report records it.
    device_memory_bytes: Option<u64>,
    /// Sample counts for colour and depth together.
    sample_counts: Vec<u32>,
    /// Candor's base set is met, so that Candor can use the device at all.
    usable_by_candor: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unusable_reasons: Vec<String>,
    features: Vec<Row>,
    notes: Vec<String>,
}

/// Describes saved or live devices.
pub(crate) fn run(args: &Args) -> Result<Exit, Fail> {
    if let Some(pair) = &args.diff {
        return super::diff::run(args, pair);
    }
    let (reports, skipped) = devices(&args.device)?;
    if let Some(path) = &args.save {
        save(path, &reports)?;
    }
    let mut all = Requests::new();
    for f in Feature::ALL {
        all.add(*f, Tier::Optional);
    }
    let devices = reports.iter().map(|r| describe(r, &all)).collect::<Result<Vec<_>, _>>()?;
    show(&Caps { devices, skipped }, args.json)?;
    Ok(Exit::Yes)
}

fn save(path: &Path, reports: &[DeviceReport]) -> Result<(), Fail> {
    let [report] = reports else {
        let names: Vec<&str> = reports.iter().map(|r| r.name.as_deref().unwrap_or(&r.source)).collect();
        let message =
            format!("--save writes one report, and {} devices are here: {}", reports.len(), names.join(", "));
        return Err(Fail::input("save", message).help("pick one with --adapter"));
    };
    std::fs::write(path, to_json(report)?)
        .map_err(|e| Fail::input("save", format!("{}: the report can't be written: {e}", path.display())))
}

fn describe(r: &DeviceReport, all: &Requests) -> Result<Device, Fail> {
    let answer = both(r, all)
        .map_err(|e| Fail::no("base", format!("Candor's own base set can't be asked for: {e}")))?;
    let vulkan = match &r.body {
        Body::Vulkan(v) => Some(v),
        Body::Null => None,
    };
    let version = |v: u32| format!("{}.{}.{}", (v >> 22) & 0x7f, (v >> 12) & 0x3ff, v & 0xfff);
    let own = |heaps: &[(u64, u32)]| {
        // VK_MEMORY_HEAP_DEVICE_LOCAL_BIT is 1.
        heaps.iter().filter(|(_, flags)| flags & 1 != 0).map(|(size, _)| *size).fold(0, u64::saturating_add)
    };
    let counts = choose::sample_counts(r);
    Ok(Device {
        name: r.name.clone(),
        source: r.source.clone(),
        backend: backend_of(r).name(),
        vendor_id: r.vendor_id,
        device_id: r.device_id,
        driver: r.driver.clone(),
        device_type: r.device_type,
        api_version: vulkan.map(|v| version(v.api_version)),
        device_memory_bytes: vulkan.and_then(|v| v.memory.as_ref()).map(|m| own(&m.heaps)),
        sample_counts: (0..7).map(|i| 1u32 << i).filter(|n| counts & u64::from(*n) != 0).collect(),
        usable_by_candor: answer.candor.requirements_met,
        unusable_reasons: answer.candor.unmet.iter().map(|w| w.text.clone()).collect(),
        features: answer.features,
        notes: r.notes.clone(),
    })
}

fn kind(t: DeviceType) -> &'static str {
    match t {
        DeviceType::Discrete => "discrete GPU",
        DeviceType::Integrated => "integrated GPU",
        DeviceType::Virtual => "virtual GPU",
        DeviceType::Cpu => "CPU",
        DeviceType::Other => "other",
    }
}

impl Answer for Caps {
    fn text(&self) -> String {
        let mut out = String::new();
        for (i, d) in self.devices.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            out.push_str(&d.text());
        }
        for s in &self.skipped {
            out.push_str(&format!("skipped: {} ({}): {}\n", s.file, s.class, s.reason));
        }
        out
    }
}

impl Device {
    fn text(&self) -> String {
        let mut out = match &self.name {
            Some(name) => format!("{name}\n  from           {}\n", self.source),
            None => format!("{}\n", self.source),
        };
        let mut line = |what: &str, value: Option<String>| {
            let value = value.unwrap_or_else(|| "not recorded".into());
            out.push_str(&format!("  {what:<14} {value}\n"));
        };
        let id = |id: Option<u32>| id.map(|v| format!("{v:#06x}"));
        line("backend", Some(self.backend.to_owned()));
        line("kind", self.device_type.map(|t| kind(t).to_owned()));
        line("vendor id", id(self.vendor_id));
        line("device id", id(self.device_id));
        line("driver", self.driver.clone());
        line("API version", self.api_version.clone());
        line(
            "own memory",
            self.device_memory_bytes.map(|b| format!("{:.1} GiB", b as f64 / (1u64 << 30) as f64)),
        );
        line("samples", Some(self.sample_counts.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")));
        line("Candor", Some(if self.usable_by_candor { "can use it".into() } else { "can't use it".into() }));
        for why in &self.unusable_reasons {
            out.push_str(&format!("    {why}\n"));
        }
        out.push_str(&format!("\n{}{}", rows(&self.features, false), not_yet(&self.features)));
        let count =
            |pick: fn(&Row) -> Standing| self.features.iter().filter(|r| pick(r) == Standing::On).count();
        out.push_str(&format!(
            "\n{} of {} features on the device, {} of them on Candor.\n",
            count(|r| r.device),
            self.features.len(),
            count(|r| r.candor)
        ));
        for n in &self.notes {
            out.push_str(&format!("note: {n}\n"));
        }
        out
    }
}
