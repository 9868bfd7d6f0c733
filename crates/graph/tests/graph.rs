//! The graph on Null: what is left out, what is reused, and that the barriers are the batch's own.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use candor_graph::{Frame, Graph, GraphCode, GraphError, Id, Run, Transient};
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::usage::Layout;
use candor_rhi::*;

fn device() -> Device {
    Device::new(NullBackend::new(NullDesc::default()))
}

fn hdr() -> Transient {
    Transient::color(Format::Rgba16Float, 64, 64)
}

fn names(run: &Run<'_>) -> Vec<String> {
    run.culled().map(str::to_owned).collect()
}

#[test]
fn passes_that_nobody_reads_are_left_out_with_all_that_only_they_need() {
    let (d, mut g) = (device(), Graph::default());
    let mut f = g.frame();
    let out = f.imported("out");
    let [a, b, c, debug] = ["a", "b", "c", "debug"].map(|n| f.transient(n, hdr()));
    f.pass("make a", &[], &[a]);
    f.pass("make b", &[a], &[b]);
    f.pass("make c", &[b], &[c]);
    f.pass("debug", &[c], &[debug]);
    f.pass("show", &[a], &[out]);
    let run = f.compile(&d).unwrap();
    assert_eq!(names(&run), ["make b", "make c", "debug"]);
    drop(run);
    assert_eq!(g.pool().made, 1, "nothing is made for what is left out");
}

#[test]
fn what_is_replaced_before_it_is_read_is_left_out_and_what_is_kept_is_not() {
    let (d, mut g) = (device(), Graph::default());
    let mut f = g.frame();
    let out = f.imported("out");
    let a = f.transient("a", hdr());
    f.pass("first", &[], &[a]);
    f.pass("replace", &[], &[a]);
    f.pass("add", &[a], &[a]);
    f.pass("show", &[a], &[out]);
    f.pass("show again", &[a], &[out]);
    f.pass_always("count", &[a], &[]);
    assert_eq!(names(&f.compile(&d).unwrap()), ["first", "show"]);
}

/// Draws into one resource out of others, as a pass of a renderer would.
fn record(
    run: &mut Run<'_>,
    batch: &mut Batch,
    pass: candor_graph::PassId,
    reads: &[Id],
    write: Id,
) -> Option<u64> {
    let cx = run.pass(pass).unwrap()?;
    let uses: Vec<_> =
        reads.iter().map(|r| Use::View(cx.view(*r).unwrap(), Access::SAMPLED, Stages::FRAGMENT)).collect();
    let color = [Color::clear(cx.view(write).unwrap(), [0.0; 4])];
    batch.raster(&RasterDesc { label: "pass", color: &color, uses: &uses, ..Default::default() }, |_| {});
    Some(cx.key(write).unwrap())
}

#[test]
fn textures_are_reused_within_a_frame_and_from_frame_to_frame() {
    let (d, mut g) = (device(), Graph::default());
    let mut keys = Vec::new();
    for _ in 0..20 {
        let mut f = g.frame();
        let steps: Vec<_> = (0..6).map(|i| f.transient(&format!("step {i}"), hdr())).collect();
        let passes: Vec<_> = (0..6)
            .map(|i| {
                let reads = if i == 0 { vec![] } else { vec![steps[i - 1]] };
                let (name, write) = (format!("pass {i}"), [steps[i]]);
                if i == 5 { f.pass_always(&name, &reads, &write) } else { f.pass(&name, &reads, &write) }
            })
            .collect();
        let mut batch = d.batch();
        let mut run = f.compile(&d).unwrap();
        let made: Vec<_> = (0..6)
            .map(|i| {
                let reads = if i == 0 { &[][..] } else { &steps[i - 1..i] };
                record(&mut run, &mut batch, passes[i], reads, steps[i]).unwrap()
            })
            .collect();
        run.finish().unwrap();
        // A pass never writes what it reads.
        assert!(made.windows(2).all(|w| w[0] != w[1]), "{made:?}");
        batch.submit().unwrap();
        keys.push(made);
    }
    assert!(keys.windows(2).all(|w| w[0] == w[1]), "the same textures every frame");
    assert_eq!((g.pool().textures, g.pool().made), (2, 2), "a chain needs two");
}

