//! Recording without checks, for callers that vouch for what the checks test.

use super::raster::{IndexFormat, RasterPass};
use crate::error::Code;
use crate::object::{BindGroup, Buffer, RasterPipeline};
use std::ops::Range;

/// A raster pass whose commands are not checked. Reached by [`RasterPass::unchecked`], whose contract holds for every call.
pub struct Unchecked<'a, 'p> {
    pass: &'a mut RasterPass<'p>,
    // Counted here, where nothing else can see it and a loop can keep it in registers; added to the pass at the end.
    draws: u32,
    groups: u32,
    pushes: u32,
}

/// A check that [`Unchecked`] leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trust {
    /// The rule that nobody looks at.
    pub code: Code,
    /// The commands that rely on it.
    pub commands: &'static str,
    /// What may happen where the promise is broken.
    pub otherwise: &'static str,
}

impl Unchecked<'_, '_> {
    /// Every check that is left out, each with what may happen where the caller's promise is broken. `docs/rules.md` shows the
    /// list as a table.
    pub const TRUSTS: &'static [Trust] = &[
        Trust {
            code: Code::ForeignObject,
            commands: "pipeline, group, vertex_buffer, index_buffer",
            otherwise: "the driver follows a handle that is not its own: memory of the process is read and written",
        },
        Trust {
            code: Code::ReadOnlyDepth,
            commands: "pipeline",
            otherwise: "depth is written while shaders may read it: its contents are not specified, nor what they read",
        },
        Trust {
            code: Code::TargetMismatch,
            commands: "pipeline",
            otherwise: "the GPU writes in another format or to targets that are not there: memory of the device is overwritten, or the device is lost",
        },
        Trust {
            code: Code::GroupLayout,
            commands: "group",
            otherwise: "one kind of binding is read as another: the GPU reads and writes at arbitrary addresses of the device, which robust access does not bound",
        },
        Trust {
            code: Code::DynamicOffset,
            commands: "group",
            otherwise: "the binding lies outside of its buffer: the GPU reads and writes memory of other resources, or the device is lost",
        },
        Trust {
            code: Code::UndeclaredUse,
            commands: "group, vertex_buffer, index_buffer",
            otherwise: "there is no barrier: old, new or torn contents are read, and a texture may be in a layout in which it is unreadable",
        },
        Trust {
            code: Code::PushRange,
            commands: "push",
            otherwise: "the driver writes beyond the memory that it keeps for push data",
        },
        Trust {
            code: Code::VertexBufferSlot,
            commands: "vertex_buffer",
            otherwise: "the driver writes beyond its table of buffers, or vertices come from an address outside of the buffer",
        },
        Trust {
            code: Code::IndexRange,
            commands: "index_buffer, draw_indexed",
            otherwise: "indices are read from memory beyond the buffer, as far as robust access does not bound them",
        },
        Trust {
            code: Code::DrawRange,
            commands: "draw, draw_indexed",
            otherwise: "some four thousand million vertices, indices or instances are drawn, and the device may be lost",
        },
        Trust {
            code: Code::Incomplete,
            commands: "draw, draw_indexed",
            otherwise: "the draw takes what an earlier pass has left bound, or nothing: handles of destroyed objects may be followed, and the device may be lost",
        },
    ];
}

const GRAPHICS: i32 = 0;

impl Drop for Unchecked<'_, '_> {
    #[inline(always)]
    fn drop(&mut self) {
        let s = &mut self.pass.stats;
        s.draws = s.draws.wrapping_add(self.draws);
        s.groups = s.groups.wrapping_add(self.groups);
        s.pushes = s.pushes.wrapping_add(self.pushes);
    }
}

impl<'a, 'p> Unchecked<'a, 'p> {
    #[inline(always)]
    pub(super) fn new(pass: &'a mut RasterPass<'p>) -> Self {
        Self { pass, draws: 0, groups: 0, pushes: 0 }
    }
}

impl Unchecked<'_, '_> {
    /// As [`RasterPass::pipeline`].
    #[inline(always)]
    pub fn pipeline(&mut self, p: &RasterPipeline) {
        let s = &mut *self.pass;
        s.stats.pipelines += 1;
        if p.layout != s.layout {
            s.relayout(p);
        }
        s.need = 0;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.table.pipeline)(s.cmd, GRAPHICS, p.raw) }
    }

    /// As [`RasterPass::group`].
    #[inline(always)]
    pub fn group<const N: usize>(&mut self, index: usize, g: &BindGroup, offsets: [u32; N]) {
        self.groups = self.groups.wrapping_add(1);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe {
            (s.hot.groups)(s.cmd, GRAPHICS, s.layout, index as u32, 1, &g.raw, N as u32, offsets.as_ptr())
        }
    }

    /// As [`RasterPass::push`].
    #[inline(always)]
    pub fn push(&mut self, offset: u32, data: &[u8]) {
        self.pushes = self.pushes.wrapping_add(1);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe {
            (s.hot.push)(s.cmd, s.layout, s.push_stages, offset, data.len() as u32, data.as_ptr().cast())
        }
    }

    /// As [`RasterPass::vertex_buffer`].
    #[inline(always)]
    pub fn vertex_buffer(&mut self, slot: u32, b: &Buffer, offset: u64) {
        let s = &mut *self.pass;
        s.stats.vertex_buffers += 1;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.table.vertex_buffers)(s.cmd, slot, 1, &b.raw, &offset) }
    }

    /// As [`RasterPass::index_buffer`].
    #[inline(always)]
    pub fn index_buffer(&mut self, b: &Buffer, offset: u64, format: IndexFormat) {
        let s = &mut *self.pass;
        s.stats.index_buffers += 1;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.table.index_buffer)(s.cmd, b.raw, offset, format as i32) }
    }

    /// As [`RasterPass::draw`].
    #[inline(always)]
    pub fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        let (n, m) = (vertices.end.wrapping_sub(vertices.start), instances.end.wrapping_sub(instances.start));
        self.draws = self.draws.wrapping_add(1);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.hot.draw)(s.cmd, n, m, vertices.start, instances.start) }
    }

    /// As [`RasterPass::draw_indexed`].
    #[inline(always)]
    pub fn draw_indexed(&mut self, indices: Range<u32>, base_vertex: i32, instances: Range<u32>) {
        let (n, m) = (indices.end.wrapping_sub(indices.start), instances.end.wrapping_sub(instances.start));
        self.draws = self.draws.wrapping_add(1);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.hot.draw_indexed)(s.cmd, n, m, indices.start, base_vertex, instances.start) }
    }
}
