//! The pace of frames: how many are out at once, when each was shown.
//!
//! A frame is out from when it is acquired until it was shown, where the device tells that (`present-wait`), or until it is drawn. What
//! waits in the swapchain beyond that is bounded by the number of its images.

use super::{Presenter, Surface, SurfaceAnswer, SurfaceConfig, SurfaceState};
use crate::backend::Timepoint;
use crate::core::Core;
use crate::error::{Code, Error};
use crate::object::Native;
use crate::sync::{LONGEST_WAIT, Mutex, lock};
use candor_caps::{Outcome, Reason, Refused, Until, Value};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What became of the wishes for the pace of frames; `None` where nothing was wished.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pacing {
    /// Frames that are out at most. Adjusted where more may wait in the swapchain than was asked for: then so many are out until they
    /// are shown, and no more than was asked for until they are drawn.
    pub max_latency: Option<Result<Outcome, Refused>>,
    /// [`Surface::wait_presented`].
    pub present_wait: Option<Result<Outcome, Refused>>,
    /// [`Surface::present_times`].
    pub present_times: Option<Result<Outcome, Refused>>,
}

/// What a backend offers for the pace of frames on a surface, or why not.
#[derive(Debug, Clone, PartialEq)]
pub struct PacingOffer {
    /// [`Presenter::wait_presented`].
    pub present_wait: Result<(), Reason>,
    /// [`Presenter::present_times`].
    pub present_times: Result<(), Reason>,
}

impl PacingOffer {
    /// What a backend offers that has implemented none of it.
    pub fn none(backend: &str) -> Self {
        let why = |what: &str| {
            let (what, part) = (what.to_owned(), format!("{backend} backend"));
            Err(Reason::NotImplemented { what, part })
        };
        Self { present_wait: why("present-wait"), present_times: why("present-timing") }
    }
}

/// When a frame was shown, in nanoseconds of the display's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PresentTime {
    /// The frame: [`super::SurfaceFrame::number`].
    pub number: u64,
    /// When it was shown.
    pub shown_ns: u64,
    /// When it could have been shown at the earliest.
    pub earliest_ns: u64,
    /// How much later it could have been handed over and still been shown then.
    pub margin_ns: u64,
}

/// When frames were shown that were not told of before, and the time from one refresh of the display to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PresentTimes {
    /// From one refresh to the next, in nanoseconds.
    pub refresh_ns: u64,
    /// Frames, oldest first.
    pub frames: Vec<PresentTime>,
}

/// A frame that was presented and may be out still.
#[derive(Debug, Clone, Copy)]
struct Out {
    number: u64,
    chain: Native,
    drawn: Timepoint,
}

/// The pace of one surface, over all of its swapchains.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Number of the newest frame that was presented.
    presented: u64,
    /// Frames that are out, oldest first; nothing where no latency was asked for.
    out: VecDeque<Out>,
    /// The most frames that are out.
    most: Option<u32>,
}

impl Pace {
    /// A frame was handed over.
    pub(super) fn presented(&mut self, chain: Native, number: u64, drawn: Timepoint) {
        self.presented = self.presented.max(number);
        if self.most.is_some() {
            self.out.push_back(Out { number, chain, drawn });
        }
    }

    /// Was no latency asked for?
    pub(super) fn is_free(&self) -> bool {
        self.most.is_none()
    }

    /// Number of the next frame.
    pub(super) fn next(&self) -> u64 {
        self.presented + 1
    }
}

/// What a configuration sets for the pace.
pub(super) struct Plan {
    /// Images that were wished for.
    wished: u32,
    /// Images that the swapchain is to have.
    pub(super) images: u32,
    /// The most frames that are out.
    pub(super) most: Option<u32>,
    pub(super) present_wait: bool,
    pub(super) present_times: bool,
    pub(super) pacing: Pacing,
    /// The present mode keeps frames in a queue.
    queues: bool,
}

