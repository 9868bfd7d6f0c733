//! Measures what recording costs, beside raw ash in the same binary.
//!
//! `candor-bench check` draws the workloads with both contenders and compares the images with the CPU model.
//! `candor-bench count` counts instructions with valgrind's callgrind, under a layer that answers every `vkCmd*` with a return.
//! `candor-bench time` takes frames of all contenders in turn and prints ratios.
//! `candor-bench allocations` counts allocations of identical frames.
//! `candor-bench run CONTENDER WORKLOAD FRAMES` is what `count` starts.

mod ash_side;
mod candor_side;
mod counting;
mod workload;

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use workload::Workload;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

const WORKLOADS: [(&str, Workload); 3] = [("w1", Workload::W1), ("w1p", Workload::W1p), ("w2", Workload::W2)];
const CONTENDERS: [&str; 4] = ["ash", "candor", "candor-unchecked", "candor-bundle"];

/// The bytes of plain floats.
pub fn bytes(data: &[f32; 16]) -> &[u8] {
    // SAFETY: floats have no padding and every byte of them is initialised.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) }
}

enum Side {
    Ash(ash_side::Side),
    Candor(candor_side::Side),
}

enum Recorded {
    Ash,
    Candor(candor_rhi::Batch),
}

impl Side {
    fn new(contender: &str, w: Workload) -> Self {
        match contender {
            "ash" => Self::Ash(ash_side::Side::new(w)),
            "candor" => Self::Candor(candor_side::Side::new(w, true)),
            "candor-unchecked" => Self::Candor(candor_side::Side::new(w, false)),
            "candor-bundle" => Self::Candor(candor_side::Side::bundled(w)),
            other => panic!("'{other}' is no contender; valid are {CONTENDERS:?}"),
        }
    }
    fn prepare(&self) {
        match self {
            Self::Ash(s) => s.prepare(),
            Self::Candor(s) => s.prepare(),
        }
    }
    fn finish(&self, r: Recorded) {
        match (self, r) {
            (Self::Ash(s), Recorded::Ash) => s.finish(),
            (Self::Candor(s), Recorded::Candor(batch)) => s.finish(batch),
            _ => unreachable!("a contender finishes what it recorded"),
        }
    }
    fn image(&self) -> Vec<u8> {
        match self {
            Self::Ash(s) => s.image(),
            Self::Candor(s) => s.image(),
        }
    }
}

/// What callgrind collects: recording and nothing else.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn candor_bench_record(side: &Side, out: &mut Option<Recorded>) {
    *out = Some(match side {
        Side::Ash(s) => {
            s.record();
            Recorded::Ash
        }
        Side::Candor(s) => Recorded::Candor(s.record()),
    });
}

fn record(side: &Side) -> Recorded {
    let mut out = None;
    candor_bench_record(black_box(side), black_box(&mut out));
    out.expect("a frame was recorded")
}

fn run(contender: &str, w: Workload, frames: u32) {
    let side = Side::new(contender, w);
    for _ in 0..frames {
        let r = record(&side);
        side.finish(r);
    }
}

fn check() -> bool {
    let mut right = true;
    for (name, w) in WORKLOADS {
        let model = workload::model(w);
        for contender in CONTENDERS {
            let side = Side::new(contender, w);
            for frame in 0..3 {
                side.prepare();
                let r = record(&side);
                side.finish(r);
                let wrong = side.image().iter().zip(&model).filter(|(a, b)| a != b).count();
                if wrong > 0 || frame == 2 {
                    println!("{name:4} {contender:17} frame {frame}: {wrong} bytes differ from the model");
                }
                right &= wrong == 0;
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
    assert!(layer.exists(), "{} is missing; build it with `cargo build --release -p null-layer`", layer.display());
    let manifest = format!(
        r#"{{"file_format_version": "1.1.2", "layer": {{"name": "VK_LAYER_CANDOR_null", "type": "GLOBAL",
            "library_path": "{}", "api_version": "1.3.0", "implementation_version": "1",
            "description": "Answers every vkCmd with a return"}}}}"#,
        layer.display()
    );
    std::fs::write(folder.join("VkLayer_candor_null.json"), manifest).expect("the folder can be written");
    println!("instructions for a draw (w1, w1p) or a pass (w2), recording only");
    println!("{:4} {:>10} {:>18} {:>18} {:>18}", "", "ash", "candor", "candor unchecked", "candor bundle");
    for (name, w) in WORKLOADS {
        let units = f64::from(w.units());
        let all: Vec<_> = CONTENDERS.iter().map(|c| count_one(c, name, &folder) / units).collect();
        println!(
            "{name:4} {:10.1} {:10.1} ({:4.2}x) {:10.1} ({:4.2}x) {:10.1} ({:4.2}x)",
            all[0],
            all[1],
            all[1] / all[0],
            all[2],
            all[2] / all[0],
            all[3],
            all[3] / all[0]
        );
    }
}

fn time() {
    const FRAMES: usize = 60;
    println!("microseconds for a frame's recording, median of {FRAMES} taken in turn");
    for (name, w) in WORKLOADS {
        let sides: Vec<_> = CONTENDERS.iter().map(|c| Side::new(c, w)).collect();
        let mut times = vec![Vec::new(); sides.len()];
        for frame in 0..FRAMES + 3 {
            for (side, times) in sides.iter().zip(&mut times) {
                let start = Instant::now();
                let r = record(side);
                let took = start.elapsed();
                side.finish(r);
                if frame >= 3 {
                    times.push(took);
                }
            }
        }
        let median = |t: &mut Vec<Duration>| {
            t.sort();
            t[t.len() / 2].as_secs_f64() * 1e6
        };
        let all: Vec<_> = times.iter_mut().map(median).collect();
        let row = CONTENDERS.iter().zip(&all).map(|(c, t)| format!("{c} {t:.1} ({:.2}x)", t / all[0]));
        println!("{name:4} {}", row.collect::<Vec<_>>().join("  "));
    }
}

fn allocations() -> bool {
    let mut none = true;
    for (name, w) in WORKLOADS {
        let side = Side::new("candor", w);
        let mut counts = Vec::new();
        for _ in 0..6 {
            let before = counting::allocations();
            let r = record(&side);
            side.finish_only_candor(r);
            counts.push(counting::allocations() - before);
        }
        println!("{name:4} allocations by frame: {counts:?}");
        none &= counts[2..].iter().all(|n| *n == 0);
    }
    none
}

impl Side {
    /// Submits without counting what the driver allocates: the counting allocator sees this program's own allocations only, and
    /// drivers use the C library's.
    fn finish_only_candor(&self, r: Recorded) {
        self.finish(r);
    }
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
            let w = Workload::parse(workload).expect("a workload: w1, w1p or w2");
            run(contender, w, frames.parse().expect("a number of frames"));
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
