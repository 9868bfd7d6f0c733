//! What proofs are made of: targets, pipelines, one batch that is waited for, pictures that are read back and compared.

use crate::Disproved;
use candor_rhi::*;
use candor_shader::get;
use std::time::Duration;

pub(crate) type Result<T = ()> = std::result::Result<T, Disproved>;

/// Long for a software rasteriser on a busy machine; a proof that takes longer has failed.
pub(crate) const WAIT: Duration = Duration::from_secs(30);

/// The push data that the shaders of `lib/proof.slang` take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Push {
    /// Left, bottom, right, top in clip space.
    pub(crate) rect: [f32; 4],
    /// Depth at the left and right edge; how far each column is moved to the right.
    pub(crate) depths: [f32; 4],
    pub(crate) color: [f32; 4],
    pub(crate) params: [f32; 4],
}

impl Push {
    /// The whole target at depth 0.5.
    pub(crate) const FULL: Push = Push {
        rect: [-1.0, -1.0, 1.0, 1.0],
        depths: [0.5, 0.5, 0.0, 0.0],
        color: [1.0; 4],
        params: [0.0; 4],
    };

    /// One column of `n`, from the bottom to the top.
    pub(crate) fn column(i: usize, n: usize) -> Push {
        let edge = |i: usize| 2.0 * i as f32 / n as f32 - 1.0;
        Push { rect: [edge(i), -1.0, edge(i + 1), 1.0], ..Self::FULL }
    }

    pub(crate) fn words(&self) -> [f32; 16] {
        let mut out = [0.0; 16];
        for (to, from) in out.iter_mut().zip([self.rect, self.depths, self.color, self.params].as_flattened())
        {
            *to = *from;
        }
        out
    }

    pub(crate) fn set(&self, p: &mut RasterPass<'_>) {
        p.push(0, bytemuck::cast_slice(&self.words()));
    }
}

pub(crate) const PUSH: PushLayout = PushLayout { stages: Stages::RASTER, bytes: 64 };

/// A texture with a view of all of it.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) texture: Texture,
    pub(crate) view: View,
}

pub(crate) fn texture(d: &Device, desc: &TextureDesc<'_>) -> Result<Seen> {
    let texture = d.create_texture(desc)?.value;
    let view = d.create_view(&texture, &ViewDesc::default())?;
    Ok(Seen { texture, view })
}

/// A colour target that can be sampled and read back.
pub(crate) fn target(d: &Device, format: Format, w: u32, h: u32) -> Result<Seen> {
    texture(d, &TextureDesc::color_target("proof", format, w, h))
}

/// A depth target that can be sampled and read back.
pub(crate) fn depth(d: &Device, w: u32, h: u32) -> Result<Seen> {
    let desc = TextureDesc::depth_target("proof depth", Format::Depth32Float, w, h);
    texture(d, &TextureDesc { usage: desc.usage | TextureUsage::COPY_SRC, ..desc })
}

pub(crate) fn stage(name: &str) -> Result<ShaderStage<'static>> {
    let s = get(name)?;
    #[cfg(test)]
    if let Some((spirv, entry)) = crate::through::through(s) {
        return Ok(ShaderStage { spirv, entry, constants: &[] });
    }
    Ok(ShaderStage { spirv: s.words(), entry: s.entry_point, constants: &[] })
}

/// A pipeline out of two shaders, with the rest as described.
pub(crate) fn pipeline(
    d: &Device,
    vertex: &str,
    fragment: &str,
    desc: &RasterPipelineDesc<'_>,
) -> Result<RasterPipeline> {
    let (vertex, fragment) = (stage(vertex)?, Some(stage(fragment)?));
    Ok(d.create_raster_pipeline(&RasterPipelineDesc {
        label: "proof",
        vertex,
        fragment,
        push: PUSH,
        ..*desc
    })?)
}

/// The vertex shader that gives a fragment shader what it reads, and no more.
fn vertex_for(fragment: &str) -> &'static str {
    match fragment {
        "proof_draw.fs_column" => "proof_draw.vs_column",
        "proof_sample.fs_sample" | "proof_sample.fs_compare" => "proof_sample.vs_uv",
        _ => "proof_draw.vs_quad",
    }
}

/// A pipeline that draws rectangles into one target.
pub(crate) fn plain(d: &Device, fragment: &str, format: Format) -> Result<RasterPipeline> {
    let colors = [format.into()];
    pipeline(d, vertex_for(fragment), fragment, &RasterPipelineDesc { colors: &colors, ..Default::default() })
}

/// Records, submits, waits.
pub(crate) fn run<T>(d: &Device, record: impl FnOnce(&mut Batch) -> T) -> Result<T> {
    let mut batch = d.batch();
    let out = record(&mut batch);
    batch.submit()?.wait(WAIT)?;
    Ok(out)
}

/// A group of one texture and, where it is given, one sampler, seen by the fragment stage.
pub(crate) fn sampling(
    d: &Device,
    binding: u32,
    view: &View,
    sampler: Option<(u32, &Sampler)>,
) -> Result<(BindGroupLayout, BindGroup)> {
    let mut entries = vec![LayoutEntry::new(binding, Stages::FRAGMENT, BindingKind::Texture)];
    let mut filled = vec![GroupEntry::view(binding, view)];
    if let Some((b, s)) = sampler {
        entries.push(LayoutEntry::new(b, Stages::FRAGMENT, BindingKind::Sampler));
        filled.push(GroupEntry::sampler(b, s));
    }
    let layout = d.create_bind_group_layout(&BindGroupLayoutDesc {
        label: "proof",
        entries: &entries,
        samplers: &[],
    })?;
    let group = d.create_bind_group(&BindGroupDesc { label: "proof", layout: &layout, entries: &filled })?;
    Ok((layout, group))
}

