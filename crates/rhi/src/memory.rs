//! Memory: what a device holds, what its heaps allow, and how near the end is.

use std::fmt;
use std::ops::Deref;

/// Heaps of a device, at most (`VK_MAX_MEMORY_HEAPS`).
pub const MAX_HEAPS: usize = 16;

/// Parts of a budget in hundredths from which the pressure is high, and from which it is critical.
const HIGH: u64 = 80;
const CRITICAL: u64 = 95;

/// How much of a heap the program may use, and how much it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeapBudget {
    /// The backend cannot tell.
    #[default]
    Unknown,
    /// As the driver tells it just now; it changes with what other programs do.
    Known {
        /// Bytes that the process may use before allocations fail or become slow.
        budget_bytes: u64,
        /// Bytes that the process uses, with what the driver needs for itself.
        usage_bytes: u64,
    },
}

/// One heap of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heap {
    /// Its size in bytes.
    pub size_bytes: u64,
    /// It is the device's own memory.
    pub device_local: bool,
    /// What may be used of it.
    pub budget: HeapBudget,
}

/// The heaps of a device. No memory is needed for them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Heaps {
    all: [Heap; MAX_HEAPS],
    count: usize,
}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Deref for Heaps {
    type Target = [Heap];
    fn deref(&self) -> &[Heap] {
        self.all.get(..self.count).unwrap_or(&self.all)
    }
}

impl FromIterator<Heap> for Heaps {
    fn from_iter<T: IntoIterator<Item = Heap>>(iter: T) -> Self {
        let mut heaps = Self::default();
        for (to, heap) in heaps.all.iter_mut().zip(iter) {
            *to = heap;
            heaps.count += 1;
        }
        heaps
    }
}

/// Memory as the backend's allocator sees it, and as its driver tells it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// Bytes in use by live objects.
    pub used_bytes: u64,
    /// Bytes taken from the driver.
    pub reserved_bytes: u64,
    /// Pieces of memory that live objects lie in; many share one allocation of the driver.
    pub blocks: u64,
    /// The device's heaps.
    pub heaps: Heaps,
    /// What the program allows itself: `DeviceDesc::memory_budget_bytes`.
    pub own_budget_bytes: Option<u64>,
}

/// Whose budget it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BudgetOf {
    /// The program's own, `DeviceDesc::memory_budget_bytes`.
    Program,
    /// That of the heap of this number.
    Heap(usize),
}

/// How full a budget is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Whose it is: of all that are known the one that is fullest.
    pub of: BudgetOf,
    /// Bytes in use.
    pub used_bytes: u64,
    /// Bytes allowed.
    pub budget_bytes: u64,
}

/// How near the end of memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryPressure {
    /// No budget is known, and the program has set none.
    Unknown,
    /// Below 80 hundredths of every budget.
    Low(Fill),
    /// From 80 hundredths on: let go of what can be made again.
    High(Fill),
    /// From 95 hundredths on: the next large allocation fails.
    Critical(Fill),
}

impl fmt::Display for MemoryPressure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, fill) = match self {
            Self::Unknown => return f.write_str("unknown: no budget is known"),
            Self::Low(fill) => ("low", fill),
            Self::High(fill) => ("high", fill),
            Self::Critical(fill) => ("critical", fill),
        };
        let Fill { of, used_bytes, budget_bytes } = fill;
        write!(f, "{word}: {used_bytes} of {budget_bytes} bytes of ")?;
        match of {
            BudgetOf::Program => f.write_str("the program's own budget"),
            BudgetOf::Heap(n) => write!(f, "heap {n}"),
        }
    }
}

impl MemoryStats {
    /// How near the end is.
    pub fn pressure(&self) -> MemoryPressure {
        let heap = |(n, h): (usize, &Heap)| match h.budget {
            HeapBudget::Unknown => None,
            HeapBudget::Known { budget_bytes, usage_bytes } => {
                Some(Fill { of: BudgetOf::Heap(n), used_bytes: usage_bytes, budget_bytes })
            }
        };
        let own = self.own_budget_bytes.map(|budget_bytes| Fill {
            of: BudgetOf::Program,
            used_bytes: self.used_bytes,
            budget_bytes,
        });
        let all = own.into_iter().chain(self.heaps.iter().enumerate().filter_map(heap));
        let hundredths = |f: &Fill| {
            let parts = u128::from(f.used_bytes) * 100 / u128::from(f.budget_bytes.max(1));
            u64::try_from(parts).unwrap_or(u64::MAX)
        };
        match all.max_by_key(hundredths) {
            None => MemoryPressure::Unknown,
            Some(fill) => match hundredths(&fill) {
                CRITICAL.. => MemoryPressure::Critical(fill),
                HIGH.. => MemoryPressure::High(fill),
                _ => MemoryPressure::Low(fill),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(usage_bytes: u64, budget_bytes: u64) -> Heap {
        let budget = HeapBudget::Known { budget_bytes, usage_bytes };
        Heap { size_bytes: 1000, device_local: true, budget }
    }

    #[test]
    fn the_fullest_budget_decides() {
        let of = |heaps: &[Heap], own| {
            let heaps = heaps.iter().copied().collect();
            MemoryStats { used_bytes: 50, heaps, own_budget_bytes: own, ..Default::default() }.pressure()
        };
        assert_eq!(of(&[], None), MemoryPressure::Unknown);
        assert_eq!(of(&[Heap::default()], None), MemoryPressure::Unknown, "a heap without a budget");
        let fill = |of, used_bytes, budget_bytes| Fill { of, used_bytes, budget_bytes };
        let low = fill(BudgetOf::Heap(1), 79, 100);
        assert_eq!(of(&[heap(10, 100), heap(79, 100)], None), MemoryPressure::Low(low));
        let high = fill(BudgetOf::Program, 50, 60);
        assert_eq!(of(&[heap(10, 100)], Some(60)), MemoryPressure::High(high));
        let full = fill(BudgetOf::Heap(0), 95, 100);
        assert_eq!(of(&[heap(95, 100)], Some(60)), MemoryPressure::Critical(full));
        let none = fill(BudgetOf::Program, 50, 0);
        assert_eq!(of(&[], Some(0)), MemoryPressure::Critical(none), "nothing is allowed");
        assert_eq!(
            of(&[heap(u64::MAX, u64::MAX)], None).to_string(),
            format!("critical: {0} of {0} bytes of heap 0", u64::MAX)
        );
    }

    #[test]
    fn more_heaps_than_there_can_be_are_left_out() {
        let heaps: Heaps = (0..20).map(|n| heap(n, 100)).collect();
        assert_eq!(heaps.len(), MAX_HEAPS);
        assert_eq!(heaps[15], heap(15, 100));
    }
}
