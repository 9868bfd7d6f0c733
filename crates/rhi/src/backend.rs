//! What a backend implements. Draw-path commands go through its [`Commands`] table; everything here is one virtual call per
//! object, pass or submission. Third parties implement this and fill a table.
//!
//! Objects cross as [`Native`] handles. Candor has checked descriptors, ranges, usage and ownership before a call is made;
//! a backend translates and reports what only the driver knows.

use crate::adapter::{AdapterInfo, BackendKind};
use crate::batch::{ClearValue, RasterDesc};
use crate::desc::{
    BindingKind, BufferUsage, Compare, Filter, LayoutEntry, Memory, PushLayout, RasterPipelineDesc,
    ShaderStage, ViewDim,
};
use crate::format::Format;
use crate::limits::Limits;
pub use crate::memory::{Heap, HeapBudget, Heaps, MemoryStats};
use crate::object::{Kind, Native, TextureInfo};
use crate::query::{PassQueryPlan, QuerySetDesc};
use crate::queue::{PerQueue, Queue};
use crate::record::{Cmd, Commands, Raw};
use crate::track::{List, Scope, Scopes};
use crate::usage::{Layout, SubRange, Usage};
use bitflags::bitflags;
use std::time::Duration;

/// What a driver answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Out of host or device memory.
    #[error("out of {0} memory")]
    OutOfMemory(&'static str),
    /// The device is lost.
    #[error("the device was lost: {0}")]
    Lost(String),
    /// A call failed.
    #[error("{call} answered {answer}")]
    Call {
        /// The call.
        call: &'static str,
        /// The answer.
        answer: String,
    },
    /// It would exceed what the program allows itself.
    #[error("{asked} bytes were asked for, {used} of {budget} are in use")]
    OverBudget {
        /// Bytes asked for.
        asked: u64,
        /// Bytes in use.
        used: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// Something cannot be had.
    #[error("{0}")]
    Unavailable(String),
    /// A layer takes what was asked for to be wrong.
    #[error("{0}")]
    Invalid(String),
}

bitflags! {
    /// What the device was created with, as far as recording and creation must know it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Enabled: u64 {
        /// Several draws from one indirect command.
        const MULTI_DRAW_INDIRECT = 1;
        /// A first instance in indirect arguments.
        const INDIRECT_FIRST_INSTANCE = 2;
        /// Lines and points instead of filled triangles.
        const WIREFRAME = 4;
        /// Depth clamp.
        const DEPTH_CLAMP = 8;
        /// Clamp of the depth bias.
        const DEPTH_BIAS_CLAMP = 16;
        /// A blend state for each target.
        const INDEPENDENT_BLEND = 32;
        /// Frames on surfaces.
        const PRESENT = 1 << 29;
        /// A queue that computes beside the main one.
        const ASYNC_COMPUTE = 1 << 30;
        /// A queue that copies beside the main one.
        const ASYNC_COPY = 1 << 31;
        /// Compute.
        const COMPUTE = 64;
        /// Anisotropic filtering.
        const ANISOTROPY = 128;
        /// Array views of cubes.
        const CUBE_ARRAYS = 256;
        /// Accesses beyond a buffer are bounded by the device.
        const ROBUST_ACCESS = 512;
        /// 16-bit floating point arithmetic in shaders.
        const FLOAT16 = 1024;
        /// 64-bit floating point in shaders.
        const FLOAT64 = 2048;
        /// 64-bit integers in shaders.
        const INT64 = 4096;
        /// Atomics on 64-bit integers in storage buffers.
        const INT64_ATOMICS = 8192;
        /// Clip distances.
        const CLIP_DISTANCES = 16384;
        /// Storage textures in the wider list of formats.
        const STORAGE_FORMATS = 1 << 15;
        /// Storage textures read without a format in the shader.
        const STORAGE_READ_ANY = 1 << 16;
        /// Storage textures written without a format in the shader.
        const STORAGE_WRITE_ANY = 1 << 17;
        /// The number of indirect draws out of a buffer.
        const INDIRECT_COUNT = 1 << 26;
        /// Counts of invocations and primitives.
        const STATISTICS = 1 << 27;
        /// Occlusion queries that count samples.
        const PRECISE_OCCLUSION = 1 << 28;
        /// Geometry shaders, and topologies with adjacency.
        const GEOMETRY = 1 << 32;
        /// Tessellation of triangles and quads into triangles and lines.
        const TESSELLATION = 1 << 33;
        /// Tessellation of isolines.
        const TESSELLATION_ISOLINES = 1 << 34;
        /// Tessellation into points.
        const TESSELLATION_POINTS = 1 << 35;
        /// Triangle fans.
        const TRIANGLE_FANS = 1 << 36;
        /// Lines of any width.
        const WIDE_LINES = 1 << 37;
        /// Conservative rasterization.
        const CONSERVATIVE = 1 << 38;
        /// Blending with a second colour.
        const DUAL_SOURCE = 1 << 39;
        /// Logical operations.
        const LOGIC_OPS = 1 << 40;
        /// The constant's alpha as a factor of colour.
        const CONSTANT_ALPHA = 1 << 41;
        /// Stencil masks and references that differ between front and back.
        const SEPARATE_STENCIL = 1 << 42;
        /// One draw into several layers.
        const MULTIVIEW = 1 << 43;
        /// Fragment shaders that run for each sample, and interpolation at a place of their choice.
        const SAMPLE_RATE = 1 << 44;
        /// Vertex attributes beyond the stride.
        const BEYOND_STRIDE = 1 << 45;
        /// Vertex buffers that step once every so many instances.
        const INSTANCE_STEP = 1 << 46;
        /// Arrays of uniform and storage buffers indexed by what the shader computes.
        const BUFFER_INDEXING = 1 << 47;
        /// Arrays of textures and storage textures, likewise.
        const TEXTURE_INDEXING = 1 << 48;
        /// Samplers that mirror a texture once.
        const MIRROR_ONCE = 1 << 49;
        /// Slices of a volume as attachments.
        const SLICE_VIEWS = 1 << 50;
        /// Views that read the texels as another format.
        const VIEW_FORMATS = 1 << 51;
        /// Displays are told what frames were made for.
        const HDR_METADATA = 1 << 52;
    }
}

