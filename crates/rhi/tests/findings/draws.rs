//! Draws, dispatches, and what they are bound to.

use crate::kit::{Case, Kit, PUSH, in_pass};
use crate::world::shader;
use candor_rhi::FindingCode as F;
use candor_rhi::*;

pub(crate) fn case(code: F) -> Option<Case> {
    match code {
        F::EmptyDraw => in_pass("pipeline", |k| draw(k, 0..0, 0..1)),
        F::ReversedRange => in_pass("pipeline", |k| {
            let (start, end) = (5, 2);
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                // A pass refuses it where nobody vouches for it.
                #[allow(unsafe_code, reason = "the contract is broken on purpose; Null does not draw")]
                // SAFETY: a list on Null has no memory that could be left.
                unsafe { r.unchecked() }.draw(start..end, 0..1);
            });
        }),
        F::PartialPrimitive => in_pass("pipeline", |k| draw(k, 0..4, 0..1)),
        F::VertexRange => in_pass("mesh", |k| mesh(k, 0, |r| r.draw(0..9, 0..1))),
        F::InstanceRange => in_pass("values", |k| {
            let values = k.buffer("values", 32, BufferUsage::VERTEX, Contents::Zero);
            let p = k.instance_pipeline();
            k.pass(|r| {
                r.pipeline(&p);
                r.push(0, &PUSH);
                r.vertex_buffer(0, &values, 0);
                r.draw(0..6, 0..3);
            });
        }),
        F::BaseVertex => in_pass("mesh", |k| {
            let indices = k.buffer("indices", 64, BufferUsage::INDEX, Contents::Zero);
            mesh(k, 0, |r| {
                r.index_buffer(&indices, 0, IndexFormat::U16);
                r.draw_indexed(0..3, 8, 0..1);
            });
        }),
        F::VertexAlignment => in_pass("mesh", |k| {
            let b = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Zero);
            let p = k.mesh_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                // SAFETY: Null reads no vertices; but for the offset all is as it should be.
                let mut r = unsafe { r.unchecked() };
                r.vertex_buffer(0, &b, 2);
                r.draw(0..3, 0..1);
            });
        }),
        F::EmptyIndirect => in_pass("pipeline", |k| {
            let args = k.buffer("args", 64, BufferUsage::INDIRECT, Contents::Zero);
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                r.draw_indirect(&args, 0, 0);
            });
        }),
        F::IndirectUnwritten => in_pass("args", |k| {
            let args = k.buffer("args", 64, BufferUsage::INDIRECT, Contents::Undefined);
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                r.draw_indirect(&args, 0, 1);
            });
        }),
        F::CountUnwritten => in_pass("count", |k| {
            let args = k.buffer("args", 64, BufferUsage::INDIRECT, Contents::Zero);
            let count = k.buffer("count", 4, BufferUsage::INDIRECT, Contents::Undefined);
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                r.draw_indirect_count(&args, 0, &count, 0, 2);
            });
        }),
        F::VertexUnwritten => in_pass("mesh", |k| {
            let b = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Undefined);
            let p = k.mesh_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                r.vertex_buffer(0, &b, 0);
                r.draw(0..3, 0..1);
            });
        }),
        F::IndexUnwritten => in_pass("indices", |k| {
            let indices = k.buffer("indices", 64, BufferUsage::INDEX, Contents::Undefined);
            mesh(k, 0, |r| {
                r.index_buffer(&indices, 0, IndexFormat::U16);
                r.draw_indexed(0..3, 0, 0..1);
            });
        }),
        F::ViewportEmpty => in_pass("", |k| k.triangle(|r| r.viewport(viewport(0.0, 0.0, 8.0, 0.0)))),
        F::ViewportOutside => in_pass("", |k| k.triangle(|r| r.viewport(viewport(0.0, 64.0, 8.0, 8.0)))),
        F::ScissorEmpty => in_pass("", |k| k.triangle(|r| r.scissor(rect(0, 0, 0, 8)))),
        F::ScissorOutside => in_pass("", |k| k.triangle(|r| r.scissor(rect(64, 0, 8, 8)))),
        F::NothingVisible => in_pass("", |k| {
            k.triangle(|r| {
                r.viewport(viewport(0.0, 0.0, 8.0, 8.0));
                r.scissor(rect(8, 0, 8, 8));
            });
        }),
        F::BlendConstantUnset => in_pass("pipeline", |k| {
            let part = BlendPart { src: BlendFactor::Constant, dst: BlendFactor::Zero, op: BlendOp::Add };
            let blend = Some(Blend { color: part, alpha: part });
            let colors = [ColorState { blend, ..Format::Rgba8Unorm.into() }];
            let d = RasterPipelineDesc { colors: &colors, ..Default::default() };
            let p = k.raster("triangle.vs_main", "triangle.fs_main", d);
            k.pass(|r| {
                r.pipeline(&p);
                r.draw(0..3, 0..1);
            });
        }),
        F::StencilReferenceWide => in_pass("", |k| k.triangle(|r| r.stencil_reference(256))),
        F::StencilReferenceUnset => in_pass("pipeline", |k| stencil(k, StencilFace::REPLACE, None)),
        F::StencilReferenceMasked => in_pass("pipeline", |k| {
            stencil(k, StencilFace { read_mask: 0x0f, ..StencilFace::EQUAL }, Some(0x10));
        }),
        F::BlockSize => in_pass("item", |k| {
            let item = k.buffer("item", 16, BufferUsage::UNIFORM, Contents::Zero);
            item_pass(k, &item);
        }),
        F::BufferUnwritten => in_pass("item", |k| {
            let item = k.buffer("item", 32, BufferUsage::UNIFORM, Contents::Undefined);
            item_pass(k, &item);
        }),
        F::TextureShape => in_pass("map", |k| {
            let d = TextureDesc { layers: 2, ..map(Format::Rgba8Unorm) };
            sample(k, &d, SamplerDesc::clamp("clamp"));
        }),
        F::StorageFormat => in_pass("map", |k| {
            let d = TextureDesc { usage: TextureUsage::STORAGE, ..map(Format::Rgba8Unorm) };
            let ((_t, v), (_s, source)) = (k.texture(&d), filled(k, &map(Format::Rgba8Unorm)));
            let layout = k.w.layout(&[
                LayoutEntry::new(2, Stages::COMPUTE, BindingKind::StorageTexture { write: true }),
                LayoutEntry::new(3, Stages::COMPUTE, BindingKind::Texture),
            ]);
            let group = k.w.group("group", &layout, &[GroupEntry::view(2, &v), GroupEntry::view(3, &source)]);
            let d = ComputePipelineDesc {
                label: "compute",
                groups: &[&layout],
                push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
                shader: shader("proof_compute.cs_image"),
            };
            let p = k.w.device.create_compute_pipeline(&d).unwrap();
            let d = ComputeDesc { label: "pass", groups: &[&group], ..Default::default() };
            k.submit(|b| {
                b.compute(&d, |c| {
                    c.pipeline(&p);
                    c.group(0, &group, []);
                    c.push(&[0; 16]);
                    c.dispatch(1, 1, 1);
                });
            });
        }),
        F::TextureClass => in_pass("map", |k| load(k, &map(Format::Rgba8Uint))),
        F::FilterUnsupported => {
            in_pass("map", |k| sample(k, &map(Format::Rgba8Unorm), SamplerDesc::clamp("clamp")))
        }
        F::CompareColor => in_pass("map", |k| {
            let d = TextureDesc { usage: TextureUsage::SAMPLED, ..map(Format::R32Float) };
            compare(k, &d);
        }),
        F::LodBeyond => in_pass("map", |k| {
            let s = SamplerDesc { lod: [1.0, 4.0], ..SamplerDesc::clamp("far") };
            sample(k, &map(Format::Rgba8Unorm), s);
        }),
        F::PipelineRepeated => in_pass("pipeline", |k| {
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                r.draw(0..3, 0..1);
                r.pipeline(&p);
                r.draw(0..3, 0..1);
            });
        }),
        F::PipelineUnused => in_pass("idle", |k| {
            let idle = k.triangle_pipeline(|d| d.label = "idle");
            let p = k.triangle_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&idle);
                r.pipeline(&p);
                r.draw(0..3, 0..1);
            });
        }),
        F::GroupRepeated => in_pass("group", |k| {
            loaded(k, |r, group| {
                r.draw(0..3, 0..1);
                r.group(0, group, []);
                r.draw(0..3, 0..1);
            });
        }),
        F::GroupUnused => in_pass("group", |k| {
            let (_t, v) = filled(k, &map(Format::Rgba8Unorm));
            let (group, p) = k.loading(&v);
            let other = k.loading(&v).0;
            k.pass(|r| {
                r.pipeline(&p);
                r.group(0, &group, []);
                r.draw(0..3, 0..1);
                r.group(0, &other, []);
            });
        }),
        F::VertexBufferRepeated => in_pass("mesh", |k| {
            let b = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Zero);
            let p = k.mesh_pipeline(|_| {});
            k.pass(|r| {
                r.pipeline(&p);
                for _ in 0..2 {
                    r.vertex_buffer(0, &b, 0);
                    r.draw(0..3, 0..1);
                }
            });
        }),
        F::VertexBufferUnused => in_pass("spare", |k| {
            let spare = k.buffer("spare", 64, BufferUsage::VERTEX, Contents::Zero);
            mesh(k, 0, |r| {
                r.vertex_buffer(1, &spare, 0);
                r.draw(0..3, 0..1);
            });
        }),
        F::IndexBufferRepeated => in_pass("indices", |k| {
            let indices = k.buffer("indices", 64, BufferUsage::INDEX, Contents::Zero);
            mesh(k, 0, |r| {
                for _ in 0..2 {
                    r.index_buffer(&indices, 0, IndexFormat::U16);
                    r.draw_indexed(0..3, 0, 0..1);
                }
            });
        }),
        F::IndexBufferUnused => in_pass("indices", |k| {
            let indices = k.buffer("indices", 64, BufferUsage::INDEX, Contents::Zero);
            mesh(k, 0, |r| {
                r.index_buffer(&indices, 0, IndexFormat::U16);
                r.draw(0..3, 0..1);
            });
        }),
        F::ViewportRepeated => in_pass("", |k| {
            k.triangle(|r| {
                r.viewport(viewport(0.0, 0.0, 8.0, 8.0));
                r.viewport(viewport(0.0, 0.0, 8.0, 8.0));
            });
        }),
        F::ScissorRepeated => in_pass("", |k| {
            k.triangle(|r| {
                r.scissor(rect(0, 0, 8, 8));
                r.scissor(rect(0, 0, 8, 8));
            });
        }),
        F::PushRepeated => in_pass("pipeline", |k| {
            let values = k.buffer("values", 32, BufferUsage::VERTEX, Contents::Zero);
            let p = k.instance_pipeline();
            k.pass(|r| {
                r.pipeline(&p);
                r.vertex_buffer(0, &values, 0);
                for _ in 0..2 {
                    r.push(0, &PUSH);
                    r.draw(0..6, 0..2);
                }
            });
        }),
        F::EmptyDispatch => in_pass("compute", |k| dispatches(k, Order::Unordered, &[[1, 0, 1]])),
        F::DispatchWrites => in_pass("words", |k| dispatches(k, Order::Unordered, &[[1, 1, 1], [1, 1, 1]])),
        F::DispatchReads => in_pass("words", reads_what_another_writes),
        _ => None,
    }
}

