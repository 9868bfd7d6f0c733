//! What stands before a device: an API's library is loaded, its adapters are listed and described, one of them becomes a
//! device. Choosing among them is `candor`'s business.

use crate::adapter::{AdapterInfo, BackendKind};
use crate::backend::{Backend, Fault};
use crate::object::{Kind, Native};
use crate::surface::SurfaceTarget;
use candor_caps::DeviceReport;
use candor_caps::plan::Plan;
use std::sync::Arc;

/// Use of the API's own validation layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ApiValidation {
    /// Where it is installed, in debug builds.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Always, with checks of synchronisation where the layer has them; refused where it is not installed.
    On,
}

/// What an API's library is loaded with.
#[derive(Debug, Clone, Default)]
pub struct LoadDesc {
    /// Name of the application, for the driver.
    pub app_name: String,
    /// Version of the application, for the driver.
    pub app_version: u32,
    /// Use of the API's own validation layer.
    pub validation: ApiValidation,
    /// Instance extensions to enable where they are offered (what a plan's `instance_extensions` names).
    pub instance_extensions: Vec<String>,
}

/// An adapter with everything that it says of itself.
#[derive(Debug, Clone)]
pub struct Adapter {
    /// Who it is.
    pub info: AdapterInfo,
    /// All that it reports.
    pub report: DeviceReport,
    /// Can it present to some surface of this platform, as far as can be told without one?
    pub can_present: bool,
}

/// Why a surface could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurfaceFault {
    /// What the driver answered.
    pub fault: Fault,
    /// The attempt has spoiled the window for good: nothing else can be tried on it, a new one is needed.
    pub window_spoiled: bool,
}

/// A surface that no device has taken over yet: [`crate::Device::adopt_surface`]. Dropped, it is destroyed.
pub struct MadeSurface {
    pub(crate) backend: Arc<dyn Backend>,
    native: Option<Native>,
}

impl MadeSurface {
    pub(crate) fn into_native(mut self) -> Native {
        self.native.take().unwrap_or_default()
    }
}

impl std::fmt::Debug for MadeSurface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MadeSurface").field("native", &self.native).finish_non_exhaustive()
    }
}

impl Drop for MadeSurface {
    fn drop(&mut self) {
        if let Some(native) = self.native.take() {
            crate::record::calls::destroy(&*self.backend, Kind::Surface, native);
        }
    }
}

/// An API that may or may not be there.
pub trait Driver: Send + Sync {
    /// Which API.
    fn kind(&self) -> BackendKind;
    /// Loads the library and makes an instance.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault>;
}

/// A loaded API.
pub trait Instance: Send + Sync {
    /// The adapters, in the API's order.
    ///
    /// # Errors
    /// What the driver answered.
    fn adapters(&self) -> Result<Vec<Adapter>, Fault>;
    /// Makes a device of the adapter at an index of [`Instance::adapters`].
    ///
    /// # Errors
    /// What the driver answered.
    fn create_device(&self, adapter: usize, plan: &Plan) -> Result<Arc<dyn Backend>, Fault>;
    /// Makes the surface on which a device presents. Called last, since some APIs spoil a window or pin a canvas for good.
    /// Without a window nothing is made: surfaces can be made later.
    ///
    /// # Errors
    /// What the driver answered; where a backend has no surfaces yet, that.
    fn make_surface(
        &self,
        device: &Arc<dyn Backend>,
        target: Option<&Arc<dyn SurfaceTarget>>,
    ) -> Result<Option<MadeSurface>, SurfaceFault> {
        let Some(presenter) = device.presenter() else {
            let why =
                format!("surfaces are not implemented in Candor's {} backend yet", device.info().backend);
            return Err(SurfaceFault { fault: Fault::Unavailable(why), window_spoiled: false });
        };
        let Some(target) = target else { return Ok(None) };
        let native = Some(presenter.create_surface(target, "window")?);
        Ok(Some(MadeSurface { backend: device.clone(), native }))
    }
    /// Is the API's own validation layer in use, and if not, why not? One sentence.
    fn validation(&self) -> (bool, String);
    /// Messages of the validation layer since the last call.
    fn validation_messages(&self) -> Vec<String>;
}
