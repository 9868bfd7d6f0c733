//! The class of each code, held by a file made for it: every code of the table is found, and refuses or warns as it says.
//! The files are as small as they can be, so that nothing but the code in question decides.
#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use candor_render::gltf::{Class, Code, LoadError, LoadOptions, load_bytes};
use common::{Case, base64, buffers, data, floats, json, png, raw};
use std::path::Path;

const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;
const GOOD: &[u8] = br#"{"asset":{"version":"2.0"}} "#;

fn glb(version: u32, declared: Option<u32>, chunks: &[(u32, &[u8])]) -> Case {
    let mut bytes = b"glTF".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend([0; 4]);
    for (kind, data) in chunks {
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(*data);
    }
    let length = declared.unwrap_or(bytes.len() as u32);
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    (bytes, "case.glb")
}

fn cut(case: Case, length: usize) -> Case {
    (case.0[..length].to_vec(), case.1)
}

/// A triangle's positions, with bounds.
const TRIANGLE: (&str, [f32; 9]) = (
    r#""componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]"#,
    [0., 0., 0., 1., 0., 0., 0., 1., 0.],
);

/// A triangle, one more accessor, and a primitive with these members after its positions.
fn triangle_with(accessor: &str, bytes: &[u8], attributes: &str, primitive: &str) -> Case {
    let positions = floats(&TRIANGLE.1);
    let mesh =
        format!(r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{attributes}}}{primitive}}}]}}]"#);
    data(&[(TRIANGLE.0, &positions), (accessor, bytes)], &mesh)
}

/// A triangle and nothing else to read, a primitive with these members, and more members of the root.
fn triangle(primitive: &str, more: &str) -> Case {
    let positions = floats(&TRIANGLE.1);
    let mesh = format!(r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}{primitive}}}]}}]{more}"#);
    data(&[(TRIANGLE.0, &positions)], &mesh)
}

const TIMES: &str = r#""componentType":5126,"type":"SCALAR","count":2,"min":[0],"max":[1]"#;
const VEC3S: &str = r#""componentType":5126,"type":"VEC3","count":2"#;
const VEC4S: &str = r#""componentType":5126,"type":"VEC4","count":2"#;

