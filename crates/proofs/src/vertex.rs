//! Vertex input, storage buffers in vertex shaders, and indirect draws.

use crate::kit::*;
use crate::sampling::half_of;
use candor_rhi::*;

const FLOATS: Format = Format::Rgba32Float;
const RGBA8: Format = Format::Rgba8Unorm;

/// A vertex format, one value in its bytes, and what the shader must see.
struct Value(VertexFormat, Vec<u8>, [f32; 4]);

fn bytes<T: bytemuck::NoUninit>(v: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(v).to_vec()
}

/// Every format that a shader sees as floats, two of them twice. Missing components are 0, 0, 0, 1.
fn floats() -> Vec<Value> {
    use VertexFormat as F;
    let h = |v: &[f32]| bytes(&v.iter().map(|v| half_of(*v)).collect::<Vec<u16>>());
    let (u8s, s8s, u16s, s16s) = (255.0, 127.0, 65535.0, 32767.0);
    vec![
        Value(F::F32, bytes(&[-3.5f32]), [-3.5, 0.0, 0.0, 1.0]),
        Value(F::F32x2, bytes(&[1e6f32, -2.0]), [1e6, -2.0, 0.0, 1.0]),
        Value(F::F32x3, bytes(&[1.0f32, 2.0, 3.0]), [1.0, 2.0, 3.0, 1.0]),
        Value(F::F32x4, bytes(&[4.0f32, 5.0, 6.0, 7.0]), [4.0, 5.0, 6.0, 7.0]),
        Value(F::F16x2, h(&[-1.5, 1024.0]), [-1.5, 1024.0, 0.0, 1.0]),
        Value(F::F16x4, h(&[0.25, -8.0, 3.0, 0.5]), [0.25, -8.0, 3.0, 0.5]),
        Value(F::Unorm8x2, vec![51, 255], [51.0 / u8s, 1.0, 0.0, 1.0]),
        Value(F::Unorm8x4, vec![1, 2, 128, 254], [1.0 / u8s, 2.0 / u8s, 128.0 / u8s, 254.0 / u8s]),
        Value(F::Snorm8x4, bytes(&[-127i8, 64, 0, 127]), [-1.0, 64.0 / s8s, 0.0, 1.0]),
        Value(F::Unorm16x2, bytes(&[257u16, 65535]), [257.0 / u16s, 1.0, 0.0, 1.0]),
        Value(
            F::Unorm16x4,
            bytes(&[1u16, 2, 3, 40000]),
            [1.0 / u16s, 2.0 / u16s, 3.0 / u16s, 40000.0 / u16s],
        ),
        Value(F::Snorm16x2, bytes(&[-32767i16, 1000]), [-1.0, 1000.0 / s16s, 0.0, 1.0]),
        Value(F::Snorm16x4, bytes(&[1i16, -2, 3, -4]), [1.0 / s16s, -2.0 / s16s, 3.0 / s16s, -4.0 / s16s]),
        Value(
            F::Unorm10x3a2,
            bytes(&[513u32 | 1022 << 10 | 1 << 20 | 2 << 30]),
            [513.0 / 1023.0, 1022.0 / 1023.0, 1.0 / 1023.0, 2.0 / 3.0],
        ),
        Value(F::F32x4, bytes(&[-4.0f32, -5.0, -6.0, -7.0]), [-4.0, -5.0, -6.0, -7.0]),
        Value(F::F32, bytes(&[9.0f32]), [9.0, 0.0, 0.0, 1.0]),
    ]
}

