//! What the device knows of every tracked resource between batches.

use super::state::State;
use crate::epoch::Ticket;
use crate::queue::PerQueue;
use crate::usage::SubRange;

/// What the device knows of every tracked resource between batches.
#[derive(Debug, Default)]
pub struct StateTable {
    known: Vec<Known>,
    free: Vec<u32>,
}

/// State of one resource between batches.
#[derive(Debug, Default, Clone)]
pub struct Known {
    /// State of the whole resource, when `parts` is empty.
    pub whole: State,
    /// State by subresource, where they differ.
    pub parts: Option<Box<[State]>>,
    /// Memory for `parts` while there are none.
    pub(super) spare: Option<Box<[State]>>,
    /// The contents must read as zero and have not been made so yet.
    pub wants_zero: bool,
    /// Nothing may write it any more.
    pub settled: bool,
    /// An image of a surface: only the batch that presents it may use it.
    pub on_surface: bool,
    /// The newest submission on each queue that used it, as far as a later use must wait for it.
    pub last: PerQueue<u64>,
    /// Ticket of the newest batch that wrote it, where the host reads it.
    pub written_by: Ticket,
}

impl Known {
    /// Shows the state of all of a resource, or of each subresource where they differ; `all` is its whole range.
    pub(crate) fn each_state(&self, all: &SubRange, mut see: impl FnMut(&State, SubRange)) {
        let Some(parts) = &self.parts else { return see(&self.whole, *all) };
        // Depth and stencil change state together: that of the first aspect is that of both.
        let (mips, layers) = (usize::from(all.mips), usize::from(all.layers));
        for (i, state) in parts.iter().enumerate().take(mips * layers) {
            let (mip, layer) = ((i % mips) as u16, (i / mips) as u16);
            see(state, SubRange { mip, mips: 1, layer, layers: 1, aspects: all.aspects });
        }
    }

    /// Subresources do not differ any more.
    pub(crate) fn join_parts(&mut self) {
        if self.parts.is_some() {
            self.spare = self.parts.take();
        }
    }
}

impl StateTable {
    /// A slot for a new resource.
    pub fn add(&mut self, wants_zero: bool) -> u32 {
        let fresh = Known { wants_zero, ..Known::default() };
        if let Some(slot) = self.free.pop() {
            self.known[slot as usize] = fresh;
            return slot;
        }
        self.known.push(fresh);
        (self.known.len() - 1) as u32
    }

    /// Gives a slot back.
    pub fn remove(&mut self, slot: u32) {
        self.known[slot as usize] = Known::default();
        self.free.push(slot);
    }

    /// What is known of a slot.
    pub fn get_mut(&mut self, slot: u32) -> &mut Known {
        &mut self.known[slot as usize]
    }
}
