//! The rules of validation. Codes are stable, and so are the levels.

use super::Validation;
use crate::rule::rules;

macro_rules! findings {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $level:ident, $rule:literal, $remedy:literal;)*) => {
        rules! {
            /// What validation looks for. Codes are stable.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            FindingCode { $($(#[$doc])* $name = $id, $rule, $remedy;)* }
        }

        impl FindingCode {
            /// The level from which on it is looked for.
            pub fn level(self) -> Validation {
                match self { $(Self::$name => Validation::$level),* }
            }
        }
    };
}

findings! {
    /// Nothing to draw.
    EmptyDraw = "V001", Basic, "a draw has vertices or indices, and instances", "leave the draw out, or correct its ranges";
    /// A range that was wrapped around.
    ReversedRange = "V002", Basic, "a range of vertices or instances does not end before it begins", "swap its ends";
    /// Vertices that make no primitive.
    PartialPrimitive = "V003", Basic, "vertices and indices make whole primitives; those left over are not drawn", "draw a multiple of what a primitive takes, and for a strip no fewer than its first primitive takes";
    /// Vertices outside of their buffer.
    VertexRange = "V004", Basic, "the vertices of a draw lie within the bound vertex buffers; others read as zero or as something else of the buffer", "draw fewer, bind a larger buffer or correct its offset";
    /// Instances outside of their buffer.
    InstanceRange = "V005", Basic, "the instances of a draw lie within the bound vertex buffers", "draw fewer, bind a larger buffer or correct its offset";
    /// A base vertex that moves all indices outside.
    BaseVertex = "V006", Basic, "a base vertex leaves some index within the bound vertex buffers", "correct the base vertex, or the offset of the buffer";
    /// A vertex buffer at an odd place.
    VertexAlignment = "V007", Basic, "a vertex buffer begins at a multiple of the size of its attributes' components", "round the offset up to a multiple of 4";
    /// Indirect draws, none of them.
    EmptyIndirect = "V008", Basic, "an indirect draw has a count", "leave the draw out, or give the number of draws";
    /// Arguments that nobody wrote.
    IndirectUnwritten = "V009", Basic, "indirect arguments were written before they are read", "write them with an upload, a copy or a dispatch of an earlier pass";
    /// A count that nobody wrote.
    CountUnwritten = "V010", Basic, "an indirect count was written before it is read", "write it with an upload, a copy or a dispatch of an earlier pass";
    /// Vertices that nobody wrote.
    VertexUnwritten = "V011", Basic, "a vertex buffer was written before it is drawn from", "fill it when it is made, by an upload, or in an earlier pass";
    /// Indices that nobody wrote.
    IndexUnwritten = "V012", Basic, "an index buffer was written before it is drawn from", "fill it when it is made, by an upload, or in an earlier pass";
    /// A viewport without height.
    ViewportEmpty = "V013", Basic, "a viewport has an area", "give it a height, or leave out the draws";
    /// A viewport beside the target.
    ViewportOutside = "V014", Basic, "a viewport covers part of the target", "move it: its origin is at the top left";
    /// A scissor without area.
    ScissorEmpty = "V015", Basic, "a scissor has an area", "give it a size, or leave out the draws";
    /// A scissor beside the target.
    ScissorOutside = "V016", Basic, "a scissor covers part of the target", "move it: its origin is at the top left";
    /// A scissor beside the viewport.
    NothingVisible = "V017", Basic, "viewport and scissor overlap", "set both for the part of the target that is drawn";
    /// The constant of a blend.
    BlendConstantUnset = "V018", Basic, "a pipeline that blends with the constant has it set in the pass", "call `blend_constant`; each pass begins with zero";
    /// A reference beyond stencil's bits.
    StencilReferenceWide = "V019", Basic, "a stencil reference has 8 bits", "give a value up to 255";
    /// The reference of a stencil test.
    StencilReferenceUnset = "V020", Full, "a pipeline that compares or replaces stencil has the reference set in the pass", "call `stencil_reference`, with 0 where that is meant; each pass begins with zero";
    /// A reference that the mask cuts.
    StencilReferenceMasked = "V021", Full, "a stencil test looks at every bit of its reference", "widen the read mask, or narrow the reference";
    /// A block that is larger than what is bound.
    BlockSize = "V022", Basic, "a buffer binding holds the whole block that the shader declares; the rest reads as zero", "bind a larger range";
    /// A view of another shape.
    TextureShape = "V023", Basic, "a view has the dimension, layers and samples that the shader declares", "make the view with the `ViewDim` of the shader's texture, or correct the shader";
    /// A format of another class.
    TextureClass = "V024", Basic, "a view's format gives what the shader declares: floats, signed or unsigned integers", "take a format of that class, or correct the shader";
    /// A filter that the format lacks.
    FilterUnsupported = "V025", Basic, "a texture that is sampled with a linear filter has a format that the device filters", "sample it with `Filter::Nearest`, or take another format; `Device::format_support` tells";
    /// A comparison with colour.
    CompareColor = "V026", Basic, "a sampler that compares is used with a depth format", "sample depth, or take a sampler without comparison";
    /// Levels that do not exist.
    LodBeyond = "V027", Basic, "the lowest level of detail of a sampler is a mip level of the texture", "lower `SamplerDesc::lod`, or make the view with more levels";
    /// A texture that nobody wrote.
    TextureUnwritten = "V028", Basic, "a texture was written before a shader reads it", "fill it when it is made, by an upload, or in an earlier pass";
    /// A buffer that nobody wrote.
    BufferUnwritten = "V029", Basic, "a buffer was written before a shader reads it", "fill it when it is made, by an upload, or in an earlier pass";
    /// A texture whose contents were given up.
    TextureDiscarded = "V030", Basic, "a texture whose contents were discarded is written before it is read", "store them at the end of the pass: `Store::Store`";
    /// Bindings that overlap.
    BindingOverlap = "V031", Full, "bindings of a group overlap in a buffer only where none writes", "give each its own range";
    /// An attachment that nobody wrote.
    LoadUnwritten = "V032", Basic, "an attachment was written before it is loaded", "clear it, or say `Load::Discard` where every pixel is drawn";
    /// An attachment whose contents were given up.
    LoadDiscarded = "V033", Basic, "an attachment whose contents were discarded is not loaded", "store them at the end of the earlier pass, or clear it";
    /// A colour that the format lacks.
    ClearRange = "V034", Basic, "a clear of a normalised format lies within what the format holds", "give values within 0..=1, or -1..=1 for signed formats";
    /// Not a number.
    ClearNan = "V035", Basic, "a clear colour is a number", "give finite values";
    /// A float for integers.
    ClearInteger = "V036", Basic, "a pass clears integers to zero alone: its clear colour is floats", "clear with `Copy::Clear` and `ClearValue::Uint` or `Sint`, then load";
    /// A raster pass without effect.
    EmptyRaster = "V037", Full, "a raster pass draws, clears, discards or resolves something", "leave the pass out";
    /// A compute pass without effect.
    EmptyCompute = "V038", Full, "a compute pass dispatches something", "leave the pass out";
    /// Nothing to dispatch.
    EmptyDispatch = "V039", Basic, "a dispatch has workgroups along each axis", "leave the dispatch out, or correct its counts";
    /// Contents that nobody read.
    StoreUnread = "V040", Full, "what a pass stores is read before it is cleared or discarded again", "say `Store::Discard`, or leave the earlier pass out";
    /// Samples that nobody read.
    ResolvedStored = "V041", Full, "samples that were resolved are stored only where they are read", "say `Store::Discard` beside the resolve";
    /// A depth attachment that no draw looks at.
    DepthUnused = "V042", Full, "a draw of a pass tests or writes its depth attachment", "leave the attachment out, or make the pipelines with a depth test";
    /// A depth attachment that is only tested.
    DepthOnlyTested = "V043", Full, "a depth attachment that is loaded and that no draw writes is read-only", "attach it with `Depth::read_only`: it need not be stored, and can be sampled";
    /// A pass without a name.
    UnnamedPass = "V044", Full, "a pass has a label", "name it: messages, debuggers and times are by label";
    /// A query around nothing.
    OcclusionEmpty = "V045", Basic, "an occlusion query has a draw", "draw between `begin_occlusion` and `end_occlusion`: the result is always zero";
    /// Statistics of nothing.
    StatisticsEmpty = "V046", Full, "a pass whose statistics are counted draws or dispatches", "leave the query out";
    /// Two writers without order.
    DispatchWrites = "V047", Full, "dispatches without order do not write one place both, but by atomics", "declare the pass with `Order::Serial`, or give each dispatch a range of its own";
    /// A reader and a writer without order.
    DispatchReads = "V048", Full, "a dispatch does not read what another one without order writes", "declare the pass with `Order::Serial`, or use two passes";
    /// An output without target.
    OutputDropped = "V049", Basic, "every output of a fragment shader has a colour target", "add the target, or leave the output out";
    /// A target without output.
    TargetUnwritten = "V050", Basic, "a fragment shader writes every colour target that its pipeline may write", "write the output, or take away the target's write mask";
    /// A test that nothing passes.
    DepthNever = "V051", Basic, "a depth test can pass", "compare with something else than `Compare::Never`";
    /// A test that nothing passes.
    StencilNever = "V052", Basic, "a stencil test can pass, or changes stencil where it fails", "compare with something else than `Compare::Never`";
    /// A blend of nothing.
    BlendMasked = "V053", Full, "a target that blends is written", "leave the blend out, or set the write mask";
    /// A pipeline without effect.
    DrawsNothing = "V054", Full, "a pipeline writes colour, depth, stencil or storage", "set a write mask, or leave the draws out";
    /// Push data that no shader reads.
    PushUnread = "V055", Full, "push data of a pipeline is read by one of its shaders", "leave it out of the pipeline";
    /// A vertex buffer that no shader reads.
    VertexBufferUnread = "V056", Full, "a vertex buffer of a pipeline has an attribute that its shader reads", "leave the buffer out of the pipeline";
    /// Coverage of one sample.
    CoverageSingle = "V057", Full, "coverage from alpha is for several samples", "leave it out, or draw with more samples";
    /// Alpha that is not there.
    DestinationAlpha = "V058", Full, "a blend with the target's alpha has a target with alpha; elsewhere it is one", "take a format with alpha, or another factor";
    /// Anisotropy between nothing.
    AnisotropyNearest = "V059", Full, "anisotropy goes with linear filters", "filter linearly, or leave anisotropy off";
    /// A texture that nobody wrote.
    CopyTextureUnwritten = "V060", Basic, "a texture was written before it is copied", "fill it first, or leave the copy out";
    /// A buffer that nobody wrote.
    CopyBufferUnwritten = "V061", Basic, "a buffer was written before it is copied", "fill it first, or leave the copy out";
    /// A blit that scales nothing.
    BlitUnscaled = "V062", Full, "a blit scales, mirrors or converts", "use `Copy::Texture`, which every queue and format has";
    /// The same pipeline again.
    PipelineRepeated = "V063", Full, "a pipeline that is bound is not bound again", "leave the call out";
    /// A pipeline for nothing.
    PipelineUnused = "V064", Full, "a pipeline that is bound is drawn or dispatched with", "leave the call out";
    /// The same group again.
    GroupRepeated = "V065", Full, "a group that is bound is not bound again with the same offsets", "leave the call out";
    /// A group for nothing.
    GroupUnused = "V066", Full, "a group that is bound is used by a draw or dispatch", "leave the call out";
    /// The same vertex buffer again.
    VertexBufferRepeated = "V067", Full, "a vertex buffer that is bound is not bound again at the same offset", "leave the call out";
    /// The same index buffer again.
    IndexBufferRepeated = "V068", Full, "an index buffer that is bound is not bound again at the same offset", "leave the call out";
    /// The same viewport again.
    ViewportRepeated = "V069", Full, "a viewport differs from the one before", "leave the call out; a pass begins with the whole target";
    /// The same scissor again.
    ScissorRepeated = "V070", Full, "a scissor differs from the one before", "leave the call out; a pass begins with the whole target";
    /// The same push data again.
    PushRepeated = "V071", Full, "push data differs from what is there", "leave the call out";
    /// A vertex buffer for nothing.
    VertexBufferUnused = "V072", Full, "a vertex buffer that is bound is drawn from", "leave the call out";
    /// An index buffer for nothing.
    IndexBufferUnused = "V073", Full, "an index buffer that is bound is drawn from", "leave the call out";
    /// An object for nothing.
    ObjectUnused = "V074", Full, "a buffer or texture is used before it is dropped", "do not make it";
    /// A usage for nothing.
    UsageUnused = "V075", Full, "a buffer or texture is used in every way that it was created for", "leave the usage out: fewer let the driver lay it out better";
    /// An object that is made anew each time.
    ObjectChurn = "V076", Full, "an object is not made anew for every submission", "keep it and write it again";
    /// A pipeline that is made anew each time.
    PipelineChurn = "V077", Full, "a pipeline is not made anew for every submission", "keep it";
    /// Slow memory.
    ReadbackRead = "V078", Full, "what the GPU reads does not lie in readback memory", "use `Memory::Device`, or `Memory::Upload` for what the host writes";
    /// A submission of nothing.
    EmptyBatch = "V079", Full, "a batch that is submitted does something", "drop it, or submit it together with the next";
    /// A frame that nobody drew.
    PresentUndrawn = "V080", Basic, "a frame is drawn before it is presented", "clear it at least: what it shows is not specified";
    /// A storage texture in another format.
    StorageFormat = "V081", Basic, "a view of a storage texture has the format that the shader declares", "take a view in that format, or correct the shader";
    /// A binding that no pipeline uses.
    BindingUnused = "V082", Full, "a binding of a layout is used by a pipeline that is made with the layout", "leave the binding out of the layout and its groups, or take the layouts of `Device::derive_layouts`";
}
