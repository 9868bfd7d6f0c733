//! Every file among the device reports loads or is refused with a sentence, the classes come out as counted, and no
//! damage to a file makes a reader panic.
// Helpers outside of `#[test]` functions are test code too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod inputs;

use candor_caps::read::{Compare, Document, ProfileSet, ReadError, Requirement, read};
use candor_caps::report::{Body, DeviceReport, Property, VulkanReport};
use candor_caps::{Requests, resolve};
use std::collections::BTreeMap;
use std::path::Path;

fn load(dir: &Path, name: &str) -> Document {
    read(&std::fs::read(dir.join(name)).unwrap(), name).unwrap()
}

fn device(dir: &Path, name: &str) -> DeviceReport {
    match load(dir, name) {
        Document::Device(d) => *d,
        other => panic!("{name} was read as a {}", other.class()),
    }
}

fn vulkan(d: &DeviceReport) -> &VulkanReport {
    match &d.body {
        Body::Vulkan(v) => v,
        Body::Null => panic!("{} isn't a Vulkan report", d.source),
    }
}

fn profiles(dir: &Path, name: &str) -> ProfileSet {
    match load(dir, name) {
        Document::Requirements(p) | Document::ParserTest(p) => p,
        Document::Device(_) => panic!("{name} was read as a device"),
    }
}

#[test]
fn every_file_loads_or_is_refused_with_a_sentence() {
    let Some(dir) = inputs::device_reports() else { return };
    let mut classes: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut refused = Vec::new();
    for (name, path) in &inputs::json_files(&dir) {
        let folder = name.split('/').next().unwrap().to_owned();
        let class = match read(&std::fs::read(path).unwrap(), name) {
            Ok(document) => {
                if let Document::Device(d) = &document {
                    assert!(d.source.starts_with(name.as_str()), "{name}: {}", d.source);
                    assert!(matches!(d.body, Body::Vulkan(_)), "{name}");
                }
                document.class()
            }
            Err(e) => {
                refused.push(e);
                "refused"
            }
        };
        *classes.entry((folder, class)).or_default() += 1;
    }
    let counted: Vec<_> = classes.iter().map(|((f, c), n)| (f.as_str(), *c, *n)).collect();
    let expected = [
        ("capsviewer", "device", 2),
        ("devsim", "device", 10),
        ("gpuinfo-profiles", "device", 144),
        // Two exports of real devices by vulkaninfo lie among the parser tests; by their content they are devices.
        ("profile-parser-tests", "device", 2),
        ("profile-parser-tests", "parser test", 35),
        // The configuration of a profile generator names profiles and holds none of their contents.
        ("requirement-profiles", "refused", 1),
        ("requirement-profiles", "requirement profile", 30),
        ("synthetic", "device", 16),
        ("vulkaninfo", "device", 18),
        ("vvl-profiles", "device", 5),
    ];
    assert_eq!(counted, expected);
    let [ReadError::Broken { .. }] = refused.as_slice() else { panic!("{refused:?}") };
    assert_eq!(
        refused[0].to_string(),
        "requirement-profiles/LunarG/VP_LUNARG_desktop_baseline_config.json: capabilities is missing: the file names \
         profiles and holds none of what they stand for; hand in the profiles file that was generated from it"
    );
}

#[test]
fn every_device_survives_being_written_and_read_back() {
    let Some(dir) = inputs::device_reports() else { return };
    let mut devices = 0;
    for (name, path) in &inputs::json_files(&dir) {
        let Ok(Document::Device(d)) = read(&std::fs::read(path).unwrap(), name) else { continue };
        let json = serde_json::to_vec(&*d).unwrap();
        assert_eq!(read(&json, "elsewhere.json"), Ok(Document::Device(d)), "{name}");
        devices += 1;
    }
    assert_eq!(devices, 197);
}

