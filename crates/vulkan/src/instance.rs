//! The loader, the instance, its validation layer, and devices made of adapters.

use crate::device::VulkanDevice;
use crate::faulty::{DriverFaults, VulkanFaulty};
use crate::hide::{self, Hide};
use crate::memory::lock;
use crate::turn::turn;
use crate::{adapter, fault, quirks, renderdoc, surface};
use ash::{ext, khr, vk};
use candor_caps::plan::Plan;
use candor_rhi::BackendKind;
use candor_rhi::backend::{Backend, Fault};
use candor_rhi::driver::{Adapter, ApiValidation, Driver, Instance, LoadDesc};
use std::ffi::{CStr, CString, c_void};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The newest version that plans know structs of; devices are described, and devices made, for no more than this.
const WANTED: u32 = vk::make_api_version(0, 1, 4, 0);
const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";
/// Messages that are kept.
const KEPT_MESSAGES: usize = 256;

/// Vulkan, as far as a loader is there.
#[derive(Debug, Clone, Copy, Default)]
pub struct VulkanDriver;

/// Vulkan through a loader at a path of the program's choosing: one that it ships, or one beside the system's.
#[derive(Debug, Clone)]
pub struct VulkanLibrary {
    /// The loader's library.
    pub path: PathBuf,
}

/// The system's Vulkan as a lesser device would have it, for tests: what is hidden is neither reported nor used.
#[derive(Debug, Clone, Default)]
pub struct VulkanHiding {
    /// What is left out.
    pub hidden: Vec<Hide>,
}

/// What instance and devices share; destroyed with the last of them.
pub(crate) struct Shared {
    pub(crate) entry: ash::Entry,
    pub(crate) raw: ash::Instance,
    /// `VkApplicationInfo::apiVersion` that the instance was made with.
    pub(crate) version: u32,
    pub(crate) debug: Option<vk::DebugUtilsMessengerEXT>,
    debug_fns: Option<ext::debug_utils::Instance>,
    /// Boxed: the messenger holds its address.
    messages: Box<Messages>,
    validation: (bool, String),
    pub(crate) get_properties2: bool,
    /// Extensions of the instance that are enabled.
    pub(crate) extensions: Vec<CString>,
    /// What is left out of reports.
    pub(crate) hidden: Vec<Hide>,
    /// Calls of its devices fail as this says.
    pub(crate) faults: Option<Arc<DriverFaults>>,
    /// Somebody reads labels: objects are named, and passes too.
    pub(crate) labels: bool,
    /// Somebody else made the instance, and the device.
    pub(crate) foreign: bool,
}

impl Shared {
    /// An instance that somebody else made, and destroys.
    pub(crate) fn foreign(
        entry: ash::Entry,
        raw: ash::Instance,
        version: u32,
        extensions: Vec<CString>,
    ) -> Self {
        let has = |name: &CStr| extensions.iter().any(|e| e.as_c_str() == name);
        let says = "the instance is a foreign one; whoever made it hears its messages".to_owned();
        Self {
            labels: has(ext::debug_utils::NAME),
            get_properties2: has(khr::get_physical_device_properties2::NAME),
            entry,
            raw,
            version,
            debug: None,
            debug_fns: None,
            messages: Box::new(Messages { kept: Mutex::default(), layer: 0 }),
            validation: (false, says),
            extensions,
            hidden: Vec::new(),
            faults: None,
            foreign: true,
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.foreign {
            return;
        }
        // SAFETY: every device has gone, since each holds this.
        unsafe {
            if let (Some(fns), Some(m)) = (&self.debug_fns, self.debug) {
                fns.destroy_debug_utils_messenger(m, None);
            }
            let _turn = turn();
            self.raw.destroy_instance(None);
        }
    }
}

pub(crate) struct VulkanInstance {
    pub(crate) shared: Arc<Shared>,
}

impl Driver for VulkanDriver {
    fn kind(&self) -> BackendKind {
        BackendKind::Vulkan
    }

    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault> {
        instance(system()?, desc, &[])
    }
}

impl Driver for VulkanHiding {
    fn kind(&self) -> BackendKind {
        BackendKind::Vulkan
    }

    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault> {
        instance(system()?, desc, &self.hidden)
    }
}

impl Driver for VulkanFaulty {
    fn kind(&self) -> BackendKind {
        BackendKind::Vulkan
    }

    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault> {
        let mut shared = shared(system()?, desc, &self.hidden)?;
        shared.faults = Some(self.faults.clone());
        Ok(Box::new(VulkanInstance { shared: Arc::new(shared) }))
    }
}

fn system() -> Result<ash::Entry, Fault> {
    // SAFETY: loading the system's Vulkan loader runs its initialisers, as every Vulkan program does.
    unsafe { ash::Entry::load() }.map_err(|e| {
        Fault::Unavailable(format!(
            "the Vulkan loader (libvulkan) could not be loaded: {e}; install it (Debian: libvulkan1), or the driver of \
             the GPU's maker, which brings it"
        ))
    })
}

impl Driver for VulkanLibrary {
    fn kind(&self) -> BackendKind {
        BackendKind::Vulkan
    }

