//! The renderer as it was before Candor: plain ash, Vulkan 1.3, one image, three passes, and the picture read back.
//!
//! The one thing that had to change is that the passes leave the layout of the image to whoever records them: see [`AshRenderer::turn`].

use crate::scene::{BAR, GROUND, Rect, SIZE, SKY};
use ash::vk;
use candor_shader::Shader;
use candor_shader::shaders::{PROOF_DRAW_FS_COLOR, PROOF_DRAW_VS_QUAD, TRIANGLE_FS_MAIN, TRIANGLE_VS_MAIN};
use std::error::Error;
use std::ffi::CString;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Format of the image.
pub(crate) const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// Bytes of push data of the rectangle's shader.
const PUSH_BYTES: u32 = 64;
const BYTES: u64 = SIZE[0] as u64 * SIZE[1] as u64 * 4;

const WHOLE: vk::ImageSubresourceRange = vk::ImageSubresourceRange {
    aspect_mask: vk::ImageAspectFlags::COLOR,
    base_mip_level: 0,
    level_count: 1,
    base_array_layer: 0,
    layer_count: 1,
};

/// A handle of everything, destroyed in the opposite order.
pub(crate) struct AshRenderer {
    pub(crate) entry: ash::Entry,
    pub(crate) instance: ash::Instance,
    pub(crate) physical: vk::PhysicalDevice,
    pub(crate) device: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) family: u32,
    pub(crate) image: vk::Image,
    image_memory: vk::DeviceMemory,
    view: vk::ImageView,
    readback: vk::Buffer,
    readback_memory: vk::DeviceMemory,
    pool: vk::CommandPool,
    layout: vk::PipelineLayout,
    rect: vk::Pipeline,
    triangle: vk::Pipeline,
}

impl AshRenderer {
    /// The first device that has Vulkan 1.3; `Err` with a sentence where there is none.
    pub(crate) fn new() -> Result<Self> {
        // SAFETY: the system's loader is loaded once and kept to the end.
        let entry = unsafe { ash::Entry::load() }.map_err(|e| format!("no vulkan loader: {e}"))?;
        let app =
            vk::ApplicationInfo::default().application_name(c"adopt-ash").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: what the structs point to lives until the call returns.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(|e| format!("no vulkan: {e}"))?;
        // SAFETY: the instance is alive.
        match unsafe { Self::on(&entry, &instance) } {
            Ok(renderer) => Ok(renderer),
            Err(e) => {
                // SAFETY: nothing that was made of it is left; a device that could not be finished is given up with the program.
                unsafe { instance.destroy_instance(None) };
                Err(e)
            }
        }
    }

    /// # Safety
    /// The instance is of Vulkan 1.3 and alive.
    unsafe fn on(entry: &ash::Entry, instance: &ash::Instance) -> Result<Self> {
        // SAFETY: by contract, here and below; handles are this device's, and structs live until each call returns.
        unsafe {
            let (physical, family) = choose(instance)?;
            let queues =
                [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut v13 =
                vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
            let mut v12 = vk::PhysicalDeviceVulkan12Features::default().timeline_semaphore(true);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .push_next(&mut v13)
                .push_next(&mut v12);
            let device = instance.create_device(physical, &info, None)?;
            let queue = device.get_device_queue(family, 0);
            let memory = instance.get_physical_device_memory_properties(physical);
            let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(FORMAT)
                .extent(vk::Extent3D { width: SIZE[0], height: SIZE[1], depth: 1 })
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(usage);
            let image = device.create_image(&info, None)?;
            let needs = device.get_image_memory_requirements(image);
            let image_memory = allocate(&device, &memory, needs, vk::MemoryPropertyFlags::empty())?;
            device.bind_image_memory(image, image_memory, 0)?;
            let info = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(FORMAT)
                .subresource_range(WHOLE);
            let view = device.create_image_view(&info, None)?;
            let info = vk::BufferCreateInfo::default().size(BYTES).usage(vk::BufferUsageFlags::TRANSFER_DST);
            let readback = device.create_buffer(&info, None)?;
            let needs = device.get_buffer_memory_requirements(readback);
            let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let readback_memory = allocate(&device, &memory, needs, host)?;
            device.bind_buffer_memory(readback, readback_memory, 0)?;
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            let pool = device.create_command_pool(&info, None)?;
            let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
            let push = [vk::PushConstantRange { stage_flags: stages, offset: 0, size: PUSH_BYTES }];
            let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&push);
            let layout = device.create_pipeline_layout(&info, None)?;
            let rect = pipeline(&device, layout, &PROOF_DRAW_VS_QUAD, &PROOF_DRAW_FS_COLOR)?;
            let triangle = pipeline(&device, layout, &TRIANGLE_VS_MAIN, &TRIANGLE_FS_MAIN)?;
            let (entry, instance) = (entry.clone(), instance.clone());
            Ok(Self {
                entry,
                instance,
                physical,
                device,
                queue,
                family,
                image,
                image_memory,
                view,
                readback,
                readback_memory,
                pool,
                layout,
                rect,
                triangle,
            })
        }
    }

