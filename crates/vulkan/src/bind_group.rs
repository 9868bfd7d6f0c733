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

/// Descriptors that are written in one call.
const CHUNK: usize = 8;

/// Pools of descriptor sets; a set's `aux` is the index of its pool.
#[derive(Default)]
pub(crate) struct Pools {
    pools: Vec<vk::DescriptorPool>,
    /// The pool that sets are taken from first.
    current: usize,
}

/// What a descriptor is filled with.
enum Info {
    Buffer(vk::DescriptorBufferInfo),
    Image(vk::DescriptorImageInfo),
}

impl Info {
    const NONE: Self =
        Self::Buffer(vk::DescriptorBufferInfo { buffer: vk::Buffer::null(), offset: 0, range: 0 });

    fn of(e: &NativeEntry) -> Self {
        match e.resource {
            NativeResource::Buffer { raw, offset, size } => Self::Buffer(vk::DescriptorBufferInfo {
                buffer: vk::Buffer::from_raw(raw.0),
                offset,
                range: size,
            }),
            NativeResource::View { raw, layout } => Self::Image(vk::DescriptorImageInfo {
                sampler: vk::Sampler::null(),
                image_view: vk::ImageView::from_raw(raw.0),
                image_layout: convert::layout(layout),
            }),
            NativeResource::Sampler(raw) => Self::Image(vk::DescriptorImageInfo {
                sampler: vk::Sampler::from_raw(raw.0),
                image_view: vk::ImageView::null(),
                image_layout: vk::ImageLayout::UNDEFINED,
            }),
        }
    }

    fn write(&self, set: vk::DescriptorSet, e: &NativeEntry) -> vk::WriteDescriptorSet<'_> {
        let w = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(e.binding)
            .dst_array_element(e.element)
            .descriptor_type(convert::descriptor_type(e.kind));
        match self {
            Self::Buffer(b) => w.buffer_info(std::slice::from_ref(b)),
            Self::Image(i) => w.image_info(std::slice::from_ref(i)),
        }
    }
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
            let mut set = vk::DescriptorSet::null();
            let allocate = self.raw.fp_v1_0().allocate_descriptor_sets;
            // SAFETY: the pool is used under the lock alone; the layout is alive; there is room for the one set asked for.
            match unsafe { allocate(self.raw.handle(), &info, &mut set) } {
                vk::Result::SUCCESS => {
                    pools.current = i;
                    return Ok((set, i as u64));
                }
                vk::Result::ERROR_OUT_OF_POOL_MEMORY | vk::Result::ERROR_FRAGMENTED_POOL if !fresh => {}
                e => return Err(fault("vkAllocateDescriptorSets", e)),
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
        // By chunks of a fixed size, so that most groups are one call and need no memory here.
        for chunk in entries.chunks(CHUNK) {
            let mut infos = [Info::NONE; CHUNK];
            let mut writes = [vk::WriteDescriptorSet::default(); CHUNK];
            for ((w, info), e) in writes.iter_mut().zip(&mut infos).zip(chunk) {
                *info = Info::of(e);
                *w = info.write(set, e);
            }
            // SAFETY: the set is new and nobody else has seen it; all handles are alive and of the layout's kinds.
            unsafe { self.raw.update_descriptor_sets(&writes[..chunk.len()], &[]) };
        }
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
