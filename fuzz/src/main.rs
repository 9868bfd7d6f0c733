//! Runs the targets on stable Rust: damages seeds by number, one process for each target, so that whatever an input does (a panic, an
//! abort, an endless loop, memory without end) is told with the number that makes it again.
#![forbid(unsafe_code)]

use candor_fuzz::mutate::{Rng, damaged};
use candor_fuzz::{TARGETS, Target, seeds};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const HELP: &str = "\
candor-fuzz [OPTIONS]

  --iterations N   so many inputs for each target [default: 500]
  --seconds N      for so long instead, shared out among the targets
  --seed N         another sequence of inputs [default: 1]
  --target NAME    only this one
  --case N         only this input, in this process
  --list           the targets
";

/// An input that takes longer hangs. Long, since machines may be busy; what takes a tenth of it is already worth a look.
const HANG: Duration = Duration::from_secs(60);
/// Address space of a process that runs inputs, in KiB, where the shell can limit it.
const MEMORY_KIB: u64 = 3 << 20;
/// After so many findings a target is left alone.
const ENOUGH: u32 = 20;
/// How often the processes are looked after.
const TICK: Duration = Duration::from_millis(20);

struct Options {
    iterations: u64,
    seconds: Option<u64>,
    seed: u64,
    target: Option<String>,
    case: Option<u64>,
    /// Set in the processes that run inputs: the first input, and the file that tells which one is on.
    child: Option<(u64, PathBuf)>,
}

fn main() -> ExitCode {
    match options().and_then(|o| run(&o)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(sentence) => {
            eprintln!("error: {sentence}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut o = Options { iterations: 500, seconds: None, seed: 1, target: None, case: None, child: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value\n\n{HELP}"));
        let number = |text: String| text.parse::<u64>().map_err(|e| format!("'{text}': {e}"));
        match arg.as_str() {
            "--iterations" => o.iterations = number(value()?)?,
            "--seconds" => (o.seconds, o.iterations) = (Some(number(value()?)?), u64::MAX),
            "--seed" => o.seed = number(value()?)?,
            "--target" => o.target = Some(value()?),
            "--case" => o.case = Some(number(value()?)?),
            "--child" => o.child = Some((number(value()?)?, PathBuf::from(value()?))),
            "--list" => {
                TARGETS.iter().for_each(|t| println!("{}", t.name));
                std::process::exit(0);
            }
            other => return Err(format!("there is no option {other}\n\n{HELP}")),
        }
    }
    Ok(o)
}

fn targets(o: &Options) -> Result<Vec<&'static Target>, String> {
    let found: Vec<&Target> =
        TARGETS.iter().filter(|t| o.target.as_ref().is_none_or(|n| n == t.name)).collect();
    if found.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|t| t.name).collect();
        return Err(format!("there is no target {:?}; there are {}", o.target, names.join(", ")));
    }
    Ok(found)
}

fn input(target: &Target, all: &[seeds::Seed], seed: u64, case: u64) -> Vec<u8> {
    let name = target.name.bytes().fold(0u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
    damaged(all, &mut Rng::new(&[seed, name, case]))
}

/// Answers how many findings there were.
fn run(o: &Options) -> Result<u32, String> {
    let targets = targets(o)?;
    if let Some((first, file)) = &o.child {
        return child(targets.first().ok_or("no target")?, o, *first, file);
    }
    if let Some(case) = o.case {
        for target in targets {
            let input = input(target, &seeds::load(target.seeds), o.seed, case);
            println!(
                "{}: {} bytes: {}",
                target.name,
                input.len(),
                String::from_utf8_lossy(&input).chars().take(2000).collect::<String>()
            );
            (target.run)(&input);
        }
        return Ok(0);
    }
    if !seeds::inputs().is_dir() {
        println!("SKIP seeds of the test inputs: not at {} (set CANDOR_INPUTS)", seeds::inputs().display());
    }
    let share = o.seconds.map(|s| Duration::from_secs(s) / targets.len().max(1) as u32);
    let mut all = 0;
    for target in targets {
        all += watch(target, o, share)?;
    }
    println!("{all} findings");
    Ok(all)
}

/// Runs the inputs from `first` on; which one is on stands in the file.
fn child(target: &Target, o: &Options, first: u64, file: &Path) -> Result<u32, String> {
    let all = seeds::load(target.seeds);
    if all.is_empty() {
        return Err(format!("{} has no seeds", target.name));
    }
    let told = File::create(file).map_err(|e| format!("{}: {e}", file.display()))?;
    for case in first..o.iterations {
        tell(&told, case).map_err(|e| format!("{}: {e}", file.display()))?;
        (target.run)(&input(target, &all, o.seed, case));
    }
    tell(&told, o.iterations).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(0)
}

#[cfg(unix)]
fn tell(file: &File, case: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, &case.to_le_bytes(), 0)
}

