//! What layouts, groups and push data must keep to, rule by rule, on a device that draws nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod world;

use candor_rhi::backend::Enabled;
use candor_rhi::*;
use world::{STAGE, World, made, shader, told, usual, without};

fn laid(w: &World, entries: &[LayoutEntry]) -> Result<BindGroupLayout, Error> {
    w.device.create_bind_group_layout(&BindGroupLayoutDesc { label: "layout", entries, samplers: &[] })
}

#[test]
fn push_data_of_192_bytes_is_refused_with_both_numbers() {
    let w = usual();
    let with = |bytes| {
        made(
            &w,
            RasterPipelineDesc { push: PushLayout { stages: Stages::VERTEX, bytes }, ..Default::default() },
        )
    };
    assert!(with(128).is_ok());
    told(with(192), Code::PushSize, &["192", "128"]);
    let compute = ComputePipelineDesc {
        push: PushLayout { stages: Stages::COMPUTE, bytes: 192 },
        shader: STAGE,
        ..Default::default()
    };
    told(w.device.create_compute_pipeline(&compute), Code::PushSize, &["192", "128"]);
}

#[test]
fn samplers_and_bindings_are_counted_over_all_groups_of_a_pipeline() {
    let w = usual();
    let entry = |n, kind| LayoutEntry::new(n, Stages::FRAGMENT, kind);
    let samplers = |n| laid(&w, &[entry(0, BindingKind::Sampler).array(n)]).unwrap();
    told(laid(&w, &[entry(0, BindingKind::Sampler).array(17)]), Code::TooManySamplers, &["17", "16"]);
    let (a, b) = (samplers(9), samplers(8));
    let both = RasterPipelineDesc { groups: &[&a, &b], ..Default::default() };
    told(made(&w, both), Code::TooManySamplers, &["fragment", "17", "16"]);
    assert!(made(&w, RasterPipelineDesc { groups: &[&a], ..Default::default() }).is_ok());
    let uniform = BindingKind::Uniform { dynamic: false };
    let storage = BindingKind::Storage { dynamic: false, write: true };
    let image = BindingKind::StorageTexture { write: true };
    for (kind, n, what) in [
        (uniform, 12, "uniform buffers"),
        (storage, 8, "storage buffers"),
        (BindingKind::Texture, 16, "textures"),
        (image, 4, "storage textures"),
    ] {
        assert!(laid(&w, &[entry(0, kind).array(n)]).is_ok(), "{what}");
        let (asked, allowed) = ((n + 1).to_string(), n.to_string());
        told(
            laid(&w, &[entry(0, kind).array(n + 1)]),
            Code::TooManyBindings,
            &["fragment", what, &asked, &allowed],
        );
        let (half, rest) =
            (laid(&w, &[entry(0, kind).array(n)]).unwrap(), laid(&w, &[entry(1, kind)]).unwrap());
        let d = RasterPipelineDesc { groups: &[&half, &rest], ..Default::default() };
        told(made(&w, d), Code::TooManyBindings, &[what, &asked, &allowed]);
    }
    let moving = |kind, n| laid(&w, &(0..n).map(|i| entry(i, kind)).collect::<Vec<_>>());
    let dynamic = BindingKind::Storage { dynamic: true, write: false };
    assert!(moving(dynamic, 4).is_ok());
    told(moving(dynamic, 5), Code::TooManyBindings, &["5 storage", "dynamic", "4"]);
    let (six, three) = (
        moving(BindingKind::Uniform { dynamic: true }, 6).unwrap(),
        moving(BindingKind::Uniform { dynamic: true }, 3).unwrap(),
    );
    let d = RasterPipelineDesc { groups: &[&six, &three], ..Default::default() };
    told(made(&w, d), Code::TooManyBindings, &["9 uniform", "dynamic", "8"]);
}

#[test]
fn pairs_of_a_texture_and_a_sampler_are_counted_as_the_shader_uses_them() {
    let w = usual();
    let entry = |n, kind| LayoutEntry::new(n, Stages::COMPUTE, kind);
    let written = BindingKind::Storage { dynamic: false, write: true };
    let entries = [
        entry(0, written),
        entry(13, BindingKind::Texture).array(9),
        entry(14, BindingKind::Sampler),
        entry(15, BindingKind::Sampler),
    ];
    let layout = laid(&w, &entries).unwrap();
    let d = ComputePipelineDesc {
        label: "pairs",
        groups: &[&layout],
        shader: shader("proof_binding.cs_pairs"),
        ..Default::default()
    };
    told(w.device.create_compute_pipeline(&d), Code::TooManyPairs, &["compute", "18 pairs", "16"]);
}

