//! The walk through the candidates: backend after backend, adapter after adapter, until one draws. Every step is noted.

use crate::attempt::{Attempt, Won};
use crate::error::SelectError;
use crate::grant::Grants;
use crate::host::Host;
use crate::instance::Instance;
use crate::order::{Wanted, order};
use crate::report::{Answer, Asked, CandidateReport, SelectionReport, Taken, Verdict};
use crate::request::{
    ADAPTER_VARIABLE, AdapterWish, BACKEND_VARIABLE, Backend, CAPTURE_VARIABLE, Environment, SHORTEST_LIMIT,
    SelectDesc, Software, VALIDATION_VARIABLE,
};
use candor_caps::{DeviceReport, Resolution};
use candor_capture::{Capture, CaptureHandle};
use candor_rhi::driver::{self, ApiValidation};
use candor_rhi::{AdapterInfo, BackendKind, Device, DeviceDesc, Surface};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A device, and the whole story of how it was chosen.
#[must_use = "the report says what is on, off and adjusted"]
pub struct Selected {
    /// The device. It has drawn once, and its counters are clean.
    pub device: Device,
    /// The whole story.
    pub report: SelectionReport,
    /// What is enabled on the device and what of it was refused.
    pub resolution: Resolution,
    /// What the device by itself answers to the program's requests, whether Candor has an API for them or not.
    pub device_resolution: Resolution,
    /// All that the adapter reports.
    pub device_report: DeviceReport,
    /// The surface on the window that was given, where `present` is on.
    pub surface: Option<Surface>,
    /// Begins and ends captures of frames, where [`SelectDesc::capture`] was asked for.
    pub capture: Option<CaptureHandle>,
    api: Arc<dyn driver::Instance>,
}

impl Selected {
    /// Who was taken.
    pub fn info(&self) -> &AdapterInfo {
        self.device.info()
    }

    /// What became of each request: one row for every feature, base requirement and limit.
    pub fn answers(&self) -> &[Answer] {
        &self.report.answers
    }

    /// Is a feature on?
    pub fn is_on(&self, feature: impl std::fmt::Display) -> bool {
        self.report.answer(feature).is_some_and(Answer::is_on)
    }

    /// What the API's own validation layer has said since it was last asked. Empty when it is silent or not in use.
    pub fn validation_messages(&self) -> Vec<String> {
        self.api.validation_messages()
    }
}

impl std::fmt::Debug for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selected")
            .field("device", self.info())
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

/// What is wanted, after the overrides.
struct Wish {
    backend: Backend,
    by: Option<&'static str>,
    adapter: AdapterWish,
    device: DeviceDesc,
    overrides: Vec<String>,
}

impl Wish {
    fn new(desc: &SelectDesc, compiled: &[BackendKind]) -> Result<Self, SelectError> {
        let environment = desc.environment.clone().unwrap_or_else(Environment::from_process);
        let mut wish = Self {
            backend: desc.backend,
            by: None,
            adapter: desc.adapter.clone(),
            device: desc.device,
            overrides: Vec::new(),
        };
        if let Some(value) = environment.backend() {
            let backend: BackendKind = value.parse().map_err(|_| SelectError::UnknownBackend {
                variable: BACKEND_VARIABLE,
                value: value.to_owned(),
                valid: compiled.to_vec(),
            })?;
            (wish.backend, wish.by) = (Backend::Only(backend), Some(BACKEND_VARIABLE));
            let instead = desc.backend;
            wish.overrides.push(format!(
                "{BACKEND_VARIABLE}={value}: {backend} or none, in place of what the program asks for ({instead})"
            ));
        }
        if let Some(value) = environment.adapter() {
            wish.adapter = AdapterWish::parse(value);
            let (now, instead) = (&wish.adapter, &desc.adapter);
            wish.overrides.push(format!(
                "{ADAPTER_VARIABLE}={value}: the adapter {now}, in place of what the program asks for ({instead})"
            ));
        }
        if let Some(value) = environment.capture().filter(|_| !desc.capture) {
            wish.overrides.push(format!(
                "{CAPTURE_VARIABLE}={value}: not heeded, since the program has frames of its own and does not ask for captures"
            ));
        }
        if let Some(value) = environment.validation() {
            let (variable, value) = (VALIDATION_VARIABLE, value.to_owned());
            let level = value.parse();
            wish.device.validation = level.map_err(|why| SelectError::UnknownValidation {
                variable,
                value: value.clone(),
                why,
            })?;
            let instead = desc.device.validation;
            wish.overrides.push(format!(
                "{VALIDATION_VARIABLE}={value}: validation {}, in place of what the program asks for ({instead})",
                wish.device.validation
            ));
        }
        match wish.backend {
            Backend::Only(backend) if !compiled.contains(&backend) => {
                let by = wish.by.unwrap_or("the program").to_owned();
                Err(SelectError::NotCompiled { by, backend, valid: compiled.to_vec() })
            }
            Backend::Only(_) | Backend::Prefer(_) | Backend::Auto => Ok(wish),
        }
    }
}

