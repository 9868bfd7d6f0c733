//! The device: made from a plan, with the entry points that the command table holds.

use crate::bind_group::Pools;
use crate::budget::Budgets;
use crate::encoder::{Lists, list};
use crate::fns::Fns;
use crate::instance::Shared;
use crate::memory::Pool;
use crate::render_pass::RenderPasses;
use crate::surface::Present;
use crate::sync::{Clock, Frames};
use crate::turn::turn;
use crate::{adapter, convert, fault, faulty, interop, query};
use ash::vk::{self, Handle};
use candor_caps::plan::Plan;
use candor_caps_ash::DeviceChain;
use candor_rhi::backend::*;
use candor_rhi::limits::DepthResolveLimits;
use candor_rhi::query::{PassQueryPlan, QuerySetDesc};
use candor_rhi::queue::{PerQueue, Queue};
use candor_rhi::record::{Commands, Hot, ViewportStyle};
use candor_rhi::track::{List, Scope, Scopes};
use candor_rhi::usage::Usage;
use candor_rhi::{
    AdapterInfo, Cmd, Format, Kind, LayoutEntry, Limits, Native, PushLayout, RasterDesc, Raw, ShaderStage,
    TextureInfo,
};
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// How long work may take to end when nobody is left who could wait for it.
pub(crate) const LAST_WAIT: Duration = Duration::from_millis(if cfg!(test) { 300 } else { 5000 });

/// A queue, and what tells how far it has come.
pub(crate) struct Line {
    pub(crate) raw: vk::Queue,
    pub(crate) clock: Clock,
}

/// Filled anew by each submission. Its lock is that of all queues.
pub(crate) struct Scratch {
    /// These, or without synchronization2 those below.
    pub(crate) infos: Vec<vk::CommandBufferSubmitInfo<'static>>,
    pub(crate) buffers: Vec<vk::CommandBuffer>,
    pub(crate) submitted: Timepoint,
}

pub(crate) struct VulkanDevice {
    pub(crate) raw: ash::Device,
    pub(crate) fns: Fns,
    pub(crate) pool: Pool,
    pub(crate) descriptors: Mutex<Pools>,
    pub(crate) lists: Mutex<Lists>,
    pub(crate) scratch: Mutex<Scratch>,
    /// Main, compute, copy: see [`Queue`].
    pub(crate) lines: PerQueue<Option<Line>>,
    pub(crate) families: PerQueue<u32>,
    /// The families that share buffers and shared textures, when there are several.
    pub(crate) sharers: Vec<u32>,
    /// Version that device and instance share.
    pub(crate) version: u32,
    /// Empty where the device has dynamic rendering.
    pub(crate) render_passes: RenderPasses,
    pub(crate) cache: vk::PipelineCache,
    pub(crate) debug: Option<ash::ext::debug_utils::Device>,
    budgets: Budgets,
    /// The buffer of marks and its bytes, where passes are followed.
    pub(crate) marks: Mutex<Option<(Native, u64)>>,
    /// Foreign semaphores were waited for or signalled, which no clock tells of.
    pub(crate) joined: AtomicBool,
    /// Where the device presents.
    pub(crate) present: Option<Present>,
    info: AdapterInfo,
    limits: Limits,
    enabled: Enabled,
    /// Stages that were not enabled, so that no barrier may name them.
    unknown_stages: vk::PipelineStageFlags2,
    pub(crate) physical: vk::PhysicalDevice,
    /// What the driver said of each format, by the format's number.
    formats: [OnceLock<(FormatSupport, u32)>; Format::ALL.len()],
    /// Last, so that the instance goes after the device.
    pub(crate) shared: Arc<Shared>,
}

