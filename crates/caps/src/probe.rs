//! Puts evidence to a report. Names are looked up in the registry once, when a tree is prepared; checking then allocates
//! nothing; explaining, which is only done for what is refused, says every leaf that is missing and what was found.

use crate::evidence::{
    Evidence, Leaf, PORTABILITY_STRUCT, QueueNeed, State, Tiling, Want, bit_names, device_type_name,
    format_feature_names, queue_flag, show_property,
};
use crate::number::Number;
use crate::plan::Name;
use crate::registry::{self, Provider, REQUIRED, ShowVersion, extensions, feature_structs};
use crate::report::{FormatFeatures, Property, QueueFamily};
use crate::resolution::Lack;
use crate::view::{BitValue, Presence, View};
use std::cmp::Ordering;

/// Evidence with its names looked up.
#[derive(Debug, Clone)]
pub(crate) enum Probe {
    All(Box<[Probe]>),
    Any(Box<[Probe]>),
    Extension { index: Option<u16>, leaf: Leaf, by_name: bool },
    Bit(BitProbe),
    Portable { bit: Option<BitProbe>, extension: Option<u16>, leaf: Leaf },
    Limit { places: Box<[(&'static str, &'static str)]>, leaf: Leaf },
    Other(Leaf),
}

/// A bit and every place where it may be found: the gathering core struct first.
#[derive(Debug, Clone)]
pub(crate) struct BitProbe {
    pub(crate) places: Box<[(u16, u16)]>,
    leaf: Leaf,
}

