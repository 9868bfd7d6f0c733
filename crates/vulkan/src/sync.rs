//! Submission, and telling when it has finished: a timeline semaphore for each queue, or a fence for each submission where the
//! device has none.

use crate::device::{Line, Scratch, VulkanDevice};
use crate::encoder::list;
use crate::fault;
use crate::fns::Timelines;
use crate::memory::lock;
use ash::vk;
use candor_rhi::Cmd;
use candor_rhi::backend::{Fault, Part, Timepoint};
use candor_rhi::queue::Queue;
use candor_rhi::surface::MAX_PRESENTS;
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

/// Semaphores of frames: the first part waits for some, the last part of the main queue signals others.
#[derive(Default)]
pub(crate) struct Frames {
    pub(crate) acquired: [vk::Semaphore; MAX_PRESENTS],
    pub(crate) drawn: [vk::Semaphore; MAX_PRESENTS],
    pub(crate) count: usize,
}

/// Semaphores of one submission at most, on either side.
const MOST: usize = Queue::COUNT + MAX_PRESENTS;

/// Semaphores with their values; a binary one has none.
#[derive(Default)]
struct Semaphores {
    all: [vk::Semaphore; MOST],
    values: [u64; MOST],
    count: usize,
}

impl Semaphores {
    fn push(&mut self, semaphore: vk::Semaphore, value: u64) {
        // There is room for one of each queue and of each frame.
        if let (Some(s), Some(v)) = (self.all.get_mut(self.count), self.values.get_mut(self.count)) {
            (*s, *v) = (semaphore, value);
            self.count += 1;
        }
    }

    fn frames(&mut self, frames: &[vk::Semaphore]) {
        for s in frames {
            self.push(*s, 0);
        }
    }

    fn infos(&self) -> [vk::SemaphoreSubmitInfo<'static>; MOST] {
        std::array::from_fn(|i| {
            vk::SemaphoreSubmitInfo::default()
                .semaphore(self.all[i])
                .value(self.values[i])
                .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        })
    }
}

/// What goes to one queue at one time: closed lists, semaphores with their values.
struct Job<'a> {
    queue: vk::Queue,
    lists: &'a [Cmd],
    waits: &'a Semaphores,
    signals: &'a Semaphores,
    /// There are timeline semaphores among them.
    timeline: bool,
    fence: vk::Fence,
}

impl VulkanDevice {
    pub(crate) fn submit_parts(&self, parts: &[Part], lists: &[Cmd], frames: &Frames) -> Result<(), Fault> {
        let mut scratch = lock(&self.scratch);
        self.submit_locked(&mut scratch, parts, lists, frames)
    }

    /// As above, under the lock of all queues.
    pub(crate) fn submit_locked(
        &self,
        scratch: &mut Scratch,
        parts: &[Part],
        lists: &[Cmd],
        frames: &Frames,
    ) -> Result<(), Fault> {
        let last = parts.iter().rposition(|p| p.queue == Queue::Main);
        for c in lists {
            // SAFETY: by contract the list is open and complete.
            unsafe { self.raw.end_command_buffer(list(*c)) }.map_err(|e| fault("vkEndCommandBuffer", e))?;
        }
        for (i, p) in parts.iter().enumerate() {
            let Some(line) = &self.lines[p.queue as usize] else {
                return Err(Fault::Unavailable(format!("the device has no {:?} queue", p.queue)));
            };
            let (mut waits, mut signals) = (Semaphores::default(), Semaphores::default());
            if i == 0 {
                waits.frames(&frames.acquired[..frames.count]);
            }
            if last == Some(i) {
                signals.frames(&frames.drawn[..frames.count]);
            }
            for (other, value) in self.lines.iter().zip(p.waits.0).filter(|(_, value)| *value > 0) {
                // Queues beside the main one exist only with timeline semaphores; without, there is nothing to wait for.
                if let Some(Line { clock: Clock::Timeline(semaphore, _), .. }) = other {
                    waits.push(*semaphore, value);
                }
            }
            let lists = &lists[p.lists.clone()];
            match &line.clock {
                Clock::Timeline(semaphore, _) => {
                    signals.push(*semaphore, p.number);
                    let (waits, signals, fence) = (&waits, &signals, vk::Fence::null());
                    let job = Job { queue: line.raw, lists, waits, signals, timeline: true, fence };
                    self.submit_job(scratch, &job)?;
                }
                Clock::Fences(fences) => {
                    let mut fences = lock(fences);
                    let fence = fences.take(&self.raw)?;
                    let (waits, signals) = (&waits, &signals);
                    let job = Job { queue: line.raw, lists, waits, signals, timeline: false, fence };
                    if let Err(e) = self.submit_job(scratch, &job) {
                        fences.free.push(fence);
                        return Err(e);
                    }
                    let value = p.number;
                    fences.pending.push_back(Pending { value, fence, waiters: 0, signalled: false });
                }
            }
            scratch.submitted.0[p.queue as usize] = p.number;
        }
        Ok(())
    }

