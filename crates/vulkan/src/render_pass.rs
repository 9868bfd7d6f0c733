//! Passes on devices without dynamic rendering: render passes and framebuffers.
//!
//! A render pass is kept for each combination of formats, samples and what becomes of the contents; a framebuffer for each set of
//! views that a pass was declared with, until one of the views is destroyed. A pass that was declared before, with the same
//! views, finds both and allocates nothing. They are made while the pass is declared ([`VulkanDevice::prepare_pass`]), so that a
//! driver's refusal becomes an error of the declaration.
//!
//! Render passes change no layout and have no dependencies of their own: barriers come from declarations here too. Passes that
//! differ in loads, stores, layouts and resolves alone are compatible, so that one pipeline fits all of them (Vulkan specification,
//! "Render Pass Compatibility").

use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::fault;
use crate::memory::lock;
use crate::pass::{clear_color, depth_layout, load_op, store_op};
use crate::{attachment, convert};
use ash::vk::{self, Handle};
use candor_caps::plan::Plan;
use candor_rhi::backend::{Fault, PassPart, RasterPipelinePlan, RasterPlan};
use candor_rhi::limits::MAX_COLOR_TARGETS;
use candor_rhi::{Cmd, Format, RasterDesc, Raw, Store};
use std::collections::HashMap;
use std::sync::Mutex;

/// Colours, depth, and their resolve targets.
const MAX_ATTACHMENTS: usize = 2 * MAX_COLOR_TARGETS + 2;

/// What a render pass says of one attachment.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Attachment {
    format: Format,
    load: vk::AttachmentLoadOp,
    store: vk::AttachmentStoreOp,
    /// What becomes of stencil.
    stencil: (vk::AttachmentLoadOp, vk::AttachmentStoreOp),
    /// Colour that is resolved at the end, or depth that is only read.
    special: bool,
}

/// What makes a render pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PassKey {
    colors: [Option<Attachment>; MAX_COLOR_TARGETS],
    depth: Option<Attachment>,
    /// How depth and stencil are resolved at the end, where they are.
    depth_resolve: Option<[vk::ResolveModeFlags; 2]>,
    samples: u32,
    /// Views that draws go to; 0 for none.
    view_mask: u32,
}

/// What makes a framebuffer: a render pass, and the views in the order of its attachments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FrameKey {
    pass: PassKey,
    size: [u32; 2],
    layers: u32,
    views: [Raw; MAX_ATTACHMENTS],
}

/// What a pass begins with.
#[derive(Clone, Copy)]
struct Frame {
    pass: vk::RenderPass,
    framebuffer: vk::Framebuffer,
}

/// All render passes and framebuffers of a device.
pub(crate) struct RenderPasses {
    inner: Mutex<Cache>,
    /// Depth that is only read can be left alone at the end of a pass. Where it can't, it is stored, which counts as a write.
    store_none: bool,
}

/// Any of these brings `VK_ATTACHMENT_STORE_OP_NONE`.
const STORE_NONE: [&str; 3] =
    ["VK_KHR_load_store_op_none", "VK_EXT_load_store_op_none", "VK_QCOM_render_pass_store_ops"];

#[derive(Default)]
struct Cache {
    passes: HashMap<PassKey, vk::RenderPass>,
    frames: HashMap<FrameKey, Frame>,
    /// The one that was prepared last is most likely begun next.
    last: Option<(FrameKey, Frame)>,
    /// Lists in a pass that will store depth which it only reads.
    storing: Vec<vk::CommandBuffer>,
}

