//! What a safe caller may ask for, usual or not, under the validation layer: it is there or refused in words, and the layer has
//! nothing to say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bed;

use bed::{Bed, PUSH, QUAD, Target, WAIT, column, push};
use candor_rhi::format::Class;
use candor_rhi::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

const USAGES: [TextureUsage; 6] = [
    TextureUsage::SAMPLED,
    TextureUsage::STORAGE,
    TextureUsage::COLOR,
    TextureUsage::DEPTH,
    TextureUsage::COPY_SRC,
    TextureUsage::COPY_TARGET,
];
const DIMS: [TextureDim; 4] = [TextureDim::D1, TextureDim::D2, TextureDim::D3, TextureDim::Cube];

fn sides(dim: TextureDim) -> [u32; 3] {
    match dim {
        TextureDim::D1 => [8, 1, 1],
        TextureDim::D2 | TextureDim::Cube => [8, 8, 1],
        TextureDim::D3 => [8; 3],
    }
}

/// Every usage alone, every two, and what most textures have.
fn usages() -> Vec<TextureUsage> {
    let copied = TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let mut all = vec![
        copied,
        copied | TextureUsage::COLOR,
        copied | TextureUsage::DEPTH,
        copied | TextureUsage::STORAGE,
    ];
    for (i, a) in USAGES.iter().enumerate() {
        all.extend(USAGES[i..].iter().map(|b| *a | *b));
    }
    all
}

/// Draws with what one group names.
struct Reader {
    layout: BindGroupLayout,
    pipeline: RasterPipeline,
    out: Target,
}

impl Reader {
    fn new(b: &Bed) -> Self {
        let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
        let d = BindGroupLayoutDesc { label: "layout", entries: &entries, samplers: &[] };
        let layout = b.device.create_bind_group_layout(&d).unwrap();
        let colors = [Format::Rgba32Float.into()];
        let d = RasterPipelineDesc { colors: &colors, groups: &[&layout], push: PUSH, ..Default::default() };
        let pipeline = b.pipeline(QUAD, "proof_sample.fs_load", &d);
        Self { layout, pipeline, out: b.target(Format::Rgba32Float, 1, 1) }
    }

    fn read(&self, b: &Bed, batch: &mut Batch, view: &View) {
        let entries = [GroupEntry::view(0, view)];
        let d = BindGroupDesc { label: "group", layout: &self.layout, entries: &entries };
        let group = b.device.create_bind_group(&d).unwrap();
        let color = [Color::clear(&self.out.view, [0.0; 4])];
        batch.raster(&RasterDesc { color: &color, groups: &[&group], ..Default::default() }, |r| {
            r.pipeline(&self.pipeline);
            r.group(0, &group, []);
            r.push(0, &push(column(0, 1), [0.5; 2], [0.0; 4]));
            r.draw(0..6, 0..1);
        });
    }
}

/// Uses a texture in every way that it was made for.
fn use_it(b: &Bed, reader: &Reader, batch: &mut Batch, t: &Texture) {
    let i = *t.info();
    let depth = i.format.is_depth();
    if i.usage.contains(TextureUsage::COPY_TARGET) && !i.format.is_compressed() {
        let value = match i.format.info().class {
            Class::Float => ClearValue::Float([0.5; 4]),
            Class::Uint => ClearValue::Uint([1; 4]),
            Class::Sint => ClearValue::Sint([1; 4]),
            Class::Depth => ClearValue::Depth(0.5, 1),
        };
        batch.copies("clear", &[Copy::Clear { dst: Levels::all(t), value }]);
    }
    let shown = TextureUsage::SAMPLED | TextureUsage::STORAGE | TextureUsage::COLOR | TextureUsage::DEPTH;
    if i.usage.intersects(shown) {
        let aspects = depth.then(|| i.format.info().aspects.iter().next().unwrap());
        b.device.create_view(t, &ViewDesc { aspects, ..Default::default() }).unwrap();
        let flat = matches!(i.dim, TextureDim::D2 | TextureDim::Cube);
        if flat {
            let first = ViewDesc { mips: 1, layers: 1, dim: ViewDim::D2, ..Default::default() };
            let whole = b.device.create_view(t, &first).unwrap();
            if i.usage.contains(TextureUsage::COLOR) {
                let color = [Color::clear(&whole, [0.0; 4])];
                batch.raster(&RasterDesc { label: "color", color: &color, ..Default::default() }, |_| {});
            }
            if i.usage.contains(TextureUsage::DEPTH) {
                let depth = Some(Depth::clear(&whole, 0.5));
                batch.raster(&RasterDesc { label: "depth", depth, ..Default::default() }, |_| {});
            }
            let floats = matches!(i.format.info().class, Class::Float | Class::Depth)
                && aspects != Some(format::Aspects::STENCIL);
            if i.usage.contains(TextureUsage::SAMPLED) && floats {
                let one = b.device.create_view(t, &ViewDesc { aspects, ..first }).unwrap();
                reader.read(b, batch, &one);
            }
        }
    }
    if i.usage.contains(TextureUsage::COPY_SRC) {
        let aspect = i.format.info().aspects.iter().next();
        drop(batch.read_texture(&Region { aspect, ..Region::level(t, i.mips - 1) }));
    }
}

