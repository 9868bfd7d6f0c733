//! Pictures against stored ones, by a perceptual metric. The test never writes a golden.

#[path = "gpu/golden.rs"]
mod golden;
mod gpu;

use candor_render::Picture;
use candor_rhi::driver::ApiValidation;
use golden::{ALL, MOST_MEAN_ERROR};
use std::path::Path;

fn size(p: &Picture) -> (u32, u32) {
    (p.width, p.height)
}

#[test]
fn pictures_look_like_their_goldens() {
    let Some((device, _instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let mut faults = Vec::new();
    for g in ALL {
        let Some(picture) = golden::render(&device, g) else { continue };
        match golden::load(&golden::path(g, device.info()), size(&picture)) {
            Err(sentence) => faults.push(sentence),
            Ok(stored) => {
                let error = golden::error(size(&picture), &stored, &picture.rgba8);
                eprintln!("{}: mean error {error:.5}", g.name);
                if error > MOST_MEAN_ERROR {
                    faults.push(format!(
                        "'{}' differs from its golden by {error} (at most {MOST_MEAN_ERROR})",
                        g.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_metric_sees_a_missing_shadow_and_not_a_step_of_a_colour() {
    let (w, h) = (160u32, 90u32);
    // A grey ground with a dark blob.
    let base: Vec<u8> = (0..w * h)
        .flat_map(|i| {
            let inside = (i % w).abs_diff(80) < 20 && (i / w).abs_diff(45) < 12;
            if inside { [60, 60, 64, 255] } else { [170, 165, 150, 255] }
        })
        .collect();
    let step: Vec<u8> = base.iter().map(|v| v.saturating_add(1)).collect();
    let gone: Vec<u8> = [170, 165, 150, 255].repeat((w * h) as usize);
    let error = |p: &[u8]| golden::error((w, h), &base, p);
    assert_eq!(error(&base), 0.0);
    let (step, gone) = (error(&step), error(&gone));
    assert!(gone > 5.0 * MOST_MEAN_ERROR && step < gone / 5.0, "{step} {gone}");
}

#[test]
fn missing_unreadable_and_wrongly_sized_goldens_fail_with_the_command() {
    let folder = std::env::temp_dir().join(format!("candor-golden-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (broken, small) = (folder.join("broken.png"), folder.join("small.png"));
    std::fs::write(&broken, b"\x89PNG\r\n\x1a\nnothing").unwrap();
    let picture = Picture { width: 2, height: 1, rgba8: vec![9; 8], report: Default::default() };
    std::fs::write(&small, picture.png().unwrap()).unwrap();
    assert_eq!(golden::load(&small, (2, 1)), Ok(vec![9; 8]));
    let faults = [
        (golden::load(Path::new("/no/such.png"), (2, 1)), "is missing"),
        (golden::load(&broken, (2, 1)), "can't be read"),
        (golden::load(&small, (3, 1)), "has 2x1 pixels"),
    ];
    for (fault, part) in faults {
        let sentence = fault.unwrap_err();
        assert!(sentence.contains(part) && sentence.contains(golden::BLESS), "{sentence}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
