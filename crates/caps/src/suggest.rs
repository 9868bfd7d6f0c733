//! Words out of files, as sentences take them: the name that was probably meant, and long ones cut short.

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

/// So many characters of what a file says stand in one part of a sentence.
const LONGEST_PART: usize = 400;

/// A part of a sentence that holds words of a file: where it is long, its start and how long it was.
pub fn brief(part: impl Into<String>) -> String {
    let part = part.into();
    // Bytes are at least as many as characters, so that what is short is not counted.
    match part.char_indices().nth(LONGEST_PART).filter(|_| part.len() > LONGEST_PART) {
        Some((end, _)) => {
            let head = part.get(..end).unwrap_or_default();
            format!("{head}... ({} characters in all)", part.chars().count())
        }
        None => part,
    }
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
    fn what_is_long_is_cut_short_and_says_so() {
        assert_eq!(brief("short"), "short");
        let long = "\u{e4}".repeat(LONGEST_PART + 1);
        assert_eq!(brief("\u{e4}".repeat(LONGEST_PART)).chars().count(), LONGEST_PART);
        assert!(
            brief(long.as_str()).ends_with("\u{e4}... (401 characters in all)"),
            "{}",
            brief(long.as_str())
        );
    }

    #[test]
    fn the_nearest_name_is_found_and_nonsense_finds_none() {
        let names = ["ray-tracing", "ray-query", "bindless"];
        assert_eq!(nearest("ray-tracng", names), Some("ray-tracing"));
        assert_eq!(nearest("Bindles", names), Some("bindless"));
        assert_eq!(nearest("tessellation", names), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
