//! Where answers go: text for people, JSON for programs, out of one value, so that both hold the same.

use crate::fail::Fail;
use serde::Serialize;
use std::io::{self, Write as _};
use std::path::Path;

/// Something that a command answers.
pub(crate) trait Answer: Serialize {
    /// For people; ends with a line break.
    fn text(&self) -> String;
}

/// Writes an answer to the standard output.
pub(crate) fn show(answer: &impl Answer, json: bool) -> Result<(), Fail> {
    let text = if json { to_json(answer)? } else { answer.text() };
    write(&text)
}

/// As indented JSON with a line break.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Fail> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|e| Fail::no("output", format!("the answer can't be written as JSON: {e}")))?;
    text.push('\n');
    Ok(text)
}

/// Writes to the standard output. A reader that has gone (`candor features | head`) has all that it wants.
pub(crate) fn write(text: &str) -> Result<(), Fail> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Fail::no("output", format!("the standard output can't be written: {e}")))
        }
        _ => Ok(()),
    }
}

/// Can a file be made there? Asked before the work whose result goes into it; `what` is what the file is.
pub(crate) fn check_file(path: &Path, what: &str) -> Result<(), Fail> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Err(Fail::input("output", format!("{} is a folder; {what} is a file", path.display())));
    }
    if !folder.is_dir() {
        let message =
            format!("{}: {what} can't be written: there is no folder {}", path.display(), folder.display());
        return Err(Fail::input("output", message).help("name a file in a folder that exists"));
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn write_file(path: &Path, what: &str, text: &str) -> Result<(), Fail> {
    std::fs::write(path, text)
        .map_err(|e| Fail::input("output", format!("{}: {what} can't be written: {e}", path.display())))
}

/// Prints a failure for people, and under `--json` as an object on the standard output as well.
pub(crate) fn complain(fail: Fail, json: bool) {
    if json {
        let object = serde_json::json!({
            "error": { "code": fail.code, "message": fail.message, "help": fail.help }
        });
        if let Ok(text) = to_json(&object) {
            let _ = write(&text);
        }
    }
    let report = miette::Report::new(fail);
    // Nobody is left to be told when the error output can't be written.
    let _ = writeln!(io::stderr().lock(), "{report:?}");
}
