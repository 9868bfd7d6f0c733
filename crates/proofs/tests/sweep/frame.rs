//! A frame that covers what a device can do: objects of every kind, uploads, batches of every kind of pass, queries, readbacks,
//! and a surface where there is one. Everything is made for it alone and dropped with it.

use candor_rhi::backend::Enabled;
use candor_rhi::surface::SurfaceTarget;
use candor_rhi::*;
use std::sync::Arc;
use std::time::Duration;

/// Long for a software rasteriser on a busy machine.
pub const WAIT: Duration = Duration::from_secs(30);
const SIDE: u32 = 16;
/// Words that a workgroup turns around.
const WORDS: u32 = 64;
const RGBA8: Format = Format::Rgba8Unorm;
const PUSH: PushLayout = PushLayout { stages: Stages::RASTER, bytes: 64 };
const PUSH_WORDS: PushLayout = PushLayout { stages: Stages::COMPUTE, bytes: 16 };

/// Why the frame ended early.
#[derive(Debug)]
pub enum Stop {
    Error(Error),
    Submit(SubmitError),
    Surface(SurfaceState),
}

impl From<Error> for Stop {
    fn from(e: Error) -> Self {
        Self::Error(e)
    }
}
impl From<SubmitError> for Stop {
    fn from(e: SubmitError) -> Self {
        Self::Submit(e)
    }
}
impl From<SurfaceState> for Stop {
    fn from(e: SurfaceState) -> Self {
        Self::Surface(e)
    }
}

impl Stop {
    /// The codes of all that was said; a state of a surface has none.
    pub fn codes(&self) -> Vec<Code> {
        match self {
            Self::Error(e) | Self::Surface(SurfaceState::Failed(e)) => vec![e.code()],
            Self::Submit(e) => e.errors.iter().map(Error::code).collect(),
            Self::Surface(_) => Vec::new(),
        }
    }

    pub fn sentence(&self) -> String {
        match self {
            Self::Error(e) => e.to_string(),
            Self::Submit(e) => e.to_string(),
            Self::Surface(e) => e.to_string(),
        }
    }
}

pub fn stage(name: &str) -> ShaderStage<'static> {
    let s = candor_shader::get(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] }
}

/// What the shaders of `lib/proof.slang` take: a rectangle at half the depth, in a colour, sampled over the whole texture.
fn push(rect: [f32; 4], color: [f32; 4]) -> [u8; 64] {
    let mut words = [0.0f32; 16];
    words[..4].copy_from_slice(&rect);
    words[4..6].copy_from_slice(&[0.5; 2]);
    words[8..12].copy_from_slice(&color);
    words[12..14].copy_from_slice(&[1.0; 2]);
    bytemuck::cast(words)
}

const FULL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];

struct Seen {
    texture: Texture,
    view: View,
}

fn seen(d: &Device, desc: &TextureDesc<'_>) -> Result<Seen, Error> {
    let texture = d.create_texture(desc)?.value;
    let desc = ViewDesc { mips: 1, ..ViewDesc::default() };
    let view = d.create_view(&texture, &desc)?;
    Ok(Seen { texture, view })
}

fn buffer(d: &Device, label: &str, usage: BufferUsage, contents: Contents<'_>) -> Result<Buffer, Error> {
    let size_bytes = if let Contents::Data(data) = contents { data.len() as u64 } else { 512 };
    d.create_buffer(&BufferDesc { label, size_bytes, usage, contents, ..BufferDesc::default() })
}

/// Pipelines with what they need.
pub struct Pipes {
    turn_layout: BindGroupLayout,
    sample_layout: BindGroupLayout,
    turn: ComputePipeline,
    fill: RasterPipeline,
    sample: RasterPipeline,
    deep: RasterPipeline,
}

impl Pipes {
    pub fn new(d: &Device) -> Result<Self, Error> {
        let entries = [
            LayoutEntry::new(0, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write: true }),
            LayoutEntry::new(1, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write: false }),
        ];
        let turn_layout = BindGroupLayoutDesc { label: "turn", entries: &entries, samplers: &[] };
        let turn_layout = d.create_bind_group_layout(&turn_layout)?;
        let turn = d.create_compute_pipeline(&ComputePipelineDesc {
            label: "turn",
            groups: &[&turn_layout],
            push: PUSH_WORDS,
            shader: stage("proof_compute.cs_turn"),
        })?;
        let entries = [
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
            LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
        ];
        let sample_layout = BindGroupLayoutDesc { label: "sample", entries: &entries, samplers: &[] };
        let sample_layout = d.create_bind_group_layout(&sample_layout)?;
        let colors = [RGBA8.into()];
        let pipeline = |label, vertex, fragment, groups: &[&BindGroupLayout], depth| {
            d.create_raster_pipeline(&RasterPipelineDesc {
                label,
                groups,
                push: PUSH,
                vertex: stage(vertex),
                fragment: Some(stage(fragment)),
                colors: &colors,
                depth,
                ..RasterPipelineDesc::default()
            })
        };
        let (quad, color) = ("proof_draw.vs_quad", "proof_draw.fs_color");
        let (uv, sampled) = ("proof_sample.vs_uv", "proof_sample.fs_sample");
        let tested = DepthState::standard(Format::Depth32Float);
        Ok(Self {
            turn,
            fill: pipeline("fill", quad, color, &[], None)?,
            sample: pipeline("sample", uv, sampled, &[&sample_layout], None)?,
            deep: pipeline("deep", quad, color, &[], Some(tested))?,
            turn_layout,
            sample_layout,
        })
    }
}

