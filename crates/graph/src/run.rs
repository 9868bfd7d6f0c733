//! Recording a compiled frame, pass by pass in the order that was found.

use crate::frame::{Id, PassId};
use crate::pool::Pooled;
use crate::{Graph, GraphError};
use candor_rhi::{Texture, View};

/// A compiled frame.
#[derive(Debug)]
#[must_use = "a compiled frame is recorded pass by pass"]
pub struct Run<'g> {
    pub(crate) graph: &'g mut Graph,
    /// The turn that comes next.
    pub(crate) next: u32,
}

/// The turn of a pass: which it is, and what it may use.
#[derive(Debug, Clone, Copy)]
pub struct Context<'r> {
    graph: &'r Graph,
    pass: u32,
}

impl Run<'_> {
    /// The next pass that is needed; `None` after the last one. It counts as recorded.
    pub fn next_pass(&mut self) -> Option<Context<'_>> {
        let g = &*self.graph;
        let rest = g.order.run.get(self.next as usize..).unwrap_or_default();
        let found = rest.iter().position(|p| g.passes[*p as usize].kept);
        let pass = found.and_then(|i| rest.get(i).map(|p| (i, *p)));
        let Some((skipped, pass)) = pass else {
            self.next = g.order.run.len() as u32;
            return None;
        };
        self.next += skipped as u32 + 1;
        Some(Context { graph: g, pass })
    }

    /// The turn of this pass, where a program knows the order; `None` where nobody needs it, so that nothing is to be recorded.
    ///
    /// # Errors
    /// A pass of another frame, one out of turn, or a needed one before it that was not recorded.
    pub fn pass(&mut self, pass: PassId) -> Result<Option<Context<'_>>, GraphError> {
        let g = &*self.graph;
        let Some(p) = g.passes.get(pass.index as usize).filter(|_| pass.frame == g.number) else {
            return Err(GraphError::ForeignPass);
        };
        if p.turn < self.next {
            return Err(GraphError::OutOfTurn { pass: g.name(p.name).to_owned() });
        }
        skipped(g, self.next, p.turn)?;
        self.next = p.turn + 1;
        Ok(p.kept.then_some(Context { graph: g, pass: pass.index }))
    }

    /// Is the pass needed?
    pub fn is_needed(&self, pass: PassId) -> bool {
        pass.frame == self.graph.number && self.graph.passes.get(pass.index as usize).is_some_and(|p| p.kept)
    }

    /// Names of the passes that were left out.
    pub fn culled(&self) -> impl Iterator<Item = &str> {
        self.graph.passes.iter().filter(|p| !p.kept).map(|p| self.graph.name(p.name))
    }

    /// Ends the frame.
    ///
    /// # Errors
    /// A needed pass that was not recorded.
    pub fn finish(self) -> Result<(), GraphError> {
        skipped(self.graph, self.next, self.graph.order.run.len() as u32)
    }
}

fn skipped(g: &Graph, from: u32, to: u32) -> Result<(), GraphError> {
    let between = g.order.run.get(from as usize..to as usize).unwrap_or_default();
    match between.iter().find(|p| g.passes[**p as usize].kept) {
        Some(p) => Err(GraphError::NotRecorded { pass: g.pass_name(*p) }),
        None => Ok(()),
    }
}

impl<'r> Context<'r> {
    /// The pass.
    pub fn id(&self) -> PassId {
        PassId { frame: self.graph.number, index: self.pass }
    }

    fn pooled(&self, id: Id) -> Result<&'r Pooled, GraphError> {
        let (g, p) = (self.graph, &self.graph.passes[self.pass as usize]);
        let pass = || g.name(p.name).to_owned();
        let Some(r) = g.resources.get(id.index as usize).filter(|_| id.frame == g.number) else {
            return Err(GraphError::ForeignResource { pass: pass() });
        };
        let resource = || g.name(r.name).to_owned();
        if !g.uses[p.uses.0 as usize..p.uses.1 as usize].contains(&id.index) {
            return Err(GraphError::Undeclared { pass: pass(), resource: resource() });
        }
        let found = r.place.and_then(|place| g.pool.get(place));
        found.ok_or_else(|| GraphError::Imported { pass: pass(), resource: resource() })
    }

    /// View of all of a transient texture.
    ///
    /// # Errors
    /// A resource that the pass did not declare, that was imported, that is only copied, or that belongs to another frame.
    pub fn view(&self, id: Id) -> Result<&'r View, GraphError> {
        let g = self.graph;
        self.pooled(id)?.view.as_ref().ok_or_else(|| GraphError::NoView {
            pass: g.name(g.passes[self.pass as usize].name).to_owned(),
            resource: g.name(g.resources[id.index as usize].name).to_owned(),
        })
    }

    /// A transient texture, for views of a part of it.
    ///
    /// # Errors
    /// As [`Context::view`].
    pub fn texture(&self, id: Id) -> Result<&'r Texture, GraphError> {
        Ok(&self.pooled(id)?.texture)
    }

    /// A number that tells the texture behind a resource from every other one that the graph has made: bind groups and views
    /// that a program keeps from frame to frame are right as long as it is the same.
    ///
    /// # Errors
    /// As [`Context::view`].
    pub fn key(&self, id: Id) -> Result<u64, GraphError> {
        Ok(self.pooled(id)?.key)
    }
}
