//! The matrix of failures: every step fails in turn, in one backend, in two and in three in a row, and on one adapter beside
//! others. Whatever happens, the selection ends with a device or with an error that names every reason.

mod fake;

use candor::caps::report::DeviceType;
use candor::caps::{Feature, Requests};
use candor::rhi::BackendKind::{self, D3d12, Gl, Null, Vulkan};
use candor::{Backend, Registry, SelectDesc, Stage, Verdict};
use fake::{Act, Call, FakeAdapter, FakeDriver, SHORT, Scripted, desc, instance, instance_with, story};
use std::sync::Arc;

/// One way to fail: its name, what it does to a driver, the step that reports it, and what the reason says.
struct Fault {
    name: &'static str,
    set: fn(&mut FakeDriver),
    stage: Stage,
    says: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "load fails",
        set: |d| d.load = Act::Fails("no library"),
        stage: Stage::Load,
        says: "no library",
    },
    Fault { name: "load panics", set: |d| d.load = Act::Panics, stage: Stage::Load, says: "told to panic" },
    Fault {
        name: "enumerate fails",
        set: |d| d.enumerate = Act::Fails("no list"),
        stage: Stage::Enumerate,
        says: "no list",
    },
    Fault {
        name: "no adapters",
        set: |d| d.adapters.clear(),
        stage: Stage::Enumerate,
        says: "lists no adapter",
    },
    Fault {
        name: "requirements not met",
        set: |d| d.adapters[0] = d.adapters[0].clone().without_bit("geometryShader"),
        stage: Stage::Resolve,
        says: "geometryShader",
    },
    Fault {
        name: "device creation fails",
        set: |d| d.adapters[0].create = Act::Fails("initialization failed"),
        stage: Stage::CreateDevice,
        says: "initialization failed",
    },
    Fault {
        name: "the pipeline fails",
        set: |d| d.adapters[0].draw = Act::Fails("bad shader"),
        stage: Stage::Draw,
        says: "bad shader",
    },
    Fault {
        name: "drawing panics",
        set: |d| d.adapters[0].draw = Act::Panics,
        stage: Stage::Draw,
        says: "told to panic",
    },
    Fault {
        name: "the picture is wrong",
        set: |d| d.adapters[0].draw = Act::DrawsWrongly,
        stage: Stage::Draw,
        says: "16 of 16 pixels differ",
    },
    Fault {
        name: "the device is lost",
        set: |d| d.adapters[0].draw = Act::LosesDevice,
        stage: Stage::Draw,
        says: "lost",
    },
    Fault {
        name: "the pipeline fails late",
        set: |d| d.adapters[0].draw = Act::FailsLate,
        stage: Stage::Draw,
        says: "fail late",
    },
    Fault {
        name: "the surface fails",
        set: |d| d.adapters[0].surface = Act::Fails("no window"),
        stage: Stage::Surface,
        says: "no window",
    },
];

fn one_for_each_step() -> impl Iterator<Item = &'static Fault> {
    let first = |s: &Stage| FAULTS.iter().find(|f| f.stage == *s);
    Stage::ALL.iter().filter_map(first)
}

fn faulty(kind: BackendKind, fault: &Fault) -> FakeDriver {
    let mut driver = FakeDriver::new(kind);
    (fault.set)(&mut driver);
    driver
}

/// What makes every step matter: a feature that a device may lack, and a surface.
fn all_stages() -> SelectDesc {
    SelectDesc {
        requests: Requests::new().require(Feature::GeometryShading).require(Feature::Present),
        ..desc()
    }
}

#[test]
fn when_a_step_fails_the_next_backend_is_taken_and_the_report_says_why() {
    for fault in FAULTS {
        let (vulkan, gl) = (faulty(Vulkan, fault), FakeDriver::new(Gl));
        let selected = instance(&[&vulkan, &gl]).select(&all_stages()).unwrap();
        assert_eq!(selected.info().backend, Gl, "{}", fault.name);
        let c = selected.report.candidate(Vulkan).unwrap();
        assert_eq!(c.verdict, Verdict::Refused, "{}", fault.name);
        let mut steps = c.stages.iter().chain(c.adapters.iter().flat_map(|a| &a.stages));
        let step = steps.find(|s| s.verdict == Verdict::Refused).unwrap();
        assert_eq!(step.stage, fault.stage, "{}", fault.name);
        assert!(step.says.contains(fault.says), "{}: {}", fault.name, step.says);
        let text = selected.report.to_string();
        assert!(text.contains(&step.says), "{}: {text}", fault.name);
        let taken = selected.report.taken.as_ref().unwrap();
        assert!(taken.why.starts_with("vulkan failed; gl is number 2"), "{}", taken.why);
    }
}

