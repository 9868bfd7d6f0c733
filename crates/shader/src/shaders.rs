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

/// `internal_mips.slang`, entry point `fs_line`.
pub static INTERNAL_MIPS_FS_LINE: Shader = Shader {
    module: "internal_mips",
    entry_point: "fs_line",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("internal_mips.fs_line.spv"),
};

/// `internal_mips.slang`, entry point `fs_main`.
pub static INTERNAL_MIPS_FS_MAIN: Shader = Shader {
    module: "internal_mips",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("internal_mips.fs_main.spv"),
};

/// `internal_mips.slang`, entry point `fs_volume`.
pub static INTERNAL_MIPS_FS_VOLUME: Shader = Shader {
    module: "internal_mips",
    entry_point: "fs_volume",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("internal_mips.fs_volume.spv"),
};

/// `internal_mips.slang`, entry point `vs_main`.
pub static INTERNAL_MIPS_VS_MAIN: Shader = Shader {
    module: "internal_mips",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("internal_mips.vs_main.spv"),
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

/// `proof_binding.slang`, entry point `cs_buffers`.
pub static PROOF_BINDING_CS_BUFFERS: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_buffers",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_buffers.spv"),
};

/// `proof_binding.slang`, entry point `cs_constants`.
pub static PROOF_BINDING_CS_CONSTANTS: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_constants",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_constants.spv"),
};

/// `proof_binding.slang`, entry point `cs_fixed`.
pub static PROOF_BINDING_CS_FIXED: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_fixed",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_fixed.spv"),
};

/// `proof_binding.slang`, entry point `cs_images`.
pub static PROOF_BINDING_CS_IMAGES: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_images",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_images.spv"),
};

/// `proof_binding.slang`, entry point `cs_kinds`.
pub static PROOF_BINDING_CS_KINDS: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_kinds",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_kinds.spv"),
};

/// `proof_binding.slang`, entry point `cs_pairs`.
pub static PROOF_BINDING_CS_PAIRS: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_pairs",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_pairs.spv"),
};

/// `proof_binding.slang`, entry point `cs_push`.
pub static PROOF_BINDING_CS_PUSH: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_push",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_push.spv"),
};

/// `proof_binding.slang`, entry point `cs_textures`.
pub static PROOF_BINDING_CS_TEXTURES: Shader = Shader {
    module: "proof_binding",
    entry_point: "cs_textures",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_binding.cs_textures.spv"),
};

/// `proof_compute.slang`, entry point `cs_add`.
pub static PROOF_COMPUTE_CS_ADD: Shader = Shader {
    module: "proof_compute",
    entry_point: "cs_add",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_compute.cs_add.spv"),
};

/// `proof_compute.slang`, entry point `cs_beyond`.
pub static PROOF_COMPUTE_CS_BEYOND: Shader = Shader {
    module: "proof_compute",
    entry_point: "cs_beyond",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_compute.cs_beyond.spv"),
};

/// `proof_compute.slang`, entry point `cs_image`.
pub static PROOF_COMPUTE_CS_IMAGE: Shader = Shader {
    module: "proof_compute",
    entry_point: "cs_image",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_compute.cs_image.spv"),
};

/// `proof_compute.slang`, entry point `cs_increment`.
pub static PROOF_COMPUTE_CS_INCREMENT: Shader = Shader {
    module: "proof_compute",
    entry_point: "cs_increment",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_compute.cs_increment.spv"),
};

/// `proof_compute.slang`, entry point `cs_turn`.
pub static PROOF_COMPUTE_CS_TURN: Shader = Shader {
    module: "proof_compute",
    entry_point: "cs_turn",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_compute.cs_turn.spv"),
};

/// `proof_constants.slang`, entry point `cs_doubles`.
pub static PROOF_CONSTANTS_CS_DOUBLES: Shader = Shader {
    module: "proof_constants",
    entry_point: "cs_doubles",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_constants.cs_doubles.spv"),
};

