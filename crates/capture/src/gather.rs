//! A frame while it is captured: submissions with what the host wrote between them, and in the end the objects that they name.

use crate::error::CaptureError;
use crate::file::{CaptureFile, Info};
use crate::layer::Live;
use crate::model::*;
use candor_rhi::backend::Load;
use candor_rhi::{Aspects, BindingKind, Memory, TextureInfo};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

type Objects = BTreeMap<Id, Live>;

#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub(crate) generation: u64,
    /// What everything contained at the beginning, or why that is not known.
    pub(crate) contents: HashMap<Id, Result<Vec<(Aspects, Blob)>, String>>,
    /// What buffers in upload memory contain now.
    shadows: HashMap<Id, Vec<u8>>,
    steps: Vec<Step>,
    /// What Candor has made zero before its first use.
    pub(crate) zeroed: HashSet<Id>,
    /// Query sets of Candor's own.
    pub(crate) own_sets: HashSet<Id>,
    /// Queries that the frame has written.
    written: HashSet<(Id, u32)>,
    notes: Vec<String>,
    broken: Option<String>,
}

impl Recording {
    /// The frame cannot be captured any more.
    pub(crate) fn break_off(&mut self, why: String) {
        self.broken.get_or_insert(why);
    }

    fn shadow(&mut self, objects: &Objects, id: Id) -> &mut Vec<u8> {
        let known = self.contents.get(&id).and_then(|c| c.as_ref().ok()).and_then(|c| c.first());
        self.shadows.entry(id).or_insert_with(|| match (known, objects.get(&id).map(|o| &o.object.made)) {
            (Some((_, blob)), _) => blob.0.to_vec(),
            (None, Some(Made::Buffer { size, .. })) => vec![0; *size as usize],
            (None, _) => Vec::new(),
        })
    }

    /// The host writes into a buffer.
    pub(crate) fn write(&mut self, objects: &Objects, id: Id, offset: u64, data: &[u8]) {
        let shadow = self.shadow(objects, id);
        if let Some(place) = shadow.get_mut(offset as usize..).and_then(|s| s.get_mut(..data.len())) {
            place.copy_from_slice(data);
        }
        self.steps.push(Step::Write { buffer: id, offset, data: Blob(data.into()) });
    }

    /// Operations were submitted.
    pub(crate) fn submit(&mut self, objects: &Objects, ops: Vec<Op>, shown: Vec<Id>) {
        let mut kept = Vec::with_capacity(ops.len());
        for mut op in ops {
            match &mut op {
                Op::Raster(r) => self.write_queries(r.queries.as_ref()),
                Op::Compute(c) => self.write_queries(c.queries.as_ref()),
                Op::Timestamp { set, index } => self.written.extend([(*set, *index)]),
                Op::Copies { list, .. } => {
                    let all = std::mem::take(list);
                    list.extend(all.into_iter().filter_map(|c| self.copy(objects, c)));
                    if list.is_empty() {
                        continue;
                    }
                }
                Op::Mark(_) => {}
            }
            kept.push(op);
        }
        self.steps.push(Step::Submit { ops: kept, shown });
    }

    fn write_queries(&mut self, q: Option<&QueriesOp>) {
        let Some(q) = q else { return };
        if let Some((set, begin, end)) = q.timestamps {
            self.written.extend([begin, end].into_iter().flatten().map(|i| (set, i)));
        }
        if let Some((set, first, count)) = q.occlusion {
            self.written.extend((first..first.saturating_add(count)).map(|i| (set, i)));
        }
        self.written.extend(q.statistics);
    }

    /// A copy out of the host's memory takes its bytes along; results of queries that the frame did not ask are left out.
    fn copy(&mut self, objects: &Objects, c: CopyOp) -> Option<CopyOp> {
        let made = |id: &Id| objects.get(id).map(|o| &o.object.made);
        let host = |id: &Id| matches!(made(id), Some(Made::Buffer { memory: Memory::Upload, .. }));
        match c {
            CopyOp::Buffer { src, src_offset, dst, dst_offset, size } if host(&src) => {
                let end = src_offset.saturating_add(size) as usize;
                let bytes = self.shadow(objects, src).get(src_offset as usize..end).unwrap_or(&[]);
                Some(CopyOp::Data { dst, offset: dst_offset, data: Blob(bytes.into()) })
            }
            CopyOp::Upload { src, offset, row_texels, rows, dst, size } if host(&src) => {
                let Some(Made::Texture(i)) = made(&dst.texture) else { return None };
                let data = tight(self.shadow(objects, src), i, &dst, size, (offset, row_texels, rows));
                Some(CopyOp::Texels { data: Blob(data.into()), dst, size })
            }
            CopyOp::Queries { set, .. } if self.own_sets.contains(&set) => None,
            CopyOp::Queries { set, first, count, .. }
                if !(first..first.saturating_add(count)).all(|i| self.written.contains(&(set, i))) =>
            {
                let name = objects.get(&set).map_or("", |o| o.object.label.as_str());
                let note =
                    format!("results of query set '{name}' that were written before the frame are left out");
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
                None
            }
            other => Some(other),
        }
    }
}

