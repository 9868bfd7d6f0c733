//! What Candor makes of a device: `resolve` answers for the device, this for Candor on it. A capability without an
//! implementation or a proof in this build is refused, whatever the device says.

use candor::{NotYet, Proofs};
use candor_caps::base::candor_vulkan;
use candor_caps::requests::RequestError;
use candor_caps::resolution::RefusedFeature;
use candor_caps::{AnyFeature, Body, DeviceReport, Reason, Requests, Resolution, Tier, resolve};
use candor_rhi::BackendKind;
use serde::Serialize;

/// Where a feature stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// There and turned on.
    On,
    /// The device lacks something.
    Missing,
    /// Nothing is known to be missing; the report can't tell.
    Unknown,
    /// This build of Candor has no implementation or no proof of it yet.
    NotImplemented,
    /// Asked for with the tier unused.
    Unused,
}

impl Standing {
    /// As tables show it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Missing => "missing",
            Self::Unknown => "not recorded",
            Self::NotImplemented => "not implemented yet",
            Self::Unused => "unused",
        }
    }
}

/// One feature that was asked for, with both answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    /// The feature.
    pub(crate) feature: String,
    /// How it was asked for.
    pub(crate) tier: Tier,
    /// What the device answers.
    pub(crate) device: Standing,
    /// What Candor on the device answers.
    pub(crate) candor: Standing,
    /// Why the device says no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) device_reason: Option<Why>,
    /// Why Candor says no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) candor_reason: Option<Why>,
}

/// A reason, typed and as a sentence.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Why {
    /// The sentence.
    pub(crate) text: String,
    /// The typed reason.
    #[serde(flatten)]
    pub(crate) reason: Reason,
    /// The capabilities that this build doesn't have, where that is the reason, each with why not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) not_yet: Vec<NotYet>,
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        Self { text: reason.to_string(), reason, not_yet: Vec::new() }
    }
}

/// Both answers to a set of requests.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Both {
    /// Every feature that was asked for.
    pub(crate) features: Vec<Row>,
    /// What the device answers, with the plan.
    pub(crate) device: Resolution,
    /// What Candor answers.
    pub(crate) candor: OnCandor,
}

/// What Candor on a device answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct OnCandor {
    /// The backend that would be used.
    pub(crate) backend: &'static str,
    /// Every requirement is met by the device and implemented here.
    pub(crate) requirements_met: bool,
    /// Why not: one entry for each requirement.
    pub(crate) unmet: Vec<Why>,
}

/// The backend by which Candor would use a device of this kind.
pub(crate) fn backend_of(report: &DeviceReport) -> BackendKind {
    match report.body {
        Body::Vulkan(_) => BackendKind::Vulkan,
        Body::Null => BackendKind::Null,
    }
}

/// What this build does not have of a feature on a backend: as selection answers it, which refuses nothing on Null.
pub(crate) fn not_yet(feature: &AnyFeature, backend: BackendKind) -> Vec<NotYet> {
    match backend {
        BackendKind::Null => Vec::new(),
        BackendKind::Vulkan
        | BackendKind::D3d12
        | BackendKind::D3d11
        | BackendKind::Gl
        | BackendKind::WebGpu
        | BackendKind::Metal => candor::not_yet(feature, backend, &Proofs),
    }
}

/// Asks a device and Candor.
pub(crate) fn both(report: &DeviceReport, requests: &Requests) -> Result<Both, RequestError> {
    let backend = backend_of(report);
    let device = resolve(report, requests);
    let mut with_base = requests.clone();
    if backend == BackendKind::Vulkan {
        for requirement in candor_vulkan() {
            with_base.add_base(requirement)?;
        }
    }
    // Only what the base set adds: the features are answered below, with what this build has.
    let on_base = resolve(report, &with_base);
    let features: Vec<Row> = requests.features().iter().map(|(f, t)| row(f, *t, backend, &device)).collect();
    let base = on_base.base.iter().filter_map(|b| b.reason());
    let limits = on_base.limits.iter().filter(|l| l.required);
    let limits = limits.filter_map(|l| l.outcome.as_ref().err().map(|r| r.why.clone()));
    let required = features.iter().filter(|r| r.tier == Tier::Required);
    let unmet: Vec<Why> =
        base.chain(limits).map(Why::from).chain(required.filter_map(|r| r.candor_reason.clone())).collect();
    let candor = OnCandor { backend: backend.name(), requirements_met: unmet.is_empty(), unmet };
    Ok(Both { features, device, candor })
}

fn row(feature: &AnyFeature, tier: Tier, backend: BackendKind, device: &Resolution) -> Row {
    let name = feature.name().into_owned();
    if tier == Tier::Unused {
        let unused = Standing::Unused;
        return Row {
            feature: name,
            tier,
            device: unused,
            candor: unused,
            device_reason: None,
            candor_reason: None,
        };
    }
    let refused: Option<&RefusedFeature> = device.refusal(feature);
    let standing = match refused.map(|r| r.state) {
        None | Some(candor_caps::State::Met) => Standing::On,
        Some(candor_caps::State::Missing) => Standing::Missing,
        Some(candor_caps::State::Unknown) => Standing::Unknown,
    };
    let device_reason = refused.map(|r| Why::from(r.reason()));
    let lacking = not_yet(feature, backend);
    let (candor, candor_reason) = if lacking.is_empty() {
        (standing, device_reason.clone())
    } else {
        let what = name.clone();
        let reason = Reason::NotImplemented { what, part: format!("{backend} backend") };
        let names: Vec<&str> = lacking.iter().map(|n| n.what.as_str()).collect();
        let text = format!("{reason}: {}", names.join(", "));
        (Standing::NotImplemented, Some(Why { text, reason, not_yet: lacking }))
    };
    Row { feature: name, tier, device: standing, candor, device_reason, candor_reason }
}
