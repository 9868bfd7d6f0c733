//! Candor's Vulkan backend.
