//! Faults on demand, for tests: one call of a kind, the n-th, answers with a fault of the program's choice. What a backend would
//! have done does not happen.

use super::{Gate, Layer, Layered, Made, WindowGate};
use crate::backend::{Backend, Fault};
use crate::queue::Queue;
use crate::surface::SurfaceAnswer;
use crate::sync::{Mutex, lock};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

macro_rules! sites {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// A kind of call that can fail.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Site { $($(#[$doc])* $name),* }

        impl Site {
            /// Every kind.
            pub const ALL: &'static [Site] = &[$(Site::$name),*];
            /// The call in words.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

sites! {
    /// A buffer is made.
    Buffer = "create buffer";
    /// A texture is made.
    Texture = "create texture";
    /// A view is made.
    View = "create view";
    /// A sampler is made.
    Sampler = "create sampler";
    /// A layout of bind groups is made.
    GroupLayout = "create group layout";
    /// A bind group is made.
    Group = "create bind group";
    /// A pipeline layout is made.
    Interface = "create pipeline layout";
    /// A raster pipeline is made.
    RasterPipeline = "create raster pipeline";
    /// A compute pipeline is made.
    ComputePipeline = "create compute pipeline";
    /// A set of queries is made.
    QuerySet = "create query set";
    /// The host writes into a buffer.
    WriteHost = "host write";
    /// The host reads from a buffer.
    ReadHost = "host read";
    /// A command list is opened.
    Open = "open list";
    /// What a raster pass begins with is made.
    PrepareRaster = "prepare pass";
    /// Lists are submitted.
    Submit = "submit";
    /// It is asked whether work has finished.
    Finished = "ask for completion";
    /// Work is waited for.
    Wait = "wait";
    /// Foreign semaphores are waited for or signalled.
    Join = "foreign semaphores";
    /// A surface is made.
    Surface = "create surface";
    /// A surface is asked what it offers.
    Offer = "ask a surface";
    /// A swapchain is made.
    Swapchain = "create swapchain";
    /// An image is acquired.
    Acquire = "acquire";
    /// An image is presented.
    Present = "present";
    /// It is waited until a frame was shown.
    Shown = "wait until shown";
    /// It is asked when frames were shown.
    Times = "ask when shown";
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Site {
    /// Is it a call for a window, whose answers have states of surfaces among them?
    pub fn is_window(self) -> bool {
        matches!(
            self,
            Self::Offer | Self::Swapchain | Self::Acquire | Self::Present | Self::Shown | Self::Times
        )
    }

    fn of(gate: &Gate<'_>) -> Self {
        match gate {
            Gate::Make(Made::Buffer(_)) => Self::Buffer,
            Gate::Make(Made::Texture { .. }) => Self::Texture,
            Gate::Make(Made::View(_)) => Self::View,
            Gate::Make(Made::Sampler(_)) => Self::Sampler,
            Gate::Make(Made::GroupLayout { .. }) => Self::GroupLayout,
            Gate::Make(Made::Group { .. }) => Self::Group,
            Gate::Make(Made::Interface { .. }) => Self::Interface,
            Gate::Make(Made::RasterPipeline(_)) => Self::RasterPipeline,
            Gate::Make(Made::ComputePipeline { .. }) => Self::ComputePipeline,
            Gate::Make(Made::QuerySet(_)) => Self::QuerySet,
            Gate::WriteHost { .. } => Self::WriteHost,
            Gate::ReadHost { .. } => Self::ReadHost,
            Gate::Open(_) => Self::Open,
            Gate::PrepareRaster(_) => Self::PrepareRaster,
            Gate::Surface(_) => Self::Surface,
            Gate::Submit(_) => Self::Submit,
            Gate::Finished(_) => Self::Finished,
            Gate::Wait(_) => Self::Wait,
            Gate::Join(..) => Self::Join,
        }
    }

    fn of_window(gate: &WindowGate<'_>) -> Self {
        match gate {
            WindowGate::Offer(_) => Self::Offer,
            WindowGate::Swapchain(_) => Self::Swapchain,
            WindowGate::Acquire(_) => Self::Acquire,
            WindowGate::Present(_) => Self::Present,
            WindowGate::Shown(..) => Self::Shown,
            WindowGate::Times(_) => Self::Times,
        }
    }
}

/// What a call answers instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Injected {
    /// No host memory is left.
    OutOfHostMemory,
    /// No device memory is left.
    OutOfDeviceMemory,
    /// It would exceed the program's memory budget.
    OverBudget,
    /// The driver refuses.
    Refused,
    /// The device is lost: the call and all that are made for its work afterwards say so.
    DeviceLost,
    /// The surface is lost.
    SurfaceLost,
    /// The surface is out of date.
    OutOfDate,
}

impl Injected {
    /// Every answer.
    pub const ALL: &'static [Injected] = &[
        Self::OutOfHostMemory,
        Self::OutOfDeviceMemory,
        Self::OverBudget,
        Self::Refused,
        Self::DeviceLost,
        Self::SurfaceLost,
        Self::OutOfDate,
    ];

    /// Can a call of this kind answer so? Surfaces have states of their own, only memory has a budget, and waiting needs no more
    /// memory of the device.
    pub fn fits(self, site: Site) -> bool {
        match self {
            Self::OutOfHostMemory | Self::DeviceLost => true,
            Self::OutOfDeviceMemory => !matches!(site, Site::WriteHost | Site::ReadHost),
            Self::OverBudget => matches!(site, Site::Buffer | Site::Texture),
            Self::Refused => !matches!(site, Site::Finished | Site::Wait | Site::ReadHost | Site::WriteHost),
            Self::SurfaceLost | Self::OutOfDate => site.is_window(),
        }
    }

    fn fault(self) -> Fault {
        match self {
            Self::OutOfHostMemory => Fault::OutOfMemory("host"),
            Self::OutOfDeviceMemory => Fault::OutOfMemory("device"),
            Self::OverBudget => Fault::OverBudget { asked: 1, used: 0, budget: 0 },
            Self::DeviceLost => Fault::Lost("told to be lost".into()),
            Self::Refused | Self::SurfaceLost | Self::OutOfDate => {
                Fault::Call { call: "the call", answer: "told to be refused".into() }
            }
        }
    }
}

impl fmt::Display for Injected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfHostMemory => "out of host memory",
            Self::OutOfDeviceMemory => "out of device memory",
            Self::OverBudget => "over budget",
            Self::Refused => "refused by the driver",
            Self::DeviceLost => "device lost",
            Self::SurfaceLost => "surface lost",
            Self::OutOfDate => "surface out of date",
        })
    }
}

