var<private> i_u002e_column_1: u32;
var<private> entryPointParam_fs_column: vec4<f32>;

fn fs_column_1() {
    let _e6 = i_u002e_column_1;
    entryPointParam_fs_column = vec4<f32>((f32((_e6 + 1u)) / 255f), 0f, 0f, 1f);
    return;
}

@fragment 
fn fs_column(@location(0) @interpolate(flat) i_u002e_column: u32) -> @location(0) vec4<f32> {
    i_u002e_column_1 = i_u002e_column;
    fs_column_1();
    let _e3 = entryPointParam_fs_column;
    return _e3;
}
