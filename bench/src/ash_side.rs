//! The workloads in raw ash, as a careful program would write them: dynamic rendering, synchronization2, one command buffer.

use crate::workload::*;
use ash::vk;
use candor_shader::get;
use std::ffi::CString;

pub struct Side {
    _entry: ash::Entry,
    pub instance: ash::Instance,
    pub physical: vk::PhysicalDevice,
    pub d: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    pub cmd: vk::CommandBuffer,
    kind: Workload,
    pub layout: vk::PipelineLayout,
    pub set_layout: vk::DescriptorSetLayout,
    pub pipelines: Vec<vk::Pipeline>,
    sets: Vec<vk::DescriptorSet>,
    buffers: Vec<vk::Buffer>,
    images: Vec<vk::Image>,
    pub views: Vec<vk::ImageView>,
    memory: vk::PhysicalDeviceMemoryProperties,
}

pub const RANGE: vk::ImageSubresourceRange = vk::ImageSubresourceRange {
    aspect_mask: vk::ImageAspectFlags::COLOR,
    base_mip_level: 0,
    level_count: 1,
    base_array_layer: 0,
    layer_count: 1,
};
pub const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

impl Side {
    pub fn new(kind: Workload) -> Self {
        // SAFETY: throughout this file: valid use of Vulkan, checked by the validation layers.
        unsafe {
            let entry = ash::Entry::load().expect("Vulkan is there");
            let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
            let info = vk::InstanceCreateInfo::default().application_info(&app);
            let instance = entry.create_instance(&info, None).expect("an instance");
            let physical = instance.enumerate_physical_devices().expect("adapters")[0];
            let memory = instance.get_physical_device_memory_properties(physical);
            let families = instance.get_physical_device_queue_family_properties(physical);
            let family = families.iter().position(|f| f.queue_flags.contains(vk::QueueFlags::GRAPHICS));
            let family = family.expect("a graphics queue") as u32;
            let queues =
                [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut f13 =
                vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
            let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut f13);
            let d = instance.create_device(physical, &info, None).expect("a device");
            let queue = d.get_device_queue(family, 0);
            let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            let pool = d.create_command_pool(&pool, None).expect("a pool");
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let cmd = d.allocate_command_buffers(&info).expect("a command buffer")[0];
            let mut side = Self {
                _entry: entry,
                instance,
                physical,
                d,
                queue,
                pool,
                cmd,
                kind,
                layout: vk::PipelineLayout::null(),
                set_layout: vk::DescriptorSetLayout::null(),
                pipelines: Vec::new(),
                sets: Vec::new(),
                buffers: Vec::new(),
                images: Vec::new(),
                views: Vec::new(),
                memory,
            };
            let n = if kind == Workload::W2 { 2 } else { 1 };
            for _ in 0..n {
                side.add_image();
            }
            match kind {
                Workload::W1 | Workload::W1p => side.first(),
                Workload::W2 => side.second(),
                Workload::W3 => side.third(),
            }
            side.once(|d, cmd, side| {
                for i in &side.images {
                    let b = [image_barrier(*i)
                        .old_layout(vk::ImageLayout::UNDEFINED)
                        .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
                    d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&b));
                }
            });
            side
        }
    }

    unsafe fn allocate(&self, r: vk::MemoryRequirements, flags: vk::MemoryPropertyFlags) -> vk::DeviceMemory {
        let types = self.memory.memory_types_as_slice();
        let index = (0..types.len())
            .find(|i| r.memory_type_bits & (1 << i) != 0 && types[*i].property_flags.contains(flags));
        let index = index.expect("a memory type") as u32;
        let info = vk::MemoryAllocateInfo::default().allocation_size(r.size).memory_type_index(index);
        unsafe { self.d.allocate_memory(&info, None).expect("memory") }
    }

    unsafe fn buffer(&self, data: &[u8], usage: vk::BufferUsageFlags) -> (vk::Buffer, vk::DeviceMemory) {
        unsafe {
            let info = vk::BufferCreateInfo::default().size(data.len() as u64).usage(usage);
            let b = self.d.create_buffer(&info, None).expect("a buffer");
            let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let m = self.allocate(self.d.get_buffer_memory_requirements(b), flags);
            self.d.bind_buffer_memory(b, m, 0).expect("memory can be bound");
            let p = self
                .d
                .map_memory(m, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .expect("memory can be mapped");
            std::ptr::copy_nonoverlapping(data.as_ptr(), p.cast(), data.len());
            (b, m)
        }
    }

    /// An image without memory.
    pub unsafe fn image_of(&self, side: u32) -> vk::Image {
        unsafe {
            let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT
                | vk::ImageUsageFlags::SAMPLED
                | vk::ImageUsageFlags::TRANSFER_SRC
                | vk::ImageUsageFlags::TRANSFER_DST;
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(FORMAT)
                .extent(vk::Extent3D { width: side, height: side, depth: 1 })
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(usage);
            self.d.create_image(&info, None).expect("an image")
        }
    }

    pub unsafe fn view_of(&self, image: vk::Image) -> vk::ImageView {
        let info = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(FORMAT)
            .subresource_range(RANGE);
        unsafe { self.d.create_image_view(&info, None).expect("a view") }
    }

    unsafe fn add_image(&mut self) {
        unsafe {
            let image = self.image_of(SIDE);
            let m =
                self.allocate(self.d.get_image_memory_requirements(image), vk::MemoryPropertyFlags::empty());
            self.d.bind_image_memory(image, m, 0).expect("memory can be bound");
            self.views.push(self.view_of(image));
            self.images.push(image);
        }
    }

    unsafe fn first(&mut self) {
        unsafe {
            let (uniform, _) = self.buffer(&items(), vk::BufferUsageFlags::UNIFORM_BUFFER);
            for i in 0..BUFFERS {
                let (b, _) = self.buffer(&vertices(i), vk::BufferUsageFlags::VERTEX_BUFFER);
                self.buffers.push(b);
            }
            let kind = vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC;
            let set_layout =
                self.make_set_layout(&[kind], vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT);
            self.sets = self.make_sets(set_layout, kind, 1);
            let buffers = [vk::DescriptorBufferInfo { buffer: uniform, offset: 0, range: 32 }];
            let write = [vk::WriteDescriptorSet::default()
                .dst_set(self.sets[0])
                .descriptor_type(kind)
                .buffer_info(&buffers)];
            self.d.update_descriptor_sets(&write, &[]);
            let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
            let ranges = [vk::PushConstantRange::default().stage_flags(stages).size(PUSH_BYTES as u32)];
            let layouts = [set_layout];
            let mut info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
            let module = match self.kind {
                Workload::W1p => {
                    info = info.push_constant_ranges(&ranges);
                    "w1p"
                }
                _ => "w1",
            };
            self.layout = self.d.create_pipeline_layout(&info, None).expect("a layout");
            for i in 0..PIPELINES {
                let p = self.pipeline(&format!("{module}.vs_main"), &format!("{module}.fs{i}"), true);
                self.pipelines.push(p);
            }
        }
    }

    unsafe fn second(&mut self) {
        unsafe {
            let kind = vk::DescriptorType::SAMPLED_IMAGE;
            let set_layout = self.make_set_layout(&[kind], vk::ShaderStageFlags::FRAGMENT);
            self.sets = self.make_sets(set_layout, kind, 2);
            for (set, view) in self.sets.iter().zip(&self.views) {
                let images = [vk::DescriptorImageInfo {
                    sampler: vk::Sampler::null(),
                    image_view: *view,
                    image_layout: vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL,
                }];
                let write = [vk::WriteDescriptorSet::default()
                    .dst_set(*set)
                    .descriptor_type(kind)
                    .image_info(&images)];
                self.d.update_descriptor_sets(&write, &[]);
            }
            let layouts = [set_layout];
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
            self.layout = self.d.create_pipeline_layout(&info, None).expect("a layout");
            let p = self.pipeline("w2.vs_main", "w2.fs_main", false);
            self.pipelines.push(p);
        }
    }

    unsafe fn third(&mut self) {
        unsafe {
            let kinds = [vk::DescriptorType::UNIFORM_BUFFER, vk::DescriptorType::SAMPLED_IMAGE];
            self.set_layout = self.make_set_layout(&kinds, vk::ShaderStageFlags::FRAGMENT);
            let layouts = [self.set_layout];
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
            self.layout = self.d.create_pipeline_layout(&info, None).expect("a layout");
            let p = self.pipeline("w3.vs_main", "w3.fs_main", false);
            self.pipelines.push(p);
        }
    }

    /// A layout with one binding of each kind, numbered in order.
    unsafe fn make_set_layout(
        &self,
        kinds: &[vk::DescriptorType],
        stages: vk::ShaderStageFlags,
    ) -> vk::DescriptorSetLayout {
        let binding = |(i, kind): (usize, &vk::DescriptorType)| {
            let b = vk::DescriptorSetLayoutBinding::default().binding(i as u32).descriptor_type(*kind);
            b.descriptor_count(1).stage_flags(stages)
        };
        let bindings: Vec<_> = kinds.iter().enumerate().map(binding).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        unsafe { self.d.create_descriptor_set_layout(&info, None).expect("a set layout") }
    }

    unsafe fn make_sets(
        &self,
        layout: vk::DescriptorSetLayout,
        kind: vk::DescriptorType,
        n: u32,
    ) -> Vec<vk::DescriptorSet> {
        unsafe {
            let sizes = [vk::DescriptorPoolSize { ty: kind, descriptor_count: n }];
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(n).pool_sizes(&sizes);
            let pool = self.d.create_descriptor_pool(&info, None).expect("a pool");
            let layouts = vec![layout; n as usize];
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            self.d.allocate_descriptor_sets(&info).expect("sets")
        }
    }

    unsafe fn pipeline(&self, vertex: &str, fragment: &str, has_vertices: bool) -> vk::Pipeline {
        unsafe {
            let shaders = [vertex, fragment].map(|n| get(n).expect("a shader"));
            let modules = shaders.map(|s| {
                let info = vk::ShaderModuleCreateInfo::default().code(s.words());
                self.d.create_shader_module(&info, None).expect("a module")
            });
            let names = shaders.map(|s| CString::new(s.entry_point).expect("a name"));
            let stage = |i: usize, stage| {
                vk::PipelineShaderStageCreateInfo::default().stage(stage).module(modules[i]).name(&names[i])
            };
            let stages = [stage(0, vk::ShaderStageFlags::VERTEX), stage(1, vk::ShaderStageFlags::FRAGMENT)];
            let bindings =
                [vk::VertexInputBindingDescription { binding: 0, stride: 8, ..Default::default() }];
            let attributes = [vk::VertexInputAttributeDescription {
                format: vk::Format::R32G32_SFLOAT,
                ..Default::default()
            }];
            let mut input = vk::PipelineVertexInputStateCreateInfo::default();
            if has_vertices {
                input =
                    input.vertex_binding_descriptions(&bindings).vertex_attribute_descriptions(&attributes);
            }
            let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
                .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
            let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
            let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
            let samples = vk::PipelineMultisampleStateCreateInfo::default()
                .rasterization_samples(vk::SampleCountFlags::TYPE_1);
            let target = [vk::PipelineColorBlendAttachmentState::default()
                .color_write_mask(vk::ColorComponentFlags::RGBA)];
            let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&target);
            let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
            let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
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
                .layout(self.layout)
                .push_next(&mut rendering);
            self.d.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None).expect("a pipeline")[0]
        }
    }

    pub unsafe fn begin(&self, view: vk::ImageView) {
        unsafe {
            let area = vk::Rect2D {
                offset: vk::Offset2D::default(),
                extent: vk::Extent2D { width: SIDE, height: SIDE },
            };
            let color = [vk::RenderingAttachmentInfo::default()
                .image_view(view)
                .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE)];
            let info =
                vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&color);
            let side = SIDE as f32;
            let viewport = [vk::Viewport {
                x: 0.0,
                y: side,
                width: side,
                height: -side,
                min_depth: 0.0,
                max_depth: 1.0,
            }];
            self.d.cmd_begin_rendering(self.cmd, &info);
            self.d.cmd_set_viewport(self.cmd, 0, &viewport);
            self.d.cmd_set_scissor(self.cmd, 0, &[area]);
        }
    }

    fn record_frame(&self) {
        // SAFETY: the last frame has finished.
        unsafe {
            let begin =
                vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
            self.d.begin_command_buffer(self.cmd, &begin).expect("recording begins");
            match self.kind {
                Workload::W1 => self.w1::<false>(),
                Workload::W1p => self.w1::<true>(),
                Workload::W2 => self.w2(),
                Workload::W3 => unreachable!("objects are not recorded"),
            }
            self.d.end_command_buffer(self.cmd).expect("recording ends");
        }
    }

    pub unsafe fn to_target(&self) {
        unsafe {
            let b = [image_barrier(self.images[0])
                .old_layout(vk::ImageLayout::UNDEFINED)
                .new_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)];
            self.d.cmd_pipeline_barrier2(self.cmd, &vk::DependencyInfo::default().image_memory_barriers(&b));
        }
    }

    pub unsafe fn to_read(&self) {
        unsafe {
            let b = [image_barrier(self.images[0])
                .old_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
            self.d.cmd_pipeline_barrier2(self.cmd, &vk::DependencyInfo::default().image_memory_barriers(&b));
        }
    }

    /// w1, or with `PUSH` w1p.
    unsafe fn w1<const PUSH: bool>(&self) {
        unsafe {
            self.to_target();
            self.begin(self.views[0]);
            let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
            let mut data = push(0);
            for i in 0..DRAWS {
                let d = draw(i);
                if i % PIPELINE_EVERY == 0 {
                    let p = self.pipelines[d.pipeline as usize];
                    self.d.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::GRAPHICS, p);
                }
                if i % BUFFER_EVERY == 0 {
                    self.d.cmd_bind_vertex_buffers(self.cmd, 0, &[self.buffers[d.buffer as usize]], &[0]);
                }
                self.bind(self.sets[0], &[d.item * ITEM_STRIDE]);
                if PUSH {
                    data[1] = push_green(i);
                    self.d.cmd_push_constants(self.cmd, self.layout, stages, 0, crate::bytes(&data));
                }
                self.d.cmd_draw(self.cmd, 3, 1, 0, 0);
            }
            self.d.cmd_end_rendering(self.cmd);
            self.to_read();
        }
    }

    #[inline(always)]
    pub unsafe fn bind(&self, set: vk::DescriptorSet, offsets: &[u32]) {
        let point = vk::PipelineBindPoint::GRAPHICS;
        unsafe { self.d.cmd_bind_descriptor_sets(self.cmd, point, self.layout, 0, &[set], offsets) }
    }

    unsafe fn w2(&self) {
        unsafe {
            for i in 0..PASSES as usize {
                let (to, from) = (1 - i % 2, i % 2);
                let mut b = [
                    image_barrier(self.images[to])
                        .old_layout(vk::ImageLayout::UNDEFINED)
                        .new_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL),
                    image_barrier(self.images[from])
                        .old_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                        .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL),
                ];
                if i == 0 {
                    b[1].old_layout = vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL;
                }
                self.d.cmd_pipeline_barrier2(
                    self.cmd,
                    &vk::DependencyInfo::default().image_memory_barriers(&b),
                );
                self.begin(self.views[to]);
                self.d.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::GRAPHICS, self.pipelines[0]);
                self.bind(self.sets[from], &[]);
                for _ in 0..PASS_DRAWS {
                    self.d.cmd_draw(self.cmd, 3, 1, 0, 0);
                }
                self.d.cmd_end_rendering(self.cmd);
            }
            self.to_read();
        }
    }

    pub unsafe fn once(&self, f: impl FnOnce(&ash::Device, vk::CommandBuffer, &Self)) {
        unsafe {
            let begin = vk::CommandBufferBeginInfo::default();
            self.d.begin_command_buffer(self.cmd, &begin).expect("recording begins");
            f(&self.d, self.cmd, self);
            self.d.end_command_buffer(self.cmd).expect("recording ends");
        }
        self.submit();
    }

    /// Submits and waits.
    fn submit(&self) {
        // SAFETY: the command buffer is complete.
        unsafe {
            let cmds = [self.cmd];
            let submit = [vk::SubmitInfo::default().command_buffers(&cmds)];
            self.d.queue_submit(self.queue, &submit, vk::Fence::null()).expect("submission");
            self.d.queue_wait_idle(self.queue).expect("it finishes");
            self.d
                .reset_command_pool(self.pool, vk::CommandPoolResetFlags::empty())
                .expect("the pool can be reset");
        }
    }

    fn clear_target(&self) {
        // SAFETY: the last frame has finished.
        unsafe {
            self.once(|d, cmd, side| {
                let to = [image_barrier(side.images[0])
                    .old_layout(vk::ImageLayout::UNDEFINED)
                    .new_layout(vk::ImageLayout::GENERAL)];
                d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&to));
                let zero = vk::ClearColorValue::default();
                d.cmd_clear_color_image(cmd, side.images[0], vk::ImageLayout::GENERAL, &zero, &[RANGE]);
                let back = [image_barrier(side.images[0])
                    .old_layout(vk::ImageLayout::GENERAL)
                    .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
                d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&back));
            });
        }
    }

    /// What the target holds.
    pub fn read_target(&self) -> Vec<u8> {
        let size = (SIDE * SIDE * 4) as usize;
        // SAFETY: the last frame has finished; memory is coherent and waited for.
        unsafe {
            let (b, m) = self.buffer(&vec![0; size], vk::BufferUsageFlags::TRANSFER_DST);
            self.once(|d, cmd, side| {
                let to = [image_barrier(side.images[0])
                    .old_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)
                    .new_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)];
                d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&to));
                let region = [vk::BufferImageCopy {
                    image_subresource: vk::ImageSubresourceLayers {
                        aspect_mask: vk::ImageAspectFlags::COLOR,
                        layer_count: 1,
                        ..Default::default()
                    },
                    image_extent: vk::Extent3D { width: SIDE, height: SIDE, depth: 1 },
                    ..Default::default()
                }];
                let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
                d.cmd_copy_image_to_buffer(cmd, side.images[0], layout, b, &region);
                let back = [image_barrier(side.images[0])
                    .old_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)
                    .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
                d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&back));
            });
            self.d.unmap_memory(m);
            let p = self
                .d
                .map_memory(m, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .expect("memory can be mapped");
            let out = std::slice::from_raw_parts(p.cast::<u8>(), size).to_vec();
            self.d.unmap_memory(m);
            out
        }
    }
}

impl crate::Contender for Side {
    fn prepare(&mut self) {
        self.clear_target();
    }
    fn record(&mut self) {
        self.record_frame();
    }
    fn finish(&mut self) {
        self.submit();
    }
    fn image(&mut self) -> Vec<u8> {
        self.read_target()
    }
}

#[inline]
pub fn image_barrier(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    vk::ImageMemoryBarrier2::default()
        .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
        .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)
        .image(image)
        .subresource_range(RANGE)
}
