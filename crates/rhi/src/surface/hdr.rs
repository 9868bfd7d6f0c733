//! What a display is told of the range of colours that frames were made for.

use super::{Surface, SurfaceState};
use crate::backend::Enabled;
use crate::error::{Code, Error};

/// The display that frames were graded on, and how bright they are: SMPTE ST 2086 and CTA-861.3. Displays map colours by it as they
/// like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HdrMetadata {
    /// Red, green and blue of the grading display, as x and y in CIE 1931, from 0 to 1.
    pub primaries: [[f32; 2]; 3],
    /// Its white, likewise.
    pub white: [f32; 2],
    /// The darkest and the brightest that it shows, in candela per square metre.
    pub luminance: [f32; 2],
    /// The brightest pixel of all frames, in candela per square metre; 0 where that is not known.
    pub max_content: f32,
    /// The largest average of a frame, likewise.
    pub max_frame_average: f32,
}

impl HdrMetadata {
    /// A display with the primaries of Rec. ITU-R BT.2020, white D65, that shows from 0.005 up to so many candela per square metre,
    /// with contents up to that.
    pub fn bt2020(max_luminance: f32) -> Self {
        Self {
            primaries: [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046]],
            white: [0.3127, 0.3290],
            luminance: [0.005, max_luminance],
            max_content: max_luminance,
            max_frame_average: 0.0,
        }
    }

    /// What is wrong with it, in words.
    fn fault(&self) -> Option<String> {
        let place = |[x, y]: [f32; 2]| [x, y].iter().all(|v| (0.0..=1.0).contains(v));
        if let Some(p) = self.primaries.iter().chain([&self.white]).find(|p| !place(**p)) {
            return Some(format!("the chromaticity {p:?}"));
        }
        let [least, most] = self.luminance;
        let rises = (0.0..f32::MAX).contains(&least) && most.is_finite() && most > least;
        if !rises {
            return Some(format!("luminance from {least} to {most}"));
        }
        let light = [self.max_content, self.max_frame_average];
        light.iter().find(|l| !(0.0..f32::MAX).contains(*l)).map(|l| format!("a light level of {l}"))
    }
}

impl Surface {
    /// Tells the display what the frames that are presented from now on, until the surface is configured again, were made for. Needs
    /// `hdr-metadata`.
    ///
    /// # Errors
    /// The device was not granted it, numbers that no display has, a surface that was not configured, or the surface's state.
    pub fn set_hdr_metadata(&mut self, m: &HdrMetadata) -> Result<(), SurfaceState> {
        self.alive()?;
        let failed = |code, detail: String| Err(SurfaceState::Failed(Error::new(code, self.label(), detail)));
        if !self.core.enabled.contains(Enabled::HDR_METADATA) {
            return failed(Code::NotEnabled, "hdr-metadata".to_owned());
        }
        if let Some(fault) = m.fault() {
            return failed(Code::HdrMetadata, fault);
        }
        let Some(chain) = self.chain.as_ref().map(|c| c.obj.native) else {
            return Err(SurfaceState::OutOfDate);
        };
        self.presenter()?.set_hdr_metadata(chain, m).map_err(|a| self.state(a))
    }
}
