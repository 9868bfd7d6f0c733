//! From a document that passed the checks to a scene: which scene of the file, its nodes in world space, and what they
//! carry. Meshes and materials are made when the first node needs them, so that what is not drawn costs nothing.

mod deform;
mod materials;
mod pose;
mod primitives;
mod topology;
mod track;

use super::access::Buffers;
use super::finding::{Findings, Notes};
use super::limits::Limits;
use super::parse::nodes::{self, Node};
use super::parse::{Document, at, each};
use super::play::Played;
use super::textures::Picture;
use super::{Progress, Stage};
use crate::scene::{Camera, Instance, Light, LightKind, Mesh, Projection, Scene, unit};
use candor_caps::Reason;
use deform::Posing;
use glam::{Mat3, Mat4, Vec3};
use pose::{Joints, Pose};
use std::collections::{HashMap, HashSet};

/// Stand-ins for numbers of a camera that cannot be used.
const DEFAULT_YFOV: f32 = std::f32::consts::FRAC_PI_4;
const DEFAULT_ZNEAR: f32 = 0.01;
/// Just below a straight angle.
const WIDEST_YFOV: f32 = 3.1;

/// What the stages before have made.
pub(super) struct Input<'a> {
    pub(super) document: &'a Document,
    pub(super) buffers: &'a Buffers,
    pub(super) pictures: &'a [Option<Picture>],
    pub(super) limits: &'a Limits,
    /// Bytes of the asset and of the files that it names.
    pub(super) read_bytes: u64,
    /// Which of the document's animations is played; none: the rest pose.
    pub(super) animation: Option<usize>,
    /// The moment, in seconds.
    pub(super) time_s: f32,
}

/// Which primitives of a mesh are meant, and in whose pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    /// All, at the node.
    Whole,
    /// Those with joints, moved by a skin.
    Skinned(usize),
    /// Those without joints, of a node with a skin.
    Rigid,
}

/// A mesh of the document in one pose: the node is named where weights are its own.
type MeshKey = (usize, Part, Option<usize>);

struct Builder<'a> {
    d: &'a Document,
    buffers: &'a Buffers,
    pictures: &'a [Option<Picture>],
    limits: &'a Limits,
    findings: &'a mut Findings,
    notes: &'a mut Notes,
    scene: Scene,
    /// With the index in the file, by which they are sorted in the end.
    cameras: Vec<(usize, Camera)>,
    geometry_left: u64,
    posing_left: u64,
    pose: Pose<'a>,
    /// It has been said how poses are made.
    is_posed: bool,
    /// World matrices of all nodes, made when the first skin needs them.
    worlds: Option<Vec<Mat4>>,
    skins: HashMap<usize, Option<Joints>>,
    meshes: HashMap<MeshKey, usize>,
    materials: HashMap<Option<usize>, usize>,
    images: HashMap<(Option<usize>, materials::Slot), usize>,
}

/// Makes the scene. Errors that only show here are among the findings.
pub(super) fn scene(
    input: &Input<'_>,
    findings: &mut Findings,
    notes: &mut Notes,
    progress: &mut dyn FnMut(Progress),
) -> (Scene, Option<Played>) {
    let d = input.document;
    let mut b = Builder {
        d,
        buffers: input.buffers,
        pictures: input.pictures,
        limits: input.limits,
        findings,
        notes,
        scene: Scene::default(),
        cameras: Vec::new(),
        geometry_left: input.limits.geometry_for(input.read_bytes),
        posing_left: input.limits.posed_numbers,
        pose: Pose::default(),
        is_posed: false,
        worlds: None,
        skins: HashMap::new(),
        meshes: HashMap::new(),
        materials: HashMap::new(),
        images: HashMap::new(),
    };
    b.samplers();
    let played = input.animation.and_then(|index| b.play(index, input.time_s));
    if played.is_none() && input.time_s != 0.0 {
        let asked = format!("the moment of {} s", input.time_s);
        b.notes.adjusted("there is nothing to play", "", asked, "the rest pose", || Reason::Invalid {
            what: "the moment".into(),
            rule: "no animation is played, so nothing moves".into(),
        });
    }
    let roots = b.roots();
    b.walk(&roots, progress);
    // A user who asks for camera 1 means the file's; nodes may come in any order.
    b.cameras.sort_by_key(|(index, _)| *index);
    b.scene.cameras = b.cameras.into_iter().map(|(_, camera)| camera).collect();
    if b.scene.is_empty() {
        b.notes.refused("nothing to draw", "", || Reason::Invalid {
            what: "the scene".into(),
            rule: "it holds nothing that can be drawn, so the picture stays empty".into(),
        });
    }
    (b.scene, played)
}

