//! Samplers.

use crate::convert;
use crate::device::VulkanDevice;
use crate::fault;
use ash::vk::{self, Handle};
use candor_rhi::backend::{Fault, SamplerPlan};
use candor_rhi::{Native, Raw};

impl VulkanDevice {
    pub(crate) fn make_sampler(&self, p: &SamplerPlan<'_>) -> Result<Native, Fault> {
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(convert::filter(p.filter[0]))
            .min_filter(convert::filter(p.filter[1]))
            .mipmap_mode(convert::mip_filter(p.filter[2]))
            .address_mode_u(convert::address(p.address[0]))
            .address_mode_v(convert::address(p.address[1]))
            .address_mode_w(convert::address(p.address[2]))
            .mip_lod_bias(p.lod_bias)
            .anisotropy_enable(p.anisotropy > 1.0)
            .max_anisotropy(p.anisotropy)
            .compare_enable(p.compare.is_some())
            .compare_op(p.compare.map_or(vk::CompareOp::ALWAYS, convert::compare))
            .min_lod(p.lod[0])
            .max_lod(p.lod[1])
            .border_color(convert::border(&p.address));
        // SAFETY: a valid description; anisotropy is granted by the device.
        let sampler =
            unsafe { self.raw.create_sampler(&info, None) }.map_err(|e| fault("vkCreateSampler", e))?;
        self.name(sampler, p.label);
        Ok(Native { raw: Raw(sampler.as_raw()), aux: 0 })
    }
}
