//! Queues. Everything runs on the main one unless it is said otherwise; work on another queue may run beside it.
//!
//! What one queue must wait for in another follows from what passes declare, as barriers do. It is derived inside a batch for
//! every resource, and between batches for buffers and for textures made with `shared_queues`. Other textures belong to the main queue between
//! batches: a batch hands them over and back.

/// Where a pass runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Queue {
    /// Draws, computes and copies.
    #[default]
    Main = 0,
    /// Computes and copies beside the main queue; needs async-compute.
    Compute = 1,
    /// Copies beside the main queue; needs async-transfer.
    Copy = 2,
}

impl Queue {
    /// How many there are.
    pub const COUNT: usize = 3;
    /// Every queue, by number.
    pub const ALL: [Queue; Self::COUNT] = [Queue::Main, Queue::Compute, Queue::Copy];

    /// The feature that has to be granted, none for the main queue.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Queue::Main => None,
            Queue::Compute => Some("async-compute"),
            Queue::Copy => Some("async-transfer"),
        }
    }
}

/// A number for each queue, by [`Queue`] as a number.
pub type PerQueue<T> = [T; Queue::COUNT];
