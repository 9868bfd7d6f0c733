//! What is asked of a device on behalf of a program: its requests without what Candor does not do yet, with Candor's own base
//! set, and with what Candor wishes for by itself. And the rows that say what became of each.
//!
//! Null is taken only where the program allows or asks for it, and accepts what it can't do: there such a feature is no
//! refusal but an adjustment, which says that nothing is drawn.

use crate::claims::{Claims, not_yet};
use crate::report::{Answer, AnswerKind};
use candor_caps::base::{candor_vulkan, candor_vulkan_prefers};
use candor_caps::requests::RequestError;
use candor_caps::{
    AnyFeature, Capability, CustomFeature, Outcome, Reason, Requests, Resolution, Tier, Value,
};
use candor_rhi::BackendKind;

/// Candor's own wish on every device: accesses outside of a buffer are bounded. An outcome where the device lacks it.
pub(crate) const ROBUST_ACCESS: &str = "candor-robust-buffer-access";

/// A feature that is refused whatever the device says.
#[derive(Debug, Clone)]
pub(crate) struct NotDone {
    name: String,
    tier: Tier,
    why: Reason,
}

/// Requests as they are put to the adapters of one backend.
#[derive(Debug, Clone)]
pub(crate) struct Grants {
    asked: Vec<(AnyFeature, Tier)>,
    /// All that the program asks for, for the device's own answer.
    pub(crate) whole: Requests,
    /// What Candor does on this backend, with its base set and its own wishes: what is enabled comes from this.
    pub(crate) doable: Requests,
    /// The rest: refused, or on Null accepted and not drawn.
    not_done: Vec<NotDone>,
    null: bool,
}

impl Grants {
    pub(crate) fn new(
        requests: &Requests,
        backend: BackendKind,
        claims: &dyn Claims,
    ) -> Result<Self, RequestError> {
        let asked: Vec<_> = requests.features().into_iter().filter(|(_, t)| *t != Tier::Unused).collect();
        let (mut doable, mut not_done) = (Requests::new(), Vec::new());
        for (feature, tier) in &asked {
            let lacks = not_yet(feature, backend, claims);
            if lacks.is_empty() || backend == BackendKind::Null {
                doable.add(feature.clone(), *tier);
            }
            if lacks.is_empty() {
                continue;
            }
            let lacks: Vec<String> = lacks.iter().map(|n| format!("{}: {}", n.what, n.why)).collect();
            let what = format!("{} ({})", feature.name(), lacks.join("; "));
            let why = Reason::NotImplemented { what, part: format!("{backend} backend") };
            not_done.push(NotDone { name: feature.name().into_owned(), tier: *tier, why });
        }
        for base in requests.base() {
            doable.add_base(base.clone())?;
        }
        for limit in requests.limits() {
            doable.add_limit(limit.clone());
        }
        if backend == BackendKind::Vulkan {
            doable = doable.on_candor_vulkan()?;
        }
        let robust = CustomFeature::new(
            ROBUST_ACCESS,
            "Accesses outside of a buffer are bounded by the device",
            [Capability::RobustBufferAccess.into()],
        )?;
        doable.add(robust, Tier::Optional);
        Ok(Self { asked, whole: requests.clone(), doable, not_done, null: backend == BackendKind::Null })
    }

    /// Required, and not done here.
    fn required_and_not_done(&self) -> impl Iterator<Item = &NotDone> {
        self.not_done.iter().filter(|n| n.tier == Tier::Required && !self.null)
    }

    /// Why an adapter with this resolution does not do; empty when it does.
    pub(crate) fn unmet(&self, resolution: &Resolution) -> Vec<Reason> {
        let own = self.required_and_not_done().map(|n| n.why.clone());
        resolution.unmet().into_iter().chain(own).collect()
    }

    /// The resolution as ranking sees it: without Candor's own wishes, and unmet where a required feature is not done.
    pub(crate) fn for_rank(&self, resolution: &Resolution) -> Resolution {
        let mut r = resolution.clone();
        r.requirements_met &= self.required_and_not_done().next().is_none();
        r.enabled.retain(|e| e.feature != ROBUST_ACCESS);
        r
    }

    /// One row for everything that was asked for.
    pub(crate) fn answers(&self, resolution: &Resolution) -> Vec<Answer> {
        let mut rows: Vec<Answer> = self.asked.iter().map(|(f, t)| self.feature(f, *t, resolution)).collect();
        let own: Vec<String> = candor_vulkan().into_iter().map(|b| b.name).collect();
        rows.extend(resolution.base.iter().map(|b| Answer {
            kind: if own.contains(&b.name) { AnswerKind::Own } else { AnswerKind::Base },
            what: b.name.clone(),
            tier: Tier::Required,
            outcome: b.reason().map_or(Ok(Outcome::Applied), |why| Err(why.into())),
            instead: None,
        }));
        let preferences = candor_vulkan_prefers();
        rows.extend(resolution.preferred.iter().map(|p| {
            let outcome = p.reason().map_or(Ok(Outcome::Applied), |why| Err(why.into()));
            let instead = preferences.iter().find(|o| o.requirement.name == p.name && outcome.is_err());
            Answer {
                kind: AnswerKind::Own,
                what: p.name.clone(),
                tier: Tier::Optional,
                outcome,
                instead: instead.map(|o| o.instead.to_owned()),
            }
        }));
        rows.extend(resolution.limits.iter().map(|l| Answer {
            kind: AnswerKind::Limit,
            what: l.limit.clone(),
            tier: if l.required { Tier::Required } else { Tier::Optional },
            outcome: l.outcome.clone(),
            instead: None,
        }));
        let robust = resolution.refusal(ROBUST_ACCESS);
        rows.push(Answer {
            kind: AnswerKind::Own,
            what: ROBUST_ACCESS.to_owned(),
            tier: Tier::Optional,
            outcome: robust.map_or(Ok(Outcome::Applied), |r| Err(r.refused())),
            instead: robust.map(|_| "accesses are checked by Candor as far as it can see them".to_owned()),
        });
        rows
    }

    fn feature(&self, feature: &AnyFeature, tier: Tier, resolution: &Resolution) -> Answer {
        let name = feature.name();
        let outcome = match (self.not_done.iter().find(|n| n.name == name), resolution.refusal(&name)) {
            (Some(not_done), _) if self.null => Ok(Outcome::Adjusted {
                asked: Value::Bool(true),
                got: "accepted, and nothing is drawn".into(),
                why: not_done.why.clone(),
            }),
            (Some(not_done), _) => Err(not_done.why.clone().into()),
            (None, Some(refused)) => Err(refused.refused()),
            (None, None) => Ok(Outcome::Applied),
        };
        let instead = match feature {
            AnyFeature::BuiltIn(f) => f.degradation().map(str::to_owned),
            AnyFeature::Custom(f) => f.degradation.clone(),
        };
        let instead = instead.filter(|_| outcome.is_err());
        Answer { kind: AnswerKind::Feature, what: name.into_owned(), tier, outcome, instead }
    }
}
