//! Room that is made ahead. Frames overlap, so that several batches take turns: what one of them has grown to, all the others
//! grow to at once, and the third of several equal frames finds everything in place, whether or not the first has finished.

use super::BatchInner;
use super::slots::JobRoom;
use crate::core::{Core, Flight};
use crate::track::Terms;

/// Batches that a device has ready: three on their way, as far as programs let the processor run ahead, and one that is declared.
pub(crate) const READY: usize = 4;

/// How far the lists of a batch reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    /// Command lists.
    pub(crate) lists: usize,
    /// One more than the largest slot of a tracked resource, and how many of them are used.
    pub(crate) slots: u32,
    pub(crate) touched: u32,
    uses: usize,
    copies: usize,
    /// Places that the copies of a list write, and uses of queries.
    written: usize,
    queries: usize,
    blocks: usize,
    readbacks: usize,
    for_host: usize,
    held: usize,
    /// Passes that are recorded later, and what is kept of each of them.
    jobs: usize,
    groups: usize,
    label: usize,
}

impl Room {
    /// What a batch has before anything is known of the program.
    pub(crate) const FIRST: Room = Room {
        // The prologue, and the list of passes that are recorded at once.
        lists: 2,
        slots: 64,
        touched: 16,
        uses: 16,
        copies: 8,
        written: 8,
        queries: 0,
        blocks: 1,
        readbacks: 0,
        for_host: 0,
        held: 8,
        jobs: 0,
        groups: 0,
        label: 0,
    };

    fn max(&self, o: &Room) -> Room {
        Room {
            lists: self.lists.max(o.lists),
            slots: self.slots.max(o.slots),
            touched: self.touched.max(o.touched),
            uses: self.uses.max(o.uses),
            copies: self.copies.max(o.copies),
            written: self.written.max(o.written),
            queries: self.queries.max(o.queries),
            blocks: self.blocks.max(o.blocks),
            readbacks: self.readbacks.max(o.readbacks),
            for_host: self.for_host.max(o.for_host),
            held: self.held.max(o.held),
            jobs: self.jobs.max(o.jobs),
            groups: self.groups.max(o.groups),
            label: self.label.max(o.label),
        }
    }
}

pub(super) fn reserve<T>(list: &mut Vec<T>, room: usize) {
    // Exactly, so that batches do not outgrow each other in turns.
    list.reserve_exact(room.saturating_sub(list.len()));
}

impl BatchInner {
    /// How far a batch that was just submitted reaches.
    pub(crate) fn room(&self) -> Room {
        let mut room = Room {
            lists: self.lists.len(),
            slots: self.reach,
            touched: self.touched,
            uses: self.extra.uses.capacity(),
            copies: self.copies.capacity(),
            written: self.written.capacity(),
            queries: self.queries.capacity(),
            blocks: self.carried.blocks.len(),
            readbacks: self.readbacks.capacity(),
            for_host: self.for_host.capacity(),
            held: self.held.capacity(),
            jobs: self.slots as usize,
            groups: 0,
            label: 0,
        };
        if room.jobs > 0 {
            let kept = self.shared.room();
            (room.uses, room.groups, room.label) = (room.uses.max(kept.uses), kept.groups, kept.label);
        }
        room
    }

    /// Makes room. The batch is idle or on its way: nothing of its declarations is needed any more.
    pub(crate) fn make_room(&mut self, room: &Room) {
        reserve(&mut self.lists, room.lists);
        reserve(&mut self.extra.uses, room.uses);
        reserve(&mut self.copies, room.copies);
        reserve(&mut self.written, room.written);
        reserve(&mut self.queries, room.queries);
        reserve(&mut self.carried.blocks, room.blocks);
        reserve(&mut self.readbacks, room.readbacks);
        reserve(&mut self.for_host, room.for_host);
        self.host_barriers.reserve(room.for_host, self.tracker.head());
        reserve(&mut self.held, room.held);
        let each = JobRoom { uses: room.uses, groups: room.groups, label: room.label };
        self.shared.make_room(room.jobs, &each);
        self.tracker.reserve(room.slots as usize, room.touched as usize, room.touched as usize);
    }
}

impl Flight {
    /// Batches that wait for their first use.
    pub(crate) fn first(terms: Terms) -> Self {
        let ready = |_| {
            let mut batch = BatchInner::fresh(terms);
            batch.make_room(&Room::FIRST);
            batch
        };
        let mut idle = Vec::with_capacity(2 * READY);
        idle.extend((0..READY).map(ready));
        Self { running: Vec::with_capacity(2 * READY), idle, wakers: Vec::new(), room: Room::FIRST }
    }

    /// A batch was submitted. If it reaches farther than all before it, every other one is given as much room.
    pub(crate) fn run(&mut self, core: &Core, batch: Box<BatchInner>) {
        let room = self.room.max(&batch.room());
        self.running.push(batch);
        if room != self.room {
            self.widen(core, room);
        }
    }

    #[cold]
    #[inline(never)]
    fn widen(&mut self, core: &Core, room: Room) {
        for batch in self.running.iter_mut().chain(&mut self.idle) {
            batch.make_room(&room);
        }
        if room.lists > self.room.lists {
            core.backend.reserve_lists(READY * room.lists + 1);
        }
        self.room = room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::{NullBackend, NullDesc};
    use crate::sync::lock;
    use crate::{Color, Device, Format, RasterDesc, TextureDesc, ViewDesc};

    #[test]
    fn what_one_batch_has_grown_to_every_other_has_too() {
        let device = Device::new(NullBackend::new(NullDesc::default()));
        let rooms = || {
            let flight = lock(&device.core.flight);
            flight.idle.iter().map(|b| (b.lists.capacity(), b.shared.room())).collect::<Vec<_>>()
        };
        assert_eq!(rooms().len(), READY);
        let target = device.create_texture(&TextureDesc::color_target("t", Format::Rgba8Unorm, 4, 4));
        let target = device.create_view(&target.unwrap().value, &ViewDesc::default()).unwrap();
        let mut batch = device.batch();
        for _ in 0..20 {
            let color = [Color::clear(&target, [0.0; 4])];
            let desc = RasterDesc { label: "a pass", color: &color, ..RasterDesc::default() };
            batch.raster_slot(&desc).unwrap().record(|_| {});
        }
        batch.submit().unwrap();
        device.poll();
        let rooms = rooms();
        assert_eq!(rooms.len(), READY);
        // The prologue and a list for each slot.
        assert!(rooms.iter().all(|(lists, _)| *lists >= 21), "{rooms:?}");
        assert!(rooms.iter().all(|(_, jobs)| jobs.label >= 6), "{rooms:?}");
    }

    #[test]
    fn room_is_made_once_and_leaves_nothing_declared() {
        let room = Room { slots: 300, touched: 90, jobs: 3, uses: 40, groups: 5, label: 20, ..Room::FIRST };
        let mut batch = BatchInner::default();
        batch.make_room(&room);
        let capacities = |b: &BatchInner| (b.lists.capacity(), b.extra.uses.capacity(), b.held.capacity());
        let before = capacities(&batch);
        assert_eq!(before, (room.lists, room.uses, room.held));
        batch.make_room(&room);
        assert_eq!(capacities(&batch), before);
        assert_eq!(batch.tracker.touched().count(), 0);
    }
}
