//! What readers have in common beneath their schemas: turning loose values into the properties, format features, queue
//! families and versions of a report, in one spelling whatever the exporter's.

use super::json::{Any, Notes, unsigned, whole};
use super::names::{self, Kind, Members};
use crate::report::{DeviceType, FormatFeatures, Property, QueueFamily};

/// A property's value in the report's spelling: flags given by name become bits, numbers given as text become numbers,
/// 0 and 1 become booleans where the registry says boolean, extents become lists, versions become dotted text.
/// `None` where nothing was recorded.
pub(crate) fn property(
    structure: &str,
    members: Option<Members>,
    member: &str,
    value: Any<'_>,
    notes: &mut Notes,
) -> Option<Property> {
    // Looked up only where the value alone does not settle it: most don't need it.
    let kind = || names::kind(members, member);
    match value {
        Any::Null => {
            notes.add(format!("{structure}::{member} is null and counts as not recorded"));
            None
        }
        Any::Bool(v) => Some(Property::Bool(v)),
        Any::Int(v @ (0 | 1)) if kind() == Some(Kind::Bool) => Some(Property::Bool(v == 1)),
        Any::Int(v) => Some(Property::Int(v)),
        Any::Signed(v) => Some(match (kind(), i32::try_from(v)) {
            // Two's complement of a 32-bit flag set, printed as signed.
            (Some(Kind::Flags), Ok(v)) => Property::Int(u64::from(v.cast_unsigned())),
            _ => Property::Signed(v),
        }),
        Any::Float(v) => Some(match (kind(), whole(v)) {
            (Some(Kind::Int), Some(v)) => Property::Int(v),
            _ => Property::Float(v),
        }),
        Any::Text(t) => Some(from_text(kind(), &t)),
        Any::List(list) => Some(from_list(structure, kind(), member, list, notes)),
        Any::Object(o) => from_object(structure, member, &o, notes),
    }
}

fn from_text(kind: Option<Kind>, t: &str) -> Property {
    let text = || Property::Text(t.to_owned());
    let number = || unsigned(t).map(Property::Int).or_else(|| t.parse().ok().map(Property::Signed));
    let real = || t.trim().parse::<f64>().ok().filter(|v| v.is_finite()).map(Property::Float);
    let boolean = || Any::Text(t.into()).as_bool().map(Property::Bool);
    // vulkaninfo says `None` where no bit is set.
    let flags = || if t == "None" { Some(0) } else { names::flag(t) }.map(Property::Int);
    match kind {
        Some(Kind::Text | Kind::Struct) => text(),
        Some(Kind::Bool) => boolean().unwrap_or_else(text),
        Some(Kind::Flags) => flags().or_else(number).unwrap_or_else(text),
        Some(Kind::Int | Kind::Enum) => number().or_else(real).unwrap_or_else(text),
        Some(Kind::Real) => real().unwrap_or_else(text),
        Some(Kind::List) | None => {
            let flags = || names::flag(t).map(Property::Int);
            let word = matches!(t, "true" | "false").then(boolean).flatten();
            flags().or(word).or_else(number).or_else(real).unwrap_or_else(text)
        }
    }
}

fn from_list(
    structure: &str,
    kind: Option<Kind>,
    member: &str,
    list: Vec<Any<'_>>,
    notes: &mut Notes,
) -> Property {
    if list.is_empty() && kind == Some(Kind::Flags) {
        return Property::Int(0);
    }
    let names_flags = kind == Some(Kind::Flags)
        || (kind.is_none()
            && !list.is_empty()
            && list.iter().all(|v| v.as_str().is_some_and(|t| names::flag(t).is_some())));
    if names_flags {
        return Property::Int(flags(&list, || format!("{structure}::{member}"), notes));
    }
    let item = |v| property(structure, None, member, v, notes);
    Property::List(list.into_iter().filter_map(item).collect())
}

fn from_object(
    structure: &str,
    member: &str,
    o: &[(std::borrow::Cow<'_, str>, Any<'_>)],
    notes: &mut Notes,
) -> Option<Property> {
    let part = |name: &str| o.iter().find(|(k, _)| k == name).and_then(|(_, v)| v.as_u64());
    if let (Some(major), Some(minor)) = (part("major"), part("minor")) {
        let (sub, patch) = (part("subminor").unwrap_or(0), part("patch").unwrap_or(0));
        return Some(Property::Text(format!("{major}.{minor}.{sub}.{patch}")));
    }
    if let (Some(width), Some(height)) = (part("width"), part("height")) {
        let all = [Some(width), Some(height), part("depth")];
        return Some(Property::List(all.into_iter().flatten().map(Property::Int).collect()));
    }
    notes.add(format!("{structure}::{member} is an object of a kind that is not known and was ignored"));
    None
}

