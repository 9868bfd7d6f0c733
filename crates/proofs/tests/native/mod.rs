//! A few pictures drawn with Vulkan itself, without any of Candor but its shaders: what its own pictures are compared with.
//!
//! Every object lives until the end; every step is separated from the next by a barrier between everything and everything.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test uses its own part")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use ash::{Device, Entry, Instance, ext, vk};
use candor_shader::get;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, Mutex};

pub const COLOR: vk::Format = vk::Format::R8G8B8A8_UNORM;
const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";
/// What the layer of Debian 12 says of every shader that names Slang as its language, which it does not know.
const FALSE_MESSAGE: &str = "Invalid source language operand";

/// Destroys one object.
type Destroy = Box<dyn FnOnce(&Device)>;
type Messages = Mutex<Vec<String>>;

pub struct Native {
    /// Holds the library's functions.
    pub entry: Entry,
    pub instance: Instance,
    pub physical: vk::PhysicalDevice,
    /// Extensions that the instance was made with.
    pub extensions: Vec<&'static str>,
    pub family: u32,
    debug: Option<(ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    messages: Arc<Messages>,
    pub device: Device,
    pub name: String,
    memory: vk::PhysicalDeviceMemoryProperties,
    pub queue: vk::Queue,
    pool: vk::CommandPool,
    garbage: RefCell<Vec<Destroy>>,
}

#[derive(Clone, Copy)]
pub struct Image {
    pub image: vk::Image,
    pub view: vk::ImageView,
    pub size: [u32; 2],
}

#[derive(Clone, Copy)]
pub struct Buffer {
    pub buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    bytes: u64,
}

#[derive(Clone, Copy)]
pub struct Pipeline {
    pub pipeline: vk::Pipeline,
    pub layout: vk::PipelineLayout,
}

/// State of a raster pipeline; the rest is as Vulkan has it by default.
#[derive(Clone, Copy, Default)]
pub struct State {
    pub samples: u32,
    pub blend: Option<vk::PipelineColorBlendAttachmentState>,
    pub depth: Option<vk::Format>,
    pub depth_stencil: vk::PipelineDepthStencilStateCreateInfo<'static>,
}

unsafe extern "system" fn hear(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layer hands over a message that ends with a zero, and what was given as user data: the messages, which outlive
    // the messenger.
    let (text, messages) =
        unsafe { (CStr::from_ptr((*data).p_message).to_string_lossy(), &*user.cast::<Messages>()) };
    if !text.contains(FALSE_MESSAGE) {
        messages.lock().unwrap().push(text.into_owned());
    }
    vk::FALSE
}

impl Native {
    /// The first device, under the validation layer where that is there.
    pub fn new(name: &str) -> Option<Self> {
        let skip = |why: &dyn std::fmt::Display| {
            eprintln!("SKIP {name} [vulkan]: {why}");
            None
        };
        // SAFETY: the loader is Vulkan's own library.
        let entry = match unsafe { Entry::load() } {
            Ok(entry) => entry,
            Err(e) => return skip(&format!("no vulkan loader: {e}")),
        };
        // SAFETY: no instance is needed for it.
        let layers = unsafe { entry.enumerate_instance_layer_properties() }.unwrap();
        let layers: Vec<_> = layers
            .iter()
            .any(|l| l.layer_name_as_c_str() == Ok(LAYER))
            .then_some(LAYER.as_ptr())
            .into_iter()
            .collect();
        let extensions: Vec<_> = layers.iter().map(|_| ext::debug_utils::NAME.as_ptr()).collect();
        let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let checks = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
        let mut checks = vk::ValidationFeaturesEXT::default().enabled_validation_features(&checks);
        let mut info = vk::InstanceCreateInfo::default()
            .application_info(&app)
            .enabled_layer_names(&layers)
            .enabled_extension_names(&extensions);
        if !layers.is_empty() {
            info = info.push_next(&mut checks);
        }
        let turn = candor_vulkan::turn();
        // SAFETY: what the structs point to lives until the call returns.
        let instance = match unsafe { entry.create_instance(&info, None) } {
            Ok(i) => i,
            Err(e) => return skip(&format!("no vulkan 1.3 instance: {e}")),
        };
        let messages: Arc<Messages> = Arc::default();
        let debug = if layers.is_empty() {
            eprintln!("SKIP validation of {name}: the Khronos validation layer is not installed");
            None
        } else {
            use vk::DebugUtilsMessageSeverityFlagsEXT as Severity;
            let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
                .message_severity(Severity::WARNING | Severity::ERROR)
                .message_type(
                    vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION
                        | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
                )
                .pfn_user_callback(Some(hear))
                .user_data(Arc::as_ptr(&messages).cast_mut().cast());
            let debug = ext::debug_utils::Instance::new(&entry, &instance);
            // SAFETY: the callback matches its type, and the messages outlive the messenger.
            let messenger = unsafe { debug.create_debug_utils_messenger(&info, None) }.unwrap();
            Some((debug, messenger))
        };
        // SAFETY: the instance is alive, here and in the calls below.
        let physical = unsafe { instance.enumerate_physical_devices() }.unwrap();
        let modern = physical.first().filter(|p| {
            // SAFETY: as above.
            unsafe { instance.get_physical_device_properties(**p) }.api_version >= vk::API_VERSION_1_3
        });
        let Some(&physical) = modern else {
            // SAFETY: nothing else was made of it.
            unsafe {
                if let Some((debug, messenger)) = &debug {
                    debug.destroy_debug_utils_messenger(*messenger, None);
                }
                instance.destroy_instance(None);
            }
            return skip(&"the first device has no vulkan 1.3, which the reference renders use");
        };
        // SAFETY: as above; what the structs point to lives until the call returns.
        unsafe {
            let properties = instance.get_physical_device_properties(physical);
            let families = instance.get_physical_device_queue_family_properties(physical);
            let all = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
            let family = families.iter().position(|f| f.queue_flags.contains(all)).unwrap() as u32;
            let queues =
                [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut features =
                vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
            let mut more = vk::PhysicalDeviceVulkan12Features::default().timeline_semaphore(true);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .push_next(&mut features)
                .push_next(&mut more);
            let device = instance.create_device(physical, &info, None).unwrap();
            let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            drop(turn);
            Some(Self {
                memory: instance.get_physical_device_memory_properties(physical),
                queue: device.get_device_queue(family, 0),
                pool: device.create_command_pool(&pool, None).unwrap(),
                name: properties.device_name_as_c_str().unwrap().to_string_lossy().into_owned(),
                entry,
                physical,
                extensions: debug.iter().map(|_| "VK_EXT_debug_utils").collect(),
                family,
                instance,
                debug,
                messages,
                device,
                garbage: RefCell::default(),
            })
        }
    }

    /// The validation layer has said nothing.
    pub fn silent(&self) {
        assert_eq!(*self.messages.lock().unwrap(), Vec::<String>::new());
    }

    /// Destroys everything; what the validation layer has said until the device was gone, of objects that were left too.
    pub fn end(self) -> Vec<String> {
        let messages = self.messages.clone();
        drop(self);
        let mut said = messages.lock().unwrap();
        std::mem::take(&mut *said)
    }

    fn later(&self, destroy: impl FnOnce(&Device) + 'static) {
        self.garbage.borrow_mut().push(Box::new(destroy));
    }

    fn allocate(&self, needs: vk::MemoryRequirements, flags: vk::MemoryPropertyFlags) -> vk::DeviceMemory {
        let fits = |(i, t): &(usize, &vk::MemoryType)| {
            needs.memory_type_bits >> i & 1 == 1 && t.property_flags.contains(flags)
        };
        let (index, _) = self.memory.memory_types_as_slice().iter().enumerate().find(fits).unwrap();
        let info =
            vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
        // SAFETY: the type exists; it is freed after what lies in it.
        let memory = unsafe { self.device.allocate_memory(&info, None) }.unwrap();
        // SAFETY: it is this device's, and what lies in it is destroyed before.
        self.later(move |d| unsafe { d.free_memory(memory, None) });
        memory
    }

    /// A buffer in memory that the host sees, with these contents.
    pub fn buffer(&self, contents: &[u8]) -> Buffer {
        let usage = vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST
            | vk::BufferUsageFlags::STORAGE_BUFFER;
        let bytes = contents.len() as u64;
        let info = vk::BufferCreateInfo::default().size(bytes).usage(usage);
        // SAFETY: the device is alive; the memory is as the buffer needs it, mapped here alone and as long as the contents.
        unsafe {
            let buffer = self.device.create_buffer(&info, None).unwrap();
            let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let memory = self.allocate(self.device.get_buffer_memory_requirements(buffer), flags);
            self.later(move |d| d.destroy_buffer(buffer, None));
            self.device.bind_buffer_memory(buffer, memory, 0).unwrap();
            let to = self.device.map_memory(memory, 0, bytes, vk::MemoryMapFlags::empty()).unwrap();
            std::ptr::copy_nonoverlapping(contents.as_ptr(), to.cast(), contents.len());
            self.device.unmap_memory(memory);
            Buffer { buffer, memory, bytes }
        }
    }

    /// What is in a buffer; nothing is running.
    pub fn read(&self, b: Buffer) -> Vec<u8> {
        // SAFETY: the memory is the host's to see, is mapped here alone, and is as long as said.
        unsafe {
            let from = self.device.map_memory(b.memory, 0, b.bytes, vk::MemoryMapFlags::empty()).unwrap();
            let bytes = std::slice::from_raw_parts(from.cast::<u8>(), b.bytes as usize).to_vec();
            self.device.unmap_memory(b.memory);
            bytes
        }
    }

    pub fn image(
        &self,
        format: vk::Format,
        [width, height]: [u32; 2],
        samples: u32,
        usage: vk::ImageUsageFlags,
        aspect: vk::ImageAspectFlags,
    ) -> Image {
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width, height, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::from_raw(samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage);
        // SAFETY: the device is alive; the memory is as the image needs it.
        unsafe {
            let image = self.device.create_image(&info, None).unwrap();
            let needs = self.device.get_image_memory_requirements(image);
            let memory = self.allocate(needs, vk::MemoryPropertyFlags::empty());
            self.later(move |d| d.destroy_image(image, None));
            self.device.bind_image_memory(image, memory, 0).unwrap();
            let view = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(format)
                .subresource_range(whole(aspect));
            let attached =
                vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
            // An image that is only copied has no view.
            let view = if usage.intersects(attached) {
                self.device.create_image_view(&view, None).unwrap()
            } else {
                vk::ImageView::null()
            };
            self.later(move |d| d.destroy_image_view(view, None));
            Image { image, view, size: [width, height] }
        }
    }

    /// A pipeline layout with push data and, where it is given, one set.
    fn layout(
        &self,
        stages: vk::ShaderStageFlags,
        bytes: u32,
        sets: &[vk::DescriptorSetLayout],
    ) -> vk::PipelineLayout {
        let push = [vk::PushConstantRange { stage_flags: stages, offset: 0, size: bytes }];
        let push = if bytes == 0 { &[][..] } else { &push };
        let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(push).set_layouts(sets);
        // SAFETY: the device and the sets' layouts are alive.
        let layout = unsafe { self.device.create_pipeline_layout(&info, None) }.unwrap();
        // SAFETY: it is this device's.
        self.later(move |d| unsafe { d.destroy_pipeline_layout(layout, None) });
        layout
    }

    fn shader(&self, name: &str) -> (vk::ShaderModule, CString) {
        let s = get(name).unwrap();
        let info = vk::ShaderModuleCreateInfo::default().code(s.words());
        // SAFETY: the words are a module that the compiler wrote.
        let module = unsafe { self.device.create_shader_module(&info, None) }.unwrap();
        // SAFETY: it is this device's.
        self.later(move |d| unsafe { d.destroy_shader_module(module, None) });
        (module, CString::new(s.entry_point).unwrap())
    }

    /// A pipeline of two shaders that draws triangles into one target.
    pub fn raster(&self, shaders: [&str; 2], push: u32, state: &State) -> Pipeline {
        use vk::ShaderStageFlags as Stage;
        let layout = self.layout(Stage::VERTEX | Stage::FRAGMENT, push, &[]);
        let [vertex, fragment] = shaders.map(|s| self.shader(s));
        let stage = |flags, (module, entry): &(vk::ShaderModule, CString)| {
            // The name is looked at while its owner lives.
            vk::PipelineShaderStageCreateInfo {
                stage: flags,
                module: *module,
                p_name: entry.as_ptr(),
                ..Default::default()
            }
        };
        let stages = [stage(Stage::VERTEX, &vertex), stage(Stage::FRAGMENT, &fragment)];
        let input = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::from_raw(state.samples.max(1)));
        let blends = [state.blend.unwrap_or_default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
        let dynamic =
            [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR, vk::DynamicState::STENCIL_REFERENCE];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let depth = state.depth.unwrap_or_default();
        let stencil = if has_stencil(depth) { depth } else { vk::Format::UNDEFINED };
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&[COLOR])
            .depth_attachment_format(depth)
            .stencil_attachment_format(stencil);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&multisample)
            .depth_stencil_state(&state.depth_stencil)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: everything that the structs point to lives until the call returns.
        let made = unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        self.made(made.unwrap()[0], layout)
    }

