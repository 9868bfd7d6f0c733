//! Text into a manifest. What is wrong is told by line, field and rule.

use crate::error::ManifestError;
use crate::manifest::{ComputeEntry, LayoutItem, PipelineManifest, RasterEntry, ShaderRef};
use crate::words::{ADDRESSES, COMPONENTS, STAGES, Word};
use candor_rhi::format::Class;
use candor_rhi::*;
use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

type Read<T> = Result<T, String>;

impl PipelineManifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Text that is no TOML, another version, a field that is missing, unknown or holds what it cannot, a name that occurs twice, or
    /// a layout that is not there: always with the line and the field.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        let lines = Lines(text);
        let doc = DeTable::parse(text).map_err(|e| ManifestError {
            line: e.span().map_or(1, |s| lines.of(s.start)),
            field: "the text".into(),
            rule: e.message().trim().to_owned(),
        })?;
        let mut top = Fields::new(lines, "the manifest", doc.get_ref(), 0);
        let version: u32 = top.need("candor-pipelines", number)?;
        if version != Self::VERSION {
            let rule = format!("version {version} is there, {} is known; build it anew", Self::VERSION);
            return Err(top.error("candor-pipelines", rule));
        }
        let mut m = Self::new();
        let mut names = HashSet::new();
        for mut f in top.tables("layout")? {
            let item = LayoutItem {
                name: f.name("layout")?,
                entries: f.list("bindings", binding)?,
                samplers: f.samplers()?,
            };
            if m.layout(&item.name).is_some() {
                return Err(f.error("name", format!("a layout before has the name '{}' too", item.name)));
            }
            f.done()?;
            m.layouts.push(item);
        }
        for mut f in top.tables("raster")? {
            let (name, groups, push) = f.interface(&m, &mut names)?;
            let state = f.state()?;
            f.done()?;
            m.raster.push(RasterEntry { name, groups, push, state });
        }
        for mut f in top.tables("compute")? {
            let (name, groups, push) = f.interface(&m, &mut names)?;
            let shader = f.need("shader", text_as(shader))?;
            f.done()?;
            m.compute.push(ComputeEntry { name, groups, push, shader });
        }
        for mut f in top.tables("mips")? {
            let mips = (f.need("format", text_as(Format::read))?, f.need("dim", text_as(TextureDim::read))?);
            if m.mips.contains(&mips) {
                return Err(f.error("format", "the same mips are listed before".into()));
            }
            f.done()?;
            m.mips.push(mips);
        }
        top.done()?;
        Ok(m)
    }
}

#[derive(Clone, Copy)]
struct Lines<'a>(&'a str);

impl Lines<'_> {
    fn of(self, at: usize) -> usize {
        1 + self.0.as_bytes().get(..at).unwrap_or_default().iter().filter(|b| **b == b'\n').count()
    }
}

/// The fields of one table, which are taken out one by one.
struct Fields<'d> {
    lines: Lines<'d>,
    /// What it is.
    what: String,
    table: &'d DeTable<'d>,
    start: usize,
    known: Vec<&'static str>,
}

type Value<'d> = Spanned<DeValue<'d>>;

impl<'d> Fields<'d> {
    fn new(lines: Lines<'d>, what: &str, table: &'d DeTable<'d>, start: usize) -> Self {
        Self { lines, what: what.to_owned(), table, start, known: Vec::new() }
    }

    fn error_at(&self, span: Option<Range<usize>>, field: &str, rule: String) -> ManifestError {
        let line = self.lines.of(span.map_or(self.start, |s| s.start));
        ManifestError { line, field: format!("field '{field}' of {}", self.what), rule }
    }

    fn error(&self, field: &str, rule: String) -> ManifestError {
        self.error_at(self.table.get(field).map(Spanned::span), field, rule)
    }

    fn value(&mut self, field: &'static str) -> Option<&'d Value<'d>> {
        self.known.push(field);
        self.table.get(field)
    }

