//! Passes: their attachments, and what they were for.

use super::contents::Part;
use super::list::{ColorRec, DepthRec, Noted, PassRec, run};
use super::race::Races;
use super::walk::{Bound, Walk};
use super::{FindingCode as F, Validation};
use crate::backend::{Load, Store};
use crate::desc::TextureUsage;
use crate::format::{Aspects, Class, Format};
use crate::object::TextureInfo;
use crate::record::Raw;
use crate::usage::SubRange;

/// Kind of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassKind {
    Raster,
    Compute,
}

/// A pass that is looked at.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) kind: PassKind,
    pub(super) label: Box<str>,
    /// Commands so far.
    pub(super) commands: u32,
    /// Draws or dispatches so far.
    pub(super) draws: u32,
    pub(super) size: [u32; 2],
    /// Beginning or end do something without a draw.
    effect: bool,
    color: Vec<ColorRec>,
    depth: Option<DepthRec>,
    all: bool,
    last: bool,
    /// A draw looks at depth or stencil; a draw may write them.
    pub(super) looks_at_depth: bool,
    pub(super) writes_depth: bool,
    /// A draw may have looked at anything: its pipeline is not known.
    pub(super) unknown: bool,
    /// The query that is open, and the draws before it.
    pub(super) query: Option<(Raw, u32, u32)>,
    /// Queries that ended without a draw.
    empty_queries: Vec<(Raw, u32)>,
    statistics: Option<(Raw, u32)>,
    pub(super) race: Races,
}

impl Pass {
    fn new(kind: PassKind, label: &str) -> Self {
        Self {
            kind,
            label: label.into(),
            commands: 0,
            draws: 0,
            size: [0; 2],
            effect: false,
            color: Vec::new(),
            depth: None,
            all: true,
            last: true,
            looks_at_depth: false,
            writes_depth: false,
            unknown: false,
            query: None,
            empty_queries: Vec::new(),
            statistics: None,
            race: Races::default(),
        }
    }
}

