//! Queries: what the GPU counts and times. A set holds queries of one kind; a pass names the ones it writes when it is declared,
//! and the backend makes them ready. Results go into a buffer or are read back.

use crate::device::Device;
use crate::error::{Code, Error};
use crate::label::Label;
use crate::object::{Keep, Kind, Obj, SETTLED};
use crate::record::Raw;
use bitflags::bitflags;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

bitflags! {
    /// What a statistics query counts. Its results lie in the order of the bits. Numbered as `VkQueryPipelineStatisticFlagBits`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Statistics: u32 {
        /// Vertices that were assembled.
        const VERTICES = 1;
        /// Primitives that were assembled.
        const PRIMITIVES = 2;
        /// Invocations of vertex shaders; a cache may save some.
        const VERTEX_INVOCATIONS = 4;
        /// Primitives that came to clipping.
        const CLIPPING_INVOCATIONS = 0x20;
        /// Primitives that clipping gave.
        const CLIPPING_PRIMITIVES = 0x40;
        /// Invocations of fragment shaders; helpers may count.
        const FRAGMENT_INVOCATIONS = 0x80;
        /// Invocations of compute shaders.
        const COMPUTE_INVOCATIONS = 0x400;
    }
}

/// What the queries of a set ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QueryKind {
    /// The time in ticks of [`crate::Limits::timestamp_period_ns`], of which [`crate::Limits::timestamp_bits`] count.
    Timestamp,
    /// Did any sample pass? Anything but zero says yes.
    Occlusion,
    /// How many samples passed. Needs precise-occlusion-query.
    PreciseOcclusion,
    /// Counts of a pass. Needs pipeline-statistics.
    Statistics(Statistics),
}

impl QueryKind {
    /// 64-bit words of one result.
    pub fn words(self) -> u32 {
        match self {
            Self::Timestamp | Self::Occlusion | Self::PreciseOcclusion => 1,
            Self::Statistics(s) => s.bits().count_ones(),
        }
    }

    fn is_occlusion(self) -> bool {
        matches!(self, Self::Occlusion | Self::PreciseOcclusion)
    }
}

/// A set of queries.
#[derive(Debug, Clone, Copy)]
pub struct QuerySetDesc<'a> {
    /// Name for messages and debuggers.
    pub label: &'a str,
    /// What they ask.
    pub kind: QueryKind,
    /// How many, at most [`MAX_QUERIES`].
    pub count: u32,
}

/// Queries of one set, at most (D3D12 and WebGPU allow 4096).
pub const MAX_QUERIES: u32 = 4096;

/// A set of queries.
#[derive(Debug)]
pub struct QuerySet {
    pub(crate) raw: Raw,
    pub(crate) kind: QueryKind,
    pub(crate) count: u32,
    pub(crate) device: u32,
    pub(crate) inner: Arc<QueryInner>,
    pub(crate) obj: Arc<Obj>,
}

/// What a batch keeps of a set until it has finished.
#[derive(Debug)]
pub(crate) struct QueryInner {
    /// One bit for each query that a submitted batch has written. Only such a query may be resolved: some APIs wait for ever
    /// for one that was not. Changed under the submission lock alone.
    written: Box<[AtomicU64]>,
    label: Label,
}

impl QueryInner {
    fn is_written(&self, i: u32) -> bool {
        let word = self.written.get(i as usize / 64);
        word.is_some_and(|w| w.load(Ordering::Relaxed) & 1 << (i % 64) != 0)
    }

    fn mark(&self, i: u32) {
        if let Some(w) = self.written.get(i as usize / 64) {
            w.fetch_or(1 << (i % 64), Ordering::Relaxed);
        }
    }
}

impl QuerySet {
    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }
    /// What its queries ask.
    pub fn kind(&self) -> QueryKind {
        self.kind
    }
    /// How many queries it has.
    pub fn count(&self) -> u32 {
        self.count
    }
}

