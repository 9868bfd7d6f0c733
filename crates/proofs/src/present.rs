//! Presenting: what is drawn on a frame is what the screen shows.

use crate::kit::{Result, WAIT, wrong};
use candor_rhi::*;
use std::time::{Duration, Instant};

/// A surface on a window that is seen, and a look at what the screen shows there.
pub struct Screen<'a> {
    /// The surface, on a window of this device's choosing.
    pub surface: &'a mut Surface,
    /// Width and height of the window in pixels.
    pub size: [u32; 2],
    /// How long a frame may take until it is seen.
    pub patience: Duration,
    /// What the screen shows of the window: red, green and blue of each pixel, row by row from the top.
    pub look: &'a mut dyn FnMut() -> Vec<[u8; 3]>,
}

impl std::fmt::Debug for Screen<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("size", &self.size).finish_non_exhaustive()
    }
}

fn refused(state: SurfaceState) -> Error {
    match state {
        SurfaceState::Failed(e) => e,
        other => Error::new(Code::Driver, "surface", other.to_string()),
    }
}

/// Frames of one colour after another: the screen must show each in all its pixels.
pub(crate) fn shown(d: &Device, screen: &mut Screen<'_>) -> Result {
    // One of the two that write what they are given, so that bytes can be compared.
    let formats = [SurfaceFormat::srgb(Format::Bgra8Unorm), SurfaceFormat::srgb(Format::Rgba8Unorm)];
    let config = SurfaceConfig { size: screen.size, formats: &formats, ..SurfaceConfig::default() };
    let granted = screen.surface.configure(&config).map_err(refused)?;
    if granted.value.size != screen.size {
        return wrong("the size of the surface", granted.value.size, screen.size);
    }
    for color in
        [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0; 4], [0.0, 0.0, 0.0, 1.0]]
    {
        let frame = screen.surface.acquire(WAIT).map_err(refused)?.into_frame();
        let mut batch = d.batch();
        let clear = [Color::clear(frame.view(), color)];
        batch.raster(&RasterDesc { label: "present", color: &clear, ..Default::default() }, |_| {});
        batch.present(frame);
        batch.submit()?.wait(WAIT)?;
        let expected = [0, 1, 2].map(|i| (color[i] * 255.0) as u8);
        // What is presented goes through another process before it is seen.
        let end = Instant::now() + screen.patience;
        loop {
            let seen = (screen.look)();
            let odd = seen.iter().find(|p| **p != expected);
            match odd {
                None if seen.len() == (screen.size[0] * screen.size[1]) as usize => break,
                odd if Instant::now() > end => return wrong("a pixel of the window", odd, expected),
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
    Ok(())
}
