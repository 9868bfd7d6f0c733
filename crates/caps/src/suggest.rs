//! The name that was probably meant.

/// Nothing longer is a slip of the keyboard, and the search costs the product of the lengths.
const LONGEST: usize = 100;

/// The nearest of `names`, when it is near enough to be worth saying.
pub(crate) fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let wanted = name.to_ascii_lowercase();
    let limit = 2 + name.len() / 4;
    names
        .into_iter()
        .map(|n| (distance(&wanted, &n.to_ascii_lowercase()), n))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, n)| n)
}

/// Levenshtein's distance, by one row of the table.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_nonsense_finds_none() {
        let names = ["ray-tracing", "ray-query", "bindless"];
        assert_eq!(nearest("ray-tracng", names), Some("ray-tracing"));
        assert_eq!(nearest("Bindles", names), Some("bindless"));
        assert_eq!(nearest("tessellation", names), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
