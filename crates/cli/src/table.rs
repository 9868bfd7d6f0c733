//! Plain tables: columns as wide as what is in them; on a terminal the last column is folded at its edge.

use std::fmt;
use std::io::IsTerminal as _;

/// Between two columns.
const GAP: &str = "  ";
/// A last column is never folded narrower than this.
const NARROWEST: usize = 24;

/// Rows under a head.
#[derive(Debug, Default)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    width: Option<usize>,
}

impl Table {
    /// With these titles.
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(|h| h.to_uppercase()).to_vec(), rows: Vec::new(), width: terminal_width() }
    }

    /// One more row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// Has it any rows?
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Columns of the terminal; `None` where the output is none, so that no line of a file or pipe is folded.
pub(crate) fn terminal_width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(w, _)| usize::from(w.0))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let count = all().map(Vec::len).max().unwrap_or(0);
        let wide = |c: usize| all().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(wide).collect();
        let indent: usize = widths.iter().take(count.saturating_sub(1)).map(|w| w + GAP.len()).sum();
        let last = self.width.map_or(usize::MAX, |w| w.saturating_sub(indent).max(NARROWEST));
        for row in all() {
            let mut line = String::new();
            for (c, cell) in row.iter().enumerate() {
                if c + 1 < count {
                    line.push_str(&format!("{cell:<width$}{GAP}", width = widths[c]));
                } else {
                    let pad = " ".repeat(indent);
                    line.push_str(&fold(cell, last).join(&format!("\n{pad}")));
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Lines of at most so many characters, broken at spaces where there are any.
pub(crate) fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |l| l.chars().count());
        let Some(line) = lines.last_mut() else { break };
        if used == 0 {
            line.push_str(word);
        } else if used + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_the_last_is_folded() {
        let mut t = Table::new(["a", "why"]);
        t.width = Some(30);
        t.row(["long name".into(), "one two three four five six".into()]);
        t.row(["b".into(), String::new()]);
        let text = t.to_string();
        assert_eq!(text, "A          WHY\nlong name  one two three four five\n           six\nb\n");
        t.width = None;
        assert!(t.to_string().contains("one two three four five six\n"));
        assert!(Table::new(["x"]).is_empty());
    }
}
