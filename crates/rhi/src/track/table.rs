//! What the device knows of every tracked resource between batches.

use super::state::State;
use crate::queue::PerQueue;

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
    /// The newest submission on each queue that used it, as far as a later use must wait for it.
    pub last: PerQueue<u64>,
}

impl Known {
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
