//! Parts of buffers and textures that are written from the host, in any order with batches that are on their way, beside a model
//! of the same on the processor.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, column, push};
use candor_rhi::driver::ApiValidation;
use candor_rhi::null::{NullBackend, NullDesc, Timing};
use candor_rhi::*;
use std::collections::{HashMap, VecDeque};

/// Numbers that look random, the same in each run.
struct Random(u64);

impl Random {
    /// From 0 up to `n`, which is left out.
    fn below(&mut self, n: u32) -> u32 {
        // Knuth's generator MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
    /// A part of so many units: first and number.
    fn part(&mut self, units: u32) -> (u32, u32) {
        let first = self.below(units);
        (first, self.below(units - first) + 1)
    }
}

/// A texture, and the blocks of each of its levels as the processor sees them.
struct Modelled {
    texture: Texture,
    levels: HashMap<(Aspects, u32, u32), Vec<u8>>,
}

/// A region in blocks: origin, size, layers.
#[derive(Debug, Clone, Copy)]
struct Part {
    aspect: Aspects,
    mip: u32,
    layers: (u32, u32),
    origin: [u32; 3],
    size: [u32; 3],
}

impl Modelled {
    fn new(device: &Device, desc: &TextureDesc<'_>) -> Self {
        let texture = device.create_texture(desc).unwrap().value;
        Self { texture, levels: HashMap::new() }
    }

    fn unit(&self, aspect: Aspects) -> usize {
        match aspect {
            Aspects::STENCIL => 1,
            _ => self.texture.info().format.info().block_bytes.into(),
        }
    }

    /// Blocks of a level along each axis.
    fn blocks(&self, mip: u32) -> [u32; 3] {
        let (w, h) = self.texture.info().format.info().block;
        let [x, y, z] = self.texture.info().level_size(mip);
        [x.div_ceil(w.into()), y.div_ceil(h.into()), z]
    }

    fn part(&self, r: &mut Random) -> Part {
        let i = self.texture.info();
        let aspects: Vec<_> = i.format.info().aspects.iter().collect();
        let aspect = aspects[r.below(aspects.len() as u32) as usize];
        let mip = r.below(i.mips);
        let [x, y, z] = self.blocks(mip).map(|n| r.part(n));
        Part { aspect, mip, layers: r.part(i.layers), origin: [x.0, y.0, z.0], size: [x.1, y.1, z.1] }
    }

    fn region(&self, p: &Part) -> Region<'_> {
        let (w, h) = self.texture.info().format.info().block;
        let (block, level) = ([w.into(), h.into(), 1], self.texture.info().level_size(p.mip));
        let origin = [0, 1, 2].map(|i| p.origin[i] * block[i]);
        let size = [0, 1, 2].map(|i| (p.size[i] * block[i]).min(level[i] - origin[i]));
        Region {
            texture: &self.texture,
            mip: p.mip,
            layer: p.layers.0,
            layers: p.layers.1,
            origin,
            size,
            aspect: Some(p.aspect),
        }
    }

    /// Each row of a part: its first byte in the level of a layer.
    fn rows(&self, p: &Part) -> Vec<(u32, usize)> {
        let [w, h, _] = self.blocks(p.mip).map(|n| n as usize);
        let mut rows = Vec::new();
        for layer in p.layers.0..p.layers.0 + p.layers.1 {
            for z in p.origin[2]..p.origin[2] + p.size[2] {
                for y in p.origin[1]..p.origin[1] + p.size[1] {
                    let at = (z as usize * h + y as usize) * w + p.origin[0] as usize;
                    rows.push((layer, at * self.unit(p.aspect)));
                }
            }
        }
        rows
    }

    fn level(&mut self, aspect: Aspects, mip: u32, layer: u32) -> &mut Vec<u8> {
        let bytes = self.blocks(mip).iter().product::<u32>() as usize * self.unit(aspect);
        self.levels.entry((aspect, mip, layer)).or_insert_with(|| vec![0; bytes])
    }

    /// Writes a part with rows and slices that lie apart.
    fn write(&mut self, device: &Device, r: &mut Random) {
        let p = self.part(r);
        let unit = self.unit(p.aspect);
        let packed = p.size[0] as usize * unit;
        let (row_bytes, rows) = match r.below(3) {
            0 => (0, 0),
            1 => (packed as u32 + r.below(9), 0),
            _ => (packed as u32 + r.below(9), p.size[1] + r.below(3)),
        };
        let pitch = if row_bytes == 0 { packed } else { row_bytes as usize };
        let high = if rows == 0 { p.size[1] } else { rows } as usize;
        let mut data = vec![0xEE; pitch * high * (p.size[2] * p.layers.1) as usize];
        for (i, (layer, at)) in self.rows(&p).into_iter().enumerate() {
            let (slice, row) = (i / p.size[1] as usize, i % p.size[1] as usize);
            let from = (slice * high + row) * pitch;
            let bytes = &mut data[from..from + packed];
            for block in bytes.chunks_exact_mut(unit) {
                block.fill_with(|| r.below(256) as u8);
                match (self.texture.info().format, p.aspect) {
                    // Depth lies between 0 and 1, and 24 bits of it in the lower three bytes.
                    (Format::Depth32Float | Format::Depth32FloatStencil8, Aspects::DEPTH) => {
                        let value = r.below(1 << 24) as f32 / (1 << 24) as f32;
                        block.copy_from_slice(&value.to_ne_bytes());
                    }
                    (Format::Depth24UnormStencil8 | Format::Depth24Plus, Aspects::DEPTH) => block[3] = 0,
                    _ => {}
                }
            }
            let row = bytes.to_vec();
            self.level(p.aspect, p.mip, layer)[at..at + packed].copy_from_slice(&row);
        }
        let layout = DataLayout { row_bytes, rows };
        device.write_texture_region(&self.region(&p), &data, layout).unwrap();
    }

