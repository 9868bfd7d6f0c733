//! A capture as a value: read, written, asked.

use crate::check;
use crate::codec::{Code, Reader, Writer};
use crate::container::{pack, unpack};
use crate::error::Damage;
use crate::model::{Id, Made, Object, Op, Step};
use candor_rhi::BackendKind;
use candor_rhi::backend::Enabled;
use std::sync::Arc;

/// Where a frame was captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// Version of Candor.
    pub candor: String,
    /// API.
    pub backend: BackendKind,
    /// Name of the adapter.
    pub adapter: String,
    /// Driver, with its version.
    pub driver: String,
    /// Version of the API.
    pub api: String,
    /// What the device was created with. A frame may need less: [`CaptureFile::needs`].
    pub enabled: Enabled,
}

/// How much is in a capture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Submissions.
    pub submissions: usize,
    /// Raster passes.
    pub raster_passes: usize,
    /// Compute passes.
    pub compute_passes: usize,
    /// Lists of copies.
    pub copy_passes: usize,
    /// Commands of passes, and copies.
    pub commands: usize,
    /// Objects.
    pub objects: usize,
    /// Bytes of contents and shaders.
    pub blob_bytes: u64,
}

/// A captured frame.
#[derive(Debug, Clone, PartialEq)]
pub struct CaptureFile {
    pub(crate) info: Info,
    pub(crate) objects: Vec<Object>,
    pub(crate) steps: Vec<Step>,
    /// What the frame is about: the images that it presents, or what it wrote last.
    pub(crate) targets: Vec<Id>,
    /// What the frame reads and the capture does not have, and why.
    pub(crate) missing: Vec<(Id, String)>,
    /// What was left out.
    pub(crate) notes: Vec<String>,
}

impl CaptureFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Another version, or damage: what is too short or too long, a checksum, a size, a word or a name that cannot be.
    pub fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let [info, blobs, objects, steps] = unpack(bytes)?;
        let blobs = read_blobs(&blobs)?;
        let mut r = Reader::new("INFO", &info, &[]);
        let info = Info::get(&mut r)?;
        r.end()?;
        let mut r = Reader::new("OBJS", &objects, &blobs);
        let objects = Code::get(&mut r)?;
        r.end()?;
        let mut r = Reader::new("STEP", &steps, &blobs);
        let (steps, targets) = Code::get(&mut r)?;
        let (missing, notes) = Code::get(&mut r)?;
        r.end()?;
        let mut file = Self { info, objects, steps, targets, missing, notes };
        check::all(&mut file)?;
        Ok(file)
    }

    /// The file's bytes; the same for the same frame.
    pub fn write(&self) -> Vec<u8> {
        let mut w = Writer::default();
        self.info.put(&mut w);
        let info = std::mem::take(&mut w.out);
        self.objects.put(&mut w);
        let objects = std::mem::take(&mut w.out);
        self.steps.put(&mut w);
        self.targets.put(&mut w);
        self.missing.put(&mut w);
        self.notes.put(&mut w);
        let steps = std::mem::take(&mut w.out);
        let blobs = std::mem::take(&mut w.blobs);
        w.number(blobs.len() as u64);
        blobs.iter().for_each(|b| w.number(b.len() as u64));
        blobs.iter().for_each(|b| w.out.extend_from_slice(b));
        pack([&info, &w.out, &objects, &steps])
    }

    /// Where it was captured.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Labels of what the frame is about: the images that it presents, or what it wrote last.
    pub fn targets(&self) -> impl Iterator<Item = &str> + '_ {
        self.targets.iter().filter_map(|t| self.objects.get(t.0 as usize)).map(|o| o.label.as_str())
    }

    /// Contents that the frame reads and the capture does not have, each as a sentence. They are zero when it is replayed.
    pub fn missing(&self) -> Vec<String> {
        let name = |id: &Id| self.objects.get(id.0 as usize).map_or(String::new(), describe);
        self.missing
            .iter()
            .map(|(id, why)| format!("the contents of {} are not here: {why}", name(id)))
            .collect()
    }

    /// What was left out of the frame, each as a sentence.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How much is in it.
    pub fn summary(&self) -> Summary {
        let mut s = Summary { objects: self.objects.len(), ..Summary::default() };
        for step in &self.steps {
            let Step::Submit { ops, .. } = step else { continue };
            s.submissions += 1;
            for op in ops {
                match op {
                    Op::Raster(r) => {
                        s.raster_passes += 1;
                        s.commands += r.parts.iter().map(Vec::len).sum::<usize>();
                    }
                    Op::Compute(c) => {
                        s.compute_passes += 1;
                        s.commands += c.commands.len();
                    }
                    Op::Copies { list, .. } => {
                        s.copy_passes += 1;
                        s.commands += list.len();
                    }
                    Op::Timestamp { .. } | Op::Mark(_) => {}
                }
            }
        }
        let mut w = Writer::default();
        self.objects.put(&mut w);
        self.steps.put(&mut w);
        s.blob_bytes = w.blobs.iter().map(|b| b.len() as u64).sum();
        s
    }

    pub(crate) fn object(&self, id: Id) -> Option<&Object> {
        self.objects.get(id.0 as usize)
    }
}

/// Kind and label.
pub(crate) fn describe(o: &Object) -> String {
    format!("{} '{}'", o.made.kind(), o.label)
}

pub(crate) fn is_target(made: &Made) -> bool {
    matches!(made, Made::Buffer { .. } | Made::Texture(_))
}

fn read_blobs(bytes: &[u8]) -> Result<Vec<Arc<[u8]>>, Damage> {
    let mut r = Reader::new("BLOB", bytes, &[]);
    let lengths: Vec<u64> = Code::get(&mut r)?;
    let mut blobs = Vec::with_capacity(lengths.len());
    for n in lengths {
        let Ok(n) = usize::try_from(n) else { return r.refuse(format!("a blob of {n} bytes is named")) };
        blobs.push(r.take(n)?.into());
    }
    r.end()?;
    Ok(blobs)
}
