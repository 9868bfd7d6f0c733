//! From what a profile requires to evidence that the engine judges, so that somebody else's profile can be used as a
//! required set.

use super::names::Compare;
use super::requirement::{ProfileSet, QueueRequirement, Requirement};
use crate::evidence::{self, Evidence, Leaf, QueueNeed, Tiling, Want};
use crate::number::Number;
use crate::outcome::Refused;
use crate::report::{FormatFeatures, Property};
use crate::requests::{RequestError, Requests};
use crate::resolution::BaseRequirement;
use crate::suggest::brief;

/// A profile as base requirements.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "what was left out is not checked on any device; look at it"]
pub struct Judgeable {
    /// One for each capability block and each choice among blocks, in order.
    pub requirements: Vec<BaseRequirement>,
    /// What no device report records, or the registry of this build doesn't know: it is part of the profile and is not
    /// judged. One sentence each.
    pub left_out: Vec<String>,
}

impl ProfileSet {
    /// A profile with all that it builds on (looked for here and in `others`) as base requirements.
    ///
    /// # Errors
    /// A profile that is in none of the files.
    pub fn base_requirements(&self, name: &str, others: &[&Self]) -> Result<Judgeable, Refused> {
        let whole = self.complete(name, others)?;
        let mut out = Judgeable { requirements: Vec::new(), left_out: Vec::new() };
        let Requirement::AllOf { parts: profiles, .. } = &whole else {
            return Ok(out);
        };
        for profile in profiles {
            let (profile_name, parts): (&str, &[Requirement]) = match profile {
                Requirement::AllOf { name: Some(n), parts } => (n, parts),
                other => (name, std::slice::from_ref(other)),
            };
            for part in parts {
                let evidence = translate(part, &mut out.left_out).unwrap_or_else(|| evidence::all([]));
                let name = match part {
                    Requirement::ApiVersion(_) => profile_name.to_owned(),
                    other => format!("{profile_name}, {other}"),
                };
                out.requirements.push(BaseRequirement { name, evidence });
            }
        }
        Ok(out)
    }
}

impl Judgeable {
    /// Adds all of it to what a program asks for.
    ///
    /// # Errors
    /// Names that the registry doesn't know; those were left out before, so that this says that the evidence was changed
    /// since.
    pub fn add_to(self, requests: &mut Requests) -> Result<(), RequestError> {
        self.requirements.into_iter().try_for_each(|r| requests.add_base(r))
    }
}

/// `None` where nothing remains that can be judged.
fn translate(r: &Requirement, left_out: &mut Vec<String>) -> Option<Evidence> {
    let found = match r {
        Requirement::AllOf { parts, .. } => {
            return Some(Evidence::All(parts.iter().filter_map(|p| translate(p, left_out)).collect()));
        }
        Requirement::AnyOf { parts } => {
            // A branch of which a part can't be judged could be met by what remains of it although the whole isn't;
            // so it goes, if another branch remains.
            let judged: Vec<_> = parts
                .iter()
                .map(|p| {
                    let mut lost = Vec::new();
                    let e = translate(p, &mut lost);
                    (e, lost)
                })
                .collect();
            let some_whole = judged.iter().any(|(_, lost)| lost.is_empty());
            let mut branches = Vec::new();
            for ((e, mut lost), part) in judged.into_iter().zip(parts) {
                if !lost.is_empty() && some_whole {
                    left_out
                        .push(brief(format!("the choice {part} as a whole, because of {}", lost.join(", "))));
                    continue;
                }
                left_out.append(&mut lost);
                branches.extend(e);
            }
            return Some(Evidence::Any(branches));
        }
        // The last number of a version is that of the header that the author had; it promises nothing.
        Requirement::ApiVersion(v) => Evidence::Leaf(Leaf::Version { at_least: *v & !0xfff }),
        Requirement::Extension { name, .. } => evidence::extension(name.clone()),
        Requirement::InstanceExtension { name, .. } => evidence::instance_extension(name.clone()),
        Requirement::Feature { structure, bit } => evidence::bit(structure.clone(), bit.clone()),
        Requirement::Property { structure, member, compare, value } => {
            property(structure, member, *compare, value)?
        }
        Requirement::Format { format, features } => formats(format, *features),
        Requirement::Queue(q) => Evidence::Leaf(Leaf::Queue(queue(*q))),
        Requirement::Unrecorded { what } => {
            left_out.push(brief(format!("{what}: no device report records it")));
            return None;
        }
    };
    if let Err(unknown) = found.check() {
        left_out.push(brief(unknown.to_string()));
        return None;
    }
    Some(found)
}