/// Why a backend is not entered again.
pub(crate) fn hung(backend: BackendKind, step: &str, limit: Duration) -> String {
    let ms = limit.as_millis();
    format!(
        "{backend} did not answer within {ms} ms in the step {step}; its thread is abandoned and {backend} is not entered again in this process"
    )
}

pub(crate) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

pub(crate) fn select(instance: &Instance, desc: &SelectDesc) -> Result<Selected, SelectError> {
    let start = Instant::now();
    if desc.probe_limit < SHORTEST_LIMIT {
        return Err(SelectError::ProbeLimit { asked: desc.probe_limit });
    }
    let compiled = instance.compiled_backends();
    let wish = Wish::new(desc, &compiled)?;
    let mut report = SelectionReport {
        taken: None,
        asked: Asked {
            application: application(desc),
            validation: match desc.validation {
                ApiValidation::Auto => "auto",
                ApiValidation::Off => "off",
                ApiValidation::On => "on",
            },
            backend: wish.backend.to_string(),
            adapter: wish.adapter.to_string(),
            software: desc.software.to_string(),
            allow_null: desc.allow_null,
            overrides: wish.overrides.clone(),
            probe_limit_ms: u64::try_from(desc.probe_limit.as_millis()).unwrap_or(u64::MAX),
        },
        host: instance.host.clone().unwrap_or_else(Host::look),
        compiled,
        candidates: Vec::new(),
        validation: None,
        answers: Vec::new(),
        notes: Vec::new(),
        took_us: 0,
    };
    let mut won = None;
    for wanted in order(wish.backend, wish.by, instance.platform) {
        if won.is_some() {
            report.candidates.push(waiting(&wanted));
        } else {
            won = attempt(instance, desc, &wanted, &wish.adapter, desc.software, &mut report)?;
        }
    }
    let asked_for_null = report.candidate(BackendKind::Null).is_some();
    if won.is_none() && !asked_for_null {
        if desc.allow_null {
            let place =
                "the last resort: nothing else works, and the program allows Null, which draws nothing"
                    .to_owned();
            let last = Wanted { backend: BackendKind::Null, why: place };
            if wish.adapter != AdapterWish::Any || desc.software == Software::Force {
                report
                    .notes
                    .push("the wishes for an adapter and for software do not concern Null".to_owned());
            }
            won = attempt(instance, desc, &last, &AdapterWish::Any, Software::Any, &mut report)?;
        } else {
            report.notes.push("Null was no candidate, since the program does not allow it".to_owned());
        }
    }
    report.took_us = micros(start);
    let Some(won) = won else { return Err(SelectError::NothingWorks(Box::new(report))) };
    Ok(finish(*won, desc, &wish.device, report, start))
}

