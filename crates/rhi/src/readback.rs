//! Data on its way from the GPU, and the memory that it arrives in, which is used again.

use crate::backend::{Backend, BufferPlan, Fault};
use crate::batch::READY;
use crate::core::Core;
use crate::desc::{BufferUsage, Memory};
use crate::error::{Code, Error};
use crate::object::{Kind, Native};
use crate::query::{self, QueryKind};
use crate::record::calls;
use crate::sync::{Mutex, deadline, lock};
use crate::upload::zeros;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

const LABEL: &str = "readback";
/// Memory is made in at least this size, in bytes.
const SMALLEST: u64 = 256;
/// Memory of more bytes than this is not made ahead: a picture is read back now and then, numbers in every frame.
const LARGEST_AHEAD: u64 = 1 << 20;
/// After so many submissions memory that none of them needed is given back.
const WINDOW: u32 = 120;
/// Bytes of a word of a result.
const WORD: usize = 8;

/// Where a readback is.
#[derive(Debug)]
enum State {
    /// The batch is open, running, or finished and not noticed.
    Waiting,
    /// It is in the slot's memory.
    Arrived,
    /// It is here, since that memory is gone.
    Kept(Vec<u8>),
    /// It never comes.
    Failed(Error),
    /// It was taken.
    Taken,
}

/// Memory that a readback arrives in.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) native: Native,
    size: u64,
    state: Mutex<State>,
}

impl Slot {
    pub(crate) fn size_bytes(&self) -> u64 {
        self.size
    }

    pub(crate) fn arrive(&self) {
        *lock(&self.state) = State::Arrived;
    }

    pub(crate) fn fail(&self, e: Error) {
        *lock(&self.state) = State::Failed(e);
    }
}

#[derive(Debug)]
struct Entry {
    slot: Arc<Slot>,
    /// Some batch has used it in this window of submissions.
    used: bool,
}

/// All memory of readbacks. What neither a batch nor a program holds is used again.
#[derive(Debug, Default)]
pub(crate) struct ReadPool {
    all: Vec<Entry>,
    /// Readbacks of the last batch.
    carried: usize,
    window: u32,
}

impl ReadPool {
    /// A slot for so many bytes.
    pub(crate) fn acquire(&mut self, core: &Core, bytes: u64) -> Result<Arc<Slot>, Fault> {
        let size = rounded(bytes);
        // A small readback leaves large memory for others.
        let mut best: Option<usize> = None;
        for (i, e) in self.all.iter_mut().enumerate() {
            let fits = (size..=size.saturating_mul(8)).contains(&e.slot.size);
            if fits && Arc::get_mut(&mut e.slot).is_some() {
                best = Some(i);
                break;
            }
        }
        let i = match best {
            Some(i) => i,
            None => {
                self.make(core, size)?;
                self.all.len() - 1
            }
        };
        let e = &mut self.all[i];
        e.used = true;
        *lock(&e.slot.state) = State::Waiting;
        Ok(e.slot.clone())
    }

    fn make(&mut self, core: &Core, size: u64) -> Result<(), Fault> {
        let usage = BufferUsage::COPY_TARGET;
        let plan = BufferPlan { label: LABEL, size, usage, memory: Memory::Readback, filled: true };
        let native = core.new_buffer(&plan)?;
        let slot = Arc::new(Slot { native, size, state: Mutex::new(State::Waiting) });
        self.all.push(Entry { slot, used: true });
        Ok(())
    }

    /// A batch with so many readbacks is submitted, the largest of so many bytes. Where two in a row have some, memory for the
    /// batches that may be on their way is made at once; what no batch needed for a while is given back.
    pub(crate) fn submitted(&mut self, core: &Core, count: usize, largest: u64) {
        let each = count.min(std::mem::replace(&mut self.carried, count));
        let size = rounded(largest);
        let fit = self.all.iter().filter(|e| e.slot.size >= size).count();
        if each > 0 && size <= LARGEST_AHEAD {
            for _ in fit..READY * each {
                // Without memory for it the readback that needs it says so.
                if self.make(core, size).is_err() {
                    break;
                }
            }
        }
        self.window += 1;
        if self.window < WINDOW {
            return;
        }
        self.window = 0;
        let keep = if size <= LARGEST_AHEAD { READY * each } else { 0 };
        let mut spare = self.all.len().saturating_sub(keep);
        self.all.retain_mut(|e| {
            let large = e.slot.size > LARGEST_AHEAD;
            let needed = std::mem::take(&mut e.used) || !large && spare == 0;
            if needed || Arc::get_mut(&mut e.slot).is_none() {
                return true;
            }
            spare = spare.saturating_sub(1);
            calls::destroy(&*core.backend, Kind::Buffer, e.slot.native);
            false
        });
    }