impl PassKey {
    fn of(d: &RasterDesc<'_>, part: PassPart, store_none: bool) -> Self {
        let mut colors = [None; MAX_COLOR_TARGETS];
        let (first, last) = (part.is_first(), part.is_last());
        for (slot, c) in colors.iter_mut().zip(d.color) {
            let load = if first { load_op(&c.load) } else { vk::AttachmentLoadOp::LOAD };
            let store = store_op(if last { c.store } else { Store::Store });
            let (format, special) = (c.view.format(), last && c.resolve.is_some());
            *slot = Some(Attachment { format, load, store, stencil: (load, store), special });
        }
        let depth = d.depth.as_ref().map(|z| {
            let [(load, store), stencil] = attachment::ops(z).map(|(load, store)| {
                let load = if first { load } else { vk::AttachmentLoadOp::LOAD };
                let store = match (z.read_only, last) {
                    (true, _) if store_none => vk::AttachmentStoreOp::NONE,
                    // Its contents are as they were: whoever reads them next must find them.
                    (true, _) | (false, false) => vk::AttachmentStoreOp::STORE,
                    (false, true) => store,
                };
                (load, store)
            });
            Attachment { format: z.view.format(), load, store, stencil, special: z.read_only }
        });
        let resolve = d.depth.as_ref().and_then(|z| z.resolve.as_ref()).filter(|_| last);
        let depth_resolve = resolve.map(attachment::resolve_modes);
        let first = d.color.first().map(|c| c.view).or(d.depth.as_ref().map(|z| z.view));
        Self {
            colors,
            depth,
            depth_resolve,
            samples: first.map_or(1, |v| v.samples()),
            view_mask: d.view_mask,
        }
    }

    /// One that every pass with a pipeline's targets is compatible with.
    fn of_pipeline(p: &RasterPipelinePlan<'_>) -> Self {
        let (load, store) = (vk::AttachmentLoadOp::LOAD, vk::AttachmentStoreOp::STORE);
        let attachment =
            |format| Some(Attachment { format, load, store, stencil: (load, store), special: false });
        let mut colors = [None; MAX_COLOR_TARGETS];
        for (slot, c) in colors.iter_mut().zip(p.desc.colors) {
            *slot = attachment(c.format);
        }
        let depth = p.desc.depth.and_then(|d| attachment(d.format));
        Self { colors, depth, depth_resolve: None, samples: p.samples, view_mask: p.desc.view_mask }
    }

    /// With `vkCreateRenderPass2` where depth is resolved, which takes Vulkan 1.2: [`Limits::depth_resolve`] offers no mode
    /// below it.
    ///
    /// [`Limits::depth_resolve`]: candor_rhi::Limits::depth_resolve
    fn make(&self, device: &ash::Device) -> Result<vk::RenderPass, Fault> {
        let samples = vk::SampleCountFlags::from_raw(self.samples);
        let (color, nowhere) = (vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ATTACHMENT_UNUSED);
        let unused = |layout| vk::AttachmentReference { attachment: nowhere, layout };
        let mut all = [vk::AttachmentDescription::default(); MAX_ATTACHMENTS];
        let mut n = 0;
        let mut add = |format, samples, (load, store), stencil: (_, _), layout| {
            all[n] = vk::AttachmentDescription::default()
                .format(convert::format(format))
                .samples(samples)
                .load_op(load)
                .store_op(store)
                .stencil_load_op(stencil.0)
                .stencil_store_op(stencil.1)
                .initial_layout(layout)
                .final_layout(layout);
            n += 1;
            vk::AttachmentReference { attachment: n as u32 - 1, layout }
        };
        let mut colors = [unused(color); MAX_COLOR_TARGETS];
        let mut resolves = [unused(color); MAX_COLOR_TARGETS];
        let count = self.colors.iter().flatten().count();
        for (i, c) in self.colors.iter().flatten().enumerate() {
            colors[i] = add(c.format, samples, (c.load, c.store), c.stencil, color);
            if c.special {
                let ops = (vk::AttachmentLoadOp::DONT_CARE, vk::AttachmentStoreOp::STORE);
                resolves[i] = add(c.format, vk::SampleCountFlags::TYPE_1, ops, ops, color);
            }
        }
        let depth =
            self.depth.map(|z| add(z.format, samples, (z.load, z.store), z.stencil, depth_layout(z.special)));
        let depth_resolve = self.depth.zip(self.depth_resolve).map(|(z, modes)| {
            // What is not resolved keeps its contents.
            let [depth, stencil] = modes.map(|mode| match mode {
                vk::ResolveModeFlags::NONE => (vk::AttachmentLoadOp::LOAD, vk::AttachmentStoreOp::STORE),
                _ => (vk::AttachmentLoadOp::DONT_CARE, vk::AttachmentStoreOp::STORE),
            });
            (add(z.format, vk::SampleCountFlags::TYPE_1, depth, stencil, depth_layout(false)), modes)
        });
        let resolved = self.colors.iter().flatten().any(|c| c.special);
        let parts = Parts {
            attachments: &all[..n],
            colors: &colors[..count],
            resolves: if resolved { &resolves[..count] } else { &[] },
            depth,
            view_mask: self.view_mask,
        };
        match depth_resolve {
            Some((target, modes)) => parts.make_with_depth_resolve(device, target, modes),
            None => parts.make(device),
        }
    }
}

