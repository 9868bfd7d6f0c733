//! The loss of a device: why, and how far the GPU had come. Passes are followed where [`Breadcrumbs::On`] asks for it: the GPU
//! itself writes a number as each pass begins and ends, and what it wrote last is read when the device is lost.
//!
//! Off, which is the default, costs nothing. On, each pass costs two marks and waits for the one before it.

use crate::backend::{self, Backend, Fault};
use crate::epoch::Ticket;
use crate::record::{Cmd, calls};
use crate::stats::PassKind;
use crate::sync::{Mutex, lock};
use std::fmt;

/// Passes that are kept: those of many frames.
const KEPT: u32 = 2048;

/// Are passes followed on the GPU, so that a loss can name them?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Breadcrumbs {
    /// No.
    #[default]
    Off,
    /// Yes: every pass writes marks as it begins and ends, and passes do not overlap.
    On,
}

/// A pass that was submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crumb {
    /// Its label.
    pub pass: String,
    /// Its kind.
    pub kind: PassKind,
    /// Its number among the passes of the device, in the order of declaration from 1 up.
    pub number: u64,
}

impl fmt::Display for Crumb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' (number {}, {})", self.pass, self.number, self.kind)
    }
}

/// How far the GPU had come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trail {
    /// Passes were not followed: `DeviceDesc::breadcrumbs` asks for it.
    Off,
    /// They were to be followed, and could not be.
    Unavailable {
        /// One sentence.
        why: String,
    },
    /// What the marks say.
    Known {
        /// Passes that had begun and not ended.
        running: Vec<Crumb>,
        /// The pass that had ended last.
        ended: Option<Crumb>,
        /// The first pass that was submitted and had not begun.
        next: Option<Crumb>,
    },
}

impl fmt::Display for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (running, ended, next) = match self {
            Self::Off => return f.write_str("passes were not followed"),
            Self::Unavailable { why } => return write!(f, "passes could not be followed: {why}"),
            Self::Known { running, ended, next } => (running, ended, next),
        };
        match running.as_slice() {
            [] => f.write_str("no pass was running")?,
            [one] => write!(f, "the GPU was in pass {one}")?,
            several => {
                f.write_str("the GPU was in passes ")?;
                for (i, c) in several.iter().enumerate() {
                    write!(f, "{}{c}", if i == 0 { "" } else { ", " })?;
                }
            }
        }
        match ended {
            Some(c) => write!(f, ", {c} had ended last")?,
            None => f.write_str(", none had ended")?,
        }
        match next {
            Some(c) => write!(f, ", {c} had not begun"),
            None => f.write_str(", none was left"),
        }
    }
}

/// Why a device was lost, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// What told of it.
    pub why: String,
    /// The passes before it.
    pub trail: Trail,
    /// What the driver itself says of the fault, where it says anything.
    pub driver: Option<String>,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if self.trail != Trail::Off {
            write!(f, "; {}", self.trail)?;
        }
        match &self.driver {
            Some(text) => write!(f, "; the driver says: {text}"),
            None => Ok(()),
        }
    }
}

/// The passes that were declared last, each in a place of its own.
#[derive(Debug)]
pub(crate) struct Follower {
    /// Why nothing can be followed, if so.
    fault: Option<String>,
    ring: Mutex<Ring>,
}

#[derive(Debug, Default)]
struct Ring {
    /// Passes declared so far.
    declared: u64,
    /// Batches submitted so far.
    batches: u64,
    /// The pass of number n lies in place n modulo [`KEPT`].
    passes: Vec<Followed>,
}

#[derive(Debug)]
struct Followed {
    number: u64,
    batch: Ticket,
    /// The number of its batch in the order of submission; 0 before.
    order: u64,
    kind: PassKind,
    label: String,
}

/// Where a pass's marks lie, and what they are when it has begun or ended.
fn place(number: u64) -> (u32, u32) {
    ((number % u64::from(KEPT)) as u32, number as u32)
}

impl Follower {
    pub(crate) fn new(b: &dyn Backend) -> Self {
        let fault = match b.breadcrumbs() {
            Some(crumbs) => crumbs.reserve_marks(KEPT).err().map(|f| f.to_string()),
            None => Some(format!("the {} backend writes no marks", b.info().backend)),
        };
        Self { fault, ring: Mutex::default() }
    }

    /// A pass was declared: its number, where it can be followed.
    pub(crate) fn declare(&self, label: &str, kind: PassKind, batch: Ticket) -> Option<u64> {
        if self.fault.is_some() {
            return None;
        }
        let mut ring = lock(&self.ring);
        ring.declared += 1;
        let number = ring.declared;
        let index = (number % u64::from(KEPT)) as usize;
        while ring.passes.len() <= index {
            let label = String::new();
            ring.passes.push(Followed { number: 0, batch: 0, order: 0, kind, label });
        }
        let f = &mut ring.passes[index];
        (f.number, f.batch, f.order, f.kind) = (number, batch, 0, kind);
        f.label.clear();
        f.label.push_str(label);
        Some(number)
    }

    /// A batch goes to the GPU.
    pub(crate) fn submit(&self, batch: Ticket) {
        let mut ring = lock(&self.ring);
        ring.batches += 1;
        let order = ring.batches;
        ring.passes.iter_mut().filter(|f| f.batch == batch).for_each(|f| f.order = order);
    }

    /// How far the GPU has come.
    pub(crate) fn read(&self, b: &dyn Backend) -> Trail {
        let mut words = vec![0; 2 * KEPT as usize];
        let read = match (&self.fault, b.breadcrumbs()) {
            (Some(why), _) => Err(why.clone()),
            (None, Some(crumbs)) => crumbs.read_marks(&mut words).map_err(|f: Fault| f.to_string()),
            (None, None) => Err("the marks are gone".to_owned()),
        };
        if let Err(why) = read {
            return Trail::Unavailable { why };
        }
        let ring = lock(&self.ring);
        let mut passes: Vec<&Followed> = ring.passes.iter().filter(|f| f.order != 0).collect();
        passes.sort_unstable_by_key(|f| (f.order, f.number));
        let (mut running, mut ended, mut next) = (Vec::new(), None, None);
        for f in passes {
            let crumb = || Crumb { pass: f.label.clone(), kind: f.kind, number: f.number };
            let (at, mark) = place(f.number);
            let has = |end: usize| words.get(2 * at as usize + end) == Some(&mark);
            match (has(0), has(1)) {
                (_, true) => ended = Some(crumb()),
                (true, false) => running.push(crumb()),
                (false, false) if next.is_none() => next = Some(crumb()),
                (false, false) => {}
            }
        }
        Trail::Known { running, ended, next }
    }
}

/// Marks the beginning or the end of a pass, between passes.
pub(crate) fn mark(b: &dyn Backend, cmd: Cmd, number: u64, edge: backend::Edge) {
    if let Some(crumbs) = b.breadcrumbs() {
        let (place, value) = place(number);
        calls::crumb(crumbs, cmd, place, edge, value);
    }
}
