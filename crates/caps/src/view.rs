//! A Vulkan report seen through the registry: extensions with their promotions and dependencies, bits and properties under
//! all of their names. Answers are remembered for the length of one resolution.

use crate::evidence::State;
use crate::registry::{
    COUPLED_AT, Dependency, ExtensionKind, Provider, bit_places, extension_index, extensions,
    feature_structs, minor_of,
};
use crate::report::{DeviceReport, Property, VulkanReport};
use std::cell::Cell;
use std::collections::BTreeMap;

/// How deep promotions and dependencies are followed. The registry's own chains are 6 deep; this only bounds a mistake in
/// the tables.
const DEEPEST: u32 = 24;

/// How an extension is there, or why it isn't.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The version has it in its core.
    Core,
    /// Listed, and all that it depends on is there.
    Listed,
    /// Not listed, but what it was promoted to is.
    Under(u16),
    /// An instance extension of a report that records none, or one that the core has as optional while the report does not
    /// record its bit.
    Unrecorded,
    /// Listed, but what it depends on isn't there.
    Incomplete,
    /// Not listed.
    Absent,
}

impl Presence {
    /// Can it be enabled, or is there no need to? What is not recorded can't be relied on.
    pub(crate) fn is_there(self) -> bool {
        matches!(self, Self::Core | Self::Listed | Self::Under(_))
    }

    /// As a dependency: a driver that lists an extension has what that depends on in the instance, so an instance extension
    /// that the report's format doesn't record is taken to be there.
    fn carries(self) -> bool {
        self.is_there() || self == Self::Unrecorded
    }
}

/// The value of a bit at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BitValue {
    True,
    False,
    /// The struct or the bit is not in the report.
    Absent,
}

pub(crate) struct View<'r> {
    pub(crate) report: &'r DeviceReport,
    pub(crate) vk: &'r VulkanReport,
    pub(crate) minor: u32,
    presence: Vec<Cell<Option<Presence>>>,
    complete: Vec<Cell<Option<bool>>>,
    structs: Vec<Cell<Option<StructMaps<'r>>>>,
}

/// The report's maps for a struct: under its own name, and under its first alias that the report uses.
type StructMaps<'r> = [Option<&'r BTreeMap<String, bool>>; 2];

impl<'r> View<'r> {
    pub(crate) fn new(report: &'r DeviceReport, vk: &'r VulkanReport) -> Self {
        Self {
            report,
            vk,
            minor: minor_of(vk.api_version),
            presence: vec![Cell::new(None); extensions().len()],
            complete: vec![Cell::new(None); extensions().len()],
            structs: vec![Cell::new(None); feature_structs().len()],
        }
    }

    /// Does the report list it, under this very name? `None` when the report records no such list.
    pub(crate) fn lists(&self, e: u16) -> Option<bool> {
        let info = &extensions()[usize::from(e)];
        match info.kind {
            ExtensionKind::Device => Some(self.vk.extensions.contains_key(info.name)),
            ExtensionKind::Instance => {
                self.vk.instance_extensions.as_ref().map(|list| list.contains_key(info.name))
            }
        }
    }

    /// Listed, with all that it depends on.
    pub(crate) fn is_complete(&self, e: u16) -> bool {
        let slot = &self.complete[usize::from(e)];
        if let Some(known) = slot.get() {
            return known;
        }
        let depends = extensions()[usize::from(e)].depends;
        let complete = self.lists(e) == Some(true) && depends.is_none_or(|d| self.holds(d, DEEPEST));
        slot.set(Some(complete));
        complete
    }

    pub(crate) fn presence(&self, e: u16) -> Presence {
        self.presence_within(e, DEEPEST)
    }

    fn presence_within(&self, e: u16, depth: u32) -> Presence {
        let slot = &self.presence[usize::from(e)];
        if let Some(known) = slot.get() {
            return known;
        }
        let found = self.find_presence(e, depth);
        slot.set(Some(found));
        found
    }

    fn find_presence(&self, e: u16, depth: u32) -> Presence {
        let Some(depth) = depth.checked_sub(1) else { return Presence::Absent };
        let core = self.core_has(e, depth);
        if core == State::Met {
            return Presence::Core;
        }
        let info = &extensions()[usize::from(e)];
        let listed = self.lists(e);
        if listed == Some(true) && info.depends.is_none_or(|d| self.holds(d, depth)) {
            return Presence::Listed;
        }
        if let Some(Provider::Extension(to)) = info.promoted_to
            && self.presence_within(to, depth).is_there()
        {
            return Presence::Under(to);
        }
        match listed {
            _ if core == State::Unknown => Presence::Unrecorded,
            Some(true) => Presence::Incomplete,
            Some(false) => Presence::Absent,
            None => Presence::Unrecorded,
        }
    }

    /// Was it promoted, perhaps by way of another extension, to a version that the device has? Where the core made it
    /// optional, its bits decide.
    fn core_has(&self, e: u16, depth: u32) -> State {
        let mut at = e;
        for _ in 0..depth {
            match extensions()[usize::from(at)].promoted_to {
                Some(Provider::Core(v)) if v <= self.minor => {
                    return self.has_bits_of(e).min(self.has_bits_of(at));
                }
                Some(Provider::Extension(to)) => at = to,
                _ => return State::Missing,
            }
        }
        State::Missing
    }

