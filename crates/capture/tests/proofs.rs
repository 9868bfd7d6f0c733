//! What every proof does on a device is captured, travels through a file and is replayed on another device of the same adapter:
//! nothing is refused, the validation layer stays silent, and what was read back is there again to the bit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::Bed;
use candor_caps::Capability;
use candor_capture::{CaptureError, CaptureFile, ReplayDesc, replay};
use candor_proofs::{Proof, Verdict, claims, proof, requests, run, unclaimed};
use candor_rhi::backend::Backend;
use candor_rhi::layer::{Layer, Layered};
use candor_rhi::*;
use candor_vulkan::Hide;
use std::sync::{Arc, Mutex};

/// What the program has read.
#[derive(Default)]
struct Reads(Mutex<Vec<Vec<u8>>>);

impl Layer for Reads {
    type List = ();
    fn list(&self) {}
    fn reopen(&self, (): &mut (), _queue: Queue) {}
    fn has_read(&self, _buffer: Native, _offset: u64, data: &[u8]) {
        self.0.lock().unwrap().push(data.to_vec());
    }
}

/// Their results are times, or counts that hold for one run.
const OWN_RESULTS: [Capability; 1] = [Capability::Timestamps];

#[test]
fn all_that_is_proved_can_be_captured_and_replayed() {
    let mut reads: Option<Arc<Layered<Reads>>> = None;
    let bed = Bed::on("proofs", &[], |backend| {
        reads.insert(Layered::new(backend, Reads::default())).clone() as Arc<dyn Backend>
    });
    let (Some(bed), Some(reads)) = (bed, reads) else { return };
    let three = [Hide::DynamicRendering, Hide::Synchronization2, Hide::TimelineSemaphores];
    let (Some(again), Some(lesser)) = (Bed::new("proofs", &[]), Bed::new("proofs", &three)) else { return };
    let device = bed.device.clone();
    let adapters = bed.instance.adapters().unwrap();
    let resolution =
        candor_caps::resolve(&adapters[0].report, &requests(BackendKind::Vulkan).on_candor_vulkan().unwrap());
    let claims = claims(&resolution);
    let (mut frames, mut equal) = (0, 0);
    for c in Capability::ALL {
        let by_itself = matches!(proof(*c), Proof::Run(_));
        if !by_itself || unclaimed(*c, BackendKind::Vulkan, &claims).is_some() {
            continue;
        }
        bed.capture.begin(&device).unwrap();
        reads.layer().0.lock().unwrap().clear();
        let verdict = run(&device, *c);
        let file = match bed.capture.end() {
            Err(CaptureError::Empty) => continue,
            other => other.unwrap_or_else(|e| panic!("{c}: {e}")),
        };
        assert_eq!(verdict, Verdict::Proved, "{c}");
        let file = CaptureFile::read(&file.write()).unwrap_or_else(|e| panic!("{c}: {e}"));
        assert_eq!(file.missing(), Vec::<String>::new(), "{c}");
        let replayed = |bed: &Bed| {
            let out = replay(&bed.device, &file, &ReplayDesc::default());
            out.unwrap_or_else(|e| panic!("{c}: {e}\n{}", file.listing()))
        };
        let (out, older) = (replayed(&again), replayed(&lesser));
        assert!(older.outputs == out.outputs || OWN_RESULTS.contains(c), "{c}: the older way differs");
        frames += 1;
        let reads = reads.layer().0.lock().unwrap();
        for o in &out.outputs {
            let alike = reads.iter().filter(|r| r.len() == o.bytes.len()).count();
            let same = reads.contains(&o.bytes);
            assert!(
                same || alike == 0 || OWN_RESULTS.contains(c),
                "{c}: '{}' differs\n{}",
                o.label,
                file.listing()
            );
            equal += usize::from(same);
        }
    }
    eprintln!("{frames} proofs were replayed, {equal} results are equal");
    assert!(frames >= 40 && equal >= 40, "{frames} proofs were replayed, {equal} results were equal");
    bed.silent();
    again.silent();
    lesser.silent();
}
