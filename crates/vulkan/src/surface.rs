//! Surfaces and swapchains.
//!
//! A frame is acquired with a semaphore that is free: one whose wait has finished. What a submission signals belongs to the
//! image, since only when an image comes back has its last presentation waited.

use crate::device::{LAST_WAIT, VulkanDevice};
use crate::instance::Shared;
use crate::memory::lock;
use crate::pacing::{self, Pacing};
use crate::sync::Frames;
use crate::{convert, fault};
use ash::vk::{self, Handle};
use ash::{ext, khr, vk::Result as Answer};
use candor_caps::plan::Plan;
use candor_rhi::backend::{Fault, Part};
use candor_rhi::driver::SurfaceFault;
use candor_rhi::surface::*;
use candor_rhi::{Cmd, Format, Native, Raw};
use raw_window_handle::{RawDisplayHandle, RawWindowHandle};
use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Extensions that make surfaces of windows, enabled where they are offered and surfaces are asked for.
pub(crate) const WINDOW_SYSTEMS: [&CStr; 4] =
    [khr::xlib_surface::NAME, khr::xcb_surface::NAME, khr::wayland_surface::NAME, khr::win32_surface::NAME];

const PRESENT_MODES: [(PresentMode, vk::PresentModeKHR); 4] = [
    (PresentMode::Fifo, vk::PresentModeKHR::FIFO),
    (PresentMode::FifoRelaxed, vk::PresentModeKHR::FIFO_RELAXED),
    (PresentMode::Mailbox, vk::PresentModeKHR::MAILBOX),
    (PresentMode::Immediate, vk::PresentModeKHR::IMMEDIATE),
];

const SPACES: [(ColorSpace, vk::ColorSpaceKHR); 5] = [
    (ColorSpace::Srgb, vk::ColorSpaceKHR::SRGB_NONLINEAR),
    (ColorSpace::DisplayP3, vk::ColorSpaceKHR::DISPLAY_P3_NONLINEAR_EXT),
    (ColorSpace::ExtendedSrgbLinear, vk::ColorSpaceKHR::EXTENDED_SRGB_LINEAR_EXT),
    (ColorSpace::Hdr10, vk::ColorSpaceKHR::HDR10_ST2084_EXT),
    (ColorSpace::Hlg, vk::ColorSpaceKHR::HDR10_HLG_EXT),
];

/// What presents.
pub(crate) struct Present {
    surfaces: khr::surface::Instance,
    swapchains: khr::swapchain::Device,
    pub(crate) pacing: Pacing,
    /// Where displays can be told what frames were made for.
    pub(crate) hdr: Option<ext::hdr_metadata::Device>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    /// The window of each surface, which must outlive it.
    windows: HashMap<u64, Arc<dyn SurfaceTarget>>,
    chains: HashMap<u64, Arc<Mutex<Chain>>>,
}

/// A swapchain; its lock is what Vulkan asks of its users.
pub(crate) struct Chain {
    pub(crate) raw: vk::SwapchainKHR,
    /// Frames are told by number when they are presented: to wait for them, to learn when they were shown.
    numbered: [bool; 2],
    /// For each image, what tells that it has been drawn.
    drawn: Vec<vk::Semaphore>,
    /// Semaphores to acquire with, each with the submission that waits for it last.
    free: Vec<(vk::Semaphore, u64)>,
    /// The frame that is out, and what tells that it is free.
    acquired: Option<(u32, vk::Semaphore)>,
}

impl Present {
    /// What presents, where the plan has a swapchain.
    pub(crate) fn new(shared: &Shared, device: &ash::Device, plan: &Plan) -> Option<Self> {
        let has = |name: &CStr| shared.extensions.iter().any(|e| e.as_c_str() == name);
        let asked = plan.has_device_extension("VK_KHR_swapchain") && has(khr::surface::NAME);
        asked.then(|| Self {
            surfaces: khr::surface::Instance::new(&shared.entry, &shared.raw),
            swapchains: khr::swapchain::Device::new(&shared.raw, device),
            pacing: Pacing::new(shared, device, plan),
            hdr: plan
                .has_device_extension("VK_EXT_hdr_metadata")
                .then(|| ext::hdr_metadata::Device::new(&shared.raw, device)),
            table: Mutex::default(),
        })
    }

