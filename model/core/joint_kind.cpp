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

// In the order of JointType.
constexpr JointKind kSpatial[] = {
    {true, kAll, 2, {{0, 1}, {0, 2}}, false, false, true, 1, {kTurnX}},                  // hinge
    {true, kY | kZ, 3, {{0, 1}, {1, 2}, {2, 0}}, false, false, true, 1, {kSlideX}},      // slider
    {true, kAll, 0, {}, false, false, true, 0, {}},                                      // ball
    {true, kAll, 3, {{0, 1}, {1, 2}, {2, 0}}, false, false, true, 0, {}},                // fixed
    {true, 0, 0, {}, true, false, false, 0, {}},                                         // distance
    {true, kAll, 1, {{1, 0}}, false, false, true, 2, {kTurnX, {true, 1, true}}},         // universal
    {true, kY | kZ, 2, {{0, 1}, {0, 2}}, false, false, true, 2, {kTurnX, kSlideX}},      // cylindrical
    {true, kX, 2, {{0, 1}, {0, 2}}, false, false, true, 3, {kSlideY, kSlideZ, kTurnX}},  // planar
    {true, kY | kZ, 2, {{0, 1}, {0, 2}}, false, true, true, 1, {kTurnX}},                // screw
    {true, kY | kZ, 0, {}, false, false, false, 1, {kSlideX}},                           // point_on_line
    {true, kX, 0, {}, false, false, false, 2, {kSlideY, kSlideZ}},                       // point_on_plane
};

// Every anchor stays in the plane by itself. A ball is a hinge whose angle nobody asks for.
constexpr JointKind kPlanar[] = {
    {true, kAll, 0, {}, false, false, true, 1, {kTurnX}},              // hinge
    {true, kY | kZ, 1, {}, false, false, true, 1, {kSlideX}},          // slider
    {true, kAll, 0, {}, false, false, true, 0, {}},                    // ball
    {true, kAll, 1, {}, false, false, true, 0, {}},                    // fixed
    {true, 0, 0, {}, true, false, false, 0, {}},                       // distance
    {},                                                                // universal
    {},                                                                // cylindrical
    {},                                                                // planar
    {},                                                                // screw
    {true, kY | kZ, 0, {}, false, false, true, 2, {kSlideX, kTurnX}},  // point_on_line
    {},                                                                // point_on_plane
};

static_assert(sizeof kSpatial == sizeof kPlanar, "one line a type");
static_assert(sizeof kSpatial / sizeof kSpatial[0] == kJointTypes, "one line a type");

}  // namespace

const char* joint_type_name(JointType type) {
  constexpr const char* kNames[kJointTypes] = {"hinge",    "slider",        "ball",          "fixed",
                                               "distance", "universal",     "cylindrical",   "planar",
                                               "screw",    "point_on_line", "point_on_plane"};
  return kNames[static_cast<int>(type)];
}

const JointKind& joint_kind(bool planar, JointType type) {
  return (planar ? kPlanar : kSpatial)[static_cast<int>(type)];
}

}  // namespace stickslip