/// Texels without the gaps that they have in a buffer.
fn tight(
    bytes: &[u8],
    i: &TextureInfo,
    side: &Side,
    size: [u32; 3],
    (offset, row_texels, rows): (u64, u32, u32),
) -> Vec<u8> {
    let (bw, bh) = (u32::from(i.format.info().block.0), u32::from(i.format.info().block.1));
    let unit = i.format.aspect_bytes(side.aspect);
    let row_bytes = (size[0].div_ceil(bw) * unit) as usize;
    let pitch = row_texels as usize / bw as usize * unit as usize;
    let layer_rows = rows as usize / bh as usize;
    let mut out = Vec::new();
    for slice in 0..size[2] as usize * side.layers as usize {
        for row in 0..size[1].div_ceil(bh) as usize {
            let at = offset as usize + (slice * layer_rows + row) * pitch;
            out.extend_from_slice(bytes.get(at..at + row_bytes).unwrap_or(&[]));
        }
    }
    out
}

/// Puts the file together.
pub(crate) fn finish(mut r: Recording, objects: &Objects, info: Info) -> Result<CaptureFile, CaptureError> {
    if let Some(why) = r.broken {
        return Err(CaptureError::Incomplete { why });
    }
    if !r.steps.iter().any(|s| matches!(s, Step::Submit { .. })) {
        return Err(CaptureError::Empty);
    }
    let targets = targets(&mut r.steps, objects);
    let mut named = BTreeSet::new();
    for step in r.steps.iter_mut().filter(|s| matches!(s, Step::Submit { .. })) {
        step.ids(&mut |id, _| named.extend([*id]));
    }
    let mut waiting: Vec<Id> = named.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        let Some(o) = objects.get(&id) else {
            let why = "it uses an object that foreign code has made, or that was made before the layer was armed; arm before the device is made";
            return Err(CaptureError::Incomplete { why: why.into() });
        };
        o.object.made.clone().ids(&mut |id, _| {
            if named.insert(*id) {
                waiting.push(*id);
            }
        });
    }
    // Staging memory goes with what is copied out of it.
    r.steps.retain(|s| !matches!(s, Step::Write { buffer, .. } if !named.contains(buffer)));
    let place: HashMap<Id, Id> = named.iter().enumerate().map(|(i, id)| (*id, Id(i as u32))).collect();
    let renumber = &mut |id: &mut Id, _: &'static str| *id = place.get(id).copied().unwrap_or(*id);
    let mut missing = Vec::new();
    let mut kept = Vec::with_capacity(named.len());
    for id in &named {
        let Some(live) = objects.get(id) else { continue };
        let mut object = live.object.clone();
        match r.contents.remove(id) {
            Some(Ok(contents)) => object.contents = contents,
            Some(Err(why)) if !r.zeroed.contains(id) && reads_first(&r.steps, objects, *id) => {
                missing.push((place[id], why));
            }
            Some(Err(_)) | None => {}
        }
        object.made.ids(renumber);
        kept.push(object);
    }
    r.steps.iter_mut().for_each(|s| s.ids(renumber));
    let targets = targets.iter().filter_map(|id| place.get(id).copied()).collect();
    Ok(CaptureFile { info, objects: kept, steps: r.steps, targets, missing, notes: r.notes })
}

/// The texture of a view.
fn texture_of(objects: &Objects, view: Id) -> Option<Id> {
    match objects.get(&view)?.object.made {
        Made::View { texture, .. } => Some(texture),
        _ => None,
    }
}