    fn submit_job(&self, scratch: &mut Scratch, job: &Job<'_>) -> Result<(), Fault> {
        let Some(sync2) = &self.fns.sync2 else { return self.submit_older(scratch, job) };
        scratch.infos.clear();
        let info = |c: &Cmd| vk::CommandBufferSubmitInfo::default().command_buffer(list(*c));
        scratch.infos.extend(job.lists.iter().map(info));
        let (waits, signals) = (job.waits.infos(), job.signals.infos());
        let submit = vk::SubmitInfo2::default()
            .wait_semaphore_infos(&waits[..job.waits.count])
            .command_buffer_infos(&scratch.infos)
            .signal_semaphore_infos(&signals[..job.signals.count]);
        // SAFETY: the lists are complete and submitted once; queues are used under the lock of the scratch alone; the fence is
        // unsignalled.
        match unsafe { (sync2.submit)(job.queue, 1, &submit, job.fence) } {
            vk::Result::SUCCESS => Ok(()),
            e => Err(fault("vkQueueSubmit2", e)),
        }
    }

    fn submit_older(&self, scratch: &mut Scratch, job: &Job<'_>) -> Result<(), Fault> {
        scratch.buffers.clear();
        scratch.buffers.extend(job.lists.iter().map(|c| list(*c)));
        let (n, m) = (job.waits.count, job.signals.count);
        let mut timeline = vk::TimelineSemaphoreSubmitInfo::default()
            .wait_semaphore_values(&job.waits.values[..n])
            .signal_semaphore_values(&job.signals.values[..m]);
        let mut submit = vk::SubmitInfo::default()
            .wait_semaphores(&job.waits.all[..n])
            .wait_dst_stage_mask(&[vk::PipelineStageFlags::ALL_COMMANDS; MOST][..n])
            .command_buffers(&scratch.buffers)
            .signal_semaphores(&job.signals.all[..m]);
        if job.timeline {
            submit = submit.push_next(&mut timeline);
        }
        // SAFETY: as above; the chain names timeline semaphores only where they are enabled.
        unsafe { self.raw.queue_submit(job.queue, &[submit], job.fence) }
            .map_err(|e| fault("vkQueueSubmit", e))
    }

