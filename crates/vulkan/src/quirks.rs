//! Broken drivers, kept apart from choices. Each quirk has the driver, the symptom and the source.

use candor_caps::Capability;
use candor_caps::report::DriverFault;

/// A capability that some drivers report and get wrong.
struct Faulty {
    /// How the driver's name begins, with its version as far as it has been tried.
    driver: &'static str,
    capability: Capability,
    symptom: &'static str,
    source: &'static str,
}

/// The proof of each runs by force in the tests of `candor-proofs`, so that an entry which is no longer true is noticed.
const FAULTY: &[Faulty] = &[
    Faulty {
        driver: "llvmpipe Mesa 22.3.",
        capability: Capability::MultisampleArrays,
        symptom: "resolving any layer of a multisampled array reads layer 0",
        source: "the proof of the capability on Mesa 22.3.6 (Debian 12), where a later layer resolves to the first one's colour",
    },
    Faulty {
        driver: "llvmpipe Mesa 25.0.",
        capability: Capability::PipelineStatistics,
        symptom: "clipping counts no primitive as its output",
        source: "the proof of the capability on Mesa 25.0.7 (Debian 13), where 12 triangles within the clip volume come out as 0 \
            (Vulkan specification, \"Pipeline Statistics Queries\": a primitive with a vertex inside gives at least one)",
    },
];

/// What a driver is known to get wrong, by its name and version as [`crate::adapter`] words them.
pub(crate) fn faults(driver: &str) -> Vec<DriverFault> {
    let of_driver = FAULTY.iter().filter(|f| driver.starts_with(f.driver));
    let fault = |f: &Faulty| DriverFault {
        capability: f.capability.to_string(),
        symptom: f.symptom.to_owned(),
        source: f.source.to_owned(),
    };
    of_driver.map(fault).collect()
}

/// The false messages of Debian's validation layers (1.3.239, and the second of 1.4.309). They are filtered by these exact texts and no others.
///
/// * About Slang's source language in debug SPIR-V. Source: SPIR-V registry, source language 11 (Slang), newer than that layer.
/// * About a rendering that is resumed for the last time, after a part that both resumes and suspends: the layer marks such a part
///   as suspended before it looks at what it resumes. Source: a pass of seven parts, on which layer 1.4.364 has nothing to
///   say.
pub(crate) fn is_false_message(layer: u32, text: &str) -> bool {
    const SOURCE_LANGUAGE: &str = "Invalid source language operand";
    const RESUMED: &str = "resumes a render pass instance, but there is no suspended render pass instance";
    text.contains(SOURCE_LANGUAGE)
        || RESUMED_WRONGLY.contains(&layer) && text.contains(RESUMED)
        || STORED_WHAT_IS_READ.iter().all(|part| text.contains(part))
}

/// Synchronisation validation takes the store at the end of a render pass for a write even where depth is only read, and reports it
/// against shaders that sample the same depth in that pass. Vulkan 1.1 has neither a store operation that leaves the attachment
/// alone nor a barrier that could stand between the two; the store writes what is there already. Where
/// `VK_ATTACHMENT_STORE_OP_NONE` is there, it is used and nothing is reported. A message is this one if it has all of these parts.
/// Source: KhronosGroup/Vulkan-ValidationLayers, issue 2349.
const STORED_WHAT_IS_READ: [&str; 4] = [
    "SYNC-HAZARD-WRITE-AFTER-READ",
    "vkCmdEndRenderPass",
    "depth aspect during store with storeOp VK_ATTACHMENT_STORE_OP_STORE",
    "SHADER_SAMPLED_READ",
];

/// The validation layers of Debian 12 and 13.
const RESUMED_WRONGLY: [u32; 2] =
    [ash::vk::make_api_version(0, 1, 3, 239), ash::vk::make_api_version(0, 1, 4, 309)];

/// The Vulkan loader 1.3.239 answers `VK_ERROR_OUT_OF_HOST_MEMORY` from its first calls when a driver's manifest is no JSON.
/// Source: tried with a manifest of that kind on Debian 12; a test repeats it.
pub(crate) const MEMORY_OR_MANIFEST: &str = "VK_ERROR_OUT_OF_HOST_MEMORY: memory is short, or, as some loaders say it, a \
    driver's manifest is damaged (see the files that VK_DRIVER_FILES names or the folders vulkan/icd.d hold)";

/// SwiftShader 1.3 (as Chromium 156 brings it) answers `VK_ERROR_INCOMPATIBLE_DRIVER` to an application that names Vulkan 1.4,
/// though a driver of 1.1 or later must not (Vulkan specification, `VkApplicationInfo::apiVersion`). When no driver at all
/// accepts the newest version, this one is tried. Source: tried on Debian 12.
pub(crate) const MODEST_VERSION: u32 = ash::vk::API_VERSION_1_3;

/// lavapipe crashes in `vkCmdCopyImage` between a compressed format and an uncompressed one of as many bytes: its copy
/// calls a function that the compressed format does not have. Source: tried with Mesa 22.3.6 (Debian 12) and 25.0.7
/// (Debian 13); a test takes the copy wherever it is offered.
pub(crate) fn breaks_block_copies(driver: &str) -> bool {
    ["llvmpipe Mesa 22.", "llvmpipe Mesa 23.", "llvmpipe Mesa 24.", "llvmpipe Mesa 25."]
        .iter()
        .any(|d| driver.starts_with(d))
}

/// SwiftShader resolves depth and stencil of the first layer alone, and says nothing. Source: google/swiftshader,
/// `ImageView::resolveDepthStencil`, where more layers are a matter still to be done; tried as Chromium 156 brings it, where a later layer
/// keeps what it had.
pub(crate) fn resolves_depth_of_one_layer(driver: &str) -> bool {
    driver.starts_with("SwiftShader")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_known_of_the_driver_and_version_where_it_was_seen() {
        let found = faults("llvmpipe Mesa 22.3.6 (LLVM 15.0.6)");
        assert_eq!(found.iter().map(|f| f.capability.as_str()).collect::<Vec<_>>(), ["multisample-arrays"]);
        for other in ["llvmpipe Mesa 23.0.0", "radv Mesa 22.3.6", "NVIDIA 580.159.04", ""] {
            assert_eq!(faults(other), [], "{other}");
        }
    }
}
