#include "tests/benchmark/lcp/builder.h"

#include <algorithm>
#include <cmath>

namespace stickslip::lcp {
namespace {

// Of A_ii. What is squeezed against less needs impulses whose rounding alone exceeds the residual allowed.
constexpr double kLeastCompliance = 1e-5;
constexpr double kStep = 0.01;
constexpr double kGravity = 9.81;

double dot(const Vec& a, const Vec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vec normalised(const Vec& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

Vec minus(const Vec& a, const Vec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec tangent_of(const Vec& n, bool planar) {
  if (planar) return {-n[1], n[0], 0};
  return normalised(std::fabs(n[1]) > 0.9 ? cross(n, {0, 0, 1}) : cross(n, {0, 1, 0}));
}

/// A_ii.
double mobility(const Instance& out, const Row& row) {
  double sum = 0;
  for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
    const Block& block = out.blocks[static_cast<std::size_t>(k)];
    const BodyInverse& inverse = out.masses[static_cast<std::size_t>(block.body)];
    for (int i = 0; i < 3; ++i) {
      sum += block.j[i] * block.j[i] * inverse.linear[i] + block.j[3 + i] * block.j[3 + i] * inverse.angular[4 * i];
    }
  }
  return sum;
}

}  // namespace

std::uint64_t Random::bits() {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

Vec Random::direction(bool planar) {
  for (;;) {
    const Vec v = {between(-1, 1), between(-1, 1), planar ? 0 : between(-1, 1)};
    const double square = dot(v, v);
    if (square > 0.01 && square <= 1) return normalised(v);
  }
}

Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Builder::Builder(Random& random, bool planar, int most_contacts)
    : random_(random), planar_(planar), most_contacts_(most_contacts) {
  if (random.chance(0.6)) mass_ratio_ = std::pow(10, random.between(0, 9));
  const double kind = random.unit();
  if (kind > 0.1) mu_ = random.between(0, kind < 0.75 ? 1 : 10);
  mu_varies_ = random.chance(0.2);
  turned_ = !planar && random.chance(0.3);
}

double Builder::friction() {
  return mu_varies_ ? random_.between(0, 2 * mu_) : mu_;
}

int Builder::add_body(const Vec& centre, double size) {
  const double mass =
      mass_ratio_ == 1 ? 1 : std::pow(mass_ratio_, random_.chance(0.5) ? random_.below(2) : random_.unit());
  const double radius = size * size * (random_.chance(0.7) ? 0.1 : random_.between(0.02, 0.3));
  Vec inertia = {mass * radius, mass * radius, mass * radius};
  std::array<Vec, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  if (turned_) {
    axes[0] = random_.direction(false);
    axes[1] = tangent_of(axes[0], false);
    axes[2] = cross(axes[0], axes[1]);
    inertia[1] *= random_.between(0.5, 1.4);
  }
  centre_.push_back(centre);
  mass_.push_back(mass);
  inertia_.push_back(inertia);
  axes_.push_back(axes);
  return bodies() - 1;
}

void Builder::add_contact(int a, int b, const Vec& point, const Vec& normal) {
  if (!is_full()) contacts_.push_back({a, b, point, normal, friction()});
}

void Builder::add_joint_row(int a, int b, const Vec& point, const Vec& direction) {
  joints_.push_back({a, b, direction, point, false});
}

void Builder::add_ball_joint(int a, int b, const Vec& point) {
  add_joint_row(a, b, point, {1, 0, 0});
  add_joint_row(a, b, point, {0, 1, 0});
  if (!planar_) add_joint_row(a, b, point, {0, 0, 1});
}

void Builder::lock_rotation(int a, const Vec& axis) {
  joints_.push_back({a, -1, axis, {0, 0, 0}, true});
}

void Builder::add_motor(int a, int b, const Vec& axis, double largest) {
  motors_.push_back({{a, b, axis, {0, 0, 0}, true}, largest});
}

void Builder::repeat_some() {
  const int extra = 1 + random_.below(4);
  for (int k = 0; k < extra && !contacts_.empty() && !is_full(); ++k) {
    Touch copy = contacts_[static_cast<std::size_t>(random_.below(static_cast<int>(contacts_.size())))];
    const int kind = random_.below(4);
    if (kind == 1) copy.point[0] += std::pow(10, random_.between(-15, -3));
    if (kind == 2) copy.mu = random_.between(0, 10);
    if (kind == 3) copy.normal = {-copy.normal[0], -copy.normal[1], -copy.normal[2]};
    contacts_.push_back(copy);
  }
  if (joints_.empty() || random_.chance(0.5)) return;
  const int joints = static_cast<int>(joints_.size());
  for (int k = 1 + random_.below(joints); k > 0; --k) {
    joints_.push_back(joints_[static_cast<std::size_t>(random_.below(joints))]);
  }
}

void Builder::push_block(Instance& out, int body, const Line& line, double sign) const {
  if (body < 0) return;
  const auto b = static_cast<std::size_t>(body);
  const Vec torque = line.angular ? line.direction : cross(minus(line.point, centre_[b]), line.direction);
  Block block{body, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!line.angular) block.j[i] = sign * line.direction[i];
    block.j[3 + i] = sign * dot(axes_[b][i], torque);
  }
  out.blocks.push_back(block);
}

void Builder::push_row(Instance& out, const Line& line, RowKind kind, double lower, double upper) const {
  const int first = static_cast<int>(out.blocks.size());
  push_block(out, line.a, line, 1);
  push_block(out, line.b, line, -1);
  const int count = static_cast<int>(out.blocks.size()) - first;
  out.rows.push_back({out.rows.size() + 1, kind, first, count, 0, 0, lower, upper});
}

/// Gravity, and velocities that are nothing, coarse (exact ties) or anything.
void Builder::fill_momentum(Instance& out) {
  const int kind = random_.below(3);
  const double fall = random_.chance(0.9) ? -kGravity * kStep : 0;
  for (std::size_t b = 0; b < centre_.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      double v = kind == 0 ? 0 : random_.between(-1, 1);
      if (kind == 1) v = std::round(4 * v) / 4;
      if (planar_ && i >= 2 && i <= 4) v = 0;
      if (i == 1) v += fall;
      out.momentum.push_back(v * (i < 3 ? mass_[b] : inertia_[b][i - 3]));
    }
  }
}

void Builder::fill_right_hand_sides(Instance& out) {
  const double kind = random_.unit();
  out.promise = kind < 0.65 ? Promise::dissipative : kind < 0.85 ? Promise::compliant : Promise::none;
  const bool gaps = kind > 0.35;
  const bool pushed = out.promise != Promise::dissipative;
  const double compliance = kLeastCompliance * std::pow(10, random_.between(0, 4));
  for (Row& row : out.rows) {
    if (row.kind == RowKind::normal) {
      if (gaps && random_.chance(0.5)) row.s = std::pow(10, random_.between(-12, 0.5));
      if (pushed && random_.chance(0.5)) row.s = -random_.between(0, 1);
    } else if (row.kind == RowKind::equality && pushed) {
      row.s = random_.between(-0.5, 0.5);
    } else if (row.kind == RowKind::bounded && pushed) {
      row.s = random_.between(-2, 2);
    }
    const bool carries = row.kind == RowKind::normal || row.kind == RowKind::equality;
    if (out.promise == Promise::compliant && carries) row.T = compliance * mobility(out, row);
  }
}

Instance Builder::finish(const std::string& family) {
  Instance out;
  out.family = family;
  constexpr int kEdges[] = {8, 8, 4, 6, 12};
  out.edges = kEdges[random_.below(5)];
  for (std::size_t b = 0; b < centre_.size(); ++b) {
    BodyInverse inverse{};
    for (std::size_t i = 0; i < 3; ++i) {
      if (!planar_ || i < 2) inverse.linear[i] = 1 / mass_[b];
      if (!planar_ || i == 2) inverse.angular[4 * i] = 1 / inertia_[b][i];
    }
    out.masses.push_back(inverse);
  }
  fill_momentum(out);
  for (const Line& joint : joints_) push_row(out, joint, RowKind::equality, 0, 0);
  for (const Motor& motor : motors_) push_row(out, motor.line, RowKind::bounded, -motor.largest, motor.largest);
  const int tangents = planar_ ? 1 : 2;
  for (const Touch& touch : contacts_) {
    const Vec t = tangent_of(touch.normal, planar_);
    out.contacts.push_back({static_cast<int>(out.rows.size()), tangents, touch.mu});
    push_row(out, {touch.a, touch.b, touch.normal, touch.point, false}, RowKind::normal, 0, 0);
    push_row(out, {touch.a, touch.b, t, touch.point, false}, RowKind::tangent, 0, 0);
    if (!planar_) {
      push_row(out, {touch.a, touch.b, cross(touch.normal, t), touch.point, false}, RowKind::tangent, 0, 0);
    }
  }
  fill_right_hand_sides(out);
  return out;
}

}  // namespace stickslip::lcp
