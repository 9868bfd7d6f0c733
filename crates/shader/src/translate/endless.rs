//! A loop that nothing leaves is not what a shader means: it is what is left when a way out was lost in translation, or code that no
//! device finishes. Both are refused.

use naga::{Block, Module, Statement};

/// The name of a function with a loop that nothing leaves.
pub(super) fn find(module: &Module) -> Option<&str> {
    let functions = module.functions.iter().map(|(_, f)| (f.name.as_deref(), &f.body));
    let entries = module.entry_points.iter().map(|e| (Some(e.name.as_str()), &e.function.body));
    functions.chain(entries).find(|(_, body)| endless(body)).map(|(name, _)| name.unwrap_or("without a name"))
}

/// Whether a loop somewhere in a block is never left.
fn endless(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Loop { body, continuing, break_if } => {
            endless(body) || endless(continuing) || (break_if.is_none() && !leaves(body, true))
        }
        Statement::Block(inner) => endless(inner),
        Statement::If { accept, reject, .. } => endless(accept) || endless(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| endless(&case.body)),
        _ => false,
    })
}

/// Whether a block can leave the loop around it; `breaks` where a break is one out of that loop.
fn leaves(block: &Block, breaks: bool) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => breaks,
        Statement::Return { .. } | Statement::Kill => true,
        Statement::Block(inner) => leaves(inner, breaks),
        Statement::If { accept, reject, .. } => leaves(accept, breaks) || leaves(reject, breaks),
        Statement::Switch { cases, .. } => cases.iter().any(|case| leaves(&case.body, false)),
        Statement::Loop { body, continuing, .. } => leaves(body, false) || leaves(continuing, false),
        _ => false,
    })
}