#[test]
fn when_a_step_fails_the_next_adapter_is_taken() {
    for fault in FAULTS.iter().filter(|f| f.stage > Stage::Wish) {
        let mut vulkan = faulty(Vulkan, fault);
        vulkan.adapters.push(FakeAdapter::new("Second", DeviceType::Integrated));
        let selected = instance(&[&vulkan]).select(&all_stages()).unwrap();
        assert_eq!(selected.info().name, "Second", "{}", fault.name);
        let first = &selected.report.candidate(Vulkan).unwrap().adapters[0];
        assert_eq!(first.verdict, Verdict::Refused, "{}", fault.name);
        assert!(first.why.contains(fault.says), "{}: {}", fault.name, first.why);
    }
}

#[test]
fn two_and_three_backends_in_a_row_may_fail_in_any_way() {
    let request = SelectDesc { backend: Backend::Prefer(D3d12), ..all_stages() };
    for first in FAULTS {
        for second in FAULTS {
            let (d3d12, vulkan) = (faulty(D3d12, first), faulty(Vulkan, second));
            let gl = FakeDriver::new(Gl);
            let selected = instance(&[&d3d12, &vulkan, &gl]).select(&request).unwrap();
            assert_eq!(selected.info().backend, Gl, "{} then {}", first.name, second.name);
            for third in one_for_each_step() {
                let gl = faulty(Gl, third);
                let e = instance(&[&d3d12, &vulkan, &gl]).select(&request).unwrap_err();
                let text = e.to_string();
                for (backend, fault) in [("d3d12", first), ("vulkan", second), ("gl", third)] {
                    let line = text.lines().find(|l| l.contains(backend) && l.contains(fault.says));
                    assert!(line.is_some(), "{backend} {}: {text}", fault.name);
                }
                assert_eq!(story(&e).candidates.len(), 3);
            }
        }
    }
}

#[test]
fn when_nothing_works_null_is_taken_only_where_it_is_allowed() {
    let (vulkan, gl) = (faulty(Vulkan, &FAULTS[0]), faulty(Gl, &FAULTS[3]));
    let instance = instance(&[&vulkan, &gl]);
    let e = instance.select(&desc()).unwrap_err();
    assert_eq!(e.code(), "S004");
    assert!(e.to_string().contains("Null was no candidate, since the program does not allow it"), "{e}");
    assert!(story(&e).taken.is_none());

    let selected = instance.select(&SelectDesc { allow_null: true, ..desc() }).unwrap();
    assert_eq!(selected.info().backend, Null);
    let taken = selected.report.taken.as_ref().unwrap();
    assert!(taken.why.starts_with("vulkan failed; gl failed; null is the last resort"), "{}", taken.why);

    // Allowed is not preferred.
    let works = FakeDriver::new(Vulkan);
    let selected = fake::instance(&[&works]).select(&SelectDesc { allow_null: true, ..desc() }).unwrap();
    assert_eq!(selected.info().backend, Vulkan);
    assert!(selected.report.candidate(Null).is_none());
}

#[test]
fn what_null_accepts_without_doing_it_is_an_adjustment_that_says_so() {
    use candor::caps::{Capability, Outcome};
    let claims = Scripted(vec![(Capability::GeometryShader, Null)]);
    let vulkan = faulty(Vulkan, &FAULTS[4]);
    let requests = Requests::new().require(Feature::GeometryShading).require(Feature::Compute);
    let request = SelectDesc { requests, allow_null: true, ..desc() };
    let selected = instance_with(&[&vulkan], claims, Arc::default()).select(&request).unwrap();
    assert_eq!(selected.info().backend, Null);
    let row = selected.report.answer(Feature::GeometryShading).unwrap();
    assert!(matches!(row.outcome, Ok(Outcome::Adjusted { .. })), "{row:?}");
    assert!(
        row.says().unwrap().contains("nothing is drawn: geometry-shading (geometry-shader: told so)"),
        "{row:?}"
    );
    assert!(matches!(selected.report.answer(Feature::Compute).unwrap().outcome, Ok(Outcome::Applied)));
}

