//! What outlives a frame: the picture, and the bind groups that name what the graph has chosen for it.

use crate::error::RenderError;
use crate::frame::FrameRing;
use crate::gpu::shared::Shared;
use crate::gpu::{DEPTH_FORMAT, OUTPUT_FORMAT};
use crate::passes::Resources;
use crate::settings::{RenderSettings, Size};
use candor_graph::{Context, Frame, Id, Transient};
use candor_rhi::*;

/// The picture, which programs read.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) texture: Texture,
    pub(crate) view: View,
}

impl Output {
    pub(crate) fn new(device: &Device, size: Size, usage: TextureUsage) -> Result<Self, RenderError> {
        let texture = device.create_texture(&TextureDesc {
            label: "picture",
            format: Some(OUTPUT_FORMAT),
            size: [size.width, size.height, 1],
            usage: TextureUsage::COLOR | usage,
            contents: Contents::Undefined,
            ..TextureDesc::default()
        })?;
        let view = device.create_view(&texture.value, &ViewDesc::default())?;
        Ok(Self { texture: texture.value, view })
    }
}

/// A colour or depth target of the frame's size that lives only within the frame.
pub(crate) fn target(
    f: &mut Frame<'_>,
    name: &str,
    s: &RenderSettings,
    format: Format,
    samples: u32,
    usage: TextureUsage,
) -> Id {
    let plain = Transient::color(format, s.size.width, s.size.height);
    f.transient(name, Transient { samples, usage, ..plain })
}

/// A group that names a texture of the graph, with the number of that texture.
type Kept = Option<(u64, BindGroup)>;

/// The frame's groups. Those that name a texture of the graph are made again when it is another one.
#[derive(Debug)]
pub(crate) struct Groups {
    /// Uniforms alone.
    pub(crate) frame: BindGroup,
    /// Uniforms, and what is bound and never read where there is no shadow map.
    unshadowed: BindGroup,
    /// Uniforms and the shadow map.
    shadowed: Kept,
    /// The tonemapper's source.
    lit: Kept,
}

impl Groups {
    pub(crate) fn new(device: &Device, shared: &Shared, ring: &FrameRing) -> Result<Self, RenderError> {
        let entries = [ring.entry()];
        let frame = BindGroupDesc { label: "frame", layout: &shared.frame, entries: &entries };
        let frame = device.create_bind_group(&frame)?;
        let none = TextureDesc {
            usage: TextureUsage::SAMPLED,
            ..TextureDesc::depth_target("no shadow map", DEPTH_FORMAT, 1, 1)
        };
        let none = device.create_texture(&none)?;
        let none = device.create_view(&none.value, &ViewDesc::default())?;
        let unshadowed = shadowed(device, shared, ring, &none)?;
        Ok(Self { frame, unshadowed, shadowed: None, lit: None })
    }

    /// Makes what lit passes bind, where the graph has chosen another shadow map since.
    pub(crate) fn fit_shadow_map(
        &mut self,
        device: &Device,
        shared: &Shared,
        ring: &FrameRing,
        turn: &Context<'_>,
        map: Id,
    ) -> Result<(), RenderError> {
        keep(&mut self.shadowed, turn, map, |view| shadowed(device, shared, ring, view))
    }

    /// Lets go of the shadow map.
    pub(crate) fn forget_shadow_map(&mut self) {
        self.shadowed = None;
    }

    /// Makes what the tonemapper binds, where the graph has chosen another texture for the lit frame since.
    pub(crate) fn fit_lit(
        &mut self,
        device: &Device,
        shared: &Shared,
        turn: &Context<'_>,
        lit: Id,
    ) -> Result<(), RenderError> {
        keep(&mut self.lit, turn, lit, |view| {
            let entries = [GroupEntry::view(0, view)];
            let desc = BindGroupDesc { label: "lit frame", layout: &shared.tonemap, entries: &entries };
            device.create_bind_group(&desc)
        })
    }

    /// What lit passes bind.
    pub(crate) fn lit(&self, r: &Resources) -> &BindGroup {
        match &self.shadowed {
            Some((_, group)) if r.shadow_map.is_some() => group,
            Some(_) | None => &self.unshadowed,
        }
    }

    /// What the tonemapper binds.
    pub(crate) fn tonemap(&self) -> Option<&BindGroup> {
        self.lit.as_ref().map(|(_, group)| group)
    }
}

fn shadowed(device: &Device, shared: &Shared, ring: &FrameRing, map: &View) -> Result<BindGroup, Error> {
    let entries = [ring.entry(), GroupEntry::view(1, map), GroupEntry::sampler(2, &shared.shadow)];
    let desc = BindGroupDesc { label: "frame and shadow", layout: &shared.lit, entries: &entries };
    device.create_bind_group(&desc)
}

/// Makes a group where the one that is kept names another texture.
fn keep(
    kept: &mut Kept,
    turn: &Context<'_>,
    id: Id,
    make: impl FnOnce(&View) -> Result<BindGroup, Error>,
) -> Result<(), RenderError> {
    let key = turn.key(id)?;
    if kept.as_ref().is_none_or(|(k, _)| *k != key) {
        *kept = Some((key, make(turn.view(id)?)?));
    }
    Ok(())
}
