//! Doors through a layer: what is adopted is shown like what is made, and a list that goes to foreign code is the inner one's.

use super::{Event, Gate, Layer, Layered, Made};
use crate::backend::{BufferPlan, Fault};
use crate::desc::Memory;
use crate::interop::{AdoptBuffer, Interop, Join};
use crate::object::{Kind, Native, TextureInfo};
use crate::record::{Cmd, Raw, calls};
use std::any::Any;

impl<L: Layer> Layered<L> {
    fn door(&self) -> Result<&dyn Interop, Fault> {
        self.inner().interop().ok_or_else(|| Fault::Unavailable("the backend has no doors".into()))
    }

    fn take_over(
        &self,
        made: &Made<'_>,
        kind: Kind,
        adopt: impl FnOnce(&dyn Interop) -> Result<Native, Fault>,
    ) -> Result<Native, Fault> {
        self.layer().before(&Gate::Make(*made))?;
        let native = adopt(self.door()?)?;
        self.layer().made(made, native);
        self.layer().adopted(kind, native);
        Ok(native)
    }
}

#[allow(unsafe_code, reason = "the trait's contract is handed on as it is; nothing unsafe is done here")]
impl<L: Layer> Interop for Layered<L> {
    fn as_any(&self) -> &dyn Any {
        match self.inner().interop() {
            Some(door) => door.as_any(),
            // Nobody comes here: without doors inside this is none.
            None => self,
        }
    }

    fn list(&self, cmd: Cmd, label: &str) -> Cmd {
        let inner = self.see(cmd, &Event::Foreign(label));
        self.inner().interop().map_or(inner, |door| door.list(inner, label))
    }

    unsafe fn adopt_texture(&self, raw: Raw, info: &TextureInfo, label: &str) -> Result<Native, Fault> {
        let made = Made::Texture { info, label };
        self.take_over(&made, Kind::Texture, |door| calls::adopt_texture(door, raw, info, label))
    }

    unsafe fn adopt_buffer(&self, raw: Raw, d: &AdoptBuffer<'_>) -> Result<Native, Fault> {
        let plan = BufferPlan {
            label: d.label,
            size: d.size_bytes,
            usage: d.usage,
            memory: Memory::Device,
            filled: false,
        };
        self.take_over(&Made::Buffer(&plan), Kind::Buffer, |door| calls::adopt_buffer(door, raw, d))
    }

    fn check_join(&self, join: &Join) -> Result<(), Fault> {
        self.door()?.check_join(join)
    }

    unsafe fn join(&self, waits: &[Join], signals: &[Join]) -> Result<(), Fault> {
        self.layer().before(&Gate::Join(waits, signals))?;
        calls::join(self.door()?, waits, signals)
    }
}