    fn has_bits_of(&self, e: u16) -> State {
        let info = &extensions()[usize::from(e)];
        let one = |bit: (u16, u16)| {
            let values = bit_places(bit).into_iter().map(|place| match self.bit(place) {
                BitValue::True => State::Met,
                BitValue::Absent => State::Unknown,
                BitValue::False => State::Missing,
            });
            // One place that answers outweighs another that says nothing.
            let answered = values.clone().filter(|s| *s != State::Unknown).max();
            answered.unwrap_or(State::Unknown)
        };
        // What was promoted without its struct has no bit to ask for any more.
        let optional = |g: &&&[(u16, u16)]| {
            g.iter().any(|(s, _)| {
                let by = feature_structs()[usize::from(*s)].providers;
                by.iter().any(|p| matches!(p.0, Provider::Core(v) if v <= self.minor))
            })
        };
        let groups =
            info.bits.iter().filter(optional).map(|g| g.iter().map(|b| one(*b)).max().unwrap_or(State::Met));
        let coupled = COUPLED_AT.iter().filter(|c| c.0 == e).map(|c| one(c.1));
        groups.chain(coupled).min().unwrap_or(State::Met)
    }

    fn holds(&self, d: &Dependency, depth: u32) -> bool {
        match d {
            Dependency::Core(v) => *v <= self.minor,
            Dependency::Extension(e) => self.presence_within(*e, depth).carries(),
            Dependency::All(of) => of.iter().all(|d| self.holds(d, depth)),
            // Versions first: they cost nothing to look at.
            Dependency::Any(of) => self.by_version(of) || of.iter().any(|d| self.holds(d, depth)),
        }
    }

    fn by_version(&self, of: &[Dependency]) -> bool {
        of.iter().any(|d| matches!(d, Dependency::Core(v) if *v <= self.minor))
    }

    /// The extensions to enable so that a dependency holds. Of several ways the one that enables the fewest extensions is
    /// taken, the first among equals.
    pub(crate) fn choose(&self, d: &Dependency) -> Vec<u16> {
        match d {
            Dependency::Core(_) => Vec::new(),
            Dependency::Extension(e) => match self.presence(*e) {
                Presence::Listed => vec![*e],
                Presence::Unrecorded if self.lists(*e).is_none() => vec![*e],
                Presence::Under(to) => vec![to],
                Presence::Core | Presence::Unrecorded | Presence::Incomplete | Presence::Absent => Vec::new(),
            },
            Dependency::All(of) => of.iter().flat_map(|d| self.choose(d)).collect(),
            Dependency::Any(of) if self.by_version(of) => Vec::new(),
            Dependency::Any(of) => of
                .iter()
                .filter(|d| self.holds(d, DEEPEST))
                .map(|d| self.choose(d))
                .min_by_key(Vec::len)
                .unwrap_or_default(),
        }
    }

    /// What a listed extension depends on and the report hasn't got, as words.
    pub(crate) fn lacking_dependencies(&self, e: u16) -> String {
        extensions()[usize::from(e)].depends.map(|d| self.show_lacking(d)).unwrap_or_default()
    }

    fn show_lacking(&self, d: &Dependency) -> String {
        let join = |of: &[Dependency], word: &str| {
            let parts: Vec<String> =
                of.iter().filter(|d| !self.holds(d, DEEPEST)).map(|d| self.show_lacking(d)).collect();
            parts.join(word)
        };
        match d {
            Dependency::Core(v) => format!("Vulkan 1.{v}"),
            Dependency::Extension(e) => extensions()[usize::from(*e)].name.to_owned(),
            Dependency::All(of) => join(of, " and "),
            Dependency::Any(of) => format!("({})", join(of, " or ")),
        }
    }

    fn maps(&self, s: u16) -> StructMaps<'r> {
        let slot = &self.structs[usize::from(s)];
        if let Some(known) = slot.get() {
            return known;
        }
        let info = &feature_structs()[usize::from(s)];
        let found = [
            self.vk.features.get(info.name),
            info.aliases.iter().find_map(|alias| self.vk.features.get(*alias)),
        ];
        slot.set(Some(found));
        found
    }

    /// What the report says of the bit in this very struct. True under one name is true.
    pub(crate) fn bit(&self, (s, m): (u16, u16)) -> BitValue {
        let name = feature_structs()[usize::from(s)].members[usize::from(m)];
        let mut value = BitValue::Absent;
        for map in self.maps(s).into_iter().flatten() {
            match map.get(name) {
                Some(true) => return BitValue::True,
                Some(false) => value = BitValue::False,
                None => {}
            }
        }
        value
    }

    /// Is what defines the struct there: the version, or an extension that is listed? (Some extensions were promoted without
    /// their struct; the version doesn't help then.)
    pub(crate) fn provided(&self, s: u16) -> bool {
        feature_structs()[usize::from(s)].providers.iter().any(|(by, _)| match by {
            Provider::Core(v) => *v <= self.minor,
            Provider::Extension(e) => self.is_complete(*e),
        })
    }

    /// Can feature bits be handed over at all? `VkPhysicalDeviceFeatures2` came with 1.1; before that an instance extension
    /// has it, which loaders list even where a driver doesn't.
    pub(crate) fn carries_features(&self) -> bool {
        self.minor > 0
            || extension_index(FEATURES_2).is_none_or(|e| {
                matches!(self.presence(e), Presence::Core | Presence::Listed | Presence::Unrecorded)
            })
    }

    /// The property's values, one for each place where the report has it.
    pub(crate) fn properties<'a>(
        &'a self,
        places: &'a [(&'static str, &'static str)],
    ) -> impl Iterator<Item = &'r Property> + 'a {
        places.iter().filter_map(|(s, m)| self.vk.properties.get(*s)?.get(*m))
    }
}

/// The instance extension that has `VkPhysicalDeviceFeatures2` before 1.1.
pub(crate) const FEATURES_2: &str = "VK_KHR_get_physical_device_properties2";
