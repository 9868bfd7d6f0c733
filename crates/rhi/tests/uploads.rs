//! Rules of writes from the host, on Null.
#![allow(clippy::unwrap_used)]

mod world;

use candor_rhi::null::{Logged, NullDesc};
use candor_rhi::*;
use world::{World, logging, told, usual};

fn atlas(w: &World, format: Format, mips: u32, usage: TextureUsage) -> Texture {
    let d = TextureDesc::sampled("atlas", format, 16, 16, Contents::Zero);
    w.device.create_texture(&TextureDesc { mips, usage: d.usage | usage, ..d }).unwrap().value
}

#[test]
fn a_region_lies_in_its_texture_and_its_rows_hold_it() {
    let w = usual();
    let t = atlas(&w, Format::Bc1RgbaUnorm, 3, TextureUsage::empty());
    let write =
        |r: Region<'_>, bytes: usize, layout| w.device.write_texture_region(&r, &vec![1; bytes], layout);
    let level = |mip| Region::level(&t, mip);
    let tight = DataLayout::TIGHT;
    write(level(0), 128, tight).unwrap();
    // The last level is smaller than a block.
    write(Region { size: [4, 4, 1], ..level(2) }, 8, tight).unwrap();
    told(write(level(3), 8, tight), Code::CopyRange, &["'atlas'", "mip 3 of 3"]);
    let odd = Region { origin: [2, 0, 0], size: [4, 4, 1], ..level(0) };
    told(write(odd, 8, tight), Code::CopyRange, &["in blocks of (4, 4)"]);
    let wide = Region { size: [20, 4, 1], ..level(0) };
    told(write(wide, 40, tight), Code::CopyRange, &["[20, 4, 1]"]);
    let row = Region { size: [8, 4, 1], ..level(0) };
    let narrow = DataLayout { row_bytes: 15, rows: 0 };
    told(write(row, 99, narrow), Code::CopyRange, &["rows of 15 bytes", "2x1 blocks of 8"]);
    told(write(row, 15, tight), Code::DataLength, &["15 bytes were given, 16 are needed"]);
    // Rows may lie at any distance; what follows the last is not asked for.
    let two = Region { size: [8, 8, 1], ..level(0) };
    write(two, 17 + 16, DataLayout { row_bytes: 17, rows: 0 }).unwrap();
    told(write(two, 32, DataLayout { row_bytes: 17, rows: 0 }), Code::DataLength, &["33 are needed"]);
    let huge = DataLayout { row_bytes: u32::MAX, rows: u32::MAX };
    told(write(two, 32, huge), Code::DataLength, &[]);
    let aspect = Region { aspect: Some(Aspects::STENCIL), ..level(0) };
    told(write(aspect, 128, tight), Code::CopyRange, &["takes one aspect of Bc1RgbaUnorm"]);
    let layer = Region { layer: 1, ..level(0) };
    told(write(layer, 128, tight), Code::CopyRange, &["layers 1+1 of 1"]);
}

#[test]
fn a_texture_is_written_that_was_made_for_it() {
    let (w, other) = (usual(), usual());
    let foreign = atlas(&other, Format::R8Unorm, 1, TextureUsage::empty());
    let write = |t: &Texture| {
        let data = [0; 256];
        let whole = w.device.write_texture(t, &data).err().map(|e| e.code());
        let part = w.device.write_texture_region(&Region::level(t, 0), &data, DataLayout::TIGHT);
        assert_eq!(whole, part.as_ref().err().map(|e| e.code()), "{part:?}");
        part
    };
    told(write(&foreign), Code::ForeignObject, &["'atlas'"]);
    let fixed = TextureDesc {
        usage: TextureUsage::SAMPLED,
        ..TextureDesc::sampled("fixed", Format::R8Unorm, 16, 16, Contents::Zero)
    };
    let fixed = w.device.create_texture(&fixed).unwrap().value;
    told(write(&fixed), Code::MissingUsage, &["'fixed'", "COPY_DST is missing"]);
    // What passes write too is followed: it may be written.
    let drawn = atlas(&w, Format::R8Unorm, 1, TextureUsage::COLOR | TextureUsage::COPY_TARGET);
    write(&drawn).unwrap();
    let mut batch = w.device.batch();
    batch.settle(&[&drawn]);
    batch.submit().unwrap();
    told(write(&drawn), Code::SettledWrite, &["'atlas'", "was settled"]);
    let several = TextureDesc {
        samples: Samples::Exact(4),
        usage: TextureUsage::COLOR | TextureUsage::COPY_DST,
        ..TextureDesc::color_target("several", Format::R8Unorm, 16, 16)
    };
    let several = w.device.create_texture(&several).unwrap().value;
    told(write(&several), Code::CopyFormat, &["'several'", "4 samples"]);
    w.device.clone().close(world::SOON);
    told(write(&drawn), Code::Closed, &[]);
}

#[test]
fn parts_that_do_not_meet_share_their_barriers() {
    let lists = |parts: &[[u32; 2]]| {
        let w = logging();
        let t = atlas(&w, Format::R8Unorm, 1, TextureUsage::empty());
        w.device.batch().submit().unwrap();
        w.null.take_log();
        for [x, y] in parts {
            let r = Region { origin: [*x, *y, 0], size: [4, 4, 1], ..Region::level(&t, 0) };
            w.device.write_texture_region(&r, &[7; 16], DataLayout::TIGHT).unwrap();
        }
        w.device.batch().submit().unwrap();
        w.null.take_log().iter().filter(|l| matches!(l, Logged::Barriers(_))).count()
    };
    assert_eq!(lists(&[[0, 0], [4, 0], [0, 4]]), 2);
    assert_eq!(lists(&[[0, 0], [4, 0], [2, 0]]), 4);
    assert_eq!(lists(&[[0, 0], [0, 0], [0, 0]]), 6);
    let many: Vec<_> = (0..64).map(|i| [i % 4 * 4, i / 4 % 4 * 4]).collect();
    assert_eq!(lists(&many), 8, "each of four times sixteen parts");
}

#[test]
fn the_rest_of_what_is_written_in_part_for_the_first_time_is_zero() {
    let w = World::new(NullDesc::default());
    let usage = BufferUsage::STORAGE_WRITE | BufferUsage::COPY_DST | BufferUsage::COPY_SRC;
    let d = BufferDesc { label: "b", size_bytes: 30, usage, ..Default::default() };
    let b = w.device.create_buffer(&d).unwrap();
    w.device.write_buffer(&b, 8, &[9; 4]).unwrap();
    w.device.write_buffer(&b, 12, &[8; 4]).unwrap();
    let mut batch = w.device.batch();
    let read = batch.read_buffer(&b, 0..30);
    batch.submit().unwrap();
    assert_eq!(w.null.null_stats().copies, 4, "a fill, two copies, and the one that reads back");
    let mut expected = [0; 30];
    expected[8..12].fill(9);
    expected[12..16].fill(8);
    assert_eq!(read.wait(world::SOON).unwrap(), expected);
}

#[test]
fn blocks_that_passes_copy_from_are_zero_at_first() {
    let w = usual();
    let t = atlas(&w, Format::Bc3RgbaUnorm, 2, TextureUsage::COPY_SRC);
    let mut batch = w.device.batch();
    let read = batch.read_texture(&Region::level(&t, 1));
    batch.submit().unwrap();
    assert_eq!(read.wait(world::SOON).unwrap(), [0; 64]);
    assert_eq!(w.device.stats().upload_bytes, 256, "blocks are filled, all from the same zeros");
}
