//! Set-up, demo, tests and checks of this workspace.
fn main() {}
