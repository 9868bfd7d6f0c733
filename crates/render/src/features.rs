//! What the renderer can do on its device: the source of a settings screen.

use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT, OUTPUT_FORMAT};
use crate::settings::{CullOverride, Polygon, RenderSettings, apply};
use candor_caps::feature::FeatureKind;
use candor_caps::{Feature, Reason};
use candor_rhi::backend::{Enabled, FormatSupport};
use candor_rhi::{Device, Format};
use serde::Serialize;

/// How a feature stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureState {
    /// It is in force.
    On,
    /// It can be turned on.
    Available,
    /// It can't be had, for this reason.
    Unavailable(Reason),
}

/// A feature of a renderer, and how it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FeatureStatus {
    /// The feature.
    pub feature: Feature,
    /// The setting that turns it on, where there is one.
    pub setting: Option<&'static str>,
    /// How it stands.
    pub state: FeatureState,
}

/// A feature that exists here.
struct Built {
    feature: Feature,
    setting: Option<&'static str>,
    on: fn(&RenderSettings) -> bool,
    /// What the device lacks for it.
    lacks: fn(&Device) -> Vec<String>,
}

const ALWAYS: fn(&RenderSettings) -> bool = |_| true;

/// The features that exist here. Every other renderer feature is not implemented.
const BUILT: &[Built] = &[
    Built { feature: Feature::Forward, setting: None, on: ALWAYS, lacks: hdr },
    Built { feature: Feature::Shadows, setting: Some("shadows"), on: |s| s.shadows, lacks: shadows },
    Built {
        feature: Feature::ShadowResolutionChange,
        setting: Some("shadow-size"),
        on: |s| s.shadows,
        lacks: shadows,
    },
    Built { feature: Feature::Tonemap, setting: Some("tonemap"), on: ALWAYS, lacks: output },
    Built { feature: Feature::HdrTarget, setting: None, on: ALWAYS, lacks: hdr },
    Built {
        feature: Feature::ProceduralSky,
        setting: Some("background"),
        on: |s| s.background == crate::settings::Background::Sky,
        lacks: hdr,
    },
    Built { feature: Feature::Msaa, setting: Some("msaa"), on: |s| s.msaa > 1, lacks: msaa },
    Built {
        feature: Feature::PolygonMode,
        setting: Some("polygon"),
        on: |s| s.polygon != Polygon::Fill,
        lacks: polygon,
    },
    Built {
        feature: Feature::CullMode,
        setting: Some("cull"),
        on: |s| s.cull != CullOverride::Material,
        lacks: |_| Vec::new(),
    },
];

fn format(device: &Device, format: Format, needs: FormatSupport, what: &str) -> Vec<String> {
    let (support, _) = device.format_support(format);
    if support.contains(needs) { Vec::new() } else { vec![format!("{format} as {what}")] }
}

fn hdr(device: &Device) -> Vec<String> {
    let needs = FormatSupport::COLOR | FormatSupport::BLEND | FormatSupport::SAMPLED;
    let mut lacks = format(device, COLOR_FORMAT, needs, "a blended and sampled colour target");
    lacks.extend(format(device, DEPTH_FORMAT, FormatSupport::DEPTH, "a depth target"));
    lacks
}

fn shadows(device: &Device) -> Vec<String> {
    match apply::shadow_lack(device) {
        Some(Reason::DeviceLacks { lacks, .. }) => lacks,
        Some(other) => vec![other.to_string()],
        None => Vec::new(),
    }
}

fn output(device: &Device) -> Vec<String> {
    format(device, OUTPUT_FORMAT, FormatSupport::COLOR, "a colour target")
}

fn msaa(device: &Device) -> Vec<String> {
    let several = apply::sample_counts(device) & !0b11 != 0;
    if several { Vec::new() } else { vec![format!("several samples of {COLOR_FORMAT} and {DEPTH_FORMAT}")] }
}

fn polygon(device: &Device) -> Vec<String> {
    let enabled = device.enabled().contains(Enabled::WIREFRAME);
    if enabled { Vec::new() } else { vec!["wireframe, or the device was made without asking for it".into()] }
}

/// Does the renderer have a feature at all, on whatever device? Of a feature of the device it says nothing but no.
pub fn is_built(feature: Feature) -> bool {
    BUILT.iter().any(|b| b.feature == feature)
}

/// Every feature of a renderer, in the order of the list of features.
pub(crate) fn list(device: &Device, s: &RenderSettings) -> Vec<FeatureStatus> {
    let of_renderer = Feature::ALL.iter().filter(|f| f.kind() == FeatureKind::Renderer);
    let status = |feature: &Feature| match BUILT.iter().find(|b| b.feature == *feature) {
        None => {
            let part = crate::PART.to_owned();
            let why = Reason::NotImplemented { what: feature.name().into(), part };
            // A feature that does not exist yet may have its setting already; that setting is refused with the same reason.
            let setting = RenderSettings::NAMES.iter().find(|n| **n == feature.name()).copied();
            FeatureStatus { feature: *feature, setting, state: FeatureState::Unavailable(why) }
        }
        Some(b) => {
            let lacks = (b.lacks)(device);
            let state = match (lacks.is_empty(), (b.on)(s)) {
                (false, _) => {
                    FeatureState::Unavailable(Reason::DeviceLacks { what: feature.name().into(), lacks })
                }
                (true, true) => FeatureState::On,
                (true, false) => FeatureState::Available,
            };
            FeatureStatus { feature: *feature, setting: b.setting, state }
        }
    };
    of_renderer.map(status).collect()
}
