//! Pipelines that are made beside the frames: asked for, made on threads of the device, used when they are there.

use crate::core::Core;
use crate::error::{Code, Error};
use crate::sync::deadline;
use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Threads that make pipelines, at most: frames keep the other half of the cores.
const MOST_THREADS: usize = 4;
/// How long a wait sleeps where nobody but the waiting thread makes pipelines.
const NAP: Duration = Duration::from_micros(200);

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    // As `sync::lock`; a condition needs the lock of the standard library.
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pipeline that was asked for and may not be there yet: see [`Device::request_raster_pipeline`](crate::Device). One that is
/// dropped before its creation has begun is not made.
#[must_use = "a pipeline that was asked for and is dropped is not made"]
pub struct Pending<T> {
    core: Arc<Core>,
    label: String,
    mail: Arc<Mail<T>>,
    here: OnceLock<Result<T, Error>>,
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("label", &self.label).field("ready", &self.is_ready()).finish()
    }
}

/// What a frame draws as long as a pipeline is not there.
#[derive(Debug, Clone, Copy)]
pub enum Meanwhile<'a, T> {
    /// Nothing; the frame counts it ([`crate::Stats::pipelines_skipped`]).
    Skip,
    /// With another pipeline; the frame counts it ([`crate::Stats::pipelines_replaced`]).
    Fallback(&'a T),
    /// What was meant, after a wait of at most so long: for tools and screenshots. The frame counts it
    /// ([`crate::Stats::pipelines_waited`]), the pipeline is late, and [`PipelinePolicy::Strict`](crate::PipelinePolicy) refuses it.
    Wait(Duration),
}

impl<T> Pending<T> {
    /// A pipeline that is not there, and where it will be put.
    pub(crate) fn new(core: &Arc<Core>, label: &str) -> (Self, Sender<T>) {
        let mail = Arc::new(Mail { ready: AtomicBool::new(false), made: Mutex::new(None) });
        let sender = Sender { mail: mail.clone(), label: label.to_owned() };
        (Self { core: core.clone(), label: label.to_owned(), mail, here: OnceLock::new() }, sender)
    }

    /// A pipeline that is there.
    pub(crate) fn there(core: &Arc<Core>, label: &str, made: T) -> Self {
        let (pending, sender) = Self::new(core, label);
        sender.send(Ok(made));
        pending
    }

    fn look(&self) -> Option<&Result<T, Error>> {
        if let Some(known) = self.here.get() {
            return Some(known);
        }
        if self.mail.ready.load(Ordering::Acquire) {
            return Some(self.here.get_or_init(|| match lock(&self.mail.made).take() {
                Some(made) => made,
                None => Err(given_up(&self.label)),
            }));
        }
        let dead = self.core.alive(&self.label).err()?;
        Some(self.here.get_or_init(|| Err(dead)))
    }

    /// Its label.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Is it made, or has it failed? Never blocks.
    pub fn is_ready(&self) -> bool {
        self.look().is_some()
    }

    /// The pipeline, or why there will be none; nothing as long as that is not known. Never blocks.
    pub fn get(&self) -> Option<Result<&T, Error>> {
        self.look().map(|r| r.as_ref().map_err(Clone::clone))
    }

    /// The pipeline itself, or why there will be none.
    ///
    /// # Errors
    /// As long as that is not known: what was handed in.
    pub fn take(self) -> Result<Result<T, Error>, Self> {
        if self.look().is_none() {
            return Err(self);
        }
        Ok(self.here.into_inner().unwrap_or_else(|| Err(given_up(&self.label))))
    }

    /// The pipeline for a draw of a frame: it, or what stands for it meanwhile, which the frame counts. Nothing: the draw is to be
    /// left out, as [`Meanwhile::Skip`] says.
    ///
    /// # Errors
    /// Why there will be none. With [`Meanwhile::Wait`]: that the time ran out, or that the device is strict.
    pub fn for_frame<'a>(&'a self, meanwhile: Meanwhile<'a, T>) -> Result<Option<&'a T>, Error> {
        if let Some(made) = self.get() {
            return made.map(Some);
        }
        let counts = &self.core.workshop.counts;
        match meanwhile {
            Meanwhile::Skip => {
                counts.skipped.fetch_add(1, Ordering::Relaxed);
                Ok(None)
            }
            Meanwhile::Fallback(other) => {
                counts.replaced.fetch_add(1, Ordering::Relaxed);
                Ok(Some(other))
            }
            Meanwhile::Wait(timeout) => {
                counts.waited.fetch_add(1, Ordering::Relaxed);
                self.core.late(&self.label, "the frame was told to wait until it is there")?;
                self.wait_for(timeout).map(Some)
            }
        }
    }

