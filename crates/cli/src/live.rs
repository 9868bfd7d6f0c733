//! The devices of this machine. They are asked in a child process: a driver that hangs or crashes takes only that one with it.

use crate::fail::{Exit, Fail};
use crate::remedy::first_help;
use candor_caps::DeviceReport;
use candor_rhi::BackendKind;
use candor_rhi::driver::{Adapter, ApiValidation, Driver, LoadDesc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::io::Read as _;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// A driver that has not answered by then is given up. Software drivers on a busy machine take seconds.
const PROBE_LIMIT: Duration = Duration::from_secs(60);
/// How often the child is looked after.
const TICK: Duration = Duration::from_millis(5);
/// So many ticks long a killed child is waited for.
const REAPING: u32 = 200;
/// The hidden command that the child runs.
pub(crate) const PROBE: &str = "probe-adapters";

/// What one backend has on this machine.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Probed {
    /// The API's library took the call that makes an instance.
    pub(crate) loads: bool,
    /// Why there is nothing, when the API could not be used.
    pub(crate) problem: Option<String>,
    /// What is to be said of the API's validation layer.
    pub(crate) validation: String,
    /// The adapters, in the API's order.
    pub(crate) adapters: Vec<Found>,
}

/// An adapter of this machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Its number among the adapters of its backend.
    pub(crate) index: usize,
    /// Who it is, in one line.
    pub(crate) title: String,
    /// Bytes of memory of its own.
    pub(crate) dedicated_memory_bytes: u64,
    /// Bytes of memory shared with the host.
    pub(crate) shared_memory_bytes: u64,
    /// All that it says of itself.
    pub(crate) report: DeviceReport,
}

impl Found {
    fn new(index: usize, a: Adapter) -> Self {
        Self {
            index,
            title: a.info.to_string(),
            dedicated_memory_bytes: a.info.dedicated_memory_bytes,
            shared_memory_bytes: a.info.shared_memory_bytes,
            report: a.report,
        }
    }
}

/// The driver of a backend, where this build has it.
pub(crate) fn driver(backend: BackendKind) -> Option<Arc<dyn Driver>> {
    candor::built_in_drivers().into_iter().find(|d| d.kind() == backend)
}

/// The backends of this build, in the order of the list.
pub(crate) fn compiled() -> Vec<BackendKind> {
    let all = candor::compiled_backends();
    BackendKind::ALL.iter().copied().filter(|b| all.contains(b)).collect()
}

/// A backend by name: of the flag, else of `CANDOR_BACKEND`, which outranks it.
pub(crate) fn backend(flag: Option<&str>) -> Result<Option<BackendKind>, Fail> {
    let variable = std::env::var_os("CANDOR_BACKEND").filter(|v| !v.is_empty());
    let (name, from) = match (&variable, flag) {
        (Some(v), _) => (v.to_string_lossy().into_owned(), "CANDOR_BACKEND"),
        (None, Some(f)) => (f.to_owned(), "--backend"),
        (None, None) => return Ok(None),
    };
    let valid = || compiled().iter().map(|b| b.name()).collect::<Vec<_>>().join(", ");
    let kind: BackendKind = name.parse().map_err(|e| {
        Fail::input("backend", format!("{from}: {e}")).help(format!("this build has {}", valid()))
    })?;
    if driver(kind).is_none() {
        return Err(Fail::input("backend", format!("{from}: this build has no {kind} backend"))
            .help(format!("it has {}", valid())));
    }
    Ok(Some(kind))
}

/// What the child does: asks the API and writes what it has to the standard output.
pub(crate) fn answer(backend: &str) -> Result<Probed, Fail> {
    let kind: BackendKind = backend
        .parse()
        .map_err(|e: candor_rhi::adapter::UnknownBackend| Fail::input("backend", e.to_string()))?;
    let Some(driver) = driver(kind) else {
        return Err(Fail::input("backend", format!("this build has no {kind} backend")));
    };
    let desc = LoadDesc { app_name: "candor".into(), validation: ApiValidation::Off, ..LoadDesc::default() };
    let instance = match driver.load(&desc) {
        Ok(i) => i,
        Err(e) => return Ok(Probed { problem: Some(e.to_string()), ..Probed::default() }),
    };
    let validation = instance.validation().1;
    Ok(match instance.adapters() {
        Ok(all) => Probed {
            loads: true,
            problem: None,
            validation,
            adapters: all.into_iter().enumerate().map(|(i, a)| Found::new(i, a)).collect(),
        },
        Err(e) => Probed { loads: true, problem: Some(e.to_string()), validation, adapters: Vec::new() },
    })
}

/// Asks a backend in a child process, with these environment variables set.
pub(crate) fn probe(backend: BackendKind, environment: &[(&str, &OsStr)]) -> Probed {
    let broken = |problem: String| Probed { problem: Some(problem), ..Probed::default() };
    // What is asked is said by the argument; an override would be in the way.
    let mut environment = environment.to_vec();
    environment.push((candor::BACKEND_VARIABLE, OsStr::new("")));
    match child(&[OsStr::new(PROBE), OsStr::new(backend.name())], &environment, PROBE_LIMIT) {
        Ok(probed) => probed,
        Err(problem) => broken(problem),
    }
}

