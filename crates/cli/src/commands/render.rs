//! `candor render` and `candor demo`: a picture, and the account of how it came about.

use crate::account::Account;
use crate::args::{Demo, PictureArgs, Render};
use crate::fail::{Exit, Fail};
use crate::picture::Job;
use crate::show::{show, to_json};
use std::path::Path;

/// Renders a file, or the showcase.
pub(crate) fn render(args: &Render) -> Result<Exit, Fail> {
    let job = Job::new(args.scene.clone(), &args.picture, args.output.clone())?;
    tell(&job.posed(args.animation.as_deref(), &args.time)?, &args.picture)
}

/// Renders the showcase. The folder of the picture is made: the command is the first that a newcomer runs.
pub(crate) fn demo(args: &Demo) -> Result<Exit, Fail> {
    if let Some(folder) = args.output.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| {
            Fail::input("output", format!("{}: the folder can't be made: {e}", folder.display()))
        })?;
    }
    tell(&Job::new(None, &args.picture, args.output.clone())?, &args.picture)
}

fn tell(job: &Job, args: &PictureArgs) -> Result<Exit, Fail> {
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_to_stdout()) {
        check(path)?;
    }
    let account = job.run()?;
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_to_stdout()) {
        write(path, &account)?;
    }
    show(&account, args.json_to_stdout())?;
    Ok(Exit::Yes)
}

/// Asked before anything is rendered.
fn check(path: &Path) -> Result<(), Fail> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Err(Fail::input("output", format!("{} is a folder; the account is a file", path.display())));
    }
    if !folder.is_dir() {
        let message = format!(
            "{}: the account can't be written: there is no folder {}",
            path.display(),
            folder.display()
        );
        return Err(Fail::input("output", message).help("name a file in a folder that exists"));
    }
    Ok(())
}

fn write(path: &Path, account: &Account) -> Result<(), Fail> {
    std::fs::write(path, to_json(account)?)
        .map_err(|e| Fail::input("output", format!("{}: the account can't be written: {e}", path.display())))
}
