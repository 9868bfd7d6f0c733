//! One text of a source and what it includes, with macros replaced, and where each line of it comes from.
//!
//! WGSL has no preprocessor, and that of GLSL knows no files and has no bounds; both get this one. Steps are counted, so that
//! macros that double each other end in an error.

use super::condition;
use super::error::Diagnostic;
use super::include::Includes;
use super::limits::{MAX_FILES, MAX_INCLUDES, MAX_STEPS, MAX_TEXT};
use super::macros::{Expansion, Macro, Macros};
use super::token::{Kind, Token, tokens};
use std::borrow::Cow;
use std::collections::HashSet;

/// A file that was read.
#[derive(Debug, Clone)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// Where a line comes from: file, line counted from 0, and columns where macros moved them.
#[derive(Debug, Clone, Default)]
struct Origin {
    file: usize,
    line: usize,
    columns: Vec<[u32; 2]>,
}

/// The text and its origins.
#[derive(Debug, Default)]
pub(super) struct Expanded {
    pub(super) text: String,
    pub(super) files: Vec<SourceFile>,
    origins: Vec<Origin>,
}

impl Expanded {
    /// A fault at a byte of the text, `length` bytes long.
    pub(super) fn fault(
        &self,
        code: &'static str,
        range: Option<std::ops::Range<usize>>,
        message: String,
        remedy: &str,
    ) -> Diagnostic {
        let name = self.files.first().map_or("", |f| f.name.as_str());
        let whole = Diagnostic::whole(code, name, message, remedy);
        let Some(range) = range else { return whole };
        let before = self.text.get(..range.start).unwrap_or(&self.text);
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let length = range.len().min(self.text.lines().nth(line).map_or(0, str::len).saturating_sub(column));
        self.fault_at(whole, line, column, length)
    }

    /// A fault at a line of the text, both counted from 0.
    pub(super) fn fault_at(
        &self,
        fault: Diagnostic,
        line: usize,
        column: usize,
        length: usize,
    ) -> Diagnostic {
        let Some(origin) = self.origins.get(line.min(self.origins.len().saturating_sub(1))) else {
            return fault;
        };
        let moved = origin.columns.iter().rev().find(|[to, _]| *to as usize <= column);
        let column = match moved {
            Some([_, from]) => *from as usize,
            None => column,
        };
        place(fault, &self.files, origin.file, origin.line, column, length)
    }
}

fn place(
    mut fault: Diagnostic,
    files: &[SourceFile],
    file: usize,
    line: usize,
    column: usize,
    length: usize,
) -> Diagnostic {
    let Some(file) = files.get(file) else { return fault };
    let text = file.text.lines().nth(line).unwrap_or_default();
    fault.file.clone_from(&file.name);
    fault.line = line as u32 + 1;
    let column = (0..=column.min(text.len())).rev().find(|c| text.is_char_boundary(*c)).unwrap_or(0);
    fault.column = column as u32 + 1;
    fault.length = length.max(1) as u32;
    text.clone_into(&mut fault.source_line);
    fault
}

/// How a language's directives are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// None of its own.
    Wgsl,
    /// `#version`, `#extension` and `#pragma` are handed on.
    Glsl,
}

/// Lines of one call of a macro.
const LONGEST_CALL: usize = 64;

/// An open `#if`.
struct Open {
    line: usize,
    /// The lines are read.
    active: bool,
    /// One of its branches was.
    taken: bool,
    /// What it stands in is read.
    outer: bool,
    had_else: bool,
}

struct Preprocessor<'a> {
    out: Expanded,
    macros: Macros,
    includes: &'a dyn Includes,
    dialect: Dialect,
    once: HashSet<String>,
    stack: Vec<String>,
}

