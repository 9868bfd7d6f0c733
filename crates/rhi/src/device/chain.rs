//! The stages of a raster pipeline beside each other, by reflection: which may be there, that each reads what the one before it
//! writes, and that primitives and patches fit.

use super::Device;
use crate::backend::Enabled;
use crate::desc::*;
use crate::error::{Code, Error};
use crate::reflected::{numbers, scalar, shader};
use crate::usage::Stages;
use candor_shader::{EntryPoint, Interface, Primitive};

/// How many vertices a shader may declare of a patch whatever it is drawn with: `gl_MaxPatchVertices` (GLSL specification,
/// "Built-In Constants").
const ANY_PATCH: u32 = 32;

impl Device {
    /// Which stages there are: what needs no shader to be read.
    pub(super) fn check_stage_list(&self, d: &RasterPipelineDesc<'_>) -> Result<(), Error> {
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        let enabled = self.core.enabled;
        if d.tessellation.is_some() && !enabled.contains(Enabled::TESSELLATION) {
            return err(Code::NotEnabled, "tessellation-shader".into());
        }
        if d.geometry.is_some() && !enabled.contains(Enabled::GEOMETRY) {
            return err(Code::NotEnabled, "geometry-shader".into());
        }
        if d.view_mask != 0 && (d.tessellation.is_some() || d.geometry.is_some()) {
            return err(
                Code::PipelineState,
                "several views go with vertex and fragment shaders alone; draw each view in a pass".into(),
            );
        }
        match (&d.tessellation, d.topology) {
            (Some(t), Topology::Patches) => {
                let most = self.core.limits.max_patch_vertices;
                if t.patch_vertices == 0 || t.patch_vertices > most {
                    let n = t.patch_vertices;
                    return err(
                        Code::PipelineState,
                        format!("a patch of {n} vertices was asked for, 1 to {most} are allowed"),
                    );
                }
                Ok(())
            }
            (None, Topology::Patches) => {
                err(Code::PipelineState, "patches need tessellation shaders; add `tessellation`".into())
            }
            (Some(_), other) => err(
                Code::PipelineState,
                format!("tessellation takes patches, the topology is {other:?}; say `Topology::Patches`"),
            ),
            (None, _) => Ok(()),
        }
    }

    /// Each stage beside the next, and the last beside the targets.
    pub(super) fn check_chain(
        &self,
        d: &RasterPipelineDesc<'_>,
        chain: &[(Stages, EntryPoint)],
    ) -> Result<(), Error> {
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        for pair in chain.windows(2) {
            if let [(from, a), (to, b)] = pair {
                let read = |i: &Interface| unwritten(&a.outputs, i);
                if let Some((i, why)) = b.inputs.iter().find_map(|i| read(i).map(|why| (i, why))) {
                    let what = if i.name.is_empty() { String::new() } else { format!(" '{}'", i.name) };
                    let (to, from) = (shader(*to, &b.name), shader(*from, &a.name));
                    let detail = format!("{to} reads location {}{what}, which {from} {why}", i.location);
                    return err(Code::StageInterface, detail);
                }
            }
        }
        let of = |stage| chain.iter().find(|(s, _)| *s == stage).map(|(_, e)| e);
        let mut drawn = primitive(d.topology);
        if let (Some(t), Some(control), Some(evaluation)) =
            (&d.tessellation, of(Stages::TESSELLATION_CONTROL), of(Stages::TESSELLATION_EVALUATION))
        {
            drawn = Some(self.check_tessellation(d.label, t, control, evaluation)?);
        }
        if let Some(geometry) = of(Stages::GEOMETRY) {
            self.check_geometry(d.label, drawn, geometry)?;
        }
        if let Some(fragment) = of(Stages::FRAGMENT) {
            check_outputs(d, fragment)?;
        }
        Ok(())
    }

    /// Patches fit, and what comes out was granted. Yields what comes out.
    fn check_tessellation(
        &self,
        label: &str,
        t: &Tessellation<'_>,
        control: &EntryPoint,
        evaluation: &EntryPoint,
    ) -> Result<Primitive, Error> {
        let err = |code, detail: String| Err(Error::new(code, label, detail));
        let (Some(c), Some(e)) = (control.primitives, evaluation.primitives) else {
            return err(Code::StageInterface, "a tessellation shader says nothing of its patches".into());
        };
        let fits = |declared: u32, there: u32| [0, ANY_PATCH, there].contains(&declared);
        if !fits(c.input_vertices, t.patch_vertices) {
            let detail = format!(
                "the control shader takes patches of {} vertices, the pipeline draws patches of {}",
                c.input_vertices, t.patch_vertices
            );
            return err(Code::StageInterface, detail);
        }
        let most = self.core.limits.max_patch_vertices;
        let out = c.output_vertices.max(e.output_vertices);
        if out == 0 || out > most {
            let detail = format!("the control shader puts out {out} vertices, 1 to {most} are allowed");
            return err(Code::PipelineState, detail);
        }
        if !fits(e.input_vertices, out) {
            let detail = format!(
                "the evaluation shader takes patches of {} vertices, the control shader puts out {out}",
                e.input_vertices
            );
            return err(Code::StageInterface, detail);
        }
        let domain = e.input.or(c.input);
        let enabled = self.core.enabled;
        if domain == Some(Primitive::Isolines) && !enabled.contains(Enabled::TESSELLATION_ISOLINES) {
            return err(Code::NotEnabled, "tessellation-isolines".into());
        }
        let points = e.point_mode || c.point_mode;
        if points && !enabled.contains(Enabled::TESSELLATION_POINTS) {
            return err(Code::NotEnabled, "tessellation-point-mode".into());
        }
        match (points, domain) {
            (true, _) => Ok(Primitive::Points),
            (false, Some(Primitive::Isolines)) => Ok(Primitive::Lines),
            (false, Some(Primitive::Triangles | Primitive::Quads)) => Ok(Primitive::Triangles),
            (false, other) => err(
                Code::StageInterface,
                format!(
                    "the evaluation shader divides {other:?}; triangles, quads and isolines can be divided"
                ),
            ),
        }
    }

