//! Running other programs, and saying what went wrong in a sentence.

use serde_json::Value;
use std::ffi::OsStr;
use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Why a command ends without success, and its exit code: 1 for a no, 2 for bad input.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) sentence: String,
    pub(crate) code: u8,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

pub(crate) fn failure(sentence: impl Into<String>) -> Failure {
    Failure { sentence: sentence.into(), code: 1 }
}

pub(crate) fn bad_input(sentence: impl Into<String>) -> Failure {
    Failure { sentence: sentence.into(), code: 2 }
}

/// The root of the workspace: where the list of locked packages lies.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|dir| dir.join("Cargo.lock").is_file()).unwrap_or(here).to_owned()
}

/// The build directory.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    std::iter::once(program.file_name().unwrap_or(program.as_os_str()))
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .map(|a| if a.contains(' ') { format!("'{a}'") } else { a.into_owned() })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs a command with our own output and fails when it fails.
pub(crate) fn check(command: &mut Command) -> Result {
    println!("$ {}", shown(command));
    let status = command.status().map_err(|e| failure(format!("cannot start `{}`: {e}", shown(command))))?;
    if status.success() { Ok(()) } else { Err(failure(format!("`{}` ended with {status}", shown(command)))) }
}

/// The standard output of a command that must succeed; the failure carries its error output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let out = command.output().map_err(|e| failure(format!("cannot start `{}`: {e}", shown(command))))?;
    if out.status.success() {
        return Ok(String::from_utf8_lossy(&out.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&out.stderr).trim().to_owned();
    Err(failure(format!("`{}` ended with {}: {said}", shown(command), out.status)))
}

/// A program of this name in `PATH`.
pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(&name)).find(|file| file.is_file())
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|e| failure(format!("cannot read {}: {e}", path.display())))
}

pub(crate) fn make_dir(path: &Path) -> Result {
    std::fs::create_dir_all(path)
        .map_err(|e| failure(format!("cannot make the folder {}: {e}", path.display())))
}

/// Whether this is a build machine, where a skip of what should be there is a failure.
pub(crate) fn on_ci() -> bool {
    ["CANDOR_CI", "CI"]
        .iter()
        .any(|name| std::env::var(name).is_ok_and(|v| !matches!(v.as_str(), "" | "0" | "false")))
}

/// The standard output of a command, or a sentence where it fails or does not end in time.
pub(crate) fn output_within(command: &mut Command, limit: Duration) -> Result<String> {
    let name = shown(command);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| failure(format!("cannot start `{name}`: {e}")))?;
    let pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        pipe.map(|mut p| p.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|e| failure(format!("cannot wait for `{name}`: {e}")))? {
            Some(status) if status.success() => {
                return reader.join().map_err(|_| failure(format!("cannot read the output of `{name}`")));
            }
            Some(status) => return Err(failure(format!("`{name}` ended with {status}"))),
            None if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(failure(format!("`{name}` did not end within {} s", limit.as_secs())));
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// What `cargo metadata` says of this workspace.
pub(crate) fn metadata(args: &[&str]) -> Result<Value> {
    let text = output(cargo().args(["metadata", "--format-version", "1"]).args(args))?;
    serde_json::from_str(&text).map_err(|e| failure(format!("what `cargo metadata` says is no JSON: {e}")))
}

/// Its packages.
pub(crate) fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}
