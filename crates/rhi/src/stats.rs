//! Statistics, counted in one place for every backend.

use crate::layer::Counted;
use crate::memory::MemoryStats;
use crate::upload::UploadMemory;
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
    /// Viewports, scissors, blend constants and stencil references set; queries, debug groups and markers.
    pub others: u32,
}

impl PassStats {
    /// All commands.
    pub fn commands(&self) -> u32 {
        self.draws
            .wrapping_add(self.dispatches)
            .wrapping_add(self.groups)
            .wrapping_add(self.pipelines)
            .wrapping_add(self.pushes)
            .wrapping_add(self.vertex_buffers)
            .wrapping_add(self.index_buffers)
            .wrapping_add(self.others)
    }

    /// Adds another's, in wide steps.
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

/// The structures of sums: each field is added and taken away.
macro_rules! sums {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a batch did, or all batches of a device so far.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Stats { $($(#[$doc])* pub $name: u64,)* }

        impl AddAssign<&Stats> for Stats {
            fn add_assign(&mut self, o: &Stats) {
                $(self.$name = self.$name.wrapping_add(o.$name);)*
            }
        }

        impl Stats {
            /// What was done since an earlier look at the same device: of a frame, when the look was taken at its beginning.
            pub fn since(&self, earlier: &Stats) -> Stats {
                Stats { $($name: self.$name.wrapping_sub(earlier.$name),)* }
            }
        }
    };
}

sums! {
    /// Batches submitted.
    batches,
    /// Raster passes: each is a change of targets.
    raster_passes,
    /// Compute passes.
    compute_passes,
    /// Passes that foreign code recorded.
    foreign_passes,
    /// Copies.
    copies,
    /// Draws.
    draws,
    /// Dispatches.
    dispatches,
    /// Bind groups set.
    groups,
    /// Pipelines set.
    pipelines,
    /// Push data set.
    pushes,
    /// Vertex buffers set.
    vertex_buffers,
    /// Index buffers set.
    index_buffers,
    /// Barriers derived.
    barriers,
    /// Bytes uploaded.
    upload_bytes,
    /// Blocks of staging memory that were made because uploads did not fit in the ring.
    upload_blocks_grown,
    /// Pipelines created.
    pipelines_created,
    /// Pipelines on which a frame waited, or would have: [`PipelinePolicy`](crate::PipelinePolicy).
    pipelines_late,
    /// Pipelines that were asked for and have arrived, or failed, beside the frames: each is a reason to draw again.
    pipelines_arrived,
    /// Uses of a pipeline that was not there, where the draw was left out: [`Meanwhile::Skip`](crate::Meanwhile).
    pipelines_skipped,
    /// Likewise, where another pipeline stood for it.
    pipelines_replaced,
    /// Likewise, where the frame waited.
    pipelines_waited,
    /// Vertices or indices of all draws, of every instance; 0 unless [`DeviceDesc::count_geometry`](crate::DeviceDesc).
    vertices,
    /// Triangles, likewise: see [`crate::layer::Counted`].
    triangles,
    /// Draws whose counts lie in a buffer, likewise.
    indirect_draws,
}

impl Stats {
    pub(crate) fn add_commands(&mut self, p: &PassStats) {
        self.draws += u64::from(p.draws);
        self.dispatches += u64::from(p.dispatches);
        self.groups += u64::from(p.groups);
        self.pipelines += u64::from(p.pipelines);
        self.pushes += u64::from(p.pushes);
        self.vertex_buffers += u64::from(p.vertex_buffers);
        self.index_buffers += u64::from(p.index_buffers);
    }
}

/// Kind of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassKind {
    /// It draws.
    Raster,
    /// It computes.
    Compute,
    /// A list of copies.
    Copies,
    /// Foreign code records it.
    Foreign,
}

impl std::fmt::Display for PassKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Raster => "raster",
            Self::Compute => "compute",
            Self::Copies => "copies",
            Self::Foreign => "foreign",
        })
    }
}

/// Time that a pass took on the GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct PassTime {
    /// The pass's label.
    pub label: String,
    /// Its kind.
    pub kind: PassKind,
    /// From when all before it had finished to when it had, in nanoseconds. Waiting at its barriers counts.
    pub ns: f64,
}

/// GPU times, or why there are none.
#[derive(Debug, Clone, PartialEq)]
pub enum GpuTimes {
    /// The device was not told to measure: `Device::time_passes`.
    Off,
    /// They cannot be had.
    Unavailable {
        /// One sentence.
        why: String,
    },
    /// Those of the timed batch that finished last, in the order of declaration.
    Known(Vec<PassTime>),
}

/// What draws were told to draw, or why it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Geometry {
    /// The device was not told to count: `DeviceDesc::count_geometry`.
    Off,
    /// Since the frame's beginning.
    Known(Counted),
}

/// What a frame did, and what the device holds.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameStats {
    /// Counts since the frame's beginning.
    pub work: Stats,
    /// Vertices and triangles.
    pub geometry: Geometry,
    /// Memory now.
    pub memory: MemoryStats,
    /// The part of it that holds uploads.
    pub uploads: UploadMemory,
    /// Time of each pass on the GPU.
    pub gpu: GpuTimes,
}