/// `proof_constants.slang`, entry point `cs_longs`.
pub static PROOF_CONSTANTS_CS_LONGS: Shader = Shader {
    module: "proof_constants",
    entry_point: "cs_longs",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_constants.cs_longs.spv"),
};

/// `proof_draw.slang`, entry point `fs_color`.
pub static PROOF_DRAW_FS_COLOR: Shader = Shader {
    module: "proof_draw",
    entry_point: "fs_color",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_draw.fs_color.spv"),
};

/// `proof_draw.slang`, entry point `fs_column`.
pub static PROOF_DRAW_FS_COLUMN: Shader = Shader {
    module: "proof_draw",
    entry_point: "fs_column",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_draw.fs_column.spv"),
};

/// `proof_draw.slang`, entry point `fs_targets`.
pub static PROOF_DRAW_FS_TARGETS: Shader = Shader {
    module: "proof_draw",
    entry_point: "fs_targets",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_draw.fs_targets.spv"),
};

/// `proof_draw.slang`, entry point `fs_two`.
pub static PROOF_DRAW_FS_TWO: Shader = Shader {
    module: "proof_draw",
    entry_point: "fs_two",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_draw.fs_two.spv"),
};

/// `proof_draw.slang`, entry point `vs_clip`.
pub static PROOF_DRAW_VS_CLIP: Shader = Shader {
    module: "proof_draw",
    entry_point: "vs_clip",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_draw.vs_clip.spv"),
};

/// `proof_draw.slang`, entry point `vs_column`.
pub static PROOF_DRAW_VS_COLUMN: Shader = Shader {
    module: "proof_draw",
    entry_point: "vs_column",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_draw.vs_column.spv"),
};

/// `proof_draw.slang`, entry point `vs_points`.
pub static PROOF_DRAW_VS_POINTS: Shader = Shader {
    module: "proof_draw",
    entry_point: "vs_points",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_draw.vs_points.spv"),
};

/// `proof_draw.slang`, entry point `vs_quad`.
pub static PROOF_DRAW_VS_QUAD: Shader = Shader {
    module: "proof_draw",
    entry_point: "vs_quad",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_draw.vs_quad.spv"),
};

/// `proof_geometry.slang`, entry point `fs_color`.
pub static PROOF_GEOMETRY_FS_COLOR: Shader = Shader {
    module: "proof_geometry",
    entry_point: "fs_color",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_geometry.fs_color.spv"),
};

/// `proof_geometry.slang`, entry point `gs_columns`.
pub static PROOF_GEOMETRY_GS_COLUMNS: Shader = Shader {
    module: "proof_geometry",
    entry_point: "gs_columns",
    permutation: "",
    stage: Stage::Geometry,
    words: compiled!("proof_geometry.gs_columns.spv"),
};

/// `proof_geometry.slang`, entry point `gs_columns`, permutation `flat`.
pub static PROOF_GEOMETRY_GS_COLUMNS_FLAT: Shader = Shader {
    module: "proof_geometry",
    entry_point: "gs_columns",
    permutation: "flat",
    stage: Stage::Geometry,
    words: compiled!("proof_geometry.gs_columns.flat.spv"),
};

/// `proof_geometry.slang`, entry point `gs_line_neighbours`.
pub static PROOF_GEOMETRY_GS_LINE_NEIGHBOURS: Shader = Shader {
    module: "proof_geometry",
    entry_point: "gs_line_neighbours",
    permutation: "",
    stage: Stage::Geometry,
    words: compiled!("proof_geometry.gs_line_neighbours.spv"),
};

/// `proof_geometry.slang`, entry point `gs_triangle_neighbours`.
pub static PROOF_GEOMETRY_GS_TRIANGLE_NEIGHBOURS: Shader = Shader {
    module: "proof_geometry",
    entry_point: "gs_triangle_neighbours",
    permutation: "",
    stage: Stage::Geometry,
    words: compiled!("proof_geometry.gs_triangle_neighbours.spv"),
};

