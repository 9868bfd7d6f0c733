//! Fragment shaders put together by hand: what Candor's own sources never have.

/// Words of a module in the making.
pub(crate) struct Asm {
    words: Vec<u32>,
    next: u32,
}

impl Asm {
    pub(crate) fn new() -> Self {
        Self { words: vec![0x0723_0203, 0x0001_0300, 0, 0, 0], next: 1 }
    }

    pub(crate) fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    pub(crate) fn ids<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| self.id())
    }

    pub(crate) fn op(&mut self, opcode: u16, operands: &[u32]) {
        self.words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
        self.words.extend_from_slice(operands);
    }

    pub(crate) fn named(&mut self, opcode: u16, before: &[u32], text: &str, after: &[u32]) {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(text.len() + 4 - text.len() % 4, 0);
        let text = bytes.as_chunks::<4>().0.iter().map(|c| u32::from_le_bytes(*c));
        let operands: Vec<u32> = before.iter().copied().chain(text).chain(after.iter().copied()).collect();
        self.op(opcode, &operands);
    }

    pub(crate) fn finish(mut self) -> Vec<u32> {
        self.words[3] = self.next;
        self.words
    }
}

/// What a fragment shader does with its texture.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    /// Samples with a sampler.
    pub(crate) filter: bool,
    /// Compares with another sampler.
    pub(crate) compare: bool,
    /// Loads a texel.
    pub(crate) load: bool,
}

/// A fragment shader "main" with the texture "shadow" at (0, 0) and the samplers "plain" and "comparison" at (0, 1) and (0, 2).
pub(crate) fn separate(uses: Uses) -> Vec<u32> {
    let mut a = Asm::new();
    let [main, color, shadow, plain, comparison, void, function, float, vec4, vec2, int, ivec2] = a.ids();
    let [image, sampler, pair, to_image, to_sampler, to_color, half, middle, zero, origin, label] = a.ids();
    a.op(17, &[1]);
    a.op(14, &[0, 1]);
    a.named(15, &[4, main], "main", &[color]);
    a.op(16, &[main, 7]);
    for (id, name) in [(shadow, "shadow"), (plain, "plain"), (comparison, "comparison")] {
        a.named(5, &[id], name, &[]);
    }
    a.op(71, &[color, 30, 0]);
    for (id, binding) in [(shadow, 0), (plain, 1), (comparison, 2)] {
        a.op(71, &[id, 34, 0]);
        a.op(71, &[id, 33, binding]);
    }
    a.op(19, &[void]);
    a.op(33, &[function, void]);
    a.op(22, &[float, 32]);
    a.op(23, &[vec4, float, 4]);
    a.op(23, &[vec2, float, 2]);
    a.op(21, &[int, 32, 1]);
    a.op(23, &[ivec2, int, 2]);
    a.op(25, &[image, float, 1, 1, 0, 0, 1, 0]);
    a.op(26, &[sampler]);
    a.op(27, &[pair, image]);
    a.op(32, &[to_image, 0, image]);
    a.op(32, &[to_sampler, 0, sampler]);
    a.op(32, &[to_color, 3, vec4]);
    a.op(43, &[float, half, 0.5f32.to_bits()]);
    a.op(44, &[vec2, middle, half, half]);
    a.op(43, &[int, zero, 0]);
    a.op(44, &[ivec2, origin, zero, zero]);
    a.op(59, &[to_image, shadow, 0]);
    a.op(59, &[to_sampler, plain, 0]);
    a.op(59, &[to_sampler, comparison, 0]);
    a.op(59, &[to_color, color, 3]);
    a.op(54, &[void, main, 0, function]);
    a.op(248, &[label]);
    if uses.filter {
        let [t, s, both, texel] = a.ids();
        a.op(61, &[image, t, shadow]);
        a.op(61, &[sampler, s, plain]);
        a.op(86, &[pair, both, t, s]);
        a.op(88, &[vec4, texel, both, middle, 2, half]);
        a.op(62, &[color, texel]);
    }
    if uses.compare {
        let [t, s, both, lit, four] = a.ids();
        a.op(61, &[image, t, shadow]);
        a.op(61, &[sampler, s, comparison]);
        a.op(86, &[pair, both, t, s]);
        // The level is the constant 0.5, which no language takes for a comparison but as level 0.
        a.op(89, &[float, lit, both, middle, half]);
        a.op(80, &[vec4, four, lit, lit, lit, lit]);
        a.op(62, &[color, four]);
    }
    if uses.load {
        let [t, texel] = a.ids();
        a.op(61, &[image, t, shadow]);
        a.op(95, &[vec4, texel, t, origin, 2, zero]);
        a.op(62, &[color, texel]);
    }
    a.op(253, &[]);
    a.op(56, &[]);
    a.finish()
}

