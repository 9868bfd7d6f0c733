//! The Null backend's door: objects that a test makes and Candor takes over.

use super::NullBackend;
use super::recorder::Logged;
use crate::backend::Fault;
use crate::interop::{AdoptBuffer, Interop, Join};
use crate::object::{Kind, Native, TextureInfo};
use crate::record::Raw;
use crate::sync::lock;
use std::any::Any;

impl NullBackend {
    /// Makes an object that is the test's own: a texture or a buffer to be taken over.
    pub fn make_foreign(&self, kind: Kind) -> Raw {
        let mut s = lock(&self.state);
        s.next += 1;
        let raw = s.next;
        s.foreign.insert(raw, kind);
        Raw(raw)
    }

    /// The test's own objects that still exist.
    pub fn foreign(&self) -> usize {
        lock(&self.state).foreign.len()
    }

    /// Makes one of the foreign objects one of the device's.
    fn take_over(&self, kind: Kind, raw: Raw) -> Result<Native, Fault> {
        let mut s = lock(&self.state);
        if s.lost {
            return Err(Fault::Lost("the Null device was told to be lost".into()));
        }
        if s.foreign.get(&raw.0) != Some(&kind) {
            return Err(Fault::Unavailable(format!("there is no foreign {kind:?} {}", raw.0)));
        }
        if s.live.insert(raw.0, kind).is_some() {
            return Err(Fault::Unavailable(format!("{kind:?} {} was taken over already", raw.0)));
        }
        Ok(Native { raw, aux: 0 })
    }
}

#[allow(unsafe_code, reason = "the trait's contract; nothing unsafe is done here")]
impl Interop for NullBackend {
    fn as_any(&self) -> &dyn Any {
        self
    }

    unsafe fn adopt_texture(&self, raw: Raw, info: &TextureInfo, _label: &str) -> Result<Native, Fault> {
        let native = self.take_over(Kind::Texture, raw)?;
        lock(&self.state).bytes.add_texture(raw, *info);
        Ok(native)
    }

    unsafe fn adopt_buffer(&self, raw: Raw, d: &AdoptBuffer<'_>) -> Result<Native, Fault> {
        let native = self.take_over(Kind::Buffer, raw)?;
        lock(&self.state).bytes.add_buffer(raw, d.size_bytes, false);
        Ok(native)
    }

    unsafe fn join(&self, waits: &[Join], signals: &[Join]) -> Result<(), Fault> {
        if self.desc.log {
            lock(&self.state).log.push(Logged::Join(waits.to_vec(), signals.to_vec()));
        }
        Ok(())
    }
}
