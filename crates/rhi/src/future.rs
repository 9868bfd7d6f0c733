//! What is not finished yet: futures first, blocking forms as wrappers.
//!
//! Nothing here needs a runtime. A future makes progress when the device is polled; [`block_on`] does so while it waits.

use crate::backend::Timepoint;
use crate::core::Core;
use crate::device::Device;
use crate::epoch::Ticket;
use crate::error::{Code, Error};
use crate::sync::deadline;
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
        self.core.wake_later(cx.waker());
        Poll::Pending
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
