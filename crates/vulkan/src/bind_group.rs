//! Bind group layouts, bind groups and pipeline layouts: descriptor sets from pools that grow by chunks.

use crate::convert;
use crate::device::VulkanDevice;
use crate::fault;
use crate::memory::lock;
use ash::vk::{self, Handle};
use candor_rhi::backend::{Fault, NativeEntry, NativeResource};
use candor_rhi::{LayoutEntry, Native, PushLayout, Raw};

/// Sets in one pool.
const POOL_SETS: u32 = 512;
/// Descriptors of each kind in one pool.
const POOL_SIZES: [(vk::DescriptorType, u32); 7] = [
    (vk::DescriptorType::UNIFORM_BUFFER, 1024),
    (vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC, 1024),
    (vk::DescriptorType::STORAGE_BUFFER, 1024),
    (vk::DescriptorType::STORAGE_BUFFER_DYNAMIC, 256),
    (vk::DescriptorType::SAMPLED_IMAGE, 4096),
    (vk::DescriptorType::STORAGE_IMAGE, 512),
    (vk::DescriptorType::SAMPLER, 4096),
];

/// Pools of descriptor sets; a set's `aux` is the index of its pool.
#[derive(Default)]
pub(crate) struct Pools {
    pools: Vec<vk::DescriptorPool>,
    /// The pool that sets are taken from first.
    current: usize,
}