fn draw(k: &Kit, vertices: std::ops::Range<u32>, instances: std::ops::Range<u32>) {
    let p = k.triangle_pipeline(|_| {});
    k.pass(|r| {
        r.pipeline(&p);
        r.draw(vertices, instances);
    });
}

/// A pass with a mesh of eight vertices bound from an offset.
fn mesh(k: &Kit, offset: u64, f: impl FnOnce(&mut RasterPass<'_>)) {
    let b = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Zero);
    let p = k.mesh_pipeline(|_| {});
    k.pass(|r| {
        r.pipeline(&p);
        r.vertex_buffer(0, &b, offset);
        f(r);
    });
}

fn viewport(x: f32, y: f32, width: f32, height: f32) -> Viewport {
    Viewport { x, y, width, height, min_depth: 0.0, max_depth: 1.0 }
}

fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
    Rect { x, y, width, height }
}

/// A pass whose pipeline has a stencil test.
fn stencil(k: &Kit, face: StencilFace, reference: Option<u32>) {
    let format = Format::Depth24UnormStencil8;
    let (_t, z) = k.depth(format);
    let state = DepthState::standard(format).stencil(StencilState::both(face));
    let p = k.triangle_pipeline(|d| d.depth = Some(state));
    let (_t, v) = k.target("target", TextureUsage::empty());
    let color = [Color::clear(&v, [0.0; 4])];
    let depth = Some(Depth::clear(&z, 1.0));
    let d = RasterDesc { label: "pass", color: &color, depth, ..Default::default() };
    k.submit(|b| {
        b.raster(&d, |r| {
            r.pipeline(&p);
            if let Some(reference) = reference {
                r.stencil_reference(reference);
            }
            r.draw(0..3, 0..1);
        });
    });
}