/// What a met leaf puts into the plan.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Need<'a> {
    /// An extension of the registry, unless the core has it.
    Extension(u16),
    /// An extension that was asked for by its name: listed even where the core has it, when the report lists it.
    Named(u16),
    /// An extension that the registry does not know.
    Foreign(&'a str, bool),
    /// A bit.
    Bit(&'a BitProbe),
    /// A queue of a family set apart.
    Queue(&'a QueueNeed),
}

impl Probe {
    /// Looks the names up. `by_name`: the extensions are meant by their very names (base requirements).
    pub(crate) fn new(evidence: &Evidence, by_name: bool) -> Self {
        let list = |of: &[Evidence]| of.iter().map(|e| Self::new(e, by_name)).collect();
        match evidence {
            Evidence::All(of) => Self::All(list(of)),
            Evidence::Any(of) => Self::Any(list(of)),
            Evidence::Leaf(leaf) => Self::of_leaf(leaf, by_name),
        }
    }

    fn of_leaf(leaf: &Leaf, by_name: bool) -> Self {
        let own = leaf.clone();
        match leaf {
            // Which of the two kinds it is, the registry knows best.
            Leaf::Extension { name } | Leaf::InstanceExtension { name } => {
                Self::Extension { index: registry::extension_index(name), leaf: own, by_name }
            }
            Leaf::Bit { feature_struct, bit } => {
                let at = registry::bit_index(feature_struct, bit);
                let places: Box<[_]> = at.map(registry::bit_places).unwrap_or_default().into();
                let mut whole = vec![Self::Bit(BitProbe { places: places.clone(), leaf: own })];
                for rule in REQUIRED {
                    let ruled = registry::bit_index(rule.bit.0, rule.bit.1);
                    if ruled.is_some_and(|r| places.contains(&r)) {
                        let needs =
                            Leaf::Bit { feature_struct: rule.needs.0.into(), bit: rule.needs.1.into() };
                        whole.push(Self::of_leaf(&needs, by_name));
                    }
                }
                if whole.len() == 1 { whole.remove(0) } else { Self::All(whole.into()) }
            }
            Leaf::Portable { bit } => Self::Portable {
                bit: registry::bit_index(PORTABILITY_STRUCT, bit)
                    .map(|at| BitProbe { places: [at].into(), leaf: own.clone() }),
                extension: registry::extension_index(PORTABILITY),
                leaf: own,
            },
            Leaf::Limit { property_struct, member, .. } => {
                Self::Limit { places: registry::property_places(property_struct, member).into(), leaf: own }
            }
            _ => Self::Other(own),
        }
    }

    /// Is it met? What it needs is pushed onto `needs` when it is, and nothing when it isn't.
    pub(crate) fn check<'a>(&'a self, view: &View<'_>, needs: &mut Vec<Need<'a>>) -> State {
        match self {
            Self::All(of) => {
                let start = needs.len();
                let mut state = State::Met;
                for p in of {
                    state = state.min(p.check(view, needs));
                    if state == State::Missing {
                        break;
                    }
                }
                if state != State::Met {
                    needs.truncate(start);
                }
                state
            }
            Self::Any(of) => {
                let mut state = State::Missing;
                for p in of {
                    state = state.max(p.check(view, needs));
                    if state == State::Met {
                        break;
                    }
                }
                state
            }
            leaf => {
                let state = leaf.state(view);
                if state == State::Met {
                    needs.extend(leaf.need(view));
                }
                state
            }
        }
    }

    fn need(&self, view: &View<'_>) -> Option<Need<'_>> {
        match self {
            Self::Extension { index: Some(i), by_name: true, .. } => Some(Need::Named(*i)),
            Self::Extension { index: Some(i), .. } => Some(Need::Extension(*i)),
            Self::Extension { leaf: Leaf::Extension { name }, .. } => Some(Need::Foreign(name, false)),
            Self::Extension { leaf: Leaf::InstanceExtension { name }, .. } => Some(Need::Foreign(name, true)),
            Self::Bit(bit) => Some(Need::Bit(bit)),
            // What the portability extension takes away has to be switched on again to be had.
            Self::Portable { bit: Some(bit), extension: Some(e), .. } if view.lists(*e) == Some(true) => {
                Some(Need::Bit(bit))
            }
            Self::Other(Leaf::Queue(q)) if q.lacks != 0 => Some(Need::Queue(q)),
            _ => None,
        }
    }

    fn state(&self, view: &View<'_>) -> State {
        match self {
            Self::All(_) | Self::Any(_) => State::Missing,
            Self::Extension { index: Some(e), .. } => match view.presence(*e) {
                Presence::Unrecorded => State::Unknown,
                p => met(p.is_there()),
            },
            Self::Extension { leaf, .. } => match leaf {
                Leaf::Extension { name } => met(view.vk.extensions.contains_key(name.as_ref())),
                Leaf::InstanceExtension { name } => match &view.vk.instance_extensions {
                    None => State::Unknown,
                    Some(list) => met(list.contains_key(name.as_ref())),
                },
                _ => State::Missing,
            },
            Self::Bit(bit) => bit.state(view),
            Self::Portable { bit, extension, .. } => match (bit, extension) {
                (Some(bit), Some(e)) if view.lists(*e) == Some(true) => bit.state(view),
                (None, _) => State::Unknown,
                _ => State::Met,
            },
            Self::Limit { places, leaf } => limit_state(view, places, leaf),
            Self::Other(leaf) => other_state(view, leaf),
        }
    }

    /// Adds every leaf that keeps this from being met.
    pub(crate) fn explain(&self, view: &View<'_>, lacks: &mut Vec<Lack>) {
        match self {
            Self::All(of) => of.iter().for_each(|p| p.explain(view, lacks)),
            Self::Any(of) => {
                if self.check(view, &mut Vec::new()) == State::Met {
                    return;
                }
                let mut branches: Vec<Vec<Lack>> = of
                    .iter()
                    .map(|p| {
                        let mut branch = Vec::new();
                        p.explain(view, &mut branch);
                        branch
                    })
                    .collect();
                match branches.len() {
                    1 => lacks.append(&mut branches[0]),
                    _ => push(lacks, Lack::OneOf { branches }),
                }
            }
            leaf => match leaf.state(view) {
                State::Met => {}
                state => leaf.explain_leaf(view, state, lacks),
            },
        }
    }

    fn explain_leaf(&self, view: &View<'_>, state: State, lacks: &mut Vec<Lack>) {
        let (leaf, found) = match self {
            Self::All(_) | Self::Any(_) => return,
            Self::Bit(bit) => return bit.explain(view, state, lacks),
            Self::Extension { index, leaf, .. } => (leaf, extension_found(view, *index, leaf)),
            Self::Portable { leaf, .. } => {
                let found = if state == State::Unknown {
                    "is not recorded, and VK_KHR_portability_subset is listed".into()
                } else {
                    "is false: VK_KHR_portability_subset takes it away".into()
                };
                (leaf, found)
            }
            Self::Limit { places, leaf } => return explain_limit(view, places, leaf, lacks),
            Self::Other(leaf) => (leaf, other_found(view, leaf)),
        };
        push(lacks, Lack::Leaf { leaf: leaf.clone(), found, state });
    }
}

/// A device that implements less than all of Vulkan lists it.
pub(crate) const PORTABILITY: &str = "VK_KHR_portability_subset";

fn met(yes: bool) -> State {
    if yes { State::Met } else { State::Missing }
}

/// The same leaf is said once.
fn push(lacks: &mut Vec<Lack>, lack: Lack) {
    if !lacks.contains(&lack) {
        lacks.push(lack);
    }
}

fn extension_found(view: &View<'_>, index: Option<u16>, leaf: &Leaf) -> Name {
    match index.map(|e| (e, view.presence(e))) {
        Some((e, Presence::Incomplete)) => {
            format!("is listed, but not what it depends on: {}", view.lacking_dependencies(e)).into()
        }
        Some((e, Presence::Unrecorded)) if view.lists(e).is_some() => {
            "is not listed, and the report does not record the bits by which the core has it".into()
        }
        Some((_, Presence::Unrecorded)) => "is not recorded".into(),
        Some((e, _)) => match extensions()[usize::from(e)].promoted_to {
            Some(Provider::Core(v)) if v > view.minor => {
                format!("is not listed, and the device is older than Vulkan 1.{v}").into()
            }
            Some(Provider::Core(v)) => {
                format!("is not listed, and the bits by which Vulkan 1.{v} has it are false").into()
            }
            _ => "is not listed".into(),
        },
        None if matches!(leaf, Leaf::InstanceExtension { .. }) && view.vk.instance_extensions.is_none() => {
            "is not recorded".into()
        }
        None => "is not listed".into(),
    }
}

impl BitProbe {
    fn state(&self, view: &View<'_>) -> State {
        if !view.carries_features() {
            return State::Missing;
        }
        let (mut provided, mut falsified) = (false, false);
        for place in &self.places {
            if !view.provided(place.0) {
                continue;
            }
            provided = true;
            match view.bit(*place) {
                BitValue::True => return State::Met,
                BitValue::False => falsified = true,
                BitValue::Absent => {}
            }
        }
        if self.places.is_empty() || (provided && !falsified) { State::Unknown } else { State::Missing }
    }

    /// Two questions: is what defines the struct there, and is the bit true?
    fn explain(&self, view: &View<'_>, state: State, lacks: &mut Vec<Lack>) {
        let say =
            |lacks: &mut Vec<Lack>, leaf: Leaf, found: Name| push(lacks, Lack::Leaf { leaf, found, state });
        if self.places.is_empty() {
            let found =
                format!("is not in this build's registry tables (header {})", registry::HEADER_VERSION);
            return say(lacks, self.leaf.clone(), found.into());
        }
        if !view.carries_features() {
            let name = crate::view::FEATURES_2.into();
            return say(lacks, Leaf::InstanceExtension { name }, "is not listed".into());
        }
        if !self.places.iter().any(|p| view.provided(p.0)) {
            let (leaf, found) = self.lacking_provider(view);
            say(lacks, leaf, found);
        }
        let value = self.places.iter().map(|p| view.bit(*p)).fold(BitValue::Absent, |a, b| match (a, b) {
            (BitValue::True, _) | (_, BitValue::True) => BitValue::True,
            (BitValue::False, _) | (_, BitValue::False) => BitValue::False,
            _ => BitValue::Absent,
        });
        match value {
            BitValue::True if state == State::Missing => {}
            BitValue::True => {
                let found = "is reported only in a struct that the device's version does not have".into();
                say(lacks, self.leaf.clone(), found);
            }
            BitValue::False => say(lacks, self.leaf.clone(), "is false".into()),
            BitValue::Absent => say(lacks, self.leaf.clone(), "is not reported".into()),
        }
    }

    /// What would have defined the struct: its extension where it has one, else its version.
    fn lacking_provider(&self, view: &View<'_>) -> (Leaf, Name) {
        let mut core = None;
        let mut by: Vec<u16> = Vec::new();
        for place in &self.places {
            for (provider, _) in feature_structs()[usize::from(place.0)].providers {
                match provider {
                    Provider::Core(v) => core = Some(core.map_or(*v, |c: u32| c.min(*v))),
                    Provider::Extension(e) if !by.contains(e) => by.push(*e),
                    Provider::Extension(_) => {}
                }
            }
        }
        let name = |e: u16| extensions()[usize::from(e)].name;
        let Some(first) = by.first().copied() else {
            let at_least = registry::version(1, core.unwrap_or(0));
            return (Leaf::Version { at_least }, version_found(view));
        };
        let leaf = Leaf::Extension { name: name(first).into() };
        let mut found = match view.presence(first) {
            Presence::Incomplete => extension_found(view, Some(first), &leaf),
            _ => "is not listed".into(),
        };
        for other in &by[1..] {
            found.to_mut().push_str(&format!(", nor is {}", name(*other)));
        }
        if let Some(v) = core {
            found.to_mut().push_str(&format!(", and the device is older than Vulkan 1.{v}"));
        }
        (leaf, found)
    }
}

fn version_found(view: &View<'_>) -> Name {
    format!("is not there: the device has {}", ShowVersion(view.vk.api_version)).into()
}

fn element(p: &Property, index: Option<usize>) -> Option<&Property> {
    match (p, index) {
        (Property::List(list), Some(i)) => list.get(i),
        (p, None) => Some(p),
        (_, Some(_)) => None,
    }
}

/// The number that a limit stands for: of an array without a position the worst of its elements.
pub(crate) fn limit_value(p: &Property, index: Option<usize>, less_is_better: bool) -> Option<Number> {
    let p = element(p, index)?;
    let Property::List(list) = p else { return Number::of(p) };
    Number::of(p).or_else(|| {
        let worse = |a: Number, b: Number| {
            let keeps = a.compare(b).is_some_and(|o| if less_is_better { o.is_gt() } else { o.is_lt() });
            if keeps { a } else { b }
        };
        list.iter().map(Number::of).collect::<Option<Vec<_>>>()?.into_iter().reduce(worse)
    })
}

fn limit_parts(leaf: &Leaf) -> Option<(Option<usize>, &Want)> {
    match leaf {
        Leaf::Limit { index, want, .. } => Some((*index, want)),
        _ => None,
    }
}

fn want_state(p: &Property, want: &Want) -> State {
    // Of an array without a position every element is asked; flags given by name are one number.
    if let Property::List(list) = p
        && !matches!(want, Want::Exactly(_))
        && Number::of(p).is_none()
    {
        return list.iter().map(|p| want_state(p, want)).min().unwrap_or(State::Unknown);
    }
    if let Want::Exactly(asked) = want {
        let same = match (Number::of(p), Number::of(asked)) {
            (Some(a), Some(b)) => a.compare(b) == Some(Ordering::Equal),
            _ => p == asked,
        };
        return met(same);
    }
    let Some(value) = Number::of(p) else { return State::Unknown };
    match want {
        Want::AtLeast(v) => met(matches!(value.compare(*v), Some(Ordering::Greater | Ordering::Equal))),
        Want::AtMost(v) => met(matches!(value.compare(*v), Some(Ordering::Less | Ordering::Equal))),
        Want::HasBits(bits) => value.as_u64().map_or(State::Unknown, |v| met(v & bits == *bits)),
        Want::Exactly(_) => State::Missing,
    }
}

fn limit_state(view: &View<'_>, places: &[(&'static str, &'static str)], leaf: &Leaf) -> State {
    let Some((index, want)) = limit_parts(leaf) else { return State::Missing };
    let mut best: Option<State> = None;
    for p in view.properties(places).filter_map(|p| element(p, index)) {
        let state = want_state(p, want);
        if state == State::Met {
            return state;
        }
        best = Some(best.map_or(state, |b| b.max(state)));
    }
    best.unwrap_or(State::Unknown)
}

fn explain_limit(
    view: &View<'_>,
    places: &[(&'static str, &'static str)],
    leaf: &Leaf,
    lacks: &mut Vec<Lack>,
) {
    let Some((index, want)) = limit_parts(leaf) else { return };
    let state = limit_state(view, places, leaf);
    let value = view.properties(places).filter_map(|p| element(p, index)).next();
    let found: Name = match (value, want) {
        (None, _) => "is not recorded".into(),
        (Some(p), Want::HasBits(bits)) => match Number::of(p).and_then(Number::as_u64) {
            Some(v) => {
                let lacking: Vec<String> = (0..64)
                    .map(|i| 1u64 << i)
                    .filter(|b| bits & b & !v != 0)
                    .map(|b| b.to_string())
                    .collect();
                format!("is {v:#x}: it lacks {}", lacking.join(", ")).into()
            }
            None => format!("is {}, which is not a number", show_property(p)).into(),
        },
        (Some(p), Want::AtLeast(_) | Want::AtMost(_)) if state == State::Unknown => {
            format!("is {}, which is not a number", show_property(p)).into()
        }
        (Some(p), _) => format!("is {}", show_property(p)).into(),
    };
    push(lacks, Lack::Leaf { leaf: leaf.clone(), found, state });
}

fn features_of(f: &FormatFeatures, tiling: Tiling) -> u64 {
    match tiling {
        Tiling::Linear => f.linear,
        Tiling::Optimal => f.optimal,
        Tiling::Buffer => f.buffer,
    }
}

/// `None`: the report records no formats.
fn format_bits(view: &View<'_>, format: &str, tiling: Tiling) -> Option<u64> {
    let formats = view.vk.formats.as_ref().filter(|f| !f.is_empty())?;
    Some(formats.get(format).map_or(0, |f| features_of(f, tiling)))
}

/// The family's flags, with transfer where graphics or compute implies it.
fn queue_flags(q: &QueueFamily) -> u32 {
    let implied = q.flags & (queue_flag::GRAPHICS | queue_flag::COMPUTE) != 0;
    q.flags | if implied { queue_flag::TRANSFER } else { 0 }
}

fn queue_fits(q: &QueueFamily, need: &QueueNeed) -> bool {
    let fine = |max: [u32; 3]| {
        // 0 stands for whole mip levels, the coarsest there is.
        let at_most = |(have, max): (&u32, &u32)| *max == 0 || (*have != 0 && have <= max);
        q.min_image_transfer_granularity.iter().zip(&max).all(at_most)
    };
    queue_flags(q) & need.has == need.has
        && q.flags & need.lacks == 0
        && q.count >= need.min_count.max(1)
        && q.timestamp_valid_bits >= need.min_timestamp_bits
        && need.max_transfer_granularity.is_none_or(fine)
}

fn other_state(view: &View<'_>, leaf: &Leaf) -> State {
    match leaf {
        Leaf::Version { at_least } => met(view.vk.api_version & 0x1fff_ffff >= *at_least),
        Leaf::Format { format, tiling, features } => match format_bits(view, format, *tiling) {
            None => State::Unknown,
            Some(bits) => met(bits & features == *features),
        },
        Leaf::Queue(need) => match &view.vk.queue_families {
            None => State::Unknown,
            Some(list) => met(list.iter().any(|q| queue_fits(q, need))),
        },
        Leaf::CanPresent => match &view.vk.queue_families {
            Some(list) if !list.is_empty() => met(list.iter().any(|q| q.present != Some(false))),
            _ => State::Met,
        },
        Leaf::Heap { flags, min_bytes } => match &view.vk.memory {
            None => State::Unknown,
            Some(m) => met(m.heaps.iter().any(|(size, f)| size >= min_bytes && f & flags == *flags)),
        },
        Leaf::DeviceType { is } => view.report.device_type.map_or(State::Unknown, |t| met(t == *is)),
        Leaf::Extension { .. }
        | Leaf::InstanceExtension { .. }
        | Leaf::Bit { .. }
        | Leaf::Portable { .. }
        | Leaf::Limit { .. } => State::Missing,
    }
}

fn other_found(view: &View<'_>, leaf: &Leaf) -> Name {
    match leaf {
        Leaf::Version { .. } => version_found(view),
        Leaf::Format { format, tiling, features } => match format_bits(view, format, *tiling) {
            None => "is not recorded: the report has no formats".into(),
            Some(bits) => format!("lacks {}", format_feature_names(features & !bits)).into(),
        },
        Leaf::Queue(_) => match &view.vk.queue_families {
            None => "is not recorded: the report has no queue families".into(),
            Some(list) => {
                let show = |q: &QueueFamily| {
                    let names = bit_names(u64::from(q.flags), queue_flag::NAMES);
                    format!("{names} x{} with {} timestamp bits", q.count, q.timestamp_valid_bits)
                };
                let all: Vec<String> = list.iter().map(show).collect();
                format!("is not there: the families are {}", all.join(" / ")).into()
            }
        },
        Leaf::CanPresent => "is not there: every family says that it can't".into(),
        Leaf::Heap { .. } => match &view.vk.memory {
            None => "is not recorded: the report has no memory heaps".into(),
            Some(m) => {
                let all: Vec<String> = m
                    .heaps
                    .iter()
                    .map(|(size, flags)| format!("{size} bytes with flags {flags:#x}"))
                    .collect();
                format!("is not there: the heaps are {}", all.join(" / ")).into()
            }
        },
        Leaf::DeviceType { .. } => match view.report.device_type {
            None => "is not recorded: the report has no device type".into(),
            Some(t) => format!("is not this: it is {}", device_type_name(t)).into(),
        },
        Leaf::Extension { .. }
        | Leaf::InstanceExtension { .. }
        | Leaf::Bit { .. }
        | Leaf::Portable { .. }
        | Leaf::Limit { .. } => "is not there".into(),
    }
}
