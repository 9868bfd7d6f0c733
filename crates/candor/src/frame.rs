//! The turnkey frame: device, surface, and a depth target that follows the size, with one call to begin and one to end.

use crate::error::SelectError;
use crate::instance::Instance;
use crate::planned::Planned;
use crate::request::{Environment, SelectDesc, Window};
use crate::walk::Selected;
use candor_caps::{Feature, Outcome};
use candor_rhi::*;
use std::path::Path;
use std::time::Duration;

/// What a frame is made of.
#[derive(Debug, Clone)]
pub struct FrameDesc<'a> {
    /// How the device is chosen. `present` is asked for where there is a window.
    pub select: SelectDesc,
    /// The window. Without one the frame draws into a texture that nobody sees.
    pub window: Option<Window>,
    /// What is wished of the surface; its size is that of the texture without a window.
    pub config: SurfaceConfig<'a>,
    /// Format of the depth target, where there is to be one.
    pub depth: Option<Format>,
    /// What the texture is for that takes the window's place, beside being drawn to: by default it can be read back.
    pub color_usage: TextureUsage,
    /// What the depth target is for, beside being an attachment: by default nothing.
    pub depth_usage: TextureUsage,
    /// How long a frame waits for a free image.
    pub patience: Duration,
}

impl Default for FrameDesc<'_> {
    fn default() -> Self {
        Self {
            select: SelectDesc::default(),
            window: None,
            config: SurfaceConfig::default(),
            depth: Some(Format::Depth32Float),
            color_usage: TextureUsage::COPY_SRC,
            depth_usage: TextureUsage::empty(),
            patience: Duration::from_secs(2),
        }
    }
}

impl FrameDesc<'_> {
    /// For a window of this size in pixels, without a depth target.
    pub fn window(window: impl Into<Window>, size: [u32; 2]) -> Self {
        let config = SurfaceConfig { size, ..SurfaceConfig::default() };
        Self { window: Some(window.into()), config, depth: None, ..Self::default() }
    }
}

/// Why a frame could not be made or ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// No device.
    #[error("{0}")]
    Select(#[from] SelectError),
    /// The surface is lost or broken; what passes by itself is [`Begun::Skipped`].
    #[error("{0}")]
    Surface(SurfaceState),
    /// A target.
    #[error("{0}")]
    Target(#[from] Error),
    /// What was recorded.
    #[error("{0}")]
    Submit(#[from] SubmitError),
    /// The capture that was asked for from outside ([`crate::CAPTURE_VARIABLE`]).
    #[error("{0}")]
    Capture(String),
}

/// A texture with its view.
#[derive(Debug)]
struct Target {
    view: View,
    texture: Texture,
}

/// Device, surface and targets.
#[derive(Debug)]
pub struct Frame {
    surface: Option<Surface>,
    color: Option<Target>,
    depth: Option<Target>,
    modes: Vec<PresentMode>,
    formats: Vec<SurfaceFormat>,
    images: Vec<u32>,
    /// The wishes; size and lists stand apart.
    wishes: SurfaceConfig<'static>,
    depth_format: Option<Format>,
    /// Of colour and depth.
    usages: [TextureUsage; 2],
    patience: Duration,
    /// The size that the program knows of, and that of the targets.
    wanted: [u32; 2],
    size: [u32; 2],
    format: Format,
    outcomes: Vec<Outcome>,
    stale: bool,
    /// Frames that were begun, the one that is captured among them.
    begun: u64,
    planned: Option<Planned>,
    selected: Selected,
}

/// What became of the beginning of a frame.
#[derive(Debug)]
pub enum Begun<'a> {
    /// Draw.
    Draw(Turn<'a>),
    /// There is nothing to draw on this time, and why: minimised, out of date or no image in time.
    Skipped(SurfaceState),
}

/// A frame that is drawn. One that is dropped shows nothing.
#[derive(Debug)]
pub struct Turn<'a> {
    batch: Batch,
    shown: Option<SurfaceFrame>,
    color: Option<&'a View>,
    depth: Option<&'a View>,
    planned: Option<&'a Planned>,
}

/// What a turn draws with.
#[derive(Debug)]
pub struct Encoder<'a> {
    /// The batch, to declare passes in.
    pub batch: &'a mut Batch,
    /// The colour target.
    pub color: &'a View,
    /// The depth target, of the same size.
    pub depth: Option<&'a View>,
}

