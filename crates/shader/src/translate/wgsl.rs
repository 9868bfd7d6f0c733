//! WGSL: groups and bindings are those of the module.

use super::prepare::{Job, capabilities, chain};
use super::{Bound, Class, Extras, Place, Target, TranslateError, Translation};
use naga::ShaderStage;
use naga::back::wgsl;
use naga::valid::{ValidationFlags, Validator};
use std::borrow::Cow;

const SUBGROUPS: &str = "enable subgroups;\n";

pub(super) fn write(job: &Job<'_>) -> Result<Translation, TranslateError> {
    let mut source = wgsl::write_string(&job.module, &job.info, wgsl::WriterFlags::empty())
        .map_err(|why| job.cannot_write(&why))?;
    // The writer asks for neither where only expressions use it.
    if has_word(&source, "f16") && !source.contains("enable f16;") {
        source.insert_str(0, "enable f16;\n");
    }
    if uses_subgroups(&source) {
        source.insert_str(0, SUBGROUPS);
    }
    let entry_point = entry_name(&source, job.stage)
        .ok_or_else(|| job.shape("it has no entry point of its stage"))?
        .to_owned();
    let extensions: Vec<Cow<'static, str>> = source
        .lines()
        .filter_map(|l| l.strip_prefix("enable ")?.strip_suffix(';'))
        .flat_map(|names| names.split(','))
        .map(|name| Cow::Owned(name.trim().to_owned()))
        .collect();
    let bound = |r: &super::prepare::Resource| Bound {
        slot: r.slot,
        name: r.name.clone().into(),
        place: Place { class: Class::Binding, index: Some(r.slot.binding), space: r.slot.set },
        count: r.count,
    };
    let push = job.resources.iter().find(|r| r.push).map(bound);
    let bindings: Vec<Bound> = job.resources.iter().filter(|r| !r.push).map(bound).collect();
    Ok(Translation {
        target: job.target,
        source: source.into(),
        entry_point: entry_point.into(),
        language_version: None,
        bindings: bindings.into(),
        push,
        pairs: Cow::Borrowed(&[]),
        inputs: Cow::Borrowed(&[]),
        outputs: Cow::Borrowed(&[]),
        extras: Extras::default(),
        extensions: extensions.into(),
        open_constants: Cow::Borrowed(&[]),
        points_are_pixels: false,
    })
}

/// Reads WGSL and validates it for what browsers have.
///
/// # Errors
///
/// [`TranslateError::Invalid`] with what is wrong.
pub fn check_wgsl(source: &str) -> Result<(), TranslateError> {
    let invalid = |why| TranslateError::Invalid { entry: "the module".to_owned(), target: Target::Wgsl, why };
    // The reader takes subgroups as they are, and does not know the name.
    let own = source.strip_prefix(SUBGROUPS).unwrap_or(source);
    let module = naga::front::wgsl::parse_str(own).map_err(|why| invalid(why.emit_to_string(own)))?;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities(Target::Wgsl));
    validator.validate(&module).map_err(|why| invalid(chain(why.as_inner())))?;
    Ok(())
}

/// Whether a name or keyword is used; the writer gives none of the language's own to anything else.
fn has_word(source: &str, word: &str) -> bool {
    let other = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_');
    source.match_indices(word).any(|(at, _)| {
        other(source[..at].chars().next_back()) && other(source[at + word.len()..].chars().next())
    })
}

/// Whether a built-in of subgroups is called or read.
fn uses_subgroups(source: &str) -> bool {
    source.contains("@builtin(subgroup_")
        || source.match_indices("subgroup").any(|(at, word)| {
            let rest = &source[at + word.len()..];
            let name = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest[name..].starts_with('(')
        })
}

/// The name of the function that follows the stage's attribute.
fn entry_name(source: &str, stage: ShaderStage) -> Option<&str> {
    let attribute = match stage {
        ShaderStage::Vertex => "\n@vertex",
        ShaderStage::Fragment => "\n@fragment",
        _ => "\n@compute",
    };
    let (_, rest) = source.split_once(attribute)?;
    let (_, rest) = rest.split_once("\nfn ")?;
    rest.split('(').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_point_is_found_by_its_stage() {
        let text =
            "fn helper() {\n}\n\n@compute @workgroup_size(4, 1, 1) \nfn cs_main_1(@builtin(x) a: u32) {\n}\n";
        assert_eq!(entry_name(text, ShaderStage::Compute), Some("cs_main_1"));
        assert_eq!(entry_name(text, ShaderStage::Vertex), None);
    }

    #[test]
    fn what_must_be_enabled_is_found() {
        assert!(has_word("let a = f16(b);", "f16") && has_word("vec2<f16>", "f16"));
        assert!(!has_word("let f16_1 = half16;", "f16"));
        assert!(uses_subgroups("let a = subgroupBallot(true);"));
        assert!(!uses_subgroups("fn subgroup(a: u32) { subgroup_of(a); }"));
    }
}
