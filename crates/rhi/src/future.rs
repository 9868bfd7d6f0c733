//! What is not finished yet: futures first, blocking forms as wrappers.
//!
//! Nothing here needs a runtime. A future makes progress when the device is polled; [`block_on`] does so while it waits.

use crate::backend::Timepoint;
use crate::core::Core;
use crate::device::Device;
use crate::epoch::Ticket;
use crate::error::{Code, Error};
use crate::query::{self, QueryKind};
use crate::sync::{Mutex, deadline, lock};
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Proof that a batch was submitted. Dropping it changes nothing.
#[derive(Debug, Clone)]
pub struct Receipt {
    pub(crate) core: Arc<Core>,
    pub(crate) ticket: Ticket,
    pub(crate) timepoint: Timepoint,
}

impl Receipt {
    /// Has the GPU finished the batch? Never blocks.
    pub fn is_finished(&self) -> bool {
        if !self.core.epochs.ended(self.ticket) {
            self.core.poll();
        }
        self.core.epochs.ended(self.ticket)
    }

    /// Waits until the GPU has finished the batch.
    ///
    /// # Errors
    /// When the time runs out, or the device is lost.
    pub fn wait(&self, timeout: Duration) -> Result<(), Error> {
        let end = deadline(timeout);
        while !self.is_finished() {
            self.core.alive("")?;
            let left = end.saturating_duration_since(Instant::now());
            match self.core.backend.wait(self.timepoint, left) {
                Ok(true) => self.core.poll(),
                Ok(false) => {
                    let detail = format!("the batch did not finish within {} ms", timeout.as_millis());
                    return Err(Error::new(Code::Timeout, "", detail));
                }
                Err(fault) => return Err(self.core.fault("", fault)),
            }
        }
        Ok(())
    }
}

impl Future for Receipt {
    type Output = Result<(), Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if self.is_finished() {
            return Poll::Ready(Ok(()));
        }
        if let Err(e) = self.core.alive("") {
            return Poll::Ready(Err(e));
        }
        lock(&self.core.flight).wakers.push(cx.waker().clone());
        Poll::Pending
    }
}

/// Data on its way from the GPU.
#[derive(Debug)]
pub struct Readback {
    pub(crate) core: Arc<Core>,
    pub(crate) sink: Arc<Mutex<Sink>>,
}

/// Where a readback arrives.
#[derive(Debug, Default)]
pub(crate) enum Sink {
    /// The batch is open, running, or finished and not noticed.
    #[default]
    Waiting,
    /// It arrived.
    Arrived(Vec<u8>),
    /// It never will.
    Failed(Error),
    /// It was taken.
    Taken,
}

impl Readback {
    /// The data, if it has arrived. Never blocks.
    ///
    /// # Errors
    /// When the batch was dropped or not submitted, the device is lost, or the data was taken before.
    pub fn try_take(&self) -> Result<Option<Vec<u8>>, Error> {
        self.core.poll();
        let mut sink = lock(&self.sink);
        match std::mem::replace(&mut *sink, Sink::Taken) {
            Sink::Waiting => {
                *sink = Sink::Waiting;
                drop(sink);
                self.core.alive("").map(|()| None)
            }
            Sink::Arrived(data) => Ok(Some(data)),
            Sink::Failed(e) => {
                *sink = Sink::Failed(e.clone());
                Err(e)
            }
            Sink::Taken => Err(Error::new(Code::BufferRange, "readback", "the data was taken before")),
        }
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
                return Err(Error::new(Code::Timeout, "readback", detail));
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
                lock(&self.core.flight).wakers.push(cx.waker().clone());
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
        query::decode(bytes, self.kind, self.readback.core.limits.timestamp_bits)
    }

    /// The results, if they have arrived. Never blocks.
    ///
    /// # Errors
    /// As [`Readback::try_take`].
    pub fn try_take(&self) -> Result<Option<Vec<u64>>, Error> {
        Ok(self.readback.try_take()?.map(|b| self.decode(&b)))
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

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread, polling the device until it is ready.
///
/// # Errors
/// When the time runs out.
pub fn block_on<F: Future>(device: &Device, future: F, timeout: Duration) -> Result<F::Output, Error> {
    /// How long to sleep between polls: short beside a frame, long beside a poll.
    const NAP: Duration = Duration::from_micros(200);
    let end = deadline(timeout);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(out) = future.as_mut().poll(&mut cx) {
            return Ok(out);
        }
        if Instant::now() >= end {
            let detail = format!("the future was not ready within {} ms", timeout.as_millis());
            return Err(Error::new(Code::Timeout, "", detail));
        }
        device.poll();
        std::thread::park_timeout(NAP);
    }
}
