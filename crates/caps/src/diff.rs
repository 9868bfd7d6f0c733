//! What one report has and another lacks. Pure, like resolution: live devices and saved files in any format compare alike.
//!
//! The same question under two names (an alias of a struct, a bit that a core version gathered) is asked once. What a report
//! cannot record is `None` and never counted as a lack.

use crate::capability::Capability;
use crate::evidence::{State, bit_names, format_feature_names, queue_flag, show_property};
use crate::feature::Feature;
use crate::number::Number;
use crate::outcome::Value;
use crate::registry::{ShowVersion, bit_index, bit_places, feature_structs, property_kind, property_places};
use crate::report::{Body, DeviceReport, FormatFeatures, MemoryReport, Property, QueueFamily, VulkanReport};
use crate::requests::{Requests, Tier};
use crate::resolve::{check, resolve};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a row is about, in the order of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The API and its version.
    Api,
    /// A capability of Candor's list.
    Capability,
    /// A feature of Candor's list.
    Feature,
    /// A device extension; both have it with different revisions, or one lacks it.
    Extension,
    /// An instance extension.
    InstanceExtension,
    /// A feature bit.
    FeatureBit,
    /// A limit: a property of which more, less or a superset is better.
    Limit,
    /// A property without an order.
    Property,
    /// What a format can be used for; the values name what only that side has.
    Format,
    /// The queue families.
    Queues,
    /// Memory heaps and types.
    Memory,
    /// Who the device and its driver are, not what they have: it does not count as a difference.
    Identity,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: &'static [Self] = &[
        Self::Api,
        Self::Capability,
        Self::Feature,
        Self::Extension,
        Self::InstanceExtension,
        Self::FeatureBit,
        Self::Limit,
        Self::Property,
        Self::Format,
        Self::Queues,
        Self::Memory,
        Self::Identity,
    ];

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Api => "API",
            Self::Capability => "capabilities",
            Self::Feature => "features",
            Self::Extension => "extensions",
            Self::InstanceExtension => "instance extensions",
            Self::FeatureBit => "feature bits",
            Self::Limit => "limits",
            Self::Property => "properties",
            Self::Format => "formats",
            Self::Queues => "queue families",
            Self::Memory => "memory",
            Self::Identity => "identity",
        }
    }
}

/// Which side has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum More {
    /// The first has it and the second lacks it, or the first is better.
    A,
    /// The second.
    B,
    /// They differ and neither is better, or each has something that the other lacks.
    Neither,
    /// One of them does not record it.
    Unknown,
}

impl fmt::Display for More {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
            Self::Neither => "neither",
            Self::Unknown => "unknown",
        })
    }
}

impl More {
    fn of(order: Option<Ordering>) -> Self {
        match order {
            Some(Ordering::Greater) => Self::A,
            Some(Ordering::Less) => Self::B,
            Some(Ordering::Equal) | None => Self::Neither,
        }
    }
}

/// One thing in which two reports differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// What it is about.
    pub kind: Kind,
    /// Its name: a capability, an extension, `VkPhysicalDeviceLimits.maxImageDimension2D`.
    pub name: String,
    /// What the first has; `None`: its report does not record it.
    pub a: Option<Value>,
    /// What the second has.
    pub b: Option<Value>,
    /// Which has more.
    pub more: More,
}

/// Who is compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// The device, where its report records it.
    pub name: Option<String>,
    /// The driver.
    pub driver: Option<String>,
    /// Where the report came from.
    pub source: String,
}

/// Everything in which two reports differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[must_use = "the differences are the answer"]
pub struct Diff {
    /// The first.
    pub a: Side,
    /// The second.
    pub b: Side,
    /// Nothing differs but who they are.
    pub equal: bool,
    /// Both are of one API; where they are not, only the rows that every API answers are compared: capabilities and features.
    pub same_api: bool,
    /// By kind, then by name.
    pub differences: Vec<Difference>,
}

