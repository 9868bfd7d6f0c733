//! Surfaces of the Null backend: on any window, of any size, with answers as a test wants them.

use super::NullBackend;
use crate::backend::{Backend, Fault, Part};
use crate::driver::SurfaceFault;
use crate::object::{Kind, Native};
use crate::record::Cmd;
use crate::surface::{
    HdrMetadata, NewSwapchain, PacingOffer, PresentMode, PresentTime, PresentTimes, Presenter, Shown,
    SurfaceAnswer, SurfaceConfig, SurfaceOffer, SurfaceTarget, SwapchainPlan,
};
use crate::sync::lock;
use candor_caps::Reason;
use raw_window_handle::{DisplayHandle, HandleError, HasDisplayHandle, HasWindowHandle, WindowHandle};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// Fewest and most images of a surface.
const IMAGES: [u32; 2] = [2, 8];

/// From one refresh of a display that is not there to the next, in nanoseconds: 60 a second.
const REFRESH_NS: u64 = 16_666_667;

/// Waits for frames that a Null device remembers.
pub const KEPT_WAITS: usize = 64;

/// A window of no system, for surfaces of a Null device, which asks windows for no handle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoWindow;

impl HasWindowHandle for NoWindow {
    fn window_handle(&self) -> Result<WindowHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

impl HasDisplayHandle for NoWindow {
    fn display_handle(&self) -> Result<DisplayHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

/// What a test tells the surfaces of a Null device.
#[derive(Debug, Clone, Default)]
pub struct NullSurfaces {
    /// The size that windows have; any when not given.
    pub size: Option<[u32; 2]>,
    /// The fewest images of a surface, where that is more than two.
    pub least_images: u32,
    /// What the next acquisitions answer; `Ok` when nothing is left. `Ok(true)` is a frame that does not fit exactly.
    pub acquire: VecDeque<Result<bool, SurfaceAnswer>>,
    /// What the next presentations answer, likewise.
    pub present: VecDeque<Result<bool, SurfaceAnswer>>,
    /// Neither `present-wait` nor `present-timing` is there.
    pub no_pacing: bool,
    /// What the next waits for a frame that was presented answer; `Ok(true)` when nothing is left: it was shown.
    pub wait: VecDeque<Result<bool, SurfaceAnswer>>,
    /// Frames that were waited for last, at most [`KEPT_WAITS`].
    pub waited: VecDeque<u64>,
    /// What displays were told last.
    pub hdr: Option<HdrMetadata>,
    /// When frames were shown, told once.
    pub times: Vec<PresentTime>,
    /// Frames that were presented.
    pub presented: u64,
    /// What was misused, one sentence each.
    pub misuse: Vec<String>,
    /// Of each swapchain: its images, the next one, the one that is out.
    chains: HashMap<u64, (u32, u32, Option<u32>)>,
}

impl NullSurfaces {
    /// A swapchain has gone.
    pub(super) fn forget(&mut self, swapchain: crate::record::Raw) {
        self.chains.remove(&swapchain.0);
    }
}

impl NullBackend {
    /// Looks at the surfaces, or tells them what to do.
    pub fn surfaces<T>(&self, f: impl FnOnce(&mut NullSurfaces) -> T) -> T {
        f(&mut lock(&self.surfaces))
    }

    fn make_for_surface(&self, kind: Kind) -> Result<Native, SurfaceAnswer> {
        self.make(kind).map_err(SurfaceAnswer::Fault)
    }
}

#[allow(unsafe_code, reason = "the trait's contract; nothing unsafe is done here")]
impl Presenter for NullBackend {
    fn create_surface(&self, _target: &Arc<dyn SurfaceTarget>, _label: &str) -> Result<Native, SurfaceFault> {
        self.make(Kind::Surface).map_err(|fault| SurfaceFault { fault, window_spoiled: false })
    }

