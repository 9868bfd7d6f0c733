//! Several queues: what is declared decides what waits for what and which textures are handed over. All on Null.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod world;

use candor_rhi::null::{Logged, NullDesc};
use candor_rhi::queue::PerQueue;
use candor_rhi::*;
use proptest::prelude::*;
use std::collections::HashMap;
use world::{SOON, World, logging};

const MAIN: Queue = Queue::Main;
const COMPUTE: Queue = Queue::Compute;
const COPY: Queue = Queue::Copy;

fn stored(w: &World, label: &str, shared_queues: bool) -> (Texture, View) {
    let usage =
        TextureUsage::STORAGE | TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let d =
        TextureDesc { usage, shared_queues, ..TextureDesc::color_target(label, Format::Rgba8Unorm, 8, 8) };
    let t = w.texture(&d);
    let v = w.view(&t);
    (t, v)
}

fn pass(b: &mut Batch, label: &str, queue: Queue, uses: &[Use<'_>]) {
    b.compute(&ComputeDesc { label, uses, queue, ..Default::default() }, |_| {});
    assert_eq!(b.errors(), []);
}

fn write(v: &View) -> Use<'_> {
    Use::View(v, Access::STORAGE_WRITE, Stages::COMPUTE)
}

fn read(v: &View) -> Use<'_> {
    Use::View(v, Access::STORAGE_READ, Stages::COMPUTE)
}

/// The parts of a log with the names of their passes and the queues of what is handed over, in order.
fn parts(log: &[Logged]) -> Vec<(Queue, PerQueue<u64>, u64, Vec<String>)> {
    let mut all = Vec::new();
    for l in log {
        match l {
            Logged::Part { queue, waits, number } => all.push((*queue, *waits, *number, Vec::new())),
            other => {
                if all.is_empty() {
                    all.push((MAIN, [0; 3], 0, Vec::new()));
                }
                let into = &mut all.last_mut().unwrap().3;
                match other {
                    Logged::Begin(name) => into.push(name.clone()),
                    Logged::Barriers(list) => {
                        let moved = list.iter().filter(|b| b.queues.0 != b.queues.1);
                        into.extend(moved.map(|b| format!("{:?}->{:?}", b.queues.0, b.queues.1)));
                    }
                    _ => {}
                }
            }
        }
    }
    all
}

fn run(w: &World, f: impl FnOnce(&mut Batch)) -> Vec<(Queue, PerQueue<u64>, u64, Vec<String>)> {
    let mut b = w.device.batch();
    f(&mut b);
    b.submit().unwrap().wait(SOON).unwrap();
    assert_eq!(w.null.misuse(), Vec::<String>::new());
    parts(&w.null.take_log())
}

fn names(n: &[&str]) -> Vec<String> {
    n.iter().map(|s| (*s).to_owned()).collect()
}

#[test]
fn a_texture_is_handed_over_and_taken_back() {
    let w = logging();
    let (_t, v) = stored(&w, "t", false);
    let got = run(&w, |b| {
        pass(b, "write", MAIN, &[write(&v)]);
        pass(b, "beside", MAIN, &[]);
        pass(b, "read", COMPUTE, &[read(&v)]);
        pass(b, "after", MAIN, &[]);
    });
    let want = vec![
        (MAIN, [0; 3], 1, vec![]),
        (MAIN, [0; 3], 2, names(&["write", "beside", "Main->Compute"])),
        (COMPUTE, [2, 0, 0], 1, names(&["Main->Compute", "read", "Compute->Main"])),
        (MAIN, [0; 3], 3, names(&["after"])),
        (MAIN, [0, 1, 0], 4, names(&["Compute->Main"])),
    ];
    assert_eq!(got, want);
}

#[test]
fn what_is_overwritten_is_not_handed_over() {
    let w = logging();
    let (_t, v) = w.target("t");
    let (src, _s) = (w.buffer("src", BufferUsage::COPY_SRC), ());
    let got = run(&w, |b| {
        let color = [Color::clear(&v, [0.0; 4])];
        b.raster(&RasterDesc { label: "draw", color: &color, ..Default::default() }, |_| {});
        pass(b, "beside", COMPUTE, &[]);
    });
    assert_eq!(got.len(), 3, "{got:?}");
    assert_eq!(got[2], (COMPUTE, [0; 3], 1, names(&["beside"])), "nothing is shared, nothing waits");
    drop(src);
}

