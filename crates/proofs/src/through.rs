//! Shaders that have gone through another language: SPIR-V to WGSL, as `candor-shader` translates it, and from there back to SPIR-V. What is
//! proved with them shows that a translation still means what its source does.

use candor_shader::translate::{Options, Target, translate};
use candor_shader::{Shader, Slot};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, ResourceBinding, back::spv};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Words and entry point; nothing for a shader that does not go that way.
type Made = Option<(&'static [u32], &'static str)>;

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static MADE: RefCell<BTreeMap<String, Made>> = const { RefCell::new(BTreeMap::new()) };
}

/// From now on shaders of this thread go through WGSL.
pub(crate) fn turn_on() {
    ON.set(true);
}

/// How many have, and the names of those that have not.
pub(crate) fn told() -> (usize, Vec<String>) {
    MADE.with_borrow(|made| {
        let not = made.iter().filter(|(_, m)| m.is_none()).map(|(name, _)| name.clone()).collect();
        (made.values().flatten().count(), not)
    })
}

/// What stands for a shader, where it goes that way.
pub(crate) fn through(shader: &Shader) -> Made {
    if !ON.get() {
        return None;
    }
    let name = shader.name();
    MADE.with_borrow_mut(|made| *made.entry(name).or_insert_with(|| make(shader)))
}

fn make(shader: &Shader) -> Made {
    let options = Options::default();
    let text = translate(shader.words(), shader.entry_point, Target::Wgsl, &options).ok()?;
    // Points have no size there, and the way back writes neither open constants nor 16 bits as Vulkan asks for them.
    if text.points_are_pixels || !text.open_constants.is_empty() || text.extensions.contains(&"f16".into()) {
        return None;
    }
    // The reader takes subgroups as they are.
    let source = text.source.strip_prefix("enable subgroups;\n").unwrap_or(&text.source);
    let mut module = naga::front::wgsl::parse_str(source).unwrap();
    let Slot { set: group, binding } = options.push;
    for (_, global) in module.global_variables.iter_mut() {
        if text.push.is_some() && global.binding == Some(ResourceBinding { group, binding }) {
            (global.space, global.binding) = (AddressSpace::Immediate, None);
        }
    }
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).unwrap();
    let back = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..spv::Options::default()
    };
    let stage = module.entry_points[0].stage;
    let entry = text.entry_point.to_string();
    let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: entry.clone() };
    let words = spv::write_vec(&module, &info, &back, Some(&pipeline)).unwrap();
    // A test makes each once.
    Some((words.leak(), entry.leak()))
}
