//! Doors to a backend's own objects: the neutral half. The doors themselves stand in the backend's crate, where native types are
//! at home; here is what they need of the RHI.
//!
//! * **Out**: native handles of buffers, textures and views, and a command list inside of a batch ([`crate::Batch::foreign`]).
//! * **In**: a native buffer or texture that somebody else made ([`Device::adopt_buffer`], [`Device::adopt_texture`]). Candor uses
//!   it, follows its state and never destroys it.
//! * **To and fro**: a batch brings a resource to where foreign code wants it ([`crate::Batch::release`]), and foreign code says how it
//!   left it ([`Device::resume_texture`]). What runs on one queue is ordered by the order of submission; across queues and devices
//!   a batch waits for foreign semaphores and signals them ([`crate::Batch::wait_foreign`]).
//!
//! What foreign code does is not seen, so every way in is `unsafe`: its contract takes the place of Candor's checks.

use crate::backend::Fault;
use crate::desc::{BufferUsage, Memory, Samples, TextureDesc};
use crate::device::{Device, texture_of};
use crate::error::{Code, Error};
use crate::object::{Buffer, Keep, Kind, Native, Texture, TextureInfo, View};
use crate::record::{Cmd, Raw, calls};
use crate::sync::lock;
use crate::track::{Guest, State};
use crate::usage::{Layout, ResourceKind, Usage};
use std::any::Any;

/// Foreign semaphores that a batch waits for, or signals, at most.
pub const MAX_JOINS: usize = 8;

/// How a foreign resource stands: what was done to it last, and the layout that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// What a later use must wait for; [`Usage::NONE`] where that has been waited for already, on the host or by a semaphore.
    pub usage: Usage,
    /// Layout that the contents are in; `Undefined` where they are not needed. A buffer has none.
    pub layout: Layout,
}

impl Standing {
    /// Nothing to wait for, and no contents that matter.
    pub const NEW: Standing = Standing { usage: Usage::NONE, layout: Layout::Undefined };
}

/// A foreign texture as it is taken over.
#[derive(Debug, Clone, Copy)]
pub struct AdoptTexture<'a> {
    /// Name for messages.
    pub label: &'a str,
    /// Shape and use, no more than the native object was made for.
    pub info: TextureInfo,
    /// How it stands.
    pub now: Standing,
    /// How every batch that uses it leaves it. Otherwise it stays as the last pass or [`crate::Batch::release`] left it.
    pub left: Option<Usage>,
}

/// A foreign buffer as it is taken over.
#[derive(Debug, Clone, Copy)]
pub struct AdoptBuffer<'a> {
    /// Name for messages.
    pub label: &'a str,
    /// Size in bytes, a multiple of 4.
    pub size_bytes: u64,
    /// Use, no more than the native object was made for.
    pub usage: BufferUsage,
    /// What was done to it last.
    pub now: Usage,
    /// How every batch that uses it leaves it.
    pub left: Option<Usage>,
}

/// A semaphore of somebody else, with the value that is waited for or signalled; 0 for one that has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Join {
    /// Handle.
    pub raw: Raw,
    /// Value.
    pub value: u64,
}

/// What a backend with doors implements.
#[allow(unsafe_code, reason = "declares methods with a contract; the calls are in `record`")]
pub trait Interop: Send + Sync {
    /// The backend's own type, for the doors in its crate. A backend that stands before another one hands on what that one says.
    fn as_any(&self) -> &dyn Any;
    /// A list of this backend as its own crate knows it, for a pass of this label that foreign code records. A backend that stands
    /// before another one hands on that one's.
    fn list(&self, cmd: Cmd, _label: &str) -> Cmd {
        cmd
    }
    /// Takes a texture over. What is returned is destroyed like any other; the foreign object outlives that.
    ///
    /// # Errors
    /// The backend cannot use it.
    ///
    /// # Safety
    /// As for [`Device::adopt_texture`].
    unsafe fn adopt_texture(&self, raw: Raw, info: &TextureInfo, label: &str) -> Result<Native, Fault>;
    /// Takes a buffer over, likewise.
    ///
    /// # Errors
    /// The backend cannot use it.
    ///
    /// # Safety
    /// As for [`Device::adopt_buffer`].
    unsafe fn adopt_buffer(&self, raw: Raw, d: &AdoptBuffer<'_>) -> Result<Native, Fault>;
    /// Can a semaphore be waited for and signalled?
    ///
    /// # Errors
    /// Why not.
    fn check_join(&self, _join: &Join) -> Result<(), Fault> {
        Ok(())
    }
    /// Makes the main queue wait for semaphores before everything that is submitted later, or signal them after everything that was
    /// submitted before.
    ///
    /// # Errors
    /// What the driver answered.
    ///
    /// # Safety
    /// As for [`crate::Batch::wait_foreign`] and [`crate::Batch::signal_foreign`].
    unsafe fn join(&self, waits: &[Join], signals: &[Join]) -> Result<(), Fault>;
}

/// Is this a layout that a texture of a kind can be in?
fn layout_fits(kind: ResourceKind, layout: Layout) -> bool {
    match layout {
        Layout::Undefined | Layout::General | Layout::ShaderRead | Layout::CopySrc | Layout::CopyDst => true,
        Layout::Color | Layout::Present => kind != ResourceKind::Depth,
        Layout::Depth | Layout::DepthRead => kind == ResourceKind::Depth,
    }
}

impl Texture {
    /// The layout in which a pass finds it that declares these accesses, for backends' doors.
    pub fn layout_for(&self, access: crate::usage::Access) -> Layout {
        Layout::of(self.resource.kind, access)
    }