impl Device {
    /// Makes a set of queries.
    ///
    /// # Errors
    /// No or too many queries, a kind that the device does not offer, or the driver's answer.
    pub fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<QuerySet, Error> {
        use crate::backend::Enabled;
        let core = &self.core;
        core.alive(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        if d.count == 0 || d.count > MAX_QUERIES {
            return err(
                Code::QueryRange,
                format!("{} queries were asked for, 1 to {MAX_QUERIES} are allowed", d.count),
            );
        }
        let missing = match d.kind {
            QueryKind::Timestamp if core.limits.timestamp_bits == 0 => "timestamps",
            QueryKind::PreciseOcclusion if !core.enabled.contains(Enabled::PRECISE_OCCLUSION) => {
                "precise-occlusion-query"
            }
            QueryKind::Statistics(_) if !core.enabled.contains(Enabled::STATISTICS) => "pipeline-statistics",
            QueryKind::Statistics(s) if s.is_empty() => {
                return err(Code::QueryRange, "a statistics query counts nothing".into());
            }
            QueryKind::Timestamp
            | QueryKind::Occlusion
            | QueryKind::PreciseOcclusion
            | QueryKind::Statistics(_) => "",
        };
        if !missing.is_empty() {
            return err(Code::NotEnabled, missing.into());
        }
        let native = core.backend.create_query_set(d).map_err(|f| core.fault(d.label, f))?;
        let obj = core.adopt(Kind::QuerySet, native, d.label, SETTLED, Keep::None)?;
        let written = (0..d.count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let inner = Arc::new(QueryInner { written, label: obj.label.clone() });
        Ok(QuerySet { raw: native.raw, kind: d.kind, count: d.count, device: core.id, inner, obj })
    }
}

/// Times of a pass.
#[derive(Debug, Clone, Copy)]
pub struct Timestamps<'a> {
    /// A set of timestamps.
    pub set: &'a QuerySet,
    /// The query that is written when all that comes before the pass has finished.
    pub begin: Option<u32>,
    /// The query that is written when the pass has finished.
    pub end: Option<u32>,
}

/// Queries beside each other in a set.
#[derive(Debug, Clone, Copy)]
pub struct QueryRange<'a> {
    /// The set.
    pub set: &'a QuerySet,
    /// The first.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// Queries that a pass writes.
#[derive(Debug, Clone, Copy, Default)]
pub struct PassQueries<'a> {
    /// Its times.
    pub timestamps: Option<Timestamps<'a>>,
    /// Queries for `RasterPass::begin_occlusion`. What the pass does not begin reads as zero.
    pub occlusion: Option<QueryRange<'a>>,
    /// A query that counts what the whole pass does.
    pub statistics: Option<(&'a QuerySet, u32)>,
}

/// Timestamps of a pass as a backend sees them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stamps {
    /// Handle of the set.
    pub set: Raw,
    /// Written before the pass.
    pub begin: Option<u32>,
    /// Written after the pass.
    pub end: Option<u32>,
}

/// Queries of a pass as a backend sees them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PassQueryPlan {
    /// The program's timestamps and those of Candor's own statistics.
    pub stamps: [Option<Stamps>; 2],
    /// Set, first and number of queries that the pass begins and ends by itself, each of them once.
    pub occlusion: Option<(Raw, u32, u32)>,
    /// Set and query that counts the pass.
    pub statistics: Option<(Raw, u32)>,
}

/// What the commands of a pass must know of its occlusion queries.
#[derive(Debug, Default)]
pub(crate) struct OcclusionState {
    pub(crate) set: Raw,
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) precise: bool,
    pub(crate) open: Option<u32>,
    /// One bit for each query of the range that has begun.
    begun: Vec<u64>,
}

impl OcclusionState {
    pub(crate) fn set(&mut self, r: &QueryRange<'_>) {
        (self.set, self.first, self.count, self.open) = (r.set.raw, r.first, r.count, None);
        self.precise = r.set.kind == QueryKind::PreciseOcclusion;
        self.begun.clear();
        self.begun.resize((r.count as usize).div_ceil(64), 0);
    }

    pub(crate) fn clear(&mut self) {
        (self.set, self.count, self.open) = (Raw::NULL, 0, None);
    }

    /// Notes that a query begins; `false` when it may not.
    pub(crate) fn begin(&mut self, index: u32) -> bool {
        let Some(i) = index.checked_sub(self.first).filter(|i| *i < self.count) else { return false };
        let bit = 1 << (i % 64);
        match self.begun.get_mut(i as usize / 64) {
            Some(word) if *word & bit == 0 && self.open.is_none() => {
                *word |= bit;
                self.open = Some(index);
                true
            }
            _ => false,
        }
    }

    /// Queries that have not begun.
    pub(crate) fn unused(&self) -> impl Iterator<Item = u32> + '_ {
        let begun = |i: u32| self.begun.get(i as usize / 64).is_none_or(|w| w & 1 << (i % 64) != 0);
        (0..self.count).filter(move |i| !begun(*i)).map(|i| self.first + i)
    }
}

/// What a batch does to queries, in order.
#[derive(Debug)]
pub(crate) struct QueryUse {
    pub(crate) set: Arc<QueryInner>,
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) writes: bool,
}

/// The first query that is resolved and was never written.
pub(crate) fn unwritten(uses: &[QueryUse]) -> Option<(&str, u32)> {
    for (n, u) in uses.iter().enumerate().filter(|(_, u)| !u.writes) {
        let written = |i: u32| {
            let earlier = uses.get(..n).unwrap_or(&[]).iter().filter(|w| w.writes);
            let mut same = earlier.filter(|w| Arc::ptr_eq(&w.set, &u.set));
            u.set.is_written(i) || same.any(|w| (w.first..w.first + w.count).contains(&i))
        };
        if let Some(i) = (u.first..u.first + u.count).find(|i| !written(*i)) {
            return Some((&u.set.label, i));
        }
    }
    None
}

