//! Animations: samplers against accessors, channels against nodes.

use super::{AccessorUsage, Checker, ElementCheck, ViewUsage};
use crate::gltf::codes::Code;
use crate::gltf::parse::animations::{Animation, Channel, Interpolation, Path, Sampler, Target};
use crate::gltf::parse::buffers::{Accessor, Component, Format, Shape};
use crate::gltf::parse::{at, each};
use std::collections::HashMap;

/// The formats that the values of a channel may have. glTF 2.0, 3.11.
fn allowed(path: Path, f: Format) -> bool {
    let float = f.component == Component::F32 && !f.normalized;
    let small = matches!(f.component, Component::I8 | Component::U8 | Component::I16 | Component::U16);
    match path {
        Path::Translation | Path::Scale => f.shape == Shape::Vec3 && float,
        Path::Rotation => f.shape == Shape::Vec4 && (float || small && f.normalized),
        Path::Weights => f.shape == Shape::Scalar && (float || small && f.normalized),
    }
}

impl Checker<'_> {
    pub(super) fn animations(&mut self) {
        let d = self.d;
        for (_, animation) in each(&d.animations) {
            let (Some(channels), Some(samplers)) = (&animation.channels, &animation.samplers) else {
                continue;
            };
            for sampler in samplers {
                self.sampler_input(sampler);
                self.sampler_output(sampler);
            }
            for channel in channels {
                if let Some(target) = &channel.target {
                    self.target(target);
                }
                self.channel(animation, channel);
            }
            self.duplicates(channels);
        }
    }

    fn no_stride(&mut self, accessor: &Accessor, pointer: &str) {
        if at(&self.d.views, accessor.view).is_some_and(|v| v.stride.is_some()) {
            let message = "the data of animations has no stride";
            self.find(Code::AnimationSamplerAccessorWithBytestride, pointer, message);
        }
    }

    fn sampler_input(&mut self, sampler: &Sampler) {
        let d = self.d;
        let pointer = format!("{}/input", sampler.at);
        let Some(input) = self.resolve(&d.accessors, sampler.input, || pointer.clone()) else { return };
        let Some(index) = sampler.input else { return };
        self.use_accessor(index, AccessorUsage::AnimationInput, &pointer);
        self.use_view(input.view, ViewUsage::Other, &pointer);
        self.no_stride(input, &pointer);
        if input.min.is_none() || input.max.is_none() {
            let message = "times have to declare min and max";
            self.find(Code::AnimationSamplerInputAccessorWithoutBounds, &pointer, message);
        }
        if let (true, Some(count)) = (sampler.is_cubic(), input.count)
            && count < 2
        {
            let message = format!("cubic splines need 2 times, there is {count}");
            self.find(Code::AnimationSamplerInputAccessorTooFewElements, &pointer, message);
        }
        let Some(format) = input.format() else { return };
        if format.shape != Shape::Scalar || format.component != Component::F32 || format.normalized {
            let message = format!("times cannot be {format}");
            self.find(Code::AnimationSamplerInputAccessorInvalidFormat, pointer, message);
        } else {
            self.schedule(index, ElementCheck::Times, pointer);
        }
    }

    fn sampler_output(&mut self, sampler: &Sampler) {
        let d = self.d;
        let pointer = format!("{}/output", sampler.at);
        let Some(output) = self.resolve(&d.accessors, sampler.output, || pointer.clone()) else { return };
        let Some(index) = sampler.output else { return };
        self.use_accessor(index, AccessorUsage::AnimationOutput, &pointer);
        self.use_view(output.view, ViewUsage::Other, &pointer);
        self.no_stride(output, &pointer);
    }

    fn target(&mut self, target: &Target) {
        let d = self.d;
        let Some(node) = self.resolve(&d.nodes, target.node, || format!("{}/node", target.at)) else {
            return;
        };
        match target.path {
            Some(Path::Translation | Path::Rotation | Path::Scale) if node.matrix.is_some() => {
                let message = "the node has a matrix, so its translation, rotation and scale cannot be moved";
                self.find(Code::AnimationChannelTargetNodeMatrix, &target.at, message);
            }
            Some(Path::Weights) if self.morph_targets(target).is_none() => {
                let message = "the node's mesh has no morph targets";
                self.find(Code::AnimationChannelTargetNodeWeightsNoMorphs, &target.at, message);
            }
            _ => {}
        }
    }

    /// How many morph targets the target's mesh has.
    fn morph_targets(&self, target: &Target) -> Option<usize> {
        let node = at(&self.d.nodes, target.node)?;
        let primitives = at(&self.d.meshes, node.mesh)?.primitives.as_ref()?;
        primitives.first()?.targets.as_ref().map(Vec::len)
    }

    fn channel(&mut self, animation: &Animation, channel: &Channel) {
        let Some(index) = channel.sampler else { return };
        let pointer = format!("{}/sampler", channel.at);
        let Some(sampler) = animation.samplers.as_ref().and_then(|s| s.get(index)) else {
            self.unresolved(pointer, index);
            return;
        };
        let Some(target) = &channel.target else { return };
        let Some(output) = at(&self.d.accessors, sampler.output) else { return };
        let (Some(format), Some(path)) = (output.format(), target.path) else { return };
        if path == Path::Rotation
            && format.shape.components() == 4
            && let Some(accessor) = sampler.output
        {
            let check = ElementCheck::Quaternions { cubic: sampler.is_cubic() };
            self.schedule(accessor, check, pointer.clone());
        }
        if !allowed(path, format) {
            let message = format!("values for {path:?} cannot be {format}");
            self.find(Code::AnimationSamplerOutputAccessorInvalidFormat, &pointer, message);
        }
        let times = at(&self.d.accessors, sampler.input).and_then(|a| a.count);
        let (Some(times), Some(count)) = (times, output.count) else { return };
        // What is none of the interpolations says nothing of how many values there have to be.
        let Some(interpolation) = sampler.interpolation else { return };
        let each_time = if interpolation == Interpolation::Cubic { 3 } else { 1 };
        let each_value = match path {
            Path::Weights => self.morph_targets(target).unwrap_or(0) as u64,
            Path::Translation | Path::Rotation | Path::Scale => 1,
        };
        let expected = times.saturating_mul(each_time).saturating_mul(each_value);
        if expected != 0 && expected != count {
            let message = format!("{expected} values are needed, there are {count}");
            self.find(Code::AnimationSamplerOutputAccessorInvalidCount, pointer, message);
        }
    }

    fn duplicates(&mut self, channels: &[Channel]) {
        let mut seen: HashMap<(usize, Option<Path>), usize> = HashMap::new();
        for (i, channel) in channels.iter().enumerate().rev() {
            let Some(target) = &channel.target else { continue };
            // A channel whose path does not exist is not compared: which one was meant is not known.
            let (Some(node), Some(_)) = (target.node, target.path) else { continue };
            if let Some(other) = seen.insert((node, target.path), i) {
                let message = format!("channel {other} moves the same");
                self.find(Code::AnimationDuplicateTargets, &target.at, message);
            }
        }
    }
}
