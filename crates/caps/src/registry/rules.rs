//! Rules of `vkCreateDevice` between bits, and between an extension and a bit, that the registry states only in prose.
//! Each with the identifier of the valid-usage statement it comes from.

use std::fmt;

/// A bit that may be enabled only together with another.
#[derive(Debug, Clone, Copy)]
pub struct Required {
    /// Struct and name of the bit.
    pub bit: (&'static str, &'static str),
    /// Struct and name of what it needs.
    pub needs: (&'static str, &'static str),
    /// Where the rule stands.
    pub source: &'static str,
}

/// A bit that must be enabled in the gathering struct of its version when that struct is chained and the extension listed.
#[derive(Debug, Clone, Copy)]
pub struct Coupled {
    /// The extension.
    pub extension: &'static str,
    /// Struct and name of the bit.
    pub bit: (&'static str, &'static str),
    /// Where the rule stands.
    pub source: &'static str,
}

const BASE: &str = "VkPhysicalDeviceFeatures";
const V11: &str = "VkPhysicalDeviceVulkan11Features";
const V12: &str = "VkPhysicalDeviceVulkan12Features";
const RT_PIPELINE: &str = "VkPhysicalDeviceRayTracingPipelineFeaturesKHR";
const MULTIVIEW: (&str, &str) = ("VkPhysicalDeviceMultiviewFeatures", "multiview");
const MESH: &str = "VkPhysicalDeviceMeshShaderFeaturesEXT";
const RATE: &str = "VkPhysicalDeviceFragmentShadingRateFeaturesKHR";
const FLOAT_ATOMICS: &str = "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT";
const IMAGE_INT64: &str = "VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT";
const DENSITY_MAP: &str = "VkPhysicalDeviceFragmentDensityMapFeaturesEXT";

const fn required(
    bit: (&'static str, &'static str),
    needs: (&'static str, &'static str),
    source: &'static str,
) -> Required {
    Required { bit, needs, source }
}

/// Bits that need other bits.
pub static REQUIRED: &[Required] = &[
    required(
        (RT_PIPELINE, "rayTracingPipelineShaderGroupHandleCaptureReplayMixed"),
        (RT_PIPELINE, "rayTracingPipelineShaderGroupHandleCaptureReplay"),
        "VUID-VkPhysicalDeviceRayTracingPipelineFeaturesKHR-rayTracingPipelineShaderGroupHandleCaptureReplayMixed-03575",
    ),
    required(
        (V11, "multiviewGeometryShader"),
        MULTIVIEW,
        "VUID-VkPhysicalDeviceMultiviewFeatures-multiviewGeometryShader-00580",
    ),
    required(
        (V11, "multiviewTessellationShader"),
        MULTIVIEW,
        "VUID-VkPhysicalDeviceMultiviewFeatures-multiviewTessellationShader-00581",
    ),
    required(
        (V11, "variablePointers"),
        (V11, "variablePointersStorageBuffer"),
        "VUID-VkPhysicalDeviceVariablePointersFeatures-variablePointers-01431",
    ),
    required(
        (MESH, "multiviewMeshShader"),
        MULTIVIEW,
        "VUID-VkPhysicalDeviceMeshShaderFeaturesEXT-multiviewMeshShader-07032",
    ),
    required(
        (MESH, "primitiveFragmentShadingRateMeshShader"),
        (RATE, "primitiveFragmentShadingRate"),
        "VUID-VkPhysicalDeviceMeshShaderFeaturesEXT-primitiveFragmentShadingRateMeshShader-07033",
    ),
    required(
        ("VkPhysicalDeviceRobustness2FeaturesKHR", "robustBufferAccess2"),
        (BASE, "robustBufferAccess"),
        "VUID-VkPhysicalDeviceRobustness2FeaturesKHR-robustBufferAccess2-04000",
    ),
    required(
        (FLOAT_ATOMICS, "sparseImageFloat32Atomics"),
        (FLOAT_ATOMICS, "shaderImageFloat32Atomics"),
        "VUID-VkDeviceCreateInfo-None-04897",
    ),
    required(
        (FLOAT_ATOMICS, "sparseImageFloat32AtomicAdd"),
        (FLOAT_ATOMICS, "shaderImageFloat32AtomicAdd"),
        "VUID-VkDeviceCreateInfo-None-04898",
    ),
    required(
        (IMAGE_INT64, "sparseImageInt64Atomics"),
        (IMAGE_INT64, "shaderImageInt64Atomics"),
        "VUID-VkDeviceCreateInfo-None-04896",
    ),
    required(
        (DENSITY_MAP, "fragmentDensityMapDynamic"),
        (DENSITY_MAP, "fragmentDensityMap"),
        "features of VK_EXT_fragment_density_map",
    ),
    required((BASE, "sparseResidencyBuffer"), (BASE, "sparseBinding"), "chapter Sparse Resources, features"),
    required((BASE, "sparseResidencyImage2D"), (BASE, "sparseBinding"), "chapter Sparse Resources, features"),
    required((BASE, "sparseResidencyImage3D"), (BASE, "sparseBinding"), "chapter Sparse Resources, features"),
    required(
        (V12, "bufferDeviceAddressCaptureReplay"),
        (V12, "bufferDeviceAddress"),
        "features of VK_KHR_buffer_device_address",
    ),
];

