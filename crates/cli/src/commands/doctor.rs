//! `candor doctor`: what is installed, what is missing and how to get it.

use crate::args::Doctor as Args;
use crate::choice::{self, Choice};
use crate::fail::{Exit, Fail};
use crate::installed::{self, Loader, Manifest};
use crate::live::{self, Probed};
use crate::remedy::{Missing, Remedy};
use crate::show::{Answer, show};
use crate::table::Table;
use candor::Host;
use candor_rhi::BackendKind;
use serde::Serialize;
use std::thread;

#[derive(Debug, Serialize)]
struct Doctor {
    system: System,
    /// Sandboxes, device nodes, and what would bring a GPU in.
    host: Host,
    backends: Vec<BackendState>,
    loader: Option<Loader>,
    /// The environment variable that takes the place of the search for drivers.
    driver_override: Option<&'static str>,
    drivers: Vec<DriverState>,
    validation_layer: Option<Manifest>,
    missing: Vec<Lacking>,
    /// What would be chosen on this machine by a program that asks for nothing special, and why.
    choice: Choice,
}

#[derive(Debug, Serialize)]
struct System {
    os: &'static str,
    architecture: &'static str,
    candor: &'static str,
}

/// What is compiled in and what can be loaded are two questions.
#[derive(Debug, Serialize)]
struct BackendState {
    backend: &'static str,
    compiled_in: bool,
    loads: bool,
    adapters: Vec<String>,
    problem: Option<String>,
}

