//! Reads members of JSON objects and says what is wrong with them in the validator's terms.
//!
//! Every reader answers `None` for what is missing or cannot be used, so that parsing goes on to the end and all errors
//! of a file are found in one run. What stands in for a value that is out of range is decided here, once.

use super::codes::Code;
use super::extensions::{Extensions, Place, Used};
use super::finding::{Findings, Notes};
use super::json::Json;
use candor_caps::Reason;
use std::collections::{HashMap, HashSet};

/// Names with the indices that they stand for; `None`: no index.
pub(crate) type Attributes = Vec<(String, Option<usize>)>;

/// An object with its JSON pointer.
#[derive(Clone)]
pub(crate) struct Obj<'a> {
    pub(crate) members: &'a [(String, Json)],
    pub(crate) at: String,
}

/// Each name once, where it first stands, with its last value.
fn once<'a>(members: &'a [(String, Json)]) -> Vec<(&'a str, &'a Json)> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut out: Vec<(&'a str, &'a Json)> = Vec::with_capacity(members.len());
    for (name, value) in members {
        match places.get(name.as_str()).and_then(|&i| out.get_mut(i)) {
            Some(slot) => slot.1 = value,
            None => {
                places.insert(name, out.len());
                out.push((name, value));
            }
        }
    }
    out
}

/// A name as one step of a JSON pointer (RFC 6901).
pub(crate) fn step(name: &str) -> String {
    if name.contains(['~', '/']) { name.replace('~', "~0").replace('/', "~1") } else { name.to_owned() }
}

impl<'a> Obj<'a> {
    /// The member's value, `null` included; the last one if it is there twice.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Json> {
        self.members.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(crate) fn pointer(&self, name: &str) -> String {
        format!("{}/{}", self.at, step(name))
    }
}

/// As a 32-bit float that is finite and not zero if the number is.
pub(crate) fn single(n: f64) -> f32 {
    let v = (n as f32).clamp(f32::MIN, f32::MAX);
    if v == 0.0 && n != 0.0 { f32::MIN_POSITIVE.copysign(v) } else { v }
}

/// What a number may be.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    min: f64,
    max: f64,
    above: f64,
    below: f64,
}

impl Range {
    pub(crate) const ANY: Self =
        Self { min: f64::NEG_INFINITY, max: f64::INFINITY, above: f64::NEG_INFINITY, below: f64::INFINITY };
    pub(crate) const UNIT: Self = Self { min: 0.0, max: 1.0, ..Self::ANY };
    pub(crate) const NOT_NEGATIVE: Self = Self { min: 0.0, ..Self::ANY };
    pub(crate) const POSITIVE: Self = Self { above: 0.0, ..Self::ANY };

    pub(crate) const fn between(min: f64, max: f64) -> Self {
        Self { min, max, ..Self::ANY }
    }
    pub(crate) const fn below(self, below: f64) -> Self {
        Self { below, ..self }
    }
    pub(crate) const fn at_most(self, max: f64) -> Self {
        Self { max, ..self }
    }
    fn holds(&self, v: f64) -> bool {
        v.is_finite() && v >= self.min && v <= self.max && v > self.above && v < self.below
    }
    /// The nearest allowed value, if the range has one and the value is finite.
    fn nearest(&self, v: f64) -> Option<f64> {
        let open = v <= self.above || v >= self.below;
        (v.is_finite() && !open).then(|| v.clamp(self.min, self.max))
    }
}

/// Reads one file: where findings and notes go, and which extensions it declares.
pub(crate) struct Reader<'f> {
    pub(crate) findings: &'f mut Findings,
    pub(crate) notes: &'f mut Notes,
    pub(crate) extensions: Extensions,
}