#[test]
fn textures_that_no_frame_needs_any_more_go_with_a_trim_or_for_a_new_one() {
    let (d, mut g) = (device(), Graph::default());
    let frames = |g: &mut Graph, size, count| {
        for _ in 0..count {
            let mut f = g.frame();
            let t = f.transient("t", Transient::color(Format::Rgba8Unorm, size, size));
            f.pass_always("p", &[], &[t]);
            let _ = f.compile(&d).unwrap();
        }
        (g.pool().textures, g.pool().made)
    };
    assert_eq!(frames(&mut g, 32, 2), (1, 1));
    assert_eq!(frames(&mut g, 64, 12), (2, 2), "equal frames drop nothing");
    assert_eq!(frames(&mut g, 16, 1), (2, 3), "in the place of what was not used for long");
    assert_eq!(frames(&mut g, 64, 1), (2, 3));
    g.trim();
    assert_eq!((g.pool().textures, d.usage().live_objects), (1, 2), "a texture and its view");
    assert_eq!(frames(&mut g, 64, 1), (1, 3));
}

#[test]
fn what_is_only_copied_has_no_view() {
    let (d, mut g) = (device(), Graph::default());
    let mut f = g.frame();
    let usage = TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let t = f.transient("stage", Transient { usage, ..hdr() });
    let p = f.pass_always("copy", &[], &[t]);
    let mut run = f.compile(&d).unwrap();
    let context = run.pass(p).unwrap().unwrap();
    assert_eq!(context.texture(t).unwrap().label(), "stage");
    let e = context.view(t).unwrap_err();
    assert_eq!(e.code(), GraphCode::NoView);
    assert!(["'stage'", "'copy'"].iter().all(|w| e.to_string().contains(w)), "{e}");
}

#[test]
fn barriers_are_the_batches_own() {
    let (d, mut g) = (device(), Graph::default());
    let mut f = g.frame();
    let (a, b) = (f.transient("a", hdr()), f.transient("b", hdr()));
    let first = f.pass("first", &[], &[a]);
    let second = f.pass_always("second", &[a], &[b]);
    let mut batch = d.batch();
    let mut run = f.compile(&d).unwrap();
    record(&mut run, &mut batch, first, &[], a).unwrap();
    assert_eq!(batch.last_barriers().len(), 0);
    record(&mut run, &mut batch, second, &[a], b).unwrap();
    let barriers = batch.last_barriers();
    let [only] = &barriers[..] else { panic!("{barriers:?}") };
    assert_eq!((only.old, only.new), (Layout::Color, Layout::ShaderRead));
    run.finish().unwrap();
}

/// The error of a declaration.
fn wrong(declare: impl Fn(&mut Frame<'_>)) -> GraphError {
    let mut g = Graph::default();
    let mut f = g.frame();
    declare(&mut f);
    f.compile(&device()).unwrap_err()
}

#[test]
fn mistakes_get_a_code_and_a_sentence_that_names_pass_and_resource() {
    let told = |code: GraphCode, declare: fn(&mut Frame<'_>), parts: &[&str]| {
        let e = wrong(declare);
        let sentence = e.to_string();
        assert_eq!(e.code(), code, "{sentence}");
        assert!(sentence.starts_with(&format!("[{}] ", code.id())), "{sentence}");
        assert!(parts.iter().all(|p| sentence.contains(p)), "{sentence}");
    };
    told(
        GraphCode::NeverWritten,
        |f| {
            let a = f.transient("nothing", hdr());
            f.pass("reader", &[a], &[]);
        },
        &["'reader'", "'nothing'", "no other pass writes"],
    );
    told(
        GraphCode::NeverWritten,
        |f| {
            let a = f.transient("sum", hdr());
            f.pass_always("add", &[a], &[a]);
        },
        &["'add'", "'sum'"],
    );
    told(
        GraphCode::Twice,
        |f| {
            f.transient("same", hdr());
            f.imported("same");
        },
        &["resource 'same'", "twice"],
    );
    told(
        GraphCode::Twice,
        |f| {
            f.pass("same", &[], &[]);
            f.pass("same", &[], &[]);
        },
        &["pass 'same'", "twice"],
    );
    told(
        GraphCode::Texture,
        |f| {
            let t = f.transient("huge", Transient::color(Format::Rgba8Unorm, 1 << 20, 1));
            f.pass_always("draw", &[], &[t]);
        },
        &["'huge'", "C002"],
    );
    told(
        GraphCode::Cycle,
        |f| {
            let [a, b, c, d] = ["a", "b", "c", "d"].map(|n| f.transient(n, hdr()));
            f.pass("beside", &[c], &[d]);
            f.pass("first", &[c], &[a]);
            f.pass("second", &[a], &[b]);
            f.pass("third", &[b], &[c]);
        },
        &["'first', 'second', 'third'", "ring"],
    );
}

#[test]
fn codes_are_told_apart() {
    let mut ids: Vec<_> = GraphCode::ALL.iter().map(|c| c.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), GraphCode::ALL.len());
}

