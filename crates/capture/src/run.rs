//! Records and submits the steps of a frame. What a pass declares follows from what its commands bind.

use crate::error::ReplayError;
use crate::file::CaptureFile;
use crate::model::{
    Act, Blob, ColorOp, ComputeOp, CopyOp, Id, Made, MarkOp, Op, QueriesOp, RasterOp, Side, Step,
};
use crate::needs::queue_flag;
use crate::objects::OnDevice;
use candor_rhi::*;
use std::time::Duration;

/// Alignment of data in the memory that copies read: offsets that every backend takes.
const ALIGN: usize = limits::PORTABLE.copy_offset_alignment as usize;

/// Binds a group with as many offsets as a list has; one that is too long is bound with the most that a group can have, which
/// the pass refuses.
macro_rules! with_offsets {
    ($pass:expr, $index:expr, $group:expr, $offsets:expr) => {
        match $offsets.as_slice() {
            [] => $pass.group($index, $group, []),
            [a] => $pass.group($index, $group, [*a]),
            [a, b] => $pass.group($index, $group, [*a, *b]),
            [a, b, c] => $pass.group($index, $group, [*a, *b, *c]),
            [a, b, c, d] => $pass.group($index, $group, [*a, *b, *c, *d]),
            [a, b, c, d, e] => $pass.group($index, $group, [*a, *b, *c, *d, *e]),
            [a, b, c, d, e, f] => $pass.group($index, $group, [*a, *b, *c, *d, *e, *f]),
            [a, b, c, d, e, f, g] => $pass.group($index, $group, [*a, *b, *c, *d, *e, *f, *g]),
            [a, b, c, d, e, f, g, h] => $pass.group($index, $group, [*a, *b, *c, *d, *e, *f, *g, *h]),
            _ => $pass.group($index, $group, [u32::MAX; limits::MAX_DYNAMIC_OFFSETS + 1]),
        }
    };
}

/// What goes wrong within a submission.
type Wrong = String;

/// The first error of a batch that was not submitted.
pub(crate) fn first(e: SubmitError) -> Error {
    let other = || Error::new(Code::Driver, "batch", "it was refused");
    e.errors.into_iter().next().unwrap_or_else(other)
}

/// Runs the frame.
pub(crate) fn all(
    device: &Device,
    file: &CaptureFile,
    here: &OnDevice,
    timeout: Duration,
) -> Result<(), ReplayError> {
    fill_stencil(device, file, here).map_err(|why| ReplayError::Failed { submission: 0, why })?;
    let mut submission = 0;
    for step in &file.steps {
        let wrong = |why| ReplayError::Failed { submission, why };
        match step {
            Step::Write { buffer, offset, data } => {
                let b = here.buffer(*buffer).ok_or_else(|| wrong("a buffer is missing".into()))?;
                device.write_buffer(b, *offset, &data.0).map_err(|e| wrong(e.to_string()))?;
            }
            Step::Submit { ops, .. } => {
                let mut batch = device.batch();
                let run = Run { device, file, here };
                for op in ops {
                    run.op(&mut batch, op).map_err(wrong)?;
                }
                let receipt = batch.submit().map_err(|e| wrong(e.to_string()))?;
                // What the host writes next must not be seen by this one.
                receipt.wait(timeout).map_err(|e| wrong(e.to_string()))?;
                submission += 1;
            }
        }
    }
    Ok(())
}

/// A texture is made with its first aspect filled; stencil comes after depth.
fn fill_stencil(device: &Device, file: &CaptureFile, here: &OnDevice) -> Result<(), Wrong> {
    let run = Run { device, file, here };
    for (i, o) in file.objects.iter().enumerate() {
        let (Made::Texture(info), [_, (aspect, blob)]) = (&o.made, o.contents.as_slice()) else { continue };
        let mut list = Vec::new();
        let mut rest = &blob.0[..];
        for layer in 0..info.layers {
            for mip in 0..info.mips {
                let size = info.level_size(mip);
                let blocks = info.format.level_bytes(size) / u64::from(info.format.info().block_bytes);
                let n = (blocks * u64::from(info.format.aspect_bytes(*aspect))) as usize;
                let Some((now, later)) = rest.split_at_checked(n) else {
                    return Err(format!("the contents of '{}' are too short", o.label));
                };
                rest = later;
                let texture = Id(i as u32);
                let dst = Side { texture, aspect: *aspect, mip, layer, layers: 1, origin: [0; 3] };
                list.push(CopyOp::Texels { data: Blob(now.into()), dst, size });
            }
        }
        let mut batch = device.batch();
        run.copies(&mut batch, Queue::Main, &list)?;
        batch.submit().map_err(|e| e.to_string())?;
    }
    Ok(())
}

