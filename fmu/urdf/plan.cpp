#include "fmu/urdf/plan.h"

#include <algorithm>
#include <cmath>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/load/geometry.h"
#include "fmu/load/log.h"
#include "fmu/load/mass.h"
#include "model/core/validate.h"
#include "model/math/size.h"

namespace stickslip::urdf {

namespace {

constexpr double kRoundness = 1e-12;  // the least principal moment over the largest
constexpr double kTriangle = 1e-3;    // by how much the triangle inequality may be broken by rounding in the file

bool is_possible(const Mat3& inertia) {
  const Vec3 moments = load::diagonalise(inertia).values;
  return moments.minCoeff() >= kSmallest && moments.minCoeff() > kRoundness * moments.maxCoeff();
}

bool breaks_triangle(const Mat3& inertia) {
  const Vec3 moments = load::diagonalise(inertia).values;
  const double most = moments.maxCoeff();
  return most > (moments.sum() - most) * (1 + kTriangle);
}

bool has_mass(const Link& link) {
  return link.inertial && link.inertial->mass >= kSmallest;
}

/// Enough of both to be a body.
bool has_inertia(const Link& link) {
  return has_mass(link) && is_possible(link.inertial->inertia);
}

class Planner {
 public:
  Planner(const Robot& robot, const std::string& path, const PlanOptions& options)
      : robot_(robot), path_(path), options_(options), parent_(robot.links.size(), -1), children_(robot.links.size()) {}

  Plan make() {
    hang();
    const std::vector<int> order = sorted();
    stop_if_wrong();
    plan_.body_of.assign(robot_.links.size(), -1);
    plan_.in_body.resize(robot_.links.size());
    for (const int link : order) place(link);
    for (Body& body : plan_.bodies) settle(body);
    for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
      const Joint& joint = robot_.joints[i];
      const int parent = plan_.body_of[size(joint.parent)];
      if (joint.type != JointType::floating && parent != plan_.body_of[size(joint.child)]) {
        plan_.moving.push_back(static_cast<int>(i));
      }
    }
    stop_if_wrong();
    return std::move(plan_);
  }

 private:
  void complain(int line, const std::string& text) {
    errors_ += (errors_.empty() ? "" : "\n") + path_ + ":" + std::to_string(line) + ": " + text;
  }
  void remark(int line, std::string text) { plan_.remarks.push_back({line, std::move(text)}); }
  void stop_if_wrong() const {
    if (!errors_.empty()) throw host::Error(errors_);
  }
  const Link& link_at(int link) const { return robot_.links[size(link)]; }

  /// Every link below at most one joint.
  void hang() {
    for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
      const Joint& joint = robot_.joints[i];
      int& above = parent_[size(joint.child)];
      if (above >= 0) {
        complain(joint.line, "joint " + in_message(joint.name) + ": its child " +
                                 in_message(link_at(joint.child).name) + " hangs on joint " +
                                 in_message(robot_.joints[size(above)].name) +
                                 " already; a URDF is a tree, close the loop with a [[joint]] in a model that includes "
                                 "the import");
      } else {
        above = static_cast<int>(i);
        children_[size(joint.parent)].push_back(static_cast<int>(i));
      }
    }
  }

