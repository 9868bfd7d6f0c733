//! What holds for every device and every set of requests.

#![allow(clippy::unwrap_used)]

mod device;

use candor_caps::evidence::{Want, any as any_of, bit, extension, instance_extension, limit, version};
use candor_caps::registry::{self, ExtensionKind};
use candor_caps::report::{DeviceReport, Property};
use candor_caps::{
    Ask, BaseRequirement, Capability, Evidence, Feature, LimitRequest, Requests, Resolution, State, Tier,
    resolve,
};
use device::{Device, PORTABILITY, faults, vulkan};
use proptest::prelude::*;

/// A stream of coin tosses from a seed: proptest shrinks the seed and the odds, which is all that matters here.
struct Toss(u64);

impl Toss {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn percent(&mut self, odds: u64) -> bool {
        (self.next() >> 11) % 100 < odds
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[(self.next() >> 11) as usize % list.len()]
    }
}

#[derive(Debug, Clone, Copy)]
struct Recipe {
    minor: u32,
    seed: u64,
    keep: u64,
    portable: bool,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    (0u32..=4, 1u64.., 50u64..=100, any::<bool>()).prop_map(|(minor, seed, keep, portable)| Recipe {
        minor,
        seed,
        keep,
        portable: portable && seed % 3 == 0,
    })
}

/// A full device with things taken away. With `consistent` a bit has one value in all of its structs, as drivers must report
/// it; without, reports may contradict themselves.
fn build(r: Recipe, consistent: bool) -> DeviceReport {
    let mut toss = Toss(r.seed);
    let mut d = Device::full(r.minor);
    if r.portable {
        d.extension(PORTABILITY);
        let s = registry::feature_struct("VkPhysicalDevicePortabilitySubsetFeaturesKHR").unwrap();
        for m in s.members {
            d.bit(s.name, m, true);
        }
    }
    let vk = d.vk();
    vk.extensions.retain(|_, _| toss.percent(r.keep));
    if let Some(list) = &mut vk.instance_extensions {
        list.retain(|_, _| toss.percent(r.keep.max(80)));
    }
    if toss.percent(10) {
        vk.instance_extensions = None;
    }
    let lost: Vec<&str> = registry::feature_structs()
        .iter()
        .flat_map(|s| s.members)
        .copied()
        .filter(|_| !toss.percent(r.keep))
        .collect();
    vk.features.retain(|_, _| toss.percent(r.keep.max(70)));
    for bits in vk.features.values_mut() {
        for (name, value) in bits.iter_mut() {
            *value = if consistent { !lost.contains(&name.as_str()) } else { toss.percent(r.keep) };
        }
        // A struct that lacks a bit which its twin has contradicts the twin as well.
        bits.retain(|_, _| consistent || toss.percent(98));
    }
    for members in vk.properties.values_mut() {
        members.retain(|_, _| toss.percent(95));
        for (_, value) in members.iter_mut() {
            if !toss.percent(r.keep) {
                *value = toss.pick(&[Property::Int(0), Property::Int(4), Property::Text("?".into())]).clone();
            }
        }
    }
    if let Some(formats) = &mut vk.formats {
        formats.retain(|_, _| toss.percent(r.keep));
        for f in formats.values_mut() {
            f.optimal &= toss.next() | if toss.percent(r.keep) { u64::MAX } else { 0 };
        }
    }
    if let Some(q) = &mut vk.queue_families {
        q.retain(|_| toss.percent(r.keep));
    }
    d.0
}

/// The same device with things added: nothing is taken away, and no bit that was true becomes false.
fn more(report: &DeviceReport, seed: u64) -> DeviceReport {
    let mut toss = Toss(seed | 1);
    let mut d = Device(report.clone());
    let minor = registry::minor_of(vulkan(report).api_version);
    let higher = if toss.percent(30) { (minor + 1).min(4) } else { minor };
    let full = Device::full(higher);
    let full = vulkan(&full.0);
    let vk = d.vk();
    vk.api_version = registry::version(1, higher) | 200;
    for e in full.extensions.keys() {
        if toss.percent(40) {
            vk.extensions.insert(e.clone(), 1);
        }
    }
    if let (Some(list), Some(all)) = (&mut vk.instance_extensions, &full.instance_extensions) {
        list.extend(all.iter().filter(|_| toss.percent(40)).map(|(n, v)| (n.clone(), *v)));
    }
    for (s, bits) in &full.features {
        if vk.features.contains_key(s) || toss.percent(40) {
            let own = vk.features.entry(s.clone()).or_default();
            for b in bits.keys() {
                if toss.percent(40) {
                    own.insert(b.clone(), true);
                }
            }
        }
    }
    for (s, members) in &full.properties {
        let own = vk.properties.entry(s.clone()).or_default();
        for (m, v) in members {
            if toss.percent(40) {
                own.insert(m.clone(), v.clone());
            }
        }
    }
    if let (Some(formats), Some(all)) = (&mut vk.formats, &full.formats) {
        formats.extend(all.iter().filter(|_| toss.percent(40)).map(|(n, f)| (n.clone(), *f)));
    }
    if let (Some(queues), Some(all)) = (&mut vk.queue_families, &full.queue_families) {
        queues.extend(all.iter().filter(|_| toss.percent(40)));
    }
    d.0
}