    fn kind(&self) -> ResourceKind {
        self.resource.kind
    }
}

impl Device {
    /// The backend's own type, for the doors in its crate; none where it has none.
    pub fn interop(&self) -> Option<&dyn Any> {
        self.core.backend.interop().map(Interop::as_any)
    }

    fn doors(&self, label: &str) -> Result<&dyn Interop, Error> {
        let none = || {
            let backend = self.info().backend;
            Error::new(Code::NoDoor, label, format!("the device is one of the {backend} backend"))
        };
        self.core.backend.interop().ok_or_else(none)
    }

    fn own(&self, device: u32, label: &str) -> Result<(), Error> {
        if device == self.core.id { Ok(()) } else { Err(Error::new(Code::ForeignObject, label, "")) }
    }

    /// What foreign code does with a handle is not seen, so that validation does not judge the contents any more.
    fn hand_out(&self, kind: Kind, raw: Raw) {
        if let Some(v) = &self.core.validation {
            v.layer().give_up(kind, raw);
        }
    }

    /// The native handle of a texture.
    ///
    /// # Errors
    /// It is another device's.
    pub fn native_texture(&self, t: &Texture) -> Result<Raw, Error> {
        self.own(t.device, t.label())?;
        self.hand_out(Kind::Texture, t.resource.raw);
        Ok(t.resource.raw)
    }

    /// The native handle of a view.
    ///
    /// # Errors
    /// It is another device's.
    pub fn native_view(&self, v: &View) -> Result<Raw, Error> {
        self.own(v.device, v.label())?;
        self.hand_out(Kind::Texture, v.place.resource.raw);
        Ok(v.raw)
    }

    /// The native handle of a buffer.
    ///
    /// # Errors
    /// It is another device's.
    pub fn native_buffer(&self, b: &Buffer) -> Result<Raw, Error> {
        self.own(b.device, b.label())?;
        self.hand_out(Kind::Buffer, b.raw);
        Ok(b.raw)
    }

    /// Takes a foreign texture over. It is followed by the state tracker whatever its usage, and it is not destroyed: what was
    /// made for it (its views) goes as usual.
    ///
    /// # Errors
    /// The backend has no doors, or a shape, use, layout or state that cannot be.
    ///
    /// # Safety
    /// The native object is this device's, has the shape that is told and was made for the usage that is told, and clears of it
    /// (`Copy::Clear`) are only recorded where it was made to be copied to. It stands as `now` says. It belongs to the main queue's
    /// family unless `info.shared` says that it was made for several. It lives until the texture and every batch that named it
    /// have gone, and as long as foreign code uses it, it does so before or after the batches that use it, never at the same time.
    #[allow(unsafe_code, reason = "declares a function with a contract; the call is in `record`")]
    pub unsafe fn adopt_texture(&self, raw: Raw, d: &AdoptTexture<'_>) -> Result<Texture, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let door = self.doors(d.label)?;
        let i = &d.info;
        let desc = TextureDesc {
            label: d.label,
            dim: i.dim,
            format: Some(i.format),
            size: i.size,
            layers: i.layers,
            mips: i.mips,
            samples: Samples::Exact(i.samples),
            usage: i.usage,
            ..TextureDesc::default()
        };
        let info = TextureInfo { shared: i.shared, ..self.texture_info(&desc, &mut Vec::new())? };
        let kind = texture_of(&info, Native::default(), crate::object::SETTLED).kind;
        self.check_standing(d.label, kind, d.now, d.left)?;
        let native = calls::adopt_texture(door, raw, &info, d.label).map_err(|f| core.fault(d.label, f))?;
        let guest = self.guest(kind, d.left);
        let slot = lock(&core.shared).states.add_guest(self.standing(kind, d.now), guest);
        let obj = core.adopt(Kind::Texture, native, d.label, slot, Keep::None)?;
        Ok(Texture { info, resource: texture_of(&info, native, slot), device: core.id, obj })
    }

