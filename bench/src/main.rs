//! Measures what recording and making objects cost, beside raw ash in the same binary.
//!
//! `candor-bench check` draws the workloads with every contender and compares the images with the CPU model.
//! `candor-bench count` counts instructions with valgrind's callgrind, under a layer that answers every `vkCmd*` with a return.
//! `candor-bench time` takes frames of all contenders in turn and prints ratios.
//! `candor-bench allocations` counts allocations of identical frames.
//! `candor-bench run CONTENDER WORKLOAD FRAMES` is what `count` starts, `serve CONTENDER WORKLOAD` what `time` starts.

mod ash_objects;
mod ash_side;
mod candor_objects;
mod candor_side;
mod counting;
mod workload;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;
use workload::Workload;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// The bytes of plain floats.
pub fn bytes<const N: usize>(data: &[f32; N]) -> &[u8] {
    // SAFETY: floats have no padding and every byte of them is initialised.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) }
}

/// One way to do a workload.
pub trait Contender {
    /// Before a frame that is looked at: every second frame of w2 begins with a zero texture.
    fn prepare(&mut self) {}
    /// What is measured: from opening the batch to having it ready to submit, or making and destroying objects.
    fn record(&mut self);
    /// Submits what was recorded, and waits.
    fn finish(&mut self) {}
    /// The picture of the last frame, RGBA; of objects, a picture that shows what they hold.
    fn image(&mut self) -> Vec<u8>;
    /// Objects and bytes of memory that are there between frames.
    fn left(&self) -> u64 {
        0
    }
}

fn contender(name: &str, w: Workload) -> Box<dyn Contender> {
    match (name, w) {
        ("ash", Workload::W3) => Box::new(ash_objects::Side::new()),
        ("ash", _) => Box::new(ash_side::Side::new(w)),
        ("candor", Workload::W3) => Box::new(candor_objects::Side::new()),
        ("candor", _) => Box::new(candor_side::Side::new(w, true)),
        ("candor-bundle", Workload::W1 | Workload::W1p | Workload::W2) => {
            Box::new(candor_side::Side::bundled(w))
        }
        ("candor-unchecked", Workload::W1 | Workload::W1p | Workload::W2) => {
            Box::new(candor_side::Side::new(w, false))
        }
        _ => panic!("'{name}' is no contender of {}; valid are {:?}", w.name(), w.contenders()),
    }
}

/// What callgrind collects: what is measured and nothing else.
#[unsafe(no_mangle)]
#[inline(never)]
fn candor_bench_record(side: &mut dyn Contender) {
    side.record();
}

fn record(side: &mut Box<dyn Contender>) {
    candor_bench_record(black_box(&mut **side));
}

fn run(name: &str, w: Workload, frames: u32) {
    let mut side = contender(name, w);
    for _ in 0..frames {
        record(&mut side);
        side.finish();
    }
}

fn check() -> bool {
    let mut right = true;
    for w in Workload::ALL {
        let model = workload::model(w);
        for name in w.contenders() {
            let mut side = contender(name, w);
            let mut left = None;
            for frame in 0..3 {
                side.prepare();
                record(&mut side);
                side.finish();
                let wrong = side.image().iter().zip(&model).filter(|(a, b)| a != b).count();
                // The first frame leaves memory for staging behind; later ones nothing.
                let now = side.left();
                let more = now.abs_diff(*left.get_or_insert(now));
                if wrong > 0 || more > 0 || frame == 2 {
                    println!(
                        "{:4} {name:17} frame {frame}: {wrong} bytes differ from the model, {more} are left behind",
                        w.name()
                    );
                }
                right &= wrong == 0 && more == 0;
            }
        }
    }
    right
}

/// Instructions of one contender's frames, by the difference of two runs.
fn count_one(contender: &str, name: &str, folder: &std::path::Path) -> f64 {
    let ir = |frames: u32| -> u64 {
        let out = folder.join(format!("callgrind.{contender}.{name}.{frames}"));
        let status = Command::new("valgrind")
            .args(["--tool=callgrind", "--toggle-collect=candor_bench_record", "--dump-instr=yes"])
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(std::env::current_exe().expect("this program has a path"))
            .args(["run", contender, name, &frames.to_string()])
            .env("VK_LAYER_PATH", folder)
            .env("VK_INSTANCE_LAYERS", "VK_LAYER_CANDOR_null")
            .env("CANDOR_NULL_OBJECTS", if name == Workload::W3.name() { "1" } else { "0" })
            .output()
            .expect("valgrind is installed");
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        let text = std::fs::read_to_string(&out).expect("callgrind wrote its file");
        let total = text.lines().find_map(|l| l.strip_prefix("summary: ").or(l.strip_prefix("totals: ")));
        total.and_then(|t| t.trim().parse().ok()).expect("callgrind gives a total")
    };
    let (few, many) = (ir(4), ir(8));
    (many - few) as f64 / 4.0
}

