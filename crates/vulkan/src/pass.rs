//! Passes: barriers, attachments, copies.

use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::{attachment, convert};
use ash::vk::{self, Handle};
use candor_rhi::backend::{NativeCopy, PassPart, RasterPlan, TextureSide};
use candor_rhi::format::Aspects;
use candor_rhi::limits::MAX_COLOR_TARGETS;
use candor_rhi::track::{List, Planned, Subject};
use candor_rhi::{Cmd, Color, Load, Raw};

/// Image barriers in one call.
const CHUNK: usize = 16;

impl VulkanDevice {
    /// Makes barriers: those of images as they lie in the list, those of buffers as one memory barrier.
    #[inline(always)]
    pub(crate) fn make_barriers(&self, cmd: Cmd, barriers: &List) {
        let list = barriers.planned();
        if list.is_empty() {
            return;
        }
        if barriers.has_buffers() {
            return self.make_mixed_barriers(cmd, list);
        }
        // SAFETY: the list is of image barriers in Vulkan's own shape: see the assertions below.
        unsafe { self.flush(cmd, list.as_ptr().cast(), list.len(), None) };
    }

    #[inline(never)]
    fn make_mixed_barriers(&self, cmd: Cmd, list: &[Planned]) {
        let mut memory = vk::MemoryBarrier2::default();
        let mut images = [Planned::EMPTY; CHUNK];
        let mut n = 0;
        for b in list {
            if b.is_buffer() {
                memory.src_stage_mask |= vk::PipelineStageFlags2::from_raw(b.from.0[0]);
                memory.src_access_mask |= vk::AccessFlags2::from_raw(b.from.0[1]);
                memory.dst_stage_mask |= vk::PipelineStageFlags2::from_raw(b.to.0[0]);
                memory.dst_access_mask |= vk::AccessFlags2::from_raw(b.to.0[1]);
                continue;
            }
            if n == CHUNK {
                // SAFETY: as above; all of the chunk is written.
                unsafe { self.flush(cmd, images.as_ptr().cast(), n, None) };
                n = 0;
            }
            images[n] = *b;
            n += 1;
        }
        // SAFETY: as above; the first `n` are written.
        unsafe { self.flush(cmd, images.as_ptr().cast(), n, Some(&memory)) };
    }

    /// # Safety
    /// `n` barriers can be read at `images`; their handles are alive; the list is open.
    #[inline(always)]
    unsafe fn flush(
        &self,
        cmd: Cmd,
        images: *const vk::ImageMemoryBarrier2<'_>,
        n: usize,
        memory: Option<&vk::MemoryBarrier2<'_>>,
    ) {
        let info = vk::DependencyInfo {
            s_type: vk::StructureType::DEPENDENCY_INFO,
            memory_barrier_count: u32::from(memory.is_some()),
            p_memory_barriers: memory.map_or(std::ptr::null(), |m| m),
            image_memory_barrier_count: n as u32,
            p_image_memory_barriers: images,
            ..Default::default()
        };
        // SAFETY: by contract.
        unsafe { (self.fns.barrier2)(list(cmd), &info) }
    }

