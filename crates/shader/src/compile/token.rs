//! A line of source in tokens, as far as a preprocessor must know them.

use std::borrow::Cow;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    Blank,
    Comment,
    Other,
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: Cow<'a, str>,
    /// Bytes of the line before it.
    pub(super) at: u32,
}

impl Token<'_> {
    pub(super) fn owned(&self) -> Token<'static> {
        Token { kind: self.kind, text: Cow::Owned(self.text.clone().into_owned()), at: self.at }
    }
}

/// Splits a line. `comment` says whether it begins in a comment of several lines, and whether the next one does.
pub(super) fn tokens<'a>(line: &'a str, comment: &mut bool) -> Vec<Token<'a>> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let (kind, length) = next(rest, comment);
        out.push(Token { kind, text: Cow::Borrowed(&rest[..length]), at: at as u32 });
        at += length;
    }
    out
}

fn next(rest: &str, comment: &mut bool) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    if *comment || rest.starts_with("/*") {
        let from = if *comment { 0 } else { 2 };
        let end = rest[from..].find("*/");
        *comment = end.is_none();
        return (Kind::Comment, end.map_or(rest.len(), |end| from + end + 2));
    }
    if rest.starts_with("//") {
        return (Kind::Comment, rest.len());
    }
    let first = bytes.first().copied().unwrap_or_default();
    let span = |belongs: fn(u8) -> bool| bytes.iter().position(|b| !belongs(*b)).unwrap_or(bytes.len());
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => {
            (Kind::Name, span(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80))
        }
        b'0'..=b'9' => (Kind::Number, span(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_')),
        b' ' | b'\t' | b'\r' => (Kind::Blank, span(|b| matches!(b, b' ' | b'\t' | b'\r'))),
        b'"' => (Kind::Other, rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
        _ => (Kind::Other, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_reach_over_lines_and_numbers_hold_no_names() {
        let mut comment = false;
        let words = |line, comment: &mut bool| -> Vec<String> {
            let all = tokens(line, comment).into_iter();
            all.filter(|t| t.kind != Kind::Blank).map(|t| t.text.into_owned()).collect()
        };
        assert_eq!(words("a1 + 1e5f /* x", &mut comment), ["a1", "+", "1e5f", "/* x"]);
        assert!(comment);
        assert_eq!(words("y */ b // c", &mut comment), ["y */", "b", "// c"]);
        assert!(!comment);
        assert_eq!(words("é \"x y\" \"open", &mut comment), ["é", "\"x y\"", "\"open"]);
    }
}