/// Flags as bits, whether they are given by name, as a number or as text. `whose` names the owner for a note.
pub(crate) fn flags(list: &[Any<'_>], whose: impl Fn() -> String, notes: &mut Notes) -> u64 {
    let mut bits = 0;
    for v in list {
        match v {
            Any::Text(t) => match names::flag(t).or_else(|| unsigned(t)) {
                Some(b) => bits |= b,
                None => notes.add(format!("{}: flag {t} is not known and was ignored", whose())),
            },
            other => match other.as_u64() {
                Some(b) => bits |= b,
                None => notes.add(format!("{}: {} among flags was ignored", whose(), other.what())),
            },
        }
    }
    bits
}

/// Format features that were exported as one number. Older exporters printed a signed 32-bit number when the driver set
/// a feature above bit 30; what they lost cannot be had back, the low 31 bits are right
/// (vulkan.gpuinfo.org issue 50).
pub(crate) fn format_bits(value: &Any<'_>, format: &str, notes: &mut Notes) -> u64 {
    match value {
        Any::Signed(v) => {
            notes.add("format features above bit 30 were exported as a negative number; they were dropped");
            v.cast_unsigned() & 0x7fff_ffff
        }
        Any::List(list) => flags(list, || format.to_owned(), notes),
        Any::Text(t) if t.starts_with('-') => match t.parse::<i64>() {
            Ok(v) => format_bits(&Any::Signed(v), format, notes),
            Err(_) => 0,
        },
        other => other.as_u64().unwrap_or_else(|| {
            notes.add(format!("{format}: {} instead of format features was ignored", other.what()));
            0
        }),
    }
}

/// One format's features into `into`, by the member's name.
pub(crate) fn format_member(
    into: &mut FormatFeatures,
    key: &str,
    value: &Any<'_>,
    format: &str,
    notes: &mut Notes,
) {
    match key {
        "linearTilingFeatures" => into.linear |= format_bits(value, format, notes),
        "optimalTilingFeatures" => into.optimal |= format_bits(value, format, notes),
        "bufferFeatures" => into.buffer |= format_bits(value, format, notes),
        _ => notes.add(format!("{key} of a format was ignored")),
    }
}

/// One member of a queue family into `into`.
pub(crate) fn queue_member(into: &mut QueueFamily, key: &str, value: &Any<'_>, notes: &mut Notes) {
    let mut number = |slot: &mut u32| match value.as_u32() {
        Some(v) => *slot = v,
        None => notes.add(format!("{key} of a queue family holds {} and was ignored", value.what())),
    };
    match key {
        "queueCount" => number(&mut into.count),
        "timestampValidBits" => number(&mut into.timestamp_valid_bits),
        "queueFlags" => {
            let bits = match value {
                Any::List(list) => flags(list, || "queueFlags".to_owned(), notes),
                other => flags(std::slice::from_ref(other), || "queueFlags".to_owned(), notes),
            };
            into.flags = u32::try_from(bits & u64::from(u32::MAX)).unwrap_or(0);
        }
        "minImageTransferGranularity" => {
            let at = |name, old| value.get(name).and_then(Any::as_u32).unwrap_or(old);
            let [w, h, d] = into.min_image_transfer_granularity;
            into.min_image_transfer_granularity = [at("width", w), at("height", h), at("depth", d)];
        }
        "supportsPresent" | "present" => into.present = value.as_bool(),
        _ => notes.add(format!("{key} of a queue family was ignored")),
    }
}

/// `1.3.250` as Vulkan packs it (variant 0). Two or three numbers, each within its field.
pub(crate) fn version(text: &str) -> Option<u32> {
    let mut parts = text.trim().split('.').map(|p| p.parse::<u32>().ok());
    let (major, minor) = (parts.next()??, parts.next()??);
    let patch = match parts.next() {
        Some(p) => p?,
        None => 0,
    };
    let fits = major < 1 << 7 && minor < 1 << 10 && patch < 1 << 12 && parts.next().is_none();
    fits.then_some(major << 22 | minor << 12 | patch)
}

/// A packed version as text.
pub(crate) fn version_text(v: u32) -> String {
    format!("{}.{}.{}", v >> 22 & 0x7f, v >> 12 & 0x3ff, v & 0xfff)
}

/// NVIDIA packs its driver version in its own way (10, 8, 8 and 6 bits); the others use Vulkan's.
pub(crate) fn driver_version_text(vendor: Option<u32>, v: u32) -> String {
    const NVIDIA: u32 = 0x10de;
    if vendor == Some(NVIDIA) {
        let (third, fourth) = (v >> 6 & 0xff, v & 0x3f);
        let tail = if (third, fourth) == (0, 0) { String::new() } else { format!(".{third}.{fourth}") };
        format!("{}.{}{tail}", v >> 22, v >> 14 & 0xff)
    } else {
        version_text(v)
    }
}

/// `VkPhysicalDeviceType` by number or by name.
pub(crate) fn device_type(value: &Property) -> Option<DeviceType> {
    let all = [
        DeviceType::Other,
        DeviceType::Integrated,
        DeviceType::Discrete,
        DeviceType::Virtual,
        DeviceType::Cpu,
    ];
    match value {
        Property::Int(v) => all.get(usize::try_from(*v).ok()?).copied(),
        Property::Text(t) => Some(match t.strip_prefix("VK_PHYSICAL_DEVICE_TYPE_").unwrap_or(t) {
            "OTHER" => DeviceType::Other,
            "INTEGRATED_GPU" => DeviceType::Integrated,
            "DISCRETE_GPU" => DeviceType::Discrete,
            "VIRTUAL_GPU" => DeviceType::Virtual,
            "CPU" => DeviceType::Cpu,
            _ => return None,
        }),
        Property::Bool(_) | Property::Signed(_) | Property::Float(_) | Property::List(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(member: &str, value: Any<'_>) -> Option<Property> {
        let s = "VkPhysicalDeviceLimits";
        property(s, names::members(s), member, value, &mut Notes::default())
    }

    #[test]
    fn values_end_in_one_spelling_whatever_the_exporters() {
        let text = |t: &'static str| Any::Text(t.into());
        assert_eq!(limit("maxPerStageResources", text("4294967295")), Some(Property::Int(4_294_967_295)));
        assert_eq!(limit("nonCoherentAtomSize", text("0x40")), Some(Property::Int(64)));
        assert_eq!(limit("strictLines", Any::Int(1)), Some(Property::Bool(true)));
        assert_eq!(limit("strictLines", text("false")), Some(Property::Bool(false)));
        let counts = vec![text("VK_SAMPLE_COUNT_1_BIT"), text("VK_SAMPLE_COUNT_4_BIT")];
        assert_eq!(limit("framebufferColorSampleCounts", Any::List(counts)), Some(Property::Int(5)));
        assert_eq!(limit("framebufferColorSampleCounts", Any::List(vec![])), Some(Property::Int(0)));
        assert_eq!(limit("framebufferColorSampleCounts", text("7")), Some(Property::Int(7)));
        assert_eq!(limit("framebufferColorSampleCounts", text("None")), Some(Property::Int(0)));
        assert_eq!(limit("maxMemoryAllocationCount", Any::Float(1e19)), Some(Property::Int(10u64.pow(19))));
        assert_eq!(limit("minTexelOffset", text("-8")), Some(Property::Signed(-8)));
        assert_eq!(limit("maxSamplerLodBias", text("15.5")), Some(Property::Float(15.5)));
        assert_eq!(limit("maxImageDimension2D", Any::Null), None);
        let s = "VkPhysicalDeviceDriverProperties";
        let driver = property(s, names::members(s), "driverInfo", text("24"), &mut Notes::default());
        assert_eq!(driver, Some(Property::Text("24".into())), "a name that looks like a number stays a name");
        let extent = Any::Object(vec![("width".into(), Any::Int(4)), ("height".into(), Any::Int(2))]);
        assert_eq!(limit("x", extent), Some(Property::List(vec![Property::Int(4), Property::Int(2)])));
    }

    #[test]
    fn versions_are_checked_field_by_field() {
        assert_eq!(version("1.3.250"), Some(1 << 22 | 3 << 12 | 250));
        assert_eq!(version("1.1"), Some(1 << 22 | 1 << 12));
        for bad in ["", "1", "1.x.3", "1.3.250.1", "1.3.4096", "-1.0.0", "1..3"] {
            assert_eq!(version(bad), None, "{bad}");
        }
        assert_eq!(version_text(4_206_940), "1.3.348");
        assert_eq!(driver_version_text(Some(0x10de), 1_666_662_400), "397.93");
    }

    #[test]
    fn a_negative_number_of_format_features_keeps_its_low_bits_and_says_so() {
        let mut notes = Notes::default();
        assert_eq!(format_bits(&Any::Signed(-2_147_357_305), "f", &mut notes), 0x1_ed87);
        assert_eq!(format_bits(&Any::Text("-2147357305".into()), "f", &mut notes), 0x1_ed87);
        assert_eq!(notes.take().len(), 1);
    }
}
