//! `candor manifest`: every pipeline of the standard renderer as a file, and on a device.

use crate::args::{
    Listed, ManifestBuild, ManifestCheck, ManifestList, ManifestPrewarm, ManifestWhat, PipelineScope,
};
use crate::choice;
use crate::fail::{Exit, Fail};
use crate::picture::{self, bar, requests};
use crate::show::{self, Answer, check_file, show, write_file};
use crate::table::Table;
use candor::SelectDesc;
use candor::rhi::Device;
use candor::rhi::null::{NullBackend, NullDesc};
use candor_pipelines::{
    CacheFile, Differs, Failure, Made, PipelineManifest, PipelineOutcome, PrewarmOptions, ShaderSet, prewarm,
};
use candor_render::RenderSettings;
use candor_render::pipelines::{Scope, manifest};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// What the file is.
const MANIFEST: &str = "the manifest";

/// Runs one of the commands.
pub(crate) fn run(what: &ManifestWhat) -> Result<Exit, Fail> {
    match what {
        ManifestWhat::Build(a) => build(a),
        ManifestWhat::List(a) => list(a),
        ManifestWhat::Check(a) => check(a),
        ManifestWhat::Prewarm(a) => make(a),
    }
}

/// What the renderer, and the program beside it, can create on a device.
fn enumerate(device: &Device, listed: &Listed, everything: Scope<'_>) -> Result<PipelineManifest, Fail> {
    let mut settings = RenderSettings::default();
    for s in &listed.set {
        picture::set(&mut settings, s)?;
    }
    if !listed.set.is_empty() && listed.scope == PipelineScope::All {
        let message = "--set names settings, and the scope all means all of them";
        return Err(Fail::input("scope", message).help("add --scope settings or --scope neighbours"));
    }
    let scope = match listed.scope {
        PipelineScope::Settings => Scope::Settings(&settings),
        PipelineScope::Neighbours => Scope::Neighbours(&settings),
        PipelineScope::All => everything,
    };
    let mut all = manifest(device, &scope).map_err(|e| Fail::no("manifest", e.to_string()))?;
    for path in &listed.own {
        let own = read(path)?;
        all.add_all(&own).map_err(|e| Fail::input("manifest", format!("{}: {e}", path.display())))?;
    }
    Ok(all)
}

/// Layouts are all that listing makes: any device does.
fn anywhere() -> Device {
    Device::new(NullBackend::new(NullDesc::default()))
}

fn read(path: &Path) -> Result<PipelineManifest, Fail> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Fail::input("file", format!("{}: the manifest can't be read: {e}", path.display())))?;
    PipelineManifest::parse(&text).map_err(|e| {
        Fail::input("manifest", format!("{}: {e}", path.display()))
            .help("`candor manifest build -o FILE` writes a manifest")
    })
}

#[derive(Debug, Serialize)]
struct Built {
    file: String,
    pipelines: usize,
    shaders: usize,
    bytes: usize,
}

impl Answer for Built {
    fn text(&self) -> String {
        format!(
            "{}: {} pipelines of {} shaders, {} bytes\n",
            self.file, self.pipelines, self.shaders, self.bytes
        )
    }
}

fn build(args: &ManifestBuild) -> Result<Exit, Fail> {
    let standard = args.output.as_os_str() == "-";
    if standard && args.json {
        let message = "--json tells what was written, and the manifest goes to the standard output itself";
        return Err(Fail::input("output", message).help("name a file with -o"));
    }
    if !standard {
        check_file(&args.output, MANIFEST)?;
    }
    let all = enumerate(&anywhere(), &args.listed, Scope::AnyDevice)?;
    let text = all.to_text();
    if standard {
        show::write(&text)?;
        return Ok(Exit::Yes);
    }
    write_file(&args.output, MANIFEST, &text)?;
    let (pipelines, shaders) = (all.len(), all.shaders().len());
    let file = args.output.display().to_string();
    show(&Built { file, pipelines, shaders, bytes: text.len() }, args.json)?;
    Ok(Exit::Yes)
}

#[derive(Debug, Serialize)]
struct Listing {
    pipelines: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    kind: &'static str,
    shaders: Vec<String>,
}

impl Answer for Listing {
    fn text(&self) -> String {
        let mut table = Table::new(["pipeline", "kind", "shaders"]);
        for r in &self.pipelines {
            table.row([r.name.clone(), r.kind.to_owned(), r.shaders.join(", ")]);
        }
        format!("{table}\n{} pipelines\n", self.pipelines.len())
    }
}

fn list(args: &ManifestList) -> Result<Exit, Fail> {
    let all = match &args.file {
        Some(path) => read(path)?,
        None => enumerate(&anywhere(), &args.listed, Scope::AnyDevice)?,
    };
    let raster = all.raster.iter().map(|r| Row {
        name: r.name.clone(),
        kind: "raster",
        shaders: r.state.stages().map(|s| s.name.clone()).collect(),
    });
    let compute = all.compute.iter().map(|c| Row {
        name: c.name.clone(),
        kind: "compute",
        shaders: vec![c.shader.name.clone()],
    });
    let own = all.names().skip(all.raster.len() + all.compute.len());
    let own = own.map(|name| Row { name, kind: "mips", shaders: Vec::new() });
    show(&Listing { pipelines: raster.chain(compute).chain(own).collect() }, args.json)?;
    Ok(Exit::Yes)
}

#[derive(Debug, Serialize)]
struct Checked {
    file: String,
    agrees: bool,
    listed: usize,
    can_be_created: usize,
    differences: Vec<Differing>,
}

