//! Settings of the renderer: one plain struct, from one list that is the source of the fields, their names, their defaults,
//! their parsers and their outcomes, so that none of these can drift.

pub(crate) mod apply;
mod value;

pub use value::{Background, CullOverride, DefaultSun, Polygon, SettingValue, Size, Tonemap};

use candor_caps::{Outcome, Reason, Refused, Value};
use serde::{Serialize, Serializer};

/// What is known of a setting without a renderer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettingInfo {
    /// Its name, as it is written after `--set`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What may be written.
    pub form: &'static str,
    /// Its default.
    pub default: Value,
}

macro_rules! settings {
    ($($(#[doc = $about:literal])+ $field:ident $name:literal : $type:ty = $default:expr;)*) => {
        /// Everything that can be chosen about the renderer. Plain data: nothing happens before `Renderer::apply`.
        #[derive(Debug, Clone, PartialEq)]
        pub struct RenderSettings {
            $($(#[doc = $about])+ pub $field: $type,)*
        }

        impl Default for RenderSettings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl RenderSettings {
            /// Names of all settings, in the order of the list.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// All settings, in the order of the list.
            pub fn list() -> Vec<SettingInfo> {
                let defaults = Self::default();
                vec![$(SettingInfo {
                    name: $name,
                    about: concat!($($about),+).trim(),
                    form: <$type as SettingValue>::FORM,
                    default: defaults.$field.value(),
                }),*]
            }

            /// Sets one field from text.
            ///
            /// # Errors
            /// A name that is no setting, or text that isn't of the setting's form.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), Refused> {
                match name {
                    $($name => self.$field = parse($name, text)?,)*
                    _ => return Err(unknown(name)),
                }
                Ok(())
            }

            /// Takes back from `in_force` what was refused.
            pub(crate) fn keep_refused(&mut self, applied: &Applied, in_force: &Self) {
                $(if applied.$field.is_err() {
                    self.$field = in_force.$field.clone();
                })*
            }

            /// The value of one field, by name.
            pub fn get(&self, name: &str) -> Option<Value> {
                match name {
                    $($name => Some(self.$field.value()),)*
                    _ => None,
                }
            }
        }

        /// What became of each setting.
        #[derive(Debug, Clone, PartialEq)]
        #[must_use = "the outcomes say what was really done; look at them or hand them on"]
        pub struct Applied {
            $($(#[doc = $about])+ pub $field: Result<Outcome, Refused>,)*
        }

        impl Applied {
            /// Answers for every granted field that changes, with what has become of it: it is left for later.
            pub(crate) fn defer_changes(&mut self, in_force: &RenderSettings, granted: &RenderSettings, to: &Outcome) {
                $(if in_force.$field != granted.$field && self.$field.is_ok() {
                    self.$field = Ok(to.clone());
                })*
            }

            /// Likewise: it cannot be had.
            pub(crate) fn refuse_changes(&mut self, in_force: &RenderSettings, granted: &RenderSettings, why: &Refused) {
                $(if in_force.$field != granted.$field && self.$field.is_ok() {
                    self.$field = Err(why.clone());
                })*
            }

            /// Name and outcome of every setting, in the order of the list.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Result<Outcome, Refused>)> {
                [$(($name, &self.$field)),*].into_iter()
            }
        }
    };
}

settings! {
    /// Width and height of the picture in pixels.
    size "size": Size = Size::new(1280, 720);
    /// Samples a pixel; 1 for none.
    msaa "msaa": u32 = 4;
    /// Shadows of the sun.
    shadows "shadows": bool = true;
    /// Side of the shadow map in texels.
    shadow_size "shadow-size": u32 = 2048;
    /// Factor on all light.
    exposure "exposure": f32 = 1.0;
    /// From radiance to the display.
    tonemap "tonemap": Tonemap = Tonemap::Aces;
    /// What is seen where nothing is drawn.
    background "background": Background = Background::Sky;
    /// Factor on the light of the sky, and on the sky.
    ambient "ambient": f32 = 1.0;
    /// A sun for scenes that bring no light.
    default_sun "default-sun": DefaultSun = DefaultSun::Auto;
    /// Largest anisotropy of texture filtering; 1 for none.
    anisotropy "anisotropy": u32 = 8;
    /// Noise below one step of the display's 8 bits, against bands in gradients.
    dither "dither": bool = true;
    /// How triangles are filled.
    polygon "polygon": Polygon = Polygon::Fill;
    /// Which faces are left out.
    cull "cull": CullOverride = CullOverride::Material;
    /// Deferred shading over a G-buffer.
    deferred "deferred": bool = false;
    /// Shadows that soften with distance.
    pcss "pcss": bool = false;
    /// Ambient occlusion from depth.
    ssao "ssao": bool = false;
    /// Reflections from the frame itself.
    ssr "ssr": bool = false;
    /// Antialiasing over time.
    taa "taa": bool = false;
    /// Light that spills from bright places.
    bloom "bloom": bool = false;
    /// Light from an environment's picture.
    ibl "ibl": bool = false;
    /// Shafts of light through shadow.
    light_shafts "light-shafts": bool = false;
    /// Fog by distance and height.
    fog "fog": bool = false;
    /// Motion of every pixel.
    velocity "velocity": bool = false;
}

impl Applied {
    /// Those that are not simply in force as asked.
    pub fn remarkable(&self) -> impl Iterator<Item = (&'static str, &Result<Outcome, Refused>)> {
        self.iter().filter(|(_, o)| !matches!(o, Ok(Outcome::Applied)))
    }
}

/// An outcome as it is written: a refusal looks like the other outcomes.
#[derive(Serialize)]
#[serde(untagged)]
enum Written<'a> {
    Granted(&'a Outcome),
    Refused { outcome: &'static str, why: &'a Reason },
}

impl Serialize for Applied {
    /// A map from the setting's name to its outcome.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.iter().map(|(name, outcome)| {
            let written = match outcome {
                Ok(o) => Written::Granted(o),
                Err(e) => Written::Refused { outcome: "refused", why: &e.why },
            };
            (name, written)
        }))
    }
}