#[test]
fn arrays_of_bindings_are_filled_whole_and_by_their_kind() {
    let w = usual();
    let (_t, v) = w.target("target");
    let texture = LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture);
    let l = laid(&w, &[texture.array(3)]).unwrap();
    let group = |entries: &[GroupEntry<'_>]| {
        w.device.create_bind_group(&BindGroupDesc { label: "group", layout: &l, entries })
    };
    assert!(group(&[GroupEntry::views(0, &[&v, &v, &v])]).is_ok());
    told(
        group(&[GroupEntry::views(0, &[&v, &v])]),
        Code::GroupEntries,
        &["binding 0", "counts 3", "2 were given"],
    );
    told(group(&[GroupEntry::view(0, &v)]), Code::GroupEntries, &["counts 3", "1 were given"]);
    let s = w.device.create_sampler(&SamplerDesc::default()).unwrap().value;
    told(group(&[GroupEntry::samplers(0, &[&s, &s, &s])]), Code::GroupEntries, &["a texture", "a sampler"]);
    let small = w.buffer("constants", BufferUsage::UNIFORM);
    let buffers =
        laid(&w, &[LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: false }).array(2)]);
    let part = |offset| BufferPart { buffer: &small, offset, size: 256 };
    let parts = [part(0), part(1024)];
    let entries = [GroupEntry::buffers(0, &parts)];
    let d = BindGroupDesc { label: "group", layout: &buffers.unwrap(), entries: &entries };
    told(w.device.create_bind_group(&d), Code::BufferRange, &["binding 0", "element 1", "'constants'"]);
    told(laid(&w, &[texture.array(0)]), Code::BindingArray, &["binding 0", "length of 0"]);
    let dynamic = LayoutEntry::new(0, Stages::VERTEX, BindingKind::Uniform { dynamic: true });
    told(laid(&w, &[dynamic.array(2)]), Code::BindingArray, &["dynamic offsets"]);
}

