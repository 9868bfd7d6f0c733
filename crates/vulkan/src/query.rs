//! Query sets. Queries are made ready by the pass that writes them, outside of rendering.

use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::fault;
use ash::vk::{self, Handle};
use candor_rhi::backend::{Fault, Mark};
use candor_rhi::query::{PassQueryPlan, QueryKind, QuerySetDesc};
use candor_rhi::{Cmd, Native, Raw};
use std::ffi::CString;

/// All that comes before: a time is that at which it has finished.
const ALL_BEFORE: vk::PipelineStageFlags = vk::PipelineStageFlags::BOTTOM_OF_PIPE;

pub(crate) fn pool(raw: Raw) -> vk::QueryPool {
    vk::QueryPool::from_raw(raw.0)
}

impl VulkanDevice {
    pub(crate) fn make_query_set(&self, d: &QuerySetDesc<'_>) -> Result<Native, Fault> {
        let info = match d.kind {
            QueryKind::Timestamp => vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP),
            QueryKind::Occlusion | QueryKind::PreciseOcclusion => {
                vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::OCCLUSION)
            }
            // Statistics are numbered as Vulkan's.
            QueryKind::Statistics(s) => vk::QueryPoolCreateInfo::default()
                .query_type(vk::QueryType::PIPELINE_STATISTICS)
                .pipeline_statistics(vk::QueryPipelineStatisticFlags::from_raw(s.bits())),
        };
        // SAFETY: a valid description; what the kind needs was enabled.
        let made = unsafe { self.raw.create_query_pool(&info.query_count(d.count), None) };
        let made = made.map_err(|e| fault("vkCreateQueryPool", e))?;
        self.name(made, d.label);
        Ok(Native { raw: Raw(made.as_raw()), aux: 0 })
    }

    pub(crate) fn begin_pass_queries(&self, cmd: Cmd, p: &PassQueryPlan) {
        let (d, b) = (&self.raw, list(cmd));
        // SAFETY: the list is open and outside of rendering; queries lie within their sets, which are alive; a query that is written
        // was reset just before.
        unsafe {
            if let Some((set, first, count)) = p.occlusion {
                d.cmd_reset_query_pool(b, pool(set), first, count);
            }
            if let Some((set, index)) = p.statistics {
                d.cmd_reset_query_pool(b, pool(set), index, 1);
            }
            for s in p.stamps.iter().flatten() {
                for i in s.begin.iter().chain(&s.end) {
                    d.cmd_reset_query_pool(b, pool(s.set), *i, 1);
                }
                if let Some(i) = s.begin {
                    d.cmd_write_timestamp(b, ALL_BEFORE, pool(s.set), i);
                }
            }
            if let Some((set, index)) = p.statistics {
                d.cmd_begin_query(b, pool(set), index, vk::QueryControlFlags::empty());
            }
        }
    }

    pub(crate) fn end_pass_queries(&self, cmd: Cmd, p: &PassQueryPlan) {
        let (d, b) = (&self.raw, list(cmd));
        // SAFETY: as above; what is ended was begun before the pass.
        unsafe {
            if let Some((set, index)) = p.statistics {
                d.cmd_end_query(b, pool(set), index);
            }
            for s in p.stamps.iter().flatten() {
                if let Some(i) = s.end {
                    d.cmd_write_timestamp(b, ALL_BEFORE, pool(s.set), i);
                }
            }
        }
    }

    pub(crate) fn write_time(&self, cmd: Cmd, set: Raw, index: u32) {
        let (d, b) = (&self.raw, list(cmd));
        // SAFETY: the list is open and outside of rendering; the query lies within its set, which is alive.
        unsafe {
            d.cmd_reset_query_pool(b, pool(set), index, 1);
            d.cmd_write_timestamp(b, ALL_BEFORE, pool(set), index);
        }
    }

    pub(crate) fn make_mark(&self, cmd: Cmd, mark: Mark<'_>) {
        match mark {
            Mark::Begin(label) => self.begin_label(cmd, label),
            Mark::End => self.end_label(cmd),
            Mark::At(label) => {
                // A label with a zero in it has no C form; a group must still be balanced, a marker may go.
                let (Some(debug), Ok(label)) = (&self.debug, CString::new(label)) else { return };
                let label = vk::DebugUtilsLabelEXT::default().label_name(&label);
                // SAFETY: the list is open.
                unsafe { debug.cmd_insert_debug_utils_label(list(cmd), &label) }
            }
        }
    }
}
