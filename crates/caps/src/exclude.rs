//! Things that a device may report side by side and that may not be enabled together. Who comes first keeps its own: base
//! requirements, then required features, then optional ones.

use crate::probe::Need;
use crate::registry::{CONFLICTS, Conflict, Side, bit_index, bit_places, extension_index};
use crate::resolution::Lack;
use crate::view::{Presence, View};
use std::sync::LazyLock;

/// What a need is compared with.
enum Item {
    Bit((u16, u16)),
    Extension(u16),
}

/// Each side of each conflict; the mask has bit `2k` for the first and `2k + 1` for the second side of conflict `k`.
static SIDES: LazyLock<Vec<(Item, u32)>> = LazyLock::new(|| {
    let item = |side: &Side| match side {
        Side::Bit(s, b) => bit_index(s, b).map(|at| Item::Bit(bit_places(at)[0])),
        Side::Extension(name) => extension_index(name).map(Item::Extension),
    };
    let both = CONFLICTS.iter().enumerate().flat_map(|(k, c)| [(&c.first, 2 * k), (&c.second, 2 * k + 1)]);
    both.filter_map(|(side, at)| Some((item(side)?, 1 << at))).collect()
});

/// The sides that are taken already.
#[derive(Default)]
pub(crate) struct Held(u32);

impl Held {
    /// Takes what these needs stand for, or says what stands against it.
    pub(crate) fn take<'a>(
        &mut self,
        view: &View<'_>,
        needs: impl Iterator<Item = &'a Need<'a>>,
    ) -> Option<Lack> {
        let own = needs.map(|n| sides(view, n)).fold(0, |a, b| a | b);
        if own == 0 {
            return None;
        }
        let all = self.0 | own;
        for (k, c) in CONFLICTS.iter().enumerate() {
            let (first, second) = (1 << (2 * k), 1 << (2 * k + 1));
            if all & first == 0 || all & second == 0 {
                continue;
            }
            if own & first != 0 {
                return Some(clash(&c.first, &c.second, c));
            }
            if own & second != 0 {
                return Some(clash(&c.second, &c.first, c));
            }
        }
        self.0 = all;
        None
    }
}

fn clash(what: &Side, with: &Side, conflict: &Conflict) -> Lack {
    Lack::Conflict { what: what.to_string(), with: with.to_string(), source: conflict.source }
}

fn sides(view: &View<'_>, need: &Need<'_>) -> u32 {
    let hits = |test: &dyn Fn(&Item) -> bool| {
        SIDES.iter().filter(|(item, _)| test(item)).fold(0, |mask, (_, bit)| mask | bit)
    };
    let enabled = |e: u16| hits(&|item| matches!(item, Item::Extension(x) if *x == e));
    match need {
        Need::Bit(bit) => {
            let place = bit.places.first().copied();
            hits(&|item| matches!(item, Item::Bit(b) if Some(*b) == place))
        }
        Need::Named(e) if view.is_complete(*e) => enabled(*e),
        Need::Named(e) | Need::Extension(e) if view.presence(*e) == Presence::Listed => enabled(*e),
        Need::Named(_) | Need::Extension(_) | Need::Foreign(..) | Need::Queue(_) => 0,
    }
}