#[test]
fn textures_of_every_format_shape_and_usage_are_made_filled_seen_and_used() {
    let Some(b) = Bed::new("textures of every kind") else { return };
    let reader = Reader::new(&b);
    let (mut made, mut refused) = (0, 0);
    for format in Format::ALL.iter().copied() {
        for dim in DIMS {
            let mut batch = b.device.batch();
            for usage in usages() {
                let mut d = TextureDesc {
                    label: "shape",
                    dim,
                    format: Some(format),
                    size: sides(dim),
                    mips: 2,
                    usage,
                    ..Default::default()
                };
                let layers = if dim == TextureDim::Cube { 6 } else { 1 };
                let level = |m: u32| format.level_bytes(sides(dim).map(|n| (n >> m).max(1)));
                let data = vec![0; ((level(0) + level(1)) * layers) as usize];
                for contents in [Contents::Zero, Contents::Data(&data)] {
                    d.contents = contents;
                    match b.device.create_texture(&d) {
                        Ok(t) => {
                            made += 1;
                            use_it(&b, &reader, &mut batch, &t.value);
                        }
                        Err(e) => {
                            refused += 1;
                            let told = e.to_string();
                            assert!(told.contains("'shape'") && told.contains(format.name()), "{told}");
                        }
                    }
                    assert_eq!(batch.errors(), [], "{format} {dim:?} {usage:?}");
                }
            }
            batch.submit().unwrap_or_else(|e| panic!("{format} {dim:?}: {e}")).wait(WAIT).unwrap();
            b.silent();
        }
    }
    assert!(made > 2000 && refused > 0, "{made} were made, {refused} refused");
}

#[test]
fn depth_that_is_only_sampled_is_read_as_it_was_filled() {
    let Some(b) = Bed::new("sampled depth") else { return };
    let reader = Reader::new(&b);
    for usage in [TextureUsage::SAMPLED, TextureUsage::SAMPLED | TextureUsage::COPY_TARGET] {
        let texels = [0xff_u8, 0xff, 0, 0, 0, 0, 0, 0];
        let d = TextureDesc::sampled("depth", Format::Depth16Unorm, 2, 2, Contents::Data(&texels));
        let t = b.device.create_texture(&TextureDesc { usage, ..d }).unwrap().value;
        let view = b.device.create_view(&t, &ViewDesc::default()).unwrap();
        let mut batch = b.device.batch();
        reader.read(&b, &mut batch, &view);
        let got = batch.read_texture(&Region::level(&reader.out.texture, 0));
        batch.submit().unwrap().wait(WAIT).unwrap();
        let got = got.wait(WAIT).unwrap();
        assert_eq!(bytemuck::pod_read_unaligned::<f32>(&got[..4]), 1.0);
        b.silent();
    }
}

#[test]
fn the_largest_attachments_are_made_or_refused_in_words() {
    let Some(b) = Bed::new("largest attachments") else { return };
    let l = b.device.limits().clone();
    let mut refused = 0;
    for (format, usage) in
        [(Format::Rgba8Unorm, TextureUsage::COLOR), (Format::Depth16Unorm, TextureUsage::DEPTH)]
    {
        for (dim, side) in [(TextureDim::Cube, l.max_texture_cube), (TextureDim::D2, l.max_texture_2d)] {
            // A strip where the shape allows it, for memory's sake.
            let height = if dim == TextureDim::Cube { side } else { 1 };
            let d = TextureDesc {
                label: "large",
                dim,
                format: Some(format),
                size: [side, height, 1],
                usage,
                contents: Contents::Undefined,
                ..Default::default()
            };
            match b.device.create_texture(&d) {
                Ok(t) => drop(t),
                Err(e) => {
                    refused += 1;
                    let told = e.to_string();
                    assert!(told.contains("'large'") && told.contains(&side.to_string()), "{told}");
                }
            }
            b.silent();
        }
    }
    eprintln!("{refused} were refused");
}

