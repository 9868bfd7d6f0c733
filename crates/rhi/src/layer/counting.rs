//! Counts vertices and triangles. A layer, so that a draw on a device that does not count pays nothing.

use super::{Command, Event, Layer, Lists, Made, Watch};
use crate::backend::{Fault, Part};
use crate::desc::Topology;
use crate::object::{Kind, Native};
use crate::queue::Queue;
use crate::record::Raw;
use crate::surface::Shown;
use crate::sync::{Mutex, lock};
use std::collections::HashMap;
use std::sync::Arc;

/// What draws were told to draw. Tessellation, geometry shaders and restart indices change how much that is in the end;
/// statistics queries count what the GPU did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// Vertices or indices, of every instance.
    pub vertices: u64,
    /// Triangles that lists, strips and fans of so many vertices have, of every instance.
    pub triangles: u64,
    /// Draws whose counts lie in a buffer, so that their vertices and triangles are not among these.
    pub indirect_draws: u64,
}

impl Counted {
    fn add(&mut self, o: &Counted) {
        self.vertices += o.vertices;
        self.triangles += o.triangles;
        self.indirect_draws += o.indirect_draws;
    }
}

#[derive(Debug, Default)]
struct State {
    topologies: HashMap<Raw, Topology>,
    sum: Counted,
}

/// The layer.
#[derive(Debug, Default)]
pub struct Counting(Arc<Mutex<State>>);

impl Counting {
    /// What all lists that were submitted so far were told to draw.
    pub fn counted(&self) -> Counted {
        lock(&self.0).sum
    }
}

/// Counts of a list.
#[derive(Debug)]
pub struct List {
    state: Arc<Mutex<State>>,
    topology: Topology,
    counted: Counted,
}

impl List {
    fn draw(&mut self, vertices: u32, instances: u32) {
        let n = u64::from(vertices);
        let triangles = match self.topology {
            Topology::Triangles => n / 3,
            Topology::TriangleStrip | Topology::TriangleFan => n.saturating_sub(2),
            Topology::TrianglesAdjacency => n / 6,
            Topology::TriangleStripAdjacency => (n / 2).saturating_sub(2),
            Topology::Points
            | Topology::Lines
            | Topology::LineStrip
            | Topology::LinesAdjacency
            | Topology::LineStripAdjacency
            | Topology::Patches => 0,
        };
        let instances = u64::from(instances);
        self.counted.vertices += n * instances;
        self.counted.triangles += triangles * instances;
    }
}

impl Watch for List {
    fn event(&mut self, e: &Event<'_>) {
        let Event::Command(c) = e else { return };
        match *c {
            Command::Pipeline { pipeline, .. } => {
                let known = lock(&self.state).topologies.get(&pipeline).copied();
                self.topology = known.unwrap_or_default();
            }
            Command::Draw { vertices, instances, .. } => self.draw(vertices, instances),
            Command::DrawIndexed { indices, instances, .. } => self.draw(indices, instances),
            Command::DrawIndirect { count, .. } => self.counted.indirect_draws += u64::from(count),
            Command::DrawIndirectCount { .. } => self.counted.indirect_draws += 1,
            _ => {}
        }
    }
}

impl Layer for Counting {
    type List = List;

    fn list(&self) -> List {
        List { state: self.0.clone(), topology: Topology::default(), counted: Counted::default() }
    }

    fn reopen(&self, list: &mut List, _queue: Queue) {
        list.counted = Counted::default();
    }

    fn made(&self, made: &Made<'_>, native: Native) {
        if let Made::RasterPipeline(plan) = made {
            lock(&self.0).topologies.insert(native.raw, plan.desc.topology);
        }
    }

    fn destroyed(&self, kind: Kind, native: Native) {
        if kind == Kind::RasterPipeline {
            lock(&self.0).topologies.remove(&native.raw);
        }
    }

    fn submitted(
        &self,
        _parts: &[Part],
        lists: &mut Lists<'_, Self>,
        _shown: &[Shown],
        answer: &Result<(), Fault>,
    ) {
        if answer.is_err() {
            return;
        }
        let mut state = lock(&self.0);
        for i in 0..lists.len() {
            if let Some(list) = lists.get(i) {
                state.sum.add(&list.counted);
            }
        }
    }
}
