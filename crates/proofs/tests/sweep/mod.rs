//! Every call of a frame fails once, in every way that it can: nothing panics, hangs or leaks, what went wrong is said in a
//! sentence, and where the device is alive the next frame is right.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each program uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

pub mod frame;
pub mod window;

use candor_rhi::backend::Backend;
use candor_rhi::layer::{FaultPlan, Faults, Injected, Layered, Site};
use candor_rhi::null::{NullBackend, NullDesc, Timing};
use candor_rhi::surface::SurfaceTarget;
use candor_rhi::*;
use frame::{Stop, render};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;
use window::window;

/// A case that takes longer hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// What became of a frame in which a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Became {
    /// Nobody noticed: the frame is right.
    Survived,
    /// The frame is right, and the device keeps the fault for who asks.
    Told,
    /// It was refused with a sentence; the next one is right.
    Refused,
    /// The surface told its state; the next one is right.
    SurfaceState,
    /// The device is lost, and says so.
    Lost,
}

impl Became {
    pub fn text(self) -> &'static str {
        match self {
            Self::Survived => "not noticed, right",
            Self::Told => "among the device's faults, right",
            Self::Refused => "refused, next frame right",
            Self::SurfaceState => "state told, next frame right",
            Self::Lost => "device lost",
        }
    }
}

/// Results by kind of call and fault.
pub type Results = BTreeMap<(Site, Injected), BTreeSet<Became>>;

/// A device whose calls fail as planned.
pub struct Bed {
    pub faults: Arc<Layered<Faults>>,
    pub device: Device,
    pub window: Option<Arc<dyn SurfaceTarget>>,
}

impl Bed {
    pub fn on(backend: Arc<dyn Backend>, window: Option<Arc<dyn SurfaceTarget>>) -> Self {
        let faults = Faults::around(backend);
        Self { device: Device::new(faults.clone()), faults, window }
    }

    fn frame(&self) -> Result<Vec<Vec<u8>>, Stop> {
        render(&self.device, self.window.as_ref())
    }

    /// A frame in which nothing fails, and how often each call was made.
    pub fn reference(&self) -> (Vec<Vec<u8>>, BTreeMap<Site, u64>) {
        self.faults.layer().plan(None);
        let right = self.frame().unwrap_or_else(|e| panic!("nothing fails: {}", e.sentence()));
        (right, Site::ALL.iter().map(|s| (*s, self.faults.layer().calls(*s))).collect())
    }

    /// One case: the frame with its fault, and the one after it. `None`: the call was never made.
    pub fn case(&self, plan: FaultPlan, right: &[Vec<u8>]) -> Option<Became> {
        let layer = self.faults.layer();
        layer.plan(Some(plan));
        let got = self.frame();
        let fired = layer.has_fired();
        layer.plan(None);
        if !fired {
            assert!(got.is_ok(), "{plan:?}: nothing failed, and still: {}", got.unwrap_err().sentence());
            return None;
        }
        let became = match got {
            Ok(bytes) => {
                assert!(bytes == right, "{plan:?}: nobody noticed, and the frame is wrong");
                if self.device.faults().is_empty() { Became::Survived } else { Became::Told }
            }
            Err(stop) => judge(&plan, &stop),
        };
        let lost = matches!(self.device.state(), DeviceState::Lost(_));
        let next = self.frame();
        match next {
            Ok(bytes) => {
                assert!(!lost, "{plan:?}: the device is lost and renders");
                assert!(bytes == right, "{plan:?}: the next frame is wrong");
            }
            Err(stop) => {
                let codes = stop.codes();
                let told = lost && codes.iter().all(|c| *c == Code::DeviceLost) && !codes.is_empty();
                assert!(told, "{plan:?}: the next frame failed: {}", stop.sentence());
            }
        }
        Some(if lost { Became::Lost } else { became })
    }
}