    pub(crate) fn chain(&self, swapchain: Native) -> Result<Arc<Mutex<Chain>>, SurfaceAnswer> {
        lock(&self.table).chains.get(&swapchain.raw.0).cloned().ok_or(SurfaceAnswer::Lost)
    }
}

pub(crate) fn answer(call: &'static str, e: Answer) -> SurfaceAnswer {
    match e {
        Answer::ERROR_OUT_OF_DATE_KHR => SurfaceAnswer::OutOfDate,
        Answer::ERROR_SURFACE_LOST_KHR => SurfaceAnswer::Lost,
        Answer::TIMEOUT | Answer::NOT_READY => SurfaceAnswer::Timeout,
        e => SurfaceAnswer::Fault(fault(call, e)),
    }
}

fn unavailable(why: String) -> SurfaceFault {
    SurfaceFault { fault: Fault::Unavailable(why), window_spoiled: false }
}

impl VulkanDevice {
    pub(crate) fn presenting(&self) -> Result<&Present, Fault> {
        let none = || Fault::Unavailable("the device was made without VK_KHR_swapchain".into());
        self.present.as_ref().ok_or_else(none)
    }

    /// A surface on a window of whatever system it is of.
    fn surface_on(&self, target: &dyn SurfaceTarget) -> Result<vk::SurfaceKHR, SurfaceFault> {
        let (entry, instance) = (&self.shared.entry, &self.shared.raw);
        let said = |what: &str, e| unavailable(format!("the {what} gives no handle: {e}"));
        let display = target.display_handle().map_err(|e| said("display", e))?.as_raw();
        let window = target.window_handle().map_err(|e| said("window", e))?.as_raw();
        let needs = |name: &CStr| {
            if self.shared.extensions.iter().any(|e| e.as_c_str() == name) {
                return Ok(());
            }
            let name = name.to_string_lossy();
            Err(unavailable(format!("the Vulkan loader offers no {name}, which this window needs")))
        };
        // SAFETY (of each call below): the extension is enabled, the handles are alive as long as the target is borrowed.
        let made = match (display, window) {
            (RawDisplayHandle::Xlib(d), RawWindowHandle::Xlib(w))
                if needs(khr::xlib_surface::NAME).is_err() && needs(khr::xcb_surface::NAME).is_ok() =>
            {
                let display = d.display.map_or(std::ptr::null_mut(), |p| p.as_ptr());
                let connection = crate::x11::connection(display).map_err(|e| unavailable(e.to_string()))?;
                // Numbers of windows have 32 bits (X Window System Protocol, "Common Types").
                let info =
                    vk::XcbSurfaceCreateInfoKHR::default().connection(connection).window(w.window as u32);
                // SAFETY: see above.
                unsafe { khr::xcb_surface::Instance::new(entry, instance).create_xcb_surface(&info, None) }
            }
            (RawDisplayHandle::Xlib(d), RawWindowHandle::Xlib(w)) => {
                needs(khr::xlib_surface::NAME)?;
                let info = vk::XlibSurfaceCreateInfoKHR::default()
                    .dpy(d.display.map_or(std::ptr::null_mut(), |p| p.as_ptr().cast()))
                    .window(w.window);
                // SAFETY: see above.
                unsafe { khr::xlib_surface::Instance::new(entry, instance).create_xlib_surface(&info, None) }
            }
            (RawDisplayHandle::Xcb(d), RawWindowHandle::Xcb(w)) => {
                needs(khr::xcb_surface::NAME)?;
                let info = vk::XcbSurfaceCreateInfoKHR::default()
                    .connection(d.connection.map_or(std::ptr::null_mut(), |p| p.as_ptr()))
                    .window(w.window.get());
                // SAFETY: see above.
                unsafe { khr::xcb_surface::Instance::new(entry, instance).create_xcb_surface(&info, None) }
            }
            (RawDisplayHandle::Wayland(d), RawWindowHandle::Wayland(w)) => {
                needs(khr::wayland_surface::NAME)?;
                let info = vk::WaylandSurfaceCreateInfoKHR::default()
                    .display(d.display.as_ptr())
                    .surface(w.surface.as_ptr());
                let f = khr::wayland_surface::Instance::new(entry, instance);
                // SAFETY: see above.
                unsafe { f.create_wayland_surface(&info, None) }
            }
            (RawDisplayHandle::Windows(_), RawWindowHandle::Win32(w)) => {
                needs(khr::win32_surface::NAME)?;
                let info = vk::Win32SurfaceCreateInfoKHR::default()
                    .hwnd(w.hwnd.get())
                    .hinstance(w.hinstance.map_or(0, |h| h.get()));
                // SAFETY: see above.
                unsafe {
                    khr::win32_surface::Instance::new(entry, instance).create_win32_surface(&info, None)
                }
            }
            (display, _) => {
                let why = "Xlib, XCB, Wayland and Win32 windows are";
                return Err(unavailable(format!(
                    "a window of {display:?} is not implemented in Candor's vulkan backend; {why}"
                )));
            }
        };
        made.map_err(|e| SurfaceFault {
            fault: fault("the surface's creation", e),
            // Something else draws on the window already.
            window_spoiled: e == Answer::ERROR_NATIVE_WINDOW_IN_USE_KHR,
        })
    }

