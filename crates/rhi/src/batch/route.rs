//! Where lists go when a batch uses several queues: in segments, each of which is submitted to its queue as one part. A
//! segment ends where another queue must wait for what it has done.

use super::BatchInner;
use crate::backend::{Part, Timepoint};
use crate::core::{Core, Shared};
use crate::error::{Code, Error};
use crate::queue::{PerQueue, Queue};
use crate::record::{Cmd, calls};

/// Segments of a batch. Nothing is here while the batch stays on the main queue.
#[derive(Debug, Default)]
pub(super) struct Routes {
    pub(super) on: bool,
    segments: Vec<Segment>,
    /// The segment of each list of the batch.
    of: Vec<usize>,
    current: PerQueue<Option<usize>>,
    /// The newest pass of each queue for which each queue waits already.
    waited: PerQueue<PerQueue<u32>>,
}

#[derive(Debug)]
struct Segment {
    queue: Queue,
    /// Segments of other queues that it waits for.
    waits: PerQueue<Option<usize>>,
    /// The list that passes are recorded into at once.
    inline: Cmd,
    /// Numbers of its first and its last pass.
    passes: (u32, u32),
    /// Its submission.
    number: u64,
}

impl Routes {
    pub(super) fn reset(&mut self) {
        self.on = false;
        self.segments.clear();
        self.of.clear();
        (self.current, self.waited) = Default::default();
    }

    /// The segment of a queue that holds a pass.
    fn with(&self, queue: Queue, pass: u32) -> Option<usize> {
        self.segments.iter().rposition(|s| s.queue == queue && s.passes.0 <= pass)
    }
}

impl BatchInner {
    /// The segment of the pass that was just declared; on the way queues hand over what it needs. `None`: an error was noted.
    fn route(&mut self, core: &Core, queue: Queue) -> Option<usize> {
        let pass = self.tracker.pass();
        if !self.routes.on {
            self.routes.on = true;
            let inline = std::mem::take(&mut self.inline);
            if !self.lists.is_empty() {
                // What came before is the main queue's first segment.
                self.routes.of.resize(self.lists.len(), 0);
                let (waits, number) = Default::default();
                let passes = (0, pass - 1);
                self.routes.segments.push(Segment { queue: Queue::Main, waits, inline, passes, number });
                self.routes.current[0] = Some(0);
            }
        }
        let waits = self.tracker.cross(queue);
        let mut needs = PerQueue::<Option<usize>>::default();
        for other in Queue::ALL {
            let (o, q) = (other as usize, queue as usize);
            if waits[o] == 0 {
                continue;
            }
            let Some(source) = self.routes.with(other, waits[o]) else { continue };
            if !self.tracker.released(other).is_empty() {
                let cmd = self.list_of(core, source)?;
                calls::barriers(&*core.backend, cmd, self.tracker.released(other));
            }
            if waits[o] > self.routes.waited[q][o] {
                needs[o] = Some(source);
                if self.routes.current[o] == Some(source) {
                    self.routes.current[o] = None;
                }
                self.routes.waited[q][o] = self.routes.segments[source].passes.1;
            }
        }
        let current = match self.routes.current[queue as usize] {
            Some(c) if needs == PerQueue::default() => c,
            _ => {
                let number = 0;
                self.routes.segments.push(Segment {
                    queue,
                    waits: needs,
                    inline: Cmd::NULL,
                    passes: (pass, pass),
                    number,
                });
                let new = self.routes.segments.len() - 1;
                self.routes.current[queue as usize] = Some(new);
                new
            }
        };
        self.routes.segments[current].passes.1 = pass;
        Some(current)
    }

    /// The list of a segment that passes are recorded into at once. `None`: an error was noted.
    fn list_of(&mut self, core: &Core, segment: usize) -> Option<Cmd> {
        let s = &self.routes.segments[segment];
        if s.inline != Cmd::NULL {
            return Some(s.inline);
        }
        let queue = s.queue;
        let cmd = self.open_list(core, queue)?;
        if queue == Queue::Main {
            self.viewport = [0; 2];
        }
        self.routes.of.push(segment);
        self.routes.segments[segment].inline = cmd;
        Some(cmd)
    }

    /// The list that a pass on a queue is recorded into at once. Null: an error was noted.
    #[cold]
    #[inline(never)]
    pub(super) fn open_inline(&mut self, core: &Core, queue: Queue) -> Cmd {
        if self.routes.on || queue != Queue::Main {
            let found = self.route(core, queue).and_then(|s| self.list_of(core, s));
            return found.unwrap_or(Cmd::NULL);
        }
        let Some(cmd) = self.open_list(core, queue) else { return Cmd::NULL };
        self.inline = cmd;
        self.viewport = [0; 2];
        cmd
    }

    /// Opens lists of their own for the parts of a pass on the main queue. `false`: an error was noted.
    pub(super) fn open_parts(&mut self, core: &Core, parts: usize) -> bool {
        let segment = match self.routes.on {
            true => match self.route(core, Queue::Main) {
                Some(s) => Some(s),
                None => return false,
            },
            false => None,
        };
        for _ in 0..parts {
            if self.open_list(core, Queue::Main).is_none() {
                return false;
            }
            self.routes.of.extend(segment);
        }
        match segment {
            Some(s) => self.routes.segments[s].inline = Cmd::NULL,
            None => self.inline = Cmd::NULL,
        }
        true
    }

