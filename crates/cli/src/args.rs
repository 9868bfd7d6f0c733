//! The command line.

use crate::commands::shader::args::{ProbeShader, Shader};
use candor::Validation;
use clap::{ArgAction, Args as Group, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Says what a graphics device has, what Candor makes of it, what would be chosen and why, and renders.
#[derive(Debug, Parser)]
#[command(name = "candor", version, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 yes, 1 no, 2 bad input.\n\
    CANDOR_BACKEND, CANDOR_ADAPTER and CANDOR_VALIDATION override what is asked for.")]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Says more on the error output; twice and three times even more.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Does a device have what a program asks for? Says what is missing and what to enable.
    Resolve(Resolve),
    /// On how many devices of a folder of reports does it run, and why not on the others?
    Coverage(Coverage),
    /// What a device has, by feature, and what Candor makes of it.
    Caps(Caps),
    /// What is installed, what is missing and how to get it, what would be chosen and why.
    Doctor(Doctor),
    /// Every feature with its description, its capabilities and what a user gets without it.
    Features(Features),
    /// Renders a glTF file, or the built-in showcase, to a PNG file.
    Render(Render),
    /// Renders the built-in showcase and tells everything about how that came about.
    Demo(Demo),
    /// Renders as render does and captures the last frame: all that it needs and does, in one file.
    Capture(Capture),
    /// Replays a captured frame on a device that is here, or lists what is in it.
    Replay(Replay),
    /// Lists the pipelines of the standard renderer in a file, compares a file with it, and makes them on a device.
    Manifest(Manifest),
    /// Runs the proof of every capability that Candor claims on every backend and adapter that is here, each in a
    /// process of its own, and says what was proved, what was disproved and what is not claimed.
    Verify(Verify),
    /// Compiles, checks, translates and packs shaders in WGSL, GLSL, Slang, HLSL and SPIR-V.
    Shader(Shader),
    /// Lists the adapters of one backend as JSON: run by the program itself, so that a driver that hangs or
    /// crashes takes only this process with it.
    #[command(name = "probe-adapters", hide = true)]
    Probe(Probe),
    /// Selects a device and tells the story as JSON: run by the program itself, for the same reason.
    #[command(name = "probe-selection", hide = true)]
    ProbeSelection(ProbeSelection),
    /// Runs one proof on one adapter and tells what was shown as JSON: run by the program itself, for the same reason.
    #[command(name = "probe-proof", hide = true)]
    ProbeProof(ProbeProof),
    /// Compiles one shader and tells the result as JSON: run by the program itself, for the same reason.
    #[command(name = "probe-shader", hide = true)]
    ProbeShader(ProbeShader),
}

impl Command {
    /// Is the answer for a program?
    pub(crate) fn json(&self) -> bool {
        match self {
            Self::Resolve(a) => a.json,
            Self::Coverage(a) => a.json,
            Self::Caps(a) => a.json,
            Self::Doctor(a) => a.json,
            Self::Features(a) => a.json,
            Self::Render(a) => a.picture.json_to_stdout(),
            Self::Demo(a) => a.picture.json_to_stdout(),
            Self::Capture(a) => a.picture.json_to_stdout(),
            Self::Replay(a) => a.json,
            Self::Manifest(a) => a.what.json(),
            Self::Verify(a) => a.json_to_stdout(),
            Self::Shader(a) => a.json(),
            Self::Probe(_) | Self::ProbeSelection(_) | Self::ProbeProof(_) | Self::ProbeShader(_) => false,
        }
    }
}

/// What a program asks for.
#[derive(Debug, Clone, Default, Group)]
#[command(next_help_heading = "What is asked for")]
pub(crate) struct Ask {
    /// Features without which the device does not do, separated by commas.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) require: Vec<String>,
    /// Features that are turned on where they are there, separated by commas.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) optional: Vec<String>,
    /// A file of requests, as a program ships it.
    #[arg(long, value_name = "TOML")]
    pub(crate) features: Vec<PathBuf>,
    /// A Khronos profile that has to be met; further files are searched for profiles that it builds on.
    #[arg(long, value_name = "JSON")]
    pub(crate) profile: Vec<PathBuf>,
    /// Which profile of the file; needed where it holds several.
    #[arg(long, value_name = "NAME", requires = "profile")]
    pub(crate) profile_name: Option<String>,
}

