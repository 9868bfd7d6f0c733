//! The values of an accessor as they count: read from a buffer view, or all zero without one, with a sparse accessor's
//! replacements in place (glTF 2.0, 3.6.2.3).

use super::access::{Buffers, Elements, elements, view_bytes};
use super::parse::buffers::{Accessor, BufferView, Format, Shape, Sparse};
use super::parse::{Document, at};

/// The elements of one accessor, replacements included.
pub(crate) struct Values<'a> {
    pub(crate) format: Format,
    pub(crate) count: u64,
    /// `None`: all zero.
    base: Option<Elements<'a>>,
    /// Element and place among `replacements`, rising by element.
    replaced: Vec<(u32, u32)>,
    replacements: Option<Elements<'a>>,
}

/// What an accessor holds. `Err`: why it cannot be had, as the start of a sentence.
pub(crate) fn values<'a>(
    d: &Document,
    buffers: &'a Buffers,
    accessor: &Accessor,
) -> Result<Values<'a>, &'static str> {
    let count = accessor.count.ok_or("the count of its data cannot be used")?;
    let format = accessor.format().ok_or("its data is of no type that exists")?;
    let absent = |view: Option<usize>| {
        let view = at(&d.views, view);
        if view.is_some_and(|v| at(&d.buffers, v.buffer).is_some_and(|b| !b.has_uri)) {
            "its data lies in a buffer without content"
        } else {
            "its data cannot be had"
        }
    };
    let base = match accessor.view {
        None => None,
        view => Some(elements(d, buffers, accessor).ok_or_else(|| absent(view))?),
    };
    let mut out = Values { format, count, base, replaced: Vec::new(), replacements: None };
    if let Some(sparse) = &accessor.sparse {
        let views = [sparse.indices.and_then(|i| i.0), sparse.values.and_then(|v| v.0)];
        let overlay = overlay(d, buffers, format, sparse);
        let (replaced, replacements) = overlay.ok_or_else(|| {
            let gone = views.into_iter().find(|v| at(&d.views, *v).is_none_or(|v| !has(v, buffers)));
            absent(gone.flatten())
        })?;
        (out.replaced, out.replacements) = (replaced, Some(replacements));
    }
    Ok(out)
}

fn has(view: &BufferView, buffers: &Buffers) -> bool {
    view_bytes(view, buffers).is_some()
}

/// Which elements a sparse accessor replaces, and by what.
fn overlay<'a>(
    d: &Document,
    buffers: &'a Buffers,
    format: Format,
    sparse: &Sparse,
) -> Option<(Vec<(u32, u32)>, Elements<'a>)> {
    let (index_view, index_offset, component) = sparse.indices?;
    let (value_view, value_offset) = sparse.values?;
    let part = |view, offset, f: Format| {
        let accessor = Accessor {
            view: Some(view?),
            offset,
            component: Some(f.component),
            shape: Some(f.shape),
            normalized: f.normalized,
            count: sparse.count,
            ..Accessor::default()
        };
        elements(d, buffers, &accessor)
    };
    let scalar = Format { shape: Shape::Scalar, component: component?, normalized: false };
    let indices = part(index_view, index_offset, scalar)?;
    let replacements = part(value_view, value_offset, format)?;
    let mut replaced: Vec<(u32, u32)> = Vec::new();
    // That many elements lie in the file; places beyond 32 bits would be a file of more than its greatest size.
    for k in 0..u32::try_from(indices.count).ok()? {
        replaced.push((indices.unsigned(u64::from(k)), k));
    }
    // Of an index that is there twice the last value counts, as the checks promise.
    replaced.sort_by_key(|&(element, k)| (element, std::cmp::Reverse(k)));
    replaced.dedup_by_key(|(element, _)| *element);
    Some((replaced, replacements))
}

