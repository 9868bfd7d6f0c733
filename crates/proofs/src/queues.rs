//! Queues beside the main one: what each does is seen by the others, in one batch and from batch to batch.

use crate::compute::{Job, WRITE, whole, words, written};
use crate::kit::*;
use candor_rhi::*;

const WORDS: u64 = 4 * 64 * 64;

/// Dispatches on both queues in turns, each of which reads at the mirrored place what the last one wrote; an image that one queue
/// computes and the other draws with; and batches on one queue or the other.
pub(crate) fn async_compute(d: &Device, rounds: usize) -> Result {
    let read = BindingKind::Storage { dynamic: false, write: false };
    let zeros = vec![0; 64 * 64];
    let buffers = [written(d, &zeros)?, written(d, &zeros)?];
    let there = [(0, WRITE, whole(&buffers[1])), (1, read, whole(&buffers[0]))];
    let back = [(0, WRITE, whole(&buffers[0])), (1, read, whole(&buffers[1]))];
    let jobs = [
        Job::new(d, "proof_compute.cs_add", &there, true)?,
        Job::new(d, "proof_compute.cs_add", &back, true)?,
    ];
    let queues = [Queue::Compute, Queue::Main];
    let readback = run(d, |b| {
        for i in 0..rounds {
            jobs[i % 2].record_on(b, queues[i % 2], Order::Unordered, &[([0, 64 * 64, 0, 0], 64)]);
        }
        b.read_buffer(&buffers[0], 0..WORDS)
    })?;
    same("words after all rounds", words(&readback.wait(WAIT)?), vec![rounds as u32; 64 * 64])?;
    for i in 0..rounds {
        // A batch of its own for each, on the queues in turns.
        run(d, |b| jobs[i % 2].record_on(b, queues[i % 2], Order::Unordered, &[([0, 64 * 64, 0, 0], 64)]))?;
    }
    let readback = run(d, |b| b.read_buffer(&buffers[0], 0..WORDS))?;
    same("words after as many batches", words(&readback.wait(WAIT)?), vec![128; 64 * 64])?;
    for shared_queues in [false, true] {
        image(d, shared_queues)?;
    }
    Ok(())
}

/// Draws what a texture holds.
struct Shower {
    pipeline: RasterPipeline,
    group: BindGroup,
}

impl Shower {
    fn new(d: &Device, view: &View, format: Format) -> Result<Self> {
        let (layout, group) = sampling(d, 0, view, None)?;
        let (colors, groups) = ([format.into()], [&layout]);
        let desc = RasterPipelineDesc { colors: &colors, groups: &groups, ..Default::default() };
        let pipeline = pipeline(d, "proof_draw.vs_quad", "proof_sample.fs_load", &desc)?;
        Ok(Self { pipeline, group })
    }

    fn draw(&self, b: &mut Batch, target: &Seen) {
        let (color, groups) = ([Color::clear(&target.view, [0.0; 4])], [&self.group]);
        let desc = RasterDesc { label: "shown", color: &color, groups: &groups, ..Default::default() };
        b.raster(&desc, |p| {
            p.pipeline(&self.pipeline);
            p.group(0, &self.group, []);
            Push::FULL.set(p);
            p.draw(0..6, 0..1);
        });
    }
}

