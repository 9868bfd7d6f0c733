//! Buffer views inside buffers, accessors inside buffer views.

use super::{Checker, ViewUsage};
use crate::gltf::access::span;
use crate::gltf::codes::Code;
use crate::gltf::parse::buffers::{ARRAY_BUFFER, Accessor, BufferView, ELEMENT_ARRAY_BUFFER, Sparse};
use crate::gltf::parse::{at, each};

/// Where some elements lie in a buffer view.
struct Extent {
    offset: Option<u64>,
    component_bytes: u64,
    bytes: u64,
}

impl Checker<'_> {
    pub(super) fn views(&mut self) {
        let d = self.d;
        for (i, view) in each(&d.views) {
            if let Some(slot) = self.view_usage.get_mut(i) {
                *slot = match view.target {
                    Some(ARRAY_BUFFER) => Some(ViewUsage::Vertices),
                    Some(ELEMENT_ARRAY_BUFFER) => Some(ViewUsage::Indices),
                    _ => None,
                };
            }
            let buffer = self.resolve(&d.buffers, view.buffer, || format!("{}/buffer", view.at));
            let Some(length) = buffer.and_then(|b| b.length) else { continue };
            let (Some(offset), Some(bytes)) = (view.offset, view.length) else { continue };
            let message =
                || format!("bytes {offset}..{} of a buffer of {length}", offset.saturating_add(bytes));
            if offset >= length {
                self.find(Code::BufferViewTooLong, format!("{}/byteOffset", view.at), message());
            } else if offset.saturating_add(bytes) > length {
                self.find(Code::BufferViewTooLong, format!("{}/byteLength", view.at), message());
            }
        }
    }

    pub(super) fn accessors(&mut self) {
        let d = self.d;
        for (_, accessor) in each(&d.accessors) {
            let (Some(format), Some(count)) = (accessor.format(), accessor.count) else { continue };
            let view = self.resolve(&d.views, accessor.view, || format!("{}/bufferView", accessor.at));
            if let Some(view) = view {
                if let Some(stride) = view.stride.filter(|&s| s < format.element_bytes()) {
                    let message =
                        format!("a stride of {stride}, but an element has {}", format.element_bytes());
                    self.find(Code::AccessorSmallBytestride, &accessor.at, message);
                }
                let extent = Extent {
                    offset: accessor.offset,
                    component_bytes: format.component.size(),
                    bytes: span(&format, view.stride, count),
                };
                self.fits(&accessor.at, &extent, view);
            }
            if let Some(sparse) = &accessor.sparse {
                self.sparse(accessor, sparse);
            }
        }
    }

    fn fits(&mut self, pointer: &str, extent: &Extent, view: &BufferView) {
        let (Some(offset), Some(view_offset), Some(length)) = (extent.offset, view.offset, view.length)
        else {
            return;
        };
        let size = extent.component_bytes;
        if !offset.is_multiple_of(size) {
            let message = format!("offset {offset} is not a multiple of the component's {size} bytes");
            self.find(Code::AccessorOffsetAlignment, format!("{pointer}/byteOffset"), message);
        }
        let total = view_offset.saturating_add(offset);
        if !total.is_multiple_of(size) {
            let message =
                format!("offset {total} in the buffer is not a multiple of the component's {size} bytes");
            self.find(Code::AccessorTotalOffsetAlignment, pointer, message);
        }
        let end = offset.saturating_add(extent.bytes);
        let message = || format!("bytes {offset}..{end} of a buffer view of {length}");
        if offset > length {
            self.find(Code::AccessorTooLong, format!("{pointer}/byteOffset"), message());
        } else if end > length {
            self.find(Code::AccessorTooLong, pointer, message());
        }
    }

    fn sparse(&mut self, accessor: &Accessor, sparse: &Sparse) {
        let d = self.d;
        let (Some(count), Some(indices), Some(values)) = (sparse.count, sparse.indices, sparse.values) else {
            return;
        };
        let (Some(format), Some(base)) = (accessor.format(), accessor.count) else { return };
        if count > base {
            let message = format!("{count} elements are replaced, but there are only {base}");
            self.find(Code::AccessorSparseCountOutOfRange, format!("{}/count", sparse.at), message);
        }
        let (index_view, index_offset, component) = indices;
        let (value_view, value_offset) = values;
        let value_bytes =
            format.component.size().saturating_mul(format.shape.components()).saturating_mul(count);
        let index_extent = component.map(|c| Extent {
            offset: index_offset,
            component_bytes: c.size(),
            bytes: c.size().saturating_mul(count),
        });
        let value_extent = Some(Extent {
            offset: value_offset,
            component_bytes: format.component.size(),
            bytes: value_bytes,
        });
        for (name, index, extent) in
            [("indices", index_view, index_extent), ("values", value_view, value_extent)]
        {
            let pointer = format!("{}/{name}", sparse.at);
            let at_view = format!("{pointer}/bufferView");
            let Some(view) = self.resolve(&d.views, index, || at_view.clone()) else { continue };
            self.use_view(index, ViewUsage::Other, &at_view);
            if view.stride.is_some() {
                let message = "only vertex data may have a stride";
                self.find(Code::BufferViewInvalidByteStride, &at_view, message);
            }
            if let Some(extent) = extent {
                self.fits(&pointer, &extent, view);
            }
        }
    }

    /// Whether a typed array could lie there: the validator looks only at data that is aligned.
    pub(super) fn is_aligned(&self, accessor: &Accessor) -> bool {
        let Some(view) = at(&self.d.views, accessor.view) else { return false };
        let (Some(format), Some(offset), Some(view_offset)) =
            (accessor.format(), accessor.offset, view.offset)
        else {
            return false;
        };
        let size = format.component.size();
        offset.is_multiple_of(size)
            && view_offset.saturating_add(offset).is_multiple_of(size)
            && view.stride.is_none_or(|s| s.is_multiple_of(size))
    }
}
