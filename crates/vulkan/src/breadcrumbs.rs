//! Marks of passes in a buffer that the host reads: written by `VK_AMD_buffer_marker` where the device has it, which holds nothing
//! up, and else filled in word by word between passes, with barriers that let one pass wait for the other. And what the driver says
//! of a fault, where it has `VK_EXT_device_fault`.

use crate::device::VulkanDevice;
use crate::encoder::list;
use crate::memory::lock;
use ash::vk::{self, Handle};
use candor_rhi::backend::{Backend, Breadcrumbs, BufferPlan, Edge, Fault};
use candor_rhi::{BufferUsage, Cmd, Kind, Memory, Native};
use std::ffi::CStr;

/// Bytes of the marks of a pass.
const PASS: u64 = 8;
/// Bytes of a mark.
const WORD: u64 = 4;
/// Addresses and driver's own faults that are told.
const TOLD: usize = 4;

impl VulkanDevice {
    fn marks(&self) -> Option<(Native, u64)> {
        *lock(&self.marks)
    }

    /// A barrier between all commands and copies.
    fn wait_around(&self, cmd: Cmd, from: vk::PipelineStageFlags2, to: vk::PipelineStageFlags2) {
        let write = vk::AccessFlags2::MEMORY_WRITE;
        let memory = vk::MemoryBarrier2::default()
            .src_stage_mask(from)
            .src_access_mask(write)
            .dst_stage_mask(to)
            .dst_access_mask(write);
        self.make_memory_barrier(cmd, &memory);
    }
}

impl Breadcrumbs for VulkanDevice {
    fn reserve_marks(&self, passes: u32) -> Result<(), Fault> {
        let size = u64::from(passes) * PASS;
        let native = match self.marks() {
            Some((native, bytes)) if bytes >= size => native,
            _ => {
                self.release_marks();
                let (usage, memory) = (BufferUsage::COPY_TARGET, Memory::Readback);
                let plan = BufferPlan { label: "breadcrumbs", size, usage, memory, filled: true };
                let native = self.make_buffer(&plan)?;
                *lock(&self.marks) = Some((native, size));
                native
            }
        };
        self.pool.with_bytes(native.aux, |bytes| {
            bytes.fill(0);
            true
        })
    }

    unsafe fn write_mark(&self, cmd: Cmd, place: u32, edge: Edge, value: u32) {
        let Some((native, size)) = self.marks() else { return };
        let offset = u64::from(place) * PASS + if edge == Edge::End { WORD } else { 0 };
        if offset + WORD > size {
            return;
        }
        let buffer = vk::Buffer::from_raw(native.raw.0);
        if let Some(mark) = self.fns.buffer_marker {
            let stage = match edge {
                Edge::Begin => vk::PipelineStageFlags::TOP_OF_PIPE,
                Edge::End => vk::PipelineStageFlags::BOTTOM_OF_PIPE,
            };
            // SAFETY: the list is open; the word lies within the buffer, which may be copied to.
            return unsafe { mark(list(cmd), stage, buffer, offset, value) };
        }
        let (all, copies) = (vk::PipelineStageFlags2::ALL_COMMANDS, vk::PipelineStageFlags2::ALL_TRANSFER);
        self.wait_around(cmd, all, copies);
        // SAFETY: as above; no pass is open, by contract.
        unsafe { self.raw.cmd_fill_buffer(list(cmd), buffer, offset, WORD, value) };
        if edge == Edge::Begin {
            self.wait_around(cmd, copies, all);
        }
    }

    fn read_marks(&self, words: &mut [u32]) -> Result<(), Fault> {
        let none = || Fault::Unavailable("no room was made for marks".into());
        let (native, _) = self.marks().ok_or_else(none)?;
        self.pool.with_bytes(native.aux, |bytes| {
            let enough = bytes.len() >= words.len() * WORD as usize;
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(WORD as usize)) {
                *word = bytes.try_into().map_or(0, u32::from_ne_bytes);
            }
            enough
        })
    }

    fn release_marks(&self) {
        let marks = lock(&self.marks).take();
        if let Some((native, _)) = marks {
            // SAFETY: by contract nothing uses it any more; it was taken out.
            unsafe { self.destroy(Kind::Buffer, native) }
        }
    }
}

impl VulkanDevice {
    /// What the driver says of the fault that lost the device.
    pub(crate) fn fault_text(&self) -> Option<String> {
        let get = self.fns.device_fault?;
        let mut counts = vk::DeviceFaultCountsEXT::default();
        // SAFETY: the device is lost, which is when it may be asked; without room only the counts are written.
        let answer = unsafe { get(self.raw.handle(), &mut counts, std::ptr::null_mut()) };
        if answer != vk::Result::SUCCESS {
            return Some(format!("nothing (vkGetDeviceFaultInfoEXT answered {answer:?})"));
        }
        let mut addresses =
            vec![vk::DeviceFaultAddressInfoEXT::default(); counts.address_info_count as usize];
        let mut vendor = vec![vk::DeviceFaultVendorInfoEXT::default(); counts.vendor_info_count as usize];
        // The dump of a vendor's own tools is not asked for.
        counts.vendor_binary_size = 0;
        let mut info = vk::DeviceFaultInfoEXT {
            p_address_infos: addresses.as_mut_ptr(),
            p_vendor_infos: vendor.as_mut_ptr(),
            ..Default::default()
        };
        // SAFETY: as above; there is room for as many as the counts say.
        let answer = unsafe { get(self.raw.handle(), &mut counts, &mut info) };
        if answer != vk::Result::SUCCESS && answer != vk::Result::INCOMPLETE {
            return Some(format!("nothing (vkGetDeviceFaultInfoEXT answered {answer:?})"));
        }
        let mut text = words(info.description_as_c_str());
        let told = addresses.iter().take((counts.address_info_count as usize).min(TOLD));
        for a in told {
            let precision = a.address_precision.max(1);
            text.push_str(&format!(
                ", {:?} at address {:#x} (to {precision} bytes)",
                a.address_type, a.reported_address
            ));
        }
        for v in vendor.iter().take((counts.vendor_info_count as usize).min(TOLD)) {
            text.push_str(&format!(
                ", {} (code {:#x}, data {:#x})",
                words(v.description_as_c_str()),
                v.vendor_fault_code,
                v.vendor_fault_data
            ));
        }
        Some(text)
    }
}

fn words<E>(text: Result<&CStr, E>) -> String {
    text.map(|t| t.to_string_lossy().into_owned()).unwrap_or_default()
}