/// `proof_geometry.slang`, entry point `vs_seed`.
pub static PROOF_GEOMETRY_VS_SEED: Shader = Shader {
    module: "proof_geometry",
    entry_point: "vs_seed",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_geometry.vs_seed.spv"),
};

/// `proof_numbers.slang`, entry point `cs_atomic64`.
pub static PROOF_NUMBERS_CS_ATOMIC64: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_atomic64",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_atomic64.spv"),
};

/// `proof_numbers.slang`, entry point `cs_ballot`.
pub static PROOF_NUMBERS_CS_BALLOT: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_ballot",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_ballot.spv"),
};

/// `proof_numbers.slang`, entry point `cs_float16`.
pub static PROOF_NUMBERS_CS_FLOAT16: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_float16",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_float16.spv"),
};

/// `proof_numbers.slang`, entry point `cs_float64`.
pub static PROOF_NUMBERS_CS_FLOAT64: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_float64",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_float64.spv"),
};

/// `proof_numbers.slang`, entry point `cs_int64`.
pub static PROOF_NUMBERS_CS_INT64: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_int64",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_int64.spv"),
};

/// `proof_numbers.slang`, entry point `cs_shuffle`.
pub static PROOF_NUMBERS_CS_SHUFFLE: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_shuffle",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_shuffle.spv"),
};

/// `proof_numbers.slang`, entry point `cs_sum`.
pub static PROOF_NUMBERS_CS_SUM: Shader = Shader {
    module: "proof_numbers",
    entry_point: "cs_sum",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_numbers.cs_sum.spv"),
};

/// `proof_sample.slang`, entry point `fs_compare`.
pub static PROOF_SAMPLE_FS_COMPARE: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_compare",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_compare.spv"),
};

/// `proof_sample.slang`, entry point `fs_cube`.
pub static PROOF_SAMPLE_FS_CUBE: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_cube",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_cube.spv"),
};

/// `proof_sample.slang`, entry point `fs_cubes`.
pub static PROOF_SAMPLE_FS_CUBES: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_cubes",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_cubes.spv"),
};

/// `proof_sample.slang`, entry point `fs_depth`.
pub static PROOF_SAMPLE_FS_DEPTH: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_depth",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_depth.spv"),
};

/// `proof_sample.slang`, entry point `fs_load`.
pub static PROOF_SAMPLE_FS_LOAD: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_load",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_load.spv"),
};

/// `proof_sample.slang`, entry point `fs_sample`.
pub static PROOF_SAMPLE_FS_SAMPLE: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_sample",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_sample.spv"),
};

/// `proof_sample.slang`, entry point `fs_shown`.
pub static PROOF_SAMPLE_FS_SHOWN: Shader = Shader {
    module: "proof_sample",
    entry_point: "fs_shown",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_sample.fs_shown.spv"),
};

/// `proof_sample.slang`, entry point `vs_texel`.
pub static PROOF_SAMPLE_VS_TEXEL: Shader = Shader {
    module: "proof_sample",
    entry_point: "vs_texel",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_sample.vs_texel.spv"),
};

/// `proof_sample.slang`, entry point `vs_uv`.
pub static PROOF_SAMPLE_VS_UV: Shader = Shader {
    module: "proof_sample",
    entry_point: "vs_uv",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_sample.vs_uv.spv"),
};

/// `proof_state.slang`, entry point `fs_alpha`.
pub static PROOF_STATE_FS_ALPHA: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_alpha",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_alpha.spv"),
};

/// `proof_state.slang`, entry point `fs_at_pixel`.
pub static PROOF_STATE_FS_AT_PIXEL: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_at_pixel",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_at_pixel.spv"),
};

/// `proof_state.slang`, entry point `fs_at_sample`.
pub static PROOF_STATE_FS_AT_SAMPLE: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_at_sample",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_at_sample.spv"),
};

/// `proof_state.slang`, entry point `fs_constants`.
pub static PROOF_STATE_FS_CONSTANTS: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_constants",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_constants.spv"),
};

/// `proof_state.slang`, entry point `fs_dual`.
pub static PROOF_STATE_FS_DUAL: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_dual",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_dual.spv"),
};

