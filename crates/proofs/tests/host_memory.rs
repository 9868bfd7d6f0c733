//! Memory that the host reaches, while several frames are on their way: arenas, mapped buffers, readbacks.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bed;

use bed::{Bed, WAIT};
use candor_rhi::*;
use std::collections::VecDeque;

const COLUMNS: usize = 8;

/// Two triangles from corner to corner.
const QUAD: [[f32; 2]; 6] = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];

/// The byte that a column of a frame shows.
fn shade(frame: usize, column: usize) -> u8 {
    (frame * 37 + column * 11) as u8
}

/// Each frame takes its uniforms and vertices from arenas that hold about three frames, and reads its picture back without waiting.
/// A byte that was handed out too early would show in an older picture.
#[test]
fn frames_that_are_on_their_way_keep_what_they_took_from_arenas() {
    let Some(b) = Bed::new("arenas") else { return };
    let d = &b.device;
    let format = Format::Rgba8Unorm;
    let arena = |label, size_bytes, usage| d.create_arena(&ArenaDesc { label, size_bytes, usage }).unwrap();
    let mut uniforms = arena("uniforms", 3 * 256 * COLUMNS as u64 + 128, BufferUsage::UNIFORM);
    let mut vertices = arena("vertices", 3 * 48 + 20, BufferUsage::VERTEX);
    let entry = LayoutEntry::new(0, Stages::RASTER, BindingKind::Uniform { dynamic: true });
    let layout = BindGroupLayoutDesc { label: "layout", entries: &[entry], samplers: &[] };
    let layout = d.create_bind_group_layout(&layout).unwrap();
    let entries = [GroupEntry::buffer_range(0, uniforms.buffer(), 0, 32)];
    let group = BindGroupDesc { label: "group", layout: &layout, entries: &entries };
    let group = d.create_bind_group(&group).unwrap();
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let colors = [format.into()];
    let p = d.create_raster_pipeline(&RasterPipelineDesc {
        label: "columns",
        groups: &[&layout],
        vertex: bed::stage("w1.vs_main"),
        fragment: Some(bed::stage("w1.fs0")),
        buffers: &buffers,
        colors: &colors,
        ..Default::default()
    });
    let p = p.unwrap();
    let targets: Vec<_> = (0..2).map(|_| b.target(format, COLUMNS as u32, 1)).collect();
    let mut flying: VecDeque<(usize, Receipt, Readback)> = VecDeque::new();
    let check = |(frame, _, picture): (usize, Receipt, Readback)| {
        let mut bytes = [0; 4 * COLUMNS];
        while !picture.try_read(&mut bytes).unwrap() {
            std::thread::yield_now();
        }
        let red: Vec<_> = bytes.chunks_exact(4).map(|t| t[0]).collect();
        let expected: Vec<_> = (0..COLUMNS).map(|c| shade(frame, c)).collect();
        assert_eq!(red, expected, "frame {frame}");
    };
    let mut full = 0;
    // A batch that is open holds back what was taken since, so that the arenas fill however fast the GPU is.
    let mut open = Some(d.batch());
    for frame in 0..60 {
        let take = |uniforms: &Arena, vertices: &Arena| {
            let quad = vertices.push(bytemuck::cast_slice(QUAD.as_flattened()), 4)?;
            let offsets = (0..COLUMNS).map(|c| {
                let (x, w) = ((2 * c + 1) as f32 / COLUMNS as f32 - 1.0, 1.0 / COLUMNS as f32);
                let red = f32::from(shade(frame, c)) / 255.0;
                let item = [x, 0.0, w, 1.0, red, 0.0, 0.0, 1.0];
                let mut piece = uniforms.alloc(32, 256)?;
                piece.write(0, bytemuck::cast_slice(&item[..4]))?;
                piece.write(16, bytemuck::cast_slice(&item[4..]))?;
                Ok(piece.offset())
            });
            Ok((quad, offsets.collect::<Result<Vec<_>, Error>>()?))
        };
        let (quad, offsets) = loop {
            match take(&uniforms, &vertices) {
                Ok(taken) => break taken,
                Err(e) => {
                    let e: Error = e;
                    assert_eq!(e.code(), Code::ArenaFull, "{e}");
                    full += 1;
                    drop(open.take());
                    // What the attempt took goes with an empty frame.
                    uniforms.end_frame();
                    vertices.end_frame();
                    let oldest: (usize, Receipt, Readback) = flying.pop_front().unwrap();
                    oldest.1.wait(WAIT).unwrap();
                    check(oldest);
                }
            }
        };
        let t = &targets[frame % 2];
        let mut batch = d.batch();
        let color = [Color::clear(&t.view, [0.0; 4])];
        batch.raster(&RasterDesc { color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            r.vertex_buffer(0, vertices.buffer(), u64::from(quad));
            for offset in offsets {
                r.group(0, &group, [offset]);
                r.draw(0..6, 0..1);
            }
        });
        let picture = batch.read_texture(&Region::level(&t.texture, 0));
        flying.push_back((frame, batch.submit().unwrap_or_else(|e| panic!("{e}")), picture));
        uniforms.end_frame();
        vertices.end_frame();
    }
    assert!(full > 0, "a few frames fill the arenas");
    flying.into_iter().for_each(check);
    b.silent();
}

/// Copies end in readback memory of the program's own, which is read when it is ready; upload memory is written where it lies.
#[test]
fn memory_is_written_and_read_where_it_lies() {
    let Some(b) = Bed::new("mapped memory") else { return };
    let d = &b.device;
    let of = |label, memory, usage| {
        d.create_buffer(&BufferDesc { label, size_bytes: 256, memory, usage, ..Default::default() }).unwrap()
    };
    let up = of("up", Memory::Upload, BufferUsage::COPY_SRC);
    let down = of("down", Memory::Readback, BufferUsage::empty());
    let mut mapped = d.map(&up, 64..192).unwrap();
    for round in 0..20u8 {
        mapped.write(0, &[round; 64]).unwrap();
        mapped.write(64, &[round ^ 0xFF; 64]).unwrap();
        let copy = Copy::Buffer { src: &up, src_offset: 64, dst: &down, dst_offset: 128, size: 128 };
        let mut batch = d.batch();
        batch.copies("down", &[copy]);
        let receipt = batch.submit().unwrap_or_else(|e| panic!("{e}"));
        let mut bytes = [0; 128];
        while !d.read_buffer(&down, 128, &mut bytes).unwrap() {
            std::thread::yield_now();
        }
        assert_eq!((bytes[..64].to_vec(), bytes[64..].to_vec()), (vec![round; 64], vec![round ^ 0xFF; 64]));
        assert!(receipt.is_finished());
    }
    let mut rest = [1; 128];
    assert!(d.read_buffer(&down, 0, &mut rest).unwrap());
    assert_eq!(rest, [0; 128]);
    b.silent();
}
