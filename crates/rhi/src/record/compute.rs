//! Recording of a compute pass.

use super::latch::{Latch, Latched};
use super::raster::{ARGUMENTS, Declared, PUSH_BIT, UNDECLARED_GROUP, arguments_said, offsets_said};
use super::table::{Cmd, Commands, Raw};
use crate::backend::Backend;
use crate::desc::BufferUsage;
use crate::error::Code;
use crate::limits::MAX_BIND_GROUPS;
use crate::object::{BindGroup, Buffer, ComputePipeline};
use crate::stats::PassStats;
use crate::usage::Access;

const COMPUTE: i32 = 1;
const PIPELINE_BIT: u32 = 1 << 31;
/// Bytes of indirect arguments (Vulkan specification, `VkDispatchIndirectCommand`).
const DISPATCH_ARGS: u64 = 12;

/// A compute pass while it is recorded. Its dispatches are unordered unless the pass was declared serial.
pub struct ComputePass<'p> {
    pub(super) cmd: Cmd,
    t: &'p Commands,
    pub(super) backend: &'p dyn Backend,
    layout: Raw,
    missing: u32,
    have: u32,
    group_ids: [u32; MAX_BIND_GROUPS],
    push_stages: u32,
    push_bytes: u32,
    device: u32,
    max_workgroups: [u32; 3],
    serial: bool,
    pub(super) marked: bool,
    pub(crate) stats: PassStats,
    pub(super) latch: &'p mut Latch,
    declared: Declared<'p>,
}

/// What a compute pass is made with.
pub(crate) struct ComputeStart<'p> {
    pub(crate) cmd: Cmd,
    pub(crate) table: &'p Commands,
    pub(crate) backend: &'p dyn Backend,
    pub(crate) device: u32,
    pub(crate) max_workgroups: [u32; 3],
    pub(crate) serial: bool,
    pub(crate) declared: Declared<'p>,
    pub(crate) marked: bool,
    pub(crate) latch: &'p mut Latch,
}

impl<'p> ComputePass<'p> {
    pub(crate) fn new(s: ComputeStart<'p>) -> Self {
        Self {
            cmd: s.cmd,
            t: s.table,
            backend: s.backend,
            layout: Raw::NULL,
            missing: PIPELINE_BIT,
            have: 0,
            group_ids: [0; MAX_BIND_GROUPS],
            push_stages: 0,
            push_bytes: 0,
            device: s.device,
            max_workgroups: s.max_workgroups,
            serial: s.serial,
            marked: s.marked,
            stats: PassStats::default(),
            latch: s.latch,
            declared: s.declared,
        }
    }

    /// Binds a pipeline.
    pub fn pipeline(&mut self, p: &ComputePipeline) {
        self.stats.pipelines += 1;
        if p.device != self.device {
            return self.refuse(Code::ForeignObject, 0, 0, p.label());
        }
        if p.layout != self.layout {
            let i = &*p.interface;
            if self.push_bytes != i.push_bytes || self.group_ids != i.group_ids {
                self.have = 0;
            }
            self.layout = p.layout;
            self.group_ids = i.group_ids;
            self.push_stages = i.push_stages;
            self.push_bytes = i.push_bytes;
        }
        self.missing = p.need & !self.have;
        // SAFETY: the pipeline is this device's; see the module.
        unsafe { (self.t.pipeline)(self.cmd, COMPUTE, p.raw) }
    }

    /// Binds a group; see [`super::RasterPass::group`].
    pub fn group<const N: usize>(&mut self, index: usize, g: &BindGroup, offsets: [u32; N]) {
        self.stats.groups += 1;
        if index >= MAX_BIND_GROUPS || self.group_ids[index] != g.layout_id {
            return self.refuse(Code::GroupLayout, index as u64, MAX_BIND_GROUPS as u64 - 1, g.label());
        }
        if g.n_dynamic as usize != N {
            return self.refuse_said(Code::DynamicOffset, g.label(), offsets_said(N, g));
        }
        for (k, offset) in offsets.iter().enumerate() {
            if *offset > g.dynamic_max[k] || offset & g.align_mask != 0 {
                // Only this device takes it, or not even that.
                if let Err((code, allowed)) = g.judge_offset(k, *offset) {
                    return self.refuse(code, u64::from(*offset), allowed, g.label());
                }
            }
        }
        if !g.tracked.is_empty() && !self.declared.covers(g.raw, &g.tracked) {
            return self.refuse_said(Code::UndeclaredUse, g.label(), UNDECLARED_GROUP.to_owned());
        }
        self.have |= 1 << index;
        self.missing &= !(1 << index);
        // SAFETY: as in `RasterPass::group`.
        unsafe {
            (self.t.hot.groups)(
                self.cmd,
                COMPUTE,
                self.layout,
                index as u32,
                1,
                &g.raw,
                N as u32,
                offsets.as_ptr(),
            )
        }
    }