/// Which call answers what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultPlan {
    /// Kind of the call.
    pub site: Site,
    /// Its number among calls of its kind since the plan was made, from 1 up.
    pub nth: u64,
    /// What it answers.
    pub fault: Injected,
}

#[derive(Debug, Default)]
struct State {
    plan: Option<FaultPlan>,
    /// Calls of each kind since then.
    calls: [u64; Site::ALL.len()],
    fired: bool,
    lost: bool,
}

/// The layer.
pub struct Faults {
    state: Mutex<State>,
    inner: Arc<dyn Backend>,
}

/// How long the work of a device that is told to be lost may take to end.
const LOST_WAIT: Duration = Duration::from_secs(10);

impl Faults {
    /// Around a backend, with no plan yet.
    pub fn around(inner: Arc<dyn Backend>) -> Arc<Layered<Self>> {
        Layered::new(inner.clone(), Self { state: Mutex::default(), inner })
    }

    /// From now on calls are counted from 1, and one of them fails as planned. A device that was lost stays lost.
    pub fn plan(&self, plan: Option<FaultPlan>) {
        let mut s = lock(&self.state);
        *s = State { plan, lost: s.lost, ..State::default() };
    }

    /// Has the planned call been made?
    pub fn has_fired(&self) -> bool {
        lock(&self.state).fired
    }