    fn offer(&self, _surface: Native) -> Result<SurfaceOffer, SurfaceAnswer> {
        let (size, least) = {
            let s = lock(&self.surfaces);
            (s.size, s.least_images)
        };
        Ok(SurfaceOffer {
            size,
            min_size: [1; 2],
            max_size: [self.limits.max_texture_2d; 2],
            images: [IMAGES[0].max(least), IMAGES[1]],
            present_modes: vec![PresentMode::Fifo, PresentMode::Mailbox],
            formats: SurfaceConfig::FORMATS.to_vec(),
        })
    }

    fn create_swapchain(&self, plan: &SwapchainPlan<'_>) -> Result<NewSwapchain, SurfaceAnswer> {
        let native = self.make_for_surface(Kind::Swapchain)?;
        let images: Result<_, _> =
            (0..plan.images).map(|_| self.make_for_surface(Kind::SurfaceImage)).collect();
        lock(&self.surfaces).chains.insert(native.raw.0, (plan.images, 0, None));
        Ok(NewSwapchain { native, images: images? })
    }

    fn acquire(&self, swapchain: Native, _timeout: Duration) -> Result<(u32, bool), SurfaceAnswer> {
        let mut s = lock(&self.surfaces);
        let suboptimal = s.acquire.pop_front().unwrap_or(Ok(false))?;
        let Some((images, next, out)) = s.chains.get_mut(&swapchain.raw.0) else {
            s.misuse.push("a frame was acquired of a swapchain that does not exist".into());
            return Err(SurfaceAnswer::Lost);
        };
        let image = *next;
        *next = (image + 1) % *images;
        if out.replace(image).is_some() {
            s.misuse.push("a second frame was acquired".into());
        }
        Ok((image, suboptimal))
    }

    fn set_hdr_metadata(&self, swapchain: Native, metadata: &HdrMetadata) -> Result<(), SurfaceAnswer> {
        let mut s = lock(&self.surfaces);
        if !s.chains.contains_key(&swapchain.raw.0) {
            s.misuse.push("a display was told of a swapchain that does not exist".into());
            return Err(SurfaceAnswer::Lost);
        }
        s.hdr = Some(*metadata);
        Ok(())
    }

    fn pacing(&self) -> PacingOffer {
        if !lock(&self.surfaces).no_pacing {
            return PacingOffer { present_wait: Ok(()), present_times: Ok(()) };
        }
        let lacks = |what: &str| {
            let lacks = vec!["a display".to_owned()];
            Err(Reason::DeviceLacks { what: what.into(), lacks })
        };
        PacingOffer { present_wait: lacks("present-wait"), present_times: lacks("present-timing") }
    }

    fn wait_presented(
        &self,
        _swapchain: Native,
        number: u64,
        _timeout: Duration,
    ) -> Result<bool, SurfaceAnswer> {
        let mut s = lock(&self.surfaces);
        if s.waited.len() == KEPT_WAITS {
            s.waited.pop_front();
        }
        s.waited.push_back(number);
        s.wait.pop_front().unwrap_or(Ok(true))
    }

    fn present_times(&self, _swapchain: Native, _newest: u64) -> Result<PresentTimes, SurfaceAnswer> {
        let frames = std::mem::take(&mut lock(&self.surfaces).times);
        Ok(PresentTimes { refresh_ns: REFRESH_NS, frames })
    }

    unsafe fn submit_shown(&self, parts: &[Part], lists: &[Cmd], shown: &mut [Shown]) -> Result<(), Fault> {
        // SAFETY: by contract.
        unsafe { self.submit(parts, lists)? };
        let mut s = lock(&self.surfaces);
        for image in shown {
            let out = s.chains.get_mut(&image.swapchain.raw.0).and_then(|c| c.2.take());
            if out != Some(image.image) {
                s.misuse.push(format!("image {} was presented and not acquired", image.image));
            }
            s.presented += 1;
            image.answer = s.present.pop_front().unwrap_or(Ok(false));
        }
        Ok(())
    }
}