/// Runs this program in a process of its own and reads the JSON that it writes.
pub(crate) fn child<T: DeserializeOwned>(
    args: &[&OsStr],
    environment: &[(&str, &OsStr)],
    limit: Duration,
) -> Result<T, String> {
    run_child(args, environment, limit).map_err(|e| match e {
        Broken::Late => format!("the driver did not answer within {} s", limit.as_secs()),
        Broken::Ended(status) => format!("the driver brought down the process that asked it ({status})"),
        Broken::Other(why) => why,
    })
}

/// Why a child gave no answer.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The time ran out, and it was killed.
    Late,
    /// It ended otherwise than well: with a signal, or an exit code that is not 0.
    Ended(ExitStatus),
    /// One sentence.
    Other(String),
}

/// Runs this program in a process of its own and reads the JSON that it writes; what went wrong in parts.
pub(crate) fn run_child<T: DeserializeOwned>(
    args: &[&OsStr],
    environment: &[(&str, &OsStr)],
    limit: Duration,
) -> Result<T, Broken> {
    let text = output_of_child(args, environment, limit)?;
    serde_json::from_slice(&text)
        .map_err(|e| Broken::Other(format!("the child process answered nonsense: {e}")))
}

fn output_of_child(
    args: &[&OsStr],
    environment: &[(&str, &OsStr)],
    limit: Duration,
) -> Result<Vec<u8>, Broken> {
    let other = |why: String| Broken::Other(why);
    let program =
        std::env::current_exe().map_err(|e| other(format!("the program does not find itself: {e}")))?;
    let mut child = Command::new(program)
        .args(args)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // The loader and the drivers talk there, of drivers that don't fit this machine among others.
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| other(format!("the child process can't be started: {e}")))?;
    let Some(mut out) = child.stdout.take() else { return Err(other("the child has no output".into())) };
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        out.read_to_end(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < limit => thread::sleep(TICK),
            Ok(None) => {
                let _ = child.kill();
                // It may be stuck where nothing reaches it; then it is left behind.
                for _ in 0..REAPING {
                    if !matches!(child.try_wait(), Ok(None)) {
                        break;
                    }
                    thread::sleep(TICK);
                }
                return Err(Broken::Late);
            }
            Err(e) => {
                return Err(other(format!("the child process can't be waited for: {e}")));
            }
        }
    };
    if !status.success() {
        return Err(Broken::Ended(status));
    }
    match reader.join() {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(e)) => Err(other(format!("the child's answer can't be read: {e}"))),
        Err(_) => Err(other("the child's answer can't be read".into())),
    }
}

/// The devices that the command line means: of one backend or of all of this build that draw, all or one of them.
pub(crate) fn devices(backend: Option<BackendKind>, adapter: Option<&str>) -> Result<Vec<Found>, Fail> {
    pick(all(backend)?, adapter)
}

/// All devices of one backend, or of all of this build that draw; an error where there are none.
pub(crate) fn all(backend: Option<BackendKind>) -> Result<Vec<Found>, Fail> {
    Ok(all_and_problems(backend)?.0)
}

/// The same, with what is wrong with the backends that have none.
pub(crate) fn all_and_problems(backend: Option<BackendKind>) -> Result<(Vec<Found>, Vec<String>), Fail> {
    let kinds = match backend {
        Some(kind) => vec![kind],
        None => compiled().into_iter().filter(|k| *k != BackendKind::Null).collect(),
    };
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for kind in kinds {
        let probed = probe(kind, &[]);
        if let Some(p) = probed.problem {
            problems.push(format!("{kind}: {p}"));
        } else if probed.adapters.is_empty() {
            problems.push(format!("{kind}: it has no adapter"));
        }
        all.extend(probed.adapters);
    }
    if all.is_empty() {
        let why = if problems.is_empty() {
            "this build has no backend that draws".into()
        } else {
            problems.join("; ")
        };
        let help = format!("{}; --report asks a saved report", first_help());
        return Err(Fail::no("no-device", format!("no device is here: {why}")).help(help));
    }
    Ok((all, problems))
}

/// By number, or by a part of the name. `CANDOR_ADAPTER` outranks the flag.
pub(crate) fn pick(all: Vec<Found>, flag: Option<&str>) -> Result<Vec<Found>, Fail> {
    let variable = std::env::var_os("CANDOR_ADAPTER").filter(|v| !v.is_empty());
    let variable = variable.map(|v| v.to_string_lossy().into_owned());
    match (variable.as_deref(), flag) {
        (Some(v), _) => pick_by(all, v, "CANDOR_ADAPTER"),
        (None, Some(f)) => pick_by(all, f, "--adapter"),
        (None, None) => Ok(all),
    }
}

/// The one of this number, or the first whose name has this part; `from` stands in the sentence that says that there is none.
pub(crate) fn pick_by(mut all: Vec<Found>, wish: &str, from: &str) -> Result<Vec<Found>, Fail> {
    let at = match wish.parse::<usize>() {
        Ok(i) => Some(i).filter(|i| *i < all.len()),
        Err(_) => {
            let wanted = wish.to_lowercase();
            all.iter().position(|f| f.title.to_lowercase().contains(&wanted))
        }
    };
    match at {
        Some(i) => Ok(vec![all.swap_remove(i)]),
        None => {
            let list: Vec<String> =
                all.iter().enumerate().map(|(i, f)| format!("{i}: {}", f.title)).collect();
            Err(Fail {
                exit: Exit::BadInput,
                code: "adapter",
                message: format!("{from}: no adapter is '{wish}'"),
                help: None,
            }
            .help(format!("give the number or a part of the name; here are {}", list.join("; "))))
        }
    }
}