    fn made(&self, pipeline: vk::Pipeline, layout: vk::PipelineLayout) -> Pipeline {
        // SAFETY: it is this device's.
        self.later(move |d| unsafe { d.destroy_pipeline(pipeline, None) });
        Pipeline { pipeline, layout }
    }

    /// A compute pipeline with 16 bytes of push data, and a set with a storage buffer at its first binding.
    pub fn compute(&self, shader: &str, words: Buffer) -> (Pipeline, vk::DescriptorSet) {
        let bindings = [vk::DescriptorSetLayoutBinding::default()
            .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(1)
            .stage_flags(vk::ShaderStageFlags::COMPUTE)];
        let set_info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let sizes = [vk::DescriptorPoolSize { ty: vk::DescriptorType::STORAGE_BUFFER, descriptor_count: 1 }];
        let pool_info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: what is made is destroyed in the opposite order, and everything that the structs point to lives until each call
        // returns.
        unsafe {
            let set_layout = self.device.create_descriptor_set_layout(&set_info, None).unwrap();
            self.later(move |d| d.destroy_descriptor_set_layout(set_layout, None));
            let pool = self.device.create_descriptor_pool(&pool_info, None).unwrap();
            self.later(move |d| d.destroy_descriptor_pool(pool, None));
            let layouts = [set_layout];
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let set = self.device.allocate_descriptor_sets(&info).unwrap()[0];
            let buffer =
                [vk::DescriptorBufferInfo { buffer: words.buffer, offset: 0, range: vk::WHOLE_SIZE }];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&buffer);
            self.device.update_descriptor_sets(&[write], &[]);
            let layout = self.layout(vk::ShaderStageFlags::COMPUTE, 16, &layouts);
            let (module, entry) = self.shader(shader);
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(&entry);
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            (self.made(made.unwrap()[0], layout), set)
        }
    }

    /// Records, submits, waits.
    pub fn submit(&self, record: impl FnOnce(&Device, vk::CommandBuffer)) {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        let once = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the list is recorded here alone and freed after it has finished.
        unsafe {
            let lists = self.device.allocate_command_buffers(&info).unwrap();
            self.device.begin_command_buffer(lists[0], &once).unwrap();
            record(&self.device, lists[0]);
            self.after_everything(lists[0]);
            self.device.end_command_buffer(lists[0]).unwrap();
            let submit = [vk::SubmitInfo::default().command_buffers(&lists)];
            self.device.queue_submit(self.queue, &submit, vk::Fence::null()).unwrap();
            self.device.queue_wait_idle(self.queue).unwrap();
            self.device.free_command_buffers(self.pool, &lists);
        }
    }

    /// Everything before happens before everything after, the host's reads included.
    pub fn after_everything(&self, list: vk::CommandBuffer) {
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(all | vk::PipelineStageFlags2::HOST)
            .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)];
        // SAFETY: the list is open.
        unsafe {
            self.device.cmd_pipeline_barrier2(list, &vk::DependencyInfo::default().memory_barriers(&barrier));
        }
    }

    /// Brings an image from one layout into another after everything before and before everything after.
    pub fn turn(
        &self,
        list: vk::CommandBuffer,
        image: Image,
        aspect: vk::ImageAspectFlags,
        [old, new]: [vk::ImageLayout; 2],
    ) {
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let barrier = [vk::ImageMemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(all)
            .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)
            .old_layout(old)
            .new_layout(new)
            .image(image.image)
            .subresource_range(whole(aspect))];
        // SAFETY: the list is open and the image alive.
        unsafe {
            let info = vk::DependencyInfo::default().image_memory_barriers(&barrier);
            self.device.cmd_pipeline_barrier2(list, &info);
        }
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        // SAFETY: nothing is running, and everything is destroyed once, what is newer first.
        unsafe {
            for destroy in self.garbage.take().into_iter().rev() {
                destroy(&self.device);
            }
            self.device.destroy_command_pool(self.pool, None);
            let _turn = candor_vulkan::turn();
            self.device.destroy_device(None);
            if let Some((debug, messenger)) = &self.debug {
                debug.destroy_debug_utils_messenger(*messenger, None);
            }
            self.instance.destroy_instance(None);
        }
    }
}

/// All of a 2D image.
pub fn whole(aspect: vk::ImageAspectFlags) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange { aspect_mask: aspect, level_count: 1, layer_count: 1, ..Default::default() }
}

pub fn has_stencil(format: vk::Format) -> bool {
    matches!(format, vk::Format::D24_UNORM_S8_UINT | vk::Format::D32_SFLOAT_S8_UINT)
}