#[test]
fn damaged_files_are_refused_and_never_panic() {
    let Some(dir) = inputs::device_reports() else { return };
    // A small generator of its own, so that a failure can be had again.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut refused = 0;
    for (i, (name, path)) in inputs::json_files(&dir).iter().enumerate().filter(|(i, _)| i % 7 == 0) {
        let whole = std::fs::read(path).unwrap();
        for _ in 0..4 {
            let cut = &whole[..random(whole.len())];
            refused += usize::from(read(cut, name).is_err());
            let mut bent = whole.clone();
            for _ in 0..=i % 5 {
                let at = random(bent.len());
                bent[at] = b"\"{}[],:0-9e.tn\\\x00\xff/*"[random(19)];
            }
            if let Err(e) = read(&bent, name) {
                assert!(e.to_string().starts_with(name.as_str()), "{e}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn what_each_format_alone_records_is_there() {
    let Some(dir) = inputs::device_reports() else { return };

    // VulkanCapsViewer: everything, sizes as hexadecimal text, extended features by extension.
    let d = device(&dir, "capsviewer/NVIDIA_GeForce_RTX_4070.json");
    assert_eq!(d.name.as_deref(), Some("NVIDIA GeForce RTX 4070"));
    assert_eq!((d.vendor_id, d.driver.as_deref()), (Some(0x10de), Some("NVIDIA 551.81")));
    let v = vulkan(&d);
    assert_eq!(v.memory.as_ref().unwrap().heaps, [(0x2_eec0_0000, 1), (0x3_fdac_6000, 0)]);
    assert_eq!(v.memory.as_ref().unwrap().types.len(), 5);
    assert!(v.instance_extensions.as_ref().unwrap().contains_key("VK_KHR_win32_surface"));
    assert_eq!(v.queue_families.as_ref().unwrap()[1].present, Some(false));
    assert!(v.features["VkPhysicalDeviceRayQueryFeaturesKHR"]["rayQuery"]);
    assert!(v.features["VkPhysicalDeviceVulkan12Features"]["shaderFloat16"]);
    let p = &v.properties;
    assert_eq!(p["VkPhysicalDeviceLimits"]["bufferImageGranularity"], Property::Int(0x400));
    assert_eq!(p["VkPhysicalDeviceSubgroupProperties"]["subgroupSize"], Property::Int(32));
    let overlap = &p["VkPhysicalDeviceConservativeRasterizationPropertiesEXT"]["primitiveOverestimationSize"];
    assert_eq!(*overlap, Property::Float(0.001_953_125));
    assert_eq!(v.formats.as_ref().unwrap()["VK_FORMAT_R8G8B8A8_UNORM"].optimal & 1 << 7, 1 << 7);

    // devsim: numbers for flags and booleans, an experimental extension under its old name.
    let d = device(&dir, "devsim/geforce_940m.json");
    let v = vulkan(&d);
    assert!(v.features["VkPhysicalDeviceMultiviewFeaturesKHR"]["multiview"]);
    assert!(d.notes.iter().any(|n| n.contains("VK_KHX_multiview is experimental")), "{:?}", d.notes);
    assert_eq!(v.features["VkPhysicalDeviceFeatures"].len(), 55);
    assert!(v.memory.is_some() && v.instance_extensions.is_none());

    // A database export records neither name nor kind nor memory; its name is in the label.
    let d = device(&dir, "gpuinfo-profiles/vp_gpuinfo_apple_m1_26_1_99_macos_26_5_0.json");
    assert_eq!((d.name.as_deref(), d.device_type), (Some("Apple M1"), None));
    assert_eq!(d.driver.as_deref(), Some("KosmicKrisp Mesa 26.2.0-devel (git-eac8135525)"));
    assert!(vulkan(&d).memory.is_none() && vulkan(&d).instance_extensions.is_none());
    assert!(d.notes.iter().any(|n| n.contains("driverID is null")), "{:?}", d.notes);

    // Limits as text, 0xFFFFFFFF as a limit, a true bit whose extension is not listed.
    let d = device(&dir, "gpuinfo-profiles/vp_gpuinfo_amd_radeon__tm__r7_370_series_2_0_179_windows_10.json");
    let limits = &vulkan(&d).properties["VkPhysicalDeviceLimits"];
    assert!(limits.values().all(|p| !matches!(p, Property::Text(_))), "{limits:?}");
    assert_eq!(limits["maxPerStageDescriptorSamplers"], Property::Int(0xffff_ffff));
    let d = device(
        &dir,
        "gpuinfo-profiles/vp_gpuinfo_intel_r__hd_graphics_530__skl_gt2__21_1_99_ubuntu_21_02.json",
    );
    let v = vulkan(&d);
    assert!(v.features["VkPhysicalDevicePerformanceQueryFeaturesKHR"]["performanceCounterQueryPools"]);
    assert!(!v.extensions.contains_key("VK_KHR_performance_query"));

    // Not strict JSON, formats only as VkFormatProperties3.
    let d = device(&dir, "synthetic/vvl_max_profile.json");
    assert!(d.notes.iter().any(|n| n.contains("trailing commas")), "{:?}", d.notes);
    assert_eq!(vulkan(&d).formats.as_ref().unwrap()["VK_FORMAT_D24_UNORM_S8_UINT"].optimal & 1 << 9, 1 << 9);
}

#[test]
fn requirement_profiles_keep_their_choices_comparisons_and_foundations() {
    let Some(dir) = inputs::device_reports() else { return };
    let set = profiles(&dir, "requirement-profiles/Android/VP_ANDROID_15_requirements.json");
    let p = set.get("VP_ANDROID_15_requirements").unwrap();
    let Requirement::AllOf { parts, .. } = &p.requirement else { panic!("{:?}", p.requirement) };
    assert!(matches!(parts[0], Requirement::ApiVersion(v) if v == (1 << 22 | 3 << 12 | 273)));
    let any: Vec<_> = parts.iter().filter(|p| matches!(p, Requirement::AnyOf { .. })).collect();
    assert_eq!(any.len(), 2);
    assert_eq!(any[0].to_string(), "(primitivesGeneratedQuery or pipelineStatisticsQuery)");
    let e = set.complete("VP_ANDROID_15_requirements", &[]).unwrap_err().to_string();
    assert!(e.contains("VP_ANDROID_vulkan_profile_2022, which is in none of the files"), "{e}");
    let base = profiles(&dir, "requirement-profiles/Android/VP_ANDROID_vulkan_profile_2022.json");
    let whole = set.complete("VP_ANDROID_15_requirements", &[&base]).unwrap();
    assert!(whole.leaves().len() > p.requirement.leaves().len());

    let set = profiles(&dir, "requirement-profiles/Khronos/VP_KHR_roadmap.json");
    let p = set.get("VP_KHR_roadmap_2022").unwrap();
    assert_eq!(p.optional.len(), 1);
    let has = |structure: &str, member: &str| {
        p.requirement.leaves().into_iter().find_map(|l| match l {
            Requirement::Property { structure: s, member: m, compare, value }
                if s == structure && m == member =>
            {
                Some((*compare, value.clone()))
            }
            _ => None,
        })
    };
    let limits = "VkPhysicalDeviceLimits";
    assert_eq!(has(limits, "maxImageDimension2D"), Some((Compare::AtLeast, Property::Int(8192))));
    let aligned = has(limits, "bufferImageGranularity");
    assert_eq!(aligned, Some((Compare::AtMost, Property::Int(4096))));
    let leaves = p.requirement.leaves();
    let feature = |b: &str| leaves.iter().any(|l| matches!(l, Requirement::Feature { bit, .. } if bit == b));
    assert!(feature("samplerAnisotropy") && feature("dynamicRendering"));
    let ext = "VK_KHR_global_priority";
    assert!(leaves.iter().any(|l| matches!(l, Requirement::Extension { name, .. } if name == ext)));

    let set = profiles(&dir, "profile-parser-tests/VP_RASTERGRID_test_queue_families.json");
    let queues = set.profiles[0].requirement.leaves();
    assert!(queues.iter().filter(|l| matches!(l, Requirement::Queue(_))).count() >= 2, "{queues:?}");
    let set = profiles(&dir, "profile-parser-tests/VP_LUNARG_test_instance_extensions.json");
    let leaves = set.profiles[0].requirement.leaves();
    assert!(leaves.iter().any(|l| matches!(l, Requirement::InstanceExtension { .. })), "{leaves:?}");
}

#[test]
fn bad_input_gets_a_sentence_with_its_place() {
    let says = |text: &str| read(text.as_bytes(), "f.json").unwrap_err().to_string();
    assert_eq!(says(" \n"), "f.json: the file is empty; a device report is a JSON object");
    assert_eq!(
        says("{\"schema\": 1,\n  \"body\": [\n}"),
        "f.json, line 3, column 1: expected value; correct the file there or export it again"
    );
    assert!(says("[1, 2]").contains("not a device report: it holds an array instead of an object"));
    assert!(says("{}").contains("it holds an empty object"));
    assert!(says("{\"name\": \"x\", \"size\": 2}").contains("none of its keys is known: name, size"));
    assert_eq!(
        says("{\"schema\": 7, \"body\": {\"new\": 1}}"),
        "f.json: written in report format 7, this build reads up to 1; use a newer Candor"
    );
    assert!(says("{\"schema\": 1, \"body\": {\"api\": \"metal\"}}").contains("body.api is 'metal'"));
    assert!(says("{\"capabilities\": {}, \"profiles\": {}}").contains("profiles names no profile"));
    let version = r#"{"capabilities": {"device": {}}, "profiles": {"P": {"capabilities": ["device"], "api-version": "1.x"}}}"#;
    assert_eq!(
        says(version),
        "f.json: profiles.P.api-version is '1.x'; give it as three numbers, such as 1.3.250"
    );
    let block =
        r#"{"capabilities": {"a": {}}, "profiles": {"P": {"capabilities": ["b"], "api-version": "1.1.1"}}}"#;
    assert!(says(block).contains("names block 'b', which the file doesn't hold; name one of these: a"));
    let no_version = r#"{"VkPhysicalDeviceProperties": {"deviceName": "x"}}"#;
    assert!(says(no_version).contains("the device's apiVersion is missing or not a version"));
    assert!(matches!(read(b"{\"a\": \"\xff\"}", "f"), Err(ReadError::NotText { at: 7, .. })));
    assert!(read(b"\xef\xbb\xbf{}", "f").unwrap_err().to_string().contains("empty object"));
}

#[test]
fn deep_nesting_and_size_do_not_crash() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
        assert!(read(deep.as_bytes(), "deep").is_err());
        for key in ["extended", "capabilities", "body", "unknown", "properties"] {
            let inside = format!("{{\"core11\": {{}}, \"{key}\": {deep}}}");
            let _ = read(inside.as_bytes(), "deep");
            let inside = format!("{{\"schema\": 1, \"{key}\": {deep}}}");
            let _ = read(inside.as_bytes(), "deep");
            let inside = format!("{{\"profiles\": {{}}, \"{key}\": {deep}}}");
            let _ = read(inside.as_bytes(), "deep");
        }
    }
    let many: Vec<String> = (0..200_000).map(|i| format!("\"x{i}\": {i}")).collect();
    let wide =
        format!("{{\"VkPhysicalDeviceProperties\": {{\"apiVersion\": 4198400, {}}}}}", many.join(", "));
    assert!(read(wide.as_bytes(), "wide").is_ok());
}

#[test]
fn unknown_fields_are_noted_and_wrong_types_do_not_lose_the_rest() {
    let own = r#"{"schema": 1, "name": "x", "shiny": 1, "source": "s", "body": {"api": "vulkan", "api_version": 4198400,
        "extensions": {}, "features": {}, "properties": {}, "glow": [], "formats": {"VK_FORMAT_R8_UNORM":
        {"linear": 1, "optimal": 2, "buffer": 4, "sparkle": 8}}}}"#;
    let Document::Device(d) = read(own.as_bytes(), "f").unwrap() else { panic!() };
    assert_eq!(d.notes.len(), 3, "{:?}", d.notes);
    assert!(d.notes.iter().any(|n| n.contains("sparkle")), "{:?}", d.notes);
    assert_eq!(d.source, "s");

    let bent = r#"{ // a comment
        "profiles": {"P": {"api-version": "1.2.3", "capabilities": ["device"], "mood": 1,}},
        "capabilities": {"device": {"extensions": {"VK_A": "x", "VK_B": "7"}, "features": {"S": {"a": 1, "b": "no"},
        "T": 3}, "properties": {"U": [], "VkPhysicalDeviceProperties": {"limits": {"maxImageDimension2D": {"a": 1},
        "maxImageDimension1D": 5}}}, "formats": {"VK_FORMAT_R8_UNORM": {"VkFormatProperties": {"optimalTilingFeatures":
        ["VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT", "VK_NEW_BIT"]}}}, "queueFamiliesProperties": 5}}}"#;
    let Document::Device(d) = read(bent.as_bytes(), "f").unwrap() else { panic!() };
    let v = vulkan(&d);
    assert_eq!(v.extensions, BTreeMap::from([("VK_A".into(), 1), ("VK_B".into(), 7)]));
    assert_eq!(v.features["S"], BTreeMap::from([("a".into(), true)]));
    assert_eq!(v.properties["VkPhysicalDeviceLimits"]["maxImageDimension1D"], Property::Int(5));
    assert_eq!(v.formats.as_ref().unwrap()["VK_FORMAT_R8_UNORM"].optimal, 1);
    for said in [
        "comments",
        "trailing commas",
        "mood",
        "VK_A",
        "S::b",
        "T is a number",
        "maxImageDimension2D",
        "VK_NEW_BIT",
    ] {
        assert!(d.notes.iter().any(|n| n.contains(said)), "{said}: {:?}", d.notes);
    }
    // An unreadable list is not an empty one: nothing was recorded.
    assert!(d.notes.iter().any(|n| n.contains("queue families are a number")), "{:?}", d.notes);
    assert_eq!(v.queue_families, None);
}