/// What the frame draws with.
struct Scene<'p> {
    pipes: &'p Pipes,
    /// Record on several threads.
    threads: bool,
    target: Seen,
    second: Seen,
    depth: Seen,
    picture: Seen,
    input: Buffer,
    words: Buffer,
    indices: Buffer,
    upload: Buffer,
    copy: Buffer,
    /// What the host reads by itself.
    here: Buffer,
    arena: Arena,
    turn_group: BindGroup,
    picture_group: BindGroup,
    target_group: BindGroup,
    bundle: Bundle,
    seen: QuerySet,
    times: Option<QuerySet>,
}

impl<'p> Scene<'p> {
    fn new(d: &Device, pipes: &'p Pipes, threads: bool) -> Result<Self, Error> {
        let texels: Vec<u8> = (0..SIDE * SIDE * 4).map(|i| (i * 7 % 251) as u8).collect();
        let picture = TextureDesc::sampled("picture", RGBA8, SIDE, SIDE, Contents::Data(&texels));
        let picture = seen(d, &TextureDesc { usage: picture.usage | TextureUsage::COPY_DST, ..picture })?;
        let target = TextureDesc::color_target("target", RGBA8, SIDE, SIDE);
        let usage = target.usage | TextureUsage::COPY_TARGET;
        let second = seen(d, &TextureDesc { label: "second", ..target })?;
        let target = seen(d, &TextureDesc { mips: 3, usage, ..target })?;
        let depth = seen(d, &TextureDesc::depth_target("depth", Format::Depth32Float, SIDE, SIDE))?;
        let all: Vec<u8> = (1..=WORDS).flat_map(u32::to_le_bytes).collect();
        let usage = BufferUsage::STORAGE | BufferUsage::COPY_DST | BufferUsage::COPY_SRC;
        let input = buffer(d, "input", usage, Contents::Data(&all))?;
        let usage = BufferUsage::STORAGE_WRITE | BufferUsage::COPY_SRC;
        let words = buffer(d, "words", usage, Contents::Zero)?;
        let list: Vec<u8> = (0..6u32).flat_map(u32::to_le_bytes).collect();
        let usage = BufferUsage::INDEX | BufferUsage::COPY_DST;
        let indices = buffer(d, "indices", usage, Contents::Data(&list))?;
        let upload = d.create_buffer(&BufferDesc {
            label: "upload",
            size_bytes: 512,
            usage: BufferUsage::COPY_SRC,
            memory: Memory::Upload,
            contents: Contents::Data(&[9; 512]),
        })?;
        let usage = BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC;
        let copy = buffer(d, "copy", usage, Contents::Undefined)?;
        let memory = Memory::Readback;
        let here = BufferDesc { label: "here", size_bytes: 512, memory, ..BufferDesc::default() };
        let here = d.create_buffer(&here)?;
        let arena = ArenaDesc { label: "arena", size_bytes: 1024, usage: BufferUsage::COPY_SRC };
        let arena = d.create_arena(&arena)?;

        let filled = [GroupEntry::buffer(0, &words), GroupEntry::buffer(1, &input)];
        let desc = BindGroupDesc { label: "turn", layout: &pipes.turn_layout, entries: &filled };
        let turn_group = d.create_bind_group(&desc)?;
        let sampler = d.create_sampler(&SamplerDesc::nearest("nearest"))?.value;
        let group = |label, view| {
            let entries = [GroupEntry::view(0, view), GroupEntry::sampler(1, &sampler)];
            d.create_bind_group(&BindGroupDesc { label, layout: &pipes.sample_layout, entries: &entries })
        };
        let (picture_group, target_group) =
            (group("picture", &picture.view)?, group("target", &target.view)?);
        let desc = BundleDesc { label: "bundle", colors: &[RGBA8], ..BundleDesc::default() };
        let bundle = d.create_bundle(&desc, |e| {
            e.pipeline(&pipes.fill);
            e.push(0, &push([-1.0, -1.0, 0.0, 1.0], [0.2, 0.4, 0.6, 1.0]));
            e.draw(0..6, 0..1);
        })?;
        let set = |label, kind| d.create_query_set(&QuerySetDesc { label, kind, count: 4 });
        let timed = d.limits().timestamp_bits > 0;
        Ok(Self {
            pipes,
            threads,
            seen: set("seen", QueryKind::Occlusion)?,
            times: timed.then(|| set("times", QueryKind::Timestamp)).transpose()?,
            target,
            second,
            depth,
            picture,
            input,
            words,
            indices,
            upload,
            copy,
            here,
            arena,
            turn_group,
            picture_group,
            target_group,
            bundle,
        })
    }