    /// Calls of a kind since the plan was made.
    pub fn calls(&self, site: Site) -> u64 {
        lock(&self.state).calls.get(site as usize).copied().unwrap_or_default()
    }

    /// Counts a call: what it answers, where it is told to.
    fn count(&self, site: Site) -> Option<Injected> {
        let mut s = lock(&self.state);
        let n = s.calls.get_mut(site as usize).map_or(0, |n| {
            *n += 1;
            *n
        });
        // What a lost device's driver says of its work. Objects can still be made of many.
        let tells =
            matches!(site, Site::Submit | Site::Finished | Site::Wait | Site::ReadHost | Site::Acquire);
        if s.lost && tells {
            return Some(Injected::DeviceLost);
        }
        let plan = s.plan.filter(|p| (p.site, p.nth) == (site, n))?;
        s.fired = true;
        if plan.fault == Injected::DeviceLost {
            s.lost = true;
            // Of a lost device nothing runs any more, so that its lists may be used again.
            let submitted = self.inner.submitted();
            drop(s);
            if let Err(fault) = self.inner.wait(submitted, LOST_WAIT) {
                tracing::warn!("the device that was told to be lost: {fault}");
            }
        }
        Some(plan.fault)
    }
}

impl Layer for Faults {
    type List = ();

    fn list(&self) {}
    fn reopen(&self, (): &mut (), _queue: Queue) {}

    fn before(&self, gate: &Gate<'_>) -> Result<(), Fault> {
        self.count(Site::of(gate)).map_or(Ok(()), |i| Err(i.fault()))
    }

    fn before_window(&self, gate: &WindowGate<'_>) -> Result<(), SurfaceAnswer> {
        match self.count(Site::of_window(gate)) {
            None => Ok(()),
            Some(Injected::SurfaceLost) => Err(SurfaceAnswer::Lost),
            Some(Injected::OutOfDate) => Err(SurfaceAnswer::OutOfDate),
            Some(other) => Err(SurfaceAnswer::Fault(other.fault())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::{NullBackend, NullDesc};
    use crate::{BufferDesc, BufferUsage, Code, Device};

    #[test]
    fn the_call_of_the_plan_fails_and_no_other() {
        let faults = Faults::around(NullBackend::new(NullDesc::default()));
        let device = Device::new(faults.clone());
        let make = || {
            let usage = BufferUsage::VERTEX;
            device.create_buffer(&BufferDesc { label: "b", size_bytes: 4, usage, ..Default::default() })
        };
        make().unwrap();
        let plan = |nth| {
            faults.layer().plan(Some(FaultPlan {
                site: Site::Buffer,
                nth,
                fault: Injected::OutOfHostMemory,
            }));
        };
        plan(2);
        make().unwrap();
        assert!(!faults.layer().has_fired());
        assert_eq!(make().unwrap_err().code(), Code::OutOfMemory);
        assert!(faults.layer().has_fired());
        make().unwrap();
        assert_eq!(faults.layer().calls(Site::Buffer), 3);
        plan(1);
        assert_eq!(faults.layer().calls(Site::Buffer), 0);
        assert_eq!(make().unwrap_err().code(), Code::OutOfMemory);
    }

    #[test]
    fn a_device_that_is_told_to_be_lost_stays_lost() {
        let faults = Faults::around(NullBackend::new(NullDesc::default()));
        let device = Device::new(faults.clone());
        device.batch().submit().unwrap();
        faults.layer().plan(Some(FaultPlan { site: Site::Submit, nth: 1, fault: Injected::DeviceLost }));
        let e = device.batch().submit().unwrap_err();
        assert_eq!(e.errors[0].code(), Code::DeviceLost, "{e}");
        faults.layer().plan(None);
        assert!(faults.finished(faults.submitted()).is_err());
    }
}