/// The single requests of a set, so that they can be put in another order.
#[derive(Clone)]
enum One {
    Feature(Feature, Tier),
    Base(BaseRequirement),
    Limit(LimitRequest),
}

fn leaf(toss: &mut Toss) -> Evidence {
    match toss.next() % 5 {
        0 => {
            let s = toss.pick(registry::feature_structs());
            bit(s.name, *toss.pick(s.members))
        }
        1 => {
            let e = toss.pick(registry::extensions());
            match e.kind {
                ExtensionKind::Device => extension(e.name),
                ExtensionKind::Instance => instance_extension(e.name),
            }
        }
        2 => version(1, (toss.next() % 5) as u32),
        3 => {
            let p = toss.pick(registry::property_structs());
            let greater: Vec<&str> =
                p.members.iter().zip(p.kinds.bytes()).filter(|(_, k)| *k == b'M').map(|(m, _)| *m).collect();
            match greater.as_slice() {
                [] => version(1, 0),
                members => limit(p.name, toss.pick(members).to_string(), Want::AtLeast(4.into())),
            }
        }
        _ => toss.pick(Capability::ALL).evidence().clone(),
    }
}

fn ask(seed: u64, features: u64, others: u64) -> Vec<One> {
    let mut toss = Toss(seed | 1);
    let mut all: Vec<One> =
        (0..features).map(|_| One::Feature(*toss.pick(Feature::ALL), *toss.pick(Tier::ALL))).collect();
    for i in 0..others {
        let evidence =
            if toss.percent(30) { any_of([leaf(&mut toss), leaf(&mut toss)]) } else { leaf(&mut toss) };
        all.push(One::Base(BaseRequirement { name: format!("base-{i}"), evidence }));
        let value = (toss.next() % 300).into();
        let ask = if toss.percent(50) { Ask::Need(value) } else { Ask::UpTo(value) };
        let limits = registry::property_struct("VkPhysicalDeviceLimits").unwrap();
        let member: &str = toss.pick::<&str>(limits.members);
        all.push(One::Limit(LimitRequest::new(member, ask).unwrap()));
    }
    all
}

fn requests(list: &[One]) -> Requests {
    let mut r = Requests::new();
    for one in list {
        match one {
            One::Feature(f, t) => r.add(*f, *t),
            One::Base(b) => r.add_base(b.clone()).unwrap(),
            One::Limit(l) => r.add_limit(l.clone()),
        }
    }
    r
}

/// Does a request name a side of a conflict? Of two such things the device may have both and still be given only one.
fn in_conflict(list: &[One]) -> bool {
    use candor_caps::{evidence::Leaf, registry::Side};
    let sides = || registry::CONFLICTS.iter().flat_map(|c| [c.first, c.second]);
    let names = |leaf: &&Leaf| match leaf {
        Leaf::Bit { bit, .. } => sides().any(|s| matches!(s, Side::Bit(_, b) if b == bit)),
        Leaf::Extension { name } => sides().any(|s| matches!(s, Side::Extension(e) if e == name)),
        _ => false,
    };
    list.iter().any(|one| match one {
        One::Base(b) => b.evidence.leaves().iter().any(names),
        One::Feature(..) | One::Limit(_) => false,
    })
}

