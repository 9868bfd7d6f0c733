//! Requests from a TOML file that a program ships. A key that means nothing is an error that names it, its line and the valid
//! ones: a mistyped requirement is never skipped.

use super::{Ask, LimitRequest, RequestError, Requests, Tier};
use crate::capability::{AnyCapability, Capability, CustomCapability, DefinitionError, NoSuchName};
use crate::evidence::{
    self, Evidence, Leaf, QueueNeed, UnknownName, all, any, bit, extension, format_feature,
    instance_extension, portable, queue_flag,
};
use crate::feature::CustomFeature;
use crate::number::Number;
use crate::resolution::BaseRequirement;
use crate::suggest::nearest;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a file of requests can't be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {problem}")]
pub struct FileError {
    /// The file, as it was named.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

/// What is wrong in a file of requests.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// A key that means nothing.
    #[error(
        "unknown key '{key}' in {table}{}; valid are {}",
        near.as_ref().map(|n| format!(", did you mean '{n}'?")).unwrap_or_default(),
        valid.join(", ")
    )]
    UnknownKey {
        /// The key.
        key: String,
        /// The table that it stands in.
        table: String,
        /// The nearest valid one.
        near: Option<&'static str>,
        /// The valid ones.
        valid: Vec<&'static str>,
    },
    /// A value of the wrong kind.
    #[error("'{key}' is {got}; write {wanted}")]
    WrongKind {
        /// The key.
        key: String,
        /// What it is.
        got: &'static str,
        /// What it has to be.
        wanted: &'static str,
    },
    /// A name or value that can't stand.
    #[error(transparent)]
    Request(RequestError),
}

impl<E: Into<RequestError>> From<E> for Problem {
    fn from(e: E) -> Self {
        Self::Request(e.into())
    }
}

/// What is wrong, and where in the text.
type Wrong = (usize, Problem);
type Found<T> = Result<T, Wrong>;
type Value<'i> = Spanned<DeValue<'i>>;

const TOP: &[&str] = &["schema", "features", "limits", "base", "capability", "feature"];
const EVIDENCE: &[&str] = &[
    "api-version",
    "extensions",
    "instance-extensions",
    "bits",
    "portability",
    "limits",
    "formats",
    "queues",
    "device-memory-bytes",
    "any-of",
];
const FEATURE: &[&str] = &["description", "capabilities", "without"];
const FORMAT_FEATURES: &[(&str, u64)] = &[
    ("sampled", format_feature::SAMPLED),
    ("sampled-linear", format_feature::SAMPLED_LINEAR),
    ("sampled-depth-comparison", format_feature::SAMPLED_DEPTH_COMPARISON),
    ("storage", format_feature::STORAGE),
    ("storage-atomic", format_feature::STORAGE_ATOMIC),
    ("storage-read-without-format", format_feature::STORAGE_READ_WITHOUT_FORMAT),
    ("storage-write-without-format", format_feature::STORAGE_WRITE_WITHOUT_FORMAT),
    ("color-attachment", format_feature::COLOR_ATTACHMENT),
    ("color-attachment-blend", format_feature::COLOR_ATTACHMENT_BLEND),
    ("depth-stencil-attachment", format_feature::DEPTH_STENCIL_ATTACHMENT),
    ("blit-src", format_feature::BLIT_SRC),
    ("blit-dst", format_feature::BLIT_DST),
];
const QUEUE_FLAGS: &[(&str, u64)] = &[
    ("graphics", queue_flag::GRAPHICS as u64),
    ("compute", queue_flag::COMPUTE as u64),
    ("transfer", queue_flag::TRANSFER as u64),
    ("sparse-binding", queue_flag::SPARSE_BINDING as u64),
];

