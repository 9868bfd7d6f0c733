//! Real windows under Xvfb: presented pixels are read back from the screen. The test starts its own server; without one it says
//! that it is left out. One test, since a process has one event loop.
#![cfg(all(target_os = "linux", feature = "vulkan"))]
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod xvfb;

use candor::prelude::*;
use candor::proofs::{Screen, Verdict, run_on_screen};
use candor::rhi::{Surface, Value};
use candor::shader::shaders::{TRIANGLE_FS_MAIN, TRIANGLE_VS_MAIN};
use candor_vulkan::{Hide, VulkanHiding};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::dpi::PhysicalSize;
use winit::event_loop::EventLoop;
use winit::platform::pump_events::EventLoopExtPumpEvents;
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use winit::window::Window;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt, ImageFormat, MapState};
use x11rb::rust_connection::RustConnection;
use xvfb::Server;

const WAIT: Duration = Duration::from_secs(30);

/// The screen as another program sees it.
struct Eye(RustConnection);

impl Eye {
    fn look(&self, window: &Window) -> Vec<[u8; 3]> {
        let id = id(window);
        let g = self.0.get_geometry(id).unwrap().reply().unwrap();
        let all = self.0.get_image(ImageFormat::Z_PIXMAP, id, 0, 0, g.width, g.height, u32::MAX);
        let all = all.unwrap().reply().unwrap();
        // 24 bits in 32, blue first.
        all.data.chunks_exact(4).map(|p| [p[2], p[1], p[0]]).collect()
    }

