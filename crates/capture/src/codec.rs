//! Values as bytes: numbers in as few bytes as they need, floats as their bits, lists with their length before them. Reading is
//! bounded: by the bytes that are there, and by a budget of memory.

use crate::error::Damage;
use crate::model::{Blob, Id, Spirv};
use std::collections::HashMap;
use std::sync::Arc;

/// Bytes of memory that the values of one section may take.
const BUDGET: u64 = 1 << 30;

/// Puts values together.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) out: Vec<u8>,
    pub(crate) blobs: Vec<Arc<[u8]>>,
    known: HashMap<Arc<[u8]>, u32>,
}

impl Writer {
    pub(crate) fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.out.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    fn blob(&mut self, bytes: &Arc<[u8]>) {
        let next = self.blobs.len() as u32;
        let at = *self.known.entry(bytes.clone()).or_insert(next);
        if at == next {
            self.blobs.push(bytes.clone());
        }
        self.number(u64::from(at));
    }
}

/// Takes values apart.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    section: &'static str,
    blobs: &'a [Arc<[u8]>],
    budget: u64,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(section: &'static str, bytes: &'a [u8], blobs: &'a [Arc<[u8]>]) -> Self {
        Self { bytes, at: 0, section, blobs, budget: BUDGET }
    }

    pub(crate) fn refuse<T>(&self, rule: impl Into<String>) -> Result<T, Damage> {
        Err(Damage::new(format!("section {}, byte {}", self.section, self.at), rule))
    }

    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], Damage> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        match rest.get(..n) {
            Some(found) => {
                self.at += n;
                Ok(found)
            }
            None => self.refuse(format!("{n} bytes are to follow, {} are left", rest.len())),
        }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Damage> {
        let mut n = 0u64;
        for shift in (0..).step_by(7) {
            let [byte] = self.array()?;
            let part = u64::from(byte & 0x7f);
            if shift > 63 || (shift == 63 && part > 1) || (byte == 0 && shift > 0) {
                return self.refuse("a number is longer than 64 bits or than it needs to be");
            }
            n |= part << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(n)
    }

    /// The length of a list of things of so many bytes in memory, each of which takes at least one byte here.
    pub(crate) fn count(&mut self, each: usize) -> Result<usize, Damage> {
        let n = self.number()?;
        let left = (self.bytes.len() - self.at) as u64;
        if n > left {
            return self.refuse(format!("a list counts {n} things, {left} bytes are left"));
        }
        match self.budget.checked_sub(n.saturating_mul(each as u64)) {
            Some(rest) => self.budget = rest,
            None => return self.refuse(format!("the section would take more than {BUDGET} bytes of memory")),
        }
        Ok(n as usize)
    }

    fn blob(&mut self) -> Result<Arc<[u8]>, Damage> {
        let n = self.number()?;
        match usize::try_from(n).ok().and_then(|n| self.blobs.get(n)) {
            Some(b) => Ok(b.clone()),
            None => self.refuse(format!("blob {n} is named, {} exist", self.blobs.len())),
        }
    }

    /// All was read.
    pub(crate) fn end(&self) -> Result<(), Damage> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => self.refuse(format!("{left} bytes are left over")),
        }
    }
}

/// A value that is written and read.
pub(crate) trait Code: Sized {
    fn put(&self, w: &mut Writer);
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage>;
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl Code for $t {
            fn put(&self, w: &mut Writer) {
                w.number(u64::from(*self));
            }
            fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
                let n = r.number()?;
                match Self::try_from(n) {
                    Ok(v) => Ok(v),
                    Err(_) => r.refuse(format!("{n} is given, at most {} is allowed", Self::MAX)),
                }
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64);

impl Code for bool {
    fn put(&self, w: &mut Writer) {
        w.out.push(u8::from(*self));
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        match r.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            [n] => r.refuse(format!("{n} is neither no (0) nor yes (1)")),
        }
    }
}

macro_rules! bits {
    ($($t:ty),*) => {$(
        impl Code for $t {
            fn put(&self, w: &mut Writer) {
                w.out.extend_from_slice(&self.to_le_bytes());
            }
            fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
                Ok(Self::from_le_bytes(r.array()?))
            }
        }
    )*};
}
bits!(f32, f64, i32, i64);

impl Code for String {
    fn put(&self, w: &mut Writer) {
        w.number(self.len() as u64);
        w.out.extend_from_slice(self.as_bytes());
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        let n = r.count(1)?;
        match std::str::from_utf8(r.take(n)?) {
            Ok(s) => Ok(s.to_owned()),
            Err(_) => r.refuse("a text is no UTF-8"),
        }
    }
}

