//! Pipelines that frames do not wait for, on the Vulkan driver that is there, under the validation layer, which stays silent.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, PUSH, QUAD, Target, WAIT, push, stage};
use candor_rhi::driver::ApiValidation;
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;
const COLORS: [ColorState; 1] = [ColorState::opaque(RGBA8)];
const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];

fn strict(name: &str) -> Option<Bed> {
    let desc = DeviceDesc { pipelines: PipelinePolicy::Strict, ..DeviceDesc::default() };
    Bed::described(name, ApiValidation::On, &desc, |backend| backend)
}

fn desc<'a>(label: &'a str, colors: &'a [ColorState]) -> RasterPipelineDesc<'a> {
    let (vertex, fragment) = (stage(QUAD), Some(stage("proof_draw.fs_color")));
    RasterPipelineDesc { label, vertex, fragment, push: PUSH, colors, ..Default::default() }
}

fn draw(b: &Bed, t: &Target, p: Option<&RasterPipeline>) -> Vec<u8> {
    b.frame(t, |batch, v| {
        batch.raster(&RasterDesc { color: &[Color::clear(v, [0.0; 4])], ..Default::default() }, |r| {
            let Some(p) = p else { return };
            r.pipeline(p);
            r.push(0, &push([-1.0, -1.0, 1.0, 1.0], [0.5; 2], RED));
            r.draw(0..6, 0..1);
        });
    })
}

#[test]
fn what_is_asked_for_is_drawn_once_it_is_there() {
    let Some(b) = strict("pending pipelines") else { return };
    let t = b.target(RGBA8, 4, 4);
    let red = WriteMask::R;
    let masked = [ColorState { write: red, ..COLORS[0] }];
    let fallback = b.device.create_raster_pipeline(&desc("fallback", &masked)).unwrap();
    let batch = b.device.batch();
    let wanted = b.device.request_raster_pipeline(&desc("wanted", &COLORS)).unwrap();
    let refused = b.device.create_raster_pipeline(&desc("late", &COLORS)).unwrap_err();
    assert_eq!(refused.code(), Code::PipelineLate, "{refused}");
    drop(batch);
    let meanwhile = draw(&b, &t, wanted.for_frame(Meanwhile::Fallback(&fallback)).unwrap());
    assert_eq!(&meanwhile[..3], [255, 0, 0]);
    wanted.wait(WAIT).unwrap();
    let p = wanted.for_frame(Meanwhile::Skip).unwrap();
    assert_eq!(draw(&b, &t, p)[..4], [255, 0, 0, 255]);
    b.silent();
}

#[test]
fn many_pipelines_are_made_beside_frames_that_draw() {
    let Some(b) = strict("pipelines beside frames") else { return };
    let t = b.target(RGBA8, 4, 4);
    let first = b.device.create_raster_pipeline(&desc("first", &COLORS)).unwrap();
    let masks: Vec<_> =
        (0..16).map(|i| [ColorState { write: WriteMask::from_bits_truncate(i), ..COLORS[0] }]).collect();
    let all: Vec<_> =
        masks.iter().map(|m| b.device.request_raster_pipeline(&desc("wanted", m)).unwrap()).collect();
    for _ in 0..10 {
        assert_eq!(draw(&b, &t, Some(&first))[..4], [255, 0, 0, 255]);
    }
    for (i, p) in all.iter().enumerate() {
        let mask = |bit: usize, value: u8| if i >> bit & 1 == 1 { value } else { 0 };
        let drawn = draw(&b, &t, Some(p.wait(WAIT).unwrap()));
        assert_eq!(drawn[..4], [mask(0, 255), 0, 0, mask(3, 255)], "mask {i}");
    }
    assert_eq!(b.device.stats().pipelines_late, 0);
    // Some are on their way when the device goes.
    let more: Vec<_> = masks
        .iter()
        .map(|m| RasterPipelineDesc { cull: Cull::Back, ..desc("more", m) })
        .map(|d| b.device.request_raster_pipeline(&d).unwrap())
        .collect();
    drop((first, all, t));
    assert!(b.device.clone().close(WAIT).destroyed);
    drop(more);
    b.silent();
}

#[test]
fn the_drivers_cache_goes_out_and_comes_in_again() {
    let Some(b) = Bed::new("pipeline cache") else { return };
    let p = b.device.create_raster_pipeline(&desc("first", &COLORS)).unwrap();
    let data = b.device.pipeline_cache_data().unwrap();
    let key = b.device.pipeline_cache_key().unwrap();
    assert_eq!((key.vendor_id, key.device_id), (b.device.info().vendor_id, b.device.info().device_id));
    b.device.load_pipeline_cache(&data).unwrap();
    let mut foreign = data.clone();
    foreign[17] ^= 1;
    let refused = b.device.load_pipeline_cache(&foreign).unwrap_err();
    assert_eq!(refused.code(), Code::CacheData, "{refused}");
    assert!(refused.to_string().contains("UUID"), "{refused}");
    assert_eq!(b.device.load_pipeline_cache(&data[..20]).unwrap_err().code(), Code::CacheData);
    let again = b.device.create_raster_pipeline(&desc("again", &COLORS)).unwrap();
    let t = b.target(RGBA8, 4, 4);
    assert_eq!(draw(&b, &t, Some(&p)), draw(&b, &t, Some(&again)));
    b.silent();
}
