//! What each finding must say beside label, rule and remedy: what was found, and the command at which it was.

use candor_rhi::FindingCode;

/// Number of the command in its pass, counted from 0 in the program that breaks the rule; none for what is found of the whole pass, or
/// outside of passes.
pub(crate) fn command(code: FindingCode) -> Option<u32> {
    let id = code.id();
    let at = |n: u32, all: &[&str]| all.contains(&id).then_some(n);
    // A pipeline, and the draw, or a call that is found by itself.
    at(1, &["V001", "V002", "V003", "V008", "V009", "V010", "V018", "V019", "V020", "V064"])
        // One call more before it.
        .or(at(
            2,
            &["V004", "V007", "V011", "V013", "V014", "V015", "V016", "V021", "V039", "V063", "V069", "V070"],
        ))
        // A group of a texture.
        .or(at(2, &["V023", "V024", "V025", "V027", "V028", "V030"]))
        // Two calls more.
        .or(at(
            3,
            &[
                "V005", "V006", "V012", "V017", "V022", "V026", "V029", "V047", "V065", "V066", "V067",
                "V072", "V073", "V081",
            ],
        ))
        .or(at(4, &["V068", "V071"]))
        .or(at(6, &["V048"]))
}

/// Words of the sentence.
pub(crate) fn words(code: FindingCode) -> &'static [&'static str] {
    match code.id() {
        "V001" => &["0 vertices or indices", "1 instances"],
        "V002" => &["vertices 5..2", "instances 0..1"],
        "V003" => &["4 were given", "Triangles takes 3"],
        "V004" => &["'pipeline'", "slot 0", "byte 72 of 64"],
        "V005" => &["'pipeline'", "slot 0", "byte 48 of 32"],
        "V006" => &["slot 0", "base vertex 8", "64 bytes from 0"],
        "V007" => &["slot 0", "offset 2", "multiples of 4"],
        "V009" => &["bytes 0..16"],
        "V010" => &["byte 0"],
        "V011" => &["slot 0", "byte 0"],
        "V012" => &["byte 0"],
        "V013" => &["0..8 by 0..0", "64 by 64"],
        "V014" => &["0..8 by 64..72", "64 by 64"],
        "V015" => &["0..0 by 0..8", "64 by 64"],
        "V016" => &["64..72 by 0..8", "64 by 64"],
        "V017" => &["8..16 by 0..8"],
        "V019" => &["256 was given", "255 is allowed"],
        "V021" => &["reference 0x10", "0xf0"],
        "V022" => &["binding 0 of group 0", "16 bytes are bound", "block has 32"],
        "V023" => &["binding 0 of group 0", "D2Array", "D2 of one sample"],
        "V024" => &["binding 0 of group 0", "Rgba8Uint gives Uint", "Float"],
        "V025" => &["Rgba8Unorm", "'clamp'"],
        "V026" => &["R32Float", "'shadow'"],
        "V027" => &["level 1", "'far'", "the last is 0"],
        "V028" | "V030" => &["binding 0 of group 0"],
        "V029" => &["bytes 0..32", "binding 0 of group 0"],
        "V031" => &["bindings 0 and 1", "'words'", "0..256 and 0..256"],
        "V032" | "V033" | "V040" | "V041" => &["COLOR", "mip levels 0..1", "layers 0..1"],
        "V034" => &["[0.0, 1.5, 0.0, 1.0]", "Rgba8Unorm", "0 to 1 is allowed"],
        "V035" => &["NaN"],
        "V036" => &["[1.0, 0.0, 0.0, 0.0]", "Rgba8Uint"],
        "V039" => &["[1, 0, 1] workgroups"],
        "V045" | "V046" => &["query 0"],
        "V047" | "V048" => &["dispatches 0 and 1"],
        "V049" => &["location 1", "1 targets"],
        "V050" => &["target 1", "Rgba8Unorm", "R | G | B | A"],
        "V051" | "V052" => &["`Compare::Never`"],
        "V053" => &["target 1", "no write mask"],
        "V055" => &["16 bytes"],
        "V056" => &["buffer 0"],
        "V057" => &["1 sample"],
        "V058" => &["target 0", "Rg8Unorm"],
        "V059" => &["anisotropy 4", "Nearest and Nearest"],
        "V060" => &["mip level 0", "layer 0"],
        "V061" => &["bytes 0..64"],
        "V062" => &["[8, 8, 1] texels"],
        "V065" | "V066" => &["group 0"],
        "V067" => &["slot 0", "offset 0"],
        "V068" => &["offset 0"],
        "V069" => &["width: 8.0"],
        "V070" => &["width: 8"],
        "V071" => &["bytes 0..64"],
        "V072" => &["slot 1"],
        "V075" => &["INDEX | COPY_SRC", "COPY_SRC was used"],
        "V076" | "V077" => &["16 submissions", "one is needed"],
        "V078" => &["INDEX in readback memory"],
        "V080" => &["image 0"],
        "V081" => &["binding 2 of group 0", "Rgba8Unorm", "Rgba16Float"],
        _ => &[],
    }
}
