//! Compiled shaders and their reflection.
