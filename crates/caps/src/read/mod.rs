//! Readers of device reports and requirement profiles. The schema is found from the content, never from the file's name.
//!
//! A reader streams a file into a [`DeviceReport`] and never fails on what it does not know: that is ignored with a note
//! in the report. It refuses what cannot be a report, with a sentence that says where. Pure: it is handed bytes.

mod blocks;
mod build;
mod candor;
mod capsviewer;
mod devsim;
mod json;
mod judge;
mod names;
mod profiles;
mod requirement;
#[rustfmt::skip]
mod tables;
mod viewer;

pub use judge::Judgeable;
pub use names::{Compare, FormatName, formats};
pub use requirement::{ProfileSet, QueueRequirement, Requirement, RequirementProfile};

use crate::report::DeviceReport;
use crate::suggest::brief;
use json::{Map, OnMap, skip};
use serde::de::{DeserializeSeed, MapAccess};
use std::borrow::Cow;

/// What a file turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// What one device says of itself.
    Device(Box<DeviceReport>),
    /// What somebody requires of a device; not a device.
    Requirements(ProfileSet),
    /// A profile that was written to test a parser: read like requirements, but it means nothing.
    ParserTest(ProfileSet),
}

impl Document {
    /// The class of the file in a word or two, for lists and counts.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Device(_) => "device",
            Self::Requirements(_) => "requirement profile",
            Self::ParserTest(_) => "parser test",
        }
    }

    /// What the reader noticed.
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Device(d) => &d.notes,
            Self::Requirements(p) | Self::ParserTest(p) => &p.notes,
        }
    }
}

/// Why a file was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing in it.
    #[error("{file}: the file is empty; a device report is a JSON object")]
    Empty {
        /// The file.
        file: String,
    },
    /// Not text.
    #[error("{file}: not UTF-8 text from byte {at} on; a device report is JSON, save it as UTF-8")]
    NotText {
        /// The file.
        file: String,
        /// The first byte that is not UTF-8.
        at: usize,
    },
    /// Not JSON, not even with comments and trailing commas forgiven; or a value of an impossible type.
    #[error("{file}, line {line}, column {column}: {what}; correct the file there or export it again")]
    Malformed {
        /// The file.
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// What the parser met.
        what: String,
    },
    /// JSON, but not a report of any schema that is known.
    #[error(
        "{file}: not a device report: {found}; readable are Candor's own report, Khronos profiles (vulkaninfo, \
         vulkan.gpuinfo.org), devsim and VulkanCapsViewer JSON"
    )]
    NotAReport {
        /// The file.
        file: String,
        /// What is there instead.
        found: String,
    },
    /// Candor's own format, from a later build.
    #[error("{file}: written in report format {found}, this build reads up to {newest}; use a newer Candor")]
    Newer {
        /// The file.
        file: String,
        /// The file's format.
        found: u32,
        /// The newest that is read here.
        newest: u32,
    },
    /// The schema is known and something that it needs is missing or wrong.
    #[error("{file}: {at} {what}; {remedy}")]
    Broken {
        /// The file.
        file: String,
        /// Which part.
        at: String,
        /// What is wrong with it.
        what: String,
        /// What to do.
        remedy: String,
    },
}

impl ReadError {
    /// A stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::NotText { .. } => "not-text",
            Self::Malformed { .. } => "malformed",
            Self::NotAReport { .. } => "not-a-report",
            Self::Newer { .. } => "newer-format",
            Self::Broken { .. } => "broken",
        }
    }
}

/// What a schema's reader refuses, before the file's name is put to it.
#[derive(Debug)]
pub(crate) struct Broken {
    at: String,
    what: String,
    remedy: String,
}

