//! What is damaged: files of the test inputs, the compiled shaders, and a few of our own, so that every target has something to start
//! from without the inputs too.

use crate::mutate::base64;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Files above this are left out: what is small is damaged more often.
const LARGEST: u64 = 160 << 10;
/// So many of one kind are taken, evenly.
const MOST: usize = 160;

/// Which seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Candor's own reports.
    CandorReport,
    /// Khronos profiles: vulkaninfo, database exports, requirements.
    Profiles,
    /// The devsim layer's format.
    Devsim,
    /// VulkanCapsViewer's.
    CapsViewer,
    /// Requests as TOML.
    RequestsToml,
    /// Requests as a list.
    RequestsText,
    /// glTF in both containers.
    Gltf,
    /// Manifests of pipelines.
    Manifest,
    /// SPIR-V modules.
    Spirv,
    /// WGSL.
    Wgsl,
    /// GLSL.
    Glsl,
    /// Slang.
    Slang,
    /// HLSL.
    Hlsl,
    /// Contents of packages of shaders.
    ShaderPackage,
    /// Captured frames.
    Capture,
    /// The same without compression and checksums: the length of each section, then the sections.
    CaptureFrame,
}

/// Something to be damaged, taken apart as far as that helps.
#[derive(Debug, Clone)]
pub enum Seed {
    /// Bytes.
    Bytes(Vec<u8>),
    /// 32-bit words.
    Words(Vec<u32>),
    /// A JSON document, and of a binary glTF file the chunk beside it.
    Json(Value, Option<Vec<u8>>),
}

/// The folder of the test inputs: `CANDOR_INPUTS`, or `shared` beside the workspace.
pub fn inputs() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    std::env::var_os("CANDOR_INPUTS").map_or_else(beside, PathBuf::from)
}

/// The seeds of a kind, in an order that depends on nothing but the files.
pub fn load(kind: Kind) -> Vec<Seed> {
    let reports = inputs().join("device-reports");
    let mut seeds: Vec<Seed> =
        own(kind).into_iter().map(|text| taken_apart(text.as_bytes().to_vec())).collect();
    match kind {
        Kind::CandorReport => {
            // Reports in other formats, written in Candor's.
            for bytes in files(&reports.join("vulkaninfo"), &["json"]).into_iter().take(6) {
                if let Ok(candor_caps::read::Document::Device(d)) = candor_caps::read::read(&bytes, "seed") {
                    seeds.extend(serde_json::to_value(&*d).ok().map(|v| Seed::Json(v, None)));
                }
            }
        }
        Kind::Profiles => {
            for folder in ["requirement-profiles", "profile-parser-tests", "vulkaninfo", "gpuinfo-profiles"] {
                seeds.extend(
                    files(&reports.join(folder), &["json"]).into_iter().take(MOST / 4).map(taken_apart),
                );
            }
        }
        Kind::Devsim => seeds.extend(files(&reports.join("devsim"), &["json"]).into_iter().map(taken_apart)),
        Kind::CapsViewer => {
            seeds.extend(files(&reports.join("capsviewer"), &["json"]).into_iter().map(taken_apart));
        }
        Kind::RequestsToml | Kind::RequestsText => {}
        Kind::Manifest => {
            let device = candor_rhi::Device::new(crate::frame::null_backend());
            let settings = candor_render::RenderSettings::default();
            let scope = candor_render::pipelines::Scope::Settings(&settings);
            let listed = candor_render::pipelines::manifest(&device, &scope).ok();
            seeds.extend(listed.map(|m| Seed::Bytes(m.to_text().into_bytes())));
        }
        Kind::Gltf => {
            let all = paths(&inputs().join("scenes"), &["gltf", "glb"]);
            let every = all.len().div_ceil(MOST).max(1);
            seeds.extend(all.iter().step_by(every).filter_map(|p| scene(p)));
        }
        Kind::Capture => seeds.extend(captured().map(Seed::Bytes)),
        Kind::CaptureFrame => {
            let open = captured().and_then(|file| candor_capture::sections::open(&file).ok());
            seeds.extend(open.map(|sections| {
                let lengths = sections.iter().flat_map(|s| (s.len() as u32).to_le_bytes());
                Seed::Bytes(lengths.chain(sections.iter().flatten().copied()).collect())
            }));
        }
        Kind::Wgsl => seeds.extend(compiled("wgsl", &["wgsl"])),
        Kind::Glsl => {
            seeds.extend(compiled("glsl-4.50", &["vert", "frag", "comp"]));
            seeds.extend(compiled("glsl-es-3.10", &["vert", "frag", "comp"]));
        }
        Kind::Hlsl => seeds.extend(compiled("hlsl-6.0", &["hlsl"])),
        Kind::Slang => {
            let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
            seeds.extend(files(&sources, &["slang"]).into_iter().map(Seed::Bytes));
        }
        Kind::ShaderPackage => seeds.extend(packed().map(Seed::Bytes)),
        Kind::Spirv => {
            let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/compiled");
            for bytes in files(&shaders, &["spv"]) {
                seeds.extend(candor_shader::words_from_bytes(&bytes).ok().map(Seed::Words));
            }
        }
    }
    seeds
}

