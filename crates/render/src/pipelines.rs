//! Every pipeline of the renderer: what they differ by, their names, and which of them settings can need. The renderer makes none but
//! through this list, so that a manifest of it is complete.

use crate::error::RenderError;
use crate::gpu::material::AlphaKind;
use crate::gpu::scene::Permutation;
use crate::gpu::shared::{Layouts, MISSING_SETS};
use crate::passes::draws::Reads;
use crate::passes::{forward, mips, shadow, sky, tonemap};
use crate::scene::Topology;
use crate::settings::{Background, CullOverride, Polygon, RenderSettings, SettingValue, Tonemap, apply};
use candor_pipelines::{PipelineManifest, ShaderSet};
use candor_rhi::backend::Enabled;
use candor_rhi::{Cull, Device, Error, FrontFace, RasterPipeline, RasterPipelineDesc};
use candor_shader::Overrides;
use std::collections::BTreeSet;

/// Everything by which pipelines differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PipelineKey {
    Forward(ForwardKey),
    Shadow(ShadowKey),
    Sky { samples: u32 },
    Tonemap { kind: Tonemap },
    Mips { srgb: bool },
}

/// A pipeline of the forward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ForwardKey {
    pub(crate) alpha: AlphaKind,
    pub(crate) unlit: bool,
    pub(crate) topology: Topology,
    /// Bit `i`: attribute `i` is a constant.
    pub(crate) missing: u8,
    pub(crate) samples: u32,
    pub(crate) polygon: Polygon,
    pub(crate) cull: Cull,
    pub(crate) front: FrontFace,
}

/// A pipeline of the shadow pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ShadowKey {
    pub(crate) reads: Reads,
    pub(crate) missing: u8,
    pub(crate) cull: Cull,
    pub(crate) front: FrontFace,
}

impl ForwardKey {
    /// What a draw needs under settings.
    pub(crate) fn of(p: Permutation, s: &RenderSettings) -> Self {
        let topology = p.topology();
        let (samples, missing) = (s.msaa.max(1), p.missing);
        let mut key = Self {
            alpha: p.alpha,
            unlit: p.unlit,
            topology,
            missing,
            samples,
            // Points and lines have neither faces nor a way to be filled.
            polygon: Polygon::Fill,
            cull: Cull::None,
            front: FrontFace::Ccw,
        };
        if topology == Topology::Triangles {
            (key.cull, key.front) = forward::faces(p, s.cull);
            key.polygon = s.polygon;
        }
        key
    }
}

impl ShadowKey {
    /// What a draw needs under settings; nothing where it throws no shadow.
    pub(crate) fn of(p: Permutation, s: &RenderSettings) -> Option<Self> {
        if !s.shadows || p.topology() != Topology::Triangles || p.alpha == AlphaKind::Blend {
            return None;
        }
        let reads = shadow::reads(p);
        let (cull, front) = shadow::faces(p, s.cull);
        Some(Self { reads, missing: reads.missing(p.missing), cull, front })
    }
}

fn faces(cull: Cull, front: FrontFace) -> &'static str {
    match (cull, front) {
        (Cull::None, FrontFace::Ccw) => "both faces",
        (Cull::None, FrontFace::Cw) => "both faces, mirrored",
        (Cull::Back, FrontFace::Ccw) => "front faces",
        (Cull::Back, FrontFace::Cw) => "front faces, mirrored",
        (Cull::Front, FrontFace::Ccw) => "back faces",
        (Cull::Front, FrontFace::Cw) => "back faces, mirrored",
    }
}

fn attributes(missing: u8) -> &'static str {
    if missing == 0 { "all attributes" } else { "one set of coordinates" }
}

impl PipelineKey {
    /// Its name in a manifest, and its label.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Forward(k) => {
                let alpha = match k.alpha {
                    AlphaKind::Opaque => "opaque",
                    AlphaKind::Mask => "mask",
                    AlphaKind::Blend => "blend",
                };
                let shading = if k.unlit { "unlit" } else { "lit" };
                let shape = match k.topology {
                    Topology::Points => "points".to_owned(),
                    Topology::Lines => "lines".to_owned(),
                    Topology::Triangles => {
                        let fill = match k.polygon {
                            Polygon::Fill => "triangles",
                            Polygon::Line => "edges of triangles",
                            Polygon::Point => "corners of triangles",
                        };
                        format!("{fill}, {}", faces(k.cull, k.front))
                    }
                };
                format!(
                    "forward: {alpha}, {shading}, {}, {shape}, {} samples",
                    attributes(k.missing),
                    k.samples
                )
            }
            Self::Shadow(k) if k.reads == Reads::Coverage => {
                format!("shadow: mask, {}, {}", attributes(k.missing), faces(k.cull, k.front))
            }
            Self::Shadow(k) => format!("shadow: opaque, {}", faces(k.cull, k.front)),
            Self::Sky { samples } => format!("sky: {samples} samples"),
            Self::Tonemap { kind } => format!("tonemap: {}", kind.value()),
            Self::Mips { srgb: true } => "mips: sRGB".to_owned(),
            Self::Mips { srgb: false } => "mips: linear".to_owned(),
        }
    }

    /// Shows its description.
    pub(crate) fn describe<R>(&self, l: &Layouts, look: impl FnOnce(&RasterPipelineDesc<'_>) -> R) -> R {
        let label = &self.name();
        match self {
            Self::Forward(k) => forward::describe(l, k, label, look),
            Self::Shadow(k) => shadow::describe(l, k, label, look),
            Self::Sky { samples } => sky::describe(l, *samples, label, look),
            Self::Tonemap { kind } => tonemap::describe(l, *kind, label, look),
            Self::Mips { srgb } => mips::describe(l, *srgb, label, look),
        }
    }

    /// Makes it. The only place where the renderer makes one and waits for it.
    pub(crate) fn create(&self, device: &Device, l: &Layouts) -> Result<RasterPipeline, Error> {
        self.describe(l, |d| device.create_raster_pipeline(d))
    }
}

