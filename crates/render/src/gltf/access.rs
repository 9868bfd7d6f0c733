//! Checked reading of accessors. Nothing outside a buffer view can be reached through this module, whatever a file says.

use super::parse::buffers::{Accessor, BufferView, Component, Format};
use super::parse::{Document, at};
use std::sync::Arc;

/// The bytes of every buffer; `None`: it could not be had. Buffers that are the same file share their bytes.
pub(crate) type Buffers = Vec<Option<Arc<Vec<u8>>>>;

/// The elements of one accessor over its bytes.
#[derive(Clone, Copy)]
pub(crate) struct Elements<'a> {
    bytes: &'a [u8],
    pub(crate) count: u64,
    stride: u64,
    pub(crate) format: Format,
    rows: u64,
    column: u64,
}

/// Bytes of a buffer view, if it lies inside its buffer.
pub(crate) fn view_bytes<'a>(view: &BufferView, buffers: &'a Buffers) -> Option<&'a [u8]> {
    let buffer = buffers.get(view.buffer?)?.as_ref()?;
    let start = usize::try_from(view.offset?).ok()?;
    let end = start.checked_add(usize::try_from(view.length?).ok()?)?;
    buffer.get(start..end)
}

/// From the start of the first element to the end of the last.
pub(crate) fn span(format: &Format, stride: Option<u64>, count: u64) -> u64 {
    let stride = stride.unwrap_or_else(|| format.packed_stride());
    stride.saturating_mul(count.saturating_sub(1)).saturating_add(format.element_bytes())
}

/// The elements that a buffer view holds. `None`: there is no view, or they do not fit it; the checks have said so.
pub(crate) fn elements<'a>(d: &Document, buffers: &'a Buffers, accessor: &Accessor) -> Option<Elements<'a>> {
    let format = accessor.format()?;
    let count = accessor.count?;
    let view = at(&d.views, accessor.view)?;
    let bytes = view_bytes(view, buffers)?;
    let offset = accessor.offset?;
    let end = offset.checked_add(span(&format, view.stride, count))?;
    let bytes = bytes.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)?;
    let stride = view.stride.unwrap_or_else(|| format.packed_stride());
    let (rows, column) = format.shape.columns(format.component);
    Some(Elements { bytes, count, stride, format, rows, column })
}

impl Elements<'_> {
    /// Numbers in one element.
    pub(crate) fn components(&self) -> u64 {
        self.format.shape.components()
    }

    fn bytes_at<const N: usize>(&self, element: u64, component: u64) -> Option<[u8; N]> {
        let (column, row) = (component / self.rows, component % self.rows);
        let at = element
            .checked_mul(self.stride)?
            .checked_add(column * self.column + row * self.format.component.size())?;
        let at = usize::try_from(at).ok()?;
        self.bytes.get(at..at.checked_add(N)?)?.try_into().ok()
    }

    /// One number as it is stored; 0 outside.
    pub(crate) fn raw(&self, element: u64, component: u64) -> f64 {
        let value = match self.format.component {
            Component::I8 => self.bytes_at(element, component).map(|b| f64::from(i8::from_le_bytes(b))),
            Component::U8 => self.bytes_at(element, component).map(|b| f64::from(u8::from_le_bytes(b))),
            Component::I16 => self.bytes_at(element, component).map(|b| f64::from(i16::from_le_bytes(b))),
            Component::U16 => self.bytes_at(element, component).map(|b| f64::from(u16::from_le_bytes(b))),
            Component::U32 => self.bytes_at(element, component).map(|b| f64::from(u32::from_le_bytes(b))),
            Component::F32 => self.bytes_at(element, component).map(|b| f64::from(f32::from_le_bytes(b))),
        };
        value.unwrap_or(0.0)
    }

    /// The first number of an element as an unsigned integer; 0 outside and for other types.
    pub(crate) fn unsigned(&self, element: u64) -> u32 {
        self.unsigned_at(element, 0)
    }

    /// One number as an unsigned integer; 0 outside and for other types.
    pub(crate) fn unsigned_at(&self, element: u64, component: u64) -> u32 {
        let value = match self.format.component {
            Component::U8 => self.bytes_at(element, component).map(|b| u32::from(u8::from_le_bytes(b))),
            Component::U16 => self.bytes_at(element, component).map(|b| u32::from(u16::from_le_bytes(b))),
            Component::U32 => self.bytes_at(element, component).map(u32::from_le_bytes),
            Component::I8 | Component::I16 | Component::F32 => None,
        };
        value.unwrap_or(0)
    }

    /// One number with normalisation applied (glTF 2.0, 3.6.2.2).
    pub(crate) fn value(&self, element: u64, component: u64) -> f64 {
        normalize(&self.format, self.raw(element, component))
    }

    /// One number that is always finite: what is not is 0.
    pub(crate) fn finite(&self, element: u64, component: u64) -> f32 {
        let v = self.value(element, component) as f32;
        if v.is_finite() { v } else { 0.0 }
    }

    /// The first `N` numbers of an element; those it does not have are 0.
    pub(crate) fn vector<const N: usize>(&self, element: u64) -> [f32; N] {
        let have = self.components();
        std::array::from_fn(|i| if (i as u64) < have { self.finite(element, i as u64) } else { 0.0 })
    }
}

