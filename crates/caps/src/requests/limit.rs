//! Limits that a program asks for by value. What it does not ask for comes from the report (`reported_limit`).

use crate::evidence::{UnknownName, Want};
use crate::number::Number;
use crate::plan::Name;
use crate::registry::{self, property_structs};
use crate::suggest::nearest;
use serde::Serialize;

/// How a limit is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// This or better is required: more of a maximum, less of an alignment.
    Need(Number),
    /// Up to this would be used; less will do, and the outcome says so.
    UpTo(Number),
}

/// A limit with what is asked of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitRequest {
    /// `VkPhysicalDeviceLimits`.
    pub property_struct: Name,
    /// `maxPushConstantsSize`.
    pub member: Name,
    /// Position in an array; without one every element is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// How it is asked for.
    pub ask: Ask,
}

impl LimitRequest {
    /// A limit by its member's name, looked up in `VkPhysicalDeviceLimits` first and then in all other property structs, or as
    /// `Struct.member`; `[0]` behind it picks an element of an array.
    ///
    /// # Errors
    /// A name that the registry does not know, with the nearest.
    pub fn new(name: &str, ask: Ask) -> Result<Self, UnknownName> {
        let (property_struct, member, index) = find(name)?;
        Ok(Self { property_struct: property_struct.into(), member: member.into(), index, ask })
    }

    /// Is less of it better, as of an alignment?
    pub fn less_is_better(&self) -> bool {
        registry::property_kind(&self.property_struct, &self.member) == Some(b'm')
    }

    pub(crate) fn want(&self) -> Want {
        let (Ask::Need(v) | Ask::UpTo(v)) = self.ask;
        match registry::property_kind(&self.property_struct, &self.member) {
            Some(b'm') => Want::AtMost(v),
            Some(b'b') => v.as_u64().map_or(Want::AtLeast(v), Want::HasBits),
            _ => Want::AtLeast(v),
        }
    }
}

/// Struct, member and position of a limit's name.
pub(crate) fn find(name: &str) -> Result<(&'static str, &'static str, Option<usize>), UnknownName> {
    let element =
        name.strip_suffix(']').and_then(|n| n.split_once('[')).and_then(|(n, i)| Some((n, i.parse().ok()?)));
    match element {
        Some((name, i)) => find_member(name).map(|(s, m)| (s, m, Some(i))),
        None => find_member(name).map(|(s, m)| (s, m, None)),
    }
}

fn find_member(name: &str) -> Result<(&'static str, &'static str), UnknownName> {
    let wrong = |what: &'static str, name: &str, near: Option<&str>| UnknownName {
        what,
        name: name.chars().take(80).collect(),
        near: near.map(str::to_owned),
    };
    if let Some((s, m)) = name.split_once('.') {
        let Some(found) = registry::property_struct(s) else {
            return Err(wrong("property struct", s, nearest(s, property_structs().iter().map(|p| p.name))));
        };
        let member = found.members.iter().copied().find(|k| *k == m);
        let near = || nearest(m, found.members.iter().copied());
        return member.map(|k| (found.name, k)).ok_or_else(|| wrong("property", m, near()));
    }
    let limits = registry::property_struct("VkPhysicalDeviceLimits");
    let all = || limits.into_iter().chain(property_structs());
    all()
        .find_map(|p| p.members.iter().copied().find(|m| *m == name).map(|m| (p.name, m)))
        .ok_or_else(|| wrong("limit", name, nearest(name, all().flat_map(|p| p.members.iter().copied()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_found_by_name_and_knows_its_direction() {
        let ask = |name: &str| LimitRequest::new(name, Ask::Need(256.into()));
        let push = ask("maxPushConstantsSize").unwrap();
        assert_eq!(push.property_struct, "VkPhysicalDeviceLimits");
        assert_eq!(push.want(), Want::AtLeast(256.into()));
        let align = ask("minUniformBufferOffsetAlignment").unwrap();
        assert!(align.less_is_better());
        assert_eq!(align.want(), Want::AtMost(256.into()));
        assert_eq!(ask("framebufferColorSampleCounts").unwrap().want(), Want::HasBits(256));
        let index =
            ask("VkPhysicalDeviceDescriptorIndexingPropertiesEXT.maxPerStageUpdateAfterBindResources");
        assert_eq!(index.unwrap().property_struct, "VkPhysicalDeviceDescriptorIndexingProperties");
        assert_eq!(ask("maxPushConstantSize").unwrap_err().near.as_deref(), Some("maxPushConstantsSize"));
        assert!(ask("VkPhysicalDeviceLimit.maxPushConstantsSize").is_err());
    }
}