#[test]
fn a_probe_that_hangs_is_abandoned_and_its_backend_is_not_entered_again() {
    type Set = fn(&mut FakeDriver);
    let hangs: [(&str, Set); 5] = [
        ("load", |d| d.load = Act::Hangs),
        ("enumerate", |d| d.enumerate = Act::Hangs),
        ("create-device", |d| d.adapters[0].create = Act::Hangs),
        ("draw", |d| d.adapters[0].draw = Act::Hangs),
        ("surface", |d| d.adapters[0].surface = Act::Hangs),
    ];
    for (step, set) in hangs {
        let (mut vulkan, gl) = (FakeDriver::new(Vulkan), FakeDriver::new(Gl));
        set(&mut vulkan);
        vulkan.adapters.push(FakeAdapter::new("Another", DeviceType::Integrated));
        let registry: Arc<Registry> = Arc::default();
        let instance = instance_with(&[&vulkan, &gl], Scripted::default(), registry.clone());
        let request = SelectDesc { probe_limit: SHORT, ..all_stages() };
        let selected = instance.select(&request).unwrap();
        assert_eq!(selected.info().backend, Gl, "{step}");
        let c = selected.report.candidate(Vulkan).unwrap();
        assert_eq!(c.verdict, Verdict::Hung, "{step}");
        for part in [step, "150 ms", "thread is abandoned", "not entered again"] {
            assert!(c.why.contains(part), "{step}: {}", c.why);
        }
        assert!(registry.abandoned(Vulkan).is_some());

        // Neither by this instance nor by another that shares the registry, nor to find out what is loadable.
        let calls = vulkan.calls();
        for again in [&instance, &instance_with(&[&vulkan, &gl], Scripted::default(), registry.clone())] {
            let selected = again.select(&request).unwrap();
            assert_eq!(selected.info().backend, Gl, "{step}");
            let c = selected.report.candidate(Vulkan).unwrap();
            assert!(
                c.verdict == Verdict::Refused && c.why.starts_with("it is left alone: "),
                "{step}: {}",
                c.why
            );
            let loadable = again.loadable_backends(SHORT);
            assert!(loadable[0].loaded.as_ref().unwrap_err().contains("not entered again"), "{step}");
        }
        assert_eq!(vulkan.calls(), calls, "{step}: the backend was entered again");
        vulkan.gate.open();
    }
}

#[test]
fn a_backend_that_hangs_while_it_is_unloaded_is_left_behind_too() {
    let (mut vulkan, gl) = (faulty(Vulkan, &FAULTS[5]), FakeDriver::new(Gl));
    vulkan.unload = Act::Hangs;
    let registry: Arc<Registry> = Arc::default();
    let instance = instance_with(&[&vulkan, &gl], Scripted::default(), registry.clone());
    let selected = instance.select(&SelectDesc { probe_limit: SHORT, ..desc() }).unwrap();
    assert_eq!(selected.info().backend, Gl);
    assert!(registry.abandoned(Vulkan).unwrap().contains("in the step unload"));
    vulkan.gate.open();
}

#[test]
fn work_that_does_not_end_is_told_apart_from_a_driver_that_hangs() {
    let (mut vulkan, gl) = (FakeDriver::new(Vulkan), FakeDriver::new(Gl));
    vulkan.adapters[0].draw = Act::TooSlow;
    let limit = std::time::Duration::from_millis(1500);
    let selected = instance(&[&vulkan, &gl]).select(&SelectDesc { probe_limit: limit, ..desc() }).unwrap();
    let c = selected.report.candidate(Vulkan).unwrap();
    assert_eq!(c.verdict, Verdict::Refused);
    assert!(c.adapters[0].why.contains("did not arrive within 500 ms"), "{}", c.adapters[0].why);
}

#[test]
fn a_surface_that_fails_spoils_no_device_where_presenting_is_optional() {
    let mut vulkan = FakeDriver::new(Vulkan);
    vulkan.adapters[0].surface = Act::Fails("no window");
    let request = SelectDesc { requests: Requests::new().optional(Feature::Present), ..desc() };
    let selected = instance(&[&vulkan]).select(&request).unwrap();
    assert!(!selected.is_on(Feature::Present) && !selected.resolution.is_enabled(Feature::Present));
    let row = selected.report.answer(Feature::Present).unwrap();
    assert!(row.says().unwrap().contains("no window") && row.instead.as_deref() == Some("frames read back"));
    assert!(matches!(vulkan.calls().last(), Some(Call::Surface)), "the surface is made last");
}

#[test]
fn a_window_that_an_api_has_spoiled_is_named() {
    let (mut vulkan, gl) = (faulty(Vulkan, &FAULTS[FAULTS.len() - 1]), faulty(Gl, &FAULTS[0]));
    vulkan.adapters[0].spoils_window = true;
    let e = instance(&[&vulkan, &gl]).select(&all_stages()).unwrap_err();
    assert!(e.to_string().contains("give a new one to the next selection"), "{e}");
}

#[test]
fn the_device_that_is_handed_over_has_clean_counters_and_works() {
    let selected = instance(&[&FakeDriver::new(Vulkan)]).select(&desc()).unwrap();
    let device = selected.device;
    assert_eq!((device.stats(), device.usage().live_objects), (Default::default(), 0));
    assert!(device.batch().submit().is_ok());
}