/// The value of a stored number.
pub(crate) fn normalize(format: &Format, raw: f64) -> f64 {
    if !format.normalized {
        return raw;
    }
    match format.component {
        Component::I8 => (raw / 127.0).max(-1.0),
        Component::U8 => raw / 255.0,
        Component::I16 => (raw / 32767.0).max(-1.0),
        Component::U16 => raw / 65535.0,
        Component::U32 | Component::F32 => raw,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::buffers::Shape;
    use super::*;

    fn one(
        bytes: Vec<u8>,
        format: (Shape, Component, bool),
        stride: Option<u64>,
        count: u64,
    ) -> (Document, Buffers) {
        let length = bytes.len() as u64;
        let accessor = Accessor {
            view: Some(0),
            offset: Some(0),
            shape: Some(format.0),
            component: Some(format.1),
            normalized: format.2,
            count: Some(count),
            ..Accessor::default()
        };
        let view = BufferView {
            buffer: Some(0),
            offset: Some(0),
            length: Some(length),
            stride,
            ..BufferView::default()
        };
        let d = Document { accessors: vec![Some(accessor)], views: vec![Some(view)], ..Document::default() };
        (d, vec![Some(Arc::new(bytes))])
    }

    #[test]
    fn numbers_are_read_by_type_and_stride() {
        let (d, b) =
            one(vec![0, 128, 255, 9, 127, 129, 1, 9], (Shape::Vec3, Component::I8, true), Some(4), 2);
        let e = elements(&d, &b, at(&d.accessors, Some(0)).unwrap()).unwrap();
        assert_eq!(e.vector::<3>(0), [0.0, -1.0, -1.0 / 127.0]);
        assert_eq!(e.vector::<4>(1), [1.0, -1.0, 1.0 / 127.0, 0.0]);
        assert_eq!((e.raw(0, 1), e.raw(5, 0)), (-128.0, 0.0));
        // Columns of a matrix of bytes start on multiples of 4.
        let (d, b) = one((0..12).collect(), (Shape::Mat3, Component::U8, false), None, 1);
        let e = elements(&d, &b, at(&d.accessors, Some(0)).unwrap()).unwrap();
        assert_eq!((e.raw(0, 2), e.raw(0, 3), e.raw(0, 8)), (2.0, 4.0, 10.0));
        let mat2 = Format { shape: Shape::Mat2, component: Component::U8, normalized: false };
        assert_eq!((mat2.element_bytes(), mat2.packed_stride()), (6, 8));
    }

    #[test]
    fn what_does_not_fit_is_not_read() {
        for count in [4, u64::MAX / 2, u64::MAX] {
            let (d, b) = one(vec![0; 36], (Shape::Vec3, Component::F32, false), None, count);
            assert!(elements(&d, &b, at(&d.accessors, Some(0)).unwrap()).is_none());
        }
        let (d, b) = one(f32::NAN.to_le_bytes().to_vec(), (Shape::Scalar, Component::F32, false), None, 1);
        let e = elements(&d, &b, at(&d.accessors, Some(0)).unwrap()).unwrap();
        assert!(e.value(0, 0).is_nan() && e.finite(0, 0) == 0.0);
    }
}