/// What can be drawn, as far as pipelines differ: every permutation of a scene's draws.
fn permutations() -> impl Iterator<Item = Permutation> {
    let alphas = [AlphaKind::Opaque, AlphaKind::Mask, AlphaKind::Blend];
    let flags = [false, true];
    let topologies = [Topology::Points, Topology::Lines, Topology::Triangles];
    let all = alphas.into_iter().flat_map(move |a| flags.map(|unlit| (a, unlit)));
    let all = all.flat_map(move |a| flags.map(|double_sided| (a, double_sided)));
    let all = all.flat_map(move |a| flags.map(|flipped| (a, flipped)));
    let all = all.flat_map(move |a| topologies.map(|t| (a, t)));
    let all = all.flat_map(move |a| MISSING_SETS.map(|missing| (a, missing)));
    all.map(|(((((alpha, unlit), double_sided), flipped), topology), missing)| {
        Permutation::new(alpha, unlit, double_sided, flipped, topology, missing)
    })
}

/// Which pipelines are meant.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// Those that any scene needs under these settings.
    Settings(&'a RenderSettings),
    /// Likewise, and under all that differ from them in one setting, as far as the device offers it.
    Neighbours(&'a RenderSettings),
    /// Those that any scene needs under any settings that the device offers.
    Device,
    /// Likewise on any device: what a program ships.
    AnyDevice,
}

/// What of that on which pipelines depend can be had.
struct Offer {
    samples: Vec<u32>,
    wireframe: bool,
    shadows: bool,
}

impl Offer {
    fn of(device: &Device) -> Self {
        let counts = apply::sample_counts(device);
        Self {
            samples: apply::SAMPLES.into_iter().filter(|n| counts & 1 << n != 0).collect(),
            wireframe: device.enabled().contains(Enabled::WIREFRAME),
            shadows: apply::shadow_lack(device).is_none(),
        }
    }

    fn everything() -> Self {
        Self { samples: apply::SAMPLES.into(), wireframe: true, shadows: true }
    }

    fn polygons(&self) -> Vec<Polygon> {
        let all = [Polygon::Fill, Polygon::Line, Polygon::Point];
        all.into_iter().filter(|p| self.wireframe || *p == Polygon::Fill).collect()
    }

    /// Settings that differ from these in one on which pipelines depend.
    fn neighbours(&self, s: &RenderSettings) -> Vec<RenderSettings> {
        let mut all = vec![s.clone()];
        let mut add = |change: &dyn Fn(&mut RenderSettings)| {
            let mut other = s.clone();
            change(&mut other);
            all.push(other);
        };
        self.samples.iter().for_each(|n| add(&|o| o.msaa = *n));
        self.polygons().into_iter().for_each(|p| add(&|o| o.polygon = p));
        CULLS.into_iter().for_each(|c| add(&|o| o.cull = c));
        TONEMAPS.into_iter().for_each(|t| add(&|o| o.tonemap = t));
        add(&|o| o.background = Background::Sky);
        add(&|o| o.shadows = self.shadows);
        all
    }

    /// All of them.
    fn all(&self) -> Vec<RenderSettings> {
        let plain = RenderSettings { shadows: self.shadows, ..RenderSettings::default() };
        let mut all = vec![plain];
        let mut each = |values: &[&dyn Fn(&mut RenderSettings)]| {
            let changed = all.iter().flat_map(|s| {
                values.iter().map(|change| {
                    let mut other = s.clone();
                    change(&mut other);
                    other
                })
            });
            all = changed.collect();
        };
        let samples: Vec<_> =
            self.samples.iter().map(|n| move |o: &mut RenderSettings| o.msaa = *n).collect();
        let polygons: Vec<_> =
            self.polygons().into_iter().map(|p| move |o: &mut RenderSettings| o.polygon = p).collect();
        let culls = CULLS.map(|c| move |o: &mut RenderSettings| o.cull = c);
        let tonemaps = TONEMAPS.map(|t| move |o: &mut RenderSettings| o.tonemap = t);
        each(&samples.iter().map(|f| f as &dyn Fn(&mut RenderSettings)).collect::<Vec<_>>());
        each(&polygons.iter().map(|f| f as &dyn Fn(&mut RenderSettings)).collect::<Vec<_>>());
        each(&culls.iter().map(|f| f as &dyn Fn(&mut RenderSettings)).collect::<Vec<_>>());
        each(&tonemaps.iter().map(|f| f as &dyn Fn(&mut RenderSettings)).collect::<Vec<_>>());
        all
    }
}

/// Every choice of faces. A test compares with the setting's own list.
const CULLS: [CullOverride; 4] =
    [CullOverride::Material, CullOverride::None, CullOverride::Front, CullOverride::Back];
/// Every tonemapper, likewise.
const TONEMAPS: [Tonemap; 2] = [Tonemap::Aces, Tonemap::None];

/// Everything that a scene may need under settings, each once.
fn keys_of(s: &RenderSettings, keys: &mut Vec<PipelineKey>, known: &mut BTreeSet<String>) {
    let mut add = |key: PipelineKey| {
        if known.insert(key.name()) {
            keys.push(key);
        }
    };
    add(PipelineKey::Mips { srgb: true });
    add(PipelineKey::Mips { srgb: false });
    for p in permutations() {
        if let Some(k) = ShadowKey::of(p, s) {
            add(PipelineKey::Shadow(k));
        }
    }
    for p in permutations() {
        add(PipelineKey::Forward(ForwardKey::of(p, s)));
    }
    for_frame(s).for_each(add);
}

/// What frames need whatever the scene is.
pub(crate) fn for_frame(s: &RenderSettings) -> impl Iterator<Item = PipelineKey> {
    let sky = match s.background {
        Background::Sky => Some(PipelineKey::Sky { samples: s.msaa.max(1) }),
        Background::Color(_) => None,
    };
    sky.into_iter().chain([PipelineKey::Tonemap { kind: s.tonemap }])
}

pub(crate) fn keys(device: &Device, scope: &Scope<'_>) -> Vec<PipelineKey> {
    let settings = match scope {
        Scope::Settings(s) => vec![(*s).clone()],
        Scope::Neighbours(s) => Offer::of(device).neighbours(s),
        Scope::Device => Offer::of(device).all(),
        Scope::AnyDevice => Offer::everything().all(),
    };
    let (mut keys, mut known) = (Vec::new(), BTreeSet::new());
    settings.iter().for_each(|s| keys_of(s, &mut keys, &mut known));
    keys
}

/// The manifest of the renderer's pipelines: every material permutation in every pass that draws it, with every vertex layout, for
/// the target formats and sample counts of the scope. It is listed, not recorded; nothing is made but layouts of bind groups. A device of
/// Null does as well as any for [`Scope::AnyDevice`].
///
/// # Errors
/// The device refuses a layout.
pub fn manifest(device: &Device, scope: &Scope<'_>) -> Result<PipelineManifest, RenderError> {
    let (layouts, shaders) = (Layouts::new(device, Overrides::new())?, ShaderSet::builtin());
    let mut all = PipelineManifest::new();
    for key in keys(device, scope) {
        key.describe(&layouts, |d| all.add_raster(&shaders, d))?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor_rhi::null::{NullBackend, NullDesc};
    use std::collections::HashSet;

    #[test]
    fn names_stand_for_keys_and_the_lists_are_whole() {
        let device = Device::new(NullBackend::new(NullDesc::default()));
        let all = keys(&device, &Scope::AnyDevice);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(all.iter().map(PipelineKey::name).collect::<HashSet<_>>().len(), all.len());
        for text in ["material", "none", "front", "back"] {
            let c = CullOverride::parse(text).unwrap();
            assert!(CULLS.contains(&c));
        }
        assert_eq!(CullOverride::FORM, "material, none, front or back", "a new choice needs a line above");
        assert_eq!(Tonemap::FORM, "aces or none", "likewise");
        assert_eq!(Polygon::FORM, "fill, line or point", "likewise");
    }

    #[test]
    fn the_budgets_are_kept() {
        let device = Device::new(NullBackend::new(NullDesc::default()));
        let settings = RenderSettings::default();
        let preset = keys(&device, &Scope::Settings(&settings)).len();
        let all = keys(&device, &Scope::AnyDevice).len();
        assert!(preset <= 150, "{preset} pipelines for one preset");
        assert!(all <= 1000, "{all} pipelines for the renderer");
        let here = keys(&device, &Scope::Device).len();
        let near = keys(&device, &Scope::Neighbours(&settings)).len();
        assert!(preset < near && near < here && here <= all, "{preset} {near} {here} {all}");
    }
}