impl Serialize for RenderSettings {
    /// A map from the setting's name to its value.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(Self::NAMES.iter().filter_map(|name| Some((name, self.get(name)?))))
    }
}

fn parse<T: SettingValue>(name: &str, text: &str) -> Result<T, Refused> {
    T::parse(text.trim()).ok_or_else(|| {
        let rule = format!("'{text}' can't be read; write {}", T::FORM);
        Reason::Invalid { what: format!("setting {name}"), rule }.into()
    })
}

fn unknown(name: &str) -> Refused {
    let offered = RenderSettings::NAMES.iter().map(|n| Value::from(*n)).collect();
    Reason::NotOffered { what: "setting".into(), asked: name.into(), offered }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_reads_back_what_it_shows() {
        let defaults = RenderSettings::default();
        for info in RenderSettings::list() {
            let shown = info.default.to_string();
            let mut s = RenderSettings::default();
            s.set(info.name, &shown).unwrap_or_else(|e| panic!("{}: {e}", info.name));
            assert_eq!(s, defaults, "{}", info.name);
            assert_eq!(s.get(info.name), Some(info.default.clone()));
            assert!(!info.about.is_empty() && !info.form.is_empty());
        }
    }

    #[test]
    fn every_field_takes_another_value_and_only_that_field_changes() {
        let other = [
            ("size", "320x200"),
            ("msaa", "1"),
            ("shadow-size", "512"),
            ("exposure", "0.5"),
            ("tonemap", "none"),
            ("background", "0.1,0.2,0.3"),
            ("ambient", "0"),
            ("default-sun", "off"),
            ("anisotropy", "1"),
            ("polygon", "line"),
            ("cull", "none"),
        ];
        for info in RenderSettings::list() {
            let flipped = if info.default == Value::Bool(true) { "off" } else { "on" };
            let text = other.iter().find(|o| o.0 == info.name).map_or(flipped, |o| o.1);
            let mut s = RenderSettings::default();
            s.set(info.name, text).unwrap_or_else(|e| panic!("{}: {e}", info.name));
            let changed: Vec<_> = RenderSettings::list()
                .into_iter()
                .filter(|i| s.get(i.name) != Some(i.default.clone()))
                .collect();
            assert_eq!(changed.iter().map(|i| i.name).collect::<Vec<_>>(), [info.name]);
        }
    }

    #[test]
    fn what_cannot_be_read_gets_a_sentence() {
        let mut s = RenderSettings::default();
        let e = s.set("msaa", "many").unwrap_err().to_string();
        assert!(e.contains("msaa") && e.contains("'many'") && e.contains("whole number"), "{e}");
        let e = s.set("exposure", "inf").unwrap_err().to_string();
        assert!(e.contains("finite"), "{e}");
        let e = s.set("background", "1,2").unwrap_err().to_string();
        assert!(e.contains("0.1,0.2,0.3"), "{e}");
        let e = s.set("blom", "on").unwrap_err();
        assert_eq!(e.why.code(), "not-offered");
        assert!(e.to_string().contains("bloom"), "{e}");
        assert_eq!(s, RenderSettings::default());
    }
}
