//! URIs of buffers and images: data URIs are decoded, relative references become paths inside the asset's folder.
//! Candor reads no network and nothing outside that folder: a model from somewhere else must not pick files here.

use std::path::{Component, Path, PathBuf};

/// What a URI stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Uri {
    /// Bytes in the URI itself, with their media type in lower case.
    Data { mime: String, bytes: Vec<u8> },
    /// Anything else, as written.
    External(String),
}

/// Takes a URI apart.
///
/// # Errors
/// A sentence on why it is not a URI.
pub(crate) fn parse(text: &str) -> Result<Uri, String> {
    if text.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:")) {
        return data(text.get(5..).unwrap_or_default());
    }
    if let Some(scheme) = scheme(text) {
        if scheme.is_empty() {
            return Err("it starts with ':', so its scheme is empty".into());
        }
        let first_is_letter = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
        if !first_is_letter || !scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) {
            return Err(format!(
                "'{scheme}' before ':' is not a scheme; a ':' in a file name is written %3A"
            ));
        }
    }
    Ok(Uri::External(text.to_owned()))
}

/// What stands before the first ':' if that comes before any of '/', '?', '#'.
fn scheme(text: &str) -> Option<&str> {
    let end = text.find([':', '/', '?', '#'])?;
    text.get(end..)?.starts_with(':').then(|| text.get(..end)).flatten()
}

fn data(rest: &str) -> Result<Uri, String> {
    let Some((head, body)) = rest.split_once(',') else {
        return Err("a data URI has a ',' before its data".into());
    };
    let mut parts = head.split(';');
    let mime = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let mut base64 = false;
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if part.trim().eq_ignore_ascii_case("base64") && parts.peek().is_none() {
            base64 = true;
        } else if !part.contains('=') {
            return Err(format!("'{part}' after ';' is neither 'base64' nor name=value"));
        }
    }
    let mime = if mime.is_empty() { "text/plain".to_owned() } else { mime };
    let body = percent_decode(body);
    let bytes = if base64 { base64_decode(&body)? } else { body };
    Ok(Uri::Data { mime, bytes })
}

/// Replaces %XX; a '%' that is not followed by two hexadecimal digits stays.
pub(crate) fn percent_decode(text: &str) -> Vec<u8> {
    let hex = |b: u8| (b as char).to_digit(16);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if let (b'%', [a, b, tail @ ..]) = (first, after)
            && let (Some(a), Some(b)) = (hex(*a), hex(*b))
        {
            out.push((a * 16 + b) as u8);
            rest = tail;
        } else {
            out.push(first);
            rest = after;
        }
    }
    out
}

/// Both alphabets; padding may be missing, but where it stands it must end the data.
fn base64_decode(text: &[u8]) -> Result<Vec<u8>, String> {
    let padding = text.iter().rev().take_while(|&&b| b == b'=').count();
    let body = text.get(..text.len() - padding).unwrap_or_default();
    if padding > 2 || (padding > 0 && !text.len().is_multiple_of(4)) || body.len() % 4 == 1 {
        return Err("its base64 data has a wrong length".into());
    }
    let mut out = Vec::with_capacity(body.len() / 4 * 3 + 2);
    for (i, four) in body.chunks(4).enumerate() {
        let mut bits = 0u32;
        for (k, &b) in four.iter().enumerate() {
            let six = match b {
                b'A'..=b'Z' => b - b'A',
                b'a'..=b'z' => b - b'a' + 26,
                b'0'..=b'9' => b - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                _ => {
                    return Err(format!(
                        "byte {} of its data, '{}', is not base64",
                        i * 4 + k,
                        b.escape_ascii()
                    ));
                }
            };
            bits |= u32::from(six) << (18 - 6 * k);
        }
        let [_, a, b, c] = bits.to_be_bytes();
        out.extend([a, b, c].iter().take(four.len() - 1));
    }
    Ok(out)
}

/// The file that a relative reference names.
///
/// # Errors
/// A sentence on why it is not read: another host, another folder, no folder at all.
pub(crate) fn resolve(text: &str, folder: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(scheme) = scheme(text) {
        return Err(format!(
            "'{text}' is not relative ('{scheme}:'); Candor reads only files in the asset's own folder, so put it there"
        ));
    }
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let path =
        String::from_utf8(percent_decode(path)).map_err(|_| format!("'{text}' is not UTF-8 when decoded"))?;
    if path.is_empty() {
        return Err("the URI names no file".into());
    }
    let Some(folder) = folder else {
        return Err(format!("'{text}' is a file beside the asset, but the asset was not read from a folder"));
    };
    // A backslash separates folders on Windows, so it may not smuggle a '..' past this check there.
    let leaves = path.split(['/', '\\']).any(|part| part == "..");
    let absolute = path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':');
    let plain = Path::new(&path).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if leaves || absolute || !plain || path.contains('\0') {
        return Err(format!(
            "'{text}' leads out of the asset's folder, which Candor does not follow; put the file into that folder"
        ));
    }
    Ok(folder.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        match parse(text).unwrap() {
            Uri::Data { bytes, .. } => bytes,
            Uri::External(_) => panic!("{text}"),
        }
    }

    #[test]
    fn data_uris_are_decoded() {
        assert_eq!(bytes("data:application/octet-stream;base64,AAEC/w=="), [0, 1, 2, 255]);
        assert_eq!(bytes("data:;base64,AAEC_w"), [0, 1, 2, 255]);
        assert_eq!(bytes("DATA:text/plain;charset=utf-8,a%20b%"), b"a b%");
        assert_eq!(bytes("data:,"), b"");
        for (text, part) in [
            ("data:", "','"),
            ("data:x;;base64,AA==", "neither"),
            ("data:x;base64,`", "wrong length"),
            ("data:x;base64,AA`A", "byte 2"),
            ("data:x;base64,A===", "wrong length"),
            (":", "scheme is empty"),
            ("a b:c", "not a scheme"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn references_stay_inside_the_folder() {
        let folder = Some(Path::new("/models"));
        assert_eq!(resolve("a%20b/c.bin?v=1#x", folder), Ok(PathBuf::from("/models/a b/c.bin")));
        assert_eq!(resolve("./c.bin", folder), Ok(PathBuf::from("/models/./c.bin")));
        for text in ["../x", "a/../../x", "/etc/passwd", "%2e%2e/x", "..%5cx", "\\x", "C%3A/x", "x%00"] {
            let error = resolve(text, folder).unwrap_err();
            assert!(error.contains("out of the asset's folder"), "{text}: {error}");
        }
        for text in ["http://example.com/a.bin", "file:///etc/passwd", "C:/x"] {
            assert!(resolve(text, folder).unwrap_err().contains("not relative"));
        }
        assert!(resolve("", folder).is_err() && resolve("a", None).is_err());
    }
}
