//! `shaders`: handed on to a program of its own, which is built when it is first asked for, since it holds a translator.

use crate::run::{self, Failure, Result, failure};

/// Exit code where the compiler is not here and cannot be fetched, so that nothing was compared.
pub(crate) const NO_COMPILER: u8 = 3;

pub(crate) fn run(args: &[&str]) -> Result {
    let mut command = run::cargo();
    command.args(["run", "--quiet", "--package", "xtask-shaders", "--"]).args(args);
    let shown = run::shown(&command);
    let status = command.status().map_err(|e| failure(format!("cannot start `{shown}`: {e}")))?;
    if status.success() {
        return Ok(());
    }
    // It has said why.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    let sentence =
        if code == NO_COMPILER { "the shader compiler is not here and cannot be fetched" } else { "" };
    Err(Failure { sentence: sentence.into(), code })
}
