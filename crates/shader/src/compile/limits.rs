//! What is looked at before a reader sees a text: its size, and what would make its recursion grow without bound.

use super::token::{Kind, tokens};

/// Bytes of a source with all that it includes.
pub(super) const MAX_TEXT: usize = 1 << 20;
/// Files that one source includes.
pub(super) const MAX_FILES: usize = 256;
/// Files that include one another in a row.
pub(super) const MAX_INCLUDES: usize = 32;
/// Steps of replacing macros, over a whole source.
pub(super) const MAX_STEPS: u32 = 1 << 22;
/// Brackets in brackets.
const MAX_BRACKETS: u32 = 256;
/// Tokens of one statement; an expression nests at most so deep.
const MAX_STATEMENT: u32 = 1 << 14;
/// `if`, `else`, `for`, `while`, `do`, `switch`: each can stand in the one before it without a bracket.
const MAX_BRANCHES: u32 = 1 << 12;

/// Where a text is beyond a limit: the line, counted from 0, and what exceeds which limit.
pub(super) fn nesting(text: &str) -> Result<(), (usize, String)> {
    let (mut comment, mut brackets, mut statement, mut branches) = (false, 0_u32, 0_u32, 0_u32);
    for (line, content) in text.lines().enumerate() {
        for token in tokens(content, &mut comment) {
            match (token.kind, token.text.as_ref()) {
                (Kind::Blank | Kind::Comment, _) => continue,
                (_, "{" | "}" | ";") => statement = 0,
                (Kind::Name, "if" | "else" | "for" | "while" | "do" | "switch" | "loop") => branches += 1,
                _ => statement += 1,
            }
            match token.text.as_ref() {
                "{" | "(" | "[" => brackets += 1,
                "}" | ")" | "]" => brackets = brackets.saturating_sub(1),
                // Type parameters of WGSL nest without brackets; `<` stands in comparisons too, which end with the statement.
                _ => {}
            }
            let beyond = |what: &str, most: u32| Err((line, format!("{what}, and at most {most} are read")));
            if brackets > MAX_BRACKETS {
                return beyond(&format!("brackets nest {brackets} deep"), MAX_BRACKETS);
            }
            if statement > MAX_STATEMENT {
                return beyond("a statement has more tokens than are read", MAX_STATEMENT);
            }
            if branches > MAX_BRANCHES {
                return beyond("there are more branches and loops than are read", MAX_BRANCHES);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_bounded_and_long_sources_are_not_refused() {
        let (line, why) = nesting(&format!("\n{}", "(".repeat(1000))).unwrap_err();
        assert!(line == 1 && why.contains("257 deep"), "{why}");
        assert!(nesting(&"- ".repeat(40_000)).unwrap_err().1.contains("tokens"));
        assert!(nesting(&"if (a) ".repeat(5000)).unwrap_err().1.contains("branches"));
        assert!(nesting(&"x = (a + b[1]);\n".repeat(30_000)).is_ok());
    }
}