impl Requests {
    /// Reads requests from TOML. `file` names the source in errors. This is all that a file can say:
    ///
    /// ```toml
    /// schema = 1                                  # optional; this is the only version
    ///
    /// [features]                                  # name = tier: unused, optional, required
    /// ray-tracing = "optional"
    /// big-world = "required"
    ///
    /// [limits]                                    # what is needed; or { need = N }, { up-to = N }
    /// maxPushConstantsSize = 128
    /// "VkPhysicalDeviceLimits.maxImageDimension2D" = { up-to = 16384 }
    ///
    /// [base.engine]                               # raw evidence under a name; every line of it has to be met
    /// api-version = "1.2"
    /// extensions = ["VK_KHR_swapchain"]
    /// instance-extensions = ["VK_EXT_swapchain_colorspace"]
    /// bits = ["VkPhysicalDeviceVulkan12Features.timelineSemaphore"]
    /// portability = ["triangleFans"]              # bits that only VK_KHR_portability_subset takes away
    /// limits = { maxBoundDescriptorSets = 4 }
    /// formats = { VK_FORMAT_D24_UNORM_S8_UINT = ["depth-stencil-attachment"] }
    /// queues = [["graphics", "compute"]]          # a family for each entry
    /// any-of = [{ extensions = ["VK_KHR_a"] }, { extensions = ["VK_EXT_b"] }]
    ///
    /// [capability.own-memory]                     # a capability of the program's own: evidence as above
    /// description = "Two gigabytes of the device's own memory"
    /// device-memory-bytes = 2147483648
    ///
    /// [feature.big-world]                         # a feature of the program's own
    /// description = "The whole map at once"
    /// capabilities = ["multiview", "own-memory"]
    /// without = "the map in pieces"
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong, with its line, the rule and what is valid.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, FileError> {
        read(text).map_err(|(at, problem)| {
            let line = text.as_bytes().iter().take(at).filter(|b| **b == b'\n').count() + 1;
            FileError { file: file.to_owned(), line, problem: Box::new(problem) }
        })
    }
}

fn read(text: &str) -> Found<Requests> {
    let root = DeTable::parse(text).map_err(|e| {
        let at = e.span().map_or(0, |s| s.start);
        (at, Problem::Syntax(e.message().to_owned()))
    })?;
    let root = root.get_ref();
    check_keys(root, "the file", TOP)?;
    if let Some(v) = root.get("schema")
        && number("schema", v)?.compare(1.into()) != Some(std::cmp::Ordering::Equal)
    {
        return wrong(v, Problem::WrongKind { key: "schema".into(), got: "another version", wanted: "1" });
    }
    let mut requests = Requests::new();
    let mut own: BTreeMap<String, CustomCapability> = BTreeMap::new();
    for (name, v) in tables(root, "capability")? {
        let t = table(name.get_ref(), v)?;
        let place = format!("[capability.{}]", name.get_ref());
        let valid: Vec<&'static str> = EVIDENCE.iter().chain(&["description"]).copied().collect();
        check_keys(t, &place, &valid)?;
        let about = optional_text(t, "description")?;
        let made = CustomCapability::new(name.get_ref().as_ref(), about, evidence(t, &place)?);
        let made = made.map_err(|e| (name.span().start, e.into()))?;
        own.insert(made.name().to_owned(), made);
    }
    for (name, v) in tables(root, "feature")? {
        let t = table(name.get_ref(), v)?;
        check_keys(t, &format!("[feature.{}]", name.get_ref()), FEATURE)?;
        let Some(list) = t.get("capabilities") else {
            let (key, got) = (format!("feature.{}", name.get_ref()), "without 'capabilities'");
            return wrong(v, Problem::WrongKind { key, got, wanted: "a list of capabilities" });
        };
        let mut needs = Vec::new();
        for (c, at) in texts("capabilities", list)? {
            needs.push(capability(&c, &own).map_err(|e| (at, e.into()))?);
        }
        let made = CustomFeature::new(name.get_ref().as_ref(), optional_text(t, "description")?, needs);
        let mut made = made.map_err(|e: DefinitionError| (name.span().start, e.into()))?;
        made.degradation = Some(optional_text(t, "without")?).filter(|w| !w.is_empty());
        requests.define(made).map_err(|e| (name.span().start, e.into()))?;
    }
    for (name, v) in tables(root, "features")? {
        let tier: Tier = string(name.get_ref(), v)?.parse().map_err(|e: NoSuchName| (at(v), e.into()))?;
        let feature = requests.feature_named(name.get_ref()).map_err(|e| (name.span().start, e.into()))?;
        requests.add(feature, tier);
    }
    for (name, v) in tables(root, "limits")? {
        let ask = match v.get_ref() {
            DeValue::Table(t) => {
                check_keys(t, &format!("limits.{}", name.get_ref()), &["need", "up-to"])?;
                match (t.get("need"), t.get("up-to")) {
                    (Some(n), None) => Ask::Need(number("need", n)?),
                    (None, Some(n)) => Ask::UpTo(number("up-to", n)?),
                    _ => {
                        let key = name.get_ref().to_string();
                        let wanted = "either { need = N } or { up-to = N }";
                        return wrong(v, Problem::WrongKind { key, got: "not one of the two", wanted });
                    }
                }
            }
            _ => Ask::Need(number(name.get_ref(), v)?),
        };
        let limit = LimitRequest::new(name.get_ref(), ask);
        requests.add_limit(limit.map_err(|e: UnknownName| (name.span().start, e.into()))?);
    }
    for (name, v) in tables(root, "base")? {
        let place = format!("[base.{}]", name.get_ref());
        let t = table(name.get_ref(), v)?;
        check_keys(t, &place, EVIDENCE)?;
        let requirement =
            BaseRequirement { name: name.get_ref().to_string(), evidence: evidence(t, &place)? };
        requests.add_base(requirement).map_err(|e| (name.span().start, e.into()))?;
    }
    Ok(requests)
}

