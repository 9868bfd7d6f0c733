//! A Vulkan layer that answers every `vkCmd*` with a return and passes everything else to the driver, so that only a
//! library's own instructions are left to count. With `CANDOR_NULL_OBJECTS=1` it also answers what makes, binds, fills and
//! destroys buffers, images, views and descriptor sets, with handles of its own: such a
//! device makes objects and draws nothing.
//!
//! Explicit layer: `VK_LAYER_PATH` names the folder of the manifest that `candor-bench` writes, `VK_INSTANCE_LAYERS` names it.
//! Interface: "Vulkan Loader Layer Interface", version 2.

use ash::vk;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};

type Void = unsafe extern "system" fn();
type Get = unsafe extern "system" fn(vk::Instance, *const c_char) -> Option<Void>;
type GetDevice = unsafe extern "system" fn(vk::Device, *const c_char) -> Option<Void>;

/// `VkLayerInstanceCreateInfo` and `VkLayerDeviceCreateInfo` begin alike; a link holds the next layer's entry points.
#[repr(C)]
struct LinkInfo {
    s_type: i32,
    next: *const c_void,
    function: i32,
    link: *mut Link,
}

#[repr(C)]
struct Link {
    next: *mut Link,
    get_instance: Get,
    get_device: Option<GetDevice>,
}

const LOADER_INSTANCE_CREATE_INFO: i32 = 47;
const LOADER_DEVICE_CREATE_INFO: i32 = 48;
const LINK: i32 = 0;

/// The next layer's entry points, by dispatch table (the first word of a dispatchable handle).
static INSTANCES: Mutex<Option<HashMap<usize, usize>>> = Mutex::new(None);
static DEVICES: Mutex<Option<HashMap<usize, usize>>> = Mutex::new(None);

unsafe fn key(handle: u64) -> usize {
    // SAFETY: a dispatchable handle points to a dispatch table.
    unsafe { *(handle as *const usize) }
}

fn note(map: &Mutex<Option<HashMap<usize, usize>>>, key: usize, value: usize) {
    if let Ok(mut m) = map.lock() {
        m.get_or_insert_default().insert(key, value);
    }
}

fn look(map: &Mutex<Option<HashMap<usize, usize>>>, key: usize) -> Option<usize> {
    map.lock().ok()?.as_ref()?.get(&key).copied()
}

/// The chain's link for this layer; the link is moved on for the next one.
unsafe fn link(mut next: *const c_void, kind: i32) -> Option<*mut Link> {
    while !next.is_null() {
        // SAFETY: every struct of a chain begins with its type and the next.
        let info = unsafe { &mut *(next as *mut LinkInfo) };
        if info.s_type == kind && info.function == LINK {
            let found = info.link;
            // SAFETY: the loader's link is alive during the call.
            info.link = unsafe { (*found).next };
            return Some(found);
        }
        next = info.next;
    }
    None
}

unsafe extern "system" fn create_instance(
    info: *const vk::InstanceCreateInfo<'_>,
    alloc: *const vk::AllocationCallbacks<'_>,
    out: *mut vk::Instance,
) -> vk::Result {
    // SAFETY: called by the loader with a valid chain.
    unsafe {
        let Some(l) = link((*info).p_next, LOADER_INSTANCE_CREATE_INFO) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let get = (*l).get_instance;
        let Some(create) = get(vk::Instance::null(), c"vkCreateInstance".as_ptr()) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let create: vk::PFN_vkCreateInstance = std::mem::transmute(create);
        let result = create(info, alloc, out);
        if result == vk::Result::SUCCESS {
            note(&INSTANCES, key(vk::Handle::as_raw(*out)), get as usize);
        }
        result
    }
}

unsafe extern "system" fn create_device(
    physical: vk::PhysicalDevice,
    info: *const vk::DeviceCreateInfo<'_>,
    alloc: *const vk::AllocationCallbacks<'_>,
    out: *mut vk::Device,
) -> vk::Result {
    // SAFETY: called by the loader with a valid chain.
    unsafe {
        let Some(l) = link((*info).p_next, LOADER_DEVICE_CREATE_INFO) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let (get, Some(get_device)) = ((*l).get_instance, (*l).get_device) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let Some(create) = get(vk::Instance::null(), c"vkCreateDevice".as_ptr()) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let create: vk::PFN_vkCreateDevice = std::mem::transmute(create);
        let result = create(physical, info, alloc, out);
        if result == vk::Result::SUCCESS {
            note(&DEVICES, key(vk::Handle::as_raw(*out)), get_device as usize);
        }
        result
    }
}

/// What every `vkCmd*` becomes. The arguments are left where they are.
unsafe extern "system" fn nothing() {}

static NULL_OBJECTS: LazyLock<bool> =
    LazyLock::new(|| std::env::var("CANDOR_NULL_OBJECTS").is_ok_and(|v| v == "1"));

/// A handle that nothing else has. It points nowhere, and nobody follows it.
fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Every `vkCreate*` of an object that is not dispatchable.
unsafe extern "system" fn create(
    _: vk::Device,
    _: *const c_void,
    _: *const c_void,
    out: *mut u64,
) -> vk::Result {
    // SAFETY: the caller gives room for a handle.
    unsafe { *out = fresh() };
    vk::Result::SUCCESS
}