/// A pass that draws with a uniform buffer, of which the shader reads 32 bytes.
fn item_pass(k: &Kit, item: &Buffer) {
    let kind = BindingKind::Uniform { dynamic: false };
    let layout = k.w.layout(&[LayoutEntry::new(0, Stages::RASTER, kind)]);
    let group = k.w.group("items", &layout, &[GroupEntry::buffer(0, item)]);
    let attributes = [Attribute { location: 0, format: VertexFormat::F32x2, offset: 0 }];
    let buffers = [VertexLayout { stride: 8, attributes: &attributes, ..Default::default() }];
    let groups = [&layout];
    let d = RasterPipelineDesc { buffers: &buffers, groups: &groups, ..Default::default() };
    let p = k.raster("w1.vs_main", "w1.fs0", d);
    let mesh = k.buffer("mesh", 64, BufferUsage::VERTEX, Contents::Zero);
    k.pass(|r| {
        r.pipeline(&p);
        r.group(0, &group, []);
        r.vertex_buffer(0, &mesh, 0);
        r.draw(0..3, 0..1);
    });
}

/// A texture that is filled and then sampled.
fn map(format: Format) -> TextureDesc<'static> {
    let usage = TextureUsage::SAMPLED;
    TextureDesc { usage, ..TextureDesc::sampled("map", format, 4, 4, Contents::Zero) }
}