impl VulkanDevice {
    pub(crate) fn new(
        shared: Arc<Shared>,
        physical: vk::PhysicalDevice,
        plan: &Plan,
    ) -> Result<Arc<Self>, Fault> {
        // SAFETY: the physical device is the instance's.
        let families = unsafe { shared.raw.get_physical_device_queue_family_properties(physical) };
        let chosen = choose(&families, plan)?;
        let chain = DeviceChain::new(plan).map_err(|e| Fault::Unavailable(e.to_string()))?;
        let priorities = [1.0];
        let queues: Vec<_> = chosen
            .iter()
            .flatten()
            .map(|family| {
                vk::DeviceQueueCreateInfo::default().queue_family_index(*family).queue_priorities(&priorities)
            })
            .collect();
        let info = chain.create_info(&queues);
        let _turn = turn();
        // SAFETY: the plan names only what the device reports; what the chain points to lives until the call returns.
        let raw = unsafe { shared.raw.create_device(physical, &info, None) };
        let raw = raw.map_err(|e| fault("vkCreateDevice", e))?;
        let raw = match &shared.faults {
            Some(faults) => faulty::exchange(&raw, faults),
            None => raw,
        };
        let first = |family| {
            // SAFETY: the queue was asked for when the device was made.
            (family, unsafe { raw.get_device_queue(family, 0) })
        };
        let lines = chosen.map(|f| f.map(first));
        let device = Self::with(shared, physical, raw.clone(), lines, &families, plan).map(Arc::new);
        if device.is_err() {
            // SAFETY: nothing that `with` made is left when it fails.
            unsafe { raw.destroy_device(None) };
        }
        device
    }

    /// What stands on a device that was made with what the plan names; the queues are its own, of these families.
    pub(crate) fn with(
        shared: Arc<Shared>,
        physical: vk::PhysicalDevice,
        raw: ash::Device,
        queues: PerQueue<Option<(u32, vk::Queue)>>,
        families: &[vk::QueueFamilyProperties],
        plan: &Plan,
    ) -> Result<Self, Fault> {
        let chosen = queues.map(|q| q.map(|(family, _)| family));
        let fns = Fns::load(&shared, &raw, plan, shared.labels)?;
        let pool = Pool::new(&shared.raw, &raw, physical)?;
        let mut lines = PerQueue::<Option<Line>>::default();
        for (line, queue) in lines.iter_mut().zip(queues) {
            let Some((_, queue)) = queue else { continue };
            match Clock::new(&raw, fns.timelines) {
                Ok(clock) => *line = Some(Line { raw: queue, clock }),
                Err(e) => {
                    for line in lines.iter().flatten() {
                        // SAFETY: nothing was submitted.
                        unsafe { line.clock.destroy(&raw) };
                    }
                    pool.shut_down();
                    return Err(e);
                }
            }
        }
        // SAFETY: a valid description. Without a cache pipelines are only made more slowly.
        let cache = unsafe { raw.create_pipeline_cache(&vk::PipelineCacheCreateInfo::default(), None) };
        let family = |queue: Queue| chosen[queue as usize];
        let properties = |queue: Queue| family(queue).and_then(|f| families.get(f as usize));
        let main = properties(Queue::Main).copied().unwrap_or_default();
        let mut enabled = enabled(plan) | crate::state::enabled(plan);
        enabled.set(Enabled::INDIRECT_COUNT, fns.indirect_counts.is_some());
        enabled.set(Enabled::COMPUTE, main.queue_flags.contains(vk::QueueFlags::COMPUTE));
        enabled.set(Enabled::ASYNC_COMPUTE, family(Queue::Compute).is_some());
        enabled.set(Enabled::ASYNC_COPY, family(Queue::Copy).is_some());
        let mut limits = adapter::limits(&shared, physical, enabled.contains(Enabled::ANISOTROPY), &main);
        crate::state::granted_limits(&shared, physical, plan, enabled, &mut limits);
        if let Some(copy) = properties(Queue::Copy) {
            let g = copy.min_image_transfer_granularity;
            limits.copy_queue_granularity = [g.width, g.height, g.depth];
        }
        let debug = shared.labels.then(|| ash::ext::debug_utils::Device::new(&shared.raw, &raw));
        if plan.api_version < vk::API_VERSION_1_2 && fns.rendering.is_none() {
            // It takes a kind of render pass that Vulkan 1.2 brought.
            limits.depth_resolve = DepthResolveLimits::default();
        }
        let present = Present::new(&shared, &raw, plan);
        enabled.set(Enabled::PRESENT, present.is_some());
        enabled.set(Enabled::HDR_METADATA, present.as_ref().is_some_and(|p| p.hdr.is_some()));
        Ok(Self {
            info: adapter::identity(&shared, physical),
            limits,
            enabled,
            unknown_stages: crate::state::unknown_stages(enabled),
            raw,
            fns,
            pool,
            descriptors: Mutex::default(),
            lists: Mutex::default(),
            scratch: Mutex::new(Scratch {
                infos: Vec::with_capacity(16),
                buffers: Vec::with_capacity(16),
                submitted: Timepoint::default(),
            }),
            lines,
            families: chosen.map(|f| f.or(chosen[0]).unwrap_or_default()),
            sharers: chosen.into_iter().flatten().collect(),
            version: plan.api_version,
            render_passes: RenderPasses::new(plan),
            cache: cache.unwrap_or_default(),
            debug,
            budgets: Budgets::new(&shared, physical, plan),
            marks: Mutex::default(),
            joined: AtomicBool::new(false),
            present,
            physical,
            formats: [const { OnceLock::new() }; Format::ALL.len()],
            shared,
        })
    }

