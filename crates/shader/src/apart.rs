//! Code of others that recurses and panics, run where its recursion has room and its panics end.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The stack of the thread. It is reserved, not filled: 512 bytes to 2 KiB for each level of nesting, which the limits of what is
/// handed over keep under 200,000.
const STACK_BYTES: usize = 512 << 20;

/// Runs it; what it said where it panicked. Where panics abort the process, they do so here too.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let caught = move || catch_unwind(AssertUnwindSafe(work));
    let result = if cfg!(target_family = "wasm") {
        caught()
    } else {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name("candor-translate".into())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, caught);
            match thread {
                Ok(thread) => Ok(thread.join().unwrap_or_else(Err)),
                Err(why) => Err(format!("its thread cannot be made: {why}")),
            }
        })?
    };
    result.map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        said.unwrap_or("it gave no reason").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let why = apart(|| -> () { panic!("no word for {}", "this") }).unwrap_err();
        assert_eq!(why, "no word for this");
    }

    #[test]
    fn recursion_has_room() {
        fn deep(n: u32) -> u64 {
            let frame = std::hint::black_box([u64::from(n); 64]);
            if n == 0 { 0 } else { deep(n - 1) + frame[63] }
        }
        // 100,000 frames of half a KiB and more, far beyond the 2 MiB of a usual thread.
        assert!(apart(|| deep(100_000)).is_ok());
    }
}
