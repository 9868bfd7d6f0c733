//! Damage that a number decides: the same number, seed and target give the same input on every machine.

use crate::seeds::Seed;
use serde_json::{Map, Number, Value};

/// A generator of numbers (SplitMix64, Steele and others, "Fast splittable pseudorandom number generators").
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Starts where the parts say.
    pub fn new(parts: &[u64]) -> Self {
        let mut rng = Self(0);
        for part in parts {
            rng.0 ^= part.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            rng.0 = rng.next();
        }
        rng
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)] // it never ends
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`; 0 where there is nothing below.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// Numbers at the edges of what readers hold them in.
const EDGES: [f64; 24] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    3.0,
    127.0,
    128.0,
    255.0,
    256.0,
    32767.0,
    65535.0,
    65536.0,
    2_147_483_647.0,
    2_147_483_648.0,
    4_294_967_295.0,
    4_294_967_296.0,
    9_007_199_254_740_992.0,
    1.8446744073709552e19,
    0.5,
    -0.0,
    1e-45,
    3.5e38,
    1e300,
    -1e300,
];

/// Words that mean something to one of the readers.
const WORDS: [&str; 40] = [
    "",
    "a",
    "POSITION",
    "JOINTS_0",
    "WEIGHTS_0",
    "COLOR_0",
    "SCALAR",
    "MAT4",
    "VEC3",
    "CUBICSPLINE",
    "weights",
    "rotation",
    "0x7fffffffffffffff",
    "1.3.9999999999",
    "VK_KHR_swapchain",
    "VkPhysicalDeviceFeatures",
    "VK_FORMAT_R8_UNORM",
    "../../x",
    "data:;base64,",
    "data:image/png;base64,iVBORw0KGgo=",
    "\u{0}",
    "\u{fffd}\u{1F600}",
    "required",
    "NaN",
    "#include \"a\"\n",
    "\n#if 1\n",
    "\n#endif\n",
    "#define A(x) x x\n",
    "/*",
    "array<u32, 4294967295>()",
    "vec4<f32>(",
    "if (true) ",
    "[4294967295]",
    "@binding(0) @group(0) ",
    "layout(location = 0) ",
    "struct ",
    " << 31 ",
    " % 0 ",
    "-2147483648",
    "ptr<function, ",
];

/// A damaged seed.
pub fn damaged(seeds: &[Seed], rng: &mut Rng) -> Vec<u8> {
    let Some(seed) = rng.pick(seeds).cloned() else { return Vec::new() };
    let times = 1 + rng.below(4);
    match seed {
        Seed::Bytes(mut bytes) => {
            (0..times).for_each(|_| bend(&mut bytes, rng));
            bytes
        }
        Seed::Words(mut words) => {
            (0..times).for_each(|_| bend_words(&mut words, rng));
            words.iter().flat_map(|w| w.to_le_bytes()).collect()
        }
        Seed::Json(mut value, mut bin) => {
            // Now and then the text itself, mostly what it says.
            let text = rng.one_in(6);
            if !text {
                (0..times).for_each(|_| bend_json(&mut value, rng));
            }
            let mut json = serde_json::to_vec(&value).unwrap_or_default();
            if text {
                (0..times).for_each(|_| bend(&mut json, rng));
            }
            let Some(bin) = &mut bin else { return json };
            if rng.one_in(3) {
                bend(bin, rng);
            }
            let mut file = glb(json, bin);
            if rng.one_in(12) {
                bend(&mut file, rng);
            }
            file
        }
    }
}

/// A seed as it is, for the corpus of another fuzzer.
pub fn whole(seed: &Seed) -> Vec<u8> {
    match seed {
        Seed::Bytes(bytes) => bytes.clone(),
        Seed::Words(words) => words.iter().flat_map(|w| w.to_le_bytes()).collect(),
        Seed::Json(value, bin) => {
            let json = serde_json::to_vec(value).unwrap_or_default();
            bin.as_ref().map_or(json.clone(), |bin| glb(json, bin))
        }
    }
}

fn glb(mut json: Vec<u8>, bin: &[u8]) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    let length = |n: usize| (n as u32).to_le_bytes();
    let padded = bin.len().next_multiple_of(4);
    out.extend(length(12 + 8 + json.len() + 8 + padded));
    out.extend(length(json.len()));
    out.extend(b"JSON");
    out.extend(json);
    out.extend(length(padded));
    out.extend(b"BIN\0");
    out.extend(bin);
    out.resize(out.len() + padded - bin.len(), 0);
    out
}

/// Damage to bytes.
pub fn bend(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let n = bytes.len();
    let at = rng.below(n);
    match rng.below(9) {
        0 => {
            if let Some(b) = bytes.get_mut(at) {
                *b ^= 1 << rng.below(8);
            }
        }
        1 => {
            if let Some(b) = bytes.get_mut(at) {
                *b = rng.next() as u8;
            }
        }
        2 => bytes.truncate(at),
        3 => {
            let end = (at + 1 + rng.below(16)).min(n);
            bytes.drain(at..end);
        }
        4 => {
            let end = (at + 1 + rng.below(64)).min(n);
            let part = bytes.get(at..end).unwrap_or_default().repeat(1 + rng.below(8));
            bytes.splice(at..at, part);
        }
        5 => {
            let edge = *rng.pick(&EDGES).unwrap_or(&0.0);
            let raw = (edge as u32).to_le_bytes();
            let raw = if rng.one_in(2) { (edge as f32).to_le_bytes() } else { raw };
            for (slot, b) in bytes.iter_mut().skip(at).zip(raw) {
                *slot = b;
            }
        }
        6 => {
            let mark = *rng.pick(b"{}[]\",:\\/=0-.e\n\0\xff'#").unwrap_or(&0);
            bytes.splice(at..at, std::iter::repeat_n(mark, 1 + rng.below(3)));
        }
        7 => {
            // Depth.
            let mark = *rng.pick(b"[{(-\"").unwrap_or(&b'[');
            bytes.splice(at..at, std::iter::repeat_n(mark, 1 << rng.below(15)));
        }
        _ => {
            let word = rng.pick(&WORDS).copied().unwrap_or_default();
            bytes.splice(at..at, word.bytes());
        }
    }
}

/// Damage to words of a module: its instructions start with their length and code.
fn bend_words(words: &mut Vec<u32>, rng: &mut Rng) {
    let n = words.len();
    let at = rng.below(n);
    let edge = *rng.pick(&EDGES).unwrap_or(&0.0) as u32;
    let id = rng.below(256) as u32;
    match rng.below(8) {
        0 => words.truncate(at),
        1 => {
            let end = (at + 1 + rng.below(8)).min(n);
            words.drain(at..end);
        }
        2 => {
            let end = (at + 1 + rng.below(32)).min(n);
            let part = words.get(at..end).unwrap_or_default().repeat(1 + rng.below(4));
            words.splice(at..at, part);
        }
        other => {
            if let Some(w) = words.get_mut(at) {
                *w = match other {
                    3 => *w ^ 1 << rng.below(32),
                    4 => edge,
                    // Another instruction of the same length, or another length.
                    5 => *w & 0xffff_0000 | rng.below(400) as u32,
                    6 => *w & 0xffff | (rng.below(12) as u32) << 16,
                    _ => id,
                };
            }
        }
    }
}

/// How many values there are, itself included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// The value of this number in the order of reading.
fn nth(value: &mut Value, n: usize) -> Option<&mut Value> {
    if n == 0 {
        return Some(value);
    }
    let mut left = n - 1;
    let inner: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.iter_mut().map(|(_, v)| v).collect(),
        _ => return None,
    };
    for item in inner {
        let inside = count(item);
        if left < inside {
            return nth(item, left);
        }
        left -= inside;
    }
    None
}

/// Damage to one value of a document.
fn bend_json(root: &mut Value, rng: &mut Rng) {
    let all = count(root);
    let other = nth(root, rng.below(all)).filter(|v| count(v) < 200).cloned();
    let Some(value) = nth(root, rng.below(all)) else { return };
    if rng.one_in(12) {
        *value = other.unwrap_or(Value::Null);
        return;
    }
    match value {
        Value::Number(n) => *value = number(n.as_f64().unwrap_or(0.0), rng),
        Value::String(text) => bend_text(text, rng),
        Value::Array(items) => bend_array(items, rng),
        Value::Object(members) => bend_object(members, rng),
        Value::Bool(b) if rng.one_in(2) => *b = !*b,
        Value::Bool(_) | Value::Null => *value = number(0.0, rng),
    }
}

fn number(old: f64, rng: &mut Rng) -> Value {
    let edge = *rng.pick(&EDGES).unwrap_or(&0.0);
    let new = match rng.below(6) {
        0 => old + 1.0,
        1 => old - 1.0,
        2 => old * 2.0,
        3 => rng.below(32) as f64,
        _ => edge,
    };
    if new.fract() == 0.0 && new.abs() < 9e15 && !rng.one_in(8) {
        return Value::from(new as i64);
    }
    Number::from_f64(new).map_or(Value::Null, Value::Number)
}

fn bend_text(text: &mut String, rng: &mut Rng) {
    if let Some((head, data)) = text.split_once(";base64,")
        && !rng.one_in(4)
    {
        let mut bytes = base64::decode(data);
        bend(&mut bytes, rng);
        *text = format!("{head};base64,{}", base64::encode(&bytes));
        return;
    }
    match rng.below(4) {
        0 => *text = rng.pick(&WORDS).copied().unwrap_or_default().to_owned(),
        1 => *text = text.chars().take(rng.below(text.len())).collect(),
        2 => *text = text.repeat(1 + rng.below(4)),
        _ => {
            let mut bytes = std::mem::take(text).into_bytes();
            bend(&mut bytes, rng);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
}

fn bend_array(items: &mut Vec<Value>, rng: &mut Rng) {
    let at = rng.below(items.len());
    match rng.below(4) {
        0 if !items.is_empty() => {
            items.remove(at);
        }
        1 => items.clear(),
        2 => {
            let other = rng.below(items.len());
            if at < items.len() {
                items.swap(at, other);
            }
        }
        _ => {
            if let Some(item) = items.get(at).filter(|v| count(v) < 50).cloned() {
                items.extend(std::iter::repeat_n(item, 1 << rng.below(8)));
            }
        }
    }
}

fn bend_object(members: &mut Map<String, Value>, rng: &mut Rng) {
    let keys: Vec<String> = members.keys().cloned().collect();
    let Some(key) = rng.pick(&keys).cloned() else {
        members.insert(rng.pick(&WORDS).copied().unwrap_or_default().to_owned(), number(0.0, rng));
        return;
    };
    let other = rng.pick(&keys).cloned().unwrap_or_default();
    match rng.below(4) {
        0 => {
            members.remove(&key);
        }
        1 => {
            if let Some(value) = members.remove(&key) {
                members.insert(rng.pick(&WORDS).copied().unwrap_or_default().to_owned(), value);
            }
        }
        2 => {
            if let Some(value) = members.get(&key).cloned() {
                members.insert(other, value);
            }
        }
        _ => {
            members.insert(key, number(0.0, rng));
        }
    }
}

/// Base64, as data URIs have it (RFC 4648).
pub mod base64 {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /// As text.
    pub fn encode(bytes: &[u8]) -> String {
        let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
        for three in bytes.chunks(3) {
            let bits = three.iter().enumerate().fold(0u32, |b, (i, &v)| b | u32::from(v) << (16 - 8 * i));
            for k in 0..4 {
                let digit = ALPHABET.get((bits >> (18 - 6 * k)) as usize & 63).copied().unwrap_or(b'A');
                out.push(if k <= three.len() { digit as char } else { '=' });
            }
        }
        out
    }

    /// What can be read of a text.
    pub fn decode(text: &str) -> Vec<u8> {
        let digits = text.bytes().filter_map(|b| ALPHABET.iter().position(|a| *a == b));
        let digits: Vec<u32> = digits.map(|d| d as u32).collect();
        let mut out = Vec::with_capacity(digits.len() / 4 * 3);
        for four in digits.chunks(4) {
            let bits = four.iter().enumerate().fold(0u32, |b, (i, &v)| b | v << (18 - 6 * i));
            let [_, a, b, c] = bits.to_be_bytes();
            out.extend([a, b, c].into_iter().take(four.len().saturating_sub(1)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_give_the_same_damage() {
        let seeds = [Seed::Bytes(b"{\"a\": [1, 2]}".to_vec()), Seed::Words(vec![1, 2, 3])];
        let run = |seed| (0..50).map(|k| damaged(&seeds, &mut Rng::new(&[seed, k]))).collect::<Vec<_>>();
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn bytes_go_through_text_and_back() {
        for n in 0..20u8 {
            let bytes: Vec<u8> = (0..n).map(|i| i.wrapping_mul(77)).collect();
            assert_eq!(base64::decode(&base64::encode(&bytes)), bytes);
        }
    }
}