/// What a render pass of one subpass is made of.
struct Parts<'a> {
    attachments: &'a [vk::AttachmentDescription],
    colors: &'a [vk::AttachmentReference],
    /// None, or one for each colour.
    resolves: &'a [vk::AttachmentReference],
    depth: Option<vk::AttachmentReference>,
    view_mask: u32,
}

impl Parts<'_> {
    fn make(&self, device: &ash::Device) -> Result<vk::RenderPass, Fault> {
        let mut subpass = vk::SubpassDescription::default()
            .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
            .color_attachments(self.colors);
        if !self.resolves.is_empty() {
            subpass = subpass.resolve_attachments(self.resolves);
        }
        if let Some(depth) = &self.depth {
            subpass = subpass.depth_stencil_attachment(depth);
        }
        let subpasses = [subpass];
        let masks = [self.view_mask];
        let mut views = vk::RenderPassMultiviewCreateInfo::default().view_masks(&masks);
        let mut info =
            vk::RenderPassCreateInfo::default().attachments(self.attachments).subpasses(&subpasses);
        if self.view_mask != 0 {
            info = info.push_next(&mut views);
        }
        // SAFETY: a valid description: references are within the attachments; formats and samples are those of views.
        unsafe { device.create_render_pass(&info, None) }.map_err(|e| fault("vkCreateRenderPass", e))
    }

    /// The same in the terms of Vulkan 1.2.
    fn make_with_depth_resolve(
        &self,
        device: &ash::Device,
        target: vk::AttachmentReference,
        [depth, stencil]: [vk::ResolveModeFlags; 2],
    ) -> Result<vk::RenderPass, Fault> {
        let reference = |r: &vk::AttachmentReference| {
            vk::AttachmentReference2::default().attachment(r.attachment).layout(r.layout)
        };
        let attachments: Vec<_> = (self.attachments.iter())
            .map(|a| {
                vk::AttachmentDescription2::default()
                    .format(a.format)
                    .samples(a.samples)
                    .load_op(a.load_op)
                    .store_op(a.store_op)
                    .stencil_load_op(a.stencil_load_op)
                    .stencil_store_op(a.stencil_store_op)
                    .initial_layout(a.initial_layout)
                    .final_layout(a.final_layout)
            })
            .collect();
        let colors: Vec<_> = self.colors.iter().map(reference).collect();
        let resolves: Vec<_> = self.resolves.iter().map(reference).collect();
        let from = self.depth.as_ref().map(reference).unwrap_or_default();
        let target = reference(&target);
        let mut resolve = vk::SubpassDescriptionDepthStencilResolve::default()
            .depth_resolve_mode(depth)
            .stencil_resolve_mode(stencil)
            .depth_stencil_resolve_attachment(&target);
        let mut subpass = vk::SubpassDescription2::default()
            .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
            .view_mask(self.view_mask)
            .color_attachments(&colors)
            .depth_stencil_attachment(&from)
            .push_next(&mut resolve);
        if !resolves.is_empty() {
            subpass = subpass.resolve_attachments(&resolves);
        }
        let subpasses = [subpass];
        let info = vk::RenderPassCreateInfo2::default().attachments(&attachments).subpasses(&subpasses);
        // SAFETY: as above; the device is of Vulkan 1.2, since the limits offered a mode of resolving depth.
        unsafe { device.create_render_pass2(&info, None) }.map_err(|e| fault("vkCreateRenderPass2", e))
    }
}