/// A device's own export, read as a requirement, is met by that device: reader, comparison and engine agree with each
/// other on every extension, bit, limit, format and queue family. Where a device contradicts itself, that is named.
#[test]
fn every_device_meets_what_its_own_export_states() {
    let Some(dir) = inputs::device_reports() else { return };
    let (mut devices, mut asked, mut odd) = (0, 0, BTreeMap::<String, usize>::new());
    for (name, path) in
        inputs::json_files(&dir).iter().filter(|(n, _)| !n.contains("requirement") && !n.contains("test"))
    {
        let text = std::fs::read_to_string(path).unwrap();
        if !text.contains("\"capabilities\": [\n") || !text.contains("\"device\"") {
            continue;
        }
        let Document::Device(d) = read(text.as_bytes(), name).unwrap() else { panic!("{name}") };
        let renamed = text.replace("\"device\"", "\"everything\"");
        let Ok(Document::Requirements(set)) = read(renamed.as_bytes(), name) else { continue };
        let j = set.base_requirements(&set.profiles[0].name, &[]).unwrap();
        let mut requests = Requests::new();
        j.add_to(&mut requests).unwrap();
        let resolution = resolve(&d, &requests);
        devices += 1;
        asked += requests.base().map(|b| b.evidence.leaves().len()).sum::<usize>();
        for lack in resolution.base.iter().flat_map(|b| &b.lacks).map(ToString::to_string) {
            // What one device has need not be what may be enabled at once.
            if !lack.contains("which is enabled already") {
                *odd.entry(lack).or_default() += 1;
            }
        }
    }
    // Devices that contradict themselves: an extension without what it depends on, and bits of an extension that isn't
    // listed (performance query on a Skylake under Mesa 21.1, portability in a synthetic report).
    let known = |o: &str| {
        o.contains("is listed, but not what it depends on")
            || o == "extension VK_KHR_performance_query is not listed"
            || o == "extension VK_KHR_portability_subset is not listed"
    };
    let unknown: Vec<_> = odd.keys().filter(|o| !known(o)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert_eq!((devices, odd.values().sum::<usize>()), (170, 24), "{odd:#?}");
    println!("{asked} questions");
    assert!(asked > 180_000, "{asked}");
}

/// Numbers of a report that is saved are the same when it is read again, and words of a file do not fill the sentences about it.
#[test]
fn a_saved_report_is_exact_and_long_words_are_cut_short() {
    let report = |value: &str| {
        format!(
            r#"{{"schema":1,"name":null,"vendor_id":null,"device_id":null,"driver":null,"device_type":null,"source":"s","body":{{
            "api":"vulkan","api_version":4194304,"extensions":{{}},"instance_extensions":null,"features":{{}},"properties":{{"S":{{"m":{value}}}}},
            "formats":null,"queue_families":null,"memory":null}}}}"#
        )
    };
    // Neighbours of these are nearer than what a careless parser makes of them.
    for value in
        ["1e-45", "0.1", "8.41e21", "9007199254740993.5", "2.2250738585072011e-308", "1.7976931348623157e308"]
    {
        let Document::Device(d) = read(report(value).as_bytes(), "f").unwrap() else { panic!() };
        let written = serde_json::to_string(&*d).unwrap();
        let Document::Device(again) = read(written.as_bytes(), "f").unwrap() else { panic!() };
        assert_eq!(d.body, again.body, "{value}");
        let Property::Float(v) = vulkan(&d).properties["S"]["m"] else { panic!() };
        assert_eq!(v, value.parse::<f64>().unwrap());
    }
    let long = "x".repeat(100_000);
    let broken = [
        report("1").replace(r#""api":"vulkan""#, &format!(r#""api":"{long}""#)),
        report("1").replace(r#""device_type":null"#, &format!(r#""device_type":"{long}""#)),
        format!(
            r#"{{"$schema":"profiles","capabilities":{{}},"profiles":{{"A":{{"api-version":"{long}"}}}}}}"#
        ),
        format!(
            r#"{{"$schema":"profiles","capabilities":{{}},"profiles":{{"A":{{"api-version":"1.1.1","capabilities":["{long}"]}}}}}}"#
        ),
    ];
    for text in broken {
        let error = read(text.as_bytes(), "f").unwrap_err().to_string();
        assert!(
            error.len() < 2000 && error.contains("characters in all"),
            "{} {}",
            error.len(),
            &error[..300]
        );
    }
    let noisy = report("1").replace(r#""source""#, &format!(r#""{long}":1,"source""#));
    let Document::Device(d) = read(noisy.as_bytes(), "f").unwrap() else { panic!() };
    assert!(d.notes.iter().all(|n| n.len() < 1000) && d.notes.len() == 1, "{}", d.notes.len());
}
