//! Makes the golden images of this machine's driver. Look at each before it is committed.
#![allow(clippy::print_stdout, clippy::expect_used, reason = "a program for people")]

#[path = "../tests/gpu/golden.rs"]
mod golden;
#[path = "../tests/gpu/mod.rs"]
mod gpu;

use candor_rhi::driver::ApiValidation;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some((device, _instance)) = gpu::vulkan(ApiValidation::Off) else {
        return Err("there is no Vulkan device to make golden images with".into());
    };
    for g in golden::ALL {
        let Some(picture) = golden::render(&device, g) else { continue };
        let path = golden::path(g, device.info());
        std::fs::write(&path, picture.png()?)?;
        println!("{}", path.display());
    }
    Ok(())
}
