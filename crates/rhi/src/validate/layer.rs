//! The layer: keeps what is known, and looks at lists when they are submitted.

use super::contents::{Contents, Part};
use super::list::Noted;
use super::made::{self, Churn};
use super::objects::{Objects, SwapchainFacts, TextureFacts};
use super::pass::whole;
use super::walk::Walk;
use super::{Finding, FindingCode as F, Findings, Validation, ValidationAction};
use crate::backend::{Backend, Fault, Part as QueuePart};
use crate::error::Error;
use crate::layer::{Gate, Layer, Layered, Lists, Made};
use crate::object::{Kind, Native, TextureInfo};
use crate::queue::Queue;
use crate::record::{Cmd, Raw};
use crate::surface::{Shown, SwapchainPlan};
use crate::sync::{Mutex, lock};
use std::sync::Arc;

/// What validation knows.
#[derive(Debug, Default)]
struct State {
    objects: Objects,
    contents: Contents,
    churn: Churn,
    submissions: u64,
    findings: Findings,
}

/// The layer.
pub(crate) struct Validating {
    level: Validation,
    action: ValidationAction,
    /// Asked what formats can do.
    inner: Arc<dyn Backend>,
    state: Mutex<State>,
}

impl std::fmt::Debug for Validating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Validating").field("level", &self.level).finish_non_exhaustive()
    }
}

/// What is submitted, as far as a list does not tell it.
pub(crate) struct Pending<'a> {
    /// Resources that the prologue is to fill.
    pub(crate) filled: &'a [Raw],
    /// Frames that are presented: swapchain and image.
    pub(crate) shown: &'a [Shown],
}

impl Validating {
    pub(crate) fn around(
        inner: Arc<dyn Backend>,
        level: Validation,
        action: ValidationAction,
    ) -> Arc<Layered<Self>> {
        let layer = Self { level, action, inner: inner.clone(), state: Mutex::default() };
        Layered::new(inner, layer)
    }

    pub(crate) fn refuses(&self) -> bool {
        self.action == ValidationAction::Refuse
    }

    /// Somebody else has the handle, and may write the object unseen.
    pub(crate) fn give_up(&self, kind: Kind, raw: Raw) {
        lock(&self.state).contents.give_up(raw, kind);
    }

    /// What was found so far.
    pub(crate) fn found(&self) -> Findings {
        lock(&self.state).findings.clone()
    }

    /// What a submission of these lists breaks, without it being made.
    pub(crate) fn judge(layered: &Layered<Self>, cmds: &[Cmd], pending: &Pending<'_>) -> Vec<Error> {
        let this = layered.layer();
        let s = &*lock(&this.state);
        let mut contents = s.contents.clone();
        for raw in pending.filled {
            contents.write_buffer(*raw, 0, u64::MAX);
            if let (Some(t), Some(known)) = (contents.textures.get_mut(raw), s.objects.textures.get(raw)) {
                t.set(&whole(&known.info), Part::Written);
            }
        }
        let mut lists = layered.lists(cmds);
        let all = 0..lists.len();
        let worked = !pending.filled.is_empty();
        let found = this.walk(&s.objects, &mut contents, &mut lists, all, pending.shown, worked);
        found.into_iter().map(Finding::into_error).collect()
    }

    fn walk(
        &self,
        objects: &Objects,
        contents: &mut Contents,
        lists: &mut Lists<'_, Self>,
        order: impl Iterator<Item = usize>,
        shown: &[Shown],
        worked: bool,
    ) -> Vec<Finding> {
        let support = |format| self.inner.format_support(format).0;
        let mut walk = Walk::new(objects, contents, self.level, &support);
        walk.worked = worked;
        for i in order {
            if let Some(list) = lists.get(i) {
                walk.list(list);
            }
        }
        if !walk.worked && shown.is_empty() {
            walk.find(F::EmptyBatch, "batch", String::new);
        }
        for s in shown {
            walk.present(s);
        }
        walk.found
    }

    fn note(&self, findings: &mut Findings, found: Vec<Finding>) {
        for f in found {
            if f.code.level() <= self.level {
                findings.note(f);
            }
        }
    }
}

