//! Doors of the Vulkan backend: Candor on a device that plain ash has made, and ash on a device of Candor's. Pixels and words are
//! read back by the other side, under the validation layer, which also tells what nobody has destroyed.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bed;
mod native;

use ash::vk;
use bed::{Bed, PUSH, QUAD, WAIT, column, push, stage};
use candor_caps::Plan;
use candor_rhi::interop::{AdoptBuffer, AdoptTexture, Standing};
use candor_rhi::queue::Queue;
use candor_rhi::usage::{Layout, Usage};
use candor_rhi::*;
use candor_vulkan::interop::{self, ForeignDevice};
use native::{COLOR, Native};
use std::time::Duration;

const NONE: Stages = Stages::empty();
const SIZE: [u32; 2] = [16, 4];
const BYTES: u64 = 16 * 4 * 4;
const COLOR_ASPECT: vk::ImageAspectFlags = vk::ImageAspectFlags::COLOR;
const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
const USAGE: TextureUsage =
    TextureUsage::COLOR.union(TextureUsage::COPY_SRC).union(TextureUsage::COPY_TARGET);
const COPIED: Usage = Usage::new(Access::COPY_SRC, NONE);
const DREW: Usage = Usage::new(Access::COLOR, NONE);
const V12: &str = "VkPhysicalDeviceVulkan12Features";
const V13: &str = "VkPhysicalDeviceVulkan13Features";
/// What the ash program has enabled, and less: Candor goes the older ways then.
const BITS: [&[(&str, &str)]; 3] = [
    &[(V12, "timelineSemaphore"), (V13, "dynamicRendering"), (V13, "synchronization2")],
    &[(V13, "dynamicRendering"), (V13, "synchronization2")],
    &[(V12, "timelineSemaphore")],
];

fn told(n: &Native, bits: &[(&str, &str)]) -> Plan {
    Plan::told(vk::API_VERSION_1_3, &n.extensions, &[], bits).unwrap()
}

fn foreign<'a>(n: &Native, plan: &'a Plan) -> ForeignDevice<'a> {
    ForeignDevice {
        entry: n.entry.clone(),
        instance: n.instance.clone(),
        physical: n.physical,
        device: n.device.clone(),
        queue: n.queue,
        family: n.family,
        plan,
    }
}

fn candor_on(n: &Native, bits: &[(&str, &str)]) -> Device {
    let plan = told(n, bits);
    // SAFETY: the handles belong together, were made so, and outlive the device: each test ends it first.
    Device::new(unsafe { interop::adopt_device(&foreign(n, &plan)) }.unwrap())
}

fn info() -> TextureInfo {
    TextureInfo {
        dim: TextureDim::D2,
        format: Format::Rgba8Unorm,
        size: [SIZE[0], SIZE[1], 1],
        layers: 1,
        mips: 1,
        samples: 1,
        usage: USAGE,
        shared: false,
    }
}

/// Draws column `i` of 4.
fn draw(d: &Device, batch: &mut Batch, view: &View, i: usize, color: [f32; 4]) {
    let colors = [Format::Rgba8Unorm.into()];
    let desc = RasterPipelineDesc {
        label: "quad",
        vertex: stage(QUAD),
        fragment: Some(stage("proof_draw.fs_color")),
        push: PUSH,
        colors: &colors,
        ..Default::default()
    };
    let pipeline = d.create_raster_pipeline(&desc).unwrap();
    let load = [Color::load(view)];
    batch.raster(&RasterDesc { label: "candor", color: &load, ..Default::default() }, |p| {
        p.pipeline(&pipeline);
        p.push(0, &push(column(i, 4), [0.5; 2], color));
        p.draw(0..6, 0..1);
    });
}

/// Fills column `i` of 4 with Vulkan alone; the image is in the layout of attachments.
fn ash_draws(d: &ash::Device, list: vk::CommandBuffer, view: vk::ImageView, i: i32, color: [f32; 4]) {
    let quarter = SIZE[0] / 4;
    let extent = vk::Extent2D { width: quarter, height: SIZE[1] };
    let area = vk::Rect2D { offset: vk::Offset2D { x: i * quarter as i32, y: 0 }, extent };
    let clear = vk::ClearValue { color: vk::ClearColorValue { float32: color } };
    let attachments = [vk::RenderingAttachmentInfo::default()
        .image_view(view)
        .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .store_op(vk::AttachmentStoreOp::STORE)
        .clear_value(clear)];
    let info = vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&attachments);
    // SAFETY: the list is open, the view alive and in its layout. Viewport and scissor are left as nobody would want them.
    unsafe {
        d.cmd_begin_rendering(list, &info);
        d.cmd_end_rendering(list);
        d.cmd_set_viewport(list, 0, &[vk::Viewport { width: 1.0, height: 1.0, ..Default::default() }]);
        d.cmd_set_scissor(list, 0, &[vk::Rect2D::default()]);
    }
}

