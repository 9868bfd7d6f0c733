//! A triangle in a window: `cargo run -p triangle-window`.
use candor::prelude::*;
use candor::shader::shaders::{TRIANGLE_FS_MAIN as FS, TRIANGLE_VS_MAIN as VS};
use std::{error::Error, sync::Arc};
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowAttributes, WindowId};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

struct App(Option<(Arc<Window>, Frame, RasterPipeline)>, Result);

fn start(on: &ActiveEventLoop) -> Result<(Arc<Window>, Frame, RasterPipeline)> {
    let window = Arc::new(on.create_window(WindowAttributes::default())?);
    let config = SurfaceConfig { size: window.inner_size().into(), ..Default::default() };
    let desc = FrameDesc { window: Some(window.clone().into()), config, depth: None, ..Default::default() };
    let frame = Frame::new(&Instance::default(), desc)?;
    let vertex = ShaderStage { spirv: VS.words(), entry: VS.entry_point, constants: &[] };
    let fragment = Some(ShaderStage { spirv: FS.words(), entry: FS.entry_point, constants: &[] });
    let desc =
        RasterPipelineDesc { vertex, fragment, colors: &[frame.format().into()], ..Default::default() };
    let pipeline = frame.device().create_raster_pipeline(&desc)?;
    Ok((window, frame, pipeline))
}

impl ApplicationHandler for App {
    fn resumed(&mut self, on: &ActiveEventLoop) {
        match start(on) {
            Ok(all) => self.0 = Some(all),
            Err(e) => (self.1, _) = (Err(e), on.exit()),
        }
    }

    fn window_event(&mut self, on: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some((window, frame, pipeline)) = &mut self.0 else { return };
        match event {
            WindowEvent::CloseRequested => on.exit(),
            WindowEvent::Resized(size) => frame.resize(size.into()),
            WindowEvent::RedrawRequested => {
                let drawn = frame.draw(|to| {
                    let color = [Color::clear(to.color, [0.02, 0.02, 0.05, 1.0])];
                    let pass = RasterDesc { label: "triangle", color: &color, ..Default::default() };
                    to.batch.raster(&pass, |p| (p.pipeline(pipeline), p.draw(0..3, 0..1)).1);
                });
                match drawn {
                    Ok(_) => window.request_redraw(),
                    Err(e) => (self.1, _) = (Err(e.into()), on.exit()),
                }
            }
            _ => {}
        }
    }
}

fn main() -> Result {
    let mut app = App(None, Ok(()));
    EventLoop::new()?.run_app(&mut app).map_err(Into::into).and(app.1)
}
