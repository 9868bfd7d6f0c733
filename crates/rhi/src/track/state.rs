//! What has been done to a resource, and what the next use of it needs.

use super::{Scope, Scopes, Touch};
use crate::usage::{Access, Layout, ResourceKind, Usage};

/// What has last been done to a resource or a part of it.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub struct State {
    /// The last write, or the read that a layout change was made for.
    pub write: Usage,
    /// Reads since, for which the write has been made visible.
    pub reads: Usage,
    /// Layout that the contents are in.
    pub layout: Layout,
    /// `write` in the backend's terms.
    pub(super) write_scope: Scope,
    /// `reads` in the backend's terms, where there are any.
    pub(super) reads_scope: Scope,
}

impl PartialEq for State {
    /// Scopes are translations and say nothing of their own.
    fn eq(&self, o: &Self) -> bool {
        (self.write, self.reads, self.layout) == (o.write, o.reads, o.layout)
    }
}

impl State {
    /// Nothing has been done yet.
    pub const NEW: State = State {
        write: Usage::NONE,
        reads: Usage::NONE,
        layout: Layout::Undefined,
        write_scope: Scope::NONE,
        reads_scope: Scope::NONE,
    };

    /// After a write.
    pub fn written(kind: ResourceKind, usage: Usage, scopes: Scopes) -> Self {
        let layout = Layout::of(kind, usage.access());
        Self { write: usage, reads: Usage::NONE, layout, write_scope: scopes.from, reads_scope: Scope::NONE }
    }

    /// What must have finished before the next write.
    #[inline(always)]
    pub fn held(&self) -> Usage {
        if self.reads.is_none() { self.write } else { self.reads }
    }

    /// [`State::held`] in the backend's terms.
    #[inline(always)]
    pub fn held_scope(&self) -> Scope {
        if self.reads.is_none() { self.write_scope } else { self.reads_scope }
    }
}

impl Default for State {
    fn default() -> Self {
        Self::NEW
    }
}

/// What one step of a state needs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Nothing,
    /// Only reads have happened since the batch began: widen the first use instead.
    WidenFirst,
    Barrier {
        before: Usage,
        old: Layout,
        from: Scope,
    },
}

pub(super) fn step(kind: ResourceKind, state: &mut State, t: &Touch) -> Step {
    let (held, old, from) = (state.held(), state.layout, state.held_scope());
    if t.usage.writes() {
        (state.write, state.reads, state.layout) = (t.usage, Usage::NONE, t.layout);
        state.write_scope = t.scopes.from;
        if held.is_none() && kind == ResourceKind::Buffer {
            return Step::Nothing;
        }
        return Step::Barrier { before: held, old: if t.discard { Layout::Undefined } else { old }, from };
    }
    if state.reads.is_none() {
        (state.reads, state.layout, state.reads_scope) = (t.usage, t.layout, t.scopes.from);
        if held.is_none() {
            if kind == ResourceKind::Buffer {
                return Step::Nothing;
            }
            (state.write, state.write_scope) = (t.usage, t.scopes.from);
        }
        return Step::Barrier { before: held, old, from };
    }
    if old != t.layout {
        (state.write, state.reads, state.layout) = (t.usage, t.usage, t.layout);
        (state.write_scope, state.reads_scope) = (t.scopes.from, t.scopes.from);
        return Step::Barrier { before: held, old, from };
    }
    if state.reads.covers(t.usage) {
        return Step::Nothing;
    }
    let (earlier, earlier_scope) = (state.reads, state.reads_scope);
    state.reads = earlier.with(t.usage);
    state.reads_scope = earlier_scope.with(t.scopes.from);
    if state.write.is_none() {
        return Step::WidenFirst;
    }
    if kind == ResourceKind::Buffer {
        return Step::Barrier { before: state.write, old, from: state.write_scope };
    }
    // The layout may have changed for the earlier readers: only through their stages is there an order after the change.
    let from = state.write_scope.with(earlier_scope);
    Step::Barrier { before: state.write.with(earlier), old, from }
}

/// Two uses of one subresource in one pass: the union, or nothing when they cannot be.
#[inline]
pub(super) fn merge(a: Usage, b: Usage) -> Option<Usage> {
    const STORAGE: u16 = Access::STORAGE_READ.bits() | Access::STORAGE_WRITE.bits();
    let both = a.with(b);
    let needs_one_kind = both.writes() && both.access().bits() & !STORAGE != 0;
    // The copies of a list may all write one resource: that they write different places is checked there.
    if needs_one_kind && both.access() != Access::COPY_DST {
        return None;
    }
    Some(both)
}
