//! A triangle in a window: `cargo run -p triangle-window`.

use candor::prelude::*;
use candor::shader::shaders::{TRIANGLE_FS_MAIN, TRIANGLE_VS_MAIN};
use std::{error::Error, sync::Arc};
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowId};

struct App {
    // The frame goes before its window.
    running: Option<(RasterPipeline, Frame, Arc<Window>)>,
    result: Result<(), Box<dyn Error>>,
}

fn start(event_loop: &ActiveEventLoop) -> Result<(RasterPipeline, Frame, Arc<Window>), Box<dyn Error>> {
    let window = Arc::new(event_loop.create_window(Window::default_attributes().with_title("triangle"))?);
    let (size, target) = (window.inner_size().into(), Some(window.clone().into()));
    let config = SurfaceConfig { size, ..SurfaceConfig::default() };
    let desc = FrameDesc { window: target, config, depth: None, ..FrameDesc::default() };
    let frame = Frame::new(&Instance::default(), desc)?;
    let stage = |s: &'static candor::shader::Shader| ShaderStage {
        spirv: s.words(),
        entry: s.entry_point,
        constants: &[],
    };
    let (vertex, fragment) = (stage(&TRIANGLE_VS_MAIN), Some(stage(&TRIANGLE_FS_MAIN)));
    let colors = [frame.format().into()];
    let desc =
        RasterPipelineDesc { label: "triangle", vertex, fragment, colors: &colors, ..Default::default() };
    Ok((frame.device().create_raster_pipeline(&desc)?, frame, window))
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        match start(event_loop) {
            Ok(running) => self.running = Some(running),
            Err(e) => (self.result, _) = (Err(e), event_loop.exit()),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some((pipeline, frame, window)) = &mut self.running else { return };
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => frame.resize(size.into()),
            WindowEvent::RedrawRequested => {
                let drawn = frame.draw(|to| {
                    let color = [Color::clear(to.color, [0.02, 0.02, 0.05, 1.0])];
                    let pass = RasterDesc { label: "triangle", color: &color, ..Default::default() };
                    to.batch.raster(&pass, |p| (p.pipeline(pipeline), p.draw(0..3, 0..1)).1);
                });
                match drawn {
                    Ok(_) => window.request_redraw(),
                    Err(e) => (self.result, _) = (Err(e.into()), event_loop.exit()),
                }
            }
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = App { running: None, result: Ok(()) };
    EventLoop::new()?.run_app(&mut app)?;
    app.result
}
