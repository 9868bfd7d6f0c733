//! Doors: Vulkan's own objects go out of a device and into one.
//!
//! **Out.** [`handles`] gives instance, physical device and device, [`with_queue`] a queue under the lock that Candor submits under,
//! [`image`], [`image_view`] and [`buffer`] the handles of resources. Everything that is handed out stays Candor's: it is
//! destroyed with the object that it came from, is never destroyed by anybody else, and is of use as long as that object lives.
//! [`record`] hands out a command buffer inside of a batch.
//!
//! **In.** [`adopt_device`] makes a device of one that exists, [`adopt_image`] and [`adopt_buffer`] take images and buffers over. What
//! comes in stays foreign: Candor never destroys it, and it outlives what Candor made of it.
//!
//! **To and fro.** Candor knows the layout and the last use of what it follows. `Batch::release` brings a resource where foreign code
//! wants it; foreign code that leaves it otherwise says so with [`resume_image`] or `Device::resume_buffer`. What both submit to
//! one queue runs in the order of submission, under the barriers of both; for everything else there are [`wait_semaphore`] and
//! [`signal_semaphore`].
//!
//! **Threads.** A queue is used by one thread at a time (Vulkan specification, "Threading Behavior"). Candor submits inside of
//! `Batch::submit`, presents there as well, and waits for a queue when a swapchain is destroyed, which any call may do that notices
//! finished work (`Device::poll`, `Surface::configure`, waits). Foreign code uses the queues of a Candor device either inside of
//! [`with_queue`], or while no other thread calls into the device. Instances and devices are made and destroyed in
//! [`turn`](crate::turn), where other threads may do so too.

use crate::adopt;
use crate::convert;
use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::fault;
use crate::memory::lock;
use crate::texture::usage_flags;
use ash::vk::{self, Handle};
use candor_caps::Plan;
use candor_rhi::backend::{Backend, Fault};
use candor_rhi::interop::{AdoptBuffer, AdoptTexture, Interop, Join, MAX_JOINS, Standing};
use candor_rhi::queue::Queue;
use candor_rhi::usage::{Access, Layout, Usage};
use candor_rhi::{
    Batch, Buffer, BufferUsage, Code, Device, Error, ForeignDesc, Native, Raw, Texture, TextureInfo,
    TextureUsage, View,
};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Marks what is somebody else's: no allocation has this number.
pub(crate) const FOREIGN: u64 = u64::MAX;

/// What a device stands on. Lent by the device, which stays the owner of all of it.
pub struct Handles<'d> {
    /// The loader.
    pub entry: &'d ash::Entry,
    /// The instance.
    pub instance: &'d ash::Instance,
    /// `VkApplicationInfo::apiVersion` of the instance.
    pub instance_api_version: u32,
    /// The physical device.
    pub physical: vk::PhysicalDevice,
    /// The device. Extensions and features are those of the plan that it was made with.
    pub device: &'d ash::Device,
}

impl std::fmt::Debug for Handles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handles").field("physical", &self.physical).finish_non_exhaustive()
    }
}

/// A device that a program has made by itself, with what it enabled.
#[derive(Clone)]
pub struct ForeignDevice<'a> {
    /// The loader.
    pub entry: ash::Entry,
    /// The instance.
    pub instance: ash::Instance,
    /// The physical device.
    pub physical: vk::PhysicalDevice,
    /// The device.
    pub device: ash::Device,
    /// The queue that Candor submits to: one that draws.
    pub queue: vk::Queue,
    /// Its family.
    pub family: u32,
    /// What instance and device were made with. A plan of `candor_caps::resolve`, where one was followed, or [`Plan::told`].
    pub plan: &'a Plan,
}

impl std::fmt::Debug for ForeignDevice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ForeignDevice").field("family", &self.family).finish_non_exhaustive()
    }
}

fn inside<'d>(device: &'d Device, label: &str) -> Result<&'d VulkanDevice, Error> {
    let found = device.interop().and_then(<dyn Any>::downcast_ref::<VulkanDevice>);
    found.ok_or_else(|| {
        let detail = format!("the device is one of the {} backend", device.info().backend);
        Error::new(Code::NoDoor, label, detail)
    })
}

/// Instance, physical device and device.
///
/// They are Candor's: nobody else destroys them. Objects that foreign code makes with them are foreign code's to destroy, before the
/// last handle of the device is dropped or the device is closed.
///
/// # Errors
/// The device is no Vulkan device.
pub fn handles(device: &Device) -> Result<Handles<'_>, Error> {
    let d = inside(device, "")?;
    Ok(Handles {
        entry: &d.shared.entry,
        instance: &d.shared.raw,
        instance_api_version: d.shared.version,
        physical: d.physical,
        device: &d.raw,
    })
}

