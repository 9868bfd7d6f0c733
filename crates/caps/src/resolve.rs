//! The one pure function: a report and requests give a resolution. A live device and a saved file take the same path.

use crate::assemble::assemble;
use crate::capability::{AnyCapability, Capability};
use crate::evidence::State;
use crate::exclude::Held;
use crate::feature::AnyFeature;
use crate::number::Number;
use crate::outcome::{Outcome, Reason, Refused, Value};
use crate::plan::{Name, Plan};
use crate::probe::{Need, Probe, limit_value};
use crate::report::{Body, DeviceReport, DriverFault};
use crate::requests::{Ask, LimitRequest, Requests, Tier};
use crate::resolution::{
    BaseAnswer, BaseRequirement, CapabilityLack, EnabledFeature, Lack, LimitAnswer, RefusedFeature,
    Resolution,
};
use crate::view::View;
use std::ops::Range;

/// Answers requests for the device that a report describes.
///
/// On [`Body::Null`], which draws nothing and accepts everything, all is met, the plan is empty and a note says so.
pub fn resolve(report: &DeviceReport, requests: &Requests) -> Resolution {
    match &report.body {
        Body::Null => resolve_null(report, requests),
        Body::Vulkan(vk) => Resolver::new(View::new(report, vk)).resolve(requests),
    }
}

/// Is a single capability there, and if not, what is missing?
///
/// # Errors
/// The capability with every leaf that is not met.
pub fn check(report: &DeviceReport, capability: impl Into<AnyCapability>) -> Result<(), CapabilityLack> {
    let capability = capability.into();
    match &report.body {
        Body::Null => Ok(()),
        Body::Vulkan(vk) => {
            let view = View::new(report, vk);
            match state_of(&view, &capability, &mut Vec::new()) {
                State::Met => Ok(()),
                state => Err(explain(&view, &capability, state)),
            }
        }
    }
}

/// What the device reports for a limit that a program did not set: by member's name, or as `Struct.member`, under any alias.
pub fn reported_limit(report: &DeviceReport, limit: &str) -> Option<Number> {
    let Body::Vulkan(vk) = &report.body else { return None };
    let (s, m, index) = crate::requests::find_limit(limit).ok()?;
    let view = View::new(report, vk);
    let places = crate::registry::property_places(s, m);
    let less = crate::registry::property_kind(s, m) == Some(b'm');
    view.properties(&places).find_map(|p| limit_value(p, index, less))
}

/// So many features are remembered without allocation of their needs; more are fine.
const TYPICAL_NEEDS: usize = 64;

struct Resolver<'r> {
    view: View<'r>,
    /// State and needs of the built-in capabilities that were looked at.
    known: Vec<Option<(State, Range<usize>)>>,
}

/// Faults of the driver that stand against a capability. A program's own capabilities have none that Candor knows.
fn faults<'r>(view: &View<'r>, capability: &AnyCapability) -> impl Iterator<Item = &'r DriverFault> {
    let name = match capability {
        AnyCapability::BuiltIn(c) => Some(c.name()),
        AnyCapability::Custom(_) => None,
    };
    view.report.faults.iter().filter(move |f| Some(f.capability.as_str()) == name)
}

/// What is reported counts as missing where the driver is known to get it wrong.
fn state_of<'p>(view: &View<'_>, capability: &'p AnyCapability, needs: &mut Vec<Need<'p>>) -> State {
    let state = capability.probe().check(view, needs);
    if faults(view, capability).next().is_some() { State::Missing } else { state }
}

fn explain(view: &View<'_>, capability: &AnyCapability, state: State) -> CapabilityLack {
    let mut lacks = Vec::new();
    capability.probe().explain(view, &mut lacks);
    let fault = |f: &DriverFault| Lack::Fault { symptom: f.symptom.clone(), source: f.source.clone() };
    lacks.extend(faults(view, capability).map(fault));
    CapabilityLack { capability: capability.name(), state, lacks }
}

impl<'r> Resolver<'r> {
    fn new(view: View<'r>) -> Self {
        Self { view, known: vec![None; Capability::ALL.len()] }
    }

