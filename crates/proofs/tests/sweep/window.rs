//! A window that nobody sees.

use candor_rhi::surface::SurfaceTarget;
use raw_window_handle::{DisplayHandle, HandleError, HasDisplayHandle, HasWindowHandle, WindowHandle};
use std::sync::Arc;

/// A window of no system: Null asks for no handle.
struct NoWindow;

impl HasWindowHandle for NoWindow {
    fn window_handle(&self) -> Result<WindowHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

impl HasDisplayHandle for NoWindow {
    fn display_handle(&self) -> Result<DisplayHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

pub fn window() -> Arc<dyn SurfaceTarget> {
    Arc::new(NoWindow)
}