fn application(desc: &SelectDesc) -> String {
    match (desc.app_name.as_str(), desc.app_version) {
        ("", 0) => "no name".to_owned(),
        ("", version) => format!("no name, version {version}"),
        (name, version) => format!("{name}, version {version}"),
    }
}

fn waiting(wanted: &Wanted) -> CandidateReport {
    CandidateReport {
        backend: wanted.backend,
        place: wanted.why.clone(),
        verdict: Verdict::NotTried,
        why: "another was taken before".to_owned(),
        stages: Vec::new(),
        adapters: Vec::new(),
    }
}

/// Tries one backend and notes what became of it.
fn attempt(
    instance: &Instance,
    desc: &SelectDesc,
    wanted: &Wanted,
    adapter: &AdapterWish,
    software: Software,
    report: &mut SelectionReport,
) -> Result<Option<Box<Won>>, SelectError> {
    let backend = wanted.backend;
    let refused = |why: String| CandidateReport { verdict: Verdict::Refused, why, ..waiting(wanted) };
    let Some(driver) = instance.driver(backend) else {
        report.candidates.push(refused("it is not compiled into this build".to_owned()));
        return Ok(None);
    };
    if let Some(why) = instance.registry.abandoned(backend) {
        report.candidates.push(refused(format!("it is left alone: {why}")));
        return Ok(None);
    }
    let grants = Grants::new(&desc.requests, backend, &*instance.claims)?;
    let attempt = Attempt {
        driver,
        desc,
        wish: adapter,
        software,
        grants,
        report: refused(String::new()),
        notes: &mut report.notes,
    };
    let (won, candidate) = attempt.run();
    if candidate.verdict == Verdict::Hung {
        instance.registry.abandon(backend, candidate.why.clone());
        report.notes.push(format!(
            "the thread that was left behind is still inside of the driver for {backend} and may hold locks that the driver \
             takes when the process ends; where that must not wait, end it with std::process::abort, or select in a child \
             process"
        ));
    }
    tracing::debug!(%backend, verdict = %candidate.verdict, "{}", candidate.why);
    report.candidates.push(candidate);
    Ok(won)
}

fn finish(
    won: Won,
    desc: &SelectDesc,
    device: &DeviceDesc,
    mut report: SelectionReport,
    start: Instant,
) -> Selected {
    let kind = won.backend.info().backend;
    let candidate = report.candidates.iter().find(|c| c.verdict == Verdict::Taken);
    let adapter = candidate.and_then(|c| c.adapters.get(won.index));
    let before: Vec<String> = report
        .candidates
        .iter()
        .take_while(|c| c.verdict != Verdict::Taken)
        .map(|c| format!("{} failed", c.backend))
        .collect();
    if let (Some(c), Some(a)) = (candidate, adapter) {
        let mut why = before;
        why.push(format!("{kind} is {}", c.place));
        why.push(a.why.clone());
        let adapter = a.adapter.clone();
        report.taken = Some(Taken { backend: kind, index: won.index, adapter, why: why.join("; ") });
    }
    report.answers = won.answers;
    report.validation = Some(won.validation);
    report.notes.extend(won.device_resolution.notes.iter().cloned());
    let (backend, capture) = if desc.capture {
        let (armed, handle) = Capture::arm(won.backend);
        (armed, Some(handle))
    } else {
        (won.backend, None)
    };
    let device = Device::with(backend, device);
    let surface = won.surface.and_then(|made| match device.adopt_surface("window", made) {
        Ok(surface) => Some(surface),
        Err(e) => {
            report.notes.push(format!("the surface was made and could not be taken over: {e}"));
            None
        }
    });
    report.took_us = micros(start);
    Selected {
        device,
        surface,
        capture,
        report,
        resolution: won.resolution,
        device_resolution: won.device_resolution,
        device_report: won.device_report,
        api: won.api,
    }
}
