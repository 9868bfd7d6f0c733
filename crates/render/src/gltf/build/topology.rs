//! The seven primitive modes of glTF as three kinds of list. glTF 2.0, 3.7.2.1.

use crate::scene::Topology;

/// The list that a mode becomes.
pub(super) fn list_of(mode: u64) -> Topology {
    match mode {
        0 => Topology::Points,
        1..=3 => Topology::Lines,
        _ => Topology::Triangles,
    }
}

/// Whether vertices in order already are a list of this mode.
pub(super) fn is_list(mode: u64, vertices: usize) -> bool {
    matches!(mode, 0 | 1 | 4) && vertices > 0 && vertices.is_multiple_of(list_of(mode).arity())
}

/// At most how many indices the list has, to plan memory before it is made.
pub(super) fn list_len(mode: u64, indices: u64) -> u64 {
    match mode {
        2 | 3 => indices.saturating_mul(2),
        5 | 6 => indices.saturating_mul(3),
        _ => indices,
    }
}

/// Makes a list out of a run of indices without restarts. Triangles with two equal corners are left out: they cover
/// nothing, and strips use them as seams.
pub(super) fn append(mode: u64, run: &[u32], out: &mut Vec<u32>) {
    let mut triangle = |a: u32, b: u32, c: u32| {
        if a != b && b != c && a != c {
            out.extend([a, b, c]);
        }
    };
    match mode {
        0 => out.extend(run),
        1 => out.extend(run.chunks_exact(2).flatten()),
        2 | 3 => {
            for pair in run.windows(2) {
                out.extend(pair);
            }
            if let (2, [first, .., last]) = (mode, run) {
                out.extend([*last, *first]);
            }
        }
        4 => {
            for t in run.chunks_exact(3) {
                if let &[a, b, c] = t {
                    triangle(a, b, c);
                }
            }
        }
        5 => {
            for (i, t) in run.windows(3).enumerate() {
                if let &[a, b, c] = t {
                    // Every second triangle is turned round, so that all look the same way.
                    if i.is_multiple_of(2) { triangle(a, b, c) } else { triangle(a, c, b) }
                }
            }
        }
        _ => {
            if let Some((&center, rim)) = run.split_first() {
                for pair in rim.windows(2) {
                    if let &[b, c] = pair {
                        triangle(b, c, center);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(mode: u64, run: &[u32]) -> Vec<u32> {
        let mut out = Vec::new();
        append(mode, run, &mut out);
        assert!(out.len() as u64 <= list_len(mode, run.len() as u64));
        assert!(out.len().is_multiple_of(list_of(mode).arity()));
        out
    }

    #[test]
    fn modes_become_lists() {
        let run = [0, 1, 2, 3, 4];
        assert_eq!(list(0, &run), run);
        assert_eq!(list(1, &run), [0, 1, 2, 3]);
        assert_eq!(list(2, &run), [0, 1, 1, 2, 2, 3, 3, 4, 4, 0]);
        assert_eq!(list(3, &run), [0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(list(4, &run), [0, 1, 2]);
        assert_eq!(list(5, &run), [0, 1, 2, 1, 3, 2, 2, 3, 4]);
        assert_eq!(list(6, &run), [1, 2, 0, 2, 3, 0, 3, 4, 0]);
        assert_eq!(list(5, &[0, 1, 2, 2, 3, 3, 4, 5]), [0, 1, 2, 3, 5, 4]);
        for mode in 0..7 {
            assert!(list(mode, &[]).is_empty());
            list(mode, &[7]);
            list(mode, &[7, 8]);
        }
    }
}
