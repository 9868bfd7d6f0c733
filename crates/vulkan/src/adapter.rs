//! What an adapter says of itself: identity, limits, formats. The full report comes from `caps-ash`.

use crate::convert;
use crate::hide;
use crate::instance::Shared;
use crate::quirks;
use ash::{khr, vk};
use candor_caps::report::DeviceType;
use candor_caps::{Body, DeviceReport};
use candor_caps_ash::Live;
use candor_rhi::driver::Adapter;
use candor_rhi::limits::{
    BindingLimits, DepthResolveLimits, MAX_BIND_GROUPS, MAX_PUSH_BYTES, MAX_VERTEX_BUFFERS, ResolveModes,
};
use candor_rhi::{AdapterInfo, BackendKind, Limits};
use std::ffi::CStr;

fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|c| c.to_ne_bytes()[0]).take_while(|b| *b != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn version(v: u32) -> String {
    let (major, minor) = (vk::api_version_major(v), vk::api_version_minor(v));
    format!("{major}.{minor}.{}", vk::api_version_patch(v))
}

/// Identity and report of an adapter.
pub(crate) fn describe(shared: &Shared, p: vk::PhysicalDevice) -> Adapter {
    let info = identity(shared, p);
    let live = Live {
        entry: &shared.entry,
        instance: &shared.raw,
        instance_api_version: shared.version,
        properties2: shared.get_properties2,
    };
    // SAFETY: the instance is alive, and the physical device is its own.
    let mut report = unsafe { live.report(p) }.unwrap_or_else(|e| DeviceReport {
        schema: DeviceReport::SCHEMA,
        name: Some(info.name.clone()),
        vendor_id: Some(info.vendor_id),
        device_id: Some(info.device_id),
        driver: Some(info.driver.clone()),
        device_type: Some(info.device_type),
        source: "live device".into(),
        body: Body::Vulkan(Box::default()),
        faults: Vec::new(),
        notes: vec![format!("the device could not be described: {e}")],
    });
    hide::from_report(&shared.hidden, &mut report);
    report.faults = quirks::faults(&info.driver);
    let can_present = match &report.body {
        Body::Vulkan(v) => v.extensions.contains_key("VK_KHR_swapchain"),
        Body::Null => false,
    };
    Adapter { info, report, can_present }
}

pub(crate) fn identity(shared: &Shared, p: vk::PhysicalDevice) -> AdapterInfo {
    // SAFETY: the physical device is the instance's.
    let (props, memory) = unsafe {
        (shared.raw.get_physical_device_properties(p), shared.raw.get_physical_device_memory_properties(p))
    };
    let driver = driver(shared, p, &props);
    let (mut dedicated, mut together) = (0, 0);
    for heap in memory.memory_heaps_as_slice() {
        if heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL) {
            dedicated += heap.size;
        } else {
            together += heap.size;
        }
    }
    let device_type = device_type(props.device_type);
    if device_type != DeviceType::Discrete && device_type != DeviceType::Virtual {
        // What such a device calls its own is the host's memory.
        together += dedicated;
        dedicated = 0;
    }
    AdapterInfo {
        backend: BackendKind::Vulkan,
        name: text(&props.device_name),
        vendor_id: props.vendor_id,
        device_id: props.device_id,
        driver,
        api_version: version(props.api_version),
        device_type,
        dedicated_memory_bytes: dedicated,
        shared_memory_bytes: together,
    }
}

fn device_type(t: vk::PhysicalDeviceType) -> DeviceType {
    match t {
        vk::PhysicalDeviceType::DISCRETE_GPU => DeviceType::Discrete,
        vk::PhysicalDeviceType::INTEGRATED_GPU => DeviceType::Integrated,
        vk::PhysicalDeviceType::VIRTUAL_GPU => DeviceType::Virtual,
        vk::PhysicalDeviceType::CPU => DeviceType::Cpu,
        _ => DeviceType::Other,
    }
}