impl<'a> Values<'a> {
    /// Nothing has to be read to know that all are zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.base.is_none() && self.replaced.is_empty()
    }

    /// Where an element's numbers stand. `None`: they are zero.
    fn place(&self, element: u64) -> Option<(&Elements<'a>, u64)> {
        if !self.replaced.is_empty()
            && let Ok(wanted) = u32::try_from(element)
            && let Ok(found) = self.replaced.binary_search_by_key(&wanted, |(e, _)| *e)
        {
            let (_, k) = self.replaced.get(found)?;
            return Some((self.replacements.as_ref()?, u64::from(*k)));
        }
        Some((self.base.as_ref()?, element))
    }

    /// One number as an unsigned integer; 0 outside and for other types.
    pub(crate) fn unsigned(&self, element: u64, component: u64) -> u32 {
        self.place(element).map_or(0, |(e, i)| e.unsigned_at(i, component))
    }

    /// One number, normalised where the accessor says so, and always finite: what is not is 0.
    pub(crate) fn finite(&self, element: u64, component: u64) -> f32 {
        self.place(element).map_or(0.0, |(e, i)| e.finite(i, component))
    }

    /// The first `N` numbers of an element; those it does not have are 0.
    pub(crate) fn vector<const N: usize>(&self, element: u64) -> [f32; N] {
        self.place(element).map_or([0.0; N], |(e, i)| e.vector(i))
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::buffers::Component;
    use super::*;
    use std::sync::Arc;

    /// Five scalars, of which two are replaced.
    fn sparse(base: bool, indices: [u8; 2], component: Component, stored: Vec<u8>) -> (Document, Buffers) {
        let view = |offset, length| {
            Some(BufferView {
                buffer: Some(0),
                offset: Some(offset),
                length: Some(length),
                ..BufferView::default()
            })
        };
        let size = component.size();
        let mut bytes: Vec<u8> =
            (1..=5u8).flat_map(|v| [v, 0, 0, 0].into_iter().take(size as usize)).collect();
        let values_at = bytes.len() as u64;
        bytes.extend(&stored);
        bytes.extend(indices);
        let d = Document {
            views: vec![
                view(0, 5 * size),
                view(values_at, stored.len() as u64),
                view(values_at + stored.len() as u64, 2),
            ],
            accessors: vec![Some(Accessor {
                view: base.then_some(0),
                offset: Some(0),
                shape: Some(Shape::Scalar),
                component: Some(component),
                count: Some(5),
                sparse: Some(Sparse {
                    count: Some(2),
                    indices: Some((Some(2), Some(0), Some(Component::U8))),
                    values: Some((Some(1), Some(0))),
                    ..Sparse::default()
                }),
                ..Accessor::default()
            })],
            ..Document::default()
        };
        (d, vec![Some(Arc::new(bytes))])
    }

    fn all(d: &Document, b: &Buffers) -> Vec<u32> {
        let v = values(d, b, at(&d.accessors, Some(0)).unwrap()).unwrap_or_else(|e| panic!("{e}"));
        (0..6).map(|i| v.unsigned(i, 0)).collect()
    }

    #[test]
    fn replacements_stand_in_their_places() {
        let (d, b) = sparse(true, [1, 4], Component::U8, vec![70, 80]);
        assert_eq!(all(&d, &b), [1, 70, 3, 4, 80, 0]);
        let (d, b) = sparse(false, [1, 4], Component::U16, vec![70, 1, 80, 0]);
        assert_eq!(all(&d, &b), [0, 326, 0, 0, 80, 0]);
        // Out of order they are warned of, and the last of two values counts.
        let (d, b) = sparse(true, [4, 4], Component::U8, vec![70, 80]);
        assert_eq!(all(&d, &b), [1, 2, 3, 4, 80, 0]);
        let (d, b) = sparse(true, [3, 0], Component::U8, vec![70, 80]);
        assert_eq!(all(&d, &b), [80, 2, 3, 70, 5, 0]);
    }

    #[test]
    fn replacements_that_are_not_there_are_an_error_and_not_zero() {
        let (mut d, b) = sparse(true, [1, 4], Component::U8, vec![70]);
        assert!(values(&d, &b, at(&d.accessors, Some(0)).unwrap()).is_err());
        d.views[2] = None;
        assert!(values(&d, &b, at(&d.accessors, Some(0)).unwrap()).is_err());
        let (d, _) = sparse(true, [1, 4], Component::U8, vec![70, 80]);
        assert!(values(&d, &vec![None], at(&d.accessors, Some(0)).unwrap()).is_err());
    }
}
