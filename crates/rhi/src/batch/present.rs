//! Frames of surfaces in a batch: drawn on, and presented when the batch has finished.

use super::{Batch, BatchInner};
use crate::core::{Core, Shared};
use crate::error::{Code, Error};
use crate::queue::Queue;
use crate::record::calls;
use crate::surface::{MAX_PRESENTS, SurfaceFrame};
use crate::usage::{Access, Layout, Stages, Usage};

const PRESENT: Usage = Usage::new(Access::PRESENT, Stages::empty());

impl Batch {
    /// Presents a frame once the batch has finished. It is the last use of the frame, and the batch that draws on a frame is the
    /// one that presents it. What became of it is told by the next [`crate::Surface::acquire`]. A batch that is not submitted gives
    /// its frames back.
    pub fn present(&mut self, frame: SurfaceFrame) {
        let Some(inner) = self.inner.as_deref_mut() else { return };
        let core = &*self.core;
        let label = frame.view().label();
        if frame.view().device != core.id {
            return inner.fail_pass("present", Code::ForeignObject, label, "");
        }
        if inner.frames.len() == MAX_PRESENTS {
            let detail = format!("at most {MAX_PRESENTS} frames are presented by one batch");
            return inner.fail_pass("present", Code::SurfaceTurn, label, detail);
        }
        inner.start();
        let scopes = core.backend.scopes(PRESENT);
        inner.tracker.touch(&frame.view().place, PRESENT, Layout::Present, false, &scopes);
        if let Some(cmd) = inner.inline_list(core, Queue::Main)
            && let Ok(barriers) = inner.tracker.end_pass()
        {
            inner.stats.barriers += barriers.len() as u64;
            calls::barriers(&*core.backend, cmd, barriers);
        }
        inner.frames.push(frame);
    }
}

impl BatchInner {
    /// An error when the batch uses a frame that it does not present.
    pub(super) fn check_frames(&self, core: &Core, shared: &mut Shared) -> Result<(), Error> {
        let mut written = self.tracker.written();
        let stray = written.find(|r| {
            shared.states.get_mut(r.slot).on_surface && self.frames.iter().all(|f| f.slot() != r.slot)
        });
        match stray {
            Some(r) => {
                Err(Error::new(Code::SurfaceTurn, core.label_of(r.slot), "it draws and does not present"))
            }
            None => Ok(()),
        }
    }

    /// Submits what was put together, with the frames that it presents.
    pub(super) fn send(&mut self, core: &Core, shared: &mut Shared) -> Result<(), Error> {
        self.join_before(core).map_err(|fault| core.fault("foreign semaphores", fault))?;
        self.send_lists(core, shared)?;
        self.join_after(core).map_err(|fault| core.fault("foreign semaphores", fault))
    }

    fn send_lists(&mut self, core: &Core, shared: &mut Shared) -> Result<(), Error> {
        let Shared { parts, lists, shown, .. } = shared;
        let presenter = if self.frames.is_empty() { None } else { core.backend.presenter() };
        let Some(presenter) = presenter else {
            let sent = calls::submit(&*core.backend, parts, lists);
            return sent.map_err(|fault| core.fault("submit", fault));
        };
        shown.clear();
        shown.extend(self.frames.iter().map(SurfaceFrame::shown));
        calls::submit_shown(presenter, parts, lists, shown).map_err(|fault| core.fault("submit", fault))?;
        let timepoint = self.timepoint;
        for (frame, shown) in self.frames.iter_mut().zip(shown.drain(..)) {
            frame.submitted(core, timepoint, shown.answer);
        }
        Ok(())
    }
}
