//! The values that settings take: how each is written on a command line and how it is shown.

use candor_caps::Value;
use std::fmt;

/// A type that a setting can have.
pub trait SettingValue: Sized + Clone + PartialEq + fmt::Debug {
    /// What may be written, as the object of "write ...".
    const FORM: &'static str;
    /// Reads what a user wrote; `None` where it isn't of [`SettingValue::FORM`].
    fn parse(text: &str) -> Option<Self>;
    /// As it is shown to a person and to a program.
    fn value(&self) -> Value;
}

impl SettingValue for bool {
    const FORM: &'static str = "on or off";
    fn parse(text: &str) -> Option<Self> {
        match text {
            "on" | "true" | "yes" | "1" => Some(true),
            "off" | "false" | "no" | "0" => Some(false),
            _ => None,
        }
    }
    fn value(&self) -> Value {
        (*self).into()
    }
}

impl SettingValue for u32 {
    const FORM: &'static str = "a whole number such as 4";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn value(&self) -> Value {
        (*self).into()
    }
}

impl SettingValue for f32 {
    const FORM: &'static str = "a finite number such as 1.5";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|v: &f32| v.is_finite())
    }
    fn value(&self) -> Value {
        (*self).into()
    }
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

impl Size {
    /// A size.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }
    /// Width by height.
    pub fn aspect(self) -> f32 {
        self.width.max(1) as f32 / self.height.max(1) as f32
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl SettingValue for Size {
    const FORM: &'static str = "width x height, such as 1280x720";
    fn parse(text: &str) -> Option<Self> {
        let (w, h) = text.split_once(['x', 'X'])?;
        Some(Self { width: w.trim().parse().ok()?, height: h.trim().parse().ok()? })
    }
    fn value(&self) -> Value {
        self.to_string().into()
    }
}

/// What is seen where nothing is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Background {
    /// The sky from which the ambient light comes, with the sun in it.
    #[default]
    Sky,
    /// One colour, linear, before exposure is applied and before the tonemapper.
    Color([f32; 3]),
}

impl SettingValue for Background {
    const FORM: &'static str = "sky, or a linear colour such as 0.1,0.2,0.3";
    fn parse(text: &str) -> Option<Self> {
        if text == "sky" {
            return Some(Self::Sky);
        }
        let mut parts = text.split(',').map(|p| f32::parse(p.trim()));
        let color = [parts.next()??, parts.next()??, parts.next()??];
        let good = parts.next().is_none() && color.iter().all(|c| *c >= 0.0);
        good.then_some(Self::Color(color))
    }
    fn value(&self) -> Value {
        match self {
            Self::Sky => "sky".into(),
            Self::Color([r, g, b]) => format!("{r},{g},{b}").into(),
        }
    }
}

/// A setting that is one of a few names: the enum, its names and its parser from one list.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident $form:literal { $($(#[$vmeta:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl SettingValue for $name {
            const FORM: &'static str = $form;
            fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
            fn value(&self) -> Value {
                match self { $(Self::$variant => $text.into()),* }
            }
        }
    };
}

choice! {
    /// How radiance becomes what a display shows.
    Tonemap "aces or none" {
        /// The fit of ACES by Stephen Hill: bright light rolls off and loses its colour as on film.
        #[default]
        Aces = "aces",
        /// Radiance 1 is white; what is brighter is cut off.
        None = "none",
    }
}

choice! {
    /// How triangles are filled.
    Polygon "fill, line or point" {
        /// Filled.
        #[default]
        Fill = "fill",
        /// Their edges.
        Line = "line",
        /// Their corners.
        Point = "point",
    }
}

choice! {
    /// Which faces are left out.
    CullOverride "material, none, front or back" {
        /// As each material says: back faces, unless it is double-sided.
        #[default]
        Material = "material",
        /// None.
        None = "none",
        /// Front faces.
        Front = "front",
        /// Back faces.
        Back = "back",
    }
}

choice! {
    /// A sun for scenes that bring no light.
    DefaultSun "auto, on or off" {
        /// Where the scene has no light at all.
        #[default]
        Auto = "auto",
        /// Where the scene has no directional light.
        On = "on",
        /// Never.
        Off = "off",
    }
}
