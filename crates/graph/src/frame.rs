//! Declaring a frame, and finding out what of it is needed.

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
    written: bool,
    /// First and last needed pass that uses it.
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
        g.resources.push(Resource { name, transient, needed, written: false, life: None, place: None });
        Id { frame: g.number, index: (g.resources.len() - 1) as u32 }
    }

    /// A pass. What it writes it replaces; a pass that keeps part of what is there names the resource among its reads as well.
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
        for (i, id) in reads.iter().chain(writes).enumerate() {
            let found = g.resources.get_mut(id.index as usize).filter(|_| id.frame == g.number);
            let Some(r) = found else {
                wrong = wrong.or(Some(GraphError::Foreign { what: "resource", pass: name.to_owned() }));
                continue;
            };
            let is_read = i < reads.len();
            if is_read && r.transient.is_some() && !r.written {
                let range = r.name;
                let resource = g.name(range).to_owned();
                wrong = wrong.or(Some(GraphError::ReadBeforeWrite { pass: name.to_owned(), resource }));
            } else if !is_read {
                r.written = true;
            }
            g.uses.push(id.index);
        }
        let end = g.uses.len() as u32;
        let name = add_name(g, name);
        let writes = (end - start).saturating_sub(writes.len() as u32) + start;
        g.passes.push(Declared { name, uses: (start, end), writes, always, kept: false });
        if self.error.is_none() {
            self.error = wrong;
        }
        PassId { frame: g.number, index: (g.passes.len() - 1) as u32 }
    }

    /// Finds out which passes are needed, and a texture for each transient resource that they use.
    ///
    /// # Errors
    /// The first mistake of the declaration, or a texture that the device refused.
    pub fn compile(self, device: &Device) -> Result<Run<'g>, GraphError> {
        let Self { graph, error } = self;
        if let Some(e) = error {
            return Err(e);
        }
        cull(graph);
        graph.pool.begin();
        for pass in 0..graph.passes.len() as u32 {
            for i in 0..graph.resources.len() {
                let r = &graph.resources[i];
                let (Some(t), Some((first, last))) = (r.transient, r.life) else { continue };
                if first == pass {
                    let range = r.name;
                    let made =
                        graph.pool.take(device, &t, graph.names.get(range.0 as usize..range.1 as usize));
                    let made = made
                        .map_err(|why| GraphError::Texture { resource: graph.name(range).to_owned(), why })?;
                    graph.resources[i].place = Some(made);
                }
                if last + 1 == pass
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

/// From the last pass to the first: a pass is kept when something that it writes is needed. What it replaces is then not needed
/// before it; what it reads is.
fn cull(g: &mut Graph) {
    for i in (0..g.passes.len()).rev() {
        let p = &g.passes[i];
        let (reads, writes) = (p.uses.0 as usize..p.writes as usize, p.writes as usize..p.uses.1 as usize);
        let needed = g.uses[writes.clone()].iter().any(|r| g.resources[*r as usize].needed);
        if !needed && !p.always {
            continue;
        }
        for r in &g.uses[writes.clone()] {
            g.resources[*r as usize].needed = false;
        }
        for r in &g.uses[reads.clone()] {
            g.resources[*r as usize].needed = true;
        }
        for r in &g.uses[reads.start..writes.end] {
            let life = &mut g.resources[*r as usize].life;
            let last = life.map_or(i as u32, |(_, last)| last);
            *life = Some((i as u32, last));
        }
        g.passes[i].kept = true;
    }
}
