//! The pictures of a document: which are used, what their bytes are, and what is wrong with them.

use super::access::Buffers;
use super::codes::Code;
use super::finding::{Findings, GLTF_READER, Notes};
use super::images::{self, Failure, Kind};
use super::parse::buffers::Image;
use super::parse::{Document, at, each};
use super::resources::{self, Files};
use super::{Progress, Stage};
use candor_caps::Reason;
use std::sync::Arc;

/// A decoded picture.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgba8: Arc<[u8]>,
}

/// Reads every image, decodes those that materials use and looks at the header of the others. One entry for each image
/// of the document; `None`: a stand-in has to be shown if it is used.
pub(super) fn pictures(
    d: &Document,
    buffers: &Buffers,
    files: &mut Files<'_>,
    findings: &mut Findings,
    notes: &mut Notes,
    progress: &mut dyn FnMut(Progress),
) -> Vec<Option<Picture>> {
    let mut used = vec![false; d.images.len()];
    for (_, material) in each(&d.materials) {
        for info in material.infos() {
            let source = at(&d.textures, info.index).and_then(|t| t.source);
            if let Some(slot) = source.and_then(|s| used.get_mut(s)) {
                *slot = true;
            }
        }
    }
    let mut room = files.limits.image_bytes;
    let total = d.images.len() as u64;
    let mut out = Vec::with_capacity(d.images.len());
    for (i, image) in d.images.iter().enumerate() {
        progress(Progress { stage: Stage::Images, done: i as u64, total });
        // Nothing will be shown of a file that is refused anyway.
        let decode = used.get(i).copied().unwrap_or(false) && !findings.refuses();
        out.push(
            image
                .as_ref()
                .and_then(|image| picture(d, image, buffers, files, decode, &mut room, findings, notes)),
        );
    }
    out
}

#[allow(clippy::too_many_arguments)] // one step of the loop above, with its state
fn picture(
    d: &Document,
    image: &Image,
    buffers: &Buffers,
    files: &mut Files<'_>,
    decode: bool,
    room: &mut u64,
    findings: &mut Findings,
    notes: &mut Notes,
) -> Option<Picture> {
    let bytes = resources::image_bytes(d, image, buffers, files, findings)?;
    mime(image, images::sniff(&bytes), d.webp, findings);
    let result = if decode {
        images::decode(&bytes, files.limits.image_side, *room).map(Some)
    } else {
        images::dimensions(&bytes).map(|_| None)
    };
    match result {
        Ok(pixels) => pixels.map(|p| {
            *room = room.saturating_sub(p.rgba8.len() as u64);
            Picture { width: p.width, height: p.height, rgba8: p.rgba8.into() }
        }),
        Err(failure) => {
            failed(image, failure, decode, files, *room, findings, notes);
            None
        }
    }
}

/// What the file calls an image against what its bytes are.
fn mime(image: &Image, kind: Option<Kind>, webp: bool, findings: &mut Findings) {
    // Formats that the validator does not recognise have no mismatch in its eyes either.
    let Some(kind) = kind.filter(|k| matches!(k, Kind::Png | Kind::Jpeg | Kind::WebP)) else { return };
    if kind == Kind::WebP && !webp {
        let message = format!("the image is {}, which only an extension allows", kind.mime());
        findings.push(Code::ImageNonEnabledMimeType, &image.at, message);
    }
    if let Some(declared) = image.mime.as_deref().filter(|m| *m != kind.mime()) {
        let member = if image.view.is_some() { "bufferView" } else { "uri" };
        let message = format!("the image is declared as '{declared}', it is {}", kind.mime());
        findings.push(Code::ImageMimeTypeInvalid, format!("{}/{member}", image.at), message);
    }
}

const STAND_IN: &str = "a stand-in";

fn failed(
    image: &Image,
    failure: Failure,
    used: bool,
    files: &Files<'_>,
    room: u64,
    findings: &mut Findings,
    notes: &mut Notes,
) {
    match failure {
        Failure::Truncated(why) => findings.push(Code::ImageUnexpectedEos, &image.at, why),
        Failure::Invalid(why) => findings.push(Code::ImageDataInvalid, &image.at, why),
        // Nothing stands in for a picture that nothing shows.
        Failure::Unrecognized | Failure::NotDecoded(_) | Failure::Unsupported(_) if !used => {}
        Failure::Unsupported(what) => {
            let kind = "an image is of a format that is not read";
            notes.adjusted(kind, &image.at, "the image", STAND_IN, || Reason::NotImplemented {
                what,
                part: GLTF_READER.into(),
            });
        }
        Failure::Unrecognized => {
            notes.adjusted("an image is of no known format", &image.at, "the image", STAND_IN, || {
                Reason::Invalid {
                    what: "the image".into(),
                    rule: "its bytes are of no known format; PNG and JPEG are read".into(),
                }
            });
        }
        Failure::NotDecoded(mime) => {
            notes.adjusted("an image is of a format that is not read", &image.at, mime, STAND_IN, || {
                Reason::NotImplemented { what: format!("{mime} images"), part: GLTF_READER.into() }
            });
        }
        Failure::TooLarge { side } => {
            let allowed = files.limits.image_side.into();
            notes.adjusted("an image is too large", &image.at, "the image", STAND_IN, || Reason::OverLimit {
                what: "pixels along a side of an image".into(),
                asked: side.into(),
                allowed,
            });
        }
        Failure::NoRoom { bytes } => {
            notes.adjusted("an image is too large", &image.at, "the image", STAND_IN, || Reason::OverLimit {
                what: "bytes of decoded images that are left".into(),
                asked: bytes.into(),
                allowed: room.into(),
            });
        }
    }
}
