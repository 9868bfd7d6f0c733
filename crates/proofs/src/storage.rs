//! Storage images: more formats, and formats that the shader does not name.

use crate::compute::{Job, WRITE, whole, words, written};
use crate::kit::*;
use candor_rhi::*;

/// SPIR-V capabilities (SPIR-V specification, "Capability").
pub(crate) const READ_WITHOUT_FORMAT: u32 = 55;
pub(crate) const WRITE_WITHOUT_FORMAT: u32 = 56;
const OP_CAPABILITY: u32 = 17;
/// Words of a module's header.
const HEADER: usize = 5;

/// A shader without one capability: the compiler declares both of the above wherever an image has no format, and a device may
/// have one alone.
fn without(spirv: &[u32], capability: u32) -> Vec<u32> {
    let (head, mut rest) = spirv.split_at(HEADER.min(spirv.len()));
    let mut out = head.to_vec();
    while let Some(first) = rest.first() {
        let (op, len) = (first & 0xffff, (first >> 16).max(1) as usize);
        let (inst, next) = rest.split_at(len.min(rest.len()));
        if op != OP_CAPABILITY || inst.get(1) != Some(&capability) {
            out.extend_from_slice(inst);
        }
        rest = next;
    }
    out
}

const EDGE: u32 = 8;

fn image(d: &Device, format: Format, contents: Contents<'_>) -> Result<Seen> {
    let usage = TextureUsage::STORAGE | TextureUsage::SAMPLED;
    texture(d, &TextureDesc { usage, contents, ..TextureDesc::color_target("image", format, EDGE, EDGE) })
}

fn shown(d: &Device, s: &Seen) -> Result<Image> {
    let group = sampling(d, 0, &s.view, None)?;
    show(d, "proof_sample.fs_load", &group, [EDGE, EDGE], &[Push::FULL])
}

/// Two 16-bit floats, a format beyond those that every device has.
pub(crate) fn extended(d: &Device, format: Format) -> Result {
    let target = image(d, format, Contents::Zero)?;
    let entries = [(1, BindingKind::StorageTexture { write: true }, Resource::View(&target.view))];
    let job = Job::new(d, "proof_storage.cs_extended", &entries, false)?;
    run(d, |b| job.record(b, Order::Unordered, &[([0; 4], 1)]))?;
    let model = |x: u32, y: u32| [-(x as f32), y as f32 * 1000.0, 0.0, 1.0];
    shown(d, &target)?.expect("an image of two halves", 4.0 * f32::EPSILON, model)
}

/// Writes without naming the format; `groups`: 1 writes, 0 does not.
pub(crate) fn write(d: &Device, format: Format, groups: u32) -> Result {
    let target = image(d, format, Contents::Zero)?;
    let entries = [(2, BindingKind::StorageTexture { write: true }, Resource::View(&target.view))];
    let shader = stage("proof_storage.cs_write")?;
    let spirv = without(shader.spirv, READ_WITHOUT_FORMAT);
    let job = Job::of(d, ShaderStage { spirv: &spirv, ..shader }, &entries, false)?;
    run(d, |b| job.record(b, Order::Unordered, &[([0; 4], groups)]))?;
    let model = |x: u32, y: u32| [x, y, x * y, 255].map(|v| v as f32 / 255.0);
    shown(d, &target)?.expect(&format!("writes to {format}"), 0.3 / 255.0, model)
}

/// Reads without naming the format. `swap`: the data holds blue first.
pub(crate) fn read(d: &Device, format: Format, swap: bool) -> Result {
    let texel = |i: u32| [i as u8, (3 * i) as u8, 255 - i as u8, (7 * i) as u8];
    let data: Vec<u8> = (0..EDGE * EDGE)
        .flat_map(|i| {
            let [r, g, b, a] = texel(i);
            if swap { [b, g, r, a] } else { [r, g, b, a] }
        })
        .collect();
    let source = image(d, format, Contents::Data(&data))?;
    let out = written(d, &[0; (EDGE * EDGE) as usize])?;
    let image = (2, BindingKind::StorageTexture { write: true }, Resource::View(&source.view));
    let shader = stage("proof_storage.cs_read")?;
    let spirv = without(shader.spirv, WRITE_WITHOUT_FORMAT);
    let entries = [(0, WRITE, whole(&out)), image];
    let job = Job::of(d, ShaderStage { spirv: &spirv, ..shader }, &entries, false)?;
    let readback = run(d, |b| {
        job.record(b, Order::Unordered, &[([0; 4], 1)]);
        b.read_buffer(&out, 0..out.size_bytes())
    })?;
    for (i, word) in words(&readback.wait(WAIT)?).into_iter().enumerate() {
        same(&format!("texel {i} of {format}, read"), word.to_le_bytes(), texel(i as u32))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_capability_goes_and_the_rest_stays() {
        let spirv = stage("proof_storage.cs_write").unwrap().spirv;
        let less = without(spirv, READ_WITHOUT_FORMAT);
        assert_eq!(less.len() + 2, spirv.len());
        let reflection = candor_shader::reflect(&less).unwrap();
        assert!(reflection.capabilities.contains(&WRITE_WITHOUT_FORMAT));
        assert!(!reflection.capabilities.contains(&READ_WITHOUT_FORMAT));
        assert_eq!(without(&less, READ_WITHOUT_FORMAT), less);
    }
}