bitflags! {
    /// What a format can be used for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct FormatSupport: u16 {
        /// Sampled.
        const SAMPLED = 1;
        /// Filtered linearly.
        const LINEAR = 2;
        /// Storage texture.
        const STORAGE = 4;
        /// Colour attachment.
        const COLOR = 8;
        /// Blended.
        const BLEND = 16;
        /// Depth or stencil attachment.
        const DEPTH = 32;
        /// Source of copies.
        const COPY_SRC = 64;
        /// Destination of copies.
        const COPY_DST = 128;
        /// Sampled with a comparison.
        const COMPARE = 256;
        /// Source of blits.
        const BLIT_SRC = 512;
        /// Destination of blits.
        const BLIT_DST = 1024;
    }
}

/// A buffer to be made.
#[derive(Debug, Clone, Copy)]
pub struct BufferPlan<'a> {
    /// Name.
    pub label: &'a str,
    /// Size in bytes, a multiple of 4.
    pub size: u64,
    /// Usage.
    pub usage: BufferUsage,
    /// Where it lies.
    pub memory: Memory,
    /// The backend must allow copies into it (uploads, zeroing).
    pub filled: bool,
}

/// A view to be made.
#[derive(Debug, Clone, Copy)]
pub struct ViewPlan<'a> {
    /// Name.
    pub label: &'a str,
    /// The texture.
    pub texture: Native,
    /// Its shape.
    pub info: &'a TextureInfo,
    /// Never `Auto`.
    pub dim: ViewDim,
    /// Format.
    pub format: Format,
    /// Subresources.
    pub range: SubRange,
}

/// A sampler to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplerPlan<'a> {
    /// Name.
    pub label: &'a str,
    /// Mag, min, mip.
    pub filter: [Filter; 3],
    /// Outside.
    pub address: [crate::desc::AddressMode; 3],
    /// Granted anisotropy, 1.0 for none.
    pub anisotropy: f32,
    /// Comparison.
    pub compare: Option<Compare>,
    /// Range of the level of detail.
    pub lod: [f32; 2],
    /// Bias.
    pub lod_bias: f32,
}

/// One filled binding.
#[derive(Debug, Clone, Copy)]
pub struct NativeEntry {
    /// Binding number.
    pub binding: u32,
    /// Which element of the binding, from 0 up.
    pub element: u32,
    /// Kind.
    pub kind: BindingKind,
    /// What fills it.
    pub resource: NativeResource,
}

