//! Every proof on a real driver, and every check once more without what it proves.

use crate::*;
use candor_caps::report::DriverFault;
use candor_caps::{Capability as C, resolve};
use candor_rhi::driver::{ApiValidation, Driver, Instance, LoadDesc};
use candor_rhi::*;
use candor_vulkan::{Hide, VulkanHiding};

struct Bed {
    instance: Box<dyn Instance>,
    device: Device,
    claims: Claims,
    faults: Vec<DriverFault>,
}

/// The first adapter with all that has a proof, under the validation layer where it is installed, and without what is hidden.
fn bed(hidden: &[Hide]) -> Option<Bed> {
    let driver = VulkanHiding { hidden: hidden.to_vec() };
    let load = |validation| {
        let desc = LoadDesc { validation, app_name: "candor-proofs".into(), ..Default::default() };
        driver.load(&desc)
    };
    let instance = match load(ApiValidation::On).or_else(|_| load(ApiValidation::Off)) {
        Ok(i) => i,
        Err(why) => {
            eprintln!("SKIP proofs [vulkan]: {why}");
            return None;
        }
    };
    let adapters = instance.adapters().unwrap();
    // A driver newer than the layer is asked for what the layer does not know.
    drop(instance.validation_messages());
    let Some(adapter) = adapters.first() else {
        eprintln!("SKIP proofs [vulkan]: no vulkan adapter");
        return None;
    };
    let resolution = resolve(&adapter.report, &requests(BackendKind::Vulkan).on_candor_vulkan().unwrap());
    assert!(resolution.requirements_met, "{resolution}");
    for h in hidden {
        let used = h.feature().is_some_and(|f| resolution.plan.sets(f));
        assert!(!used, "{h:?} is hidden and used all the same");
    }
    let claims = claims(&resolution);
    let device = Device::new(instance.create_device(0, &resolution.plan).unwrap());
    Some(Bed { device, claims, faults: adapter.report.faults.clone(), instance })
}

/// What Candor prefers, under Vulkan 1.1.
const THREE: &[Hide] = &[Hide::DynamicRendering, Hide::Synchronization2, Hide::TimelineSemaphores];

/// What Vulkan 1.0 has under no name.
const ONLY_SINCE_1_1: &[C] = &[C::SubgroupBallot, C::SubgroupArithmetic, C::SubgroupShuffle];

/// Runs the proofs without what is hidden. Whatever is proved with it must be proved without it, but for the hidden itself.
fn every_claim_holds(hidden: &[Hide]) {
    let Some(b) = bed(hidden) else { return };
    let report = verify(&b.device, &b.claims);
    eprintln!("without {hidden:?}: {report}");
    let disproved: Vec<_> = report.disproved().collect();
    assert!(disproved.is_empty(), "{disproved:#?}");
    // Storage buffers in the vertex stage are what one of the capabilities is: it goes beyond the portable limits by itself.
    let lints = b.device.lints().kept;
    let own = |l: &Lint| l.code == LintCode::VertexStorage && b.claims.granted(C::VertexStorageRead).is_ok();
    assert!(lints.iter().all(own), "{lints:#?}");
    assert!(report.proved() >= 30, "only {} were proved", report.proved());
    if !hidden.is_empty() {
        let Some(all) = bed(&[]) else { return };
        let lost =
            C::ALL.iter().filter(|c| all.claims.granted(**c).is_ok() && b.claims.granted(**c).is_err());
        let expected: Vec<C> = hidden
            .iter()
            .flat_map(|h| match h {
                Hide::DynamicRendering => &[C::DynamicRendering][..],
                Hide::Synchronization2 => &[C::Synchronization2],
                // What waits for another queue is proved with them alone.
                Hide::TimelineSemaphores => {
                    &[C::TimelineSemaphore, C::AsyncComputeQueue, C::AsyncTransferQueue]
                }
                Hide::Vulkan11 => ONLY_SINCE_1_1,
            })
            .copied()
            .filter(|c| all.claims.granted(*c).is_ok())
            .collect();
        let lost: Vec<C> = lost.copied().collect();
        assert_eq!(lost.len(), expected.len(), "{lost:?} instead of {expected:?}");
        assert!(expected.iter().all(|h| lost.contains(h)), "{lost:?} instead of {expected:?}");
    }
    let (on, why) = b.instance.validation();
    if on {
        assert_eq!(b.instance.validation_messages(), Vec::<String>::new());
    } else {
        eprintln!("SKIP validation of the proofs: {why}");
    }
}

