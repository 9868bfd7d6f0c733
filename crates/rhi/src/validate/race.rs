//! Dispatches of one compute pass that nothing orders, and that touch one place.

use super::FindingCode;
use crate::record::Raw;
use crate::usage::SubRange;

/// Places that are told apart; a pass that names more is not judged further.
const MOST: usize = 1024;

/// A place that a dispatch touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Bytes { raw: Raw, start: u64, end: u64 },
    Texels { raw: Raw, range: SubRange },
}

impl Place {
    fn overlaps(&self, o: &Place) -> bool {
        match (self, o) {
            (Self::Bytes { raw, start, end }, Self::Bytes { raw: other, start: s, end: e }) => {
                raw == other && start < e && s < end
            }
            (Self::Texels { raw, range }, Self::Texels { raw: other, range: r }) => {
                raw == other && range.overlaps(r)
            }
            _ => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Touched {
    place: Place,
    writes: bool,
    dispatch: u32,
}

/// What the dispatches since the last order have touched.
#[derive(Debug, Default)]
pub(super) struct Races(Vec<Touched>);

impl Races {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a place. Yields the rule that another dispatch of these breaks together with this one, and its number.
    pub(super) fn touch(&mut self, place: Place, writes: bool, dispatch: u32) -> Option<(FindingCode, u32)> {
        let against = self
            .0
            .iter()
            .find(|t| t.dispatch != dispatch && (t.writes || writes) && t.place.overlaps(&place));
        let found = against.map(|t| {
            let code = match t.writes && writes {
                true => FindingCode::DispatchWrites,
                false => FindingCode::DispatchReads,
            };
            (code, t.dispatch)
        });
        let known = self.0.iter().any(|t| t.place == place && t.writes == writes);
        if !known && self.0.len() < MOST {
            self.0.push(Touched { place, writes, dispatch });
        }
        found
    }
}