/// The batch was submitted: what it wrote may be resolved from now on.
pub(crate) fn mark_written(uses: &[QueryUse]) {
    for u in uses.iter().filter(|u| u.writes) {
        (u.first..u.first + u.count).for_each(|i| u.set.mark(i));
    }
}

/// Why a declaration of queries does not hold: the rule, the set's label, and what was asked.
pub(crate) type Refusal = (Code, String, String);

/// Is this a range of a set of the right kind?
pub(crate) fn check(
    device: u32,
    set: &QuerySet,
    first: u32,
    count: u32,
    fits: impl Fn(QueryKind) -> bool,
) -> Result<(), Refusal> {
    let err = |code, detail: String| Err((code, set.label().to_owned(), detail));
    if set.device != device {
        return err(Code::ForeignObject, String::new());
    }
    if !fits(set.kind) {
        return err(Code::QueryRange, format!("it is a set of {:?}", set.kind));
    }
    if count == 0 || u64::from(first) + u64::from(count) > u64::from(set.count) {
        return err(Code::QueryRange, format!("{first}+{count} was asked for of {} queries", set.count));
    }
    Ok(())
}

/// What a pass declares, checked and in a backend's terms; what it does is added to the uses.
pub(crate) fn plan(
    device: u32,
    q: &PassQueries<'_>,
    raster: bool,
    uses: &mut Vec<QueryUse>,
) -> Result<PassQueryPlan, Refusal> {
    let mut plan = PassQueryPlan::default();
    let mut note = |set: &QuerySet, first, count| {
        uses.push(QueryUse { set: set.inner.clone(), first, count, writes: true });
    };
    if let Some(t) = &q.timestamps {
        for i in t.begin.iter().chain(&t.end) {
            check(device, t.set, *i, 1, |k| k == QueryKind::Timestamp)?;
            note(t.set, *i, 1);
        }
        if t.begin.is_some() && t.begin == t.end {
            let detail = "one query for the beginning and the end of a pass".to_owned();
            return Err((Code::QueryRange, t.set.label().to_owned(), detail));
        }
        plan.stamps[0] = Some(Stamps { set: t.set.raw, begin: t.begin, end: t.end });
    }
    if let Some(o) = &q.occlusion {
        check(device, o.set, o.first, o.count, QueryKind::is_occlusion)?;
        if !raster {
            let detail = "a compute pass has no samples".to_owned();
            return Err((Code::QueryRange, o.set.label().to_owned(), detail));
        }
        note(o.set, o.first, o.count);
        plan.occlusion = Some((o.set.raw, o.first, o.count));
    }
    if let Some((set, index)) = q.statistics {
        check(device, set, index, 1, |k| matches!(k, QueryKind::Statistics(_)))?;
        note(set, index, 1);
        plan.statistics = Some((set.raw, index));
    }
    Ok(plan)
}

/// Words of a readback as the kind of query means them: only the meaningful bits of a time, 0 or 1 for what is binary.
pub(crate) fn decode(word: u64, kind: QueryKind, timestamp_bits: u32) -> u64 {
    match kind {
        QueryKind::Timestamp => word & time_mask(timestamp_bits),
        QueryKind::Occlusion => u64::from(word != 0),
        QueryKind::PreciseOcclusion | QueryKind::Statistics(_) => word,
    }
}

/// The meaningful bits of a time.
fn time_mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl crate::limits::Limits {
    /// Ticks from one timestamp to a later one. Counters of fewer than 64 bits wrap; one wrap is seen through.
    pub fn timestamp_delta(&self, begin: u64, end: u64) -> u64 {
        end.wrapping_sub(begin) & time_mask(self.timestamp_bits)
    }

    /// Nanoseconds from one timestamp to a later one.
    pub fn timestamp_ns(&self, begin: u64, end: u64) -> f64 {
        self.timestamp_delta(begin, end) as f64 * f64::from(self.timestamp_period_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn a_counter_of_36_bits_wraps_and_the_delta_does_not() {
        let limits = Limits { timestamp_bits: 36, timestamp_period_ns: 52.08, ..Limits::default() };
        let top = (1 << 36) - 5;
        assert_eq!(limits.timestamp_delta(top, 7), 12);
        assert!((limits.timestamp_ns(top, 7) - 12.0 * f64::from(52.08f32)).abs() < 1e-9);
        let whole = Limits { timestamp_bits: 64, ..limits };
        assert_eq!(whole.timestamp_delta(u64::MAX, 1), 2);
    }

    #[test]
    fn each_query_of_a_pass_begins_once() {
        let mut s = OcclusionState { first: 3, count: 70, begun: vec![0; 2], ..Default::default() };
        assert!(!s.begin(2) && !s.begin(73), "outside");
        assert!(s.begin(72) && !s.begin(4), "one at a time");
        s.open = None;
        assert!(!s.begin(72), "once");
        assert!(s.unused().eq(3..72));
    }
}