/// Was it said in the right words?
fn judge(plan: &FaultPlan, stop: &Stop) -> Became {
    let (sentence, codes) = (stop.sentence(), stop.codes());
    assert!(sentence.len() > 20, "{plan:?}: {sentence}");
    if let (Stop::Surface(state), true) = (stop, codes.is_empty()) {
        let expected = match plan.fault {
            Injected::SurfaceLost => SurfaceState::Lost,
            _ => SurfaceState::OutOfDate,
        };
        assert_eq!(*state, expected, "{plan:?}: {sentence}");
        return Became::SurfaceState;
    }
    let own = match plan.fault {
        Injected::OutOfHostMemory | Injected::OutOfDeviceMemory => Code::OutOfMemory,
        Injected::OverBudget => Code::OverBudget,
        Injected::DeviceLost => Code::DeviceLost,
        Injected::Refused | Injected::SurfaceLost | Injected::OutOfDate => Code::Driver,
    };
    // What fails when the state table has moved on cannot be taken back.
    let no_way_back = matches!(plan.site, Site::Submit | Site::Finished | Site::Join);
    for code in codes {
        let fits = code == own || (no_way_back && code == Code::DeviceLost);
        assert!(fits, "{plan:?}: {sentence}");
    }
    Became::Refused
}

/// Runs a case on a thread of its own, within its time.
pub fn timed<T: Send + 'static>(what: String, case: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = channel();
    let thread = std::thread::spawn(move || {
        let out = case();
        let _ = done.send(());
        out
    });
    if wait.recv_timeout(LIMIT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
        panic!("{what}: it hangs");
    }
    thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e))
}

fn null() -> (Arc<NullBackend>, Bed) {
    let limits = Limits { timestamp_bits: 64, timestamp_period_ns: 1.0, ..Limits::default() };
    // Late, so that work is waited for; and asked before each pass, as Vulkan is without dynamic rendering.
    let timing = Timing::Late { polls: 2 };
    let limits = Some(limits);
    let null = NullBackend::new(NullDesc { timing, limits, prepares_rasters: true, ..NullDesc::default() });
    (null.clone(), Bed::on(null, Some(window())))
}

/// Everything on Null: each kind of call, each fault that fits it, each time that the call is made.
pub fn everything_on_null() -> Results {
    let (backend, bed) = null();
    let (right, calls) = bed.reference();
    ends_clean(&backend, bed, "no fault");
    let right = Arc::new(right);
    let mut results = Results::new();
    for site in Site::ALL {
        for fault in Injected::ALL.iter().filter(|f| f.fits(*site)) {
            for nth in 1.. {
                let plan = FaultPlan { site: *site, nth, fault: *fault };
                let right = right.clone();
                let became = timed(format!("{plan:?}"), move || {
                    let (backend, bed) = null();
                    let became = bed.case(plan, &right);
                    ends_clean(&backend, bed, &format!("{plan:?}"));
                    became
                });
                let Some(became) = became else { break };
                results.entry((*site, *fault)).or_default().insert(became);
            }
        }
        // A kind of call that the frame never makes proves nothing.
        assert!(calls[site] > 0, "{site} is never called");
    }
    results
}

/// A device of an API that is here, with calls that fail, and what the API's validation layer has said.
pub trait Maker: Send + Sync + 'static {
    fn device(&self) -> Arc<dyn Backend>;
    fn messages(&self) -> Vec<String>;
}

/// A part of everything: of each kind the first and the last call and three between them; of faults, no memory and the loss. Devices go on
/// from case to case until they are lost.
pub fn part_on(maker: &Arc<dyn Maker>) -> Results {
    let bed = Bed::on(maker.device(), None);
    let (right, calls) = bed.reference();
    let right = Arc::new(right);
    let mut bed = Some(bed);
    let mut results = Results::new();
    for fault in [Injected::OutOfHostMemory, Injected::DeviceLost] {
        for (site, calls) in &calls {
            let last = calls.saturating_sub(1);
            let some: BTreeSet<u64> = (0..5).filter(|_| *calls > 0).map(|i| 1 + last * i / 4).collect();
            for nth in some {
                let plan = FaultPlan { site: *site, nth, fault };
                let (right, maker) = (right.clone(), maker.clone());
                let used = bed.take();
                let (became, left) = timed(format!("{plan:?}"), move || {
                    let used = used.unwrap_or_else(|| Bed::on(maker.device(), None));
                    let became = used.case(plan, &right);
                    let alive = used.device.state() == DeviceState::Alive;
                    let left = if alive { Some(used) } else { ends_empty(used, &plan) };
                    assert_eq!(maker.messages(), Vec::<String>::new(), "{plan:?}");
                    (became, left)
                });
                bed = left;
                // A driver may be faster than the first frame was: what waits is not always there.
                if let Some(became) = became {
                    results.entry((*site, fault)).or_default().insert(became);
                }
            }
        }
    }
    if let Some(bed) = bed {
        ends_empty(bed, &FaultPlan { site: Site::Submit, nth: 0, fault: Injected::Refused });
    }
    assert_eq!(maker.messages(), Vec::<String>::new());
    results
}

