//! The uniforms of a frame: camera, sun, sky, lights, and the memory that they are written to.

use crate::error::RenderError;
use crate::scene::{Aabb, Camera, Light, LightKind};
use crate::settings::{DefaultSun, RenderSettings, Tonemap};
use crate::shadow_fit;
use crate::view;
use candor_rhi::*;
use candor_shader::layout;
use glam::{Vec3, Vec4};
use std::mem::size_of;
use std::time::Duration;

/// Frames that may be on their way at once.
pub(crate) const FRAMES: usize = 3;
/// How long a frame waits for the one that used its memory before it gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Radiance of the sky before the setting `ambient`, chosen by eye for a sun of about 3 lux: a clear day.
const ZENITH: Vec3 = Vec3::new(0.20, 0.36, 0.70);
const HORIZON: Vec3 = Vec3::new(0.66, 0.76, 0.90);
const GROUND: Vec3 = Vec3::new(0.235, 0.225, 0.21);
/// Cosine of the radius of the sun's disc: 0.6 degrees, somewhat larger than the real 0.27, so that it is more than a dot.
const SUN_COS_RADIUS: f32 = 0.999_945_2;
/// Radiance of the disc for each lux, far below the real one so that multisampled edges before it stay clean.
const SUN_DISC: f32 = 12.0;
/// Direction in which the default sun's light travels, and its lux.
const DEFAULT_SUN: (Vec3, f32) = (Vec3::new(-0.5, -0.8, -0.45), 3.0);

/// How far a look-up moves off the surface along its normal, in texels of the shadow map.
const NORMAL_OFFSET_TEXELS: f32 = 1.5;
/// Depth bias of a look-up, in texels of the shadow map, as a distance along the light.
const DEPTH_BIAS_TEXELS: f32 = 0.5;

/// Uniforms of a frame, and what else follows from the camera.
pub(crate) struct FrameView {
    pub(crate) uniforms: layout::Frame,
    /// Planes of what the camera sees.
    pub(crate) planes: [Vec4; 5],
    pub(crate) eye: Vec3,
    pub(crate) forward: Vec3,
    /// The sun throws shadows in this frame.
    pub(crate) shadows: bool,
}

struct Sun {
    /// Towards the sun.
    direction: Vec3,
    color: Vec3,
}

impl Sun {
    fn shines(&self) -> bool {
        self.color.max_element() > 0.0
    }
}

/// May the sun throw shadows in frames of such a scene?
pub(crate) fn casts(bounds: &Aabb, lights: &[Light], setting: DefaultSun) -> bool {
    !bounds.is_empty() && sun(lights, setting).0.shines()
}

/// The sun of a scene, and which of its lights that is.
fn sun(lights: &[Light], setting: DefaultSun) -> (Sun, Option<usize>) {
    let found = lights.iter().position(|l| l.kind == LightKind::Directional);
    if let Some(l) = found.and_then(|i| lights.get(i)) {
        return (Sun { direction: -l.direction, color: l.color * l.intensity }, found);
    }
    let on = match setting {
        DefaultSun::Auto => lights.is_empty(),
        DefaultSun::On => true,
        DefaultSun::Off => false,
    };
    let color = if on { Vec3::splat(DEFAULT_SUN.1) } else { Vec3::ZERO };
    (Sun { direction: -DEFAULT_SUN.0.normalize(), color }, None)
}

fn light(l: &Light) -> layout::Light {
    let kind = match l.kind {
        LightKind::Directional => layout::LIGHT_DIRECTIONAL,
        LightKind::Point => layout::LIGHT_POINT,
        LightKind::Spot { .. } => layout::LIGHT_SPOT,
    };
    let (scale, offset) = match l.kind {
        LightKind::Spot { inner_angle, outer_angle } => {
            // KHR_lights_punctual, "Inner and Outer Cone Angles".
            let scale = 1.0 / (inner_angle.cos() - outer_angle.cos()).max(0.001);
            (scale, -outer_angle.cos() * scale)
        }
        LightKind::Directional | LightKind::Point => (0.0, 1.0),
    };
    layout::Light {
        position_kind: l.position.extend(kind).to_array(),
        direction_range: l.direction.extend(l.range.unwrap_or(0.0)).to_array(),
        color: (l.color * l.intensity).extend(0.0).to_array(),
        spot: [scale, offset, 0.0, 0.0],
    }
}

