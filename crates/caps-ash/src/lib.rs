//! A device report from a live Vulkan device, and a creation chain from a plan.