fn property(structure: &str, member: &str, compare: Compare, value: &Property) -> Option<Evidence> {
    let leaf = |index, want| {
        let (property_struct, member) = (structure.to_owned().into(), member.to_owned().into());
        Evidence::Leaf(Leaf::Limit { property_struct, member, index, want })
    };
    let exactly = || leaf(None, Want::Exactly(value.clone()));
    let each = |make: fn(Number) -> Want| match value {
        Property::List(list) => {
            let numbers = list.iter().enumerate().filter_map(|(i, v)| Some((i, Number::of(v)?)));
            evidence::all(numbers.map(|(i, n)| leaf(Some(i), make(n))))
        }
        single => Number::of(single).map_or_else(exactly, |n| leaf(None, make(n))),
    };
    Some(match (compare, value) {
        (Compare::Never, _) => return None,
        // A limit that is stated as false asks for nothing.
        (Compare::HasBits, Property::Bool(false)) => return None,
        (Compare::HasBits, Property::Int(bits)) => leaf(None, Want::HasBits(*bits)),
        (Compare::HasBits | Compare::Exact, _) => exactly(),
        (Compare::AtLeast, _) => each(Want::AtLeast),
        (Compare::AtMost, _) => each(Want::AtMost),
        (Compare::Contains, Property::List(ends)) => {
            let low = ends.first().and_then(Number::of).map(|n| leaf(Some(0), Want::AtMost(n)));
            let high = ends.get(1).and_then(Number::of).map(|n| leaf(Some(1), Want::AtLeast(n)));
            evidence::all(low.into_iter().chain(high))
        }
        (Compare::Contains, _) => exactly(),
    })
}

fn formats(format: &str, f: FormatFeatures) -> Evidence {
    let tilings = [(Tiling::Linear, f.linear), (Tiling::Optimal, f.optimal), (Tiling::Buffer, f.buffer)];
    let asked = tilings.into_iter().filter(|(_, features)| *features != 0);
    evidence::all(asked.map(|(tiling, features)| {
        Evidence::Leaf(Leaf::Format { format: format.to_owned().into(), tiling, features })
    }))
}

fn queue(q: QueueRequirement) -> QueueNeed {
    let granularity = q.max_image_transfer_granularity;
    QueueNeed {
        has: q.flags,
        lacks: 0,
        min_count: q.count,
        min_timestamp_bits: q.timestamp_valid_bits,
        max_transfer_granularity: (granularity != [0; 3]).then_some(granularity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::RequirementProfile;
    use crate::registry;

    fn set(parts: Vec<Requirement>) -> ProfileSet {
        let profile = RequirementProfile {
            name: "P".to_owned(),
            label: None,
            description: None,
            api_version: registry::version(1, 1),
            requirement: Requirement::AllOf { name: Some("P".to_owned()), parts },
            optional: Vec::new(),
            builds_on: Vec::new(),
            fallback: Vec::new(),
        };
        ProfileSet { source: "f".to_owned(), profiles: vec![profile], notes: Vec::new() }
    }

    fn limit(compare: Compare, member: &str, value: Property) -> Requirement {
        let (structure, member) = ("VkPhysicalDeviceLimits".to_owned(), member.to_owned());
        Requirement::Property { structure, member, compare, value }
    }

    #[test]
    fn limits_are_asked_element_by_element_and_ranges_end_by_end() {
        let int = |v: &[u64]| Property::List(v.iter().map(|v| Property::Int(*v)).collect());
        let parts = vec![
            limit(Compare::AtLeast, "maxComputeWorkGroupCount", int(&[65535, 65535, 64])),
            limit(Compare::Contains, "pointSizeRange", int(&[1, 64])),
            limit(Compare::HasBits, "framebufferColorSampleCounts", Property::Int(5)),
            limit(Compare::HasBits, "strictLines", Property::Bool(false)),
            limit(Compare::AtMost, "bufferImageGranularity", Property::Int(4096)),
        ];
        let j = set(parts).base_requirements("P", &[]).unwrap();
        let shown: Vec<_> =
            j.requirements.iter().flat_map(|r| r.evidence.leaves()).map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "limit maxComputeWorkGroupCount[0] at least 65535",
                "limit maxComputeWorkGroupCount[1] at least 65535",
                "limit maxComputeWorkGroupCount[2] at least 64",
                "limit pointSizeRange[0] at most 1",
                "limit pointSizeRange[1] at least 64",
                "limit framebufferColorSampleCounts with bits 0x5",
                "limit bufferImageGranularity at most 4096",
            ]
        );
        assert!(j.left_out.is_empty());
    }

    #[test]
    fn what_cannot_be_judged_is_said_and_never_makes_a_choice_easier() {
        let ext = |n: &str| Requirement::Extension { name: n.to_owned(), revision: 1 };
        let video = Requirement::Unrecorded { what: "video profiles".to_owned() };
        let block = |name: &str, parts| Requirement::AllOf { name: Some(name.to_owned()), parts };
        let bit = Requirement::Feature { structure: "VkNoSuchFeatures".to_owned(), bit: "x".to_owned() };
        let choice = Requirement::AnyOf {
            parts: vec![block("a", vec![ext("VK_A"), video.clone()]), block("b", vec![ext("VK_B")])],
        };
        let j =
            set(vec![choice, block("c", vec![video, bit, ext("VK_C")])]).base_requirements("P", &[]).unwrap();
        let shown: Vec<Vec<_>> = j
            .requirements
            .iter()
            .map(|r| r.evidence.leaves().iter().map(ToString::to_string).collect())
            .collect();
        assert_eq!(shown, [vec!["extension VK_B"], vec!["extension VK_C"]]);
        assert_eq!(j.left_out.len(), 3, "{:?}", j.left_out);
        assert!(j.left_out[0].starts_with("the choice a as a whole"), "{:?}", j.left_out);
        assert!(
            j.left_out[2].contains("'VkNoSuchFeatures' is not in the Vulkan registry"),
            "{:?}",
            j.left_out
        );
        let mut requests = Requests::new();
        j.add_to(&mut requests).unwrap();
        assert_eq!(requests.base().count(), 2);
    }
}