fn ash_copies(d: &ash::Device, list: vk::CommandBuffer, image: vk::Image, buffer: vk::Buffer) {
    let region = [vk::BufferImageCopy::default()
        .image_subresource(vk::ImageSubresourceLayers {
            aspect_mask: COLOR_ASPECT,
            layer_count: 1,
            ..Default::default()
        })
        .image_extent(vk::Extent3D { width: SIZE[0], height: SIZE[1], depth: 1 })];
    // SAFETY: the list is open, both are alive and the buffer is long enough.
    unsafe {
        d.cmd_copy_image_to_buffer(list, image, vk::ImageLayout::TRANSFER_SRC_OPTIMAL, buffer, &region);
    }
}

/// Columns of these colours.
fn expected(columns: [[f32; 4]; 4]) -> Vec<u8> {
    let row: Vec<u8> =
        columns.iter().flat_map(|c| c.map(|x| (x * 255.0) as u8).repeat(SIZE[0] as usize / 4)).collect();
    row.repeat(SIZE[1] as usize)
}

/// A semaphore of the ash program, destroyed by the test.
fn semaphore(d: &ash::Device, kind: vk::SemaphoreType) -> vk::Semaphore {
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(kind);
    // SAFETY: a valid description.
    unsafe { d.create_semaphore(&vk::SemaphoreCreateInfo::default().push_next(&mut kind), None) }.unwrap()
}

#[test]
fn candor_draws_into_an_image_of_an_ash_program_and_ash_reads_it_back() {
    for bits in BITS {
        let Some(n) = Native::new("interop: a foreign device") else { return };
        let image = n.image(COLOR, SIZE, 1, interop::image_usage(USAGE), COLOR_ASPECT);
        let (first, second) = (n.buffer(&[0; BYTES as usize]), n.buffer(&[9; BYTES as usize]));
        n.submit(|d, list| {
            use vk::ImageLayout as L;
            n.turn(list, image, COLOR_ASPECT, [L::UNDEFINED, L::COLOR_ATTACHMENT_OPTIMAL]);
            for i in 0..4 {
                ash_draws(d, list, image.view, i, RED);
            }
        });
        let d = candor_on(&n, bits);
        let now = Standing { usage: DREW, layout: Layout::Color };
        let guest = AdoptTexture { label: "theirs", info: info(), now, left: Some(COPIED) };
        let heap = AdoptBuffer {
            label: "their buffer",
            size_bytes: BYTES,
            usage: BufferUsage::COPY_TARGET | BufferUsage::COPY_SRC,
            now: Usage::NONE,
            left: None,
        };
        // SAFETY: both are as told, and outlive the device.
        let (t, b) = unsafe {
            let t = interop::adopt_image(&d, image.image, &guest).unwrap();
            (t, interop::adopt_buffer(&d, second.buffer, &heap).unwrap())
        };
        assert_eq!(interop::image(&d, &t).unwrap(), image.image);
        assert_eq!(interop::buffer(&d, &b).unwrap(), second.buffer);
        let v = d.create_view(&t, &ViewDesc::default()).unwrap();
        let mut batch = d.batch();
        draw(&d, &mut batch, &v, 2, GREEN);
        let dst = BufferSide { buffer: &b, offset: 0, row_bytes: 0, rows: 0 };
        batch.copies("into theirs", &[Copy::TextureToBuffer { src: Region::level(&t, 0), dst }]);
        batch.release("for the host", &[Use::Buffer(&b, Access::HOST_READ, NONE)]);
        let receipt = batch.submit().unwrap();
        // On the same queue: after the batch, in the state that it was told to leave.
        n.submit(|d, list| ash_copies(d, list, image.image, first.buffer));
        receipt.wait(WAIT).unwrap();
        let picture = expected([RED, RED, GREEN, RED]);
        assert_eq!(n.read(first), picture, "as ash reads it");
        assert_eq!(n.read(second), picture, "as Candor has written it");

        // Ash goes on and leaves it otherwise; Candor is told.
        n.submit(|d, list| {
            use vk::ImageLayout as L;
            n.turn(list, image, COLOR_ASPECT, [L::TRANSFER_SRC_OPTIMAL, L::COLOR_ATTACHMENT_OPTIMAL]);
            ash_draws(d, list, image.view, 0, BLUE);
        });
        // SAFETY: it stands so.
        unsafe {
            interop::resume_image(&d, &t, DREW, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL).unwrap();
        }
        let mut batch = d.batch();
        draw(&d, &mut batch, &v, 3, BLUE);
        let readback = batch.read_texture(&Region::level(&t, 0));
        batch.submit().unwrap().wait(WAIT).unwrap();
        assert_eq!(readback.wait(WAIT).unwrap(), expected([BLUE, RED, GREEN, BLUE]));

        // What is Candor's goes; what is not stays.
        drop((t, b, v, readback, receipt));
        let report = d.close(WAIT);
        assert_eq!((report.alive, report.destroyed), (vec![], true));
        n.submit(|d, list| ash_copies(d, list, image.image, second.buffer));
        assert_eq!(n.read(second), expected([BLUE, RED, GREEN, BLUE]));
        n.silent();
        assert_eq!(n.end(), Vec::<String>::new(), "nobody left anything behind");
    }
}