impl FrameKey {
    fn of(d: &RasterDesc<'_>, size: [u32; 2], part: PassPart, store_none: bool) -> Self {
        let pass = PassKey::of(d, part, store_none);
        let mut views = [Raw::NULL; MAX_ATTACHMENTS];
        let mut n = 0;
        let mut add = |raw| {
            views[n] = raw;
            n += 1;
        };
        for (c, a) in d.color.iter().zip(pass.colors.iter().flatten()) {
            add(c.view.raw());
            if let (Some(target), true) = (c.resolve, a.special) {
                add(target.raw());
            }
        }
        if let Some(z) = &d.depth {
            add(z.view.raw());
            if let (Some(r), Some(_)) = (&z.resolve, pass.depth_resolve) {
                add(r.view.raw());
            }
        }
        // With several views the layers are theirs, and a framebuffer says one (Vulkan specification, `VkFramebufferCreateInfo`).
        let first = d.color.first().map(|c| c.view).or(d.depth.as_ref().map(|z| z.view));
        let layers = if d.view_mask != 0 { 1 } else { first.map_or(1, |v| v.layers()) };
        Self { pass, size, layers, views }
    }

    fn make(&self, device: &ash::Device, pass: vk::RenderPass) -> Result<vk::Framebuffer, Fault> {
        let mut views = [vk::ImageView::null(); MAX_ATTACHMENTS];
        let n = self.views.iter().position(|v| *v == Raw::NULL).unwrap_or(MAX_ATTACHMENTS);
        for (view, raw) in views.iter_mut().zip(&self.views) {
            *view = vk::ImageView::from_raw(raw.0);
        }
        let info = vk::FramebufferCreateInfo::default()
            .render_pass(pass)
            .attachments(&views[..n])
            .width(self.size[0])
            .height(self.size[1])
            .layers(self.layers);
        // SAFETY: the views are alive, as large as the framebuffer, and of the formats and samples of the render pass.
        unsafe { device.create_framebuffer(&info, None) }.map_err(|e| fault("vkCreateFramebuffer", e))
    }
}

impl Cache {
    fn pass(&mut self, device: &ash::Device, key: &PassKey) -> Result<vk::RenderPass, Fault> {
        if let Some(pass) = self.passes.get(key) {
            return Ok(*pass);
        }
        let pass = key.make(device)?;
        self.passes.insert(*key, pass);
        Ok(pass)
    }

    fn frame(&mut self, device: &ash::Device, key: &FrameKey) -> Result<Frame, Fault> {
        if let Some((last, frame)) = &self.last
            && last == key
        {
            return Ok(*frame);
        }
        let frame = match self.frames.get(key) {
            Some(frame) => *frame,
            None => {
                let pass = self.pass(device, &key.pass)?;
                let frame = Frame { pass, framebuffer: key.make(device, pass)? };
                self.frames.insert(*key, frame);
                frame
            }
        };
        self.last = Some((*key, frame));
        Ok(frame)
    }
}

impl RenderPasses {
    /// None yet, for a plan's device.
    pub(crate) fn new(plan: &Plan) -> Self {
        let store_none = STORE_NONE.iter().any(|e| plan.has_device_extension(e));
        Self { inner: Mutex::default(), store_none }
    }

    /// A render pass that fits every pass with a pipeline's targets.
    pub(crate) fn of_pipeline(
        &self,
        device: &ash::Device,
        plan: &RasterPipelinePlan<'_>,
    ) -> Result<vk::RenderPass, Fault> {
        lock(&self.inner).pass(device, &PassKey::of_pipeline(plan))
    }

    /// A view goes: so do the framebuffers that it is in.
    ///
    /// # Safety
    /// Nothing that names the view is recorded, pending or running.
    pub(crate) unsafe fn forget_view(&self, device: &ash::Device, view: Raw) {
        let mut cache = lock(&self.inner);
        cache.last = None;
        cache.frames.retain(|key, frame| {
            let keep = !key.views.contains(&view);
            if !keep {
                // SAFETY: a framebuffer is used only with its views, and by contract nothing uses this one any more.
                unsafe { device.destroy_framebuffer(frame.framebuffer, None) };
            }
            keep
        });
    }

