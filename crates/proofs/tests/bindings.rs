//! Kinds of bindings, push data, constants and dispatches that every device has, on the Vulkan driver that is there, under the validation
//! layer, which stays silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod bed;

use bed::{Bed, WAIT, stage};
use candor_rhi::*;

const RGBA8: Format = Format::Rgba8Unorm;

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect()
}

/// A compute pipeline over some bindings, dispatched once.
fn dispatch(
    b: &Bed,
    shader: ShaderStage<'_>,
    entries: &[(LayoutEntry, Resource<'_>)],
    push: &[u8],
    dispatches: u32,
    read: &[(&Buffer, u64)],
    images: &[&Texture],
) -> Vec<Vec<u32>> {
    let layout: Vec<_> = entries.iter().map(|(e, _)| *e).collect();
    let desc = BindGroupLayoutDesc { label: "l", entries: &layout, ..Default::default() };
    let layout = b.device.create_bind_group_layout(&desc).unwrap();
    let filled: Vec<_> =
        entries.iter().map(|(e, r)| GroupEntry { binding: e.binding, resource: *r }).collect();
    let group =
        b.device.create_bind_group(&BindGroupDesc { label: "g", layout: &layout, entries: &filled }).unwrap();
    let stages = if push.is_empty() { Stages::empty() } else { Stages::COMPUTE };
    let p = b.device.create_compute_pipeline(&ComputePipelineDesc {
        label: "p",
        groups: &[&layout],
        push: PushLayout { stages, bytes: push.len() as u32 },
        shader,
    });
    let p = p.unwrap();
    let mut batch = b.device.batch();
    let pass = ComputeDesc { label: "pass", groups: &[&group], order: Order::Serial, ..Default::default() };
    batch.compute(&pass, |c| {
        c.pipeline(&p);
        c.group(0, &group, []);
        if !push.is_empty() {
            c.push(push);
        }
        for _ in 0..dispatches {
            c.dispatch(1, 1, 1);
        }
    });
    let mut all: Vec<_> = read.iter().map(|(b, n)| batch.read_buffer(b, 0..*n)).collect();
    all.extend(images.iter().map(|t| batch.read_texture(&Region::level(t, 0))));
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    all.iter().map(|r| words(&r.wait(WAIT).unwrap())).collect()
}

fn whole(buffer: &Buffer) -> Resource<'_> {
    Resource::Buffer { buffer, offset: 0, size: 0 }
}

const WRITTEN: BufferUsage = BufferUsage::STORAGE.union(BufferUsage::STORAGE_WRITE);

fn storage(binding: u32, write: bool) -> LayoutEntry {
    LayoutEntry::new(binding, Stages::COMPUTE, BindingKind::Storage { dynamic: false, write })
}

#[test]
fn raw_and_structured_buffers_are_read_and_written() {
    let Some(b) = Bed::new("raw and structured buffers") else { return };
    let raw_input = b.buffer(BufferUsage::STORAGE, bytemuck::cast_slice(&[1u32, 20, 300, 4000]));
    let raw_output = b.buffer(WRITTEN, bytemuck::cast_slice(&[5u32, 6, 7, 8, 100]));
    let pairs: Vec<f32> = (0..32).map(|i| i as f32).collect();
    let pairs = b.buffer(BufferUsage::STORAGE, bytemuck::cast_slice(&pairs));
    let sums = b.buffer(WRITTEN, bytemuck::cast_slice(&[1.0f32; 32]));
    let entries = [
        (storage(6, false), whole(&raw_input)),
        (storage(7, true), whole(&raw_output)),
        (storage(8, false), whole(&pairs)),
        (storage(9, true), whole(&sums)),
    ];
    let shader = stage("proof_binding.cs_kinds");
    let got = dispatch(&b, shader, &entries, &[], 1, &[(&raw_output, 20), (&sums, 128)], &[]);
    assert_eq!(got[0], [4005, 306, 27, 9, 100 + 4321]);
    let sums: Vec<f32> = got[1].iter().map(|w| f32::from_bits(*w)).collect();
    for (i, v) in sums.iter().enumerate() {
        let (element, half, c) = (i / 8, i / 4 % 2, i % 4);
        let (a, b) = ((8 * element + c) as f32, (8 * element + 4 + c) as f32);
        assert_eq!(*v, if half == 0 { a + b } else { 2.0 + b }, "component {i}");
    }
    b.silent();
}

#[test]
fn storage_textures_are_read_written_and_both() {
    let Some(b) = Bed::new("storage textures") else { return };
    let make = |data: &[u32]| {
        let usage = TextureUsage::STORAGE | TextureUsage::COPY_SRC;
        let contents = Contents::Data(bytemuck::cast_slice(data));
        let desc =
            TextureDesc { usage, contents, ..TextureDesc::color_target("image", Format::R32Uint, 4, 4) };
        let t = b.device.create_texture(&desc).unwrap().value;
        let v = b.device.create_view(&t, &ViewDesc::default()).unwrap();
        (t, v)
    };
    let given: Vec<u32> = (0..16).map(|i| i * i).collect();
    let ((_r, read), (written, write), (changed, both)) = (make(&given), make(&[0; 16]), make(&[2; 16]));
    let image = |n, write| LayoutEntry::new(n, Stages::COMPUTE, BindingKind::StorageTexture { write });
    let entries = [
        (image(10, false), Resource::View(&read)),
        (image(11, true), Resource::View(&write)),
        (image(12, true), Resource::View(&both)),
    ];
    let shader = stage("proof_binding.cs_images");
    // Twice, the second after the first: the last texture sees what the first dispatch left.
    let got = dispatch(&b, shader, &entries, &[], 2, &[], &[&written, &changed]);
    for i in 0..16 {
        let (x, y) = (i % 4, i / 4);
        assert_eq!(got[0][4 * x + y], given[i] + 1, "written, {x},{y}");
        assert_eq!(got[1][i], (2 * 3 + given[i]) * 3 + given[i], "read and written, {x},{y}");
    }
    b.silent();
}

#[test]
fn all_of_the_push_data_arrives() {
    let Some(b) = Bed::new("push data") else { return };
    let out = b.buffer(WRITTEN, &[0; 128]);
    let data: Vec<u32> = (0..32).map(|i| 0x0101_0101 * i).collect();
    let push = bytemuck::cast_slice(&data);
    let got = dispatch(
        &b,
        stage("proof_binding.cs_push"),
        &[(storage(0, true), whole(&out))],
        push,
        1,
        &[(&out, 128)],
        &[],
    );
    assert_eq!(got[0], data);
    b.silent();
}

#[test]
fn constants_reach_compute_shaders() {
    let Some(b) = Bed::new("constants in compute") else { return };
    let out = b.buffer(WRITTEN, &[0; 16]);
    let set = |id, v| Constant { id, value: ConstantValue::U32(v) };
    for (constants, expected) in [
        (&[][..], [4, 5, 6, 7]),
        (&[set(1, 10)], [4, 14, 24, 34]),
        (&[set(1, 3), set(0, 100)], [100, 103, 106, 109]),
    ] {
        let shader = ShaderStage { constants, ..stage("proof_binding.cs_constants") };
        let got = dispatch(&b, shader, &[(storage(0, true), whole(&out))], &[], 1, &[(&out, 16)], &[]);
        assert_eq!(got[0], expected);
    }
    b.silent();
}

#[test]
fn constants_of_64_bits_arrive_whole() {
    let Some(b) = Bed::new("constants of 64 bits") else { return };
    let out = b.buffer(WRITTEN, &[0; 20]);
    let run = |shader: &str, id: u32, value: Option<ConstantValue>| {
        let constants: Vec<_> = value.map(|value| Constant { id, value }).into_iter().collect();
        let shader = ShaderStage { constants: &constants, ..stage(shader) };
        let got = dispatch(&b, shader, &[(storage(0, true), whole(&out))], &[], 1, &[(&out, 16)], &[]);
        let long = |i: usize| u64::from(got[0][i]) | u64::from(got[0][i + 1]) << 32;
        [long(0), long(2)]
    };
    // What the fifth word holds is added, or multiplied with.
    let fifth = |v: u32| b.device.write_buffer(&out, 16, &v.to_le_bytes()).unwrap();
    let enabled = b.device.enabled();
    if enabled.contains(backend::Enabled::INT64) {
        let longs = "proof_constants.cs_longs";
        assert_eq!(run(longs, 0, None), [(-2i64).cast_unsigned(), 3]);
        for v in [i64::MIN, -0x0123_4567_89ab_cdef, 1 << 32] {
            assert_eq!(run(longs, 0, Some(ConstantValue::I64(v))), [v.cast_unsigned(), 3], "{v}");
        }
        for v in [u64::MAX, 0xfedc_ba98_7654_3210, 1 << 63] {
            assert_eq!(run(longs, 1, Some(ConstantValue::U64(v))), [(-2i64).cast_unsigned(), v], "{v}");
        }
    } else {
        eprintln!("SKIP constants of 64 bits, integers: the device has none in shaders");
    }
    if enabled.contains(backend::Enabled::FLOAT64) {
        let double = |v| f64::from_bits(run("proof_constants.cs_doubles", 2, v)[0]);
        fifth(1);
        assert_eq!(double(None), 0.5);
        for v in [std::f64::consts::PI, -1e300, 1.0 + f64::EPSILON] {
            assert_eq!(double(Some(ConstantValue::F64(v))), v);
        }
    } else {
        eprintln!("SKIP constants of 64 bits, floats: the device has none in shaders");
    }
    b.silent();
}

/// How many invocations each axis asks for is a product, so that one number tells all three.
#[test]
fn arguments_that_a_dispatch_wrote_are_dispatched_with_by_the_next_pass() {
    let Some(b) = Bed::new("dispatch by arguments") else { return };
    let make = |groups: &[LayoutEntry], shader: &str, push: u32, filled: &[&Buffer]| {
        let d = BindGroupLayoutDesc { label: "l", entries: groups, ..Default::default() };
        let layout = b.device.create_bind_group_layout(&d).unwrap();
        let entries: Vec<_> = (0..).zip(filled).map(|(i, b)| GroupEntry::buffer(i, b)).collect();
        let d = BindGroupDesc { label: "g", layout: &layout, entries: &entries };
        let group = b.device.create_bind_group(&d).unwrap();
        let stages = if push > 0 { Stages::COMPUTE } else { Stages::empty() };
        let d = ComputePipelineDesc {
            label: "p",
            groups: &[&layout],
            push: PushLayout { stages, bytes: push },
            shader: stage(shader),
        };
        (b.device.create_compute_pipeline(&d).unwrap(), group)
    };
    // Each invocation adds one to its word; the arguments are words 16 to 18 and, of nothing, words 20 to 22.
    let mut words_at_first = [7u32; 64];
    words_at_first[16..19].copy_from_slice(&[2, 1, 0]);
    words_at_first[20..23].copy_from_slice(&[4, u32::MAX, 4]);
    let args = b.buffer(WRITTEN | BufferUsage::INDIRECT, bytemuck::cast_slice(&words_at_first));
    let (n, input) = (512, b.buffer(BufferUsage::STORAGE, &[1; 4 * 512]));
    let out = b.buffer(WRITTEN, &[0; 4 * 513]);
    let (increment, arguments) = make(&[storage(0, true)], "proof_compute.cs_increment", 0, &[&args]);
    let (turn, turned) =
        make(&[storage(0, true), storage(1, false)], "proof_compute.cs_turn", 16, &[&out, &input]);
    let uses = [Use::Buffer(&args, Access::INDIRECT, Stages::empty())];
    let mut counted = 0;
    for sides in [[3u32, 2, 1], [4, 3, 2], [5, 4, 3]] {
        let mut batch = b.device.batch();
        batch.compute(&ComputeDesc { label: "write", groups: &[&arguments], ..Default::default() }, |c| {
            c.pipeline(&increment);
            c.group(0, &arguments, []);
            c.dispatch(1, 1, 1);
        });
        let by = ComputeDesc { label: "by arguments", groups: &[&turned], uses: &uses, ..Default::default() };
        batch.compute(&by, |c| {
            c.pipeline(&turn);
            c.group(0, &turned, []);
            c.push(bytemuck::cast_slice(&[1u32, n, 0, 0]));
            c.dispatch_indirect(&args, 64);
        });
        let read = batch.read_buffer(&out, 0..4 * 513);
        batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
        let got = words(&read.wait(WAIT).unwrap());
        counted += 64 * sides.iter().product::<u32>();
        assert_eq!(got[n as usize], counted, "{sides:?}");
        let reached: Vec<_> = (0..n).filter(|i| got[*i as usize] != 0).collect();
        assert_eq!(reached, (0..64 * sides[0]).collect::<Vec<_>>(), "{sides:?}");
        // A dispatch of no workgroups is none: the second set has just become 5 x 0 x 5.
        if sides[0] == 3 {
            let mut batch = b.device.batch();
            batch.compute(&by, |c| {
                c.pipeline(&turn);
                c.group(0, &turned, []);
                c.push(bytemuck::cast_slice(&[1u32, n, 0, 0]));
                c.dispatch_indirect(&args, 80);
            });
            let read = batch.read_buffer(&out, 0..4 * 513);
            batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
            assert_eq!(words(&read.wait(WAIT).unwrap()), got);
        }
    }
    b.silent();
}

/// The same shader with a workgroup whose width is specialisation constant 5: a `WorkgroupSize` composite, by the numbers of
/// the SPIR-V specification, put before the first function.
fn sized_by_constant(spirv: &[u32]) -> Vec<u32> {
    let inst = |op: u32, operands: &[u32]| [&[(operands.len() as u32 + 1) << 16 | op], operands].concat();
    let (mut out, mut at) = (spirv[..5].to_vec(), 5);
    let (width, one, size) = (spirv[3], spirv[3] + 1, spirv[3] + 2);
    out[3] += 3;
    let (mut uint, mut uint3, mut decorated, mut made) = (0, 0, false, false);
    while at < spirv.len() {
        let (op, len) = (spirv[at] & 0xffff, (spirv[at] >> 16) as usize);
        let operands = &spirv[at + 1..at + len];
        match op {
            21 if operands[1..] == [32, 0] => uint = operands[0],
            23 if operands[1..] == [uint, 3] => uint3 = operands[0],
            _ => {}
        }
        if op == 71 && !decorated {
            decorated = true;
            out.extend(inst(71, &[width, 1, 5]));
            out.extend(inst(71, &[size, 11, 25]));
        }
        if op == 54 && !made {
            made = true;
            out.extend(inst(50, &[uint, width, 4]));
            out.extend(inst(43, &[uint, one, 1]));
            out.extend(inst(51, &[uint3, size, width, one, one]));
        }
        out.extend_from_slice(&spirv[at..at + len]);
        at += len;
    }
    assert!(uint != 0 && uint3 != 0 && decorated && made);
    out
}

#[test]
fn a_workgroup_has_as_many_invocations_as_a_constant_says() {
    let Some(b) = Bed::new("workgroup") else { return };
    let plain = stage("proof_binding.cs_constants");
    let spirv = sized_by_constant(plain.spirv);
    fn of<'a>(plain: ShaderStage<'a>, spirv: &'a [u32], constants: &'a [Constant]) -> ShaderStage<'a> {
        ShaderStage { spirv, constants, ..plain }
    }
    let set = |v| [Constant { id: 5, value: ConstantValue::U32(v) }];
    for (constants, written) in [(&[][..], 4), (&set(8)[..], 8), (&set(1), 1)] {
        let out = b.buffer(WRITTEN, &[0; 32]);
        let got = dispatch(
            &b,
            of(plain, &spirv, constants),
            &[(storage(0, true), whole(&out))],
            &[],
            1,
            &[(&out, 32)],
            &[],
        );
        let expected: Vec<u32> = (0..8).map(|i| if i < written { i + 4 } else { 0 }).collect();
        assert_eq!(got[0], expected, "{constants:?}");
    }
    let layout = [storage(0, true)];
    let desc = BindGroupLayoutDesc { label: "l", entries: &layout, ..Default::default() };
    let layout = b.device.create_bind_group_layout(&desc).unwrap();
    let most = b.device.limits().max_workgroup_size[0];
    for n in [0, most + 1] {
        let constants = set(n);
        let d = ComputePipelineDesc {
            label: "p",
            groups: &[&layout],
            shader: of(plain, &spirv, &constants),
            ..Default::default()
        };
        let e = b.device.create_compute_pipeline(&d).unwrap_err();
        assert_eq!(e.code(), Code::Workgroup, "{e}");
        assert!(e.to_string().contains(&format!("{n}x1x1")), "{e}");
    }
    b.silent();
}

