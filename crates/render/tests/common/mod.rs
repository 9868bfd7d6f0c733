//! Small glTF files for tests.
#![allow(dead_code, missing_docs, unreachable_pub)] // each test uses some of it

/// A file with its name.
pub type Case = (Vec<u8>, &'static str);

pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate().fold(0u32, |b, (i, &v)| b | u32::from(v) << (16 - 8 * i));
        for k in 0..4 {
            out.push(if k <= three.len() {
                ALPHABET[(bits >> (18 - 6 * k)) as usize & 63] as char
            } else {
                '='
            });
        }
    }
    out
}

/// `"buffers"` with one buffer of these bytes.
pub fn buffers(bytes: &[u8]) -> String {
    let data = base64(bytes);
    format!(
        r#""buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{data}"}}]"#,
        bytes.len()
    )
}

pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

pub fn json(members: &str) -> Case {
    let comma = if members.is_empty() { "" } else { "," };
    (format!(r#"{{"asset":{{"version":"2.0"}}{comma}{members}}}"#).into_bytes(), "case.gltf")
}

pub fn raw(text: &str) -> Case {
    (text.as_bytes().to_vec(), "case.gltf")
}

/// Accessors over one buffer of these numbers, each accessor in a view of its own, with more members behind.
pub fn data(parts: &[(&str, &[u8])], more: &str) -> Case {
    let (mut bytes, mut views, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (accessor, part)) in parts.iter().enumerate() {
        views.push(format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, bytes.len(), part.len()));
        accessors.push(format!(r#"{{"bufferView":{i},{accessor}}}"#));
        bytes.extend(*part);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    let (views, accessors) = (views.join(","), accessors.join(","));
    json(&format!(r#"{},"bufferViews":[{views}],"accessors":[{accessors}],{more}"#, buffers(&bytes)))
}

pub fn png() -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1).write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}