    fn open_list(&mut self, core: &Core, queue: Queue) -> Option<Cmd> {
        match core.backend.open(queue) {
            // From here on the list belongs to the batch, which recycles it whatever happens.
            Ok(cmd) => {
                self.lists.push(cmd);
                Some(cmd)
            }
            Err(fault) => {
                self.fail(core.fault("command list", fault));
                None
            }
        }
    }

    /// Keeps a list that belongs to no segment, so that it is recycled with the others.
    pub(super) fn own_list(&mut self, cmd: Cmd) {
        self.lists.push(cmd);
        if self.routes.on {
            self.routes.of.push(usize::MAX);
        }
    }

    /// Does the batch run on a queue? Every batch has a part on the main one.
    pub(super) fn uses_queue(&self, queue: Queue) -> bool {
        queue == Queue::Main || self.routes.segments.iter().any(|s| s.queue == queue)
    }

    /// The list that ends the batch on the main queue. `None`: an error was noted.
    pub(super) fn last_list(&mut self, core: &Core) -> Option<Cmd> {
        if !self.routes.on {
            return self.inline_list(core, Queue::Main);
        }
        let last = self.routes.segments.iter().rposition(|s| s.queue == Queue::Main)?;
        self.list_of(core, last)
    }

    /// Does some pass run on another queue than the main one?
    pub(super) fn uses_several_queues(&self) -> bool {
        self.routes.on
    }

    /// An error when a queue is not there.
    pub(super) fn check_queue(&mut self, core: &Core, pass: &str, queue: Queue) -> bool {
        let there = core.enabled.contains(match queue {
            Queue::Main => return true,
            Queue::Compute => crate::backend::Enabled::ASYNC_COMPUTE,
            Queue::Copy => crate::backend::Enabled::ASYNC_COPY,
        });
        if !there {
            self.fail_pass(pass, Code::NotEnabled, "", queue.feature().unwrap_or_default());
        }
        there
    }

    /// The main queue takes back what others were handed.
    pub(super) fn take_back(&mut self, core: &Core) -> Result<(), Error> {
        if !self.routes.on {
            return Ok(());
        }
        self.tracker.take_back();
        if self.tracker.has_uses() {
            let cmd = self.open_inline(core, Queue::Main);
            if let (true, Ok(barriers)) = (cmd != Cmd::NULL, self.tracker.end_pass()) {
                calls::barriers(&*core.backend, cmd, barriers);
            }
        }
        match self.errors.pop() {
            Some(e) => Err(e),
            None => Ok(()),
        }
    }

    /// Numbers the submissions and yields the last one of each queue. The first on the main queue is kept for the prologue.
    pub(super) fn number(&mut self, positions: &PerQueue<u64>) -> PerQueue<u64> {
        let mut ends = *positions;
        ends[0] += 1;
        for s in &mut self.routes.segments {
            ends[s.queue as usize] += 1;
            s.number = ends[s.queue as usize];
        }
        ends
    }

    /// Puts the parts together, and notes how far each queue has come when they have finished: `prologue` is the main queue's,
    /// recorded already.
    pub(super) fn gather(
        &mut self,
        core: &Core,
        shared: &mut Shared,
        prologue: Option<Cmd>,
    ) -> Result<(), Error> {
        let Shared { opening, lists, parts, positions, spares, .. } = shared;
        parts.clear();
        lists.clear();
        let first = positions[0] + 1;
        lists.extend(prologue);
        if !self.routes.on {
            lists.extend(self.lists.iter().filter(|c| Some(**c) != prologue));
        }
        let waits = Timepoint(opening.waits[0]);
        parts.push(Part { queue: Queue::Main, lists: 0..lists.len(), waits, number: first });
        positions[0] = first;
        self.timepoint = Timepoint([first, 0, 0]);
        // Without several queues there is no segment.
        let mut begun: PerQueue<bool> = [true, false, false];
        for i in 0..self.routes.segments.len() {
            let queue = self.routes.segments[i].queue;
            let q = queue as usize;
            let from = lists.len();
            let mut waits = PerQueue::<u64>::default();
            if !std::mem::replace(&mut begun[q], true) {
                waits = opening.waits[q];
                if !opening.lists[q].is_empty() {
                    let cmd = match spares[q].take() {
                        Some(cmd) => cmd,
                        None => core.backend.open(queue).map_err(|fault| core.fault("prologue", fault))?,
                    };
                    self.own_list(cmd);
                    calls::barriers(&*core.backend, cmd, &opening.lists[q]);
                    lists.push(cmd);
                }
            }
            let own = self.lists.iter().zip(&self.routes.of).filter(|(_, of)| **of == i);
            lists.extend(own.map(|(cmd, _)| *cmd));
            let s = &self.routes.segments[i];
            for (w, other) in waits.iter_mut().zip(s.waits) {
                *w = (*w).max(other.map_or(0, |o| self.routes.segments[o].number));
            }
            parts.push(Part { queue, lists: from..lists.len(), waits: Timepoint(waits), number: s.number });
            positions[q] = s.number;
            self.timepoint.0[q] = s.number;
        }
        Ok(())
    }
}
