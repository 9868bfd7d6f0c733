//! The numbers that Candor's own words have in a file. They are never given anew: what is added gets the next number.

use crate::codec::{Code, Reader, Writer, flags, structs, sums};
use crate::error::Damage;
use crate::file::Info;
use crate::model::{
    Act, ColorOp, ComputeOp, CopyOp, DepthOp, Entry, Fill, InterfaceMade, Made, MarkOp, Object, Op,
    QueriesOp, RasterMade, RasterOp, SamplerMade, Side, Stage, Step, VertexMade,
};
use candor_rhi::backend::{Enabled, Load, Store};
use candor_rhi::usage::SubRange;
use candor_rhi::*;

/// By name.
macro_rules! named {
    ($($t:ty, $what:literal;)*) => {$(
        impl Code for $t {
            fn put(&self, w: &mut Writer) {
                self.name().to_owned().put(w);
            }
            fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
                let name = String::get(r)?;
                match Self::ALL.iter().find(|f| f.name() == name) {
                    Some(f) => Ok(*f),
                    None => r.refuse(format!(concat!("'{}' is no ", $what), name)),
                }
            }
        }
    )*};
}
named! { Format, "format"; VertexFormat, "vertex format"; BackendKind, "backend"; }

flags! {
    BufferUsage: u16;
    TextureUsage: u16;
    Stages: u8;
    Aspects: u8;
    WriteMask: u8;
    Statistics: u32;
    Enabled: u64;
}

structs! {
    Info: candor, backend, adapter, driver, api, enabled;
    Object: label, made, contents;
    TextureInfo: dim, format, size, layers, mips, samples, usage, shared;
    SubRange: mip, mips, layer, layers, aspects;
    SamplerMade: filter, address, anisotropy, compare, lod, lod_bias;
    LayoutEntry: binding, stages, kind, count, detail;
    Entry: binding, element, fill;
    InterfaceMade: groups, push;
    PushLayout: stages, bytes;
    Stage: spirv, entry, constants;
    Constant: id, value;
    RasterMade: interface, vertex, tessellation, geometry, fragment, buffers, topology, primitive_restart, polygon, line_width,
        conservative, cull, front, depth, colors, samples, sample_mask, alpha_to_coverage, logic_op, view_mask;
    VertexMade: stride, step, attributes, beyond_stride;
    Attribute: location, format, offset;
    DepthState: format, compare, write, bias, clamp, stencil;
    DepthBias: constant, slope, clamp;
    StencilState: front, back;
    StencilFace: compare, fail, depth_fail, pass, read_mask, write_mask;
    ColorState: format, blend, write;
    Blend: color, alpha;
    BlendPart: src, dst, op;
    RasterOp: label, colors, depth, view_mask, queries, parts;
    ColorOp: view, load, store, resolve;
    DepthOp: view, read_only, load, store, stencil, resolve;
    QueriesOp: timestamps, occlusion, statistics;
    ComputeOp: label, queue, serial, queries, commands;
    Viewport: x, y, width, height, min_depth, max_depth;
    Rect: x, y, width, height;
    Side: texture, aspect, mip, layer, layers, origin;
}