/// What fills a binding.
#[derive(Debug, Clone, Copy)]
pub enum NativeResource {
    /// Part of a buffer.
    Buffer {
        /// Handle.
        raw: Raw,
        /// Offset in bytes.
        offset: u64,
        /// Size in bytes.
        size: u64,
    },
    /// A view, in the layout that it will be in.
    View {
        /// Handle.
        raw: Raw,
        /// Layout.
        layout: Layout,
    },
    /// A sampler.
    Sampler(Raw),
}

/// A raster pipeline to be made.
#[derive(Debug, Clone, Copy)]
pub struct RasterPipelinePlan<'a> {
    /// What was asked for; it has been checked.
    pub desc: &'a RasterPipelineDesc<'a>,
    /// Pipeline layout.
    pub layout: Raw,
    /// Samples, at least 1.
    pub samples: u32,
    /// Locations of the vertex inputs that the shader has, one bit each: an attribute at another location is not fetched.
    pub inputs: u64,
}

/// What becomes of an attachment's contents at the beginning of a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load<C> {
    /// They are kept.
    Load,
    /// They are replaced.
    Clear(C),
    /// They are not needed.
    Discard,
}

/// What becomes of an attachment's contents at the end of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Store {
    /// They are kept.
    #[default]
    Store,
    /// They are not needed.
    Discard,
}

/// Which part of a pass a list holds. Numbered as `VkRenderingFlagBits` number what is suspended and resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum PassPart {
    /// All of it.
    Whole = 0,
    /// The first part of several.
    First = 2,
    /// Neither the first nor the last.
    Middle = 6,
    /// The last part.
    Last = 4,
}

impl PassPart {
    /// Does it begin the pass?
    pub fn is_first(self) -> bool {
        matches!(self, Self::Whole | Self::First)
    }
    /// Does it end the pass?
    pub fn is_last(self) -> bool {
        matches!(self, Self::Whole | Self::Last)
    }
}

/// A raster pass as a backend sees it. Attachments have been checked; [`crate::View::raw`] gives their handles.
#[derive(Debug, Clone, Copy)]
pub struct RasterPlan<'a> {
    /// The declaration.
    pub desc: &'a RasterDesc<'a>,
    /// To be made before it.
    pub barriers: &'a List,
    /// Viewport and scissor must be set to the whole target: they are not so yet.
    pub viewport: bool,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Layers of every attachment.
    pub layers: u32,
    /// Which part of the pass.
    pub part: PassPart,
}

/// What a debugger shows beside commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark<'a> {
    /// A group begins.
    Begin(&'a str),
    /// The group that began last ends.
    End,
    /// A place.
    At(&'a str),
}

/// One side of a copy in a texture.
#[derive(Debug, Clone, Copy)]
pub struct TextureSide {
    /// Handle.
    pub raw: Raw,
    /// Aspect that is copied.
    pub aspect: crate::format::Aspects,
    /// Mip level.
    pub mip: u32,
    /// First layer, and how many.
    pub layer: u32,
    /// Number of layers.
    pub layers: u32,
    /// Corner in texels.
    pub origin: [u32; 3],
}

/// A copy as a backend sees it.
#[derive(Debug, Clone, Copy)]
pub enum NativeCopy {
    /// Buffer to buffer.
    Buffer {
        /// From.
        src: Raw,
        /// Offset in bytes.
        src_offset: u64,
        /// To.
        dst: Raw,
        /// Offset in bytes.
        dst_offset: u64,
        /// Size in bytes.
        size: u64,
    },
    /// Fills with a word.
    Fill {
        /// To.
        dst: Raw,
        /// Offset in bytes.
        offset: u64,
        /// Size in bytes.
        size: u64,
        /// Word.
        value: u32,
    },
    /// Buffer to texture.
    Upload {
        /// From.
        src: Raw,
        /// Offset in bytes.
        offset: u64,
        /// Texels in a row of the buffer.
        row_texels: u32,
        /// Rows in a layer of the buffer.
        rows: u32,
        /// To.
        dst: TextureSide,
        /// Size in texels.
        size: [u32; 3],
    },
    /// Texture to buffer.
    Download {
        /// From.
        src: TextureSide,
        /// Size in texels.
        size: [u32; 3],
        /// To.
        dst: Raw,
        /// Offset in bytes.
        offset: u64,
        /// Texels in a row of the buffer.
        row_texels: u32,
        /// Rows in a layer of the buffer.
        rows: u32,
    },
    /// Texture to texture.
    Texture {
        /// From.
        src: TextureSide,
        /// To.
        dst: TextureSide,
        /// Size in texels.
        size: [u32; 3],
    },
    /// Results of queries, when they are there, to a buffer as 64-bit words, tightly packed.
    Queries {
        /// Handle of the set.
        set: Raw,
        /// First query.
        first: u32,
        /// How many.
        count: u32,
        /// Words of one result.
        words: u32,
        /// To.
        dst: Raw,
        /// Offset in bytes.
        offset: u64,
    },
    /// Texture to texture, scaled and converted.
    Blit {
        /// From.
        src: TextureSide,
        /// Size in texels.
        src_size: [u32; 3],
        /// To.
        dst: TextureSide,
        /// Size in texels.
        dst_size: [u32; 3],
        /// Between texels.
        filter: Filter,
    },
    /// Clears subresources.
    Clear {
        /// Handle.
        raw: Raw,
        /// Which.
        range: SubRange,
        /// To what.
        value: ClearValue,
    },
    /// Makes a whole texture zero.
    Zero {
        /// Handle.
        raw: Raw,
        /// All of it.
        range: SubRange,
    },
}

/// How far each queue must have come: the number of a submission, counted from 1 up on each queue; 0 for anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Timepoint(pub PerQueue<u64>);

impl Timepoint {
    /// Both.
    pub fn with(self, o: Timepoint) -> Timepoint {
        Timepoint(std::array::from_fn(|q| self.0[q].max(o.0[q])))
    }
}

/// What goes to one queue at one time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// Where.
    pub queue: Queue,
    /// Which of the submitted lists, in order.
    pub lists: std::ops::Range<usize>,
    /// What it waits for first: submissions of other queues, earlier or of the same call.
    pub waits: Timepoint,
    /// The number that its queue is at when it has finished.
    pub number: u64,
}