/// `proof_state.slang`, entry point `fs_each_sample`.
pub static PROOF_STATE_FS_EACH_SAMPLE: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_each_sample",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_each_sample.spv"),
};

/// `proof_state.slang`, entry point `fs_eight`.
pub static PROOF_STATE_FS_EIGHT: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_eight",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_eight.spv"),
};

/// `proof_state.slang`, entry point `fs_valued`.
pub static PROOF_STATE_FS_VALUED: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_valued",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_valued.spv"),
};

/// `proof_state.slang`, entry point `fs_view`.
pub static PROOF_STATE_FS_VIEW: Shader = Shader {
    module: "proof_state",
    entry_point: "fs_view",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_state.fs_view.spv"),
};

/// `proof_state.slang`, entry point `vs_position`.
pub static PROOF_STATE_VS_POSITION: Shader = Shader {
    module: "proof_state",
    entry_point: "vs_position",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_state.vs_position.spv"),
};

/// `proof_state.slang`, entry point `vs_stepped`.
pub static PROOF_STATE_VS_STEPPED: Shader = Shader {
    module: "proof_state",
    entry_point: "vs_stepped",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_state.vs_stepped.spv"),
};

/// `proof_state.slang`, entry point `vs_uv`.
pub static PROOF_STATE_VS_UV: Shader = Shader {
    module: "proof_state",
    entry_point: "vs_uv",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_state.vs_uv.spv"),
};

/// `proof_state.slang`, entry point `vs_view`.
pub static PROOF_STATE_VS_VIEW: Shader = Shader {
    module: "proof_state",
    entry_point: "vs_view",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_state.vs_view.spv"),
};

/// `proof_storage.slang`, entry point `cs_extended`.
pub static PROOF_STORAGE_CS_EXTENDED: Shader = Shader {
    module: "proof_storage",
    entry_point: "cs_extended",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_storage.cs_extended.spv"),
};

/// `proof_storage.slang`, entry point `cs_read`.
pub static PROOF_STORAGE_CS_READ: Shader = Shader {
    module: "proof_storage",
    entry_point: "cs_read",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_storage.cs_read.spv"),
};

/// `proof_storage.slang`, entry point `cs_write`.
pub static PROOF_STORAGE_CS_WRITE: Shader = Shader {
    module: "proof_storage",
    entry_point: "cs_write",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_storage.cs_write.spv"),
};

/// `proof_tessellation.slang`, entry point `ds_lines`.
pub static PROOF_TESSELLATION_DS_LINES: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "ds_lines",
    permutation: "",
    stage: Stage::TessellationEvaluation,
    words: compiled!("proof_tessellation.ds_lines.spv"),
};

/// `proof_tessellation.slang`, entry point `ds_quad`.
pub static PROOF_TESSELLATION_DS_QUAD: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "ds_quad",
    permutation: "",
    stage: Stage::TessellationEvaluation,
    words: compiled!("proof_tessellation.ds_quad.spv"),
};

/// `proof_tessellation.slang`, entry point `ds_triangle`.
pub static PROOF_TESSELLATION_DS_TRIANGLE: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "ds_triangle",
    permutation: "",
    stage: Stage::TessellationEvaluation,
    words: compiled!("proof_tessellation.ds_triangle.spv"),
};

/// `proof_tessellation.slang`, entry point `fs_weights`.
pub static PROOF_TESSELLATION_FS_WEIGHTS: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "fs_weights",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_tessellation.fs_weights.spv"),
};

/// `proof_tessellation.slang`, entry point `hs_lines`.
pub static PROOF_TESSELLATION_HS_LINES: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "hs_lines",
    permutation: "",
    stage: Stage::TessellationControl,
    words: compiled!("proof_tessellation.hs_lines.spv"),
};

/// `proof_tessellation.slang`, entry point `hs_points`.
pub static PROOF_TESSELLATION_HS_POINTS: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "hs_points",
    permutation: "",
    stage: Stage::TessellationControl,
    words: compiled!("proof_tessellation.hs_points.spv"),
};