/// Eight unsigned, then eight signed ones.
fn integers() -> Vec<Value> {
    use VertexFormat as F;
    vec![
        Value(F::U32, bytes(&[70_000u32]), [70_000.0, 0.0, 0.0, 1.0]),
        Value(F::U32x2, bytes(&[1u32, 2]), [1.0, 2.0, 0.0, 1.0]),
        Value(F::U32x3, bytes(&[3u32, 4, 5]), [3.0, 4.0, 5.0, 1.0]),
        Value(F::U32x4, bytes(&[6u32, 7, 8, 9]), [6.0, 7.0, 8.0, 9.0]),
        Value(F::U8x4, vec![0, 1, 200, 255], [0.0, 1.0, 200.0, 255.0]),
        Value(F::U16x2, bytes(&[60_000u16, 1]), [60_000.0, 1.0, 0.0, 1.0]),
        Value(F::U16x4, bytes(&[1u16, 2, 3, 65535]), [1.0, 2.0, 3.0, 65535.0]),
        Value(F::U32, bytes(&[11u32]), [11.0, 0.0, 0.0, 1.0]),
        Value(F::I32, bytes(&[-70_000i32]), [-70_000.0, 0.0, 0.0, 1.0]),
        Value(F::I32x2, bytes(&[-1i32, 2]), [-1.0, 2.0, 0.0, 1.0]),
        Value(F::I32x3, bytes(&[-3i32, 4, -5]), [-3.0, 4.0, -5.0, 1.0]),
        Value(F::I32x4, bytes(&[6i32, -7, 8, -9]), [6.0, -7.0, 8.0, -9.0]),
        Value(F::I8x4, bytes(&[-128i8, -1, 0, 127]), [-128.0, -1.0, 0.0, 127.0]),
        Value(F::I16x2, bytes(&[-32_768i16, 1]), [-32_768.0, 1.0, 0.0, 1.0]),
        Value(F::I16x4, bytes(&[-1i16, 2, -3, 4]), [-1.0, 2.0, -3.0, 4.0]),
        Value(F::I32, bytes(&[-11i32]), [-11.0, 0.0, 0.0, 1.0]),
    ]
}

/// 16 attributes out of 8 buffers; every other buffer steps by instance and holds the values for `instance` alone.
pub(crate) fn vertex_inputs(d: &Device, instance: u32) -> Result {
    sixteen(d, "proof_vertex.vs_floats", &floats(), instance)?;
    sixteen(d, "proof_vertex.vs_integers", &integers(), instance)
}

fn sixteen(d: &Device, vertex: &str, values: &[Value], instance: u32) -> Result {
    /// Room for two values of 16 bytes.
    const STRIDE: usize = 32;
    let attributes: Vec<_> = values
        .iter()
        .enumerate()
        .map(|(i, v)| Attribute { location: i as u32, format: v.0, offset: 16 * (i as u32 % 2) })
        .collect();
    let (mut layouts, mut buffers) = (Vec::new(), Vec::new());
    for slot in 0..8 {
        let steps = slot % 2 == 1;
        let mut data = vec![0u8; 6 * STRIDE];
        let filled = if steps { 1..2 } else { 0..6 };
        for element in filled {
            for half in 0..2 {
                let v = &values[2 * slot + half].1;
                let at = element * STRIDE + 16 * half;
                data[at..at + v.len()].copy_from_slice(v);
            }
        }
        let step = if steps { StepMode::Instance } else { StepMode::Vertex };
        layouts.push(VertexLayout {
            stride: STRIDE as u32,
            step,
            attributes: &attributes[2 * slot..2 * slot + 2],
            beyond_stride: false,
        });
        buffers.push(buffer(d, BufferUsage::VERTEX, &data)?);
    }
    let colors = [FLOATS.into()];
    let desc = RasterPipelineDesc { buffers: &layouts, colors: &colors, ..Default::default() };
    let p = pipeline(d, vertex, "proof_vertex.fs_value", &desc)?;
    let t = target(d, FLOATS, 16, 1)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [-99.0; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            for (slot, b) in buffers.iter().enumerate() {
                r.vertex_buffer(slot as u32, b, 0);
            }
            for i in 0..16 {
                Push { params: [i as f32, 0.0, 0.0, 0.0], ..Push::column(i, 16) }.set(r);
                r.draw(0..6, instance..instance + 1);
            }
        });
    })?;
    let image = Image::read(d, &t)?;
    for (i, v) in values.iter().enumerate() {
        near(&format!("attribute {i}, {}", v.0.name()), image.at(i as u32, 0), v.2, 2e-5)?;
    }
    Ok(())
}

/// A column for each of eight instances, which shows what the one vertex buffer holds for it.
fn stepped(d: &Device, layout: VertexLayout<'_>, data: &[f32]) -> Result<Image> {
    let values = buffer(d, BufferUsage::VERTEX, bytemuck::cast_slice(data))?;
    let (colors, buffers) = ([FLOATS.into()], [layout]);
    let desc = RasterPipelineDesc { buffers: &buffers, colors: &colors, ..Default::default() };
    let p = pipeline(d, "proof_state.vs_stepped", "proof_state.fs_valued", &desc)?;
    let t = target(d, FLOATS, 8, 1)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [-99.0; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.vertex_buffer(0, &values, 0);
            columns().set(r);
            r.draw(0..6, 0..8);
        });
    })?;
    Image::read(d, &t)
}

