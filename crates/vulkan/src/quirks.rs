//! Broken drivers, kept apart from choices. Each quirk has the driver, the symptom and the source.

/// The false message of Debian 12's validation layer (1.3.239) about Slang's source language in debug SPIR-V. It is filtered by
/// this exact text and no other. Source: SPIR-V registry, source language 11 (Slang), newer than that layer.
pub(crate) const FALSE_SOURCE_LANGUAGE: &str = "Invalid source language operand";
