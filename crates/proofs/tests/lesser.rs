//! The pictures of `images.rs`, `attachments.rs`, `pipelines.rs` and `commands.rs`, the buffers of `bindings.rs`, the drops of
//! `drops.rs`, the comparisons of `reference.rs`, the missing barriers of `barriers.rs`, the marks of `breadcrumbs.rs`, the writes
//! of `uploads.rs`, the frames of `host_memory.rs`, the layouts of `layouts.rs`, the attachments of `transient.rs` and `volumes.rs`,
//! the samplers of `samplers.rs` and what `safety.rs` asks for once more, as devices draw them that lack what Candor prefers and does not need. The modules' names say
//! what is hidden; `bed` reads them.
#![allow(clippy::duplicate_mod, reason = "the same tests on other devices")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

macro_rules! the_same_tests {
    ($($without:ident),*) => {
        $(
            #[path = "."]
            mod $without {
                #[path = "attachments.rs"]
                mod attachments;
                #[path = "barriers.rs"]
                mod barriers;
                #[path = "bindings.rs"]
                mod bindings;
                #[path = "breadcrumbs.rs"]
                mod breadcrumbs;
                #[path = "commands.rs"]
                mod commands;
                #[path = "drops.rs"]
                mod drops;
                #[path = "host_memory.rs"]
                mod host_memory;
                #[path = "images.rs"]
                mod images;
                #[path = "layouts.rs"]
                mod layouts;
                #[path = "pipelines.rs"]
                mod pipelines;
                #[path = "reference.rs"]
                mod reference;
                #[path = "safety.rs"]
                mod safety;
                #[path = "samplers.rs"]
                mod samplers;
                #[path = "transient.rs"]
                mod transient;
                #[path = "uploads.rs"]
                mod uploads;
                #[path = "volumes.rs"]
                mod volumes;
            }
        )*
    };
}

the_same_tests!(
    without_dynamic_rendering,
    without_synchronization2,
    without_timeline_semaphores,
    without_any,
    on_vulkan_1_0
);
