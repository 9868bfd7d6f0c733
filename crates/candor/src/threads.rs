//! Which types may go to another thread (`Send`) and which may be used by several at once (`Sync`). The compiler holds the
//! table: every row is an assertion, in both directions.
//!
#![doc = include_str!("threads.md")]

use crate::rhi;

/// Is a type what its row says? Of two candidates for one name the compiler takes the one that fits without a further
/// reference; so `yes` is found for types with the trait and `no` for the others.
struct Probe<T: ?Sized>(std::marker::PhantomData<T>);

trait Lacks {
    const SEND: bool = false;
    const SYNC: bool = false;
}
impl<T: ?Sized> Lacks for Probe<T> {}

impl<T: ?Sized + Send> Probe<T> {
    const SEND: bool = true;
}
impl<T: ?Sized + Sync> Probe<T> {
    const SYNC: bool = true;
}

macro_rules! table {
    ($($ty:ty: $send:literal, $sync:literal;)*) => {
        $(const _: () = {
            assert!(<Probe<$ty>>::SEND == $send, concat!(stringify!($ty), ": Send is not what the table says"));
            assert!(<Probe<$ty>>::SYNC == $sync, concat!(stringify!($ty), ": Sync is not what the table says"));
        };)*

        #[cfg(test)]
        const ROWS: &[(&str, bool, bool)] = &[$((stringify!($ty), $send, $sync)),*];
    };
}

table! {
    crate::Instance: true, true;
    crate::InstanceDesc: true, true;
    crate::SelectDesc: true, true;
    crate::Environment: true, true;
    crate::Selected: true, true;
    crate::SelectionReport: true, true;
    crate::SelectError: true, true;
    crate::Host: true, true;
    crate::Registry: true, true;
    crate::capture::CaptureHandle: true, true;
    crate::capture::CaptureFile: true, true;
    rhi::Device: true, true;
    rhi::Buffer: true, true;
    rhi::Texture: true, true;
    rhi::View: true, true;
    rhi::Sampler: true, true;
    rhi::BindGroupLayout: true, true;
    rhi::BindGroup: true, true;
    rhi::RasterPipeline: true, true;
    rhi::ComputePipeline: true, true;
    rhi::Receipt: true, true;
    rhi::Readback: true, true;
    rhi::Slot: true, true;
    rhi::Slots: true, true;
    rhi::Batch: false, false;
    rhi::RasterPass<'static>: true, true;
    rhi::ComputePass<'static>: true, true;
    rhi::Unchecked<'static, 'static>: true, true;
    rhi::CloseReport: true, true;
    rhi::Stats: true, true;
    rhi::Limits: true, true;
    rhi::AdapterInfo: true, true;
    rhi::Error: true, true;
    rhi::SubmitError: true, true;
    crate::shader::Shader: true, true;
    crate::shader::Reflection: true, true;
    crate::caps::CustomFeature: true, true;
    crate::caps::CustomCapability: true, true;
    crate::caps::Plan: true, true;
    crate::caps::DeviceReport: true, true;
    crate::caps::Requests: true, true;
    crate::caps::Resolution: true, true;
}

#[cfg(test)]
mod tests {
    use super::ROWS;

    /// The page that is shown has exactly the rows that are held.
    #[test]
    fn the_page_has_the_rows_that_the_compiler_holds() {
        let mut page = String::from("| type | `Send` | `Sync` |\n|---|---|---|\n");
        for (name, send, sync) in ROWS {
            let word = |b: &bool| if *b { "yes" } else { "no" };
            let name = name.replace("crate::", "").replace("<'static, 'static>", "").replace("<'static>", "");
            page.push_str(&format!("| `{name}` | {} | {} |\n", word(send), word(sync)));
        }
        assert_eq!(include_str!("threads.md"), page);
    }
}
