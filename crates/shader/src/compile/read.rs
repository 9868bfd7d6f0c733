//! WGSL and GLSL, read by `naga` and written as SPIR-V.

use super::error::{Diagnostic, ShaderErrors};
use super::preprocess::{Dialect, Expanded, SourceFile, preprocess};
use super::{Compiled, ShaderDesc, Source, SourceLanguage, limits};
use crate::apart::apart;
use crate::reflection::Stage;
use crate::translate::prepare::chain;
use naga::back::pipeline_constants::process_overrides;
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{EntryPointError, ValidationError, ValidationFlags, Validator};
use naga::{Module, ShaderStage, Span};
use std::ops::Range;

/// SPIR-V of Vulkan 1.1, as Candor's own shaders.
const VERSION: (u8, u8) = (1, 3);

/// The whole text, and the files that were read.
pub(super) fn expand(
    desc: &ShaderDesc,
    language: SourceLanguage,
) -> Result<(Expanded, Vec<String>), ShaderErrors> {
    let text = desc.text()?;
    let name = desc.path().to_string_lossy().into_owned();
    let dialect = if language == SourceLanguage::Glsl { Dialect::Glsl } else { Dialect::Wgsl };
    let own = usize::from(matches!(desc.source, Source::Bytes(_)));
    let source = SourceFile { name, text };
    let expanded = preprocess(source, &desc.defines, desc.finder().as_ref(), dialect).map_err(|why| {
        let (fault, files) = *why;
        let files = files.into_iter().skip(own).collect();
        ShaderErrors { files, ..ShaderErrors::one(&desc.name, fault) }
    })?;
    let files = expanded.files.iter().skip(own).map(|f| f.name.clone()).collect();
    Ok((expanded, files))
}

pub(super) fn compile(desc: &ShaderDesc, language: SourceLanguage) -> Result<Compiled, ShaderErrors> {
    let (expanded, files) = expand(desc, language)?;
    let stage = match (language, desc.source_stage()) {
        (SourceLanguage::Glsl, Some(stage)) => Some(stage),
        (SourceLanguage::Glsl, None) => {
            let remedy = "state it, or use an ending such as vert, frag, comp or vert.glsl";
            let fault = expanded.fault("shader-stage", None, "the stage of GLSL is not known".into(), remedy);
            return Err(ShaderErrors { files, ..ShaderErrors::one(&desc.name, fault) });
        }
        _ => None,
    };
    let made = match limits::nesting(&expanded.text) {
        Ok(()) => apart(|| words(&expanded, stage, &desc.constants)).unwrap_or_else(|panic| {
            let why = format!("the reader of {language} failed: {panic}");
            let remedy = "this is a fault of the reader; write it in another way";
            Err(vec![expanded.fault("shader-fault", None, why, remedy)])
        }),
        Err((line, why)) => {
            let fault = Diagnostic::whole("shader-source-nesting", &desc.name, why, "take it apart");
            Err(vec![expanded.fault_at(fault, line, 0, 1)])
        }
    };
    match made {
        Ok(words) => Compiled::new(desc, language, words, files),
        Err(mut list) => {
            list.iter_mut().for_each(|d| d.stage = d.stage.or(stage));
            Err(ShaderErrors { name: desc.name.clone(), list, files })
        }
    }
}

/// SPIR-V of a text; GLSL where a stage is given.
fn words(
    text: &Expanded,
    stage: Option<Stage>,
    constants: &[(String, f64)],
) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let module = match stage {
        None => wgsl(text)?,
        Some(stage) => glsl(text, stage)?,
    };
    let mut validator = Validator::new(ValidationFlags::all(), spv::supported_capabilities());
    let info = validator.validate(&module).map_err(|why| {
        let inner = why.as_inner();
        let named = match inner {
            ValidationError::EntryPoint { name, .. } => definition(&text.text, name),
            _ => None,
        };
        let place = why.spans().next().and_then(|(span, _)| range(*span)).or(named);
        let mut fault = text.fault("shader-invalid", place, chain(inner), "");
        fault.stage = match inner {
            ValidationError::EntryPoint { stage, .. } => known(*stage),
            _ => None,
        };
        if let ValidationError::EntryPoint { source: EntryPointError::MissingVertexOutputPosition, .. } =
            inner
        {
            fault.remedy = "give it @builtin(position), or gl_Position".into();
        }
        vec![fault]
    })?;
    let constants = constants.iter().cloned().collect();
    let (module, info) = process_overrides(&module, &info, None, &constants).map_err(|why| {
        let why = format!("its constants cannot be settled: {}", chain(&why));
        vec![text.fault(
            "shader-constant",
            None,
            why,
            "give each a default or a value, by its name or number",
        )]
    })?;
    let options = spv::Options {
        lang_version: VERSION,
        // Names for reflection. Positions stay as they are: clip space is the same, and the backend turns what must be turned.
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        // Groups and bindings are those of the source.
        fake_missing_bindings: true,
        // What is indexed in memory of the shader's own, robust access does not bound.
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            ..Default::default()
        },
        use_storage_input_output_16: false,
        ..spv::Options::default()
    };
    spv::write_vec(&module, &info, &options, None).map_err(|why| {
        vec![text.fault("shader-write", None, format!("it cannot be written as SPIR-V: {}", chain(&why)), "")]
    })
}

fn wgsl(text: &Expanded) -> Result<Module, Vec<Diagnostic>> {
    naga::front::wgsl::parse_str(&text.text).map_err(|why| {
        let mut labels = why.labels();
        let (span, label) = labels.next().map_or((None, ""), |(span, label)| (range(span), label));
        let mut message = why.message().to_owned();
        if !label.is_empty() && !message.contains(label) {
            message = format!("{message}: {label}");
        }
        let notes: Vec<&str> = why.notes().collect();
        vec![text.fault("shader-syntax", span, message, &notes.join("; "))]
    })
}

fn glsl(text: &Expanded, stage: Stage) -> Result<Module, Vec<Diagnostic>> {
    let stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Fragment => ShaderStage::Fragment,
        Stage::Compute => ShaderStage::Compute,
        other => {
            let why = format!("{other:?} shaders are not read from GLSL");
            return Err(vec![text.fault(
                "shader-stage",
                None,
                why,
                "write it in Slang or HLSL, or bring SPIR-V",
            )]);
        }
    };
    let options = naga::front::glsl::Options::from(stage);
    naga::front::glsl::Frontend::default().parse(&options, &text.text).map_err(|why| {
        let fault =
            |e: &naga::front::glsl::Error| text.fault("shader-syntax", range(e.meta), e.kind.to_string(), "");
        let mut all: Vec<Diagnostic> = why.errors.iter().map(fault).collect();
        if all.is_empty() {
            all.push(text.fault("shader-syntax", None, "it cannot be read".into(), ""));
        }
        all
    })
}

fn range(span: Span) -> Option<Range<usize>> {
    span.to_range()
}

/// Where a function is defined.
fn definition(text: &str, name: &str) -> Option<Range<usize>> {
    ["fn ", "void "].iter().find_map(|word| {
        let found = text.match_indices(&format!("{word}{name}")).find(|(at, found)| {
            let rest = &text[at + found.len()..];
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        });
        found.map(|(at, found)| at + word.len()..at + found.len())
    })
}

fn known(stage: ShaderStage) -> Option<Stage> {
    match stage {
        ShaderStage::Vertex => Some(Stage::Vertex),
        ShaderStage::Fragment => Some(Stage::Fragment),
        ShaderStage::Compute => Some(Stage::Compute),
        _ => None,
    }
}
