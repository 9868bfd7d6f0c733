//! Submission, and telling when it has finished: one timeline semaphore, or a fence for each submission where the device has
//! none.

use crate::device::{Queue, VulkanDevice};
use crate::encoder::list;
use crate::fault;
use crate::fns::Timelines;
use crate::memory::lock;
use ash::vk;
use candor_rhi::Cmd;
use candor_rhi::backend::{Fault, Timepoint};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

/// Submissions on their way for which there is room from the beginning.
const USUAL_PENDING: usize = 16;

/// What tells how far the queue has come.
pub(crate) enum Clock {
    /// A semaphore that counts submissions.
    Timeline(vk::Semaphore, Timelines),
    /// A fence for each submission that has not finished.
    Fences(Mutex<Fences>),
}

/// Fences in the order of submission, and those that can be used again.
pub(crate) struct Fences {
    pending: VecDeque<Pending>,
    free: Vec<vk::Fence>,
    /// Every submission up to this one has finished.
    finished: u64,
}

struct Pending {
    value: u64,
    fence: vk::Fence,
    /// Threads that wait for it: it must not be reset under them.
    waiters: u32,
    signalled: bool,
}

impl Clock {
    /// A clock at 0.
    pub(crate) fn new(device: &ash::Device, timelines: Option<Timelines>) -> Result<Self, Fault> {
        let Some(timelines) = timelines else { return Ok(Self::Fences(Mutex::new(Fences::new()))) };
        let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
        let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
        // SAFETY: valid descriptions; timeline semaphores are enabled.
        let semaphore = unsafe { device.create_semaphore(&info, None) };
        Ok(Self::Timeline(semaphore.map_err(|e| fault("vkCreateSemaphore", e))?, timelines))
    }

    /// # Safety
    /// The device is idle and going away.
    pub(crate) unsafe fn destroy(&self, device: &ash::Device) {
        match self {
            // SAFETY: by contract.
            Self::Timeline(semaphore, _) => unsafe { device.destroy_semaphore(*semaphore, None) },
            Self::Fences(fences) => {
                let mut fences = lock(fences);
                let pending: Vec<_> = fences.pending.drain(..).map(|p| p.fence).collect();
                for fence in pending.into_iter().chain(fences.free.drain(..)) {
                    // SAFETY: by contract.
                    unsafe { device.destroy_fence(fence, None) };
                }
            }
        }
    }
}

impl Fences {
    fn new() -> Self {
        let (pending, free) = (VecDeque::with_capacity(USUAL_PENDING), Vec::with_capacity(USUAL_PENDING));
        Self { pending, free, finished: 0 }
    }

    fn take(&mut self, device: &ash::Device) -> Result<vk::Fence, Fault> {
        match self.free.pop() {
            Some(fence) => Ok(fence),
            // SAFETY: a valid description.
            None => unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }
                .map_err(|e| fault("vkCreateFence", e)),
        }
    }

    /// Notes which submissions have finished. Fences of one queue are signalled in the order of submission.
    fn reap(&mut self, device: &ash::Device) -> Result<(), Fault> {
        for p in &mut self.pending {
            if !p.signalled {
                // SAFETY: the fence is the device's.
                let status = unsafe { device.get_fence_status(p.fence) };
                p.signalled = status.map_err(|e| fault("vkGetFenceStatus", e))?;
            }
            if !p.signalled {
                break;
            }
            self.finished = self.finished.max(p.value);
        }
        while let Some(p) = self.pending.front().filter(|p| p.signalled && p.waiters == 0) {
            // SAFETY: the fence is signalled, and nobody waits for it.
            unsafe { device.reset_fences(&[p.fence]) }.map_err(|e| fault("vkResetFences", e))?;
            self.free.push(p.fence);
            self.pending.pop_front();
        }
        Ok(())
    }
}

impl VulkanDevice {
    pub(crate) fn submit_lists(&self, lists: &[Cmd]) -> Result<Timepoint, Fault> {
        let mut queue = lock(&self.queue);
        for c in lists {
            // SAFETY: by contract the list is open and complete.
            unsafe { self.raw.end_command_buffer(list(*c)) }.map_err(|e| fault("vkEndCommandBuffer", e))?;
        }
        let value = queue.submitted + 1;
        match &self.clock {
            Clock::Timeline(semaphore, _) => {
                self.submit_with(&mut queue, lists, Some((*semaphore, value)), vk::Fence::null())?;
            }
            Clock::Fences(fences) => {
                let mut fences = lock(fences);
                let fence = fences.take(&self.raw)?;
                if let Err(e) = self.submit_with(&mut queue, lists, None, fence) {
                    fences.free.push(fence);
                    return Err(e);
                }
                fences.pending.push_back(Pending { value, fence, waiters: 0, signalled: false });
            }
        }
        queue.submitted = value;
        Ok(Timepoint(value))
    }

    /// Submits closed lists.
    fn submit_with(
        &self,
        queue: &mut Queue,
        lists: &[Cmd],
        signal: Option<(vk::Semaphore, u64)>,
        fence: vk::Fence,
    ) -> Result<(), Fault> {
        let Some(sync2) = &self.fns.sync2 else { return self.submit_older(queue, lists, signal, fence) };
        queue.infos.clear();
        let infos = lists.iter().map(|c| vk::CommandBufferSubmitInfo::default().command_buffer(list(*c)));
        queue.infos.extend(infos);
        let signals = signal.map(|(semaphore, value)| {
            vk::SemaphoreSubmitInfo::default()
                .semaphore(semaphore)
                .value(value)
                .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        });
        let submit = vk::SubmitInfo2::default()
            .command_buffer_infos(&queue.infos)
            .signal_semaphore_infos(signals.as_slice());
        // SAFETY: the lists are complete and submitted once; the queue is used under its lock alone; the fence is unsignalled.
        match unsafe { (sync2.submit)(queue.raw, 1, &submit, fence) } {
            vk::Result::SUCCESS => Ok(()),
            e => Err(fault("vkQueueSubmit2", e)),
        }
    }