    /// Sets all push data.
    pub fn push(&mut self, data: &[u8]) {
        self.stats.pushes += 1;
        if data.len() != self.push_bytes as usize || data.is_empty() {
            return self.refuse(Code::PushRange, data.len() as u64, u64::from(self.push_bytes), "");
        }
        self.have |= PUSH_BIT;
        self.missing &= !PUSH_BIT;
        // SAFETY: the data is the layout's whole push range.
        unsafe {
            (self.t.hot.push)(
                self.cmd,
                self.layout,
                self.push_stages,
                0,
                data.len() as u32,
                data.as_ptr().cast(),
            )
        }
    }

    /// Dispatches workgroups.
    pub fn dispatch(&mut self, x: u32, y: u32, z: u32) {
        if !self.ready() {
            return;
        }
        for (asked, allowed) in [x, y, z].into_iter().zip(self.max_workgroups) {
            if asked > allowed {
                return self.refuse(Code::DispatchSize, u64::from(asked), u64::from(allowed), "");
            }
        }
        // SAFETY: the pipeline and all that it needs are bound, and the counts are within limits.
        unsafe { (self.t.dispatch)(self.cmd, x, y, z) }
    }

    /// Dispatches with three words of a buffer.
    pub fn dispatch_indirect(&mut self, b: &Buffer, offset: u64) {
        if !self.ready() {
            return;
        }
        let end = offset.saturating_add(DISPATCH_ARGS);
        let code = if b.device != self.device {
            Code::ForeignObject
        } else if end > b.size || offset & 3 != 0 || !b.usage.contains(BufferUsage::INDIRECT) {
            Code::IndirectRange
        } else if !self.declared.names(b.slot, Access::INDIRECT) {
            Code::UndeclaredUse
        } else {
            // SAFETY: as in `dispatch`; the arguments lie within a buffer with indirect usage.
            return unsafe { (self.t.dispatch_indirect)(self.cmd, b.raw, offset) };
        };
        match code {
            Code::IndirectRange => self.refuse_said(code, b.label(), arguments_said(b, offset, end)),
            Code::UndeclaredUse => self.refuse_said(code, b.label(), ARGUMENTS.to_owned()),
            code => self.refuse(code, 0, 0, b.label()),
        }
    }

    /// PassStats the dispatch, orders it after the last one in a serial pass, and tests that nothing is missing.
    fn ready(&mut self) -> bool {
        self.stats.dispatches += 1;
        if self.missing != 0 {
            let mut names: Vec<_> = (0..MAX_BIND_GROUPS)
                .filter(|i| self.missing & 1 << i != 0)
                .map(|i| format!("group {i}"))
                .collect();
            if self.missing & PIPELINE_BIT != 0 {
                names.push("the pipeline".to_owned());
            }
            if self.missing & PUSH_BIT != 0 {
                names.push("push data".to_owned());
            }
            self.refuse(Code::Incomplete, 0, 0, &names.join(", "));
            return false;
        }
        if self.serial && self.stats.dispatches > 1 {
            // SAFETY: the list is open and recorded by this pass alone.
            unsafe { self.backend.serial(self.cmd) }
        }
        true
    }

    /// Told in words.
    #[cold]
    fn refuse_said(&mut self, code: Code, label: &str, said: String) {
        let command = self.stats.commands().saturating_sub(1);
        let (label, said) = (label.to_owned(), Some(said));
        self.latch.push(Latched { code, command, asked: 0, allowed: 0, label, said });
    }

    #[cold]
    pub(super) fn refuse(&mut self, code: Code, asked: u64, allowed: u64, label: &str) {
        let command = self.stats.commands().saturating_sub(1);
        self.latch.push(Latched { code, command, asked, allowed, label: label.to_owned(), said: None });
    }
}