    fn get<T>(
        &mut self,
        field: &'static str,
        read: impl Fn(&DeValue<'_>) -> Read<T>,
    ) -> Result<Option<T>, ManifestError> {
        let Some(v) = self.value(field) else { return Ok(None) };
        read(v.get_ref()).map(Some).map_err(|rule| self.error_at(Some(v.span()), field, rule))
    }

    fn need<T>(
        &mut self,
        field: &'static str,
        read: impl Fn(&DeValue<'_>) -> Read<T>,
    ) -> Result<T, ManifestError> {
        self.get(field, read)?.ok_or_else(|| self.error(field, "it is missing".into()))
    }

    fn or_default<T: Default>(
        &mut self,
        field: &'static str,
        read: impl Fn(&DeValue<'_>) -> Read<T>,
    ) -> Result<T, ManifestError> {
        Ok(self.get(field, read)?.unwrap_or_default())
    }

    fn list<T>(
        &mut self,
        field: &'static str,
        read: impl Fn(&str) -> Read<T>,
    ) -> Result<Vec<T>, ManifestError> {
        let Some(v) = self.value(field) else { return Ok(Vec::new()) };
        let DeValue::Array(all) = v.get_ref() else {
            return Err(self.error_at(Some(v.span()), field, "a list of texts stands here".into()));
        };
        let one = |v: &Value<'_>| text(v.get_ref()).and_then(&read);
        all.iter().map(|v| one(v).map_err(|rule| self.error_at(Some(v.span()), field, rule))).collect()
    }

    fn tables(&mut self, field: &'static str) -> Result<Vec<Fields<'d>>, ManifestError> {
        let Some(v) = self.value(field) else { return Ok(Vec::new()) };
        let error = |v: &Value<'_>, rule: &str| self.error_at(Some(v.span()), field, rule.to_owned());
        let DeValue::Array(all) = v.get_ref() else {
            return Err(error(v, "it is written as [[...]], once for each"));
        };
        let table = |v: &'d Value<'d>| match v.get_ref() {
            DeValue::Table(t) => {
                let name = t.get("name").and_then(|n| text(n.get_ref()).ok()).unwrap_or_default();
                let what = if name.is_empty() { field.to_owned() } else { format!("{field} '{name}'") };
                Ok(Fields::new(self.lines, &what, t, v.span().start))
            }
            _ => Err(error(v, "it is written as [[...]], once for each")),
        };
        all.iter().map(table).collect()
    }

    fn name(&mut self, what: &str) -> Result<String, ManifestError> {
        let name = self.need("name", |v| text(v).map(str::to_owned))?;
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(self.error("name", format!("the name of a {what} is one line of text")));
        }
        Ok(name)
    }

    fn interface(
        &mut self,
        m: &PipelineManifest,
        names: &mut HashSet<String>,
    ) -> Result<(String, Vec<String>, PushLayout), ManifestError> {
        let name = self.name("pipeline")?;
        if !names.insert(name.clone()) {
            return Err(self.error("name", format!("a pipeline before has the name '{name}' too")));
        }
        let groups = self.list("groups", |g| match m.layout(g) {
            Some(_) => Ok(g.to_owned()),
            None => Err(format!("there is no layout '{g}'")),
        })?;
        Ok((name, groups, self.or_default("push", text_as(push))?))
    }

    fn samplers(&mut self) -> Result<Vec<(u32, Vec<SamplerState>)>, ManifestError> {
        let mut all: Vec<(u32, Vec<SamplerState>)> = Vec::new();
        for (binding, s) in self.list("samplers", sampler)? {
            match all.last_mut() {
                Some((last, of)) if *last == binding => of.push(s),
                Some(_) | None => all.push((binding, vec![s])),
            }
        }
        Ok(all)
    }

    fn state(&mut self) -> Result<RasterState<ShaderRef>, ManifestError> {
        let vertex = self.need("vertex", text_as(shader))?;
        let control = self.get("tessellation-control", text_as(shader))?;
        let evaluation = self.get("tessellation-evaluation", text_as(shader))?;
        let patch_vertices = self.get("patch-vertices", number::<u32>)?;
        let tessellation = match (control, evaluation, patch_vertices) {
            (Some(control), Some(evaluation), Some(patch_vertices)) => {
                Some(OwnedTessellation { control, evaluation, patch_vertices })
            }
            (None, None, None) => None,
            _ => {
                let rule = "it goes with 'tessellation-evaluation' and 'patch-vertices', all or none";
                return Err(self.error("tessellation-control", rule.into()));
            }
        };
        let mut depth = self.get("depth", text_as(depth))?;
        let front = self.get("stencil-front", text_as(face))?;
        let back = self.get("stencil-back", text_as(face))?;
        match (&mut depth, front, back) {
            (Some(d), Some(front), Some(back)) => d.stencil = Some(StencilState { front, back }),
            (_, None, None) => {}
            _ => {
                let rule = "it goes with 'stencil-back' and 'depth'".to_owned();
                return Err(self.error("stencil-front", rule));
            }
        }
        Ok(RasterState {
            vertex,
            tessellation,
            geometry: self.get("geometry", text_as(shader))?,
            fragment: self.get("fragment", text_as(shader))?,
            buffers: self.list("buffers", buffer)?,
            topology: self.or_default("topology", text_as(Topology::read))?,
            primitive_restart: self.or_default("primitive-restart", flag)?,
            polygon: self.or_default("polygon", text_as(PolygonMode::read))?,
            line_width: self.or_default("line-width", float)?,
            conservative: self.or_default("conservative", flag)?,
            cull: self.or_default("cull", text_as(Cull::read))?,
            front: self.or_default("front", text_as(FrontFace::read))?,
            depth,
            colors: self.list("colors", color)?,
            samples: self.or_default("samples", number)?,
            sample_mask: self.get("sample-mask", number)?,
            alpha_to_coverage: self.or_default("alpha-to-coverage", flag)?,
            logic_op: self.get("logic-op", text_as(LogicOp::read))?,
            view_mask: self.or_default("view-mask", number)?,
        })
    }

    /// Everything has been taken out.
    fn done(self) -> Result<(), ManifestError> {
        let unknown = self.table.iter().find(|(k, _)| !self.known.contains(&k.get_ref().as_ref()));
        let Some((key, _)) = unknown else { return Ok(()) };
        let rule = format!("it is unknown; there is {}", self.known.join(", "));
        Err(self.error_at(Some(key.span()), key.get_ref(), rule))
    }
}

fn text<'v>(v: &'v DeValue<'_>) -> Read<&'v str> {
    match v {
        DeValue::String(s) => Ok(s.as_ref()),
        _ => Err("a text stands here".into()),
    }
}

fn text_as<T>(read: impl Fn(&str) -> Read<T>) -> impl Fn(&DeValue<'_>) -> Read<T> {
    move |v| text(v).and_then(&read)
}

fn number<T: TryFrom<u64>>(v: &DeValue<'_>) -> Read<T> {
    let read = match v {
        DeValue::Integer(i) => u64::from_str_radix(i.as_str(), i.radix()).ok(),
        _ => None,
    };
    let wrong = || "a whole number that is not negative and not too large stands here".to_owned();
    read.and_then(|n| T::try_from(n).ok()).ok_or_else(wrong)
}

fn float(v: &DeValue<'_>) -> Read<f32> {
    let read = match v {
        DeValue::Float(f) => f.as_str().parse().ok(),
        DeValue::Integer(i) if i.radix() == 10 => i.as_str().parse().ok(),
        _ => None,
    };
    read.ok_or_else(|| "a number stands here".to_owned())
}

fn flag(v: &DeValue<'_>) -> Read<bool> {
    match v {
        DeValue::Boolean(b) => Ok(*b),
        _ => Err("true or false stands here".into()),
    }
}

fn parsed<T: FromStr>(word: &str, what: &str) -> Read<T> {
    word.parse().map_err(|_| format!("'{word}' is no {what}"))
}

/// The words of a text, which are taken one by one.
struct Parts<'a> {
    all: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    form: &'static str,
}

impl<'a> Parts<'a> {
    fn new(text: &'a str, form: &'static str) -> Self {
        Self { all: text.split_whitespace().peekable(), form }
    }

    fn next(&mut self) -> Read<&'a str> {
        self.all.next().ok_or_else(|| format!("something is missing; it is written as \"{}\"", self.form))
    }

    /// Takes this word where it comes next.
    fn has(&mut self, word: &str) -> bool {
        self.all.next_if(|w| *w == word).is_some()
    }

    /// Takes what follows `name=` where that comes next.
    fn named(&mut self, name: &str) -> Option<&'a str> {
        let value = |w: &&'a str| w.strip_prefix(name).and_then(|w| w.strip_prefix('='));
        let found = self.all.peek().and_then(value)?;
        self.all.next();
        Some(found)
    }