/// One queue computes an image, the other draws with it, twice over.
fn image(d: &Device, shared_queues: bool) -> Result {
    let data: Vec<u8> = (0..8 * 8 * 4).map(|i| (i * 7 % 256) as u8).collect();
    let source =
        texture(d, &TextureDesc::sampled("source", Format::Rgba8Unorm, 8, 8, Contents::Data(&data)))?;
    let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED;
    let desc = TextureDesc::color_target("image", Format::Rgba16Float, 8, 8);
    let image = texture(d, &TextureDesc { usage, shared_queues, ..desc })?;
    let kind = BindingKind::StorageTexture { write: true };
    let entries =
        [(2, kind, Resource::View(&image.view)), (3, BindingKind::Texture, Resource::View(&source.view))];
    let job = Job::new(d, "proof_compute.cs_image", &entries, false)?;
    let shower = Shower::new(d, &image.view, Format::Rgba32Float)?;
    let target = target(d, Format::Rgba32Float, 8, 8)?;
    for _ in 0..2 {
        let readback = run(d, |b| {
            job.record_on(b, Queue::Compute, Order::Unordered, &[([0; 4], 1)]);
            shower.draw(b, &target);
            b.read_texture(&Region::level(&target.texture, 0))
        })?;
        let shown = Image::new(&target.texture, readback.wait(WAIT)?)?;
        shown.expect("the image that the other queue computed", 0.01, |x, y| {
            let at = (y * 8 + x) as usize * 4;
            let v = [0, 1, 2, 3].map(|c| f32::from(data[at + c]) / 255.0 * 4.0);
            [v[0] + x as f32, v[1] + y as f32, v[2], v[3] - 8.0]
        })?;
    }
    Ok(())
}

/// Words that one queue counts up and the other carries from buffer to buffer; and a texture that one queue fills, the other
/// draws with, and that comes back through a buffer.
pub(crate) fn async_transfer(d: &Device, rounds: usize) -> Result {
    let data = vec![0u8; WORDS as usize];
    let usage = BufferUsage::STORAGE
        | BufferUsage::STORAGE_WRITE
        | BufferUsage::COPY_SRC
        | BufferUsage::COPY_DST
        | BufferUsage::COPY_TARGET;
    let store = buffer(d, usage, &data)?;
    let carried = buffer(d, BufferUsage::COPY_SRC | BufferUsage::COPY_DST | BufferUsage::COPY_TARGET, &data)?;
    let job = Job::new(d, "proof_compute.cs_increment", &[(0, WRITE, whole(&store))], false)?;
    let copy = |b: &mut Batch, from: &Buffer, to: &Buffer| {
        let list = [Copy::Buffer { src: from, src_offset: 0, dst: to, dst_offset: 0, size: WORDS }];
        b.copies_on(Queue::Copy, "carried", &list);
    };
    let readback = run(d, |b| {
        for _ in 0..rounds {
            job.record_on(b, Queue::Main, Order::Unordered, &[([0; 4], 64)]);
            copy(b, &store, &carried);
            copy(b, &carried, &store);
        }
        b.read_buffer(&carried, 0..WORDS)
    })?;
    same("words that were carried", words(&readback.wait(WAIT)?), vec![16; WORDS as usize / 4])?;

    let texels: Vec<u8> = (0..64 * 16 * 4).map(|i| (i * 5 % 251) as u8).collect();
    let staged = buffer(d, BufferUsage::COPY_SRC | BufferUsage::COPY_DST, &texels)?;
    let usage = TextureUsage::SAMPLED | TextureUsage::COPY_SRC | TextureUsage::COPY_TARGET;
    let desc = TextureDesc::color_target("filled elsewhere", Format::Rgba8Unorm, 64, 16);
    let filled = texture(d, &TextureDesc { usage, ..desc })?;
    let shower = Shower::new(d, &filled.view, Format::Rgba8Unorm)?;
    let target = target(d, Format::Rgba8Unorm, 64, 16)?;
    let out = buffer(d, BufferUsage::COPY_SRC | BufferUsage::COPY_DST | BufferUsage::COPY_TARGET, &texels)?;
    let side = |buffer| BufferSide { buffer, offset: 0, row_bytes: 0, rows: 0 };
    let (shown, back) = run(d, |b| {
        let fill = [Copy::BufferToTexture { src: side(&staged), dst: Region::level(&filled.texture, 0) }];
        b.copies_on(Queue::Copy, "fill", &fill);
        shower.draw(b, &target);
        let take = [Copy::TextureToBuffer { src: Region::level(&target.texture, 0), dst: side(&out) }];
        b.copies_on(Queue::Copy, "take", &take);
        (b.read_texture(&Region::level(&target.texture, 0)), b.read_buffer(&out, 0..texels.len() as u64))
    })?;
    same("texels that were drawn", shown.wait(WAIT)?, texels.clone())?;
    same("texels that came back through the copy queue", back.wait(WAIT)?, texels)
}