struct Run<'a> {
    device: &'a Device,
    file: &'a CaptureFile,
    here: &'a OnDevice,
}

/// What a pass uses beside its attachments.
#[derive(Default)]
struct Uses<'a> {
    groups: Vec<&'a BindGroup>,
    uses: Vec<Use<'a>>,
}

impl<'a> Run<'a> {
    fn missing(&self, id: Id) -> Wrong {
        let label = self.file.object(id).map_or("", |o| o.label.as_str());
        format!("object {} '{label}' is missing", id.0)
    }

    fn buffer(&self, id: Id) -> Result<&'a Buffer, Wrong> {
        self.here.buffer(id).ok_or_else(|| self.missing(id))
    }

    fn view(&self, id: Id) -> Result<&'a View, Wrong> {
        self.here.view(id).ok_or_else(|| self.missing(id))
    }

    fn set(&self, id: Id) -> Result<&'a QuerySet, Wrong> {
        self.here.queries(id).ok_or_else(|| self.missing(id))
    }

    fn op(&self, batch: &mut Batch, op: &Op) -> Result<(), Wrong> {
        match op {
            Op::Raster(r) => self.raster(batch, r),
            Op::Compute(c) => self.compute(batch, c),
            Op::Copies { queue, list } => self.copies(batch, self.queue(*queue), list),
            Op::Timestamp { set, index } => {
                batch.timestamp(self.set(*set)?, *index);
                Ok(())
            }
            Op::Mark(m) => {
                match m {
                    MarkOp::Begin(label) => batch.push_group(label),
                    MarkOp::End => batch.pop_group(),
                    MarkOp::At(label) => batch.marker(label),
                }
                Ok(())
            }
        }
    }

    /// The queue, or the main one where the device does not have it.
    fn queue(&self, q: Queue) -> Queue {
        if self.device.enabled().contains(queue_flag(q)) { q } else { Queue::Main }
    }

    fn uses<'c>(&self, commands: impl Iterator<Item = &'c Act>) -> Result<Uses<'a>, Wrong> {
        let mut uses = Uses::default();
        let mut groups = std::collections::HashSet::new();
        let mut buffers = std::collections::HashSet::new();
        let mut add = |uses: &mut Uses<'a>, id: Id, access: Access| {
            let b = self.buffer(id)?;
            if b.usage().intersects(BufferUsage::TRACKED) && buffers.insert((id, access)) {
                uses.uses.push(Use::Buffer(b, access, Stages::empty()));
            }
            Ok::<_, Wrong>(())
        };
        for c in commands {
            match c {
                Act::Group { group, .. } if groups.insert(*group) => {
                    uses.groups.push(self.here.group_of(*group).ok_or_else(|| self.missing(*group))?);
                }
                Act::VertexBuffer { buffer, .. } => add(&mut uses, *buffer, Access::VERTEX)?,
                Act::IndexBuffer { buffer, .. } => add(&mut uses, *buffer, Access::INDEX)?,
                Act::DrawIndirect { buffer, .. } | Act::DispatchIndirect { buffer, .. } => {
                    add(&mut uses, *buffer, Access::INDIRECT)?;
                }
                Act::DrawIndirectCount { args, count, .. } => {
                    add(&mut uses, *args, Access::INDIRECT)?;
                    add(&mut uses, *count, Access::INDIRECT)?;
                }
                _ => {}
            }
        }
        Ok(uses)
    }

    fn queries(&self, q: &QueriesOp) -> Result<PassQueries<'a>, Wrong> {
        let mut out = PassQueries::default();
        if let Some((set, begin, end)) = q.timestamps {
            out.timestamps = Some(Timestamps { set: self.set(set)?, begin, end });
        }
        if let Some((set, first, count)) = q.occlusion {
            out.occlusion = Some(QueryRange { set: self.set(set)?, first, count });
        }
        if let Some((set, index)) = q.statistics {
            out.statistics = Some((self.set(set)?, index));
        }
        Ok(out)
    }

    fn raster(&self, batch: &mut Batch, r: &RasterOp) -> Result<(), Wrong> {
        let uses = self.uses(r.parts.iter().flatten())?;
        let color = |c: &ColorOp| {
            let resolve = c.resolve.map(|v| self.view(v)).transpose()?;
            Ok(Color { view: self.view(c.view)?, load: c.load, store: c.store, resolve })
        };
        let color = r.colors.iter().map(color).collect::<Result<Vec<_>, Wrong>>()?;
        let depth = match &r.depth {
            None => None,
            Some(d) => Some(Depth {
                view: self.view(d.view)?,
                read_only: d.read_only,
                load: d.load,
                store: d.store,
                stencil: d.stencil.map(|(load, store)| StencilOps { load, store }),
                resolve: match d.resolve {
                    None => None,
                    Some((view, depth, stencil)) => {
                        Some(DepthResolve { view: self.view(view)?, depth, stencil })
                    }
                },
            }),
        };
        let queries = r.queries.as_ref().map(|q| self.queries(q)).transpose()?;
        let desc = RasterDesc {
            label: &r.label,
            color: &color,
            depth,
            view_mask: r.view_mask,
            uses: &uses.uses,
            groups: &uses.groups,
            queries: queries.as_ref(),
        };
        let mut wrong = Ok(());
        let mut record = |pass: &mut RasterPass<'_>, part: &[Act]| {
            for c in part {
                if wrong.is_ok() {
                    wrong = self.raster_command(pass, c);
                }
            }
        };
        match r.parts.as_slice() {
            [one] => batch.raster(&desc, |pass| record(pass, one)),
            parts => {
                for (slot, part) in batch.raster_split(&desc, parts.len()).zip(parts) {
                    slot.record(|pass| record(pass, part));
                }
            }
        }
        wrong
    }

    fn raster_command(&self, p: &mut RasterPass<'_>, c: &Act) -> Result<(), Wrong> {
        match c {
            Act::Pipeline(id) => p.pipeline(self.here.raster_pipeline(*id).ok_or_else(|| self.missing(*id))?),
            Act::Group { index, group, offsets } => {
                let g = self.here.group_of(*group).ok_or_else(|| self.missing(*group))?;
                with_offsets!(p, *index as usize, g, offsets);
            }
            Act::Push { offset, data } => p.push(*offset, data),
            Act::VertexBuffer { slot, buffer, offset } => {
                p.vertex_buffer(*slot, self.buffer(*buffer)?, *offset)
            }
            Act::IndexBuffer { buffer, offset, format } => {
                p.index_buffer(self.buffer(*buffer)?, *offset, *format)
            }
            Act::Draw { vertices, instances, first_vertex, first_instance } => p.draw(
                *first_vertex..first_vertex.wrapping_add(*vertices),
                *first_instance..first_instance.wrapping_add(*instances),
            ),
            Act::DrawIndexed { indices, instances, first_index, base_vertex, first_instance } => p
                .draw_indexed(
                    *first_index..first_index.wrapping_add(*indices),
                    *base_vertex,
                    *first_instance..first_instance.wrapping_add(*instances),
                ),
            Act::DrawIndirect { indexed: false, buffer, offset, count } => {
                p.draw_indirect(self.buffer(*buffer)?, *offset, *count);
            }
            Act::DrawIndirect { indexed: true, buffer, offset, count } => {
                p.draw_indexed_indirect(self.buffer(*buffer)?, *offset, *count);
            }
            Act::DrawIndirectCount { indexed, args, offset, count, count_offset, most } => {
                let (args, count) = (self.buffer(*args)?, self.buffer(*count)?);
                match indexed {
                    false => p.draw_indirect_count(args, *offset, count, *count_offset, *most),
                    true => p.draw_indexed_indirect_count(args, *offset, count, *count_offset, *most),
                }
            }
            Act::Viewport(v) => p.viewport(*v),
            Act::Scissor(r) => p.scissor(*r),
            Act::BlendConstant(c) => p.blend_constant(*c),
            Act::StencilReferences { front, back } => p.stencil_references(*front, *back),
            Act::BeginQuery(index) => p.begin_occlusion(*index),
            Act::EndQuery => p.end_occlusion(),
            Act::Mark(MarkOp::Begin(label)) => p.push_group(label),
            Act::Mark(MarkOp::End) => p.pop_group(),
            Act::Mark(MarkOp::At(label)) => p.marker(label),
            Act::Dispatch(_) | Act::DispatchIndirect { .. } => return Err("a raster pass dispatches".into()),
        }
        Ok(())
    }

    fn compute(&self, batch: &mut Batch, c: &ComputeOp) -> Result<(), Wrong> {
        let uses = self.uses(c.commands.iter())?;
        let queries = c.queries.as_ref().map(|q| self.queries(q)).transpose()?;
        let desc = ComputeDesc {
            label: &c.label,
            uses: &uses.uses,
            groups: &uses.groups,
            order: if c.serial { Order::Serial } else { Order::Unordered },
            queue: self.queue(c.queue),
            queries: queries.as_ref(),
        };
        let mut wrong = Ok(());
        batch.compute(&desc, |pass| {
            for c in &c.commands {
                if wrong.is_ok() {
                    wrong = self.compute_command(pass, c);
                }
            }
        });
        wrong
    }

    fn compute_command(&self, p: &mut ComputePass<'_>, c: &Act) -> Result<(), Wrong> {
        match c {
            Act::Pipeline(id) => {
                p.pipeline(self.here.compute_pipeline(*id).ok_or_else(|| self.missing(*id))?)
            }
            Act::Group { index, group, offsets } => {
                let g = self.here.group_of(*group).ok_or_else(|| self.missing(*group))?;
                with_offsets!(p, *index as usize, g, offsets);
            }
            Act::Push { data, .. } => p.push(data),
            Act::Dispatch([x, y, z]) => p.dispatch(*x, *y, *z),
            Act::DispatchIndirect { buffer, offset } => p.dispatch_indirect(self.buffer(*buffer)?, *offset),
            Act::Mark(MarkOp::Begin(label)) => p.push_group(label),
            Act::Mark(MarkOp::End) => p.pop_group(),
            Act::Mark(MarkOp::At(label)) => p.marker(label),
            _ => return Err("a compute pass draws".into()),
        }
        Ok(())
    }

    fn region(&self, s: &Side, size: [u32; 3]) -> Result<Region<'a>, Wrong> {
        let texture = self.here.texture(s.texture).ok_or_else(|| self.missing(s.texture))?;
        // All aspects are what a region that names none has.
        let all = texture.info().format.info().aspects;
        let aspect = (s.aspect != all).then_some(s.aspect);
        Ok(Region { texture, mip: s.mip, layer: s.layer, layers: s.layers, origin: s.origin, size, aspect })
    }

    fn side(
        &self,
        buffer: &'a Buffer,
        offset: u64,
        row_texels: u32,
        rows: u32,
        r: &Region<'_>,
    ) -> Result<BufferSide<'a>, Wrong> {
        let format = r.texture.info().format;
        let (bw, bh) = (u32::from(format.info().block.0), u32::from(format.info().block.1));
        let unit = format.aspect_bytes(r.aspect.unwrap_or(format.info().aspects));
        let row_bytes = (row_texels / bw).checked_mul(unit).ok_or("a row of a copy is too long")?;
        Ok(BufferSide { buffer, offset, row_bytes, rows: rows / bh })
    }

    fn copies(&self, batch: &mut Batch, queue: Queue, list: &[CopyOp]) -> Result<(), Wrong> {
        let staging = self.staging(list)?;
        let mut offset = 0;
        // Where the next data lies in the staging memory.
        let mut next = |len: usize| {
            let at = offset as u64;
            offset += len.next_multiple_of(ALIGN);
            at
        };
        let staged = || staging.as_ref().ok_or("there is no memory for its data");
        let mut copies = Vec::with_capacity(list.len());
        let mut results = Vec::new();
        for c in list {
            copies.push(match c {
                CopyOp::Buffer { src, src_offset, dst, dst_offset, size } => Copy::Buffer {
                    src: self.buffer(*src)?,
                    src_offset: *src_offset,
                    dst: self.buffer(*dst)?,
                    dst_offset: *dst_offset,
                    size: *size,
                },
                CopyOp::Data { dst, offset, data } => Copy::Buffer {
                    src: staged()?,
                    src_offset: next(data.0.len()),
                    dst: self.buffer(*dst)?,
                    dst_offset: *offset,
                    size: data.0.len() as u64,
                },
                CopyOp::Fill { dst, offset, size, value } => {
                    Copy::Fill { dst: self.buffer(*dst)?, offset: *offset, size: *size, value: *value }
                }
                CopyOp::Upload { src, offset, row_texels, rows, dst, size } => {
                    let dst = self.region(dst, *size)?;
                    let src = self.side(self.buffer(*src)?, *offset, *row_texels, *rows, &dst)?;
                    Copy::BufferToTexture { src, dst }
                }
                CopyOp::Texels { data, dst, size } => {
                    let src =
                        BufferSide { buffer: staged()?, offset: next(data.0.len()), row_bytes: 0, rows: 0 };
                    Copy::BufferToTexture { src, dst: self.region(dst, *size)? }
                }
                CopyOp::Download { src, size, dst, offset, row_texels, rows } => {
                    let src = self.region(src, *size)?;
                    let dst = self.side(self.buffer(*dst)?, *offset, *row_texels, *rows, &src)?;
                    Copy::TextureToBuffer { src, dst }
                }
                CopyOp::Texture { src, dst, size } => {
                    Copy::Texture { src: self.region(src, *size)?, dst: self.region(dst, [0; 3])? }
                }
                CopyOp::Blit { src, src_size, dst, dst_size, filter } => Copy::Blit {
                    src: self.region(src, *src_size)?,
                    dst: self.region(dst, *dst_size)?,
                    filter: *filter,
                },
                CopyOp::Clear { texture, range, value } => {
                    let texture = self.here.texture(*texture).ok_or_else(|| self.missing(*texture))?;
                    let dst = Levels {
                        texture,
                        mip: range.mip.into(),
                        mips: range.mips.into(),
                        layer: range.layer.into(),
                        layers: range.layers.into(),
                        aspects: Some(range.aspects),
                    };
                    Copy::Clear { dst, value: *value }
                }
                CopyOp::Queries { set, first, count, dst, offset } => {
                    results.push((
                        QueryRange { set: self.set(*set)?, first: *first, count: *count },
                        *dst,
                        *offset,
                    ));
                    continue;
                }
            });
        }
        batch.copies_on(queue, "copies", &copies);
        for (range, dst, offset) in results {
            batch.resolve_queries(range, self.buffer(dst)?, offset);
        }
        Ok(())
    }

    /// Memory for what a list of copies takes from the host.
    fn staging(&self, list: &[CopyOp]) -> Result<Option<Buffer>, Wrong> {
        let mut bytes = Vec::new();
        for c in list {
            if let CopyOp::Data { data, .. } | CopyOp::Texels { data, .. } = c {
                bytes.extend_from_slice(&data.0);
                bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let d = BufferDesc {
            label: "data of copies",
            size_bytes: bytes.len() as u64,
            usage: BufferUsage::COPY_SRC,
            memory: Memory::Upload,
            contents: Contents::Data(&bytes),
        };
        self.device.create_buffer(&d).map(Some).map_err(|e| e.to_string())
    }
}