/// Candor's own shaders in a language.
fn compiled(folder: &str, endings: &[&str]) -> Vec<Seed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/compiled").join(folder);
    files(&folder, endings).into_iter().map(Seed::Bytes).collect()
}

/// What is behind the header of a package with two shaders.
fn packed() -> Option<Vec<u8>> {
    use candor_shader::package::{Package, PackagedShader, PackagedText};
    use candor_shader::translate::{Options, translate};
    use candor_shader::{ClipSpace, Target, shaders};
    let shader = |s: &candor_shader::Shader| {
        let text = translate(s.words(), s.entry_point, Target::Glsl330, &Options::default()).ok()?;
        let texts = vec![PackagedText { target: Target::Glsl330, clip: ClipSpace::Standard, text: Ok(text) }];
        PackagedShader::new(s.module, s.words(), s.entry_point, texts).ok()
    };
    let all = vec![shader(&shaders::TRIANGLE_VS_MAIN)?, shader(&shaders::TONEMAP_FS_MAIN)?];
    let mut file = Package::new(all).ok()?.to_bytes().ok()?;
    Some(file.split_off(Package::HEADER_BYTES))
}

/// A frame on Null.
fn captured() -> Option<Vec<u8>> {
    let (device, capture) = crate::frame::null();
    Some(crate::frame::small(&device, &capture).0.write())
}

fn taken_apart(bytes: Vec<u8>) -> Seed {
    serde_json::from_slice(&bytes).map_or(Seed::Bytes(bytes), |value| Seed::Json(value, None))
}

fn paths(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
            let path = entry.path();
            let small = || fs::metadata(&path).is_ok_and(|m| m.len() <= LARGEST);
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| endings.iter().any(|w| e == *w)) && small() {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

fn files(folder: &Path, endings: &[&str]) -> Vec<Vec<u8>> {
    paths(folder, endings).iter().filter_map(|p| fs::read(p).ok()).collect()
}

/// A glTF file with its buffers inside, so that no file beside it is needed.
fn scene(path: &Path) -> Option<Seed> {
    let bytes = fs::read(path).ok()?;
    if let Some((json, bin)) = glb(&bytes) {
        return Some(Seed::Json(serde_json::from_slice(json).ok()?, Some(bin.to_vec())));
    }
    let Ok(mut value) = serde_json::from_slice::<Value>(&bytes) else { return Some(Seed::Bytes(bytes)) };
    for list in ["buffers", "images"] {
        for item in value.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(uri) = item.get("uri").and_then(Value::as_str) else { continue };
            let beside = path.parent()?.join(uri);
            let Ok(data) = fs::read(&beside) else { continue };
            if data.len() as u64 > LARGEST {
                return None;
            }
            let mime = match beside.extension().and_then(|e| e.to_str()) {
                Some("png") => "image/png",
                Some("jpg" | "jpeg") => "image/jpeg",
                _ => "application/octet-stream",
            };
            item["uri"] = Value::String(format!("data:{mime};base64,{}", base64::encode(&data)));
        }
    }
    Some(Seed::Json(value, None))
}

/// The JSON chunk of a binary glTF file and what is behind it.
fn glb(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_prefix(b"glTF")?;
    let length = u32::from_le_bytes(rest.get(8..12)?.try_into().ok()?) as usize;
    let json = bytes.get(20..20usize.checked_add(length)?)?;
    let bin = bytes.get(20 + length..).and_then(|b| b.get(8..)).unwrap_or_default();
    Some((json, bin))
}

const TOML: &str = r#"schema = 1
[features]
ray-tracing = "optional"
big-world = "required"
[limits]
maxPushConstantsSize = 128
"VkPhysicalDeviceLimits.maxImageDimension2D" = { up-to = 16384 }
maxComputeWorkGroupCount = 65535
[base.engine]
api-version = "1.2"
extensions = ["VK_KHR_swapchain"]
instance-extensions = ["VK_EXT_swapchain_colorspace"]
bits = ["VkPhysicalDeviceVulkan12Features.timelineSemaphore"]
portability = ["triangleFans"]
limits = { maxBoundDescriptorSets = 4 }
formats = { VK_FORMAT_D24_UNORM_S8_UINT = ["depth-stencil-attachment"] }
queues = [["graphics", "compute"]]
any-of = [{ extensions = ["VK_KHR_a"] }, { extensions = ["VK_EXT_b"] }]
[capability.own-memory]
description = "Two gigabytes"
device-memory-bytes = 2147483648
[feature.big-world]
description = "The whole map at once"
capabilities = ["multiview", "own-memory"]
without = "the map in pieces"
"#;