impl Plan {
    pub(super) fn new(c: &SurfaceConfig<'_>, offer: &PacingOffer, images: [u32; 2], queues: bool) -> Self {
        let wish = |wished: bool, offer: &Result<(), Reason>| {
            wished.then(|| offer.clone().map(|()| Outcome::Applied).map_err(Refused::from))
        };
        let present_wait = wish(c.present_wait, &offer.present_wait);
        let present_times = wish(c.present_times, &offer.present_times);
        let granted = |wish: &Option<Result<_, _>>| matches!(wish, Some(Ok(_)));
        let waits = granted(&present_wait);
        let most = c.max_latency.map(|n| n.max(1));
        // Of so many images one is shown and the others are out.
        let enough = most.filter(|_| queues && !waits).map_or(u32::MAX, |n| n.saturating_add(1));
        let wished = c.images_within(images);
        Self {
            wished,
            images: wished.min(enough).min(images[1]).max(images[0]),
            most,
            present_wait: waits,
            present_times: granted(&present_times),
            pacing: Pacing { max_latency: None, present_wait, present_times },
            queues,
        }
    }

    /// The swapchain has so many images. Yields what is told of them where they are fewer than wished for this reason.
    pub(super) fn made(&mut self, c: &SurfaceConfig<'_>, images: u32) -> Option<Reason> {
        let (Some(asked), Some(most)) = (c.max_latency, self.most) else { return None };
        // More cannot be out, so that a wish for more needs neither to be kept nor room.
        let most = most.min(images.max(1));
        self.most = Some(most);
        let out = images.saturating_sub(1).max(1);
        let what = "frames that are out".to_owned();
        let outcome = if asked == 0 {
            let rule = "a frame is out while it is drawn, so that one is the least".to_owned();
            adjusted(asked, most, Reason::Invalid { what, rule })
        } else if self.queues && !self.present_wait && out > most {
            let offered = vec![Value::from(out)];
            adjusted(asked, out, Reason::NotOffered { what, asked: Value::from(asked), offered })
        } else if asked > most {
            let offered = vec![Value::from(most)];
            adjusted(asked, most, Reason::NotOffered { what, asked: Value::from(asked), offered })
        } else {
            Outcome::Applied
        };
        self.pacing.max_latency = Some(Ok(outcome));
        let fewer = images < self.wished && self.queues && !self.present_wait && out <= most;
        fewer.then(|| Reason::Conflict {
            what: "images of the surface".into(),
            with: format!("at most {most} frames out: each further image keeps one more"),
        })
    }

    /// Nothing is settled while the window has no area.
    pub(super) fn pending(c: &SurfaceConfig<'_>) -> Pacing {
        let later = |wished: bool| wished.then_some(Ok(Outcome::Pending { until: Until::WindowShown }));
        Pacing {
            max_latency: later(c.max_latency.is_some()),
            present_wait: later(c.present_wait),
            present_times: later(c.present_times),
        }
    }
}

fn adjusted(asked: u32, got: u32, why: Reason) -> Outcome {
    Outcome::Adjusted { asked: Value::from(asked), got: Value::from(got), why }
}

impl Pacing {
    /// What was adjusted.
    pub(super) fn adjusted(&self) -> impl Iterator<Item = Outcome> + '_ {
        let all = [&self.max_latency, &self.present_wait, &self.present_times];
        all.into_iter().filter_map(|wish| match wish {
            Some(Ok(o @ Outcome::Adjusted { .. })) => Some(o.clone()),
            Some(Ok(Outcome::Applied | Outcome::Pending { .. }) | Err(_)) | None => None,
        })
    }
}

/// Another thread waits with this: nothing is locked while it does.
pub(super) type Shared = Arc<Mutex<Pace>>;

/// Sets the most frames that are out, and makes room for them.
pub(super) fn set(pace: &Shared, most: Option<u32>) {
    let mut pace = lock(pace);
    pace.most = most;
    match most {
        // More are not out: what is acquired beyond was waited for.
        Some(n) => {
            let room = (n as usize + 1).saturating_sub(pace.out.len());
            pace.out.reserve(room);
        }
        None => pace.out.clear(),
    }
}

