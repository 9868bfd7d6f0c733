//! A manifest as text. What is as by default is left out.

use crate::manifest::{PipelineManifest, ShaderRef};
use crate::words::{ADDRESSES, COMPONENTS, STAGES, Word};
use candor_rhi::*;
use std::fmt::{self, Write};

/// What the file says of itself.
const HEAD: &str = "# Every pipeline of a program, as `candor manifest` and `candor-pipelines` read it. Names of shaders are followed by a hash of
# their words.
";

impl PipelineManifest {
    /// The manifest as a file's text: TOML, the same for the same manifest.
    pub fn to_text(&self) -> String {
        let mut out = Out(HEAD.to_owned());
        out.number("candor-pipelines", Self::VERSION);
        for l in &self.layouts {
            out.head("layout");
            out.text("name", &l.name);
            out.list("bindings", l.entries.iter().map(binding));
            let all = l.samplers.iter().flat_map(|(b, all)| all.iter().map(move |s| sampler(*b, s)));
            out.list("samplers", all);
        }
        for r in &self.raster {
            out.head("raster");
            out.interface(&r.name, &r.groups, r.push);
            out.state(&r.state);
        }
        for c in &self.compute {
            out.head("compute");
            out.interface(&c.name, &c.groups, c.push);
            out.text("shader", &shader(&c.shader));
        }
        for (format, dim) in &self.mips {
            out.head("mips");
            out.text("format", format.name());
            out.text("dim", dim.word());
        }
        out.0
    }
}

struct Out(String);

impl Out {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(line);
        self.0.push('\n');
    }

    fn head(&mut self, name: &str) {
        self.line(format_args!("\n[[{name}]]"));
    }

    fn text(&mut self, field: &str, value: &str) {
        self.line(format_args!("{field} = {}", quoted(value)));
    }

    fn number(&mut self, field: &str, value: impl fmt::Display) {
        self.line(format_args!("{field} = {value}"));
    }

    fn list(&mut self, field: &str, values: impl Iterator<Item = String>) {
        let all: Vec<_> = values.map(|v| quoted(&v)).collect();
        match all.as_slice() {
            [] => {}
            [one] => self.line(format_args!("{field} = [{one}]")),
            all => self.line(format_args!("{field} = [\n  {},\n]", all.join(",\n  "))),
        }
    }

    fn interface(&mut self, name: &str, groups: &[String], push: PushLayout) {
        self.text("name", name);
        if !groups.is_empty() {
            let all: Vec<_> = groups.iter().map(|g| quoted(g)).collect();
            self.line(format_args!("groups = [{}]", all.join(", ")));
        }
        if push != PushLayout::default() {
            self.text("push", &format!("{} {}", stages(push.stages), push.bytes));
        }
    }

    fn state(&mut self, s: &RasterState<ShaderRef>) {
        // All fields are named, so that a new one is not forgotten.
        let RasterState {
            vertex,
            tessellation,
            geometry,
            fragment,
            buffers,
            topology,
            primitive_restart,
            polygon,
            line_width,
            conservative,
            cull,
            front,
            depth,
            colors,
            samples,
            sample_mask,
            alpha_to_coverage,
            logic_op,
            view_mask,
        } = s;
        self.text("vertex", &shader(vertex));
        if let Some(t) = tessellation {
            self.text("tessellation-control", &shader(&t.control));
            self.text("tessellation-evaluation", &shader(&t.evaluation));
            self.number("patch-vertices", t.patch_vertices);
        }
        for (field, stage) in [("geometry", geometry), ("fragment", fragment)] {
            if let Some(stage) = stage {
                self.text(field, &shader(stage));
            }
        }
        self.list("buffers", buffers.iter().map(buffer));
        self.choice("topology", *topology);
        self.flag("primitive-restart", *primitive_restart);
        self.choice("polygon", *polygon);
        if *line_width != 0.0 {
            self.number("line-width", format_args!("{line_width:?}"));
        }
        self.flag("conservative", *conservative);
        self.choice("cull", *cull);
        self.choice("front", *front);
        if let Some(d) = depth {
            let DepthState { format, compare, write, bias, clamp, stencil } = d;
            let write = if *write { " write" } else { "" };
            let clamp = if *clamp { " clamp" } else { "" };
            let bias = match *bias == DepthBias::default() {
                true => String::new(),
                false => format!(" bias={:?},{:?},{:?}", bias.constant, bias.slope, bias.clamp),
            };
            self.text("depth", &format!("{} {}{write}{bias}{clamp}", format.name(), compare.word()));
            if let Some(StencilState { front, back }) = stencil {
                self.text("stencil-front", &face(front));
                self.text("stencil-back", &face(back));
            }
        }
        self.list("colors", colors.iter().map(color));
        if *samples != 0 {
            self.number("samples", samples);
        }
        if let Some(mask) = sample_mask {
            self.number("sample-mask", mask);
        }
        self.flag("alpha-to-coverage", *alpha_to_coverage);
        if let Some(op) = logic_op {
            self.text("logic-op", op.word());
        }
        if *view_mask != 0 {
            self.number("view-mask", view_mask);
        }
    }

    fn choice<W: Word + Default>(&mut self, field: &str, value: W) {
        if value != W::default() {
            self.text(field, value.word());
        }
    }

    fn flag(&mut self, field: &str, value: bool) {
        if value {
            self.number(field, true);
        }
    }
}