    fn need(&mut self, name: &str) -> Read<&'a str> {
        self.named(name).ok_or_else(|| format!("{name}=... is missing; it is written as \"{}\"", self.form))
    }

    fn done(mut self) -> Read<()> {
        match self.all.next() {
            Some(word) => Err(format!("'{word}' is too much; it is written as \"{}\"", self.form)),
            None => Ok(()),
        }
    }
}

/// Exactly so many values with commas between them.
fn several<T, const N: usize>(text: &str, read: impl Fn(&str) -> Read<T>) -> Read<[T; N]> {
    let all = text.split(',').map(read).collect::<Read<Vec<T>>>()?;
    <[T; N]>::try_from(all).map_err(|all| format!("'{text}' has {} values, {N} are meant", all.len()))
}

fn float_word(word: &str) -> Read<f32> {
    parsed(word, "number")
}

fn stages(word: &str) -> Read<Stages> {
    if word == "none" {
        return Ok(Stages::empty());
    }
    word.split('+').try_fold(Stages::empty(), |all, w| match STAGES.iter().find(|(_, n)| *n == w) {
        Some((stage, _)) => Ok(all | *stage),
        None => {
            let names: Vec<_> = STAGES.iter().map(|(_, n)| *n).collect();
            Err(format!("'{w}' is no stage; there is {}", names.join(", ")))
        }
    })
}

