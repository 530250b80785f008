// M a = f + J'l, J a = -dJ/dt v. Planar worlds are spatial ones whose hinges turn about z and whose bodies have no
// reason to leave the plane. Rows of J, with u fixed in the world, x in the parent and r the arms:
//   anchors coincide along u:      u.(v_C + w_C x r_C - v_P - w_P x r_P)
//   directions a (on the child) and b (on the parent) stay square:    (a x b).(w_C - w_P)
//   distance: u = d / |d|, the same as anchors along u, with dJ/dt of its own
//   screw: anchors along the axis, less pitch/(2 pi) times the turn about it
//   rolling: anchors along all directions, with the arms of the point of contact.
// dJ/dt v is the derivative along the motion of J v at constant velocities, by a central difference of the fourth
// order.
#include "tests/benchmark/motion/reference.h"

#include <Eigen/Dense>
#include <cmath>

#include "model/math/size.h"

namespace stickslip::motion {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Bodies = std::vector<Still>;

class Mechanism {
 public:
  Mechanism(const Scene& scene) : scene_(scene) {
    for (const Part& part : scene.parts) placed_.push_back(reference_pose(part, scene.planar));
  }

  Bodies integrate(Bodies bodies, double T, int steps) {
    const double h = T / steps;
    for (int k = 0; k < steps; ++k) bodies = runge_kutta(bodies, k * h, h);
    return bodies;
  }

  // Impulses per time of the joints on their children at their anchors.
  std::vector<Vec3> forces(const Bodies& bodies, double time) {
    Vector multipliers;
    accelerations(bodies, time, &multipliers);
    const Matrix J = jacobian(bodies);
    std::vector<Vec3> list;
    for (std::size_t j = 0; j < scene_.links.size(); ++j) {
      Vec3 force = Vec3::Zero();
      const Link& l = scene_.links[j];
      const int body = l.child >= 0 ? l.child : l.parent;
      for (Eigen::Index i = 0; i < J.rows(); ++i) {
        if (row_link_[size(static_cast<int>(i))] != static_cast<int>(j)) continue;
        const Vec3 direction = J.row(i).segment<3>(6 * body);
        force += (l.child >= 0 ? 1.0 : -1.0) * multipliers[i] * direction;
      }
      list.push_back(force);
    }
    return list;
  }

 private:
  Still at(const Bodies& bodies, int part) const { return part < 0 ? Still() : bodies[size(part)]; }
  Vec3 carried(const Bodies& bodies, int part, const Vec3& direction) const {
    if (part < 0) return direction;
    return bodies[size(part)].q * (placed_[size(part)].R.transpose() * direction);
  }
  Vec3 arm(const Bodies& bodies, int part, const Vec3& point) const {
    return part < 0 ? point : carried(bodies, part, point - placed_[size(part)].p);
  }

  void put(Matrix& J, Eigen::Index row, int part, const Vec3& linear, const Vec3& angular) const {
    if (part < 0) return;
    J.block<1, 3>(row, 6 * part) += linear.transpose();
    J.block<1, 3>(row, 6 * part + 3) += angular.transpose();
  }

  void coincide(Matrix& J, Eigen::Index row, const Link& l, const Vec3& u, const Vec3& r_P, const Vec3& r_C) const {
    put(J, row, l.child, u, r_C.cross(u));
    put(J, row, l.parent, -u, -r_P.cross(u));
  }
  void square(Matrix& J, Eigen::Index row, const Link& l, const Vec3& a, const Vec3& b) const {
    put(J, row, l.child, Vec3::Zero(), a.cross(b));
    put(J, row, l.parent, Vec3::Zero(), -a.cross(b));
  }

  Matrix jacobian(const Bodies& bodies) {
    Matrix J =
        Matrix::Zero(6 * static_cast<Eigen::Index>(scene_.links.size()), 6 * static_cast<Eigen::Index>(bodies.size()));
    Eigen::Index row = 0;
    row_link_.clear();
    for (std::size_t j = 0; j < scene_.links.size(); ++j) {
      row = rows_of(scene_.links[j], bodies, J, row);
      row_link_.resize(static_cast<std::size_t>(row), static_cast<int>(j));
    }
    return J.topRows(row);
  }