/// Met, unknown or missing for each thing that was asked for.
fn states(r: &Resolution) -> Vec<(String, State)> {
    let on = r.enabled.iter().map(|e| (e.feature.to_string(), State::Met));
    let off = r.refused.iter().map(|f| (f.feature.to_string(), f.state));
    let base = r.base.iter().map(|b| (b.name.clone(), b.state));
    let mut all: Vec<_> = on.chain(off).chain(base).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_never_enables_what_the_report_lacks(r in recipes(), seed in any::<u64>(), n in 0u64..30, m in 0u64..6) {
        let report = build(r, true);
        let resolution = resolve(&report, &requests(&ask(seed, n, m)));
        prop_assert_eq!(faults(&report, &resolution.plan), Vec::<String>::new());
        // What is refused has a reason, what is on has none.
        for f in &resolution.refused {
            prop_assert!(!f.leaves().is_empty(), "{}", f.feature);
            prop_assert!(f.lacks.iter().all(|c| !c.lacks.is_empty()), "{f}");
        }
        for b in &resolution.base {
            prop_assert_eq!(b.lacks.is_empty(), b.state == State::Met, "{}", b.name);
        }
        prop_assert_eq!(resolution.unmet().is_empty(), resolution.requirements_met);
    }

    #[test]
    fn not_even_where_the_report_contradicts_itself(r in recipes(), seed in any::<u64>(), n in 0u64..30, m in 0u64..6) {
        let report = build(r, false);
        let plan = resolve(&report, &requests(&ask(seed, n, m))).plan;
        let vk = vulkan(&report);
        for fault in faults(&report, &plan) {
            // The core struct and a promoted one say different things of one bit: true in either counts.
            let name = fault.split("::").nth(1).and_then(|f| f.split(' ').next()).unwrap_or("").to_owned();
            let elsewhere = vk.features.values().any(|bits| bits.get(&name) == Some(&true));
            prop_assert!(elsewhere && fault.ends_with("is not reported as true"), "{fault}");
        }
    }

    #[test]
    fn the_plan_holds_nothing_beyond_the_requests(r in recipes(), seed in any::<u64>()) {
        let report = build(r, true);
        let list = ask(seed, 12, 0);
        let whole = resolve(&report, &requests(&list)).plan;
        prop_assume!(!in_conflict(&list));
        // Every part of the plan is wanted by some feature on its own.
        let parts: Vec<_> = list.iter().map(|one| resolve(&report, &requests(std::slice::from_ref(one))).plan).collect();
        for e in &whole.device_extensions {
            prop_assert!(parts.iter().any(|p| p.has_device_extension(e)), "{e}");
        }
        for b in whole.features.iter().flat_map(|s| &s.bits) {
            prop_assert!(parts.iter().any(|p| p.sets(b.name)), "{}", b.name);
        }
        let empty = resolve(&report, &Requests::new()).plan;
        prop_assert!(empty.features.is_empty());
        prop_assert!(empty.device_extensions.iter().all(|e| e == PORTABILITY));
    }

    #[test]
    fn more_hardware_never_refuses_more(r in recipes(), seed in any::<u64>(), grow in any::<u64>(), n in 0u64..30, m in 0u64..6) {
        let report = build(r, true);
        let list = ask(seed, n, m);
        prop_assume!(!in_conflict(&list));
        let asked = requests(&list);
        let before = resolve(&report, &asked);
        let after = resolve(&more(&report, grow), &asked);
        for ((name, was), (_, is)) in states(&before).iter().zip(&states(&after)) {
            prop_assert!(is >= was, "{name} was {was:?} and is {is:?}");
        }
        prop_assert!(after.requirements_met || !before.requirements_met);
    }

    #[test]
    fn order_does_not_matter_and_resolving_twice_gives_the_same(
        r in recipes(), seed in any::<u64>(), n in 0u64..30, m in 0u64..6, turn in any::<u64>()
    ) {
        let report = build(r, false);
        let mut list = ask(seed, n, m);
        let first = resolve(&report, &requests(&list));
        prop_assert_eq!(&first, &resolve(&report, &requests(&list)));
        let mut toss = Toss(turn | 1);
        for i in (1..list.len()).rev() {
            list.swap(i, (toss.next() >> 11) as usize % (i + 1));
        }
        prop_assert_eq!(&first, &resolve(&report, &requests(&list)));
    }

    #[test]
    fn a_resolution_always_serialises_and_prints(r in recipes(), seed in any::<u64>()) {
        let resolution = resolve(&build(r, false), &requests(&ask(seed, 20, 5)));
        prop_assert!(serde_json::to_string(&resolution).is_ok());
        prop_assert!(!resolution.to_string().is_empty());
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,200}") {
        let _ = Requests::new().add_text(&text, Tier::Optional);
        let _ = LimitRequest::new(&text, Ask::Need(1.into()));
        let _ = text.parse::<Capability>();
        let _ = Requests::from_toml(&text, "any.toml");
        let _ = Requests::from_toml(&format!("[features]\n{text} = 'optional'"), "any.toml");
        let _ = Requests::from_toml(&format!("[base.b]\nbits = ['{text}']\nlimits = {{ {text} = 1 }}"), "any.toml");
    }
}