/// Waits until one more frame may be out. `false`: the time ran out.
pub(super) fn wait_for_room(
    core: &Core,
    presenter: &dyn Presenter,
    pace: &Shared,
    (chain, waits): (Native, bool),
    end: Instant,
) -> Result<bool, SurfaceAnswer> {
    loop {
        let oldest = {
            let pace = lock(pace);
            match (pace.most, pace.out.front()) {
                (Some(most), Some(oldest)) if pace.out.len() >= most as usize => *oldest,
                _ => return Ok(true),
            }
        };
        let left = end.saturating_duration_since(Instant::now());
        let gone = if waits && oldest.chain == chain {
            presenter.wait_presented(chain, oldest.number, left)?
        } else {
            core.backend.wait(oldest.drawn, left).map_err(SurfaceAnswer::Fault)?
        };
        if !gone {
            return Ok(false);
        }
        let mut pace = lock(pace);
        if pace.out.front().is_some_and(|o| o.number == oldest.number) {
            pace.out.pop_front();
        }
    }
}

impl Surface {
    /// Number of the newest frame that was presented, counted from 1 over the life of the surface; 0 before the first.
    pub fn presented(&self) -> u64 {
        lock(&self.pace).presented
    }

    /// Frames that count as out: presented, and not yet known to be shown (or, without `present-wait`, drawn). Frames are counted where
    /// [`SurfaceConfig::max_latency`] asks for it; what has come in since is seen by the next [`Surface::acquire`] that needs room.
    pub fn frames_out(&self) -> usize {
        lock(&self.pace).out.len()
    }

    /// Waits until a frame was shown: one that was presented since the surface was configured last.
    ///
    /// # Errors
    /// `present-wait` was not wished for or not granted, the frame was not presented, it belongs to an earlier configuration
    /// ([`SurfaceState::OutOfDate`]), it was not shown in time, or the surface's state.
    pub fn wait_presented(&mut self, number: u64, timeout: Duration) -> Result<(), SurfaceState> {
        let (chain, first) = self.chain_with(|p| &p.present_wait, "present-wait")?;
        let newest = self.presented();
        if number == 0 || number > newest {
            let detail = format!("frame {number} is waited for, {newest} were presented");
            return Err(SurfaceState::Failed(Error::new(Code::SurfaceTurn, self.label(), detail)));
        }
        if number < first {
            return Err(SurfaceState::OutOfDate);
        }
        match self.presenter()?.wait_presented(chain, number, timeout.min(LONGEST_WAIT)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(SurfaceState::Timeout),
            Err(a) => {
                let state = self.state(a);
                self.lost |= state == SurfaceState::Lost;
                Err(state)
            }
        }
    }

    /// When frames were shown, as far as that has become known since the last call.
    ///
    /// # Errors
    /// `present-timing` was not wished for or not granted, or the surface's state.
    pub fn present_times(&mut self) -> Result<PresentTimes, SurfaceState> {
        let (chain, _) = self.chain_with(|p| &p.present_times, "present-timing")?;
        let newest = self.presented();
        match self.presenter()?.present_times(chain, newest) {
            Ok(times) => Ok(times),
            Err(a) => {
                let state = self.state(a);
                self.lost |= state == SurfaceState::Lost;
                Err(state)
            }
        }
    }

    /// The swapchain and the number of its first frame, where a wish was granted.
    fn chain_with(
        &self,
        wish: impl FnOnce(&Pacing) -> &Option<Result<Outcome, Refused>>,
        name: &str,
    ) -> Result<(Native, u64), SurfaceState> {
        self.alive()?;
        let Some(configured) = &self.configured else { return Err(SurfaceState::OutOfDate) };
        let refuse = |why: &str| {
            let detail = format!("{name}: {why}");
            Err(SurfaceState::Failed(Error::new(Code::NotEnabled, self.label(), detail)))
        };
        match wish(&configured.pacing) {
            None => return refuse("it was not wished for in `SurfaceConfig`"),
            Some(Err(Refused { why })) => return refuse(&why.to_string()),
            Some(Ok(_)) => {}
        }
        match &self.chain {
            Some(chain) => Ok((chain.obj.native, chain.first)),
            None if configured.size == [0; 2] => Err(SurfaceState::Minimised),
            None => Err(SurfaceState::OutOfDate),
        }
    }
}
