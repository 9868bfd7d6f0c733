//! Axis-aligned bounds, because cameras, shadow maps and culling all ask for them.

use glam::{Mat4, Vec3};

/// An axis-aligned box; `min` above `max` means that it holds nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// The lowest corner.
    pub min: Vec3,
    /// The highest corner.
    pub max: Vec3,
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Aabb {
    /// Holds nothing.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The smallest box around the points; empty for none. Points that are not finite are left out.
    pub fn of(points: &[Vec3]) -> Self {
        let mut bounds = Self::EMPTY;
        for &p in points {
            bounds.add(p);
        }
        bounds
    }

    /// Holds nothing.
    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    /// Grows to hold the point, if it is finite.
    pub fn add(&mut self, point: Vec3) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// Grows to hold the other box.
    pub fn merge(&mut self, other: &Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// The middle; the origin when empty.
    pub fn center(&self) -> Vec3 {
        // Halves first, so that a box as large as f32 allows does not overflow.
        if self.is_empty() { Vec3::ZERO } else { self.min * 0.5 + self.max * 0.5 }
    }

    /// Half the extent along each axis; zero when empty.
    pub fn half_extent(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max * 0.5 - self.min * 0.5 }
    }

    /// Radius of the sphere around the box.
    pub fn radius(&self) -> f32 {
        self.half_extent().length()
    }

    /// The eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        let (a, b) = (self.min, self.max);
        std::array::from_fn(|i| {
            Vec3::new(
                if i & 1 == 0 { a.x } else { b.x },
                if i & 2 == 0 { a.y } else { b.y },
                if i & 4 == 0 { a.z } else { b.z },
            )
        })
    }

    /// The box around the transformed corners.
    pub fn transformed(&self, world: &Mat4) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        Self::of(&self.corners().map(|c| world.transform_point3(c)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_grows_and_turns() {
        let unit = Aabb::of(&[Vec3::NEG_ONE, Vec3::ONE, Vec3::NAN]);
        assert_eq!((unit.center(), unit.half_extent()), (Vec3::ZERO, Vec3::ONE));
        let turned = unit.transformed(&Mat4::from_rotation_y(std::f32::consts::FRAC_PI_4));
        assert!((turned.max.x - 2f32.sqrt()).abs() < 1e-6 && (turned.max.y - 1.0).abs() < 1e-6);
        assert!(Aabb::EMPTY.transformed(&Mat4::IDENTITY).is_empty());
        assert_eq!(Aabb::EMPTY.radius(), 0.0);
    }
}