impl<T: Code> Code for Option<T> {
    fn put(&self, w: &mut Writer) {
        self.is_some().put(w);
        if let Some(v) = self {
            v.put(w);
        }
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        Ok(if bool::get(r)? { Some(T::get(r)?) } else { None })
    }
}

impl<T: Code> Code for Box<T> {
    fn put(&self, w: &mut Writer) {
        (**self).put(w);
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        Ok(Box::new(T::get(r)?))
    }
}

impl<T: Code> Code for Vec<T> {
    fn put(&self, w: &mut Writer) {
        w.number(self.len() as u64);
        self.iter().for_each(|v| v.put(w));
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        let n = r.count(size_of::<T>())?;
        (0..n).map(|_| T::get(r)).collect()
    }
}

impl<T: Code, const N: usize> Code for [T; N] {
    fn put(&self, w: &mut Writer) {
        self.iter().for_each(|v| v.put(w));
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        let all: Vec<T> = (0..N).map(|_| T::get(r)).collect::<Result<_, _>>()?;
        let len = all.len();
        all.try_into().or_else(|_| r.refuse(format!("{len} things where {N} belong")))
    }
}

macro_rules! tuples {
    ($(($($t:ident $i:tt),*))*) => {$(
        impl<$($t: Code),*> Code for ($($t,)*) {
            fn put(&self, w: &mut Writer) {
                $(self.$i.put(w);)*
            }
            fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
                Ok(($($t::get(r)?,)*))
            }
        }
    )*};
}
tuples! { (A 0, B 1) (A 0, B 1, C 2) }

impl Code for Id {
    fn put(&self, w: &mut Writer) {
        self.0.put(w);
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        u32::get(r).map(Self)
    }
}

impl Code for Blob {
    fn put(&self, w: &mut Writer) {
        w.blob(&self.0);
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        r.blob().map(Self)
    }
}

impl Code for Spirv {
    fn put(&self, w: &mut Writer) {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        w.blob(&bytes.into());
    }
    fn get(r: &mut Reader<'_>) -> Result<Self, Damage> {
        let bytes = r.blob()?;
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return r.refuse(format!("a shader has {} bytes, which are no whole words", bytes.len()));
        }
        match r.budget.checked_sub(bytes.len() as u64) {
            Some(left) => r.budget = left,
            None => return r.refuse(format!("the section would take more than {BUDGET} bytes of memory")),
        }
        Ok(Self(words.iter().map(|w| u32::from_le_bytes(*w)).collect()))
    }
}

/// A struct is its fields in order.
macro_rules! structs {
    ($($t:ident$(<$p:ident>)?: $($f:ident),*;)*) => {$(
        impl $crate::codec::Code for $t$(<$p>)? {
            fn put(&self, w: &mut $crate::codec::Writer) {
                $(self.$f.put(w);)*
            }
            fn get(r: &mut $crate::codec::Reader<'_>) -> Result<Self, $crate::error::Damage> {
                Ok(Self { $($f: $crate::codec::Code::get(r)?),* })
            }
        }
    )*};
}

/// An enum is the number of its variant and the variant's fields.
macro_rules! sums {
    ($($t:ident $what:literal: $($n:literal = $v:ident { $($f:tt: $b:ident),* }),*;)*) => {$(
        impl $crate::codec::Code for $t {
            fn put(&self, w: &mut $crate::codec::Writer) {
                match self {
                    $($t::$v { $($f: $b),* } => {
                        w.out.push($n);
                        $($b.put(w);)*
                    })*
                }
            }
            fn get(r: &mut $crate::codec::Reader<'_>) -> Result<Self, $crate::error::Damage> {
                match r.array()? {
                    $([$n] => Ok($t::$v { $($f: $crate::codec::Code::get(r)?),* }),)*
                    [n] => r.refuse(format!(concat!("{} is no ", $what), n)),
                }
            }
        }
    )*};
}

/// Flags are their bits.
macro_rules! flags {
    ($($t:ident: $bits:ty;)*) => {$(
        impl $crate::codec::Code for $t {
            fn put(&self, w: &mut $crate::codec::Writer) {
                self.bits().put(w);
            }
            fn get(r: &mut $crate::codec::Reader<'_>) -> Result<Self, $crate::error::Damage> {
                let bits = <$bits>::get(r)?;
                match Self::from_bits(bits) {
                    Some(v) => Ok(v),
                    None => r.refuse(format!(concat!("{:#x} has bits that are no ", stringify!($t)), bits)),
                }
            }
        }
    )*};
}

pub(crate) use {flags, structs, sums};