/// `proof_tessellation.slang`, entry point `hs_quad`.
pub static PROOF_TESSELLATION_HS_QUAD: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "hs_quad",
    permutation: "",
    stage: Stage::TessellationControl,
    words: compiled!("proof_tessellation.hs_quad.spv"),
};

/// `proof_tessellation.slang`, entry point `hs_triangle`.
pub static PROOF_TESSELLATION_HS_TRIANGLE: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "hs_triangle",
    permutation: "",
    stage: Stage::TessellationControl,
    words: compiled!("proof_tessellation.hs_triangle.spv"),
};

/// `proof_tessellation.slang`, entry point `vs_corner`.
pub static PROOF_TESSELLATION_VS_CORNER: Shader = Shader {
    module: "proof_tessellation",
    entry_point: "vs_corner",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_tessellation.vs_corner.spv"),
};

/// `proof_vertex.slang`, entry point `fs_value`.
pub static PROOF_VERTEX_FS_VALUE: Shader = Shader {
    module: "proof_vertex",
    entry_point: "fs_value",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("proof_vertex.fs_value.spv"),
};

/// `proof_vertex.slang`, entry point `vs_floats`.
pub static PROOF_VERTEX_VS_FLOATS: Shader = Shader {
    module: "proof_vertex",
    entry_point: "vs_floats",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_vertex.vs_floats.spv"),
};

/// `proof_vertex.slang`, entry point `vs_integers`.
pub static PROOF_VERTEX_VS_INTEGERS: Shader = Shader {
    module: "proof_vertex",
    entry_point: "vs_integers",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_vertex.vs_integers.spv"),
};

/// `proof_vertex.slang`, entry point `vs_storage`.
pub static PROOF_VERTEX_VS_STORAGE: Shader = Shader {
    module: "proof_vertex",
    entry_point: "vs_storage",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("proof_vertex.vs_storage.spv"),
};

/// `proof_volume.slang`, entry point `cs_store`.
pub static PROOF_VOLUME_CS_STORE: Shader = Shader {
    module: "proof_volume",
    entry_point: "cs_store",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_volume.cs_store.spv"),
};

