//! The depth attachment in Vulkan's terms: depth and stencil each have their own ends.

use crate::pass::{depth_layout, load_op, store_op};
use ash::vk::{self, Handle};
use candor_rhi::{Depth, DepthResolve, Load, ResolveMode};

/// What becomes of depth and of stencil: load, store.
pub(crate) type Ops = [(vk::AttachmentLoadOp, vk::AttachmentStoreOp); 2];

/// What becomes of depth, then of stencil, in a pass of one part.
pub(crate) fn ops(d: &Depth<'_>) -> Ops {
    let stencil = d.stencil_ops();
    [(load_op(&d.load), store_op(d.store)), (load_op(&stencil.load), store_op(stencil.store))]
}

/// What depth and stencil are cleared to, as far as they are.
pub(crate) fn clear_value(d: &Depth<'_>) -> vk::ClearValue {
    let depth = match d.load {
        Load::Clear((depth, _)) => depth,
        Load::Load | Load::Discard => 0.0,
    };
    let stencil = match d.stencil_ops().load {
        Load::Clear(stencil) => stencil,
        Load::Load | Load::Discard => 0,
    };
    vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth, stencil } }
}

/// Depth, then stencil. Which of the two exist is the format's to say.
pub(crate) fn depth(d: &Depth<'_>) -> [vk::RenderingAttachmentInfo<'static>; 2] {
    let mut both = ops(d).map(|(load, store)| {
        // What is only read is left alone: even storing it unchanged would count as a write, beside shaders that sample it.
        let store = if d.read_only { vk::AttachmentStoreOp::NONE } else { store };
        vk::RenderingAttachmentInfo::default()
            .image_view(vk::ImageView::from_raw(d.view.raw().0))
            .image_layout(depth_layout(d.read_only))
            .load_op(load)
            .store_op(store)
            .clear_value(clear_value(d))
    });
    if let Some(r) = &d.resolve {
        for (attachment, mode) in both.iter_mut().zip(resolve_modes(r)) {
            if mode != vk::ResolveModeFlags::NONE {
                attachment.resolve_mode = mode;
                attachment.resolve_image_view = vk::ImageView::from_raw(r.view.raw().0);
                attachment.resolve_image_layout = vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
            }
        }
    }
    both
}

/// How depth, then stencil is resolved. Modes are numbered as Vulkan's.
pub(crate) fn resolve_modes(r: &DepthResolve<'_>) -> [vk::ResolveModeFlags; 2] {
    [r.depth, r.stencil]
        .map(|m| m.map_or(vk::ResolveModeFlags::NONE, |m| vk::ResolveModeFlags::from_raw(m as u32)))
}

const _: () = {
    assert!(ResolveMode::SampleZero as u32 == vk::ResolveModeFlags::SAMPLE_ZERO.as_raw());
    assert!(ResolveMode::Average as u32 == vk::ResolveModeFlags::AVERAGE.as_raw());
    assert!(ResolveMode::Min as u32 == vk::ResolveModeFlags::MIN.as_raw());
    assert!(ResolveMode::Max as u32 == vk::ResolveModeFlags::MAX.as_raw());
};