/// Extensions that bring a bit of a gathering struct with them.
pub static COUPLED: &[Coupled] = &[
    Coupled {
        extension: "VK_KHR_shader_draw_parameters",
        bit: (V11, "shaderDrawParameters"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-04476",
    },
    Coupled {
        extension: "VK_KHR_draw_indirect_count",
        bit: (V12, "drawIndirectCount"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02831",
    },
    Coupled {
        extension: "VK_KHR_sampler_mirror_clamp_to_edge",
        bit: (V12, "samplerMirrorClampToEdge"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02832",
    },
    Coupled {
        extension: "VK_EXT_descriptor_indexing",
        bit: (V12, "descriptorIndexing"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02833",
    },
    Coupled {
        extension: "VK_EXT_sampler_filter_minmax",
        bit: (V12, "samplerFilterMinmax"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02834",
    },
    Coupled {
        extension: "VK_EXT_shader_viewport_index_layer",
        bit: (V12, "shaderOutputViewportIndex"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02835",
    },
    Coupled {
        extension: "VK_EXT_shader_viewport_index_layer",
        bit: (V12, "shaderOutputLayer"),
        source: "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-02835",
    },
    Coupled {
        extension: "VK_KHR_push_descriptor",
        bit: ("VkPhysicalDeviceVulkan14Features", "pushDescriptor"),
        source: "valid usage of VkDeviceCreateInfo with VK_KHR_push_descriptor",
    },
];

/// One side of a conflict.
#[derive(Debug, Clone, Copy)]
pub enum Side {
    /// Struct and name of a bit.
    Bit(&'static str, &'static str),
    /// An extension.
    Extension(&'static str),
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(s, b) => write!(f, "bit {b} of {s}"),
            Self::Extension(name) => write!(f, "extension {name}"),
        }
    }
}

/// Two things that may not be enabled together.
#[derive(Debug, Clone, Copy)]
pub struct Conflict {
    /// The one.
    pub first: Side,
    /// The other.
    pub second: Side,
    /// Where the rule stands.
    pub source: &'static str,
}

const fn conflict(first: Side, second: Side, source: &'static str) -> Conflict {
    Conflict { first, second, source }
}

const SHADING_RATE_IMAGE: Side = Side::Bit("VkPhysicalDeviceShadingRateImageFeaturesNV", "shadingRateImage");
const FRAGMENT_DENSITY_MAP: Side = Side::Bit(DENSITY_MAP, "fragmentDensityMap");
const EXT_ADDRESS: Side = Side::Extension("VK_EXT_buffer_device_address");

/// Things that may not be enabled together.
pub static CONFLICTS: &[Conflict] = &[
    conflict(
        EXT_ADDRESS,
        Side::Extension("VK_KHR_buffer_device_address"),
        "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-03328",
    ),
    conflict(EXT_ADDRESS, Side::Bit(V12, "bufferDeviceAddress"), "VUID-VkDeviceCreateInfo-pNext-04748"),
    conflict(
        SHADING_RATE_IMAGE,
        Side::Bit(RATE, "pipelineFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-shadingRateImage-04478",
    ),
    conflict(
        SHADING_RATE_IMAGE,
        Side::Bit(RATE, "primitiveFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-shadingRateImage-04479",
    ),
    conflict(
        SHADING_RATE_IMAGE,
        Side::Bit(RATE, "attachmentFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-shadingRateImage-04480",
    ),
    conflict(
        FRAGMENT_DENSITY_MAP,
        Side::Bit(RATE, "pipelineFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-fragmentDensityMap-04481",
    ),
    conflict(
        FRAGMENT_DENSITY_MAP,
        Side::Bit(RATE, "primitiveFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-fragmentDensityMap-04482",
    ),
    conflict(
        FRAGMENT_DENSITY_MAP,
        Side::Bit(RATE, "attachmentFragmentShadingRate"),
        "VUID-VkDeviceCreateInfo-fragmentDensityMap-04483",
    ),
    conflict(
        Side::Extension("VK_KHR_maintenance1"),
        Side::Extension("VK_AMD_negative_viewport_height"),
        "VUID-VkDeviceCreateInfo-ppEnabledExtensionNames-00374",
    ),
];
