//! From Xlib to XCB, for drivers that take windows of the second alone: SwiftShader does.

use std::ffi::c_void;
use std::sync::OnceLock;

/// The library that both Xlib and XCB programs have, under the names that systems give it.
const NAMES: [&str; 2] = ["libX11-xcb.so.1", "libX11-xcb.so"];

type GetConnection = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

/// The XCB connection of an Xlib display. Xlib owns it.
pub(crate) fn connection(display: *mut c_void) -> Result<*mut c_void, &'static str> {
    static LIBRARY: OnceLock<Option<libloading::Library>> = OnceLock::new();
    // SAFETY: the library's initialisation has no precondition, and it is never unloaded.
    let load = || NAMES.iter().find_map(|name| unsafe { libloading::Library::new(name) }.ok());
    let library = LIBRARY.get_or_init(load).as_ref();
    let library = library
        .ok_or("the driver takes XCB windows alone, and libX11-xcb, which leads to them, is not installed")?;
    // SAFETY: the symbol has had this signature since it exists (X11/Xlib-xcb.h).
    let get = unsafe { library.get::<GetConnection>(b"XGetXCBConnection\0") };
    let get = get.map_err(|_| "libX11-xcb has no XGetXCBConnection")?;
    if display.is_null() {
        return Err("the window names no display");
    }
    // SAFETY: the display is open as long as the window that names it.
    Ok(unsafe { get(display) })
}