fn push(text: &str) -> Read<PushLayout> {
    let mut p = Parts::new(text, "vertex+fragment 64");
    let push = PushLayout { stages: stages(p.next()?)?, bytes: parsed(p.next()?, "number of bytes")? };
    p.done()?;
    Ok(push)
}

fn binding(text: &str) -> Read<LayoutEntry> {
    let mut p = Parts::new(text, "0 vertex+fragment uniform dynamic");
    let (binding, stages) = (parsed(p.next()?, "binding number")?, stages(p.next()?)?);
    let kind = match p.next()? {
        "uniform" => BindingKind::Uniform { dynamic: p.has("dynamic") },
        "storage" => BindingKind::Storage { dynamic: p.has("dynamic"), write: p.has("write") },
        "texture" => BindingKind::Texture,
        "storage-texture" => BindingKind::StorageTexture { write: p.has("write") },
        "sampler" => BindingKind::Sampler,
        other => {
            let all = "uniform, storage, texture, storage-texture, sampler";
            return Err(format!("'{other}' is no kind of binding; there is {all}"));
        }
    };
    let count = match p.all.next_if(|w| w.starts_with('x')).and_then(|w| w.strip_prefix('x')) {
        Some(n) => parsed(n, "number of elements")?,
        None => 1,
    };
    let detail = detail(&mut p)?;
    p.done()?;
    Ok(LayoutEntry { binding, stages, kind, count, detail })
}