#[test]
fn elements_of_arrays_are_reached_by_fixed_numbers_without_any_capability() {
    let Some(b) = Bed::new("fixed arrays") else { return };
    let d = &b.device;
    let lanes = |n: u32| [n, n + 1, n + 2, n + 3];
    let inputs: Vec<_> =
        (0..4).map(|i| b.buffer(BufferUsage::STORAGE, bytemuck::cast_slice(&lanes(100 * i)))).collect();
    let values: Vec<_> = (0..3)
        .map(|i| b.buffer(BufferUsage::UNIFORM, bytemuck::cast_slice(&lanes(1000 * (i + 1)))))
        .collect();
    let part = |buffer| BufferPart { buffer, offset: 0, size: 0 };
    let (inputs, values) =
        (inputs.iter().map(part).collect::<Vec<_>>(), values.iter().map(part).collect::<Vec<_>>());
    let rows: Vec<_> = (0..4u8)
        .map(|i| {
            let data: Vec<u8> = (0..4).flat_map(|x| [50 * i + 10 * x, 0, 0, 255]).collect();
            let t = d
                .create_texture(&TextureDesc::sampled("row", RGBA8, 4, 1, Contents::Data(&data)))
                .unwrap()
                .value;
            d.create_view(&t, &ViewDesc::default()).unwrap()
        })
        .collect();
    let clamp = d.create_sampler(&SamplerDesc::nearest("clamp")).unwrap().value;
    let repeat = SamplerDesc { address: [AddressMode::Repeat; 3], ..SamplerDesc::nearest("repeat") };
    let repeat = d.create_sampler(&repeat).unwrap().value;
    let out = b.buffer(WRITTEN, &[0; 64]);
    let views: Vec<_> = rows.iter().collect();
    let entry = |n, kind, count| LayoutEntry::new(n, Stages::COMPUTE, kind).array(count);
    let entries = [
        (storage(0, true), whole(&out)),
        (storage(1, false).array(4), Resource::Buffers(&inputs)),
        (entry(2, BindingKind::Uniform { dynamic: false }, 3), Resource::Buffers(&values)),
        (entry(3, BindingKind::Texture, 4), Resource::Views(&views)),
        (entry(4, BindingKind::Sampler, 2), Resource::Samplers(&[&clamp, &repeat])),
    ];
    let got = dispatch(&b, stage("proof_binding.cs_fixed"), &entries, &[], 1, &[(&out, 64)], &[]);
    assert_eq!(got[0][..8], [0, 1, 2, 3, 3300, 3302, 3304, 3306]);
    // Texture 1 by the sampler that clamps, texture 2 by the one that repeats: the last place is the right edge.
    assert_eq!(got[0][8..], [60, 70, 80, 80, 110, 120, 130, 100]);
    b.silent();
}

