//! The depth attachment in Vulkan's terms: depth and stencil each have one of their own.

use ash::vk::{self, Handle};
use candor_rhi::{Depth, Load, ResolveMode, Store};

/// Depth, then stencil. Which of the two exist is the format's to say.
pub(crate) fn depth(d: &Depth<'_>) -> [vk::RenderingAttachmentInfo<'static>; 2] {
    let layout = match d.read_only {
        true => vk::ImageLayout::DEPTH_STENCIL_READ_ONLY_OPTIMAL,
        false => vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
    };
    let both = vk::RenderingAttachmentInfo::default()
        .image_view(vk::ImageView::from_raw(d.view.raw().0))
        .image_layout(layout);
    let (depth_clear, stencil_ops) = match d.load {
        Load::Clear((depth, _)) => (depth, d.stencil_ops()),
        Load::Load | Load::Discard => (0.0, d.stencil_ops()),
    };
    let stencil_clear = match stencil_ops.load {
        Load::Clear(stencil) => stencil,
        Load::Load | Load::Discard => 0,
    };
    let value = vk::ClearDepthStencilValue { depth: depth_clear, stencil: stencil_clear };
    let both = both.clear_value(vk::ClearValue { depth_stencil: value });
    let (mut depth, mut stencil) = (
        both.load_op(load_op(&d.load)).store_op(store_op(d.store)),
        both.load_op(load_op(&stencil_ops.load)).store_op(store_op(stencil_ops.store)),
    );
    if let Some(r) = &d.resolve {
        for (attachment, mode) in [(&mut depth, r.depth), (&mut stencil, r.stencil)] {
            if let Some(mode) = mode {
                attachment.resolve_mode = resolve_mode(mode);
                attachment.resolve_image_view = vk::ImageView::from_raw(r.view.raw().0);
                attachment.resolve_image_layout = vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
            }
        }
    }
    [depth, stencil]
}

/// Modes are numbered as Vulkan's.
fn resolve_mode(m: ResolveMode) -> vk::ResolveModeFlags {
    vk::ResolveModeFlags::from_raw(m as u32)
}

const _: () = {
    assert!(ResolveMode::SampleZero as u32 == vk::ResolveModeFlags::SAMPLE_ZERO.as_raw());
    assert!(ResolveMode::Average as u32 == vk::ResolveModeFlags::AVERAGE.as_raw());
    assert!(ResolveMode::Min as u32 == vk::ResolveModeFlags::MIN.as_raw());
    assert!(ResolveMode::Max as u32 == vk::ResolveModeFlags::MAX.as_raw());
};

pub(crate) fn load_op<C>(l: &Load<C>) -> vk::AttachmentLoadOp {
    match l {
        Load::Load => vk::AttachmentLoadOp::LOAD,
        Load::Clear(_) => vk::AttachmentLoadOp::CLEAR,
        Load::Discard => vk::AttachmentLoadOp::DONT_CARE,
    }
}

pub(crate) fn store_op(s: Store) -> vk::AttachmentStoreOp {
    match s {
        Store::Store => vk::AttachmentStoreOp::STORE,
        Store::Discard => vk::AttachmentStoreOp::DONT_CARE,
    }
}
