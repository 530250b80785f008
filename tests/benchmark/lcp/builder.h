#pragma once

#include "tests/benchmark/lcp/instance.h"

namespace stickslip::lcp {

Vec cross(const Vec& a, const Vec& b);

/// Bodies, joints and contacts in world coordinates, turned into rows. y points up; planar scenes lie in x, y.
class Builder {
 public:
  Builder(Random& random, bool planar, int most_contacts);

  Random& random() { return random_; }
  bool planar() const { return planar_; }
  bool is_full() const { return static_cast<int>(contacts_.size()) >= most_contacts_; }
  int room() const { return most_contacts_ - static_cast<int>(contacts_.size()); }
  int bodies() const { return static_cast<int>(centre_.size()); }

  /// A body of about this size; its mass and friction are drawn from what the whole scene has.
  int add_body(const Vec& centre, double size);
  /// Body a touches b (-1: the world) at a point, with the normal from b to a. Nothing happens when full.
  void add_contact(int a, int b, const Vec& point, const Vec& normal);
  /// Equality row: no relative motion at a point along a direction.
  void add_joint_row(int a, int b, const Vec& point, const Vec& direction);
  void add_ball_joint(int a, int b, const Vec& point);
  /// Equality row: body a does not turn about an axis.
  void lock_rotation(int a, const Vec& axis);
  /// Bounded row along the angular axis (a motor with a largest torque) of body a against b.
  void add_motor(int a, int b, const Vec& axis, double largest);

  /// Contacts repeated exactly, nearly, with other friction or from the other side; joints repeated.
  void repeat_some();
  Instance finish(const std::string& family);

 private:
  struct Line {
    int a, b;
    Vec direction;
    Vec point;
    bool angular;
  };
  struct Touch {
    int a, b;
    Vec point, normal;
    double mu;
  };
  struct Motor {
    Line line;
    double largest;
  };

  double friction();
  void push_row(Instance& out, const Line& line, RowKind kind, double lower, double upper) const;
  void push_block(Instance& out, int body, const Line& line, double sign) const;
  void fill_momentum(Instance& out);
  void fill_right_hand_sides(Instance& out);

  Random& random_;
  bool planar_;
  int most_contacts_;
  double mass_ratio_ = 1;
  double mu_ = 0;
  bool mu_varies_ = false;
  bool turned_ = false;
  std::vector<Vec> centre_;
  std::vector<double> mass_;
  std::vector<Vec> inertia_;
  std::vector<std::array<Vec, 3>> axes_;  // of the body, in the world
  std::vector<Line> joints_;
  std::vector<Motor> motors_;
  std::vector<Touch> contacts_;
};

}  // namespace stickslip::lcp