/// Runs it. The files that were read come with an error too.
pub(super) fn preprocess(
    source: SourceFile,
    defines: &[(String, String)],
    includes: &dyn Includes,
    dialect: Dialect,
) -> Result<Expanded, Box<(Diagnostic, Vec<String>)>> {
    let mut p = Preprocessor {
        out: Expanded::default(),
        macros: Macros::new(MAX_STEPS),
        includes,
        dialect,
        once: HashSet::new(),
        stack: Vec::new(),
    };
    if dialect == Dialect::Glsl {
        p.macros.define("VULKAN", Macro::object("100"));
    }
    for (name, value) in defines {
        let sound = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if !sound || value.contains('\n') {
            let message =
                format!("the define \"{name}\" is no name, or its value \"{value}\" is not one line");
            let remedy = "use letters, digits and _, with a letter first";
            let fault = Diagnostic::whole("shader-define", &source.name, message, remedy);
            return Err(Box::new((fault, Vec::new())));
        }
        // As compilers have it, a define without a value is 1.
        p.macros.define(name, Macro::object(if value.is_empty() { "1" } else { value }));
    }
    match p.file(source) {
        Ok(()) => Ok(p.out),
        Err(fault) => Err(Box::new((*fault, p.out.files.into_iter().map(|f| f.name).collect()))),
    }
}

type Result<T = (), E = Box<Diagnostic>> = std::result::Result<T, E>;