    pub(crate) fn has_finished(&self, t: Timepoint) -> Result<bool, Fault> {
        for (line, number) in self.lines.iter().zip(t.0) {
            if let Some(line) = line.as_ref().filter(|_| number > 0)
                && !self.has_reached(&line.clock, number)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn has_reached(&self, clock: &Clock, number: u64) -> Result<bool, Fault> {
        match clock {
            Clock::Timeline(semaphore, f) => {
                let mut value = 0;
                // SAFETY: the semaphore is the device's.
                let result = unsafe { (f.value)(self.raw.handle(), *semaphore, &mut value) };
                match result {
                    // The largest value means that the device is lost (Vulkan specification, "Lost Device").
                    vk::Result::SUCCESS if value == u64::MAX => {
                        Err(Fault::Lost("the timeline jumped to its largest value".into()))
                    }
                    vk::Result::SUCCESS => Ok(value >= number),
                    e => Err(fault("vkGetSemaphoreCounterValue", e)),
                }
            }
            Clock::Fences(fences) => {
                let mut fences = lock(fences);
                if fences.finished < number {
                    fences.reap(&self.raw)?;
                }
                Ok(fences.finished >= number)
            }
        }
    }

    pub(crate) fn wait_for(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        let ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1);
        let (mut semaphores, mut values) = ([vk::Semaphore::null(); Queue::COUNT], [0; Queue::COUNT]);
        let (mut n, mut wait) = (0, None);
        for (line, number) in self.lines.iter().zip(t.0).filter(|(_, number)| *number > 0) {
            match line {
                Some(Line { clock: Clock::Timeline(semaphore, f), .. }) => {
                    (semaphores[n], values[n]) = (*semaphore, number);
                    n += 1;
                    wait = Some(f.wait);
                }
                Some(Line { clock: Clock::Fences(fences), .. }) => {
                    return self.wait_for_fence(fences, number, ns);
                }
                None => {}
            }
        }
        let Some(wait) = wait else { return Ok(true) };
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores[..n]).values(&values[..n]);
        // SAFETY: the semaphores are the device's.
        match unsafe { wait(self.raw.handle(), &info, ns) } {
            vk::Result::SUCCESS => Ok(true),
            vk::Result::TIMEOUT => Ok(false),
            e => Err(fault("vkWaitSemaphores", e)),
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

    fn main(number: u64) -> Timepoint {
        Timepoint([number, 0, 0])
    }

    #[test]
    fn many_threads_wait_for_fences_that_are_used_again_meanwhile() {
        let Some(device) = first_device(&[Hide::TimelineSemaphores]) else { return };
        let clock = device.lines[0].as_ref().map(|l| &l.clock);
        let Some(Clock::Fences(fences)) = clock else { panic!("timeline semaphores are hidden") };
        let submit = |number| {
            let cmd = device.open_list(Queue::Main).unwrap();
            let part = Part { lists: 0..1, number, ..Part::default() };
            device.submit_parts(&[part], &[cmd], &Frames::default()).unwrap();
            (main(number), cmd)
        };
        let patience = Duration::from_secs(60);
        for round in 0..20u64 {
            let all: Vec<_> = (1..11).map(|i| submit(round * 10 + i)).collect();
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
            all.into_iter().for_each(|(_, cmd)| device.recycle_list(cmd));
        }
        assert!(!device.has_finished(main(201)).unwrap(), "nobody submitted it");
        assert!(device.wait_for(main(201), patience).is_err());
        let mut f = lock(fences);
        f.reap(&device.raw).unwrap();
        assert!(f.pending.is_empty() && f.free.len() <= 20, "{} fences", f.free.len());
    }

    /// The GPU waits for what nobody signals, as one that hangs: the drop of its device returns, and destroys nothing.
    #[test]
    fn a_device_whose_work_never_ends_is_left_behind() {
        let Some(device) = first_device(&[]) else { return };
        let Some(Line { raw: queue, clock: Clock::Timeline(own, _) }) = &device.lines[0] else {
            return eprintln!("SKIP a device whose work never ends: this one has no timeline semaphores");
        };
        let Ok(Clock::Timeline(never, _)) = Clock::new(&device.raw, device.fns.timelines) else { panic!() };
        let (mut waits, mut signals) = (Semaphores::default(), Semaphores::default());
        waits.push(never, 1);
        signals.push(*own, 1);
        let (waits, signals, fence) = (&waits, &signals, vk::Fence::null());
        let job = Job { queue: *queue, lists: &[], waits, signals, timeline: true, fence };
        let mut scratch = lock(&device.scratch);
        device.submit_job(&mut scratch, &job).unwrap();
        scratch.submitted = main(1);
        drop(scratch);
        let (raw, shared) = (device.raw.clone(), device.shared.clone());
        let held = std::sync::Arc::strong_count(&shared);
        drop(device);
        assert_eq!(std::sync::Arc::strong_count(&shared), held, "its instance stays with it");
        // It is alive: what it waits for can be signalled, and it ends.
        let info = vk::SemaphoreSignalInfo::default().semaphore(never).value(1);
        // SAFETY: device and semaphore were not destroyed.
        unsafe {
            raw.signal_semaphore(&info).unwrap();
            raw.device_wait_idle().unwrap();
            assert_eq!(raw.get_semaphore_counter_value(never).unwrap(), 1);
        }
    }
}