/// `vkBind*Memory`, `vkFreeDescriptorSets`.
unsafe extern "system" fn success() -> vk::Result {
    vk::Result::SUCCESS
}

/// `vkGet*MemoryRequirements`: a buffer of the workload, in any memory.
unsafe extern "system" fn requirements(_: vk::Device, _: u64, out: *mut vk::MemoryRequirements) {
    // SAFETY: the caller gives room for an answer.
    unsafe { *out = vk::MemoryRequirements { size: 64 << 10, alignment: 256, memory_type_bits: u32::MAX } };
}

unsafe extern "system" fn allocate_sets(
    _: vk::Device,
    info: *const vk::DescriptorSetAllocateInfo<'_>,
    out: *mut u64,
) -> vk::Result {
    // SAFETY: the caller gives room for as many handles as it asks for.
    unsafe { (0..(*info).descriptor_set_count as usize).for_each(|i| *out.add(i) = fresh()) };
    vk::Result::SUCCESS
}

/// The layer's own answer to a call about objects.
fn object(name: &[u8]) -> Option<Void> {
    type Create = unsafe extern "system" fn(vk::Device, *const c_void, *const c_void, *mut u64) -> vk::Result;
    type Success = unsafe extern "system" fn() -> vk::Result;
    type Ask = unsafe extern "system" fn(vk::Device, u64, *mut vk::MemoryRequirements);
    type Sets = unsafe extern "system" fn(
        vk::Device,
        *const vk::DescriptorSetAllocateInfo<'_>,
        *mut u64,
    ) -> vk::Result;
    // SAFETY: functions of the types that their names say, as far as they look at their arguments.
    unsafe {
        Some(match name {
            b"vkCreateBuffer" | b"vkCreateImage" | b"vkCreateImageView" => {
                std::mem::transmute::<Create, Void>(create)
            }
            b"vkBindBufferMemory" | b"vkBindImageMemory" | b"vkFreeDescriptorSets" => {
                std::mem::transmute::<Success, Void>(success)
            }
            b"vkGetBufferMemoryRequirements" | b"vkGetImageMemoryRequirements" => {
                std::mem::transmute::<Ask, Void>(requirements)
            }
            b"vkAllocateDescriptorSets" => std::mem::transmute::<Sets, Void>(allocate_sets),
            b"vkDestroyBuffer" | b"vkDestroyImage" | b"vkDestroyImageView" | b"vkUpdateDescriptorSets" => {
                nothing
            }
            _ => return None,
        })
    }
}

unsafe extern "system" fn get_instance_proc_addr(
    instance: vk::Instance,
    name: *const c_char,
) -> Option<Void> {
    // SAFETY: the loader passes a string.
    let text = unsafe { CStr::from_ptr(name) }.to_bytes();
    // SAFETY: functions of the types that their names say, handed out without a type as Vulkan does.
    unsafe {
        match text {
            b"vkGetInstanceProcAddr" => {
                return Some(std::mem::transmute::<Get, Void>(get_instance_proc_addr));
            }
            b"vkGetDeviceProcAddr" => {
                return Some(std::mem::transmute::<GetDevice, Void>(get_device_proc_addr));
            }
            b"vkCreateInstance" => {
                return Some(std::mem::transmute::<vk::PFN_vkCreateInstance, Void>(create_instance));
            }
            b"vkCreateDevice" => {
                return Some(std::mem::transmute::<vk::PFN_vkCreateDevice, Void>(create_device));
            }
            _ => {}
        }
        if text.starts_with(b"vkCmd") {
            return Some(nothing);
        }
        if *NULL_OBJECTS && let Some(own) = object(text) {
            return Some(own);
        }
        if instance == vk::Instance::null() {
            return None;
        }
        let get = look(&INSTANCES, key(vk::Handle::as_raw(instance)))?;
        std::mem::transmute::<usize, Get>(get)(instance, name)
    }
}

unsafe extern "system" fn get_device_proc_addr(device: vk::Device, name: *const c_char) -> Option<Void> {
    // SAFETY: the loader passes a string.
    let text = unsafe { CStr::from_ptr(name) }.to_bytes();
    // SAFETY: as above.
    unsafe {
        if text == b"vkGetDeviceProcAddr" {
            return Some(std::mem::transmute::<GetDevice, Void>(get_device_proc_addr));
        }
        if text.starts_with(b"vkCmd") {
            return Some(nothing);
        }
        if *NULL_OBJECTS && let Some(own) = object(text) {
            return Some(own);
        }
        let get = look(&DEVICES, key(vk::Handle::as_raw(device)))?;
        std::mem::transmute::<usize, GetDevice>(get)(device, name)
    }
}

/// `VkNegotiateLayerInterface`.
#[repr(C)]
pub struct Negotiate {
    s_type: i32,
    next: *const c_void,
    version: u32,
    get_instance: Option<Get>,
    get_device: Option<GetDevice>,
    get_physical: Option<Get>,
}

/// Called by the loader when it loads the layer.
///
/// # Safety
/// `n` is valid, as the loader promises.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkNegotiateLoaderLayerInterfaceVersion(n: *mut Negotiate) -> vk::Result {
    // SAFETY: by contract.
    let n = unsafe { &mut *n };
    n.version = n.version.min(2);
    n.get_instance = Some(get_instance_proc_addr);
    n.get_device = Some(get_device_proc_addr);
    n.get_physical = None;
    vk::Result::SUCCESS
}
