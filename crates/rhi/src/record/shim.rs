//! A table out of a safe trait, for backends whose API is not shaped like the table.

use super::table::{Cmd, Commands, Hot, Raw, Rect, Viewport, ViewportStyle};
use core::ffi::c_void;

/// What a backend without native entry points implements for its command list. The list handed to the table must have been
/// made by [`Cmd::from_recorder`] with this very type.
#[allow(missing_docs, reason = "each method is the table's entry of that name")]
pub trait Recorder: Send {
    fn draw(&mut self, vertices: u32, instances: u32, first_vertex: u32, first_instance: u32);
    fn draw_indexed(
        &mut self,
        indices: u32,
        instances: u32,
        first_index: u32,
        base_vertex: i32,
        first_instance: u32,
    );
    fn draw_indirect(&mut self, buffer: Raw, offset: u64, count: u32, stride: u32);
    fn draw_indexed_indirect(&mut self, buffer: Raw, offset: u64, count: u32, stride: u32);
    fn draw_indirect_count(
        &mut self,
        args: Raw,
        offset: u64,
        count: Raw,
        count_offset: u64,
        most: u32,
        stride: u32,
    );
    fn draw_indexed_indirect_count(
        &mut self,
        args: Raw,
        offset: u64,
        count: Raw,
        count_offset: u64,
        most: u32,
        stride: u32,
    );
    fn begin_query(&mut self, set: Raw, index: u32, flags: u32);
    fn end_query(&mut self, set: Raw, index: u32);
    fn groups(&mut self, bind_point: i32, layout: Raw, first: u32, groups: &[Raw], offsets: &[u32]);
    fn pipeline(&mut self, bind_point: i32, pipeline: Raw);
    fn push(&mut self, layout: Raw, stages: u32, offset: u32, data: &[u8]);
    fn vertex_buffers(&mut self, first: u32, buffers: &[Raw], offsets: &[u64]);
    fn index_buffer(&mut self, buffer: Raw, offset: u64, format: i32);
    fn dispatch(&mut self, x: u32, y: u32, z: u32);
    fn dispatch_indirect(&mut self, buffer: Raw, offset: u64);
    fn viewport(&mut self, viewport: &Viewport);
    fn scissor(&mut self, scissor: &Rect);
    fn blend_constant(&mut self, constant: &[f32; 4]);
    fn stencil_reference(&mut self, faces: u32, reference: u32);
}

// One macro for the plain entries: the list is lent by the caller of the table, which is this crate alone.
macro_rules! forward {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {
        $(unsafe extern "system" fn $name<R: Recorder>(cmd: Cmd, $($arg: $ty),*) {
            // SAFETY: the caller of a table's entry hands over a list of the table's own backend that it alone records.
            unsafe { cmd.recorder::<R>() }.$name($($arg),*);
        })*
    };
}

forward! {
    draw(a: u32, b: u32, c: u32, d: u32);
    draw_indexed(a: u32, b: u32, c: u32, d: i32, e: u32);
    draw_indirect(a: Raw, b: u64, c: u32, d: u32);
    draw_indexed_indirect(a: Raw, b: u64, c: u32, d: u32);
    draw_indirect_count(a: Raw, b: u64, c: Raw, d: u64, e: u32, f: u32);
    draw_indexed_indirect_count(a: Raw, b: u64, c: Raw, d: u64, e: u32, f: u32);
    begin_query(a: Raw, b: u32, c: u32);
    end_query(a: Raw, b: u32);
    pipeline(a: i32, b: Raw);
    index_buffer(a: Raw, b: u64, c: i32);
    dispatch(a: u32, b: u32, c: u32);
    dispatch_indirect(a: Raw, b: u64);
    stencil_reference(a: u32, b: u32);
}

/// A slice out of a pointer and a count as they cross the table.
///
/// # Safety
/// `count` values can be read at `data`, or `count` is zero.
unsafe fn slice<'a, T>(data: *const T, count: u32) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { core::slice::from_raw_parts(data, count as usize) }
}

unsafe extern "system" fn groups<R: Recorder>(
    cmd: Cmd,
    point: i32,
    layout: Raw,
    first: u32,
    n: u32,
    groups: *const Raw,
    n_offsets: u32,
    offsets: *const u32,
) {
    // SAFETY: as in `forward!`; the counts belong to the pointers.
    unsafe { cmd.recorder::<R>().groups(point, layout, first, slice(groups, n), slice(offsets, n_offsets)) }
}

unsafe extern "system" fn push<R: Recorder>(
    cmd: Cmd,
    layout: Raw,
    stages: u32,
    offset: u32,
    n: u32,
    data: *const c_void,
) {
    // SAFETY: as in `forward!`; `n` bytes can be read at `data`.
    unsafe { cmd.recorder::<R>().push(layout, stages, offset, slice(data.cast(), n)) }
}

unsafe extern "system" fn vertex_buffers<R: Recorder>(
    cmd: Cmd,
    first: u32,
    n: u32,
    buffers: *const Raw,
    offsets: *const u64,
) {
    // SAFETY: as in `forward!`; `n` values can be read at either pointer.
    unsafe { cmd.recorder::<R>().vertex_buffers(first, slice(buffers, n), slice(offsets, n)) }
}

unsafe extern "system" fn viewport<R: Recorder>(cmd: Cmd, _first: u32, _n: u32, v: *const Viewport) {
    // SAFETY: as in `forward!`; one value can be read at `v`.
    unsafe { cmd.recorder::<R>().viewport(&*v) }
}

unsafe extern "system" fn scissor<R: Recorder>(cmd: Cmd, _first: u32, _n: u32, v: *const Rect) {
    // SAFETY: as in `forward!`; one value can be read at `v`.
    unsafe { cmd.recorder::<R>().scissor(&*v) }
}

unsafe extern "system" fn blend_constant<R: Recorder>(cmd: Cmd, v: *const [f32; 4]) {
    // SAFETY: as in `forward!`; one value can be read at `v`.
    unsafe { cmd.recorder::<R>().blend_constant(&*v) }
}

/// The table whose entries call the recorder.
pub fn shims<R: Recorder>() -> Commands {
    Commands {
        hot: Hot { draw: draw::<R>, groups: groups::<R>, push: push::<R>, draw_indexed: draw_indexed::<R> },
        pipeline: pipeline::<R>,
        vertex_buffers: vertex_buffers::<R>,
        index_buffer: index_buffer::<R>,
        draw_indirect: draw_indirect::<R>,
        draw_indexed_indirect: draw_indexed_indirect::<R>,
        draw_indirect_count: Some(draw_indirect_count::<R>),
        draw_indexed_indirect_count: Some(draw_indexed_indirect_count::<R>),
        begin_query: begin_query::<R>,
        end_query: end_query::<R>,
        dispatch: dispatch::<R>,
        dispatch_indirect: dispatch_indirect::<R>,
        viewport: viewport::<R>,
        scissor: scissor::<R>,
        blend_constant: blend_constant::<R>,
        stencil_reference: stencil_reference::<R>,
        viewport_style: ViewportStyle::AsIs,
    }
}