    /// Takes a foreign buffer over, likewise. The host reaches it by uploads and copies alone.
    ///
    /// # Errors
    /// The backend has no doors, or a size or use that cannot be.
    ///
    /// # Safety
    /// As for [`Device::adopt_texture`].
    #[allow(unsafe_code, reason = "declares a function with a contract; the call is in `record`")]
    pub unsafe fn adopt_buffer(&self, raw: Raw, d: &AdoptBuffer<'_>) -> Result<Buffer, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let door = self.doors(d.label)?;
        let err = |code, detail: String| Err(Error::new(code, d.label, detail));
        if d.size_bytes == 0 {
            return err(Code::ZeroSize, "a buffer of 0 bytes was handed over".into());
        }
        let max = core.limits.max_buffer_bytes;
        if d.size_bytes > max {
            return err(
                Code::TooLarge,
                format!("{} bytes were told, at most {max} are allowed", d.size_bytes),
            );
        }
        if !d.size_bytes.is_multiple_of(4) {
            return err(
                Code::Adoption,
                format!("a buffer of {} bytes, which is no multiple of 4", d.size_bytes),
            );
        }
        if d.usage.is_empty() {
            return err(Code::NoUsage, "the usage is empty".into());
        }
        let now = Standing { usage: d.now, layout: Layout::General };
        self.check_standing(d.label, ResourceKind::Buffer, now, d.left)?;
        core.lints.buffer(d.label, d.usage)?;
        let native = calls::adopt_buffer(door, raw, d).map_err(|f| core.fault(d.label, f))?;
        let guest = self.guest(ResourceKind::Buffer, d.left);
        let slot = lock(&core.shared).states.add_guest(self.standing(ResourceKind::Buffer, now), guest);
        let obj = core.adopt(Kind::Buffer, native, d.label, slot, Keep::None)?;
        Ok(Buffer {
            raw: native.raw,
            size: d.size_bytes,
            device: core.id,
            usage: d.usage,
            slot,
            vertex_key: 0,
            words: d.size_bytes.div_ceil(4),
            memory: Memory::Device,
            obj,
        })
    }

    /// Foreign code has used a texture since the last batch that names it, and left all of it so.
    ///
    /// # Errors
    /// It is another device's, it is only read and so cannot have changed, or a state that cannot be.
    ///
    /// # Safety
    /// It stands as told, and no batch that names it is submitted between what foreign code did and this call.
    #[allow(unsafe_code, reason = "a function with a contract that nothing here relies on; drivers do")]
    pub unsafe fn resume_texture(&self, t: &Texture, now: Standing) -> Result<(), Error> {
        self.own(t.device, t.label())?;
        self.check_standing(t.label(), t.kind(), now, None)?;
        self.resume(t.resource.slot, t.label(), self.standing(t.kind(), now))
    }

    /// As [`Device::resume_texture`], for a buffer.
    ///
    /// # Errors
    /// It is another device's, or it is only read and so cannot have changed.
    ///
    /// # Safety
    /// As for [`Device::resume_texture`].
    #[allow(unsafe_code, reason = "a function with a contract that nothing here relies on; drivers do")]
    pub unsafe fn resume_buffer(&self, b: &Buffer, now: Usage) -> Result<(), Error> {
        self.own(b.device, b.label())?;
        let now = Standing { usage: now, layout: Layout::General };
        self.resume(b.slot, b.label(), self.standing(ResourceKind::Buffer, now))
    }

    fn resume(&self, slot: u32, label: &str, state: State) -> Result<(), Error> {
        if slot == crate::object::SETTLED {
            let detail = "it was made to be read, and rests as it is";
            return Err(Error::new(Code::SettledWrite, label, detail));
        }
        let mut shared = lock(&self.core.shared);
        let known = shared.states.get_mut(slot);
        if known.settled {
            return Err(Error::new(Code::SettledWrite, label, "the texture was settled"));
        }
        known.whole = state;
        known.wants_zero = false;
        known.join_parts();
        Ok(())
    }

    fn check_standing(
        &self,
        label: &str,
        kind: ResourceKind,
        now: Standing,
        left: Option<Usage>,
    ) -> Result<(), Error> {
        let err = |detail: String| Err(Error::new(Code::Adoption, label, detail));
        if kind != ResourceKind::Buffer && !layout_fits(kind, now.layout) {
            return err(format!("{:?} is no layout of a {kind:?} texture", now.layout));
        }
        let Some(left) = left else { return Ok(()) };
        let layout = Layout::of(kind, left.access());
        if left.is_none() || layout == Layout::Undefined || !layout_fits(kind, layout) {
            return err(format!("{left:?} is no state that a {kind:?} can be left in"));
        }
        Ok(())
    }

    /// A foreign use counts as a write: what comes next waits for it, whatever it was.
    fn standing(&self, kind: ResourceKind, now: Standing) -> State {
        let mut known = State::written(kind, now.usage, self.core.backend.scopes(now.usage));
        known.layout = now.layout;
        known
    }

    fn guest(&self, kind: ResourceKind, left: Option<Usage>) -> Guest {
        Guest { left: left.map(|usage| Box::new(self.core.touch(kind, usage))) }
    }
}
