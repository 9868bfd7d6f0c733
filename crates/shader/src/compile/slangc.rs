//! Slang and HLSL, compiled by slangc in a process of its own.

use super::error::{Diagnostic, ShaderErrors};
use super::limits::{MAX_FILES, MAX_TEXT};
use super::token::{Kind, tokens};
use super::{Compiled, ShaderDesc, Source, SourceLanguage};
use crate::reflection::Stage;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process is looked after.
const TICK: Duration = Duration::from_millis(5);
/// Bytes that are read of what it says.
const MOST_SAID: u64 = 1 << 20;

/// The compiler: what the description names, `SLANGC`, then `PATH`.
pub(super) fn find(desc: &ShaderDesc) -> Option<PathBuf> {
    let stated = desc
        .slangc
        .clone()
        .or_else(|| std::env::var_os("SLANGC").filter(|v| !v.is_empty()).map(PathBuf::from));
    stated.or_else(|| {
        let name = format!("slangc{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(&std::env::var_os("PATH")?)
            .map(|folder| folder.join(&name))
            .find(|p| p.is_file())
    })
}

/// The version that it states.
pub(super) fn version(desc: &ShaderDesc) -> Option<String> {
    let mut command = command(&find(desc)?);
    command.arg("-v");
    let said = run(&mut command, desc.time_limit).ok()?;
    Some(said.text.trim().to_owned()).filter(|v| !v.is_empty())
}

fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    // Its libraries lie beside it.
    let folder = fs::canonicalize(program).ok().and_then(|p| p.parent().map(Path::to_path_buf));
    if let Some(folder) = folder.filter(|_| cfg!(target_os = "linux")) {
        let old = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let all =
            std::iter::once(folder).chain(std::env::split_paths(&old).filter(|p| !p.as_os_str().is_empty()));
        if let Ok(joined) = std::env::join_paths(all) {
            command.env("LD_LIBRARY_PATH", joined);
        }
    }
    command
}

pub(super) fn compile(desc: &ShaderDesc, language: SourceLanguage) -> Result<Compiled, ShaderErrors> {
    let fail = |code, why: String, remedy: &str| {
        ShaderErrors::one(&desc.name, Diagnostic::whole(code, &desc.name, why, remedy))
    };
    let (sources, files) = gather(desc)?;
    let Some(program) = find(desc) else {
        let why = format!("{language} is compiled by slangc, which is not here");
        return Err(fail(
            "shader-no-slangc",
            why,
            "install it and set SLANGC to it or put it in PATH, or write WGSL or GLSL",
        ));
    };
    let with_files = |mut e: ShaderErrors| {
        e.files.clone_from(&files);
        e
    };
    let scratch = Scratch::new().map_err(|e| {
        with_files(fail("shader-scratch", format!("there is no place for what slangc writes: {e}"), ""))
    })?;
    let (file, folders) = scratch.lay_out(desc, language, &sources).map_err(|e| {
        with_files(fail("shader-scratch", format!("the source cannot be laid out for slangc: {e}"), ""))
    })?;
    let out = scratch.0.join("out.spv");
    let mut command = command(&program);
    command.arg(&file).args(folders.iter().flat_map(|f| [OsString::from("-I"), f.clone().into()]));
    command.args(["-target", "spirv", "-profile", "spirv_1_3", "-O0", "-g0"]);
    command.args([
        "-matrix-layout-column-major",
        "-fvk-use-entrypoint-name",
        "-enable-machine-readable-diagnostics",
    ]);
    if language == SourceLanguage::Hlsl {
        command.args(["-lang", "hlsl"]);
    }
    if let Some(stage) = desc.source_stage() {
        command.args(["-entry", desc.entry.as_deref().unwrap_or("main"), "-stage", name_of(stage)]);
    } else if let Some(entry) = &desc.entry {
        command.args(["-entry", entry]);
    }
    for (name, value) in &desc.defines {
        command.arg(if value.is_empty() { format!("-D{name}") } else { format!("-D{name}={value}") });
    }
    command.arg("-o").arg(&out);
    let said = run(&mut command, desc.time_limit).map_err(|why| {
        with_files(match why {
            Broken::Late => {
                let why =
                    format!("slangc had not ended after {} s, and was ended", desc.time_limit.as_secs());
                fail("shader-time", why, "simplify the source, or allow more time")
            }
            Broken::Other(why) => fail("shader-no-slangc", why, "set SLANGC to a slangc that runs here"),
        })
    })?;
    if !said.success {
        let mut list = diagnostics(desc, &said.text, &scratch, &sources);
        if list.is_empty() {
            let why = match said.text.trim() {
                "" => format!("slangc failed without a reason ({})", said.status),
                text => {
                    format!("slangc failed ({}): {}", said.status, text.lines().next().unwrap_or_default())
                }
            };
            list.push(Diagnostic::whole("shader-slangc", &desc.name, why, ""));
        }
        return Err(ShaderErrors { name: desc.name.clone(), list, files });
    }
    let bytes = super::include::read_bytes(&out, super::MAX_SPIRV).map_err(|why| {
        let remedy =
            "mark a function with [shader(\"vertex\")] or another stage, or state entry point and stage";
        with_files(fail("shader-slangc", format!("slangc wrote no SPIR-V: {why}"), remedy))
    })?;
    let words = crate::words_from_bytes(&bytes).and_then(|w| crate::reflect(&w).map(|_| w));
    let words = words.map_err(|why| with_files(fail(why.code(), why.to_string(), "")))?;
    Compiled::new(desc, language, words, files)
}