/// What is said of a binding beyond its kind; that it goes with the kind is the device's to judge.
fn detail(p: &mut Parts<'_>) -> Read<BindingDetail> {
    if let Some(bytes) = p.named("min-size") {
        return Ok(BindingDetail::MinSize(parsed(bytes, "number of bytes")?));
    }
    if let Some(text) = p.named("shows") {
        let (dim, class, multisampled) = match text.split(',').collect::<Vec<_>>().as_slice() {
            [dim, class] => (*dim, *class, false),
            [dim, class, "samples"] => (*dim, *class, true),
            _ => return Err(format!("'{text}' is no texture; one is written as shows=2d,float")),
        };
        let (dim, class) = (ViewDim::read(dim)?, Class::read(class)?);
        return Ok(BindingDetail::Texture { dim, class, multisampled });
    }
    if let Some(text) = p.named("holds") {
        let wrong = || format!("'{text}' is no storage texture; one is written as holds=2d,Rgba8Unorm");
        let (dim, format) = text.split_once(',').ok_or_else(wrong)?;
        let format = if format == "any" { None } else { Some(Format::read(format)?) };
        return Ok(BindingDetail::StorageTexture { dim: ViewDim::read(dim)?, format });
    }
    if let Some(compares) = p.named("compares") {
        return Ok(BindingDetail::Sampler { compares: parsed(compares, "choice of true or false")? });
    }
    Ok(BindingDetail::Any)
}

fn address(word: &str) -> Read<AddressMode> {
    ADDRESSES.iter().find(|(_, n)| *n == word).map(|(m, _)| *m).ok_or_else(|| {
        let all: Vec<_> = ADDRESSES.iter().map(|(_, n)| *n).collect();
        format!("'{word}' is no address mode; there is {}", all.join(", "))
    })
}

fn sampler(text: &str) -> Read<(u32, SamplerState)> {
    let form = "0 linear,linear,linear clamp,clamp,clamp anisotropy=1.0 compare=less lod=0.0,1000.0 bias=0.0";
    let mut p = Parts::new(text, form);
    let binding = parsed(p.next()?, "binding number")?;
    let state = SamplerState {
        filter: several(p.next()?, Filter::read)?,
        address: several(p.next()?, address)?,
        anisotropy: float_word(p.need("anisotropy")?)?,
        compare: p.named("compare").map(Compare::read).transpose()?,
        lod: several(p.need("lod")?, float_word)?,
        lod_bias: float_word(p.need("bias")?)?,
    };
    p.done()?;
    Ok((binding, state))
}

fn shader(text: &str) -> Read<ShaderRef> {
    let mut p = Parts::new(text, "module.entry.permutation hash 3=u32:1");
    let (name, hash) = (p.next()?.to_owned(), p.next()?.parse()?);
    let constants = p.all.map(constant).collect::<Read<_>>()?;
    Ok(ShaderRef { name, hash, constants })
}

fn constant(word: &str) -> Read<Constant> {
    let wrong = || format!("'{word}' is no constant; one is written as 3=u32:1");
    let (id, value) = word.split_once('=').ok_or_else(wrong)?;
    let (ty, value) = value.split_once(':').ok_or_else(wrong)?;
    let what = "value of its type";
    let value = match ty {
        "bool" => ConstantValue::Bool(parsed(value, what)?),
        "i32" => ConstantValue::I32(parsed(value, what)?),
        "u32" => ConstantValue::U32(parsed(value, what)?),
        "f32" => ConstantValue::F32(parsed(value, what)?),
        "i64" => ConstantValue::I64(parsed(value, what)?),
        "u64" => ConstantValue::U64(parsed(value, what)?),
        "f64" => ConstantValue::F64(parsed(value, what)?),
        other => return Err(format!("'{other}' is no type; there is bool, i32, u32, f32, i64, u64, f64")),
    };
    Ok(Constant { id: parsed(id, "number of a constant")?, value })
}

