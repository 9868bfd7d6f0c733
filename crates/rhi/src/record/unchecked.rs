//! Recording without checks, for callers that vouch for what the checks test.

use super::raster::{IndexFormat, RasterPass, UNUSUAL_BIT, UNUSUAL_KIND};
use crate::object::{BindGroup, Buffer, RasterPipeline};
use crate::stats::Drawn;
use std::ops::Range;

/// A raster pass whose commands are not checked. Reached by [`RasterPass::unchecked`], whose contract holds for every call.
pub struct Unchecked<'a, 'p> {
    pass: &'a mut RasterPass<'p>,
    // Counted here, where nothing else can see it and a loop can keep it in registers; added to the pass at the end.
    drawn: Drawn,
    groups: u32,
    pushes: u32,
}

const GRAPHICS: i32 = 0;

impl Drop for Unchecked<'_, '_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.pass.need & UNUSUAL_BIT != 0 {
            self.pass.turn(self.drawn);
        }
        let s = &mut self.pass.stats;
        s.drawn.join(self.drawn);
        self.pass.latch.mark = s.drawn;
        s.groups = s.groups.wrapping_add(self.groups);
        s.pushes = s.pushes.wrapping_add(self.pushes);
    }
}

impl<'a, 'p> Unchecked<'a, 'p> {
    #[inline(always)]
    pub(super) fn new(pass: &'a mut RasterPass<'p>) -> Self {
        if pass.need & UNUSUAL_BIT != 0 {
            pass.turn(pass.stats.drawn);
        }
        pass.latch.mark = Drawn::default();
        Self { pass, drawn: Drawn::default(), groups: 0, pushes: 0 }
    }
}

impl Unchecked<'_, '_> {
    /// As [`RasterPass::pipeline`].
    #[inline(always)]
    pub fn pipeline(&mut self, p: &RasterPipeline) {
        let s = &mut *self.pass;
        if (p.need | s.need) & UNUSUAL_BIT != 0 {
            s.turn(self.drawn);
        }
        s.stats.pipelines += 1;
        if p.layout != s.layout {
            s.relayout(p);
        }
        s.need = p.need & UNUSUAL_KIND;
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
        self.drawn.add(n, m);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.hot.draw)(s.cmd, n, m, vertices.start, instances.start) }
    }

    /// As [`RasterPass::draw_indexed`].
    #[inline(always)]
    pub fn draw_indexed(&mut self, indices: Range<u32>, base_vertex: i32, instances: Range<u32>) {
        let (n, m) = (indices.end.wrapping_sub(indices.start), instances.end.wrapping_sub(instances.start));
        self.drawn.add(n, m);
        let s = &*self.pass;
        // SAFETY: the contract of `RasterPass::unchecked`.
        unsafe { (s.hot.draw_indexed)(s.cmd, n, m, indices.start, base_vertex, instances.start) }
    }
}