const fn name_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::TessellationControl => "hull",
        Stage::TessellationEvaluation => "domain",
        Stage::Geometry => "geometry",
        Stage::Fragment => "fragment",
        Stage::Compute => "compute",
        Stage::Task => "amplification",
        Stage::Mesh => "mesh",
        Stage::RayGeneration => "raygeneration",
        Stage::Intersection => "intersection",
        Stage::AnyHit => "anyhit",
        Stage::ClosestHit => "closesthit",
        Stage::Miss => "miss",
        Stage::Callable => "callable",
    }
}

/// A file: its name, and what is in it.
pub(super) type Text = (String, String);

/// The source and all that it may include or import, the source first. A file that is not found is slangc's to tell.
pub(super) fn gather(desc: &ShaderDesc) -> Result<(Vec<Text>, Vec<String>), ShaderErrors> {
    let finder = desc.finder();
    let mut all = vec![(desc.path().to_string_lossy().into_owned(), desc.text()?)];
    let mut open = VecDeque::from([0]);
    while let Some(at) = open.pop_front() {
        let (from, text) = all[at].clone();
        for asked in asked_for(&text) {
            let found = asked.iter().find_map(|a| finder.find(a, &from).ok().flatten());
            let Some(found) = found.filter(|f| all.iter().all(|(name, _)| *name != f.name)) else { continue };
            let bytes: usize = all.iter().map(|(_, text)| text.len()).sum();
            if all.len() > MAX_FILES || bytes > 2 * MAX_TEXT {
                let why = format!("more than {MAX_FILES} files or {} bytes are included", 2 * MAX_TEXT);
                let fault = Diagnostic::whole("shader-source-size", &desc.name, why, "split the source");
                return Err(ShaderErrors::one(&desc.name, fault));
            }
            open.push_back(all.len());
            all.push((found.name, found.text));
        }
    }
    let of_files = usize::from(matches!(desc.source, Source::Bytes(_)));
    let names = all.iter().skip(of_files).map(|(name, _)| name.clone()).collect();
    Ok((all, names))
}

/// The files that a text names; of each the names under which it may lie.
fn asked_for(text: &str) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    let mut comment = false;
    for line in text.lines() {
        let read = tokens(line, &mut comment);
        let words: Vec<_> = read.iter().filter(|t| !matches!(t.kind, Kind::Blank | Kind::Comment)).collect();
        let word = |at: usize| words.get(at).map_or("", |t| t.text.as_ref());
        let said = |from: usize| words[from..].iter().map(|t| t.text.as_ref()).collect::<String>();
        let from = usize::from(word(0) == "__exported");
        match (word(0), word(from)) {
            ("#", _) if word(1) == "include" => {
                let said = said(2);
                let name = said.trim_matches(['"', '<', '>']);
                out.push(vec![name.to_owned()]);
            }
            (_, "import" | "__include" | "implementing") => {
                let said = said(from + 1);
                let name = said.split(';').next().unwrap_or_default();
                match name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) {
                    Some(quoted) => out.push(vec![quoted.to_owned(), format!("{quoted}.slang")]),
                    None => {
                        let path = name.replace('.', "/");
                        out.push(vec![format!("{}.slang", path.replace('_', "-")), format!("{path}.slang")]);
                    }
                }
            }
            _ => {}
        }
    }
    out.retain(|names| names.iter().all(|n| !n.is_empty() && n != ".slang"));
    out
}