/// An animation of one channel: times and values, what moves, how.
fn animation(
    times: (&str, &[f32]),
    values: (&str, &[f32]),
    path: &str,
    interpolation: &str,
    node: &str,
) -> Case {
    let channel = format!(r#"{{"sampler":0,"target":{{"node":0,"path":"{path}"}}}}"#);
    let sampler = format!(r#"{{"input":0,"output":1,"interpolation":"{interpolation}"}}"#);
    let more =
        format!(r#""nodes":[{node}],"animations":[{{"channels":[{channel}],"samplers":[{sampler}]}}]"#);
    data(&[(times.0, &floats(times.1)), (values.0, &floats(values.1))], &more)
}

/// One skinned triangle; joints and weights of its vertices, and the skin's joints.
fn skinned(joints: [u8; 4], weights: [f32; 4], skin_joints: &str) -> Case {
    let positions = floats(&TRIANGLE.1);
    let joints = joints.repeat(3);
    let weights = floats(&weights.repeat(3));
    let more = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "nodes":[{{"mesh":0,"skin":0}},{{"children":[2]}},{{}}],"skins":[{{"joints":[{skin_joints}]}}]"#
    );
    let parts = [
        (TRIANGLE.0, positions.as_slice()),
        (r#""componentType":5121,"type":"VEC4","count":3"#, joints.as_slice()),
        (r#""componentType":5126,"type":"VEC4","count":3"#, weights.as_slice()),
    ];
    data(&parts, &more)
}

const IDENTITY: [f32; 16] = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];

/// A skin of two joints with inverse bind matrices.
fn bind_matrices(accessor: &str, matrices: &[f32]) -> Case {
    let more = r#""nodes":[{"children":[1]},{}],"skins":[{"joints":[0,1],"inverseBindMatrices":0}]"#;
    data(&[(accessor, &floats(matrices))], more)
}

/// A material whose base colour is this image, so that the image is decoded.
fn image(image: &str) -> Case {
    json(&format!(
        r#""images":[{image}],"textures":[{{"source":0}}],"materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}]"#
    ))
}

/// An image of these bytes in a buffer view.
fn image_in_view(bytes: &[u8], mime: &str, view: &str) -> Case {
    json(&format!(
        r#"{},"bufferViews":[{{"buffer":0,"byteLength":{}{view}}}],"images":[{{"bufferView":0,"mimeType":"{mime}"}}],
        "textures":[{{"source":0}}],"materials":[{{"emissiveTexture":{{"index":0}}}}]"#,
        buffers(bytes),
        bytes.len()
    ))
}

const LIGHT: &str =
    r#""extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":{"lights":["#;

#[allow(clippy::too_many_lines)] // one line for each code
fn case(code: Code) -> Case {
    use Code as C;
    let z = |n: usize| vec![0u8; n];
    let view =
        |members: &str| json(&format!(r#"{},"bufferViews":[{{"buffer":0{members}}}]"#, buffers(&[0; 16])));
    let accessor = |members: &str, view: &str| {
        json(&format!(
            r#"{},"bufferViews":[{{"buffer":0{view}}}],"accessors":[{{"bufferView":0,{members}}}]"#,
            buffers(&[0; 64])
        ))
    };
    let indices = |accessor: &str, bytes: &[u8]| triangle_with(accessor, bytes, "", r#","indices":1"#);
    let attribute = |name: &str, accessor: &str, bytes: &[u8]| {
        triangle_with(accessor, bytes, &format!(r#","{name}":1"#), "")
    };
    let sparse = |count: &str, index: &[u8]| {
        let mut bytes = index.to_vec();
        bytes.resize(4, 0);
        bytes.extend([0; 8]);
        json(&format!(
            r#"{},"bufferViews":[{{"buffer":0,"byteLength":4}},{{"buffer":0,"byteOffset":4,"byteLength":8}}],
            "accessors":[{{"componentType":5126,"type":"SCALAR","count":1,"sparse":{{"count":{count},
            "indices":{{"bufferView":0,"componentType":5121}},"values":{{"bufferView":1}}}}}}]"#,
            buffers(&bytes)
        ))
    };
    let node = |members: &str| json(&format!(r#""nodes":[{{{members}}}]"#));
    let camera = |members: &str| json(&format!(r#""cameras":[{{{members}}}]"#));
    let ortho = |x: &str, near: &str, far: &str| {
        camera(&format!(
            r#""type":"orthographic","orthographic":{{"xmag":{x},"ymag":1,"znear":{near},"zfar":{far}}}"#
        ))
    };
    match code {
        C::IoError => json(r#""buffers":[{"byteLength":1,"uri":"there-is-no-such-file.bin"}]"#),
        C::ArrayLengthNotInList => node(r#""translation":[1,2]"#),
        C::ArrayTypeMismatch => node(r#""translation":[1,2,"3"]"#),
        C::DuplicateElements => json(r#""extensionsUsed":["KHR_materials_unlit","KHR_materials_unlit"]"#),
        C::EmptyEntity => json(r#""nodes":[]"#),
        C::InvalidIndex => node(r#""mesh":-1"#),
        C::InvalidJson => raw("{"),
        C::InvalidUri => json(r#""buffers":[{"byteLength":1,"uri":":"}]"#),
        C::OneOfMismatch => json(r#""images":[{}]"#),
        C::PatternMismatch => raw(r#"{"asset":{"version":"two"}}"#),
        C::TypeMismatch => json(r#""nodes":{}"#),
        C::UndefinedProperty => raw("{}"),
        C::UnsatisfiedDependency => node(r#""weights":[1]"#),
        C::ValueMultipleOf => view(r#","byteLength":16,"byteStride":5"#),
        C::ValueNotInRange => json(r#""materials":[{"pbrMetallicRoughness":{"metallicFactor":1.5}}]"#),
        C::AccessorMatrixAlignment => {
            accessor(r#""byteOffset":2,"componentType":5121,"type":"MAT2","count":1"#, r#","byteLength":16"#)
        }
        C::AccessorNormalizedInvalid => accessor(
            r#""componentType":5126,"type":"SCALAR","count":1,"normalized":true"#,
            r#","byteLength":16"#,
        ),
        C::AccessorOffsetAlignment => accessor(
            r#""byteOffset":2,"componentType":5126,"type":"SCALAR","count":1"#,
            r#","byteOffset":2,"byteLength":16"#,
        ),
        C::AccessorSparseCountOutOfRange => sparse("2", &[0, 1]),
        C::AssetMinVersionGreaterThanVersion => raw(r#"{"asset":{"version":"2.0","minVersion":"2.1"}}"#),
        C::BufferDataUriMimeTypeInvalid => {
            json(r#""buffers":[{"byteLength":1,"uri":"data:text/plain;base64,AA=="}]"#)
        }
        C::BufferViewInvalidByteStride => view(r#","byteLength":16,"byteStride":4,"target":34963"#),
        C::BufferViewTooBigByteStride => view(r#","byteLength":4,"byteStride":8"#),
        C::CameraXmagYmagZero => ortho("0", "0", "1"),
        C::CameraZfarLequalZnear => ortho("1", "2", "1"),
        C::InvalidGlValue => {
            accessor(r#""componentType":5121,"type":"SCALAR","count":1,"max":[256]"#, r#","byteLength":16"#)
        }
        C::KhrLightsPunctualLightSpotAngles => json(&format!(
            r#"{LIGHT}{{"type":"spot","spot":{{"innerConeAngle":0.5,"outerConeAngle":0.4}}}}]}}}}"#
        )),
        C::MeshInvalidWeightsCount => {
            let (bytes, name) = triangle("", "");
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#"{"primitives""#, r#"{"weights":[1],"primitives""#).into_bytes(), name)
        }
        C::MeshPrimitivesUnequalTargetsCount => {
            triangle(r#"},{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]"#, "")
        }
        C::MeshPrimitiveIndexedSemanticContinuity => {
            attribute("TEXCOORD_1", r#""componentType":5126,"type":"VEC2","count":3"#, &z(24))
        }
        C::MeshPrimitiveInvalidAttribute => {
            attribute("UV", r#""componentType":5126,"type":"VEC2","count":3"#, &z(24))
        }
        C::MeshPrimitiveJointsWeightsMismatch => {
            attribute("JOINTS_0", r#""componentType":5121,"type":"VEC4","count":3"#, &z(12))
        }
        C::NodeMatrixNonTrs => node(r#""matrix":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]"#),
        C::NodeMatrixTrs => node(r#""matrix":[2,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[1,1,2]"#),
        C::NodeSkinNoScene => {
            let (bytes, name) = skinned([0; 4], [1., 0., 0., 0.], "1");
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#""skins""#, r#""scenes":[{"nodes":[0]}],"skins""#).into_bytes(), name)
        }
        C::NonRequiredExtension => json(r#""extensionsUsed":["KHR_mesh_quantization"]"#),
        C::RotationNonUnit => node(r#""rotation":[0,0,0,0.5]"#),
        C::SkinNoCommonRoot => json(r#""nodes":[{},{}],"skins":[{"joints":[0,1]}]"#),
        C::SkinSkeletonInvalid => json(r#""nodes":[{},{}],"skins":[{"joints":[0],"skeleton":1}]"#),
        C::UnknownAssetMajorVersion => raw(r#"{"asset":{"version":"3.0"}}"#),
        C::UnusedExtensionRequired => {
            json(r#""extensionsUsed":["KHR_lights_punctual"],"extensionsRequired":["KHR_materials_unlit"]"#)
        }
        C::AccessorSmallBytestride => {
            accessor(r#""componentType":5126,"type":"VEC3","count":2"#, r#","byteLength":16,"byteStride":4"#)
        }
        C::AccessorTooLong => {
            accessor(r#""componentType":5126,"type":"VEC3","count":2"#, r#","byteLength":16"#)
        }
        C::AccessorTotalOffsetAlignment => accessor(
            r#""componentType":5126,"type":"SCALAR","count":1"#,
            r#","byteOffset":2,"byteLength":16"#,
        ),
        C::AccessorUsageOverride => data(
            &[(TIMES, &floats(&[0., 1.]))],
            r#""nodes":[{}],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}],"samplers":[{"input":0,"output":0}]}]"#,
        ),
        C::AnimationChannelTargetNodeMatrix => animation(
            (TIMES, &[0., 1.]),
            (VEC3S, &[0.; 6]),
            "translation",
            "LINEAR",
            r#"{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"#,
        ),
        C::AnimationChannelTargetNodeWeightsNoMorphs => {
            animation((TIMES, &[0., 1.]), (TIMES, &[0., 1.]), "weights", "LINEAR", "{}")
        }
        C::AnimationDuplicateTargets => {
            let (bytes, name) = animation((TIMES, &[0., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}");
            let one = r#"{"sampler":0,"target":{"node":0,"path":"scale"}}"#;
            (String::from_utf8(bytes).unwrap().replace(one, &format!("{one},{one}")).into_bytes(), name)
        }
        C::AnimationSamplerAccessorWithBytestride => {
            let (bytes, name) = animation((TIMES, &[0., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}");
            let text = String::from_utf8(bytes).unwrap();
            (text.replacen(r#""byteLength":8"#, r#""byteStride":4,"byteLength":8"#, 1).into_bytes(), name)
        }
        C::AnimationSamplerInputAccessorInvalidFormat => {
            let input = r#""componentType":5125,"type":"SCALAR","count":2,"min":[0],"max":[1065353216]"#;
            animation((input, &[0., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}")
        }
        C::AnimationSamplerInputAccessorTooFewElements => {
            let input = r#""componentType":5126,"type":"SCALAR","count":1,"min":[0],"max":[0]"#;
            let output = r#""componentType":5126,"type":"VEC3","count":3"#;
            animation((input, &[0.]), (output, &[0.; 9]), "scale", "CUBICSPLINE", "{}")
        }
        C::AnimationSamplerInputAccessorWithoutBounds => {
            let input = r#""componentType":5126,"type":"SCALAR","count":2"#;
            animation((input, &[0., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}")
        }
        C::AnimationSamplerOutputAccessorInvalidCount => {
            let output = r#""componentType":5126,"type":"VEC3","count":3"#;
            animation((TIMES, &[0., 1.]), (output, &[0.; 9]), "scale", "LINEAR", "{}")
        }
        C::AnimationSamplerOutputAccessorInvalidFormat => {
            animation((TIMES, &[0., 1.]), (VEC4S, &[0.; 8]), "scale", "LINEAR", "{}")
        }
        C::BufferMissingGlbData => {
            let text = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]}    "#;
            glb(2, None, &[(JSON, &text[..60])])
        }
        C::BufferViewTargetOverride => {
            let (bytes, name) = triangle("", "");
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#""byteOffset":0"#, r#""byteOffset":0,"target":34963"#).into_bytes(), name)
        }
        C::BufferViewTooLong => view(r#","byteLength":17"#),
        C::ImageBufferViewWithBytestride => image_in_view(&png(), "image/png", r#","byteStride":4"#),
        C::InvalidIbmAccessorCount => {
            bind_matrices(r#""componentType":5126,"type":"MAT4","count":1"#, &IDENTITY)
        }
        C::MeshPrimitiveAccessorUnaligned => {
            attribute("COLOR_0", r#""componentType":5121,"type":"VEC3","count":3,"normalized":true"#, &z(9))
        }
        C::MeshPrimitiveAccessorWithoutBytestride => {
            let (bytes, name) = attribute(
                "NORMAL",
                r#""componentType":5126,"type":"VEC3","count":3"#,
                &floats(&[0., 0., 1.].repeat(3)),
            );
            let text = String::from_utf8(bytes).unwrap();
            let text = text.replace(r#""bufferView":1"#, r#""bufferView":0,"byteOffset":36"#);
            (
                text.replace(r#""byteOffset":0,"byteLength":36"#, r#""byteOffset":0,"byteLength":72"#)
                    .into_bytes(),
                name,
            )
        }
        C::MeshPrimitiveAttributesAccessorInvalidFormat => {
            attribute("NORMAL", r#""componentType":5126,"type":"VEC2","count":3"#, &z(24))
        }
        C::MeshPrimitiveAttributesAccessorUnsignedInt => {
            attribute("_OWN", r#""componentType":5125,"type":"SCALAR","count":3"#, &z(12))
        }
        C::MeshPrimitiveIndicesAccessorInvalidFormat => {
            indices(r#""componentType":5126,"type":"SCALAR","count":3"#, &z(12))
        }
        C::MeshPrimitiveIndicesAccessorWithBytestride => {
            let (bytes, name) =
                indices(r#""componentType":5121,"type":"SCALAR","count":3"#, &[0, 0, 0, 0, 1, 0, 0, 0, 2]);
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#""byteOffset":36"#, r#""byteOffset":36,"byteStride":4"#).into_bytes(), name)
        }
        C::MeshPrimitiveMorphTargetInvalidAttributeCount => triangle_with(
            r#""componentType":5126,"type":"VEC3","count":2,"min":[0,0,0],"max":[0,0,0]"#,
            &z(24),
            "",
            r#","targets":[{"POSITION":1}]"#,
        ),
        C::MeshPrimitiveMorphTargetNoBaseAccessor => triangle(r#","targets":[{"NORMAL":0}]"#, ""),
        C::MeshPrimitiveNoTangentSpace => triangle(
            r#","material":0"#,
            r#","extensionsUsed":["KHR_materials_anisotropy"],"textures":[{}],"materials":[{"extensions":{"KHR_materials_anisotropy":{"anisotropyTexture":{"index":0}}}}]"#,
        ),
        C::MeshPrimitivePositionAccessorWithoutBounds => data(
            &[(r#""componentType":5126,"type":"VEC3","count":3"#, &floats(&TRIANGLE.1))],
            r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#,
        ),
        C::MeshPrimitiveTooFewTexcoords => triangle(
            r#","material":0"#,
            r#","textures":[{}],"materials":[{"emissiveTexture":{"index":0,"texCoord":1}}]"#,
        ),
        C::MeshPrimitiveUnequalAccessorCount => {
            attribute("TEXCOORD_0", r#""componentType":5126,"type":"VEC2","count":2"#, &z(16))
        }
        C::NodeLoop => json(r#""nodes":[{"children":[1]},{"children":[0]}]"#),
        C::NodeParentOverride => json(r#""nodes":[{"children":[2]},{"children":[2]},{}]"#),
        C::NodeSkinWithNonSkinnedMesh => {
            triangle("", r#","nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[1]}]"#)
        }
        C::NodeWeightsInvalid => triangle("", r#","nodes":[{"mesh":0,"weights":[1]}]"#),
        C::SceneNonRootNode => json(r#""nodes":[{"children":[1]},{}],"scenes":[{"nodes":[1]}]"#),
        C::SkinIbmAccessorWithBytestride => {
            let (bytes, name) =
                bind_matrices(r#""componentType":5126,"type":"MAT4","count":2"#, &IDENTITY.repeat(2));
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#""byteOffset":0"#, r#""byteOffset":0,"byteStride":64"#).into_bytes(), name)
        }
        C::SkinIbmInvalidFormat => {
            bind_matrices(r#""componentType":5126,"type":"MAT3","count":2"#, &[0.; 18])
        }
        C::TextureInvalidImageMimeType => image_in_view(b"RIFF\0\0\0\0WEBPVP8 ", "image/webp", ""),
        C::UndeclaredExtension => json(r#""extensions":{"EXT_x":{}}"#),
        C::UnexpectedExtensionObject => {
            json(r#""extensionsUsed":["KHR_materials_unlit"],"extensions":{"KHR_materials_unlit":{}}"#)
        }
        C::UnresolvedReference => node(r#""mesh":0"#),
        C::AccessorAnimationInputNegative => {
            let input = r#""componentType":5126,"type":"SCALAR","count":2,"min":[-1],"max":[1]"#;
            animation((input, &[-1., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}")
        }
        C::AccessorAnimationInputNonIncreasing => {
            let input = r#""componentType":5126,"type":"SCALAR","count":2,"min":[1],"max":[1]"#;
            animation((input, &[1., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}")
        }
        C::AccessorAnimationSamplerOutputNonNormalizedQuaternion => {
            animation((TIMES, &[0., 1.]), (VEC4S, &[0.; 8]), "rotation", "LINEAR", "{}")
        }
        C::AccessorElementOutOfMaxBound | C::AccessorMaxMismatch => {
            accessor(r#""componentType":5126,"type":"SCALAR","count":1,"max":[-1]"#, r#","byteLength":16"#)
        }
        C::AccessorElementOutOfMinBound | C::AccessorMinMismatch => {
            accessor(r#""componentType":5121,"type":"SCALAR","count":1,"min":[1]"#, r#","byteLength":16"#)
        }
        C::AccessorIndexOob => indices(r#""componentType":5121,"type":"SCALAR","count":3"#, &[0, 1, 3]),
        C::AccessorIndexPrimitiveRestart => {
            indices(r#""componentType":5121,"type":"SCALAR","count":4"#, &[0, 1, 2, 255])
        }
        C::AccessorInvalidFloat => data(&[(VEC3S, &floats(&[f32::NAN; 6]))], r#""nodes":[{}]"#),
        C::AccessorInvalidIbm => bind_matrices(r#""componentType":5126,"type":"MAT4","count":2"#, &[1.; 32]),
        C::AccessorInvalidSign => attribute(
            "TANGENT",
            r#""componentType":5126,"type":"VEC4","count":3"#,
            &floats(&[1., 0., 0., 0.].repeat(3)),
        ),
        C::AccessorJointsIndexDuplicate => skinned([1, 1, 0, 0], [0.5, 0.5, 0., 0.], "1,2"),
        C::AccessorJointsIndexOob => skinned([2, 0, 0, 0], [1., 0., 0., 0.], "1,2"),
        C::AccessorNonClamped => {
            attribute("COLOR_0", r#""componentType":5126,"type":"VEC3","count":3"#, &floats(&[2.; 9]))
        }
        C::AccessorSparseIndexOob => sparse("1", &[1]),
        C::AccessorSparseIndicesNonIncreasing => {
            let (bytes, name) = sparse("2", &[0, 0]);
            let text = String::from_utf8(bytes).unwrap();
            (text.replace(r#""type":"SCALAR","count":1"#, r#""type":"SCALAR","count":2"#).into_bytes(), name)
        }
        C::AccessorVector3NonUnit => {
            attribute("NORMAL", r#""componentType":5126,"type":"VEC3","count":3"#, &floats(&[1.; 9]))
        }
        C::AccessorWeightsNegative => skinned([0, 1, 0, 0], [2., -1., 0., 0.], "1,2"),
        C::AccessorWeightsNonNormalized => skinned([0, 1, 0, 0], [0.5, 0.4, 0., 0.], "1,2"),
        C::BufferByteLengthMismatch => {
            json(r#""buffers":[{"byteLength":2,"uri":"data:application/octet-stream;base64,AA=="}]"#)
        }
        C::ImageDataInvalid => {
            image_in_view(&[0xff, 0xd8, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00], "image/jpeg", "")
        }
        C::ImageMimeTypeInvalid => image_in_view(&png(), "image/jpeg", ""),
        C::ImageNonEnabledMimeType => image_in_view(b"RIFF\0\0\0\0WEBPVP8 ", "image/webp", ""),
        C::ImageUnexpectedEos => image_in_view(&png()[..20], "image/png", ""),
        C::GlbChunkLengthUnaligned => glb(2, None, &[(JSON, &GOOD[..27])]),
        C::GlbChunkTooBig => glb(2, Some(24), &[(JSON, GOOD)]),
        C::GlbDuplicateChunk => glb(2, None, &[(JSON, GOOD), (JSON, GOOD)]),
        C::GlbEmptyChunk => glb(2, None, &[(JSON, b"")]),
        C::GlbInvalidMagic => (vec![0; 24], "case.glb"),
        C::GlbInvalidVersion => glb(1, None, &[(JSON, GOOD)]),
        C::GlbLengthMismatch => glb(2, Some(1000), &[(JSON, GOOD)]),
        C::GlbLengthTooSmall => glb(2, Some(12), &[(JSON, GOOD)]),
        C::GlbUnexpectedBinChunk => glb(2, None, &[(JSON, GOOD), (7, b"abcd"), (BIN, b"abcd")]),
        C::GlbUnexpectedEndOfChunkData => cut(glb(2, None, &[(JSON, GOOD)]), 40),
        C::GlbUnexpectedEndOfChunkHeader => cut(glb(2, None, &[(JSON, GOOD)]), 16),
        C::GlbUnexpectedEndOfHeader => cut(glb(2, None, &[(JSON, GOOD)]), 8),
        C::GlbUnexpectedFirstChunk => glb(2, None, &[(BIN, b"abcd"), (JSON, GOOD)]),
    }
}

#[test]
fn every_code_is_found_and_its_class_decides() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let (bytes, name) = case(code);
        let folder = Some(Path::new(env!("CARGO_TARGET_TMPDIR")));
        let result = load_bytes(&bytes, name, folder, &LoadOptions::default());
        let (findings, refused) = match &result {
            Ok(loaded) => {
                loaded.scene.validate().unwrap();
                (&loaded.warnings, false)
            }
            Err(LoadError::Broken { findings, .. }) => (findings, true),
            Err(other) => {
                wrong.push(format!("{code}: {other}"));
                continue;
            }
        };
        let all: Vec<String> = findings.list().iter().map(ToString::to_string).collect();
        if !findings.contains(code) {
            wrong.push(format!("{code} is not found, but {all:#?} in {}", String::from_utf8_lossy(&bytes)));
        } else if refused != (code.class() == Class::Refuse) {
            wrong.push(format!("{code}: refused is {refused}, found {all:#?}"));
        }
        for finding in findings.list().iter().filter(|f| f.code == code) {
            assert!(!finding.message.is_empty() && finding.to_string().contains(code.as_str()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The same files with nothing wrong in them have no findings at all.
#[test]
fn the_files_that_the_cases_start_from_are_valid() {
    let times = animation((TIMES, &[0., 1.]), (VEC3S, &[0.; 6]), "scale", "LINEAR", "{}");
    for (bytes, name) in [
        json(""),
        triangle("", ""),
        triangle_with(r#""componentType":5121,"type":"SCALAR","count":3"#, &[0, 1, 2], "", r#","indices":1"#),
        times,
        skinned([0, 1, 0, 0], [0.5, 0.5, 0., 0.], "1,2"),
        bind_matrices(r#""componentType":5126,"type":"MAT4","count":2"#, &IDENTITY.repeat(2)),
        image(&format!(r#"{{"uri":"data:image/png;base64,{}"}}"#, base64(&png()))),
        image_in_view(&png(), "image/png", ""),
        glb(2, None, &[(JSON, GOOD), (BIN, b"abcd")]),
        json(&format!(r#"{LIGHT}{{"type":"spot","spot":{{}}}}]}}}}"#)),
    ] {
        let loaded = load_bytes(&bytes, name, None, &LoadOptions::default()).unwrap();
        let all: Vec<String> = loaded.warnings.list().iter().map(ToString::to_string).collect();
        assert!(all.is_empty(), "{all:#?} in {}", String::from_utf8_lossy(&bytes));
    }
}
