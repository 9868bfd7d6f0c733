//! Errors: a stable code, and a sentence that names the object's label, the rule, what was asked, what is allowed, and what
//! to do.

use crate::rule::{Sentence, rules};
use candor_caps::{Reason, Refused};
use std::fmt;

macro_rules! codes {
    ($($list:tt)*) => {
        rules! {
            /// The rule that was broken. Codes are stable.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            Code { $($list)* }
        }
    };
}

codes! {
    /// Size zero.
    ZeroSize = "C001", "a size must not be zero", "ask for at least one byte, texel, layer and mip level";
    /// Larger than the device allows.
    TooLarge = "C002", "a size must not exceed the device's limit", "ask for less, or read `Device::limits` first";
    /// No usage.
    NoUsage = "C003", "a resource must say what it is used for", "name every usage when the resource is created";
    /// A usage is missing.
    MissingUsage = "C004", "a resource may only be used in the ways that it was created for", "add the usage when the resource is created";
    /// Belongs to another device.
    ForeignObject = "C005", "an object may only be used on the device that made it", "make the object on this device";
    /// Format not offered for this use.
    FormatUnsupported = "C006", "the device must support the format for this use", "choose another format; `Device::format_support` tells";
    /// Sample count not offered.
    SampleCount = "C007", "the device must offer the sample count", "ask with `Samples::AtMost`, or read `Limits::sample_counts`";
    /// Mip levels.
    MipLevels = "C008", "a texture has at most 1 + log2(largest side) mip levels", "ask for fewer levels";
    /// View outside its texture.
    ViewRange = "C009", "a view must lie within its texture", "narrow the range";
    /// Range outside its buffer.
    BufferRange = "C010", "a range must lie within its buffer", "narrow the range or make the buffer larger";
    /// Data of the wrong length.
    DataLength = "C011", "data must have exactly the length that its destination takes", "hand over as many bytes as the rule asks";
    /// Memory that the host cannot reach.
    NotMappable = "C012", "the host may only reach buffers in upload or readback memory", "create the buffer with `Memory::Upload` or `Memory::Readback`, or use `Device::write_buffer`";
    /// Copy offset or length not aligned.
    CopyAlignment = "C013", "offsets and lengths of buffer copies are multiples of 4", "round up";
    /// No bytes of an arena are free.
    ArenaFull = "C014", "an arena holds what all frames that are on their way take", "make it larger, or take less until the GPU has caught up";
    /// Wrong state in a sampler.
    SamplerState = "C015", "a sampler's numbers are finite, its levels of detail rise, and its borders have one colour", "correct `SamplerDesc::lod`, `lod_bias` or `address`";
    /// Binding number too large.
    BindingNumber = "C017", "a binding number is below 1000", "number bindings from zero";
    /// Sides that a texture's dimensions do not have.
    TextureShape = "C018", "a texture has the sides of its dimensions: 1D a width, 2D and cubes also a height, volumes also a depth and one layer; the sides of a cube are equal and its layers a multiple of 6", "give 1 or 0 for what the dimensions do not have";
    /// Samplers of a layout.
    ImmutableSamplers = "C019", "samplers that are part of a layout fill a sampler binding of it whole, and no group fills it again", "give as many samplers as the binding counts, once";
    /// Too many bind groups.
    TooManyGroups = "C020", "a pipeline has at most 4 bind groups", "put bindings together";
    /// Same binding twice.
    DuplicateBinding = "C021", "a binding number occurs once in a layout", "give each binding its own number";
    /// Group does not match its layout.
    GroupEntries = "C022", "a bind group fills exactly the bindings of its layout with resources of their kind", "compare the entries with the layout";
    /// Too many dynamic offsets.
    TooManyDynamic = "C023", "a bind group has at most 8 bindings with a dynamic offset", "use fewer, or push data";
    /// Offset not aligned.
    OffsetAlignment = "C024", "the offset of a binding must be a multiple of the device's alignment", "round the offset up to `Limits::uniform_offset_alignment` or `storage_offset_alignment`";
    /// Too much push data.
    PushSize = "C025", "push data has at most 128 bytes, in multiples of 4", "move the rest to a uniform buffer";
    /// Too many samplers.
    TooManySamplers = "C026", "a stage has at most 16 samplers", "share samplers: one may serve any number of textures";
    /// Array of bindings.
    BindingArray = "C027", "a binding holds one thing, or an array of a fixed length without dynamic offsets", "give the length that is meant, or use a binding for each";
    /// Too many bindings.
    TooManyBindings = "C028", "the bindings of a stage and of a pipeline must fit the device's limits", "use fewer, or read `Limits::bindings_per_stage` and `bindings_per_pipeline` first";
    /// Specialisation constant.
    SpecConstant = "C029", "a specialisation constant is set once, by an id that the shader has, with a value of its type", "compare with the constants of the shader";
    /// Shader malformed.
    ShaderInvalid = "C030", "a shader must be valid SPIR-V", "compile it again";
    /// No such entry point.
    EntryPoint = "C031", "a shader must have the entry point in the stage", "name one of those that it has";
    /// Shader binding without a layout entry.
    ShaderBinding = "C032", "every binding that a shader uses must be in the layout of its group", "add it to the layout, correct its number in the shader, or take the layouts of `Device::derive_layouts`";
    /// Vertex input without an attribute.
    VertexInput = "C033", "every vertex input of the shader must have an attribute", "add an attribute of this location to a vertex buffer of the pipeline";
    /// Vertex layout.
    VertexLayout = "C034", "attributes must lie within the stride, and locations be unique", "correct the vertex layout";
    /// Colour targets.
    TargetCount = "C035", "a pass has at most 8 colour targets and at least one target", "name between one and eight";
    /// Wrong state in a pipeline.
    PipelineState = "C036", "a pipeline's states must agree with each other", "read the sentence";
    /// Workgroup too large.
    Workgroup = "C037", "a workgroup must fit the device's limits", "use a smaller workgroup";
    /// A feature that was not enabled.
    NotEnabled = "C038", "a capability must have been granted when the device was created", "request it in `SelectDesc`";
    /// Stages that do not fit.
    StageInterface = "C039", "what a stage reads, the stage before it must write, and a blend with a second colour needs a shader that writes it", "compare the outputs of one with the inputs of the other";
    /// Attachments of different sizes.
    AttachmentSize = "C040", "all attachments of a pass have the same size, layers and sample count", "make them alike";
    /// Attachment view with more than one mip.
    AttachmentView = "C041", "an attachment's view has one mip level, no more layers than a pass may have, and each subresource is attached once", "make a view of one level";
    /// Two uses in one pass.
    UseConflict = "C042", "a pass that writes a subresource may not use it in another way", "split the pass, or copy the resource first";
    /// Resolve target.
    ResolveTarget = "C043", "a resolve goes from a multisampled to a single-sampled target of the same format and size", "correct the target";
    /// A settled resource written by the GPU.
    SettledWrite = "C044", "only a resource created with a writing usage may be written by a pass", "add the usage when the resource is created";
    /// Views and layers.
    ViewMask = "C045", "the views of a pass are within the device's limit, and each is a layer of every attachment", "correct the view mask, or attach views with more layers";
    /// Depth written in a pass that only tests it.
    ReadOnlyDepth = "C046", "a pipeline that writes depth or stencil needs a pass in which they are not read-only", "attach depth for writing, or create the pipeline without depth writes and stencil operations";
    /// Mode of a depth resolve.
    ResolveMode = "C047", "a depth resolve takes modes that the device has", "read `Limits::depth_resolve`; where anything is offered, both aspects can take sample zero";
    /// Something kept in a transient texture.
    Transient = "C048", "a transient texture is an attachment alone, cleared or discarded when a pass begins and discarded when it ends", "keep the contents in a texture without `TextureUsage::TRANSIENT`, or clear and discard them";
    /// Pipeline for other targets.
    TargetMismatch = "C050", "a pipeline's device, formats, sample count and views must be the pass's", "create the pipeline for these targets";
    /// Group for another layout.
    GroupLayout = "C051", "a bind group must have the layout that the bound pipeline has at that index", "set the pipeline first, and take the group made for it";
    /// Dynamic offset.
    DynamicOffset = "C052", "dynamic offsets must be aligned and keep the binding within its buffer, one for each dynamic binding", "correct the offset";
    /// Something missing at a draw.
    Incomplete = "C053", "a draw needs a pipeline and everything that it uses: groups, vertex buffers, push data", "set what the sentence names";
    /// GPU-written resource not declared.
    UndeclaredUse = "C054", "a GPU-written resource that a pass uses, and a group that names one, must be declared with the pass", "add the group to `groups`, a buffer of vertices, indices or arguments to `uses` of the pass";
    /// Push range.
    PushRange = "C055", "push data must lie within what the pipeline takes, in multiples of 4 bytes", "correct offset or length";
    /// Vertex buffer slot.
    VertexBufferSlot = "C056", "a vertex buffer has an index below 16, vertex usage and an offset within it that is a multiple of 4", "correct the call";
    /// Index range.
    IndexRange = "C057", "indices must lie within the bound index buffer", "draw fewer indices or bind a larger range";
    /// Indirect range.
    IndirectRange = "C058", "indirect arguments must lie within a buffer with indirect usage, at a multiple of 4", "correct offset or count";
    /// Dispatch size.
    DispatchSize = "C059", "workgroup counts must not exceed the device's limit", "dispatch several times";
    /// Viewport.
    Viewport = "C060", "a viewport is finite, not negative in size, within the device's limits and with depth in 0..=1", "correct it";
    /// Scissor.
    Scissor = "C061", "a scissor lies in the positive quadrant", "correct it";
    /// Copy outside its resources.
    CopyRange = "C062", "a copy must lie within both resources, in whole blocks", "correct the region";
    /// Copy between unlike formats.
    CopyFormat = "C063", "a copy joins textures of one sample count and aspect whose texels are the same bits; between texture and buffer there is one sample", "use a blit, a resolve or a pass";
    /// Copies that write one place twice.
    CopyOverlap = "C064", "the copies of a list may not write one place twice", "put the later copy into a list of its own";
    /// Formats that cannot be blitted.
    BlitFormat = "C065", "a blit takes formats that the device can blit, of one class, with one sample", "choose another format or filter, or draw; `Device::format_support` tells";
    /// Value of a clear.
    ClearValue = "C066", "a clear takes a value of the format's class; depth lies in 0..=1", "give floats, unsigned or signed integers, depth or stencil as the format has them";
    /// Query outside its set.
    QueryRange = "C067", "a query lies within a set of its kind and what the pass has declared, and begins and ends once in a pass", "correct the set, the index or the order of the calls";
    /// Query never written.
    QueryUnwritten = "C068", "a query must have been written before it is resolved", "let an earlier pass write it, or resolve a smaller range";
    /// Debug groups.
    DebugGroup = "C069", "a debug group ends in the pass or batch in which it begins", "call `pop_group` as often as `push_group`";
    /// Slot not recorded.
    SlotNotRecorded = "C070", "every declared pass must be recorded before the batch is submitted", "record the slot, or leave the pass out";
    /// Parts of a split pass.
    SplitCount = "C071", "a pass is split into 1 to 64 parts", "ask for as many parts as there are threads to record them";
    /// Copy off the main queue.
    CopyQueue = "C072", "a queue beside the main one copies colour alone, the copy queue in units of its granularity", "copy on the main queue, or choose a region that fits";
    /// A pass whose recording ended early.
    PassCutShort = "C073", "a pass is recorded to its end", "let nothing panic while a pass is recorded, or drop the batch";
    /// A range of a draw that ends before it begins.
    DrawRange = "C074", "the ranges of a draw do not end before they begin", "give the lower end of the range first";
    /// A copy between one and more dimensions.
    CopyDimension = "C075", "a copy joins one-dimensional textures with one another, and others with others", "copy through a buffer, or create the texture with two dimensions and a height of 1";
    /// Device lost.
    DeviceLost = "C080", "the device must be alive", "drop what belongs to it and select again";
    /// Out of memory.
    OutOfMemory = "C081", "there must be memory", "free resources or ask for smaller ones";
    /// Driver refused.
    Driver = "C082", "the driver must accept the call", "see the driver's answer";
    /// Timeout.
    Timeout = "C083", "a wait ends within its time", "wait longer, or look at what the GPU is doing";
    /// Closed device.
    Closed = "C084", "the device must not have been closed", "keep it open";
    /// Beyond the portable limits, on a device that denies it.
    NotPortable = "C085", "a device with `Portability::Deny` takes only what every backend takes", "do as the sentence says, or make the device with `Portability::Warn`";
    /// Another device on the backend.
    BackendTaken = "C086", "a backend has one device at a time", "clone the device that stands on it, or drop that one first";
    /// Beyond the program's own memory budget.
    OverBudget = "C087", "objects must fit the memory that the program allows itself", "drop resources, ask for smaller ones, or raise `DeviceDesc::memory_budget_bytes`";
    /// Validation has found something, on a device that refuses it.
    Invalid = "C088", "a device with `ValidationAction::Refuse` takes only what validation finds nothing in", "do as the sentence says, or make the device with `ValidationAction::Report`";
    /// No wish for a surface is offered.
    SurfaceWish = "C090", "a surface must offer one of the wishes", "add one of those that it offers to the list; `Surface::offer` tells";
    /// A frame out of turn.
    SurfaceTurn = "C091", "one frame of a surface is out at a time, and the batch that draws on it presents it", "hand the frame to `Batch::present` of the batch that draws on it, or drop it";
    /// What a display is told of colours.
    HdrMetadata = "C092", "metadata of a display names chromaticities from 0 to 1 and luminances that are finite and rise", "give the numbers of the display that the frames were graded on; `HdrMetadata::bt2020` has usual ones";
    /// A door to another backend's API.
    NoDoor = "C095", "native objects go in and out of a device through the doors of its own backend", "use the doors of the backend that the device has";
    /// A foreign object that cannot be as it is told.
    Adoption = "C096", "a foreign object is told as it is, and given back in a state that its kind can be in", "correct what is told of it";
    /// A batch that waits for somebody else.
    ForeignJoin = "C097", "a batch waits for a few foreign semaphores and signals a few, on the main queue alone", "wait for others on the host, or in a batch of their own";
    /// A binding of another kind.
    BindingType = "C100", "a binding must be of the same kind in shader and layout", "change the kind in the layout, or the declaration in the shader";
    /// A binding that a stage does not see.
    BindingStage = "C101", "a binding must be visible to every stage that uses it", "add the stage to the entry's `stages`";
    /// A binding that may not be written.
    BindingAccess = "C102", "what a shader writes, the layout must let it write", "say `write: true` in the layout, or declare it read-only in the shader";
    /// An array longer than its binding.
    BindingLength = "C103", "a layout must count at least as many elements as the shader's array has", "raise the entry's `count`, or shorten the array";
    /// A texture of another shape.
    BindingShape = "C104", "a texture must have the same dimension and kind of samples in shader, layout and group", "correct the `BindingDetail` of the entry, the `ViewDim` of the view, or the shader";
    /// A texture of another class.
    BindingClass = "C105", "a texture must give what shader and layout read: floats, signed or unsigned integers, or a depth to compare with", "correct the class in the `BindingDetail` of the entry, the format of the view, or the shader";
    /// A storage texture of another format.
    StorageFormat = "C106", "a storage texture must have the same format in shader, layout and group", "correct the format in the `BindingDetail` of the entry, of the view, or in the shader";
    /// A block larger than what is bound.
    BindingSize = "C107", "what is bound to a buffer binding must hold the whole block that the shader declares", "raise `BindingDetail::MinSize` of the entry and bind a larger range, or make the block smaller";
    /// A sampler that compares, or does not.
    SamplerUse = "C108", "a sampler must compare where the shader compares, and nowhere else", "take a sampler with `SamplerDesc::compare`, or one without, as the shader needs it";
    /// Push data that a stage does not see.
    PushStage = "C109", "push data must be visible to every stage that reads it", "add the stage to `PushLayout::stages`";
    /// A block of push data that is longer than the pipeline's.
    PushBlock = "C110", "push data must be as long as the block that a shader reads", "raise `PushLayout::bytes`, or make the block smaller";
    /// Attribute of another class.
    VertexClass = "C111", "an attribute must give what the vertex shader reads: floats, signed or unsigned integers", "change the attribute's format, or the input in the shader";
    /// Colour target of another class.
    TargetClass = "C112", "what a fragment shader writes must be of its target's class: floats, signed or unsigned integers", "change the target's format, or the output of the shader";
    /// Too many pairs of texture and sampler.
    TooManyPairs = "C113", "a stage samples at most 16 pairs of a texture and its sampler", "read textures without a sampler where none is needed, put them into one array texture, or use another pipeline";
    /// Detail of another kind.
    BindingDetail = "C114", "what a layout says of a binding beyond its kind must go with the kind, and be exact", "take the `BindingDetail` of the kind, with a dimension that is not `ViewDim::Auto`";
    /// Shaders that want different things at one binding.
    StagesDisagree = "C115", "shaders that share a layout must want the same at each binding", "give the bindings numbers of their own, or derive layouts for each pipeline by itself";
    /// A binding that no layout can have.
    BindingUnsupported = "C116", "a shader may use uniform and storage buffers, textures, storage textures and samplers", "declare texture and sampler apart, and formatted buffers as storage buffers";
    /// A dynamic offset for what is no buffer.
    DynamicBinding = "C117", "a dynamic offset is for a buffer that one of the shaders uses", "correct the group and binding in `DeriveDesc::dynamic`, or leave them out";
}

