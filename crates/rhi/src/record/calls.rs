//! The backend's `unsafe` methods, called with what makes them sound. Each is private to the crate; its comment says what its
//! callers keep.

use super::table::{Cmd, Raw};
use crate::backend::{Backend, Breadcrumbs, Edge, Fault, Mark, NativeCopy, Part, RasterPlan};
use crate::interop::{AdoptBuffer, Interop, Join};
use crate::object::{Kind, Native, TextureInfo};
use crate::query::PassQueryPlan;
use crate::surface::{Presenter, Shown};
use crate::track::List;

/// Callers: the sweep (nothing older than the horizon is in use), `close` without open batches after waiting, the core's
/// drop, and creation that failed halfway.
pub(crate) fn destroy(b: &dyn Backend, kind: Kind, native: Native) {
    // SAFETY: see above; each grave and register entry is taken out before the call, so nothing is destroyed twice.
    unsafe { b.destroy(kind, native) }
}

/// Callers own a list that has finished on the GPU or was never submitted.
pub(crate) fn recycle(b: &dyn Backend, cmd: Cmd) {
    // SAFETY: see above.
    unsafe { b.recycle(cmd) }
}

/// Callers own the open list. Handles in barriers come from live objects of the batch. The same holds for all below.
pub(crate) fn barriers(b: &dyn Backend, cmd: Cmd, list: &List) {
    // SAFETY: see above.
    unsafe { b.barriers(cmd, list) }
}

#[inline]
pub(crate) fn begin_raster(b: &dyn Backend, cmd: Cmd, plan: &RasterPlan<'_>) {
    // SAFETY: see `barriers`.
    unsafe { b.begin_raster(cmd, plan) }
}

#[inline]
pub(crate) fn end_raster(b: &dyn Backend, cmd: Cmd, label: &str) {
    // SAFETY: see `barriers`; a pass of this list was begun.
    unsafe { b.end_raster(cmd, label) }
}

pub(crate) fn begin_compute(b: &dyn Backend, cmd: Cmd, list: &List, label: &str) {
    // SAFETY: see `barriers`.
    unsafe { b.begin_compute(cmd, list, label) }
}

pub(crate) fn end_compute(b: &dyn Backend, cmd: Cmd, label: &str) {
    // SAFETY: see `barriers`; a pass of this list was begun.
    unsafe { b.end_compute(cmd, label) }
}

pub(crate) fn serial(b: &dyn Backend, cmd: Cmd) {
    // SAFETY: see `barriers`; a compute pass of this list is open.
    unsafe { b.serial(cmd) }
}

pub(crate) fn begin_queries(b: &dyn Backend, cmd: Cmd, plan: &PassQueryPlan) {
    // SAFETY: see `barriers`; sets and ranges were checked when the pass was declared, and no pass is open in this list.
    unsafe { b.begin_queries(cmd, plan) }
}

pub(crate) fn end_queries(b: &dyn Backend, cmd: Cmd, plan: &PassQueryPlan) {
    // SAFETY: see `barriers`; the plan is the one that was begun, and its pass has ended.
    unsafe { b.end_queries(cmd, plan) }
}

pub(crate) fn timestamp(b: &dyn Backend, cmd: Cmd, set: Raw, index: u32) {
    // SAFETY: see `barriers`; the index lies within the set, and no pass is open in this list.
    unsafe { b.timestamp(cmd, set, index) }
}

pub(crate) fn crumb(b: &dyn Breadcrumbs, cmd: Cmd, place: u32, edge: Edge, value: u32) {
    // SAFETY: see `barriers`; the place was reserved, and no pass is open in this list.
    unsafe { b.write_mark(cmd, place, edge, value) }
}

pub(crate) fn mark(b: &dyn Backend, cmd: Cmd, mark: Mark<'_>) {
    // SAFETY: see `barriers`; an end follows a beginning of the same list or pass.
    unsafe { b.mark(cmd, mark) }
}

pub(crate) fn copies(b: &dyn Backend, cmd: Cmd, list: &[NativeCopy]) {
    // SAFETY: see `barriers`; ranges were checked against both resources.
    unsafe { b.copies(cmd, list) }
}

/// Callers own the lists, which are complete, and never use them again but to recycle them.
pub(crate) fn submit(b: &dyn Backend, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault> {
    // SAFETY: see above.
    unsafe { b.submit(parts, lists) }
}

/// As for [`submit`]; the frames were acquired and are presented once.
pub(crate) fn submit_shown(
    p: &dyn Presenter,
    parts: &[Part],
    lists: &[Cmd],
    shown: &mut [Shown],
) -> Result<(), Fault> {
    // SAFETY: see above.
    unsafe { p.submit_shown(parts, lists, shown) }
}

/// Callers: the functions of the same name on `Device`, whose contract is the same.
pub(crate) fn adopt_texture(
    door: &dyn Interop,
    raw: Raw,
    info: &TextureInfo,
    label: &str,
) -> Result<Native, Fault> {
    // SAFETY: see above.
    unsafe { door.adopt_texture(raw, info, label) }
}

/// As above.
pub(crate) fn adopt_buffer(door: &dyn Interop, raw: Raw, d: &AdoptBuffer<'_>) -> Result<Native, Fault> {
    // SAFETY: see above.
    unsafe { door.adopt_buffer(raw, d) }
}

/// Callers hand over what `Batch::wait_foreign` and `Batch::signal_foreign` were given, whose contract is the same.
pub(crate) fn join(door: &dyn Interop, waits: &[Join], signals: &[Join]) -> Result<(), Fault> {
    // SAFETY: see above.
    unsafe { door.join(waits, signals) }
}

/// Lends the recorder of a list. Callers are backends of this crate whose `open` made the list with this type, inside methods of
/// `Backend`, whose contract gives them the list exclusively.
pub(crate) fn lend<'a, R>(cmd: Cmd) -> &'a mut R {
    // SAFETY: see above.
    unsafe { cmd.recorder() }
}

/// Takes the recorder of a list back. Callers as for [`lend`], inside `Backend::recycle`, which is called once for each list.
pub(crate) fn take<R>(cmd: Cmd) -> Box<R> {
    // SAFETY: see above.
    unsafe { cmd.into_recorder() }
}