  Eigen::Index rows_of(const Link& l, const Bodies& bodies, Matrix& J, Eigen::Index row) const {
    const Vec3& at_child = l.is_line() ? l.far_anchor : l.anchor;
    const Vec3 r_C = arm(bodies, l.child, at_child);
    const Vec3 r_P = arm(bodies, l.parent, l.anchor);
    const Vec3 d = at(bodies, l.child).p + r_C - at(bodies, l.parent).p - r_P;
    if (l.is_line()) {
      coincide(J, row, l, d.normalized(), r_P, r_C);
      return row + 1;
    }
    const Vec3 axis = l.axis.normalized();
    const Vec3 n = axis.unitOrthogonal();
    const Vec3 b = axis.cross(n);
    const auto on_child = [&](const Vec3& x) { return carried(bodies, l.child, x); };
    const auto on_parent = [&](const Vec3& x) { return carried(bodies, l.parent, x); };
    if (l.rolls()) return roll(l, on_parent(axis), on_child(l.wheel), r_P + d, r_C, J, row);
    const bool on_plane = l.type == JointType::planar || l.type == JointType::point_on_plane;
    if (on_plane) {
      coincide(J, row++, l, on_parent(axis), r_P + d, r_C);
    } else if (l.slides()) {
      // The parent's material point under the child's anchor.
      for (const Vec3& u : {n, b}) {
        if (!scene_.planar || std::fabs(u.z()) < 0.5) coincide(J, row++, l, on_parent(u), r_P + d, r_C);
      }
    } else {
      for (int k = 0; k < 3; ++k) coincide(J, row++, l, Vec3::Unit(k), r_P, r_C);
    }
    if (!l.holds_turns()) return row;
    if (l.type == JointType::universal) {
      square(J, row++, l, on_child(l.across), on_parent(axis));
      return row;
    }
    square(J, row++, l, on_child(axis), on_parent(n));
    square(J, row++, l, on_child(axis), on_parent(b));
    if (l.type == JointType::slider || l.type == JointType::fixed) square(J, row++, l, on_child(n), on_parent(b));
    if (l.type == JointType::screw) {
      const Vec3 lead = l.pitch / (2 * M_PI) * on_parent(axis);
      coincide(J, row, l, on_parent(axis), r_P + d, r_C);
      put(J, row, l.child, Vec3::Zero(), -lead);
      put(J, row++, l.parent, Vec3::Zero(), lead);
    }
    return row;
  }

  // No speed where it touches, below its centre or at the rim's lowest point.
  Eigen::Index roll(const Link& l, const Vec3& normal, const Vec3& wheel, const Vec3& r_P, const Vec3& r_C, Matrix& J,
                    Eigen::Index row) const {
    const bool round = scene_.planar || l.type == JointType::rolling_ball;
    const Vec3 a = round ? Vec3(Vec3::Zero()) : wheel.normalized();
    const Vec3 down = -l.radius * (normal - normal.dot(a) * a).normalized();
    for (int k = 0; k < (scene_.planar ? 2 : 3); ++k) coincide(J, row++, l, Vec3::Unit(k), r_P + down, r_C + down);
    return row;
  }

  Vector velocities(const Bodies& bodies) const {
    Vector v(6 * static_cast<Eigen::Index>(bodies.size()));
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      v.segment<3>(6 * static_cast<Eigen::Index>(b)) = bodies[b].v;
      v.segment<3>(6 * static_cast<Eigen::Index>(b) + 3) = bodies[b].w;
    }
    return v;
  }

  static Quat turn(const Vec3& by) {
    const double a = by.norm();
    return a > 0 ? Quat(Eigen::AngleAxisd(a, by / a)) : Quat::Identity();
  }

  static Bodies moved(const Bodies& bodies, double time) {
    Bodies next = bodies;
    for (Still& s : next) {
      s.p += time * s.v;
      s.q = turn(time * s.w) * s.q;
    }
    return next;
  }