impl Frame {
    /// Chooses a device and configures its surface.
    ///
    /// # Errors
    /// No device, none of the wishes is offered, or the driver's answer.
    pub fn new(instance: &Instance, desc: FrameDesc<'_>) -> Result<Self, FrameError> {
        let mut select = desc.select;
        if let Some(window) = desc.window {
            select.requests = select.requests.require(Feature::Present);
            select.window = Some(window);
        }
        let environment = select.environment.clone().unwrap_or_else(Environment::from_process);
        let planned = environment.capture().map(Planned::parse).transpose().map_err(FrameError::Capture)?;
        select.capture |= planned.is_some();
        let mut selected = instance.select(&select)?;
        let planned = planned.map(|p| p.on(selected.capture.clone()));
        let surface = selected.surface.take();
        let format = desc.config.formats.first().map_or(Format::Bgra8UnormSrgb, |f| f.format);
        let mut frame = Self {
            surface,
            color: None,
            depth: None,
            modes: desc.config.present_modes.to_vec(),
            formats: desc.config.formats.to_vec(),
            images: desc.config.images.to_vec(),
            wishes: SurfaceConfig { present_modes: &[], formats: &[], images: &[], ..desc.config },
            depth_format: desc.depth,
            usages: [TextureUsage::COLOR | desc.color_usage, TextureUsage::DEPTH | desc.depth_usage],
            patience: desc.patience,
            wanted: desc.config.size,
            size: [0; 2],
            format,
            outcomes: Vec::new(),
            stale: true,
            begun: 0,
            planned,
            selected,
        };
        frame.follow()?;
        Ok(frame)
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.selected.device
    }

    /// How the device was chosen.
    pub fn selected(&self) -> &Selected {
        &self.selected
    }

    /// Nobody sees what is drawn: there is no window, or Null was chosen.
    pub fn is_headless(&self) -> bool {
        self.surface.is_none() || self.selected.info().backend == BackendKind::Null
    }

    /// Format of the colour target, for pipelines. It stays as it is unless the window moves to another display.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Width and height of the targets in pixels; 0x0 while the window has no area.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// What became of the wishes when the surface was configured last.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What the surface was configured to, with what became of the wishes for the pace of frames; none without a window.
    pub fn configured(&self) -> Option<&Configured> {
        self.surface.as_ref().and_then(Surface::configured)
    }

    /// Number of the frame that was presented last, counted from 1; 0 before the first and without a window.
    pub fn presented(&self) -> u64 {
        self.surface.as_ref().map_or(0, Surface::presented)
    }

    /// Waits until a frame was shown: see [`Surface::wait_presented`].
    ///
    /// # Errors
    /// As there; without a window nothing is shown.
    pub fn wait_presented(&mut self, number: u64, timeout: Duration) -> Result<(), SurfaceState> {
        match &mut self.surface {
            Some(surface) => surface.wait_presented(number, timeout),
            None => Err(no_window("present-wait")),
        }
    }

    /// When frames were shown: see [`Surface::present_times`].
    ///
    /// # Errors
    /// As there; without a window nothing is shown.
    pub fn present_times(&mut self) -> Result<PresentTimes, SurfaceState> {
        match &mut self.surface {
            Some(surface) => surface.present_times(),
            None => Err(no_window("present-timing")),
        }
    }

    /// The file into which a frame was captured, where that was asked for from outside ([`crate::CAPTURE_VARIABLE`]) and is done.
    pub fn captured(&self) -> Option<&Path> {
        self.planned.as_ref().and_then(Planned::written)
    }

    /// What was drawn last without a window, to be read back.
    pub fn texture(&self) -> Option<&Texture> {
        self.color.as_ref().map(|c| &c.texture)
    }

    /// The window has this size now, in pixels. The targets follow at the next frame.
    pub fn resize(&mut self, size: [u32; 2]) {
        self.stale |= size != self.wanted;
        self.wanted = size;
    }

    /// Makes surface and targets follow the window.
    fn follow(&mut self) -> Result<(), FrameError> {
        let mut size = self.wanted;
        if let Some(surface) = &mut self.surface {
            let (present_modes, formats, images) = (&*self.modes, &*self.formats, &*self.images);
            let config = SurfaceConfig { size, present_modes, formats, images, ..self.wishes };
            match surface.configure(&config) {
                Ok(granted) => {
                    (size, self.format) = (granted.value.size, granted.value.format.format);
                    self.outcomes = granted.outcomes;
                }
                // The window changed meanwhile: the next frame tries again.
                Err(SurfaceState::OutOfDate) => return Ok(()),
                Err(state) => return Err(FrameError::Surface(state)),
            }
        }
        self.stale = false;
        let there = self.size == size && (self.depth.is_some() || self.depth_format.is_none());
        if there && (self.surface.is_some() || self.color.is_some()) {
            return Ok(());
        }
        (self.color, self.depth, self.size) = (None, None, size);
        if size.contains(&0) {
            return Ok(());
        }
        if self.surface.is_none() {
            let desc = TextureDesc::color_target("frame", self.format, size[0], size[1]);
            let desc = TextureDesc { usage: self.usages[0], ..desc };
            self.color = Some(target(&self.selected.device, &desc)?);
        }
        if let Some(format) = self.depth_format {
            let desc = TextureDesc::depth_target("frame depth", format, size[0], size[1]);
            let desc = TextureDesc { usage: self.usages[1], ..desc };
            self.depth = Some(target(&self.selected.device, &desc)?);
        }
        Ok(())
    }