    fn compute(&self, batch: &mut Batch, queue: Queue) {
        let groups = [&self.turn_group];
        let desc = ComputeDesc { label: "turn", groups: &groups, queue, ..ComputeDesc::default() };
        batch.compute(&desc, |c| {
            c.pipeline(&self.pipes.turn);
            c.group(0, &self.turn_group, []);
            c.push(bytemuck::cast_slice(&[5u32, WORDS, 0, 0]));
            c.dispatch(1, 1, 1);
        });
    }

    /// Computes, draws a bundle, reduces it, copies.
    fn first(&self, d: &Device) -> Result<Vec<Vec<u8>>, Stop> {
        d.map(&self.upload, 0..256)?.write(128, &[4; 64])?;
        let at = self.arena.push(&[6; 64], 16)?;
        let mut batch = d.batch();
        batch.push_group("first");
        self.compute(&mut batch, Queue::Main);
        let color = [Color::clear(&self.target.view, [0.0; 4])];
        batch.raster(&RasterDesc { label: "bundle", color: &color, ..RasterDesc::default() }, |r| {
            r.execute(&self.bundle);
        });
        if let Some(times) = &self.times {
            batch.timestamp(times, 0);
        }
        batch.generate_mips(&Levels::all(&self.target.texture));
        batch.copies(
            "copies",
            &[
                Copy::Fill { dst: &self.copy, offset: 0, size: 64, value: 7 },
                Copy::Buffer { src: &self.upload, src_offset: 0, dst: &self.copy, dst_offset: 64, size: 384 },
                Copy::Buffer {
                    src: self.arena.buffer(),
                    src_offset: u64::from(at),
                    dst: &self.copy,
                    dst_offset: 448,
                    size: 64,
                },
            ],
        );
        let again =
            Copy::Buffer { src: &self.copy, src_offset: 0, dst: &self.here, dst_offset: 0, size: 512 };
        batch.copies("to the host", &[again]);
        batch.pop_group();
        let read = [
            batch.read_buffer(&self.words, 0..512),
            batch.read_buffer(&self.copy, 0..512),
            batch.read_texture(&Region::level(&self.target.texture, 2)),
        ];
        batch.submit()?.wait(WAIT)?;
        let mut all: Vec<_> = read.iter().map(|r| r.wait(WAIT)).collect::<Result<_, _>>()?;
        let mut here = vec![0; 512];
        assert!(d.read_buffer(&self.here, 0, &mut here)?, "its batch has finished");
        all.push(here);
        Ok(all)
    }