    /// # Safety
    /// The surface is this device's and has no swapchain.
    pub(crate) unsafe fn destroy_surface(&self, native: Native) {
        let Some(p) = &self.present else { return };
        // SAFETY: by contract.
        unsafe { p.surfaces.destroy_surface(vk::SurfaceKHR::from_raw(native.raw.0), None) };
        // The window goes after its surface.
        let window = lock(&p.table).windows.remove(&native.raw.0);
        drop(window);
    }

    /// # Safety
    /// The swapchain is this device's, and no list that draws on its images is pending.
    pub(crate) unsafe fn destroy_swapchain(&self, native: Native) {
        let Some(p) = &self.present else { return };
        let Some(chain) = lock(&p.table).chains.remove(&native.raw.0) else { return };
        let mut chain = lock(&chain);
        let chain = &mut *chain;
        if !self.main_has_ended(chain.acquired.map(|(_, s)| s)) {
            let seconds = LAST_WAIT.as_secs();
            tracing::error!(
                "frames were not presented within {seconds} s: their swapchain is left behind as it is"
            );
            return;
        }
        let acquired = chain.acquired.take().map(|(_, s)| s);
        let all = chain.drawn.drain(..).chain(chain.free.drain(..).map(|f| f.0)).chain(acquired);
        for semaphore in all {
            // SAFETY: nothing waits for it any more.
            unsafe { self.raw.destroy_semaphore(semaphore, None) };
        }
        // SAFETY: by contract.
        unsafe { p.swapchains.destroy_swapchain(chain.raw, None) };
    }

    /// Waits until all that was handed to the main queue has ended, also what no clock tells of: presentations, whose semaphores are
    /// waited for then, and foreign semaphores; and for an image that was acquired and not drawn on. `false`: it did not end in time.
    /// The API's own wait for a queue has no end where the GPU hangs.
    pub(crate) fn main_has_ended(&self, acquired: Option<vk::Semaphore>) -> bool {
        let Some(main) = &self.lines[0] else { return true };
        // SAFETY: a valid description.
        let Ok(fence) = (unsafe { self.raw.create_fence(&vk::FenceCreateInfo::default(), None) }) else {
            tracing::error!("no fence could be made to wait for presentations");
            return false;
        };
        let _queues = lock(&self.scratch);
        let stages = [vk::PipelineStageFlags::ALL_COMMANDS];
        let wait = vk::SubmitInfo::default()
            .wait_semaphores(acquired.as_slice())
            .wait_dst_stage_mask(&stages[..acquired.iter().len()]);
        let ns = LAST_WAIT.as_nanos() as u64;
        // SAFETY: the semaphore will be signalled, the fence is new, and the queue is used under its lock. When the device is lost
        // all has ended. A fence that may still be signalled is not destroyed.
        unsafe {
            let waited = match self.raw.queue_submit(main.raw, &[wait], fence) {
                Ok(()) => self.raw.wait_for_fences(&[fence], true, ns),
                Err(e) => Err(e),
            };
            let ended = waited != Err(vk::Result::TIMEOUT);
            if ended {
                self.raw.destroy_fence(fence, None);
            }
            ended
        }
    }

