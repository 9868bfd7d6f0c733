//! Buffers, buffer views, accessors and images: where bytes come from and how they are read.

use crate::gltf::codes::Code;
use crate::gltf::extensions::Place;
use crate::gltf::schema::{Obj, Range, Reader};
use crate::gltf::uri::{self, Uri};

/// Where bytes come from.
#[derive(Debug, Default, PartialEq)]
pub(crate) enum Source {
    /// No URI: the container's chunk, or a buffer view.
    #[default]
    None,
    /// In the URI itself, with its media type.
    Data(String, Vec<u8>),
    /// A file.
    File(String),
    /// A URI that is none.
    Bad,
}

#[derive(Debug, Default)]
pub(crate) struct Buffer {
    pub(crate) at: String,
    pub(crate) has_uri: bool,
    pub(crate) source: Source,
    pub(crate) length: Option<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct BufferView {
    pub(crate) at: String,
    pub(crate) buffer: Option<usize>,
    pub(crate) offset: Option<u64>,
    pub(crate) length: Option<u64>,
    pub(crate) stride: Option<u64>,
    pub(crate) target: Option<u64>,
}

pub(crate) const ARRAY_BUFFER: u64 = 34962;
pub(crate) const ELEMENT_ARRAY_BUFFER: u64 = 34963;

/// The type of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    const CODES: [(u64, Self); 6] = [
        (5120, Self::I8),
        (5121, Self::U8),
        (5122, Self::I16),
        (5123, Self::U16),
        (5125, Self::U32),
        (5126, Self::F32),
    ];

    pub(crate) fn size(self) -> u64 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Least and greatest value of an integer type.
    pub(crate) fn bounds(self) -> (f64, f64) {
        match self {
            Self::I8 => (-128.0, 127.0),
            Self::U8 => (0.0, 255.0),
            Self::I16 => (-32768.0, 32767.0),
            Self::U16 => (0.0, 65535.0),
            Self::U32 => (0.0, 4_294_967_295.0),
            Self::F32 => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::I8 => "BYTE",
            Self::U8 => "UNSIGNED_BYTE",
            Self::I16 => "SHORT",
            Self::U16 => "UNSIGNED_SHORT",
            Self::U32 => "UNSIGNED_INT",
            Self::F32 => "FLOAT",
        }
    }
}

/// How many numbers make an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

impl Shape {
    const NAMES: [(&'static str, Self); 7] = [
        ("SCALAR", Self::Scalar),
        ("VEC2", Self::Vec2),
        ("VEC3", Self::Vec3),
        ("VEC4", Self::Vec4),
        ("MAT2", Self::Mat2),
        ("MAT3", Self::Mat3),
        ("MAT4", Self::Mat4),
    ];

    pub(crate) fn components(self) -> u64 {
        match self {
            Self::Scalar => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 | Self::Mat2 => 4,
            Self::Mat3 => 9,
            Self::Mat4 => 16,
        }
    }

    pub(crate) fn is_matrix(self) -> bool {
        matches!(self, Self::Mat2 | Self::Mat3 | Self::Mat4)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, s)| *s == self).map_or("", |(n, _)| n)
    }

    /// Components of one column and from one column to the next, in bytes: columns start on multiples of 4
    /// (glTF 2.0, 3.6.2.4). A vector is one column.
    pub(crate) fn columns(self, component: Component) -> (u64, u64) {
        let rows = match self {
            Self::Mat2 => 2,
            Self::Mat3 => 3,
            Self::Mat4 => 4,
            Self::Scalar | Self::Vec2 | Self::Vec3 | Self::Vec4 => return (self.components(), 0),
        };
        (rows, (rows * component.size()).next_multiple_of(4))
    }
}

/// What an accessor's elements are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) shape: Shape,
    pub(crate) component: Component,
    pub(crate) normalized: bool,
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let normalized = if self.normalized { " normalized" } else { "" };
        write!(f, "{} {}{normalized}", self.shape.name(), self.component.name())
    }
}

impl Format {
    /// Bytes from the first to the last of one element, without padding after it.
    pub(crate) fn element_bytes(&self) -> u64 {
        let (rows, column) = self.shape.columns(self.component);
        let columns = self.shape.components() / rows;
        (columns - 1) * column + rows * self.component.size()
    }

