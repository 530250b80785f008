#pragma once

#include "tests/benchmark/peers/scene.h"

/// Every scene, by the length of its step.
namespace stickslip::peers {

// simple_scenes.cpp
Scene slope_that_holds(double h);
Scene slope_that_slides(double h);
Scene bouncing_ball(double h);
Scene cradle(double h);
Scene tumbling_body(double h);
Scene boxes_apart(double h);
Scene balls_falling(double h);

// pile_scenes.cpp
Scene disks(double h);
Scene stack_of_10(double h);
Scene stack_of_50(double h);
Scene wall_at_rest(double h);
Scene wall_hit(double h);
Scene logs(double h);
Scene balls_50(double h);
Scene balls_200(double h);
Scene balls_800(double h);
Scene rocks(double h);

// joint_scenes.cpp
Scene chain_100(double h);
Scene chain_100_loaded(double h);
Scene chain_1000(double h);
Scene arm(double h);

}  // namespace stickslip::peers
