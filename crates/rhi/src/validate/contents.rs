//! What is known of the contents of buffers and textures, in the order of submission.

use crate::desc::{BufferUsage, TextureUsage};
use crate::format::Aspects;
use crate::object::{Kind, TextureInfo};
use crate::record::Raw;
use crate::usage::SubRange;
use std::collections::HashMap;

/// Ranges of a buffer that are told apart; more count as one.
const MOST_SPANS: usize = 64;

/// What a subresource contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Nothing was ever written.
    Never,
    /// Something that was written, or read since.
    Written,
    /// Stored by a pass and not read since; was it resolved as well?
    Stored { resolved: bool },
    /// It was given up.
    Discarded,
}

impl Part {
    pub(super) fn is_there(self) -> bool {
        matches!(self, Part::Written | Part::Stored { .. })
    }
}

/// Contents of a texture, and how it was used so far.
#[derive(Debug, Clone)]
pub(super) struct Texels {
    mips: u32,
    layers: u32,
    aspects: Aspects,
    parts: Vec<Part>,
    pub(super) used: TextureUsage,
}

impl Texels {
    fn new(info: &TextureInfo) -> Self {
        let aspects = info.format.info().aspects;
        let n = info.mips * info.layers * aspects.iter().count() as u32;
        let (mips, layers) = (info.mips, info.layers);
        Self { mips, layers, aspects, parts: vec![Part::Never; n as usize], used: TextureUsage::empty() }
    }

    /// Looks at the parts of a range, and may change them.
    pub(super) fn each(&mut self, r: &SubRange, mut f: impl FnMut(&mut Part)) {
        for (plane, aspect) in self.aspects.iter().enumerate() {
            if !r.aspects.contains(aspect) {
                continue;
            }
            for mip in u32::from(r.mip)..u32::from(r.mip) + u32::from(r.mips) {
                for layer in u32::from(r.layer)..u32::from(r.layer) + u32::from(r.layers) {
                    if mip >= self.mips || layer >= self.layers {
                        continue;
                    }
                    let at = (plane as u32 * self.mips + mip) * self.layers + layer;
                    if let Some(p) = self.parts.get_mut(at as usize) {
                        f(p);
                    }
                }
            }
        }
    }

    pub(super) fn set(&mut self, r: &SubRange, part: Part) {
        self.each(r, |p| *p = part);
    }

    /// Everything that was stored counts as read.
    pub(super) fn read(&mut self, r: &SubRange) {
        self.each(r, |p| {
            if matches!(p, Part::Stored { .. }) {
                *p = Part::Written;
            }
        });
    }

    /// The worst that the range holds, where no part of it holds anything: never written or given up.
    pub(super) fn lacks_all(&mut self, r: &SubRange) -> Option<Part> {
        let (mut there, mut worst) = (false, None);
        self.each(r, |p| {
            there |= p.is_there();
            if worst != Some(Part::Discarded) {
                worst = Some(*p);
            }
        });
        worst.filter(|_| !there)
    }

    /// The first part of the range that holds nothing.
    pub(super) fn lacks_any(&mut self, r: &SubRange) -> Option<Part> {
        let mut lacking = None;
        self.each(r, |p| {
            if !p.is_there() && lacking.is_none() {
                lacking = Some(*p);
            }
        });
        lacking
    }
}

/// Bytes of a buffer that were written, and how it was used so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Bytes {
    /// Sorted, apart from each other.
    spans: Vec<(u64, u64)>,
    pub(super) used: BufferUsage,
    /// It lies in memory of the host, which writes it unseen.
    pub(super) host: bool,
}

impl Bytes {
    pub(super) fn write(&mut self, start: u64, size: u64) {
        let (mut low, mut high) = (start, start.saturating_add(size));
        if self.spans.iter().any(|s| s.0 <= low && high <= s.1) {
            return;
        }
        self.spans.retain(|s| {
            let apart = s.1 < low || high < s.0;
            if !apart {
                (low, high) = (low.min(s.0), high.max(s.1));
            }
            apart
        });
        self.spans.push((low, high));
        self.spans.sort_unstable();
        if self.spans.len() > MOST_SPANS {
            let all = (self.spans[0].0, self.spans.iter().map(|s| s.1).max().unwrap_or(0));
            self.spans.clear();
            self.spans.push(all);
        }
    }

    /// Was any byte of the range written, as far as that can be known?
    pub(super) fn holds_any(&self, start: u64, size: u64) -> bool {
        let end = start.saturating_add(size);
        self.host || self.spans.iter().any(|s| s.0 < end && start < s.1)
    }
}

/// Contents of everything. What is not in it is not judged.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents {
    pub(super) textures: HashMap<Raw, Texels>,
    pub(super) buffers: HashMap<Raw, Bytes>,
}

impl Contents {
    pub(super) fn add_texture(&mut self, raw: Raw, info: &TextureInfo) {
        self.textures.insert(raw, Texels::new(info));
    }

    pub(super) fn add_buffer(&mut self, raw: Raw, host: bool) {
        self.buffers.insert(raw, Bytes { host, ..Bytes::default() });
    }

    /// Somebody may have used and written everything.
    pub(super) fn touch_all(&mut self) {
        for t in self.textures.values_mut() {
            t.parts.fill(Part::Written);
            t.used = TextureUsage::all();
        }
        for b in self.buffers.values_mut() {
            b.write(0, u64::MAX);
            b.used = BufferUsage::all();
        }
    }

    /// Somebody else may write it at any time: it is not judged.
    pub(super) fn give_up(&mut self, raw: Raw, kind: Kind) {
        match kind {
            Kind::Buffer => drop(self.buffers.remove(&raw)),
            Kind::Texture => drop(self.textures.remove(&raw)),
            _ => {}
        }
    }

    pub(super) fn write_buffer(&mut self, raw: Raw, offset: u64, size: u64) {
        if let Some(b) = self.buffers.get_mut(&raw) {
            b.write(offset, size);
        }
    }

    pub(super) fn use_buffer(&mut self, raw: Raw, usage: BufferUsage) {
        if let Some(b) = self.buffers.get_mut(&raw) {
            b.used |= usage;
        }
    }

    pub(super) fn use_texture(&mut self, raw: Raw, usage: TextureUsage) {
        if let Some(t) = self.textures.get_mut(&raw) {
            t.used |= usage;
        }
    }

    /// Is there a range that nobody wrote? Unknown buffers and those of the host were.
    pub(super) fn buffer_lacks(&self, raw: Raw, offset: u64, size: u64) -> bool {
        self.buffers.get(&raw).is_some_and(|b| !b.holds_any(offset, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_join_and_what_was_not_written_is_known() {
        let mut b = Bytes::default();
        b.write(0, 16);
        b.write(32, 16);
        assert!(b.holds_any(8, 4) && b.holds_any(40, 100) && !b.holds_any(16, 16));
        b.write(16, 16);
        assert_eq!(b.spans, [(0, 48)]);
        for i in 0..100 {
            b.write(100 + 8 * i, 4);
        }
        assert!(b.spans.len() <= MOST_SPANS);
    }
}
