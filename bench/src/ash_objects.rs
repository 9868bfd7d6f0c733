//! The workload of objects in raw ash: the same allocator, with the same settings, that Candor's Vulkan backend uses.

use crate::ash_side::{self, RANGE, image_barrier};
use crate::workload::*;
use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{
    Allocation, AllocationCreateDesc, AllocationScheme, Allocator, AllocatorCreateDesc,
};

pub struct Side {
    side: ash_side::Side,
    allocator: Allocator,
    pool: vk::DescriptorPool,
}

/// Everything that a frame makes.
struct Objects {
    buffers: Vec<(vk::Buffer, Allocation)>,
    textures: Vec<(vk::Image, Allocation)>,
    views: Vec<vk::ImageView>,
    sets: Vec<vk::DescriptorSet>,
}

impl Side {
    pub fn new() -> Self {
        let side = ash_side::Side::new(Workload::W3);
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: side.instance.clone(),
            device: side.d.clone(),
            physical_device: side.physical,
            debug_settings: Default::default(),
            buffer_device_address: false,
            allocation_sizes: Default::default(),
        });
        let size = |ty| vk::DescriptorPoolSize { ty, descriptor_count: OBJECT_GROUPS };
        let sizes = [size(vk::DescriptorType::UNIFORM_BUFFER), size(vk::DescriptorType::SAMPLED_IMAGE)];
        let info = vk::DescriptorPoolCreateInfo::default()
            .flags(vk::DescriptorPoolCreateFlags::FREE_DESCRIPTOR_SET)
            .max_sets(OBJECT_GROUPS)
            .pool_sizes(&sizes);
        // SAFETY: throughout this file: valid use of Vulkan, checked by the validation layers.
        let pool = unsafe { side.d.create_descriptor_pool(&info, None).expect("a pool") };
        Self { side, allocator: allocator.expect("an allocator"), pool }
    }

    fn allocate(&mut self, name: &str, requirements: vk::MemoryRequirements, linear: bool) -> Allocation {
        let desc = AllocationCreateDesc {
            name,
            requirements,
            location: MemoryLocation::GpuOnly,
            linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        };
        self.allocator.allocate(&desc).expect("memory")
    }

    fn buffer(&mut self) -> (vk::Buffer, Allocation) {
        let usage = vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::VERTEX_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let info = vk::BufferCreateInfo::default().size(OBJECT_BYTES).usage(usage);
        // SAFETY: as above.
        unsafe {
            let b = self.side.d.create_buffer(&info, None).expect("a buffer");
            let m = self.allocate("buffer", self.side.d.get_buffer_memory_requirements(b), true);
            self.side.d.bind_buffer_memory(b, m.memory(), m.offset()).expect("memory can be bound");
            (b, m)
        }
    }

    fn texture(&mut self) -> (vk::Image, Allocation) {
        // SAFETY: as above.
        unsafe {
            let i = self.side.image_of(OBJECT_SIDE);
            let m = self.allocate("texture", self.side.d.get_image_memory_requirements(i), false);
            self.side.d.bind_image_memory(i, m.memory(), m.offset()).expect("memory can be bound");
            (i, m)
        }
    }

    fn set(&self, buffer: vk::Buffer, view: vk::ImageView) -> vk::DescriptorSet {
        let layouts = [self.side.set_layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.pool).set_layouts(&layouts);
        // SAFETY: as above.
        unsafe {
            let set = self.side.d.allocate_descriptor_sets(&info).expect("a set")[0];
            let buffers = [vk::DescriptorBufferInfo { buffer, offset: 0, range: OBJECT_BYTES }];
            let images = [vk::DescriptorImageInfo {
                sampler: vk::Sampler::null(),
                image_view: view,
                image_layout: vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL,
            }];
            let write = vk::WriteDescriptorSet::default().dst_set(set);
            let writes = [
                write.descriptor_type(vk::DescriptorType::UNIFORM_BUFFER).buffer_info(&buffers),
                write.dst_binding(1).descriptor_type(vk::DescriptorType::SAMPLED_IMAGE).image_info(&images),
            ];
            self.side.d.update_descriptor_sets(&writes, &[]);
            set
        }
    }

    fn make(&mut self) -> Objects {
        let buffers: Vec<_> = (0..OBJECT_BUFFERS).map(|_| self.buffer()).collect();
        let textures: Vec<_> = (0..OBJECT_TEXTURES).map(|_| self.texture()).collect();
        // SAFETY: as above.
        let views: Vec<_> = textures.iter().map(|t| unsafe { self.side.view_of(t.0) }).collect();
        let set = |i: u32| self.set(buffers[group_buffer(i) as usize].0, views[i as usize]);
        let sets = (0..OBJECT_GROUPS).map(set).collect();
        Objects { buffers, textures, views, sets }
    }

    fn unmake(&mut self, o: Objects) {
        let d = &self.side.d;
        // SAFETY: as above; nothing uses them any more.
        unsafe {
            for set in o.sets {
                d.free_descriptor_sets(self.pool, &[set]).expect("a set can be freed");
            }
            for view in o.views {
                d.destroy_image_view(view, None);
            }
            for (image, memory) in o.textures {
                d.destroy_image(image, None);
                self.allocator.free(memory).expect("memory can be freed");
            }
            for (buffer, memory) in o.buffers {
                d.destroy_buffer(buffer, None);
                self.allocator.free(memory).expect("memory can be freed");
            }
        }
    }

    /// Fills what the groups name and draws each group to a pixel of its own.
    fn draw(&self, o: &Objects) {
        // SAFETY: as above.
        unsafe {
            self.side.once(|d, cmd, side| {
                let barriers = |from, to| {
                    let barrier =
                        |t: &(vk::Image, Allocation)| image_barrier(t.0).old_layout(from).new_layout(to);
                    let all: Vec<_> = o.textures.iter().map(barrier).collect();
                    d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().image_memory_barriers(&all));
                };
                barriers(vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
                for (i, t) in (0..).zip(&o.textures) {
                    let color = vk::ClearColorValue { float32: texture_color(i) };
                    let layout = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
                    d.cmd_clear_color_image(cmd, t.0, layout, &color, &[RANGE]);
                }
                for i in 0..OBJECT_GROUPS {
                    let buffer = o.buffers[group_buffer(i) as usize].0;
                    d.cmd_update_buffer(cmd, buffer, 0, crate::bytes(&buffer_color(i)));
                }
                let all = [vk::MemoryBarrier2::default()
                    .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
                    .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
                    .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
                    .dst_access_mask(vk::AccessFlags2::MEMORY_READ)];
                d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().memory_barriers(&all));
                barriers(vk::ImageLayout::TRANSFER_DST_OPTIMAL, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
                side.to_target();
                side.begin(side.views[0]);
                d.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::GRAPHICS, side.pipelines[0]);
                for (i, set) in (0..).zip(&o.sets) {
                    let (x, y) = group_pixel(i);
                    let offset = vk::Offset2D { x: x as i32, y: y as i32 };
                    let extent = vk::Extent2D { width: 1, height: 1 };
                    d.cmd_set_scissor(cmd, 0, &[vk::Rect2D { offset, extent }]);
                    side.bind(*set, &[]);
                    d.cmd_draw(cmd, 3, 1, 0, 0);
                }
                d.cmd_end_rendering(cmd);
                side.to_read();
            });
        }
    }
}

impl crate::Contender for Side {
    fn record(&mut self) {
        let objects = self.make();
        self.unmake(objects);
    }
    fn image(&mut self) -> Vec<u8> {
        let objects = self.make();
        self.draw(&objects);
        let image = self.side.read_target();
        self.unmake(objects);
        image
    }
    fn left(&self) -> u64 {
        self.allocator.generate_report().total_allocated_bytes
    }
}
