//! What a layout says of a binding beyond its kind, beside what a group binds.

use crate::desc::{BindingDetail, BindingKind, LayoutEntry, ViewDim};
use crate::error::Code;
use crate::object::{Sampler, View};
use crate::reflected::{gives, laid, numbers};

type Checked = Result<(), (Code, String)>;

/// What is said goes with the kind.
pub(super) fn entry(e: &LayoutEntry) -> Checked {
    let fits = match (e.kind, e.detail) {
        (_, BindingDetail::Any)
        | (BindingKind::Uniform { .. } | BindingKind::Storage { .. }, BindingDetail::MinSize(_))
        | (BindingKind::Sampler, BindingDetail::Sampler { .. }) => true,
        (BindingKind::Texture, BindingDetail::Texture { dim, multisampled, .. }) => {
            dim != ViewDim::Auto && (!multisampled || matches!(dim, ViewDim::D2 | ViewDim::D2Array))
        }
        (BindingKind::StorageTexture { .. }, BindingDetail::StorageTexture { dim, .. }) => {
            dim != ViewDim::Auto
        }
        (
            BindingKind::Uniform { .. }
            | BindingKind::Storage { .. }
            | BindingKind::Texture
            | BindingKind::StorageTexture { .. }
            | BindingKind::Sampler,
            _,
        ) => false,
    };
    if fits {
        return Ok(());
    }
    Err((Code::BindingDetail, format!("binding {} is {:?} and said to be {:?}", e.binding, e.kind, e.detail)))
}

/// So many bytes are enough.
pub(super) fn buffer(e: &LayoutEntry, size: u64, label: &str) -> Checked {
    match e.detail {
        BindingDetail::MinSize(least) if size < u64::from(least) => {
            Err((Code::BindingSize, format!("{size} bytes of buffer '{label}', the layout has {}", laid(e))))
        }
        _ => Ok(()),
    }
}

/// A view has the shape that is said.
pub(super) fn view(e: &LayoutEntry, v: &View) -> Checked {
    let (dim, many) = match e.detail {
        BindingDetail::Texture { dim, multisampled, .. } => (dim, multisampled),
        BindingDetail::StorageTexture { dim, .. } => (dim, false),
        BindingDetail::Any | BindingDetail::MinSize(_) | BindingDetail::Sampler { .. } => return Ok(()),
    };
    if v.dim != dim || (v.samples > 1) != many {
        let samples = v.samples;
        let detail =
            format!("view '{}' is {:?} with samples {samples}, the layout has {}", v.label(), v.dim, laid(e));
        return Err((Code::BindingShape, detail));
    }
    let told = |code| {
        let gives = numbers(v.class);
        Err((code, format!("view '{}' in {} gives {gives}, the layout has {}", v.label(), v.format, laid(e))))
    };
    match e.detail {
        BindingDetail::Texture { class, .. } if !gives(v.class, class) => told(Code::BindingClass),
        BindingDetail::StorageTexture { format: Some(f), .. } if f != v.format => told(Code::StorageFormat),
        _ => Ok(()),
    }
}

/// A sampler compares where that is said.
pub(super) fn sampler(e: &LayoutEntry, s: &Sampler) -> Checked {
    match e.detail {
        BindingDetail::Sampler { compares } if compares != s.compares => {
            let does = if s.compares { "compares" } else { "does not compare" };
            Err((Code::SamplerUse, format!("sampler '{}' {does}, the layout has {}", s.label(), laid(e))))
        }
        _ => Ok(()),
    }
}
