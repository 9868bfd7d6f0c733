//! Where included files come from.

use super::limits::MAX_TEXT;
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// An included file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// Its name, which stands in errors, and by which it is known when it is included again. Of two ways to one file there is one
    /// name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Finds included files. Closures of the same form do too.
pub trait Includes: Send + Sync {
    /// The file that `from` asks for. `None` where there is none.
    ///
    /// # Errors
    ///
    /// A sentence where it is there and cannot be had.
    fn find(&self, asked: &str, from: &str) -> Result<Option<Included>, String>;
}

impl<F: Fn(&str, &str) -> Result<Option<Included>, String> + Send + Sync> Includes for F {
    fn find(&self, asked: &str, from: &str) -> Result<Option<Included>, String> {
        self(asked, from)
    }
}

/// Files: beside the one that includes, then in folders, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folders(pub Vec<PathBuf>);

impl Includes for Folders {
    fn find(&self, asked: &str, from: &str) -> Result<Option<Included>, String> {
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        for folder in beside.iter().chain(&self.0) {
            let path = plain(&folder.join(asked));
            if path.exists() {
                let name = path.to_string_lossy().into_owned();
                let text = read_text(&path)?;
                return Ok(Some(Included { name, text }));
            }
        }
        Ok(None)
    }
}

/// No file but those that are named can be included.
pub(super) struct Nothing;

impl Includes for Nothing {
    fn find(&self, _: &str, _: &str) -> Result<Option<Included>, String> {
        Ok(None)
    }
}

/// The path without `.` and, where what they lead out of has a name, without `..`.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// A file's bytes, where it is one and not too large.
pub(super) fn read_bytes(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let told = |e| format!("{shown} cannot be read: {e}");
    // A pipe would be waited for.
    if !fs::metadata(path).map_err(told)?.is_file() {
        return Err(format!("{shown} is no file"));
    }
    let mut bytes = Vec::new();
    // It may grow while it is read.
    let file = fs::File::open(path).map_err(told)?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() > most {
        return Err(format!("{shown} has more than {most} bytes, the most that are read of a shader"));
    }
    Ok(bytes)
}

fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path, MAX_TEXT)?;
    String::from_utf8(bytes).map_err(|e| {
        format!(
            "{} is not UTF-8: byte {} is no part of a character",
            path.display(),
            e.utf8_error().valid_up_to()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_ways_to_a_file_there_is_one_name() {
        assert_eq!(plain(Path::new("a/./b/../c.wgsl")), Path::new("a/c.wgsl"));
        assert_eq!(plain(Path::new("../a/../../c.wgsl")), Path::new("../../c.wgsl"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        assert!(read_bytes(Path::new("/dev/zero"), 10).unwrap_err().contains("no file"));
    }
}
