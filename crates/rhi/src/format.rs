//! Texture and vertex formats: one list is the source of the enum, the names, the sizes and the aspects.
//!
//! Names and block sizes follow the Vulkan specification, section "Formats".

use bitflags::bitflags;
use std::fmt;
use std::sync::LazyLock;

bitflags! {
    /// Parts of a texture that can be addressed apart.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Aspects: u8 {
        /// Colour.
        const COLOR = 1;
        /// Depth.
        const DEPTH = 2;
        /// Stencil.
        const STENCIL = 4;
    }
}

/// How a shader sees the components of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Floating point, also what is normalised.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
    /// Depth, stencil or both.
    Depth,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $class:ident, $components:expr, $bytes:expr, $block:expr, $aspects:expr, $srgb:expr;)*) => {
        /// A texture format. The bytes of a component lie in memory in the order of the name, packed formats from the
        /// lowest bit up.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Format { $($(#[$doc])* $name),* }

        impl Format {
            /// Every format.
            pub const ALL: &'static [Format] = &[$(Format::$name),*];

            /// Name in lower case, as it is written in files and messages.
            pub fn name(self) -> &'static str {
                INFO[self as usize].name
            }

            /// What is known of the format.
            #[inline]
            pub fn info(self) -> &'static FormatInfo {
                &INFO[self as usize]
            }
        }

        static INFO: &[FormatInfo] = &[$(FormatInfo {
            name: stringify!($name), class: Class::$class, components: $components, block_bytes: $bytes, block: $block,
            aspects: Aspects::from_bits_truncate($aspects), srgb: $srgb,
        }),*];
    };
}

/// What is known of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatInfo {
    /// Name.
    pub name: &'static str,
    /// How a shader sees it.
    pub class: Class,
    /// Number of components.
    pub components: u8,
    /// Bytes of a block (of a texel, when not compressed). For depth with stencil: of the depth aspect in a copy.
    pub block_bytes: u8,
    /// Width and height of a block in texels; 1x1 when not compressed.
    pub block: (u8, u8),
    /// Aspects.
    pub aspects: Aspects,
    /// Decoded from sRGB when read, encoded when written.
    pub srgb: bool,
}

const C: u8 = 1;
const D: u8 = 2;
const S: u8 = 4;
const ONE: (u8, u8) = (1, 1);
const FOUR: (u8, u8) = (4, 4);

