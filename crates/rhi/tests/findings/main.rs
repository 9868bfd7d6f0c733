//! One broken rule for each finding of validation. Each program breaks its own rule and no other, which the full level shows; the
//! basic level finds it where it is the rule's, and nothing otherwise.
#![allow(clippy::unwrap_used)]

mod draws;
mod kit;
mod objects;
mod passes;
mod refuse;
mod said;
#[path = "../world/mod.rs"]
mod world;

use candor_rhi::backend::FormatSupport;
use candor_rhi::null::NullDesc;
use candor_rhi::*;
use kit::{Case, kit, kit_on};

fn case(code: FindingCode) -> Option<Case> {
    draws::case(code).or_else(|| passes::case(code)).or_else(|| objects::case(code))
}

/// The device that a rule is broken on.
fn null(code: FindingCode) -> NullDesc {
    let no_format = match code {
        FindingCode::FilterUnsupported => FormatSupport::LINEAR,
        _ => FormatSupport::empty(),
    };
    NullDesc { no_format, ..Default::default() }
}

#[test]
fn each_rule_is_broken_by_its_own_test() {
    for code in FindingCode::ALL {
        let case = case(*code).unwrap_or_else(|| panic!("{code:?} ({}) is broken by no test", code.id()));
        for level in [Validation::Full, Validation::Basic] {
            let k = kit_on(null(*code), level, ValidationAction::Report);
            (case.program)(&k);
            k.drain();
            let found = k.w.device.findings();
            let codes: Vec<_> = found.kept.iter().map(|f| f.code).collect();
            let sentences: Vec<_> = found.kept.iter().map(ToString::to_string).collect();
            if code.level() > level {
                assert!(codes.is_empty(), "{code:?} at {level}: {sentences:#?}");
                continue;
            }
            assert_eq!(codes, [*code], "at {level}: {sentences:#?}");
            let f = &found.kept[0];
            assert_eq!(f.label, case.label, "{f}");
            assert_eq!(f.place.as_ref().map(|p| p.pass.as_str()), case.pass, "{f}");
            let command = f.place.as_ref().and_then(|p| p.command);
            assert_eq!(command, said::command(*code), "{f}");
            let at = command.map_or(String::new(), |n| format!(", command {n}: "));
            let parts =
                [code.id(), code.rule(), code.remedy(), case.label, case.pass.unwrap_or_default(), &at];
            for part in parts.iter().chain(said::words(*code)) {
                assert!(sentences[0].contains(part), "'{part}' is missing in: {f}");
            }
            assert!(k.w.null.misuse().is_empty(), "{:?}", k.w.null.misuse());
        }
    }
}

#[test]
fn ids_are_unique_and_sorted_and_there_are_enough() {
    let ids: Vec<_> = FindingCode::ALL.iter().map(|c| c.id()).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
    assert!(ids.len() >= 80, "{}", ids.len());
}

#[test]
fn a_clean_program_breaks_no_rule() {
    let k = kit(Validation::Full, ValidationAction::Report);
    clean(&k);
    k.drain();
    assert_eq!(k.w.device.findings(), Findings::default());
}

/// Copies, both kinds of passes, a bundle, a slot, a split pass, queries: all of it meant.
fn clean(k: &kit::Kit) {
    let (target, view) = k.target("target", TextureUsage::COPY_SRC | TextureUsage::SAMPLED);
    let (_shown, shown) = k.target("shown", TextureUsage::empty());
    let mesh = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Zero);
    let indices = k.buffer("indices", 64, BufferUsage::INDEX, Contents::Zero);
    let words = k.buffer("words", 256, k.writable() | BufferUsage::COPY_SRC, Contents::Zero);
    let meshes = k.mesh_pipeline(|_| {});
    let triangles = k.triangle_pipeline(|_| {});
    let (sampler, group, sampling) = k.sampling(&view, SamplerDesc::clamp("clamp"));
    let (counting, storing) = k.incrementing(&words);
    let kind = QueryKind::Occlusion;
    let set = QuerySetDesc { label: "queries", kind, count: 2 };
    let set = k.w.device.create_query_set(&set).unwrap();
    let bundle = BundleDesc { label: "bundle", colors: &[Format::Rgba8Unorm], ..Default::default() };
    let bundle = k.w.device.create_bundle(&bundle, |b| {
        b.pipeline(&triangles);
        b.draw(0..3, 0..1);
    });
    let bundle = bundle.unwrap();
    for _ in 0..3 {
        let mut b = k.w.device.batch();
        let serial =
            ComputeDesc { label: "count", groups: &[&storing], order: Order::Serial, ..Default::default() };
        b.compute(&serial, |c| {
            c.pipeline(&counting);
            c.group(0, &storing, []);
            c.dispatch(1, 1, 1);
            c.dispatch(1, 1, 1);
        });
        let occlusion = QueryRange { set: &set, first: 0, count: 2 };
        let queries = PassQueries { occlusion: Some(occlusion), ..Default::default() };
        let color = [Color::clear(&view, [0.0; 4])];
        let d = RasterDesc { label: "draw", color: &color, queries: Some(&queries), ..Default::default() };
        b.raster(&d, |r| {
            r.pipeline(&triangles);
            r.execute(&bundle);
            r.pipeline(&triangles);
            r.begin_occlusion(0);
            r.draw(0..3, 0..1);
            r.end_occlusion();
            r.pipeline(&meshes);
            r.vertex_buffer(0, &mesh, 0);
            // What is bound stays bound within a group.
            r.push_group("mesh");
            r.draw(0..3, 0..1);
            r.pop_group();
            r.index_buffer(&indices, 0, IndexFormat::U16);
            r.draw_indexed(0..3, 0, 0..1);
        });
        let color = [Color::clear(&shown, [0.0; 4])];
        let d = RasterDesc { label: "sample", color: &color, groups: &[&group], ..Default::default() };
        for part in b.raster_split(&d, 2) {
            part.record(|r| {
                r.pipeline(&sampling);
                r.group(0, &group, []);
                r.draw(0..3, 0..1);
            });
        }
        let color = [Color::load(&shown)];
        let slot = RasterDesc { label: "slot", color: &color, ..Default::default() };
        if let Some(slot) = b.raster_slot(&slot) {
            slot.record(|r| {
                r.pipeline(&triangles);
                r.draw(0..3, 0..1);
            });
        }
        let color = [Color { store: Store::Discard, ..Color::load(&shown) }];
        let last = RasterDesc { label: "last", color: &color, ..Default::default() };
        b.raster(&last, |r| {
            r.pipeline(&triangles);
            r.draw(0..3, 0..1);
        });
        drop(b.read_buffer(&words, 0..256));
        drop(b.read_texture(&Region::level(&target, 0)));
        drop(b.read_queries(QueryRange { set: &set, first: 0, count: 2 }));
        b.submit().unwrap().wait(world::SOON).unwrap();
    }
    drop(sampler);
}
