//! Licences and origins of everything that is built: by `cargo deny` where it is installed, else by a check of our own against the
//! same list in `deny.toml`.

use crate::run::{self, Result, failure};
use crate::spdx;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(crate) fn check() -> Result {
    if run::output(run::cargo().args(["deny", "--version"])).is_ok() {
        return run::check(run::cargo().args(["deny", "check", "licenses", "sources"]));
    }
    println!("cargo deny is not installed; checking licences and origins against deny.toml without it");
    let text = String::from_utf8_lossy(&run::read(&run::root().join("deny.toml"))?).into_owned();
    let allow = allow_list(&text).ok_or_else(|| failure("deny.toml has no list `allow` under [licenses]"))?;
    let metadata = run::metadata(&["--locked"])?;
    let (mut wrong, mut counts) = (String::new(), BTreeMap::<&str, u32>::new());
    for package in run::packages(&metadata) {
        let field = |name: &str| package[name].as_str();
        let name = format!("{} {}", field("name").unwrap_or("?"), field("version").unwrap_or("?"));
        let fault = match field("license").map(|l| (l, spdx::allowed(l, &allow))) {
            None => Some("states no licence".to_owned()),
            Some((licence, Ok(true))) => {
                *counts.entry(licence).or_default() += 1;
                None
            }
            Some((licence, Ok(false))) => Some(format!("is \"{licence}\", which is not allowed")),
            Some((licence, Err(why))) => Some(format!("is \"{licence}\", which cannot be read: {why}")),
        };
        if let Some(fault) = fault {
            let _ = write!(wrong, "\n  {name} {fault}");
        }
        if let Some(source) = field("source")
            && !source.starts_with("registry+")
        {
            let _ = write!(wrong, "\n  {name} comes from {source}, and only registries are allowed");
        }
    }
    if !wrong.is_empty() {
        return Err(failure(format!("licences or origins that deny.toml does not allow:{wrong}")));
    }
    for (licence, count) in &counts {
        println!("{count:4}  {licence}");
    }
    Ok(())
}

/// The strings of `allow = [...]` in the section `[licenses]`. Comments may stand between them.
fn allow_list(text: &str) -> Option<Vec<String>> {
    let mut lines = text.lines().map(|l| l.split('#').next().unwrap_or_default().trim());
    lines.by_ref().find(|l| *l == "[licenses]")?;
    let section: String = lines.take_while(|l| !l.starts_with('[')).collect::<Vec<_>>().join(" ");
    let (_, list) = section.split_once("allow = [")?;
    let (list, _) = list.split_once(']')?;
    Some(list.split(',').map(|s| s.trim().trim_matches('"').to_owned()).filter(|s| !s.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_from_its_section() {
        let text = "[graph]\nallow = [\"no\"]\n[licenses]\n# x\nallow = [\n  \"MIT\", # why\n  \"Zlib\",\n]\n[bans]\nallow = []\n";
        assert_eq!(allow_list(text).unwrap(), ["MIT", "Zlib"]);
        assert_eq!(allow_list("[bans]\nallow = [\"MIT\"]\n"), None);
    }

    #[test]
    fn our_own_list_can_be_read() {
        let text = std::fs::read_to_string(run::root().join("deny.toml")).unwrap();
        assert!(allow_list(&text).unwrap().contains(&"MIT".to_owned()));
    }
}
