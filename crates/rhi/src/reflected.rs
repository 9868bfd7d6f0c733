//! What reflection says of a shader in the interface's own terms and in words, beside what a layout says.

use crate::desc::{BindingDetail, BindingKind, LayoutEntry, ViewDim};
use crate::format::{Class, Format};
use crate::object::{BindGroupLayout, stage_names};
use crate::usage::Stages;
use candor_shader::{Binding, BindingKind as Found, Dimension, Sample, SamplerUse, Scalar, Slot, Texture};

/// The dimension of a view that a texture of a shader takes.
pub(crate) fn dim(t: &Texture) -> ViewDim {
    match (t.dimension, t.arrayed) {
        (Dimension::D1, _) => ViewDim::D1,
        (Dimension::D2, false) => ViewDim::D2,
        (Dimension::D2, true) => ViewDim::D2Array,
        (Dimension::D3, _) => ViewDim::D3,
        (Dimension::Cube, false) => ViewDim::Cube,
        (Dimension::Cube, true) => ViewDim::CubeArray,
    }
}

/// What a shader reads of a texture; depth where it compares, or says that it does.
pub(crate) fn class(t: &Texture) -> Class {
    match t.sample {
        Sample::Float if t.depth => Class::Depth,
        Sample::Float => Class::Float,
        Sample::Sint => Class::Sint,
        Sample::Uint => Class::Uint,
    }
}

/// Does something of one class give what is wanted as another? Depth can be read as a float.
pub(crate) fn gives(there: Class, wanted: Class) -> bool {
    there == wanted || (there == Class::Depth && wanted == Class::Float)
}

/// The class of a number of a shader.
pub(crate) fn scalar(s: Scalar) -> Class {
    match s {
        Scalar::Float(_) => Class::Float,
        Scalar::Sint(_) => Class::Sint,
        Scalar::Uint(_) => Class::Uint,
    }
}

/// The format of a storage texture by the number of the SPIR-V specification (section "Image Format"); none where the shader
/// leaves it open, and for 64-bit ones.
pub(crate) fn storage_format(number: u32) -> Option<Format> {
    use Format as F;
    const ALL: [Format; 39] = [
        F::Rgba32Float,
        F::Rgba16Float,
        F::R32Float,
        F::Rgba8Unorm,
        F::Rgba8Snorm,
        F::Rg32Float,
        F::Rg16Float,
        F::Rg11b10Float,
        F::R16Float,
        F::Rgba16Unorm,
        F::Rgb10a2Unorm,
        F::Rg16Unorm,
        F::Rg8Unorm,
        F::R16Unorm,
        F::R8Unorm,
        F::Rgba16Snorm,
        F::Rg16Snorm,
        F::Rg8Snorm,
        F::R16Snorm,
        F::R8Snorm,
        F::Rgba32Sint,
        F::Rgba16Sint,
        F::Rgba8Sint,
        F::R32Sint,
        F::Rg32Sint,
        F::Rg16Sint,
        F::Rg8Sint,
        F::R16Sint,
        F::R8Sint,
        F::Rgba32Uint,
        F::Rgba16Uint,
        F::Rgba8Uint,
        F::R32Uint,
        F::Rgb10a2Uint,
        F::Rg32Uint,
        F::Rg16Uint,
        F::Rg8Uint,
        F::R16Uint,
        F::R8Uint,
    ];
    ALL.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
}

/// A stage's shader by its entry point.
pub(crate) fn shader(stage: Stages, entry: &str) -> String {
    format!("the {} shader '{entry}'", stage_names(stage))
}

/// A binding by its name, where there is one, and by its number.
pub(crate) fn named(slot: Slot, name: &str) -> String {
    let Slot { set, binding } = slot;
    if name.is_empty() {
        format!("binding {binding} of group {set}")
    } else {
        format!("'{name}' (binding {binding} of group {set})")
    }
}

/// A layout by its label, where it has one.
pub(crate) fn layout(l: &BindGroupLayout, group: u32) -> String {
    if l.label().is_empty() {
        format!("the layout of group {group}")
    } else {
        format!("layout '{}'", l.label())
    }
}

/// What a class is to a shader.
pub(crate) fn numbers(c: Class) -> &'static str {
    match c {
        Class::Float => "floats",
        Class::Uint => "unsigned integers",
        Class::Sint => "signed integers",
        Class::Depth => "depth",
    }
}

fn shape(dim: ViewDim, multisampled: bool) -> String {
    let many = if multisampled { "multisampled " } else { "" };
    format!("a {many}{dim:?} texture")
}

/// What a shader wants at a binding.
pub(crate) fn wanted(b: &Binding) -> String {
    let access = |write: bool| if write { "that it writes" } else { "that it reads" };
    match b.kind {
        Found::UniformBuffer => {
            format!("a uniform buffer of {} bytes", b.block.as_ref().map_or(0, |b| b.size_bytes))
        }
        Found::StorageBuffer { read_only } => format!("a storage buffer {}", access(!read_only)),
        Found::SampledTexture(t) => {
            format!("{} of {}", shape(dim(&t), t.multisampled), numbers(class(&t)))
        }
        Found::StorageTexture { texture, format, write, .. } => {
            let format = storage_format(format).map_or("any format".to_owned(), |f| f.to_string());
            format!("a {:?} storage texture in {format} {}", dim(&texture), access(write))
        }
        Found::Sampler(SamplerUse::Comparison) => "a sampler that compares".into(),
        Found::Sampler(SamplerUse::Filtering) => "a sampler that does not compare".into(),
        Found::Sampler(SamplerUse::Both | SamplerUse::Unknown) => "a sampler".into(),
        Found::CombinedTextureSampler(_) => "a texture and its sampler in one binding".into(),
        Found::UniformTexelBuffer(_) | Found::StorageTexelBuffer(_) => "a formatted buffer".into(),
        Found::InputAttachment => "an input attachment".into(),
        Found::AccelerationStructure => "an acceleration structure".into(),
    }
}

/// What a layout says of a binding.
pub(crate) fn laid(e: &LayoutEntry) -> String {
    let moved = |dynamic: bool| if dynamic { " with a dynamic offset" } else { "" };
    let access = |write: bool| if write { " that shaders write" } else { " that shaders only read" };
    let size = |d| match d {
        BindingDetail::MinSize(n) => format!(" of at least {n} bytes"),
        _ => String::new(),
    };
    match (e.kind, e.detail) {
        (BindingKind::Uniform { dynamic }, d) => format!("a uniform buffer{}{}", moved(dynamic), size(d)),
        (BindingKind::Storage { dynamic, write }, d) => {
            format!("a storage buffer{}{}{}", access(write), moved(dynamic), size(d))
        }
        (BindingKind::Texture, BindingDetail::Texture { dim, class, multisampled }) => {
            format!("{} of {}", shape(dim, multisampled), numbers(class))
        }
        (BindingKind::Texture, _) => "a texture".into(),
        (BindingKind::StorageTexture { write }, BindingDetail::StorageTexture { dim, format }) => {
            let format = format.map_or("any format".to_owned(), |f| f.to_string());
            format!("a {dim:?} storage texture in {format}{}", access(write))
        }
        (BindingKind::StorageTexture { write }, _) => format!("a storage texture{}", access(write)),
        (BindingKind::Sampler, BindingDetail::Sampler { compares: true }) => "a sampler that compares".into(),
        (BindingKind::Sampler, BindingDetail::Sampler { compares: false }) => {
            "a sampler that does not compare".into()
        }
        (BindingKind::Sampler, _) => "a sampler".into(),
    }
}