    /// Waits until it is there: at load, or for a tool. On a thread that is in a frame it is late, as a creation would be.
    ///
    /// # Errors
    /// Why there will be none, that the time ran out, or that a frame waits and the device is strict.
    pub fn wait(&self, timeout: Duration) -> Result<&T, Error> {
        if let Some(made) = self.get() {
            return made;
        }
        self.core.blocks(&self.label)?;
        self.wait_for(timeout)
    }

    fn wait_for(&self, timeout: Duration) -> Result<&T, Error> {
        let end = deadline(timeout);
        loop {
            if let Some(made) = self.get() {
                return made;
            }
            if Instant::now() >= end {
                let detail = format!("the pipeline was not made within {} ms", timeout.as_millis());
                return Err(Error::new(Code::Timeout, &*self.label, detail));
            }
            if self.core.workshop.is_polled() {
                self.core.workshop.work_once(&self.core);
                std::thread::sleep(if self.is_ready() { Duration::ZERO } else { NAP });
            } else {
                self.core.workshop.sleep_until(end, || self.is_ready());
            }
        }
    }

    /// A future that ends when it is there.
    pub fn ready(&self) -> Arrival<'_, T> {
        Arrival(self)
    }
}

/// Ends when a pipeline is there, or has failed: [`Pending::ready`].
#[derive(Debug)]
pub struct Arrival<'a, T>(&'a Pending<T>);

impl<'a, T> Future for Arrival<'a, T> {
    type Output = Result<&'a T, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if self.0.get().is_none() {
            self.0.core.wake_later(cx.waker());
        }
        // Asked again: it may have arrived before it was known whom to wake.
        self.0.get().map_or(Poll::Pending, Poll::Ready)
    }
}

fn given_up(label: &str) -> Error {
    Error::new(Code::Closed, label, "the device went before the pipeline was made")
}

struct Mail<T> {
    ready: AtomicBool,
    made: Mutex<Option<Result<T, Error>>>,
}

/// Where a pipeline is put when it is made. Dropped without, it tells that there will be none.
pub(crate) struct Sender<T> {
    mail: Arc<Mail<T>>,
    label: String,
}

impl<T> Sender<T> {
    /// Does nobody wait any more?
    pub(crate) fn is_unwanted(&self) -> bool {
        Arc::strong_count(&self.mail) == 1
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn send(self, made: Result<T, Error>) {
        *lock(&self.mail.made) = Some(made);
        self.mail.ready.store(true, Ordering::Release);
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if !self.mail.ready.load(Ordering::Acquire) {
            *lock(&self.mail.made) = Some(Err(given_up(&self.label)));
            self.mail.ready.store(true, Ordering::Release);
        }
    }
}

/// Makes one pipeline and sends it; `false` where nobody wanted it any more.
pub(crate) type Job = Box<dyn FnOnce(&Arc<Core>) -> bool + Send>;
/// What is told of a pipeline that has arrived: its label.
type Signal = Arc<dyn Fn(&str) + Send + Sync>;

/// How often frames did without.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) arrived: AtomicU64,
    pub(crate) skipped: AtomicU64,
    pub(crate) replaced: AtomicU64,
    pub(crate) waited: AtomicU64,
}

impl Counts {
    pub(crate) fn put_into(&self, stats: &mut crate::Stats) {
        stats.pipelines_arrived = self.arrived.load(Ordering::Acquire);
        stats.pipelines_skipped = self.skipped.load(Ordering::Relaxed);
        stats.pipelines_replaced = self.replaced.load(Ordering::Relaxed);
        stats.pipelines_waited = self.waited.load(Ordering::Relaxed);
    }
}

/// Where pipelines are made. Threads live as long as there is work, and hold the device as long as they live.
pub(crate) struct Workshop {
    state: Mutex<State>,
    done: Condvar,
    /// The device's own polls make pipelines, since there are no threads.
    polled: AtomicBool,
    signal: Mutex<Option<Signal>>,
    pub(crate) counts: Counts,
}

