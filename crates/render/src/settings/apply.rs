//! What becomes of each setting on a device: granted, adjusted or refused, before anything is made of it.

use super::{Applied, Polygon, RenderSettings, SettingValue, Size};
use crate::gpu::{COLOR_FORMAT, DEPTH_FORMAT};
use candor_caps::{Outcome, Reason, Refused, Value};
use candor_rhi::Device;
use candor_rhi::backend::{Enabled, FormatSupport};

type Answer = Result<Outcome, Refused>;

/// Smallest shadow map; below this there is nothing to see.
const MIN_SHADOW_SIZE: u32 = 16;
/// Largest factor on light; beyond, a 16-bit float target holds little else than its largest value.
const MAX_FACTOR: f32 = 1e6;

/// Sample counts that settings can ask for; there are pipelines for no others.
pub(crate) const SAMPLES: [u32; 4] = [1, 2, 4, 8];

/// Sample counts that the frame's targets offer, as bits: bit n set means n samples.
pub(crate) fn sample_counts(device: &Device) -> u32 {
    let (_, color) = device.format_support(COLOR_FORMAT);
    let (_, depth) = device.format_support(DEPTH_FORMAT);
    let known = SAMPLES.iter().fold(0, |bits, n| bits | 1 << n);
    (color & depth & device.limits().sample_counts & known) | 0b10
}

/// Why shadow maps can't be had on this device, if so.
pub(crate) fn shadow_lack(device: &Device) -> Option<Reason> {
    let (support, _) = device.format_support(DEPTH_FORMAT);
    let needs = FormatSupport::DEPTH | FormatSupport::SAMPLED | FormatSupport::COMPARE;
    (!support.contains(needs)).then(|| Reason::DeviceLacks {
        what: "shadows".into(),
        lacks: vec![format!("{DEPTH_FORMAT} as a target that is sampled with comparison")],
    })
}

/// Largest anisotropy of the device; 1 where there is none.
pub(crate) fn max_anisotropy(device: &Device) -> u32 {
    if device.enabled().contains(Enabled::ANISOTROPY) {
        device.limits().max_anisotropy.max(1.0) as u32
    } else {
        1
    }
}

fn invalid(name: &str, asked: &impl SettingValue, rule: &str) -> Answer {
    Err(Reason::Invalid {
        what: format!("setting {name}"),
        rule: format!("{} was asked for; {rule}", asked.value()),
    }
    .into())
}

fn over(name: &str, asked: u32, allowed: u32) -> Reason {
    Reason::OverLimit { what: name.into(), asked: asked.into(), allowed: allowed.into() }
}

fn adjusted(asked: u32, got: u32, why: Reason) -> Answer {
    Ok(Outcome::Adjusted { asked: asked.into(), got: got.into(), why })
}

fn size(device: &Device, asked: Size) -> Answer {
    let most = device.limits().max_texture_2d;
    let largest = asked.width.max(asked.height);
    if asked.width == 0 || asked.height == 0 {
        return invalid("size", &asked, "a picture has at least one pixel");
    }
    if largest > most {
        return Err(over("picture size in pixels", largest, most).into());
    }
    Ok(Outcome::Applied)
}

fn msaa(device: &Device, asked: &mut u32) -> Answer {
    let offered = sample_counts(device);
    let has = |n: u32| n < 32 && n.is_power_of_two() && offered & (1 << n) != 0;
    if *asked == 0 {
        return invalid("msaa", asked, "write 1 for no multisampling");
    }
    if has(*asked) {
        return Ok(Outcome::Applied);
    }
    let got = (1..*asked.min(&mut 32)).rev().find(|n| has(*n)).unwrap_or(1);
    let offered = (1..32).filter(|n| has(*n)).map(Value::from).collect();
    let why = Reason::NotOffered { what: "samples".into(), asked: (*asked).into(), offered };
    adjusted(std::mem::replace(asked, got), got, why)
}

