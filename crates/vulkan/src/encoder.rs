//! Command lists: a pool for each list, so that any thread may record any list. Submission is in `sync`.

use crate::device::VulkanDevice;
use crate::fault;
use crate::memory::lock;
use ash::vk::{self, Handle};
use candor_rhi::Cmd;
use candor_rhi::backend::Fault;
use candor_rhi::queue::{PerQueue, Queue};
use std::collections::HashMap;
use std::ffi::c_void;

/// Lists that can be used again, and the pool of every list.
#[derive(Default)]
pub(crate) struct Lists {
    free: PerQueue<Vec<vk::CommandBuffer>>,
    pools: HashMap<vk::CommandBuffer, (vk::CommandPool, Queue)>,
}

pub(crate) fn cmd(list: vk::CommandBuffer) -> Cmd {
    Cmd(list.as_raw() as *mut c_void)
}

#[inline]
pub(crate) fn list(cmd: Cmd) -> vk::CommandBuffer {
    vk::CommandBuffer::from_raw(cmd.0 as u64)
}

impl VulkanDevice {
    pub(crate) fn open_list(&self, queue: Queue) -> Result<Cmd, Fault> {
        let free = lock(&self.lists).free[queue as usize].pop();
        let buffer = match free {
            Some(b) => b,
            None => self.new_list(queue)?,
        };
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the list is new or its pool was reset; nobody else has it.
        match unsafe { self.raw.begin_command_buffer(buffer, &begin) } {
            Ok(()) => Ok(cmd(buffer)),
            Err(e) => {
                self.recycle_list(cmd(buffer));
                Err(fault("vkBeginCommandBuffer", e))
            }
        }
    }

    pub(crate) fn make_lists(&self, count: usize) {
        let existing = {
            let mut lists = lock(&self.lists);
            let (room, existing) = (count.saturating_sub(lists.free[0].len()), lists.pools.len());
            lists.free[0].reserve(room);
            lists.pools.reserve(count.saturating_sub(existing));
            existing
        };
        for _ in existing..count {
            // What goes wrong here goes wrong again, and is told, when a list is opened.
            let Ok(list) = self.new_list(Queue::Main) else { return };
            lock(&self.lists).free[0].push(list);
        }
    }

    fn new_list(&self, queue: Queue) -> Result<vk::CommandBuffer, Fault> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(self.families[queue as usize]);
        // SAFETY: a valid description.
        let pool = unsafe { self.raw.create_command_pool(&info, None) };
        let pool = pool.map_err(|e| fault("vkCreateCommandPool", e))?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        // SAFETY: the pool is new.
        let made = unsafe { self.raw.allocate_command_buffers(&info) };
        match made.map(|v| v.first().copied()) {
            Ok(Some(b)) => {
                lock(&self.lists).pools.insert(b, (pool, queue));
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
        let Some((pool, queue)) = lists.pools.get(&buffer).copied() else { return };
        // SAFETY: by contract neither a thread nor the GPU uses the list, the only one of its pool.
        match unsafe { self.raw.reset_command_pool(pool, vk::CommandPoolResetFlags::empty()) } {
            Ok(()) => lists.free[queue as usize].push(buffer),
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
        lists.free = PerQueue::default();
        for (_, (pool, _)) in lists.pools.drain() {
            // SAFETY: the device is idle and going away.
            unsafe { self.raw.destroy_command_pool(pool, None) };
        }
    }
}