#[test]
fn ash_draws_into_a_texture_of_candor_inside_of_a_batch_and_beside_it() {
    let Some(b) = Bed::new("interop: a foreign pass") else { return };
    let d = &b.device;
    let desc = TextureDesc {
        usage: USAGE,
        ..TextureDesc::color_target("own", Format::Rgba8Unorm, SIZE[0], SIZE[1])
    };
    let t = d.create_texture(&desc).unwrap().value;
    let v = d.create_view(&t, &ViewDesc::default()).unwrap();
    let view = interop::image_view(d, &v).unwrap();
    let mut batch = d.batch();
    draw(d, &mut batch, &v, 0, RED);
    let uses = [Use::View(&v, Access::COLOR, NONE)];
    let pass = ForeignDesc { label: "ash", uses: &uses };
    // SAFETY: it draws on what is declared, ends what it begins, and keeps nothing.
    unsafe { interop::record(d, &mut batch, &pass, |d, list| ash_draws(d, list, view, 1, GREEN)).unwrap() };
    draw(d, &mut batch, &v, 2, BLUE);
    batch.release("to ash", &uses);
    batch.submit().unwrap();

    // A submission of ash's own, on Candor's queue: the layout is as it was released, and is left so.
    let h = interop::handles(d).unwrap();
    let (pool, fence) = interop::with_queue(d, Queue::Main, |d, queue, family| {
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        // SAFETY: the device is alive; the list is recorded here alone; the queue is lent.
        unsafe {
            let pool = d.create_command_pool(&pool, None).unwrap();
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let lists = d.allocate_command_buffers(&info).unwrap();
            d.begin_command_buffer(lists[0], &vk::CommandBufferBeginInfo::default()).unwrap();
            ash_draws(d, lists[0], view, 3, RED);
            d.end_command_buffer(lists[0]).unwrap();
            let fence = d.create_fence(&vk::FenceCreateInfo::default(), None).unwrap();
            d.queue_submit(queue, &[vk::SubmitInfo::default().command_buffers(&lists)], fence).unwrap();
            (pool, fence)
        }
    })
    .unwrap();
    assert_eq!(interop::layout_of(&t, Access::COLOR), vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
    let mut batch = d.batch();
    let readback = batch.read_texture(&Region::level(&t, 0));
    batch.submit().unwrap().wait(WAIT).unwrap();
    assert_eq!(readback.wait(WAIT).unwrap(), expected([RED, GREEN, BLUE, RED]));
    // SAFETY: they are ash's, and what was submitted has finished.
    unsafe {
        h.device.wait_for_fences(&[fence], true, u64::MAX).unwrap();
        h.device.destroy_fence(fence, None);
        h.device.destroy_command_pool(pool, None);
    }
    b.silent();
}

#[test]
fn ash_reads_and_writes_buffers_of_candor_inside_of_a_batch() {
    let Some(b) = Bed::new("interop: buffers") else { return };
    let d = &b.device;
    let from = b.buffer(BufferUsage::COPY_SRC, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let to = b.buffer(BufferUsage::COPY_TARGET, &[0; 8]);
    let (src, dst) = (interop::buffer(d, &from).unwrap(), interop::buffer(d, &to).unwrap());
    let mut batch = d.batch();
    batch.copies("before", &[Copy::Fill { dst: &to, offset: 0, size: 8, value: 0x0909_0909 }]);
    let uses = [Use::Buffer(&from, Access::COPY_SRC, NONE), Use::Buffer(&to, Access::COPY_DST, NONE)];
    let copy = |d: &ash::Device, list| {
        let region = [vk::BufferCopy { src_offset: 4, dst_offset: 0, size: 4 }];
        // SAFETY: as declared.
        unsafe { d.cmd_copy_buffer(list, src, dst, &region) }
    };
    // SAFETY: as declared, and nothing is kept.
    unsafe { interop::record(d, &mut batch, &ForeignDesc { label: "ash", uses: &uses }, copy).unwrap() };
    let readback = batch.read_buffer(&to, 0..8);
    batch.submit().unwrap().wait(WAIT).unwrap();
    assert_eq!(readback.wait(WAIT).unwrap(), [5, 6, 7, 8, 9, 9, 9, 9]);
    // The same, recorded before there was a batch.
    let h = interop::handles(d).unwrap();
    let family = interop::with_queue(d, Queue::Main, |_, _, family| family).unwrap();
    let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
    // SAFETY: everything is of the device, and outlives the batch.
    unsafe {
        let pool = h.device.create_command_pool(&pool, None).unwrap();
        let lists = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(vk::CommandBufferLevel::SECONDARY)
            .command_buffer_count(1);
        let list = h.device.allocate_command_buffers(&lists).unwrap();
        let inheritance = vk::CommandBufferInheritanceInfo::default();
        let begin = vk::CommandBufferBeginInfo::default().inheritance_info(&inheritance);
        h.device.begin_command_buffer(list[0], &begin).unwrap();
        copy(h.device, list[0]);
        h.device.end_command_buffer(list[0]).unwrap();
        let mut batch = d.batch();
        batch.copies("before", &[Copy::Fill { dst: &to, offset: 0, size: 8, value: 0x0707_0707 }]);
        let theirs = ForeignDesc { label: "theirs", uses: &uses };
        interop::execute(d, &mut batch, &theirs, &list).unwrap();
        interop::execute(d, &mut batch, &theirs, &[]).unwrap();
        let readback = batch.read_buffer(&to, 0..8);
        batch.submit().unwrap().wait(WAIT).unwrap();
        assert_eq!(readback.wait(WAIT).unwrap(), [5, 6, 7, 8, 7, 7, 7, 7]);
        h.device.destroy_command_pool(pool, None);
    }
    b.silent();
}

#[test]
fn batches_wait_for_semaphores_of_others_and_signal_them() {
    let Some(n) = Native::new("interop: semaphores") else { return };
    let d = candor_on(&n, BITS[0]);
    let heap = n.buffer(&[0; 8]);
    let guest = AdoptBuffer {
        label: "their buffer",
        size_bytes: 8,
        usage: BufferUsage::COPY_TARGET,
        now: Usage::NONE,
        left: Some(Usage::new(Access::HOST_READ, NONE)),
    };
    // SAFETY: it is as told, and outlives the device.
    let b = unsafe { interop::adopt_buffer(&d, heap.buffer, &guest).unwrap() };
    let (line, flag) =
        (semaphore(&n.device, vk::SemaphoreType::TIMELINE), semaphore(&n.device, vk::SemaphoreType::BINARY));
    let fill = |value, waits: Option<u64>, signals: u64| {
        let mut batch = d.batch();
        batch.copies("fill", &[Copy::Fill { dst: &b, offset: 0, size: 8, value }]);
        // SAFETY: they outlive the batch; values rise; the binary one is signalled once and waited for once.
        unsafe {
            match waits {
                Some(value) => {
                    interop::wait_semaphore(&mut batch, line, Some(value));
                    interop::signal_semaphore(&mut batch, flag, None);
                }
                None => interop::wait_semaphore(&mut batch, flag, None),
            }
            interop::signal_semaphore(&mut batch, line, Some(signals));
        }
        batch.submit().unwrap()
    };
    let first = fill(1, Some(1), 2);
    // Nobody has signalled 1: however long it takes, the batch has not begun.
    assert_eq!(first.wait(Duration::from_millis(20)).unwrap_err().code(), Code::Timeout);
    assert_eq!(n.read(heap), [0; 8]);
    // SAFETY: it is at 0.
    unsafe {
        n.device.signal_semaphore(&vk::SemaphoreSignalInfo::default().semaphore(line).value(1)).unwrap();
    }
    let second = fill(2, None, 3);
    let (lines, values) = ([line], [3]);
    let wait = vk::SemaphoreWaitInfo::default().semaphores(&lines).values(&values);
    // SAFETY: it is signalled by the second batch.
    unsafe { n.device.wait_semaphores(&wait, u64::MAX).unwrap() };
    assert_eq!(n.read(heap), [2, 0, 0, 0, 2, 0, 0, 0]);
    second.wait(WAIT).unwrap();
    drop((first, second, b));
    assert!(d.close(WAIT).destroyed);
    // SAFETY: nothing uses them any more.
    unsafe {
        n.device.destroy_semaphore(line, None);
        n.device.destroy_semaphore(flag, None);
    }
    assert_eq!(n.end(), Vec::<String>::new());
}

#[test]
fn what_a_foreign_device_is_said_to_have_is_checked_where_vulkan_can_tell() {
    let Some(n) = Native::new("interop: claims") else { return };
    let no = |plan: &Plan, change: fn(&mut ForeignDevice<'_>)| {
        let mut f = foreign(&n, plan);
        change(&mut f);
        // SAFETY: what is wrong is found before anything is used.
        let Err(why) = (unsafe { interop::adopt_device(&f) }) else { panic!("{plan}") };
        why.to_string()
    };
    let said = no(&Plan::told(vk::API_VERSION_1_3, &[], &["VK_QCOM_tile_properties"], &[]).unwrap(), |_| {});
    assert!(said.contains("VK_QCOM_tile_properties"), "{said}");
    let said = no(&Plan::told(vk::API_VERSION_1_3, &["VK_MVK_macos_surface"], &[], &[]).unwrap(), |_| {});
    assert!(said.contains("VK_MVK_macos_surface"), "{said}");
    let bits = [("VkPhysicalDeviceTilePropertiesFeaturesQCOM", "tileProperties")];
    let said = no(&Plan::told(vk::API_VERSION_1_3, &[], &[], &bits).unwrap(), |_| {});
    assert!(said.contains("tileProperties"), "{said}");
    let said = no(&Plan::told(vk::make_api_version(0, 7, 0, 0), &[], &[], &[]).unwrap(), |_| {});
    assert!(said.contains("7.0"), "{said}");
    let said = no(&Plan::told(vk::API_VERSION_1_0, &[], &[], &[]).unwrap(), |_| {});
    assert!(said.contains("VK_KHR_maintenance1"), "{said}");
    let plan = told(&n, BITS[0]);
    let said = no(&plan, |f| f.family = 99);
    assert!(said.contains("99"), "{said}");
    let said = no(&plan, |f| f.queue = vk::Queue::null());
    assert!(said.contains("draws nothing"), "{said}");
    assert_eq!(n.end(), Vec::<String>::new());
}

#[test]
fn doors_of_vulkan_are_for_devices_of_vulkan() {
    let null = Device::new(null::NullBackend::new(null::NullDesc::default()));
    let refused = interop::handles(&null).err().map(|e| (e.code(), e.to_string()));
    assert!(refused.is_some_and(|(code, said)| code == Code::NoDoor && said.contains("null")));
    for (layout, known) in [
        (vk::ImageLayout::UNDEFINED, true),
        (vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL, true),
        (vk::ImageLayout::PREINITIALIZED, false),
    ] {
        assert_eq!(interop::layout(layout).is_some(), known, "{layout:?}");
    }
    let Some(b) = Bed::new("interop: null handles") else { return };
    let guest = AdoptTexture { label: "nothing", info: info(), now: Standing::NEW, left: None };
    // SAFETY: it is refused.
    let refused = unsafe { interop::adopt_image(&b.device, vk::Image::null(), &guest) }.unwrap_err();
    let mut foreign = null.batch();
    let pass = ForeignDesc { label: "theirs", uses: &[] };
    // SAFETY: it is not recorded.
    let mixed = unsafe { interop::record(&b.device, &mut foreign, &pass, |_, _| panic!()) }.unwrap_err();
    assert_eq!(mixed.code(), Code::ForeignObject);
    assert!(refused.to_string().contains("VK_NULL_HANDLE"), "{refused}");
}
