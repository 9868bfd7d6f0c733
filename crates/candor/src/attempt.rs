//! An attempt at one backend: load, enumerate, resolve, rank, create a device, draw, make a surface. Every step that touches a
//! driver runs on the attempt's own thread and within its time.

use crate::draw;
use crate::grant::Grants;
use crate::report::{AdapterReport, Answer, CandidateReport, Stage, StageReport, ValidationReport, Verdict};
use crate::request::{AdapterWish, SelectDesc, Software};
use crate::walk::{hung, micros};
use crate::worker::{Ran, Worker};
use candor_caps::rank::{Candidate, rank};
use candor_caps::report::DeviceType;
use candor_caps::{DeviceReport, Feature, Reason, Resolution, Tier, resolve};
use candor_rhi::BackendKind;
use candor_rhi::backend::Backend;
use candor_rhi::driver::{self, Adapter, Driver, LoadDesc, MadeSurface};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Asked for from the start, since it decides which adapters are listed at all (`VK_KHR_portability_enumeration`).
const FROM_THE_START: &str = "VK_KHR_portability_enumeration";
/// The probe's own waits are this much shorter than the step's time, so that slow work is told apart from a driver that hangs.
const WAITS: u32 = 3;
/// And never longer than this, however long a step may take.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

type Api = Arc<dyn driver::Instance>;

/// A device that has drawn.
pub(crate) struct Won {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) api: Api,
    pub(crate) index: usize,
    pub(crate) resolution: Resolution,
    pub(crate) device_resolution: Resolution,
    pub(crate) device_report: DeviceReport,
    pub(crate) answers: Vec<Answer>,
    pub(crate) validation: ValidationReport,
    pub(crate) surface: Option<MadeSurface>,
}

/// Why an attempt ended without a device.
enum Stop {
    /// It does not do.
    Refused(String),
    /// It hung: nothing of the backend may be touched any more.
    Hung(String),
}

impl Stop {
    fn parts(self) -> (Verdict, String) {
        match self {
            Self::Refused(why) => (Verdict::Refused, why),
            Self::Hung(why) => (Verdict::Hung, why),
        }
    }
}

/// An adapter that meets the requirements.
struct Contender {
    index: usize,
    /// How many adapters before it give the same identity: machines have two of the same card.
    twins: usize,
    adapter: Adapter,
    resolution: Resolution,
    device_resolution: Resolution,
    for_rank: Resolution,
}

pub(crate) struct Attempt<'a> {
    pub(crate) driver: Arc<dyn Driver>,
    pub(crate) desc: &'a SelectDesc,
    pub(crate) wish: &'a AdapterWish,
    pub(crate) software: Software,
    pub(crate) grants: Grants,
    pub(crate) report: CandidateReport,
    pub(crate) notes: &'a mut Vec<String>,
}

/// The thread that steps run on, with what they need to be noted.
struct Steps {
    worker: Worker,
    backend: BackendKind,
    limit: Duration,
}

impl Steps {
    /// Makes a step and notes it. A step answers with a value and a sentence, or with the reason of its failure.
    fn make<T: Send + 'static>(
        &self,
        stages: &mut Vec<StageReport>,
        stage: Stage,
        step: impl FnOnce() -> Result<(T, String), String> + Send + 'static,
    ) -> Result<T, Stop> {
        let start = Instant::now();
        let (verdict, says, result) = match self.worker.run(self.limit, step) {
            Ran::Done(Ok((value, says))) => (Verdict::Passed, says, Ok(value)),
            Ran::Done(Err(why)) => {
                (Verdict::Refused, why.clone(), Err(Stop::Refused(format!("{stage} failed: {why}"))))
            }
            Ran::Panicked(text) => {
                let why = format!("{stage} panicked: {text}");
                (Verdict::Refused, why.clone(), Err(Stop::Refused(why)))
            }
            Ran::Hung => {
                let why = hung(self.backend, stage.name(), self.limit);
                (Verdict::Hung, why.clone(), Err(Stop::Hung(why)))
            }
        };
        stages.push(StageReport { stage, verdict, says, took_us: micros(start) });
        result
    }

    /// Lets go of something of the driver's on its own thread, since that may hang too. What belongs to a backend that hangs
    /// already is leaked: its thread may be in the middle of it.
    fn let_go<T: Send + 'static>(&self, what: T, after: Stop) -> Stop {
        if let Stop::Hung(_) = after {
            std::mem::forget(what);
            return after;
        }
        match self.worker.run(self.limit, move || drop(what)) {
            Ran::Done(()) | Ran::Panicked(_) => after,
            Ran::Hung => Stop::Hung(hung(self.backend, "unload", self.limit)),
        }
    }
}