impl Reader<'_> {
    fn mismatch(&mut self, code: Code, at: String, value: &Json, wanted: &str) {
        self.findings.push(code, at, format!("{} stands where {wanted} should be", value.brief()));
    }

    fn wrong_type(&mut self, o: &Obj<'_>, name: &str, value: &Json, wanted: &str) {
        self.mismatch(Code::TypeMismatch, o.pointer(name), value, wanted);
    }

    pub(crate) fn missing(&mut self, o: &Obj<'_>, name: &str) {
        let at = if o.at.is_empty() { "/" } else { &o.at };
        self.findings.push(Code::UndefinedProperty, at, format!("the member '{name}' is missing"));
    }

    fn out_of_range(&mut self, at: String, value: f64) {
        self.findings.push(Code::ValueNotInRange, at, format!("{value} is out of range"));
    }

    /// The warning that the validator calls VALUE_NOT_IN_LIST: no error, but what it asks for cannot be done.
    fn not_in_list(&mut self, o: &Obj<'_>, name: &str, value: &Json, list: &str) {
        let value = value.brief();
        self.notes.refused("a value is none of those that exist", &o.pointer(name), || Reason::Invalid {
            what: format!("{name} {value}"),
            rule: format!("it is none of {list}, so it is not used"),
        });
    }

    fn integer(value: &Json) -> Option<f64> {
        match value {
            Json::Number(n) if n.fract() == 0.0 => Some(*n),
            _ => None,
        }
    }

    /// An index that may be missing.
    pub(crate) fn index(&mut self, o: &Obj<'_>, name: &str) -> Option<usize> {
        let value = o.get(name)?;
        match Self::integer(value) {
            Some(n) if n >= 0.0 => Some(n as usize),
            Some(n) => {
                self.findings.push(Code::InvalidIndex, o.pointer(name), format!("{n} is no index"));
                None
            }
            None => {
                self.wrong_type(o, name, value, "an integer");
                None
            }
        }
    }

    /// An index that must be there.
    pub(crate) fn index_required(&mut self, o: &Obj<'_>, name: &str) -> Option<usize> {
        if !o.has(name) {
            self.missing(o, name);
        }
        self.index(o, name)
    }

    /// A non-negative integer in `min..=max`.
    pub(crate) fn uint(&mut self, o: &Obj<'_>, name: &str, min: u64, max: u64) -> Option<u64> {
        let value = o.get(name)?;
        let Some(n) = Self::integer(value) else {
            self.wrong_type(o, name, value, "an integer");
            return None;
        };
        if n < min as f64 || n > max as f64 {
            self.out_of_range(o.pointer(name), n);
            return None;
        }
        Some(n as u64)
    }

    /// As [`Reader::uint`], but it must be there.
    pub(crate) fn uint_required(&mut self, o: &Obj<'_>, name: &str, min: u64) -> Option<u64> {
        if !o.has(name) {
            self.missing(o, name);
        }
        self.uint(o, name, min, u64::MAX)
    }

    /// One of a list of integers.
    pub(crate) fn one_of(&mut self, o: &Obj<'_>, name: &str, list: &[u64]) -> Option<u64> {
        let value = o.get(name)?;
        let Some(n) = Self::integer(value) else {
            self.wrong_type(o, name, value, "an integer");
            return None;
        };
        let found = list.iter().copied().find(|&v| v as f64 == n);
        if found.is_none() {
            let list: Vec<String> = list.iter().map(u64::to_string).collect();
            self.not_in_list(o, name, value, &list.join(", "));
        }
        found
    }

    /// A number. Out of range: the nearest allowed value, or nothing if there is none.
    pub(crate) fn float(&mut self, o: &Obj<'_>, name: &str, range: Range) -> Option<f32> {
        let value = o.get(name)?;
        let Json::Number(n) = value else {
            self.wrong_type(o, name, value, "a number");
            return None;
        };
        if range.holds(*n) {
            return Some(single(*n));
        }
        self.out_of_range(o.pointer(name), *n);
        range.nearest(*n).map(|v| v as f32)
    }

    /// As [`Reader::float`], but it must be there.
    pub(crate) fn float_required(&mut self, o: &Obj<'_>, name: &str, range: Range) -> Option<f32> {
        if !o.has(name) {
            self.missing(o, name);
        }
        self.float(o, name, range)
    }

    pub(crate) fn boolean(&mut self, o: &Obj<'_>, name: &str) -> bool {
        match o.get(name) {
            None => false,
            Some(Json::Bool(b)) => *b,
            Some(value) => {
                self.wrong_type(o, name, value, "true or false");
                false
            }
        }
    }

    pub(crate) fn string<'a>(&mut self, o: &Obj<'a>, name: &str) -> Option<&'a str> {
        match o.get(name)? {
            Json::String(s) => Some(s),
            value => {
                self.wrong_type(o, name, value, "a string");
                None
            }
        }
    }

    /// The member 'name', or nothing.
    pub(crate) fn name(&mut self, o: &Obj<'_>) -> String {
        self.string(o, "name").unwrap_or_default().to_owned()
    }

    /// One of a list of strings.
    pub(crate) fn word<'a>(&mut self, o: &Obj<'a>, name: &str, list: &[&str]) -> Option<&'a str> {
        let value = self.string(o, name)?;
        if !list.contains(&value) {
            self.not_in_list(o, name, &Json::String(value.to_owned()), &list.join(", "));
            return None;
        }
        Some(value)
    }

    /// An inner object.
    pub(crate) fn object<'a>(&mut self, o: &Obj<'a>, name: &str) -> Option<Obj<'a>> {
        match o.get(name)? {
            Json::Object(members) => Some(Obj { members, at: o.pointer(name) }),
            value => {
                self.wrong_type(o, name, value, "an object");
                None
            }
        }
    }

    /// An inner object that must be there.
    pub(crate) fn object_required<'a>(&mut self, o: &Obj<'a>, name: &str) -> Option<Obj<'a>> {
        if !o.has(name) {
            self.missing(o, name);
        }
        self.object(o, name)
    }

    /// An array that may not be empty.
    fn array<'a>(&mut self, o: &Obj<'a>, name: &str) -> Option<&'a [Json]> {
        match o.get(name)? {
            Json::Array(items) if items.is_empty() => {
                self.empty(o.pointer(name));
                None
            }
            Json::Array(items) => Some(items),
            value => {
                self.wrong_type(o, name, value, "an array");
                None
            }
        }
    }

    fn empty(&mut self, at: String) {
        self.findings.push(Code::EmptyEntity, at, "it is there but empty; leave it out");
    }

    /// One of the root's collections: elements that are no objects are named and leave a gap.
    pub(crate) fn collection<'a>(&mut self, o: &Obj<'a>, name: &str) -> Vec<Option<Obj<'a>>> {
        let at = o.pointer(name);
        let items = self.array(o, name).unwrap_or_default();
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let at = format!("{at}/{i}");
            out.push(match item {
                Json::Object(members) => Some(Obj { members, at }),
                value => {
                    self.mismatch(Code::TypeMismatch, at, value, "an object");
                    None
                }
            });
        }
        out
    }

    /// An inner array of objects that must be there; one wrong element spoils it.
    pub(crate) fn objects_required<'a>(&mut self, o: &Obj<'a>, name: &str) -> Option<Vec<Obj<'a>>> {
        if !o.has(name) {
            self.missing(o, name);
        }
        let at = o.pointer(name);
        let items = self.array(o, name)?;
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match item {
                Json::Object(members) => out.push(Obj { members, at: format!("{at}/{i}") }),
                value => self.mismatch(Code::ArrayTypeMismatch, at.clone(), value, "an object"),
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// An array of indices; a wrong one leaves a gap.
    pub(crate) fn indices(&mut self, o: &Obj<'_>, name: &str) -> Option<Vec<Option<usize>>> {
        let at = o.pointer(name);
        let items = self.array(o, name)?;
        let mut seen = HashSet::new();
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let index = Self::integer(item).filter(|&n| n >= 0.0).map(|n| n as usize);
            match index {
                Some(index) if !seen.insert(index) => {
                    let message = format!("{index} is in the list before");
                    self.findings.push(Code::DuplicateElements, format!("{at}/{i}"), message);
                }
                Some(_) => {}
                None => {
                    let message = format!("{} is no index", item.brief());
                    self.findings.push(Code::InvalidIndex, format!("{at}/{i}"), message);
                }
            }
            out.push(index);
        }
        Some(out)
    }

    /// An object whose members are indices.
    pub(crate) fn index_map(&mut self, o: &Obj<'_>) -> Option<Attributes> {
        if o.members.is_empty() {
            self.empty(o.at.clone());
            return None;
        }
        let mut out: Attributes = Vec::with_capacity(o.members.len());
        for (name, json) in once(o.members) {
            let value = Self::integer(json).filter(|&n| n >= 0.0).map(|n| n as usize);
            if value.is_none() {
                let message = format!("{} is no index", json.brief());
                self.findings.push(Code::InvalidIndex, o.pointer(name), message);
            }
            out.push((name.to_owned(), value));
        }
        Some(out)
    }

    /// An array of objects whose members are indices (morph targets).
    pub(crate) fn index_maps(&mut self, o: &Obj<'_>, name: &str) -> Option<Vec<Attributes>> {
        let at = o.pointer(name);
        let items = self.array(o, name)?;
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match item {
                Json::Object(members) => {
                    out.extend(self.index_map(&Obj { members, at: format!("{at}/{i}") }));
                }
                value => self.mismatch(Code::ArrayTypeMismatch, at.clone(), value, "an object"),
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// An array of numbers. Finite numbers out of range are clamped, others spoil it.
    pub(crate) fn floats(
        &mut self,
        o: &Obj<'_>,
        name: &str,
        length: Option<usize>,
        range: Range,
    ) -> Option<Vec<f64>> {
        let items = self.array(o, name)?;
        if let Some(length) = length
            && items.len() != length
        {
            let message = format!("it has {} numbers, {length} are needed", items.len());
            self.findings.push(Code::ArrayLengthNotInList, o.pointer(name), message);
            return None;
        }
        let mut out = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match item {
                Json::Number(n) if range.holds(*n) => out.push(*n),
                Json::Number(n) => {
                    self.out_of_range(format!("{}/{i}", o.pointer(name)), *n);
                    out.extend(range.nearest(*n));
                }
                value => self.mismatch(Code::ArrayTypeMismatch, o.pointer(name), value, "a number"),
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// Exactly `N` numbers, as `f32`.
    pub(crate) fn vector<const N: usize>(
        &mut self,
        o: &Obj<'_>,
        name: &str,
        range: Range,
    ) -> Option<[f32; N]> {
        let list = self.floats(o, name, Some(N), range)?;
        let list: Vec<f32> = list.into_iter().map(single).collect();
        list.try_into().ok()
    }

    /// Bounds of an integer accessor: integers that fit the component type.
    pub(crate) fn integers(
        &mut self,
        o: &Obj<'_>,
        name: &str,
        length: usize,
        (least, most): (f64, f64),
    ) -> Option<Vec<f64>> {
        let items = match o.get(name)? {
            Json::Array(items) => items,
            value => {
                self.wrong_type(o, name, value, "an array");
                return None;
            }
        };
        if items.len() != length {
            let message = format!("it has {} numbers, {length} are needed", items.len());
            self.findings.push(Code::ArrayLengthNotInList, o.pointer(name), message);
            return None;
        }
        let mut out = Vec::with_capacity(length);
        for item in items {
            match Self::integer(item) {
                Some(n) if n >= least && n <= most => out.push(n),
                Some(n) => {
                    let message = format!("{n} does not fit the component type");
                    self.findings.push(Code::InvalidGlValue, o.pointer(name), message);
                }
                None => self.mismatch(Code::ArrayTypeMismatch, o.pointer(name), item, "an integer"),
            }
        }
        (out.len() == length).then_some(out)
    }

    /// An array of different strings.
    pub(crate) fn strings(&mut self, o: &Obj<'_>, name: &str) -> Vec<String> {
        let at = o.pointer(name);
        let items = self.array(o, name).unwrap_or_default();
        let mut out: Vec<String> = Vec::with_capacity(items.len());
        let mut seen = HashSet::new();
        for (i, item) in items.iter().enumerate() {
            match item {
                Json::String(s) => {
                    if !seen.insert(s.as_str()) {
                        let message = format!("'{s}' is in the list before");
                        self.findings.push(Code::DuplicateElements, format!("{at}/{i}"), message);
                    }
                    out.push(s.clone());
                }
                value => self.mismatch(Code::ArrayTypeMismatch, format!("{at}/{i}"), value, "a string"),
            }
        }
        out
    }

    /// The extensions of an object that count: declared, known and at their place. The others are named.
    pub(crate) fn extensions<'a>(&mut self, o: &Obj<'a>, place: Place) -> Used<'a> {
        let mut used = Used::default();
        let Some(all) = self.object(o, "extensions") else { return used };
        for (name, json) in once(all.members) {
            let inner = match json {
                Json::Object(members) => Some(Obj { members, at: all.pointer(name) }),
                value => {
                    self.wrong_type(&all, name, value, "an object");
                    None
                }
            };
            if !self.extensions.is_used(name) {
                let message = format!("'{name}' is not in extensionsUsed");
                self.findings.push(Code::UndeclaredExtension, all.pointer(name), message);
            } else if let Some(places) = Extensions::places(name) {
                if !places.contains(&place) {
                    let message = format!("'{name}' has no meaning here");
                    self.findings.push(Code::UnexpectedExtensionObject, all.pointer(name), message);
                } else if let Some(inner) = inner {
                    used.push(name, inner);
                }
            } else if let Some(inner) = inner {
                used.push_unknown(name, inner);
            }
        }
        used
    }
}