fn count() {
    let exe = std::env::current_exe().expect("this program has a path");
    let folder = exe.parent().expect("it lies in a folder").to_owned();
    let layer = folder.join("libnull_layer.so");
    assert!(
        layer.exists(),
        "{} is missing; build it with `cargo build --release -p null-layer`",
        layer.display()
    );
    let manifest = format!(
        r#"{{"file_format_version": "1.1.2", "layer": {{"name": "VK_LAYER_CANDOR_null", "type": "GLOBAL",
            "library_path": "{}", "api_version": "1.3.0", "implementation_version": "1",
            "description": "Answers every vkCmd with a return"}}}}"#,
        layer.display()
    );
    std::fs::write(folder.join("VkLayer_candor_null.json"), manifest).expect("the folder can be written");
    println!("instructions for a draw (w1, w1p), a pass (w2) or an object (w3, made and destroyed)");
    for w in Workload::ALL {
        let units = f64::from(w.units());
        row(w, w.contenders().iter().map(|c| count_one(c, w.name(), &folder) / units));
    }
}

/// A line of the workload's contenders, each with its ratio to the first.
fn row(w: Workload, figures: impl Iterator<Item = f64>) {
    let figures: Vec<_> = figures.collect();
    let one = |(name, f): (&&str, &f64)| format!("{name} {f:.1} ({:.2}x)", f / figures[0]);
    let all: Vec<_> = w.contenders().iter().zip(&figures).map(one).collect();
    println!("{:4} {}", w.name(), all.join("  "));
}

/// A contender in a process of its own, which does a frame when it is told to.
struct Served {
    child: Child,
    ask: ChildStdin,
    answer: BufReader<ChildStdout>,
}

impl Served {
    fn start(name: &str, w: Workload) -> Self {
        let exe = std::env::current_exe().expect("this program has a path");
        let mut child = Command::new(exe)
            .args(["serve", name, w.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program can be started");
        let ask = child.stdin.take().expect("it was piped");
        let answer = BufReader::new(child.stdout.take().expect("it was piped"));
        Self { child, ask, answer }
    }

    /// Microseconds of a frame.
    fn frame(&mut self) -> f64 {
        self.ask.write_all(b"frame\n").expect("the contender is alive");
        let mut line = String::new();
        self.answer.read_line(&mut line).expect("the contender answers");
        line.trim().parse().expect("the contender gives a time")
    }

    fn end(mut self) {
        drop(self.ask);
        let status = self.child.wait().expect("the contender ends");
        assert!(status.success(), "a contender failed");
    }
}

/// The other end of [`Served`]: a frame for each line, until there are no more.
fn serve(name: &str, w: Workload) {
    let mut side = contender(name, w);
    for _ in std::io::stdin().lines() {
        let start = Instant::now();
        record(&mut side);
        let took = start.elapsed();
        side.finish();
        println!("{}", took.as_secs_f64() * 1e6);
    }
}

fn time() {
    const FRAMES: usize = 60;
    const WARM: usize = 3;
    println!("microseconds for a frame, median of {FRAMES} taken in turn by one process for each contender");
    for w in Workload::ALL {
        let mut sides: Vec<_> = w.contenders().iter().map(|c| Served::start(c, w)).collect();
        let mut times = vec![Vec::new(); sides.len()];
        for frame in 0..WARM + FRAMES {
            for (side, times) in sides.iter_mut().zip(&mut times) {
                let took = side.frame();
                if frame >= WARM {
                    times.push(took);
                }
            }
        }
        sides.into_iter().for_each(Served::end);
        row(
            w,
            times.iter_mut().map(|t| {
                t.sort_by(f64::total_cmp);
                t[t.len() / 2]
            }),
        );
    }
}

fn allocations() -> bool {
    let mut none = true;
    // Objects are allocations; the law is about recording.
    for w in Workload::ALL.into_iter().filter(|w| *w != Workload::W3) {
        let mut side = contender("candor", w);
        let mut counts = Vec::new();
        for _ in 0..6 {
            // Drivers use the C library's allocator: what is counted is this program's own.
            let before = counting::allocations();
            record(&mut side);
            side.finish();
            counts.push(counting::allocations() - before);
        }
        println!("{:4} allocations by frame: {counts:?}", w.name());
        none &= counts[2..].iter().all(|n| *n == 0);
    }
    none
}

fn parse(workload: &str) -> Workload {
    Workload::parse(workload)
        .unwrap_or_else(|| panic!("'{workload}' is no workload; valid are {:?}", Workload::ALL))
}

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let right = match args[..] {
        ["check"] => check(),
        ["count"] => {
            count();
            true
        }
        ["time"] => {
            time();
            true
        }
        ["allocations"] => allocations(),
        ["run", contender, workload, frames] => {
            run(contender, parse(workload), frames.parse().expect("a number of frames"));
            true
        }
        ["serve", contender, workload] => {
            serve(contender, parse(workload));
            true
        }
        _ => {
            eprintln!("usage: candor-bench check | count | time | allocations");
            false
        }
    };
    if !right {
        std::process::exit(1);
    }
}
