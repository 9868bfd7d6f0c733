//! The standard renderer, its scene and its glTF loader.
#![forbid(unsafe_code)]

pub mod gltf;
pub mod scene;
