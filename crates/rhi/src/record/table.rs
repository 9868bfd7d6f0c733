//! The table itself and the plain values that cross it.

use core::ffi::c_void;

/// A backend's command list; opaque to everybody else.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cmd(pub *mut c_void);

// SAFETY: the pointer is only a name outside the backend. A backend may be handed a list on any thread, one at a time; it
// promises in `Backend::open` that a list needs no further synchronisation.
unsafe impl Send for Cmd {}
// SAFETY: as above; sharing the name gives no access.
unsafe impl Sync for Cmd {}

impl Default for Cmd {
    /// No list.
    fn default() -> Self {
        Self::NULL
    }
}

impl Cmd {
    /// No list.
    pub const NULL: Cmd = Cmd(core::ptr::null_mut());

    /// Makes a list out of a recorder; [`Cmd::into_recorder`] takes it back.
    pub fn from_recorder<R>(recorder: Box<R>) -> Cmd {
        Cmd(Box::into_raw(recorder).cast())
    }

    /// Takes a recorder back.
    ///
    /// # Safety
    /// The list was made by [`Cmd::from_recorder`] with the same type and has not been taken back.
    pub unsafe fn into_recorder<R>(self) -> Box<R> {
        // SAFETY: by contract the pointer came from `Box<R>` and is owned by nobody else.
        unsafe { Box::from_raw(self.0.cast()) }
    }

    /// Lends a recorder.
    ///
    /// # Safety
    /// The list was made by [`Cmd::from_recorder`] with the same type, has not been taken back, and nothing else uses it
    /// while the reference lives.
    pub unsafe fn recorder<'a, R>(self) -> &'a mut R {
        // SAFETY: by contract the pointer is a live `R` that nobody else uses.
        unsafe { &mut *self.0.cast() }
    }
}

/// A native handle as a number. Only its backend knows what it means.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Raw(pub u64);

impl Raw {
    /// No handle.
    pub const NULL: Raw = Raw(0);
}

/// A viewport in framebuffer coordinates, origin at the top left, depth from 0 to 1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Left edge in pixels.
    pub x: f32,
    /// Top edge in pixels.
    pub y: f32,
    /// Width in pixels.
    pub width: f32,
    /// Height in pixels.
    pub height: f32,
    /// Depth that 0 in clip space maps to.
    pub min_depth: f32,
    /// Depth that 1 in clip space maps to.
    pub max_depth: f32,
}

/// A rectangle in framebuffer coordinates, origin at the top left.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rect {
    /// Left edge in pixels.
    pub x: i32,
    /// Top edge in pixels.
    pub y: i32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// How a viewport must be handed over so that clip space has y up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewportStyle {
    /// As it is.
    AsIs,
    /// From the bottom edge, with a negative height (Vulkan 1.1, `VK_KHR_maintenance1`).
    NegativeHeight,
}

/// The hottest commands. A pass holds a copy, so that a call needs one load.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each entry is the Vulkan command of that name")]
pub struct Hot {
    pub draw: unsafe extern "system" fn(Cmd, u32, u32, u32, u32),
    pub groups: unsafe extern "system" fn(Cmd, i32, Raw, u32, u32, *const Raw, u32, *const u32),
    pub push: unsafe extern "system" fn(Cmd, Raw, u32, u32, u32, *const c_void),
    pub draw_indexed: unsafe extern "system" fn(Cmd, u32, u32, u32, i32, u32),
}

/// Draws whose number comes from a buffer: arguments and offset, count and offset, largest count, stride.
pub type DrawCount = unsafe extern "system" fn(Cmd, Raw, u64, Raw, u64, u32, u32);

/// Draw-path commands of one device. Entry points differ by device: the table is copied into the device's core.
///
/// Signatures are Vulkan's, so that a Vulkan backend can store what the driver hands out. Bind points: 0 graphics, 1 compute.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each entry is the Vulkan command of that name")]
pub struct Commands {
    pub hot: Hot,
    pub pipeline: unsafe extern "system" fn(Cmd, i32, Raw),
    pub vertex_buffers: unsafe extern "system" fn(Cmd, u32, u32, *const Raw, *const u64),
    pub index_buffer: unsafe extern "system" fn(Cmd, Raw, u64, i32),
    pub draw_indirect: unsafe extern "system" fn(Cmd, Raw, u64, u32, u32),
    pub draw_indexed_indirect: unsafe extern "system" fn(Cmd, Raw, u64, u32, u32),
    pub draw_indirect_count: Option<DrawCount>,
    pub draw_indexed_indirect_count: Option<DrawCount>,
    pub begin_query: unsafe extern "system" fn(Cmd, Raw, u32, u32),
    pub end_query: unsafe extern "system" fn(Cmd, Raw, u32),
    pub dispatch: unsafe extern "system" fn(Cmd, u32, u32, u32),
    pub dispatch_indirect: unsafe extern "system" fn(Cmd, Raw, u64),
    pub viewport: unsafe extern "system" fn(Cmd, u32, u32, *const Viewport),
    pub scissor: unsafe extern "system" fn(Cmd, u32, u32, *const Rect),
    pub blend_constant: unsafe extern "system" fn(Cmd, *const [f32; 4]),
    pub stencil_reference: unsafe extern "system" fn(Cmd, u32, u32),
    pub viewport_style: ViewportStyle,
}

impl std::fmt::Debug for Commands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Commands").field("viewport_style", &self.viewport_style).finish_non_exhaustive()
    }
}