    fn new_semaphore(&self) -> Result<vk::Semaphore, Fault> {
        // SAFETY: a valid description.
        let made = unsafe { self.raw.create_semaphore(&vk::SemaphoreCreateInfo::default(), None) };
        made.map_err(|e| fault("vkCreateSemaphore", e))
    }
}

impl Presenter for VulkanDevice {
    fn create_surface(&self, target: &Arc<dyn SurfaceTarget>, _label: &str) -> Result<Native, SurfaceFault> {
        let own = |fault| SurfaceFault { fault, window_spoiled: false };
        let p = self.presenting().map_err(own)?;
        let surface = self.surface_on(&**target)?;
        let f = &p.surfaces;
        // SAFETY: the surface is this instance's, and so is the physical device.
        let can = unsafe { f.get_physical_device_surface_support(self.physical, self.families[0], surface) };
        let refused = match can {
            Ok(true) => None,
            Ok(false) => Some(Fault::Unavailable("the device cannot present to this window".into())),
            Err(e) => Some(fault("vkGetPhysicalDeviceSurfaceSupportKHR", e)),
        };
        if let Some(why) = refused {
            // SAFETY: nobody else has seen it.
            unsafe { f.destroy_surface(surface, None) };
            return Err(own(why));
        }
        lock(&p.table).windows.insert(surface.as_raw(), target.clone());
        Ok(Native { raw: Raw(surface.as_raw()), aux: 0 })
    }

    fn offer(&self, surface: Native) -> Result<SurfaceOffer, SurfaceAnswer> {
        let f = &self.presenting().map_err(SurfaceAnswer::Fault)?.surfaces;
        let (p, surface) = (self.physical, vk::SurfaceKHR::from_raw(surface.raw.0));
        // SAFETY: surface and physical device are this instance's.
        let (caps, modes, formats) = unsafe {
            (
                f.get_physical_device_surface_capabilities(p, surface)
                    .map_err(|e| answer("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", e))?,
                f.get_physical_device_surface_present_modes(p, surface)
                    .map_err(|e| answer("vkGetPhysicalDeviceSurfacePresentModesKHR", e))?,
                f.get_physical_device_surface_formats(p, surface)
                    .map_err(|e| answer("vkGetPhysicalDeviceSurfaceFormatsKHR", e))?,
            )
        };
        let size = |e: vk::Extent2D| [e.width, e.height];
        let own = size(caps.current_extent);
        let known = |f: &vk::SurfaceFormatKHR| {
            let format = *Format::ALL.iter().find(|c| convert::format(**c) == f.format)?;
            let space = SPACES.iter().find(|s| s.1 == f.color_space)?.0;
            Some(SurfaceFormat { format, space })
        };
        Ok(SurfaceOffer {
            // All ones: the swapchain decides (Vulkan specification, `VkSurfaceCapabilitiesKHR`).
            size: (own != [u32::MAX; 2]).then_some(own),
            min_size: size(caps.min_image_extent),
            max_size: size(caps.max_image_extent),
            images: [
                caps.min_image_count,
                if caps.max_image_count == 0 { u32::MAX } else { caps.max_image_count },
            ],
            present_modes: PRESENT_MODES.iter().filter(|m| modes.contains(&m.1)).map(|m| m.0).collect(),
            formats: formats.iter().filter_map(known).collect(),
        })
    }

