//! The render graph.
