//! Proofs in processes of their own: a proof that hangs is killed, one that crashes takes only its own process with it.

use crate::args::{Misbehave, ProbeProof};
use crate::fail::Fail;
use crate::live::{Broken, driver, run_child};
use crate::screen;
use candor::proofs::{self, Claims, Verdict};
use candor_caps::requests::RequestError;
use candor_caps::{Capability, DeviceReport, Resolution, resolve};
use candor_rhi::driver::{ApiValidation, LoadDesc};
use candor_rhi::{BackendKind, Device};
use clap::ValueEnum as _;
use std::ffi::OsString;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The hidden command that a child runs.
const PROBE: &str = "probe-proof";
/// So many proofs run at a time at most: a device is shared, and a proof that has to wait for others looks slow.
const AT_A_TIME: usize = 2;

/// A proof that is to be run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    /// The backend.
    pub(crate) backend: BackendKind,
    /// The number of the adapter among those of the backend.
    pub(crate) adapter: usize,
    /// What is proved.
    pub(crate) capability: Capability,
    /// For tests: how it goes wrong.
    pub(crate) misbehave: Option<Misbehave>,
}

/// What a proof showed, and how long its process took.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    /// What it showed.
    pub(crate) verdict: Verdict,
    /// From the start of the process to its end.
    pub(crate) time: Duration,
}

/// What a device is asked when proofs run on it: all that has a proof, and Candor's own base set where the backend has one.
pub(crate) fn ask(backend: BackendKind, report: &DeviceReport) -> Result<Resolution, RequestError> {
    let mut requests = proofs::requests(backend);
    if backend == BackendKind::Vulkan {
        requests = requests.on_candor_vulkan()?;
    }
    Ok(resolve(report, &requests))
}

/// What a resolution for the screen grants, where one is here.
pub(crate) fn claims(
    backend: BackendKind,
    report: &DeviceReport,
    resolution: &Resolution,
    screen: bool,
) -> Claims {
    let claims = proofs::claims(resolution);
    if !screen {
        return claims;
    }
    claims.on_screen(proofs::claims(&resolve(report, &proofs::requests_on_screen(backend))))
}

/// What the child does: makes a device and runs the proof.
pub(crate) fn answer(args: &ProbeProof) -> Result<Verdict, Fail> {
    let backend: BackendKind = args
        .backend
        .parse()
        .map_err(|e: candor_rhi::adapter::UnknownBackend| Fail::input("backend", e.to_string()))?;
    let capability: Capability = args
        .capability
        .parse()
        .map_err(|e: candor_caps::capability::NoSuchName| Fail::input("capability", e.to_string()))?;
    let disproved = |why: String| Ok(Verdict::Disproved { why });
    match args.misbehave {
        None => {}
        Some(Misbehave::Hang) => loop {
            thread::sleep(Duration::from_secs(1));
        },
        Some(Misbehave::Crash) => std::process::abort(),
        Some(Misbehave::Fail) => return disproved("a test made it go wrong".to_owned()),
    }
    let Some(driver) = driver(backend) else {
        return Err(Fail::input("backend", format!("this build has no {backend} backend")));
    };
    let desc = LoadDesc { app_name: "candor".into(), validation: ApiValidation::Off, ..LoadDesc::default() };
    let instance = match driver.load(&desc) {
        Ok(i) => i,
        Err(e) => return disproved(format!("the backend was here, and now it can't be loaded: {e}")),
    };
    let adapters = match instance.adapters() {
        Ok(all) => all,
        Err(e) => return disproved(format!("the adapters were here, and now they can't be listed: {e}")),
    };
    let Some(adapter) = adapters.get(args.adapter) else {
        return disproved(format!("adapter {} was here, and now there are {}", args.adapter, adapters.len()));
    };
    let resolution = ask(backend, &adapter.report)
        .map_err(|e| Fail::no("base", format!("Candor's own base set can't be asked for: {e}")))?;
    let seen = proofs::is_seen(capability);
    let claims = claims(backend, &adapter.report, &resolution, seen);
    if let Some(verdict) = proofs::unclaimed(capability, backend, &claims) {
        return Ok(verdict);
    }
    if seen {
        drop(instance);
        return Ok(screen::prove(backend, args.adapter, capability));
    }
    match instance.create_device(args.adapter, &resolution.plan) {
        Ok(backend) => Ok(proofs::run(&Device::new(backend), capability)),
        Err(e) => disproved(format!("the device can't be made: {e}")),
    }
}

/// Runs one proof in a child process.
fn elsewhere(task: &Task, limit: Duration) -> Shown {
    let mut args: Vec<OsString> = vec![
        PROBE.into(),
        task.backend.name().into(),
        task.adapter.to_string().into(),
        task.capability.name().into(),
    ];
    if let Some(how) = task.misbehave.and_then(|m| m.to_possible_value()) {
        args.extend(["--misbehave".into(), how.get_name().into()]);
    }
    let args: Vec<_> = args.iter().map(OsString::as_os_str).collect();
    let start = Instant::now();
    let answer = run_child(&args, &[], limit);
    let verdict = answer.unwrap_or_else(|broken| Verdict::Disproved {
        why: match broken {
            Broken::Late => {
                format!("it had not ended after {} s, and its process was killed", limit.as_secs())
            }
            Broken::Ended(status) => format!("its process crashed ({status})"),
            Broken::Other(why) => why,
        },
    });
    Shown { verdict, time: start.elapsed() }
}

/// Runs proofs in child processes, a few at a time; the answers are in the order of the tasks. `done` hears of each that has ended.
pub(crate) fn run(tasks: &[Task], limit: Duration, done: &(dyn Fn(&Task) + Sync)) -> Vec<Shown> {
    let next = AtomicUsize::new(0);
    let shown: Mutex<Vec<(usize, Shown)>> = Mutex::new(Vec::with_capacity(tasks.len()));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        while let Some((i, task)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(i).map(|t| (i, t))
        } {
            let one = elsewhere(task, limit);
            shown.lock().unwrap_or_else(PoisonError::into_inner).push((i, one));
            done(task);
        }
    };
    thread::scope(|s| {
        for _ in 1..cores.min(AT_A_TIME).min(tasks.len()) {
            s.spawn(work);
        }
        work();
    });
    let mut shown = shown.into_inner().unwrap_or_else(PoisonError::into_inner);
    shown.sort_by_key(|(i, _)| *i);
    shown.into_iter().map(|(_, s)| s).collect()
}
