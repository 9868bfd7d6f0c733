//! Barriers, in two forms: handed on as they lie in the list where the device has synchronization2, and translated to those of
//! Vulkan 1.0 where it has not.

use crate::device::VulkanDevice;
use crate::encoder::list;
use ash::vk::{self, Handle};
use candor_rhi::Cmd;
use candor_rhi::track::{List, Planned, Subject};
use std::mem::MaybeUninit;

/// Image barriers in one call where buffers are among them.
const CHUNK: usize = 16;

/// Image barriers in one call of Vulkan 1.0.
const OLDER_CHUNK: usize = 64;

impl VulkanDevice {
    /// Makes barriers: those of images one by one, those of buffers as one memory barrier.
    pub(crate) fn make_barriers(&self, cmd: Cmd, barriers: &List) {
        match &self.fns.sync2 {
            Some(f) => make_barriers_2(f.barrier, cmd, barriers),
            None => self.make_older_barriers(cmd, barriers.planned()),
        }
    }

    /// Makes a memory barrier.
    pub(crate) fn make_memory_barrier(&self, cmd: Cmd, memory: &vk::MemoryBarrier2<'_>) {
        match &self.fns.sync2 {
            // SAFETY: the list is open; no image barrier is read.
            Some(f) => unsafe { flush(f.barrier, cmd, std::ptr::null(), 0, Some(memory)) },
            None => {
                let older = vk::MemoryBarrier::default()
                    .src_access_mask(older_access(memory.src_access_mask))
                    .dst_access_mask(older_access(memory.dst_access_mask));
                let stages = Stages { from: memory.src_stage_mask, to: memory.dst_stage_mask };
                // SAFETY: the list is open.
                unsafe { self.flush_older(cmd, &stages, &[], Some(&older)) }
            }
        }
    }

