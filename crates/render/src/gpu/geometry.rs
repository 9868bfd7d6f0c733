//! Meshes: all vertex data in a few large buffers, all indices in others. An attribute that a primitive lacks is read with a stride
//! of 0 from a constant, which lies beside the data of others.

use super::shared::{ATTRIBUTES, CONSTANTS};
use crate::error::RenderError;
use crate::scene::{self, Scene, Topology};
use candor_rhi::*;

/// Bytes of one buffer, unless a single primitive needs more.
const CHUNK_BYTES: usize = 32 << 20;
/// Data of each attribute starts at a multiple of this (the widest component).
const ALIGN: usize = 16;
/// Indices below this fit 16 bits; the largest is left out, since strips give it another meaning.
const U16_VERTICES: usize = 0xFFFF;

/// Indices of a primitive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indices {
    pub(crate) chunk: u32,
    pub(crate) offset: u64,
    pub(crate) format: IndexFormat,
}

/// A primitive on the GPU.
#[derive(Debug)]
pub(crate) struct Primitive {
    pub(crate) chunk: u32,
    /// Where each attribute begins in the chunk.
    pub(crate) streams: [u64; ATTRIBUTES.len()],
    /// Bit `i` set: attribute `i` is a constant.
    pub(crate) missing: u8,
    pub(crate) indices: Option<Indices>,
    pub(crate) count: u32,
    pub(crate) topology: Topology,
    pub(crate) material: u32,
    pub(crate) lit: bool,
}

/// All meshes of a scene.
#[derive(Debug, Default)]
pub(crate) struct Geometry {
    pub(crate) vertices: Vec<Buffer>,
    pub(crate) indices: Vec<Buffer>,
    pub(crate) primitives: Vec<Primitive>,
    /// First primitive of each mesh, and the end.
    pub(crate) meshes: Vec<u32>,
}

/// Data that waits to become a buffer.
struct Chunks<'a> {
    device: &'a Device,
    label: &'static str,
    usage: BufferUsage,
    data: Vec<u8>,
    /// Where the constants begin, once they are there.
    constants: Option<u64>,
    done: Vec<Buffer>,
}

impl<'a> Chunks<'a> {
    fn new(device: &'a Device, label: &'static str, usage: BufferUsage) -> Self {
        Self { device, label, usage, data: Vec::new(), constants: None, done: Vec::new() }
    }

    /// Makes room for `bytes` that must lie in one chunk, and returns its number.
    fn begin(&mut self, bytes: usize) -> Result<u32, RenderError> {
        if !self.data.is_empty() && self.data.len() + bytes > CHUNK_BYTES {
            self.flush()?;
        }
        Ok(self.done.len() as u32)
    }

    fn push(&mut self, bytes: &[u8]) -> u64 {
        let start = self.data.len().next_multiple_of(ALIGN);
        self.data.resize(start, 0);
        self.data.extend_from_slice(bytes);
        start as u64
    }

    /// Where the constants of missing attributes begin.
    fn constants(&mut self) -> u64 {
        match self.constants {
            Some(start) => start,
            None => {
                let start = self.push(bytemuck::cast_slice(&CONSTANTS));
                self.constants = Some(start);
                start
            }
        }
    }

    fn flush(&mut self) -> Result<(), RenderError> {
        if self.data.is_empty() {
            return Ok(());
        }
        self.data.resize(self.data.len().next_multiple_of(4), 0);
        let buffer = self.device.create_buffer(&BufferDesc {
            label: self.label,
            size_bytes: self.data.len() as u64,
            usage: self.usage | BufferUsage::COPY_DST,
            contents: Contents::Data(&self.data),
            ..BufferDesc::default()
        })?;
        self.done.push(buffer);
        self.data.clear();
        self.constants = None;
        Ok(())
    }
}

/// Uploads all meshes of a scene.
pub(crate) fn upload(device: &Device, scene: &Scene) -> Result<Geometry, RenderError> {
    let mut vertices = Chunks::new(device, "vertices", BufferUsage::VERTEX);
    let mut indices = Chunks::new(device, "indices", BufferUsage::INDEX);
    let mut out = Geometry::default();
    for mesh in &scene.meshes {
        out.meshes.push(out.primitives.len() as u32);
        for primitive in &mesh.primitives {
            out.primitives.push(upload_primitive(primitive, &mut vertices, &mut indices)?);
        }
    }
    out.meshes.push(out.primitives.len() as u32);
    vertices.flush()?;
    indices.flush()?;
    (out.vertices, out.indices) = (vertices.done, indices.done);
    Ok(out)
}

fn upload_primitive(
    p: &scene::Primitive,
    vertices: &mut Chunks<'_>,
    indices: &mut Chunks<'_>,
) -> Result<Primitive, RenderError> {
    let uv = |i: usize| p.uvs.get(i).map(|v| bytemuck::cast_slice(v.as_slice()));
    let data: [Option<&[u8]>; ATTRIBUTES.len()] = [
        Some(bytemuck::cast_slice(&p.positions)),
        p.normals.as_deref().map(bytemuck::cast_slice),
        p.tangents.as_deref().map(bytemuck::cast_slice),
        uv(0),
        uv(1),
        p.colors.as_deref().map(bytemuck::cast_slice),
    ];
    let room = data.iter().flatten().map(|d| d.len() + ALIGN).sum::<usize>();
    let chunk = vertices.begin(room + size_of_val(&CONSTANTS) + ALIGN)?;
    let (mut streams, mut missing) = ([0; ATTRIBUTES.len()], 0);
    for (i, (stream, bytes)) in streams.iter_mut().zip(data).enumerate() {
        *stream = match bytes {
            Some(bytes) => vertices.push(bytes),
            None => {
                missing |= 1 << i;
                vertices.constants() + ATTRIBUTES[i].constant
            }
        };
    }
    let indices = match &p.indices {
        None => None,
        Some(list) if p.positions.len() <= U16_VERTICES => {
            let short: Vec<u16> = list.iter().map(|i| *i as u16).collect();
            let chunk = indices.begin(short.len() * 2 + ALIGN)?;
            let offset = indices.push(bytemuck::cast_slice(&short));
            Some(Indices { chunk, offset, format: IndexFormat::U16 })
        }
        Some(list) => {
            let chunk = indices.begin(list.len() * 4 + ALIGN)?;
            let offset = indices.push(bytemuck::cast_slice(list));
            Some(Indices { chunk, offset, format: IndexFormat::U32 })
        }
    };
    Ok(Primitive {
        chunk,
        streams,
        missing,
        indices,
        count: p.draw_count() as u32,
        topology: p.topology,
        material: p.material as u32,
        lit: p.normals.is_some(),
    })
}
