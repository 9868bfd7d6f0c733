//! Modules that are damaged, hostile or merely unusual: each gets a sentence or a reflection, never a panic.

use candor_shader::{
    Count, Primitive, Scalar, ShaderError, Slot, Stage, reflect, shaders, strip_debug, words_from_bytes,
};
use proptest::prelude::*;

const MAGIC: u32 = 0x0723_0203;

fn inst(opcode: u32, operands: &[u32]) -> Vec<u32> {
    let mut out = vec![((operands.len() as u32 + 1) << 16) | opcode];
    out.extend_from_slice(operands);
    out
}

fn module(bound: u32, parts: &[Vec<u32>]) -> Vec<u32> {
    let mut out = vec![MAGIC, 0x0001_0300, 0, bound, 0];
    out.extend(parts.iter().flatten());
    out
}

/// "main" as operands.
const MAIN: [u32; 2] = [u32::from_le_bytes(*b"main"), 0];

/// An entry point of an execution model whose empty function is id 1; ids 2 and 3 are its types.
fn with_function(model: u32, before: &[Vec<u32>], after: &[Vec<u32>]) -> Vec<u32> {
    let mut parts = vec![inst(15, &[model, 1, MAIN[0], MAIN[1]])];
    parts.extend_from_slice(before);
    parts.extend([inst(19, &[2]), inst(33, &[3, 2])]);
    parts.extend_from_slice(after);
    parts.push(inst(56, &[]));
    module(100, &parts)
}

#[test]
fn every_error_has_its_code() {
    let code = |words: &[u32]| reflect(words).unwrap_err().code();
    assert_eq!(code(&[]), "shader-too-short");
    assert_eq!(code(&[MAGIC, 0, 0, 0]), "shader-too-short");
    assert_eq!(code(&[1, 0x0001_0300, 0, 5, 0]), "shader-bad-magic");
    assert_eq!(code(&[MAGIC, 0x0001_0700, 0, 5, 0]), "shader-version");
    assert_eq!(code(&[MAGIC, 0x0002_0000, 0, 5, 0]), "shader-version");
    assert_eq!(code(&[MAGIC, 0x0001_0300, 0, 0, 0]), "shader-bound");
    assert_eq!(code(&[MAGIC, 0x0001_0300, 0, u32::MAX, 0]), "shader-bound");
    assert_eq!(code(&module(5, &[vec![0]])), "shader-length");
    assert_eq!(code(&module(5, &[vec![9 << 16 | 17]])), "shader-length");
    assert_eq!(code(&module(5, &[inst(17, &[])])), "shader-operand");
    assert_eq!(code(&module(5, &[inst(5, &[1, u32::from_le_bytes(*b"abcd")])])), "shader-text");
    assert_eq!(code(&module(5, &[inst(5, &[1, 0xff])])), "shader-text");
    assert_eq!(code(&module(5, &[inst(19, &[5])])), "shader-id");
    assert_eq!(code(&module(5, &[inst(19, &[0])])), "shader-id");
    assert_eq!(code(&module(5, &[inst(19, &[1]), inst(19, &[1])])), "shader-redefined");
    assert_eq!(code(&module(5, &[inst(23, &[1, 2, 4])])), "shader-undefined");
    assert_eq!(code(&module(5, &[inst(15, &[4, 1, MAIN[0], MAIN[1]])])), "shader-undefined");
    assert_eq!(code(&with_function(99, &[], &[inst(54, &[2, 1, 0, 3])])), "shader-stage");
    assert_eq!(words_from_bytes(&[1, 2, 3]).unwrap_err().code(), "shader-not-words");
    let many: Vec<_> = (0..2000).map(|i| inst(17, &[i])).collect();
    assert_eq!(code(&module(5, &many)), "shader-too-complex");
}

#[test]
fn a_foreign_magic_says_what_it_looks_like() {
    let sentence = |first: u32| reflect(&[first, 0, 0, 0, 0]).unwrap_err().to_string();
    assert!(sentence(MAGIC.swap_bytes()).contains("other order"));
    assert!(sentence(u32::from_le_bytes(*b"DXBC")).contains("DXBC"));
    assert!(sentence(u32::from_le_bytes(*b"#ver")).contains("source text"));
}

/// A sampler variable (id 12, pointer type 11, sampler type 10) that function 1 loads.
fn sampler(decorations: &[Vec<u32>]) -> Vec<u32> {
    let types = [inst(26, &[10]), inst(32, &[11, 0, 10]), inst(59, &[11, 12, 0])];
    let before: Vec<_> = decorations.iter().cloned().chain(types).collect();
    with_function(4, &before, &[inst(54, &[2, 1, 0, 3]), inst(61, &[10, 13, 12])])
}

