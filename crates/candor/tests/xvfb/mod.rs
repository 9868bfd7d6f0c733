//! An X server for tests.
#![allow(unreachable_pub, missing_docs)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// An X server of our own, ended with the test.
pub struct Server {
    child: Child,
    /// What `DISPLAY` is to say.
    pub display: String,
}

impl Server {
    pub fn start() -> Result<Self, String> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|e| format!("Xvfb cannot be started: {e} (Debian: xvfb)"))?;
        let mut number = String::new();
        if let Some(out) = child.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut number);
        }
        let server = Self { child, display: format!(":{}", number.trim()) };
        if number.trim().is_empty() { Err("Xvfb ended at once".into()) } else { Ok(server) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