impl Preprocessor<'_> {
    fn fail<T>(
        &self,
        file: usize,
        line: usize,
        at: [usize; 2],
        code: &'static str,
        why: String,
        remedy: &str,
    ) -> Result<T> {
        let whole = Diagnostic::whole(code, "", why, remedy);
        Err(Box::new(place(whole, &self.out.files, file, line, at[0], at[1])))
    }

    fn emit(&mut self, text: &str, origin: Origin) -> Result {
        if self.out.text.len() + text.len() > MAX_TEXT {
            let why = format!("the source with all that it includes has more than {MAX_TEXT} bytes");
            return self.fail(origin.file, origin.line, [0, 1], "shader-source-size", why, "split it");
        }
        self.out.text.push_str(text);
        self.out.text.push('\n');
        self.out.origins.push(origin);
        Ok(())
    }

    fn file(&mut self, source: SourceFile) -> Result {
        let index = self.out.files.len();
        self.stack.push(source.name.clone());
        let text = source.text.clone();
        self.out.files.push(source);
        let lines: Vec<&str> = text.lines().collect();
        let mut open: Vec<Open> = Vec::new();
        let (mut at, mut comment) = (0, false);
        while at < lines.len() {
            let start = at;
            let mut joined = Cow::Borrowed(lines[at]);
            at += 1;
            if joined.ends_with('\\') {
                let mut text = String::new();
                let mut next = Some(lines[start]);
                while let Some(line) = next {
                    let kept = line.strip_suffix('\\');
                    text.push_str(kept.unwrap_or(line));
                    next = kept.and_then(|_| lines.get(at).copied());
                    at += usize::from(next.is_some());
                }
                joined = Cow::Owned(text);
            }
            let was_comment = comment;
            let read = tokens(&joined, &mut comment);
            let first = read.iter().position(|t| !matches!(t.kind, Kind::Blank | Kind::Comment));
            let active = open.last().is_none_or(|o| o.active);
            if let Some(first) = first.filter(|f| read[*f].text == "#") {
                let rest = &read[first + 1..];
                let rest: Vec<_> =
                    rest.iter().filter(|t| !matches!(t.kind, Kind::Comment)).cloned().collect();
                self.directive(index, start, &rest, &mut open)?;
            } else if !active {
                // The end of a comment that began where lines are read must be read.
                self.emit(
                    if was_comment && !comment { "*/" } else { "" },
                    Origin { file: index, line: start, columns: vec![] },
                )?;
            } else {
                at = self.line(index, start, at, &lines, joined.as_ref(), (was_comment, &mut comment))?;
            }
            for line in start + 1..at.min(lines.len()) {
                self.emit("", Origin { file: index, line, columns: vec![] })?;
            }
        }
        if let Some(left) = open.last() {
            let why = "the condition that begins here has no #endif".to_owned();
            return self.fail(index, left.line, [0, 1], "shader-preprocess", why, "add one");
        }
        self.stack.pop();
        Ok(())
    }

    /// A line of code; an invocation of a macro may go on in the next ones.
    fn line(
        &mut self,
        file: usize,
        start: usize,
        mut at: usize,
        lines: &[&str],
        joined: &str,
        (was_comment, comment): (bool, &mut bool),
    ) -> Result<usize> {
        let mut all = Cow::Borrowed(joined);
        loop {
            let mut state = was_comment;
            let read = tokens(&all, &mut state);
            *comment = state;
            let last = at >= lines.len() || at - start > LONGEST_CALL;
            match self.macros.expand(&read, last) {
                Ok(Expansion::Same) => self.emit(&all, Origin { file, line: start, columns: vec![] })?,
                Ok(Expansion::Open) => {
                    all = Cow::Owned(format!("{all} {}", lines[at]));
                    at += 1;
                    continue;
                }
                Ok(Expansion::Other(made)) => {
                    let mut text = String::new();
                    let mut columns = Vec::new();
                    for token in &made {
                        columns.push([text.len() as u32, token.at]);
                        text.push_str(&token.text);
                    }
                    self.emit(&text, Origin { file, line: start, columns })?;
                }
                Err((column, why)) => {
                    let remedy = "replace the macro by a function";
                    return self.fail(file, start, [column as usize, 1], "shader-preprocess", why, remedy);
                }
            }
            return Ok(at);
        }
    }

    fn refuse<T>(
        &self,
        (file, line, at): (usize, usize, [usize; 2]),
        why: String,
        remedy: &str,
    ) -> Result<T> {
        self.fail(file, line, at, "shader-preprocess", why, remedy)
    }

    fn directive(&mut self, file: usize, line: usize, rest: &[Token<'_>], open: &mut Vec<Open>) -> Result {
        let words: Vec<&Token<'_>> = rest.iter().filter(|t| t.kind != Kind::Blank).collect();
        let blank = Origin { file, line, columns: vec![] };
        let Some(name) = words.first() else { return self.emit("", blank) };
        let at = [name.at as usize, name.text.len()];
        let active = open.last().is_none_or(|o| o.active);
        let here = (file, line, at);
        let condition = |p: &mut Self, active: bool| -> Result<bool> {
            if !active {
                return Ok(false);
            }
            let (name, argument) = (name.text.as_ref(), words.get(1));
            if matches!(name, "ifdef" | "ifndef") {
                let Some(argument) = argument.filter(|t| t.kind == Kind::Name) else {
                    return p.refuse(here, format!("#{name} lacks a name"), "name a macro");
                };
                return Ok(p.macros.has(&argument.text) == (name == "ifdef"));
            }
            let tokens = p.macros.settle_defined(&words[1..]);
            let value = match p.macros.expand(&tokens, true) {
                Ok(Expansion::Other(made)) => condition::value(&made),
                Ok(_) => condition::value(&tokens),
                Err((_, why)) => Err(why),
            };
            value
                .map(|v| v != 0)
                .or_else(|why| p.refuse(here, why, "write whole numbers, names and operators"))
        };
        match name.text.as_ref() {
            "if" | "ifdef" | "ifndef" => {
                let holds = condition(self, active)?;
                if open.len() >= 64 {
                    return self.refuse(here, "conditions nest deeper than 64".into(), "take some apart");
                }
                open.push(Open { line, active: holds, taken: holds, outer: active, had_else: false });
            }
            "elif" | "else" => {
                let Some((outer, taken, had_else)) = open.last().map(|o| (o.outer, o.taken, o.had_else))
                else {
                    return self.refuse(
                        here,
                        format!("#{} follows no #if", name.text),
                        "remove it or add one",
                    );
                };
                if had_else {
                    return self.refuse(here, format!("#{} follows an #else", name.text), "remove one");
                }
                let holds = match name.text.as_ref() {
                    "else" => outer && !taken,
                    _ => condition(self, outer && !taken)?,
                };
                if let Some(last) = open.last_mut() {
                    (last.active, last.taken) = (holds, taken || holds);
                    last.had_else = name.text == "else";
                }
            }
            "endif" => {
                if open.pop().is_none() {
                    return self.refuse(here, "#endif follows no #if".into(), "remove it");
                }
            }
            _ if !active => {}
            "define" => {
                let made = Macro::read(rest).and_then(|(name, made)| self.macros.define_once(&name, made));
                if let Err(why) = made {
                    return self.refuse(here, why, "give it another name, or #undef it first");
                }
            }
            "undef" => {
                if let Some(undefined) = words.get(1) {
                    self.macros.undefine(&undefined.text);
                }
            }
            "include" => return self.include(file, line, at, &words[1..]),
            "error" => {
                let text: String =
                    rest.iter().skip_while(|t| t.text != "error").skip(1).map(|t| t.text.as_ref()).collect();
                return self.refuse(here, format!("#error{text}"), "");
            }
            "pragma" if words.get(1).is_some_and(|t| t.text == "once") => {
                self.once.extend(self.stack.last().cloned());
            }
            // Lines are told by where they are.
            "line" if self.dialect == Dialect::Glsl => {}
            "version" | "extension" | "pragma" if self.dialect == Dialect::Glsl => {
                let text: String = rest.iter().map(|t| t.text.as_ref()).collect();
                return self.emit(&format!("#{}", text.trim_start()), blank);
            }
            other => {
                let why = format!("#{other} is no directive here");
                return self.refuse(
                    here,
                    why,
                    "include, define, undef, if, ifdef, ifndef, elif, else, endif, error and pragma once are",
                );
            }
        }
        self.emit("", blank)
    }

    fn include(&mut self, file: usize, line: usize, at: [usize; 2], words: &[&Token<'_>]) -> Result {
        let said: String = words.iter().map(|t| t.text.as_ref()).collect();
        let quoted = said.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
        let asked = quoted.or_else(|| said.strip_prefix('<').and_then(|s| s.strip_suffix('>')));
        let fail = |p: &Self, code, why: String, remedy: &str| p.fail(file, line, at, code, why, remedy);
        let Some(asked) = asked.filter(|a| !a.is_empty()) else {
            let why = "#include lacks the name of a file".to_owned();
            return fail(self, "shader-include", why, "write it in quotes");
        };
        let from = self.stack.last().cloned().unwrap_or_default();
        let found = match self.includes.find(asked, &from) {
            Ok(Some(found)) => found,
            Ok(None) => {
                let why = format!("there is no file \"{asked}\" to include");
                let remedy =
                    "files are looked for beside the one that includes, then in the folders that are given";
                return fail(self, "shader-include-missing", why, remedy);
            }
            Err(why) => return fail(self, "shader-include", why, ""),
        };
        if self.stack.contains(&found.name) {
            let way = self.stack.iter().skip_while(|n| **n != found.name).cloned().collect::<Vec<_>>();
            // With a guard it would be empty the second time.
            if self.once.contains(&found.name) {
                return self.emit("", Origin { file, line, columns: vec![] });
            }
            let why = format!("the file includes itself: {} -> {}", way.join(" -> "), found.name);
            return fail(
                self,
                "shader-include-cycle",
                why,
                "take apart what both need, or write #pragma once",
            );
        }
        if self.once.contains(&found.name) {
            return self.emit("", Origin { file, line, columns: vec![] });
        }
        if self.stack.len() > MAX_INCLUDES || self.out.files.len() > MAX_FILES {
            let why = format!(
                "files include one another more than {MAX_INCLUDES} deep, or more than {MAX_FILES} are included"
            );
            return fail(self, "shader-include-depth", why, "write #pragma once where one is included often");
        }
        let read: usize = self.out.files.iter().map(|f| f.text.len()).sum();
        if read + found.text.len() > 2 * MAX_TEXT {
            let why = format!("more than {} bytes are included", 2 * MAX_TEXT);
            return fail(self, "shader-source-size", why, "split the source");
        }
        self.file(SourceFile { name: found.name, text: found.text })
    }
}
