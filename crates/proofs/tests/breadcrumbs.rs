//! A lost Vulkan device names the passes that ran, ended last and came next: the GPU itself has marked them. The loss is told by a
//! layer, and where the GPU stopped by a backend that writes no more marks.
#![allow(clippy::unwrap_used, clippy::panic)]

mod bed;
mod leaves_out;

use bed::{Bed, QUAD, WAIT, column, push};
use candor_rhi::backend::Backend;
use candor_rhi::driver::ApiValidation;
use candor_rhi::layer::{FaultPlan, Faults, Injected, Layered, Site};
use candor_rhi::*;
use leaves_out::LeavesOut;
use std::sync::{Arc, Mutex};

const PASSES: [(&str, PassKind); 5] = [
    ("draw", PassKind::Raster),
    ("parts", PassKind::Raster),
    ("work", PassKind::Compute),
    ("take", PassKind::Copies),
    ("draw again", PassKind::Raster),
];

struct World {
    bed: Bed,
    faults: Arc<Layered<Faults>>,
    stops: Arc<Layered<LeavesOut>>,
}

fn world(name: &str) -> Option<World> {
    let made = Mutex::new(None);
    let desc = DeviceDesc { breadcrumbs: Breadcrumbs::On, ..DeviceDesc::default() };
    let bed = Bed::described(name, ApiValidation::On, &desc, |backend| {
        let stops = LeavesOut::around(backend);
        let faults = Faults::around(stops.clone());
        *made.lock().unwrap() = Some((faults.clone(), stops));
        faults as Arc<dyn Backend>
    })?;
    let (faults, stops) = made.into_inner().unwrap()?;
    Some(World { bed, faults, stops })
}

/// The passes of [`PASSES`], with pixels that show that they ran.
fn frame(w: &World) -> Result<Vec<u8>, SubmitError> {
    let b = &w.bed;
    let target = b.target(Format::Rgba8Unorm, 8, 8);
    let colors = [Format::Rgba8Unorm.into()];
    let p = b.pipeline(
        QUAD,
        "proof_draw.fs_color",
        &RasterPipelineDesc { colors: &colors, ..Default::default() },
    );
    let from = b.buffer(BufferUsage::VERTEX, &[5; 64]);
    let to = BufferUsage::COPY_TARGET;
    let to =
        b.device.create_buffer(&BufferDesc { label: "to", size_bytes: 64, usage: to, ..Default::default() });
    let to = to.unwrap();
    let draw = |r: &mut RasterPass<'_>, i| {
        r.pipeline(&p);
        r.push(0, &push(column(i, 4), [0.5; 2], [1.0; 4]));
        r.draw(0..6, 0..1);
    };
    let mut batch = b.device.batch();
    let (clear, load) = ([Color::clear(&target.view, [0.0; 4])], [Color::load(&target.view)]);
    batch.raster(&RasterDesc { label: "draw", color: &clear, ..Default::default() }, |r| draw(r, 0));
    let parts = batch.raster_split(&RasterDesc { label: "parts", color: &load, ..Default::default() }, 2);
    parts.enumerate().for_each(|(i, part)| part.record(|r| draw(r, 1 + i)));
    batch.compute(&ComputeDesc { label: "work", ..Default::default() }, |_| {});
    batch.copies("take", &[Copy::Buffer { src: &from, src_offset: 0, dst: &to, dst_offset: 0, size: 64 }]);
    batch.raster(&RasterDesc { label: "draw again", color: &load, ..Default::default() }, |r| draw(r, 3));
    let read = batch.read_texture(&Region::level(&target.texture, 0));
    batch.submit()?.wait(WAIT).unwrap();
    Ok(read.wait(WAIT).unwrap())
}

fn lose(w: &World) -> Loss {
    w.faults.layer().plan(Some(FaultPlan { site: Site::Submit, nth: 1, fault: Injected::DeviceLost }));
    let e = w.bed.device.batch().submit().unwrap_err();
    assert_eq!(e.errors[0].code(), Code::DeviceLost);
    let DeviceState::Lost(loss) = w.bed.device.state() else { panic!("it is lost") };
    assert!(e.to_string().contains(&loss.trail.to_string()), "{e}");
    loss
}

/// The frame's own passes, and the readback after them.
fn crumb(at: usize) -> Option<Crumb> {
    let all = PASSES.iter().copied().chain([("target", PassKind::Copies)]);
    let (pass, kind) = all.clone().nth(at)?;
    Some(Crumb { pass: pass.into(), kind, number: 1 + at as u64 })
}

#[test]
fn wherever_the_gpu_stops_the_loss_says_so() {
    for marks in 0..=2 * (PASSES.len() + 1) {
        let Some(w) = world("breadcrumbs") else { return };
        w.stops.layer().stop_after(marks);
        assert_eq!(frame(&w).unwrap(), [255; 8 * 8 * 4], "marks change nothing");
        let loss = lose(&w);
        let running: Vec<_> = if marks % 2 == 1 { crumb(marks / 2).into_iter().collect() } else { vec![] };
        let ended = (marks / 2).checked_sub(1).and_then(crumb);
        let next = crumb(marks.div_ceil(2));
        assert_eq!(loss.trail, Trail::Known { running, ended, next }, "after {marks} marks");
        // The device is not lost in truth, so that a driver that is asked has nothing to say.
        assert!(loss.driver.as_ref().is_none_or(|d| d.starts_with("nothing")), "{:?}", loss.driver);
        assert!(w.bed.device.clone().close(WAIT).destroyed);
        assert_eq!(w.faults.memory().used_bytes, 0);
        w.bed.silent();
    }
}

#[test]
fn passes_of_many_frames_are_followed_and_the_layer_is_silent() {
    let Some(w) = world("breadcrumbs of many frames") else { return };
    for _ in 0..20 {
        assert_eq!(frame(&w).unwrap(), [255; 8 * 8 * 4]);
    }
    let loss = lose(&w);
    let Trail::Known { running, ended, next } = loss.trail else { panic!("{loss}") };
    assert_eq!((running, next), (vec![], None));
    assert_eq!(ended.map(|c| (c.pass, c.number)), Some(("target".to_owned(), 120)));
    w.bed.silent();
}
