//! A selection's report for people: a head, then tables. Nothing that the JSON holds is left out.

use crate::report::{AdapterReport, Answer, CandidateReport, SelectionReport, StageReport};
use candor_caps::report::DeviceType;
use std::fmt::{self, Formatter, Write as _};

const MIB: u64 = 1 << 20;

/// Microseconds as a person reads them.
fn time(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} us"),
        1_000..1_000_000 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{}.{:02} s", us / 1_000_000, us % 1_000_000 / 10_000),
    }
}

fn kind(t: DeviceType) -> &'static str {
    match t {
        DeviceType::Discrete => "discrete",
        DeviceType::Integrated => "integrated",
        DeviceType::Virtual => "virtual",
        DeviceType::Cpu => "cpu",
        DeviceType::Other => "other",
    }
}

fn stage(f: &mut Formatter<'_>, indent: &str, s: &StageReport) -> fmt::Result {
    let took = time(s.took_us);
    writeln!(f, "{indent}{:13} {:9} {took:>9}  {}", s.stage, s.verdict, s.says)
}

fn adapter(f: &mut Formatter<'_>, a: &AdapterReport) -> fmt::Result {
    let n = &a.adapter;
    write!(f, "     adapter {}: {} [{}]", a.index, n.name, a.verdict)?;
    writeln!(f, " ({}, {}, API {}, {})", kind(n.device_type), n.vendor, n.api_version, n.driver)?;
    let (own, shared) = (n.dedicated_memory_bytes / MIB, n.shared_memory_bytes / MIB);
    writeln!(f, "       memory: {own} MiB of its own, {shared} MiB shared")?;
    writeln!(f, "       {}", a.why)?;
    if let Some(rank) = a.rank.as_ref().filter(|r| **r != a.why) {
        writeln!(f, "       rank: {rank}")?;
    }
    a.stages.iter().try_for_each(|s| stage(f, "       ", s))
}

fn candidate(f: &mut Formatter<'_>, i: usize, c: &CandidateReport) -> fmt::Result {
    writeln!(f, "  {}. {} [{}]: {}; {}", i + 1, c.backend, c.verdict, c.place, c.why)?;
    c.stages.iter().try_for_each(|s| stage(f, "     ", s))?;
    c.adapters.iter().try_for_each(|a| adapter(f, a))
}

fn answers(f: &mut Formatter<'_>, rows: &[Answer]) -> fmt::Result {
    let wide = rows.iter().map(|a| a.what.len()).max().unwrap_or(0);
    for a in rows {
        let mut line = format!("  {:8} {:wide$}  {:8}", a.word(), a.what, a.tier.name());
        if let Some(says) = a.says() {
            write!(line, "  {says}")?;
        }
        if let Some(instead) = &a.instead {
            write!(line, " (instead: {instead})")?;
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

impl fmt::Display for SelectionReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.taken {
            Some(t) => {
                writeln!(f, "Taken: {}, adapter {}: {}\n  {}", t.backend, t.index, t.adapter.name, t.why)?
            }
            None => writeln!(f, "Taken: none")?,
        }
        let names: Vec<&str> = self.compiled.iter().map(|b| b.name()).collect();
        let a = &self.asked;
        writeln!(f, "\nAsked")?;
        writeln!(f, "  for       {}", a.application)?;
        writeln!(f, "  backend   {} (compiled in: {})", a.backend, names.join(", "))?;
        writeln!(f, "  adapter   {}", a.adapter)?;
        writeln!(f, "  software  {}", a.software)?;
        writeln!(
            f,
            "  Null      {}",
            if a.allow_null { "allowed when nothing else works" } else { "not allowed" }
        )?;
        writeln!(f, "  layer     validation {}", a.validation)?;
        writeln!(f, "  limit     {} ms a step", a.probe_limit_ms)?;
        a.overrides.iter().try_for_each(|o| writeln!(f, "  override  {o}"))?;
        writeln!(f, "\nHost")?;
        self.host.sentences().iter().try_for_each(|s| writeln!(f, "  {s}"))?;
        writeln!(f, "\nCandidates")?;
        self.candidates.iter().enumerate().try_for_each(|(i, c)| candidate(f, i, c))?;
        if let Some(v) = &self.validation {
            writeln!(
                f,
                "\nValidation layer: {}; {}",
                if v.in_use { "in use" } else { "not in use" },
                v.says
            )?;
            v.messages.iter().try_for_each(|m| writeln!(f, "  {m}"))?;
        }
        if !self.answers.is_empty() {
            writeln!(f, "\nRequests")?;
            answers(f, &self.answers)?;
        }
        if !self.notes.is_empty() {
            writeln!(f, "\nNotes")?;
            self.notes.iter().try_for_each(|n| writeln!(f, "  {n}"))?;
        }
        writeln!(f, "\nSelected in {}", time(self.took_us))
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_short() {
        assert_eq!(time(999), "999 us");
        assert_eq!(time(1_290), "1.2 ms");
        assert_eq!(time(3_070_000), "3.07 s");
    }
}