    fn until(&self, window: &Window, what: &str, holds: impl Fn(&[[u8; 3]]) -> bool) {
        let end = Instant::now() + WAIT;
        while !holds(&self.look(window)) {
            assert!(Instant::now() < end, "the screen never shows {what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn id(window: &Window) -> u32 {
    match window.window_handle().unwrap().as_raw() {
        RawWindowHandle::Xlib(w) => w.window as u32,
        RawWindowHandle::Xcb(w) => w.window.get(),
        other => panic!("{other:?} is no X11 window"),
    }
}

/// Events are taken and not looked at: the test knows what it does.
struct Idle;

impl winit::application::ApplicationHandler for Idle {
    fn resumed(&mut self, _: &winit::event_loop::ActiveEventLoop) {}
    fn window_event(
        &mut self,
        _: &winit::event_loop::ActiveEventLoop,
        _: winit::window::WindowId,
        _: winit::event::WindowEvent,
    ) {
    }
}

struct Bench {
    events: EventLoop<()>,
    eye: Eye,
}

impl Bench {
    fn pump(&mut self) {
        let _ = self.events.pump_app_events(Some(Duration::ZERO), &mut Idle);
    }

    #[allow(deprecated, reason = "a test draws outside of events")]
    fn window(&mut self, size: [u32; 2]) -> Arc<Window> {
        let attributes = Window::default_attributes().with_inner_size(PhysicalSize::<u32>::from(size));
        let window = Arc::new(self.events.create_window(attributes).unwrap());
        self.sized(&window, size);
        let end = Instant::now() + WAIT;
        let viewable = || {
            let a = self.eye.0.get_window_attributes(id(&window)).unwrap().reply().unwrap();
            a.map_state == MapState::VIEWABLE
        };
        while !viewable() {
            assert!(Instant::now() < end, "the window never appears");
            std::thread::sleep(Duration::from_millis(2));
        }
        window
    }

    /// Waits until the server has given the window this size.
    fn sized(&mut self, window: &Window, size: [u32; 2]) {
        let _ = window.request_inner_size(PhysicalSize::<u32>::from(size));
        let end = Instant::now() + WAIT;
        loop {
            self.pump();
            let g = self.eye.0.get_geometry(id(window)).unwrap().reply().unwrap();
            if [u32::from(g.width), u32::from(g.height)] == size {
                return;
            }
            assert!(Instant::now() < end, "the window never gets {size:?}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn frame(&self, window: &Arc<Window>) -> Frame {
        self.frame_of(&Instance::default(), window)
    }

    fn frame_of(&self, instance: &Instance, window: &Arc<Window>) -> Frame {
        let size = window.inner_size().into();
        let formats = [SurfaceFormat::srgb(Format::Bgra8Unorm), SurfaceFormat::srgb(Format::Rgba8Unorm)];
        let config = SurfaceConfig { size, formats: &formats, ..SurfaceConfig::default() };
        let frame = Frame::new(instance, FrameDesc { config, ..desc(window) }).unwrap();
        assert!(!frame.is_headless());
        frame
    }
}

fn desc(window: &Arc<Window>) -> FrameDesc<'static> {
    let select = SelectDesc {
        backend: Backend::Only(BackendKind::Vulkan),
        validation: ApiValidation::On,
        environment: Some(candor::Environment::empty()),
        ..SelectDesc::default()
    };
    FrameDesc { select, window: Some(window.clone().into()), ..FrameDesc::default() }
}

/// Clears left and right to different colours, by two passes, so that the frame is loaded as well.
fn draw(frame: &mut Frame, color: [f32; 4]) -> bool {
    frame
        .draw(|to| {
            let clear = [Color::clear(to.color, color)];
            let depth = to.depth.map(|d| candor::rhi::Depth::clear(d, 1.0));
            to.batch
                .raster(&RasterDesc { label: "clear", color: &clear, depth, ..Default::default() }, |_| {});
            let load = [Color::load(to.color)];
            to.batch.raster(&RasterDesc { label: "again", color: &load, ..Default::default() }, |_| {});
        })
        .unwrap()
}

fn silent(frame: &Frame, what: &str) {
    assert_eq!(frame.selected().validation_messages(), Vec::<String>::new(), "{what}");
}

fn bytes(color: [f32; 4]) -> [u8; 3] {
    [0, 1, 2].map(|i| (color[i] * 255.0) as u8)
}

#[test]
fn frames_are_shown_on_windows() {
    let server = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIP windows [vulkan]: {why}"),
    };
    let loads = Instance::default().loadable_backends(WAIT);
    if let Some(why) =
        loads.iter().find(|l| l.backend == BackendKind::Vulkan).and_then(|l| l.loaded.clone().err())
    {
        return eprintln!("SKIP windows [vulkan]: {why}");
    }
    // SAFETY: this is the only test of its process, and no other thread reads the environment yet.
    #[allow(unsafe_code)]
    unsafe {
        std::env::set_var("DISPLAY", &server.display);
        std::env::remove_var("WAYLAND_DISPLAY");
        // Where Wayland would be looked for.
        std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir());
    }
    let events = EventLoop::builder().with_x11().with_any_thread(true).build().unwrap();
    let eye = Eye(x11rb::connect(Some(&server.display)).unwrap().0);
    let mut bench = Bench { events, eye };
    for part in [
        present_is_proved,
        a_triangle,
        resizing,
        closing_and_opening,
        two_windows,
        wishes,
        pace,
        older_devices,
    ] {
        let start = Instant::now();
        part(&mut bench);
        eprintln!("  {:?}", start.elapsed());
    }
}

fn present_is_proved(bench: &mut Bench) {
    let size = [160, 120];
    let window = bench.window(size);
    let FrameDesc { mut select, window: target, .. } = desc(&window);
    select.requests = select.requests.require(Feature::Present);
    select.window = target;
    let mut selected = Instance::default().select(&select).unwrap();
    assert!(selected.is_on(Feature::Present));
    let mut surface: Surface = selected.surface.take().unwrap();
    let eye = &bench.eye;
    let mut look = || eye.look(&window);
    let mut screen = Screen { surface: &mut surface, size, patience: WAIT, look: &mut look };
    let verdict = run_on_screen(&selected.device, Capability::Present, &mut screen);
    assert_eq!(verdict, Verdict::Proved);
    // Who looks at another window sees nothing of it.
    let mut look = || vec![[1, 2, 3]; (size[0] * size[1]) as usize];
    let mut screen = Screen { patience: Duration::from_millis(50), look: &mut look, ..screen };
    let verdict = run_on_screen(&selected.device, Capability::Present, &mut screen);
    assert!(matches!(verdict, Verdict::Disproved { .. }), "{verdict:?}");
    drop(surface);
    selected.device.poll();
    assert_eq!(selected.validation_messages(), Vec::<String>::new());
}

fn a_triangle(bench: &mut Bench) {
    let [w, h] = [128u32, 96];
    let window = bench.window([w, h]);
    let mut frame = bench.frame(&window);
    let stage = |s: &'static candor::shader::Shader| ShaderStage {
        spirv: s.words(),
        entry: s.entry_point,
        constants: &[],
    };
    let colors = [frame.format().into()];
    let desc = RasterPipelineDesc {
        label: "triangle",
        vertex: stage(&TRIANGLE_VS_MAIN),
        fragment: Some(stage(&TRIANGLE_FS_MAIN)),
        colors: &colors,
        ..Default::default()
    };
    let pipeline = frame.device().create_raster_pipeline(&desc).unwrap();
    let triangle = |batch: &mut Batch, view: &View| {
        let color = [Color::clear(view, [0.0, 0.0, 0.0, 1.0])];
        batch.raster(&RasterDesc { label: "triangle", color: &color, ..Default::default() }, |p| {
            p.pipeline(&pipeline);
            p.draw(0..3, 0..1);
        });
    };
    assert!(frame.draw(|to| triangle(to.batch, to.color)).unwrap());
    // The same on a texture of the same format.
    let d = TextureDesc::color_target("twin", frame.format(), w, h);
    let twin = frame.device().create_texture(&d).unwrap().value;
    let view = frame.device().create_view(&twin, &ViewDesc::default()).unwrap();
    let mut batch = frame.device().batch();
    triangle(&mut batch, &view);
    let readback = batch.read_texture(&Region::level(&twin, 0));
    batch.submit().unwrap().wait(WAIT).unwrap();
    let data = readback.wait(WAIT).unwrap();
    let blue_first = frame.format() == Format::Bgra8Unorm;
    let expected: Vec<[u8; 3]> = data
        .chunks_exact(4)
        .map(|p| if blue_first { [p[2], p[1], p[0]] } else { [p[0], p[1], p[2]] })
        .collect();
    assert!(expected.iter().any(|p| *p != [0; 3]), "something is drawn");
    bench.eye.until(&window, "the triangle", |seen| seen == expected);
    silent(&frame, "a triangle");
}

fn resizing(bench: &mut Bench) {
    let window = bench.window([100, 100]);
    let mut frame = bench.frame(&window);
    let mut drawn = 0;
    for i in 0..200u32 {
        let size = [64 + i * 7 % 191, 48 + i * 13 % 157];
        bench.sized(&window, size);
        // Every third change is not told: the surface notices by itself.
        if i % 3 != 0 {
            frame.resize(size);
        }
        let color = [(i % 2) as f32, (i / 2 % 2) as f32, 1.0, 1.0];
        let until = Instant::now() + WAIT;
        while frame.size() != size || !draw(&mut frame, color) {
            assert!(Instant::now() < until, "the frame never gets {size:?}");
            draw(&mut frame, color);
        }
        drawn += 1;
        if i % 20 == 19 {
            let pixels = (size[0] * size[1]) as usize;
            bench.eye.until(&window, "a frame of its size", |seen| {
                seen.len() == pixels && seen.iter().all(|p| *p == bytes(color))
            });
        }
    }
    assert_eq!(drawn, 200);
    frame.device().wait_idle(WAIT).unwrap();
    // Old swapchains are gone: what is left belongs to one.
    let live = frame.device().usage();
    assert!(live.live_objects < 40 && live.waiting_objects < 40, "{live:?}");
    silent(&frame, "200 sizes");
}

fn closing_and_opening(bench: &mut Bench) {
    for round in 0..3 {
        let window = bench.window([90, 70 + round]);
        let mut frame = bench.frame(&window);
        for i in 0..5 {
            assert!(draw(&mut frame, [1.0, i as f32 / 4.0, 0.0, 1.0]));
        }
        bench.eye.until(&window, "yellow", |seen| seen.iter().all(|p| *p == [255, 255, 0]));
        // A frame that is begun and never ended.
        assert!(matches!(frame.begin().unwrap(), Begun::Draw(_)));
        silent(&frame, "a window that closes");
        drop(frame);
        assert_eq!(Arc::strong_count(&window), 1, "the window went with its surface");
        drop(window);
        bench.pump();
    }
}

fn two_windows(bench: &mut Bench) {
    let (left, right) = (bench.window([80, 60]), bench.window([120, 50]));
    // Beside each other: what is covered cannot be seen.
    let aside = ConfigureWindowAux::new().x(300).y(200);
    bench.eye.0.configure_window(id(&right), &aside).unwrap().check().unwrap();
    let mut frame = bench.frame(&left);
    let device = frame.device().clone();
    let mut other = device.create_surface("right", &(right.clone() as _)).unwrap();
    let format = [SurfaceFormat::srgb(frame.format())];
    let config = SurfaceConfig { size: [120, 50], formats: &format, ..SurfaceConfig::default() };
    assert_eq!(other.configure(&config).unwrap().value.size, [120, 50]);
    for i in 0..6u8 {
        // Both in one batch.
        let [a, b] = [[f32::from(i % 2), 1.0, 0.0, 1.0], [0.0, f32::from(i % 2), 1.0, 1.0]];
        let shown = other.acquire(WAIT).unwrap().into_frame();
        let mut shown = Some(shown);
        let drawn = frame.draw(|to| {
            let shown = shown.take().unwrap();
            for (label, color) in
                [("left", Color::clear(to.color, a)), ("right", Color::clear(shown.view(), b))]
            {
                to.batch.raster(&RasterDesc { label, color: &[color], ..Default::default() }, |_| {});
            }
            to.batch.present(shown);
        });
        assert!(drawn.unwrap());
        bench.eye.until(&left, "the left colour", |seen| seen.iter().all(|p| *p == bytes(a)));
        bench.eye.until(&right, "the right colour", |seen| seen.iter().all(|p| *p == bytes(b)));
    }
    drop(other);
    silent(&frame, "two windows");
}

/// Without synchronization2, timeline semaphores and dynamic rendering frames are shown as well.
fn older_devices(bench: &mut Bench) {
    let sets = [&[Hide::Synchronization2][..], &[Hide::TimelineSemaphores], Hide::ALL];
    for hidden in sets {
        let driver = VulkanHiding { hidden: hidden.to_vec() };
        let instance =
            Instance::new(InstanceDesc { drivers: vec![Arc::new(driver)], ..InstanceDesc::default() });
        let window = bench.window([70, 50]);
        let mut frame = bench.frame_of(&instance, &window);
        for i in 0..12u32 {
            let size = [70 + i / 4, 50];
            bench.sized(&window, size);
            frame.resize(size);
            let color = [(i % 2) as f32, 1.0, 0.0, 1.0];
            assert!(draw(&mut frame, color), "{hidden:?}");
            bench
                .eye
                .until(&window, "an older device's frame", |seen| seen.iter().all(|p| *p == bytes(color)));
        }
        silent(&frame, "an older device");
    }
}

/// Draws a frame that takes the device a while, and presents it; the frame's number.
fn slowly(
    device: &Device,
    surface: &mut Surface,
    target: &View,
    acquired: impl FnOnce(u64),
) -> (u64, Receipt) {
    let shown = surface.acquire(WAIT).unwrap().into_frame();
    let number = shown.number();
    acquired(number);
    let mut batch = device.batch();
    for _ in 0..10 {
        let clear = [Color::clear(target, [0.5; 4])];
        batch.raster(&RasterDesc { label: "work", color: &clear, ..Default::default() }, |_| {});
    }
    let color = [Color::clear(shown.view(), [0.0, 1.0, 1.0, 1.0])];
    batch.raster(&RasterDesc { label: "frame", color: &color, ..Default::default() }, |_| {});
    batch.present(shown);
    (number, batch.submit().unwrap())
}

/// No more frames are out than were asked for; what the device lacks is refused with that reason.
fn pace(bench: &mut Bench) {
    let window = bench.window([64, 64]);
    let frame = bench.frame(&window);
    let device = frame.device().clone();
    let second = bench.window([64, 64]);
    let mut surface = device.create_surface("pace", &(second.clone() as _)).unwrap();
    let d = TextureDesc::color_target("work", Format::Rgba8Unorm, 1024, 1024);
    let work = device.create_texture(&d).unwrap().value;
    let view = device.create_view(&work, &ViewDesc::default()).unwrap();
    let modes = surface.offer().unwrap().present_modes;
    for (most, mode) in (1..=3).flat_map(|n| modes.iter().map(move |m| (n, *m))) {
        let config = SurfaceConfig {
            size: [64, 64],
            present_modes: &[mode],
            images: &[4],
            max_latency: Some(most),
            ..SurfaceConfig::default()
        };
        let granted = surface.configure(&config).unwrap().value;
        // What the queue of images holds beyond the wish is told.
        let queue = matches!(mode, PresentMode::Fifo | PresentMode::FifoRelaxed);
        let kept = if queue { granted.images - 1 <= most } else { true };
        match granted.pacing.max_latency {
            Some(Ok(Outcome::Applied)) => assert!(kept, "{mode}: {} images", granted.images),
            Some(Ok(Outcome::Adjusted { got, .. })) => {
                assert!(!kept, "{mode}: {} images", granted.images);
                assert_eq!(got, Value::from(granted.images - 1));
            }
            other => panic!("{other:?}"),
        }
        let mut frames: Vec<(u64, Receipt)> = Vec::new();
        for _ in 0..10 {
            let new = slowly(&device, &mut surface, &view, |acquired| {
                // With the frame that was just acquired so many are out.
                let drawing = frames.iter().filter(|(_, r)| !r.is_finished()).count();
                assert!(drawing < most as usize, "{drawing} are drawn beside frame {acquired}, of {most}");
                let old = frames.iter().filter(|(n, _)| n + u64::from(most) <= acquired);
                assert!(old.into_iter().all(|(_, r)| r.is_finished()));
            });
            assert_eq!(surface.presented(), new.0);
            assert!(surface.frames_out() <= most as usize);
            frames.push(new);
        }
        assert_eq!(surface.frames_out(), most as usize, "frames are counted until one must be waited for");
        assert!(frames.windows(2).all(|f| f[0].0 + 1 == f[1].0), "numbers have no gaps");
    }
    // Neither is granted by `select`, so that what the driver has of it is not turned on.
    let config =
        SurfaceConfig { size: [64, 64], present_wait: true, present_times: true, ..SurfaceConfig::default() };
    let pacing = surface.configure(&config).unwrap().value.pacing;
    for (wish, name) in
        [(pacing.present_wait, "VK_KHR_present_wait"), (pacing.present_times, "VK_GOOGLE_display_timing")]
    {
        let why = wish.unwrap().unwrap_err().why;
        assert!(matches!(why, Reason::DeviceLacks { .. } | Reason::Conflict { .. }), "{why:?}");
        assert!(why.to_string().contains(name), "{why}");
    }
    let (number, _) = slowly(&device, &mut surface, &view, |_| {});
    let refused = surface.wait_presented(number, WAIT).unwrap_err().to_string();
    assert!(refused.contains("C038") && refused.contains("VK_KHR_present_wait"), "{refused}");
    let refused = surface.present_times().unwrap_err().to_string();
    assert!(refused.contains("C038") && refused.contains("VK_GOOGLE_display_timing"), "{refused}");
    drop(surface);
    silent(&frame, "pace");
}

/// Wishes that are not offered are refused or adjusted, and said to be.
fn wishes(bench: &mut Bench) {
    let window = bench.window([64, 64]);
    let frame = bench.frame(&window);
    let device = frame.device().clone();
    let second = bench.window([64, 64]);
    let mut surface = device.create_surface("wishes", &(second.clone() as _)).unwrap();
    assert!(matches!(surface.acquire(WAIT), Err(SurfaceState::OutOfDate)), "it was never configured");
    let hdr = [SurfaceFormat { format: Format::Rgba16Float, space: candor::rhi::ColorSpace::Hdr10 }];
    let config = SurfaceConfig { size: [64, 64], formats: &hdr, ..SurfaceConfig::default() };
    let refused = surface.configure(&config).unwrap_err().to_string();
    assert!(refused.contains("hdr10") && refused.contains("C090"), "{refused}");
    let config = SurfaceConfig { size: [10, 10], images: &[1], ..SurfaceConfig::default() };
    let granted = surface.configure(&config).unwrap();
    assert_eq!(granted.value.size, [64, 64], "the window decides");
    let told: Vec<String> = granted.outcomes.iter().map(ToString::to_string).collect();
    assert!(told.len() == 2 && told[0].contains("64x64") && told[1].contains("images"), "{told:?}");
    for mode in [PresentMode::Mailbox, PresentMode::Immediate, PresentMode::FifoRelaxed, PresentMode::Fifo] {
        let modes = [mode, PresentMode::Fifo];
        let config = SurfaceConfig { size: [64, 64], present_modes: &modes, ..SurfaceConfig::default() };
        let got = surface.configure(&config).unwrap().value.present_mode;
        assert_eq!(got == mode, surface.offer().unwrap().present_modes.contains(&mode));
        for _ in 0..8 {
            let shown = surface.acquire(WAIT).unwrap().into_frame();
            let again = surface.acquire(WAIT).unwrap_err().to_string();
            assert!(again.contains("C091"), "{again}");
            let mut batch = device.batch();
            let color = [Color::clear(shown.view(), [1.0; 4])];
            batch.raster(&RasterDesc { label: "white", color: &color, ..Default::default() }, |_| {});
            batch.present(shown);
            batch.submit().unwrap();
        }
    }
    drop(surface);
    silent(&frame, "wishes");
}
