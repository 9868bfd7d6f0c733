//! Textures and views.

use crate::convert;
use crate::device::VulkanDevice;
use crate::{fault, memory};
use ash::vk::{self, Handle};
use candor_rhi::backend::{Backend, Enabled, Fault, ViewPlan};
use candor_rhi::{Memory, Native, Raw, TextureDim, TextureInfo, TextureUsage};

/// Flags of what is asked for in so many words.
pub(crate) fn usage_flags(usage: TextureUsage) -> vk::ImageUsageFlags {
    [
        (TextureUsage::SAMPLED, vk::ImageUsageFlags::SAMPLED),
        (TextureUsage::STORAGE, vk::ImageUsageFlags::STORAGE),
        (TextureUsage::COLOR, vk::ImageUsageFlags::COLOR_ATTACHMENT),
        (TextureUsage::DEPTH, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT),
        (TextureUsage::COPY_SRC, vk::ImageUsageFlags::TRANSFER_SRC),
    ]
    .into_iter()
    .filter(|(u, _)| usage.contains(*u))
    .fold(vk::ImageUsageFlags::empty(), |all, (_, flag)| all | flag)
}

/// Texels of a side and layers that every device allows, of images and of framebuffers (Vulkan specification, "Required Limits":
/// `maxImageDimension2D`, `maxImageDimensionCube`, `maxFramebufferWidth`, `maxImageArrayLayers`).
const GUARANTEED: [u32; 2] = [4096, 256];

impl VulkanDevice {
    /// Does the device have such textures? Making one all the same would not be refused, but undefined.
    fn admit(&self, i: &TextureInfo, info: &vk::ImageCreateInfo<'_>) -> Result<(), Fault> {
        // SAFETY: the physical device is the instance's.
        let has = unsafe {
            self.shared.raw.get_physical_device_image_format_properties(
                self.physical,
                info.format,
                info.image_type,
                info.tiling,
                info.usage,
                info.flags,
            )
        };
        if i.usage.intersects(TextureUsage::COLOR | TextureUsage::DEPTH) {
            // SAFETY: as above.
            let l = unsafe { self.shared.raw.get_physical_device_properties(self.physical) }.limits;
            let most = [l.max_framebuffer_width, l.max_framebuffer_height];
            if i.size.iter().zip(most).any(|(n, most)| *n > most) {
                let [w, h, _] = i.size;
                return Err(Fault::Unavailable(format!(
                    "{w}x{h} texels were asked for in an attachment, {}x{} are allowed",
                    most[0], most[1]
                )));
            }
        }
        let fits = has.is_ok_and(|has| {
            let most = [has.max_extent.width, has.max_extent.height, has.max_extent.depth];
            i.size.iter().zip(most).all(|(n, most)| *n <= most)
                && i.mips <= has.max_mip_levels
                && i.layers <= has.max_array_layers
                && has.sample_counts.contains(info.samples)
        });
        if fits {
            return Ok(());
        }
        Err(Fault::Unavailable(format!(
            "the device has no {:?} texture in {} of {:?} texels with {} mip levels, {} layers and {} samples for {:?}",
            i.dim, i.format, i.size, i.mips, i.layers, i.samples, i.usage
        )))
    }

