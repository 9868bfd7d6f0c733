//! Choices among what a report offers: sample counts, depth formats, timestamps. Pure and small, so that every backend and
//! every program decides alike and says what it decided.

use crate::evidence::format_feature;
use crate::outcome::{Granted, Outcome, Reason, Refused, Value};
use crate::report::{Body, DeviceReport};
use crate::resolve::reported_limit;

/// How many samples are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Samples {
    /// This many or none at all.
    Exact(u32),
    /// This many, or the next fewer that every set offers.
    AtMost(u32),
}

/// The sample counts that every one of these sets offers. A set has bit `n` for `n` samples, as
/// `framebufferColorSampleCounts`; 1 is always offered.
pub fn common_sample_counts(sets: &[u64]) -> u64 {
    sets.iter().fold(0x7f, |a, b| a & b) | 1
}

/// Picks a sample count that every set offers (colour, depth, no attachment ...).
///
/// # Errors
/// [`Reason::NotOffered`] for an exact count that is not there, [`Reason::Invalid`] for one that is no power of two up to 64.
pub fn choose_samples(want: Samples, sets: &[u64]) -> Result<Granted<u32>, Refused> {
    let (Samples::Exact(n) | Samples::AtMost(n)) = want;
    let what = "samples a pixel".to_owned();
    if n == 0 || n > 64 || (matches!(want, Samples::Exact(_)) && !n.is_power_of_two()) {
        let rule = format!("{n} was asked for; ask for 1, 2, 4, 8, 16, 32 or 64");
        return Err(Reason::Invalid { what, rule }.into());
    }
    let common = common_sample_counts(sets);
    let offered = |n: u32| common & u64::from(n) != 0;
    let not_offered = || Reason::NotOffered {
        what: what.clone(),
        asked: n.into(),
        offered: (0..7).map(|i| 1 << i).filter(|n| offered(*n)).map(Value::from).collect(),
    };
    let best = (0..7).rev().map(|i| 1u32 << i).find(|c| *c <= n && offered(*c)).unwrap_or(1);
    if best == n {
        return Ok(Granted::applied(n));
    }
    match want {
        Samples::Exact(_) => Err(not_offered().into()),
        Samples::AtMost(_) => {
            let outcome = Outcome::Adjusted { asked: n.into(), got: best.into(), why: not_offered() };
            Ok(Granted { value: best, outcomes: vec![outcome] })
        }
    }
}

/// The sample counts that a report offers for colour and depth together; only 1 where it records none.
pub fn sample_counts(report: &DeviceReport) -> u64 {
    if report.body == Body::Null {
        return common_sample_counts(&[]);
    }
    let set = |name| reported_limit(report, name).and_then(crate::Number::as_u64).unwrap_or(1);
    common_sample_counts(&[set("framebufferColorSampleCounts"), set("framebufferDepthSampleCounts")])
}

/// Depth and stencil formats in the order in which one stands in for another.
pub const DEPTH_STENCIL_FORMATS: &[&str] =
    &["VK_FORMAT_D24_UNORM_S8_UINT", "VK_FORMAT_D32_SFLOAT_S8_UINT", "VK_FORMAT_D16_UNORM_S8_UINT"];

/// Depth formats without stencil in the order in which one stands in for another.
pub const DEPTH_FORMATS: &[&str] =
    &["VK_FORMAT_D32_SFLOAT", "VK_FORMAT_X8_D24_UNORM_PACK32", "VK_FORMAT_D16_UNORM"];