    #[inline]
    pub(crate) fn begin_rendering(&self, cmd: Cmd, p: &RasterPlan<'_>) {
        if self.debug.is_some() {
            self.begin_label(cmd, p.desc.label);
        }
        self.make_barriers(cmd, p.barriers);
        let mut color = [const { std::mem::MaybeUninit::<vk::RenderingAttachmentInfo<'static>>::uninit() };
            MAX_COLOR_TARGETS];
        for (slot, c) in color.iter_mut().zip(p.desc.color) {
            slot.write(color_attachment(c));
        }
        let mut zs = std::mem::MaybeUninit::uninit();
        let (mut depth, mut stencil) =
            (std::ptr::null::<vk::RenderingAttachmentInfo<'_>>(), std::ptr::null());
        if let Some(d) = &p.desc.depth {
            let aspects = d.view.texture_aspects();
            let both: &[_; 2] = zs.write(attachment::depth(d));
            if aspects.contains(Aspects::DEPTH) {
                depth = &both[0];
            }
            if aspects.contains(Aspects::STENCIL) {
                stencil = &both[1];
            }
        }
        let [width, height] = p.size;
        let area = vk::Rect2D { offset: vk::Offset2D { x: 0, y: 0 }, extent: vk::Extent2D { width, height } };
        let info = vk::RenderingInfo {
            s_type: vk::StructureType::RENDERING_INFO,
            p_next: std::ptr::null(),
            flags: vk::RenderingFlags::from_raw(p.part as u32),
            render_area: area,
            layer_count: 1,
            view_mask: 0,
            color_attachment_count: p.desc.color.len().min(MAX_COLOR_TARGETS) as u32,
            p_color_attachments: color.as_ptr().cast(),
            p_depth_attachment: depth,
            p_stencil_attachment: stencil,
            _marker: std::marker::PhantomData,
        };
        // SAFETY: the list is open; views are alive and of this device; as many attachments are written as are counted.
        unsafe { (self.fns.begin_rendering)(list(cmd), &info) }
        if p.viewport {
            self.set_whole_viewport(cmd, area);
        }
    }

    /// From the bottom edge upwards, so that clip space has y up.
    #[inline(never)]
    fn set_whole_viewport(&self, cmd: Cmd, area: vk::Rect2D) {
        let (w, h) = (area.extent.width as f32, area.extent.height as f32);
        let viewport = vk::Viewport { x: 0.0, y: h, width: w, height: -h, min_depth: 0.0, max_depth: 1.0 };
        // SAFETY: the list is open.
        unsafe {
            (self.fns.set_viewport)(list(cmd), 0, 1, &viewport);
            (self.fns.set_scissor)(list(cmd), 0, 1, &area);
        }
    }

    #[inline]
    pub(crate) fn end_rendering(&self, cmd: Cmd) {
        // SAFETY: a pass of this list was begun.
        unsafe { (self.fns.end_rendering)(list(cmd)) };
        if self.debug.is_some() {
            self.end_label(cmd);
        }
    }

    /// Orders dispatches within a pass.
    pub(crate) fn make_serial(&self, cmd: Cmd) {
        let access = vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE;
        let memory = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .src_access_mask(vk::AccessFlags2::SHADER_STORAGE_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .dst_access_mask(access)];
        let info = vk::DependencyInfo::default().memory_barriers(&memory);
        // SAFETY: the list is open.
        unsafe { (self.fns.barrier2)(list(cmd), &info) }
    }

    pub(crate) fn make_copies(&self, cmd: Cmd, copies: &[NativeCopy]) {
        let b = list(cmd);
        for c in copies {
            // SAFETY: ranges were checked against both resources, which are alive and in the layouts of copies.
            unsafe { self.make_copy(b, c) }
        }
    }

    /// # Safety
    /// As `Backend::copies`.
    unsafe fn make_copy(&self, b: vk::CommandBuffer, c: &NativeCopy) {
        let d = &self.raw;
        let (from, to) = (vk::ImageLayout::TRANSFER_SRC_OPTIMAL, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        // SAFETY: by contract.
        unsafe {
            match *c {
                NativeCopy::Buffer { src, src_offset, dst, dst_offset, size } => {
                    let region = [vk::BufferCopy { src_offset, dst_offset, size }];
                    d.cmd_copy_buffer(b, buffer(src), buffer(dst), &region);
                }
                NativeCopy::Fill { dst, offset, size, value } => {
                    d.cmd_fill_buffer(b, buffer(dst), offset, size, value);
                }
                NativeCopy::Upload { src, offset, row_texels, rows, dst, size } => {
                    let region = [buffer_image(offset, row_texels, rows, &dst, size)];
                    d.cmd_copy_buffer_to_image(b, buffer(src), image(dst.raw), to, &region);
                }
                NativeCopy::Download { src, size, dst, offset, row_texels, rows } => {
                    let region = [buffer_image(offset, row_texels, rows, &src, size)];
                    d.cmd_copy_image_to_buffer(b, image(src.raw), from, buffer(dst), &region);
                }
                NativeCopy::Texture { src, dst, size } => {
                    let region = [vk::ImageCopy {
                        src_subresource: layers(&src),
                        src_offset: origin(&src),
                        dst_subresource: layers(&dst),
                        dst_offset: origin(&dst),
                        extent: extent(size),
                    }];
                    d.cmd_copy_image(b, image(src.raw), from, image(dst.raw), to, &region);
                }
                NativeCopy::Queries { set, first, count, words, dst, offset } => {
                    self.results(b, (set, first, count), words, (dst, offset));
                }
                NativeCopy::Blit { ref src, src_size, ref dst, dst_size, filter } => {
                    self.blit(b, (src, src_size), (dst, dst_size), filter);
                }
                NativeCopy::Clear { raw, ref range, ref value } => self.clear(b, raw, range, value),
                NativeCopy::Zero { raw, range } => {
                    let ranges = [convert::range(&range)];
                    if range.aspects.contains(Aspects::COLOR) {
                        let zero = vk::ClearColorValue { uint32: [0; 4] };
                        d.cmd_clear_color_image(b, image(raw), to, &zero, &ranges);
                    } else {
                        let zero = vk::ClearDepthStencilValue { depth: 0.0, stencil: 0 };
                        d.cmd_clear_depth_stencil_image(b, image(raw), to, &zero, &ranges);
                    }
                }
            }
        }
    }
}

/// Parts of a pass are numbered as Vulkan's flags.
const _: () = {
    let (suspending, resuming) = (vk::RenderingFlags::SUSPENDING, vk::RenderingFlags::RESUMING);
    assert!(PassPart::First as u32 == suspending.as_raw());
    assert!(PassPart::Last as u32 == resuming.as_raw());
    assert!(PassPart::Middle as u32 == suspending.as_raw() | resuming.as_raw());
};

/// `Planned` is `VkImageMemoryBarrier2`.
const _: () = {
    use std::mem::offset_of;
    type Native = vk::ImageMemoryBarrier2<'static>;
    assert!(size_of::<Planned>() == size_of::<Native>());
    assert!(align_of::<Planned>() >= align_of::<Native>());
    assert!(offset_of!(Native, s_type) == offset_of!(Planned, head));
    assert!(offset_of!(Native, p_next) == offset_of!(Planned, head) + 8);
    assert!(offset_of!(Native, src_stage_mask) == offset_of!(Planned, from));
    assert!(offset_of!(Native, src_access_mask) == offset_of!(Planned, from) + 8);
    assert!(offset_of!(Native, dst_stage_mask) == offset_of!(Planned, to));
    assert!(offset_of!(Native, dst_access_mask) == offset_of!(Planned, to) + 8);
    assert!(offset_of!(Native, old_layout) == offset_of!(Planned, old));
    assert!(offset_of!(Native, new_layout) == offset_of!(Planned, new));
    assert!(offset_of!(Native, src_queue_family_index) == offset_of!(Planned, subject));
    assert!(offset_of!(Native, dst_queue_family_index) == offset_of!(Planned, subject) + 4);
    assert!(offset_of!(Native, image) == offset_of!(Planned, subject) + offset_of!(Subject, raw));
    assert!(
        offset_of!(Native, subresource_range) == offset_of!(Planned, subject) + offset_of!(Subject, range)
    );
    assert!(size_of::<vk::ImageSubresourceRange>() == size_of::<[u32; 5]>());
};

pub(crate) fn buffer(raw: Raw) -> vk::Buffer {
    vk::Buffer::from_raw(raw.0)
}

pub(crate) fn image(raw: Raw) -> vk::Image {
    vk::Image::from_raw(raw.0)
}

pub(crate) fn layers(s: &TextureSide) -> vk::ImageSubresourceLayers {
    vk::ImageSubresourceLayers {
        aspect_mask: convert::aspects(s.aspect),
        mip_level: s.mip,
        base_array_layer: s.layer,
        layer_count: s.layers,
    }
}

fn origin(s: &TextureSide) -> vk::Offset3D {
    let [x, y, z] = s.origin.map(|v| v as i32);
    vk::Offset3D { x, y, z }
}

fn extent([width, height, depth]: [u32; 3]) -> vk::Extent3D {
    vk::Extent3D { width, height, depth }
}

fn buffer_image(offset: u64, row: u32, rows: u32, side: &TextureSide, size: [u32; 3]) -> vk::BufferImageCopy {
    vk::BufferImageCopy {
        buffer_offset: offset,
        buffer_row_length: row,
        buffer_image_height: rows,
        image_subresource: layers(side),
        image_offset: origin(side),
        image_extent: extent(size),
    }
}

#[inline]
fn color_attachment(c: &Color<'_>) -> vk::RenderingAttachmentInfo<'static> {
    let (load_op, value) = match c.load {
        Load::Load => (vk::AttachmentLoadOp::LOAD, [0.0; 4]),
        Load::Clear(v) => (vk::AttachmentLoadOp::CLEAR, v),
        Load::Discard => (vk::AttachmentLoadOp::DONT_CARE, [0.0; 4]),
    };
    let (mode, resolve) = match c.resolve {
        None => (vk::ResolveModeFlags::NONE, Raw::NULL),
        Some(v) => (vk::ResolveModeFlags::AVERAGE, v.raw()),
    };
    vk::RenderingAttachmentInfo {
        s_type: vk::StructureType::RENDERING_ATTACHMENT_INFO,
        p_next: std::ptr::null(),
        image_view: vk::ImageView::from_raw(c.view.raw().0),
        image_layout: vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL,
        resolve_mode: mode,
        resolve_image_view: vk::ImageView::from_raw(resolve.0),
        resolve_image_layout: vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL,
        load_op,
        store_op: attachment::store_op(c.store),
        clear_value: vk::ClearValue { color: vk::ClearColorValue { float32: value } },
        _marker: std::marker::PhantomData,
    }
}