/// Lends a queue with its family, under the lock that Candor submits under. What is submitted runs after everything that Candor has
/// submitted to that queue, and before everything that it submits later.
///
/// Inside of `f` nothing of Candor's is called that submits, waits, polls or drops, or the thread waits for itself.
///
/// # Errors
/// The device is no Vulkan device, or has no such queue.
pub fn with_queue<R>(
    device: &Device,
    queue: Queue,
    f: impl FnOnce(&ash::Device, vk::Queue, u32) -> R,
) -> Result<R, Error> {
    let d = inside(device, "")?;
    let none = || Error::new(Code::NotEnabled, "", queue.feature().unwrap_or_default());
    let line = d.lines[queue as usize].as_ref().ok_or_else(none)?;
    let _queues = lock(&d.scratch);
    Ok(f(&d.raw, line.raw, d.families[queue as usize]))
}

/// The image of a texture. Foreign code uses it between batches, in the state to which `Batch::release` brought it, or inside of
/// [`record`], as declared there.
///
/// # Errors
/// The device is no Vulkan device, or the texture is another device's.
pub fn image(device: &Device, texture: &Texture) -> Result<vk::Image, Error> {
    inside(device, texture.label())?;
    device.native_texture(texture).map(|raw| vk::Image::from_raw(raw.0))
}

/// The image view of a view.
///
/// # Errors
/// The device is no Vulkan device, or the view is another device's.
pub fn image_view(device: &Device, view: &View) -> Result<vk::ImageView, Error> {
    inside(device, view.label())?;
    device.native_view(view).map(|raw| vk::ImageView::from_raw(raw.0))
}

/// The buffer of a buffer. As for [`image`]; its memory is Candor's to map.
///
/// # Errors
/// The device is no Vulkan device, or the buffer is another device's.
pub fn buffer(device: &Device, buffer: &Buffer) -> Result<vk::Buffer, Error> {
    inside(device, buffer.label())?;
    device.native_buffer(buffer).map(|raw| vk::Buffer::from_raw(raw.0))
}

/// Declares a pass that foreign code records, and has it recorded at once ([`Batch::foreign`]). The command buffer is open, of the
/// main queue's family and outside of any rendering; barriers for everything that is declared have been made, so that images are
/// in the layouts of [`layout_of`].
///
/// # Errors
/// The device is no Vulkan device, or the batch is another device's. What is wrong with the declaration is an error of the batch, and
/// `f` is not called.
///
/// # Safety
/// `f` uses nothing that Candor follows and that is not declared, in no other way than declared;
/// images are in the same layout at its end. It ends what it begins (renderings, queries, debug labels), and neither ends, resets,
/// submits nor keeps the command buffer. What it names lives until the batch has finished.
pub unsafe fn record(
    device: &Device,
    batch: &mut Batch,
    d: &ForeignDesc<'_>,
    f: impl FnOnce(&ash::Device, vk::CommandBuffer),
) -> Result<(), Error> {
    let inside = inside(device, d.label)?;
    if !batch.is_of(device) {
        return Err(Error::new(Code::ForeignObject, d.label, "the batch"));
    }
    batch.foreign(d, |cmd| f(&inside.raw, list(cmd)));
    Ok(())
}

/// Has secondary command buffers that foreign code has recorded executed by a batch, as [`record`] would have it record them. A
/// primary one is submitted by its owner ([`with_queue`]), between batches that [`wait_semaphore`] and [`signal_semaphore`] order.
///
/// # Errors
/// As of [`record`].
///
/// # Safety
/// As of [`record`], of what they record; they are executable, of the main queue's family, were begun without
/// `VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT`, and are neither changed nor freed before the batch has finished.
pub unsafe fn execute(
    device: &Device,
    batch: &mut Batch,
    d: &ForeignDesc<'_>,
    secondary: &[vk::CommandBuffer],
) -> Result<(), Error> {
    // SAFETY: by contract; an empty list is no call.
    unsafe {
        record(device, batch, d, |ash, list| {
            if !secondary.is_empty() {
                ash.cmd_execute_commands(list, secondary);
            }
        })
    }
}

/// The layout in which a texture is found by a pass that declares these accesses, and in which `Batch::release` leaves it.
pub fn layout_of(texture: &Texture, access: Access) -> vk::ImageLayout {
    convert::layout(texture.layout_for(access))
}

