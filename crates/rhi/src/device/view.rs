//! Views of textures.

use super::Device;
use super::texture::lacking;
use crate::backend::ViewPlan;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::format::Aspects;
use crate::object::{Keep, Kind, LAYERED, SETTLED, Texture, TextureInfo, UNUSUAL, View, attach_key};
use crate::usage::SubRange;

impl Device {
    /// Makes a view. Slices of a volume's level are attached as layers by a view of [`ViewDim::D2`] or [`ViewDim::D2Array`], whose
    /// first layer and number count slices; it needs view-2d-of-3d.
    ///
    /// # Errors
    /// A texture that is only copied, a range outside the texture, a shape that does not fit, or the driver's answer.
    pub fn create_view(&self, t: &Texture, d: &ViewDesc<'_>) -> Result<View, Error> {
        let core = &self.core;
        let label = if d.label.is_empty() { t.label() } else { d.label };
        core.alive(label)?;
        let err = |code, detail: String| Err(Error::new(code, label, detail));
        if t.device != core.id {
            return err(Code::ForeignObject, String::new());
        }
        let i = &t.info;
        if !i.usage.intersects(TextureUsage::VIEWED) {
            let detail =
                format!("{:?} has no use for a view; SAMPLED, STORAGE, COLOR or DEPTH is missing", i.usage);
            return err(Code::MissingUsage, detail);
        }
        let count =
            |asked: u32, first: u32, all: u32| if asked == 0 { all.saturating_sub(first) } else { asked };
        // A two-dimensional view of a volume counts slices as layers.
        let sliced = i.dim == TextureDim::D3 && matches!(d.dim, ViewDim::D2 | ViewDim::D2Array);
        let all_layers = if sliced { i.level_size(d.mip.min(31))[2] } else { i.layers };
        let (mips, layers) = (count(d.mips, d.mip, i.mips), count(d.layers, d.layer, all_layers));
        let within =
            |first: u32, n: u32, all: u32| n > 0 && u64::from(first) + u64::from(n) <= u64::from(all);
        if !within(d.mip, mips, i.mips) || !within(d.layer, layers, all_layers) {
            let detail = format!(
                "mips {}+{mips} of {}, layers {}+{layers} of {} were asked for",
                d.mip, i.mips, d.layer, all_layers
            );
            return err(Code::ViewRange, detail);
        }
        let all = i.format.info().aspects;
        let aspects = d.aspects.unwrap_or(all);
        if aspects.is_empty() || !all.contains(aspects) {
            return err(Code::ViewRange, format!("{} has no such aspect", i.format));
        }
        let format = d.format.unwrap_or(i.format);
        if format != i.format {
            let (own, other) = (i.format.info(), format.info());
            let alike = own.block_bytes == other.block_bytes && !format.is_depth() && !format.is_compressed();
            let any = i.usage.contains(TextureUsage::VIEW_FORMATS) && alike;
            if i.format.srgb_pair() != Some(format) && !any {
                let detail = format!(
                    "{format} was asked for of a texture in {}; VIEW_FORMATS allows colours of as many bytes",
                    i.format
                );
                return err(Code::FormatUnsupported, detail);
            }
            // Copies do not look at views.
            if let Some(what) = lacking(core.backend.format_support(format).0, i.usage & TextureUsage::VIEWED)
            {
                return err(
                    Code::FormatUnsupported,
                    format!("the texture is {what}, and {format} cannot be here"),
                );
            }
        }
        let dim = view_dim(d.dim, i.dim, layers);
        let fits = match dim {
            ViewDim::Auto => false,
            ViewDim::D1 => i.dim == TextureDim::D1 && layers == 1,
            ViewDim::D2 | ViewDim::D2Array if sliced => mips == 1 && (dim == ViewDim::D2Array || layers == 1),
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
        if sliced {
            if !core.enabled.contains(crate::backend::Enabled::SLICE_VIEWS) {
                return err(Code::NotEnabled, "view-2d-of-3d".into());
            }
            if !i.usage.contains(TextureUsage::COLOR) {
                return err(Code::MissingUsage, "slices are attached: COLOR is missing".into());
            }
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
        // A volume's level changes state as a whole.
        let range = if sliced { SubRange { layer: 0, layers: 1, ..range } } else { range };
        let native = core.backend.create_view(&plan).map_err(|f| core.fault(label, f))?;
        let obj = core.adopt(Kind::View, native, label, SETTLED, Keep::One(t.obj.clone()))?;
        let size = i.level_size(d.mip);
        let key = |usage| {
            let fits = mips == 1 && layers <= core.limits.max_pass_layers && dim != ViewDim::D3;
            let layered = if layers > 1 { LAYERED } else { 0 };
            let unusual = sliced || i.usage.contains(TextureUsage::TRANSIENT);
            let key = attach_key(core.id, [size[0], size[1]], i.samples as u8 | layered);
            match i.usage.contains(usage) && fits {
                true => key | if unusual { UNUSUAL } else { 0 },
                false => 0,
            }
        };
        Ok(View {
            raw: native.raw,
            color_key: key(TextureUsage::COLOR),
            depth_key: key(TextureUsage::DEPTH),
            device: core.id,
            format,
            samples: i.samples as u8,
            size: [size[0], size[1]],
            // Slices are not sampled: not every device can.
            usage: if sliced { TextureUsage::COLOR } else { i.usage },
            place: core.place(t.resource, range),
            layers: layers as u16,
            part_of_level: sliced && layers != all_layers,
            both_aspects: seen.contains(Aspects::DEPTH | Aspects::STENCIL),
            dim,
            class: format.class(seen),
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
