//! A selection on the Vulkan that is installed here, and on installations that are broken in real ways.
#![cfg(feature = "vulkan")]

use candor::caps::{Feature, Requests};
use candor::{Backend, BackendKind, Environment, Instance, SelectDesc, Software, Validation};

fn vulkan() -> SelectDesc {
    SelectDesc {
        backend: Backend::Only(BackendKind::Vulkan),
        environment: Some(Environment::empty()),
        app_name: "candor's tests".into(),
        app_version: 1,
        ..SelectDesc::default()
    }
}

#[test]
fn a_device_is_chosen_draws_and_the_validation_layer_is_silent() {
    let requests = Requests::new().optional(Feature::Compute).optional(Feature::MeshShading);
    let selected = match Instance::default().select(&SelectDesc { requests, ..vulkan() }) {
        Ok(s) => s,
        Err(e) => return eprintln!("SKIP a_device_is_chosen [vulkan]: {e}"),
    };
    println!("{}", selected.report);
    println!("{}", selected.resolution.plan);
    assert_eq!(selected.info().backend, BackendKind::Vulkan);
    let v = selected.report.validation.as_ref().unwrap();
    assert_eq!(v.messages, [""; 0]);
    assert_eq!(selected.validation_messages(), [""; 0]);
}
