//! Probing on a thread of its own: a driver that hangs must not hang the program, and one that panics must not end it.
//!
//! All steps of one backend run on one thread, since some APIs tie their state to it. When a step exceeds its time the thread
//! is abandoned with all that it holds, and the backend goes into a [`Registry`], so that this process never enters it again.

use candor_rhi::BackendKind;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one step after the other.
pub(crate) struct Worker {
    jobs: Sender<Job>,
}

/// How a step ended.
pub(crate) enum Ran<T> {
    /// With this.
    Done(T),
    /// It panicked, and said this.
    Panicked(String),
    /// It did not end in time; the thread is abandoned.
    Hung,
}

impl Worker {
    /// Starts the thread.
    pub(crate) fn start(backend: BackendKind) -> std::io::Result<Self> {
        let (jobs, todo): (Sender<Job>, Receiver<Job>) = channel();
        std::thread::Builder::new().name(format!("candor-probe-{backend}")).spawn(move || {
            while let Ok(job) = todo.recv() {
                job();
            }
        })?;
        Ok(Self { jobs })
    }

    /// Runs a step and waits for it, at most so long. A result that comes too late is dropped on the abandoned thread.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        limit: Duration,
        step: impl FnOnce() -> T + Send + 'static,
    ) -> Ran<T> {
        let (answer, wait) = channel();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(step));
            let result = result.map_err(|payload| {
                let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
                text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
            });
            // Nobody listens any more when the time has run out.
            let _ = answer.send(result);
        };
        if self.jobs.send(Box::new(job)).is_err() {
            return Ran::Panicked("the probe's thread has ended".into());
        }
        match wait.recv_timeout(limit) {
            Ok(Ok(result)) => Ran::Done(result),
            Ok(Err(text)) => Ran::Panicked(text),
            Err(RecvTimeoutError::Timeout) => Ran::Hung,
            Err(RecvTimeoutError::Disconnected) => Ran::Panicked("the probe's thread has ended".into()),
        }
    }
}

/// Backends that hung and are not entered again. One for the whole process, unless an instance brings its own.
///
/// A thread that is left behind stays inside of its driver. A driver's exit handlers may wait for a lock that it holds (the Vulkan
/// loader's do when it hangs while it reads manifests), so that a process which returns from `main` may not end. Where that
/// matters: select in a child process and end that, or end the own one by `std::process::abort`.
#[derive(Debug, Default)]
pub struct Registry {
    abandoned: Mutex<BTreeMap<BackendKind, String>>,
}

static PROCESS: LazyLock<Arc<Registry>> = LazyLock::new(Arc::default);

impl Registry {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The process's own.
    pub fn process() -> Arc<Self> {
        PROCESS.clone()
    }

    /// Why a backend is not entered again, if it is not.
    pub fn abandoned(&self, backend: BackendKind) -> Option<String> {
        self.lock().get(&backend).cloned()
    }

    /// Notes that a backend hung. The first reason stays.
    pub fn abandon(&self, backend: BackendKind, why: impl Into<String>) {
        self.lock().entry(backend).or_insert_with(|| why.into());
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<BackendKind, String>> {
        self.abandoned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_panics_leaves_the_thread_alive_and_one_that_hangs_is_left_behind() {
        let worker = Worker::start(BackendKind::Null).unwrap();
        let long = Duration::from_secs(30);
        assert!(matches!(worker.run(long, || 7), Ran::Done(7)));
        let Ran::Panicked(text) = worker.run(long, || panic!("told to")) else { panic!("it did not panic") };
        assert_eq!(text, "told to");
        assert!(matches!(worker.run(long, || 8), Ran::Done(8)));
        let (hold, held) = channel::<()>();
        let ran = worker.run(Duration::from_millis(20), move || held.recv().is_err());
        assert!(matches!(ran, Ran::Hung));
        drop(hold);
    }

    #[test]
    fn the_first_reason_for_leaving_a_backend_alone_stays() {
        let r = Registry::new();
        assert_eq!(r.abandoned(BackendKind::Gl), None);
        r.abandon(BackendKind::Gl, "it hung");
        r.abandon(BackendKind::Gl, "again");
        assert_eq!(r.abandoned(BackendKind::Gl).as_deref(), Some("it hung"));
        assert_eq!(r.abandoned(BackendKind::Vulkan), None);
    }
}