#[test]
fn every_claim_holds_on_this_driver_and_the_validation_layer_is_silent() {
    every_claim_holds(&[]);
}

/// What is drawn and computed by shaders that were translated is what the sources mean.
#[test]
fn every_claim_holds_with_shaders_that_have_gone_through_another_language() {
    through::turn_on();
    let Some(b) = bed(&[]) else { return };
    let report = verify(&b.device, &b.claims);
    let disproved: Vec<_> = report.disproved().collect();
    assert!(disproved.is_empty(), "{disproved:#?}");
    let (gone, not) = through::told();
    assert!(gone >= 35, "only {gone} went that way, and not {not:?}");
}

#[test]
fn every_claim_holds_without_dynamic_rendering() {
    every_claim_holds(&[Hide::DynamicRendering]);
}

#[test]
fn every_claim_holds_without_synchronization2() {
    every_claim_holds(&[Hide::Synchronization2]);
}

#[test]
fn every_claim_holds_without_timeline_semaphores() {
    every_claim_holds(&[Hide::TimelineSemaphores]);
}

#[test]
fn every_claim_holds_without_any_of_them() {
    every_claim_holds(THREE);
}

#[test]
fn every_claim_holds_on_vulkan_1_0() {
    every_claim_holds(Hide::ALL);
}

/// A quirk that refuses a capability must still be true: its proof runs by force.
#[test]
fn what_a_driver_is_known_to_get_wrong_is_refused_and_still_wrong() {
    let Some(b) = bed(&[]) else { return };
    if b.faults.is_empty() {
        eprintln!("SKIP known driver faults: none is known of {}", b.device.info().driver);
    }
    for f in &b.faults {
        let c: C = f.capability.parse().unwrap();
        let why = b.claims.granted(c).unwrap_err();
        assert_eq!(why, format!("known driver fault: {}", f.symptom));
        let forced = run(&b.device, c);
        let still = matches!(forced, Verdict::Disproved { .. });
        assert!(still, "{c} works on {}; the quirk is no longer true: {forced:?}", b.device.info().driver);
    }
}

type Check = fn(&Device) -> std::result::Result<(), Disproved>;

