//! Broken drivers, kept apart from choices. Each quirk has the driver, the symptom and the source.

/// The false message of Debian 12's validation layer (1.3.239) about Slang's source language in debug SPIR-V. It is filtered by
/// this exact text and no other. Source: SPIR-V registry, source language 11 (Slang), newer than that layer.
pub(crate) const FALSE_SOURCE_LANGUAGE: &str = "Invalid source language operand";

/// The Vulkan loader 1.3.239 answers `VK_ERROR_OUT_OF_HOST_MEMORY` from its first calls when a driver's manifest is no JSON.
/// Source: tried with a manifest of that kind on Debian 12; a test repeats it.
pub(crate) const MEMORY_OR_MANIFEST: &str = "VK_ERROR_OUT_OF_HOST_MEMORY: memory is short, or, as some loaders say it, a \
    driver's manifest is damaged (see the files that VK_DRIVER_FILES names or the folders vulkan/icd.d hold)";

/// SwiftShader 1.3 (as Chromium 156 brings it) answers `VK_ERROR_INCOMPATIBLE_DRIVER` to an application that names Vulkan 1.4,
/// though a driver of 1.1 or later must not (Vulkan specification, `VkApplicationInfo::apiVersion`). When no driver at all
/// accepts the newest version, this one is tried. Source: tried on Debian 12.
pub(crate) const MODEST_VERSION: u32 = ash::vk::API_VERSION_1_3;

/// lavapipe of Mesa 22.3 crashes in `vkCmdCopyImage` between a compressed format and an uncompressed one of as many bytes: its copy
/// calls a function that the compressed format does not have. Source: tried with Mesa 22.3.6 on Debian 12; a test takes the copy
/// wherever it is offered.
pub(crate) fn breaks_block_copies(driver: &str) -> bool {
    driver.starts_with("llvmpipe Mesa 22.")
}
