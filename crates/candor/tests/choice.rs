//! What decides a selection when things work: wishes, overrides, rank, software, claims; and what is granted and handed to the
//! driver.

mod fake;

use candor::caps::report::DeviceType::{Cpu, Discrete, Integrated};
use candor::caps::requests::LimitRequest;
use candor::caps::{
    Ask, BaseRequirement, Capability, CustomCapability, CustomFeature, Feature, Outcome, Reason, Requests,
    Tier,
};
use candor::rhi::BackendKind::{self, D3d12, Gl, Null, Vulkan};
use candor::{
    AdapterWish, AnswerKind, Backend, Environment, SelectDesc, Software, Stage, Verdict, compiled_backends,
};
use fake::{Act, Call, FakeAdapter, FakeDriver, Scripted, desc, instance, instance_with, story};
use std::sync::Arc;

fn environment(backend: Option<&str>, adapter: Option<&str>) -> SelectDesc {
    let given = |v: Option<&str>| v.map(str::to_owned);
    SelectDesc {
        environment: Some(Environment {
            backend: given(backend),
            adapter: given(adapter),
            ..Environment::empty()
        }),
        ..desc()
    }
}

#[test]
fn a_gpu_is_taken_before_a_cpu_device_and_the_reason_is_printed() {
    let cpu = FakeAdapter::new("llvmpipe", Cpu);
    let gpu = FakeAdapter::new("Radeon", Discrete);
    let selected = instance(&[&FakeDriver::with(Vulkan, vec![cpu, gpu])]).select(&desc()).unwrap();
    assert_eq!(selected.info().name, "Radeon");
    assert_eq!(selected.report.taken.as_ref().unwrap().index, 1);
    let text = selected.report.to_string();
    assert!(text.contains("llvmpipe (CPU) comes after Radeon (discrete GPU)"), "{text}");
    let left = &selected.report.candidate(Vulkan).unwrap().adapters[0];
    assert_eq!(left.verdict, Verdict::NotTried);
}

#[test]
fn an_adapter_that_can_present_is_taken_before_a_better_one_that_cannot() {
    let adapters = || {
        vec![
            FakeAdapter::new("Headless", Discrete).without_present(),
            FakeAdapter::new("With a screen", Integrated),
        ]
    };
    let driver = FakeDriver::with(Vulkan, adapters());
    for tier in [Tier::Optional, Tier::Required] {
        let requests = Requests::new().with(Feature::Present, tier);
        let selected = instance(&[&driver]).select(&SelectDesc { requests, ..desc() }).unwrap();
        assert_eq!(selected.info().name, "With a screen", "{tier}");
        assert!(selected.is_on(Feature::Present), "{tier}");
        let other = &selected.report.candidate(Vulkan).unwrap().adapters[0];
        let (verdict, says) = match tier {
            Tier::Required => (Verdict::Refused, "does not meet the requirements: present"),
            Tier::Optional | Tier::Unused => (Verdict::NotTried, "Headless can't present, With a screen can"),
        };
        assert!(other.verdict == verdict && other.why.contains(says), "{tier}: {}", other.why);
    }
    // Not asked for, it does not count, and no surface is made.
    let driver = FakeDriver::with(Vulkan, adapters());
    let selected = instance(&[&driver]).select(&desc()).unwrap();
    assert_eq!(selected.info().name, "Headless");
    assert!(!driver.calls().contains(&Call::Surface));
}

#[test]
fn presenting_that_candor_does_not_do_yet_is_refused_and_does_not_rank() {
    let adapters = vec![
        FakeAdapter::new("Headless", Discrete).without_present(),
        FakeAdapter::new("With a screen", Integrated),
    ];
    let driver = FakeDriver::with(Vulkan, adapters);
    let claims = || Scripted(vec![(Capability::Present, Vulkan)]);
    let requests = Requests::new().optional(Feature::Present);
    let request = SelectDesc { requests, ..desc() };
    let selected = instance_with(&[&driver], claims(), Arc::default()).select(&request).unwrap();
    assert_eq!(selected.info().name, "Headless");
    let row = selected.report.answer(Feature::Present).unwrap();
    assert!(matches!(&row.outcome, Err(r) if r.why.code() == "not-implemented"), "{row:?}");
}