#[test]
fn a_first_use_elsewhere_follows_what_the_main_queue_did_before() {
    let w = logging();
    let (_t, v) = stored(&w, "t", false);
    run(&w, |b| pass(b, "write", MAIN, &[write(&v)]));
    let got = run(&w, |b| pass(b, "read", COMPUTE, &[read(&v)]));
    let want = vec![
        (MAIN, [0; 3], 2, names(&["Main->Compute"])),
        (COMPUTE, [2, 0, 0], 1, names(&["Main->Compute", "read", "Compute->Main"])),
        (MAIN, [0, 1, 0], 3, names(&["Compute->Main"])),
    ];
    assert_eq!(got, want);
}

#[test]
fn shared_textures_stay_and_wait_across_batches() {
    let w = logging();
    let (_t, v) = stored(&w, "t", true);
    let first = run(&w, |b| pass(b, "write", COMPUTE, &[write(&v)]));
    assert_eq!(first, [(MAIN, [0; 3], 1, vec![]), (COMPUTE, [0; 3], 1, names(&["write"]))]);
    // A batch on the main queue alone waits for it, once.
    let second = run(&w, |b| pass(b, "read", MAIN, &[read(&v)]));
    assert_eq!(second, [(MAIN, [0, 1, 0], 2, names(&["read"]))]);
    let third = run(&w, |b| pass(b, "again", MAIN, &[read(&v)]));
    assert_eq!(third, [(MAIN, [0; 3], 0, names(&["again"]))]);
    // The next writer elsewhere waits for the readers.
    let fourth = run(&w, |b| pass(b, "write", COMPUTE, &[write(&v)]));
    assert_eq!(fourth[1], (COMPUTE, [3, 0, 0], 2, names(&["write"])));
}

#[test]
fn readers_on_two_queues_do_not_wait_for_each_other() {
    let w = logging();
    let (_t, v) = stored(&w, "t", true);
    let got = run(&w, |b| {
        pass(b, "write", MAIN, &[write(&v)]);
        pass(b, "here", MAIN, &[read(&v)]);
        pass(b, "there", COMPUTE, &[read(&v)]);
        pass(b, "once more", MAIN, &[read(&v)]);
        pass(b, "over", COMPUTE, &[write(&v)]);
    });
    let want = vec![
        (MAIN, [0; 3], 1, vec![]),
        (MAIN, [0; 3], 2, names(&["write", "here"])),
        (COMPUTE, [2, 0, 0], 1, names(&["there"])),
        (MAIN, [0; 3], 3, names(&["once more"])),
        (COMPUTE, [3, 0, 0], 2, names(&["over"])),
    ];
    assert_eq!(got, want);
}

#[test]
fn uploads_go_before_every_queue() {
    let w = logging();
    let d = BufferDesc {
        label: "data",
        size_bytes: 64,
        usage: BufferUsage::STORAGE | BufferUsage::COPY_DST,
        contents: Contents::Data(&[1; 64]),
        ..Default::default()
    };
    let data = w.device.create_buffer(&d).unwrap();
    let group = w.storing("data", &data, Stages::COMPUTE, false);
    let got = run(&w, |b| {
        let d = ComputeDesc { label: "read", groups: &[&group], queue: COMPUTE, ..Default::default() };
        b.compute(&d, |_| {});
    });
    assert_eq!(got, [(MAIN, [0; 3], 1, vec![]), (COMPUTE, [1, 0, 0], 1, names(&["read"]))]);
    // Filled again while the other queue may still read it.
    w.device.write_buffer(&data, 0, &[2; 64]).unwrap();
    let again = run(&w, |b| pass(b, "beside", MAIN, &[]));
    assert_eq!(again, [(MAIN, [0, 1, 0], 2, names(&["beside"]))]);
}

