//! Broken drivers, kept apart from choices. Each quirk has the driver, the symptom and the source.

/// The false messages of Debian 12's validation layer (1.3.239). They are filtered by these exact texts and no others.
///
/// * About Slang's source language in debug SPIR-V. Source: SPIR-V registry, source language 11 (Slang), newer than that layer.
/// * About a rendering that is resumed for the last time, after a part that both resumes and suspends: the layer marks such a part
///   as suspended before it looks at what it resumes. Source: a pass of seven parts, on which layer 1.4.364 has nothing to
///   say.
pub(crate) fn is_false_message(layer: u32, text: &str) -> bool {
    const SOURCE_LANGUAGE: &str = "Invalid source language operand";
    const RESUMED: &str = "resumes a render pass instance, but there is no suspended render pass instance";
    text.contains(SOURCE_LANGUAGE) || layer == DEBIAN_12_LAYER && text.contains(RESUMED)
}

/// The validation layer of Debian 12.
const DEBIAN_12_LAYER: u32 = ash::vk::make_api_version(0, 1, 3, 239);

/// The Vulkan loader 1.3.239 answers `VK_ERROR_OUT_OF_HOST_MEMORY` from its first calls when a driver's manifest is no JSON.
/// Source: tried with a manifest of that kind on Debian 12; a test repeats it.
pub(crate) const MEMORY_OR_MANIFEST: &str = "VK_ERROR_OUT_OF_HOST_MEMORY: memory is short, or, as some loaders say it, a \
    driver's manifest is damaged (see the files that VK_DRIVER_FILES names or the folders vulkan/icd.d hold)";

/// SwiftShader 1.3 (as Chromium 156 brings it) answers `VK_ERROR_INCOMPATIBLE_DRIVER` to an application that names Vulkan 1.4,
/// though a driver of 1.1 or later must not (Vulkan specification, `VkApplicationInfo::apiVersion`). When no driver at all
/// accepts the newest version, this one is tried. Source: tried on Debian 12.
pub(crate) const MODEST_VERSION: u32 = ash::vk::API_VERSION_1_3;
