//! What is asked for, out of the command line: lists of features, files of requests, profiles.

use crate::args::Ask;
use crate::fail::Fail;
use crate::reports::read_file;
use candor_caps::read::{Document, ProfileSet, read};
use candor_caps::requests::RequestError;
use candor_caps::{Requests, Tier};
use std::path::Path;

/// Requests, and what of a profile could not be made one.
#[derive(Debug)]
pub(crate) struct Asked {
    /// What is asked for.
    pub(crate) requests: Requests,
    /// What of a profile no report can answer; said, since it is not checked.
    pub(crate) left_out: Vec<String>,
}

/// Reads everything that the command line asks for; something has to be.
pub(crate) fn requests(ask: &Ask) -> Result<Asked, Fail> {
    let asked = optional_requests(ask)?;
    let r = &asked.requests;
    if r.features().is_empty() && r.base().next().is_none() && r.limits().is_empty() {
        return Err(Fail::input("requests", "nothing is asked for").help(
            "name features with --require or --optional, a file with --features, or a profile with --profile; \
             `candor features` lists every feature",
        ));
    }
    Ok(asked)
}

/// The same where nothing is an answer too.
pub(crate) fn optional_requests(ask: &Ask) -> Result<Asked, Fail> {
    let mut requests = Requests::new();
    for path in &ask.features {
        let file = path.display().to_string();
        let bytes = read_file(path, "a file of requests")?;
        let text = String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            Fail::input("requests", format!("{file}: not UTF-8 text from byte {at} on"))
                .help("a file of requests is TOML; save it as UTF-8")
        })?;
        let more = Requests::from_toml(&text, &file).map_err(|e| Fail::input("requests", e.to_string()))?;
        requests.merge(more).map_err(|e| wrong(&e))?;
    }
    // After the files, so that features which they define can be named.
    for (texts, tier) in [(&ask.require, Tier::Required), (&ask.optional, Tier::Optional)] {
        for text in texts {
            requests.add_text(text, tier).map_err(|e| wrong(&e))?;
        }
    }
    let left_out = profiles(ask, &mut requests)?;
    Ok(Asked { requests, left_out })
}

pub(crate) fn wrong(e: &RequestError) -> Fail {
    let fail = Fail::input("requests", e.to_string());
    match e {
        RequestError::NoSuchName(n) if n.what == "feature" => {
            fail.help("`candor features` lists every feature")
        }
        _ => fail,
    }
}

fn profiles(ask: &Ask, requests: &mut Requests) -> Result<Vec<String>, Fail> {
    let sets = ask.profile.iter().map(|p| profile_set(p)).collect::<Result<Vec<_>, _>>()?;
    let Some((first, others)) = sets.split_first() else { return Ok(Vec::new()) };
    let names: Vec<&str> = first.profiles.iter().map(|p| p.name.as_str()).collect();
    let name = match (&ask.profile_name, names.as_slice()) {
        (Some(name), _) => name.as_str(),
        (None, [one]) => one,
        (None, _) => {
            let all = names.join(", ");
            return Err(Fail::input(
                "profile",
                format!("{} holds {} profiles: {all}", first.source, names.len()),
            )
            .help("say which one with --profile-name"));
        }
    };
    let others: Vec<&ProfileSet> = others.iter().collect();
    let judgeable =
        first.base_requirements(name, &others).map_err(|e| Fail::input("profile", e.to_string()))?;
    let left_out = judgeable.left_out.clone();
    judgeable.add_to(requests).map_err(|e| wrong(&e))?;
    Ok(left_out)
}

fn profile_set(path: &Path) -> Result<ProfileSet, Fail> {
    let file = path.display().to_string();
    let bytes = read_file(path, "a profile")?;
    match read(&bytes, &file).map_err(|e| Fail::input("profile", e.to_string()))? {
        Document::Requirements(set) | Document::ParserTest(set) => Ok(set),
        Document::Device(_) => {
            Err(Fail::input("profile", format!("{file} says what a device has, not what is required"))
                .help("hand it in with --report"))
        }
    }
}