/// Does the frame read a texture before it has written all of it?
fn reads_first(steps: &[Step], objects: &Objects, id: Id) -> bool {
    let Some(Made::Texture(info)) = objects.get(&id).map(|o| &o.object.made) else { return true };
    let covers = |view: Id| match objects.get(&view).map(|o| &o.object.made) {
        Some(Made::View { texture, range, .. }) if *texture == id => {
            Some(u32::from(range.layers) == info.layers && u32::from(range.mips) == info.mips)
        }
        _ => None,
    };
    let ops = steps.iter().flat_map(|s| match s {
        Step::Submit { ops, .. } => ops.as_slice(),
        Step::Write { .. } => &[],
    });
    for op in ops {
        if let Op::Raster(r) = op {
            let colors = r.colors.iter().map(|c| (c.view, c.load == Load::Load));
            let keeps =
                |d: &DepthOp| d.load == Load::Load || d.stencil.is_some_and(|(load, _)| load == Load::Load);
            let depth = r.depth.iter().map(|d| (d.view, keeps(d)));
            for (view, load) in colors.chain(depth) {
                if let Some(all) = covers(view) {
                    return load || !all || r.view_mask != 0;
                }
            }
        }
        let mut named = false;
        op.clone().ids(&mut |other, kind| match (kind, objects.get(other).map(|o| &o.object.made)) {
            ("texture", _) => named |= *other == id,
            ("group", Some(Made::Group { entries, .. })) => {
                named |= entries
                    .iter()
                    .any(|e| matches!(e.fill, Fill::View(v) if texture_of(objects, v) == Some(id)));
            }
            _ => {}
        });
        if named {
            return true;
        }
    }
    false
}

/// What the frame is about: what it presents, else what is read back last, else what it wrote last.
fn targets(steps: &mut [Step], objects: &Objects) -> Vec<Id> {
    let made = |id: &Id| objects.get(id).map(|o| &o.object.made);
    let back = |id: &Id| matches!(made(id), Some(Made::Buffer { memory: Memory::Readback, .. }));
    let mut found = Vec::new();
    let add = |found: &mut Vec<Id>, id: Id| {
        if !found.contains(&id) {
            found.push(id);
        }
    };
    for s in steps.iter() {
        if let Step::Submit { shown, .. } = s {
            shown.iter().for_each(|id| add(&mut found, *id));
        }
    }
    if !found.is_empty() {
        return found;
    }
    for s in steps.iter().rev() {
        let Step::Submit { ops, .. } = s else { continue };
        for op in ops {
            let Op::Copies { list, .. } = op else { continue };
            for c in list {
                match c {
                    CopyOp::Download { src, dst, .. } if back(dst) => add(&mut found, src.texture),
                    CopyOp::Buffer { src, dst, .. } if back(dst) => add(&mut found, *src),
                    _ => {}
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    for s in steps.iter().rev() {
        let Step::Submit { ops, .. } = s else { continue };
        for op in ops.iter().rev() {
            match op {
                Op::Raster(r) => {
                    let color = r.colors.iter().map(|c| c.resolve.unwrap_or(c.view));
                    let depth = r.depth.as_ref().filter(|_| r.colors.is_empty()).map(|d| d.view);
                    color
                        .chain(depth)
                        .filter_map(|v| texture_of(objects, v))
                        .for_each(|id| add(&mut found, id));
                }
                Op::Compute(c) => {
                    for command in &c.commands {
                        let Act::Group { group, .. } = command else { continue };
                        written_by(objects, *group).for_each(|id| add(&mut found, id));
                    }
                }
                Op::Copies { list, .. } => {
                    let written = list.iter().map(CopyOp::written).filter(|id| !back(id));
                    written.for_each(|id| add(&mut found, id));
                }
                Op::Timestamp { .. } | Op::Mark(_) => {}
            }
            if !found.is_empty() {
                return found;
            }
        }
    }
    found
}

/// What shaders write through a group.
fn written_by(objects: &Objects, group: Id) -> impl Iterator<Item = Id> + '_ {
    let (layout, entries) = match objects.get(&group).map(|o| &o.object.made) {
        Some(Made::Group { layout, entries }) => (Some(*layout), entries.as_slice()),
        _ => (None, &[][..]),
    };
    let kinds = match layout.and_then(|l| objects.get(&l)).map(|o| &o.object.made) {
        Some(Made::GroupLayout { entries, .. }) => entries.as_slice(),
        _ => &[],
    };
    let writes = |binding: u32| {
        let kind = kinds.iter().find(|k| k.binding == binding).map(|k| k.kind);
        matches!(
            kind,
            Some(BindingKind::Storage { write: true, .. } | BindingKind::StorageTexture { write: true })
        )
    };
    entries.iter().filter(move |e| writes(e.binding)).filter_map(|e| match e.fill {
        Fill::Buffer { buffer, .. } => Some(buffer),
        Fill::View(view) => texture_of(objects, view),
        Fill::Sampler(_) => None,
    })
}
