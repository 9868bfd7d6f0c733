//! RenderDoc, where a program runs under it: it captures a frame when it is told to. Its library is never loaded, only found where
//! RenderDoc itself has put it into the process.
//!
//! The interface is RenderDoc's in-application API 1.1.2 (`renderdoc_app.h`, `RENDERDOC_API_1_1_2`; later versions begin alike).

use candor_caps::{Reason, Refused};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

/// `eRENDERDOC_API_Version_1_1_2`.
const VERSION: c_int = 10102;
/// Names of its library by system (RenderDoc's documentation, "In-application API").
const NAME: &str = if cfg!(windows) {
    "renderdoc.dll"
} else if cfg!(target_os = "android") {
    "libVkLayer_GLES_RenderDoc.so"
} else if cfg!(target_vendor = "apple") {
    "librenderdoc.dylib"
} else {
    "librenderdoc.so"
};
/// Captures that overlap are undefined, whoever starts them: one at a time in the process.
static TURN: Mutex<()> = Mutex::new(());

/// An entry that is not called here.
type Other = Option<unsafe extern "C" fn()>;

/// `RENDERDOC_API_1_1_2`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Api {
    version: unsafe extern "C" fn(*mut c_int, *mut c_int, *mut c_int),
    /// Options, keys, overlay, hooks, crash handler, paths, captures.
    others: [Other; 14],
    trigger: unsafe extern "C" fn(),
    /// Remote control, replay program, active window.
    more: [Other; 3],
    start: unsafe extern "C" fn(*mut c_void, *mut c_void),
    is_capturing: unsafe extern "C" fn() -> u32,
    end: unsafe extern "C" fn(*mut c_void, *mut c_void) -> u32,
}

/// RenderDoc in this process.
pub struct RenderDoc {
    api: Api,
    /// Keeps the library where it is.
    _library: Library,
}

impl std::fmt::Debug for RenderDoc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RenderDoc").field("version", &self.version()).finish_non_exhaustive()
    }
}

#[cfg(unix)]
type Library = libloading::os::unix::Library;
#[cfg(windows)]
type Library = libloading::os::windows::Library;

/// The library, if it is in the process already.
fn find() -> Option<Library> {
    #[cfg(unix)]
    {
        use libloading::os::unix::RTLD_NOW;
        /// `RTLD_NOLOAD` of the system's `dlfcn.h`.
        const NO_LOAD: c_int = if cfg!(target_vendor = "apple") { 0x10 } else { 4 };
        // SAFETY: nothing is loaded, so that no initialiser runs.
        unsafe { Library::open(Some(NAME), RTLD_NOW | NO_LOAD) }.ok()
    }
    #[cfg(windows)]
    {
        Library::open_already_loaded(NAME).ok()
    }
}

/// Is RenderDoc in this process? Where it is, devices name their objects and passes for it.
pub fn is_here() -> bool {
    find().is_some()
}

fn refused(rule: &str) -> Refused {
    Reason::Invalid { what: "RenderDoc".into(), rule: rule.into() }.into()
}

impl RenderDoc {
    /// Finds RenderDoc in this process.
    ///
    /// # Errors
    /// The program does not run under it, or its version is too old.
    pub fn attach() -> Result<Self, Refused> {
        let library = find().ok_or_else(|| {
            refused("it is not in this process; start the program from RenderDoc, or with its capture layer")
        })?;
        type GetApi = unsafe extern "C" fn(c_int, *mut *mut c_void) -> c_int;
        // SAFETY: RenderDoc exports the function with this type.
        let get = unsafe { library.get::<GetApi>(b"RENDERDOC_GetAPI\0") };
        let get = get
            .map_err(|e| refused(&format!("its library has no RENDERDOC_GetAPI ({e}); update RenderDoc")))?;
        let mut api = null_mut();
        // SAFETY: the function is RenderDoc's; it writes a pointer to a table that lives as long as the library.
        if unsafe { get(VERSION, &mut api) } != 1 || api.is_null() {
            return Err(refused("it does not offer its interface 1.1.2; update RenderDoc"));
        }
        // SAFETY: the table begins with the entries of the version that was asked for.
        let api = unsafe { *api.cast::<Api>() };
        Ok(Self { api, _library: library })
    }

    /// Version of its interface: major, minor, patch.
    pub fn version(&self) -> [i32; 3] {
        let [mut major, mut minor, mut patch] = [0; 3];
        // SAFETY: RenderDoc's own function writes three numbers.
        unsafe { (self.api.version)(&mut major, &mut minor, &mut patch) }
        [major, minor, patch]
    }

    /// Captures the next frame that is presented.
    pub fn trigger(&self) {
        // SAFETY: RenderDoc's own function takes nothing.
        unsafe { (self.api.trigger)() }
    }

    /// Is a frame being captured, by whomever?
    pub fn is_capturing(&self) -> bool {
        // SAFETY: RenderDoc's own function takes nothing.
        unsafe { (self.api.is_capturing)() == 1 }
    }

    /// Begins to capture what is submitted, on any device, until [`RenderDoc::end`]: for programs that present nothing.
    ///
    /// # Errors
    /// A capture that runs, or no device that RenderDoc has seen being made.
    pub fn start(&self) -> Result<(), Refused> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_capturing() {
            return Err(refused("it captures already; end that capture first"));
        }
        // SAFETY: null stands for any device and any window; no capture runs.
        unsafe { (self.api.start)(null_mut(), null_mut()) }
        if !self.is_capturing() {
            return Err(refused("it has seen no device to capture; make one before"));
        }
        Ok(())
    }

    /// Ends the capture and writes it to where RenderDoc keeps captures.
    ///
    /// # Errors
    /// No capture that runs, or one that failed.
    pub fn end(&self) -> Result<(), Refused> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_capturing() {
            return Err(refused("no capture runs; start one first"));
        }
        // SAFETY: as in `start`; a capture runs.
        match unsafe { (self.api.end)(null_mut(), null_mut()) } {
            1 => Ok(()),
            _ => Err(refused("it could not write the capture; its log says why")),
        }
    }
}
