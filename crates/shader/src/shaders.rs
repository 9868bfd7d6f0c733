//! Every compiled shader as a constant. Written by `cargo xtask shaders`; changes here are lost.

use crate::library::{Shader, compiled};
use crate::reflection::Stage;

/// `compute_fill.slang`, entry point `cs_main`.
pub static COMPUTE_FILL_CS_MAIN: Shader = Shader {
    module: "compute_fill",
    entry_point: "cs_main",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("compute_fill.cs_main.spv"),
};

/// `mips.slang`, entry point `fs_main`.
pub static MIPS_FS_MAIN: Shader = Shader {
    module: "mips",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("mips.fs_main.spv"),
};

/// `mips.slang`, entry point `vs_main`.
pub static MIPS_VS_MAIN: Shader = Shader {
    module: "mips",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("mips.vs_main.spv"),
};

/// `pbr.slang`, entry point `fs_main`.
pub static PBR_FS_MAIN: Shader = Shader {
    module: "pbr",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("pbr.fs_main.spv"),
};

/// `pbr.slang`, entry point `fs_main`, permutation `mask`.
pub static PBR_FS_MAIN_MASK: Shader = Shader {
    module: "pbr",
    entry_point: "fs_main",
    permutation: "mask",
    stage: Stage::Fragment,
    words: compiled!("pbr.fs_main.mask.spv"),
};

/// `pbr.slang`, entry point `fs_main`, permutation `unlit`.
pub static PBR_FS_MAIN_UNLIT: Shader = Shader {
    module: "pbr",
    entry_point: "fs_main",
    permutation: "unlit",
    stage: Stage::Fragment,
    words: compiled!("pbr.fs_main.unlit.spv"),
};

/// `pbr.slang`, entry point `fs_main`, permutation `unlit_mask`.
pub static PBR_FS_MAIN_UNLIT_MASK: Shader = Shader {
    module: "pbr",
    entry_point: "fs_main",
    permutation: "unlit_mask",
    stage: Stage::Fragment,
    words: compiled!("pbr.fs_main.unlit_mask.spv"),
};

/// `pbr.slang`, entry point `vs_main`.
pub static PBR_VS_MAIN: Shader = Shader {
    module: "pbr",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("pbr.vs_main.spv"),
};

/// `pbr.slang`, entry point `vs_main`, permutation `points`.
pub static PBR_VS_MAIN_POINTS: Shader = Shader {
    module: "pbr",
    entry_point: "vs_main",
    permutation: "points",
    stage: Stage::Vertex,
    words: compiled!("pbr.vs_main.points.spv"),
};

/// `probe.slang`, entry point `fs_main`.
pub static PROBE_FS_MAIN: Shader = Shader {
    module: "probe",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("probe.fs_main.spv"),
};

/// `probe.slang`, entry point `vs_main`.
pub static PROBE_VS_MAIN: Shader = Shader {
    module: "probe",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("probe.vs_main.spv"),
};

/// `shadow.slang`, entry point `fs_mask`.
pub static SHADOW_FS_MASK: Shader = Shader {
    module: "shadow",
    entry_point: "fs_mask",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("shadow.fs_mask.spv"),
};

/// `shadow.slang`, entry point `vs_main`.
pub static SHADOW_VS_MAIN: Shader = Shader {
    module: "shadow",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("shadow.vs_main.spv"),
};

/// `shadow.slang`, entry point `vs_mask`.
pub static SHADOW_VS_MASK: Shader = Shader {
    module: "shadow",
    entry_point: "vs_mask",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("shadow.vs_mask.spv"),
};

/// `sky.slang`, entry point `fs_main`.
pub static SKY_FS_MAIN: Shader = Shader {
    module: "sky",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("sky.fs_main.spv"),
};

/// `sky.slang`, entry point `vs_main`.
pub static SKY_VS_MAIN: Shader = Shader {
    module: "sky",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("sky.vs_main.spv"),
};

/// `tonemap.slang`, entry point `fs_main`.
pub static TONEMAP_FS_MAIN: Shader = Shader {
    module: "tonemap",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("tonemap.fs_main.spv"),
};

/// `tonemap.slang`, entry point `fs_main`, permutation `srgb`.
pub static TONEMAP_FS_MAIN_SRGB: Shader = Shader {
    module: "tonemap",
    entry_point: "fs_main",
    permutation: "srgb",
    stage: Stage::Fragment,
    words: compiled!("tonemap.fs_main.srgb.spv"),
};

/// `tonemap.slang`, entry point `fs_none`.
pub static TONEMAP_FS_NONE: Shader = Shader {
    module: "tonemap",
    entry_point: "fs_none",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("tonemap.fs_none.spv"),
};

