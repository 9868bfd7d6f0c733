//! Images: what a file's bytes are, whether they can be decoded, and the pixels.
//!
//! PNG and JPEG go through the crate `image`. What it cannot open although the header is whole is told apart from what
//! is cut short, because the validator has two codes for that.

use ::image::error::{ImageError, LimitErrorKind};
use ::image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// A format that is recognised by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Jpeg,
    WebP,
    Ktx2,
    Dds,
    Gif,
    Bmp,
    Avif,
}

impl Kind {
    pub(crate) fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
            Self::Ktx2 => "image/ktx2",
            Self::Dds => "image/vnd-ms.dds",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
            Self::Avif => "image/avif",
        }
    }

    /// The format, if it is one that glTF has without an extension and that is decoded here.
    fn decoder(self) -> Option<ImageFormat> {
        match self {
            Self::Png => Some(ImageFormat::Png),
            Self::Jpeg => Some(ImageFormat::Jpeg),
            Self::WebP | Self::Ktx2 | Self::Dds | Self::Gif | Self::Bmp | Self::Avif => None,
        }
    }
}

/// What the bytes are, by their first few.
pub(crate) fn sniff(bytes: &[u8]) -> Option<Kind> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let inner = |at: usize, magic: &[u8]| bytes.get(at..).is_some_and(|b| b.starts_with(magic));
    Some(match () {
        () if starts(b"\x89PNG\r\n\x1a\n") => Kind::Png,
        () if starts(b"\xff\xd8\xff") => Kind::Jpeg,
        () if starts(b"RIFF") && inner(8, b"WEBP") => Kind::WebP,
        () if starts(b"\xabKTX 20\xbb\r\n\x1a\n") => Kind::Ktx2,
        () if starts(b"DDS ") => Kind::Dds,
        () if starts(b"GIF8") => Kind::Gif,
        () if starts(b"BM") && bytes.len() > 26 => Kind::Bmp,
        () if inner(4, b"ftypavif") => Kind::Avif,
        () => return None,
    })
}

/// Why there are no pixels.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No format that is known.
    Unrecognized,
    /// A format that is known but not decoded.
    NotDecoded(&'static str),
    /// A format that is decoded, with something in it that is not (arithmetic coding, for one).
    Unsupported(String),
    /// The data ends too early.
    Truncated(String),
    /// The data is wrong.
    Invalid(String),
    /// A side is longer than is allowed.
    TooLarge { side: u64 },
    /// There is no room left for it.
    NoRoom { bytes: u64 },
}

/// Decoded pixels.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rgba8: Vec<u8>,
}

fn failure(error: &ImageError) -> Failure {
    if let ImageError::Unsupported(what) = error {
        return Failure::Unsupported(what.to_string());
    }
    // The decoders say "unexpected end" in several ways: as an I/O error, or inside their own errors.
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(e) = source {
        let io = e.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let text = e.to_string().to_ascii_lowercase();
        if io == Some(std::io::ErrorKind::UnexpectedEof)
            || ["unexpected end", "unexpected eof", "end of file", "exhausted data"]
                .iter()
                .any(|t| text.contains(t))
        {
            return Failure::Truncated(error.to_string());
        }
        source = e.source();
    }
    Failure::Invalid(error.to_string())
}

fn reader(bytes: &[u8], format: ImageFormat) -> ImageReader<Cursor<&[u8]>> {
    ImageReader::with_format(Cursor::new(bytes), format)
}

/// Width and height, from the header alone.
pub(crate) fn dimensions(bytes: &[u8]) -> Result<(Kind, u32, u32), Failure> {
    let kind = sniff(bytes).ok_or(Failure::Unrecognized)?;
    let format = kind.decoder().ok_or(Failure::NotDecoded(kind.mime()))?;
    let (width, height) = reader(bytes, format).into_dimensions().map_err(|e| failure(&e))?;
    if width == 0 || height == 0 {
        return Err(Failure::Invalid(format!("it is {width}x{height} pixels")));
    }
    Ok((kind, width, height))
}

/// Decodes to eight bits a channel, within `side` pixels a side and `room` bytes.
pub(crate) fn decode(bytes: &[u8], side: u32, room: u64) -> Result<Pixels, Failure> {
    let (kind, width, height) = dimensions(bytes)?;
    if width > side || height > side {
        return Err(Failure::TooLarge { side: u64::from(width.max(height)) });
    }
    let size = u64::from(width) * u64::from(height) * 4;
    if size > room {
        return Err(Failure::NoRoom { bytes: size });
    }
    let format = kind.decoder().ok_or(Failure::NotDecoded(kind.mime()))?;
    let mut reader = reader(bytes, format);
    let mut limits = Limits::default();
    // 16 bits a channel need twice the bytes, and the decoders some rows of their own.
    limits.max_alloc = Some(size.saturating_mul(3).saturating_add(64 << 20));
    reader.limits(limits);
    let decoded = reader.decode().map_err(|e| match &e {
        ImageError::Limits(l) if matches!(l.kind(), LimitErrorKind::InsufficientMemory) => {
            Failure::NoRoom { bytes: size }
        }
        _ => failure(&e),
    })?;
    let rgba = decoded.into_rgba8();
    Ok(Pixels { width: rgba.width(), height: rgba.height(), rgba8: rgba.into_raw() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        let image = ::image::RgbImage::from_pixel(width, height, ::image::Rgb([10, 20, 30]));
        image.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn pixels_come_out_and_limits_hold() {
        let bytes = png(5, 3);
        let pixels = decode(&bytes, 100, 1000).unwrap();
        assert_eq!((pixels.width, pixels.height, pixels.rgba8.len()), (5, 3, 60));
        assert_eq!(pixels.rgba8[..4], [10, 20, 30, 255]);
        assert_eq!(decode(&bytes, 4, 1000).err(), Some(Failure::TooLarge { side: 5 }));
        assert_eq!(decode(&bytes, 100, 59).err(), Some(Failure::NoRoom { bytes: 60 }));
        assert_eq!(decode(b"nonsense", 9, 9).err(), Some(Failure::Unrecognized));
        assert!(matches!(decode(b"DDS \0\0\0\0", 9, 9), Err(Failure::NotDecoded("image/vnd-ms.dds"))));
        for cut in 8..bytes.len() - 12 {
            let error = decode(&bytes[..cut], 100, 1000).err();
            assert!(matches!(error, Some(Failure::Truncated(_))), "{cut}: {error:?}");
        }
    }

    #[test]
    fn a_header_that_claims_a_billion_pixels_allocates_nothing() {
        let mut bytes = png(1, 1);
        bytes[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        // The checksum of the header no longer fits, which is found first.
        assert!(matches!(
            decode(&bytes, 16384, 1 << 30),
            Err(Failure::Invalid(_) | Failure::TooLarge { .. })
        ));
    }
}