/// Driver name and version in the driver's own words, where it has any.
fn driver(shared: &Shared, p: vk::PhysicalDevice, props: &vk::PhysicalDeviceProperties) -> String {
    let plain = || format!("driver version {:#x}", props.driver_version);
    let core = shared.version >= vk::API_VERSION_1_1 && props.api_version >= vk::API_VERSION_1_1;
    if !core && !shared.get_properties2 {
        return plain();
    }
    // SAFETY: the physical device is the instance's.
    let extensions = unsafe { shared.raw.enumerate_device_extension_properties(p) }.unwrap_or_default();
    let named = |name: &CStr| extensions.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
    if props.api_version < vk::API_VERSION_1_2 && !named(khr::driver_properties::NAME) {
        return plain();
    }
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: as above; the struct is of a version or extension that the device has, and so is the function.
    unsafe {
        if core {
            shared.raw.get_physical_device_properties2(p, &mut all);
        } else {
            let f = khr::get_physical_device_properties2::Instance::new(&shared.entry, &shared.raw);
            f.get_physical_device_properties2(p, &mut all);
        }
    }
    let (name, info) = (text(&driver.driver_name), text(&driver.driver_info));
    match (name.is_empty(), info.is_empty()) {
        (true, _) => plain(),
        (false, true) => name,
        (false, false) => format!("{name} {info}"),
    }
}

/// The device's limits in neutral terms.
pub(crate) fn limits(
    shared: &Shared,
    p: vk::PhysicalDevice,
    anisotropy: bool,
    family: &vk::QueueFamilyProperties,
) -> Limits {
    // SAFETY: the physical device is the instance's.
    let l = unsafe { shared.raw.get_physical_device_properties(p) }.limits;
    let samples = l.framebuffer_color_sample_counts & l.framebuffer_depth_sample_counts;
    let bits = convert::sample_bits(samples);
    let timestamps = family.timestamp_valid_bits > 0;
    let subgroup_operations = subgroup_operations(shared, p);
    // SAFETY: as above.
    let memory = unsafe { shared.raw.get_physical_device_memory_properties(p) };
    Limits {
        lazy_memory: crate::memory::lazy_types(&memory) != 0,
        copy_queue_granularity: [1; 3],
        max_texture_2d: l.max_image_dimension2_d,
        max_lod_bias: l.max_sampler_lod_bias,
        max_viewport: l.max_viewport_dimensions,
        viewport_bounds: l.viewport_bounds_range,
        max_texture_3d: l.max_image_dimension3_d,
        max_texture_cube: l.max_image_dimension_cube,
        max_texture_layers: l.max_image_array_layers,
        max_color_targets: l.max_color_attachments,
        sample_counts: bits,
        max_anisotropy: if anisotropy { l.max_sampler_anisotropy } else { 1.0 },
        max_push_bytes: l.max_push_constants_size.min(MAX_PUSH_BYTES),
        max_bind_groups: l.max_bound_descriptor_sets.min(MAX_BIND_GROUPS as u32),
        max_uniform_range: u64::from(l.max_uniform_buffer_range),
        max_storage_range: u64::from(l.max_storage_buffer_range),
        // Vulkan 1.1 has no limit of its own below maintenance4; 2 GiB is what every driver allows.
        max_buffer_bytes: 1 << 31,
        uniform_offset_alignment: l.min_uniform_buffer_offset_alignment.max(1) as u32,
        storage_offset_alignment: l.min_storage_buffer_offset_alignment.max(1) as u32,
        copy_row_alignment: l.optimal_buffer_copy_row_pitch_alignment.max(1) as u32,
        max_vertex_buffers: l.max_vertex_input_bindings.min(MAX_VERTEX_BUFFERS as u32),
        max_vertex_attributes: l.max_vertex_input_attributes.min(32),
        max_vertex_stride: l.max_vertex_input_binding_stride,
        max_attribute_offset: l.max_vertex_input_attribute_offset,
        max_instance_step: 1,
        bindings_per_stage: BindingLimits {
            uniform_buffers: l.max_per_stage_descriptor_uniform_buffers,
            storage_buffers: l.max_per_stage_descriptor_storage_buffers,
            textures: l.max_per_stage_descriptor_sampled_images,
            storage_textures: l.max_per_stage_descriptor_storage_images,
            samplers: l.max_per_stage_descriptor_samplers,
            total: l.max_per_stage_resources,
        },
        bindings_per_pipeline: BindingLimits {
            uniform_buffers: l.max_descriptor_set_uniform_buffers,
            storage_buffers: l.max_descriptor_set_storage_buffers,
            textures: l.max_descriptor_set_sampled_images,
            storage_textures: l.max_descriptor_set_storage_images,
            samplers: l.max_descriptor_set_samplers,
            total: u32::MAX,
        },
        max_dynamic_uniform_buffers: l.max_descriptor_set_uniform_buffers_dynamic,
        max_dynamic_storage_buffers: l.max_descriptor_set_storage_buffers_dynamic,
        max_pass_layers: l.max_framebuffer_layers,
        max_views: 0,
        max_patch_vertices: l.max_tessellation_patch_size,
        max_geometry_vertices: l.max_geometry_output_vertices,
        max_geometry_invocations: l.max_geometry_shader_invocations,
        line_width: [1.0; 2],
        max_dual_source_targets: 0,
        max_workgroups: l.max_compute_work_group_count,
        max_workgroup_size: l.max_compute_work_group_size,
        max_workgroup_invocations: l.max_compute_work_group_invocations,
        subgroup_operations,
        block_copies: !quirks::breaks_block_copies(&identity(shared, p).driver),
        max_indirect_draws: l.max_draw_indirect_count.max(1),
        depth_resolve: depth_resolve(shared, p),
        timestamp_period_ns: if timestamps { l.timestamp_period } else { 0.0 },
        timestamp_bits: family.timestamp_valid_bits,
    }
}

