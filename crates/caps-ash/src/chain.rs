//! Chains of structs that own their memory: one way for asking a device and for creating one.

use ash::vk;
use std::ffi::c_void;
use std::mem::size_of;

/// Structs that point to each other through `pNext`, each in a block of its own that does not move.
#[derive(Debug, Default)]
pub(crate) struct Blocks(Vec<Box<[u64]>>);

impl Blocks {
    /// Appends a zeroed struct of `size_bytes`, header included, with this `sType`, and hooks it to the one before.
    pub(crate) fn push(&mut self, s_type: i32, size_bytes: usize) {
        let size = size_bytes.max(size_of::<vk::BaseOutStructure<'_>>());
        let mut block = vec![0u64; size.div_ceil(size_of::<u64>())].into_boxed_slice();
        let this: *mut vk::BaseOutStructure<'_> = block.as_mut_ptr().cast();
        // SAFETY: the block is as large as the header or larger and aligned for u64, which suffices for it.
        unsafe {
            (*this).s_type = vk::StructureType::from_raw(s_type);
        }
        if let Some(before) = self.0.last_mut() {
            let before: *mut vk::BaseOutStructure<'_> = before.as_mut_ptr().cast();
            // SAFETY: every block begins with a header (see above); boxed memory stays where it is when boxes move.
            unsafe {
                (*before).p_next = this;
            }
        }
        self.0.push(block);
    }

    /// The first struct, or null. It may be written through, as drivers do, as long as the chain is not touched.
    pub(crate) fn first(&mut self) -> *mut c_void {
        self.0.first_mut().map_or(std::ptr::null_mut(), |b| b.as_mut_ptr().cast())
    }

    /// The first struct, or null, for reading only.
    pub(crate) fn first_const(&self) -> *const c_void {
        self.0.first().map_or(std::ptr::null(), |b| b.as_ptr().cast())
    }

    /// The bytes of a struct.
    pub(crate) fn bytes(&self, i: usize) -> &[u8] {
        let words: &[u64] = self.0.get(i).map_or(&[], |b| b);
        // SAFETY: any initialised u64 is eight initialised bytes, and bytes need no alignment.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), std::mem::size_of_val(words)) }
    }

    /// The `VkBool32` at a position after the header.
    pub(crate) fn flag(&self, i: usize, index: usize) -> bool {
        let at = flag_offset(index);
        self.bytes(i).get(at..at + 4).is_some_and(|b| b != [0; 4])
    }

    /// Sets the `VkBool32` at a position after the header; `false` when the struct is not that long.
    #[must_use]
    pub(crate) fn set_flag(&mut self, i: usize, index: usize) -> bool {
        let Some(block) = self.0.get_mut(i) else { return false };
        let at = flag_offset(index);
        let Some(word) = block.get_mut(at / 8) else { return false };
        let mut bytes = word.to_ne_bytes();
        bytes[at % 8..at % 8 + 4].copy_from_slice(&vk::TRUE.to_ne_bytes());
        *word = u64::from_ne_bytes(bytes);
        true
    }
}

/// Where a `VkBool32` lies in a struct that is a header and nothing but these.
fn flag_offset(index: usize) -> usize {
    size_of::<vk::BaseOutStructure<'_>>() + index * size_of::<vk::Bool32>()
}

/// The size of a struct that is a header and so many `VkBool32`.
pub(crate) fn flags_size(count: usize) -> usize {
    flag_offset(count).next_multiple_of(align_of::<vk::BaseOutStructure<'_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_are_hooked_together_and_flags_land_where_the_binding_has_them() {
        let mut b = Blocks::default();
        assert!(b.first().is_null());
        b.push(vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_FEATURES.as_raw(), flags_size(47));
        b.push(vk::StructureType::PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR.as_raw(), flags_size(1));
        assert_eq!(flags_size(47), size_of::<vk::PhysicalDeviceVulkan12Features<'_>>());
        assert_eq!(flags_size(1), size_of::<vk::PhysicalDeviceRayQueryFeaturesKHR<'_>>());
        // The second member is drawIndirectCount, the last one subgroupBroadcastDynamicId.
        assert!(b.set_flag(0, 1) && b.set_flag(0, 46) && b.set_flag(1, 0));
        assert!(!b.set_flag(2, 0) && !b.set_flag(1, 2));
        // SAFETY: the first block has this struct's type and size.
        let core = unsafe { &*b.first_const().cast::<vk::PhysicalDeviceVulkan12Features<'_>>() };
        assert_eq!((core.sampler_mirror_clamp_to_edge, core.draw_indirect_count), (vk::FALSE, vk::TRUE));
        assert_eq!(core.subgroup_broadcast_dynamic_id, vk::TRUE);
        // SAFETY: the second block has this struct's type and size, and the first points to it.
        let query = unsafe { &*core.p_next.cast::<vk::PhysicalDeviceRayQueryFeaturesKHR<'_>>() };
        assert_eq!(query.s_type, vk::StructureType::PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR);
        assert_eq!((query.ray_query, query.p_next), (vk::TRUE, std::ptr::null_mut()));
        assert!(b.flag(0, 46) && !b.flag(0, 0) && !b.flag(0, 500));
    }
}
