//! The workloads' numbers, and the CPU model of what they draw. All contenders read the same.

/// Side of the target in pixels.
pub const SIDE: u32 = 64;
/// Draws of the first workload.
pub const DRAWS: u32 = 10_000;
/// Items in the uniform buffer, each at a dynamic offset.
pub const ITEMS: u32 = 1024;
/// Bytes from one item to the next.
pub const ITEM_STRIDE: u32 = 256;
/// Pipelines of the first workload, switched every `PIPELINE_EVERY` draws.
pub const PIPELINES: u32 = 4;
pub const PIPELINE_EVERY: u32 = 10;
/// Vertex buffers of the first workload, switched every `BUFFER_EVERY` draws.
pub const BUFFERS: u32 = 4;
pub const BUFFER_EVERY: u32 = 5;
/// Passes of the second workload, and draws in each.
pub const PASSES: u32 = 200;
pub const PASS_DRAWS: u32 = 20;
/// Push data of the first workload's second form, in bytes.
pub const PUSH_BYTES: usize = 64;
/// Objects of the third workload, made and destroyed in a frame: buffers and their size in bytes, textures (each with a view) and
/// their side in pixels, groups of a buffer and a texture.
pub const OBJECT_BUFFERS: u32 = 2000;
pub const OBJECT_BYTES: u64 = 64 << 10;
pub const OBJECT_TEXTURES: u32 = 500;
pub const OBJECT_SIDE: u32 = 256;
pub const OBJECT_GROUPS: u32 = OBJECT_TEXTURES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    W1,
    W1p,
    W2,
    W3,
}

impl Workload {
    pub const ALL: [Self; 4] = [Self::W1, Self::W1p, Self::W2, Self::W3];

    pub fn name(self) -> &'static str {
        match self {
            Self::W1 => "w1",
            Self::W1p => "w1p",
            Self::W2 => "w2",
            Self::W3 => "w3",
        }
    }

    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|w| w.name() == s)
    }

    /// What one unit of the figures is: a draw, a pass, or an object.
    pub fn units(self) -> u32 {
        match self {
            Self::W1 | Self::W1p => DRAWS,
            Self::W2 => PASSES,
            Self::W3 => OBJECT_BUFFERS + 2 * OBJECT_TEXTURES + OBJECT_GROUPS,
        }
    }

    /// Who takes part. Making objects has no form without checks.
    pub fn contenders(self) -> &'static [&'static str] {
        match self {
            Self::W3 => &["ash", "candor"],
            _ => &["ash", "candor", "candor-unchecked", "candor-bundle"],
        }
    }
}

/// What draw `i` uses.
#[derive(Clone, Copy)]
pub struct Draw {
    pub item: u32,
    pub pipeline: u32,
    pub buffer: u32,
}

pub fn draw(i: u32) -> Draw {
    Draw { item: i % ITEMS, pipeline: i / PIPELINE_EVERY % PIPELINES, buffer: i / BUFFER_EVERY % BUFFERS }
}

/// Push data of draw `i`: a colour to add, an offset of nothing, two unused.
pub fn push(i: u32) -> [f32; 16] {
    let mut p = [0.0; 16];
    p[1] = push_green(i);
    p
}

/// Green that draw `i` adds.
#[inline(always)]
pub fn push_green(i: u32) -> f32 {
    (i % 7 * 8) as f32 / 255.0
}

/// The buffer that group `i` of the third workload names; the texture is number `i`.
pub fn group_buffer(i: u32) -> u32 {
    i * (OBJECT_BUFFERS / OBJECT_GROUPS)
}

/// What the texture of group `i` is filled with: its number in red and green.
pub fn texture_color(i: u32) -> [f32; 4] {
    [(i & 255) as f32 / 255.0, (i >> 8) as f32 / 255.0, 0.0, 0.0]
}

/// What the buffer of group `i` begins with: a number of its own in blue and alpha.
pub fn buffer_color(i: u32) -> [f32; 4] {
    let n = i * 7;
    [0.0, 0.0, (n & 255) as f32 / 255.0, (n >> 8) as f32 / 255.0]
}

/// The pixel that group `i` of the third workload is drawn to.
pub fn group_pixel(i: u32) -> (u32, u32) {
    (i % SIDE, i / SIDE)
}

/// The uniform buffer: each item puts a cell of four pixels at its place and has a colour of its own.
pub fn items() -> Vec<u8> {
    let mut out = vec![0; (ITEMS * ITEM_STRIDE) as usize];
    let pixel = 2.0 / SIDE as f32;
    let cells = SIDE / BUFFERS;
    for i in 0..ITEMS {
        let (x, y) = ((i % cells * BUFFERS) as f32 + 0.5, (i / cells) as f32 + 0.5);
        let values = [
            x * pixel - 1.0,
            1.0 - y * pixel,
            pixel,
            pixel,
            (i & 255) as f32 / 255.0,
            (i >> 8) as f32 / 255.0,
            0.0,
            1.0,
        ];
        for (k, v) in values.iter().enumerate() {
            let at = (i * ITEM_STRIDE) as usize + k * 4;
            out[at..at + 4].copy_from_slice(&v.to_le_bytes());
        }
    }
    out
}

/// A vertex buffer: a triangle around the centre of the pixel `buffer` of a cell.
pub fn vertices(buffer: u32) -> Vec<u8> {
    let x = buffer as f32;
    let v = [x - 0.4, -0.4, x + 0.4, -0.4, x, 0.4];
    v.iter().flat_map(|f| f.to_le_bytes()).collect()
}

/// What the target must hold, RGBA.
pub fn model(w: Workload) -> Vec<u8> {
    let mut out = vec![0; (SIDE * SIDE * 4) as usize];
    if w == Workload::W2 {
        out.fill(PASSES as u8);
        return out;
    }
    if w == Workload::W3 {
        for i in 0..OBJECT_GROUPS {
            let (x, y) = group_pixel(i);
            let at = ((y * SIDE + x) * 4) as usize;
            let (low, n) = (|n: u32| n as u8, i * 7);
            out[at..at + 4].copy_from_slice(&[low(i), low(i >> 8), low(n), low(n >> 8)]);
        }
        return out;
    }
    let cells = SIDE / BUFFERS;
    for i in 0..DRAWS {
        let d = draw(i);
        let (x, y) = (d.item % cells * BUFFERS + d.buffer, d.item / cells);
        let at = ((y * SIDE + x) * 4) as usize;
        let green = (d.item >> 8) + if w == Workload::W1p { i % 7 * 8 } else { 0 };
        out[at..at + 4].copy_from_slice(&[(d.item & 255) as u8, green as u8, (d.pipeline * 16) as u8, 255]);
    }
    out
}
