//! The graph on Null: what is left out, what is reused, and that the barriers are the batch's own.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use candor_graph::{Frame, Graph, GraphError, Id, Run, Transient};
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
fn textures_that_no_frame_needs_any_more_go() {
    let (d, mut g) = (device(), Graph::default());
    let frame = |f: &mut Frame<'_>, size| {
        let t = f.transient("t", Transient::color(Format::Rgba8Unorm, size, size));
        f.pass_always("p", &[], &[t]);
    };
    for size in [32, 64] {
        for _ in 0..12 {
            let mut f = g.frame();
            frame(&mut f, size);
            let _ = f.compile(&d).unwrap();
        }
    }
    assert_eq!((g.pool().textures, g.pool().made), (1, 2));
    assert_eq!(d.usage().live_objects, 2, "a texture and its view");
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

#[test]
fn mistakes_get_a_sentence_that_names_pass_and_resource() {
    let d = device();
    let told = |declare: fn(&mut Frame<'_>), parts: &[&str]| {
        let mut g = Graph::default();
        let mut f = g.frame();
        declare(&mut f);
        let e = f.compile(&d).unwrap_err().to_string();
        assert!(parts.iter().all(|p| e.contains(p)), "{e}");
    };
    told(
        |f| {
            let a = f.transient("early", hdr());
            f.pass("reader", &[a], &[]);
        },
        &["'reader'", "'early'", "no earlier pass writes"],
    );
    told(
        |f| {
            f.transient("same", hdr());
            f.imported("same");
        },
        &["resource 'same'", "twice"],
    );
    told(
        |f| {
            f.pass("same", &[], &[]);
            f.pass("same", &[], &[]);
        },
        &["pass 'same'", "twice"],
    );
    told(
        |f| {
            let t = f.transient("huge", Transient::color(Format::Rgba8Unorm, 1 << 20, 1));
            f.pass_always("draw", &[], &[t]);
        },
        &["'huge'", "C002"],
    );
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
    assert!(matches!(run.pass(old_pass), Err(GraphError::Foreign { .. })));
    assert_eq!(run.pass(last).err(), Some(GraphError::NotRecorded { pass: "first".into() }));
    let cx = run.pass(first).unwrap().unwrap();
    assert!(cx.view(a).is_ok());
    let wrong = GraphError::Undeclared { pass: "first".into(), resource: "b".into() };
    assert_eq!(cx.view(b).err(), Some(wrong));
    assert!(matches!(cx.view(old_id), Err(GraphError::Foreign { .. })));
    assert!(run.is_needed(last) && !run.is_needed(unneeded));
    assert!(run.pass(unneeded).unwrap().is_none());
    let cx = run.pass(last).unwrap().unwrap();
    assert!(matches!(cx.view(out), Err(GraphError::Imported { .. })));
    assert_eq!(run.pass(first).err(), Some(GraphError::Order { pass: "first".into() }));
    run.finish().unwrap();
    let mut f = g.frame();
    let out = f.imported("out");
    f.pass("forgotten", &[], &[out]);
    let run = f.compile(&d).unwrap();
    assert_eq!(run.finish().err(), Some(GraphError::NotRecorded { pass: "forgotten".into() }));
}
