//! Passes: attachments, copies.

use crate::barrier::make_barriers_2;
use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::{attachment, convert};
use ash::vk::{self, Handle};
use candor_rhi::backend::{NativeCopy, PassPart, RasterPlan, TextureSide};
use candor_rhi::format::Aspects;
use candor_rhi::limits::MAX_COLOR_TARGETS;
use candor_rhi::{Cmd, Color, Load, Raw, Store};

impl VulkanDevice {
    #[inline]
    pub(crate) fn begin_pass(&self, cmd: Cmd, p: &RasterPlan<'_>) {
        let Some(quick) = &self.fns.quick else { return self.begin_pass_otherwise(cmd, p) };
        make_barriers_2(quick.barrier, cmd, p.barriers);
        let area = whole(p.size);
        begin_rendering(quick.rendering.begin, cmd, p, area);
        if p.viewport {
            self.set_whole_viewport(cmd, area);
        }
    }

    /// The same where labels are read, or where something has to be done the older way.
    #[inline(never)]
    fn begin_pass_otherwise(&self, cmd: Cmd, p: &RasterPlan<'_>) {
        if self.debug.is_some() {
            self.begin_label(cmd, p.desc.label);
        }
        self.make_barriers(cmd, p.barriers);
        let area = whole(p.size);
        match &self.fns.rendering {
            Some(f) => begin_rendering(f.begin, cmd, p, area),
            None => self.begin_render_pass(cmd, p, area),
        }
        if p.viewport {
            self.set_whole_viewport(cmd, area);
        }
    }

    /// The states that a pass begins with: the whole target, from the bottom edge upwards, so that clip space has y up; and zero
    /// for what blends and stencil tests refer to, since a pipeline that refers to what no list has set is undefined (Vulkan
    /// specification, "Dynamic State").
    #[inline(never)]
    fn set_whole_viewport(&self, cmd: Cmd, area: vk::Rect2D) {
        let (w, h) = (area.extent.width as f32, area.extent.height as f32);
        let viewport = vk::Viewport { x: 0.0, y: h, width: w, height: -h, min_depth: 0.0, max_depth: 1.0 };
        // SAFETY: the list is open.
        unsafe {
            (self.fns.set_viewport)(list(cmd), 0, 1, &viewport);
            (self.fns.set_scissor)(list(cmd), 0, 1, &area);
            (self.fns.set_blend_constants)(list(cmd), &[0.0; 4]);
            (self.fns.set_stencil_reference)(list(cmd), vk::StencilFaceFlags::FRONT_AND_BACK, 0);
        }
    }

    #[inline]
    pub(crate) fn end_pass(&self, cmd: Cmd) {
        let Some(quick) = &self.fns.quick else { return self.end_pass_otherwise(cmd) };
        // SAFETY: a pass of this list was begun.
        unsafe { (quick.rendering.end)(list(cmd)) };
    }

    #[inline(never)]
    fn end_pass_otherwise(&self, cmd: Cmd) {
        match &self.fns.rendering {
            // SAFETY: a pass of this list was begun, by the same means.
            Some(f) => unsafe { (f.end)(list(cmd)) },
            None => self.end_render_pass(cmd),
        }
        if self.debug.is_some() {
            self.end_label(cmd);
        }
    }

    /// Orders dispatches within a pass.
    pub(crate) fn make_serial(&self, cmd: Cmd) {
        let access = vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE;
        let memory = vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .src_access_mask(vk::AccessFlags2::SHADER_STORAGE_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .dst_access_mask(access);
        self.make_memory_barrier(cmd, &memory);
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

/// All of a target.
fn whole([width, height]: [u32; 2]) -> vk::Rect2D {
    vk::Rect2D { offset: vk::Offset2D { x: 0, y: 0 }, extent: vk::Extent2D { width, height } }
}

/// Begins dynamic rendering.
#[inline(always)]
fn begin_rendering(begin: vk::PFN_vkCmdBeginRendering, cmd: Cmd, p: &RasterPlan<'_>, area: vk::Rect2D) {
    let mut color = [const { std::mem::MaybeUninit::<vk::RenderingAttachmentInfo<'static>>::uninit() };
        MAX_COLOR_TARGETS];
    for (slot, c) in color.iter_mut().zip(p.desc.color) {
        slot.write(color_attachment(c));
    }
    let mut zs = std::mem::MaybeUninit::uninit();
    let (mut depth, mut stencil) = (std::ptr::null::<vk::RenderingAttachmentInfo<'_>>(), std::ptr::null());
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
    let info = vk::RenderingInfo {
        s_type: vk::StructureType::RENDERING_INFO,
        p_next: std::ptr::null(),
        flags: vk::RenderingFlags::from_raw(p.part as u32),
        render_area: area,
        layer_count: p.layers,
        view_mask: p.desc.view_mask,
        color_attachment_count: p.desc.color.len().min(MAX_COLOR_TARGETS) as u32,
        p_color_attachments: color.as_ptr().cast(),
        p_depth_attachment: depth,
        p_stencil_attachment: stencil,
        _marker: std::marker::PhantomData,
    };
    // SAFETY: the list is open; views are alive and of this device; as many attachments are written as are counted.
    unsafe { begin(list(cmd), &info) }
}

#[inline]
pub(crate) fn store_op(s: Store) -> vk::AttachmentStoreOp {
    match s {
        Store::Store => vk::AttachmentStoreOp::STORE,
        Store::Discard => vk::AttachmentStoreOp::DONT_CARE,
    }
}

#[inline]
pub(crate) fn load_op<C>(l: &Load<C>) -> vk::AttachmentLoadOp {
    match l {
        Load::Load => vk::AttachmentLoadOp::LOAD,
        Load::Clear(_) => vk::AttachmentLoadOp::CLEAR,
        Load::Discard => vk::AttachmentLoadOp::DONT_CARE,
    }
}

#[inline]
pub(crate) fn clear_color(l: &Load<[f32; 4]>) -> vk::ClearValue {
    let float32 = match l {
        Load::Load | Load::Discard => [0.0; 4],
        Load::Clear(v) => *v,
    };
    vk::ClearValue { color: vk::ClearColorValue { float32 } }
}

pub(crate) fn depth_layout(read_only: bool) -> vk::ImageLayout {
    match read_only {
        true => vk::ImageLayout::DEPTH_STENCIL_READ_ONLY_OPTIMAL,
        false => vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
    }
}

#[inline]
fn color_attachment(c: &Color<'_>) -> vk::RenderingAttachmentInfo<'static> {
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
        load_op: load_op(&c.load),
        store_op: store_op(c.store),
        clear_value: clear_color(&c.load),
        _marker: std::marker::PhantomData,
    }
}
