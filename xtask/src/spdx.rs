//! Licence expressions (SPDX specification, annex "SPDX license expressions"), as far as packages use them: names, `OR`, `AND`,
//! `WITH`, parentheses, and the old `/` for `OR`.

use std::iter::Peekable;

/// Whether an expression can be satisfied with allowed licences alone.
pub(crate) fn allowed(expression: &str, allow: &[String]) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let met = any(&mut words, allow, 0)?;
    match words.next() {
        None => Ok(met),
        Some(word) => Err(format!("\"{word}\" is out of place")),
    }
}

/// Terms joined by `OR`, which binds least.
fn any<'a, I: Iterator<Item = &'a str>>(
    words: &mut Peekable<I>,
    allow: &[String],
    depth: u32,
) -> Result<bool, String> {
    let mut met = all(words, allow, depth)?;
    while words.next_if_eq(&"OR").is_some() {
        met |= all(words, allow, depth)?;
    }
    Ok(met)
}

fn all<'a, I: Iterator<Item = &'a str>>(
    words: &mut Peekable<I>,
    allow: &[String],
    depth: u32,
) -> Result<bool, String> {
    let mut met = one(words, allow, depth)?;
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allow, depth)?;
    }
    Ok(met)
}

fn one<'a, I: Iterator<Item = &'a str>>(
    words: &mut Peekable<I>,
    allow: &[String],
    depth: u32,
) -> Result<bool, String> {
    match words.next() {
        Some("(") if depth < 16 => {
            let met = any(words, allow, depth + 1)?;
            words.next_if_eq(&")").ok_or("a parenthesis is not closed")?;
            Ok(met)
        }
        Some("(") => Err("it is nested too deep".into()),
        None | Some(")" | "OR" | "AND" | "WITH") => Err("a licence name is missing".into()),
        Some(name) => {
            let mut name = name.to_owned();
            if words.next_if_eq(&"WITH").is_some() {
                let exception = words.next().ok_or("an exception is missing after WITH")?;
                name = format!("{name} WITH {exception}");
            }
            Ok(allow.contains(&name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_decided_by_what_is_allowed() {
        let allow: Vec<String> =
            ["MIT", "Apache-2.0", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(Into::into).into();
        let yes = |e: &str| assert_eq!(allowed(e, &allow), Ok(true), "{e}");
        let no = |e: &str| assert_eq!(allowed(e, &allow), Ok(false), "{e}");
        yes("MIT");
        yes("MIT OR GPL-3.0");
        yes("GPL-3.0/MIT");
        yes("(MIT OR GPL-3.0) AND Zlib");
        yes("Apache-2.0 WITH LLVM-exception OR GPL-3.0");
        yes("GPL-3.0 AND GPL-2.0 OR MIT");
        no("GPL-3.0");
        no("MIT AND GPL-3.0");
        no("MIT AND (GPL-3.0 OR GPL-2.0)");
        no("MIT WITH LLVM-exception");
        for broken in ["", "MIT OR", "(MIT", "MIT)", "MIT Zlib", "AND MIT", "MIT WITH"] {
            assert!(allowed(broken, &allow).is_err(), "{broken}");
        }
        assert!(allowed(&"(".repeat(100_000), &allow).is_err());
    }
}
