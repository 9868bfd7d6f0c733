//! Findings that are refused, and how they are kept.

use crate::kit::kit;
use candor_rhi::*;

#[test]
fn refusing_returns_what_was_found_and_submits_nothing() {
    let k = kit(Validation::Full, ValidationAction::Refuse);
    let (_t, v) = k.target("target", TextureUsage::empty());
    let color = [Color::load(&v)];
    let p = k.triangle_pipeline(|_| {});
    let mut b = k.w.device.batch();
    b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
        r.pipeline(&p);
        r.draw(0..4, 0..1);
    });
    let e = b.submit().unwrap_err();
    let codes: Vec<_> = e.errors.iter().map(Error::code).collect();
    assert_eq!(codes, [Code::Invalid; 2], "{e}");
    for part in ["pass 'pass'", "'target'", "V032", "V003", "command 1", FindingCode::LoadUnwritten.remedy()]
    {
        assert!(e.to_string().contains(part), "'{part}' is missing in: {e}");
    }
    assert_eq!(k.w.device.stats().batches, 0);
    assert_eq!(k.w.device.state(), DeviceState::Alive);
    // What was refused has changed nothing: the same pass may clear, and then load.
    for color in [Color::clear(&v, [0.0; 4]), Color::load(&v)] {
        let color = [color];
        k.submit(|b| {
            b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                r.draw(0..3, 0..1);
            });
        });
    }
    assert_eq!(k.w.device.findings(), Findings::default());
}

#[test]
fn refusing_knows_what_the_next_submission_fills() {
    let k = kit(Validation::Full, ValidationAction::Refuse);
    // Zeroed at its first use, and filled by an upload.
    let zeroed = k.buffer("zeroed", 64, BufferUsage::COPY_SRC | BufferUsage::COPY_TARGET, Contents::Zero);
    let filled = k.buffer("filled", 64, BufferUsage::COPY_SRC, Contents::Data(&[1; 64]));
    k.submit(|b| {
        drop(b.read_buffer(&zeroed, 0..64));
        drop(b.read_buffer(&filled, 0..64));
    });
}

#[test]
fn refusing_makes_no_object_that_breaks_a_rule() {
    let k = kit(Validation::Full, ValidationAction::Refuse);
    let anisotropy = Anisotropy::AtMost(4.0);
    let s = SamplerDesc { anisotropy, ..SamplerDesc::nearest("sampler") };
    let e = k.w.device.create_sampler(&s).map(drop).unwrap_err();
    assert_eq!((e.code(), e.label()), (Code::Invalid, "sampler"), "{e}");
    assert!(e.to_string().contains("V059"), "{e}");
    let k = kit(Validation::Basic, ValidationAction::Refuse);
    let _ = k.w.device.create_sampler(&s).unwrap();
}

#[test]
fn what_is_found_is_kept_once_for_each_rule_object_and_pass() {
    let k = kit(Validation::Basic, ValidationAction::Report);
    let p = k.triangle_pipeline(|_| {});
    for _ in 0..3 {
        k.pass(|r| {
            r.pipeline(&p);
            r.draw(0..0, 0..1);
            r.draw(0..0, 0..1);
        });
    }
    let found = k.w.device.findings();
    let one = &found.kept[0];
    assert_eq!((found.kept.len(), one.code, one.count), (1, FindingCode::EmptyDraw, 6), "{found:?}");
    assert_eq!(one.place.as_ref().and_then(|p| p.command), Some(1), "{one}");
    assert!(one.to_string().ends_with("[6 times]"), "{one}");
}

#[test]
fn nothing_is_found_where_nothing_is_looked_for() {
    let k = kit(Validation::Off, ValidationAction::Refuse);
    let p = k.triangle_pipeline(|_| {});
    k.pass(|r| {
        r.pipeline(&p);
        r.draw(0..0, 0..1);
    });
    assert_eq!(k.w.device.findings(), Findings::default());
}

#[test]
fn levels_are_told_by_name() {
    for level in Validation::ALL {
        assert_eq!(level.name().to_uppercase().parse(), Ok(level));
    }
    let e = "loud".parse::<Validation>().unwrap_err().to_string();
    assert!(e.contains("'loud'") && e.contains("off, basic and full"), "{e}");
}

#[test]
fn what_is_bound_is_known_within_debug_groups() {
    let k = kit(Validation::Full, ValidationAction::Report);
    let words = k.buffer("words", 256, k.writable() | BufferUsage::COPY_SRC, Contents::Undefined);
    let (p, group) = k.incrementing(&words);
    let d = ComputeDesc { label: "count", groups: &[&group], ..Default::default() };
    k.submit(|b| {
        b.compute(&d, |c| {
            c.pipeline(&p);
            c.group(0, &group, []);
            c.push_group("group");
            c.dispatch(1, 1, 1);
            c.pop_group();
        });
        drop(b.read_buffer(&words, 0..256));
    });
    // The dispatch may have written what is copied.
    assert_eq!(k.w.device.findings(), Findings::default());
}

#[test]
fn what_foreign_code_may_have_written_is_not_judged() {
    let k = kit(Validation::Full, ValidationAction::Report);
    let usage = k.writable() | BufferUsage::COPY_SRC;
    let words = k.buffer("words", 256, usage, Contents::Undefined);
    let uses = [Use::Buffer(&words, Access::STORAGE_WRITE, Stages::COMPUTE)];
    k.submit(|b| {
        b.foreign(&ForeignDesc { label: "theirs", uses: &uses }, |_| {});
        drop(b.read_buffer(&words, 0..256));
    });
    let handed = k.buffer("handed out", 256, BufferUsage::COPY_SRC, Contents::Undefined);
    k.w.device.native_buffer(&handed).unwrap();
    k.submit(|b| drop(b.read_buffer(&handed, 0..256)));
    drop((words, handed));
    k.drain();
    assert_eq!(k.w.device.findings(), Findings::default());
}

#[test]
fn slices_of_a_volume_are_judged_as_their_level() {
    let k = kit(Validation::Full, ValidationAction::Report);
    let d = TextureDesc {
        dim: TextureDim::D3,
        size: [8, 8, 2],
        usage: TextureUsage::COLOR,
        ..TextureDesc::color_target("volume", Format::Rgba8Unorm, 8, 8)
    };
    let volume = k.w.texture(&d);
    let slice = |layer| {
        let d = ViewDesc { dim: ViewDim::D2, layer, layers: 1, mips: 1, ..Default::default() };
        k.w.device.create_view(&volume, &d).unwrap()
    };
    let (one, two) = (slice(0), slice(1));
    let p = k.triangle_pipeline(|_| {});
    let given_up = Color { store: Store::Discard, ..Color::load(&one) };
    for color in [Color::clear(&one, [0.0; 4]), Color::clear(&two, [0.0; 4]), given_up, Color::load(&two)] {
        let color = [color];
        k.submit(|b| {
            b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                r.draw(0..3, 0..1);
            });
        });
    }
    assert_eq!(k.w.device.findings(), Findings::default());
}

#[test]
fn a_texture_without_memory_is_used_in_every_way_when_it_is_attached() {
    let k = kit(Validation::Full, ValidationAction::Report);
    let (t, v) = k.target("samples", TextureUsage::TRANSIENT);
    let color = [Color { store: Store::Discard, ..Color::clear(&v, [0.0; 4]) }];
    k.submit(|b| b.raster(&RasterDesc { label: "pass", color: &color, ..Default::default() }, |_| {}));
    drop((t, v));
    k.drain();
    assert_eq!(k.w.device.findings(), Findings::default());
}
