//! A driver whose n-th call fails, so that what a call of the backend must undo is undone on any device: for tests.
//!
//! Entry points of the device are exchanged for others that count, fail when it is their turn, and otherwise call the driver. They
//! know their device by its handle.

use crate::hide::Hide;
use crate::memory::lock;
use ash::vk::{self, Handle};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The system's Vulkan with calls that fail as it is told, for tests. What the driver itself is never asked is nothing that its
/// validation layer could complain of.
#[derive(Debug, Clone, Default)]
pub struct VulkanFaulty {
    /// What is left out, as by [`crate::VulkanHiding`].
    pub hidden: Vec<Hide>,
    /// Which call fails.
    pub faults: Arc<DriverFaults>,
}

/// Which call of the driver fails, and what is alive on its devices.
#[derive(Debug, Default)]
pub struct DriverFaults {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    fail_at: Option<u64>,
    calls: u64,
    failed: Option<&'static str>,
    live: BTreeMap<(&'static str, u64), u32>,
    misuse: Vec<String>,
}

impl DriverFaults {
    /// The calls that can fail.
    pub const CALLS: &'static [&'static str] = &[
        "vkAllocateCommandBuffers",
        "vkAllocateDescriptorSets",
        "vkAllocateMemory",
        "vkBindBufferMemory",
        "vkBindImageMemory",
        "vkCreateBuffer",
        "vkCreateCommandPool",
        "vkCreateComputePipelines",
        "vkCreateDescriptorPool",
        "vkCreateDescriptorSetLayout",
        "vkCreateFence",
        "vkCreateFramebuffer",
        "vkCreateGraphicsPipelines",
        "vkCreateImage",
        "vkCreateImageView",
        "vkCreatePipelineCache",
        "vkCreatePipelineLayout",
        "vkCreateQueryPool",
        "vkCreateRenderPass",
        "vkCreateRenderPass2",
        "vkCreateSampler",
        "vkCreateSemaphore",
        "vkCreateShaderModule",
        "vkMapMemory",
        "vkResetCommandPool",
        "vkResetFences",
    ];

    /// The n-th call from now on that can fail does, counted from 1; none: all go to the driver.
    pub fn fail_at(&self, n: Option<u64>) {
        let mut s = lock(&self.state);
        (s.fail_at, s.calls, s.failed) = (n, 0, None);
    }
    /// The call that has failed since then.
    pub fn failed(&self) -> Option<&'static str> {
        lock(&self.state).failed
    }
    /// Calls since then that could have failed.
    pub fn calls(&self) -> u64 {
        lock(&self.state).calls
    }
    /// Objects that were made and not destroyed, by the call that made them.
    pub fn live(&self) -> BTreeMap<&'static str, u32> {
        let mut all = BTreeMap::new();
        for ((call, _), n) in &lock(&self.state).live {
            *all.entry(*call).or_default() += n;
        }
        all
    }
    /// What was destroyed and not alive.
    pub fn misuse(&self) -> Vec<String> {
        lock(&self.state).misuse.clone()
    }

    /// Counts a call. Is it the one that fails?
    fn fails(&self, call: &'static str) -> bool {
        let mut s = lock(&self.state);
        s.calls += 1;
        let fails = s.fail_at == Some(s.calls);
        if fails {
            s.failed = Some(call);
        }
        fails
    }

    fn made(&self, call: &'static str, handle: u64) {
        *lock(&self.state).live.entry((call, handle)).or_default() += 1;
    }

    fn gone(&self, call: &'static str, handle: u64) {
        let mut s = lock(&self.state);
        match s.live.get_mut(&(call, handle)) {
            Some(1) => drop(s.live.remove(&(call, handle))),
            Some(n) => *n -= 1,
            // Nothing is destroyed by destroying null.
            None if handle == 0 => {}
            None => s.misuse.push(format!("what {call} makes was destroyed and not alive: {handle:#x}")),
        }
    }
}

/// A device's own entry points.
struct Real {
    device: vk::Device,
    v1_0: ash::DeviceFnV1_0,
    v1_2: ash::DeviceFnV1_2,
    faults: Arc<DriverFaults>,
}

static DEVICES: RwLock<Vec<Arc<Real>>> = RwLock::new(Vec::new());

fn real(device: vk::Device) -> Option<Arc<Real>> {
    let all = DEVICES.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|r| r.device == device).cloned()
}

/// What a call that fails answers.
const ANSWER: vk::Result = vk::Result::ERROR_OUT_OF_DEVICE_MEMORY;

/// The driver's table, or the answer of a call that fails.
macro_rules! turn {
    ($device:expr, $call:literal) => {
        match real($device) {
            Some(r) if r.faults.fails($call) => return ANSWER,
            Some(r) => r,
            None => return vk::Result::ERROR_DEVICE_LOST,
        }
    };
}

