//! A frame again, on the device that is given.

use crate::error::ReplayError;
use crate::file::{CaptureFile, is_target};
use crate::model::{Id, Made, Object};
use crate::needs::{lacking, queue_flag};
use crate::objects::OnDevice;
use crate::run;
use candor_rhi::*;
use std::time::Duration;

/// How a frame is replayed.
#[derive(Debug, Clone)]
pub struct ReplayDesc<'a> {
    /// Labels of the textures and buffers whose contents are given back; none for what the frame is about.
    pub targets: &'a [&'a str],
    /// How long each submission may take.
    pub timeout: Duration,
}

impl Default for ReplayDesc<'_> {
    fn default() -> Self {
        Self { targets: &[], timeout: Duration::from_secs(120) }
    }
}

/// What a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputKind {
    /// Bytes of a buffer.
    Buffer,
    /// Texels of the first mip level and layer of a texture, rows tightly packed, top row first.
    Texture {
        /// Format; of depth with stencil, depth.
        format: Format,
        /// Width, height and depth in texels.
        size: [u32; 3],
    },
}

/// A result of the frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Label of the object.
    pub label: String,
    /// What it is.
    pub kind: OutputKind,
    /// What it contains in the end.
    pub bytes: Vec<u8>,
}

/// What came of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// Final contents of the targets.
    pub outputs: Vec<Output>,
    /// What was otherwise than when the frame was captured, each as a sentence: contents that the capture does not have, queues that
    /// the device does not have.
    pub notes: Vec<String>,
}

/// Makes the objects of a frame on a device, fills them, records and submits the frame, and reads its targets back.
///
/// # Errors
/// Everything that the device cannot do, before anything is run; a target that is not there; or a submission that was refused.
pub fn replay(device: &Device, file: &CaptureFile, d: &ReplayDesc<'_>) -> Result<Replayed, ReplayError> {
    let targets = chosen(file, d.targets)?;
    let mut refused = lacking(file.needs(), device.enabled());
    let (here, not_made) = OnDevice::make(device, file, &targets);
    refused.extend(not_made);
    if !refused.is_empty() {
        return Err(ReplayError::Refused { list: refused });
    }
    let mut notes = file.missing();
    notes.extend(file.notes.iter().cloned());
    for queue in file.queues() {
        if !device.enabled().contains(queue_flag(queue)) {
            notes.push(format!(
                "the {queue:?} queue is not there: its passes ran on the main queue, in the same order"
            ));
        }
    }
    run::all(device, file, &here, d.timeout)?;
    let mut outputs = Vec::with_capacity(targets.len());
    for id in targets {
        match read(device, file, &here, id, d.timeout) {
            Ok(output) => outputs.extend(output),
            Err(Unread::Not(why)) => notes.push(why),
            Err(Unread::Error(e)) => return Err(e.into()),
        }
    }
    Ok(Replayed { outputs, notes })
}

fn chosen(file: &CaptureFile, labels: &[&str]) -> Result<Vec<Id>, ReplayError> {
    if labels.is_empty() {
        return Ok(file.targets.clone());
    }
    let can = |o: &&Object| is_target(&o.made);
    let find = |label: &&str| {
        let found = file.objects.iter().position(|o| can(&o) && o.label == **label);
        found.map(|i| Id(i as u32)).ok_or_else(|| {
            let mut there: Vec<_> =
                file.objects.iter().filter(can).map(|o| format!("'{}'", o.label)).collect();
            there.dedup();
            ReplayError::NoTarget { asked: (*label).to_owned(), there: there.join(", ") }
        })
    };
    labels.iter().map(find).collect()
}

enum Unread {
    Not(String),
    Error(Error),
}

impl From<Error> for Unread {
    fn from(e: Error) -> Self {
        Self::Error(e)
    }
}

fn read(
    device: &Device,
    file: &CaptureFile,
    here: &OnDevice,
    id: Id,
    timeout: Duration,
) -> Result<Option<Output>, Unread> {
    let Some(o) = file.object(id) else { return Ok(None) };
    let label = o.label.clone();
    let mut batch = device.batch();
    let (kind, readback) = match (&o.made, here.texture(id), here.buffer(id)) {
        (Made::Texture(i), Some(t), _) if i.samples == 1 => {
            let kind = OutputKind::Texture { format: i.format, size: i.size };
            (kind, batch.read_texture(&Region::level(t, 0)))
        }
        (Made::Buffer { size, memory: Memory::Readback, .. }, _, Some(b)) => {
            // Everything that writes it has been waited for.
            let (mut bytes, len) = (Vec::new(), usize::try_from(*size).unwrap_or(usize::MAX));
            if bytes.try_reserve_exact(len).is_err() {
                let why = format!("buffer '{label}' of {size} bytes is more than the host has memory for");
                return Err(Unread::Not(why));
            }
            bytes.resize(len, 0);
            device.read_buffer(b, 0, &mut bytes)?;
            return Ok(Some(Output { label, kind: OutputKind::Buffer, bytes }));
        }
        (Made::Buffer { size, .. }, _, Some(b)) => (OutputKind::Buffer, batch.read_buffer(b, 0..*size)),
        _ => {
            let why = format!("texture '{label}' is multisampled, so that it cannot be read back");
            return Err(Unread::Not(why));
        }
    };
    batch.submit().map_err(run::first)?;
    let bytes = readback.wait(timeout)?;
    Ok(Some(Output { label, kind, bytes }))
}
