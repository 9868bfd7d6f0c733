//! Statistics, counted in one place for every backend.

use std::ops::AddAssign;

/// Commands of one pass by kind. Their sum numbers the commands for messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct PassStats {
    /// Draws of every kind.
    pub draws: u32,
    /// Dispatches of every kind.
    pub dispatches: u32,
    /// Bind groups set.
    pub groups: u32,
    /// Pipelines set.
    pub pipelines: u32,
    /// Push data set.
    pub pushes: u32,
    /// Vertex buffers set.
    pub vertex_buffers: u32,
    /// Index buffers set.
    pub index_buffers: u32,
    /// Viewports, scissors, blend constants and stencil references set.
    pub others: u32,
}

impl PassStats {
    /// All commands.
    pub fn commands(&self) -> u32 {
        self.draws
            + self.dispatches
            + self.groups
            + self.pipelines
            + self.pushes
            + self.vertex_buffers
            + self.index_buffers
            + self.others
    }
}

impl PassStats {
    #[inline(always)]
    pub(crate) fn add(&mut self, o: &PassStats) {
        self.draws = self.draws.wrapping_add(o.draws);
        self.dispatches = self.dispatches.wrapping_add(o.dispatches);
        self.groups = self.groups.wrapping_add(o.groups);
        self.pipelines = self.pipelines.wrapping_add(o.pipelines);
        self.pushes = self.pushes.wrapping_add(o.pushes);
        self.vertex_buffers = self.vertex_buffers.wrapping_add(o.vertex_buffers);
        self.index_buffers = self.index_buffers.wrapping_add(o.index_buffers);
        self.others = self.others.wrapping_add(o.others);
    }
}

/// What a batch did, or all batches of a device so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Batches submitted.
    pub batches: u64,
    /// Raster passes.
    pub raster_passes: u64,
    /// Compute passes.
    pub compute_passes: u64,
    /// Copies.
    pub copies: u64,
    /// Draws.
    pub draws: u64,
    /// Dispatches.
    pub dispatches: u64,
    /// Bind groups set.
    pub groups: u64,
    /// Pipelines set.
    pub pipelines: u64,
    /// Barriers derived.
    pub barriers: u64,
    /// Bytes uploaded.
    pub upload_bytes: u64,
    /// Pipelines created.
    pub pipelines_created: u64,
    /// Pipelines on which a frame waited.
    pub pipelines_late: u64,
}

impl Stats {
    pub(crate) fn add_commands(&mut self, p: &PassStats) {
        self.draws += u64::from(p.draws);
        self.dispatches += u64::from(p.dispatches);
        self.groups += u64::from(p.groups);
        self.pipelines += u64::from(p.pipelines);
    }
}

impl AddAssign<&Stats> for Stats {
    fn add_assign(&mut self, o: &Stats) {
        self.batches += o.batches;
        self.raster_passes += o.raster_passes;
        self.compute_passes += o.compute_passes;
        self.copies += o.copies;
        self.draws += o.draws;
        self.dispatches += o.dispatches;
        self.groups += o.groups;
        self.pipelines += o.pipelines;
        self.barriers += o.barriers;
        self.upload_bytes += o.upload_bytes;
        self.pipelines_created += o.pipelines_created;
        self.pipelines_late += o.pipelines_late;
    }
}
