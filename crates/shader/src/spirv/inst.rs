//! Words to instructions, with every length checked.

use crate::error::ShaderError;

/// The largest module that is read, 64 MiB: the largest of known engines are below 4 MiB.
pub(crate) const MAX_WORDS: usize = 16 << 20;
/// Universal limit of the SPIR-V specification, section "Universal Limits".
pub(crate) const MAX_BOUND: u32 = 4_194_303;
pub(crate) const MAGIC: u32 = 0x0723_0203;
pub(crate) const HEADER_WORDS: usize = 5;

/// The header of a module.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    pub(crate) version: [u8; 2],
    pub(crate) bound: u32,
}

/// Reads and checks the header.
pub(crate) fn header(words: &[u32]) -> Result<Header, ShaderError> {
    let [magic, version, _generator, bound, _schema, ..] = *words else {
        return Err(ShaderError::TooShort { words: words.len() });
    };
    if words.len() > MAX_WORDS {
        return Err(ShaderError::TooLarge { words: words.len(), allowed: MAX_WORDS });
    }
    if magic != MAGIC {
        let hint = match magic {
            0x0302_2307 => "its bytes are in the other order: swap them in every word",
            0x4342_5844 => "this is DXBC or DXIL: compile the source to SPIR-V",
            m if m.to_le_bytes().iter().all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace()) => {
                "this looks like source text: compile it first"
            }
            _ => "this is not SPIR-V",
        };
        return Err(ShaderError::BadMagic { found: magic, hint });
    }
    let [_, major, minor, _] = version.to_be_bytes();
    if major != 1 || minor > 6 {
        return Err(ShaderError::Version { major, minor });
    }
    if bound == 0 || bound > MAX_BOUND {
        return Err(ShaderError::Bound { bound, allowed: MAX_BOUND });
    }
    Ok(Header { version: [major, minor], bound })
}

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inst<'a> {
    /// Where it starts, in words.
    pub(crate) word: usize,
    pub(crate) opcode: u16,
    pub(crate) operands: &'a [u32],
}

impl<'a> Inst<'a> {
    /// Operand `i`.
    pub(crate) fn get(&self, i: usize) -> Result<u32, ShaderError> {
        self.operands.get(i).copied().ok_or(ShaderError::Operand {
            word: self.word,
            opcode: self.opcode,
            operand: i,
        })
    }

    /// Operand `i` as an id below `bound`.
    pub(crate) fn id(&self, i: usize, bound: u32) -> Result<u32, ShaderError> {
        let id = self.get(i)?;
        if id == 0 || id >= bound {
            return Err(ShaderError::Id { word: self.word, id, bound });
        }
        Ok(id)
    }

    /// The operands from `i` on; none where there are fewer.
    pub(crate) fn rest(&self, i: usize) -> &'a [u32] {
        self.operands.get(i..).unwrap_or_default()
    }

    /// The string that starts at operand `i`, and the operand after it.
    pub(crate) fn text(&self, i: usize) -> Result<(String, usize), ShaderError> {
        let fault = |fault| ShaderError::Text { word: self.word, opcode: self.opcode, fault };
        let mut bytes = Vec::new();
        for (k, word) in self.rest(i).iter().enumerate() {
            let word = word.to_le_bytes();
            if let Some(end) = word.iter().position(|&b| b == 0) {
                bytes.extend_from_slice(&word[..end]);
                let text = String::from_utf8(bytes).map_err(|_| fault("is not UTF-8"))?;
                return Ok((text, i + k + 1));
            }
            bytes.extend_from_slice(&word);
        }
        Err(fault("has no end"))
    }
}

/// The instructions of a module, in order; ends after the first error.
pub(crate) struct Instructions<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Instructions<'a> {
    /// Those after the header, which must have been checked.
    pub(crate) fn new(words: &'a [u32]) -> Self {
        Self { words, at: HEADER_WORDS }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Inst<'a>, ShaderError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.words.get(self.at..)?;
        let &first = rest.first()?;
        let (length, opcode) = ((first >> 16) as usize, (first & 0xffff) as u16);
        let word = self.at;
        if length == 0 || length > rest.len() {
            self.at = self.words.len();
            return Some(Err(ShaderError::Length { word, length, left: rest.len() }));
        }
        self.at += length;
        Some(Ok(Inst { word, opcode, operands: &rest[1..length] }))
    }
}
