//! `demo`: from a fresh clone to a picture.

use crate::run::{self, Result, failure};
use crate::setup;

const PICTURE: &str = "out/showcase.png";

pub(crate) fn run(args: &[&str]) -> Result {
    setup::ensure()?;
    let picture = run::root().join(PICTURE);
    run::make_dir(&run::root().join("out"))?;
    // What an earlier run left must not pass for the result of this one.
    if picture.exists() {
        std::fs::remove_file(&picture)
            .map_err(|e| failure(format!("cannot remove {}: {e}", picture.display())))?;
    }
    let mut candor = run::cargo();
    candor.args(["run", "--release", "--package", "candor-cli", "--bin", "candor", "--", "demo"]);
    if !args.contains(&"-o") {
        candor.args(["-o", PICTURE]);
    }
    candor.args(args);
    run::check(&mut candor)?;
    if args.contains(&"-o") {
        return Ok(());
    }
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    match std::fs::read(&picture) {
        Ok(bytes) if bytes.starts_with(SIGNATURE) => {
            println!("wrote {PICTURE} ({} KiB)", bytes.len() / 1024);
            Ok(())
        }
        Ok(_) => Err(failure(format!("`candor demo` wrote {PICTURE}, and it is no PNG"))),
        Err(e) => Err(failure(format!("`candor demo` ended well and {PICTURE} cannot be read: {e}"))),
    }
}