    /// Bytes from one element to the next where no stride is given.
    pub(crate) fn packed_stride(&self) -> u64 {
        let (rows, column) = self.shape.columns(self.component);
        if self.shape.is_matrix() { column * (self.shape.components() / rows) } else { self.element_bytes() }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Accessor {
    pub(crate) at: String,
    pub(crate) view: Option<usize>,
    /// `None`: it is there and cannot be used.
    pub(crate) offset: Option<u64>,
    pub(crate) component: Option<Component>,
    pub(crate) shape: Option<Shape>,
    pub(crate) normalized: bool,
    pub(crate) count: Option<u64>,
    pub(crate) min: Option<Vec<f64>>,
    pub(crate) max: Option<Vec<f64>>,
    pub(crate) sparse: Option<Sparse>,
}

impl Accessor {
    /// `None` if its type or component type is none that exists.
    pub(crate) fn format(&self) -> Option<Format> {
        let (shape, component) = (self.shape?, self.component?);
        Some(Format { shape, component, normalized: self.normalized })
    }
}

#[derive(Debug, Default)]
pub(crate) struct Sparse {
    pub(crate) at: String,
    pub(crate) count: Option<u64>,
    /// View, offset, component type.
    pub(crate) indices: Option<(Option<usize>, Option<u64>, Option<Component>)>,
    /// View, offset.
    pub(crate) values: Option<(Option<usize>, Option<u64>)>,
}

#[derive(Debug, Default)]
pub(crate) struct Image {
    pub(crate) at: String,
    pub(crate) name: String,
    pub(crate) source: Source,
    pub(crate) view: Option<usize>,
    pub(crate) mime: Option<String>,
    /// Whatever the extension says replaces the source; the validator looks no further.
    pub(crate) has_extensions: bool,
}

fn source(r: &mut Reader<'_>, o: &Obj<'_>) -> Source {
    let Some(text) = r.string(o, "uri") else {
        return if o.has("uri") { Source::Bad } else { Source::None };
    };
    match uri::parse(text) {
        Ok(Uri::Data { mime, bytes }) => Source::Data(mime, bytes),
        Ok(Uri::External(path)) => Source::File(path),
        Err(why) => {
            r.findings.push(Code::InvalidUri, o.pointer("uri"), format!("this is not a URI: {why}"));
            Source::Bad
        }
    }
}

pub(crate) fn buffer(r: &mut Reader<'_>, o: &Obj<'_>) -> Buffer {
    let length = r.uint_required(o, "byteLength", 1);
    let source = source(r, o);
    if let Source::Data(mime, _) = &source
        && !matches!(mime.as_str(), "application/octet-stream" | "application/gltf-buffer")
    {
        let message = format!(
            "its media type is '{mime}', not 'application/octet-stream' or 'application/gltf-buffer'"
        );
        r.findings.push(Code::BufferDataUriMimeTypeInvalid, o.pointer("uri"), message);
    }
    r.extensions(o, Place::Other);
    Buffer { at: o.at.clone(), has_uri: o.has("uri"), source, length }
}

/// Strides that vertex attributes may have (glTF 2.0, 3.6.2.4).
const STRIDE: (u64, u64) = (4, 252);

pub(crate) fn view(r: &mut Reader<'_>, o: &Obj<'_>) -> BufferView {
    let length = r.uint_required(o, "byteLength", 1);
    let stride = r.uint(o, "byteStride", STRIDE.0, STRIDE.1);
    let target = r.one_of(o, "target", &[ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER]);
    if let Some(stride) = stride {
        let at = o.pointer("byteStride");
        if let Some(length) = length.filter(|&l| stride > l) {
            let message = format!("a stride of {stride} is more than the view's {length} bytes");
            r.findings.push(Code::BufferViewTooBigByteStride, &at, message);
        }
        if !stride.is_multiple_of(4) {
            r.findings.push(Code::ValueMultipleOf, &at, format!("{stride} is not a multiple of 4"));
        }
        if target == Some(ELEMENT_ARRAY_BUFFER) {
            r.findings.push(Code::BufferViewInvalidByteStride, &at, "only vertex data may have a stride");
        }
    }
    let buffer = r.index_required(o, "buffer");
    let offset = if o.has("byteOffset") { r.uint(o, "byteOffset", 0, u64::MAX) } else { Some(0) };
    r.extensions(o, Place::Other);
    BufferView { at: o.at.clone(), buffer, offset, length, stride, target }
}

fn component(r: &mut Reader<'_>, o: &Obj<'_>, allowed: &[Component]) -> Option<Component> {
    if !o.has("componentType") {
        r.missing(o, "componentType");
    }
    let table = || Component::CODES.iter().filter(|(_, c)| allowed.contains(c));
    let codes: Vec<u64> = table().map(|(code, _)| *code).collect();
    let code = r.one_of(o, "componentType", &codes)?;
    table().find(|(c, _)| *c == code).map(|(_, component)| *component)
}

const ANY_COMPONENT: &[Component] =
    &[Component::I8, Component::U8, Component::I16, Component::U16, Component::U32, Component::F32];
const INDEX_COMPONENT: &[Component] = &[Component::U8, Component::U16, Component::U32];

pub(crate) fn accessor(r: &mut Reader<'_>, o: &Obj<'_>) -> Accessor {
    let view = r.index(o, "bufferView");
    let mut offset = Some(0);
    if view.is_none() {
        if o.has("byteOffset") {
            r.findings.push(
                Code::UnsatisfiedDependency,
                o.pointer("byteOffset"),
                "byteOffset needs bufferView",
            );
        }
    } else if o.has("byteOffset") {
        offset = r.uint(o, "byteOffset", 0, u64::MAX);
    }
    let component = component(r, o, ANY_COMPONENT);
    let count = r.uint_required(o, "count", 1);
    if !o.has("type") {
        r.missing(o, "type");
    }
    let names: Vec<&str> = Shape::NAMES.iter().map(|(n, _)| *n).collect();
    let name = r.word(o, "type", &names);
    let shape = Shape::NAMES.iter().find(|(n, _)| Some(*n) == name).map(|(_, s)| *s);
    let normalized = r.boolean(o, "normalized");
    let mut bound = |name: &str| match (shape?, component?) {
        (shape, Component::F32) => r.floats(o, name, Some(shape.components() as usize), Range::ANY),
        (shape, other) => r.integers(o, name, shape.components() as usize, other.bounds()),
    };
    let (min, max) = (bound("min"), bound("max"));
    let sparse = r.object(o, "sparse").map(|o| sparse(r, &o));
    if normalized && matches!(component, Some(Component::F32 | Component::U32)) {
        let message = "only 8-bit and 16-bit integers can be normalized";
        r.findings.push(Code::AccessorNormalizedInvalid, o.pointer("normalized"), message);
    }
    if shape.is_some_and(Shape::is_matrix) && offset.is_some_and(|v| v % 4 != 0) {
        let message = "matrices start on multiples of 4 bytes";
        r.findings.push(Code::AccessorMatrixAlignment, o.pointer("byteOffset"), message);
    }
    r.extensions(o, Place::Other);
    Accessor { at: o.at.clone(), view, offset, component, shape, normalized, count, min, max, sparse }
}

fn sparse(r: &mut Reader<'_>, o: &Obj<'_>) -> Sparse {
    let count = r.uint_required(o, "count", 1);
    let offset = |r: &mut Reader<'_>, o: &Obj<'_>| {
        if o.has("byteOffset") { r.uint(o, "byteOffset", 0, u64::MAX) } else { Some(0) }
    };
    let indices = r.object_required(o, "indices").map(|o| {
        let view = r.index_required(&o, "bufferView");
        let offset = offset(r, &o);
        let component = component(r, &o, INDEX_COMPONENT);
        r.extensions(&o, Place::Other);
        (view, offset, component)
    });
    let values = r.object_required(o, "values").map(|o| {
        let view = r.index_required(&o, "bufferView");
        let offset = offset(r, &o);
        r.extensions(&o, Place::Other);
        (view, offset)
    });
    r.extensions(o, Place::Other);
    Sparse { at: o.at.clone(), count, indices, values }
}

pub(crate) fn image(r: &mut Reader<'_>, o: &Obj<'_>) -> Image {
    let view = r.index(o, "bufferView");
    let mime = r.string(o, "mimeType").map(str::to_ascii_lowercase);
    let has_uri = o.has("uri");
    if view.is_some() && mime.is_none() {
        r.findings.push(Code::UnsatisfiedDependency, o.pointer("bufferView"), "bufferView needs mimeType");
    }
    if view.is_some() == has_uri {
        let message = "exactly one of bufferView and uri has to be there";
        r.findings.push(Code::OneOfMismatch, &o.at, message);
    }
    let mut source = source(r, o);
    if let Source::Data(mime, bytes) = &source {
        let content = crate::gltf::images::sniff(bytes).map(|k| k.mime());
        if content != Some(mime.as_str()) {
            let content = content.unwrap_or("nothing known");
            let message = format!("its media type is '{mime}', its content is {content}");
            r.findings.push(Code::InvalidUri, o.pointer("uri"), message);
            source = Source::Bad;
        }
    }
    let name = r.name(o);
    let extensions = r.extensions(o, Place::Other);
    Image { at: o.at.clone(), name, source, view, mime, has_extensions: !extensions.is_empty() }
}
