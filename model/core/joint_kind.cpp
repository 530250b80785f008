#include "model/core/joint_kind.h"

namespace stickslip {
namespace {

constexpr int kX = 1;
constexpr int kY = 2;
constexpr int kZ = 4;
constexpr int kAll = kX | kY | kZ;

constexpr Freedom kTurnX = {true, 0, false};
constexpr Freedom kSlideX = {false, 0, false};
constexpr Freedom kSlideY = {false, 1, false};
constexpr Freedom kSlideZ = {false, 2, false};
constexpr Freedom kSpan = {false, 0, false, true};

}  // namespace

// In the order of JointType. In the plane every anchor stays there by itself, and a ball is a hinge whose angle nobody
// asks for.
const JointKind kJointKinds[2][kJointTypes] = {
    {
        {kAll, 2, {{0, 1}, {0, 2}}, 1, {kTurnX}, true, false, false, true},                  // hinge
        {kY | kZ, 3, {}, 1, {kSlideX}, true, false, false, true},                            // slider
        {kAll, 0, {}, 0, {}, true, false, false, true},                                      // ball
        {kAll, 3, {}, 0, {}, true, false, false, true},                                      // fixed
        {0, 0, {}, 0, {}, true, true, false, false},                                         // distance
        {kAll, 1, {{1, 0}}, 2, {kTurnX, {true, 1, true}}, true, false, false, true},         // universal
        {kY | kZ, 2, {{0, 1}, {0, 2}}, 2, {kTurnX, kSlideX}, true, false, false, true},      // cylindrical
        {kX, 2, {{0, 1}, {0, 2}}, 3, {kSlideY, kSlideZ, kTurnX}, true, false, false, true},  // planar
        {kY | kZ, 2, {{0, 1}, {0, 2}}, 1, {kTurnX}, true, false, true, true},                // screw
        {kY | kZ, 0, {}, 1, {kSlideX}, true, false, false, false},                           // point_on_line
        {kX, 0, {}, 2, {kSlideY, kSlideZ}, true, false, false, false},                       // point_on_plane
        {0, 0, {}, 1, {kSpan}, true, false, false, false},                                   // rope
        {0, 0, {}, 0, {}, true, false, false, false, Rolls::wheel},                          // rolling
        {0, 0, {}, 0, {}, true, false, false, false, Rolls::ball},                           // rolling_ball
    },
    {
        {kAll, 0, {}, 1, {kTurnX}, true, false, false, true},              // hinge
        {kY | kZ, 1, {}, 1, {kSlideX}, true, false, false, true},          // slider
        {kAll, 0, {}, 0, {}, true, false, false, true},                    // ball
        {kAll, 1, {}, 0, {}, true, false, false, true},                    // fixed
        {0, 0, {}, 0, {}, true, true, false, false},                       // distance
        {},                                                                // universal
        {},                                                                // cylindrical
        {},                                                                // planar
        {},                                                                // screw
        {kY | kZ, 0, {}, 2, {kSlideX, kTurnX}, true, false, false, true},  // point_on_line
        {},                                                                // point_on_plane
        {0, 0, {}, 1, {kSpan}, true, false, false, false},                 // rope
        {0, 0, {}, 0, {}, true, false, false, false, Rolls::wheel},        // rolling
        {},                                                                // rolling_ball
    },
};

const char* joint_type_name(JointType type) {
  constexpr const char* kNames[kJointTypes] = {"hinge",          "slider",      "ball",    "fixed",  "distance",
                                               "universal",      "cylindrical", "planar",  "screw",  "point_on_line",
                                               "point_on_plane", "distance",    "rolling", "rolling"};
  return kNames[static_cast<int>(type)];
}

}  // namespace stickslip