impl Walk<'_> {
    pub(super) fn begin_raster(&mut self, list: &Noted, p: &PassRec) {
        self.bound = Bound::default();
        let queries = std::mem::take(&mut self.queries);
        if !p.part.is_first() {
            if let Some(pass) = &mut self.pass {
                pass.last = p.part.is_last();
            }
            return;
        }
        let mut pass = Pass::new(PassKind::Raster, list.label(p.label));
        pass.size = p.size;
        pass.color.extend_from_slice(run(&list.colors, p.color));
        (pass.depth, pass.all, pass.last) = (p.depth, p.all, p.part.is_last());
        pass.statistics = queries.statistics;
        pass.effect = pass.color.iter().any(|c| c.load != Load::Load || c.resolve.is_some())
            || p.depth
                .is_some_and(|d| d.load != Load::Load || d.stencil_load != Load::Load || d.resolve.is_some());
        let (color, depth, all) = (pass.color.clone(), p.depth, p.all);
        self.pass = Some(pass);
        self.unnamed();
        for c in &color {
            self.load_color(c, all);
        }
        if let Some(d) = &depth {
            self.load_depth(d, all);
        }
    }

    fn unnamed(&mut self) {
        if self.pass.as_ref().is_some_and(|p| p.label.is_empty()) {
            self.find_pass(F::UnnamedPass, "", String::new);
        }
    }

    fn load_color(&mut self, c: &ColorRec, all: bool) {
        let Some(v) = self.objects.views.get(&c.view) else { return };
        let label = self.objects.texture_label(v.texture);
        self.contents.use_texture(v.texture, TextureUsage::COLOR);
        if let Load::Clear(color) = c.load {
            self.clear_color(v.format, label, color);
        }
        self.begin_attachment(v.texture, &v.range, label, plain(&c.load), all && !v.sliced);
    }

    fn clear_color(&mut self, format: Format, label: &str, color: [f32; 4]) {
        let i = format.info();
        let used = &color[..usize::from(i.components).min(4)];
        if used.iter().any(|x| x.is_nan()) {
            return self.find_pass(F::ClearNan, label, || format!("{color:?}"));
        }
        match i.class {
            Class::Uint | Class::Sint if used.iter().any(|x| *x != 0.0) => {
                self.find_pass(F::ClearInteger, label, || format!("{color:?} for {format}"));
            }
            Class::Float => {
                let low = match (i.name.contains("Unorm"), i.name.contains("Snorm")) {
                    (true, _) => 0.0,
                    (_, true) => -1.0,
                    _ => return,
                };
                if used.iter().any(|x| !(low..=1.0).contains(x)) {
                    let detail = || format!("{color:?} for {format}, {low} to 1 is allowed");
                    self.find_pass(F::ClearRange, label, detail);
                }
            }
            _ => {}
        }
    }

    fn load_depth(&mut self, d: &DepthRec, all: bool) {
        let Some(v) = self.objects.views.get(&d.view) else { return };
        let label = self.objects.texture_label(v.texture);
        self.contents.use_texture(v.texture, TextureUsage::DEPTH);
        for (aspect, load) in [(Aspects::DEPTH, d.load), (Aspects::STENCIL, d.stencil_load)] {
            let range = SubRange { aspects: v.range.aspects & aspect, ..v.range };
            if range.aspects.is_empty() {
                continue;
            }
            // Who loads depth loads the stencil beside it, and need not have written that.
            let beside = aspect == Aspects::STENCIL && v.range.aspects.contains(Aspects::DEPTH);
            if beside && load == Load::Load {
                continue;
            }
            self.begin_attachment(v.texture, &range, label, load, all && !v.sliced);
        }
    }

    fn begin_attachment(&mut self, texture: Raw, range: &SubRange, label: &str, load: Load<()>, all: bool) {
        let Some(t) = self.contents.textures.get_mut(&texture) else { return };
        match load {
            Load::Load => {
                let lacking = t.lacks_any(range);
                t.read(range);
                match lacking {
                    Some(Part::Never) => self.find_pass(F::LoadUnwritten, label, || place(range)),
                    Some(Part::Discarded) => self.find_pass(F::LoadDiscarded, label, || place(range)),
                    _ => {}
                }
            }
            Load::Clear(()) | Load::Discard if all => {
                let mut stored = None;
                t.each(range, |p| {
                    if let Part::Stored { resolved } = *p {
                        stored = Some(resolved);
                    }
                });
                t.set(range, if load == Load::Discard { Part::Discarded } else { Part::Written });
                match stored {
                    Some(false) => self.find_pass(F::StoreUnread, label, || place(range)),
                    Some(true) => self.find_pass(F::ResolvedStored, label, || place(range)),
                    None => {}
                }
            }
            Load::Clear(()) => t.set(range, Part::Written),
            Load::Discard => {}
        }
    }

    pub(super) fn end_raster(&mut self) {
        self.left_over();
        let Some(pass) = &self.pass else { return };
        if !pass.last {
            return;
        }
        let drawn = pass.draws > 0;
        let (color, depth, all) = (pass.color.clone(), pass.depth, pass.all);
        if !drawn && !pass.effect {
            self.find_pass(F::EmptyRaster, "", String::new);
        }
        self.end_statistics();
        for c in &color {
            let Some(v) = self.objects.views.get(&c.view) else { continue };
            let all = all && !v.sliced;
            self.end_attachment(v.texture, &v.range, c.store, drawn, c.resolve.is_some(), all);
            if let Some(to) = c.resolve.and_then(|r| self.objects.views.get(&r)) {
                self.contents.use_texture(to.texture, TextureUsage::COLOR);
                self.end_attachment(to.texture, &to.range, Store::Store, true, false, all);
            }
        }
        if let Some(d) = &depth {
            self.end_depth(d, drawn, all);
        }
        self.pass = None;
    }

    fn end_statistics(&mut self) {
        let Some(pass) = &self.pass else { return };
        if let (0, Some((set, index))) = (pass.draws, pass.statistics) {
            let label = self.objects.queries.get(&set).map_or("", |l| l);
            self.find_pass(F::StatisticsEmpty, label, || format!("query {index}"));
        }
    }

    fn end_attachment(
        &mut self,
        texture: Raw,
        range: &SubRange,
        store: Store,
        drawn: bool,
        resolved: bool,
        all: bool,
    ) {
        let Some(t) = self.contents.textures.get_mut(&texture) else { return };
        match store {
            Store::Store => t.each(range, |p| {
                if drawn || p.is_there() {
                    *p = if all { Part::Stored { resolved } } else { Part::Written };
                }
            }),
            Store::Discard if all => t.set(range, Part::Discarded),
            Store::Discard => {}
        }
    }

    fn end_depth(&mut self, d: &DepthRec, drawn: bool, all: bool) {
        let Some(v) = self.objects.views.get(&d.view) else { return };
        let label = self.objects.texture_label(v.texture);
        let Some(pass) = &self.pass else { return };
        let (looks, unknown) = (pass.looks_at_depth, pass.unknown);
        let writes = pass.writes_depth || unknown;
        if drawn && !unknown {
            let loads = d.load == Load::Load && d.stencil_load == Load::Load;
            if loads && !looks && d.resolve.is_none() {
                self.find_pass(F::DepthUnused, label, String::new);
            } else if loads && !d.read_only && !writes && d.resolve.is_none() {
                self.find_pass(F::DepthOnlyTested, label, String::new);
            }
        }
        if d.read_only {
            return;
        }
        let resolved = d.resolve.is_some();
        for (aspect, store) in [(Aspects::DEPTH, d.store), (Aspects::STENCIL, d.stencil_store)] {
            let range = SubRange { aspects: v.range.aspects & aspect, ..v.range };
            self.end_attachment(v.texture, &range, store, writes, resolved, all);
        }
        if let Some((to, depth, stencil)) = d.resolve
            && let Some(to) = self.objects.views.get(&to)
        {
            self.contents.use_texture(to.texture, TextureUsage::DEPTH);
            for (aspect, on) in [(Aspects::DEPTH, depth), (Aspects::STENCIL, stencil)] {
                let range = SubRange { aspects: to.range.aspects & aspect, ..to.range };
                if on {
                    self.end_attachment(to.texture, &range, Store::Store, true, false, all);
                }
            }
        }
    }

    pub(super) fn begin_compute(&mut self, label: &str) {
        self.bound = Bound::default();
        let mut pass = Pass::new(PassKind::Compute, label);
        pass.statistics = std::mem::take(&mut self.queries).statistics;
        self.pass = Some(pass);
        self.unnamed();
    }

    pub(super) fn end_compute(&mut self) {
        self.left_over();
        if self.pass.as_ref().is_some_and(|p| p.draws == 0) {
            self.find_pass(F::EmptyCompute, "", String::new);
        }
        self.end_statistics();
        self.pass = None;
    }

    pub(super) fn end_query(&mut self) {
        let Some(pass) = &mut self.pass else { return };
        let Some((set, index, before)) = pass.query.take() else { return };
        if pass.draws == before {
            pass.empty_queries.push((set, index));
        }
    }

    /// Queries that a pass did not begin are begun and ended by Candor at its end, to say zero: what is empty and followed by
    /// something else is the program's.
    pub(super) fn tell_empty_queries(&mut self) {
        while let Some((set, index)) = self.pass.as_mut().and_then(|p| p.empty_queries.pop()) {
            let label = self.objects.queries.get(&set).map_or("", |l| l);
            self.find_pass(F::OcclusionEmpty, label, || format!("query {index}"));
        }
    }

    /// What was bound and not used by the end of a pass or of a part of one.
    fn left_over(&mut self) {
        if self.level < Validation::Full {
            return;
        }
        if self.bound.pipeline_waits {
            self.pipeline_unused();
        }
        for at in 0..self.bound.groups.len() {
            if self.bound.groups[at].waits {
                self.group_unused(at);
            }
        }
        for slot in 0..self.bound.vertex.len() {
            if self.bound.vertex[slot].waits {
                self.vertex_unused(slot);
            }
        }
        if self.bound.index.waits {
            self.index_unused();
        }
    }
}

fn plain<C>(l: &Load<C>) -> Load<()> {
    match l {
        Load::Load => Load::Load,
        Load::Clear(_) => Load::Clear(()),
        Load::Discard => Load::Discard,
    }
}

fn place(r: &SubRange) -> String {
    let (mips, layers) = (r.mip..r.mip + r.mips, r.layer..r.layer + r.layers);
    format!("{:?} of mip levels {mips:?} and layers {layers:?}", r.aspects)
}

/// All of a texture.
pub(super) fn whole(info: &TextureInfo) -> SubRange {
    SubRange {
        mip: 0,
        mips: info.mips as u16,
        layer: 0,
        layers: info.layers as u16,
        aspects: info.format.info().aspects,
    }
}
