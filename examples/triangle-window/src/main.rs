//! A triangle in a window: `cargo run -p triangle-window`.
use candor::prelude::*;
use std::{error::Error, sync::Arc};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowAttributes, WindowId};
use winit::{application::ApplicationHandler, event::WindowEvent};

const SHADER: &str = "
struct Corner { @builtin(position) at: vec4f, @location(0) color: vec3f }
@vertex fn vs(@builtin(vertex_index) i: u32) -> Corner {
    var at = array(vec2f(0.0, 0.75), vec2f(-0.75, -0.75), vec2f(0.75, -0.75));
    return Corner(vec4f(at[i], 0.5, 1.0), vec3f(vec3u(0, 1, 2) == vec3u(i)));
}
@fragment fn fs(corner: Corner) -> @location(0) vec4f { return vec4f(corner.color, 1.0); }
";

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;
struct App(Result<Option<(Arc<Window>, Frame, RasterPipeline)>>);

fn start(on: &ActiveEventLoop) -> Result<(Arc<Window>, Frame, RasterPipeline)> {
    let window = Arc::new(on.create_window(WindowAttributes::default())?);
    let size = window.inner_size().into();
    let frame = Frame::new(&Instance::default(), FrameDesc::window(window.clone(), size))?;
    let shader = compile(&ShaderDesc::wgsl("triangle", SHADER))?;
    let pipeline = frame.device().create_raster_pipeline(&RasterPipelineDesc {
        vertex: shader.entry("vs").into(),
        fragment: Some(shader.entry("fs").into()),
        colors: &[frame.format().into()],
        ..Default::default()
    })?;
    Ok((window, frame, pipeline))
}

impl ApplicationHandler for App {
    fn resumed(&mut self, on: &ActiveEventLoop) {
        self.0 = start(on).map(Some).inspect_err(|_| on.exit());
    }

    fn window_event(&mut self, on: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Ok(Some((window, frame, pipeline))) = &mut self.0 else { return };
        match event {
            WindowEvent::CloseRequested => on.exit(),
            WindowEvent::Resized(size) => frame.resize(size.into()),
            WindowEvent::RedrawRequested => {
                let draw = |p: &mut RasterPass<'_>| (p.pipeline(pipeline), p.draw(0..3, 0..1)).1;
                match frame.draw_pass([0.02, 0.02, 0.05, 1.0], draw) {
                    Ok(_) => window.request_redraw(),
                    Err(e) => (self.0, _) = (Err(e.into()), on.exit()),
                }
            }
            _ => {}
        }
    }
}

fn main() -> Result {
    let mut app = App(Ok(None));
    EventLoop::new()?.run_app(&mut app).map_err(Into::into).and(app.0.map(drop))
}
