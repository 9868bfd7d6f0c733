//! The standard renderer, its scene and its glTF loader.