  /// The links, parents first.
  std::vector<int> sorted() {
    std::vector<int> order;
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      if (parent_[i] >= 0) continue;
      if (!order.empty()) {
        complain(robot_.links[i].line, "link " + in_message(robot_.links[i].name) + " and link " +
                                           in_message(link_at(order.front()).name) +
                                           " both hang on nothing; a URDF has one root, join or remove one of them");
        return order;
      }
      order.push_back(static_cast<int>(i));
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
      for (const int joint : children_[size(order[at])]) order.push_back(robot_.joints[size(joint)].child);
    }
    if (order.size() < robot_.links.size() && errors_.empty()) {
      std::vector<bool> reached(robot_.links.size(), false);
      for (const int link : order) reached[size(link)] = true;
      const auto lost = std::find(reached.begin(), reached.end(), false) - reached.begin();
      complain(robot_.links[static_cast<std::size_t>(lost)].line,
               "link " + in_message(robot_.links[static_cast<std::size_t>(lost)].name) +
                   ": its joints go round in a circle; a URDF is a tree, close loops in a model that includes the "
                   "import");
    }
    return order;
  }

  /// Where a joint that cannot move holds its child, and where one that can has it at 0.
  static Pose held_at(const Joint& joint) {
    if (!joint.lower || *joint.lower != *joint.upper) return {};
    if (joint.type == JointType::prismatic) return {*joint.lower * joint.axis, Quat::Identity()};
    return {Vec3::Zero(), load::about_axis(joint.axis, *joint.lower)};
  }

  void place(int index) {
    const Link& link = link_at(index);
    const int above = parent_[size(index)];
    Pose world;
    if (above >= 0) {
      const Joint& joint = robot_.joints[size(above)];
      const int parent = plan_.body_of[size(joint.parent)];
      Body& body = plan_.bodies[size(parent)];
      const Pose in_parent = plan_.in_body[size(joint.parent)] * joint.origin * held_at(joint);
      if (is_rigid(joint) && (options_.weld || body.fixed || !is_sound(body) || !has_inertia(link))) {
        weld(index, parent, in_parent);
        return;
      }
      world = body.world * in_parent;
    }
    Body body;
    body.link = index;
    body.world = world;
    body.fixed = above < 0 && (options_.fixed_base || link.name == "world");
    plan_.bodies.push_back(body);
    weld(index, static_cast<int>(plan_.bodies.size()) - 1, {});
  }

  void weld(int index, int body_index, const Pose& in_body) {
    Body& body = plan_.bodies[size(body_index)];
    const Link& link = link_at(index);
    plan_.body_of[size(index)] = body_index;
    plan_.in_body[size(index)] = in_body;
    if (has_mass(link) && (body.mass == 0 || link_at(body.link).name == "world")) body.link = index;
    body.links.push_back(index);
    if (has_mass(link)) body.mass += link.inertial->mass;
  }

  /// One of its links at least has what a body needs.
  bool is_sound(const Body& body) const {
    return std::any_of(body.links.begin(), body.links.end(), [&](int link) { return has_inertia(link_at(link)); });
  }

  bool has_shapes(const Body& body) const {
    return std::any_of(body.links.begin(), body.links.end(),
                       [&](int link) { return !link_at(link).collisions.empty(); });
  }

  /// Mass, centre and inertia of all links of a body; sets `lost` to the line of an inertia that is none.
  void add_up(Body& body, int& lost) {
    for (const int index : body.links) {
      const Link& link = link_at(index);
      if (!has_mass(link)) continue;
      body.com += link.inertial->mass / body.mass * (plan_.in_body[size(index)] * link.inertial->origin).p;
    }
    for (const int index : body.links) {
      const Link& link = link_at(index);
      if (!has_mass(link)) continue;
      const Pose at = plan_.in_body[size(index)] * link.inertial->origin;
      const Mat3 R = at.q.toRotationMatrix();
      body.inertia += load::steiner(link.inertial->mass, at.p - body.com);
      if (is_possible(link.inertial->inertia)) {
        body.inertia += R * link.inertial->inertia * R.transpose();
      } else {
        lost = link.inertial->line;
      }
    }
  }

  void settle(Body& body) {
    const Link& link = link_at(body.link);
    if (body.fixed) return;
    if (body.mass == 0) {
      settle_massless(body);
      return;
    }
    int lost = 0;
    add_up(body, lost);
    if (lost == 0) {
      if (!breaks_triangle(body.inertia)) return;
      remark(link.inertial->line, "link " + in_message(link.name) +
                                      ": its inertia breaks the triangle inequality, which no distribution of mass "
                                      "does; it is taken as it stands");
      return;
    }
    const std::string what = "link " + in_message(link.name) + ": its <inertia> is missing, zero or impossible";
    if (is_possible(body.inertia)) {
      remark(lost, "link " + in_message(link.name) +
                       ": of what is welded to it, an <inertia> is missing, zero or "
                       "impossible; there its mass counts as a point");
    } else if (has_shapes(body)) {
      body.inertness = Inertness::from_shapes;
      remark(lost, what + "; it is taken from the collision shapes, for the mass that stands there");
    } else if (options_.fill_mass > 0) {
      body.inertia = ball(body.mass);
      remark(lost, what + "; it becomes that of a ball of its mass with " + load::about(kDensity) + " kg/m^3");
    } else {
      complain(lost, what +
                         ", and it has no collision shape to take one from; give it principal moments > 0, or "
                         "import with --fill-mass 0.001 (kg, where there is none)");
    }
  }

  void settle_massless(Body& body) {
    const Link& link = link_at(body.link);
    const std::string what = "link " + in_message(link.name) + ": it has no mass";
    const bool root = parent_[size(body.links.front())] < 0;
    const bool zero =
        root && link_at(body.links.front()).inertial;  // written down, as Bullet wants it of what stands still
    if (root && (zero || !has_shapes(body))) {
      body.fixed = true;
      remark(link.line, what + "; as the root it becomes part of the world");
    } else if (has_shapes(body)) {
      body.inertness = Inertness::from_density;
      remark(link.line, what + "; its collision shapes give it one, with " + load::about(kDensity) + " kg/m^3" +
                            (root ? "; --fixed-base makes it part of the world" : ""));
    } else if (options_.fill_mass > 0) {
      body.mass = options_.fill_mass;
      body.inertia = ball(body.mass);
      remark(link.line, what + "; it gets " + load::about(body.mass) + " kg, as --fill-mass says");
    } else {
      complain(link.line, what +
                              ", moves and has no collision shape to take one from; give it an <inertial>, make "
                              "its joint fixed, or import with --fill-mass 0.001 (kg)");
    }
  }

  /// Of a ball of that mass.
  static Mat3 ball(double mass) {
    const double radius = std::cbrt(mass / kDensity * 3 / (4 * load::kPi));
    return 0.4 * mass * radius * radius * Mat3::Identity();
  }

  const Robot& robot_;
  const std::string& path_;
  const PlanOptions& options_;
  std::vector<int> parent_;                 // joint above a link
  std::vector<std::vector<int>> children_;  // joints below a link
  Plan plan_;
  std::string errors_;
};

}  // namespace

Plan make_plan(const Robot& robot, const std::string& path, const PlanOptions& options) {
  return Planner(robot, path, options).make();
}

}  // namespace stickslip::urdf