formats! {
    /// 8-bit unsigned normalised red.
    R8Unorm = Float, 1, 1, ONE, C, false;
    /// 8-bit signed normalised red.
    R8Snorm = Float, 1, 1, ONE, C, false;
    /// 8-bit unsigned red.
    R8Uint = Uint, 1, 1, ONE, C, false;
    /// 8-bit signed red.
    R8Sint = Sint, 1, 1, ONE, C, false;
    /// Two 8-bit unsigned normalised components.
    Rg8Unorm = Float, 2, 2, ONE, C, false;
    /// Two 8-bit signed normalised components.
    Rg8Snorm = Float, 2, 2, ONE, C, false;
    /// Two 8-bit unsigned components.
    Rg8Uint = Uint, 2, 2, ONE, C, false;
    /// Two 8-bit signed components.
    Rg8Sint = Sint, 2, 2, ONE, C, false;
    /// Four 8-bit unsigned normalised components.
    Rgba8Unorm = Float, 4, 4, ONE, C, false;
    /// Four 8-bit components, colour in sRGB, alpha linear.
    Rgba8UnormSrgb = Float, 4, 4, ONE, C, true;
    /// Four 8-bit signed normalised components.
    Rgba8Snorm = Float, 4, 4, ONE, C, false;
    /// Four 8-bit unsigned components.
    Rgba8Uint = Uint, 4, 4, ONE, C, false;
    /// Four 8-bit signed components.
    Rgba8Sint = Sint, 4, 4, ONE, C, false;
    /// Four 8-bit unsigned normalised components, blue first.
    Bgra8Unorm = Float, 4, 4, ONE, C, false;
    /// Four 8-bit components, blue first, colour in sRGB.
    Bgra8UnormSrgb = Float, 4, 4, ONE, C, true;
    /// 16-bit unsigned normalised red.
    R16Unorm = Float, 1, 2, ONE, C, false;
    /// 16-bit signed normalised red.
    R16Snorm = Float, 1, 2, ONE, C, false;
    /// 16-bit unsigned red.
    R16Uint = Uint, 1, 2, ONE, C, false;
    /// 16-bit signed red.
    R16Sint = Sint, 1, 2, ONE, C, false;
    /// 16-bit floating point red.
    R16Float = Float, 1, 2, ONE, C, false;
    /// Two 16-bit unsigned normalised components.
    Rg16Unorm = Float, 2, 4, ONE, C, false;
    /// Two 16-bit signed normalised components.
    Rg16Snorm = Float, 2, 4, ONE, C, false;
    /// Two 16-bit unsigned components.
    Rg16Uint = Uint, 2, 4, ONE, C, false;
    /// Two 16-bit signed components.
    Rg16Sint = Sint, 2, 4, ONE, C, false;
    /// Two 16-bit floating point components.
    Rg16Float = Float, 2, 4, ONE, C, false;
    /// Four 16-bit unsigned normalised components.
    Rgba16Unorm = Float, 4, 8, ONE, C, false;
    /// Four 16-bit signed normalised components.
    Rgba16Snorm = Float, 4, 8, ONE, C, false;
    /// Four 16-bit unsigned components.
    Rgba16Uint = Uint, 4, 8, ONE, C, false;
    /// Four 16-bit signed components.
    Rgba16Sint = Sint, 4, 8, ONE, C, false;
    /// Four 16-bit floating point components.
    Rgba16Float = Float, 4, 8, ONE, C, false;
    /// 32-bit unsigned red.
    R32Uint = Uint, 1, 4, ONE, C, false;
    /// 32-bit signed red.
    R32Sint = Sint, 1, 4, ONE, C, false;
    /// 32-bit floating point red.
    R32Float = Float, 1, 4, ONE, C, false;
    /// Two 32-bit unsigned components.
    Rg32Uint = Uint, 2, 8, ONE, C, false;
    /// Two 32-bit signed components.
    Rg32Sint = Sint, 2, 8, ONE, C, false;
    /// Two 32-bit floating point components.
    Rg32Float = Float, 2, 8, ONE, C, false;
    /// Four 32-bit unsigned components.
    Rgba32Uint = Uint, 4, 16, ONE, C, false;
    /// Four 32-bit signed components.
    Rgba32Sint = Sint, 4, 16, ONE, C, false;
    /// Four 32-bit floating point components.
    Rgba32Float = Float, 4, 16, ONE, C, false;
    /// 10 bits each of red, green and blue, 2 of alpha, unsigned normalised, red lowest.
    Rgb10a2Unorm = Float, 4, 4, ONE, C, false;
    /// 10 bits each of red, green and blue, 2 of alpha, unsigned, red lowest.
    Rgb10a2Uint = Uint, 4, 4, ONE, C, false;
    /// The same, unsigned normalised, blue lowest.
    Bgr10a2Unorm = Float, 4, 4, ONE, C, false;
    /// 11, 11 and 10 bits of unsigned floating point, red lowest.
    Rg11b10Float = Float, 3, 4, ONE, C, false;
    /// 9 bits each with a shared exponent.
    Rgb9e5Float = Float, 3, 4, ONE, C, false;
    /// 5, 6 and 5 bits, blue lowest.
    B5g6r5Unorm = Float, 3, 2, ONE, C, false;
    /// 5 bits each of blue, green and red, 1 of alpha, blue lowest.
    B5g5r5a1Unorm = Float, 4, 2, ONE, C, false;
    /// 1 bit of alpha, 5 each of blue, green and red, alpha lowest.
    A1b5g5r5Unorm = Float, 4, 2, ONE, C, false;
    /// 4 bits each, alpha lowest, then red, green and blue.
    A4r4g4b4Unorm = Float, 4, 2, ONE, C, false;
    /// 4 bits each, alpha lowest, then blue, green and red.
    A4b4g4r4Unorm = Float, 4, 2, ONE, C, false;
    /// 16-bit depth.
    Depth16Unorm = Depth, 1, 2, ONE, D, false;
    /// 24-bit depth in 32 bits.
    Depth24Plus = Depth, 1, 4, ONE, D, false;
    /// 32-bit floating point depth.
    Depth32Float = Depth, 1, 4, ONE, D, false;
    /// 24-bit depth with 8 bits of stencil.
    Depth24UnormStencil8 = Depth, 2, 4, ONE, D | S, false;
    /// 32-bit floating point depth with 8 bits of stencil.
    Depth32FloatStencil8 = Depth, 2, 4, ONE, D | S, false;
    /// 8 bits of stencil.
    Stencil8 = Depth, 1, 1, ONE, S, false;
    /// BC1 with one bit of alpha.
    Bc1RgbaUnorm = Float, 4, 8, FOUR, C, false;
    /// BC1 in sRGB.
    Bc1RgbaUnormSrgb = Float, 4, 8, FOUR, C, true;
    /// BC2.
    Bc2RgbaUnorm = Float, 4, 16, FOUR, C, false;
    /// BC2 in sRGB.
    Bc2RgbaUnormSrgb = Float, 4, 16, FOUR, C, true;
    /// BC3.
    Bc3RgbaUnorm = Float, 4, 16, FOUR, C, false;
    /// BC3 in sRGB.
    Bc3RgbaUnormSrgb = Float, 4, 16, FOUR, C, true;
    /// BC4.
    Bc4RUnorm = Float, 1, 8, FOUR, C, false;
    /// BC4, signed.
    Bc4RSnorm = Float, 1, 8, FOUR, C, false;
    /// BC5.
    Bc5RgUnorm = Float, 2, 16, FOUR, C, false;
    /// BC5, signed.
    Bc5RgSnorm = Float, 2, 16, FOUR, C, false;
    /// BC6H, unsigned floating point.
    Bc6hRgbUfloat = Float, 3, 16, FOUR, C, false;
    /// BC6H, signed floating point.
    Bc6hRgbFloat = Float, 3, 16, FOUR, C, false;
    /// BC7.
    Bc7RgbaUnorm = Float, 4, 16, FOUR, C, false;
    /// BC7 in sRGB.
    Bc7RgbaUnormSrgb = Float, 4, 16, FOUR, C, true;
    /// ETC2 without alpha.
    Etc2Rgb8Unorm = Float, 3, 8, FOUR, C, false;
    /// ETC2 without alpha in sRGB.
    Etc2Rgb8UnormSrgb = Float, 3, 8, FOUR, C, true;
    /// ETC2 with one bit of alpha.
    Etc2Rgb8A1Unorm = Float, 4, 8, FOUR, C, false;
    /// ETC2 with one bit of alpha in sRGB.
    Etc2Rgb8A1UnormSrgb = Float, 4, 8, FOUR, C, true;
    /// ETC2 with alpha.
    Etc2Rgba8Unorm = Float, 4, 16, FOUR, C, false;
    /// ETC2 with alpha in sRGB.
    Etc2Rgba8UnormSrgb = Float, 4, 16, FOUR, C, true;
    /// EAC, one component.
    EacR11Unorm = Float, 1, 8, FOUR, C, false;
    /// EAC, one component, signed.
    EacR11Snorm = Float, 1, 8, FOUR, C, false;
    /// EAC, two components.
    EacRg11Unorm = Float, 2, 16, FOUR, C, false;
    /// EAC, two components, signed.
    EacRg11Snorm = Float, 2, 16, FOUR, C, false;
    /// ASTC with blocks of 4x4.
    Astc4x4Unorm = Float, 4, 16, FOUR, C, false;
    /// ASTC with blocks of 4x4 in sRGB.
    Astc4x4UnormSrgb = Float, 4, 16, FOUR, C, true;
    /// ASTC with blocks of 5x4.
    Astc5x4Unorm = Float, 4, 16, (5, 4), C, false;
    /// ASTC with blocks of 5x4 in sRGB.
    Astc5x4UnormSrgb = Float, 4, 16, (5, 4), C, true;
    /// ASTC with blocks of 5x5.
    Astc5x5Unorm = Float, 4, 16, (5, 5), C, false;
    /// ASTC with blocks of 5x5 in sRGB.
    Astc5x5UnormSrgb = Float, 4, 16, (5, 5), C, true;
    /// ASTC with blocks of 6x5.
    Astc6x5Unorm = Float, 4, 16, (6, 5), C, false;
    /// ASTC with blocks of 6x5 in sRGB.
    Astc6x5UnormSrgb = Float, 4, 16, (6, 5), C, true;
    /// ASTC with blocks of 6x6.
    Astc6x6Unorm = Float, 4, 16, (6, 6), C, false;
    /// ASTC with blocks of 6x6 in sRGB.
    Astc6x6UnormSrgb = Float, 4, 16, (6, 6), C, true;
    /// ASTC with blocks of 8x5.
    Astc8x5Unorm = Float, 4, 16, (8, 5), C, false;
    /// ASTC with blocks of 8x5 in sRGB.
    Astc8x5UnormSrgb = Float, 4, 16, (8, 5), C, true;
    /// ASTC with blocks of 8x6.
    Astc8x6Unorm = Float, 4, 16, (8, 6), C, false;
    /// ASTC with blocks of 8x6 in sRGB.
    Astc8x6UnormSrgb = Float, 4, 16, (8, 6), C, true;
    /// ASTC with blocks of 8x8.
    Astc8x8Unorm = Float, 4, 16, (8, 8), C, false;
    /// ASTC with blocks of 8x8 in sRGB.
    Astc8x8UnormSrgb = Float, 4, 16, (8, 8), C, true;
    /// ASTC with blocks of 10x5.
    Astc10x5Unorm = Float, 4, 16, (10, 5), C, false;
    /// ASTC with blocks of 10x5 in sRGB.
    Astc10x5UnormSrgb = Float, 4, 16, (10, 5), C, true;
    /// ASTC with blocks of 10x6.
    Astc10x6Unorm = Float, 4, 16, (10, 6), C, false;
    /// ASTC with blocks of 10x6 in sRGB.
    Astc10x6UnormSrgb = Float, 4, 16, (10, 6), C, true;
    /// ASTC with blocks of 10x8.
    Astc10x8Unorm = Float, 4, 16, (10, 8), C, false;
    /// ASTC with blocks of 10x8 in sRGB.
    Astc10x8UnormSrgb = Float, 4, 16, (10, 8), C, true;
    /// ASTC with blocks of 10x10.
    Astc10x10Unorm = Float, 4, 16, (10, 10), C, false;
    /// ASTC with blocks of 10x10 in sRGB.
    Astc10x10UnormSrgb = Float, 4, 16, (10, 10), C, true;
    /// ASTC with blocks of 12x10.
    Astc12x10Unorm = Float, 4, 16, (12, 10), C, false;
    /// ASTC with blocks of 12x10 in sRGB.
    Astc12x10UnormSrgb = Float, 4, 16, (12, 10), C, true;
    /// ASTC with blocks of 12x12.
    Astc12x12Unorm = Float, 4, 16, (12, 12), C, false;
    /// ASTC with blocks of 12x12 in sRGB.
    Astc12x12UnormSrgb = Float, 4, 16, (12, 12), C, true;
}