    /// Shader stages without those that were not enabled.
    pub(crate) fn known_stages(&self, stages: vk::ShaderStageFlags) -> vk::ShaderStageFlags {
        crate::state::known_stages(self.enabled, stages)
    }

    /// Asks the driver, which takes longer than making a texture.
    fn ask_format(&self, format: Format) -> (FormatSupport, u32) {
        let vk_format = convert::format(format);
        // SAFETY: the physical device is the instance's.
        let props =
            unsafe { self.shared.raw.get_physical_device_format_properties(self.physical, vk_format) };
        let mut support = convert::support(props.optimal_tiling_features);
        // Before it was told apart, whatever could be used at all could be copied (Vulkan specification, `VK_KHR_maintenance1`).
        if self.version < vk::API_VERSION_1_1 && !support.is_empty() {
            support |= FormatSupport::COPY_SRC | FormatSupport::COPY_DST;
        }
        if format.is_depth() && support.contains(FormatSupport::SAMPLED) {
            support |= FormatSupport::COMPARE;
        }
        let usage = match (support.contains(FormatSupport::COLOR), support.contains(FormatSupport::DEPTH)) {
            (true, _) => vk::ImageUsageFlags::COLOR_ATTACHMENT,
            (_, true) => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            (false, false) => return (support, 0),
        };
        // SAFETY: as above.
        let image = unsafe {
            self.shared.raw.get_physical_device_image_format_properties(
                self.physical,
                vk_format,
                vk::ImageType::TYPE_2D,
                vk::ImageTiling::OPTIMAL,
                usage,
                vk::ImageCreateFlags::empty(),
            )
        };
        (support, convert::sample_bits(image.map(|i| i.sample_counts).unwrap_or_default()))
    }

    /// Names an object for validation messages and debuggers, when there is anybody to read it.
    pub(crate) fn name<H: Handle>(&self, object: H, label: &str) {
        let Some(debug) = &self.debug else { return };
        let Ok(label) = CString::new(label) else { return };
        let info = vk::DebugUtilsObjectNameInfoEXT::default().object_handle(object).object_name(&label);
        let _turn = turn();
        // SAFETY: the object is new and this device's.
        if let Err(e) = unsafe { debug.set_debug_utils_object_name(&info) } {
            tracing::debug!("an object could not be named: {e:?}");
        }
    }