/// A fault of a named object that the driver reported late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateFault {
    /// Kind of the object.
    pub kind: Kind,
    /// Its handle.
    pub raw: Raw,
    /// What the driver said.
    pub fault: Fault,
}

/// Which end of a pass a mark stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Before its first command.
    Begin,
    /// After its last command.
    End,
}

/// Marks that the GPU writes as passes begin and end, and that can be read when the device is lost.
#[allow(unsafe_code, reason = "declares a method with a contract; the call is in `record`")]
pub trait Breadcrumbs: Send + Sync {
    /// Makes room for the marks of so many passes, two words each, all of them zero. Called before any mark, and again by a later
    /// device on the same backend.
    fn reserve_marks(&self, passes: u32) -> Result<(), Fault>;
    /// Writes a mark when all before it has finished; what follows waits for it.
    ///
    /// # Safety
    /// The list is open, recorded by the caller alone, and no pass is open in it; the place was reserved.
    unsafe fn write_mark(&self, cmd: Cmd, place: u32, edge: Edge, value: u32);
    /// Reads the marks, beginning and end of each place in turn, also of a lost device.
    fn read_marks(&self, words: &mut [u32]) -> Result<(), Fault>;
    /// Gives the room back: nothing uses it any more.
    fn release_marks(&self);
}

/// What decides whether the contents of a pipeline cache fit a device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CacheKey {
    /// API.
    pub backend: BackendKind,
    /// Vendor.
    pub vendor_id: u32,
    /// Device within the vendor.
    pub device_id: u32,
    /// Version of the driver, in its own numbering.
    pub driver_version: u32,
    /// What the driver itself tells caches apart by.
    pub uuid: [u8; 16],
}

/// A driver's cache of pipelines, whose contents can be kept from run to run.
pub trait PipelineCache: Send + Sync {
    /// What its contents fit.
    fn key(&self) -> CacheKey;
    /// Its contents.
    fn data(&self) -> Result<Vec<u8>, Fault>;
    /// Adds contents, after a look at what they say of themselves: [`Fault::Invalid`] where they are not this device's.
    fn load(&self, data: &[u8]) -> Result<(), Fault>;
}

