//! `candor capture` and `candor replay`: a frame in a file, and the frame out of the file.

use crate::args::{Capture, Replay};
use crate::choice;
use crate::fail::{Exit, Fail};
use crate::picture::{self, Job, PICTURE, picture_to, unwritable, writable};
use crate::show::{Answer, check_file, show, to_json, write_file};
use candor::capture::{self, CaptureFile, Output, OutputKind, ReplayDesc, ReplayError, Summary};
use candor::{BackendKind, SelectDesc};
use candor_caps::{Feature, Requests};
use candor_render::{Picture, RenderReport};
use candor_rhi::Format;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// What the file of `--json` is.
const ACCOUNT: &str = "the account";
/// What the file of `candor capture` is.
const FRAME: &str = "the frame";

/// Names of the flags in lower case, as capabilities are written.
fn names(flags: candor_rhi::backend::Enabled) -> Vec<String> {
    flags.iter_names().map(|(name, _)| name.to_lowercase().replace('_', "-")).collect()
}

/// What is in a captured frame.
#[derive(Debug, Serialize)]
struct Contents {
    file: String,
    bytes: u64,
    candor: String,
    backend: &'static str,
    adapter: String,
    driver: String,
    api: String,
    needs: Vec<String>,
    submissions: usize,
    raster_passes: usize,
    compute_passes: usize,
    lists_of_copies: usize,
    commands: usize,
    objects: usize,
    bytes_of_contents: u64,
    targets: Vec<String>,
    notes: Vec<String>,
    /// Objects and steps, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    listing: Option<String>,
}

impl Contents {
    fn of(path: &Path, bytes: usize, file: &CaptureFile, list: bool) -> Self {
        let (i, s): (_, Summary) = (file.info(), file.summary());
        Self {
            file: path.display().to_string(),
            bytes: bytes as u64,
            candor: i.candor.clone(),
            backend: i.backend.name(),
            adapter: i.adapter.clone(),
            driver: i.driver.clone(),
            api: i.api.clone(),
            needs: names(file.needs()),
            submissions: s.submissions,
            raster_passes: s.raster_passes,
            compute_passes: s.compute_passes,
            lists_of_copies: s.copy_passes,
            commands: s.commands,
            objects: s.objects,
            bytes_of_contents: s.blob_bytes,
            targets: file.targets().map(str::to_owned).collect(),
            notes: file.missing().into_iter().chain(file.notes().iter().cloned()).collect(),
            listing: list.then(|| file.listing()),
        }
    }
}

impl Answer for Contents {
    fn text(&self) -> String {
        if let Some(listing) = &self.listing {
            return listing.clone();
        }
        let mut out = format!("{}: {} bytes\n", self.file, self.bytes);
        let counts = [
            ("submissions", self.submissions),
            ("raster passes", self.raster_passes),
            ("compute passes", self.compute_passes),
            ("lists of copies", self.lists_of_copies),
            ("commands", self.commands),
            ("objects", self.objects),
        ];
        for (what, n) in counts {
            let _ = writeln!(out, "  {what:16} {n}");
        }
        let _ = writeln!(out, "  {:16} {}", "captured on", self.adapter);
        for t in &self.targets {
            let _ = writeln!(out, "  {:16} {t}", "target");
        }
        for n in &self.notes {
            let _ = writeln!(out, "  {:16} {n}", "note");
        }
        out
    }
}

/// Captures a frame.
pub(crate) fn capture(args: &Capture) -> Result<Exit, Fail> {
    let job = Job::new(args.scene.clone(), &args.picture, args.output.clone())?.posed(&args.pose)?;
    writable(&args.output, FRAME)?;
    if let Some(png) = &args.png {
        picture_to(png)?;
    }
    if let Some(path) = args.picture.json.as_deref().filter(|_| !args.picture.json_to_stdout()) {
        check_file(path, ACCOUNT)?;
    }
    let (file, picture) = job.capture()?;
    let bytes = file.write();
    std::fs::write(&args.output, &bytes).map_err(|e| unwritable(&args.output, FRAME, &e))?;
    if let Some(png) = &args.png {
        write_png(png, &picture)?;
    }
    let account = Contents::of(&args.output, bytes.len(), &file, false);
    if let Some(path) = args.picture.json.as_deref().filter(|_| !args.picture.json_to_stdout()) {
        write_file(path, ACCOUNT, &to_json(&account)?)?;
    }
    show(&account, args.picture.json_to_stdout())?;
    Ok(Exit::Yes)
}

fn write_png(path: &Path, picture: &Picture) -> Result<(), Fail> {
    let png = picture.png().map_err(|e| Fail::no("png", format!("the picture can't be encoded: {e}")))?;
    std::fs::write(path, png).map_err(|e| unwritable(path, PICTURE, &e))
}

