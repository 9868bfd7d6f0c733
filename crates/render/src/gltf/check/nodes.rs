//! The node hierarchy: references, parents, loops, scenes, skins.
//!
//! Every walk here is linear in the number of nodes, so that a long chain costs no more than it has links.

use super::{AccessorUsage, Checker, ElementCheck, ViewUsage};
use crate::gltf::codes::Code;
use crate::gltf::parse::buffers::{Component, Shape};
use crate::gltf::parse::nodes::{Node, Skin};
use crate::gltf::parse::{at, each};
use std::collections::HashMap;

/// Scenes times nodes up to which it is looked up which scenes hold a skin's joints.
const SCENE_LOOKUPS: usize = 20_000_000;

/// Steps up the hierarchy for all skins together; a file with more keeps the rest of its skins unlooked at.
pub(super) const SKIN_STEPS: u64 = 2_000_000;

/// The parent of each node: the last node that names it as a child.
pub(super) struct Parents {
    of: Vec<Option<usize>>,
    /// The node is part of a loop.
    looped: Vec<bool>,
}

impl Parents {
    fn get(&self, node: usize) -> Option<usize> {
        self.of.get(node).copied().flatten()
    }

    fn is_looped(&self, node: usize) -> bool {
        self.looped.get(node).copied().unwrap_or(false)
    }

    fn find_loops(&mut self) {
        // 0 not seen, 1 on the current walk, 2 done. Following parents is a walk without branches.
        let mut state = vec![0u8; self.of.len()];
        for start in 0..self.of.len() {
            let mut walk = Vec::new();
            let mut node = Some(start);
            while let Some(n) = node {
                match state.get_mut(n) {
                    Some(s) if *s == 0 => *s = 1,
                    Some(s) if *s == 1 => {
                        let from = walk.iter().position(|&w| w == n).unwrap_or(0);
                        for &inside in walk.get(from..).unwrap_or_default() {
                            if let Some(l) = self.looped.get_mut(inside) {
                                *l = true;
                            }
                        }
                        break;
                    }
                    _ => break,
                }
                walk.push(n);
                node = self.get(n);
            }
            for n in walk {
                if let Some(s) = state.get_mut(n) {
                    *s = 2;
                }
            }
        }
    }
}