#[test]
fn a_resource_without_a_slot_is_named() {
    let set = inst(71, &[12, 34, 0]);
    let error = reflect(&sampler(std::slice::from_ref(&set))).unwrap_err();
    assert_eq!(error, ShaderError::Undecorated { name: String::new(), id: 12, lacks: "Binding" });
    let read = reflect(&sampler(&[set, inst(71, &[12, 33, 7])])).unwrap();
    assert_eq!(read.bindings[0].slot, Slot { set: 0, binding: 7 });
    assert_eq!(read.entry_points[0].uses, [Slot { set: 0, binding: 7 }]);
}

#[test]
fn only_what_is_reached_is_listed() {
    // Function 20 loads the sampler; the entry point does not call it, and then does.
    let types = [
        inst(71, &[12, 34, 0]),
        inst(71, &[12, 33, 7]),
        inst(26, &[10]),
        inst(32, &[11, 0, 10]),
        inst(59, &[11, 12, 0]),
    ];
    let other = [inst(56, &[]), inst(54, &[2, 20, 0, 3]), inst(61, &[10, 13, 12])];
    let alone: Vec<_> = [inst(54, &[2, 1, 0, 3])].into_iter().chain(other.clone()).collect();
    assert!(reflect(&with_function(5, &types, &alone)).unwrap().bindings.is_empty());
    let calls: Vec<_> = [inst(54, &[2, 1, 0, 3]), inst(57, &[2, 30, 20])].into_iter().chain(other).collect();
    let read = reflect(&with_function(5, &types, &calls)).unwrap();
    assert_eq!(read.bindings.len(), 1);
    assert_eq!(read.bindings[0].stages, [Stage::Compute]);
}

#[test]
fn arrays_of_resources_and_spec_constants_are_counted() {
    let before = [
        inst(71, &[12, 34, 1]),
        inst(71, &[12, 33, 2]),
        inst(71, &[16, 1, 42]),
        inst(21, &[15, 32, 0]),
        inst(50, &[15, 16, 8]),
        inst(26, &[10]),
        inst(28, &[17, 10, 16]),
        inst(32, &[11, 0, 17]),
        inst(59, &[11, 12, 0]),
    ];
    let body = [inst(54, &[2, 1, 0, 3]), inst(65, &[18, 13, 12, 16])];
    let read = reflect(&with_function(4, &before, &body)).unwrap();
    assert_eq!(read.bindings[0].count, Count::Array(8));
    assert_eq!((read.bindings[0].length_constant, read.bindings[0].indexed), (Some(42), false));
    let [constant] = read.spec_constants.as_slice() else { panic!("{:?}", read.spec_constants) };
    assert_eq!((constant.id, constant.scalar, constant.default_bits), (42, Some(Scalar::Uint(32)), 8));
}

#[test]
fn primitives_of_geometry_and_tessellation_are_read() {
    let mode = |m: &[u32]| inst(16, &[&[1], m].concat());
    let body = [inst(54, &[2, 1, 0, 3])];
    let read = |model, modes: &[Vec<u32>]| {
        reflect(&with_function(model, modes, &body)).unwrap().entry_points[0].primitives
    };
    // Invocations 2, InputLinesAdjacency, OutputVertices 6, OutputLineStrip.
    let modes = [mode(&[0, 2]), mode(&[21]), mode(&[26, 6]), mode(&[28])];
    let p = read(3, &modes).unwrap();
    assert_eq!((p.input, p.output), (Some(Primitive::LinesAdjacency), Some(Primitive::Lines)));
    assert_eq!((p.invocations, p.output_vertices, p.input_vertices, p.point_mode), (2, 6, 0, false));
    // Isolines, PointMode.
    let p = read(2, &[mode(&[25]), mode(&[10])]).unwrap();
    assert_eq!((p.input, p.output, p.point_mode, p.invocations), (Some(Primitive::Isolines), None, true, 1));
    assert_eq!(read(0, &[]), None);
    let cut = with_function(3, &[mode(&[26])], &body);
    assert_eq!(reflect(&cut).unwrap_err().code(), "shader-operand");
}

