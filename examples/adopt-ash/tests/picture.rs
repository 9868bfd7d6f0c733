//! The program draws the frame in its four ways, under the validation layer where that is installed, and each pixel of the picture
//! is what the scene says, reckoned here. Pixels that an edge passes through are left out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::process::Command;

const SIZE: [u32; 2] = [320, 240];
const LAYER: &str = "VK_LAYER_KHRONOS_validation";
/// What the layer of Debian 12 says of every shader that names Slang as its language, which it does not know.
const FALSE_MESSAGE: &str = "Invalid source language operand";

/// Centre of a pixel in clip space.
fn place(x: u32, y: u32) -> [f32; 2] {
    let at = |i: u32, n: u32| (i as f32 + 0.5) / n as f32 * 2.0 - 1.0;
    [at(x, SIZE[0]), -at(y, SIZE[1])]
}

/// Weights of the triangle's corners (top, left, right); outside of it one is below 0.
fn weights([x, y]: [f32; 2]) -> [f32; 3] {
    let top = (y + 0.75) / 1.5;
    let along = x / 0.75;
    let rest = 1.0 - top;
    [top, (rest - along) / 2.0, (rest + along) / 2.0]
}

/// Colour of a place, the topmost first.
fn color(at: [f32; 2]) -> [f32; 3] {
    let [x, y] = at;
    let corners = weights(at);
    if x.abs() < 0.9 && y.abs() < 0.05 {
        return [1.0, 1.0, 0.0];
    }
    if corners.iter().all(|w| *w >= 0.0) {
        return corners;
    }
    if y < -0.5 { [0.2, 0.6, 0.2] } else { [0.1, 0.2, 0.4] }
}

#[test]
fn the_picture_is_what_the_scene_says() {
    let file = std::env::temp_dir().join(format!("candor-adopt-ash-{}.png", std::process::id()));
    let program = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adopt-ash"));
        command.arg(&file);
        command
    };
    let run = |command: &mut Command| {
        let out = command.output().unwrap();
        let text = [out.stdout, out.stderr].map(|b| String::from_utf8_lossy(&b).into_owned()).concat();
        (out.status.success(), text)
    };
    let sync = "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT";
    let mut checked = program();
    checked.env("VK_INSTANCE_LAYERS", LAYER).env("VK_LAYER_ENABLES", sync);
    let (mut well, mut said) = run(&mut checked);
    if said.contains("ERROR_LAYER_NOT_PRESENT") {
        eprintln!("SKIP validation of adopt-ash: {LAYER} is not installed");
        (well, said) = run(&mut program());
    }
    if let Some(why) = said.lines().find(|l| l.starts_with("SKIP")) {
        return eprintln!("{why}");
    }
    assert!(well, "{said}");
    let messages = said.lines().filter(|l| l.contains("(ERROR /") || l.contains("(WARN /"));
    let wrong: Vec<_> = messages.filter(|l| !l.contains(FALSE_MESSAGE)).collect();
    assert_eq!(wrong, Vec::<&str>::new());
    assert_eq!(said.matches("the same picture, to the bit").count(), 3, "{said}");

    let picture = image::open(&file).unwrap().to_rgba8();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(picture.dimensions(), (SIZE[0], SIZE[1]));
    let mut compared = 0;
    for y in 1..SIZE[1] - 1 {
        for x in 1..SIZE[0] - 1 {
            let here = color(place(x, y));
            // Where a neighbour is quite different, an edge is near.
            let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].map(|(x, y)| color(place(x, y)));
            if near.iter().any(|n| n.iter().zip(here).any(|(a, b)| (a - b).abs() > 0.03)) {
                continue;
            }
            let seen = picture.get_pixel(x, y).0;
            let expected = here.map(|c| c * 255.0);
            let off = seen.iter().zip(expected).any(|(s, e)| (f32::from(*s) - e).abs() > 1.5);
            assert!(!off && seen[3] == 255, "at {x}, {y}: {seen:?} is there, {expected:?} should be");
            compared += 1;
        }
    }
    assert!(compared > SIZE[0] * SIZE[1] * 9 / 10, "{compared} pixels were compared");
}
