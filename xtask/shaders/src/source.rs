//! Which entry points and permutations a source has. Both are read from the source itself, so that adding a shader touches one
//! file: an entry point is a function after `[shader("stage")]`; a comment line `// @permutation ENTRY.NAME DEFINE...` adds a
//! permutation to the plain one; `// @capabilities NAME...` names what the whole source may use beyond the profile.

use crate::run::{self, Result, failure};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Vertex,
    Hull,
    Domain,
    Geometry,
    Fragment,
    Compute,
}

impl Stage {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "vertex" => Self::Vertex,
            "hull" => Self::Hull,
            "domain" => Self::Domain,
            "geometry" => Self::Geometry,
            "fragment" => Self::Fragment,
            "compute" => Self::Compute,
            _ => return None,
        })
    }

    /// Its name to slangc.
    pub(crate) fn slang(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Hull => "hull",
            Self::Domain => "domain",
            Self::Geometry => "geometry",
            Self::Fragment => "fragment",
            Self::Compute => "compute",
        }
    }

    /// Its name in Rust.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Vertex => "Vertex",
            Self::Hull => "TessellationControl",
            Self::Domain => "TessellationEvaluation",
            Self::Geometry => "Geometry",
            Self::Fragment => "Fragment",
            Self::Compute => "Compute",
        }
    }
}

/// One thing to compile.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) file: PathBuf,
    pub(crate) module: String,
    pub(crate) entry: String,
    pub(crate) stage: Stage,
    /// Empty for the plain one.
    pub(crate) permutation: String,
    pub(crate) defines: Vec<String>,
    /// What it may use beyond the profile, by the compiler's names.
    pub(crate) capabilities: Vec<String>,
}

impl Unit {
    pub(crate) fn name(&self) -> String {
        let dot = if self.permutation.is_empty() { "" } else { "." };
        format!("{}.{}{dot}{}", self.module, self.entry, self.permutation)
    }

    pub(crate) fn constant(&self) -> String {
        self.name().replace('.', "_").to_ascii_uppercase()
    }
}

/// The units of all sources in a folder, sorted by name. `lib` below it holds what they import.
pub(crate) fn scan(folder: &Path) -> Result<Vec<Unit>> {
    let entries =
        std::fs::read_dir(folder).map_err(|e| failure(format!("cannot list {}: {e}", folder.display())))?;
    let mut units = Vec::new();
    for entry in entries {
        let file = entry.map_err(|e| failure(format!("cannot list {}: {e}", folder.display())))?.path();
        if file.extension().is_some_and(|e| e == "slang") {
            let text = String::from_utf8(run::read(&file)?)
                .map_err(|_| failure(format!("{} is not UTF-8 text", file.display())))?;
            units.extend(parse(&file, &text)?);
        }
    }
    units.sort_by_key(|u| (u.module.clone(), u.entry.clone(), u.permutation.clone()));
    Ok(units)
}

fn parse(file: &Path, text: &str) -> Result<Vec<Unit>> {
    let module = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let refuse = |what: String| failure(format!("{}: {what}", file.display()));
    let capabilities: Vec<String> = (text.lines().filter_map(|l| l.strip_prefix("// @capabilities ")))
        .flat_map(|l| l.split_whitespace().map(str::to_owned))
        .collect();
    let mut units = Vec::new();
    for (at, _) in text.match_indices("[shader(\"") {
        let rest = &text[at + "[shader(\"".len()..];
        let (stage, rest) = rest.split_once("\")]").ok_or_else(|| refuse("[shader(\" has no end".into()))?;
        let stage = Stage::parse(stage).ok_or_else(|| {
            refuse(format!(
                "stage \"{stage}\" is not compiled; vertex, hull, domain, geometry, fragment and compute are"
            ))
        })?;
        // `TYPE NAME(`, after any further attributes.
        let head = (rest.lines().find(|l| l.contains('(') && !l.trim_start().starts_with('[')))
            .ok_or_else(|| refuse("no function follows [shader(...)]".into()))?;
        let entry = (head.split('(').next().and_then(|l| l.split_whitespace().last()))
            .ok_or_else(|| refuse(format!("no name in \"{head}\"")))?;
        units.push(Unit {
            file: file.to_owned(),
            module: module.clone(),
            entry: entry.to_owned(),
            stage,
            permutation: String::new(),
            defines: Vec::new(),
            capabilities: capabilities.clone(),
        });
    }
    if units.is_empty() {
        return Err(refuse("it has no entry point; what others import belongs into lib/".into()));
    }
    for line in text.lines().filter_map(|l| l.strip_prefix("// @permutation ")) {
        let mut words = line.split_whitespace();
        let (entry, permutation) = (words.next().and_then(|w| w.split_once('.')))
            .ok_or_else(|| refuse(format!("\"@permutation {line}\" must be ENTRY.NAME DEFINE...")))?;
        let plain = (units.iter().find(|u| u.entry == entry && u.permutation.is_empty()))
            .ok_or_else(|| refuse(format!("@permutation names \"{entry}\", which is no entry point")))?;
        let unit = Unit {
            file: plain.file.clone(),
            module: plain.module.clone(),
            entry: plain.entry.clone(),
            stage: plain.stage,
            permutation: permutation.to_owned(),
            defines: words.map(str::to_owned).collect(),
            capabilities: capabilities.clone(),
        };
        if units.iter().any(|u| u.name() == unit.name()) {
            return Err(refuse(format!("\"{}\" is declared twice", unit.name())));
        }
        units.push(unit);
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        parse(Path::new("m.slang"), text).unwrap().iter().map(Unit::name).collect()
    }

    fn sentence(text: &str) -> String {
        parse(Path::new("m.slang"), text).unwrap_err().sentence
    }

    #[test]
    fn entry_points_and_permutations_are_found() {
        let text = "// @permutation fs.mask A B\n[shader(\"vertex\")]\nfloat4 vs(uint i : X)\n{}\n\
                    [shader(\"fragment\")]\nfloat4 fs() : Y\n{}\n[shader(\"compute\")]\n[numthreads(1, 1, 1)]\nvoid cs()\n";
        assert_eq!(names(text), ["m.vs", "m.fs", "m.cs", "m.fs.mask"]);
        let units = parse(Path::new("m.slang"), text).unwrap();
        assert_eq!(units[3].defines, ["A", "B"]);
        assert_eq!(units[3].stage, Stage::Fragment);
        assert_eq!(units[3].constant(), "M_FS_MASK");
        let units = parse(Path::new("m.slang"), &format!("// @capabilities one two\n{text}")).unwrap();
        assert!(units.iter().all(|u| u.capabilities == ["one", "two"]));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(sentence("struct S {}").contains("no entry point"));
        assert!(sentence("[shader(\"mesh\")]\nvoid m()\n").contains("\"mesh\""));
        let unknown = "// @permutation no.mask A\n[shader(\"vertex\")]\nfloat4 vs()\n";
        assert!(sentence(unknown).contains("\"no\""));
        let twice = "// @permutation vs.a A\n// @permutation vs.a B\n[shader(\"vertex\")]\nfloat4 vs()\n";
        assert!(sentence(twice).contains("twice"));
    }
}
