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

/// Synchronisation validation takes the store at the end of a render pass for a write even where depth is only read, and reports it
/// against shaders that sample the same depth in that pass. Vulkan 1.1 has neither a store operation that leaves the attachment
/// alone nor a barrier that could stand between the two; the store writes what is there already. Where
/// `VK_ATTACHMENT_STORE_OP_NONE` is there, it is used and nothing is reported. A message is this one if it has all of these parts.
/// Source: KhronosGroup/Vulkan-ValidationLayers, issue 2349.
pub(crate) const STORED_WHAT_IS_READ: [&str; 4] = [
    "SYNC-HAZARD-WRITE-AFTER-READ",
    "vkCmdEndRenderPass",
    "depth aspect during store with storeOp VK_ATTACHMENT_STORE_OP_STORE",
    "SHADER_SAMPLED_READ",
];
