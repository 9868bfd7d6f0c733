//! Queries: times, samples, and counts of known geometry.

use crate::kit::*;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const COLOR: &str = "proof_draw.fs_color";

fn set(d: &Device, kind: QueryKind, count: u32) -> Result<QuerySet> {
    Ok(d.create_query_set(&QuerySetDesc { label: "proof", kind, count })?)
}

fn range(set: &QuerySet, count: u32) -> QueryRange<'_> {
    QueryRange { set, first: 0, count }
}

/// Times around passes and between them go forward, in two batches; with `begin` and `end` exchanged they do not.
pub(crate) fn timestamps(d: &Device, [begin, end]: [u32; 2]) -> Result {
    /// Fills enough pixels to be seen by a clock of microseconds.
    const SIDE: u32 = 512;
    let p = plain(d, COLOR, RGBA8)?;
    let t = target(d, RGBA8, SIDE, SIDE)?;
    let times = set(d, QueryKind::Timestamp, 8)?;
    let mut all = Vec::new();
    for _ in 0..2 {
        let readback = run(d, |b| {
            b.timestamp(&times, 0);
            let color = [Color::clear(&t.view, [0.0; 4])];
            let timestamps = Some(Timestamps { set: &times, begin: Some(begin), end: Some(end) });
            let queries = PassQueries { timestamps, ..Default::default() };
            let desc =
                RasterDesc { label: "timed", color: &color, queries: Some(&queries), ..Default::default() };
            b.raster(&desc, |r| {
                r.pipeline(&p);
                Push::FULL.set(r);
                for _ in 0..64 {
                    r.draw(0..6, 0..1);
                }
            });
            b.timestamp(&times, 3);
            b.read_queries(range(&times, 4))
        })?;
        all.extend(readback.wait(WAIT)?);
    }
    let limits = d.limits();
    let step = |i: usize| limits.timestamp_ns(all[i], all[i + 1]);
    // Half of the range of a counter that wraps: what is more went backwards.
    let half = limits.timestamp_ns(0, 1 << (limits.timestamp_bits - 1));
    for i in 0..all.len() - 1 {
        same(&format!("time {} is not before time {i}: {all:?}", i + 1), step(i) < half, true)?;
    }
    for pass in [1, 5] {
        same("a pass of 64 full-screen rectangles takes time", step(pass) > 0.0, true)?;
    }
    Ok(())
}

/// Columns in front of and behind what is there already; the last query is never begun.
fn occlusion(d: &Device, kind: QueryKind, hidden: f32) -> Result<Vec<u64>> {
    let z = depth(d, 32, 8)?;
    let t = target(d, RGBA8, 32, 8)?;
    let colors = [RGBA8.into()];
    let state = DepthState { compare: Compare::Less, ..DepthState::standard(Format::Depth32Float) };
    let desc = RasterPipelineDesc { colors: &colors, depth: Some(state), ..Default::default() };
    let p = pipeline(d, "proof_draw.vs_quad", COLOR, &desc)?;
    let queries = set(d, kind, 6)?;
    let readback = run(d, |b| {
        let color = [Color::clear(&t.view, [0.0; 4])];
        let depth = Some(Depth::clear(&z.view, 0.5));
        let occlusion = Some(QueryRange { set: &queries, first: 1, count: 5 });
        let asked = PassQueries { occlusion, ..Default::default() };
        let desc =
            RasterDesc { label: "proof", color: &color, depth, queries: Some(&asked), ..Default::default() };
        b.raster(&desc, |r| {
            r.pipeline(&p);
            for i in [2, 0, 3, 1] {
                let z = if i % 2 == 0 { 0.25 } else { hidden };
                r.begin_occlusion(1 + i);
                Push { depths: [z, z, 0.0, 0.0], ..Push::column(i as usize, 4) }.set(r);
                r.draw(0..6, 0..1);
                if i == 2 {
                    r.scissor(Rect { x: 0, y: 0, width: 32, height: 4 });
                    r.draw(0..6, 0..1);
                    r.scissor(Rect { x: 0, y: 0, width: 32, height: 8 });
                }
                r.end_occlusion();
            }
        });
        b.read_queries(QueryRange { set: &queries, first: 1, count: 5 })
    })?;
    Ok(readback.wait(WAIT)?)
}

/// Which of four columns are seen; what no one asked reads as zero.
pub(crate) fn any_sample(d: &Device, hidden: f32) -> Result {
    same("columns of which a sample passed", occlusion(d, QueryKind::Occlusion, hidden)?, vec![1, 0, 1, 0, 0])
}

/// How many samples of each column passed. The second rectangle over column 2 is at the same depth and is not seen.
pub(crate) fn samples(d: &Device, kind: QueryKind) -> Result {
    same("samples that passed, by column", occlusion(d, kind, 0.75)?, vec![64, 0, 64, 0, 0])
}

/// Vertices and primitives are counted exactly; what caches and helpers may change is counted at all.
pub(crate) fn statistics(d: &Device, instances: u32) -> Result {
    let p = plain(d, COLOR, RGBA8)?;
    let t = target(d, RGBA8, 16, 16)?;
    let kind = QueryKind::Statistics(
        Statistics::VERTICES
            | Statistics::PRIMITIVES
            | Statistics::VERTEX_INVOCATIONS
            | Statistics::CLIPPING_INVOCATIONS
            | Statistics::CLIPPING_PRIMITIVES
            | Statistics::FRAGMENT_INVOCATIONS,
    );
    let counts = set(d, kind, 2)?;
    let out = BufferDesc {
        label: "counts",
        size_bytes: 104,
        usage: BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC,
        ..Default::default()
    };
    let out = d.create_buffer(&out)?;
    let readback = run(d, |b| {
        for (i, draws) in [0, 2].into_iter().enumerate() {
            let color = [Color::clear(&t.view, [0.0; 4])];
            let queries = PassQueries { statistics: Some((&counts, i as u32)), ..Default::default() };
            let desc =
                RasterDesc { label: "proof", color: &color, queries: Some(&queries), ..Default::default() };
            b.raster(&desc, |r| {
                r.pipeline(&p);
                Push::FULL.set(r);
                for _ in 0..draws {
                    r.draw(0..6, 0..instances);
                }
            });
        }
        b.resolve_queries(range(&counts, 2), &out, 8);
        b.read_buffer(&out, 8..104)
    })?;
    let words: Vec<u64> = readback
        .wait(WAIT)?
        .chunks_exact(8)
        .filter_map(|w| w.try_into().ok().map(u64::from_ne_bytes))
        .collect();
    same("counts of a pass without draws", words.get(..6), Some(&[0; 6][..]))?;
    let [vertices, primitives, rest @ ..] = words.get(6..).unwrap_or(&[]) else {
        return wrong("words of two results", words.len(), 12);
    };
    same("vertices of 2 draws of 6 in 3 instances", *vertices, 36)?;
    same("primitives of 2 draws of 2 in 3 instances", *primitives, 12)?;
    if rest.contains(&0) {
        return wrong("counts of vertex, clipping and fragment invocations", rest, "none that is zero");
    }
    Ok(())
}
