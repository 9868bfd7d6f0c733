//! A capture as text, for people.

use crate::file::{CaptureFile, describe};
use crate::model::*;
use candor_rhi::backend::{Load, Store};
use candor_rhi::{BindingDetail, LayoutEntry};

impl CaptureFile {
    /// Where the frame was captured, its objects, and what it does, line by line.
    pub fn listing(&self) -> String {
        let mut out = String::new();
        self.write_listing(&mut out);
        out
    }

    fn name(&self, id: Id) -> String {
        self.object(id).map_or_else(|| format!("#{}", id.0), |o| format!("#{} '{}'", id.0, o.label))
    }

    fn write_listing(&self, out: &mut String) {
        let mut line = |text: std::fmt::Arguments<'_>| {
            out.push_str(&text.to_string());
            out.push('\n');
        };
        let (i, s) = (&self.info, self.summary());
        line(format_args!(
            "captured with Candor {} on {} ({} {}, {})",
            i.candor, i.adapter, i.backend, i.api, i.driver
        ));
        let needs: Vec<_> =
            self.needs().iter_names().map(|(n, _)| n.to_lowercase().replace('_', "-")).collect();
        line(format_args!(
            "needs: {}",
            if needs.is_empty() { "nothing beyond a device".into() } else { needs.join(", ") }
        ));
        line(format_args!(
            "{} submissions, {} raster passes, {} compute passes, {} lists of copies, {} commands, {} objects, {} bytes of contents and shaders",
            s.submissions,
            s.raster_passes,
            s.compute_passes,
            s.copy_passes,
            s.commands,
            s.objects,
            s.blob_bytes
        ));
        for t in &self.targets {
            line(format_args!("target: {}", self.name(*t)));
        }
        self.missing().iter().chain(&self.notes).for_each(|n| line(format_args!("note: {n}")));
        line(format_args!("\nobjects"));
        for (i, o) in self.objects.iter().enumerate() {
            let bytes: usize = o.contents.iter().map(|(_, b)| b.0.len()).sum();
            let filled = if bytes > 0 { format!(", {bytes} bytes") } else { String::new() };
            line(format_args!("  #{i} {}: {}{filled}", describe(o), self.shape(&o.made)));
        }
        line(format_args!("\nsteps"));
        let mut n = 0;
        for step in &self.steps {
            match step {
                Step::Write { buffer, offset, data } => {
                    line(format_args!(
                        "  the host writes {} bytes to {} at {offset}",
                        data.0.len(),
                        self.name(*buffer)
                    ));
                }
                Step::Submit { ops, shown } => {
                    line(format_args!("  submission {n}"));
                    n += 1;
                    for op in ops {
                        let text = self.op(op);
                        line(format_args!("{}", text.trim_end()));
                    }
                    shown.iter().for_each(|t| line(format_args!("    present {}", self.name(*t))));
                }
            }
        }
    }

    fn shape(&self, made: &Made) -> String {
        match made {
            Made::Buffer { size, usage, memory } => format!("{size} bytes, {usage:?}, {memory:?} memory"),
            Made::Texture(i) => {
                let [w, h, d] = i.size;
                let (dim, format, layers, mips, samples) = (i.dim, i.format, i.layers, i.mips, i.samples);
                format!(
                    "{dim:?} {format} {w}x{h}x{d}, {layers} layers, {mips} mips, {samples} samples, {:?}",
                    i.usage
                )
            }
            Made::View { texture, dim, format, range } => format!(
                "{dim:?} {format} of {}, mips {}+{}, layers {}+{}",
                self.name(*texture),
                range.mip,
                range.mips,
                range.layer,
                range.layers
            ),
            Made::Sampler(s) => format!("{:?} {:?}", s.filter, s.address),
            Made::GroupLayout { entries, .. } => {
                let said = |e: &LayoutEntry| match e.detail {
                    BindingDetail::Any => String::new(),
                    detail => format!(" {detail:?}"),
                };
                let one = |e: &LayoutEntry| format!("{} {:?}{} x{}", e.binding, e.kind, said(e), e.count);
                let all = entries.iter().map(one);
                all.collect::<Vec<_>>().join(", ")
            }
            Made::Group { entries, .. } => {
                let one = |e: &Entry| match e.fill {
                    Fill::Buffer { buffer, offset, size } => {
                        format!("{}: {} {offset}+{size}", e.binding, self.name(buffer))
                    }
                    Fill::View(id) | Fill::Sampler(id) => format!("{}: {}", e.binding, self.name(id)),
                };
                entries.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            Made::Raster(r) => {
                let stages = [Some(&r.vertex), r.geometry.as_ref(), r.fragment.as_ref()];
                let entries: Vec<_> = stages.into_iter().flatten().map(|s| s.entry.as_str()).collect();
                let colors: Vec<_> = r.colors.iter().map(|c| c.format.name()).collect();
                let depth = r.depth.map_or("none", |d| d.format.name());
                format!(
                    "{}; {:?}, colours {}, depth {depth}",
                    entries.join(", "),
                    r.topology,
                    colors.join(" ")
                )
            }
            Made::Compute { shader, .. } => shader.entry.clone(),
            Made::Queries { kind, count } => format!("{count} of {kind:?}"),
        }
    }

    fn op(&self, op: &Op) -> String {
        let mut out = String::new();
        let mut line = |depth: usize, text: String| {
            out.push_str(&"  ".repeat(depth));
            out.push_str(&text);
            out.push('\n');
        };
        match op {
            Op::Raster(r) => {
                line(2, format!("raster pass '{}'", r.label));
                for c in &r.colors {
                    let resolve =
                        c.resolve.map_or(String::new(), |v| format!(", resolved to {}", self.name(v)));
                    line(
                        3,
                        format!(
                            "colour {}: {}, {}{resolve}",
                            self.name(c.view),
                            load(&c.load),
                            store(c.store)
                        ),
                    );
                }
                if let Some(d) = &r.depth {
                    let read = if d.read_only { ", read only" } else { "" };
                    line(
                        3,
                        format!("depth {}: {}, {}{read}", self.name(d.view), load(&d.load), store(d.store)),
                    );
                }
                for (i, part) in r.parts.iter().enumerate() {
                    if r.parts.len() > 1 {
                        line(3, format!("part {i}"));
                    }
                    part.iter().for_each(|c| line(4, self.command(c)));
                }
            }
            Op::Compute(c) => {
                let serial = if c.serial { ", serial" } else { "" };
                line(2, format!("compute pass '{}' on the {:?} queue{serial}", c.label, c.queue));
                c.commands.iter().for_each(|c| line(4, self.command(c)));
            }
            Op::Copies { queue, list } => {
                line(2, format!("copies on the {queue:?} queue"));
                list.iter().for_each(|c| line(4, self.copy(c)));
            }
            Op::Timestamp { set, index } => {
                line(2, format!("time into query {index} of {}", self.name(*set)))
            }
            Op::Mark(m) => line(2, mark(m)),
        }
        out
    }

    fn command(&self, c: &Act) -> String {
        match c {
            Act::Pipeline(id) => format!("pipeline {}", self.name(*id)),
            Act::Group { index, group, offsets } => {
                format!("group {index}: {} {offsets:?}", self.name(*group))
            }
            Act::Push { offset, data } => format!("push {} bytes at {offset}", data.len()),
            Act::VertexBuffer { slot, buffer, offset } => {
                format!("vertex buffer {slot}: {} at {offset}", self.name(*buffer))
            }
            Act::IndexBuffer { buffer, offset, format } => {
                format!("index buffer {} at {offset}, {format:?}", self.name(*buffer))
            }
            Act::DrawIndirect { buffer, count, .. } => {
                format!("draw {count} times out of {}", self.name(*buffer))
            }
            Act::DrawIndirectCount { args, count, most, .. } => {
                format!(
                    "draw at most {most} times out of {}, counted in {}",
                    self.name(*args),
                    self.name(*count)
                )
            }
            Act::DispatchIndirect { buffer, offset } => {
                format!("dispatch out of {} at {offset}", self.name(*buffer))
            }
            Act::Mark(m) => mark(m),
            Act::Draw { .. }
            | Act::DrawIndexed { .. }
            | Act::Viewport(_)
            | Act::Scissor(_)
            | Act::BlendConstant(_)
            | Act::StencilReferences { .. }
            | Act::BeginQuery(_)
            | Act::EndQuery
            | Act::Dispatch(_) => format!("{c:?}"),
        }
    }

    fn side(&self, s: &Side, size: [u32; 3]) -> String {
        let [w, h, d] = size;
        format!("{} mip {} layers {}+{} {w}x{h}x{d}", self.name(s.texture), s.mip, s.layer, s.layers)
    }

    fn copy(&self, c: &CopyOp) -> String {
        match c {
            CopyOp::Buffer { src, dst, size, .. } => {
                format!("{size} bytes of {} to {}", self.name(*src), self.name(*dst))
            }
            CopyOp::Data { dst, data, offset } => {
                format!("{} bytes to {} at {offset}", data.0.len(), self.name(*dst))
            }
            CopyOp::Fill { dst, size, value, .. } => {
                format!("fill {size} bytes of {} with {value:#x}", self.name(*dst))
            }
            CopyOp::Upload { src, dst, size, .. } => {
                format!("{} to {}", self.name(*src), self.side(dst, *size))
            }
            CopyOp::Texels { data, dst, size } => {
                format!("{} bytes to {}", data.0.len(), self.side(dst, *size))
            }
            CopyOp::Download { src, size, dst, .. } => {
                format!("{} to {}", self.side(src, *size), self.name(*dst))
            }
            CopyOp::Texture { src, dst, size } => {
                format!("{} to {}", self.side(src, *size), self.side(dst, *size))
            }
            CopyOp::Blit { src, src_size, dst, dst_size, .. } => {
                format!("blit {} to {}", self.side(src, *src_size), self.side(dst, *dst_size))
            }
            CopyOp::Clear { texture, value, .. } => format!("clear {} to {value:?}", self.name(*texture)),
            CopyOp::Queries { set, first, count, dst, .. } => {
                format!("results {first}+{count} of {} to {}", self.name(*set), self.name(*dst))
            }
        }
    }
}

fn load<C: std::fmt::Debug>(l: &Load<C>) -> String {
    match l {
        Load::Load => "loaded".into(),
        Load::Clear(c) => format!("cleared to {c:?}"),
        Load::Discard => "discarded".into(),
    }
}

fn store(s: Store) -> &'static str {
    match s {
        Store::Store => "stored",
        Store::Discard => "not stored",
    }
}

fn mark(m: &MarkOp) -> String {
    match m {
        MarkOp::Begin(label) => format!("begin '{label}'"),
        MarkOp::End => "end".into(),
        MarkOp::At(label) => format!("mark '{label}'"),
    }
}