sums! {
    Made "kind of object": 0 = Buffer { size: a, usage: b, memory: c }, 1 = Texture { 0: a },
        2 = View { texture: a, dim: b, format: c, range: d }, 3 = Sampler { 0: a }, 4 = GroupLayout { entries: a, samplers: b },
        5 = Group { layout: a, entries: b }, 6 = Raster { 0: a }, 7 = Compute { interface: a, shader: b },
        8 = Queries { kind: a, count: b };
    Memory "memory": 0 = Device {}, 1 = Upload {}, 2 = Readback {};
    TextureDim "shape of a texture": 0 = D1 {}, 1 = D2 {}, 2 = D3 {}, 3 = Cube {};
    ViewDim "shape of a view": 0 = Auto {}, 1 = D1 {}, 2 = D2 {}, 3 = D2Array {}, 4 = D3 {}, 5 = Cube {}, 6 = CubeArray {};
    Filter "filter": 0 = Nearest {}, 1 = Linear {};
    AddressMode "address mode": 0 = Repeat {}, 1 = Mirror {}, 2 = Clamp {}, 3 = Border { 0: a }, 4 = MirrorOnce {};
    BorderColor "colour of a border": 0 = TransparentBlack {}, 1 = OpaqueBlack {}, 2 = OpaqueWhite {};
    Compare "comparison": 0 = Never {}, 1 = Less {}, 2 = Equal {}, 3 = LessEqual {}, 4 = Greater {}, 5 = NotEqual {},
        6 = GreaterEqual {}, 7 = Always {};
    BindingKind "kind of binding": 0 = Uniform { dynamic: a }, 1 = Storage { dynamic: a, write: b }, 2 = Texture {},
        3 = StorageTexture { write: a }, 4 = Sampler {};
    BindingDetail "detail of a binding": 0 = Any {}, 1 = MinSize { 0: a }, 2 = Texture { dim: a, class: b, multisampled: c },
        3 = StorageTexture { dim: a, format: b }, 4 = Sampler { compares: a };
    Class "class": 0 = Float {}, 1 = Uint {}, 2 = Sint {}, 3 = Depth {};
    Fill "resource of a group": 0 = Buffer { buffer: a, offset: b, size: c }, 1 = View { 0: a }, 2 = Sampler { 0: a };
    ConstantValue "constant": 0 = Bool { 0: a }, 1 = I32 { 0: a }, 2 = U32 { 0: a }, 3 = F32 { 0: a }, 4 = I64 { 0: a },
        5 = U64 { 0: a }, 6 = F64 { 0: a };
    StepMode "step": 0 = Vertex {}, 1 = Instance {}, 2 = EveryInstances { 0: a }, 3 = Constant {};
    Topology "topology": 0 = Points {}, 1 = Lines {}, 2 = LineStrip {}, 3 = Triangles {}, 4 = TriangleStrip {},
        5 = TriangleFan {}, 6 = LinesAdjacency {}, 7 = LineStripAdjacency {}, 8 = TrianglesAdjacency {},
        9 = TriangleStripAdjacency {}, 10 = Patches {};
    PolygonMode "polygon mode": 0 = Fill {}, 1 = Line {}, 2 = Point {};
    Cull "cull mode": 0 = None {}, 1 = Front {}, 2 = Back {};
    FrontFace "front face": 0 = Ccw {}, 1 = Cw {};
    StencilOp "stencil operation": 0 = Keep {}, 1 = Zero {}, 2 = Replace {}, 3 = IncrementClamp {}, 4 = DecrementClamp {},
        5 = Invert {}, 6 = IncrementWrap {}, 7 = DecrementWrap {};
    BlendOp "blend operation": 0 = Add {}, 1 = Subtract {}, 2 = ReverseSubtract {}, 3 = Min {}, 4 = Max {};
    BlendFactor "blend factor": 0 = Zero {}, 1 = One {}, 2 = Src {}, 3 = OneMinusSrc {}, 4 = Dst {}, 5 = OneMinusDst {},
        6 = SrcAlpha {}, 7 = OneMinusSrcAlpha {}, 8 = DstAlpha {}, 9 = OneMinusDstAlpha {}, 10 = Constant {},
        11 = OneMinusConstant {}, 12 = SrcAlphaSaturated {}, 13 = ConstantAlpha {}, 14 = OneMinusConstantAlpha {}, 15 = Src1 {},
        16 = OneMinusSrc1 {}, 17 = Src1Alpha {}, 18 = OneMinusSrc1Alpha {};
    LogicOp "logical operation": 0 = Clear {}, 1 = And {}, 2 = AndReverse {}, 3 = Copy {}, 4 = AndInverted {}, 5 = Noop {},
        6 = Xor {}, 7 = Or {}, 8 = Nor {}, 9 = Equivalent {}, 10 = Invert {}, 11 = OrReverse {}, 12 = CopyInverted {},
        13 = OrInverted {}, 14 = Nand {}, 15 = Set {};
    QueryKind "kind of query": 0 = Timestamp {}, 1 = Occlusion {}, 2 = PreciseOcclusion {}, 3 = Statistics { 0: a };
    ResolveMode "resolve": 0 = SampleZero {}, 1 = Average {}, 2 = Min {}, 3 = Max {};
    Store "store": 0 = Store {}, 1 = Discard {};
    IndexFormat "index format": 0 = U16 {}, 1 = U32 {};
    Queue "queue": 0 = Main {}, 1 = Compute {}, 2 = Copy {};
    ClearValue "value of a clear": 0 = Float { 0: a }, 1 = Uint { 0: a }, 2 = Sint { 0: a }, 3 = Depth { 0: a, 1: b };
    Step "step": 0 = Write { buffer: a, offset: b, data: c }, 1 = Submit { ops: a, shown: b };
    Op "operation": 0 = Raster { 0: a }, 1 = Compute { 0: a }, 2 = Copies { queue: a, list: b },
        3 = Timestamp { set: a, index: b }, 4 = Mark { 0: a };
    MarkOp "mark": 0 = Begin { 0: a }, 1 = End {}, 2 = At { 0: a };
    Act "command": 0 = Pipeline { 0: a }, 1 = Group { index: a, group: b, offsets: c }, 2 = Push { offset: a, data: b },
        3 = VertexBuffer { slot: a, buffer: b, offset: c }, 4 = IndexBuffer { buffer: a, offset: b, format: c },
        5 = Draw { vertices: a, instances: b, first_vertex: c, first_instance: d },
        6 = DrawIndexed { indices: a, instances: b, first_index: c, base_vertex: d, first_instance: e },
        7 = DrawIndirect { indexed: a, buffer: b, offset: c, count: d },
        8 = DrawIndirectCount { indexed: a, args: b, offset: c, count: d, count_offset: e, most: f }, 9 = Viewport { 0: a },
        10 = Scissor { 0: a }, 11 = BlendConstant { 0: a }, 12 = StencilReferences { front: a, back: b }, 13 = BeginQuery { 0: a },
        14 = EndQuery {}, 15 = Dispatch { 0: a }, 16 = DispatchIndirect { buffer: a, offset: b }, 17 = Mark { 0: a };
    CopyOp "copy": 0 = Buffer { src: a, src_offset: b, dst: c, dst_offset: d, size: e }, 1 = Data { dst: a, offset: b, data: c },
        2 = Fill { dst: a, offset: b, size: c, value: d },
        3 = Upload { src: a, offset: b, row_texels: c, rows: d, dst: e, size: f }, 4 = Texels { data: a, dst: b, size: c },
        5 = Download { src: a, size: b, dst: c, offset: d, row_texels: e, rows: f },
        6 = Texture { src: a, dst: b, size: c }, 7 = Blit { src: a, src_size: b, dst: c, dst_size: d, filter: e },
        8 = Clear { texture: a, range: b, value: c }, 9 = Queries { set: a, first: b, count: c, dst: d, offset: e };
}

impl<C: Code> Code for Load<C> {
    fn put(&self, w: &mut Writer) {
        match self {
            Load::Load => w.out.push(0),
            Load::Clear(c) => {
                w.out.push(1);
                c.put(w);
            }
            Load::Discard => w.out.push(2),
        }
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        match r.array()? {
            [0] => Ok(Load::Load),
            [1] => Ok(Load::Clear(C::get(r)?)),
            [2] => Ok(Load::Discard),
            [n] => r.refuse(format!("{n} is no load")),
        }
    }
}
