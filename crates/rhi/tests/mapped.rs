//! Memory that the host reaches: mapped buffers, arenas, readbacks. On Null.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::null::{Logged, NullDesc, Timing};
use candor_rhi::usage::Access;
use candor_rhi::*;
use world::{SOON, World, logging, told, usual};

/// What was submitted finishes after so many polls.
fn late(polls: u32) -> World {
    World::new(NullDesc { timing: Timing::Late { polls }, ..Default::default() })
}

fn in_memory(w: &World, label: &str, memory: Memory, usage: BufferUsage) -> Buffer {
    let d = BufferDesc { label, size_bytes: 64, usage, memory, ..Default::default() };
    w.device.create_buffer(&d).unwrap()
}

fn source(w: &World, data: &[u8]) -> Buffer {
    let usage = BufferUsage::COPY_SRC | BufferUsage::COPY_DST;
    let contents = Contents::Data(data);
    let d =
        BufferDesc { label: "from", size_bytes: data.len() as u64, usage, contents, ..Default::default() };
    w.device.create_buffer(&d).unwrap()
}

#[test]
fn a_range_of_upload_memory_is_mapped_and_written() {
    let (w, other) = (usual(), usual());
    let b = in_memory(&w, "up", Memory::Upload, BufferUsage::COPY_SRC);
    let mut m = w.device.map(&b, 16..48).unwrap();
    assert_eq!(m.size_bytes(), 32);
    m.write(30, &[7, 8]).unwrap();
    m.write(0, &[]).unwrap();
    told(m.write(31, &[7, 8]), Code::BufferRange, &["'up'", "31..33", "of 32 mapped bytes"]);
    told(m.write(u64::MAX, &[7, 8]), Code::BufferRange, &[]);
    let mut batch = w.device.batch();
    let read = batch.read_buffer(&b, 44..48);
    batch.submit().unwrap();
    assert_eq!(read.wait(SOON).unwrap(), [0, 0, 7, 8]);
    told(w.device.map(&b, 0..65), Code::BufferRange, &["0..65", "64 bytes"]);
    told(w.device.map(&b, 8..8), Code::BufferRange, &[]);
    told(other.device.map(&b, 0..8), Code::ForeignObject, &["'up'"]);
    for memory in [Memory::Device, Memory::Readback] {
        let b = in_memory(&w, "else", memory, BufferUsage::COPY_SRC);
        told(w.device.map(&b, 0..8), Code::NotMappable, &["'else'", "Memory::Upload"]);
    }
    let mut m = w.device.map(&b, 0..8).unwrap();
    w.device.clone().close(SOON);
    told(m.write(0, &[1]), Code::Closed, &["'up'"]);
}

#[test]
fn readback_memory_is_read_once_its_batch_has_finished() {
    let w = late(3);
    let from = source(&w, &[5; 64]);
    let to = in_memory(&w, "down", Memory::Readback, BufferUsage::empty());
    let mut bytes = [1; 8];
    assert!(w.device.read_buffer(&to, 0, &mut bytes).unwrap(), "nobody writes it");
    assert_eq!(bytes, [0; 8]);
    let copy = [Copy::Buffer { src: &from, src_offset: 0, dst: &to, dst_offset: 8, size: 32 }];
    let mut batch = w.device.batch();
    batch.copies("down", &copy);
    assert!(w.device.read_buffer(&to, 0, &mut bytes).unwrap(), "nothing was submitted yet");
    let receipt = batch.submit().unwrap();
    let looks = (0..9).find(|_| w.device.read_buffer(&to, 8, &mut bytes).unwrap());
    assert!(looks.is_some_and(|n| n > 0), "{looks:?}");
    assert_eq!(bytes, [5; 8]);
    assert!(receipt.is_finished());
    // A batch that is dropped writes nothing.
    let mut batch = w.device.batch();
    batch.copies("down", &copy);
    drop(batch);
    assert!(w.device.read_buffer(&to, 8, &mut bytes).unwrap());

    told(w.device.read_buffer(&to, 60, &mut bytes), Code::BufferRange, &["'down'", "60..68"]);
    told(w.device.read_buffer(&to, 0, &mut []), Code::BufferRange, &[]);
    told(w.device.read_buffer(&from, 0, &mut bytes), Code::NotMappable, &["'from'", "Device memory"]);
    told(usual().device.read_buffer(&to, 0, &mut bytes), Code::ForeignObject, &[]);
}