/// A fragment shader "main" with the combined texture and sampler "picture" at (1, 3), sampled and asked for its size; where
/// `taken` says so, a sampler "other" lies at that binding.
pub(crate) fn combined(taken: Option<u32>) -> Vec<u32> {
    let mut a = Asm::new();
    let [main, color, picture, other, void, function, float, vec4, vec2, int, ivec2] = a.ids();
    let [image, sampler, pair, to_pair, to_sampler, to_color, half, middle, zero, label] = a.ids();
    let [loaded, texel, again, alone, size, as_float, sum, wide] = a.ids();
    a.op(17, &[1]);
    a.op(17, &[50]);
    a.op(14, &[0, 1]);
    a.named(15, &[4, main], "main", &[color]);
    a.op(16, &[main, 7]);
    a.named(5, &[picture], "picture", &[]);
    a.named(5, &[other], "other", &[]);
    a.op(71, &[color, 30, 0]);
    a.op(71, &[picture, 34, 1]);
    a.op(71, &[picture, 33, 3]);
    if let Some(binding) = taken {
        a.op(71, &[other, 34, 1]);
        a.op(71, &[other, 33, binding]);
    }
    a.op(19, &[void]);
    a.op(33, &[function, void]);
    a.op(22, &[float, 32]);
    a.op(23, &[vec4, float, 4]);
    a.op(23, &[vec2, float, 2]);
    a.op(21, &[int, 32, 1]);
    a.op(23, &[ivec2, int, 2]);
    a.op(25, &[image, float, 1, 0, 0, 0, 1, 0]);
    a.op(27, &[pair, image]);
    a.op(32, &[to_pair, 0, pair]);
    a.op(32, &[to_color, 3, vec4]);
    a.op(43, &[float, half, 0.5f32.to_bits()]);
    a.op(44, &[vec2, middle, half, half]);
    a.op(43, &[int, zero, 0]);
    a.op(59, &[to_pair, picture, 0]);
    if taken.is_some() {
        // After its first use by the split.
        a.op(26, &[sampler]);
        a.op(32, &[to_sampler, 0, sampler]);
        a.op(59, &[to_sampler, other, 0]);
    }
    a.op(59, &[to_color, color, 3]);
    a.op(54, &[void, main, 0, function]);
    a.op(248, &[label]);
    a.op(61, &[pair, loaded, picture]);
    a.op(87, &[vec4, texel, loaded, middle]);
    a.op(61, &[pair, again, picture]);
    a.op(100, &[image, alone, again]);
    a.op(103, &[ivec2, size, alone, zero]);
    a.op(111, &[vec2, as_float, size]);
    a.op(79, &[vec4, wide, as_float, as_float, 0, 1, 0, 1]);
    a.op(129, &[vec4, sum, texel, wide]);
    a.op(62, &[color, sum]);
    a.op(253, &[]);
    a.op(56, &[]);
    a.finish()
}

/// A fragment shader "main" whose push data "Tight" is an array of floats without gaps, which no uniform buffer may be.
pub(crate) fn tight_push() -> Vec<u32> {
    let mut a = Asm::new();
    let [main, color, push, void, function, float, vec4, uint, four, array, block] = a.ids();
    let [to_block, to_float, to_color, zero, label, at, value, wide] = a.ids();
    a.op(17, &[1]);
    a.op(14, &[0, 1]);
    a.named(15, &[4, main], "main", &[color]);
    a.op(16, &[main, 7]);
    a.named(5, &[block], "Tight", &[]);
    a.op(71, &[color, 30, 0]);
    a.op(71, &[array, 6, 4]);
    a.op(71, &[block, 2]);
    a.op(72, &[block, 0, 35, 0]);
    a.op(19, &[void]);
    a.op(33, &[function, void]);
    a.op(22, &[float, 32]);
    a.op(23, &[vec4, float, 4]);
    a.op(21, &[uint, 32, 0]);
    a.op(43, &[uint, four, 4]);
    a.op(43, &[uint, zero, 0]);
    a.op(28, &[array, float, four]);
    a.op(30, &[block, array]);
    a.op(32, &[to_block, 9, block]);
    a.op(32, &[to_float, 9, float]);
    a.op(32, &[to_color, 3, vec4]);
    a.op(59, &[to_block, push, 9]);
    a.op(59, &[to_color, color, 3]);
    a.op(54, &[void, main, 0, function]);
    a.op(248, &[label]);
    a.op(65, &[to_float, at, push, zero, four]);
    a.op(61, &[float, value, at]);
    a.op(80, &[vec4, wide, value, value, value, value]);
    a.op(62, &[color, wide]);
    a.op(253, &[]);
    a.op(56, &[]);
    a.finish()
}