/// Takes the format that is wanted as a depth attachment, or the first of `instead` that the device has, and says so.
///
/// # Errors
/// [`Reason::NotOffered`] where the device has none of them, [`Reason::Unknown`] where the report records no formats.
pub fn choose_depth_format<'a>(
    report: &DeviceReport,
    want: &'a str,
    instead: &[&'a str],
) -> Result<Granted<&'a str>, Refused> {
    let vk = match &report.body {
        Body::Null => return Ok(Granted::applied(want)),
        Body::Vulkan(vk) => vk,
    };
    let what = "the depth format".to_owned();
    let Some(formats) = vk.formats.as_ref().filter(|f| !f.is_empty()) else {
        return Err(Reason::Unknown { what, unknown: vec!["the formats".to_owned()] }.into());
    };
    let usable = |name: &str| {
        formats.get(name).is_some_and(|f| f.optimal & format_feature::DEPTH_STENCIL_ATTACHMENT != 0)
    };
    if usable(want) {
        return Ok(Granted::applied(want));
    }
    let offered: Vec<&'a str> = instead.iter().copied().filter(|f| usable(f)).collect();
    let why = Reason::NotOffered {
        what,
        asked: want.into(),
        offered: offered.iter().map(|f| Value::from(*f)).collect(),
    };
    match offered.first() {
        Some(got) => {
            let outcome = Outcome::Adjusted { asked: want.into(), got: (*got).into(), why };
            Ok(Granted { value: got, outcomes: vec![outcome] })
        }
        None => Err(why.into()),
    }
}

/// The bits of a timestamp that mean something; `None` for a queue without timestamps (0 valid bits).
pub fn timestamp_mask(valid_bits: u32) -> Option<u64> {
    match valid_bits {
        0 => None,
        n if n >= 64 => Some(u64::MAX),
        n => Some((1 << n) - 1),
    }
}

/// Ticks from one timestamp to a later one, right also when the counter has wrapped in between; `None` without timestamps.
pub fn timestamp_ticks(start: u64, end: u64, valid_bits: u32) -> Option<u64> {
    timestamp_mask(valid_bits).map(|mask| end.wrapping_sub(start) & mask)
}

/// Nanoseconds from one timestamp to a later one. `period_ns` is `timestampPeriod`.
pub fn timestamp_ns(start: u64, end: u64, valid_bits: u32, period_ns: f64) -> Option<f64> {
    timestamp_ticks(start, end, valid_bits).map(|ticks| ticks as f64 * period_ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_sets_1_4_and_1_2_4_share_1_and_4() {
        let sets = [0b101, 0b111];
        assert_eq!(choose_samples(Samples::AtMost(4), &sets).unwrap(), Granted::applied(4));
        let two = choose_samples(Samples::AtMost(2), &sets).unwrap();
        assert_eq!((two.value, two.outcomes.len()), (1, 1));
        let said = two.outcomes[0].to_string();
        assert_eq!(said, "adjusted from 2 to 1: samples a pixel: 2 was asked for, only 1, 4 is offered");
        assert!(choose_samples(Samples::Exact(2), &sets).is_err());
        assert_eq!(choose_samples(Samples::AtMost(64), &sets).unwrap().value, 4);
        assert_eq!(choose_samples(Samples::AtMost(3), &[0b111]).unwrap().value, 2);
        for bad in [Samples::Exact(0), Samples::Exact(3), Samples::AtMost(128)] {
            assert_eq!(choose_samples(bad, &sets).unwrap_err().why.code(), "invalid");
        }
    }

    #[test]
    fn timestamps_of_36_bits_are_masked_and_of_0_bits_are_none() {
        assert_eq!(timestamp_mask(0), None);
        assert_eq!(timestamp_ticks(5, 9, 0), None);
        assert_eq!(timestamp_mask(36), Some(0xf_ffff_ffff));
        // The counter wrapped after 36 bits, and what lies above them is noise.
        assert_eq!(timestamp_ticks(0xabc0_000f_ffff_fff0, 0x1230_0000_0000_0010, 36), Some(0x20));
        assert_eq!(timestamp_ticks(u64::MAX, 1, 64), Some(2));
        assert_eq!(timestamp_ns(0, 1000, 64, 52.08), Some(52_080.0));
    }
}