    /// # Safety
    /// The device is idle and going away.
    pub(crate) unsafe fn destroy(&self, device: &ash::Device) {
        let mut cache = lock(&self.inner);
        cache.last = None;
        for (_, frame) in cache.frames.drain() {
            // SAFETY: by contract.
            unsafe { device.destroy_framebuffer(frame.framebuffer, None) };
        }
        for (_, pass) in cache.passes.drain() {
            // SAFETY: by contract.
            unsafe { device.destroy_render_pass(pass, None) };
        }
    }

    #[cfg(test)]
    pub(crate) fn counts(&self) -> (usize, usize) {
        let cache = lock(&self.inner);
        (cache.passes.len(), cache.frames.len())
    }
}

impl VulkanDevice {
    /// Makes what a pass begins with, where it is not there yet.
    pub(crate) fn prepare_pass(
        &self,
        d: &RasterDesc<'_>,
        size: [u32; 2],
        part: PassPart,
    ) -> Result<(), Fault> {
        let key = FrameKey::of(d, size, part, self.render_passes.store_none);
        lock(&self.render_passes.inner).frame(&self.raw, &key).map(drop)
    }

    /// Begins a pass that was prepared.
    pub(crate) fn begin_render_pass(&self, cmd: Cmd, p: &RasterPlan<'_>, area: vk::Rect2D) {
        if !p.part.is_first() {
            // Parts of a pass follow each other like passes.
            let access = vk::AccessFlags2::COLOR_ATTACHMENT_READ
                | vk::AccessFlags2::COLOR_ATTACHMENT_WRITE
                | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_READ
                | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE;
            let stages = vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT
                | vk::PipelineStageFlags2::EARLY_FRAGMENT_TESTS
                | vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS;
            let memory = vk::MemoryBarrier2::default()
                .src_stage_mask(stages)
                .src_access_mask(access)
                .dst_stage_mask(stages)
                .dst_access_mask(access);
            self.make_memory_barrier(cmd, &memory);
        }
        let key = FrameKey::of(p.desc, p.size, p.part, self.render_passes.store_none);
        let frame = {
            let mut cache = lock(&self.render_passes.inner);
            let stores = |z: Attachment| z.special && z.store == vk::AttachmentStoreOp::STORE;
            if key.pass.depth.is_some_and(stores) {
                cache.storing.push(list(cmd));
            }
            match cache.frame(&self.raw, &key) {
                Ok(frame) => frame,
                // A prepared pass stays as long as its views, which the declaration borrows.
                Err(e) => return tracing::error!("a pass was begun that was not prepared: {e}"),
            }
        };
        let mut values = [vk::ClearValue::default(); MAX_ATTACHMENTS];
        let mut n = 0;
        let mut add = |value| {
            values[n] = value;
            n += 1;
        };
        for (c, a) in p.desc.color.iter().zip(key.pass.colors.iter().flatten()) {
            add(clear_color(&c.load));
            if a.special {
                add(vk::ClearValue::default());
            }
        }
        if let Some(z) = &p.desc.depth {
            add(attachment::clear_value(z));
        }
        let info = vk::RenderPassBeginInfo::default()
            .render_pass(frame.pass)
            .framebuffer(frame.framebuffer)
            .render_area(area)
            .clear_values(&values[..n]);
        // SAFETY: the list is open; the framebuffer is of this render pass and its views are alive.
        unsafe { self.raw.cmd_begin_render_pass(list(cmd), &info, vk::SubpassContents::INLINE) }
    }