    fn load(&self, desc: &LoadDesc) -> Result<Box<dyn Instance>, Fault> {
        // SAFETY: the program names the library as a Vulkan loader; loading it runs its initialisers.
        let entry = unsafe { ash::Entry::load_from(&self.path) }.map_err(|e| {
            let path = self.path.display();
            Fault::Unavailable(format!("the Vulkan loader {path} could not be loaded: {e}"))
        })?;
        instance(entry, desc, &[])
    }
}

fn instance(entry: ash::Entry, desc: &LoadDesc, hidden: &[Hide]) -> Result<Box<dyn Instance>, Fault> {
    Ok(Box::new(VulkanInstance { shared: Arc::new(shared(entry, desc, hidden)?) }))
}

fn shared(entry: ash::Entry, desc: &LoadDesc, hidden: &[Hide]) -> Result<Shared, Fault> {
    // SAFETY: the entry is loaded.
    let version = unsafe { entry.try_enumerate_instance_version() }
        .map_err(|e| fault("vkEnumerateInstanceVersion", e))?;
    create(entry, version.unwrap_or(vk::API_VERSION_1_0), desc, hidden)
}

fn create(entry: ash::Entry, loader: u32, desc: &LoadDesc, hidden: &[Hide]) -> Result<Shared, Fault> {
    // A loader of 1.0 refuses a newer version than its own; every later one takes any (Vulkan specification,
    // `VkApplicationInfo`).
    let version = if loader >= vk::API_VERSION_1_1 { WANTED } else { loader };
    let version = hide::newest(hidden, version);
    // SAFETY: the entry is loaded.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }.unwrap_or_default();
    let layer = layers.iter().find(|l| l.layer_name_as_c_str() == Ok(VALIDATION_LAYER));
    let has_layer = layer.is_some();
    let wanted = match desc.validation {
        ApiValidation::Auto => cfg!(debug_assertions),
        ApiValidation::Off => false,
        ApiValidation::On => true,
    };
    if desc.validation == ApiValidation::On && !has_layer {
        let name = VALIDATION_LAYER.to_string_lossy();
        return Err(Fault::Unavailable(format!(
            "{name} was asked for and is not installed; install it (Debian: vulkan-validationlayers) or ask for less"
        )));
    }
    let on = wanted && has_layer;
    let (says, auto) = (VALIDATION_LAYER.to_string_lossy(), desc.validation == ApiValidation::Auto);
    let says = match (on, has_layer) {
        (true, _) => format!("{says} is in use"),
        (false, true) if auto => {
            format!("{says} is installed; without being asked it is used in debug builds only")
        }
        (false, true) => format!("{says} is installed and was not asked for"),
        (false, false) => format!("{says} is not installed"),
    };
    let validation = (on, says);
    // SAFETY: the entry is loaded.
    let offered = unsafe { entry.enumerate_instance_extension_properties(None) };
    let mut offered: Vec<CString> = offered
        .map_err(|e| loader_fault("vkEnumerateInstanceExtensionProperties", e))?
        .iter()
        .filter_map(|e| e.extension_name_as_c_str().ok().map(CStr::to_owned))
        .collect();
    if on {
        // SAFETY: as above, for the layer.
        let more = unsafe { entry.enumerate_instance_extension_properties(Some(VALIDATION_LAYER)) };
        let more = more.unwrap_or_default();
        offered.extend(more.iter().filter_map(|e| e.extension_name_as_c_str().ok().map(CStr::to_owned)));
    }
    let has = |name: &CStr| offered.iter().any(|o| o.as_c_str() == name);
    let mut enable: Vec<CString> = Vec::new();
    let mut flags = vk::InstanceCreateFlags::empty();
    if has(khr::portability_enumeration::NAME) {
        enable.push(khr::portability_enumeration::NAME.to_owned());
        flags |= vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR;
    }
    // A device of Vulkan 1.0 is asked through the extension, whatever the instance is.
    let get_properties2 = has(khr::get_physical_device_properties2::NAME);
    if get_properties2 {
        enable.push(khr::get_physical_device_properties2::NAME.to_owned());
    }
    if on && has(ext::debug_utils::NAME) {
        enable.push(ext::debug_utils::NAME.to_owned());
    }
    for name in &desc.instance_extensions {
        if let Ok(name) = CString::new(name.as_str())
            && has(&name)
            && !enable.contains(&name)
        {
            enable.push(name);
        }
    }
    if enable.iter().any(|e| e.as_c_str() == khr::surface::NAME) {
        // Who asks for surfaces asks for those of some window system.
        let missing = surface::WINDOW_SYSTEMS.iter().filter(|name| has(name));
        enable.extend(missing.map(|name| (*name).to_owned()));
        enable.sort();
        enable.dedup();
    }
    // Asked for in so many words, the layer also checks synchronisation.
    let checks_sync = on && desc.validation == ApiValidation::On && has(ext::validation_features::NAME);
    if checks_sync {
        enable.push(ext::validation_features::NAME.to_owned());
    }
    let looks_at_shaders = checks_sync && has(ext::layer_settings::NAME);
    if looks_at_shaders {
        enable.push(ext::layer_settings::NAME.to_owned());
    }
    let debug_on = enable.iter().any(|e| e.as_c_str() == ext::debug_utils::NAME);
    // RenderDoc shows names and groups; messages are nobody's then.
    let watched = !debug_on && renderdoc::is_here() && has(ext::debug_utils::NAME);
    if watched {
        enable.push(ext::debug_utils::NAME.to_owned());
    }
    let names: Vec<_> = enable.iter().map(|e| e.as_ptr()).collect();
    let layer_names: Vec<_> = on.then_some(VALIDATION_LAYER.as_ptr()).into_iter().collect();
    let app = CString::new(desc.app_name.replace('\0', "")).unwrap_or_default();
    let app_info = |version| {
        vk::ApplicationInfo::default()
            .application_name(&app)
            .application_version(desc.app_version)
            .engine_name(c"Candor")
            .engine_version(engine_version())
            .api_version(version)
    };
    let newest = app_info(version);
    let more = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
    let mut checks = vk::ValidationFeaturesEXT::default().enabled_validation_features(&more);
    // Newer layers leave out what shaders access unless they are told: it takes knowledge of the shader that they call a heuristic.
    let yes = vk::TRUE;
    let accesses = [vk::LayerSettingEXT {
        p_layer_name: VALIDATION_LAYER.as_ptr(),
        p_setting_name: c"syncval_shader_accesses_heuristic".as_ptr(),
        ty: vk::LayerSettingTypeEXT::BOOL32,
        value_count: 1,
        p_values: (&raw const yes).cast(),
        ..Default::default()
    }];
    let mut settings = vk::LayerSettingsCreateInfoEXT::default().settings(&accesses);
    let mut info = vk::InstanceCreateInfo::default()
        .flags(flags)
        .application_info(&newest)
        .enabled_layer_names(&layer_names)
        .enabled_extension_names(&names);
    if checks_sync {
        info = info.push_next(&mut checks);
    }
    if looks_at_shaders {
        info = info.push_next(&mut settings);
    }
    let turn = turn();
    // SAFETY: layers and extensions are offered; names live until the call returns.
    let mut raw = unsafe { entry.create_instance(&info, None) };
    let (mut version, older) = (version, app_info(quirks::MODEST_VERSION));
    if raw.as_ref().err() == Some(&vk::Result::ERROR_INCOMPATIBLE_DRIVER) && version > quirks::MODEST_VERSION
    {
        version = quirks::MODEST_VERSION;
        // SAFETY: as above.
        raw = unsafe { entry.create_instance(&info.application_info(&older), None) };
    }
    drop(turn);
    let raw = raw.map_err(|e| match e {
        vk::Result::ERROR_INCOMPATIBLE_DRIVER => Fault::Unavailable(
            "the Vulkan loader is there and found no usable driver (VK_ERROR_INCOMPATIBLE_DRIVER)".into(),
        ),
        e => loader_fault("vkCreateInstance", e),
    })?;
    let layer = layer.map_or(0, |l| l.spec_version);
    let messages = Box::new(Messages { kept: Mutex::default(), layer });
    let (mut debug, mut debug_fns) = (None, None);
    if debug_on {
        let fns = ext::debug_utils::Instance::new(&entry, &raw);
        let severity =
            vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR;
        let kinds =
            vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE;
        let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(severity)
            .message_type(kinds)
            .pfn_user_callback(Some(on_message))
            .user_data(std::ptr::from_ref(&*messages).cast_mut().cast());
        // SAFETY: the callback matches its type; the messages outlive the messenger.
        match unsafe { fns.create_debug_utils_messenger(&info, None) } {
            Ok(m) => (debug, debug_fns) = (Some(m), Some(fns)),
            Err(e) => tracing::warn!("validation messages cannot be received: {e:?}"),
        }
    }
    Ok(Shared {
        entry,
        raw,
        version,
        debug,
        debug_fns,
        messages,
        validation,
        get_properties2,
        extensions: enable,
        hidden: hidden.to_vec(),
        faults: None,
        labels: debug.is_some() || watched,
        foreign: false,
    })
}

/// An answer of the loader itself, which has its own ways to say that a driver's files are damaged.
fn loader_fault(call: &'static str, e: vk::Result) -> Fault {
    match e {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY => {
            Fault::Call { call, answer: quirks::MEMORY_OR_MANIFEST.into() }
        }
        e => fault(call, e),
    }
}

fn engine_version() -> u32 {
    let part = |s: &str| s.parse().unwrap_or(0);
    vk::make_api_version(
        0,
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    )
}

/// What the validation layer said.
struct Messages {
    kept: Mutex<Vec<String>>,
    /// The layer's version, which tells its known faults; 0 without it.
    layer: u32,
}

/// Receives validation messages on any thread.
unsafe extern "system" fn on_message(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layer hands over a valid message; the user data is the instance's list, which outlives the messenger.
    let (text, messages) = unsafe {
        let text = (*data).message_as_c_str().map(|t| t.to_string_lossy().into_owned()).unwrap_or_default();
        let id = (*data).message_id_name_as_c_str().map(|t| t.to_string_lossy().into_owned());
        // Newer layers keep a message's name apart from its text.
        let text = match id {
            Some(id) if !text.contains(&id) => format!("[{id}] {text}"),
            _ => text,
        };
        (text, &*user.cast::<Messages>())
    };
    if quirks::is_false_message(messages.layer, &text) {
        return vk::FALSE;
    }
    if severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR) {
        tracing::error!(target: "vulkan", "{text}");
    } else {
        tracing::warn!(target: "vulkan", "{text}");
    }
    let mut messages = lock(&messages.kept);
    if messages.len() < KEPT_MESSAGES {
        messages.push(text);
    }
    vk::FALSE
}