#[derive(Debug, Serialize)]
struct Differing {
    name: String,
    how: &'static str,
    text: String,
}

impl Answer for Checked {
    fn text(&self) -> String {
        let mut out = String::new();
        for d in &self.differences {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{}", d.text);
        }
        let (listed, created) = (self.listed, self.can_be_created);
        let end = match self.agrees {
            true => {
                format!("{}: lists all {listed} pipelines that can be created, and no other\n", self.file)
            }
            false => format!(
                "{}: lists {listed} pipelines, {created} can be created, {} differ; build it anew: candor manifest build\n",
                self.file,
                self.differences.len()
            ),
        };
        out + &end
    }
}

fn check(args: &ManifestCheck) -> Result<Exit, Fail> {
    let listed = read(&args.file)?;
    let program = enumerate(&anywhere(), &args.listed, Scope::AnyDevice)?;
    let differences: Vec<_> = listed
        .compare(&program)
        .into_iter()
        .map(|d| Differing {
            text: d.to_string(),
            how: match d.how {
                Differs::NotListed => "not-listed",
                Differs::NotCreated => "not-created",
                Differs::Shaders { .. } => "shaders",
                Differs::State => "state",
            },
            name: d.name,
        })
        .collect();
    let agrees = differences.is_empty();
    let file = args.file.display().to_string();
    let checked = Checked { file, agrees, listed: listed.len(), can_be_created: program.len(), differences };
    show(&checked, args.json)?;
    Ok(Exit::of(agrees))
}

#[derive(Debug, Serialize)]
struct Warmed {
    device: String,
    /// What became of the cache before and after, by a word and in a sentence.
    cache_before: Option<[String; 2]>,
    cache_after: Option<[String; 2]>,
    threads: usize,
    time_ms: f64,
    made: usize,
    ready: usize,
    refused: usize,
    pipelines: Vec<MadeRow>,
}

#[derive(Debug, Serialize)]
struct MadeRow {
    name: String,
    kind: &'static str,
    ms: f64,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

fn ms(d: std::time::Duration) -> f64 {
    (d.as_secs_f64() * 1e6).round() / 1e3
}

impl MadeRow {
    fn of(o: &PipelineOutcome, warm: bool) -> Self {
        let (result, why) = match &o.result {
            Ok(Made::Ready) => ("ready", None),
            // The driver does not tell what its cache was good for.
            Ok(Made::Made) if warm => ("warm", None),
            Ok(Made::Made) => ("cold", None),
            Err(why @ Failure::Cancelled) => ("cancelled", Some(why.to_string())),
            Err(why) => ("refused", Some(why.to_string())),
        };
        Self { name: o.name.clone(), kind: o.kind.name(), ms: ms(o.time), result, why }
    }
}

impl Answer for Warmed {
    fn text(&self) -> String {
        let mut table = Table::new(["ms", "result", "kind", "pipeline"]);
        for r in &self.pipelines {
            let name = match &r.why {
                Some(why) => format!("{}: {why}", r.name),
                None => r.name.clone(),
            };
            table.row([format!("{:9.3}", r.ms), r.result.to_owned(), r.kind.to_owned(), name]);
        }
        let mut out = format!("{table}\n{}\n", self.device);
        for [_, text] in [&self.cache_before, &self.cache_after].into_iter().flatten() {
            let _ = writeln!(out, "{text}");
        }
        let (made, ready, threads) = (self.made, self.ready, self.threads);
        let _ = writeln!(
            out,
            "{made} pipelines were made in {} ms on {threads} threads, {ready} of them were ready; {} were refused",
            self.time_ms, self.refused
        );
        out
    }
}

fn make(args: &ManifestPrewarm) -> Result<Exit, Fail> {
    let (backend, adapter) = picture::device(args.backend.as_deref(), args.adapter.as_deref())?;
    let listed = args.file.as_deref().map(read).transpose()?;
    let desc = SelectDesc { backend, adapter, requests: requests(), ..choice::desc() };
    let selected = picture::selected(&desc)?;
    let device = &selected.device;
    let all = match listed {
        Some(listed) => listed,
        None => enumerate(device, &args.listed, Scope::Device)?,
    };
    let shaders = ShaderSet::builtin();
    let hash = shaders.hash_of_all();
    let cache = args.cache.as_ref().map(CacheFile::new);
    let found = cache.as_ref().map(|c| c.load(device, hash));
    let bar = bar(all.len() as u64, "making pipelines");
    let progress = |_: &PipelineOutcome, n: usize| bar.set_position(n as u64);
    let options = PrewarmOptions { threads: args.threads, progress: Some(&progress), cancel: None };
    let report = prewarm(device, &all, &shaders, &options);
    bar.finish_and_clear();
    let kept = cache.as_ref().map(|c| c.keep(device, hash));
    let warm = found.as_ref().is_some_and(candor_pipelines::CacheFound::is_loaded);
    let refused = report.failures().count();
    let warmed = Warmed {
        device: selected.info().to_string(),
        cache_before: found.map(|f| [f.code().to_owned(), f.to_string()]),
        cache_after: kept.map(|k| [k.code().to_owned(), k.to_string()]),
        threads: report.threads,
        time_ms: ms(report.time),
        made: report.outcomes.len() - refused,
        ready: report.ready(),
        refused,
        pipelines: report.outcomes.iter().map(|o| MadeRow::of(o, warm)).collect(),
    };
    show(&warmed, args.json)?;
    Ok(Exit::of(refused == 0))
}