/// `proof_volume.slang`, entry point `cs_turn`.
pub static PROOF_VOLUME_CS_TURN: Shader = Shader {
    module: "proof_volume",
    entry_point: "cs_turn",
    permutation: "",
    stage: Stage::Compute,
    words: compiled!("proof_volume.cs_turn.spv"),
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

/// `w3.slang`, entry point `fs_main`.
pub static W3_FS_MAIN: Shader = Shader {
    module: "w3",
    entry_point: "fs_main",
    permutation: "",
    stage: Stage::Fragment,
    words: compiled!("w3.fs_main.spv"),
};

/// `w3.slang`, entry point `vs_main`.
pub static W3_VS_MAIN: Shader = Shader {
    module: "w3",
    entry_point: "vs_main",
    permutation: "",
    stage: Stage::Vertex,
    words: compiled!("w3.vs_main.spv"),
};

/// All of them, by module, entry point and permutation.
pub static ALL: &[&Shader] = &[
    &COMPUTE_FILL_CS_MAIN,
    &INTERNAL_MIPS_FS_LINE,
    &INTERNAL_MIPS_FS_MAIN,
    &INTERNAL_MIPS_FS_VOLUME,
    &INTERNAL_MIPS_VS_MAIN,
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
    &PROOF_BINDING_CS_BUFFERS,
    &PROOF_BINDING_CS_CONSTANTS,
    &PROOF_BINDING_CS_FIXED,
    &PROOF_BINDING_CS_IMAGES,
    &PROOF_BINDING_CS_KINDS,
    &PROOF_BINDING_CS_PAIRS,
    &PROOF_BINDING_CS_PUSH,
    &PROOF_BINDING_CS_TEXTURES,
    &PROOF_COMPUTE_CS_ADD,
    &PROOF_COMPUTE_CS_BEYOND,
    &PROOF_COMPUTE_CS_IMAGE,
    &PROOF_COMPUTE_CS_INCREMENT,
    &PROOF_COMPUTE_CS_TURN,
    &PROOF_CONSTANTS_CS_DOUBLES,
    &PROOF_CONSTANTS_CS_LONGS,
    &PROOF_DRAW_FS_COLOR,
    &PROOF_DRAW_FS_COLUMN,
    &PROOF_DRAW_FS_TARGETS,
    &PROOF_DRAW_FS_TWO,
    &PROOF_DRAW_VS_CLIP,
    &PROOF_DRAW_VS_COLUMN,
    &PROOF_DRAW_VS_POINTS,
    &PROOF_DRAW_VS_QUAD,
    &PROOF_GEOMETRY_FS_COLOR,
    &PROOF_GEOMETRY_GS_COLUMNS,
    &PROOF_GEOMETRY_GS_COLUMNS_FLAT,
    &PROOF_GEOMETRY_GS_LINE_NEIGHBOURS,
    &PROOF_GEOMETRY_GS_TRIANGLE_NEIGHBOURS,
    &PROOF_GEOMETRY_VS_SEED,
    &PROOF_NUMBERS_CS_ATOMIC64,
    &PROOF_NUMBERS_CS_BALLOT,
    &PROOF_NUMBERS_CS_FLOAT16,
    &PROOF_NUMBERS_CS_FLOAT64,
    &PROOF_NUMBERS_CS_INT64,
    &PROOF_NUMBERS_CS_SHUFFLE,
    &PROOF_NUMBERS_CS_SUM,
    &PROOF_SAMPLE_FS_COMPARE,
    &PROOF_SAMPLE_FS_CUBE,
    &PROOF_SAMPLE_FS_CUBES,
    &PROOF_SAMPLE_FS_DEPTH,
    &PROOF_SAMPLE_FS_LOAD,
    &PROOF_SAMPLE_FS_SAMPLE,
    &PROOF_SAMPLE_FS_SHOWN,
    &PROOF_SAMPLE_VS_TEXEL,
    &PROOF_SAMPLE_VS_UV,
    &PROOF_STATE_FS_ALPHA,
    &PROOF_STATE_FS_AT_PIXEL,
    &PROOF_STATE_FS_AT_SAMPLE,
    &PROOF_STATE_FS_CONSTANTS,
    &PROOF_STATE_FS_DUAL,
    &PROOF_STATE_FS_EACH_SAMPLE,
    &PROOF_STATE_FS_EIGHT,
    &PROOF_STATE_FS_VALUED,
    &PROOF_STATE_FS_VIEW,
    &PROOF_STATE_VS_POSITION,
    &PROOF_STATE_VS_STEPPED,
    &PROOF_STATE_VS_UV,
    &PROOF_STATE_VS_VIEW,
    &PROOF_STORAGE_CS_EXTENDED,
    &PROOF_STORAGE_CS_READ,
    &PROOF_STORAGE_CS_WRITE,
    &PROOF_TESSELLATION_DS_LINES,
    &PROOF_TESSELLATION_DS_QUAD,
    &PROOF_TESSELLATION_DS_TRIANGLE,
    &PROOF_TESSELLATION_FS_WEIGHTS,
    &PROOF_TESSELLATION_HS_LINES,
    &PROOF_TESSELLATION_HS_POINTS,
    &PROOF_TESSELLATION_HS_QUAD,
    &PROOF_TESSELLATION_HS_TRIANGLE,
    &PROOF_TESSELLATION_VS_CORNER,
    &PROOF_VERTEX_FS_VALUE,
    &PROOF_VERTEX_VS_FLOATS,
    &PROOF_VERTEX_VS_INTEGERS,
    &PROOF_VERTEX_VS_STORAGE,
    &PROOF_VOLUME_CS_STORE,
    &PROOF_VOLUME_CS_TURN,
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
    &W3_FS_MAIN,
    &W3_VS_MAIN,
];
