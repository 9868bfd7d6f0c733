//! Dispatches: buffers and images, order, bounds, and arithmetic of each kind of number.

use crate::kit::*;
use candor_rhi::*;

const READ: BindingKind = BindingKind::Storage { dynamic: false, write: false };
pub(crate) const WRITE: BindingKind = BindingKind::Storage { dynamic: false, write: true };
const PUSH_WORDS: PushLayout = PushLayout { stages: Stages::COMPUTE, bytes: 16 };
const GROUP: u32 = 64;

/// A buffer that dispatches write.
pub(crate) fn written(d: &Device, data: &[u32]) -> Result<Buffer> {
    let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
    buffer(d, usage, bytemuck::cast_slice(data))
}

pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// A compute pipeline with one group.
pub(crate) struct Job {
    pipeline: ComputePipeline,
    group: BindGroup,
    push: bool,
}

impl Job {
    pub(crate) fn new(
        d: &Device,
        shader: &str,
        entries: &[(u32, BindingKind, Resource<'_>)],
        push: bool,
    ) -> Result<Self> {
        Self::of(d, stage(shader)?, entries, push)
    }

    /// With a shader that is not in the library as it stands.
    pub(crate) fn of(
        d: &Device,
        shader: ShaderStage<'_>,
        entries: &[(u32, BindingKind, Resource<'_>)],
        push: bool,
    ) -> Result<Self> {
        let count = |r: &Resource<'_>| match r {
            Resource::Buffer { .. } | Resource::View(_) | Resource::Sampler(_) => 1,
            Resource::Buffers(all) => all.len() as u32,
            Resource::Views(all) => all.len() as u32,
            Resource::Samplers(all) => all.len() as u32,
        };
        let entry = |(b, k, r): &(u32, BindingKind, Resource<'_>)| {
            LayoutEntry::new(*b, Stages::COMPUTE, *k).array(count(r))
        };
        let layout: Vec<_> = entries.iter().map(entry).collect();
        let desc = BindGroupLayoutDesc { label: "proof", entries: &layout, ..Default::default() };
        let layout = d.create_bind_group_layout(&desc)?;
        let filled: Vec<_> =
            entries.iter().map(|(b, _, r)| GroupEntry { binding: *b, resource: *r }).collect();
        let group =
            d.create_bind_group(&BindGroupDesc { label: "proof", layout: &layout, entries: &filled })?;
        let pipeline = d.create_compute_pipeline(&ComputePipelineDesc {
            label: "proof",
            groups: &[&layout],
            push: if push { PUSH_WORDS } else { PushLayout::default() },
            shader,
        })?;
        Ok(Self { pipeline, group, push })
    }

    pub(crate) fn record(&self, b: &mut Batch, order: Order, dispatches: &[([u32; 4], u32)]) {
        self.record_on(b, Queue::Main, order, dispatches);
    }

    pub(crate) fn record_on(
        &self,
        b: &mut Batch,
        queue: Queue,
        order: Order,
        dispatches: &[([u32; 4], u32)],
    ) {
        let groups = [&self.group];
        let desc = ComputeDesc { label: "proof", groups: &groups, order, queue, ..Default::default() };
        b.compute(&desc, |c| {
            c.pipeline(&self.pipeline);
            c.group(0, &self.group, []);
            for (push, groups) in dispatches {
                if self.push {
                    c.push(bytemuck::cast_slice(push));
                }
                c.dispatch(*groups, 1, 1);
            }
        });
    }
}

pub(crate) fn whole(buffer: &Buffer) -> Resource<'_> {
    Resource::Buffer { buffer, offset: 0, size: 0 }
}

/// One dispatch that reads words and writes words.
fn compute_words(
    d: &Device,
    shader: &str,
    input: &[u32],
    out: usize,
    push: Option<[u32; 4]>,
    groups: u32,
) -> Result<Vec<u32>> {
    let (words_out, input) =
        (written(d, &vec![0; out])?, buffer(d, BufferUsage::STORAGE, bytemuck::cast_slice(input))?);
    let entries = [(0, WRITE, whole(&words_out)), (1, READ, whole(&input))];
    let job = Job::new(d, shader, &entries, push.is_some())?;
    let readback = run(d, |b| {
        job.record(b, Order::Unordered, &[(push.unwrap_or_default(), groups)]);
        b.read_buffer(&words_out, 0..4 * out as u64)
    })?;
    Ok(words(&readback.wait(WAIT)?))
}

/// Four workgroups turn their words around through shared memory, and count themselves; an image is read and written.
pub(crate) fn compute(d: &Device, groups: u32) -> Result {
    let n = 256;
    let input: Vec<u32> = (0..n).map(|i| 3 * i + 1).collect();
    let got = compute_words(d, "proof_compute.cs_turn", &input, n as usize + 1, Some([5, n, 0, 0]), groups)?;
    for i in 0..n {
        let from = i / GROUP * GROUP + (GROUP - 1 - i % GROUP);
        same(&format!("word {i}"), got[i as usize], 5 * input[from as usize])?;
    }
    same("invocations that were counted", got[n as usize], n)?;
    dispatch_by_arguments(d, n)?;
    storage_hdr(d, Format::Rgba16Float)
}

/// A dispatch writes the number of workgroups, 3 x 2 x 1, that the next pass dispatches.
fn dispatch_by_arguments(d: &Device, n: u32) -> Result {
    let mut data = [0; 64];
    data[8..11].copy_from_slice(&[2, 1, 0]);
    let usage = BufferUsage::STORAGE | BufferUsage::STORAGE_WRITE | BufferUsage::INDIRECT;
    let args = buffer(d, usage, bytemuck::cast_slice(&data))?;
    let (out, input) =
        (written(d, &vec![0; n as usize + 1])?, buffer(d, BufferUsage::STORAGE, &vec![1; 4 * n as usize])?);
    let writer = Job::new(d, "proof_compute.cs_increment", &[(0, WRITE, whole(&args))], false)?;
    let entries = [(0, WRITE, whole(&out)), (1, READ, whole(&input))];
    let counter = Job::new(d, "proof_compute.cs_turn", &entries, true)?;
    let readback = run(d, |b| {
        writer.record(b, Order::Unordered, &[([0; 4], 1)]);
        let uses = [Use::Buffer(&args, Access::INDIRECT, Stages::empty())];
        let groups = [&counter.group];
        b.compute(&ComputeDesc { label: "proof", groups: &groups, uses: &uses, ..Default::default() }, |c| {
            c.pipeline(&counter.pipeline);
            c.group(0, &counter.group, []);
            c.push(bytemuck::cast_slice(&[1, n, 0, 0]));
            c.dispatch_indirect(&args, 32);
        });
        b.read_buffer(&out, 0..4 * u64::from(n + 1))
    })?;
    let got = words(&readback.wait(WAIT)?);
    same("invocations that the arguments asked for", got[n as usize], 6 * GROUP)?;
    let reached = got[..n as usize].iter().filter(|w| **w != 0).count();
    same("words that three workgroups reach", reached, 3 * GROUP as usize)
}

/// A storage image of 16-bit floats keeps what 8 bits would not.
pub(crate) fn storage_hdr(d: &Device, format: Format) -> Result {
    let data: Vec<u8> = (0..8 * 8 * 4).map(|i| (i * 7 % 256) as u8).collect();
    let source =
        texture(d, &TextureDesc::sampled("source", Format::Rgba8Unorm, 8, 8, Contents::Data(&data)))?;
    let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED;
    let image = texture(d, &TextureDesc { usage, ..TextureDesc::color_target("image", format, 8, 8) })?;
    let kind = BindingKind::StorageTexture { write: true };
    let entries =
        [(2, kind, Resource::View(&image.view)), (3, BindingKind::Texture, Resource::View(&source.view))];
    let job = Job::new(d, "proof_compute.cs_image", &entries, false)?;
    run(d, |b| job.record(b, Order::Unordered, &[([0; 4], 1)]))?;
    let group = sampling(d, 0, &image.view, None)?;
    let shown = show(d, "proof_sample.fs_load", &group, [8, 8], &[Push::FULL])?;
    shown.expect("the storage image", 0.01, |x, y| {
        let at = (y * 8 + x) as usize * 4;
        let v = [0, 1, 2, 3].map(|c| f32::from(data[at + c]) / 255.0 * 4.0);
        [v[0] + x as f32, v[1] + y as f32, v[2], v[3] - 8.0]
    })
}

/// Dispatches that each read at the mirrored place what the last one wrote, and dispatches of one pass in series.
pub(crate) fn synchronization(d: &Device, order: Order, passes: usize) -> Result {
    let n = 64 * GROUP;
    let zeros = vec![0; n as usize];
    let buffers = [written(d, &zeros)?, written(d, &zeros)?];
    let there = [(0, WRITE, whole(&buffers[1])), (1, READ, whole(&buffers[0]))];
    let back = [(0, WRITE, whole(&buffers[0])), (1, READ, whole(&buffers[1]))];
    let add = "proof_compute.cs_add";
    let jobs = [Job::new(d, add, &there, true)?, Job::new(d, add, &back, true)?];
    let in_place = [(0, WRITE, whole(&buffers[0]))];
    let increment = Job::new(d, "proof_compute.cs_increment", &in_place, false)?;
    let readback = run(d, |b| {
        for i in 0..passes {
            jobs[i % 2].record(b, Order::Unordered, &[([0, n, 0, 0], 64)]);
        }
        increment.record(b, order, &[([0; 4], 64); 32]);
        b.read_buffer(&buffers[0], 0..4 * u64::from(n))
    })?;
    let got = words(&readback.wait(WAIT)?);
    match got.iter().position(|w| *w != 64 + 32) {
        None => Ok(()),
        Some(i) => wrong(&format!("word {i} after 64 passes and 32 dispatches"), got[i], 64 + 32),
    }
}

/// Batches end in order, each having seen what the last one wrote.
pub(crate) fn timeline(d: &Device, waits: bool) -> Result {
    let store = written(d, &[0; 64])?;
    let job = Job::new(d, "proof_compute.cs_increment", &[(0, WRITE, whole(&store))], false)?;
    let mut sent = Vec::new();
    for i in 0..8u32 {
        let mut b = d.batch();
        job.record(&mut b, Order::Unordered, &[([0; 4], if waits || i == 0 { 1 } else { 0 })]);
        let readback = b.read_buffer(&store, 0..256);
        sent.push((b.submit()?, readback));
    }
    if let Some((last, _)) = sent.last() {
        last.wait(WAIT)?;
    }
    for (i, (receipt, readback)) in sent.iter().enumerate() {
        same(&format!("batch {i} has ended, since a later one has"), receipt.is_finished(), true)?;
        let got = words(&readback.wait(WAIT)?);
        same(&format!("what batch {i} left"), got, vec![i as u32 + 1; 64])?;
    }
    Ok(())
}

/// Reads and writes beyond the ends of two buffers meet neither the buffers beside them nor what those hold.
pub(crate) fn robust_access(d: &Device, far: u32) -> Result {
    const SECRET: u32 = 0x5EC2_E700;
    const POISON: u32 = 0x0BAD_0BAD;
    let side = |_| written(d, &[SECRET; 64]);
    let mut beside = (0..8).map(side).collect::<Result<Vec<_>>>()?;
    let store = written(d, &[0; 64])?;
    let input = buffer(d, BufferUsage::STORAGE, bytemuck::cast_slice(&[1u32; 64]))?;
    beside.extend((0..8).map(side).collect::<Result<Vec<_>>>()?);
    let entries = [(0, WRITE, whole(&store)), (1, READ, whole(&input))];
    let job = Job::new(d, "proof_compute.cs_beyond", &entries, true)?;
    let readbacks = run(d, |b| {
        job.record(b, Order::Unordered, &[([far, 61, SECRET, POISON], 64)]);
        let all: Vec<_> = beside.iter().chain([&store]).map(|n| b.read_buffer(n, 0..256)).collect();
        all
    })?;
    let got = readbacks.iter().map(|r| Ok(words(&r.wait(WAIT)?))).collect::<Result<Vec<_>>>()?;
    for (i, b) in got[..16].iter().enumerate() {
        same(&format!("buffer {i} beside"), b.clone(), vec![SECRET; 64])?;
    }
    if got[16][0] == SECRET {
        wrong("what was read beyond the end", SECRET, "nothing of another buffer")
    } else {
        Ok(())
    }
}

fn bits(v: f32) -> u32 {
    v.to_bits()
}

fn float_pairs(pairs: &[(f32, f32)]) -> Vec<u32> {
    let mut out: Vec<u32> = pairs.iter().flat_map(|(a, b)| [bits(*a), bits(*b)]).collect();
    out.resize(2 * GROUP as usize, 0);
    out
}

/// Sums that a half rounds, to either side.
pub(crate) fn float16(d: &Device, shader: &str) -> Result {
    let ulp = 1.0 / 1024.0;
    let cases = [
        ((1.0, ulp / 4.0), [1.0, 1.0]),
        ((1.0, ulp * 0.75), [1.0, 1.0 + ulp]),
        ((2048.0, 3.0), [2050.0, 2052.0]),
        ((-2048.0, -3.0), [-2050.0, -2052.0]),
        ((0.5, 0.25), [0.75, 0.75]),
    ];
    let pairs = cases.map(|(p, _)| p);
    let got = compute_words(d, shader, &float_pairs(&pairs), 64, None, 1)?;
    for (i, ((a, b), allowed)) in cases.into_iter().enumerate() {
        let v = f32::from_bits(got[i]);
        if !allowed.contains(&v) {
            return wrong(&format!("{a} + {b} in halves"), v, allowed);
        }
    }
    Ok(())
}

/// What is added far below the last bit of a float comes back.
pub(crate) fn float64(d: &Device, shader: &str) -> Result {
    let small = [2f32.powi(-40), 3.0 * 2f32.powi(-50), -(2f32.powi(-45)), 0.5];
    let pairs = small.map(|s| (1.0, s));
    let got = compute_words(d, shader, &float_pairs(&pairs), 64, None, 1)?;
    for (i, s) in small.into_iter().enumerate() {
        same(&format!("(1 + {s}) - 1 in doubles"), f32::from_bits(got[i]), s)?;
    }
    Ok(())
}

/// Products of two words.
pub(crate) fn int64(d: &Device, shader: &str) -> Result {
    let input: Vec<u32> = (1..=2 * GROUP).map(|i| i.wrapping_mul(0x9E37_79B9)).collect();
    let got = compute_words(d, shader, &input, 128, None, 1)?;
    for (i, pair) in input.chunks_exact(2).enumerate() {
        let product = u64::from(pair[0]) * u64::from(pair[1]);
        let found = u64::from(got[2 * i]) | u64::from(got[2 * i + 1]) << 32;
        same(&format!("{} * {}", pair[0], pair[1]), found, product)?;
    }
    Ok(())
}

/// 256 invocations add to one long, with carries into the upper word.
pub(crate) fn int64_atomics(d: &Device, groups: u32) -> Result {
    let input: Vec<u32> = (0..4 * GROUP).map(|i| u32::MAX - i).collect();
    let longs = written(d, &[7, 0])?;
    let data = buffer(d, BufferUsage::STORAGE, bytemuck::cast_slice(&input))?;
    let entries = [(1, READ, whole(&data)), (3, WRITE, whole(&longs))];
    let job = Job::new(d, "proof_numbers.cs_atomic64", &entries, false)?;
    let readback = run(d, |b| {
        job.record(b, Order::Unordered, &[([0; 4], groups)]);
        b.read_buffer(&longs, 0..8)
    })?;
    let got = words(&readback.wait(WAIT)?);
    let sum = input.iter().map(|v| u64::from(*v)).sum::<u64>() + 7;
    same("the sum of all", u64::from(got[0]) | u64::from(got[1]) << 32, sum)
}

/// A subgroup of one cannot show anything, and none of the specification's guarantees needs more than 64 to be a multiple of it.
fn subgroup(d: &Device, shader: &str, input: &[u32]) -> Result<Vec<[u32; 4]>> {
    let got = compute_words(d, shader, input, 256, None, 1)?;
    Ok(got.chunks_exact(4).map(|w| [w[0], w[1], w[2], w[3]]).collect())
}

/// Each invocation finds its own bit in the ballot, and the ballots count all odd ones.
pub(crate) fn subgroup_ballot(d: &Device, shader: &str) -> Result {
    let input: Vec<u32> = (0..GROUP).map(|i| i * i / 3).collect();
    let got = subgroup(d, shader, &input)?;
    for (i, w) in got.iter().enumerate() {
        same(&format!("the bit of invocation {i}"), w[1], input[i] & 1)?;
        let plausible = w[0] >= w[1] && w[0] <= w[3] && w[2] == u32::from(w[0] > 0);
        same(&format!("count, vote and size {w:?} agree at invocation {i}"), plausible, true)?;
    }
    let odd = input.iter().filter(|v| **v & 1 == 1).count() as u32;
    let size = got[0][3];
    if size > 0 && GROUP.is_multiple_of(size) {
        same("ballots of full subgroups together", got.iter().map(|w| w[0]).sum::<u32>(), size * odd)?;
    }
    Ok(())
}

/// Sum, maximum and size are those of the invocations that name the same first one.
pub(crate) fn subgroup_arithmetic(d: &Device, shader: &str) -> Result {
    let input: Vec<u32> = (0..GROUP).map(|i| i * 11 % 29 + 1).collect();
    let got = subgroup(d, shader, &input)?;
    for (i, w) in got.iter().enumerate() {
        let members: Vec<u32> = (0..got.len()).filter(|j| got[*j][3] == w[3]).map(|j| input[j]).collect();
        let expected =
            [members.iter().sum(), members.iter().max().copied().unwrap_or(0), members.len() as u32, w[3]];
        same(&format!("sum, maximum, size and first of invocation {i}"), *w, expected)?;
    }
    Ok(())
}

/// What comes from the neighbour and from the mirrored invocation comes back from there as well.
pub(crate) fn subgroup_shuffle(d: &Device, shader: &str) -> Result {
    let input: Vec<u32> = (0..GROUP).map(|i| i * 7 + 3).collect();
    let got = subgroup(d, shader, &input)?;
    for (i, w) in got.iter().enumerate() {
        for (slot, lane) in [(0, w[3] ^ 1), (1, w[2].wrapping_sub(1).wrapping_sub(w[3]))] {
            if lane >= w[2] {
                continue;
            }
            let from = input.iter().position(|v| *v == w[slot]);
            let Some(j) = from else {
                return wrong(&format!("value {slot} of invocation {i}"), w[slot], "one of the input");
            };
            same(&format!("lane that invocation {i} reads"), got[j][3], lane)?;
            same(&format!("what invocation {j} reads back"), got[j][slot], input[i])?;
        }
    }
    Ok(())
}