impl Checker<'_> {
    pub(super) fn nodes(&mut self) -> Parents {
        let d = self.d;
        let mut parents = Parents { of: vec![None; d.nodes.len()], looped: vec![false; d.nodes.len()] };
        for (i, node) in each(&d.nodes) {
            self.resolve(&d.cameras, node.camera, || format!("{}/camera", node.at));
            self.resolve(&d.skins, node.skin, || format!("{}/skin", node.at));
            self.resolve(&d.meshes, node.mesh, || format!("{}/mesh", node.at));
            self.light(node);
            self.node_mesh(node);
            for (k, child) in node.children.iter().enumerate() {
                let pointer = || format!("{}/children/{k}", node.at);
                if self.resolve(&d.nodes, *child, pointer).is_none() {
                    continue;
                }
                let Some(slot) = child.and_then(|c| parents.of.get_mut(c)) else { continue };
                if slot.replace(i).is_some() {
                    let message = format!("node {} has a parent before", child.unwrap_or(0));
                    self.find(Code::NodeParentOverride, pointer(), message);
                }
            }
        }
        parents.find_loops();
        parents
    }

    fn light(&mut self, node: &Node) {
        let d = self.d;
        let Some(light) = node.light else { return };
        let pointer = format!("{}/extensions/KHR_lights_punctual", node.at);
        if !d.has_lights {
            let message = "the node's light needs the list of lights in the root's KHR_lights_punctual";
            self.find(Code::UnsatisfiedDependency, pointer, message);
        } else {
            self.resolve(&d.lights, light, || format!("{pointer}/light"));
        }
    }

    fn node_mesh(&mut self, node: &Node) {
        let Some(primitives) = at(&self.d.meshes, node.mesh).and_then(|m| m.primitives.as_ref()) else {
            return;
        };
        if let Some(weights) = node.weights.as_ref().map(Vec::len) {
            let targets = primitives.first().and_then(|p| p.targets.as_ref()).map_or(0, Vec::len);
            if weights != targets {
                let message = format!("{weights} weights for {targets} morph targets");
                self.find(Code::NodeWeightsInvalid, format!("{}/weights", node.at), message);
            }
        }
        if at(&self.d.skins, node.skin).is_some() && primitives.iter().all(|p| p.joints == 0) {
            let message = "the node has a skin, but its mesh has no joints";
            self.find(Code::NodeSkinWithNonSkinnedMesh, &node.at, message);
        }
    }

    /// Answers for each skin the topmost node above its joints, where that is known.
    pub(super) fn skins(&mut self, parents: &Parents) -> Vec<Option<usize>> {
        let d = self.d;
        let mut steps = SKIN_STEPS;
        let mut tops = vec![None; d.skins.len()];
        for (i, skin) in each(&d.skins) {
            let joints = self.joints(skin);
            self.bind_matrices(skin);
            let pointer = format!("{}/skeleton", skin.at);
            let skeleton = self.resolve(&d.nodes, skin.skeleton, || pointer.clone()).and(skin.skeleton);
            let Some(above) = joints.map(|joints| common_ancestors(&joints, parents, &mut steps)) else {
                continue;
            };
            let Some(above) = above else {
                self.skins_unchecked = true;
                continue;
            };
            if above.is_empty() {
                let message = "no node is above all joints";
                self.find(Code::SkinNoCommonRoot, format!("{}/joints", skin.at), message);
            }
            if skeleton.is_some_and(|s| !above.contains(&s)) {
                let message = "the skeleton node is not above all joints";
                self.find(Code::SkinSkeletonInvalid, pointer, message);
            }
            if let Some(slot) = tops.get_mut(i) {
                *slot = above.last().copied().filter(|&n| parents.get(n).is_none());
            }
        }
        tops
    }

    /// The joints of a skin; those that lead nowhere are named. `None`: it has no list of joints.
    fn joints(&mut self, skin: &Skin) -> Option<Vec<usize>> {
        let d = self.d;
        let list = skin.joints.as_ref()?;
        let mut joints = Vec::with_capacity(list.len());
        for (i, joint) in list.iter().enumerate() {
            if self.resolve(&d.nodes, *joint, || format!("{}/joints/{i}", skin.at)).is_some() {
                joints.extend(*joint);
            }
        }
        Some(joints)
    }

    fn bind_matrices(&mut self, skin: &Skin) {
        let d = self.d;
        let pointer = format!("{}/inverseBindMatrices", skin.at);
        let Some(accessor) = self.resolve(&d.accessors, skin.inverse_bind_matrices, || pointer.clone())
        else {
            return;
        };
        let Some(index) = skin.inverse_bind_matrices else { return };
        self.use_accessor(index, AccessorUsage::BindMatrices, &pointer);
        self.use_view(accessor.view, ViewUsage::BindMatrices, &pointer);
        if at(&d.views, accessor.view).is_some_and(|v| v.stride.is_some()) {
            let message = "inverse bind matrices have no stride";
            self.find(Code::SkinIbmAccessorWithBytestride, &pointer, message);
        }
        if let (Some(joints), Some(count)) = (&skin.joints, accessor.count)
            && count < joints.len() as u64
        {
            let message = format!("{count} matrices for {} joints", joints.len());
            self.find(Code::InvalidIbmAccessorCount, &pointer, message);
        }
        let Some(format) = accessor.format() else { return };
        if format.shape != Shape::Mat4 || format.component != Component::F32 || format.normalized {
            let message = format!("inverse bind matrices cannot be {format}");
            self.find(Code::SkinIbmInvalidFormat, pointer, message);
        } else {
            self.schedule(index, ElementCheck::BindMatrices, pointer);
        }
    }

    pub(super) fn scenes(&mut self, parents: &Parents) {
        let d = self.d;
        for (_, scene) in each(&d.scenes) {
            for (i, node) in scene.nodes.iter().enumerate() {
                let pointer = || format!("{}/nodes/{i}", scene.at);
                if self.resolve(&d.nodes, *node, pointer).is_none() {
                    continue;
                }
                if node.is_some_and(|n| parents.get(n).is_some()) {
                    let message = format!("node {} is a child of another", node.unwrap_or(0));
                    self.find(Code::SceneNonRootNode, pointer(), message);
                }
            }
        }
    }

    pub(super) fn loops(&mut self, parents: &Parents, tops: &[Option<usize>]) {
        let d = self.d;
        for (i, node) in each(&d.nodes) {
            if parents.is_looped(i) {
                let message = "the node is below itself";
                self.find(Code::NodeLoop, &node.at, message);
            }
        }
        let skinned = each(&d.nodes).any(|(_, n)| n.skin.is_some());
        if skinned && d.scenes.len().saturating_mul(d.nodes.len()) <= SCENE_LOOKUPS {
            self.skins_in_scenes(tops);
        }
    }

    /// A skinned node may only be in scenes that hold the joints as well.
    fn skins_in_scenes(&mut self, tops: &[Option<usize>]) {
        let d = self.d;
        let mut wrong = vec![false; d.nodes.len()];
        for (_, scene) in each(&d.scenes) {
            let mut inside = vec![false; d.nodes.len()];
            let mut stack: Vec<usize> = scene.nodes.iter().flatten().copied().collect();
            while let Some(n) = stack.pop() {
                let Some(seen) = inside.get_mut(n) else { continue };
                if !std::mem::replace(seen, true) {
                    stack.extend(at(&d.nodes, Some(n)).into_iter().flat_map(|n| n.children.iter().flatten()));
                }
            }
            for (i, node) in each(&d.nodes) {
                let top = node.skin.and_then(|s| tops.get(s).copied().flatten());
                let holds = |n: usize| inside.get(n).copied().unwrap_or(false);
                if let (Some(top), Some(slot)) = (top, wrong.get_mut(i)) {
                    *slot |= holds(i) && !holds(top);
                }
            }
        }
        for (i, node) in each(&d.nodes) {
            if wrong.get(i).copied().unwrap_or(false) {
                let message = "a scene holds the skinned node but not its joints";
                self.find(Code::NodeSkinNoScene, &node.at, message);
            }
        }
    }
}

