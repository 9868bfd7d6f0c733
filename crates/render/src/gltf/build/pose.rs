//! The pose of the node hierarchy: one animation at one moment, world matrices of joints, weights of morph targets.

use super::Builder;
use super::track::Track;
use crate::gltf::finding::GLTF_READER;
use crate::gltf::parse::animations::{Animation, Channel, Path};
use crate::gltf::parse::nodes::Node;
use crate::gltf::parse::{Document, at, each};
use crate::gltf::play::{Played, label};
use crate::gltf::values::{Values, values};
use candor_caps::Reason;
use glam::{Mat4, Quat, Vec3};
use std::collections::HashMap;
use std::rc::Rc;

/// What an animation makes of a node's transform; `None`: as the node has it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moved {
    translation: Option<Vec3>,
    rotation: Option<Quat>,
    scale: Option<Vec3>,
}

/// What an animation makes of all nodes.
#[derive(Default)]
pub(super) struct Pose<'a> {
    moved: HashMap<usize, Moved>,
    /// Evaluated when a mesh is made, since a weight for each target of each node may be very many.
    weights: HashMap<usize, Track<'a>>,
    time_s: f32,
}

/// Matrices from a mesh in its bind pose to the world, one for each joint.
pub(super) type Joints = Rc<Vec<Mat4>>;

impl Pose<'_> {
    /// From a node's own space to its parent's.
    pub(super) fn local(&self, index: usize, node: &Node) -> Mat4 {
        let m = self.moved.get(&index).copied().unwrap_or_default();
        node.local(m.translation, m.rotation, m.scale)
    }

    /// The node has weights of its own, by the file or by the animation.
    pub(super) fn has_own_weights(&self, index: usize, node: &Node) -> bool {
        node.weights.is_some() || self.weights.contains_key(&index)
    }
}

/// How many morph targets a mesh has.
fn targets(d: &Document, mesh: Option<usize>) -> usize {
    let primitives = at(&d.meshes, mesh).and_then(|m| m.primitives.as_ref());
    let targets = primitives.into_iter().flatten().filter_map(|p| p.targets.as_ref()).map(Vec::len);
    targets.max().unwrap_or(0)
}

impl<'a> Builder<'a> {
    /// Poses the nodes by an animation at a moment. That the moment is beyond its end is a note.
    pub(super) fn play(&mut self, index: usize, time_s: f32) -> Option<Played> {
        let d = self.d;
        let animation = at(&d.animations, Some(index))?;
        self.pose.time_s = time_s;
        let mut end_s = 0f32;
        for channel in animation.channels.iter().flatten() {
            match self.channel(animation, channel, time_s) {
                Ok(end) => end_s = end_s.max(end),
                Err(why) => self.notes.refused("a channel is not played", &channel.at, || why),
            }
        }
        let count = each(&d.animations).count();
        let name = label(index, animation);
        let asked = if count > 1 { format!("{name} of {count}") } else { name };
        self.posed(&animation.at, asked, format!("its pose at {time_s} s"));
        if time_s > end_s {
            let (asked, got) = (format!("{time_s} s"), format!("{end_s} s"));
            self.notes.adjusted("the moment is beyond the animation", &animation.at, asked, got, || {
                Reason::Invalid {
                    what: format!("the moment of {time_s} s"),
                    rule: format!(
                        "the animation's last key is at {end_s} s, and its pose is kept from there on"
                    ),
                }
            });
        }
        Some(Played { index, name: animation.name.clone(), time_s, end_s })
    }

    /// Says once how poses are made.
    pub(super) fn posed(&mut self, pointer: &str, asked: impl Into<String>, got: impl Into<String>) {
        if std::mem::replace(&mut self.is_posed, true) {
            return;
        }
        let (asked, got) = (asked.into(), got.into());
        self.notes.adjusted("a pose is made once", pointer, asked, got, || Reason::NotImplemented {
            what:
                "posing on the GPU, anew for each picture (the CPU makes this one pose as the file is loaded)"
                    .into(),
            part: GLTF_READER.into(),
        });
    }

    /// Takes from what is left of numbers to be read for posing.
    pub(super) fn spend(&mut self, numbers: u64) -> Result<(), Reason> {
        match self.posing_left.checked_sub(numbers) {
            Some(left) => {
                self.posing_left = left;
                Ok(())
            }
            None => Err(Reason::OverLimit {
                what: "numbers read to pose meshes that are left".into(),
                asked: numbers.into(),
                allowed: self.posing_left.into(),
            }),
        }
    }

