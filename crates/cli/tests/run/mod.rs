//! Runs the built program as a user does, and looks at all that comes back.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came back.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}:\n{}\n{}", self.out, self.err))
    }

    /// Ended with this code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "standard output:\n{}\nerror output:\n{}", self.out, self.err);
        self
    }

    /// The error output holds all of these.
    #[track_caller]
    pub(crate) fn complains(self, words: &[&str]) -> Self {
        for w in words {
            assert!(self.err.contains(w), "'{w}' is not in:\n{}", self.err);
        }
        self
    }

    /// The standard output holds all of these.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for w in words {
            assert!(self.out.contains(w), "'{w}' is not in:\n{}", self.out);
        }
        self
    }
}

/// Runs `candor` with arguments in an environment without overrides.
pub(crate) fn candor<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Ran {
    candor_in(args, &[])
}

/// The same with these environment variables.
pub(crate) fn candor_in<S: AsRef<std::ffi::OsStr>>(args: &[S], environment: &[(&str, &str)]) -> Ran {
    ran(Command::new(env!("CARGO_BIN_EXE_candor")).args(args).envs(environment.iter().copied()))
}

/// The same through another program, which is given the built one and its arguments.
pub(crate) fn candor_by(by: &[&str], args: &[&str]) -> Ran {
    ran(Command::new(by[0]).args(&by[1..]).arg(env!("CARGO_BIN_EXE_candor")).args(args))
}

fn ran(command: &mut Command) -> Ran {
    for name in ["CANDOR_BACKEND", "CANDOR_ADAPTER"] {
        // What a test gives itself stays.
        if !command.get_envs().any(|(k, _)| k == name) {
            command.env_remove(name);
        }
    }
    let out = command.stdin(Stdio::null()).output().unwrap();
    let ran = Ran {
        code: out.status.code().unwrap_or_else(|| panic!("ended by a signal: {:?}", out.status)),
        out: String::from_utf8(out.stdout).unwrap(),
        err: String::from_utf8(out.stderr).unwrap(),
    };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    assert!(matches!(ran.code, 0..=2), "exit code {}:\n{}", ran.code, ran.err);
    assert!(
        !ran.err.contains('\u{1b}') && !ran.out.contains('\u{1b}'),
        "colours or bars where no terminal is"
    );
    ran
}

/// A folder of this test's own, empty.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// The folder of inputs, from `CANDOR_INPUTS` or beside the workspace; `None`, said aloud, where it isn't.
pub(crate) fn inputs(part: &str) -> Option<PathBuf> {
    let base = std::env::var_os("CANDOR_INPUTS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let dir = base.join(part);
    if dir.is_dir() {
        return Some(dir.canonicalize().unwrap());
    }
    eprintln!("SKIP {part}: not in {} (set CANDOR_INPUTS to the folder of inputs)", base.display());
    None
}

/// As text.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Can a device that draws be asked here? Said aloud where not.
pub(crate) fn live() -> bool {
    let here = candor(&["caps", "--backend", "vulkan"]).code == 0;
    if !here {
        eprintln!("SKIP live device: no Vulkan device is here (`candor doctor` says why)");
    }
    here
}
