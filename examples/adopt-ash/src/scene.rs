//! What is drawn, whoever draws it: sky and ground, a triangle, and a bar across it.

/// Width and height in pixels.
pub(crate) const SIZE: [u32; 2] = [320, 240];

/// Sky, red first, as linear numbers.
pub(crate) const SKY: [f32; 4] = [0.1, 0.2, 0.4, 1.0];

/// A rectangle in one colour: left, bottom, right and top in clip space, y up.
#[derive(Clone, Copy)]
pub(crate) struct Rect {
    pub(crate) edges: [f32; 4],
    pub(crate) color: [f32; 4],
}

/// The lower quarter of the picture.
pub(crate) const GROUND: Rect = Rect { edges: [-1.0, -1.0, 1.0, -0.5], color: [0.2, 0.6, 0.2, 1.0] };

/// Across the middle, over the triangle.
pub(crate) const BAR: Rect = Rect { edges: [-0.9, -0.05, 0.9, 0.05], color: [1.0, 1.0, 0.0, 1.0] };

impl Rect {
    /// What the shader takes: edges, depths, colour and four numbers that it does not read.
    pub(crate) fn push(&self) -> [f32; 16] {
        let mut push = [0.0; 16];
        push[..4].copy_from_slice(&self.edges);
        push[8..12].copy_from_slice(&self.color);
        push
    }
}
