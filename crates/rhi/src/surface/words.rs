//! The words of presenting: what is wished for, what a surface offers, how it is, and what a backend implements.

use super::hdr::HdrMetadata;
use super::pacing::{Pacing, PacingOffer, PresentTimes};
use crate::backend::{Fault, Part};
use crate::driver::SurfaceFault;
use crate::error::Error;
use crate::format::Format;
use crate::object::Native;
use crate::record::Cmd;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A window that can be presented to. It is kept alive as long as the surface is. Whatever has both handles of
/// `raw-window-handle` is one.
pub trait SurfaceTarget: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static {}

impl<T: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static> SurfaceTarget for T {}

/// When a presented frame is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PresentMode {
    /// In order, at the display's pace. Every surface offers it.
    Fifo,
    /// As `Fifo`, but a frame that comes too late is shown at once and may tear.
    FifoRelaxed,
    /// At the display's pace, the newest frame only; nothing waits.
    Mailbox,
    /// At once; may tear.
    Immediate,
}

impl PresentMode {
    /// Name in lower case, as it is written in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::FifoRelaxed => "fifo-relaxed",
            Self::Mailbox => "mailbox",
            Self::Immediate => "immediate",
        }
    }
}

impl fmt::Display for PresentMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the display understands the numbers of a frame. Each is implemented; only `Srgb` is proved, since no display of
/// another kind could be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ColorSpace {
    /// sRGB, the usual one.
    #[default]
    Srgb,
    /// Display P3 with sRGB's curve. Needs `hdr-swapchain`.
    DisplayP3,
    /// sRGB's primaries, linear, 1.0 being 80 nits and more allowed. Needs `hdr-swapchain`.
    ExtendedSrgbLinear,
    /// BT.2020 with the curve of SMPTE ST 2084. Needs `hdr-swapchain`.
    Hdr10,
    /// BT.2020 with hybrid log-gamma. Needs `hdr-swapchain`.
    Hlg,
}

impl fmt::Display for ColorSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Srgb => "srgb",
            Self::DisplayP3 => "display-p3",
            Self::ExtendedSrgbLinear => "extended-srgb-linear",
            Self::Hdr10 => "hdr10",
            Self::Hlg => "hlg",
        })
    }
}

/// Format and colour space of a surface's images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SurfaceFormat {
    /// Format.
    pub format: Format,
    /// Colour space.
    pub space: ColorSpace,
}

impl SurfaceFormat {
    /// A format in the usual colour space.
    pub const fn srgb(format: Format) -> Self {
        Self { format, space: ColorSpace::Srgb }
    }
}

impl fmt::Display for SurfaceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.format, self.space)
    }
}

/// What is wished of a surface. Lists are in order of preference: the first that is offered is taken; none is an error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceConfig<'a> {
    /// Width and height in pixels. The window decides where it has a size of its own.
    pub size: [u32; 2],
    /// When frames are shown.
    pub present_modes: &'a [PresentMode],
    /// Formats and colour spaces.
    pub formats: &'a [SurfaceFormat],
    /// How many images take turns: the first number that the window offers, and the nearest to the first where it offers none.
    pub images: &'a [u32],
    /// Frames that are out at most, at least 1: a wish that [`Surface::acquire`](super::Surface::acquire) keeps by waiting, and the
    /// number of images where frames wait in a queue; lowered to the number of images. Without it as many are out as there are
    /// images.
    pub max_latency: Option<u32>,
    /// A wish for [`Surface::wait_presented`](super::Surface::wait_presented). Needs `present-wait`.
    pub present_wait: bool,
    /// A wish for [`Surface::present_times`](super::Surface::present_times). Needs `present-timing`.
    pub present_times: bool,
}

impl SurfaceConfig<'_> {
    /// The wish for images that comes true between two numbers, or the first one. Without a wish as few as it takes for one to be
    /// shown while another is drawn.
    pub(super) fn images_within(&self, [least, most]: [u32; 2]) -> u32 {
        let first = self.images.first().copied().unwrap_or(2);
        self.images.iter().copied().find(|n| (least..=most).contains(n)).unwrap_or(first)
    }

    /// The usual formats, those that are encoded as they are written first.
    pub const FORMATS: &'static [SurfaceFormat] = &[
        SurfaceFormat::srgb(Format::Bgra8UnormSrgb),
        SurfaceFormat::srgb(Format::Rgba8UnormSrgb),
        SurfaceFormat::srgb(Format::Bgra8Unorm),
        SurfaceFormat::srgb(Format::Rgba8Unorm),
    ];
}

impl Default for SurfaceConfig<'_> {
    fn default() -> Self {
        Self {
            size: [0; 2],
            present_modes: &[PresentMode::Fifo],
            formats: Self::FORMATS,
            images: &[3],
            max_latency: None,
            present_wait: false,
            present_times: false,
        }
    }
}

/// What a surface was configured to.
#[derive(Debug, Clone, PartialEq)]
pub struct Configured {
    /// Width and height in pixels; 0x0 while the window is minimised, when nothing can be acquired.
    pub size: [u32; 2],
    /// When frames are shown.
    pub present_mode: PresentMode,
    /// Format and colour space.
    pub format: SurfaceFormat,
    /// Images that take turns; 0 while minimised.
    pub images: u32,
    /// What became of the wishes for the pace of frames.
    pub pacing: Pacing,
}