/// `candor resolve`.
#[derive(Debug, Group)]
pub(crate) struct Resolve {
    #[command(flatten)]
    pub(crate) ask: Ask,
    #[command(flatten)]
    pub(crate) device: Device,
    /// The exit code follows what Candor offers on the device, not what the device offers.
    #[arg(long)]
    pub(crate) on_candor: bool,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which devices are asked.
#[derive(Debug, Clone, Group)]
#[command(next_help_heading = "Which device is asked")]
pub(crate) struct Device {
    /// A saved report, or a folder of them, instead of the devices of this machine.
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) report: Vec<PathBuf>,
    /// The backend whose devices are asked: vulkan, null.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
    /// The device, by its number or a part of its name.
    #[arg(long, value_name = "ADAPTER")]
    pub(crate) adapter: Option<String>,
}

/// `candor coverage`.
#[derive(Debug, Group)]
pub(crate) struct Coverage {
    /// Folders of saved reports, or single ones.
    #[arg(required_unless_present = "table", conflicts_with = "table", value_name = "DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// The reports that a table names: columns between tabs, which the first line names; `file` is a path from the table's folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// Only those rows of the table in which a column has this value, such as "kind=real device".
    #[arg(long = "where", value_name = "COLUMN=VALUE", requires = "table")]
    pub(crate) rows: Vec<String>,
    #[command(flatten)]
    pub(crate) ask: Ask,
    /// Also asks for what Candor itself needs of a Vulkan device, and counts what it prefers.
    #[arg(long)]
    pub(crate) base: bool,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor caps`.
#[derive(Debug, Group)]
pub(crate) struct Caps {
    #[command(flatten)]
    pub(crate) device: Device,
    /// Writes the device's report to a file, for `--report`.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Compares two devices: what one has and the other lacks, and which limits are better. Each is a report's file, live, or
    /// live: and an adapter's number or a part of its name. Exit codes: 0 equal, 1 different, 2 bad input.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["save", "report", "adapter"])]
    pub(crate) diff: Option<Vec<String>>,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor doctor`.
#[derive(Debug, Group)]
pub(crate) struct Doctor {
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
    /// Looks for signs of sandboxes and for GPU device nodes below this folder, as of a system that is mounted there.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

/// `candor features`.
#[derive(Debug, Group)]
pub(crate) struct Features {
    /// Only these.
    #[arg(value_name = "FEATURE")]
    pub(crate) names: Vec<String>,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor probe-adapters`.
#[derive(Debug, Group)]
pub(crate) struct Probe {
    /// The backend.
    pub(crate) backend: String,
}

/// `candor probe-selection`.
#[derive(Debug, Group)]
pub(crate) struct ProbeSelection {
    /// Where system files are looked for.
    #[arg(long)]
    pub(crate) root: Option<PathBuf>,
}

/// `candor verify`.
#[derive(Debug, Group)]
pub(crate) struct Verify {
    /// The backend whose devices are asked: vulkan, null.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
    /// The device, by its number or a part of its name.
    #[arg(long, value_name = "ADAPTER")]
    pub(crate) adapter: Option<String>,
    /// Only these capabilities, separated by commas.
    #[arg(long, value_name = "CAPABILITIES", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// A proof that takes more seconds than this is ended and counts as disproved.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) limit: u64,
    /// Writes the report as JSON to this file; - writes it to the standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Writes the report as one HTML page to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// For tests: makes proofs go wrong.
    #[arg(long, hide = true, value_name = "CAPABILITY=HOW", value_delimiter = ',')]
    pub(crate) misbehave: Vec<String>,
}

impl Verify {
    /// Is the report for a program that reads the standard output?
    pub(crate) fn json_to_stdout(&self) -> bool {
        self.json.as_ref().is_some_and(|p| p.as_os_str() == "-")
    }
}

/// `candor probe-proof`.
#[derive(Debug, Group)]
pub(crate) struct ProbeProof {
    /// The backend.
    pub(crate) backend: String,
    /// The number of the adapter among those of the backend.
    pub(crate) adapter: usize,
    /// The capability.
    pub(crate) capability: String,
    /// For tests: what it does instead of running the proof.
    #[arg(long)]
    pub(crate) misbehave: Option<Misbehave>,
}

/// How a proof goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Misbehave {
    /// It never ends.
    Hang,
    /// It brings its process down.
    Crash,
    /// It shows something else than it has to.
    Fail,
}

/// What pictures have in common.
#[derive(Debug, Group)]
pub(crate) struct PictureArgs {
    /// Size of the picture in pixels [default: 1280x720].
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// This backend or none.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
    /// The device, by its number or a part of its name.
    #[arg(long, value_name = "ADAPTER")]
    pub(crate) adapter: Option<String>,
    /// What Candor looks for that is safe and not meant: off, basic (what gives a wrong picture) or full (waste too).
    #[arg(long, value_name = "LEVEL", default_value = "off")]
    pub(crate) validation: Validation,
    /// Frames to draw; the last one is written.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) frames: u32,
    /// Samples a pixel: 1, 2, 4, 8, 16, 32 or 64; the device may have fewer, which is said.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) msaa: Option<String>,
    /// A setting of the renderer; a name that is none is answered with all that there are.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// What the driver has compiled is read from this file before pipelines are made, and kept in it afterwards.
    #[arg(long, value_name = "FILE")]
    pub(crate) pipeline_cache: Option<PathBuf>,
    /// auto, the index of a camera of the scene, or eye=x,y,z,target=x,y,z [default: auto for a file, 0 for the showcase].
    #[arg(long, value_name = "CAMERA", allow_hyphen_values = true)]
    pub(crate) camera: Option<String>,
    /// Writes the whole account as JSON to this file; - writes it to the standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

impl PictureArgs {
    /// Is the account for a program that reads the standard output?
    pub(crate) fn json_to_stdout(&self) -> bool {
        self.json.as_ref().is_some_and(|p| p.as_os_str() == "-")
    }
}

/// `candor render`.
#[derive(Debug, Group)]
pub(crate) struct Render {
    /// A glTF 2.0 file, .gltf or .glb; without one the built-in showcase is rendered.
    pub(crate) scene: Option<PathBuf>,
    /// The picture.
    #[arg(short, long, value_name = "PNG", default_value = "out.png")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) pose: PoseArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// The pose of a file's scene.
#[derive(Debug, Group)]
pub(crate) struct PoseArgs {
    /// Which animation of the file poses the scene: its number, its name, or none for the rest pose
    /// [default: the first one, or the rest pose where the file has none].
    #[arg(long, value_name = "INDEX|NAME|none", requires = "scene", allow_hyphen_values = true)]
    pub(crate) animation: Option<String>,
    /// The moment of the animation, in seconds from its start; from its last key on nothing moves.
    #[arg(long, value_name = "S", requires = "scene", default_value = "0", allow_hyphen_values = true)]
    pub(crate) time: String,
}

/// `candor demo`.
#[derive(Debug, Group)]
pub(crate) struct Demo {
    /// The picture; its folder is made where it is missing.
    #[arg(short, long, value_name = "PNG", default_value = "out/showcase.png")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// `candor capture`.
#[derive(Debug, Group)]
pub(crate) struct Capture {
    /// A glTF 2.0 file, .gltf or .glb; without one the built-in showcase is rendered.
    pub(crate) scene: Option<PathBuf>,
    /// The captured frame.
    #[arg(short, long, value_name = "FILE", default_value = "frame.candor")]
    pub(crate) output: PathBuf,
    /// Writes the picture of the frame, too.
    #[arg(long, value_name = "PNG")]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pose: PoseArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// `candor manifest`.
#[derive(Debug, Group)]
pub(crate) struct Manifest {
    #[command(subcommand)]
    pub(crate) what: ManifestWhat,
}

/// What is done with a manifest.
#[derive(Debug, Subcommand)]
pub(crate) enum ManifestWhat {
    /// Writes a manifest of every pipeline that the standard renderer can create, by enumeration.
    Build(ManifestBuild),
    /// Lists the pipelines of a manifest, or of the standard renderer.
    List(ManifestList),
    /// Does a manifest list exactly what can be created? Exit codes: 0 yes, 1 no, 2 bad input.
    Check(ManifestCheck),
    /// Makes every pipeline on a device, on all cores, through a cache on disk, and tells how long each took. Exit codes: 0 all were
    /// made, 1 some were not, 2 bad input.
    Prewarm(ManifestPrewarm),
}

impl ManifestWhat {
    fn json(&self) -> bool {
        match self {
            Self::Build(a) => a.json,
            Self::List(a) => a.json,
            Self::Check(a) => a.json,
            Self::Prewarm(a) => a.json,
        }
    }
}

/// Which of the renderer's pipelines are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PipelineScope {
    /// What any scene needs under the settings.
    Settings,
    /// Likewise, and under all settings that differ in one.
    Neighbours,
    /// Under any settings.
    All,
}

/// Which pipelines the standard renderer is asked for.
#[derive(Debug, Group)]
pub(crate) struct Listed {
    /// Under which settings.
    #[arg(long, value_name = "SCOPE", default_value = "all")]
    pub(crate) scope: PipelineScope,
    /// A setting of the renderer that differs from its default; for the scopes settings and neighbours.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// A manifest of the program's own pipelines, which are added.
    #[arg(long, value_name = "FILE")]
    pub(crate) own: Vec<PathBuf>,
}

/// `candor manifest build`.
#[derive(Debug, Group)]
pub(crate) struct ManifestBuild {
    /// The manifest; - for the standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) listed: Listed,
    /// Tells what was written for programs; needs a file for the manifest.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor manifest list`.
#[derive(Debug, Group)]
pub(crate) struct ManifestList {
    /// A manifest; without one the standard renderer's is listed.
    #[arg(value_name = "FILE", conflicts_with_all = ["scope", "set", "own"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) listed: Listed,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor manifest check`.
#[derive(Debug, Group)]
pub(crate) struct ManifestCheck {
    /// A manifest.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) listed: Listed,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor manifest prewarm`.
#[derive(Debug, Group)]
pub(crate) struct ManifestPrewarm {
    /// A manifest, whose shaders are Candor's; without one all pipelines of the standard renderer that the device can have.
    #[arg(value_name = "FILE", conflicts_with_all = ["scope", "set", "own"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) listed: Listed,
    /// What the driver has compiled is read from this file first and kept in it afterwards.
    #[arg(long, value_name = "FILE")]
    pub(crate) cache: Option<PathBuf>,
    /// Threads [default: as many as there are cores].
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// This backend or none.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
    /// The device, by its number or a part of its name.
    #[arg(long, value_name = "ADAPTER")]
    pub(crate) adapter: Option<String>,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `candor replay`.
#[derive(Debug, Group)]
pub(crate) struct Replay {
    /// A captured frame.
    pub(crate) file: PathBuf,
    /// Lists where it was captured, its objects, its passes and commands; nothing is replayed.
    #[arg(long, conflicts_with_all = ["output", "target", "backend", "adapter"])]
    pub(crate) list: bool,
    /// Writes the result as a picture.
    #[arg(short, long, value_name = "PNG")]
    pub(crate) output: Option<PathBuf>,
    /// The texture whose contents are the result, by its label [default: what the frame presents, reads back or writes last].
    #[arg(long, value_name = "LABEL")]
    pub(crate) target: Option<String>,
    /// This backend or none.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,
    /// The device, by its number or a part of its name.
    #[arg(long, value_name = "ADAPTER")]
    pub(crate) adapter: Option<String>,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
}
