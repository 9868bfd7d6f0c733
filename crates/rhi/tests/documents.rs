//! The list of rules in the documentation is the one of the code, and the messages are those of the program.
#![allow(clippy::unwrap_used)]

#[path = "../examples/mistakes.rs"]
mod mistakes;
#[path = "../examples/rules.rs"]
mod rules;

use candor_rhi::Unchecked;

#[test]
fn the_list_of_rules_is_what_would_be_written() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let there = std::fs::read_to_string(file).unwrap();
    assert!(there == rules::text(), "write it again: cargo run -p candor-rhi --example rules -- write");
}

#[test]
fn the_mistakes_are_what_would_be_written() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mistakes.md");
    let there = std::fs::read_to_string(file).unwrap();
    let text = mistakes::text().unwrap();
    assert!(there == text, "write it again: cargo run -p candor-rhi --example mistakes -- write");
    assert!(text.matches("\n## ").count() >= 10, "ten mistakes at least");
}

#[test]
fn what_unchecked_trusts_is_told_once_for_each_rule() {
    let mut codes: Vec<_> = Unchecked::TRUSTS.iter().map(|t| t.code.id()).collect();
    let all = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all);
}