impl Broken {
    pub(crate) fn at(at: &str, what: &str, remedy: &str) -> Self {
        Self { at: brief(at), what: brief(what), remedy: brief(remedy) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Schema {
    Candor,
    Profiles,
    Devsim,
    CapsViewer,
}

/// Reads a report or profile. `source_name` is how the file is called in the report and in errors.
///
/// Comments and trailing commas are forgiven with a note, and so is a byte order mark.
///
/// # Errors
/// One sentence that names the file, the place as far as JSON gives one, the rule and the remedy. Nothing panics on any
/// input.
pub fn read(bytes: &[u8], source_name: &str) -> Result<Document, ReadError> {
    let file = || source_name.to_owned();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::Empty { file: file() });
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(t) => t,
        Err(e) => return Err(ReadError::NotText { file: file(), at: e.valid_up_to() }),
    };
    match read_strict(text, source_name) {
        Err(first @ ReadError::Malformed { .. }) => {
            let Some((relaxed, said)) = json::relax(bytes) else { return Err(first) };
            // Blanking keeps every character whole: it only writes spaces over ASCII and over whole comments.
            let Ok(relaxed) = std::str::from_utf8(&relaxed) else { return Err(first) };
            let mut document = read_strict(relaxed, source_name)?;
            let notes = match &mut document {
                Document::Device(d) => &mut d.notes,
                Document::Requirements(p) | Document::ParserTest(p) => &mut p.notes,
            };
            notes.splice(0..0, said.into_iter().map(str::to_owned));
            Ok(document)
        }
        other => other,
    }
}

fn read_strict(text: &str, source: &str) -> Result<Document, ReadError> {
    let schema = sniff(text, source)?;
    let malformed = |e: serde_json::Error| malformed(&e, source);
    if schema == Schema::Candor {
        let found = serde_json::from_str::<candor::Schema>(text).map_err(malformed)?.schema;
        if let Some(found) = found.filter(|s| *s > DeviceReport::SCHEMA) {
            let newest = DeviceReport::SCHEMA;
            return Err(ReadError::Newer { file: source.to_owned(), found, newest });
        }
    }
    let mut d = serde_json::Deserializer::from_str(text);
    let read = match schema {
        Schema::Candor => candor::read(&mut d, source),
        Schema::Profiles => profiles::read(&mut d, source),
        Schema::Devsim => devsim::read(&mut d, source),
        Schema::CapsViewer => capsviewer::read(&mut d, source),
    };
    let read = read.map_err(malformed)?;
    d.end().map_err(malformed)?;
    read.map_err(|Broken { at, what, remedy }| ReadError::Broken {
        file: source.to_owned(),
        at,
        what,
        remedy,
    })
}

fn malformed(e: &serde_json::Error, source: &str) -> ReadError {
    // The parser puts the place at the end of its message; it has fields of its own here.
    let whole = e.to_string();
    let what = brief(whole.split(" at line ").next().unwrap_or(&whole));
    ReadError::Malformed { file: source.to_owned(), line: e.line(), column: e.column(), what }
}

/// Looks at the keys at the top until one of them decides.
struct Sniff {
    found: Option<Schema>,
    keys: Vec<String>,
    not_an_object: Option<String>,
}

/// What the sniffer says to the parser to stop early; it is never shown.
const DECIDED: &str = "the schema is known";

fn sniff(text: &str, source: &str) -> Result<Schema, ReadError> {
    let mut s = Sniff { found: None, keys: Vec::new(), not_an_object: None };
    let mut d = serde_json::Deserializer::from_str(text);
    let read = Map(&mut s).deserialize(&mut d);
    if let Some(found) = s.found {
        return Ok(found);
    }
    read.map_err(|e| malformed(&e, source))?;
    d.end().map_err(|e| malformed(&e, source))?;
    let found = match s.not_an_object {
        Some(what) => format!("it holds {what} instead of an object"),
        None if s.keys.is_empty() => "it holds an empty object".to_owned(),
        None => format!("none of its keys is known: {}", s.keys.join(", ")),
    };
    Err(ReadError::NotAReport { file: source.to_owned(), found })
}

impl<'de> OnMap<'de> for Sniff {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        self.found = match key.as_ref() {
            "$schema" => match map.next_value_seed(json::AnySeed)?.as_str() {
                Some(s) if s.contains("devsim") => Some(Schema::Devsim),
                Some(s) if s.contains("profiles") => Some(Schema::Profiles),
                _ => None,
            },
            "schema" | "body" => Some(Schema::Candor),
            // A VulkanCapsViewer save has a key `profiles` too, but not `capabilities`, and others stand before it.
            "capabilities" => Some(Schema::Profiles),
            "profiles" if !self.keys.iter().any(|k| k == "environment" || k == "layers") => {
                Some(Schema::Profiles)
            }
            "core11" | "core12" | "core13" | "core14" | "queues" => Some(Schema::CapsViewer),
            k if k.starts_with("ArrayOfVk") || k.starts_with("VkPhysicalDevice") => Some(Schema::Devsim),
            _ => {
                skip(map)?;
                None
            }
        };
        if self.found.is_some() {
            return Err(serde::de::Error::custom(DECIDED));
        }
        // Enough to recognise the file by; the sentence need not repeat all of a large one.
        if self.keys.len() < 8 {
            self.keys.push(key.chars().take(40).collect());
        }
        Ok(())
    }
    fn not_a_map(&mut self, found: &str) {
        self.not_an_object = Some(found.to_owned());
    }
}