/// Three instances to a step.
pub(crate) fn instance_step_rate(d: &Device, every: u32) -> Result {
    let attributes = [Attribute { location: 0, format: VertexFormat::F32, offset: 0 }];
    let step = StepMode::EveryInstances(every);
    let layout = VertexLayout { stride: 4, step, attributes: &attributes, ..Default::default() };
    let data: Vec<f32> = (0..8).map(|i| 10.0 * i as f32).collect();
    let image = stepped(d, layout, &data)?;
    image.expect("values of three instances each", 0.0, |x, _| [10.0 * (x / 3) as f32, 0.0, 0.0, 1.0])
}

/// Values that overlap: each begins one float after the last.
pub(crate) fn attributes_beyond_stride(d: &Device, format: VertexFormat) -> Result {
    let attributes = [Attribute { location: 0, format, offset: 0 }];
    let layout =
        VertexLayout { stride: 4, step: StepMode::Instance, attributes: &attributes, beyond_stride: true };
    let data: Vec<f32> = (0..11).map(|i| i as f32).collect();
    let image = stepped(d, layout, &data)?;
    image.expect("values that overlap", 0.0, |x, _| [0, 1, 2, 3].map(|i| (x + i) as f32))
}

/// A vertex shader that reads four storage buffers at an index of its own.
pub(crate) fn vertex_storage_read(d: &Device, buffers: [usize; 4]) -> Result {
    let value = |buffer: usize, i: usize, c: usize| (100 * buffer + 10 * i + c) as f32;
    let data: Vec<Vec<f32>> = (0..4).map(|b| (0..32).map(|n| value(b, n / 4, n % 4)).collect()).collect();
    let made = data.iter().map(|v| buffer(d, BufferUsage::STORAGE, bytemuck::cast_slice(v)));
    let made = made.collect::<Result<Vec<_>>>()?;
    let kind = BindingKind::Storage { dynamic: false, write: false };
    let entries: Vec<_> = (0..4).map(|i| LayoutEntry::new(i, Stages::VERTEX, kind)).collect();
    let desc = BindGroupLayoutDesc { label: "proof", entries: &entries, ..Default::default() };
    let layout = d.create_bind_group_layout(&desc)?;
    let filled: Vec<_> = (0..4).map(|i| GroupEntry::buffer(i as u32, &made[buffers[i]])).collect();
    let group = d.create_bind_group(&BindGroupDesc { label: "proof", layout: &layout, entries: &filled })?;
    let colors = [FLOATS.into()];
    let desc = RasterPipelineDesc { groups: &[&layout], colors: &colors, ..Default::default() };
    let p = pipeline(d, "proof_vertex.vs_storage", "proof_vertex.fs_value", &desc)?;
    let t = target(d, FLOATS, 8, 1)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [-99.0; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.group(0, &group, []);
            columns().set(r);
            r.draw(0..48, 0..1);
        });
    })?;
    let model = |x: u32, _| [0, 1, 2, 3].map(|b| value(b, x as usize, b));
    Image::read(d, &t)?.expect("what the vertex shader read", 0.0, model)
}

/// The first of eight columns; further ones follow by vertex and instance.
fn columns() -> Push {
    Push { depths: [0.5, 0.5, 0.25, 0.0], ..Push::column(0, 8) }
}

/// Draws columns by indirect arguments; red tells what the vertex shader saw.
fn indirect(d: &Device, args: &[u32], indices: bool, calls: &[(u64, u32)]) -> Result<Image> {
    let args = buffer(d, BufferUsage::INDIRECT, bytemuck::cast_slice(args))?;
    let list: Vec<u32> = (0..6).collect();
    let list = buffer(d, BufferUsage::INDEX, bytemuck::cast_slice(&list))?;
    let p = plain(d, "proof_draw.fs_column", RGBA8)?;
    let t = target(d, RGBA8, 8, 1)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [0.0; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            columns().set(r);
            for (offset, count) in calls {
                if indices {
                    r.index_buffer(&list, 0, IndexFormat::U32);
                    r.draw_indexed_indirect(&args, *offset, *count);
                } else {
                    r.draw_indirect(&args, *offset, *count);
                }
            }
        });
    })?;
    Image::read(d, &t)
}