enum Step {
    Enter(usize, Mat4),
    Leave(usize),
}

impl Builder<'_> {
    /// The nodes to start from: of the default scene, else of the first, else all that are nobody's child.
    fn roots(&mut self) -> Vec<usize> {
        let d = self.d;
        let first = || each(&d.scenes).next().map(|(_, scene)| scene);
        if let Some(scene) = at(&d.scenes, d.scene) {
            return unique(&scene.nodes);
        }
        if let Some(scene) = first() {
            if d.scenes.len() > 1 {
                self.notes.adjusted("no default scene", "/scenes", "the default scene", "scene 0", || {
                    Reason::Invalid {
                        what: "the default scene".into(),
                        rule: "the file has several scenes and names none as its default".into(),
                    }
                });
            }
            return unique(&scene.nodes);
        }
        let mut is_child = vec![false; d.nodes.len()];
        for child in each(&d.nodes).flat_map(|(_, n)| n.children.iter().flatten()) {
            if let Some(slot) = is_child.get_mut(*child) {
                *slot = true;
            }
        }
        if !d.nodes.is_empty() {
            self.notes.adjusted("no scene", "/scenes", "the default scene", "all root nodes", || {
                Reason::Invalid {
                    what: "the default scene".into(),
                    rule: "the file has no scenes, so all nodes are drawn that are nobody's child".into(),
                }
            });
        }
        each(&d.nodes).map(|(i, _)| i).filter(|&i| !is_child.get(i).copied().unwrap_or(true)).collect()
    }

    /// Depth first, with an own stack: a chain of nodes may be as long as the file likes.
    fn walk(&mut self, roots: &[usize], progress: &mut dyn FnMut(Progress)) {
        let total = each(&self.d.meshes).count() as u64;
        let mut on_path = vec![false; self.d.nodes.len()];
        let mut stack: Vec<Step> = roots.iter().rev().map(|&n| Step::Enter(n, Mat4::IDENTITY)).collect();
        let mut visits = 0usize;
        while let Some(step) = stack.pop() {
            let (index, parent) = match step {
                Step::Enter(index, parent) => (index, parent),
                Step::Leave(index) => {
                    if let Some(slot) = on_path.get_mut(index) {
                        *slot = false;
                    }
                    continue;
                }
            };
            let d = self.d;
            let (Some(node), Some(slot)) = (at(&d.nodes, Some(index)), on_path.get_mut(index)) else {
                continue;
            };
            // A node below itself: the loop has been named, it is not followed.
            if std::mem::replace(slot, true) {
                continue;
            }
            visits += 1;
            if visits > self.limits.instances {
                let allowed = self.limits.instances as u64;
                self.notes.refused("too many nodes", &node.at, || Reason::OverLimit {
                    what: "nodes of the scene, counted with repetition".into(),
                    asked: (allowed + 1).into(),
                    allowed: allowed.into(),
                });
                return;
            }
            stack.push(Step::Leave(index));
            let world = parent * self.pose.local(index, node);
            if !world.is_finite() {
                self.notes.refused("a node's place is not finite", &node.at, || Reason::Invalid {
                    what: "the node".into(),
                    rule: "its transforms multiply to numbers beyond 32-bit floats, so it is not drawn"
                        .into(),
                });
                continue;
            }
            progress(Progress { stage: Stage::Meshes, done: self.meshes.len() as u64, total });
            self.node(index, node, world);
            // A child that is on the path already would be entered and left without effect; leaving would clear its
            // mark too early, so it is not pushed at all.
            for child in unique(&node.children).into_iter().rev() {
                if !on_path.get(child).copied().unwrap_or(true) {
                    stack.push(Step::Enter(child, world));
                }
            }
        }
    }

    fn node(&mut self, index: usize, node: &Node, world: Mat4) {
        let d = self.d;
        let name = if node.name.is_empty() { format!("node {index}") } else { node.name.clone() };
        if let Some(mesh) = node.mesh {
            self.instances(index, node, mesh, &name, world);
        }
        if let Some(camera) = at(&d.cameras, node.camera) {
            self.camera(node.camera.unwrap_or(0), camera, &name, world);
        }
        if let Some(light) = at(&d.lights, node.light.flatten()).filter(|_| d.has_lights) {
            self.light(light, &name, world);
        }
    }

    /// What a node's mesh becomes: one instance, or one of what its skin moves and one of the rest.
    fn instances(&mut self, index: usize, node: &Node, mesh: usize, name: &str, world: Mat4) {
        let d = self.d;
        let primitives = || at(&d.meshes, Some(mesh)).into_iter().flat_map(|m| m.primitives.iter().flatten());
        let has_joints = primitives().any(|p| p.joints > 0);
        let skin = node.skin.filter(|s| has_joints && at(&d.skins, Some(*s)).is_some());
        let parts = match skin.filter(|s| self.joints(*s).is_some()) {
            None => [Some((Part::Whole, world)), None],
            // Joints take a skinned mesh to the world by themselves; its node does not (glTF 2.0, 3.7.3.3).
            Some(skin) => [
                Some((Part::Skinned(skin), Mat4::IDENTITY)),
                primitives().any(|p| p.joints == 0).then_some((Part::Rigid, world)),
            ],
        };
        for (part, world) in parts.into_iter().flatten() {
            if let Some(mesh) = self.mesh(index, node, mesh, part) {
                self.scene.instances.push(Instance::new(name, mesh, world));
            }
        }
    }

    /// The scene's mesh for one of the document. `None`: nothing of it can be drawn.
    fn mesh(&mut self, node_index: usize, node: &Node, index: usize, part: Part) -> Option<usize> {
        let key = (index, part, self.pose.has_own_weights(node_index, node).then_some(node_index));
        if let Some(&done) = self.meshes.get(&key) {
            return (!self.scene.meshes.get(done)?.primitives.is_empty()).then_some(done);
        }
        let d = self.d;
        let mesh = at(&d.meshes, Some(index))?;
        let name = if mesh.name.is_empty() { format!("mesh {index}") } else { mesh.name.clone() };
        let weights = match self.weights(node_index, index) {
            Ok(weights) => weights,
            Err(why) => {
                self.notes.refused("morph targets are not applied", &format!("/meshes/{index}"), || why);
                Vec::new()
            }
        };
        let joints = match part {
            Part::Skinned(skin) => self.joints(skin),
            Part::Whole | Part::Rigid => None,
        };
        if joints.is_some() || !weights.is_empty() {
            self.posed(&node.at, "a mesh that is skinned or morphed", "one pose");
        }
        let posing = Posing { weights, joints };
        let mut primitives = Vec::new();
        for primitive in mesh.primitives.iter().flatten() {
            let is_meant = match part {
                Part::Whole => true,
                Part::Skinned(_) => primitive.joints > 0,
                Part::Rigid => primitive.joints == 0,
            };
            if is_meant {
                primitives.extend(self.primitive(primitive, &posing));
            }
        }
        let drawn = !primitives.is_empty();
        let done = self.scene.add_mesh(Mesh { name, primitives });
        self.meshes.insert(key, done);
        drawn.then_some(done)
    }

    fn camera(&mut self, index: usize, camera: &nodes::Camera, node: &str, world: Mat4) {
        let name = if camera.name.is_empty() { node.to_owned() } else { camera.name.clone() };
        let projection = camera.projection.as_ref().map(projection);
        match (projection, without_scale(&world)) {
            (Some(projection), Some(world)) => self.cameras.push((index, Camera { name, projection, world })),
            (None, _) => self.notes.refused("a camera cannot be used", &camera.at, || Reason::Invalid {
                what: "the camera".into(),
                rule: "it is neither perspective nor orthographic".into(),
            }),
            (_, None) => self.notes.refused("a camera cannot be used", &camera.at, || Reason::Invalid {
                what: "the camera".into(),
                rule: "the node that carries it is scaled to nothing along an axis".into(),
            }),
        }
    }

    fn light(&mut self, light: &nodes::Light, node: &str, world: Mat4) {
        let name = if light.name.is_empty() { node.to_owned() } else { light.name.clone() };
        let (inner, outer) = light.cone;
        let kind = match light.kind {
            Some("directional") => LightKind::Directional,
            Some("point") => LightKind::Point,
            Some("spot") => LightKind::Spot {
                // The angles in the wrong order have been named.
                inner_angle: if inner < outer { inner } else { outer * 0.5 },
                outer_angle: outer.min(std::f32::consts::FRAC_PI_2),
            },
            _ => {
                return self.notes.refused("a light cannot be used", &light.at, || Reason::Invalid {
                    what: "the light".into(),
                    rule: "it is neither directional nor point nor spot".into(),
                });
            }
        };
        let direction = unit(world.transform_vector3(Vec3::NEG_Z)).unwrap_or(Vec3::NEG_Z);
        self.scene.lights.push(Light {
            name,
            kind,
            color: light.color,
            intensity: light.intensity,
            range: light.range,
            position: world.w_axis.truncate(),
            direction,
        });
    }
}

