//! A finished picture, with the account of how it was made.

use crate::renderer::FrameReport;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Times are written in milliseconds.
pub(crate) fn ms<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f64(time.as_secs_f64() * 1e3)
}

/// What rendering a picture took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RenderReport {
    /// Frames drawn.
    pub frames: u32,
    /// Pipelines made before the first frame.
    pub pipelines: usize,
    /// Pipelines made in frames: 0.
    pub pipelines_late: u64,
    /// Time to make pipelines and groups.
    #[serde(rename = "prepare_time_ms", serialize_with = "ms")]
    pub prepare_time: Duration,
    /// Time from the start of the first frame until the picture had arrived.
    #[serde(rename = "frames_time_ms", serialize_with = "ms")]
    pub frames_time: Duration,
    /// The last frame.
    pub last: FrameReport,
}

/// A picture: eight bits a channel in sRGB, rows from the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha.
    pub rgba8: Vec<u8>,
    /// How it was made.
    pub report: RenderReport,
}

impl Picture {
    /// A pixel, from the top left; black outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        let inside = x < self.width && y < self.height;
        let pixel = self.rgba8.get(at..at + 4).filter(|_| inside);
        pixel.and_then(|p| p.try_into().ok()).unwrap_or_default()
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// The encoder's answer.
    pub fn png(&self) -> Result<Vec<u8>, image::ImageError> {
        use image::ImageEncoder;
        let mut out = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut out);
        encoder.write_image(&self.rgba8, self.width, self.height, image::ExtendedColorType::Rgba8)?;
        Ok(out)
    }
}