    /// What a part holds now, tightly packed.
    fn expected(&mut self, p: &Part) -> Vec<u8> {
        let packed = p.size[0] as usize * self.unit(p.aspect);
        let mut out = Vec::new();
        for (layer, at) in self.rows(p) {
            out.extend_from_slice(&self.level(p.aspect, p.mip, layer)[at..at + packed]);
        }
        out
    }
}

fn textures(device: &Device) -> Vec<Modelled> {
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_DST;
    let base = TextureDesc { usage, ..Default::default() };
    let of = |label, format, dim, size, layers, mips| TextureDesc {
        label,
        format: Some(format),
        dim,
        size,
        layers,
        mips,
        ..base
    };
    use Format as F;
    use TextureDim as D;
    let mut all = vec![
        of("array", F::Rgba8Unorm, D::D2, [13, 9, 1], 3, 4),
        of("wide", F::Rgba32Uint, D::D2, [5, 5, 1], 1, 1),
        of("bytes", F::R8Uint, D::D2, [17, 3, 1], 2, 2),
        of("volume", F::R16Uint, D::D3, [7, 6, 5], 1, 3),
        of("line", F::R32Uint, D::D1, [33, 1, 1], 1, 3),
        of("cube", F::Rg8Unorm, D::Cube, [8, 8, 1], 6, 2),
        of("blocks", F::Bc1RgbaUnorm, D::D2, [22, 10, 1], 2, 3),
        of("large blocks", F::Bc7RgbaUnorm, D::D2, [16, 20, 1], 1, 5),
    ];
    let depths =
        [F::Depth16Unorm, F::Depth32Float, F::Depth24UnormStencil8, F::Depth32FloatStencil8, F::Stencil8];
    for format in depths {
        let usage = usage | TextureUsage::DEPTH;
        if device.format_support(format).0.contains(backend::FormatSupport::DEPTH) {
            all.push(TextureDesc { usage, ..of("depth", format, D::D2, [11, 7, 1], 2, 2) });
        }
    }
    all.iter().map(|d| Modelled::new(device, d)).collect()
}

/// Batches with writes before them, between them and while they are declared; several are on their way at once.
fn compare_with_model(device: &Device, seed: u64, batches: usize) {
    const BYTES: u32 = 1001;
    let mut r = Random(seed);
    let mut textures = textures(device);
    let usage =
        BufferUsage::STORAGE | BufferUsage::COPY_SRC | BufferUsage::COPY_DST | BufferUsage::COPY_TARGET;
    let tracked = BufferDesc { label: "tracked", size_bytes: BYTES.into(), usage, ..Default::default() };
    let settled = BufferUsage::STORAGE | BufferUsage::COPY_SRC | BufferUsage::COPY_DST;
    let settled = BufferDesc { label: "settled", usage: settled, ..tracked };
    let buffers = [tracked, settled].map(|d| device.create_buffer(&d).unwrap());
    let mut bytes = [vec![0; BYTES as usize], vec![0; BYTES as usize]];
    let mut flying = VecDeque::new();
    let check = |(receipt, reads): (Receipt, Vec<(String, Readback, Vec<u8>)>)| {
        receipt.wait(WAIT).unwrap();
        for (what, readback, expected) in reads {
            let mut got = readback.wait(WAIT).unwrap();
            if what.starts_with("Depth24UnormStencil8") && what.contains("DEPTH") {
                // What the upper byte holds is not said.
                got.chunks_exact_mut(4).for_each(|t| t[3] = 0);
            }
            assert_eq!(got, expected, "{what}");
        }
    };
    let write = |r: &mut Random, textures: &mut [Modelled], bytes: &mut [Vec<u8>; 2]| {
        for _ in 0..r.below(6) {
            let i = r.below(textures.len() as u32 + 4) as usize;
            if let Some(t) = textures.get_mut(i) {
                t.write(device, r);
                continue;
            }
            let which = r.below(2) as usize;
            let (first, n) = r.part(BYTES.div_ceil(4));
            let (at, end) = (first as usize * 4, (first + n).saturating_mul(4).min(BYTES) as usize);
            let data: Vec<u8> = (at..end).map(|_| r.below(256) as u8).collect();
            device.write_buffer(&buffers[which], at as u64, &data).unwrap();
            bytes[which][at..end].copy_from_slice(&data);
        }
    };
    for n in 0..batches {
        write(&mut r, &mut textures, &mut bytes);
        let mut batch = device.batch();
        let mut parts = Vec::new();
        for _ in 0..1 + r.below(5) {
            let i = r.below(textures.len() as u32) as usize;
            let p = textures[i].part(&mut r);
            parts.push((i, p, batch.read_texture(&textures[i].region(&p))));
        }
        let read = buffers.each_ref().map(|b| batch.read_buffer(b, 0..BYTES.into()));
        // What is written now goes before the batch as well: it is not submitted yet.
        write(&mut r, &mut textures, &mut bytes);
        let receipt = batch.submit().unwrap_or_else(|e| panic!("{e}"));
        let mut reads: Vec<_> = parts
            .into_iter()
            .map(|(i, p, readback)| {
                let t = &mut textures[i];
                let what = format!("{:?}, seed {seed}, batch {n}: {p:?}", t.texture.info().format);
                (what, readback, t.expected(&p))
            })
            .collect();
        for (readback, bytes) in read.into_iter().zip(&bytes) {
            reads.push((format!("buffer, seed {seed}, batch {n}"), readback, bytes.clone()));
        }
        flying.push_back((receipt, reads));
        if flying.len() > 3 {
            check(flying.pop_front().unwrap());
        }
    }
    flying.into_iter().for_each(check);
}

