//! One channel of an animation at one moment. glTF 2.0, 3.11 and appendix C.

use crate::gltf::parse::animations::Interpolation;
use crate::gltf::values::Values;
use glam::{Quat, Vec3, Vec4};

/// Keys over time: at each time one value, or as many as a mesh has morph targets.
pub(super) struct Track<'a> {
    pub(super) times: Values<'a>,
    pub(super) keys: Values<'a>,
    pub(super) interpolation: Interpolation,
    /// Elements that belong to one time (of a cubic spline: three times as many).
    pub(super) width: u64,
}

/// Which of the three elements of a key of a cubic spline.
#[derive(Clone, Copy)]
enum Part {
    InTangent,
    Value,
    OutTangent,
}

/// Where a moment lies between two keys.
#[derive(Debug, PartialEq)]
struct Between {
    before: u64,
    after: u64,
    /// From 0 at `before` to 1 at `after`.
    part: f32,
    /// Seconds from `before` to `after`.
    seconds: f32,
}

impl Track<'_> {
    /// How many elements the keys have to have.
    pub(super) fn needs(&self) -> u64 {
        let parts = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        self.times.count.saturating_mul(parts).saturating_mul(self.width)
    }

    fn time(&self, key: u64) -> f32 {
        self.times.finite(key, 0)
    }

    /// The time of the last key.
    pub(super) fn end(&self) -> f32 {
        self.time(self.times.count.saturating_sub(1))
    }

    /// Before the first key the first value holds, behind the last key the last one.
    fn between(&self, time: f32) -> Between {
        let hold = |key| Between { before: key, after: key, part: 0.0, seconds: 0.0 };
        let last = self.times.count.saturating_sub(1);
        if time <= self.time(0) {
            return hold(0);
        }
        if time >= self.time(last) {
            return hold(last);
        }
        let (mut before, mut after) = (0, last);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if self.time(middle) <= time { before = middle } else { after = middle }
        }
        let (start, end) = (self.time(before), self.time(after));
        // In double precision, since the difference of two 32-bit floats may be more than one holds.
        let length = f64::from(end) - f64::from(start);
        // Times that do not rise have been warned of.
        let part = if length > 0.0 { (f64::from(time) - f64::from(start)) / length } else { 0.0 };
        Between { before, after, part: part.clamp(0.0, 1.0) as f32, seconds: length.max(0.0) as f32 }
    }

    fn key(&self, key: u64, part: Part, index: u64) -> Vec4 {
        let element = match self.interpolation {
            Interpolation::Cubic => (key * 3 + part as u64) * self.width + index,
            Interpolation::Linear | Interpolation::Step => key * self.width + index,
        };
        Vec4::from_array(self.keys.vector(element))
    }

    fn cubic(&self, b: &Between, index: u64) -> Vec4 {
        let (from, to) = (self.key(b.before, Part::Value, index), self.key(b.after, Part::Value, index));
        let out = self.key(b.before, Part::OutTangent, index) * b.seconds;
        let into = self.key(b.after, Part::InTangent, index) * b.seconds;
        let (t, t2, t3) = (b.part, b.part * b.part, b.part * b.part * b.part);
        let v = from * (2.0 * t3 - 3.0 * t2 + 1.0)
            + out * (t3 - 2.0 * t2 + t)
            + to * (3.0 * t2 - 2.0 * t3)
            + into * (t3 - t2);
        if v.is_finite() { v } else { from }
    }

    /// One of the values at a moment, component by component.
    fn value(&self, time: f32, index: u64) -> Vec4 {
        let b = self.between(time);
        let from = self.key(b.before, Part::Value, index);
        if b.before == b.after {
            return from;
        }
        match self.interpolation {
            Interpolation::Step => from,
            // Not as a sum of a difference, which might be more than 32-bit floats hold.
            Interpolation::Linear => from * (1.0 - b.part) + self.key(b.after, Part::Value, index) * b.part,
            Interpolation::Cubic => self.cubic(&b, index),
        }
    }

    /// A translation or a scale.
    pub(super) fn vector(&self, time: f32) -> Vec3 {
        self.value(time, 0).truncate()
    }

    /// The weight of one morph target.
    pub(super) fn weight(&self, time: f32, target: u64) -> f32 {
        self.value(time, target).x
    }

    /// A rotation, always of unit length: between two keys the shorter way round the circle.
    pub(super) fn rotation(&self, time: f32) -> Quat {
        let unit = |v: Vec4| v.try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4);
        if self.interpolation != Interpolation::Linear {
            return unit(self.value(time, 0));
        }
        let b = self.between(time);
        let from = unit(self.key(b.before, Part::Value, 0));
        from.slerp(unit(self.key(b.after, Part::Value, 0)), b.part).normalize()
    }
}
