//! A command list around another: each command is shown to a watcher, then handed on through the other's table.

use super::shim::{Recorder, shims};
use super::table::{Cmd, Commands, Raw, Rect, Viewport};
use crate::layer::{Command, Event, Watch};

/// A list that is watched.
#[derive(Debug)]
pub(crate) struct Watched<W> {
    pub(crate) inner: Cmd,
    pub(crate) watch: W,
    table: Commands,
}

impl<W: Watch> Watched<W> {
    pub(crate) fn new(inner: Cmd, table: Commands, watch: W) -> Self {
        Self { inner, watch, table }
    }

    /// The table for watched lists, without what the watched one lacks.
    pub(crate) fn commands(table: &Commands) -> Commands {
        let shims = shims::<Self>();
        Commands {
            draw_indirect_count: table.draw_indirect_count.and(shims.draw_indirect_count),
            draw_indexed_indirect_count: table
                .draw_indexed_indirect_count
                .and(shims.draw_indexed_indirect_count),
            viewport_style: table.viewport_style,
            ..shims
        }
    }

    fn see(&mut self, c: Command<'_>) {
        self.watch.event(&Event::Command(c));
    }
}

// Every call below hands on what came in: the handles are the other table's own, and whoever called this table kept the
// contract of both.
impl<W: Watch> Recorder for Watched<W> {
    fn draw(&mut self, vertices: u32, instances: u32, first_vertex: u32, first_instance: u32) {
        self.see(Command::Draw { vertices, instances, first_vertex, first_instance });
        // SAFETY: see above.
        unsafe { (self.table.hot.draw)(self.inner, vertices, instances, first_vertex, first_instance) }
    }

    fn draw_indexed(
        &mut self,
        indices: u32,
        instances: u32,
        first_index: u32,
        base_vertex: i32,
        first_instance: u32,
    ) {
        self.see(Command::DrawIndexed { indices, instances, first_index, base_vertex, first_instance });
        let draw = self.table.hot.draw_indexed;
        // SAFETY: see above.
        unsafe { draw(self.inner, indices, instances, first_index, base_vertex, first_instance) }
    }

    fn draw_indirect(&mut self, buffer: Raw, offset: u64, count: u32, stride: u32) {
        self.see(Command::DrawIndirect { indexed: false, buffer, offset, count, stride });
        // SAFETY: see above.
        unsafe { (self.table.draw_indirect)(self.inner, buffer, offset, count, stride) }
    }

    fn draw_indexed_indirect(&mut self, buffer: Raw, offset: u64, count: u32, stride: u32) {
        self.see(Command::DrawIndirect { indexed: true, buffer, offset, count, stride });
        // SAFETY: see above.
        unsafe { (self.table.draw_indexed_indirect)(self.inner, buffer, offset, count, stride) }
    }

    fn draw_indirect_count(
        &mut self,
        args: Raw,
        offset: u64,
        count: Raw,
        count_offset: u64,
        most: u32,
        stride: u32,
    ) {
        let indexed = false;
        self.see(Command::DrawIndirectCount { indexed, args, offset, count, count_offset, most, stride });
        let Some(draw) = self.table.draw_indirect_count else { return };
        // SAFETY: see above.
        unsafe { draw(self.inner, args, offset, count, count_offset, most, stride) }
    }

    fn draw_indexed_indirect_count(
        &mut self,
        args: Raw,
        offset: u64,
        count: Raw,
        count_offset: u64,
        most: u32,
        stride: u32,
    ) {
        let indexed = true;
        self.see(Command::DrawIndirectCount { indexed, args, offset, count, count_offset, most, stride });
        let Some(draw) = self.table.draw_indexed_indirect_count else { return };
        // SAFETY: see above.
        unsafe { draw(self.inner, args, offset, count, count_offset, most, stride) }
    }

    fn begin_query(&mut self, set: Raw, index: u32, flags: u32) {
        self.see(Command::BeginQuery { set, index, flags });
        // SAFETY: see above.
        unsafe { (self.table.begin_query)(self.inner, set, index, flags) }
    }

    fn end_query(&mut self, set: Raw, index: u32) {
        self.see(Command::EndQuery { set, index });
        // SAFETY: see above.
        unsafe { (self.table.end_query)(self.inner, set, index) }
    }

    fn groups(&mut self, bind_point: i32, layout: Raw, first: u32, groups: &[Raw], offsets: &[u32]) {
        self.see(Command::Groups { bind_point, layout, first, groups, offsets });
        let (n, n_offsets) = (groups.len() as u32, offsets.len() as u32);
        // SAFETY: see above; the counts belong to the pointers.
        unsafe {
            (self.table.hot.groups)(
                self.inner,
                bind_point,
                layout,
                first,
                n,
                groups.as_ptr(),
                n_offsets,
                offsets.as_ptr(),
            );
        }
    }

    fn pipeline(&mut self, bind_point: i32, pipeline: Raw) {
        self.see(Command::Pipeline { bind_point, pipeline });
        // SAFETY: see above.
        unsafe { (self.table.pipeline)(self.inner, bind_point, pipeline) }
    }

    fn push(&mut self, layout: Raw, stages: u32, offset: u32, data: &[u8]) {
        self.see(Command::Push { layout, stages, offset, data });
        let n = data.len() as u32;
        // SAFETY: see above; the count belongs to the pointer.
        unsafe { (self.table.hot.push)(self.inner, layout, stages, offset, n, data.as_ptr().cast()) }
    }

    fn vertex_buffers(&mut self, first: u32, buffers: &[Raw], offsets: &[u64]) {
        self.see(Command::VertexBuffers { first, buffers, offsets });
        let n = buffers.len().min(offsets.len()) as u32;
        // SAFETY: see above; either pointer has as many values.
        unsafe {
            (self.table.vertex_buffers)(self.inner, first, n, buffers.as_ptr(), offsets.as_ptr());
        }
    }

    fn index_buffer(&mut self, buffer: Raw, offset: u64, format: i32) {
        self.see(Command::IndexBuffer { buffer, offset, format });
        // SAFETY: see above.
        unsafe { (self.table.index_buffer)(self.inner, buffer, offset, format) }
    }

    fn dispatch(&mut self, x: u32, y: u32, z: u32) {
        self.see(Command::Dispatch([x, y, z]));
        // SAFETY: see above.
        unsafe { (self.table.dispatch)(self.inner, x, y, z) }
    }

    fn dispatch_indirect(&mut self, buffer: Raw, offset: u64) {
        self.see(Command::DispatchIndirect { buffer, offset });
        // SAFETY: see above.
        unsafe { (self.table.dispatch_indirect)(self.inner, buffer, offset) }
    }

    fn viewport(&mut self, viewport: &Viewport) {
        self.see(Command::Viewport(*viewport));
        // SAFETY: see above; one viewport.
        unsafe { (self.table.viewport)(self.inner, 0, 1, viewport) }
    }

    fn scissor(&mut self, scissor: &Rect) {
        self.see(Command::Scissor(*scissor));
        // SAFETY: see above; one scissor.
        unsafe { (self.table.scissor)(self.inner, 0, 1, scissor) }
    }

    fn blend_constant(&mut self, constant: &[f32; 4]) {
        self.see(Command::BlendConstant(*constant));
        // SAFETY: see above.
        unsafe { (self.table.blend_constant)(self.inner, constant) }
    }

    fn stencil_reference(&mut self, faces: u32, reference: u32) {
        self.see(Command::StencilReference { faces, reference });
        // SAFETY: see above.
        unsafe { (self.table.stencil_reference)(self.inner, faces, reference) }
    }
}
