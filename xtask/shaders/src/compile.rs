//! Every source to everything that is made of it.

use crate::hlsl;
use crate::lists;
use crate::run::{self, Result, failure};
use crate::source::{self, Unit};
use crate::tools::Tools;
use crate::{COMPILED, Files, SOURCES};
use candor_shader::translate::{
    ClipSpace, Language, Options, Target, TranslateError, Translation, translate,
};
use candor_shader::{Reflection, ShaderError, Stage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One unit in one language: the text or the reason why there is none.
pub(crate) struct Text {
    pub(crate) target: Target,
    pub(crate) clip: ClipSpace,
    /// Its file below the folder of compiled shaders, where there is a text.
    pub(crate) file: String,
    pub(crate) made: std::result::Result<Translation, TranslateError>,
}

/// One unit and all that was made of it.
pub(crate) struct Made {
    pub(crate) unit: Unit,
    pub(crate) texts: Vec<Text>,
}

/// Compiles every source; the files that should be checked in.
pub(crate) fn build(tools: &Tools) -> Result<Files> {
    let units = source::scan(&run::root().join(SOURCES))?;
    let mut files = Files::new();
    let mut modules: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    // Lines of a reflection file that stand for themselves.
    let mut lines = Vec::new();
    let mut all = Vec::new();
    let folder = Path::new(COMPILED);
    for (unit, compiled) in compile_all(tools, units) {
        let (name, Compiled { bytes, reflection, texts }) = (unit.name(), compiled?);
        let mut targets = serde_json::Map::new();
        for text in &texts {
            if let Ok(made) = &text.made {
                files.insert(folder.join(&text.file), made.source.as_bytes().to_vec());
            }
            if text.clip == ClipSpace::Standard {
                lines.push(line(text)?);
                targets.insert(text.target.name().into(), format!("@{}@", lines.len() - 1).into());
            }
        }
        modules
            .entry(unit.module.clone())
            .or_default()
            .push(json!({ "name": name, "reflection": reflection, "targets": targets }));
        files.insert(folder.join(format!("{name}.spv")), bytes);
        all.push(Made { unit, texts });
    }
    for (module, shaders) in modules {
        let text = format!("{:#}\n", json!({ "module": module, "shaders": shaders }));
        files.insert(folder.join(format!("{module}.json")), expand(&text, &lines).into_bytes());
    }
    lists::write(&all, &mut files);
    Ok(files)
}

/// What one unit becomes.
struct Compiled {
    bytes: Vec<u8>,
    reflection: Value,
    texts: Vec<Text>,
}

/// All units in their order, on as many threads as there are cores: most of the time goes to starting the compiler.
fn compile_all(tools: &Tools, units: Vec<Unit>) -> Vec<(Unit, Result<Compiled>)> {
    let next = AtomicUsize::new(0);
    let made: Vec<OnceLock<Result<Compiled>>> = units.iter().map(|_| OnceLock::new()).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((unit, place)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    units.get(at).zip(made.get(at))
                } {
                    // Each place is taken once.
                    let _ = place.set(compile(tools, unit));
                }
            });
        }
    });
    let missing = || Err(failure("a thread of the compiler ended early"));
    units.into_iter().zip(made.into_iter().map(|m| m.into_inner().unwrap_or_else(missing))).collect()
}

fn compile(tools: &Tools, unit: &Unit) -> Result<Compiled> {
    let name = unit.name();
    let told = |e: ShaderError| failure(format!("what slangc made of {name} cannot be read: {e}"));
    let words = candor_shader::words_from_bytes(&tools.compile(unit)?).map_err(told)?;
    let words = candor_shader::strip_debug(&words).map_err(told)?;
    let reflection = candor_shader::reflect(&words).map_err(told)?;
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    tools.validate(&name, &bytes)?;
    let texts = texts(tools, unit, &words, &reflection)?;
    let reflection = serde_json::to_value(&reflection)
        .map_err(|e| failure(format!("the reflection of {name} cannot be written: {e}")))?;
    Ok(Compiled { bytes, reflection, texts })
}

/// A unit in every language.
fn texts(tools: &Tools, unit: &Unit, words: &[u32], reflection: &Reflection) -> Result<Vec<Text>> {
    let name = unit.name();
    let point = reflection
        .entry_point(&unit.entry)
        .ok_or_else(|| failure(format!("{name} has no entry point \"{}\"", unit.entry)))?;
    let mut out = Vec::new();
    for &target in Target::ALL {
        // Our own loops end.
        let options = Options { bound_loops: false, ..Options::default() };
        let made = match (translate(words, &unit.entry, target, &options), target.language()) {
            (Err(TranslateError::Stage { .. }), Language::Hlsl) => {
                hlsl::translation(&tools.hlsl(unit, target)?, reflection, point, target)
            }
            (made, _) => made,
        };
        if let Err(why @ (TranslateError::Fault { .. } | TranslateError::Shape { .. })) = &made {
            return Err(failure(format!("{name}: {why}")));
        }
        let ending = ending(target, point.stage);
        let file = format!("{}/{name}.{ending}", target.name());
        let turned = made.is_ok() && point.stage == Stage::Vertex && target.may_lack_clip_control();
        out.push(Text { target, clip: ClipSpace::Standard, file, made });
        if turned {
            let options = Options { clip: ClipSpace::OpenGl, ..options };
            let made = translate(words, &unit.entry, target, &options);
            // No entry point or permutation has such a name.
            let file = format!("{}/{name}.opengl-clip.{ending}", target.name());
            out.push(Text { target, clip: ClipSpace::OpenGl, file, made });
        }
    }
    Ok(out)
}

/// The ending of a file, by which the tools of GLSL know the stage.
fn ending(target: Target, stage: Stage) -> &'static str {
    match (target.language(), stage) {
        (Language::Glsl, Stage::Vertex) => "vert",
        (Language::Glsl, Stage::Fragment) => "frag",
        (Language::Glsl, _) => "comp",
        (Language::Msl, _) => "metal",
        (Language::Wgsl | Language::Hlsl, _) => target.language().name(),
    }
}

/// What a reflection file says of one target, in one line.
fn line(text: &Text) -> Result<String> {
    let value = match &text.made {
        Ok(made) => serde_json::to_string(made),
        Err(why) => serde_json::to_string(&json!({ "refused": why.code(), "why": why.to_string() })),
    };
    value.map_err(|e| failure(format!("the bindings of {} cannot be written: {e}", text.file)))
}

/// Puts the lines in where their numbers stand.
fn expand(text: &str, lines: &[String]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for part in text.split_inclusive('\n') {
        let number = part.split_once(": \"@").and_then(|(key, rest)| {
            let (number, comma) = rest.split_once("@\"")?;
            Some((key, lines.get(number.parse::<usize>().ok()?)?, comma))
        });
        match number {
            Some((key, line, comma)) => {
                out.push_str(key);
                out.push_str(": ");
                out.push_str(line);
                out.push_str(comma);
            }
            None => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_where_their_numbers_stand() {
        let text = "{\n  \"a\": \"@1@\",\n  \"b\": \"@0@\"\n}\n";
        assert_eq!(expand(text, &["zero".into(), "one".into()]), "{\n  \"a\": one,\n  \"b\": zero\n}\n");
    }

    #[test]
    fn stages_are_told_by_the_endings_of_glsl_alone() {
        assert_eq!(ending(Target::GlslEs300, Stage::Vertex), "vert");
        assert_eq!(ending(Target::Hlsl50, Stage::Vertex), "hlsl");
    }
}
