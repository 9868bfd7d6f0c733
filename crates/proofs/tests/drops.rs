//! A thread drops everything that it has just recorded, before submission, a thousand times: the validation layer stays silent,
//! every picture is right, memory stays flat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, QUAD, WAIT, column, push, stage};
use candor_rhi::*;

const BATCHES: usize = 1000;
/// Batches in flight at a time.
const IN_FLIGHT: usize = 8;
/// Batches after which memory must not grow any more.
const WARM_UP: usize = 2 * IN_FLIGHT;
/// Objects of a batch: three textures with views, sampler, two layouts, two groups, two pipelines with their layouts, a buffer.
const OBJECTS: usize = 16;
const SIDE: u32 = 16;

/// Everything that one batch names, made for it alone.
struct Owned {
    target: Texture,
    target_view: View,
    source: Texture,
    source_view: View,
    scratch: Texture,
    scratch_view: View,
    sampler: Sampler,
    layout: BindGroupLayout,
    group: BindGroup,
    scratch_group: BindGroup,
    fill: RasterPipeline,
    copy: RasterPipeline,
    indices: Buffer,
}

impl Owned {
    fn new(d: &Device, shade: u8) -> Self {
        let format = Format::Rgba8Unorm;
        let make = |desc: &TextureDesc<'_>| {
            let t = d.create_texture(desc).unwrap().value;
            let v = d.create_view(&t, &ViewDesc::default()).unwrap();
            (t, v)
        };
        let texels = [shade; (SIDE * SIDE * 4) as usize];
        let (source, source_view) =
            make(&TextureDesc::sampled("source", format, SIDE, SIDE, Contents::Data(&texels)));
        let (target, target_view) = make(&TextureDesc::color_target("target", format, SIDE, SIDE));
        let (scratch, scratch_view) = make(&TextureDesc::color_target("scratch", format, SIDE, SIDE));
        let sampler = d.create_sampler(&SamplerDesc::nearest("sampler")).unwrap().value;
        let entries = [
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
            LayoutEntry::new(1, Stages::FRAGMENT, BindingKind::Sampler),
        ];
        let layout = d
            .create_bind_group_layout(&BindGroupLayoutDesc {
                label: "layout",
                entries: &entries,
                samplers: &[],
            })
            .unwrap();
        let group = |view| {
            let entries = [GroupEntry::view(0, view), GroupEntry::sampler(1, &sampler)];
            d.create_bind_group(&BindGroupDesc { label: "group", layout: &layout, entries: &entries })
                .unwrap()
        };
        let (group, scratch_group) = (group(&source_view), group(&scratch_view));
        let pipeline = |fragment, groups: &[&BindGroupLayout]| {
            d.create_raster_pipeline(&RasterPipelineDesc {
                label: "pipeline",
                groups,
                push: PUSH,
                vertex: stage(QUAD),
                fragment: Some(stage(fragment)),
                colors: &[format.into()],
                ..Default::default()
            })
            .unwrap()
        };
        let fill = pipeline("proof_draw.fs_color", &[]);
        let copy = pipeline("proof_sample.fs_load", &[&layout]);
        let list: Vec<u8> = (0..6u32).flat_map(u32::to_le_bytes).collect();
        let indices = d
            .create_buffer(&BufferDesc {
                label: "indices",
                size_bytes: 24,
                usage: BufferUsage::INDEX | BufferUsage::COPY_DST,
                contents: Contents::Data(&list),
                ..Default::default()
            })
            .unwrap();
        Self {
            target,
            target_view,
            source,
            source_view,
            scratch,
            scratch_view,
            sampler,
            layout,
            group,
            scratch_group,
            fill,
            copy,
            indices,
        }
    }

    /// Draws the source into the scratch target, that into the target, and a white column over it.
    fn record(&self, batch: &mut Batch) -> Readback {
        let full = push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], [1.0; 4]);
        let color = [Color::clear(&self.scratch_view, [0.0; 4])];
        batch.raster(&RasterDesc { label: "first", color: &color, ..Default::default() }, |r| {
            r.pipeline(&self.copy);
            r.group(0, &self.group, []);
            r.push(0, &full);
            r.draw(0..6, 0..1);
        });
        let color = [Color::clear(&self.target_view, [0.0; 4])];
        let groups = [&self.scratch_group];
        batch.raster(
            &RasterDesc { label: "second", color: &color, groups: &groups, ..Default::default() },
            |r| {
                r.pipeline(&self.copy);
                r.group(0, &self.scratch_group, []);
                r.push(0, &full);
                r.index_buffer(&self.indices, 0, IndexFormat::U32);
                r.draw_indexed(0..6, 0, 0..1);
                r.pipeline(&self.fill);
                r.push(0, &push(column(1, 4), [0.5; 2], [1.0; 4]));
                r.draw(0..6, 0..1);
            },
        );
        batch.read_texture(&Region::level(&self.target, 0))
    }

    /// Drops on another thread, in an order that is not that of creation.
    fn drop_elsewhere(self) {
        std::thread::scope(|s| {
            s.spawn(move || {
                let Self {
                    target, source, source_view, scratch, layout, sampler, indices, fill, copy, ..
                } = self;
                drop((source, target, layout, fill, copy, sampler, indices, scratch, source_view));
            });
        });
    }
}

fn check(bytes: &[u8], shade: u8, batch: usize) {
    for (i, p) in bytes.chunks_exact(4).enumerate() {
        let x = i as u32 % SIDE;
        let expected = if (4..8).contains(&x) { [255; 4] } else { [shade; 4] };
        assert_eq!(p, expected, "batch {batch}, pixel {i}");
    }
}

#[test]
fn what_is_dropped_before_submission_lives_until_the_gpu_has_finished() {
    let Some(b) = Bed::new("drops") else { return };
    let mut flying = std::collections::VecDeque::new();
    let (mut reserved, mut most) = (u64::MAX, 0);
    for n in 0..BATCHES {
        let shade = (n * 7 % 255) as u8;
        let owned = Owned::new(&b.device, shade);
        let mut batch = b.device.batch();
        let readback = owned.record(&mut batch);
        owned.drop_elsewhere();
        let receipt = batch.submit().unwrap_or_else(|e| panic!("batch {n}: {e}"));
        flying.push_back((n, shade, receipt, readback));
        while flying.len() > IN_FLIGHT || (n + 1 == BATCHES && !flying.is_empty()) {
            if let Some((n, shade, receipt, readback)) = flying.pop_front() {
                receipt.wait(WAIT).unwrap();
                check(&readback.wait(WAIT).unwrap(), shade, n);
            }
        }
        let (memory, usage) = (b.device.memory(), b.device.usage());
        most = most.max(usage.waiting_objects);
        assert_eq!(usage.live_objects, 0, "batch {n}: everything was dropped");
        assert!(usage.waiting_objects <= OBJECTS * (IN_FLIGHT + 1), "batch {n}: {usage:?}");
        if n == WARM_UP {
            reserved = memory.reserved_bytes;
        }
        assert!(memory.reserved_bytes <= reserved, "batch {n}: {memory:?}, {reserved} bytes after warm-up");
    }
    b.device.wait_idle(WAIT).unwrap();
    b.device.poll();
    let usage = b.device.usage();
    assert_eq!((usage.waiting_objects, usage.batches), (0, 0), "{usage:?}");
    eprintln!("{BATCHES} batches, at most {most} objects waited, {:?} at the end", b.device.memory());
    assert_eq!(usage.live_objects, 0, "{usage:?}");
    b.silent();
}
