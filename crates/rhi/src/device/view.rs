//! Views of textures.

use super::Device;
use crate::backend::ViewPlan;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::object::{Keep, Kind, LAYERED, SETTLED, Texture, TextureInfo, View, attach_key};
use crate::usage::SubRange;

impl Device {
    /// Makes a view.
    ///
    /// # Errors
    /// A range outside the texture, a shape that does not fit, or the driver's answer.
    pub fn create_view(&self, t: &Texture, d: &ViewDesc<'_>) -> Result<View, Error> {
        let core = &self.core;
        let label = if d.label.is_empty() { t.label() } else { d.label };
        core.alive(label)?;
        let err = |code, detail: String| Err(Error::new(code, label, detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let i = &t.info;
        let count =
            |asked: u32, first: u32, all: u32| if asked == 0 { all.saturating_sub(first) } else { asked };
        let (mips, layers) = (count(d.mips, d.mip, i.mips), count(d.layers, d.layer, i.layers));
        let within =
            |first: u32, n: u32, all: u32| n > 0 && u64::from(first) + u64::from(n) <= u64::from(all);
        if !within(d.mip, mips, i.mips) || !within(d.layer, layers, i.layers) {
            let detail = format!(
                "mips {}+{mips} of {}, layers {}+{layers} of {} were asked for",
                d.mip, i.mips, d.layer, i.layers
            );
            return err(Code::ViewRange, detail);
        }
        let all = i.format.info().aspects;
        let aspects = d.aspects.unwrap_or(all);
        if aspects.is_empty() || !all.contains(aspects) {
            return err(Code::ViewRange, format!("{} has no such aspect", i.format));
        }
        let format = d.format.unwrap_or(i.format);
        if format != i.format && i.format.srgb_pair() != Some(format) {
            let detail = format!("{format} was asked for of a texture in {}", i.format);
            return err(Code::FormatUnsupported, detail);
        }
        let dim = view_dim(d.dim, i.dim, layers);
        let fits = match dim {
            ViewDim::Auto => false,
            ViewDim::D1 => i.dim == TextureDim::D1 && layers == 1,
            ViewDim::D2 => matches!(i.dim, TextureDim::D2 | TextureDim::Cube) && layers == 1,
            ViewDim::D2Array => matches!(i.dim, TextureDim::D2 | TextureDim::Cube),
            ViewDim::D3 => i.dim == TextureDim::D3,
            ViewDim::Cube => i.dim == TextureDim::Cube && layers == 6,
            ViewDim::CubeArray => i.dim == TextureDim::Cube && layers % 6 == 0,
        };
        if !fits {
            return err(
                Code::ViewRange,
                format!("a {dim:?} view of {layers} layers of a {:?} texture was asked for", i.dim),
            );
        }
        if dim == ViewDim::CubeArray && !core.enabled.contains(crate::backend::Enabled::CUBE_ARRAYS) {
            return err(Code::NotEnabled, "cube-arrays".into());
        }
        // Depth and stencil change state together: not every device can tell their layouts apart.
        let range = SubRange {
            mip: d.mip as u16,
            mips: mips as u16,
            layer: d.layer as u16,
            layers: layers as u16,
            aspects: all,
        };
        let seen = sampled_aspects(i, aspects);
        let plan = ViewPlan {
            label,
            texture: t.obj.native,
            info: i,
            dim,
            format,
            range: SubRange { aspects: seen, ..range },
        };
        let native = core.backend.create_view(&plan).map_err(|f| core.fault(label, f))?;
        let obj = core.adopt(Kind::View, native, label, SETTLED, Keep::One(t.obj.clone()))?;
        let size = i.level_size(d.mip);
        let key = |usage| {
            let attachable = i.usage.contains(usage) && mips == 1 && layers <= core.limits.max_pass_layers;
            let layered = if layers > 1 { LAYERED } else { 0 };
            if attachable { attach_key(core.id, [size[0], size[1]], i.samples as u8 | layered) } else { 0 }
        };
        Ok(View {
            raw: native.raw,
            color_key: key(TextureUsage::COLOR),
            depth_key: key(TextureUsage::DEPTH),
            device: core.id,
            format,
            samples: i.samples as u8,
            size: [size[0], size[1]],
            usage: i.usage,
            place: core.place(t.resource, range),
            both_aspects: seen.contains(Aspects::DEPTH | Aspects::STENCIL),
            obj,
        })
    }
}

fn view_dim(asked: ViewDim, texture: TextureDim, layers: u32) -> ViewDim {
    match (asked, texture) {
        (ViewDim::Auto, TextureDim::D1) => ViewDim::D1,
        (ViewDim::Auto, TextureDim::D2) if layers == 1 => ViewDim::D2,
        (ViewDim::Auto, TextureDim::D2) => ViewDim::D2Array,
        (ViewDim::Auto, TextureDim::D3) => ViewDim::D3,
        (ViewDim::Auto, TextureDim::Cube) if layers == 6 => ViewDim::Cube,
        (ViewDim::Auto, TextureDim::Cube) if layers.is_multiple_of(6) => ViewDim::CubeArray,
        (ViewDim::Auto, TextureDim::Cube) if layers == 1 => ViewDim::D2,
        (ViewDim::Auto, TextureDim::Cube) => ViewDim::D2Array,
        (other, _) => other,
    }
}

/// A view that can be sampled sees one aspect; one that is only attached sees all.
fn sampled_aspects(i: &TextureInfo, asked: Aspects) -> Aspects {
    let both = Aspects::DEPTH | Aspects::STENCIL;
    let attached_only = !i.usage.contains(TextureUsage::SAMPLED);
    if asked == both && !attached_only && !i.usage.contains(TextureUsage::DEPTH) {
        Aspects::DEPTH
    } else {
        asked
    }
}