#[test]
fn overrides_with_an_unknown_or_uncompiled_backend_are_errors_that_list_what_is_valid() {
    let (vulkan, gl) = (FakeDriver::new(Vulkan), FakeDriver::new(Gl));
    let instance = instance(&[&vulkan, &gl]);
    for (value, code) in [("opengl", "S001"), ("Vulkan 1.3", "S001"), ("\u{fffd}", "S001"), ("d3d12", "S002")]
    {
        let e = instance.select(&environment(Some(value), None)).unwrap_err();
        let text = e.to_string();
        assert_eq!(e.code(), code, "{text}");
        for part in ["CANDOR_BACKEND", value, "vulkan, gl, null (also as none or headless)"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(e.report().is_none());
    }
    assert!(vulkan.calls().is_empty() && gl.calls().is_empty(), "nothing was tried");
    // The same asked for by the program.
    let only = SelectDesc { backend: Backend::Only(D3d12), ..desc() };
    let text = instance.select(&only).unwrap_err().to_string();
    assert!(text.contains("the program asks for d3d12, which is not compiled into this build"), "{text}");
    // A preference goes on, and says so.
    let selected = instance.select(&SelectDesc { backend: Backend::Prefer(D3d12), ..desc() }).unwrap();
    assert_eq!(selected.info().backend, Vulkan);
    let c = &selected.report.candidates[0];
    assert_eq!((c.backend, c.why.as_str()), (D3d12, "it is not compiled into this build"));
}

#[test]
fn an_override_stands_in_for_the_programs_wish() {
    let (vulkan, gl) = (FakeDriver::new(Vulkan), FakeDriver::new(Gl));
    let instance = instance(&[&vulkan, &gl]);
    for (value, backend) in
        [("gl", Gl), (" VULKAN ", Vulkan), ("null", Null), ("none", Null), ("headless", Null)]
    {
        for wish in [Backend::Auto, Backend::Only(Vulkan), Backend::Prefer(Gl)] {
            let selected =
                instance.select(&SelectDesc { backend: wish, ..environment(Some(value), None) }).unwrap();
            assert_eq!(selected.info().backend, backend, "{value}");
            assert_eq!(selected.report.candidates.len(), 1, "no other is a candidate");
            assert!(selected.report.to_string().contains("CANDOR_BACKEND="), "{}", selected.report);
        }
    }
    // A backend that was named and fails is not stood in for.
    let mut broken = FakeDriver::new(Gl);
    broken.load = Act::Fails("no library");
    let e = fake::instance(&[&vulkan, &broken]).select(&environment(Some("gl"), None)).unwrap_err();
    assert_eq!(story(&e).candidates.len(), 1);
    // Nothing is overridden by nothing.
    assert_eq!(instance.select(&environment(Some(""), Some(" "))).unwrap().info().backend, Vulkan);
}

#[test]
fn an_adapter_is_wished_for_by_index_or_name_and_a_wish_is_never_ignored() {
    let adapters = || vec![FakeAdapter::new("Radeon", Discrete), FakeAdapter::new("GeForce RTX", Discrete)];
    let (vulkan, gl) = (
        FakeDriver::with(Vulkan, adapters()),
        FakeDriver::with(Gl, vec![FakeAdapter::new("Mali", Integrated)]),
    );
    let instance = instance(&[&vulkan, &gl]);
    let named = |request: &SelectDesc| instance.select(request).map(|s| s.info().name.clone());
    assert_eq!(named(&environment(None, Some("1"))).unwrap(), "GeForce RTX");
    assert_eq!(named(&environment(None, Some("radeon"))).unwrap(), "Radeon");
    assert_eq!(
        named(&SelectDesc { adapter: AdapterWish::Name("rtx".into()), ..desc() }).unwrap(),
        "GeForce RTX"
    );
    // The override goes before the program's wish; the next backend is asked where the first has no such adapter.
    let both = SelectDesc { adapter: AdapterWish::Index(0), ..environment(None, Some("mali")) };
    assert_eq!(named(&both).unwrap(), "Mali");
    let selected = instance.select(&both).unwrap();
    let first = &selected.report.candidate(Vulkan).unwrap().adapters[0];
    assert_eq!(first.stages[0].stage, Stage::Wish);
    assert!(first.why.contains("named like 'mali' is asked for; this is number 0, Radeon"), "{}", first.why);
    for wish in ["7", "voodoo"] {
        let text = instance.select(&environment(None, Some(wish))).unwrap_err().to_string();
        for part in [wish, "Radeon", "GeForce RTX", "Mali"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

#[test]
fn software_is_forced_or_forbidden() {
    let adapters = vec![FakeAdapter::new("Radeon", Discrete), FakeAdapter::new("llvmpipe", Cpu)];
    let driver = FakeDriver::with(Vulkan, adapters);
    let instance = instance(&[&driver]);
    let selected = instance.select(&SelectDesc { software: Software::Force, ..desc() }).unwrap();
    assert_eq!(selected.info().name, "llvmpipe");
    let selected = instance.select(&SelectDesc { software: Software::Forbid, ..desc() }).unwrap();
    assert_eq!(selected.info().name, "Radeon");
    let c = selected.report.candidate(Vulkan).unwrap();
    assert!(c.adapters[1].verdict == Verdict::Refused && c.adapters[1].why.contains("forbidden"));

    let software = fake::instance(&[&FakeDriver::with(Vulkan, vec![FakeAdapter::new("llvmpipe", Cpu)])]);
    let forbid = SelectDesc { software: Software::Forbid, ..desc() };
    assert!(software.select(&forbid).unwrap_err().to_string().contains("software adapters are forbidden"));
    // Null is no software adapter: whether it may be taken is a question of its own.
    let selected = software.select(&SelectDesc { allow_null: true, ..forbid }).unwrap();
    assert_eq!(selected.info().backend, Null);
    let gpu = fake::instance(&[&FakeDriver::new(Vulkan)]);
    let force = SelectDesc { software: Software::Force, ..desc() };
    assert!(gpu.select(&force).unwrap_err().to_string().contains("only a software adapter is allowed"));
}

#[test]
fn more_optional_features_decide_between_equals_and_the_apis_order_after_that() {
    let adapters = vec![
        FakeAdapter::new("Less", Discrete).without_bit("geometryShader"),
        FakeAdapter::new("More", Discrete),
        FakeAdapter::new("Same", Discrete),
    ];
    let requests = Requests::new().optional(Feature::GeometryShading);
    let driver = FakeDriver::with(Vulkan, adapters);
    let selected = instance(&[&driver]).select(&SelectDesc { requests, ..desc() }).unwrap();
    assert_eq!(selected.info().name, "More");
    let c = selected.report.candidate(Vulkan).unwrap();
    assert!(c.adapters[0].why.contains("has 0 of the features on, More has 1"), "{}", c.adapters[0].why);
    assert!(c.adapters[2].why.contains("equals More"), "{}", c.adapters[2].why);
}

#[test]
fn what_candor_does_not_do_is_refused_whatever_the_device_says() {
    let driver = FakeDriver::new(Vulkan);
    let claims = || Scripted(vec![(Capability::GeometryShader, Vulkan)]);
    let select = |tier| {
        let requests = Requests::new().with(Feature::GeometryShading, tier).require(Feature::Compute);
        instance_with(&[&driver], claims(), Arc::default()).select(&SelectDesc { requests, ..desc() })
    };
    let selected = select(Tier::Optional).unwrap();
    let row = selected.report.answer(Feature::GeometryShading).unwrap();
    let says = row.says().unwrap();
    assert!(
        says.contains("geometry-shader: told so") && says.contains("not implemented in Candor's vulkan"),
        "{says}"
    );
    assert!(selected.device_resolution.is_enabled(Feature::GeometryShading), "the device itself has it");
    assert!(selected.is_on(Feature::Compute) && !selected.is_on(Feature::GeometryShading));
    let bits = driver
        .calls()
        .into_iter()
        .find_map(|c| if let Call::Create { bits, .. } = c { Some(bits) } else { None });
    assert_eq!(
        bits.unwrap(),
        ["robustBufferAccess", "timelineSemaphore", "synchronization2", "dynamicRendering"]
    );

    let e = select(Tier::Required).unwrap_err();
    assert!(e.to_string().contains("geometry-shading (geometry-shader: told so): not implemented"), "{e}");
}

#[test]
fn a_bit_is_enabled_only_when_a_granted_feature_asks_for_it() {
    let driver = FakeDriver::new(Vulkan);
    let requests = Requests::new().optional(Feature::GeometryShading).optional(Feature::MultiDrawIndirect);
    let selected = instance(&[&driver]).select(&SelectDesc { requests, ..desc() }).unwrap();
    let plan = &selected.resolution.plan;
    assert!(plan.sets("geometryShader") && plan.sets("robustBufferAccess"));
    assert!(!plan.sets("multiDrawIndirect") && !plan.sets("wideLines"), "{plan}");
    let row = selected.report.answer(Feature::MultiDrawIndirect).unwrap();
    assert!(row.says().unwrap().contains("multiDrawIndirect"), "{row:?}");
    assert_eq!(row.instead.as_deref(), Some("one indirect draw for each entry"));
}

#[test]
fn a_device_without_candors_base_set_is_refused_up_front() {
    let mut old = FakeAdapter::new("Old", Discrete).without_bit("dynamicRendering");
    old.report.api_version = 1 << 22;
    let driver = FakeDriver::with(Vulkan, vec![old]);
    let e = instance(&[&driver]).select(&desc()).unwrap_err();
    assert!(e.to_string().contains("candor-vulkan"), "{e}");
    assert!(!e.to_string().contains("candor-dynamic-rendering"), "it is preferred and not needed: {e}");
    assert!(!driver.calls().iter().any(|c| matches!(c, Call::Create { .. })), "no device is made of it");
}

#[test]
fn what_candor_prefers_and_a_device_lacks_is_an_outcome() {
    let bits = [
        ("dynamicRendering", "candor-dynamic-rendering"),
        ("synchronization2", "candor-synchronization2"),
        ("timelineSemaphore", "candor-timeline-semaphore"),
    ];
    for (bit, name) in bits {
        let driver = FakeDriver::with(Vulkan, vec![FakeAdapter::new("A", Discrete).without_bit(bit)]);
        let selected = instance(&[&driver]).select(&desc()).unwrap();
        let row = selected.report.answers.iter().find(|a| a.what == name).unwrap();
        assert_eq!((row.kind, row.tier, row.is_on()), (AnswerKind::Own, Tier::Optional, false), "{row:?}");
        assert!(row.instead.is_some() && row.says().unwrap().contains(bit), "{row:?}");
        assert!(!selected.resolution.plan.sets(bit), "{}", selected.resolution.plan);
    }
}

#[test]
fn a_device_without_robust_access_is_an_outcome() {
    let driver =
        FakeDriver::with(Vulkan, vec![FakeAdapter::new("A", Discrete).without_bit("robustBufferAccess")]);
    let selected = instance(&[&driver]).select(&desc()).unwrap();
    let row = selected.report.answers.iter().find(|a| a.what == "candor-robust-buffer-access").unwrap();
    assert!(row.kind == AnswerKind::Own && !row.is_on() && row.instead.is_some(), "{row:?}");
    assert!(row.says().unwrap().contains("robustBufferAccess"), "{row:?}");
}

#[test]
fn every_request_has_one_row() {
    use candor::caps::evidence::{base_bit, extension};
    let mut requests = Requests::new().require(Feature::Compute).optional(Feature::Compute);
    requests.add(Feature::MeshShading, Tier::Unused);
    requests.add_limit(LimitRequest::new("maxColorAttachments", Ask::UpTo(64u32.into())).unwrap());
    requests.add_base(BaseRequirement { name: "mine".into(), evidence: base_bit("geometryShader") }).unwrap();
    let own = CustomCapability::new("swapchain", "", extension("VK_KHR_swapchain")).unwrap();
    let own = CustomFeature::new("my-window", "", [own.into(), Capability::Compute.into()]).unwrap();
    requests.add(own, Tier::Optional);
    let selected = instance(&[&FakeDriver::new(Vulkan)]).select(&SelectDesc { requests, ..desc() }).unwrap();
    let rows: Vec<(AnswerKind, &str, &str)> =
        selected.answers().iter().map(|a| (a.kind, a.what.as_str(), a.word())).collect();
    use AnswerKind::{Base, Feature as F, Limit, Own};
    assert_eq!(
        rows,
        [
            (F, "compute", "on"),
            (F, "my-window", "on"),
            (Own, "candor-vulkan", "on"),
            (Base, "mine", "on"),
            (Own, "candor-buffer-marker", "off"),
            (Own, "candor-device-fault", "off"),
            (Own, "candor-dynamic-rendering", "on"),
            (Own, "candor-memory-budget", "off"),
            (Own, "candor-read-only-depth", "on"),
            (Own, "candor-ready-pipelines", "off"),
            (Own, "candor-robust-buffer-access-2", "off"),
            (Own, "candor-robust-image-access", "off"),
            (Own, "candor-synchronization2", "on"),
            (Own, "candor-timeline-semaphore", "on"),
            (Limit, "maxColorAttachments", "adjusted"),
            (Own, "candor-robust-buffer-access", "on"),
        ]
    );
    let limit = selected.report.answer("maxColorAttachments").unwrap();
    let Ok(Outcome::Adjusted { why: Reason::OverLimit { .. }, .. }) = &limit.outcome else {
        panic!("{limit:?}")
    };
    assert!(selected.resolution.plan.has_device_extension("VK_KHR_swapchain"));
    assert!(selected.report.notes.iter().any(|n| n.contains("compute was asked for as optional too")));
}

#[test]
fn the_driver_is_told_who_the_application_is() {
    let driver = FakeDriver::new(Vulkan);
    let request = SelectDesc { app_name: "A game".into(), app_version: 42, ..desc() };
    let selected = instance(&[&driver]).select(&request).unwrap();
    let Some(Call::Load { app_name, app_version, .. }) = driver.calls().into_iter().next() else { panic!() };
    assert_eq!((app_name.as_str(), app_version), ("A game", 42));
    assert_eq!(driver.loads(), 1, "{}", selected.report);
    assert!(selected.report.to_string().contains("A game, version 42"), "{}", selected.report);
}

#[test]
fn instance_extensions_that_a_plan_needs_are_enabled_before_the_device_is_made() {
    use candor::caps::evidence::instance_extension;
    let mut requests = Requests::new();
    let evidence = instance_extension("VK_KHR_surface");
    requests.add_base(BaseRequirement { name: "a surface".into(), evidence }).unwrap();
    let mut hidden = FakeAdapter::new("Hidden", Discrete);
    hidden.hidden_without = Some("VK_KHR_surface");
    let driver = FakeDriver::with(Vulkan, vec![hidden, FakeAdapter::new("Seen", Discrete)]);
    let selected = instance(&[&driver]).select(&SelectDesc { requests, ..desc() }).unwrap();
    assert_eq!(selected.info().name, "Seen");
    let calls = driver.calls();
    let Some(Call::Load { extensions, .. }) = calls.iter().rfind(|c| matches!(c, Call::Load { .. })) else {
        panic!()
    };
    assert_eq!(*extensions, ["VK_KHR_portability_enumeration", "VK_KHR_surface"]);
    // Among what is listed now it has another index.
    assert!(calls.iter().any(|c| matches!(c, Call::Create { adapter: 1, .. })), "{calls:?}");
    assert_eq!(driver.loads(), 2);
}

#[test]
fn text_and_json_tell_the_same_story() {
    let mut vulkan = FakeDriver::with(
        Vulkan,
        vec![FakeAdapter::new("Bad", Discrete), FakeAdapter::new("Weak", Cpu).without_bit("geometryShader")],
    );
    vulkan.adapters[0].draw = Act::DrawsWrongly;
    let (gl, claims) = (FakeDriver::new(Gl), Scripted(vec![(Capability::Msaa4, Gl)]));
    let requests = Requests::new()
        .require(Feature::GeometryShading)
        .optional(Feature::Msaa)
        .optional(Feature::WideLines);
    let request = SelectDesc { requests, ..environment(None, Some("")) };
    let selected = instance_with(&[&vulkan, &gl], claims, Arc::default()).select(&request).unwrap();
    let (text, json) = (selected.report.to_string(), serde_json::to_value(&selected.report).unwrap());
    fn check(text: &str, at: &str, v: &serde_json::Value, seen: &mut usize) {
        match v {
            serde_json::Value::Object(o) => o.iter().for_each(|(k, v)| check(text, k, v, seen)),
            serde_json::Value::Array(a) => a.iter().for_each(|v| check(text, at, v, seen)),
            serde_json::Value::String(s)
                if ["why", "says", "rank", "place", "name", "what", "notes"].contains(&at) =>
            {
                *seen += 1;
                assert!(text.contains(s.as_str()), "{at}: {s}\nis not in\n{text}");
            }
            _ => {}
        }
    }
    let mut seen = 0;
    check(&text, "", &json, &mut seen);
    assert!(seen > 20, "{seen}");
    assert_eq!(json["taken"]["backend"], "gl");
    let row = json["answers"].as_array().unwrap().iter().find(|a| a["what"] == "msaa").unwrap();
    assert_eq!(row["outcome"]["outcome"], "refused");
    assert_eq!(row["outcome"]["why"]["code"], "not-implemented");
    assert_eq!(json["candidates"][0]["adapters"][0]["stages"][2]["stage"], "draw");
}

#[test]
fn compiled_in_is_one_list_and_loadable_another() {
    let mut gl = FakeDriver::new(Gl);
    gl.load = Act::Fails("no library");
    let instance = instance(&[&FakeDriver::new(Vulkan), &gl]);
    assert_eq!(instance.compiled_backends(), [Vulkan, Gl, Null]);
    let loadable = instance.loadable_backends(fake::LONG);
    let words: Vec<(BackendKind, bool)> = loadable.iter().map(|l| (l.backend, l.loaded.is_ok())).collect();
    assert_eq!(words, [(Vulkan, true), (Gl, false), (Null, true)]);
    assert_eq!(loadable[1].loaded.as_ref().unwrap_err(), "no library");
    // This build's own.
    let own = compiled_backends();
    assert_eq!(own.contains(&Vulkan), cfg!(feature = "vulkan"));
    assert!(own.contains(&Null) && candor::loadable_backends().contains(&Null));
}

#[test]
fn without_any_other_backend_null_is_taken_where_it_is_asked_for() {
    let alone = instance(&[]);
    assert_eq!(alone.compiled_backends(), [Null]);
    assert!(alone.select(&desc()).is_err());
    for request in
        [SelectDesc { allow_null: true, ..desc() }, SelectDesc { backend: Backend::Only(Null), ..desc() }]
    {
        let selected = alone.select(&request).unwrap();
        assert_eq!(selected.info().backend, Null);
        assert!(
            selected.report.to_string().contains("Null draws nothing, so there is no picture to compare")
        );
    }
}

#[test]
fn a_time_limit_is_taken_as_it_is_or_refused() {
    use std::time::Duration;
    let driver = FakeDriver::new(Vulkan);
    let instance = instance(&[&driver]);
    let with = |probe_limit| instance.select(&SelectDesc { probe_limit, ..desc() });
    let e = with(Duration::ZERO).unwrap_err();
    assert!(e.code() == "S005" && e.to_string().contains("allow at least 1 ms"), "{e}");
    assert!(driver.calls().is_empty());
    assert_eq!(with(Duration::MAX).unwrap().info().backend, Vulkan);
}

#[test]
fn the_preludes_names_leave_rusts_own_alone() {
    use candor::prelude::*;
    #[derive(Clone, Copy)]
    struct Plain;
    fn copied<T: Copy + Clone>(t: T) -> Result<T, Box<dyn std::error::Error>> {
        Ok(t)
    }
    assert!(copied(Plain).is_ok());
    assert_eq!(Samples::default(), Samples::Exact(1));
    assert_eq!(Backend::default(), Backend::Auto);
}

#[test]
fn the_environment_overrides_the_level_of_validation_and_a_wrong_one_is_an_error() {
    let wish = |value: &str| SelectDesc {
        allow_null: true,
        environment: Some(Environment { validation: Some(value.to_owned()), ..Environment::empty() }),
        ..desc()
    };
    let selected = instance(&[]).select(&wish("Full")).unwrap();
    let text = selected.report.to_string();
    assert!(text.contains("CANDOR_VALIDATION=Full: validation full"), "{text}");
    // What only the full level looks for is found.
    selected.device.batch().submit().unwrap();
    assert_eq!(selected.device.findings().kept.len(), 1, "{:?}", selected.device.findings());
    let e = instance(&[]).select(&wish("loud")).unwrap_err();
    assert_eq!(e.code(), "S006");
    assert!(e.to_string().contains("CANDOR_VALIDATION") && e.to_string().contains("'loud'"), "{e}");
}
