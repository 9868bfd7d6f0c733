//! Why a source was not compiled: where, what, and what to do.

use crate::reflection::Stage;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Characters of a message.
const LONGEST_SENTENCE: usize = 500;

/// One fault of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// A stable name of the kind of fault.
    pub code: Cow<'static, str>,
    /// The file, as it was named; an included one where the fault is there.
    pub file: String,
    /// The line, counted from 1; 0 where the fault has no place.
    pub line: u32,
    /// The column in bytes, counted from 1; 0 where it has none.
    pub column: u32,
    /// So many bytes from there on are meant.
    pub length: u32,
    /// The text of the line.
    pub source_line: String,
    /// The stage, where it is known.
    pub stage: Option<Stage>,
    /// What is wrong.
    pub message: String,
    /// What to do; may be empty.
    pub remedy: String,
}

impl Diagnostic {
    /// A fault without a place.
    pub(crate) fn whole(code: &'static str, file: &str, message: String, remedy: &str) -> Self {
        Self {
            code: code.into(),
            file: file.to_owned(),
            line: 0,
            column: 0,
            length: 0,
            source_line: String::new(),
            stage: None,
            message: sentence(message),
            remedy: sentence(remedy.to_owned()),
        }
    }
}

/// Readers repeat what they found, which may be half of the source.
fn sentence(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST_SENTENCE) {
        text.truncate(at);
        text.push('…');
    }
    text
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        write!(f, ": {}", self.message)?;
        if !self.remedy.is_empty() {
            write!(f, "; {}", self.remedy)?;
        }
        if !self.source_line.is_empty() {
            write!(f, "\n    {}", self.source_line)?;
            if self.column > 0 {
                // Tabs stay tabs, so that the mark stands where it should.
                let before = self.source_line.get(..self.column as usize - 1).unwrap_or_default();
                let blank: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                let end = before.len() + self.length as usize;
                let marked = self.source_line.get(before.len()..end).map_or(1, |t| t.chars().count().max(1));
                write!(f, "\n    {blank}{}", "^".repeat(marked))?;
            }
        }
        Ok(())
    }
}

/// All that is wrong with a source, and the files that were read, since a change of any may mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShaderErrors {
    /// What the description calls the shader.
    pub name: String,
    /// At least one.
    pub list: Vec<Diagnostic>,
    /// The files that were read or looked for.
    pub files: Vec<String>,
}

impl ShaderErrors {
    pub(crate) fn one(name: &str, fault: Diagnostic) -> Self {
        Self { name: name.to_owned(), list: vec![fault], files: Vec::new() }
    }

    /// The code of the first fault.
    pub fn code(&self) -> &str {
        self.list.first().map_or("", |d| &d.code)
    }
}

impl fmt::Display for ShaderErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the shader \"{}\" cannot be compiled", self.name)?;
        for fault in &self.list {
            write!(f, "\n{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ShaderErrors {}
