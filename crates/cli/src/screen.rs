//! Proofs on a window: what is presented is read back from the screen. On Linux with an X server; elsewhere it says why not.

use candor::proofs::Verdict;
use candor_caps::Capability;
use candor_rhi::BackendKind;

/// Can windows be looked at here?
///
/// # Errors
/// One sentence that says why not.
pub(crate) fn here() -> Result<(), String> {
    imp::here()
}

/// Proves a capability on a window of its own; without one nothing is shown. For a child process: it makes the process's event loop.
pub(crate) fn prove(backend: BackendKind, adapter: usize, capability: Capability) -> Verdict {
    match imp::Stage::open() {
        Ok(mut stage) => stage.prove(backend, adapter, capability),
        Err(why) => Verdict::NotClaimed { why: format!("it is proved on a window, and {why}") },
    }
}

#[cfg(not(all(target_os = "linux", feature = "screen")))]
mod imp {
    use super::{BackendKind, Capability, Verdict};

    const WHY: &str = "this build of the program looks at no windows";

    pub(super) fn here() -> Result<(), String> {
        Err(WHY.to_owned())
    }

    /// Never made.
    pub(super) enum Stage {}

    impl Stage {
        pub(super) fn open() -> Result<Self, String> {
            Err(WHY.to_owned())
        }

        pub(super) fn prove(&mut self, _: BackendKind, _: usize, _: Capability) -> Verdict {
            match *self {}
        }
    }
}

#[cfg(all(target_os = "linux", feature = "screen"))]
mod imp {
    use super::{BackendKind, Capability, Verdict};
    use candor::proofs::{Screen, requests_on_screen, run_on_screen};
    use candor::{AdapterWish, Backend, Environment, Instance, SelectDesc};
    use candor_caps::Feature;
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use winit::application::ApplicationHandler;
    use winit::dpi::{PhysicalPosition, PhysicalSize};
    use winit::event_loop::{ActiveEventLoop, EventLoop};
    use winit::platform::pump_events::EventLoopExtPumpEvents;
    use winit::platform::x11::{EventLoopBuilderExtX11, WindowAttributesExtX11};
    use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
    use winit::window::{Window, WindowId, WindowLevel};
    use x11rb::protocol::xproto::{ConnectionExt, ImageFormat, MapState};
    use x11rb::rust_connection::RustConnection;

    /// Width and height of the window in pixels.
    const SIZE: [u32; 2] = [160, 120];
    /// How long a window or a frame may take until it is seen.
    const PATIENCE: Duration = Duration::from_secs(20);

    fn connect() -> Result<RustConnection, String> {
        x11rb::connect(None).map(|(c, _)| c).map_err(|e| format!("there is no X server ({e})"))
    }

    pub(super) fn here() -> Result<(), String> {
        connect().map(|_| ())
    }

    /// Makes a window when it may, and looks at no event.
    #[derive(Default)]
    struct App(Option<Result<Arc<Window>, String>>);

    impl ApplicationHandler for App {
        fn resumed(&mut self, events: &ActiveEventLoop) {
            // Without a window manager's say, so that it lies on top and has its size.
            let wanted = Window::default_attributes()
                .with_title("candor verify")
                .with_inner_size(PhysicalSize::<u32>::from(SIZE))
                .with_position(PhysicalPosition::new(0, 0))
                .with_window_level(WindowLevel::AlwaysOnTop)
                .with_override_redirect(true);
            let window = events.create_window(wanted).map(Arc::new);
            self.0 = Some(window.map_err(|e| format!("no window can be opened: {e}")));
        }
        fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: winit::event::WindowEvent) {}
    }

    /// The screen as another program sees it.
    struct Eye {
        server: RustConnection,
        window: u32,
    }

    impl Eye {
        fn is_seen(&self) -> Option<bool> {
            let a = self.server.get_window_attributes(self.window).ok()?.reply().ok()?;
            Some(a.map_state == MapState::VIEWABLE)
        }

        /// Red, green and blue of each pixel; nothing when the window cannot be read.
        fn look(&self) -> Vec<[u8; 3]> {
            let [w, h] = SIZE.map(|n| n as u16);
            let image = self.server.get_image(ImageFormat::Z_PIXMAP, self.window, 0, 0, w, h, u32::MAX);
            let Some(image) = image.ok().and_then(|i| i.reply().ok()) else { return Vec::new() };
            // 24 bits in 32, blue first.
            image.data.chunks_exact(4).map(|p| [p[2], p[1], p[0]]).collect()
        }
    }

    /// A window that is seen.
    pub(super) struct Stage {
        // Dropped in this order: the window before the events.
        window: Arc<Window>,
        eye: Eye,
        _events: EventLoop<()>,
    }

    impl Stage {
        pub(super) fn open() -> Result<Self, String> {
            let server = connect()?;
            // What the library says names places in its source.
            let mut events = EventLoop::builder().with_x11().build().map_err(|_| {
                "no window can be opened (libX11, libX11-xcb, libXcursor, libXi and libxkbcommon-x11 are needed)"
                    .to_owned()
            })?;
            let mut app = App::default();
            let end = Instant::now() + PATIENCE;
            let late = || "the window never appears".to_owned();
            let window = loop {
                let _ = events.pump_app_events(Some(Duration::from_millis(5)), &mut app);
                match app.0.take() {
                    Some(made) => break made?,
                    None if Instant::now() > end => return Err(late()),
                    None => {}
                }
            };
            let handle = window.window_handle().map_err(|e| format!("the window has no handle: {e}"))?;
            let number = match handle.as_raw() {
                RawWindowHandle::Xlib(w) => w.window as u32,
                RawWindowHandle::Xcb(w) => w.window.get(),
                other => return Err(format!("{other:?} is no window of an X server")),
            };
            let eye = Eye { server, window: number };
            while eye.is_seen() != Some(true) {
                if Instant::now() > end {
                    return Err(late());
                }
                let _ = events.pump_app_events(Some(Duration::from_millis(2)), &mut app);
            }
            Ok(Self { window, eye, _events: events })
        }

        pub(super) fn prove(&mut self, backend: BackendKind, adapter: usize, c: Capability) -> Verdict {
            let desc = SelectDesc {
                backend: Backend::Only(backend),
                adapter: AdapterWish::Index(adapter),
                requests: requests_on_screen(backend).require(Feature::Present),
                window: Some(self.window.clone().into()),
                environment: Some(Environment::empty()),
                app_name: "candor".into(),
                ..SelectDesc::default()
            };
            let disproved = |why| Verdict::Disproved { why };
            let mut selected = match Instance::default().select(&desc) {
                Ok(selected) => selected,
                Err(e) => {
                    let why: Vec<_> = e.to_string().lines().map(|l| l.trim().to_owned()).collect();
                    return disproved(format!("the device can't be made: {}", why.join("; ")));
                }
            };
            let Some(mut surface) = selected.surface.take() else {
                return disproved("the device was made and its surface was not".to_owned());
            };
            let mut look = || self.eye.look();
            let mut screen =
                Screen { surface: &mut surface, size: SIZE, patience: PATIENCE, look: &mut look };
            run_on_screen(&selected.device, c, &mut screen)
        }
    }
}
