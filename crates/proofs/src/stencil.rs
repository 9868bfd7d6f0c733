//! Stencil: what is compared, what is written, and the two sides of a triangle.

use crate::kit::*;
use crate::sampling::{ALL_COMPARES, passes};
use candor_rhi::backend::FormatSupport;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const STEP: f32 = 0.5 / 255.0;
const BLACK: [f32; 4] = [0.0; 4];
const WHITE: [f32; 4] = [1.0; 4];

const OPS: [StencilOp; 8] = [
    StencilOp::Keep,
    StencilOp::Zero,
    StencilOp::Replace,
    StencilOp::IncrementClamp,
    StencilOp::DecrementClamp,
    StencilOp::Invert,
    StencilOp::IncrementWrap,
    StencilOp::DecrementWrap,
];

fn apply(op: StencilOp, stored: u8, reference: u8) -> u8 {
    match op {
        StencilOp::Keep => stored,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::IncrementClamp => stored.saturating_add(1),
        StencilOp::DecrementClamp => stored.saturating_sub(1),
        StencilOp::Invert => !stored,
        StencilOp::IncrementWrap => stored.wrapping_add(1),
        StencilOp::DecrementWrap => stored.wrapping_sub(1),
    }
}

/// A row of columns with depth and stencil.
struct Row {
    color: Seen,
    depth: Seen,
    format: Format,
    columns: usize,
}

impl Row {
    fn new(d: &Device, columns: usize) -> Result<Self> {
        let formats = [Format::Depth24UnormStencil8, Format::Depth32FloatStencil8];
        let offered = |f: &Format| d.format_support(*f).0.contains(FormatSupport::DEPTH);
        let Some(format) = formats.into_iter().find(offered) else {
            return wrong("formats with depth and stencil", "none", "one");
        };
        let desc = TextureDesc::depth_target("stencil", format, columns as u32, 1);
        let depth = texture(d, &TextureDesc { usage: TextureUsage::DEPTH, ..desc })?;
        Ok(Self { color: target(d, RGBA8, columns as u32, 1)?, depth, format, columns })
    }

    /// A pipeline with a stencil test; `shows`: it writes colour.
    fn pipeline(
        &self,
        d: &Device,
        depth: Compare,
        stencil: StencilState,
        shows: bool,
    ) -> Result<RasterPipeline> {
        let write = if shows { WriteMask::all() } else { WriteMask::empty() };
        let colors = [ColorState { write, ..RGBA8.into() }];
        let depth = DepthState { compare: depth, ..DepthState::ignored(self.format) }.stencil(stencil);
        let desc = RasterPipelineDesc { colors: &colors, depth: Some(depth), ..Default::default() };
        pipeline(d, "proof_draw.vs_quad", "proof_draw.fs_color", &desc)
    }

    fn with(&self, d: &Device, face: StencilFace, shows: bool) -> Result<RasterPipeline> {
        self.pipeline(d, Compare::Always, StencilState::both(face), shows)
    }

    fn draw(&self, r: &mut RasterPass<'_>, p: &RasterPipeline, column: usize, reference: u8) {
        r.pipeline(p);
        r.stencil_reference(reference.into());
        Push::column(column, self.columns).set(r);
        r.draw(0..6, 0..1);
    }