    /// An accessor's values, the cost of looking up its replacements paid.
    pub(super) fn paid_values(&mut self, index: Option<usize>) -> Result<Values<'a>, Reason> {
        let (d, buffers) = (self.d, self.buffers);
        let lacks = |rule: &str| Reason::Invalid { what: "its data".into(), rule: rule.to_owned() };
        let accessor = at(&d.accessors, index).ok_or_else(|| lacks("it is not there"))?;
        if let Some(sparse) = &accessor.sparse {
            self.spend(sparse.count.unwrap_or(0))?;
        }
        values(d, buffers, accessor).map_err(lacks)
    }

    /// Plays one channel; answers the time of its last key.
    fn channel(&mut self, animation: &Animation, channel: &Channel, time: f32) -> Result<f32, Reason> {
        let d = self.d;
        let stays = |rule: &str| Reason::Invalid {
            what: "the channel".into(),
            rule: format!("{rule}, so what it moves stays as it is"),
        };
        let target = channel.target.as_ref().ok_or_else(|| stays("it has no target"))?;
        if target.pointer {
            return Err(Reason::NotImplemented {
                what: "KHR_animation_pointer (what the channel moves stays as it is)".into(),
                part: GLTF_READER.into(),
            });
        }
        let (Some(index), Some(path)) = (target.node, target.path) else {
            return Err(stays("its target names no node or nothing of a node that can be moved"));
        };
        let node = at(&d.nodes, Some(index)).ok_or_else(|| stays("its node is not there"))?;
        let sampler = animation.samplers.as_ref().zip(channel.sampler).and_then(|(s, i)| s.get(i));
        let sampler = sampler.ok_or_else(|| stays("its sampler is not there"))?;
        let width = match path {
            Path::Weights => targets(d, node.mesh) as u64,
            Path::Translation | Path::Rotation | Path::Scale => 1,
        };
        if width == 0 {
            return Err(stays("the node's mesh has no morph targets"));
        }
        if path != Path::Weights && node.matrix.is_some() {
            return Err(stays("the node has a matrix; only translation, rotation and scale can be moved"));
        }
        let track = Track {
            times: self.paid_values(sampler.input)?,
            keys: self.paid_values(sampler.output)?,
            interpolation: sampler.interpolation.unwrap_or_default(),
            width,
        };
        if track.needs() != track.keys.count {
            let (need, have) = (track.needs(), track.keys.count);
            return Err(stays(&format!("{need} values are needed, there are {have}")));
        }
        let end = track.end();
        let moved = self.pose.moved.entry(index).or_default();
        match path {
            Path::Translation => moved.translation = Some(track.vector(time)),
            Path::Rotation => moved.rotation = Some(track.rotation(time)),
            Path::Scale => moved.scale = Some(track.vector(time)),
            Path::Weights => {
                self.pose.weights.insert(index, track);
            }
        }
        Ok(end)
    }

    /// The weights of a mesh's morph targets: the animation's, else the node's, else the mesh's, else zero. Empty where
    /// all are zero.
    pub(super) fn weights(&mut self, node: usize, mesh: usize) -> Result<Vec<f32>, Reason> {
        let d = self.d;
        let count = targets(d, Some(mesh));
        if count == 0 {
            return Ok(Vec::new());
        }
        self.spend(count as u64)?;
        let fixed = || {
            let of_node = at(&d.nodes, Some(node)).and_then(|n| n.weights.clone());
            of_node.or_else(|| at(&d.meshes, Some(mesh)).and_then(|m| m.weights.clone())).unwrap_or_default()
        };
        let mut weights: Vec<f32> = match self.pose.weights.get(&node) {
            Some(track) => (0..count as u64).map(|i| track.weight(self.pose.time_s, i)).collect(),
            None => fixed(),
        };
        weights.truncate(count);
        if weights.iter().all(|&w| w == 0.0) {
            weights.clear();
        }
        Ok(weights)
    }

    /// The joints of a skin in this pose. `None`: it has none, or there is no room for them; a note says so.
    pub(super) fn joints(&mut self, index: usize) -> Option<Joints> {
        if let Some(done) = self.skins.get(&index) {
            return done.clone();
        }
        let done = self.make_joints(index);
        let done = match done {
            Ok(joints) => Some(Rc::new(joints)),
            Err(why) => {
                let pointer = format!("/skins/{index}");
                self.notes.refused("a skin is not used", &pointer, || why);
                None
            }
        };
        self.skins.insert(index, done.clone());
        done
    }

    fn make_joints(&mut self, index: usize) -> Result<Vec<Mat4>, Reason> {
        let d = self.d;
        let skin = at(&d.skins, Some(index));
        let joints = skin.and_then(|s| s.joints.as_ref().map(|j| (s, j))).filter(|(_, j)| !j.is_empty());
        let Some((skin, joints)) = joints else {
            return Err(Reason::Invalid {
                what: "the skin".into(),
                rule: "it has no joints, so meshes are drawn at their nodes without it".into(),
            });
        };
        let bytes = (joints.len() * size_of::<Mat4>()) as u64;
        self.geometry_left = self.geometry_left.checked_sub(bytes).ok_or_else(|| Reason::OverLimit {
            what: "bytes of vertex and index data that are left, of which joints take their part".into(),
            asked: bytes.into(),
            allowed: self.geometry_left.into(),
        })?;
        let bind = match skin.inverse_bind_matrices {
            Some(accessor) => Some(self.paid_values(Some(accessor))?),
            None => None,
        };
        let worlds = self.worlds.get_or_insert_with(|| worlds(d, &self.pose));
        let matrix = |i: usize| match &bind {
            Some(values) if (i as u64) < values.count => {
                let mut m = Mat4::from_cols_array(&values.vector(i as u64));
                // Whatever the last row says: the checks have named it.
                (m.x_axis.w, m.y_axis.w, m.z_axis.w, m.w_axis.w) = (0.0, 0.0, 0.0, 1.0);
                m
            }
            _ => Mat4::IDENTITY,
        };
        let world =
            |node: &Option<usize>| node.and_then(|n| worlds.get(n).copied()).unwrap_or(Mat4::IDENTITY);
        Ok(joints.iter().enumerate().map(|(i, node)| world(node) * matrix(i)).collect())
    }
}

