//! What the driver tells of memory.

use crate::kit::*;
use candor_rhi::*;

/// Bytes of a buffer: more than allocators keep ready.
const LARGE: u64 = 64 << 20;
const BUFFERS: u64 = 8;
/// A software driver tells what the whole machine uses, where others come and go.
const TRIES: usize = 5;

/// Budgets lie within their heaps, and what is used grows with what is made and written, here 512 MiB, by so many bytes at least.
pub(crate) fn budget(d: &Device, least: u64) -> Result {
    let usage = || -> Result<u64> {
        let heaps = d.memory().heaps;
        let mut sum = 0;
        for h in heaps.iter() {
            let HeapBudget::Known { budget_bytes, usage_bytes } = h.budget else {
                return wrong("the budget of a heap", h, "one that is known");
            };
            if budget_bytes == 0 || budget_bytes > h.size_bytes {
                return wrong("bytes of a budget", budget_bytes, format!("1 to {}", h.size_bytes));
            }
            sum += usage_bytes;
        }
        if heaps.is_empty() { wrong("heaps", 0, "at least one") } else { Ok(sum) }
    };
    let mut seen = Vec::new();
    for _ in 0..TRIES {
        let before = usage()?;
        let mut held = Vec::new();
        for _ in 0..BUFFERS {
            let usage = BufferUsage::STORAGE | BufferUsage::COPY_TARGET;
            let desc = BufferDesc { label: "large", size_bytes: LARGE, usage, ..Default::default() };
            held.push(d.create_buffer(&desc)?);
        }
        // Memory that nobody has written may take none.
        run(d, |b| {
            for dst in &held {
                b.copies("fill", &[Copy::Fill { dst, offset: 0, size: LARGE, value: 7 }]);
            }
        })?;
        let after = usage()?;
        drop(held);
        d.poll();
        if after.saturating_sub(before) >= least {
            return Ok(());
        }
        seen.push((before, after));
    }
    wrong("bytes in use before and after 512 MiB more", seen, format!("{least} more at least"))
}
