//! How long one resolution takes. `cargo bench -p candor-caps --bench resolve`
#![allow(missing_docs, clippy::print_stdout)]

#[path = "../tests/device/mod.rs"]
mod device;

use candor_caps::{Feature, Requests, Tier, resolve};
use device::Device;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Least time of many rounds, so that a busy machine does not count.
fn time(mut f: impl FnMut()) -> Duration {
    const ROUNDS: usize = 200;
    const EACH: u32 = 20;
    let round = |f: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..EACH).for_each(|_| f());
        start.elapsed() / EACH
    };
    (0..ROUNDS).map(|_| round(&mut f)).min().unwrap_or_default()
}

fn main() {
    let typical = Requests::new()
        .require(Feature::Compute)
        .require(Feature::Present)
        .optional(Feature::RayTracing)
        .optional(Feature::MeshShading)
        .optional(Feature::Bindless)
        .optional(Feature::MultiDrawIndirect)
        .optional(Feature::AnisotropicFiltering)
        .optional(Feature::Msaa);
    let typical = typical.on_candor_vulkan().unwrap_or_default();
    let every = Feature::ALL.iter().fold(Requests::new(), |r, f| r.with(*f, Tier::Optional));
    for minor in [1, 3, 4] {
        for (what, device) in [("full", Device::full(minor)), ("bare", Device::bare(minor))] {
            let one = |requests: &Requests| {
                time(|| {
                    let _ = black_box(resolve(black_box(&device.0), black_box(requests)));
                })
            };
            let (a, b) = (one(&typical), one(&every));
            println!(
                "Vulkan 1.{minor}, {what} device: 8 features and Candor's base {a:?}, every feature {b:?}"
            );
        }
    }
}