/// The nodes that are above (or are) every one of these, from the lowest up. `None`: there are no steps left to find out.
fn common_ancestors(nodes: &[usize], parents: &Parents, steps: &mut u64) -> Option<Vec<usize>> {
    let Some((&first, rest)) = nodes.split_first() else { return Some(Vec::new()) };
    let mut step = || -> Option<()> {
        *steps = steps.checked_sub(1)?;
        Some(())
    };
    // The chain of the first node, with the place of each on it.
    let mut place: HashMap<usize, usize> = HashMap::new();
    let mut chain = Vec::new();
    let mut node = Some(first);
    while let Some(n) = node {
        step()?;
        if place.insert(n, chain.len()).is_some() {
            break;
        }
        chain.push(n);
        node = parents.get(n);
    }
    let mut lowest = 0;
    // Where the way up from a node meets the chain, remembered for every node on the way, so that none is walked twice.
    let mut meets: HashMap<usize, Option<usize>> = HashMap::new();
    for &start in rest {
        let mut way = Vec::new();
        let mut node = Some(start);
        let mut met = None;
        while let Some(n) = node {
            step()?;
            if let Some(&at) = place.get(&n) {
                met = Some(at);
                break;
            }
            match meets.get(&n) {
                Some(&known) => {
                    met = known;
                    break;
                }
                None => meets.insert(n, None),
            };
            way.push(n);
            node = parents.get(n);
        }
        for n in way {
            meets.insert(n, met);
        }
        match met {
            Some(at) => lowest = lowest.max(at),
            None => return Some(Vec::new()),
        }
    }
    Some(chain.split_off(lowest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parents(of: &[Option<usize>]) -> Parents {
        let mut p = Parents { of: of.to_vec(), looped: vec![false; of.len()] };
        p.find_loops();
        p
    }

    #[test]
    fn loops_are_found_and_what_hangs_from_them_is_none() {
        let p = parents(&[Some(1), Some(2), Some(0), Some(1), None, Some(5), Some(4)]);
        assert_eq!(p.looped, [true, true, true, false, false, true, false]);
    }

    #[test]
    fn common_roots_are_found_or_given_up() {
        // 0 - 1 - 2, 1 - 3, 4 alone
        let p = parents(&[None, Some(0), Some(1), Some(1), None]);
        let above = |nodes: &[usize]| common_ancestors(nodes, &p, &mut 100).unwrap();
        assert_eq!(above(&[2, 3]), [1, 0]);
        assert_eq!(above(&[2, 3, 0]), [0]);
        assert_eq!(above(&[2]), [2, 1, 0]);
        assert!(above(&[2, 4]).is_empty() && above(&[]).is_empty());
        assert_eq!(common_ancestors(&[2, 3], &p, &mut 3), None);
    }

    #[test]
    fn a_long_chain_of_nodes_is_walked_once() {
        let n = 200_000;
        let of: Vec<Option<usize>> = (0..n).map(|i| (i > 0).then(|| i - 1)).collect();
        let p = parents(&of);
        let joints: Vec<usize> = (0..n).rev().collect();
        assert_eq!(common_ancestors(&joints, &p, &mut 500_000), Some(vec![0]));
    }
}