    /// The frame as it was: everything in one command buffer.
    pub(crate) fn frame(&self) -> Result<Vec<u8>> {
        use vk::ImageLayout as L;
        self.submit(|list| {
            self.turn(list, [L::UNDEFINED, L::COLOR_ATTACHMENT_OPTIMAL]);
            self.sky(list);
            self.between(list);
            self.triangle(list);
            self.between(list);
            self.bar(list);
            self.turn(list, [L::COLOR_ATTACHMENT_OPTIMAL, L::TRANSFER_SRC_OPTIMAL]);
            self.copy(list);
        })?;
        self.read()
    }

    /// The first pass: clears, and draws the ground.
    pub(crate) fn sky(&self, list: vk::CommandBuffer) {
        self.pass(list, Some(SKY), || self.draw_rect(list, &GROUND));
    }

    /// The second pass.
    pub(crate) fn triangle(&self, list: vk::CommandBuffer) {
        self.pass(list, None, || {
            // SAFETY: the list is open, inside of a rendering, and the pipeline alive.
            unsafe {
                self.device.cmd_bind_pipeline(list, vk::PipelineBindPoint::GRAPHICS, self.triangle);
                self.device.cmd_draw(list, 3, 1, 0, 0);
            }
        });
    }

    /// The last pass.
    pub(crate) fn bar(&self, list: vk::CommandBuffer) {
        self.pass(list, None, || self.draw_rect(list, &BAR));
    }

    /// Draws on the image, which is in the layout of attachments and stays there.
    fn pass(&self, list: vk::CommandBuffer, clear: Option<[f32; 4]>, draw: impl FnOnce()) {
        let area = vk::Rect2D {
            extent: vk::Extent2D { width: SIZE[0], height: SIZE[1] },
            offset: vk::Offset2D::default(),
        };
        let load = if clear.is_some() { vk::AttachmentLoadOp::CLEAR } else { vk::AttachmentLoadOp::LOAD };
        let color = vk::ClearColorValue { float32: clear.unwrap_or_default() };
        let colors = [vk::RenderingAttachmentInfo::default()
            .image_view(self.view)
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(load)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(vk::ClearValue { color })];
        let info = vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&colors);
        // Clip space with y up, as Candor has it too.
        let (w, h) = (SIZE[0] as f32, SIZE[1] as f32);
        let viewport = vk::Viewport { x: 0.0, y: h, width: w, height: -h, min_depth: 0.0, max_depth: 1.0 };
        // SAFETY: the list is open and outside of a rendering.
        unsafe {
            self.device.cmd_begin_rendering(list, &info);
            self.device.cmd_set_viewport(list, 0, &[viewport]);
            self.device.cmd_set_scissor(list, 0, &[area]);
            draw();
            self.device.cmd_end_rendering(list);
        }
    }

    fn draw_rect(&self, list: vk::CommandBuffer, rect: &Rect) {
        let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
        let push = rect.push();
        // SAFETY: the list is open, inside of a rendering; the push data is as long as the layout has it.
        unsafe {
            self.device.cmd_bind_pipeline(list, vk::PipelineBindPoint::GRAPHICS, self.rect);
            self.device.cmd_push_constants(list, self.layout, stages, 0, bytemuck::bytes_of(&push));
            self.device.cmd_draw(list, 6, 1, 0, 0);
        }
    }

    /// What one pass has drawn is there for the next.
    fn between(&self, list: vk::CommandBuffer) {
        self.turn(list, [vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL; 2]);
    }

    /// Waits for everything and changes the layout of the image.
    pub(crate) fn turn(&self, list: vk::CommandBuffer, [old, new]: [vk::ImageLayout; 2]) {
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        let barriers = [vk::ImageMemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(all)
            .dst_access_mask(access)
            .old_layout(old)
            .new_layout(new)
            .image(self.image)
            .subresource_range(WHOLE)];
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: the list is open.
        unsafe { self.device.cmd_pipeline_barrier2(list, &info) };
    }

    /// Copies the image to where the host reads it.
    pub(crate) fn copy(&self, list: vk::CommandBuffer) {
        let layers = vk::ImageSubresourceLayers {
            aspect_mask: vk::ImageAspectFlags::COLOR,
            layer_count: 1,
            ..Default::default()
        };
        let extent = vk::Extent3D { width: SIZE[0], height: SIZE[1], depth: 1 };
        let region = [vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent)];
        let from = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        let host = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COPY)
            .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::HOST)
            .dst_access_mask(vk::AccessFlags2::HOST_READ)];
        // SAFETY: the list is open, the image in its layout, and the buffer large enough.
        unsafe {
            self.device.cmd_copy_image_to_buffer(list, self.image, from, self.readback, &region);
            self.device.cmd_pipeline_barrier2(list, &vk::DependencyInfo::default().memory_barriers(&host));
        }
    }

    /// Records and submits. It waits for nothing but its turn in the queue.
    pub(crate) fn submit(&self, record: impl FnOnce(vk::CommandBuffer)) -> Result {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        let once = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the list is recorded here alone; its pool is reset in `read`, when nothing runs any more. This program submits on one
        // thread, so that the queue needs no lock.
        unsafe {
            let lists = self.device.allocate_command_buffers(&info)?;
            let list = lists.first().copied().ok_or("no command buffer")?;
            self.device.begin_command_buffer(list, &once)?;
            record(list);
            self.device.end_command_buffer(list)?;
            let submit = [vk::SubmitInfo::default().command_buffers(&lists)];
            self.device.queue_submit(self.queue, &submit, vk::Fence::null())?;
        }
        Ok(())
    }

    /// Waits, and yields what was copied last.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        // SAFETY: nothing runs after the wait; the memory is the host's to see, mapped here alone, and as long as said.
        unsafe {
            self.device.queue_wait_idle(self.queue)?;
            self.device.reset_command_pool(self.pool, vk::CommandPoolResetFlags::RELEASE_RESOURCES)?;
            let at = self.device.map_memory(self.readback_memory, 0, BYTES, vk::MemoryMapFlags::empty())?;
            let bytes = std::slice::from_raw_parts(at.cast::<u8>(), BYTES as usize).to_vec();
            self.device.unmap_memory(self.readback_memory);
            Ok(bytes)
        }
    }
}