    pub(crate) fn make_texture(&self, i: &TextureInfo, label: &str) -> Result<Native, Fault> {
        // Any texture may have to be cleared to zero.
        let usage = vk::ImageUsageFlags::TRANSFER_DST | usage_flags(i.usage);
        let mut flags = vk::ImageCreateFlags::empty();
        let kind = match i.dim {
            TextureDim::D1 => vk::ImageType::TYPE_1D,
            TextureDim::D2 => vk::ImageType::TYPE_2D,
            TextureDim::D3 => {
                if i.usage.contains(TextureUsage::COLOR) && self.enabled().contains(Enabled::SLICE_VIEWS) {
                    flags |= vk::ImageCreateFlags::TYPE_2D_ARRAY_COMPATIBLE;
                }
                vk::ImageType::TYPE_3D
            }
            TextureDim::Cube => {
                flags |= vk::ImageCreateFlags::CUBE_COMPATIBLE;
                vk::ImageType::TYPE_2D
            }
        };
        let pair = i.format.srgb_pair();
        let any = i.usage.contains(TextureUsage::VIEW_FORMATS);
        if any || pair.is_some() {
            // A view may read sRGB as linear and the other way round.
            flags |= vk::ImageCreateFlags::MUTABLE_FORMAT;
        }
        // Drivers keep what may be viewed as anything uncompressed; of these two they know better.
        let formats = [convert::format(i.format), pair.map_or_else(Default::default, convert::format)];
        let mut list = vk::ImageFormatListCreateInfo::default().view_formats(&formats);
        let mut info = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(kind)
            .format(convert::format(i.format))
            .extent(vk::Extent3D { width: i.size[0], height: i.size[1], depth: i.size[2] })
            .mip_levels(i.mips)
            .array_layers(i.layers)
            .samples(vk::SampleCountFlags::from_raw(i.samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage);
        if pair.is_some() && !any && self.version >= vk::API_VERSION_1_2 {
            info = info.push_next(&mut list);
        }
        if i.shared && self.sharers.len() > 1 {
            info = info.sharing_mode(vk::SharingMode::CONCURRENT).queue_family_indices(&self.sharers);
        }
        // What a format can be used for is told of textures with two dimensions and one sample, as large as any device has them.
        let usual = matches!(i.dim, TextureDim::D2 | TextureDim::Cube) && i.samples == 1;
        let [small, few] = GUARANTEED;
        if !usual || i.size.iter().any(|n| *n > small) || i.layers > few {
            self.admit(i, &info)?;
        }
        // SAFETY: a valid description, checked against the device's limits.
        let image = unsafe { self.raw.create_image(&info, None) }.map_err(|e| fault("vkCreateImage", e))?;
        // SAFETY: the image was just made.
        let requirements = unsafe { self.raw.get_image_memory_requirements(image) };
        let transient = i.usage.contains(TextureUsage::TRANSIENT);
        let lazy = transient.then(|| self.pool.allocate_lazily(requirements)).flatten();
        let placed = match lazy {
            Some(placed) => Ok(placed),
            None => self.pool.allocate(label, requirements, Memory::Device, false),
        };
        let bound = placed.and_then(|placed| {
            memory::bind(&self.pool, placed, |m, offset| {
                // SAFETY: memory of a type and size that the requirements allow, not yet bound.
                unsafe { self.raw.bind_image_memory(image, m, offset) }
            })
        });
        match bound {
            Ok(aux) => {
                self.name(image, label);
                Ok(Native { raw: Raw(image.as_raw()), aux })
            }
            Err(e) => {
                // SAFETY: nobody else has seen it.
                unsafe { self.raw.destroy_image(image, None) };
                Err(e)
            }
        }
    }

    pub(crate) fn make_view(&self, p: &ViewPlan<'_>) -> Result<Native, Fault> {
        let mut view_usage = vk::ImageViewUsageCreateInfo::default();
        let mut info = vk::ImageViewCreateInfo::default()
            .image(vk::Image::from_raw(p.texture.raw.0))
            .view_type(convert::view_type(p.dim))
            .format(convert::format(p.format))
            .subresource_range(convert::range(&p.range));
        // A view of another format may not offer what the texture's own format does. Vulkan 1.0 has no way to say so, and no
        // format of Candor's that would need it.
        if p.format != p.info.format && self.version >= vk::API_VERSION_1_1 {
            let mut usage = vk::ImageUsageFlags::empty();
            if p.info.usage.contains(TextureUsage::SAMPLED) {
                usage |= vk::ImageUsageFlags::SAMPLED;
            }
            if p.info.usage.contains(TextureUsage::COLOR) {
                usage |= vk::ImageUsageFlags::COLOR_ATTACHMENT;
            }
            view_usage = view_usage.usage(usage);
            info = info.push_next(&mut view_usage);
        }
        // SAFETY: the image is alive, the range lies within it.
        let view =
            unsafe { self.raw.create_image_view(&info, None) }.map_err(|e| fault("vkCreateImageView", e))?;
        self.name(view, p.label);
        Ok(Native { raw: Raw(view.as_raw()), aux: 0 })
    }
}