  Vector own_rate(const Bodies& bodies) {
    const Vector v = velocities(bodies);
    double fastest = 1;
    for (const Still& s : bodies) fastest = std::fmax(fastest, std::fmax(s.w.norm(), s.v.norm()));
    const double d = 1e-3 / fastest;
    const auto rate = [&](double t) { return Vector(jacobian(moved(bodies, t)) * v); };
    return (8 * (rate(d) - rate(-d)) - (rate(2 * d) - rate(-2 * d))) / (12 * d);
  }

  void add_coils(const Bodies& bodies, Vector& f) const {
    for (const Coil& coil : scene_.coils) {
      if (coil.link >= 0) continue;
      const Vec3 r_B = arm(bodies, coil.second, coil.far_anchor);
      const Vec3 r_A = arm(bodies, coil.first, coil.anchor);
      const Still A = at(bodies, coil.first);
      const Still B = at(bodies, coil.second);
      const Vec3 d = B.p + r_B - A.p - r_A;
      const double rate = d.normalized().dot(B.v + B.w.cross(r_B) - A.v - A.w.cross(r_A));
      const Vec3 pull = (coil.stiffness * (d.norm() - coil.rest) + coil.damping * rate) * d.normalized();
      push(f, coil.first, pull, r_A.cross(pull));
      push(f, coil.second, -pull, -r_B.cross(pull));
    }
  }
  void push(Vector& f, int part, const Vec3& force, const Vec3& torque) const {
    if (part < 0) return;
    f.segment<3>(6 * part) += force;
    f.segment<3>(6 * part + 3) += torque;
  }

  void add_link_forces(const Bodies& bodies, double time, Vector& f) const {
    std::vector<double> along(scene_.links.size(), 0);
    for (const Drive& drive : scene_.drives) {
      if (drive.kind == Drive::joint) along[size(drive.on)] += drive.at(time);
    }
    for (std::size_t j = 0; j < scene_.links.size(); ++j) {
      const Link& l = scene_.links[j];
      const bool turns = l.type == JointType::hinge;
      if (!turns && l.type != JointType::slider) continue;
      const Vec3 axis = carried(bodies, l.parent, l.axis.normalized());
      const Still C = at(bodies, l.child);
      const Still P = at(bodies, l.parent);
      const Vec3 r_C = arm(bodies, l.child, l.anchor);
      const Vec3 r_P = C.p + r_C - P.p;
      const double rate = turns ? axis.dot(C.w - P.w) : axis.dot(C.v + C.w.cross(r_C) - P.v - P.w.cross(r_P));
      const Vec3 value = (along[j] - l.damping * rate) * axis;
      const Vec3 zero = Vec3::Zero();
      push(f, l.child, turns ? zero : value, turns ? value : r_C.cross(value));
      push(f, l.parent, turns ? zero : Vec3(-value), turns ? Vec3(-value) : Vec3(-r_P.cross(value)));
    }
  }

