//! Declaring a frame, and finding out what of it is needed.

use crate::order::{NoOrder, Touches};
use crate::pool::Transient;
use crate::run::Run;
use crate::{Graph, GraphError};
use candor_rhi::Device;

/// A resource of one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id {
    pub(crate) frame: u32,
    pub(crate) index: u32,
}

/// A pass of one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassId {
    pub(crate) frame: u32,
    pub(crate) index: u32,
}

#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) name: (u32, u32),
    /// Nothing for what was imported.
    pub(crate) transient: Option<Transient>,
    /// A later pass, or the world outside, reads it.
    needed: bool,
    /// Turns of the first and the last needed pass that use it.
    pub(crate) life: Option<(u32, u32)>,
    /// Place in the pool.
    pub(crate) place: Option<u32>,
}

#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) name: (u32, u32),
    /// Range of `Graph::uses`, and where its writes begin.
    pub(crate) uses: (u32, u32),
    pub(crate) writes: u32,
    always: bool,
    pub(crate) kept: bool,
    /// Its place in the order in which passes run.
    pub(crate) turn: u32,
}

impl Declared {
    fn touches<'u>(&self, uses: &'u [u32]) -> Touches<'u> {
        let of = |from: u32, to: u32| uses.get(from as usize..to as usize).unwrap_or_default();
        Touches { reads: of(self.uses.0, self.writes), writes: of(self.writes, self.uses.1) }
    }
}

/// A frame while it is declared.
#[derive(Debug)]
#[must_use = "a frame does nothing until it is compiled"]
pub struct Frame<'g> {
    pub(crate) graph: &'g mut Graph,
    /// The first error; `compile` returns it.
    pub(crate) error: Option<GraphError>,
}

impl<'g> Frame<'g> {
    /// A resource of the program's: a texture or buffer that lives beyond the frame. What is written to it counts as read by
    /// somebody.
    pub fn imported(&mut self, name: &str) -> Id {
        self.resource(name, None)
    }

    /// A texture that lives only within the frame. Its contents are undefined until a pass writes it.
    pub fn transient(&mut self, name: &str, desc: Transient) -> Id {
        self.resource(name, Some(desc))
    }

    fn resource(&mut self, name: &str, transient: Option<Transient>) -> Id {
        let g = &mut *self.graph;
        if self.error.is_none() && g.resources.iter().any(|r| g.name(r.name) == name) {
            self.error = Some(GraphError::Twice { what: "resource", name: name.to_owned() });
        }
        let name = add_name(g, name);
        let needed = transient.is_none();
        g.resources.push(Resource { name, transient, needed, life: None, place: None });
        Id { frame: g.number, index: (g.resources.len() - 1) as u32 }
    }

    /// A pass. What it writes it replaces; a pass that keeps part of what is there names the resource among its reads as well.
    ///
    /// A read is of what was written last before it, in the order of declaration; where nothing was written to a transient
    /// resource before, it is of what is written next, and the pass runs after that one.
    pub fn pass(&mut self, name: &str, reads: &[Id], writes: &[Id]) -> PassId {
        self.declare(name, reads, writes, false)
    }

    /// A pass that is recorded even where nobody reads its results.
    pub fn pass_always(&mut self, name: &str, reads: &[Id], writes: &[Id]) -> PassId {
        self.declare(name, reads, writes, true)
    }

    fn declare(&mut self, name: &str, reads: &[Id], writes: &[Id], always: bool) -> PassId {
        let g = &mut *self.graph;
        let mut wrong = None;
        if g.passes.iter().any(|p| g.name(p.name) == name) {
            wrong = Some(GraphError::Twice { what: "pass", name: name.to_owned() });
        }
        let start = g.uses.len() as u32;
        let mut begin_writes = start;
        for (i, id) in reads.iter().chain(writes).enumerate() {
            if id.frame != g.number || id.index as usize >= g.resources.len() {
                wrong = wrong.or(Some(GraphError::ForeignResource { pass: name.to_owned() }));
            }
            g.uses.push(id.index);
            if i < reads.len() {
                begin_writes += 1;
            }
        }
        let uses = (start, g.uses.len() as u32);
        let name = add_name(g, name);
        g.passes.push(Declared { name, uses, writes: begin_writes, always, kept: false, turn: 0 });
        if self.error.is_none() {
            self.error = wrong;
        }
        PassId { frame: g.number, index: (g.passes.len() - 1) as u32 }
    }

    /// Finds out in which order the passes run, which are needed, and a texture for each transient resource that these use.
    ///
    /// # Errors
    /// The first mistake of the declaration, a transient resource that is read and never written, passes that wait for each other,
    /// or a texture that the device refused.
    pub fn compile(self, device: &Device) -> Result<Run<'g>, GraphError> {
        let Self { graph, error } = self;
        if let Some(e) = error {
            return Err(e);
        }
        order(graph)?;
        cull(graph);
        graph.pool.begin();
        for turn in 0..graph.order.run.len() as u32 {
            for i in 0..graph.resources.len() {
                let r = &graph.resources[i];
                let (Some(t), Some((first, last))) = (r.transient, r.life) else { continue };
                if first == turn {
                    let range = r.name;
                    let made =
                        graph.pool.take(device, &t, graph.names.get(range.0 as usize..range.1 as usize));
                    let made = made
                        .map_err(|why| GraphError::Texture { resource: graph.name(range).to_owned(), why })?;
                    graph.resources[i].place = Some(made);
                }
                if last + 1 == turn
                    && let Some(place) = graph.resources[i].place
                {
                    graph.pool.give_back(place);
                }
            }
        }
        graph.pool.end();
        Ok(Run { graph, next: 0 })
    }
}

fn add_name(g: &mut Graph, name: &str) -> (u32, u32) {
    let start = g.names.len() as u32;
    g.names.push_str(name);
    (start, g.names.len() as u32)
}

/// Gives every pass its turn.
fn order(g: &mut Graph) -> Result<(), GraphError> {
    let Graph { order, passes, uses, resources, .. } = g;
    let touches = |i: usize| passes[i].touches(uses);
    let found = order.find(passes.len(), touches, resources.len(), |r| resources[r].transient.is_some());
    match found {
        Ok(()) => {}
        Err(NoOrder::NeverWritten { pass, resource }) => {
            let resource = g.name(g.resources[resource as usize].name).to_owned();
            return Err(GraphError::NeverWritten { pass: g.pass_name(pass), resource });
        }
        Err(NoOrder::Cycle(ring)) => {
            return Err(GraphError::Cycle { passes: ring.iter().map(|p| g.pass_name(*p)).collect() });
        }
    }
    for (turn, pass) in (0u32..).zip(&order.run) {
        passes[*pass as usize].turn = turn;
    }
    Ok(())
}

/// From the last pass to the first: a pass is kept when something that it writes is needed. What it replaces is then not needed
/// before it; what it reads is.
fn cull(g: &mut Graph) {
    let Graph { order, passes, uses, resources, .. } = g;
    for (turn, pass) in order.run.iter().enumerate().rev() {
        let turn = turn as u32;
        let p = &mut passes[*pass as usize];
        let Touches { reads, writes } = p.touches(uses);
        let needed = writes.iter().any(|r| resources[*r as usize].needed);
        if !needed && !p.always {
            continue;
        }
        p.kept = true;
        for r in writes {
            resources[*r as usize].needed = false;
        }
        for r in reads {
            resources[*r as usize].needed = true;
        }
        for r in reads.iter().chain(writes) {
            let life = &mut resources[*r as usize].life;
            let last = life.map_or(turn, |(_, last)| last);
            *life = Some((turn, last));
        }
    }
}
