//! What would be chosen on this machine, and why: a selection that is made, told and dropped. It is made in a child process.

use crate::live::child;
use candor::{BackendKind, Host, Instance, InstanceDesc, SelectDesc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

/// The hidden command that the child runs.
const PROBE: &str = "probe-selection";
/// A selection has a time limit of its own for every step of every candidate; this is for all of them.
const LIMIT: Duration = Duration::from_secs(180);

/// How a selection ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// A device that draws was taken.
    pub(crate) chosen: bool,
    /// Why not, in one paragraph.
    pub(crate) error: Option<String>,
    /// The whole story as the library tells it to programs.
    pub(crate) report: Option<Value>,
    /// The same for people.
    pub(crate) text: String,
}

impl Choice {
    fn failed(error: String) -> Self {
        Self { chosen: false, text: format!("{error}\n"), error: Some(error), report: None }
    }
}

/// How this program names itself to drivers.
pub(crate) fn desc() -> SelectDesc {
    SelectDesc { app_name: "candor".to_owned(), app_version: 1, ..SelectDesc::default() }
}

/// Where a program would run, by the system files below a root.
pub(crate) fn host(root: Option<&Path>) -> Host {
    root.map_or_else(Host::look, Host::look_below)
}

/// Selects in this process.
pub(crate) fn here(root: Option<&Path>) -> Choice {
    let json = |report| serde_json::to_value(report).ok();
    let instance = Instance::new(InstanceDesc { host: Some(host(root)), ..InstanceDesc::default() });
    match instance.select(&desc()) {
        Ok(s) => Choice {
            chosen: s.info().backend != BackendKind::Null,
            error: None,
            report: json(&s.report),
            text: s.report.to_string(),
        },
        Err(e) => match e.report() {
            Some(r) => Choice {
                chosen: false,
                error: Some(e.to_string()),
                report: json(r),
                text: format!("{e}\n\n{r}"),
            },
            None => Choice::failed(e.to_string()),
        },
    }
}

/// Selects in a child process.
pub(crate) fn elsewhere(root: Option<&Path>) -> Choice {
    let mut args = vec![OsStr::new(PROBE)];
    if let Some(root) = root {
        args.extend([OsStr::new("--root"), root.as_os_str()]);
    }
    child(&args, &[], LIMIT).unwrap_or_else(Choice::failed)
}