/// A layout of Vulkan in Candor's terms; none where Candor never meets it.
pub fn layout(layout: vk::ImageLayout) -> Option<Layout> {
    let all = [
        Layout::Undefined,
        Layout::General,
        Layout::Color,
        Layout::Depth,
        Layout::DepthRead,
        Layout::ShaderRead,
        Layout::CopySrc,
        Layout::CopyDst,
        Layout::Present,
    ];
    all.into_iter().find(|l| convert::layout(*l) == layout)
}

/// The usage flags that a foreign image needs for Candor to use it in these ways. `TRANSFER_DST`, which clears outside of passes
/// need, is among them where the texture is copied to.
pub fn image_usage(usage: TextureUsage) -> vk::ImageUsageFlags {
    let copied = usage.intersects(TextureUsage::COPY_DST | TextureUsage::COPY_TARGET);
    let to = if copied { vk::ImageUsageFlags::TRANSFER_DST } else { vk::ImageUsageFlags::empty() };
    usage_flags(usage) | to
}

/// The usage flags that a foreign buffer needs.
pub fn buffer_usage(usage: BufferUsage) -> vk::BufferUsageFlags {
    crate::buffer::usage_flags(usage)
}

/// Makes a backend of a foreign device, for `Device::new`. Candor makes its own objects with it and destroys them; instance and
/// device stay foreign and outlive the Candor device: close it, or drop its last handle with everything that was made of it, first.
///
/// What the plan says was enabled is believed where Vulkan cannot tell. What it can tell is checked: versions, that the physical
/// device offers every extension and bit of the plan, that the family draws, and the entry points of what Candor uses. Candor has
/// the one queue, so that passes on other queues are refused.
///
/// # Errors
/// What is wrong with the claims, what Candor lacks, or the driver's answer.
///
/// # Safety
/// The handles belong together and are alive, also as long as the backend is. Instance and device were made with everything that
/// the plan names, and the queue is one of the family, made without flags. As long as the backend lives, others use the queue under
/// the rules for threads at the top of this module, and do not use command pools, descriptor pools or objects of Candor's.
pub unsafe fn adopt_device(foreign: &ForeignDevice<'_>) -> Result<Arc<dyn Backend>, Fault> {
    // SAFETY: by contract.
    Ok(unsafe { adopt::device(foreign)? })
}

/// Takes an image over. See [`Device::adopt_texture`] for what is told of it; [`image_usage`] says what it must have been made for.
/// Views in sRGB of a linear format, or the other way round, need an image with `MUTABLE_FORMAT`, cubes one that is compatible
/// with them. Sharing between families is concurrent where `info.shared` says so.
///
/// # Errors
/// The device is no Vulkan device, a shape or use that cannot be, or a layout that Candor does not know.
///
/// # Safety
/// As for [`Device::adopt_texture`].
pub unsafe fn adopt_image(device: &Device, image: vk::Image, d: &AdoptTexture<'_>) -> Result<Texture, Error> {
    inside(device, d.label)?;
    // SAFETY: by contract.
    unsafe { device.adopt_texture(Raw(image.as_raw()), d) }
}

/// Takes a buffer over; [`buffer_usage`] says what it must have been made for.
///
/// # Errors
/// The device is no Vulkan device, or a size or use that cannot be.
///
/// # Safety
/// As for [`Device::adopt_buffer`].
pub unsafe fn adopt_buffer(
    device: &Device,
    buffer: vk::Buffer,
    d: &AdoptBuffer<'_>,
) -> Result<Buffer, Error> {
    inside(device, d.label)?;
    // SAFETY: by contract.
    unsafe { device.adopt_buffer(Raw(buffer.as_raw()), d) }
}

/// Foreign code has used a texture since the last batch that names it, and left all of it in this layout. `usage`: what it did last,
/// which a later batch waits for; nothing where that has been waited for.
///
/// # Errors
/// A layout that Candor does not know, or as for [`Device::resume_texture`].
///
/// # Safety
/// As for [`Device::resume_texture`].
pub unsafe fn resume_image(
    device: &Device,
    texture: &Texture,
    usage: Usage,
    now: vk::ImageLayout,
) -> Result<(), Error> {
    let layout = layout(now).ok_or_else(|| {
        let detail = format!("{now:?}, which Candor puts no image into and takes none out of");
        Error::new(Code::Adoption, texture.label(), detail)
    })?;
    // SAFETY: by contract.
    unsafe { device.resume_texture(texture, Standing { usage, layout }) }
}