fn buffer(text: &str) -> Read<OwnedVertexLayout> {
    let mut p = Parts::new(text, "vertex stride=20 0:F32x3@0 1:F32x2@12");
    let step = match p.named("instances") {
        Some(n) => StepMode::EveryInstances(parsed(n, "number of instances")?),
        None => match p.next()? {
            "vertex" => StepMode::Vertex,
            "instance" => StepMode::Instance,
            "constant" => StepMode::Constant,
            other => {
                let all = "vertex, instance, instances=N, constant";
                return Err(format!("'{other}' is no step; there is {all}"));
            }
        },
    };
    let stride = parsed(p.need("stride")?, "number of bytes")?;
    let beyond_stride = p.has("beyond-stride");
    let attributes = p.all.map(attribute).collect::<Read<_>>()?;
    Ok(OwnedVertexLayout { stride, step, attributes, beyond_stride })
}

fn attribute(word: &str) -> Read<Attribute> {
    let wrong = || format!("'{word}' is no attribute; one is written as 0:F32x3@0");
    let (location, rest) = word.split_once(':').ok_or_else(wrong)?;
    let (format, offset) = rest.split_once('@').ok_or_else(wrong)?;
    let format = VertexFormat::ALL.iter().find(|f| f.name() == format);
    let format = *format.ok_or_else(|| format!("{}: its format is unknown", wrong()))?;
    Ok(Attribute { location: parsed(location, "location")?, format, offset: parsed(offset, "offset")? })
}

fn depth(text: &str) -> Read<DepthState> {
    let mut p = Parts::new(text, "Depth32Float greater-equal write bias=0.0,2.0,0.0 clamp");
    let (format, compare) = (Format::read(p.next()?)?, Compare::read(p.next()?)?);
    let write = p.has("write");
    let bias = match p.named("bias") {
        Some(text) => {
            let [constant, slope, clamp] = several(text, float_word)?;
            DepthBias { constant, slope, clamp }
        }
        None => DepthBias::default(),
    };
    let clamp = p.has("clamp");
    p.done()?;
    Ok(DepthState { format, compare, write, bias, clamp, stencil: None })
}

fn face(text: &str) -> Read<StencilFace> {
    let mut p = Parts::new(text, "always keep,keep,keep read=255 write=255");
    let compare = Compare::read(p.next()?)?;
    let ops: Vec<_> = p.next()?.split(',').map(StencilOp::read).collect::<Read<_>>()?;
    let [fail, depth_fail, pass] = ops.as_slice() else {
        return Err(format!("{} operations are there, 3 are meant", ops.len()));
    };
    let read_mask = parsed(p.need("read")?, "mask of 8 bits")?;
    let write_mask = parsed(p.need("write")?, "mask of 8 bits")?;
    p.done()?;
    Ok(StencilFace { compare, fail: *fail, depth_fail: *depth_fail, pass: *pass, read_mask, write_mask })
}

fn blend_part(text: &str) -> Read<BlendPart> {
    let all: Vec<_> = text.split(',').collect();
    let [src, dst, op] = all.as_slice() else {
        return Err(format!("'{text}' is no blend; one is written as one,zero,add"));
    };
    Ok(BlendPart { src: BlendFactor::read(src)?, dst: BlendFactor::read(dst)?, op: BlendOp::read(op)? })
}

fn color(text: &str) -> Read<ColorState> {
    let mut p = Parts::new(text, "Rgba8Unorm color=one,zero,add alpha=one,zero,add write=rgb");
    let format = Format::read(p.next()?)?;
    let blend = match p.named("color") {
        Some(color) => Some(Blend { color: blend_part(color)?, alpha: blend_part(p.need("alpha")?)? }),
        None => None,
    };
    let write = match p.named("write") {
        None => WriteMask::all(),
        Some("none") => WriteMask::empty(),
        Some(letters) => letters.chars().try_fold(WriteMask::empty(), |all, l| {
            let found = COMPONENTS.iter().find(|(_, c)| *c == l);
            found.map(|(m, _)| all | *m).ok_or_else(|| format!("'{l}' is no component; there is r, g, b, a"))
        })?,
    };
    p.done()?;
    Ok(ColorState { format, blend, write })
}