/// The same with the sampler in the layout.
pub(crate) fn sampling_in_layout(
    d: &Device,
    binding: u32,
    view: &View,
    (at, sampler): (u32, &Sampler),
) -> Result<(BindGroupLayout, BindGroup)> {
    let entries = [
        LayoutEntry::new(binding, Stages::FRAGMENT, BindingKind::Texture),
        LayoutEntry::new(at, Stages::FRAGMENT, BindingKind::Sampler),
    ];
    let samplers = [ImmutableSamplers { binding: at, samplers: &[sampler] }];
    let desc = BindGroupLayoutDesc { label: "proof", entries: &entries, samplers: &samplers };
    let layout = d.create_bind_group_layout(&desc)?;
    let filled = [GroupEntry::view(binding, view)];
    let group = d.create_bind_group(&BindGroupDesc { label: "proof", layout: &layout, entries: &filled })?;
    Ok((layout, group))
}

/// Draws rectangles that show what a fragment shader of `proof_sample` finds in a texture, one for each push, into 32-bit floats.
pub(crate) fn show(
    d: &Device,
    fragment: &str,
    (layout, group): &(BindGroupLayout, BindGroup),
    [w, h]: [u32; 2],
    draws: &[Push],
) -> Result<Image> {
    let out = target(d, Format::Rgba32Float, w, h)?;
    let colors = [Format::Rgba32Float.into()];
    let desc = RasterPipelineDesc { groups: &[layout], colors: &colors, ..Default::default() };
    let p = pipeline(d, vertex_for(fragment), fragment, &desc)?;
    let readback = run(d, |b| {
        let color = [Color::clear(&out.view, [-1.0; 4])];
        let pass = RasterDesc { label: "show", color: &color, groups: &[group], ..Default::default() };
        b.raster(&pass, |r| {
            r.pipeline(&p);
            r.group(0, group, []);
            for push in draws {
                push.set(r);
                r.draw(0..6, 0..1);
            }
        });
        b.read_texture(&Region::level(&out.texture, 0))
    })?;
    Image::new(&out.texture, readback.wait(WAIT)?)
}

/// A picture as floats.
#[derive(Debug, Clone)]
pub(crate) struct Image {
    pub(crate) size: [u32; 2],
    pub(crate) texels: Vec<[f32; 4]>,
}

impl Image {
    pub(crate) fn new(t: &Texture, bytes: Vec<u8>) -> Result<Self> {
        let info = t.info();
        let float = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let texels = match info.format {
            Format::Rgba8Unorm | Format::Rgba8UnormSrgb => {
                bytes.chunks_exact(4).map(|b| [0, 1, 2, 3].map(|i| f32::from(b[i]) / 255.0)).collect()
            }
            Format::Rgba32Float => {
                bytes.chunks_exact(16).map(|b| [0, 4, 8, 12].map(|i| float(&b[i..i + 4]))).collect()
            }
            Format::Depth32Float | Format::R32Float => {
                bytes.chunks_exact(4).map(|b| [float(b), 0.0, 0.0, 1.0]).collect()
            }
            other => return wrong("the format of a picture", other, "one that the proofs can read"),
        };
        Ok(Self { size: [info.size[0], info.size[1]], texels })
    }

    /// Reads the first level back.
    pub(crate) fn read(d: &Device, s: &Seen) -> Result<Self> {
        let readback = run(d, |b| b.read_texture(&Region::level(&s.texture, 0)))?;
        Self::new(&s.texture, readback.wait(WAIT)?)
    }

    /// Reads the first level of one layer back.
    pub(crate) fn read_layer(d: &Device, s: &Seen, layer: u32) -> Result<Self> {
        let region = Region { layer, ..Region::level(&s.texture, 0) };
        let readback = run(d, |b| b.read_texture(&region))?;
        Self::new(&s.texture, readback.wait(WAIT)?)
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> [f32; 4] {
        self.texels.get((y * self.size[0] + x) as usize).copied().unwrap_or([f32::NAN; 4])
    }

    /// Every pixel is what the model says.
    pub(crate) fn expect(&self, what: &str, tolerance: f32, model: impl Fn(u32, u32) -> [f32; 4]) -> Result {
        let [w, h] = self.size;
        for y in 0..h {
            for x in 0..w {
                near(&format!("{what}, pixel {x},{y}"), self.at(x, y), model(x, y), tolerance)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn wrong<T>(what: &str, got: impl std::fmt::Debug, expected: impl std::fmt::Debug) -> Result<T> {
    let (got, expected) = (brief(&got), brief(&expected));
    Err(Disproved::Wrong { what: what.to_owned(), got, expected })
}

/// What is told of a value: its beginning, where it is long.
fn brief(value: &impl std::fmt::Debug) -> String {
    const MOST: usize = 240;
    let all = format!("{value:?}");
    match all.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &all[..end]),
        None => all,
    }
}

/// Each component differs by the tolerance at most.
pub(crate) fn near(what: &str, got: [f32; 4], expected: [f32; 4], tolerance: f32) -> Result {
    let fits = got.iter().zip(expected).all(|(g, e)| (g - e).abs() <= tolerance);
    if fits { Ok(()) } else { wrong(what, got, expected) }
}

pub(crate) fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, expected: T) -> Result {
    if got == expected { Ok(()) } else { wrong(what, got, expected) }
}

/// A buffer with data.
pub(crate) fn buffer(d: &Device, usage: BufferUsage, data: &[u8]) -> Result<Buffer> {
    let usage = usage | BufferUsage::COPY_DST;
    let contents = Contents::Data(data);
    let desc =
        BufferDesc { label: "proof", size_bytes: data.len() as u64, usage, contents, ..Default::default() };
    Ok(d.create_buffer(&desc)?)
}
