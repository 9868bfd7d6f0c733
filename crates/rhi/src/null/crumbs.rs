//! Marks of passes on the Null backend, which writes them as it runs a list.

use super::NullBackend;
use super::memory::Op;
use crate::backend::{Breadcrumbs, Edge, Fault};
use crate::record::Cmd;
use crate::sync::lock;

/// Words of a pass: its beginning and its end.
const WORDS: usize = 2;

#[allow(unsafe_code, reason = "the trait's contract; nothing unsafe is done here")]
impl Breadcrumbs for NullBackend {
    fn reserve_marks(&self, passes: u32) -> Result<(), Fault> {
        let marks = &mut lock(&self.state).marks;
        marks.clear();
        marks.resize(passes as usize * WORDS, 0);
        Ok(())
    }
    unsafe fn write_mark(&self, cmd: Cmd, place: u32, edge: Edge, value: u32) {
        let word = place as usize * WORDS + usize::from(edge == Edge::End);
        self.recorder(cmd).ops.push(Op::Mark(word, value));
    }
    fn read_marks(&self, words: &mut [u32]) -> Result<(), Fault> {
        let state = lock(&self.state);
        let marks = state.marks.get(..words.len());
        words.copy_from_slice(marks.ok_or_else(|| Fault::Unavailable("no room was made for marks".into()))?);
        Ok(())
    }
    fn release_marks(&self) {
        lock(&self.state).marks = Vec::new();
    }
}