/// A device of one API.
#[allow(unsafe_code, reason = "declares methods with a contract; the calls are in `record`")]
#[allow(clippy::missing_safety_doc, reason = "one contract for all that take a list, written at `barriers`")]
pub trait Backend: Send + Sync {
    /// Who it is.
    fn info(&self) -> &AdapterInfo;
    /// What it allows.
    fn limits(&self) -> &Limits;
    /// What it was created with.
    fn enabled(&self) -> Enabled;
    /// What a format can be used for, and with which sample counts as an attachment (bit n set means n samples).
    fn format_support(&self, format: Format) -> (FormatSupport, u32);
    /// A usage in the backend's own terms, which come back in barriers. Asked once for each object; backends without barriers
    /// need none.
    fn scopes(&self, _usage: Usage) -> Scopes {
        Scopes::default()
    }
    /// What every barrier of this backend begins with, and its queue families: see [`crate::track::Planned`].
    fn barrier_template(&self) -> ([u64; 2], [u32; 2]) {
        ([0; 2], [0; 2])
    }
    /// Does anybody read barriers in neutral terms?
    fn wants_notes(&self) -> bool {
        true
    }
    /// Can every buffer that is not for readback, and every texture of one sample whose format is a source of copies and that
    /// outlives its pass, be copied from, whatever its usage? A layer sees to that where it wants it: [`crate::layer::Layer::wants_copies`].
    fn copies_out(&self) -> bool {
        false
    }
    /// The draw path. Copied into the device's core.
    fn commands(&self) -> Commands;