/// Everything was destroyed, and no memory is in use.
fn ends_empty(bed: Bed, plan: &FaultPlan) -> Option<Bed> {
    let Bed { device, faults, window } = bed;
    faults.layer().plan(None);
    device.poll();
    let usage = device.usage();
    assert_eq!(usage.live_objects, 0, "{plan:?}: {usage:?}");
    let report = device.close(frame::WAIT);
    assert_eq!(report, CloseReport { alive: vec![], destroyed: true }, "{plan:?}");
    assert_eq!(faults.memory().used_bytes, 0, "{plan:?}");
    drop(window);
    None
}

/// Everything was destroyed, once.
fn ends_clean(null: &NullBackend, bed: Bed, what: &str) {
    let Bed { device, faults, window } = bed;
    faults.layer().plan(None);
    let watch = device.watch_leaks();
    device.poll();
    let usage = device.usage();
    assert_eq!(usage.live_objects, 0, "{what}: {usage:?}");
    let report = device.close(frame::WAIT);
    assert_eq!(report, CloseReport { alive: vec![], destroyed: true }, "{what}");
    assert_eq!(watch.found(), Some(Leaks::default()), "{what}");
    drop((window, faults));
    assert_eq!(null.misuse(), Vec::<String>::new(), "{what}");
    assert_eq!(null.surfaces(|s| s.misuse.clone()), Vec::<String>::new(), "{what}");
    assert_eq!(null.live(), 0, "{what}: objects are left");
}

pub fn cell(became: &BTreeSet<Became>) -> String {
    became.iter().map(|b| b.text()).collect::<Vec<_>>().join("; ")
}

/// What the page says became of a call's fault.
pub fn told(page: &str, site: Site, fault: Injected) -> String {
    let row = page.lines().find_map(|l| l.strip_prefix(&format!("| {site} | ")));
    let at = Injected::ALL.iter().position(|f| *f == fault);
    let cell = at.and_then(|at| row?.split(" | ").nth(at));
    cell.unwrap_or_else(|| panic!("{site}, {fault} is not on the page")).to_owned()
}

/// The table of the documentation.
pub fn table(results: &Results) -> String {
    let mut out = String::from(
        "# What becomes of a frame when a call fails\n\n\
         Generated by a sweep that ran (`cargo run -p candor-proofs --example faults -- write`). A frame of objects of every kind, \
         uploads, passes of every kind, queries, readbacks and a surface is rendered on the Null backend; each call of each kind \
         fails once in each way, whenever it is made. After each case nothing is left, nothing was destroyed twice, and the error \
         was a sentence. \"Refused\" and \"state told\": the next frame on the same device is right to the byte. \"Device lost\": \
         every later call says so, the device closes, and another takes its place. \"Prepare pass\" is called by backends that make \
         objects for a pass, as Vulkan without dynamic rendering. A test holds this page against the sweep, and sweeps a part of it \
         on Vulkan under the validation layer. On Vulkan the calls of the driver itself fail as well, one after the other: \
         whatever one call of the backend has made until then is destroyed, once.\n\n| call |",
    );
    for fault in Injected::ALL {
        out.push_str(&format!(" {fault} |"));
    }
    out.push_str("\n|---|");
    out.push_str(&"---|".repeat(Injected::ALL.len()));
    for site in Site::ALL {
        out.push_str(&format!("\n| {site} |"));
        for fault in Injected::ALL {
            let cell = match results.get(&(*site, *fault)) {
                Some(became) => cell(became),
                None if fault.fits(*site) => "not called".to_owned(),
                None => String::new(),
            };
            out.push_str(&format!(" {cell} |"));
        }
    }
    out.push('\n');
    out
}
