//! Textures that frames share. One is used again in the same frame once the last pass that needs it has been declared: the
//! batch orders what follows.

use candor_rhi::{
    Contents, Device, Error, Format, Samples, Texture, TextureDesc, TextureUsage, View, ViewDesc,
};

/// A new texture takes the place of one that so many frames have not used.
const KEPT_FRAMES: u64 = 8;

/// What a transient texture is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transient {
    /// Format.
    pub format: Format,
    /// Width and height in texels.
    pub size: [u32; 2],
    /// Mip levels; 0 stands for 1.
    pub mips: u32,
    /// Layers; 0 stands for 1.
    pub layers: u32,
    /// Samples, exactly; 0 stands for 1.
    pub samples: u32,
    /// What it is used for.
    pub usage: TextureUsage,
}

impl Transient {
    /// A colour target that is sampled.
    pub fn color(format: Format, width: u32, height: u32) -> Self {
        let usage = TextureUsage::COLOR | TextureUsage::SAMPLED;
        Self { format, size: [width, height], mips: 1, layers: 1, samples: 1, usage }
    }

    /// A depth target that is sampled.
    pub fn depth(format: Format, width: u32, height: u32) -> Self {
        Self { usage: TextureUsage::DEPTH | TextureUsage::SAMPLED, ..Self::color(format, width, height) }
    }

    /// Used in one pass, which clears it and keeps nothing of it: without memory where the GPU can
    /// ([`TextureUsage::TRANSIENT`]).
    #[must_use]
    pub fn for_one_pass(self) -> Self {
        Self { usage: (self.usage - TextureUsage::SAMPLED) | TextureUsage::TRANSIENT, ..self }
    }

    /// With so many samples, which are drawn to and resolved and never sampled.
    #[must_use]
    pub fn multisampled(self, samples: u32) -> Self {
        Self { samples, usage: self.usage - TextureUsage::SAMPLED, ..self }
    }
}

/// What a pool holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Textures.
    pub textures: usize,
    /// Textures made so far.
    pub made: u64,
}

#[derive(Debug)]
pub(crate) struct Pooled {
    desc: Transient,
    pub(crate) texture: Texture,
    /// Of all of it; none where it is only copied.
    pub(crate) view: Option<View>,
    /// Tells it from every other texture that the pool has made.
    pub(crate) key: u64,
    taken: bool,
    last_frame: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Pool {
    all: Vec<Pooled>,
    frame: u64,
    made: u64,
}

impl Pool {
    pub(crate) fn stats(&self) -> PoolStats {
        PoolStats { textures: self.all.len(), made: self.made }
    }

    pub(crate) fn get(&self, place: u32) -> Option<&Pooled> {
        self.all.get(place as usize)
    }

    /// A frame begins: nothing is taken.
    pub(crate) fn begin(&mut self) {
        self.frame += 1;
        self.end();
    }

    /// Drops what the last frame does not use.
    pub(crate) fn trim(&mut self) {
        let frame = self.frame;
        self.all.retain(|p| p.last_frame == frame);
    }

    pub(crate) fn end(&mut self) {
        for p in &mut self.all {
            p.taken = false;
        }
    }

    /// A texture that is free, or a new one.
    pub(crate) fn take(&mut self, d: &Device, desc: &Transient, name: Option<&str>) -> Result<u32, Error> {
        let free = self.all.iter().position(|p| !p.taken && p.desc == *desc);
        let place = match free {
            Some(i) => i,
            None => {
                let label = name.unwrap_or_default();
                let texture = d.create_texture(&TextureDesc {
                    label,
                    format: Some(desc.format),
                    size: [desc.size[0], desc.size[1], 1],
                    layers: desc.layers,
                    mips: desc.mips,
                    samples: Samples::Exact(desc.samples.max(1)),
                    usage: desc.usage,
                    contents: Contents::Undefined,
                    ..TextureDesc::default()
                })?;
                let texture = texture.value;
                let shown = desc.usage.intersects(TextureUsage::VIEWED);
                let view = shown.then(|| d.create_view(&texture, &ViewDesc::default())).transpose()?;
                self.made += 1;
                let (key, last_frame) = (self.made, self.frame);
                let made = Pooled { desc: *desc, texture, view, key, taken: false, last_frame };
                let old = self.all.iter().position(|p| p.last_frame + KEPT_FRAMES < last_frame);
                match old.and_then(|i| self.all.get_mut(i).map(|p| (i, p))) {
                    Some((i, place)) => {
                        *place = made;
                        i
                    }
                    None => {
                        self.all.push(made);
                        self.all.len() - 1
                    }
                }
            }
        };
        let p = &mut self.all[place];
        (p.taken, p.last_frame) = (true, self.frame);
        Ok(place as u32)
    }

    pub(crate) fn give_back(&mut self, place: u32) {
        if let Some(p) = self.all.get_mut(place as usize) {
            p.taken = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lives_for_one_pass_is_an_attachment_alone() {
        let usage = |t: Transient| t.for_one_pass().usage;
        let color = Transient::color(Format::Rgba16Float, 4, 4);
        assert_eq!(usage(color), TextureUsage::COLOR | TextureUsage::TRANSIENT);
        assert_eq!(usage(color.multisampled(4)), TextureUsage::COLOR | TextureUsage::TRANSIENT);
        let depth = Transient::depth(Format::Depth32Float, 4, 4);
        assert_eq!(usage(depth), TextureUsage::DEPTH | TextureUsage::TRANSIENT);
    }
}
