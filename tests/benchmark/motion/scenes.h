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

// More of it (passing_scenes.cpp).
void make_pass(Builder& b);
void make_bullet(Builder& b);
void make_dominoes(Builder& b);
void make_wedge(Builder& b);
void make_corner(Builder& b);

// Cylinders, ellipsoids, hulls and polygons (convex_scenes.cpp).
void make_convex(Builder& b);

// Where surfaces resist rolling and spinning (coast_scenes.cpp).
void make_coast(Builder& b);

// Joints (joint_scenes.cpp).
void make_tree(Builder& b);
void make_loop(Builder& b);
void make_cable(Builder& b);
void make_rotor(Builder& b);
void make_tumble(Builder& b);

// Machines (machine_scenes.cpp).
void make_smooth(Builder& b);
void make_springs(Builder& b);
void make_top(Builder& b);
void make_vehicle(Builder& b);
void make_ragdoll(Builder& b);

// What coordinates have along them (fitted_scenes.cpp).
void make_fitted(Builder& b);
void make_geared(Builder& b);
void make_ropes(Builder& b);

// Joints of all kinds, of which some roll (kind_scenes.cpp).
void make_kinds(Builder& b);
void make_smooth_kinds(Builder& b);
void make_rolling(Builder& b);

// What these have along their coordinates (bearing_scenes.cpp).
void make_fitted_kinds(Builder& b);
void make_bearings(Builder& b);

// Bushings (mount_scenes.cpp).
void make_mounts(Builder& b);

// Ground of meshes and polylines, and friction with a grain (ground_scenes.cpp).
void make_terrain(Builder& b);
void make_fields(Builder& b);
void make_grain(Builder& b);

// Contacts that give way (soft_scenes.cpp).
void make_soft(Builder& b);
void make_soft_machines(Builder& b);
void make_cushioned(Builder& b);

/// Puts inputs on some of what there is.
void add_drives(Builder& b);

}  // namespace stickslip::motion