impl Diff {
    /// The differences of one kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(move |d| d.kind == kind)
    }
}

/// Compares two reports.
pub fn diff(a: &DeviceReport, b: &DeviceReport) -> Diff {
    let mut rows = Rows(Vec::new());
    rows.api(a, b);
    rows.states(Kind::Capability, &capabilities(a), &capabilities(b));
    rows.states(Kind::Feature, &features(a), &features(b));
    if let (Body::Vulkan(x), Body::Vulkan(y)) = (&a.body, &b.body) {
        rows.extensions(Kind::Extension, Some(&x.extensions), Some(&y.extensions));
        let instance = |v: &VulkanReport| v.instance_extensions.clone();
        rows.extensions(Kind::InstanceExtension, instance(x).as_ref(), instance(y).as_ref());
        rows.bits(x, y);
        rows.properties(x, y);
        rows.formats(x, y);
        rows.queues(x, y);
        rows.memory(x, y);
    }
    rows.identity(a, b);
    rows.0.sort_by(|x, y| (x.kind, &x.name).cmp(&(y.kind, &y.name)));
    let side =
        |r: &DeviceReport| Side { name: r.name.clone(), driver: r.driver.clone(), source: r.source.clone() };
    let same_api =
        matches!((&a.body, &b.body), (Body::Vulkan(_), Body::Vulkan(_)) | (Body::Null, Body::Null));
    let equal = rows.0.iter().all(|d| d.kind == Kind::Identity);
    Diff { a: side(a), b: side(b), equal, same_api, differences: rows.0 }
}

/// By name; `None`: not recorded.
type States = BTreeMap<&'static str, Option<bool>>;

fn known(state: State) -> Option<bool> {
    match state {
        State::Met => Some(true),
        State::Missing => Some(false),
        State::Unknown => None,
    }
}

fn capabilities(r: &DeviceReport) -> States {
    let state = |c: Capability| check(r, c).map_or_else(|lack| known(lack.state), |()| Some(true));
    Capability::ALL.iter().map(|c| (c.name(), state(*c))).collect()
}

fn features(r: &DeviceReport) -> States {
    let one = |f: Feature| {
        let mut requests = Requests::new();
        requests.add(f, Tier::Optional);
        let answer = resolve(r, &requests);
        answer.refused.first().map_or(Some(true), |refused| known(refused.state))
    };
    Feature::ALL.iter().map(|f| (f.name(), one(*f))).collect()
}

/// Properties that say who a device is, in structs that hold other things as well.
const IDENTITY_MEMBERS: &[&str] = &[
    "apiVersion",
    "driverVersion",
    "vendorID",
    "deviceID",
    "deviceType",
    "deviceName",
    "deviceNodeMask",
    "deviceLUIDValid",
    "driverID",
    "driverName",
    "driverInfo",
    "conformanceVersion",
    "pciDomain",
    "pciBus",
    "pciDevice",
    "pciFunction",
    "primaryMajor",
    "primaryMinor",
    "renderMajor",
    "renderMinor",
];

fn is_identity(member: &str) -> bool {
    IDENTITY_MEMBERS.contains(&member) || member.ends_with("UUID") || member.ends_with("LUID")
}

