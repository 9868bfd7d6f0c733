//! One file, compiled in a process of its own: a reader that aborts, overflows its stack or does not end takes only that one with it.

use super::args::{ProbeShader, Sources};
use crate::args::Misbehave;
use crate::fail::Fail;
use crate::live::{Broken, run_child};
use candor::shader::compile::{
    Compiled, Diagnostic, ShaderCache, ShaderDesc, ShaderErrors, SourceLanguage, compile,
};
use candor::shader::package::{PackagedText, RefusedText};
use candor::shader::translate::{Options, TranslateError, translate};
use candor::shader::{ClipSpace, Reflection, Stage, Target, Translation};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The hidden command.
const PROBE: &str = "probe-shader";
/// Bytes of the shader cache.
const CACHE_BYTES: u64 = 256 << 20;

/// A file that is to be compiled.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) path: PathBuf,
    /// The module's name: the path below what was named, without its ending.
    pub(crate) module: String,
    language: Option<SourceLanguage>,
    stage: Option<Stage>,
    entry: Option<String>,
    defines: Vec<(String, String)>,
    folders: Vec<PathBuf>,
    targets: Vec<Target>,
    cache: Option<PathBuf>,
    limit_s: u64,
    hang: bool,
    crash: bool,
}

/// What became of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Done {
    Made(Made),
    Failed(ShaderErrors),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) words: Vec<u32>,
    pub(crate) reflection: Reflection,
    pub(crate) files: Vec<String>,
    pub(crate) entries: Vec<Entry>,
}

/// An entry point in every language that was asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) stage: Stage,
    pub(crate) texts: Vec<PackagedText>,
}

impl Job {
    pub(crate) fn new(path: PathBuf, module: String, sources: &Sources, targets: &[Target]) -> Self {
        let define = |d: &String| match d.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (d.clone(), String::new()),
        };
        Self {
            path,
            module,
            language: sources.language,
            stage: sources.stage,
            entry: sources.entry.clone(),
            defines: sources.defines.iter().map(define).collect(),
            folders: sources.folders.clone(),
            targets: targets.to_vec(),
            cache: sources.cache.clone(),
            limit_s: sources.limit,
            hang: matches!(sources.misbehave, Some(Misbehave::Hang)),
            crash: matches!(sources.misbehave, Some(Misbehave::Crash)),
        }
    }

    fn failed(&self, code: &'static str, message: String, remedy: &str) -> Done {
        let file = self.path.display().to_string();
        let fault = Diagnostic {
            code: code.into(),
            file: file.clone(),
            line: 0,
            column: 0,
            length: 0,
            source_line: String::new(),
            stage: None,
            message,
            remedy: remedy.to_owned(),
        };
        Done::Failed(ShaderErrors { name: file, list: vec![fault], files: Vec::new() })
    }

    /// In a child process.
    fn elsewhere(&self) -> Done {
        let job = match serde_json::to_string(self) {
            Ok(job) => job,
            Err(e) => {
                return self.failed(
                    "shader-job",
                    format!("it cannot be named to a process: {e}"),
                    "rename it",
                );
            }
        };
        let answer =
            run_child(&[OsStr::new(PROBE), OsStr::new(&job)], &[], Duration::from_secs(self.limit_s));
        answer.unwrap_or_else(|broken| match broken {
            Broken::Late => {
                let why =
                    format!("it had not been compiled after {} s, and its process was ended", self.limit_s);
                self.failed("shader-time", why, "simplify it, or allow more with --limit")
            }
            Broken::Ended(status) => {
                let why = format!("the process that compiled it ended badly ({status})");
                self.failed("shader-crash", why, "this is a fault of the compiler; write it in another way")
            }
            Broken::Other(why) => self.failed("shader-process", why, ""),
        })
    }

    /// In this process.
    fn here(&self) -> Done {
        if self.crash {
            std::process::abort();
        }
        if self.hang {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
        let mut desc = ShaderDesc::file(&self.path);
        (desc.language, desc.stage, desc.entry) = (self.language, self.stage, self.entry.clone());
        (desc.defines, desc.folders) = (self.defines.clone(), self.folders.clone());
        desc.time_limit = Duration::from_secs(self.limit_s);
        let cache = self.cache.as_ref().map(|folder| ShaderCache::new(folder, CACHE_BYTES));
        let made = match &cache {
            Some(cache) => cache.compile(&desc).map(|(made, _)| made),
            None => compile(&desc),
        };
        match made {
            Ok(made) => Done::Made(self.told(&made, cache.as_ref())),
            Err(why) => Done::Failed(why),
        }
    }

    fn told(&self, made: &Compiled, cache: Option<&ShaderCache>) -> Made {
        let entries = made.entry_points().iter().map(|point| {
            let mut texts = Vec::new();
            for &target in &self.targets {
                let of = |clip| {
                    let options = Options { clip, ..Options::default() };
                    let text = translated(made.words(), &point.name, target, &options, cache);
                    let text = text.map_err(|e| RefusedText { code: e.code().into(), why: e.to_string() });
                    PackagedText { target, clip, text }
                };
                let text = of(ClipSpace::Standard);
                let turned =
                    text.text.is_ok() && point.stage == Stage::Vertex && target.may_lack_clip_control();
                texts.push(text);
                if turned {
                    texts.push(of(ClipSpace::OpenGl));
                }
            }
            Entry { name: point.name.clone(), stage: point.stage, texts }
        });
        Made {
            entries: entries.collect(),
            words: made.words().to_vec(),
            reflection: made.reflection().clone(),
            files: made.files().to_vec(),
        }
    }
}

fn translated(
    words: &[u32],
    entry: &str,
    target: Target,
    options: &Options,
    cache: Option<&ShaderCache>,
) -> Result<Translation, TranslateError> {
    match cache {
        Some(cache) => cache.translate(words, entry, target, options).map(|(text, _)| text),
        None => translate(words, entry, target, options),
    }
}

/// What the child does.
pub(crate) fn answer(args: &ProbeShader) -> Result<Done, Fail> {
    let job: Job =
        serde_json::from_str(&args.job).map_err(|e| Fail::input("job", format!("the job is none: {e}")))?;
    Ok(job.here())
}

/// Compiles all, on all cores; the answers are in the order of the jobs. `done` hears of each that has ended.
pub(crate) fn run(jobs: &[Job], done: &(dyn Fn(&Path) + Sync)) -> Vec<Done> {
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(usize, Done)>> = Mutex::new(Vec::with_capacity(jobs.len()));
    let work = || {
        while let Some((i, job)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(i).map(|job| (i, job))
        } {
            let one = job.elsewhere();
            all.lock().unwrap_or_else(PoisonError::into_inner).push((i, one));
            done(&job.path);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|s| {
        for _ in 1..cores.min(jobs.len()) {
            s.spawn(work);
        }
        work();
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, one)| one).collect()
}
