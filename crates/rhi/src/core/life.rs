//! What limits a device's life: its memory budget, its loss, and its end.

use super::{Core, LOST_WAIT};
use crate::backend::{Backend, BufferPlan, Fault, MemoryStats, Timepoint};
use crate::batch::BatchInner;
use crate::loss::{Loss, Trail};
use crate::object::{Kind, Native, TextureInfo};
use crate::record::calls;
use crate::sync::{deadline, lock};
use std::task::Waker;
use std::time::{Duration, Instant};

impl Core {
    pub(crate) fn loss(&self) -> Option<&Loss> {
        self.lost.get()
    }

    /// Does another device stand on the backend?
    pub(crate) fn is_refused(&self) -> bool {
        self.claim.is_none()
    }

    /// Notes the loss of the device, which is for good. The first reason stays. `told`: the driver itself says that it is lost.
    pub(crate) fn lose(&self, why: &str, told: bool) {
        self.lost.get_or_init(|| Loss {
            why: why.to_owned(),
            trail: self.follower.as_ref().map_or(Trail::Off, |f| f.read(&*self.backend)),
            driver: if told { self.backend.loss_details() } else { None },
        });
        self.wake_all();
        self.workshop.wake();
    }

    /// Memory now.
    pub(crate) fn memory(&self) -> MemoryStats {
        MemoryStats { own_budget_bytes: self.budget, ..self.backend.memory() }
    }

    /// Makes a buffer, within the program's budget.
    pub(crate) fn new_buffer(&self, plan: &BufferPlan<'_>) -> Result<Native, Fault> {
        self.in_budget(Kind::Buffer, plan.size, |b| b.create_buffer(plan))
    }

    /// Makes a texture, likewise.
    pub(crate) fn new_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        self.in_budget(Kind::Texture, info.texel_bytes(), |b| b.create_texture(info, label))
    }

    /// How much an object takes in the end is known when it is made.
    fn in_budget(
        &self,
        kind: Kind,
        asked: u64,
        make: impl FnOnce(&dyn Backend) -> Result<Native, Fault>,
    ) -> Result<Native, Fault> {
        let Some(budget) = self.budget else { return make(&*self.backend) };
        let used = self.backend.memory().used_bytes;
        if used.saturating_add(asked) > budget {
            return Err(Fault::OverBudget { asked, used, budget });
        }
        let native = make(&*self.backend)?;
        let now = self.backend.memory().used_bytes;
        if now > budget {
            calls::destroy(&*self.backend, kind, native);
            return Err(Fault::OverBudget { asked: now.saturating_sub(used), used, budget });
        }
        Ok(native)
    }

    /// The device is lost: what was submitted counts as ended once a wait has returned (Vulkan specification, "Lost Device"),
    /// so that it pins nothing any more.
    /// What does not end all the same stays on its way, and pins what it names.
    pub(crate) fn end_lost(&self) {
        let end = deadline(LOST_WAIT);
        let running = std::mem::take(&mut lock(&self.flight).running);
        for mut batch in running {
            if !self.has_ended(batch.timepoint, end) {
                lock(&self.flight).running.push(batch);
                continue;
            }
            batch.release(self);
            self.epochs.end(batch.ticket);
            lock(&self.flight).idle.push(batch);
        }
    }

    /// Waits for work of a device that nobody uses any more. A device that says it is lost has ended its work.
    pub(super) fn has_ended(&self, t: Timepoint, end: Instant) -> bool {
        let left = end.saturating_duration_since(Instant::now());
        !matches!(self.backend.wait(t, left), Ok(false))
    }

    /// A batch failed while it was submitted: what of it runs is waited for. `false`: it does not end.
    pub(crate) fn end_failed(&self, batch: &mut BatchInner) -> bool {
        let reached = self.backend.submitted().0;
        let t = &mut batch.timepoint.0;
        t.iter_mut().zip(reached).for_each(|(t, reached)| *t = reached.min(*t));
        self.has_ended(batch.timepoint, deadline(LOST_WAIT))
    }

    /// Wakes a future when something has finished, or the device is lost.
    pub(crate) fn wake_later(&self, waker: &Waker) {
        let wakers = &mut lock(&self.flight).wakers;
        // A future is polled more often than it is woken.
        if !wakers.iter().any(|w| w.will_wake(waker)) {
            wakers.push(waker.clone());
        }
    }

    /// Lets no further pipeline be made beside the frames. `false`: one is still being made after so long.
    pub(crate) fn end_pipelines(&self, within: Duration) -> bool {
        let ended = self.workshop.end(deadline(within));
        if !ended {
            tracing::warn!(
                "a pipeline is still being made after {} ms: its device goes when it is",
                within.as_millis()
            );
        }
        ended
    }

    /// The last handle was dropped: tells what is alive.
    pub(crate) fn report_leaks(&self) {
        self.leaks.report(self.named_alive());
    }

    /// Gives back what the device made for itself.
    pub(super) fn release_own(&self) {
        let mut shared = lock(&self.shared);
        for cmd in shared.spares.iter_mut().filter_map(Option::take) {
            calls::recycle(&*self.backend, cmd);
        }
        shared.uploads.staging.release(&*self.backend);
        drop(shared);
        lock(&self.reads).release(&*self.backend);
        if let (Some(_), Some(crumbs)) = (&self.follower, self.backend.breadcrumbs()) {
            crumbs.release_marks();
        }
    }
}