impl VulkanInstance {
    fn physical(&self) -> Result<Vec<vk::PhysicalDevice>, Fault> {
        let turn = turn();
        // SAFETY: the instance is alive.
        let found = unsafe { self.shared.raw.enumerate_physical_devices() };
        drop(turn);
        found.map_err(|e| fault("vkEnumeratePhysicalDevices", e))
    }
}

impl Instance for VulkanInstance {
    fn adapters(&self) -> Result<Vec<Adapter>, Fault> {
        Ok(self.physical()?.into_iter().map(|p| adapter::describe(&self.shared, p)).collect())
    }

    fn create_device(&self, adapter: usize, plan: &Plan) -> Result<Arc<dyn Backend>, Fault> {
        let all = self.physical()?;
        let physical = all.get(adapter).copied().ok_or_else(|| {
            Fault::Unavailable(format!("adapter {adapter} was asked for, {} are there", all.len()))
        })?;
        Ok(VulkanDevice::new(self.shared.clone(), physical, plan)?)
    }

    fn validation(&self) -> (bool, String) {
        self.shared.validation.clone()
    }

    fn validation_messages(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared.messages.kept))
    }
}

/// The device of the first adapter without what is hidden, to look into.
#[cfg(test)]
pub(crate) fn first_device(hidden: &[Hide]) -> Option<Arc<VulkanDevice>> {
    let shared = system().and_then(|entry| shared(entry, &LoadDesc::default(), hidden));
    let instance = match shared {
        Ok(shared) => VulkanInstance { shared: Arc::new(shared) },
        Err(why) => {
            eprintln!("SKIP a device's inside [vulkan]: {why}");
            return None;
        }
    };
    let adapters = instance.adapters().ok()?;
    let Some(adapter) = adapters.first() else {
        eprintln!("SKIP a device's inside [vulkan]: no vulkan adapter");
        return None;
    };
    let requests = candor_caps::Requests::new().on_candor_vulkan().ok()?;
    let resolution = candor_caps::resolve(&adapter.report, &requests);
    assert!(resolution.requirements_met, "{resolution}");
    let physical = *instance.physical().ok()?.first()?;
    VulkanDevice::new(instance.shared, physical, &resolution.plan).ok()
}
