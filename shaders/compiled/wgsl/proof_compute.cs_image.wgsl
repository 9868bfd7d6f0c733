var<private> global: vec3<u32>;
@group(0) @binding(3) 
var source: texture_2d<f32>;
@group(0) @binding(2) 
var hdr: texture_storage_2d<rgba16float,write>;

fn cs_image_1() {
    let _e7 = global;
    let _e9 = global;
    let _e14 = textureLoad(source, vec3<i32>(bitcast<vec2<i32>>(_e9.xy), 0i).xy, 0i);
    let _e16 = global;
    let _e19 = global;
    textureStore(hdr, _e7.xy, ((_e14 * 4f) + vec4<f32>(f32(_e16.x), f32(_e19.y), 0f, -8f)));
    return;
}

@compute @workgroup_size(8, 8, 1) 
fn cs_image(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_image_1();
}