    /// One pass over cleared attachments, read back.
    fn show(&self, d: &Device, stencil: u32, record: impl FnOnce(&mut RasterPass<'_>)) -> Result<Image> {
        run(d, |b| {
            let color = [Color::clear(&self.color.view, BLACK)];
            let load = Load::Clear((0.5, stencil));
            let depth = Some(Depth { load, ..Depth::clear(&self.depth.view, 0.5) });
            b.raster(&RasterDesc { label: "proof", color: &color, depth, ..Default::default() }, record);
        })?;
        Image::read(d, &self.color)
    }
}

/// When an operation is made.
#[derive(Debug, Clone, Copy)]
enum When {
    Passed,
    Failed,
    DepthFailed,
}

/// Every comparison, every operation on every occasion, and both masks.
pub(crate) fn depth_stencil(d: &Device, op: impl Fn(StencilOp) -> StencilOp) -> Result {
    operations(d, op)?;
    comparisons(d)?;
    masks(d)
}

/// The stored values are looked at by a test for equality: every column that has what it must have is white.
fn operations(d: &Device, op: impl Fn(StencilOp) -> StencilOp) -> Result {
    const STORED: [u8; 3] = [0, 5, 255];
    const REFERENCE: u8 = 7;
    let row = Row::new(d, OPS.len() * STORED.len())?;
    let (set, look) = (row.with(d, StencilFace::REPLACE, false)?, row.with(d, StencilFace::EQUAL, true)?);
    for when in [When::Passed, When::Failed, When::DepthFailed] {
        let made = OPS.iter().map(|o| {
            let o = op(*o);
            let (depth, face) = match when {
                When::Passed => (Compare::Always, StencilFace { pass: o, ..StencilFace::KEEP }),
                When::Failed => {
                    (Compare::Always, StencilFace { compare: Compare::Never, fail: o, ..StencilFace::KEEP })
                }
                When::DepthFailed => (Compare::Greater, StencilFace { depth_fail: o, ..StencilFace::KEEP }),
            };
            row.pipeline(d, depth, StencilState::both(face), false)
        });
        let made = made.collect::<Result<Vec<_>>>()?;
        let image = row.show(d, 9, |r| {
            for (i, o) in OPS.iter().enumerate() {
                for (k, stored) in STORED.into_iter().enumerate() {
                    let column = i * STORED.len() + k;
                    row.draw(r, &set, column, stored);
                    row.draw(r, &made[i], column, REFERENCE);
                    row.draw(r, &look, column, apply(*o, stored, REFERENCE));
                }
            }
        })?;
        image.expect(&format!("operations when {when:?}, three columns each"), STEP, |_, _| WHITE)?;
    }
    Ok(())
}

/// A smaller, the same and a larger reference beside what the clear left.
fn comparisons(d: &Device) -> Result {
    const STORED: u8 = 5;
    let row = Row::new(d, 3 * ALL_COMPARES.len())?;
    let made =
        ALL_COMPARES.iter().map(|c| row.with(d, StencilFace { compare: *c, ..StencilFace::KEEP }, true));
    let made = made.collect::<Result<Vec<_>>>()?;
    let image = row.show(d, STORED.into(), |r| {
        for (i, p) in made.iter().enumerate() {
            for k in 0..3 {
                row.draw(r, p, 3 * i + k, STORED - 1 + k as u8);
            }
        }
    })?;
    image.expect("comparisons, three columns each", STEP, |x, _| {
        let (c, reference) = (ALL_COMPARES[x as usize / 3], STORED - 1 + (x % 3) as u8);
        if passes(c, reference.into(), STORED.into()) { WHITE } else { BLACK }
    })
}

fn masks(d: &Device) -> Result {
    let row = Row::new(d, 3)?;
    let low = StencilFace { write_mask: 0x0f, ..StencilFace::REPLACE };
    let (set, look) = (row.with(d, low, false)?, row.with(d, StencilFace::EQUAL, true)?);
    let masked = row.with(d, StencilFace { read_mask: 0x0f, ..StencilFace::EQUAL }, true)?;
    let image = row.show(d, 0xa0, |r| {
        (0..3).for_each(|i| row.draw(r, &set, i, 0x5c));
        row.draw(r, &look, 0, 0xac);
        row.draw(r, &masked, 1, 0x3c);
        row.draw(r, &masked, 2, 0x3d);
    })?;
    image.expect("masks of what is written and compared", STEP, |x, _| if x < 2 { WHITE } else { BLACK })
}

/// Front and back faces with references and masks of their own.
pub(crate) fn separate_reference(d: &Device, separate: bool) -> Result {
    let row = Row::new(d, 4)?;
    let side = |write_mask| StencilFace { write_mask, ..StencilFace::REPLACE };
    let (front, back) = (side(0x0f), side(if separate { 0xf0 } else { 0x0f }));
    let set = row.pipeline(d, Compare::Always, StencilState { front, back }, false)?;
    let face = |read_mask| StencilFace { read_mask, ..StencilFace::EQUAL };
    let both = StencilState { front: face(0xff), back: face(if separate { 0xf0 } else { 0xff }) };
    let look = row.pipeline(d, Compare::Always, both, true)?;
    let references = |r: &mut RasterPass<'_>, front, back| {
        if separate {
            r.stencil_references(front, back);
        } else {
            r.stencil_reference(front);
        }
    };
    let column = |i: usize, turned: bool| {
        let mut push = Push::column(i, 4);
        if turned {
            push.rect.swap(0, 2);
        }
        push
    };
    let image = row.show(d, 0, |r| {
        r.pipeline(&set);
        references(r, 0x3c, 0xa5);
        for i in 0..4 {
            column(i, i % 2 == 1).set(r);
            r.draw(0..6, 0..1);
        }
        // Front faces left 0x0c, back faces 0xa0. Looked at from the front in the first two columns, else from behind, where only the
        // high bits are compared.
        r.pipeline(&look);
        for (i, (front, back)) in
            [(0x0c, 0xff), (0xa0, 0xff), (0xff, 0x0f), (0xff, 0xaf)].into_iter().enumerate()
        {
            references(r, front, back);
            column(i, i >= 2).set(r);
            r.draw(0..6, 0..1);
        }
    })?;
    image.expect("stencil of front and back faces", STEP, |_, _| WHITE)
}
