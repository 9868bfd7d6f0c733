//! Makes the plan out of what the met leaves need: follows dependencies, picks one struct for each bit, leaves out what the
//! core already gives.

use crate::plan::{FeatureBit, FeatureStruct, Name, Plan};
use crate::probe::{BitProbe, Need, PORTABILITY};
use crate::registry::{
    COUPLED_AT, Dependency, ExtensionKind, NEWEST_MINOR, Provider, extension_index, extensions,
    feature_structs, gathers, version,
};
use crate::view::{BitValue, FEATURES_2, Presence, View};

/// Lets an application see devices that list `VK_KHR_portability_subset`.
const ENUMERATION: &str = "VK_KHR_portability_enumeration";

/// The plan, and what had to be assumed on the way.
pub(crate) fn assemble(view: &View<'_>, needs: &[Need<'_>]) -> (Plan, Vec<String>) {
    let mut notes = Vec::new();
    let mut bits: Vec<&BitProbe> = Vec::new();
    let mut chosen = Chosen { view, extensions: Vec::new() };
    let mut queues = Vec::new();
    let (mut foreign, mut foreign_instance): (Vec<Name>, Vec<Name>) = (Vec::new(), Vec::new());

    for need in needs {
        match need {
            Need::Named(e) if view.is_complete(*e) => chosen.add(*e),
            Need::Named(e) | Need::Extension(e) => match view.presence(*e) {
                Presence::Listed => chosen.add(*e),
                Presence::Under(to) => chosen.add(to),
                Presence::Core | Presence::Unrecorded | Presence::Incomplete | Presence::Absent => {}
            },
            Need::Foreign(name, false) => foreign.push((*name).to_owned().into()),
            Need::Foreign(name, true) => foreign_instance.push((*name).to_owned().into()),
            Need::Bit(bit) => bits.push(bit),
            Need::Queue(q) => queues.push(**q),
        }
    }
    if let Some(e) = extension_index(PORTABILITY).filter(|e| view.lists(*e) == Some(true)) {
        chosen.add(e);
        if !view.is_complete(e) {
            notes.push(format!(
                "{PORTABILITY} is listed and has to be enabled, but what it depends on is not listed"
            ));
        }
    }

    bits.sort_unstable_by_key(|b| b.places.first().copied());
    bits.dedup_by_key(|b| b.places.first().copied());
    let mut places = Vec::with_capacity(bits.len());
    let mut rest = bits.as_slice();
    while let Some(first) = rest.first() {
        // All bits that the same core struct gathers are decided together: its own struct or theirs, never both.
        let head = first.places[0].0;
        let run = rest.iter().take_while(|b| b.places[0].0 == head).count();
        let (group, after) = rest.split_at(run);
        rest = after;
        place(view, &mut chosen, head, group, &mut places, &mut notes);
    }
    places.sort_unstable();
    places.dedup();
    if view.minor == 0
        && !places.is_empty()
        && let Some(e) = extension_index(FEATURES_2)
    {
        chosen.add(e);
    }

    let named = |kind: ExtensionKind, foreign: Vec<Name>| {
        let known = chosen.extensions.iter().map(|e| &extensions()[usize::from(*e)]);
        let mut list: Vec<Name> =
            known.filter(|e| e.kind == kind).map(|e| e.name.into()).chain(foreign).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    queues.sort_unstable();
    queues.dedup();
    let mut plan = Plan {
        api_version: version(1, view.minor.min(NEWEST_MINOR)),
        instance_extensions: named(ExtensionKind::Instance, foreign_instance),
        enumerate_portability: false,
        device_extensions: named(ExtensionKind::Device, foreign),
        features: structs(view, &chosen, &places),
        queues,
    };
    match &view.vk.instance_extensions {
        None if !plan.instance_extensions.is_empty() => notes.push(format!(
            "the report records no instance extensions; the plan relies on {}",
            plan.instance_extensions.join(", ")
        )),
        Some(list) if list.contains_key(ENUMERATION) => {
            plan.enumerate_portability = true;
            plan.instance_extensions.push(ENUMERATION.into());
            plan.instance_extensions.sort_unstable();
            plan.instance_extensions.dedup();
        }
        _ => {}
    }
    (plan, notes)
}

/// Extensions to enable, closed under dependency.
struct Chosen<'v, 'r> {
    view: &'v View<'r>,
    extensions: Vec<u16>,
}

impl Chosen<'_, '_> {
    fn add(&mut self, e: u16) {
        if self.extensions.contains(&e) {
            return;
        }
        self.extensions.push(e);
        if let Some(d) = extensions()[usize::from(e)].depends {
            self.add_dependency(d);
        }
    }

    fn add_dependency(&mut self, d: &Dependency) {
        for e in self.view.choose(d) {
            self.add(e);
        }
    }

    /// The provider by which a struct is had: the core, an extension that is chosen anyway, or the first that is there.
    fn provider(&self, s: u16) -> Option<(Provider, &'static str)> {
        let providers = feature_structs()[usize::from(s)].providers;
        let core = |by: Provider| matches!(by, Provider::Core(v) if v <= self.view.minor);
        let chosen = |by: Provider| matches!(by, Provider::Extension(e) if self.extensions.contains(&e));
        let there = |by: Provider| matches!(by, Provider::Extension(e) if self.view.is_complete(e));
        let find = |test: &dyn Fn(Provider) -> bool| providers.iter().copied().find(|p| test(p.0));
        find(&core).or_else(|| find(&chosen)).or_else(|| find(&there))
    }
}

/// Decides for the bits that share a core struct where each is set.
fn place(
    view: &View<'_>,
    chosen: &mut Chosen<'_, '_>,
    head: u16,
    group: &[&BitProbe],
    places: &mut Vec<(u16, u16)>,
    notes: &mut Vec<String>,
) {
    let apart: Option<Vec<(u16, u16)>> = group.iter().map(|b| own_place(view, b)).collect();
    let coupled = coupled(view, chosen, head);
    let gathered = gathers(head).is_some()
        && view.provided(head)
        && group.iter().all(|b| view.bit(b.places[0]) == BitValue::True)
        && coupled.iter().all(|c| view.bit(*c) == BitValue::True);
    if gathered {
        places.extend(group.iter().map(|b| b.places[0]));
        places.extend(coupled);
        return;
    }
    let taken = apart.unwrap_or_else(|| {
        // The report contradicts itself: some bits are true only in the core struct, others only in structs of their own.
        // Both structs in one chain are not allowed; the core struct can hold them all.
        let name = feature_structs()[usize::from(head)].name;
        notes.push(format!(
            "{name} and the structs it gathers do not say the same in this report; what is true in either counts"
        ));
        group.iter().map(|b| b.places[0]).collect()
    });
    for p in &taken {
        if let Some((Provider::Extension(e), _)) = chosen.provider(p.0) {
            chosen.add(e);
        }
    }
    places.extend(taken);
}

/// Where a bit is true outside of the gathering struct.
fn own_place(view: &View<'_>, bit: &BitProbe) -> Option<(u16, u16)> {
    bit.places
        .iter()
        .copied()
        .find(|p| gathers(p.0).is_none() && view.provided(p.0) && view.bit(*p) == BitValue::True)
}

/// Bits of a gathering struct that have to be set because of an extension that is chosen.
fn coupled(view: &View<'_>, chosen: &Chosen<'_, '_>, head: u16) -> Vec<(u16, u16)> {
    let set = |c: &&(u16, (u16, u16))| c.1.0 == head && chosen.extensions.contains(&c.0);
    COUPLED_AT.iter().filter(set).filter(|_| view.provided(head)).map(|c| c.1).collect()
}

/// Groups sorted places by struct, each under the name that what provides it uses.
fn structs(view: &View<'_>, chosen: &Chosen<'_, '_>, places: &[(u16, u16)]) -> Vec<FeatureStruct> {
    let mut out: Vec<FeatureStruct> = Vec::new();
    let mut last = None;
    for (s, m) in places {
        let info = &feature_structs()[usize::from(*s)];
        if last != Some(*s) {
            last = Some(*s);
            let name = chosen.provider(*s).map_or(info.name, |p| p.1);
            debug_assert!(view.provided(*s));
            let member_count = u32::try_from(info.members.len()).unwrap_or(u32::MAX);
            out.push(FeatureStruct { name, s_type: info.s_type, member_count, bits: Vec::new() });
        }
        if let Some(made) = out.last_mut() {
            made.bits.push(FeatureBit { name: info.members[usize::from(*m)], index: u32::from(*m) });
        }
    }
    out.sort_by(|a, b| b.is_base().cmp(&a.is_base()).then(a.name.cmp(b.name)));
    out
}