#[test]
fn what_is_written_for_the_host_is_made_visible_to_it() {
    let w = logging();
    let from = source(&w, &[5; 64]);
    let to = in_memory(&w, "down", Memory::Readback, BufferUsage::empty());
    let side = w.buffer("side", BufferUsage::COPY_TARGET);
    let copy = |dst| Copy::Buffer { src: &from, src_offset: 0, dst, dst_offset: 0, size: 8 };
    let mut batch = w.device.batch();
    batch.copies("down", &[copy(&to)]);
    batch.copies("elsewhere", &[copy(&side)]);
    batch.submit().unwrap();
    let log = w.null.take_log();
    let shown: Vec<_> = log
        .iter()
        .filter_map(|l| match l {
            Logged::Barriers(b) => Some(b),
            _ => None,
        })
        .flatten()
        .filter(|b| b.after.access() == Access::HOST_READ)
        .collect();
    assert_eq!(shown.len(), 1, "{log:?}");
    assert_eq!(shown[0].before.access(), Access::COPY_DST);
}

#[test]
fn an_arena_hands_out_what_no_batch_can_be_reading() {
    let w = late(4);
    let usage = BufferUsage::UNIFORM;
    let mut arena = w.device.create_arena(&ArenaDesc { label: "arena", size_bytes: 1024, usage }).unwrap();
    let mut held = std::collections::VecDeque::new();
    let mut full = 0;
    for frame in 0..200u32 {
        let batch = w.device.batch();
        let pieces: Vec<_> = match (0..3).map(|_| arena.push(&frame.to_ne_bytes(), 128)).collect() {
            Ok(pieces) => pieces,
            Err(e) => {
                told::<()>(Err(e), Code::ArenaFull, &["'arena'", "4 bytes were asked for", "of 1024"]);
                full += 1;
                arena.end_frame();
                drop(batch);
                w.device.poll();
                continue;
            }
        };
        let receipt = batch.submit().unwrap();
        arena.end_frame();
        for (done, old) in &held {
            let done: &Receipt = done;
            let old: &Vec<u32> = old;
            let meets = pieces.iter().any(|p| old.contains(p));
            // A piece comes back only when its batch has finished.
            assert!(!meets || done.is_finished(), "frame {frame}: {pieces:?} and {old:?}");
        }
        held.push_back((receipt, pieces));
        if held.len() > 8 {
            held.pop_front();
        }
    }
    assert!(full > 0 && full < 150, "{full}");
    w.device.wait_idle(SOON).unwrap();
    arena.end_frame();
    assert_eq!(arena.used_bytes(), 0);
    assert_eq!(arena.alloc(1024, 256).unwrap().offset(), 0);
}

#[test]
fn a_batch_that_is_open_keeps_the_pieces_of_its_frame() {
    let w = usual();
    let usage = BufferUsage::VERTEX;
    let mut arena = w.device.create_arena(&ArenaDesc { label: "arena", size_bytes: 100, usage }).unwrap();
    let open = w.device.batch();
    arena.alloc(60, 4).unwrap();
    arena.end_frame();
    told(arena.alloc(60, 4), Code::ArenaFull, &["60 bytes", "hold 60 of 100"]);
    drop(open);
    let mut piece = arena.alloc(60, 4).unwrap();
    piece.write(0, &[1; 60]).unwrap();
    told(piece.write(1, &[1; 60]), Code::BufferRange, &["'arena'", "1..61", "60 bytes"]);
    told(arena.alloc(0, 4), Code::ZeroSize, &[]);
    told(arena.alloc(4, 0), Code::ZeroSize, &["aligned to 0"]);
    told(arena.alloc(101, 4), Code::ArenaFull, &[]);
    told(arena.alloc(u64::MAX, u64::MAX), Code::ArenaFull, &[]);
    let written = ArenaDesc { label: "gpu", size_bytes: 64, usage: BufferUsage::STORAGE_WRITE };
    told(w.device.create_arena(&written), Code::NotMappable, &["'gpu'"]);
    told(
        w.device.create_arena(&ArenaDesc { size_bytes: 1 << 32, ..written }),
        Code::TooLarge,
        &["4294967296 bytes"],
    );
}