/// A compute shader "main" that counts in a loop until the counter reaches 10, from where it is left from inside a switch, or from a
/// switch in a switch. Where `meets` says so, a value meets at the loop's end.
pub(crate) fn left_from_switch(nested: bool, meets: bool) -> Vec<u32> {
    let mut a = Asm::new();
    let [main, void, function, uint, array, block, to_block, to_uint, own, buffer, zero, one, ten] = a.ids();
    let [boolean, counter, start, head, body, inside, more, done, after, next, exit] = a.ids();
    let [value, limit, again, sum, last, place, inner, inner_end, met] = a.ids();
    a.op(17, &[1]);
    a.op(14, &[0, 1]);
    a.named(15, &[5, main], "main", &[]);
    a.op(16, &[main, 17, 1, 1, 1]);
    a.op(71, &[array, 6, 4]);
    a.op(71, &[block, 2]);
    a.op(72, &[block, 0, 35, 0]);
    a.op(71, &[buffer, 34, 0]);
    a.op(71, &[buffer, 33, 0]);
    a.op(19, &[void]);
    a.op(33, &[function, void]);
    a.op(21, &[uint, 32, 0]);
    a.op(20, &[boolean]);
    a.op(29, &[array, uint]);
    a.op(30, &[block, array]);
    a.op(32, &[to_block, 12, block]);
    a.op(32, &[to_uint, 12, uint]);
    a.op(32, &[own, 7, uint]);
    a.op(43, &[uint, zero, 0]);
    a.op(43, &[uint, one, 1]);
    a.op(43, &[uint, ten, 10]);
    a.op(59, &[to_block, buffer, 12]);
    a.op(54, &[void, main, 0, function]);
    a.op(248, &[start]);
    a.op(59, &[own, counter, 7]);
    a.op(62, &[counter, zero]);
    a.op(249, &[head]);
    a.op(248, &[head]);
    a.op(246, &[exit, next, 0]);
    a.op(249, &[body]);
    a.op(248, &[body]);
    a.op(61, &[uint, value, counter]);
    a.op(247, &[after, 0]);
    // Two cases, so that it is a switch.
    a.op(251, &[value, inside, 3, done]);
    a.op(248, &[inside]);
    if nested {
        a.op(247, &[inner_end, 0]);
        a.op(251, &[value, inner, 5, inner_end]);
        a.op(248, &[inner]);
    }
    a.op(176, &[boolean, limit, value, ten]);
    a.op(247, &[more, 0]);
    a.op(250, &[limit, more, exit]);
    a.op(248, &[more]);
    if nested {
        a.op(249, &[inner_end]);
        a.op(248, &[inner_end]);
    }
    a.op(249, &[after]);
    a.op(248, &[done]);
    a.op(249, &[after]);
    a.op(248, &[after]);
    a.op(249, &[next]);
    a.op(248, &[next]);
    a.op(61, &[uint, again, counter]);
    a.op(128, &[uint, sum, again, one]);
    a.op(62, &[counter, sum]);
    a.op(249, &[head]);
    a.op(248, &[exit]);
    if meets {
        a.op(245, &[uint, met, value, if nested { inner } else { inside }]);
    }
    a.op(61, &[uint, last, counter]);
    a.op(65, &[to_uint, place, buffer, zero, zero]);
    a.op(62, &[place, last]);
    a.op(253, &[]);
    a.op(56, &[]);
    a.finish()
}