/// A folder that goes with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mut tries = 0;
        loop {
            let n = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("candor-shader-{}-{n}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // Of a process of this number that ended badly.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && tries < 1000 => tries += 1,
                Err(e) => return Err(e),
            }
        }
    }

    /// The file that slangc is given, and the folders that it looks into.
    fn lay_out(
        &self,
        desc: &ShaderDesc,
        language: SourceLanguage,
        sources: &[Text],
    ) -> io::Result<(PathBuf, Vec<PathBuf>)> {
        if let (Source::File(path), None) = (&desc.source, &desc.includes) {
            return Ok((path.clone(), desc.folders.clone()));
        }
        let mut folders = vec![self.root()];
        let mut first = None;
        for (i, (name, text)) in sources.iter().enumerate() {
            if i > 0 && desc.includes.is_none() {
                break;
            }
            let mut path = self.place(name);
            // slangc goes by endings.
            if i == 0 && SourceLanguage::of(&path) != Some(language) {
                path.as_mut_os_string().push(format!(".{}", language.name()));
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
                if !folders.iter().any(|f| f == folder) {
                    folders.push(folder.to_path_buf());
                }
            }
            fs::write(&path, text)?;
            first.get_or_insert(path);
        }
        folders.extend(desc.folders.iter().cloned());
        Ok((first.unwrap_or_default(), folders))
    }

    fn root(&self) -> PathBuf {
        self.0.join("in")
    }

    /// Where a file of this name lies: below the root, whatever it is called.
    fn place(&self, name: &str) -> PathBuf {
        let mut path = self.root();
        for part in Path::new(name).components() {
            match part {
                Component::Normal(part) => path.push(part),
                Component::ParentDir => path.push("up"),
                _ => {}
            }
        }
        if path == self.root() { path.join("source") } else { path }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a process said.
struct Said {
    success: bool,
    status: String,
    text: String,
}

enum Broken {
    Late,
    Other(String),
}

fn run(command: &mut Command, limit: Duration) -> Result<Said, Broken> {
    let program = command.get_program().to_string_lossy().into_owned();
    let other = |what: &str, e: io::Error| Broken::Other(format!("{program} {what}: {e}"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| other("cannot be started", e))?;
    let listen = |from: Option<Box<dyn Read + Send>>| {
        from.map(|mut from| {
            thread::spawn(move || {
                let mut text = Vec::new();
                let _ = from.by_ref().take(MOST_SAID).read_to_end(&mut text);
                // More would block it.
                let _ = io::copy(&mut from, &mut io::sink());
                text
            })
        })
    };
    let out = listen(child.stdout.take().map(|o| Box::new(o) as Box<dyn Read + Send>));
    let err = listen(child.stderr.take().map(|e| Box::new(e) as Box<dyn Read + Send>));
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < limit => thread::sleep(TICK),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(Broken::Late);
            }
            Err(e) => return Err(other("cannot be waited for", e)),
        }
    };
    let text =
        [out, err].into_iter().flatten().flat_map(|t| t.join().unwrap_or_default()).collect::<Vec<u8>>();
    Ok(Said {
        success: status.success(),
        status: status.to_string(),
        text: String::from_utf8_lossy(&text).into_owned(),
    })
}

/// The faults of lines such as `E30015<tab>error<tab>file<tab>line<tab>column<tab>line<tab>column<tab>message`; lines of kind `span`
/// tell more of the one before.
fn diagnostics(desc: &ShaderDesc, said: &str, scratch: &Scratch, sources: &[Text]) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    let mut last_counts = false;
    for line in said.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [code, kind, file, line, column, end_line, end, message] = parts[..] else { continue };
        if kind == "span" {
            if let Some(last) = out.last_mut().filter(|_| last_counts) {
                let same = last.line.to_string() == line && last.column.to_string() == column;
                if same && !last.message.contains(message) {
                    last.message = format!("{}: {message}", last.message);
                }
            }
            continue;
        }
        last_counts = kind.contains("error");
        if !last_counts {
            continue;
        }
        let number = |n: &str| n.parse::<u32>().unwrap_or(0);
        let found = sources.iter().find(|(name, _)| scratch.place(name) == Path::new(file) || name == file);
        let found = found.or_else(|| {
            (sources.len() == 1 || file.starts_with(&*scratch.root().to_string_lossy()))
                .then(|| sources.first())
                .flatten()
        });
        let (name, text) = found.map_or((file, ""), |(name, text)| (name.as_str(), text.as_str()));
        let source_line =
            number(line).checked_sub(1).and_then(|n| text.lines().nth(n as usize)).unwrap_or_default();
        out.push(Diagnostic {
            code: "shader-slangc".into(),
            file: if name.is_empty() { desc.name.clone() } else { name.to_owned() },
            line: number(line),
            column: number(column),
            length: if line == end_line { number(end).saturating_sub(number(column)).max(1) } else { 1 },
            source_line: source_line.to_owned(),
            stage: desc.source_stage(),
            message: format!("{message} ({code})"),
            remedy: String::new(),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_and_imported_files_are_found_in_the_text() {
        let text = "#include \"a.slang\" // b\nimport lib.some_thing;\n__exported import \"c\";\n// import no;\nimported x;\n";
        let asked = asked_for(text);
        assert_eq!(
            asked,
            [
                vec!["a.slang".to_owned()],
                vec!["lib/some-thing.slang".into(), "lib/some_thing.slang".into()],
                vec!["c".into(), "c.slang".into()],
            ]
        );
    }

    #[test]
    fn names_stay_below_the_root() {
        let scratch = Scratch::new().unwrap();
        for name in ["../../etc/x", "/etc/x", "a/../../../x", "", ".."] {
            assert!(scratch.place(name).starts_with(scratch.root()), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_does_not_end_is_ended() {
        let late = run(Command::new("sleep").arg("600"), Duration::from_millis(20));
        assert!(matches!(late, Err(Broken::Late)));
        assert!(matches!(run(&mut Command::new("/no/such/program"), TICK), Err(Broken::Other(_))));
    }
}
