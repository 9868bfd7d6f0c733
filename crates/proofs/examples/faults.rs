//! Lets every call of a frame fail, in every way that it can, on the Null backend, and shows what became of it.
//!
//! `cargo run -p candor-proofs --example faults -- write` writes it to `docs/faults.md`.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

#[path = "../tests/sweep/mod.rs"]
mod sweep;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = sweep::table(&sweep::everything_on_null());
    match std::env::args().nth(1).as_deref() {
        None => print!("{table}"),
        Some("write") => std::fs::write("docs/faults.md", table)?,
        Some(other) => return Err(format!("usage: faults [write], not {other}").into()),
    }
    Ok(())
}
