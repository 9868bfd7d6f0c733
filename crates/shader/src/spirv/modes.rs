//! Execution modes of geometry and tessellation: what an entry point says of its primitives.

use super::inst::Inst;
use crate::error::ShaderError;
use crate::reflection::{Primitive, Primitives, Stage};

/// Execution modes, by the numbers of the SPIR-V specification, section "Execution Mode".
mod mode {
    pub(super) const INVOCATIONS: u32 = 0;
    pub(super) const POINT_MODE: u32 = 10;
    pub(super) const INPUT_POINTS: u32 = 19;
    pub(super) const INPUT_LINES: u32 = 20;
    pub(super) const INPUT_LINES_ADJACENCY: u32 = 21;
    pub(super) const TRIANGLES: u32 = 22;
    pub(super) const INPUT_TRIANGLES_ADJACENCY: u32 = 23;
    pub(super) const QUADS: u32 = 24;
    pub(super) const ISOLINES: u32 = 25;
    pub(super) const OUTPUT_VERTICES: u32 = 26;
    pub(super) const OUTPUT_POINTS: u32 = 27;
    pub(super) const OUTPUT_LINE_STRIP: u32 = 28;
    pub(super) const OUTPUT_TRIANGLE_STRIP: u32 = 29;
}

/// The modes of one entry point, as they stand in the module.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Modes {
    input: Option<Primitive>,
    output: Option<Primitive>,
    output_vertices: u32,
    invocations: u32,
    point_mode: bool,
}

impl Modes {
    /// Takes a mode that belongs here; leaves every other alone.
    pub(super) fn take(&mut self, number: u32, inst: &Inst<'_>) -> Result<(), ShaderError> {
        match number {
            mode::INVOCATIONS => self.invocations = inst.get(2)?,
            mode::OUTPUT_VERTICES => self.output_vertices = inst.get(2)?,
            mode::POINT_MODE => self.point_mode = true,
            mode::INPUT_POINTS => self.input = Some(Primitive::Points),
            mode::INPUT_LINES => self.input = Some(Primitive::Lines),
            mode::INPUT_LINES_ADJACENCY => self.input = Some(Primitive::LinesAdjacency),
            mode::TRIANGLES => self.input = Some(Primitive::Triangles),
            mode::INPUT_TRIANGLES_ADJACENCY => self.input = Some(Primitive::TrianglesAdjacency),
            mode::QUADS => self.input = Some(Primitive::Quads),
            mode::ISOLINES => self.input = Some(Primitive::Isolines),
            mode::OUTPUT_POINTS => self.output = Some(Primitive::Points),
            mode::OUTPUT_LINE_STRIP => self.output = Some(Primitive::Lines),
            mode::OUTPUT_TRIANGLE_STRIP => self.output = Some(Primitive::Triangles),
            _ => {}
        }
        Ok(())
    }

    /// What it says for a stage that has primitives of its own.
    pub(super) fn primitives(&self, stage: Stage) -> Option<Primitives> {
        let own =
            matches!(stage, Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation);
        own.then(|| Primitives {
            input: self.input,
            output: self.output,
            output_vertices: self.output_vertices,
            invocations: self.invocations.max(1),
            point_mode: self.point_mode,
            input_vertices: 0,
        })
    }
}
