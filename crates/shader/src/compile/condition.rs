//! What stands after `#if`: whole numbers, `defined`, and the operators of C.

use super::token::{Kind, Token};

/// Brackets and prefixes nest at most so deep.
const DEEPEST: u32 = 64;

/// The value, of tokens in which macros have been replaced; names that are left are 0.
pub(super) fn value(tokens: &[Token<'_>]) -> Result<i64, String> {
    let tokens: Vec<&Token<'_>> =
        tokens.iter().filter(|t| !matches!(t.kind, Kind::Blank | Kind::Comment)).collect();
    let mut reader = Reader { tokens: &tokens, at: 0, depth: 0 };
    let value = reader.binary(0)?;
    match reader.peek() {
        None => Ok(value),
        Some(more) => Err(format!("\"{more}\" follows the end of the condition")),
    }
}

struct Reader<'a> {
    tokens: &'a [&'a Token<'a>],
    at: usize,
    depth: u32,
}

/// Operators from the weakest up.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|t| t.text.as_ref())
    }

    /// Takes an operator; those of two characters are two tokens.
    fn operator(&mut self, of: &[&'static str]) -> Option<&'static str> {
        let first = self.peek()?.to_owned();
        let second = self.tokens.get(self.at + 1).map(|t| t.text.as_ref()).unwrap_or_default();
        // `<` is no level's own operator where `<<` or `<=` stands.
        let pair = format!("{first}{second}");
        let joined = LEVELS.iter().flat_map(|l| l.iter()).find(|o| o.len() == 2 && **o == pair);
        let found = match joined {
            Some(two) => of.iter().find(|o| *o == two),
            None => of.iter().find(|o| **o == first),
        };
        let found = *found?;
        self.at += found.len();
        Some(found)
    }

    fn binary(&mut self, level: usize) -> Result<i64, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            let right = self.binary(level + 1)?;
            left = apply(operator, left, right)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("the condition nests deeper than {DEEPEST}"));
        }
        let Some(token) = self.tokens.get(self.at) else { return Err("the condition ends too early".into()) };
        self.at += 1;
        let value = match (token.kind, token.text.as_ref()) {
            (_, "!") => i64::from(self.unary()? == 0),
            (_, "-") => self.unary()?.wrapping_neg(),
            (_, "+") => self.unary()?,
            (_, "~") => !self.unary()?,
            (_, "(") => {
                let value = self.binary(0)?;
                if self.peek() != Some(")") {
                    return Err("the condition lacks a \")\"".into());
                }
                self.at += 1;
                value
            }
            (Kind::Name, "true") => 1,
            (Kind::Name, _) => 0,
            (Kind::Number, text) => number(text)?,
            (_, other) => return Err(format!("\"{other}\" is no whole number")),
        };
        self.depth -= 1;
        Ok(value)
    }
}

fn number(text: &str) -> Result<i64, String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L', 'i']);
    let read = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    read.map_err(|_| format!("\"{text}\" is no whole number"))
}

fn apply(operator: &str, a: i64, b: i64) -> Result<i64, String> {
    let zero = || "the condition divides by zero".to_owned();
    let bits = |n: i64| u32::try_from(n).unwrap_or(64);
    Ok(match operator {
        "||" => i64::from(a != 0 || b != 0),
        "&&" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<<" => a.checked_shl(bits(b)).unwrap_or(0),
        ">>" => a.checked_shr(bits(b)).unwrap_or(0),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b).ok_or_else(zero)?,
        _ => a.checked_rem(b).ok_or_else(zero)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::token::tokens;

    #[test]
    fn conditions_are_c_s() {
        let of = |text: &str| value(&tokens(text, &mut false));
        for (text, expected) in [
            ("1 + 2 * 3 == 7", 1),
            ("(1 + 2) * 3", 9),
            ("!0 && !(1 < 1)", 1),
            ("1 << 4 >> 2", 4),
            ("0x10u | 1", 17),
            ("UNKNOWN || 0", 0),
            ("5 - 3 - 1", 1),
            ("2 >= 2 && 2 <= 2 && 2 != 3", 1),
            ("-1 < 0", 1),
            ("1 & 3 ^ 2", 3),
        ] {
            assert_eq!(of(text), Ok(expected), "{text}");
        }
        for bad in ["", "1 +", "(1", "1 1", "1 / 0", "\"a\"", "0x", "99999999999999999999", &"!".repeat(100)]
        {
            assert!(of(bad).is_err(), "{bad}");
        }
    }
}
