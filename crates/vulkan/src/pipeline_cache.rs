//! The driver's cache of pipelines: what it contains goes out and comes in, and what comes in is looked at before the driver sees it.

use crate::device::VulkanDevice;
use crate::fault;
use ash::vk;
use candor_rhi::BackendKind;
use candor_rhi::backend::{CacheKey, Fault, PipelineCache};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Bytes of the header that every driver's contents begin with (Vulkan specification, `VkPipelineCacheHeaderVersionOne`).
const HEADER: usize = 32;
/// Its version.
const VERSION_ONE: u32 = 1;

/// The cache. Pipelines are made with it from any thread, which Vulkan allows; contents are merged into it by one alone.
pub(crate) struct Cache {
    raw: RwLock<vk::PipelineCache>,
    /// Creations can be told to fail where they would compile.
    pub(crate) tells: bool,
}

impl Cache {
    /// Without a cache pipelines are only made more slowly.
    pub(crate) fn new(device: &ash::Device, tells: bool) -> Self {
        // SAFETY: a valid description.
        let raw = unsafe { device.create_pipeline_cache(&vk::PipelineCacheCreateInfo::default(), None) };
        Self { raw: RwLock::new(raw.unwrap_or_default()), tells }
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, vk::PipelineCache> {
        self.raw.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, vk::PipelineCache> {
        self.raw.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is wrong with contents that are not this device's, by their header.
fn judge(data: &[u8], key: &CacheKey) -> Result<(), String> {
    let word = |i: usize| {
        let bytes = data.get(4 * i..4 * i + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        bytes.map_or(0, u32::from_le_bytes)
    };
    if data.len() < HEADER {
        return Err(format!("{} bytes are there, a header alone has {HEADER}", data.len()));
    }
    if (word(0) as usize) < HEADER || word(0) as usize > data.len() {
        return Err(format!("its header claims {} bytes, of {} that are there", word(0), data.len()));
    }
    if word(1) != VERSION_ONE {
        return Err(format!("its header has version {}, {VERSION_ONE} is known", word(1)));
    }
    if (word(2), word(3)) != (key.vendor_id, key.device_id) {
        let (vendor, device) = (key.vendor_id, key.device_id);
        return Err(format!(
            "it is of device {:#x} of vendor {:#x}, this is device {device:#x} of vendor {vendor:#x}",
            word(3),
            word(2)
        ));
    }
    if data.get(16..HEADER) != Some(&key.uuid[..]) {
        return Err("its UUID is of another driver".into());
    }
    Ok(())
}

impl PipelineCache for VulkanDevice {
    fn key(&self) -> CacheKey {
        // SAFETY: the physical device is the instance's.
        let p = unsafe { self.shared.raw.get_physical_device_properties(self.physical) };
        CacheKey {
            backend: BackendKind::Vulkan,
            vendor_id: p.vendor_id,
            device_id: p.device_id,
            driver_version: p.driver_version,
            uuid: p.pipeline_cache_uuid,
        }
    }

    fn data(&self) -> Result<Vec<u8>, Fault> {
        let cache = self.cache.read();
        // SAFETY: the cache is this device's; nobody destroys it while it is read.
        unsafe { self.raw.get_pipeline_cache_data(*cache) }.map_err(|e| fault("vkGetPipelineCacheData", e))
    }

    fn load(&self, data: &[u8]) -> Result<(), Fault> {
        judge(data, &self.key()).map_err(Fault::Invalid)?;
        let info = vk::PipelineCacheCreateInfo::default().initial_data(data);
        let cache = self.cache.write();
        // SAFETY: the data begins as this driver's own does and lives until the call returns; the caches are this device's, and nobody
        // else uses either while they are merged.
        unsafe {
            let read = self.raw.create_pipeline_cache(&info, None);
            let read = read.map_err(|e| fault("vkCreatePipelineCache", e))?;
            let merged = self.raw.merge_pipeline_caches(*cache, &[read]);
            self.raw.destroy_pipeline_cache(read, None);
            merged.map_err(|e| fault("vkMergePipelineCaches", e))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> CacheKey {
        let uuid = std::array::from_fn(|i| i as u8);
        CacheKey { backend: BackendKind::Vulkan, vendor_id: 0x10de, device_id: 7, driver_version: 1, uuid }
    }

    fn header(words: [u32; 4], uuid: [u8; 16]) -> Vec<u8> {
        words.into_iter().flat_map(u32::to_le_bytes).chain(uuid).collect()
    }

    #[test]
    fn contents_are_judged_by_their_header_alone() {
        let k = key();
        let good = header([32, 1, 0x10de, 7], k.uuid);
        assert_eq!(judge(&good, &k), Ok(()));
        assert_eq!(judge(&[&good[..], &[1, 2, 3]].concat(), &k), Ok(()));
        let told = |data: &[u8], part: &str| {
            let why = judge(data, &k).unwrap_err();
            assert!(why.contains(part), "{why}");
        };
        told(&[], "0 bytes are there");
        told(&good[..31], "31 bytes are there");
        told(&header([16, 1, 0x10de, 7], k.uuid), "claims 16 bytes");
        told(&header([33, 1, 0x10de, 7], k.uuid), "claims 33 bytes, of 32");
        told(&header([32, 2, 0x10de, 7], k.uuid), "version 2");
        told(&header([32, 1, 0x1002, 7], k.uuid), "vendor 0x1002");
        told(&header([32, 1, 0x10de, 8], k.uuid), "device 0x8");
        told(&header([32, 1, 0x10de, 7], [9; 16]), "UUID");
    }
}
