//! Queries of a batch: those of its passes, times between passes, results.

use super::{Batch, BatchInner};
use crate::backend::{Edge, NativeCopy};
use crate::core::Core;
use crate::error::Code;
use crate::loss;
use crate::object::Buffer;
use crate::query::{self, PassQueries, PassQueryPlan, QueryKind, QueryRange, QuerySet, QueryUse};
use crate::queue::Queue;
use crate::readback::QueryResults;
use crate::record::{Cmd, calls};
use crate::stats::PassKind;

/// Bytes of a word of a result.
const WORD: u64 = 8;

impl Batch {
    /// Writes the time at which all passes before have finished. The set is one of timestamps.
    pub fn timestamp(&mut self, set: &QuerySet, index: u32) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if !inner.errors.is_empty() {
            return;
        }
        if let Err((code, label, detail)) =
            query::check(self.core.id, set, index, 1, |k| k == QueryKind::Timestamp)
        {
            return inner.fail_pass("timestamp", code, &label, detail);
        }
        inner.queries.push(QueryUse { set: set.inner.clone(), first: index, count: 1, writes: true });
        let Some(cmd) = inner.inline_list(&self.core, Queue::Main) else { return };
        calls::timestamp(&*self.core.backend, cmd, set.raw, index);
    }

    /// Writes results into a buffer, which needs `COPY_TARGET`: for each query its 64-bit words in the machine's byte order,
    /// tightly packed. Times are not masked: see [`crate::Limits::timestamp_delta`]. The offset is a multiple of 8.
    pub fn resolve_queries(&mut self, src: QueryRange<'_>, dst: &Buffer, offset: u64) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        if !inner.errors.is_empty() {
            return;
        }
        inner.start();
        inner.copies.clear();
        let declared = inner.declare_resolve_queries(&self.core, &src).and_then(|bytes| {
            if !offset.is_multiple_of(WORD) {
                let detail = format!("offset {offset} is no multiple of {WORD}");
                return Err((Code::CopyAlignment, dst.label().to_owned(), detail));
            }
            inner.declare_buffer(&self.core, dst, offset, bytes, true)
        });
        if let Err((code, label, detail)) = declared {
            return inner.fail_pass("resolve queries", code, &label, detail);
        }
        inner.copies.push(results(&src, dst.raw, offset));
        inner.record_copies(&self.core, Queue::Main, "resolve queries");
    }

    /// Reads results back. They arrive once the batch was submitted and has finished.
    pub fn read_queries(&mut self, src: QueryRange<'_>) -> QueryResults {
        let readback = self.read_back(|inner, core| {
            let bytes = inner.declare_resolve_queries(core, &src)?;
            Ok((bytes, src.set.label(), |dst| results(&src, dst, 0)))
        });
        QueryResults { readback, kind: src.set.kind }
    }
}

fn results(src: &QueryRange<'_>, dst: crate::record::Raw, offset: u64) -> NativeCopy {
    let (first, count, words) = (src.first, src.count, src.set.kind.words());
    NativeCopy::Queries { set: src.set.raw, first, count, words, dst, offset }
}

impl BatchInner {
    /// Bytes of the results.
    fn declare_resolve_queries(&mut self, core: &Core, src: &QueryRange<'_>) -> Result<u64, query::Refusal> {
        query::check(core.id, src.set, src.first, src.count, |_| true)?;
        let (first, count) = (src.first, src.count);
        self.queries.push(QueryUse { set: src.set.inner.clone(), first, count, writes: false });
        Ok(u64::from(count) * u64::from(src.set.kind.words()) * WORD)
    }

    /// Declares the queries of a pass and those of the batch's own statistics; they wait in `pass_queries`.
    #[cold]
    #[inline(never)]
    pub(super) fn declare_queries(
        &mut self,
        core: &Core,
        label: &str,
        q: Option<&PassQueries<'_>>,
        (kind, timed): (PassKind, bool),
    ) -> bool {
        let raster = kind == PassKind::Raster;
        self.crumb = core.follower.as_ref().and_then(|f| f.declare(label, kind, self.ticket));
        let mut plan = PassQueryPlan::default();
        if let Some(q) = q {
            match query::plan(core.id, q, raster, &mut self.queries) {
                Ok(p) => plan = p,
                Err((code, name, detail)) => {
                    self.fail_pass(label, code, &name, detail);
                    return false;
                }
            }
            if let Some(o) = &q.occlusion {
                self.latch.occlusion.set(o);
                self.latch.open = true;
            }
        }
        if timed {
            match self.timing.stamps(core, label, raster) {
                Ok(s) => plan.stamps[1] = Some(s),
                Err(fault) => {
                    self.fail(core.fault(label, fault));
                    return false;
                }
            }
        }
        self.pass_queries = plan;
        true
    }

    #[cold]
    #[inline(never)]
    pub(super) fn begin_queries(&mut self, core: &Core, cmd: Cmd) {
        if let Some(number) = self.crumb {
            loss::mark(&*core.backend, cmd, number, Edge::Begin);
        }
        if self.crumb.is_none() || self.pass_queries != PassQueryPlan::default() {
            calls::begin_queries(&*core.backend, cmd, &self.pass_queries);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn end_queries(&mut self, core: &Core, cmd: Cmd) {
        if self.crumb.is_none() || self.pass_queries != PassQueryPlan::default() {
            calls::end_queries(&*core.backend, cmd, &self.pass_queries);
        }
        if let Some(number) = self.crumb {
            loss::mark(&*core.backend, cmd, number, Edge::End);
        }
    }
}
