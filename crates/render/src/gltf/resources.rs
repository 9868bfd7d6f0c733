//! Reads what an asset names: the bytes of its buffers and of its images.

use super::access::{Buffers, view_bytes};
use super::codes::Code;
use super::finding::Findings;
use super::limits::Limits;
use super::parse::buffers::{Buffer, Image, Source};
use super::parse::{Document, at};
use super::uri;
use super::{Progress, Stage};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads files within the limits.
pub(crate) struct Files<'a> {
    pub(crate) folder: Option<&'a Path>,
    pub(crate) limits: &'a Limits,
    pub(crate) read_bytes: u64,
    /// Buffers that were read, so that a file that is named often is in memory once.
    pub(crate) shared: HashMap<PathBuf, Arc<Vec<u8>>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(folder: Option<&'a Path>, limits: &'a Limits) -> Self {
        Self { folder, limits, read_bytes: 0, shared: HashMap::new() }
    }

    /// The whole file.
    ///
    /// # Errors
    /// A sentence: not there, no plain file, too large.
    pub(crate) fn read(&mut self, path: &Path) -> Result<Vec<u8>, String> {
        let name = path.display();
        // Looked at before it is opened: opening a pipe would wait for a writer.
        let meta = std::fs::metadata(path).map_err(|e| format!("'{name}' cannot be found: {e}"))?;
        if !meta.is_file() {
            return Err(format!("'{name}' is no plain file"));
        }
        let left = self.limits.total_file_bytes.saturating_sub(self.read_bytes);
        let most = self.limits.file_bytes.min(left);
        let too_large = || format!("'{name}' has {} bytes, at most {most} more are read", meta.len());
        if meta.len() > most {
            return Err(too_large());
        }
        let file = File::open(path).map_err(|e| format!("'{name}' cannot be opened: {e}"))?;
        let mut bytes = Vec::new();
        // One byte more than allowed tells a file that grew from one that fits.
        file.take(most.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|e| format!("'{name}' cannot be read: {e}"))?;
        if bytes.len() as u64 > most {
            return Err(too_large());
        }
        self.read_bytes += bytes.len() as u64;
        Ok(bytes)
    }

    fn shared(&mut self, text: &str) -> Result<Arc<Vec<u8>>, String> {
        let path = uri::resolve(text, self.folder)?;
        if let Some(bytes) = self.shared.get(&path) {
            return Ok(bytes.clone());
        }
        let bytes = Arc::new(self.read(&path)?);
        self.shared.insert(path, bytes.clone());
        Ok(bytes)
    }

    fn reference(&mut self, text: &str) -> Result<Vec<u8>, String> {
        let path = uri::resolve(text, self.folder)?;
        self.read(&path)
    }
}

/// The bytes of every buffer. Data in URIs is moved out of the document.
pub(crate) fn buffers(
    d: &mut Document,
    bin: Option<&[u8]>,
    is_glb: bool,
    files: &mut Files<'_>,
    findings: &mut Findings,
    progress: &mut dyn FnMut(Progress),
) -> Buffers {
    let total = d.buffers.len() as u64;
    let mut out = Vec::with_capacity(d.buffers.len());
    for (i, slot) in d.buffers.iter_mut().enumerate() {
        progress(Progress { stage: Stage::Buffers, done: i as u64, total });
        let Some(buffer) = slot else {
            out.push(None);
            continue;
        };
        let bin = bin.filter(|_| is_glb && i == 0 && !buffer.has_uri);
        out.push(one(buffer, bin, is_glb && i == 0, files, findings));
    }
    out
}

fn one(
    buffer: &mut Buffer,
    bin: Option<&[u8]>,
    is_first_of_glb: bool,
    files: &mut Files<'_>,
    findings: &mut Findings,
) -> Option<Arc<Vec<u8>>> {
    // A length that cannot be used has been named; 0 is one of those, and then there is nothing to read.
    let length = buffer.length?;
    let bytes = match std::mem::take(&mut buffer.source) {
        Source::Data(_, bytes) => Arc::new(bytes),
        Source::File(text) => match files.shared(&text) {
            Ok(bytes) => bytes,
            Err(why) => {
                findings.push(Code::IoError, format!("{}/uri", buffer.at), why);
                return None;
            }
        },
        Source::Bad => return None,
        Source::None => match bin {
            Some(bin) => Arc::new(bin.to_vec()),
            None => {
                if is_first_of_glb {
                    let message = "the buffer is the binary chunk, but the file has none";
                    findings.push(Code::BufferMissingGlbData, &buffer.at, message);
                }
                return None;
            }
        },
    };
    if (bytes.len() as u64) < length {
        let message = format!("the buffer declares {length} bytes, there are {}", bytes.len());
        findings.push(Code::BufferByteLengthMismatch, &buffer.at, message);
        return None;
    }
    Some(bytes)
}

/// The bytes of an image. `None`: there are none, which has been named or is the extension's affair.
pub(crate) fn image_bytes<'a>(
    d: &'a Document,
    image: &'a Image,
    buffers: &'a Buffers,
    files: &mut Files<'_>,
    findings: &mut Findings,
) -> Option<Cow<'a, [u8]>> {
    if image.has_extensions {
        return None;
    }
    match &image.source {
        Source::Data(_, bytes) => Some(Cow::Borrowed(bytes)),
        Source::File(text) => match files.reference(text) {
            Ok(bytes) => Some(Cow::Owned(bytes)),
            Err(why) => {
                findings.push(Code::IoError, format!("{}/uri", image.at), why);
                None
            }
        },
        Source::Bad => None,
        Source::None => view_bytes(at(&d.views, image.view)?, buffers).map(Cow::Borrowed),
    }
}