    /// Draws in slots and parts, with depth and queries, and on the frame of a surface.
    fn second(&self, d: &Device, shown: Option<SurfaceFrame>) -> Result<Vec<Vec<u8>>, Stop> {
        d.write_buffer(&self.input, 0, &[3; 64])?;
        let mut batch = d.batch();
        let color = [Color::clear(&self.second.view, [0.0; 4])];
        let groups = [&self.target_group];
        let desc = RasterDesc { label: "slot", color: &color, groups: &groups, ..RasterDesc::default() };
        let slot = batch.raster_slot(&desc);
        let queries = PassQueries {
            occlusion: Some(QueryRange { set: &self.seen, first: 0, count: 4 }),
            ..PassQueries::default()
        };
        let (color, depth) = ([Color::load(&self.second.view)], Some(Depth::clear(&self.depth.view, 1.0)));
        let desc = RasterDesc {
            label: "deep",
            color: &color,
            depth,
            queries: Some(&queries),
            ..RasterDesc::default()
        };
        batch.raster(&desc, |r| {
            r.pipeline(&self.pipes.deep);
            r.begin_occlusion(0);
            r.push(0, &push([0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0]));
            r.index_buffer(&self.indices, 0, IndexFormat::U32);
            r.draw_indexed(0..6, 0, 0..1);
            r.end_occlusion();
        });
        let desc = RasterDesc { label: "parts", color: &color, ..RasterDesc::default() };
        let parts: Vec<_> = batch.raster_split(&desc, 2).collect();
        if let Some(frame) = shown {
            let color = [Color::clear(frame.view(), [0.0; 4])];
            batch.raster(&RasterDesc { label: "shown", color: &color, ..RasterDesc::default() }, |_| {});
            batch.present(frame);
            // Surfaces are Null's, and so are these.
            // SAFETY: Null has no semaphores that could be wrong.
            #[allow(unsafe_code)]
            unsafe {
                batch.wait_foreign(Raw(1), 1);
                batch.signal_foreign(Raw(2), 0);
            }
        }
        let results = batch.read_queries(QueryRange { set: &self.seen, first: 0, count: 4 });
        let read = batch.read_texture(&Region::level(&self.second.texture, 0));
        // The list that the last slot leaves behind is no list that the batch can end in.
        let last = batch.raster_slot(&desc);
        let sample = |slot: Slot| {
            slot.record(|r| {
                r.pipeline(&self.pipes.sample);
                r.group(0, &self.target_group, []);
                r.push(0, &push(FULL, [1.0; 4]));
                r.draw(0..6, 0..1);
            });
        };
        let fill = |(i, part): (usize, Slot)| {
            part.record(|r| {
                r.pipeline(&self.pipes.fill);
                let left = -1.0 + i as f32 / 8.0;
                r.push(0, &push([left, -1.0, left + 0.125, 0.0], [0.0, 1.0, 0.0, 1.0]));
                r.draw(0..6, 0..1);
            });
        };
        let parts = parts.into_iter().chain(last).enumerate();
        if self.threads {
            std::thread::scope(|s| {
                s.spawn(|| slot.map(sample));
                for part in parts {
                    s.spawn(move || fill(part));
                }
            });
        } else {
            slot.into_iter().for_each(sample);
            parts.for_each(fill);
        }
        batch.submit()?.wait(WAIT)?;
        let words = results.wait(WAIT)?.into_iter().flat_map(u64::to_le_bytes).collect();
        Ok(vec![read.wait(WAIT)?, words])
    }

    /// Fills again, computes beside the main queue where there is one, and lets a target come to rest.
    fn third(&self, d: &Device) -> Result<Vec<Vec<u8>>, Stop> {
        d.write_texture(&self.picture.texture, &[0x55; (SIDE * SIDE * 4) as usize])?;
        let beside = d.enabled().contains(Enabled::ASYNC_COMPUTE);
        let mut batch = d.batch();
        self.compute(&mut batch, if beside { Queue::Compute } else { Queue::Main });
        let color = [Color::clear(&self.target.view, [0.0; 4])];
        batch.raster(&RasterDesc { label: "sample", color: &color, ..RasterDesc::default() }, |r| {
            r.pipeline(&self.pipes.sample);
            r.group(0, &self.picture_group, []);
            r.push(0, &push(FULL, [1.0; 4]));
            r.draw(0..6, 0..1);
        });
        let read = [
            batch.read_buffer(&self.words, 0..512),
            batch.read_texture(&Region::level(&self.target.texture, 0)),
        ];
        batch.settle(&[&self.target.texture]);
        let receipt = batch.submit()?;
        block_on(d, receipt, WAIT)??;
        d.wait_idle(WAIT)?;
        read.iter().map(|r| Ok(r.wait(WAIT)?)).collect()
    }
}

/// Renders it: all that was read back, but for times. Where there is a window, a surface shows two frames.
pub fn render(d: &Device, window: Option<&Arc<dyn SurfaceTarget>>) -> Result<Vec<Vec<u8>>, Stop> {
    render_with(d, window, &Pipes::new(d)?, true)
}

/// The same with pipelines that are there already, recorded on several threads or on this one.
pub fn render_with(
    d: &Device,
    window: Option<&Arc<dyn SurfaceTarget>>,
    pipes: &Pipes,
    threads: bool,
) -> Result<Vec<Vec<u8>>, Stop> {
    d.time_passes(d.limits().timestamp_bits > 0)?;
    let mut surface = match window {
        Some(window) => {
            let mut surface = d.create_surface("window", window)?;
            let config = SurfaceConfig {
                size: [SIDE; 2],
                max_latency: Some(1),
                present_wait: true,
                present_times: true,
                ..SurfaceConfig::default()
            };
            drop(surface.configure(&config)?);
            Some(surface)
        }
        None => None,
    };
    let mut next = || surface.as_mut().map(|s| s.acquire(WAIT).map(Acquired::into_frame)).transpose();
    let scene = Scene::new(d, pipes, threads)?;
    let mut all = scene.first(d)?;
    all.extend(scene.second(d, next()?)?);
    if window.is_some() {
        all.extend(scene.second(d, next()?)?);
    }
    // What became of the last frame is told by the next.
    drop(next()?);
    if let Some(surface) = &mut surface {
        surface.wait_presented(surface.presented(), WAIT)?;
        drop(surface.present_times()?);
    }
    all.extend(scene.third(d)?);
    Ok(all)
}