    /// One call for a list, or for each part of a very long one: Vulkan 1.0 has one pair of stages for a whole call, so that of
    /// each is the union.
    fn make_older_barriers(&self, cmd: Cmd, all: &[Planned]) {
        let mut images = [const { MaybeUninit::<vk::ImageMemoryBarrier<'static>>::uninit() }; OLDER_CHUNK];
        for part in all.chunks(OLDER_CHUNK) {
            let mut stages =
                Stages { from: vk::PipelineStageFlags2::NONE, to: vk::PipelineStageFlags2::NONE };
            let (mut memory, mut n) = (None::<vk::MemoryBarrier<'_>>, 0);
            for b in part {
                let [from, to] = [b.from, b.to];
                stages.from |= vk::PipelineStageFlags2::from_raw(from.0[0]);
                stages.to |= vk::PipelineStageFlags2::from_raw(to.0[0]);
                let src = older_access(vk::AccessFlags2::from_raw(from.0[1]));
                let dst = older_access(vk::AccessFlags2::from_raw(to.0[1]));
                if b.is_buffer() {
                    let memory = memory.get_or_insert_default();
                    memory.src_access_mask |= src;
                    memory.dst_access_mask |= dst;
                    continue;
                }
                images[n].write(older_image(b, src, dst));
                n += 1;
            }
            // SAFETY: the first `n` are written.
            let images = unsafe { std::slice::from_raw_parts(images.as_ptr().cast(), n) };
            // SAFETY: the list is open; the handles of the barriers are alive.
            unsafe { self.flush_older(cmd, &stages, images, memory.as_ref()) };
        }
    }

    /// # Safety
    /// The list is open, the handles of the barriers are alive.
    unsafe fn flush_older(
        &self,
        cmd: Cmd,
        stages: &Stages,
        images: &[vk::ImageMemoryBarrier<'_>],
        memory: Option<&vk::MemoryBarrier<'_>>,
    ) {
        // No stage at all is not allowed in Vulkan 1.0: what waits for nothing waits for the top of the pipe.
        let or = |stage: vk::PipelineStageFlags, none| if stage.is_empty() { none } else { stage };
        let from = or(older_stages(stages.from), vk::PipelineStageFlags::TOP_OF_PIPE);
        let to = or(older_stages(stages.to), vk::PipelineStageFlags::BOTTOM_OF_PIPE);
        let memory = memory.map_or(&[][..], std::slice::from_ref);
        let none = vk::DependencyFlags::empty();
        // SAFETY: by contract.
        unsafe { self.raw.cmd_pipeline_barrier(list(cmd), from, to, none, memory, &[], images) }
    }
}

/// Stages on both sides of a call.
struct Stages {
    from: vk::PipelineStageFlags2,
    to: vk::PipelineStageFlags2,
}

/// Makes barriers with synchronization2.
#[inline(always)]
pub(crate) fn make_barriers_2(barrier: vk::PFN_vkCmdPipelineBarrier2, cmd: Cmd, barriers: &List) {
    let list = barriers.planned();
    if list.is_empty() {
        return;
    }
    if barriers.has_buffers() {
        return make_mixed_barriers(barrier, cmd, list);
    }
    // SAFETY: the list is of image barriers in Vulkan's own shape: see the assertions below.
    unsafe { flush(barrier, cmd, list.as_ptr().cast(), list.len(), None) };
}

#[inline(never)]
fn make_mixed_barriers(barrier: vk::PFN_vkCmdPipelineBarrier2, cmd: Cmd, list: &[Planned]) {
    let mut memory = vk::MemoryBarrier2::default();
    let mut images = [Planned::EMPTY; CHUNK];
    let mut n = 0;
    for b in list {
        if b.is_buffer() {
            memory.src_stage_mask |= vk::PipelineStageFlags2::from_raw(b.from.0[0]);
            memory.src_access_mask |= vk::AccessFlags2::from_raw(b.from.0[1]);
            memory.dst_stage_mask |= vk::PipelineStageFlags2::from_raw(b.to.0[0]);
            memory.dst_access_mask |= vk::AccessFlags2::from_raw(b.to.0[1]);
            continue;
        }
        if n == CHUNK {
            // SAFETY: as above; all of the chunk is written.
            unsafe { flush(barrier, cmd, images.as_ptr().cast(), n, None) };
            n = 0;
        }
        images[n] = *b;
        n += 1;
    }
    // SAFETY: as above; the first `n` are written.
    unsafe { flush(barrier, cmd, images.as_ptr().cast(), n, Some(&memory)) };
}

/// # Safety
/// `n` barriers can be read at `images`; their handles are alive; the list is open.
#[inline(always)]
unsafe fn flush(
    barrier: vk::PFN_vkCmdPipelineBarrier2,
    cmd: Cmd,
    images: *const vk::ImageMemoryBarrier2<'_>,
    n: usize,
    memory: Option<&vk::MemoryBarrier2<'_>>,
) {
    let info = vk::DependencyInfo {
        s_type: vk::StructureType::DEPENDENCY_INFO,
        memory_barrier_count: u32::from(memory.is_some()),
        p_memory_barriers: memory.map_or(std::ptr::null(), |m| m),
        image_memory_barrier_count: n as u32,
        p_image_memory_barriers: images,
        ..Default::default()
    };
    // SAFETY: by contract.
    unsafe { barrier(list(cmd), &info) }
}

/// A barrier of a list with 32-bit accesses.
fn older_image(b: &Planned, src: vk::AccessFlags, dst: vk::AccessFlags) -> vk::ImageMemoryBarrier<'static> {
    let [aspects, base_mip_level, level_count, base_array_layer, layer_count] = b.subject.range;
    vk::ImageMemoryBarrier {
        src_access_mask: src,
        dst_access_mask: dst,
        old_layout: vk::ImageLayout::from_raw(b.old as i32),
        new_layout: vk::ImageLayout::from_raw(b.new as i32),
        src_queue_family_index: b.subject.queues[0],
        dst_queue_family_index: b.subject.queues[1],
        image: vk::Image::from_raw(b.subject.raw.0),
        subresource_range: vk::ImageSubresourceRange {
            aspect_mask: vk::ImageAspectFlags::from_raw(aspects),
            base_mip_level,
            level_count,
            base_array_layer,
            layer_count,
        },
        ..Default::default()
    }
}

/// The stages of Vulkan 1.0 have the same numbers; those that came with synchronization2 are parts of older ones.
fn older_stages(s: vk::PipelineStageFlags2) -> vk::PipelineStageFlags {
    use vk::PipelineStageFlags2 as New;
    let mut older = vk::PipelineStageFlags::from_raw(s.as_raw() as u32);
    let mut newer = s.as_raw() & !u64::from(u32::MAX);
    for (parts, whole) in [
        (New::COPY | New::RESOLVE | New::BLIT | New::CLEAR, vk::PipelineStageFlags::TRANSFER),
        (New::INDEX_INPUT | New::VERTEX_ATTRIBUTE_INPUT, vk::PipelineStageFlags::VERTEX_INPUT),
        (New::PRE_RASTERIZATION_SHADERS, vk::PipelineStageFlags::ALL_GRAPHICS),
    ] {
        if newer & parts.as_raw() != 0 {
            older |= whole;
            newer &= !parts.as_raw();
        }
    }
    if newer != 0 {
        older |= vk::PipelineStageFlags::ALL_COMMANDS;
    }
    older
}

/// The accesses of Vulkan 1.0 have the same numbers; those that came with synchronization2 are parts of older ones.
fn older_access(a: vk::AccessFlags2) -> vk::AccessFlags {
    use vk::AccessFlags2 as New;
    let mut older = vk::AccessFlags::from_raw(a.as_raw() as u32);
    let mut newer = a.as_raw() & !u64::from(u32::MAX);
    for (parts, whole) in [
        (New::SHADER_SAMPLED_READ | New::SHADER_STORAGE_READ, vk::AccessFlags::SHADER_READ),
        (New::SHADER_STORAGE_WRITE, vk::AccessFlags::SHADER_WRITE),
    ] {
        if newer & parts.as_raw() != 0 {
            older |= whole;
            newer &= !parts.as_raw();
        }
    }
    if newer != 0 {
        older |= vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    }
    older
}

/// `Planned` is `VkImageMemoryBarrier2`.
const _: () = {
    use std::mem::offset_of;
    type Native = vk::ImageMemoryBarrier2<'static>;
    assert!(size_of::<Planned>() == size_of::<Native>());
    assert!(align_of::<Planned>() >= align_of::<Native>());
    assert!(offset_of!(Native, s_type) == offset_of!(Planned, head));
    assert!(offset_of!(Native, p_next) == offset_of!(Planned, head) + 8);
    assert!(offset_of!(Native, src_stage_mask) == offset_of!(Planned, from));
    assert!(offset_of!(Native, src_access_mask) == offset_of!(Planned, from) + 8);
    assert!(offset_of!(Native, dst_stage_mask) == offset_of!(Planned, to));
    assert!(offset_of!(Native, dst_access_mask) == offset_of!(Planned, to) + 8);
    assert!(offset_of!(Native, old_layout) == offset_of!(Planned, old));
    assert!(offset_of!(Native, new_layout) == offset_of!(Planned, new));
    assert!(offset_of!(Native, src_queue_family_index) == offset_of!(Planned, subject));
    assert!(offset_of!(Native, dst_queue_family_index) == offset_of!(Planned, subject) + 4);
    assert!(offset_of!(Native, image) == offset_of!(Planned, subject) + offset_of!(Subject, raw));
    assert!(
        offset_of!(Native, subresource_range) == offset_of!(Planned, subject) + offset_of!(Subject, range)
    );
    assert!(size_of::<vk::ImageSubresourceRange>() == size_of::<[u32; 5]>());
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert;
    use candor_rhi::usage::{Access, Stages as Shaders, Usage};

    #[test]
    fn stages_of_synchronization2_fold_into_those_that_hold_them() {
        use vk::{PipelineStageFlags as Old, PipelineStageFlags2 as New};
        for (new, old) in [
            (New::NONE, Old::empty()),
            (New::ALL_TRANSFER, Old::TRANSFER),
            (New::COPY, Old::TRANSFER),
            (New::CLEAR | New::FRAGMENT_SHADER, Old::TRANSFER | Old::FRAGMENT_SHADER),
            (New::INDEX_INPUT, Old::VERTEX_INPUT),
            (New::VERTEX_ATTRIBUTE_INPUT | New::DRAW_INDIRECT, Old::VERTEX_INPUT | Old::DRAW_INDIRECT),
            (New::PRE_RASTERIZATION_SHADERS, Old::ALL_GRAPHICS),
            (New::from_raw(1 << 60), Old::ALL_COMMANDS),
        ] {
            assert_eq!(older_stages(new), old, "{new:?}");
        }
    }

    #[test]
    fn accesses_of_synchronization2_fold_into_those_that_hold_them() {
        use vk::{AccessFlags as Old, AccessFlags2 as New};
        for (new, old) in [
            (New::NONE, Old::empty()),
            (New::SHADER_SAMPLED_READ, Old::SHADER_READ),
            (New::SHADER_STORAGE_READ | New::SHADER_STORAGE_WRITE, Old::SHADER_READ | Old::SHADER_WRITE),
            (New::UNIFORM_READ | New::SHADER_SAMPLED_READ, Old::UNIFORM_READ | Old::SHADER_READ),
            (New::DEPTH_STENCIL_ATTACHMENT_WRITE, Old::DEPTH_STENCIL_ATTACHMENT_WRITE),
            (New::from_raw(1 << 60), Old::MEMORY_READ | Old::MEMORY_WRITE),
        ] {
            assert_eq!(older_access(new), old, "{new:?}");
        }
    }

    /// Nothing that Candor declares needs the widest of all: that would wait for everything.
    #[test]
    fn every_usage_of_candor_folds_exactly() {
        let everything = vk::PipelineStageFlags::ALL_COMMANDS | vk::PipelineStageFlags::ALL_GRAPHICS;
        let any = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        for access in Access::all().iter() {
            for stages in (0..8).map(Shaders::from_bits_truncate) {
                let usage = Usage::new(access, stages);
                for (stage, access) in [convert::masks(usage), convert::before(usage)] {
                    let (old, older) = (older_stages(stage), older_access(access));
                    assert!(!old.intersects(everything) && !older.intersects(any), "{usage:?}");
                    assert_eq!(stage.is_empty(), old.is_empty(), "{usage:?}");
                    assert_eq!(access.is_empty(), older.is_empty(), "{usage:?}");
                }
            }
        }
    }
}
