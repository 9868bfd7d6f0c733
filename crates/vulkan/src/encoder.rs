//! Command lists and submission: a pool for each list, so that any thread may record any list; one timeline semaphore.

use crate::device::VulkanDevice;
use crate::fault;
use crate::memory::lock;
use ash::vk::{self, Handle};
use candor_rhi::Cmd;
use candor_rhi::backend::{Fault, Timepoint};
use std::collections::HashMap;
use std::ffi::c_void;
use std::time::Duration;

/// Lists that can be used again, and the pool of every list.
#[derive(Default)]
pub(crate) struct Lists {
    free: Vec<vk::CommandBuffer>,
    pools: HashMap<vk::CommandBuffer, vk::CommandPool>,
}

pub(crate) fn cmd(list: vk::CommandBuffer) -> Cmd {
    Cmd(list.as_raw() as *mut c_void)
}

#[inline]
pub(crate) fn list(cmd: Cmd) -> vk::CommandBuffer {
    vk::CommandBuffer::from_raw(cmd.0 as u64)
}

impl VulkanDevice {
    pub(crate) fn open_list(&self) -> Result<Cmd, Fault> {
        let free = lock(&self.lists).free.pop();
        let buffer = match free {
            Some(b) => b,
            None => self.new_list()?,
        };
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the list is new or its pool was reset; nobody else has it.
        unsafe { self.raw.begin_command_buffer(buffer, &begin) }
            .map_err(|e| fault("vkBeginCommandBuffer", e))?;
        Ok(cmd(buffer))
    }

    pub(crate) fn make_lists(&self, count: usize) {
        let existing = {
            let mut lists = lock(&self.lists);
            let (room, existing) = (count.saturating_sub(lists.free.len()), lists.pools.len());
            lists.free.reserve(room);
            lists.pools.reserve(count.saturating_sub(existing));
            existing
        };
        for _ in existing..count {
            // What goes wrong here goes wrong again, and is told, when a list is opened.
            let Ok(list) = self.new_list() else { return };
            lock(&self.lists).free.push(list);
        }
    }

    fn new_list(&self) -> Result<vk::CommandBuffer, Fault> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(self.family);
        // SAFETY: a valid description.
        let pool = unsafe { self.raw.create_command_pool(&info, None) };
        let pool = pool.map_err(|e| fault("vkCreateCommandPool", e))?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        // SAFETY: the pool is new.
        let made = unsafe { self.raw.allocate_command_buffers(&info) };
        match made.map(|v| v.first().copied()) {
            Ok(Some(b)) => {
                lock(&self.lists).pools.insert(b, pool);
                Ok(b)
            }
            other => {
                // SAFETY: nothing of the pool is used.
                unsafe { self.raw.destroy_command_pool(pool, None) };
                Err(match other {
                    Err(e) => fault("vkAllocateCommandBuffers", e),
                    Ok(_) => Fault::Unavailable("no command buffer".into()),
                })
            }
        }
    }

    pub(crate) fn recycle_list(&self, c: Cmd) {
        let buffer = list(c);
        let mut lists = lock(&self.lists);
        let Some(pool) = lists.pools.get(&buffer).copied() else { return };
        // SAFETY: by contract neither a thread nor the GPU uses the list, the only one of its pool.
        match unsafe { self.raw.reset_command_pool(pool, vk::CommandPoolResetFlags::empty()) } {
            Ok(()) => lists.free.push(buffer),
            Err(e) => {
                tracing::error!("a command pool could not be reset: {e:?}");
                lists.pools.remove(&buffer);
                // SAFETY: as above.
                unsafe { self.raw.destroy_command_pool(pool, None) };
            }
        }
    }

    pub(crate) fn destroy_lists(&self) {
        let mut lists = lock(&self.lists);
        lists.free.clear();
        for (_, pool) in lists.pools.drain() {
            // SAFETY: the device is idle and going away.
            unsafe { self.raw.destroy_command_pool(pool, None) };
        }
    }

    pub(crate) fn submit_lists(&self, lists: &[Cmd]) -> Result<Timepoint, Fault> {
        let mut queue = lock(&self.queue);
        queue.infos.clear();
        for c in lists {
            // SAFETY: by contract the list is open and complete.
            unsafe { self.raw.end_command_buffer(list(*c)) }.map_err(|e| fault("vkEndCommandBuffer", e))?;
            queue.infos.push(vk::CommandBufferSubmitInfo::default().command_buffer(list(*c)));
        }
        let value = queue.submitted + 1;
        let signals = [vk::SemaphoreSubmitInfo::default()
            .semaphore(self.timeline)
            .value(value)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)];
        let submits =
            [vk::SubmitInfo2::default().command_buffer_infos(&queue.infos).signal_semaphore_infos(&signals)];
        // SAFETY: the lists are complete and submitted once; the queue is used under the lock alone.
        let result = unsafe { (self.fns.queue_submit2)(queue.raw, 1, submits.as_ptr(), vk::Fence::null()) };
        if result != vk::Result::SUCCESS {
            return Err(fault("vkQueueSubmit2", result));
        }
        queue.submitted = value;
        Ok(Timepoint(value))
    }

    pub(crate) fn has_finished(&self, t: Timepoint) -> Result<bool, Fault> {
        let mut value = 0;
        // SAFETY: the semaphore is the device's.
        let result = unsafe { (self.fns.semaphore_value)(self.raw.handle(), self.timeline, &mut value) };
        match result {
            // The largest value means that the device is lost (Vulkan specification, "Lost Device").
            vk::Result::SUCCESS if value == u64::MAX => {
                Err(Fault::Lost("the timeline jumped to its largest value".into()))
            }
            vk::Result::SUCCESS => Ok(value >= t.0),
            e => Err(fault("vkGetSemaphoreCounterValue", e)),
        }
    }

    pub(crate) fn wait_for(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        let semaphores = [self.timeline];
        let values = [t.0];
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        let ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1);
        // SAFETY: the semaphore is the device's.
        match unsafe { (self.fns.wait_semaphores)(self.raw.handle(), &info, ns) } {
            vk::Result::SUCCESS => Ok(true),
            vk::Result::TIMEOUT => Ok(false),
            e => Err(fault("vkWaitSemaphores", e)),
        }
    }
}