    fn create_swapchain(&self, plan: &SwapchainPlan<'_>) -> Result<NewSwapchain, SurfaceAnswer> {
        let p = self.presenting().map_err(SurfaceAnswer::Fault)?;
        let surface = vk::SurfaceKHR::from_raw(plan.surface.raw.0);
        // SAFETY: surface and physical device are this instance's.
        let caps = unsafe { p.surfaces.get_physical_device_surface_capabilities(self.physical, surface) }
            .map_err(|e| answer("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", e))?;
        let composite = [
            vk::CompositeAlphaFlagsKHR::OPAQUE,
            vk::CompositeAlphaFlagsKHR::INHERIT,
            vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED,
            vk::CompositeAlphaFlagsKHR::POST_MULTIPLIED,
        ];
        let composite = composite.into_iter().find(|c| caps.supported_composite_alpha.contains(*c));
        let mode = PRESENT_MODES.iter().find(|m| m.0 == plan.present_mode).map(|m| m.1);
        let space = SPACES.iter().find(|s| s.0 == plan.format.space).map(|s| s.1);
        let old = plan.old.map(|old| p.chain(old)).transpose()?;
        let old = old.as_ref().map(|old| lock(old));
        let info = vk::SwapchainCreateInfoKHR::default()
            .surface(surface)
            .min_image_count(plan.images)
            .image_format(convert::format(plan.format.format))
            .image_color_space(space.unwrap_or_default())
            .image_extent(vk::Extent2D { width: plan.size[0], height: plan.size[1] })
            .image_array_layers(1)
            .image_usage(vk::ImageUsageFlags::COLOR_ATTACHMENT)
            .image_sharing_mode(vk::SharingMode::EXCLUSIVE)
            .pre_transform(caps.current_transform)
            .composite_alpha(composite.unwrap_or_default())
            .present_mode(mode.unwrap_or_default())
            .clipped(true)
            .old_swapchain(old.as_ref().map_or(vk::SwapchainKHR::null(), |old| old.raw));
        // SAFETY: everything in the description is offered; the old swapchain is locked.
        let raw = unsafe { p.swapchains.create_swapchain(&info, None) };
        let raw = raw.map_err(|e| answer("vkCreateSwapchainKHR", e))?;
        drop(old);
        self.name(raw, plan.label);
        let numbered = [plan.present_wait, plan.present_times];
        let mut chain = Chain { raw, numbered, drawn: Vec::new(), free: Vec::new(), acquired: None };
        // SAFETY: the swapchain was just made.
        let images = unsafe { p.swapchains.get_swapchain_images(raw) };
        let made = images.map_err(|e| answer("vkGetSwapchainImagesKHR", e)).and_then(|images| {
            for image in &images {
                self.name(*image, plan.label);
                chain.drawn.push(self.new_semaphore().map_err(SurfaceAnswer::Fault)?);
            }
            Ok(images.iter().map(|i| Native { raw: Raw(i.as_raw()), aux: 0 }).collect())
        });
        let native = Native { raw: Raw(raw.as_raw()), aux: 0 };
        lock(&p.table).chains.insert(raw.as_raw(), Arc::new(Mutex::new(chain)));
        match made {
            Ok(images) => Ok(NewSwapchain { native, images }),
            Err(e) => {
                // SAFETY: nobody else has seen it.
                unsafe { self.destroy_swapchain(native) };
                Err(e)
            }
        }
    }