  Vector accelerations(const Bodies& bodies, double time, Vector* multipliers) {
    const auto n = 6 * static_cast<Eigen::Index>(bodies.size());
    Vector f = Vector::Zero(n);
    Matrix inverse = Matrix::Zero(n, n);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const Part& part = scene_.parts[b];
      const auto at = 6 * static_cast<Eigen::Index>(b);
      if (part.fixed) continue;
      f.segment<3>(at) += part.mass * scene_.gravity;
      inverse.block<3, 3>(at, at).diagonal().setConstant(1 / part.mass);
      if (!part.rotates) continue;
      const Mat3 R = bodies[b].q.toRotationMatrix();
      const Mat3 I = R * part.inertia.asDiagonal() * R.transpose();
      f.segment<3>(at + 3) -= bodies[b].w.cross(I * bodies[b].w);
      inverse.block<3, 3>(at + 3, at + 3) = I.inverse();
    }
    for (const Drive& drive : scene_.drives) {
      if (drive.kind == Drive::joint) continue;
      f.segment<3>(6 * drive.on + (drive.kind == Drive::torque ? 3 : 0)) += drive.at(time) * drive.direction;
    }
    add_coils(bodies, f);
    add_link_forces(bodies, time, f);
    if (scene_.links.empty()) return inverse * f;
    const Matrix J = jacobian(bodies);
    const Vector rate = own_rate(bodies);
    Matrix A = J * inverse * J.transpose();
    // Rows that say the same twice agree: a share of the diagonal picks one of their solutions.
    for (Eigen::Index i = 0; i < A.rows(); ++i) A(i, i) *= 1 + 1e-12;
    const Vector l = A.ldlt().solve(-rate - J * (inverse * f));
    if (multipliers != nullptr) *multipliers = l;
    return inverse * (f + J.transpose() * l);
  }

  struct Rate {
    std::vector<Vec3> v, w, a, dw;
  };

  Rate rate(const Bodies& bodies, double time) {
    const Vector a = accelerations(bodies, time, nullptr);
    Rate r;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      r.v.push_back(bodies[b].v);
      r.w.push_back(bodies[b].w);
      r.a.push_back(a.segment<3>(6 * static_cast<Eigen::Index>(b)));
      r.dw.push_back(a.segment<3>(6 * static_cast<Eigen::Index>(b) + 3));
    }
    return r;
  }

  static Bodies along(const Bodies& bodies, const Rate& r, double h) {
    Bodies next = bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      next[b].p += h * r.v[b];
      next[b].v += h * r.a[b];
      next[b].w += h * r.dw[b];
      const Quat spin(0, r.w[b].x(), r.w[b].y(), r.w[b].z());
      next[b].q.coeffs() += h / 2 * (spin * bodies[b].q).coeffs();
    }
    return next;
  }

  // The quaternion is one more vector of numbers, made one of length 1 again after each step; in between its derivative
  // is that of the stage's own quaternion.
  Bodies runge_kutta(const Bodies& y, double time, double h) {
    const Rate a = rate(normal(y), time);
    const Bodies y2 = along(y, a, h / 2);
    const Rate b = rate(normal(y2), time + h / 2);
    const Bodies y3 = advance(y, y2, b, h / 2);
    const Rate c = rate(normal(y3), time + h / 2);
    const Bodies y4 = advance(y, y3, c, h);
    const Rate d = rate(normal(y4), time + h);
    Bodies next = y;
    for (std::size_t i = 0; i < y.size(); ++i) {
      next[i].p += h / 6 * (a.v[i] + 2 * b.v[i] + 2 * c.v[i] + d.v[i]);
      next[i].v += h / 6 * (a.a[i] + 2 * b.a[i] + 2 * c.a[i] + d.a[i]);
      next[i].w += h / 6 * (a.dw[i] + 2 * b.dw[i] + 2 * c.dw[i] + d.dw[i]);
      next[i].q.coeffs() +=
          h / 12 *
          (spun(a.w[i], y[i].q) + 2 * spun(b.w[i], y2[i].q) + 2 * spun(c.w[i], y3[i].q) + spun(d.w[i], y4[i].q));
    }
    return normal(next);
  }
  static Eigen::Vector4d spun(const Vec3& w, const Quat& q) { return (Quat(0, w.x(), w.y(), w.z()) * q).coeffs(); }
  static Bodies advance(const Bodies& y, const Bodies& stage, const Rate& r, double h) {
    Bodies next = along(y, r, h);
    for (std::size_t i = 0; i < y.size(); ++i) next[i].q.coeffs() = y[i].q.coeffs() + h / 2 * spun(r.w[i], stage[i].q);
    return next;
  }
  static Bodies normal(Bodies bodies) {
    for (Still& s : bodies) s.q.normalize();
    return bodies;
  }

  const Scene& scene_;
  std::vector<Pose> placed_;
  std::vector<int> row_link_;
};

}  // namespace

Followed follow(const Scene& scene, const Digest& digest, double T, int steps) {
  Bodies bodies;
  for (int b = 0; b < static_cast<int>(scene.parts.size()); ++b) {
    const Pose& pose = digest.at(0, b);
    bodies.push_back({pose.p, Quat(pose.R), pose.v, pose.w});
  }
  Mechanism mechanism(scene);
  Followed followed;
  followed.end = mechanism.integrate(bodies, T, steps);
  followed.forces = mechanism.forces(followed.end, T);
  return followed;
}

}  // namespace stickslip::motion