/// Checks without what they prove: each must be told from one that has it.
const WITHOUT: &[(C, Check)] = &[
    (C::Rasterization, |d| raster::rasterization(d, false)),
    (C::DynamicRendering, |d| raster::dynamic_rendering(d, false)),
    (C::FaceCulling, |d| raster::face_culling(d, false)),
    (C::DepthClamp, |d| raster::depth_clamp(d, false)),
    (C::DepthBiasClamp, |d| raster::depth_bias_clamp(d, 0.0)),
    (C::LineFill, |d| raster::line_fill(d, PolygonMode::Fill)),
    (C::LineFill, |d| raster::line_fill(d, PolygonMode::Point)),
    (C::PointFill, |d| raster::point_fill(d, PolygonMode::Line)),
    (C::IndependentBlending, |d| raster::independent_blending(d, false)),
    (C::ClipDistances, |d| raster::clip_distances(d, "proof_draw.vs_quad")),
    (C::MultisampleArrays, |d| raster::multisample_arrays(d, false)),
    (C::Msaa4, |d| raster::msaa(d, 1)),
    (C::AnisotropicFiltering, |d| sampling::anisotropic_filtering(d, Anisotropy::Off)),
    (C::SamplerMipLodBias, |d| sampling::lod_bias(d, 0.0)),
    (C::Float32Filtering, |d| sampling::float32_filtering(d, Filter::Nearest)),
    (C::CubeMap, |d| sampling::cube_map(d, 6)),
    (C::CubeArray, |d| sampling::cube_array(d, 6)),
    (C::ComparisonSampler, |d| sampling::comparison_sampler(d, |_| Compare::Less)),
    (C::SampledDepth, |d| sampling::sampled_depth(d, false)),
    (C::SampledDepthComparison, |d| sampling::sampled_depth_comparison(d, Compare::Greater)),
    (C::MipGeneration, |d| sampling::mip_generation(d, 3)),
    (C::HdrColorAttachment, |d| formats::attachment(d, Format::Rgba8Unorm, &formats::HDR)),
    (C::SrgbColorAttachment, |d| formats::srgb_attachment(d, Format::Rgba8Unorm)),
    (C::VelocityAttachment, |d| formats::attachment(d, Format::Rg8Unorm, &formats::VELOCITY)),
    (C::NormalAttachment, |d| formats::attachment(d, Format::Rgba8Unorm, &formats::NORMAL)),
    (C::SingleChannelAttachment, |d| {
        let nearest = formats::Attachment { filtered: Some(Filter::Nearest), ..formats::SINGLE };
        formats::attachment(d, Format::R8Unorm, &nearest)
    }),
    (C::TextureCompressionBc, |d| {
        let mut blocks = formats::bc();
        blocks[3].bytes[2] ^= 1;
        formats::blocks(d, &blocks)
    }),
    (C::GeometryShader, |d| stages::geometry_shader(d, "proof_geometry.gs_columns.flat")),
    (C::TessellationShader, |d| stages::tessellation_shader(d, 2)),
    (C::TessellationIsolines, |d| stages::tessellation_isolines(d, 3)),
    (C::TessellationPointMode, |d| stages::tessellation_point_mode(d, 2)),
    (C::Multiview, |d| stages::multiview(d, 0b111)),
    (C::WideLines, |d| state::wide_lines(d, 1.0)),
    (C::TriangleFans, |d| state::triangle_fans(d, Topology::TriangleStrip)),
    (C::ConservativeRasterization, |d| state::conservative_rasterization(d, false)),
    (C::DualSourceBlending, |d| state::dual_source_blending(d, BlendFactor::One)),
    (C::LogicOps, |d| state::logic_ops(d, |_| LogicOp::Xor)),
    (C::ConstantAlphaBlendFactors, |d| state::constant_alpha_blend_factors(d, BlendFactor::Constant)),
    (C::SampleRateInterpolation, |d| state::sample_rate_interpolation(d, "proof_state.fs_at_pixel")),
    (C::SeparateStencilReference, |d| stencil::separate_reference(d, false)),
    (C::DepthStencil, |d| stencil::depth_stencil(d, |_| StencilOp::Keep)),
    (C::ImmutableComparisonSampler, |d| sampling::immutable_comparison_sampler(d, |_| Compare::Less)),
    (C::View2dOf3d, |d| volume::slices(d, |z| 3 - z)),
    (C::TextureViewFormats, |d| formats::view_formats(d, Format::Bgra8Unorm)),
    (C::MemoryBudget, |d| memory::budget(d, 1 << 62)),
    (C::SamplerMirrorOnce, |d| sampling::mirror_once(d, AddressMode::Mirror)),
    (C::InstanceStepRate, |d| vertex::instance_step_rate(d, 1)),
    (C::VertexAttributesBeyondStride, |d| vertex::attributes_beyond_stride(d, VertexFormat::F32x2)),
    (C::BufferArrayIndexing, |d| binding::buffer_array_indexing(d, |_| 0)),
    (C::TextureArrayIndexing, |d| binding::texture_array_indexing(d, |_| 0)),
    (C::VertexInputs, |d| vertex::vertex_inputs(d, 0)),
    (C::VertexStorageRead, |d| vertex::vertex_storage_read(d, [0, 0, 2, 3])),
    (C::MultiDrawIndirect, |d| vertex::multi_draw_indirect(d, 1)),
    (C::IndirectFirstInstance, |d| vertex::indirect_first_instance(d, |_| 0)),
    (C::IndirectCount, |d| vertex::indirect_count(d, 8)),
    (C::Timestamps, |d| queries::timestamps(d, [2, 1])),
    (C::PipelineStatistics, |d| queries::statistics(d, 2)),
    (C::OcclusionQuery, |d| queries::any_sample(d, 0.25)),
    (C::PreciseOcclusionQuery, |d| queries::samples(d, QueryKind::Occlusion)),
    (C::Compute, |d| compute::compute(d, 3)),
    (C::StorageHdr, |d| compute::storage_hdr(d, Format::Rgba8Unorm)),
    (C::StorageExtendedFormats, |d| storage::extended(d, Format::Rgba8Unorm)),
    (C::StorageReadWithoutFormat, |d| storage::read(d, Format::Rgba8Unorm, true)),
    (C::StorageWriteWithoutFormat, |d| storage::write(d, Format::Rgba8Unorm, 0)),
    (C::Bgra8StorageRead, |d| storage::read(d, Format::Bgra8Unorm, false)),
    (C::Bgra8StorageWrite, |d| storage::write(d, Format::Bgra8Unorm, 0)),
    (C::Synchronization2, |d| compute::synchronization(d, Order::Serial, 62)),
    (C::AsyncComputeQueue, |d| queues::async_compute(d, 62)),
    (C::AsyncTransferQueue, |d| queues::async_transfer(d, 15)),
    (C::TimelineSemaphore, |d| compute::timeline(d, false)),
    (C::RobustBufferAccess, |d| compute::robust_access(d, u32::MAX).and_then(|()| compute::compute(d, 3))),
    (C::ShaderInt64, |d| compute::int64(d, "proof_numbers.cs_sum")),
    (C::BufferInt64Atomics, |d| compute::int64_atomics(d, 3)),
    (C::ShaderFloat16, |d| compute::float16(d, "proof_numbers.cs_float64")),
    (C::SubgroupBallot, |d| compute::subgroup_ballot(d, "proof_numbers.cs_sum")),
    (C::SubgroupArithmetic, |d| compute::subgroup_arithmetic(d, "proof_numbers.cs_ballot")),
    (C::SubgroupShuffle, |d| compute::subgroup_shuffle(d, "proof_numbers.cs_sum")),
];