    fn acquire(&self, swapchain: Native, timeout: Duration) -> Result<(u32, bool), SurfaceAnswer> {
        let p = self.presenting().map_err(SurfaceAnswer::Fault)?;
        let chain = p.chain(swapchain)?;
        let mut chain = lock(&chain);
        let mut spare = None;
        if let Some(main) = &self.lines[0] {
            for i in 0..chain.free.len() {
                if self.has_reached(&main.clock, chain.free[i].1).map_err(SurfaceAnswer::Fault)? {
                    spare = Some(chain.free.swap_remove(i).0);
                    break;
                }
            }
        }
        let semaphore = match spare {
            Some(s) => s,
            None => self.new_semaphore().map_err(SurfaceAnswer::Fault)?,
        };
        let ns = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX - 1);
        // SAFETY: the semaphore is unsignalled, and nothing waits for it; the swapchain is locked, and no frame of it is out.
        match unsafe { p.swapchains.acquire_next_image(chain.raw, ns, semaphore, vk::Fence::null()) } {
            Ok((image, suboptimal)) => {
                chain.acquired = Some((image, semaphore));
                Ok((image, suboptimal))
            }
            Err(e) => {
                chain.free.push((semaphore, 0));
                Err(answer("vkAcquireNextImageKHR", e))
            }
        }
    }

    /// Maps to `vkSetHdrMetadataEXT`.
    fn set_hdr_metadata(&self, swapchain: Native, m: &HdrMetadata) -> Result<(), SurfaceAnswer> {
        let present = self.presenting().map_err(SurfaceAnswer::Fault)?;
        let lacks = || {
            SurfaceAnswer::Fault(Fault::Unavailable("the device was made without VK_EXT_hdr_metadata".into()))
        };
        let hdr = present.hdr.as_ref().ok_or_else(lacks)?;
        let xy = |[x, y]: [f32; 2]| vk::XYColorEXT { x, y };
        let [red, green, blue] = m.primaries.map(xy);
        let told = vk::HdrMetadataEXT::default()
            .display_primary_red(red)
            .display_primary_green(green)
            .display_primary_blue(blue)
            .white_point(xy(m.white))
            .min_luminance(m.luminance[0])
            .max_luminance(m.luminance[1])
            .max_content_light_level(m.max_content)
            .max_frame_average_light_level(m.max_frame_average);
        let chain = present.chain(swapchain)?;
        let chain = lock(&chain);
        // SAFETY: the swapchain is alive and used by this thread alone while its lock is held.
        unsafe { hdr.set_hdr_metadata(&[chain.raw], &[told]) };
        Ok(())
    }

    fn pacing(&self) -> PacingOffer {
        match &self.present {
            Some(p) => p.pacing.offer(self),
            None => PacingOffer::none("vulkan"),
        }
    }

    fn wait_presented(
        &self,
        swapchain: Native,
        number: u64,
        timeout: Duration,
    ) -> Result<bool, SurfaceAnswer> {
        self.wait_shown(swapchain, number, timeout)
    }

    fn present_times(&self, swapchain: Native, newest: u64) -> Result<PresentTimes, SurfaceAnswer> {
        self.shown_times(swapchain, newest)
    }

    unsafe fn submit_shown(&self, parts: &[Part], lists: &[Cmd], shown: &mut [Shown]) -> Result<(), Fault> {
        let p = self.presenting()?;
        let mut frames = Frames::default();
        let missing = || Fault::Unavailable("a frame that was not acquired was to be presented".into());
        for s in shown.iter() {
            let chain = p.chain(s.swapchain).map_err(|_| missing())?;
            let chain = lock(&chain);
            let (image, acquired) = chain.acquired.ok_or_else(missing)?;
            let drawn = chain.drawn.get(image as usize).filter(|_| image == s.image);
            let at = frames.count;
            let room = (frames.acquired.get_mut(at), frames.drawn.get_mut(at), drawn);
            let (Some(a), Some(d), Some(drawn)) = room else { return Err(missing()) };
            (*a, *d) = (acquired, *drawn);
            frames.count += 1;
        }
        let mut scratch = lock(&self.scratch);
        self.submit_locked(&mut scratch, parts, lists, &frames)?;
        let number = parts.first().map_or(0, |p| p.number);
        let Some(main) = &self.lines[0] else { return Err(missing()) };
        for (i, s) in shown.iter_mut().enumerate() {
            let chain = p.chain(s.swapchain).map_err(|_| missing())?;
            let mut chain = lock(&chain);
            chain.acquired = None;
            chain.free.push((frames.acquired[i], number));
            let (semaphores, swapchains, images) = ([frames.drawn[i]], [chain.raw], [s.image]);
            let (ids, times) = ([s.number], [pacing::time_of(s.number)]);
            let mut ids = vk::PresentIdKHR::default().present_ids(&ids);
            let mut times = vk::PresentTimesInfoGOOGLE::default().times(&times);
            let mut info = vk::PresentInfoKHR::default()
                .wait_semaphores(&semaphores)
                .swapchains(&swapchains)
                .image_indices(&images);
            if chain.numbered[0] {
                info = info.push_next(&mut ids);
            }
            if chain.numbered[1] {
                info = info.push_next(&mut times);
            }
            // SAFETY: the image was acquired, is in its layout when the semaphore is signalled, and is given back by this; queue and
            // swapchain are locked.
            s.answer = match unsafe { p.swapchains.queue_present(main.raw, &info) } {
                Ok(suboptimal) => Ok(suboptimal),
                Err(e) => match answer("vkQueuePresentKHR", e) {
                    SurfaceAnswer::Fault(lost @ Fault::Lost(_)) => return Err(lost),
                    other => Err(other),
                },
            };
        }
        Ok(())
    }
}