/// A batch begins when a foreign semaphore was signalled: a timeline semaphore that has reached a value, or (`None`) a binary one.
///
/// # Safety
/// As for [`Batch::wait_foreign`].
pub unsafe fn wait_semaphore(batch: &mut Batch, semaphore: vk::Semaphore, value: Option<u64>) {
    // SAFETY: by contract.
    unsafe { batch.wait_foreign(Raw(semaphore.as_raw()), value.unwrap_or(0)) }
}

/// Signals a foreign semaphore when a batch has finished.
///
/// # Safety
/// As for [`Batch::signal_foreign`].
pub unsafe fn signal_semaphore(batch: &mut Batch, semaphore: vk::Semaphore, value: Option<u64>) {
    // SAFETY: by contract.
    unsafe { batch.signal_foreign(Raw(semaphore.as_raw()), value.unwrap_or(0)) }
}

/// Semaphores with their values, as Vulkan takes them.
struct Side {
    semaphores: [vk::Semaphore; MAX_JOINS],
    values: [u64; MAX_JOINS],
    count: usize,
}

impl Side {
    fn new(all: &[Join]) -> Self {
        let mut side =
            Self { semaphores: [vk::Semaphore::null(); MAX_JOINS], values: [0; MAX_JOINS], count: 0 };
        let room = side.semaphores.iter_mut().zip(&mut side.values);
        for ((semaphore, value), join) in room.zip(all) {
            (*semaphore, *value) = (vk::Semaphore::from_raw(join.raw.0), join.value);
            side.count += 1;
        }
        side
    }

    fn semaphores(&self) -> &[vk::Semaphore] {
        self.semaphores.get(..self.count).unwrap_or(&[])
    }

    fn values(&self) -> &[u64] {
        self.values.get(..self.count).unwrap_or(&[])
    }
}

impl Interop for VulkanDevice {
    fn as_any(&self) -> &dyn Any {
        self
    }

    unsafe fn adopt_texture(&self, raw: Raw, _info: &TextureInfo, _label: &str) -> Result<Native, Fault> {
        if raw == Raw::NULL {
            return Err(Fault::Unavailable("the image is VK_NULL_HANDLE".into()));
        }
        Ok(Native { raw, aux: FOREIGN })
    }

    unsafe fn adopt_buffer(&self, raw: Raw, _d: &AdoptBuffer<'_>) -> Result<Native, Fault> {
        if raw == Raw::NULL {
            return Err(Fault::Unavailable("the buffer is VK_NULL_HANDLE".into()));
        }
        Ok(Native { raw, aux: FOREIGN })
    }

    fn check_join(&self, join: &Join) -> Result<(), Fault> {
        if join.raw == Raw::NULL {
            return Err(Fault::Unavailable("the semaphore is VK_NULL_HANDLE".into()));
        }
        if join.value > 0 && self.fns.timelines.is_none() {
            let why = "the semaphore has a value, and the device was made without timeline semaphores";
            return Err(Fault::Unavailable(why.into()));
        }
        Ok(())
    }

    unsafe fn join(&self, waits: &[Join], signals: &[Join]) -> Result<(), Fault> {
        let Some(main) = &self.lines[Queue::Main as usize] else {
            return Err(Fault::Unavailable("the device has no main queue".into()));
        };
        let (waits, signals) = (Side::new(waits), Side::new(signals));
        let stages = [vk::PipelineStageFlags::ALL_COMMANDS; MAX_JOINS];
        let mut values = vk::TimelineSemaphoreSubmitInfo::default()
            .wait_semaphore_values(waits.values())
            .signal_semaphore_values(signals.values());
        let mut info = vk::SubmitInfo::default()
            .wait_semaphores(waits.semaphores())
            .wait_dst_stage_mask(stages.get(..waits.count).unwrap_or(&[]))
            .signal_semaphores(signals.semaphores());
        // Without timeline semaphores there are no values, and the struct is unknown.
        if self.fns.timelines.is_some() {
            info = info.push_next(&mut values);
        }
        self.joined.store(true, Ordering::Relaxed);
        let _queues = lock(&self.scratch);
        // A wait orders all that is submitted to the queue later, a signal all that was submitted before (Vulkan specification,
        // "Semaphore Waiting" and "Semaphore Signaling").
        // SAFETY: by contract the semaphores are this device's; the queue is used under its lock.
        unsafe { self.raw.queue_submit(main.raw, &[info], vk::Fence::null()) }
            .map_err(|e| fault("vkQueueSubmit", e))
    }
}