fn capability(name: &str, own: &BTreeMap<String, CustomCapability>) -> Result<AnyCapability, NoSuchName> {
    if let Some(c) = own.get(name) {
        return Ok(c.clone().into());
    }
    name.parse::<Capability>().map(AnyCapability::from).map_err(|_| {
        let all = Capability::ALL.iter().map(|c| c.name());
        NoSuchName::new("capability", name, all.chain(own.keys().map(String::as_str)))
    })
}

/// All-of over the evidence keys of a table, which its caller has checked.
fn evidence(t: &DeTable<'_>, place: &str) -> Found<Evidence> {
    let mut list: Vec<Evidence> = Vec::new();
    // What one entry makes is checked where it stands, so that an error names its own line.
    let mut push = |e: Evidence, at: usize| {
        e.check().map_err(|why| (at, why.into()))?;
        list.push(e);
        Ok(())
    };
    if let Some(v) = t.get("api-version") {
        let text = string("api-version", v)?;
        let parts = text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let Some((major, minor)) = parts.filter(|(a, b): &(u32, u32)| *a >= 1 && *a < 128 && *b < 1024)
        else {
            let (key, got) = ("api-version".to_owned(), "not a version");
            return wrong(v, Problem::WrongKind { key, got, wanted: "major.minor as text, such as \"1.2\"" });
        };
        push(evidence::version(major, minor), at(v))?;
    }
    if let Some(v) = t.get("extensions") {
        for (name, at) in texts("extensions", v)? {
            push(extension(name), at)?;
        }
    }
    if let Some(v) = t.get("instance-extensions") {
        for (name, at) in texts("instance-extensions", v)? {
            push(instance_extension(name), at)?;
        }
    }
    if let Some(v) = t.get("bits") {
        for (name, at) in texts("bits", v)? {
            let Some((s, b)) = name.split_once('.') else {
                let wanted = "Struct.bit, such as \"VkPhysicalDeviceFeatures.geometryShader\"";
                return Err((at, Problem::WrongKind { key: name, got: "not a bit", wanted }));
            };
            push(bit(s.to_owned(), b.to_owned()), at)?;
        }
    }
    if let Some(v) = t.get("portability") {
        for (name, at) in texts("portability", v)? {
            push(portable(name), at)?;
        }
    }
    if let Some(v) = t.get("limits") {
        for (name, v) in table("limits", v)? {
            let limit = LimitRequest::new(name.get_ref(), Ask::Need(number(name.get_ref(), v)?));
            let limit = limit.map_err(|e| (name.span().start, e.into()))?;
            let want = limit.want();
            let LimitRequest { property_struct, member, index, .. } = limit;
            push(Leaf::Limit { property_struct, member, index, want }.into(), at(v))?;
        }
    }
    if let Some(v) = t.get("formats") {
        for (name, v) in table("formats", v)? {
            let features = flags("format feature", name.get_ref(), v, FORMAT_FEATURES)?;
            push(evidence::format(name.get_ref().to_string(), features), at(v))?;
        }
    }
    if let Some(v) = t.get("queues") {
        for family in list_of("queues", v)? {
            let has = u32::try_from(flags("queue flag", "queues", family, QUEUE_FLAGS)?).unwrap_or(u32::MAX);
            push(Leaf::Queue(QueueNeed { has, ..QueueNeed::default() }).into(), at(family))?;
        }
    }
    if let Some(v) = t.get("device-memory-bytes") {
        let Some(min_bytes) = number("device-memory-bytes", v)?.as_u64() else {
            let (key, got) = ("device-memory-bytes".to_owned(), "not a size");
            return wrong(v, Problem::WrongKind { key, got, wanted: "a number of bytes" });
        };
        push(Leaf::Heap { flags: 1, min_bytes }.into(), at(v))?;
    }
    if let Some(v) = t.get("any-of") {
        let mut branches = Vec::new();
        for branch in list_of("any-of", v)? {
            let t = table("any-of", branch)?;
            let place = format!("'any-of' of {place}");
            check_keys(t, &place, EVIDENCE)?;
            branches.push(evidence(t, &place)?);
        }
        if branches.is_empty() {
            let (key, got) = ("any-of".to_owned(), "empty, which nothing could meet");
            return wrong(v, Problem::WrongKind { key, got, wanted: "one branch or more" });
        }
        list.push(any(branches));
    }
    Ok(all(list))
}

