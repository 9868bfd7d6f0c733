//! Running other programs, and saying what went wrong in a sentence.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The build directory.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .map(|a| if a.contains(' ') { format!("'{a}'") } else { a.into_owned() })
        .collect::<Vec<_>>()
        .join(" ")
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

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result {
    std::fs::write(path, contents).map_err(|e| failure(format!("cannot write {}: {e}", path.display())))
}

pub(crate) fn make_dir(path: &Path) -> Result {
    std::fs::create_dir_all(path)
        .map_err(|e| failure(format!("cannot make the folder {}: {e}", path.display())))
}
