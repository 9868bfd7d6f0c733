//! The command line of `candor shader`.

use crate::args::Misbehave;
use candor::shader::compile::SourceLanguage;
use candor::shader::{Stage, Target};
use clap::{Args as Group, Subcommand};
use std::path::PathBuf;

/// `candor shader`.
#[derive(Debug, Group)]
pub(crate) struct Shader {
    /// What to do.
    #[command(subcommand)]
    pub(crate) what: What,
}

/// What to do with shaders.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Compiles shaders to SPIR-V and every language into one file that a program loads.
    Build(Build),
    /// Compiles shaders and says what is wrong with them.
    Check(Check),
    /// Translates shaders to other languages, and says which language cannot have which and why.
    Translate(Translate),
    /// Says what shaders must be given and what they give.
    Reflect(Reflect),
}

impl Shader {
    /// Is the answer for a program?
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            What::Build(a) => a.sources.json,
            What::Check(a) => a.sources.json,
            What::Translate(a) => a.sources.json,
            What::Reflect(a) => a.sources.json,
        }
    }
}

/// Which shaders, and how they are compiled.
#[derive(Debug, Group)]
pub(crate) struct Sources {
    /// Files (slang, wgsl, glsl, vert, frag, comp, hlsl, spv), or folders of them.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// A macro.
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub(crate) defines: Vec<String>,
    /// A folder of included files.
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// The language, where the ending does not tell: slang, wgsl, glsl, hlsl, spirv.
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<SourceLanguage>,
    /// The stage of GLSL and of HLSL whose files do not tell: vertex, fragment, compute.
    #[arg(long, value_name = "STAGE", value_parser = stage)]
    pub(crate) stage: Option<Stage>,
    /// The entry point of HLSL that does not mark it; goes with --stage.
    #[arg(long, value_name = "NAME", requires = "stage")]
    pub(crate) entry: Option<String>,
    /// A file that takes more seconds than this is given up.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) limit: u64,
    /// Keeps what was compiled in this folder, and takes it from there.
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    pub(crate) json: bool,
    /// For tests: what a compiling process does instead.
    #[arg(long, hide = true)]
    pub(crate) misbehave: Option<Misbehave>,
}

/// `candor shader build`.
#[derive(Debug, Group)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The package that is written.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Only these languages, separated by commas; SPIR-V is always in it [default: all].
    #[arg(long = "target", value_name = "TARGETS", value_delimiter = ',')]
    pub(crate) targets: Vec<Target>,
}

/// `candor shader check`.
#[derive(Debug, Group)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// Also asks for these languages, separated by commas; one that a shader cannot have is a no.
    #[arg(long = "target", value_name = "TARGETS", value_delimiter = ',')]
    pub(crate) targets: Vec<Target>,
}

/// `candor shader translate`.
#[derive(Debug, Group)]
pub(crate) struct Translate {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// Only these languages, separated by commas; one that a shader cannot have is a no then [default: all].
    #[arg(long = "target", value_name = "TARGETS", value_delimiter = ',')]
    pub(crate) targets: Vec<Target>,
    /// Writes the texts into this folder; without it, and where there is one text, it is printed.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// `candor shader reflect`.
#[derive(Debug, Group)]
pub(crate) struct Reflect {
    #[command(flatten)]
    pub(crate) sources: Sources,
}

/// `candor probe-shader`.
#[derive(Debug, Group)]
pub(crate) struct ProbeShader {
    /// The job as JSON.
    pub(crate) job: String,
}

fn stage(name: &str) -> Result<Stage, String> {
    match name {
        "vertex" | "vert" => Ok(Stage::Vertex),
        "fragment" | "frag" | "pixel" => Ok(Stage::Fragment),
        "compute" | "comp" => Ok(Stage::Compute),
        "hull" | "tessellation-control" => Ok(Stage::TessellationControl),
        "domain" | "tessellation-evaluation" => Ok(Stage::TessellationEvaluation),
        "geometry" => Ok(Stage::Geometry),
        other => Err(format!(
            "there is no stage \"{other}\"; vertex, fragment, compute, hull, domain and geometry are"
        )),
    }
}
