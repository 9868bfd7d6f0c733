//! Golden images: which there are, what they are called, how a picture is compared with one. Tests read them; only the example
//! `bless` writes them.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    reason = "the test and the example use a part each"
)]

use candor_render::scene::{CameraChoice, showcase};
use candor_render::settings::Size;
use candor_render::{Picture, RenderSettings, Renderer};
use candor_rhi::{AdapterInfo, Device};
use nv_flip::{DEFAULT_PIXELS_PER_DEGREE, FlipImageRgb8, FlipPool, flip};
use std::path::{Path, PathBuf};

/// The command that makes golden images.
pub const BLESS: &str = "cargo run -p candor-render --example bless";

/// Largest mean FLIP error of a picture against its golden. Two runs of one driver differ by nothing; a step of brightness over a
/// whole picture gives 0.03, a missing shadow 0.07.
pub const MOST_MEAN_ERROR: f32 = 0.004;

/// An image that is stored: the showcase from one of its cameras, under some settings.
pub struct Golden {
    pub name: &'static str,
    pub camera: &'static str,
    pub set: &'static [(&'static str, &'static str)],
}

/// All that are stored.
pub const ALL: &[Golden] = &[
    Golden { name: "showcase", camera: "0", set: &[] },
    Golden { name: "showcase-low", camera: "1", set: &[] },
    Golden {
        name: "showcase-lines",
        camera: "0",
        set: &[
            ("polygon", "line"),
            ("background", "0.02,0.03,0.05"),
            ("tonemap", "none"),
            ("shadows", "off"),
        ],
    },
];

fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').filter(|w| !w.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The file of a golden: scene, backend, rasteriser and its version.
pub fn path(golden: &Golden, info: &AdapterInfo) -> PathBuf {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let rasteriser = slug(&format!("{} {}", info.name, info.driver));
    folder.join(format!("{}.{}.{rasteriser}.png", golden.name, info.backend))
}

/// Renders what a golden shows.
pub fn render(device: &Device, golden: &Golden) -> Picture {
    let scene = showcase();
    let mut settings =
        RenderSettings { size: Size::new(480, 270), anisotropy: 1, ..RenderSettings::default() };
    for (name, text) in golden.set {
        settings.set(name, text).expect("a setting");
    }
    let (mut renderer, applied) = Renderer::new(device, &settings).expect("a renderer");
    let refused: Vec<_> = applied.iter().filter(|(_, o)| o.is_err()).collect();
    assert!(refused.is_empty(), "'{}' can't be drawn as it is meant: {refused:?}", golden.name);
    let mut on_gpu = renderer.upload(&scene).expect("an upload");
    let camera: CameraChoice = golden.camera.parse().expect("a camera");
    let camera = camera.resolve(&scene, settings.size.aspect()).expect("a camera");
    renderer.render(&mut on_gpu, &camera, 1, &mut |_| {}).expect("a picture")
}

/// A stored image.
///
/// # Errors
/// A sentence for one that is missing, can't be read or has another size, with the command that makes it.
pub fn load(path: &Path, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let bytes = std::fs::read(path)
        .map_err(|e| format!("golden {shown} is missing ({e}); make it with `{BLESS}`, and look at it"))?;
    let image = image::load_from_memory(&bytes)
        .map_err(|e| format!("golden {shown} can't be read ({e}); make it anew with `{BLESS}`"))?
        .to_rgba8();
    if image.dimensions() != size {
        let (w, h) = image.dimensions();
        return Err(format!(
            "golden {shown} has {w}x{h} pixels, the picture {}x{}; make it anew with `{BLESS}`",
            size.0, size.1
        ));
    }
    Ok(image.into_raw())
}

/// Mean FLIP error between two pictures, 0 for equal ones.
pub fn error(size: (u32, u32), golden: &[u8], picture: &[u8]) -> f32 {
    let rgb = |p: &[u8]| p.chunks_exact(4).flat_map(|t| [t[0], t[1], t[2]]).collect::<Vec<u8>>();
    let a = FlipImageRgb8::with_data(size.0, size.1, &rgb(golden));
    let b = FlipImageRgb8::with_data(size.0, size.1, &rgb(picture));
    FlipPool::from_image(&flip(a, b, DEFAULT_PIXELS_PER_DEGREE)).mean()
}
