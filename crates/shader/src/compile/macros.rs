//! Macros, and their replacement in a line.

use super::token::{Kind, Token, tokens};
use std::collections::HashMap;

/// Macros in macros.
const DEEPEST: usize = 64;

/// A macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Macro {
    /// Of one that is called like a function.
    parameters: Option<Vec<String>>,
    body: Vec<Token<'static>>,
}

/// What became of a line.
pub(super) enum Expansion {
    /// No macro is in it.
    Same,
    /// A call of a macro does not end in it.
    Open,
    /// This.
    Other(Vec<Token<'static>>),
}

fn trimmed(tokens: &[Token<'_>]) -> Vec<Token<'static>> {
    let blank = |t: &Token<'_>| t.kind == Kind::Blank;
    let from = tokens.iter().position(|t| !blank(t)).unwrap_or(tokens.len());
    let to = tokens.iter().rposition(|t| !blank(t)).map_or(from, |at| at + 1);
    tokens[from..to].iter().map(|t| Token { at: 0, ..t.owned() }).collect()
}

impl Macro {
    pub(super) fn object(value: &str) -> Self {
        Self { parameters: None, body: trimmed(&tokens(value, &mut false)) }
    }

    /// From what follows the `#` of a definition.
    pub(super) fn read(rest: &[Token<'_>]) -> Result<(String, Self), String> {
        let at = rest.iter().enumerate().filter(|(_, t)| t.kind == Kind::Name).nth(1);
        let Some((at, name)) = at else { return Err("#define lacks a name".into()) };
        let mut body = &rest[at + 1..];
        let mut parameters = None;
        if body.first().is_some_and(|t| t.text == "(") {
            let Some(end) = body.iter().position(|t| t.text == ")") else {
                return Err(format!("the parameters of \"{}\" do not end", name.text));
            };
            let names: Vec<String> =
                body[1..end].iter().filter(|t| t.kind == Kind::Name).map(|t| t.text.to_string()).collect();
            let commas = body[1..end].iter().filter(|t| t.text == ",").count();
            if commas != names.len().saturating_sub(1) {
                return Err(format!("the parameters of \"{}\" are no list of names", name.text));
            }
            parameters = Some(names);
            body = &body[end + 1..];
        }
        let made = Self { parameters, body: trimmed(body) };
        if made.body.iter().zip(made.body.iter().skip(1)).any(|(a, b)| a.text == "#" && b.text == "#") {
            return Err(format!("\"{}\" pastes tokens together with ##, which is not done here", name.text));
        }
        Ok((name.text.to_string(), made))
    }
}

/// All that are defined.
#[derive(Debug)]
pub(super) struct Macros {
    all: HashMap<String, Macro>,
    steps_left: u32,
}

/// A column and a sentence.
type Fault = (u32, String);

impl Macros {
    pub(super) fn new(steps: u32) -> Self {
        Self { all: HashMap::new(), steps_left: steps }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.all.contains_key(name)
    }

    pub(super) fn define(&mut self, name: &str, made: Macro) {
        self.all.insert(name.to_owned(), made);
    }

    /// A second definition must be the same.
    pub(super) fn define_once(&mut self, name: &str, made: Macro) -> Result<(), String> {
        match self.all.get(name) {
            Some(old) if *old != made => {
                Err(format!("\"{name}\" is defined a second time, as something else"))
            }
            _ => {
                self.define(name, made);
                Ok(())
            }
        }
    }

    pub(super) fn undefine(&mut self, name: &str) {
        self.all.remove(name);
    }

    /// `defined NAME` and `defined(NAME)` as 0 or 1.
    pub(super) fn settle_defined(&self, words: &[&Token<'_>]) -> Vec<Token<'static>> {
        let text = |at: usize| words.get(at).map(|t| t.text.as_ref());
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(token) = words.get(at) {
            let asked = match (token.text.as_ref(), text(at + 1), text(at + 3)) {
                ("defined", Some("("), Some(")")) => text(at + 2).map(|name| (name, 4)),
                ("defined", Some(name), _) => Some((name, 2)),
                _ => None,
            };
            match asked {
                Some((name, length)) => {
                    let digit = if self.has(name) { "1" } else { "0" };
                    out.push(Token { kind: Kind::Number, text: digit.into(), at: token.at });
                    at += length;
                }
                None => {
                    out.push(token.owned());
                    at += 1;
                }
            }
        }
        out
    }

    /// Replaces macros in a line; `last` where no more can follow.
    pub(super) fn expand(&mut self, line: &[Token<'_>], last: bool) -> Result<Expansion, Fault> {
        if !line.iter().any(|t| t.kind == Kind::Name && self.has(&t.text)) {
            return Ok(Expansion::Same);
        }
        let line: Vec<Token<'static>> = line.iter().map(Token::owned).collect();
        let mut out = Vec::new();
        Ok(match self.replace(&line, &mut Vec::new(), &mut out, !last)? {
            true => Expansion::Other(out),
            false => Expansion::Open,
        })
    }

    /// Whether all calls end. `hidden` are those that are being replaced.
    fn replace(
        &mut self,
        tokens: &[Token<'static>],
        hidden: &mut Vec<String>,
        out: &mut Vec<Token<'static>>,
        may_go_on: bool,
    ) -> Result<bool, Fault> {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let Some(left) = self.steps_left.checked_sub(1) else {
                return Err((token.at, "macros grow into more text than is read".into()));
            };
            self.steps_left = left;
            let known = token.kind == Kind::Name && !hidden.iter().any(|h| *h == token.text);
            let Some(found) = self.all.get(token.text.as_ref()).filter(|_| known).cloned() else {
                out.push(token.clone());
                continue;
            };
            if hidden.len() >= DEEPEST {
                return Err((token.at, format!("macros nest deeper than {DEEPEST}")));
            }
            let mut body = found.body;
            if let Some(parameters) = &found.parameters {
                let blanks = |t: &&Token<'static>| matches!(t.kind, Kind::Blank | Kind::Comment);
                let bracket = at + tokens[at..].iter().take_while(blanks).count();
                match tokens.get(bracket) {
                    Some(t) if t.text == "(" => {}
                    None if may_go_on => return Ok(false),
                    _ => {
                        out.push(token.clone());
                        continue;
                    }
                }
                let Some((arguments, end)) = arguments(tokens, bracket) else {
                    if may_go_on {
                        return Ok(false);
                    }
                    return Err((token.at, format!("the call of the macro \"{}\" does not end", token.text)));
                };
                at = end;
                let none = parameters.is_empty() && arguments.len() == 1 && arguments[0].is_empty();
                if arguments.len() != parameters.len() && !none {
                    let (has, takes) = (arguments.len(), parameters.len());
                    return Err((
                        token.at,
                        format!("the macro \"{}\" takes {takes} arguments and gets {has}", token.text),
                    ));
                }
                let mut expanded = Vec::new();
                for argument in &arguments {
                    let mut one = Vec::new();
                    self.replace(argument, hidden, &mut one, false)?;
                    expanded.push(one);
                }
                body = self.fill(&body, parameters, &expanded, token.at)?;
            }
            for part in &mut body {
                part.at = token.at;
            }
            hidden.push(token.text.to_string());
            self.replace(&body, hidden, out, false)?;
            hidden.pop();
        }
        Ok(true)
    }

    /// A body with its arguments.
    fn fill(
        &mut self,
        body: &[Token<'static>],
        parameters: &[String],
        arguments: &[Vec<Token<'static>>],
        column: u32,
    ) -> Result<Vec<Token<'static>>, Fault> {
        let mut out = Vec::new();
        for part in body {
            match parameters.iter().position(|p| *p == part.text) {
                Some(n) => out.extend(arguments.get(n).into_iter().flatten().cloned()),
                None => out.push(part.clone()),
            }
            if out.len() > self.steps_left as usize {
                return Err((column, "macros grow into more text than is read".into()));
            }
        }
        Ok(out)
    }
}

/// The arguments of a call whose bracket is at `from`, and what follows it.
fn arguments(tokens: &[Token<'static>], from: usize) -> Option<(Vec<Vec<Token<'static>>>, usize)> {
    let mut out = vec![Vec::new()];
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text.as_ref() {
            "(" => {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            }
            ")" => {
                depth -= 1;
                if depth == 0 {
                    let all = out.iter().map(|a: &Vec<Token<'static>>| trimmed(a)).collect();
                    return Some((all, at + 1));
                }
            }
            "," if depth == 1 => {
                out.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if token.kind != Kind::Comment {
            out.last_mut()?.push(token.clone());
        }
    }
    None
}