#[test]
fn a_workgroup_that_constants_set_names_them() {
    let before = [
        inst(71, &[16, 1, 42]),
        inst(71, &[19, 11, 25]),
        inst(21, &[15, 32, 0]),
        inst(23, &[18, 15, 3]),
        inst(50, &[15, 16, 8]),
        inst(43, &[15, 17, 2]),
        inst(51, &[18, 19, 16, 17, 17]),
    ];
    let read = reflect(&with_function(5, &before, &[inst(54, &[2, 1, 0, 3])])).unwrap();
    let e = &read.entry_points[0];
    assert_eq!(e.workgroup_size, Some([8, 2, 2]));
    assert_eq!((e.workgroup_constants, e.local_size_id), ([Some(42), None, None], false));
    // The same by ids in an execution mode.
    let by_id: Vec<_> = [inst(331, &[1, 38, 16, 17, 17])]
        .into_iter()
        .chain(before[..1].to_vec())
        .chain(before[2..6].to_vec())
        .collect();
    let read = reflect(&with_function(5, &by_id, &[inst(54, &[2, 1, 0, 3])])).unwrap();
    let e = &read.entry_points[0];
    assert_eq!(
        (e.workgroup_size, e.workgroup_constants, e.local_size_id),
        (Some([8, 2, 2]), [Some(42), None, None], true)
    );
}

#[test]
fn structures_that_name_themselves_end() {
    // A uniform buffer whose structure 10 holds twice itself.
    let before = [
        inst(71, &[12, 34, 0]),
        inst(71, &[12, 33, 0]),
        inst(30, &[10, 10, 10]),
        inst(32, &[11, 2, 10]),
        inst(59, &[11, 12, 2]),
    ];
    let body = [inst(54, &[2, 1, 0, 3]), inst(61, &[10, 13, 12])];
    assert_eq!(reflect(&with_function(4, &before, &body)).unwrap_err().code(), "shader-too-complex");
}

#[test]
fn very_many_entry_points_end() {
    let mut parts: Vec<_> = (0..20_000).map(|_| inst(15, &[4, 1, MAIN[0], MAIN[1]])).collect();
    parts.extend([inst(19, &[2]), inst(33, &[3, 2])]);
    for function in 1..2000 {
        parts.extend([inst(54, &[2, function, 0, 3]), inst(57, &[2, 3000, function + 1]), inst(56, &[])]);
    }
    parts.extend([inst(54, &[2, 2000, 0, 3]), inst(56, &[])]);
    assert_eq!(reflect(&module(4000, &parts)).unwrap_err().code(), "shader-too-complex");
}

#[test]
fn deeply_nested_arrays_do_not_overflow_the_stack() {
    let mut parts = vec![
        inst(15, &[4, 1, MAIN[0], MAIN[1], 9]),
        inst(22, &[5, 32]),
        inst(21, &[6, 32, 0]),
        inst(43, &[6, 7, 1]),
    ];
    let mut last = 5;
    for id in 100..200_000 {
        parts.push(inst(28, &[id, last, 7]));
        last = id;
    }
    parts.extend([inst(32, &[8, 1, last]), inst(59, &[8, 9, 1]), inst(19, &[2]), inst(33, &[3, 2])]);
    parts.extend([inst(54, &[2, 1, 0, 3]), inst(56, &[])]);
    let read = reflect(&module(300_000, &parts)).unwrap();
    assert_eq!(read.entry_points[0].inputs[0].locations, 1);
}

/// Changes words of a real module.
fn mutated() -> impl Strategy<Value = Vec<u32>> {
    let word = prop_oneof![
        any::<u32>(),
        0..256u32,
        (0..40u32, 0..340u32).prop_map(|(length, opcode)| length << 16 | opcode)
    ];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), word, 0..3u8), 1..12);
    (0..shaders::ALL.len(), edits, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(which, edits, end, cut)| {
            let mut words = shaders::ALL[which].words().to_vec();
            for (at, word, how) in edits {
                let at = at.index(words.len());
                match how {
                    0 => words[at] = word,
                    1 => words.insert(at, word),
                    _ => words[at] ^= 1 << (word % 32),
                }
            }
            if cut {
                words.truncate(end.index(words.len()));
            }
            words
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_module_gets_a_sentence_or_a_reflection(words in mutated()) {
        if let Err(error) = reflect(&words) {
            prop_assert!(error.code().starts_with("shader-"));
            prop_assert!(error.to_string().len() > 20);
        }
        if let Ok(stripped) = strip_debug(&words) {
            prop_assert_eq!(strip_debug(&stripped).unwrap(), stripped);
        }
    }

    #[test]
    fn any_words_get_a_sentence_or_a_reflection(mut words in prop::collection::vec(any::<u32>(), 0..200)) {
        if words.len() > 4 {
            words[..5].copy_from_slice(&[MAGIC, 0x0001_0500, 0, 1000, 0]);
        }
        let _ = reflect(&words);
    }
}