impl Walk<'_> {
    /// A frame is presented: afterwards its contents are nobody's.
    fn present(&mut self, s: &Shown) {
        let Some(chain) = self.objects.swapchains.get(&s.swapchain.raw) else { return };
        let Some(raw) = chain.images.get(s.image as usize) else { return };
        let Some(info) = self.objects.textures.get(raw).map(|t| t.info) else { return };
        let Some(t) = self.contents.textures.get_mut(raw) else { return };
        let lacks = t.lacks_all(&whole(&info)).is_some();
        t.set(&whole(&info), Part::Never);
        if lacks {
            self.find(F::PresentUndrawn, &chain.label, || format!("image {}", s.image));
        }
    }
}

impl Layer for Validating {
    type List = Noted;

    fn list(&self) -> Noted {
        Noted::default()
    }

    fn reopen(&self, list: &mut Noted, _queue: Queue) {
        list.clear();
    }

    fn wants_marks(&self) -> bool {
        // A bundle binds for itself, which is told from what the pass binds by the marks around it.
        self.level >= Validation::Full
    }

    fn before(&self, gate: &Gate<'_>) -> Result<(), Fault> {
        let Gate::Make(made) = gate else { return Ok(()) };
        let s = &mut *lock(&self.state);
        let mut found = Vec::new();
        made::judge(&s.objects, made, &mut found);
        found.retain(|f| f.code.level() <= self.level);
        if let (true, Some(first)) = (self.refuses(), found.first()) {
            let (id, rule, remedy) = (first.code.id(), first.code.rule(), first.code.remedy());
            return Err(Fault::Invalid(format!("{id}: {rule} ({}); {remedy}", first.detail)));
        }
        self.note(&mut s.findings, found);
        Ok(())
    }

    fn made(&self, made: &Made<'_>, native: Native) {
        let s = &mut *lock(&self.state);
        made::note(&mut s.objects, &mut s.contents, made, native);
        if self.level >= Validation::Full {
            let mut found = Vec::new();
            s.churn.made(made.kind(), made::label_of(made), s.submissions, &mut found);
            self.note(&mut s.findings, found);
        }
    }

    fn adopted(&self, kind: Kind, native: Native) {
        self.give_up(kind, native.raw);
    }

    fn made_swapchain(&self, plan: &SwapchainPlan<'_>, native: Native, images: &[Native]) {
        let s = &mut *lock(&self.state);
        let info = TextureInfo::of_surface(plan.format.format, plan.size);
        for image in images {
            s.objects.textures.insert(image.raw, TextureFacts { label: plan.label.into(), info });
            s.contents.add_texture(image.raw, &info);
        }
        let images = images.iter().map(|i| i.raw).collect();
        s.objects.swapchains.insert(native.raw, SwapchainFacts { label: plan.label.into(), images });
    }

    fn destroyed(&self, kind: Kind, native: Native) {
        let s = &mut *lock(&self.state);
        let mut found = Vec::new();
        made::end(&s.objects, &s.contents, kind, native.raw, &mut found);
        self.note(&mut s.findings, found);
        if let Some(label) = s.objects.label(kind, native.raw) {
            s.churn.destroyed(kind, label);
        }
        if kind == Kind::Swapchain
            && let Some(chain) = s.objects.swapchains.get(&native.raw)
        {
            for image in &chain.images {
                s.objects.textures.remove(image);
                s.contents.textures.remove(image);
            }
        }
        s.objects.remove(kind, native.raw);
        match kind {
            Kind::Buffer => drop(s.contents.buffers.remove(&native.raw)),
            Kind::Texture | Kind::SurfaceImage => drop(s.contents.textures.remove(&native.raw)),
            _ => {}
        }
    }

    fn submitted(
        &self,
        parts: &[QueuePart],
        lists: &mut Lists<'_, Self>,
        shown: &[Shown],
        answer: &Result<(), Fault>,
    ) {
        if answer.is_err() {
            return;
        }
        let s = &mut *lock(&self.state);
        s.submissions += 1;
        let order = parts.iter().flat_map(|p| p.lists.clone());
        let found = self.walk(&s.objects, &mut s.contents, lists, order, shown, false);
        self.note(&mut s.findings, found);
    }
}
