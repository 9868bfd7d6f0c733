//! Pictures against stored ones, by a perceptual metric. The test never writes a golden.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

#[path = "gpu/golden.rs"]
mod golden;
mod gpu;

use candor_render::Picture;
use candor_rhi::driver::ApiValidation;
use candor_vulkan::Hide;
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
        let picture = golden::render(&device, g);
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
fn lesser_devices_draw_the_same_picture_to_the_bit() {
    let (golden, three) = (&ALL[0], &Hide::ALL[..3]);
    let Some((device, _instance)) = gpu::vulkan(ApiValidation::Auto) else { return };
    let usual = golden::render(&device, golden);
    let apart = Hide::ALL.iter().map(std::slice::from_ref);
    for hidden in apart.chain([three, Hide::ALL]) {
        let Some((device, instance)) = gpu::vulkan_without(ApiValidation::Auto, hidden) else { return };
        let picture = golden::render(&device, golden);
        assert!(picture.rgba8 == usual.rgba8, "without {hidden:?} the picture is another");
        assert_eq!(gpu::faults(&*instance), [""; 0], "without {hidden:?}");
    }
}

#[test]
fn the_metric_sees_a_missing_shadow_and_bears_a_few_pixels() {
    let (w, h) = (160u32, 90u32);
    // A grey ground with a dark blob.
    let base: Vec<u8> = (0..w * h)
        .flat_map(|i| {
            let inside = (i % w).abs_diff(80) < 20 && (i / w).abs_diff(45) < 12;
            if inside { [60, 60, 64, 255] } else { [170, 165, 150, 255] }
        })
        .collect();
    let mut few = base.clone();
    few.iter_mut().step_by(4 * 2000).for_each(|v| *v += 20);
    let gone: Vec<u8> = [170, 165, 150, 255].repeat((w * h) as usize);
    let error = |p: &[u8]| golden::error((w, h), &base, p);
    assert_eq!(error(&base), 0.0);
    let (few, gone) = (error(&few), error(&gone));
    assert!(few > 0.0 && few < MOST_MEAN_ERROR && gone > 10.0 * MOST_MEAN_ERROR, "{few} {gone}");
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