    /// Destroys all memory. What has arrived and was not taken is kept.
    pub(crate) fn release(&mut self, b: &dyn Backend) {
        for mut e in self.all.drain(..) {
            if Arc::get_mut(&mut e.slot).is_none() {
                let mut state = lock(&e.slot.state);
                match *state {
                    State::Arrived => {
                        let kept = zeros(e.slot.size)
                            .and_then(|mut data| b.read_host(e.slot.native, 0, &mut data).map(|()| data));
                        *state = match kept {
                            Ok(data) => State::Kept(data),
                            Err(fault) => State::Failed(Error::new(Code::Driver, LABEL, fault.to_string())),
                        };
                    }
                    State::Waiting => {
                        let detail = "its batch was never finished";
                        *state = State::Failed(Error::new(Code::Closed, LABEL, detail));
                    }
                    State::Kept(_) | State::Failed(_) | State::Taken => {}
                }
            }
            calls::destroy(b, Kind::Buffer, e.slot.native);
        }
    }
}

/// Sizes are rounded up by an eighth at most, so that readbacks of about the same size share memory.
fn rounded(bytes: u64) -> u64 {
    let step = (bytes.checked_next_power_of_two().unwrap_or(bytes) / 8).max(SMALLEST);
    bytes.max(1).checked_next_multiple_of(step).unwrap_or(bytes)
}

/// Data on its way from the GPU. The memory that it arrives in is used again once this is dropped.
#[derive(Debug)]
pub struct Readback {
    core: Arc<Core>,
    /// Where it arrives, or why it never does.
    slot: Result<Arc<Slot>, Error>,
    bytes: usize,
}

impl Readback {
    pub(crate) fn new(core: &Arc<Core>, slot: Result<Arc<Slot>, Error>, bytes: usize) -> Self {
        Self { core: core.clone(), slot, bytes }
    }

    /// Size of the data in bytes; 0 where it never arrives.
    pub fn size_bytes(&self) -> usize {
        self.bytes
    }

    /// Shows the state once the device has noticed what has finished. `Ok(None)`: it has not arrived.
    fn look<T>(&self, look: impl FnOnce(&Slot, &mut State) -> Result<T, Error>) -> Result<Option<T>, Error> {
        self.core.poll();
        let slot = self.slot.as_ref().map_err(Error::clone)?;
        let mut state = lock(&slot.state);
        match &*state {
            State::Waiting => {
                drop(state);
                self.core.alive("").map(|()| None)
            }
            State::Failed(e) => Err(e.clone()),
            State::Taken => Err(Error::new(Code::BufferRange, LABEL, "the data was taken before")),
            State::Arrived | State::Kept(_) => look(slot, &mut state).map(Some),
        }
    }

    fn copy(&self, slot: &Slot, state: &State, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        if let State::Kept(data) = state {
            if let Some(from) = data.get(offset..offset + into.len()) {
                into.copy_from_slice(from);
            }
            return Ok(());
        }
        let read = self.core.backend.read_host(slot.native, offset as u64, into);
        read.map_err(|fault| self.core.fault(LABEL, fault))
    }

    /// The data, if it has arrived. Never blocks. The next call finds nothing.
    ///
    /// # Errors
    /// When the batch was dropped or not submitted, the device is lost, or the data was taken before.
    pub fn try_take(&self) -> Result<Option<Vec<u8>>, Error> {
        self.look(|slot, state| {
            let mut data = zeros(self.bytes as u64).map_err(|fault| self.core.fault(LABEL, fault))?;
            self.copy(slot, state, 0, &mut data)?;
            *state = State::Taken;
            Ok(data)
        })
    }