#[derive(Default)]
struct State {
    queue: VecDeque<(String, Job)>,
    threads: Vec<JoinHandle<()>>,
    running: usize,
    /// Nothing more is taken.
    ended: bool,
}

/// A thread that panics, as what a program does with a signal may, is not waited for.
struct Leave<'a>(&'a Workshop);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.state).running -= 1;
            self.0.done.notify_all();
        }
    }
}

impl Workshop {
    pub(crate) fn new(threads: bool) -> Self {
        Self {
            state: Mutex::default(),
            done: Condvar::new(),
            polled: AtomicBool::new(!threads),
            signal: Mutex::default(),
            counts: Counts::default(),
        }
    }

    pub(crate) fn is_polled(&self) -> bool {
        self.polled.load(Ordering::Acquire)
    }

    pub(crate) fn on_arrival(&self, signal: Option<Signal>) {
        *lock(&self.signal) = signal;
    }

    /// Has a pipeline made.
    pub(crate) fn add(&self, core: &Arc<Core>, label: &str, job: Job) {
        let mut s = lock(&self.state);
        if s.ended {
            // Dropping it tells.
            drop(s);
            return drop(job);
        }
        s.queue.push_back((label.to_owned(), job));
        let most = std::thread::available_parallelism().map_or(1, |n| (n.get() / 2).clamp(1, MOST_THREADS));
        if self.is_polled() || s.running >= most {
            return;
        }
        s.threads.retain(|t| !t.is_finished());
        let device = core.clone();
        let work = move || {
            let _leave = Leave(&device.workshop);
            while device.workshop.work(&device) {}
        };
        match std::thread::Builder::new().name("candor pipelines".into()).spawn(work) {
            Ok(thread) => {
                s.running += 1;
                s.threads.push(thread);
            }
            Err(e) if s.running == 0 => {
                tracing::warn!("no thread can be had to make pipelines ({e}): polls of the device make them");
                self.polled.store(true, Ordering::Release);
            }
            Err(_) => {}
        }
    }

    /// One turn of a thread; `false`: nothing is left.
    fn work(&self, core: &Arc<Core>) -> bool {
        let mut s = lock(&self.state);
        let Some((label, job)) = s.queue.pop_front() else {
            s.running -= 1;
            self.done.notify_all();
            return false;
        };
        drop(s);
        self.make(core, &label, job);
        true
    }

    /// Makes one pipeline on this thread, where one waits.
    pub(crate) fn work_once(&self, core: &Arc<Core>) {
        let next = lock(&self.state).queue.pop_front();
        if let Some((label, job)) = next {
            self.make(core, &label, job);
        }
    }

    fn make(&self, core: &Arc<Core>, label: &str, job: Job) {
        if !job(core) {
            return;
        }
        self.counts.arrived.fetch_add(1, Ordering::Release);
        self.wake();
        core.wake_all();
        let signal = lock(&self.signal).clone();
        if let Some(signal) = signal {
            signal(label);
        }
    }

    /// Lets waits look again.
    pub(crate) fn wake(&self) {
        drop(lock(&self.state));
        self.done.notify_all();
    }

    fn sleep_until(&self, end: Instant, is_ready: impl Fn() -> bool) {
        let mut s = lock(&self.state);
        while !is_ready() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            s = self.done.wait_timeout(s, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Gives up what has not begun, takes nothing more, and waits for what has. `false`: it does not end in time, and holds the
    /// device until it does.
    pub(crate) fn end(&self, end: Instant) -> bool {
        let given_up = {
            let mut s = lock(&self.state);
            s.ended = true;
            std::mem::take(&mut s.queue)
        };
        drop(given_up);
        self.wake();
        let mut s = lock(&self.state);
        let own = std::thread::current().id();
        let mine = usize::from(s.threads.iter().any(|t| t.thread().id() == own));
        while s.running > mine {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(s);
                self.on_arrival(None);
                return false;
            }
            s = self.done.wait_timeout(s, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let threads = std::mem::take(&mut s.threads);
        drop(s);
        self.on_arrival(None);
        for t in threads.into_iter().filter(|t| t.thread().id() != own) {
            // Nothing is left for it but to end.
            if t.join().is_err() {
                tracing::error!("a thread that makes pipelines has panicked");
            }
        }
        true
    }
}