/// Lights that a frame has no room for.
pub(crate) fn lights_beyond(lights: &[Light]) -> usize {
    let sun = usize::from(lights.iter().any(|l| l.kind == LightKind::Directional));
    (lights.len() - sun).saturating_sub(layout::MAX_LIGHTS)
}

/// Works out a frame.
pub(crate) fn view(bounds: &Aabb, lights: &[Light], camera: &Camera, s: &RenderSettings) -> FrameView {
    let view_proj = view::view_proj(camera, s.size.aspect());
    let inverse = view_proj.inverse();
    let planes = view::planes(&view_proj);
    let (sun, sun_index) = sun(lights, s.default_sun);
    let mut uniforms = layout::Frame {
        view_proj: view_proj.to_cols_array_2d(),
        inv_view_proj: inverse.to_cols_array_2d(),
        eye: view::eye(camera).to_array(),
        sun_direction: sun.direction.extend(SUN_COS_RADIUS).to_array(),
        sun_color: sun.color.extend(SUN_DISC).to_array(),
        sky_color: (ZENITH * s.ambient).extend(0.0).to_array(),
        horizon_color: (HORIZON * s.ambient).extend(0.0).to_array(),
        ground_color: (GROUND * s.ambient).extend(0.0).to_array(),
        ..layout::Frame::default()
    };
    let others = lights.iter().enumerate().filter(|(i, _)| Some(*i) != sun_index);
    let mut count = 0;
    for (slot, (_, l)) in uniforms.lights.iter_mut().zip(others) {
        *slot = light(l);
        count += 1;
    }
    let aces = if s.tonemap == Tonemap::Aces { 1.0 } else { 0.0 };
    uniforms.params = [s.exposure, count as f32, aces, 0.0];
    let lit = s.shadows && sun.shines();
    let corner = |x, y| inverse.project_point3(Vec3::new(x, y, 1.0));
    let near = [camera.eye(), corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
    let fit = if lit { shadow_fit::fit(bounds, &planes, &near, sun.direction, s.shadow_size) } else { None };
    if let Some(f) = &fit {
        uniforms.shadow_view_proj = f.view_proj.to_cols_array_2d();
        uniforms.shadow_params = [
            1.0 / s.shadow_size as f32,
            NORMAL_OFFSET_TEXELS * f.texel,
            DEPTH_BIAS_TEXELS * f.texel / f.depth,
            1.0,
        ];
    }
    FrameView { uniforms, planes, eye: camera.eye(), forward: camera.forward(), shadows: fit.is_some() }
}

/// Memory for the uniforms of frames on their way.
#[derive(Debug)]
pub(crate) struct FrameRing {
    pub(crate) buffer: Buffer,
    stride: u32,
    receipts: [Option<Receipt>; FRAMES],
    next: usize,
}

impl FrameRing {
    pub(crate) fn new(device: &Device) -> Result<Self, RenderError> {
        let align = device.limits().uniform_offset_alignment.max(256);
        let stride = (size_of::<layout::Frame>() as u32).next_multiple_of(align);
        let buffer = device.create_buffer(&BufferDesc {
            label: "frame uniforms",
            size_bytes: u64::from(stride) * FRAMES as u64,
            usage: BufferUsage::UNIFORM,
            memory: Memory::Upload,
            contents: Contents::Zero,
        })?;
        Ok(Self { buffer, stride, receipts: [const { None }; FRAMES], next: 0 })
    }

    /// The range that a bind group names.
    pub(crate) fn entry(&self) -> GroupEntry<'_> {
        GroupEntry::buffer_range(0, &self.buffer, 0, size_of::<layout::Frame>() as u64)
    }

    /// Waits for the frame that used the memory of the next one.
    pub(crate) fn wait(&mut self) -> Result<(), RenderError> {
        match self.receipts.get_mut(self.next).and_then(Option::take) {
            Some(receipt) => Ok(receipt.wait(PATIENCE)?),
            None => Ok(()),
        }
    }

    /// Writes a frame's uniforms, once the memory is free, and returns their offset.
    pub(crate) fn write(&mut self, device: &Device, f: &layout::Frame) -> Result<u32, RenderError> {
        self.wait()?;
        let offset = self.next as u32 * self.stride;
        device.write_buffer(&self.buffer, u64::from(offset), bytemuck::bytes_of(f))?;
        Ok(offset)
    }

    /// The frame written last was submitted.
    pub(crate) fn submitted(&mut self, receipt: Receipt) {
        if let Some(slot) = self.receipts.get_mut(self.next) {
            *slot = Some(receipt);
        }
        self.next = (self.next + 1) % FRAMES;
    }
}
