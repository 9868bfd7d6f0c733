//! Surfaces: where frames are shown. The program hands over a window, the device owns the swapchain. What happens to windows
//! (out of date, minimised, lost) are values to match on.
//!
//! An acquired frame has a view that lives for one batch: the batch that draws on it also presents it.

mod hdr;
mod pacing;
mod words;

pub use hdr::HdrMetadata;
pub use pacing::{Pacing, PacingOffer, PresentTime, PresentTimes};
pub use words::*;

use crate::backend::{Fault, Timepoint, ViewPlan};
use crate::core::{COLOR, Core};
use crate::desc::{TextureUsage, ViewDim};
use crate::device::Device;
use crate::driver::{MadeSurface, SurfaceFault};
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::object::{Keep, Kind, Native, Obj, SETTLED, TextureInfo, View, attach_key};
use crate::record::calls;
use crate::sync::{LONGEST_WAIT, Mutex, deadline, lock};
use crate::track::{Resource, State};
use crate::usage::{Layout, ResourceKind, SubRange};
use candor_caps::{Granted, Outcome, Reason, Until, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Frames that one batch presents at most.
pub const MAX_PRESENTS: usize = 8;

/// A surface.
#[derive(Debug)]
pub struct Surface {
    core: Arc<Core>,
    obj: Arc<Obj>,
    chain: Option<Arc<Chain>>,
    configured: Option<Configured>,
    pace: pacing::Shared,
    lost: bool,
}

/// A swapchain with a view of each image.
#[derive(Debug)]
struct Chain {
    obj: Arc<Obj>,
    images: Box<[View]>,
    turn: Mutex<Turn>,
    pace: pacing::Shared,
    /// Number of its first frame.
    first: u64,
    /// It can be waited until a frame was shown.
    waits: bool,
}

/// Who has the image.
#[derive(Debug, Default)]
struct Turn {
    /// A frame is with the program or with a batch.
    out: bool,
    /// A frame that was dropped: the next one to be handed out.
    back: Option<(u32, bool)>,
    /// A frame that was presented did not fit exactly.
    stale: bool,
    /// What was answered when a frame was presented, where it could not be.
    answer: Option<SurfaceState>,
}

/// A frame that was acquired: an image of the surface, for one batch. Hand it to [`crate::Batch::present`]; one that is dropped
/// is handed out again by the next [`Surface::acquire`].
#[derive(Debug)]
pub struct SurfaceFrame {
    chain: Arc<Chain>,
    image: u32,
    number: u64,
    suboptimal: bool,
    presented: bool,
}

/// What was acquired.
#[derive(Debug)]
pub enum Acquired {
    /// A frame that fits the window.
    Ready(SurfaceFrame),
    /// A frame that can be shown, and does not fit the window exactly any more: configure soon.
    Suboptimal(SurfaceFrame),
}

impl Acquired {
    /// The frame, whatever it fits.
    pub fn into_frame(self) -> SurfaceFrame {
        match self {
            Self::Ready(f) | Self::Suboptimal(f) => f,
        }
    }
}

impl Device {
    /// Makes a surface on a window, which is kept alive as long as the surface. One surface a window.
    ///
    /// # Errors
    /// `present` was not granted, the device cannot present to this window, or the driver's answer.
    pub fn create_surface(&self, label: &str, target: &Arc<dyn SurfaceTarget>) -> Result<Surface, Error> {
        let core = &self.core;
        core.alive(label)?;
        core.poll();
        let Some(presenter) = core.backend.presenter() else {
            return Err(Error::new(Code::NotEnabled, label, "present"));
        };
        let made = presenter.create_surface(target, label);
        let native = made.map_err(|SurfaceFault { fault, window_spoiled }| {
            let e = core.fault(label, fault);
            let (code, label, detail) = e.into_parts();
            let spoiled = if window_spoiled { "; the window is of no use any more" } else { "" };
            Error::new(code, label, format!("{detail}{spoiled}"))
        })?;
        Surface::new(core, native, label)
    }

    /// Takes over the surface that was made when the device was selected.
    ///
    /// # Errors
    /// It is another device's, or this one was closed.
    pub fn adopt_surface(&self, label: &str, made: MadeSurface) -> Result<Surface, Error> {
        let core = &self.core;
        core.alive(label)?;
        if core.backend.identity() != made.backend.identity() {
            return Err(Error::new(Code::ForeignObject, label, ""));
        }
        Surface::new(core, made.into_native(), label)
    }
}

impl Surface {
    fn new(core: &Arc<Core>, native: Native, label: &str) -> Result<Self, Error> {
        let obj = core.adopt(Kind::Surface, native, label, SETTLED, Keep::None)?;
        Ok(Self {
            core: core.clone(),
            obj,
            chain: None,
            configured: None,
            pace: Default::default(),
            lost: false,
        })
    }

    /// Its label.
    pub fn label(&self) -> &str {
        &self.obj.label
    }

    /// What it was configured to, if it was.
    pub fn configured(&self) -> Option<&Configured> {
        self.configured.as_ref()
    }

    /// What it offers just now.
    ///
    /// # Errors
    /// Its state, or the driver's answer.
    pub fn offer(&self) -> Result<SurfaceOffer, SurfaceState> {
        self.alive()?;
        self.presenter()?.offer(self.obj.native).map_err(|a| self.state(a))
    }

    /// Configures the surface, at first and whenever the window has changed. What was not simply applied is among the outcomes. A
    /// window without area is [`Outcome::Pending`]: nothing can be acquired until it is configured with one. A frame that is
    /// still out may be presented all the same.
    ///
    /// # Errors
    /// None of the wishes is offered, the surface is lost, or the driver's answer.
    pub fn configure(&mut self, c: &SurfaceConfig<'_>) -> Result<Granted<Configured>, SurfaceState> {
        // What was there before goes as soon as nothing draws on it.
        self.core.poll();
        let offer = match self.offer() {
            Ok(offer) => offer,
            Err(state) => {
                self.lost |= state == SurfaceState::Lost;
                return Err(state);
            }
        };
        let mut outcomes = Vec::new();
        let present_mode =
            self.first("present mode", c.present_modes, &offer.present_modes, &mut outcomes)?;
        let format = self.first("surface format", c.formats, &offer.formats, &mut outcomes)?;
        let mut size = offer.size.unwrap_or(c.size);
        if size.contains(&0) {
            self.chain = None;
            let pacing = pacing::Plan::pending(c);
            let configured = Configured { size: [0; 2], present_mode, format, images: 0, pacing };
            self.configured = Some(configured.clone());
            outcomes.push(Outcome::Pending { until: Until::WindowShown });
            return Ok(Granted { value: configured, outcomes });
        }
        for (s, (least, most)) in size.iter_mut().zip(offer.min_size.into_iter().zip(offer.max_size)) {
            *s = (*s).min(most).max(least).max(1);
        }
        if size != c.size {
            let text = |[w, h]: [u32; 2]| Value::Text(format!("{w}x{h}"));
            let (asked, got) = (text(c.size), text(size));
            let why = Reason::NotOffered {
                what: "size of the surface".into(),
                asked: asked.clone(),
                offered: vec![got.clone()],
            };
            outcomes.push(Outcome::Adjusted { asked, got, why });
        }
        let queues = matches!(present_mode, PresentMode::Fifo | PresentMode::FifoRelaxed);
        let mut paced = pacing::Plan::new(c, &self.presenter()?.pacing(), offer.images, queues);
        let plan = SwapchainPlan {
            label: self.label(),
            surface: self.obj.native,
            size,
            present_mode,
            format,
            images: paced.images,
            present_wait: paced.present_wait,
            present_times: paced.present_times,
            old: self.chain.as_ref().map(|c| c.obj.native),
        };
        let made = self.presenter()?.create_swapchain(&plan).map_err(|a| self.state(a));
        let made = match made {
            Ok(made) => made,
            Err(state) => {
                // Whatever became of the old swapchain, nothing is acquired from it any more.
                self.chain = None;
                self.lost |= state == SurfaceState::Lost;
                return Err(state);
            }
        };
        let images = made.images.len() as u32;
        let fewer = paced.made(c, images);
        let asked = c.images.first().copied().unwrap_or(images);
        if images != asked {
            let (asked, got) = (Value::from(asked), Value::from(images));
            let (what, offered) = ("images of the surface".to_owned(), vec![got.clone()]);
            let why = fewer.unwrap_or(Reason::NotOffered { what, asked: asked.clone(), offered });
            outcomes.push(Outcome::Adjusted { asked, got, why });
        }
        // The old swapchain is of no use any more, whatever becomes of the new one.
        self.chain = None;
        let chain = self.wrap(made, size, format, paced.present_wait).map_err(SurfaceState::Failed)?;
        pacing::set(&self.pace, paced.most);
        self.chain = Some(Arc::new(chain));
        outcomes.extend(paced.pacing.adjusted());
        let configured = Configured { size, present_mode, format, images, pacing: paced.pacing };
        self.configured = Some(configured.clone());
        Ok(Granted { value: configured, outcomes })
    }

    /// The first wish that is offered.
    fn first<T: Copy + PartialEq + std::fmt::Display>(
        &self,
        what: &str,
        wishes: &[T],
        offered: &[T],
        outcomes: &mut Vec<Outcome>,
    ) -> Result<T, SurfaceState> {
        let text = |t: &T| Value::Text(t.to_string());
        let why = |asked| Reason::NotOffered {
            what: what.to_owned(),
            asked,
            offered: offered.iter().map(text).collect(),
        };
        let all: Vec<String> = wishes.iter().map(T::to_string).collect();
        let Some(got) = wishes.iter().find(|w| offered.contains(w)) else {
            let asked = if all.is_empty() { "nothing".to_owned() } else { all.join(" or ") };
            let detail = why(Value::Text(asked)).to_string();
            return Err(SurfaceState::Failed(Error::new(Code::SurfaceWish, self.label(), detail)));
        };
        if wishes.first() != Some(got) {
            let asked = wishes.first().map_or(Value::Bool(true), text);
            outcomes.push(Outcome::Adjusted { asked: asked.clone(), got: text(got), why: why(asked) });
        }
        Ok(*got)
    }

    fn wrap(
        &self,
        made: NewSwapchain,
        size: [u32; 2],
        format: SurfaceFormat,
        waits: bool,
    ) -> Result<Chain, Error> {
        let (core, label) = (&self.core, self.label());
        let keep = Keep::One(self.obj.clone());
        let mut natives = made.images.into_iter();
        let obj = core.adopt(Kind::Swapchain, made.native, label, SETTLED, keep);
        let images = obj.and_then(|obj| {
            let each = |native| self.wrap_image(native, &obj, size, format);
            let images: Box<[View]> = natives.by_ref().map(each).collect::<Result<_, _>>()?;
            Ok((obj, images))
        });
        // Of a swapchain that could not be wrapped whole nothing is left.
        for native in natives {
            calls::destroy(&*core.backend, Kind::SurfaceImage, native);
        }
        let (obj, images) = images?;
        let (pace, first) = (self.pace.clone(), lock(&self.pace).next());
        Ok(Chain { obj, images, turn: Mutex::default(), pace, first, waits })
    }

    fn wrap_image(
        &self,
        native: Native,
        chain: &Arc<Obj>,
        size: [u32; 2],
        format: SurfaceFormat,
    ) -> Result<View, Error> {
        let (core, label) = (&self.core, self.label());
        let info = TextureInfo::of_surface(format.format, size);
        let range = SubRange { mip: 0, mips: 1, layer: 0, layers: 1, aspects: Aspects::COLOR };
        let slot = lock(&core.shared).states.add(false);
        let image = core.adopt(Kind::SurfaceImage, native, label, slot, Keep::One(chain.clone()))?;
        let plan =
            ViewPlan { label, texture: native, info: &info, dim: ViewDim::D2, format: format.format, range };
        let view = core.backend.create_view(&plan).map_err(|f| core.fault(label, f))?;
        let view_obj = core.adopt(Kind::View, view, label, SETTLED, Keep::One(image))?;
        let resource = Resource {
            slot,
            kind: ResourceKind::Color,
            aspects: Aspects::COLOR,
            mips: 1,
            layers: 1,
            exclusive: true,
            raw: native.raw,
        };
        Ok(View {
            raw: view.raw,
            color_key: attach_key(core.id, size, 1),
            depth_key: 0,
            device: core.id,
            format: format.format,
            samples: 1,
            size,
            usage: TextureUsage::COLOR,
            place: core.place(resource, range),
            layers: 1,
            part_of_level: false,
            both_aspects: false,
            dim: ViewDim::D2,
            class: format.format.class(Aspects::COLOR),
            obj: view_obj,
        })
    }

    /// The next frame to draw on. One at a time: the last one must have been presented or dropped. Its contents are not kept: the
    /// first pass clears them or draws all of them.
    ///
    /// # Errors
    /// Why there is none: a state of the surface to match on, or an error.
    pub fn acquire(&mut self, timeout: Duration) -> Result<Acquired, SurfaceState> {
        self.alive()?;
        let Some(chain) = self.chain.clone() else {
            return Err(match self.configured {
                Some(ref c) if c.size == [0; 2] => SurfaceState::Minimised,
                _ => SurfaceState::OutOfDate,
            });
        };
        let (back, stale) = {
            let mut turn = lock(&chain.turn);
            if turn.out {
                let detail = "a frame is still out";
                return Err(SurfaceState::Failed(Error::new(Code::SurfaceTurn, self.label(), detail)));
            }
            if let Some(state) = turn.answer.clone() {
                self.lost |= state == SurfaceState::Lost;
                return Err(state);
            }
            (turn.back.take(), turn.stale)
        };
        let (image, mut suboptimal) = match back {
            Some(back) => back,
            None => match self.acquire_paced(&chain, timeout) {
                Ok(got) => got,
                Err(a) => {
                    let state = self.state(a);
                    self.lost |= state == SurfaceState::Lost;
                    return Err(state);
                }
            },
        };
        suboptimal |= stale;
        let Some(view) = chain.images.get(image as usize) else {
            let detail = format!("image {image} was acquired, {} are there", chain.images.len());
            return Err(SurfaceState::Failed(Error::new(Code::Driver, self.label(), detail)));
        };
        {
            // Whatever uses it first waits for what waits for the image, and finds nothing in it.
            let mut shared = lock(&self.core.shared);
            let known = shared.states.get_mut(view.place.resource.slot);
            known.whole = State::written(ResourceKind::Color, COLOR, self.core.color_scopes);
            known.whole.layout = Layout::Undefined;
            (known.parts, known.last, known.on_surface) = (None, Default::default(), true);
        }
        lock(&chain.turn).out = true;
        let number = lock(&chain.pace).next();
        let frame = SurfaceFrame { chain, image, number, suboptimal, presented: false };
        Ok(if suboptimal { Acquired::Suboptimal(frame) } else { Acquired::Ready(frame) })
    }

    /// A new image, as soon as one more frame may be out.
    fn acquire_paced(&self, chain: &Chain, timeout: Duration) -> Result<(u32, bool), SurfaceAnswer> {
        let core = &*self.core;
        let none = || SurfaceAnswer::Fault(Fault::Unavailable("the device does not present".into()));
        let presenter = core.backend.presenter().ok_or_else(none)?;
        let native = chain.obj.native;
        if lock(&self.pace).is_free() {
            return presenter.acquire(native, timeout.min(LONGEST_WAIT));
        }
        let end = deadline(timeout);
        if !pacing::wait_for_room(core, presenter, &self.pace, (native, chain.waits), end)? {
            return Err(SurfaceAnswer::Timeout);
        }
        presenter.acquire(native, end.saturating_duration_since(Instant::now()))
    }

    fn presenter(&self) -> Result<&dyn Presenter, SurfaceState> {
        let none = || SurfaceState::Failed(Error::new(Code::NotEnabled, self.label(), "present"));
        self.core.backend.presenter().ok_or_else(none)
    }

    fn alive(&self) -> Result<(), SurfaceState> {
        self.core.alive(self.label()).map_err(SurfaceState::Failed)?;
        if self.lost { Err(SurfaceState::Lost) } else { Ok(()) }
    }

    fn state(&self, a: SurfaceAnswer) -> SurfaceState {
        state(&self.core, self.label(), a)
    }
}

fn state(core: &Core, label: &str, a: SurfaceAnswer) -> SurfaceState {
    match a {
        SurfaceAnswer::OutOfDate => SurfaceState::OutOfDate,
        SurfaceAnswer::Lost => SurfaceState::Lost,
        SurfaceAnswer::Timeout => SurfaceState::Timeout,
        SurfaceAnswer::Fault(fault) => SurfaceState::Failed(core.fault(label, fault)),
    }
}

impl SurfaceFrame {
    /// What to draw on: a colour attachment and nothing else.
    pub fn view(&self) -> &View {
        // The index was checked when the frame was acquired.
        &self.chain.images[self.image as usize]
    }

    /// Does it fit the window no longer exactly?
    pub fn is_suboptimal(&self) -> bool {
        self.suboptimal
    }

    /// Its number, counted from 1 over the life of the surface. A frame that is dropped gives its number to the next.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Slot in the state table.
    pub(crate) fn slot(&self) -> u32 {
        self.view().place.resource.slot
    }

    /// As a submission takes it.
    pub(crate) fn shown(&self) -> Shown {
        let swapchain = self.chain.obj.native;
        Shown { swapchain, image: self.image, number: self.number, answer: Ok(false) }
    }

    /// It was submitted, and this became of it.
    pub(crate) fn submitted(&mut self, core: &Core, drawn: Timepoint, answer: Result<bool, SurfaceAnswer>) {
        self.presented = true;
        if answer.is_ok() {
            lock(&self.chain.pace).presented(self.chain.obj.native, self.number, drawn);
        }
        let mut turn = lock(&self.chain.turn);
        turn.out = false;
        match answer {
            Ok(suboptimal) => turn.stale |= suboptimal,
            Err(a) => turn.answer = Some(state(core, &self.chain.obj.label, a)),
        }
    }
}

impl Drop for SurfaceFrame {
    fn drop(&mut self) {
        if !self.presented {
            let mut turn = lock(&self.chain.turn);
            (turn.out, turn.back) = (false, Some((self.image, self.suboptimal)));
        }
    }
}