/// `tonemap.slang`, entry point `fs_none`, permutation `srgb`.
pub static TONEMAP_FS_NONE_SRGB: Shader = Shader {
    module: "tonemap",
    entry_point: "fs_none",
    permutation: "srgb",
    stage: Stage::Fragment,
    words: compiled!("tonemap.fs_none.srgb.spv"),
};

/// `tonemap.slang`, entry point `vs_main`.
pub static TONEMAP_VS_MAIN: Shader = Shader {
    module: "tonemap",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("tonemap.vs_main.spv"),
};

/// `triangle.slang`, entry point `fs_main`.
pub static TRIANGLE_FS_MAIN: Shader = Shader {
    module: "triangle",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("triangle.fs_main.spv"),
};

/// `triangle.slang`, entry point `vs_main`.
pub static TRIANGLE_VS_MAIN: Shader = Shader {
    module: "triangle",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("triangle.vs_main.spv"),
};

/// `w1.slang`, entry point `fs0`.
pub static W1_FS0: Shader = Shader {
    module: "w1",
    entry_point: "fs0",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1.fs0.spv"),
};

/// `w1.slang`, entry point `fs1`.
pub static W1_FS1: Shader = Shader {
    module: "w1",
    entry_point: "fs1",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1.fs1.spv"),
};

/// `w1.slang`, entry point `fs2`.
pub static W1_FS2: Shader = Shader {
    module: "w1",
    entry_point: "fs2",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1.fs2.spv"),
};

/// `w1.slang`, entry point `fs3`.
pub static W1_FS3: Shader = Shader {
    module: "w1",
    entry_point: "fs3",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1.fs3.spv"),
};

/// `w1.slang`, entry point `vs_main`.
pub static W1_VS_MAIN: Shader = Shader {
    module: "w1",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("w1.vs_main.spv"),
};

/// `w1p.slang`, entry point `fs0`.
pub static W1P_FS0: Shader = Shader {
    module: "w1p",
    entry_point: "fs0",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1p.fs0.spv"),
};

/// `w1p.slang`, entry point `fs1`.
pub static W1P_FS1: Shader = Shader {
    module: "w1p",
    entry_point: "fs1",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1p.fs1.spv"),
};

/// `w1p.slang`, entry point `fs2`.
pub static W1P_FS2: Shader = Shader {
    module: "w1p",
    entry_point: "fs2",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1p.fs2.spv"),
};

/// `w1p.slang`, entry point `fs3`.
pub static W1P_FS3: Shader = Shader {
    module: "w1p",
    entry_point: "fs3",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w1p.fs3.spv"),
};

/// `w1p.slang`, entry point `vs_main`.
pub static W1P_VS_MAIN: Shader = Shader {
    module: "w1p",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("w1p.vs_main.spv"),
};

/// `w2.slang`, entry point `fs_main`.
pub static W2_FS_MAIN: Shader = Shader {
    module: "w2",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w2.fs_main.spv"),
};

/// `w2.slang`, entry point `vs_main`.
pub static W2_VS_MAIN: Shader = Shader {
    module: "w2",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("w2.vs_main.spv"),
};

/// All of them, by module, entry point and permutation.
pub static ALL: &[&Shader] = &[
    &COMPUTE_FILL_CS_MAIN,
    &MIPS_FS_MAIN,
    &MIPS_VS_MAIN,
    &PBR_FS_MAIN,
    &PBR_FS_MAIN_MASK,
    &PBR_FS_MAIN_UNLIT,
    &PBR_FS_MAIN_UNLIT_MASK,
    &PBR_VS_MAIN,
    &PBR_VS_MAIN_POINTS,
    &PROBE_FS_MAIN,
    &PROBE_VS_MAIN,
    &SHADOW_FS_MASK,
    &SHADOW_VS_MAIN,
    &SHADOW_VS_MASK,
    &SKY_FS_MAIN,
    &SKY_VS_MAIN,
    &TONEMAP_FS_MAIN,
    &TONEMAP_FS_MAIN_SRGB,
    &TONEMAP_FS_NONE,
    &TONEMAP_FS_NONE_SRGB,
    &TONEMAP_VS_MAIN,
    &TRIANGLE_FS_MAIN,
    &TRIANGLE_VS_MAIN,
    &W1_FS0,
    &W1_FS1,
    &W1_FS2,
    &W1_FS3,
    &W1_VS_MAIN,
    &W1P_FS0,
    &W1P_FS1,
    &W1P_FS2,
    &W1P_FS3,
    &W1P_VS_MAIN,
    &W2_FS_MAIN,
    &W2_VS_MAIN,
];