fn text(e: impl Display) -> String {
    e.to_string()
}

fn adapters_word(n: usize) -> String {
    if n == 1 { "1 adapter".to_owned() } else { format!("{n} adapters") }
}

impl Attempt<'_> {
    pub(crate) fn run(mut self) -> (Option<Box<Won>>, CandidateReport) {
        let (backend, limit) = (self.report.backend, self.desc.probe_limit);
        let result = match Worker::start(backend) {
            Ok(worker) => self.backend(&Steps { worker, backend, limit }),
            Err(e) => Err(Stop::Refused(format!("no thread could be started for its probe: {e}"))),
        };
        let won = match result {
            Ok(won) => {
                let name = self.report.adapters.get(won.index).map_or("", |a| a.adapter.name.as_str());
                self.report.why = format!("adapter {} ({name}) has drawn", won.index);
                self.report.verdict = Verdict::Taken;
                Some(Box::new(won))
            }
            Err(stop) => {
                (self.report.verdict, self.report.why) = stop.parts();
                None
            }
        };
        (won, self.report)
    }

    fn load(
        &self,
        steps: &Steps,
        stages: &mut Vec<StageReport>,
        extensions: Vec<String>,
    ) -> Result<(Api, ValidationReport), Stop> {
        let desc = LoadDesc {
            app_name: self.desc.app_name.clone(),
            app_version: self.desc.app_version,
            validation: self.desc.validation,
            instance_extensions: extensions,
        };
        let driver = self.driver.clone();
        steps.make(stages, Stage::Load, move || {
            let api: Api = Arc::from(driver.load(&desc).map_err(text)?);
            let (in_use, says) = api.validation();
            let validation = ValidationReport { in_use, says, messages: Vec::new() };
            Ok(((api, validation), "the API is loaded".to_owned()))
        })
    }

    fn enumerate(steps: &Steps, stages: &mut Vec<StageReport>, api: &Api) -> Result<Vec<Adapter>, Stop> {
        let api = api.clone();
        steps.make(stages, Stage::Enumerate, move || {
            let all = api.adapters().map_err(text)?;
            if all.is_empty() {
                return Err("the API is there and lists no adapter".to_owned());
            }
            let says = adapters_word(all.len());
            Ok((all, says))
        })
    }

    fn backend(&mut self, steps: &Steps) -> Result<Won, Stop> {
        let mut stages = Vec::new();
        let loaded = self.load(steps, &mut stages, vec![FROM_THE_START.to_owned()]);
        self.report.stages.append(&mut stages);
        let (api, validation) = loaded?;
        let found = Self::enumerate(steps, &mut stages, &api);
        self.report.stages.append(&mut stages);
        let won = found.and_then(|found| self.choose(steps, &api, &validation, found));
        won.map_err(|stop| steps.let_go(api, stop))
    }

    /// Resolves every adapter, then tries those that fit, the best first.
    fn choose(
        &mut self,
        steps: &Steps,
        api: &Api,
        validation: &ValidationReport,
        found: Vec<Adapter>,
    ) -> Result<Won, Stop> {
        let mut left = Vec::new();
        let twins: Vec<usize> =
            (0..found.len()).map(|i| found[..i].iter().filter(|a| a.info == found[i].info).count()).collect();
        for ((index, adapter), twins) in found.into_iter().enumerate().zip(twins) {
            let (contender, report) = self.admit(index, twins, adapter);
            left.extend(contender);
            self.report.adapters.push(report);
        }
        if left.is_empty() {
            let all = adapters_word(self.report.adapters.len());
            return Err(Stop::Refused(format!("none of {all} meets what was asked")));
        }
        let wants_present = self.grants.doable.features().iter().any(|(f, _)| *f == Feature::Present.into());
        while !left.is_empty() {
            let candidates: Vec<Candidate<'_>> = left
                .iter()
                .map(|c| Candidate {
                    report: &c.adapter.report,
                    resolution: &c.for_rank,
                    can_present: wants_present.then_some(c.adapter.can_present),
                })
                .collect();
            let ranked = rank(&candidates);
            for r in &ranked {
                self.report.adapters[left[r.index].index].rank = Some(r.reason.clone());
            }
            let Some(first) = ranked.first() else { break };
            let best = left.swap_remove(first.index);
            // The order of the API decides between equals.
            left.sort_by_key(|c| c.index);
            let index = best.index;
            let mut stages = Vec::new();
            let result = self.contend(steps, api, validation, best, &mut stages);
            let report = &mut self.report.adapters[index];
            report.stages.append(&mut stages);
            match result {
                Ok(won) => {
                    report.verdict = Verdict::Taken;
                    report.why = report.rank.clone().unwrap_or_default();
                    for c in &left {
                        let other = &mut self.report.adapters[c.index];
                        other.why = other.rank.clone().unwrap_or_default();
                    }
                    return Ok(won);
                }
                Err(stop) => {
                    let hung = matches!(stop, Stop::Hung(_));
                    (report.verdict, report.why) = stop.parts();
                    report.rank = Some("it stood first among those that were left".to_owned());
                    if hung {
                        for c in &left {
                            let other = &mut self.report.adapters[c.index];
                            (other.why, other.rank) = ("its backend hung before".to_owned(), None);
                        }
                        return Err(Stop::Hung(self.report.adapters[index].why.clone()));
                    }
                }
            }
        }
        let all = adapters_word(self.report.adapters.len());
        Err(Stop::Refused(format!("none of {all} works")))
    }

    /// Does an adapter meet what was asked?
    fn admit(&self, index: usize, twins: usize, adapter: Adapter) -> (Option<Contender>, AdapterReport) {
        let mut report = AdapterReport {
            index,
            adapter: (&adapter.info).into(),
            verdict: Verdict::NotTried,
            why: String::new(),
            rank: None,
            stages: Vec::new(),
        };
        let note = |stage, verdict, says: &str, start| StageReport {
            stage,
            verdict,
            says: says.to_owned(),
            took_us: micros(start),
        };
        let start = Instant::now();
        if let Some(why) = self.unwanted(index, &adapter) {
            report.stages.push(note(Stage::Wish, Verdict::Refused, &why, start));
            (report.verdict, report.why) = (Verdict::Refused, why);
            return (None, report);
        }
        let resolution = resolve(&adapter.report, &self.grants.doable);
        let unmet = self.grants.unmet(&resolution);
        if !unmet.is_empty() {
            let why: Vec<String> = unmet.iter().map(Reason::to_string).collect();
            let why = format!("it does not meet the requirements: {}", why.join("; "));
            report.stages.push(note(Stage::Resolve, Verdict::Refused, &why, start));
            (report.verdict, report.why) = (Verdict::Refused, why);
            return (None, report);
        }
        let device_resolution = resolve(&adapter.report, &self.grants.whole);
        report.stages.push(note(Stage::Resolve, Verdict::Passed, "the requirements are met", start));
        let for_rank = self.grants.for_rank(&resolution);
        (Some(Contender { index, twins, adapter, resolution, device_resolution, for_rank }), report)
    }

    fn unwanted(&self, index: usize, adapter: &Adapter) -> Option<String> {
        let (name, wish) = (&adapter.info.name, self.wish);
        if !wish.admits(index, name) {
            return Some(format!("the adapter {wish} is asked for; this is number {index}, {name}"));
        }
        let cpu = adapter.info.device_type == DeviceType::Cpu;
        match self.software {
            Software::Force if !cpu => {
                Some("only a software adapter is allowed, and this is none".to_owned())
            }
            Software::Forbid if cpu => {
                Some("software adapters are forbidden, and this is one (its type is cpu)".to_owned())
            }
            Software::Any | Software::Force | Software::Forbid => None,
        }
    }

    /// Makes a device of an adapter, draws with it and makes its surface.
    fn contend(
        &mut self,
        steps: &Steps,
        api: &Api,
        validation: &ValidationReport,
        mut c: Contender,
        stages: &mut Vec<StageReport>,
    ) -> Result<Won, Stop> {
        let plan = &c.resolution.plan;
        let enabled = |e: &str| e == FROM_THE_START;
        if plan.instance_extensions.iter().all(|e| enabled(e)) {
            return self.device(steps, api, validation.clone(), c.index, c, stages);
        }
        // The plan needs more of the instance than it was made with: another is made, for this adapter.
        let mut extensions = vec![FROM_THE_START.to_owned()];
        extensions.extend(plan.instance_extensions.iter().filter(|e| !enabled(e)).map(|e| e.to_string()));
        let (own, validation) = self.load(steps, stages, extensions)?;
        let found = match Self::enumerate(steps, stages, &own) {
            Ok(found) => found,
            Err(stop) => return Err(steps.let_go(own, stop)),
        };
        let mut same = (0..found.len()).filter(|i| found[*i].info == c.adapter.info);
        let Some(at) = same.nth(c.twins) else {
            let why = format!(
                "with {} enabled the API does not list it any more",
                plan.instance_extensions.join(", ")
            );
            return Err(steps.let_go(own, Stop::Refused(why)));
        };
        c.resolution = resolve(&found[at].report, &self.grants.doable);
        self.device(steps, &own, validation, at, c, stages).map_err(|stop| steps.let_go(own, stop))
    }

    fn device(
        &mut self,
        steps: &Steps,
        api: &Api,
        mut validation: ValidationReport,
        at: usize,
        mut c: Contender,
        stages: &mut Vec<StageReport>,
    ) -> Result<Won, Stop> {
        let (made, plan) = (api.clone(), c.resolution.plan.clone());
        let backend = steps.make(stages, Stage::CreateDevice, move || {
            let backend = made.create_device(at, &plan).map_err(text)?;
            let says = format!(
                "made with {} extensions and {} feature bits",
                plan.device_extensions.len(),
                plan.features.iter().map(|s| s.bits.len()).sum::<usize>()
            );
            Ok((backend, says))
        })?;
        let waits = (steps.limit / WAITS).min(LONGEST_WAIT);
        let backend = steps.make(stages, Stage::Draw, move || {
            let says = draw::draw(&backend, waits)?;
            Ok((backend, says))
        })?;
        let mut answers = self.grants.answers(&c.resolution);
        let (mut backend, mut surface) = (backend, None);
        if c.resolution.is_enabled(Feature::Present) {
            (backend, surface) =
                self.surface(steps, api, backend, &mut c.resolution, &mut answers, stages)?;
        }
        validation.messages = api.validation_messages();
        Ok(Won {
            backend,
            api: api.clone(),
            index: c.index,
            resolution: c.resolution,
            device_resolution: c.device_resolution,
            device_report: c.adapter.report,
            answers,
            validation,
            surface,
        })
    }

    /// Makes the surface. Without it a device does not do where presenting is required; else presenting is refused.
    fn surface(
        &mut self,
        steps: &Steps,
        api: &Api,
        backend: Arc<dyn Backend>,
        resolution: &mut Resolution,
        answers: &mut [Answer],
        stages: &mut Vec<StageReport>,
    ) -> Result<(Arc<dyn Backend>, Option<MadeSurface>), Stop> {
        let row = answers.iter_mut().find(|a| a.what == Feature::Present.name());
        let required = row.as_ref().is_some_and(|a| a.tier == Tier::Required);
        let spoiled = Arc::new(AtomicBool::new(false));
        let (api, mark, kept) = (api.clone(), spoiled.clone(), backend.clone());
        let target = self.desc.window.as_ref().map(|w| w.0.clone());
        let made = steps.make(stages, Stage::Surface, move || {
            let kept = kept;
            let made = api.make_surface(&kept, target.as_ref()).map_err(|e| {
                mark.store(e.window_spoiled, Ordering::Release);
                e.fault.to_string()
            })?;
            let says = match &target {
                Some(_) => "the surface is made",
                None => "no window was given: surfaces are made later",
            };
            Ok((made, says.to_owned()))
        });
        if spoiled.load(Ordering::Acquire) {
            self.notes.push(format!(
                "the window is of no use any more since {} failed on it; give a new one to the next selection",
                steps.backend
            ));
        }
        match made {
            Ok(made) => Ok((backend, made)),
            Err(Stop::Refused(answer)) if !required => {
                let why = Reason::Driver { call: "make a surface".to_owned(), answer };
                if let Some(row) = row {
                    row.instead = Feature::Present.degradation().map(str::to_owned);
                    row.outcome = Err(why.into());
                }
                resolution.enabled.retain(|e| e.feature != Feature::Present.name());
                Ok((backend, None))
            }
            Err(stop) => Err(steps.let_go(backend, stop)),
        }
    }
}
