//! HLSL straight from the source, for the stages that no translator takes: geometry and tessellation.
//!
//! Direct3D joins stages by the names of semantics and by the registers that follow from the order of declaration. The translator of the
//! other stages names a value by its location and puts values before what the system has names for, so that this
//! text gets the same names and order. Any other shape of text than the expected one is refused.

use candor_shader::translate::{Bound, Class, Extras, Options, Place, Target, TranslateError, Translation};
use candor_shader::{EntryPoint, Reflection};
use std::borrow::Cow;

/// The compiler's text, as a translation.
pub(crate) fn translation(
    text: &str,
    reflection: &Reflection,
    point: &EntryPoint,
    target: Target,
) -> Result<Translation, TranslateError> {
    let entry = &point.name;
    if !point.uses.is_empty() {
        return Err(TranslateError::Lacks {
            what: "a resource beside push data".into(),
            entry: entry.clone(),
            target,
            why: "its register is not known where the text comes from the source's own compiler",
        });
    }
    let shape = |why: String| TranslateError::Shape { entry: entry.clone(), target, why };
    let mut source = structures(text, point).map_err(shape)?;
    if !source.contains(&format!(" {entry}(")) {
        return Err(shape("the entry point has another name".into()));
    }
    let mut push = None;
    if point.push_size_bytes > 0 {
        let slot = Options::default().push;
        let space = if target == Target::Hlsl50 { 0 } else { slot.set };
        let name = reflection.push.as_ref().map(|b| b.name.clone()).unwrap_or_default();
        let (declared, own) = push_data(&source)
            .ok_or_else(|| shape(format!("the push data \"{name}\" is not declared as expected")))?;
        if space > 0 {
            source = source.replace(&declared, &declared.replace("(b0)", &format!("(b0, space{space})")));
        }
        let place = Place { class: Class::Constants, index: Some(0), space };
        push = Some(Bound { slot, name: own.into(), place, count: 1 });
    }
    Ok(Translation {
        target,
        source: source.into(),
        entry_point: entry.clone().into(),
        language_version: None,
        bindings: Cow::Borrowed(&[]),
        push,
        pairs: Cow::Borrowed(&[]),
        inputs: Cow::Borrowed(&[]),
        outputs: Cow::Borrowed(&[]),
        extras: Extras::default(),
        extensions: Cow::Borrowed(&[]),
        open_constants: Cow::Borrowed(&[]),
        points_are_pixels: false,
    })
}

/// The one constant buffer: its declaration and its name.
fn push_data(source: &str) -> Option<(String, String)> {
    let mut found = source.lines().filter(|l| l.contains(": register("));
    let (line, None) = (found.next()?, found.next()) else { return None };
    let name = line.strip_prefix("cbuffer ")?.strip_suffix(" : register(b0)")?;
    Some((line.to_owned(), name.to_owned()))
}

/// The text with values named by location, and before what the system has names for.
fn structures(text: &str, point: &EntryPoint) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(name) = line.strip_prefix("struct ") else { continue };
        let mut members = Vec::new();
        for member in lines.by_ref() {
            let end = member == "};";
            members.push(member.to_owned());
            if end {
                break;
            }
        }
        // The first and last are the brackets.
        let inner = 1..members.len().saturating_sub(1);
        let mut moved: Vec<(u64, String)> = Vec::new();
        for (at, member) in (0..).zip(members.get(inner.clone()).unwrap_or_default()) {
            moved.push(match member.trim_end_matches(';').split_once(" : ") {
                Some((declared, semantic)) if !semantic.starts_with("SV_") => {
                    let location = location(declared, point)?;
                    (u64::from(location), format!("{declared} : LOC{location};"))
                }
                // After all locations, in their own order.
                _ => ((1 << 32) + at, member.clone()),
            });
        }
        let named = moved.iter().any(|(at, _)| *at < 1 << 32);
        let before: Vec<u64> = moved.iter().map(|(at, _)| *at).collect();
        moved.sort_by_key(|(at, _)| *at);
        if named && before != moved.iter().map(|(at, _)| *at).collect::<Vec<_>>() {
            // What is listed by place would get other values.
            let listed = |l: &str| l.trim_start().starts_with(&format!("{name} ")) && l.contains("= {");
            if text.lines().any(listed) {
                return Err(format!("values of {name} are listed by their place"));
            }
        }
        for (place, (_, member)) in members[inner].iter_mut().zip(moved) {
            *place = member;
        }
        members.iter().for_each(|member| {
            out.push_str(member);
            out.push('\n');
        });
    }
    Ok(out)
}

/// The location of a member such as `nointerpolation float4 color_0`, by its name among inputs and outputs.
fn location(declared: &str, point: &EntryPoint) -> Result<u32, String> {
    let name = declared.split_whitespace().next_back().unwrap_or_default();
    let name = name.rsplit_once('_').map_or(name, |(name, _)| name);
    let own = |full: &str| full.rsplit('.').next() == Some(name);
    let mut found: Vec<u32> = point
        .inputs
        .iter()
        .chain(&point.outputs)
        .filter(|value| own(&value.name))
        .map(|value| value.location)
        .collect();
    found.dedup();
    match found.as_slice() {
        [location] => Ok(*location),
        _ => Err(format!("\"{declared}\" has {} locations", found.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor_shader::{Interface, Scalar, Stage};

    fn point(inputs: &[(&str, u32)]) -> EntryPoint {
        let value = |(name, location): &(&str, u32)| Interface {
            location: *location,
            locations: 1,
            component: 0,
            index: 0,
            name: (*name).to_owned(),
            scalar: Scalar::Float(32),
            components: 4,
            per_patch: false,
        };
        EntryPoint {
            name: "gs".into(),
            stage: Stage::Geometry,
            workgroup_size: None,
            workgroup_constants: [None; 3],
            local_size_id: false,
            primitives: None,
            uses: Vec::new(),
            sampled: Vec::new(),
            push_size_bytes: 0,
            inputs: inputs.iter().map(value).collect(),
            outputs: Vec::new(),
            builtin_inputs: Vec::new(),
            builtin_outputs: Vec::new(),
        }
    }

    const TEXT: &str = "struct Seed_0\n{\n    float4 position_0 : SV_Position;\n    float b_0 : B;\n    float a_1 : A;\n};\n";

    #[test]
    fn values_get_the_names_and_the_order_of_the_other_stages() {
        let made = structures(TEXT, &point(&[("seed.a", 0), ("seed.b", 1)])).unwrap();
        let wanted = "struct Seed_0\n{\n    float a_1 : LOC0;\n    float b_0 : LOC1;\n    float4 position_0 : SV_Position;\n};\n";
        assert_eq!(made, wanted);
        assert!(structures(TEXT, &point(&[("seed.a", 0)])).unwrap_err().contains("b_0"));
        let listed = format!("{TEXT}    Seed_0 s_0 = {{ p, 1.0f, 2.0f }};\n");
        let why = structures(&listed, &point(&[("seed.a", 0), ("seed.b", 1)])).unwrap_err();
        assert!(why.contains("Seed_0"), "{why}");
    }
}