fn shadow_size(device: &Device, asked: &mut u32) -> Answer {
    let most = device.limits().max_texture_2d;
    if *asked < MIN_SHADOW_SIZE {
        return invalid(
            "shadow-size",
            asked,
            &format!("a shadow map has at least {MIN_SHADOW_SIZE} texels a side"),
        );
    }
    if *asked <= most {
        return Ok(Outcome::Applied);
    }
    let why = over("shadow map size in texels", *asked, most);
    adjusted(std::mem::replace(asked, most), most, why)
}

fn anisotropy(device: &Device, asked: &mut u32) -> Answer {
    let most = max_anisotropy(device);
    if *asked == 0 {
        return invalid("anisotropy", asked, "write 1 for none");
    }
    if *asked <= most {
        return Ok(Outcome::Applied);
    }
    let why = over("anisotropy", *asked, most);
    adjusted(std::mem::replace(asked, most), most, why)
}

fn factor(name: &str, asked: f32, least: f32) -> Answer {
    if !asked.is_finite() || asked < least || asked > MAX_FACTOR {
        return invalid(name, &asked, &format!("it lies between {least} and {MAX_FACTOR}"));
    }
    Ok(Outcome::Applied)
}

fn polygon(device: &Device, asked: Polygon) -> Answer {
    match asked {
        Polygon::Fill => Ok(Outcome::Applied),
        Polygon::Line | Polygon::Point if device.enabled().contains(Enabled::WIREFRAME) => {
            Ok(Outcome::Applied)
        }
        Polygon::Line | Polygon::Point => {
            let lacks = vec!["wireframe, or the device was made without asking for it".into()];
            Err(Reason::DeviceLacks { what: "polygon mode".into(), lacks }.into())
        }
    }
}

fn shadows(device: &Device, asked: bool) -> Answer {
    match shadow_lack(device) {
        Some(why) if asked => Err(why.into()),
        _ => Ok(Outcome::Applied),
    }
}

/// A feature that doesn't exist yet: refused where it is asked for.
fn missing(name: &str, asked: bool) -> Answer {
    if !asked {
        return Ok(Outcome::Applied);
    }
    Err(Reason::NotImplemented { what: name.into(), part: crate::PART.to_owned() }.into())
}

/// What can be granted of `asked`, field by field. A refused field keeps its value from `in_force`.
pub(crate) fn judge(
    device: &Device,
    in_force: &RenderSettings,
    asked: &RenderSettings,
) -> (RenderSettings, Applied) {
    let mut s = asked.clone();
    let applied = Applied {
        size: size(device, s.size),
        msaa: msaa(device, &mut s.msaa),
        shadows: shadows(device, s.shadows),
        shadow_size: shadow_size(device, &mut s.shadow_size),
        exposure: factor("exposure", s.exposure, 1.0 / MAX_FACTOR),
        tonemap: Ok(Outcome::Applied),
        background: background(s.background),
        ambient: factor("ambient", s.ambient, 0.0),
        default_sun: Ok(Outcome::Applied),
        anisotropy: anisotropy(device, &mut s.anisotropy),
        dither: Ok(Outcome::Applied),
        polygon: polygon(device, s.polygon),
        cull: Ok(Outcome::Applied),
        deferred: missing("deferred", s.deferred),
        pcss: missing("pcss", s.pcss),
        ssao: missing("ssao", s.ssao),
        ssr: missing("ssr", s.ssr),
        taa: missing("taa", s.taa),
        bloom: missing("bloom", s.bloom),
        ibl: missing("ibl", s.ibl),
        light_shafts: missing("light-shafts", s.light_shafts),
        fog: missing("fog", s.fog),
        velocity: missing("velocity", s.velocity),
    };
    s.keep_refused(&applied, in_force);
    (s, applied)
}

fn background(asked: super::Background) -> Answer {
    match asked {
        super::Background::Color(c) if c.iter().any(|v| !v.is_finite() || *v < 0.0 || *v > MAX_FACTOR) => {
            invalid("background", &asked, &format!("each component lies between 0 and {MAX_FACTOR}"))
        }
        super::Background::Color(_) | super::Background::Sky => Ok(Outcome::Applied),
    }
}