/// What came of a frame.
#[derive(Debug, Serialize)]
struct Account {
    frame: Contents,
    /// Where it was replayed.
    adapter: String,
    backend: &'static str,
    results: Vec<Row>,
    notes: Vec<String>,
    validation_messages: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    label: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[u32; 3]>,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl Answer for Account {
    fn text(&self) -> String {
        let mut out = format!("{} was replayed on {} ({})\n", self.frame.file, self.adapter, self.backend);
        for r in &self.results {
            let shape = match (r.format, r.size) {
                (Some(f), Some([w, h, _])) => format!("{f} {w}x{h}, "),
                _ => String::new(),
            };
            let file = r.picture.as_ref().map_or(String::new(), |p| format!(", written to {p}"));
            let _ = writeln!(out, "  {} '{}': {shape}{} bytes{file}", r.kind, r.label, r.bytes);
        }
        for n in &self.notes {
            let _ = writeln!(out, "  note: {n}");
        }
        for m in &self.validation_messages {
            let _ = writeln!(out, "  validation: {m}");
        }
        out
    }
}

/// Replays a frame, or lists it.
pub(crate) fn replay(args: &Replay) -> Result<Exit, Fail> {
    let shown = args.file.display();
    let bytes = std::fs::read(&args.file)
        .map_err(|e| Fail::input("file", format!("{shown}: it can't be read: {e}")))?;
    let file = CaptureFile::read(&bytes).map_err(|e| Fail::input("capture", format!("{shown}: {e}")))?;
    let frame = Contents::of(&args.file, bytes.len(), &file, args.list);
    if args.list {
        show(&frame, args.json)?;
        return Ok(Exit::Yes);
    }
    if let Some(png) = &args.output {
        picture_to(png)?;
    }
    let (backend, adapter) = picture::device(args.backend.as_deref(), args.adapter.as_deref())?;
    // All that the backend offers, since a frame does not tell by features what it needs.
    let wanted = Feature::ALL.iter().filter(|f| **f != Feature::Present);
    let requests = wanted.fold(Requests::new(), |r, f| r.optional(*f));
    let selected = picture::selected(&SelectDesc { backend, adapter, requests, ..choice::desc() })?;
    if selected.info().backend == BackendKind::Null && args.output.is_some() {
        return Err(Fail::no("replay", "Null draws nothing: there would be no picture")
            .help("leave --output out to see whether the frame is accepted, or name a backend that draws"));
    }
    let targets: Vec<&str> = args.target.iter().map(String::as_str).collect();
    let desc = ReplayDesc { targets: &targets, ..ReplayDesc::default() };
    let out = capture::replay(&selected.device, &file, &desc).map_err(|e| match &e {
        ReplayError::NoTarget { .. } => Fail::input("target", e.to_string()),
        _ => Fail::no("replay", e.to_string()),
    })?;
    let mut results: Vec<Row> = out.outputs.iter().map(row).collect();
    if let Some(png) = &args.output {
        let Some((output, row)) = out.outputs.iter().zip(&mut results).next() else {
            return Err(Fail::no("target", "the frame has no result that can be shown"));
        };
        write_png(png, &shown_as(output)?)?;
        row.picture = Some(png.display().to_string());
    }
    let info = selected.info();
    let account = Account {
        frame,
        adapter: info.name.clone(),
        backend: info.backend.name(),
        results,
        notes: out.notes,
        validation_messages: selected.validation_messages(),
    };
    show(&account, args.json)?;
    Ok(Exit::Yes)
}

fn row(o: &Output) -> Row {
    let (kind, format, size) = match o.kind {
        OutputKind::Buffer => ("buffer", None, None),
        OutputKind::Texture { format, size } => ("texture", Some(format.name()), Some(size)),
    };
    Row { label: o.label.clone(), kind, format, size, bytes: o.bytes.len(), picture: None }
}

/// Eight bits a channel as they are.
fn shown_as(o: &Output) -> Result<Picture, Fail> {
    let unfit = |what: String| {
        Fail::no("target", format!("'{}' is {what}, which no picture of eight bits a channel holds", o.label))
            .help("name another with --target; --list tells which there are")
    };
    let OutputKind::Texture { format, size: [width, height, _] } = o.kind else {
        return Err(unfit("a buffer".into()));
    };
    let mut rgba8 = o.bytes.clone();
    match format {
        Format::Rgba8Unorm | Format::Rgba8UnormSrgb => {}
        Format::Bgra8Unorm | Format::Bgra8UnormSrgb => {
            rgba8.chunks_exact_mut(4).for_each(|texel| texel.swap(0, 2));
        }
        other => return Err(unfit(format!("a texture of {other}"))),
    }
    Ok(Picture { width, height, rgba8, report: RenderReport::default() })
}