const CHOSEN: [u32; 4] = [0, 2, 3, 6];

fn expect_columns(image: &Image, what: &str) -> Result {
    image.expect(what, 0.5 / 255.0, |x, _| match CHOSEN.contains(&x) {
        true => [(x + 1) as f32 / 255.0, 0.0, 0.0, 1.0],
        false => [0.0; 4],
    })
}

/// Four draws out of one call, plain and indexed.
pub(crate) fn multi_draw_indirect(d: &Device, count: u32) -> Result {
    let args: Vec<u32> = CHOSEN.iter().flat_map(|c| [6, 1, 6 * c, 0]).collect();
    expect_columns(&indirect(d, &args, false, &[(0, count)])?, "columns by first vertex")?;
    let args: Vec<u32> = CHOSEN.iter().flat_map(|c| [6, 1, 0, 6 * c, 0]).collect();
    expect_columns(&indirect(d, &args, true, &[(0, count)])?, "columns by base vertex")
}

/// Indirect draws whose first instance is not 0, plain and indexed.
pub(crate) fn indirect_first_instance(d: &Device, first: impl Fn(u32) -> u32) -> Result {
    let args: Vec<u32> = CHOSEN.iter().flat_map(|c| [6, 1, 0, first(*c)]).collect();
    let calls: Vec<_> = (0..4).map(|i| (16 * i, 1)).collect();
    expect_columns(&indirect(d, &args, false, &calls)?, "columns by first instance")?;
    let args: Vec<u32> = CHOSEN.iter().flat_map(|c| [6, 1, 0, 0, first(*c)]).collect();
    let calls: Vec<_> = (0..4).map(|i| (20 * i, 1)).collect();
    expect_columns(&indirect(d, &args, true, &calls)?, "columns by first instance, indexed")
}

/// The number of draws comes from a word that the same batch writes: three of at most six, and at most two where it says more.
pub(crate) fn indirect_count(d: &Device, count: u32) -> Result {
    for indices in [false, true] {
        let one = |c: u32| if indices { vec![6, 1, 0, 6 * c, 0] } else { vec![6, 1, 6 * c, 0] };
        let args: Vec<u32> = (0..8).flat_map(one).collect();
        let args = buffer(d, BufferUsage::INDIRECT, bytemuck::cast_slice(&args))?;
        let list: Vec<u32> = (0..6).collect();
        let list = buffer(d, BufferUsage::INDEX, bytemuck::cast_slice(&list))?;
        let usage = BufferUsage::INDIRECT | BufferUsage::COPY_TARGET;
        let counts = BufferDesc { label: "counts", size_bytes: 16, usage, ..Default::default() };
        let counts = d.create_buffer(&counts)?;
        let p = plain(d, "proof_draw.fs_column", RGBA8)?;
        let t = target(d, RGBA8, 8, 1)?;
        run(d, |b| {
            b.copies("count", &[Copy::Fill { dst: &counts, offset: 4, size: 4, value: count }]);
            let color = [Color::clear(&t.view, [0.0; 4])];
            let uses = [Use::Buffer(&counts, Access::INDIRECT, Stages::empty())];
            b.raster(&RasterDesc { label: "proof", color: &color, uses: &uses, ..Default::default() }, |r| {
                r.pipeline(&p);
                columns().set(r);
                if indices {
                    r.index_buffer(&list, 0, IndexFormat::U32);
                    r.draw_indexed_indirect_count(&args, 0, &counts, 4, 6);
                    r.draw_indexed_indirect_count(&args, 5 * 20, &counts, 4, 2);
                } else {
                    r.draw_indirect_count(&args, 0, &counts, 4, 6);
                    r.draw_indirect_count(&args, 5 * 16, &counts, 4, 2);
                }
            });
        })?;
        let model = |x: u32, _| match [0, 1, 2, 5, 6].contains(&x) {
            true => [(x + 1) as f32 / 255.0, 0.0, 0.0, 1.0],
            false => [0.0; 4],
        };
        Image::read(d, &t)?.expect("columns by the number of draws", 0.5 / 255.0, model)?;
    }
    Ok(())
}