const MANIFEST: &str = r#"candor-pipelines = 1

[[layout]]
name = "numbers"
bindings = ["0 compute storage dynamic write", "1 fragment texture x4", "2 fragment sampler"]
samplers = ["2 linear,nearest,linear clamp,repeat,border-opaque-white anisotropy=8.0 compare=less lod=0.0,12.5 bias=-0.5"]

[[raster]]
name = "lit"
groups = ["numbers"]
push = "vertex+fragment 64"
vertex = "triangle.vs_main 00000000000000000000000000000001 3=f32:0.5"
fragment = "triangle.fs_main 00000000000000000000000000000002"
buffers = ["instances=3 stride=20 beyond-stride 0:F32x3@0 1:F32x2@12"]
topology = "triangle-strip"
primitive-restart = true
depth = "Depth24Stencil8 greater-equal write bias=1.0,2.0,0.0 clamp"
stencil-front = "always keep,zero,replace read=255 write=15"
stencil-back = "never keep,keep,invert read=1 write=0"
colors = ["Rgba8Unorm color=src-alpha,one,add alpha=one,zero,max write=rb"]
samples = 4
sample-mask = 7

[[compute]]
name = "fill"
groups = ["numbers"]
shader = "compute_fill.cs_main 00000000000000000000000000000003"

[[mips]]
format = "Rgba8Unorm"
dim = "3d"
"#;

