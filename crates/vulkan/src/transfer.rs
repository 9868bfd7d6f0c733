//! Clears, blits and results of queries.

use crate::convert;
use crate::device::VulkanDevice;
use crate::pass::{buffer, image, layers};
use crate::query::pool;
use ash::vk;
use candor_rhi::backend::TextureSide;
use candor_rhi::usage::SubRange;
use candor_rhi::{ClearValue, Filter, Raw};

/// Bytes of a word of a result.
const WORD: u64 = 8;

impl VulkanDevice {
    /// # Safety
    /// As `Backend::copies`.
    pub(crate) unsafe fn clear(&self, b: vk::CommandBuffer, raw: Raw, range: &SubRange, value: &ClearValue) {
        let ranges = [convert::range(range)];
        let to = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        let color = match *value {
            ClearValue::Float(float32) => vk::ClearColorValue { float32 },
            ClearValue::Uint(uint32) => vk::ClearColorValue { uint32 },
            ClearValue::Sint(int32) => vk::ClearColorValue { int32 },
            ClearValue::Depth(depth, stencil) => {
                let value = vk::ClearDepthStencilValue { depth, stencil };
                // SAFETY: by contract.
                return unsafe {
                    self.raw.cmd_clear_depth_stencil_image(b, image(raw), to, &value, &ranges);
                };
            }
        };
        // SAFETY: by contract.
        unsafe { self.raw.cmd_clear_color_image(b, image(raw), to, &color, &ranges) }
    }

    /// # Safety
    /// As `Backend::copies`.
    pub(crate) unsafe fn blit(
        &self,
        b: vk::CommandBuffer,
        (src, src_size): (&TextureSide, [u32; 3]),
        (dst, dst_size): (&TextureSide, [u32; 3]),
        filter: Filter,
    ) {
        let region = [vk::ImageBlit {
            src_subresource: layers(src),
            src_offsets: corners(src, src_size),
            dst_subresource: layers(dst),
            dst_offsets: corners(dst, dst_size),
        }];
        let (from, to) = (vk::ImageLayout::TRANSFER_SRC_OPTIMAL, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        let filter = convert::filter(filter);
        // SAFETY: by contract.
        unsafe { self.raw.cmd_blit_image(b, image(src.raw), from, image(dst.raw), to, &region, filter) }
    }

    /// # Safety
    /// As `Backend::copies`.
    pub(crate) unsafe fn results(
        &self,
        b: vk::CommandBuffer,
        (set, first, count): (Raw, u32, u32),
        words: u32,
        (dst, offset): (Raw, u64),
    ) {
        let stride = u64::from(words) * WORD;
        // Every query that is resolved was written, so that waiting for it ends.
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: by contract.
        unsafe {
            self.raw.cmd_copy_query_pool_results(
                b,
                pool(set),
                first,
                count,
                buffer(dst),
                offset,
                stride,
                flags,
            );
        }
    }
}

fn corners(s: &TextureSide, size: [u32; 3]) -> [vk::Offset3D; 2] {
    let at = |[x, y, z]: [u32; 3]| vk::Offset3D { x: x as i32, y: y as i32, z: z as i32 };
    let [x, y, z] = s.origin;
    [at(s.origin), at([x + size[0], y + size[1], z + size[2]])]
}