/// A part of something that is compared on its own, by name.
type Part<T, V> = (&'static str, fn(&T) -> V);

struct Rows(Vec<Difference>);

impl Rows {
    fn push(&mut self, kind: Kind, name: impl Into<String>, a: Option<Value>, b: Option<Value>, more: More) {
        let more = if a.is_none() || b.is_none() { More::Unknown } else { more };
        self.0.push(Difference { kind, name: name.into(), a, b, more });
    }

    /// One side has it, the other does not; or one of them can't tell.
    fn state(&mut self, kind: Kind, name: &str, a: Option<bool>, b: Option<bool>) {
        if a != b {
            self.push(kind, name, a.map(Value::Bool), b.map(Value::Bool), More::of(a.partial_cmp(&b)));
        }
    }

    fn states(&mut self, kind: Kind, a: &States, b: &States) {
        for (name, state) in a {
            self.state(kind, name, *state, b.get(name).copied().flatten());
        }
    }

    fn api(&mut self, a: &DeviceReport, b: &DeviceReport) {
        let version = |r: &DeviceReport| match &r.body {
            Body::Vulkan(v) => ("Vulkan", v.api_version),
            Body::Null => ("Null", 0),
        };
        let (x, y) = (version(a), version(b));
        if x != y {
            let show = |(api, version): (&str, u32)| {
                let text =
                    if api == "Null" { api.to_owned() } else { format!("{api} {}", ShowVersion(version)) };
                Some(Value::Text(text))
            };
            let more = if x.0 == y.0 { More::of(Some(x.1.cmp(&y.1))) } else { More::Neither };
            self.push(Kind::Api, "version", show(x), show(y), more);
        }
    }

    fn extensions(
        &mut self,
        kind: Kind,
        a: Option<&BTreeMap<String, u32>>,
        b: Option<&BTreeMap<String, u32>>,
    ) {
        let (Some(a), Some(b)) = (a, b) else {
            if a.is_some() != b.is_some() {
                let list = |l: Option<&BTreeMap<String, u32>>| l.map(|l| Value::from(l.len() as u64));
                self.push(kind, "the whole list", list(a), list(b), More::Unknown);
            }
            return;
        };
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        for name in names {
            match (a.get(name), b.get(name)) {
                (Some(x), Some(y)) if x != y => {
                    let revision = |v: &u32| Some(Value::Text(format!("revision {v}")));
                    self.push(kind, name, revision(x), revision(y), More::of(Some(x.cmp(y))));
                }
                (x, y) => self.state(kind, name, Some(x.is_some()), Some(y.is_some())),
            }
        }
    }

    /// What is true. A bit that is false and one whose struct is not there are alike: neither can be enabled.
    fn bits(&mut self, a: &VulkanReport, b: &VulkanReport) {
        let (a, b) = (bits(a), bits(b));
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        for name in names {
            let value = |m: &BTreeMap<String, bool>| m.get(name).copied();
            let (x, y) = (value(&a), value(&b));
            if x.unwrap_or(false) != y.unwrap_or(false) {
                let more = More::of(Some(x.unwrap_or(false).cmp(&y.unwrap_or(false))));
                let row = (x.map(Value::Bool), y.map(Value::Bool));
                let kind = Kind::FeatureBit;
                self.0.push(Difference { kind, name: name.clone(), a: row.0, b: row.1, more });
            }
        }
    }

    fn properties(&mut self, a: &VulkanReport, b: &VulkanReport) {
        let (a, b) = (properties(a), properties(b));
        let names: BTreeSet<&(String, String)> = a.keys().chain(b.keys()).collect();
        for name in names {
            let (x, y) = (a.get(name).copied(), b.get(name).copied());
            let (property_struct, member) = name;
            let kind = property_kind(property_struct, member).unwrap_or(b'x');
            let order = match (x, y) {
                (Some(x), Some(y)) => compare(kind, x, y),
                _ => None,
            };
            if order == Some(Ordering::Equal) {
                continue;
            }
            let row = match kind {
                _ if is_identity(member) => Kind::Identity,
                b'M' | b'm' | b'b' => Kind::Limit,
                _ => Kind::Property,
            };
            let show = |p: Option<&Property>| p.map(|p| value(kind, p));
            self.push(row, format!("{property_struct}.{member}"), show(x), show(y), More::of(order));
        }
    }

    fn formats(&mut self, a: &VulkanReport, b: &VulkanReport) {
        let (Some(a), Some(b)) = (&a.formats, &b.formats) else {
            if a.formats.is_some() != b.formats.is_some() {
                let list = |v: &VulkanReport| v.formats.as_ref().map(|f| Value::from(f.len() as u64));
                self.push(Kind::Format, "the whole list", list(a), list(b), More::Unknown);
            }
            return;
        };
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        let tilings: [Part<FormatFeatures, u64>; 3] =
            [("linear", |f| f.linear), ("optimal", |f| f.optimal), ("buffer", |f| f.buffer)];
        for name in names {
            for (tiling, of) in tilings {
                let set = |m: &BTreeMap<String, FormatFeatures>| m.get(name).map_or(0, of);
                let (x, y) = (set(a), set(b));
                if x != y {
                    let only = |bits: u64| Some(Value::Text(format_feature_names(bits)));
                    let more = More::of(compare_bits(x, y));
                    self.push(Kind::Format, format!("{name} ({tiling})"), only(x & !y), only(y & !x), more);
                }
            }
        }
    }

    fn queues(&mut self, a: &VulkanReport, b: &VulkanReport) {
        // Whether one can present depends on the surface that was at hand, not on the device.
        let same = |list: &Option<Vec<QueueFamily>>| {
            list.as_ref().map(|l| l.iter().map(|f| QueueFamily { present: None, ..*f }).collect::<Vec<_>>())
        };
        let (x, y) = (same(&a.queue_families), same(&b.queue_families));
        if x != y {
            let family = |f: &QueueFamily| {
                let [w, h, d] = f.min_image_transfer_granularity;
                format!(
                    "{} x ({}; {} timestamp bits; granularity {w}x{h}x{d})",
                    f.count,
                    bit_names(u64::from(f.flags), queue_flag::NAMES),
                    f.timestamp_valid_bits
                )
            };
            let show = |l: Option<Vec<QueueFamily>>| {
                l.map(|l| Value::Text(l.iter().map(family).collect::<Vec<_>>().join("; ")))
            };
            self.push(Kind::Queues, "queue families", show(x), show(y), More::Neither);
        }
    }

    fn memory(&mut self, a: &VulkanReport, b: &VulkanReport) {
        if a.memory == b.memory {
            return;
        }
        let parts: [Part<MemoryReport, String>; 2] = [
            ("heaps: bytes and flags", |m| list(&m.heaps, |(size, flags)| format!("{size} {flags:#x}"))),
            ("types: heap and flags", |m| list(&m.types, |(heap, flags)| format!("{heap} {flags:#x}"))),
        ];
        for (name, of) in parts {
            let (x, y) = (a.memory.as_ref().map(of), b.memory.as_ref().map(of));
            if x != y {
                self.push(Kind::Memory, name, x.map(Value::Text), y.map(Value::Text), More::Neither);
            }
        }
    }

    fn identity(&mut self, a: &DeviceReport, b: &DeviceReport) {
        let text = |v: &Option<String>| v.clone().map(Value::Text);
        let id = |v: Option<u32>| v.map(|v| Value::Text(format!("{v:#06x}")));
        let kind = |r: &DeviceReport| r.device_type.map(|t| Value::Text(format!("{t:?}").to_lowercase()));
        let rows = [
            ("name", text(&a.name), text(&b.name)),
            ("driver", text(&a.driver), text(&b.driver)),
            ("vendor id", id(a.vendor_id), id(b.vendor_id)),
            ("device id", id(a.device_id), id(b.device_id)),
            ("kind of device", kind(a), kind(b)),
        ];
        for (name, x, y) in rows {
            if x != y {
                self.push(Kind::Identity, name, x, y, More::Neither);
            }
        }
    }
}

fn list<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

/// Every bit that a report has, under the name by which it is asked first. True under one name is true.
fn bits(v: &VulkanReport) -> BTreeMap<String, bool> {
    let mut out = BTreeMap::new();
    for (name, members) in &v.features {
        for (bit, on) in members {
            let places = bit_index(name, bit).map(bit_places);
            let canonical = places.and_then(|p| p.first().copied()).and_then(|(s, m)| {
                let s = feature_structs().get(usize::from(s))?;
                Some(format!("{}::{}", s.name, s.members.get(usize::from(m))?))
            });
            let slot = out.entry(canonical.unwrap_or_else(|| format!("{name}::{bit}"))).or_insert(false);
            *slot |= *on;
        }
    }
    out
}

/// Every property that a report has, by struct and member under the name of the version that gathered it, else its own.
fn properties(v: &VulkanReport) -> BTreeMap<(String, String), &Property> {
    let mut out = BTreeMap::new();
    for (name, members) in &v.properties {
        for (member, property) in members {
            let places = property_places(name, member);
            let gathered = places.iter().find(|(s, _)| s.starts_with("VkPhysicalDeviceVulkan1"));
            let (s, m) = gathered.or(places.first()).copied().unwrap_or((name, member));
            out.entry((s.to_owned(), m.to_owned())).or_insert(property);
        }
    }
    out
}

fn compare_bits(a: u64, b: u64) -> Option<Ordering> {
    match (a & !b, b & !a) {
        (0, 0) => Some(Ordering::Equal),
        (_, 0) => Some(Ordering::Greater),
        (0, _) => Some(Ordering::Less),
        _ => None,
    }
}

/// Which is better by the registry's letter; `None`: they differ and neither is.
fn compare(kind: u8, a: &Property, b: &Property) -> Option<Ordering> {
    if a == b {
        return Some(Ordering::Equal);
    }
    if let (Property::List(x), Property::List(y)) = (a, b)
        && Number::of(a).zip(Number::of(b)).is_none()
    {
        let mut orders = x.iter().zip(y).map(|(x, y)| compare(kind, x, y));
        let all = orders.try_fold(Ordering::Equal, |so_far, next| match (so_far, next?) {
            (Ordering::Equal, next) => Some(next),
            (so_far, Ordering::Equal) => Some(so_far),
            (so_far, next) => (so_far == next).then_some(so_far),
        })?;
        return (x.len() == y.len()).then_some(all);
    }
    let (x, y) = Number::of(a).zip(Number::of(b))?;
    match (kind, x.compare(y)?) {
        (_, Ordering::Equal) => Some(Ordering::Equal),
        (b'M', order) => Some(order),
        (b'm', order) => Some(order.reverse()),
        (b'b', _) => x.as_u64().zip(y.as_u64()).and_then(|(x, y)| compare_bits(x, y)),
        _ => None,
    }
}

fn value(kind: u8, p: &Property) -> Value {
    match p {
        _ if kind == b'b' => match Number::of(p).and_then(Number::as_u64) {
            Some(bits) => Value::Text(format!("{bits:#x}")),
            None => Value::Text(show_property(p)),
        },
        Property::Bool(v) => Value::Bool(*v),
        Property::Int(v) => Value::from(*v),
        Property::Signed(v) => Value::Int(*v),
        Property::Float(v) => Value::Float(*v),
        Property::Text(v) => Value::Text(v.clone()),
        Property::List(_) => Value::Text(show_property(p)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_compare_as_sets_and_arrays_element_by_element() {
        assert_eq!(compare_bits(0b11, 0b01), Some(Ordering::Greater));
        assert_eq!(compare_bits(0b01, 0b10), None);
        let list = |v: &[u64]| Property::List(v.iter().map(|v| Property::Int(*v)).collect());
        assert_eq!(compare(b'M', &list(&[4, 8]), &list(&[4, 9])), Some(Ordering::Less));
        assert_eq!(compare(b'M', &list(&[5, 8]), &list(&[4, 9])), None);
        assert_eq!(compare(b'M', &list(&[5, 8]), &list(&[5])), None);
        assert_eq!(compare(b'm', &Property::Int(64), &Property::Int(256)), Some(Ordering::Greater));
        // However a report writes a number, it is the same number.
        let hex = Property::Text("0x40".into());
        assert_eq!(compare(b'm', &Property::Int(64), &hex), Some(Ordering::Equal));
        assert_eq!(compare(b'x', &Property::Int(1), &Property::Int(2)), None);
    }
}