#[test]
fn lines_are_copied_to_lines_and_slices_to_planes() {
    let Some(b) = Bed::new("copies between shapes") else { return };
    let of = |dim, data: &[u8]| {
        let d = TextureDesc {
            dim,
            size: [8, 1, 1],
            usage: TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET,
            ..TextureDesc::sampled("texels", Format::Rgba8Unorm, 8, 1, Contents::Data(data))
        };
        b.device.create_texture(&d).unwrap().value
    };
    let data: Vec<u8> = (1..33).collect();
    let kinds = [TextureDim::D1, TextureDim::D2, TextureDim::D3];
    for from in kinds {
        for to in kinds {
            let (src, dst) = (of(from, &data), of(to, &[0; 32]));
            let mut batch = b.device.batch();
            batch.copies(
                "copy",
                &[Copy::Texture { src: Region::level(&src, 0), dst: Region::level(&dst, 0) }],
            );
            let got = batch.read_texture(&Region::level(&dst, 0));
            let line = TextureDim::D1;
            match batch.submit() {
                Ok(receipt) => {
                    receipt.wait(WAIT).unwrap();
                    assert_eq!(got.wait(WAIT).unwrap(), data, "{from:?} to {to:?}");
                    assert_eq!(from == line, to == line);
                }
                Err(e) => {
                    assert_eq!(e.errors[0].code(), Code::CopyDimension, "{e}");
                    assert_ne!(from == line, to == line);
                }
            }
            b.silent();
        }
    }
}

#[test]
fn a_compressed_texture_of_many_strips_is_zero() {
    let Some(b) = Bed::new("strips of zeros") else { return };
    let format = Format::Bc3RgbaUnorm;
    let size = [2048, 1020];
    let bytes = |mip: u32| format.level_bytes([size[0] >> mip, size[1] >> mip, 1]) as usize;
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_SRC;
    let d = TextureDesc {
        usage,
        mips: 3,
        ..TextureDesc::sampled("blocks", format, size[0], size[1], Contents::Zero)
    };
    // What was there before, most likely in the same memory, is not zero.
    let before = vec![0xa5; (0..3).map(bytes).sum()];
    let t = b.device.create_texture(&TextureDesc { contents: Contents::Data(&before), ..d }).unwrap();
    b.device.batch().submit().unwrap().wait(WAIT).unwrap();
    drop(t);
    b.device.wait_idle(WAIT).unwrap();
    let t = b.device.create_texture(&d).unwrap().value;
    for mip in 0..3 {
        let mut batch = b.device.batch();
        let got = batch.read_texture(&Region::level(&t, mip));
        batch.submit().unwrap().wait(WAIT).unwrap();
        let got = got.wait(WAIT).unwrap();
        assert_eq!((got.len(), got.iter().filter(|b| **b != 0).count()), (bytes(mip), 0), "level {mip}");
    }
    b.silent();
}

#[test]
fn a_panic_in_a_pass_leaves_nothing_open() {
    let Some(b) = Bed::new("panics") else { return };
    let t = b.target(Format::Rgba8Unorm, 4, 4);
    let color = [Color::clear(&t.view, [1.0; 4])];
    let d = RasterDesc { label: "frame", color: &color, ..Default::default() };
    let fall = || resume_unwind(Box::new(()));
    for kind in 0..3 {
        let mut batch = b.device.batch();
        let ended = catch_unwind(AssertUnwindSafe(|| match kind {
            0 => batch.raster(&d, |_| fall()),
            1 => batch.compute(&ComputeDesc { label: "frame", ..Default::default() }, |_| fall()),
            _ => batch.raster_slot(&d).unwrap().record(|_| fall()),
        }));
        assert!(ended.is_err());
        let e = batch.submit().unwrap_err();
        assert_eq!(e.errors[0].code(), Code::PassCutShort, "{e}");
        assert!(e.to_string().contains("'frame'"), "{e}");
        // Its list is recorded anew.
        let got = b.frame(&t, |batch, _| batch.raster(&d, |_| {}));
        assert_eq!(got, [255; 64]);
        b.silent();
    }
}
