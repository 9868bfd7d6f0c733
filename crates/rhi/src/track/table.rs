//! What the device knows of every tracked resource between batches.

use super::Touch;
use super::state::State;
use crate::epoch::Ticket;
use crate::queue::PerQueue;
use crate::usage::SubRange;

/// What the device knows of every tracked resource between batches.
#[derive(Debug, Default)]
pub struct StateTable {
    known: Vec<Known>,
    free: Vec<u32>,
    /// Slots of foreign resources.
    guests: usize,
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
    /// Somebody else made it.
    pub guest: Option<Guest>,
    /// The newest submission on each queue that used it, as far as a later use must wait for it.
    pub last: PerQueue<u64>,
    /// Ticket of the newest batch that wrote it, where the host reads it.
    pub written_by: Ticket,
}

/// A resource that somebody else made.
#[derive(Debug, Default, Clone)]
pub struct Guest {
    /// How a batch that uses it leaves it.
    pub left: Option<Box<Touch>>,
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
        self.insert(Known { wants_zero, ..Known::default() })
    }

    /// A slot for a foreign resource that is in this state.
    pub fn add_guest(&mut self, whole: State, guest: Guest) -> u32 {
        self.guests += 1;
        self.insert(Known { whole, guest: Some(guest), ..Known::default() })
    }

    /// Is any of them foreign?
    pub fn has_guests(&self) -> bool {
        self.guests > 0
    }

    fn insert(&mut self, fresh: Known) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.known[slot as usize] = fresh;
            return slot;
        }
        self.known.push(fresh);
        (self.known.len() - 1) as u32
    }

    /// Gives a slot back.
    pub fn remove(&mut self, slot: u32) {
        let gone = std::mem::take(&mut self.known[slot as usize]);
        self.guests -= usize::from(gone.guest.is_some());
        self.free.push(slot);
    }

    /// What is known of a slot.
    pub fn get_mut(&mut self, slot: u32) -> &mut Known {
        &mut self.known[slot as usize]
    }
}