    #[cold]
    pub(crate) fn begin_label(&self, cmd: Cmd, label: &str) {
        let Some(debug) = &self.debug else { return };
        // Every beginning has its end, whatever the label.
        let label = CString::new(label.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the list is open.
        unsafe {
            debug.cmd_begin_debug_utils_label(
                list(cmd),
                &vk::DebugUtilsLabelEXT::default().label_name(&label),
            );
        }
    }

    #[cold]
    pub(crate) fn end_label(&self, cmd: Cmd) {
        if let Some(debug) = &self.debug {
            // SAFETY: a label of this list was begun.
            unsafe { debug.cmd_end_debug_utils_label(list(cmd)) }
        }
    }
}

/// A family for each queue: the first that draws and computes, or that draws; and what the plan wants beside it.
fn choose(families: &[vk::QueueFamilyProperties], plan: &Plan) -> Result<PerQueue<Option<u32>>, Fault> {
    let find = |has: vk::QueueFlags, lacks: vk::QueueFlags| {
        let fits =
            |f: &vk::QueueFamilyProperties| f.queue_flags.contains(has) && !f.queue_flags.intersects(lacks);
        families.iter().position(fits).map(|i| i as u32)
    };
    let (draws, none) = (vk::QueueFlags::GRAPHICS, vk::QueueFlags::empty());
    let main = find(draws | vk::QueueFlags::COMPUTE, none).or_else(|| find(draws, none));
    let main = main.ok_or_else(|| Fault::Unavailable("no queue family can draw".into()))?;
    let mut chosen = [Some(main), None, None];
    // Queues wait for each other by numbers that only these semaphores count.
    let beside = if plan.sets("timelineSemaphore") { &plan.queues[..] } else { &[] };
    for q in beside {
        let (has, lacks) = (vk::QueueFlags::from_raw(q.has), vk::QueueFlags::from_raw(q.lacks));
        let queue = if has.contains(vk::QueueFlags::COMPUTE) { Queue::Compute } else { Queue::Copy };
        chosen[queue as usize] = find(has, lacks);
    }
    Ok(chosen)
}

/// What the plan enables, as far as the rest of Candor must know it.
fn enabled(plan: &Plan) -> Enabled {
    [
        ("multiDrawIndirect", Enabled::MULTI_DRAW_INDIRECT),
        ("drawIndirectFirstInstance", Enabled::INDIRECT_FIRST_INSTANCE),
        ("fillModeNonSolid", Enabled::WIREFRAME),
        ("depthClamp", Enabled::DEPTH_CLAMP),
        ("depthBiasClamp", Enabled::DEPTH_BIAS_CLAMP),
        ("independentBlend", Enabled::INDEPENDENT_BLEND),
        ("samplerAnisotropy", Enabled::ANISOTROPY),
        ("imageCubeArray", Enabled::CUBE_ARRAYS),
        ("robustBufferAccess", Enabled::ROBUST_ACCESS),
        ("shaderFloat16", Enabled::FLOAT16),
        ("shaderFloat64", Enabled::FLOAT64),
        ("shaderInt64", Enabled::INT64),
        ("shaderBufferInt64Atomics", Enabled::INT64_ATOMICS),
        ("shaderClipDistance", Enabled::CLIP_DISTANCES),
        ("shaderStorageImageExtendedFormats", Enabled::STORAGE_FORMATS),
        ("shaderStorageImageReadWithoutFormat", Enabled::STORAGE_READ_ANY),
        ("shaderStorageImageWriteWithoutFormat", Enabled::STORAGE_WRITE_ANY),
        ("pipelineStatisticsQuery", Enabled::STATISTICS),
        ("occlusionQueryPrecise", Enabled::PRECISE_OCCLUSION),
    ]
    .into_iter()
    .filter(|(bit, _)| plan.sets(bit))
    .fold(Enabled::empty(), |all, (_, e)| all | e)
}

impl Drop for VulkanDevice {
    fn drop(&mut self) {
        // The API's own wait for a device has no end where the GPU hangs.
        let submitted = self.submitted();
        let joined = !self.shared.foreign && self.joined.load(Ordering::Relaxed);
        if self.wait_for(submitted, LAST_WAIT) == Ok(false) || joined && !self.main_has_ended(None) {
            let seconds = LAST_WAIT.as_secs();
            tracing::error!("work did not end within {seconds} s: the Vulkan device is left behind as it is");
            self.pool.leave();
            std::mem::forget(self.shared.clone());
            return;
        }
        self.release_marks();
        // SAFETY: the core has destroyed its objects or waited for them; nothing records or runs any more, or the device is lost.
        unsafe {
            self.destroy_lists();
            self.destroy_pools();
            for line in self.lines.iter().flatten() {
                line.clock.destroy(&self.raw);
            }
            self.render_passes.destroy(&self.raw);
            self.raw.destroy_pipeline_cache(self.cache, None);
            self.pool.shut_down();
            if !self.shared.foreign {
                let _turn = turn();
                self.raw.destroy_device(None);
            }
        }
    }
}

impl Backend for VulkanDevice {
    fn info(&self) -> &AdapterInfo {
        &self.info
    }
    fn limits(&self) -> &Limits {
        &self.limits
    }
    fn enabled(&self) -> Enabled {
        self.enabled
    }

    fn format_support(&self, format: Format) -> (FormatSupport, u32) {
        *self.formats[format as usize].get_or_init(|| self.ask_format(format))
    }

    fn scopes(&self, usage: Usage) -> Scopes {
        let unknown = self.unknown_stages.as_raw();
        let scope = |(stage, access): convert::Masks| Scope([stage.as_raw() & !unknown, access.as_raw()]);
        Scopes { from: scope(convert::before(usage)), to: scope(convert::masks(usage)) }
    }

    fn barrier_template(&self) -> ([u64; 2], [u32; 2]) {
        // The structure type is the low half of the first word, as it lies in memory on the machines that have Vulkan.
        let kind = vk::StructureType::IMAGE_MEMORY_BARRIER_2.as_raw() as u64;
        ([kind, 0], [vk::QUEUE_FAMILY_IGNORED; 2])
    }