    /// Begins a frame. A window that has changed is followed first; what passes by itself is [`Begun::Skipped`].
    ///
    /// # Errors
    /// The surface is lost, or the driver's answer.
    pub fn begin(&mut self) -> Result<Begun<'_>, FrameError> {
        self.selected.device.poll();
        if self.stale {
            self.follow()?;
        }
        if self.size.contains(&0) {
            return Ok(Begun::Skipped(SurfaceState::Minimised));
        }
        let mut shown = None;
        if let Some(surface) = &mut self.surface {
            match surface.acquire(self.patience) {
                Ok(Acquired::Ready(frame)) => shown = Some(frame),
                Ok(Acquired::Suboptimal(frame)) => {
                    shown = Some(frame);
                    self.stale = true;
                }
                Err(state @ (SurfaceState::OutOfDate | SurfaceState::Minimised)) => {
                    self.stale = true;
                    return Ok(Begun::Skipped(state));
                }
                Err(SurfaceState::Timeout) => return Ok(Begun::Skipped(SurfaceState::Timeout)),
                Err(state) => return Err(FrameError::Surface(state)),
            }
        }
        self.begun += 1;
        if let Some(planned) = &self.planned {
            planned.begin(&self.selected.device, self.begun).map_err(FrameError::Capture)?;
        }
        Ok(Begun::Draw(Turn {
            planned: self.planned.as_ref(),
            batch: self.selected.device.batch(),
            shown,
            color: self.color.as_ref().map(|t| &t.view),
            depth: self.depth.as_ref().map(|t| &t.view),
        }))
    }

    /// A frame of one pass over the colour target alone, which is cleared to this colour. `false` as for [`Frame::draw`].
    ///
    /// # Errors
    /// As for [`Frame::begin`] and [`Turn::end`].
    pub fn draw_pass(
        &mut self,
        clear: [f32; 4],
        record: impl FnOnce(&mut RasterPass<'_>),
    ) -> Result<bool, FrameError> {
        self.draw(|to| {
            let color = [Color::clear(to.color, clear)];
            to.batch.raster(&RasterDesc { label: "frame", color: &color, ..RasterDesc::default() }, record);
        })
    }

    /// Begins a frame, draws and ends it. `false`: there was nothing to draw on this time.
    ///
    /// # Errors
    /// As for [`Frame::begin`] and [`Turn::end`].
    pub fn draw(&mut self, draw: impl FnOnce(Encoder<'_>)) -> Result<bool, FrameError> {
        match self.begin()? {
            Begun::Skipped(_) => Ok(false),
            Begun::Draw(mut turn) => {
                if let Some(encoder) = turn.encoder() {
                    draw(encoder);
                }
                turn.end()?;
                Ok(true)
            }
        }
    }
}

fn no_window(what: &str) -> SurfaceState {
    let detail = format!("{what}: without a window no frame is shown");
    SurfaceState::Failed(Error::new(Code::NotEnabled, "frame", detail))
}

fn target(device: &Device, desc: &TextureDesc<'_>) -> Result<Target, Error> {
    // Nothing was wished for that could be lowered.
    let texture = device.create_texture(desc)?.value;
    let view = device.create_view(&texture, &ViewDesc::default())?;
    Ok(Target { view, texture })
}

impl Turn<'_> {
    /// What to draw with. `None` only where a frame has neither surface nor texture, which does not begin.
    pub fn encoder(&mut self) -> Option<Encoder<'_>> {
        let color = self.shown.as_ref().map(SurfaceFrame::view).or(self.color)?;
        Some(Encoder { batch: &mut self.batch, color, depth: self.depth })
    }

    /// Submits what was recorded and presents it.
    ///
    /// # Errors
    /// Every error of the batch; nothing is shown then.
    pub fn end(mut self) -> Result<Receipt, SubmitError> {
        if let Some(frame) = self.shown.take() {
            self.batch.present(frame);
        }
        let submitted = self.batch.submit();
        if let Some(planned) = self.planned {
            planned.end();
        }
        submitted
    }
}