    /// Ends a pass that was begun with [`Self::begin_render_pass`].
    pub(crate) fn end_render_pass(&self, cmd: Cmd) {
        // SAFETY: a pass of this list was begun.
        unsafe { self.raw.cmd_end_render_pass(list(cmd)) };
        let stored = {
            let storing = &mut lock(&self.render_passes.inner).storing;
            storing.iter().position(|l| *l == list(cmd)).map(|i| storing.swap_remove(i))
        };
        if stored.is_some() {
            // The declaration says read, so no barrier that is derived from it waits for the store.
            let depth = vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_READ
                | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE;
            let memory = vk::MemoryBarrier2::default()
                .src_stage_mask(vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS)
                .src_access_mask(vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE)
                .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
                .dst_access_mask(depth | vk::AccessFlags2::SHADER_READ | vk::AccessFlags2::TRANSFER_READ);
            self.make_memory_barrier(cmd, &memory);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::hide::Hide;
    use crate::instance::first_device;
    use candor_rhi::{Batch, Color, Depth, Device, TextureDesc, View, ViewDesc};
    use std::time::Duration;

    fn frame(d: &Device, record: impl FnOnce(&mut Batch)) {
        let mut batch = d.batch();
        record(&mut batch);
        batch.submit().unwrap().wait(Duration::from_secs(60)).unwrap();
        d.poll();
    }

    fn color(d: &Device) -> View {
        let t = d.create_texture(&TextureDesc::color_target("color", Format::Rgba8Unorm, 8, 8));
        d.create_view(&t.unwrap().value, &ViewDesc::default()).unwrap()
    }

    #[test]
    fn framebuffers_stay_from_frame_to_frame_and_go_with_their_views() {
        let Some(backend) = first_device(&[Hide::DynamicRendering]) else { return };
        let device = Device::new(backend.clone());
        let counts = || backend.render_passes.counts();
        let z = device.create_texture(&TextureDesc::depth_target("depth", Format::Depth32Float, 8, 8));
        let z = device.create_view(&z.unwrap().value, &ViewDesc::default()).unwrap();
        let (a, b) = (color(&device), color(&device));
        let all = |batch: &mut Batch| {
            for (first, second) in [(&a, &b), (&b, &a)] {
                // Cleared, kept, and beside depth.
                let (clear, load) = ([Color::clear(first, [0.0; 4])], [Color::load(second)]);
                batch.raster(&RasterDesc { color: &clear, ..Default::default() }, |_| {});
                batch.raster(&RasterDesc { color: &load, ..Default::default() }, |_| {});
                let depth = Some(Depth::clear(&z, 1.0));
                batch.raster(&RasterDesc { color: &load, depth, ..Default::default() }, |_| {});
            }
        };
        frame(&device, all);
        assert_eq!(counts(), (3, 6), "render passes by what becomes of contents, framebuffers by views too");
        for _ in 0..3 {
            frame(&device, all);
        }
        assert_eq!(counts(), (3, 6), "nothing new for the same passes");
        drop(b);
        frame(&device, |_| {});
        assert_eq!(counts(), (3, 3), "those of the other view are left");
        drop((a, z));
        frame(&device, |_| {});
        assert_eq!(counts(), (3, 0));
    }

    #[test]
    fn nothing_is_kept_where_dynamic_rendering_is() {
        let Some(backend) = first_device(&[]) else { return };
        if backend.fns.rendering.is_none() {
            return eprintln!("SKIP passes of dynamic rendering: this device has none");
        }
        let device = Device::new(backend.clone());
        let view = color(&device);
        frame(&device, |batch| {
            let color = [Color::clear(&view, [0.0; 4])];
            batch.raster(&RasterDesc { color: &color, ..Default::default() }, |_| {});
        });
        assert_eq!(backend.render_passes.counts(), (0, 0));
    }

    #[test]
    fn parts_of_a_pass_keep_what_lies_between_them_and_resolve_at_the_end() {
        let Some(backend) = first_device(&[Hide::DynamicRendering]) else { return };
        let device = Device::new(backend);
        let (from, to) = (color(&device), color(&device));
        let colors = [Color { resolve: Some(&to), store: Store::Discard, ..Color::clear(&from, [0.0; 4]) }];
        let d = RasterDesc { color: &colors, depth: None, ..Default::default() };
        let of = |part| PassKey::of(&d, part, false).colors[0].map(|c| (c.load, c.store, c.special));
        let (clear, load) = (vk::AttachmentLoadOp::CLEAR, vk::AttachmentLoadOp::LOAD);
        let (keep, drop) = (vk::AttachmentStoreOp::STORE, vk::AttachmentStoreOp::DONT_CARE);
        assert_eq!(of(PassPart::Whole), Some((clear, drop, true)));
        assert_eq!(of(PassPart::First), Some((clear, keep, false)));
        assert_eq!(of(PassPart::Middle), Some((load, keep, false)));
        assert_eq!(of(PassPart::Last), Some((load, drop, true)));
    }
}