fn own(kind: Kind) -> Vec<&'static str> {
    match kind {
        Kind::CandorReport => vec![
            r#"{"schema":1,"name":"Bare","vendor_id":1,"device_id":2,"driver":null,"device_type":"cpu","source":"seed",
            "body":{"api":"vulkan","api_version":4206592,"extensions":{"VK_KHR_swapchain":70},"instance_extensions":null,
            "features":{"VkPhysicalDeviceFeatures":{"wideLines":true}},"properties":{"VkPhysicalDeviceLimits":
            {"maxImageDimension2D":16384,"maxComputeWorkGroupCount":[65535,65535,65535],"maxSamplerAnisotropy":16.0}},
            "formats":{"VK_FORMAT_R8_UNORM":{"linear":1,"optimal":3,"buffer":0}},"queue_families":[{"flags":7,"count":1,
            "timestamp_valid_bits":64,"min_image_transfer_granularity":[1,1,1]}],"memory":{"heaps":[[1024,1]],"types":[[0,1]]}}}"#,
            r#"{"schema":1,"name":null,"vendor_id":null,"device_id":null,"driver":null,"device_type":null,"source":"seed","body":{"api":"null"}}"#,
        ],
        Kind::Profiles => vec![
            r#"{"$schema":"https://schema.khronos.org/vulkan/profiles-0.8-latest.json#","capabilities":{"device":{
            "extensions":{"VK_KHR_swapchain":1},"features":{"VkPhysicalDeviceFeatures":{"wideLines":true}},"properties":{
            "VkPhysicalDeviceProperties":{"apiVersion":4206592,"limits":{"maxImageDimension2D":4096}}},"formats":{"VK_FORMAT_R8_UNORM":
            {"VkFormatProperties":{"optimalTilingFeatures":["VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT"]}}},"queueFamiliesProperties":[
            {"VkQueueFamilyProperties":{"queueFlags":["VK_QUEUE_GRAPHICS_BIT"],"queueCount":1}}]}},"profiles":{"VP_A":{"version":1,
            "api-version":"1.3.204","label":"a","capabilities":["device"],"profiles":["VP_B"]},"VP_B":{"api-version":"1.1.1",
            "capabilities":[["device"]],"fallback":["VP_A"]}}}"#,
        ],
        Kind::Devsim => vec![
            r#"{"$schema":"https://schema.khronos.org/vulkan/devsim_1_0_0.json#","VkPhysicalDeviceProperties":{"apiVersion":4194304,
            "limits":{"maxImageDimension2D":4096}},"VkPhysicalDeviceFeatures":{"wideLines":1},"ArrayOfVkQueueFamilyProperties":[
            {"queueFlags":7,"queueCount":1,"timestampValidBits":64,"minImageTransferGranularity":{"width":1,"height":1,"depth":1}}],
            "ArrayOfVkFormatProperties":[{"formatID":9,"linearTilingFeatures":1,"optimalTilingFeatures":3,"bufferFeatures":0}]}"#,
        ],
        Kind::CapsViewer => vec![
            r#"{"core11":{"features":{},"properties":{}},"extensions":[{"extensionName":"VK_KHR_swapchain","specVersion":70}],
            "features":{"wideLines":true},"formats":[[9,{"supported":true,"linearTilingFeatures":1,"optimalTilingFeatures":3,
            "bufferFeatures":0}]],"properties":{"deviceName":"x","apiVersion":4206592,"limits":{"maxImageDimension2D":4096}},
            "queues":[{"queueFlags":7,"queueCount":1}]}"#,
        ],
        Kind::Manifest => vec![MANIFEST],
        Kind::RequestsToml => vec![TOML, "[features]\nbindless = 'required'\n"],
        Kind::RequestsText => vec![
            "ray-tracing=optional, bindless, mesh-shading=required",
            "wide-lines",
            "ssao=unused,present",
            "",
        ],
        Kind::Gltf => vec![
            r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,"skin":0,"weights":[0.5]},
            {"translation":[1,2,3],"children":[2]},{"rotation":[0,0,0,1]}],"meshes":[{"weights":[1],"primitives":[{"attributes":{"POSITION":0,
            "JOINTS_0":1,"WEIGHTS_0":2},"targets":[{"POSITION":0}]}]}],"skins":[{"joints":[1,2],"inverseBindMatrices":3}],"animations":[
            {"name":"a","channels":[{"sampler":0,"target":{"node":1,"path":"translation"}},{"sampler":1,"target":{"node":0,"path":"weights"}}],
            "samplers":[{"input":4,"output":0,"interpolation":"STEP"},{"input":4,"output":4}]}],"accessors":[{"bufferView":0,
            "componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,1],"sparse":{"count":1,"indices":{"bufferView":1,
            "componentType":5121},"values":{"bufferView":0}}},{"bufferView":1,"componentType":5121,"type":"VEC4","count":3},{"bufferView":2,
            "componentType":5126,"type":"VEC4","count":3},{"componentType":5126,"type":"MAT4","count":2},{"bufferView":0,"componentType":5126,
            "type":"SCALAR","count":3,"min":[0],"max":[2]}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,
            "byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":48}],"buffers":[{"byteLength":96,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAABAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAQAAAAEAAAAAAQAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAA/AAAAPwAAAAAAAAAA"}]}"#,
        ],
        Kind::Wgsl => vec![
            "#define N 4u\n#if N > 1u\n#define TWICE(x) ((x) * 2u)\n#endif\nstruct A { a: array<vec3<f32>, N>, b: mat3x3<f32>, }\n\
             @group(0) @binding(0) var<storage, read_write> s: array<A>;\noverride k: f32 = 1.5;\n\
             @compute @workgroup_size(TWICE(N)) fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n  for (var i = 0u; i < N; i++) {\n\
             switch i { case 1u, 2u: { s[id.x].a[i] *= k; } default: { break; } } }\n}\n",
            "const A = array(1, 2, 3)[1] << 2; fn f(p: ptr<function, i32>) -> i32 { *p += A; return select(1, 2, *p > 3); }\n\
             @fragment fn fs() -> @location(0) vec4f { var x = 1; return vec4f(f32(f(&x))); }",
        ],
        Kind::Glsl => vec![
            "#version 450\n#define F(a, b) (a + b)\n#ifdef GL_ES\nprecision highp float;\n#endif\nlayout(set = 0, binding = 0) uniform U { mat4 m; vec3 v[2]; float f; } u;\n\
             layout(set = 0, binding = 1) uniform texture2D t;\nlayout(set = 0, binding = 2) uniform sampler s;\nlayout(location = 0) in vec2 uv;\n\
             layout(location = 0) out vec4 c;\nstruct S { vec3 a; int b; };\nfloat g(inout S s, const int n) { for (int i = 0; i < n; ++i) { s.a *= 2.0; if (s.b == i) continue; } return s.a.x; }\n\
             void main() { S x = S(vec3(1), 2); do { x.b--; } while (x.b > 0); c = u.m * vec4(F(uv, uv).xy, g(x, 3), texture(sampler2D(t, s), uv).w); }\n",
            "#version 460\nlayout(local_size_x = 8) in;\nlayout(std430, set = 0, binding = 0) buffer B { uint n[]; };\nlayout(push_constant) uniform P { uvec4 p; };\n\
             shared uint w[8];\nvoid main() { w[gl_LocalInvocationIndex] = n[gl_GlobalInvocationID.x] ^ p.x; barrier(); atomicAdd(n[0], w[7]); }\n",
        ],
        Kind::Slang | Kind::Hlsl | Kind::ShaderPackage => Vec::new(),
        Kind::Spirv | Kind::Capture | Kind::CaptureFrame => Vec::new(),
    }
}
