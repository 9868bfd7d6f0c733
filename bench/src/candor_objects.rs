//! The workload of objects through Candor.

use crate::candor_side;
use crate::workload::*;
use candor_rhi::*;

pub struct Side {
    side: candor_side::Side,
}

/// Everything that a frame makes, in the order in which it goes.
struct Objects {
    groups: Vec<BindGroup>,
    views: Vec<View>,
    _textures: Vec<Texture>,
    buffers: Vec<Buffer>,
}

impl Side {
    pub fn new() -> Self {
        Self { side: candor_side::Side::new(Workload::W3, true) }
    }

    fn make(&self) -> Objects {
        let (d, layout) = (&self.side.device, &self.side.layouts[0]);
        let buffer = BufferDesc {
            label: "buffer",
            size_bytes: OBJECT_BYTES,
            usage: BufferUsage::UNIFORM | BufferUsage::VERTEX | BufferUsage::COPY_SRC | BufferUsage::COPY_DST,
            contents: Contents::Undefined,
            ..Default::default()
        };
        let texture = TextureDesc {
            contents: Contents::Undefined,
            ..TextureDesc::color_target("texture", Format::Rgba8Unorm, OBJECT_SIDE, OBJECT_SIDE)
        };
        let buffers: Vec<_> =
            (0..OBJECT_BUFFERS).map(|_| d.create_buffer(&buffer).expect("a buffer")).collect();
        let textures: Vec<_> =
            (0..OBJECT_TEXTURES).map(|_| d.create_texture(&texture).expect("a texture").value).collect();
        let views: Vec<_> =
            textures.iter().map(|t| d.create_view(t, &ViewDesc::default()).expect("a view")).collect();
        let group = |i: u32| {
            let entries = [
                GroupEntry::buffer_range(0, &buffers[group_buffer(i) as usize], 0, OBJECT_BYTES),
                GroupEntry::view(1, &views[i as usize]),
            ];
            d.create_bind_group(&BindGroupDesc { label: "group", layout, entries: &entries })
                .expect("a group")
        };
        let groups = (0..OBJECT_GROUPS).map(group).collect();
        Objects { groups, views, _textures: textures, buffers }
    }

    /// Fills what the groups name and draws each group to a pixel of its own.
    fn draw(&self, o: &Objects) {
        let side = &self.side;
        for i in 0..OBJECT_GROUPS {
            let buffer = &o.buffers[group_buffer(i) as usize];
            side.device
                .write_buffer(buffer, 0, crate::bytes(&buffer_color(i)))
                .expect("a buffer can be written");
        }
        let mut batch = side.device.batch();
        for (i, v) in (0..).zip(&o.views) {
            let color = [Color::clear(v, texture_color(i))];
            batch.raster(&RasterDesc { label: "fill", color: &color, ..Default::default() }, |_| {});
        }
        let color = [Color::clear(&side.views[0], [0.0; 4])];
        let groups: Vec<_> = o.groups.iter().collect();
        batch.raster(
            &RasterDesc { label: "w3", color: &color, groups: &groups, ..Default::default() },
            |p| {
                p.pipeline(&side.pipelines[0]);
                for (i, g) in (0..).zip(&o.groups) {
                    let (x, y) = group_pixel(i);
                    p.scissor(Rect { x: x as i32, y: y as i32, width: 1, height: 1 });
                    p.group(0, g, []);
                    p.draw(0..3, 0..1);
                }
            },
        );
        side.submit(batch);
    }
}

impl crate::Contender for Side {
    fn record(&mut self) {
        drop(self.make());
        self.side.device.poll();
    }
    fn image(&mut self) -> Vec<u8> {
        let objects = self.make();
        self.draw(&objects);
        drop(objects);
        let image = self.side.read_target();
        self.side.device.poll();
        image
    }
    fn left(&self) -> u64 {
        let (usage, memory) = (self.side.device.usage(), self.side.device.memory());
        usage.live_objects as u64 + usage.waiting_objects as u64 + memory.used_bytes
    }
}
