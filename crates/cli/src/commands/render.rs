//! `candor render` and `candor demo`: a picture, and the account of how it came about.

use crate::args::{Demo, PictureArgs, Render};
use crate::fail::{Exit, Fail};
use crate::picture::{Job, picture_to};
use crate::show::{check_file, show, to_json, write_file};

/// What the file of `--json` is.
const ACCOUNT: &str = "the account";

/// Renders a file, or the showcase.
pub(crate) fn render(args: &Render) -> Result<Exit, Fail> {
    let job = Job::new(args.scene.clone(), &args.picture, args.output.clone())?;
    tell(&job.posed(&args.pose)?, &args.picture)
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
    picture_to(&job.output)?;
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_to_stdout()) {
        check_file(path, ACCOUNT)?;
    }
    let account = job.run()?;
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_to_stdout()) {
        write_file(path, ACCOUNT, &to_json(&account)?)?;
    }
    show(&account, args.json_to_stdout())?;
    Ok(Exit::Yes)
}
