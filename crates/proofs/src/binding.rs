//! Arrays of bindings, indexed by what the shader computes.

use crate::compute::{Job, WRITE, words, written};
use crate::kit::*;
use candor_rhi::*;

const READ: BindingKind = BindingKind::Storage { dynamic: false, write: false };
const UNIFORM: BindingKind = BindingKind::Uniform { dynamic: false };
/// Index at which the shaders begin to count.
const FIRST: u32 = 3;

fn part(buffer: &Buffer) -> BufferPart<'_> {
    BufferPart { buffer, offset: 0, size: 0 }
}

/// Four storage buffers and three uniform buffers, each element filled with the buffer that `pick` says.
pub(crate) fn buffer_array_indexing(d: &Device, pick: impl Fn(usize) -> usize) -> Result {
    let input = |i: usize, lane: usize| (100 * i + 10 * lane + 1) as u32;
    let value = |i: usize, lane: usize| (10_000 * (i + 1) + lane) as u32;
    let of = |usage, data: [u32; 4]| buffer(d, usage, bytemuck::cast_slice(&data));
    let lanes = [0, 1, 2, 3];
    let inputs =
        (0..4).map(|i| of(BufferUsage::STORAGE, lanes.map(|l| input(i, l)))).collect::<Result<Vec<_>>>()?;
    let values =
        (0..3).map(|i| of(BufferUsage::UNIFORM, lanes.map(|l| value(i, l)))).collect::<Result<Vec<_>>>()?;
    let inputs: Vec<_> = (0..4).map(|i| part(&inputs[pick(i)])).collect();
    let values: Vec<_> = (0..3).map(|i| part(&values[pick(i)])).collect();
    let out = written(d, &[0; 48])?;
    let result = Resource::Buffer { buffer: &out, offset: 0, size: 0 };
    let entries =
        [(0, WRITE, result), (1, READ, Resource::Buffers(&inputs)), (2, UNIFORM, Resource::Buffers(&values))];
    let job = Job::new(d, "proof_binding.cs_buffers", &entries, true)?;
    let readback = run(d, |b| {
        job.record(b, Order::Unordered, &[([FIRST, 0, 0, 0], 1)]);
        b.read_buffer(&out, 0..192)
    })?;
    for (n, word) in words(&readback.wait(WAIT)?).into_iter().enumerate() {
        let (at, lane) = (n / 4 + FIRST as usize, n % 4);
        let expected = input(at % 4, lane) + value(at % 3, lane);
        same(&format!("word {n} out of arrays of buffers"), word, expected)?;
    }
    Ok(())
}

/// Four textures, two samplers and two storage textures, likewise.
pub(crate) fn texture_array_indexing(d: &Device, pick: impl Fn(usize) -> usize) -> Result {
    let red = |i: usize, x: usize| (50 * i + 10 * x) as u8;
    let rows = (0..4).map(|i| {
        let data: Vec<u8> = (0..4).flat_map(|x| [red(i, x), 0, 0, 255]).collect();
        texture(d, &TextureDesc::sampled("row", Format::Rgba8Unorm, 4, 1, Contents::Data(&data)))
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    // One takes the texel at the edge, the other the first one again.
    let clamp = d.create_sampler(&SamplerDesc::nearest("clamp"))?.value;
    let repeat = d.create_sampler(&SamplerDesc {
        address: [AddressMode::Repeat; 3],
        ..SamplerDesc::nearest("repeat")
    })?;
    let image = |_| {
        let usage = TextureUsage::STORAGE | TextureUsage::COPY_SRC;
        texture(d, &TextureDesc { usage, ..TextureDesc::color_target("image", Format::R32Uint, 4, 8) })
    };
    let images = (0..2).map(image).collect::<Result<Vec<_>>>()?;
    let textures: Vec<_> = (0..4).map(|i| &rows[pick(i)].view).collect();
    let views: Vec<_> = images.iter().map(|i| &i.view).collect();
    let store = BindingKind::StorageTexture { write: true };
    let entries = [
        (3, BindingKind::Texture, Resource::Views(&textures)),
        (4, BindingKind::Sampler, Resource::Samplers(&[&clamp, &repeat.value])),
        (5, store, Resource::Views(&views)),
    ];
    let job = Job::new(d, "proof_binding.cs_textures", &entries, true)?;
    let readbacks = run(d, |b| {
        job.record(b, Order::Unordered, &[([FIRST, 0, 0, 0], 1)]);
        [0, 1].map(|i| b.read_texture(&Region::level(&images[i].texture, 0)))
    })?;
    let got = [words(&readbacks[0].wait(WAIT)?), words(&readbacks[1].wait(WAIT)?)];
    for i in FIRST as usize..FIRST as usize + 8 {
        for x in 0..4 {
            // The place of the last lane is the right edge.
            let from = if x < 3 {
                x + 1
            } else if i % 2 == 0 {
                3
            } else {
                0
            };
            let word = got[i % 2][4 * (i / 2) + x];
            same(&format!("texel {x} of texture {i}"), word, u32::from(red(i % 4, from)))?;
        }
    }
    Ok(())
}