    fn submit_older(
        &self,
        queue: &mut Queue,
        lists: &[Cmd],
        signal: Option<(vk::Semaphore, u64)>,
        fence: vk::Fence,
    ) -> Result<(), Fault> {
        queue.buffers.clear();
        queue.buffers.extend(lists.iter().map(|c| list(*c)));
        let (semaphores, values) = (signal.map(|s| s.0), signal.map(|s| s.1));
        let mut timeline =
            vk::TimelineSemaphoreSubmitInfo::default().signal_semaphore_values(values.as_slice());
        let mut submit = vk::SubmitInfo::default()
            .command_buffers(&queue.buffers)
            .signal_semaphores(semaphores.as_slice());
        if signal.is_some() {
            submit = submit.push_next(&mut timeline);
        }
        // SAFETY: as above; the chain names timeline semaphores only where they are enabled.
        unsafe { self.raw.queue_submit(queue.raw, &[submit], fence) }.map_err(|e| fault("vkQueueSubmit", e))
    }

    pub(crate) fn has_finished(&self, t: Timepoint) -> Result<bool, Fault> {
        match &self.clock {
            Clock::Timeline(semaphore, f) => {
                let mut value = 0;
                // SAFETY: the semaphore is the device's.
                let result = unsafe { (f.value)(self.raw.handle(), *semaphore, &mut value) };
                match result {
                    // The largest value means that the device is lost (Vulkan specification, "Lost Device").
                    vk::Result::SUCCESS if value == u64::MAX => {
                        Err(Fault::Lost("the timeline jumped to its largest value".into()))
                    }
                    vk::Result::SUCCESS => Ok(value >= t.0),
                    e => Err(fault("vkGetSemaphoreCounterValue", e)),
                }
            }
            Clock::Fences(fences) => {
                let mut fences = lock(fences);
                if fences.finished < t.0 {
                    fences.reap(&self.raw)?;
                }
                Ok(fences.finished >= t.0)
            }
        }
    }

    pub(crate) fn wait_for(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        let ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1);
        match &self.clock {
            Clock::Timeline(semaphore, f) => {
                let (semaphores, values) = ([*semaphore], [t.0]);
                let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
                // SAFETY: the semaphore is the device's.
                match unsafe { (f.wait)(self.raw.handle(), &info, ns) } {
                    vk::Result::SUCCESS => Ok(true),
                    vk::Result::TIMEOUT => Ok(false),
                    e => Err(fault("vkWaitSemaphores", e)),
                }
            }
            Clock::Fences(fences) => self.wait_for_fence(fences, t.0, ns),
        }
    }

    /// Waits without the lock, so that other threads may submit and ask meanwhile.
    fn wait_for_fence(&self, fences: &Mutex<Fences>, value: u64, ns: u64) -> Result<bool, Fault> {
        let fence = {
            let mut f = lock(fences);
            if f.finished >= value {
                return Ok(true);
            }
            let Some(p) = f.pending.iter_mut().find(|p| p.value == value) else {
                return Err(Fault::Unavailable(format!("submission {value} was never made")));
            };
            p.waiters += 1;
            p.fence
        };
        // SAFETY: the fence is the device's; as long as somebody waits it is neither reset nor destroyed.
        let waited = unsafe { self.raw.wait_for_fences(&[fence], true, ns) };
        let mut f = lock(fences);
        if let Some(p) = f.pending.iter_mut().find(|p| p.value == value) {
            p.waiters -= 1;
        }
        match waited {
            Ok(()) => {
                // All that was submitted before has finished as well.
                f.finished = f.finished.max(value);
                f.reap(&self.raw).map(|()| true)
            }
            Err(vk::Result::TIMEOUT) => Ok(false),
            Err(e) => Err(fault("vkWaitForFences", e)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::hide::Hide;
    use crate::instance::first_device;

    #[test]
    fn many_threads_wait_for_fences_that_are_used_again_meanwhile() {
        let Some(device) = first_device(&[Hide::TimelineSemaphores]) else { return };
        let Clock::Fences(fences) = &device.clock else { panic!("timeline semaphores are hidden") };
        let submit = || {
            let cmd = device.open_list().unwrap();
            (device.submit_lists(&[cmd]).unwrap(), cmd)
        };
        let patience = Duration::from_secs(60);
        for round in 0..20u64 {
            let all: Vec<_> = (0..10).map(|_| submit()).collect();
            std::thread::scope(|s| {
                for thread in 0..4 {
                    let (device, all) = (&device, &all);
                    s.spawn(move || {
                        for i in 0..all.len() {
                            let t = all[(i * 3 + thread) % all.len()].0;
                            assert!(device.wait_for(t, patience).unwrap(), "{t:?}");
                            assert!(device.has_finished(t).unwrap(), "{t:?}");
                        }
                    });
                }
            });
            assert_eq!(all.last().unwrap().0, Timepoint((round + 1) * 10));
            all.into_iter().for_each(|(_, cmd)| device.recycle_list(cmd));
        }
        assert!(!device.has_finished(Timepoint(201)).unwrap(), "nobody submitted it");
        assert!(device.wait_for(Timepoint(201), patience).is_err());
        let mut f = lock(fences);
        f.reap(&device.raw).unwrap();
        assert!(f.pending.is_empty() && f.free.len() <= 20, "{} fences", f.free.len());
    }
}
