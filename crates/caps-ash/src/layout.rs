//! Reading a property struct by its description. The registry says what each struct holds and the C rules say where; so the
//! structs of every extension can be read, also of those that are newer than the binding.

use crate::tables::{ENUMS, LAYOUTS};
use ash::vk;
use candor_caps::report::Property;
use std::collections::BTreeMap;
use std::mem::{align_of, size_of};

/// What a member of a struct is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Type {
    /// `VkBool32`.
    Bool,
    U8,
    U32,
    I32,
    U64,
    I64,
    /// `size_t`.
    Size,
    F32,
    /// An enum of this name.
    Enum(&'static str),
    /// Text that ends with a zero, in so many bytes.
    Text(usize),
    Array(&'static Type, usize),
    /// `VkExtent2D`.
    Extent2,
    /// `VkConformanceVersion`.
    Version,
    /// A pointer, left null and never followed.
    Pointer,
}

/// A struct: `sType`, `pNext`, and then the members; without the first two where it is never chained (`s_type` 0).
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) name: &'static str,
    pub(crate) s_type: i32,
    pub(crate) members: &'static [(&'static str, Type)],
}

impl Type {
    fn size(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::Bool | Self::U32 | Self::I32 | Self::F32 | Self::Enum(_) | Self::Version => 4,
            Self::U64 | Self::I64 | Self::Extent2 => 8,
            Self::Size | Self::Pointer => size_of::<usize>(),
            Self::Text(n) => n,
            Self::Array(of, n) => of.size() * n,
        }
    }

    fn align(self) -> usize {
        match self {
            Self::U8 | Self::Text(_) | Self::Version => 1,
            Self::Bool | Self::U32 | Self::I32 | Self::F32 | Self::Enum(_) | Self::Extent2 => 4,
            Self::U64 | Self::I64 => align_of::<u64>(),
            Self::Size | Self::Pointer => align_of::<usize>(),
            Self::Array(of, _) => of.align(),
        }
    }

    /// The value in `bytes`, which has exactly this type's size.
    fn read(self, bytes: &[u8]) -> Option<Property> {
        let word = |at: usize| {
            let four = bytes.get(at..at + 4)?;
            Some(u32::from_ne_bytes(four.try_into().ok()?))
        };
        let long = || Some(u64::from_ne_bytes(bytes.try_into().ok()?));
        let int = |v: u32| Property::Int(u64::from(v));
        let signed = |v: i64| u64::try_from(v).map_or(Property::Signed(v), Property::Int);
        Some(match self {
            Self::Bool => Property::Bool(word(0)? != 0),
            Self::U8 => int(u32::from(*bytes.first()?)),
            Self::U32 => int(word(0)?),
            Self::I32 => signed(i64::from(word(0)?.cast_signed())),
            Self::U64 => Property::Int(long()?),
            Self::I64 => signed(long()?.cast_signed()),
            Self::Size => Property::Int(u64::try_from(usize::from_ne_bytes(bytes.try_into().ok()?)).ok()?),
            Self::F32 => Property::Float(f64::from(f32::from_bits(word(0)?))),
            Self::Enum(of) => {
                let v = word(0)?.cast_signed();
                enum_name(of, v).map_or_else(|| signed(i64::from(v)), |n| Property::Text(n.to_owned()))
            }
            Self::Text(_) => {
                let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                Property::Text(String::from_utf8_lossy(&bytes[..end]).into_owned())
            }
            Self::Array(of, _) => {
                Property::List(bytes.chunks_exact(of.size()).filter_map(|b| of.read(b)).collect())
            }
            Self::Extent2 => Property::List(vec![int(word(0)?), int(word(4)?)]),
            Self::Version => {
                let [major, minor, sub, patch] = bytes.try_into().ok()?;
                Property::Text(format!("{major}.{minor}.{sub}.{patch}"))
            }
            Self::Pointer => return None,
        })
    }
}

fn enum_name(of: &str, value: i32) -> Option<&'static str> {
    let values = ENUMS.binary_search_by_key(&of, |e| e.0).ok().map(|i| ENUMS[i].1)?;
    values.binary_search_by_key(&value, |v| v.0).ok().map(|i| values[i].1)
}

fn up(at: usize, align: usize) -> usize {
    at.next_multiple_of(align)
}