impl Format {
    /// True for depth, stencil or both.
    #[inline]
    pub fn is_depth(self) -> bool {
        !self.info().aspects.contains(Aspects::COLOR)
    }

    /// How a shader sees these aspects: stencil as unsigned integers.
    pub fn class(self, aspects: Aspects) -> Class {
        match self.info().class {
            Class::Depth if aspects == Aspects::STENCIL => Class::Uint,
            class => class,
        }
    }

    /// True when texels are stored in compressed blocks.
    pub fn is_compressed(self) -> bool {
        self.info().block != ONE
    }

    /// The format that differs in sRGB alone, where there is one: a view may be of either.
    pub fn srgb_pair(self) -> Option<Format> {
        // Worked out once: it is asked for each texture.
        static PAIRS: LazyLock<[Option<Format>; Format::ALL.len()]> = LazyLock::new(|| {
            let plain = |f: Format| f.name().strip_suffix("Srgb").unwrap_or(f.name());
            let pairs = |a: Format, b: Format| a.info().srgb != b.info().srgb && plain(a) == plain(b);
            std::array::from_fn(|i| Format::ALL.iter().copied().find(|f| pairs(Format::ALL[i], *f)))
        });
        PAIRS[self as usize]
    }

    /// Bytes of a block in a copy of one aspect.
    pub fn aspect_bytes(self, aspect: Aspects) -> u32 {
        match aspect {
            Aspects::STENCIL => 1,
            _ => u32::from(self.info().block_bytes),
        }
    }