/// How depth and stencil are resolved.
fn depth_resolve(shared: &Shared, p: vk::PhysicalDevice) -> DepthResolveLimits {
    // SAFETY: the physical device is the instance's.
    let version = unsafe { shared.raw.get_physical_device_properties(p) }.api_version;
    if shared.version < vk::API_VERSION_1_2 || version < vk::API_VERSION_1_2 {
        // Before 1.2 it takes an extension and a kind of render pass that Candor does not make.
        return DepthResolveLimits::default();
    }
    let mut resolve = vk::PhysicalDeviceDepthStencilResolveProperties::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut resolve);
    // SAFETY: as above; instance and device are of a version that has the struct.
    unsafe { shared.raw.get_physical_device_properties2(p, &mut all) };
    let modes = |m: vk::ResolveModeFlags| ResolveModes::from_bits_truncate(m.as_raw() as u8);
    DepthResolveLimits {
        depth: modes(resolve.supported_depth_resolve_modes),
        stencil: modes(resolve.supported_stencil_resolve_modes),
        independent_none: resolve.independent_resolve_none == vk::TRUE,
        independent: resolve.independent_resolve == vk::TRUE,
        layers: !quirks::resolves_depth_of_one_layer(&identity(shared, p).driver),
    }
}

/// Subgroup operations that compute shaders may use.
fn subgroup_operations(shared: &Shared, p: vk::PhysicalDevice) -> u32 {
    /// The operations of Vulkan 1.1, basic to quad.
    const ALL: u32 = 0xff;
    // SAFETY: the physical device is the instance's.
    let version = unsafe { shared.raw.get_physical_device_properties(p) }.api_version;
    if shared.version < vk::API_VERSION_1_1 || version < vk::API_VERSION_1_1 {
        return 0;
    }
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup);
    // SAFETY: as above; instance and device are of a version that has the struct.
    unsafe { shared.raw.get_physical_device_properties2(p, &mut all) };
    let in_compute = subgroup.supported_stages.contains(vk::ShaderStageFlags::COMPUTE);
    if in_compute { subgroup.supported_operations.as_raw() & ALL } else { 0 }
}