impl Layout {
    /// By the name that the registry defines.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        LAYOUTS.binary_search_by_key(&name, |l| l.name).ok().map(|i| &LAYOUTS[i])
    }

    fn header(&self) -> usize {
        if self.s_type == 0 { 0 } else { size_of::<vk::BaseOutStructure<'_>>() }
    }

    /// Size in bytes, as C has it.
    pub(crate) fn size(&self) -> usize {
        let header = self.header();
        let mut align = if header == 0 { 1 } else { align_of::<vk::BaseOutStructure<'_>>() };
        let mut at = header;
        for (_, t) in self.members {
            at = up(at, t.align()) + t.size();
            align = align.max(t.align());
        }
        up(at, align)
    }

    /// Every member that is a value. `bytes` is the whole struct, header included.
    pub(crate) fn read(&self, bytes: &[u8]) -> BTreeMap<String, Property> {
        let mut at = self.header();
        let mut out = BTreeMap::new();
        for (name, t) in self.members {
            at = up(at, t.align());
            if let Some(value) = bytes.get(at..at + t.size()).and_then(|b| t.read(b)) {
                out.insert((*name).to_owned(), value);
            }
            at += t.size();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ash::vk;
    use candor_caps::registry;

    /// The binding's structs are the C structs; where it knows one, the description must have the same size and the
    /// same last member.
    macro_rules! same {
        ($($name:ident . $last:ident = $c:literal),+ $(,)?) => {$(
            let p = registry::property_struct(concat!("Vk", stringify!($name))).expect(stringify!($name));
            let l = Layout::find(p.name).expect(p.name);
            assert_eq!(l.size(), size_of::<vk::$name>(), stringify!($name));
            let mut at = l.header();
            for (name, t) in l.members {
                at = up(at, t.align());
                if *name == $c {
                    assert_eq!(at, std::mem::offset_of!(vk::$name, $last), "{}", $c);
                }
                at += t.size();
            }
            assert!(l.members.iter().any(|m| m.0 == $c), $c);
        )+};
    }

    #[test]
    fn descriptions_agree_with_the_bindings_structs() {
        same!(
            PhysicalDeviceLimits.non_coherent_atom_size = "nonCoherentAtomSize",
            PhysicalDeviceSparseProperties.residency_non_resident_strict = "residencyNonResidentStrict",
            PhysicalDeviceVulkan11Properties.max_memory_allocation_size = "maxMemoryAllocationSize",
            PhysicalDeviceVulkan12Properties.framebuffer_integer_color_sample_counts =
                "framebufferIntegerColorSampleCounts",
            PhysicalDeviceVulkan13Properties.max_buffer_size = "maxBufferSize",
            PhysicalDeviceIDProperties.device_luid_valid = "deviceLUIDValid",
            PhysicalDeviceDriverProperties.conformance_version = "conformanceVersion",
            PhysicalDeviceSubgroupProperties.quad_operations_in_all_stages = "quadOperationsInAllStages",
            PhysicalDeviceDescriptorIndexingProperties
                .max_descriptor_set_update_after_bind_input_attachments =
                "maxDescriptorSetUpdateAfterBindInputAttachments",
            PhysicalDeviceDepthStencilResolveProperties.independent_resolve = "independentResolve",
            PhysicalDeviceMultiviewProperties.max_multiview_instance_index = "maxMultiviewInstanceIndex",
            PhysicalDeviceMaintenance3Properties.max_memory_allocation_size = "maxMemoryAllocationSize",
            PhysicalDeviceMaintenance4Properties.max_buffer_size = "maxBufferSize",
            PhysicalDeviceRayTracingPipelinePropertiesKHR.max_ray_hit_attribute_size =
                "maxRayHitAttributeSize",
            PhysicalDeviceAccelerationStructurePropertiesKHR
                .min_acceleration_structure_scratch_offset_alignment =
                "minAccelerationStructureScratchOffsetAlignment",
            PhysicalDeviceMeshShaderPropertiesEXT.prefers_compact_primitive_output =
                "prefersCompactPrimitiveOutput",
            PhysicalDeviceFragmentShadingRatePropertiesKHR.fragment_shading_rate_strict_multiply_combiner =
                "fragmentShadingRateStrictMultiplyCombiner",
            PhysicalDevicePortabilitySubsetPropertiesKHR.min_vertex_input_binding_stride_alignment =
                "minVertexInputBindingStrideAlignment",
            PhysicalDeviceRobustness2PropertiesEXT.robust_uniform_buffer_access_size_alignment =
                "robustUniformBufferAccessSizeAlignment",
            PhysicalDeviceConservativeRasterizationPropertiesEXT
                .conservative_rasterization_post_depth_coverage =
                "conservativeRasterizationPostDepthCoverage",
            PhysicalDeviceSampleLocationsPropertiesEXT.variable_sample_locations = "variableSampleLocations",
            PhysicalDeviceTransformFeedbackPropertiesEXT.transform_feedback_draw = "transformFeedbackDraw",
            PhysicalDeviceDescriptorBufferPropertiesEXT.descriptor_buffer_address_space_size =
                "descriptorBufferAddressSpaceSize",
            PhysicalDeviceHostImageCopyPropertiesEXT.identical_memory_type_requirements =
                "identicalMemoryTypeRequirements",
            PhysicalDevicePCIBusInfoPropertiesEXT.pci_function = "pciFunction",
            PhysicalDeviceExternalMemoryHostPropertiesEXT.min_imported_host_pointer_alignment =
                "minImportedHostPointerAlignment",
            PhysicalDeviceVertexAttributeDivisorPropertiesKHR.supports_non_zero_first_instance =
                "supportsNonZeroFirstInstance",
            PhysicalDeviceNestedCommandBufferPropertiesEXT.max_command_buffer_nesting_level =
                "maxCommandBufferNestingLevel",
        );
    }

    #[test]
    fn descriptions_are_sorted_and_chained_ones_have_a_type() {
        assert!(LAYOUTS.is_sorted_by_key(|l| l.name));
        assert!(ENUMS.is_sorted_by_key(|e| e.0) && ENUMS.iter().all(|e| e.1.is_sorted_by_key(|v| v.0)));
        let unchained: Vec<_> = LAYOUTS.iter().filter(|l| l.s_type == 0).map(|l| l.name).collect();
        assert_eq!(unchained, ["VkPhysicalDeviceLimits", "VkPhysicalDeviceSparseProperties"]);
    }
}