#[test]
fn passes_declared_in_any_order_run_in_the_order_in_which_they_feed_each_other() {
    let (d, mut g) = (device(), Graph::default());
    let mut barriers = Vec::new();
    for backwards in [false, true] {
        let mut f = g.frame();
        let (a, b, out) = (f.transient("a", hdr()), f.transient("b", hdr()), f.imported("out"));
        let pass = |f: &mut Frame<'_>, n: usize| match n {
            0 => (f.pass("make", &[], &[a]), n),
            1 => (f.pass("change", &[a], &[b]), n),
            2 => (f.pass("debug", &[b], &[]), n),
            _ => (f.pass("show", &[b], &[out]), n),
        };
        let mut passes: Vec<_> = (0..4).map(|n| pass(&mut f, if backwards { 3 - n } else { n })).collect();
        passes.sort_by_key(|p| p.1);
        let mut batch = d.batch();
        let mut run = f.compile(&d).unwrap();
        let mut ran = Vec::new();
        while let Some(cx) = run.next_pass() {
            let n = passes.iter().position(|p| p.0 == cx.id()).unwrap();
            ran.push(n);
            let of = |id: Id| cx.view(id).unwrap();
            let (reads, write) = match n {
                0 => (vec![], of(a)),
                1 => (vec![of(a)], of(b)),
                _ => continue,
            };
            let uses: Vec<_> =
                reads.iter().map(|v| Use::View(v, Access::SAMPLED, Stages::FRAGMENT)).collect();
            let color = [Color::clear(write, [0.0; 4])];
            batch
                .raster(&RasterDesc { label: "p", color: &color, uses: &uses, ..Default::default() }, |_| {});
        }
        assert_eq!(ran, [0, 1, 3]);
        run.finish().unwrap();
        barriers.push(batch.last_barriers().len());
    }
    assert_eq!(barriers[0], barriers[1]);
    assert_eq!(g.pool().made, 2);
}

/// Is it this error, and does its sentence begin with its code?
#[track_caller]
fn is<T>(got: Result<T, GraphError>, want: GraphError, code: GraphCode) {
    let sentence = want.to_string();
    assert_eq!((got.err(), want.code()), (Some(want), code));
    assert!(sentence.starts_with(&format!("[{}] ", code.id())), "{sentence}");
}

#[test]
fn passes_are_recorded_once_in_their_turn_and_use_what_they_declared() {
    let (d, mut g) = (device(), Graph::default());
    let mut old = g.frame();
    let (old_id, old_pass) = (old.transient("old", hdr()), old.pass("old", &[], &[]));
    let mut f = g.frame();
    let (a, b, out) = (f.transient("a", hdr()), f.transient("b", hdr()), f.imported("out"));
    let first = f.pass("first", &[], &[a]);
    let unneeded = f.pass("unneeded", &[a], &[b]);
    let last = f.pass("last", &[a], &[out]);
    let mut run = f.compile(&d).unwrap();
    is(run.pass(old_pass), GraphError::ForeignPass, GraphCode::ForeignPass);
    is(run.pass(last), GraphError::NotRecorded { pass: "first".into() }, GraphCode::NotRecorded);
    let cx = run.pass(first).unwrap().unwrap();
    assert!(cx.view(a).is_ok() && cx.id() == first);
    let wrong = GraphError::Undeclared { pass: "first".into(), resource: "b".into() };
    is(cx.view(b), wrong, GraphCode::Undeclared);
    let wrong = GraphError::ForeignResource { pass: "first".into() };
    is(cx.view(old_id), wrong, GraphCode::ForeignResource);
    assert!(run.is_needed(last) && !run.is_needed(unneeded));
    assert!(run.pass(unneeded).unwrap().is_none());
    let cx = run.pass(last).unwrap().unwrap();
    let wrong = GraphError::Imported { pass: "last".into(), resource: "out".into() };
    is(cx.view(out), wrong, GraphCode::Imported);
    is(run.pass(first), GraphError::OutOfTurn { pass: "first".into() }, GraphCode::OutOfTurn);
    assert!(run.next_pass().is_none());
    run.finish().unwrap();
    let mut f = g.frame();
    let out = f.imported("out");
    f.pass("forgotten", &[], &[out]);
    let run = f.compile(&d).unwrap();
    is(run.finish(), GraphError::NotRecorded { pass: "forgotten".into() }, GraphCode::NotRecorded);
    let mut f = g.frame();
    f.pass("stranger", &[old_id], &[]);
    let wrong = GraphError::ForeignResource { pass: "stranger".into() };
    is(f.compile(&d).map(drop), wrong, GraphCode::ForeignResource);
}
