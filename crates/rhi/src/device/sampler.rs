//! Samplers.

use super::Device;
use crate::backend::{Enabled, SamplerPlan};
use crate::desc::*;
use crate::error::{Code, Error};
use crate::object::{Keep, Kind, SETTLED, Sampler};
use crate::sync::lock;
use candor_caps::{Granted, Outcome, Reason, Value};

impl Device {
    /// Makes a sampler. Wishes that were lowered are among the outcomes. Equal samplers are one native object.
    ///
    /// # Errors
    /// An anisotropy that was asked for exactly and is not offered, numbers that are not finite, borders of several colours, what was
    /// not granted, or the driver's answer.
    pub fn create_sampler(&self, d: &SamplerDesc<'_>) -> Result<Granted<Sampler>, Error> {
        let core = &self.core;
        core.alive(d.label)?;
        let mut outcomes = Vec::new();
        let most = core.limits.max_anisotropy;
        let anisotropy = match d.anisotropy {
            Anisotropy::Off => 1.0,
            Anisotropy::Exact(n) if (1.0..=most).contains(&n) => n,
            Anisotropy::Exact(n) => {
                let detail = format!("anisotropy {n} was asked for, 1 to {most} is allowed");
                return Err(Error::new(Code::TooLarge, d.label, detail));
            }
            Anisotropy::AtMost(n) => {
                let got = if n.is_finite() { n.clamp(1.0, most) } else { 1.0 };
                if got != n {
                    let what = "anisotropy".to_owned();
                    let why = Reason::OverLimit { what, asked: Value::from(n), allowed: Value::from(most) };
                    outcomes.push(Outcome::Adjusted { asked: Value::from(n), got: Value::from(got), why });
                }
                got
            }
        };
        let numbers = [d.lod[0], d.lod[1], d.lod_bias];
        if numbers.iter().any(|n| !n.is_finite()) || d.lod[0] > d.lod[1] {
            let detail = format!("level of detail {} to {}, bias {}", d.lod[0], d.lod[1], d.lod_bias);
            return Err(Error::new(Code::SamplerState, d.label, detail));
        }
        let mut borders = d.address.iter().filter_map(|a| match a {
            AddressMode::Border(color) => Some(color),
            _ => None,
        });
        if let Some(first) = borders.next()
            && let Some(other) = borders.find(|c| *c != first)
        {
            let detail = format!("borders of {first:?} and {other:?} were asked for, one colour is allowed");
            return Err(Error::new(Code::SamplerState, d.label, detail));
        }
        if d.address.contains(&AddressMode::MirrorOnce) && !core.enabled.contains(Enabled::MIRROR_ONCE) {
            return Err(Error::new(Code::NotEnabled, d.label, "mirror-once"));
        }
        let most = core.limits.max_lod_bias;
        if d.lod_bias.abs() > most {
            let detail = format!("a bias of {} was asked for, {} to {most} is allowed", d.lod_bias, -most);
            return Err(Error::new(Code::TooLarge, d.label, detail));
        }
        let plan = SamplerPlan {
            label: d.label,
            filter: [d.mag, d.min, d.mip],
            address: d.address,
            anisotropy,
            compare: d.compare,
            lod: d.lod,
            lod_bias: d.lod_bias,
        };
        let key = sampler_key(&plan);
        let mut known = lock(&core.samplers);
        if let Some(obj) = known.get(&key) {
            return Ok(Granted { value: Sampler { compares: d.compare.is_some(), obj }, outcomes });
        }
        let native = core.backend.create_sampler(&plan).map_err(|f| core.fault(d.label, f))?;
        let obj = core.adopt(Kind::Sampler, native, d.label, SETTLED, Keep::None)?;
        known.insert(key, &obj);
        Ok(Granted { value: Sampler { compares: d.compare.is_some(), obj }, outcomes })
    }
}

fn sampler_key(p: &SamplerPlan<'_>) -> Vec<u32> {
    let address = |a: AddressMode| match a {
        AddressMode::Repeat => 0,
        AddressMode::Mirror => 1,
        AddressMode::Clamp => 2,
        AddressMode::MirrorOnce => 3,
        AddressMode::Border(c) => 4 + c as u32,
    };
    let mut key: Vec<u32> = p.filter.iter().map(|f| *f as u32).collect();
    key.extend(p.address.iter().map(|a| address(*a)));
    key.push(p.compare.map_or(u32::MAX, |c| c as u32));
    key.extend([p.anisotropy, p.lod[0], p.lod[1], p.lod_bias].map(f32::to_bits));
    key
}