/// What a surface offers just now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurfaceOffer {
    /// The window's own size in pixels, where it has one; then no other is possible.
    pub size: Option<[u32; 2]>,
    /// Smallest size.
    pub min_size: [u32; 2],
    /// Largest size.
    pub max_size: [u32; 2],
    /// Fewest and most images.
    pub images: [u32; 2],
    /// Present modes.
    pub present_modes: Vec<PresentMode>,
    /// Formats with their colour spaces.
    pub formats: Vec<SurfaceFormat>,
}

/// Why there is no frame to draw on. Values to match on; only `Failed` is an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SurfaceState {
    /// The window has changed: configure the surface again.
    OutOfDate,
    /// The window has no area, or the surface was not configured since it had none: nothing is drawn until it has.
    Minimised,
    /// No image became free in time: try again.
    Timeout,
    /// The surface is gone for good: make another.
    Lost,
    /// A rule was broken or the driver refused.
    Failed(Error),
}

impl fmt::Display for SurfaceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfDate => f.write_str("the surface is out of date; configure it again"),
            Self::Minimised => f.write_str("the window has no area; configure the surface again when it has"),
            Self::Timeout => f.write_str("no image of the surface became free in time; try again"),
            Self::Lost => f.write_str("the surface is lost; make another"),
            Self::Failed(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for SurfaceState {}

/// What a driver answered for a surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SurfaceAnswer {
    /// The window has changed.
    OutOfDate,
    /// It is gone for good.
    Lost,
    /// Nothing became free in time.
    Timeout,
    /// Something else.
    Fault(Fault),
}

/// A swapchain to be made. Everything in it is offered.
#[derive(Debug, Clone, Copy)]
pub struct SwapchainPlan<'a> {
    /// Name.
    pub label: &'a str,
    /// The surface.
    pub surface: Native,
    /// Width and height in pixels, neither 0.
    pub size: [u32; 2],
    /// When frames are shown.
    pub present_mode: PresentMode,
    /// Format and colour space.
    pub format: SurfaceFormat,
    /// Fewest images.
    pub images: u32,
    /// [`Presenter::wait_presented`] will be asked.
    pub present_wait: bool,
    /// [`Presenter::present_times`] will be asked.
    pub present_times: bool,
    /// The swapchain that it takes the place of; nothing is acquired from that any more.
    pub old: Option<Native>,
}

/// A swapchain that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSwapchain {
    /// The swapchain.
    pub native: Native,
    /// Its images, which belong to it.
    pub images: Vec<Native>,
}

/// An image that a submission presents when it has finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The swapchain.
    pub swapchain: Native,
    /// The image, acquired and not presented since.
    pub image: u32,
    /// The frame's number, larger than that of every earlier frame of the swapchain.
    pub number: u64,
    /// What became of it, to be filled in: `Ok(true)` when it fits the window no longer exactly.
    pub answer: Result<bool, SurfaceAnswer>,
}

/// What a backend that presents implements. One thread at a time uses a swapchain.
#[allow(unsafe_code, reason = "declares methods with a contract; the calls are in `record`")]
pub trait Presenter: Send + Sync {
    /// Makes a surface on a window and keeps the window alive until the surface is destroyed.
    ///
    /// # Errors
    /// What stands against it; also when the device cannot present to this window.
    fn create_surface(&self, target: &Arc<dyn SurfaceTarget>, label: &str) -> Result<Native, SurfaceFault>;
    /// What a surface offers just now.
    ///
    /// # Errors
    /// Its state, or what the driver answered.
    fn offer(&self, surface: Native) -> Result<SurfaceOffer, SurfaceAnswer>;
    /// Makes a swapchain.
    ///
    /// # Errors
    /// The surface's state, or what the driver answered.
    fn create_swapchain(&self, plan: &SwapchainPlan<'_>) -> Result<NewSwapchain, SurfaceAnswer>;
    /// The next image to draw on, and whether it fits the window no longer exactly. No other of the swapchain is acquired.
    ///
    /// # Errors
    /// The surface's state, or what the driver answered.
    fn acquire(&self, swapchain: Native, timeout: Duration) -> Result<(u32, bool), SurfaceAnswer>;
    /// What is offered for the pace of frames, or why not.
    fn pacing(&self) -> PacingOffer;
    /// Waits until a frame of a swapchain was shown, which was presented before. `false` when the time ran out.
    ///
    /// # Errors
    /// The surface's state, or what the driver answered.
    fn wait_presented(
        &self,
        swapchain: Native,
        number: u64,
        timeout: Duration,
    ) -> Result<bool, SurfaceAnswer>;
    /// When frames of a swapchain were shown, as far as that was not told yet. `newest` is the newest that was presented.
    ///
    /// # Errors
    /// The surface's state, or what the driver answered.
    fn present_times(&self, swapchain: Native, newest: u64) -> Result<PresentTimes, SurfaceAnswer>;
    /// Tells the display what frames were made for. Only called where [`crate::backend::Enabled::HDR_METADATA`].
    ///
    /// # Errors
    /// The surface's state, or what the driver answered.
    fn set_hdr_metadata(&self, swapchain: Native, metadata: &HdrMetadata) -> Result<(), SurfaceAnswer>;
    /// As [`crate::backend::Backend::submit`]; the first part waits until the images are free, and when the last part of the main
    /// queue has finished they are presented.
    ///
    /// # Safety
    /// As for `submit`; the images are acquired.
    unsafe fn submit_shown(&self, parts: &[Part], lists: &[Cmd], shown: &mut [Shown]) -> Result<(), Fault>;
}