    /// A geometry shader takes what is drawn, and gives no more than the device allows.
    fn check_geometry(
        &self,
        label: &str,
        drawn: Option<Primitive>,
        geometry: &EntryPoint,
    ) -> Result<(), Error> {
        let err = |code, detail: String| Err(Error::new(code, label, detail));
        let Some(g) = geometry.primitives else {
            return err(Code::StageInterface, "the geometry shader says nothing of its primitives".into());
        };
        if g.input.is_none() || g.input != drawn {
            let name = |p: Option<Primitive>| p.map_or("nothing".to_owned(), |p| format!("{p:?}"));
            let detail =
                format!("the geometry shader takes {}, the pipeline draws {}", name(g.input), name(drawn));
            return err(Code::StageInterface, detail);
        }
        let l = &self.core.limits;
        for (what, asked, allowed) in [
            ("vertices", g.output_vertices, l.max_geometry_vertices),
            ("invocations", g.invocations, l.max_geometry_invocations),
        ] {
            if asked == 0 || asked > allowed {
                let detail = format!("the geometry shader has {asked} {what}, 1 to {allowed} are allowed");
                return err(Code::PipelineState, detail);
            }
        }
        Ok(())
    }
}

/// What a geometry shader sees of a topology; patches are tessellated first.
fn primitive(t: Topology) -> Option<Primitive> {
    match t {
        Topology::Points => Some(Primitive::Points),
        Topology::Lines | Topology::LineStrip => Some(Primitive::Lines),
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan => Some(Primitive::Triangles),
        Topology::LinesAdjacency | Topology::LineStripAdjacency => Some(Primitive::LinesAdjacency),
        Topology::TrianglesAdjacency | Topology::TriangleStripAdjacency => {
            Some(Primitive::TrianglesAdjacency)
        }
        Topology::Patches => None,
    }
}

/// More than any device has between two stages (128 components and up, 4 to a location); a module may claim any number.
const MOST_LOCATIONS: u32 = 1024;

/// Why an input is not among the outputs; nothing where it is.
fn unwritten(outputs: &[Interface], i: &Interface) -> Option<String> {
    if i.locations > MOST_LOCATIONS {
        return Some(format!(
            "cannot write: it covers {} locations, {MOST_LOCATIONS} are allowed",
            i.locations
        ));
    }
    let last = i.component.saturating_add(i.components);
    for location in i.location..i.location.saturating_add(i.locations) {
        let covers =
            |o: &&Interface| (o.location..o.location.saturating_add(o.locations)).contains(&location);
        let mut at = outputs.iter().filter(covers).peekable();
        if at.peek().is_none() {
            return Some("does not write".into());
        }
        let fits = |o: &Interface| {
            o.scalar == i.scalar
                && o.per_patch == i.per_patch
                && o.component <= i.component
                && o.component.saturating_add(o.components) >= last
        };
        let all: Vec<_> = at.collect();
        if !all.iter().any(|o| fits(o)) {
            let o = all.first()?;
            let patch = if o.per_patch { ", once a patch" } else { "" };
            return Some(format!(
                "writes as {} of {:?}{patch}, not {} of {:?}",
                o.components, o.scalar, i.components, i.scalar
            ));
        }
    }
    None
}

/// What the fragment shader writes is of its target's class, and there is a second colour where a blend reads one.
fn check_outputs(d: &RasterPipelineDesc<'_>, fragment: &EntryPoint) -> Result<(), Error> {
    let by = shader(Stages::FRAGMENT, &fragment.name);
    let err = |code, detail: String| Err(Error::new(code, d.label, detail));
    for o in &fragment.outputs {
        let Some(target) = d.colors.get(o.location as usize) else { continue };
        let (written, class) = (scalar(o.scalar), target.format.info().class);
        if written != class {
            let what = if o.name.is_empty() { String::new() } else { format!(" '{}'", o.name) };
            let detail = format!(
                "{by} writes {}{what} to target {}, which is {} and takes {}",
                numbers(written),
                o.location,
                target.format,
                numbers(class)
            );
            return err(Code::TargetClass, detail);
        }
    }
    for (i, c) in d.colors.iter().enumerate() {
        let dual = c.blend.is_some_and(|b| {
            [b.color.src, b.color.dst, b.alpha.src, b.alpha.dst].into_iter().any(BlendFactor::is_dual)
        });
        if dual && !fragment.outputs.iter().any(|o| o.location as usize == i && o.index == 1) {
            let detail = format!(
                "target {i} blends with a second colour, which {by} does not write (location {i}, index 1)"
            );
            return err(Code::StageInterface, detail);
        }
    }
    Ok(())
}
