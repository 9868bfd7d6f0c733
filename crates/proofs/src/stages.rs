//! Geometry and tessellation shaders, and draws that go to several layers.

use crate::kit::*;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const STEP: f32 = 0.5 / 255.0;
const CLEAR: [f32; 4] = [0.2; 4];

fn bytes(c: [u32; 4]) -> [f32; 4] {
    c.map(|v| v as f32 / 255.0)
}

/// Points that become columns in two layers, and what a geometry shader sees of primitives with neighbours.
pub(crate) fn geometry_shader(d: &Device, geometry: &str) -> Result {
    let t = texture(d, &TextureDesc { layers: 2, ..TextureDesc::color_target("layers", RGBA8, 8, 2) })?;
    let colors = [RGBA8.into()];
    let points = RasterPipelineDesc {
        geometry: Some(stage(geometry)?),
        topology: Topology::Points,
        colors: &colors,
        ..Default::default()
    };
    let p = pipeline(d, "proof_geometry.vs_seed", "proof_geometry.fs_color", &points)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, CLEAR)];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push::FULL.set(r);
            r.draw(1..4, 0..1);
        });
    })?;
    for layer in 0..2 {
        let model = |x: u32, _| if (1..4).contains(&x) { bytes([x + 1, x, layer + 1, 255]) } else { CLEAR };
        Image::read_layer(d, &t, layer)?.expect(&format!("points in layer {layer}"), STEP, model)?;
    }
    neighbours(d)
}

/// Columns by primitive, each in the color that tells its vertices: lists, strips, and a strip that a restart index cuts.
fn neighbours(d: &Device) -> Result {
    use Topology::*;
    let (lines, triangles) = ("proof_geometry.gs_line_neighbours", "proof_geometry.gs_triangle_neighbours");
    let cut: &[u32] = &[0, 1, 2, 3, u32::MAX, 4, 5, 6, 7];
    let all: Vec<u32> = (0..12).collect();
    // Which vertices of a strip of triangles are neighbours: Vulkan specification, "Triangle Strips With Adjacency".
    let cases: [(_, _, &[u32], &[[u32; 4]]); 5] = [
        (lines, LinesAdjacency, &all[..8], &[[0, 1, 2, 3], [4, 5, 6, 7]]),
        (lines, LineStripAdjacency, &all[..6], &[[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]),
        (lines, LineStripAdjacency, cut, &[[0, 1, 2, 3], [4, 5, 6, 7]]),
        (triangles, TrianglesAdjacency, &all[..12], &[[0, 2, 4, 9], [6, 8, 10, 27]]),
        (triangles, TriangleStripAdjacency, &all[..6], &[[0, 2, 4, 9]]),
    ];
    for (geometry, topology, indices, expected) in cases {
        let colors = [RGBA8.into()];
        let desc = RasterPipelineDesc {
            geometry: Some(stage(geometry)?),
            topology,
            primitive_restart: topology.is_connected(),
            colors: &colors,
            ..Default::default()
        };
        let p = pipeline(d, "proof_geometry.vs_seed", "proof_geometry.fs_color", &desc)?;
        let list = buffer(d, BufferUsage::INDEX, bytemuck::cast_slice(indices))?;
        let t = target(d, RGBA8, 8, 1)?;
        run(d, |b| {
            let color = [Color::clear(&t.view, CLEAR)];
            b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
                r.pipeline(&p);
                Push::FULL.set(r);
                r.index_buffer(&list, 0, IndexFormat::U32);
                r.draw_indexed(0..indices.len() as u32, 0, 0..1);
            });
        })?;
        let model = |x: u32, _| expected.get(x as usize).map_or(CLEAR, |v| bytes(*v));
        Image::read(d, &t)?.expect(&format!("{topology:?}, by primitive"), STEP, model)?;
    }
    Ok(())
}

/// Edge of the square that patches are drawn into.
const SIDE: u32 = 64;

/// One patch of corners of a rectangle, divided.
fn patch(d: &Device, shaders: [&str; 3], vertices: u32, cull: Cull, push: &Push) -> Result<Image> {
    let shader = |name: &str| stage(&format!("proof_tessellation.{name}"));
    let colors = [RGBA8.into()];
    let fragment = if shaders[2].contains('.') { stage(shaders[2])? } else { shader(shaders[2])? };
    let p = d.create_raster_pipeline(&RasterPipelineDesc {
        label: "proof",
        vertex: shader("vs_corner")?,
        tessellation: Some(Tessellation {
            control: shader(shaders[0])?,
            evaluation: shader(shaders[1])?,
            patch_vertices: vertices,
        }),
        fragment: Some(fragment),
        push: PushLayout { stages: Stages::RASTER | Stages::TESSELLATION, ..PUSH },
        topology: Topology::Patches,
        cull,
        colors: &colors,
        ..Default::default()
    })?;
    let t = target(d, RGBA8, SIDE, SIDE)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, [0.0; 4])];
        b.raster(&RasterDesc { label: "proof", color: &color, ..Default::default() }, |r| {
            r.pipeline(&p);
            push.set(r);
            r.draw(0..vertices, 0..1);
        });
    })?;
    Image::read(d, &t)
}

const WHITE: &str = "proof_draw.fs_color";

/// Centre of a pixel in clip space.
fn centre(x: u32, y: u32) -> [f32; 2] {
    let half = SIDE as f32 / 2.0;
    [(x as f32 + 0.5) / half - 1.0, 1.0 - (y as f32 + 0.5) / half]
}