impl VulkanDevice {
    pub(crate) fn make_group_layout(
        &self,
        entries: &[LayoutEntry],
        samplers: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault> {
        let samplers: Vec<(u32, Vec<vk::Sampler>)> = (samplers.iter())
            .map(|(b, all)| (*b, all.iter().map(|s| vk::Sampler::from_raw(s.0)).collect()))
            .collect();
        let bindings: Vec<_> = entries
            .iter()
            .map(|e| {
                let b = vk::DescriptorSetLayoutBinding::default()
                    .binding(e.binding)
                    .descriptor_type(convert::descriptor_type(e.kind))
                    .descriptor_count(e.count)
                    .stage_flags(self.known_stages(convert::shader_stages(e.stages)));
                match samplers.iter().find(|(n, _)| *n == e.binding) {
                    Some((_, all)) => b.immutable_samplers(all),
                    None => b,
                }
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: a valid description.
        let layout = unsafe { self.raw.create_descriptor_set_layout(&info, None) };
        let layout = layout.map_err(|e| fault("vkCreateDescriptorSetLayout", e))?;
        self.name(layout, label);
        Ok(Native { raw: Raw(layout.as_raw()), aux: 0 })
    }

    /// A pool that has room for a group with these entries at least.
    fn new_pool(&self, entries: &[NativeEntry]) -> Result<vk::DescriptorPool, Fault> {
        let sizes = POOL_SIZES.map(|(ty, n)| {
            let needed = entries.iter().filter(|e| convert::descriptor_type(e.kind) == ty).count();
            vk::DescriptorPoolSize::default().ty(ty).descriptor_count(n.max(needed as u32))
        });
        let info = vk::DescriptorPoolCreateInfo::default()
            .flags(vk::DescriptorPoolCreateFlags::FREE_DESCRIPTOR_SET)
            .max_sets(POOL_SETS)
            .pool_sizes(&sizes);
        // SAFETY: a valid description.
        unsafe { self.raw.create_descriptor_pool(&info, None) }
            .map_err(|e| fault("vkCreateDescriptorPool", e))
    }

    fn allocate_set(
        &self,
        layout: vk::DescriptorSetLayout,
        entries: &[NativeEntry],
    ) -> Result<(vk::DescriptorSet, u64), Fault> {
        let mut pools = lock(&self.descriptors);
        let layouts = [layout];
        let n = pools.pools.len();
        for step in 0..=n {
            let i = (pools.current + step) % (n + 1);
            let fresh = i == n;
            if fresh {
                let pool = self.new_pool(entries)?;
                pools.pools.push(pool);
            }
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(pools.pools[i])
                .set_layouts(&layouts);
            // SAFETY: the pool is used under the lock alone; the layout is alive.
            match unsafe { self.raw.allocate_descriptor_sets(&info) } {
                Ok(sets) => {
                    pools.current = i;
                    return sets.first().map(|s| (*s, i as u64)).ok_or(Fault::Unavailable("no set".into()));
                }
                Err(vk::Result::ERROR_OUT_OF_POOL_MEMORY | vk::Result::ERROR_FRAGMENTED_POOL) if !fresh => {}
                Err(e) => return Err(fault("vkAllocateDescriptorSets", e)),
            }
        }
        Err(Fault::OutOfMemory("descriptor"))
    }

    pub(crate) fn make_group(
        &self,
        layout: Native,
        entries: &[NativeEntry],
        label: &str,
    ) -> Result<Native, Fault> {
        let (set, pool) = self.allocate_set(vk::DescriptorSetLayout::from_raw(layout.raw.0), entries)?;
        let mut buffers = Vec::with_capacity(entries.len());
        let mut images = Vec::with_capacity(entries.len());
        for e in entries {
            match e.resource {
                NativeResource::Buffer { raw, offset, size } => buffers.push(vk::DescriptorBufferInfo {
                    buffer: vk::Buffer::from_raw(raw.0),
                    offset,
                    range: size,
                }),
                NativeResource::View { raw, layout } => images.push(vk::DescriptorImageInfo {
                    sampler: vk::Sampler::null(),
                    image_view: vk::ImageView::from_raw(raw.0),
                    image_layout: convert::layout(layout),
                }),
                NativeResource::Sampler(raw) => images.push(vk::DescriptorImageInfo {
                    sampler: vk::Sampler::from_raw(raw.0),
                    image_view: vk::ImageView::null(),
                    image_layout: vk::ImageLayout::UNDEFINED,
                }),
            }
        }
        let (mut next_buffer, mut next_image) = (buffers.iter(), images.iter());
        let mut writes = Vec::with_capacity(entries.len());
        for e in entries {
            let mut w = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(e.binding)
                .dst_array_element(e.element)
                .descriptor_type(convert::descriptor_type(e.kind));
            w = match e.resource {
                NativeResource::Buffer { .. } => {
                    w.buffer_info(next_buffer.next().map_or(&[], std::slice::from_ref))
                }
                NativeResource::View { .. } | NativeResource::Sampler(_) => {
                    w.image_info(next_image.next().map_or(&[], std::slice::from_ref))
                }
            };
            writes.push(w);
        }
        // SAFETY: the set is new and nobody else has seen it; all handles are alive and of the layout's kinds.
        unsafe { self.raw.update_descriptor_sets(&writes, &[]) };
        self.name(set, label);
        Ok(Native { raw: Raw(set.as_raw()), aux: pool })
    }

    pub(crate) fn free_group(&self, group: Native) {
        let pools = lock(&self.descriptors);
        if let Some(pool) = pools.pools.get(group.aux as usize) {
            let sets = [vk::DescriptorSet::from_raw(group.raw.0)];
            // SAFETY: the set came from this pool, which is used under the lock alone, and nothing uses the set any more.
            if let Err(e) = unsafe { self.raw.free_descriptor_sets(*pool, &sets) } {
                tracing::error!("a descriptor set could not be freed: {e:?}");
            }
        }
    }

    pub(crate) fn destroy_pools(&self) {
        for pool in lock(&self.descriptors).pools.drain(..) {
            // SAFETY: the device is idle and going away; no set of it is used any more.
            unsafe { self.raw.destroy_descriptor_pool(pool, None) };
        }
    }

    pub(crate) fn make_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        let layouts: Vec<_> = groups.iter().map(|g| vk::DescriptorSetLayout::from_raw(g.0)).collect();
        let stages = self.known_stages(convert::shader_stages(push.stages));
        let ranges = [vk::PushConstantRange::default().stage_flags(stages).size(push.bytes)];
        let mut info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        if push.bytes > 0 {
            info = info.push_constant_ranges(&ranges);
        }
        // SAFETY: a valid description; the layouts are alive.
        let layout = unsafe { self.raw.create_pipeline_layout(&info, None) };
        let layout = layout.map_err(|e| fault("vkCreatePipelineLayout", e))?;
        Ok((Native { raw: Raw(layout.as_raw()), aux: 0 }, stages.as_raw()))
    }
}