fn at(v: &Value<'_>) -> usize {
    v.span().start
}

fn wrong<T>(v: &Value<'_>, problem: Problem) -> Found<T> {
    Err((at(v), problem))
}

fn kind(v: &DeValue<'_>) -> &'static str {
    match v {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn wrong_kind<T>(key: &str, v: &Value<'_>, wanted: &'static str) -> Found<T> {
    wrong(v, Problem::WrongKind { key: key.to_owned(), got: kind(v.get_ref()), wanted })
}

fn check_keys(t: &DeTable<'_>, place: &str, valid: &[&'static str]) -> Found<()> {
    for (key, _) in t {
        let name = key.get_ref().as_ref();
        if !valid.contains(&name) {
            let near = nearest(name, valid.iter().copied());
            let key_name = name.chars().take(80).collect();
            let problem =
                Problem::UnknownKey { key: key_name, table: place.to_owned(), near, valid: valid.to_vec() };
            return Err((key.span().start, problem));
        }
    }
    Ok(())
}

fn table<'t, 'i>(key: &str, v: &'t Value<'i>) -> Found<&'t DeTable<'i>> {
    v.get_ref().as_table().map_or_else(|| wrong_kind(key, v, "a table"), Ok)
}

/// The entries of a table of the file; none where the table is not there.
fn tables<'t, 'i>(
    root: &'t DeTable<'i>,
    key: &str,
) -> Found<Vec<(&'t Spanned<toml::de::DeString<'i>>, &'t Value<'i>)>> {
    match root.get(key) {
        None => Ok(Vec::new()),
        Some(v) => Ok(table(key, v)?.iter().collect()),
    }
}

fn list_of<'t, 'i>(key: &str, v: &'t Value<'i>) -> Found<impl Iterator<Item = &'t Value<'i>>> {
    match v.get_ref() {
        DeValue::Array(list) => Ok(list.iter()),
        _ => wrong_kind(key, v, "a list"),
    }
}

fn string<'t>(key: &str, v: &'t Value<'_>) -> Found<&'t str> {
    v.get_ref().as_str().map_or_else(|| wrong_kind(key, v, "text in quotes"), Ok)
}

fn optional_text(t: &DeTable<'_>, key: &str) -> Found<String> {
    t.get(key).map_or(Ok(String::new()), |v| string(key, v).map(str::to_owned))
}

fn texts(key: &str, v: &Value<'_>) -> Found<Vec<(String, usize)>> {
    list_of(key, v)?.map(|v| Ok((string(key, v)?.to_owned(), at(v)))).collect()
}

fn number(key: &str, v: &Value<'_>) -> Found<Number> {
    let read = match v.get_ref() {
        DeValue::Integer(i) => i128::from_str_radix(i.as_str(), i.radix()).ok().map(Number::Int),
        DeValue::Float(f) => f.as_str().parse::<f64>().ok().filter(|f| f.is_finite()).map(Number::Float),
        _ => None,
    };
    read.map_or_else(|| wrong_kind(key, v, "a number"), Ok)
}

/// Bits by name.
fn flags(what: &'static str, key: &str, v: &Value<'_>, names: &[(&'static str, u64)]) -> Found<u64> {
    let mut bits = 0;
    for (name, at) in texts(key, v)? {
        let Some(found) = names.iter().find(|n| n.0 == name) else {
            return Err((at, NoSuchName::new(what, &name, names.iter().map(|n| n.0)).into()));
        };
        bits |= found.1;
    }
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_all_that_can_be_asked_for() {
        let text = r#"
            schema = 1
            [features]
            ray-tracing = "optional"
            big-world = "required"
            [limits]
            maxPushConstantsSize = 128
            "VkPhysicalDeviceLimits.maxImageDimension2D" = { up-to = 0x4000 }
            [base.engine]
            api-version = "1.2"
            extensions = ["VK_KHR_swapchain"]
            instance-extensions = ["VK_EXT_swapchain_colorspace"]
            bits = ["VkPhysicalDeviceVulkan12Features.timelineSemaphore"]
            portability = ["triangleFans"]
            limits = { maxBoundDescriptorSets = 4, minUniformBufferOffsetAlignment = 256, maxSamplerAnisotropy = 8.0 }
            formats = { VK_FORMAT_D24_UNORM_S8_UINT = ["depth-stencil-attachment"] }
            queues = [["graphics", "compute"]]
            any-of = [{ extensions = ["VK_KHR_a"] }, { extensions = ["VK_EXT_b"] }]
            [capability.own-memory]
            description = "Own memory"
            device-memory-bytes = 2147483648
            [feature.big-world]
            description = "The whole map"
            capabilities = ["multiview", "own-memory"]
            without = "the map in pieces"
        "#;
        let r = Requests::from_toml(text, "game.toml").unwrap();
        let features: Vec<String> = r.features().iter().map(|(f, t)| format!("{f}={t}")).collect();
        assert_eq!(features, ["ray-tracing=optional", "big-world=required"]);
        assert_eq!(r.limits().len(), 2);
        assert_eq!(r.limits()[0].ask, Ask::UpTo(16384.into()));
        let base: Vec<_> = r.base().collect();
        assert_eq!((base.len(), base[0].evidence.leaves().len()), (1, 12));
        let crate::AnyFeature::Custom(own) = &r.features()[1].0 else { panic!("built in") };
        assert_eq!(own.degradation.as_deref(), Some("the map in pieces"));
        assert_eq!(Requests::from_toml("", "empty.toml").unwrap().features().len(), 0);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_the_remedy() {
        let why = |text: &str| Requests::from_toml(text, "g.toml").unwrap_err().to_string();
        let e = why("\n\n[base.engine]\nextension = [\"VK_KHR_swapchain\"]\n");
        assert!(e.starts_with("g.toml, line 4: unknown key 'extension' in [base.engine]"), "{e}");
        assert!(
            e.contains("did you mean 'extensions'?") && e.contains("valid are api-version, extensions"),
            "{e}"
        );
        let e = why("[features]\nbindles = \"optional\"");
        assert_eq!(e, "g.toml, line 2: there is no feature 'bindles'; did you mean 'bindless'?");
        let e = why("[features]\nbindless = \"must\"");
        assert_eq!(e, "g.toml, line 2: there is no tier 'must'; valid are unused, optional, required");
        assert_eq!(
            why("[features]\nbindless = 1"),
            "g.toml, line 2: 'bindless' is a number; write text in quotes"
        );
        assert!(why("[features\n").contains("line 1: not TOML"), "{}", why("[features\n"));
        let e = why("[base.b]\nbits = [\n\"VkPhysicalDeviceFeatures.geometryShade\",\n]");
        assert!(
            e.starts_with("g.toml, line 3: feature bit 'geometryShade' is not in the Vulkan registry"),
            "{e}"
        );
        assert!(why("[base.b]\nbits = [\"geometryShader\"]").contains("write Struct.bit"));
        assert!(why("[base.b]\nany-of = []").contains("nothing could meet"));
        assert!(why("[base.b]\napi-version = 1.2").contains("write text in quotes"));
        assert!(
            why("[base.b]\nqueues = [[\"grafics\"]]")
                .contains("no queue flag 'grafics'; did you mean 'graphics'?")
        );
        assert!(why("[limits]\nmaxPushConstantSize = 1").contains("the nearest is 'maxPushConstantsSize'"));
        assert!(why("[limits]\nmaxPushConstantsSize = { needs = 1 }").contains("valid are need, up-to"));
        assert!(why("[limits]\nmaxPushConstantsSize = {}").contains("either { need = N } or { up-to = N }"));
        assert!(why("schema = 2").contains("write 1"));
        assert!(why("[feature.f]\ncapabilities = [\"ray-qery\"]").contains("did you mean 'ray-query'?"));
        assert!(why("[feature.bindless]\ncapabilities = []").contains("Candor's own"));
        assert!(why("[feature.f]\n").contains("without 'capabilities'"));
        assert!(why("features = 3").contains("'features' is a number; write a table"));
    }
}
