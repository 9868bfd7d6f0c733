//! A window that nobody sees.

use candor_rhi::null::NoWindow;
use candor_rhi::surface::SurfaceTarget;
use std::sync::Arc;

pub fn window() -> Arc<dyn SurfaceTarget> {
    Arc::new(NoWindow)
}