#[test]
fn a_readback_is_copied_to_where_the_program_wants_it() {
    let w = late(2);
    let from = source(&w, &[9; 42]);
    let mut batch = w.device.batch();
    let read = batch.read_buffer(&from, 32..42);
    assert_eq!(read.size_bytes(), 10);
    let mut bytes = [0; 10];
    assert!(!read.try_read(&mut bytes).unwrap(), "nothing was submitted");
    batch.submit().unwrap();
    let looks = (0..9).find(|_| read.try_read(&mut bytes).unwrap());
    assert!(looks.is_some_and(|n| n > 0), "{looks:?}");
    assert_eq!(bytes, [9; 10]);
    assert!(read.try_read(&mut bytes).unwrap(), "again");
    told(read.try_read(&mut [0; 9]), Code::DataLength, &["9 bytes were given for 10 bytes"]);
    assert_eq!(read.try_take().unwrap().unwrap(), [9; 10]);
    told(read.try_read(&mut bytes), Code::BufferRange, &["taken before"]);
    told(read.try_take(), Code::BufferRange, &["taken before"]);
    // What never comes says so, with the error of its batch.
    let mut batch = w.device.batch();
    let never = batch.read_buffer(&from, 40..50);
    told(never.try_read(&mut bytes), Code::CopyRange, &["'from'", "40..50"]);
    let dropped = w.device.batch().read_buffer(&from, 0..8);
    told(dropped.try_read(&mut [0; 8]), Code::Closed, &["its batch was never finished"]);
    told(dropped.try_take(), Code::Closed, &[]);
}

#[test]
fn memory_of_readbacks_is_used_again_and_given_back() {
    let w = late(2);
    let from = source(&w, &[9; 64]);
    let frame = |n: usize| {
        let mut batch = w.device.batch();
        let reads: Vec<_> = (0..n).map(|_| batch.read_buffer(&from, 0..64)).collect();
        batch.submit().unwrap();
        reads
    };
    let live = || w.null.live();
    let mut held = std::collections::VecDeque::new();
    let mut step = |n| {
        held.push_back(frame(n));
        if held.len() > 3 {
            for r in held.pop_front().unwrap() {
                let mut bytes = [0; 64];
                assert!((0..9).any(|_| r.try_read(&mut bytes).unwrap()));
                assert_eq!(bytes, [9; 64]);
            }
        }
    };
    (0..2).for_each(|_| step(2));
    let warm = live();
    (0..300).for_each(|_| step(2));
    assert_eq!(live(), warm, "from the third frame on nothing is made");
    (0..300).for_each(|_| step(0));
    assert!(live() + 6 <= warm, "{} of {warm}", live());
}

#[test]
fn what_has_arrived_outlives_the_device() {
    let w = usual();
    let from = source(&w, &[9; 64]);
    let mut batch = w.device.batch();
    let (here, waiting) = (batch.read_buffer(&from, 0..8), w.device.batch());
    batch.submit().unwrap();
    drop(waiting);
    w.device.poll();
    let report = w.device.clone().close(SOON);
    assert!(report.destroyed, "{report:?}");
    let mut bytes = [0; 8];
    assert!(here.try_read(&mut bytes).unwrap());
    assert_eq!(here.try_take().unwrap().unwrap(), [9; 8]);
    drop((w.device, from, here));
    assert_eq!((w.null.live(), w.null.misuse()), (0, vec![]));
}