fn filled(k: &Kit, d: &TextureDesc<'_>) -> (Texture, View) {
    let t = k.w.device.create_texture(&TextureDesc { contents: Contents::Zero, ..*d }).unwrap().value;
    let v = k.w.view(&t);
    (t, v)
}

fn sample(k: &Kit, d: &TextureDesc<'_>, s: SamplerDesc<'_>) {
    let (_t, v) = filled(k, d);
    let (_sampler, group, p) = k.sampling(&v, s);
    k.pass(|r| {
        r.pipeline(&p);
        r.group(0, &group, []);
        r.draw(0..3, 0..1);
    });
}

fn load(k: &Kit, d: &TextureDesc<'_>) {
    let (_t, v) = filled(k, d);
    let (group, p) = k.loading(&v);
    k.pass(|r| {
        r.pipeline(&p);
        r.group(0, &group, []);
        r.draw(0..3, 0..1);
    });
}

/// A pass in which a texture is bound for its texels to be loaded.
fn loaded(k: &Kit, f: impl FnOnce(&mut RasterPass<'_>, &BindGroup)) {
    let (_t, v) = filled(k, &map(Format::Rgba8Unorm));
    let (group, p) = k.loading(&v);
    k.pass(|r| {
        r.pipeline(&p);
        r.group(0, &group, []);
        f(r, &group);
    });
}

/// A pass that compares with a texture.
fn compare(k: &Kit, d: &TextureDesc<'_>) {
    let (_t, v) = filled(k, d);
    let s = SamplerDesc::shadow("shadow", Compare::Less);
    let s = k.w.device.create_sampler(&s).unwrap().value;
    let layout = k.w.layout(&[
        LayoutEntry::new(2, Stages::FRAGMENT, BindingKind::Sampler),
        LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture),
    ]);
    let group = k.w.group("group", &layout, &[GroupEntry::sampler(2, &s), GroupEntry::view(3, &v)]);
    let groups = [&layout];
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let d = RasterPipelineDesc { groups: &groups, push, ..Default::default() };
    let p = k.raster("proof_sample.vs_uv", "proof_sample.fs_compare", d);
    k.pass(|r| {
        r.pipeline(&p);
        r.group(0, &group, []);
        r.push(0, &PUSH);
        r.draw(0..6, 0..1);
    });
}

fn dispatches(k: &Kit, order: Order, counts: &[[u32; 3]]) {
    let words = k.buffer("words", 256, k.writable(), Contents::Zero);
    let (p, group) = k.incrementing(&words);
    let d = ComputeDesc { label: "pass", groups: &[&group], order, ..Default::default() };
    k.submit(|b| {
        b.compute(&d, |c| {
            c.pipeline(&p);
            c.group(0, &group, []);
            for [x, y, z] in counts {
                c.dispatch(*x, *y, *z);
            }
        });
    });
}

/// One dispatch writes the words, another reads them and writes elsewhere.
fn reads_what_another_writes(k: &Kit) {
    let words = k.buffer("words", 256, k.writable(), Contents::Zero);
    let sums = k.buffer("sums", 256, k.writable(), Contents::Zero);
    let (increment, one) = k.incrementing(&words);
    let storage = |binding, write| {
        LayoutEntry::new(binding, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write })
    };
    let layout = k.w.layout(&[storage(0, true), storage(1, false)]);
    let entries = [GroupEntry::buffer(0, &sums), GroupEntry::buffer(1, &words)];
    let two = k.w.group("two", &layout, &entries);
    let d = ComputePipelineDesc {
        label: "add",
        groups: &[&layout],
        push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
        shader: shader("proof_compute.cs_add"),
    };
    let add = k.w.device.create_compute_pipeline(&d).unwrap();
    let d = ComputeDesc { label: "pass", groups: &[&one, &two], ..Default::default() };
    k.submit(|b| {
        b.compute(&d, |c| {
            c.pipeline(&increment);
            c.group(0, &one, []);
            c.dispatch(1, 1, 1);
            c.pipeline(&add);
            c.group(0, &two, []);
            c.push(&[0; 16]);
            c.dispatch(1, 1, 1);
        });
    });
}
