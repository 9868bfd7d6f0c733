//! JSON as the loader needs it.
//!
//! Not `serde_json`, for three reasons: a number beyond `f64` is an error there and a finding of its own here
//! (`VALUE_NOT_IN_RANGE`); its switch that would keep such numbers changes `Value` for every crate in the build; and
//! the order of members, which decides what the validator calls a primitive's first attribute, is kept here without
//! another switch of that kind. A member that occurs twice counts with its last value. Depth is bounded.

/// Nesting above which a file is refused. Real assets stay under 20.
const MAX_DEPTH: u32 = 128;

/// A JSON value. Members keep their order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// Infinite where the text is beyond `f64`.
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A short form for messages.
    pub(crate) fn brief(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(b) => b.to_string(),
            Self::Number(n) => n.to_string(),
            Self::String(s) => {
                let short: String = s.chars().take(40).collect();
                let dots = if short.len() < s.len() { "..." } else { "" };
                format!("'{short}{dots}'")
            }
            Self::Array(a) if a.is_empty() => "[]".into(),
            Self::Array(a) => format!("an array of {}", a.len()),
            Self::Object(o) if o.is_empty() => "{}".into(),
            Self::Object(_) => "an object".into(),
        }
    }
}

/// Where and why the text is not JSON.
#[derive(Debug, PartialEq)]
pub(crate) struct JsonError {
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// Reads one value and nothing after it but white space.
pub(crate) fn parse(bytes: &[u8]) -> Result<Json, JsonError> {
    let mut p = Parser { bytes, at: 0 };
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        return Err(p.error("it starts with a byte order mark, which glTF forbids; save it without"));
    }
    p.space();
    let value = p.value(0)?;
    p.space();
    if p.at < bytes.len() {
        return Err(p.error("there is more text after the end of the JSON value"));
    }
    Ok(value)
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> JsonError {
        JsonError { offset: self.at, message: message.into() }
    }

    fn unexpected(&self, wanted: &str) -> JsonError {
        match self.peek() {
            None => self.error(format!("the text ends where {wanted} should be")),
            Some(b) if b.is_ascii_graphic() => {
                self.error(format!("'{}' stands where {wanted} should be", b as char))
            }
            Some(b) => self.error(format!("byte 0x{b:02x} stands where {wanted} should be")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, JsonError> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            self.at += word.len();
            return Ok(value);
        }
        Err(self.unexpected("a value"))
    }

    fn value(&mut self, depth: u32) -> Result<Json, JsonError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("values are nested more than {MAX_DEPTH} deep")));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn array(&mut self, depth: u32) -> Result<Json, JsonError> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            self.space();
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take(b']') {
                return Ok(Json::Array(items));
            }
            if !self.take(b',') {
                return Err(self.unexpected("',' or ']'"));
            }
        }
    }

    fn object(&mut self, depth: u32) -> Result<Json, JsonError> {
        self.at += 1;
        let mut members = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a member's name"));
            }
            let name = self.string()?;
            self.space();
            if !self.take(b':') {
                return Err(self.unexpected("':'"));
            }
            self.space();
            let value = self.value(depth + 1)?;
            members.push((name, value));
            self.space();
            if self.take(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.take(b',') {
                return Err(self.unexpected("',' or '}'"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        if !self.peek().is_some_and(|b| b.is_ascii_digit()) {
            return Err(self.unexpected("a digit"));
        }
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = self.bytes.get(start..self.at).and_then(|b| std::str::from_utf8(b).ok());
        match text.and_then(|t| t.parse().ok()) {
            Some(number) => Ok(Json::Number(number)),
            None => Err(self.error("a number cannot be read")),
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|b| b != b'"' && b != b'\\' && b >= 0x20) {
                self.at += 1;
            }
            let plain = self.bytes.get(start..self.at).unwrap_or_default();
            match std::str::from_utf8(plain) {
                Ok(text) => out.push_str(text),
                Err(bad) => {
                    self.at = start + bad.valid_up_to();
                    return Err(self.error("a string is not valid UTF-8"));
                }
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                Some(_) => {
                    return Err(self.error("a control character stands in a string; write it as an escape"));
                }
                None => return Err(self.error("the text ends inside a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.unexpected("an escape character")),
        };
        self.at += 1;
        Ok(c)
    }

    fn hex4(&mut self) -> Result<u32, JsonError> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| (b as char).to_digit(16));
            value = value * 16 + digit.ok_or_else(|| self.unexpected("a hexadecimal digit"))?;
            self.at += 1;
        }
        Ok(value)
    }

    /// Half of a surrogate pair without its other half becomes the replacement character.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.hex4()?;
        if (0xD800..0xDC00).contains(&first)
            && self.bytes.get(self.at..).is_some_and(|r| r.starts_with(b"\\u"))
        {
            let back = self.at;
            self.at += 2;
            let second = self.hex4()?;
            if (0xDC00..0xE000).contains(&second) {
                let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = back;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_and_numbers_beyond_f64_are_infinite() {
        let text = br#" {"a": [1, -2.5e3, 1e309, true, null], "b": "x\n\u00e9\ud83d\ude00\ud800y/"} "#;
        let Json::Object(members) = parse(text).unwrap() else { panic!() };
        assert_eq!(
            members[0].1,
            Json::Array(vec![
                Json::Number(1.0),
                Json::Number(-2500.0),
                Json::Number(f64::INFINITY),
                Json::Bool(true),
                Json::Null
            ])
        );
        assert_eq!(members[1].1, Json::String("x\né😀\u{fffd}y/".into()));
    }

    #[test]
    fn what_is_not_json_gets_a_place_and_a_sentence() {
        for (text, offset, part) in [
            ("", 0, "ends"),
            ("{]", 1, "']' stands"),
            ("[1,]", 3, "']' stands"),
            ("[01]", 2, "','"),
            ("{\"a\"}", 4, "':'"),
            ("\"a", 2, "inside a string"),
            ("[1] 2", 4, "more text"),
            ("-", 1, "a digit"),
            ("tru", 0, "a value"),
            ("\"\\x\"", 2, "escape"),
        ] {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(error.offset == offset && error.message.contains(part), "{text}: {error:?}");
        }
        assert!(parse(&[b'"', 0xff, b'"']).unwrap_err().message.contains("UTF-8"));
        assert!(parse("\u{feff}{}".as_bytes()).unwrap_err().message.contains("byte order mark"));
        assert!(parse("[".repeat(1_000_000).as_bytes()).unwrap_err().message.contains("deep"));
    }
}
