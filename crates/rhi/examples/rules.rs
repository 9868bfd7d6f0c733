//! Writes `docs/rules.md`: every rule with its code, and what `RasterPass::unchecked` trusts.
//!
//! `cargo run -p candor-rhi --example rules -- write` writes the file, from the root of the repository; without arguments the text is
//! shown. A test compares the file with what would be written.
#![allow(clippy::print_stdout, reason = "a program for people at a terminal")]

use candor_rhi::{Code, FindingCode, LintCode, Unchecked};
use std::error::Error;

const FILE: &str = "docs/rules.md";

#[allow(dead_code, reason = "the test takes the text alone")]
fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().skip(1).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => println!("{}", text()),
        ["write"] => std::fs::write(FILE, text())?,
        _ => return Err("usage: rules [write]".into()),
    }
    Ok(())
}

/// What the file contains.
pub(crate) fn text() -> String {
    let mut out = String::from(
        "# Rules\n\n\
         Written by `cargo run -p candor-rhi --example rules -- write`; changes here are lost.\n\n\
         Codes are stable. A message names the object's label, the rule, what was asked and what is allowed, the remedy, and the \
         pass and command where there are any.\n\n",
    );
    let (c, p, v) = (Code::ALL.len(), LintCode::ALL.len(), FindingCode::ALL.len());
    out += &format!(
        "| codes | rules | when they are checked |\n|---|---|---|\n\
         | C | {c} | always: memory safety rests on them, and so does that nothing is dropped in silence |\n\
         | P | {p} | when something is made or declared, unless the device has `Portability::Off` |\n\
         | V | {v} | on a device with `Validation::Basic` or `Validation::Full` |\n\n"
    );
    out += "## Errors\n\nWhat breaks one of these is refused.\n\n";
    let all = Code::ALL.iter().map(|c| vec![c.id(), c.rule(), c.remedy()]);
    table(&mut out, &["code", "rule", "what to do"], all);
    out += "\n## Portable limits\n\n\
            What breaks one of these works on the device and not everywhere: it is noted, or refused with `Portability::Deny`.\n\n";
    let all = LintCode::ALL.iter().map(|c| vec![c.id(), c.rule(), c.remedy()]);
    table(&mut out, &["code", "rule", "what to do"], all);
    out += "\n## Validation\n\n\
            What breaks one of these is safe, and not meant. Basic: the picture is wrong, or there is none. Full: waste and risk as \
            well. It is noted in `Device::findings`, or refused with `ValidationAction::Refuse`. Memory that the host writes is not \
            judged; a resource counts as written where anything may have written it.\n\n";
    let all = FindingCode::ALL.iter().map(|c| vec![c.id(), c.level().name(), c.rule(), c.remedy()]);
    table(&mut out, &["code", "level", "rule", "what to do"], all);
    out += "\n## What `unchecked` trusts\n\n\
            `RasterPass::unchecked` leaves out the checks of these commands, and no others: what is declared, made, copied and \
            submitted is checked as ever, and so is every pass that does not call it. What happens where the caller's promise is \
            broken is up to driver and GPU; the table says what it may be.\n\n";
    let all = Unchecked::TRUSTS.iter().map(|t| vec![t.code.id(), t.code.rule(), t.commands, t.otherwise]);
    table(&mut out, &["code", "rule", "commands", "where it is broken"], all);
    out
}

fn table<'a>(out: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<&'a str>>) {
    *out += &format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let cells: Vec<_> = row.iter().map(|c| c.replace('|', "\\|")).collect();
        *out += &format!("| {} |\n", cells.join(" | "));
    }
}