    /// Bytes that one tightly packed mip level of `size` (width, height, depth in texels) takes.
    pub fn level_bytes(self, size: [u32; 3]) -> u64 {
        let i = self.info();
        let bx = u64::from(size[0].div_ceil(u32::from(i.block.0)));
        let by = u64::from(size[1].div_ceil(u32::from(i.block.1)));
        bx * by * u64::from(size[2]) * u64::from(i.block_bytes)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! vertex_formats {
    ($($(#[$doc:meta])* $name:ident = $class:ident, $components:expr, $bytes:expr;)*) => {
        /// Format of a vertex attribute.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum VertexFormat { $($(#[$doc])* $name),* }

        impl VertexFormat {
            /// Every vertex format.
            pub const ALL: &'static [VertexFormat] = &[$(VertexFormat::$name),*];
            /// Name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }
            /// Bytes.
            pub fn bytes(self) -> u32 {
                match self { $(Self::$name => $bytes),* }
            }
            /// Number of components.
            pub fn components(self) -> u32 {
                match self { $(Self::$name => $components),* }
            }
            /// How a shader sees it.
            pub fn class(self) -> Class {
                match self { $(Self::$name => Class::$class),* }
            }
        }
    };
}

impl VertexFormat {
    /// An attribute lies at multiples of so many bytes: of one component, or of the whole where components share bytes (Vulkan
    /// specification, "Vertex Input Address Calculation").
    pub fn alignment(self) -> u32 {
        match self {
            Self::Unorm10x3a2 => self.bytes(),
            _ => self.bytes() / self.components(),
        }
    }
}

/// No vertex format has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no vertex format '{name}'; nearest: {nearest}")]
pub struct UnknownFormat {
    /// The name that was asked for.
    pub name: String,
    /// The name that begins most like it.
    pub nearest: &'static str,
}

impl std::str::FromStr for VertexFormat {
    type Err = UnknownFormat;

    /// By name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        if let Some(f) = Self::ALL.iter().find(|f| f.name().eq_ignore_ascii_case(name)) {
            return Ok(*f);
        }
        let alike = |f: &&VertexFormat| {
            let same = |(a, b): &(u8, u8)| a.eq_ignore_ascii_case(b);
            f.name().bytes().zip(name.bytes()).take_while(same).count()
        };
        let nearest = Self::ALL.iter().max_by_key(alike).map_or("", |f| f.name());
        Err(UnknownFormat { name: name.to_owned(), nearest })
    }
}

vertex_formats! {
    /// One 32-bit float.
    F32 = Float, 1, 4;
    /// Two 32-bit floats.
    F32x2 = Float, 2, 8;
    /// Three 32-bit floats.
    F32x3 = Float, 3, 12;
    /// Four 32-bit floats.
    F32x4 = Float, 4, 16;
    /// Two 16-bit floats.
    F16x2 = Float, 2, 4;
    /// Four 16-bit floats.
    F16x4 = Float, 4, 8;
    /// One 32-bit unsigned integer.
    U32 = Uint, 1, 4;
    /// Two 32-bit unsigned integers.
    U32x2 = Uint, 2, 8;
    /// Three 32-bit unsigned integers.
    U32x3 = Uint, 3, 12;
    /// Four 32-bit unsigned integers.
    U32x4 = Uint, 4, 16;
    /// One 32-bit signed integer.
    I32 = Sint, 1, 4;
    /// Two 32-bit signed integers.
    I32x2 = Sint, 2, 8;
    /// Three 32-bit signed integers.
    I32x3 = Sint, 3, 12;
    /// Four 32-bit signed integers.
    I32x4 = Sint, 4, 16;
    /// Two 8-bit unsigned normalised components.
    Unorm8x2 = Float, 2, 2;
    /// Four 8-bit unsigned normalised components.
    Unorm8x4 = Float, 4, 4;
    /// Four 8-bit signed normalised components.
    Snorm8x4 = Float, 4, 4;
    /// Four 8-bit unsigned components.
    U8x4 = Uint, 4, 4;
    /// Four 8-bit signed components.
    I8x4 = Sint, 4, 4;
    /// Two 16-bit unsigned normalised components.
    Unorm16x2 = Float, 2, 4;
    /// Four 16-bit unsigned normalised components.
    Unorm16x4 = Float, 4, 8;
    /// Two 16-bit signed normalised components.
    Snorm16x2 = Float, 2, 4;
    /// Four 16-bit signed normalised components.
    Snorm16x4 = Float, 4, 8;
    /// Two 16-bit unsigned components.
    U16x2 = Uint, 2, 4;
    /// Four 16-bit unsigned components.
    U16x4 = Uint, 4, 8;
    /// Two 16-bit signed components.
    I16x2 = Sint, 2, 4;
    /// Four 16-bit signed components.
    I16x4 = Sint, 4, 8;
    /// 10 bits each of three components and 2 of the fourth, unsigned normalised.
    Unorm10x3a2 = Float, 4, 4;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_sizes_count_whole_blocks() {
        let mut names: Vec<_> = Format::ALL.iter().map(|f| f.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Format::ALL.len());
        assert!(Format::ALL.len() >= 60, "{}", Format::ALL.len());
        // A pass's formats are packed into bytes.
        assert!(Format::ALL.len() < 255);
        assert_eq!(Format::Rgba8Unorm.level_bytes([3, 5, 1]), 60);
        assert_eq!(Format::Bc1RgbaUnorm.level_bytes([5, 4, 1]), 16);
        assert_eq!(Format::Astc8x8Unorm.level_bytes([9, 9, 2]), 4 * 16 * 2);
        assert_eq!(Format::Astc12x10Unorm.level_bytes([25, 20, 1]), 6 * 16);
    }

    #[test]
    fn every_srgb_format_has_its_pair() {
        for f in Format::ALL {
            match f.srgb_pair() {
                Some(pair) => {
                    assert_ne!(f.info().srgb, pair.info().srgb);
                    assert_eq!(pair.srgb_pair(), Some(*f));
                    let same = |f: Format| (f.info().block, f.info().block_bytes, f.info().components);
                    assert_eq!(same(*f), same(pair), "{f}");
                }
                None => assert!(!f.info().srgb, "{f}"),
            }
        }
        assert_eq!(Format::Etc2Rgb8Unorm.srgb_pair(), Some(Format::Etc2Rgb8UnormSrgb));
        assert_eq!(Format::Rgba16Float.srgb_pair(), None);
        assert_eq!(Format::ALL.iter().filter(|f| f.info().srgb).count(), 23);
    }
}
