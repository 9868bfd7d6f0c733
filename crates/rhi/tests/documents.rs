//! The list of rules in the documentation is the one of the code.
#![allow(clippy::unwrap_used)]

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
fn what_unchecked_trusts_is_told_once_for_each_rule() {
    let mut codes: Vec<_> = Unchecked::TRUSTS.iter().map(|t| t.code.id()).collect();
    let all = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all);
}
