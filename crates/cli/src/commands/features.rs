//! `candor features`: what can be asked for.

use crate::args::Features;
use crate::fail::{Exit, Fail};
use crate::live;
use crate::on_candor::not_yet;
use crate::show::{Answer, show};
use candor::NotYet;
use candor_caps::{Feature, FeatureKind, Requests};
use candor_rhi::BackendKind;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct All {
    features: Vec<One>,
}

#[derive(Debug, Serialize)]
struct One {
    name: &'static str,
    kind: FeatureKind,
    description: &'static str,
    capabilities: Vec<Needed>,
    /// What a user gets without it.
    degradation: Option<&'static str>,
    /// What each backend of this build makes of it.
    candor: Vec<OnBackend>,
}

#[derive(Debug, Serialize)]
struct Needed {
    name: &'static str,
    description: &'static str,
}

#[derive(Debug, Serialize)]
struct OnBackend {
    backend: &'static str,
    implemented: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_yet: Vec<NotYet>,
}

/// Lists the features.
pub(crate) fn run(args: &Features) -> Result<Exit, Fail> {
    let wanted = args
        .names
        .iter()
        .map(|n| Requests::new().feature_named(n).map_err(|e| Fail::input("feature", e.to_string())))
        .collect::<Result<Vec<_>, _>>()?;
    let asked = |f: &Feature| wanted.is_empty() || wanted.iter().any(|w| w.name() == f.name());
    let features = Feature::ALL.iter().copied().filter(asked).map(one).collect();
    show(&All { features }, args.json)?;
    Ok(Exit::Yes)
}

fn one(f: Feature) -> One {
    let backends = live::compiled().into_iter().filter(|b| *b != BackendKind::Null);
    let needed = f.capabilities().iter().map(|c| Needed { name: c.name(), description: c.description() });
    One {
        name: f.name(),
        kind: f.kind(),
        description: f.description(),
        capabilities: needed.collect(),
        degradation: f.degradation(),
        candor: backends
            .map(|b| {
                let not_yet = not_yet(&f.into(), b);
                OnBackend { backend: b.name(), implemented: not_yet.is_empty(), not_yet }
            })
            .collect(),
    }
}

impl Answer for All {
    fn text(&self) -> String {
        let mut out = String::new();
        for f in &self.features {
            let kind = match f.kind {
                FeatureKind::Device => "device",
                FeatureKind::Renderer => "renderer",
            };
            out.push_str(&format!("{} ({kind}): {}\n", f.name, f.description));
            for c in &f.capabilities {
                out.push_str(&format!("    needs    {}: {}\n", c.name, c.description));
            }
            out.push_str(&format!("    without  {}\n", f.degradation.unwrap_or("nothing takes its place")));
            for b in &f.candor {
                let word = if b.implemented { "implemented" } else { "not implemented yet" };
                out.push_str(&format!("    candor   {}: {word}\n", b.backend));
                for n in &b.not_yet {
                    out.push_str(&format!("             {}: {}\n", n.what, n.why));
                }
            }
        }
        out
    }
}
