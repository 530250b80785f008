#include "model/constraints/linkages.h"

#include <algorithm>

#include "model/core/joint_kind.h"

namespace stickslip {
namespace {

constexpr int kNone = -1;

class Tree {
 public:
  explicit Tree(const Model& model) : model_(model), above_(model.bodies.size(), kNone) {
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      if (!holds(j)) continue;
      const int child = moving(joint_at(model, j).child);
      if (child != kWorld && above_[static_cast<std::size_t>(child)] == kNone) {
        above_[static_cast<std::size_t>(child)] = j;
      }
    }
  }

  bool holds(int joint) const { return !kind_of(model_, joint).spans(); }
  int above(int body) const { return body == kWorld ? kNone : above_[static_cast<std::size_t>(body)]; }
  int parent(int body) const { return moving(joint_at(model_, above(body)).parent); }
  int depth(int body) const {
    int depth = 0;
    for (; above(body) != kNone; body = parent(body)) ++depth;
    return depth;
  }
  int moving(int body) const { return is_fixed(model_, body) ? kWorld : body; }

 private:
  const Model& model_;
  std::vector<int> above_;  // per body: its joint in the tree
};

// Marks what lies between the ends of a joint that is not of the tree; nothing where they are in different trees.
void mark_loop(const Tree& tree, int first, int second, int joint, std::vector<unsigned char>& marks) {
  const int ends[2] = {first, second};
  int depths[2] = {tree.depth(first), tree.depth(second)};
  const auto climb = [&](auto&& visit) {
    int at[2] = {ends[0], ends[1]};
    int deep[2] = {depths[0], depths[1]};
    while (at[0] != at[1]) {
      const int side = deep[0] >= deep[1] ? 0 : 1;
      if (tree.above(at[side]) == kNone) return false;
      visit(tree.above(at[side]));
      at[side] = tree.parent(at[side]);
      --deep[side];
    }
    return true;
  };
  if (!climb([](int) {})) return;
  climb([&](int above) { marks[static_cast<std::size_t>(above)] = 1; });
  marks[static_cast<std::size_t>(joint)] = 1;
}

std::vector<unsigned char> joints_in_loops(const Model& model, const Tree& tree) {
  std::vector<unsigned char> marks(model.joints.size(), 0);
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = joint_at(model, j);
    const int child = tree.moving(joint.child);
    if (!tree.holds(j) || tree.above(child) == j) continue;
    mark_loop(tree, child, tree.moving(joint.parent), j, marks);
  }
  return marks;
}

int freedoms_of(bool planar, const Body& body) {
  return planar ? (body.rotates ? 3 : 2) : (body.rotates ? 6 : 3);
}

int held_by(bool planar, const JointKind& kind) {
  const int directions = planar ? 2 : 3;
  if (kind.rolls != Rolls::nothing) return directions;
  int held = kind.held_turns + (kind.holds_distance ? 1 : 0) + (kind.holds_lead ? 1 : 0);
  for (int k = 0; k < directions; ++k) held += kind.held_slides >> k & 1;
  return held;
}

// Bodies that marked joints connect have the same number.
std::vector<int> groups_by(const std::vector<unsigned char>& marks, const Model& model, const Tree& tree) {
  std::vector<int> group(model.bodies.size());
  for (std::size_t b = 0; b < group.size(); ++b) group[b] = static_cast<int>(b);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t j = 0; j < marks.size(); ++j) {
      const int child = tree.moving(model.joints[j].child);
      const int parent = tree.moving(model.joints[j].parent);
      if (marks[j] == 0 || child == kWorld || parent == kWorld) continue;
      int& a = group[static_cast<std::size_t>(child)];
      int& b = group[static_cast<std::size_t>(parent)];
      if (a == b) continue;
      a = b = std::min(a, b);
      changed = true;
    }
  }
  return group;
}

}  // namespace

std::vector<unsigned char> joints_of_linkages(const Model& model) {
  const Tree tree(model);
  std::vector<unsigned char> marks = joints_in_loops(model, tree);
  const std::vector<int> group = groups_by(marks, model, tree);
  std::vector<int> bodies(group.size(), 0);
  std::vector<int> freedoms(group.size(), 0);
  const auto group_of = [&](const Joint& joint) {
    const int child = tree.moving(joint.child);
    const int body = child == kWorld ? tree.moving(joint.parent) : child;
    return static_cast<std::size_t>(group[static_cast<std::size_t>(body)]);
  };
  for (std::size_t b = 0; b < group.size(); ++b) {
    const auto g = static_cast<std::size_t>(group[b]);
    ++bodies[g];
    freedoms[g] += freedoms_of(model.planar, model.bodies[b]);
  }
  for (std::size_t j = 0; j < marks.size(); ++j) {
    if (marks[j] == 0) continue;
    freedoms[group_of(model.joints[j])] -= held_by(model.planar, kind_of(model, static_cast<int>(j)));
  }
  for (std::size_t j = 0; j < marks.size(); ++j) {
    if (marks[j] == 0) continue;
    const std::size_t g = group_of(model.joints[j]);
    if (2 * freedoms[g] > bodies[g]) marks[j] = 0;
  }
  return marks;
}

}  // namespace stickslip
