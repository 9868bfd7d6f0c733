//! Capability crates in plain ash.
fn main() {}