#[test]
fn samplers_of_a_layout_are_checked_and_need_no_entry_in_a_group() {
    let w = usual();
    let plain = w.device.create_sampler(&SamplerDesc::default()).unwrap().value;
    let shadow = w.device.create_sampler(&SamplerDesc::shadow("shadow", Compare::Less)).unwrap().value;
    let entries = [
        LayoutEntry::new(2, Stages::FRAGMENT, BindingKind::Sampler),
        LayoutEntry::new(3, Stages::FRAGMENT, BindingKind::Texture),
    ];
    let with = |samplers: &[ImmutableSamplers<'_>]| {
        w.device.create_bind_group_layout(&BindGroupLayoutDesc {
            label: "baked",
            entries: &entries,
            samplers,
        })
    };
    fn one<'a>(binding: u32, samplers: &'a [&'a Sampler]) -> ImmutableSamplers<'a> {
        ImmutableSamplers { binding, samplers }
    }
    told(with(&[one(3, &[&plain])]), Code::ImmutableSamplers, &["binding 3 is no sampler"]);
    told(with(&[one(2, &[&plain, &plain])]), Code::ImmutableSamplers, &["binding 2", "has 2", "counts 1"]);
    told(with(&[one(2, &[&plain]), one(2, &[&plain])]), Code::ImmutableSamplers, &["filled twice"]);
    let other = usual();
    let theirs = other.device.create_sampler(&SamplerDesc::nearest("theirs")).unwrap().value;
    told(with(&[one(2, &[&theirs])]), Code::ForeignObject, &["'theirs'"]);
    let (filters, compares) = (with(&[one(2, &[&plain])]).unwrap(), with(&[one(2, &[&shadow])]).unwrap());
    // The same entries with another sampler are another layout.
    let t = w.texture(&TextureDesc::depth_target("depth", Format::Depth32Float, 16, 16));
    let v = w.view(&t);
    let view = GroupEntry::view(3, &v);
    let group = |layout, entries: &[GroupEntry<'_>]| {
        w.device.create_bind_group(&BindGroupDesc { label: "group", layout, entries })
    };
    assert!(group(&compares, &[view]).is_ok());
    told(
        group(&compares, &[view, GroupEntry::sampler(2, &plain)]),
        Code::ImmutableSamplers,
        &["binding 2", "again"],
    );
    let push = PushLayout { stages: Stages::RASTER, bytes: 64 };
    let shown = |layout: &BindGroupLayout| {
        w.device.create_raster_pipeline(&RasterPipelineDesc {
            label: "shown",
            groups: &[layout],
            push,
            vertex: shader("proof_sample.vs_uv"),
            fragment: Some(shader("proof_sample.fs_compare")),
            colors: &[Format::Rgba8Unorm.into()],
            ..Default::default()
        })
    };
    let p = shown(&compares).unwrap();
    told(shown(&filters), Code::SamplerUse, &["'compared' (binding 2 of group 0)", "'baked'", "compares"]);
    let (_c, target) = w.target("target");
    let g = group(&filters, &[view]).unwrap();
    let color = [Color::load(&target)];
    let mut b = w.device.batch();
    b.raster(&RasterDesc { color: &color, groups: &[&g], ..Default::default() }, |r| {
        r.pipeline(&p);
        r.group(0, &g, []);
    });
    assert_eq!(b.submit().unwrap_err().errors[0].code(), Code::GroupLayout);
}

#[test]
fn shader_arrays_fit_the_layout_and_are_indexed_where_that_was_granted() {
    let entry = |n, kind| LayoutEntry::new(n, Stages::COMPUTE, kind);
    let storage = |write| BindingKind::Storage { dynamic: false, write };
    let uniform = BindingKind::Uniform { dynamic: false };
    let all = |inputs| {
        [entry(0, storage(true)), entry(1, storage(false)).array(inputs), entry(2, uniform).array(3)]
    };
    let with = |w: &World, inputs| {
        let layout = laid(w, &all(inputs)).unwrap();
        w.device.create_compute_pipeline(&ComputePipelineDesc {
            label: "arrays",
            groups: &[&layout],
            push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
            shader: shader("proof_binding.cs_buffers"),
        })
    };
    let w = usual();
    assert!(with(&w, 4).is_ok() && with(&w, 5).is_ok());
    told(with(&w, 3), Code::BindingLength, &["'inputs' (binding 1", "array of 4", "counts 3"]);
    told(
        with(&without(Enabled::BUFFER_INDEXING), 4),
        Code::NotEnabled,
        &["buffer-array-indexing", "binding 1"],
    );
    let textures = |w: &World| {
        let layout = laid(
            w,
            &[
                entry(3, BindingKind::Texture).array(4),
                entry(4, BindingKind::Sampler).array(2),
                entry(5, BindingKind::StorageTexture { write: true }).array(2),
            ],
        );
        w.device.create_compute_pipeline(&ComputePipelineDesc {
            label: "arrays",
            groups: &[&layout.unwrap()],
            push: PushLayout { stages: Stages::COMPUTE, bytes: 16 },
            shader: shader("proof_binding.cs_textures"),
        })
    };
    assert!(textures(&w).is_ok());
    told(textures(&without(Enabled::TEXTURE_INDEXING)), Code::NotEnabled, &["texture-array-indexing"]);
}

#[test]
fn binding_numbers_are_bounded_since_drivers_keep_a_table_as_long_as_the_largest() {
    let w = usual();
    let layout = |binding| {
        let entries = [
            LayoutEntry::new(binding, Stages::FRAGMENT, BindingKind::Sampler),
            LayoutEntry::new(0, Stages::FRAGMENT, BindingKind::Texture),
        ];
        w.device.create_bind_group_layout(&BindGroupLayoutDesc {
            label: "far",
            entries: &entries,
            samplers: &[],
        })
    };
    assert!(layout(limits::MAX_BINDING_NUMBERS - 1).is_ok());
    for binding in [limits::MAX_BINDING_NUMBERS, u32::MAX - 1, u32::MAX] {
        told(
            layout(binding),
            Code::BindingNumber,
            &["'far'", &format!("binding {binding}"), "999 is the largest"],
        );
    }
}
