//! The official validator's checks on what objects say of each other, and on the data itself.
//!
//! One file for each kind of object. Which error means what is not decided here but in `codes`. The order of the checks
//! is the validator's, since the first use of a buffer view or accessor decides what a later one contradicts.

mod animations;
mod buffers;
mod data;
mod meshes;
mod nodes;
mod textures;

pub(crate) use data::WEIGHT_STEP;

use super::access::Buffers;
use super::codes::Code;
use super::finding::{Findings, Notes};
use super::parse::{Document, at};
use candor_caps::Reason;

/// What a buffer view's bytes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ViewUsage {
    Vertices,
    Indices,
    BindMatrices,
    Image,
    Other,
}

/// What an accessor's elements are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessorUsage {
    Attribute,
    Indices,
    BindMatrices,
    AnimationInput,
    AnimationOutput,
}

/// A check of every element of an accessor, asked for by whoever uses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ElementCheck {
    /// Three numbers of unit length.
    Unit,
    /// Three numbers of unit length and a sign.
    UnitSign,
    /// Between 0 and 1.
    Clamped,
    /// Below this many vertices; `None`: not known how many there are.
    Indices { vertices: Option<u64> },
    /// Not negative and rising.
    Times,
    /// Unit quaternions, or the middle one of three.
    Quaternions { cubic: bool },
    /// The last row is 0, 0, 0, 1.
    BindMatrices,
}

/// The state of the checks.
pub(crate) struct Checker<'a> {
    d: &'a Document,
    findings: &'a mut Findings,
    view_usage: Vec<Option<ViewUsage>>,
    accessor_usage: Vec<Option<AccessorUsage>>,
    /// There were more skins, or longer chains above their joints, than are walked.
    skins_unchecked: bool,
    /// Accessor, check, and where the use is.
    scheduled: Vec<(usize, ElementCheck, String)>,
}

impl<'a> Checker<'a> {
    /// Checks everything but the data.
    pub(crate) fn run(d: &'a Document, findings: &'a mut Findings) -> Self {
        let mut c = Self {
            d,
            findings,
            view_usage: vec![None; d.views.len()],
            accessor_usage: vec![None; d.accessors.len()],
            skins_unchecked: false,
            scheduled: Vec::new(),
        };
        c.views();
        c.accessors();
        c.images();
        c.textures();
        c.materials();
        c.meshes();
        let parents = c.nodes();
        let tops = c.skins(&parents);
        c.animations();
        c.scenes(&parents);
        c.loops(&parents, &tops);
        c
    }

    /// Checks the data, for which the buffers have to be there. At most `budget` numbers are looked at.
    pub(crate) fn run_data(mut self, buffers: &Buffers, budget: u64, notes: &mut Notes) {
        if self.skins_unchecked {
            notes.refused("skins are not checked to the end", "/skins", || Reason::OverLimit {
                what: "steps up the node hierarchy by checks of skins".into(),
                asked: "all of them".into(),
                allowed: nodes::SKIN_STEPS.into(),
            });
        }
        data::run(&mut self, buffers, budget, notes);
    }

    fn find(&mut self, code: Code, at: impl Into<String>, message: impl Into<String>) {
        self.findings.push(code, at, message);
    }

    fn unresolved(&mut self, at: String, index: usize) {
        self.find(Code::UnresolvedReference, at, format!("there is no element {index}"));
    }

    /// The element, if an index is there; that it leads nowhere is an error at `pointer`.
    fn resolve<T>(
        &mut self,
        list: &'a [Option<T>],
        index: Option<usize>,
        pointer: impl FnOnce() -> String,
    ) -> Option<&'a T> {
        let index = index?;
        let found = at(list, Some(index));
        if found.is_none() {
            self.unresolved(pointer(), index);
        }
        found
    }

    fn use_view(&mut self, view: Option<usize>, usage: ViewUsage, pointer: &str) {
        let Some(slot) = view.and_then(|v| self.view_usage.get_mut(v)) else { return };
        match *slot {
            None => *slot = Some(usage),
            Some(before) if before == usage => {}
            Some(before) => {
                let message = format!("the buffer view's use is {before:?}, here it is {usage:?}");
                self.find(Code::BufferViewTargetOverride, pointer, message);
            }
        }
    }

    fn use_accessor(&mut self, accessor: usize, usage: AccessorUsage, pointer: &str) {
        let Some(slot) = self.accessor_usage.get_mut(accessor) else { return };
        match *slot {
            None => *slot = Some(usage),
            Some(before) if before == usage => {}
            Some(before) => {
                let message = format!("the accessor's use is {before:?}, here it is {usage:?}");
                self.find(Code::AccessorUsageOverride, pointer, message);
            }
        }
    }

    fn schedule(&mut self, accessor: usize, check: ElementCheck, pointer: String) {
        self.scheduled.push((accessor, check, pointer));
    }
}