    fn built_in(&mut self, c: Capability, needs: &mut Vec<Need<'_>>) -> (State, Range<usize>) {
        if let Some(known) = &self.known[c as usize] {
            return known.clone();
        }
        let start = needs.len();
        let mut state = c.probe().check(&self.view, needs);
        if faults(&self.view, &c.into()).next().is_some() {
            state = State::Missing;
        }
        let answer = (state, start..needs.len());
        self.known[c as usize] = Some(answer.clone());
        answer
    }

    fn resolve(mut self, requests: &Requests) -> Resolution {
        // What every looked-at capability would need, and which stretches of it are really needed.
        let mut needs: Vec<Need<'_>> = Vec::with_capacity(TYPICAL_NEEDS);
        let mut used: Vec<Range<usize>> = Vec::with_capacity(TYPICAL_NEEDS);
        let mut held = Held::default();
        let mut enabled = Vec::new();
        let mut refused = Vec::new();
        let mut notes: Vec<String> = requests.notes.iter().cloned().collect();

        let base = self.evidence(&requests.base, &mut needs, &mut used, &mut held);

        // Required features first: what an optional one would need may stand against them, never the other way round.
        let mut asked: Vec<_> = requests.features.iter().collect();
        asked.sort_by(|a, b| b.tier().cmp(&a.tier()).then_with(|| a.feature.order(&b.feature)));
        for a in &asked {
            let tier = a.tier();
            if tier == Tier::Unused {
                continue;
            }
            let mark = used.len();
            let state = self.feature(&a.feature, &mut needs, &mut used);
            if state != State::Met {
                used.truncate(mark);
                refused.push((*a, self.refuse(&a.feature, tier, state)));
                continue;
            }
            let own = used[mark..].iter().flat_map(|r| &needs[r.clone()]);
            match held.take(&self.view, own) {
                None => enabled.push((*a, EnabledFeature { feature: a.feature.name(), tier })),
                Some(clash) => {
                    used.truncate(mark);
                    let (capability, state) = (a.feature.name(), State::Missing);
                    let lacks = vec![CapabilityLack { capability, state, lacks: vec![clash] }];
                    refused.push((*a, refused_feature(&a.feature, tier, state, lacks)));
                }
            }
        }
        // Last of all, so that a preference never stands against anything that was asked for.
        let preferred = self.evidence(&requests.preferred, &mut needs, &mut used, &mut held);
        enabled.sort_by(|a, b| a.0.feature.order(&b.0.feature));
        refused.sort_by(|a, b| a.0.feature.order(&b.0.feature));
        asked.sort_by(|a, b| a.feature.order(&b.feature));
        for a in asked {
            for weaker in a.outdone() {
                notes.push(format!("{} was asked for as {weaker} too; {} is in force", a.feature, a.tier()));
            }
        }

        let mut limits: Vec<LimitAnswer> = requests.limits.iter().map(|l| self.limit(l)).collect();
        limits.sort_by_cached_key(|l| {
            (l.limit.clone(), !l.required, format!("{:?}{:?}", l.granted, l.outcome))
        });

        let real: Vec<Need<'_>> = used.into_iter().flat_map(|r| needs[r].iter().copied()).collect();
        let (plan, more) = assemble(&self.view, &real);
        notes.extend(more);
        let mut resolution = Resolution {
            device: self.view.report.name.clone(),
            source: self.view.report.source.clone(),
            requirements_met: true,
            enabled: enabled.into_iter().map(|e| e.1).collect(),
            refused: refused.into_iter().map(|r| r.1).collect(),
            base,
            preferred,
            limits,
            plan,
            notes,
        };
        resolution.requirements_met = is_met(&resolution);
        resolution
    }