/// The indices of a list, each once: that one is repeated is an error of the file, not a wish to draw it twice.
fn unique(list: &[Option<usize>]) -> Vec<usize> {
    let mut seen = HashSet::new();
    list.iter().flatten().copied().filter(|&n| seen.insert(n)).collect()
}

/// The rotation and translation of a matrix. A camera is not scaled (glTF 2.0, 3.10).
fn without_scale(world: &Mat4) -> Option<Mat4> {
    let m = Mat3::from_mat4(*world);
    let z = unit(m.z_axis)?;
    let y = unit(m.y_axis)?;
    let y = unit(y - z * y.dot(z))?;
    let out = Mat4::from_cols(y.cross(z).extend(0.0), y.extend(0.0), z.extend(0.0), world.w_axis);
    out.is_finite().then_some(out)
}

/// What cannot be used gets a stand-in; the checks have named it.
fn projection(p: &nodes::Projection) -> Projection {
    match *p {
        nodes::Projection::Perspective { aspect, yfov, zfar, znear } => {
            let positive = |v: &f32| *v > 0.0;
            let znear = znear.filter(positive).unwrap_or(DEFAULT_ZNEAR);
            Projection::Perspective {
                yfov: yfov.filter(positive).unwrap_or(DEFAULT_YFOV).min(WIDEST_YFOV),
                aspect: aspect.filter(positive),
                znear,
                zfar: zfar.filter(|&f| f > znear),
            }
        }
        nodes::Projection::Orthographic { xmag, ymag, zfar, znear } => {
            let mag = |v: Option<f32>| v.map(f32::abs).filter(|&v| v > 0.0).unwrap_or(1.0);
            // A near plane at the end of what f32 holds leaves no room behind it.
            let znear = znear.unwrap_or(0.0).min(f32::MAX * 0.25);
            let zfar = zfar.filter(|&f| f > znear).unwrap_or(znear * 2.0 + 1000.0);
            Projection::Orthographic { xmag: mag(xmag), ymag: mag(ymag), znear, zfar }
        }
    }
}
