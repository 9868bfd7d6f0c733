//! Statistics, counted in one place for every backend.

use crate::backend::MemoryStats;
use std::ops::AddAssign;

/// Commands of one pass by kind. Their sum numbers the commands for messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    /// Vertices or indices of all draws, times their instances. What indirect draws take is not in it: only the GPU knows.
    pub vertices: u64,
    /// Triangles of these: a third of the vertices of lists, two less than the vertices of a
    /// strip (as if each of its draws had one instance), none of lines and points.
    pub triangles: u64,
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
}

/// Draws and vertices in one word, so that a draw counts both with one instruction: 2^24 draws of 2^40 vertices together in a
/// pass. Draws are the low part: what a small draw adds is then a short constant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Drawn(u64);

impl Drawn {
    const DRAW_BITS: u32 = 24;

    #[inline(always)]
    pub(crate) fn add(&mut self, vertices: u32, instances: u32) {
        let vertices = u64::from(vertices).wrapping_mul(u64::from(instances));
        self.0 = self.0.wrapping_add((vertices << Self::DRAW_BITS).wrapping_add(1));
    }

    fn of(draws: u32, vertices: u64) -> Self {
        Self((vertices << Self::DRAW_BITS).wrapping_add(draws.into()))
    }

    /// Counts another's.
    #[inline(always)]
    pub(crate) fn join(&mut self, o: Drawn) {
        self.0 = self.0.wrapping_add(o.0);
    }

    /// Draws and vertices since an earlier look.
    #[inline(always)]
    pub(crate) fn since(self, earlier: Drawn) -> (u32, u64) {
        let d = self.0.wrapping_sub(earlier.0);
        (d as u32 & ((1 << Self::DRAW_BITS) - 1), d >> Self::DRAW_BITS)
    }
}

/// Commands of a pass in the order of [`PassStats`], so that they are added up in wide steps.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C, align(16))]
pub(crate) struct Commands {
    /// Draws that are not in [`Counts::drawn`]: indirect ones.
    pub(crate) draws: u32,
    pub(crate) dispatches: u32,
    pub(crate) groups: u32,
    pub(crate) pipelines: u32,
    pub(crate) pushes: u32,
    pub(crate) vertex_buffers: u32,
    pub(crate) index_buffers: u32,
    pub(crate) others: u32,
    /// Vertices of draws whose triangles are not a third of them, and their triangles.
    pub(crate) unusual: [u64; 2],
}

impl Commands {
    #[inline(always)]
    fn add(&mut self, o: &Commands) {
        self.draws = self.draws.wrapping_add(o.draws);
        self.dispatches = self.dispatches.wrapping_add(o.dispatches);
        self.groups = self.groups.wrapping_add(o.groups);
        self.pipelines = self.pipelines.wrapping_add(o.pipelines);
        self.pushes = self.pushes.wrapping_add(o.pushes);
        self.vertex_buffers = self.vertex_buffers.wrapping_add(o.vertex_buffers);
        self.index_buffers = self.index_buffers.wrapping_add(o.index_buffers);
        self.others = self.others.wrapping_add(o.others);
        self.unusual[0] = self.unusual[0].wrapping_add(o.unusual[0]);
        self.unusual[1] = self.unusual[1].wrapping_add(o.unusual[1]);
    }

    fn stats(&self, draws: u32, vertices: u64) -> PassStats {
        let [unusual, triangles] = self.unusual;
        PassStats {
            draws: self.draws.wrapping_add(draws),
            dispatches: self.dispatches,
            groups: self.groups,
            pipelines: self.pipelines,
            pushes: self.pushes,
            vertex_buffers: self.vertex_buffers,
            index_buffers: self.index_buffers,
            others: self.others,
            vertices,
            triangles: (vertices.wrapping_sub(unusual) / 3).wrapping_add(triangles),
        }
    }
}

/// What a pass counts while it is recorded.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    commands: Commands,
    pub(crate) drawn: Drawn,
}

impl std::ops::Deref for Counts {
    type Target = Commands;
    #[inline(always)]
    fn deref(&self) -> &Commands {
        &self.commands
    }
}

impl std::ops::DerefMut for Counts {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Commands {
        &mut self.commands
    }
}

impl Counts {
    /// For the public.
    pub(crate) fn stats(&self) -> PassStats {
        let (draws, vertices) = self.drawn.since(Drawn::default());
        self.commands.stats(draws, vertices)
    }

    /// Adds what a bundle does.
    pub(crate) fn add_bundle(&mut self, s: &PassStats) {
        self.drawn.join(Drawn::of(s.draws, s.vertices));
        self.commands.add(&Commands {
            draws: 0,
            dispatches: s.dispatches,
            groups: s.groups,
            pipelines: s.pipelines,
            pushes: s.pushes,
            vertex_buffers: s.vertex_buffers,
            index_buffers: s.index_buffers,
            others: s.others,
            unusual: [s.vertices, s.triangles],
        });
    }
}

/// Sums over the passes of a batch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sums {
    commands: Commands,
    draws: u64,
    vertices: u64,
}

impl Sums {
    /// Adds a pass.
    #[inline(always)]
    pub(crate) fn add(&mut self, o: &Counts) {
        self.commands.add(&o.commands);
        let (draws, vertices) = o.drawn.since(Drawn::default());
        self.draws = self.draws.wrapping_add(draws.into());
        self.vertices = self.vertices.wrapping_add(vertices);
    }

    /// For the public.
    pub(crate) fn stats(&self) -> PassStats {
        self.commands.stats(self.draws as u32, self.vertices)
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
    /// Copies.
    copies,
    /// Draws.
    draws,
    /// Vertices or indices of all draws, times their instances, but of indirect ones.
    vertices,
    /// Triangles of these.
    triangles,
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
    /// Pipelines created.
    pipelines_created,
    /// Pipelines on which a frame waited.
    pipelines_late,
}

impl Stats {
    pub(crate) fn add_commands(&mut self, p: &PassStats) {
        self.draws += u64::from(p.draws);
        self.vertices = self.vertices.wrapping_add(p.vertices);
        self.triangles = self.triangles.wrapping_add(p.triangles);
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

/// What a frame did, and what the device holds.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameStats {
    /// Counts since the frame's beginning.
    pub work: Stats,
    /// Memory now.
    pub memory: MemoryStats,
    /// Time of each pass on the GPU.
    pub gpu: GpuTimes,
}
