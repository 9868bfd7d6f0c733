var<private> global: vec3<u32>;
@group(0) @binding(1) 
var stored: texture_storage_3d<rgba8unorm,write>;

fn cs_store_1() {
    let _e4 = global;
    let _e10 = global;
    textureStore(stored, _e10, (vec4<f32>((vec3<f32>(_e4) * 51f), 255f) / vec4(255f)));
    return;
}

@compute @workgroup_size(4, 4, 4) 
fn cs_store(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_store_1();
}