/// Something was refused. One sentence by `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    code: Code,
    label: String,
    detail: String,
    place: Option<Place>,
}

/// Where in a batch it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Label of the pass.
    pub pass: String,
    /// Number of the command in the pass, counted from 0; none for the declaration.
    pub command: Option<u32>,
    /// Further errors that were counted and not kept.
    pub more: u32,
}

impl Error {
    /// A broken rule; `detail` gives what was asked and what is allowed.
    pub fn new(code: Code, label: impl Into<String>, detail: impl Into<String>) -> Self {
        Self(Box::new(Inner { code, label: label.into(), detail: detail.into(), place: None }))
    }

    /// With the pass and command.
    pub fn at(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// The rule that was broken.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Rule, label and detail.
    pub(crate) fn into_parts(self) -> (Code, String, String) {
        (self.0.code, self.0.label, self.0.detail)
    }

    /// Label of the object.
    pub fn label(&self) -> &str {
        &self.0.label
    }

    /// Pass and command, where there are any.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let i = &*self.0;
        let c = i.code;
        let sentence = Sentence {
            id: c.id(),
            place: i.place.as_ref(),
            label: &i.label,
            rule: c.rule(),
            detail: &i.detail,
            remedy: c.remedy(),
        };
        sentence.fmt(f)?;
        if let Some(more) = i.place.as_ref().map(|p| p.more).filter(|n| *n > 0) {
            write!(f, " [and {more} more]")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<Error> for Refused {
    fn from(e: Error) -> Self {
        let what = if e.label().is_empty() { e.code().id().to_owned() } else { e.label().to_owned() };
        Reason::Invalid { what, rule: e.to_string() }.into()
    }
}