    /// State of a feature; the stretches of `needs` that its capabilities take are pushed onto `used`.
    fn feature<'p>(
        &mut self,
        feature: &'p AnyFeature,
        needs: &mut Vec<Need<'p>>,
        used: &mut Vec<Range<usize>>,
    ) -> State {
        let mut state = State::Met;
        let mut add = |(s, range): (State, Range<usize>)| {
            state = state.min(s);
            used.push(range);
        };
        match feature {
            AnyFeature::BuiltIn(f) => {
                for c in f.capabilities() {
                    add(self.built_in(*c, needs));
                }
            }
            AnyFeature::Custom(f) => {
                for c in &f.capabilities {
                    match c {
                        AnyCapability::BuiltIn(c) => add(self.built_in(*c, needs)),
                        AnyCapability::Custom(_) => {
                            let start = needs.len();
                            let s = c.probe().check(&self.view, needs);
                            add((s, start..needs.len()));
                        }
                    }
                }
            }
        }
        state
    }

    fn refuse(&self, feature: &AnyFeature, tier: Tier, state: State) -> RefusedFeature {
        let known = |c: &AnyCapability| match c {
            AnyCapability::BuiltIn(c) => self.known[*c as usize].as_ref().map(|k| k.0),
            AnyCapability::Custom(_) => None,
        };
        let of =
            |c: AnyCapability| match known(&c).unwrap_or_else(|| state_of(&self.view, &c, &mut Vec::new())) {
                State::Met => None,
                state => Some(explain(&self.view, &c, state)),
            };
        let lacks = match feature {
            AnyFeature::BuiltIn(f) => f.capabilities().iter().filter_map(|c| of((*c).into())).collect(),
            AnyFeature::Custom(f) => f.capabilities.iter().filter_map(|c| of(c.clone())).collect(),
        };
        refused_feature(feature, tier, state, lacks)
    }

    /// What becomes of raw evidence: base requirements, or preferences.
    fn evidence<'p>(
        &self,
        asked: &'p [(BaseRequirement, Probe)],
        needs: &mut Vec<Need<'p>>,
        used: &mut Vec<Range<usize>>,
        held: &mut Held,
    ) -> Vec<BaseAnswer> {
        let mut asked: Vec<_> = asked.iter().collect();
        asked.sort_by(|a, b| a.0.name.cmp(&b.0.name).then_with(|| a.0.compare_evidence(&b.0)));
        let mut answers = Vec::with_capacity(asked.len());
        for (requirement, probe) in asked {
            let start = needs.len();
            let mut answer = self.base(&requirement.name, probe, needs);
            if answer.state == State::Met {
                match held.take(&self.view, needs[start..].iter()) {
                    None => used.push(start..needs.len()),
                    Some(clash) => (answer.state, answer.lacks) = (State::Missing, vec![clash]),
                }
            }
            answers.push(answer);
        }
        answers
    }

    fn base<'p>(&self, name: &str, probe: &'p Probe, needs: &mut Vec<Need<'p>>) -> BaseAnswer {
        let state = probe.check(&self.view, needs);
        let mut lacks = Vec::new();
        if state != State::Met {
            probe.explain(&self.view, &mut lacks);
        }
        BaseAnswer { name: name.to_owned(), state, lacks }
    }

    fn limit(&self, l: &LimitRequest) -> LimitAnswer {
        let places = crate::registry::property_places(&l.property_struct, &l.member);
        let less = l.less_is_better();
        let values = self.view.properties(&places).filter_map(|p| limit_value(p, l.index, less));
        let best = values.reduce(|a, b| {
            let first = a.compare(b).is_some_and(|o| if less { o.is_lt() } else { o.is_gt() });
            if first { a } else { b }
        });
        let limit = match l.property_struct.as_ref() {
            "VkPhysicalDeviceLimits" => l.member.to_string(),
            other => format!("{other}.{}", l.member),
        };
        let limit = l.index.map_or_else(|| limit.clone(), |i| format!("{limit}[{i}]"));
        let (Ask::Need(asked) | Ask::UpTo(asked)) = l.ask;
        let required = matches!(l.ask, Ask::Need(_));
        let Some(reported) = best else {
            let unknown = vec![format!("the limit {limit}")];
            let why = Reason::Unknown { what: limit.clone(), unknown };
            return LimitAnswer { limit, required, granted: None, reported: None, outcome: Err(why.into()) };
        };
        let met = match l.want() {
            crate::evidence::Want::HasBits(bits) => reported.as_u64().is_some_and(|v| v & bits == bits),
            crate::evidence::Want::AtMost(v) => reported.compare(v).is_some_and(std::cmp::Ordering::is_le),
            _ => reported.compare(asked).is_some_and(std::cmp::Ordering::is_ge),
        };
        let refusal = || beyond(&limit, l, asked, reported);
        let (granted, outcome) = match (met, l.ask) {
            (true, _) => (Some(asked), Ok(Outcome::Applied)),
            (false, Ask::Need(_)) => (None, Err(Refused::from(refusal()))),
            (false, Ask::UpTo(_)) => {
                let (from, to) = (value(asked), value(reported));
                (Some(reported), Ok(Outcome::Adjusted { asked: from, got: to, why: refusal() }))
            }
        };
        LimitAnswer { limit, required, granted, reported: Some(reported), outcome }
    }
}