#[test]
fn samplers_of_a_layout_are_an_array_too() {
    let Some(b) = Bed::new("immutable samplers") else { return };
    let d = &b.device;
    let lanes: [u32; 4] = [0, 1, 2, 3];
    let storage_input = b.buffer(BufferUsage::STORAGE, bytemuck::cast_slice(&lanes));
    let uniform = b.buffer(BufferUsage::UNIFORM, bytemuck::cast_slice(&[0u32; 4]));
    let data: Vec<u8> = (0..4).flat_map(|x| [10 * x, 0, 0, 255]).collect();
    let t = d.create_texture(&TextureDesc::sampled("row", RGBA8, 4, 1, Contents::Data(&data))).unwrap().value;
    let v = d.create_view(&t, &ViewDesc::default()).unwrap();
    let out = b.buffer(WRITTEN, &[0; 64]);
    let part = |buffer| BufferPart { buffer, offset: 0, size: 0 };
    let clamp = d.create_sampler(&SamplerDesc::nearest("clamp")).unwrap().value;
    let repeat = SamplerDesc { address: [AddressMode::Repeat; 3], ..SamplerDesc::nearest("repeat") };
    let repeat = d.create_sampler(&repeat).unwrap().value;
    let entry = |n, kind, count| LayoutEntry::new(n, Stages::COMPUTE, kind).array(count);
    let entries = [
        storage(0, true),
        storage(1, false).array(4),
        entry(2, BindingKind::Uniform { dynamic: false }, 3),
        entry(3, BindingKind::Texture, 4),
        entry(4, BindingKind::Sampler, 2),
    ];
    let both: [&Sampler; 2] = [&repeat, &clamp];
    let samplers = [ImmutableSamplers { binding: 4, samplers: &both }];
    let layout = d.create_bind_group_layout(&BindGroupLayoutDesc {
        label: "l",
        entries: &entries,
        samplers: &samplers,
    });
    let layout = layout.unwrap();
    // The layout keeps its samplers.
    drop((clamp, repeat));
    let (inputs, values, views) = ([part(&storage_input); 4], [part(&uniform); 3], [&v; 4]);
    let filled = [
        GroupEntry::buffer(0, &out),
        GroupEntry::buffers(1, &inputs),
        GroupEntry::buffers(2, &values),
        GroupEntry::views(3, &views),
    ];
    let group =
        d.create_bind_group(&BindGroupDesc { label: "g", layout: &layout, entries: &filled }).unwrap();
    let shader = stage("proof_binding.cs_fixed");
    let p = d.create_compute_pipeline(&ComputePipelineDesc {
        label: "p",
        groups: &[&layout],
        shader,
        ..Default::default()
    });
    let p = p.unwrap();
    let mut batch = d.batch();
    batch.compute(&ComputeDesc { groups: &[&group], ..Default::default() }, |c| {
        c.pipeline(&p);
        c.group(0, &group, []);
        c.dispatch(1, 1, 1);
    });
    let read = batch.read_buffer(&out, 0..64);
    batch.submit().unwrap_or_else(|e| panic!("{e}")).wait(WAIT).unwrap();
    let got = words(&read.wait(WAIT).unwrap());
    assert_eq!(got[8..], [10, 20, 30, 0, 10, 20, 30, 30], "the first repeats, the second clamps");
    b.silent();
}
