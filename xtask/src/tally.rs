//! Counts tests from what they print. A test that cannot run says so on a line of its own,
//! `SKIP name: reason`, or `SKIP name [backend]: reason` where a whole backend is not there, and passes; here it counts as
//! skipped and not as passed.

use std::collections::BTreeMap;

/// What was counted so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    passed: u64,
    failed: u64,
    skipped: BTreeMap<String, Skip>,
    failures: Vec<String>,
    /// Lines that start like a skip and give no reason.
    unexplained: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Skip {
    pub(crate) backend: Option<String>,
    pub(crate) reason: String,
    /// The test runner counts it as ignored, and not as passed.
    ignored: bool,
}

impl Tally {
    /// Takes one line of output.
    pub(crate) fn line(&mut self, line: &str) {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("SKIP ") {
            self.skip(line, rest);
        } else if let Some(rest) = line.strip_prefix("test result: ") {
            self.passed += number_before(rest, " passed");
            self.failed += number_before(rest, " failed");
        } else if let Some(rest) = line.strip_prefix("test ") {
            if let Some((name, reason)) = rest.split_once(" ... ignored") {
                let reason = reason.trim_start_matches([',', ' ']).to_owned();
                if reason.is_empty() {
                    self.unexplained.push(format!("{name} is ignored without a reason"));
                }
                self.skipped.insert(name.to_owned(), Skip { backend: None, reason, ignored: true });
            } else if let Some(name) = rest.strip_suffix(" ... FAILED") {
                self.failures.push(name.to_owned());
            }
        }
    }

    fn skip(&mut self, line: &str, rest: &str) {
        // The reason follows the first colon that has a space after it: names contain `::`.
        let Some((name, reason)) =
            rest.split_once(": ").filter(|(n, r)| !n.is_empty() && !r.trim().is_empty())
        else {
            self.unexplained.push(format!("\"{line}\" gives no reason"));
            return;
        };
        let (name, backend) = match name.strip_suffix(']').and_then(|n| n.split_once(" [")) {
            Some((name, backend)) => (name, Some(backend.to_lowercase())),
            None => (name, reason.to_lowercase().strip_prefix("no ").and_then(first_word)),
        };
        self.skipped.insert(name.to_owned(), Skip { backend, reason: reason.to_owned(), ignored: false });
    }

    /// Counts one thing that is not a test of the test runner.
    pub(crate) fn one(&mut self, name: &str, passed: bool) {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
            self.failures.push(name.to_owned());
        }
    }

    pub(crate) fn skipped(&self) -> &BTreeMap<String, Skip> {
        &self.skipped
    }

    pub(crate) fn failures(&self) -> &[String] {
        &self.failures
    }

    pub(crate) fn unexplained(&self) -> &[String] {
        &self.unexplained
    }

    /// Skips of a backend that should be there.
    pub(crate) fn missing<'a>(&'a self, backends: &'a [String]) -> impl Iterator<Item = &'a String> {
        let wanted = |s: &Skip| s.backend.as_ref().is_some_and(|b| backends.contains(b));
        self.skipped.iter().filter(move |(_, s)| wanted(s)).map(|(name, _)| name)
    }

    pub(crate) fn any_ran(&self) -> bool {
        self.passed + self.failed > 0
    }

    pub(crate) fn any_failed(&self) -> bool {
        self.failed > 0
    }

    /// `N passed, N failed, N skipped`.
    pub(crate) fn count(&self) -> String {
        let said_so = self.skipped.values().filter(|s| !s.ignored).count() as u64;
        format!(
            "{} passed, {} failed, {} skipped",
            self.passed.saturating_sub(said_so),
            self.failed,
            self.skipped.len()
        )
    }
}

fn first_word(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_alphanumeric()).next().filter(|w| !w.is_empty()).map(str::to_owned)
}

/// The number in front of `word`: 3 in "ok. 3 passed; ..." for " passed".
fn number_before(text: &str, word: &str) -> u64 {
    let digits = |t: &str| t.rsplit(|c: char| !c.is_ascii_digit()).next().map(str::to_owned);
    text.find(word).and_then(|at| digits(&text[..at])).and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(text: &str) -> Tally {
        let mut tally = Tally::default();
        text.lines().for_each(|l| tally.line(l));
        tally
    }

    #[test]
    fn counts_add_up_over_test_programs() {
        let tally = tally(
            "test a ... ok\ntest result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
             test b ... FAILED\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2s\n",
        );
        assert_eq!(tally.count(), "15 passed, 1 failed, 0 skipped");
        assert_eq!(tally.failures(), ["b"]);
        assert!(tally.any_failed());
    }

    #[test]
    fn a_skip_is_not_a_pass() {
        let tally = tally(
            "SKIP triangle::draws: no Vulkan driver is installed\nSKIP clear [d3d12]: not on this platform\n\
             SKIP clear [d3d12]: not on this platform\ntest slow ... ignored, takes a minute\n\
             test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0s\n",
        );
        assert_eq!(tally.count(), "3 passed, 0 failed, 3 skipped");
        let backend = |name: &str| tally.skipped()[name].backend.as_deref();
        assert_eq!(backend("triangle::draws"), Some("vulkan"));
        assert_eq!(backend("clear"), Some("d3d12"));
        assert_eq!(tally.missing(&["vulkan".into()]).collect::<Vec<_>>(), ["triangle::draws"]);
        assert_eq!(tally.skipped()["slow"].reason, "takes a minute");
        assert!(tally.unexplained().is_empty());
    }

    #[test]
    fn a_skip_without_a_reason_is_reported() {
        assert_eq!(tally("SKIP a\nSKIP b:\nSKIP c:  \ntest d ... ignored\n").unexplained().len(), 4);
    }

    #[test]
    fn a_skip_for_another_cause_names_no_backend_that_is_wanted() {
        let tally =
            tally("SKIP a: no inputs beside the workspace\nSKIP b: the Vulkan device has no mesh shaders\n");
        assert_eq!(tally.missing(&["vulkan".into()]).count(), 0);
    }
}