    fn wants_notes(&self) -> bool {
        false
    }

    #[allow(
        clippy::missing_transmute_annotations,
        reason = "both ends are typed: by the loader's table and by ours"
    )]
    fn commands(&self) -> Commands {
        let f = self.raw.fp_v1_0();
        /// The driver's own entry point, with its handles seen as numbers of the same size.
        macro_rules! entry {
            ($pfn:expr) => {
                // SAFETY: `Cmd` is a pointer like `VkCommandBuffer`, `Raw` a 64-bit number like every other handle, and the rest are
                // the same plain values; both sides are `extern "system"`.
                unsafe { std::mem::transmute($pfn) }
            };
        }
        Commands {
            hot: Hot {
                draw: entry!(f.cmd_draw),
                groups: entry!(f.cmd_bind_descriptor_sets),
                push: entry!(f.cmd_push_constants),
                draw_indexed: entry!(f.cmd_draw_indexed),
            },
            pipeline: entry!(f.cmd_bind_pipeline),
            vertex_buffers: entry!(f.cmd_bind_vertex_buffers),
            index_buffer: entry!(f.cmd_bind_index_buffer),
            draw_indirect: entry!(f.cmd_draw_indirect),
            draw_indexed_indirect: entry!(f.cmd_draw_indexed_indirect),
            draw_indirect_count: self.fns.indirect_counts.map(|f| entry!(f.draw)),
            draw_indexed_indirect_count: self.fns.indirect_counts.map(|f| entry!(f.draw_indexed)),
            begin_query: entry!(f.cmd_begin_query),
            end_query: entry!(f.cmd_end_query),
            dispatch: entry!(f.cmd_dispatch),
            dispatch_indirect: entry!(f.cmd_dispatch_indirect),
            viewport: entry!(f.cmd_set_viewport),
            scissor: entry!(f.cmd_set_scissor),
            blend_constant: entry!(f.cmd_set_blend_constants),
            stencil_reference: entry!(f.cmd_set_stencil_reference),
            viewport_style: ViewportStyle::NegativeHeight,
        }
    }

    fn create_buffer(&self, plan: &BufferPlan<'_>) -> Result<Native, Fault> {
        self.make_buffer(plan)
    }
    fn create_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        self.make_texture(info, label)
    }
    fn create_view(&self, plan: &ViewPlan<'_>) -> Result<Native, Fault> {
        self.make_view(plan)
    }
    fn create_sampler(&self, plan: &SamplerPlan<'_>) -> Result<Native, Fault> {
        self.make_sampler(plan)
    }
    fn create_group_layout(
        &self,
        entries: &[LayoutEntry],
        samplers: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault> {
        self.make_group_layout(entries, samplers, label)
    }
    fn create_group(&self, layout: Native, entries: &[NativeEntry], label: &str) -> Result<Native, Fault> {
        self.make_group(layout, entries, label)
    }
    fn create_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault> {
        self.make_interface(groups, push)
    }
    fn create_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Native, Fault> {
        self.make_raster_pipeline(plan)
    }
    fn create_compute_pipeline(
        &self,
        layout: Raw,
        shader: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault> {
        self.make_compute_pipeline(layout, shader, label)
    }

    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        self.make_query_set(d)
    }

    unsafe fn destroy(&self, kind: Kind, native: Native) {
        let d = &self.raw;
        // SAFETY: by contract the object is this device's, not destroyed before, and used by nobody.
        unsafe {
            match kind {
                // What somebody else made, he destroys.
                Kind::Buffer | Kind::Texture if native.aux == interop::FOREIGN => {}
                Kind::Buffer => {
                    d.destroy_buffer(vk::Buffer::from_raw(native.raw.0), None);
                    self.pool.free(native.aux);
                }
                Kind::Texture => {
                    d.destroy_image(vk::Image::from_raw(native.raw.0), None);
                    self.pool.free(native.aux);
                }
                Kind::View => {
                    if self.fns.rendering.is_none() {
                        self.render_passes.forget_view(d, native.raw);
                    }
                    d.destroy_image_view(vk::ImageView::from_raw(native.raw.0), None);
                }
                Kind::Sampler => d.destroy_sampler(vk::Sampler::from_raw(native.raw.0), None),
                Kind::BindGroupLayout => {
                    d.destroy_descriptor_set_layout(vk::DescriptorSetLayout::from_raw(native.raw.0), None);
                }
                Kind::BindGroup => self.free_group(native),
                Kind::PipelineLayout => {
                    d.destroy_pipeline_layout(vk::PipelineLayout::from_raw(native.raw.0), None)
                }
                Kind::QuerySet => d.destroy_query_pool(query::pool(native.raw), None),
                Kind::RasterPipeline | Kind::ComputePipeline => {
                    d.destroy_pipeline(vk::Pipeline::from_raw(native.raw.0), None);
                }
                Kind::Surface => self.destroy_surface(native),
                Kind::Swapchain => self.destroy_swapchain(native),
                Kind::SurfaceImage => {}
            }
        }
    }

    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault> {
        self.pool.with_bytes(buffer.aux, |bytes| {
            let start = offset as usize;
            match bytes.get_mut(start..start.saturating_add(data.len())) {
                Some(to) => {
                    to.copy_from_slice(data);
                    true
                }
                None => false,
            }
        })
    }

    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault> {
        self.pool.with_bytes(buffer.aux, |bytes| {
            let start = offset as usize;
            match bytes.get(start..start.saturating_add(data.len())) {
                Some(from) => {
                    data.copy_from_slice(from);
                    true
                }
                None => false,
            }
        })
    }

    fn reserve_lists(&self, count: usize) {
        self.make_lists(count);
    }

    fn families(&self) -> PerQueue<u32> {
        self.families
    }
    fn everything(&self) -> Scope {
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        Scope([vk::PipelineStageFlags2::ALL_COMMANDS.as_raw(), access.as_raw()])
    }
    fn open(&self, queue: Queue) -> Result<Cmd, Fault> {
        self.open_list(queue)
    }
    unsafe fn recycle(&self, cmd: Cmd) {
        self.recycle_list(cmd);
    }
    unsafe fn barriers(&self, cmd: Cmd, barriers: &List) {
        self.make_barriers(cmd, barriers);
    }
    fn prepares_rasters(&self) -> bool {
        self.fns.rendering.is_none()
    }
    fn prepare_raster(&self, desc: &RasterDesc<'_>, size: [u32; 2], part: PassPart) -> Result<(), Fault> {
        self.prepare_pass(desc, size, part)
    }
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>) {
        self.begin_pass(cmd, plan);
    }
    unsafe fn end_raster(&self, cmd: Cmd, _label: &str) {
        self.end_pass(cmd);
    }
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str) {
        if self.debug.is_some() {
            self.begin_label(cmd, label);
        }
        self.make_barriers(cmd, barriers);
    }
    unsafe fn end_compute(&self, cmd: Cmd, _label: &str) {
        if self.debug.is_some() {
            self.end_label(cmd);
        }
    }
    unsafe fn serial(&self, cmd: Cmd) {
        self.make_serial(cmd);
    }
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        self.begin_pass_queries(cmd, plan);
    }
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan) {
        self.end_pass_queries(cmd, plan);
    }
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32) {
        self.write_time(cmd, set, index);
    }
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>) {
        self.make_mark(cmd, mark);
    }
    fn wants_marks(&self) -> bool {
        self.debug.is_some()
    }
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        self.make_copies(cmd, copies);
    }
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
        self.submit_parts(parts, lists, &Frames::default())
    }
    fn interop(&self) -> Option<&dyn candor_rhi::interop::Interop> {
        Some(self)
    }
    fn presenter(&self) -> Option<&dyn candor_rhi::surface::Presenter> {
        self.present.as_ref().map(|_| self as &dyn candor_rhi::surface::Presenter)
    }
    fn breadcrumbs(&self) -> Option<&dyn Breadcrumbs> {
        Some(self)
    }
    fn loss_details(&self) -> Option<String> {
        self.fault_text()
    }
    fn submitted(&self) -> Timepoint {
        crate::memory::lock(&self.scratch).submitted
    }
    fn finished(&self, t: Timepoint) -> Result<bool, Fault> {
        self.has_finished(t)
    }
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault> {
        self.wait_for(t, timeout)
    }
    fn poll(&self, _faults: &mut Vec<LateFault>) {
        // Vulkan answers when a call is made; nothing arrives late.
    }
    fn memory(&self) -> MemoryStats {
        let heaps = self.budgets.heaps(&self.shared, self.physical);
        MemoryStats { heaps, ..self.pool.stats() }
    }
}

/// Kept so that a device's queue is never used without its lock.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<VulkanDevice>();
};