    /// Makes a buffer. Its contents are unspecified.
    fn create_buffer(&self, plan: &BufferPlan<'_>) -> Result<Native, Fault>;
    /// Makes a texture in no particular layout.
    fn create_texture(&self, info: &TextureInfo, label: &str) -> Result<Native, Fault>;
    /// Makes a view.
    fn create_view(&self, plan: &ViewPlan<'_>) -> Result<Native, Fault>;
    /// Makes a sampler.
    fn create_sampler(&self, plan: &SamplerPlan<'_>) -> Result<Native, Fault>;
    /// Makes a group layout; entries are sorted by binding. `samplers` are part of it: binding number and, for each element, the
    /// sampler, sorted likewise; they outlive the layout.
    fn create_group_layout(
        &self,
        entries: &[LayoutEntry],
        samplers: &[(u32, Box<[Raw]>)],
        label: &str,
    ) -> Result<Native, Fault>;
    /// Makes a group; entries are sorted by binding and element. Samplers that are part of the layout are not among them.
    fn create_group(&self, layout: Native, entries: &[NativeEntry], label: &str) -> Result<Native, Fault>;
    /// Makes a pipeline layout and tells the stage flags that `Commands::push` takes for it.
    fn create_interface(&self, groups: &[Raw], push: PushLayout) -> Result<(Native, u32), Fault>;
    /// Makes a raster pipeline.
    fn create_raster_pipeline(&self, plan: &RasterPipelinePlan<'_>) -> Result<Native, Fault>;
    /// Makes a compute pipeline.
    fn create_compute_pipeline(
        &self,
        layout: Raw,
        shader: ShaderStage<'_>,
        label: &str,
    ) -> Result<Native, Fault>;
    /// Makes a raster pipeline only where that takes no compilation, as when the driver's cache has it; nothing where it would, or
    /// where that is not known.
    fn create_ready_raster_pipeline(&self, _plan: &RasterPipelinePlan<'_>) -> Result<Option<Native>, Fault> {
        Ok(None)
    }
    /// Likewise a compute pipeline.
    fn create_ready_compute_pipeline(
        &self,
        _layout: Raw,
        _shader: ShaderStage<'_>,
        _label: &str,
    ) -> Result<Option<Native>, Fault> {
        Ok(None)
    }
    /// May pipelines be made on any thread while others record? Where not, [`Backend::poll`]'s caller makes those that are asked for.
    fn creates_on_threads(&self) -> bool {
        true
    }
    /// The driver's cache of pipelines, where its contents can be kept.
    fn pipeline_cache(&self) -> Option<&dyn PipelineCache> {
        None
    }
    /// Makes a set of queries.
    fn create_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault>;
    /// Destroys an object.
    ///
    /// # Safety
    /// The object is this device's, was not destroyed before, and no list that names it is recorded, pending or running.
    unsafe fn destroy(&self, kind: Kind, native: Native);

    /// Writes into a buffer in upload memory; the range lies within it.
    fn write_host(&self, buffer: Native, offset: u64, data: &[u8]) -> Result<(), Fault>;
    /// Reads from a buffer in readback memory; the range lies within it.
    fn read_host(&self, buffer: Native, offset: u64, data: &mut [u8]) -> Result<(), Fault>;

    /// The queues' families in the backend's own terms, for barriers that hand a texture over.
    fn families(&self) -> PerQueue<u32> {
        [0; Queue::COUNT]
    }
    /// Everything that a queue may have done or may do, in the backend's own terms.
    fn everything(&self) -> Scope {
        Scope::NONE
    }
    /// Opens a command list for a queue. It needs no further synchronisation: one thread at a time may record it, any thread.
    fn open(&self, queue: Queue) -> Result<Cmd, Fault>;
    /// Sees to it that so many lists exist in all, open ones included, so that `open` need not make one. A hint: what goes wrong
    /// shows at `open`.
    fn reserve_lists(&self, _count: usize) {}
    /// Takes a list back that has finished or was never submitted.
    ///
    /// # Safety
    /// The list came from `open`, and neither a thread nor the GPU uses it.
    unsafe fn recycle(&self, cmd: Cmd);
    /// Makes barriers.
    ///
    /// # Safety
    /// The list is open and recorded by the caller alone; handles are alive. The same holds for every method below.
    unsafe fn barriers(&self, cmd: Cmd, barriers: &List);
    /// Does this backend make objects for a raster pass, so that it must be asked before one begins? Asked once.
    fn prepares_rasters(&self) -> bool {
        false
    }
    /// Makes what a raster pass will begin with, where it is not there yet; attachments have been checked. Called before
    /// [`Backend::begin_raster`] with the same attachments, on backends that say so.
    fn prepare_raster(&self, _desc: &RasterDesc<'_>, _size: [u32; 2], _part: PassPart) -> Result<(), Fault> {
        Ok(())
    }
    /// Makes the barriers, begins the attachments, sets viewport and scissor to the whole target where the plan says so.
    unsafe fn begin_raster(&self, cmd: Cmd, plan: &RasterPlan<'_>);
    /// Ends the attachments.
    unsafe fn end_raster(&self, cmd: Cmd, label: &str);
    /// Makes the barriers and begins a compute pass.
    unsafe fn begin_compute(&self, cmd: Cmd, barriers: &List, label: &str);
    /// Ends a compute pass.
    unsafe fn end_compute(&self, cmd: Cmd, label: &str);
    /// Orders all dispatches before after all that follow, within a compute pass.
    unsafe fn serial(&self, cmd: Cmd);
    /// Makes the queries of a pass ready and begins those that stand around it. Called before the pass begins.
    unsafe fn begin_queries(&self, cmd: Cmd, plan: &PassQueryPlan);
    /// Ends what [`Backend::begin_queries`] began. Called after the pass has ended.
    unsafe fn end_queries(&self, cmd: Cmd, plan: &PassQueryPlan);
    /// Writes the time at which all before has finished, between passes.
    unsafe fn timestamp(&self, cmd: Cmd, set: Raw, index: u32);
    /// Begins or ends a group of commands, or marks a place, for debuggers. Only called where [`Backend::wants_marks`].
    unsafe fn mark(&self, cmd: Cmd, mark: Mark<'_>);
    /// Does anybody read marks?
    fn wants_marks(&self) -> bool;
    /// Makes copies; they do not overlap.
    unsafe fn copies(&self, cmd: Cmd, copies: &[NativeCopy]);
    /// Closes the lists and submits the parts in order. A part waits for others only of earlier parts or calls.
    unsafe fn submit(&self, parts: &[Part], lists: &[Cmd]) -> Result<(), Fault>;

    /// What tells two backends apart; one that stands before another gives the other's, since both are one device.
    fn identity(&self) -> usize {
        std::ptr::from_ref(self).cast::<()>().addr()
    }
    /// What marks how far passes have come, where the backend can.
    fn breadcrumbs(&self) -> Option<&dyn Breadcrumbs> {
        None
    }
    /// What the driver says of the fault that lost the device, where it says anything. Asked once, after the loss.
    fn loss_details(&self) -> Option<String> {
        None
    }
    /// Doors for native objects, where the backend has any.
    fn interop(&self) -> Option<&dyn crate::interop::Interop> {
        None
    }

    /// What shows frames on windows, where the device was made to present.
    fn presenter(&self) -> Option<&dyn crate::surface::Presenter> {
        None
    }

    /// The number of each queue's last submission: where the next ones go on.
    fn submitted(&self) -> Timepoint;
    /// Has every queue come this far? Never blocks. `Err` when the device is lost.
    fn finished(&self, t: Timepoint) -> Result<bool, Fault>;
    /// Waits until every queue has come this far; `false` when the time ran out.
    fn wait(&self, t: Timepoint, timeout: Duration) -> Result<bool, Fault>;
    /// Lets work that completes late make progress and reports late faults. Never blocks.
    fn poll(&self, faults: &mut Vec<LateFault>);
    /// Memory.
    fn memory(&self) -> MemoryStats;
}
