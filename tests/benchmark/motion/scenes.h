#pragma once

#include "tests/benchmark/motion/builder.h"

/// One function per family: fills an empty scene.
namespace stickslip::motion {

// Contact (contact_scenes.cpp).
void make_throw(Builder& b);
void make_stack(Builder& b);
void make_break(Builder& b);
void make_cradle(Builder& b);
void make_slide(Builder& b);
void make_roll(Builder& b);

// Joints (joint_scenes.cpp).
void make_tree(Builder& b);
void make_loop(Builder& b);
void make_cable(Builder& b);
void make_rotor(Builder& b);
void make_tumble(Builder& b);

}  // namespace stickslip::motion