/// A basic string of TOML (TOML 1.0, "String").
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn stages(stages: Stages) -> String {
    let all: Vec<_> = STAGES.iter().filter(|(s, _)| stages.contains(*s)).map(|(_, n)| *n).collect();
    if all.is_empty() { "none".to_owned() } else { all.join("+") }
}

fn binding(e: &LayoutEntry) -> String {
    let LayoutEntry { binding, stages: seen, kind, count, detail } = e;
    let dynamic = |d: bool| if d { " dynamic" } else { "" };
    let writes = |w: bool| if w { " write" } else { "" };
    let kind = match *kind {
        BindingKind::Uniform { dynamic: d } => format!("uniform{}", dynamic(d)),
        BindingKind::Storage { dynamic: d, write } => format!("storage{}{}", dynamic(d), writes(write)),
        BindingKind::Texture => "texture".to_owned(),
        BindingKind::StorageTexture { write } => format!("storage-texture{}", writes(write)),
        BindingKind::Sampler => "sampler".to_owned(),
    };
    let count = if *count == 1 { String::new() } else { format!(" x{count}") };
    let detail = match detail {
        BindingDetail::Any => String::new(),
        BindingDetail::MinSize(bytes) => format!(" min-size={bytes}"),
        BindingDetail::Texture { dim, class, multisampled } => {
            let samples = if *multisampled { ",samples" } else { "" };
            format!(" shows={},{}{samples}", dim.word(), class.word())
        }
        BindingDetail::StorageTexture { dim, format } => {
            format!(" holds={},{}", dim.word(), format.map_or("any", Format::name))
        }
        BindingDetail::Sampler { compares } => format!(" compares={compares}"),
    };
    format!("{binding} {} {kind}{count}{detail}", stages(*seen))
}

fn sampler(binding: u32, s: &SamplerState) -> String {
    let SamplerState { filter, address, anisotropy, compare, lod, lod_bias } = s;
    let filter: Vec<_> = filter.iter().map(|f| f.word()).collect();
    let word = |a: &AddressMode| ADDRESSES.iter().find(|(m, _)| m == a).map_or("", |(_, n)| *n);
    let address: Vec<_> = address.iter().map(word).collect();
    let compare = compare.map_or(String::new(), |c| format!(" compare={}", c.word()));
    format!(
        "{binding} {} {} anisotropy={anisotropy:?}{compare} lod={:?},{:?} bias={lod_bias:?}",
        filter.join(","),
        address.join(","),
        lod[0],
        lod[1]
    )
}

fn shader(s: &ShaderRef) -> String {
    let mut out = format!("{} {}", s.name, s.hash);
    for c in &s.constants {
        let value = match c.value {
            ConstantValue::Bool(v) => format!("bool:{v}"),
            ConstantValue::I32(v) => format!("i32:{v}"),
            ConstantValue::U32(v) => format!("u32:{v}"),
            ConstantValue::F32(v) => format!("f32:{v:?}"),
            ConstantValue::I64(v) => format!("i64:{v}"),
            ConstantValue::U64(v) => format!("u64:{v}"),
            ConstantValue::F64(v) => format!("f64:{v:?}"),
        };
        out.push_str(&format!(" {}={value}", c.id));
    }
    out
}

fn buffer(b: &OwnedVertexLayout) -> String {
    let OwnedVertexLayout { stride, step, attributes, beyond_stride } = b;
    let mut out = match step {
        StepMode::Vertex => "vertex".to_owned(),
        StepMode::Instance => "instance".to_owned(),
        StepMode::EveryInstances(n) => format!("instances={n}"),
        StepMode::Constant => "constant".to_owned(),
    };
    out.push_str(&format!(" stride={stride}"));
    if *beyond_stride {
        out.push_str(" beyond-stride");
    }
    for a in attributes {
        out.push_str(&format!(" {}:{}@{}", a.location, a.format.name(), a.offset));
    }
    out
}

fn face(f: &StencilFace) -> String {
    let StencilFace { compare, fail, depth_fail, pass, read_mask, write_mask } = f;
    let ops = [*fail, *depth_fail, *pass].map(StencilOp::word).join(",");
    format!("{} {ops} read={read_mask} write={write_mask}", compare.word())
}

fn color(c: &ColorState) -> String {
    let ColorState { format, blend, write } = c;
    let part = |p: &BlendPart| format!("{},{},{}", p.src.word(), p.dst.word(), p.op.word());
    let blend = match blend {
        Some(Blend { color, alpha }) => format!(" color={} alpha={}", part(color), part(alpha)),
        None => String::new(),
    };
    let all: String = COMPONENTS.iter().filter(|(m, _)| write.contains(*m)).map(|(_, c)| *c).collect();
    let write = match all.as_str() {
        "rgba" => String::new(),
        "" => " write=none".to_owned(),
        all => format!(" write={all}"),
    };
    format!("{}{blend}{write}", format.name())
}
