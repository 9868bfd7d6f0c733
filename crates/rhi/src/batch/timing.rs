//! GPU time of each pass, where the device was told to measure it. Two timestamps stand around each pass; they come back when the
//! batch has finished. Everything here is kept for later batches.

use crate::backend::{BufferPlan, Fault, NativeCopy};
use crate::core::Core;
use crate::desc::{BufferUsage, Memory};
use crate::object::{Kind, Native};
use crate::query::{QueryKind, QuerySetDesc, Stamps};
use crate::record::calls;
use crate::stats::{PassKind, PassTime};

/// Passes of one set of queries.
const CHUNK: usize = 64;
/// Bytes of the two times of a pass.
const BYTES: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Timing {
    pub(super) on: bool,
    /// Set and readback buffer of each chunk.
    chunks: Vec<(Native, Native)>,
    /// Label and kind of each pass; more may be kept than passes were timed.
    passes: Vec<(String, PassKind)>,
    used: usize,
    bytes: Vec<u8>,
}

impl Timing {
    /// The next pass's timestamps.
    pub(super) fn stamps(&mut self, core: &Core, label: &str, raster: bool) -> Result<Stamps, Fault> {
        let b = &*core.backend;
        let (chunk, at) = (self.used / CHUNK, (self.used % CHUNK) as u32);
        if chunk == self.chunks.len() {
            let d = QuerySetDesc { label: "pass times", kind: QueryKind::Timestamp, count: 2 * CHUNK as u32 };
            let set = b.create_query_set(&d)?;
            let plan = BufferPlan {
                label: "pass times",
                size: (CHUNK * BYTES) as u64,
                usage: BufferUsage::COPY_TARGET,
                memory: Memory::Readback,
                filled: true,
            };
            match core.new_buffer(&plan) {
                Ok(buffer) => self.chunks.push((set, buffer)),
                Err(fault) => {
                    calls::destroy(b, Kind::QuerySet, set);
                    return Err(fault);
                }
            }
        }
        if self.used == self.passes.len() {
            self.passes.push((String::new(), PassKind::Raster));
        }
        let (name, kind) = &mut self.passes[self.used];
        name.clear();
        name.push_str(label);
        *kind = if raster { PassKind::Raster } else { PassKind::Compute };
        self.used += 1;
        let set = self.chunks[chunk].0.raw;
        Ok(Stamps { set, begin: Some(2 * at), end: Some(2 * at + 1) })
    }

    /// Has a pass of the batch been timed?
    pub(super) fn is_used(&self) -> bool {
        self.used > 0
    }
    /// The pass that was given timestamps last is one that foreign code records.
    pub(super) fn is_foreign(&mut self) {
        if let Some((_, kind)) = self.used.checked_sub(1).and_then(|last| self.passes.get_mut(last)) {
            *kind = PassKind::Foreign;
        }
    }

    /// Appends the copies that bring the times to where the host reads them, and the buffers that they write.
    pub(super) fn copies(&self, copies: &mut Vec<NativeCopy>) {
        for (i, (set, buffer)) in self.chunks.iter().enumerate() {
            let passes = self.used.saturating_sub(i * CHUNK).min(CHUNK) as u32;
            if passes == 0 {
                return;
            }
            let count = 2 * passes;
            copies.push(NativeCopy::Queries {
                set: set.raw,
                first: 0,
                count,
                words: 1,
                dst: buffer.raw,
                offset: 0,
            });
        }
    }

    /// The batch has finished: hands its times over.
    pub(super) fn finish(&mut self, core: &Core) {
        if self.used == 0 {
            return;
        }
        self.bytes.resize(CHUNK * BYTES, 0);
        let mut times = crate::sync::lock(&core.times);
        times.clear();
        for (i, chunk) in self.passes[..self.used].chunks(CHUNK).enumerate() {
            let Some((_, buffer)) = self.chunks.get(i) else { break };
            let bytes = &mut self.bytes[..chunk.len() * BYTES];
            if let Err(fault) = core.backend.read_host(*buffer, 0, bytes) {
                core.note(core.fault("pass times", fault));
                break;
            }
            for ((label, kind), two) in chunk.iter().zip(bytes.chunks_exact(BYTES)) {
                let word = |at: usize| two.get(at..at + 8).and_then(|w| w.try_into().ok());
                let [begin, end] = [0, 8].map(|at| word(at).map_or(0, u64::from_ne_bytes));
                times.push(label, *kind, core.limits.timestamp_ns(begin, end));
            }
        }
        self.used = 0;
    }

    pub(super) fn reset(&mut self) {
        (self.on, self.used) = (false, 0);
    }

    /// Gives back what it has made.
    pub(super) fn dismantle(&mut self, core: &Core) {
        for (set, buffer) in self.chunks.drain(..) {
            calls::destroy(&*core.backend, Kind::QuerySet, set);
            calls::destroy(&*core.backend, Kind::Buffer, buffer);
        }
    }

    /// Buffers that the copies of [`Timing::copies`] write.
    pub(super) fn written(&self) -> impl Iterator<Item = Native> + '_ {
        self.chunks[..self.used.div_ceil(CHUNK).min(self.chunks.len())].iter().map(|c| c.1)
    }
}

/// Times of the batch that finished last; entries beyond `len` are kept for their memory.
#[derive(Debug, Default)]
pub(crate) struct Times {
    all: Vec<PassTime>,
    len: usize,
}

impl Times {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    fn push(&mut self, label: &str, kind: PassKind, ns: f64) {
        if self.len == self.all.len() {
            self.all.push(PassTime { label: String::new(), kind, ns });
        }
        let t = &mut self.all[self.len];
        t.label.clear();
        t.label.push_str(label);
        (t.kind, t.ns) = (kind, ns);
        self.len += 1;
    }

    pub(crate) fn get(&self) -> &[PassTime] {
        self.all.get(..self.len).unwrap_or(&[])
    }
}
