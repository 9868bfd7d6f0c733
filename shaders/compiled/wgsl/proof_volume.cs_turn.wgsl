var<private> global: vec3<u32>;
@group(0) @binding(0) 
var volume: texture_3d<f32>;
@group(0) @binding(2) 
var between: sampler;
@group(0) @binding(3) 
var row: texture_1d<f32>;
@group(0) @binding(1) 
var stored: texture_storage_3d<rgba8unorm,write>;

fn cs_turn_1() {
    let _e9 = global;
    let _e15 = textureSampleLevel(volume, between, ((vec3<f32>(_e9.zyx) + vec3<f32>(0.5f, 0.5f, 1f)) / vec3(4f)), 0f);
    let _e17 = global;
    let _e20 = textureLoad(row, bitcast<i32>(_e17.x), 0i);
    let _e23 = global;
    textureStore(stored, _e23, vec4<f32>(_e15.xyz, _e20.x));
    return;
}

@compute @workgroup_size(4, 4, 4) 
fn cs_turn(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_turn_1();
}