    /// Copies the data to `into`, if it has arrived, and says whether it has. Never blocks and never allocates; the data can be read
    /// again.
    ///
    /// ```
    /// # use candor_rhi::{null::*, *};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let device = Device::new(NullBackend::new(NullDesc::default()));
    /// # let usage = BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
    /// # let counters = BufferDesc { size_bytes: 16, usage, ..BufferDesc::default() };
    /// # let counters = device.create_buffer(&counters)?;
    /// let mut batch = device.batch();
    /// let readback = batch.read_buffer(&counters, 0..16);
    /// batch.submit()?;
    /// // Some frames later, without waiting:
    /// let mut bytes = [0; 16];
    /// if readback.try_read(&mut bytes)? {
    ///     // `bytes` has what the batch found.
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Readback::try_take`], or when `into` has another length than the data.
    pub fn try_read(&self, into: &mut [u8]) -> Result<bool, Error> {
        if self.slot.is_ok() && into.len() != self.bytes {
            let detail = format!("{} bytes were given for {} bytes of data", into.len(), self.bytes);
            return Err(Error::new(Code::DataLength, LABEL, detail));
        }
        Ok(self.look(|slot, state| self.copy(slot, state, 0, into))?.is_some())
    }

    /// Waits for the data.
    ///
    /// # Errors
    /// As [`Readback::try_take`], or when the time runs out.
    pub fn wait(&self, timeout: Duration) -> Result<Vec<u8>, Error> {
        let end = deadline(timeout);
        loop {
            if let Some(data) = self.try_take()? {
                return Ok(data);
            }
            if Instant::now() >= end {
                let detail = format!("the data did not arrive within {} ms", timeout.as_millis());
                return Err(Error::new(Code::Timeout, LABEL, detail));
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Future for Readback {
    type Output = Result<Vec<u8>, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.try_take() {
            Ok(Some(data)) => Poll::Ready(Ok(data)),
            Err(e) => Poll::Ready(Err(e)),
            Ok(None) => {
                self.core.wake_later(cx.waker());
                Poll::Pending
            }
        }
    }
}

/// Results of queries on their way from the GPU: the words of each query in turn. Times have only their meaningful bits; what
/// is binary is 0 or 1.
#[derive(Debug)]
pub struct QueryResults {
    pub(crate) readback: Readback,
    pub(crate) kind: QueryKind,
}

impl QueryResults {
    fn decode(&self, bytes: &[u8]) -> Vec<u64> {
        let mut words = vec![0; bytes.len() / WORD];
        self.decode_into(bytes, &mut words);
        words
    }

    fn decode_into(&self, bytes: &[u8], words: &mut [u64]) {
        let bits = self.readback.core.limits.timestamp_bits;
        for (to, from) in words.iter_mut().zip(bytes.as_chunks::<WORD>().0) {
            *to = query::decode(u64::from_ne_bytes(*from), self.kind, bits);
        }
    }

    /// Number of words that all results have together; 0 where they never arrive.
    pub fn words(&self) -> usize {
        self.readback.bytes / WORD
    }

    /// The results, if they have arrived. Never blocks.
    ///
    /// # Errors
    /// As [`Readback::try_take`].
    pub fn try_take(&self) -> Result<Option<Vec<u64>>, Error> {
        Ok(self.readback.try_take()?.map(|b| self.decode(&b)))
    }

    /// Copies the results to `into`, if they have arrived, and says whether they have. Never blocks and never allocates; the results
    /// can be read again.
    ///
    /// # Errors
    /// As [`Readback::try_read`]; the length is that of [`QueryResults::words`].
    pub fn try_read(&self, into: &mut [u64]) -> Result<bool, Error> {
        /// Words that are copied at once.
        const AT_ONCE: usize = 64;
        if self.readback.slot.is_ok() && into.len() != self.words() {
            let detail = format!("{} words were given for {} words of results", into.len(), self.words());
            return Err(Error::new(Code::DataLength, LABEL, detail));
        }
        let copied = self.readback.look(|slot, state| {
            let mut bytes = [0; AT_ONCE * WORD];
            for (i, words) in into.chunks_mut(AT_ONCE).enumerate() {
                let bytes = &mut bytes[..words.len() * WORD];
                self.readback.copy(slot, state, i * AT_ONCE * WORD, bytes)?;
                self.decode_into(bytes, words);
            }
            Ok(())
        })?;
        Ok(copied.is_some())
    }

    /// Waits for the results.
    ///
    /// # Errors
    /// As [`Readback::wait`].
    pub fn wait(&self, timeout: Duration) -> Result<Vec<u64>, Error> {
        Ok(self.decode(&self.readback.wait(timeout)?))
    }
}

impl Future for QueryResults {
    type Output = Result<Vec<u64>, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let arrived = Pin::new(&mut self.readback).poll(cx);
        arrived.map(|r| r.map(|b| self.decode(&b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_by_an_eighth_at_most() {
        assert_eq!([0, 1, 256, 257, 5000].map(rounded), [256, 256, 256, 512, 5120]);
        for n in [10_000u64, 123_456, 33_177_600, u64::MAX - 5] {
            let r = rounded(n);
            assert!(r >= n && r - n <= n / 4, "{n} {r}");
        }
    }
}
