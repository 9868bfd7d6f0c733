//! Which of several devices is taken, and why the others are not. Pure: the live devices and a folder of reports rank alike.

use crate::evidence::device_type_name;
use crate::report::{DeviceReport, DeviceType};
use crate::resolution::Resolution;
use serde::Serialize;
use std::cmp::Reverse;

/// A device that may be taken.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// What it says of itself.
    pub report: &'a DeviceReport,
    /// The answer to the program's requests.
    pub resolution: &'a Resolution,
    /// Can it present to the program's surface? `None` where presenting is not asked for or not known.
    pub can_present: Option<bool>,
}

/// A device with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ranked {
    /// Position in the list that was given.
    pub index: usize,
    /// Does it meet the requirements? Those that don't come last and are not to be taken.
    pub fits: bool,
    /// Why it stands where it stands, as one sentence.
    pub reason: String,
}

/// Puts devices in order: those that meet the requirements first; among them the ones that can present, then by kind
/// (discrete, integrated, virtual, other or unknown, CPU), then by how many optional features are on; equals keep their order.
pub fn rank(candidates: &[Candidate<'_>]) -> Vec<Ranked> {
    let key = |c: &Candidate<'_>| {
        (
            Reverse(c.resolution.requirements_met),
            c.can_present == Some(false),
            kind_order(c.report.device_type),
            Reverse(c.resolution.enabled.len()),
        )
    };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|i| key(&candidates[*i]));
    let best = order.first().copied();
    order
        .iter()
        .map(|i| {
            let (own, first) = (&candidates[*i], best.map(|b| &candidates[b]));
            let fits = own.resolution.requirements_met;
            let reason = match first {
                _ if !fits => unmet(own),
                Some(_) if Some(*i) == best => first_reason(own, candidates.len()),
                Some(first) => behind(own, first),
                None => String::new(),
            };
            Ranked { index: *i, fits, reason }
        })
        .collect()
}

fn kind_order(t: Option<DeviceType>) -> u32 {
    match t {
        Some(DeviceType::Discrete) => 0,
        Some(DeviceType::Integrated) => 1,
        Some(DeviceType::Virtual) => 2,
        Some(DeviceType::Other) | None => 3,
        Some(DeviceType::Cpu) => 4,
    }
}

fn name<'a>(c: &Candidate<'a>) -> &'a str {
    c.report.name.as_deref().unwrap_or(&c.report.source)
}

fn kind(c: &Candidate<'_>) -> &'static str {
    c.report.device_type.map_or("device of unknown kind", device_type_name)
}

fn unmet(c: &Candidate<'_>) -> String {
    let why: Vec<String> = c.resolution.unmet().iter().map(ToString::to_string).collect();
    format!("{} does not meet the requirements: {}", name(c), why.join("; "))
}

fn first_reason(c: &Candidate<'_>, of: usize) -> String {
    let present = match c.can_present {
        Some(true) => ", can present",
        Some(false) => ", can't present, as no other can either",
        None => "",
    };
    let on = c.resolution.enabled.len();
    format!("{} is taken of {of}: meets the requirements{present}, {}, {on} features on", name(c), kind(c))
}

fn behind(c: &Candidate<'_>, first: &Candidate<'_>) -> String {
    let (own, best) = (name(c), name(first));
    if (c.can_present == Some(false)) != (first.can_present == Some(false)) {
        return format!("{own} can't present, {best} can");
    }
    if kind_order(c.report.device_type) != kind_order(first.report.device_type) {
        return format!("{own} ({}) comes after {best} ({})", kind(c), kind(first));
    }
    let (less, more) = (c.resolution.enabled.len(), first.resolution.enabled.len());
    if less < more {
        return format!("{own} has {less} of the features on, {best} has {more}");
    }
    format!("{own} equals {best}, which is listed first")
}