#[cfg(not(unix))]
fn tell(mut file: &File, case: u64) -> std::io::Result<()> {
    use std::io::{Seek as _, Write as _};
    file.rewind()?;
    file.write_all(&case.to_le_bytes())
}

/// Which input is on.
fn told(file: &Path) -> Option<u64> {
    std::fs::read(file).ok().and_then(|b| Some(u64::from_le_bytes(b.try_into().ok()?)))
}

/// Starts processes for a target until its inputs or its time are used up.
fn watch(target: &Target, o: &Options, share: Option<Duration>) -> Result<u32, String> {
    let file = std::env::temp_dir().join(format!("candor-fuzz-{}-{}", std::process::id(), target.name));
    let start = Instant::now();
    let (mut first, mut findings) = (0, 0);
    while first < o.iterations && findings < ENOUGH && share.is_none_or(|s| start.elapsed() < s) {
        match one(target, o, first, &file, share.map(|s| start + s))? {
            Ended::Done(reached) => {
                first = reached;
                break;
            }
            Ended::Found(case, what) => {
                findings += 1;
                println!("FOUND {} --seed {} --case {case}: {what}", target.name, o.seed);
                first = case + 1;
            }
        }
    }
    let _ = std::fs::remove_file(&file);
    println!("{:14} {first} inputs, {findings} findings, {} s", target.name, start.elapsed().as_secs());
    Ok(findings)
}

enum Ended {
    /// Without a finding, at this input.
    Done(u64),
    /// This input did that.
    Found(u64, String),
}

fn one(
    target: &Target,
    o: &Options,
    first: u64,
    file: &Path,
    until: Option<Instant>,
) -> Result<Ended, String> {
    let program = std::env::current_exe().map_err(|e| format!("the program does not find itself: {e}"))?;
    let mut command = limited(&program);
    command.args([
        "--target",
        target.name,
        "--seed",
        &o.seed.to_string(),
        "--iterations",
        &o.iterations.to_string(),
    ]);
    command.arg("--child").arg(first.to_string()).arg(file);
    let _ = std::fs::remove_file(file);
    let mut child = command
        .env("RUST_BACKTRACE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("a process for inputs can't be started: {e}"))?;
    let mut errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        errors.as_mut().map(|e| e.read_to_string(&mut text));
        text
    });
    let mut at = (first, Instant::now());
    let mut reason = None;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| format!("a process can't be waited for: {e}"))? {
            break status;
        }
        let now = told(file).unwrap_or(first);
        if now != at.0 {
            at = (now, Instant::now());
        }
        if at.1.elapsed() > HANG {
            reason = Some(format!("it did not end within {} s", HANG.as_secs()));
        } else if until.is_some_and(|u| Instant::now() > u) {
            reason = Some(String::new());
        }
        if reason.is_some() {
            let _ = child.kill();
        }
        sleep(TICK);
    };
    let text = reader.join().unwrap_or_default();
    let case = told(file).unwrap_or(first);
    match reason {
        Some(time_is_up) if time_is_up.is_empty() => Ok(Ended::Done(case)),
        Some(hung) => Ok(Ended::Found(case, hung)),
        None if status.success() => Ok(Ended::Done(case)),
        None if status.code() == Some(2) => Err(text.trim().to_owned()),
        None => {
            let head: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).take(24).collect();
            Ok(Ended::Found(case, format!("{status}\n  {}", head.join("\n  "))))
        }
    }
}

/// The program itself, with a limit on its memory where a shell can set one.
fn limited(program: &Path) -> Command {
    if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {MEMORY_KIB}; exec \"$0\" \"$@\"")).arg(program);
        shell
    } else {
        Command::new(program)
    }
}
