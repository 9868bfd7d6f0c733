//! The `candor` program.
fn main() {}
