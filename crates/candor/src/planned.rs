//! A capture that was asked for from outside: of one frame, into a file.

use crate::request::CAPTURE_VARIABLE;
use candor_capture::CaptureHandle;
use candor_rhi::Device;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    Waiting,
    Begun,
    Written,
    /// Why there is none; told once.
    Failed(Option<String>),
}

/// A capture of a frame.
#[derive(Debug)]
pub(crate) struct Planned {
    /// The frame's number, counted from 1.
    frame: u64,
    path: PathBuf,
    handle: Option<CaptureHandle>,
    state: Mutex<State>,
}

impl Planned {
    /// Out of the variable's text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':').map(|(n, path)| (n.trim().parse::<u64>(), path.trim()));
        match parts {
            Some((Ok(frame @ 1..), path)) if !path.is_empty() => {
                Ok(Self { frame, path: path.into(), handle: None, state: Mutex::new(State::Waiting) })
            }
            _ => Err(format!(
                "{CAPTURE_VARIABLE} is '{text}'; it is a frame's number, counted from 1, a colon and a file: 3:frame.candor"
            )),
        }
    }

    pub(crate) fn on(self, handle: Option<CaptureHandle>) -> Self {
        Self { handle, ..self }
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn state(&self) -> State {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file, once it is written.
    pub(crate) fn written(&self) -> Option<&Path> {
        (self.state() == State::Written).then_some(&self.path)
    }

    /// A frame is about to be drawn.
    pub(crate) fn begin(&self, device: &Device, frame: u64) -> Result<(), String> {
        match self.state() {
            State::Failed(Some(why)) => {
                self.set(State::Failed(None));
                return Err(why);
            }
            State::Waiting if frame == self.frame => {}
            // A frame that was begun and not drawn goes on with the next.
            _ => return Ok(()),
        }
        let Some(handle) = &self.handle else { return Err("the device was not made for captures".into()) };
        let begun = handle.begin(device).map_err(|e| e.to_string());
        self.set(if begun.is_ok() { State::Begun } else { State::Failed(None) });
        begun
    }

    /// A frame was submitted.
    pub(crate) fn end(&self) {
        let (State::Begun, Some(handle)) = (self.state(), &self.handle) else { return };
        let written = handle.end().map_err(|e| e.to_string()).and_then(|file| {
            std::fs::write(&self.path, file.write())
                .map_err(|e| format!("{}: the captured frame cannot be written: {e}", self.path.display()))
        });
        match written {
            Ok(()) => {
                tracing::info!("frame {} was captured into {}", self.frame, self.path.display());
                self.set(State::Written);
            }
            Err(why) => self.set(State::Failed(Some(why))),
        }
    }
}