const RINGS: [u64; 3] = [0, 4096, DeviceDesc::UPLOAD_RING_BYTES];

#[test]
fn null_holds_what_was_written_last() {
    for (i, upload_ring_bytes) in RINGS.into_iter().enumerate() {
        let null = NullBackend::new(NullDesc { timing: Timing::Late { polls: 2 }, ..Default::default() });
        let device = Device::with(null, &DeviceDesc { upload_ring_bytes, ..Default::default() });
        for seed in 0..20 {
            compare_with_model(&device, seed * 3 + i as u64, 20);
        }
    }
}

#[test]
fn parts_are_written_in_order_with_batches_that_are_on_their_way() {
    for (i, upload_ring_bytes) in RINGS.into_iter().enumerate() {
        let desc = DeviceDesc { upload_ring_bytes, ..Default::default() };
        let Some(b) = Bed::described("parts written", ApiValidation::On, &desc, |b| b) else { return };
        for seed in 0..3 {
            compare_with_model(&b.device, 1000 + seed * 3 + i as u64, 12);
        }
        let grown = b.device.stats().upload_blocks_grown;
        assert_eq!(grown > 0, i < 2, "{grown} blocks beyond a ring of {upload_ring_bytes} bytes");
        b.silent();
    }
}

/// A texture that is only sampled rests readable before and after; parts that do not meet share their barriers.
#[test]
fn parts_of_a_settled_texture_are_seen_by_the_next_draw() {
    let Some(b) = Bed::new("parts of a settled texture") else { return };
    let d = &b.device;
    let (format, size) = (Format::Rgba8Unorm, 8);
    let atlas = TextureDesc::sampled("atlas", format, size, size, Contents::Zero);
    let atlas = d.create_texture(&atlas).unwrap().value;
    let view = d.create_view(&atlas, &ViewDesc::default()).unwrap();
    let entries = [LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture)];
    let layout = BindGroupLayoutDesc { label: "layout", entries: &entries, samplers: &[] };
    let layout = d.create_bind_group_layout(&layout).unwrap();
    let group = BindGroupDesc { label: "group", layout: &layout, entries: &[GroupEntry::view(0, &view)] };
    let group = d.create_bind_group(&group).unwrap();
    let out = b.target(format, size, size);
    let colors = [format.into()];
    let desc = RasterPipelineDesc { colors: &colors, groups: &[&layout], push: PUSH, ..Default::default() };
    let p = b.pipeline(QUAD, "proof_sample.fs_load", &desc);
    let mut r = Random(7);
    let mut model = vec![0u8; (size * size * 4) as usize];
    for frame in 0..10 {
        for tile in 0..40 {
            // Most are apart from those before; some are not.
            let (x, y) = ((tile * 2) % size, (tile * 2 / size * 2) % size);
            let data: Vec<u8> = (0..16).map(|_| r.below(256) as u8).collect();
            let region = Region { origin: [x, y, 0], size: [2, 2, 1], ..Region::level(&atlas, 0) };
            d.write_texture_region(&region, &data, DataLayout::TIGHT).unwrap();
            for row in 0..2 {
                let at = (((y + row) * size + x) * 4) as usize;
                model[at..at + 8].copy_from_slice(&data[row as usize * 8..][..8]);
            }
        }
        let bytes = b.frame(&out, |batch, view| {
            let color = [Color::clear(view, [0.5; 4])];
            let pass = RasterDesc { color: &color, groups: &[&group], ..Default::default() };
            batch.raster(&pass, |r| {
                r.pipeline(&p);
                r.group(0, &group, []);
                r.push(0, &push(column(0, 1), [0.5; 2], [0.0; 4]));
                r.draw(0..6, 0..1);
            });
        });
        assert_eq!(bytes, model, "frame {frame}");
    }
    b.silent();
}
