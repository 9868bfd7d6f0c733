//! Broken drivers, kept apart from choices. Each quirk has the driver, the symptom and the source.

/// The false message of Debian 12's validation layer (1.3.239) about Slang's source language in debug SPIR-V. It is filtered by
/// this exact text and no other. Source: SPIR-V registry, source language 11 (Slang), newer than that layer.
pub(crate) const FALSE_SOURCE_LANGUAGE: &str = "Invalid source language operand";

/// The Vulkan loader 1.3.239 answers `VK_ERROR_OUT_OF_HOST_MEMORY` from its first calls when a driver's manifest is no JSON.
/// Source: tried with a manifest of that kind on Debian 12; a test repeats it.
pub(crate) const MEMORY_OR_MANIFEST: &str = "VK_ERROR_OUT_OF_HOST_MEMORY: memory is short, or, as some loaders say it, a \
    driver's manifest is damaged (see the files that VK_DRIVER_FILES names or the folders vulkan/icd.d hold)";