#[test]
fn a_queue_that_was_not_granted_is_refused_by_name() {
    let w = World::new(NullDesc { without: backend::Enabled::ASYNC_COMPUTE, ..Default::default() });
    let mut b = w.device.batch();
    b.compute(&ComputeDesc { label: "beside", queue: COMPUTE, ..Default::default() }, |_| {});
    let e = b.submit().unwrap_err().errors.remove(0);
    assert_eq!(e.code(), Code::NotEnabled);
    assert!(e.to_string().contains("async-compute"), "{e}");
}

/// What a pass of the property test does: queue, and for each of four resources nothing, a read or a write.
type Step = (usize, [u8; 4]);

fn steps() -> impl Strategy<Value = Vec<Vec<Step>>> {
    let step =
        (0usize..3, prop::array::uniform4(prop_oneof![3 => Just(0u8), 2 => Just(1u8), 2 => Just(2u8)]));
    prop::collection::vec(prop::collection::vec(step, 1..7), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two uses of one resource of which one writes, or which are on two queues and the resource has one owner, are ordered by the
    /// queues themselves or by waits; and every hand-over has its two sides, one on each queue, in order.
    #[test]
    fn conflicting_uses_are_always_ordered(batches in steps()) {
        let w = logging();
        let textures = [stored(&w, "t0", false), stored(&w, "t1", true), stored(&w, "t2", false)];
        let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET;
        let buffer = w.buffer("b", usage);
        let side = w.buffer("side", BufferUsage::COPY_SRC);
        let sink = w.buffer("sink", BufferUsage::COPY_TARGET);
        let mut uses: Vec<(String, Queue, [u8; 4])> = Vec::new();
        let (mut log, mut main) = (Vec::new(), 1u64..);
        for (i, passes) in batches.iter().enumerate() {
            let mut b = w.device.batch();
            for (j, (queue, does)) in passes.iter().enumerate() {
                let name = format!("{i}.{j}");
                let queue = Queue::ALL[*queue];
                let mut did = *does;
                if queue == COPY {
                    // The copy queue copies the buffer alone; it is marked by a pass name of its own list below.
                    did = [0, 0, 0, does[3]];
                    let copy = match does[3] {
                        0 => continue,
                        1 => Copy::Buffer { src: &buffer, src_offset: 0, dst: &sink, dst_offset: 0, size: 64 },
                        _ => Copy::Buffer { src: &side, src_offset: 0, dst: &buffer, dst_offset: 0, size: 64 },
                    };
                    b.copies_on(COPY, &name, &[copy]);
                } else {
                    let mut list = Vec::new();
                    for (k, d) in does.iter().enumerate() {
                        let access = if *d == 1 { Access::STORAGE_READ } else { Access::STORAGE_WRITE };
                        match (d, k) {
                            (0, _) => {}
                            (_, 3) => list.push(Use::Buffer(&buffer, access, Stages::COMPUTE)),
                            (_, k) => list.push(Use::View(&textures[k].1, access, Stages::COMPUTE)),
                        }
                    }
                    b.compute(&ComputeDesc { label: &name, uses: &list, queue, ..Default::default() }, |_| {});
                }
                uses.push((name, queue, did));
            }
            b.submit().unwrap().wait(SOON).unwrap();
            let own = w.null.take_log();
            let number = main.next().unwrap();
            if !matches!(own.first(), Some(Logged::Part { .. })) {
                // A batch of one part that waits for nothing.
                log.push(Logged::Part { queue: MAIN, waits: [0; 3], number });
            }
            log.extend(own);
            let newest = log.iter().rev().find_map(|l| match l {
                Logged::Part { queue: MAIN, number, .. } => Some(*number),
                _ => None,
            });
            main = newest.unwrap() + 1..;
        }
        prop_assert_eq!(w.null.misuse(), Vec::<String>::new());
        check(&uses, &log)?;
    }
}

/// One part: its queue, its number, what it waits for.
struct Part {
    queue: Queue,
    number: u64,
    waits: PerQueue<u64>,
    /// Names of passes and barriers that hand over, in order. Copies have the name of the pass that made them.
    events: Vec<Event>,
}

enum Event {
    Pass(String),
    Copies,
    Moved { slot: u32, from: Queue, to: Queue },
}

fn check(uses: &[(String, Queue, [u8; 4])], log: &[Logged]) -> Result<(), TestCaseError> {
    let mut all: Vec<Part> = Vec::new();
    for l in log {
        if let Logged::Part { queue, waits, number } = l {
            all.push(Part { queue: *queue, number: *number, waits: *waits, events: Vec::new() });
            continue;
        }
        let events = &mut all.last_mut().unwrap().events;
        match l {
            Logged::Begin(n) => events.push(Event::Pass(n.clone())),
            Logged::Copies(_) => events.push(Event::Copies),
            Logged::Barriers(list) => {
                let moved = list.iter().filter(|b| b.queues.0 != b.queues.1);
                events.extend(moved.map(|b| Event::Moved { slot: b.slot, from: b.queues.0, to: b.queues.1 }));
            }
            _ => {}
        }
    }
    // Where each pass ran: its part. Copies on the copy queue carry no name: they come in the order of declaration.
    let mut copies = uses.iter().filter(|u| u.1 == COPY).map(|u| u.0.clone());
    let mut at: HashMap<String, usize> = HashMap::new();
    for (i, p) in all.iter().enumerate() {
        for e in &p.events {
            match e {
                Event::Pass(n) => drop(at.insert(n.clone(), i)),
                Event::Copies if p.queue == COPY => drop(at.insert(copies.next().unwrap(), i)),
                _ => {}
            }
        }
    }
    let n = all.len();
    let mut before = vec![vec![false; n]; n];
    for b in 0..n {
        for a in 0..b {
            let own = all[a].queue == all[b].queue;
            let waits = all[b].waits[all[a].queue as usize] >= all[a].number;
            if own || waits {
                before[a][b] = true;
                for row in &mut before[..a] {
                    row[b] |= row[a];
                }
            }
        }
    }
    for (j, (later, q2, does2)) in uses.iter().enumerate() {
        for (earlier, q1, does1) in &uses[..j] {
            let conflict = (0..4).any(|k| {
                let both = does1[k] != 0 && does2[k] != 0;
                let exclusive = k == 0 || k == 2;
                both && (does1[k] == 2 || does2[k] == 2 || exclusive && q1 != q2)
            });
            if conflict {
                let (a, b) = (at[earlier], at[later]);
                prop_assert!(a == b || before[a][b], "{} (part {}) and {} (part {})", earlier, a, later, b);
            }
        }
    }
    // Each release is followed by its acquire, ordered, before anything else happens to the slot.
    let mut open: HashMap<u32, (Queue, Queue, usize)> = HashMap::new();
    let mut sides = 0;
    for (i, p) in all.iter().enumerate() {
        for e in &p.events {
            let Event::Moved { slot, from, to } = e else { continue };
            sides += 1;
            match open.remove(slot) {
                None => {
                    prop_assert_eq!(*from, p.queue, "a release is on the giving queue");
                    open.insert(*slot, (*from, *to, i));
                }
                Some((f, t, released)) => {
                    prop_assert_eq!((f, t), (*from, *to));
                    prop_assert_eq!(*to, p.queue, "an acquire is on the taking queue");
                    prop_assert!(before[released][i], "the acquire waits for the release");
                }
            }
        }
    }
    prop_assert!(open.is_empty(), "{} of {} sides are alone", open.len(), sides);
    Ok(())
}

#[test]
fn a_device_that_was_used_before_goes_on_where_it_was() {
    let null = null::NullBackend::new(NullDesc::default());
    for _ in 0..2 {
        let device = Device::new(null.clone());
        for _ in 0..3 {
            let mut b = device.batch();
            b.compute(&ComputeDesc { label: "pass", queue: COMPUTE, ..Default::default() }, |_| {});
            b.submit().unwrap().wait(SOON).unwrap();
        }
    }
    assert_eq!(null.misuse(), Vec::<String>::new());
}