/// The world matrix of every node, whether a scene holds it or not. Of several parents the last counts; a node below
/// itself is taken as a root.
fn worlds(d: &Document, pose: &Pose<'_>) -> Vec<Mat4> {
    let mut parents = vec![None; d.nodes.len()];
    for (i, node) in each(&d.nodes) {
        for child in node.children.iter().flatten() {
            if let Some(slot) = parents.get_mut(*child) {
                *slot = Some(i);
            }
        }
    }
    let mut done: Vec<Option<Mat4>> = vec![None; d.nodes.len()];
    let mut on_way = vec![false; d.nodes.len()];
    for start in 0..d.nodes.len() {
        // Up to the first node that is known, then down again.
        let mut way = Vec::new();
        let mut node = Some(start);
        let mut world = Mat4::IDENTITY;
        while let Some(n) = node {
            if let Some(known) = done.get(n).copied().flatten() {
                world = known;
                break;
            }
            match on_way.get_mut(n) {
                Some(slot) if !*slot => *slot = true,
                _ => break,
            }
            way.push(n);
            node = parents.get(n).copied().flatten();
        }
        for &n in way.iter().rev() {
            if let Some(local) = at(&d.nodes, Some(n)).map(|node| pose.local(n, node)) {
                world *= local;
            }
            if let Some(slot) = done.get_mut(n) {
                *slot = Some(world);
            }
        }
    }
    done.into_iter().map(|m| m.unwrap_or(Mat4::IDENTITY)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(x: f32, children: &[usize]) -> Option<Node> {
        Some(Node {
            translation: Some(Vec3::X * x),
            children: children.iter().map(|&c| Some(c)).collect(),
            ..Node::default()
        })
    }

    #[test]
    fn world_matrices_follow_parents_in_any_order_and_loops_end() {
        let nodes = vec![node(1.0, &[]), node(2.0, &[0]), node(4.0, &[1]), node(8.0, &[4]), node(16.0, &[3])];
        let d = Document { nodes, ..Document::default() };
        let x: Vec<f32> = worlds(&d, &Pose::default()).iter().map(|m| m.w_axis.x).collect();
        assert_eq!(x[..3], [7.0, 6.0, 4.0]);
        assert!(x[3..].iter().all(|v| v.is_finite()));
    }

    #[test]
    fn a_long_chain_of_nodes_is_walked_once() {
        let n = 100_000;
        let nodes = (0..n).map(|i| node(1.0, if i + 1 < n { &[0][..0] } else { &[] })).collect();
        let mut d = Document { nodes, ..Document::default() };
        for i in 0..n - 1 {
            d.nodes[i].as_mut().unwrap().children = vec![Some(i + 1)];
        }
        assert_eq!(worlds(&d, &Pose::default())[n - 1].w_axis.x, n as f32);
    }
}