/// A rectangle whose upper edge follows a parabola in as many straight pieces as the control shader says, seen from the front;
/// and a triangle that shows where in the patch each pixel lies.
pub(crate) fn tessellation_shader(d: &Device, pieces: u32) -> Result {
    const PIECES: f32 = 4.0;
    let push = Push { rect: [-1.0, -1.0, 1.0, 0.5], params: [pieces as f32, 0.9, 0.0, 0.0], ..Push::FULL };
    let parabola = |u: f32| 4.0 * u * (1.0 - u);
    let top = |x: f32| {
        let at = (x + 1.0) / 2.0 * PIECES;
        let (from, to) = (parabola(at.floor() / PIECES), parabola((at.floor() + 1.0) / PIECES));
        0.5 - 0.9 * (from + (to - from) * at.fract())
    };
    let image = patch(d, ["hs_quad", "ds_quad", WHITE], 4, Cull::Back, &push)?;
    for y in 0..SIDE {
        for x in 0..SIDE {
            let [cx, cy] = centre(x, y);
            let above = cy - top(cx);
            // Within half a pixel of the edge either answer is right.
            if above.abs() > 1.0 / SIDE as f32 {
                let lit = if above < 0.0 { 1.0 } else { 0.0 };
                same(&format!("a bent patch in four pieces, pixel {x},{y}"), image.at(x, y)[0], lit)?;
            }
        }
    }
    let image = patch(d, ["hs_quad", "ds_quad", WHITE], 4, Cull::Front, &push)?;
    same("a patch seen from behind", image.texels.iter().any(|t| t[0] != 0.0), false)?;
    let image = patch(d, ["hs_triangle", "ds_triangle", "fs_weights"], 3, Cull::None, &push_full(5.0))?;
    let inside = |x: u32, y: u32| x + y > SIDE;
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).filter(|(x, y)| inside(*x, *y)) {
        let [cx, cy] = centre(x, y).map(|v| (v + 1.0) / 2.0);
        let expected = [1.0 - cx, cx - cy, cy, 1.0];
        near(&format!("place in a triangle, pixel {x},{y}"), image.at(x, y), expected, 3.0 * STEP)?;
    }
    Ok(())
}

fn push_full(pieces: f32) -> Push {
    Push { params: [pieces, 0.0, 0.0, 0.0], ..Push::FULL }
}

/// A rectangle whose quarters, from its lower and left edge on, lie on centres of pixels: twelve pixels apart.
const ON_CENTRES: [f32; 4] = {
    let first = -1.0 + 1.0 / SIDE as f32;
    [first, first, first + 1.5, first + 1.5]
};
const APART: u32 = 12;

/// As many level lines as the control shader says; the upper edge of the patch has none.
pub(crate) fn tessellation_isolines(d: &Device, lines: u32) -> Result {
    let push = Push { rect: ON_CENTRES, params: [2.0, 0.0, lines as f32, 0.0], ..Push::FULL };
    let image = patch(d, ["hs_lines", "ds_lines", WHITE], 4, Cull::None, &push)?;
    for y in 0..SIDE {
        let row = SIDE - 1 - y;
        let lit = if row.is_multiple_of(APART) && row / APART < 4 { 1.0 } else { 0.0 };
        for x in 1..4 * APART {
            same(&format!("four lines, pixel {x},{y}"), image.at(x, y)[0], lit)?;
        }
    }
    Ok(())
}

/// A grid of points.
pub(crate) fn tessellation_point_mode(d: &Device, pieces: u32) -> Result {
    let push = Push { rect: ON_CENTRES, params: [pieces as f32, 0.0, 0.0, 0.0], ..Push::FULL };
    let image = patch(d, ["hs_points", "ds_quad", WHITE], 4, Cull::None, &push)?;
    let on = |v: u32| v.is_multiple_of(APART) && v / APART <= 4;
    image.expect(
        "five by five points",
        STEP,
        |x, y| {
            if on(x) && on(SIDE - 1 - y) { [1.0; 4] } else { [0.0; 4] }
        },
    )
}

/// One draw into the first and the third of three layers; each view draws a column of its own.
pub(crate) fn multiview(d: &Device, view_mask: u32) -> Result {
    const MASK: u32 = 0b101;
    let t = texture(d, &TextureDesc { layers: 3, ..TextureDesc::color_target("views", RGBA8, 8, 2) })?;
    let colors = [RGBA8.into()];
    let desc = RasterPipelineDesc { colors: &colors, view_mask, ..Default::default() };
    let p = pipeline(d, "proof_state.vs_view", "proof_state.fs_view", &desc)?;
    run(d, |b| {
        let color = [Color::clear(&t.view, CLEAR)];
        b.raster(&RasterDesc { label: "proof", color: &color, view_mask, ..Default::default() }, |r| {
            r.pipeline(&p);
            Push { depths: [0.5, 0.5, 0.25, 0.0], ..Push::column(0, 8) }.set(r);
            r.draw(0..6, 0..1);
        });
    })?;
    for layer in 0..3 {
        let model = |x: u32, _| match MASK & 1 << layer {
            0 => [0.0; 4],
            _ if x == layer => bytes([layer + 1, layer + 1, 0, 255]),
            _ => CLEAR,
        };
        Image::read_layer(d, &t, layer)?.expect(&format!("layer {layer}"), STEP, model)?;
    }
    Ok(())
}