impl Drop for AshRenderer {
    fn drop(&mut self) {
        let d = &self.device;
        // SAFETY: the queue is idle after the wait; everything is destroyed once, what is newer first. What Candor made with this
        // device has gone before: see `moved`.
        unsafe {
            let _ = d.queue_wait_idle(self.queue);
            d.destroy_pipeline(self.triangle, None);
            d.destroy_pipeline(self.rect, None);
            d.destroy_pipeline_layout(self.layout, None);
            d.destroy_command_pool(self.pool, None);
            d.destroy_buffer(self.readback, None);
            d.free_memory(self.readback_memory, None);
            d.destroy_image_view(self.view, None);
            d.destroy_image(self.image, None);
            d.free_memory(self.image_memory, None);
            d.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// The first device of Vulkan 1.3 with a queue that draws.
///
/// # Safety
/// The instance is alive.
unsafe fn choose(instance: &ash::Instance) -> Result<(vk::PhysicalDevice, u32)> {
    // SAFETY: by contract, here and below.
    for physical in unsafe { instance.enumerate_physical_devices() }? {
        // SAFETY: as above.
        let (version, families) = unsafe {
            (
                instance.get_physical_device_properties(physical).api_version,
                instance.get_physical_device_queue_family_properties(physical),
            )
        };
        let draws = families.iter().position(|f| f.queue_flags.contains(vk::QueueFlags::GRAPHICS));
        if let (true, Some(family)) = (version >= vk::API_VERSION_1_3, draws) {
            return Ok((physical, u32::try_from(family)?));
        }
    }
    Err("no vulkan 1.3 device".into())
}

/// # Safety
/// The device is alive, and the properties are its own.
unsafe fn allocate(
    device: &ash::Device,
    memory: &vk::PhysicalDeviceMemoryProperties,
    needs: vk::MemoryRequirements,
    flags: vk::MemoryPropertyFlags,
) -> Result<vk::DeviceMemory> {
    let types = memory.memory_types_as_slice();
    let fits = |(i, t): &(usize, &vk::MemoryType)| {
        needs.memory_type_bits >> i & 1 == 1 && t.property_flags.contains(flags)
    };
    let (index, _) = types.iter().enumerate().find(fits).ok_or("no memory of that kind")?;
    let info = vk::MemoryAllocateInfo::default()
        .allocation_size(needs.size)
        .memory_type_index(u32::try_from(index)?);
    // SAFETY: by contract; the type exists.
    Ok(unsafe { device.allocate_memory(&info, None) }?)
}

/// A pipeline that draws triangles.
///
/// # Safety
/// Device and layout are alive.
unsafe fn pipeline(
    device: &ash::Device,
    layout: vk::PipelineLayout,
    vertex: &Shader,
    fragment: &Shader,
) -> Result<vk::Pipeline> {
    let names = [CString::new(vertex.entry_point)?, CString::new(fragment.entry_point)?];
    // SAFETY: by contract; the words are modules that a compiler wrote, and structs live until each call returns.
    unsafe {
        let module = |s: &Shader| {
            device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(s.words()), None)
        };
        let modules = [module(vertex)?, module(fragment)?];
        let stage = |flags, i: usize| {
            vk::PipelineShaderStageCreateInfo::default().stage(flags).module(modules[i]).name(&names[i])
        };
        let stages = [stage(vk::ShaderStageFlags::VERTEX, 0), stage(vk::ShaderStageFlags::FRAGMENT, 1)];
        let input = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let writes =
            [vk::PipelineColorBlendAttachmentState::default()
                .color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&writes);
        let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
        let formats = [FORMAT];
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        let made = device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None);
        for module in modules {
            device.destroy_shader_module(module, None);
        }
        let made = made.map_err(|(_, e)| e)?;
        made.first().copied().ok_or_else(|| "no pipeline was made".into())
    }
}