#[derive(Debug, Serialize)]
struct DriverState {
    #[serde(flatten)]
    manifest: Manifest,
    /// The loader took it in a process of its own.
    loads: bool,
    adapters: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Lacking {
    what: Missing,
    description: &'static str,
    needed: bool,
    how: Vec<Remedy>,
}

/// Looks at this machine.
pub(crate) fn run(args: &Args) -> Result<Exit, Fail> {
    if let Some(root) = args.root.as_ref().filter(|r| !r.is_dir()) {
        return Err(Fail::input("root", format!("--root {}: there is no such folder", root.display()))
            .help("name the folder where a system is mounted, or leave it out for this one"));
    }
    // An override that means nothing is an error here as everywhere.
    let _ = live::backend(None)?;
    let loader = installed::loader();
    let drivers = driver_states(installed::drivers());
    let backends: Vec<BackendState> = BackendKind::ALL.iter().map(|b| backend_state(*b)).collect();
    let validation_layer = installed::validation_layer();
    let choice = choice::elsewhere(args.root.as_deref());
    let draws = |b: &BackendState| b.backend != BackendKind::Null.name() && !b.adapters.is_empty();
    let usable = backends.iter().any(draws);
    let chosen = choice.chosen;
    let mut missing = Vec::new();
    if loader.is_none() {
        missing.push(Missing::Loader);
    }
    if !usable {
        missing.push(Missing::Driver);
    }
    if validation_layer.as_ref().is_none_or(|m| m.problem.is_some()) {
        missing.push(Missing::ValidationLayer);
    }
    let lacking = |what: Missing| Lacking {
        what,
        description: what.words(),
        needed: what != Missing::ValidationLayer,
        how: what.remedies(),
    };
    let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    let answer = Doctor {
        system: System { os, architecture, candor: env!("CARGO_PKG_VERSION") },
        host: choice::host(args.root.as_deref()),
        backends,
        loader,
        driver_override: installed::driver_override(),
        drivers,
        validation_layer,
        missing: missing.into_iter().map(lacking).collect(),
        choice,
    };
    show(&answer, args.json)?;
    Ok(Exit::of(chosen))
}

/// Every driver is tried alone, in a process of its own.
fn driver_states(manifests: Vec<Manifest>) -> Vec<DriverState> {
    let alone = |m: &Manifest| {
        // The older name is for loaders before 1.3.207; a loader that knows both takes the newer.
        let file = m.file.as_os_str();
        live::probe(BackendKind::Vulkan, &[("VK_DRIVER_FILES", file), ("VK_ICD_FILENAMES", file)])
    };
    let compiled = live::compiled().contains(&BackendKind::Vulkan);
    let probed: Vec<Option<Probed>> = thread::scope(|s| {
        let all: Vec<_> = manifests.iter().map(|m| compiled.then(|| s.spawn(move || alone(m)))).collect();
        all.into_iter().map(|t| t.and_then(|t| t.join().ok())).collect()
    });
    let state = |(mut manifest, probed): (Manifest, Option<Probed>)| {
        let probed = probed.unwrap_or_else(|| Probed {
            problem: Some("not tried: this build has no Vulkan backend".into()),
            ..Probed::default()
        });
        let loads = probed.loads;
        // What the files tell is nearer to the cause than what the loader made of it.
        manifest.problem = manifest.problem.or(probed.problem);
        DriverState { manifest, loads, adapters: probed.adapters.into_iter().map(|a| a.title).collect() }
    };
    manifests.into_iter().zip(probed).map(state).collect()
}

fn backend_state(b: BackendKind) -> BackendState {
    if !live::compiled().contains(&b) {
        let problem = Some("not in this build".to_owned());
        return BackendState {
            backend: b.name(),
            compiled_in: false,
            loads: false,
            adapters: Vec::new(),
            problem,
        };
    }
    let probed = live::probe(b, &[]);
    BackendState {
        backend: b.name(),
        compiled_in: true,
        loads: probed.loads,
        adapters: probed.adapters.into_iter().map(|a| a.title).collect(),
        problem: probed.problem,
    }
}

fn yes(b: bool) -> String {
    if b { "yes" } else { "no" }.to_owned()
}

fn version(v: Option<&str>) -> String {
    v.unwrap_or("unknown").to_owned()
}

impl Answer for Doctor {
    fn text(&self) -> String {
        let s = &self.system;
        let mut out = format!("Candor {} on {} ({})\n", s.candor, s.os, s.architecture);
        for sentence in self.host.sentences().iter().skip(1) {
            out.push_str(&format!("{sentence}\n"));
        }
        let mut table = Table::new(["backend", "compiled in", "loads", "adapters"]);
        for b in &self.backends {
            let mut what = b.adapters.clone();
            what.extend(b.problem.clone());
            table.row([b.backend.to_owned(), yes(b.compiled_in), yes(b.loads), what.join("; ")]);
        }
        out.push_str(&format!("\n{table}\n"));
        match &self.loader {
            Some(l) => out.push_str(&format!(
                "Vulkan loader: {} (version {})\n",
                l.file.display(),
                version(l.version.as_deref())
            )),
            None => out.push_str("Vulkan loader: missing\n"),
        }
        match &self.validation_layer {
            Some(m) => {
                let file = m.file.display();
                let (api, own) =
                    (version(m.api_version.as_deref()), version(m.implementation_version.as_deref()));
                out.push_str(&format!("Validation layer: {file} (Vulkan {api}, version {own})\n"));
                if let Some(p) = &m.problem {
                    out.push_str(&format!("  {p}\n"));
                }
            }
            None => out.push_str("Validation layer: missing\n"),
        }
        if let Some(name) = self.driver_override {
            out.push_str(&format!("{name} is set: only the drivers that it names are looked at\n"));
        }
        let mut table = Table::new(["driver manifest", "Vulkan", "loads", "library", "adapters"]);
        for d in &self.drivers {
            let m = &d.manifest;
            let mut what = d.adapters.clone();
            match (&m.problem, d.loads && d.adapters.is_empty()) {
                (Some(p), true) => what.push(format!("no device of its kind is here ({p})")),
                (None, true) => what.push("no device of its kind is here".into()),
                (problem, false) => what.extend(problem.clone()),
            }
            let library = m.library.clone().unwrap_or_default();
            let file = m.file.display().to_string();
            table.row([file, version(m.api_version.as_deref()), yes(d.loads), library, what.join("; ")]);
        }
        if table.is_empty() {
            out.push_str("Vulkan drivers: none\n");
        } else {
            out.push_str(&format!("\n{table}"));
        }
        for m in &self.missing {
            out.push_str(&format!("\nMissing: {}\n", m.description));
            for r in &m.how {
                out.push_str(&format!("  {:<15} {}\n", format!("{}:", r.system), r.how));
            }
        }
        if self.missing.is_empty() {
            out.push_str("\nNothing is missing.\n");
        }
        out.push_str("\nWhat would be chosen, and why:\n\n");
        out.push_str(&self.choice.text);
        out
    }
}
