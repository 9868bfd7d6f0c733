#version 450 core
struct Corner {
    vec4 position;
};
struct ProofPush_std430_ {
    vec4 rect;
    vec4 depths;
    vec4 color;
    vec4 params;
};
int global = 0;

layout(std140, binding = 0) uniform ProofPush_std430_block_0Vertex { ProofPush_std430_ _group_3_binding_0_vs; };

vec4 global_1 = vec4(0.0, 0.0, 0.0, 1.0);


void vs_corner_1() {
    float local = 0.0;
    float local_1 = 0.0;
    Corner o = Corner(vec4(0.0));
    int _e12 = global;
    int _e15 = global;
    if (((uint(_e12) & 1u) != ((uint(_e15) >> uint(1)) & 1u))) {
        vec4 _e22 = _group_3_binding_0_vs.rect;
        local = _e22.z;
    } else {
        vec4 _e25 = _group_3_binding_0_vs.rect;
        local = _e25.x;
    }
    int _e27 = global;
    if (((uint(_e27) & 2u) != 0u)) {
        vec4 _e32 = _group_3_binding_0_vs.rect;
        local_1 = _e32.w;
    } else {
        vec4 _e35 = _group_3_binding_0_vs.rect;
        local_1 = _e35.y;
    }
    float _e38 = local;
    float _e39 = local_1;
    o.position = vec4(_e38, _e39, 0.5, 1.0);
    Corner _e41 = o;
    global_1 = _e41.position;
    return;
}

void main() {
    uint param = uint(gl_VertexID);
    global = int(param);
    vs_corner_1();
    vec4 _e4 = global_1;
    gl_Position = _e4;
    return;
}
