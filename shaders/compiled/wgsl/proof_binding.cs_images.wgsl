var<private> global: vec3<u32>;
@group(0) @binding(10) 
var readOnly: texture_storage_2d<r32uint,read>;
@group(0) @binding(11) 
var writeOnly: texture_storage_2d<r32uint,write>;
@group(0) @binding(12) 
var both: texture_storage_2d<r32uint,read_write>;

fn cs_images_1() {
    let _e6 = global;
    let _e9 = textureLoad(readOnly, bitcast<vec2<i32>>(_e6.xy));
    let _e11 = global;
    textureStore(writeOnly, _e11.yx, vec4((_e9.x + 1u)));
    let _e15 = global;
    let _e17 = global;
    let _e20 = textureLoad(both, bitcast<vec2<i32>>(_e17.xy));
    textureStore(both, _e15.xy, vec4(((_e20.x * 3u) + _e9.x)));
    return;
}

@compute @workgroup_size(4, 4, 1) 
fn cs_images(@builtin(global_invocation_id) param: vec3<u32>) {
    global = param;
    cs_images_1();
}
