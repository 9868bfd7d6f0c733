//! Shaders that somebody brings, a target for each language.

use crate::targets::sentence;
use candor_shader::compile::{Included, ShaderDesc, ShaderErrors, SourceLanguage, compile};
use candor_shader::package::Package;
use candor_shader::translate::{Options, translate};
use candor_shader::{Stage, Target};
use std::time::Duration;

/// slangc may take so long for one input.
const SLANGC_LIMIT: Duration = Duration::from_secs(20);

/// SPIR-V to every language.
pub fn translated(data: &[u8]) {
    let Ok(words) = candor_shader::words_from_bytes(data) else { return };
    let Ok(reflection) = candor_shader::reflect(&words) else { return };
    for point in reflection.entry_points.iter().take(2) {
        every(&words, &point.name);
    }
}

fn every(words: &[u32], entry: &str) {
    for target in Target::ALL {
        if let Err(e) = translate(words, entry, *target, &Options::default()) {
            sentence(&e);
        }
    }
}

/// WGSL.
pub fn wgsl(data: &[u8]) {
    compiled(ShaderDesc::new("fuzz-input", SourceLanguage::Wgsl, data));
}

/// GLSL, of each stage in turn.
pub fn glsl(data: &[u8]) {
    let stage = [Stage::Vertex, Stage::Fragment, Stage::Compute][data.len() % 3];
    compiled(ShaderDesc { stage: Some(stage), ..ShaderDesc::new("fuzz-input", SourceLanguage::Glsl, data) });
}

/// Slang, as far as slangc is here.
pub fn slang(data: &[u8]) {
    compiled(ShaderDesc::new("fuzz-input", SourceLanguage::Slang, data));
}

/// HLSL likewise.
pub fn hlsl(data: &[u8]) {
    compiled(ShaderDesc::new("fuzz-input", SourceLanguage::Hlsl, data));
}

fn compiled(desc: ShaderDesc) {
    let text = match &desc.source {
        candor_shader::compile::Source::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        candor_shader::compile::Source::File(_) => String::new(),
    };
    // What is included is the source itself, under another name each time.
    let again = move |asked: &str, _: &str| Ok(Some(Included { name: asked.to_owned(), text: text.clone() }));
    let mut desc = desc.define("DEFINED", "1").includes(again);
    desc.time_limit = SLANGC_LIMIT;
    match compile(&desc) {
        Ok(made) => {
            assert!(!made.entry_points().is_empty());
            for point in made.entry_points().iter().take(2) {
                every(made.words(), &point.name);
            }
        }
        Err(why) => told(&why),
    }
}

/// Every fault has a sentence, and a place that is there.
fn told(why: &ShaderErrors) {
    assert!(!why.list.is_empty(), "nothing is wrong, and it is refused");
    for fault in &why.list {
        sentence(&fault.message);
        let column = fault.column.saturating_sub(1) as usize;
        let counts = fault.code != "shader-slangc";
        assert!(!counts || column <= fault.source_line.len(), "column {column} of {:?}", fault.source_line);
        let _ = fault.to_string();
    }
}

/// What lies in a package, behind its header.
pub fn package(data: &[u8]) {
    match Package::from_contents(data) {
        Ok(package) => {
            let Ok(bytes) = package.to_bytes() else { panic!("a package can't be written") };
            assert_eq!(Package::from_bytes(&bytes).ok(), Some(package));
        }
        Err(e) => sentence(&e),
    }
}