fn refused_feature(
    feature: &AnyFeature,
    tier: Tier,
    state: State,
    lacks: Vec<CapabilityLack>,
) -> RefusedFeature {
    let instead = match feature {
        AnyFeature::BuiltIn(f) => f.degradation().map(Name::from),
        AnyFeature::Custom(f) => f.degradation.clone().map(Name::from),
    };
    RefusedFeature { feature: feature.name(), tier, state, lacks, instead }
}

fn value(n: Number) -> Value {
    match n {
        Number::Int(v) => i64::try_from(v).map_or_else(|_| Value::Text(v.to_string()), Value::Int),
        Number::Float(v) => Value::Float(v),
    }
}

/// Asked for more than is reported: both numbers are said.
fn beyond(limit: &str, l: &LimitRequest, asked: Number, reported: Number) -> Reason {
    if l.less_is_better() {
        let rule = format!("{asked} or less was asked for, the device needs {reported}");
        return Reason::Invalid { what: format!("limit {limit}"), rule };
    }
    Reason::OverLimit { what: format!("limit {limit}"), asked: value(asked), allowed: value(reported) }
}

/// A preference whose limit is unknown is refused without failing the requirements.
fn is_met(r: &Resolution) -> bool {
    r.refused.iter().all(|f| f.tier != Tier::Required)
        && r.base.iter().all(|b| b.state == State::Met)
        && r.limits.iter().all(|l| l.outcome.is_ok() || !l.required)
}

fn resolve_null(report: &DeviceReport, requests: &Requests) -> Resolution {
    let mut asked: Vec<_> = requests.features.iter().filter(|a| a.tier() != Tier::Unused).collect();
    asked.sort_by(|a, b| a.feature.order(&b.feature));
    let on = |a: &&crate::requests::Asked| EnabledFeature { feature: a.feature.name(), tier: a.tier() };
    let met = |name: &str| BaseAnswer { name: name.to_owned(), state: State::Met, lacks: Vec::new() };
    let all_met = |asked: &[(BaseRequirement, Probe)]| {
        let mut answers: Vec<BaseAnswer> = asked.iter().map(|(b, _)| met(&b.name)).collect();
        answers.sort_by(|a, b| a.name.cmp(&b.name));
        answers
    };
    let mut limits: Vec<LimitAnswer> = requests
        .limits
        .iter()
        .map(|l| {
            let (Ask::Need(v) | Ask::UpTo(v)) = l.ask;
            let limit = l.member.to_string();
            let required = matches!(l.ask, Ask::Need(_));
            LimitAnswer { limit, required, granted: Some(v), reported: None, outcome: Ok(Outcome::Applied) }
        })
        .collect();
    limits.sort_by_cached_key(|l| format!("{} {:?}", l.limit, l.granted));
    Resolution {
        device: report.name.clone(),
        source: report.source.clone(),
        requirements_met: true,
        enabled: asked.iter().map(on).collect(),
        refused: Vec::new(),
        base: all_met(&requests.base),
        preferred: all_met(&requests.preferred),
        limits,
        plan: Plan::default(),
        notes: vec!["this is Null: it accepts everything and draws nothing".to_owned()],
    }
}