fn each_check_fails_without(hidden: &[Hide]) {
    let Some(b) = bed(hidden) else { return };
    for (c, check) in WITHOUT {
        if let Err(why) = b.claims.granted(*c) {
            eprintln!("SKIP {c} without itself: {why}");
            continue;
        }
        match check(&b.device) {
            Err(Disproved::Wrong { .. }) => {}
            other => panic!("{c}: without it the check gave {other:?}"),
        }
    }
}

#[test]
fn each_check_fails_without_what_it_proves() {
    each_check_fails_without(&[]);
}

#[test]
fn each_check_fails_without_what_it_proves_on_a_device_of_vulkan_1_1() {
    each_check_fails_without(THREE);
}

#[test]
fn proofs_that_can_be_left_without_their_subject_are_left() {
    // Proofs with no check above, with the reason: their subject cannot be taken away without asking the driver for what it does not define.
    let exempt = [C::TextureCompressionEtc2, C::TextureCompressionAstc, C::MultipleTargets, C::ShaderFloat64];
    for c in C::ALL.iter().filter(|c| matches!(proof(**c), Proof::Run(_))) {
        let tried = WITHOUT.iter().any(|(w, _)| w == c);
        assert_eq!(tried, !exempt.contains(c), "{c}");
    }
}

#[test]
fn nothing_is_claimed_on_null_nor_on_a_backend_that_is_not_there() {
    let device = Device::new(null::NullBackend::new(null::NullDesc::default()));
    let report = verify(&device, &Claims::of(C::ALL.iter().copied()));
    assert_eq!((report.proved(), report.disproved().count()), (0, 0));
    for b in BackendKind::ALL.iter().filter(|b| **b != BackendKind::Vulkan) {
        assert!(
            C::ALL.iter().all(|c| matches!(status(*c, *b), Status::NotYet { why } if !why.is_empty())),
            "{b}"
        );
    }
    // Proofs that run on Null anyway see that it draws nothing.
    assert!(matches!(raster::rasterization(&device, true), Err(Disproved::Wrong { .. })));
}

#[test]
fn what_was_not_granted_is_not_claimed_and_the_report_says_why() {
    let Some(b) = bed(&[]) else { return };
    let report = verify(&b.device, &Claims::of([C::Rasterization]));
    assert_eq!(report.proved(), 1);
    assert_eq!(report.verdict(C::Rasterization), Some(&Verdict::Proved));
    let why = |c| match report.verdict(c) {
        Some(Verdict::NotClaimed { why }) => why.clone(),
        other => panic!("{other:?}"),
    };
    assert!(why(C::Compute).contains("not asked for"));
    assert!(why(C::RayQuery).contains("acceleration structures"));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["backend"], "vulkan");
    assert_eq!(json["entries"][0]["capability"], "rasterization");
    assert_eq!(json["entries"][0]["verdict"], "proved");
    assert_eq!(json["entries"].as_array().unwrap().len(), C::ALL.len());
    let table = Matrix { reports: vec![report] }.to_string();
    assert!(table.contains("| rasterization | proved |"), "{table}");
    assert_eq!(table.lines().count(), C::ALL.len() + 2);
}
