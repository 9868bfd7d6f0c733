//! The first program that somebody reads is short.

#[test]
fn a_window_a_shader_and_a_triangle_are_less_than_sixty_lines() {
    let lines = include_str!("../src/main.rs").lines().count();
    assert!(lines < 60, "{lines} lines");
}