/// Calls that make one object, and those that destroy it.
macro_rules! objects {
    ($($make:ident, $destroy:ident, $call:literal: $info:ty => $handle:ty;)*) => {
        $(
            unsafe extern "system" fn $make(
                device: vk::Device,
                info: *const $info,
                host: *const vk::AllocationCallbacks<'_>,
                out: *mut $handle,
            ) -> vk::Result {
                let r = turn!(device, $call);
                // SAFETY: the caller's call, handed on as it is; what it makes is written before it is read.
                unsafe {
                    let result = (r.v1_0.$make)(device, info, host, out);
                    if result == vk::Result::SUCCESS {
                        r.faults.made($call, (*out).as_raw());
                    }
                    result
                }
            }

            unsafe extern "system" fn $destroy(
                device: vk::Device,
                object: $handle,
                host: *const vk::AllocationCallbacks<'_>,
            ) {
                let Some(r) = real(device) else { return };
                r.faults.gone($call, object.as_raw());
                // SAFETY: the caller's call, handed on as it is.
                unsafe { (r.v1_0.$destroy)(device, object, host) }
            }
        )*

        fn exchange_objects(f: &mut ash::DeviceFnV1_0) {
            $((f.$make, f.$destroy) = ($make, $destroy);)*
        }
    };
}

objects! {
    allocate_memory, free_memory, "vkAllocateMemory": vk::MemoryAllocateInfo<'_> => vk::DeviceMemory;
    create_buffer, destroy_buffer, "vkCreateBuffer": vk::BufferCreateInfo<'_> => vk::Buffer;
    create_image, destroy_image, "vkCreateImage": vk::ImageCreateInfo<'_> => vk::Image;
    create_image_view, destroy_image_view, "vkCreateImageView": vk::ImageViewCreateInfo<'_> => vk::ImageView;
    create_sampler, destroy_sampler, "vkCreateSampler": vk::SamplerCreateInfo<'_> => vk::Sampler;
    create_shader_module, destroy_shader_module, "vkCreateShaderModule": vk::ShaderModuleCreateInfo<'_> => vk::ShaderModule;
    create_descriptor_set_layout, destroy_descriptor_set_layout, "vkCreateDescriptorSetLayout":
        vk::DescriptorSetLayoutCreateInfo<'_> => vk::DescriptorSetLayout;
    create_descriptor_pool, destroy_descriptor_pool, "vkCreateDescriptorPool":
        vk::DescriptorPoolCreateInfo<'_> => vk::DescriptorPool;
    create_pipeline_layout, destroy_pipeline_layout, "vkCreatePipelineLayout":
        vk::PipelineLayoutCreateInfo<'_> => vk::PipelineLayout;
    create_pipeline_cache, destroy_pipeline_cache, "vkCreatePipelineCache":
        vk::PipelineCacheCreateInfo<'_> => vk::PipelineCache;
    create_query_pool, destroy_query_pool, "vkCreateQueryPool": vk::QueryPoolCreateInfo<'_> => vk::QueryPool;
    create_command_pool, destroy_command_pool, "vkCreateCommandPool": vk::CommandPoolCreateInfo<'_> => vk::CommandPool;
    create_semaphore, destroy_semaphore, "vkCreateSemaphore": vk::SemaphoreCreateInfo<'_> => vk::Semaphore;
    create_fence, destroy_fence, "vkCreateFence": vk::FenceCreateInfo<'_> => vk::Fence;
    create_framebuffer, destroy_framebuffer, "vkCreateFramebuffer": vk::FramebufferCreateInfo<'_> => vk::Framebuffer;
    create_render_pass, destroy_render_pass, "vkCreateRenderPass": vk::RenderPassCreateInfo<'_> => vk::RenderPass;
}

/// Calls of a device that make nothing that is destroyed by itself.
macro_rules! others {
    ($($name:ident, $call:literal: ($($arg:ident: $ty:ty),*);)*) => {
        $(
            unsafe extern "system" fn $name(device: vk::Device $(, $arg: $ty)*) -> vk::Result {
                let r = turn!(device, $call);
                // SAFETY: the caller's call, handed on as it is.
                unsafe { (r.v1_0.$name)(device $(, $arg)*) }
            }
        )*

        fn exchange_others(f: &mut ash::DeviceFnV1_0) {
            $(f.$name = $name;)*
        }
    };
}

