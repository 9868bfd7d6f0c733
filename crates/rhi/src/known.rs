//! What exists already, by what it looks like, so that equal descriptors share one object. Nothing is kept alive here, and what has
//! gone is forgotten in time, so that a program whose objects differ from frame to frame does not grow.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Weak};

/// Entries from which on those of gone objects are looked for.
const FEW: usize = 64;

pub(crate) struct Known<K, V> {
    all: HashMap<K, Weak<V>>,
    /// At so many entries those of gone objects are taken out.
    full: usize,
}

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self { all: HashMap::new(), full: FEW }
    }
}

impl<K: Eq + Hash, V> Known<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.all.get(key).and_then(Weak::upgrade)
    }

    pub(crate) fn insert(&mut self, key: K, value: &Arc<V>) {
        if self.all.len() >= self.full {
            self.all.retain(|_, v| v.strong_count() > 0);
            self.full = FEW.max(2 * self.all.len());
        }
        self.all.insert(key, Arc::downgrade(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_gone_is_forgotten_and_what_is_alive_is_found() {
        let mut known = Known::default();
        let kept: Vec<_> = (0..100).map(Arc::new).collect();
        kept.iter().for_each(|k| known.insert(**k, k));
        for n in 100..10_000 {
            known.insert(n, &Arc::new(n));
        }
        assert!(known.all.len() <= 2 * kept.len(), "{} entries", known.all.len());
        assert!(kept.iter().all(|k| known.get(k).is_some()));
        assert_eq!(known.get(&9999), None);
    }
}