others! {
    bind_buffer_memory, "vkBindBufferMemory": (buffer: vk::Buffer, memory: vk::DeviceMemory, offset: vk::DeviceSize);
    bind_image_memory, "vkBindImageMemory": (image: vk::Image, memory: vk::DeviceMemory, offset: vk::DeviceSize);
    map_memory, "vkMapMemory": (
        memory: vk::DeviceMemory,
        offset: vk::DeviceSize,
        size: vk::DeviceSize,
        flags: vk::MemoryMapFlags,
        out: *mut *mut std::ffi::c_void
    );
    allocate_descriptor_sets, "vkAllocateDescriptorSets":
        (info: *const vk::DescriptorSetAllocateInfo<'_>, out: *mut vk::DescriptorSet);
    allocate_command_buffers, "vkAllocateCommandBuffers":
        (info: *const vk::CommandBufferAllocateInfo<'_>, out: *mut vk::CommandBuffer);
    reset_command_pool, "vkResetCommandPool": (pool: vk::CommandPool, flags: vk::CommandPoolResetFlags);
    reset_fences, "vkResetFences": (n: u32, fences: *const vk::Fence);
}

/// Calls that make several pipelines.
macro_rules! pipelines {
    ($($name:ident, $call:literal: $info:ty;)*) => {
        $(
            unsafe extern "system" fn $name(
                device: vk::Device,
                cache: vk::PipelineCache,
                n: u32,
                infos: *const $info,
                host: *const vk::AllocationCallbacks<'_>,
                out: *mut vk::Pipeline,
            ) -> vk::Result {
                let r = turn!(device, $call);
                // SAFETY: the caller's call, handed on as it is; what it makes is written before it is read.
                unsafe {
                    let result = (r.v1_0.$name)(device, cache, n, infos, host, out);
                    if result == vk::Result::SUCCESS {
                        (0..n as usize).for_each(|i| r.faults.made(PIPELINE, (*out.add(i)).as_raw()));
                    }
                    result
                }
            }
        )*
    };
}

const PIPELINE: &str = "vkCreate*Pipelines";

pipelines! {
    create_graphics_pipelines, "vkCreateGraphicsPipelines": vk::GraphicsPipelineCreateInfo<'_>;
    create_compute_pipelines, "vkCreateComputePipelines": vk::ComputePipelineCreateInfo<'_>;
}

unsafe extern "system" fn destroy_pipeline(
    device: vk::Device,
    pipeline: vk::Pipeline,
    host: *const vk::AllocationCallbacks<'_>,
) {
    let Some(r) = real(device) else { return };
    r.faults.gone(PIPELINE, pipeline.as_raw());
    // SAFETY: the caller's call, handed on as it is.
    unsafe { (r.v1_0.destroy_pipeline)(device, pipeline, host) }
}

unsafe extern "system" fn create_render_pass2(
    device: vk::Device,
    info: *const vk::RenderPassCreateInfo2<'_>,
    host: *const vk::AllocationCallbacks<'_>,
    out: *mut vk::RenderPass,
) -> vk::Result {
    let r = turn!(device, "vkCreateRenderPass2");
    // SAFETY: the caller's call, handed on as it is; what it makes is written before it is read.
    unsafe {
        let result = (r.v1_2.create_render_pass2)(device, info, host, out);
        if result == vk::Result::SUCCESS {
            r.faults.made("vkCreateRenderPass", (*out).as_raw());
        }
        result
    }
}

unsafe extern "system" fn destroy_device(device: vk::Device, host: *const vk::AllocationCallbacks<'_>) {
    let gone = {
        let mut all = DEVICES.write().unwrap_or_else(PoisonError::into_inner);
        all.iter().position(|r| r.device == device).map(|i| all.swap_remove(i))
    };
    if let Some(r) = gone {
        // SAFETY: the caller's call, handed on as it is.
        unsafe { (r.v1_0.destroy_device)(device, host) }
    }
}

/// The device with calls that fail.
pub(crate) fn exchange(raw: &ash::Device, faults: &Arc<DriverFaults>) -> ash::Device {
    let (v1_0, v1_2) = (raw.fp_v1_0().clone(), raw.fp_v1_2().clone());
    let device = raw.handle();
    let (mut f, mut newer) = (v1_0.clone(), v1_2.clone());
    exchange_objects(&mut f);
    exchange_others(&mut f);
    (f.create_graphics_pipelines, f.create_compute_pipelines) =
        (create_graphics_pipelines, create_compute_pipelines);
    (f.destroy_pipeline, f.destroy_device) = (destroy_pipeline, destroy_device);
    newer.create_render_pass2 = create_render_pass2;
    let own = Real { device, v1_0, v1_2, faults: faults.clone() };
    DEVICES.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(own));
    ash::Device::from_parts_1_3(device, f, raw.fp_v1_1().clone(), newer, raw.fp_v1_3().clone())
}
